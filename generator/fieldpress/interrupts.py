"""An interrupt inside a destructor or a callback from C is swallowed there: notice it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Handler = Callable[[int, Any], Any]


@contextmanager
def noticed_interrupts() -> Iterator[Callable[[], None]]:
    """While the block runs, remember interrupts; the function given raises one that was swallowed.

    Only handlers that Python code has set (SIGINT's own among them) are watched, and only in the
    main thread, where alone they can be. Nothing is printed of what was swallowed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    came: list[int] = []
    before: dict[int, Handler] = {}

    def notice(number: int, frame: Any) -> None:
        came.append(number)
        before[number](number, frame)

    def again() -> None:
        if came:
            before[came[0]](came[0], None)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        handler = signal.getsignal(number) if number is not None else None
        if number is not None and callable(handler):
            before[number] = handler
            signal.signal(number, notice)
    told, sys.unraisablehook = sys.unraisablehook, _quiet(sys.unraisablehook)
    try:
        yield again
    finally:
        sys.unraisablehook = told
        for number, handler in before.items():
            signal.signal(number, handler)


def _quiet(tell: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def hook(unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt | SystemExit):
            tell(unraisable)

    return hook

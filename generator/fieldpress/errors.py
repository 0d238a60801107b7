"""The errors that a user may meet, each with its exit code (see the README's table of codes)."""

from __future__ import annotations

FINE = 0
AT_FAULT = 1
USAGE = 2
UNDETERMINED = 3
INTERRUPTED = 130


class FieldpressError(Exception):
    """A fault that the user can mend: shown as its message alone, never as a traceback."""

    exit_code = AT_FAULT


class UsageFault(FieldpressError):
    """The command was called wrongly, or its input cannot be read."""

    exit_code = USAGE


class MissingExtra(FieldpressError):
    """An optional library or a system library that this command needs is not installed."""

    exit_code = USAGE

    def __init__(self, what: str, extra: str, detail: str = "") -> None:
        self.what, self.extra = what, extra
        more = f" ({detail})" if detail else ""
        super().__init__(
            f"{what} is not installed{more}; install it with: pip install 'fieldpress[{extra}]'"
        )

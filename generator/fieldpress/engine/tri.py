"""Yes, no, or not known for want of certain facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fieldpress.engine.verdicts import distinct


class Tri(NamedTuple):
    """`value` True, False, or None when it hangs on the facts in `needs`."""

    value: bool | None
    needs: tuple[str, ...] = ()


YES = Tri(True)
NO = Tri(False)


def known(value: bool) -> Tri:
    return YES if value else NO


def open_on(*needs: str) -> Tri:
    return Tri(None, tuple(needs))


def all_of(parts: Iterable[Tri]) -> Tri:
    """False if any is, whatever the others; else unknown if any is."""
    needs: list[str] = []
    for part in parts:
        if part.value is False:
            return NO
        if part.value is None:
            needs += part.needs
    return Tri(None, distinct(needs)) if needs else YES


def any_of(parts: Iterable[Tri]) -> Tri:
    """True if any is, whatever the others; else unknown if any is."""
    needs: list[str] = []
    for part in parts:
        if part.value:
            return YES
        if part.value is None:
            needs += part.needs
    return Tri(None, distinct(needs)) if needs else NO


def negate(part: Tri) -> Tri:
    if part.value is None:
        return part
    return NO if part.value else YES

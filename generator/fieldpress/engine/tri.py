"""Yes, no, or not known for want of certain facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from fieldpress.engine.verdicts import distinct

T = TypeVar("T")


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


def all_over(items: Iterable[T], test: Callable[[T], Tri]) -> Tri:
    """`all_of` the tests of the items. None is tested beyond the one that settles it, so that an
    answer tells of no fact that it did not need; a generator expression would not do, for mypyc
    makes a list of it."""
    return all_of(map(test, items))


def any_over(items: Iterable[T], test: Callable[[T], Tri]) -> Tri:
    """`any_of` the tests of the items, none tested beyond the one that settles it."""
    return any_of(map(test, items))


def negate(part: Tri) -> Tri:
    if part.value is None:
        return part
    return NO if part.value else YES

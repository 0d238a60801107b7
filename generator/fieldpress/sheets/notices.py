"""Remarks for the publisher on what the sheets hold: lists by kind, wrapped to be read."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

Notice = Callable[[str], None]
#: Pieces as (kind, id); kinds are card, terrain, counter, component and blank.
Names = Sequence[tuple[str, str]]

_WIDTH = 88


def listed(head: str, pieces: Names) -> str:
    """`head`, then a wrapped line for each kind: `  36 cards: eclaireur, …`."""
    lines = [f"{head}:"]
    for kind in dict.fromkeys(kind for kind, _ in pieces):
        names = [ident for one, ident in pieces if one == kind]
        lines += textwrap.wrap(
            f"{counted(len(names), kind)}: {', '.join(names)}",
            _WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    return "\n".join(lines)


def counted(count: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def unstated(pieces: Names, game: str, scenario: str, lists: bool) -> str:
    """That pieces are printed once since nobody states how many; as a list, or told in short."""
    if lists:
        return listed(
            "printed once each and marked 'copies ?', since no source states how many there are",
            pieces,
        )
    choice = f" --scenario {scenario}" if scenario else ""
    told = "piece is" if len(pieces) == 1 else "pieces are"
    return (
        f"{len(pieces)} {told} printed once and marked 'copies ?', since no source states how many "
        f"there are; fieldpress cards {game}{choice} lists them"
    )

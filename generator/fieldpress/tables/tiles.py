"""The terrain tiles of a scenario as a labelled grid, with what is stated to lie on each.

How tiles lie to one another is drawn only where it is stated: else they stand apart, in the order
of the record, beside an empty grid into which the owner of the picture writes them.
One unit of the SVG is about a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.model import Fact, Game, Library, Scenario
from fieldpress.tables import palette
from fieldpress.tables.conditions import held, words
from fieldpress.tables.shapes import HEAD, circle, n, rect, text

WIDTH = 190.0
BLANK = 44.0
GAP = 4.0
HEIGHT = 27.0
LINE = 3.9
#: Most tiles side by side, and letters that fit on one.
ROW, LETTERS = 5, 21


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of the scenario: its label, and its marks as (kind, words, side, number)."""

    label: str
    marks: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The drawing, the same in words, and what keeps it from being a map (empty: nothing)."""

    svg: str
    words: str
    unstated: str


def grid(library: Library, game: Game, scenario: Scenario) -> Grid | None:
    """The tiles of a scenario; None where it names none."""
    tiles = list(laid(library, game, scenario))
    if not tiles:
        return None
    arrangement: Fact[str] = Fact.parse(scenario.raw.get("arrangement"), ())
    unstated = "" if arrangement.known else (arrangement.why or "not stated")
    said = "; ".join(
        f"{tile.label}{': ' if tile.marks else ''}{', '.join(mark[1] for mark in tile.marks)}"
        for tile in tiles
    )
    return Grid(
        _svg(game, tiles, bool(unstated)),
        f"The terrain tiles, by code and face: {said}.",
        unstated,
    )


def laid(library: Library, game: Game, scenario: Scenario) -> Iterator[Laid]:
    """The tiles with what is stated to lie on each of them."""
    zones = [zone for zone in scenario.raw.get("zones", {}).values() if held(game, zone)]
    for entry in scenario.raw.get("tiles", ()):
        here = [
            z for z in zones if (z.get("tile"), z.get("face")) == (entry["tile"], entry["face"])
        ]
        marks = [_mark(game, zone) for zone in here]
        named = {mark[1].casefold() for mark in marks}
        marks += [
            ("shows", said, "", "")
            for said in (words(game, one) for one in entry.get("shows", ()))
            if said.casefold() not in named
        ]
        yield Laid(label(library, game, entry), tuple(marks))


def label(library: Library, game: Game, entry: Mapping[str, Any]) -> str:
    """Code and face of a tile that an entry names, such as `SM5-A`; the code may be unknown."""
    owner, _, ident = entry["tile"].rpartition("/")
    tile = library[owner or game.id].tiles[ident]
    return f"{tile.code.or_else('?')}-{entry['face']}"


def _mark(game: Game, zone: Mapping[str, Any]) -> tuple[str, str, str, str]:
    number = ", ".join(str(one) for one in zone.get("number", ()))
    name = words(game, zone["name"])
    return zone["kind"], name[:1].upper() + name[1:], zone.get("side", ""), number


def side_colour(game: Game, side: str) -> str:
    """A side's colour: the same in all scenarios, though its role may change between them."""
    return palette.side_colour(
        str(game.sides.get(side, {}).get("back", "")), colour_role(game, side)
    )


def colour_role(game: Game, side: str) -> str:
    """Whose colours a side bears where its record names none: the first side those of attackers."""
    return "attacker" if side == next(iter(game.sides), "") else "defender"


def _svg(game: Game, tiles: list[Laid], blank: bool) -> str:
    across = min(ROW, len(tiles)) if len(tiles) <= ROW else (len(tiles) + 1) // 2
    room = WIDTH - (BLANK + 2 * GAP if blank else 0)
    width = min(44.0, (room - GAP * (across - 1)) / across)
    rows = -(-len(tiles) // across)
    height = rows * HEIGHT + (rows - 1) * GAP
    body = "".join(
        _tile(
            game,
            tile,
            (at % across) * (width + GAP),
            (at // across) * (HEIGHT + GAP),
            width,
        )
        for at, tile in enumerate(tiles)
    )
    if blank:
        body += _blank(WIDTH - BLANK, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 {n(WIDTH + 1)} '
        f'{n(height + 1)}" width="{n(WIDTH)}mm" height="{n(height + 1)}mm">{body}</svg>'
    )


def _tile(game: Game, tile: Laid, x: float, y: float, width: float) -> str:
    out = rect(x, y, width, HEIGHT, 1, fill=palette.FIELD, stroke=palette.QUIET, stroke_width="0.4")
    out += text(x + 2.6, y + 6.6, tile.label, 5.4, "start", 700, palette.INK, HEAD)
    at, shapes = y + 11, []
    for kind, said, side, number in tile.marks:
        colour = side_colour(game, side) if side else palette.TERRAIN
        if kind == "drop-zone" and number:
            shapes.append((colour, number))
            continue
        if kind == "zone":
            out += rect(
                x + 0.9, y + 0.9, width - 1.8, HEIGHT - 1.8, 0.8, fill=colour, fill_opacity="0.14",
                stroke=colour, stroke_width="0.5", stroke_dasharray="1.6 1.1",
            )  # fmt: skip
        for line in wrapped(said, int(LETTERS * width / 35)):
            weight, fill = (700, colour) if kind == "zone" else (500, palette.INK)
            out += text(x + 2.6, at, line, 3.3, "start", weight, fill)
            at += LINE
    for place, (colour, number) in enumerate(reversed(shapes)):
        cx = x + width - 4 - place * 7
        out += circle(cx, y + HEIGHT - 4.2, 3.1, fill=colour)
        out += text(cx, y + HEIGHT - 3, number, 3.4, weight=700, fill=palette.PAPER, family=HEAD)
        out += text(cx - 3.8, y + HEIGHT - 3.1, "Drop Zone", 2.9, "end", 500, palette.QUIET)
    return out


def _blank(x: float, height: float) -> str:
    """An empty grid for the owner's own arrangement."""
    side = 8.8
    across = int(BLANK // side)
    down = max(2, int(height // side))
    out = ""
    for row in range(down):
        for column in range(across):
            out += rect(
                x + column * side, row * side, side, side, 0, fill="none", stroke=palette.LINE,
                stroke_width="0.25", stroke_dasharray="0.9 0.7",
            )  # fmt: skip
    return out


def wrapped(said: str, letters: int) -> list[str]:
    """A text in lines of at most so many letters, unless a word is longer."""
    lines = [""]
    for word in said.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


__all__ = ["Grid", "Laid", "colour_role", "grid", "label", "laid", "side_colour", "wrapped"]

"""The map of a case as SVG: spaces, elevations, overlays, units, and what was asked between them.

Only what the case states is drawn; a line between two units is the question that was put, in the
colour of the engine's answer, and no line of sight of its own. One unit is about a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fieldpress.engine.normandie.board import Board, Spot, read_board
from fieldpress.model import Game
from fieldpress.tables import palette
from fieldpress.tables.drawn import Drawing
from fieldpress.tables.shapes import HEAD, circle, n, rect, text
from fieldpress.tables.tiles import side_colour

CELL, MARGIN = 10.0, 5.0
LEVELS = {"sand": "#ecdcae", "grass": "#bccb95"}
RED_LINE = "#b0302a"
#: How an answer is drawn: colour and dashes.
ANSWERS = {
    "allowed": ("#2d6a35", ""),
    "required": ("#2d6a35", ""),
    "forbidden": ("#a5371f", "1.6 1.2"),
    "undetermined": ("#5d594e", "0.6 1"),
}


def board_drawing(game: Game, put: Mapping[str, Any], outcomes: Sequence[str]) -> Drawing | None:
    """The map of a case with its questions; None where the case draws none.

    `outcomes` are the engine's, one a question. EngineFault where the map is at fault.
    """
    given = put.get("given", {})
    if not isinstance(given, Mapping) or "map" not in given:
        return None
    if isinstance(given["map"], str):  # it names a map record, which has a page of its own
        return None
    board = read_board(given["map"], ("given", "map"))
    width = board.columns * CELL + 2 * MARGIN
    height = board.rows * CELL + 2 * MARGIN
    parts = [
        rect(0, 0, width, height, 1, fill=palette.PAPER),
        *_spaces(board),
        *_red_line(board),
        *_overlays(board),
        *_openings(board),
        *_asked(board, put, outcomes),
        *_things(game, board, put),
        *_labels(board),
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" '
        f'style="max-width: {n(width / 4.4)}rem">{"".join(parts)}</svg>'
    )
    places = ", ".join(f"{_name(one)} at {at}" for one, at in given["map"].get("at", {}).items())
    return Drawing(svg, f"A map of {board.columns} by {board.rows} spaces: {places}.")


def _name(ident: str) -> str:
    return ident.replace("-", " ")


def _corner(spot: Spot) -> tuple[float, float]:
    """The upper left corner of a space."""
    return MARGIN + (spot[0] - 1) * CELL, MARGIN + (spot[1] - 1) * CELL


def _middle(spots: Sequence[Spot]) -> tuple[float, float]:
    """The middle of spaces: of one its centre, of two their border, of four their corner point."""
    xs, ys = zip(*(_corner(spot) for spot in spots), strict=True)
    return sum(xs) / len(xs) + CELL / 2, sum(ys) / len(ys) + CELL / 2


def _spaces(board: Board) -> Iterator[str]:
    for row in range(1, board.rows + 1):
        for column in range(1, board.columns + 1):
            x, y = _corner((column, row))
            fill = LEVELS.get(board.levels.get((column, row), ""), palette.FIELD)
            yield rect(x, y, CELL, CELL, 0, fill=fill, stroke=palette.LINE, stroke_width="0.2")
    for column in range(1, board.columns + 1):
        x = MARGIN + (column - 0.5) * CELL
        yield text(x, MARGIN - 1.4, chr(96 + column), 3, fill=palette.QUIET)
    for row in range(1, board.rows + 1):
        y = MARGIN + (row - 0.5) * CELL + 1
        yield text(MARGIN - 1.2, y, str(row), 3, "end", fill=palette.QUIET)


def _edges(spots: set[Spot]) -> Iterator[tuple[float, float, float, float]]:
    """The outline of spaces, edge by edge."""
    for spot in spots:
        x, y = _corner(spot)
        for dx, dy, line in (
            (0, -1, (x, y, x + CELL, y)),
            (0, 1, (x, y + CELL, x + CELL, y + CELL)),
            (-1, 0, (x, y, x, y + CELL)),
            (1, 0, (x + CELL, y, x + CELL, y + CELL)),
        ):
            if (spot[0] + dx, spot[1] + dy) not in spots:
                yield line


def _line(
    line: tuple[float, float, float, float], colour: str, width: float, dash: str = ""
) -> str:
    x, y, to_x, to_y = line
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{n(x)}" y1="{n(y)}" x2="{n(to_x)}" y2="{n(to_y)}" stroke="{colour}" '
        f'stroke-width="{n(width)}" stroke-linecap="round"{dashes}/>'
    )


def _red_line(board: Board) -> Iterator[str]:
    """Where the elevations meet."""
    upper = {spot for spot, level in board.levels.items() if level == "grass"}
    lower = {spot for spot, level in board.levels.items() if level == "sand"}
    shared = set(_edges(upper)) & set(_edges(lower))
    # The same border is told from either side with the same ends.
    yield from (_line(line, RED_LINE, 1) for line in sorted(shared))


def _overlays(board: Board) -> Iterator[str]:
    for name, area in board.areas.items():
        for spot in area:
            x, y = _corner(spot)
            yield rect(x, y, CELL, CELL, 0, fill=palette.TERRAIN, fill_opacity="0.25")
        yield from (_line(line, palette.TERRAIN, 0.7) for line in sorted(_edges(set(area))))
        x, y = _corner(min(area, key=lambda spot: (spot[1], spot[0])))
        yield text(x + 0.9, y + 2.9, _name(name), 2.6, "start", 600, palette.TERRAIN)


def _openings(board: Board) -> Iterator[str]:
    """A bar where a door or window looks out on a space."""
    for name, spots in board.openings.items():
        walls = set(_edges(set(board.areas.get(name, ()))))
        for spot in spots:
            for line in sorted(walls & set(_edges({spot}))):
                x, y, to_x, to_y = line
                cut = (x * 0.7 + to_x * 0.3, y * 0.7 + to_y * 0.3)
                end = (x * 0.3 + to_x * 0.7, y * 0.3 + to_y * 0.7)
                yield _line((*cut, *end), palette.WORDS["yellow"], 1.5)


def _things(game: Game, board: Board, put: Mapping[str, Any]) -> Iterator[str]:
    units = put["given"].get("units", {})
    for name, spots in board.at.items():
        x, y = _middle(spots)
        if name in units:
            colour = side_colour(game, str(units[name].get("side", "")))
            yield circle(x, y, 3, fill=colour, stroke=palette.PAPER, stroke_width="0.5")
        elif len(spots) == 2:
            yield _between(spots, palette.INK)
        else:
            turned = f"rotate(45 {n(x)} {n(y)})"
            edge = {"stroke": palette.INK, "stroke_width": "0.3"}
            box = rect(x - 1.7, y - 1.7, 3.4, 3.4, 0.3, fill=palette.WORDS["yellow"], **edge)
            yield f'<g transform="{turned}">{box}</g>'


def _labels(board: Board) -> Iterator[str]:
    """Names last, each with a pale rim, so that no line runs through them."""
    for name, spots in board.at.items():
        x, y = _middle(spots)
        halo = 'paint-order="stroke" stroke="#ffffff" stroke-width="0.9"'
        yield f"<g {halo}>{text(x, y + 5, _name(name), 2.5, weight=600)}</g>"


def _between(spots: Sequence[Spot], colour: str) -> str:
    """A bar on the border of two spaces."""
    (line,) = set(_edges({spots[0]})) & set(_edges({spots[1]}))
    return _line(line, colour, 1.6)


def _asked(board: Board, put: Mapping[str, Any], outcomes: Sequence[str]) -> Iterator[str]:
    """Shots that were asked about, in the colour of the answer; lines of Bangalores as bars."""
    asks = list(zip(put.get("ask", ()), outcomes, strict=False))
    for number, (ask, outcome) in enumerate(asks):
        shot = ask.get("may") or ask.get("why_not") or {}
        if isinstance(shot, Mapping) and {"unit", "shoot"} <= shot.keys():
            here, there = board.at.get(shot["unit"]), board.at.get(str(shot["shoot"]))
            if here and there:
                aside = (number - (len(asks) - 1) / 2) * 1.5  # so that none hides another
                yield _shot(_middle(here), _middle(there), outcome, aside)
        for one in ask.get("bangalores", ()):
            yield _between([_spot(end) for end in str(one).split("|")], palette.ACCENT)


def _spot(name: str) -> Spot:
    return ord(name[0]) - 96, int(name[1:])


def _shot(start: tuple[float, float], end: tuple[float, float], outcome: str, aside: float) -> str:
    colour, dash = ANSWERS.get(outcome, ANSWERS["undetermined"])
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1
    dx, dy = (to_x - x) / length, (to_y - y) / length
    x, y = x + 3.2 * dx - aside * dy, y + 3.2 * dy + aside * dx
    to_x, to_y = to_x - 3.6 * dx - aside * dy, to_y - 3.6 * dy + aside * dx
    back = f"l{n(-2.6 * dx - 1.3 * dy)} {n(-2.6 * dy + 1.3 * dx)} l{n(2.6 * dy)} {n(-2.6 * dx)}"
    tip = f"M{n(to_x + dx)} {n(to_y + dy)} {back} Z"
    sign = {"forbidden": "no", "undetermined": "?"}.get(outcome, "")
    out = _line((x, y, to_x, to_y), colour, 0.7, dash) + f'<path d="{tip}" fill="{colour}"/>'
    if sign and length > 1.5 * CELL:
        mx, my = (x + to_x) / 2, (y + to_y) / 2
        out += circle(mx, my, 2.2, fill=palette.PAPER, stroke=colour, stroke_width="0.4")
        out += text(mx, my + 1, sign, 2.8, weight=700, fill=colour, family=HEAD)
    return out


__all__ = ["ANSWERS", "board_drawing"]

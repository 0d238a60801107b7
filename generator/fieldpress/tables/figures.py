"""Small drawings of rules whose picture says more than their words, by clause.

Figures come from the parameters of the game as its content has them; a clause that a game lacks, or
whose figures another pack changes beyond what a drawing can show, has none. What shape a blast
pattern has and whether diagonal spaces are adjacent are rules of the base game and are not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.model import Game
from fieldpress.tables import palette
from fieldpress.tables.conditions import standing
from fieldpress.tables.drawn import Drawing
from fieldpress.tables.shapes import HEAD, circle, icon, n, rect, text

CELL = 9.0
NIGHT, LIT, WARN, OUT = "#22324f", "#f6e2a0", "#e8b07a", "#d8d4c8"
Maker = Callable[[Game], Drawing | None]


def figure(game: Game, clause: str) -> Drawing | None:
    """The drawing of a clause; None where there is none."""
    maker = _MAKERS.get(clause)
    return maker(game) if maker and clause in game.clauses else None


def _value(game: Game, name: str, **conditions: Any) -> Any:
    """A parameter of the game under these conditions and the adopted readings; None: not there."""
    found = game.raw.get("parameters", {}).get(name, ())
    for entry in standing(game, found if isinstance(found, list) else [found] if found else ()):
        if all(entry.get(key, wanted) == wanted for key, wanted in conditions.items()):
            return entry["value"]
    return None


def _svg(width: float, height: float, parts: list[str], said: str) -> Drawing:
    body = rect(0, 0, width, height, 1, fill=palette.PAPER) + "".join(parts)
    return Drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" '
        f'style="max-width: {n(width / 4.4)}rem">{body}</svg>',
        said,
    )


def _cell(x: float, y: float, fill: str = palette.FIELD) -> str:
    return rect(x, y, CELL, CELL, 0, fill=fill, stroke=palette.LINE, stroke_width="0.25")


def _unit(x: float, y: float, colour: str = palette.ROLES["attacker"]) -> str:
    """A unit in the middle of the space whose corner this is."""
    middle = x + CELL / 2, y + CELL / 2
    return circle(*middle, 2.8, fill=colour, stroke=palette.PAPER, stroke_width="0.5")


def _foe(x: float, y: float) -> str:
    return _unit(x, y, palette.ROLES["defender"])


def _note(x: float, y: float, said: str, anchor: str = "start") -> str:
    return text(x, y, said, 3, anchor, 500, palette.QUIET)


# --- rulers of distance --------------------------------------------------------------------------


def _ruler(y: float, last: int, name: str, colours: Callable[[int], str]) -> list[str]:
    """A row of spaces at growing distance from the unit in the first."""
    left = 26.0
    out = [text(left - 3, y + CELL / 2 + 1.2, name, 3.4, "end", 700, palette.INK, HEAD)]
    out += [_cell(left, y), _unit(left, y)]
    for space in range(1, last + 1):
        x = left + space * CELL
        out.append(_cell(x, y, colours(space)))
        out.append(text(x + CELL / 2, y + CELL / 2 + 1.3, str(space), 3.6, weight=600))
    return out


def _night_shots(game: Game) -> Drawing | None:
    nights = {}
    for night in ("dark", "clear"):
        far, long = (
            _value(game, name, night=night) for name in ("night-range", "night-long-range")
        )
        if not (isinstance(far, int) and isinstance(long, int)):
            return None
        nights[night] = far, long
    last = max(far for far, _ in nights.values()) + 1
    parts, said = [], []
    for at, (night, (far, long)) in enumerate(nights.items()):

        def colour(space: int, far: int = far, long: int = long) -> str:
            return OUT if space > far else WARN if space >= long else LIT

        parts += _ruler(3 + at * (CELL + 3), last, f"{night} night", colour)
        said.append(
            f"in a {night} night shots reach {far} spaces, with the long-range penalty from {long}"
        )
    y = 3 + 2 * (CELL + 3) + 1
    for at, (fill, words) in enumerate(
        ((LIT, "no penalty"), (WARN, "long-range penalty"), (OUT, "out of reach"))
    ):
        x = 26 + at * 36
        parts.append(rect(x, y, 4, 4, 0.3, fill=fill, stroke=palette.LINE, stroke_width="0.25"))
        parts.append(_note(x + 5.4, y + 3.1, words))
    return _svg(30 + (last + 1) * CELL, y + 7, parts, f"{'; '.join(said)}.".capitalize())


def _night_hide(game: Game) -> Drawing | None:
    nights = {night: _value(game, "night-hide", night=night) for night in ("dark", "clear")}
    if not all(isinstance(one, int) for one in nights.values()):
        return None
    last = max(nights.values()) + 2
    parts, said = [], []
    for at, (night, near) in enumerate(nights.items()):

        def colour(space: int, near: int = near) -> str:
            return WARN if space <= near else LIT

        parts += _ruler(3 + at * (CELL + 3), last, f"{night} night", colour)
        said.append(f"in a {night} night an enemy within {near} spaces who sees it clearly")
    y = 3 + 2 * (CELL + 3) + 3
    parts.append(
        _note(26, y, "orange: an enemy there who sees the unit clearly keeps it from hiding")
    )
    words = f"{' and '.join(said)} keeps a unit from hiding.".capitalize()
    return _svg(30 + (last + 1) * CELL + 40, y + 4, parts, words)


# --- spaces and corner points --------------------------------------------------------------------


def _squares(columns: int, rows: int, fills: Mapping[tuple[int, int], str]) -> list[str]:
    return [
        _cell(3 + column * CELL, 3 + row * CELL, fills.get((column, row), palette.FIELD))
        for row in range(rows)
        for column in range(columns)
    ]


def _lamp(game: Game) -> Drawing | None:
    spaces = _value(game, "lamp-spaces")
    around = [(1, 1), (2, 1), (1, 2), (2, 2)]
    if spaces != len(around):
        return None
    parts = _squares(4, 4, dict.fromkeys(around, LIT))
    middle = 3 + 2 * CELL
    parts.append(circle(middle, middle, 3.6, fill=NIGHT))
    parts.append(icon("streetlamp", middle - 2.6, middle - 2.6, 5.2, palette.PAPER, LIT))
    return _svg(
        6 + 4 * CELL, 6 + 4 * CELL, parts,
        f"A streetlamp on the corner point of four spaces lights these {spaces} spaces.",
    )  # fmt: skip


def _dropped(game: Game) -> Drawing | None:
    spaces, choose = _value(game, "dropped-spaces"), _value(game, "dropped-choose")
    around = [(1, 1), (2, 1), (1, 2), (2, 2)]
    if spaces != len(around) or not isinstance(choose, int):
        return None
    parts = _squares(4, 4, dict.fromkeys(around, LIT))
    middle = 3 + 2 * CELL
    parts.append(
        circle(middle, middle, 3.2, fill=palette.PAPER, stroke=palette.INK, stroke_width="0.4")
    )
    parts.append(icon("parachute", middle - 2.3, middle - 2.3, 4.6, palette.INK, palette.INK))
    x = 3 + 4 * CELL + 4
    parts.append(_note(x, 14, f"1 to {choose - 1}: the space that the die shows"))
    parts.append(_note(x, 19, f"{choose} or more: the player picks one of the {spaces}"))
    return _svg(
        x + 62, 6 + 4 * CELL, parts,
        f"A unit comes down in one of the {spaces} spaces round the corner point: by the die, or "
        f"as the player likes from {choose}.",
    )  # fmt: skip


def _between(game: Game) -> Drawing:
    parts = _squares(2, 2, {})
    x, y = 3 + CELL, 3 + CELL
    parts.append(rect(x - 0.9, 4.6, 1.8, CELL - 3.2, 0.4, fill=palette.TERRAIN))
    parts.append(rect(4.6, y - 0.9, CELL - 3.2, 1.8, 0.4, fill=palette.TERRAIN))
    left = 3 + 5 * CELL
    parts += [_cell(left + c * CELL, 3 + r * CELL) for r in range(2) for c in range(2)]
    cross = f"M{n(left + 6)} 9 l6 6 m0 -6 l-6 6"
    parts.append(f'<path d="{cross}" stroke="{palette.ACCENT}" stroke-width="1.2" fill="none"/>')
    parts.append(_note(3, 6 + 2 * CELL + 1.4, "between two spaces"))
    parts.append(_note(left, 6 + 2 * CELL + 1.4, "never diagonally"))
    return _svg(
        left + 2 * CELL + 16, 12 + 2 * CELL, parts,
        "An obstacle lies on the border of two spaces, never diagonally.",
    )  # fmt: skip


def _exits(game: Game) -> Drawing | None:
    exits = _value(game, "craft-exits")
    if not isinstance(exits, int) or not 1 <= exits <= 5:
        return None
    width = exits * CELL
    parts = [rect(3, 3, width + 2 * CELL, 4 * CELL, 0, fill="#cfe0ea")]
    parts.append(rect(1.4, 3 + 4 * CELL, width + 2 * CELL + 3.2, 1, 0, fill=palette.INK))
    for column in range(exits + 2):
        fill = LIT if 0 < column <= exits else "none"
        parts.append(_cell(3 + column * CELL, 3, fill))
    x = 3 + CELL
    parts.append(
        f'<path d="M{n(x)} {n(3 + 4 * CELL)} v{n(-2.6 * CELL)} l3 {n(-0.3 * CELL)} h{n(width - 6)} '
        f'l3 {n(0.3 * CELL)} v{n(2.6 * CELL)} Z" fill="{palette.ROLES["defender"]}"/>'
    )
    middle = x + width / 2
    parts.append(text(middle, 3 + 3.75 * CELL, "stern", 3.4, fill=palette.PAPER))
    for column in range(exits):
        at = x + (column + 0.5) * CELL
        parts.append(
            f'<path d="M{n(at)} {n(3 + 1.35 * CELL)} v{n(-0.6 * CELL)} m-1.4 1.8 l1.4 -1.8 '
            f'l1.4 1.8" fill="none" stroke="{palette.ACCENT}" stroke-width="0.8"/>'
        )
    side = 6 + width + 2 * CELL + 2
    parts.append(_note(side, 9, f"{exits} spaces to get out on"))
    parts.append(_note(side, 3 + 4 * CELL, "edge of the tile"))
    return _svg(
        side + 38, 8 + 4 * CELL, parts,
        "A landing craft with its stern on the edge of the tile; units get out on the "
        f"{exits} spaces before it.",
    )  # fmt: skip


def _glider(game: Game) -> Drawing:
    parts = [_cell(16 + c * CELL, 3 + r * CELL, LIT if (c, r) == (0, 1) else palette.FIELD)
             for r in range(3) for c in range(4)]  # fmt: skip
    y = 3 + 1.5 * CELL
    parts.append(icon("glider", 3, y - 4, 8, palette.ROLES["attacker"], palette.LINE))
    parts.append(f'<path d="M11.4 {n(y - 1.6)} l3.6 1.6 l-3.6 1.6 Z" fill="{palette.ACCENT}"/>')
    parts.append(rect(15.4, 1.6, 1, 3 * CELL + 2.8, 0, fill=palette.INK))
    parts.append(_note(16, 8 + 3 * CELL, "edge of the board; the arrow points at the way in"))
    return _svg(
        112, 11 + 3 * CELL, parts,
        "A glider lies off the board; its arrow points at the space where its passengers come in.",
    )  # fmt: skip


# --- walls under a blast pattern -----------------------------------------------------------------


def _blot(x: float, y: float) -> str:
    """A blast pattern without its shape, which is the base game's."""
    edge = {"stroke": palette.ACCENT, "stroke_width": "0.4", "stroke_dasharray": "1.2 0.9"}
    return circle(x, y, 5.6, fill="#d9812f", fill_opacity="0.45", **edge)


def _house(x: float, y: float, w: float, h: float) -> str:
    return rect(x, y, w, h, 0, fill="#e3d9bd", stroke=palette.INK, stroke_width="1")


def _wall(x: float, y: float, to_x: float, to_y: float) -> str:
    return (
        f'<line x1="{n(x)}" y1="{n(y)}" x2="{n(to_x)}" y2="{n(to_y)}" '
        f'stroke="{palette.ACCENT}" stroke-width="1.6"/>'
    )


def _pattern(kind: str) -> Maker:
    def make(game: Game) -> Drawing:
        if kind == "one":
            parts = [_house(16, 6, 26, 20), _blot(16, 16), _wall(16, 10.6, 16, 21.4)]
            said = "A blast pattern over one wall of a building: that wall is struck."
        elif kind == "two":
            parts = [
                _house(16, 6, 26, 20),
                _blot(16, 6),
                _wall(16, 6, 16, 11.4),
                _wall(16, 6, 21.4, 6),
            ]
            said = "A blast pattern over two walls of one building: one roll for both."
        else:
            parts = [
                _house(8, 6, 20, 20), _house(34, 6, 20, 20), _blot(31, 16),
                _wall(28, 11.6, 28, 20.4), _wall(34, 11.6, 34, 20.4),
            ]  # fmt: skip
            said = "A blast pattern over walls of two buildings: a roll for each."
        parts.append(_note(3, 33, said.partition(": ")[2].rstrip(".")))
        parts.append(_note(3, 37.4, "(the pattern's own shape is the base game's)"))
        return _svg(84, 40, parts, said)

    return make


_MAKERS: dict[str, Maker] = {
    "night.range": _night_shots,
    "night.hide": _night_hide,
    "lamp.spaces": _lamp,
    "dropped.choice": _dropped,
    "obstacle.between": _between,
    "craft.exits": _exits,
    "glider.placing": _glider,
    "hole.pattern-one-wall": _pattern("one"),
    "hole.pattern-two-walls": _pattern("two"),
    "hole.pattern-buildings": _pattern("three"),
}

#: The clauses that have a drawing.
KEYS = tuple(_MAKERS)

__all__ = ["KEYS", "figure"]

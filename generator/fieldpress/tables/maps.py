"""A map of sectors, drawn as SVG where its record says at which place each sector lies.

Links by road, railroad and sea are told by their strokes as well as by their colours, classes of
sectors by their shapes, so that the drawing reads without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from fieldpress.model import Game, Text
from fieldpress.model.overlord import Link, Map
from fieldpress.tables import palette
from fieldpress.tables.shapes import HEAD, circle, icon, n, rect, text

#: Room around the outermost sectors, and height of a line of the legend.
MARGIN, LINE = 14.0, 6.4
SEA, LAND, SAND = "#2c5a94", "#f4f0e6", "#efe3c0"
#: How a link is drawn: colour, width, dashes.
STROKES = {
    "road": ("#7a5a33", 1.1, ""),
    "railroad": ("#26282b", 1.3, "2.6 1.2"),
    "sea": (SEA, 0.9, "0.9 1.3"),
    "landing": (SEA, 1.1, "4 1 1 1"),
}
POINTS = {
    "crossroad": "cross",
    "bridge": "bridge",
    "bocage": "forest",
    "fortification": "casemate",
    "atlantic-wall": "bunker",
    "diamond": "diamond",
    "destroyed-bridge": "explosion",
}
#: Signs beside a sector: field of the sector, icon.
SIGNS = (
    ("station", "rail"),
    ("harbour", "harbour"),
    ("depot", "barrel"),
    ("drop_zone", "parachute"),
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The map as SVG with a name in it for those who cannot see it, and its legend in words."""

    svg: str
    words: str


def drawn(game: Game, board: Map) -> Drawn | None:
    """The map; None where the place of a sector is not said."""
    places = {ident: raw.get("at") for ident, raw in board.sectors.items()}
    if not places or not all(places.values()):
        return None
    at = {ident: (float(spot[0]), float(spot[1])) for ident, spot in places.items() if spot}
    return _Drawing(game, board, at).made()


class _Drawing:
    def __init__(self, game: Game, board: Map, at: Mapping[str, tuple[float, float]]) -> None:
        self.game, self.board = game, board
        left = min(x for x, _ in at.values()) - MARGIN
        top = min(y for _, y in at.values()) - MARGIN
        self.at = {ident: (x - left, y - top) for ident, (x, y) in at.items()}
        self.width = max(x for x, _ in self.at.values()) + MARGIN
        self.height = max(y for _, y in self.at.values()) + MARGIN
        self.name = board.name.get()

    def made(self) -> Drawn:
        legend = list(self._legend())
        rows = -(-len(legend) // 4)
        whole = self.height + rows * LINE + 4
        body = "".join(
            [
                rect(0.3, 0.3, self.width - 0.6, self.height - 0.6, 2, fill=LAND,
                     stroke=palette.LINE, stroke_width="0.4"),
                *(self._link(link) for link in self.board.links),
                *(self._sector(ident) for ident in self.at),
                *self._told(legend),
            ]
        )  # fmt: skip
        words = self._words()
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(words)}" '
            f'viewBox="0 0 {n(self.width)} {n(whole)}">{body}</svg>'
        )
        return Drawn(svg, words)

    # -- parts -----------------------------------------------------------------------------------

    def _link(self, link: Link) -> str:
        (x1, y1), (x2, y2) = (self.at[end] for end in link.ends)
        out = _stroke(x1, y1, x2, y2, link.by)
        count = len(link.points)
        for place, point in enumerate(link.points, 1):
            share = place / (count + 1)
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            out += circle(x, y, 3.1, fill=palette.PAPER, stroke=palette.INK, stroke_width="0.3")
            out += icon(POINTS[point], x - 2, y - 2, 4, palette.INK, palette.ACCENT)
        return out

    def _kind(self, ident: str) -> str:
        record = self.game.sectors.get(ident)
        stated = self.board.sectors[ident].get("class")
        return str(stated or (record.kind.value if record and record.kind.known else "") or "")

    def _sector(self, ident: str) -> str:
        x, y = self.at[ident]
        raw = self.board.sectors[ident]
        out = _shape(x, y, self._kind(ident))
        signs = [name for field, name in SIGNS if raw.get(field) is True]
        if signs:
            wide = 4.2 * len(signs)
            out += rect(x - wide / 2 - 0.3, y - 9.6, wide + 0.2, 4.6, 0.8, fill=LAND)
        for place, name in enumerate(signs):
            left = x - 4.2 * len(signs) / 2 + 4.2 * place
            out += icon(name, left, y - 9.2, 3.8, palette.INK, palette.ACCENT)
        if isinstance(raw.get("supply"), int):
            out += text(x, y + 1.4, str(raw["supply"]), 4, weight=700, fill="#ffffff", family=HEAD)
        name = Text.parse(raw["name"], self.game.language).get()
        halo = f'paint-order="stroke" stroke="{LAND}" stroke-width="1.4" stroke-linejoin="round"'
        return out + f"<g {halo}>{text(x, y + 8.2, name, 3.5, weight=600)}</g>"

    def _legend(self) -> Iterator[tuple[str, str]]:
        """What is on this map, each with its drawing around the origin."""
        for kind in dict.fromkeys(self._kind(ident) for ident in self.at):
            if kind:
                yield kind, _shape(0, 0, kind)
        for by in dict.fromkeys(link.by for link in self.board.links):
            yield f"by {by}", _stroke(-4, 0, 4, 0, by)
        for point in dict.fromkeys(one for link in self.board.links for one in link.points):
            sign = circle(0, 0, 2.8, fill=palette.PAPER, stroke=palette.INK, stroke_width="0.3")
            sign += icon(POINTS[point], -1.8, -1.8, 3.6, palette.INK, palette.ACCENT)
            yield point.replace("-", " "), sign
        for field, name in SIGNS:
            if any(raw.get(field) is True for raw in self.board.sectors.values()):
                yield field.replace("_", " "), icon(name, -2, -2, 4, palette.INK, palette.ACCENT)

    def _told(self, legend: list[tuple[str, str]]) -> Iterator[str]:
        wide = self.width / 4
        for place, (word, sign) in enumerate(legend):
            x, y = (place % 4) * wide + 7, self.height + 5 + (place // 4) * LINE
            yield f'<g transform="translate({n(x)} {n(y)}) scale(0.8)">{sign}</g>'
            yield text(x + 5, y + 1.2, word, 3.4, "start", 500)

    def _words(self) -> str:
        links = [
            f"{' to '.join(self._called(end) for end in link.ends)} by {link.by}"
            for link in self.board.links
        ]
        return f"{self.name}. {len(self.at)} sectors; {'; '.join(links)}."

    def _called(self, ident: str) -> str:
        return Text.parse(self.board.sectors[ident]["name"], self.game.language).get()


def _stroke(x1: float, y1: float, x2: float, y2: float, by: str) -> str:
    colour, width, dashes = STROKES[by]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    line = f'x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"'
    return f'<line {line} stroke="{colour}" stroke-width="{n(width)}"{dash}/>'


def _shape(x: float, y: float, kind: str) -> str:
    """A sector by its class: the more there is to it, the more there is to see."""
    edge: dict[str, Any] = {"stroke": palette.INK, "stroke_width": "0.4"}
    if kind == "sea":
        return rect(x - 4.6, y - 3, 9.2, 6, 3, fill=SEA, **edge)
    if kind == "objective":
        ring = rect(x - 4.4, y - 4.4, 8.8, 8.8, 0.8, fill=SAND, **edge)
        return ring + icon("star", x - 3, y - 3, 6, palette.ACCENT, palette.ACCENT)
    if kind == "major":
        return rect(x - 3.8, y - 3.8, 7.6, 7.6, 0.6, fill=SAND, **edge)
    return circle(x, y, 3.2, fill=palette.PAPER, **edge)


__all__ = ["Drawn", "drawn"]

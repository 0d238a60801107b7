"""The drawn table: an SVG made from a scenario's layout and from what its steps put where.

One unit of the layout is one unit of the SVG; as the table is drawn as wide as the page's text, a
unit is about a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fieldpress.engine.setup import Place, Procedure
from fieldpress.engine.setup.network import Network, Segment
from fieldpress.engine.setup.telling import Told, side_of
from fieldpress.model import Text
from fieldpress.tables import palette
from fieldpress.tables.shapes import HEAD, big, circle, icon, n, rect, text
from fieldpress.tables.tokens import board, counts_of, tokens

LABEL = 3.5
COLUMN_GAP = 1.2
SMALL = 2.9


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of the diagram: its box in layout units, what to draw, its label."""

    place: str
    draw: str
    x: float
    y: float
    w: float
    h: float
    label: str
    label_at: str
    icon: str

    @classmethod
    def parse(cls, raw: Mapping[str, Any], steps: Procedure) -> Item:
        own = raw.get("label")
        label = (
            str(Text.parse(own, steps.game.language))
            if own
            else str(steps.places[raw["place"]].name)
        )
        return cls(
            raw["place"], raw["draw"], raw["x"], raw["y"], raw["w"], raw["h"],
            label, raw.get("label_at", "below"), raw.get("icon", "map"),
        )  # fmt: skip


def diagram(steps: Procedure, network: Network, numbers: Mapping[str, int]) -> str:
    """The table as SVG. `numbers`: the step of the sheet that fills each place."""
    layout = steps.scenario.raw["layout"]
    width, height = layout["width"], layout["height"]
    items = [Item.parse(raw, steps) for raw in layout["items"]]
    body = "".join(
        [
            *_table(steps, width, height, layout.get("band", height / 3)),
            *(_item(steps, network, item, numbers) for item in items),
            *_group_numbers(steps, items, numbers),
        ]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}mm" height="{height}mm">{body}</svg>'
    )


def numbered(steps: list[Told]) -> dict[str, int]:
    """For each place the number of the told step that fills it, as on a page that counts them."""
    filled = {
        step.target: number
        for number, one in reversed(list(enumerate(steps, 1)))
        for step in one.steps
        if step.target and step.do != "redraw"
    }
    for number, one in enumerate(steps, 1):  # a pile or a hand is whole with its last part
        for step in one.steps:
            if step.do in ("stack", "choose"):
                filled[step.target] = number
    return filled


def described(steps: Procedure, network: Network) -> str:
    """The diagram in words, for those who cannot see it."""
    parts: dict[str, int] = {}
    for raw in steps.scenario.raw["layout"]["items"]:
        place, count = steps.places[raw["place"]], network.expected(raw["place"])
        holds = "" if not count else f" ({count})"
        said = f"each {place.group}{holds}" if place.group else f"{place.name}{holds}"
        parts[said] = parts.get(said, 0) + 1
    return f"The table when everything is laid out: {', '.join(parts)}."


# -- the table -------------------------------------------------------------------------------------


def _table(steps: Procedure, width: float, height: float, band: float) -> Iterator[str]:
    edge = {"stroke": palette.LINE, "stroke_width": "0.4"}
    yield rect(0.3, 0.3, width - 0.6, height - 0.6, 3, fill=palette.FIELD, **edge)
    for role, y in (("defender", 0.3), ("attacker", height - 0.3 - band)):
        side = side_of(steps.game, role)
        colour = _side_colour(steps, role)
        yield rect(0.3, y, width - 0.6, band, 3, fill=colour, fill_opacity="0.13")
        if side:
            name = steps.game.side_name(side).upper()
            turned = f"translate({n(width - 5)} {n(y + band / 2)}) rotate(90)"
            words = text(0, 0, name, 4.4, "middle", 700, colour, HEAD)
            yield f'<g transform="{turned}">{words}</g>'


def _side_colour(steps: Procedure, role: str) -> str:
    side = side_of(steps.game, role)
    back = str(steps.game.sides[side].get("back", "")) if side else ""
    return palette.side_colour(back, role)


def _item(steps: Procedure, network: Network, item: Item, numbers: Mapping[str, int]) -> str:
    place = steps.places[item.place]
    segments = network.places.get(item.place, [])
    own = place.side and place.holds != "terrain"
    colour = _side_colour(steps, place.side) if own else palette.TERRAIN
    box = item.x, item.y, item.w, item.h
    if item.draw == "tokens":
        out = tokens(steps.game, segments, *box)
    elif item.draw == "board":
        out = board(steps.game, segments, *box)
    else:
        draw = {"pile": _pile, "card": _card, "column": _column, "space": _space}[item.draw]
        out = draw(steps, place, item, segments, colour)
    if item.label_at != "none":
        out += _label(item, _notes(item.draw, segments))
    number = numbers.get(item.place)
    if number is not None and not place.group:
        out += _number(item.x, item.y, number)
    return out


def _number(x: float, y: float, number: int) -> str:
    """The number of the step that fills a place."""
    disc = circle(x, y, 2.5, fill=palette.ACCENT, stroke=palette.PAPER, stroke_width="0.5")
    return disc + text(x, y + 1.25, str(number), 3.5, weight=700, fill=palette.PAPER, family=HEAD)


def _group_numbers(
    steps: Procedure, items: Sequence[Item], numbers: Mapping[str, int]
) -> Iterator[str]:
    """Places that are filled together bear their number once, on the first of them."""
    seen: set[str] = set()
    for item in items:
        group = str(steps.places[item.place].group or "")
        if group and group not in seen and item.place in numbers:
            seen.add(group)
            yield _number(item.x, item.y, numbers[item.place])


def _label(item: Item, notes: list[str]) -> str:
    lines = [item.label, *notes]
    x, y, anchor = item.x + item.w / 2, item.y + item.h + LABEL + 0.3, "middle"
    if item.label_at == "above":
        y = item.y - 1.2 - (len(lines) - 1) * (LABEL + 0.2)
    elif item.label_at == "right":
        x, anchor = item.x + item.w + 2, "start"
        y = item.y + item.h / 2 + 1.1 - (len(lines) - 1) * (LABEL + 0.2) / 2
    elif item.label_at == "left":
        x, anchor = item.x - 2.4, "end"
        y = item.y + item.h / 2 + 1.1 - (len(lines) - 1) * (LABEL + 0.2) / 2
    elif item.label_at == "inside":
        y = item.y + item.h / 2 + 1.1
    out = ""
    for number, line in enumerate(lines):
        size, weight = (LABEL, 600) if number == 0 else (SMALL, 500)
        fill = palette.INK if number == 0 else palette.QUIET
        out += text(x, y + number * (LABEL + 0.2), line, size, anchor, weight, fill)
    return out


def _notes(draw: str, segments: list[Segment]) -> list[str]:
    """Small lines under a label: the parts of a pile, how many lie on the board."""
    if len(segments) > 1 and all(segment.count for segment in segments):
        return [f"{segments[0].count} on top of {' and '.join(str(s.count) for s in segments[1:])}"]
    if draw == "board" and segments:
        return [f"{counts_of(segments).total()} left"]
    return []


def _pile(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    out = ""
    for step in (2, 1, 0):
        shift = step * 0.9
        out += rect(
            item.x + shift, item.y + shift, item.w - 1.8, item.h - 1.8,
            fill=colour, stroke=palette.PAPER, stroke_width="0.4",
        )  # fmt: skip
    count = sum(s.count or 0 for s in segments) if all(s.count is not None for s in segments) else 0
    middle = item.x + (item.w - 1.8) / 2, item.y + (item.h - 1.8) / 2
    if place.id.endswith("heroic"):
        out += icon("star", middle[0] - 3.6, middle[1] - 3.6, 7.2, palette.WORDS["yellow"], colour)
    elif count:
        out += big(middle[0], middle[1] + 2.3, str(count))
    else:
        inset = 1.6
        out += rect(
            item.x + inset, item.y + inset, item.w - 1.8 - 2 * inset, item.h - 1.8 - 2 * inset, 0.8,
            fill="none", stroke=palette.PAPER, stroke_width="0.3", stroke_opacity="0.7",
        )  # fmt: skip
    return out


def _card(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    if place.holds == "card":
        return _fan(item, segments, colour)
    down = any(segment.face == "down" for segment in segments)
    paper, ink = (colour, palette.PAPER) if down else (palette.PAPER, colour)
    out = rect(item.x, item.y, item.w, item.h, fill=paper, stroke=colour, stroke_width="0.7")
    if item.label_at == "inside":
        return out
    size = min(item.w, item.h) * 0.62
    number = _face_number(steps, segments)
    top = item.y + (1.2 if number else (item.h - size) / 2)
    second = colour if down else palette.LINE
    out += icon(item.icon, item.x + (item.w - size) / 2, top, size, ink, second)
    if number:
        out += text(item.x + item.w / 2, item.y + item.h - 1.3, number, 3.4, weight=600, fill=ink)
    return out


def _column(
    steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str
) -> str:
    """Cards one below another, none covered."""
    count = sum(segment.count or 0 for segment in segments) or 1
    step = (item.h + COLUMN_GAP) / count
    cards = [
        replace(item, y=item.y + step * number, h=step - COLUMN_GAP, label_at="below")
        for number in range(count)
    ]
    return "".join(_card(steps, place, card, segments, colour) for card in cards)


def _face_number(steps: Procedure, segments: list[Segment]) -> str:
    """The number of the Terrain that lies there, where it is one alone and has one."""
    for segment in segments:
        sure = segment.group.supply.sure if segment.group.supply else {}
        for piece in sure if len(sure) == 1 else ():
            terrain = steps.game.terrains.get(piece.partition(":")[2])
            for face in terrain.faces if terrain else ():
                if face.letter in ("", segment.face) and face.number.known:
                    return str(face.number.value)
    return ""


def _fan(item: Item, segments: list[Segment], colour: str) -> str:
    """A hand of cards, with how many there are."""
    out = ""
    foot = item.x + item.w / 2, item.y + item.h * 1.25
    edge = {"stroke": palette.PAPER, "stroke_width": "0.4"}
    card = rect(item.x + 1.5, item.y, item.w - 3, item.h - 3, 1.2, fill=colour, **edge)
    for turn in (-16, 16, 0):
        out += f'<g transform="rotate({turn} {n(foot[0])} {n(foot[1])})">' + card + "</g>"
    count = sum(segment.count or 0 for segment in segments)
    if count:
        out += big(foot[0], item.y + item.h / 2 + 1, str(count))
    return out


def _space(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    return rect(
        item.x, item.y, item.w, item.h,
        fill=palette.PAPER, fill_opacity="0.45", stroke=colour, stroke_width="0.4",
        stroke_dasharray="1.6 1.1",
    )  # fmt: skip

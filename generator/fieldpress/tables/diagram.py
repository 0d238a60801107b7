"""The drawn table: an SVG made from a scenario's layout and from what its steps put where.

One unit of the layout is one unit of the SVG; as the table is drawn as wide as the page's text, a
unit is about a millimetre.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from fieldpress.engine.setup import Place, Procedure
from fieldpress.engine.setup.network import Network, Segment
from fieldpress.engine.setup.telling import Told, side_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.faces.icons import FOLDER
from fieldpress.model import Counter as Token
from fieldpress.model import Text
from fieldpress.tables import palette

HEAD, TEXT = "Sheet Head", "Sheet Text"
LABEL = 3.5
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
    body = "".join(
        [
            *_table(steps, width, height),
            *(_item(steps, network, Item.parse(raw, steps), numbers) for raw in layout["items"]),
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
    parts = []
    for raw in steps.scenario.raw["layout"]["items"]:
        count = network.expected(raw["place"])
        holds = "" if not count else f" ({count})"
        parts.append(f"{steps.places[raw['place']].name}{holds}")
    return f"The table when everything is laid out: {', '.join(parts)}."


# -- shapes ----------------------------------------------------------------------------------------


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _rect(x: float, y: float, w: float, h: float, r: float = 1.2, **style: str) -> str:
    attributes = " ".join(f"{k.replace('_', '-')}={quoteattr(v)}" for k, v in style.items())
    box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"'
    return f'<rect {box} rx="{_n(r)}" {attributes}/>'


def _circle(x: float, y: float, r: float, **style: str) -> str:
    attributes = " ".join(f"{k.replace('_', '-')}={quoteattr(v)}" for k, v in style.items())
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" {attributes}/>'


def _text(
    x: float, y: float, text: str, size: float, anchor: str = "middle", weight: int = 600,
    fill: str = palette.INK, family: str = TEXT,
) -> str:  # fmt: skip
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-family="{family}" font-size="{_n(size)}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )


def _big(x: float, y: float, text: str) -> str:
    """A number on a pile or a hand."""
    return _text(x, y, text, 6.5, weight=700, fill=palette.PAPER, family=HEAD)


def _icon(name: str, x: float, y: float, size: float, fill: str, second: str) -> str:
    try:
        raw = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    except OSError:
        raise EngineFault(f"the layout names no shipped icon: {name}") from None
    inner = _TAG.sub(
        lambda tag: _coloured(tag[0], fill, second), raw[raw.index(">") + 1 : raw.rindex("</svg>")]
    )
    spot = f"translate({_n(x)} {_n(y)}) scale({_n(size / 64)})"
    return f'<g transform="{spot}" fill="{fill}">{inner}</g>'


_TAG = re.compile(r"<[a-z][^>]*>")


def _coloured(tag: str, fill: str, second: str) -> str:
    """An element of an icon in its tone; an outlined one takes the tone as its stroke."""
    tone = second if 'data-tone="2"' in tag else fill
    tag = tag.replace(' data-tone="2"', "")
    if 'fill="none"' in tag:
        return tag.replace('fill="none"', f'fill="none" stroke="{tone}"')
    return tag.replace(" ", f' fill="{tone}" ', 1) if tone == second else tag


# -- the table -------------------------------------------------------------------------------------


def _table(steps: Procedure, width: float, height: float) -> Iterator[str]:
    edge = {"stroke": palette.LINE, "stroke_width": "0.4"}
    yield _rect(0.3, 0.3, width - 0.6, height - 0.6, 3, fill=palette.FIELD, **edge)
    band = height / 3
    for role, y in (("defender", 0.3), ("attacker", height - 0.3 - band)):
        side = side_of(steps.game, role)
        colour = _side_colour(steps, role)
        yield _rect(0.3, y, width - 0.6, band, 3, fill=colour, fill_opacity="0.13")
        if side:
            name = steps.game.side_name(side).upper()
            turned = f"translate({_n(width - 5)} {_n(y + band / 2)}) rotate(90)"
            text = _text(0, 0, name, 4.4, "middle", 700, colour, HEAD)
            yield f'<g transform="{turned}">{text}</g>'


def _side_colour(steps: Procedure, role: str) -> str:
    side = side_of(steps.game, role)
    back = str(steps.game.sides[side].get("back", "")) if side else ""
    return palette.side_colour(back, role)


def _item(steps: Procedure, network: Network, item: Item, numbers: Mapping[str, int]) -> str:
    place = steps.places[item.place]
    segments = network.places.get(item.place, [])
    own = place.side and place.holds != "terrain"
    colour = _side_colour(steps, place.side) if own else palette.TERRAIN
    draw = {
        "pile": _pile, "card": _card, "space": _space, "tokens": _tokens, "board": _board
    }[item.draw]  # fmt: skip
    out = draw(steps, place, item, segments, colour)
    out += _label(item, _notes(item.draw, segments))
    number = numbers.get(item.place)
    if number is not None:
        x, y = item.x, item.y
        out += _circle(x, y, 2.5, fill=palette.ACCENT, stroke=palette.PAPER, stroke_width="0.5")
        out += _text(x, y + 1.25, str(number), 3.5, weight=700, fill=palette.PAPER, family=HEAD)
    return out


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
        out += _text(x, y + number * (LABEL + 0.2), line, size, anchor, weight, fill)
    return out


def _notes(draw: str, segments: list[Segment]) -> list[str]:
    """Small lines under a label: the parts of a pile, how many lie on the board."""
    if len(segments) > 1 and all(segment.count for segment in segments):
        return [f"{segments[0].count} on top of {' and '.join(str(s.count) for s in segments[1:])}"]
    if draw == "board" and segments:
        return [f"{_counts(segments).total()} left"]
    return []


def _pile(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    out = ""
    for step in (2, 1, 0):
        shift = step * 0.9
        out += _rect(
            item.x + shift, item.y + shift, item.w - 1.8, item.h - 1.8,
            fill=colour, stroke=palette.PAPER, stroke_width="0.4",
        )  # fmt: skip
    count = sum(s.count or 0 for s in segments) if all(s.count is not None for s in segments) else 0
    middle = item.x + (item.w - 1.8) / 2, item.y + (item.h - 1.8) / 2
    if place.id.endswith("heroic"):
        out += _icon("star", middle[0] - 3.6, middle[1] - 3.6, 7.2, palette.WORDS["yellow"], colour)
    elif count:
        out += _big(middle[0], middle[1] + 2.3, str(count))
    else:
        inset = 1.6
        out += _rect(
            item.x + inset, item.y + inset, item.w - 1.8 - 2 * inset, item.h - 1.8 - 2 * inset, 0.8,
            fill="none", stroke=palette.PAPER, stroke_width="0.3", stroke_opacity="0.7",
        )  # fmt: skip
    return out


def _card(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    if place.holds == "card":
        return _fan(item, segments, colour)
    down = any(segment.face == "down" for segment in segments)
    paper, ink = (colour, palette.PAPER) if down else (palette.PAPER, colour)
    out = _rect(item.x, item.y, item.w, item.h, fill=paper, stroke=colour, stroke_width="0.7")
    size = min(item.w, item.h) * 0.62
    number = _face_number(steps, segments)
    top = item.y + (1.2 if number else (item.h - size) / 2)
    second = colour if down else palette.LINE
    out += _icon(item.icon, item.x + (item.w - size) / 2, top, size, ink, second)
    if number:
        out += _text(item.x + item.w / 2, item.y + item.h - 1.3, number, 3.4, weight=600, fill=ink)
    return out


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
    card = _rect(item.x + 1.5, item.y, item.w - 3, item.h - 3, 1.2, fill=colour, **edge)
    for turn in (-16, 16, 0):
        out += f'<g transform="rotate({turn} {_n(foot[0])} {_n(foot[1])})">' + card + "</g>"
    count = sum(segment.count or 0 for segment in segments)
    if count:
        out += _big(foot[0], item.y + item.h / 2 + 1, str(count))
    return out


def _space(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    return _rect(
        item.x, item.y, item.w, item.h,
        fill=palette.PAPER, fill_opacity="0.45", stroke=colour, stroke_width="0.4",
        stroke_dasharray="1.6 1.1",
    )  # fmt: skip


def _counts(segments: list[Segment]) -> Counter[str]:
    """The tokens of a place by class; mixed groups are looked through."""
    found: Counter[str] = Counter()
    for segment in segments:
        group = segment.group
        if group.supply is not None and len(group.supply.sure) == 1:
            found[next(iter(group.supply.sure))] += segment.count or 0
            continue
        for source, count in group.inputs:
            if source.supply is not None and len(source.supply.sure) == 1:
                found[next(iter(source.supply.sure))] += count or 0
    return found


def _tokens(
    steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str
) -> str:
    counts = sorted(_counts(segments).items())
    out = ""
    face = next((segment.face for segment in segments if segment.face), "")
    rows = max(1, len(counts))
    radius = min(4.6, (item.h / rows - 0.8) / 2)
    for row, (piece, count) in enumerate(counts):
        token = steps.game.counters.get(piece.partition(":")[2])
        if token is None:
            continue
        y = item.y + item.h / rows * (row + 0.5)
        gap = min(2 * radius + 0.8, (item.w - 2 * radius) / max(1, count - 1))
        start = item.x + item.w / 2 - gap * (count - 1) / 2
        for number in range(count):
            out += _token(token, face, start + number * gap, y, radius)
    return out


def _token(token: Token, face: str, x: float, y: float, radius: float) -> str:
    shown = next((entry for entry in token.faces if entry.id == face), token.faces[0])
    body = _body(token)
    out = _circle(x, y, radius, fill=body, stroke=palette.PAPER, stroke_width="0.45")
    mark = palette.WORDS.get(shown.colour or "", palette.PAPER)
    if body == mark or (shown.colour in ("red",) and body != palette.WORDS["black"]):
        mark = palette.PAPER
    text = str(shown.shows)
    if token.kind == "combat":
        out += _circle(x, y, radius * 0.78, fill="none", stroke=mark, stroke_width="0.35")
        size = radius * 0.95
        return out + _text(x, y + radius * 0.32, text, size, weight=700, fill=mark, family=HEAD)
    if token.kind == "strength":
        size = radius * 1.15
        return out + _icon("cross", x - size / 2, y - size / 2, size, palette.PAPER, body)
    return out + _text(x, y + 1, text, min(3.1, radius * 0.62), weight=700, fill=_on(body))


def _body(token: Token) -> str:
    word = str(token.colour.value) if token.colour.known else ""
    return palette.WORDS.get(word, palette.QUIET)


def _on(colour: str) -> str:
    from fieldpress.faces.colours import contrast

    return (
        palette.PAPER
        if contrast(palette.PAPER, colour) > contrast(palette.INK, colour)
        else palette.INK
    )


def _board(steps: Procedure, place: Place, item: Item, segments: list[Segment], colour: str) -> str:
    """The reserve card with its tokens in rows."""
    edge = {"stroke": palette.QUIET, "stroke_width": "0.5"}
    out = _rect(item.x, item.y, item.w, item.h, 1.2, fill=palette.BOARD, **edge)
    counts = _counts(segments)
    total = counts.total()
    token = next((steps.game.counters.get(piece.partition(":")[2]) for piece in counts), None)
    if token is None or not total:
        return out
    columns = next(n for n in range(1, total + 1) if n * n * item.h >= total * item.w)
    rows = -(-total // columns)
    gap = min((item.w - 3) / columns, (item.h - 3) / rows)
    left = item.x + (item.w - gap * (columns - 1)) / 2
    top = item.y + (item.h - gap * (rows - 1)) / 2
    for number in range(total):
        row, column = divmod(number, columns)
        out += _token(token, "", left + column * gap, top + row * gap, gap * 0.44)
    return out

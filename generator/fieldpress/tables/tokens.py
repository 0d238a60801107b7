"""Counters of a drawn table: side by side at their place, or in rows on the reserve card."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil

from fieldpress.engine.setup.network import Segment
from fieldpress.model import Counter as Token
from fieldpress.model import Game
from fieldpress.tables import palette
from fieldpress.tables.shapes import HEAD, circle, icon, rect, text

_NUMBER = re.compile(r"[+-]?\d+$")
#: The largest radius of a token.
LARGEST = 4.6
#: More of one class than this are drawn as one with its number.
MANY = 6
#: What is drawn on counters whose faces bear a picture, by their kind.
PICTURES = {
    "strength": "cross",
    "control": "flag",
    "initiative": "arrow-up",
    "fate": "medal",
    "assault": "explosion",
    "production": "containers",
    "barricade": "wire",
}


def counts_of(segments: list[Segment]) -> Counter[str]:
    """The counters of a place by class; mixed groups are looked through."""
    found: Counter[str] = Counter()
    for segment in segments:
        group = segment.group
        if group.supply is not None:
            sure = group.supply.sure
            if len(sure) == 1:
                found[next(iter(sure))] += segment.count or 0
            elif segment.count == sum(sure.values()):
                found.update(sure)
            continue
        here: Counter[str] = Counter()
        for source, count in group.inputs:
            sure = source.supply.sure if source.supply is not None else {}
            if len(sure) == 1:
                here[next(iter(sure))] += count or 0
            elif count == sum(sure.values()):
                here.update(sure)
        if here and segment.count is not None and segment.count < here.total():
            here = Counter({next(iter(here)): segment.count})  # which of them, nobody can tell
        found.update(here)
    return found


def tokens(game: Game, segments: list[Segment], x: float, y: float, w: float, h: float) -> str:
    """The counters of a place, a row for each class, as large as the box allows."""
    counts = [(p.partition(":")[2], n) for p, n in sorted(counts_of(segments).items())]
    known = [(game.counters[ident], n) for ident, n in counts if ident in game.counters]
    face = next((segment.face for segment in segments if segment.face), "")
    if known and all(count == 1 for _, count in known):  # single pieces stand in as many rows
        return _singles([token for token, _ in known], face, x, y, w, h)
    if len(known) > 2 or any(count > MANY for _, count in known):
        return _counted(known, face, x, y, w, h)
    rows = max(1, len(known))
    radius = min(LARGEST, (h / rows - 0.8) / 2)
    out = ""
    for row, (token, count) in enumerate(known):
        middle = y + h / rows * (row + 0.5)
        gap = min(2 * radius + 0.8, (w - 2 * radius) / max(1, count - 1))
        start = x + w / 2 - gap * (count - 1) / 2
        for number in range(count):
            out += one(token, face, start + number * gap, middle, radius)
    return out


def _singles(shown: list[Token], face: str, x: float, y: float, w: float, h: float) -> str:
    radius, spots = _grid(len(shown), x, y, w, h, 1)
    return "".join(
        one(token, face, cx, cy, radius) for token, (cx, cy) in zip(shown, spots, strict=True)
    )


def _counted(
    known: list[tuple[Token, int]], face: str, x: float, y: float, w: float, h: float
) -> str:
    """One counter of each class, and how many there are."""
    radius, spots = _grid(len(known), x, y, w, h, 2)
    out = ""
    for (token, count), (cx, cy) in zip(known, spots, strict=True):
        out += one(token, face, cx - radius, cy, radius)
        size = radius * 0.95
        out += text(cx + radius * 0.25, cy + size * 0.34, f"×{count}", size, "start", 700)
    return out


def _grid(
    number: int, x: float, y: float, w: float, h: float, wide: int
) -> tuple[float, list[tuple[float, float]]]:
    """The largest radius at which so many counters, each `wide` times as wide as high, fit the box,
    and their middles."""
    columns = max(range(1, number + 1), key=lambda n: min(w / n / wide, h / ceil(number / n)))
    rows = ceil(number / columns)
    radius = min(LARGEST, (min(w / columns / wide, h / rows) - 0.8) / 2)
    spots = []
    for one_ in range(number):
        row, column = divmod(one_, columns)
        here = min(
            columns, number - row * columns
        )  # a last row that is not full stands in the middle
        cx = x + w / 2 + (column - (here - 1) / 2) * w / columns
        spots.append((cx, y + h / rows * (row + 0.5)))
    return radius, spots


def one(token: Token, face: str, x: float, y: float, radius: float) -> str:
    """A counter with this face up; a combat token with both, if they differ."""
    shown = next((entry for entry in token.faces if entry.id == face), token.faces[0])
    body = _body(token, shown.colour or "")
    edge = {"stroke": palette.PAPER, "stroke_width": "0.45"}
    if token.shape == "square":
        side = radius * 1.84
        out = rect(x - side / 2, y - side / 2, side, side, 0.8, fill=body, **edge)
    else:
        out = circle(x, y, radius, fill=body, **edge)
    mark = palette.WORDS.get(shown.colour or "", palette.PAPER)
    if body == mark or (shown.colour in ("red",) and body != palette.WORDS["black"]):
        mark = palette.PAPER
    words = str(shown.shows)
    if token.kind == "combat":
        if mark == palette.PAPER:
            mark = _on(body)
        numbers = [str(entry.shows) for entry in token.faces if _NUMBER.match(str(entry.shows))]
        if len(numbers) == len(token.faces):
            words = "/".join(dict.fromkeys(numbers))
        out += circle(x, y, radius * 0.8, fill="none", stroke=mark, stroke_width="0.35")
        size = radius * (0.95 if len(words) < 3 else 0.72 if len(words) < 5 else 0.6)
        return out + text(x, y + size * 0.34, words, size, weight=700, fill=mark, family=HEAD)
    picture = PICTURES.get(token.kind)
    if picture:
        size = radius * 1.15
        return out + icon(picture, x - size / 2, y - size / 2, size, _on(body), body)
    return out + _words(words, x, y, radius, _on(body))


def _words(words: str, x: float, y: float, radius: float, fill: str) -> str:
    """A word or two on a counter, one below the other."""
    lines = words.split(" ", 1)
    longest = max(len(line) for line in lines)
    size = min(3.1, radius * 0.62, radius * 3.3 / max(1, longest))
    top = y + size * 0.34 - (len(lines) - 1) * size * 0.52
    return "".join(
        text(x, top + row * size * 1.04, line, size, weight=700, fill=fill)
        for row, line in enumerate(lines)
    )


def _body(token: Token, face: str) -> str:
    word = str(token.colour.value) if token.colour.known else ""
    return palette.WORDS.get(word) or palette.WORDS.get(face if not word else "") or palette.QUIET


def _on(colour: str) -> str:
    from fieldpress.faces.colours import contrast

    return (
        palette.PAPER
        if contrast(palette.PAPER, colour) > contrast(palette.INK, colour)
        else palette.INK
    )


def board(game: Game, segments: list[Segment], x: float, y: float, w: float, h: float) -> str:
    """The reserve card with its tokens in rows."""
    edge = {"stroke": palette.QUIET, "stroke_width": "0.5"}
    out = rect(x, y, w, h, 1.2, fill=palette.BOARD, **edge)
    counts = counts_of(segments)
    total = counts.total()
    token = next((game.counters.get(piece.partition(":")[2]) for piece in counts), None)
    if token is None or not total:
        return out
    columns = next(n for n in range(1, total + 1) if n * n * h >= total * w)
    rows = -(-total // columns)
    gap = min((w - 3) / columns, (h - 3) / rows)
    left = x + (w - gap * (columns - 1)) / 2
    top = y + (h - gap * (rows - 1)) / 2
    for number in range(total):
        row, column = divmod(number, columns)
        out += one(token, "", left + column * gap, top + row * gap, gap * 0.44)
    return out

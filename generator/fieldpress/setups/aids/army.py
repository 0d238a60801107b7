"""What each side has in each scenario: its cards by kind, heroic cards, tokens and markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fieldpress.engine.setup import Procedure, procedure
from fieldpress.engine.setup.network import build, variants
from fieldpress.engine.setup.parts import Pieces
from fieldpress.engine.setup.supply import blanks, decided
from fieldpress.model import Card, Fact, Game, Library
from fieldpress.setups.documents import played
from fieldpress.setups.operational.texts import Head, head, words
from fieldpress.tables import palette
from fieldpress.tables.tokens import counts_of

UNSTATED = "?"
KINDS = (("unit", "Units"), ("event", "Events"), ("action", "Combat Actions"))


@dataclass(frozen=True, slots=True)
class Row:
    """A piece: name and its language, a remark, and how many of it each scenario takes."""

    name: str
    language: str
    remark: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Pieces that belong together; `figure` heads the column of remarks, where there is one."""

    title: str
    remark: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ArmyList:
    """The list of a side."""

    head: Head
    colour: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All lists, and the scenarios that their columns stand for."""

    game: str
    language: str
    scenarios: tuple[str, ...]
    lists: tuple[ArmyList, ...]


def view(library: Library, game: Game) -> View:
    """The lists of the sides for which the box has one. EngineFault where content is at fault."""
    scenarios = tuple(played(game))
    procedures = [procedure(library, game.id, one.id) for one in scenarios]
    sides = [c for c in game.components.values() if c.kind == "list" and c.side.value in game.sides]
    return View(
        game.title.get(),
        game.language,
        tuple(words(game, one.raw["title"]) for one in scenarios),
        tuple(
            ArmyList(
                head(game, game.side_name(str(one.side.value)), "Army list", ()),
                palette.side_colour(
                    str(game.sides[str(one.side.value)].get("back", "")),
                    str(game.sides[str(one.side.value)].get("role", "")),
                ),
                tuple(_parts(game, procedures, str(one.side.value))),
            )
            for one in sides
        ),
    )


def _parts(game: Game, procedures: Sequence[Procedure], side: str) -> Iterator[Part]:
    own = [c for c in game.cards.values() if c.side.known and c.side.value == side]
    for kind, title in KINDS:
        remark = "Combat value" if kind == "unit" else ""
        yield from _cards(game, procedures, title, remark, [c for c in own if _of(c, kind)])
    left = [c for c in own if not any(_of(c, kind) for kind, _ in KINDS)]
    yield from _cards(game, procedures, "Cards of a kind that is not stated", "", left)
    unnamed: dict[str, tuple[str, ...]] = {}
    for owner, name, entry in blanks(game, "card"):
        if entry.get("side") == side:
            said = words(game, entry.get("name", name)).partition(",")[0]
            cells = _unnamed(owner, entry, procedures)
            before = unnamed.get(said, ("",) * len(cells))
            if any(one and other for one, other in zip(before, cells, strict=True)):
                said, before = f"{said} ({game.sets[owner].name})", ("",) * len(cells)
            unnamed[said] = tuple(o or n for o, n in zip(before, cells, strict=True))
    if unnamed:
        rows = tuple(Row(said, game.language, "", cells) for said, cells in unnamed.items())
        yield Part("Cards that are not known by name", "", rows)
    open_ = [c for c in game.cards.values() if c.side.unknown and _may(c.side, side)]
    yield from _cards(game, procedures, "Cards whose side is not stated", "", open_)
    yield from _counters(game, procedures, side)


def _of(card: Card, kind: str) -> bool:
    return card.kind.known and card.kind.value == kind


def _may(fact: Fact[str], side: str) -> bool:
    return not fact.among or side in fact.among


def _cards(
    game: Game, procedures: Sequence[Procedure], title: str, remark: str, cards: Iterable[Card]
) -> Iterator[Part]:
    rows = []
    for card in sorted(cards, key=lambda one: (one.heroic.value is True, str(one.name))):
        cells = tuple(_copies(game, steps, card) for steps in procedures)
        if not any(cells):
            continue
        said = ""
        if remark:
            value = card.combat_value
            said = str(value.value) if value.known else UNSTATED if value.unknown else ""
        if card.heroic.known and card.heroic.value:
            said = f"{said} heroic".strip()
        rows.append(Row(card.name.get(), card.name.language(), said, cells))
    if rows:
        yield Part(title, remark, tuple(rows))


def _copies(game: Game, steps: Procedure, card: Card) -> str:
    """How many copies a scenario takes: a number, at least one, not stated; empty where none."""
    piece = f"card:{card.id}"
    if any(decided(game, what, piece)[0] for what, _ in steps.left_out):
        return ""
    copies = card.copies
    if copies.unknown:
        return UNSTATED
    found = [(copies.value or {}).get(name) for name in steps.sets]
    known = [one for one in found if one is not None and one.state not in ("none", "absent")]
    if not known:
        return ""
    if all(one.known for one in known):
        return str(sum(one.value or 0 for one in known))
    least = sum(one.value or 0 if one.known else one.at_least or 0 for one in known)
    return f"{least} or more" if least else UNSTATED


def _unnamed(owner: str, entry: object, procedures: Sequence[Procedure]) -> tuple[str, ...]:
    assert isinstance(entry, dict)
    fact: Fact[int] = Fact.parse(entry["count"], ())
    count = str(fact.value) if fact.known else UNSTATED
    what = Pieces("card", heroic=True)
    return tuple(
        count
        if owner in steps.sets
        and not (entry.get("heroic") and any(left == what for left, _ in steps.left_out))
        else ""
        for steps in procedures
    )


def _counters(game: Game, procedures: Sequence[Procedure], side: str) -> Iterator[Part]:
    """What lies before the side when everything is laid out."""
    role = game.sides[side].get("role")
    tables: list[Counter[str]] = []
    for steps in procedures:
        network = build(steps, next(variants(steps, {})))
        here: Counter[str] = Counter()
        for name, place in steps.places.items():
            if place.side == role and place.holds == "counter" and not place.hidden:
                here += counts_of(network.places.get(name, []))
        tables.append(here)
    rows = []
    for piece in dict.fromkeys(piece for here in tables for piece in here):
        counter = game.counters[piece.partition(":")[2]]
        cells = tuple(str(here[piece]) if here[piece] else "" for here in tables)
        rows.append(Row(counter.name.get(), counter.name.language(), "", cells))
    if rows:
        yield Part("Before him at the start", "", tuple(rows))


__all__ = ["ArmyList", "Part", "Row", "View", "view"]

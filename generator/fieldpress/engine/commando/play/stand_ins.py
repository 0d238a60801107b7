"""Stand-ins: what no source states, filled in by one rule so that a scenario can be tried out.

The rule is the same always; nothing is drawn by chance, and nothing that a source states is
changed. It fills in, for the scenario's own sets:

- *kind*: a Combat Action where that is possible, else what may be; *heroic*: not; a card of which
  no source says whose it is stays out, and so does one whose copies may belong to other sets;
- *Combat value*: the Units of a side without one count 2, 3, 3 and 4 in turn, heroic ones 4;
- *effects*: what is stated whole stays; a count whose worth is not stated is worth 1 for each card
  counted; otherwise a Combat Action adds 1, an Event draws a card, a Unit and a Terrain do nothing;
- *copies*: an ordinary Unit 4, another ordinary card 3, a heroic one 1; of a deck with more than
  30 ordinary cards those go that are there most, one at a time, down to 30 or one of each;
  stand-in Units (3) and Combat Actions (+1), two to one, fill a smaller one up to 30 ordinary
  cards, and stand-in heroic Units a side's heroic cards up to 4;
- *Buildings*: a Terrain is none; *draws*: two cards for each side; *size*: 4 at an objective, else
  2 and 3 in turn;
- pieces known by number only become stand-in pieces of their own;
- a point that the book leaves open is settled by its first reading.

What comes of it is for play and simulation alone: it is never printed, exported or shown as a fact,
and says nothing of the published game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from typing import Any

from fieldpress.engine.commando.play.knowing import takes
from fieldpress.engine.commando.play.missing import cards_in, missing, terrains_in
from fieldpress.model import Card, Fact, Game, Library, Scenario, Terrain, Text
from fieldpress.model.records import PieceSet, TerrainFace

#: What the name and the text of a piece begin with that is a stand-in, or rests on one.
MARK = "[stand-in]"
DECK, HEROES, UNIT_COPIES, OTHER_COPIES = 30, 4, 4, 3
VALUES, HEROIC_VALUE, FILLING_VALUE = (2, 3, 3, 4), 4, 3
DRAWS, SIZES, OBJECTIVE_SIZE = 2, (2, 3), 4

_ACTION = [{"when": "played", "do": [{"modify": {"what": "combat-value", "of": "own", "add": 1}}],
            "until": "fight"}]  # fmt: skip
_EVENT = [{"when": "played", "do": [{"draw": {"who": "own", "count": 1}}]}]
_WORTH = [{"modify": {"what": "combat-value", "of": "own", "add": {"per_counted": 1}}}]
_COUNTED = {"where": "terrain", "states": ["fighting", "destroyed", "won"], "itself": False}
_SAID = {
    "unit": "does nothing besides", "action": "+1 for your Unit in this Combat",
    "event": "draw one card",
}  # fmt: skip


def readings(library: Library, game: str, scenario: str) -> dict[str, str]:
    """The first reading of every point that the book leaves open and that play may come to."""
    found = library[game].discrepancies
    return {
        name: next(iter(found[name].readings))
        for group in missing(library, game, scenario)
        if group.field == "reading"
        for name in (record.partition(":")[2] for record in group.records)
    }


def filled(library: Library, game: str, scenario: str) -> Library:
    """The library with a game in which nothing that the scenario needs is unknown. A scenario that
    lacks nothing is left as it is."""
    if not missing(library, game, scenario):
        return library
    found, played = library[game], library[game].scenarios[scenario]
    sets = takes(library, game, played)
    cards = dict(found.cards)
    mine = {card.id for card in cards_in(library, game, played)}
    values = {side: cycle(VALUES) for side in found.sides}
    for ident, card in found.cards.items():
        cards[ident] = _card(card, sets, values) if ident in mine else _without(card)
    terrains = dict(found.terrains)
    sizes = cycle(SIZES)
    for terrain in terrains_in(library, game, played):
        terrains[terrain.id] = _terrain(found, played, terrain, sets, sizes)
    for piece in _unnamed(found, sets, sizes):
        (cards if isinstance(piece, Card) else terrains)[piece.id] = piece  # type: ignore[assignment]
    for side in found.sides:
        cards.update({card.id: card for card in _filling(found, cards, side, sets)})
    for side in found.sides:
        cards.update(_smaller(cards, side, sets))
    named = {
        str(blank["id"]): tuple(f"{blank['id']}-{n}" for n in range(1, _number(blank) + 1))
        for ident in sets
        for blank in found.sets[ident].blanks
    }
    changed = replace(
        found,
        scenarios={
            ident: replace(one, raw=_by_name(one.raw, named))
            for ident, one in found.scenarios.items()
        },
        cards=cards,
        terrains=terrains,
        sets={ident: _set(found, one, ident in sets) for ident, one in found.sets.items()},
    )
    return Library({**library.games, game: changed})


def _known(value: Any) -> Fact[Any]:
    return Fact("known", value)


# -- cards -----------------------------------------------------------------------------------------


def _card(card: Card, sets: tuple[str, ...], values: Mapping[str, Iterator[int]]) -> Card:
    if not card.side.known:
        return _without(card)
    kind = _kind(card)
    heroic = card.heroic if card.heroic.known else _known(False)
    value = card.combat_value
    if not value.known and "unit" in (kind.value, *card.plays_as):
        value = _known(HEROIC_VALUE if heroic.value else next(values[str(card.side.value)]))
    many = 1 if heroic.value else UNIT_COPIES if kind.value == "unit" else OTHER_COPIES
    plays_as = card.plays_as or (str(kind.value),)
    unit_type: Fact[str] = card.unit_type if card.unit_type.known else Fact("none")
    effects, said = _effects(card.effects, str(kind.value))
    text = card.text if said == "" else _known(Text({"en": f"{MARK} {said}"}, "en"))
    return replace(
        card, kind=kind, heroic=heroic, combat_value=value, plays_as=plays_as, effects=effects,
        unit_type=unit_type, copies=_copies(card.copies, sets, many), text=text,
    )  # fmt: skip


def _kind(card: Card) -> Fact[str]:
    if card.kind.known:
        return card.kind
    among = tuple(card.kind.among or ("action",))
    return _known("action" if "action" in among else among[0])


def _without(card: Card) -> Card:
    """A card that stays out of this scenario's decks."""
    return replace(card, copies=_known({}))


def _copies(
    fact: Fact[dict[str, Fact[int]]], sets: tuple[str, ...], many: int
) -> Fact[dict[str, Fact[int]]]:
    if fact.unknown:
        return _known({sets[0]: _known(many)} if sets else {})
    kept = {
        name: one if one.known else _known(many)
        for name, one in (fact.value or {}).items()
        if name in sets and one.state not in ("none", "absent") and _belongs(one, many)
    }
    return _known(kept)


def _belongs(copies: Fact[int], many: int) -> bool:
    """A heroic card of which nobody says that it is in a set stays out: those are counted."""
    return many > 1 or copies.known or bool(copies.at_least)


def _effects(fact: Fact[list[Any]], kind: str) -> tuple[Fact[list[Any]], str]:
    """The effects with what is unknown filled in, and what to say of it ("" where nothing was)."""
    if fact.state in ("none", "absent"):
        return fact, ""
    raw = fact.value or [{"unknown": ""}]
    stated = [kept for entry in raw if (kept := _whole(entry)) is not None]
    if len(stated) == len(raw) and all(a is b for a, b in zip(stated, raw, strict=True)):
        return fact, ""
    own = any(entry.get("when") != "answer" and _does(entry) for entry in stated)
    answers = any(entry.get("when") == "answer" for entry in stated)
    if own or answers or kind in ("unit", "terrain"):
        if any(entry.get("do") is _WORTH for entry in stated):
            return _known(stated), "+1 for each card that it counts"
        return _known(stated), "as far as it is stated" if stated else _SAID["unit"]
    return _known([*stated, *(_EVENT if kind == "event" else _ACTION)]), _SAID[kind]


def _does(entry: Mapping[str, Any]) -> bool:
    """Whether an effect does something when its card is played (a permission alone does not)."""
    return any("permit" not in operation for operation in entry.get("do", ()))


def _whole(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """An effect without what is unknown in it; None where nothing of use is left."""
    if set(entry) == {"unknown"} or entry.get("when") == "unknown":
        return None
    do, counts = entry.get("do", ()), entry.get("counts", {})
    open_counts = any("unknown" in (value, *_listed(value)) for value in counts.values())
    if not open_counts and do != "unknown" and all(o != "unknown" and _stated(o) for o in do):
        return entry
    kept = dict(entry)
    if "counts" in kept:
        kept["counts"] = {
            key: _COUNTED[key] if "unknown" in (value, *_listed(value)) else value
            for key, value in kept["counts"].items()
        }
    if do == "unknown":
        if "counts" not in kept:
            return None
        return {**kept, "do": _WORTH}
    kept["do"] = [operation for operation in do if operation != "unknown" and _stated(operation)]
    if not kept["do"] and not kept.get("modes"):
        return {**kept, "do": _WORTH} if "counts" in kept else None
    return kept


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else ()


def _stated(operation: Mapping[str, Any]) -> bool:
    """Whether an operation says how much and what; which cards it means may be left open."""
    ((verb, args),) = operation.items()
    if verb == "choose":
        return False
    return all(
        args.get(key) != "unknown" for key in ("count", "add", "set", "at_least", "at_most", "who")
    )


def _filling(
    game: Game, cards: Mapping[str, Card], side: str, sets: tuple[str, ...]
) -> Iterator[Card]:
    """Stand-in cards that bring a deck to its size."""
    held = sum(
        fact.value or 0
        for card in cards.values()
        if card.side.value == side and not card.heroic.value
        for name, fact in (card.copies.value or {}).items()
        if name in sets
    )
    lacking = max(0, DECK - held)
    actions = lacking // 3
    for kind, number in (("unit", lacking - actions), ("action", actions)):
        if number:
            yield _stand_in(game, side, kind, f"stand-in-{kind}-{side}", {sets[0]: number})
    heroes = sum(
        1
        for card in cards.values()
        if card.side.value == side
        and card.heroic.value
        and set(card.copies.value or ()) & set(sets)
    )
    for number in range(heroes, HEROES):
        ident = f"stand-in-hero-{number}-{side}"
        yield _stand_in(game, side, "unit", ident, {sets[0]: 1}, heroic=True)


def _smaller(cards: Mapping[str, Card], side: str, sets: tuple[str, ...]) -> dict[str, Card]:
    """The cards of a deck that is too large, with fewer copies of those that are there most."""
    counts = {
        (card.id, name): fact.value or 0
        for card in cards.values()
        if card.side.value == side and not card.heroic.value and card.id not in _printed(card)
        for name, fact in (card.copies.value or {}).items()
        if name in sets
    }
    over = sum(counts.values()) - DECK
    while over > 0 and max(counts.values()) > 1:
        most = max(counts, key=lambda key: counts[key])
        counts[most] -= 1
        over -= 1
    return {
        ident: replace(
            cards[ident],
            copies=_known({name: _known(n) for (one, name), n in counts.items() if one == ident}),
        )
        for ident, _ in counts
    }


def _printed(card: Card) -> frozenset[str]:
    """The card itself where a source prints how many copies there are: that is left alone."""
    facts = (card.copies.value or {}).values()
    return frozenset({card.id} if facts and all(fact.source for fact in facts) else ())


def _stand_in(
    game: Game, side: str, kind: str, ident: str, copies: Mapping[str, int], heroic: bool = False
) -> Card:
    title = {"unit": "Unit", "action": "Combat Action", "event": "Event"}[kind]
    name = f"Stand-in {'heroic ' if heroic else ''}{title} ({game.side_name(side)})"
    raw: dict[str, Any] = {"id": ident, "name": {"en": name}, "side": side, "kind": kind}
    card = Card.parse(raw, game.id, "en", "en")
    value: Fact[int] = Fact("absent")
    if kind == "unit":
        value = _known(HEROIC_VALUE if heroic else FILLING_VALUE)
    effects: Fact[list[Any]] = Fact("none")
    if kind != "unit":
        effects = _known(_ACTION if kind == "action" else _EVENT)
    return replace(
        card, heroic=_known(heroic), combat_value=value, effects=effects,
        unit_type=Fact("none"), support=Fact("none"),
        copies=_known({name: _known(count) for name, count in copies.items()}),
        text=_known(Text({"en": f"{MARK} {_SAID[kind]}"}, "en")),
    )  # fmt: skip


# -- Terrains --------------------------------------------------------------------------------------


def _terrain(
    game: Game, scenario: Scenario, terrain: Terrain, sets: tuple[str, ...], sizes: Iterator[int]
) -> Terrain:
    objective = bool(terrain.objective.value) or terrain.id in _decisive(scenario)
    faces = tuple(_face(game, face, objective, sizes) for face in terrain.faces)
    copies: Fact[dict[str, Fact[int]]] = _known(
        {
            name: fact
            for name, fact in (terrain.copies.value or {}).items()
            if fact.known and name in sets
        }
    )
    building = _known(False) if terrain.building.unknown else terrain.building
    told = _known(objective) if terrain.objective.unknown else terrain.objective
    return replace(terrain, faces=faces, copies=copies, building=building, objective=told)


def _face(game: Game, face: TerrainFace, objective: bool, sizes: Iterator[int]) -> TerrainFace:
    size = face.size if face.size.known else _known(OBJECTIVE_SIZE if objective else next(sizes))
    draws = face.draws.value or {}
    full = {
        side: draws[side] if side in draws and draws[side].known else _known(DRAWS)
        for side in game.sides
    }
    effects, said = _effects(face.effects, "terrain")
    text = face.text if said == "" else _known(Text({"en": f"{MARK} {said}"}, "en"))
    return replace(face, size=size, draws=_known(full), effects=effects, text=text)


def _decisive(scenario: Scenario) -> frozenset[str]:
    """The Terrains that the victory conditions of a scenario name."""
    named: set[str] = set()

    def look(raw: Any) -> None:
        if isinstance(raw, Mapping):
            named.update([str(raw["terrain"])] if "terrain" in raw else [])
            named.update(raw.get("worth", ()) if isinstance(raw.get("worth"), Mapping) else ())
            for inner in raw.values():
                look(inner)
        elif isinstance(raw, (list, tuple)):
            for inner in raw:
                look(inner)

    look(scenario.raw.get("victory", ()))
    return frozenset(named)


# -- pieces known by number only -------------------------------------------------------------------


def _number(blank: Mapping[str, Any]) -> int:
    count: Fact[int] = Fact.parse(blank["count"], ())
    return count.value or 0


def _by_name(raw: Any, named: Mapping[str, tuple[str, ...]]) -> Any:
    """A procedure in which pieces known by number only have become stand-ins with names."""
    if isinstance(raw, (list, tuple)):
        return [name for one in raw for name in _names(one, named)]
    if not isinstance(raw, Mapping):
        return raw
    out = {key: _by_name(value, named) for key, value in raw.items()}
    ids = raw["what"].get("ids", ()) if isinstance(raw.get("what"), Mapping) else ()
    if "count" in out and any(ident in named for ident in ids):
        out["count"] = 1  # each of them once
    return out


def _names(one: Any, named: Mapping[str, tuple[str, ...]]) -> tuple[Any, ...]:
    if isinstance(one, str):
        return named.get(one, (one,))
    return (_by_name(one, named),)


def _unnamed(game: Game, sets: tuple[str, ...], sizes: Iterator[int]) -> Iterator[Card | Terrain]:
    for ident in sets:
        for blank in game.sets[ident].blanks:
            number: Fact[int] = Fact.parse(blank["count"], ())
            for copy in range(1, (number.value or 0) + 1):
                name = f"{blank['id']}-{copy}"
                if blank["kind"] == "terrain":
                    yield _blank_terrain(game, name, copy, ident, sizes)
                elif blank["kind"] == "card" and "side" in blank:
                    side, heroic = str(blank["side"]), bool(blank.get("heroic"))
                    yield _stand_in(game, side, "unit", name, {ident: 1}, heroic)


def _blank_terrain(game: Game, ident: str, copy: int, group: str, sizes: Iterator[int]) -> Terrain:
    raw = {"id": ident, "name": {"en": f"Stand-in Terrain {copy}"}}
    terrain = Terrain.parse(raw, game.id, "en", "en")
    bare = replace(terrain.front, effects=Fact("none"), text=Fact("none"))
    return replace(
        terrain,
        faces=(_face(game, bare, False, sizes),),
        copies=_known({group: _known(1)}),
        objective=_known(False),
        building=_known(False),
    )


def _set(game: Game, one: PieceSet, played: bool) -> PieceSet:
    """A set whose pieces are all there: nothing of it is known by number only."""
    totals = {kind: fact for kind, fact in one.totals.items() if fact.known and kind == "terrain"}
    return replace(one, blanks=(), totals=totals if played else {})

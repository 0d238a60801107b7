"""Is a clause that claims to be enforced really enforced, and does some ruling depend on it?

What enforces a clause: engine code registered under its key, a parameter, an effect of a card or
Terrain, a step of a setup procedure. What shows that it matters: with the clause taken out, at
least one ruling no longer comes out as expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.audit.rulings import check
from fieldpress.engine.answer import Options
from fieldpress.engine.cases import filled
from fieldpress.engine.rulesets import READS, known
from fieldpress.model import Game, Library


def registered(game: Game) -> Mapping[str, list[str]]:
    """The clause keys under which the engine of the game's ruleset decides something; none where
    the engine does not know the ruleset."""
    rules = known(game)
    return rules.registry.kinds if rules else {}


@dataclass(frozen=True, slots=True)
class ClauseUse:
    """What enforces a clause (`code: limit`, `parameter tie-winner`, `card sapeurs`,
    `victory of 1a`, `setup 1a`) and which rulings expect it to be cited."""

    key: str
    enforced_by: tuple[str, ...]
    rulings: tuple[str, ...]

    @property
    def in_play(self) -> bool:
        """Whether the rules of play enforce it; what a setup step alone enforces has no rulings."""
        return any(not one.startswith("setup ") for one in self.enforced_by)


def uses(game: Game) -> dict[str, ClauseUse]:
    """Every clause key of the game with what enforces it and the rulings that rest on it."""
    found: dict[str, list[str]] = {key: [] for key in game.clauses}
    for key, by in _enforcers(game):
        if by not in found.setdefault(key, []):
            found[key].append(by)
    rulings: dict[str, list[str]] = {}
    for ident, ruling in game.rulings.items():
        for key in expected(ruling):
            rulings.setdefault(key, []).append(ident)
    return {
        key: ClauseUse(key, tuple(by), tuple(rulings.get(key, ()))) for key, by in found.items()
    }


def expected(ruling: Mapping[str, Any]) -> set[str]:
    """The clauses that a ruling expects to be cited, in each of its cases."""
    lists = ruling.get("each", {})
    rows = [dict(zip(lists, values, strict=True)) for values in zip(*lists.values(), strict=True)]
    return {
        key
        for words in rows or [{}]
        for entry in filled(list(ruling["expect"]), words)
        for key in entry.get("clauses", ())
    }


def _enforcers(game: Game) -> Iterator[tuple[str, str]]:
    rules = known(game)
    for key, kinds in registered(game).items():
        if key in game.clauses:
            yield from ((key, f"code: {kind}") for kind in kinds)
    for place, raw in _parameters(game):
        for name, entries in raw.items():
            if rules is None or name not in rules.parameters:
                continue  # a figure that the steps of a setup read, under clauses of their own
            for entry in entries if isinstance(entries, list) else [entries]:
                yield from ((key, f"parameter {name}{place}") for key in entry["clauses"])
    for card in game.cards.values():
        yield from ((key, f"card {card.id}") for key in _effect_clauses(card.raw))
    for terrain in game.terrains.values():
        yield from ((key, f"terrain {terrain.id}") for key in _effect_clauses(terrain.raw))
    for support in game.supports.values():
        yield from ((key, f"support {support.id}") for key in _effect_clauses(support.raw))
    for state in game.states.values():
        parts = {part: value for part, value in state.raw.items() if part != "clauses"}
        yield from ((key, f"state {state.id}") for key in _all_clauses(parts))
    reads = rules.reads if rules else READS
    records = [(ident, one.raw) for ident, one in game.scenarios.items()]
    records += [(ident, one.raw) for ident, one in game.campaigns.items()]
    for ident, raw in records:
        for part, said in reads.items():
            yield from ((key, f"{said} {ident}") for key in _all_clauses(raw.get(part)))
    for ident, army in game.armies.items():
        yield from ((key, f"setup army {ident}") for key in army.raw.get("clauses", ()))
        served = [e.get("serves") for f in army.raw["formations"] for e in f["entries"]]
        yield from ((key, f"army {ident}") for key in _all_clauses(served))
    for campaign in game.campaigns.values():
        yield from ((key, f"campaign {campaign.id}") for key in _campaign_clauses(campaign.raw))


def _campaign_clauses(raw: Mapping[str, Any]) -> Iterator[str]:
    """Clauses of what each scenario of a campaign brings, and until when one plays."""
    for entry in raw["scenarios"]:
        yield from _all_clauses(entry.get("scores"))
        yield from _all_clauses(entry.get("until"))


def _parameters(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield "", game.raw.get("parameters", {})
    for scenario in game.scenarios.values():
        yield f" of {scenario.id}", scenario.raw.get("parameters", {})


def _effect_clauses(raw: Mapping[str, Any]) -> Iterator[str]:
    yield from _all_clauses(raw.get("effects"))
    for face in raw.get("faces", {}).values():
        yield from _all_clauses(face.get("effects"))


def _all_clauses(raw: Any) -> Iterator[str]:
    """Every key under `clauses` at any depth."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if key == "clauses":
                yield from value
            else:
                yield from _all_clauses(value)
    elif isinstance(raw, list):
        for one in raw:
            yield from _all_clauses(one)


def hollow_claims(game: Game) -> list[str]:
    """Clauses that claim to be enforced and that nothing enforces."""
    used = uses(game)
    return [c.key for c in game.clauses.values() if c.enforced and not used[c.key].enforced_by]


def modest_claims(game: Game) -> list[str]:
    """Clauses that engine code is registered under although they claim to be text only. One that
    differs from another game's under the same key may: that is what keeps the code out."""
    return [
        key
        for key in registered(game)
        if key in game.clauses
        and not game.clauses[key].enforced
        and not game.clauses[key].differs_from
    ]


def without_ruling(game: Game) -> list[str]:
    """Clauses enforced in play that no ruling expects to be cited."""
    used = uses(game)
    return [
        key
        for key, clause in game.clauses.items()
        if clause.enforced and used[key].in_play and not used[key].rulings
    ]


def missing_clauses(game: Game) -> list[str]:
    """Keys under which the engine of its ruleset decides something, and that the game has neither
    as a clause nor among what it lacks."""
    lacks = set(game.raw.get("lacks", ()))
    return [key for key in registered(game) if key not in game.clauses and key not in lacks]


def depends(library: Library, game: str, key: str) -> str | None:
    """A ruling that no longer comes out as expected when the clause is taken out, None if none
    does. Rulings that cite it are tried first."""
    without = Options(disabled=frozenset({key}))
    cites = set(uses(library[game])[key].rulings)
    rulings = library[game].rulings
    for ident in sorted(rulings, key=lambda one: one not in cites):
        if check(library, game, rulings[ident], without):
            return ident
    return None


def fallen(library: Library, game: str, key: str) -> list[str]:
    """The rulings that no longer come out as expected when a clause is taken out."""
    without = Options(disabled=frozenset({key}))
    return [
        ident
        for ident, ruling in library[game].rulings.items()
        if check(library, game, ruling, without)
    ]

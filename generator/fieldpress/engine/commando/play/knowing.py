"""What a game in play is judged by: the knowledge of a question, with answers remembered.

Nothing of it changes in the course of a game, so each fact, rule and parameter is looked up once.
With `trace` the ledger notes what was drawn on, as for a question; a game plays the same without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine.commando.parameters import READ, TABLE
from fieldpress.engine.commando.registry import REGISTRY
from fieldpress.engine.commando.swift import Thought
from fieldpress.engine.effects import EffectList
from fieldpress.engine.knowledge import Knowledge, Parameter
from fieldpress.engine.setup.dealer import Piece
from fieldpress.engine.setup.procedure import Pieces, Procedure
from fieldpress.engine.setup.supply import Supply, selects
from fieldpress.engine.tri import Tri
from fieldpress.engine.verdicts import Amount
from fieldpress.model import Counter, Fact, Game, Library, Scenario, Terrain


class GameKnowledge(Knowledge):
    """The records of a game as it is played. `trace`: note in the ledger what was drawn on."""

    def __init__(
        self,
        library: Library,
        game: str,
        scenario: str,
        *,
        readings: Mapping[str, str] | None = None,
        campaign: bool = False,
        trace: bool = False,
    ) -> None:
        super().__init__(
            library, game, scenario, registry=REGISTRY, parameters=READ | TABLE, readings=readings
        )
        self.campaign = campaign
        self.trace = self.told = trace
        self._stated: dict[tuple[str, str, str], EffectList] = {}
        self._normal: str | None = None
        self._terrains: dict[str, Terrain] = {}
        self._sides = {side: role for role, side in self.roles.items()}
        self._others = {side: next(s for s in self._sides if s != side) for side in self._sides}
        self._remembered: dict[Any, Any] = {}
        self._verbs: dict[str, frozenset[str]] = {}
        self.procedures: dict[str, Procedure] = {}
        self.supplies: dict[tuple[Pieces, int | None], Supply] = {}
        self.meant: dict[Pieces, dict[str, bool | None]] = {}
        self.taken: dict[tuple[str, str], list[Piece]] = {}
        self._counters: dict[str, Counter] = {}
        # Traced, every question is asked anew, so that the ledger notes what it drew on.
        self.memo = None if trace else {}
        self.thoughts: dict[tuple[Any, ...], Thought] = {}
        self.windows: frozenset[str] | None = None
        self.answerable: dict[tuple[str, str, str], bool] = {}
        #: The cards that belong to the decks of the scenario: what both sides know.
        self.decks = _decks(library[game], takes(library, game, self.scenario))

    def role_of_side(self, side: str) -> str:
        return self._sides[side]

    def other(self, side: str) -> str:
        return self._others[side]

    def fact(self, kind: str, ident: str, name: str) -> Fact[Any]:
        if self.trace:
            return super().fact(kind, ident, name)
        key = (kind, ident, name)
        found: Fact[Any] | None = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = super().fact(kind, ident, name)
        return found

    def holds(self, kind: str, ident: str, name: str, wanted: Any) -> Tri:
        if self.trace:
            return super().holds(kind, ident, name, wanted)
        key = (kind, ident, name, wanted)
        found: Tri | None = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = super().holds(kind, ident, name, wanted)
        return found

    def effects(self, kind: str, ident: str, face: str = "") -> EffectList:
        if self.trace:
            return super().effects(kind, ident, face)
        key = (kind, ident, face)
        found = self._stated.get(key)
        if found is None:
            found = self._stated[key] = super().effects(kind, ident, face)
        return found

    def verbs_of(self, card: str) -> frozenset[str]:
        found = self._verbs.get(card)
        if found is None:
            found = self._verbs[card] = super().verbs_of(card)
        return found

    def number(self, kind: str, ident: str, name: str) -> tuple[Amount, tuple[str, ...]]:
        if self.trace:
            return super().number(kind, ident, name)
        key = ("number", kind, ident, name)
        found: tuple[Amount, tuple[str, ...]] | None = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = super().number(kind, ident, name)
        return found

    def means(self, what: Pieces, pieces: Iterable[str]) -> dict[str, bool | None]:
        """Of each of these pieces whether `what` names it, as `selects` has it."""
        found = self.meant.get(what)
        if found is None:
            found = self.meant[what] = {}
        for piece in pieces:
            if piece not in found:
                found[piece] = selects(self.game, what, piece)
        return found

    def special(self, counter: str) -> bool:
        key = ("special", counter)
        found: bool | None = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = super().special(counter)
        return found

    def at_once(self, counter: str) -> bool:
        key = ("at_once", counter)
        found: bool | None = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = super().at_once(counter)
        return found

    def normal_token(self) -> str:
        if self._normal is None:
            self._normal = super().normal_token()
        return self._normal

    def counter(self, ident: str) -> Counter:
        found = self._counters.get(ident)
        if found is None:
            found = self._counters[ident] = super().counter(ident)
        return found

    def terrain(self, ident: str) -> Terrain:
        found = self._terrains.get(ident)
        if found is None:
            found = self._terrains[ident] = super().terrain(ident)
        return found

    def rule(self, *keys: str) -> bool:
        found: bool | None = self._remembered.get(keys)
        if found is None:
            found = self._remembered[keys] = super().rule(*keys)
        return found

    def parameter(
        self,
        name: str,
        terrain: str = "",
        face: str = "",
        *,
        won_by: str = "",
        turn: int | None = None,
    ) -> Parameter | None:
        if self.trace:
            return super().parameter(name, terrain, face, won_by=won_by, turn=turn)
        key = ("parameter", name, terrain, face, won_by, turn)
        if key not in self._remembered:
            self._remembered[key] = super().parameter(name, terrain, face, won_by=won_by, turn=turn)
        found: Parameter | None = self._remembered[key]
        return found

    def reserve_judgement(self, record: str, name: str, why: str = "") -> None:
        if self.trace:
            super().reserve_judgement(record, name, why)


#: How many knowledges are kept for games to come.
_KEPT = 16
_SHARED: dict[tuple[Any, ...], GameKnowledge] = {}


def shared(
    library: Library,
    game: str,
    scenario: str,
    *,
    readings: Mapping[str, str] | None = None,
    campaign: bool = False,
) -> GameKnowledge:
    """The knowledge of a scenario, the same for all games that are played with one library: what
    one of them has looked up, the next one knows."""
    key = (id(library), game, scenario, tuple(sorted((readings or {}).items())), campaign)
    found = _SHARED.get(key)
    if found is None or found.library is not library:
        found = GameKnowledge(library, game, scenario, readings=readings, campaign=campaign)
        while len(_SHARED) >= _KEPT:
            del _SHARED[next(iter(_SHARED))]
        _SHARED[key] = found
    return found


def takes(library: Library, game: str, scenario: Scenario | None) -> tuple[str, ...]:
    """The sets that a scenario plays with, its own or those of what it extends."""
    found = scenario
    while found is not None:
        if "sets" in found.raw:
            return tuple(found.raw["sets"]["takes"])
        found = library[game].scenarios.get(found.raw.get("extends", ""))
    return ()


def _decks(game: Game, sets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        card.id
        for card in game.cards.values()
        if card.copies.unknown
        or any(name in sets and fact.value != 0 for name, fact in (card.copies.value or {}).items())
    )

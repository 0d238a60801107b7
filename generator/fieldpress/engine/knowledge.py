"""What a question is judged by: the records, the scenario's parameters, what is assumed, and a
ledger of what an answer drew on (facts read by inference, assumptions, reservations, readings)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.effects import Effect, EffectList, parse_effects
from fieldpress.engine.registry import Registry
from fieldpress.engine.tri import NO, YES, Tri, open_on
from fieldpress.engine.verdicts import Amount, EngineFault, Reading, Reservation, distinct
from fieldpress.model import Card, Counter, Fact, Game, Library, Scenario, Terrain

#: A card on the table that nobody has turned up.
HIDDEN = "hidden"
_NO_EFFECTS = EffectList((), False)


@dataclass(slots=True)
class Ledger:
    """What one answer drew on, in the order met."""

    read: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    reservations: list[Reservation] = field(default_factory=list)
    readings: dict[str, str] = field(default_factory=dict)
    cited: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A rules parameter as it holds at a place, and the clauses that set it."""

    value: Any
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assumption:
    """`card:ID.FIELD=VALUE` taken for granted by the asker."""

    kind: str
    ident: str
    field: str
    value: Any

    @property
    def text(self) -> str:
        return f"{self.ident}.{self.field}={self.value}"


class Knowledge:
    """The records of a game as one question sees them.

    `disabled` clause keys are taken out (for tests that prove that a clause matters); `readings`
    chooses a reading of a discrepancy with a switch, else the adopted one holds. `doubted` facts
    (`KIND:ID.FIELD`, of those that rest on our reading) count as not stated. `registry` and
    `parameters` are the ruleset's: the clause keys and the parameters that its code may ask about.
    """

    #: Answers kept for good, by whoever asks again and again under the same clauses; None: kept
    #: nowhere.
    memo: dict[Any, Any] | None = None
    #: A state that does not change for now, and what was found out about it.
    scratch: tuple[Any, dict[Any, Any]] | None = None
    #: Whether an answer tells what it drew on and what was considered and does not count; a game in
    #: play wants the answer alone.
    told = True

    def __init__(
        self,
        library: Library,
        game: str,
        scenario: str = "",
        *,
        registry: Registry,
        parameters: frozenset[str],
        assume: Iterable[Assumption] = (),
        readings: Mapping[str, str] | None = None,
        disabled: frozenset[str] = frozenset(),
        doubted: frozenset[str] = frozenset(),
        records: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    ) -> None:
        self.library, self.game = library, library[game]
        self.registry, self.read = registry, parameters
        self.own = _own_records(self.game, records or {})
        self.scenario = self._scenario(scenario)
        self.assume = {(a.kind, a.ident, a.field): a for a in assume}
        self.readings = dict(readings or {})
        self.disabled, self.doubted = disabled, doubted
        #: Whether the scenario is played as part of a campaign.
        self.campaign = False
        self.ledger = Ledger()
        self._effects: dict[tuple[str, str, str], EffectList] = {}
        self._inferred: set[tuple[str, str, str]] = set()
        self._parameters = self._merge_parameters()
        self.roles = {
            str(entry["role"]): side for side, entry in self.game.sides.items() if "role" in entry
        }
        self._check_assumptions()

    # -- records ---------------------------------------------------------------------------------

    def record(self, kind: str, ident: str) -> Any:
        """A record by kind (card, terrain, counter) and id; `GAME/ID` reaches another game's."""
        owner, _, name = ident.rpartition("/")
        if not owner and (kind, name) in self.own:
            return self.own[kind, name]
        game: Game | None = self.library.games.get(owner or self.game.id)
        found = getattr(game, f"{kind}s", {}).get(name) if game else None
        if found is None:
            raise EngineFault(f"no {kind} of {owner or self.game.id} has the id {name!r}")
        return found

    def card(self, ident: str) -> Card:
        found: Card = self.record("card", ident)
        return found

    def terrain(self, ident: str) -> Terrain:
        found: Terrain = self.record("terrain", ident)
        return found

    def counter(self, ident: str) -> Counter:
        found: Counter = self.record("counter", ident)
        return found

    def side_of_role(self, role: str) -> str:
        """The side that attacks or defends in this game."""
        return self.roles[role]

    def role_of_side(self, side: str) -> str:
        return next(role for role, name in self.roles.items() if name == side)

    def other(self, side: str) -> str:
        """The opponent's side."""
        return next(name for name in self.game.sides if name != side)

    # -- facts -----------------------------------------------------------------------------------

    def fact(self, kind: str, ident: str, name: str) -> Fact[Any]:
        """A field of a record, with assumptions applied and inferences noted."""
        assumed = self.assume.get((kind, ident, name))
        if assumed is not None:
            self._note(self.ledger.assumed, assumed.text)
            return Fact("known", assumed.value, "printed")
        if ident == HIDDEN:
            return Fact("unknown", why="the card lies face down")
        fact: Fact[Any] = getattr(self.record(kind, ident), name)
        if fact.known and fact.basis == "read":
            if f"{kind}:{ident}.{name}" in self.doubted:
                return Fact("unknown", why="it rests on our reading")
            self._note(self.ledger.read, f"{kind}:{ident}.{name}")
        return fact

    def number(self, kind: str, ident: str, name: str) -> tuple[Amount, tuple[str, ...]]:
        """A number field as a range, and the facts needed to narrow it.

        Unknown is a whole number from 0, within the bounds that the record states; a printed none
        and an absent field count nothing.
        """
        return amount_of(self.fact(kind, ident, name), f"{ident}.{name}")

    def holds(self, kind: str, ident: str, name: str, wanted: Any) -> Tri:
        """Whether a field has the value."""
        fact = self.fact(kind, ident, name)
        if fact.known:
            return YES if fact.value == wanted else NO
        if fact.unknown and (not fact.among or wanted in fact.among):
            return open_on(f"{ident}.{name}")
        return NO

    def normal_token(self) -> str:
        """The counter that a side takes where a card or rule names none: the ordinary one."""
        return next(
            (
                c.id
                for c in self.game.counters.values()
                if c.kind == "combat" and not self.special(c.id) and not self.at_once(c.id)
            ),
            "",
        )

    def at_once(self, counter: str) -> bool:
        """Whether a combat counter is used only where a card calls for it, there and then."""
        return bool(self.counter(counter).raw.get("at_once"))

    def special(self, counter: str) -> bool:
        """Whether a combat counter is a special one: no part of the common reserve."""
        reserve = self.counter(counter).reserve
        return not (reserve.known and reserve.value)

    # -- effects ---------------------------------------------------------------------------------

    def effects(self, kind: str, ident: str, face: str = "") -> EffectList:
        """The effects in force of a record: those whose clauses and readings hold."""
        if ident == HIDDEN:
            return EffectList((), True, "the card lies face down")
        assumed = self.assume.get((kind, ident, "effects"))
        if assumed is not None and isinstance(assumed.value, (list, tuple)):
            self._note(self.ledger.assumed, f"{ident}.effects")
            return parse_effects(f"{kind}:{ident}", assumed.value)
        full = self._all_effects(kind, ident, face)
        if f"{kind}:{ident}.effects" in self.doubted and (kind, ident, face) in self._inferred:
            full = EffectList((), True, "they rest on our reading")
        stated = tuple(e for e in full.stated if self._in_force(e))
        if (kind, ident, face) in self._inferred:
            self._note(self.ledger.read, f"{kind}:{ident}.effects")
        if full.rest_unknown and assumed is not None:
            self._note(self.ledger.assumed, assumed.text)
            return EffectList(stated, False)
        return EffectList(stated, full.rest_unknown, full.why)

    def verbs_of(self, card: str) -> frozenset[str]:
        """The verbs of everything that is stated of a card's effects."""
        return self.effects("card", card).verbs

    def assumed_amount(self, kind: str, ident: str) -> int | None:
        """What the asker takes the unstated part of a record's effects to add, if a number."""
        assumed = self.assume.get((kind, ident, "effects"))
        value = assumed.value if assumed else None
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _all_effects(self, kind: str, ident: str, face: str) -> EffectList:
        key = (kind, ident, face)
        if key not in self._effects:
            record = self.record(kind, ident)
            fact: Fact[Any] = record.effects if kind == "card" else face_of(record, face).effects
            if fact.known:
                found = parse_effects(f"{kind}:{ident}", fact.value)
                if fact.basis == "read":
                    self._inferred.add(key)
            elif fact.unknown:
                found = EffectList((), True, fact.why)
            else:
                found = _NO_EFFECTS
            self._effects[key] = found
        return self._effects[key]

    def _in_force(self, effect: Effect) -> bool:
        if self.disabled & set(effect.clauses):
            return False
        return all(self.reading(name) == wanted for name, wanted in effect.reading.items())

    # -- rules -----------------------------------------------------------------------------------

    def rule(self, *keys: str) -> bool:
        """Whether all these clauses hold: the game has them, claims that the engine follows them,
        and none is taken out."""
        for key in keys:
            if key not in self.registry:
                raise EngineFault(f"no code is registered under the clause {key}")
        return all(key not in self.disabled and self._enforced(key) for key in keys)

    def _enforced(self, key: str) -> bool:
        """Whether a clause is there and is followed: one that is only described, or that means
        something else under the same key, switches the code off."""
        clause = self.game.clauses.get(key)
        return clause is not None and clause.enforced

    def cite(self, *keys: str) -> None:
        """Note clauses that the answer rests on."""
        for key in keys:
            self._note(self.ledger.cited, key)

    def parameter(
        self,
        name: str,
        terrain: str = "",
        face: str = "",
        *,
        won_by: str = "",
        turn: int | None = None,
    ) -> Parameter | None:
        """A rules parameter where the turn takes place, for a turn of that number that this role
        won, where it depends on either; None where nothing sets it."""
        if name not in self.read:
            raise EngineFault(f"{name!r} is not among the parameters of play")
        for entry in self._parameters.get(name, ()):
            at, only = entry.get("at"), entry.get("face")
            if at is not None and (terrain not in at or (only and only != face)):
                continue
            if "for" in entry:
                continue  # it differs by what only the ruleset's own code can tell
            if entry.get("campaign", self.campaign) != self.campaign:
                continue
            if entry.get("won_by", won_by) != won_by or entry.get("turn", turn) != turn:
                continue
            readings = entry.get("reading", {}).items()
            if any(self.reading(found) != wanted for found, wanted in readings):
                continue
            clauses = tuple(entry["clauses"])
            if not self.disabled & set(clauses):
                return Parameter(entry["value"], clauses)
        return None

    def entries(self, name: str) -> Iterator[Mapping[str, Any]]:
        """What is set of a parameter, in order, as far as readings and clauses let it hold."""
        if name not in self.read:
            raise EngineFault(f"{name!r} is not among the parameters of play")
        for entry in self._parameters.get(name, ()):
            readings = entry.get("reading", {}).items()
            if any(self.reading(found) != wanted for found, wanted in readings):
                continue
            if not self.disabled & set(entry["clauses"]):
                yield entry

    def readings_of(self, name: str, terrain: str = "") -> tuple[str, ...]:
        """The discrepancies on whose readings a parameter depends (at a Terrain)."""
        return distinct(
            found
            for entry in self._parameters.get(name, ())
            if terrain in entry.get("at", (terrain,))
            for found in entry.get("reading", {})
        )

    def sets(self, name: str) -> bool:
        """Whether the game or the scenario sets a parameter anywhere, under any clause."""
        return name in self._parameters

    def depends_on_winner(self, name: str, terrain: str) -> bool:
        """Whether a parameter differs at a Terrain by who won there."""
        entries = self._parameters.get(name, ())
        return any("won_by" in e and terrain in e.get("at", (terrain,)) for e in entries)

    def sort_of_place(self, terrain: str, face: str) -> int:
        """A number that places share for which every parameter is the same."""
        assert self.memo is not None
        found: int | None = self.memo.get(("sort", terrain, face))
        if found is None:
            names = [name for name, es in self._parameters.items() if any("at" in e for e in es)]
            mine = [self.parameter(n, terrain, face) for n in names if n in self.read]
            sorts: list[Any] = self.memo.setdefault("sorts", [])
            if mine not in sorts:
                sorts.append(mine)
            found = self.memo["sort", terrain, face] = sorts.index(mine)
        return found

    def reading(self, discrepancy: str) -> str:
        """The reading followed, noted when the engine could follow another."""
        record = self.game.discrepancies.get(discrepancy)
        chosen = self.readings.get(discrepancy) or (record.adopted if record else "")
        if record and record.switch:
            self.ledger.readings.setdefault(discrepancy, chosen)
        return chosen

    def readings_followed(self) -> tuple[Reading, ...]:
        return tuple(
            Reading(name, chosen, chosen == self.game.discrepancies[name].adopted)
            for name, chosen in self.ledger.readings.items()
        )

    def reserve_judgement(self, record: str, name: str, why: str = "") -> None:
        """Note that the answer stands on what is stated of this record."""
        self._note(self.ledger.reservations, Reservation(record, name, why))

    def why_missing(self, need: str) -> str:
        """Why a fact (`ID.FIELD`) is missing, as the record says; nothing where no record does."""
        ident, _, name = need.rpartition(".")
        for kind in ("card", "terrain", "counter"):
            record = getattr(self.game, f"{kind}s").get(ident)
            fact = getattr(record, name, None)
            if fact is not None and getattr(fact, "unknown", False):
                return str(fact.why)
        return ""

    def found_out(self, state: Any) -> dict[Any, Any] | None:
        """What has been found out about a state that does not change for now; None where it may."""
        return self.scratch[1] if self.scratch is not None and self.scratch[0] is state else None

    def unchanging(self, state: Any) -> _Unchanging:
        """While a number is reckoned the state stays as it is: what is found out is kept."""
        return _Unchanging(self, state)

    # -- inside ----------------------------------------------------------------------------------

    @staticmethod
    def _note(where: list[Any], what: Any) -> None:
        if what not in where:
            where.append(what)

    def _scenario(self, ident: str) -> Scenario | None:
        if not ident:
            return None
        if ident not in self.game.scenarios:
            known = ", ".join(self.game.scenarios)
            raise EngineFault(
                f"{self.game.id} has no scenario {ident!r}; it has {known}", ("scenario",)
            )
        return self.game.scenarios[ident]

    def _merge_parameters(self) -> dict[str, list[Mapping[str, Any]]]:
        """Entries by name: the scenario's own first, then what it extends, then the game's."""
        merged: dict[str, list[Mapping[str, Any]]] = {}
        scenario, seen = self.scenario, set()
        while scenario is not None and scenario.id not in seen:
            seen.add(scenario.id)
            for name, entry in scenario.raw.get("parameters", {}).items():
                merged.setdefault(name, []).extend(entry if isinstance(entry, list) else [entry])
            scenario = self.game.scenarios.get(scenario.raw.get("extends", ""))
        for name, entry in self.game.raw.get("parameters", {}).items():
            merged.setdefault(name, []).extend(entry if isinstance(entry, list) else [entry])
        return merged

    def _unfit(self, taken: Assumption) -> str:
        """What an assumed value would have to be, where it is not; else nothing."""
        value, number = taken.value, type(taken.value) is int
        if taken.field == "effects":
            fits = number or value == "none" or isinstance(value, (list, tuple))
            return "" if fits else "none, a number that the rest adds, or a list of effects"
        choices: dict[str, tuple[Any, ...]] = {
            "kind": ("unit", "event", "action"),
            "heroic": (True, False),
            "support": (True, False),
            "building": (True, False),
            "objective": (True, False),
            "side": tuple(self.game.sides),
            "unit_type": tuple(self.game.raw.get("unit_types", ())),
        }
        if taken.field in choices:
            words = choices[taken.field]
            fits = any(value is w or (isinstance(w, str) and value == w) for w in words)
            return "" if fits else " or ".join(str(w) for w in words)
        if taken.field in ("combat_value", "size", "draws", "count", "reserve"):
            return "" if number and value >= 0 else "a whole number from 0"
        return ""

    def _check_assumptions(self) -> None:
        for assumption in self.assume.values():
            record = self.record(assumption.kind, assumption.ident)
            parts = (record, record.front) if isinstance(record, Terrain) else (record,)
            names = [n for p in parts for n in type(p).__slots__ if isinstance(getattr(p, n), Fact)]
            if assumption.field not in names:
                raise EngineFault(
                    f"{assumption.ident} has no field {assumption.field!r} to assume; "
                    f"it has {', '.join(names)}",
                    ("assume",),
                )
            wanted = self._unfit(assumption)
            if wanted:
                raise EngineFault(
                    f"{assumption.ident}.{assumption.field} is {wanted}, not {assumption.value!r}",
                    ("assume", f"{assumption.ident}.{assumption.field}"),
                )
        for name, chosen in self.readings.items():
            record = self.game.discrepancies.get(name)
            if record is None:
                raise EngineFault(f"{self.game.id} has no discrepancy {name!r}", ("readings",))
            if chosen not in record.readings:
                known = ", ".join(record.readings)
                raise EngineFault(
                    f"{name} has no reading {chosen!r}; it has {known}", ("readings",)
                )


class _Unchanging:
    """A while in which a state does not change (`Knowledge.unchanging`); a class, since a generator
    would cost more than many a number that is reckoned meanwhile."""

    __slots__ = ("k", "state")

    def __init__(self, k: Knowledge, state: Any) -> None:
        self.k, self.state = k, state

    def __enter__(self) -> None:
        self.k.scratch = (self.state, {})

    def __exit__(self, *exc: object) -> None:
        self.k.scratch = None


def amount_of(fact: Fact[Any], name: str) -> tuple[Amount, tuple[str, ...]]:
    """A fact that is a count, as a range with the facts needed to narrow it."""
    if fact.known and isinstance(fact.value, int):
        return Amount.of(fact.value), ()
    if not fact.unknown:
        return Amount.of(0), ()
    low, high = max(0, fact.at_least or 0), fact.at_most
    if fact.among:
        low, high = min(fact.among), max(fact.among)
    return Amount(low, high), (name,)


def face_of(terrain: Terrain, letter: str) -> Any:
    """The face that is up; the first where none is named."""
    for face in terrain.faces:
        if face.letter == letter:
            return face
    return terrain.front


def _own_records(game: Game, records: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """The asker's own cards, terrains and counters, parsed like content."""
    classes: dict[str, Any] = {"cards": Card, "terrains": Terrain, "counters": Counter}
    own: dict[tuple[str, str], Any] = {}
    for plural, entries in records.items():
        for raw in entries:
            parsed = classes[plural].parse(raw, game.id, game.language, game.names_language)
            own[plural.removesuffix("s"), parsed.id] = parsed
    return own


__all__ = [
    "HIDDEN",
    "Assumption",
    "Knowledge",
    "Ledger",
    "Parameter",
    "amount_of",
    "distinct",
    "face_of",
]

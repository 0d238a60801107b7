"""A scenario's procedure, read whole: what it includes and skips, its steps, its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fieldpress.engine.setup.parts import (
    ALL,
    MOVES,
    ROLES,
    Pieces,
    Place,
    Procedure,
    Raw,
    Role,
    Skipped,
    Step,
)
from fieldpress.engine.setup.restrictions import Condition, Restriction, restriction
from fieldpress.engine.verdicts import EngineFault, distinct
from fieldpress.model import Game, Library, Scenario, Text


def procedure(library: Library, game: str, scenario: str, moment: str = "setup") -> Procedure:
    """The scenario's procedure for `moment`. EngineFault where the content contradicts itself."""
    return _Reader(library, library[game], library[game].scenarios[scenario]).read(moment)


def moments(scenario: Scenario) -> tuple[str, ...]:
    """The moments for which the scenario has a procedure, in order."""
    return tuple(entry["moment"] for entry in scenario.raw.get("procedures", ()))


def ancestry(library: Library, game: Game, scenario: Scenario) -> list[tuple[Game, Scenario]]:
    """The scenario and what it extends, nearest first."""
    line = [(game, scenario)]
    while "extends" in line[-1][1].raw:
        found = _find(library, line[-1][0], line[-1][1].raw["extends"])
        if found in line:
            raise EngineFault(f"scenario {scenario.id} extends itself")
        line.append(found)
    return line


def _find(library: Library, game: Game, ref: str) -> tuple[Game, Scenario]:
    owner, _, ident = ref.rpartition("/")
    home = library.games.get(owner) if owner else game
    if home is None or ident not in home.scenarios:
        raise EngineFault(f"there is no scenario {ref}")
    return home, home.scenarios[ident]


@dataclass(slots=True)
class _Reader:
    library: Library
    game: Game
    scenario: Scenario
    places: dict[str, Place] = field(default_factory=dict)
    parameters: dict[str, Raw] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)

    def read(self, moment: str) -> Procedure:
        line = ancestry(self.library, self.game, self.scenario)
        for game, scenario in reversed(line):
            for ident, raw in scenario.raw.get("places", {}).items():
                self.places[ident] = _place(ident, raw, game.language)
            self.parameters |= scenario.raw.get("parameters", {})
        self.parameters = dict(self.game.raw.get("parameters", {})) | self.parameters
        sets: Raw = next((s.raw["sets"] for _, s in line if "sets" in s.raw), {})
        for entry in self.scenario.raw.get("procedures", ()):
            if entry["moment"] == moment:
                break
        else:
            raise EngineFault(f"scenario {self.scenario.id} has no procedure for {moment}")
        steps = tuple(self._steps(self.game, self.scenario, entry["steps"], ()))
        keys = [step.key for step in steps]
        twice = [key for key in keys if keys.count(key) > 1]
        if twice:
            raise EngineFault(f"scenario {self.scenario.id} has two steps {twice[0]}")
        here = {step.id for step in steps}
        # A step that another one stands in for is not left out.
        gone = tuple(s for s in self.skipped if s.step.id not in here)
        title = entry.get("title")
        result = Procedure(
            self.game,
            self.scenario,
            moment,
            None if title is None else Text.parse(title, self.game.language),
            steps,
            gone,
            self.places,
            self.parameters,
            tuple(sets.get("takes", ())),
            tuple(
                (found, tuple(entry["clauses"]))
                for entry in sets.get("leaves_out", ())
                if (found := _pieces(entry["what"], "")) is not None
            ),
        )
        for step in result.walk():
            self._check_places(step)
            own = (step.condition,) if step.condition else ()
            for condition in (*own, *(c for rule in step.restrictions for c in rule.conditions)):
                self._check_condition(condition, result, step.id)
        return replace(
            result,
            steps=tuple(_with_sets(step, result.sets) for step in steps),
            skipped=tuple(Skipped(_with_sets(s.step, result.sets), s.clauses) for s in gone),
        )

    def _steps(
        self, game: Game, scenario: Scenario, entries: list[Raw], via: tuple[str, ...]
    ) -> Iterator[Step]:
        for entry in entries:
            if "include" not in entry:
                yield from self._expand(game, entry, via)
                continue
            home, other = _find(self.library, game, entry["include"])
            own = tuple(entry.get("clauses", ()))
            setup = other.raw["procedures"][0]["steps"]
            steps = list(self._steps(home, other, setup, own))
            known = {step.id for step in steps}
            replaced: Raw = entry.get("replace", {})
            for name in (*entry.get("only", ()), *entry.get("skip", ()), *replaced):
                if name not in known:
                    raise EngineFault(f"scenario {other.id} has no step {name} to include or skip")
            for name, raw in replaced.items():
                at = next(i for i, step in enumerate(steps) if step.id == name)
                steps = [step for step in steps if step.id != name]
                steps[at:at] = self._expand(game, raw, own)
            for step in steps:
                if step.id in entry.get("skip", ()):
                    self.skipped.append(Skipped(step, own))
                elif "only" not in entry or step.id in entry["only"]:
                    yield step

    def _expand(self, game: Game, raw: Raw, via: tuple[str, ...]) -> Iterator[Step]:
        if raw.get("who") == "each" and raw["do"] != "agree":
            for role in ROLES:
                yield self._step(game, raw, via, role, f"{raw['id']}:{role}", each=True)
            return
        who = raw.get("who", "")
        if raw["do"] == "deal" and "into" in raw:
            for entry in raw["into"]:
                one = {k: v for k, v in raw.items() if k != "into"} | {"to": entry["place"]}
                one["count"] = entry["count"]
                yield self._step(game, one, via, who, f"{raw['id']}:{entry['place']}")
        elif isinstance(raw.get("from"), list):
            for place in raw["from"]:
                yield self._step(game, {**raw, "from": place}, via, who, f"{raw['id']}:{place}")
        else:
            yield self._step(game, raw, via, who, raw["id"])

    def _step(
        self, game: Game, raw: Raw, via: tuple[str, ...], who: str, key: str, each: bool = False
    ) -> Step:
        def spot(name: str) -> str:
            return str(raw.get(name, "")).replace("{side}", who)

        price, note, title = raw.get("price", ()), raw.get("note"), raw.get("title")
        return Step(
            id=raw["id"],
            key=key,
            do=raw["do"],
            clauses=tuple(raw["clauses"]),
            via=via,
            who=who,
            each=each,
            what=_pieces(raw.get("what"), who),
            count=self._amount(raw.get("count"), raw["id"]),
            random=raw.get("random", False),
            source=spot("from"),
            target=spot("to"),
            on=raw.get("on", "top"),
            face=raw.get("face", ""),
            seen_by=raw.get("seen_by", ""),
            prices=tuple(
                self._price(raw, one, who, number)
                for number, one in enumerate(price if isinstance(price, list) else [price], 1)
                if one
            ),
            condition=_condition(raw["if"], who) if "if" in raw else None,
            steps=tuple(
                step for inner in raw.get("steps", ()) for step in self._expand(game, inner, via)
            ),
            into=tuple(
                (entry["place"].replace("{side}", who), self._number(entry["count"], raw["id"]))
                for entry in raw.get("into", ())
            ),
            restrictions=tuple(
                self._restriction(r, raw["id"]) for r in raw.get("restrictions", ())
            ),
            among=tuple(place.replace("{side}", who) for place in raw.get("among", ())),
            options=tuple(
                (ident, Text.parse(said, game.language))
                for ident, said in raw.get("options", {}).items()
            ),
            title=None if title is None else Text.parse(title, game.language),
            note=None if note is None else Text.parse(note, game.language),
            unknown=raw.get("unknown", ""),
            joined=raw.get("joined", False),
        )

    def _restriction(self, raw: Raw, step: str) -> Restriction:
        holds = {name: place.holds for name, place in self.places.items()}
        found = restriction(raw, holds, self.game.language)
        for name in found.places:
            if name not in self.places:
                raise EngineFault(f"step {step}: there is no place {name}")
        if found.placing and len(found.groups) != len(found.places):
            noun = "pieces" if found.kind == "sequence" else "groups"
            raise EngineFault(
                f"step {step}: {len(found.groups)} {noun} for {len(found.places)} places; "
                "each place needs one"
            )
        return found

    def _price(self, raw: Raw, price: Raw, who: str, number: int) -> Step:
        return Step(
            id=raw["id"],
            key=f"{raw['id']}:price-{number}",
            do="choose",
            clauses=tuple(price.get("clauses", raw["clauses"])),
            who=who,
            what=_pieces(price["what"], who),
            count=self._number(price["count"], raw["id"]),
            source=price["from"].replace("{side}", who),
            target=price["to"].replace("{side}", who),
        )

    def _amount(self, raw: Any, step: str) -> int | tuple[int, int] | str | None:
        if raw is None or isinstance(raw, str):
            return raw
        if isinstance(raw, Mapping) and "from" in raw:
            return self._number(raw["from"], step), self._number(raw["to"], step)
        return self._number(raw, step)

    def _number(self, raw: Any, step: str) -> int:
        if not isinstance(raw, Mapping):
            return int(raw)
        name = raw["parameter"]
        if name not in self.parameters:
            raise EngineFault(f"step {step}: no parameter {name} is set")
        value = self.parameters[name]["value"]
        if not isinstance(value, int) or isinstance(value, bool):
            raise EngineFault(f"step {step}: the parameter {name} is no number")
        return value

    def _check_condition(self, condition: Condition, steps: Procedure, by: str) -> None:
        """A condition on a step that is done before must name an answer that the step can have."""
        found = [step for step in steps.walk() if step.id == condition.step]
        known = [ident for step in found for ident, _ in step.options]
        known += [place for step in found for place in step.among if step.do == "pick"]
        if known and condition.wanted not in known:
            raise EngineFault(
                f"step {by}: {condition.step} cannot come to {condition.wanted}; it can to "
                + ", ".join(known)
            )

    def _check_places(self, step: Step) -> None:
        named = [step.source, step.target, *step.among, *(place for place, _ in step.into)]
        if step.condition is not None:
            named.append(step.condition.place)
        for name in named:
            if name and name not in self.places:
                raise EngineFault(f"step {step.id}: there is no place {name}")
        for price in step.prices:
            self._check_places(price)


def _pieces(raw: Raw | None, who: str) -> Pieces | None:
    if raw is None:
        return None
    bounds = raw.get("combat_value")
    return Pieces(
        kind=raw["kind"],
        ids=tuple(raw.get("ids", ())),
        sets=(raw["set"],) if "set" in raw else (),
        side=raw.get("side", "").replace("{side}", who),
        heroic=raw.get("heroic"),
        card_kinds=tuple(raw.get("card_kinds", ())),
        combat_value=None if bounds is None else (bounds.get("at_least"), bounds.get("at_most")),
        excluded=tuple(raw.get("except", ())),
    )


def _condition(raw: Raw, who: str) -> Condition:
    return Condition(raw.get("step", ""), raw.get("place", "").replace("{side}", who), raw["is"])


def _with_sets(step: Step, sets: tuple[str, ...]) -> Step:
    """The step with the scenario's own sets in the stead of the word `scenario`."""
    what = step.what
    if what is not None and "scenario" in what.sets:
        what = replace(what, sets=distinct((*(s for s in what.sets if s != "scenario"), *sets)))
    return replace(step, what=what, steps=tuple(_with_sets(inner, sets) for inner in step.steps))


def _place(ident: str, raw: Raw, language: str) -> Place:
    note = raw.get("note")
    return Place(
        ident,
        Text.parse(raw["name"], language),
        Text.parse(raw["where"], language) if "where" in raw else None,
        raw["holds"],
        raw.get("side", ""),
        raw.get("ordered", False),
        raw.get("hidden", ""),
        raw.get("passing", False),
        raw.get("free", ""),
        "" if note is None else str(Text.parse(note, language)),
        Text.parse(raw["group"], language) if "group" in raw else None,
    )


__all__ = [
    "ALL",
    "MOVES",
    "ROLES",
    "Pieces",
    "Place",
    "Procedure",
    "Raw",
    "Role",
    "Skipped",
    "Step",
    "ancestry",
    "moments",
    "procedure",
]

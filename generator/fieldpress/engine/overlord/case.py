"""One question being judged: the records and the state together, and how findings are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fieldpress.engine.contributions import ZERO
from fieldpress.engine.knowledge import Parameter, amount_of
from fieldpress.engine.overlord.knowledge import UNSTATED, Knowledge, stated
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.overlord.table import Combat, State, Unit
from fieldpress.engine.tri import NO, YES, Tri, known, open_on
from fieldpress.engine.verdicts import Amount, Contribution, EngineFault, Finding
from fieldpress.model import Fact

INVADER, OCCUPIER = "invader", "occupier"


class Case:
    """Knowledge and state of one question."""

    def __init__(self, k: Knowledge, s: State) -> None:
        self.k, self.s = k, s
        #: Clauses by which acts changed the state on the way.
        self.happened: list[str] = []
        k.moment = {
            "round": s.get("round"),
            "activation": s.get("activation", 1),
            "month": self.month,
        }

    # -- when ------------------------------------------------------------------------------------

    @property
    def month(self) -> str:
        """The month: as given, else as the round of the scenario has it; empty if neither is."""
        said = self.s.get("month")
        if said:
            return str(said)
        months = list(self.k.scenario.raw["months"]) if self.k.scenario else []
        if len(months) == 1:
            return str(months[0])
        rounds, now = self.k.figure("rounds"), self.s.get("round")
        if months and rounds and isinstance(now, int):
            each = max(1, int(rounds.value) // len(months))
            return str(months[min((now - 1) // each, len(months) - 1)])
        return ""

    # -- findings --------------------------------------------------------------------------------

    def no(
        self,
        when: Tri | bool,
        code: str,
        *keys: str,
        record: str = "",
        also: Iterable[str] = (),
        **params: Any,
    ) -> Iterator[Finding]:
        """An objection under these clauses, raised where `when` holds, open where not known.

        `also` are clauses of figures, cited with it; nothing where one of `keys` does not hold.
        """
        tri = known(when) if isinstance(when, bool) else when
        if tri.value is False or not self.k.rule(*keys):
            return
        status = "raised" if tri.value else "open"
        cited = tuple(dict.fromkeys((*keys, *also)))
        yield Finding(code, params, record, cited, status, () if tri.value else tri.needs)  # type: ignore[arg-type]

    def did(self, key: str) -> bool:
        """Whether an act changes the state by this clause, which is then told with the answer."""
        if not self.k.rule(key):
            return False
        if key not in self.happened:
            self.happened.append(key)
        return True

    def part(
        self,
        what: str,
        amount: Amount | int,
        record: str,
        *keys: str,
        side: str = "",
        counted: bool = True,
        why: str = "",
        needs: tuple[str, ...] = (),
        **params: Any,
    ) -> Contribution:
        """One part of a number."""
        size = Amount.of(amount) if isinstance(amount, int) else amount
        return Contribution(
            what, "add", size, record, side, tuple(keys), counted, why, params, needs
        )

    # -- sides and combat ------------------------------------------------------------------------

    @property
    def combat(self) -> Combat:
        if self.s.combat is None:
            raise EngineFault(
                "this needs a combat: given.combat says where and who attacks", ("given",)
            )
        return self.s.combat

    def role_side(self, role: str) -> str:
        """The side that attacks or defends in this combat."""
        attacker = self.combat.attacker
        return attacker if role == "attacker" else self.k.other(attacker)

    def side_role(self, side: str) -> str:
        return "attacker" if side == self.combat.attacker else "defender"

    def is_role(self, side: str, role: str) -> bool:
        """Whether a side is the invader or the occupier of this game."""
        return self.k.roles.get(role) == side

    @property
    def invader(self) -> str:
        return self.k.side_of_role(INVADER)

    @property
    def occupier(self) -> str:
        return self.k.side_of_role(OCCUPIER)

    # -- units -----------------------------------------------------------------------------------

    def unit(self, ident: str, path: tuple[str | int, ...] = ()) -> Unit:
        """A unit that is given, or that a record describes. EngineFault where neither is."""
        found = self.s.units.get(ident)
        if found is None:
            if self.k.find("unit", ident) is None:
                raise EngineFault(
                    f"no unit is called {ident!r}; given.units has "
                    f"{', '.join(self.s.units) or 'none'}",
                    path,
                )
            found = self.s.units[ident] = Unit(ident)
        return found

    def fact(self, unit: str, name: str) -> Fact[Any]:
        """What is stated of a unit, else what its record says."""
        facts = self.unit(unit).facts
        if name in facts:
            return stated(facts[name])
        record = self.k.find("unit", unit)
        if record is None or not hasattr(record, name):
            return UNSTATED
        if name in ("side", "kind"):
            return stated(getattr(record, name))
        return self.k.fact("unit", unit, name)

    def need(self, unit: str, name: str) -> str:
        """The name under which a missing fact of a unit may be supplied."""
        return f"{unit}.{name}" if self.k.find("unit", unit) else f"given.units.{unit}.{name}"

    def word(self, unit: str, name: str) -> str:
        """A fact of a unit that is a word; empty where it is not known."""
        fact = self.fact(unit, name)
        return str(fact.value) if fact.known else ""

    def is_(self, unit: str, name: str, wanted: Any) -> Tri:
        """Whether a fact of a unit has this value."""
        fact = self.fact(unit, name)
        if fact.known:
            return known(fact.value == wanted)
        return open_on(self.need(unit, name)) if fact.unknown else NO

    @rules("division.airborne")
    def infantry(self, unit: str) -> Tri:
        """Whether a unit is an infantry division; an airborne division is one."""
        if self.kind(unit) != "division":
            return NO
        fact = self.fact(unit, "type")
        if fact.known and fact.value == "airborne":
            return known(self.k.rule("division.airborne"))
        return self.is_(unit, "type", "infantry")

    def side(self, unit: str) -> str:
        found = self.word(unit, "side")
        if not found:
            raise EngineFault(f"the side of {unit} is not given", ("given", "units", unit))
        return found

    def kind(self, unit: str) -> str:
        """corps, division or army; a division where nothing else is said."""
        return self.word(unit, "kind") or "division"

    def value(self, unit: str) -> tuple[Amount, tuple[str, ...]]:
        """The Combat value of a unit, as a range with what would narrow it."""
        fact = self.fact(unit, "value")
        if fact.known and isinstance(fact.value, int):
            return Amount.of(fact.value), ()
        if fact.state in ("none", "absent"):
            return ZERO, ()
        return amount_of(fact, self.need(unit, "value"))

    def divisions(self, units: Iterable[str]) -> list[str]:
        return [unit for unit in units if self.kind(unit) == "division"]

    def seen(self, unit: str, name: str) -> Any:
        """What a map would show, as stated; None where it is not."""
        return self.unit(unit).seen.get(name)

    def yes(self, unit: str, name: str) -> Tri:
        """A statement of yes or no about a unit that a map would show."""
        said = self.seen(unit, name)
        return open_on(f"given.units.{unit}.{name}") if said is None else known(bool(said))

    # -- states ----------------------------------------------------------------------------------

    def states(self, unit: str) -> list[Any]:
        """The records of the states that a unit is in: its condition and its supply."""
        here = self.unit(unit)
        found = (self.k.find("state", name) for name in (here.state, here.supply))
        return [one for one in found if one is not None]

    def state_parts(self, unit: str, name: str) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
        """What the unit's states say under `attack`, `defend`, …: state, value, clauses."""
        for record in self.states(unit):
            part = record.raw.get(name)
            if part and self.k.stands(*part["clauses"]):
                yield record.id, part["value"], tuple(part["clauses"])

    def barred(self, unit: str, name: str, code: str) -> Iterator[Finding]:
        """An objection for each state of the unit that bars what `name` says."""
        for state, value, keys in self.state_parts(unit, name):
            if value == "barred":
                yield Finding(code, {"unit": unit, "state": state}, f"unit:{unit}", keys)

    # -- figures ---------------------------------------------------------------------------------

    def figure(self, name: str, formation: str = "") -> Parameter | None:
        return self.k.figure(name, formation)

    def number(self, name: str, formation: str = "") -> tuple[int | None, tuple[str, ...]]:
        """A figure that is a number, and its clauses; None where nothing sets it."""
        found = self.k.figure(name, formation)
        return (int(found.value), found.clauses) if found else (None, ())


__all__ = ["INVADER", "NO", "OCCUPIER", "YES", "Case"]

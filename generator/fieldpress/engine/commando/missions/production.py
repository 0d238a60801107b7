"""Production: markers on Terrains of the village, the die for what they give, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fieldpress.engine.commando.bans import Act, card_record, role_of_act
from fieldpress.engine.commando.missions.board import at, column_row, mission_of, size_of, spots_of
from fieldpress.engine.commando.missions.effects import in_effect
from fieldpress.engine.commando.missions.figures import figure, open_readings
from fieldpress.engine.commando.missions.state import SPENT, USABLE, Spot
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.state import ATTACKER, State
from fieldpress.engine.commando.tokens import give, take_away
from fieldpress.engine.effects import Effect
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Amount, Contribution, Finding, distinct

SUCCESS = "success"
#: Noted once for each Unit that has come back in the phase in hand.
TAKEN_BACK = "taken-back"


def effects_of(k: Knowledge, state: State, spot: str) -> Sequence[Effect]:
    """What the Terrain of a spot gives when it produces."""
    terrain = at(mission_of(state), spot).terrain
    key = ("production", terrain)
    found: list[Effect] | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        stated = k.effects("terrain", terrain).stated if terrain else ()
        found = [e for e in stated if e.when == "production"]
        if k.memo is not None:
            k.memo[key] = found
    return found


def rolls_due(k: Knowledge, state: State, spot: str) -> int:
    """How often the die is rolled for it."""
    return max((int(e.raw.get("roll", {}).get("times", 0)) for e in effects_of(k, state, spot)),
               default=0)  # fmt: skip


def objectives(k: Knowledge) -> tuple[str, ...]:
    """The spots on which a marker can ever be laid: the last row of the battlefield."""
    found: tuple[str, ...] | None = None if k.memo is None else k.memo.get("objectives")
    if found is None:
        found = tuple([spot for spot in spots_of(k) if column_row(spot)[1] == size_of(k)[1]])
        if k.memo is not None:
            k.memo["objectives"] = found
    return found


def check_produce(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """One marker, on a Terrain of the village that is nobody's and did not produce last turn."""
    spot, mission = str(act.move.what), mission_of(state)
    rule, here = figure(k, "production-markers"), at(mission, str(act.move.what))
    record = f"terrain:{here.terrain}" if here.terrain else f"spot:{spot}"
    if rule and role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if state.phase not in ("", "production"):
        keys = figure(k, "production-phase").clauses
        yield Finding("wrong-phase", {"phase": state.phase}, "", keys or rule.clauses)
    if spot not in objectives(k):
        yield Finding("not-an-objective", {}, record, rule.clauses)
        return
    held, spent = figure(k, "produce-controlled"), figure(k, "produce-again")
    if held and not held.value and here.control:
        yield Finding("held-by", {"side": here.control}, record, held.clauses)
    more = list(in_effect(k, state, "production"))
    freed = next((keys for _, args, keys in more if args.get("even_spent")), ())
    if spent and not spent.value and here.production == SPENT:
        lifted = next((p.card for p, args, _ in more if args.get("even_spent")), "")
        if freed:
            yield Finding(
                "spent", {}, record, (*spent.clauses, *freed), "lifted", (), f"card:{lifted}"
            )
        else:
            yield Finding("spent", {}, record, spent.clauses)
    if spot in mission.produced:
        keys = next((keys for _, args, keys in more if args["markers"] > 1), rule.clauses)
        yield Finding("placed-here", {}, record, keys)
    if spot == mission.spot and not figure(k, "produce-attacked"):
        yield Finding("under-attack", {}, record, rule.clauses)
    yield from _number(k, state, rule.value or 0, rule.clauses, more)


def _number(
    k: Knowledge, state: State, usual: int, keys: tuple[str, ...], more: list[Any]
) -> Iterator[Finding]:
    """How many markers may be laid in a turn: as usual, or as a card says; none goes first."""
    barring = next(((p, c) for p, args, c in more if args["markers"] == 0), None)
    if barring is not None:
        yield Finding("no-production", {}, f"card:{barring[0].card}", barring[1])
        return
    placed = len(mission_of(state).produced)
    for play, args, clauses in more:
        if placed >= args["markers"]:
            yield Finding("markers-laid", {"number": args["markers"]}, f"card:{play.card}", clauses)
        return
    if placed >= usual:
        yield Finding("markers-laid", {"number": usual}, "", keys)


def grounds_produce(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    keys = [*figure(k, "production-markers").clauses]
    mission, spot = mission_of(state), str(act.move.what)
    if spot == mission.spot:
        keys += figure(k, "produce-attacked").clauses
    if mission.produced:
        keys += next((c for _, a, c in in_effect(k, state, "production") if a["markers"] > 1), ())
    if state.phase == "production":
        keys += figure(k, "production-phase").clauses
    return distinct(keys)


def produce(k: Knowledge, state: State, move: Move) -> None:
    """The marker lies there; what needs no roll is given at once."""
    mission, name = mission_of(state), str(move.what)
    mission.spots.setdefault(name, Spot()).production = USABLE
    mission.produced.append(name)
    if not rolls_due(k, state, name):
        _tokens(k, state, name)


def _tokens(k: Knowledge, state: State, name: str) -> None:
    side = state.sides[k.side_of_role(ATTACKER)]
    for counter, number in gains(k, state, name)["tokens"].items():
        give(k, state, side, counter, number, "")


# -- the die --------------------------------------------------------------------------------------


def check_roll_for(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """The die is rolled for a Terrain that produces, as often as it says."""
    name, mission = str(act.move.what), mission_of(state)
    due, stated = rolls_due(k, state, name), effects_of(k, state, name)
    keys = distinct(c for e in stated for c in e.clauses) or figure(k, "production-markers").clauses
    if role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", keys)
    if name not in mission.produced:
        yield Finding("not-producing", {}, _record(state, name), keys)
    elif len(mission.rolls.get(name, ())) >= due:
        yield Finding("rolls-made", {"times": due}, _record(state, name), keys)


def _record(state: State, name: str) -> str:
    terrain = at(mission_of(state), name).terrain
    return f"terrain:{terrain}" if terrain else f"spot:{name}"


def grounds_roll_for(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return distinct(c for e in effects_of(k, state, str(act.move.what)) for c in e.clauses)


def roll_for(k: Knowledge, state: State, move: Move) -> None:
    mission_of(state).rolls.setdefault(str(move.what), []).append(move.lands)


def check_convert(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A single success of two may be made whole with tokens."""
    name, mission, pay = str(act.move.what), mission_of(state), act.move.pay
    terrain = at(mission, name).terrain
    rule, rolled = figure(k, "production-price", terrain), mission.rolls.get(name, [])
    due, good = rolls_due(k, state, name), rolled.count(SUCCESS)
    if not rule:
        return
    if role_of_act(k, act) != ATTACKER:
        yield Finding("not-for-side", {"side": act.move.side}, "", rule.clauses)
    if len(rolled) < due:
        yield Finding("rolls-first", {"times": due}, _record(state, name), rule.clauses)
    elif good != due - 1 or name in mission.converted:
        stated = [c for e in effects_of(k, state, name) for c in e.clauses]
        keys = distinct((*rule.clauses, *(stated if good == 0 else ())))
        yield Finding("not-one-success", {"good": good}, _record(state, name), keys)
    if len(pay) != rule.value:
        params = {"number": rule.value, "paid": len(pay)}
        yield Finding("price-differs", params, "", rule.clauses)
    held = state.sides[act.move.side].tokens
    if held is not None:
        left = [t.counter for t in held]
        for counter in pay:
            if counter not in left:
                yield Finding(
                    "no-token-left", {"side": act.move.side}, f"counter:{counter}", rule.clauses
                )
                break
            left.remove(counter)


def prices(k: Knowledge, state: State, side: str, name: str) -> Iterator[tuple[str, ...]]:
    """Every way to pay for a success on a spot with tokens of one's own, in the order of a reserve
    of them; nothing where none can be bought."""
    rule = figure(k, "production-price", at(mission_of(state), name).terrain)
    held = [token.counter for token in state.sides[side].tokens or ()]
    kinds = [counter for counter in k.game.counters if counter in held]

    def paid(left: int, among: list[str]) -> Iterator[tuple[str, ...]]:
        if not left:
            yield ()
            return
        for number, counter in enumerate(among):
            for count in range(min(left, held.count(counter)), 0, -1):
                for rest in paid(left - count, among[number + 1 :]):
                    yield (counter,) * count + rest

    if rule:
        yield from paid(int(rule.value), kinds)


def grounds_convert(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return figure(k, "production-price", at(mission_of(state), str(act.move.what)).terrain).clauses


def convert(k: Knowledge, state: State, move: Move) -> None:
    """The tokens go back to their reserves, and the roll counts as a success."""
    mission_of(state).converted.append(str(move.what))
    take_away(k, state, state.sides[move.side], move.pay)


# -- what comes of it -----------------------------------------------------------------------------


def gains(k: Knowledge, state: State, name: str) -> dict[str, Any]:
    """What the production of a spot has brought, by its rolls: successes, tokens, changes of the
    Size and of the defender's draw, how strong a Unit may come back (None: none)."""
    mission = mission_of(state)
    rolled = mission.rolls.get(name, [])
    good = rolled.count(SUCCESS) + (1 if name in mission.converted else 0)
    out: dict[str, Any] = {
        "terrain": at(mission, name).terrain, "successes": good, "tokens": {}, "size": 0,
        "draws": 0, "unit": None,
    }  # fmt: skip
    for effect in effects_of(k, state, name):
        many = times_of(effect, good)
        for operation in effect.do:
            if not many:
                continue
            args: Mapping[str, Any] = operation.args
            if operation.verb == "tokens":
                out["tokens"][str(args["counter"])] = int(args["count"]) * many
            elif operation.verb == "modify":
                key = "size" if args["what"] == "units-allowed" else "draws"
                out[key] += int(args.get("add", 0)) * many
            elif operation.verb == "take_back":
                out["unit"] = args.get("at_most")
    return out


def times_of(effect: Effect, good: int) -> int:
    """How often an effect happens with so many successes."""
    roll = effect.raw.get("roll")
    if not roll:
        return 1
    if "needs" in roll:
        return 1 if good >= int(roll["needs"]) else 0
    return good


def clauses_of(k: Knowledge, state: State, name: str) -> tuple[str, ...]:
    keys = [c for e in effects_of(k, state, name) for c in e.clauses]
    if name in mission_of(state).converted:
        keys += figure(k, "production-price", at(mission_of(state), name).terrain).clauses
    return distinct(keys)


def changes(k: Knowledge, state: State, what: str) -> list[Contribution]:
    """What production adds to a number of this turn: `units-allowed`, or the defender's
    `cards-drawn`."""
    mission, out = mission_of(state), []
    for name in mission.produced:
        for effect in effects_of(k, state, name):
            good = gains(k, state, name)["successes"]
            many = times_of(effect, good)
            for operation in effect.do:
                args = operation.args
                if operation.verb != "modify" or args["what"] != what or not many:
                    continue
                keys = effect.clauses
                if name in mission.converted:
                    keys = clauses_of(k, state, name)
                if "add" in args:
                    amount = Amount.of(int(args["add"]) * many)
                    out.append(Contribution(what, "add", amount, _record(state, name), "", keys))
                if "at_least" in args:
                    floor = Amount.of(int(args["at_least"]))
                    out.append(
                        Contribution(what, "at-least", floor, _record(state, name), "", keys)
                    )
    if out and what == "units-allowed":
        out += _floor(k)
    return out


def _floor(k: Knowledge) -> Iterator[Contribution]:
    """Whether a Size that production lowers has a floor: the book does not say."""
    floor, needs = figure(k, "production-size-floor"), open_readings(k, "production-size-floor")
    if floor:
        record = f"rule:{floor.clauses[0]}"
        yield Contribution("units-allowed", "at-least", floor.amount, record, "", floor.clauses)
    elif needs:
        either = Amount(0, 1)
        yield Contribution("units-allowed", "at-least", either, needs[0], "", (), needs=needs)


def check_take_back(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """A Unit that production brings back is no stronger than the Terrain says; at the table no more
    come back than it brings, and none where no card says so either."""
    mission, table = mission_of(state), state.table
    if table is not None and table.tasks:
        return  # a card brings it back
    if table is not None and brought_back(k, state) <= table.passed.count(TAKEN_BACK):
        yield Finding("no-ground", {"act": act.kind, "side": act.move.side})
    for name in mission.produced:
        for effect in effects_of(k, state, name):
            ops = [o for o in effect.do if o.verb == "take_back"]
            if not ops:
                continue
            keys, most = effect.clauses, ops[0].args.get("at_most")
            if not gains(k, state, name)["successes"]:
                yield Finding("no-success", {}, _record(state, name), keys)
                continue
            unit = k.holds("card", str(act.move.what), "kind", "unit")
            if unit.value is False:
                yield Finding("not-a-unit", {}, card_record(act), keys)
            amount, needs = k.number("card", str(act.move.what), "combat_value")
            if most is None or unit.value is False:
                continue
            if amount.low is not None and amount.low > most:
                yield Finding(
                    "too-strong", {"most": most, "value": amount.to_json()}, card_record(act), keys
                )
            elif amount.high is None or amount.high > most:
                yield Finding(
                    "too-strong",
                    {"most": most, "value": amount.to_json()},
                    card_record(act),
                    keys,
                    "open",
                    needs,
                )


def brought_back(k: Knowledge, state: State) -> int:
    """How many Units production brings back in this turn, as it has been rolled so far."""
    return sum(
        int(operation.args.get("count", 1)) * times_of(effect, gains(k, state, name)["successes"])
        for name in mission_of(state).produced
        for effect in effects_of(k, state, name)
        for operation in effect.do
        if operation.verb == "take_back"
    )


def grounds_take_back(k: Knowledge, state: State, act: Act) -> tuple[str, ...]:
    return distinct(
        c
        for name in mission_of(state).produced
        for effect in effects_of(k, state, name)
        if any(o.verb == "take_back" for o in effect.do)
        for c in effect.clauses
    )


def end_turn(k: Knowledge, state: State) -> None:
    """Markers of this turn are turned to red; red ones of the turn before come off."""
    mission = mission_of(state)
    for name, spot in mission.spots.items():
        if name in mission.produced:
            spot.production = SPENT
        elif spot.production == SPENT:
            spot.production = ""
    mission.produced, mission.converted = [], []
    mission.rolls = {n: faces for n, faces in mission.rolls.items() if n in mission.regiments}

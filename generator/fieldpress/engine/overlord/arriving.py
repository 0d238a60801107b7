"""Reinforcements: where they may be set, additional ones and the Test, Fortitude, transfers."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.engine.overlord.acts import Act, act, effect
from fieldpress.engine.overlord.case import Case
from fieldpress.engine.overlord.ground import (
    SEA,
    flag,
    is_class,
    map_of,
    must_be_sector,
    occupied,
    room,
    sector_fact,
)
from fieldpress.engine.overlord.logistics import blocked, phase_held
from fieldpress.engine.overlord.registry import rules
from fieldpress.engine.tri import all_of, known, negate, open_on
from fieldpress.engine.verdicts import Amount, EngineFault, Finding


@act("arrive", ("reinforcement.calendar",), "side", "units", "at", "box")
@rules(
    "reinforcement.calendar",
    "reinforcement.sea",
    "reinforcement.sea-harbours",
    "reinforcement.sea-capacity",
    "reinforcement.box-placement",
    "reinforcement.box-capacity",
    "reinforcement.first-round",
    "start-box.blocked",
)
def may_arrive(c: Case, a: Act) -> Iterator[Finding]:
    """May these units, due now, be set in this sector?"""
    units, at = a.words("units"), must_be_sector(c, a.word("at"), a.path("at"))
    if not phase_held(c, "reinforcements"):
        yield Finding(
            "not-in-first-round", {"phase": "reinforcements"}, "", ("reinforcement.first-round",)
        )
    if a.side == c.invader:
        yield from _by_sea(c, a, units, at)
    else:
        yield from _by_box(c, a, units, at)
    for unit in units:
        yield from _apart(c, unit, at)


def _by_sea(c: Case, a: Act, units: list[str], at: str) -> Iterator[Finding]:
    sea = is_class(c, at, SEA)
    yield from c.no(negate(sea), "not-at-sea", "reinforcement.sea", record=f"sector:{at}")
    through = sector_fact(c, at, "through")
    harbour = str(through.value) if through.known and through.value else ""
    if harbour and flag(c, harbour, "harbour").value:
        a.grounds = (*a.grounds, "reinforcement.sea-harbours")
        foe = occupied(c, harbour, c.k.other(a.side))
        yield from c.no(
            foe, "harbour-held", "reinforcement.sea-harbours", record=f"sector:{harbour}"
        )
    else:
        a.grounds = (*a.grounds, "reinforcement.sea")
    yield from _fits(c, a, units, at, "reinforcement.sea-capacity")


def _fits(c: Case, a: Act, units: list[str], at: str, key: str) -> Iterator[Finding]:
    fits, _ = room(c, at, a.side, units)
    yield from c.no(negate(fits), "no-room", key, record=f"sector:{at}")


def _by_box(c: Case, a: Act, units: list[str], at: str) -> Iterator[Finding]:
    box = str(a.get("box", ""))
    starts = sector_fact(c, at, "starts")
    sure = (
        known(starts.value == box if box else bool(starts.value))
        if starts.known
        else open_on(f"given.sectors.{at}.starts")
    )
    yield from c.no(
        negate(sure), "not-a-start", "reinforcement.box-placement", record=f"sector:{at}"
    )
    yield from c.no(
        occupied(c, at, c.k.other(a.side)),
        "enemy-there",
        "reinforcement.box-placement",
        record=f"sector:{at}",
    )
    a.grounds = (*a.grounds, "reinforcement.box-placement")
    box = box or (str(starts.value) if starts.known else "")
    if box:
        yield from c.no(blocked(c, box), "box-blocked", "start-box.blocked", record=f"box:{box}")
    yield from _fits(c, a, units, at, "reinforcement.box-capacity")


def _apart(c: Case, unit: str, at: str) -> Iterator[Finding]:
    """A unit that has to start elsewhere than another."""
    figure = c.figure("starts-apart-from", unit)
    if figure is None:
        return
    other = str(figure.value)
    here = c.s.where(other)
    if here == at:
        yield Finding("starts-together", {"other": other}, f"unit:{unit}", figure.clauses)


@effect("arrive")
@rules("control.marker-removed")
def do_arrive(c: Case, a: Act) -> None:
    """They are set there; a marker of the other side goes, and nothing is scored for it."""
    units, there = a.words("units"), str(a.get("at"))
    marked = a.side != c.invader and c.s.listed("control", there)
    if marked and c.did("control.marker-removed"):
        c.s.drop("control", there)
    corps = next((u for u in units if c.kind(u) == "corps"), "")
    for ident in units:
        unit = c.unit(ident)
        if corps and ident != corps:
            unit.within, unit.at = corps, ""
        else:
            unit.at = there
        c.s.parts["scheduled"] = {
            k: v for k, v in (c.s.get("scheduled") or {}).items() if k != ident
        }


@act("divert", ("start-box.diversion",), "side", "units", "box", "to_box")
@rules("start-box.diversion")
def may_divert(c: Case, a: Act) -> Iterator[Finding]:
    """May units due now in a blocked box go to another box, to come a week later?"""
    box, to = a.word("box"), a.word("to_box")
    yield from c.no(negate(blocked(c, box)), "box-open", "start-box.diversion", record=f"box:{box}")
    ground = map_of(c)
    told = c.s.of("boxes", box, {})
    if ground is not None and box in ground.reinforcement_boxes:
        beside = to in ground.reinforcement_boxes[box].get("beside", ())
        sure = known(beside)
    elif isinstance(told, dict) and "beside" in told:
        sure = known(to in told["beside"])
    else:
        sure = open_on(f"given.boxes.{box}.beside")
    yield from c.no(negate(sure), "box-not-beside", "start-box.diversion", record=f"box:{to}")
    yield from c.no(a.side != c.occupier, "occupier-only", "start-box.diversion")


# -- additional reinforcements -------------------------------------------------------------------


@rules("additional.test", "test.draw", "test.success")
def test(c: Case, name: str) -> tuple[bool | None, tuple[str, ...], tuple[str, ...]]:
    """Whether a Test (intelligence, additional) is passed: the icons drawn, as given; the clauses;
    what is missing. No source says which cards bear icons."""
    drawn = c.s.of("tests", name, {})
    icons = drawn.get("icons") if isinstance(drawn, dict) else None
    wanted, keys = c.number("additional-bombs") if name == "additional" else (1, ())
    rule = ("test.success", *(("additional.test",) if name == "additional" else ()))
    cited = tuple(dict.fromkeys((*(k for k in rule if c.k.rule(k)), *keys)))
    if icons is None:
        return None, cited, (f"given.tests.{name}.icons",)
    if wanted is None:
        return None, cited, ("parameter additional-bombs",)
    return int(icons) >= wanted, cited, ()


@rules("additional.test", "test.draw", "intelligence.attempt")
def cards_drawn(c: Case, name: str) -> tuple[Amount, tuple[str, ...], tuple[str, ...]]:
    """Cards that are drawn in a Test: one for each Spy, or each objective sector conquered."""
    if name == "additional":
        many = c.s.of("tests", "additional", {}).get("conquered")
        if many is None and c.s.get("control") is not None and c.s.complete:
            many = len(c.s.get("control", ()))
        if many is None:
            return Amount(0, None), ("additional.test",), ("given.tests.additional.conquered",)
        return (
            Amount.of(int(many)),
            tuple(k for k in ("additional.test", "test.draw") if c.k.rule(k)),
            (),
        )
    spies = c.s.of("tests", "intelligence", {}).get("spies")
    if spies is None:
        return Amount(0, None), ("intelligence.attempt",), ("given.tests.intelligence.spies",)
    return (
        Amount.of(int(spies)),
        tuple(k for k in ("intelligence.attempt", "test.draw") if c.k.rule(k)),
        (),
    )


@act("additional", ("additional.price",), "side", "unit", "with", "at", "event")
@rules(
    "additional.price",
    "additional.test",
    "additional.once",
    "additional.corps",
    "additional.blocked",
)
def may_add(c: Case, a: Act) -> Iterator[Finding]:
    """May this unit be brought in from an Additional Reinforcements Box? `with`: divisions of the
    same box in its order of battle; `event`: by an Event card."""
    unit = a.word("unit")
    record = f"unit:{unit}"
    yield from c.no(a.side != c.occupier, "occupier-only", "additional.price")
    barred = c.figure("additional-barred")
    if barred and barred.value and not a.get("event"):
        yield Finding("event-only", {}, record, barred.clauses)
    box = str(c.unit(unit).at)
    if box in boxes_known(c):
        yield from c.no(blocked(c, box), "box-blocked", "additional.blocked", record=f"box:{box}")
    if not a.get("event"):
        if c.s.get("additional_agreed"):
            a.grounds = (*a.grounds, "additional.once")
        else:
            passed, keys, needs = test(c, "additional")
            sure = open_on(*needs) if passed is None else known(not passed)
            yield from c.no(sure, "test-failed", "additional.test", record=record, also=keys)
    if c.kind(unit) == "corps":
        a.grounds = (*(g for g in a.grounds if g != "additional.price"), "additional.corps")
        most, keys = c.number("additional-corps-free")
        gone = c.s.of("spent", "additional_corps", 0)
        if most is not None:
            yield from c.no(
                int(gone) >= most,
                "corps-already",
                "additional.corps",
                record=record,
                also=keys,
                most=most,
            )
        yield from c.no(not a.words("with"), "corps-alone", "additional.corps", record=record)


def boxes_known(c: Case) -> set[str]:
    from fieldpress.engine.overlord.logistics import boxes

    return set(boxes(c))


@effect("additional")
def do_add(c: Case, a: Act) -> None:
    from fieldpress.engine.overlord.scoring import score

    figure = c.figure("additional-division-vp")
    price = int(figure.value) if figure else 0
    divisions = [u for u in (a.word("unit"), *a.words("with")) if c.kind(u) == "division"]
    score(c, a.side, -price * len(divisions))
    for ident in (a.word("unit"), *a.words("with")):
        if a.get("at"):
            c.unit(ident).at = str(a.get("at"))


@act("fortitude-reinforcement", ("fortitude.reinforcement",), "side", "unit")
@rules("fortitude.reinforcement")
def may_fortitude(c: Case, a: Act) -> Iterator[Finding]:
    """May a division come in free for a Fortitude card in the slot?"""
    have = c.s.get("fortitude_slot")
    short = open_on("given.fortitude_slot") if have is None else known(int(have) < 1)
    yield from c.no(short, "no-fortitude", "fortitude.reinforcement")
    unit = a.word("unit")
    yield from c.no(
        c.kind(unit) == "corps", "divisions-only", "fortitude.reinforcement", record=f"unit:{unit}"
    )


@effect("fortitude-reinforcement")
def do_fortitude(c: Case, a: Act) -> None:
    c.s.parts["fortitude_slot"] = int(c.s.get("fortitude_slot", 0)) - 1


@act("transfer", ("reinforcement.transfer",), "side", "unit", "army")
@rules("reinforcement.transfer")
def may_transfer(c: Case, a: Act) -> Iterator[Finding]:
    """May this corps pass to another army?"""
    unit, army = a.word("unit"), a.word("army")
    record = c.k.find("unit", unit)
    boards = tuple(record.armies) if record is not None else ()
    if not boards:
        raise EngineFault(f"on which army boards {unit} is printed is not known", a.path("unit"))
    other = known(army not in boards)
    if other.value and "unknown" in boards:
        other = open_on(f"{unit}.armies")
    yield from c.no(other, "no-such-board", "reinforcement.transfer", record=f"unit:{unit}")
    when = c.figure("transfer-round", unit)
    now = c.s.get("round")
    if when is not None:
        if now is None:
            yield Finding(
                "transfer-week",
                {"most": int(when.value)},
                f"unit:{unit}",
                when.clauses,
                "open",
                ("given.round",),
            )
        elif int(now) < int(when.value):
            yield Finding("transfer-week", {"most": int(when.value)}, f"unit:{unit}", when.clauses)
        else:
            a.grounds = tuple(dict.fromkeys((*a.grounds, *when.clauses)))


@effect("transfer")
def do_transfer(c: Case, a: Act) -> None:
    c.unit(a.word("unit")).facts["army"] = a.word("army")


@act(
    "give-support",
    ("support-pool.distribute", "support-pool.return"),
    "side",
    "support",
    "army",
    "corps",
)
@rules("support-pool.distribute", "support-pool.return")
def may_give(c: Case, a: Act) -> Iterator[Finding]:
    """May a Support of an army's reserve go to this corps?"""
    support, army, corps = a.word("support"), a.word("army"), a.word("corps")
    have = c.s.of("reserve", army)
    short = open_on(f"given.reserve.{army}") if have is None else known(support not in have)
    yield from c.no(short, "not-in-reserve", "support-pool.distribute", record=f"support:{support}")
    record = c.k.find("unit", corps)
    mine = c.word(corps, "army")
    boards = (mine,) if mine else tuple(record.armies) if record else ()
    if boards:
        yield from c.no(
            army not in boards, "another-army", "support-pool.distribute", record=f"unit:{corps}"
        )


@effect("give-support")
def do_give(c: Case, a: Act) -> None:
    army, corps = a.word("army"), c.unit(a.word("corps"))
    left = list(c.s.of("reserve", army, ()))
    left.remove(a.word("support"))
    c.s.put("reserve", army, left)
    corps.supports.append(a.word("support"))


__all__ = ["all_of", "cards_drawn", "test"]

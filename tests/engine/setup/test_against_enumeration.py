"""The checker against every layout that small procedures can reach, both ways."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from fieldpress.engine.setup import deal
from fieldpress.engine.setup.checker import check
from fieldpress.engine.setup.layout import read_table
from fieldpress.engine.setup.network import build
from fieldpress.engine.setup.procedure import Procedure, Step
from fieldpress.engine.verdicts import EngineFault
from tests.engine.setup.helpers import judge, mini, place, terrain

PLACES = {
    "pool": place(),
    "one": place(ordered=True),
    "two": place(ordered=True),
    "three": place(ordered=True),
    "heap": place(),
}
State = dict[str, tuple[str, ...]]


# -- every layout that the steps can reach, by trying every chance ---------------------------------


def reachable(steps: Procedure) -> set[tuple[Any, ...]]:
    states: list[State] = [{}]
    for step in steps.steps:
        after: dict[tuple[Any, ...], State] = {}
        for state in states:
            for new in outcomes(steps, step, state):
                after[tuple(sorted(new.items()))] = new
        states = list(after.values())
    return {frozen(steps, state) for state in states}


def outcomes(steps: Procedure, step: Step, state: State) -> Iterator[State]:
    def put(state: State, name: str, pieces: tuple[str, ...], on: str = "top") -> State:
        there = state.get(name, ())
        return state | {name: (*there, *pieces) if on == "bottom" else (*pieces, *there)}

    at = state.get(step.source, ())
    if step.do == "take":
        assert step.what is not None
        for order in set(itertools.permutations(step.what.ids)):
            yield put(state, step.target, order)
    elif step.do == "shuffle":
        for order in set(itertools.permutations(at)):
            yield state | {step.source: order}
    elif step.what is not None and step.what.ids:
        rest = list(at)
        for ident in step.what.ids:
            rest.remove(ident)
        for order in set(itertools.permutations(step.what.ids)):
            yield put(state | {step.source: tuple(rest)}, step.target, order, step.on)
    elif step.count in (None, "all"):
        heap = not steps.places[step.source].ordered
        for order in set(itertools.permutations(at)) if heap else {at}:
            yield put(state | {step.source: ()}, step.target, order, step.on)
    else:
        number = step.number
        free = step.random or not steps.places[step.source].ordered
        picks = itertools.combinations(range(len(at)), number) if free else [tuple(range(number))]
        for pick in picks:
            left = tuple(p for i, p in enumerate(at) if i not in pick)
            taken = tuple(at[i] for i in pick)
            for order in set(itertools.permutations(taken)) if free else {taken}:
                yield put(state | {step.source: left}, step.target, order, step.on)


def frozen(steps: Procedure, state: State) -> tuple[Any, ...]:
    return tuple(
        (name, pieces if steps.places[name].ordered else tuple(sorted(pieces)))
        for name, pieces in sorted(state.items())
        if pieces
    )


def candidates(steps: Procedure, one: tuple[Any, ...]) -> set[tuple[Any, ...]]:
    """Every way to lay the same pieces in the same numbers."""
    sizes = [(name, len(pieces)) for name, pieces in one]
    pieces = [piece for _, at in one for piece in at]
    out = set()
    for order in set(itertools.permutations(pieces)):
        state, start = {}, 0
        for name, size in sizes:
            state[name] = order[start : start + size]
            start += size
        out.add(frozen(steps, state))
    return out


def accepts(steps: Procedure, layout: tuple[Any, ...]) -> bool:
    outcome = judge(steps, {name: list(pieces) for name, pieces in layout}).outcome
    assert outcome != "undetermined"
    return outcome == "allowed"


# -- small procedures ------------------------------------------------------------------------------


def move(ident: str, source: str, target: str, **more: Any) -> dict[str, Any]:
    return {
        "id": ident,
        "do": "deal",
        "from": source,
        "to": target,
        "clauses": ["c." + ident],
    } | more


def take(ident: str, target: str, *ids: str) -> dict[str, Any]:
    what = {"kind": "terrain", "ids": list(ids)}
    return {"id": ident, "do": "take", "what": what, "to": target, "clauses": ["c." + ident]}


@st.composite
def procedures(draw: st.DrawFn) -> Procedure:
    """Up to ten steps that can all be followed, on three to five pieces from two sources."""
    letters = draw(st.sampled_from(["aabb", "abc", "abcd", "aabc", "abcde"]))
    cut = draw(st.integers(1, len(letters) - 1))
    terrains = [terrain(n, {"x": 1}) for n in sorted(set(letters))]
    steps = [
        take(f"take{i}", "pool" if i < cut else "one", letter) for i, letter in enumerate(letters)
    ]
    if draw(st.booleans()):
        steps.append({"id": "mix", "do": "shuffle", "from": "one", "clauses": ["c.mix"]})
    spots = list(PLACES)
    procedure = mini(steps, PLACES, terrains)
    for number in range(draw(st.integers(3, 10))):
        full = [name for name, at in build(procedure, {}).places.items() if at]
        source = draw(st.sampled_from(full))
        step = {"id": f"s{number}", "do": "shuffle", "from": source, "clauses": [f"c.s{number}"]}
        kind = draw(st.sampled_from(["shuffle", "random", "random", "top", "all", "named"]))
        if kind != "shuffle":
            target = draw(st.sampled_from([s for s in spots if s != source]))
            step |= {"do": "deal", "to": target, "on": draw(st.sampled_from(["top", "bottom"]))}
        if kind == "all":
            step |= {"do": "stack"}
        elif kind == "named":
            among = st.sampled_from(sorted(set(letters)))
            ids = draw(st.lists(among, min_size=1, max_size=2, unique=True))
            step |= {"do": "set-aside", "what": {"kind": "terrain", "ids": ids}}
        elif kind in ("random", "top"):
            step |= {"count": draw(st.integers(1, 2)), "random": kind == "random"}
        try:
            build(longer := mini([*steps, step], PLACES, terrains), {})
        except EngineFault:
            continue  # more than there is, or by name what chance may have moved
        procedure, steps = longer, [*steps, step]
    return procedure


@settings(max_examples=200, report_multiple_bugs=False)
@given(procedures(), st.data())
def test_the_checker_never_errs(steps: Procedure, data: st.DataObject) -> None:
    reached = reachable(steps)
    layouts = sorted(candidates(steps, next(iter(reached))))
    if len(layouts) > 60:
        layouts = data.draw(st.lists(st.sampled_from(layouts), min_size=40, max_size=40))
        layouts += data.draw(st.lists(st.sampled_from(sorted(reached)), min_size=10, max_size=10))
    for layout in layouts:
        assert accepts(steps, layout) == (layout in reached), layout


@settings(max_examples=200, report_multiple_bugs=False)
@given(procedures(), st.data())
def test_what_is_not_seen_is_free_and_no_more(steps: Procedure, data: st.DataObject) -> None:
    reached = reachable(steps)
    layout = data.draw(st.sampled_from(sorted(candidates(steps, next(iter(reached))))))
    table: dict[str, Any] = {}
    for name, pieces in layout:
        way = data.draw(st.sampled_from(["left out", "number", "partly"]))
        if way == "number":
            table[name] = len(pieces)
        elif way == "partly":
            masks = data.draw(st.lists(st.booleans(), min_size=len(pieces), max_size=len(pieces)))
            table[name] = ["hidden" if m else p for m, p in zip(masks, pieces, strict=True)]
    possible = any(fits(steps, dict(one), table) for one in reached)
    assert (judge(steps, table).outcome == "allowed") == possible, table


def fits(steps: Procedure, reached: dict[str, tuple[str, ...]], table: dict[str, Any]) -> bool:
    for name, given_ in table.items():
        there = reached.get(name, ())
        if isinstance(given_, int):
            if given_ != len(there):
                return False
        elif len(given_) != len(there):
            return False
        elif steps.places[name].ordered:
            if any(g not in ("hidden", p) for g, p in zip(given_, there, strict=True)):
                return False
        elif Counter(g for g in given_ if g != "hidden") - Counter(there):
            return False
    return True


@settings(max_examples=100, report_multiple_bugs=False)
@given(procedures(), st.integers(0, 2**40))
def test_every_deal_is_reachable_and_accepted(steps: Procedure, seed: int) -> None:
    dealt = deal(steps, seed)
    state = {
        name: tuple((piece.piece or "").partition(":")[2] for piece in pieces)
        for name, pieces in dealt.table.items()
    }
    assert frozen(steps, state) in reachable(steps)
    given_ = dealt.to_json()["given"]
    assert check(steps, read_table(steps.game, steps, given_)).outcome == "allowed"


def test_each_could_lie_there_but_not_all_at_once() -> None:
    """One of a and b and one of c and d go to either heap: a and b never meet."""

    steps = mini(
        [
            take("ab", "one", "a", "b"),
            take("cd", "two", "c", "d"),
            move("first", "one", "three", count=1, random=True),
            move("second", "two", "three", count=1, random=True),
            {"id": "mix", "do": "shuffle", "from": "three", "clauses": ["c.mix"]},
            move("rest", "one", "heap", count="all"),
            move("others", "two", "heap", count="all"),
        ],
        PLACES,
        [terrain(n, {"x": 1}) for n in "abcd"],
    )
    assert judge(steps, {"three": ["c", "a"], "heap": ["b", "d"]}).outcome == "allowed"
    report = judge(steps, {"three": ["b", "a"], "heap": ["c", "d"]})
    assert report.outcome == "forbidden"
    assert [f.code for f in report.verdict.findings] == ["cannot-all"]
    assert judge(steps, {"three": ["b", "a"]}).outcome == "forbidden"
    assert judge(steps, {"three": ["b", "hidden"], "heap": ["c", "hidden"]}).outcome == "allowed"

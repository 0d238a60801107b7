"""Exchanges, choices and built piles against every layout that small procedures can reach."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from fieldpress.engine.setup import Procedure, deal
from fieldpress.engine.setup.checker import check
from fieldpress.engine.setup.layout import read_table
from fieldpress.engine.setup.procedure import Step
from fieldpress.engine.setup.restrictions import Restriction
from fieldpress.engine.setup.supply import selects
from tests.engine.setup.helpers import card, judge, mini, place, terrain
from tests.engine.setup.test_against_enumeration import State, frozen, outcomes

Raw = dict[str, Any]


def step(ident: str, do: str, **more: Any) -> Raw:
    more = {key.rstrip("_"): value for key, value in more.items()}
    return {"id": ident, "do": do, "clauses": [f"c.{ident}"]} | more


def take(ident: str, to: str, *ids: str, kind: str = "terrain") -> Raw:
    return step(ident, "take", what={"kind": kind, "ids": list(ids)}, to=to)


def reachable(steps: Procedure) -> set[tuple[Any, ...]]:
    states: list[State] = [{}]
    for one in steps.steps:
        states = [new for state in states for new in _outcomes(steps, one, state)]
        states = [dict(kept) for kept in {tuple(sorted(state.items())) for state in states}]
    return {_frozen(steps, state) for state in states}


def _frozen(steps: Procedure, state: State) -> tuple[Any, ...]:
    """The layout, and after it what was said."""
    said = {name: words for name, words in state.items() if name.startswith("said:")}
    table = {name: at for name, at in state.items() if name not in said}
    return (*frozen(steps, table), *sorted(said.items()))


def _outcomes(steps: Procedure, one: Step, state: State) -> Iterator[State]:
    if one.do == "may":
        yield state
        for price in one.prices or (None,):
            paid = [state] if price is None else list(_chosen(steps, price, state))
            for inner in one.steps:
                paid = [new for old in paid for new in _outcomes(steps, inner, old)]
            yield from paid
    elif one.do == "choose":
        yield from _chosen(steps, one, state)
    elif one.do == "arrange":
        yield from _arranged(one, state)
    elif one.do == "flip":
        yield state
    elif one.options:
        yield from (state | {f"said:{one.id}": (word,)} for word, _ in one.options)
    else:
        yield from outcomes(steps, one, state)


def _chosen(steps: Procedure, one: Step, state: State) -> Iterator[State]:
    assert one.what is not None
    at = state.get(one.source, ())
    fit = [i for i, p in enumerate(at) if selects(steps.game, one.what, f"{one.what.kind}:{p}")]
    for pick in itertools.combinations(fit, one.number):
        left = tuple(p for i, p in enumerate(at) if i not in pick)
        taken = tuple(at[i] for i in pick)
        yield state | {one.source: left, one.target: (*taken, *state.get(one.target, ()))}


def _arranged(one: Step, state: State) -> Iterator[State]:
    for order in set(itertools.permutations(state[one.source])):
        new, rest = dict(state), order
        for name, count in one.into:
            new[name], rest = (*rest[:count],), rest[count:]
        new[one.source] = rest
        together = [r.together for r in one.restrictions if not r.penalty and not r.placing]
        piles = [new[name] for name, _ in one.into]
        placing = [rule for rule in one.restrictions if rule.placing]
        if all(_kept(rule, new) for rule in placing if _in_force(rule, state)) and all(
            len(set(pile[i : i + n])) == len(pile[i : i + n])
            for n in together
            for pile in piles
            for i in range(0, len(pile), n)
        ):
            yield new


def _in_force(rule: Restriction, state: State) -> bool:
    return all(state[f"said:{one.step}"] == (one.wanted,) for one in rule.conditions)


def _kept(rule: Restriction, state: State) -> bool:
    """Whether each place holds one group whole, or the one piece that its turn asks for."""
    found = []
    for name in rule.places:
        here = [g for g in rule.groups if all(p.partition(":")[2] in state[name] for p in g)]
        if len(here) != 1:
            return False
        found.append(here[0])
    if rule.kind == "gathered":
        return set(found) == set(rule.groups)
    orders = {"first": [rule.groups], "last": [rule.groups[::-1]]}
    orders["either"] = [*orders["first"], *orders["last"]]
    return tuple(found) in orders[rule.start]


def columns(*rules: Raw, said: bool = False) -> Procedure:
    """Two pairs and two others in three columns of two."""
    places = {"pool": place(), **{f"c{n}": place(ordered=True) for n in (1, 2, 3)}}
    ids = ("exit-1", "town-1", "exit-2", "town-2", "exit-3", "wood")
    pick = step(
        "order", "pick", who="defender", options={"strict": "in order", "loose": "as you like"}
    )
    steps = [
        *(take(f"take-{name}", "pool", name) for name in ids),
        *([pick] if said else []),
        step(
            "build", "arrange", who="defender", from_="pool", restrictions=list(rules),
            into=[{"place": f"c{n}", "count": 2} for n in (1, 2, 3)],
        ),
    ]  # fmt: skip
    return mini(steps, places, [terrain(name, {"x": 1}) for name in ids])


COLUMNS = ["c1", "c2", "c3"]
GATHERED = {
    "gathered": {"places": COLUMNS, "groups": [["exit-1", "town-1"], ["exit-2", "town-2"], ["exit-3"]]},
    "clauses": ["c.pairs"],
}  # fmt: skip


def sequence(start: str, **more: Any) -> Raw:
    rule = {"places": COLUMNS, "pieces": ["exit-1", "exit-2", "exit-3"], "from": start}
    return {"sequence": rule, "clauses": ["c.order"]} | more


def ring() -> Procedure:
    """Two of four dealt to two spots each in turn, then all turned up."""
    spots = ("north", "south", "east", "west")
    places = {"pool": place(), "rest": place(), **{name: place() for name in spots}}
    steps = [
        *(take(f"take-{name}", "pool", name) for name in ("wood", "marsh", "castle", "tents")),
        step("apart", "set-aside", what={"kind": "terrain", "ids": ["castle"]}, from_="pool", to="rest"),
        step("inner", "deal", random=True, from_="pool", into=[{"place": n, "count": 1} for n in spots[:2]]),
        step("back", "place", count="all", from_="rest", to="pool"),
        step("mix", "shuffle", from_="pool"),
        step("outer", "deal", random=True, from_="pool", into=[{"place": n, "count": 1} for n in spots[2:]]),
        step("up", "flip", from_=list(spots), face="up"),
    ]  # fmt: skip
    return mini(steps, places, [terrain(n, {"x": 1}) for n in ("wood", "marsh", "castle", "tents")])


def exchange() -> Procedure:
    """Two cards drawn, a hero chosen; one of two ways in, or the other for a strong card or hero."""
    places = {
        "deck": place("card", ordered=True), "heroes": place("card"), "hand": place("card"),
        "discard": place("card"), "out": place("card"), "ways": place(), "way": place(),
        "camp": place(ordered=True),
    }  # fmt: skip
    values = {"strong": 4, "weak": 3, "mid": 3, "hero": 5, "aide": 2}
    cards = []
    for name, value in values.items():
        one = card(name, "red", {"x": 1}, heroic=name in ("hero", "aide"))
        cards.append(one | {"combat_value": value})
    unit = {"kind": "card", "card_kinds": ["unit"], "combat_value": {"at_least": 4}}
    pay = [
        {"what": unit | {"heroic": False}, "count": 1, "from": "hand", "to": "discard"},
        {"what": unit | {"heroic": True}, "count": 1, "from": "hand", "to": "out"},
    ]
    steps = [
        take("deck", "deck", "strong", "weak", "mid", kind="card"),
        take("heroes", "heroes", "hero", "aide", kind="card"),
        step("mix", "shuffle", from_="deck"),
        step("hand", "draw", count=2, from_="deck", to="hand"),
        step("own", "choose", what={"kind": "card", "heroic": True}, count=1, from_="heroes", to="hand"),
        take("ways", "ways", "ford", "gate"),
        take("camp", "camp", "tents"),
        step("enter", "deal", count=1, random=True, from_="ways", to="way"),
        step(
            "exchange", "may", who="attacker", price=pay,
            steps=[
                step("back", "return", count="all", from_="way", to="camp"),
                step("again", "deal", count=1, random=True, from_="ways", to="way"),
            ],
        ),
        step("rest", "stack", from_="ways", to="camp"),
        step("mix-all", "shuffle", from_="camp"),
    ]  # fmt: skip
    terrains = [terrain(name, {"x": 1}) for name in ("ford", "gate", "tents")]
    return mini(steps, places, terrains, cards)


def no_hero(excluded: str) -> Procedure:
    """One card drawn and a hero chosen that must not be a certain one; then all is mixed."""
    places = {"deck": place("card", ordered=True), "heroes": place("card"), "hand": place("card")}
    cards = [card(n, "red", {"x": 1}, heroic=n in ("a", "b", "c")) for n in "abcde"]
    what = {"kind": "card", "heroic": True, "except": [excluded]}
    steps = [
        take("deck", "deck", "d", "e", kind="card"),
        take("heroes", "heroes", "a", "b", "c", kind="card"),
        step("hand", "draw", count=1, from_="deck", to="hand"),
        step("own", "choose", what=what, count=1, from_="heroes", to="hand"),
    ]
    return mini(steps, places, cards=cards)


def piles(broken: str) -> Procedure:
    """Two piles of two and three from a pool with twins; the castle lies at the bottom of one."""
    places = {"pool": place(), "north": place(ordered=True), "south": place(ordered=True)}
    rule = {
        "apart": {"places": ["north", "south"], "together": 2},
        "broken": broken,
        "clauses": ["c.apart"],
    }
    steps = [
        take("one", "pool", "wood", "marsh", "castle"),
        take("two", "pool", "wood"),
        take("three", "pool", "marsh"),
        step("castle", "set-aside", what={"kind": "terrain", "ids": ["castle"]}, from_="pool", to="last"),
        step(
            "build", "arrange", who="defender", from_="pool", restrictions=[rule],
            into=[{"place": "north", "count": 2}, {"place": "south", "count": 2}],
        ),
        step("castle-last", "place", count="all", from_="last", to="south", on="bottom"),
    ]  # fmt: skip
    places["last"] = place()
    return mini(steps, places, [terrain(n, {"x": 1}) for n in ("wood", "marsh", "castle")])


CASES = {
    "exchange": exchange,
    "choice": lambda: no_hero("b"),
    "piles": lambda: piles("illegal"),
    "piles with a price": lambda: piles("penalty"),
    "pairs": lambda: columns(GATHERED),
    "pairs in order": lambda: columns(GATHERED, sequence("first")),
    "pairs in order, backwards": lambda: columns(GATHERED, sequence("last")),
    "in order, either way": lambda: columns(sequence("either")),
    "ring": ring,
}


@pytest.mark.parametrize("name", CASES)
def test_the_checker_never_errs(name: str) -> None:
    steps = CASES[name]()
    reached = reachable(steps)
    assert len(reached) > 3
    tried = 0
    for layout in _layouts(reached):
        tried += 1
        table = {name: list(pieces) for name, pieces in layout}
        table = {name: [] for name in steps.places if steps.places[name].holds == "card"} | table
        outcome = judge(steps, table).outcome
        assert outcome == ("allowed" if layout in reached else "forbidden"), layout
    assert tried > len(reached)  # others are among them


def _layouts(reached: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """What is reached, and each of those with two pieces exchanged."""
    out = set(reached)
    for layout in reached:
        flat = [piece for _, pieces in layout for piece in pieces]
        for i, j in itertools.combinations(range(len(flat)), 2):
            new = list(flat)
            new[i], new[j] = new[j], new[i]
            left = iter(new)
            changed = [(name, tuple(next(left) for _ in pieces)) for name, pieces in layout]
            out.add(tuple((n, p if _is_pile(n) else tuple(sorted(p))) for n, p in changed))
    return {layout for layout in out if _of_one_kind(layout)}


def _is_pile(name: str) -> bool:
    return name in ("deck", "camp", "north", "south", "c1", "c2", "c3")


CARDS = {"strong", "weak", "mid", "hero", "aide", *"abcde"}


def _of_one_kind(layout: tuple[Any, ...]) -> bool:
    """Cards lie where cards lie, Terrains where Terrains do."""
    cards = {"deck", "heroes", "hand", "discard", "out"}
    return all((piece in CARDS) == (name in cards) for name, at in layout for piece in at)


@pytest.mark.parametrize("name", CASES)
def test_every_deal_is_reachable_and_accepted(name: str) -> None:
    steps = CASES[name]()
    reached = reachable(steps)
    for seed in range(80):
        dealt = deal(steps, seed)
        state = {
            spot: tuple((piece.piece or "").partition(":")[2] for piece in pieces)
            for spot, pieces in dealt.table.items()
        }
        assert frozen(steps, state) in reached, seed
        given = dealt.to_json()["given"]
        assert check(steps, read_table(steps.game, steps, given)).outcome == "allowed", seed


# -- what is said, and what is not seen ------------------------------------------------------------


def _said() -> Procedure:
    strict = {"step": "order", "is": "strict"}
    return columns(GATHERED, sequence("either", **{"if": strict}), said=True)


def _tables(reached: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    return {tuple((n, at) for n, at in one if not n.startswith("said:")) for one in reached}


@pytest.mark.parametrize("word", ["strict", "loose", None])
def test_what_is_said_decides_which_rules_hold(word: str | None) -> None:
    steps = _said()
    reached = reachable(steps)
    fine = _tables({one for one in reached if word is None or dict(one)["said:order"] == (word,)})
    tried = _layouts(_tables(reached))
    assert len(tried) > len(fine)
    for layout in tried:
        table = {name: list(pieces) for name, pieces in layout}
        given = {"table": table, "said": {"order": word} if word else {}}
        outcome = check(steps, read_table(steps.game, steps, given)).outcome
        assert outcome == ("allowed" if layout in fine else "forbidden"), (word, layout)


@pytest.mark.parametrize("name", ["pairs", "pairs in order", "in order, either way"])
@settings(max_examples=150)
@given(data=st.data())
def test_hidden_pieces_of_an_arrangement_are_free_and_no_more(
    name: str, data: st.DataObject
) -> None:
    steps = CASES[name]()
    reached = REACHED.setdefault(name, reachable(steps))
    pieces = data.draw(st.permutations(("exit-1", "town-1", "exit-2", "town-2", "exit-3", "wood")))
    seen = data.draw(st.lists(st.booleans(), min_size=6, max_size=6))
    shown = [piece if show else "hidden" for piece, show in zip(pieces, seen, strict=True)]
    table = {column: shown[2 * n : 2 * n + 2] for n, column in enumerate(COLUMNS)}
    for column in data.draw(st.lists(st.sampled_from(COLUMNS), max_size=1)):
        del table[column]
    possible = any(
        all(
            one in ("hidden", there)
            for column, here in table.items()
            for one, there in zip(here, dict(layout)[column], strict=True)
        )
        for layout in reached
    )
    assert (judge(steps, table).outcome == "allowed") == possible, table


REACHED: dict[str, set[tuple[Any, ...]]] = {}

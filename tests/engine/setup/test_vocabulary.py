"""Every verb of a procedure, in the forms that scenarios to come need: exchange, built piles, rolls."""

from __future__ import annotations

from typing import Any

import pytest

from fieldpress.engine.setup import check, deal, procedure, read_table
from fieldpress.engine.setup.checker import Report
from fieldpress.engine.setup.procedure import Procedure
from fieldpress.engine.setup.saying import CODES, finding_text
from fieldpress.engine.setup.telling import plain, sentence, told
from fieldpress.engine.verdicts import EngineFault
from tests.engine.setup.helpers import (
    card,
    codes,
    counter,
    judge,
    library,
    mini,
    place,
    raised,
    terrain,
)

Raw = dict[str, Any]


def take(ident: str, to: str, *ids: str, kind: str = "terrain", **more: Any) -> Raw:
    what = {"kind": kind, "ids": list(ids)}
    return {"id": ident, "do": "take", "what": what, "to": to, "clauses": [f"c.{ident}"]} | more


def step(ident: str, do: str, **more: Any) -> Raw:
    return {"id": ident, "do": do, "clauses": [f"c.{ident}"]} | more


def accepted(steps: Procedure, seeds: int = 60) -> None:
    for seed in range(seeds):
        given = deal(steps, seed).to_json()["given"]
        report = check(steps, read_table(steps.game, steps, given))
        assert report.outcome == "allowed", (seed, given, report.verdict.findings)


# -- three piles, one turned up, an exchange paid from the hand -------------------------------------

APPROACH = ("flood", "mines", "wire")
PILES = {
    "approach": place(ordered=True, hidden="all"),
    "battery": place(ordered=True, hidden="all"),
    "entered": place(),
    "red-draw": place("card", side="attacker", ordered=True, hidden="all"),
    "red-hand": place("card", side="attacker", hidden="opponent"),
    "red-discard": place("card", side="attacker", ordered=True),
}


@pytest.fixture
def exchange() -> Procedure:
    unit = {"kind": "card", "card_kinds": ["unit"], "combat_value": {"at_least": 4}}
    strong, weak = card("strong", "red", {"x": 2}), card("weak", "red", {"x": 2})
    strong["combat_value"], weak["combat_value"] = 4, 3
    steps = [
        step("deck", "take", what={"kind": "card", "set": "scenario", "side": "attacker"}, to="red-draw"),
        step("deck-shuffle", "shuffle", **{"from": "red-draw"}),
        step("hand", "draw", who="attacker", count=3, **{"from": "red-draw"}, to="red-hand"),
        take("approach", "approach", *APPROACH),
        take("battery", "battery", "gun", "ditch"),
        step("mix", "shuffle", **{"from": "approach"}),
        step("mix-battery", "shuffle", **{"from": "battery"}),
        step("reveal", "deal", count=1, random=True, **{"from": "approach"}, to="entered", face="up"),
        step(
            "exchange", "may", who="attacker",
            price={"what": unit, "count": 1, "from": "red-hand", "to": "red-discard"},
            steps=[
                step("back", "return", count="all", **{"from": "entered"}, to="battery"),
                step("again", "deal", count=1, random=True, **{"from": "approach"}, to="entered", face="up"),
            ],
        ),
        step("rest", "stack", **{"from": "approach"}, to="battery"),
        step("mix-all", "shuffle", **{"from": "battery"}),
    ]  # fmt: skip
    terrains = [terrain(n, {"x": 1}) for n in (*APPROACH, "gun", "ditch")]
    return mini(steps, PILES, terrains, [strong, weak])


def test_an_exchange_is_paid_from_the_hand(exchange: Procedure) -> None:
    accepted(exchange)
    table = {"entered": ["mines"], "red-hand": ["weak", "weak"], "red-discard": ["strong"]}
    assert judge(exchange, table).outcome == "allowed"
    assert judge(exchange, table, exchange=True).outcome == "allowed"
    assert judge(exchange, table, exchange=False).outcome == "forbidden"


def test_the_price_must_be_of_the_right_kind(exchange: Procedure) -> None:
    table = {"entered": ["mines"], "red-hand": ["weak", "strong"], "red-discard": ["weak"]}
    report = judge(exchange, table, exchange=True)
    assert raised(report) == {"c.exchange"}


def test_only_an_approach_may_be_entered(exchange: Procedure) -> None:
    assert judge(exchange, {"entered": ["wire"]}).outcome == "allowed"
    report = judge(exchange, {"entered": ["gun"]})
    assert report.outcome == "forbidden"
    assert codes(report) == ["misplaced"]


def test_two_of_the_approach_lie_in_the_battery(exchange: Procedure) -> None:
    battery = ["gun", "flood", "ditch", "wire"]
    assert judge(exchange, {"entered": ["mines"], "battery": battery}).outcome == "allowed"
    assert judge(exchange, {"entered": ["wire"], "battery": battery}).outcome == "forbidden"
    assert judge(exchange, {"battery": ["mines", "flood", "ditch", "wire"]}).outcome == "forbidden"


# -- piles that a player builds under restrictions --------------------------------------------------

BRIDGES = {
    "cards": place(passing=True),
    "north": place(ordered=True, hidden="all"),
    "south": place(ordered=True, hidden="all"),
}


def built(broken: str = "illegal") -> Procedure:
    steps = [
        take("cards", "cards", "castle", "ford", "wood", "marsh", count=1),
        take("twins", "cards", "wood", "marsh", count=1),
        step("castle", "place", what={"kind": "terrain", "ids": ["castle"]}, **{"from": "cards"}, to="north"),
        step("ford", "set-aside", what={"kind": "terrain", "ids": ["ford"]}, **{"from": "cards"}, to="last"),
        step(
            "build", "arrange", who="defender", **{"from": "cards"},
            into=[{"place": "north", "count": 2}, {"place": "south", "count": 2}],
            restrictions=[
                {"apart": {"places": ["north", "south"], "together": 2}, "broken": broken, "clauses": ["c.apart"]}
            ],
        ),
        step("ford-last", "place", count="all", **{"from": "last"}, to="south", on="bottom"),
    ]  # fmt: skip
    terrains = [terrain(n, {"x": 1}) for n in ("castle", "ford", "wood", "marsh")]
    return mini(steps, BRIDGES | {"last": place(passing=True)}, terrains)


@pytest.mark.parametrize(
    ("north", "south", "clauses"),
    [
        (["castle", "wood", "marsh"], ["wood", "marsh", "ford"], set()),
        (["wood", "marsh", "castle"], ["marsh", "wood", "ford"], set()),
        (["wood", "marsh", "wood"], ["marsh", "castle", "ford"], {"c.castle"}),
        (["wood", "castle", "marsh"], ["ford", "wood", "marsh"], {"c.ford"}),
        (["wood", "wood", "castle"], ["marsh", "marsh", "ford"], {"c.apart"}),
    ],
)
def test_piles_keep_their_restrictions(
    north: list[str], south: list[str], clauses: set[str]
) -> None:
    assert raised(judge(built(), {"north": north, "south": south})) == clauses


def test_a_restriction_that_costs_a_penalty_makes_no_setup_illegal() -> None:
    report = judge(built("penalty"), {"north": ["wood", "wood", "castle"], "south": ["marsh", "marsh", "ford"]})  # fmt: skip
    assert report.outcome == "allowed"
    assert [f.status for f in report.verdict.findings] == ["lifted", "lifted"]
    assert report.verdict.clauses == ("c.apart",)


def test_a_restriction_stays_open_where_the_pile_is_not_seen() -> None:
    assert judge(built(), {"north": ["hidden", "hidden", "castle"]}).outcome == "allowed"


def test_built_piles_are_dealt_within_their_restrictions() -> None:
    accepted(built())


def test_an_arrangement_that_cannot_be_is_a_fault() -> None:
    steps = [
        take("cards", "cards", "wood", count=2),
        step(
            "build", "arrange", who="defender", **{"from": "cards"}, into=[{"place": "north", "count": 2}],
            restrictions=[{"apart": {"places": ["north"], "together": 2}, "clauses": ["c.apart"]}],
        ),
    ]  # fmt: skip
    with pytest.raises(EngineFault, match="no arrangement"):
        deal(mini(steps, BRIDGES, [terrain("wood", {"x": 2})]), 1)


# -- chance and faces -------------------------------------------------------------------------------


@pytest.fixture
def rolled() -> Procedure:
    places = {"turn": place("counter"), "bonus": place("counter")}
    steps = [
        take("turn", "turn", "turn", kind="counter", count=1, face="sun"),
        step("toss", "roll", what={"kind": "counter", "ids": ["turn"]}, **{"from": "turn"}),
        take("bonus", "bonus", "chip", kind="counter", count=2) | {"if": {"step": "toss", "is": "moon"}},
    ]  # fmt: skip
    return mini(steps, places, counters=[counter("turn", "sun", "moon"), counter("chip", "a", "b")])


def test_a_roll_decides_what_follows(rolled: Procedure) -> None:
    accepted(rolled)
    faces = {deal(rolled, seed).table["turn"][0].face for seed in range(40)}
    assert faces == {"sun", "moon"}
    sun, moon = [{"id": "turn", "face": "sun"}], [{"id": "turn", "face": "moon"}]
    assert judge(rolled, {"turn": moon, "bonus": {"chip": 2}}).outcome == "allowed"
    assert judge(rolled, {"turn": sun, "bonus": 0}).outcome == "allowed"
    assert judge(rolled, {"turn": sun, "bonus": {"chip": 2}}).outcome == "forbidden"
    assert judge(rolled, {"turn": moon, "bonus": 0}).outcome == "forbidden"


def test_a_flip_turns_what_lies_there() -> None:
    steps = [
        take("turn", "turn", "turn", kind="counter", count=1, face="sun"),
        step("flip", "flip", **{"from": "turn"}, face="moon"),
    ]
    flipped = mini(steps, {"turn": place("counter")}, counters=[counter("turn", "sun", "moon")])
    accepted(flipped, 1)
    assert judge(flipped, {"turn": [{"id": "turn", "face": "moon"}]}).outcome == "allowed"
    assert codes(judge(flipped, {"turn": [{"id": "turn", "face": "sun"}]})) == ["wrong-face"]


def test_a_flip_without_a_face_turns_to_the_other() -> None:
    steps = [
        take("turn", "turn", "turn", kind="counter", count=1, face="sun"),
        step("flip", "flip", **{"from": "turn"}),
    ]
    flipped = mini(steps, {"turn": place("counter")}, counters=[counter("turn", "sun", "moon")])
    accepted(flipped, 1)
    assert deal(flipped, 1).table["turn"][0].face == "moon"
    assert codes(judge(flipped, {"turn": [{"id": "turn", "face": "sun"}]})) == ["wrong-face"]


def test_a_face_that_shows_decides_what_follows() -> None:
    def steps(face: str) -> Procedure:
        places = {"turn": place("counter", name="Turn token"), "bonus": place("counter")}
        chips = take("bonus", "bonus", "chip", kind="counter", count=2)
        return mini(
            [
                take("turn", "turn", "turn", kind="counter", count=1, face=face),
                chips | {"if": {"place": "turn", "is": "moon"}},
            ],
            places,
            counters=[counter("turn", "sun", "moon"), counter("chip", "a", "b")],
        )

    for face, chips in (("sun", 0), ("moon", 2)):
        accepted(steps(face), 1)
        assert judge(steps(face), {"bonus": {"chip": 2}}).outcome == ("allowed" if chips else "forbidden")  # fmt: skip
    assert sentence(steps("sun"), steps("sun").steps[1]).startswith(
        "If the Turn token shows “moon”, "
    )


def test_one_of_several_places_is_picked() -> None:
    places = {name: place(name=name.title(), hidden="all") for name in ("north", "south")}
    flips = [
        step(f"{name}-up", "flip", face="up", **{"from": name}) | {"if": {"step": "choice", "is": name}}
        for name in places
    ]  # fmt: skip
    steps = mini(
        [
            take("one", "north", "castle") | {"face": "down"},
            take("two", "south", "ford") | {"face": "down"},
            step("choice", "pick", who="attacker", among=list(places), random=True),
            *flips,
        ],
        places,
        [terrain(n, {"x": 1}) for n in ("castle", "ford")],
    )
    accepted(steps)
    assert {tuple(n for n in places if deal(steps, s).table[n][0].face == "up") for s in range(40)} == {("north",), ("south",)}  # fmt: skip

    def faced(north: str, south: str) -> Report:
        table = {
            "north": [{"id": "castle", "face": north}],
            "south": [{"id": "ford", "face": south}],
        }
        return judge(steps, table)

    assert faced("up", "down").outcome == faced("down", "up").outcome == "allowed"
    assert faced("up", "up").outcome == faced("down", "down").outcome == "forbidden"
    assert sentence(steps, steps.steps[2]) == "The Red picks the North or the South, not knowing what lies there."  # fmt: skip


# -- decks ------------------------------------------------------------------------------------------


def decks(cards: list[Raw], totals: Raw | None = None) -> Procedure:
    places = {
        "attacker-draw": place("card", side="attacker", ordered=True, hidden="all"),
        "defender-draw": place("card", side="defender", ordered=True, hidden="all"),
        "attacker-hand": place("card", side="attacker"),
        "defender-hand": place("card", side="defender"),
    }
    what = {"kind": "card", "set": "scenario", "side": "{side}", "heroic": False}
    steps = [
        step("deck", "take", who="each", what=what, to="{side}-draw"),
        step("mix", "shuffle", who="each", **{"from": "{side}-draw"}),
        step("hand", "draw", who="each", count={"parameter": "hand"}, **{"from": "{side}-draw"}, to="{side}-hand"),
        step("redraw", "redraw", who="each", count={"parameter": "hand"}, **{"from": "{side}-draw"}, to="{side}-hand"),
    ]  # fmt: skip
    parameters = {"hand": {"value": 2, "clauses": ["c.hand"]}}
    return mini(steps, places, cards=cards, totals=totals, parameters=parameters)


STATED = [
    card("rifles", "red", {"x": 2}),
    card("tanks", "red", {"x": 1}),
    card("guns", "blue", {"x": 3}),
    card("hero", "red", {"x": 1}, heroic=True),
    card("elsewhere", "red", {"y": 2}),
]


def test_a_stated_deck_is_dealt_whole() -> None:
    steps = decks(STATED)
    accepted(steps)
    found = deal(steps, 3)
    assert found.whole
    assert len(found.table["attacker-hand"]) == 2
    assert len(found.table["attacker-draw"]) == 1


@pytest.mark.parametrize(
    ("hand", "outcome", "found"),
    [
        (["rifles", "tanks"], "allowed", []),
        (["rifles", "rifles"], "allowed", []),
        (["tanks", "tanks"], "forbidden", ["too-many"]),
        (["rifles", "guns"], "forbidden", ["misplaced"]),
        (["rifles", "hero"], "forbidden", ["not-taken"]),
        (["rifles", "elsewhere"], "forbidden", ["not-taken"]),
        (["rifles"], "forbidden", ["wrong-number"]),
    ],
)
def test_a_hand_is_judged_on_a_stated_deck(hand: list[str], outcome: str, found: list[str]) -> None:
    report = judge(decks(STATED), {"attacker-hand": hand})
    assert (report.outcome, codes(report)) == (outcome, found)


def test_one_card_not_stated_leaves_the_deck_open() -> None:
    steps = decks([*STATED, card("scouts", "red", {"x": {"unknown": "not stated"}})])
    found = deal(steps, 3)
    assert not found.whole
    assert found.unknown == {"attacker-draw"}
    assert [lack.missing.records for lack in found.lacks] == [("scouts",)]
    assert judge(steps, {"attacker-hand": ["scouts", "rifles"]}).outcome == "undetermined"
    assert judge(steps, {"attacker-hand": ["rifles", "rifles"]}).outcome == "allowed"
    assert judge(steps, {"attacker-hand": ["tanks", "tanks"]}).outcome == "forbidden"


def test_a_side_not_stated_is_open() -> None:
    steps = decks([*STATED, card("saboteur", {"unknown": "?"}, {"x": 1})])  # type: ignore[arg-type]
    report = judge(steps, {"attacker-hand": ["saboteur", "rifles"]})
    assert report.outcome == "undetermined"
    assert [need.fact for need in report.verdict.needs] == ["saboteur.side"]


# -- faults of content ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([take("t", "nowhere", "a")], "there is no place nowhere"),
        ([take("t", "one", "a"), take("t", "one", "a")], "two steps t"),
        ([take("t", "one", "z")], "has no terrain z"),
        ([step("s", "deal", count=2, **{"from": "one"}, to="two")], "fewer than 2"),
        ([take("t", "one", "a", count={"parameter": "gone"})], "no parameter gone"),
        ([{"include": "other"}], "there is no scenario other"),
    ],
)
def test_a_procedure_that_cannot_be_followed_is_a_fault(steps: list[Raw], said: str) -> None:
    places = {"one": place(ordered=True), "two": place(ordered=True)}
    with pytest.raises(EngineFault, match=said):
        deal(mini(steps, places, [terrain("a", {"x": 1})]), 1)


def test_a_passing_place_may_keep_nothing() -> None:
    steps = mini([take("t", "one", "a")], {"one": place(passing=True)}, [terrain("a", {"x": 1})])
    with pytest.raises(EngineFault, match="leaves pieces at one"):
        judge(steps, {})


def test_a_scenario_that_extends_itself_is_refused() -> None:
    lib = library([take("t", "one", "a")], {"one": place()}, [terrain("a", {"x": 1})])
    lib["mini"].scenarios["s"].raw["extends"] = "s"  # type: ignore[index]
    with pytest.raises(EngineFault, match="extends itself"):
        procedure(lib, "mini", "s")


# -- words ------------------------------------------------------------------------------------------


def test_every_finding_has_words(exchange: Procedure) -> None:
    reports: list[tuple[Procedure, Report]] = [
        (exchange, judge(exchange, {"entered": ["gun"], "red-hand": 9})),
        (built(), judge(built(), {"north": ["wood", "wood", "castle"], "south": ["marsh", "marsh", "ford"]})),
        (decks(STATED), judge(decks(STATED), {"attacker-hand": ["tanks", "tanks", "hero"]})),
    ]  # fmt: skip
    for steps, report in reports:
        assert report.verdict.findings
        for finding in report.verdict.findings:
            assert finding.code in CODES
            assert plain(steps, finding_text(steps, finding)).endswith(".")


def test_every_verb_makes_a_sentence(exchange: Procedure, rolled: Procedure) -> None:
    for steps in (exchange, rolled, built(), decks(STATED)):
        assert [sentence(steps, one) for one in steps.walk()]
        assert told(steps)

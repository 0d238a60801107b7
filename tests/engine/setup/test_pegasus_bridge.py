"""The laws of setups on the shipped scenarios: every deal is accepted, every breach is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.setup import Procedure, check, deal, procedure, read_table
from fieldpress.engine.setup.procedure import moments
from fieldpress.engine.setup.saying import finding_text
from fieldpress.engine.setup.telling import plain, sentence, told
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from tests.engine.setup.helpers import codes, judge, raised

Table = dict[str, Any]
SCENARIOS = ("1a", "1b")
EVERY = (*SCENARIOS, "2", "3")


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(games=("pegasus-bridge",))


@pytest.fixture(scope="module", params=SCENARIOS)
def steps(request: pytest.FixtureRequest, library: Library) -> Procedure:
    return procedure(library, "pegasus-bridge", request.param)


def dealt(steps: Procedure, seed: int = 7) -> Table:
    return copy.deepcopy(deal(steps, seed).to_json()["given"]["table"])


# -- laws ------------------------------------------------------------------------------------------


def test_three_hundred_deals_are_accepted(steps: Procedure) -> None:
    tables = set()
    for seed in range(300):
        given = deal(steps, seed).to_json()["given"]
        report = check(steps, read_table(steps.game, steps, given))
        assert report.outcome == "allowed", (seed, report.verdict.findings)
        tables.add(repr(given))
    assert len(tables) > 250  # the seed matters


def test_equal_seeds_deal_alike(steps: Procedure) -> None:
    assert deal(steps, 41).to_json() == deal(steps, 41).to_json()


def test_a_deal_in_part_names_what_is_missing(steps: Procedure) -> None:
    found = deal(steps, 7)
    assert not found.whole
    open_places = {place for lack in found.lacks for place in lack.places}
    assert {"attacker-draw", "defender-draw", "attacker-hand", "defender-hand"} <= open_places
    assert all(lack.clauses and lack.missing.why for lack in found.lacks)
    assert found.to_json()["given"]["table"]["attacker-hand"] == 6


def test_a_deal_that_hides_what_lies_face_down_is_accepted(steps: Procedure) -> None:
    given = deal(steps, 7).to_json(reveal=False)["given"]
    assert given["table"]["terrain-pile"] == 12
    assert check(steps, read_table(steps.game, steps, given)).outcome == "allowed"


def test_nothing_seen_is_nothing_against(steps: Procedure) -> None:
    report = judge(steps, {})
    assert report.outcome == "allowed"
    assert {"terrain-pile", "reserve", "bridge"} <= {one.place for one in report.unseen}
    assert {"shuffled", "at-random", "not-looked-at"} <= {one.what for one in report.never_shown}


# -- one breach each -------------------------------------------------------------------------------


def swap(one: str, at: int, two: str, to: int) -> Callable[[Table], None]:
    def breach(table: Table) -> None:
        table[one][at], table[two][to] = table[two][to], table[one][at]

    return breach


def find(table: Table, ident: str, place: str = "terrain-pile") -> int:
    return next(i for i, e in enumerate(table[place]) if ident in (e, e.get("id") if isinstance(e, dict) else ""))  # fmt: skip


def set_(place: str, value: Any) -> Callable[[Table], None]:
    def breach(table: Table) -> None:
        table[place] = value

    return breach


def both(*breaches: Callable[[Table], None]) -> Callable[[Table], None]:
    def breach(table: Table) -> None:
        for one in breaches:
            one(table)

    return breach


def cafe_on_top(table: Table) -> None:
    at = find(table, "le-cafe-gondree")
    table["terrain-pile"][0], table["terrain-pile"][at] = table["terrain-pile"][at], table["terrain-pile"][0]  # fmt: skip


def tobrouk_removed(table: Table) -> None:
    at = find(table, "tobrouk-anti-char")
    table["terrain-pile"][at], table["removed"][0] = table["removed"][0], table["terrain-pile"][at]


def ranville_in_the_pile(table: Table) -> None:
    table["aside"], table["terrain-pile"][3] = [table["terrain-pile"][3]], "le-pont-de-ranville"


def three_removed(table: Table) -> None:
    table["removed"].append(table["terrain-pile"].pop(0))


def other_terrain(ident: str) -> Callable[[Table], None]:
    def breach(table: Table) -> None:
        table["terrain-pile"][2] = ident

    return breach


def casemate_for_cafe(table: Table) -> None:
    table["terrain-pile"][find(table, "le-cafe-gondree")] = "casemate-no-1"


def second_cafe(table: Table) -> None:
    at = next(i for i in range(6, 12) if isinstance(table["terrain-pile"][i], dict))
    table["terrain-pile"][at] = "le-cafe-gondree"


HAND = ["hidden"] * 5
BREACHES: list[tuple[str, str, Callable[[Table], None], set[str]]] = [
    ("ab", "cafe on top", cafe_on_top, {"s1a.lower-pile"}),
    ("ab", "tobrouk removed", tobrouk_removed, {"s1a.lower-pile"}),
    ("ab", "three removed", three_removed, {"s1a.terrain-remove"}),
    ("ab", "bridge in the pile", swap("bridge", 0, "terrain-pile", 3), {"s1a.bridge-placed"}),
    ("a", "ranville in the pile", ranville_in_the_pile, {"s1a.ranville-aside"}),
    ("b", "ranville in the pile", swap("second-bridge", 0, "terrain-pile", 3), {"s1b.terrain"}),
    ("b", "ranville aside", both(set_("second-bridge", []), set_("aside", ["le-pont-de-ranville"])), {"s1b.terrain"}),
    ("b", "bridges exchanged", swap("bridge", 0, "second-bridge", 0), {"s1a.bridge-placed"}),
    ("ab", "bridge turned over", set_("bridge", [{"id": "le-pont-de-benouville", "face": "B"}]), {"s1a.bridge-placed"}),
    ("ab", "a Terrain of another letter", other_terrain("casemate-no-1"), {"s1a.terrain-take"}),
    ("ab", "a second cafe", second_cafe, {"s1a.terrain-take"}),
    ("ab", "one Terrain lost", lambda t: t["terrain-pile"].pop(), {"s1a.terrain-take"}),
    ("ab", "reserve of another size", set_("reserve", {"normal": 22}), {"setup.reserve"}),
    ("ab", "a token too many", both(set_("reserve", {"normal": 19}), set_("attacker-tokens", 3)), {"setup.start-tokens"}),
    ("ab", "tokens not taken", both(set_("reserve", {"normal": 24}), set_("attacker-tokens", 0), set_("defender-tokens", 0)), {"setup.start-tokens"}),
    ("ab", "strength point missing", set_("attacker-strength", 2), {"setup.strength-points"}),
    ("ab", "strength point turned", set_("attacker-strength", [{"id": "strength-point", "face": "cross"}] * 2 + [{"id": "strength-point", "face": "skull"}]), {"setup.strength-points"}),
    ("ab", "hand too small", set_("attacker-hand", 5), {"setup.hand"}),
    ("ab", "a card of the other side", set_("attacker-hand", [*HAND, "panzergrenadiers"]), {"setup.deck"}),
    ("a", "normal token as a special one", lambda t: t["special-tokens"].update({"plus-3": 1, "normal": 1}), {"setup.reserve", "s1a.special-tokens"}),
    ("b", "normal token as a special one", lambda t: t["special-tokens"].update({"plus-3": 1, "normal": 1}), {"setup.reserve", "s1b.special-tokens"}),
    ("ab", "another Terrain for the cafe", casemate_for_cafe, {"s1a.terrain-take", "s1a.lower-pile"}),
    ("a", "a third special token", set_("special-tokens", {"plus-3": 3}), {"s1a.special-tokens"}),
    ("b", "a third special token", set_("special-tokens", {"plus-3": 3, "thornton": 4}), {"s1b.special-tokens"}),
    ("b", "a Thornton token too few", set_("special-tokens", {"plus-3": 2, "thornton": 3}), {"s1b.thornton-tokens"}),
    ("a", "Thornton tokens", set_("special-tokens", {"plus-3": 1, "thornton": 1}), {"s1a.special-tokens"}),
    ("a", "turn token laid out", set_("turn-token", [{"id": "turn", "face": "british"}]), {"s1a.setup"}),
    ("a", "heroic cards laid out", set_("attacker-heroic", 4), {"s1a.setup"}),
    ("a", "heroic card in hand", set_("attacker-hand", [*HAND, "sgt-charles-thornton"]), {"s1a.setup"}),
    ("b", "heroic card in hand", set_("attacker-hand", [*HAND, "sgt-charles-thornton"]), {"setup.heroic-aside"}),
    ("b", "turn token turned", set_("turn-token", [{"id": "turn", "face": "german"}]), {"setup.turn-token", "s1b.turn-token"}),
    ("b", "turn token missing", set_("turn-token", []), {"setup.turn-token", "s1b.turn-token"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "breach", "clauses"),
    [
        pytest.param(f"1{letter}", breach, clauses, id=f"1{letter} {name}")
        for letters, name, breach, clauses in BREACHES
        for letter in letters
    ],
)
def test_a_breach_is_refused_with_its_clauses(
    library: Library, scenario: str, breach: Callable[[Table], None], clauses: set[str]
) -> None:
    steps = procedure(library, "pegasus-bridge", scenario)
    table = dealt(steps)
    breach(table)
    report = judge(steps, table)
    assert report.outcome == "forbidden"
    assert raised(report) == clauses
    for finding in report.verdict.findings:
        assert plain(steps, finding_text(steps, finding))
    assert set(report.verdict.clauses) <= set(library["pegasus-bridge"].clauses)


def test_every_breach_is_named_not_the_first(library: Library) -> None:
    steps = procedure(library, "pegasus-bridge", "1a")
    table = dealt(steps)
    for breach in (cafe_on_top, set_("attacker-hand", 7), set_("attacker-strength", 2)):
        breach(table)
    found = raised(judge(steps, table))
    assert found == {"s1a.lower-pile", "setup.hand", "setup.strength-points"}


def test_a_wrong_number_cites_the_steps_at_that_place(library: Library) -> None:
    steps = procedure(library, "pegasus-bridge", "1a")
    table = {"removed": 3, "terrain-pile": 12}
    assert raised(judge(steps, table)) == {"s1a.terrain-remove"}


# -- what is not stated ----------------------------------------------------------------------------


def test_a_terrain_whose_letter_is_not_stated_is_undetermined(steps: Procedure) -> None:
    table = dealt(steps)
    table["terrain-pile"][0] = "champs"
    report = judge(steps, table)
    assert report.outcome == "undetermined"
    assert [f.code for f in report.verdict.findings] == ["maybe-unnamed"]
    assert report.verdict.needs


def test_it_is_refused_where_no_unnamed_terrain_can_lie(steps: Procedure) -> None:
    table = dealt(steps)
    table["bridge"] = ["champs"]
    assert judge(steps, table).outcome == "forbidden"


def test_no_more_of_them_than_there_are_unnamed_ones(steps: Procedure) -> None:
    table = dealt(steps)
    table["terrain-pile"] = ["champs"] * 12
    report = judge(steps, table)
    assert report.outcome == "forbidden"
    assert raised(report) == {"s1a.terrain-take", "s1a.lower-pile"}
    assert {"no-room", "too-many-unnamed"} <= set(codes(report))


def test_the_lower_part_seen_whole_must_hold_both(steps: Procedure) -> None:
    table = dealt(steps)
    table["terrain-pile"] = ["hidden"] * 6 + ["p-unnamed"] * 6
    table["removed"] = 2
    report = judge(steps, table)
    assert {f.record for f in report.verdict.findings} == {"terrain:le-cafe-gondree", "terrain:tobrouk-anti-char"}  # fmt: skip
    assert raised(report) == {"s1a.lower-pile"}


def test_an_unnamed_card_is_one_piece(steps: Procedure) -> None:
    table = dealt(steps)
    table["terrain-pile"][0] = table["terrain-pile"][1]
    assert "same-piece-twice" in codes(judge(steps, table))


def test_a_hand_seen_rests_on_copies_that_no_source_states(steps: Procedure) -> None:
    table = dealt(steps)
    table["attacker-hand"] = [*HAND, "sapeurs"]
    report = judge(steps, table)
    assert report.outcome == "undetermined"
    assert [need.fact for need in report.verdict.needs] == ["sapeurs.copies"]


# -- input and words -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "said", "path"),
    [
        ({"terain-pile": 12}, "did you mean terrain-pile?", ("given", "table", "terain-pile")),
        ({"bridge": ["le-pont-de-benouvile"]}, "did you mean le-pont-de-benouville?", ("given", "table", "bridge", 0)),
        ({"bridge": ["sapeurs"]}, "sapeurs is a card", ("given", "table", "bridge", 0)),
        ({"bridge": [{"id": "le-pont-de-benouville", "face": "C"}]}, "did you mean A or B?", ("given", "table", "bridge", 0, "face")),
    ],
)  # fmt: skip
def test_what_nobody_knows_is_a_fault_of_the_question(
    steps: Procedure, table: Table, said: str, path: tuple[str | int, ...]
) -> None:
    with pytest.raises(EngineFault, match=said.replace("?", r"\?")) as fault:
        judge(steps, table)
    assert fault.value.path == path


def test_every_step_is_told_and_cited(steps: Procedure, library: Library) -> None:
    known = library["pegasus-bridge"].clauses
    for one in told(steps):
        assert one.clauses
        assert one.sentences
        assert one.title
        assert set(one.clauses) <= set(known)
    assert {s.key for one in told(steps) for s in one.steps} == {s.key for s in steps.steps}


@pytest.mark.parametrize("scenario", EVERY)
def test_the_procedures_of_every_moment_hold_together(library: Library, scenario: str) -> None:
    record = library["pegasus-bridge"].scenarios[scenario]
    for moment in moments(record):
        for step in procedure(library, "pegasus-bridge", scenario, moment).walk():
            assert sentence(procedure(library, "pegasus-bridge", scenario, moment), step)


@pytest.mark.parametrize("scenario", EVERY)
def test_the_scenario_cites_clauses_that_exist_and_draws_places_that_exist(
    library: Library, scenario: str
) -> None:
    game = library["pegasus-bridge"]
    record = game.scenarios[scenario]
    steps = procedure(library, "pegasus-bridge", scenario)
    cited: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            cited.extend(value.get("clauses", ()))
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    collect(record.raw)
    assert set(cited) <= set(game.clauses)
    drawn = {item["place"] for item in record.raw["layout"]["items"]}
    assert drawn <= set(steps.places)
    filled = {s.target for s in steps.steps if s.target and not steps.places[s.target].passing}
    assert filled - drawn <= {
        "removed",
        "aside",
        "reserve-card",
    }  # out of the game, or drawn as the Reserve

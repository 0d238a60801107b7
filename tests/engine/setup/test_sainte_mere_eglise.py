"""The four missions of Sainte-Mère-Église: every deal is accepted, every breach is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from fieldpress.database import open_library
from fieldpress.engine.setup import Procedure, Report, check, deal, procedure, read_table
from fieldpress.engine.setup.saying import finding_text
from fieldpress.engine.setup.telling import plain, told
from fieldpress.model import Library
from tests.engine.setup.helpers import codes, raised

Table = dict[str, Any]
#: The table, and what was said.
Breach = Callable[[Table, dict[str, Any]], None]
MISSIONS = ("initiation", "historical", "utah-beach", "graignes")
GAME = "sainte-mere-eglise"


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(games=(GAME,))


@pytest.fixture(scope="module")
def missions(library: Library) -> dict[str, Procedure]:
    return {name: procedure(library, GAME, name) for name in MISSIONS}


def judge(steps: Procedure, table: Table, said: dict[str, Any] | None = None) -> Report:
    return check(steps, read_table(steps.game, steps, {"table": table, "said": said or {}}))


def dealt(steps: Procedure, seed: int = 4) -> tuple[Table, dict[str, Any]]:
    given = copy.deepcopy(deal(steps, seed).to_json()["given"])
    for name, contents in given["table"].items():
        if steps.places[name].holds in ("terrain", "card") and isinstance(contents, dict):
            given["table"][name] = [i for i, n in contents.items() for _ in range(n)]
    return given["table"], given.get("said", {})


def field(direction: str = "from-left") -> tuple[Table, dict[str, Any]]:
    """A field of Utah Beach by the historical variant; `u` numbers the Terrains without a name."""

    def u(copy: int) -> Table:
        return {"id": "utah-beach-unnamed", "copy": copy}

    columns = [
        ["sortie-de-plage-no-1", u(1), "pouppeville", u(2)],
        [u(3), u(4), "sainte-marie-du-mont", "sortie-de-plage-no-2"],
        ["le-complexe-wxyz", u(5), "sortie-de-plage-no-3", u(6)],
        [u(7), "sortie-de-plage-no-4", u(8), "la-batterie-de-saint-martin-de-varreville"],
    ]
    if direction == "from-right":
        columns.reverse()
    table = {f"column-{n}": column for n, column in enumerate(columns, 1)}
    return table, {"variant": "historical", "direction": direction}


# -- laws ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", MISSIONS)
def test_three_hundred_deals_are_accepted(missions: dict[str, Procedure], mission: str) -> None:
    steps, tables = missions[mission], set()
    for seed in range(300):
        given = deal(steps, seed).to_json()["given"]
        report = check(steps, read_table(steps.game, steps, given))
        assert report.outcome == "allowed", (seed, report.verdict.findings)
        assert not report.verdict.findings, seed
        tables.add(repr(given))
    assert len(tables) > 250


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_lies_face_down_may_be_hidden(missions: dict[str, Procedure], mission: str) -> None:
    steps = missions[mission]
    for seed in range(20):
        given = deal(steps, seed).to_json(reveal=False)["given"]
        assert check(steps, read_table(steps.game, steps, given)).outcome == "allowed", seed


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_deal_in_part_names_what_is_missing(missions: dict[str, Procedure], mission: str) -> None:
    found = deal(missions[mission], 7)
    assert not found.whole
    open_places = {place for lack in found.lacks for place in lack.places}
    assert open_places == {"attacker-draw", "defender-draw", "attacker-hand", "defender-hand"}
    assert all(lack.clauses and lack.missing.why for lack in found.lacks)


def test_the_numbers_that_the_sources_state(missions: dict[str, Procedure]) -> None:
    def count(mission: str, place: str) -> int:
        return len(deal(missions[mission], 3).table.get(place, []))

    for mission in MISSIONS:
        assert (count(mission, "reserve"), count(mission, "dark-reserve")) == (20, 8)
        assert count(mission, "attacker-hand") == count(mission, "defender-hand") == 6
    assert [count("initiation", p) for p in ("main-pile", "fiere-pile", "removed")] == [5, 2, 3]
    assert [count(m, "special-reserve") for m in MISSIONS] == [17, 17, 20, 14]
    heroic = [(count(m, "attacker-heroic"), count(m, "defender-heroic")) for m in MISSIONS]
    assert heroic == [(0, 0), (3, 3), (5, 6), (3, 3)]
    assert count("utah-beach", "attacker-permanent") == 3
    assert sum(count("graignes", f"field-{c}-{r}") for c in range(1, 5) for r in (1, 2, 3)) == 12
    assert count("graignes", "removed") == 2


def test_both_variants_of_the_field_are_dealt(missions: dict[str, Procedure]) -> None:
    said = {tuple(sorted(deal(missions["utah-beach"], seed).said.items())) for seed in range(40)}
    assert len(said) == 4


# -- one breach each -------------------------------------------------------------------------------


def ident(entry: Any) -> str:
    return str(entry["id"] if isinstance(entry, dict) else entry)


def set_(place: str, value: Any) -> Breach:
    def breach(table: Table, said: dict[str, Any]) -> None:
        table[place] = value

    return breach


def both(*breaches: Breach) -> Breach:
    def breach(table: Table, said: dict[str, Any]) -> None:
        for one in breaches:
            one(table, said)

    return breach


def swap(one: str, name: str, two: str, *others: str) -> Breach:
    """A named piece of one place exchanged with the first of some (of any) at another."""

    def breach(table: Table, said: dict[str, Any]) -> None:
        at = next(i for i, entry in enumerate(table[one]) if ident(entry) == name)
        to = next(i for i, entry in enumerate(table[two]) if not others or ident(entry) in others)
        table[one][at], table[two][to] = table[two][to], table[one][at]

    return breach


def away(place: str, to: str, name: str = "") -> Breach:
    def breach(table: Table, said: dict[str, Any]) -> None:
        at = next(i for i, entry in enumerate(table[place]) if name in ("", ident(entry)))
        table.setdefault(to, [])
        table[to] = [*(table[to] or []), table[place].pop(at)]

    return breach


def put(place: str, name: str, at: int = 0) -> Breach:
    def breach(table: Table, said: dict[str, Any]) -> None:
        table[place][at] = name

    return breach


def village_on_top(table: Table, said: dict[str, Any]) -> None:
    pile = table["main-pile"]
    at = pile.index("sainte-mere-eglise")
    pile[0], pile[at] = pile[at], pile[0]


def village_removed(table: Table, said: dict[str, Any]) -> None:
    at = table["main-pile"].index("sainte-mere-eglise")
    to = next(i for i, entry in enumerate(table["removed"]) if entry in OF_MAIN)
    table["main-pile"][at], table["removed"][to] = table["removed"][to], "sainte-mere-eglise"


def main_of_six(table: Table, said: dict[str, Any]) -> None:
    to = next(i for i, entry in enumerate(table["removed"]) if entry in OF_MAIN)
    table["main-pile"].insert(0, table["removed"].pop(to))


def foreign(table: Table, said: dict[str, Any]) -> None:
    spot = next(n for n, at in table.items() if n.startswith("field") and at == ["maisons"])
    table[spot] = ["neuville-au-plain"]


def three_removed(table: Table, said: dict[str, Any]) -> None:
    spot = next(n for n, at in table.items() if n.startswith("field") and at == ["maisons"])
    table["removed"].extend(table.pop(spot))


def canal_discarded(table: Table, said: dict[str, Any]) -> None:
    spot = next(name for name, at in table.items() if name.startswith("field") and at == ["canal"])
    table["terrain-discard"] = [table[spot].pop()]


def canal_out(table: Table, said: dict[str, Any]) -> None:
    """Canal beside the play area, for one of the two that lie there."""
    spot = next(name for name, at in table.items() if name.startswith("field") and at == ["canal"])
    table[spot], table["removed"] = [table["removed"][0]], ["canal", table["removed"][1]]


OF_MAIN = {"carrefour", "maisons", "neuville-au-plain", "zone-de-parachutage"}
SME = ("initiation", "historical")
HAND = ["hidden"] * 5
TWO = {"light-grey": 2}
SPECIAL = {"plus-1-plus-1": 6, "plus-1-plus-2": 5, "zero-plus-3": 6}
UTAH = {"plus-1-plus-1": 5, "plus-1-plus-2": 5, "zero-plus-3": 10}
YELLOW = {"plus-1-plus-1": 5, "plus-1-plus-2": 5, "zero-plus-3": 2, "ss": 2}
BREACHES: list[tuple[tuple[str, ...], str, Breach, set[str]]] = [
    (SME, "the village on top", village_on_top, {"initiation.main-lower"}),
    (SME, "the village in the box", village_removed, {"initiation.main-lower"}),
    (SME, "a pile of six", main_of_six, {"initiation.main-remove"}),
    (SME, "a bridge in the main pile", swap("fiere-bridge", "pont-de-la-fiere", "main-pile", "carrefour", "maisons"), {"initiation.main-pile"}),
    (SME, "the bridges exchanged", swap("fiere-bridge", "pont-de-la-fiere", "chef-du-pont-bridge"), {"bridges.fiere"}),
    (SME, "the station before La Fière", both(set_("fiere-pile", ["gare-de-chef-du-pont", "hidden"]), set_("chef-du-pont-pile", 2), set_("removed", 3)), {"bridges.fiere"}),
    (SME, "the marsh before Chef du Pont", both(set_("chef-du-pont-pile", ["marais", "hidden"]), set_("fiere-pile", 2), set_("removed", 3)), {"bridges.fiere"}),
    (SME, "three before La Fière", away("removed", "fiere-pile"), {"bridges.fiere"}),
    (SME, "a Terrain of Graignes", put("main-pile", "haie", 1), {"initiation.terrain-take"}),
    (("initiation",), "a special token too many", set_("special-reserve", SPECIAL | {"plus-1-plus-1": 7}), {"initiation.special-tokens"}),
    (("historical",), "a special token too many", set_("special-reserve", SPECIAL | {"plus-1-plus-1": 7}), {"historical.tokens"}),
    (("initiation",), "the white marker turned", set_("defender-marker", [{"id": "counter-attack", "face": "iron-cross"}]), {"initiation.defender-point"}),
    (("historical",), "the white marker turned", set_("defender-marker", [{"id": "counter-attack", "face": "plus-1-vp"}]), {"counter-attack.marker"}),
    (("initiation",), "the white marker forgotten", set_("defender-marker", []), {"initiation.defender-point"}),
    (("initiation",), "heroic cards laid out", set_("defender-heroic", 4), {"initiation.cards-left-out"}),
    (("initiation",), "a heroic card in hand", set_("defender-hand", [*HAND, "qg-du-gal-falley"]), {"initiation.cards-left-out"}),
    (("initiation",), "Choix tactique in hand", set_("attacker-hand", [*HAND, "choix-tactique"]), {"initiation.cards-left-out"}),
    (("historical",), "four heroic cards kept", set_("attacker-heroic", 4), {"historical.heroic-four"}),
    (("historical",), "Luftlande Falley among the heroic cards", both(set_("defender-heroic", ["luftlande-falley", "hidden", "hidden"]), set_("falley", ["hidden"])), {"historical.falley-aside"}),
    (("historical",), "no card for the Counter-attack", set_("counter-attack-card", []), {"counter-attack.marker"}),
    (("utah-beach",), "Special Terrains exchanged", swap("column-1", "pouppeville", "column-2", "sainte-marie-du-mont"), {"utah.columns", "utah.pairs"}),
    (("utah-beach",), "a Special Terrain astray", swap("column-3", "le-complexe-wxyz", "column-4", "utah-beach-unnamed"), {"utah.columns", "utah.pairs"}),
    (("utah-beach",), "columns out of order", lambda t, s: t.update({"column-2": t["column-3"], "column-3": t["column-2"]}), {"utah.historical-field"}),
    (("utah-beach",), "the other direction announced", lambda t, s: s.update({"direction": "from-right"}), {"utah.historical-field"}),
    (("utah-beach",), "a column of five", away("column-1", "column-2", "utah-beach-unnamed"), {"utah.field"}),
    (("utah-beach",), "an exit twice", put("column-1", "sortie-de-plage-no-1", 1), {"utah.terrain-take"}),
    (("utah-beach",), "a red bridge in the field", put("column-1", "pont-de-la-fiere", 1), {"utah.terrain-take"}),
    (("utah-beach",), "four Permanent Events", set_("attacker-permanent", 4), {"permanent-events.aside"}),
    (("utah-beach",), "a German Permanent Event with the American", set_("attacker-permanent", ["utah-permanent-german", "hidden", "hidden"]), {"permanent-events.aside"}),
    (("utah-beach",), "five German heroic cards", set_("defender-heroic", 5), {"utah.cards"}),
    (("utah-beach",), "a PIR marker forgotten", set_("pir", {"pir-501": 1, "pir-502": 1, "pir-502-exhausted": 1, "pir-506": 1}), {"utah.pir-markers"}),
    (("utah-beach",), "a +3 token too many", set_("special-reserve", UTAH | {"zero-plus-3": 11}), {"utah.special-tokens"}),
    (("utah-beach",), "no Destin token", set_("markers", {"assault": 1}), {"utah.markers"}),
    (("graignes",), "an Objective in a ring", lambda t, s: t.update({"field-1-3": t["field-1-1"], "field-1-1": t["field-1-3"]}), {"graignes.village"}),
    (("graignes",), "Canal left over", canal_out, {"graignes.specials-aside"}),
    (("graignes",), "three Terrains left over", three_removed, {"graignes.remove"}),
    (("graignes",), "a Terrain face down", lambda t, s: t.update({"field-2-1": [{"id": ident(t["field-2-1"][0]), "face": "down"}]}), {"graignes.open-field"}),
    (("graignes",), "two decoys", lambda t, s: t.update({f"marker-{n}": ["graignes-decoy"] for n in (1, 2)}), {"graignes.decoy"}),
    (("graignes",), "a marker shown", set_("marker-1", [{"id": "graignes-objective", "face": "objective"}]), {"graignes.objective-markers"}),
    (("graignes",), "two markers on one Terrain", both(set_("marker-1", 2), set_("marker-2", 0)), {"graignes.objective-markers"}),
    (("graignes",), "a Production marker red", set_("production", [{"id": "production", "face": "unusable"}] * 3), {"production.card"}),
    (("graignes",), "no Barricade", set_("village-stock", {"assault": 1, "building": 1}), {"graignes.markers"}),
    (("graignes",), "no SS tokens", set_("special-reserve", {k: n for k, n in YELLOW.items() if k != "ss"}), {"graignes.special-tokens"}),
    (("graignes",), "two heroic cards", set_("attacker-heroic", 2), {"graignes.cards"}),
    (("graignes",), "a Terrain of Sainte-Mère-Église", foreign, {"graignes.terrain-take"}),
    (SME, "three before Chef du Pont", away("removed", "chef-du-pont-pile", "gare-de-chef-du-pont"), {"bridges.chef-du-pont"}),
    (SME, "the upper part discarded", lambda t, s: t.update({"terrain-discard": [t["main-pile"].pop(0), t["main-pile"].pop(0)]}), {"initiation.main-lower", "initiation.main-upper"}),
    (("graignes",), "two Terrains on one spot", away("field-1-1", "field-2-1"), {"graignes.cross"}),
    (("graignes",), "Canal discarded", canal_discarded, {"graignes.cross"}),
    (MISSIONS, "no card for the special tokens", set_("special-reserve-card", []), {"setup.special-tokens"}),
    (MISSIONS, "three tokens to start with", both(set_("attacker-tokens", {"light-grey": 3}), set_("reserve", {"light-grey": 19})), {"setup.start-tokens"}),
    (MISSIONS, "a dark grey token to start with", set_("attacker-tokens", {"light-grey": 1, "dark-grey": 1}), {"setup.dark-tokens", "setup.reserve"}),
    (MISSIONS, "seven dark grey tokens", set_("dark-reserve", 7), {"setup.dark-tokens"}),
    (MISSIONS, "a light token too few", set_("reserve", {"light-grey": 19}), {"setup.reserve"}),
    (MISSIONS, "a card of the other side", set_("attacker-hand", [*HAND, "grenadiers"]), {"setup.deck"}),
    (("initiation", "utah-beach", "graignes"), "seven cards in hand", set_("attacker-hand", 7), {"setup.hand"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mission", "breach", "clauses"),
    [
        pytest.param(mission, breach, clauses, id=f"{mission}: {name}")
        for missions, name, breach, clauses in BREACHES
        for mission in missions
    ],
)
def test_a_breach_is_refused_with_its_clauses(
    missions: dict[str, Procedure], mission: str, breach: Breach, clauses: set[str]
) -> None:
    steps = missions[mission]
    table, said = dealt(steps)
    if mission == "utah-beach":
        columns, said = field()
        table |= columns
    assert judge(steps, table, said).outcome == "allowed"
    breach(table, said)
    report = judge(steps, table, said)
    assert report.outcome == "forbidden"
    assert raised(report) == clauses, [(f.code, f.params) for f in report.verdict.findings]
    for finding in report.verdict.findings:
        assert plain(steps, finding_text(steps, finding))
    assert set(report.verdict.clauses) <= set(steps.game.clauses)


def test_each_rule_of_a_setup_has_its_breach(missions: dict[str, Procedure]) -> None:
    """But for those of which no layout shows whether they were kept."""
    broken = {clause for _, _, _, clauses in BREACHES for clause in clauses}
    unseen = {"setup.sides", "utah.announce", "graignes.mix"}
    for steps in missions.values():
        for step in steps.walk():
            if step.do != "redraw":
                keys = {*step.clauses, *(key for rule in step.restrictions for key in rule.clauses)}
                assert keys <= broken | unseen, step.id


# -- the field of Utah Beach -----------------------------------------------------------------------


def test_the_recreational_field_takes_any_order(missions: dict[str, Procedure]) -> None:
    steps = missions["utah-beach"]
    table, said = field()
    mixed = {"column-1": table["column-3"], "column-3": table["column-1"]}
    assert judge(steps, table | mixed, said).outcome == "forbidden"
    assert judge(steps, table | mixed, said | {"variant": "recreational"}).outcome == "allowed"
    assert judge(steps, table | mixed).outcome == "allowed"  # nobody said which it is


def test_the_field_is_read_from_either_side(missions: dict[str, Procedure]) -> None:
    steps = missions["utah-beach"]
    table, said = field("from-right")
    assert judge(steps, table, said).outcome == "allowed"
    assert judge(steps, table, {"variant": "historical"}).outcome == "allowed"
    assert judge(steps, table, said | {"direction": "from-left"}).outcome == "forbidden"


def test_what_is_hidden_in_the_field_is_free_and_no_more(missions: dict[str, Procedure]) -> None:
    steps = missions["utah-beach"]
    said = {"variant": "historical", "direction": "from-left"}
    seen = {"column-2": ["hidden", "hidden", "hidden", "pouppeville"]}
    assert judge(steps, seen).outcome == "allowed"
    assert raised(judge(steps, seen, said)) == {"utah.historical-field"}
    assert raised(judge(steps, seen, {"variant": "historical"})) == {"utah.historical-field"}
    crowded = {
        "column-1": [{"id": "utah-beach-unnamed", "copy": n} for n in (1, 2, 3)] + ["hidden"]
    }
    assert raised(judge(steps, crowded)) == {"utah.columns", "utah.pairs"}
    two = {"column-1": ["sortie-de-plage-no-1", "sortie-de-plage-no-2", "hidden", "hidden"]}
    assert raised(judge(steps, two)) == {"utah.columns", "utah.pairs"}


def test_a_terrain_that_may_bear_the_badge_is_undetermined(missions: dict[str, Procedure]) -> None:
    steps = missions["utah-beach"]
    table, said = field()
    table["column-1"][1] = "haie"
    report = judge(steps, table, said)
    assert report.outcome == "undetermined"
    assert codes(report) == ["maybe-unnamed"]
    assert [need.fact for need in report.verdict.needs] == ["haie.copies.utah-beach"]


def test_a_named_event_may_be_a_permanent_one(missions: dict[str, Procedure]) -> None:
    steps = missions["utah-beach"]
    report = judge(steps, {"attacker-permanent": ["parachutages", "hidden", "hidden"]})
    assert report.outcome == "undetermined"
    assert judge(steps, {"attacker-permanent": ["grenadiers", "hidden", "hidden"]}).outcome == "forbidden"  # fmt: skip


def test_whose_heroic_card_it_is_may_be_open(missions: dict[str, Procedure]) -> None:
    steps = missions["historical"]
    report = judge(steps, {"attacker-heroic": ["qg-du-gal-ridgway", "hidden", "hidden"]})
    assert report.outcome == "undetermined"
    assert "qg-du-gal-ridgway.heroic" in [need.fact for need in report.verdict.needs]


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_step_is_told_and_what_is_filled_is_drawn(
    missions: dict[str, Procedure], mission: str
) -> None:
    steps = missions[mission]
    lines = told(steps)
    assert {step.key for one in lines for step in one.steps} == {step.key for step in steps.steps}
    for one in lines:
        assert one.title
        assert one.sentences
        assert set(one.clauses) <= set(steps.game.clauses)
        assert all(text[0].isupper() and "  " not in text for text in one.sentences)
    drawn = {item["place"] for item in steps.scenario.raw["layout"]["items"]}
    assert drawn <= set(steps.places)
    filled = {s.target for s in steps.steps if s.target and not steps.places[s.target].passing}
    left = {"removed", "removed-heroic", "falley", "destiny", "control", "reserve-card"}
    left |= {name for name in filled if name.endswith("-card") or name == "permanent-cards"}
    assert filled - drawn <= left | {f"marker-{n}" for n in range(1, 5)}


def test_a_field_of_places_is_told_at_once(missions: dict[str, Procedure]) -> None:
    said = " ".join(text for one in told(missions["graignes"]) for text in one.sentences)
    assert said.count("each place of the second ring") == 2  # laid, turned up
    said = " ".join(text for one in told(missions["utah-beach"]) for text in one.sentences)
    assert "4 for each column" in said
    assert said.count("in the historical field the columns follow one another") == 1


# -- what players decide ---------------------------------------------------------------------------


def test_the_mulligan_by_mission(missions: dict[str, Procedure]) -> None:
    redraws = {
        name: [(step.who, step.clauses) for step in steps.steps if step.do == "redraw"]
        for name, steps in missions.items()
    }
    assert redraws["initiation"] == [("defender", ("initiation.redraw",))]
    assert redraws["historical"] == [("defender", ("historical.redraw",))]
    for name, clause in (("utah-beach", "utah.redraw"), ("graignes", "graignes.redraw")):
        assert redraws[name] == [("attacker", (clause,)), ("defender", (clause,))]

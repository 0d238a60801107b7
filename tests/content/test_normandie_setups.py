"""Setups of the normandie packs: one legal a scenario, and what makes each of them illegal."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from fieldpress.database import open_library
from fieldpress.engine.normandie.report import SetupReport
from fieldpress.engine.normandie.setup import check_setup
from fieldpress.engine.normandie.stated import stated
from fieldpress.model import Library

FOLDER = Path(__file__).parent / "normandie_setups"
LEGAL = sorted(path.stem for path in FOLDER.glob("*.yml"))


@cache
def library() -> Library:
    return open_library(games=("normandie-sme", "normandie-dday"))


def layout(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return found


def judged(raw: dict[str, Any]) -> SetupReport:
    return check_setup(library(), raw)


def put(raw: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a layout with a value at a path of `given`; None takes it out, `+` adds to a list."""
    out = copy.deepcopy(raw)
    here: Any = out["given"]
    *steps, last = path.split("/")
    for step in steps:
        here = here[step]
    if value is None:
        here.pop(last) if isinstance(here, dict) else here.remove(last)
    elif last.endswith("+"):
        here[last[:-1]] = here[last[:-1]] + value
    else:
        here[last] = value
    return out


def test_every_scenario_that_is_set_up_has_a_legal_setup() -> None:
    wanted = {
        (game, ident)
        for game in ("normandie-sme", "normandie-dday")
        for ident in library()[game].scenarios
    }
    assert {(raw["game"], raw["scenario"]) for raw in map(layout, LEGAL)} == wanted


@pytest.mark.parametrize("name", LEGAL)
def test_legal(name: str) -> None:
    report = judged(layout(name))
    assert report.outcome == "allowed", "\n".join(report.lines())


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_not_told_is_free_and_is_listed(name: str) -> None:
    raw = layout(name)
    report = judged(
        {**raw, "given": {k: v for k, v in raw["given"].items() if k in ("campaign", "effects")}}
    )
    assert report.outcome == "allowed"
    assert report.unseen


#: Setup, where it is changed, to what, the finding, a clause that it cites.
ILLEGAL: list[tuple[str, str, Any, str, str]] = [
    ("sme-1", "tiles+", ["C5-B"], "tile-extra", "s1.battlefield"),
    ("sme-1", "bonus_tactics", 3, "wrong-bonus", "s1.bonus"),
    ("sme-1", "units/puma/zones", ["american-zone"], "outside-zone", "s1.deployment"),
    ("sme-1", "first", "american", "wrong-deploys-first", "s1.deployment"),
    ("sme-2", "units/brennan", {"side": "american", "kind": "infantry", "option": "brennan", "formation": "502",
      "markers": [], "zones": ["german-zone"]}, "off-board", "s2.drop"),
    ("sme-1", "units/engineers/tokens", {"halifane-light": 3}, "wrong-markers", "s1.lights-given"),
    ("sme-1", "units/engineers/tokens", {"halifane-light": 2, "eureka": 1}, "not-for-it", "s1.eureka"),
    ("dday-1", "units/ray/tokens", {}, "wrong-markers", "d1.c4-given"),
    ("dday-1", "units/hmg/tokens", {"c4": 1}, "not-for-it", "d1.c4-given"),
    ("sme-2", "removed/american/surprise", None, "card-left", "s2.removed"),
    ("sme-2", "hand", {"american": 5}, "wrong-hand", "s2.hand"),
    ("sme-3", "units/hauser/zones", ["church-tile"], "barred-place", "s3.church-barred"),
    ("sme-3", "armies/american/knife", None, "option-missing", "s3.armies"),
    ("sme-4", "units/hauser/in", "open", "not-in-building", "s4.indoors"),
    ("sme-4", "units/sleeper-1/markers", [], "not-in-building", "s4.indoors"),
    ("sme-4", "units/assault/markers", ["sleeping"], "wrong-number", "s4.sleepers"),
    ("sme-4", "units/hauser/zones", ["church"], "barred-place", "s4.church-barred"),
    ("sme-4", "armies/american+", ["sharpshooters"], "option-extra", "s4.armies"),
    ("sme-4", "effects", [], "fault", ""),
    ("sme-4-campaign", "units/pathfinders/in", "mill", "enemy-inside", "s4.infiltrators"),
    ("sme-5", "units/mcvicar", {"side": "american", "kind": "infantry", "option": "mcvicar", "formation": "508",
      "markers": [], "zones": ["american-zone"]}, "off-board", "s5.entry"),
    ("sme-5", "initiative", "german", "wrong-initiative", "s5.initiative"),
    ("sme-5-campaign", "units/brennan", {"side": "american", "kind": "infantry", "option": "brennan",
      "formation": "502", "markers": [], "zones": ["american-zone"]}, "off-board", "s5.group-two"),
    ("sme-6", "units/tank", {"side": "german", "kind": "heavy-vehicle", "option": "beutepanzer-r35", "formation": "902",
      "markers": [], "zones": ["german-zone"]}, "off-board", "s6.off-board"),
    ("sme-6", "set_aside/sdkfz-124-wespe", None, "not-set-aside", "s6.wespe-aside"),
    ("sme-6", "objectives", {"primary": 2}, "wrong-objectives", "s6.task"),
    ("dday-1", "units/hmg/zones", ["zone-1"], "outside-zone", "d1.german-zones"),
    ("dday-1", "craft/small-5-6/holds", ["assault"], "craft-loaded", "d1.load"),
    ("dday-1", "craft/small-5-6/holds", ["assault"], "none-left-empty", "craft.empty"),
    ("dday-1", "craft/large-3-4/size", "small", "craft-extra", "d1.craft"),
    ("dday-1", "units/flamer/transport", 7, "over-capacity", "craft.capacity"),
    ("dday-2", "units/officer/markers", [], "not-suppressed", "d2.suppressed"),
    ("dday-2", "units/mortars", {"side": "german", "kind": "infantry", "option": "mortar-group",
      "formation": "festungskompanie", "markers": ["suppressed"], "zones": ["german-zone"]},
     "off-board", "d2.mortar-aside"),
    ("dday-3", "tiles/DD5-A", None, "tile-missing", "d3.tiles"),
    ("dday-3", "removed/german/artillery", None, "card-left", "d3.removed-german"),
    ("dday-3", "points", {"american": 200}, "points-differ", "d3.armies"),
    ("dday-landings", "generated/groups", [100, 100], "other-number", "landings.table"),
    ("dday-landings", "generated/deck", 39, "too-few", "landings.deck"),
    ("dday-landings", "generated/small_craft", 0, "too-few", "landings.small-craft"),
    ("dday-landings", "generated/beach_boards", 1, "other-number", "landings.boards"),
    ("dday-landings", "generated/obstacles_by_attacker", 7, "other-number", "landings.elements"),
    ("dday-landings", "first", "german", "wrong-deploys-first", "landings.attacker-first"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path", "value", "code", "clause"),
    ILLEGAL,
    ids=[f"{name}-{path}-{code}" for name, path, _, code, _ in ILLEGAL],
)
def test_illegal(name: str, path: str, value: Any, code: str, clause: str) -> None:
    raw = put(layout(name), path, value)
    if code == "fault":
        with pytest.raises(Exception, match="in a campaign alone"):
            judged(raw)
        return
    report = judged(raw)
    assert report.outcome == "forbidden", "\n".join(report.lines())
    cited = {key for found in report.findings if found.code == code for key in found.clauses}
    assert clause in cited, "\n".join(report.lines())
    assert all("{" not in line for line in report.lines())


def test_a_fact_that_is_missing_leaves_it_open() -> None:
    raw = layout("sme-4")
    del raw["given"]["units"]["hauser"]["in"]
    report = judged(raw)
    assert report.outcome == "undetermined"
    assert "given.units.hauser.in" in {need for found in report.findings for need in found.needs}


def test_a_column_that_the_book_lost_leaves_it_open() -> None:
    raw = layout("dday-landings")
    raw["given"]["generated"] |= {
        "points": 350, "groups": [200, 150], "tiles": 2, "craft": 3, "drawn": 3, "kept": 2,
        "boards": 6,
    }  # fmt: skip
    for lost in ("overlays", "overlays_by_attacker", "obstacles", "obstacles_by_attacker"):
        del raw["given"]["generated"][lost]
    for lost in ("objectives", "to_win", "bonus", "turns", "beach_boards"):
        del raw["given"]["generated"][lost]
    report = judged(raw)
    assert report.outcome == "undetermined"
    assert [found.code for found in report.findings] == ["column-lost"]


def test_groups_of_200_and_150_are_legal_and_of_210_and_140_are_not() -> None:
    raw = layout("dday-landings")
    keep = ("small_craft", "deck")
    small = {key: raw["given"]["generated"][key] for key in keep} | {"points": 350}
    for groups, outcome in (([200, 150], "allowed"), ([210, 140], "forbidden")):
        raw["given"]["generated"] = {**small, "groups": groups}
        assert judged(raw).outcome == outcome


SCENARIOS = [
    (game, ident)
    for game in ("normandie-sme", "normandie-dday")
    for ident in library()[game].scenarios
]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[f"{g}-{s}" for g, s in SCENARIOS])
def test_what_a_scenario_states_is_a_legal_setup(game: str, scenario: str) -> None:
    setup = stated(library(), game, scenario)
    report = judged(setup.to_json())
    assert report.outcome == "allowed", "\n".join(report.lines())
    lines = list(setup.lines())
    assert lines[0].startswith(library()[game].title.get())
    assert any(line.startswith("  1. ") for line in lines)

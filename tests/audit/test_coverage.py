"""Coverage counts what is there, finds what is missing, and prints what its schema says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry

import fieldpress
import fieldpress.engine.commando.ruleset  # registers the rules of play
from fieldpress.audit.coverage import Coverage, coverage
from fieldpress.audit.fields import fields, partly_unknown
from fieldpress.audit.mentions import mentioned, unused
from fieldpress.engine.commando.registry import REGISTERED
from tests.building.small_game import change, write_game


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """A content folder with one small game without a fault."""
    folder = write_game(tmp_path / "content")
    lacks = "".join(f"\n  - {key}" for key in REGISTERED)
    change(folder, "game.yml", "source: leaflet#play\n", f"lacks:{lacks}\nsource: leaflet#play\n")
    return tmp_path / "content"


def found(content: Path) -> Coverage:
    return coverage(fieldpress.load(content=content), "ferry")


def test_a_game_with_nothing_missing(content: Path) -> None:
    result = found(content)
    assert result.faults == []
    (part,) = result.sections
    assert part.with_clause == {"play": 1, "fight": 1}
    assert part.excused == {"story": "no rule in it"}
    assert part.without == {}


def test_a_section_without_a_clause(content: Path, run_cli: Callable[..., Any]) -> None:
    change(
        content / "ferry",
        "sources.yml",
        "{id: fight, title: The fight}",
        "{id: fight, title: The fight}\n        - {id: end, title: The end}",
    )
    assert found(content).faults == [
        "leaflet#end (The end) has no clause, and no no_clause says why"
    ]
    shown = run_cli("coverage", "--content", content)
    assert shown.code == 1
    assert "fault: section without a clause, and no no_clause says why: leaflet#end" in shown.stdout
    change(
        content / "ferry", "sources.yml", "title: The end}", "title: The end, no_clause: a wish}"
    )
    assert run_cli("coverage", "--content", content).code == 0


def test_a_hollow_claim_is_a_fault(content: Path) -> None:
    change(content / "ferry", "rules.yml", "described", "enforced")
    result = found(content)
    assert result.claims.unbacked == ("play.turns", "fight.ties")
    assert len(result.faults) == 2


def test_data_and_code_stand_behind_claims(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(content / "ferry", "rules.yml", "described", "enforced")
    change(
        content / "ferry",
        "game.yml",
        "source: leaflet#play\n",
        "parameters:\n  tie-winner: {value: attacker, clauses: [fight.ties]}\nsource: leaflet#play\n",
    )
    monkeypatch.setitem(REGISTERED, "play.turns", ["limit"])
    claims = found(content).claims
    assert claims.by_code == ("play.turns",)
    assert claims.by_data == ("fight.ties",)
    assert claims.unbacked == ()
    assert set(claims.not_exercised) == {"play.turns", "fight.ties"}


def test_engine_code_cites_keys_that_the_game_has_or_lacks(content: Path) -> None:
    key = next(iter(REGISTERED))
    change(content / "ferry", "game.yml", f"\n  - {key}\n", "\n")
    assert found(content).claims.missing == (key,)


def test_unused_records(content: Path) -> None:
    change(content / "ferry", "rules.yml", "[[card:old-otter|an otter]]", "a card")
    assert found(content).unused == {"card:old-otter": ""}
    assert "card:old-otter is used by nothing, and no `unused` says why" in found(content).faults
    change(
        content / "ferry",
        "cards.yml",
        "  heroic: false",
        "  heroic: false\n  unused: Only for show.",
    )
    result = found(content)
    assert result.unused == {"card:old-otter": "Only for show."}
    assert result.faults == []


def test_a_record_does_not_mention_itself(content: Path) -> None:
    change(content / "ferry", "rules.yml", "[[card:old-otter|an otter]]", "a card")
    change(content / "ferry", "cards.yml", "It yields to", "An [[card:old-otter|otter]] yields to")
    library = fieldpress.load(content=content)
    assert ("ferry", "cards", "old-otter") not in mentioned(library)
    assert ("ferry", "clauses", "fight.ties") in mentioned(library)
    assert "card:old-otter" in unused(library, library["ferry"])


def test_fields_by_basis(content: Path) -> None:
    change(
        content / "ferry",
        "cards.yml",
        'number: "11"',
        'number: {value: "11", basis: read, why: it sits between two others}',
    )
    library = fieldpress.load(content=content)
    by_name = {(one.kind, one.name): one for one in fields(library["ferry"])}
    assert by_name["card", "number"].counts == {
        "printed": 0,
        "derived": 0,
        "read": 1,
        "unknown": 0,
        "none": 0,
    }
    assert by_name["card", "combat_value"].unknown == ["old-otter"]
    assert by_name["card", "effects"].counts["none"] == 1
    assert by_name["card", "copies"].total == 1  # one set
    assert by_name["box", "count"].counts["printed"] == 1
    assert by_name["set", "totals"].known == 1
    assert ("card", "support") not in by_name  # the field does not apply


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ([{"when": "played", "do": "unknown"}], True),
        ([{"when": "played", "do": []}, {"unknown": "more is printed"}], True),
        ([{"when": "played", "count": {"where": "unknown"}}], True),
        ([{"when": "played", "do": [{"add": 1}]}], False),
        (3, False),
    ],
)
def test_effects_that_are_stated_in_part(value: Any, part: bool) -> None:
    assert partly_unknown(value) is part


def test_json_is_what_the_schema_says(
    content: Path, run_cli: Callable[..., Any], repo_root: Path
) -> None:
    schema = json.loads((repo_root / "schema/output/coverage.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema, registry=Registry())
    for arguments in (["--content", content], []):
        shown = run_cli("coverage", "--json", *arguments)
        report = shown.json()
        validator.validate(report)
        faults = [fault for game in report["games"].values() for fault in game["faults"]]
        assert shown.code == (1 if faults else 0)
    broken = report | {"games": {"x": {}}}
    assert not validator.is_valid(broken)


def test_overlays_count_as_applied(content: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "mine.yml"
    overlay.write_text(
        "id: mine\ngame: ferry\ntitle: What my box says\nentries:\n"
        "  - {card: old-otter, set: {combat_value: 2}, why: read off my card, source: leaflet#fight}\n",
        encoding="utf-8",
    )
    library = fieldpress.load(content=content, overlays=[overlay])
    result = coverage(library, "ferry")
    assert result.overlays == ("mine",)
    assert {one.name: one for one in result.fields}["combat_value"].counts["unknown"] == 0


def test_unknown_game(run_cli: Callable[..., Any]) -> None:
    shown = run_cli("coverage", "pegasus-brigde")
    assert shown.code == 2
    assert 'did you mean "pegasus-bridge"?' in shown.stderr


def test_the_shipped_sources_have_a_clause_for_every_section() -> None:
    library = fieldpress.load()
    for game in library.games:
        result = coverage(library, game)
        assert [part.without for part in result.sections if part.without] == [], game
        assert result.claims.missing == (), game

"""Every ruling of the shipped games is run: the verdict must be the one it expects, with exactly the
clauses it names."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from typing import Any

import pytest

from fieldpress.audit.rulings import cases, check, run, shape, unfounded
from fieldpress.database import open_library
from fieldpress.engine.rulesets import ruleset_of
from fieldpress.engine.verdicts import Verdict
from fieldpress.model import Library


@cache
def library() -> Library:
    return open_library()


RULINGS = [(game.id, ident) for game in library().games.values() for ident in game.rulings]


@pytest.mark.parametrize(("game", "ident"), RULINGS, ids=[f"{g}-{i}" for g, i in RULINGS])
def test_ruling(game: str, ident: str) -> None:
    assert check(library(), game, library()[game].rulings[ident]) == []


def test_there_are_enough_and_a_quarter_refuse() -> None:
    rulings = library()["pegasus-bridge"].rulings.values()
    refusing = [r for r in rulings if any(e["outcome"] == "forbidden" for e in r["expect"])]
    assert len(rulings) >= 30
    assert len(refusing) * 4 >= len(rulings)
    assert {r["authority"] for r in rulings} == {"source", "derived", "reading"}


def test_no_two_differ_only_in_names() -> None:
    shapes: dict[str, list[str]] = {}
    for game, ident in RULINGS:
        record = library()[game]
        shapes.setdefault(shape(game, record.rulings[ident], record.sides), []).append(ident)
    assert [alike for alike in shapes.values() if len(alike) > 1] == []


def test_what_the_book_says_has_its_section() -> None:
    for game, ident in RULINGS:
        ruling = library()[game].rulings[ident]
        assert ("source" in ruling) == (ruling["authority"] == "source"), ident


@pytest.mark.parametrize("game", sorted({g for g, _ in RULINGS}))
def test_authority_is_neither_more_nor_less_than_the_verdicts_bear(game: str) -> None:
    assert unfounded(library(), game) == []


def test_a_ruling_that_claims_too_much_is_found() -> None:
    base = library()
    game = base["pegasus-bridge"]
    changed = {
        "bren-and-champs": {"authority": "source"},
        "reward-from-a-low-reserve": {"authority": "derived"},
        "tie": {"authority": "reading", "discrepancy": "pegasus-lost-unit"},
    }
    rulings = {i: {**game.rulings[i], **new} for i, new in changed.items()}
    library_ = Library({**base.games, game.id: dataclasses.replace(game, rulings=rulings)})
    found = unfounded(library_, game.id)
    assert len(found) == 3
    for ident in changed:
        assert any(ident in line for line in found)


def test_a_ruling_that_starts_like_another_keeps_what_it_does_not_say() -> None:
    rulings = library()["pegasus-bridge"].rulings
    one = cases("pegasus-bridge", rulings["second-gun"], rulings)[0]
    assert one["given"]["terrain"] == "casemate-no-4"
    assert one["given"]["sides"]["british"]["taken"] == ["casemate-no-1"]


def test_a_ruling_over_a_list_is_run_for_each_entry() -> None:
    ruling = dict(library()["pegasus-bridge"].rulings["blue-token-on-a-bridge"])
    found = cases("pegasus-bridge", ruling)
    assert [c["given"]["terrain"] for c in found] == ruling["each"]["terrain"]
    ruling["each"] = {"terrain": ["le-pont-de-robehomme", "village"]}
    assert {m.field for m in check(library(), "pegasus-bridge", ruling)} == {"outcome", "clauses"}


def test_a_reading_rests_on_a_discrepancy_that_exists() -> None:
    for game, ident in RULINGS:
        ruling = library()[game].rulings[ident]
        if ruling["authority"] == "reading":
            assert ruling["discrepancy"] in library()[game].discrepancies, ident


def test_every_statement_on_card_interactions_has_a_ruling() -> None:
    game = library()["pegasus-bridge"]
    cited: Counter[str] = Counter()
    for ruling in game.rulings.values():
        cited.update({key for e in ruling["expect"] for key in e.get("clauses", ())})
    wanted = [
        key
        for key in game.clauses
        if key.startswith(("interactions.", "units-allowed.", "heroic.", "cancel."))
    ]
    described = {key for key in wanted if not game.clauses[key].enforced}
    assert [key for key in wanted if not cited[key] and key not in described] == []


@pytest.mark.parametrize("game", sorted({g for g, _ in RULINGS}))
def test_every_verdict_can_be_said_and_survives_json(game: str) -> None:
    record, wording = library()[game], ruleset_of(library(), game).wording
    for ruling in record.rulings.values():
        for answer in run(library(), game, ruling):
            verdict = answer.verdict
            assert Verdict.from_json(verdict.to_json()).to_json() == verdict.to_json()
            said: list[Any] = [wording.answer(record, answer.ask, verdict)]
            said += [wording.finding(record, f) for f in verdict.findings]
            said += [wording.contribution(record, c) for c in verdict.contributions]
            said += [line for need in verdict.needs for line in wording.turns(record, need)]
            assert all(isinstance(s, str) and s and "{" not in s for s in said), said

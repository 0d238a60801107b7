"""Laws of the checks: why-not is empty exactly for what is legal, at every point of random games."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.commando import bans, checks
from fieldpress.engine.commando.moves import Move, parse_move
from fieldpress.engine.commando.plays import Undecided, apply, moved
from fieldpress.engine.commando.questions import candidates, legal_moves, why_not
from fieldpress.engine.commando.registry import REGISTERED
from fieldpress.engine.commando.situation import Options, knowledge, state_of
from fieldpress.engine.commando.state import State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import EngineFault
from tests.engine.helpers import library, one

RED = ["fox", "hare", "hero", "riddle", "shove", "feast", "pass"]
BLUE = ["wall", "gate", "shield", "veteran", "brace", "dig", "no"]


def start(red: list[str], blue: list[str], **given: Any) -> tuple[Knowledge, State]:
    k = knowledge(library(), {"game": "toy"}, Options())
    hands = {
        "red": {"hand": red, "tokens": ["coin", "gem"], "strength": 2, "draw_pile": 3},
        "blue": {"hand": blue, "tokens": ["coin", "coin"], "draw_pile": 3},
    }
    return k, state_of(k, {"terrain": "hill", "reserve": 4, "sides": hands, **given})


@st.composite
def games(draw: st.DrawFn) -> tuple[Knowledge, list[State]]:
    """A game played at random by its legal moves, and every state that it went through."""
    k, state = start(
        draw(st.lists(st.sampled_from(RED), min_size=1, max_size=6)),
        draw(st.lists(st.sampled_from(BLUE), min_size=1, max_size=6)),
    )
    states = [state.copy()]
    for _ in range(14):
        moves = [m for side in ("red", "blue") for m in legal_moves(k, state, side)]
        if not moves or state.winner:
            break
        move = draw(st.sampled_from(moves))
        if move.verb == "toss":
            faces = [f.id for f in k.counter(str(move.what)).faces]
            move = Move(
                move.side, "toss", move.what, origin=move.origin, lands=draw(st.sampled_from(faces))
            )
        try:
            apply(k, state, move)
        except Undecided:
            break
        states.append(state.copy())
    return k, states


@given(games())
def test_why_not_is_empty_exactly_for_what_is_legal(game: tuple[Knowledge, list[State]]) -> None:
    k, states = game
    for state in states:
        for side in ("red", "blue"):
            legal = legal_moves(k, state, side)
            for move in candidates(k, state, side):
                assert (why_not(k, state, move) == ()) == (move in legal)


@given(games())
def test_every_objection_cites_a_clause_of_the_game(game: tuple[Knowledge, list[State]]) -> None:
    k, states = game
    for state in states:
        for side in ("red", "blue"):
            for move in candidates(k, state, side):
                for found in why_not(k, state, move):
                    assert found.clauses or found.code in ("no-choice", "no-ground"), found
                    assert set(found.clauses) <= set(k.game.clauses)


@given(games())
def test_asking_leaves_the_state_as_it_was(game: tuple[Knowledge, list[State]]) -> None:
    k, states = game
    before = [state.to_json() for state in states]
    for state in states:
        for side in ("red", "blue"):
            legal_moves(k, state, side)
    assert [state.to_json() for state in states] == before


@given(games())
def test_states_copy_deeply_and_survive_json(game: tuple[Knowledge, list[State]]) -> None:
    _, states = game
    for state in states:
        assert state.copy() == copy.deepcopy(state) == State.from_json(state.to_json())


@given(games())
def test_the_same_moves_lead_to_the_same_state(game: tuple[Knowledge, list[State]]) -> None:
    k, states = game
    for state in states:
        for move in legal_moves(k, state, "blue")[:3]:
            if move.verb in ("play", "answer", "decline"):
                assert moved(k, state, move) == moved(k, state, move)


@given(games())
def test_tokens_are_not_made_of_nothing(game: tuple[Knowledge, list[State]]) -> None:
    """Coins in the reserve, before the sides, and on the Units stay as many as they were."""
    _, states = game
    counts = []
    for state in states:
        held = sum(t.counter == "coin" for s in state.sides.values() for t in s.tokens or ())
        used = sum(
            t.counter == "coin" for f in state.fights for ts in f.tokens.values() for t in ts
        )
        counts.append((state.reserve or 0) + held + used)
    assert len(set(counts)) == 1


@given(st.integers(0, 12), st.integers(0, 12))
def test_an_open_finding_is_decided_by_the_fact_that_it_names(value: int, tokens: int) -> None:
    """Whatever the unknown Combat value is, it turns an undetermined `may` into yes or no."""
    red = {"unit": "riddle", "tokens": ["gem"] * tokens}
    situation = {"given": {"assault": [{"blue": "wall", "red": red, "active": "red"}]}}
    question = {"may": {"side": "blue", "toss": "coin"}}
    verdict = one(question, **situation).verdict
    known = one(question, **situation, assume={"riddle.combat_value": value}).verdict
    assert known.outcome == ("allowed" if value + 2 * tokens >= 3 else "forbidden")
    if verdict.outcome == "undetermined":
        assert [n.fact for n in verdict.needs] == ["riddle.combat_value"]
    else:
        assert verdict.outcome == known.outcome


@st.composite
def fights(draw: st.DrawFn) -> dict[str, Any]:
    """Fights with unknown Units, counting Units and Combat Actions in any number."""
    units = st.sampled_from(["wall", "gate", "veteran", "mystic"])
    past = st.fixed_dictionaries(
        {"blue": units, "red": st.just("fox"), "result": st.sampled_from(["red", "blue"])}
    )
    now = {
        "blue": {"unit": draw(units), "actions": draw(st.lists(st.just("brace"), max_size=2))},
        "red": {
            "unit": draw(st.sampled_from(["fox", "riddle", "dim"])),
            "tokens": ["gem"] * draw(st.integers(0, 2)),
        },
    }
    return {"assault": [*draw(st.lists(past, max_size=3)), now]}


@given(fights(), st.integers(0, 9), st.integers(-3, 3))
def test_whatever_an_unknown_turns_out_to_be_the_answer_held_it(
    given_: dict[str, Any], value: int, extra: int
) -> None:
    taken = {"riddle.combat_value": value, "dim.effects": extra}
    for side in ("red", "blue"):
        question = {"value": "combat-value", "of": side}
        wide = one(question, given=given_).verdict
        narrow = one(question, given=given_, assume=taken).verdict
        if wide.outcome == "value":
            assert narrow.value == wide.value
        elif narrow.outcome == "value":
            assert narrow.value in wide.value
    before, after = (one({"who": "leads"}, given=given_, assume=a).verdict for a in ({}, taken))
    if before.outcome == "value":
        assert after.value == before.value


@given(
    st.permutations(["brace", "brace", "wall", "dig"]), st.permutations(["shove", "pass", "hare"])
)
def test_the_order_of_play_does_not_change_a_value(blue: list[str], red: list[str]) -> None:
    given_ = {
        "assault": [
            {"blue": {"unit": "gate", "actions": blue}, "red": {"unit": "fox", "actions": red}}
        ]
    }
    values = [
        one({"value": "combat-value", "of": side}, given=given_).verdict.value
        for side in ("red", "blue")
    ]
    assert values == [5, 6]


def test_every_registered_row_concerns_some_kind_of_act() -> None:
    kinds = {"toss", "fixed-token", "stop", "decline", "retreat", "give-strength", "no-unit", "choose", "answer",
             "play-unit", "play-event", "play-action", "play-card", "take-heroic", "lay-by",
             "take-back", "look", "campaign-token", "recover"}  # fmt: skip
    for row in (*bans.ROWS, *bans.PERMISSIONS, *bans.GROUNDS):
        assert row.acts
        assert set(row.acts) <= kinds


def test_a_clause_that_no_code_is_registered_under_cannot_be_asked_for() -> None:
    k, _ = start([], [])
    with pytest.raises(EngineFault, match="no code is registered"):
        k.rule("assault.tise")
    assert all(k.rule(key) for key in REGISTERED)


def test_moves_survive_json() -> None:
    for raw in (
        {"side": "red", "play": "fox", "as": "unit"},
        {"side": "red", "toss": "coin", "origin": "hero", "lands": "plus"},
        {"side": "blue", "answer": "no"},
        {"side": "blue", "no_unit": True},
    ):
        move = parse_move(raw, {"red": 1, "blue": 1}, ())
        assert parse_move(move.to_json(), {"red": 1, "blue": 1}, ()) == move


def test_the_defenders_next_unit_opens_a_new_fight_and_the_first_lies_destroyed() -> None:
    k, state = start(["fox", "hare"], ["gate", "wall"])
    for move in (
        Move("blue", "play", "gate"), Move("red", "play", "fox"), Move("red", "stop"),
        Move("blue", "stop"), Move("blue", "play", "wall"),
    ):  # fmt: skip
        assert why_not(k, state, move) == ()
        apply(k, state, move)
    assert [f.result for f in state.fights] == ["attacker", ""]
    assert [p.destroyed for p in state.plays] == [True, False, False]


def test_a_cancel_of_a_cancel_lets_the_first_card_work() -> None:
    cards = ["shove", "no"]
    k, state = start(["fox", *cards], ["wall", "no"])
    for move in (
        Move("blue", "play", "wall"), Move("red", "play", "fox"),
        Move("red", "play", "shove"), Move("blue", "answer", "no"),
    ):  # fmt: skip
        assert why_not(k, state, move) == (), move
        apply(k, state, move)
    assert len(state.pending) == 2
    apply(k, state, Move("red", "decline"))
    assert [p.status for p in state.plays] == ["table", "table", "cancelled", "table"]
    assert checks.grounds(k, state, Move("red", "toss", "coin")) == ("assault.tokens",)

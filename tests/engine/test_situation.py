"""Questions put to a small made-up game: what is asked, what is assumed, what is at fault."""

from __future__ import annotations

from typing import Any

import pytest

from fieldpress.engine.commando.situation import Options, Refused, assumption, rule_on
from fieldpress.engine.verdicts import Amount, EngineFault, Verdict
from tests.engine.helpers import CARDS, ask, card, library, one

FIGHT = {"assault": [{"blue": "wall", "red": "fox"}]}


def test_a_value_lists_all_its_parts() -> None:
    given = {
        "assault": [
            {
                "blue": {"unit": "wall", "actions": ["brace"]},
                "red": {"unit": "fox", "tokens": ["gem"]},
            }
        ]
    }
    blue, red = ask(
        {"given": given, "ask": [{"value": "combat-value", "of": s} for s in ("blue", "red")]}
    )
    assert (blue.verdict.outcome, blue.verdict.value) == ("value", 5)
    assert [(p.record, p.amount.number) for p in blue.verdict.contributions] == [
        ("card:wall", 3),
        ("card:brace", 2),
    ]
    assert (red.verdict.value, red.verdict.clauses) == (5, ("assault.tokens",))


def test_equal_values_go_to_the_side_that_the_parameter_names() -> None:
    verdict = one({"who": "leads"}, given=FIGHT).verdict
    assert (verdict.value, verdict.clauses) == ("red", ("assault.ties",))


def test_an_unknown_value_is_undetermined_and_says_how_it_turns() -> None:
    verdict = one({"who": "leads"}, given={"assault": [{"blue": "wall", "red": "riddle"}]}).verdict
    assert verdict.outcome == "undetermined"
    (need,) = verdict.needs
    assert (need.fact, need.why) == ("riddle.combat_value", "smudged")
    assert [(t.low, t.high, t.value) for t in need.turns] == [(0, 2, "blue"), (3, None, "red")]


@pytest.mark.parametrize("value", range(12))
def test_assuming_any_value_gives_the_answer_that_the_turns_foretell(value: int) -> None:
    situation: dict[str, Any] = {"given": {"assault": [{"blue": "wall", "red": "riddle"}]}}
    (need,) = one({"who": "leads"}, **situation).verdict.needs
    taken = assumption(library(), "toy", "riddle.combat_value", value)
    verdict = one({"who": "leads"}, Options(assume=(taken,)), **situation).verdict
    foretold = [t.value for t in need.turns if value in Amount(t.low, t.high)]
    assert [verdict.value] == foretold
    assert verdict.assumed == (f"riddle.combat_value={value}",)


def test_an_unknown_that_cannot_change_the_answer_does_not_matter() -> None:
    given = {
        "assault": [{"blue": {"unit": "wall", "value": 3}, "red": {"unit": "riddle", "value": 9}}]
    }
    assert one({"who": "leads"}, given=given).verdict.value == "red"


def test_an_effect_that_is_not_stated_leaves_a_value_open_until_it_is_assumed() -> None:
    given = {"assault": [{"blue": "wall", "red": "dim"}]}
    open_one = one({"value": "combat-value", "of": "red"}, given=given).verdict
    assert open_one.outcome == "undetermined"
    assert open_one.value == Amount(None, None)
    assert [n.fact for n in open_one.needs] == ["dim.effects"]
    closed = one(
        {"value": "combat-value", "of": "red"}, given=given, assume={"dim.effects": "none"}
    ).verdict
    assert (closed.outcome, closed.value, closed.assumed) == ("value", 3, ("dim.effects=none",))


def test_effects_may_be_assumed_whole() -> None:
    taken = [
        {"when": "in-play", "do": [{"modify": {"what": "combat-value", "of": "own", "add": 4}}]}
    ]
    given = {"assault": [{"blue": "wall", "red": "dim"}]}
    verdict = one(
        {"value": "combat-value", "of": "red"}, given=given, assume={"dim.effects": taken}
    ).verdict
    assert (verdict.value, verdict.assumed) == (7, ("dim.effects",))


def test_other_answers_stand_with_a_reservation() -> None:
    verdict = one(
        {"may": {"side": "red", "toss": "coin"}},
        given={"assault": [{"blue": "wall", "red": "dim"}]},
    ).verdict
    assert verdict.outcome == "allowed"
    assert [(r.record, r.field) for r in verdict.reservations] == [("card:dim", "effects")]


def test_nothing_times_an_unknown_amount_is_nothing() -> None:
    mystic = {"assault": [{"blue": "mystic", "red": "fox"}]}
    assert one({"value": "combat-value", "of": "blue"}, given=mystic).verdict.value == 1
    later = {
        "assault": [
            {"blue": "gate", "red": "fox", "result": "red"},
            {"blue": "mystic", "red": "fox"},
        ]
    }
    verdict = one({"value": "combat-value", "of": "blue"}, given=later).verdict
    assert (verdict.outcome, verdict.value) == ("undetermined", Amount(1, None))


def test_counting_goes_by_role_and_state() -> None:
    given = {
        "assault": [
            {"blue": {"unit": "gate", "actions": ["wall"]}, "red": "fox", "result": "red"},
            {"blue": "gate", "red": "fox", "result": "blue"},
            {"blue": "veteran", "red": "fox"},
        ]
    }
    counted, value = ask(
        {"given": given, "ask": [{"counted": "veteran"}, {"value": "combat-value", "of": "blue"}]}
    )
    assert (counted.verdict.value, value.verdict.value) == (1, 3)
    left_out = {(p.record, p.why) for p in counted.verdict.contributions if not p.counted}
    assert left_out == {
        ("card:wall", "played-as"),
        ("card:gate", "state"),
        ("card:veteran", "state"),
    }


def test_a_card_ban_is_raised_and_a_permission_that_names_its_clause_lifts_it() -> None:
    toss = {"may": {"side": "red", "toss": "coin"}}
    banned = one(toss, given={"assault": [{"blue": "shield", "red": "fox"}]}).verdict
    assert (banned.outcome, banned.clauses) == ("forbidden", ("house.shield",))
    lifted = one(
        toss, given={"assault": [{"blue": "shield", "red": {"unit": "fox", "actions": ["pass"]}}]}
    ).verdict
    assert lifted.outcome == "allowed"
    assert set(lifted.clauses) >= {"house.shield", "house.pass"}
    assert [f.lifted_by for f in lifted.findings] == ["card:pass"]


def test_a_cancelled_card_was_played_and_has_no_effect() -> None:
    then = [
        {"side": "red", "play": "shove"},
        {"side": "blue", "answer": "no"},
        {"side": "red", "decline": True},
    ]
    value, goes = ask(
        {"given": {**FIGHT, "sides": {"red": {"hand": ["shove"]}}}, "then": then,
         "ask": [{"value": "combat-value", "of": "red"}, {"goes": "shove"}]}
    )  # fmt: skip
    assert value.verdict.value == 3
    assert goes.verdict.value == "discard"


def test_a_cancellation_comes_at_once_or_not_at_all() -> None:
    answer = {"may": {"side": "blue", "answer": "no"}}
    play = {"side": "red", "play": "shove"}
    assert one(answer, given=FIGHT, then=[play]).verdict.outcome == "allowed"
    late = one(
        answer, given=FIGHT, then=[play, {"side": "red", "toss": "coin", "lands": "plus"}]
    ).verdict
    assert (late.outcome, late.clauses) == ("forbidden", ("cancel.immediate",))


def test_every_objection_is_given_not_only_the_first() -> None:
    given = {"assault": [{"blue": "shield"}], "sides": {"red": {"tokens": []}}}
    verdict = one({"why_not": {"side": "red", "toss": "coin"}}, given=given).verdict
    assert {f.code for f in verdict.objections} == {"ban", "no-unit-for-token", "no-token-left"}


def test_readings_that_differ_are_both_given_the_adopted_one_first() -> None:
    given = {"assault": [{"blue": "twofaced", "red": "hare"}]}
    answer = one({"who": "leads"}, given=given)
    assert answer.verdict.value == "red"
    assert [(d.discrepancy, d.reading, d.adopted) for d in answer.verdict.discrepancies] == [
        ("quarrel", "mild", True)
    ]
    assert [(o.reading.reading, o.verdict.value) for o in answer.others] == [("strict", "blue")]
    strict = one({"who": "leads"}, Options(readings={"quarrel": "strict"}), given=given)
    assert strict.verdict.value == "blue"
    assert [(o.reading.reading, o.reading.adopted) for o in strict.others] == [("mild", True)]


def test_readings_that_agree_are_not_mentioned() -> None:
    given = {"assault": [{"blue": {"unit": "twofaced", "value": 4}, "red": "fox"}]}
    answer = one({"may": {"side": "red", "toss": "coin"}}, given=given)
    assert answer.others == ()
    assert answer.verdict.discrepancies == ()


def test_a_stated_value_stands_for_what_lies_there_and_later_plays_add_to_it() -> None:
    given = {
        "assault": [
            {
                "blue": {"unit": "wall", "value": 3},
                "red": {"unit": "fox", "actions": ["shove"], "value": 5},
            }
        ]
    }
    then = [{"side": "red", "toss": "coin", "lands": "plus"}]
    verdict = one({"value": "combat-value", "of": "red"}, given=given, then=then).verdict
    assert verdict.value == 6


def test_stated_and_derived_that_differ_are_a_fault_of_the_question() -> None:
    given = {"assault": [{"blue": "wall", "red": {"unit": "fox", "value": 4}}]}
    with pytest.raises(EngineFault, match="stated for red is 4") as fault:
        one({"who": "leads"}, given=given)
    assert fault.value.path == ("given", "assault", 0, "red", "value")
    with pytest.raises(EngineFault, match="size stated is 3"):
        one({"value": "units-allowed"}, given={"terrain": "hill", "size": 3})


def test_a_hidden_card_counts_as_unknown() -> None:
    verdict = one({"who": "leads"}, given={"assault": [{"blue": "hidden", "red": "fox"}]}).verdict
    assert verdict.outcome == "undetermined"


def test_a_move_against_the_rules_is_refused_with_its_reasons() -> None:
    with pytest.raises(Refused) as refused:
        one({"who": "leads"}, given=FIGHT, then=[{"side": "red", "play": "hare"}])
    assert refused.value.verdict.clauses == ("assault.facing",)
    assert refused.value.index == 0


def test_asking_changes_nothing() -> None:
    situation = {"given": FIGHT, "then": [{"side": "red", "play": "shove"}]}
    questions = [
        {"may": {"side": "blue", "answer": "no"}},
        {"value": "combat-value", "of": "red"},
        {"who": "acts"},
    ]
    together = [a.verdict for a in ask({**situation, "ask": questions})]
    assert together == [one(q, **situation).verdict for q in questions]
    assert together == [a.verdict for a in ask({**situation, "ask": questions[::-1]})][::-1]


def test_a_clause_taken_out_no_longer_holds() -> None:
    toss = {"may": {"side": "red", "toss": "coin"}}
    given = {"assault": [{"blue": "shield", "red": "fox"}]}
    assert (
        one(toss, Options(disabled=frozenset({"house.shield"})), given=given).verdict.outcome
        == "allowed"
    )


def test_own_records_may_be_put_to_the_question() -> None:
    own = card("giant", "red", "unit", combat_value=9)
    given = {"assault": [{"blue": "wall", "red": "giant"}]}
    assert (
        one(
            {"value": "combat-value", "of": "red"}, given=given, records={"cards": [own]}
        ).verdict.value
        == 9
    )


def test_verdicts_survive_json() -> None:
    for question in (
        {"who": "leads"},
        {"may": {"side": "red", "toss": "coin"}},
        {"counted": "veteran"},
    ):
        given = {
            "assault": [
                {"blue": "gate", "red": "fox", "result": "red"},
                {"blue": "veteran", "red": "riddle"},
            ]
        }
        verdict = one(question, given=given).verdict
        again = Verdict.from_json(verdict.to_json())
        assert again.to_json() == verdict.to_json()


@pytest.mark.parametrize(
    ("situation", "path", "says"),
    [
        ({"given": {"assault": [{"blue": "wal", "red": "fox"}]}}, ("given", "assault", 0, "blue", "unit"), "did you mean wall"),
        ({"given": {"asault": []}}, ("given", "asault"), "did you mean 'assault'"),
        ({"given": {"terrain": "hil"}}, ("given", "terrain"), "hill"),
        ({"given": {"sides": {"green": {}}}}, ("given", "sides", "green"), "expected one of red, blue"),
        ({"given": {"reserve": -1}}, ("given", "reserve"), "whole number from 0"),
        ({"given": {"size": True}}, ("given", "size"), "whole number from 0"),
        ({"given": {"previous": {"assault": "yes"}}}, ("given", "previous", "assault"), "true or false, not 'yes'"),
        ({"then": [{"side": "red", "play": "fox", "as": {}}]}, ("then", 0, "as"), "as is one of"),
        ({"given": {"assault": [{"red": "fox"}]}}, ("given", "assault", 0), "needs the defending Unit"),
        ({"then": [{"side": "red", "play": "fox", "toss": "coin"}]}, ("then", 0), "exactly one of"),
        ({"then": [{"side": "red", "play": "fox", "lands": "plus"}]}, ("then", 0, "lands"), "a play has no key 'lands'"),
        ({"then": [{"side": "red", "stop": False}]}, ("then", 0, "stop"), "takes true"),
        ({"given": FIGHT, "then": [{"side": "red", "toss": "coin"}]}, ("then", 0), "needs lands"),
        ({"ask": [{"value": "combat-valu", "of": "red"}]}, ("ask", 0, "value"), "did you mean 'combat-value'"),
        ({"ask": [{"value": "combat-value"}]}, ("ask", 0, "value"), "also needs `of`"),
        ({"ask": [{"may": {"side": "red", "toss": "coin"}, "who": "leads"}]}, ("ask", 0), "exactly one of"),
        ({"ask": []}, ("ask",), "nothing is asked"),
        ({"assume": {"fox.colour": 1}}, ("assume",), "no field 'colour'"),
        ({"assume": {"fox.combat_value": "many"}}, ("assume", "fox.combat_value"), "whole number from 0"),
        ({"assume": {"fox.combat_value": -1}}, ("assume", "fox.combat_value"), "whole number from 0"),
        ({"assume": {"fox.heroic": "yes"}}, ("assume", "fox.heroic"), "True or False"),
        ({"assume": {"fox.effects": "some"}}, ("assume", "fox.effects"), "none, a number"),
        ({"assume": {"foxx.effects": "none"}}, ("assume", "foxx.effects"), "did you mean fox"),
        ({"readings": {"quarrel": "gentle"}}, ("readings",), "it has mild, strict"),
        ({"scenario": "9"}, ("scenario",), "no scenario '9'"),
    ],
)  # fmt: skip
def test_a_fault_of_the_question_says_where_and_what_would_be_right(
    situation: dict[str, Any], path: tuple[str | int, ...], says: str
) -> None:
    with pytest.raises(EngineFault, match=says.replace("(", r"\(")) as fault:
        ask({"ask": [{"who": "wins-game"}], **situation})
    assert fault.value.path == path


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ({"when": "played", "doo": []}, "nothing reads the key 'doo'"),
        ({"when": "played", "do": [{"modify": {"what": "combat-value", "ad": 1}}]}, "nothing reads the key 'ad'"),
        ({"when": "played", "do": [{"modfy": {}}]}, "no verb is called 'modfy'"),
        ({"when": "in-play", "if": {"agianst": {}}, "do": [{"modify": {"what": "combat-value", "add": 1}}]}, "condition 'agianst'"),
        ({"when": "in-play", "do": [{"ban": {"act": "play", "by": "enemy", "with": {"sied": "own"}, "result": "forbidden"}}]}, "key 'sied'"),
    ],
)  # fmt: skip
def test_a_misspelt_effect_is_a_fault_never_nothing(effect: dict[str, Any], says: str) -> None:
    cards = [c if c["id"] != "wall" else {**c, "effects": [effect]} for c in CARDS]
    raw = {
        "game": "toy",
        "given": FIGHT,
        "ask": [{"may": {"side": "red", "play": "shove"}}, {"value": "combat-value", "of": "blue"}],
    }
    with pytest.raises(EngineFault, match=says):
        rule_on(library(cards), raw)

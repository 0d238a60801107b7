"""The overlord ruleset, as the table of rulesets takes it."""

from __future__ import annotations

from fieldpress.engine.overlord import acts, questions, wording
from fieldpress.engine.overlord.parameters import READ
from fieldpress.engine.overlord.registry import REGISTRY
from fieldpress.engine.overlord.setup import check_setup, stated
from fieldpress.engine.overlord.situation import assumption, rule_on
from fieldpress.engine.overlord.stepping import progress
from fieldpress.engine.rulesets import Ruleset

#: Every module that registers a clause is loaded with the ruleset.
acts.kinds()
questions.load()

RULESET = Ruleset(
    name="overlord",
    rule_on=rule_on,
    assumption=assumption,
    wording=wording,
    registry=REGISTRY,
    parameters=READ,
    situation="situation.overlord.json",
    setup="setup.overlord.json",
    check_setup=check_setup,
    stated=stated,
    progress=progress,
    state="campaign-state.overlord.json",
    reads={"setup": "setup", "difficulties": "setup", "victory": "victory of"},
    why_no_play=(
        "its map, the values of its units, its Event and Operations cards and the calendars of its"
        " scenarios are in no source; the engine judges what it is given, and does not play"
    ),
)

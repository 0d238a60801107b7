"""The commando ruleset, as the table of rulesets takes it."""

from __future__ import annotations

from fieldpress.engine.commando import wording
from fieldpress.engine.commando.parameters import READ
from fieldpress.engine.commando.progress import progress
from fieldpress.engine.commando.registry import REGISTRY
from fieldpress.engine.commando.situation import assumption, rule_on
from fieldpress.engine.rulesets import Ruleset

RULESET = Ruleset(
    name="commando",
    rule_on=rule_on,
    assumption=assumption,
    wording=wording,
    registry=REGISTRY,
    parameters=READ,
    situation="situation.commando.json",
    setup="setup.commando.json",
    one_line=True,
    progress=progress,
    state="campaign-state.commando.json",
)

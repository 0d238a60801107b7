"""The normandie ruleset, as the table of rulesets takes it."""

from __future__ import annotations

from fieldpress.engine.normandie import wording
from fieldpress.engine.normandie.linked import progress
from fieldpress.engine.normandie.parameters import READ
from fieldpress.engine.normandie.registry import REGISTRY
from fieldpress.engine.normandie.setup import check_setup
from fieldpress.engine.normandie.situation import assumption, rule_on
from fieldpress.engine.normandie.stated import stated
from fieldpress.engine.rulesets import Ruleset

RULESET = Ruleset(
    name="normandie",
    rule_on=rule_on,
    assumption=assumption,
    wording=wording,
    registry=REGISTRY,
    parameters=READ,
    situation="situation.normandie.json",
    setup="setup.normandie.json",
    check_setup=check_setup,
    stated=stated,
    progress=progress,
    state="campaign-state.normandie.json",
    reads={
        "victory": "victory of",
        "ends": "end of",
        "entries": "entry of",
        "barred": "cards of",
        "events": "event of",
        "outcomes": "campaign",
        "effects": "campaign",
        "result": "campaign",
        "tiles": "setup",
        "zones": "setup",
        "objectives": "setup",
        "removals": "setup",
        "set_aside": "setup",
        "deployment": "setup",
        "landing_craft": "setup",
        "sizes": "setup",
    },
    why_no_play=(
        "this game is an expansion: how units move, fire and fight, the values printed on them and "
        "the map are the base game's and stand in none of its sources; `rule` and `check-setup` "
        "judge what the expansion itself states"
    ),
)

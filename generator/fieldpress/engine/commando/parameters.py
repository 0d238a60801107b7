"""The names of the parameters that the rules of play read (schema/parameters.commando.json lists
all names of the ruleset; the others belong to setups)."""

from __future__ import annotations

READ = frozenset(
    {
        "first-chooser", "next-chooser", "no-assault-winner", "tie-winner", "loss-strength",
        "loss-ends-assault", "retreat-strength", "give-strength", "unfaced-counts",
        "reward-tokens", "reward-cards", "no-unit-reward-tokens", "no-unit-reward-cards",
        "retreat-reward-tokens", "retreat-reward-cards", "unit-after-discard",
    }
)  # fmt: skip

"""The names of the parameters that the rules of play read (schema/parameters.commando.json lists
all names of the ruleset; the others belong to setups)."""

from __future__ import annotations

READ = frozenset(
    {
        "first-chooser", "next-chooser", "no-assault-winner", "tie-winner", "loss-strength",
        "loss-ends-assault", "retreat-strength", "give-strength", "unfaced-counts",
        "reward-tokens", "reward-cards", "no-unit-reward-tokens", "no-unit-reward-cards",
        "retreat-reward-tokens", "retreat-reward-cards", "unit-after-discard",
        "special-tokens-go", "redraws", "terrains-to-cross",
        "heroic-timing", "heroic-barred", "heroic-cards-each",
        "retreat", "assault-here", "fate-gives", "twins-penalty", "short-reserve", "size",
        "next-pile", "next-reveal", "terrain-goes", "terrain-unchosen",
        "counter-pile-turns", "counter-pile-apart", "counter-pile-heroic",
        "first-fight", "units-together", "places-separate", "campaign-token-barred",
    }
)  # fmt: skip

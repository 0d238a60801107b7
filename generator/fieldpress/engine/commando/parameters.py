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
        "attacker-support", "defender-support", "defender-support-need", "support-size",
        "die-faces", "die-successes", "neutral-roll", "at-once-as-ordinary",
        "inapplicable-cards", "recovery-value", "recovery-compares", "recovery-for",
        "recovery-heroic", "recovery-bound", "redraws-for", "redraws-shared",
        "lasting-event-until",
        "first-place", "objective-places", "shuffled-pile", "before-defender",
    }
)  # fmt: skip

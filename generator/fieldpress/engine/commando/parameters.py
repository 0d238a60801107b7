"""The names of the parameters that the rules of play read (schema/parameters.commando.json lists
all names of the ruleset; the others belong to setups)."""

from __future__ import annotations

_SHARED = frozenset(
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
        "actions-free", "survivor-fights-on", "unfought-takes", "counts-as-won",
    }
)  # fmt: skip

#: What missions read besides: their battlefields, regiments, production and what wins them.
OF_MISSIONS = frozenset(
    {
        "activated-shows", "activation-chooser", "activation-limit", "assault-scores",
        "attack-chooser", "barricade", "barricade-lifted", "barricade-turns",
        "blocked-cards-go", "blocked-cost", "blocked-otherwise",
        "blocked-placed", "blocked-short", "brought-by", "column-order", "column-per-turn",
        "column-size", "column-struck", "control-tokens", "counter-attack-must",
        "counter-attack-optional", "counter-attack-points", "counter-attack-price",
        "counter-attack-resumes", "counter-attack-terrain", "counter-attack-waits",
        "counter-attacks", "draw-points", "drift-lands", "drift-order", "drift-reach",
        "drift-roller", "drop-chooser", "empty-pile", "exhausted-after", "extra-regiment-leaves",
        "extra-regiment-next", "extra-regiment-rests", "field-columns", "field-rows", "fight-first",
        "first-pile", "first-row", "free-terrain", "heroic-per-row", "heroic-plays",
        "highest-wins", "initiative-token", "light-up", "marker-counts", "marker-turned",
        "other-must", "permanent-destroyed", "permanent-from", "permanent-gain",
        "permanent-per-turn", "permanent-stays", "permanent-turned", "permanent-until",
        "permanent-use", "phase-events", "pile-chooser", "pile-reveal", "points",
        "points-per-token", "points-to-win", "produce-again", "produce-attacked",
        "produce-controlled", "production-markers", "production-phase", "production-price",
        "production-size-floor", "recon-after-loss", "recon-card", "recon-must", "reconquest",
        "regiment-moves", "regiments", "regiments-apart", "regiments-on-field", "rest-turns",
        "ring-bonus", "sector", "sectors-alternate", "start-points",
        "stay-chooser", "sudden-death",
    }
)  # fmt: skip
READ = _SHARED | OF_MISSIONS

#: What a game in play reads besides: where things lie, and which moment of the scenario comes when.
#: A question has no table, so no ruling turns on these.
TABLE = frozenset(
    {
        "first-place", "objective-places", "shuffled-pile", "before-defender", "before-reveal",
        "after-objective", "pile-end",
    }
)  # fmt: skip

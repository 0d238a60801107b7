"""The names of the parameters that the code of this ruleset reads
(schema/parameters.normandie.json says what each one is)."""

from __future__ import annotations

#: Figures that the setup alone reads: `check-setup` looks at them, no ruling does.
SETUP = frozenset(
    {
        "initiative", "deploys-first", "hand-size", "sleepers", "craft-loaded",
        "group-points", "small-craft", "deck-size", "beach-boards", "share-attacker",
    }
)  # fmt: skip

#: Figures of the rules of play.
READ = frozenset(
    {
        "turns", "bonus-tactics", "night", "order-tokens", "extra-orders",
        "drop-suppressed", "artillery-cards", "control-spaces",
        "night-range", "night-long-range", "night-discover", "night-hide",
        "night-dispersion", "night-direct-fire", "night-indirect-range", "night-aviation",
        "light-reach", "light-own-space", "light-rules", "lamp-spaces", "lamp-destroyed",
        "lamp-dice", "sleep-target", "sleep-target-building", "sleep-noise-building",
        "sleep-shot-building", "sleep-wakers", "sleep-woken",
        "hole-roll", "hole-roll-demolition", "hole-dice-two", "hole-points", "hole-points-two",
        "large-grenade-outside", "large-grenade-inside", "large-hole-shot",
        "inspiration-reach", "munitions-bonus", "charge-attacks",
        "camo-bonus", "cricket-reach", "glider-vehicle-spaces",
        "glider-exempt", "hawkins-each", "hawkins-dice",
        "hawkins-side", "knife-bonus", "sprint-bonus", "walking-fire-penalty",
        "walking-fire-improves", "dropped-choose", "dropped-spaces", "dropped-suppressed",
        "dropped-suppressed-supply", "dropped-terrain-suppressed", "dropped-friend-suppressed",
        "elevation-beyond", "elevation-near", "light-vehicle-line", "heavy-vehicle-line",
        "wire-stops", "cullin-markers", "flame-suppressed", "flame-moving",
        "bunker-roll", "bunker-suppressed", "craft-exits", "craft-capacity", "craft-empty",
        "craft-fires", "craft-suppressed", "shovel-bonus", "grapnel-supply-still",
    }
)  # fmt: skip

"""The rules parameters that the engine of this ruleset reads (schema/parameters.overlord.json)."""

from __future__ import annotations

READ = frozenset(
    """
    objective-penalty major-penalty secondary-penalty festung-penalty infantry-penalty
    crossroad-bonus bridge-bonus bocage-bonus fortification-bonus atlantic-wall-bonus
    destroyed-bridge-bonus fortification-side capacity-divisions capacity-corps movement-sectors
    support-reach doctrine-reach doctrines-in-combat attack-reinforcements
    attack-reinforcement-reach attack-reinforcement-move defence-reinforcements
    defence-reinforcement-reach damage-step supports-for-result supports-for-symbol
    retreat-sectors withdrawal-sectors corps-retreat-distance breakthrough-divisions
    breakthrough-infantry breakthrough-armoured counterattack-divisions counterattack-infantry
    counterattack-armoured breakthrough-barred wall-value wall-damage division-vp corps-vp
    objective-vp major-won-vp exhausted-vp plan-operation-vp plan-operations-least fortitude-vp
    disengage-vp spies-free spy-vp additional-bombs additional-division-vp additional-corps-free
    additional-barred fortitude-divisions infantry-step-cost armoured-step-cost improve-steps
    support-cost out-of-supply-cost unsupplied-cost static-cost static-retreat-sectors
    out-of-supply-move box-income depot-points train-stations-light
    train-stations-heavy train-after-sectors trains-per-station destroyed-bridge-move event-hand
    event-hand-three-player event-discard combat-event-draw combat-deck strategic-cards-from
    strategic-cards-to special-cards-from special-cards-to strategic-per-week festung-tiles
    rounds activations activation-divisions first-activation-vp initiative final-say
    transfer-round starts-apart-from clear-broken
    """.split()
)

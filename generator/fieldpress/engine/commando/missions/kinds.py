"""The kinds of decision of missions, in words: what a side does, after its name."""

from __future__ import annotations

DECISIONS = {
    "mission-heroic": "must take a heroic card", "mission-events": "may play Events of this phase",
    "mission-pile": "must say where the next Assault is",
    "mission-terrain": "must lay the Assault marker",
    "mission-counter-attack": "must name the Terrain of the counter-attack",
    "mission-strike": "must take a card out of the column",
    "mission-price": "must discard a card for the counter-attack",
    "mission-drop": "must put a regiment down", "mission-drift-roll": "must roll for the drift",
    "mission-drift": "may let the regiment drift",
    "mission-activate": "must say which regiment fights",
    "mission-divert": "must move the Assault marker", "mission-put-back": "must put a Terrain back",
    "mission-destroy": "must destroy a Permanent Event", "mission-production": "may produce",
    "mission-recover": "may try to recover a Unit", "mission-light": "may look at a Terrain",
    "mission-march": "must move the regiment",
    "mission-recon": "may make the reconnaissance move",
    "mission-redeploy": "must place the blocked regiment",
    "mission-barricade": "must lay the Barricade",
    "mission-permanent": "must take a Permanent Event", "mission-lay-by": "may lay a Unit aside",
}  # fmt: skip

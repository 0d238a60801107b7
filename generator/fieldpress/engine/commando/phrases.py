"""Words for the codes of verdicts: tables that need nothing but the code."""

from __future__ import annotations

from fieldpress.engine.commando.missions.kinds import DECISIONS as MISSION_DECISIONS

PHASES = {
    "attacker": "the {attacker} Phase", "defender": "the {defender} Phase",
    "assault": "the Assault", "progression": "the Progression Phase",
    "production": "the Production Phase",
    "setup": "the setup", "end": "the end of a turn",
}  # fmt: skip
HOW = {
    "unit-lost": "a {attacker} Unit was destroyed",
    "retreat": "the {attacker} retreated",
    "no-unit": "the {defender} played no Unit",
    "no-attacker": "the {attacker} sent no Unit",
    "no-more-units": "the {defender} played no further Unit",
    "all-destroyed": "every {defender} Unit was destroyed",
}
WHY_NOT: dict[str, str] = {
    "played-as": "played as {role}",
    "discarded-by": "discarded by {by}",
    "discarded": "discarded by {by}",
    "type": "not of that type",
    "not-listed": "not among the cards that count",
    "itself": "a card does not count itself",
    "other-fight": "in another fight",
    "state": "{state}",
    "struck": "struck by {by}",
    "within-stated": "already in the stated value",
    "failed": "landed on failure",
    "cancelled": "the card was cancelled",
    "suppressed": "kept back by {by}",
    "forced": "discarded by {by}, and so without effect",
    "not-the-winner": "only the winner takes it",
    "no-ceiling": "no ceiling here",
    "no-rule": "no rule provides for it",
    "other-place": "it lies on another Terrain",
    "not-the-scorer": "only one side scores",
    "same-combat": "it fights beside another, in the same Combat",
    "voided": "{by} takes its effect away",
}
PILES = {
    "discard": "its owner's discard pile",
    "discard-at-once": "its owner's discard pile, right away",
    "beside-terrain": "beside the Terrain until the turn is over",
    "special-reserve": "the Réserve Spéciale",
    "removed": "out of the game", "table": "it stays",
    "terrain-discard": "the Terrain discard pile", "reserve": "the Reserve",
    "beside-reserve": "beside the Reserve", "hand": "the hand", "taken": "before its winner",
    "objectives-pile": "into the Objectives pile", "battery-pile": "under the Battery pile",
    "aside": "it stays by the side", "aside-turned": "it stays by the side, turned over",
    "defender": "before the {defender}", "turned": "it stays and is turned over",
    "handed-over": "to the opponent",
    "set-aside": "aside, for the rest of the campaign",
}  # fmt: skip
FROM = {
    "objective": "at the objective", "terrain-pile": "from the Terrain pile",
    "objectives-pile": "from the Objectives pile", "battery-pile": "from the Battery pile",
}  # fmt: skip
STATES = {
    "fighting": "still fighting", "destroyed": "destroyed", "won": "its fight is won",
    "unfaced": "never faced",
}  # fmt: skip
VALUES = {
    "combat-value": "Combat value", "units-allowed": "Units that the Terrain takes",
    "units-played": "Units played here", "units-left": "Units that may still be played",
    "cards-drawn": "cards drawn", "tokens-taken": "tokens taken", "reward-tokens": "tokens won",
    "reward-cards": "cards won", "strength": "Strength Points", "reserve": "tokens in the Reserve",
    "counted": "counted", "campaign-points": "Victory Points", "tokens": "tokens",
    "tokens-returned": "tokens given back", "die-successes": "faces of the die that are a success",
}  # fmt: skip
#: Numbers that a side does, and does not have.
GAINS = frozenset({"cards-drawn", "reward-tokens", "reward-cards", "tokens-returned"})
#: What a side whose decision is open does, after its name.
DECISIONS = {
    "hand": "may exchange the starting hand", "step": "must pick something",
    "terrain": "must choose the Terrain", "campaign-token": "may lay a campaign token",
    "events": "may play Events", "last-events": "may play Events, then a Unit or none",
    "phase": "may play Events", "unit": "may play a Unit or none", "answer": "may answer",
    "choice": "must make a choice", "discard": "must discard a card",
    "take-back": "must take back a card", "open": "may raise the new Unit",
    "face": "may send a Unit against it", "raise": "may raise",
    "window": "may act as the Unit is destroyed",
    "own-window": "may act as the Unit is destroyed", "next-unit": "may play another Unit",
    "heroic": "must take a heroic card", "lay-by": "may keep cards for later",
    **MISSION_DECISIONS,
}  # fmt: skip
CARD_ACTS = {
    "take_heroic": "take {} as a heroic card", "lay_by": "lay {} on the counter-attack pile",
    "take_back": "take {} back from the discard pile", "recover": "try to recover {}",
}  # fmt: skip
LOOKS = {
    "own-discard": "look through its own discard pile",
    "enemy-discard": "look through the opponent's discard pile",
    "terrain-discard": "look through the Terrain discard pile",
    "hand-count": "ask how many cards the opponent holds",
    "enemy-tokens": "see which tokens the opponent has",
    "enemy-hand": "see the cards that the opponent has drawn",
}
HELD = {
    "taken": "which Terrains lie before {}", "discard": "what is in the discard pile of {}",
    "strength": "how many Strength Points {} has", "tokens": "which tokens {} has",
}  # fmt: skip
TOLD = {
    "given.turn_token": "which face of the Turn token shows",
    "given.previous.winner": "who won the last Assault",
    "given.reserve": "how many tokens are in the Reserve",
    "given.campaign.won": "what was won in the campaign",
    "given.campaign.strength": "how many Strength Points were left on Pegasus Bridge",
    "given.size": "how many Units the Terrain takes",
}
NUMBERS = {
    "strength": "the number of Strength Points", "reserve": "the number of tokens there",
    "draw_pile": "the number of cards in the pile",
}  # fmt: skip

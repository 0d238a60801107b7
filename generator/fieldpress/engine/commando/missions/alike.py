"""What stands against all moves of a verb once it stands against one of them.

By verb the codes of such findings: they hang on the table and the side, not on the spot or
the card named; of moves that lead `to` a spot, on the regiment besides. Where one was found,
further candidates need not be judged. A test holds every line to its word.
"""

from __future__ import annotations

from collections.abc import Hashable

from fieldpress.engine.commando.moves import Move

_PICKS = frozenset({"chooser-open", "nobody-picks", "not-for-side"})
ALIKE: dict[str, frozenset[str]] = {
    "attack": _PICKS | {"wrong-phase"},
    "head_for": _PICKS,
    "counter_attack": frozenset(
        {"not-for-side", "wrong-phase", "column-short", "counter-attack-over"}
    ),
    "give_up": frozenset({"not-for-side", "strike-first", "paid-already"}),
    "activate": frozenset({"not-for-side", "wrong-phase", "activated-already"}),
    "drop": frozenset({"no-such-regiment", "not-for-side", "dropped-already"}),
    "drift": frozenset({"not-for-side", "not-rolled", "landed"}),
    "march": frozenset(
        {"not-on-field", "not-fought-yet", "leaves-game", "moved-already", "not-for-side"}
    ),
    "reconnoitre": frozenset(
        {
            "not-for-side", "not-fought-yet", "leaves-game", "moved-already", "not-in-hand",
            "pushed-back", "won-only",
        }
    ),
    "redeploy": frozenset({"not-blocked", "attacker-places"}),
    "light_up": frozenset({"winner-only", "lit-already", "moved-already"}),
    "produce": frozenset({"not-for-side", "wrong-phase", "no-production", "markers-laid"}),
    "convert": frozenset({"not-for-side"}),
    "barricade": frozenset({"not-for-side", "assault-goes-on", "winner-only", "column-ends"}),
    "divert": frozenset({"nothing-diverts", "no-marker"}),
    "put_back": frozenset({"nothing-puts-back"}),
    "take_permanent": frozenset({"not-gained-here", "assault-goes-on", "gained-already"}),
    "destroy": frozenset({"nothing-destroys"}),
    "recover": frozenset({"not-for-side", "no-building", "assault-goes-on", "recovered-before"}),
    "take_back": frozenset({"no-ground", "no-success"}),
    "lay_by": frozenset(
        {
            "not-for-side", "assault-goes-on", "laid-this-turn", "counter-attack-over",
            "column-full",
        }
    ),
    "take_heroic": frozenset({"chosen-this-turn", "not-the-moment", "no-loss", "lost-there"}),
}  # fmt: skip


def group(move: Move) -> Hashable:
    """Under what is kept that such a finding was met: the moves against which it stands."""
    return "alike", move.side, move.verb, move.what if move.to else ""

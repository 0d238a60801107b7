"""From the dealer's places to the hands and piles of a game, and back."""

from __future__ import annotations

from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.play.closing import normal_counter
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, State, Token

#: Places that every scenario of the ruleset lays out under these names, by what they hold.
_HANDS = ("draw", "hand", "discard", "heroic", "tokens")
_OWN = frozenset(
    {"attacker-strength", "reserve", "turn-token", "reserve-card", "counter-attack-pile"}
    | {f"{role}-{name}" for role in ("attacker", "defender") for name in (*_HANDS, "permanent")}
)


def settle(k: GameKnowledge, state: State) -> None:
    """The pieces as the dealer has them become hands, piles and counts of the game."""
    table = table_of(state)
    found = table.procedure
    assert found is not None
    found.stale = False
    normal = normal_counter(k)
    for role, side in k.roles.items():
        held = state.sides[side]

        def names(place: str, role: str = role) -> list[str]:
            assert found is not None
            return [one[0].partition(":")[2] for one in found.pieces.get(f"{role}-{place}", ())]

        held.hand, held.heroic, held.discard = names("hand"), names("heroic"), names("discard")
        held.discard.reverse()
        table.draws[side] = names("draw")[::-1]
        held.draw_pile = len(table.draws[side])
        kept = [t for t in held.tokens or () if k.special(t.counter)]
        counters = names("tokens")
        special = [c for c in counters if c != normal]
        held.tokens = [Token(normal, "")] * counters.count(normal)
        held.tokens += kept if len(kept) == len(special) else [Token(c, None) for c in special]
        held.taken = held.taken or []
        held.redraws = held.redraws or 0
        held.heroic_taken = held.heroic_taken or 0
    strength = found.pieces.get("attacker-strength")
    if strength:
        state.sides[k.side_of_role(ATTACKER)].strength = len(strength)
    state.reserve = sum(one[0] == f"counter:{normal}" for one in found.pieces.get("reserve", ()))
    state.counter_pile = [
        one[0].partition(":")[2] for one in found.pieces.get("counter-attack-pile", ())
    ]
    for piece, _, face in found.pieces.get("turn-token", ()):
        faces = {f.id: f.side for f in k.counter(piece.partition(":")[2]).faces}
        state.turn_token = faces.get(face) or ""
    table.piles, table.removed = {}, list(table.removed)
    supply: dict[str, int] = {}
    for place, pieces in found.pieces.items():
        if place in _OWN:
            continue
        for one in pieces:
            kind, _, ident = one[0].partition(":")
            if kind == "terrain":
                # Piles of a game in play have their top last.
                table.piles.setdefault(place, []).insert(0, one)
            elif kind == "card":
                table.removed.append(ident)
            elif kind == "counter" and k.counter(ident).kind == "combat":
                supply[ident] = supply.get(ident, 0) + 1
        found.pieces[place] = [p for p in pieces if not p[0].startswith("card:")]
    state.supply = supply


def cards_of(k: GameKnowledge, state: State, side: str) -> dict[str, list[tuple[str, int, str]]]:
    role, held = k.role_of_side(side), state.sides[side]
    return {
        f"{role}-draw": [(f"card:{c}", 0, "") for c in reversed(table_of(state).draws[side])],
        f"{role}-hand": [(f"card:{c}", 0, "") for c in held.hand or ()],
    }


def laid_out(k: GameKnowledge, state: State) -> dict[str, list[tuple[str, int, str]]]:
    """Hands and piles as the dealer has them, for a procedure in the course of the game."""
    table = table_of(state)
    out: dict[str, list[tuple[str, int, str]]] = {
        place: list(reversed(pieces)) for place, pieces in table.piles.items()
    }
    for side, held in state.sides.items():
        role = k.role_of_side(side)
        out.update(cards_of(k, state, side))
        out[f"{role}-heroic"] = [(f"card:{c}", 0, "") for c in held.heroic or ()]
        out[f"{role}-discard"] = [(f"card:{c}", 0, "") for c in reversed(held.discard or ())]
        out[f"{role}-tokens"] = [(f"counter:{t.counter}", 0, "") for t in held.tokens or ()]
    normal = normal_counter(k)
    out["reserve"] = [(f"counter:{normal}", 0, "")] * (state.reserve or 0)
    out["counter-attack-pile"] = [(f"card:{c}", 0, "down") for c in state.counter_pile]
    out["attacker-strength"] = [("counter:strength", 0, "")] * (
        state.sides[k.side_of_role(ATTACKER)].strength or 0
    )
    for counter in k.game.counters.values():
        if counter.kind == "turn":
            shown = [face.id for face in counter.faces if face.side == state.turn_token]
            face = shown[0] if shown else ""
            out["turn-token"] = [(f"counter:{counter.id}", 0, face)]
    out["special-tokens"] = [
        (f"counter:{counter}", 0, "") for counter, n in state.supply.items() for _ in range(n)
    ]
    return out

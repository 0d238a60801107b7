"""From the dealer's places to the hands and piles of a game, and back."""

from __future__ import annotations

from collections.abc import Callable, Collection

from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.play.closing import normal_counter
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, State, Token
from fieldpress.engine.commando.table import Procedure

#: Places that every scenario of the ruleset lays out under these names, by what they hold.
_HANDS = ("draw", "hand", "discard", "heroic", "tokens")
_OWN = frozenset(
    {"attacker-strength", "reserve", "turn-token", "reserve-card", "counter-attack-pile"}
    | {f"{role}-{name}" for role in ("attacker", "defender") for name in (*_HANDS, "permanent")}
)


def settle(k: GameKnowledge, state: State) -> None:
    """The pieces as the dealer has them become hands, piles and counts of the game: those of the
    places where something has changed since the last time."""
    found = table_of(state).procedure
    assert found is not None
    touched = found.pieces.keys() if found.touched is None else found.touched
    found.stale, first, found.touched = False, found.touched is None, set()
    for role, side in k.roles.items():
        for name in _HANDS:
            if first or f"{role}-{name}" in touched:
                _SETTLED[name](k, state, side, _names(found, f"{role}-{name}"))
        held = state.sides[side]
        held.taken = held.taken or []
        held.redraws = held.redraws or 0
        held.heroic_taken = held.heroic_taken or 0
    normal = normal_counter(k)
    strength = found.pieces.get("attacker-strength")
    if strength:
        state.sides[k.side_of_role(ATTACKER)].strength = len(strength)
    if first or "reserve" in touched:
        named = f"counter:{normal}"
        state.reserve = sum([one[0] == named for one in found.pieces.get("reserve", ())])
    if first or "counter-attack-pile" in touched:
        state.counter_pile = _names(found, "counter-attack-pile")
    for piece, _, face in found.pieces.get("turn-token", ()):
        faces = {f.id: f.side for f in k.counter(piece.partition(":")[2]).faces}
        state.turn_token = faces.get(face) or ""
    _piles(k, state, found, touched)


def _names(found: Procedure, place: str) -> list[str]:
    """What lies at a place, the top first, without its kind."""
    return [one[0].partition(":")[2] for one in found.pieces.get(place, ())]


def _draws(k: GameKnowledge, state: State, side: str, names: list[str]) -> None:
    table_of(state).draws[side] = names[::-1]
    state.sides[side].draw_pile = len(names)


def _hand(k: GameKnowledge, state: State, side: str, names: list[str]) -> None:
    state.sides[side].hand = names


def _discard(k: GameKnowledge, state: State, side: str, names: list[str]) -> None:
    state.sides[side].discard = names[::-1]


def _heroic(k: GameKnowledge, state: State, side: str, names: list[str]) -> None:
    state.sides[side].heroic = names


def _tokens(k: GameKnowledge, state: State, side: str, names: list[str]) -> None:
    """Of special tokens the game knows which card gave them, the dealer does not."""
    held, normal = state.sides[side], normal_counter(k)
    kept = [t for t in held.tokens or () if k.special(t.counter)]
    special = [c for c in names if c != normal]
    held.tokens = [Token(normal, "")] * names.count(normal)
    held.tokens += kept if len(kept) == len(special) else [Token(c, None) for c in special]


#: How what lies at a place of a side's own becomes what the side has.
_SETTLED: dict[str, Callable[[GameKnowledge, State, str, list[str]], None]] = {
    "draw": _draws, "hand": _hand, "discard": _discard, "heroic": _heroic, "tokens": _tokens,
}  # fmt: skip


def _piles(k: GameKnowledge, state: State, found: Procedure, touched: Collection[str]) -> None:
    """The places that belong to nobody: Terrain piles, cards that are out, reserves."""
    table, counters = table_of(state), False
    for place, pieces in found.pieces.items():
        if place in _OWN or place not in touched:
            continue
        # Piles of a game in play have their top last.
        pile = [one for one in reversed(pieces) if one[0].startswith("terrain:")]
        cards = [one[0][5:] for one in pieces if one[0].startswith("card:")]
        table.piles[place] = pile
        counters = counters or len(pile) + len(cards) < len(pieces)
        if cards:
            table.removed.extend(cards)
            found.pieces[place] = [one for one in pieces if not one[0].startswith("card:")]
    table.piles = {p: table.piles[p] for p in found.pieces if table.piles.get(p)}
    if not counters and not state.supply:
        return
    supply: dict[str, int] = {}
    for place, pieces in found.pieces.items():
        if place in _OWN:
            continue
        for one in pieces:
            kind, _, ident = one[0].partition(":")
            if kind == "counter" and k.counter(ident).kind == "combat":
                supply[ident] = supply.get(ident, 0) + 1
    state.supply = supply


def cards_of(k: GameKnowledge, state: State, side: str) -> dict[str, list[tuple[str, int, str]]]:
    role, held = k.role_of_side(side), state.sides[side]
    return {
        f"{role}-draw": [("card:" + c, 0, "") for c in reversed(table_of(state).draws[side])],
        f"{role}-hand": [("card:" + c, 0, "") for c in held.hand or ()],
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

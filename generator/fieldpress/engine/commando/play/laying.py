"""From the dealer's places to the hands and piles of a game, and back."""

from __future__ import annotations

from collections.abc import Callable

from fieldpress.engine.commando.handling import table_of
from fieldpress.engine.commando.play.closing import normal_counter
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.state import ATTACKER, DEFENDER, State, Token
from fieldpress.engine.commando.table import Procedure

#: Places that every scenario of the ruleset lays out under these names, by what they hold.
_HANDS = ("draw", "hand", "discard", "heroic", "tokens")
_OWN = frozenset(
    {"attacker-strength", "reserve", "turn-token", "reserve-card", "counter-attack-pile"}
    | {f"{role}-{name}" for role in (ATTACKER, DEFENDER) for name in (*_HANDS, "permanent")}
)


#: The same by role, with the names of the places.
_PLACES = {
    role: tuple((f"{role}-{name}", name) for name in _HANDS) for role in (ATTACKER, DEFENDER)
}
#: What stands among the places that were touched for any at which a counter lies.
COUNTERS = "counters"


def settle(k: GameKnowledge, state: State) -> None:
    """The pieces as the dealer has them become hands, piles and counts of the game: those of the
    places where something has changed since the last time."""
    found = table_of(state).procedure
    assert found is not None
    touched, found.stale, found.touched = found.touched, False, set()
    for role, side in k.roles.items():
        for place, name in _PLACES[role]:
            if touched is None or place in touched:
                _SETTLED[name](k, state, side, _names(found, place))
        held = state.sides[side]
        held.taken = held.taken or []
        held.redraws = held.redraws or 0
        held.heroic_taken = held.heroic_taken or 0
    strength = found.pieces.get("attacker-strength")
    if strength:
        state.sides[k.side_of_role(ATTACKER)].strength = len(strength)
    if touched is None or "reserve" in touched:
        named = f"counter:{normal_counter(k)}"
        state.reserve = sum([one[0] == named for one in found.pieces.get("reserve", ())])
    if touched is None or "counter-attack-pile" in touched:
        state.counter_pile = _names(found, "counter-attack-pile")
    if touched is None or "turn-token" in touched:
        for piece, _, face in found.pieces.get("turn-token", ()):
            faces = {f.id: f.side for f in k.counter(piece.partition(":")[2]).faces}
            state.turn_token = faces.get(face) or ""
    _piles(state, found, touched)
    if touched is None or COUNTERS in touched:
        state.supply = _supply(k, found)


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


def _piles(state: State, found: Procedure, touched: set[str] | None) -> None:
    """The places that belong to nobody: Terrain piles, and cards that are out."""
    table, places = table_of(state), found.pieces
    if touched is None:
        table.piles = {}
    for place in places if touched is None else [p for p in places if p in touched]:
        if place in _OWN:
            continue
        cards = [one[0][5:] for one in places[place] if one[0].startswith("card:")]
        if cards:
            table.removed.extend(cards)
            places[place] = [one for one in places[place] if not one[0].startswith("card:")]
        # Piles of a game in play have their top last.
        pile = [one for one in reversed(places[place]) if one[0].startswith("terrain:")]
        known = place in table.piles
        table.piles[place] = pile
        if not pile:
            del table.piles[place]
        elif not known and touched is not None:  # piles keep the order of the places
            table.piles = {p: table.piles[p] for p in places if p in table.piles}


def _supply(k: GameKnowledge, found: Procedure) -> dict[str, int]:
    """How many combat counters of each kind lie in reserves of their own."""
    supply: dict[str, int] = {}
    for place, pieces in found.pieces.items():
        for one in pieces if place not in _OWN else ():
            kind, _, ident = one[0].partition(":")
            if kind == "counter" and k.counter(ident).kind == "combat":
                supply[ident] = supply.get(ident, 0) + 1
    return supply


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

"""What a situation gives: from its mapping to a state; what it does not say stays unstated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando.combat import combat_value
from fieldpress.engine.commando.missions import given as missions
from fieldpress.engine.commando.moves import ROLES, Move, parse_move
from fieldpress.engine.commando.naming import (
    Path,
    card_id,
    count,
    counter_id,
    listing,
    mapping,
    one_of,
    only,
    terrain_id,
)
from fieldpress.engine.commando.state import (
    ATTACKER,
    DEFENDER,
    Fight,
    Place,
    Play,
    Side,
    State,
    Token,
)
from fieldpress.engine.commando.tokens import rolls_die
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.shapes import flag
from fieldpress.engine.verdicts import EngineFault

_GIVEN = frozenset(
    {
        "phase", "turn", "turn_token", "terrain", "face", "terrains", "aside",
        "size", "units_played",
        "reserve", "sides", "assault", "discarded", "events", "previous",
        "revealed", "crossed", "counter_pile", "laid_by", "campaign_token", "campaign",
        "mission",
    }
)  # fmt: skip
_PLACE = frozenset({"terrain", "face", "size", "units_played", "won_by"})
_SIDE = frozenset(
    {
        "hand", "hand_count", "tokens", "strength", "draw_pile", "heroic",
        "taken", "discard", "redraws", "campaign_tokens", "heroic_taken",
    }
)  # fmt: skip
_PART = frozenset({"unit", "beside", "actions", "tokens", "value"})
_PHASES = ("progression", "production", ATTACKER, DEFENDER, "assault")


def state_of(k: Knowledge, given: Mapping[str, Any]) -> State:
    """The state that `given` describes; what it does not say stays unstated."""
    only(given, _GIVEN, ("given",))
    state = State(sides={name: Side() for name in k.game.sides})
    state.places = _places(k, given)
    for index, name in enumerate(listing(given, "aside", ("given",))):
        ident, face = terrain_id(k, name, ("given", "aside", index))
        state.aside.append(Place(ident, face))
    missions.read(k, state, given)
    state.phase = one_of(given.get("phase", ""), ("", *_PHASES), ("given", "phase"))
    state.turn = count(given.get("turn"), ("given", "turn"))
    _reserves(k, state, given)
    if "turn_token" in given:
        state.turn_token = one_of(given["turn_token"], tuple(k.game.sides), ("given", "turn_token"))
    for name, raw in mapping(given, "sides", ("given",)).items():
        path: Path = ("given", "sides", name)
        one_of(name, tuple(k.game.sides), path)
        state.sides[name] = _side(k, raw, path)
    for index, raw in enumerate(listing(given, "assault", ("given",))):
        _fight(k, state, raw, ("given", "assault", index))
    for index, raw in enumerate(listing(given, "discarded", ("given",))):
        _discarded(k, state, raw, ("given", "discarded", index))
    for index, raw in enumerate(listing(given, "events", ("given",))):
        path = ("given", "events", index)
        only(raw, frozenset({"side", "card"}), path)
        card = card_id(k, raw.get("card"), (*path, "card"))
        side = one_of(raw.get("side"), tuple(k.game.sides), (*path, "side"))
        state.plays.append(Play(card, side, "event", status="done"))
    _piles(k, state, given)
    previous = mapping(given, "previous", ("given",))
    only(previous, frozenset({"winner", "assault"}), ("given", "previous"))
    if "winner" in previous:
        sides = tuple(k.game.sides)
        state.previous_winner = one_of(previous["winner"], sides, ("given", "previous", "winner"))
    state.previous_assault = flag(previous, "assault", ("given", "previous"))
    for fight in range(len(state.fights)):
        for role in (ATTACKER, DEFENDER):
            if state.fights[fight].stated.get(k.side_of_role(role)):
                combat_value(k, state, fight, role)
    return state


def _reserves(k: Knowledge, state: State, given: Mapping[str, Any]) -> None:
    """Tokens left in the reserves: a number of ordinary ones, or a number for each counter."""
    told, path = given.get("reserve"), ("given", "reserve")
    if not isinstance(told, Mapping):
        state.reserve = count(told, path)
        return
    for name, number in told.items():
        counter = counter_id(k, name, (*path, name))
        left = count(number, (*path, name)) or 0
        if k.counter(counter).kind != "combat":
            raise EngineFault(f"{counter} is no combat token and lies in no reserve", (*path, name))
        if k.special(counter) or k.at_once(counter):
            state.supply[counter] = left
        else:
            state.reserve = left


def _piles(k: Knowledge, state: State, given: Mapping[str, Any]) -> None:
    """Cards and Terrains that lie beside the fights, and how far the way has gone."""
    for key, into in (("counter_pile", state.counter_pile), ("laid_by", state.laid_by)):
        for index, name in enumerate(listing(given, key, ("given",))):
            into.append(card_id(k, name, ("given", key, index)))
    for index, name in enumerate(listing(given, "revealed", ("given",))):
        state.revealed.append(terrain_id(k, name, ("given", "revealed", index))[0])
    state.crossed = count(given.get("crossed"), ("given", "crossed"))
    state.campaign_token = bool(flag(given, "campaign_token", ("given",)))
    _campaign(k, state, given.get("campaign", False), ("given", "campaign"))


def _campaign(k: Knowledge, state: State, raw: Any, path: Path) -> None:
    """Whether this is a campaign, and what has come of it so far."""
    state.campaign = k.campaign = raw is not False
    if isinstance(raw, bool):
        return
    only(raw, frozenset({"won", "strength", "tokens_held"}), path)
    if "won" in raw:
        state.campaign_won = [
            terrain_id(k, name, (*path, "won", index))
            for index, name in enumerate(listing(raw, "won", path))
        ]
    state.campaign_strength = count(raw.get("strength"), (*path, "strength"))
    state.campaign_held = count(raw.get("tokens_held"), (*path, "tokens_held")) or 0


def _places(k: Knowledge, given: Mapping[str, Any]) -> list[Place]:
    names = listing(given, "terrains", ("given",))
    names = names or ([given["terrain"]] if "terrain" in given else [])
    places = []
    for index, name in enumerate(names):
        path: Path = ("given", "terrains", index) if "terrains" in given else ("given", "terrain")
        more: Mapping[str, Any] = {}
        if isinstance(name, Mapping):
            only(name, _PLACE, path)
            more, name = name, name.get("terrain")
        ident, face = terrain_id(k, name, path)
        place = Place(ident, str(more.get("face", given.get("face", face))))
        place.size = count(more.get("size"), (*path, "size"))
        place.played = count(more.get("units_played"), (*path, "units_played"))
        if "won_by" in more:
            winner = one_of(more["won_by"], tuple(k.game.sides), (*path, "won_by"))
            place.ended, place.how = k.role_of_side(winner), "told"
        places.append(place)
    places = places or [Place()]
    if "size" in given:
        places[0].size = count(given["size"], ("given", "size"))
    if "units_played" in given:
        places[0].played = count(given["units_played"], ("given", "units_played"))
    return places


def _side(k: Knowledge, raw: Any, path: Path) -> Side:
    only(raw, _SIDE, path)
    hand = listing(raw, "hand", path) if "hand" in raw else None
    return Side(
        None if hand is None else [card_id(k, c, (*path, "hand", i)) for i, c in enumerate(hand)],
        count(raw.get("hand_count"), (*path, "hand_count")),
        _tokens(k, listing(raw, "tokens", path), (*path, "tokens")) if "tokens" in raw else None,
        count(raw.get("strength"), (*path, "strength")),
        count(raw.get("draw_pile"), (*path, "draw_pile")),
        [card_id(k, c, (*path, "heroic", i)) for i, c in enumerate(listing(raw, "heroic", path))]
        if "heroic" in raw
        else None,
        [
            terrain_id(k, name, (*path, "taken", i))[0]
            for i, name in enumerate(listing(raw, "taken", path))
        ]
        if "taken" in raw
        else None,
        [card_id(k, c, (*path, "discard", i)) for i, c in enumerate(listing(raw, "discard", path))]
        if "discard" in raw
        else None,
        count(raw.get("redraws"), (*path, "redraws")),
        count(raw.get("campaign_tokens"), (*path, "campaign_tokens")),
        count(raw.get("heroic_taken"), (*path, "heroic_taken")),
    )


def _tokens(k: Knowledge, raw: Any, path: Path) -> list[Token]:
    """Tokens as `normal`, or `{counter, origin, face, count}`."""
    out: list[Token] = []
    for index, entry in enumerate(raw):
        here = (*path, index)
        if isinstance(entry, str):
            entry = {"counter": entry}
        only(entry, frozenset({"counter", "origin", "face", "count"}), here)
        counter = counter_id(k, entry.get("counter"), (*here, "counter"))
        face = entry.get("face")
        faces = [f.id for f in k.counter(counter).faces]
        if face is None and len(set(faces)) == 1:
            face = faces[0]
        if face is not None and face not in faces:
            raise EngineFault(
                f"{counter} has the faces {', '.join(faces)}, not {face!r}", (*here, "face")
            )
        origin = entry.get("origin")
        origin = card_id(k, origin, (*here, "origin")) if origin else None
        out += [Token(counter, origin, face)] * (
            count(entry.get("count", 1), (*here, "count")) or 0
        )
    return out


def _fight(k: Knowledge, state: State, raw: Any, path: Path) -> None:
    """One fight of the Assault: what lies on each side, and its result if it is decided."""
    sides = tuple(k.game.sides)
    only(raw, frozenset({*sides, "result", "active", "on"}), path)
    place = place_of(k, state, raw["on"], (*path, "on")) if "on" in raw else 0
    index = len(state.fights)
    fight = Fight(place)
    state.fights.append(fight)
    for side in sorted(sides, key=lambda s: k.role_of_side(s) == ATTACKER):
        entry, here = raw.get(side, {}), (*path, side)
        if isinstance(entry, str):
            entry = {"unit": entry}
        only(entry, _PART, here)
        if "unit" in entry:
            play = Play(card_id(k, entry["unit"], (*here, "unit")), side, "unit", place, index)
            setattr(fight, k.role_of_side(side), len(state.plays))
            state.plays.append(play)
        for number, name in enumerate(listing(entry, "beside", here)):
            if getattr(fight, k.role_of_side(side)) is None:
                raise EngineFault("beside what? `unit` is the first Unit there", (*here, "beside"))
            card = card_id(k, name, (*here, "beside", number))
            fight.beside.setdefault(k.role_of_side(side), []).append(len(state.plays))
            state.plays.append(Play(card, side, "unit", place, index))
        for number, name in enumerate(listing(entry, "actions", here)):
            card = card_id(k, name, (*here, "actions", number))
            state.plays.append(Play(card, side, "action", place, index))
        if "tokens" in entry:
            fight.tokens[side] = _tokens(k, listing(entry, "tokens", here), (*here, "tokens"))
        if "value" in entry:
            fight.stated[side] = {
                "value": count(entry["value"], (*here, "value")) or 0,
                "covers": 0,
            }
    for side, stated in fight.stated.items():
        stated |= {"covers": len(state.plays), "tokens": len(fight.tokens.get(side, ()))}
    if fight.defender is None:
        raise EngineFault("a fight needs the defending Unit (`hidden` if it is not known)", path)
    if "active" in raw:
        fight.active = k.role_of_side(one_of(raw["active"], sides, (*path, "active")))
    result = one_of(raw.get("result", ""), ("", "unfaced", *sides), (*path, "result"))
    if result:
        fight.result = result if result == "unfaced" else k.role_of_side(result)
        if result != "unfaced":
            beaten = DEFENDER if fight.result == ATTACKER else ATTACKER
            for loser in state.units_of(index, beaten):
                loser.destroyed = True
            state.destroyed_now = index if fight.result == ATTACKER else None


def _discarded(k: Knowledge, state: State, raw: Any, path: Path) -> None:
    """A card that was played and discarded by another card's effect."""
    only(raw, frozenset({"side", "card", "by", "as", "on"}), path)
    card = card_id(k, raw.get("card"), (*path, "card"))
    by = card_id(k, raw.get("by"), (*path, "by"))
    side = one_of(raw.get("side"), tuple(k.game.sides), (*path, "side"))
    role = one_of(raw.get("as", "unit"), ROLES, (*path, "as"))
    place = place_of(k, state, raw["on"], (*path, "on")) if "on" in raw else 0
    fight = state.last_fight(place)
    state.plays.append(Play(card, side, role, place, fight, discarded_by=by))


def resolve_move(k: Knowledge, state: State, raw: Any, path: Path) -> Move:
    """A move with its names looked up and its place found."""
    move = parse_move(raw, k.game.sides, path)
    if move.verb in ("play", "answer"):
        move = move._replace(what=card_id(k, move.what, (*path, move.verb)))
    if move.verb in ("toss", "roll"):
        counter = counter_id(k, move.what, (*path, move.verb))
        if k.counter(counter).kind == "combat" and (move.verb == "roll") != rolls_die(k):
            right = "roll" if rolls_die(k) else "toss"
            how = "the die is rolled for a token" if rolls_die(k) else "the token is tossed"
            raise EngineFault(
                f"in {k.game.id} {how}: write `{right}: {counter}`", (*path, move.verb)
            )
        origin = card_id(k, move.origin, (*path, "origin")) if move.origin else move.origin
        move = move._replace(what=counter, origin=origin)
    if move.verb == "choose" and isinstance(move.what, tuple):
        picked = (counter_id(k, c, (*path, "choose", i)) for i, c in enumerate(move.what))
        move = move._replace(what=tuple(picked))
    if move.verb in ("take_heroic", "lay_by", "take_back", "recover"):
        move = move._replace(what=card_id(k, move.what, (*path, move.verb)))
    if "on" in raw:
        move = move._replace(place=place_of(k, state, raw["on"], (*path, "on")))
    return missions.resolve(k, state, move, path)


def place_of(k: Knowledge, state: State, name: Any, path: Path) -> int:
    """Which of the Terrains of the turn is meant. Raises EngineFault where it is none of them."""
    ident, _ = terrain_id(k, name, path)
    for index, place in enumerate(state.places):
        if place.terrain == ident:
            return index
    raise EngineFault(f"{ident} is not among the Terrains given", path)

"""Moves and events of a game as people say them."""

from __future__ import annotations

from typing import Any

from fieldpress.engine.commando import wording
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.phrases import HOW
from fieldpress.engine.commando.play.decisions import Decision
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.saying import name_of, roles
from fieldpress.engine.commando.state import ATTACKER, DEFENDER
from fieldpress.engine.knowledge import face_of
from fieldpress.engine.verdicts import Finding
from fieldpress.model import Game as Records
from fieldpress.model.links import split_links


def side(game: Game, ident: str) -> str:
    """A side by its name."""
    return game.k.game.side_name(ident) if ident in game.k.game.sides else ident


def piece(game: Game, ident: Any) -> str:
    return name_of(game.k.game, ident)


def terrain(game: Game, ident: str, face: str = "") -> str:
    """A Terrain by the name of the face that lies upward."""
    return str(face_of(game.k.terrain(ident), face).name)


def plain(game: Game, text: Any) -> str:
    """A text of the content without its links: what they lead to by name."""
    return unlinked(game.k.game, text)


def unlinked(game: Records, text: Any) -> str:
    """As `plain`, of the records of a game."""
    return "".join(
        part if isinstance(part, str) else part.shown or name_of(game, part.id)
        for part in split_links(str(text))
    )


def move(game: Game, made: Move, asked: Decision | None) -> str:
    """A move as a line to pick, such as `Send Stilt Company (3)`."""
    kind = asked.kind if asked is not None else ""
    what = piece(game, made.what)
    if len(game.state.places) > 1 and made.verb in ("play", "toss", "stop", "no_unit", "retreat"):
        here = game.state.places[made.place]
        return f"{_move(game, made, kind, what)} ({terrain(game, here.terrain, here.face)})"
    return _move(game, made, kind, what)


def _move(game: Game, made: Move, kind: str, what: str) -> str:
    if made.verb == "play":
        if made.role == "unit":
            value = game.k.fact("card", str(made.what), "combat_value").value
            return f"Send {what} ({value})"
        scout = (
            made.role == "action" and game.k.fact("card", str(made.what), "kind").value == "unit"
        )
        return f"Play {what}{' as a Combat Action' if scout else ''}"
    if made.verb == "toss":
        origin = f" (from {piece(game, made.origin)})" if made.origin else ""
        return f"Toss a {what}{origin}"
    if made.verb in ("go", "pick", "discard", "take_back", "take_heroic", "answer", "lay_by"):
        words = {
            "go": "Cross {}" if kind == "terrain" else "Go to {}", "pick": "Pick {}",
            "discard": "Discard {}", "take_back": "Take back {}", "lay_by": "Keep {} for later",
            "take_heroic": "Take {} into your hand", "answer": "Answer with {}",
        }  # fmt: skip
        return words[made.verb].format(what)
    if made.verb == "choose":
        return f"Choose: {str(made.what).replace('-', ' ')}"
    return _plain(game, made, kind)


def _plain(game: Game, made: Move, kind: str) -> str:
    if made.verb == "stop":
        if kind == "raise":
            from fieldpress.engine.commando.play.decisions import behind

            now = game.state.fight_now(made.place)
            role = game.k.role_of_side(made.side)
            leads = now is not None and behind(game.k, game.state, now) != role
            return "Hand over: it is enough" if leads else "Raise no further: lose this Combat"
        return "Go on" if kind == "open" else "Send nobody: lose the Assault"
    if made.verb == "done":
        words = {
            "hand": "Keep this hand", "events": "No more Events", "window": "Go on",
            "phase": "No more Events", "step": "Leave it", "lay-by": "Keep no more cards",
            "campaign-token": "Lay no campaign token",
        }  # fmt: skip
        return words.get(kind, "Go on")
    words = {
        "redraw": "Exchange the hand for a new one", "decline": "Let it pass",
        "retreat": "Break off the Assault",
        "give_strength": "Give a Strength Point instead of a Unit",
        "no_unit": "Send no Unit" if kind == "last-events" else "Send no further Unit",
        "campaign_token": "Lay a campaign token here",
    }  # fmt: skip
    return words.get(made.verb, wording.move(game.k.game, made.to_json()))


_ROLES = ("event", "unit", "action")


def in_order(game: Game, moves: list[Move]) -> list[Move]:
    """The moves as they are listed: cards before the rest, by role, stronger Units first, by name;
    not in the order in which a hand happens to hold them."""

    def place(made: Move) -> tuple[int, int, str]:
        if made.verb not in ("play", "discard", "take_back", "answer"):
            return len(_ROLES), 0, ""
        if made.verb != "play":
            return 0, 0, str(piece(game, made.what))
        at = _ROLES.index(made.role) if made.role in _ROLES else 0
        value = game.k.fact("card", str(made.what), "combat_value").value
        strong = value if made.role == "unit" and isinstance(value, int) else 0
        return at, -strong, str(piece(game, made.what))

    return sorted(moves, key=place)


def objection(game: Game, found: Finding) -> str:
    """One objection as a sentence."""
    return wording.finding(game.k.game, found)


def event(game: Game, code: str, params: dict[str, Any], seat: str) -> str | None:
    """Something that happened, as `seat` may know it; None where there is nothing to tell. `seat`
    "" sees what lies open alone."""
    who = side(game, str(params.get("side", "")))
    if code == "move":
        return _made(game, params["move"])
    if code == "draws":
        return _drawn(game, params, who, seat)
    if code == "discards":
        return f"{who}: {piece(game, params['card'])} is discarded at random."
    if code == "cancelled":
        return f"{who}: {piece(game, params['card'])} has no effect."
    if code == "takes-tokens":
        return f"{who}: takes {params['count']} tokens."
    if code == "turn-token":
        return f"The Turn token shows {who}."
    if code == "turns-up":
        names = " and ".join(piece(game, one) for one in params["terrains"])
        return f"Turned up: {names}."
    if code == "turn":
        names = " and ".join(terrain(game, one, face) for one, face in params["places"])
        return f"Turn {params['number']}: {names}."
    if code == "fight":
        return _fight(game, params)
    if code == "assault":
        how = roles(game.k.game, HOW.get(params["how"], ""))
        return f"{who}: wins the Assault on {piece(game, params['terrain'])}: {how}."
    if code == "wins":
        return f"{who}: wins the game."
    return None


def _made(game: Game, made: Move) -> str | None:
    who, what = side(game, made.side), piece(game, made.what)
    words = {
        "answer": f"answers with {what}", "go": f"chooses {what}",
        "take_back": f"takes back {what}",
        "discard": f"discards {what}", "take_heroic": "takes a heroic card",
        "redraw": "exchanges the hand", "retreat": "breaks off the Assault",
        "give_strength": "gives a Strength Point instead of a Unit",
        "lay_by": f"keeps {what} for later", "campaign_token": "lays a campaign token",
        "choose": f"chooses {str(made.what).replace('-', ' ')}",
    }  # fmt: skip
    if made.verb == "play":
        done = "sends" if made.role == "unit" else "plays"
        return f"{who}: {done} {what}."
    if made.verb == "toss":
        faces = {face.id: str(face.shows) for face in game.k.counter(str(made.what)).faces}
        return f"{who}: tosses a {what}: {faces[made.lands]}."
    return f"{who}: {words[made.verb]}." if made.verb in words else None


def _drawn(game: Game, params: dict[str, Any], who: str, seat: str) -> str:
    cards, wanted = params["cards"], params["wanted"]
    short = "" if len(cards) == wanted else " (the pile is empty)"
    if params["side"] == seat and cards:
        return f"{who}: draws {', '.join(piece(game, card) for card in cards)}{short}."
    many = f"{len(cards)} card{'' if len(cards) == 1 else 's'}" if cards else "nothing"
    return f"{who}: draws {many}{short}."


def _fight(game: Game, params: dict[str, Any]) -> str:
    units = {role: piece(game, card) for role, card in params["units"].items()}
    left = params["strength"]
    kept = "" if left is None else f" Strength Points left: {left}."
    if params["result"] == ATTACKER:
        return f"{units[DEFENDER]} is destroyed."
    if params["result"] == DEFENDER and ATTACKER in units:
        return f"{units[ATTACKER]} is destroyed.{kept}"
    return f"Nobody faces {units[DEFENDER]}.{kept}"

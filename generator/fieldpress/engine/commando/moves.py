"""Moves: frozen, read from a situation and written as JSON; chance is fixed in the move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fieldpress.engine.commando.missions.verbs import NAMES as MISSION
from fieldpress.engine.commando.missions.verbs import WITH as MISSION_WITH
from fieldpress.engine.verdicts import EngineFault

#: What a move may be. A token is tossed, or the die is rolled for it, as the game has it; either
#: is also the use of a token with two equal faces, for which nothing is left to chance.
VERBS = (
    "play",
    "answer",
    "toss",
    "roll",
    "choose",
    "decline",
    "stop",
    "retreat",
    "give_strength",
    "no_unit",
    "redraw",
    "take_heroic",
    "lay_by",
    "take_back",
    "look",
    "campaign_token",
    "recover",
    "go",
    "pick",
    "discard",
    "done",
    *MISSION,
)
#: What a side may wish to look at, or to be told.
LOOKS = (
    "own-discard",
    "enemy-discard",
    "terrain-discard",
    "hand-count",
    "enemy-tokens",
    "enemy-hand",
)
#: What the die of a game that has one may show.
DIE = ("success", "failure")
#: What else a question may call them.
_SAME = {"neutral": "failure"}
_ROLLS = ("roll", "recover", "roll_for")
_FLAGS = frozenset(
    {"decline", "stop", "retreat", "give_strength", "no_unit", "redraw", "campaign_token", "done"}
)
_NAMED = (
    "play",
    "answer",
    "toss",
    "roll",
    "take_heroic",
    "lay_by",
    "take_back",
    "recover",
    "go",
    "pick",
    "discard",
    *MISSION,
)
_WITH = {
    "play": frozenset({"as"}),
    "toss": frozenset({"origin", "lands"}),
    "roll": frozenset({"origin", "lands"}),
    "recover": frozenset({"lands"}),
    "answer": frozenset({"as"}),
    **MISSION_WITH,
}
ROLES = ("unit", "event", "action")


class Move(NamedTuple):
    """One act of one side. `what` is the card, counter or choice; `place` an index; `lands` the
    face of a tossed token, or what the die shows; `to` a spot, `pay` counters given for it."""

    side: str
    verb: str
    what: Any = None
    role: str = ""
    origin: str | None = None
    lands: str = ""
    place: int = 0
    to: str = ""
    pay: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "side": self.side,
            self.verb: True if self.what is None else _plain(self.what),
        }
        if self.role:
            out["as"] = self.role
        if self.origin is not None:
            out["origin"] = self.origin
        if self.lands:
            out["lands"] = self.lands
        if self.to:
            out["to"] = self.to
        if self.pay:
            out["pay"] = list(self.pay)
        return out


def parse_move(raw: Any, sides: Mapping[str, Any], path: tuple[str | int, ...]) -> Move:
    """A move as a situation writes it, such as `{side: SIDE, answer: CARD}`.

    Raises EngineFault naming the place in the question and what would be right.
    """
    if not isinstance(raw, Mapping):
        raise EngineFault(f"a move is a mapping such as {{side: …, play: …}}, not {raw!r}", path)
    verbs = [v for v in VERBS if v in raw]
    if len(verbs) != 1:
        raise EngineFault(
            f"a move has exactly one of {', '.join(VERBS)}; found {verbs or 'none'}", path
        )
    verb = verbs[0]
    allowed = {"side", "on", verb} | _WITH.get(verb, frozenset())
    for key in raw:
        if key not in allowed:
            raise EngineFault(
                f"a {verb} has no key {key!r}; it may have {', '.join(sorted(allowed))}",
                (*path, key),
            )
    if raw.get("side") not in tuple(sides):
        raise EngineFault(
            f"side is one of {', '.join(sides)}, not {raw.get('side')!r}", (*path, "side")
        )
    value = raw[verb]
    if verb in _FLAGS and value is not True:
        raise EngineFault(f"{verb} takes true, not {value!r}", (*path, verb))
    if verb in _NAMED and not isinstance(value, str):
        raise EngineFault(f"{verb} takes a name, not {value!r}", (*path, verb))
    if verb == "look" and value not in LOOKS:
        raise EngineFault(f"look takes one of {', '.join(LOOKS)}, not {value!r}", (*path, verb))
    if verb == "choose":
        value = _choice(value, (*path, verb))
    if not isinstance(raw.get("lands", ""), str):
        raise EngineFault(f"lands is a face, not {raw['lands']!r}", (*path, "lands"))
    lands = raw.get("lands", "")
    if verb in _ROLLS and isinstance(lands, str):
        lands = _SAME.get(lands, lands)
    if verb in _ROLLS and lands not in {"", *DIE}:
        raise EngineFault(
            f"lands is what the die shows, {' or '.join(DIE)}, not {raw['lands']!r}",
            (*path, "lands"),
        )
    role = raw.get("as", "")
    if not isinstance(role, str) or (role and role not in ROLES):
        raise EngineFault(f"as is one of {', '.join(ROLES)}, not {role!r}", (*path, "as"))
    return Move(
        raw["side"],
        verb,
        None if verb in _FLAGS else value,
        role,
        raw.get("origin"),
        lands,
        to=_spot(raw, verb, path),
        pay=_paid(raw, path),
    )


def _spot(raw: Mapping[str, Any], verb: str, path: tuple[str | int, ...]) -> str:
    """Where a move of a mission leads: a spot or a Terrain, which it has to name."""
    if "to" not in MISSION_WITH.get(verb, ()):
        return ""
    if not isinstance(raw.get("to"), str):
        raise EngineFault(f"{verb} also needs `to`, a spot such as 2-3", path)
    return str(raw["to"])


def _paid(raw: Mapping[str, Any], path: tuple[str | int, ...]) -> tuple[str, ...]:
    """Counters given in payment, one entry for each."""
    pay = raw.get("pay", [])
    if not isinstance(pay, (list, tuple)) or not all(isinstance(one, str) for one in pay):
        raise EngineFault(f"pay is a list of counters, not {pay!r}", (*path, "pay"))
    return tuple(pay)


def _choice(value: Any, path: tuple[str | int, ...]) -> int | str | tuple[str, ...]:
    """A choice: a number, a word, or the counters picked, one entry for each."""
    if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise EngineFault(
            f"choose takes a number, a word or a list of counters, not {value!r}", path
        )
    return value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value

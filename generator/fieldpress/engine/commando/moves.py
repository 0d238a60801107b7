"""Moves: frozen, read from a situation and written as JSON; chance is fixed in the move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.verdicts import EngineFault

#: What a move may be; a `toss` of a token with two equal faces is the use of a fixed token.
VERBS = (
    "play",
    "answer",
    "toss",
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
)
#: What a side may wish to look at, or to be told.
LOOKS = ("own-discard", "enemy-discard", "terrain-discard", "hand-count")
_FLAGS = frozenset(
    {"decline", "stop", "retreat", "give_strength", "no_unit", "redraw", "campaign_token"}
)
_NAMED = ("play", "answer", "toss", "take_heroic", "lay_by", "take_back")
_WITH = {
    "play": frozenset({"as"}),
    "toss": frozenset({"origin", "lands"}),
    "answer": frozenset({"as"}),
}
ROLES = ("unit", "event", "action")


@dataclass(frozen=True, slots=True)
class Move:
    """One act of one side. `what` is the card, counter or choice; `place` an index."""

    side: str
    verb: str
    what: Any = None
    role: str = ""
    origin: str | None = None
    lands: str = ""
    place: int = 0

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "side": self.side,
            self.verb: True if self.what is None else self.what,
        }
        if self.role:
            out["as"] = self.role
        if self.origin is not None:
            out["origin"] = self.origin
        if self.lands:
            out["lands"] = self.lands
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
    if verb == "choose" and (isinstance(value, bool) or not isinstance(value, (int, str))):
        raise EngineFault(f"choose takes a number or a word, not {value!r}", (*path, verb))
    if not isinstance(raw.get("lands", ""), str):
        raise EngineFault(f"lands is a face, not {raw['lands']!r}", (*path, "lands"))
    role = raw.get("as", "")
    if role and role not in ROLES:
        raise EngineFault(f"as is one of {', '.join(ROLES)}, not {role!r}", (*path, "as"))
    return Move(
        raw["side"],
        verb,
        None if verb in _FLAGS else value,
        role,
        raw.get("origin"),
        raw.get("lands", ""),
    )

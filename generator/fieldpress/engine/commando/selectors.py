"""Which plays, cards and tokens a selector means: yes, no, or not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import NO, YES, Tri, all_of, any_over, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault

Selector = Mapping[str, Any]


class Played(Protocol):
    """A card in a role: a play on the table, or a move that would make one."""

    @property
    def card(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def role(self) -> str: ...


class Candidate:
    """A card as it would be played; role "" where its kind is not stated."""

    __slots__ = ("card", "role", "side")

    def __init__(self, card: str, side: str, role: str) -> None:
        self.card, self.side, self.role = card, side, role


def side_matches(k: Knowledge, wanted: str, owner: str, side: str) -> bool:
    """Whether an effect of `owner`'s card means `side` by own, enemy, both or a role."""
    if wanted == "both":
        return True
    if wanted in ("own", "enemy"):
        return (side == owner) == (wanted == "own")
    return k.side_of_role(wanted) == side


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def kind_is(k: Knowledge, card: str, wanted: list[str]) -> Tri:
    """Whether the printed kind of a card is one of these."""
    return any_over(wanted, lambda kind: k.holds("card", card, "kind", kind))


def match_play(
    k: Knowledge, selector: Selector | None, owner: str, play: Played, record: str
) -> Tri:
    """Whether a selector of `record`'s effect (owned by `owner`) means this play."""
    if not selector:
        return YES
    parts: list[Tri] = []
    for key, wanted in selector.items():
        if key == "side":
            parts.append(known(side_matches(k, wanted, owner, play.side)))
        elif key == "role":
            roles = as_list(wanted)
            if play.role:
                parts.append(known(play.role in roles))
            else:
                parts.append(kind_is(k, play.card, roles))
        elif key == "kind":
            parts.append(kind_is(k, play.card, as_list(wanted)))
        elif key == "type":
            parts.append(k.holds("card", play.card, "unit_type", wanted))
        elif key == "heroic":
            parts.append(k.holds("card", play.card, "heroic", wanted))
        elif key == "cards":
            parts.append(
                open_on(f"given.hidden card of {play.side}")
                if play.card == HIDDEN
                else known(play.card in wanted)
            )
        elif key == "except":
            parts.append(negate(match_play(k, wanted, owner, play, record)))
        elif key == "unknown":
            parts.append(_unstated_limit(k, record))
        else:
            raise EngineFault(f"{record}: nothing reads the key {key!r} of a selector")
    return all_of(parts)


def match_any(
    k: Knowledge, selector: Selector | None, owner: str, plays: Iterable[Played], record: str
) -> Tri:
    """Whether the selector means one of these plays; none is looked at once one surely is meant."""
    return any_over(plays, lambda play: match_play(k, selector, owner, play, record))


def match_token(
    k: Knowledge,
    selector: Selector | None,
    owner: str,
    counter: str,
    origin: str | None,
    record: str,
) -> Tri:
    """Whether a selector of `record`'s effect means a token of this kind and origin."""
    if not selector:
        return YES
    parts: list[Tri] = []
    for key, wanted in selector.items():
        if key == "special":
            parts.append(known(k.special(counter) == wanted))
        elif key == "counters":
            parts.append(known(counter in wanted))
        elif key == "origin":
            if origin is None:
                parts.append(open_on(f"given.origin of {counter}"))
            elif not origin:
                parts.append(NO)
            else:
                giver = Candidate(origin, "", "")
                parts.append(match_play(k, wanted, owner, giver, record))
        elif key == "unknown":
            parts.append(_unstated_limit(k, record))
        else:
            raise EngineFault(f"{record}: nothing reads the key {key!r} of a token selector")
    return all_of(parts)


def token_origin(k: Knowledge, counter: str, stated: str | None) -> str | None:
    """Where a token comes from: as stated; from the reserve ("") if it is a normal one; from the
    only card that gives such tokens, if there is but one; else not known (None)."""
    if stated is not None:
        return stated
    if not k.special(counter):
        return ""
    givers = k.counter(counter).given_by
    return givers[0] if len(givers) == 1 else None


def _unstated_limit(k: Knowledge, record: str) -> Tri:
    """A limit that no source states: open, unless the asker assumes that no more is printed."""
    kind, _, ident = record.partition(":")
    return YES if not k.effects(kind, ident).rest_unknown else open_on(f"{ident}.effects")

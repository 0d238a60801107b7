"""Cards that take another way than to the discard pile at the end of the Assault: Events that last,
Combat Actions that are done at once, Units that a Building gives back."""

from __future__ import annotations

from fieldpress.engine.commando.answering import verdict_of
from fieldpress.engine.commando.building import comes_back
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import Verdict, distinct

#: How long an effect may last that keeps its Event by the Terrain.
_A_TURN = frozenset({"assault", "terrain", "turn"})
#: Operations that hold as long as the card lies there.
_STANDING = frozenset({"modify", "ban", "permit", "suppress"})


def stays_or_returns(k: Knowledge, state: State, play: Play) -> Verdict | None:
    """Where a played card goes by one of these rules; None where none of them concerns it."""
    if comes_back(k, play):
        keys = [key for key in ("building.recover", "building.die") if k.rule(key)]
        return verdict_of(k, "value", "hand", clauses=keys)
    if play.discarded_by or play.status in ("cancelled", "pending"):
        return None
    if k.holds("card", play.card, "heroic", True).value is not False:
        return None
    if play.role == "event":
        return _lasting_event(k, state, play)
    if play.role == "action":
        return _action(k, play)
    return None


@rules("attacker-phase.lasting-events", "defender-phase.lasting-events")
def _lasting_event(k: Knowledge, state: State, play: Play) -> Verdict | None:
    """An Event whose effect holds for the whole turn lies by the Terrain until then."""
    key = f"{k.role_of_side(play.side)}-phase.lasting-events"
    effects = k.effects("card", play.card)
    lasts = any(e.raw.get("until") in _A_TURN for e in effects.stated)
    if not lasts or not k.rule(key):
        return None
    until = k.parameter("lasting-event-until")
    over = bool(state.places[play.place].ended)
    if over and until is not None and until.value == "assault":
        keys = distinct((key, *until.clauses, "discard.own-pile"))
        return verdict_of(k, "value", "discard", clauses=keys)
    return verdict_of(k, "value", "beside-terrain", clauses=(key,))


@rules("assault.actions-stay")
def _action(k: Knowledge, play: Play) -> Verdict | None:
    """A Combat Action stays beside the Unit if it keeps working; one that is done is discarded."""
    key = "assault.actions-stay"
    effects = k.effects("card", play.card)
    if not k.rule(key):
        return None
    if any(o.verb in _STANDING for e in effects.stated for o in e.do):
        ends = [c for c in ("discard.own-pile", "assault-end.cards") if k.rule(c)]
        return verdict_of(k, "value", "discard" if ends else "table", clauses=(key, *ends))
    if effects.rest_unknown:
        needs = (f"{play.card}.effects",)
        return verdict_of(k, "undetermined", None, clauses=(key,), needs=needs)
    keys = (key, *(("discard.own-pile",) if k.rule("discard.own-pile") else ()))
    return verdict_of(k, "value", "discard-at-once", clauses=keys)

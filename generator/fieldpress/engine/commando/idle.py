"""Cards that could do nothing: what of an effect can be carried out as things lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fieldpress.engine.commando.active import Source, condition
from fieldpress.engine.commando.bans import Act, card_record, limit
from fieldpress.engine.commando.selectors import Candidate, match_play, side_matches
from fieldpress.engine.commando.state import Side, State
from fieldpress.engine.commando.tokens import supply_of
from fieldpress.engine.effects import Effect, EffectList, Operation, parse_operations
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.verdicts import Finding

#: What holds as long as the card lies there: it may find its use later.
_LASTING = frozenset({"modify", "ban", "permit", "suppress"})
#: Effects that do nothing as the card is played.
_NEVER = ("answer", "unknown")


@limit("effect.inapplicable", "play-event", "play-action")
def does_something(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """An Event or Combat Action that can do nothing at all is not played, by one who knows it."""
    card = str(act.move.what)
    if card == HIDDEN:
        return
    effects = k.effects("card", card)
    if effects.rest_unknown or not effects.stated:
        return  # what is not stated may well do something
    if k.memo is not None and _finds_its_use(card, effects, k.memo):
        return
    rule = k.parameter("inapplicable-cards")
    seen_only = rule is None or rule.value != "always"
    source = Source(f"card:{card}", "card", card, act.move.side, None, effects)
    if any(_helps(k, state, act, source, effect, seen_only) for effect in effects.stated):
        return
    keys = rule.clauses if rule is not None else ("effect.inapplicable",)
    yield Finding("does-nothing", {}, card_record(act), keys)


def _finds_its_use(card: str, effects: EffectList, memo: dict[Any, Any]) -> bool:
    """Whether something of a card holds as long as it lies there, whatever lies beside it; told
    once."""
    found: bool | None = memo.get(("lasts", card))
    if found is None:
        ways = [way for e in effects.stated if e.when not in _NEVER for way in _ways(e)]
        found = any(op.verb in _LASTING for way in ways for op in way)
        memo["lasts", card] = found
    return found


def _ways(effect: Effect) -> list[tuple[Operation, ...]]:
    """What an effect does by each of its modes."""
    return [effect.do] + [
        parse_operations(mode["do"], effect.record)[0] for mode in effect.raw.get("modes", ())
    ]


def _helps(
    k: Knowledge, state: State, act: Act, source: Source, effect: Effect, seen_only: bool
) -> bool:
    """Whether something of an effect can be carried out; `seen_only`: as far as its owner sees."""
    if effect.when in _NEVER:
        return False
    met = condition(k, state, act.scope, source, effect.condition).value is not False
    return any(
        op.verb in _LASTING or (met and _possible(k, state, act, source, op, seen_only))
        for way in _ways(effect)
        for op in way
    )


def _possible(
    k: Knowledge, state: State, act: Act, source: Source, op: Operation, seen_only: bool
) -> bool:
    args = op.args
    if op.verb == "choose":
        then, _ = parse_operations(args.get("then", ()), source.record)
        return not then or any(_possible(k, state, act, source, o, seen_only) for o in then)
    if op.verb not in ("draw", "tokens", "take_back", "discard"):
        return True
    sides = [
        (name, side)
        for name, side in state.sides.items()
        if side_matches(k, op.side("who"), source.owner, name)
    ]
    if op.verb == "draw":
        return any(side.draw_pile != 0 for _, side in sides)
    if op.verb == "tokens" and args["act"] in ("take", "roll"):
        counter = args.get("counter") or k.normal_token()
        return counter == "unknown" or supply_of(k, state, counter) != 0
    if op.verb == "tokens":
        return any(side.tokens != [] for _, side in sides)
    if op.verb == "take_back":
        return any(_among(k, side.discard, args, source, name) for name, side in sides)
    if args.get("from", "hand") != "hand":
        return True
    return any(_in_hand(k, name, side, args, source, seen_only) for name, side in sides)


def _in_hand(
    k: Knowledge, name: str, side: Side, args: Mapping[str, Any], source: Source, seen_only: bool
) -> bool:
    """Whether a hand has a card to discard. How many cards it has is open, which ones is not."""
    if side.hand_count == 0 or side.hand == []:
        return False
    if seen_only and name != source.owner:
        return True
    return _among(k, side.hand, args, source, name)


def _among(
    k: Knowledge, cards: list[str] | None, args: Mapping[str, Any], source: Source, owner: str
) -> bool:
    """Whether one of these cards, where they are stated, may be what an operation means."""
    if cards is None:
        return True
    return any(
        match_play(
            k, args.get("what"), source.owner, Candidate(card, owner, ""), source.record
        ).value
        is not False
        for card in cards
    )

"""Numbers of tokens: what a side has, takes or gives back, and what lies in the reserves."""

from __future__ import annotations

from fieldpress.engine.commando.active import Scope, Source
from fieldpress.engine.commando.counting import Derived, number
from fieldpress.engine.commando.registry import rules
from fieldpress.engine.commando.selectors import match_play, side_matches
from fieldpress.engine.commando.state import State
from fieldpress.engine.commando.tokens import due, supply_of
from fieldpress.engine.contributions import fold
from fieldpress.engine.effects import Effect, Operation, parse_operations
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import (
    Amount,
    Contribution,
    EngineFault,
    clauses_of,
    distinct,
)


def limited_by(
    k: Knowledge, held: int | None, field: str, side: str, what: str, key: str, wanted: Amount
) -> list[Contribution]:
    """No more than a pile or the reserve holds; a reservation where that is not stated."""
    record = f"given.sides.{side}.{field}" if field == "draw_pile" else f"given.{field}"
    if not k.rule(key):
        return []
    if held is None:
        k.reserve_judgement(record, field.partition(".")[0])
        return []
    if wanted.high is not None and wanted.high <= held:
        return []
    rule = k.parameter("short-reserve") if field != "draw_pile" else None
    left = 0 if rule is not None and rule.value == "nothing" else held
    return [Contribution(what, "at-most", Amount.of(left), record, side, (key,))]


@rules("tokens.take", "tokens.reserve-empty", "discard.forced", "effect.partial")
def tokens_moved(
    k: Knowledge, state: State, side: str, card: str, act: str, counter: str = ""
) -> tuple[Derived, tuple[str, ...]]:
    """Tokens that a side takes (or gives back: `act`) by the effect of a card on the table, less
    what others suppress; of one counter, where it is named."""
    index = next((i for i, p in enumerate(state.plays) if p.card == card), None)
    if index is None:
        raise EngineFault(f"{card} was not played in this situation", ("ask",))
    play = state.plays[index]
    source = Source(f"card:{card}", "card", card, play.side, index, k.effects("card", card))
    parts: list[Contribution] = []
    blocked = _suppressed(k, state, card, "tokens")
    wanted: dict[str, list[Contribution]] = {}
    for effect in source.effects.stated:
        for op in _token_operations(effect):
            if op.args["act"] != act or not side_matches(k, op.side("who"), play.side, side):
                continue
            which = op.args.get("counter") or k.normal_token()
            if counter not in ("", which):
                continue
            scope = Scope(play.place, play.fight)
            amount, _, needs = number(
                k, state, scope, source, effect.counts, op.args["count"], effect.clauses
            )
            if not amount.known:
                amount = Amount(0, None)
            why, clauses = "", effect.clauses
            if play.status == "cancelled":
                why = "cancelled"
            if play.discarded_by and k.rule("discard.forced"):
                why, clauses = "forced", distinct((*effect.clauses, "discard.forced"))
            by = blocked[0] if blocked else f"card:{play.discarded_by}"
            if blocked is not None:
                why, clauses = "suppressed", distinct((*blocked[1], *clauses))
            part = Contribution(
                f"tokens-{'taken' if act == 'take' else 'returned'}", "add", amount,
                f"card:{card}", side, clauses, not why, why, {"by": by}, needs,
            )  # fmt: skip
            parts.append(part)
            if not why:
                wanted.setdefault(which, []).append(part)
                if act == "return":
                    parts += _as_many_as_held(k, state, side, play.chosen, op, amount)
    if source.effects.rest_unknown and not blocked and not play.discarded_by:
        k.reserve_judgement(f"card:{card}", "effects", source.effects.why)
    if act != "take":
        return Derived(fold(parts), tuple(parts)), ()
    if not wanted:
        return Derived(fold(parts), tuple(parts)), clauses_of(parts)
    capped: list[Amount] = []
    for which, some in wanted.items():
        field = "reserve" if len(wanted) == 1 else f"reserve.{which}"
        had = play.chosen.get(f"taken {which}", supply_of(k, state, which))
        cap = limited_by(
            k, had, field, side, "tokens-taken", "tokens.reserve-empty", fold(some),
        )  # fmt: skip
        capped.append(fold([*some, *cap]))
        parts += cap
    total = fold(Contribution("tokens-taken", "add", amount, "", side) for amount in capped)
    rule: tuple[str, ...] = ("tokens.take",) if k.rule("tokens.take") else ()
    return Derived(total, tuple(parts)), rule


def _token_operations(effect: Effect) -> list[Operation]:
    """The token operations of an effect, those that a choice leads to among them."""
    found = []
    for op in effect.do:
        if op.verb == "tokens":
            found.append(op)
        elif op.verb == "choose":
            then, _ = parse_operations(op.args.get("then", ()), effect.record)
            found += [inner for inner in then if inner.verb == "tokens"]
    return found


def _as_many_as_held(
    k: Knowledge, state: State, side: str, chosen: object, op: Operation, amount: Amount
) -> list[Contribution]:
    """Nobody gives back more than he has: an effect is carried out as far as it goes."""
    held, record = state.sides[side].tokens, f"given.sides.{side}.tokens"
    if not k.rule("effect.partial"):
        return []
    if isinstance(chosen, dict) and "tokens" in chosen:
        most: int | None = len(chosen["tokens"])
    else:
        most = due(held, op.args) if held is not None else None
    if most is None:
        k.reserve_judgement(record, "tokens")
        return []
    if amount.high is not None and amount.high <= most:
        return []
    keys = ("effect.partial",)
    return [Contribution("tokens-returned", "at-most", Amount.of(most), record, side, keys)]


def _suppressed(
    k: Knowledge, state: State, card: str, verb: str
) -> tuple[str, tuple[str, ...]] | None:
    """The card that keeps another's gains from happening, if one does, and its clauses."""
    target = next(p for p in state.plays if p.card == card)
    for play in state.plays:
        if play.card == "hidden" or play.status == "cancelled":
            continue
        if target.discarded_by != play.card and (
            play.answers is None or state.plays[play.answers] is not target
        ):
            continue
        for effect in k.effects("card", play.card).stated:
            for op in effect.do:
                if op.verb == "suppress" and op.args["verb"] == verb:
                    record = f"card:{play.card}"
                    if match_play(k, op.args["of"], play.side, target, record).value:
                        return record, tuple(
                            c for c in effect.clauses if not c.startswith("cancel.")
                        )
    return None


@rules("tokens.visible")
def tokens_held(
    k: Knowledge, state: State, side: str, counter: str
) -> tuple[Derived, tuple[str, ...]]:
    """Tokens that lie before a side, of one counter where it is named; anybody may count them."""
    held, record = state.sides[side].tokens, f"given.sides.{side}.tokens"
    keys = ("tokens.visible",) if k.rule("tokens.visible") else ()
    if held is None:
        part = Contribution("tokens", "base", Amount(0, None), record, side, needs=(record,))
        return Derived(part.amount, (part,)), keys
    mine = [t for t in held if counter in ("", t.counter)]
    kinds = dict.fromkeys(t.counter for t in mine)
    parts = tuple(
        Contribution(
            "tokens", "add", Amount.of(sum(t.counter == kind for t in mine)),
            f"counter:{kind}", side,
        )
        for kind in kinds
    )  # fmt: skip
    return Derived(fold(parts), parts), keys


def in_reserve(k: Knowledge, state: State, counter: str) -> tuple[Derived, tuple[str, ...]]:
    """Tokens of a counter (of the ordinary one, where none is named) in its own reserve, with what
    came back to it."""
    own = counter or k.normal_token()
    held, keys = supply_of(k, state, own), ("assault.token-failure",)
    record = "given.reserve" if own == k.normal_token() else f"given.reserve.{own}"
    failed = [
        (side, token)
        for fight in state.fights
        for side, tokens in fight.failed.items()
        for token in tokens
        if counter in ("", token.counter)
    ]
    back = sum(token.counter == own for _, token in failed)
    before = Amount(0, None) if held is None else Amount.of(held - back)
    needs = (record,) if held is None else ()
    parts = [Contribution("reserve", "base", before, record, "", needs=needs)]
    for side, token in failed:
        mine, name = token.counter == own, f"counter:{token.counter}"
        amount, why = Amount.of(1 if mine else 0), "" if mine else "failed"
        parts.append(Contribution("reserve", "add", amount, name, side, keys, mine, why))
    return Derived(fold(parts), tuple(parts)), ()


def die_successes(k: Knowledge) -> tuple[Derived, tuple[str, ...]]:
    """How many faces of the die are a success."""
    rule = k.parameter("die-successes")
    amount = Amount.of(int(rule.value)) if rule is not None else Amount(0, None)
    needs = () if rule is not None else ("parameter:die-successes",)
    keys = rule.clauses if rule is not None else ()
    part = Contribution(
        "die-successes", "base", amount, f"rule:{keys[0]}" if keys else "", "", keys, needs=needs
    )
    return Derived(amount, (part,)), ()

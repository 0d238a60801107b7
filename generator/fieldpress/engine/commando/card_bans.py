"""What cards and Terrains forbid and permit, and what the whole table says of an act.

A ban wins, unless a permission names the clause that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from fieldpress.engine.commando.active import Scope, Source, condition, operations
from fieldpress.engine.commando.bans import (
    BANNABLE,
    PERMISSIONS,
    PLAYS,
    ROWS,
    TOKENS,
    Act,
    concerning,
)
from fieldpress.engine.commando.selectors import (
    match_play,
    match_token,
    side_matches,
    token_origin,
)
from fieldpress.engine.commando.state import State
from fieldpress.engine.effects import Effect, Operation
from fieldpress.engine.knowledge import HIDDEN, Knowledge
from fieldpress.engine.tri import Tri, all_of
from fieldpress.engine.verdicts import Finding, Status


def findings(k: Knowledge, state: State, act: Act) -> tuple[Finding, ...]:
    """Everything that the table has to say about an act: raised, open and lifted."""
    return tuple(findings_in_turn(k, state, act))


def findings_in_turn(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """As `findings`, one after the other: whoever needs one objection only stops at the first."""
    for row in concerning(k, ROWS, act.kind):
        for finding in row.check(k, state, act):
            yield lift(k, state, act, finding)
    for finding in card_bans(k, state, act):
        yield lift(k, state, act, finding)


def card_bans(k: Knowledge, state: State, act: Act) -> Iterator[Finding]:
    """What bans of cards and Terrains in force say about an act: forbidden, or (as a finding that
    is no objection) allowed but without effect."""
    if act.kind not in BANNABLE or (act.kind != "answer" and not lying(k, state, act.scope)):
        return
    yield from bans_of(k, state, act, "forbidden")
    for found in bans_of(k, state, act, "without-effect"):
        if found.status == "raised":
            yield replace(found, code="no-effect", status="lifted", lifted_by=found.record)


def lying(k: Knowledge, state: State, scope: Scope) -> bool:
    """Whether any ban lies on the table there."""
    return next(operations(k, state, scope, "ban"), None) is not None


def bans_of(k: Knowledge, state: State, act: Act, result: str) -> Iterator[Finding]:
    """The bans with that result that concern an act."""
    for source, effect, operation, met in _against(k, state, act, result):
        found = _card_ban(k, act, source, effect, operation, met)
        if found is not None:
            yield found


_Entry: TypeAlias = tuple[Source, Effect, Operation, Tri]


def _key(result: str, kind: str, side: str, place: int) -> tuple[str, str, str, str, int]:
    return "bans", result, kind, side, place


def told_free(found_out: dict[Any, Any], kind: str, side: str, place: int) -> bool:
    """Whether it was found out that no ban forbids acts of a kind by a side there."""
    return found_out.get(_key("forbidden", kind, side, place)) == ()


def _against(k: Knowledge, state: State, act: Act, result: str) -> tuple[_Entry, ...]:
    """The bans on acts of that kind by that side there. Unless it is an answer (to one play or
    another), they are the same for every card and token, and told once while nothing moves."""
    found_out = None if act.kind == "answer" else k.found_out(state)
    key = _key(result, act.kind, act.move.side, act.scope.place)
    found: tuple[_Entry, ...] | None = None if found_out is None else found_out.get(key)
    if found is None:
        found = tuple(
            entry
            for entry in _in_force(k, state, act)
            if entry[2].args["result"] == result
            and _concerns(entry[2].args["act"], act)
            and side_matches(k, entry[2].args["by"], entry[0].owner, act.move.side)
            and _aimed(k, state, act, entry[0], entry[2].args.get("against", "fight"))
        )
        if found_out is not None:
            found_out[key] = found
    return found


def _in_force(k: Knowledge, state: State, act: Act) -> Iterator[_Entry]:
    """The bans that lie on the table; against an answer also what the play in question says of
    itself, though it has not resolved yet."""
    yield from operations(k, state, act.scope, "ban")
    if act.kind != "answer" or act.target not in state.pending:
        return
    play = state.plays[act.target]
    if play.card == HIDDEN:
        return
    effects = k.effects("card", play.card)
    source = Source(f"card:{play.card}", "card", play.card, play.side, act.target, effects)
    for effect in effects.stated:
        for operation in effect.do:
            if operation.verb == "ban" and operation.args.get("against") == "self":
                yield (
                    source,
                    effect,
                    operation,
                    condition(k, state, act.scope, source, effect.condition),
                )


def _aimed(k: Knowledge, state: State, act: Act, source: Source, against: str) -> bool:
    """Whether an act is one against what the ban protects: `self`, the Unit that fights there (or,
    of a ban on cancelling, the play that would be cancelled); `fight`, the fight that the card lies
    in; `terrain`, every fight on that Terrain."""
    if source.play is None or against == "terrain":
        return True
    if act.kind == "answer" and against == "self":
        return act.target == source.play
    play = state.plays[source.play]
    if against == "fight" or play.role != "unit":
        return play.fight is None or play.fight == act.scope.fight
    if act.scope.fight is None or state.fights[act.scope.fight].result:
        return False
    units = state.units_of(act.scope.fight, k.role_of_side(play.side))
    return any(unit is play for unit in units)


def _concerns(banned: str, act: Act) -> bool:
    if banned == "play":
        return act.kind in PLAYS
    if banned == "play-as-action":
        return act.kind == "play-action"
    if banned == "use-token":
        return act.kind in TOKENS
    return banned == "cancel" and act.kind == "answer"


def _card_ban(
    k: Knowledge, act: Act, source: Source, effect: Effect, operation: Operation, met: Tri
) -> Finding | None:
    args = operation.args
    fits = all_of((met, _fits(k, act, source, args)))
    params = {"act": args["act"], "side": act.move.side, "what": act.move.what}
    if fits.value is False:
        if args["act"] == "use-token":
            # Considered: this ban leaves tokens of this kind alone.
            return Finding(
                "ban", params, source.record, effect.clauses, "lifted", (), _thing(k, act)
            )
        return None
    if "except" in args:
        excepted = _fits(k, act, source, args["except"])
        if excepted.value is True:
            return Finding(
                "ban", params, source.record, effect.clauses, "lifted", (), _thing(k, act)
            )
        if excepted.value is None:
            return Finding("ban", params, source.record, effect.clauses, "open", excepted.needs)
    status: Status = "raised" if fits.value else "open"
    return Finding("ban", params, source.record, effect.clauses, status, fits.needs)


def _fits(k: Knowledge, act: Act, source: Source, args: object) -> Tri:
    """Whether a ban's (or an exception's) selectors mean this act."""
    assert hasattr(args, "get")
    parts = []
    if args.get("with") and act.card is not None:
        parts.append(match_play(k, args.get("with"), source.owner, act.card, source.record))
    if args.get("tokens") and act.kind in TOKENS:
        counter = str(act.move.what)
        origin = token_origin(k, counter, act.move.origin)
        parts.append(
            match_token(k, args.get("tokens"), source.owner, counter, origin, source.record)
        )
    return all_of(parts)


def _thing(k: Knowledge, act: Act) -> str:
    """The record that an exception spares: the card, or the token's giver, or the token."""
    if act.kind in TOKENS:
        counter = str(act.move.what)
        origin = token_origin(k, counter, act.move.origin)
        return f"card:{origin}" if origin else f"counter:{counter}"
    return f"card:{act.card.card}" if act.card else ""


def lift(k: Knowledge, state: State, act: Act, finding: Finding) -> Finding:
    """The finding, lifted where a permission in force names one of its clauses."""
    if finding.status == "lifted" or not finding.clauses:
        return finding
    for rule in concerning(k, PERMISSIONS, act.kind):
        if set(rule.lifts) & set(finding.clauses):
            met = rule.test(k, state, act)
            if met.value:
                clauses = (*finding.clauses, rule.key)
                return replace(
                    finding,
                    status="lifted",
                    clauses=clauses,
                    lifted_by=f"rule:{rule.key}",
                    needs=(),
                )
    for source, effect, operation, met in _permits(k, state, act):
        if not set(effect.lifts) & set(finding.clauses):
            continue
        fits = all_of(
            (
                met,
                match_play(k, operation.args.get("with"), source.owner, act.card, source.record)
                if act.card
                else met,
            )
        )
        clauses = (*finding.clauses, *effect.clauses)
        if fits.value:
            return replace(
                finding, status="lifted", clauses=clauses, lifted_by=source.record, needs=()
            )
        if fits.value is None and finding.status == "raised":
            return replace(finding, status="open", clauses=clauses, needs=fits.needs)
    return finding


def liftable(k: Knowledge) -> frozenset[str]:
    """The clauses that any card or Terrain of the game lifts, at some time."""
    found: frozenset[str] | None = None if k.memo is None else k.memo.get("liftable")
    if found is None:
        faces = [(t.id, face.letter) for t in k.game.terrains.values() for face in t.faces]
        lists = [
            *(k.effects("card", card) for card in k.game.cards),
            *(k.effects("terrain", ident, face) for ident, face in faces),
        ]
        found = frozenset(key for one in lists for effect in one.stated for key in effect.lifts)
        if k.memo is not None:
            k.memo["liftable"] = found
    return found


def _permits(
    k: Knowledge, state: State, act: Act
) -> Iterator[tuple[Source, Effect, Operation, Tri]]:
    """Permissions of cards in force, and of the card in hand itself."""
    for entry in operations(k, state, act.scope, "permit"):
        source, _, operation, _ = entry
        mine = side_matches(k, operation.args["by"], source.owner, act.move.side)
        if mine and _concerns(operation.args["act"], act):
            yield entry
    if act.card is None or act.card.card == "hidden":
        return
    effects = k.effects("card", act.card.card)
    own = Source(f"card:{act.card.card}", "card", act.card.card, act.move.side, None, effects)
    for effect in effects.stated:
        for operation in effect.do:
            if operation.verb == "permit" and _concerns(operation.args["act"], act):
                yield own, effect, operation, Tri(True)
        permits = any(operation.verb == "permit" for operation in effect.do)
        if effect.lifts and not permits and (effect.when == "answer") == (act.kind == "answer"):
            # The card says of itself that a rule does not hold for it.
            yield own, effect, Operation("permit", {"act": "play", "by": "own"}), Tri(True)

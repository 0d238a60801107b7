"""Which effects hold: of the cards on the table, of the Terrain, of events that last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fieldpress.engine.commando.selectors import as_list, match_any, side_matches
from fieldpress.engine.commando.state import Play, State
from fieldpress.engine.effects import Effect, EffectList, Operation
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.tri import YES, Tri, all_of, any_over, known, negate, open_on
from fieldpress.engine.verdicts import EngineFault

#: How long an event's effect may outlast its resolution and still bear on the Assault.
_LASTING = frozenset({"assault", "terrain", "turn", "scenario", "unknown"})


class Source:
    """A record whose effects hold. `owner` is its side ("" for a Terrain), `play` its play."""

    __slots__ = ("effects", "ident", "kind", "owner", "play", "record")

    def __init__(
        self,
        record: str,
        kind: str,
        ident: str,
        owner: str,
        play: int | None,
        effects: EffectList,
    ) -> None:
        self.record, self.kind, self.ident = record, kind, ident
        self.owner, self.play, self.effects = owner, play, effects


class Scope:
    """Where an effect is asked about: a place, and a fight of it (None: the place as a whole)."""

    __slots__ = ("fight", "place")

    def __init__(self, place: int = 0, fight: int | None = None) -> None:
        self.place, self.fight = place, fight


def in_force(state: State, play: Play) -> bool:
    """Whether a played card still lies there with its effect."""
    return play.status == "table" and not play.discarded_by


def sources(k: Knowledge, state: State, scope: Scope, verb: str = "") -> Iterator[Source]:
    """Every record whose effects bear on the scope, the Terrain first, then in order of play; with
    `verb`, those alone whose effects have such an operation."""
    found_out = k.found_out(state)
    if found_out is None or verb:  # what has a verb is asked for once: `operations` keeps it
        return _sources(k, state, scope, verb)
    key = ("sources", scope.place, scope.fight)
    found: tuple[Source, ...] | None = found_out.get(key)
    if found is None:
        found = found_out[key] = tuple(_sources(k, state, scope, ""))
    return iter(found)


def _sources(k: Knowledge, state: State, scope: Scope, verb: str) -> Iterator[Source]:
    terrain = state.places[scope.place]
    if terrain.terrain and _has(
        effects := k.effects("terrain", terrain.terrain, terrain.face), verb
    ):
        yield Source(f"terrain:{terrain.terrain}", "terrain", terrain.terrain, "", None, effects)
    for lying in state.aside:
        # What such a Terrain may do besides what is stated concerns its own turn alone.
        stated = k.effects("terrain", lying.terrain, lying.face).stated
        record = f"terrain:{lying.terrain}"
        yield Source(record, "terrain", lying.terrain, "", None, EffectList(stated, False))
    apart = places_apart(k, state)
    for index, play in enumerate(state.plays):
        if verb and verb not in k.verbs_of(play.card):
            continue
        if play.place != scope.place and play.role != "event" and apart is not None:
            continue
        if play.role == "event":
            if play.status != "done":
                continue
            kept = _kept(k, play.card, "event")
            if kept.stated or kept.rest_unknown:
                yield Source(f"card:{play.card}", "card", play.card, play.side, index, kept)
            continue
        if not in_force(state, play):
            continue
        effects = k.effects("card", play.card)
        if scope.fight is not None and play.fight != scope.fight and play.place == scope.place:
            effects = _kept(k, play.card, "fight")
            if not effects.stated:
                continue
        yield Source(f"card:{play.card}", "card", play.card, play.side, index, effects)


def _has(effects: EffectList, verb: str) -> bool:
    """Whether one of the effects, or a mode of it, has an operation of that verb (any, for "")."""
    return not verb or verb in effects.verbs


def places_apart(k: Knowledge, state: State) -> tuple[str, ...] | None:
    """Whether what is played on one Terrain leaves the others alone, and the clauses that say so;
    None where a rule that says so is taken out."""
    if len(state.places) == 1:
        return ()
    rule = k.parameter("places-separate")
    if rule is None:
        return None if k.sets("places-separate") else ()
    return rule.clauses if rule.value else None


def _kept(k: Knowledge, card: str, after: str) -> EffectList:
    """What of a card's effects still holds after the `event` has resolved, or in later fights after
    the `fight` that the card was played in."""
    key = ("kept", card, after)
    found: EffectList | None = None if k.memo is None else k.memo.get(key)
    if found is None:
        full = k.effects("card", card)
        if after == "event":
            lasting = tuple(e for e in full.stated if e.raw.get("until", "") in _LASTING)
            found = EffectList(lasting, full.rest_unknown, full.why)
        else:
            found = EffectList(tuple(o for e in full.stated for o in _outlasting(e)), False)
        if k.memo is not None:
            k.memo[key] = found
    return found


def _outlasting(effect: Effect) -> Iterator[Effect]:
    """What of an effect bears on the later fights of the Assault as well."""
    if effect.raw.get("until", "") in ("assault", "terrain"):
        yield effect
        return
    bans = tuple(o for o in effect.do if o.verb == "ban" and o.args.get("against") == "terrain")
    if bans:
        yield replace(effect, do=bans)


def applies(state: State, source: Source, effect: Effect) -> bool:
    """Whether this is the effect that the card was played for: an answer's, or its other ones."""
    if source.play is None:
        return effect.when in ("in-play", "chosen", "played", "unknown")
    answered = state.plays[source.play].answers is not None
    if effect.when == "answer":
        return answered
    return not answered or effect.when == "in-play"


def operations(
    k: Knowledge, state: State, scope: Scope, verb: str
) -> Iterator[tuple[Source, Effect, Operation, Tri]]:
    """Every operation of a verb that holds in the scope, and whether its condition is met."""
    found_out = k.found_out(state)
    if found_out is None:
        return _operations(k, state, scope, verb)
    key = (verb, scope.place, scope.fight)
    found = found_out.get(key)
    if found is None:
        found = ()
        if lies(k, state, scope, verb):
            found = tuple(_operations(k, state, scope, verb))
        found_out[key] = found
    return iter(found)


def lies(k: Knowledge, state: State, scope: Scope, verb: str) -> bool:
    """Whether any record on the table has an operation of that verb, met or not: a look before the
    search. False is sure."""
    terrain = state.places[scope.place]
    if k.memo is None or state.aside:
        return True
    if terrain.terrain and verb in k.effects("terrain", terrain.terrain, terrain.face).verbs:
        return True
    return not bearers(k, verb, k.memo).isdisjoint([play.card for play in state.plays])


def bearers(k: Knowledge, verb: str, memo: dict[Any, Any]) -> frozenset[str]:
    """The cards of the game that have an operation of that verb, told once."""
    found: frozenset[str] | None = memo.get(("bearers", verb))
    if found is None:
        found = frozenset([card for card in k.game.cards if verb in k.verbs_of(card)])
        memo["bearers", verb] = found
    return found


def _operations(
    k: Knowledge, state: State, scope: Scope, verb: str
) -> Iterator[tuple[Source, Effect, Operation, Tri]]:
    for source in sources(k, state, scope, verb):
        for effect in source.effects.stated:
            if not applies(state, source, effect):
                continue
            raw = effect.raw.get("if")
            for operation in _chosen(state, source, effect):
                if operation.verb == verb:
                    met = condition(k, state, scope, source, raw) if raw else YES
                    if met.value is not False:
                        yield source, effect, operation, met


def _chosen(state: State, source: Source, effect: Effect) -> tuple[Operation, ...]:
    """The effect's operations, with those of the mode that was taken."""
    modes = effect.raw.get("modes")
    if not modes or source.play is None:
        return effect.do
    taken = state.plays[source.play].chosen.get("mode")
    for mode in modes:
        if mode.get("id") == taken:
            return effect.do + tuple(
                Operation(verb, args)
                for entry in mode["do"]
                if entry != "unknown"
                for verb, args in entry.items()
            )
    return effect.do


def condition(k: Knowledge, state: State, scope: Scope, source: Source, raw: Any) -> Tri:
    """Whether an effect's `if` is met where it is asked about."""
    if not raw:
        return known(True)
    parts: list[Tri] = []
    place = state.places[scope.place]
    for key, wanted in raw.items():
        if key == "played_as":
            role = state.plays[source.play].role if source.play is not None else ""
            parts.append(known(role == wanted))
        elif key == "against":
            parts.append(_against(k, state, scope, source, wanted))
        elif key == "terrain":
            parts.append(
                known(place.terrain in as_list(wanted))
                if place.terrain
                else open_on("given.terrain")
            )
        elif key == "face_up":
            parts.append(known(place.face == wanted))
        elif key == "turn_token":
            parts.append(
                known(side_matches(k, wanted, source.owner, state.turn_token))
                if state.turn_token
                else open_on("given.turn_token")
            )
        elif key == "all":
            parts += [condition(k, state, scope, source, part) for part in wanted]
        elif key == "any":
            parts.append(any_over(wanted, lambda part: condition(k, state, scope, source, part)))
        elif key == "not":
            parts.append(negate(condition(k, state, scope, source, wanted)))
        elif key == "unknown":
            parts.append(open_on(f"{source.ident}.effects"))
        else:
            raise EngineFault(f"{source.record}: nothing reads the condition {key!r}")
    return all_of(parts)


def _against(k: Knowledge, state: State, scope: Scope, source: Source, wanted: Any) -> Tri:
    """Whether the enemy Unit of this fight is one of those meant."""
    if scope.fight is None or not source.owner:
        return known(False)
    enemy = "defender" if k.role_of_side(source.owner) == "attacker" else "attacker"
    units = state.units_of(scope.fight, enemy)
    return match_any(k, wanted, source.owner, units, source.record)

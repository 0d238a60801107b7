"""A situation: from its mapping to a state, its moves and its questions; then the answers.

Faults of the question (unknown card, misspelt key, stated and derived that differ) are EngineFaults
with the path to the spot, so that a reader that knows positions can add line and column.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fieldpress.engine.commando import questions
from fieldpress.engine.commando.checks import judge
from fieldpress.engine.commando.moves import ROLES, VERBS, Move, parse_move
from fieldpress.engine.commando.plays import Undecided, apply
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
from fieldpress.engine.knowledge import HIDDEN, Assumption, Knowledge, Ledger
from fieldpress.engine.verdicts import EngineFault, Finding, Reading, Turn, Verdict, outcome_of
from fieldpress.model import Library

Path = tuple[str | int, ...]
#: How far an unknown number is tried out to see how an answer turns on it.
_REACH = 15
_TOP = frozenset({"game", "scenario", "records", "given", "then", "ask", "assume", "readings"})
_GIVEN = frozenset(
    {
        "phase", "turn", "turn_token", "terrain", "face", "terrains", "size", "units_played",
        "reserve", "sides", "assault", "discarded", "events", "previous",
    }
)  # fmt: skip
_SIDE = frozenset({"hand", "hand_count", "tokens", "strength", "draw_pile", "heroic"})
_PART = frozenset({"unit", "actions", "tokens", "value"})
_PHASES = ("progression", ATTACKER, DEFENDER, "assault")


class Refused(EngineFault):
    """A move in `then` that the rules forbid: the questions after it have no answer."""

    def __init__(self, index: int, move: Move, verdict: Verdict) -> None:
        self.index, self.move, self.verdict = index, move, verdict
        super().__init__(f"move {index + 1} is against the rules", ("then", index))


@dataclass(frozen=True, slots=True)
class Other:
    """The answer under another reading of a discrepancy."""

    reading: Reading
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        return {"reading": self.reading.to_json(), "verdict": self.verdict.to_json()}


@dataclass(frozen=True, slots=True)
class Answer:
    """One question with its verdict, and what other readings make of it where that differs."""

    ask: Mapping[str, Any]
    verdict: Verdict
    others: tuple[Other, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "ask": dict(self.ask),
            "verdict": self.verdict.to_json(),
            "others": [o.to_json() for o in self.others],
        }


@dataclass(frozen=True, slots=True)
class Options:
    """What the asker adds to a situation from outside."""

    assume: tuple[Assumption, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()


def rule_on(
    library: Library, raw: Mapping[str, Any], options: Options | None = None
) -> list[Answer]:
    """Answer every question of a situation, in order.

    Raises EngineFault where the question itself is at fault, Refused where a move of `then` is
    against the rules.
    """
    options = options or Options()
    _only(raw, _TOP, ())
    asks = raw.get("ask") or []
    if not asks:
        raise EngineFault("nothing is asked: `ask` lists the questions", ("ask",))
    return [_answer(library, raw, index, options) for index in range(len(asks))]


def _answer(library: Library, raw: Mapping[str, Any], index: int, options: Options) -> Answer:
    verdict, switches = _once(library, raw, index, options)
    others = []
    game = library[raw["game"]]
    for name, chosen in switches.items():
        for reading in game.discrepancies[name].readings:
            if reading == chosen:
                continue
            changed = replace(options, readings={**options.readings, name: reading})
            try:
                verdict2, _ = _once(library, raw, index, changed)
            except Refused as refused:
                verdict2 = refused.verdict
            except EngineFault:
                continue  # what is stated of the table cannot be so under that reading
            if _differs(verdict, verdict2):
                adopted = reading == game.discrepancies[name].adopted
                others.append(Other(Reading(name, reading, adopted), verdict2))
    used = {o.reading.discrepancy for o in others}
    verdict = replace(
        verdict, discrepancies=tuple(d for d in verdict.discrepancies if d.discrepancy in used)
    )
    verdict = _with_turns(library, raw, index, options, verdict)
    return Answer(raw["ask"][index], verdict, tuple(others))


def _differs(a: Verdict, b: Verdict) -> bool:
    return (a.outcome, _plain(a.value)) != (b.outcome, _plain(b.value))


def _plain(value: Any) -> Any:
    return value.to_json() if hasattr(value, "to_json") else value


def _once(
    library: Library, raw: Mapping[str, Any], index: int, options: Options
) -> tuple[Verdict, dict[str, str]]:
    """One question under one set of readings, and the switches that were looked at on the way."""
    k = knowledge(library, raw, options)
    state = state_of(k, raw.get("given") or {})
    ask, after = _parse_ask(k, state, raw["ask"][index], ("ask", index))
    moves = raw.get("then") or []
    play_out(k, state, moves[: len(moves) if after is None else after])
    before, k.ledger = k.ledger, Ledger()
    k.ledger.assumed = before.assumed
    k.ledger.readings = before.readings
    try:
        verdict = questions.answer(k, state, ask)
    except EngineFault as fault:
        raise fault if fault.path else type(fault)(fault.message, ("ask", index)) from fault
    return verdict, dict(k.ledger.readings)


def _with_turns(
    library: Library, raw: Mapping[str, Any], index: int, options: Options, verdict: Verdict
) -> Verdict:
    """How an undetermined answer turns on its one missing number, by trying the values out."""
    if verdict.outcome != "undetermined" or len(verdict.needs) != 1:
        return verdict
    (need,) = verdict.needs
    tried: list[tuple[int, Any]] = []
    ident, _, name = need.fact.rpartition(".")
    low = -_REACH if name == "effects" else 0
    for value in range(low, _REACH + 1):
        try:
            if ident == "given":
                if name not in ("size", "reserve"):
                    return verdict
                given = {**(raw.get("given") or {}), name: value}
                verdict2, _ = _once(library, {**raw, "given": given}, index, options)
            else:
                kind = next(
                    (
                        c
                        for c in ("card", "terrain")
                        if ident in getattr(library[raw["game"]], f"{c}s")
                    ),
                    "",
                )
                if not kind or name not in ("combat_value", "effects", "size", "draws"):
                    return verdict
                assumption = Assumption(kind, ident, name, value)
                extra = replace(options, assume=(*options.assume, assumption))
                verdict2, _ = _once(library, raw, index, extra)
        except (EngineFault, ValueError):
            continue
        tried.append((value, (verdict2.outcome, _plain(verdict2.value))))
    turns: list[Turn] = []
    for value, result in tried:
        if turns and (turns[-1].outcome, turns[-1].value) == result:
            turns[-1] = replace(turns[-1], high=value)
        else:
            turns.append(Turn(value, value, *result))
    if len(turns) < 2 or len(turns) > 4:
        return verdict
    turns[-1] = replace(turns[-1], high=None)
    if name == "effects":
        turns[0] = replace(turns[0], low=None)
    return replace(verdict, needs=(replace(need, turns=tuple(turns)),))


def knowledge(library: Library, raw: Mapping[str, Any], options: Options) -> Knowledge:
    """What the situation is judged by."""
    name = raw.get("game")
    if name not in library.games:
        raise EngineFault(
            f"no game is called {name!r}; there are {', '.join(library.games)}", ("game",)
        )
    game = library[name]
    if game.ruleset != "commando":
        raise EngineFault(
            f"{name} follows the {game.ruleset} rules, not the commando rules", ("game",)
        )
    asked = [
        assumption(library, name, key, value, ("assume", key))
        for key, value in (raw.get("assume") or {}).items()
    ]
    return Knowledge(
        library,
        name,
        str(raw.get("scenario", "")),
        assume=(*asked, *options.assume),
        readings={**(raw.get("readings") or {}), **options.readings},
        disabled=options.disabled,
        records=raw.get("records"),
    )


def assumption(library: Library, game: str, key: str, value: Any, path: Path = ()) -> Assumption:
    """`ID.FIELD` and a value as an assumption. Raises EngineFault for an id that is no piece."""
    ident, dot, name = key.rpartition(".")
    found = [(k, i) for k, i in library[game].find(ident) if k in ("cards", "terrains", "counters")]
    if not dot or not found:
        raise EngineFault(
            f"{key!r} is not ID.FIELD of a piece of {game}{_near(library, game, ident)}", path
        )
    kind, exact = found[0]
    return Assumption(kind.removesuffix("s"), exact, name, value)


def _near(library: Library, game: str, name: str) -> str:
    ids = [*library[game].cards, *library[game].terrains, *library[game].counters]
    close = difflib.get_close_matches(str(name), ids, 3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


# -- given ----------------------------------------------------------------------------------------------


def state_of(k: Knowledge, given: Mapping[str, Any]) -> State:
    """The state that `given` describes; what it does not say stays unstated."""
    _only(given, _GIVEN, ("given",))
    state = State(sides={name: Side() for name in k.game.sides})
    state.places = _places(k, given)
    state.phase = _one_of(given.get("phase", ""), ("", *_PHASES), ("given", "phase"))
    state.turn = _count(given.get("turn"), ("given", "turn"))
    state.reserve = _count(given.get("reserve"), ("given", "reserve"))
    if "turn_token" in given:
        state.turn_token = _one_of(
            given["turn_token"], tuple(k.game.sides), ("given", "turn_token")
        )
    for name, raw in (given.get("sides") or {}).items():
        path: Path = ("given", "sides", name)
        _one_of(name, tuple(k.game.sides), path)
        state.sides[name] = _side(k, raw, path)
    for index, raw in enumerate(given.get("assault") or ()):
        _fight(k, state, raw, ("given", "assault", index))
    for index, raw in enumerate(given.get("discarded") or ()):
        _discarded(k, state, raw, ("given", "discarded", index))
    for index, raw in enumerate(given.get("events") or ()):
        path = ("given", "events", index)
        _only(raw, frozenset({"side", "card"}), path)
        card = _card(k, raw.get("card"), (*path, "card"))
        side = _one_of(raw.get("side"), tuple(k.game.sides), (*path, "side"))
        state.plays.append(Play(card, side, "event", status="done"))
    previous = given.get("previous") or {}
    _only(previous, frozenset({"winner", "assault"}), ("given", "previous"))
    if "winner" in previous:
        sides = tuple(k.game.sides)
        state.previous_winner = _one_of(previous["winner"], sides, ("given", "previous", "winner"))
    state.previous_assault = previous.get("assault")
    for fight in range(len(state.fights)):
        for role in (ATTACKER, DEFENDER):
            if state.fights[fight].stated.get(k.side_of_role(role)):
                questions.combat_value(k, state, fight, role)
    return state


def _places(k: Knowledge, given: Mapping[str, Any]) -> list[Place]:
    names = given.get("terrains") or ([given["terrain"]] if "terrain" in given else [])
    places = []
    for index, name in enumerate(names):
        path: Path = ("given", "terrains", index) if "terrains" in given else ("given", "terrain")
        ident, face = _terrain(k, name, path)
        places.append(Place(ident, str(given.get("face", face))))
    places = places or [Place()]
    places[0].size = _count(given.get("size"), ("given", "size"))
    places[0].played = _count(given.get("units_played"), ("given", "units_played"))
    return places


def _terrain(k: Knowledge, name: Any, path: Path) -> tuple[str, str]:
    """A Terrain by id, name or number; a face's own name or number tells the face."""
    if ("terrain", name) in k.own:
        return str(name), ""
    found = [i for kind, i in k.game.find(str(name)) if kind == "terrains"]
    if not found:
        raise EngineFault(f"no Terrain is called {name!r}{_near(k.library, k.game.id, name)}", path)
    if len(found) > 1:
        raise EngineFault(f"{name!r} may be {' or '.join(found)}", path)
    terrain = k.terrain(found[0])
    if not terrain.two_sided:
        return found[0], ""
    for face in terrain.faces:
        if str(name) in (*face.name.by_language.values(), face.number.value):
            return found[0], face.letter
    return found[0], terrain.front.letter


def _side(k: Knowledge, raw: Any, path: Path) -> Side:
    _only(raw, _SIDE, path)
    hand = raw.get("hand")
    return Side(
        None if hand is None else [_card(k, c, (*path, "hand", i)) for i, c in enumerate(hand)],
        _count(raw.get("hand_count"), (*path, "hand_count")),
        _tokens(k, raw["tokens"], (*path, "tokens")) if "tokens" in raw else None,
        _count(raw.get("strength"), (*path, "strength")),
        _count(raw.get("draw_pile"), (*path, "draw_pile")),
        [_card(k, c, (*path, "heroic", i)) for i, c in enumerate(raw["heroic"])]
        if "heroic" in raw
        else None,
    )


def _tokens(k: Knowledge, raw: Any, path: Path) -> list[Token]:
    """Tokens as `normal`, or `{counter, origin, face, count}`."""
    out: list[Token] = []
    for index, entry in enumerate(raw):
        here = (*path, index)
        if isinstance(entry, str):
            entry = {"counter": entry}
        _only(entry, frozenset({"counter", "origin", "face", "count"}), here)
        counter = _counter(k, entry.get("counter"), (*here, "counter"))
        face = entry.get("face")
        faces = [f.id for f in k.counter(counter).faces]
        if face is None and len(set(faces)) == 1:
            face = faces[0]
        if face is not None and face not in faces:
            raise EngineFault(
                f"{counter} has the faces {', '.join(faces)}, not {face!r}", (*here, "face")
            )
        origin = entry.get("origin")
        origin = _card(k, origin, (*here, "origin")) if origin else None
        out += [Token(counter, origin, face)] * (
            _count(entry.get("count", 1), (*here, "count")) or 0
        )
    return out


def _fight(k: Knowledge, state: State, raw: Any, path: Path) -> None:
    """One fight of the Assault: what lies on each side, and its result if it is decided."""
    sides = tuple(k.game.sides)
    _only(raw, frozenset({*sides, "result", "active", "on"}), path)
    place = 0
    if "on" in raw:
        ident, _ = _terrain(k, raw["on"], (*path, "on"))
        place = next((i for i, p in enumerate(state.places) if p.terrain == ident), -1)
        if place < 0:
            raise EngineFault(f"{ident} is not among the Terrains given", (*path, "on"))
    index = len(state.fights)
    fight = Fight(place)
    state.fights.append(fight)
    for side in sorted(sides, key=lambda s: k.role_of_side(s) == ATTACKER):
        entry, here = raw.get(side) or {}, (*path, side)
        if isinstance(entry, str):
            entry = {"unit": entry}
        _only(entry, _PART, here)
        if "unit" in entry:
            play = Play(_card(k, entry["unit"], (*here, "unit")), side, "unit", place, index)
            setattr(fight, k.role_of_side(side), len(state.plays))
            state.plays.append(play)
        for number, name in enumerate(entry.get("actions") or ()):
            card = _card(k, name, (*here, "actions", number))
            state.plays.append(Play(card, side, "action", place, index))
        if "tokens" in entry:
            fight.tokens[side] = _tokens(k, entry["tokens"], (*here, "tokens"))
        if "value" in entry:
            fight.stated[side] = {
                "value": _count(entry["value"], (*here, "value")) or 0,
                "covers": 0,
            }
    for side, stated in fight.stated.items():
        stated |= {"covers": len(state.plays), "tokens": len(fight.tokens.get(side, ()))}
    if fight.defender is None:
        raise EngineFault("a fight needs the defending Unit (`hidden` if it is not known)", path)
    if "active" in raw:
        fight.active = k.role_of_side(_one_of(raw["active"], sides, (*path, "active")))
    result = _one_of(raw.get("result", ""), ("", "unfaced", *sides), (*path, "result"))
    if result:
        fight.result = result if result == "unfaced" else k.role_of_side(result)
        if result != "unfaced":
            loser = state.unit_of(index, DEFENDER if fight.result == ATTACKER else ATTACKER)
            if loser is not None:
                loser.destroyed = True
            state.destroyed_now = index if fight.result == ATTACKER else None


def _discarded(k: Knowledge, state: State, raw: Any, path: Path) -> None:
    """A card that was played and discarded by another card's effect."""
    _only(raw, frozenset({"side", "card", "by", "as"}), path)
    card = _card(k, raw.get("card"), (*path, "card"))
    by = _card(k, raw.get("by"), (*path, "by"))
    side = _one_of(raw.get("side"), tuple(k.game.sides), (*path, "side"))
    role = _one_of(raw.get("as", "unit"), ROLES, (*path, "as"))
    state.plays.append(Play(card, side, role, fight=state.last_fight(), discarded_by=by))


# -- then, ask ------------------------------------------------------------------------------------------


def play_out(k: Knowledge, state: State, moves: Iterable[Any]) -> None:
    """Carry the moves out in place, each judged first. A move of which only facts are missing is
    taken as it is told; one that a rule forbids raises Refused."""
    for index, raw in enumerate(moves):
        path: Path = ("then", index)
        move = resolve_move(k, state, raw, path)
        found = judge(k, state, move)
        if outcome_of(found) == "forbidden":
            raise Refused(index, move, _refusal(found))
        try:
            apply(k, state, move)
        except Undecided as fault:
            needs = ", ".join(fault.needs)
            raise EngineFault(f"{fault.message}: it needs {needs}", path) from fault
        except EngineFault as fault:
            raise EngineFault(fault.message, fault.path or path) from fault


def _refusal(found: tuple[Finding, ...]) -> Verdict:
    clauses = dict.fromkeys(c for f in found if f.status != "lifted" for c in f.clauses)
    return Verdict("forbidden", None, found, (), tuple(clauses))


def resolve_move(k: Knowledge, state: State, raw: Any, path: Path) -> Move:
    """A move with its names looked up and its place found."""
    move = parse_move(raw, k.game.sides, path)
    if move.verb in ("play", "answer"):
        move = replace(move, what=_card(k, move.what, (*path, move.verb)))
    if move.verb == "toss":
        counter = _counter(k, move.what, (*path, "toss"))
        origin = _card(k, move.origin, (*path, "origin")) if move.origin else move.origin
        move = replace(move, what=counter, origin=origin)
    if "on" in raw:
        ident, _ = _terrain(k, raw["on"], (*path, "on"))
        place = next((i for i, p in enumerate(state.places) if p.terrain == ident), -1)
        if place < 0:
            raise EngineFault(f"{ident} is not among the Terrains given", (*path, "on"))
        move = replace(move, place=place)
    return move


def _parse_ask(
    k: Knowledge, state: State, raw: Any, path: Path
) -> tuple[dict[str, Any], int | None]:
    """A question in the form that `questions.answer` reads, and after how many moves it is asked."""
    if not isinstance(raw, Mapping):
        raise EngineFault(f"a question is a mapping such as {{may: …}}, not {raw!r}", path)
    kinds = [kind for kind in questions.KINDS if kind in raw]
    if len(kinds) != 1:
        raise EngineFault(f"a question has exactly one of {', '.join(questions.KINDS)}", path)
    kind = kinds[0]
    after = _count(raw.get("after"), (*path, "after"))
    value, here = raw[kind], (*path, kind)
    sides = tuple(k.game.sides)
    extra = {
        "value": {"of", "by"}, "counted": set(), "who": set(), "which": {"of", "by"},
        "result": set(), "legal": set(), "may": set(), "why_not": set(), "must": set(),
        "goes": set(),
    }[kind]  # fmt: skip
    _only(raw, frozenset({kind, "after", *extra}), path)
    ask: dict[str, Any] = {"kind": kind}
    if kind in ("may", "why_not"):
        ask["move"] = resolve_move(k, state, value, here)
    elif kind == "must":
        if not isinstance(value, Mapping):
            raise EngineFault("must takes {side: …, VERB: true}", here)
        verbs = [v for v in (*VERBS, "decide") if v in value]
        if len(verbs) != 1:
            raise EngineFault(f"must has one of {', '.join((*VERBS, 'decide'))}", here)
        _only(value, frozenset({"side", verbs[0], "as"}), here)
        ask |= {"side": _one_of(value.get("side"), sides, (*here, "side")), "verb": verbs[0]}
    elif kind == "legal":
        ask["side"] = _one_of(value, sides, here)
    elif kind == "goes":
        ask["piece"] = _piece(k, value, here)
    elif kind == "counted":
        ask["card"] = _card(k, value, here)
    else:
        names = {
            "value": questions.VALUES, "who": questions.PEOPLE,
            "which": questions.WHICH, "result": questions.RESULTS,
        }[kind]  # fmt: skip
        ask["name"] = _one_of(value, names, here)
        if "of" in raw:
            ask["side"] = _one_of(raw["of"], sides, (*path, "of"))
        if "by" in raw:
            ask["by"] = ask["card"] = _card(k, raw["by"], (*path, "by"))
        lacking = {
            "combat-value": "of", "cards-drawn": "of", "tokens-taken": "of", "reward-tokens": "of",
            "reward-cards": "of", "strength": "of", "answers": "of", "legal-cards": "of", "counted": "by",
        }.get(ask["name"])  # fmt: skip
        if lacking and lacking not in raw:
            raise EngineFault(f"{kind}: {value} also needs `{lacking}`", here)
        if ask["name"] == "tokens-taken" and "by" not in raw:
            raise EngineFault("value: tokens-taken also needs `by`, the card", here)
    return ask, after


# -- names and shapes ---------------------------------------------------------------------------------------


def _card(k: Knowledge, name: Any, path: Path) -> str:
    """A card's id from its id, number or any spelling; `hidden` for one that lies face down."""
    if name == HIDDEN:
        return HIDDEN
    if ("card", name) in k.own:
        return str(name)
    found = [ident for kind, ident in k.game.find(str(name)) if kind == "cards"]
    if len(found) == 1:
        return found[0]
    if found:
        raise EngineFault(f"{name!r} may be {' or '.join(found)}", path)
    raise EngineFault(
        f"no card of {k.game.id} is called {name!r}{_near(k.library, k.game.id, name)}", path
    )


def _piece(k: Knowledge, name: Any, path: Path) -> tuple[str, str]:
    """A card, Terrain or counter by any of its names: kind and id."""
    for kind in ("card", "terrain", "counter"):
        if (kind, name) in k.own or name in getattr(k.game, f"{kind}s"):
            return kind, str(name)
    for plural, ident in k.game.find(str(name)):
        if plural in ("cards", "terrains", "counters"):
            return plural.removesuffix("s"), ident
    raise EngineFault(f"no piece is called {name!r}{_near(k.library, k.game.id, name)}", path)


def _counter(k: Knowledge, name: Any, path: Path) -> str:
    if ("counter", name) in k.own:
        return str(name)
    found = [ident for kind, ident in k.game.find(str(name)) if kind == "counters"]
    if len(found) == 1:
        return found[0]
    known = ", ".join(k.game.counters)
    raise EngineFault(f"no counter of {k.game.id} is called {name!r}; it has {known}", path)


def _only(raw: Any, keys: frozenset[str], path: Path) -> None:
    if not isinstance(raw, Mapping):
        raise EngineFault(f"expected a mapping, not {raw!r}", path)
    for key in raw:
        if key not in keys:
            close = difflib.get_close_matches(str(key), keys, 1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else f"there may be {', '.join(sorted(keys))}"
            )
            raise EngineFault(f"no key is called {key!r} here; {hint}", (*path, str(key)))


def _one_of(value: Any, choices: tuple[str, ...], path: Path) -> str:
    if value not in choices:
        close = difflib.get_close_matches(str(value), choices, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise EngineFault(
            f"expected one of {', '.join(c for c in choices if c)}, not {value!r}{hint}", path
        )
    return str(value)


def _count(value: Any, path: Path) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise EngineFault(f"expected a whole number from 0, not {value!r}", path)
    return value

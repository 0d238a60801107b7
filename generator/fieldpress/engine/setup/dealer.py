"""Run a procedure with a seed: what then lies on the table, and what could not be dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fieldpress.engine.rng import Stream
from fieldpress.engine.setup.layout import HIDDEN, faces_of, other_face
from fieldpress.engine.setup.procedure import (
    ALL,
    MOVES,
    Pieces,
    Place,
    Procedure,
    Step,
)
from fieldpress.engine.setup.restrictions import Condition, kept, ways
from fieldpress.engine.setup.supply import Missing, Supply, selects, supply
from fieldpress.engine.verdicts import EngineFault, distinct

#: How often an arrangement under restrictions is tried anew before it is called impossible.
TRIES = 1_000


class Piece(NamedTuple):
    """A piece on the table. `piece` is None where no source states what it is; `copy` numbers the
    pieces that are known by number only."""

    piece: str | None
    copy: int = 0
    face: str = ""


@dataclass(frozen=True, slots=True)
class Lack:
    """A fact without which a part could not be dealt, and the places that stay open for it."""

    missing: Missing
    places: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """A step that the procedure leaves to a player."""

    step: Step


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt table. A place of `unknown` holds more than is listed: how much, no source states."""

    steps: Procedure
    seed: int
    table: dict[str, list[Piece]]
    unknown: frozenset[str]
    lacks: tuple[Lack, ...]
    left: tuple[Left, ...]
    said: dict[str, str] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        return not self.lacks

    def to_json(self, reveal: bool = True) -> dict[str, Any]:
        """As `check-setup` reads it (schema/setup.commando.json). Without `reveal`, piles and hands
        that a player may not look into give their numbers alone."""
        table: dict[str, Any] = {}
        for name, place in self.steps.places.items():
            pieces = self.table.get(name, [])
            covered = place.hidden and not reveal
            unseen = covered and not any(piece.face == "up" for piece in pieces)
            if place.free or place.passing or name in self.unknown:
                continue
            if not pieces and not any(name == step.target for step in self.steps.walk()):
                table[name] = 0
            elif unseen or all(piece.piece is None for piece in pieces):
                table[name] = len(pieces)
            else:
                entries = [_entry(piece, place, reveal) for piece in pieces]
                plain = not place.ordered and all(isinstance(entry, str) for entry in entries)
                table[name] = dict(sorted(Counter(entries).items())) if plain else entries
        return {
            "format": "fieldpress-setup/1",
            "game": self.steps.game.id,
            "scenario": self.steps.scenario.id,
            **({} if self.steps.moment == "setup" else {"moment": self.steps.moment}),
            "given": {"table": table, **({"said": self.said} if self.said else {})},
            "dealt": {
                "seed": self.seed,
                "whole": self.whole,
                "missing": [
                    {
                        "fact": lack.missing.fact,
                        "why": lack.missing.why,
                        "places": list(lack.places),
                        "records": list(lack.missing.records),
                        "clauses": list(lack.clauses),
                    }
                    for lack in self.lacks
                ],
                "open": [
                    {"step": one.step.id, "who": one.step.who, "clauses": list(one.step.clauses)}
                    for one in self.left
                ],
            },
        }


def _entry(piece: Piece, place: Place, reveal: bool) -> Any:
    if piece.piece is None or (place.hidden and not reveal and piece.face != "up"):
        return HIDDEN
    ident = piece.piece.partition(":")[2]
    extra: dict[str, Any] = {}
    # Where cards lie face down, one that was turned up is told; elsewhere it goes without saying.
    if piece.face and (piece.face not in ("up", "down") or (place.hidden and piece.face == "up")):
        extra["face"] = piece.face
    if piece.copy:
        extra["copy"] = piece.copy
    return {"id": ident, **extra} if extra else ident


def deal(steps: Procedure, seed: int, before: Deal | None = None) -> Deal:
    """Deal the procedure. What a player may decline is declined; what he must choose, chance picks.

    A procedure of a later moment goes on with the table of the deal `before` it. Equal seeds give
    equal tables. EngineFault where the steps cannot be followed.
    """
    run = Run(steps, seed)
    if before is not None:
        run.table = {place: list(pieces) for place, pieces in before.table.items()}
        run.unknown = set(before.unknown)
    for step in steps.steps:
        run.do(step)
    return Deal(
        steps,
        seed,
        run.table,
        frozenset(run.unknown),
        tuple(run.found_lacks()),
        tuple(run.left),
        run.said,
    )


@dataclass(slots=True)
class Run:
    """A procedure as it is run, step by step: the table so far, and what was left to a player."""

    steps: Procedure
    seed: int
    table: dict[str, list[Piece]] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    tainted: dict[str, list[str]] = field(default_factory=dict)
    lacks: dict[Missing, tuple[list[str], list[str]]] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)
    fell: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    def do(self, step: Step) -> None:
        if step.condition is not None and not self._fulfilled(step.condition):
            return
        if step.do == "take":
            self._take(step)
        elif step.do == "shuffle":
            self.table[step.source] = self._stream(step).shuffled(self._at(step.source))
        elif step.do == "flip":
            self.table[step.source] = [self._turned(p, step.face) for p in self._at(step.source)]
        elif step.do == "pick":
            self.left.append(Left(step))
            options = step.among or tuple(ident for ident, _ in step.options)
            self.fell[step.id] = options[self._stream(step).below(len(options))]
            if step.options:
                self.said[step.id] = self.fell[step.id]
        elif step.do == "roll":
            self._roll(step)
        elif step.do in ("may", "redraw"):
            self.left.append(Left(step))
            self.fell[step.id] = "no"
        elif step.do == "agree":
            self.left.append(Left(step))
        elif step.do == "arrange":
            self._arrange(step)
        elif step.do in MOVES:
            self._move(step)
        else:
            raise EngineFault(f"step {step.id}: nobody knows how to {step.do}")

    def found_lacks(self) -> list[Lack]:
        return [
            Lack(missing, distinct(places), distinct(clauses))
            for missing, (places, clauses) in self.lacks.items()
        ]

    def _fulfilled(self, condition: Condition) -> bool:
        if condition.place:
            return any(piece.face == condition.wanted for piece in self._at(condition.place))
        return self.fell.get(condition.step) == condition.wanted

    def _turned(self, piece: Piece, face: str) -> Piece:
        if not face and piece.piece and piece.face:
            face = other_face(self.steps.game, piece.piece, piece.face)
        return piece._replace(face=face)

    def _at(self, place: str) -> list[Piece]:
        return self.table.setdefault(place, [])

    def _stream(self, step: Step) -> Stream:
        return Stream(self.seed, step.key)

    def _selects(self, what: Pieces, piece: str) -> bool | None:
        return selects(self.steps.game, what, piece)

    def _brought(self, what: Pieces, count: int | None) -> Supply:
        return supply(self.steps.game, what, count)

    def _take(self, step: Step) -> None:
        assert step.what is not None
        count = step.count if isinstance(step.count, int) else None
        brought = self._brought(step.what, count)
        if brought.open:
            self.unknown.add(step.target)
            for missing in brought.missing:
                places, clauses = self.lacks.setdefault(missing, ([], []))
                places.append(step.target)
                clauses += step.clauses
            return
        self._put(step, self._pieces(brought, step))

    def _pieces(self, brought: Supply, step: Step) -> list[Piece]:
        """What a step takes, piece by piece."""
        taken: list[Piece] = []
        for piece, number in brought.sure.items():
            taken += [Piece(piece, 0, step.face)] * number
        for piece, number in brought.blanks.items():
            taken += [Piece(piece, copy, step.face) for copy in range(1, number + 1)]
        return taken

    def _roll(self, step: Step) -> None:
        faces = [
            f for p in self._at(step.source) if p.piece for f in faces_of(self.steps.game, p.piece)
        ]
        if not faces:
            raise EngineFault(f"step {step.id}: nothing with two faces lies at {step.source}")
        face = faces[self._stream(step).below(len(faces))]
        self.fell[step.id] = face
        self.table[step.source] = [piece._replace(face=face) for piece in self._at(step.source)]

    def _move(self, step: Step) -> None:
        self._put(step, self._pull(step))

    def _put(self, step: Step, pieces: list[Piece]) -> None:
        face = step.face
        if face:
            pieces = [p if p.face == face else Piece(p.piece, p.copy, face) for p in pieces]
        there = self._at(step.target)
        self.table[step.target] = [*there, *pieces] if step.on == "bottom" else [*pieces, *there]

    def _pull(self, step: Step) -> list[Piece]:
        at = self._at(step.source)
        if step.what is not None and step.what.ids:
            return self._pull_named(step, at)
        if step.count in (None, ALL) and step.what is None:
            if step.source in self.unknown:
                raise EngineFault(f"step {step.id}: no source tells how much lies at {step.source}")
            self.table[step.source] = []
            return at
        if isinstance(step.count, tuple):
            low, high = step.count
            count = low + self._stream(step).below(high - low + 1)
        else:
            count = step.number
        if step.source in self.unknown:
            return self._unstated(step, count)
        fit = [
            i
            for i, piece in enumerate(at)
            if step.what is None
            or piece.piece is None  # not stated what it is
            or self._selects(step.what, piece.piece) is not False
        ]
        if len(fit) < count:
            raise EngineFault(f"step {step.id}: {step.source} has fewer than {count} pieces")
        if step.random or step.what is not None or step.do == "choose":
            chosen = {fit[i] for i in self._stream(step).sample(len(fit), count)}
        else:
            chosen = set(fit[:count])
        self.table[step.source] = [piece for i, piece in enumerate(at) if i not in chosen]
        return [piece for i, piece in enumerate(at) if i in chosen]

    def _unstated(self, step: Step, count: int) -> list[Piece]:
        """Pieces off a pile whose cards no source states: so many, none known."""
        for places, clauses in self.lacks.values():
            if step.source in places:
                places.append(step.target)
                clauses += step.clauses
        return [Piece(None)] * count

    def _pull_named(self, step: Step, at: list[Piece]) -> list[Piece]:
        assert step.what is not None
        copies = step.count if isinstance(step.count, int) else 1
        picked: list[Piece] = []
        rest = list(at)
        for ident in step.what.ids:
            for _ in range(copies):
                wanted = f"{step.what.kind}:{ident}"
                found = next((piece for piece in rest if piece.piece == wanted), None)
                if found is None:
                    raise EngineFault(f"step {step.id}: no {ident} lies at {step.source}")
                rest.remove(found)
                picked.append(found)
        self.table[step.source] = rest
        return picked

    def _arrange(self, step: Step) -> None:
        """A player's arrangement, chosen by chance among those that keep the restrictions."""
        self.left.append(Left(step))
        rules = [r for r in step.restrictions if all(map(self._fulfilled, r.conditions))]
        placing = [r for r in rules if r.placing]
        homes = list(ways(placing))
        if not homes:
            raise EngineFault(f"step {step.id}: its restrictions leave no arrangement")
        stream, before = self._stream(step), dict(self.table)
        for _ in range(TRIES):
            self.table = dict(before)
            way = homes[stream.below(len(homes))] if placing else {}
            pool = stream.shuffled(self._at(step.source))
            for place, count in step.into:
                fixed = [i for i, one in enumerate(pool) if way.get(one.piece or "") == place]
                others = [i for i, one in enumerate(pool) if (one.piece or "") not in way]
                chosen = [*fixed, *others[: count - len(fixed)]]
                if len(chosen) != count:
                    raise EngineFault(f"step {step.id}: {step.source} has too few pieces")
                laid = [pool[i]._replace(face=step.face or pool[i].face) for i in chosen]
                self.table[place] = stream.shuffled([*self._at(place), *laid])
                pool = [one for i, one in enumerate(pool) if i not in chosen]
            self.table[step.source] = pool
            names = {place: [one.piece for one in pile] for place, pile in self.table.items()}
            if all(kept(rule, names) for rule in rules if not rule.placing):
                return
        raise EngineFault(f"step {step.id}: no arrangement was found that keeps the restrictions")

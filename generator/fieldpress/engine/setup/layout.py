"""What lies on the table, as the asker gives it: `given.table` of a situation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.setup.procedure import Place, Procedure
from fieldpress.engine.setup.supply import known_pieces
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Game
from fieldpress.model.game import fold

HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Seen:
    """One piece at a place; `piece` is None where its front is not seen."""

    piece: str | None
    face: str = ""
    copy: int = 0


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies at one place, from the top; `sorted_` false where no order was given."""

    place: str
    pieces: tuple[Seen, ...]
    in_order: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The places that were given, and what the players said."""

    places: dict[str, Lying] = field(default_factory=dict)
    said: dict[str, bool | str] = field(default_factory=dict)


def read_table(game: Game, steps: Procedure, given: Mapping[str, Any]) -> Layout:
    """The layout in `given`. EngineFault, with its path, for a place or piece that nobody knows."""
    table = given.get("table", {})
    said = dict(given.get("said", {}))
    choices = {
        step.id: [ident for ident, _ in step.options]
        for step in steps.walk()
        if step.do in ("may", "redraw") or step.options
    }
    for name, answer in said.items():
        path: tuple[str | int, ...] = ("given", "said", name)
        if name not in choices:
            raise _unknown("step left to the players", name, choices, path)
        options = choices[name]
        if options and answer not in options:
            raise _unknown(f"answer to {name}", str(answer), options, path)
        if not options and not isinstance(answer, bool):
            raise EngineFault(f"{name} is answered by true or false, not {answer!r}", path)
    places: dict[str, Lying] = {}
    for name, contents in table.items():
        path = ("given", "table", name)
        if name not in steps.places:
            raise _unknown("place", name, steps.places, path)
        place = steps.places[name]
        if isinstance(contents, int):
            places[name] = Lying(name, (Seen(None),) * contents, False)
        elif isinstance(contents, Mapping):
            pieces: list[Seen] = []
            for ident, count in contents.items():
                piece = _piece(game, place, ident, (*path, ident))
                pieces += [Seen(piece)] * count
            places[name] = Lying(name, tuple(pieces), False)
        else:
            places[name] = Lying(
                name,
                tuple(_seen(game, place, entry, (*path, i)) for i, entry in enumerate(contents)),
                place.ordered,
            )
    return Layout(places, said)


def _seen(game: Game, place: Place, entry: Any, path: tuple[str | int, ...]) -> Seen:
    if not isinstance(entry, Mapping):
        return Seen(_piece(game, place, entry, path))
    piece = _piece(game, place, entry["id"], (*path, "id"))
    face = entry.get("face", "")
    if face and piece is not None:
        faces = faces_of(game, piece)
        if faces and face not in faces and face not in ("up", "down"):
            raise _unknown(f"face of {entry['id']}", face, faces, (*path, "face"))
    return Seen(piece, face, entry.get("copy", 0))


def faces_of(game: Game, piece: str) -> list[str]:
    """The faces that a piece can show, by their ids; empty where it has no two to tell apart."""
    kind, _, ident = piece.partition(":")
    if kind == "terrain" and ident in game.terrains:
        return [face.letter for face in game.terrains[ident].faces if face.letter]
    if kind == "counter" and ident in game.counters:
        return [face.id for face in game.counters[ident].faces]
    return []


def other_face(game: Game, piece: str, face: str) -> str:
    """The face on the other side of a piece; empty where that is not known."""
    others = [one for one in faces_of(game, piece) if one != face]
    return others[0] if len(others) == 1 else ""


def _piece(game: Game, place: Place, ident: str, path: tuple[str | int, ...]) -> str | None:
    if ident == HIDDEN:
        return None
    known = known_pieces(game, place.holds)
    if ident in known:
        return f"{place.holds}:{ident}"
    for other in ("card", "terrain", "counter", "component"):
        if other != place.holds and ident in known_pieces(game, other):
            raise EngineFault(f"{ident} is a {other}; {place.id} holds {place.holds}s", path)
    raise _unknown(place.holds, ident, known, path)


def _unknown(what: str, name: str, known: Any, path: tuple[str | int, ...]) -> EngineFault:
    return EngineFault(f"no {what} {name!r}{_near(name, known)}", path)


def _near(name: str, known: Any) -> str:
    """The names that may have been meant, as the end of a message."""
    plain = fold(name)
    scored = sorted((_score(plain, fold(other)), other) for other in known)
    best = scored[0][0] if scored else 0
    found = [other for score, other in scored if score <= min(best + 1, max(2, len(plain) // 3))]
    found = found[:3]
    if found:
        return f"; did you mean {' or '.join(found)}?"
    return f"; known are {', '.join(sorted(known))}" if 0 < len(scored) <= 40 else ""


def _score(one: str, other: str) -> int:
    """Edits from one word to the other; a word that begins like it is near."""
    if other.startswith(one) or one.startswith(other):
        return 1
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row = row, [i]
        for j, mark in enumerate(other, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != mark)))
    return row[-1]

"""What a player types: a number, a move in words, or a question about one."""

from __future__ import annotations

from dataclasses import dataclass

from fieldpress.engine.commando.moves import ROLES, Move
from fieldpress.engine.commando.play.decisions import Decision
from fieldpress.engine.commando.play.game import Game
from fieldpress.model.game import fold

#: Words for a move besides the name of a card: verb, and whether a piece has to follow.
_VERBS: dict[str, tuple[str, str]] = {
    "play": ("play", "cards"), "send": ("play", "cards"), "answer": ("answer", "cards"),
    "toss": ("toss", "counters"), "use": ("toss", "counters"), "discard": ("discard", "cards"),
    "take": ("take_heroic", "cards"), "keep": ("lay_by", "cards"), "cross": ("go", "terrains"),
    "go": ("go", "terrains"), "choose": ("choose", ""), "pick": ("pick", ""),
    "retreat": ("retreat", ""), "break": ("retreat", ""), "stop": ("stop", ""),
    "decline": ("decline", ""), "pass": ("done", ""), "done": ("done", ""), "enough": ("stop", ""),
    "redraw": ("redraw", ""), "exchange": ("redraw", ""), "give": ("give_strength", ""),
}  # fmt: skip


#: What to pass comes to at a decision, the first of them that it knows.
_PASSING = ("done", "decline", "stop", "no_unit")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: a command with what follows it. `help` where it is not understood."""

    command: str
    rest: str = ""


COMMANDS = (
    "why", "undo", "redo", "table", "hand", "card", "discard-pile", "save", "help", "quit",
)  # fmt: skip


def read(line: str) -> Typed:
    """The command of a line; a number or a move in words is `move`."""
    text = line.strip()
    head, _, rest = text.partition(" ")
    lowered = head.lower()
    if not text:
        return Typed("nothing")
    if text.lower() in ("q", "exit"):
        return Typed("quit")
    if text in ("?", "h"):
        return Typed("help")
    if lowered == "discards":
        return Typed("discard-pile")
    if lowered in COMMANDS:
        return Typed(lowered, rest.strip())
    return Typed("move", text)


def named(game: Game, asked: Decision, text: str) -> Move | str:
    """The move that words name, legal or not; a sentence where they name none."""
    words = fold(text).removeprefix("not ").split()
    verb, wants = "", ""
    if words and words[0] in _VERBS:
        verb, wants = _VERBS[words[0]]
        words = words[1:]
        if verb == "done" and asked.kind != "face":  # there it would give up a whole Assault
            verb = next((one for one in _PASSING if one in asked.verbs), verb)
        if verb == "take_heroic" and words[:1] == ["back"]:
            verb, words = "take_back", words[1:]
    role = ""
    if len(words) > 2 and words[-2] in ("as", "a") and words[-1] in ROLES:
        role, words = words[-1], words[:-2]
        words = words[:-1] if words and words[-1] == "as" else words
    if words and words[0] in ("a", "an", "the"):  # within a name they belong to it
        words = words[1:]
    name = " ".join(words)
    if verb and not wants:
        what = name.replace(" ", "-") if verb in ("choose", "pick") else None
        return Move(asked.side, verb, what, place=asked.place)
    kinds = (wants,) if wants else ("cards", "terrains", "counters")
    found = _piece(game, name, kinds)
    if found is None:
        return f"nothing here is called “{name or text}”"
    kind, ident = found
    verb = verb or {"terrains": "go", "counters": "toss"}.get(kind, "")
    if kind == "cards" and not verb:
        verb = "answer" if asked.kind == "answer" else "play"
    if verb == "play" and not role:
        printed = game.k.fact("card", ident, "kind")
        role = str(printed.value) if printed.known else ""
    origin = None if verb != "toss" else _origin(game, asked.side, ident)
    place = 0 if verb in ("go", "pick", "discard") else asked.place
    return Move(asked.side, verb, ident, role, origin, place=place)


def _piece(game: Game, name: str, kinds: tuple[str, ...]) -> tuple[str, str] | None:
    """A piece by its name, or by the beginning of it where only one begins so."""
    records = game.k.game
    exact = [(kind, ident) for kind, ident in records.find(name) if kind in kinds]
    if exact:
        return exact[0]
    begun = {
        (kind, ident)
        for kind in kinds
        for ident, record in getattr(records, kind).items()
        if name and any(fold(str(record.name)).startswith(name) or name in fold(ident) for _ in "1")
    }
    return next(iter(begun)) if len(begun) == 1 else None


def _origin(game: Game, side: str, counter: str) -> str | None:
    held = game.state.sides[side].tokens or ()
    return next((token.origin for token in held if token.counter == counter), "")

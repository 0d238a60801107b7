"""What a setup sheet shows, made from the scenario's data: no figure and no rule stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fieldpress.engine.setup import Procedure
from fieldpress.engine.setup.network import Network, build, variants
from fieldpress.engine.setup.procedure import ROLES
from fieldpress.engine.setup.supply import supply
from fieldpress.engine.setup.telling import pieces, side_of, told
from fieldpress.engine.verdicts import distinct
from fieldpress.model import Game, Text
from fieldpress.model.links import LINK_KINDS, split_links
from fieldpress.tables import palette
from fieldpress.tables.diagram import described, diagram, numbered

#: A run of text: what kind of thing it names (empty for plain text), the text, its language.
Run = tuple[str, str, str]


#: An id of so many letters is set large beside the title; a longer one would only repeat it.
SHORT = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A text with its clauses."""

    runs: tuple[Run, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A numbered step: its rule's title, its sentences, its clauses."""

    number: int
    title: str
    lines: tuple[tuple[Run, ...], ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Something to take out of the box: how many (empty: as the cards say), what."""

    count: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Winning:
    """How a side wins, or how the game is drawn."""

    title: str
    colour: str
    ways: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the sheet, in the order of the page."""

    game: str
    ident: str
    title: str
    title_language: str
    subtitle: str
    language: str
    names_language: str
    length: str
    difficulty: str
    favours: str
    summary: tuple[Run, ...]
    taken: tuple[Taken, ...]
    left_out: tuple[Line, ...]
    steps: tuple[Numbered, ...]
    first_turn: tuple[Line, ...]
    special: tuple[Line, ...]
    winning: tuple[Winning, ...]
    campaign: tuple[Line, ...]
    diagram: str
    diagram_words: str
    diagram_note: str
    notice: str


def view(steps: Procedure) -> View:
    """The sheet of a procedure's scenario."""
    game, raw = steps.game, steps.scenario.raw
    network = build(steps, next(variants(steps, {})))
    sentences = told(steps)
    title = Text.parse(raw["title"], game.language)
    return View(
        game=game.title.get(),
        ident=steps.scenario.id.upper() if len(steps.scenario.id) <= SHORT else "",
        title=title.get(),
        title_language=title.language(),
        subtitle=_plain(raw.get("subtitle", ""), game),
        language=game.language,
        names_language=game.names_language,
        length=_length(raw["length"]),
        difficulty=_plain(raw["difficulty"].get("text"), game),
        favours=raw["difficulty"].get("favours", ""),
        summary=runs(game, _plain(raw.get("summary", ""), game)),
        taken=tuple(_taken(steps)),
        left_out=tuple(
            _line(game, entry) for entry in raw["sets"].get("leaves_out", ()) if "text" in entry
        ),
        steps=tuple(
            Numbered(
                number,
                one.title,
                tuple(runs(game, text) for text in (*one.sentences, *one.notes)),
                one.clauses,
            )
            for number, one in enumerate(sentences, 1)
        ),
        first_turn=tuple(_line(game, entry) for entry in raw["first_turn"]),
        special=tuple(_line(game, entry) for entry in raw["special"]),
        winning=tuple(_winning(game, raw["victory"])),
        campaign=tuple(_line(game, entry) for entry in raw.get("campaign", ())),
        diagram=diagram(steps, network, numbered(sentences)),
        diagram_words=described(steps, network),
        diagram_note=_plain(raw["layout"].get("note", ""), game),
        notice=_plain(game.raw.get("notice", ""), game).split(". ")[0].rstrip("."),
    )


def runs(game: Game, text: str) -> tuple[Run, ...]:
    """A text with links as runs: `rule` runs hold the clause key, others the shown name."""
    out: list[Run] = []
    text = re.sub(r"\b(\d+) (?=[A-Z])", "\\1\u00a0", text)  # a number stays with what it counts
    for part in split_links(text):
        if isinstance(part, str):
            out.append(("", part, game.language))
        elif part.kind == "rule":
            out.append(("rule", part.shown or part.id, ""))
        else:
            name, language = _name(game, part.kind, part.id)
            out.append((part.kind, part.shown or name, language))
    return tuple(run for run in out if run[1])


def _name(game: Game, kind: str, ident: str) -> tuple[str, str]:
    record = getattr(game, LINK_KINDS.get(kind, ""), {}).get(ident)
    name = getattr(record, "name", None) or getattr(record, "title", None)
    if name is None:
        return ident, game.language
    return name.get(), name.language()


def _plain(raw: Any, game: Game) -> str:
    return str(Text.parse(raw, game.language)) if raw else ""


def _line(game: Game, raw: Any) -> Line:
    return Line(runs(game, _plain(raw["text"], game)), tuple(raw["clauses"]))


def _length(raw: Any) -> str:
    if "about" in raw:
        return f"about {raw['about']} min"
    return f"{raw['from']} to {raw['to']} min"


def _winning(game: Game, raw: Any) -> Iterator[Winning]:
    """What decides the game, side by side, the sides in the order of their roles."""
    entries = [entry for entry in raw if not entry.get("campaign")]
    roles = [role for role in ROLES if any(entry["side"] == role for entry in entries)]
    for role in (*roles, *distinct(e["side"] for e in entries if e["side"] not in roles)):
        side = side_of(game, role)
        back = str(game.sides[side].get("back", "")) if side else ""
        yield Winning(
            f"{game.player_name(side)} wins" if side else "A draw",
            palette.side_colour(back, role),
            tuple(_line(game, entry) for entry in entries if entry["side"] == role),
        )


def _marked(marks: list[str]) -> str:
    """How pieces of a set are told from others: by a letter, or by a badge that is named."""
    if not marks:
        return ""
    return f"with {' or '.join(marks)}{'' if all(len(m) == 1 for m in marks) else ' badge'}"


def _taken(steps: Procedure) -> list[Taken]:
    """What comes out of the box: the takes of the procedure, and what only play needs."""
    out: list[Taken] = []
    for step in steps.steps:
        if step.do != "take" or step.what is None:
            continue
        what = step.what
        if what.ids:
            for ident in what.ids:
                one = replace(step, what=replace(what, ids=(ident,)))
                text = pieces(steps.game, one)
                number = str(step.count or 1)
                text = text.removeprefix(f"{number} ").removeprefix("the ")
                out.append(Taken(number, runs(steps.game, text)))
            continue
        size = supply(steps.game, what, None).size
        marks = [steps.game.sets[s].mark or s for s in what.sets if s in steps.game.sets]
        side = side_of(steps.game, what.side)
        noun = {"card": "cards", "terrain": "Terrains"}[what.kind]
        words = [
            steps.game.side_name(side) if side else "",
            "heroic" if what.heroic else "",
            noun,
            _marked(marks),
        ]
        text = " ".join(word for word in words if word)
        out.append(Taken("" if size is None else str(size), (("", text, steps.game.language),)))
    return [*_summed(out), *_also_needed(steps)]


def _also_needed(steps: Procedure) -> Iterator[Taken]:
    """What only play needs; the last one says so of all of them."""
    entries = steps.scenario.raw.get("also_needed", ())
    for at, entry in enumerate(entries, 1):
        kind, ids = entry["what"]["kind"], entry["what"].get("ids", ())
        links = ", ".join(f"[[{kind}:{ident}]]" for ident in ids)
        note = "" if at < len(entries) else " (in play)" if at == 1 else f" (these {at} in play)"
        yield Taken(str(entry["count"]), runs(steps.game, links + note))


def _summed(taken: list[Taken]) -> list[Taken]:
    """Pieces that go by one name, counted together."""
    out: list[Taken] = []
    for one in taken:
        same = next((i for i, other in enumerate(out) if other.runs == one.runs), None)
        if same is None or not (one.count.isdigit() and out[same].count.isdigit()):
            out.append(one)
        else:
            out[same] = Taken(str(int(out[same].count) + int(one.count)), one.runs)
    return out


__all__ = ["Line", "Network", "Numbered", "Run", "Taken", "View", "Winning", "runs", "view"]

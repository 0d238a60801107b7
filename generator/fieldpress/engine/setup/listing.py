"""A deal and a report as lines for a terminal, and a report as JSON."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fieldpress.engine.setup.checker import Report
from fieldpress.engine.setup.dealer import Deal, Piece
from fieldpress.engine.setup.procedure import Place, Procedure, Step
from fieldpress.engine.setup.saying import finding_text, never_text, piece_link
from fieldpress.engine.setup.supply import records
from fieldpress.engine.setup.telling import face_label, plain, told
from fieldpress.engine.verdicts import distinct

WIDTH = 96


def keys(clauses: tuple[str, ...] | list[str]) -> str:
    """Clauses as they are cited in a line: `[setup.hand, s1a.hand]`."""
    return f"[{', '.join(clauses)}]" if clauses else ""


def _wrap(text: str, first: str = "", rest: str = "") -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


# -- a deal ----------------------------------------------------------------------------------------


def deal_lines(deal: Deal, reveal: bool = True) -> Iterator[str]:
    """The dealt table place by place, what was left open, then the steps with their clauses."""
    steps = deal.steps
    yield f"{steps.game.title}: {steps.scenario.title} ({steps.scenario.id}), seed {deal.seed}"
    for title, names in _tables(steps):
        shown = [line for name in names for line in _place_lines(deal, steps.places[name], reveal)]
        if shown:
            yield ""
            yield title
            yield from shown
    if deal.said:
        yield ""
        yield "Said"
        for step in steps.walk():
            if step.id in deal.said:
                word = dict(step.options)[deal.said[step.id]]
                yield f"  {_side(steps, step.who)}: {word} {keys(step.clauses)}"
    most = max((p.copy for at in deal.table.values() for p in at), default=0)
    if most:
        yield ""
        yield from _wrap(
            "Unnamed cards are known by number only: give yours the numbers "
            f"1 to {most} in any order."
        )
    if deal.lacks:
        yield ""
        yield "Not dealt: facts that no source states"
        for lack in deal.lacks:
            places = ", ".join(str(steps.places[name].name) for name in lack.places)
            of = f" of {len(lack.missing.records)} cards" if lack.missing.records else ""
            text = (
                f"{lack.missing.fact}{of}: {lack.missing.why}. Open: {places} {keys(lack.clauses)}"
            )
            yield from _wrap(text, "  - ", "    ")
    yield ""
    yield "Left to the players"
    for text in distinct(_left(steps, left.step) for left in deal.left):
        yield text
    yield ""
    yield "Steps"
    for number, one in enumerate(told(steps), 1):
        text = f"{plain(steps, ' '.join(one.sentences))} {keys(one.clauses)}"
        yield from _wrap(text, f"  {number:>2}. ", "      ")


def _left(steps: Procedure, step: Step) -> str:
    who = _side(steps, step.who)
    title = _clause_title(steps, step.clauses[0])
    return f"  - {title}{': ' + who if who else ''} {keys(step.clauses)}"


def _tables(steps: Procedure) -> Iterator[tuple[str, list[str]]]:
    """Headings with their places: the common table, then each side's."""
    places = [p for p in steps.places.values() if not p.free and not p.passing]
    yield "On the table", [p.id for p in places if not p.side or p.holds == "terrain"]
    for side, raw in steps.game.sides.items():
        name = steps.game.side_name(side)
        yield name, [p.id for p in places if p.side == raw.get("role") and p.holds != "terrain"]


def _place_lines(deal: Deal, place: Place, reveal: bool) -> Iterator[str]:
    steps, pieces = deal.steps, deal.table.get(place.id, [])
    name = str(place.name)
    if place.id in deal.unknown:
        yield f"  {name}: not stated which cards, nor how many"
        return
    if not pieces:
        return
    noun = "card" if place.holds in ("card", "terrain") else "token"
    count = f"{len(pieces)} {noun}{'s' if len(pieces) != 1 else ''}"
    if all(piece.piece is None for piece in pieces):
        yield f"  {name}: {count}, not stated which"
    elif place.hidden and not reveal and not any(piece.face == "up" for piece in pieces):
        yield f"  {name}: {count}, face down"
    elif place.ordered:
        yield f"  {name}: {count}, from the top"
        for at, piece in enumerate(pieces, 1):
            yield f"    {at:>2}. {_piece(steps, piece)}"
    else:
        up = " (face up)" if place.hidden else ""
        shown = Counter(
            _piece(steps, piece) + (up if piece.face == "up" else "") for piece in pieces
        )
        listed = ", ".join(f"{n} × {text}" if n > 1 else text for text, n in shown.items())
        yield from _wrap(f"{name}: {listed}", "  ", "    ")


def _piece(steps: Procedure, piece: Piece) -> str:
    if piece.piece is None:
        return "a card that is not stated"
    kind, _, ident = piece.piece.partition(":")
    text = plain(steps, piece_link(steps, piece.piece))
    if piece.copy:
        text += f", no. {piece.copy}"
    if piece.face and piece.face not in ("up", "down"):
        text += f" ({face_label(records(steps.game, kind).get(ident), piece.face)} up)"
    return text


def _side(steps: Procedure, role: str) -> str:
    for side, raw in steps.game.sides.items():
        if raw.get("role") == role:
            return steps.game.side_name(side)
    return ""


def _clause_title(steps: Procedure, key: str) -> str:
    clause = steps.game.clauses.get(key)
    return clause.title.get() if clause else key


# -- a report --------------------------------------------------------------------------------------

_ANSWERS = {
    "allowed": "This setup is possible, as far as it is seen.",
    "forbidden": "This setup is not possible.",
    "undetermined": "Whether this setup is possible turns on facts that no source states.",
}


def report_lines(steps: Procedure, report: Report) -> Iterator[str]:
    """The answer first, then every finding with its clauses, then what was not seen."""
    yield _ANSWERS[report.outcome]
    order = {"raised": 0, "open": 1, "lifted": 2}
    marks = {"raised": "✗", "open": "?", "lifted": "·"}
    for finding in sorted(report.verdict.findings, key=lambda f: order[f.status]):
        needs = f" Wanted: {', '.join(finding.needs)}." if finding.needs else ""
        text = f"{plain(steps, finding_text(steps, finding))}{needs} {keys(finding.clauses)}"
        yield from _wrap(text, f"  {marks[finding.status]} ", "    ")
    if report.verdict.read:
        yield from _wrap(f"Read, not printed: {', '.join(report.verdict.read)}.", "", "  ")
    if report.unseen:
        yield ""
        yield "Not seen, so taken to be right"
        for one in report.unseen:
            count = "" if one.count is None else f", {one.count}"
            why = "face down" if one.why == "face-down" else "not given"
            yield f"  - {steps.places[one.place].name}{count} ({why})"
    if report.never_shown:
        yield ""
        yield "What no table can show"
        for text, clauses in _never(steps, report):
            yield from _wrap(f"{text} {keys(clauses)}", "  - ", "    ")


def _never(steps: Procedure, report: Report) -> Iterator[tuple[str, tuple[str, ...]]]:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for one in report.never_shown:
        if (one.what, one.clauses) not in seen:
            seen.add((one.what, one.clauses))
            yield f"{_clause_title(steps, one.clauses[0])}: {never_text(one.what)}", one.clauses


def report_json(steps: Procedure, report: Report, code: int) -> dict[str, Any]:
    """As schema/output/check-setup.json says."""
    return {
        "format": "fieldpress-check-setup/1",
        "game": steps.game.id,
        "scenario": steps.scenario.id,
        "verdict": report.verdict.to_json(),
        "texts": [plain(steps, finding_text(steps, f)) for f in report.verdict.findings],
        "unseen": [
            {"place": one.place, "count": one.count, "why": one.why} for one in report.unseen
        ],
        "never_shown": [
            {"step": one.step, "what": one.what, "clauses": list(one.clauses)}
            for one in report.never_shown
        ],
        "exit_code": code,
    }

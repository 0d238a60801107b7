"""Answers of `fieldpress rule` for people: in colour in a terminal, plain when piped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from fieldpress.engine.answer import Answer, Refused
from fieldpress.engine.rulesets import ruleset_of
from fieldpress.engine.verdicts import Verdict
from fieldpress.model import Library
from fieldpress.model.addresses import address

_STYLES = {
    "allowed": "bold green", "value": "bold",
    "forbidden": "bold red", "undetermined": "bold yellow",
}  # fmt: skip


class _Page:
    """Lines on standard output; words are never read as markup, long lines are left whole."""

    def __init__(self, library: Library, game: str) -> None:
        self.library, self.game = library, library[game]
        self.wording = ruleset_of(library, game).wording
        self.console = Console(highlight=False, soft_wrap=True)

    def line(self, text: str = "", style: str = "", indent: int = 0) -> None:
        self.console.print(Text(" " * indent + text, style=style))

    def heading(self, text: str) -> None:
        self.line(text, "bold")

    def clauses(self, keys: Iterable[str], indent: int = 6) -> None:
        """Each clause with its title and its address on the site."""
        for key in keys:
            clause = self.game.clauses.get(key)
            title = f"  {clause.title}" if clause else ""
            self.line(f"{key}{title}", "cyan", indent)
            self.line(address(self.game.id, "rule", key), "dim", indent + 2)

    def record(self, record: str) -> None:
        """A card's or Terrain's own page."""
        kind, _, ident = record.partition(":")
        if kind in ("card", "terrain", "counter") and ident in getattr(self.game, f"{kind}s"):
            self.line(address(self.game.id, kind, ident), "dim", 8)


def show(library: Library, game: str, answers: list[Answer]) -> None:
    """Print every answer: the short one first, then the reasons."""
    page = _Page(library, game)
    for number, answer in enumerate(answers):
        if number:
            page.line()
        short = page.wording.answer(page.game, answer.ask, answer.verdict)
        page.line(short, _STYLES[answer.verdict.outcome])
        _reasons(page, answer.verdict)
        for other in answer.others:
            record = page.game.discrepancies[other.reading.discrepancy]
            text = record.readings[other.reading.reading][0]
            page.line()
            page.heading(f"Another reading ({other.reading.discrepancy}={other.reading.reading})")
            page.line(str(text), indent=2)
            page.line(page.wording.answer(page.game, answer.ask, other.verdict), indent=2)
            page.line(address(page.game.id, "discrepancy", record.id), "dim", 4)
    if page.game.overlays:
        page.line()
        page.line(f"With overlays: {', '.join(page.game.overlays)}", "dim")


def _reasons(page: _Page, verdict: Verdict) -> None:
    game = page.game
    objections, lifted = verdict.objections, [f for f in verdict.findings if f.status == "lifted"]
    told: set[str] = set()
    if objections or lifted or verdict.clauses or verdict.contributions:
        page.heading("Why")
    for found in (*objections, *lifted):
        mark = {"raised": "-", "open": "?", "lifted": "+"}[found.status]
        page.line(f"{mark} {page.wording.finding(game, found)}", indent=2)
        if found.record:
            page.record(found.record)
        page.clauses(found.clauses)
        told |= set(found.clauses)
    for part in verdict.contributions:
        if part.counted and part.what != "counted":
            page.line(f"{game.side_name(part.side) + ': ' if part.side in game.sides else ''}"
                      f"{page.wording.contribution(game, part)}", indent=2)  # fmt: skip
        elif part.counted:
            page.line(f"counted: {page.wording.name(game, part.record)}", indent=2)
    page.clauses((key for key in verdict.clauses if key not in told), 4)
    left_out = [p for p in verdict.contributions if not p.counted]
    if left_out:
        page.heading("Considered, and not counted")
        for part in left_out:
            page.line(page.wording.contribution(game, part), indent=2)
    _turning(page, verdict)
    _standing(page, verdict)


def _turning(page: _Page, verdict: Verdict) -> None:
    """The facts that are missing, and how the answer turns on them."""
    if not verdict.needs:
        return
    page.heading("It turns on")
    for need in verdict.needs:
        why = f" ({need.why})" if need.why else ""
        page.line(f"{page.wording.fact(page.game, need.fact)}{why}", indent=2)
        for text in page.wording.turns(page.game, need):
            page.line(text, indent=4)
        kind, _, rest = need.fact.partition(":")
        if kind == "discrepancy":
            page.line(f"to settle it: --reading {rest}=READING", "dim", 4)
        elif need.fact.count(" ") == 0 and not need.fact.startswith(("hidden", "base.", "ask.")):
            page.line(f"to settle it: --assume {need.fact}=VALUE", "dim", 4)


def _standing(page: _Page, verdict: Verdict) -> None:
    """What the answer takes for granted."""
    if verdict.reservations:
        page.heading("This stands on what is stated of")
        for one in verdict.reservations:
            why = f": {one.why}" if one.why else ""
            if one.field == "told":
                why = ": that the move was allowed is taken as told"
            said = (
                ""
                if one.record.startswith("given.")
                or one.field in ("effects", "told", "not followed", "base")
                else f" ({one.field})"
            )
            name = page.wording.name(page.game, one.record)
            if one.record.startswith("given."):
                name = f"{page.wording.untold(one.field)}, which is not given"
            page.line(f"{name}{said}{why}", indent=2)
    if verdict.assumed:
        page.heading("Assumed")
        for text in verdict.assumed:
            page.line(text, indent=2)
    if verdict.read:
        page.heading("Our reading, not printed")
        for fact in verdict.read:
            page.line(page.wording.read_fact(page.game, fact), indent=2)


def show_refused(library: Library, game: str, refused: Refused) -> None:
    """Print that a move told in the situation is itself against the rules, and why."""
    page = _Page(library, game)
    told = refused.move.to_json()
    act = page.wording.move(page.game, told)
    if "unit" in told and refused.move.side:
        who = page.wording.piece(page.game, told["unit"])
    else:
        who = page.wording.side(page.game, refused.move.side)
    text = f"No: what is told does not go that far. Move {refused.index + 1}: {who} may not {act}."
    page.line(text, _STYLES["forbidden"])
    _reasons(page, refused.verdict)


def show_rulings(
    library: Library, game: str, cards: list[str], rulings: list[Mapping[str, Any]]
) -> None:
    """Print published rulings on some cards."""
    page = _Page(library, game)
    names = ", ".join(page.wording.piece(page.game, card) for card in cards)
    if not rulings:
        page.line(f"No ruling on {names}.")
        return
    page.heading(f"{len(rulings)} on {names}")
    for ruling in rulings:
        page.line()
        page.line(str(ruling["question"]), "bold", 2)
        page.line(f"{ruling['answer']} ({ruling['authority']})", indent=4)
        keys = dict.fromkeys(key for e in ruling["expect"] for key in e.get("clauses", ()))
        page.line(", ".join(keys), "cyan", 4)
        page.line(address(page.game.id, "ruling", ruling["id"]), "dim", 4)

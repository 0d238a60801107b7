"""Rulings: questions with their answers and the engine's reckoning; an index and a page each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml
from markupsafe import Markup

from fieldpress.engine.cases import cases, filled
from fieldpress.engine.rulesets import ruleset_of
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Game, Text
from fieldpress.model.addresses import address, anchor, chapter
from fieldpress.model.facts import sources
from fieldpress.rulesite import situation
from fieldpress.rulesite.facts import source_links
from fieldpress.rulesite.names import Ref, record
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, picture, shorten
from fieldpress.tables.boards import board_drawing

AUTHORITY_WORDS = {
    "source": "the book says so",
    "derived": "follows from the rules",
    "reading": "rests on a reading",
}


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The index and a page for each ruling; nothing where the game has none."""
    if not game.rulings:
        return
    yield _index(site, game)
    for raw in game.rulings.values():
        yield _ruling(site, game, raw)


def _words(game: Game, raw: Any) -> str:
    return Text.parse(raw, game.language).get()


def cited(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Every clause that the expected verdicts rest on, in the order met."""
    keys = [key for entry in raw.get("expect", ()) for key in entry.get("clauses", ())]
    return tuple(dict.fromkeys(keys))


def _index(site: Site, game: Game) -> Page:
    path = f"{game.id}/rulings/index.html"
    prose = site.prose(game.id, path)
    titles = {one.id: one.title for one in site.chapters(game)}
    groups: dict[str, list[tuple[Markup, Markup]]] = {}
    for raw in game.rulings.values():
        keys = [key for key in cited(raw) if "/" not in key]
        title = titles.get(chapter(keys[0]), "Other questions") if keys else "Other questions"
        groups.setdefault(title, []).append(
            (
                site.link(prose, Ref(game.id, "ruling", raw["id"])),
                prose.inline_html(_words(game, raw.get("answer", ""))),
            )
        )
    order = [*titles.values(), "Other questions"]
    return Page(
        path,
        "Rulings",
        "rulings-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "groups": [(title, groups[title]) for title in order if title in groups],
        },
        f"{len(game.rulings)} questions about {game.title.get()}, answered with their reasons.",
        {"search": {"exclude": True}},
    )


def _ruling(site: Site, game: Game, raw: Mapping[str, Any]) -> Page:
    path = address(game.id, "ruling", raw["id"])
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "ruling", raw["id"])
    question = prose.plain(_words(game, raw.get("question", raw["id"])))
    shown = _cases(site, prose, game, raw)
    put = shown[0]["put"]
    resting = (raw["discrepancy"],) if "discrepancy" in raw else ()
    from fieldpress.rulesite.pages.rules import discrepancy_views

    return Page(
        path,
        question,
        "ruling.md.j2",
        {
            "prose": prose,
            "game": game,
            "anchor": anchor("ruling", raw["id"]),
            "question": question,
            "answer": prose.inline_html(_words(game, raw.get("answer", ""))),
            "authority": AUTHORITY_WORDS.get(raw.get("authority", ""), ""),
            "reason": prose.md(_words(game, raw["reason"])) if "reason" in raw else "",
            "clauses": site.links(prose, "rule", cited(raw)),
            "scenario": site.links(prose, "scenario", (put["scenario"],))
            if "scenario" in put
            else [],
            "cases": shown,
            "assume": [
                (
                    key.partition(".")[2].replace("_", " "),
                    situation.words_of(prose, game, "", key.partition(".")[0]),
                    str(value),
                )
                for key, value in put.get("assume", {}).items()
            ],
            "discrepancies": discrepancy_views(site, prose, resting),
            "source": source_links(prose, sources(raw.get("source"))),
            "mentioned": site.mentioned_by(prose, ref),
        },
        shorten(prose.plain(_words(game, raw.get("answer", ""))), 200),
        {"search": {"boost": 0.6}, "hide": ["navigation"]},
    )


def _cases(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What lies on the table, what is played, what the engine says: once, or for each piece."""
    lists = raw.get("each", {})
    try:
        puts = cases(game.id, raw, game.rulings)
    except (KeyError, ValueError) as fault:
        site.problem(f"{prose.page}: `like` or `each` of this ruling do not fit: {fault!r}")
        puts, lists = [{"game": game.id}], {}
    out = []
    for number, put in enumerate(puts):
        words = {name: values[number] for name, values in lists.items()}
        named = [situation.words_of(prose, game, "", value) for value in words.values()]
        expect = filled(list(raw.get("expect", ())), words)
        verdicts = _verdicts(site, prose, game, put, expect)
        out.append(
            {
                "board": _board(site, prose, game, put, [one["outcome"] for one in verdicts]),
                "put": put,
                "title": Markup(", ").join(named),
                "given": situation.tree(prose, game, put["given"]) if put.get("given") else None,
                "moves": [situation.move(game, one) for one in put.get("then", ())],
                "verdicts": verdicts,
                "file": yaml.safe_dump(put, allow_unicode=True, sort_keys=False, width=76),
            }
        )
    return out


def _verdicts(
    site: Site,
    prose: Prose,
    game: Game,
    put: Mapping[str, Any],
    expect: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Each question with the engine's answer and its reasons."""
    try:
        rules = ruleset_of(site.library, game.id)
        answers = rules.rule_on(site.library, put)
    except EngineFault as fault:
        site.problem(f"{prose.page}: the engine cannot judge this ruling: {fault.message}")
        return []
    out = []
    for answer, expected in zip(answers, expect, strict=False):
        outcome = answer.verdict.outcome
        if outcome != expected["outcome"]:
            site.problem(
                f"{prose.page}: the ruling says {expected['outcome']}, the engine {outcome}"
            )
        out.append(
            {
                "outcome": outcome,
                "answer": rules.wording.answer(game, answer.ask, answer.verdict),
                "clauses": site.links(prose, "rule", answer.verdict.clauses),
                "reasons": situation.reasons(game, answer),
            }
        )
    return out


def _board(
    site: Site, prose: Prose, game: Game, put: Mapping[str, Any], outcomes: list[str]
) -> Markup | None:
    """The case's map, where it draws one."""
    try:
        drawn = board_drawing(game, put, outcomes)
    except EngineFault as fault:
        site.problem(f"{prose.page}: {fault.message}")
        return None
    return picture(drawn.svg, drawn.words) if drawn else None


def drawn_cases(site: Site, prose: Prose, key: str, refs: list[Ref]) -> list[tuple[Markup, Markup]]:
    """The maps of rulings whose answers rest on a clause first of all: (drawing, link)."""
    out = []
    for ref in refs:
        raw = record(site.library, ref)
        first = {one["clauses"][0] for one in raw.get("expect", ()) if one.get("clauses")}
        if "map" not in raw.get("given", {}) or key not in first:
            continue
        outcomes = [one["outcome"] for one in raw.get("expect", ())]
        drawn = _board(site, prose, site.library[ref.game], raw, outcomes)
        if drawn:
            out.append((drawn, site.link(prose, ref)))
    return out


def ruling_lines(site: Site, prose: Prose, refs: list[Ref]) -> list[dict[str, Any]]:
    """Rulings as links with their short answers."""
    out = []
    for ref in refs:
        raw = record(site.library, ref)
        game = site.library.games[ref.game]
        answer = prose.inline_html(_words(game, raw["answer"])) if "answer" in raw else Markup("")
        out.append({"link": site.link(prose, ref), "answer": answer})
    return out


def ruling_summary(site: Site, ref: Ref) -> str:
    """A ruling in plain words, for its preview."""
    raw = record(site.library, ref)
    game = site.library.games[ref.game]
    return shorten(site.prose(ref.game, "").plain(_words(game, raw.get("answer", ""))), 320)

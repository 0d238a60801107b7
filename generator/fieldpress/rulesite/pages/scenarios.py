"""Scenarios: what to take, setup step by step, first turn, specials, how to win; an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from markupsafe import Markup

from fieldpress.engine.setup.procedure import ancestry, moments, procedure
from fieldpress.engine.setup.telling import sentence, told
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Fact, Game, Scenario, Text
from fieldpress.model.addresses import address, anchor
from fieldpress.rulesite import parameters
from fieldpress.rulesite.facts import source_links
from fieldpress.rulesite.names import Ref, other_names, role_side
from fieldpress.rulesite.pages import at_start, battles
from fieldpress.rulesite.pages.home import listed
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.pages.rulings import ruling_lines
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, relative, shorten
from fieldpress.tables import Drawing, drawing


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The index and a page each; one that only others extend has its page, outside the index."""
    if listed(game):
        yield _index(site, game)
    for scenario in game.scenarios.values():
        yield _scenario(site, game, scenario)


def _words(game: Game, raw: Any) -> str:
    return Text.parse(raw, game.language).get()


def _about(raw: Mapping[str, Any]) -> Any:
    """What the scenario is about, as the content has it: a summary or a teaser."""
    return raw.get("summary", raw.get("teaser", ""))


def _length(raw: dict[str, Any]) -> str:
    if "about" in raw:
        return f"about {raw['about']} minutes"
    if raw["from"] == raw["to"]:
        return f"{raw['to']} minutes"
    return f"{raw['from']} to {raw['to']} minutes"


def _index(site: Site, game: Game) -> Page:
    path = f"{game.id}/scenarios/index.html"
    prose = site.prose(game.id, path)
    entries = []
    for ident in listed(game):
        raw = game.scenarios[ident].raw
        entries.append(
            {
                "id": ident,
                "title": game.scenarios[ident].title.get(),
                "link": prose.md_target(address(game.id, "scenario", ident)),
                "subtitle": _words(game, raw["subtitle"]) if "subtitle" in raw else "",
                "length": _length(raw["length"]) if "length" in raw else "",
                "difficulty": prose.plain(_words(game, raw["difficulty"]["text"]))
                if "text" in raw.get("difficulty", ())
                else "",
                "summary": prose.inline_md(_words(game, _about(raw))) if _about(raw) else "",
            }
        )
    return Page(
        path,
        "Scenarios",
        "scenarios-index.md.j2",
        {"prose": prose, "game": game, "entries": entries},
        f"The scenarios of {game.title.get()}.",
        {"search": {"exclude": True}},
    )


def _lines(site: Site, prose: Prose, game: Game, raw: Any) -> list[tuple[Markup, list[Markup]]]:
    """Lines of text with their clauses."""
    return [
        (
            prose.inline_html(_words(game, line["text"])),
            site.links(prose, "rule", tuple(line["clauses"])),
        )
        for line in raw or ()
    ]


def _scenario(site: Site, game: Game, scenario: Scenario) -> Page:
    path = address(game.id, "scenario", scenario.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "scenario", scenario.id)
    raw = scenario.raw

    def role_name(role: str) -> str:
        side = role if role in game.sides else role_side(game, role)
        return game.side_name(side) if side else role

    procedures = _procedures(site, prose, game, scenario)
    own = [key for key, clause in game.clauses.items() if scenario.id in clause.scenarios]
    naming = tuple(
        d.id for d in game.discrepancies.values() if scenario.id in d.concerns.get("scenarios", ())
    )
    downloads = [
        (title, relative(path, place))
        for title, place in (
            ("Quick-setup sheet (PDF)", f"{game.id}/downloads/setup-{scenario.id}.pdf"),
            ("Army list (PDF)", f"{game.id}/downloads/army-{scenario.id}.pdf"),
            ("Scenario sheet (PDF)", f"{game.id}/downloads/scenario-{scenario.id}.pdf"),
            ("Player aids (PDF)", f"{game.id}/downloads/aids.pdf"),
            ("Army lists (PDF)", f"{game.id}/downloads/army-lists.pdf"),
            ("Scoring track (PDF)", f"{game.id}/downloads/track.pdf"),
        )
        if place in site.downloads
    ]
    sets = raw.get("sets", {})
    return Page(
        path,
        scenario.title.get(),
        "scenario.md.j2",
        {
            "prose": prose,
            "game": game,
            "anchor": anchor("scenario", scenario.id),
            "id": scenario.id,
            "abstract": scenario.id not in listed(game),
            "title": scenario.title.get(),
            "others": other_names(scenario.title),
            "label": _label(game, scenario),
            "subtitle": _words(game, raw["subtitle"]) if "subtitle" in raw else None,
            "summary": prose.md(_words(game, _about(raw))) if _about(raw) else None,
            "difficulty": (
                prose.inline_html(_words(game, raw["difficulty"]["text"])),
                source_links(prose, _refs(raw["difficulty"]["source"])),
            )
            if "text" in raw.get("difficulty", ())
            else None,
            "length": (
                _length(raw["length"]),
                source_links(prose, _refs(raw["length"].get("source", scenario.source))),
            )
            if "length" in raw
            else None,
            "extends": site.links(prose, "scenario", (raw["extends"],)) if "extends" in raw else [],
            "sides": [
                (
                    role,
                    role_name(role),
                    prose.inline_html(_words(game, entry["objective"])),
                    site.links(prose, "rule", tuple(entry["clauses"])),
                )
                for role, entry in raw.get("sides", {}).items()
            ],
            "takes": [
                game.sets[ident].name.get() if ident in game.sets else ident
                for ident in sets.get("takes", ())
            ],
            "leaves_out": [
                (
                    prose.inline_html(
                        _words(game, entry["text"]) if "text" in entry else _which(entry["what"])
                    ),
                    site.links(prose, "rule", tuple(entry["clauses"])),
                )
                for entry in sets.get("leaves_out", ())
            ],
            "procedures": procedures,
            "at_start": at_start.at_start(site, prose, game, raw),
            "missing": at_start.missing(prose, game, raw),
            "first_turn": _lines(site, prose, game, raw.get("first_turn")),
            "special": _lines(site, prose, game, raw.get("special")),
            "campaign": _lines(site, prose, game, raw.get("campaign")),
            "victory": [
                (
                    entry.get("side", ""),
                    _degree(game, entry, role_name(entry["side"]) if "side" in entry else ""),
                    prose.inline_html(_words(game, entry["text"])),
                    site.links(prose, "rule", tuple(entry["clauses"])),
                )
                for entry in raw.get("victory", ())
            ],
            "parameters": _parameters(site, prose, game, scenario),
            "clauses": site.links(prose, "rule", tuple(raw.get("clauses", own) or own)),
            "note": prose.md(_words(game, raw["note"])) if "note" in raw else None,
            "downloads": downloads,
            "pieces": _pieces(site, prose, game, sets.get("takes", ())),
            "source": source_links(prose, scenario.source),
            "changes": site.changes(prose, ref),
            "discrepancies": discrepancy_views(site, prose, naming),
            "rulings": ruling_lines(site, prose, site.mentioning(ref, "ruling")),
            "mentioned": site.mentioned_by(prose, ref, without=("rule", "ruling", "discrepancy")),
            "rules": [],
        }
        | battles.context(site, prose, game, scenario),
        shorten(prose.plain(_words(game, _about(raw))), 200) if _about(raw) else "",
        {"search": {"boost": 2}},
    )


def _degree(game: Game, entry: dict[str, Any], who: str) -> str:
    """Who wins, and with a scale of degrees also which one and from how many points."""
    if "from" not in entry:
        return who
    points = f"{entry['from']} to {entry['to']}" if "to" in entry else f"{entry['from']} or more"
    return ", ".join(part for part in (who, _words(game, entry["name"]), points) if part)


def _refs(raw: Any) -> tuple[str, ...]:
    return (raw,) if isinstance(raw, str) else tuple(raw)


def _which(what: Any) -> str:
    """Pieces named one by one, as links; others by their kind."""
    if "ids" in what:
        return ", ".join(f"[[{what['kind']}:{ident}]]" for ident in what["ids"])
    heroic = {True: "heroic ", False: "ordinary "}.get(what.get("heroic"), "")
    return f"{heroic}{what['kind']}s"


def _procedures(site: Site, prose: Prose, game: Game, scenario: Scenario) -> list[dict[str, Any]]:
    """Each procedure in the engine's words, step by step, with what the scenario leaves out."""
    out = []
    for moment in moments(scenario):
        try:
            found = procedure(site.library, game.id, scenario.id, moment)
        except EngineFault as fault:
            site.problem(f"{prose.page}: {fault}")
            continue
        steps = []
        for told_step in told(found):
            via = [key for step in told_step.steps for key in step.via]
            keys = tuple(dict.fromkeys([*told_step.clauses, *via]))
            steps.append(
                (
                    prose.plain(told_step.title),
                    [prose.inline_html(said) for said in (*told_step.sentences, *told_step.notes)],
                    site.links(prose, "rule", keys),
                )
            )
        drawn = None
        if moment == "setup":
            try:
                drawn = drawing(found)
            except EngineFault as fault:
                site.problem(f"{prose.page}: {fault}")
        title = found.title.get() if found.title else moment.replace("-", " ").capitalize()
        out.append(
            {
                "title": title,
                "steps": steps,
                "table": _table(game, scenario, drawn) if drawn else None,
                "left_out": [
                    (
                        prose.inline_html(sentence(found, skipped.step)),
                        site.links(prose, "rule", skipped.clauses),
                    )
                    for skipped in found.skipped
                    if not (skipped.step.each and skipped.step.who == "defender")
                ],
            }
        )
    return out


def _label(game: Game, scenario: Scenario) -> str:
    """What is told above the title: a short id too, a long one would repeat the title."""
    if scenario.id not in listed(game):
        return "Part of scenarios"
    return f"Scenario {scenario.id.upper()}" if len(scenario.id) <= SHORT else "Scenario"


#: An id of so many letters is told beside the title.
SHORT = 4


def _table(game: Game, scenario: Scenario, drawn: Drawing) -> dict[str, Any]:
    """The drawn table as an image with words; a page sets its width, so its size in mm goes."""
    svg = re.sub(r' width="[\d.]+mm" height="[\d.]+mm"', "", drawn.svg, count=1)
    named = f'<svg role="img" aria-label="{escape(drawn.words)}"'
    return {
        "svg": Markup(svg.replace("<svg", named, 1)),
        "note": _words(game, scenario.raw["layout"].get("note", "")),
    }


def _parameters(site: Site, prose: Prose, game: Game, scenario: Scenario) -> parameters.View:
    """The numbers of the rules as this scenario has them, its own and those it takes over."""
    found: dict[str, Any] = {}
    try:
        for _, one in reversed(ancestry(site.library, game, scenario)):
            found |= one.raw.get("parameters", {})
    except EngineFault as fault:
        site.problem(f"{prose.page}: {fault}")
    return parameters.view(site, prose, game, found)


def _pieces(
    site: Site, prose: Prose, game: Game, takes: Any
) -> list[tuple[str, list[tuple[Markup, str]]]]:
    """Cards by side and Terrains that certainly carry one of the sets, with their counts."""
    groups: dict[str, list[tuple[Markup, str]]] = {}

    def count(copies: Fact[dict[str, Fact[int]]]) -> str | None:
        if not copies.known or not copies.value:
            return None
        found = [one for ident, one in copies.value.items() if ident in takes]
        sure = [one for one in found if one.known or one.at_least]
        said = (str(one.value) if one.known else f"{one.at_least} or more" for one in sure)
        return " + ".join(said) or None

    for card in game.cards.values():
        number = count(card.copies)
        if number:
            side = (
                game.side_name(card.side.value) if card.side.known and card.side.value else "Side ?"
            )
            groups.setdefault(f"{side} cards", []).append(
                (site.link(prose, Ref(game.id, "card", card.id)), number)
            )
    for terrain in game.terrains.values():
        number = count(terrain.copies)
        if number:
            groups.setdefault("Terrains", []).append(
                (site.link(prose, Ref(game.id, "terrain", terrain.id)), number)
            )
    for ident in takes:
        for blank in game.sets[ident].blanks if ident in game.sets else ():
            own = blank.get("side")
            whose = f"{game.side_name(own)} cards" if own else "Cards"
            title = "Terrains" if blank["kind"] == "terrain" else whose
            fact: Fact[int] = Fact.parse(blank["count"], ())
            name = prose.inline_html(_words(game, blank.get("name", blank["id"])))
            groups.setdefault(title, []).append((name, str(fact.value) if fact.known else "?"))
    return list(groups.items())


def scenario_summary(site: Site, ref: Ref) -> str:
    """A scenario in plain words, for its preview."""
    game = site.library[ref.game]
    raw = game.scenarios[ref.id].raw
    return shorten(site.prose(ref.game, "").plain(_words(game, _about(raw))), 320)

"""Scenarios and campaigns of the normandie ruleset: what their pages show besides the common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from fieldpress.model import Fact, Game, Scenario
from fieldpress.model.facts import sources
from fieldpress.model.records import Campaign
from fieldpress.rulesite.facts import row, source_links, table
from fieldpress.rulesite.names import Ref
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, picture, relative
from fieldpress.tables.campaigns import graph, outcomes
from fieldpress.tables.conditions import effect_name, effects_used, moment, when, words
from fieldpress.tables.tiles import colour_role, grid, label

#: Parts of a scenario's record that only this ruleset has.
OWN = ("tiles", "deployment", "removals", "sizes")
ZONES = {
    "zone": "deployment zone",
    "entry": "way in or out",
    "drop-zone": "drop zone",
    "edge": "edge of the board",
    "place": "place",
    "craft": "landing craft",
}

Line = tuple[Markup, list[Markup], list[Markup]]


def context(site: Site, prose: Prose, game: Game, scenario: Scenario) -> dict[str, Any]:
    """What the page of such a scenario shows besides; `battle` is None for scenarios of others."""
    raw = scenario.raw
    if not any(part in raw for part in OWN):
        return {"battle": None}
    drawn = grid(site.library, game, scenario)
    naming = [
        d.id for d in game.discrepancies.values() if scenario.id in d.concerns.get("scenarios", ())
    ]
    return {
        "sides": [
            (
                colour_role(game, side),
                game.side_name(side),
                prose.inline_html(words(game, entry["objective"])),
                site.links(prose, "rule", tuple(entry["clauses"])),
            )
            for side, entry in raw.get("sides", {}).items()
        ],
        "special": [_plain(site, prose, game, one) for one in raw.get("rules", ())],
        "victory": [
            (
                colour_role(game, entry["side"]),
                game.side_name(entry["side"]),
                _with_conditions(prose, game, {k: v for k, v in entry.items() if k != "turn"}),
                site.links(prose, "rule", tuple(entry["clauses"])),
            )
            for entry in raw.get("victory", ())
        ],
        "discrepancies": discrepancy_views(
            site, prose, tuple(dict.fromkeys([*raw.get("discrepancies", ()), *naming]))
        ),
        "battle": {
            "tiles": drawn
            and {
                "svg": picture(drawn.svg, drawn.words),
                "unstated": prose.inline_html(drawn.unstated),
                "links": _tiles(site, prose, game, raw),
            },
            "armies": [
                site.link(prose, Ref(game.id, "army", army.id))
                for army in game.armies.values()
                if army.scenario == scenario.id
            ],
            "zones": list(_zones(site, prose, game, raw)),
            "objectives": _objectives(prose, game, raw),
            "markers": list(_markers(site, prose, game, raw)),
            "craft": [
                (
                    one["size"],
                    ", ".join(map(str, one["die"])),
                    site.links(prose, "rule", tuple(one["clauses"])),
                )
                for one in raw.get("landing_craft", ())
            ],
            "removed": list(_removed(site, prose, game, raw)),
            "steps": [_line(site, prose, game, one) for one in raw.get("deployment", ())],
            "later": list(_later(site, prose, game, raw)),
            "sizes": _sizes(prose, raw),
            "effects": list(_effects(site, prose, game, raw)),
        },
    }


def _plain(site: Site, prose: Prose, game: Game, raw: Any) -> tuple[Markup, list[Markup]]:
    return _with_conditions(prose, game, raw), site.links(prose, "rule", tuple(raw["clauses"]))


def _with_conditions(prose: Prose, game: Game, raw: Any) -> Markup:
    said = prose.inline_html(words(game, raw.get("text", "")))
    for one in when(game, raw, True):
        said += Markup(' <small class="fp-if">{}</small>').format(prose.inline_html(one))
    return said


def _line(site: Site, prose: Prose, game: Game, raw: Any, said: str = "") -> Line:
    """An entry: its text, its conditions, its rules."""
    return (
        prose.inline_html(said or words(game, raw.get("text", ""))),
        [prose.inline_html(one) for one in when(game, raw, True)],
        site.links(prose, "rule", tuple(raw.get("clauses", ()))),
    )


def _tiles(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> list[Markup]:
    return [
        Markup('<a class="fp-tile" href="{}">{}</a>').format(
            prose.href("tile", entry["tile"]), label(site.library, game, entry)
        )
        for entry in raw.get("tiles", ())
    ]


def _zones(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> Iterator[Any]:
    """Name and conditions, what it is, whose, where it lies, rules."""
    for entry in raw.get("zones", {}).values():
        name, conditions, rules = _line(site, prose, game, entry, words(game, entry["name"]))
        kind = ZONES[entry["kind"]]
        if "number" in entry:
            kind += f" {', '.join(map(str, entry['number']))}"
        if entry.get("units") not in (None, "any"):
            kind += f", {entry['units']} only"
        where: Any = ""
        if "tile" in entry:
            where = _tiles(site, prose, game, {"tiles": [entry]})[0]
        elif "where" in entry:
            fact: Fact[Any] = Fact.parse(entry["where"], ())
            where = (
                prose.inline_html(words(game, fact.value))
                if fact.known
                else Markup("? <small>{}</small>").format(fact.why)
            )
        side = entry.get("side", "")
        yield name, conditions, kind, game.side_name(side) if side else "", where, rules


def _objectives(prose: Prose, game: Game, raw: Mapping[str, Any]) -> Any:
    found = raw.get("objectives")
    if not found:
        return None
    facts = [
        row(prose, "Primary objectives", Fact.parse(found["primary"], ())),
        row(prose, "Secondary objectives", Fact.parse(found["secondary"], ())),
    ]
    if "where" in found:
        where: Fact[Any] = Fact.parse(found["where"], ())
        facts.append(row(prose, "Where they are", where, lambda said: words(game, said)))
    return table(prose, facts)


def _markers(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> Iterator[Any]:
    for entry in raw.get("markers", ()):
        count: Fact[int] = Fact.parse(entry["count"], ())
        shown = str(count.value) if count.known else "?"
        link = site.links(prose, "counter", (entry["counter"],))[0]
        _, conditions, rules = _line(site, prose, game, entry)
        yield shown, link, "" if count.known else prose.inline_html(count.why), conditions, rules


def _removed(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> Iterator[Any]:
    """Action cards that stay out, by the decks that they leave and the readings under which."""
    groups: dict[tuple[Any, ...], list[Markup]] = {}
    rules: dict[tuple[Any, ...], dict[str, None]] = {}
    for entry in raw.get("removals", ()):
        key = tuple(entry["decks"]), tuple(when(game, entry, True))
        card = (
            site.links(prose, "action", (entry["action"],))[0]
            if "action" in entry
            else Markup("all {} cards").format(entry["category"].capitalize())
        )
        groups.setdefault(key, []).append(card)
        rules.setdefault(key, {}).update(dict.fromkeys(entry["clauses"]))
    for key, cards in groups.items():
        decks, conditions = key
        whole = len(decks) == len(game.sides)
        named = "Both decks" if whole else ", ".join(game.side_name(side) for side in decks)
        yield (
            named,
            [prose.inline_html(one) for one in conditions],
            cards,
            site.links(prose, "rule", tuple(rules[key])),
        )


def _later(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> Iterator[Any]:
    """What comes in or happens later, by turns: when, then as a line."""
    entries = [
        *raw.get("entries", ()),
        *raw.get("events", {}).values(),
        *raw.get("ends", ()),
    ]
    for entry in sorted(entries, key=lambda one: one.get("turn", one.get("from_turn", 99))):
        rest = {key: value for key, value in entry.items() if key not in ("turn", "from_turn")}
        at = moment(entry)
        yield at[:1].upper() + at[1:], *_line(site, prose, game, rest)
    for entry in raw.get("barred", ()):
        rest = {key: value for key, value in entry.items() if key != "turn"}
        card = site.links(prose, "action", (entry["action"],))[0]
        _, conditions, rules = _line(site, prose, game, rest)
        said = Markup("{} cannot play {}").format(game.side_name(entry["side"]), card)
        if "against" in entry:
            said += Markup(" against {}").format(
                site.links(prose, "action", (entry["against"],))[0]
            )
        at = moment(entry)
        yield at[:1].upper() + at[1:], said, conditions, rules


def _sizes(prose: Prose, raw: Mapping[str, Any]) -> Any:
    """The table of sizes: heads and rows; a figure that no source states is (`?`, why)."""
    rows = raw.get("sizes")
    if not rows:
        return None
    names = [name for name in rows[0] if name != "clauses"]

    def cell(value: Any) -> tuple[str, str]:
        if isinstance(value, Mapping) and "from" in value:
            return f"{value['from']} to {value['to']}", ""
        fact: Fact[int] = Fact.parse(value, ())
        return (str(fact.value), "") if fact.known else ("?", fact.why)

    return {
        "heads": [name.replace("_", " ").capitalize() for name in names],
        "rows": [[cell(entry[name]) for name in names] for entry in rows],
        "why": prose.inline_html(
            next((why for entry in rows for name in names if (why := cell(entry[name])[1])), "")
        ),
    }


def _effects(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> Iterator[Any]:
    """The campaign's effects on which the scenario depends: name as a link, what it is, rules."""
    for ident in effects_used(raw):
        for campaign in game.campaigns.values():
            found = campaign.raw.get("effects", {}).get(ident)
            if found:
                place = relative(prose.page, f"{game.id}/campaigns.html#effect-{ident}")
                name = effect_name(game, ident)
                link = Markup('<a href="{}">{}</a>').format(place, name[:1].upper() + name[1:])
                yield (
                    link,
                    prose.inline_html(words(game, found["text"])),
                    site.links(prose, "rule", tuple(found["clauses"])),
                )


# --- campaigns -----------------------------------------------------------------------------------


def drawn_campaigns(game: Game) -> list[Campaign]:
    """The campaigns whose outcomes change later scenarios."""
    return [one for one in game.campaigns.values() if one.raw.get("effects")]


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The page of the game's campaigns, where it has such."""
    found = drawn_campaigns(game)
    if found:
        path = f"{game.id}/campaigns.html"
        prose = site.prose(game.id, path)
        yield Page(
            path,
            "Campaign",
            "campaigns.md.j2",
            {
                "prose": prose,
                "game": game,
                "campaigns": [_campaign(site, prose, game, one) for one in found],
            },
            f"Linked scenarios of {game.title.get()}.",
            {"search": {"boost": 1.5}},
        )


def _campaign(site: Site, prose: Prose, game: Game, campaign: Campaign) -> dict[str, Any]:
    raw = campaign.raw
    drawn = graph(game, campaign)
    download = f"{game.id}/downloads/campaign-{campaign.id}.pdf"
    stages = [
        (
            site.link(prose, Ref(game.id, "scenario", one["scenario"])),
            site.links(prose, "rule", tuple(one.get("clauses", ()))),
        )
        for one in raw["scenarios"]
    ]
    followed = outcomes(game, campaign)
    return {
        "anchor": f"campaign-{campaign.id}",
        "title": campaign.title.get(),
        "summary": prose.md(words(game, raw.get("summary", ""))),
        "download": relative(prose.page, download) if download in site.downloads else None,
        "drawing": picture(drawn.svg, drawn.words) if drawn else None,
        "stages": stages,
        "effects": [
            (
                f"effect-{ident}",
                effect_name(game, ident),
                prose.inline_html(words(game, one["text"])),
                site.link(prose, Ref(game.id, "scenario", one["in"])),
                bool(one.get("outside")),
                site.links(prose, "rule", tuple(one["clauses"])),
            )
            for ident, one in raw["effects"].items()
        ],
        "outcomes": [
            (
                site.link(prose, Ref(game.id, "scenario", one["scenario"])),
                game.side_name(one["winner"]) if one["winner"] in game.sides else "whoever wins",
                [effect_name(game, given) for given in one.get("gives", ())],
                [prose.inline_html(said) for said in when(game, one, True)],
                one in followed,
                site.links(prose, "rule", tuple(one["clauses"])),
            )
            for one in raw.get("outcomes", ())
        ],
        "result": [
            (
                game.side_name(one["winner"]) if one.get("winner") in game.sides else "",
                *_plain(site, prose, game, one),
            )
            for one in raw.get("result", ())
        ],
        "discrepancies": discrepancy_views(site, prose, tuple(raw.get("discrepancies", ()))),
        "source": source_links(prose, sources(raw.get("source"))),
    }


__all__ = ["context", "drawn_campaigns", "pages"]

"""Terrain tiles, options, Action cards and armies: indexes, a page each, cards on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Fact, Game
from fieldpress.model.addresses import address, anchor
from fieldpress.model.recruits import Action, Army, Formation, Option, Tile
from fieldpress.rulesite.facts import Row, row, source_links, table, yes_no
from fieldpress.rulesite.names import Ref, other_names
from fieldpress.rulesite.pages.pieces import common, rule_links
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.pages.rulings import ruling_lines
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose
from fieldpress.tables.conditions import when, words
from fieldpress.tables.tiles import laid

#: The parts in the order of the menus: title, page in the game's folder, store, what it is for.
PARTS = (
    ("Tiles", "tiles/index.html", "tiles", "terrain by code and face"),
    ("Options", "options/index.html", "options", "recruitment tiles, equipment, prices"),
    ("Action cards", "actions.html", "actions", "those that scenarios name"),
    ("Armies", "armies/index.html", "armies", "who fields what, scenario by scenario"),
)


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The pages of the kinds that the game has records of."""
    if game.tiles:
        yield _index(site, game, "Tiles", ("Tile", "Face A", "Face B", "Scenarios"), _tile_rows)
    if game.options:
        heads = ("Option", "Side", "Kind", "Points", "Markers")
        yield _index(site, game, "Options", heads, _option_rows)
    if game.armies:
        yield _index(site, game, "Armies", ("Army", "Scenario", "Points"), _army_rows)
    if game.actions:
        yield _actions(site, game)
    for tile in game.tiles.values():
        yield _tile(site, game, tile)
    for option in game.options.values():
        yield _option(site, game, option)
    for army in game.armies.values():
        yield _army(site, game, army)


def _index(
    site: Site,
    game: Game,
    title: str,
    heads: tuple[str, ...],
    rows: Callable[[Site, Prose, Game], Iterator[tuple[Any, ...]]],
) -> Page:
    path = f"{game.id}/{title.lower()}/index.html"
    prose = site.prose(game.id, path)
    return Page(
        path,
        title,
        "recruits-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "title": title,
            "heads": heads,
            "rows": list(rows(site, prose, game)),
        },
        f"{title} of {game.title.get()}.",
        {"search": {"exclude": True}},
    )


def _amount(fact: Fact[Any]) -> str:
    """A number in a list: `?` where no source states it, a dash where none is printed."""
    return str(fact.value) if fact.known else "?" if fact.unknown else "–"


def _tile_rows(site: Site, prose: Prose, game: Game) -> Iterator[tuple[Any, ...]]:
    for tile in game.tiles.values():
        faces = {face.letter: face for face in tile.faces}
        said = []
        for letter in ("A", "B"):
            face = faces.get(letter)
            if face is None or face.unknown:
                said.append(Markup("?"))
            else:
                shows = ", ".join(one.get() for one in face.shows)
                said.append(prose.inline_html(shows) if shows else Markup("used"))
        links = [site.link(prose, Ref(game.id, "scenario", one)) for one, _ in _uses(game, tile)]
        link = site.link(prose, Ref(game.id, "tile", tile.id))
        yield link, *said, Markup(", ").join(dict.fromkeys(links))


def _option_rows(site: Site, prose: Prose, game: Game) -> Iterator[tuple[Any, ...]]:
    for option in game.options.values():
        side = option.side.value
        yield (
            site.link(prose, Ref(game.id, "option", option.id)),
            game.side_name(side) if side in game.sides else "–",
            _amount(option.kind),
            _amount(option.cost),
            _amount(option.markers),
        )


def _army_rows(site: Site, prose: Prose, game: Game) -> Iterator[tuple[Any, ...]]:
    for army in game.armies.values():
        yield (
            site.link(prose, Ref(game.id, "army", army.id)),
            site.link(prose, Ref(game.id, "scenario", army.scenario)),
            _amount(army.total),
        )


# --- tiles ---------------------------------------------------------------------------------------


def _uses(game: Game, tile: Tile) -> list[tuple[str, str]]:
    """The scenarios that lay the tile, each with its face."""
    return [
        (scenario.id, entry["face"])
        for scenario in game.scenarios.values()
        for entry in scenario.raw.get("tiles", ())
        if entry["tile"] == tile.id
    ]


def _tile(site: Site, game: Game, tile: Tile) -> Page:
    path = address(game.id, "tile", tile.id)
    prose = site.prose(game.id, path)
    facts = [row(prose, "Code", tile.code)]
    for face in tile.faces:
        shown: Fact[str] = (
            Fact("unknown", why=face.unknown)
            if face.unknown
            else Fact(
                "known",
                ", ".join(one.get() for one in face.shows) or "nothing that the text names",
                "printed",
                source=face.source,
            )
        )
        facts.append(row(prose, f"Face {face.letter} shows", shown, prose.inline_html))
    lines = []
    for ident, letter in dict.fromkeys(_uses(game, tile)):
        marks = [
            mark[1]
            for one in laid(site.library, game, game.scenarios[ident])
            if one.label == f"{tile.code.or_else('?')}-{letter}"
            for mark in one.marks
        ]
        link = site.link(prose, Ref(game.id, "scenario", ident))
        said = f": {', '.join(marks)}" if marks else ""
        lines.append(Markup("{}, face {}{}").format(link, letter, said))
    return _page(
        site, game, "Tiles", path, "tile", tile, "Terrain tile", facts, _list("Laid in", lines)
    )


def _list(title: str, lines: list[Markup]) -> list[dict[str, Any]]:
    items = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    return [{"title": title, "html": Markup("<ul>{}</ul>").format(items)}] if lines else []


# --- options -------------------------------------------------------------------------------------


def _option(site: Site, game: Game, option: Option) -> Page:
    path = address(game.id, "option", option.id)
    prose = site.prose(game.id, path)
    facts = [
        row(prose, "Kind", option.kind),
        row(prose, "Side", option.side, game.side_name),
        row(prose, "Points", option.cost),
        row(prose, "Markers", option.markers),
        row(prose, "Officer's star", option.officer, yes_no),
        row(prose, "Transport points", option.transport),
    ]
    sections = []
    if option.counter:
        sections += _list("Its marker", site.links(prose, "counter", (option.counter,)))
    sections += _list("In armies", list(_entries(site, prose, game, option)))
    printed = site.printed.option(game, option, path)
    label = "Option" if option.kind.unknown else str(option.kind.or_else("Option")).capitalize()
    return _page(site, game, "Options", path, "option", option, label, facts, sections, printed)


def _entries(site: Site, prose: Prose, game: Game, option: Option) -> Iterator[Markup]:
    """Every army of any game that takes the option, with what it prints."""
    for other in site.library.games.values():
        named = option.id if other.id == game.id else f"{game.id}/{option.id}"
        for army in other.armies.values():
            for formation in army.formations:
                for entry in formation.entries:
                    if entry.option == named:
                        link = site.link(prose, Ref(other.id, "army", army.id))
                        yield Markup("{}: {}").format(link, _printed(entry))


def _printed(entry: Any) -> str:
    """What a line of an army prints: points, what stands beside them, units."""
    parts = [f"{_amount(entry.points)} points"]
    if entry.multiple:
        parts.append(entry.multiple)
    if entry.star:
        parts.append("an officer's star")
    if entry.contents.known and entry.contents.value:
        parts.append(", ".join(entry.contents.value))
    return "; ".join(parts)


# --- armies --------------------------------------------------------------------------------------


def _army(site: Site, game: Game, army: Army) -> Page:
    path = address(game.id, "army", army.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "army", army.id)
    scenario = site.link(prose, Ref(game.id, "scenario", army.scenario))
    side: Fact[str] = Fact("known", army.side, "printed")
    facts: list[Row | None] = [
        row(prose, "Side", side, game.side_name),
        row(prose, "Points in all", army.total),
    ]
    return Page(
        path,
        army.title.get(),
        "recruit.md.j2",
        {
            "prose": prose,
            "game": game,
            "crumbs": [("Armies", "index.html")],
            "anchor": anchor("army", army.id),
            "name": army.title.get(),
            "language": army.title.language(),
            "label": "Army",
            "others": other_names(army.title),
            "also": (),
            "printed": None,
            "lead": Markup("<p>Fielded in {}.</p>").format(scenario),
            "facts": table(prose, facts),
            "sections": [_formation(site, prose, game, one) for one in army.formations],
            "note": prose.md(army.note.get()) if army.note else None,
            "changes": site.changes(prose, ref),
            "discrepancies": discrepancy_views(
                site, prose, tuple(army.raw.get("discrepancies", ()))
            ),
            "rulings": ruling_lines(site, prose, site.mentioning(ref, "ruling")),
            "rules": rule_links(site, prose, ref, army.raw),
            "source": source_links(prose, army.source),
            "mentioned": site.mentioned_by(prose, ref, without=("rule", "ruling", "discrepancy")),
        },
        f"{army.title.get()} of {game.title.get()}.",
        {"search": {"boost": 1.5}, "hide": ["navigation"]},
    )


def _formation(site: Site, prose: Prose, game: Game, formation: Formation) -> dict[str, Any]:
    raw = formation.raw
    over = [words(game, raw[key]) for key in ("division", "battalion", "regiment") if key in raw]
    if formation.group is not None:
        over.append(f"Group {formation.group}")
    conditions = [prose.inline_html(one) for one in when(game, {"if": formation.condition}, True)]
    rows = []
    for entry in formation.entries:
        ref = Ref.of(game.id, "option", entry.option)
        copies = f" × {entry.copies.value}" if entry.copies.known else ""
        named = f" (printed: {entry.printed})" if entry.printed else ""
        rows.append(
            (
                Markup("{}{}{}").format(site.link(prose, ref), copies, named),
                _amount(entry.points),
                entry.multiple,
                ", ".join(entry.contents.value or ()) if entry.contents.known else "",
                "star" if entry.star else "",
            )
        )
    return {
        "title": formation.title.get(),
        "over": over,
        "conditions": conditions,
        "heads": ("Option", "Points", "Beside it", "Units", "Officer"),
        "rows": rows,
        "note": prose.inline_html(words(game, raw.get("note", ""))),
    }


# --- Action cards --------------------------------------------------------------------------------


def _actions(site: Site, game: Game) -> Page:
    path = f"{game.id}/actions.html"
    prose = site.prose(game.id, path)
    return Page(
        path,
        "Action cards",
        "actions.md.j2",
        {
            "prose": prose,
            "game": game,
            "entries": [_action(site, prose, game, one) for one in game.actions.values()],
        },
        f"Action cards that the scenarios of {game.title.get()} name.",
        {"search": {"boost": 1.5}},
    )


def _action(site: Site, prose: Prose, game: Game, action: Action) -> dict[str, Any]:
    facts = [row(prose, "Sort", action.category)]
    decks = action.decks.value if action.decks.known and action.decks.value else {}
    for side, fact in decks.items():
        facts.append(row(prose, f"In the {game.side_name(side)} deck", fact, yes_no))
    ref = Ref(game.id, "action", action.id)
    return {
        "anchor": anchor("action", action.id),
        "name": action.name.get(),
        "others": other_names(action.name),
        "also": action.also_named,
        "facts": table(prose, facts),
        "note": prose.md(action.note.get()) if action.note else None,
        "rules": site.links(prose, "rule", action.clauses),
        "source": source_links(prose, action.source),
        "changes": site.changes(prose, ref),
        "mentioned": site.mentioned_by(prose, ref, without=("rule",)),
    }


def _page(
    site: Site,
    game: Game,
    title: str,
    path: str,
    kind: str,
    record: Tile | Option,
    label: str,
    facts: list[Row | None],
    sections: list[dict[str, Any]],
    printed: Markup | None = None,
) -> Page:
    prose = site.prose(game.id, path)
    return Page(
        path,
        record.name.get(),
        "recruit.md.j2",
        common(site, prose, Ref(game.id, kind, record.id), record)
        | {
            "crumbs": [(title, "index.html")],
            "label": label,
            "printed": printed,
            "lead": None,
            "facts": table(prose, facts),
            "sections": sections,
        },
        f"{label} of {game.title.get()}.",
        {"search": {"boost": 2}, "hide": ["navigation"]},
    )


def recruit_summary(site: Site, ref: Ref) -> str:
    """A tile, an option or an army in plain words, for its preview."""
    game = site.library[ref.game]
    if ref.kind == "tile":
        shown = [one.get() for face in game.tiles[ref.id].faces for one in face.shows]
        return ", ".join(shown)
    if ref.kind == "army":
        army = game.armies[ref.id]
        return f"{game.side_name(army.side)}, {_amount(army.total)} points."
    option = game.options[ref.id]
    parts = [] if option.kind.unknown else [str(option.kind.or_else("")).capitalize()]
    parts.append(f"{_amount(option.cost)} points")
    rules = [game.clauses[key].text for key in option.clauses if key in game.clauses]
    prose = site.prose(ref.game, "")
    said = " ".join(prose.plain(text.get()) for text in rules if text)
    return f"{', '.join(part for part in parts if part)}. {said}".strip()


__all__ = ["PARTS", "pages", "recruit_summary"]

"""Cards, terrains, counters and other components: a page each, and an index of each kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Card, Component, Counter, Fact, Game, Terrain, TerrainFace, Text
from fieldpress.model.addresses import address, anchor
from fieldpress.model.game import fold
from fieldpress.rulesite.effects import EffectWords
from fieldpress.rulesite.facts import (
    Row,
    count_rows,
    row,
    source_links,
    table,
    type_name,
    yes_no,
)
from fieldpress.rulesite.names import CARD_KINDS, Ref, other_names
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.pages.rulings import ruling_lines
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, shorten


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Pages of every piece of one game; a kind that the game lacks has no index."""
    if game.cards:
        yield _card_index(site, game)
        yield from _facet_pages(site, game)
    for card in game.cards.values():
        yield _card(site, game, card)
    if game.terrains:
        yield _terrain_index(site, game)
    for terrain in game.terrains.values():
        yield _terrain(site, game, terrain)
    if game.counters or game.components:
        yield _counter_index(site, game)
    for counter in game.counters.values():
        yield _counter(site, game, counter)
    for component in game.components.values():
        yield _component(site, game, component)


# --- what every piece page has ---------------------------------------------------------------


def _common(site: Site, prose: Prose, ref: Ref, record: Any) -> dict[str, Any]:
    """Name, notes and everything that other records say about the piece."""
    game = site.library[ref.game]
    naming = tuple(
        d.id for d in game.discrepancies.values() if ref.id in d.concerns.get(f"{ref.kind}s", ())
    )
    return {
        "prose": prose,
        "game": game,
        "record": record,
        "anchor": anchor(ref.kind, ref.id),
        "name": record.name.get(),
        "language": record.name.language(),
        "others": other_names(record.name),
        "also": getattr(record, "also_named", ()),
        "note": prose.md(record.note.get()) if record.note else None,
        "source": source_links(prose, record.source),
        "changes": site.changes(prose, ref),
        "discrepancies": discrepancy_views(site, prose, naming),
        "rulings": ruling_lines(site, prose, site.mentioning(ref, "ruling")),
        "rules": rule_links(site, prose, ref, record.raw),
        "mentioned": site.mentioned_by(prose, ref, without=("rule", "ruling", "discrepancy")),
    }


def rule_links(site: Site, prose: Prose, ref: Ref, raw: Any) -> list[Markup]:
    """The clauses that the record cites and those that mention it, in the game's order."""
    from fieldpress.rulesite.mentions import references

    cited = {one for one in references(site.library, ref, raw) if one.kind == "rule"}
    naming = set(site.mentioning(ref, "rule"))
    both = cited | naming
    order = [
        Ref(game.id, "rule", key) for game in site.library.games.values() for key in game.clauses
    ]
    return [site.link(prose, one) for one in order if one in both]


def _effect_view(
    site: Site, prose: Prose, fact: Fact[list[Any]], side: str | None
) -> dict[str, Any]:
    """Effects in words; `unspoken` tells a reader that a part has no words yet."""
    words = EffectWords(site.library[prose.game], side)
    lines: list[Markup] = []
    whole = True
    if fact.known and fact.value:
        lines = [prose.inline_html(words.effect(effect)) for effect in fact.value]
        last = fact.value[-1]
        whole = not ("unknown" in last and len(last) == 1)
    return {
        "state": fact.state,
        "lines": lines,
        "whole": whole,
        "why": prose.inline_html(fact.why),
        "unspoken": words.unspoken,
    }


def _text_view(prose: Prose, fact: Fact[Text]) -> dict[str, Any]:
    """A card's text: the words, or why there are none, with its basis."""
    known = fact.known and fact.value is not None
    return {
        "state": fact.state,
        "html": prose.html(fact.value.get()) if known and fact.value else Markup(""),
        "language": fact.value.language() if known and fact.value else "",
        "basis": fact.basis,
        "why": prose.inline_html(fact.why),
    }


def set_label(game: Game, ident: str) -> str:
    found = game.sets.get(ident)
    return (
        f"{found.name.get()} ({found.mark})"
        if found and found.mark
        else (found.name.get() if found else ident)
    )


def _copies_rows(prose: Prose, game: Game, fact: Fact[dict[str, Fact[int]]]) -> list[Row]:
    return count_rows(prose, lambda key: f"Copies, {set_label(game, key)}", fact, "Copies")


def copies_code(game: Game, fact: Fact[dict[str, Fact[int]]]) -> str:
    """The quick-sort code as on the cards: `P2 M1`, a question mark where a count is not stated."""
    if not fact.known or fact.value is None:
        return "copies ?" if fact.unknown else ""
    parts = []
    for key, count in fact.value.items():
        mark = game.sets[key].mark if key in game.sets and game.sets[key].mark else key.upper()
        parts.append(f"{mark}{count.value if count.known else '?'}")
    return " ".join(parts)


def _scenarios_of(site: Site, prose: Prose, game: Game, copies: Fact[Any]) -> list[Markup]:
    """The scenarios whose sets take the piece."""
    if not copies.known or not copies.value:
        return []
    return [
        site.link(prose, Ref(game.id, "scenario", scenario.id))
        for scenario in game.scenarios.values()
        if set(scenario.raw.get("sets", {}).get("takes", ())) & set(copies.value)
    ]


# --- cards -----------------------------------------------------------------------------------


def _side_class(game: Game, side: str | None) -> str:
    """`attacker` or `defender` for the colours, empty where the side is not known."""
    return str(game.sides.get(side, {}).get("role", "")) if side else ""


def _card(site: Site, game: Game, card: Card) -> Page:
    path = address(game.id, "card", card.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "card", card.id)
    side = card.side.value if card.side.known else None
    facts = [
        row(prose, "Side", card.side, game.side_name),
        row(prose, "Kind", card.kind, lambda kind: CARD_KINDS.get(kind, kind)),
        row(prose, "Heroic", card.heroic, yes_no),
        row(prose, "Combat Value", card.combat_value),
        row(prose, "Unit type", card.unit_type, lambda ident: type_name(game, ident)),
        row(prose, "Support", card.support, yes_no),
        row(prose, "Number", card.number),
        *_copies_rows(prose, game, card.copies),
    ]
    if len(card.plays_as) > 1:
        words = ", ".join(CARD_KINDS.get(role, role) for role in card.plays_as)
        facts.insert(2, Row("May be played as", Markup(words), "printed", Markup(""), card.source))
    context = _common(site, prose, ref, card) | {
        "label": site.label(ref),
        "kind": card.kind.or_else(""),
        "side": game.side_name(side) if side else "Side ?",
        "role": _side_class(game, side),
        "heroic": card.heroic.or_else(False),
        "is_unit": card.combat_value.state != "absent",
        "value": card.combat_value.value if card.combat_value.known else "?",
        "type": type_name(game, card.unit_type.value)
        if card.unit_type.known and card.unit_type.value
        else None,
        "number": card.number.value if card.number.known else None,
        "code": copies_code(game, card.copies),
        "text": _text_view(prose, card.text),
        "effects": _effect_view(site, prose, card.effects, side),
        "facts": table(prose, facts),
        "scenarios": _scenarios_of(site, prose, game, card.copies),
    }
    words = prose.plain(card.text.value.get()) if card.text.known and card.text.value else ""
    return Page(
        path,
        card.name.get(),
        "card.md.j2",
        context,
        shorten(f"{site.label(ref)} of {game.title.get()}. {words}", 200),
        {"search": {"boost": 2}, "hide": ["navigation"]},
    )


def _card_index(site: Site, game: Game) -> Page:
    path = f"{game.id}/cards/index.html"
    prose = site.prose(game.id, path)
    entries = [_card_entry(site, prose, game, card) for card in game.cards.values()]
    groups: list[tuple[str, str, list[dict[str, Any]]]] = []
    for side, title in [*((s, game.side_name(s)) for s in game.sides), ("", "Side not stated")]:
        found = [entry for entry in entries if entry["side"] == side]
        if found:
            found.sort(
                key=lambda entry: (
                    list(CARD_KINDS).index(entry["kind"]) if entry["kind"] else 9,
                    entry["fold"],
                )
            )
            groups.append((side or "unknown", title, found))
    return Page(
        path,
        "Cards",
        "cards-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "groups": groups,
            "total": len(entries),
            "facets": _facets(game, entries),
            "lists": [
                (title, f"../cards-by-{field}.html")
                for field, title, _ in _facets(game, entries)
                if field != "side"
            ],
        },
        f"All {len(entries)} named cards of {game.title.get()}, with filters.",
        {"search": {"exclude": True}},
    )


def _facet_pages(site: Site, game: Game) -> Iterator[Page]:
    """The cards by kind, by type and so on, as plain lists that need no script."""
    for field, title, values in _facets(
        game,
        [_card_entry(site, site.prose(game.id, ""), game, card) for card in game.cards.values()],
    ):
        if field == "side":  # the index itself goes by side
            continue
        path = f"{game.id}/cards-by-{field}.html"
        prose = site.prose(game.id, path)
        entries = sorted(
            (_card_entry(site, prose, game, card) for card in game.cards.values()),
            key=lambda entry: entry["fold"],
        )

        def under(
            value: str, field: str = field, entries: list[dict[str, Any]] = entries
        ) -> list[dict[str, Any]]:
            return [
                entry
                for entry in entries
                if (value in entry[field] if field == "sets" else value == entry[field])
            ]

        rest = [entry for entry in entries if not entry[field]]
        groups = [
            (value, shown.capitalize() if field == "heroic" else shown, under(value))
            for value, shown in values
        ]
        if rest:
            groups.append(
                ("none", "Not stated" if field in ("kind", "sets") else "None, or not stated", rest)
            )
        yield Page(
            path,
            f"Cards by {title.casefold()}",
            "cards-by.md.j2",
            {
                "prose": prose,
                "game": game,
                "title": f"Cards by {title.casefold()}",
                "groups": groups,
            },
            f"The cards of {game.title.get()} by {title.casefold()}.",
            {"search": {"exclude": True}, "hide": ["navigation"]},
        )


def _card_entry(site: Site, prose: Prose, game: Game, card: Card) -> dict[str, Any]:
    side = card.side.value if card.side.known and card.side.value in game.sides else ""
    words = [*card.name.by_language.values(), *card.also_named, card.id]
    if card.number.known and card.number.value:
        words.append(card.number.value)
    unit_type = card.unit_type.value if card.unit_type.known and card.unit_type.value else ""
    if unit_type:
        words.append(type_name(game, unit_type))
    return {
        "name": card.name.get(),
        "language": card.name.language(),
        "others": [name for _, name in other_names(card.name)],
        "href": prose.href("card", card.id),
        "label": site.label(Ref(game.id, "card", card.id)),
        "side": side,
        "role": _side_class(game, side),
        "kind": card.kind.or_else(""),
        "heroic": "heroic" if card.heroic.or_else(False) else "",
        "sets": list(card.copies.value) if card.copies.known and card.copies.value else [],
        "type": unit_type,
        "value": None
        if card.combat_value.state == "absent"
        else card.combat_value.value
        if card.combat_value.known
        else "?",
        "code": copies_code(game, card.copies),
        "number": card.number.value if card.number.known else "",
        "fold": " ".join(dict.fromkeys(re.findall(r"[^\W_]+", fold(" ".join(words))))),
    }


def _facets(
    game: Game, entries: list[dict[str, Any]]
) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The filters of the card browser, those that part cards: (field, title, [(value, shown)])."""
    types = sorted({entry["type"] for entry in entries if entry["type"]})
    sets = [ident for ident in game.sets if any(ident in entry["sets"] for entry in entries)]
    facets = [
        ("side", "Side", [(side, game.side_name(side)) for side in game.sides]),
        ("kind", "Kind", list(CARD_KINDS.items())),
        ("heroic", "Heroic", [("heroic", "heroic only")]),
        ("type", "Type", [(ident, type_name(game, ident)) for ident in types]),
        ("sets", "Set", [(ident, set_label(game, ident)) for ident in sets]),
    ]

    def used(field: str, value: str) -> bool:
        return any(
            value in entry[field] if field == "sets" else value == entry[field] for entry in entries
        )

    kept = [
        (field, title, [(value, shown) for value, shown in values if used(field, value)])
        for field, title, values in facets
    ]
    return [facet for facet in kept if facet[2]]


# --- terrains --------------------------------------------------------------------------------


def _face_view(
    site: Site, prose: Prose, game: Game, terrain: Terrain, face: TerrainFace
) -> dict[str, Any]:
    facts = [
        row(prose, "Number", face.number),
        *count_rows(
            prose,
            lambda side: f"Cards drawn, {game.side_name(side) if side in game.sides else side}",
            face.draws,
            "Cards drawn",
        ),
        row(prose, "Size (Units that may be played)", face.size),
    ]
    draws = face.draws.value if face.draws.known and face.draws.value else {}
    return {
        "letter": face.letter,
        "name": face.name.get(),
        "language": face.name.language(),
        "number": face.number.value if face.number.known else None,
        "size": face.size.value if face.size.known else "?",
        "draws": [
            (
                game.side_name(side),
                _side_class(game, side),
                draws[side].value if side in draws and draws[side].known else "?",
            )
            for side in game.sides
        ],
        "text": _text_view(prose, face.text),
        "effects": _effect_view(site, prose, face.effects, None),
        "facts": table(prose, facts),
        "source": source_links(prose, face.source) if face.source != terrain.source else None,
    }


def _terrain(site: Site, game: Game, terrain: Terrain) -> Page:
    path = address(game.id, "terrain", terrain.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "terrain", terrain.id)
    facts = [
        row(prose, "Objective", terrain.objective, yes_no),
        row(prose, "Building", terrain.building, yes_no),
        *_copies_rows(prose, game, terrain.copies),
    ]
    return Page(
        path,
        terrain.name.get(),
        "terrain.md.j2",
        _common(site, prose, ref, terrain)
        | {
            "label": "Terrain, two-sided" if terrain.two_sided else "Terrain",
            "faces": [_face_view(site, prose, game, terrain, face) for face in terrain.faces],
            "facts": table(prose, facts),
            "code": copies_code(game, terrain.copies),
            "scenarios": _scenarios_of(site, prose, game, terrain.copies),
        },
        f"Terrain of {game.title.get()}.",
        {"search": {"boost": 2}, "hide": ["navigation"]},
    )


def _by_number(terrain: Terrain) -> tuple[str, str]:
    """Terrains in the order of their numbers, those without one at the end."""
    number = terrain.front.number
    return (number.value if number.known and number.value else "~", fold(terrain.name.get()))


def _terrain_index(site: Site, game: Game) -> Page:
    path = f"{game.id}/terrains/index.html"
    prose = site.prose(game.id, path)
    entries = []
    for terrain in sorted(game.terrains.values(), key=_by_number):
        face = terrain.front
        draws = face.draws.value if face.draws.known and face.draws.value else {}
        entries.append(
            {
                "name": terrain.name.get(),
                "language": terrain.name.language(),
                "others": [name for _, name in other_names(terrain.name)],
                "href": prose.href("terrain", terrain.id),
                "number": " / ".join(
                    str(one.number.value) if one.number.known else "?" for one in terrain.faces
                ),
                "draws": [
                    draws[side].value if side in draws and draws[side].known else "?"
                    for side in game.sides
                ],
                "size": " / ".join(
                    str(one.size.value) if one.size.known else "?" for one in terrain.faces
                ),
                "code": copies_code(game, terrain.copies),
                "two_sided": terrain.two_sided,
                "objective": terrain.objective.or_else(False),
            }
        )
    blanks = [
        (
            prose.inline_html(piece_set.name.get()),
            blank,
            row(prose, "", Fact.parse(blank["count"], ())),
        )
        for piece_set in game.sets.values()
        for blank in piece_set.blanks
        if blank["kind"] == "terrain"
    ]
    return Page(
        path,
        "Terrains",
        "terrains-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "entries": entries,
            "sides": [game.side_name(side) for side in game.sides],
            "blanks": blanks,
        },
        f"The {len(entries)} named Terrains of {game.title.get()}.",
        {"search": {"exclude": True}},
    )


# --- counters and components -----------------------------------------------------------------


def _counter(site: Site, game: Game, counter: Counter) -> Page:
    path = address(game.id, "counter", counter.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "counter", counter.id)
    facts = [
        row(prose, "In the box", counter.count),
        row(prose, "In the Reserve at the start", counter.reserve),
        row(prose, "Colour", counter.colour, lambda text: text.get()),
    ]
    return Page(
        path,
        counter.name.get(),
        "counter.md.j2",
        _common(site, prose, ref, counter)
        | {
            "label": f"Counter, {counter.kind}",
            "faces": [
                {
                    "id": face.id,
                    "shows": prose.inline_html(face.shows.get()),
                    "adds": f"{face.adds:+d}" if face.adds else face.adds,
                    "side": game.side_name(face.side) if face.side in game.sides else None,
                    "colour": face.colour,
                }
                for face in counter.faces
            ],
            "form": f"{counter.shape}, printed {counter.size:g} mm across",
            "given_by": site.links(prose, "card", counter.given_by),
            "facts": table(prose, facts),
        },
        f"Counter of {game.title.get()}.",
        {"search": {"boost": 2}, "hide": ["navigation"]},
    )


def _component(site: Site, game: Game, component: Component) -> Page:
    path = address(game.id, "component", component.id)
    prose = site.prose(game.id, path)
    ref = Ref(game.id, "component", component.id)
    facts = [
        row(prose, "In the box", component.count),
        row(prose, "Side", component.side, game.side_name),
    ]
    lines = [
        (
            prose.inline_html(Text.parse(line["text"], game.language).get()),
            site.links(prose, "rule", tuple(line.get("clauses", ()))),
        )
        for line in component.raw.get("lines", ())
    ]
    ways = [
        (prose.inline_html(Text.parse(way["shows"], game.language).get()), way.get("adds"))
        for way in component.raw.get("orientations", ())
    ]
    return Page(
        path,
        component.name.get(),
        "component.md.j2",
        _common(site, prose, ref, component)
        | {
            "label": f"{component.kind.capitalize()} card",
            "lines": lines,
            "orientations": ways,
            "facts": table(prose, facts),
        },
        f"{component.kind.capitalize()} card of {game.title.get()}.",
        {"hide": ["navigation"]},
    )


def _counter_index(site: Site, game: Game) -> Page:
    path = f"{game.id}/counters/index.html"
    prose = site.prose(game.id, path)

    def amount(fact: Fact[int]) -> str:
        return str(fact.value) if fact.known else "?" if fact.unknown else "–"

    return Page(
        path,
        "Counters and components",
        "counters-index.md.j2",
        {
            "prose": prose,
            "game": game,
            "counters": [
                {
                    "name": counter.name.get(),
                    "href": prose.href("counter", counter.id),
                    "kind": counter.kind,
                    "faces": [prose.inline_html(face.shows.get()) for face in counter.faces],
                    "count": amount(counter.count),
                    "reserve": amount(counter.reserve),
                }
                for counter in game.counters.values()
            ],
            "components": [
                {
                    "name": component.name.get(),
                    "href": prose.href("component", component.id),
                    "kind": component.kind,
                    "count": amount(component.count),
                }
                for component in game.components.values()
            ],
        },
        f"Counters and other components of {game.title.get()}.",
        {"search": {"exclude": True}},
    )


def piece_summary(site: Site, ref: Ref) -> str:
    """A piece in plain words, for its preview."""
    game = site.library[ref.game]
    prose = site.prose(ref.game, "")
    if ref.kind == "card":
        card = game.cards[ref.id]
        parts = []
        if card.side.known and card.side.value:
            parts.append(game.side_name(card.side.value))
        if card.combat_value.state != "absent":
            parts.append(
                f"Combat Value {card.combat_value.value if card.combat_value.known else '?'}"
            )
        text = card.text.value.get() if card.text.known and card.text.value else card.text.why
        return shorten(f"{', '.join(parts)}. {prose.plain(text)}".lstrip(". "), 320)
    if ref.kind == "terrain":
        terrain = game.terrains[ref.id]
        face = terrain.front
        text = face.text.value.get() if face.text.known and face.text.value else face.text.why
        size = face.size.value if face.size.known else "?"
        return shorten(f"Size {size}. {prose.plain(text)}", 320)
    if ref.kind == "counter":
        counter = game.counters[ref.id]
        return " / ".join(prose.plain(face.shows.get()) for face in counter.faces)
    return ""

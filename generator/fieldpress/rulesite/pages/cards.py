"""Cards: a page each, the browser with filters, plain lists by each facet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Card, Game
from fieldpress.model.addresses import address
from fieldpress.model.game import fold
from fieldpress.rulesite.facts import Row, row, table, type_name, yes_no
from fieldpress.rulesite.names import CARD_KINDS, Ref, other_names
from fieldpress.rulesite.pages.pieces import (
    common,
    copies_code,
    copies_rows,
    effect_view,
    scenarios_of,
    set_label,
    side_class,
    text_view,
)
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, shorten


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Pages of one game's cards; nothing where it has none."""
    if not game.cards:
        return
    yield _card_index(site, game)
    yield from _facet_pages(site, game)
    for card in game.cards.values():
        yield _card(site, game, card)


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
        *copies_rows(prose, game, card.copies),
    ]
    if len(card.plays_as) > 1:
        words = ", ".join(CARD_KINDS.get(role, role) for role in card.plays_as)
        facts.insert(2, Row("May be played as", Markup(words), "printed", Markup(""), card.source))
    context = common(site, prose, ref, card) | {
        "label": site.label(ref),
        "printed": site.printed.card(game, card, path),
        "kind": card.kind.or_else(""),
        "side": game.side_name(side) if side else "Side ?",
        "role": side_class(game, side),
        "heroic": card.heroic.or_else(False),
        "is_unit": card.combat_value.state != "absent",
        "value": card.combat_value.value if card.combat_value.known else "?",
        "type": type_name(game, card.unit_type.value)
        if card.unit_type.known and card.unit_type.value
        else None,
        "number": card.number.value if card.number.known else None,
        "code": copies_code(game, card.copies),
        "text": text_view(prose, card.text),
        "effects": effect_view(site, prose, card.effects, side),
        "facts": table(prose, facts),
        "scenarios": scenarios_of(site, prose, game, card.copies),
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
        "role": side_class(game, side),
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

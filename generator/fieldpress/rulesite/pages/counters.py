"""Counters and other components: a page each, and one index for both."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.model import Component, Counter, Fact, Game, Text
from fieldpress.model.addresses import address
from fieldpress.rulesite.facts import row, table
from fieldpress.rulesite.names import Ref
from fieldpress.rulesite.pages.pieces import (
    common,
)
from fieldpress.rulesite.site import Page, Site


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Pages of one game's counters and components; nothing where it has neither."""
    if game.counters or game.components:
        yield _counter_index(site, game)
    for counter in game.counters.values():
        yield _counter(site, game, counter)
    for component in game.components.values():
        yield _component(site, game, component)


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
        common(site, prose, ref, counter)
        | {
            "label": f"Counter, {counter.kind}",
            "faces": [
                {
                    "id": face.id,
                    "printed": site.printed.counter(game, counter, face, path),
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
    label = f"{component.kind.capitalize()}{' card' if component.is_card else ''}"
    return Page(
        path,
        component.name.get(),
        "component.md.j2",
        common(site, prose, ref, component)
        | {
            "label": label,
            "printed": site.printed.component(game, component, path),
            "lines": lines,
            "orientations": ways,
            "facts": table(prose, facts),
        },
        f"{label} of {game.title.get()}.",
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

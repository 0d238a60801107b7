"""Terrains: a page each with both faces, and an index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.model import Fact, Game, Terrain, TerrainFace
from fieldpress.model.addresses import address
from fieldpress.model.game import fold
from fieldpress.rulesite.facts import count_rows, row, source_links, table, yes_no
from fieldpress.rulesite.names import Ref, other_names
from fieldpress.rulesite.pages.pieces import (
    common,
    copies_code,
    copies_rows,
    effect_view,
    scenarios_of,
    side_class,
    text_view,
)
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose


def pages(site: Site, game: Game) -> Iterator[Page]:
    """Pages of one game's Terrains; nothing where it has none."""
    if not game.terrains:
        return
    yield _terrain_index(site, game)
    for terrain in game.terrains.values():
        yield _terrain(site, game, terrain)


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
        "printed": site.printed.terrain(game, terrain, face, prose.page),
        "name": face.name.get(),
        "language": face.name.language(),
        "number": face.number.value if face.number.known else None,
        "size": face.size.value if face.size.known else "?",
        "draws": [
            (
                game.side_name(side),
                side_class(game, side),
                draws[side].value if side in draws and draws[side].known else "?",
            )
            for side in game.sides
        ],
        "text": text_view(prose, face.text),
        "effects": effect_view(site, prose, face.effects, None),
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
        *copies_rows(prose, game, terrain.copies),
    ]
    return Page(
        path,
        terrain.name.get(),
        "terrain.md.j2",
        common(site, prose, ref, terrain)
        | {
            "label": "Terrain, two-sided" if terrain.two_sided else "Terrain",
            "faces": [_face_view(site, prose, game, terrain, face) for face in terrain.faces],
            "facts": table(prose, facts),
            "code": copies_code(game, terrain.copies),
            "scenarios": scenarios_of(site, prose, game, terrain.copies),
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

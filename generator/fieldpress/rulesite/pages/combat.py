"""A combat step by step, and the value tables that the engine makes: pages for the table.

The steps are those of the sequence in the content, each with its rules in full; they read without
scripts from top to bottom, and one at a time with them (site/scripts/stepper.js).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from fieldpress.model import Game, Text
from fieldpress.model.addresses import address
from fieldpress.model.overlord import Sequence
from fieldpress.rulesite.names import Ref, role_side
from fieldpress.rulesite.pages.rulings import ruling_lines
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, relative
from fieldpress.tables.combat_values import Row, Table, tables

STEPS, VALUES = "combat.html", "combat-values.html"
#: Title and what it is for, by page, as in the menus.
BLURBS = {"Combat": "step by step, with its rules", "Combat values": "what counts how much"}


def pages(site: Site, game: Game) -> Iterator[Page]:
    """The steps, where the game has a sequence of combat; the values, where it is judged."""
    if sequences := _sequences(game):
        yield _steps(site, game, sequences)
    if _judged(game):
        yield _values(site, game)


def parts(game: Game) -> list[tuple[str, str, int]]:
    """The pages as in the menus: title, address in the game's folder, how many steps or tables."""
    steps = sum(len(one.steps) for one in _sequences(game))
    # As many tables as `tables` makes, told without making them for every page.
    kinds = 3 + bool(game.states) + bool(game.supports) if _judged(game) else 0
    return [("Combat", STEPS, steps), ("Combat values", VALUES, kinds)]


def _sequences(game: Game) -> list[Sequence]:
    return [one for one in game.sequences.values() if one.of == "combat"]


def _judged(game: Game) -> bool:
    return game.raw.get("ruleset") == "overlord" and bool(game.raw.get("judged", True))


# --- the steps ----------------------------------------------------------------------------------


def _steps(site: Site, game: Game, sequences: list[Sequence]) -> Page:
    path = f"{game.id}/{STEPS}"
    prose = site.prose(game.id, path)
    return Page(
        path,
        "Combat",
        "combat.md.j2",
        {
            "prose": prose,
            "game": game,
            "sequences": [
                {
                    "name": one.name.get(),
                    "anchor": f"sequence-{one.id}",
                    "register": prose.href("sequence", one.id),
                    "steps": _told(site, prose, game, one),
                }
                for one in sequences
            ],
            "values": relative(path, f"{game.id}/{VALUES}") if _judged(game) else "",
        },
        f"A combat of {game.title.get()}, step by step with the rules of each step.",
    )


def _told(site: Site, prose: Prose, game: Game, sequence: Sequence) -> list[dict[str, Any]]:
    """Each step with its rules in full; rules that several steps cite are told at none of them."""
    shared = Counter(key for raw in sequence.steps for key in raw["clauses"])
    out = []
    for number, raw in enumerate(sequence.steps, 1):
        who = str(raw.get("who", ""))
        side = role_side(game, who)
        keys = [key for key in raw["clauses"] if shared[key] == 1 and key in game.clauses]
        refs = [
            ref
            for key in keys
            for ref in site.mentioning(Ref(game.id, "rule", key), "ruling")
            if ref.game == game.id
        ]
        out.append(
            {
                "number": number,
                "anchor": f"step-{raw['id']}",
                "name": Text.parse(raw["name"], game.language).get(),
                "who": game.side_name(side) if side else who,
                "text": prose.inline_html(Text.parse(raw["text"], game.language).get())
                if "text" in raw
                else None,
                "rules": [_rule(site, prose, game, key) for key in keys],
                "rulings": ruling_lines(site, prose, list(dict.fromkeys(refs))),
            }
        )
    return out


def _rule(site: Site, prose: Prose, game: Game, key: str) -> tuple[Markup, Markup]:
    """A rule's title as a link, and its words."""
    clause = game.clauses[key]
    words = site.library.clause_text(clause).get()
    return site.link(prose, Ref(game.id, "rule", key)), prose.inline_html(words)


# --- the values ---------------------------------------------------------------------------------


def _values(site: Site, game: Game) -> Page:
    path = f"{game.id}/{VALUES}"
    prose = site.prose(game.id, path)
    return Page(
        path,
        "Combat values",
        "combat-values.md.j2",
        {
            "prose": prose,
            "game": game,
            "tables": [_table(site, prose, game, one) for one in tables(site.library, game)],
            "steps": relative(path, f"{game.id}/{STEPS}") if _sequences(game) else "",
        },
        f"What counts how much in a combat of {game.title.get()}.",
    )


def _table(site: Site, prose: Prose, game: Game, table: Table) -> dict[str, Any]:
    return {
        "anchor": f"values-{table.id}",
        "title": table.title,
        "corner": table.corner,
        "heads": table.heads,
        "rows": [
            {
                "name": _name(prose, game, row),
                "cells": [cell.shown for cell in row.cells],
                "rules": site.links(prose, "rule", row.clauses),
            }
            for row in table.rows
        ],
        "note": prose.inline_html(table.note) if table.note else None,
        "others": [
            (site.link(prose, Ref(game.id, "discrepancy", name)), figures)
            for name, figures in table.otherwise()
        ],
    }


def _name(prose: Prose, game: Game, row: Row) -> Markup:
    if row.of is None:
        return Markup("{}").format(row.name)
    href = relative(prose.page, address(game.id, *row.of))
    return Markup('<a class="fp-{}" href="{}">{}</a>').format(row.of[0], href, row.name)


__all__ = ["BLURBS", "STEPS", "VALUES", "pages", "parts"]

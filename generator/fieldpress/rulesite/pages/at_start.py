"""What a scenario sheet puts on the table where the setup is a list of amounts, not of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from fieldpress.model import Fact, Game, Text
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import Prose

Line = tuple[Markup, list[Markup]]


def at_start(site: Site, prose: Prose, game: Game, raw: Mapping[str, Any]) -> list[Line]:
    """Amounts, markers and the starts by difficulty, each with its rules; empty without a sheet."""
    return [
        (prose.inline_html(text), site.links(prose, "rule", tuple(clauses)))
        for text, clauses in (*_amounts(raw.get("setup", {})), *_difficulties(game, raw))
    ]


def missing(prose: Prose, game: Game, raw: Mapping[str, Any]) -> list[tuple[Markup, Markup]]:
    """What the setup needs and no source states: what, and why it is not here."""
    return [
        (prose.inline_html(Text.parse(one["what"], game.language).get()), Markup("{}").format(why))
        for one in raw.get("setup", {}).get("missing", ())
        for why in (one["why"],)
    ]


def _amounts(sheet: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    if "supply" in sheet:
        yield f"Supply Points of each side: {_each(sheet['supply'])}", sheet["supply"]["clauses"]
    if "depots" in sheet:
        said = f"Supply Points in each Depot: {_each(sheet['depots'])}. Depots: "
        yield said + _sectors(sheet["depots"]), sheet["depots"]["clauses"]
    if "control" in sheet:
        said = f"A Control marker on each of: {_sectors(sheet['control'])}"
        yield said, sheet["control"]["clauses"]
    if "drop_zones" in sheet:
        said = f"Airborne Divisions in drop zones, so many in one: {_each(sheet['drop_zones'])}"
        yield said, sheet["drop_zones"]["clauses"]


def _difficulties(game: Game, raw: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for level in raw.get("difficulties", {}).values():
        side = game.side_name(level["side"]) + " " if "side" in level else ""
        name = Text.parse(level["name"], game.language).get()
        yield (
            f"{name}: the victory marker starts at {side}{level['victory_points']}",
            list(level["clauses"]),
        )


def _each(entry: Mapping[str, Any]) -> str:
    fact: Fact[int] = Fact.parse(entry["each"], ())
    return str(fact.value) if fact.known else "?"


def _sectors(entry: Mapping[str, Any]) -> str:
    return ", ".join(f"[[sector:{ident}]]" for ident in entry["sectors"])

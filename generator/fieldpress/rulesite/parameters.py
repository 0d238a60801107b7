"""Parameters of the rules as rows: what, how much, where it holds, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from fieldpress.model import Game, Text
from fieldpress.rulesite.names import role_side
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import Prose

Row = tuple[str, str, Markup, list[Markup]]


def rows(site: Site, prose: Prose, game: Game, parameters: Mapping[str, Any]) -> list[Row]:
    """A row for each value: one parameter may have several, each at its own Terrains."""
    return [
        (
            name.replace("-", " ").replace("_", " "),
            _value(game, entry),
            _where(prose, entry),
            site.links(prose, "rule", tuple(entry["clauses"])),
        )
        for name, entries in parameters.items()
        for entry in (entries if isinstance(entries, list) else [entries])
    ]


def _value(game: Game, entry: Mapping[str, Any]) -> str:
    value = entry["value"]
    shown = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else None
    if shown is None:
        side = role_side(game, value) if value in ("attacker", "defender") else None
        shown = game.side_name(side) if side else str(value)
    if "unit" in entry:
        shown += f" {Text.parse(entry['unit'], game.language).get()}"
    return shown


def _where(prose: Prose, entry: Mapping[str, Any]) -> Markup:
    """The Terrains at which the value holds, empty where it holds everywhere."""
    out = prose.inline_html(", ".join(f"[[terrain:{ident}]]" for ident in entry.get("at", ())))
    if out and "face" in entry:
        out += Markup(", face {}").format(entry["face"])
    return out

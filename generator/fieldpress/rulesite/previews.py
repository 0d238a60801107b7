"""What a link's target says of itself, as a script of data for each game.

A script, because a page opened from a folder may load scripts from beside it but fetch nothing.
"""

from __future__ import annotations

import json

from fieldpress.model import Game
from fieldpress.model.addresses import address
from fieldpress.rulesite.names import STORES, Ref, shown_name
from fieldpress.rulesite.pages.pieces import piece_summary
from fieldpress.rulesite.pages.recruits import recruit_summary
from fieldpress.rulesite.pages.reference import discrepancy_summary, term_summary
from fieldpress.rulesite.pages.registers import REGISTERS, register_summary
from fieldpress.rulesite.pages.rules import clause_summary
from fieldpress.rulesite.pages.rulings import ruling_summary
from fieldpress.rulesite.pages.scenarios import scenario_summary
from fieldpress.rulesite.site import Site

_SUMMARIES = {
    "card": piece_summary,
    "terrain": piece_summary,
    "counter": piece_summary,
    "component": piece_summary,
    "tile": recruit_summary,
    "option": recruit_summary,
    "army": recruit_summary,
    "rule": clause_summary,
    "term": term_summary,
    "scenario": scenario_summary,
    "ruling": ruling_summary,
    "discrepancy": discrepancy_summary,
    **{kind: register_summary for kind, _, _ in REGISTERS},
}


def preview(site: Site, ref: Ref) -> dict[str, str]:
    """One preview: k, the kind in words; t, the title; s, a summary in plain words."""
    return {
        "k": site.label(ref),
        "t": shown_name(site.library, ref),
        "s": _SUMMARIES[ref.kind](site, ref),
    }


def script(site: Site, game: Game) -> bytes:
    """The previews of one game, by address within the game's folder."""
    entries = {
        address(game.id, kind, ident).removeprefix(f"{game.id}/"): preview(
            site, Ref(game.id, kind, ident)
        )
        for kind in _SUMMARIES
        for ident in getattr(game, STORES[kind])
    }
    data = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    name = json.dumps(game.id)
    return f"(window.fieldpressPreviews||={{}})[{name}]={data};\n".encode()

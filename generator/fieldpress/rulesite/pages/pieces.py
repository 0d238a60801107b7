"""What the pages of all pieces have in common: notes, effects, texts, copies, previews."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from fieldpress.model import Fact, Game, Text
from fieldpress.model.addresses import anchor
from fieldpress.rulesite.effects import EffectWords
from fieldpress.rulesite.facts import Row, count_rows, source_links
from fieldpress.rulesite.mentions import references
from fieldpress.rulesite.names import Ref, other_names
from fieldpress.rulesite.pages.rules import discrepancy_views
from fieldpress.rulesite.pages.rulings import ruling_lines
from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import Prose, shorten


def common(site: Site, prose: Prose, ref: Ref, record: Any) -> dict[str, Any]:
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
    cited = {one for one in references(site.library, ref, raw) if one.kind == "rule"}
    naming = set(site.mentioning(ref, "rule"))
    both = cited | naming
    order = [
        Ref(game.id, "rule", key) for game in site.library.games.values() for key in game.clauses
    ]
    return [site.link(prose, one) for one in order if one in both]


def effect_view(
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


def text_view(prose: Prose, fact: Fact[Text]) -> dict[str, Any]:
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


def copies_rows(prose: Prose, game: Game, fact: Fact[dict[str, Fact[int]]]) -> list[Row]:
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


def scenarios_of(site: Site, prose: Prose, game: Game, copies: Fact[Any]) -> list[Markup]:
    """The scenarios whose sets take the piece."""
    if not copies.known or not copies.value:
        return []
    return [
        site.link(prose, Ref(game.id, "scenario", scenario.id))
        for scenario in game.scenarios.values()
        if set(scenario.raw.get("sets", {}).get("takes", ())) & set(copies.value)
    ]


def side_class(game: Game, side: str | None) -> str:
    """`attacker` or `defender` for the colours, empty where the side is not known."""
    return str(game.sides.get(side, {}).get("role", "")) if side else ""


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

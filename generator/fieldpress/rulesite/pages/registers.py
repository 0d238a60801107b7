"""Records that share a page by kind: sectors, formations, Supports, states, decks, sequences ..."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from typing import Any

from markupsafe import Markup

from fieldpress.model import Fact, Game, Text
from fieldpress.model.addresses import address, anchor
from fieldpress.model.overlord import Deck, Map, Sequence
from fieldpress.rulesite.facts import Row, row, source_links, table, type_name, yes_no
from fieldpress.rulesite.names import STORES, Ref, other_names, role_side
from fieldpress.rulesite.pages import combat
from fieldpress.rulesite.pages.block_faces import faces
from fieldpress.rulesite.site import Page, Site
from fieldpress.rulesite.text import Prose, relative, shorten
from fieldpress.tables.maps import drawn

#: The kinds in the order of the menus: kind, title, what the page is for.
REGISTERS = (
    ("sequence", "Sequences", "the steps in their order"),
    ("sector", "Sectors", "what is stated of each place"),
    ("unit", "Formations", "armies, corps and divisions"),
    ("state", "States", "what each does to a division"),
    ("support", "Supports", "bonuses and special effects"),
    ("deck", "Combat cards", "what is in each deck"),
    ("operation", "Operations", "aims, points and plans"),
    ("festung", "Festungen", "penalties and points"),
    ("map", "Maps", "sectors and links"),
)

_LABELS = {
    ("sector", "kind"): "Class",
    ("sector", "station"): "Train Station",
    ("sector", "through"): "Opened by",
    ("sector", "marker"): "Built there",
    ("sector", "supply"): "Supply Points",
    ("unit", "value"): "Combat value",
    ("support", "attack"): "In attack",
    ("support", "defense"): "In defense",
    ("support", "permanent"): "Gone for good once destroyed",
    ("operation", "revealed"): "Points when revealed",
    ("operation", "success"): "Points for success",
    ("operation", "failure"): "Points for failure",
    ("festung", "per_week"): "Points each week",
    ("festung", "at_end"): "Points at the end",
}
_PARTS = (
    ("attack", "Attack"),
    ("defend", "Defense"),
    ("reinforce", "Joining a combat"),
    ("improve", "Getting better"),
)


def pages(site: Site, game: Game) -> Iterator[Page]:
    """A page for each of these kinds that the game has records of."""
    for kind, title, _ in REGISTERS:
        if getattr(game, STORES[kind]):
            yield _register(site, game, kind, title)


def parts(game: Game) -> list[tuple[str, str, int]]:
    """The pages of a game as in the menus: title, address in the game's folder, records."""
    return [
        (title, _place("", kind), len(getattr(game, STORES[kind]))) for kind, title, _ in REGISTERS
    ]


def _place(game: str, kind: str) -> str:
    return address(game, kind, "x").partition("#")[0].removeprefix("/")


def _register(site: Site, game: Game, kind: str, title: str) -> Page:
    path = _place(game.id, kind)
    prose = site.prose(game.id, path)
    return Page(
        path,
        title,
        "registers.md.j2",
        {
            "prose": prose,
            "game": game,
            "title": title,
            "anchor": kind,
            "entries": [
                _entry(site, prose, game, kind, record)
                for record in getattr(game, STORES[kind]).values()
            ],
        },
        f"{title} of {game.title.get()}.",
        {"search": {"boost": 2}},
    )


def _entry(site: Site, prose: Prose, game: Game, kind: str, record: Any) -> dict[str, Any]:
    ref = Ref(game.id, kind, record.id)
    raw = record.raw

    def words(key: str) -> str:
        return Text.parse(raw[key], game.language).get() if key in raw else ""

    return {
        "anchor": anchor(kind, record.id),
        "name": record.name.get(),
        "others": other_names(record.name),
        "also": getattr(record, "also_named", ()),
        "badges": _badges(game, kind, record),
        "text": prose.md(words("text")) if "text" in raw else None,
        "faces": faces(site, game, record, prose.page),
        "small": kind == "support",
        "steps_page": relative(prose.page, f"{game.id}/{combat.STEPS}")
        if isinstance(record, Sequence) and record.of == "combat"
        else "",
        "drawn": _drawn(game, record),
        "facts": table(prose, _rows(prose, game, kind, record)),
        "lines": _lines(site, prose, kind, record),
        "steps": _steps(site, prose, game, record) if isinstance(record, Sequence) else [],
        "note": prose.md(words("note")) if "note" in raw else None,
        "rules": site.links(prose, "rule", tuple(raw.get("clauses", ()))),
        "source": source_links(prose, record.source),
        "changes": site.changes(prose, ref),
        "mentioned": site.mentioned_by(prose, ref, without=("rule",)),
    }


def register_summary(site: Site, ref: Ref) -> str:
    """A record in plain words, for its preview: what it says of itself, else its facts."""
    game = site.library[ref.game]
    record = getattr(game, STORES[ref.kind])[ref.id]
    prose = site.prose(ref.game, "")
    own = [record.raw[key] for key in ("text", "note") if key in record.raw]
    said = [prose.plain(Text.parse(one, game.language).get()) for one in own]
    if isinstance(record, Sequence):
        names = (Text.parse(step["name"], game.language).get() for step in record.steps)
        said.insert(0, f"{', '.join(names)}.")
    elif "text" not in record.raw:
        rows = (one for one in _rows(prose, game, ref.kind, record) if one)
        facts = "; ".join(f"{one.label}: {Markup(one.value).striptags()}" for one in rows)
        said.insert(0, f"{facts}." if facts else "")
    return shorten(" ".join(one for one in said if one), 320)


def _drawn(game: Game, record: Any) -> Markup | None:
    """The map as a drawing, where its record says where each sector lies."""
    found = drawn(game, record) if isinstance(record, Map) else None
    return Markup(found.svg) if found else None


def _badges(game: Game, kind: str, record: Any) -> list[str]:
    out = []
    if kind in ("unit", "deck"):
        out.append(game.side_name(record.side))
    if kind in ("unit", "operation"):
        out.append(record.kind)
    if kind == "state":
        out.append(record.track)
    if isinstance(record, Map) and record.invented:
        out.append("invented, not the game's own")
    return out


def _rows(prose: Prose, game: Game, kind: str, record: Any) -> list[Row | None]:
    """Every fact of the record; of a deck, its cards by value."""
    if isinstance(record, Deck):
        rows = [row(prose, f"Cards of value {cards.value}", cards.count) for cards in record.cards]
        for icon in ("spies", "bombs"):
            found = [(cards.value, getattr(cards, icon)) for cards in record.cards]
            if any(fact.known for _, fact in found):
                rows += [row(prose, f"{icon} on value {value}", fact) for value, fact in found]
            else:
                rows.append(row(prose, f"{icon.capitalize()} on them", found[0][1]))
        return [*rows, row(prose, "Cards in all", record.total)]
    facts = [
        (slot.name, getattr(record, slot.name))
        for slot in dataclasses.fields(record)
        if isinstance(getattr(record, slot.name), Fact)
    ]
    return [
        row(
            prose,
            _LABELS.get((kind, name), name.replace("_", " ").capitalize()),
            fact,
            partial(_shown, prose, game, name),
        )
        for name, fact in facts
        if not (name == "effects" and "text" in record.raw)
    ]


def _shown(prose: Prose, game: Game, name: str, value: Any) -> str | Markup:
    """A value in the words of the page."""
    if isinstance(value, bool):
        return yes_no(value)
    if name == "side":
        return game.side_name(value)
    if name == "nation":
        return Text.parse(game.raw["nations"][value], game.language).get()
    if name in ("through", "sector"):
        return prose.inline_html(f"[[sector:{value}]]") if value in game.sectors else str(value)
    if name == "type":
        return type_name(game, value)
    if name == "effects":
        if not value:
            return "none"
        whole = all(one["do"] != "unknown" for one in value)
        return f"{', '.join(_effect(one) for one in value if one['do'] != 'unknown')}" + (
            "" if whole else "; more is not stated"
        )
    if isinstance(value, Text):
        return prose.inline_html(value.get())
    return str(value).replace("-", " ")


def _effect(raw: dict[str, Any]) -> str:
    words: str = raw["do"].replace("-", " ")
    if "point" in raw:
        words = words.replace("point", raw["point"])
    return f"{words} ({raw['count']})" if "count" in raw else words


def _lines(site: Site, prose: Prose, kind: str, record: Any) -> list[tuple[str, str, list[Markup]]]:
    """What is said of a state part by part, and of a map sector by sector: what, how, rules."""
    raw = record.raw
    if kind == "state":
        return [
            (
                title,
                "not possible" if raw[key]["value"] == "barred" else f"{raw[key]['value']:+d}",
                site.links(prose, "rule", tuple(raw[key]["clauses"])),
            )
            for key, title in _PARTS
            if key in raw
        ]
    if isinstance(record, Map):
        joined = [
            (" – ".join(_sector(record, end) for end in link.ends), link) for link in record.links
        ]
        return [
            (ends, ", ".join([link.by, *(point.replace("-", " ") for point in link.points)]), [])
            for ends, link in joined
        ]
    return []


def _sector(found: Map, ident: str) -> str:
    name = found.sectors[ident]["name"]
    return name if isinstance(name, str) else Text.parse(name, "").get()


def _steps(
    site: Site, prose: Prose, game: Game, sequence: Sequence
) -> list[tuple[str, str, Markup, list[Markup]]]:
    """Name, who acts, what happens and the rules of each step."""
    out = []
    for step in sequence.steps:
        who = str(step.get("who", ""))
        side = role_side(game, who)
        named = game.side_name(side) if side else who
        out.append(
            (
                Text.parse(step["name"], game.language).get(),
                named,
                prose.inline_html(Text.parse(step["text"], game.language).get())
                if "text" in step
                else Markup(""),
                site.links(prose, "rule", tuple(step["clauses"])),
            )
        )
    return out

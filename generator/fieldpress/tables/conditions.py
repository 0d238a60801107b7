"""Under which conditions an entry of a scenario holds, in words; what the adopted readings leave.

For records of the normandie ruleset: `if:`, `reading:`, turns, nights and sides of their entries.
Words are texts of content with links, as all texts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fieldpress.model import Game, Text

Raw = Mapping[str, Any]

#: Moments of a turn as the records name them.
MOMENTS = {
    "before-order-phase": "before the Order Phase",
    "start-of-turn": "as the turn starts",
    "activation": "with an Order",
    "in-supply-phase": "in the Supply Phase",
    "end-of-supply-phase": "at the end of the Supply Phase",
    "at-once": "at once",
    "end-of-turn": "at the end of the turn",
    "before-end": "before the end",
    "at-end": "at the end",
}


def held(game: Game, entry: Raw) -> bool:
    """Whether the readings that the game adopts let the entry stand; undecided ones all do."""
    for ident, reading in _readings(entry).items():
        found = game.discrepancies.get(ident)
        if found and found.adopted in found.readings and found.adopted != reading:
            return False
    return True


def standing(game: Game, entries: Iterable[Raw]) -> list[Raw]:
    """The entries that stand under the adopted readings."""
    return [entry for entry in entries if held(game, entry)]


def _readings(entry: Raw) -> dict[str, str]:
    return {**entry.get("reading", {}), **entry.get("if", {}).get("reading", {})}


def when(game: Game, entry: Raw, adopted: bool = False) -> list[str]:
    """The entry's conditions, each as words; `adopted` names readings that are followed too."""
    raw = {**entry, **entry.get("if", {})}
    out = []
    for key, said in (
        ("turn", "in turn {}"),
        ("from_turn", "from turn {} on"),
        ("to_turn", "up to turn {}"),
        ("craft", "for {} craft"),
        ("groups", "with {} groups"),
    ):
        if key in raw:
            out.append(said.format(raw[key]))
    if raw.get("night") in ("dark", "clear", "day"):
        out.append({"day": "by day"}.get(raw["night"], f"in a {raw['night']} night"))
    if "campaign" in raw:
        out.append("in a campaign" if raw["campaign"] else "outside a campaign")
    if "effect" in raw:
        out.append(f"campaign: {effect_name(game, raw['effect'])}")
    if "without" in raw:
        out.append(f"unless campaign: {effect_name(game, raw['without'])}")
    if "harder" in raw:
        out.append("in the harder game" if raw["harder"] else "in the ordinary game")
    return [*out, *_disputed(game, entry, adopted)]


def _disputed(game: Game, entry: Raw, adopted: bool) -> Iterator[str]:
    for ident, reading in _readings(entry).items():
        found = game.discrepancies.get(ident)
        if found is None or reading not in found.readings:
            continue
        if reading == found.adopted and not adopted:
            continue
        words = found.readings[reading][0].get().rstrip(".")
        head = "as we read it" if reading == found.adopted else "if one reads"
        yield f"{head}: “{words}” ([[discrepancy:{ident}]])"


def effect_name(game: Game, ident: str) -> str:
    """An effect of a campaign in short, from its id: `American reinforcements`."""
    parts = (game.side_name(part) if part in game.sides else part for part in ident.split("-"))
    return " ".join(parts)


def effects_used(raw: Any) -> list[str]:
    """The effects of a campaign on which entries of the record depend, in their order."""
    found: dict[str, None] = {}

    def walk(value: Any) -> None:
        if isinstance(value, Mapping):
            for key, entry in value.items():
                if key in ("effect", "without") and isinstance(entry, str):
                    found[entry] = None
                else:
                    walk(entry)
        elif isinstance(value, list | tuple):
            for entry in value:
                walk(entry)

    walk(raw)
    return list(found)


def effect(game: Game, ident: str) -> str:
    """An effect of a campaign in its own words, without the full stop."""
    for campaign in game.campaigns.values():
        found = campaign.raw.get("effects", {}).get(ident)
        if found:
            return words(game, found["text"]).rstrip(".")
    return ident


def moment(entry: Raw) -> str:
    """When in the turn: `in turn 2, at the end of the Supply Phase`."""
    parts = []
    for key, said in (("turn", "turn {}"), ("from_turn", "from turn {}")):
        if key in entry:
            parts.append(said.format(entry[key]))
    named = [MOMENTS[entry[key]] for key in ("moment", "or_moment") if key in entry]
    if named:
        parts.append(" or ".join(named))
    return ", ".join(parts)


def words(game: Game, raw: Any) -> str:
    """A text of the content in the language that the game prints."""
    return " ".join(Text.parse(raw, game.language).get().split()) if raw else ""


__all__ = [
    "MOMENTS",
    "effect",
    "effect_name",
    "effects_used",
    "held",
    "moment",
    "standing",
    "when",
    "words",
]

"""The setup of a scenario as far as its pages state it: a layout to fill in, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.verdicts import EngineFault
from fieldpress.model import Library
from fieldpress.model.facts import Text


@dataclass(frozen=True, slots=True)
class Stated:
    """A scenario's tiles, armies, decks, steps and entries, played by itself."""

    k: Rulebook
    scenario: str

    @property
    def _raw(self) -> Mapping[str, Any]:
        return self.k.game.scenarios[self.scenario].raw

    def _here(self, entries: Any) -> Iterator[Mapping[str, Any]]:
        """The entries of a list that hold outside a campaign, by the readings followed."""
        for entry in entries or ():
            if self.k.in_force(entry) and self.k.applies(entry.get("if")).value is not False:
                yield entry

    def tiles(self) -> list[str]:
        """Each tile by its code and the face that is up."""
        found = []
        for entry in self._here(self._raw.get("tiles")):
            tile = self.k.game.tiles.get(entry["tile"])
            code = str(tile.code.value) if tile and tile.code.known else entry["tile"]
            found.append(f"{code}-{entry['face']}")
        return found

    def army(self, side: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Formations of a side: id, title, and options with their prices."""
        army = self.k.game.armies.get(self._raw["sides"].get(side, {}).get("army", ""))
        found = []
        for formation in self._here(army.raw["formations"] if army else ()):
            entries = []
            for entry in formation["entries"]:
                points = entry["points"]
                price = points.get("value") if isinstance(points, dict) else points
                unpriced = isinstance(points, dict) and "none" in points
                shown = str(price) if isinstance(price, int) else "" if unpriced else "?"
                copies = entry.get("copies", 1)
                many = copies if isinstance(copies, int) else copies.get("value", 1)
                entries += [(entry["option"], shown)] * many
            found.append((formation["id"], self._text(formation["title"]), entries))
        return found

    def removed(self, side: str) -> list[str]:
        """Cards and categories that leave a side's deck."""
        return [
            str(entry.get("action") or entry["category"])
            for entry in self._here(self._raw.get("removals"))
            if side in entry["decks"]
        ]

    def _text(self, raw: Any) -> str:
        return Text.parse(raw, self.k.game.language).get()

    def _name(self, kind: str, ref: str) -> str:
        owner, _, ident = ref.rpartition("/")
        game = self.k.library.games.get(owner or self.k.game.id)
        found = getattr(game, kind).get(ident) if game else None
        return str(found.name) if found else ref

    def lines(self) -> Iterator[str]:
        """For people, line by line, with what is left out."""
        game, raw = self.k.game, self._raw
        yield f"{game.title}: {game.scenarios[self.scenario].title}"
        if self.tiles():
            yield f"Tiles: {', '.join(self.tiles())}"
        arrangement = raw.get("arrangement", {})
        if isinstance(arrangement, dict) and "unknown" in arrangement:
            yield f"  how they lie to one another is not stated: {arrangement['unknown']}"
        for side in game.sides:
            for _, title, entries in self.army(side):
                named = [
                    f"{self._name('options', option)}{f' ({price})' if price else ''}"
                    for option, price in entries
                ]
                yield f"{game.side_name(side)}, {title}: {', '.join(named)}"
        for side in game.sides:
            cards = [
                f"all {card} cards" if "/" not in card and card in ("artillery", "aviation")
                else self._name("actions", card)
                for card in self.removed(side)
            ]  # fmt: skip
            if cards:
                yield f"Out of the deck of the {game.side_name(side)}: {', '.join(cards)}"
        yield "Steps"
        for number, entry in enumerate(self._here(raw.get("deployment")), 1):
            yield f"  {number}. {self._text(entry['text'])}  [{', '.join(entry['clauses'])}]"
        later = list(self._here(raw.get("entries")))
        if later:
            yield "Later"
            for entry in later:
                yield f"  - {self._text(entry['text'])}  [{', '.join(entry['clauses'])}]"

    def to_json(self) -> dict[str, Any]:
        """As schema/setup.normandie.json says, so that check-setup reads it."""
        game = self.k.game
        given: dict[str, Any] = {}
        if self.tiles():
            given["tiles"] = self.tiles()
        armies = {
            side: [option for _, _, entries in self.army(side) for option, _ in entries]
            for side in game.sides
        }
        parts: dict[str, Any] = {
            "armies": {side: listed for side, listed in armies.items() if listed},
            "removed": {side: self.removed(side) for side in game.sides if self.removed(side)},
            "set_aside": [e["action"] for e in self._here(self._raw.get("set_aside"))],
        }
        given |= {key: value for key, value in parts.items() if value}
        for key, name in (("first", "deploys-first"), ("initiative", "initiative")):
            found = self.k.figure(name)
            if found.value is not None:
                given[key] = self.k.by_role(str(found.value))
        hand = self.k.figure("hand-size")
        if hand.value is not None:
            given["hand"] = dict.fromkeys(game.sides, hand.number)
        start = [e for e in self.k.entries("bonus-tactics") if "turn" not in e]
        if start:
            given["bonus_tactics"] = start[0]["value"]
        return {"game": game.id, "scenario": self.scenario, "given": given}


def stated(library: Library, game: str, scenario: str, difficulty: str = "") -> Stated:
    """The setup of a scenario as stated. EngineFault where a difficulty is asked for."""
    if difficulty:
        raise EngineFault("the scenarios of this game have no difficulties to choose from")
    return Stated(Rulebook(library, game, scenario), scenario)

"""Recruitment tiles and options as cards: as many of each as the scenario needs that needs most."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldpress.faces.recruits import option_fields, used_options
from fieldpress.model import Fact, Game, Library, Scenario


def options(maker: Any) -> None:
    """The cards of the game's own options, then those of other games that its armies take."""
    wanted = needed(maker.game, maker.choice.scenario, maker.choice.side)
    for owner, option in used_options(maker.library, maker.game):
        ident = option.id if owner == maker.game.id else f"{owner}/{option.id}"
        # What belongs to no side goes to whoever fields it.
        shared = option.side.state == "absent" and ident in wanted
        if not maker.named(option.id) or not (shared or maker.on_side(option.side)):
            continue
        if maker.choice.scenario and ident not in wanted:
            continue
        fields = option_fields(maker.reader, maker.library, maker.game, owner, option)
        front = maker.compose("option", fields)
        maker.add("option", "Options", option.id, front, None, wanted.get(ident, 1))


def needed(game: Game, scenario: str = "", side: str = "") -> dict[str, int]:
    """For each option how many the armies of a scenario hold; of several scenarios, the most.

    With `side`, in that side's armies alone.

    Copies that no source states count as one.
    """
    most: Counter[str] = Counter()
    for one in {army.scenario for army in game.armies.values()}:
        if scenario and one != scenario:
            continue
        held: Counter[str] = Counter()
        for army in game.armies.values():
            if army.scenario == one and side in ("", army.side):
                for formation in army.formations:
                    for entry in formation.entries:
                        held[entry.option] += entry.copies.or_else(1)
        most |= held
    return dict(most)


def counters(library: Library, game: Game, scenario: Scenario) -> dict[str, int | None]:
    """How many of each counter a scenario with armies takes; None: as many as the box holds.

    Left out are markers of options that neither army takes, and those that only other scenarios
    have at hand.
    """
    own = needed(game, scenario.id)
    given = {option.counter for option in game.options.values() if option.counter}
    for option in own:
        owner, _, ident = option.rpartition("/")
        if not owner or owner == game.id:
            given.discard(game.options[ident].counter)
    here = {entry["counter"]: entry for entry in scenario.raw.get("markers", ())}
    elsewhere = {
        entry["counter"]
        for other in game.scenarios.values()
        for entry in other.raw.get("markers", ())
    }
    spare = (given | elsewhere) - here.keys()
    out: dict[str, int | None] = {ident: None for ident in game.counters if ident not in spare}
    for ident, entry in here.items():
        count: Fact[int] = Fact.parse(entry["count"], ())
        if ident in out and count.known:
            out[ident] = count.value
    return out


__all__ = ["counters", "needed", "options"]

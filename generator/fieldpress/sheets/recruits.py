"""Recruitment tiles and options as cards: as many of each as the scenario needs that needs most."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldpress.faces.recruits import option_fields, used_options
from fieldpress.model import Game


def options(maker: Any) -> None:
    """The cards of the game's own options, then those of other games that its armies take."""
    wanted = needed(maker.game, maker.choice.scenario)
    for owner, option in used_options(maker.library, maker.game):
        ident = option.id if owner == maker.game.id else f"{owner}/{option.id}"
        if not maker.named(option.id) or not maker.on_side(option.side):
            continue
        if maker.choice.scenario and ident not in wanted:
            continue
        fields = option_fields(maker.reader, maker.library, maker.game, owner, option)
        front = maker.compose("option", fields)
        maker.add("option", "Options", option.id, front, None, wanted.get(ident, 1))


def needed(game: Game, scenario: str = "") -> dict[str, int]:
    """For each option how many the armies of a scenario hold; of several scenarios, the most.

    Copies that no source states count as one.
    """
    most: Counter[str] = Counter()
    for one in {army.scenario for army in game.armies.values()}:
        if scenario and one != scenario:
            continue
        held: Counter[str] = Counter()
        for army in game.armies.values():
            if army.scenario == one:
                for formation in army.formations:
                    for entry in formation.entries:
                        held[entry.option] += entry.copies.or_else(1)
        most |= held
    return dict(most)


__all__ = ["needed", "options"]

"""A campaign at the keyboard: one file holds what was played and the game that goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fieldpress.engine.commando.play.campaigns import FORMAT, Campaign
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.saying import name
from fieldpress.engine.verdicts import EngineFault
from fieldpress.errors import UsageFault
from fieldpress.files import write_atomically
from fieldpress.model import Library


def load(path: Path) -> tuple[Campaign, dict[str, Any] | None, dict[str, Any]]:
    """A campaign, the scenario that was left in it, and what else it was played with. UsageFault
    where the file holds no campaign."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageFault(f"{path}: cannot be read as a campaign: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageFault(f"{path}: is no campaign (its format would be {FORMAT})")
    try:
        campaign = Campaign.from_json(data)
    except (EngineFault, KeyError, TypeError, ValueError) as error:
        raise UsageFault(f"{path}: is not what a campaign file holds: {error}") from error
    return campaign, data.get("current"), dict(data.get("options", {}))


def save(path: Path, campaign: Campaign, current: Game | None, options: Mapping[str, Any]) -> None:
    """Write a campaign with the scenario that goes on, whole or not at all."""
    left = None if current is None or current.over else current.to_json()
    data = {**campaign.to_json(), "current": left, "options": dict(options)}
    write_atomically(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def standing(campaign: Campaign, library: Library) -> Iterator[str]:
    """What was played, the points with what they are made up of, and what comes next."""
    game = library[campaign.game]
    record = next(iter(game.campaigns.values()))
    yield f"{record.title}: {len(campaign.done)} of {len(campaign.scenarios(library))} scenarios"
    for outcome in campaign.done:
        winner = game.side_name(outcome.winner) if outcome.winner in game.sides else "nobody"
        yield f"  {game.scenarios[outcome.scenario].title}: won by {winner}"
    points, parts = campaign.points(library)
    yield f"Points: {points}"
    for part in parts:
        if part.counted:
            yield f"  {part.amount.number:+}  {name(game, part.record)}"
    following = campaign.next_scenario(library)
    if following is not None:
        yield f"Next: {game.scenarios[following].title}"
        return
    winner = str(campaign.winner(library).value)
    yield f"The campaign is won by {game.side_name(winner) if winner in game.sides else 'nobody'}."

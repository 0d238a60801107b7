"""A campaign as a graph: each scenario's outcomes, what they bring about, where that tells.

For campaigns of the normandie ruleset, whose outcomes give effects to later scenarios. One unit of
the SVG is about a millimetre; every box to tick is a square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.model import Game
from fieldpress.model.records import Campaign
from fieldpress.tables import palette
from fieldpress.tables.conditions import standing, words
from fieldpress.tables.shapes import HEAD, n, rect, text
from fieldpress.tables.tiles import side_colour, wrapped

WIDTH = 190.0
#: Left edge and width of the three columns: outcomes, effects, the scenarios that these change.
LEFT, MIDDLE, RIGHT = (0.0, 58.0), (72.0, 72.0), (160.0, 30.0)
TITLE, LINE, GAP, BOX = 7.6, 4.0, 3.4, 10.6
#: Letters of the effects' text on one line, and of a scenario's title.
LETTERS, TITLE_LETTERS = 44, 38


@dataclass(slots=True)
class Effect:
    """What an outcome brings about; `y` and `height` of its box."""

    words: list[str]
    target: str
    y: float = 0.0
    height: float = 0.0


@dataclass(slots=True)
class Outcome:
    """Who wins, with a box to tick, and what follows."""

    label: str
    colour: str
    effects: list[Effect] = field(default_factory=list)
    told: bool = False
    y: float = 0.0
    height: float = 0.0


@dataclass(slots=True)
class Stage:
    """A scenario of the campaign."""

    ident: str
    title: str
    outcomes: list[Outcome]
    y: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Graph:
    """The drawing, and the same in words for those who cannot see it."""

    svg: str
    words: str


def graph(game: Game, campaign: Campaign) -> Graph | None:
    """The campaign drawn; None where its outcomes have no effects."""
    if not campaign.raw.get("effects"):
        return None
    stages = [_stage(game, campaign, ident) for ident in campaign.scenarios]
    height = _place(stages)
    parts = [_drawn(stage, stages) for stage in stages]
    paper = rect(-0.5, -0.5, WIDTH + 1, height + 1, 0, fill=palette.PAPER)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 {n(WIDTH + 1)} '
        f'{n(height + 1)}" width="{n(WIDTH)}mm" height="{n(height + 1)}mm">'
        f"{paper}{''.join(parts)}</svg>"
    )
    return Graph(svg, " ".join(_said(stages)))


def outcomes(game: Game, campaign: Campaign) -> list[Mapping[str, Any]]:
    """The outcomes that stand under the adopted readings."""
    return standing(game, campaign.raw.get("outcomes", ()))


def _stage(game: Game, campaign: Campaign, ident: str) -> Stage:
    scenario = game.scenarios[ident]
    effects = campaign.raw["effects"]
    found = []
    for one in outcomes(game, campaign):
        if one["scenario"] != ident:
            continue
        winner = one.get("winner", "any")
        label = f"{game.side_name(winner)} wins" if winner in game.sides else "Whoever wins"
        colour = side_colour(game, winner) if winner in game.sides else palette.QUIET
        given = [
            Effect(wrapped(words(game, effects[key]["text"]), LETTERS), effects[key]["in"])
            for key in one.get("gives", ())
        ]
        found.append(Outcome(label, colour, given, told=True))
    decided = {one.get("winner") for one in outcomes(game, campaign) if one["scenario"] == ident}
    for side in scenario.raw.get("sides", {}):  # who won may matter for the whole
        if side not in decided:
            found.append(Outcome(f"{game.side_name(side)} wins", side_colour(game, side)))
    return Stage(ident, scenario.title.get(), found)


def _place(stages: list[Stage]) -> float:
    """Puts everything under one another; the height of the whole."""
    y = 0.0
    for stage in stages:
        stage.y = y
        at = y + TITLE
        for outcome in stage.outcomes:
            outcome.y = at
            inner = at
            for effect in outcome.effects:
                effect.y, effect.height = inner, 3.4 + LINE * len(effect.words)
                inner += effect.height + 1.6
            outcome.height = max(6.4, inner - at)
            at += outcome.height
        stage.height = max(at - y + 1.2, BOX)
        y += stage.height + GAP
    return y - GAP


def _drawn(stage: Stage, stages: list[Stage]) -> str:
    x, width = LEFT
    edge = {"fill": palette.FIELD, "stroke": palette.QUIET, "stroke_width": "0.35"}
    out = rect(x, stage.y, width, stage.height, 1.2, **edge)
    title = wrapped(stage.title, TITLE_LETTERS)[0]
    out += text(x + 2, stage.y + 5.2, title, 4, "start", 700, palette.INK, HEAD)
    effects = [effect for other in stages for o in other.outcomes for effect in o.effects]
    if any(effect.target == stage.ident for effect in effects):
        out += _target(stage)
    for outcome in stage.outcomes:
        middle = outcome.y + 3.2
        out += _box(x + 2, middle - 1.9, outcome.colour)
        out += text(x + 7.6, middle + 1.3, outcome.label, 3.8, "start", 600, outcome.colour)
        if outcome.told and not outcome.effects:
            out += text(MIDDLE[0], middle + 1.2, "nothing more", 3.3, "start", 500, palette.QUIET)
        for effect in outcome.effects:
            out += _effect(outcome, effect, middle, stages)
    return out


def _effect(outcome: Outcome, effect: Effect, start: float, stages: list[Stage]) -> str:
    x, width = MIDDLE
    middle = effect.y + effect.height / 2
    out = _arrow(LEFT[0] + LEFT[1], start, x, middle, outcome.colour)
    edge = {"fill": palette.PAPER, "stroke": outcome.colour, "stroke_width": "0.5"}
    out += rect(x, effect.y, width, effect.height, 1.2, **edge)
    out += _box(x + 1.8, middle - 1.9, outcome.colour)
    top = middle - LINE * (len(effect.words) - 1) / 2 + 1.2
    for at, one in enumerate(effect.words):
        out += text(x + 7.4, top + at * LINE, one, 3.5, "start", 500)
    target = next((one for one in stages if one.ident == effect.target), None)
    if target is not None:
        out += _arrow(x + width, middle, RIGHT[0], target.y + BOX / 2, outcome.colour)
    return out


def _target(stage: Stage) -> str:
    x, width = RIGHT
    out = rect(x, stage.y, width, BOX, 1.2, fill=palette.INK)
    out += text(x + width / 2, stage.y + 4.6, "when setting up", 3.1, "middle", 500, palette.PAPER)
    label = f"Scenario {stage.ident.upper()}"
    return out + text(x + width / 2, stage.y + 9, label, 4.2, "middle", 700, palette.PAPER, HEAD)


def _box(x: float, y: float, colour: str) -> str:
    return rect(x, y, 3.8, 3.8, 0.4, fill=palette.PAPER, stroke=colour, stroke_width="0.5")


def _arrow(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    bend = (to_x - x) / 2
    near, far = x + bend, to_x - bend
    path = f"M{n(x)} {n(y)} C{n(near)} {n(y)} {n(far)} {n(to_y)} {n(to_x - 1.8)} {n(to_y)}"
    head = f"M{n(to_x)} {n(to_y)} l-2.6 -1.5 v3 Z"
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="0.6"/>'
        f'<path d="{head}" fill="{colour}"/>'
    )


def _said(stages: list[Stage]) -> Iterator[str]:
    titles = {stage.ident: stage.title for stage in stages}
    for stage in stages:
        for outcome in (one for one in stage.outcomes if one.told):
            told = "; ".join(
                f"{' '.join(effect.words)} ({titles.get(effect.target, effect.target)})"
                for effect in outcome.effects
            )
            yield f"{stage.title}, {outcome.label}: {told or 'nothing more'}."


__all__ = ["Graph", "graph", "outcomes"]

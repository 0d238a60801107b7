"""What a campaign sheet shows: the graph with boxes to tick, and who wins the whole."""

from __future__ import annotations

from dataclasses import dataclass

from fieldpress.model import Game, Library
from fieldpress.model.records import Campaign
from fieldpress.setups.battles.texts import Head, Line, head, line
from fieldpress.setups.view import Run, runs
from fieldpress.tables.campaigns import Graph, graph
from fieldpress.tables.conditions import effect, words


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the sheet."""

    head: Head
    summary: tuple[Run, ...]
    graph: Graph | None
    result: tuple[Line, ...]
    outside: tuple[Line, ...]
    left_open: tuple[tuple[Run, ...], ...]


def view(library: Library, game: Game, campaign: Campaign) -> View:
    """The sheet of a campaign; what it leaves open are its disagreements, with what is adopted."""
    raw = campaign.raw
    open_ = []
    for ident in raw.get("discrepancies", ()):
        found = game.discrepancies[ident]
        reading = found.readings.get(found.adopted)
        said = reading[0].get() if reading else "Left undecided."
        open_.append(runs(game, f"{found.title.get()}: {said}"))
    return View(
        head(game, "Campaign", "", campaign.title.get()),
        runs(game, words(game, raw.get("summary", ""))),
        graph(game, campaign),
        tuple(
            line(
                game,
                one,
                lead=game.side_name(one["winner"]) if one.get("winner") in game.sides else "",
            )
            for one in raw.get("result", ())
        ),
        tuple(
            line(game, one, f"{effect(game, ident)}.")
            for ident, one in raw.get("effects", {}).items()
            if one.get("outside")
        ),
        tuple(open_),
    )


__all__ = ["View", "view"]

"""The documents of these games: a setup sheet and an army list a scenario, a sheet a campaign."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from fieldpress.model import Game, Library, Scenario
from fieldpress.model.records import Campaign
from fieldpress.setups.documents import Document, played, setup_file

FOLDER = "battles"
CSS = f"{FOLDER}/sheets.css.j2"


def picture(svg: str) -> str:
    """A drawing as the address of an image that holds it whole."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode('ascii')}"


def star() -> str:
    """The officer's star."""
    from fieldpress.tables.palette import ACCENT
    from fieldpress.tables.shapes import icon

    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
    return f"{head}{icon('star', 0, 0, 64, ACCENT, ACCENT)}</svg>"


def documents(library: Library, game: Game) -> Iterator[Document]:
    """Setup sheet and army list of each scenario in its order, then the campaigns."""
    for one in played(game):

        def setup(paper: str, scenario: Scenario = one) -> bytes:
            return setup_sheet(library, game, scenario, paper)

        def army(paper: str, scenario: Scenario = one) -> bytes:
            return army_list(library, game, scenario, paper)

        yield Document(f"setup sheet {one.id.upper()}", setup_file(one.id), setup)
        if any(found.scenario == one.id for found in game.armies.values()):
            yield Document(f"army list {one.id.upper()}", f"army-{one.id}.pdf", army)
    for found in game.campaigns.values():

        def campaign(paper: str, record: Campaign = found) -> bytes:
            return campaign_sheet(library, game, record, paper)

        yield Document(f"campaign sheet {found.id}", f"campaign-{found.id}.pdf", campaign)


def setup_sheet(library: Library, game: Game, scenario: Scenario, paper: str = "a4") -> bytes:
    """How a scenario is laid out, on one page; errors as `pages.printed` raises them."""
    from fieldpress.setups.battles.setup import view
    from fieldpress.setups.pages import printed

    what = f"{game.id} {scenario.id}: the setup sheet"
    context = {"picture": picture, "view": view(library, game, scenario)}
    return printed(f"{FOLDER}/setup.html.j2", CSS, context, what, paper)


def army_list(library: Library, game: Game, scenario: Scenario, paper: str = "a4") -> bytes:
    """Both armies of a scenario, on one page."""
    from fieldpress.setups.battles.army import view
    from fieldpress.setups.pages import printed

    what = f"{game.id} {scenario.id}: the army list"
    context = {"star": picture(star()), "view": view(library, game, scenario)}
    return printed(f"{FOLDER}/army.html.j2", CSS, context, what, paper)


def campaign_sheet(library: Library, game: Game, campaign: Campaign, paper: str = "a4") -> bytes:
    """A campaign as a graph to tick off, on one page."""
    from fieldpress.setups.battles.campaign import view
    from fieldpress.setups.pages import printed

    what = f"{game.id} {campaign.id}: the campaign sheet"
    context = {"picture": picture, "view": view(library, game, campaign)}
    return printed(f"{FOLDER}/campaign.html.j2", CSS, context, what, paper)


__all__ = ["army_list", "campaign_sheet", "documents", "setup_sheet"]

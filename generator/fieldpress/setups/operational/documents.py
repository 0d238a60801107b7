"""The documents of an operational block game: one file of aids, two sheets a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.model import Game, Library
from fieldpress.setups.documents import Document, played, setup_file

FOLDER = "operational"
CSS = f"{FOLDER}/sheets.css.j2"


def documents(library: Library, game: Game) -> Iterator[Document]:
    """Aids first, then a scenario sheet and a quick-setup sheet for each scenario."""
    if game.sequences:
        yield Document("player aids", "aids.pdf", lambda paper: aids(library, game, paper))
    for one in played(game):

        def sheet(paper: str, ident: str = one.id) -> bytes:
            return scenario_sheet(library, game, ident, paper)

        def setup(paper: str, ident: str = one.id) -> bytes:
            return setup_sheet(library, game, ident, paper)

        yield Document(f"scenario sheet {one.id.upper()}", f"scenario-{one.id}.pdf", sheet)
        yield Document(f"setup sheet {one.id.upper()}", setup_file(one.id), setup)


def aids(library: Library, game: Game, paper: str = "a4") -> bytes:
    """The player aids: sequence of play, combat values, states and costs; a page each."""
    from fieldpress.setups.operational.aids import view
    from fieldpress.setups.pages import printed

    context = {"view": view(library, game)}
    what = f"{game.id} player aids"
    return printed(f"{FOLDER}/aids.html.j2", CSS, context, what, paper, pages=3)


def scenario_sheet(library: Library, game: Game, scenario: str, paper: str = "a4") -> bytes:
    """What a scenario is about: its numbers, its own rules, its degrees of victory; one page."""
    from fieldpress.setups.operational.scenario import view
    from fieldpress.setups.pages import printed

    context = {"view": view(library, game, scenario)}
    what = f"{game.id} {scenario}: the scenario sheet"
    return printed(f"{FOLDER}/scenario.html.j2", CSS, context, what, paper)


def setup_sheet(library: Library, game: Game, scenario: str, paper: str = "a4") -> bytes:
    """How a scenario is set up: a page for each difficulty."""
    from fieldpress.setups.operational.setup import view
    from fieldpress.setups.pages import printed

    shown = view(library, game, scenario)
    what = f"{game.id} {scenario}: the setup sheet"
    context = {"view": shown}
    return printed(
        f"{FOLDER}/setup.html.j2", CSS, context, what, paper, pages=len(shown.difficulties)
    )

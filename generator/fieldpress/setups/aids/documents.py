"""Which aids a card game has: those of its components that are lists and tracks."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.model import Game, Library
from fieldpress.setups.documents import Document

FOLDER = "aids"
CSS = f"{FOLDER}/aids.css.j2"


def documents(library: Library, game: Game) -> Iterator[Document]:
    """A file of army lists, a page for each side that has one; a file with the scoring track."""
    kinds = {component.kind for component in game.components.values()}
    if "list" in kinds:
        yield Document("army lists", "army-lists.pdf", lambda paper: lists(library, game, paper))
    if "track" in kinds:
        yield Document("scoring track", "track.pdf", lambda paper: track(library, game, paper))


def lists(library: Library, game: Game, paper: str = "a4") -> bytes:
    """The army lists as PDF bytes. FieldpressError where a page does not hold its list."""
    from fieldpress.setups.aids.army import view
    from fieldpress.setups.pages import printed

    shown = view(library, game)
    what = f"{game.id}: the army lists"
    return printed(
        f"{FOLDER}/army.html.j2", CSS, {"view": shown}, what, paper, pages=len(shown.lists)
    )


def track(library: Library, game: Game, paper: str = "a4") -> bytes:
    """The scoring track as PDF bytes, with what each scenario marks on it."""
    from fieldpress.setups.aids.track import view
    from fieldpress.setups.pages import printed

    what = f"{game.id}: the scoring track"
    return printed(f"{FOLDER}/track.html.j2", CSS, {"view": view(library, game)}, what, paper)

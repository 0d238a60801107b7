"""Which sheets, aids and lists a game has besides its pieces, by its ruleset.

Every document is one PDF. `building` makes them all; the rules site offers those that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fieldpress.model import Game, Library, Scenario

#: Papers of all documents; larger ones are for pieces alone.
PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF: what it is called in lists, its file name, and what gives its bytes on a paper."""

    title: str
    file: str
    make: Callable[[str], bytes]

    def write(self, path: Path, paper: str = "a4") -> None:
        """Write it whole or not at all; errors as its maker raises them."""
        from fieldpress.files import write_atomically

        write_atomically(path, self.make(paper))


def documents(library: Library, game: str) -> list[Document]:
    """The documents of a game, in the order in which they are made."""
    record = library[game]
    ruleset = str(record.raw.get("ruleset", ""))
    if ruleset == "overlord":
        from fieldpress.setups.operational.documents import documents as own

        return list(own(library, record))
    if ruleset == "normandie":
        from fieldpress.setups.battles.documents import documents as own_battles

        return list(own_battles(library, record))
    from fieldpress.setups.aids.documents import documents as aids

    return [*_quick_setups(library, record), *aids(library, record)]


def setup_document(library: Library, game: str, scenario: str) -> Document:
    """The quick-setup sheet of a scenario."""
    wanted = setup_file(scenario)
    return next(one for one in documents(library, game) if one.file == wanted)


def setup_file(scenario: str) -> str:
    """The file name of a scenario's quick-setup sheet, which the rules site looks for."""
    return f"setup-{scenario}.pdf"


def played(game: Game) -> Iterator[Scenario]:
    """The scenarios that can be played: all but those that others build upon."""
    return (one for one in game.scenarios.values() if not one.raw.get("abstract"))


def _quick_setups(library: Library, game: Game) -> Iterator[Document]:
    for scenario in played(game):

        def make(paper: str, ident: str = scenario.id) -> bytes:
            from fieldpress.setups.sheet import render

            return render(library, game.id, ident, paper)

        yield Document(f"setup sheet {scenario.id.upper()}", setup_file(scenario.id), make)


__all__ = ["PAPERS", "Document", "documents", "played", "setup_document", "setup_file"]

"""What a layout may ask of an option: its price, its rules, and what each scenario prints of it."""

from __future__ import annotations

from collections.abc import Iterator

from fieldpress.faces.fields import ABSENT, Field, Fields, Reader, of_fact, plain
from fieldpress.model import Fact, Game, Library
from fieldpress.model.recruits import ArmyEntry, Option


def used_options(library: Library, game: Game) -> Iterator[tuple[str, Option]]:
    """(game, option): the game's own, then those of other games that its armies name."""
    for option in game.options.values():
        yield game.id, option
    foreign = dict.fromkeys(
        entry.option
        for army in game.armies.values()
        for formation in army.formations
        for entry in formation.entries
        if "/" in entry.option
    )
    for ident in foreign:
        owner, _, rest = ident.partition("/")
        if owner in library.games:
            yield owner, library[owner].options[rest]


def option_fields(
    reader: Reader, library: Library, game: Game, owner: str, option: Option
) -> Fields:
    """The fields of one option, which belongs to the game `owner` and is printed for `game`."""
    lines = "\n".join(entry_lines(game, owner, option))
    home = library[owner]
    said = "\n".join(
        library.clause_text(home.clauses[key]).get()
        for key in option.clauses
        if key in home.clauses
    )
    return reader.face(
        f"option {option.id}",
        {
            "id": plain(option.id),
            "name": plain(option.name.get()),
            **reader.side(option.side),
            "kind": of_fact(option.kind),
            "officer": of_fact(option.officer),
            "points": of_fact(option.cost),
            "markers": of_fact(option.markers),
            "entries": plain(lines or None, lines, markup=True),
            "text": _rules(home.clauses, option, said),
        },
    )


def _rules(clauses: object, option: Option, said: str) -> Field:
    """What it does in the words of its clauses; unknown where the kind itself is not stated."""
    if said:
        return plain(said, said, markup=True)
    return Field("unknown") if option.kind.unknown else ABSENT


def entry_lines(game: Game, owner: str, option: Option) -> Iterator[str]:
    """What the game's armies print of the option, a line for each wording, with the scenarios."""
    ident = option.id if owner == game.id else f"{owner}/{option.id}"
    found: dict[str, list[str]] = {}
    for army in game.armies.values():
        for formation in army.formations:
            for entry in formation.entries:
                if entry.option == ident:
                    scenarios = found.setdefault(entry_words(entry), [])
                    if army.scenario not in scenarios:
                        scenarios.append(army.scenario)
    for words, scenarios in found.items():
        yield f"**{', '.join(scenarios)}**\t{words}"


def entry_words(entry: ArmyEntry) -> str:
    """A line of an army in words: price, what is printed beside it, star, contents."""
    parts = [_points(entry.points)]
    if entry.multiple:
        parts.append(entry.multiple)
    if entry.star:
        parts.append("{icon:star}")
    if entry.contents.known and entry.contents.value:
        parts.append(f"({', '.join(entry.contents.value)})")
    return " ".join(parts)


def _points(points: Fact[int]) -> str:
    if points.known:
        return f"{points.value}"
    return "–" if points.state == "none" else "?"


__all__ = ["entry_lines", "entry_words", "option_fields", "used_options"]

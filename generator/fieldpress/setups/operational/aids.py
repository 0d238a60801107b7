"""What the player aids show: sequences, value tables of the engine, states, costs and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fieldpress.engine.answer import Options
from fieldpress.engine.overlord.situation import knowledge
from fieldpress.model import Game, Library
from fieldpress.setups.operational.texts import Head, Run, head, runs, said, side_name, words
from fieldpress.tables.combat_values import Table, tables

#: Endings of the names of parameters, and the list in which they stand.
LISTS = (("-cost", "Costs in Supply Points"), ("-vp", "Victory Points"))


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a sequence: number, name, who acts, what happens, when it is left out."""

    number: int
    name: str
    who: str
    texts: tuple[tuple[Run, ...], ...]
    left_out: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """A sequence of play; `where` names the scenarios that alone have it."""

    name: str
    of: str
    where: str
    steps: tuple[Step, ...]
    note: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """A table of the engine with its remark and its figures under other readings."""

    table: Table
    note: tuple[Run, ...]
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A state of a division in the words of its record."""

    name: str
    text: tuple[Run, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """A number of the rules: the title of its clause, how much, the clause's words."""

    title: str
    figure: str
    text: tuple[Run, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The three aids."""

    head: Head
    sequences: tuple[Steps, ...]
    combat: tuple[Steps, ...]
    tables: tuple[Noted, ...]
    supports: tuple[tuple[str, str, str, tuple[Run, ...]], ...]
    states: tuple[State, ...]
    prices: tuple[tuple[str, tuple[Price, ...]], ...]


def view(library: Library, game: Game) -> View:
    """Everything on the aids, from content and engine."""
    sequences = tuple(_sequences(game))
    found = {one.id: one for one in tables(library, game)}
    supports = found.pop("supports", None)
    return View(
        head(game, "Player aids", "", ()),
        tuple(one for one in sequences if one.of != "combat"),
        tuple(one for one in sequences if one.of == "combat"),
        tuple(_noted(game, table) for table in found.values()),
        tuple(_supports(game, supports)) if supports else (),
        tuple(
            State(one.name.get(), runs(game, words(game, one.raw.get("text"))), one.clauses)
            for one in game.states.values()
        ),
        tuple(_prices(library, game)),
    )


def _sequences(game: Game) -> Iterator[Steps]:
    for one in game.sequences.values():
        titles = [game.scenarios[i].title.get() for i in one.scenarios if i in game.scenarios]
        shared = Counter(key for raw in one.steps for key in raw["clauses"])
        steps = []
        for number, raw in enumerate(one.steps, 1):
            keys = tuple(raw["clauses"])
            own = runs(game, words(game, raw.get("text")))
            # Where the record says no more than a name, the clauses of that step alone say it.
            alone = [key for key in keys if shared[key] == 1]
            texts = (own,) if own else tuple(said(game, key) for key in alone)
            who = str(raw.get("who", ""))
            rounds = [str(found) for found in raw.get("not_in_round", ())]
            steps.append(
                Step(
                    number,
                    words(game, raw["name"]),
                    side_name(game, who) if who else "",
                    tuple(text for text in texts if text),
                    f"not in round {', '.join(rounds)}" if rounds else "",
                    keys,
                )
            )
        note = runs(game, words(game, one.raw.get("note")))
        yield Steps(one.name.get(), one.of, ", ".join(titles), tuple(steps), note)


def _noted(game: Game, table: Table) -> Noted:
    others = [(game.discrepancies[name].title.get(), said) for name, said in table.otherwise()]
    return Noted(table, runs(game, table.note), tuple(others))


def _supports(game: Game, table: Table) -> Iterator[tuple[str, str, str, tuple[Run, ...]]]:
    for row in table.rows:
        text: tuple[Run, ...] = ()
        if row.of and row.of[1] in game.supports:
            record = game.supports[row.of[1]]
            text = runs(game, words(game, record.raw.get("text") or record.raw.get("note")))
        yield row.name, row.cells[0].shown, row.cells[1].shown, text


def _prices(library: Library, game: Game) -> Iterator[tuple[str, tuple[Price, ...]]]:
    """Parameters of the game by the ending of their names, each with the clause that says it."""
    known = knowledge(library, {"game": game.id}, Options())
    for ending, title in LISTS:
        found = []
        for name in game.raw.get("parameters", {}):
            figure = known.figure(name) if name.endswith(ending) else None
            if figure is None or not figure.clauses:
                continue
            clause = game.clauses[figure.clauses[0]]
            found.append(
                Price(
                    clause.title.get(),
                    str(figure.value),
                    said(game, clause.key),
                    figure.clauses,
                )
            )
        if found:
            yield title, tuple(found)


__all__ = ["View", "view"]

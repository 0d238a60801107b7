"""The value tables: every figure is the engine's, so a changed number changes the table."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.model import Library
from fieldpress.tables.combat_values import UNKNOWN, Table, tables
from tests.engine.overlord import small

MINUS = "−"


def made(library: Library | None = None) -> dict[str, Table]:
    games = library or small.library()
    return {one.id: one for one in tables(games, games[small.GAME])}


def changed(**parameters: Any) -> Library:
    """The small game with other figures; a name is written with underscores here."""
    old = small.library()[small.GAME]
    raw = copy.deepcopy(dict(old.raw))
    for name, value in parameters.items():
        raw["parameters"][name.replace("_", "-")]["value"] = value
    game: dict[str, Any] = {"game": raw}
    for key in ("clauses", "states", "supports", "sectors", "decks", "sequences", "scenarios"):
        game[key] = [copy.deepcopy(dict(one.raw)) for one in getattr(old, key).values()]
    return Library.from_bundle({"format": "fieldpress-bundle/1", "games": {small.GAME: game}})


def figures(table: Table) -> dict[str, list[str]]:
    return {row.name: [cell.shown for cell in row.cells] for row in table.rows}


def number(shown: str) -> int:
    return int(shown.replace(MINUS, "-"))


def figure(name: str) -> int:
    return int(small.PARAMETERS[name]["value"])


def test_an_attack_loses_by_class_festung_and_infantry() -> None:
    found = figures(made()["attack"])
    each, fortress = figure("infantry-penalty"), figure("festung-penalty")
    for kind in ("objective", "major", "secondary"):
        base = figure(f"{kind}-penalty")
        plain = [number(one) for one in found[f"{kind.capitalize()} Sector"]]
        strong = [number(one) for one in found[f"{kind.capitalize()} Sector, a Festung"]]
        assert plain == [-base - each * n for n in range(figure("capacity-divisions") + 1)]
        assert strong == [one - fortress for one in plain]
    assert not any("Sea" in name for name in found)


def test_a_point_adds_its_bonus_and_one_side_alone_has_fortifications() -> None:
    found = figures(made()["defence"])
    assert found["Crossroad"] == [f"+{figure('crossroad-bonus')}"] * 2
    assert found["Fortification"] == [f"+{figure('fortification-bonus')}", "0"]
    assert found["Bocage"] == ["0", "0"]  # the small game sets no such figure


def test_states_say_what_they_take_and_what_they_bar() -> None:
    table = made()["states"]
    found = figures(table)
    assert found == {
        "Fresh": ["0", "0"],
        "Shaken": [f"{MINUS}3", f"{MINUS}3"],
        "Exhausted": ["no", f"{MINUS}4"],
    }
    clauses = {row.name: row.clauses for row in table.rows}
    assert clauses["Shaken"] == ("state.worn",)
    assert clauses["Exhausted"] == ("state.spent",)


def test_a_bonus_that_no_source_states_stays_unknown() -> None:
    found = figures(made()["supports"])
    assert found["Guns"] == ["+2", "+3"]
    assert found["Riddle"] == [UNKNOWN, "+1"]


def test_damage_is_told_in_full_steps() -> None:
    step = figure("damage-step")
    rows = made()["damage"].rows
    assert [row.name for row in rows] == [
        f"{n * step} to {n * step + step - 1}" for n in range(len(rows))
    ]
    assert [row.cells[0].shown for row in rows] == [str(n) for n in range(len(rows))]
    assert len(rows) > 3


@pytest.mark.parametrize("table", ["attack", "defence", "states", "damage"])
def test_every_figure_that_counts_rests_on_clauses_of_the_game(table: str) -> None:
    game = small.library()[small.GAME]
    for row in made()[table].rows:
        for cell in row.cells:
            if cell.shown not in ("0", ""):
                assert cell.clauses, (table, row.name)
            assert set(cell.clauses) <= game.clauses.keys()


@given(bonus=st.integers(1, 40), penalty=st.integers(1, 40))
def test_another_number_gives_another_table(bonus: int, penalty: int) -> None:
    found = made(changed(crossroad_bonus=bonus, major_penalty=penalty))
    assert figures(found["defence"])["Crossroad"] == [f"+{bonus}"] * 2
    assert figures(found["attack"])["Major Sector"][0] == f"{MINUS}{penalty}"


def test_another_reading_is_told_beside_the_adopted_one() -> None:
    games = changed()
    game = games[small.GAME]
    raw: dict[str, Any] = copy.deepcopy(dict(game.raw))
    raw["parameters"]["infantry-penalty"] = [
        {"value": 2, "reading": {"how-much": "little"}, "clauses": ["division.infantry-penalty"]},
        {"value": 7, "reading": {"how-much": "much"}, "clauses": ["division.infantry-penalty"]},
    ]
    parts = {"game": raw, "clauses": [dict(one.raw) for one in game.clauses.values()]}
    parts["discrepancies"] = [
        {
            "id": "how-much",
            "title": "How much",
            "kind": "gap",
            "readings": {
                name: {"text": name, "source": small.SOURCE} for name in ("little", "much")
            },
            "adopted": "little",
            "why": "it is said twice",
            "switch": True,
            "source": small.SOURCE,
        }
    ]
    library = Library.from_bundle({"format": "fieldpress-bundle/1", "games": {small.GAME: parts}})
    attack = made(library)["attack"]
    (name, said), *others = attack.otherwise()
    assert (name, others) == ("how-much", [])
    base = figure("secondary-penalty")
    assert f"Secondary Sector {MINUS}{base}, {MINUS}{base + 7}" in said


def test_a_game_of_another_ruleset_has_no_tables() -> None:
    games = changed()
    games[small.GAME].raw["ruleset"] = "commando"  # type: ignore[index]
    assert tables(games, games[small.GAME]) == []

"""Laws of a drawn map: distances run both ways, and a way of counting lies within the range."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.normandie.board import Board, read_board
from fieldpress.engine.verdicts import Amount, EngineFault

SPACES = st.builds(lambda c, r: f"{'abcdefgh'[c]}{r}", st.integers(0, 7), st.integers(1, 8))
BETWEEN = st.builds(
    lambda c, r: f"{'abcdefg'[c]}{r}|{'bcdefgh'[c]}{r}", st.integers(0, 6), st.integers(1, 8)
)
CORNERS = st.builds(lambda c, r: f"{'abcdefg'[c]}{r}+", st.integers(0, 6), st.integers(1, 7))


def board(diagonals: bool | None = None, **at: str) -> Board:
    raw: dict[str, Any] = {"columns": 8, "rows": 8, "at": at}
    if diagonals is not None:
        raw["diagonals"] = diagonals
    return read_board(raw, ())


def apart(where: Board) -> Amount:
    found = where.apart("one", "two")
    assert found is not None
    return found[0]


@given(SPACES | CORNERS | BETWEEN, SPACES | CORNERS | BETWEEN)
def test_distances_run_both_ways(one: str, two: str) -> None:
    for diagonals in (None, True, False):
        assert apart(board(diagonals, one=one, two=two)) == apart(
            board(diagonals, one=two, two=one)
        )


@given(SPACES | CORNERS | BETWEEN, SPACES | CORNERS | BETWEEN)
def test_either_way_of_counting_lies_at_an_end_of_the_range(one: str, two: str) -> None:
    open_, king, rook = (apart(board(how, one=one, two=two)) for how in (None, True, False))
    assert (open_.low, open_.high) == (king.number, rook.number)


@given(SPACES)
def test_a_straight_line_needs_no_word_on_diagonals(one: str) -> None:
    assert apart(board(one=one, two=f"a{one[1:]}")).known


@given(CORNERS, SPACES)
def test_the_four_spaces_of_a_corner_are_beside_it_and_no_other(corner: str, space: str) -> None:
    column, row = ord(corner[0]), int(corner[1:-1])
    around = {f"{chr(column + dx)}{row + dy}" for dx in (0, 1) for dy in (0, 1)}
    for diagonals in (True, False):
        beside = apart(board(diagonals, one=corner, two=space)).number == 1
        assert beside == (space in around)


@pytest.mark.parametrize(
    ("change", "path", "says"),
    [
        ({"columns": 0}, ("columns",), "from 1 to 26"),
        ({"at": {"one": "z1"}}, ("at", "one"), "off the map"),
        ({"at": {"one": "1a"}}, ("at", "one"), "such as c4"),
        ({"at": {"one": "h1+"}}, ("at", "one"), "corner point"),
        ({"diagonals": "yes"}, ("diagonals",), "true"),
        ({"overlays": {"mill": ["a1"], "barn": ["a1"]}}, ("overlays", "barn", 0), "lies in mill already"),
        ({"overlays": {"mill": "a1"}}, ("overlays", "mill"), "list of spaces"),
        ({"elevation": {"rock": ["a1"]}}, ("elevation", "rock"), "sand or grass"),
        ({"at": {"one": "a1|b2"}}, ("at", "one"), "not side by side"),
        ({"openings": {"mill": ["a1+"]}}, ("openings", "mill", 0), "single space"),
        ({"wall": []}, ("wall",), "no key"),
    ],
)  # fmt: skip
def test_a_faulty_map_is_refused_with_its_spot(
    change: dict[str, Any], path: tuple[Any, ...], says: str
) -> None:
    with pytest.raises(EngineFault, match=says) as fault:
        read_board({"columns": 8, "rows": 8, **change}, ())
    assert fault.value.path == path


@given(SPACES, st.sampled_from([None, True, False]))
def test_the_red_line_is_where_the_elevations_meet(space: str, diagonals: bool | None) -> None:
    raw: dict[str, Any] = {"columns": 8, "rows": 8, "at": {"one": space}, "diagonals": diagonals}
    rows = {level: [f"{c}{r}" for c in "abcdefgh" for r in some] for level, some in
            (("sand", range(1, 5)), ("grass", range(5, 9)))}  # fmt: skip
    found = read_board(raw | {"elevation": rows}, ()).from_line("one")
    row = int(space[1:])
    # A straight line of rows is as far by either way of counting.
    assert found == (Amount.of(5 - row if row < 5 else row - 4), ())


def test_openings_and_what_an_explosion_hits() -> None:
    raw = {
        "columns": 4, "rows": 4, "at": {"one": "b2", "two": "d4"}, "openings": {"mill": ["b2"]},
    }  # fmt: skip
    where = read_board(raw, ())
    assert [where.at_opening(unit, "mill") for unit in ("one", "two", "three")] == [
        True,
        False,
        None,
    ]
    assert where.at_opening("one", "barn") is None
    assert where.units_at(((2, 2), (3, 2)), ("one", "two", "three")) == ["one"]


def test_overlays_and_elevations_are_read_off() -> None:
    raw = {
        "columns": 4, "rows": 4, "at": {"one": "b2", "two": "d4"},
        "overlays": {"mill": ["b2", "b3"]}, "elevation": {"sand": ["b2"], "grass": ["d4"]},
    }  # fmt: skip
    where = read_board(raw, ())
    assert (where.place("one"), where.place("two"), where.place("mill")) == ("mill", "open", None)
    assert (where.elevation("one"), where.elevation("two")) == ("sand", "grass")
    assert where.apart("two", "mill") == (Amount(2, 3), ("given.map.diagonals",))
    assert where.apart("two", "nobody") is None

"""Streams of chance: fixed for ever, fair, apart from one another."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.rng import Stream


def test_the_numbers_never_change() -> None:
    stream = Stream(7, "deck")
    assert [stream.bits() for _ in range(3)] == EXPECTED


EXPECTED = [7782538884350350332, 3668064708648307363, 16810218853838978078]


def test_streams_of_other_names_and_seeds_differ() -> None:
    first = [Stream(seed, name).bits() for seed in range(50) for name in ("a", "b", "ab", "")]
    assert len(set(first)) == 200


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_keeps_the_items(seed: int, items: list[int]) -> None:
    assert Counter(Stream(seed, "x").shuffled(items)) == Counter(items)


def test_every_order_comes_up_about_as_often() -> None:
    orders = Counter(tuple(Stream(seed, "x").shuffled("abc")) for seed in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Stream(1, "x").below(0)

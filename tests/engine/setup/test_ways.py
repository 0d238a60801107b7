"""Rules on where pieces go: a way that is left, and rules that cannot be kept."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.setup.restrictions import Restriction, broken, leaves_open, ways

PLACES = ("left", "middle", "right")
RULES = (
    Restriction("gathered", PLACES, ("a",), groups=(("p", "q"), ("r",), ("s",))),
    Restriction("sequence", PLACES, ("b",), groups=(("t",), ("u",), ("v",)), start="first"),
    Restriction("sequence", PLACES, ("c",), groups=(("p",), ("r",), ("s",))),
)


@given(
    st.lists(st.sampled_from(RULES), unique=True),
    st.lists(st.tuples(st.sampled_from("pqrstuvxyz"), st.sampled_from(PLACES)), max_size=7),
    st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=3, max_size=3),
)
def test_a_way_is_left_open_exactly_when_no_rule_is_broken(
    rules: list[Restriction], laid: list[tuple[str, str]], room: list[int | None]
) -> None:
    seen = {place: Counter(piece for piece, at in laid if at == place) for place in PLACES}
    spots = dict(zip(PLACES, room, strict=True))
    assert leaves_open(list(ways(rules)), seen, spots) == (not broken(rules, seen, spots))

"""Laws of derived numbers: order does not matter, and a range holds whatever the number could be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fieldpress.engine.contributions import (
    ANYTHING,
    OPERATIONS,
    ZERO,
    Change,
    at_least,
    at_most,
    changed,
    fold,
    hull,
    minus,
    plus,
    times,
)
from fieldpress.engine.verdicts import Amount, Contribution

numbers = st.integers(-8, 8)
ends = st.one_of(st.none(), numbers)


@st.composite
def ranges(draw: st.DrawFn) -> Amount:
    low, high = draw(ends), draw(ends)
    if low is not None and high is not None and low > high:
        low, high = high, low
    return Amount(low, high)


@st.composite
def within(draw: st.DrawFn, amount: Amount) -> int:
    low = -12 if amount.low is None else amount.low
    high = max(low, 12) if amount.high is None else amount.high
    return draw(st.integers(min(low, high), high))


@st.composite
def parts(draw: st.DrawFn) -> list[Contribution]:
    one = st.builds(
        lambda *known, counted: Contribution("combat-value", *known, counted=counted),
        st.sampled_from(OPERATIONS),
        ranges(),
        st.sampled_from(["card:a", "card:b", "card:c"]),
        counted=st.booleans(),
    )
    return draw(st.lists(one, max_size=7))


@given(parts(), st.randoms(use_true_random=False))
def test_order_does_not_matter(found: list[Contribution], dice: object) -> None:
    shuffled = list(found)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert fold(shuffled) == fold(found)


@given(st.data())
def test_a_known_number_in_the_place_of_a_range_gives_a_result_inside_the_range(
    data: st.DataObject,
) -> None:
    found = data.draw(parts())
    # Several bases, or several sets, leave open which of them holds; any one of them may.
    known = []
    for part in found:
        number = data.draw(within(part.amount))
        known.append(
            Contribution(
                "combat-value", part.operation, Amount.of(number), part.record, counted=part.counted
            )
        )
    narrow, wide = fold(known), fold(found)
    assert narrow.low is not None
    assert narrow.high is not None
    assert narrow.low in wide
    assert narrow.high in wide


@given(st.data(), ranges(), ranges())
def test_sums_differences_and_bounds_hold_every_case(
    data: st.DataObject, a: Amount, b: Amount
) -> None:
    x, y = data.draw(within(a)), data.draw(within(b))
    assert x + y in plus(a, b)
    assert x - y in minus(a, b)
    assert max(x, y) in at_least(a, b)
    assert min(x, y) in at_most(a, b)
    assert x in hull((a, b))


@given(st.data(), st.integers(0, 4), st.one_of(st.none(), st.integers(0, 4)), ranges())
def test_products_hold_every_case(
    data: st.DataObject, low: int, more: int | None, each: Amount
) -> None:
    count = Amount(low, None if more is None else low + more)
    n, x = data.draw(within(count)), data.draw(within(each))
    assert n * x in times(count, each)


def test_nothing_times_something_unknown_is_nothing() -> None:
    assert times(ZERO, ANYTHING) == ZERO
    assert times(Amount(0, None), ZERO) == ZERO


def _part(
    operation: str, amount: int, record: str = "card:a", counted: bool = True
) -> Contribution:
    return Contribution("combat-value", operation, Amount.of(amount), record, counted=counted)


def test_limits_on_the_printed_number_leave_what_is_added_alone() -> None:
    found = [
        _part("base", 7),
        _part("base-at-most", 5),
        _part("add", 2),
        _part("add", 9, counted=False),
    ]
    assert fold(found) == Amount.of(7)
    assert fold([*found, _part("at-most", 6)]) == Amount.of(6)
    assert fold([*found, _part("set", 1)]) == Amount.of(1)


def test_a_strike_wins_over_a_replacement_and_that_over_an_adjustment() -> None:
    found = [_part("add", 2), _part("add", 5, "card:b")]
    adjust = Change("adjust", "card:a", "card:x", Amount.of(1), ("house.x",))
    swap = Change("replace", "card:a", "card:y", Amount.of(10))
    strike = Change("strike", "card:a", "card:z")
    assert fold(changed(found, [adjust])) == Amount.of(8)
    assert fold(changed(found, [adjust, swap])) == Amount.of(16)
    assert fold(changed(found, [swap, adjust])) == Amount.of(16)
    struck = changed(found, [swap, strike, adjust])
    assert fold(struck) == Amount.of(5)
    assert struck[0].why == "struck"
    assert struck[0].params == {"by": "card:z"}
    assert changed(found, [adjust])[0].clauses == ("house.x",)

"""Imposition as numbers, without a PDF: mirrored backs, part-filled pages, papers (T1, T2, T3, T6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.sheets.geometry import (
    Cell,
    Duplex,
    Page,
    Wanted,
    best_grid,
    bleed_rooms,
    impose,
    level_axis,
)
from fieldpress.sheets.presets import Paper, paper, papers

GRIDS = [name for name, one in papers().items() if not one.one_up]
SIZES = st.tuples(st.floats(15, 95), st.floats(15, 130))


def wanted(
    count: int, missing: tuple[int, ...] = (), size: tuple[float, float] = (63, 88)
) -> Wanted:
    return Wanted(*size, tuple(i not in missing for i in range(count)))


@pytest.mark.parametrize(
    ("name", "size", "places"),
    [
        ("a4", (63, 88), 9),
        ("letter", (63, 88), 9),
        ("pa4", (63, 88), 9),
        ("a3", (63, 88), 18),
        ("a4", (88, 126), 4),
        ("letter", (88, 126), 4),
        ("pa4", (88, 126), 4),
        ("a3", (88, 126), 9),
    ],
)
def test_cards_on_a_page(name: str, size: tuple[float, float], places: int) -> None:
    assert best_grid(paper(name), *size, 0.0, count=100).places == places


def check_pages(pages: tuple[Page, ...], sheet: Paper) -> None:
    """No cell overlaps another, leaves the paper or (on fronts) enters the margin or footer."""
    for page in pages:
        assert {page.width, page.height} == {sheet.width, sheet.height}
        for i, cell in enumerate(page.cells):
            assert cell.x >= -1e-6
            assert cell.y >= -1e-6
            assert cell.x + cell.w <= page.width + 1e-6
            assert cell.y + cell.h <= page.height + 1e-6
            if page.side == "front":
                assert cell.x >= sheet.margin - 1e-6
                assert cell.y >= sheet.margin - 1e-6
                assert cell.y + cell.h <= page.height - sheet.margin - sheet.footer + 1e-6
            for other in page.cells[:i]:
                apart_x = cell.x >= other.x + other.w - 1e-6 or other.x >= cell.x + cell.w - 1e-6
                apart_y = cell.y >= other.y + other.h - 1e-6 or other.y >= cell.y + cell.h - 1e-6
                assert apart_x or apart_y


@given(
    st.integers(1, 40),
    st.sets(st.integers(0, 39)),
    SIZES,
    st.sampled_from(GRIDS),
    st.sampled_from(["long-edge", "short-edge"]),
    st.floats(0, 6),
)
def test_every_back_mirrors_its_front(
    count: int,
    missing: set[int],
    size: tuple[float, float],
    name: str,
    duplex: Duplex,
    gutter: float,
) -> None:
    pages = impose(wanted(count, tuple(missing), size), paper(name), duplex, gutter)
    check_pages(pages, paper(name))
    fronts = {
        cell.piece: (page, cell) for page in pages if page.side == "front" for cell in page.cells
    }
    backs = {
        cell.piece: (page, cell) for page in pages if page.side == "back" for cell in page.cells
    }
    assert set(fronts) == set(range(count))
    assert set(backs) == set(range(count)) - missing
    for piece, (page, back) in backs.items():
        sheet, front = fronts[piece]
        assert page.sheet == sheet.sheet
        assert pages.index(page) == pages.index(sheet) + 1
        level = level_axis(page.width, page.height, duplex)
        x, y = front.centre
        mirrored = (x, page.height - y) if level else (page.width - x, y)
        assert back.centre == pytest.approx(mirrored)
        assert back.turned is level
    if backs:
        assert len(pages) % 2 == 0


def test_ten_cards_two_of_them_without_a_back() -> None:
    pages = impose(wanted(10, missing=(2, 9)), paper("a4"))
    assert [len(page.cells) for page in pages] == [9, 8, 1, 0]
    assert [page.side for page in pages] == ["front", "back", "front", "back"]
    full = impose(wanted(10), paper("a4"))
    kept = {cell.piece: cell for page in full if page.side == "back" for cell in page.cells}
    for cell in (cell for page in pages if page.side == "back" for cell in page.cells):
        assert cell == kept[cell.piece]


def test_a_deck_without_backs_has_fronts_only_unless_another_needs_the_parity() -> None:
    none = wanted(10, missing=tuple(range(10)))
    assert [page.side for page in impose(none, paper("a4"))] == ["front", "front"]
    sides = [page.side for page in impose(none, paper("a4"), always_backs=True)]
    assert sides == ["front", "back", "front", "back"]
    assert [page.side for page in impose(wanted(10), paper("a4"), "none")] == ["front", "front"]


def test_gutterfold_mirrors_about_the_fold() -> None:
    pages = impose(wanted(5, missing=(1,)), paper("a4"), "gutterfold")
    assert {page.side for page in pages} == {"both"}
    for page in pages:
        assert page.fold is not None
        x1, y1, x2, y2 = page.fold
        fronts = {cell.piece: cell for cell in page.cells if not cell.back}
        backs = {cell.piece: cell for cell in page.cells if cell.back}
        assert set(backs) == set(fronts) - {1}
        for piece, back in backs.items():
            x, y = fronts[piece].centre
            if x1 == x2:
                assert back.centre == pytest.approx((2 * x1 - x, y))
                assert not back.turned
            else:
                assert y1 == y2
                assert back.centre == pytest.approx((x, 2 * y1 - y))
                assert back.turned


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_offset_shifts_backs_and_nothing_else(duplex: Duplex) -> None:
    plain = impose(wanted(10), paper("a4"), duplex)
    moved = impose(wanted(10), paper("a4"), duplex, offset=(-4, 2))
    for before, after in zip(plain, moved, strict=True):
        if before.side == "front":
            assert before == after
        for one, two in zip(before.cells, after.cells, strict=True):
            if before.side == "back":
                assert (two.x, two.y) == pytest.approx((one.x - 4, one.y + 2))


@pytest.mark.parametrize("offset", [(40, 0), (-40, 0), (0, 40), (0, -40)])
def test_offset_that_leaves_the_paper_names_the_most(offset: tuple[float, float]) -> None:
    with pytest.raises(UsageFault, match=r"the most is \d+\.\d mm here \(A4\)"):
        impose(wanted(9), paper("a4"), offset=offset)


def test_card_larger_than_the_paper_is_refused_with_both_sizes() -> None:
    with pytest.raises(FieldpressError, match=r"220 × 300 mm does not fit on A4 \(210 × 297 mm"):
        impose(wanted(1, size=(220, 300)), paper("a4"))
    with pytest.raises(FieldpressError, match="folded piece of 150 × 200 mm"):
        impose(wanted(1, size=(150, 200)), paper("a4"), "gutterfold")


def test_one_up_pages_are_trim_plus_bleed() -> None:
    pages = impose(wanted(2, missing=(1,)), paper("one-up"), bleed=3)
    assert [page.side for page in pages] == ["front", "back", "front"]
    assert {(page.width, page.height) for page in pages} == {(69, 94)}
    assert pages[0].cells[0] == Cell(0, 3, 3, 63, 88)


def test_bleed_is_half_a_gutter_between_neighbours_and_whole_at_the_rim() -> None:
    [page] = impose(wanted(9), paper("a4"), "none", gutter=2)
    rooms = bleed_rooms(page, 3)
    corner, middle = rooms[page.cells[0]], rooms[page.cells[4]]
    assert corner == pytest.approx((3, 3, 1, 1))
    assert middle == pytest.approx((1, 1, 1, 1))


@given(st.integers(1, 9), st.floats(0, 8), st.floats(0, 6))
def test_no_bleed_reaches_into_another_card(count: int, gutter: float, bleed: float) -> None:
    [page, *_] = impose(wanted(count), paper("a4"), "none", gutter)
    for cell, (left, top, right, bottom) in bleed_rooms(page, bleed).items():
        for other in page.cells:
            wide = min(cell.x + cell.w + right, other.x + other.w) - max(cell.x - left, other.x)
            high = min(cell.y + cell.h + bottom, other.y + other.h) - max(cell.y - top, other.y)
            assert other is cell or wide <= 1e-6 or high <= 1e-6

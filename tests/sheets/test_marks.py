"""Marks made from geometry: outside the block, around used cells only (T2, T4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.sheets.document import FOOTER_HEIGHT
from fieldpress.sheets.geometry import Page, Wanted, impose
from fieldpress.sheets.marks import GAP, Mark, page_marks
from fieldpress.sheets.presets import paper


def front(count: int, gutter: float = 0.0, name: str = "a4") -> Page:
    return impose(Wanted(63, 88, (False,) * count), paper(name), "none", gutter)[0]


def edges(page: Page) -> tuple[set[float], set[float]]:
    xs = {round(v, 4) for cell in page.cells for v in (cell.x, cell.x + cell.w)}
    ys = {round(v, 4) for cell in page.cells for v in (cell.y, cell.y + cell.h)}
    return xs, ys


def outside(mark: Mark, page: Page, distance: float) -> bool:
    assert page.block is not None
    left, top, right, bottom = page.block
    return (
        max(mark.x1, mark.x2) <= left - distance + 1e-6
        or min(mark.x1, mark.x2) >= right + distance - 1e-6
        or max(mark.y1, mark.y2) <= top - distance + 1e-6
        or min(mark.y1, mark.y2) >= bottom + distance - 1e-6
    )


@given(st.integers(1, 9), st.sampled_from([0.0, 0.5, 1.0, 2.4, 4.0]), st.floats(0, 3))
def test_crop_marks_lie_outside_the_block_at_used_edges(
    count: int, gutter: float, bleed: float
) -> None:
    page = front(count, gutter)
    marks = page_marks(page, "crop", bleed)
    xs, ys = edges(page)
    for mark in marks:
        assert outside(mark, page, bleed + GAP)
        assert min(mark.x1, mark.x2, mark.y1, mark.y2) >= 0
        assert max(mark.x1, mark.x2) <= page.width
        assert max(mark.y1, mark.y2) <= page.height
        if mark.x1 == mark.x2:
            assert round(mark.x1, 4) in xs
        else:
            assert round(mark.y1, 4) in ys
    # Every cut is marked at both of its ends.
    for x in xs:
        assert sum(mark.x1 == mark.x2 and round(mark.x1, 4) == x for mark in marks) == 2
    for y in ys:
        assert sum(mark.y1 == mark.y2 and round(mark.y1, 4) == y for mark in marks) == 2


@pytest.mark.parametrize(("count", "columns", "rows"), [(1, 1, 1), (2, 2, 1), (4, 3, 2), (9, 3, 3)])
def test_a_part_filled_page_has_marks_for_what_is_there(
    count: int, columns: int, rows: int
) -> None:
    marks = page_marks(front(count), "crop", 2.0)
    assert len(marks) == 2 * (columns + 1) + 2 * (rows + 1)


@pytest.mark.parametrize("name", ["letter", "pa4"])
def test_tight_papers_still_mark_every_cut(name: str) -> None:
    page = front(9, name=name)
    floor = page.height - paper(name).margin - FOOTER_HEIGHT
    marks = page_marks(page, "crop", paper(name).bleed, floor=floor)
    xs, ys = edges(page)
    assert {round(mark.x1, 4) for mark in marks if mark.x1 == mark.x2} == xs
    assert {round(mark.y1, 4) for mark in marks if mark.y1 == mark.y2} == ys
    assert all(max(mark.y1, mark.y2) <= floor + 1e-6 for mark in marks if mark.x1 == mark.x2)


def test_cut_lines_draw_shared_edges_once() -> None:
    lines = page_marks(front(9), "lines", 0.0)
    assert len(lines) == len(set(lines)) == 24
    assert page_marks(front(9), "none", 0.0) == []


def test_an_empty_page_has_no_marks() -> None:
    assert page_marks(Page("back", 1, 210, 297, ()), "crop", 2.0) == []


def test_round_pieces_have_ticks_between_them() -> None:
    [page] = impose(Wanted(20, 20, (False,) * 5), paper("a4"), "none", 4.0)
    marks = page_marks(page, "crop", 1.0, round_pieces=True)
    assert len(marks) == 20
    for mark in marks:
        for cell in page.cells:
            cx, cy = cell.centre
            for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                assert (x - cx) ** 2 + (y - cy) ** 2 > 11.0**2


@pytest.mark.parametrize("size", [(63.0, 88.0), (88.0, 63.0), (95.0, 130.0)])
def test_the_fold_is_marked_as_such_and_not_as_a_cut(size: tuple[float, float]) -> None:
    [page, *_] = impose(Wanted(*size, (True,) * 2), paper("a4"), "gutterfold")
    marks = page_marks(page, "crop", 2.0)
    assert page.fold is not None
    x1, y1, x2, _y2 = page.fold
    folds = [mark for mark in marks if mark.kind == "fold"]
    assert len(folds) == 2
    for mark in marks:
        on_fold = {mark.x1, mark.x2} == {x1} if x1 == x2 else {mark.y1, mark.y2} == {y1}
        assert on_fold is (mark.kind == "fold")
        assert outside(mark, page, 2.0 + GAP)

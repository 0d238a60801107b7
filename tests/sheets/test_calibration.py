"""The calibration sheet: what is read on it is what cures the shift."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from fieldpress.errors import UsageFault
from fieldpress.sheets.calibration import NUMBERS, REACH, Drawn, calibration, centres
from fieldpress.sheets.geometry import Duplex, level_axis
from fieldpress.sheets.presets import paper


def crosses(page: Drawn) -> list[tuple[float, float]]:
    """Middles of the crosses of a back."""
    level = [line for line in page.lines if line.y1 == line.y2]
    return [((line.x1 + line.x2) / 2, line.y1) for line in level]


def reading(front: Drawn, centre: tuple[float, float], hole: tuple[float, float]) -> list[float]:
    """What the figures of the scale around `centre` say of a hole: they are 4 mm apart."""
    read = []
    for axis in (0, 1):
        edge = centre[1 - axis] - REACH - NUMBERS
        figures = {
            float(label.text.replace("−", "-")): (label.x, label.y)[axis]
            for label in front.labels
            if (label.x, label.y)[1 - axis] == pytest.approx(edge)
            and abs((label.x, label.y)[axis] - centre[axis]) < REACH + 2
            and label.text not in "XY"
        }
        zero, four = figures[0.0], figures[4.0]
        assert abs(four - zero) == pytest.approx(4)
        away = hole[axis] - centre[axis]
        read.append(away if four > zero else -away)
    return read


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "pa4"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("shift", [(2.0, 0.0), (-4.0, 0.0), (0.0, 2.0), (6.0, -2.0)])
def test_the_number_at_the_hole_is_the_offset_that_cures_the_shift(
    name: str, duplex: Duplex, shift: tuple[float, float]
) -> None:
    sheet = paper(name)
    front, back = calibration(sheet, duplex)
    level = level_axis(sheet.width, sheet.height, duplex)
    for (fx, fy), (bx, by) in zip(centres(sheet), crosses(back), strict=True):
        # The printer moves the back; the hole comes out on the front where the sheet's turn puts it.
        x, y = bx + shift[0], by + shift[1]
        hole = (x, sheet.height - y) if level else (sheet.width - x, y)
        assert reading(front, (fx, fy), hole) == pytest.approx([-shift[0], -shift[1]])


def test_an_offset_moves_the_crosses() -> None:
    _, plain = calibration(paper("a4"), "long-edge")
    _, moved = calibration(paper("a4"), "long-edge", (0.5, -1.0))
    for (x, y), (u, v) in zip(crosses(plain), crosses(moved), strict=True):
        assert (u, v) == pytest.approx((x + 0.5, y - 1.0))
    assert len(crosses(plain)) == len(centres(paper("a4"))) == 3


@pytest.mark.parametrize(("name", "duplex"), [("one-up", "long-edge"), ("a4", "none")])
def test_nothing_to_measure_is_a_fault(name: str, duplex: Duplex) -> None:
    with pytest.raises(UsageFault, match="needs a paper"):
        calibration(paper(name), duplex)


def test_the_command_writes_two_pages(run_cli: Callable[..., Any], tmp_path: Path) -> None:
    target = tmp_path / "calibration.pdf"
    done = run_cli("calibrate", "--paper", "letter", "--output", target)
    assert (done.code, done.stdout.strip()) == (0, str(target))
    with pikepdf.open(BytesIO(target.read_bytes())) as file:
        assert [[float(v) for v in page.mediabox] for page in file.pages] == [[0, 0, 612, 792]] * 2

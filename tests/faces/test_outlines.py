"""Path data becomes lines and cubics, in absolute coordinates."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.faces.outlines import bounds, ellipse, flattened, inside, moved, parse_path, rounded


def test_relative_and_absolute_commands_agree() -> None:
    assert parse_path("M1 2 L4 2 V6 H1 Z") == parse_path("m1 2 l3 0 v4 h-3 z")
    assert parse_path("M0 0 3 0 3 3") == parse_path("M0 0 L3 0 L3 3")


def test_smooth_curves_mirror_the_control_point() -> None:
    assert parse_path("M0 0 C1 1 2 1 3 0 S5 -1 6 0")[-1] == ("C", (4.0, -1.0, 5.0, -1.0, 6.0, 0.0))
    # Without a curve before it, the control point is the start itself.
    assert parse_path("M0 0 L3 0 S5 -1 6 0")[-1] == ("C", (3.0, 0.0, 5.0, -1.0, 6.0, 0.0))


def test_quadratics_become_the_same_cubics() -> None:
    assert parse_path("M0 0 Q3 6 6 0")[-1] == ("C", (2.0, 4.0, 4.0, 4.0, 6.0, 0.0))
    mirrored = parse_path("M0 0 Q3 6 6 0 T12 0")[-1]
    assert mirrored == ("C", (8.0, -4.0, 10.0, -4.0, 12.0, 0.0))


@pytest.mark.parametrize("flags", ["0 1", "1 0", "0 0", "1 1"])
def test_arcs_stay_on_their_circle(flags: str) -> None:
    outline = parse_path(f"M5 0 A5 5 0 {flags} 0 5")
    points = flattened(outline)[0]
    centres = [(0.0, 0.0), (5.0, 5.0)]
    off = [max(abs(math.dist(point, centre) - 5) for point in points) for centre in centres]
    assert min(off) < 0.01
    assert points[-1] == (0.0, 5.0)


@pytest.mark.parametrize("bad", ["M1 2 X3", "L1", "M1 2 C1 2 3", "hello"])
def test_other_path_data_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match=r"takes|not path data"):
        parse_path(bad)


@given(
    st.floats(-50, 50), st.floats(-50, 50), st.floats(0.5, 60), st.floats(0.5, 60), st.floats(0, 40)
)
def test_rounded_rectangles_fill_their_box(
    x: float, y: float, w: float, h: float, radius: float
) -> None:
    box = bounds(rounded(x, y, w, h, radius))
    assert (box.x, box.y) == pytest.approx((x, y))
    assert (box.w, box.h) == pytest.approx((w, h))
    assert inside(flattened(rounded(x, y, w, h, radius)), x + w / 2, y + h / 2)


def test_moved_scales_before_it_shifts() -> None:
    box = bounds(moved(ellipse(1, 1, 1, 1), 10, 20, 3))
    assert (box.x, box.y, box.w, box.h) == pytest.approx((10, 20, 6, 6))

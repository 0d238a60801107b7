"""Outlines: the part of SVG path data that icons and layouts use, as lines and cubics."""

from __future__ import annotations

import math
import re

from fieldpress.faces.items import Box, Outline, Segment

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
#: Distance of a cubic's control points that makes a quarter circle of radius 1.
KAPPA = 0.5522847498


def parse_path(data: str) -> Outline:
    """Segments of SVG path data, all coordinates absolute. ValueError on anything else."""
    left = _TOKEN.sub("", data).replace(",", "").strip()
    if left:
        raise ValueError(f"not path data: {left[:20]!r}")
    return tuple(_walk(_commands(data)))


def _commands(data: str) -> list[tuple[str, list[float]]]:
    out: list[tuple[str, list[float]]] = []
    letter, numbers = "", list[float]()
    for match in _TOKEN.finditer(data):
        if match[1]:
            if letter:
                out += _split(letter, numbers)
            letter, numbers = match[1], []
        else:
            numbers.append(float(match[2]))
    return out + _split(letter, numbers) if letter else out


def _split(letter: str, numbers: list[float]) -> list[tuple[str, list[float]]]:
    """One command for each set of arguments; further pairs after a move are lines."""
    count = _COUNT[letter.upper()]
    if count == 0:
        return [(letter, [])]
    if not numbers or len(numbers) % count:
        raise ValueError(f"{letter} takes {count} numbers, not {len(numbers)}")
    sets = [numbers[i : i + count] for i in range(0, len(numbers), count)]
    follow = {"M": "L", "m": "l"}.get(letter, letter)
    return [(letter if i == 0 else follow, args) for i, args in enumerate(sets)]


def _walk(commands: list[tuple[str, list[float]]]) -> list[Segment]:
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    last = ""
    for letter, raw in commands:
        upper = letter.upper()
        args = _absolute(letter, raw, x, y)
        before, control = control, None
        if upper == "Z":
            out.append(("Z", ()))
            x, y = start_x, start_y
        elif upper in "MLHV":
            x, y = (args[0], y) if upper == "H" else (x, args[0]) if upper == "V" else args[:2]
            if upper == "M":
                start_x, start_y = x, y
            out.append(("M" if upper == "M" else "L", (x, y)))
        elif upper in "CS":
            if upper == "S":
                first = _mirror(before if last in ("C", "S") else None, x, y)
                args = [*first, *args]
            out.append(("C", tuple(args)))
            control, (x, y) = (args[2], args[3]), args[4:]
        elif upper in "QT":
            if upper == "T":
                args = [*_mirror(before if last in ("Q", "T") else None, x, y), *args]
            qx, qy, ex, ey = args
            out.append(
                (
                    "C",
                    (
                        x + 2 / 3 * (qx - x),
                        y + 2 / 3 * (qy - y),
                        ex + 2 / 3 * (qx - ex),
                        ey + 2 / 3 * (qy - ey),
                        ex,
                        ey,
                    ),
                )
            )
            control, (x, y) = (qx, qy), (ex, ey)
        else:
            out += _arc(x, y, args)
            x, y = args[5:]
        last = upper
    return out


def _absolute(letter: str, args: list[float], x: float, y: float) -> list[float]:
    if letter.isupper():
        return list(args)
    if letter == "h":
        return [args[0] + x]
    if letter == "v":
        return [args[0] + y]
    if letter == "a":
        return [*args[:5], args[5] + x, args[6] + y]
    return [value + (x, y)[i % 2] for i, value in enumerate(args)]


def _mirror(control: tuple[float, float] | None, x: float, y: float) -> tuple[float, float]:
    return (2 * x - control[0], 2 * y - control[1]) if control else (x, y)


def _arc(x: float, y: float, args: list[float]) -> list[Segment]:
    """An elliptical arc as cubics of at most a quarter turn (the centre form of SVG 1.1, F.6)."""
    rx, ry, tilt, large, sweep, ex, ey = args
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry or (x, y) == (ex, ey):
        return [("L", (ex, ey))]
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    hx, hy = (x - ex) / 2, (y - ey) / 2
    px, py = cos * hx + sin * hy, -sin * hx + cos * hy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    factor = math.sqrt(max(0.0, under / ((rx * py) ** 2 + (ry * px) ** 2)))
    factor = factor if bool(large) != bool(sweep) else -factor
    ox, oy = factor * rx * py / ry, -factor * ry * px / rx
    cx, cy = cos * ox - sin * oy + (x + ex) / 2, sin * ox + cos * oy + (y + ey) / 2
    start = math.atan2((py - oy) / ry, (px - ox) / rx)
    turn = math.atan2((-py - oy) / ry, (-px - ox) / rx) - start
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    steps = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / steps
    reach = 4 / 3 * math.tan(step / 4)

    def place(ux: float, uy: float) -> tuple[float, float]:
        return cos * rx * ux - sin * ry * uy + cx, sin * rx * ux + cos * ry * uy + cy

    out: list[Segment] = []
    for i in range(steps):
        a, b = start + i * step, start + (i + 1) * step
        one = place(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        two = place(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        end = place(math.cos(b), math.sin(b)) if i + 1 < steps else (ex, ey)
        out.append(("C", (*one, *two, *end)))
    return out


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """A closed ellipse as four cubics."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def polygon(points: list[tuple[float, float]]) -> Outline:
    """A closed polygon."""
    first, *rest = points
    return (("M", first), *(("L", point) for point in rest), ("Z", ()))


def rounded(x: float, y: float, w: float, h: float, radius: float) -> Outline:
    """A rectangle with rounded corners."""
    r = min(radius, w / 2, h / 2)
    if r <= 0:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    k = r * (1 - KAPPA)
    right, bottom = x + w, y + h
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def moved(outline: Outline, dx: float = 0.0, dy: float = 0.0, scale: float = 1.0) -> Outline:
    """Scaled about the origin, then shifted."""
    return tuple(
        (letter, tuple(v * scale + (dx, dy)[i % 2] for i, v in enumerate(args)))
        for letter, args in outline
    )


def bounds(outline: Outline) -> Box:
    """Box of all points, control points included (never too small)."""
    xs = [v for _, args in outline for v in args[0::2]]
    ys = [v for _, args in outline for v in args[1::2]]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def flattened(outline: Outline, steps: int = 6) -> list[list[tuple[float, float]]]:
    """The outline's subpaths as polygons; each curve becomes `steps` straight pieces."""
    out: list[list[tuple[float, float]]] = []
    for letter, args in outline:
        if letter == "M":
            out.append([(args[0], args[1])])
        elif letter == "L":
            out[-1].append((args[0], args[1]))
        elif letter == "C":
            x0, y0 = out[-1][-1]
            x1, y1, x2, y2, x3, y3 = args
            for i in range(1, steps + 1):
                t = i / steps
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                out[-1].append(
                    (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                )
    return out


def inside(polygons: list[list[tuple[float, float]]], x: float, y: float) -> bool:
    """Whether a point lies within (by the even-odd rule)."""
    odd = False
    for points in polygons:
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd

"""Preflight: what a printer would send a PDF back for, read from the file itself.

Page, trim and bleed boxes, embedded fonts, colour spaces and ink, and the resolution of pictures
as they are placed. Nothing is rendered and nothing changed; any PDF can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fieldpress.errors import MissingExtra, UsageFault
from fieldpress.sheets.presets.targets import Target

MM = 25.4 / 72
#: Boxes may be off by so many mm: what rounding to points brings.
_SLACK = 0.06
#: How deep forms within forms are followed.
_DEPTH = 12
_RGB = {"rg", "RG"}
_GREY = {"g", "G"}
_CMYK = {"k", "K"}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the target does not allow. `pages` count from 1; empty for the whole file."""

    pages: tuple[int, ...]
    problem: str

    def __str__(self) -> str:
        return f"{_places(self.pages)}: {self.problem}" if self.pages else self.problem


@dataclass(slots=True)
class Report:
    """What was looked at, and what was found wrong with it."""

    pages: int
    fonts: int
    pictures: int
    findings: list[Finding]


@dataclass(slots=True)
class _Seen:
    """What one page shows. `ink` in percent; `coarse`: pixels an inch and name of pictures."""

    spaces: set[str] = field(default_factory=set)
    ink: float = 0.0
    pictures: list[tuple[float, str]] = field(default_factory=list)


def preflight(path: Path, target: Target) -> Report:
    """Check a PDF against a target.

    UsageFault if it cannot be read; MissingExtra without pikepdf.
    """
    try:
        import pikepdf
    except ImportError:
        raise MissingExtra("pikepdf", "pdf") from None
    try:
        file = pikepdf.open(path)
    except pikepdf.PasswordError:
        raise UsageFault(f"{path}: it is locked by a password; save it without one") from None
    except (pikepdf.PdfError, OSError) as error:
        raise UsageFault(f"{path}: cannot be read as a PDF: {error}") from None
    with file:
        found: dict[str, list[int]] = {}
        pictures = 0
        for number, page in enumerate(file.pages, 1):
            seen = _Seen()
            _look(page.obj, _inherited(page.obj, "/Resources"), pikepdf.Matrix(), seen, 0)
            pictures += len(seen.pictures)
            for problem in (*_boxes(page, target), *_colours(seen, target), *_coarse(seen, target)):
                found.setdefault(problem, []).append(number)
        findings = [Finding(tuple(pages), problem) for problem, pages in found.items()]
        fonts = dict(_fonts(file))
        findings += [
            Finding((), f"font {name} is not embedded") for name, kept in fonts.items() if not kept
        ]
        if not len(file.pages):
            findings.append(Finding((), "it has no page"))
        if target.pages == "even" and len(file.pages) % 2:
            findings.append(
                Finding(
                    (), f"it has {len(file.pages)} pages; a back for every front makes them even"
                )
            )
        return Report(len(file.pages), len(fonts), pictures, findings)


# --- boxes -------------------------------------------------------------------------------------


def _inherited(obj: Any, key: str) -> Any:
    """A page's entry, or that of the page tree above it."""
    while obj is not None:
        if key in obj:
            return obj[key]
        obj = obj.get("/Parent")
    return None


def _box(page: Any, key: str) -> tuple[float, float, float, float] | None:
    raw = _inherited(page.obj, key)
    if raw is None:
        return None
    x1, y1, x2, y2 = (float(value) * MM for value in raw)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _size(box: tuple[float, float, float, float]) -> str:
    return f"{box[2] - box[0]:.2f} × {box[3] - box[1]:.2f} mm"


def _near(box: tuple[float, float, float, float], size: Sequence[float]) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return abs(width - size[0]) <= _SLACK and abs(height - size[1]) <= _SLACK


def _boxes(page: Any, target: Target) -> Iterator[str]:
    media = _box(page, "/MediaBox")
    if media is None:
        yield "there is no MediaBox"
        return
    if int(_inherited(page.obj, "/Rotate") or 0) % 360:
        yield "the page is turned by /Rotate; printers may turn it back"
    if target.page and not _near(media, target.page):
        yield f"the page is {_size(media)}; {target.page[0]:g} × {target.page[1]:g} mm is asked for"
    trim = _box(page, "/TrimBox")
    if not (target.trim or target.bleed):
        return
    if trim is None:
        yield "there is no TrimBox, so nobody knows where to cut"
        return
    if target.trim and not _near(trim, target.trim):
        wanted = f"{target.trim[0]:g} × {target.trim[1]:g} mm"
        yield f"the TrimBox is {_size(trim)}; {wanted} is asked for"
    # A page that says no more bleeds as far as it is shown.
    bleed = _box(page, "/BleedBox") or _box(page, "/CropBox") or media
    inside = max(media[0], bleed[0]), max(media[1], bleed[1])
    outside = min(media[2], bleed[2]), min(media[3], bleed[3])
    least = min(
        trim[0] - inside[0], trim[1] - inside[1], outside[0] - trim[2], outside[1] - trim[3]
    )
    if target.bleed is not None and least < target.bleed - _SLACK:
        yield f"the bleed is {max(0.0, least):.2f} mm; {target.bleed:g} mm is asked for"


# --- fonts -------------------------------------------------------------------------------------


def _fonts(file: Any) -> Iterator[tuple[str, bool]]:
    """Each font of the file by name, and whether it lies in the file."""
    import pikepdf

    for obj in file.objects:
        if not isinstance(obj, pikepdf.Dictionary) or obj.get("/Type") != "/Font":
            continue
        if "/DescendantFonts" in obj:
            continue
        descriptor: Any = obj.get("/FontDescriptor", {})
        kept = obj.get("/Subtype") == "/Type3" or any(
            key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")
        )
        yield str(obj.get("/BaseFont", "/without a name"))[1:], kept


# --- what the pages show -----------------------------------------------------------------------


def _look(stream: Any, resources: Any, matrix: Any, seen: _Seen, depth: int) -> None:
    """Follow a content stream and the forms that it places."""
    import pikepdf

    stack: list[Any] = []
    for instruction in pikepdf.parse_content_stream(stream):
        operands: Any = instruction.operands
        name = str(instruction.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop() if stack else matrix
        elif name == "cm":
            matrix = pikepdf.Matrix(*(float(value) for value in operands)) @ matrix
        elif name in _RGB:
            seen.spaces.add("RGB")
        elif name in _GREY:
            seen.spaces.add("grey")
        elif name in _CMYK:
            seen.spaces.add("CMYK")
            seen.ink = max(seen.ink, 100 * sum(float(value) for value in operands))
        elif name in ("cs", "CS"):
            seen.spaces.add(_space(_named(resources, "/ColorSpace", operands[0]) or operands[0]))
        elif name == "INLINE IMAGE":
            seen.pictures.append((_resolution(operands[0].obj, matrix), "in the page"))
        elif name == "Do":
            form = _named(resources, "/XObject", operands[0])
            if form is None:
                continue
            if form.get("/Subtype") == "/Image":
                if not form.get("/ImageMask"):
                    seen.spaces.add(_space(form.get("/ColorSpace")))
                seen.pictures.append((_resolution(form, matrix), str(operands[0])[1:]))
            elif depth < _DEPTH:
                own = pikepdf.Matrix(*(float(v) for v in form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
                _look(form, form.get("/Resources", resources), own @ matrix, seen, depth + 1)


def _named(resources: Any, kind: str, name: Any) -> Any:
    table = resources.get(kind) if resources is not None else None
    return table.get(str(name)) if table is not None else None


def _space(raw: Any) -> str:
    """What a colour space comes to: RGB, CMYK, grey, or its own name."""
    import pikepdf

    if isinstance(raw, pikepdf.Array) and len(raw):
        kind = str(raw[0])
        if kind == "/ICCBased":
            return {1: "grey", 3: "RGB", 4: "CMYK"}.get(int(raw[1].get("/N", 0)), "ICC")
        if kind in ("/Indexed", "/I"):
            return _space(raw[1])
        if kind in ("/Separation", "/DeviceN"):
            return "spot"
        raw = kind
    names = {
        "/DeviceRGB": "RGB",
        "/RGB": "RGB",
        "/CalRGB": "RGB",
        "/Lab": "RGB",
        "/DeviceCMYK": "CMYK",
        "/CMYK": "CMYK",
        "/DeviceGray": "grey",
        "/CalGray": "grey",
        "/G": "grey",
        "/Pattern": "pattern",
    }
    return names.get(str(raw), str(raw))


def _resolution(image: Any, matrix: Any) -> float:
    """Pixels an inch along the coarser side of a picture as it is placed."""
    wide = (matrix.a**2 + matrix.b**2) ** 0.5 / 72
    high = (matrix.c**2 + matrix.d**2) ** 0.5 / 72
    across = float(image.get("/Width", image.get("/W", 0)))
    down = float(image.get("/Height", image.get("/H", 0)))
    return min(across / wide if wide else across, down / high if high else down)


def _colours(seen: _Seen, target: Target) -> Iterator[str]:
    if target.colour == "cmyk" and "RGB" in seen.spaces:
        yield "it holds RGB colours; CMYK is asked for"
    if target.ink is not None and seen.ink > target.ink + 0.5:
        yield f"{seen.ink:.0f} % of ink in one place; {target.ink} % at most are asked for"


def _coarse(seen: _Seen, target: Target) -> Iterator[str]:
    for dpi, name in sorted(set(seen.pictures)):
        if target.dpi is not None and dpi < target.dpi - 0.5:
            yield f"picture {name} has {dpi:.0f} pixels an inch; {target.dpi} are asked for"


def _places(pages: Sequence[int]) -> str:
    """`page 3`, `pages 1-4, 7`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1][1:] = [page]
        else:
            runs.append([page])
    text = ", ".join("-".join(map(str, run)) for run in runs)
    return f"page{'s' if len(pages) > 1 else ''} {text}"

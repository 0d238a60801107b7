"""The ReportLab painter: drawing items in mm become PDF operators.

A face that is printed several times is a form XObject that its cells place. Nothing is decided
here: positions, sizes and colours come from the items, marks and pages.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any, Literal

from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.faces import Box, Face, Group, IconPath, Item, Path, Rect, TextRun, colours
from fieldpress.faces.fonts import Font, FontSpec, find_font
from fieldpress.faces.items import Outline
from fieldpress.faces.text import SOFT_HYPHEN

MM = 72 / 25.4
#: Coordinates inside a face are written to a thousandth of a point, a third of a micrometre.
_DIGITS = 3
ColourMode = Literal["rgb", "cmyk"]
_registered: dict[str, str] = {}


def register(font: Font) -> str:
    """Make a font known to ReportLab under its own name; returns the name."""
    if font.name not in _registered:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFError, TTFont

        try:
            pdfmetrics.registerFont(TTFont(font.name, str(font.path)))
        except TTFError as error:
            raise FieldpressError(f"font {font.name} cannot be embedded: {error}") from None
        _registered[font.name] = font.name
    return font.name


class Painter:
    """Writes pages into one PDF held in memory. All arguments in mm, y downwards."""

    def __init__(self, title: str, language: str, subject: str, mode: ColourMode = "rgb") -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise MissingExtra("reportlab", "sheets") from None
        self._out = BytesIO()
        self._mode = mode
        self.label_font = find_font(FontSpec("Barlow Condensed", 500))
        # Without an initial font every file would list an unembedded Helvetica; invariant makes
        # the bytes a function of the input alone (its date follows SOURCE_DATE_EPOCH).
        options: dict[str, Any] = {
            "pagesize": (100, 100),
            "initialFontName": register(self.label_font),
            "initialFontSize": 7,
            "invariant": 1,
            "pageCompression": 1,
            "lang": language,
        }
        self._canvas: Any = Canvas(self._out, **options)
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setAuthor("Fieldpress")
        self._canvas.setCreator("Fieldpress")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._forms: dict[int, tuple[str, Face]] = {}
        self._groups: dict[tuple[int, float], tuple[str, Group]] = {}
        self._icons: dict[tuple[str, int], Any] = {}
        self._started = False
        self._height = 0.0
        self._open_text: Any = None
        self._look = ("", 0.0, "", 0.0)

    # --- pages -------------------------------------------------------------------------------

    def page(self, width: float, height: float, trim: Box | None, bleed: Box | None) -> None:
        """Begin a page of this size, with its trim and bleed boxes."""
        if self._started:
            self._canvas.showPage()
        self._started = True
        self._height = height
        self._canvas.setPageSize((width * MM, height * MM))
        whole = Box(0, 0, width, height)
        self._canvas.setTrimBox(self._corners(trim or whole))
        self._canvas.setBleedBox(self._corners(bleed or whole))

    def _corners(self, box: Box) -> tuple[float, float, float, float]:
        top, bottom = self._height - box.y, self._height - box.bottom
        return box.x * MM, bottom * MM, box.right * MM, top * MM

    def bookmark(self, title: str, key: str, level: int) -> None:
        """An outline entry for the page begun last."""
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key, level, closed=level == 0)

    def save(self) -> bytes:
        """The finished file."""
        from reportlab import rl_config

        if self._started:
            self._canvas.showPage()
        # Binary streams: the ASCII wrapping of ReportLab's default only adds a quarter in size.
        before, rl_config.useA85 = rl_config.useA85, 0
        try:
            self._canvas.save()
        finally:
            rl_config.useA85 = before
        return self._out.getvalue()

    # --- faces -------------------------------------------------------------------------------

    def define(self, face: Face) -> str:
        """The form of a face, drawn the first time it is asked for."""
        known = self._forms.get(id(face))
        if known:
            return known[0]
        name = f"face{len(self._forms) + 1}"
        # The face is kept with its form, so that its id is not given to another object.
        self._forms[id(face)] = (name, face)
        self._define_groups(face)
        out = face.bleed
        canvas = self._canvas
        canvas.beginForm(
            name, -out * MM, -out * MM, (face.width + out) * MM, (face.height + out) * MM
        )
        self._draw_all(face)
        canvas.endForm()
        return name

    def place(
        self,
        face: Face,
        x: float,
        y: float,
        rooms: tuple[float, float, float, float],
        turned: bool = False,
        shared: bool = True,
    ) -> None:
        """Place a face, its trim corner at (x, y); `rooms`: bleed left, top, right, bottom.

        A face that is `shared` is stored once and referred to; another is drawn on the spot, which
        takes less room.
        """
        name = self.define(face) if shared else ""
        if not shared:
            self._define_groups(face)
        left, top, right, bottom = rooms
        canvas = self._canvas
        canvas.saveState()
        path = canvas.beginPath()
        below = self._height - y - face.height - bottom
        path.rect(
            (x - left) * MM,
            below * MM,
            (face.width + left + right) * MM,
            (face.height + top + bottom) * MM,
        )
        if face.shape == "round":
            path = self._circle_clip(face, x, y, min(rooms))
        canvas.clipPath(path, stroke=0, fill=0)
        if turned:
            canvas.transform(-1, 0, 0, -1, (x + face.width) * MM, (self._height - y) * MM)
        else:
            canvas.translate(x * MM, (self._height - y - face.height) * MM)
        if shared:
            canvas.doForm(name)
        else:
            self._draw_all(face)
        canvas.restoreState()

    def _draw_all(self, face: Face) -> None:
        for item in face.items:
            self._draw(item, face.height)
        self._end_text()

    def _define_groups(self, face: Face) -> None:
        """Forms cannot be begun inside one another, so a face's patterns come before it."""
        for item in face.items:
            if isinstance(item, Group):
                self._define_group(item, face.height)

    def _circle_clip(self, face: Face, x: float, y: float, bleed: float) -> Any:
        path = self._canvas.beginPath()
        centre = (x + face.width / 2) * MM, (self._height - y - face.height / 2) * MM
        path.circle(*centre, (face.width / 2 + bleed) * MM)
        return path

    # --- items -------------------------------------------------------------------------------

    def _draw(self, item: Item, height: float) -> None:
        if isinstance(item, TextRun):
            self._text(item, height)
            return
        self._end_text()
        if isinstance(item, Rect):
            self._rect(item, height)
        elif isinstance(item, IconPath):
            self._icon(item, height)
        elif isinstance(item, Path):
            self._path(item, height)
        else:
            self._canvas.doForm(self._define_group(item, height))

    def _define_group(self, group: Group, height: float) -> str:
        """A clipped group as a form of its own, shared by all faces that have the same one."""
        key = (id(group), height)
        known = self._groups.get(key)
        if known:
            return known[0]
        name = f"ground{len(self._groups) + 1}"
        self._groups[key] = (name, group)
        canvas, clip = self._canvas, group.clip
        left, bottom = clip.x * MM, (height - clip.bottom) * MM
        canvas.beginForm(name, left, bottom, clip.right * MM, (height - clip.y) * MM)
        if group.radius:
            path = canvas.beginPath()
            path.roundRect(left, bottom, clip.w * MM, clip.h * MM, group.radius * MM)
            canvas.clipPath(path, stroke=0, fill=0)
        for item in group.items:
            self._draw(item, height)
        self._end_text()
        canvas.endForm()
        return name

    def _fill(self, colour: str) -> None:
        if self._mode == "cmyk":
            self._canvas.setFillColorCMYK(*colours.cmyk(colour))
        else:
            self._canvas.setFillColorRGB(*colours.channels(colour))

    def _stroke(self, colour: str, width: float) -> None:
        if self._mode == "cmyk":
            self._canvas.setStrokeColorCMYK(*colours.cmyk(colour))
        else:
            self._canvas.setStrokeColorRGB(*colours.channels(colour))
        self._canvas.setLineWidth(width * MM)

    def _pen(self, fill: str | None, stroke: str | None, width: float) -> dict[str, int]:
        if fill:
            self._fill(fill)
        if stroke:
            self._stroke(stroke, width)
        return {"fill": 1 if fill else 0, "stroke": 1 if stroke else 0}

    def _rect(self, item: Rect, height: float) -> None:
        pen = self._pen(item.fill, item.stroke, item.width)
        box = item.box
        corners = (box.x * MM, (height - box.bottom) * MM, box.w * MM, box.h * MM)
        args = tuple(round(value, _DIGITS) for value in corners)
        if item.radius:
            self._canvas.roundRect(*args, min(item.radius, box.w / 2, box.h / 2) * MM, **pen)
        else:
            self._canvas.rect(*args, **pen)

    def _path(self, item: Path, height: float) -> None:
        pen = self._pen(item.fill, item.stroke, item.width)
        canvas = self._canvas
        if item.dash:
            canvas.setDash([value * MM for value in item.dash])
        if item.round:
            canvas.setLineCap(1)
        mode = 0 if item.evenodd else 1
        canvas.drawPath(self._outline(item.outline, MM, height * MM), fillMode=mode, **pen)
        if item.round:
            canvas.setLineCap(0)
        if item.dash:
            canvas.setDash([])

    def _icon(self, item: IconPath, height: float) -> None:
        key = (item.icon, item.part)
        if key not in self._icons:
            self._icons[key] = self._outline(item.outline, 1.0, 0.0)
        canvas = self._canvas
        canvas.saveState()
        scale = item.scale * MM
        canvas.transform(scale, 0, 0, scale, item.x * MM, (height - item.y) * MM)
        width = item.width / item.scale / MM if item.scale else 0.0
        pen = self._pen(item.fill, item.stroke, width)
        if item.stroke:
            canvas.setLineCap(1)
            canvas.setLineJoin(1)
        canvas.drawPath(self._icons[key], fillMode=0 if item.evenodd else 1, **pen)
        canvas.restoreState()

    def _outline(self, outline: Outline, scale: float, top: float) -> Any:
        """A ReportLab path of an outline, y turned upwards from `top`."""
        path = self._canvas.beginPath()
        for letter, args in outline:
            values = [
                round((top - v * scale) if i % 2 else v * scale, _DIGITS)
                for i, v in enumerate(args)
            ]
            if letter == "M":
                path.moveTo(*values)
            elif letter == "L":
                path.lineTo(*values)
            elif letter == "C":
                path.curveTo(*values)
            else:
                path.close()
        return path

    def _text(self, item: TextRun, height: float) -> None:
        """Add a run to the text object that is open, so that a paragraph is one object."""
        text = self._open_text
        if text is None:
            text = self._open_text = self._canvas.beginText()
            self._look = ("", 0.0, "", 0.0)
        x, y = round(item.x * MM, _DIGITS), round((height - item.y) * MM, _DIGITS)
        if item.turn == 90:
            text.setTextTransform(0, -1, 1, 0, x, y)
        elif item.turn == 180:
            text.setTextTransform(-1, 0, 0, -1, x, y)
        elif item.turn == 270:
            text.setTextTransform(0, 1, -1, 0, x, y)
        else:
            text.setTextOrigin(x, y)
        font, size, colour, tracking = self._look
        if (item.font, item.size) != (font, size):
            text.setFont(register(_by_name(item.font)), item.size)
        if item.colour != colour:
            if self._mode == "cmyk":
                text.setFillColorCMYK(*colours.cmyk_text(item.colour))
            else:
                text.setFillColorRGB(*colours.channels(item.colour))
        if item.tracking != tracking:
            text.setCharSpace(item.tracking)
        self._look = (item.font, item.size, item.colour, item.tracking)
        text.textOut(_copied(item))

    def _end_text(self) -> None:
        if self._open_text is not None:
            if self._look[3]:
                self._open_text.setCharSpace(0)
            self._canvas.drawText(self._open_text)
            self._open_text = None

    # --- page furniture ----------------------------------------------------------------------

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        width: float,
        grey: float = 0.0,
        dash: tuple[float, ...] = (),
    ) -> None:
        """A straight line in black ink (or a grey of it)."""
        canvas = self._canvas
        canvas.setStrokeColorCMYK(0, 0, 0, 1 - grey)
        canvas.setLineWidth(width * MM)
        canvas.setDash([value * MM for value in dash])
        top = self._height
        canvas.line(x1 * MM, (top - y1) * MM, x2 * MM, (top - y2) * MM)
        if dash:
            canvas.setDash([])

    def label(self, x: float, y: float, text: str, size: float, align: str = "left") -> None:
        """A line of the footer, its baseline at (x, y)."""
        font = self.label_font
        drawn = "".join(c if font.has(c) and ord(c) <= 0xFFFF else "?" for c in text)
        self._canvas.setFillColorCMYK(0, 0, 0, 1)
        self._canvas.setFont(register(font), size)
        place = {
            "left": self._canvas.drawString,
            "center": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        place(x * MM, (self._height - y) * MM, drawn)


def _copied(item: TextRun) -> str:
    """A run's text as it is to be copied: the hyphen of a broken word as the soft one, which looks
    the same and which readers and searches pass over; where the font has it."""
    if item.broken:
        font = _by_name(item.font)
        if font.has(SOFT_HYPHEN) and font.width(SOFT_HYPHEN) == font.width("-"):
            return item.text[:-1] + SOFT_HYPHEN
    return item.text


@cache
def _by_name(name: str) -> Font:
    """A font that a face was composed with, by the name that its runs carry."""
    family, _, rest = name.rpartition("-")
    style = "normal"
    if not rest.isdigit():
        family, rest, style = *family.rpartition("-")[::2], rest
    return find_font(FontSpec(family.replace("-", " "), int(rest), style))

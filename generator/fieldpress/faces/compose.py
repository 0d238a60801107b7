"""A layout and a record's fields give a face: drawing items in mm, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from fieldpress.faces import markup
from fieldpress.faces.choices import holds, pick
from fieldpress.faces.fields import Fields
from fieldpress.faces.fonts import MM_PER_PT
from fieldpress.faces.icons import icon_names, load_icon, no_icon
from fieldpress.faces.items import Box, Face, Item, Path, Rect
from fieldpress.faces.layout import Element, Layout, LayoutFault, Style, Template
from fieldpress.faces.outlines import bounds, ellipse, moved, parse_path
from fieldpress.faces.patterns import PATTERNS
from fieldpress.faces.placing import Placer, icon_paths, pattern_group
from fieldpress.faces.problems import Problem
from fieldpress.faces.text import (
    SOFT_HYPHEN,
    TAB,
    Fitted,
    Paragraph,
    Room,
    fit,
    paragraphs,
)

#: First of the code points that Unicode keeps out of all text (U+FDD0 to U+FDEF).
_STAND_IN = 0xFDD0


def compose(
    layout: Layout, fields: Fields, resolve: markup.Resolve = markup.link_text
) -> tuple[Face, list[Problem]]:
    """The face of one record, with every problem found on the way. LayoutFault for a bad layout."""
    return _Composer(layout, fields, resolve).face()


class _Composer:
    def __init__(self, layout: Layout, fields: Fields, resolve: markup.Resolve) -> None:
        self.layout, self.fields, self.resolve = layout, fields, resolve
        self.problems: list[Problem] = []
        # A counter's layout is drawn for one size and scaled to each counter's own.
        self.scale = fields.size[0] / layout.width if fields.size else 1.0

    def face(self) -> tuple[Face, list[Problem]]:
        items: list[Item] = []
        for element in self.layout.elements:
            if holds(element.raw.get("when"), self.fields):
                items += getattr(self, f"_{element.type}")(element)
        layout, k = self.layout, self.scale
        face = Face(
            self.fields.name,
            layout.width * k,
            layout.height * k,
            layout.corner * k,
            layout.safe * k,
            layout.bleed,
            layout.shape,
            tuple(items),
        )
        return face, self.problems

    # --- shapes ------------------------------------------------------------------------------

    def _box(self, raw: Sequence[float], bleed: bool = False) -> Box:
        """A box in mm; with `bleed`, its edges on the trim line reach out to the bleed."""
        k = self.scale
        x, y, w, h = (value * k for value in raw)
        if bleed:
            out, right, bottom = self.layout.bleed, x + w, y + h
            x, y = (x - out if x <= 1e-6 else x), (y - out if y <= 1e-6 else y)
            right += out if right >= self.layout.width * k - 1e-6 else 0
            bottom += out if bottom >= self.layout.height * k - 1e-6 else 0
            w, h = right - x, bottom - y
        return Box(x, y, w, h)

    def _colour(self, element: Element, key: str, default: str | None = None) -> str | None:
        return self.layout.colour(element.raw.get(key, default), self.fields, element.id)

    def _pen(self, element: Element) -> tuple[str | None, str | None, float]:
        """Fill, stroke and stroke width of an element."""
        raw = element.raw
        stroke = self._colour(element, "stroke")
        width = raw.get("width", 0.25) * self.scale if stroke else 0.0
        return self._colour(element, "fill"), stroke, width

    def _rect(self, element: Element) -> Iterable[Item]:
        fill, stroke, width = self._pen(element)
        if fill or stroke:
            box = self._box(element.raw["rect"], bool(element.raw.get("bleed")))
            radius = element.raw.get("radius", 0.0) * self.scale
            yield Rect(element.id, box, fill, stroke, width, radius)

    def _circle(self, element: Element) -> Iterable[Item]:
        fill, stroke, width = self._pen(element)
        if fill or stroke:
            cx, cy, r = (value * self.scale for value in element.raw["circle"])
            if element.raw.get("bleed"):
                r += self.layout.bleed
            outline = ellipse(cx, cy, r, r)
            yield Path(element.id, outline, Box(cx - r, cy - r, 2 * r, 2 * r), fill, stroke, width)

    def _line(self, element: Element) -> Iterable[Item]:
        _, stroke, width = self._pen(element)
        if stroke:
            x1, y1, x2, y2 = (value * self.scale for value in element.raw["line"])
            outline = (("M", (x1, y1)), ("L", (x2, y2)))
            box = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).grown(width / 2)
            dash = tuple(value * self.scale for value in element.raw.get("dash", ()))
            ends = element.raw.get("ends") == "round"
            yield Path(element.id, outline, box, None, stroke, width, dash=dash, round=ends)

    def _path(self, element: Element) -> Iterable[Item]:
        fill, stroke, width = self._pen(element)
        if fill or stroke:
            try:
                outline = moved(parse_path(element.raw["path"]), scale=self.scale)
            except ValueError as error:
                raise LayoutFault(self.layout.id, element.id, str(error)) from None
            evenodd = bool(element.raw.get("evenodd"))
            yield Path(element.id, outline, bounds(outline), fill, stroke, width, evenodd)

    def _icon(self, element: Element) -> Iterable[Item]:
        name = pick(element.raw["icon"], self.fields)
        if name is None or name == "none":
            return
        tones = element.raw.get("tones", [element.raw.get("fill", "ink")])
        colours = [self.layout.colour(tone, self.fields, element.id) for tone in tones]
        yield from self._placed(element, name, self._box(element.raw["box"]), colours)

    def _placed(
        self, element: Element, name: str, box: Box, colours: Sequence[str | None]
    ) -> Iterable[Item]:
        """An icon as large as fits, in the middle of `box`; further tones take the last colour."""
        if name not in icon_names():
            raise LayoutFault(self.layout.id, element.id, no_icon(name))
        icon = load_icon(name)
        scale = min(box.w / icon.width, box.h / icon.height)
        x = box.x + (box.w - icon.width * scale) / 2
        y = box.y + (box.h - icon.height * scale) / 2
        _, line, width = self._pen(element)
        yield from icon_paths(element.id, icon, x, y, scale, colours, line, width)

    def _pattern(self, element: Element) -> Iterable[Item]:
        colour = self._colour(element, "colour", "ink")
        name = pick(element.raw["pattern"], self.fields)
        if colour is None or name is None or name == "none":
            return
        if name not in PATTERNS:
            known = ", ".join(PATTERNS)
            raise LayoutFault(
                self.layout.id, element.id, f"no pattern {name!r} (there are: {known})"
            )
        box = self._box(element.raw["box"], bool(element.raw.get("bleed")))
        k = self.scale
        step = float(pick(element.raw.get("step", 4.0), self.fields))
        width = float(pick(element.raw.get("width", 0.5), self.fields)) * k
        if name not in ("rays", "burst"):
            step *= k
        radius = element.raw.get("radius", 0.0) * k
        yield pattern_group(element.id, name, box, step, width, radius, colour)

    # --- text --------------------------------------------------------------------------------

    def _text(self, element: Element) -> Iterable[Item]:
        style = element.style
        assert style is not None
        language = self.fields.language
        template = _by_language(element.templates, language)
        states = [self.fields[name].state for name in template.fields]
        if states and not any(state in ("known", "unknown") for state in states):
            return
        spans = self._spans(template, language)
        if style.keywords:
            spans = [markup.with_keywords(line, style.keywords) for line in spans]
        if style.case == "upper":
            spans = [[_upper(span) for span in line] for line in spans]
        box = self._box(element.raw["box"])
        turn = int(element.raw.get("turn", 0))
        width, height = (box.h, box.w) if turn in (90, 270) else (box.w, box.h)
        self._check_glyphs(element, style, spans)
        spans = self._with_known_icons(element, turn, spans)
        named = template.fields == ("name",)
        speech = self.fields.names_language if named else language
        k = self.scale
        tracking = style.tracking / style.size
        texts = paragraphs(spans, style.look, speech, style.hyphenate == "always", tracking)
        font = style.look.regular
        room = Room(
            width,
            height,
            style.leading,
            style.gap,
            style.hang,
            style.lines,
            font.ascent,
            font.descent,
            speech,
            tracking,
            style.hyphenate == "last",
        )
        ladder = [size * k for size in style.sizes]
        fitted = fit(texts, room, style.size * k, min(style.minimum, style.size * k), ladder)
        self._check_fit(element, style, fitted)
        colour = self.layout.colour(style.colour, self.fields, element.id)
        if colour is not None:
            yield from self._runs(element, style, texts, fitted, box, turn, colour)

    def _spans(self, template: Template, language: str) -> list[list[markup.Span]]:
        """The template filled in: its own text and marked-up fields parsed, the rest verbatim.

        While the marks are read, a verbatim value is one character that no text contains.
        """
        text, values = "", list[str]()
        for part in template.parts:
            if isinstance(part, str):
                text += part
                continue
            name, as_word = part
            found = self.fields[name]
            if found.markup and found.state == "known":
                text += found.shown
                continue
            known = as_word and found.state == "known"
            value = self.layout.word(name, found.value, language) if known else found.shown
            text += chr(_STAND_IN + len(values))
            values.append(value)
        lines: list[list[markup.Span]] = []
        for line in markup.parse(text, self.resolve):
            lines.append([])
            for span in line:
                shown = span.text
                for i, value in enumerate(values):
                    shown = shown.replace(chr(_STAND_IN + i), value)
                first, *more = shown.split("\n")
                lines[-1].append(replace(span, text=first))
                lines += [[replace(span, text=rest)] for rest in more]
        return lines

    def _runs(
        self,
        element: Element,
        style: Style,
        texts: Sequence[Paragraph],
        fitted: Fitted,
        box: Box,
        turn: int,
        colour: str,
    ) -> Iterable[Item]:
        """Place the broken lines in the box, then turn them."""
        em = fitted.size * MM_PER_PT
        font = style.look.regular
        width, height = (box.h, box.w) if turn in (90, 270) else (box.w, box.h)
        count = sum(len(lines) for lines in fitted.lines)
        spread = ((count - 1) * style.leading + (len(fitted.lines) - 1) * style.gap) * em
        if style.valign == "middle":
            # Centred on the capitals, as the eye sees it, yet never out of the box.
            first = (height - spread + font.cap_height * em) / 2
            first = min(first, height - spread - font.descent * em)
            first = max(first, font.ascent * em)
        elif style.valign == "bottom":
            first = height - spread - font.descent * em
        else:
            first = font.ascent * em
        place = Placer(element.id, fitted.size, colour, box, turn, style.tracking)
        v = first
        for paragraph, lines in zip(texts, fitted.lines, strict=True):
            hang = style.hang * em if paragraph.lead else 0.0
            at = 0.0
            for lead in paragraph.lead:
                yield from place(lead, at, v)
                at += lead.width * em
            for line in lines:
                free = width - hang - line.width * em
                u = hang + {"left": 0.0, "center": free / 2, "right": free}[style.align]
                for at, fragment in line.parts:
                    yield from place(fragment, u + at * em, v)
                v += style.leading * em
            v += style.gap * em

    def _check_glyphs(
        self, element: Element, style: Style, lines: Sequence[Sequence[markup.Span]]
    ) -> None:
        for line in lines:
            for span in line:
                font = style.look.of(span)
                text = font.drawable(span.text).replace(SOFT_HYPHEN, "").replace(TAB, "")
                for character in font.missing(text):
                    if font.has(character):
                        what = "copied from a PDF it would turn into another character"
                    else:
                        what = f"font {font.name} has no glyph for it"
                    self._problem("error", element, f"U+{ord(character):04X} {character!r}: {what}")

    def _with_known_icons(
        self, element: Element, turn: int, lines: list[list[markup.Span]]
    ) -> list[list[markup.Span]]:
        """The spans without icons that cannot be drawn, which are reported."""
        if not any(span.icon for line in lines for span in line):
            return lines
        if turn:
            self._problem("error", element, "a turned text cannot hold icons")
        kept = []
        for line in lines:
            for span in line:
                if span.icon and span.icon not in icon_names():
                    self._problem("error", element, no_icon(span.icon))
            kept.append([s for s in line if not s.icon or (not turn and s.icon in icon_names())])
        return kept

    def _check_fit(self, element: Element, style: Style, fitted: Fitted) -> None:
        """The problems of a text that does not fit, with what would be needed."""
        for word, over in fitted.wide:
            self._problem(
                "error",
                element,
                f"the word {word!r} is {over:.1f} mm wider than its box at {fitted.size:g} pt and "
                "has no place to break; put a soft hyphen (U+00AD) into it",
            )
        for word in dict.fromkeys(fitted.broken):
            self._problem(
                "warning", element, f"the word {word!r} is wider than its box and was hyphenated"
            )
        if fitted.over <= 1e-6 and not fitted.lines_over:
            return
        much = f"{fitted.over:.1f} mm too high" if fitted.over > 1e-6 else ""
        lines = f"{fitted.lines_over} lines too many" if fitted.lines_over else ""
        count = sum(len(lines) for lines in fitted.lines)
        cure = (
            f"it would fit at {fitted.would_fit:g} pt, below the minimum of {fitted.size:g} pt"
            if fitted.would_fit
            else f"no size would make it fit (the minimum is {fitted.size:g} pt)"
        )
        excess = " and ".join(part for part in (much, lines) if part)
        self._problem(
            "error", element, f"text is {excess} ({count} lines at {fitted.size:g} pt); {cure}"
        )

    def _problem(self, severity: Literal["error", "warning"], element: Element, text: str) -> None:
        template = element.templates and next(iter(element.templates.values())).fields
        where = element.id if not template else f"{element.id} ({', '.join(template)})"
        self.problems.append(Problem(severity, self.fields.name, where, text))


def _upper(span: markup.Span) -> markup.Span:
    return markup.Span(span.text.upper(), span.bold, span.italic, span.icon)


def _by_language(templates: Mapping[str, Template], language: str) -> Template:
    for wanted in (language, "", "en"):
        if wanted in templates:
            return templates[wanted]
    return next(iter(templates.values()))

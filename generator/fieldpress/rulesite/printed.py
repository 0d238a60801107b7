"""Pieces as they are printed: faces as SVG in the page, their fonts and patterns beside it.

The SVG stands in the page itself, not in an `<img>`, so that its words can be marked, copied and
found on the page; that costs some 5 kB a face, since patterns (up to 40 kB) are pictures that all
pages share. Fonts are subsets of the faces' own, with no more than the characters that are shown.
Without the extra `sheets`, or where a face cannot be composed, a page shows the piece in the
site's own style.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from markupsafe import Markup

from fieldpress.errors import FieldpressError
from fieldpress.faces import Face, Layouts, Reader, compose
from fieldpress.faces.fonts import FontSpec, find_font
from fieldpress.faces.problems import errors
from fieldpress.faces.recruits import option_fields
from fieldpress.faces.svg import face_svg
from fieldpress.model import (
    Card,
    Component,
    Counter,
    CounterFace,
    Game,
    Library,
    Terrain,
    TerrainFace,
)
from fieldpress.model.recruits import Option
from fieldpress.rulesite.text import relative

STYLES = "assets/faces/faces.css"


class Printed:
    """Draws the faces of one site's pieces, and keeps what their pages need beside them.

    `notice` is told once of each reason why a face is not shown.
    """

    def __init__(self, library: Library, notice: Callable[[str], None]) -> None:
        self.library, self._notice = library, notice
        self._games: dict[str, tuple[Layouts, Reader]] = {}
        self._told: set[str] = set()
        self._shown: dict[str, int] = {}
        self._families: dict[str, str] = {}
        self._characters: dict[FontSpec, set[str]] = {}
        self._pictures: dict[str, bytes] = {}

    def card(self, game: Game, card: Card, page: str) -> Markup | None:
        return self._face(
            game, "card", lambda reader: reader.card(card), f"The card {card.name.get()}", page
        )

    def terrain(self, game: Game, terrain: Terrain, face: TerrainFace, page: str) -> Markup | None:
        which = f", face {face.letter}" if face.letter else ""
        return self._face(
            game,
            "terrain",
            lambda reader: reader.terrain(terrain, face),
            f"The Terrain {face.name.get()}{which}",
            page,
        )

    def counter(self, game: Game, counter: Counter, face: CounterFace, page: str) -> Markup | None:
        which = f", {face.id.replace('-', ' ')}" if len(counter.faces) > 1 else ""
        return self._face(
            game,
            "counter",
            lambda reader: reader.counter(counter, face),
            f"The counter {counter.name.get()}{which}",
            page,
        )

    def option(self, game: Game, option: Option, page: str) -> Markup | None:
        return self._face(
            game,
            "option",
            lambda reader: option_fields(reader, self.library, game, game.id, option),
            option.name.get(),
            page,
        )

    def component(self, game: Game, component: Component, page: str) -> Markup | None:
        """The face of a card that is no playing card; None for a board or a die."""
        if not component.is_card:
            return None
        return self._face(
            game,
            "component",
            lambda reader: reader.component(component),
            component.name.get(),
            page,
        )

    def piece(
        self, game: Game, purpose: str, read: Callable[[Reader], Any], name: str, page: str
    ) -> Markup | None:
        """A face of another kind: `read` gives its fields, `name` says what it is."""
        return self._face(game, purpose, read, name, page)

    def _face(
        self,
        game: Game,
        purpose: str,
        read: Callable[[Reader], Any],
        name: str,
        page: str,
    ) -> Markup | None:
        """The face as SVG for a page of the site, None where there is none to show."""
        try:
            if game.id not in self._games:
                self._games[game.id] = Layouts(game), Reader(self.library, game)
            layouts, reader = self._games[game.id]
            fields = read(reader)
            face, found = compose(layouts.choose(purpose, fields), fields, reader.link)
        except FieldpressError as fault:  # MissingExtra too
            self._tell(f"pieces are shown without their printed faces: {fault}")
            return None
        if wrong := errors(found):
            self._tell(f"{page}: shown without its printed face: {wrong[0]}")
            return None
        return Markup(self._svg(face, name, page))

    def _svg(self, face: Face, name: str, page: str) -> str:
        number = self._shown[page] = self._shown.get(page, 0) + 1
        for run in face.texts():
            spec = _spec(run.font)
            self._families.setdefault(spec.family, f"Face {chr(65 + len(self._families))}")
            self._characters.setdefault(spec, set()).update(run.text)

        def share(picture: str) -> str | None:
            if len(picture) < 400:  # shorter than asking for it
                return None
            data = picture.encode()
            place = f"assets/faces/pattern-{hashlib.sha256(data).hexdigest()[:10]}.svg"
            self._pictures[place] = data
            return relative(page, place)

        return face_svg(face, name, f"face-{number}", self._families, share).rstrip("\n")

    def _tell(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._notice(text)

    def files(self) -> dict[str, bytes]:
        """What the faces drawn so far need, by address: patterns, fonts, styles, licences."""
        out = dict(self._pictures)
        rules = []
        for spec, characters in self._characters.items():
            family = self._families[spec.family]
            stem = family.lower().replace(" ", "-")
            tail = "" if spec.style == "normal" else f"-{spec.style}"
            file = f"{stem}-{spec.weight}{tail}.woff2"
            path = find_font(spec).path
            out[f"assets/faces/{file}"] = _subset(path, characters, family)
            rules.append(
                f'@font-face {{ font-family: "{family}"; font-weight: {spec.weight}; '
                f"font-style: {spec.style}; font-display: swap; "
                f'src: url("{file}") format("woff2"); }}\n'
            )
            licence = path.parent.parent / "LICENSE"
            if licence.is_file():
                head = f"{stem}-*.woff2 are subsets of {path.stem.partition('-')[0]}, renamed.\n\n"
                out[f"assets/faces/{stem}-licence.txt"] = head.encode() + licence.read_bytes()
        if rules:
            out[STYLES] = "".join(sorted(rules)).encode()
        return out


def _spec(name: str) -> FontSpec:
    """The font of a run, whose name is `Family-Name-400` or `Family-Name-400-italic`."""
    family, _, rest = name.rpartition("-")
    style = "normal"
    if not rest.isdigit():
        style = rest
        family, _, rest = family.rpartition("-")
    return FontSpec(family.replace("-", " "), int(rest), style)


def _subset(path: Path, characters: set[str], family: str) -> bytes:
    """A WOFF2 file of the characters, under another name: some licences reserve the font's own.

    Kerning and ligatures are left out, as print has none: every run keeps its composed width.
    """
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 13, 14]  # copyright, licence and its address
    options.notdef_outline = True
    font = TTFont(path, recalcTimestamp=False)
    worker = subset.Subsetter(options)
    worker.populate(unicodes=map(ord, characters | {" "}))
    worker.subset(font)
    for name_id, text in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(text, name_id, 3, 1, 0x409)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()

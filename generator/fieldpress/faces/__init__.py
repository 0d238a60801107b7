"""Faces: layout + record -> a list of drawing items in mm; no canvas, no page.

layouts = Layouts(game)
fields = Reader(library, game).card(game.cards["mortier"])
face, problems = compose(layouts.choose("card", fields), fields)
"""

from fieldpress.faces.checks import check_face
from fieldpress.faces.compose import compose
from fieldpress.faces.fields import FIELD_NAMES, Field, Fields, Reader
from fieldpress.faces.items import Box, Face, Group, IconPath, Item, Path, Rect, TextRun
from fieldpress.faces.layout import Layout, LayoutFault, Layouts
from fieldpress.faces.problems import FaceFault, Problem

__all__ = [
    "FIELD_NAMES",
    "Box",
    "Face",
    "FaceFault",
    "Field",
    "Fields",
    "Group",
    "IconPath",
    "Item",
    "Layout",
    "LayoutFault",
    "Layouts",
    "Path",
    "Problem",
    "Reader",
    "Rect",
    "TextRun",
    "check_face",
    "compose",
]

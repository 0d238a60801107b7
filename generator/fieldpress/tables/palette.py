"""Colours of the setup sheets, as #rrggbb; text on any of them keeps a contrast of 4.5 or more."""

from __future__ import annotations

INK = "#1d241f"
PAPER = "#ffffff"
FIELD = "#f4f0e6"
LINE = "#b9b19d"
QUIET = "#5d594e"
TERRAIN = "#7a5a33"
BOARD = "#ded6c3"
ACCENT = "#a5371f"

#: A side's colour from that of its card backs; a game that names another word gets its role's.
BACKS = {
    "green": "#3f5a3c",
    "grey": "#545b63",
    "gray": "#545b63",
    "blue": "#2f4c74",
    "red": "#8c2f28",
    "brown": "#6a4a2c",
    "black": "#2a2a2a",
    "teal": "#1d4a50",
    "rust": "#7a3a22",
}
ROLES = {"attacker": "#3f5a3c", "defender": "#545b63"}

#: Colours of counters by the words that a box list uses.
WORDS = {
    "black": "#26282b",
    "red": "#b0302a",
    "green": "#3d7a45",
    "blue": "#2c5a94",
    "grey": "#9a9a96",
    "gray": "#9a9a96",
    "yellow": "#f0bd2c",
    "white": "#f7f4ec",
    "light grey": "#c9cdcf",
    "dark grey": "#4d5358",
    "olive green": "#4a4f26",
    "bright green": "#3f9a4c",
    "crimson red": "#a01c32",
}


def side_colour(back: str, role: str) -> str:
    """The colour of a side."""
    return BACKS.get(back, ROLES.get(role, QUIET))

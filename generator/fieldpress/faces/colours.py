"""Colours as #rrggbb: contrast as WCAG 2 reckons it, and how much ink one takes."""

from __future__ import annotations

from functools import cache


@cache
def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1. ValueError if it is not #rrggbb."""
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"not a colour: {colour!r} (write #rrggbb)")
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


@cache
def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(value) for value in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def ink(colour: str) -> float:
    """Ink cover from 0 (white paper) to 3, by plain grey replacement of the common part."""
    red, green, blue = channels(colour)
    black = 1 - max(red, green, blue)
    return sum(1 - value - black for value in (red, green, blue)) + black


@cache
def cmyk(colour: str) -> tuple[float, float, float, float]:
    """The colour in cyan, magenta, yellow and black with full grey replacement.

    Greys become black ink alone, so that black text prints from one plate.
    """
    red, green, blue = channels(colour)
    black = 1 - max(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) < 0.06:
        return 0.0, 0.0, 0.0, 1 - (red + green + blue) / 3
    rest = 1 - black
    return (rest - red) / rest, (rest - green) / rest, (rest - blue) / rest, black


#: Greys of text at least this dark are set in full black: a screened letter has ragged edges.
_SOLID = 0.6


@cache
def cmyk_text(colour: str) -> tuple[float, float, float, float]:
    """The colour of letters: as `cmyk`, but dark greys are solid black ink, never a tint of it."""
    cyan, magenta, yellow, black = cmyk(colour)
    if not cyan and not magenta and not yellow and black >= _SOLID:
        return 0.0, 0.0, 0.0, 1.0
    return cyan, magenta, yellow, black

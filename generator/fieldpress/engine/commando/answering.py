"""The verdict on a question, and what is said while nobody has won."""

from __future__ import annotations

from fieldpress.engine.inquiry import verdict_of

#: Said instead of a side while nobody has won (yet), or when nobody may.
NOBODY = "nobody"

__all__ = ["NOBODY", "verdict_of"]

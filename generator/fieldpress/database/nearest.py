"""The words that a misspelt one may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from fieldpress.model.game import fold


def distance(a: str, b: str, limit: int) -> int:
    """Edits from `a` to `b` (insert, delete, replace, swap of neighbours); `limit + 1` if more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    start, end = 0, 0
    shorter = min(len(a), len(b))
    while start < shorter and a[start] == b[start]:
        start += 1
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    a, b = a[start : len(a) - end], b[start : len(b) - end]
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, last, row = row, before, [i] + [0] * len(b)
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row[j] = cost
        if min(row) > limit:
            return limit + 1
    return row[-1]


def nearest(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """Up to `most` of `words` that `word` may stand for, nearest first; empty if none is near."""
    plain = fold(word)[:80]
    limit = max(2, min(4, len(plain) // 3))
    found: list[tuple[int, str]] = []
    begins: list[str] = []
    for other in words:
        folded = fold(other) if not other.isascii() or other != other.lower() else other
        steps = distance(plain, folded, limit)
        if steps <= limit:
            found.append((steps, other))
            limit = min(limit, steps + 1)  # what is further away would not be shown
        elif len(plain) >= 4 and (folded.startswith(plain) or f"-{plain}" in folded):
            begins.append(other)
    best = min((steps for steps, _ in found), default=0)
    near = [other for steps, other in sorted(found) if steps <= best + 1]
    return (near or sorted(begins))[:most]


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """`did you mean "a" or "b"?`, or nothing."""
    found = [f'"{other}"' for other in nearest(word, words)]
    return f"did you mean {either(found)}?" if found else ""


def either(words: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = [str(word) for word in words] or [""]
    return f"{', '.join(most)} or {last}" if most else last

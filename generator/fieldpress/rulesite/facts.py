"""Facts as rows of a table: what is known, on which basis, from where; what is not, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from markupsafe import Markup, escape

from fieldpress.model import Fact, Game, Library
from fieldpress.model.addresses import address
from fieldpress.model.game import split_source
from fieldpress.rulesite.text import Prose, relative

T = TypeVar("T")

BASIS_WORDS = {
    "printed": "stated",
    "derived": "worked out",
    "read": "our reading",
    "unknown": "not stated",
    "none": "none",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `basis` is a key of BASIS_WORDS, `sources` are references, `why` is ready HTML."""

    label: str
    value: Markup
    basis: str
    why: Markup
    sources: tuple[str, ...]

    @property
    def basis_word(self) -> str:
        return BASIS_WORDS[self.basis]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows, each with the numbers of its sources, and the sources: (number, address, words)."""

    rows: tuple[tuple[Row, tuple[tuple[int, str, str], ...]], ...]
    sources: tuple[tuple[int, str, str], ...]


def table(prose: Prose, rows: Iterable[Row | None]) -> Table:
    """A table of the rows that apply; each source is listed once and cited by its number."""
    numbers: dict[str, tuple[int, str, str]] = {}
    cited = []
    for one in rows:
        if one is None:
            continue
        for ref in one.sources:
            if ref not in numbers:
                words = source_words(prose.library, prose.game, ref)
                numbers[ref] = (len(numbers) + 1, prose.href("source", ref), words)
        cited.append((one, tuple(numbers[ref] for ref in one.sources)))
    return Table(tuple(cited), tuple(numbers.values()))


def source_words(library: Library, game: str, ref: str) -> str:
    """A source reference in words, or as it stands where it leads nowhere."""
    owner, document, section = split_source(ref)
    source = (
        library.games[owner or game].sources.get(document)
        if ((owner or game) in library.games)
        else None
    )
    if source is None or section not in source.sections:
        return ref
    short = source.title
    title = library.games[owner or game].title
    for name in title.by_language.values():  # the page already says which game it is
        short = short.removeprefix(name).lstrip(" ,:–-") or source.title
    if owner and owner != game:
        short = source.title
    return f"{short}: {' › '.join(source.sections[section].path)}"


def source_links(prose: Prose, refs: tuple[str, ...]) -> Markup:
    """Source references as links to the sources page, in words."""
    links = [
        Markup('<a class="fp-source" href="{}">{}</a>').format(
            relative(prose.page, address(prose.game, "source", ref)),
            source_words(prose.library, prose.game, ref),
        )
        for ref in refs
    ]
    return Markup("; ").join(links)


def _bounds(fact: Fact[Any], show: Callable[[Any], str | Markup]) -> Markup:
    """What is certain of an unknown value."""
    parts: list[Markup] = []
    if fact.among:
        parts.append(Markup("one of ") + Markup(", ").join(escape(show(one)) for one in fact.among))
    if fact.at_least is not None:
        parts.append(Markup("{} or more").format(fact.at_least))
    if fact.at_most is not None:
        parts.append(Markup("at most {}").format(fact.at_most))
    return Markup(", ").join(parts)


def row(
    prose: Prose,
    label: str,
    fact: Fact[T],
    show: Callable[[T], str | Markup] = str,
) -> Row | None:
    """A fact as a row; None where the field does not apply (absent)."""
    if fact.state == "absent":
        return None
    why = prose.inline_html(fact.why)
    sources = fact.source
    if fact.state == "known" and fact.value is not None:
        return Row(label, escape(show(fact.value)), fact.basis or "printed", why, sources)
    if fact.state == "none":
        return Row(label, Markup("none printed"), "none", why, sources)
    bounds = _bounds(fact, show)
    shown = Markup("?") + (Markup(" ({})").format(bounds) if bounds else Markup(""))
    return Row(label, shown, "unknown", why, sources)


def count_rows(
    prose: Prose,
    label: Callable[[str], str],
    fact: Fact[dict[str, Fact[int]]],
    whole: str,
) -> list[Row]:
    """A map of counts (copies by set, draws by side): a row for each key, or one for the whole."""
    if fact.known and fact.value is not None:
        rows = [row(prose, label(key), one) for key, one in fact.value.items()]
        return [one for one in rows if one]
    only = row(prose, whole, fact, lambda _: "")
    return [only] if only else []


def yes_no(value: bool) -> str:
    return "yes" if value else "no"


def type_name(game: Game, ident: str) -> str:
    """A unit type's name in the language of names, as it is printed on the cards."""
    named = game.raw.get("unit_types", {}).get(ident, ident)
    if isinstance(named, str):
        return named
    return str(named.get(game.names_language) or next(iter(named.values())))

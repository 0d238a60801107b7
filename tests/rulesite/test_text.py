"""Texts on their way into a page: shown exactly, never read as markup."""

from __future__ import annotations

import json
from html import unescape
from html.parser import HTMLParser
from typing import Any

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from fieldpress.rulesite.site import Site
from fieldpress.rulesite.text import front_matter, md_escape, paragraphs, relative, shorten
from tests.rulesite.bundle import HARD_NAMES, library

#: As in mkdocs-base.yml, with more that a publisher may switch on.
EXTENSIONS = [
    "attr_list",
    "md_in_html",
    "toc",
    "tables",
    "abbr",
    "footnotes",
    "def_list",
    "admonition",
]

LINE = st.text(
    st.one_of(
        st.sampled_from("#*_`[](){}<>|~^$\\!&+-=:.1a \"'"),
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")),
    ),
    min_size=1,
    max_size=40,
).filter(lambda text: text.strip() and "\x02" not in text and "\x03" not in text)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(source: str) -> _Words:
    words = _Words()
    words.feed(markdown.markdown(source, extensions=EXTENSIONS))
    words.close()
    return words


@pytest.mark.parametrize("name", HARD_NAMES.values())
def test_hard_names_are_shown_as_they_are(name: str) -> None:
    paragraph = rendered(md_escape(name))
    assert (paragraph.text, paragraph.tags) == (name, ["p"])
    heading = rendered(f"# {md_escape(name)} {{: #x }}")
    assert (heading.text, heading.tags) == (name, ["h1"])


@given(LINE)
def test_any_line_is_shown_as_it_is(line: str) -> None:
    expected = " ".join(line.split())
    paragraph = rendered(md_escape(line))
    assert (paragraph.text.strip(), paragraph.tags) == (expected, ["p"])
    heading = rendered(f"## {md_escape(line)} {{: #x }}")
    assert (heading.text.strip(), heading.tags) == (expected, ["h2"])
    item = rendered(f"- {md_escape(line)}")
    assert (item.text.strip(), item.tags) == (expected, ["ul", "li"])


@given(st.text(max_size=60))
def test_front_matter_is_one_escaped_yaml_string(text: str) -> None:
    written = front_matter(text)
    value = json.loads(written)
    assert not set(value) & set("<>\"'")
    assert unescape(value) == unescape(" ".join(text.split())) or "&" in text
    if text.isprintable():
        assert yaml.safe_load(f"title: {written}")["title"] == value


def test_relative_links() -> None:
    assert relative("a/b.html", "a/c.html#x") == "c.html#x"
    assert relative("a/b.html", "a/b.html#x") == "#x"
    assert relative("a/b.html", "a/b.html") == "b.html"
    assert relative("a/b/c.html", "d.html") == "../../d.html"
    assert relative("index.html", "a/b.html") == "a/b.html"


def test_paragraphs_and_lists() -> None:
    text = "One\nline.\n\n- first\n  goes on\n- second\n\nLast."
    assert paragraphs(text) == [
        ("p", ["One line."]),
        ("ul", ["first goes on", "second"]),
        ("p", ["Last."]),
    ]


def test_shorten_cuts_between_words() -> None:
    assert shorten("one two three", 20) == "one two three"
    assert shorten("one two three", 9) == "one two…"


@pytest.fixture
def site() -> Site:
    return Site(library())


def test_mentions_become_links(site: Site) -> None:
    prose = site.prose("alpha", "alpha/cards/piege.html")
    text = "A [[term:brave]] & [[card:soeur-zoe|nurse]] of [[beta/rule:fight.ties]]"
    assert prose.inline_html(text) == Markup(
        'A <a class="fp-term" href="../glossary.html#t-brave">Brave</a> &amp; '
        '<a class="fp-card" href="soeur-zoe.html">nurse</a> of '
        '<a class="fp-rule" href="../../beta/rules/fight.html#r-fight-ties">Ties</a>'
    )
    assert prose.inline_md(text) == Markup(
        "A [Brave](../glossary.md#t-brave){ .fp-term } &amp; [nurse](soeur-zoe.md){ .fp-card } of "
        "[Ties](../../beta/rules/fight.md#r-fight-ties){ .fp-rule }"
    )
    assert prose.plain(text) == "A Brave & nurse of Ties"


def test_a_mention_of_nothing_is_kept_as_words_and_noted(site: Site) -> None:
    prose = site.prose("alpha", "alpha/cards/piege.html")
    assert prose.inline_html("See [[card:nobody|Nobody <b>]].") == "See Nobody &lt;b&gt;."
    assert prose.inline_md("See [[card:nobody]].") == "See nobody."
    assert site.problems == [
        "alpha/cards/piege.html: mentions card:nobody, which is not in the library"
    ]


def test_a_mention_shows_hard_names_exactly(site: Site) -> None:
    prose = site.prose("alpha", "alpha/index.html")
    for ident, name in HARD_NAMES.items():
        shown = rendered(f"{prose.inline_md(f'see [[card:{ident}]] here')}")
        assert shown.text == f"see {name} here"
        assert shown.tags == ["p", "a"]

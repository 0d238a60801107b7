"""Links in texts: what is one, what only looks like one."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.model import links
from fieldpress.model.game import KINDS
from fieldpress.model.links import LINK_KINDS, Link, find_links, malformed_links, split_links


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("plain", ["plain"]),
        ("[[card:a]]", [Link("", "card", "a")]),
        (
            "See [[rule:assault.ties|ties]].",
            ["See ", Link("", "rule", "assault.ties", "ties"), "."],
        ),
        (
            "[[pegasus-bridge/card:auto-mitrailleuse| the car ]]!",
            [Link("pegasus-bridge", "card", "auto-mitrailleuse", "the car"), "!"],
        ),
        ("[[card:a]][[term:b]]", [Link("", "card", "a"), Link("", "term", "b")]),
        ("a [[card:A]] b", ["a [[card:A]] b"]),
        ("a [b] c", ["a [b] c"]),
    ],
)
def test_split(text: str, parts: list[str | Link]) -> None:
    assert split_links(text) == parts


@pytest.mark.parametrize("text", ["[[card:a]]", "a [b] c [d]", "[[GAME]".replace("[[", "["), "x]y"])
def test_what_is_not_malformed(text: str) -> None:
    assert list(malformed_links(text)) == []


@pytest.mark.parametrize(
    ("text", "offset", "says"),
    [
        ("x [[card:A]]", 2, "small letters"),
        ("[[crad:a]]", 0, "no link kind 'crad'"),
        ("[[a]]", 0, "[[card:ID]]"),
        ("[[card:a", 0, "not closed"),
        ("[[card:a [[card:b]]", 0, "not closed"),
        ("card:a]]", 6, "not opened"),
        ("[[card:a]] b]]", 12, "not opened"),
        ("[[card:a|]]", 0, "not empty"),
        ("[[card:a|b|c]]", 0, "one and not empty"),
        ("[[card:a-]]", 0, "is no id"),
        ("[[card:a.b c]]", 0, "is no id"),
    ],
)
def test_malformed(text: str, offset: int, says: str) -> None:
    ((at, literal, why),) = malformed_links(text)
    assert at == offset
    assert text[at:].startswith(literal)
    assert says in why


def test_every_record_kind_that_has_a_page_can_be_linked() -> None:
    assert set(LINK_KINDS.values()) >= set(KINDS) - {"sources", "sets", "campaigns"}


def test_docstrings_run() -> None:
    assert doctest.testmod(links).failed == 0


@given(st.text(alphabet="[]|:/-. acdr\n", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    spans = [text[start:stop] for start, stop, _ in find_links(text)]
    parts = split_links(text)
    written = iter(spans)
    assert "".join(part if isinstance(part, str) else next(written) for part in parts) == text
    assert all(text[at:].startswith(literal) for at, literal, _ in malformed_links(text))


@given(
    st.sampled_from(sorted(LINK_KINDS)),
    st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True),
    st.booleans(),
)
def test_a_link_comes_back(kind: str, ident: str, far: bool) -> None:
    link = Link("other-game" if far else "", kind, ident)
    assert split_links(f"a [[{link.target}]] b") == ["a ", link, " b"]

"""Addresses on the rules site: readable, stable, never two records at one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.model.addresses import address, anchor, file_stem

SLUG = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,3}", fullmatch=True)


@pytest.mark.parametrize(
    ("kind", "ident", "expected"),
    [
        ("rule", "assault.ties", "g/rules/assault.html#r-assault-ties"),
        ("clauses", "s1b.fight-order", "g/rules/s1b.html#r-s1b-fight-order"),
        ("rule", "other/assault.ties", "other/rules/assault.html#r-assault-ties"),
        ("card", "sapeurs", "g/cards/sapeurs.html"),
        ("terrains", "le-pont-de-ranville", "g/terrains/le-pont-de-ranville.html"),
        ("card", "other/sapeurs", "other/cards/sapeurs.html"),
        ("counter", "plus-3", "g/counters/plus-3.html"),
        ("scenario", "1a", "g/scenarios/1a.html"),
        ("ruling", "bren-counts", "g/rulings/bren-counts.html"),
        ("term", "heroic", "g/glossary.html#t-heroic"),
        ("discrepancy", "cut-off", "g/discrepancies.html#d-cut-off"),
        ("source", "rulebook#tokens", "g/sources.html#src-rulebook-tokens"),
        ("source", "other/rulebook#tokens", "other/sources.html#src-rulebook-tokens"),
        ("game", "", "g/index.html"),
        ("card", "index", "g/cards/index-.html"),
        ("card", "con", "g/cards/con-.html"),
    ],
)
def test_address(kind: str, ident: str, expected: str) -> None:
    assert address("g", kind, ident) == expected


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError, match="widget"):
        address("g", "widget", "x")


def test_anchor_of_a_record_with_its_own_page() -> None:
    assert anchor("card", "sapeurs") == "card-sapeurs"


@given(SLUG, SLUG)
def test_two_ids_never_share_a_file(one: str, other: str) -> None:
    assert (file_stem(one) == file_stem(other)) == (one == other)


@given(st.sampled_from(["card", "term", "ruling", "discrepancy"]), SLUG, SLUG)
def test_two_records_never_share_an_address(kind: str, one: str, other: str) -> None:
    assert (address("g", kind, one) == address("g", kind, other)) == (one == other)

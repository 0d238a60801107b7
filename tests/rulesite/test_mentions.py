"""Backlinks: every reference in every record, turned round."""

from __future__ import annotations

from fieldpress.rulesite import mentions
from fieldpress.rulesite.names import Ref
from fieldpress.rulesite.site import Site
from tests.rulesite.bundle import library


def test_texts_fields_and_faces_are_searched() -> None:
    found = mentions.collect(library())
    piege = found[Ref("alpha", "card", "piege")]
    assert piege["card"] == [Ref("alpha", "card", "soeur-zoe"), Ref("beta", "card", "mueller")]
    assert piege["rule"] == [Ref("alpha", "rule", "fight.ties")]
    assert piege["terrain"] == [Ref("alpha", "terrain", "le-pont-de-benouville")]
    assert piege["discrepancy"] == [Ref("alpha", "discrepancy", "who-wins")]


def test_structured_references_count_without_a_link() -> None:
    ties = mentions.collect(library())[Ref("alpha", "rule", "fight.ties")]
    assert Ref("alpha", "card", "soeur-zoe") in ties["card"]  # its effect cites the clause
    assert ties["component"] == [Ref("alpha", "component", "sequence")]
    assert ties["term"] == [Ref("alpha", "term", "brave")]
    assert Ref("beta", "rule", "fight.ties") in ties["rule"]  # same_as, from another game
    assert Ref("alpha", "rule", "s1.special") in ties["rule"]  # overrides


def test_a_record_is_listed_once_and_never_for_itself() -> None:
    for target, groups in mentions.collect(library()).items():
        for refs in groups.values():
            assert len(refs) == len(set(refs))
            assert target not in refs


def test_other_games_are_named_in_backlinks() -> None:
    site = Site(library())
    prose = site.prose("alpha", "alpha/cards/piege.html")
    groups = dict(site.mentioned_by(prose, Ref("alpha", "card", "piege")))
    links = [str(link) for link in groups["Cards"]]
    assert "<small>" not in links[0]
    assert "(Small Operation: Beta)" in links[1]


def test_chapters_follow_the_book() -> None:
    site = Site(library())
    chapters = site.chapters(site.library["alpha"])
    assert [(one.id, one.title) for one in chapters] == [
        ("setup", "Setup"),
        ("s1", "Scenario ONE: The Bridge at Bénouville"),
        ("fight", "Fight"),
    ]
    assert chapters[1].scenario == "one"

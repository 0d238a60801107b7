"""What the build refuses, from the Markdown on: MkDocs' strict mode and our check together."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

from fieldpress.errors import FieldpressError
from fieldpress.model import Library, Text
from fieldpress.rulesite import build, build_site
from tests.rulesite.bundle import library

About = Callable[[str], None]


@pytest.fixture
def about(monkeypatch: pytest.MonkeyPatch) -> About:
    """Adds Markdown to the page about the site, as a slip in a hand-written page would."""

    def add(text: str) -> None:
        files = build._files

        def slipped(site: build.Site) -> dict[str, bytes]:
            out = files(site)
            out["about.md"] += f"\n\n{text}\n".encode()
            return out

        monkeypatch.setattr(build, "_files", slipped)

    return add


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[x](alpha/index.md#nope)", "does not contain an anchor '#nope'"),
        ('<a href="alpha/index.html#nope">x</a>', "a dead anchor: alpha/index.html#nope"),
        ("[x][undefined]", "a reference that leads nowhere is shown as text: '[x][undefined]'"),
        ("A word[^undefined].", "a reference that leads nowhere is shown as text: '[^undefined]'"),
        ("# Again {: #notice }", "two elements have the id 'notice'"),
        ('## Marks\n\n<div id="marks"></div>', "two elements have the id 'marks'"),
    ],
)
def test_a_slip_on_a_page_fails_the_build(
    about: About, tmp_path: Path, text: str, said: str
) -> None:
    about(text)
    with pytest.raises(FieldpressError) as caught:
        build_site(library(), tmp_path / "site")
    assert said in str(caught.value)
    assert "about" in str(caught.value)
    assert not (tmp_path / "site").exists()


def with_cards(number: int) -> Library:
    """The made-up library with so many cards more in the first game, each like its heroine."""
    out = library()
    game = out["alpha"]
    like = game.cards["soeur-zoe"]
    for place in range(number):
        ident = f"more-{place}"
        game.cards[ident] = dataclasses.replace(
            like,
            id=ident,
            name=Text.parse(f"Card {place}", "en"),
            raw={**like.raw, "id": ident, "name": f"Card {place}", "text": "Nothing."},
        )
    return out


@pytest.mark.slow
def test_a_page_weighs_the_same_in_a_large_box(tmp_path: Path) -> None:
    """Four times the cards leave a card's page as it is: no list of cards stands in a menu."""
    weights = {}
    for number in (60, 240):
        built = build_site(with_cards(number), tmp_path / str(number) / "site").parent
        pages = [built / "alpha" / "cards" / f"more-{place}.html" for place in range(20)]
        weights[number] = statistics.median(page.stat().st_size for page in pages)
    assert weights[240] <= weights[60] + 500
    assert weights[240] < 35_000

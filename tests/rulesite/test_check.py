"""Our own check of the built pages: it finds each kind of fault, and passes a sound site."""

from __future__ import annotations

from pathlib import Path

import pytest

from fieldpress.rulesite.check import check_site

SOUND = """<!doctype html><html><head><title>Sound</title><link rel="stylesheet" href="s.css"></head>
<body><h1 id="a">A</h1><p>Text with <code>{{ code }}</code>, a <a href="#a">place</a>, a
<a href="other.html#b">page</a> and a <a href="https://example.org/">site to click</a>.</p></body></html>"""
OTHER = (
    '<!doctype html><html><head><title>Other</title></head><body><h1 id="b">B</h1></body></html>'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(SOUND)
    (tmp_path / "other.html").write_text(OTHER)
    (tmp_path / "s.css").write_text(
        '@font-face { src: url("f.woff2") } a { mask: url("data:image/svg+xml,x") }'
    )
    (tmp_path / "f.woff2").write_bytes(b"")
    return tmp_path


def faults(site: Path, *expected: str, verbatim: str = "") -> list[str]:
    return [str(fault) for fault in check_site(site, expected, verbatim)]


def test_a_sound_site_has_no_fault(site: Path) -> None:
    assert faults(site, "index.html", "other.html#b") == []


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<a href="gone.html">x</a>', "a dead link: gone.html"),
        ('<a href="other.html#gone">x</a>', "a dead anchor: other.html#gone"),
        ('<a href="#gone">x</a>', "a dead anchor: #gone"),
        ('<a href="">x</a>', "a dead link: href of <a> is empty"),
        ('<a href="/other.html">x</a>', "a link from the server's root"),
        ('<a href="../outside.html">x</a>', "a link that leaves the site"),
        ('<a href="http://example.org/">x</a>', "a request to another server"),
        ('<a href="javascript:alert(1)">x</a>', "a javascript: link"),
        ('<img src="gone.png">', "a dead link: gone.png"),
        ('<script src="https://example.org/x.js"></script>', "a request to another server"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "a request to another server"),
        (
            '<p style="background: url(https://example.org/x.png)">x</p>',
            "a request to another server",
        ),
        ('<img src="s.css" onerror="x()">', "an event attribute onerror"),
        ('<p id="a">x</p>', "two elements have the id 'a'"),
        ('<p id="">x</p>', "an id that is empty or has spaces"),
        ("<p>[[card:x]]</p>", "a mention that was not made a link"),
        ("<p>{{ leaked }}</p>", "template markup is shown"),
        ("<p>{% leaked %}</p>", "template markup is shown"),
        ("<p>Title {#x-y}</p>", "is shown as text"),
        ("<p>word{: .fp-card }</p>", "an attribute list is shown"),
        ("<p>[word](page.md)</p>", "a Markdown link is shown"),
        ("<p>[word][nowhere]</p>", "a reference that leads nowhere is shown"),
        ("<p>A note[^nowhere]</p>", "a reference that leads nowhere is shown"),
        ("<p>Fire &amp;amp; Move</p>", "escaped markup is shown"),
        ('<div markdown="1">x</div>', "an unprocessed markdown attribute"),
    ],
)
def test_each_fault_is_found(site: Path, inside: str, said: str) -> None:
    (site / "index.html").write_text(SOUND.replace("</body>", f"{inside}</body>"))
    found = faults(site)
    assert any(said in fault and fault.startswith("index.html: ") for fault in found), found


def test_a_style_sheet_may_not_reach_out(site: Path) -> None:
    (site / "s.css").write_text('@import "https://example.org/x.css"; a { mask: url(gone.svg) }')
    found = faults(site)
    assert "s.css: a dead link: gone.svg" in found
    assert any("s.css: a request to another server" in fault for fault in found)


def test_escaped_markup_in_a_title_is_found(site: Path) -> None:
    (site / "index.html").write_text(SOUND.replace("<title>Sound", "<title>Fire &amp;amp; Move"))
    assert any("escaped markup" in fault for fault in faults(site))


def test_missing_pages_and_anchors_are_found(site: Path) -> None:
    assert faults(site, "gone.html", "other.html#gone") == [
        "gone.html: the page is missing",
        "other.html: the anchor #gone is missing",
    ]


def test_what_the_content_says_is_no_leftover(site: Path) -> None:
    (site / "index.html").write_text(
        SOUND.replace("</body>", "<p>a card called {{ x }}</p></body>")
    )
    assert faults(site, verbatim="{{ x }}") == []
    assert faults(site, verbatim="x") != []

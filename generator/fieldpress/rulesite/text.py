"""Texts of the content as Markdown, HTML or plain words: everything escaped, every mention a link.

MkDocs writes titles, headings and descriptions into its pages as they stand, so each string from
content passes through one of the functions here (or through Jinja2's autoescape) on its way.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable
from html import escape

from markupsafe import Markup

from fieldpress.model import Library
from fieldpress.model.addresses import address
from fieldpress.model.links import Link, split_links
from fieldpress.rulesite.names import WITHOUT_PAGES, Ref, exists, shown_name

#: What HTML, Python-Markdown, attribute lists and tables would read as markup inside a line.
_MARKS = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    | {char: f"&#{ord(char)};" for char in "\\`*_{}[]|~^$#"}
)

#: What begins a block: list, rule, underline, definition, numbered item.
_BLOCK_START = re.compile(r"[+\-=:!%]|\d+(?=[.)])")


def md_words(text: str) -> str:
    """Markdown that shows exactly `text` in the midst of a line; white space is kept."""
    return text.translate(_MARKS)


def md_escape(text: str) -> str:
    """One line of Markdown that shows exactly `text` (runs of white space as one space)."""
    line = " ".join(text.split())
    start = _BLOCK_START.match(line)
    if not start:
        return md_words(line)
    mark = start.end() if start[0].isdigit() else 0
    return f"{line[:mark]}&#{ord(line[mark])};{md_words(line[mark + 1 :])}"


def front_matter(text: str) -> str:
    """A string for the front matter: HTML-escaped, since MkDocs does not, then as a JSON string."""
    return json.dumps(escape(" ".join(text.split()), quote=True), ensure_ascii=False)


def relative(page: str, target: str) -> str:
    """The link from one page of the site to an address of the site."""
    place, mark, fragment = target.partition("#")
    if place == page and mark:
        return mark + fragment
    return posixpath.relpath(place, posixpath.dirname(page) or ".") + mark + fragment


def paragraphs(text: str) -> list[tuple[str, list[str]]]:
    """The text's blocks: `("p", [line])` for a paragraph, `("ul", [item, ...])` for a list.

    Blank lines part paragraphs; lines that begin with `- ` or `* ` are items.
    """
    blocks: list[tuple[str, list[str]]] = []
    open_block = False
    for line in text.splitlines():
        words = line.strip()
        if not words:
            open_block = False
        elif words[:2] in ("- ", "* ", "• "):
            if not (open_block and blocks[-1][0] == "ul"):
                blocks.append(("ul", []))
            blocks[-1][1].append(words[2:].strip())
            open_block = True
        elif open_block and blocks[-1][1]:
            blocks[-1][1][-1] += " " + words
        else:
            blocks.append(("p", [words]))
            open_block = True
    return blocks


class Prose:
    """Renders texts of one game for one page of the site (`page` is its address).

    `problem` is told of each mention whose record is not in the library; its words stay as text.
    """

    def __init__(
        self,
        library: Library,
        game: str,
        page: str,
        problem: Callable[[str], None],
        here: Callable[[Ref], str] | None = None,
    ) -> None:
        """`here` gives the anchor of a record that stands on this page too, else an empty text."""
        self.library, self.game, self.page, self.problem = library, game, page, problem
        self.here = here or (lambda ref: "")

    def href(self, kind: str, ident: str, game: str = "") -> str:
        """The relative link to a record's place, as a browser follows it."""
        return relative(self.page, address(game or self.game, kind, ident))

    def _resolve(self, link: Link) -> tuple[str, str | None]:
        """What a mention shows, and the address it leads to (None: no such record)."""
        ref = Ref(link.game or self.game, link.kind, link.id)
        if not exists(self.library, ref):
            self.problem(f"{self.page}: mentions {link.target}, which is not in the library")
            return link.shown or link.id, None
        shown = link.shown or shown_name(self.library, ref)
        if ref.kind in WITHOUT_PAGES:
            return shown, None
        near = self.here(ref)
        return shown, f"{self.page}#{near}" if near else address(ref.game, ref.kind, ref.id)

    def inline_html(self, text: str) -> Markup:
        """One run of text as HTML, its mentions as links."""
        out: list[str] = []
        for part in split_links(text):
            if isinstance(part, str):
                out.append(escape(part))
                continue
            shown, target = self._resolve(part)
            if target is None:
                out.append(escape(shown))
            else:
                out.append(
                    f'<a class="fp-{part.kind}" href="{escape(relative(self.page, target))}">'
                    f"{escape(shown)}</a>"
                )
        return Markup("".join(out))

    def html(self, text: str) -> Markup:
        """A text as HTML paragraphs and lists."""
        out: list[str] = []
        for tag, lines in paragraphs(text):
            inner = [self.inline_html(line) for line in lines]
            if tag == "ul":
                out.append("<ul>" + "".join(f"<li>{item}</li>" for item in inner) + "</ul>")
            else:
                out.append(f"<p>{inner[0]}</p>")
        return Markup("".join(out))

    def inline_md(self, text: str) -> Markup:
        """One run of text as Markdown, its mentions as Markdown links (which `--strict` checks)."""
        out: list[str] = []
        for part in split_links(" ".join(text.split())):
            if isinstance(part, str):
                trail = " " if part[-1:] == " " else ""  # md_escape is for whole lines
                out.append(md_words(part) if out else md_escape(part) + trail)
                continue
            shown, target = self._resolve(part)
            if target is None:
                out.append(md_words(shown) if out else md_escape(shown))
            else:
                link = self.md_target(target)
                out.append(f"[{md_words(shown)}]({link}){{ .fp-{part.kind} }}")
        return Markup("".join(out))

    def md(self, text: str) -> Markup:
        """A text as Markdown paragraphs and lists."""
        out: list[str] = []
        for tag, lines in paragraphs(text):
            inner = [str(self.inline_md(line)) for line in lines]
            out.append("\n".join(f"- {item}" for item in inner) if tag == "ul" else inner[0])
        return Markup("\n\n".join(out))

    def md_target(self, target: str) -> str:
        """An address as the target of a Markdown link: the page's Markdown file."""
        link = relative(self.page, target)
        place, mark, fragment = link.partition("#")
        return place.removesuffix(".html") + (".md" if place else "") + mark + fragment

    def plain(self, text: str) -> str:
        """The text in words alone, mentions as what they show: for previews and descriptions."""
        parts = (
            part
            if isinstance(part, str)
            else part.shown
            or shown_name(self.library, Ref(part.game or self.game, part.kind, part.id))
            for part in split_links(text)
        )
        return " ".join("".join(parts).split())


def picture(svg: str, said: str) -> Markup:
    """A drawing as an image with words; a page sets its width, so its size in mm goes."""
    body = re.sub(r' width="[\d.]+mm" height="[\d.]+mm"', "", svg, count=1)
    return Markup(body.replace("<svg", f'<svg role="img" aria-label="{escape(said)}"', 1))


def shorten(text: str, length: int) -> str:
    """At most `length` characters, cut between words, with an ellipsis where cut."""
    if len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"

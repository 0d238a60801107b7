"""The whole build: tree, MkDocs, search, check; at the end the new site replaces the old one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from fieldpress.errors import FieldpressError
from fieldpress.files import write_atomically
from fieldpress.model import Library
from fieldpress.model.addresses import address
from fieldpress.resources import data_folder
from fieldpress.rulesite import kept, previews, search
from fieldpress.rulesite.builder import run_mkdocs
from fieldpress.rulesite.check import check_site
from fieldpress.rulesite.config import config_text
from fieldpress.rulesite.names import PAGED, STORES, Ref, kind_label
from fieldpress.rulesite.pages import all_pages
from fieldpress.rulesite.printed import STYLES
from fieldpress.rulesite.site import Site, markdown_path
from fieldpress.rulesite.tree import MARK, refuse_foreign, static_files, tree_files, write_tree

Progress = Callable[[str], None]

#: What MkDocs and the theme add for a site whose address they know, for developers of the theme and
#: for searches in other languages: dead links or dead weight here.
NO_USE = (
    "404.html",
    "sitemap.xml",
    "sitemap.xml.gz",
    "assets/**/*.map",
    "assets/javascripts/lunr/**/*",
)


def build_site(
    library: Library,
    folder: Path,
    progress: Progress | None = None,
    rulebooks: bool = False,
    addresses: Path | None = None,
) -> Path:
    """Builds the rules site of every game in the library into `folder`; returns its first page.

    With `rulebooks`, each game's rules are also written as a PDF beside it (`GAME/rulebook.pdf`)
    and offered on the site. The Markdown tree is kept beside it as `NAME-src`, the configuration
    as `NAME-config.yml`. `addresses` is the list of those that have to stay good (kept.py): one
    that has vanished is a fault; without it, moved ones of the shipped games still lead on. Until
    the new site has passed every check, the old one stays.

    FieldpressError with a list if anything is wrong; MissingExtra without MkDocs.
    """
    say = progress or (lambda _: None)
    folder = folder.absolute()
    source = folder.with_name(folder.name + "-src")
    config = folder.with_name(folder.name + "-config.yml")
    fresh = folder.with_name(folder.name + "-new")
    for place in (folder, source, fresh):
        refuse_foreign(place)

    books = _rulebooks(library, folder.parent, say) if rulebooks else {}
    site = Site(library, downloads(library, folder.parent) | books, notice=say)
    say("writing the pages")
    files = _files(site)
    now = kept.made(site, html_pages(files))
    listed = kept.read(addresses or data_folder("content") / kept.NAME)
    if addresses:
        for fault in kept.faults(listed, now, library.games):
            site.problem(fault)
        if new := len(now.keys() - {one.address for one in listed}):
            say(f"{new} addresses are not in {addresses} yet; --addresses adds them")
    moved = kept.moved(listed, now)
    files |= moved.pages
    for page, lines in moved.lines.items():
        files[markdown_path(page)] += lines.encode()
    if site.problems:
        raise _faults("The content has faults that the pages would show", site.problems)
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_tree(source, files)
    write_atomically(config, config_text(site, STYLES in files))
    say(f"building {sum(name.endswith('.md') for name in files)} pages")
    try:
        run_mkdocs(config, source, fresh)
        say("finishing the search")
        _drop(fresh, NO_USE)
        search.finish(fresh, search_entries(site), list(library.games), moved.pages)
        say("checking every page")
        expected = [*expected_addresses(site), *moved.addresses]
        faults = check_site(fresh, expected, content_text(library))
        if faults:
            raise _faults("The built site has faults", [str(fault) for fault in faults])
        _replace(folder, fresh)
    finally:
        if fresh.is_dir():
            shutil.rmtree(fresh)
    return folder / "index.html"


def _files(site: Site) -> dict[str, bytes]:
    """Every file of the tree: pages, styles, scripts, previews, downloads, the mark."""
    extra = static_files()
    for game in site.library.games.values():
        extra[f"assets/previews/{game.id}.js"] = previews.script(site, game)
    for place, path in site.downloads.items():
        extra[place] = path.read_bytes()
    mark = {"format": "fieldpress-site/1", "games": list(site.library.games)}
    extra[MARK] = (json.dumps(mark, indent=1) + "\n").encode()
    files = tree_files(all_pages(site), extra)
    return files | site.printed.files()  # known once every page is written


def html_pages(files: Iterable[str]) -> list[str]:
    """The addresses of the pages that a tree's files become."""
    return [name.removesuffix(".md") + ".html" for name in files if name.endswith(".md")]


def note_addresses(library: Library, path: Path) -> int:
    """Adds the addresses of the library's site that the list at `path` lacks; how many they are.

    FieldpressError where the content has faults that the pages would show.
    """
    site = Site(library)
    now = kept.made(site, html_pages(_files(site)))
    if site.problems:
        raise _faults("The content has faults that the pages would show", site.problems)
    listed = kept.read(path)
    write_atomically(path, kept.with_new(listed, now))
    return len(now.keys() - {one.address for one in listed})


def _rulebooks(library: Library, output: Path, say: Progress) -> dict[str, Path]:
    """Writes the rulebook of each game that has rules; the files by their address on the site."""
    from fieldpress.rulesite.book import write_rulebook

    out: dict[str, Path] = {}
    for game in library.games.values():
        if game.clauses:
            say(f"printing the rulebook of {game.title.get()}")
            out[f"{game.id}/downloads/rulebook.pdf"] = output / game.id / "rulebook.pdf"
            write_rulebook(library, game.id, output / game.id / "rulebook.pdf")
    return out


def downloads(library: Library, output: Path) -> dict[str, Path]:
    """Files of an earlier step of the build that pages offer: sheets and aids, by their address."""
    found = {
        f"{game.id}/downloads/{name}.pdf": output / game.id / f"{name}.pdf"
        for game in library.games.values()
        for name in (
            "aids",
            "army-lists",
            "track",
            *(f"campaign-{one}" for one in game.campaigns),
            *(f"{what}-{one}" for one in game.scenarios for what in ("setup", "scenario", "army")),
        )
    }
    return {place: path for place, path in found.items() if path.is_file()}


def expected_addresses(site: Site) -> Iterator[str]:
    """The address of every record: each has to exist in the built site."""
    yield from ("index.html", "about.html")
    for game in site.library.games.values():
        yield address(game.id, "game")
        for kind, store in PAGED.items():
            for ident in getattr(game, store):
                yield address(game.id, kind, ident)


def search_entries(site: Site) -> dict[str, search.Entry]:
    """What search knows of each address: its kind in words, the game, other names."""
    entries: dict[str, search.Entry] = {}
    for game in site.library.games.values():
        title = game.title.get()
        entries[f"{game.id}/index.html"] = search.Entry("Game", title)
        for chapter in site.chapters(game):
            place = address(game.id, "rule", chapter.clauses[0].key).partition("#")[0]
            entries[place] = search.Entry("Rules", title)
        for kind, word in (("term", "Glossary"), ("discrepancy", "Disagreements")):
            entries[address(game.id, kind, "x").partition("#")[0]] = search.Entry(word, title)
        for kind, store in PAGED.items():
            if kind in ("set", "source"):
                continue
            for ident, record in getattr(game, store).items():
                ref = Ref(game.id, kind, ident)
                aliases = [ident] if kind != "rule" else []
                for field in ("name", "title"):
                    text = getattr(record, field, None)
                    if text is not None:
                        aliases += text.by_language.values()
                for field in ("also_named", "also_found_as"):
                    aliases += getattr(record, field, ())
                number = getattr(record, "number", None)
                if number is not None and number.known:
                    aliases.append(number.value)
                for face in getattr(record, "faces", ()):
                    if hasattr(face, "number"):
                        aliases += face.name.by_language.values()
                        aliases += [face.number.value] if face.number.known else []
                entries[address(game.id, kind, ident)] = search.Entry(
                    kind_label(site.library, ref), title, tuple(dict.fromkeys(aliases))
                )
    return entries


def content_text(library: Library) -> str:
    """Every string of the content: what looks like leftover markup there is shown on purpose."""
    out: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            out.append(" ".join(value.split()))
        elif isinstance(value, dict):
            for entry in value.values():
                walk(entry)
        elif isinstance(value, list | tuple):
            for entry in value:
                walk(entry)

    for game in library.games.values():
        walk(game.raw)
        for store in STORES.values():
            for record in getattr(game, store).values():
                walk(getattr(record, "raw", record))
    return "\n".join(out)


def _drop(folder: Path, patterns: Iterable[str]) -> None:
    """Removes the files that match, and the folders that this leaves empty."""
    for pattern in patterns:
        for path in sorted(folder.glob(pattern), reverse=True):
            if path.is_file():
                path.unlink()
            elif not any(path.iterdir()):
                path.rmdir()


def _replace(folder: Path, fresh: Path) -> None:
    """Puts the fresh site in the place of the old one; a failure leaves one of them whole."""
    old = folder.with_name(folder.name + "-old")
    if old.exists():
        shutil.rmtree(old)
    if folder.exists():
        folder.replace(old)
    fresh.replace(folder)
    if old.exists():
        shutil.rmtree(old)


def _faults(head: str, faults: list[str], most: int = 50) -> FieldpressError:
    shown = [f"  {fault}" for fault in faults[:most]]
    if len(faults) > most:
        shown.append(f"  and {len(faults) - most} more")
    return FieldpressError("\n".join([f"{head} ({len(faults)}):", *shown]))

"""The Markdown tree: pages rendered through templates, beside the site's styles and scripts.

Only files whose bytes change are rewritten, and files that no page makes any more are removed, so
the tree depends on the content alone and a later build never sees a leftover.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from fieldpress.errors import FieldpressError, MissingExtra
from fieldpress.files import atomic_path
from fieldpress.resources import data_folder
from fieldpress.rulesite.site import Page
from fieldpress.rulesite.text import front_matter, md_escape, relative

_TEMPLATES = Path(__file__).resolve().parent / "templates"

#: Lies in the tree and in the built site: what lets a later build know a folder as its own.
MARK = "fieldpress-site.json"


def environment() -> Any:
    """The Jinja2 environment of the page templates: everything escaped, nothing undefined."""
    try:
        import jinja2
    except ImportError:
        raise MissingExtra("Jinja2", "site") from None
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([_TEMPLATES, data_folder("site") / "pages"]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    from markupsafe import Markup

    env.filters["md"] = lambda text: Markup(md_escape(str(text)))
    env.filters["mentions_count"] = lambda groups: sum(len(links) for _, links in groups)
    return env


def markdown(env: Any, page: Page) -> str:
    """A page's Markdown file: front matter and body."""
    meta = [f"title: {front_matter(page.title)}"]
    if page.description:
        meta.append(f"description: {front_matter(page.description)}")
    meta += [f"{key}: {json.dumps(value)}" for key, value in page.meta.items()]
    body = env.get_template(page.template).render(
        {"about": escape(relative(page.path, "about.html")), **page.context}
    )
    return "---\n" + "\n".join(meta) + "\n---\n\n" + _no_long_gaps(body)


def _no_long_gaps(body: str) -> str:
    """At most one blank line between blocks, none at the start, one newline at the end."""
    lines: list[str] = []
    for line in body.splitlines():
        if line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip())
    return "\n".join(lines).strip("\n") + "\n"


def write_tree(folder: Path, files: dict[str, bytes]) -> None:
    """Makes `folder` hold exactly `files` (by path with `/`).

    FieldpressError if the folder holds something else and no mark of an earlier build.
    """
    refuse_foreign(folder)
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / MARK
    if not mark.exists():
        mark.write_bytes(files[MARK])
    for name, data in files.items():
        path = folder / name
        if path.is_file() and path.read_bytes() == data:
            continue
        with atomic_path(path) as part:
            part.write_bytes(data)
    wanted = {folder / name for name in files}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()


def refuse_foreign(folder: Path) -> None:
    """FieldpressError if `folder` holds anything and was not made by an earlier build.

    MkDocs empties the folder that it writes into, so this stands between a wrong `--output` and
    somebody's files.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise FieldpressError(
            f"{folder} holds files that are not a built rules site and would be deleted; "
            "name another folder with --output"
        )
    if folder.exists() and not folder.is_dir():
        raise FieldpressError(f"{folder} is a file; the rules site needs a folder of that name")


def static_files() -> dict[str, bytes]:
    """The hand-written styles, scripts and fonts, by their address on the site."""
    root = data_folder("site")
    out: dict[str, bytes] = {}
    for place in ("styles", "scripts", "fonts"):
        for path in sorted((root / place).glob("*")):
            if path.is_file():
                out[f"assets/{place}/{path.name}"] = path.read_bytes()
    return out


def tree_files(pages: Iterable[Page], extra: dict[str, bytes]) -> dict[str, bytes]:
    """Every file of the tree by its path. FieldpressError if two pages want the same one."""
    env = environment()
    files = dict(extra)
    for page in pages:
        if page.markdown_path in files:
            raise FieldpressError(f"two pages of the rules site want {page.path}")
        files[page.markdown_path] = markdown(env, page).encode()
    return files

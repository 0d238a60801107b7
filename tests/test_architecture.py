"""The arrows between the parts, read from the imports; what code may not name; what loads lightly."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from fieldpress.model.game import fold

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "generator" / "fieldpress"

#: Part -> the parts that it may import. Parts are folders or single modules of the package.
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "resources": set(),
    "files": {"errors"},
    "locks": {"errors"},
    "interrupts": set(),
    "model": set(),
    "engine": {"model"},
    "database": {"model", "errors", "resources"},
    "faces": {"model", "errors", "resources"},
    "sheets": {"engine", "faces", "model", "errors", "files", "resources"},
    "tables": {"engine", "faces", "model"},
    "setups": {"engine", "tables", "faces", "model", "errors", "files", "resources"},
    "rulesite": {"engine", "tables", "faces", "model", "errors", "files", "resources"},
    "export": {"model", "errors", "files", "resources"},
    "playing": {"engine", "model", "errors", "files"},
    "audit": {"database", "engine", "faces", "model", "errors"},
    "building": {
        "sheets",
        "setups",
        "rulesite",
        "export",
        "database",
        "model",
        "errors",
        "locks",
        "interrupts",
    },
    "api": {"building", "database", "engine", "model", "errors"},
    "__init__": {"api", "errors", "model"},
    "cli": {"commands", "errors", "__init__"},
    "__main__": {"cli"},
}
#: Commands put the parts together: any but the command line itself.
ARROWS["commands"] = set(ARROWS) - {"cli", "__main__"} | {"commands"}

#: Parts that use the standard library alone.
PURE = {"model", "engine", "errors", "resources", "files", "locks", "interrupts"}
#: What every installation has: import name of each core dependency. jsonschema takes its registry
#: of schemas from referencing, which it brings.
CORE = {"yaml", "jsonschema", "referencing", "click", "rich"}
#: What extras bring: never loaded by starting a command or by importing the library.
EXTRAS = {
    *("reportlab", "fontTools", "PIL", "fontpkg", "pyphen", "weasyprint", "jinja2", "markupsafe"),
    *("mkdocs", "material", "pikepdf"),
}


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name without `fieldpress.`"""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        found[".".join(parts)] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def imports(name: str, *, top_only: bool = False) -> Iterator[tuple[str, int]]:
    """What a module imports (dotted names, resolved) and the line; `top_only`: when it is loaded."""
    nodes: list[ast.AST] = [tree(name)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno}: imports are absolute"
            yield node.module or "", node.lineno
            for alias in node.names:  # `from fieldpress.sheets import geometry`
                inner = f"{node.module}.{alias.name}"
                if inner.removeprefix("fieldpress.") in modules():
                    yield inner, node.lineno
        elif top_only and (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        ):
            continue
        nodes += ast.iter_child_nodes(node)


def part(name: str) -> str:
    """The part that a module `fieldpress...` belongs to."""
    rest = name.removeprefix("fieldpress").removeprefix(".")
    head = rest.partition(".")[0]
    # `from fieldpress import __version__` names the package itself.
    return head if head in ARROWS else "__init__"


@pytest.mark.parametrize("name", modules())
def test_arrows_run_one_way(name: str) -> None:
    here = part(f"fieldpress.{name}")
    wrong = [
        f"line {line}: {here} may not import {target}"
        for target, line in imports(name)
        if target.partition(".")[0] == "fieldpress"
        and part(target) != here
        and part(target) not in ARROWS[here]
    ]
    assert not wrong, f"{modules()[name]}: " + "; ".join(wrong)


def test_every_module_belongs_to_a_part() -> None:
    assert {name.partition(".")[0] for name in modules()} == set(ARROWS)


def test_only_the_command_line_imports_commands() -> None:
    allowed = {name for name, targets in ARROWS.items() if "commands" in targets}
    assert allowed == {"cli", "commands"}


def test_the_arrows_have_no_circle() -> None:
    left = {name: set(targets) - {name} for name, targets in ARROWS.items()}
    left["cli"].discard("__init__")  # its version only
    left["commands"] -= {"__init__"}
    while left:
        free = [name for name, targets in left.items() if not targets & left.keys()]
        assert free, f"a circle among {sorted(left)}"
        for name in free:
            del left[name]


@pytest.mark.parametrize("name", [name for name in modules() if name.partition(".")[0] in PURE])
def test_pure_parts_use_the_standard_library_alone(name: str) -> None:
    foreign = {target.partition(".")[0] for target, _ in imports(name)} - {"fieldpress"}
    assert not foreign - sys.stdlib_module_names, name


def test_every_foreign_library_is_declared() -> None:
    used = {target.partition(".")[0] for name in modules() for target, _ in imports(name)}
    assert used - sys.stdlib_module_names - {"fieldpress"} <= CORE | EXTRAS


def loaded_with(name: str) -> set[str]:
    """Everything that loading a module loads: modules of ours, and libraries by top name."""
    seen: set[str] = set()
    queue = [name]
    while queue:
        here = queue.pop()
        if here in seen:
            continue
        seen.add(here)
        for target, _ in imports(here, top_only=True):
            if target.partition(".")[0] != "fieldpress":
                seen.add(f"library:{target.partition('.')[0]}")
                continue
            steps = target.split(".")[1:]
            for length in range(1, len(steps) + 1):  # a package before its module
                inner = ".".join(steps[:length])
                if inner in modules():
                    queue.append(inner)
    return seen


_STARTED = ["__init__", "__main__", "cli", "api", "building", "files"]
_STARTED += [name for name in modules() if name.startswith("commands")]


@pytest.mark.parametrize("name", _STARTED)
def test_what_starts_first_loads_no_extra(name: str) -> None:
    libraries = {one.removeprefix("library:") for one in loaded_with(name) if ":" in one}
    assert not libraries & EXTRAS


@pytest.mark.parametrize(
    "name",
    [name for name in modules() if name.partition(".")[0] in ("database", "export", "audit")],
)
def test_core_parts_need_no_extra(name: str) -> None:
    libraries = {target.partition(".")[0] for target, _ in imports(name)}
    assert not libraries & EXTRAS


# --- what code may not name --------------------------------------------------------------------

#: Names of the content that are also words of our own, and what they mean in code.
ALLOWED: dict[str, str] = {
    "diversion": "reinforcements that come in elsewhere (start-box.diversion); a card of another game is called so",
    "grenade": "a weapon of the normandie rules, thrown; a card of another game is called so",
    "initiative": "who begins, in the rules of all games; an Event card of one is called so",
}


@cache
def names_of_the_content() -> dict[str, str]:
    """Sides and cards of the shipped games: each name and id, folded, and where it is from."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "content").glob("*/game.yml")):
        game = path.parent.name
        for ident, side in _read(path)["sides"].items():
            found |= dict.fromkeys(_spellings(ident, side["name"]), f"a side of {game}")
        for file in sorted(path.parent.glob("cards/**/*.yml")):
            for card in _read(file):
                found |= dict.fromkeys(_spellings(card["id"], card["name"]), f"a card of {game}")
    return found


def _read(path: Path) -> Any:
    return yaml.load(
        path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )


def _spellings(ident: str, name: object) -> list[str]:
    names = name.values() if isinstance(name, dict) else [name]
    return [fold(str(one)) for one in (ident, *names)]


def words_of_code(source: ast.Module) -> str:
    """Identifiers and strings; docstrings are for readers, and their examples may show real pieces."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(source)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    words = []
    for node in ast.walk(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            words.append(node.value)
        for slot in ("id", "attr", "arg", "name"):
            value = getattr(node, slot, None)
            words += [value] if isinstance(value, str) else []
    return "\n".join(words)


def named(text: str, names: dict[str, str]) -> set[str]:
    """The names that stand in a text as whole words; an underscore parts words as a space does."""
    plain = fold(text).replace("_", " ")
    every = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return set(re.findall(rf"(?<![\w-])(?:{every})(?![\w-])", plain))


@pytest.mark.parametrize("name", modules())
def test_code_names_no_nation_and_no_card(name: str) -> None:
    names = names_of_the_content()
    assert len(names) > 50
    found = named(words_of_code(tree(name)), names) - ALLOWED.keys()
    assert not found, ", ".join(f"{one!r} ({names[one]})" for one in sorted(found))


def test_the_search_for_names_finds_them() -> None:
    names = {"piege": "a card", "auto-mitrailleuse": "a card", "german": "a side"}
    assert named("if card == 'Piège':", names) == {"piege"}
    assert named("the_german_side", names) == {"german"}
    assert named("auto-mitrailleuse-2, germans, pieges", names) == set()
    code = 'def german_side(card):\n    "About Piège."\n    return f"{card}: auto-mitrailleuse"'
    assert named(words_of_code(ast.parse(code)), names) == {"german", "auto-mitrailleuse"}


def test_no_word_is_allowed_in_vain() -> None:
    used = set()
    for name in modules():
        used |= named(words_of_code(tree(name)), dict.fromkeys(ALLOWED, "")) if ALLOWED else set()
    assert used == ALLOWED.keys()

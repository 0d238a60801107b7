"""The public library: its examples run, it imports lightly, and it reads like the command line."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import fieldpress
from fieldpress import api

OPTIONAL = {"reportlab", "fontTools", "PIL", "weasyprint", "jinja2", "mkdocs", "material", "pyphen"}


@pytest.fixture(scope="module")
def library() -> fieldpress.Library:
    return fieldpress.load()


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_examples_of_the_pages(page: str, repo_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = repo_root / page
    if not path.is_file():
        pytest.skip(f"{page} is not written yet")
    monkeypatch.chdir(repo_root)
    text = path.read_text(encoding="utf-8")
    # A fence may close right under the last expected line; doctest would take it for output.
    plain = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    test = doctest.DocTestParser().get_doctest(plain, {}, page, str(path), 0)
    failures = _failures(test)
    assert not failures, failures
    assert page != "docs/library.md" or len(test.examples) > 10


def _failures(test: doctest.DocTest) -> str:
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    return "".join(said)


@pytest.mark.parametrize("name", ["load", "validate", "setup", "check_setup", "rule", "build"])
def test_examples_of_the_docstrings(name: str) -> None:
    (test,) = doctest.DocTestFinder(recurse=False).find(
        getattr(api, name), name, globs=vars(api).copy()
    )
    assert test.examples
    failures = _failures(test)
    assert not failures, failures


def test_every_public_name_is_there_and_described() -> None:
    for name in fieldpress.__all__:
        assert getattr(fieldpress, name) is not None
    assert set(fieldpress.__all__) <= set(dir(fieldpress))
    for name in ("load", "validate", "setup", "check_setup", "rule", "build"):
        call = getattr(fieldpress, name)
        assert call.__doc__
        assert "return" in call.__annotations__
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        fieldpress.lode  # noqa: B018


def _imported(code: str) -> set[str]:
    """Names of the modules that are loaded once `code` has run, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys, json; print(json.dumps(list(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_it_loads_nothing_else() -> None:
    before, after = _imported("pass"), _imported("import fieldpress")
    assert {name for name in after - before if name != "__future__"} == {"fieldpress"}


def test_rulings_and_setups_need_no_extra() -> None:
    loaded = _imported(
        "import fieldpress\n"
        "library = fieldpress.load()\n"
        "fieldpress.rule; fieldpress.setup(library, 'pegasus-bridge', '1a')"
    )
    assert "yaml" in loaded
    assert not {name.partition(".")[0] for name in loaded} & OPTIONAL


def test_dealing_and_checking(library: fieldpress.Library) -> None:
    one = fieldpress.setup(library, "pegasus-bridge", "1a", seed=3)
    assert one.to_json() == fieldpress.setup(library, "pegasus-bridge", "1a", seed=3).to_json()
    by_title = library["pegasus-bridge"].scenarios["1a"].title.get("fr")
    assert (
        fieldpress.setup(library, "pegasus-bridge", by_title.upper(), seed=3).to_json()
        == one.to_json()
    )
    table = one.to_json()
    assert fieldpress.check_setup(library, table).outcome == "allowed"


def test_same_answers_as_the_command_line(
    library: fieldpress.Library, run_cli: typing.Any, tmp_path: Path
) -> None:
    dealt = fieldpress.setup(library, "pegasus-bridge", "1b", seed=11).to_json()
    shown = run_cli("setup", "pegasus-bridge", "1b", "--seed", 11, "--json")
    assert shown.json() == json.loads(json.dumps(dealt))
    assert run_cli("validate").code == (1 if fieldpress.validate() else 0)


def test_what_is_wrong_with_a_call_is_said(library: fieldpress.Library) -> None:
    with pytest.raises(fieldpress.UsageFault, match="no game 'pegasus-bridg'"):
        fieldpress.load("pegasus-bridg")
    with pytest.raises(fieldpress.UsageFault, match="no game 'x'"):
        fieldpress.setup(library, "x", "1a")
    with pytest.raises(fieldpress.UsageFault, match="no scenario '9z'; it has 1a"):
        fieldpress.setup(library, "pegasus-bridge", "9z")
    with pytest.raises(fieldpress.UsageFault, match="a setup has scenario, given"):
        fieldpress.check_setup(library, {"game": "pegasus-bridge"})
    with pytest.raises(fieldpress.UsageFault, match="no game 'None'"):
        fieldpress.rule(library, {})
    with pytest.raises(fieldpress.UsageFault, match="nothing is asked"):
        fieldpress.rule(library, {"game": "pegasus-bridge"})
    with pytest.raises(fieldpress.UsageFault, match="did you mean"):
        fieldpress.build(library, "/nowhere", only=["sheet"])
    with pytest.raises(fieldpress.UsageFault, match="no game 'x'"):
        fieldpress.build(library, "/nowhere", games=["x"])
    with pytest.raises(fieldpress.UsageFault, match="no paper 'b7'"):
        fieldpress.build(library, "/nowhere", paper="b7")


def test_records_cannot_be_changed(library: fieldpress.Library) -> None:
    card = library["pegasus-bridge"].cards["auto-mitrailleuse"]
    with pytest.raises(AttributeError):
        card.combat_value = None  # type: ignore[misc]

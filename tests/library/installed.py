"""The built wheel in a fresh environment that sees only the libraries that an extra names."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.building.helpers import NO_OVERRIDE, environment


def needed(requirements: Iterable[str], extra: str = "") -> Iterator[Requirement]:
    """Those of the requirements that hold here, with the extra chosen."""
    for text in requirements:
        one = Requirement(text)
        if one.marker is None or one.marker.evaluate({"extra": extra}):
            yield one


def distributions(extras: Iterable[str]) -> dict[str, importlib.metadata.Distribution]:
    """What `pip install fieldpress[EXTRAS]` brings, fieldpress itself left out, by name."""
    found: dict[str, importlib.metadata.Distribution] = {}
    # With no extra among them, an empty one stands for the core alone.
    queue = [("fieldpress", extra) for extra in ("", *extras)]
    seen: set[tuple[str, str]] = set()
    while queue:
        name, extra = queue.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        dist = importlib.metadata.distribution(name)
        if name != "fieldpress":
            found[name] = dist
        for one in needed(dist.requires or (), extra):
            wanted = canonicalize_name(one.name)
            queue += [(wanted, inner) for inner in ("", *one.extras)]
    return found


def link_libraries(folder: Path, extras: Iterable[str]) -> None:
    """Fill `folder` with links to the installed libraries that the extras bring."""
    folder.mkdir()
    for dist in distributions(extras).values():
        for file in dist.files or ():
            if file.parts[0] in ("..", "__pycache__") or file.suffix == ".pth":
                continue
            top = Path(str(dist.locate_file(file.parts[0])))
            own = top.is_file() or (top / "__init__.py").is_file() or top.suffix == ".dist-info"
            # A folder that several libraries fill (fontpkg) is linked by what is in it.
            steps = file.parts[:1] if own else file.parts[:2]
            link = folder.joinpath(*steps)
            link.parent.mkdir(exist_ok=True)
            if not link.is_symlink():
                link.symlink_to(Path(str(dist.locate_file("/".join(steps)))))


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel, read-only, and nothing but what its extras bring."""

    python: Path
    package: Path
    libraries: Path
    work: Path

    def use(self, *extras: str) -> None:
        """Let the environment see the libraries of these extras (none: of the core alone)."""
        folder = self.libraries / ("-".join(extras) or "core")
        if not folder.exists():
            link_libraries(folder, extras)
        path = self.package.parent / "libraries.pth"
        path.write_text(f"{folder}\n")

    def python_run(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Run its Python, without root's right to write everywhere, outside the checkout."""
        return subprocess.run(
            [str(self.python), "-c", NO_OVERRIDE, str(self.python), *map(str, words)],
            cwd=self.work,
            env=environment({"PYTHONPATH": None, "PYTHONDONTWRITEBYTECODE": None}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run its `fieldpress`."""
        done = self.python_run("-m", "fieldpress", *arguments)
        assert "Traceback" not in done.stderr, done.stderr
        assert "internal error" not in done.stderr, done.stderr
        return done


def build_wheel(checkout: Path, folder: Path) -> Path:
    """The wheel of the checkout, built without network."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=checkout,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("fieldpress-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Installed:
    """A fresh environment in `folder` with the wheel alone, made read-only."""
    venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
    python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--no-deps",
            "--no-index",
            "--no-compile",
            "--quiet",
            "--disable-pip-version-check",
            str(wheel),
        ],
        check=True,
        capture_output=True,
    )
    (package,) = (folder / "env").rglob("site-packages/fieldpress")
    (folder / "work").mkdir()
    (folder / "libraries").mkdir()
    for path in (package, *package.rglob("*")):
        path.chmod(path.stat().st_mode & 0o555)
    return Installed(python, package, folder / "libraries", folder / "work")

"""The engine of play compiled to machine code by mypyc: a choice, never needed.

A wheel is compiled with `HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .`; without the variable
hatchling does not load this file, and the wheel is the pure one. `./press compile` runs it as a
script, `python hatch_build.py FOLDER`: the package is copied into the folder and compiled there.

Nothing is written among the sources: an extension module there would be imported in place of the
source beside it, by an editable install and by every test, long after the source was changed. (The
plugin hatch-mypyc compiles in place, and takes pyproject.toml away while it does; hence a hook of
our own.) Which modules are compiled is said in pyproject.toml.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
PACKAGE = "fieldpress"
#: So many lines of what the compilers said tell why it failed.
TOLD = 30


class CompiledEngine(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the extension modules into a wheel, beside the sources that they were made of."""

    PLUGIN_NAME = "custom"
    folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return  # an editable install is the sources as they are
        self.folder = Path(tempfile.mkdtemp(prefix="fieldpress-compiled-"))
        try:
            compile_into(self.folder)
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        for library in libraries(self.folder):
            inside = library.relative_to(self.folder).as_posix()
            build_data["force_include"][str(library)] = inside
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder)


def settings() -> dict[str, Any]:
    """What pyproject.toml says of the hook."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    return found


def modules() -> list[str]:
    """The modules to compile, in order, as paths that begin with the package."""
    source, asked = ROOT / "generator", settings()
    found = {path for pattern in asked["compile"] for path in source.glob(pattern)}
    found -= {path for pattern in asked["leave"] for path in source.glob(pattern)}
    return sorted(p.relative_to(source).as_posix() for p in found if p.name != "__init__.py")


def libraries(folder: Path) -> list[Path]:
    """The extension modules in a folder."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".so", ".pyd"))


def compile_into(folder: Path) -> None:
    """Copy the package into a folder and compile it there. Raises RuntimeError, with the last that
    was said, if it cannot be done."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "generator" / PACKAGE, folder / PACKAGE, ignore=unwanted)
    with tempfile.TemporaryDirectory(prefix="fieldpress-c-") as work:
        # A process of its own: mypyc and setuptools set things for a whole process.
        done = subprocess.run(
            [sys.executable, "-P", str(ROOT / "hatch_build.py"), "--here", work],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    if done.returncode or not libraries(folder):
        said = [s for s in done.stdout.splitlines() if "generator comprehension" not in s]
        raise RuntimeError("\n".join(["the engine was not compiled:", *said[-TOLD:]]))


def c_text(target: Path) -> list[Any]:
    """What mypyc makes of the modules below the current folder: C in `target`, and what setuptools
    is to compile. Ends the process, with a message, if it cannot."""
    import setuptools  # noqa: F401 - before mypyc, which uses the distutils that it brings
    from mypyc.build import mypycify

    mypy = ["--config-file=", "--follow-imports=silent", f"--cache-dir={target / 'mypy'}"]
    found: list[Any] = mypycify(
        [*mypy, *modules()],
        opt_level=settings()["opt-level"],
        debug_level="0",
        # One file would take one processor, half as long again, and more memory than many have.
        multi_file=True,
        target_dir=str(target),
        group_name="fieldpress_engine",
    )
    return found


def compile_here(work: Path) -> None:
    """Compile the package in the current folder, with everything else in `work`."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class AtOnce(build_ext):
        """Several files at once: setuptools compiles those of one library one by one."""

        def build_extensions(self) -> None:
            one_by_one = self.compiler.compile

            def compile_all(sources: list[str], *rest: Any, **more: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    made = pool.map(lambda source: one_by_one([source], *rest, **more), sources)
                    return [name for names in made for name in names]

            self.compiler.compile = compile_all
            # gcc makes one whole of the files again when it links them: no more time in all, and
            # some 3 % of speed. Other compilers may want a linker of their own for it.
            if Path(getattr(self.compiler, "compiler_so", [""])[0]).name.endswith("gcc"):
                for extension in self.extensions:
                    extension.extra_compile_args += ["-flto", "-fno-semantic-interposition"]
                    extension.extra_link_args += ["-flto=auto", f"-O{settings()['opt-level']}"]
            super().build_extensions()

    command = AtOnce(Distribution({"name": PACKAGE, "ext_modules": c_text(work / "c")}))
    command.build_temp, command.build_lib = str(work / "o"), str(work / "lib")
    command.inplace = True
    command.ensure_finalized()
    command.run()


def main(arguments: list[str]) -> int:
    if len(arguments) == 2 and arguments[0] == "--here":
        compile_here(Path(arguments[1]))
        return 0
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python hatch_build.py FOLDER", file=sys.stderr)
        return 2
    try:
        compile_into(Path(arguments[0]))
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

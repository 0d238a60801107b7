"""The command line: names and one-line helps; each command lives in `fieldpress.commands.NAME`.

Commands are imported only when asked for, so that `fieldpress rule` never pays for ReportLab.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import click

from fieldpress import __version__
from fieldpress.errors import AT_FAULT, INTERRUPTED, USAGE, FieldpressError

COMMANDS: dict[str, str] = {
    "validate": "Check content: every fault at once, with file, line and column.",
    "build": "Build everything into output/: sheets, setup sheets, rules site, exports.",
    "cards": "Print-ready sheets of a game's cards, terrains and counters.",
    "calibrate": "A sheet that tells how far a printer shifts the backs.",
    "preflight": "Check a PDF for a printer: boxes, bleed, fonts, colours, pictures.",
    "setup": "Deal a legal setup of a scenario, or print its quick-setup sheet.",
    "check-setup": "Tell whether a setup on the table is legal, and by which rules.",
    "rule": "Answer a rules question, with every reason and its clause.",
    "play": "Play a scenario in the terminal, with legal moves listed and explained.",
    "simulate": "Play a scenario many times: who wins how often, with intervals.",
    "campaign": "From the state of a game or campaign: the next legal steps and their effects.",
    "coverage": "Show what of the sources is in the database, and on what basis.",
    "site": "Build the cross-linked rules site.",
    "export": "Export a game: SQLite or JSON.",
    "overlay": "Write a file with every unknown of a game as a blank to fill in.",
}


class _LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"fieldpress.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _compiled() -> str:
    """Whether the engine is compiled (hatch_build.py), as `--version` says it."""
    engine = Path(__file__).parent / "engine"
    built = any((engine / f"rng{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return ", with the compiled engine" if built else ""


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__, prog_name="fieldpress", message=f"%(prog)s, version %(version)s{_compiled()}"
)
def cli() -> None:
    """Fieldpress: print, rule on and publish a tabletop game from one checked database."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; every error ends as a message, not a traceback."""
    debug = bool(os.environ.get("FIELDPRESS_DEBUG"))
    try:
        result = cli.main(args=argv, prog_name="fieldpress", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("fieldpress: interrupted", err=True)
        return INTERRUPTED
    except FieldpressError as error:
        click.echo(f"fieldpress: {error}", err=True)
        return error.exit_code
    except BrokenPipeError:
        # The reader went away (`| head`); point stdout elsewhere so the exit flush stays quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return AT_FAULT
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"fieldpress: {where}{error.strerror or error}", err=True)
        return AT_FAULT
    except Exception as error:
        if debug:
            raise
        click.echo(
            f"fieldpress: internal error: {type(error).__name__}: {error}\n"
            "This is a bug in Fieldpress; set FIELDPRESS_DEBUG=1 to see where it happened.",
            err=True,
        )
        return AT_FAULT


def _end(number: int, frame: object) -> None:
    """Leave by way of every `finally`, so that no half-written file or lock stays behind."""
    sys.exit(128 + number)


def main() -> None:
    """Entry point of the `fieldpress` script. SIGTERM and SIGHUP end it tidily (128 + number)."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark, and the rest.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(run())

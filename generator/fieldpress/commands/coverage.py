"""`fieldpress coverage [GAME]...`: what of the sources is in the database, and on what basis."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE

if TYPE_CHECKING:
    from fieldpress.audit.coverage import Coverage

#: Heading and rows of a table; the first column is text, the others are numbers.
Table = tuple[tuple[str, ...], list[tuple[str, ...]]]


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@content_option
@overlay_option
@as_of_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema/output/coverage.json).")
def command(
    games: tuple[str, ...],
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
    as_json: bool,
) -> int:
    """Show what of the sources is in the database of each GAME (all, when none is named).

    Sections with and without a clause, what stands behind clauses that claim to be enforced, fields
    by basis, discrepancies, rulings, records that nothing uses. Exit code 0: nothing is missing; 1:
    a section has no clause, a claim is hollow, or a record is unused without saying why.
    """
    from fieldpress.audit.coverage import FORMAT, coverage
    from fieldpress.database import open_library

    library = open_library(content, games, overlay, as_of)
    found = [coverage(library, game) for game in games or library.games]
    if as_json:
        report = {"format": FORMAT, "games": {one.game: one.to_json() for one in found}}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for one in found:
            _print(one)
    return AT_FAULT if any(one.faults for one in found) else FINE


def _print(found: Coverage) -> None:
    used = f", with {', '.join(found.overlays)}" if found.overlays else ""
    click.secho(f"{found.title} ({found.game}{used})", bold=True)
    click.echo()
    for table in (_sections(found), _fields(found), _discrepancies(found), _rulings(found)):
        if table[1]:
            _show(table)
            click.echo()
    for line in _lines(found):
        click.echo(line)
    for fault, names in _faults(found).items():
        if names:
            click.secho(f"fault: {fault}: {', '.join(names)}", fg="red")
    click.echo()


def _faults(found: Coverage) -> dict[str, list[str]]:
    """What must not be, each kind once; --json has a sentence for each."""
    return {
        "section without a clause, and no no_clause says why": [
            f"{part.document}#{ident}" for part in found.sections for ident in part.without
        ],
        "clause that claims to be enforced, and nothing of the engine cites it": list(
            found.claims.unbacked
        ),
        "clause that the engine decides under, and the game neither has it nor lacks it": list(
            found.claims.missing
        ),
        "used by nothing, and no unused says why": [
            name for name, why in found.unused.items() if not why
        ],
    }


def _sections(found: Coverage) -> Table:
    return ("sections", "with a clause", "need none", "without"), [
        (part.title, *_numbers(len(part.with_clause), len(part.excused), len(part.without)))
        for part in found.sections
    ]


def _fields(found: Coverage) -> Table:
    from fieldpress.audit.fields import BASES

    return ("fields", *BASES, "in part", "known"), [
        (
            f"{one.kind} {one.name.replace('_', ' ')}",
            *_numbers(*one.counts.values(), len(one.in_part)),
            f"{100 * (one.known + one.counts['none']) // one.total} %",
        )
        for one in found.fields
    ]


def _discrepancies(found: Coverage) -> Table:
    return ("discrepancies", "adopted", "undecided", "switch"), [
        (kind, *_numbers(*counts.values())) for kind, counts in found.discrepancies.items()
    ]


def _rulings(found: Coverage) -> Table:
    return ("rulings", "all", "allowed", "forbidden", "value", "undetermined"), [
        (authority, *_numbers(*counts.values())) for authority, counts in found.rulings.items()
    ]


def _numbers(*counts: int) -> tuple[str, ...]:
    """A dot for a zero: what is there should meet the eye."""
    return tuple(str(count) if count else "·" for count in counts)


def _lines(found: Coverage) -> Iterator[str]:
    claims = found.claims
    behind = f"{len(claims.by_code)} by code, {len(claims.by_data)} by data"
    behind += f", {len(claims.unbacked)} by nothing" if claims.unbacked else ""
    yield (
        f"{claims.enforced + claims.described} clauses: {claims.described} described, "
        f"{claims.enforced} enforced ({behind})"
    )
    if claims.not_exercised:
        yield f"{len(claims.not_exercised)} clauses enforced in play are exercised by no ruling"
    unknown = sum(one.counts["unknown"] for one in found.fields)
    yield f"{unknown} of {sum(one.total for one in found.fields)} field values are unknown"
    if found.unused:
        said = [name for name, why in found.unused.items() if why]
        yield f"{len(found.unused)} records are used by nothing; {len(said)} of them say why"


def _show(table: Table) -> None:
    """A rich table on a terminal, aligned columns elsewhere."""
    head, rows = table
    if sys.stdout.isatty():
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable

        drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
        drawn.add_column(head[0], no_wrap=True)
        for name in head[1:]:
            drawn.add_column(name, justify="right")
        for cells in rows:
            drawn.add_row(*(cell.replace("[", "\\[") for cell in cells))
        Console().print(drawn)
        return
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    for row in (head, *rows):
        numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        click.echo("  ".join([row[0].ljust(widths[0]), *numbers]))

"""`fieldpress validate [GAME...]`: every fault of every file at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE

FORMAT = "fieldpress-validate/1"


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@content_option
@overlay_option
@as_of_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema/output/validate.json).")
def command(
    games: tuple[str, ...],
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
    as_json: bool,
) -> int:
    """Check content: every fault with its file, line and column, and what would be right.

    Without GAME, every game of the content folder is checked. Exit code 0: no fault; 1: faults;
    2: no such game or folder.
    """
    from fieldpress.audit.layouts import layout_faults
    from fieldpress.audit.supplies import supply_faults
    from fieldpress.database import check
    from fieldpress.database.faults import count

    checked = check(content, games, overlay, as_of, judged=True)
    checked.faults = sorted({*checked.faults, *layout_faults(checked), *supply_faults(checked)})
    if as_json:
        click.echo(json.dumps(_report(checked), ensure_ascii=False, indent=2))
    else:
        for fault in checked.faults:
            click.echo(str(fault))
        records = sum(game.size for game in checked.games.values())
        files = sum(game.files for game in checked.games.values())
        looked = (
            f"{count(records, 'record')} in {count(files, 'file')} of {', '.join(checked.games)}"
        )
        if checked.faults:
            places = len({fault.file for fault in checked.faults})
            click.echo(
                f"{count(len(checked.faults), 'fault')} in {count(places, 'file')} ({looked})"
            )
        else:
            click.echo(f"no faults: {looked}")
    return AT_FAULT if checked.faults else FINE


def _report(checked: Any) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "ok": not checked.faults,
        "games": {
            name: {"files": game.files, "records": game.size, "overlays": game.overlays}
            for name, game in checked.games.items()
        },
        "faults": [fault.as_json() for fault in checked.faults],
    }

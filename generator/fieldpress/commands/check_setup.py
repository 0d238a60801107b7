"""`fieldpress check-setup FILE|-`: is this setup legal? Every violation, with its clauses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE, UNDETERMINED, UsageFault

SCHEMA = "setup.commando.json"


@click.command("check-setup")
@click.argument("file")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (schema/output/check-setup.json)."
)
@content_option
@overlay_option
@as_of_option
def command(
    file: str, as_json: bool, content: Path | None, overlay: tuple[Path, ...], as_of: str | None
) -> int:
    """Tell whether the setup in FILE (YAML or JSON; - for standard input) is legal.

    A setup is judged on what is seen of it: what lies face down, or is not given, is free as far
    as the rest allows, and is listed. Exit code 0: possible, as far as it is seen; 1: not
    possible, with every reason; 3: an unstated fact decides; 2: the file cannot be read.
    """
    from fieldpress.database import open_library
    from fieldpress.engine.setup import check, read_table
    from fieldpress.engine.setup.listing import report_json, report_lines
    from fieldpress.engine.verdicts import EngineFault
    from fieldpress.setups.choice import opened

    document = _read(file)
    data = document.data
    library = open_library(content, (data["game"],), overlay, as_of)
    steps = opened(library, data["game"], data["scenario"], data.get("moment", "setup"))
    try:
        layout = read_table(library[data["game"]], steps, data["given"])
    except EngineFault as fault:
        line, column = document.spot.key(fault.path)
        raise UsageFault(f"{document.file}:{line}:{column}: {fault.message}") from None
    report = check(steps, layout)
    code = {"forbidden": AT_FAULT, "undetermined": UNDETERMINED}.get(report.outcome, FINE)
    if as_json:
        click.echo(json.dumps(report_json(steps, report, code), ensure_ascii=False, indent=2))
    else:
        for text in report_lines(steps, report):
            click.echo(text)
    return code


def _read(file: str) -> Any:
    """The setup file with its positions. UsageFault, naming every fault, where it is none."""
    from fieldpress.database.checker import Checker
    from fieldpress.database.faults import Fault, shown_path
    from fieldpress.database.reader import parse, read

    faults: list[Fault] = []
    if file == "-":
        raw = sys.stdin.buffer.read()
        document = parse(raw, "<stdin>", faults)
    else:
        path = Path(file)
        try:
            document = read(path, shown_path(path), faults)
        except OSError as error:
            raise UsageFault(f"{file}: cannot be read: {error.strerror or error}") from None
    if document is not None and not faults:
        for issue in Checker().check(SCHEMA, document.data).issues:
            spot = document.spot
            at = spot.key(issue.path) if issue.on_key else spot.value(issue.path)
            faults.append(Fault(document.file, *at, issue.code, issue.problem, issue.remedy))
    if document is None or faults:
        raise UsageFault("\n".join(str(fault) for fault in sorted(set(faults))))
    return document

"""`fieldpress check-setup FILE|-`: is this setup legal? Every violation, with its clauses."""

from __future__ import annotations

import json
from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE, UNDETERMINED, UsageFault

_CODES = {"forbidden": AT_FAULT, "undetermined": UNDETERMINED}


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
    from fieldpress.database.asked import judge_asked, placed, read_asked
    from fieldpress.engine.rulesets import ruleset_of
    from fieldpress.engine.setup import check, read_table
    from fieldpress.engine.setup.listing import report_json, report_lines
    from fieldpress.engine.verdicts import EngineFault
    from fieldpress.setups.choice import opened

    document = read_asked(file)
    data = document.data
    library = open_library(content, (data["game"],), overlay, as_of)
    try:
        rules = ruleset_of(library, data["game"])
    except EngineFault as fault:
        raise UsageFault(f"{data['game']}: {fault.message}") from None
    judge_asked(document, rules.setup)
    if rules.check_setup is not None:
        try:
            own = rules.check_setup(library, data)
        except EngineFault as fault:
            raise UsageFault(placed(document, fault)) from None
        code = _CODES.get(own.outcome, FINE)
        if as_json:
            click.echo(json.dumps(own.to_json(code), ensure_ascii=False, indent=2))
        else:
            for text in own.lines():
                click.echo(text)
        return code
    steps = opened(library, data["game"], data["scenario"], data.get("moment", "setup"))
    try:
        layout = read_table(library[data["game"]], steps, data["given"])
    except EngineFault as fault:
        raise UsageFault(placed(document, fault)) from None
    report = check(steps, layout)
    code = _CODES.get(report.outcome, FINE)
    if as_json:
        click.echo(json.dumps(report_json(steps, report, code), ensure_ascii=False, indent=2))
    else:
        for text in report_lines(steps, report):
            click.echo(text)
    return code

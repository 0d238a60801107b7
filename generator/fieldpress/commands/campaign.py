"""`fieldpress campaign FILE`: from the state of a game or campaign, what may come next."""

from __future__ import annotations

import json
from pathlib import Path

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE, UNDETERMINED, UsageFault


@click.command("campaign")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema/output/campaign.json).")
@content_option
@overlay_option
@as_of_option
def command(
    file: str, as_json: bool, content: Path | None, overlay: tuple[Path, ...], as_of: str | None
) -> int:
    """List the next legal steps from the state in FILE (JSON or YAML; - for standard input), each
    with its clauses and what it changes.

    The state is a situation without questions (schema/campaign-state.RULESET.json); acts under
    `then` are carried out first, and the JSON output holds the state after them, to go on from.
    Exit code 0: steps are listed; 1: an act of `then` is against the rules; 3: every step turns on
    a fact that is not given; 2: the file cannot be read.
    """
    from fieldpress.database import open_library
    from fieldpress.database.asked import judge_asked, placed, read_asked
    from fieldpress.engine.answer import Refused
    from fieldpress.engine.rulesets import ruleset_of
    from fieldpress.engine.verdicts import EngineFault

    document = read_asked(file)
    data = document.data
    library = open_library(content, (data["game"],), overlay, as_of)
    try:
        rules = ruleset_of(library, data["game"])
    except EngineFault as fault:
        raise UsageFault(f"{data['game']}: {fault.message}") from None
    if rules.progress is None:
        raise UsageFault(f"{data['game']}: the engine does not follow its campaigns yet")
    judge_asked(document, rules.state)
    try:
        found = rules.progress(library, data)
    except Refused as refused:
        why = "; ".join(
            rules.wording.finding(library[data["game"]], one) for one in refused.verdict.objections
        )
        line, column = document.spot.value(refused.path)
        click.echo(f"{document.file}:{line}:{column}: {refused.message}: {why}", err=True)
        return AT_FAULT
    except EngineFault as fault:
        raise UsageFault(placed(document, fault)) from None
    steps = found.to_json(FINE)["steps"]
    code = UNDETERMINED if steps and not any(step["legal"] for step in steps) else FINE
    if as_json:
        click.echo(json.dumps(found.to_json(code), ensure_ascii=False, indent=2))
    else:
        for text in found.lines():
            click.echo(text)
    return code

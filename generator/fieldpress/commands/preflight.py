"""`fieldpress preflight`: would a printer take this PDF?"""

from __future__ import annotations

from pathlib import Path

import click

from fieldpress.errors import AT_FAULT, FINE


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--target",
    default="home",
    show_default=True,
    metavar="T",
    help="home, drivethrucards, the-game-crafter, print-and-play or trading-cards.",
)
def command(file: Path, target: str) -> int:
    """Check the PDF FILE for a printer: boxes, bleed, fonts, colours, ink and pictures.

    Every finding is printed with its pages. Exit code 0: nothing to complain of; 1: findings; 2: no
    such target, or no PDF.
    """
    from fieldpress.sheets.notices import counted
    from fieldpress.sheets.preflight import preflight
    from fieldpress.sheets.presets.targets import target as find_target

    wanted = find_target(target)
    report = preflight(file, wanted)
    for finding in report.findings:
        click.echo(f"{file}: {finding}")
    looked = ", ".join(
        counted(count, noun)
        for count, noun in (
            (report.pages, "page"),
            (report.fonts, "font"),
            (report.pictures, "picture"),
        )
    )
    if report.findings:
        click.echo(f"{counted(len(report.findings), 'finding')} for {wanted.title} ({looked})")
        return AT_FAULT
    click.echo(f"{file}: nothing to complain of for {wanted.title} ({looked})")
    if wanted.note:
        click.echo(f"note: {wanted.note}", err=True)
    return FINE

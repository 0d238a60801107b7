"""Options that every command shares that reads content."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def content_option(function: F) -> F:
    """`--content DIR`: parameter `content`, a folder or None for the shipped games."""
    return click.option(
        "--content",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        metavar="DIR",
        help="A content folder of your own, instead of the games that are shipped.",
    )(function)


def overlay_option(function: F) -> F:
    """`--overlay FILE`, repeatable: parameter `overlay`, a tuple of files in the order given."""
    return click.option(
        "--overlay",
        multiple=True,
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="Fill in or replace fields from this overlay; may be given several times.",
    )(function)


def _date(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        return datetime.date.fromisoformat(value).isoformat()
    except ValueError:
        raise click.BadParameter(f"{value!r} is no date; write it as 2027-01-31") from None


def as_of_option(function: F) -> F:
    """`--as-of DATE`: parameter `as_of`, an ISO date or None for today's wording."""
    return click.option(
        "--as-of",
        callback=_date,
        metavar="DATE",
        help="Leave out errata dated later, such as --as-of 2027-01-31.",
    )(function)

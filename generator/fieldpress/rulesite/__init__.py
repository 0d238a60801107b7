"""The rules site: pages from the library, built by MkDocs, finished and checked by our steps."""

from fieldpress.errors import MissingExtra

try:
    from fieldpress.rulesite.build import build_site, note_addresses
except ModuleNotFoundError as error:
    if error.name not in ("jinja2", "markupsafe"):
        raise
    raise MissingExtra("Jinja2", "site") from None

__all__ = ["build_site", "note_addresses"]

"""The rules site: pages from the library, built by MkDocs, then finished and checked by us."""

from fieldpress.rulesite.build import build_site

__all__ = ["build_site"]

"""The rules site: pages from the library, built by MkDocs, finished and checked by our own steps."""

from fieldpress.rulesite.build import build_site

__all__ = ["build_site"]

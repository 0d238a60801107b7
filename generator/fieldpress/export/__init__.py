"""Exports of a game: the JSON bundle, and an SQLite database ready for Datasette."""

from fieldpress.export.exporter import FORMS, export_game

__all__ = ["FORMS", "export_game"]

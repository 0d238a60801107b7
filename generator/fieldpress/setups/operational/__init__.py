"""Sheets of operational block games: player aids, scenario sheets, quick-setup sheets."""

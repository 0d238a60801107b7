"""YAML content -> schema check -> cross-reference check -> JSON bundle -> the model's library."""

from fieldpress.database.faults import ContentFaults, Fault
from fieldpress.database.library import bundle, check, game_names, open_library

__all__ = ["ContentFaults", "Fault", "bundle", "check", "game_names", "open_library"]

"""YAML content -> schema check -> cross-reference check -> one JSON bundle -> the model's library."""

from fieldpress.database.library import open_library

__all__ = ["open_library"]

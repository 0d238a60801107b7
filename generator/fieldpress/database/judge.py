"""The last word on a schema: `jsonschema`, which the schemas are written for.

`checker` walks a record once, explains its faults and collects its references; every command uses
it. `validate` also asks this judge about each record that the walk found sound, so that no fault
of the walk can hide one of the content.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fieldpress.database.schemas import SchemaFiles
from fieldpress.database.spots import Path


class Judge:
    """Validators by schema file, made when first asked for."""

    def __init__(self, files: SchemaFiles) -> None:
        from jsonschema import Draft202012Validator
        from referencing import Registry, Resource

        # All at once: a registry that fetches on demand looks each reference up anew.
        self._registry: Any = Registry().with_resources(
            (name, Resource.from_contents(files.file(name))) for name in files.names()
        )
        self._draft: Any = Draft202012Validator
        self._validators: dict[str, Any] = {}

    def objections(self, schema: str, value: Any) -> Iterator[tuple[Path, str]]:
        """Path and message of each fault that jsonschema finds in `value`."""
        if schema not in self._validators:
            self._validators[schema] = self._draft({"$ref": schema}, registry=self._registry)
        validator = self._validators[schema]
        if not validator.is_valid(value):
            for error in validator.iter_errors(value):
                yield tuple(error.absolute_path), error.message

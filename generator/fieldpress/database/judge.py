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

#: Keywords that hold one schema, a list of schemas, a map of schemas.
_ONE = frozenset({"items", "additionalProperties", "propertyNames", "not", "if", "then", "else"})
_LIST = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_MAP = frozenset({"properties", "patternProperties"})
#: What says nothing about validity, or would move the base of the references left in place.
_DROPPED = frozenset({"$id", "$schema", "$defs", "$comment", "title", "description"})


class Judge:
    """Validators by schema file, made when first asked for."""

    def __init__(self, files: SchemaFiles) -> None:
        from jsonschema import Draft202012Validator
        from referencing import Registry, Resource

        self._files = files
        # All at once: a registry that fetches on demand looks each reference up anew.
        self._registry: Any = Registry().with_resources(
            (name, Resource.from_contents(files.file(name))) for name in files.names()
        )
        self._draft: Any = Draft202012Validator
        self._validators: dict[str, Any] = {}

    def objections(self, schema: str, value: Any) -> Iterator[tuple[Path, str]]:
        """Path and message of each fault that jsonschema finds in `value`."""
        if schema not in self._validators:
            written = _spread(self._files, self._files.file(schema), schema, frozenset())
            self._validators[schema] = self._draft(written, registry=self._registry)
        validator = self._validators[schema]
        if not validator.is_valid(value):
            for error in validator.iter_errors(value):
                yield tuple(error.absolute_path), error.message


def _pairs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether merging would bring together keywords that read one another."""
    together = one.keys() | other.keys()
    halves = ({"if", "then", "else"}, {"properties", "patternProperties", "additionalProperties"})
    return any(together & group and one.keys() & group and other.keys() & group for group in halves)


def _spread(files: SchemaFiles, schema: Any, base: str, within: frozenset[int]) -> Any:
    """A schema with its references written out, since following them takes half of the time.

    One that leads back into itself stays a reference, in full.
    """
    if not isinstance(schema, dict):
        return schema

    def spread(part: Any, file: str = base, inside: frozenset[int] = within) -> Any:
        return _spread(files, part, file, inside)

    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _ONE:
            out[key] = spread(value)
        elif key in _LIST:
            out[key] = [spread(part) for part in value]
        elif key in _MAP:
            out[key] = {name: spread(part) for name, part in value.items()}
        elif key != "$ref" and key not in _DROPPED:
            out[key] = value
    if "$ref" in schema:
        target, file = files.resolve(schema["$ref"], base)
        if id(target) in within:
            out["$ref"] = f"{file}#{schema['$ref'].partition('#')[2]}"
        else:
            meant = spread(target, file, within | {id(target)})
            if isinstance(meant, dict) and not meant.keys() & out.keys() and not _pairs(out, meant):
                out.update(meant)
            else:
                out.setdefault("allOf", []).append(meant)
    return out

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

        self._files, self._spreading = files, _Spreading(files)
        # All at once: a registry that fetches on demand looks each reference up anew.
        self._registry: Any = Registry().with_resources(
            (name, Resource.from_contents(files.file(name))) for name in files.names()
        )
        self._draft: Any = Draft202012Validator
        self._validators: dict[str, Any] = {}

    def objections(self, schema: str, value: Any) -> Iterator[tuple[Path, str]]:
        """Path and message of each fault that jsonschema finds in `value`."""
        if schema not in self._validators:
            written = self._spreading.whole(self._files.file(schema), schema)
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


class _Spreading:
    """Schemas with their references written out, since following them takes half of the time.

    A reference that leads back into what is being written out stays a reference, in full. What was
    written out without such an end in something around it is the same wherever it is referred to,
    and is written out once.
    """

    def __init__(self, files: SchemaFiles) -> None:
        self._files = files
        self._written: dict[int, Any] = {}
        #: The schemas that are being written out, the outermost first.
        self._within: list[int] = []
        #: How far out the references lead that were left in place, for each of them.
        self._ends: list[int] = []

    def whole(self, schema: Any, base: str) -> Any:
        """The schema of the file `base` (or a part of it), written out."""
        if not isinstance(schema, dict):
            return schema
        out: dict[str, Any] = {}
        for key, value in schema.items():
            if key in _ONE:
                out[key] = self.whole(value, base)
            elif key in _LIST:
                out[key] = [self.whole(part, base) for part in value]
            elif key in _MAP:
                out[key] = {name: self.whole(part, base) for name, part in value.items()}
            elif key != "$ref" and key not in _DROPPED:
                out[key] = value
        if "$ref" in schema:
            self._refer(out, schema["$ref"], base)
        return out

    def _refer(self, out: dict[str, Any], ref: str, base: str) -> None:
        """Add what a reference means to a schema."""
        target, file = self._files.resolve(ref, base)
        if id(target) in self._within:
            self._ends = [min(end, self._within.index(id(target))) for end in self._ends]
            out["$ref"] = f"{file}#{ref.partition('#')[2]}"
            return
        meant = self._target(target, file)
        if isinstance(meant, dict) and not meant.keys() & out.keys() and not _pairs(out, meant):
            out.update(meant)
        else:
            out.setdefault("allOf", []).append(meant)

    def _target(self, target: Any, file: str) -> Any:
        if id(target) in self._written:
            return self._written[id(target)]
        depth = len(self._within)
        self._within.append(id(target))
        self._ends.append(depth)
        meant = self.whole(target, file)
        self._within.pop()
        if self._ends.pop() == depth:
            self._written[id(target)] = meant
        return meant

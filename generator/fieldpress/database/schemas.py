"""The schema files, by name; a pointer into one resolves to its subschema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fieldpress.database.kinds import Kind
from fieldpress.database.records import GameContent
from fieldpress.errors import FieldpressError
from fieldpress.resources import data_folder


class PackagingFault(FieldpressError):
    """The installation itself is incomplete: a schema file that ships with it is missing."""


class SchemaFiles:
    """Schema files of one folder, read when first asked for. Each is named by its `$id`."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder("schema")
        self._files: dict[str, Any] = {}

    def names(self) -> list[str]:
        """The schema files that lie in the folder."""
        return sorted(path.name for path in self.folder.glob("*.json"))

    def file(self, name: str) -> Any:
        """The schema in file `name`. PackagingFault where it is missing or broken."""
        if name not in self._files:
            path = self.folder / name
            try:
                self._files[name] = json.loads(path.read_text(encoding="utf-8"))
            except FileNotFoundError:
                raise PackagingFault(
                    f"the schema {name} is missing from this installation ({self.folder});"
                    " install Fieldpress anew"
                ) from None
            except ValueError as error:
                raise PackagingFault(f"the schema {path} is broken: {error}") from None
        return self._files[name]

    def resolve(self, ref: str, base: str) -> tuple[Any, str]:
        """The subschema that `ref`, standing in file `base`, points at, and its file."""
        name, _, pointer = ref.partition("#")
        name = name or base
        schema = self.file(name)
        for step in pointer.split("/")[1:]:
            try:
                schema = schema[step.replace("~1", "/").replace("~0", "~")]
            except (KeyError, TypeError):
                raise PackagingFault(
                    f"the schema {base} points at {ref}, which is not there"
                ) from None
        return schema, name


def schema_of(kind: Kind, game: GameContent, files: SchemaFiles) -> str | None:
    """The schema file of a kind in this game; None where the game names no ruleset there is."""
    if "{ruleset}" not in kind.schema:
        return kind.schema
    ruleset = game.head.get("ruleset")
    known = files.file("game.json")["properties"]["ruleset"]["enum"]
    return kind.schema.format(ruleset=ruleset) if ruleset in known else None

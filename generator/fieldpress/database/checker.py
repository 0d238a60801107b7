"""Check data against the schemas: every fault with its path, every reference to be resolved.

One walk explains and collects: it knows which branch of a choice was meant, so that a fault has one
message that says what would be right, and it finds the references and facts that the schemas
mark. It covers the JSON Schema 2020-12 keywords that our schemas use, compiled to closures (about
eight times as fast as a general validator, so every command can afford it); a keyword that
it does not know is an error of the schema, never ignored. `jsonschema` has the last word:
`validate` asks it too (judge.py), and the tests compare the two on thousands of records.
One thing is stricter: 2.0 is no whole number.

Own keywords (annotations for any other reader of the schemas):
`x-ref`: this string, these strings, this fact's value name a record of that kind (references.py);
`x-fact`: this is a fact, whose short form takes its source from the record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from fieldpress.database.choices import check_any, check_if, check_not, check_one
from fieldpress.database.outcome import Check, Context, Outcome, Reference, Steps, flat, tidy
from fieldpress.database.schemas import PackagingFault, SchemaFiles
from fieldpress.database.wording import (
    TYPES,
    key_fault,
    missing_fault,
    number_fault,
    pattern_fault,
    same,
    type_fault,
    word_fault,
)

_ANNOTATIONS = frozenset(
    {"$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default"}
)
_KEYWORDS = frozenset(
    {
        *("$ref", "type", "enum", "const", "properties", "required", "additionalProperties"),
        *("propertyNames", "patternProperties", "minProperties", "maxProperties", "items"),
        *("dependentRequired", "prefixItems", "minItems", "maxItems", "uniqueItems", "pattern"),
        *("minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        *("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "x-ref", "x-fact"),
    }
)


class Checker:
    """Compiles schemas once and checks any number of values against them."""

    def __init__(self, files: SchemaFiles | None = None) -> None:
        self.files = files or SchemaFiles()
        self._compiled: dict[tuple[int, Context], Check] = {}

    def check(self, schema: str, value: Any) -> Outcome:
        """Check `value` against a schema file, or `FILE#/pointer`."""
        target, base = self.files.resolve(schema, "")
        outcome = Outcome()
        self.compile(target, Context(base))(value, None, outcome)
        outcome.issues = tidy(outcome.issues)
        wrong = {(issue.path, issue.on_key) for issue in outcome.issues}
        outcome.references = [
            one for one in outcome.references if (one.path, one.on_key) not in wrong
        ]
        return outcome

    def compile(self, schema: Any, context: Context) -> Check:
        """The check of a subschema. PackagingFault on a keyword that this module does not know."""
        if isinstance(schema, dict) and "description" in schema:
            context = Context(context.base, schema["description"], context.where)
        key = (id(schema), context)
        if key not in self._compiled:
            # A recursive schema meets this stand-in while it is being compiled.
            self._compiled[key] = lambda value, steps, out: self._compiled[key](value, steps, out)
            self._compiled[key] = self._build(schema, context)
        return self._compiled[key]

    def _build(self, schema: Any, context: Context) -> Check:
        if schema is True or schema == {}:
            return _accept
        if schema is False:
            return _refuse(context)
        unknown = schema.keys() - _KEYWORDS - _ANNOTATIONS
        if unknown:
            raise PackagingFault(
                f"the schema {context.base} uses {', '.join(sorted(unknown))},"
                " which Fieldpress does not check"
            )
        gate = _gate(schema, context)
        checks: list[Check] = []
        if "$ref" in schema:
            target, base = self.files.resolve(schema["$ref"], context.base)
            checks.append(self.compile(target, Context(base, context.about, context.where)))
        checks += [check for check in (_string(schema, context), _number(schema)) if check]
        checks += self._object(schema, context)
        checks += self._array(schema, context)
        checks += self._logic(schema, context)
        if "x-ref" in schema:
            wanted = schema["x-ref"]
            checks.append(_reference(tuple([wanted] if isinstance(wanted, str) else wanted)))
        if schema.get("x-fact"):
            checks.append(_fact)
        if gate is None and len(checks) == 1:
            return checks[0]

        def check(value: Any, steps: Steps, out: Outcome) -> None:
            if gate is None or gate(value, steps, out):
                for one in checks:
                    one(value, steps, out)

        return check

    def _object(self, schema: dict[str, Any], context: Context) -> list[Check]:
        below = Context(context.base)
        checks: list[Check] = []
        if "required" in schema:
            checks.append(self._required(schema["required"], schema, context))
        for wanted, others in schema.get("dependentRequired", {}).items():
            where = Context(context.base, context.about, f"where {wanted} is given")
            checks.append(_depends(wanted, self._required(others, schema, where)))
        fixed = {
            key: self.compile(sub, below if sub is not False else context)
            for key, sub in schema.get("properties", {}).items()
        }
        patterns = [
            (re.compile(pattern), self.compile(sub, below))
            for pattern, sub in schema.get("patternProperties", {}).items()
        ]
        extra = schema.get("additionalProperties")
        other = None if extra is None or extra is False else self.compile(extra, below)
        if fixed or patterns or extra is not None:

            def properties(value: Any, steps: Steps, out: Outcome) -> None:
                if not isinstance(value, dict):
                    return
                for key, inner in value.items():
                    known = fixed.get(key)
                    if known is not None:
                        known(inner, (steps, key), out)
                    matched = known is not None
                    for pattern, sub in patterns:
                        if pattern.search(key):
                            matched = True
                            sub(inner, (steps, key), out)
                    if matched:
                        continue
                    if other is not None:
                        other(inner, (steps, key), out)
                    elif extra is False:
                        out.add(
                            (steps, key), "unknown-key", key_fault(key, list(fixed)), on_key=True
                        )

            checks.append(properties)
        if "propertyNames" in schema:
            checks.append(_names(self.compile(schema["propertyNames"], below)))
        low, high = schema.get("minProperties", 0), schema.get("maxProperties")
        if low or high is not None:
            checks.append(_size(dict, low, high, "key", list(schema.get("properties", {}))))
        return checks

    def _required(self, wanted: list[str], schema: dict[str, Any], context: Context) -> Check:
        properties = schema.get("properties", {})
        abouts = {key: self._about(properties.get(key), context.base) for key in wanted}

        def check(value: Any, steps: Steps, out: Outcome) -> None:
            if isinstance(value, dict):
                for key in wanted:
                    if key not in value:
                        said = missing_fault(key, abouts[key], context.where)
                        out.add(steps, "missing-key", said, keys=(key,))

        return check

    def _about(self, schema: Any, base: str) -> str:
        """The description of a subschema, its own or that of the one that it points at."""
        while isinstance(schema, dict) and "description" not in schema and "$ref" in schema:
            schema, base = self.files.resolve(schema["$ref"], base)
        return str(schema.get("description", "")) if isinstance(schema, dict) else ""

    def _array(self, schema: dict[str, Any], context: Context) -> list[Check]:
        below = Context(context.base)
        checks: list[Check] = []
        first = [self.compile(sub, below) for sub in schema.get("prefixItems", [])]
        rest = self.compile(schema["items"], below) if "items" in schema else None
        if first or rest is not None:

            def items(value: Any, steps: Steps, out: Outcome) -> None:
                if isinstance(value, list):
                    for index, inner in enumerate(value):
                        sub = first[index] if index < len(first) else rest
                        if sub is not None:
                            sub(inner, (steps, index), out)

            checks.append(items)
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if low or high is not None:
            checks.append(_size(list, low, high, "item", []))
        if schema.get("uniqueItems"):
            checks.append(_unique)
        return checks

    def _logic(self, schema: dict[str, Any], context: Context) -> list[Check]:
        def inner(sub: Any) -> Check:
            return self.compile(sub, context)

        checks: list[Check] = [inner(sub) for sub in schema.get("allOf", [])]
        if "anyOf" in schema:
            subs = schema["anyOf"]
            checks.append(check_any(subs, [inner(sub) for sub in subs], context))
        if "oneOf" in schema:
            subs = schema["oneOf"]
            checks.append(check_one(subs, [inner(sub) for sub in subs], context))
        if "not" in schema:
            checks.append(check_not(schema["not"], inner(schema["not"]), context))
        if "if" in schema:
            checks.append(check_if(schema, context, self.compile))
        return checks


@cache
def shipped_checker() -> Checker:
    """The checker of the schemas that are installed; they are compiled once in a process."""
    return Checker()


def _accept(value: Any, steps: Steps, out: Outcome) -> None:
    return None


def _refuse(context: Context) -> Check:
    where = f" {context.where}" if context.where else ""

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        key = steps[1] if steps else "this"
        said = f"{key} does not apply{where}", "remove it"
        out.add(steps, "not-applicable", said, on_key=True)

    return check


def _gate(schema: dict[str, Any], context: Context) -> Callable[[Any, Steps, Outcome], bool] | None:
    """type, const and enum: where they fail, nothing else about the value is worth saying."""
    wanted = schema.get("type")
    types = [wanted] if isinstance(wanted, str) else wanted or []
    tests = [TYPES[name] for name in types]
    has_words = "enum" in schema or "const" in schema
    words = schema["enum"] if "enum" in schema else [schema.get("const")]
    plain = frozenset(word for word in words if isinstance(word, str))
    if not tests and not has_words:
        return None

    def gate(value: Any, steps: Steps, out: Outcome) -> bool:
        if tests and not any(test(value) for test in tests):
            out.add(steps, "type", type_fault(value, schema, context.about))
            return False
        if not has_words or (isinstance(value, str) and value in plain):
            return True
        if any(same(value, word) for word in words):
            return True
        out.add(steps, "word", word_fault(value, words, context.about))
        return False

    return gate


def _string(schema: dict[str, Any], context: Context) -> Check | None:
    low, high = schema.get("minLength", 0), schema.get("maxLength")
    pattern = re.compile(schema["pattern"]) if "pattern" in schema else None
    if not low and high is None and pattern is None:
        return None

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if not isinstance(value, str):
            return
        if len(value) < low:
            said = (
                ("an empty text", "write it or remove the key")
                if not value
                else (
                    f"the text has {len(value)} characters",
                    f"at least {low}; {context.about}".rstrip("; "),
                )
            )
            out.add(steps, "length", said)
        elif high is not None and len(value) > high:
            out.add(steps, "length", (f"the text has {len(value)} characters", f"at most {high}"))
        elif pattern is not None and not pattern.search(value):
            out.add(steps, "form", pattern_fault(value, schema, context.about))

    return check


def _number(schema: dict[str, Any]) -> Check | None:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if low is None and high is None and above is None and below is None:
        return None

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return
        if (
            (low is not None and value < low)
            or (high is not None and value > high)
            or (above is not None and value <= above)
            or (below is not None and value >= below)
        ):
            out.add(steps, "range", number_fault(value, schema))

    return check


def _depends(key: str, need: Check) -> Check:
    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if isinstance(value, dict) and key in value:
            need(value, steps, out)

    return check


def _names(check: Check) -> Check:
    def names(value: Any, steps: Steps, out: Outcome) -> None:
        if isinstance(value, dict):
            for key in value:
                inner = Outcome()
                check(key, (steps, key), inner)
                for issue in inner.issues:
                    issue.on_key = True
                for reference in inner.references:
                    reference.on_key = True
                out.take(inner)

    return names


def _size(kind: type, low: int, high: int | None, noun: str, keys: list[str]) -> Check:
    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if not isinstance(value, kind):
            return
        size = len(value)  # type: ignore[arg-type]
        right = f"; the keys are {', '.join(keys)}" if keys else ""
        if size < low:
            said = f"{size or 'no'} {noun}{'' if size == 1 else 's'}", f"at least {low}{right}"
            out.add(steps, "size", said)
        elif high is not None and size > high:
            out.add(steps, "size", (f"{size} {noun}s", f"at most {high}{right}"))

    return check


def _unique(value: Any, steps: Steps, out: Outcome) -> None:
    if not isinstance(value, list):
        return
    seen: dict[str, int] = {}
    for index, item in enumerate(value):
        key = json.dumps(item, sort_keys=True)
        if key in seen:
            said = f"the same as item {seen[key]} of this list", "keep one of the two"
            out.add((steps, index), "twice", said)
        else:
            seen[key] = index


def _reference(kinds: tuple[str, ...]) -> Check:
    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if isinstance(value, str):
            if value != "unknown":
                out.references.append(Reference(kinds, value, flat(steps)))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                check(item, (steps, index), out)
        elif isinstance(value, dict):
            for key in ("value", "among"):
                if key in value:
                    check(value[key], (steps, key), out)

    return check


def _fact(value: Any, steps: Steps, out: Outcome) -> None:
    out.facts.append(flat(steps))

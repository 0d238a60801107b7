"""anyOf, oneOf, not and if/then/else: which branch was meant, and one fault for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fieldpress.database.nearest import either
from fieldpress.database.outcome import Check, Context, Outcome, Steps, flat
from fieldpress.database.wording import shown


def check_any(subs: list[Any], checks: list[Check], context: Context) -> Check:
    """At least one branch holds; what the branches that hold refer to counts."""
    return _choice(subs, checks, context, at_most_one=False)


def check_one(subs: list[Any], checks: list[Check], context: Context) -> Check:
    """Exactly one branch holds."""
    return _choice(subs, checks, context, at_most_one=True)


def _choice(subs: list[Any], checks: list[Check], context: Context, *, at_most_one: bool) -> Check:
    keys = _alternative_keys(subs)

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        outcomes = [_run(one, value, steps) for one in checks]
        good = [outcome for outcome in outcomes if not outcome.issues]
        if len(good) == 1 or (good and not at_most_one):
            for outcome in good:
                out.take(outcome)
            return
        where = f" {context.where}" if context.where else ""
        if good and keys:
            given = [key for key in keys if isinstance(value, dict) and key in value]
            said = f"{' and '.join(given)} together{where}", f"give one of {either(keys)}"
            out.add(steps, "choice", said)
        elif good:
            said = "this fits several of the forms that are possible here", context.about
            out.add(steps, "choice", said)
        elif keys and isinstance(value, dict):
            about = f" ({context.about})" if context.about else ""
            said = f"one key is missing{where}", f"give one of {either(keys)}{about}"
            out.add(steps, "missing-key", said, keys=tuple(keys))
        else:
            depth = len(flat(steps))
            out.take(min(outcomes, key=lambda outcome: _badness(outcome, depth)))

    return check


def _badness(outcome: Outcome, depth: int) -> tuple[int, int, int]:
    """How far a branch is from what was meant: faults at its root weigh most, deep ones least."""
    telling = {"type", "word", "missing-key", "unknown-key", "not-applicable"}
    at_root = sum(
        issue.code in telling and len(issue.path) - issue.on_key <= depth
        for issue in outcome.issues
    )
    words = sum(issue.code == "word" and len(issue.path) <= depth + 1 for issue in outcome.issues)
    return at_root + words, len(outcome.issues), -max(len(issue.path) for issue in outcome.issues)


def _run(check: Check, value: Any, steps: Steps) -> Outcome:
    outcome = Outcome()
    check(value, steps, outcome)
    return outcome


def _alternative_keys(subs: list[Any]) -> list[str]:
    """The keys of branches that each only ask for one key, else nothing."""
    keys = [
        sub["required"][0]
        for sub in subs
        if isinstance(sub, dict) and sub.keys() == {"required"} and len(sub["required"]) == 1
    ]
    return keys if len(keys) == len(subs) else []


def check_not(sub: Any, inner: Check, context: Context) -> Check:
    """The branch must not hold."""
    said = _refusal(sub, context)

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        if not _run(inner, value, steps).issues:
            out.add(steps, "not-allowed", said(value))

    return check


def _refusal(sub: Any, context: Context) -> Callable[[Any], tuple[str, str]]:
    branches = sub.get("anyOf", [sub]) if isinstance(sub, dict) else []
    keys = [key for branch in branches for key in branch.get("required", [])]
    const = sub.get("const") if isinstance(sub, dict) else None

    def said(value: Any) -> tuple[str, str]:
        if const is not None:
            return f"the bare word {const!r} is not enough here", context.about
        if keys and isinstance(value, dict):
            given = [key for key in keys if key in value]
            where = f" {context.where}" if context.where else ""
            return f"{either(given)} cannot stand{where}", "keep the one or the other"
        return "this form is not allowed here", context.about

    return said


def check_if(
    schema: dict[str, Any], context: Context, compile_: Callable[[Any, Context], Check]
) -> Check:
    """The condition only chooses the branch: faults come from the branch alone."""
    condition = compile_(schema["if"], context)
    yes, no = describe(schema["if"])

    def branch(name: str, where: str) -> Check | None:
        if name not in schema:
            return None
        inherited = Context(context.base, context.about, where or context.where)
        return compile_(schema[name], inherited)

    then, otherwise = branch("then", yes), branch("else", no)
    only_word = isinstance(schema.get("then"), dict) and "const" in schema["then"]

    def check(value: Any, steps: Steps, out: Outcome) -> None:
        chosen = otherwise if _run(condition, value, steps).issues else then
        if chosen is None:
            return
        if chosen is then and only_word and otherwise is not None:
            # A text that is not the one word possible: what else could stand here says more.
            outcome = _run(then, value, steps)
            if outcome.issues:
                outcome = _run(otherwise, value, steps)
            out.take(outcome)
        else:
            chosen(value, steps, out)

    return check


def describe(condition: Any) -> tuple[str, str]:
    """A condition in words, when it holds and when it does not; empty where it needs none."""
    if not isinstance(condition, dict):
        return "", ""
    properties = condition.get("properties", {})
    if len(properties) == 1:
        ((key, sub),) = properties.items()
        words = (
            sub.get("enum", [sub["const"]] if "const" in sub else [])
            if isinstance(sub, dict)
            else []
        )
        if words:
            named = either(shown(word).strip('"') for word in words)
            return f"where {key} is {named}", f"where {key} is not {named}"
    if not properties and condition.keys() <= {"required", "type"} and condition.get("required"):
        keys = " and ".join(condition["required"])
        verb = "is" if len(condition["required"]) == 1 else "are"
        return f"where {keys} {verb} given", f"where {keys} {verb} not given"
    return "", ""

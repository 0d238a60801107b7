"""Effects as the engine reads them: parsed strictly, so that a misspelt key is never a no-op."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.verdicts import EngineFault

Raw = Mapping[str, Any]

#: Every key that some handler reads, by verb. A key outside is a fault of the content.
VERBS: dict[str, frozenset[str]] = {
    "modify": frozenset({"what", "of", "units", "add", "set", "at_least", "at_most", "layer"}),
    "ban": frozenset({"act", "by", "with", "tokens", "against", "except", "result"}),
    "permit": frozenset({"act", "by", "with", "above"}),
    "cancel": frozenset({"side", "role", "kind", "type", "heroic", "cards", "except", "unknown"}),
    "tokens": frozenset({"who", "act", "count", "counter"}),
    "draw": frozenset({"who", "count"}),
    "discard": frozenset({"who", "count", "what", "from", "chosen_by", "at_random"}),
    "take_back": frozenset({"who", "count", "what", "at_most"}),
    "suppress": frozenset({"of", "verb"}),
    "choose": frozenset({"by", "what", "once", "then"}),
    "win": frozenset({"what", "who"}),
    "stay": frozenset({"in"}),
    "divert": frozenset({"to"}),
    "production": frozenset({"markers", "even_spent"}),
    "control": frozenset({"tokens"}),
    "regiment": frozenset({"counter", "drift"}),
    "put_back": frozenset({"what"}),
    "destroy": frozenset({"what"}),
}
KEYS = frozenset(
    {
        "when", "if", "reading", "answers", "cost", "counts", "do", "modes", "until", "use",
        "lifts", "clauses", "source", "roll",
    }
)  # fmt: skip
NUMBERS = ("add", "set", "at_least", "at_most")


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb with its arguments."""

    verb: str
    args: Raw

    def side(self, key: str, default: str = "own") -> str:
        return str(self.args.get(key, default))


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a record. `partial`: its list of operations ends in unknown."""

    record: str
    index: int
    when: str
    raw: Raw
    do: tuple[Operation, ...]
    partial: bool
    clauses: tuple[str, ...]

    @property
    def condition(self) -> Raw | None:
        return self.raw.get("if")

    @property
    def counts(self) -> Raw | None:
        return self.raw.get("counts")

    @property
    def lifts(self) -> tuple[str, ...]:
        return tuple(self.raw.get("lifts", ()))

    @property
    def reading(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self.raw.get("reading", {})
        return found


@dataclass(frozen=True, slots=True)
class EffectList:
    """What is stated of a record's effects; `rest_unknown` where more is printed than is stated;
    `verbs`: those of its operations, modes included."""

    stated: tuple[Effect, ...]
    rest_unknown: bool
    why: str = ""
    verbs: frozenset[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        verbs = {operation.verb for effect in self.stated for operation in effect.do}
        for effect in self.stated:
            for mode in effect.raw.get("modes", ()):
                verbs.update(
                    verb for entry in mode.get("do", ()) if entry != "unknown" for verb in entry
                )
        object.__setattr__(self, "verbs", frozenset(verbs))


def parse_effects(record: str, raw: Any) -> EffectList:
    """Read a record's `effects` value (a list). Raises EngineFault for a key no handler reads."""
    stated: list[Effect] = []
    rest, why = False, ""
    for index, entry in enumerate(raw):
        if isinstance(entry, Mapping) and set(entry) == {"unknown"}:
            rest, why = True, str(entry["unknown"])
            continue
        where = f"{record}, effects[{index}]"
        _only(entry, KEYS, where)
        do, partial = parse_operations(entry.get("do", ()), where)
        for mode in entry.get("modes", ()):
            _, mode_partial = parse_operations(mode.get("do", ()), f"{where}.modes")
            partial = partial or mode_partial
        unknown_when = entry.get("when", "played") == "unknown"
        if partial or unknown_when:
            rest, why = True, why or "stated in part only"
        stated.append(
            Effect(
                record,
                index,
                str(entry.get("when", "played")),
                entry,
                do,
                partial,
                tuple(entry.get("clauses", ())),
            )
        )
    return EffectList(tuple(stated), rest, why)


def parse_operations(raw: Any, where: str) -> tuple[tuple[Operation, ...], bool]:
    """A list of operations, and whether it ends in unknown."""
    if raw == "unknown":
        return (), True
    out: list[Operation] = []
    partial = False
    for entry in raw:
        if entry == "unknown":
            partial = True
            continue
        if not isinstance(entry, Mapping) or len(entry) != 1:
            raise EngineFault(f"{where}: an operation is one verb, not {entry!r}")
        ((verb, args),) = entry.items()
        if verb not in VERBS:
            raise EngineFault(f"{where}: no verb is called {verb!r}; known: {', '.join(VERBS)}")
        _only(args, VERBS[verb], f"{where}.{verb}")
        out.append(Operation(verb, args))
    return tuple(out), partial


def _only(entry: Any, keys: frozenset[str], where: str) -> None:
    if not isinstance(entry, Mapping):
        raise EngineFault(f"{where}: expected a mapping, not {entry!r}")
    for key in entry:
        if key not in keys:
            raise EngineFault(
                f"{where}: nothing reads the key {key!r}; known: {', '.join(sorted(keys))}"
            )

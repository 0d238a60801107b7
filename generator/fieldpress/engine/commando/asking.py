"""What a situation asks: from its mapping to the form that the answers read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldpress.engine.commando import questions
from fieldpress.engine.commando.given import place_of, resolve_move
from fieldpress.engine.commando.moves import VERBS
from fieldpress.engine.commando.naming import (
    Path,
    card_id,
    count,
    counter_id,
    one_of,
    only,
    piece_id,
)
from fieldpress.engine.commando.state import (
    State,
)
from fieldpress.engine.knowledge import Knowledge
from fieldpress.engine.verdicts import EngineFault


def parse_question(
    k: Knowledge, state: State, raw: Any, path: Path
) -> tuple[dict[str, Any], int | None]:
    """A question in the form that the answers read, and after how many moves it is asked."""
    if not isinstance(raw, Mapping):
        raise EngineFault(f"a question is a mapping such as {{may: …}}, not {raw!r}", path)
    kinds = [kind for kind in questions.KINDS if kind in raw]
    if len(kinds) != 1:
        raise EngineFault(f"a question has exactly one of {', '.join(questions.KINDS)}", path)
    kind = kinds[0]
    after = count(raw.get("after"), (*path, "after"))
    value, here = raw[kind], (*path, kind)
    sides = tuple(k.game.sides)
    extra = {
        "value": {"of", "by", "counter"}, "counted": set(), "who": set(), "which": {"of", "by"},
        "result": set(), "legal": set(), "may": set(), "why_not": set(), "must": set(),
        "goes": set(),
    }[kind]  # fmt: skip
    only(raw, frozenset({kind, "after", "on", *extra}), path)
    ask: dict[str, Any] = {"kind": kind}
    if "on" in raw:
        ask["place"] = place_of(k, state, raw["on"], (*path, "on"))
    if kind in ("may", "why_not"):
        ask["move"] = resolve_move(k, state, value, here)
    elif kind == "must":
        if not isinstance(value, Mapping):
            raise EngineFault("must takes {side: …, VERB: true}", here)
        verbs = [v for v in (*VERBS, "decide") if v in value]
        if len(verbs) != 1:
            raise EngineFault(f"must has one of {', '.join((*VERBS, 'decide'))}", here)
        only(value, frozenset({"side", verbs[0], "as"}), here)
        ask |= {"side": one_of(value.get("side"), sides, (*here, "side")), "verb": verbs[0]}
    elif kind == "legal":
        ask["side"] = one_of(value, sides, here)
    elif kind == "goes":
        ask["piece"] = piece_id(k, value, here)
    elif kind == "counted":
        ask["card"] = card_id(k, value, here)
    else:
        names = {
            "value": questions.VALUES, "who": questions.PEOPLE,
            "which": questions.WHICH, "result": questions.RESULTS,
        }[kind]  # fmt: skip
        ask["name"] = one_of(value, names, here)
        if "of" in raw:
            ask["side"] = one_of(raw["of"], sides, (*path, "of"))
        if "by" in raw:
            ask["by"] = ask["card"] = card_id(k, raw["by"], (*path, "by"))
        if "counter" in raw:
            ask["counter"] = counter_id(k, raw["counter"], (*path, "counter"))
        lacking = {
            "tokens": "of", "tokens-returned": "of",
            "combat-value": "of", "cards-drawn": "of", "tokens-taken": "of", "reward-tokens": "of",
            "reward-cards": "of", "strength": "of", "answers": "of", "legal-cards": "of",
            "counted": "by", "campaign-points": "of", "victory-points": "of",
            "control-tokens": "of", "points-to-win": "of", "cards-lost": "of",
        }.get(ask["name"])  # fmt: skip
        if lacking and lacking not in raw:
            raise EngineFault(f"{kind}: {value} also needs `{lacking}`", here)
        if ask["name"] in ("tokens-taken", "tokens-returned") and "by" not in raw:
            raise EngineFault(f"value: {value} also needs `by`, the card", here)
    return ask, after

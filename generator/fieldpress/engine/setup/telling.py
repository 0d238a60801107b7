"""A procedure in words (English): its steps in numbered pieces. Pieces appear as links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fieldpress.engine.setup.phrases import (
    NOUNS,
    face_label,
    listed,
    many,
    pieces,
    plain,
    side_of,
)
from fieldpress.engine.setup.procedure import ROLES, Procedure, Step
from fieldpress.engine.setup.sentences import sentence, sentence_of, where_to, who_does
from fieldpress.engine.verdicts import distinct


@dataclass(frozen=True, slots=True)
class Told:
    """Steps that one rule asks for together: the rule's title, a sentence each, the clauses."""

    title: str
    sentences: tuple[str, ...]
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()


def told(steps: Procedure) -> list[Told]:
    """The procedure in numbered pieces: neighbouring steps of the same clauses belong together."""
    runs: list[list[Step]] = []
    for step in steps.steps:
        again = step.each and runs and any(step.id == other.id for other in runs[-1])
        if runs and (again or step.joined or runs[-1][-1].clauses == step.clauses):
            runs[-1].append(step)
        else:
            runs.append([step])
    joined: list[list[Step]] = []
    carried: list[Step] = []
    for at, run in enumerate(runs):
        later = {step.clauses for other in runs[at + 1 :] for step in other}
        if run[-1].clauses in later:  # what this rule begins, it goes on with further down
            carried += run
            continue
        joined.append([*carried, *run])
        carried = []
    return [_tell(steps, run) for run in joined]


def _tell(steps: Procedure, run: Sequence[Step]) -> Told:
    clauses: list[str] = []
    for step in reversed(run):
        keys = (
            *step.clauses,
            *(key for rule in step.restrictions for key in rule.clauses),
            *(key for price in step.prices for key in price.clauses),
        )
        clauses += [key for key in dict.fromkeys(keys) if key not in clauses]
    game = steps.game
    title = game.clauses[clauses[0]].title.get() if clauses[0] in game.clauses else clauses[0]
    title = next((step.title.get() for step in reversed(run) if step.title), title)
    sentences: list[str] = []
    # For both sides a step is told once.
    shown = [
        s for s in run if not (s.each and s.who == ROLES[1] and any(o.id == s.id for o in run))
    ]
    shown = _folded(steps, shown)
    for at, step in enumerate(shown):
        last, after = (shown[at - 1] if at else None), shown[at + 1 : at + 2]
        if last is not None and _taken_alike(step, last):
            continue  # told with those before it
        light = _lighter(step, last, after)
        alike = [light]
        while after and _taken_alike(after[0], alike[-1]):
            alike.append(after[0])
            after = shown[at + len(alike) : at + len(alike) + 1]
        said = sentence_of(steps, light, last, alike)
        said += f" ({step.unknown.rstrip('.')})" if step.unknown else ""
        who = who_does(steps, step)
        before = sentences[-1] if sentences else ""
        if who and before.startswith(f"{who} ") and said.startswith(f"{who} "):
            sentences[-1] = f"{before}; {said.removeprefix(who).strip()}"
        else:
            sentences.append(said)
    sentences = [said[0].upper() + said[1:] + "." for said in sentences]
    notes = distinct(str(step.note) for step in run if step.note)
    return Told(title, tuple(sentences), tuple(clauses), tuple(run), notes)


def _taken_alike(step: Step, last: Step) -> bool:
    """Whether two takes put named pieces in one place, so that one sentence tells both."""
    return (
        step.do == last.do == "take"
        and all(one.what is not None and one.what.ids and not one.unknown for one in (step, last))
        and step.condition is None
        and (step.who, step.target, step.face) == (last.who, last.target, last.face)
        and not step.each
    )


def _folded(steps: Procedure, run: list[Step]) -> list[Step]:
    """Named pieces that are laid alike, one step after another, told as one."""
    out: list[Step] = []
    for step in run:
        last = out[-1] if out else None
        if (
            last is not None
            and step.do == last.do == "place"
            and step.what is not None
            and last.what is not None
            and step.what.ids
            and where_to(steps, step)
            and (step.who, step.face, step.count, where_to(steps, step))
            == (last.who, last.face, last.count, where_to(steps, last))
        ):
            ids = (*last.what.ids, *step.what.ids)
            out[-1] = replace(last, what=replace(last.what, ids=ids))
        elif last is not None and step.do == last.do == "shuffle" and step.who == last.who:
            out[-1] = replace(last, among=(*(last.among or (last.source,)), step.source))
        elif last is not None and step.id == last.id and step.do in ("deal", "flip"):
            spot = step.target if step.do == "deal" else step.source
            out[-1] = replace(last, among=(*last.among, spot))
        elif step.key != step.id and not step.each and step.do in ("deal", "flip"):
            out.append(replace(step, among=(step.target if step.do == "deal" else step.source,)))
        else:
            out.append(step)
    return out


def _lighter(step: Step, last: Step | None, after: Sequence[Step]) -> Step:
    """The step without what its neighbours in a sentence say already."""
    later = after[0] if after else None
    if later is not None and step.face in ("down", "up") and later.do != "agree":
        goes_on = bool(step.target) and step.target in (later.source, later.target)
        if goes_on and (later.face == step.face or later.do == "shuffle"):
            step = replace(step, face="")
    if last is not None and step.do == "place" and step.target == last.target and not step.what:
        step = replace(step, target="")
    return step


__all__ = [
    "NOUNS",
    "Told",
    "face_label",
    "listed",
    "many",
    "pieces",
    "plain",
    "sentence",
    "side_of",
    "told",
]

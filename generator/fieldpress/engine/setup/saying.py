"""Findings of a setup in words (English), from their codes and params. Pieces appear as links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fieldpress.engine.setup.procedure import Procedure
from fieldpress.engine.setup.supply import blanks, records
from fieldpress.engine.setup.telling import NOUNS, face_label, listed, many
from fieldpress.engine.verdicts import Finding


def finding_text(steps: Procedure, finding: Finding) -> str:
    """What a finding says, as a sentence with links."""
    say = _SAY.get(finding.code)
    if say is None:
        raise KeyError(f"no words for the finding {finding.code}")
    text: str = say(steps, finding.params)
    return text[0].upper() + text[1:] + "."


def piece_link(steps: Procedure, piece: str) -> str:
    """A piece as a link; a blank, which has no page, by what is known of it."""
    kind, _, ident = piece.partition(":")
    if ident in records(steps.game, kind):
        return f"[[{kind}:{ident}]]"
    for owner, name, _ in blanks(steps.game, kind):
        if name == ident:
            return f"unnamed {NOUNS[kind]} ({steps.game.sets[owner].mark or owner})"
    return ident


def spot_text(steps: Procedure, params: Mapping[str, Any]) -> str:
    """Where a piece lies: the place, and which one from the top."""
    place = f"the {steps.places[params['place']].name}"
    if "at" not in params:
        return place
    return f"{place} (number {params['at']} of {params['of']} from the top)"


def _may_lie(steps: Procedure, entries: Iterable[Mapping[str, Any]]) -> str:
    spots: list[str] = []
    for entry in entries:
        name = f"the {steps.places[entry['place']].name}"
        if "from" in entry:
            first, last = entry["from"], entry["to"] or "the last"
            spot = f"number {first}" if first == last else f"numbers {first} to {last}"
            name += f", {spot} from the top"
        spots.append(name)
    return "; or ".join(spots)


def _wrong_number(steps: Procedure, p: Mapping[str, Any]) -> str:
    place = steps.places[p["place"]]
    noun = NOUNS[place.holds]
    there = (
        f"{many(p['seen'], noun)} at the {place.name}"
        if p["seen"]
        else f"no {noun} at the {place.name}"
    )
    if p["expected"] == 0:
        return f"{there}, where none belongs"
    return f"{there}; the steps put {p['expected']} there"


def _misplaced(steps: Procedure, p: Mapping[str, Any]) -> str:
    text = f"{piece_link(steps, p['piece'])} cannot be in {spot_text(steps, p)}"
    allowed = _may_lie(steps, p["may_lie"])
    return f"{text}; its place is {allowed}" if allowed else text


_REASONS = {
    "other-set": "it does not bear the letter that is taken",
    "other-side": "it belongs to the other side",
    "heroic": "it is a heroic card",
    "not-heroic": "it is no heroic card",
    "other-piece": "no step takes it",
    "other-kind": "no step takes it",
    "other-card-kind": "it is of another kind",
    "combat-value": "its Combat value does not fit",
    "not-used": "this setup does not use it",
}


def _not_taken(steps: Procedure, p: Mapping[str, Any]) -> str:
    link, reason = piece_link(steps, p["piece"]), _REASONS[p["reason"]]
    if p["reason"] == "not-used":
        return f"{link} has no place on the table: {reason}"
    return f"{link} cannot be in {spot_text(steps, p)}: {reason}"


def _no_room(steps: Procedure, p: Mapping[str, Any]) -> str:
    number = f"{p['count']} of " if p["count"] > 1 else ""
    allowed = _may_lie(steps, p["may_lie"])
    return (
        f"{number}{piece_link(steps, p['piece'])} must be in {allowed}, but no spot is left there"
    )


def _not_gathered(steps: Procedure, p: Mapping[str, Any]) -> str:
    for found in p["parted"]:
        lies = [f"{piece_link(steps, one)} in the {steps.places[at].name}" for one, at in found]
        return f"{listed(lies)}: they belong together"
    for found in p["mixed"]:
        place = steps.places[found[0][1]].name
        names = listed([piece_link(steps, one) for one, _ in found])
        return f"{names} lie together in the {place}: they do not belong together"
    groups = "; ".join(listed([piece_link(steps, one) for one in group]) for group in p["groups"])
    return f"{_listed_places(steps, p)} do not each have room for one of these: {groups}"


def _not_sequence(steps: Procedure, p: Mapping[str, Any]) -> str:
    order = ", ".join(piece_link(steps, group[0]) for group in p["groups"])
    return f"{_listed_places(steps, p)} do not hold these in their order: {order}"


def _listed_places(steps: Procedure, p: Mapping[str, Any]) -> str:
    groups = {str(steps.places[name].group or "") for name in p["places"]}
    if len(groups) == 1 and "" not in groups:
        return f"the {len(p['places'])} {groups.pop()}s"
    return listed([f"the {steps.places[name].name}" for name in p["places"]])


_SAY: dict[str, Any] = {
    "wrong-number": _wrong_number,
    "misplaced": _misplaced,
    "not-taken": _not_taken,
    "wrong-face": lambda s, p: (
        f"{piece_link(s, p['piece'])} in {spot_text(s, p)} shows "
        f"{_face(s, p['piece'], p['face'])}; "
        f"it starts with {_face(s, p['piece'], p['expected'])} up"
    ),
    "too-many": lambda s, p: (
        f"{p['seen']} of {piece_link(s, p['piece'])}; there are at most {p['most']}"
    ),
    "too-many-unnamed": lambda s, p: (
        f"{p['seen']} cards that are none of those named "
        f"({', '.join(piece_link(s, piece) for piece in p['pieces'])}); "
        f"there are only {p['most']} others"
    ),
    "same-piece-twice": lambda s, p: (
        f"{piece_link(s, p['piece'])} no. {p['copy']} is given twice; it is one piece"
    ),
    "maybe-unnamed": lambda s, p: (
        f"{piece_link(s, p['piece'])} in {spot_text(s, p)} may be one of the cards that no source "
        "names; whether it bears the letter is not stated"
    ),
    "maybe-taken": lambda s, p: (
        f"{piece_link(s, p['piece'])} in {spot_text(s, p)}: whether it is taken, and how often, is "
        "not stated"
    ),
    "maybe-picked": lambda s, p: (
        f"{piece_link(s, p['piece'])} in {spot_text(s, p)}: whether it could be picked for this "
        "is not stated"
    ),
    "alike-together": lambda s, p: (
        f"two of {piece_link(s, p['piece'])} in the {s.places[p['place']].name} "
        f"would be turned over together (from number {p['at']})"
        + (": allowed, at a price in play" if p.get("penalty") else "")
    ),
    "not-gathered": _not_gathered,
    "not-sequence": _not_sequence,
    "no-room": _no_room,
    "cannot-all": lambda s, p: "each of these pieces could lie where it does, but not all at once",
    "too-wide": lambda s, p: "there are too many ways in which this may have come about to try all",
}

#: The codes that findings can have.
CODES = frozenset(_SAY)


def _face(steps: Procedure, piece: str, face: str) -> str:
    kind, _, ident = piece.partition(":")
    return face_label(records(steps.game, kind).get(ident), face)


_NEVER = {
    "shuffled": "that the pieces were shuffled",
    "at-random": "that chance chose them",
    "not-looked-at": "that nobody looked",
    "decided": "whether the player made use of it",
    "said": "what was said",
}


def never_text(what: str) -> str:
    """What no layout can show, as the end of a sentence."""
    return _NEVER[what]

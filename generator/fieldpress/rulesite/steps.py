"""Setup procedures in words: which steps a scenario has, and a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fieldpress.model import Game, Library, Text
from fieldpress.rulesite.names import CARD_KINDS, Ref, record, role_side

Raw = Mapping[str, Any]


@dataclass
class StepWords:
    """Speaks the steps of one scenario. `unspoken` lists what has no words and is shown as data."""

    library: Library
    game: Game
    scenario: Raw
    unspoken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lineage = list(lineage(self.library, self.game.id, self.scenario))
        self.places = merged(self.lineage, "places")
        self.parameters = merged(self.lineage, "parameters")

    # --- which steps -------------------------------------------------------------------------

    def steps(self, procedure: Raw) -> Iterator[tuple[Raw, tuple[str, ...]]]:
        """A procedure's steps, those of other scenarios put in: (step, clauses that say so)."""
        for entry in procedure["steps"]:
            if "include" not in entry:
                yield entry, ()
                continue
            owner = record(self.library, Ref.of(self.game.id, "scenario", entry["include"]))
            parts = owner.raw.get("procedures", ()) if owner else ()
            for part in parts:
                if part["moment"] != procedure["moment"]:
                    continue
                for step, why in self.steps(part):
                    if step["id"] in entry.get("skip", ()) or step["id"] not in entry.get("only", (step["id"],)):
                        continue
                    replaced = entry.get("replace", {}).get(step["id"], step)
                    yield replaced, (*why, *entry.get("clauses", ()))

    # --- parts of a sentence -----------------------------------------------------------------

    def _who(self, who: str | None) -> str:
        if who is None:
            return ""
        if who == "each":
            return "Each player"
        side = role_side(self.game, who)
        return f"The {self.game.side_name(side) if side else who} player"

    def place(self, place: str, who: str | None = None) -> str:
        """A place by its name; `{side}` becomes the role, or `his own` for each player."""
        if place.startswith("{side}"):
            if who in ("attacker", "defender"):
                place = place.replace("{side}", who)
            else:
                return f"his {place.removeprefix('{side}-').replace('-', ' ')}"
        known = self.places.get(place)
        name = Text.parse(known["name"], self.game.language).get() if known else place.replace("-", " ")
        return f"the {name}"

    def number(self, value: Any) -> str:
        if isinstance(value, Mapping):
            found = self.parameters.get(value["parameter"])
            return str(found["value"]) if found else value["parameter"].replace("-", " ")
        return str(value)

    def amount(self, value: Any) -> str:
        if isinstance(value, Mapping) and "from" in value:
            return f"{self.number(value['from'])} to {self.number(value['to'])}"
        if value == "unknown":
            return "an unstated number of"
        return self.number(value)

    def pieces(self, what: Raw, who: str | None) -> str:
        """Which pieces, as a noun phrase with links."""
        kind = what["kind"]
        if "ids" in what:
            named = [f"[[{kind}:{ident}]]" for ident in what["ids"]]
            return join(named)
        noun = {"card": "cards", "terrain": "Terrains", "counter": "tokens", "component": "components"}[kind]
        if "card_kind" in what:
            noun = CARD_KINDS[what["card_kind"]] + "s"
        if "heroic" in what:
            noun = f"{'heroic' if what['heroic'] else 'ordinary'} {noun}"
        side = what.get("side")
        if side == "{side}":
            noun = f"his {noun}"
        elif side:
            played = role_side(self.game, side)
            noun = f"{self.game.side_name(played) if played else side} {noun}"
        if "combat_value" in what:
            bound = what["combat_value"]
            if "at_least" in bound:
                noun += f" with a Combat Value of {bound['at_least']} or more"
            if "at_most" in bound:
                noun += f" with a Combat Value of {bound['at_most']} or less"
        if what.get("set") == "scenario":
            noun += " of this scenario"
        elif "set" in what:
            found = self.game.sets.get(what["set"])
            noun += f" of {found.name.get() if found else what['set']}"
        if "except" in what:
            noun += " except " + join([f"[[{kind}:{ident}]]" for ident in what["except"]])
        return noun

    # --- sentences ---------------------------------------------------------------------------

    def sentence(self, step: Raw) -> str:
        """One step as a sentence, with links as in texts."""
        who = step.get("who")
        subject = self._who(who)
        speak = getattr(self, f"_do_{step['do'].replace('-', '_')}", None)
        if speak is None:
            self.unspoken.append(str(step["do"]))
            body = str(step["do"])
        else:
            body = speak(step, who, bool(subject))
        out = f"{subject} {body}" if subject else body[:1].upper() + body[1:]
        if "if" in step:
            out = f"If {step['if']['step'].replace('-', ' ')} is {step['if']['is'].replace('-', ' ')}: {out}"
        if "price" in step:
            price = step["price"]
            out += (
                f", at the price of {self.number(price['count'])} of {self.pieces(price['what'], who)} "
                f"put on {self.place(price['to'], who)}"
            )
        out += "."
        if step.get("seen_by") == "nobody":
            out += " Nobody looks at them."
        if "restrictions" in step:
            out += " Some arrangements are barred: see the rules beside."
        if "note" in step:
            out += " " + Text.parse(step["note"], self.game.language).get()
        if "unknown" in step:
            out += f" Not stated whole: {step['unknown']}"
        return out

    def _thing(self, step: Raw, who: str | None) -> str:
        """How many of what, from where."""
        count = step.get("count")
        what = self.pieces(step["what"], who) if "what" in step else ""
        named = "what" in step and "ids" in step["what"]
        holds = self.places.get(step.get("from", "").replace("{side}", "attacker"), {}).get("holds", "")
        noun = {"card": "card", "terrain": "Terrain", "counter": "token"}.get(holds, "piece")
        if count is None:
            out = what or f"the {noun}s"
        elif named:
            out = what if count in (1, "all") else f"{self.amount(count)} × {what}"
        elif what:
            out = f"{self.amount(count)} of {what}" if count != "all" else f"all {what}"
        elif count == "all":
            out = f"all {noun}s"
        else:
            shown = self.amount(count)
            out = f"{shown} {noun}" + ("" if shown == "1" else "s")
        if step.get("random"):
            out += " at random"
        return out

    def _to(self, step: Raw, who: str | None, word: str = "on") -> str:
        out = f"{word} {self.place(step['to'], who)}"
        if step.get("on") == "bottom":
            out = f"under {self.place(step['to'], who)}"
        elif step.get("on") == "top":
            out = f"on top of {self.place(step['to'], who)}"
        face = step.get("face")
        if face in ("up", "down"):
            out += f", face {face}"
        elif face:
            side = role_side(self.game, face)
            shown = self.game.side_name(side) if side else face.replace("-", " ")
            out += f", face {shown} up"
        return out

    @staticmethod
    def _verb(verb: str, third: bool) -> str:
        return (verb + ("es" if verb.endswith(("sh", "ss")) else "s")) if third else verb

    def _move(self, verb: str, step: Raw, who: str | None, third: bool, word: str = "on") -> str:
        source = f" from {self.place(step['from'], who)}" if "from" in step else ""
        goal = f" and puts them {self._to(step, who, word)}" if third else f" and put them {self._to(step, who, word)}"
        return f"{self._verb(verb, third)} {self._thing(step, who)}{source}{goal}"

    def _do_take(self, step: Raw, who: str | None, third: bool) -> str:
        return self._move("take", step, who, third)

    def _do_set_aside(self, step: Raw, who: str | None, third: bool) -> str:
        verb = self._verb("set", third)
        return f"{verb} {self._thing(step, who)} aside, to {self.place(step['to'], who)}"

    def _do_remove(self, step: Raw, who: str | None, third: bool) -> str:
        verb = self._verb("remove", third)
        return f"{verb} {self._thing(step, who)} from {self.place(step['from'], who)}"

    def _do_return(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('return', third)} {self._thing(step, who)} to {self.place(step['to'], who)}"

    def _do_shuffle(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('shuffle', third)} {self.place(step['from'], who)}"

    def _do_deal(self, step: Raw, who: str | None, third: bool) -> str:
        return self._move("take", step, who, third)

    def _do_draw(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('take', third)} {self._thing(step, who)} from {self.place(step['from'], who)} to {self.place(step['to'], who)}"

    def _do_redraw(self, step: Raw, who: str | None, third: bool) -> str:
        return (
            f"may, if not content with {self.place(step['to'], who)}, shuffle it into "
            f"{self.place(step['from'], who)} and draw {self.amount(step['count'])} new cards"
        )

    def _do_place(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('place', third)} {self._thing(step, who)} {self._to(step, who)}"

    def _do_stack(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('lay', third)} {self.place(step['from'], who)} {self._to(step, who)}"

    def _do_flip(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('turn', third)} {self.place(step['from'], who)} over"

    def _do_roll(self, step: Raw, who: str | None, third: bool) -> str:
        return f"{self._verb('toss', third)} {self.place(step['from'], who)}"

    def _do_choose(self, step: Raw, who: str | None, third: bool) -> str:
        return (
            f"{self._verb('choose', third)} {self._thing(step, who)} from "
            f"{self.place(step['from'], who)} for {self.place(step['to'], who)}"
        )

    def _do_may(self, step: Raw, who: str | None, third: bool) -> str:
        inner = [self.sentence({**one, "who": None}).rstrip(".") for one in step["steps"]]
        return "may do this: " + "; ".join(text[:1].lower() + text[1:] for text in inner)

    def _do_arrange(self, step: Raw, who: str | None, third: bool) -> str:
        piles = join([f"{self.place(pile['place'], who)} ({self.number(pile['count'])})" for pile in step["into"]])
        return f"{self._verb('arrange', third)} {self.place(step['from'], who)} as he likes into {piles}"

    def _do_agree(self, step: Raw, who: str | None, third: bool) -> str:
        clauses = [f"[[rule:{key}]]" for key in step["clauses"]]
        return f"{self._verb('settle', third)} with the other: {join(clauses)}"


def join(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def lineage(library: Library, game: str, scenario: Raw) -> Iterator[Raw]:
    """The scenario and those that it extends, nearest first."""
    seen: set[str] = set()
    current: Raw | None = scenario
    while current is not None and current["id"] not in seen:
        seen.add(current["id"])
        yield current
        parent = current.get("extends")
        found = record(library, Ref.of(game, "scenario", parent)) if parent else None
        current = found.raw if found else None


def merged(line: Sequence[Raw], name: str) -> dict[str, Any]:
    """A map field of a scenario with what it takes over; its own entries win."""
    out: dict[str, Any] = {}
    for raw in reversed(line):
        out.update(raw.get(name, {}))
    return out

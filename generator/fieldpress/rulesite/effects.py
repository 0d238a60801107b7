"""Effects in words: one sentence for each operation of the closed vocabulary in `effect.json`.

The words name sides as the game does. A part that the vocabulary has and this module does not know
is shown as it stands in the data and marked as such, never dropped: `unspoken` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldpress.rulesite.effect_nouns import EffectNouns, Raw, plural

_WHEN = {
    "played": "When played",
    "in-play": "While in play",
    "answer": "In answer",
    "unit-destroyed": "Each time a defending Unit is destroyed",
    "chosen": "When this Terrain is chosen",
    "progression": "In the Progression Phase",
    "production": "In the Production Phase",
    "assault-end": "When the Assault is over",
    "unknown": "At a moment that no source states",
}
_UNTIL = {
    "fight": "until the fight ends",
    "assault": "until the Assault ends",
    "terrain": "as long as play stays on this Terrain",
    "turn": "until the turn ends",
    "scenario": "for the rest of the scenario",
    "unknown": "for how long is not stated",
}
_PER = {
    "fight": "per fight",
    "assault": "per Assault",
    "terrain": "per Terrain",
    "turn": "per turn",
    "scenario": "per scenario",
}
_ACTS = {
    "play": "play",
    "use-token": "use",
    "cancel": "cancel",
    "discard": "discard",
    "draw": "draw",
    "take-back": "take back",
    "play-as-action": "play as a Combat Action",
}
_WHAT = {
    "combat-value": "Combat Value",
    "units-allowed": "number of Units allowed here",
    "cards-drawn": "number of cards drawn",
    "hand-size": "hand size",
}
_TIMES = {1: "once", 2: "twice"}

#: The keys of each verb that its sentence speaks; `cancel` takes whatever `_plays` speaks.
SPOKEN_KEYS = {
    "modify": {"what", "of", "units", "add", "set", "at_least", "at_most", "layer"},
    "ban": {"act", "by", "with", "tokens", "against", "except", "result"},
    "permit": {"act", "by", "with", "above"},
    "tokens": {"who", "act", "count", "counter"},
    "draw": {"who", "count"},
    "discard": {"who", "count", "what", "from", "chosen_by", "at_random"},
    "take_back": {"who", "count", "what", "at_most"},
    "stay": {"in"},
    "divert": {"to"},
    "production": {"markers", "even_spent"},
    "control": {"tokens"},
    "regiment": {"counter", "drift"},
    "put_back": {"what"},
    "destroy": {"what"},
    "suppress": {"of", "verb"},
    "choose": {"by", "what", "once", "then"},
    "win": {"what", "who"},
}


def _to_play(body: Raw) -> Raw:
    """The cards of an act; those to be played in a role are called by it: `Combat Actions`."""
    plays: Raw = body["with"]
    if body["act"] == "play" and "role" in plays and "kind" not in plays:
        return {**{key: one for key, one in plays.items() if key != "role"}, "kind": plays["role"]}
    return plays


class EffectWords(EffectNouns):
    """Speaks the effects of one piece, a sentence or several each."""

    # --- operations --------------------------------------------------------------------------

    def operation(self, operation: Any) -> str:
        """One operation as a clause without its full stop."""
        if not isinstance(operation, Mapping):
            return "more happens that no source states"
        (verb, body), *_ = operation.items()
        speak: Callable[[Any], str] | None = getattr(self, f"_do_{verb}", None)
        if speak is None:
            return self._odd(verb, body)
        said = speak(body)
        if isinstance(body, Mapping):  # a key that the vocabulary gained later is not dropped
            for key in body.keys() - SPOKEN_KEYS.get(verb, body.keys()):
                said += f" ({self._odd(key, body[key])})"
        return said

    def operations(self, operations: Any) -> list[str]:
        """A list of operations, or unknown as a whole."""
        if operations == "unknown":
            return ["what it does is not stated"]
        return [self.operation(one) for one in operations]

    def _do_modify(self, body: Raw) -> str:
        what = self._pick(_WHAT, "modify", body["what"])
        units = self._plays(body["units"]) if "units" in body else ""
        if body["what"] == "combat-value":
            what = f"printed {what}" if body.get("layer") == "printed" else what
            of = f"the {what} of {units}" if units else f"the {what}"
            if "of" in body and not units:
                of += f" of the {self._owners(body['of'])} Unit"
        elif "of" in body:
            of = f"the {what} by {self._side(body['of'])}"
        else:
            of = f"the {what}"
        if "add" in body:
            amount = body["add"]
            if amount == "unknown":
                return f"{of} changes by an amount that is not stated"
            if isinstance(amount, int) and amount < 0:
                return f"{of} goes down by {-amount}"
            if isinstance(amount, Mapping) and isinstance(amount.get("per_counted"), int):
                each = amount["per_counted"]
                way = "down" if each < 0 else "up"
                return f"{of} goes {way} by {abs(each)} for each one counted"
            return f"{of} goes up by {self._number(amount)}"
        verbs = {"set": "becomes", "at_least": "is at least", "at_most": "is at most"}
        for key, verb in verbs.items():
            if key in body:
                value = body[key]
                shown = "a number that is not stated" if value == "unknown" else self._number(value)
                return f"{of} {verb} {shown}"
        return self._odd("modify", dict(body))

    def _do_ban(self, body: Raw) -> str:
        who = self._side(body["by"])
        act = self._pick(_ACTS, "act", body["act"])
        thing = self._plays(_to_play(body)) if "with" in body else ""
        if "tokens" in body:
            thing = self._tokens(body["tokens"])
        if not thing:
            thing = {"use-token": "tokens", "draw": "cards", "discard": "this card"}.get(
                body["act"], ""
            )
        where = {
            "self": " against this card",
            "fight": " in this fight",
            "terrain": " on this Terrain",
        }
        against = where[body["against"]] if body.get("against") in where else ""
        if body["act"] in ("cancel", "discard") and body.get("against") == "self":
            with_what = f" with {thing}" if "with" in body else ""
            thing, against = f"this card{with_what}", ""
        what = f"{act} {thing}".strip() + against
        spare = body.get("except")
        if spare:
            kept = [self._plays(spare["with"])] if "with" in spare else []
            if "tokens" in spare:
                kept.append(self._tokens(spare["tokens"]))
            what += f", except {self._list(kept)}"
        if body["result"] == "forbidden":
            return f"{who} may not {what}"
        does = what if who == "both sides" else self._third(what)
        return f"if {who} {does}, it has no effect"

    def _do_permit(self, body: Raw) -> str:
        thing = self._plays(body["with"]) if "with" in body else ""
        if body["act"] == "play-as-action":
            return f"{self._side(body['by'])} may play {thing or 'this card'} as a Combat Action"
        if body["act"] == "raise-value":
            above = f" above {body['above']}" if "above" in body else ""
            return f"{self._side(body['by'])} may raise Combat Values{above} all the same"
        if body["act"] == "use-token" and not thing:
            thing = "tokens"
        act = self._pick(_ACTS, "act", body["act"])
        return f"{self._side(body['by'])} may {act} {thing or 'this card'} all the same"

    def _do_cancel(self, body: Any) -> str:
        target = self._plays(body, many=False) if isinstance(body, Mapping) else "the play"
        if isinstance(body, Mapping) and body == self._answered:
            target = "that card"
        return f"cancels {target}: it has no effect, but counts as played and is discarded"

    def _do_tokens(self, body: Raw) -> str:
        verbs = {"take": "take", "return": "return", "spend": "spend", "roll": "use"}
        verb = self._pick(verbs, "act", body["act"])
        count = body["count"]
        counter = body.get("counter")
        if counter == "unknown":
            noun = plural(count, "token") + " of a kind that is not stated"
        elif counter:
            noun = self._counter(counter, count)
        else:
            noun = plural(count, "token")
            noun += " from the Reserve" if body["act"] == "take" else ""
            noun += " to the Reserve" if body["act"] == "return" else ""
        at_once = " there and then" if body["act"] == "roll" else ""
        return f"{self._does(body['who'], verb)} {self._number(count)} {noun}{at_once}"

    def _do_draw(self, body: Raw) -> str:
        noun = plural(body["count"], "card")
        return f"{self._does(body['who'], 'draw')} {self._number(body['count'])} {noun}"

    def _do_discard(self, body: Raw) -> str:
        count = body["count"]
        noun = self._counted(body.get("what"), count)
        out = f"{self._does(body['who'], 'discard')} {self._number(count)} {noun}"
        places = {
            "hand": " from hand",
            "fight": " from this fight",
            "terrain": " from this Terrain",
            "unknown": " (from where is not stated)",
        }
        if "from" in body:
            out += self._pick(places, "from", body["from"])
        if body.get("at_random"):
            out += " at random"
        if "chosen_by" in body:
            out += f", chosen by {self._side(body['chosen_by'])}"
        return out

    def _do_take_back(self, body: Raw) -> str:
        count = body["count"]
        noun = self._counted(body.get("what"), count)
        who = self._does(body["who"], "take")
        most = f" of Combat Value {body['at_most']} or less" if "at_most" in body else ""
        return f"{who} back {self._number(count)} {noun}{most} from the discard pile"

    def _do_stay(self, body: Raw) -> str:
        return f"the next Assault stays in the same {body['in']}"

    def _do_divert(self, body: Raw) -> str:
        return "the Assault marker goes to another Terrain that could have been chosen"

    def _do_production(self, body: Raw) -> str:
        number = body["markers"]
        if not number:
            return "no Production marker is laid"
        spent = ", even where one was spent in the turn before" if body.get("even_spent") else ""
        return f"{number} Production markers are laid, on Terrains of their own{spent}"

    def _do_control(self, body: Raw) -> str:
        placed = f"{body['tokens']} {plural(body['tokens'], 'Control token')}"
        return f"{self._does('own', 'place')} {placed} if this Assault is won"

    def _do_regiment(self, body: Raw) -> str:
        still = ", without drifting" if body.get("drift") is False else ""
        return f"[[counter:{body['counter']}]] comes in on a free Terrain{still}"

    def _do_put_back(self, body: Raw) -> str:
        what = "an Objective" if body["what"] == "objective" else "a Terrain"
        return f"{what} that was fought for comes back into play"

    def _do_destroy(self, body: Raw) -> str:
        what = str(body["what"]).replace("-", " ").title()
        return f"a {what} of the opponent that is in play leaves the game"

    def _do_suppress(self, body: Raw) -> str:
        parts = {
            "tokens": "tokens that it would bring",
            "draw": "cards that it would draw",
            "modify": "change that it would make",
        }
        part = self._pick(parts, "verb", body["verb"])
        return f"{self._plays(body['of'])}: the {part} do not happen"

    def _do_choose(self, body: Raw) -> str:
        what = body.get("what")
        if what == "unknown":
            what = "something that no source states"
        out = self._does(body["by"], "choose")
        out += f" {str(what).replace('-', ' ')}" if what else ""
        out += " (once, not step by step)" if body.get("once") else ""
        if "then" in body:
            out += ", then: " + "; ".join(self.operations(body["then"]))
        return out

    def _do_win(self, body: Raw) -> str:
        what = {"assault": "the Assault", "scenario": "the scenario"}
        return f"{self._does(body['who'], 'win')} {self._pick(what, 'what', body['what'])}"

    # --- whole effects -----------------------------------------------------------------------

    def effect(self, effect: Raw) -> str:
        """One effect as a sentence or several, with links as in texts."""
        if "unknown" in effect and len(effect) == 1:
            return f"More is printed than any source states: {effect['unknown']}."
        known = {
            "when", "if", "answers", "cost", "counts", "do", "modes", "until", "use", "lifts",
            "clauses", "source", "id", "reading", "roll",
        }  # fmt: skip
        self._answered = effect.get("answers")
        head = self._pick(_WHEN, "when", effect["when"]) if "when" in effect else ""
        if "answers" in effect:
            answered = self._plays(effect["answers"], many=False)
            head = f"{head or 'In answer'} to {answered}"
        if "if" in effect:
            cond = self.condition(effect["if"])
            head = f"{head}, if {cond}" if head else f"If {cond}"
        if "cost" in effect:
            cost = self._list([self.operation(one) for one in effect["cost"]])
            head = f"{head}, at this price: {cost}" if head else f"At this price: {cost}"
        if "modes" in effect:
            modes = ["; ".join(self.operations(mode["do"])) for mode in effect["modes"]]
            body = "one of these, as the player chooses: " + " — or — ".join(modes)
        else:
            body = "; ".join(self.operations(effect.get("do", [])))
        if "roll" in effect:
            head = f"{head}, {self._roll(effect['roll'])}".lstrip(", ")
        if "until" in effect:
            body += f" {self._pick(_UNTIL, 'until', effect['until'])}" if body else ""
        sentence = f"{head}: {body}." if head and body else f"{head or body}."
        sentence = sentence[:1].upper() + sentence[1:]
        if "counts" in effect:
            sentence += f" Counted: {self.count(effect['counts'])}."
        if "use" in effect:
            use = effect["use"]
            times = _TIMES.get(use["times"], f"{self._number(use['times'])} times")
            sentence += f" {times.capitalize()} {_PER.get(use['per'], use['per'])} at most"
            if "shared" in use:
                shared = self._list([self._piece(card, "card") for card in use["shared"]])
                sentence += f", shared with {shared}"
            sentence += "."
        if "lifts" in effect:
            lifted = self._list([f"[[{self._rule(key)}]]" for key in effect["lifts"]])
            sentence += f" Sets aside: {lifted}."
        if "reading" in effect:
            readings = [
                f"“{self._reading(ident, reading)}” of [[discrepancy:{ident}]]"
                for ident, reading in effect["reading"].items()
            ]
            sentence += f" So under the reading {self._list(readings)}."
        for key in effect.keys() - known:
            sentence += f" {self._odd(key, effect[key])}."
        return sentence

    @staticmethod
    def _roll(roll: Raw) -> str:
        """What the die has to do with an effect."""
        times, needs = roll["times"], roll.get("needs")
        thrown = f"the die is rolled {_TIMES.get(times, f'{times} times')}"
        if needs:
            return f"{thrown}; with {needs} {plural(needs, 'success', 'successes')}"
        return f"{thrown}; for each success" if times > 1 else f"{thrown}; with a success"

    def _reading(self, ident: str, reading: str) -> str:
        """A reading in its own words, or its id where there is no such discrepancy."""
        found = self.game.discrepancies.get(ident)
        if found is None or reading not in found.readings:
            return reading
        return found.readings[reading][0].get().rstrip(".")

    @staticmethod
    def _rule(key: str) -> str:
        owner, _, rest = key.rpartition("/")
        return f"{owner}/rule:{rest}" if owner else f"rule:{rest}"

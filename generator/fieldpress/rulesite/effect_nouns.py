"""The nouns of effects: sides, numbers, cards, tokens, what is counted, on which condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fieldpress.model import Game
from fieldpress.rulesite.names import CARD_KINDS, role_side

Raw = Mapping[str, Any]

_WHERE = {
    "fight": "in this fight",
    "terrain": "on this Terrain",
    "hand": "in hand",
    "discard": "in the discard pile",
    "unknown": "somewhere that is not stated",
}
_STATES = {
    "fighting": "fighting now",
    "won": "left standing after its fight",
    "destroyed": "destroyed after it fought",
    "unfaced": "played but never faced",
    "unknown": "in a state that is not stated",
}


def plural(count: Any, one: str, many: str | None = None) -> str:
    """The noun as its count asks for."""
    return one if count == 1 else many or one + "s"


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeio" else "a"


@dataclass
class EffectNouns:
    """Speaks parts of the effects of one piece. `side` plays it (None for Terrains or unknown).

    Words keep `[[...]]` links, so that a page can render them like any other text.
    """

    game: Game
    side: str | None = None
    unspoken: list[str] = field(default_factory=list)
    _answered: Raw | None = field(default=None, init=False)

    # --- small parts -------------------------------------------------------------------------

    def _side(self, side: Any) -> str:
        """`own` and `enemy` by the side that plays the card, roles by the side that has them."""
        if side == "both":
            return "both sides"
        if side in ("attacker", "defender"):
            played = role_side(self.game, side)
            return self._name(played) if played else f"the {side}"
        if side == "own":
            return self._name(self.side) if self.side else "the player"
        if side == "enemy":
            others = [other for other in self.game.sides if other != self.side]
            return self._name(others[0]) if self.side and len(others) == 1 else "the opponent"
        return self._odd("side", side)

    def _does(self, side: Any, verb: str) -> str:
        """A side and what it does, the verb as its number asks for."""
        who = self._side(side)
        return f"{who} {verb}" if who == "both sides" else f"{who} {self._third(verb)}"

    @staticmethod
    def _third(what: str) -> str:
        """`play cards` -> `plays cards`."""
        verb, space, rest = what.partition(" ")
        ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
        return f"{verb}{ending}{space}{rest}"

    def _counted(self, plays: Raw | None, count: Any) -> str:
        """The noun that follows a number: one Unit, two Units."""
        if count != 1:
            return self._plays(plays)
        return self._plays(plays, many=False).removeprefix("an ").removeprefix("a ")

    def _name(self, side: str) -> str:
        return f"the {self.game.side_name(side)} side"

    def _owners(self, side: Any) -> str:
        """The same as an attribute: `British Unit`."""
        who = self._side(side)
        if who.startswith("the ") and who.endswith(" side"):
            return who[4:-5]
        return {"the player": "own", "the opponent": "enemy", "both sides": "any"}.get(who, who)

    def _odd(self, where: str, value: Any) -> str:
        """A part that has no words yet: kept and listed, so that nothing is lost in silence."""
        if value == "unknown":
            return "something that no source states"
        self.unspoken.append(f"{where}: {value}")
        return f"{where}: {value}"

    def _pick(self, words: Mapping[str, str], where: str, value: Any) -> str:
        return words[value] if value in words else self._odd(where, value)

    def _number(self, number: Any) -> str:
        if number == "unknown":
            return "an unstated number of"
        if isinstance(number, Mapping):
            if "per_counted" in number:
                return f"{self._number(number['per_counted'])} for each one counted"
            bounds = number["chosen"]
            if "to" in bounds:
                return f"{bounds['from']} to {bounds['to']} (chosen)"
            return f"{bounds['from']} or more (chosen)"
        return str(number)

    def _piece(self, ref: str, *kinds: str) -> str:
        """A piece by reference as a link, of the first kind that has it."""
        owner, _, ident = ref.rpartition("/")
        stores: dict[str, Mapping[str, Any]] = {
            "card": self.game.cards,
            "terrain": self.game.terrains,
            "counter": self.game.counters,
        }
        kind = next((kind for kind in kinds if not owner and ident in stores[kind]), kinds[0])
        return f"[[{owner + '/' if owner else ''}{kind}:{ident}]]"

    def _counter(self, ref: str, count: Any) -> str:
        """A counter by reference, called a token where its name does not say so."""
        piece = self._piece(ref, "counter")
        found = self.game.counters.get(ref)
        name = found.name.get() if found else ""
        if "token" not in name.casefold():
            return f"{piece} {plural(count, 'token')}"
        shown = name if count == 1 or name.endswith("s") else f"{name}s"
        return piece if shown == name else f"{piece[:-2]}|{shown}]]"

    def _list(self, items: Sequence[str], word: str = "and") -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {word} {items[-1]}"

    def _roles(self, roles: Any, many: bool) -> str:
        listed = roles if isinstance(roles, list) else [roles]
        words = [CARD_KINDS.get(role, str(role)) + ("s" if many else "") for role in listed]
        return self._list(words, "or")

    def _plays(self, plays: Raw | None, many: bool = True) -> str:
        """Which plays or cards are meant, as a noun phrase."""
        if not plays:
            return "cards" if many else "a card"
        if "cards" in plays:
            noun = self._list([self._piece(card, "card") for card in plays["cards"]], "or")
        elif "kind" in plays:
            noun = self._roles(plays["kind"], many)
        elif "role" in plays:
            noun = f"{'cards' if many else 'card'} played as {self._roles(plays['role'], many)}"
        else:
            noun = "cards" if many else "card"
        if "type" in plays:
            named = self.game.raw.get("unit_types", {}).get(plays["type"], plays["type"])
            label = (
                named if isinstance(named, str) else named.get(self.game.language, plays["type"])
            )
            noun = f"{label} {noun}"
        if "heroic" in plays:
            noun = f"{'heroic' if plays['heroic'] else 'non-heroic'} {noun}"
        if "side" in plays:
            noun = f"{self._owners(plays['side'])} {noun}"
        if "role" in plays and ("kind" in plays or "cards" in plays):
            noun += f" played as {self._roles(plays['role'], many)}"
        if "except" in plays:
            noun += f" (except {self._plays(plays['except'])})"
        if "unknown" in plays:
            noun += f" (further limited in a way that is not stated: {plays['unknown']})"
        for key in plays.keys() - {
            "cards",
            "kind",
            "role",
            "type",
            "heroic",
            "side",
            "except",
            "unknown",
        }:
            noun += f" ({self._odd(key, plays[key])})"
        return noun if many or "cards" in plays else f"{_article(noun)} {noun}"

    def _tokens(self, tokens: Any) -> str:
        """Tokens of a ban: by counter and by where they come from."""
        if tokens == "unknown":
            return "tokens (which is not stated)"
        if isinstance(tokens, str):
            return self._counter(tokens, 2)
        if isinstance(tokens, list):
            return self._list([self._tokens(one) for one in tokens])
        rest = dict(tokens or {})
        out = "tokens"
        if "counters" in rest:
            named = [self._counter(one, 2) for one in rest.pop("counters")]
            out = self._list(named, "or")
        if "special" in rest:
            out = f"{'special' if rest.pop('special') else 'normal'} {out}"
        if "origin" in rest:
            out += f" obtained through {self._plays(rest.pop('origin'))}"
        if "unknown" in rest:
            out += f" (further limited in a way that is not stated: {rest.pop('unknown')})"
        for key, value in rest.items():
            out += f" ({self._odd(key, value)})"
        return out

    def condition(self, cond: Raw) -> str:
        """An `if` part, without the `if`."""
        parts: list[str] = []
        for key, value in cond.items():
            if key == "played_as":
                parts.append(f"it was played as a {CARD_KINDS.get(value, value)}")
            elif key == "against":
                parts.append(f"the enemy Unit of this fight is {self._plays(value, many=False)}")
            elif key == "terrain":
                names = self._list([self._piece(one, "terrain") for one in value], "or")
                parts.append(f"the turn takes place on {names}")
            elif key == "face_up":
                parts.append(f"face {value} is up")
            elif key == "turn_token":
                parts.append(f"the Turn token shows {self._side(value)}")
            elif key in ("all", "any"):
                joined = self._list(
                    [self.condition(one) for one in value], "and" if key == "all" else "or"
                )
                parts.append(f"({joined})" if len(value) > 1 and len(cond) > 1 else joined)
            elif key == "not":
                parts.append(f"it is not so that {self.condition(value)}")
            elif key == "unknown":
                parts.append(f"a condition is met that is not stated in full ({value})")
            else:
                parts.append(self._odd(key, value))
        return " and ".join(parts)

    def count(self, count: Raw) -> str:
        """What an effect counts, as a noun phrase."""
        known = {
            "of", "side", "role", "type", "cards", "where", "states", "not_discarded_by", "itself",
        }  # fmt: skip
        nouns = {
            "units": "Units",
            "cards": "cards",
            "tokens": "tokens",
            "unknown": "things not stated",
        }
        noun = self._pick(nouns, "of", count["of"])
        if "type" in count:
            named = self.game.raw.get("unit_types", {}).get(count["type"], count["type"])
            label = (
                named if isinstance(named, str) else named.get(self.game.language, count["type"])
            )
            noun = f"{label} {noun}"
        if "side" in count:
            noun = f"{self._owners(count['side'])} {noun}"
        if "where" in count:
            noun += f" {self._pick(_WHERE, 'where', count['where'])}"
        details: list[str] = []
        if "cards" in count:
            cards = self._list([self._piece(card, "card") for card in count["cards"]], "or")
            details.append(f"only {cards}")
        if "role" in count:
            details.append(f"played as {self._roles(count['role'], many=True)}")
        if "states" in count:
            details.append(
                self._list([self._pick(_STATES, "states", one) for one in count["states"]], "or")
            )
        if "not_discarded_by" in count:
            cards = self._list(
                [self._piece(card, "card") for card in count["not_discarded_by"]], "or"
            )
            details.append(f"not counting those that {cards} discarded")
        if "itself" in count:
            itself = {True: "counting itself", False: "not counting itself"}
            details.append(itself.get(count["itself"], "whether it counts itself is not stated"))
        details += [self._odd(key, count[key]) for key in count.keys() - known]
        return noun + (f" ({'; '.join(details)})" if details else "")

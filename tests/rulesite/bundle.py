"""A small library of two made-up games, with every record kind and with names that are hard to show."""

from __future__ import annotations

import copy
from typing import Any

from fieldpress.model import Library

#: Names that a careless page would read as HTML, Markdown, a template or an attribute list.
HARD_NAMES = {
    "hard-image": "<img src=x onerror=window.__xss=1>",
    "hard-quote": 'Fire & Move <3 "q"',
    "hard-hash": "#1 Gun",
    "hard-list": "1. name",
    "hard-plus": "C++",
    "hard-name": "O'Brien",
    "hard-all": "a|b `c` *d* _e_ {{ x }} {% y %} {#z} ~f~ ^g^ $h$ [i](j) \\k &amp; </script>",
    "hard-dash": "- dash",
}

_SOURCES: list[dict[str, Any]] = [
    {
        "id": "book",
        "title": "Alpha, the Book",
        "language": "en",
        "sections": [
            {"id": "setup", "title": "Setup"},
            {
                "id": "fight",
                "title": "The Fight",
                "sections": [{"id": "ties", "title": "Ties & <b>ends</b>"}],
            },
            {"id": "story", "title": "Story", "no_clause": "history only"},
            {"id": "gap", "title": "Not yet restated"},
        ],
    }
]

_ALPHA: dict[str, Any] = {
    "game": {
        "id": "alpha",
        "title": {"en": "Small Operation: Alpha", "fr": "Petite opération : Alpha"},
        "ruleset": "commando",
        "languages": {"default": "en", "names": "fr"},
        "documents": {"held": ["book"], "not_held": ["the printed cards"]},
        "sides": {
            "north": {
                "name": {"en": "Northern", "fr": "Nordiste"},
                "role": "attacker",
                "back": "green",
            },
            "south": {
                "name": {"en": "Southern", "fr": "Sudiste"},
                "role": "defender",
                "back": "grey",
            },
        },
        "unit_types": {"scout": {"fr": "Éclaireur", "en": "Scout"}},
        "notice": "Made up for tests: <b>no</b> real game & nothing real.",
        "box": [{"id": "cards", "name": "Cards", "count": 12, "source": "book#setup"}],
        "parameters": {
            "tie-winner": [
                {
                    "value": "attacker",
                    "at": ["village"],
                    "reading": {"who-wins": "north"},
                    "clauses": ["fight.ties"],
                },
                {"value": "defender", "reading": {"who-wins": "south"}, "clauses": ["fight.ties"]},
                {"value": 4, "turn": 2, "campaign": False, "clauses": ["fight.ties"]},
                {"value": 4, "turn": 4, "campaign": False, "clauses": ["fight.ties"]},
                {"value": 4, "turn": 6, "campaign": False, "clauses": ["fight.ties"]},
            ]
        },
        "source": "book#setup",
    },
    "sources": _SOURCES,
    "sets": [
        {
            "id": "x",
            "name": "First Operation",
            "mark": "X",
            "kind": ["card", "terrain"],
            "totals": {"terrain": 3},
            "blanks": [{"id": "x-blank", "kind": "terrain", "count": 1, "source": "book#setup"}],
            "source": "book#setup",
        }
    ],
    "cards": [
        {
            "id": "soeur-zoe",
            "number": "1101",
            "name": {"fr": "Sœur Zoé d'Hérouvillette", "en": "Sister Zoe"},
            "also_named": ["Soeur Zoe", "The Grey Nurse"],
            "side": "north",
            "kind": "unit",
            "plays_as": ["unit", "action"],
            "heroic": True,
            "copies": {"x": 2},
            "combat_value": {"value": 3, "basis": "derived", "why": "two and one make three"},
            "unit_type": "scout",
            "text": "Beats a [[term:brave|brave]] enemy; see [[rule:fight.ties]] and [[card:piege]].\n\n- first\n- second",
            "effects": [
                {
                    "when": "in-play",
                    "do": [{"modify": {"what": "combat-value", "of": "own", "add": 1}}],
                    "clauses": ["fight.ties"],
                },
                {"unknown": "the rest is torn off"},
            ],
            "source": "book#fight",
        },
        {
            "id": "piege",
            "number": {"unknown": "no number is stated"},
            "name": {"fr": "Piège", "en": "Trap"},
            "side": {"value": "south", "basis": "read", "why": "it is grey"},
            "kind": "action",
            "heroic": False,
            "copies": {"unknown": "no source states it"},
            "text": {"unknown": "the wording is not given"},
            "effects": {"unknown": "nothing is stated"},
            "source": "book#fight",
        },
        *(
            {
                "id": ident,
                "number": "9" + str(place),
                "name": name,
                "side": "unknown",
                "kind": "event",
                "heroic": "unknown",
                "copies": {"x": "unknown"},
                "text": f"{name} and [[card:soeur-zoe]]",
                "effects": {"none": "book#fight"},
                "source": "book#fight",
            }
            for place, (ident, name) in enumerate(HARD_NAMES.items())
        ),
    ],
    "terrains": [
        {
            "id": "le-pont-de-benouville",
            "name": {"fr": "Le pont de Bénouville"},
            "also_named": ["Bénouville Bridge"],
            "copies": {"x": 1},
            "objective": True,
            "faces": {
                letter: {
                    "number": f"1014{letter}",
                    "name": name,
                    "draws": {"north": 2, "south": "unknown"},
                    "size": 3,
                    "text": "Hold it against [[card:piege]].",
                    "effects": [{"when": "in-play", "do": "unknown"}],
                }
                for letter, name in (("A", "Le pont de Bénouville"), ("B", "Die Straße"))
            },
            "source": "book#fight",
        },
        {
            "id": "village",
            "name": "Village",
            "copies": {"x": 1},
            "number": "1002",
            "draws": {"unknown": "not stated"},
            "size": {"unknown": "not stated", "at_least": 2},
            "text": {"none": "book#fight"},
            "effects": {"none": "book#fight"},
            "source": "book#fight",
        },
    ],
    "counters": [
        {
            "id": "normal",
            "name": "Normal token",
            "kind": "combat",
            "reserve": 24,
            "shape": "round",
            "size": 20,
            "faces": [
                {"id": "plus-1", "shows": "+1", "adds": 1},
                {"id": "failure", "shows": "failure"},
            ],
            "count": 26,
            "given_by": ["soeur-zoe"],
            "source": "book#setup",
        }
    ],
    "components": [
        {
            "id": "sequence",
            "name": "Turn sequence",
            "kind": "reference",
            "count": 2,
            "lines": [{"text": "Fight, see [[rule:fight.ties]].", "clauses": ["fight.ties"]}],
            "source": "book#setup",
        }
    ],
    "scenarios": [
        {
            "id": "one",
            "title": {"en": "The Bridge at Bénouville"},
            "summary": "Take [[terrain:le-pont-de-benouville]].",
            "difficulty": {"favours": "neither", "text": "Even.", "source": "book#setup"},
            "length": {"about": 30, "source": "book#setup"},
            "sides": {
                "attacker": {"objective": "Take the bridge.", "clauses": ["s1.special"]},
                "defender": {"objective": "Hold it.", "clauses": ["s1.special"]},
            },
            "sets": {"takes": ["x"]},
            "parameters": {"hand-size": {"value": 6, "unit": "cards", "clauses": ["setup.hand"]}},
            "places": {
                "attacker-draw": {
                    "name": "Northern draw pile",
                    "holds": "card",
                    "side": "attacker",
                    "ordered": True,
                },
                "defender-draw": {
                    "name": "Southern draw pile",
                    "holds": "card",
                    "side": "defender",
                    "ordered": True,
                },
            },
            "procedures": [
                {
                    "moment": "setup",
                    "steps": [
                        {
                            "id": "shuffle",
                            "do": "shuffle",
                            "who": "each",
                            "from": "{side}-draw",
                            "clauses": ["setup.hand"],
                        }
                    ],
                }
            ],
            "layout": {
                "width": 90,
                "height": 60,
                "note": "As in the <book>.",
                "items": [
                    {
                        "place": f"{role}-draw",
                        "draw": "pile",
                        "x": 20,
                        "y": y,
                        "w": 9,
                        "h": 13,
                    }
                    for role, y in (("attacker", 44), ("defender", 4))
                ],
            },
            "first_turn": [{"text": "Begin.", "clauses": ["setup.hand"]}],
            "special": [{"text": "All is special.", "clauses": ["s1.special"]}],
            "victory": [
                {
                    "side": "attacker",
                    "text": "Hold [[terrain:village]].",
                    "when": {"strength": {"side": "attacker", "at_most": 0}},
                    "clauses": ["s1.special"],
                }
            ],
            "clauses": ["s1.special"],
            "source": "book#setup",
        },
        {"id": "shared", "title": "What scenarios share", "abstract": True, "source": "book#setup"},
    ],
    "clauses": [
        {
            "key": "fight.ties",
            "title": "Equal <values> & {ties}",
            "text": "With equal values the [[term:brave]] side wins, unless [[card:piege|a trap]] was played.",
            "example": "Three against three: a tie.",
            "engine": "enforced",
            "see": ["setup.hand"],
            "discrepancies": ["who-wins"],
            "also_found_as": ["draw", "stalemate"],
            "source": ["book#ties", "book#fight"],
        },
        {
            "key": "setup.hand",
            "title": "The hand",
            "text": "Six cards.",
            "engine": "described",
            "source": "book#setup",
        },
        {
            "key": "s1.special",
            "title": "Special",
            "text": "Nothing else.",
            "engine": "described",
            "scenarios": ["one"],
            "overrides": ["fight.ties"],
            "source": "book#setup",
        },
    ],
    "terms": [
        {
            "id": "brave",
            "name": {"en": "Brave", "fr": "Brave (cœur)"},
            "also_named": ["braves"],
            "text": "Does not run. See [[rule:fight.ties]].",
            "clauses": ["fight.ties"],
            "source": "book#fight",
        }
    ],
    "rulings": [
        {
            "id": "how-strong",
            "question": "Two strength <left>: how many is that?",
            "answer": "Two, and [[card:piege]] changes nothing.",
            "authority": "derived",
            "reason": "It is stated.",
            "given": {"sides": {"north": {"strength": 2}}},
            "ask": [{"value": "strength", "of": "north"}],
            "expect": [{"outcome": "value", "value": 2, "clauses": ["fight.ties"]}],
        },
        {
            "id": "how-strong-at",
            "question": "And at either place?",
            "answer": "The same.",
            "authority": "derived",
            "reason": "Places change nothing.",
            "like": "how-strong",
            "each": {"terrain": ["village", "le-pont-de-benouville"]},
            "given": {"terrain": "$terrain"},
            "expect": [{"outcome": "value", "value": 2, "clauses": ["fight.ties"]}],
        },
    ],
    "overlays": ["errata-one"],
    "changes": [
        {
            "overlay": "errata-one",
            "why": "A <misprint>.",
            "source": "book#gap",
            "date": "2026-02-03",
            "kind": "cards",
            "id": "soeur-zoe",
            "field": "combat_value",
            "was": 4,
        },
        {
            "overlay": "errata-one",
            "why": "Left out before.",
            "source": "book#gap",
            "kind": "clauses",
            "id": "setup.hand",
            "added": True,
        },
    ],
    "discrepancies": [
        {
            "id": "who-wins",
            "title": "Who wins a <tie>",
            "kind": "contradiction",
            "question": "Who wins?",
            "readings": {
                "north": {"text": "The north.", "source": "book#ties"},
                "south": {"text": "The south.", "source": "book#fight"},
            },
            "adopted": "north",
            "why": "It is said twice.",
            "concerns": {"clauses": ["fight.ties"], "cards": ["piege"]},
        }
    ],
}

_BETA: dict[str, Any] = {
    "game": {
        "id": "beta",
        "title": "Small Operation: Beta",
        "ruleset": "commando",
        "languages": {"default": "en", "names": "en"},
        "documents": {"held": ["book"]},
        "uses": ["alpha"],
        "sides": {"west": {"name": "Western"}, "east": {"name": "Eastern"}},
        "source": "book#all",
    },
    "sources": [
        {
            "id": "book",
            "title": "Beta",
            "language": "en",
            "sections": [{"id": "all", "title": "All"}],
        }
    ],
    "cards": [
        {
            "id": "mueller",
            "number": "1",
            "name": "Müller of Bénouville",
            "side": "west",
            "kind": "event",
            "heroic": False,
            "copies": {"unknown": "not stated"},
            "text": "As [[alpha/card:piege]].",
            "effects": {"none": "book#all"},
            "source": "book#all",
        }
    ],
    "clauses": [
        {
            "key": "fight.ties",
            "title": "Ties",
            "same_as": "alpha/fight.ties",
            "engine": "enforced",
            "source": "book#all",
        }
    ],
}


def bundle() -> dict[str, Any]:
    """A fresh copy, to change at will."""
    parts = {"alpha": _ALPHA, "beta": _BETA}
    return copy.deepcopy({"format": "fieldpress-bundle/1", "games": parts})


def library(*games: str) -> Library:
    """Both games, or those named."""
    whole = bundle()
    if games:
        whole["games"] = {name: whole["games"][name] for name in games}
    return Library.from_bundle(whole)

"""The state of a commando game: mutable, cheap to copy, without totals.

Whatever can be derived (combat values, Units allowed, who may act) is derived each time from what
lies here. None means not stated. Cards are ids, or `hidden` for one that lies face down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fieldpress.engine.commando.missions.state import Mission
from fieldpress.engine.commando.table import Table

ATTACKER, DEFENDER = "attacker", "defender"


class Token(NamedTuple):
    """A combat counter. `origin`: the card that gave it ("" none, None not stated). `face`: the one
    that counts; `rolled`: what the die showed for it, "" where none was rolled."""

    counter: str
    origin: str | None = ""
    face: str | None = None
    rolled: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "counter": self.counter, "origin": self.origin, "face": self.face,
            "rolled": self.rolled,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """Tokens that a card makes a side use there and then. `count`: how many are left (None: how
    many is not stated); `card`: what called for them."""

    side: str
    counter: str
    count: int | None
    card: str

    def to_json(self) -> dict[str, Any]:
        return {
            "side": self.side, "counter": self.counter, "count": self.count, "card": self.card,
        }  # fmt: skip


@dataclass(slots=True)
class Play:
    """A card that was played in this turn, in the role in which it was played.

    `status`: pending, table (its effect holds), done (resolved and put away), cancelled. `place`
    and `fight` say what it belongs to; `discarded_by` the card that discarded it; `answers` the
    play that it answered.
    """

    card: str
    side: str
    role: str
    place: int = 0
    fight: int | None = None
    status: str = "table"
    answers: int | None = None
    discarded_by: str = ""
    destroyed: bool = False
    chosen: dict[str, Any] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def copy(self) -> Play:
        return Play(
            self.card, self.side, self.role, self.place, self.fight, self.status, self.answers,
            self.discarded_by, self.destroyed, dict(self.chosen), list(self.done),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "card": self.card, "side": self.side, "role": self.role, "place": self.place,
            "fight": self.fight, "status": self.status, "answers": self.answers,
            "discarded_by": self.discarded_by, "destroyed": self.destroyed,
            "chosen": dict(self.chosen), "done": list(self.done),
        }  # fmt: skip


@dataclass(slots=True)
class Fight:
    """One defending Unit and what is brought against it. Play indices; tokens by side.

    `beside`: by role, the Units that fight beside the first one (Support).
    `result`: "" undecided, attacker or defender (whose Unit won), unfaced (no Unit was sent, a
    Strength Point given instead). `active`: the role that may raise, "" while not settled.
    `failed`: tokens that were tossed and lost. `stated`: by side, a Combat value stated as a
    subtotal (`value`) and how many plays and tokens it covers.
    """

    place: int = 0
    defender: int | None = None
    attacker: int | None = None
    tokens: dict[str, list[Token]] = field(default_factory=dict)
    result: str = ""
    active: str = ""
    stated: dict[str, dict[str, int]] = field(default_factory=dict)
    failed: dict[str, list[Token]] = field(default_factory=dict)
    beside: dict[str, list[int]] = field(default_factory=dict)

    def copy(self) -> Fight:
        return Fight(
            self.place, self.defender, self.attacker,
            {side: list(tokens) for side, tokens in self.tokens.items()},
            self.result, self.active, dict(self.stated),
            {side: list(tokens) for side, tokens in self.failed.items()},
            {role: list(plays) for role, plays in self.beside.items()},
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "place": self.place, "defender": self.defender, "attacker": self.attacker,
            "tokens": {s: [t.to_json() for t in ts] for s, ts in self.tokens.items()},
            "result": self.result, "active": self.active, "stated": dict(self.stated),
            "failed": {s: [t.to_json() for t in ts] for s, ts in self.failed.items()},
            "beside": {role: list(plays) for role, plays in self.beside.items()},
        }  # fmt: skip


@dataclass(slots=True)
class Place:
    """A Terrain where the turn takes place. `size`, `played`: stated numbers, else derived.

    `ended`: "" or the role that won the Assault here; `how` it ended. `chosen`: by side, a
    choice that the Terrain asks for.
    """

    terrain: str = ""
    face: str = ""
    size: int | None = None
    played: int | None = None
    ended: str = ""
    how: str = ""
    chosen: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> Place:
        return Place(
            self.terrain, self.face, self.size, self.played, self.ended, self.how, dict(self.chosen)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "terrain": self.terrain, "face": self.face, "size": self.size,
            "played": self.played, "ended": self.ended, "how": self.how,
            "chosen": dict(self.chosen),
        }  # fmt: skip


@dataclass(slots=True)
class Side:
    """What one side holds; None where not stated.

    `taken`: Terrains that lie in front of it. `redraws`: how often it has
    exchanged its starting hand; `heroic_taken`: how many heroic cards it has had.
    """

    hand: list[str] | None = None
    hand_count: int | None = None
    tokens: list[Token] | None = None
    strength: int | None = None
    draw_pile: int | None = None
    heroic: list[str] | None = None
    taken: list[str] | None = None
    discard: list[str] | None = None
    redraws: int | None = None
    campaign_tokens: int | None = None
    heroic_taken: int | None = None

    def copy(self) -> Side:
        return Side(
            None if self.hand is None else list(self.hand),
            self.hand_count,
            None if self.tokens is None else list(self.tokens),
            self.strength,
            self.draw_pile,
            None if self.heroic is None else list(self.heroic),
            None if self.taken is None else list(self.taken),
            None if self.discard is None else list(self.discard),
            self.redraws, self.campaign_tokens, self.heroic_taken,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "hand": self.hand, "hand_count": self.hand_count,
            "tokens": None if self.tokens is None else [t.to_json() for t in self.tokens],
            "strength": self.strength, "draw_pile": self.draw_pile, "heroic": self.heroic,
            "taken": self.taken, "discard": self.discard, "redraws": self.redraws,
            "campaign_tokens": self.campaign_tokens, "heroic_taken": self.heroic_taken,
        }  # fmt: skip


@dataclass(slots=True)
class State:
    """The table. `pending`: plays not yet resolved, the latest last. `since`: what happened after
    the latest play (a token tossed, a choice made), which closes its window for answers.

    `revealed`: the Terrains turned up for this turn. `crossed`: how many lie behind, on the way to
    the next objective. `counter_pile`, `laid_by`: cards kept for later, all and this turn's.
    `campaign_won`: Terrains won in it, with the face; `campaign_held`: tokens handed over.
    `campaign_token`: one lies on the Terrain of this turn. `fate`: how the Fate token fell.
    `aside`: Terrains that lie by and bear on the turn. `destroyed_now`: the fight whose defending
    Unit was just turned, while that window is open. `choosing`: the play whose choice is open.
    `supply`: how many tokens lie in each reserve besides the ordinary one (that is `reserve`).
    `called`: tokens that a card makes a side use at once. `table`: piles, chance and what waits, in
    a game that is played; None in a question. `mission`: battlefield and markers, None where the
    game has none.
    """

    sides: dict[str, Side] = field(default_factory=dict)
    places: list[Place] = field(default_factory=lambda: [Place()])
    plays: list[Play] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)
    choosing: int | None = None
    since: list[str] = field(default_factory=list)
    last_play: int | None = None
    destroyed_now: int | None = None
    phase: str = ""
    turn: int | None = None
    turn_token: str = ""
    reserve: int | None = None
    previous_winner: str = ""
    previous_assault: bool | None = None
    winner: str = ""
    aside: list[Place] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    crossed: int | None = None
    counter_pile: list[str] = field(default_factory=list)
    laid_by: list[str] = field(default_factory=list)
    campaign_token: bool = False
    campaign: bool = False
    campaign_won: list[tuple[str, str]] | None = None
    campaign_strength: int | None = None
    campaign_held: int = 0
    fate: str = ""
    supply: dict[str, int] = field(default_factory=dict)
    called: list[Call] = field(default_factory=list)
    table: Table | None = None
    mission: Mission | None = None

    def copy(self) -> State:
        """A copy that shares nothing mutable."""
        return State(
            {name: side.copy() for name, side in self.sides.items()},
            [p.copy() for p in self.places],
            [p.copy() for p in self.plays],
            [f.copy() for f in self.fights],
            list(self.pending), self.choosing, list(self.since), self.last_play,
            self.destroyed_now, self.phase, self.turn, self.turn_token, self.reserve,
            self.previous_winner, self.previous_assault, self.winner,
            [p.copy() for p in self.aside],
            list(self.revealed), self.crossed, list(self.counter_pile), list(self.laid_by),
            self.campaign_token, self.campaign,
            None if self.campaign_won is None else list(self.campaign_won),
            self.campaign_strength, self.campaign_held, self.fate,
            dict(self.supply), list(self.called),
            None if self.table is None else self.table.copy(),
            None if self.mission is None else self.mission.copy(),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "sides": {name: side.to_json() for name, side in self.sides.items()},
            "places": [p.to_json() for p in self.places],
            "plays": [p.to_json() for p in self.plays],
            "fights": [f.to_json() for f in self.fights],
            "pending": list(self.pending), "choosing": self.choosing, "since": list(self.since),
            "last_play": self.last_play, "destroyed_now": self.destroyed_now, "phase": self.phase,
            "turn": self.turn, "turn_token": self.turn_token, "reserve": self.reserve,
            "previous_winner": self.previous_winner, "previous_assault": self.previous_assault,
            "winner": self.winner,
            "aside": [p.to_json() for p in self.aside],
            "revealed": list(self.revealed), "crossed": self.crossed,
            "counter_pile": list(self.counter_pile), "laid_by": list(self.laid_by),
            "campaign_token": self.campaign_token, "campaign": self.campaign, "fate": self.fate,
            "campaign_won": None
            if self.campaign_won is None
            else [list(won) for won in self.campaign_won],
            "campaign_strength": self.campaign_strength, "campaign_held": self.campaign_held,
            "supply": dict(self.supply), "called": [c.to_json() for c in self.called],
            "table": None if self.table is None else self.table.to_json(),
            "mission": None if self.mission is None else self.mission.to_json(),
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """The state that `to_json` gave."""

        def token(raw: dict[str, Any]) -> Token:
            return Token(raw["counter"], raw["origin"], raw["face"], raw["rolled"])

        def side(raw: dict[str, Any]) -> Side:
            tokens = raw["tokens"]
            return Side(**{**raw, "tokens": None if tokens is None else [token(t) for t in tokens]})

        def fight(raw: dict[str, Any]) -> Fight:
            piles = {
                key: {s: [token(t) for t in ts] for s, ts in raw[key].items()}
                for key in ("tokens", "failed")
            }
            return Fight(**{**raw, **piles})

        return cls(
            **{
                **data,
                "sides": {name: side(raw) for name, raw in data["sides"].items()},
                "places": [Place(**raw) for raw in data["places"]],
                "aside": [Place(**raw) for raw in data["aside"]],
                "campaign_won": None
                if data["campaign_won"] is None
                else [tuple(won) for won in data["campaign_won"]],
                "plays": [Play(**raw) for raw in data["plays"]],
                "fights": [fight(raw) for raw in data["fights"]],
                "called": [Call(**raw) for raw in data["called"]],
                "table": None if data["table"] is None else Table.from_json(data["table"]),
                "mission": None if data["mission"] is None else Mission.from_json(data["mission"]),
            }
        )

    # -- views -----------------------------------------------------------------------------------

    def fight_now(self, place: int = 0) -> int | None:
        """The undecided fight at a place, else None."""
        for index in range(len(self.fights) - 1, -1, -1):
            fight = self.fights[index]
            if fight.place == place and not fight.result:
                return index
        return None

    def last_fight(self, place: int = 0) -> int | None:
        """The latest fight at a place, decided or not."""
        for index in range(len(self.fights) - 1, -1, -1):
            if self.fights[index].place == place:
                return index
        return None

    def unit_of(self, fight: int, role: str) -> Play | None:
        """The Unit of a role in a fight while it has not been discarded; of two, the first."""
        units = self.units_of(fight, role)
        return units[0] if units else None

    def units_of(self, fight: int, role: str) -> list[Play]:
        """The Units of a role in a fight that have not been discarded or cancelled, in order."""
        found = self.fights[fight]
        first = found.attacker if role == ATTACKER else found.defender
        plays = [] if first is None else [self.plays[first]]
        if found.beside:
            plays += [self.plays[index] for index in found.beside.get(role, ())]
        return [play for play in plays if not play.discarded_by and play.status != "cancelled"]

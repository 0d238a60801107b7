"""Decks: which pieces of a game are printed, how many of each, with their composed faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from fieldpress.errors import FieldpressError, UsageFault
from fieldpress.faces import (
    Face,
    FaceFault,
    Fields,
    Layouts,
    Problem,
    Reader,
    check_face,
    compose,
)
from fieldpress.faces.problems import errors, warnings
from fieldpress.model import Card, Fact, Game, Library, Terrain
from fieldpress.sheets.kinds import EXTRAS
from fieldpress.sheets.notices import Notice, listed, unstated
from fieldpress.sheets.taking import taking

KINDS = ("card", "terrain", "counter", "component", *EXTRAS)
#: More copies of one piece than this are taken for a slip of the pen.
MOST_COPIES = 500
_KIND_ORDER = {"unit": 0, "event": 1, "action": 2}


@dataclass(frozen=True, slots=True)
class Choice:
    """What to print: empty means all. `kinds` of KINDS; `ids` of records; `scenario`, `side` ids.

    `once`: one of each piece, as a proof, whatever the number of copies.
    """

    kinds: tuple[str, ...] = ()
    scenario: str = ""
    side: str = ""
    ids: tuple[str, ...] = ()
    variant: str = ""
    once: bool = False

    def wants(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece to print: record id, its front, and its back if it has one."""

    id: str
    front: Face
    back: Face | None

    @property
    def faces(self) -> tuple[Face, ...]:
        return (self.front, self.back) if self.back else (self.front,)


@dataclass(slots=True)
class Deck:
    """Pieces of one size that share sheets. `kind` of KINDS; sizes in mm."""

    kind: str
    title: str
    width: float
    height: float
    shape: str
    bleed: float
    pieces: list[Piece] = field(default_factory=list)


class _Maker:
    def __init__(self, library: Library, game: Game, choice: Choice, notice: Notice) -> None:
        self.library, self.game, self.choice, self.notice = library, game, choice, notice
        self.reader = Reader(library, game, choice.scenario)
        self.layouts = Layouts(game, choice.variant)
        if choice.variant and choice.variant not in self.layouts.variants:
            known = ", ".join(sorted(self.layouts.variants)) or "none"
            raise UsageFault(f"no layout has a variant {choice.variant!r} (there are: {known})")
        self.scenario = game.scenarios[choice.scenario] if choice.scenario else None
        self.taking = taking(library, game, self.scenario)
        self.sets = self.taking.sets
        self.problems: list[Problem] = []
        self.backs: dict[Any, Face] = {}
        self.decks: dict[tuple[Any, ...], Deck] = {}
        self.unstated: list[tuple[str, str]] = []
        self.not_taken: list[tuple[str, str]] = []
        self.zero: list[str] = []

    # --- faces -------------------------------------------------------------------------------

    def compose(self, purpose: str, fields: Fields) -> Face:
        layout = self.layouts.choose(purpose, fields)
        face, problems = compose(layout, fields, self.reader.link)
        self.problems += [*problems, *check_face(face, problems)]
        return face

    def card_back(self, side: Fact[str], heroic: Fact[bool]) -> Face:
        key = (side.state, side.value, heroic.state, heroic.value)
        if key not in self.backs:
            self.backs[key] = self.compose("card-back", self.reader.card_back(side, heroic))
        return self.backs[key]

    def terrain_back(self) -> Face:
        if "terrain" not in self.backs:
            self.backs["terrain"] = self.compose("terrain-back", self.reader.terrain_back())
        return self.backs["terrain"]

    # --- how many ----------------------------------------------------------------------------

    def copies(self, kind: str, ident: str, copies: Fact[dict[str, Fact[int]]]) -> int:
        """Copies to print: the most that any wanted set takes, since a piece serves several sets.

        Where nobody states it, once, and noted; 0 where the scenario does not take the piece.
        """
        name = f"{kind} {ident}"
        if not copies.known or copies.value is None:
            self.unstated.append((kind, ident))
            return 1
        counts = [
            count
            for ident, count in copies.value.items()
            if self.sets is None or ident in self.sets
        ]
        if not counts:
            return 0
        known = [count.value for count in counts if count.known and count.value is not None]
        if not known:
            self.unstated.append((kind, ident))
            return 1
        most = max(known)
        if most > MOST_COPIES:
            raise FieldpressError(f"{name}: {most} copies; more than {MOST_COPIES} are not printed")
        if most == 0:
            self.zero.append(name)
        return most

    def count(self, kind: str, ident: str, fact: Fact[int]) -> int:
        """Copies to print of what is counted; once, and noted, where nobody states it."""
        if not fact.known or fact.value is None:
            self.unstated.append((kind, ident))
            return 1
        return fact.value

    def taken(self, kind: str, record: Any) -> int:
        """Counters or components to print: what the scenario takes of what the box holds."""
        stated = record.count.value if record.count.known else None
        count = self.taking.count(kind, record, stated)
        if count is None:
            self.unstated.append((kind, record.id))
            return 1
        if count == 0 and stated != 0:
            self.not_taken.append((kind, record.id))
        return count

    def out(self, kind: str, record: Any) -> bool:
        """Whether the scenario surely leaves this piece out."""
        return self.taking.leaves_out(kind, record, self.game)

    def played(self) -> Iterator[Card | Terrain]:
        """The cards and Terrains of the scenario's sets, whatever else is chosen."""
        for kind, records in (("card", self.game.cards), ("terrain", self.game.terrains)):
            for record in records.values():
                copies = record.copies.value if record.copies.known else None
                if (copies is None or self.sets is None or self.sets & set(copies)) and not (
                    self.out(kind, record)
                ):
                    yield record

    def named(self, ident: str) -> bool:
        return not self.choice.ids or ident in self.choice.ids

    def on_side(self, side: Fact[str]) -> bool:
        return not self.choice.side or (side.known and side.value == self.choice.side)

    def add(
        self, kind: str, title: str, ident: str, front: Face, back: Face | None, n: int
    ) -> None:
        key = (kind, front.width, front.height, front.shape)
        if key not in self.decks:
            self.decks[key] = Deck(kind, title, front.width, front.height, front.shape, front.bleed)
        deck = self.decks[key]
        deck.bleed = min(deck.bleed, front.bleed, back.bleed if back else front.bleed)
        deck.pieces += [Piece(ident, front, back)] * (1 if self.choice.once else n)

    # --- the kinds ---------------------------------------------------------------------------

    def cards(self) -> None:
        sides = list(self.game.sides)

        def order(card: Card) -> tuple[Any, ...]:
            side = sides.index(card.side.value) if card.side.value in sides else len(sides)
            kind = _KIND_ORDER.get(card.kind.value or "", 3)
            return side, kind, card.heroic.value is True, card.number.value or "~", card.id

        for card in sorted(self.game.cards.values(), key=order):
            if not self.named(card.id) or not self.on_side(card.side) or self.out("card", card):
                continue
            if n := self.copies("card", card.id, card.copies):
                front = self.compose("card", self.reader.card(card))
                own: Fact[bool] = Fact.parse(card.raw.get("heroic_back"), card.source)
                back = self.card_back(card.side, card.heroic if own.state == "absent" else own)
                self.add("card", "Cards", card.id, front, back, n)
        for blank, name, mark, count in self.blanks():
            if blank["kind"] == "card":
                side, heroic = blank.get("side"), blank.get("heroic")
                if self.left_out(blank):
                    continue
                front = self.compose("card", self.blank(blank, name, mark))
                fact: Fact[str] = Fact("known", side) if side else Fact("unknown")
                star: Fact[bool] = Fact("unknown") if heroic is None else Fact("known", heroic)
                back = self.card_back(fact, star)
                self.add("card", "Cards", blank["id"], front, back, count)

    def terrains(self) -> None:
        if self.choice.side:
            return
        groups = list(self.game.sets)

        def order(terrain: Terrain) -> tuple[int, str]:
            known = [groups.index(one) for one in terrain.copies.value or {} if one in groups]
            return min(known, default=len(groups)), terrain.front.number.value or "~"

        for terrain in sorted(self.game.terrains.values(), key=order):
            if not self.named(terrain.id) or self.out("terrain", terrain):
                continue
            if n := self.copies("terrain", terrain.id, terrain.copies):
                faces = [
                    self.compose("terrain", self.reader.terrain(terrain, face))
                    for face in terrain.faces
                ]
                back = faces[1] if terrain.two_sided else self.terrain_back()
                self.add("terrain", "Terrains", terrain.id, faces[0], back, n)
        for blank, name, mark, count in self.blanks():
            if blank["kind"] == "terrain":
                front = self.compose("terrain", self.blank(blank, name, mark))
                self.add("terrain", "Terrains", blank["id"], front, self.terrain_back(), count)

    def blank(self, entry: Mapping[str, Any], name: str, mark: str) -> Fields:
        """Fields of a piece that is known by number only."""
        return self.reader.blank(
            entry["id"], name, entry["kind"], mark,
            entry.get("side"), entry.get("heroic"), entry.get("card_kind"),
        )  # fmt: skip

    def left_out(self, entry: Mapping[str, Any]) -> bool:
        """Whether the scenario surely leaves cards known by number only in the box."""
        role = self.game.sides.get(entry.get("side", ""), {}).get("role")
        own = {"kind": entry["kind"], "heroic": entry.get("heroic"), "side": role}
        return any(
            all(own.get(key) == value for key, value in what.items())
            for what in self.taking.left_out
        )

    def blanks(self) -> Iterator[tuple[Mapping[str, Any], str, str, int]]:
        """Pieces known by number only: the entry of the set, name, set mark, count."""
        for group in self.game.sets.values():
            if self.sets is not None and group.id not in self.sets:
                continue
            for blank in group.blanks:
                side = blank.get("side")
                if not self.named(blank["id"]) or (self.choice.side and side != self.choice.side):
                    continue
                fact: Fact[int] = Fact.parse(blank["count"], group.source)
                if n := self.count("blank", blank["id"], fact):
                    name = _name(blank.get("name", blank["id"]), self.game)
                    yield blank, name, group.mark or group.id, n

    def counters(self) -> None:
        if self.choice.side:
            return
        for counter in sorted(self.game.counters.values(), key=lambda one: one.size):
            if not self.named(counter.id) or self.out("counter", counter):
                continue
            if n := self.taken("counter", counter):
                faces = [
                    self.compose("counter", self.reader.counter(counter, face))
                    for face in counter.faces
                ]
                back = faces[1] if len(faces) > 1 else None
                title = f"Counters, {counter.size:g} mm"
                self.add("counter", title, counter.id, faces[0], back, n)

    def components(self) -> None:
        backs = {one.raw["back"] for one in self.game.components.values() if "back" in one.raw}
        for component in self.game.components.values():
            if not self.named(component.id) or self.out("component", component):
                continue
            if component.id in backs and component.id not in self.choice.ids:
                continue  # printed on the back of another
            if not component.is_card:
                continue
            if self.choice.side and component.side.state != "known":
                continue
            if not self.on_side(component.side):
                continue
            if n := self.taken("component", component):
                front = self.compose("component", self.reader.component(component))
                blank = component.kind == "blank" and component.side.known
                back = self.card_back(component.side, Fact("known", False)) if blank else None
                if "back" in component.raw:
                    other = self.game.components[component.raw["back"]]
                    back = self.compose("component", self.reader.component(other))
                title = "Large cards" if component.size == "terrain" else "Reference cards"
                self.add("component", title, component.id, front, back, n)


def make_decks(
    library: Library,
    game: str,
    choice: Choice,
    notice: Notice = lambda text: None,
    lists: bool = True,
) -> list[Deck]:
    """The decks of a choice, every face composed and checked.

    Without `lists` the remarks tell how many pieces they are about, not which.

    UsageFault for a choice that the game does not know; FaceFault with every problem of every face;
    FieldpressError if nothing is left to print. Remarks for people go to `notice`.
    """
    record = library[game]
    choice = replace(choice, ids=tuple(_piece(record, asked) for asked in choice.ids))
    _check(record, choice)
    maker = _Maker(library, record, choice, notice)
    steps = {
        "card": maker.cards,
        "terrain": maker.terrains,
        "counter": maker.counters,
        "component": maker.components,
    }
    maker.taking.also(record, maker.played())
    for kind, step in steps.items():
        if choice.wants(kind):
            step()
    for kind, extra in EXTRAS.items():
        if choice.wants(kind) and getattr(record, extra.store):
            extra.make(maker)
    if found := errors(maker.problems):
        raise FaceFault(found)
    for problem in warnings(maker.problems):
        notice(f"{problem}")
    decks = [deck for deck in maker.decks.values() if deck.pieces]
    for name in maker.zero:
        notice(f"{name}: 0 copies, left out")
    if not decks:
        raise FieldpressError(_nothing(record, choice))
    if maker.not_taken:
        notice(listed(f"left out, since scenario {choice.scenario} takes none", maker.not_taken))
    if maker.unstated:
        notice(unstated(maker.unstated, record.id, choice.scenario, lists))
    return decks


def _check(game: Game, choice: Choice) -> None:
    for kind in choice.kinds:
        if kind not in KINDS:
            raise UsageFault(f"no kind {kind!r}; there are: {', '.join(KINDS)}")
    if choice.scenario and choice.scenario not in game.scenarios:
        raise UsageFault(
            f"{game.id} has no scenario {choice.scenario!r}; "
            f"it has: {', '.join(game.scenarios) or 'none'}"
        )
    if choice.side and choice.side not in game.sides:
        raise UsageFault(
            f"{game.id} has no side {choice.side!r}; it has: {', '.join(game.sides) or 'none'}"
        )


def _piece(game: Game, asked: str) -> str:
    """The id of the piece called `asked`: by id, printed number or any spelling of its name."""
    known = {*game.cards, *game.terrains, *game.counters, *game.components}
    known |= {ident for extra in EXTRAS.values() for ident in getattr(game, extra.store)}
    known |= {blank["id"] for group in game.sets.values() for blank in group.blanks}
    if asked in known:
        return asked
    found = {ident for kind, ident in game.find(asked) if kind != "scenarios"}
    if len(found) == 1:
        return found.pop()
    if found:
        raise UsageFault(f"{asked!r} may be {' or '.join(sorted(found))}; say which")
    near = ", ".join(get_close_matches(asked, sorted(known), 3)) or "none is near"
    raise UsageFault(f"{game.id} has no piece {asked!r} (nearest: {near})")


def _nothing(game: Game, choice: Choice) -> str:
    parts = [
        f"{label} {value}"
        for label, value in (
            ("kind", " or ".join(choice.kinds)),
            ("scenario", choice.scenario),
            ("side", choice.side),
            ("id", " or ".join(choice.ids)),
        )
        if value
    ]
    wanted = f" of {', '.join(parts)}" if parts else ""
    return f"nothing to print: {game.id} has no piece{wanted}; no file was written"


def _name(raw: Any, game: Game) -> str:
    from fieldpress.model import Text

    return Text.parse(raw, game.language).get()

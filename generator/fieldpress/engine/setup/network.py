"""A procedure run without chance: which pieces can have come to which place, and by which steps.

A *group* is pieces that chance (or a player's free choice) has mixed: any of them may lie in any
spot that the group fills. A source group comes from the box, or was split off another by name, so
that its pieces are known; a mixed group was made by shuffling parts of others together. A *segment*
is a run of spots at a place that one group fills. So a procedure becomes a network through which
the pieces of a layout can be traced backwards, without trying any deal.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from fieldpress.engine.setup.layout import faces_of, other_face
from fieldpress.engine.setup.procedure import (
    ALL,
    MOVES,
    Pieces,
    Procedure,
    Step,
)
from fieldpress.engine.setup.restrictions import Condition, Restriction
from fieldpress.engine.setup.supply import Supply, decided, supply
from fieldpress.engine.verdicts import EngineFault, distinct
from fieldpress.model import Game

#: The place that pieces come from.
BOX = ""
#: What the players (or a roll) decided, by step key: "yes" or "no", a number, a face.
Decisions = Mapping[str, str | int]


@dataclass(eq=False, slots=True)
class Group:
    """Pieces that may lie in any spot of the group; `inputs` with counts (None: all the rest).

    `picks`: whether a player may have picked a piece of this class (None: no source decides it),
    and the facts that would decide it.
    """

    step: Step
    supply: Supply | None = None
    inputs: tuple[tuple[Group, int | None], ...] = ()
    parent: Group | None = None
    picks: Callable[[str], tuple[bool | None, tuple[str, ...]]] | None = None

    @property
    def size(self) -> int | None:
        if self.supply is not None:
            return self.supply.size
        sizes = [count for _, count in self.inputs]
        return None if None in sizes else sum(count or 0 for count in sizes)

    def sources(self) -> list[Group]:
        """The source groups that its pieces may have come from."""
        if self.supply is not None:
            return [self]
        found: list[Group] = []
        for group, _ in self.inputs:
            found += [source for source in group.sources() if source not in found]
        return found

    def has(self, piece: str) -> bool:
        """Whether a piece of this class can be among them."""
        if self.supply is not None:
            return self.supply.has(piece)
        if self.picks is not None and self.picks(piece)[0] is False:
            return False
        return any(group.has(piece) for group, _ in self.inputs)

    def refusing(self, piece: str) -> Iterator[Step]:
        """The steps by which nobody may have picked the piece, though it could have come so far."""
        for group, _ in self.inputs:
            if self.picks is not None and group.has(piece) and self.picks(piece)[0] is False:
                yield self.step
            yield from group.refusing(piece)

    def doubts(self, piece: str) -> tuple[tuple[Step, ...], tuple[str, ...]]:
        """The steps of which no source decides that they may have picked the piece, and the facts
        that are wanted; none where it can have come in a way that is beyond doubt."""
        ways = [group.doubts(piece) for group, _ in self.inputs if group.has(piece)]
        sure = not ways or any(not steps for steps, _ in ways)
        steps = () if sure else tuple(s for found, _ in ways for s in found)
        needs = () if sure else tuple(n for _, found in ways for n in found)
        if self.picks is not None and self.picks(piece)[0] is None:
            steps, needs = (*steps, self.step), (*needs, *self.picks(piece)[1])
        return distinct(steps), distinct(needs)

    def line(self) -> list[Group]:
        """The group and those that it was split off, nearest first."""
        return [self, *(self.parent.line() if self.parent else ())]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of `count` spots (None: as many as are left) filled by one group.

    `trail`: the steps that brought it here; `parts`: what it was mixed from at this place;
    `label`: the place that it was built at; `admits`: what a player had to pick by.
    """

    group: Group
    count: int | None
    face: str = ""
    trail: tuple[Step, ...] = ()
    label: str = ""
    admits: Pieces | None = None
    parts: tuple[Segment, ...] = ()

    def ways(self, piece: str | None) -> tuple[Step, ...]:
        """The steps that laid a piece of this class here; any piece where none is named."""
        found = [
            step
            for part in self.parts
            if piece is None or part.group.has(piece)
            for step in part.ways(piece)
        ]
        return distinct(found) or self.trail[-1:]

    def picked(self, game: Game) -> Group:
        """The group of the segment, told apart by what a player had to pick."""
        if self.admits is None:
            return self.group
        step = next((s for s in reversed(self.trail) if s.what == self.admits), self.trail[-1])
        inputs = ((self.group, self.count),)
        return Group(step, None, inputs, picks=partial(decided, game, self.admits))


@dataclass(frozen=True, slots=True)
class Edge:
    """A step moved pieces from one place to another; `fixed` where the step says how many."""

    step: Step
    source: str
    target: str
    fixed: bool


@dataclass(slots=True)
class Network:
    """Where everything may lie when the procedure has been done, under given decisions."""

    steps: Procedure
    decisions: Decisions
    places: dict[str, list[Segment]] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    restrictions: list[Restriction] = field(default_factory=list)
    done: list[Step] = field(default_factory=list)

    def expected(self, place: str) -> int | None:
        """How many pieces lie at the place; None where no source tells."""
        counts = [segment.count for segment in self.places.get(place, ())]
        return None if None in counts else sum(count or 0 for count in counts)


def variants(steps: Procedure, said: Mapping[str, bool | str]) -> Iterator[dict[str, str | int]]:
    """Every way in which players and rolls can have decided, that agrees with what was said."""
    options: dict[str, list[str | int]] = {}
    for step in steps.walk():
        if step.do == "may":
            known = said.get(step.id)
            options[step.key] = ["no", "yes"] if known is None else ["yes" if known else "no"]
            if len(step.prices) > 1 and known is not False:
                options[f"{step.key}:price"] = list(range(len(step.prices)))
        elif step.do == "pick" and step.options:
            word = said.get(step.id)
            options[step.key] = [str(word)] if word else [ident for ident, _ in step.options]
        elif step.do == "pick":
            options[step.key] = list(step.among)
        elif isinstance(step.count, tuple):
            options[step.key] = list(range(step.count[0], step.count[1] + 1))
        elif step.do == "roll" and step.what is not None:
            kind, name = step.what.kind, step.what.ids[0]
            options[step.key] = list(faces_of(steps.game, f"{kind}:{name}"))
    for chosen in itertools.product(*options.values()):
        yield dict(zip(options, chosen, strict=True))


def build(steps: Procedure, decisions: Decisions) -> Network:
    """Run the procedure. EngineFault where the steps cannot be followed (a fault of content)."""
    network = Network(steps, decisions)
    for step in steps.steps:
        _run(network, step)
    for name, segments in network.places.items():
        place = steps.places[name]
        if place.passing and any(segment.count != 0 for segment in segments):
            raise EngineFault(f"the procedure leaves pieces at {name}, where none may stay")
        if not place.ordered and len(segments) > 1:
            network.places[name] = [_mixed(network, segments, segments[-1].trail[-1])]
    return network


def _run(network: Network, step: Step) -> None:
    if step.condition is not None and not _fulfilled(network, step.condition):
        return
    network.done.append(step)
    if step.do == "take":
        _take(network, step)
    elif step.do in ("shuffle", "redraw"):
        _shuffle(network, step)
    elif step.do in ("flip", "roll"):
        _turn(network, step)
    elif step.do == "may":
        if network.decisions[step.key] == "yes":
            if step.prices:
                _move(network, step.prices[int(network.decisions.get(f"{step.key}:price", 0))])
            for inner in step.steps:
                _run(network, inner)
    elif step.do == "arrange":
        _arrange(network, step)
    elif step.do in MOVES:
        _move(network, step)
    elif step.do not in ("agree", "pick"):
        raise EngineFault(f"step {step.id}: nobody knows how to {step.do}")


def _fulfilled(network: Network, condition: Condition) -> bool:
    if condition.place:
        at = network.places.get(condition.place, [])
        return any(segment.face == condition.wanted for segment in at)
    fell = {
        str(value)
        for key, value in network.decisions.items()
        if key.split(":")[0] == condition.step and not key.endswith(":price")
    }
    return condition.wanted in fell


def _turn(network: Network, step: Step) -> None:
    """Another face: the one named, the one that fell, or the other of two."""
    turned = []
    for segment in network.places.get(step.source, []):
        face = str(network.decisions[step.key]) if step.do == "roll" else step.face
        if not face and segment.face and segment.group.supply is not None:
            pieces = list(segment.group.supply.sure)
            face = other_face(network.steps.game, pieces[0], segment.face) if pieces else ""
        turned.append(replace(segment, face=face))
    network.places[step.source] = turned


def _take(network: Network, step: Step) -> None:
    assert step.what is not None
    brought = supply(
        network.steps.game, step.what, step.count if isinstance(step.count, int) else None
    )
    group = Group(step, brought)
    network.groups.append(group)
    if not brought.open:
        network.edges.append(Edge(step, BOX, step.target, True))
    _put(network, step, [Segment(group, brought.size)])


def _shuffle(network: Network, step: Step) -> None:
    at = network.places.get(step.source, [])
    if step.do == "redraw":
        hand = network.places.get(step.target, [])
        if {id(segment.group) for segment in (*at, *hand)} != {id(s.group) for s in at[:1]}:
            raise EngineFault(f"step {step.id}: a hand that came from several piles is not redrawn")
        return  # any hand of the pile was possible before, and is so after
    if len(at) > 1:
        network.places[step.source] = [_mixed(network, at, step)]


def _mixed(network: Network, segments: list[Segment], step: Step) -> Segment:
    """One segment in which the pieces of all these may lie anywhere."""
    if len(segments) == 1:
        return segments[0]
    counts = [segment.count for segment in segments]
    total = None if None in counts else sum(count or 0 for count in counts)
    alike = {(id(segment.group), segment.admits) for segment in segments}
    if len(alike) == 1 and segments[0].admits is None:
        group = segments[0].group
    else:
        inputs: dict[int, tuple[Group, int | None]] = {}
        for segment in segments:
            source = segment.picked(network.steps.game)
            if source is not segment.group:
                network.groups.append(source)
            _, seen = inputs.get(id(source), (source, 0))
            more = None if seen is None or segment.count is None else seen + segment.count
            inputs[id(source)] = (source, more)
        group = Group(step, None, tuple(inputs.values()))
        network.groups.append(group)
    faces = {segment.face for segment in segments}
    order = [done.key for done in network.done]
    trail = sorted(
        dict.fromkeys(one for segment in segments for one in segment.trail),
        key=lambda one: order.index(one.key) if one.key in order else len(order),
    )
    face = faces.pop() if len(faces) == 1 else ""
    parts = tuple(segments) if group.supply is None else ()
    return Segment(group, total, face, tuple(trail), segments[0].label, parts=parts)


def _move(network: Network, step: Step) -> None:
    picked = _pull(network, step)
    fixed = step.count not in (None, ALL) or step.what is not None
    network.edges.append(Edge(step, step.source, step.target, fixed))
    _put(network, step, picked)


def _put(network: Network, step: Step, segments: list[Segment]) -> None:
    placed = [
        replace(
            segment,
            face=step.face or segment.face,
            trail=(*segment.trail, step),
            parts=(),
            label=segment.label if step.do == "stack" and segment.label else step.target,
        )
        for segment in segments
        if segment.count != 0
    ]
    there = network.places.get(step.target, [])
    network.places[step.target] = [*there, *placed] if step.on == "bottom" else [*placed, *there]


def _pull(network: Network, step: Step) -> list[Segment]:
    """Take the step's pieces off its place, as segments."""
    at = network.places.get(step.source, [])
    if step.what is not None and step.what.ids:
        return _pull_named(network, step, at)
    count = step.count
    if isinstance(count, tuple):
        count = int(network.decisions[step.key])
    if count in (None, ALL) and step.what is None:
        network.places[step.source] = []
        if len(at) > 1 and not network.steps.places[step.source].ordered:
            at = [_mixed(network, at, step)]  # a heap is picked up in any order
        return [replace(segment, label=segment.label or step.source) for segment in at]
    if not isinstance(count, int):
        raise EngineFault(f"step {step.id}: how many pieces is not said")
    ordered = network.steps.places[step.source].ordered
    free = step.random or step.what is not None or not ordered
    if free and len(at) > 1:
        if ordered:  # what is left would keep its order, which no group could tell
            raise EngineFault(f"step {step.id}: {step.source} is not shuffled before the choice")
        at = [_mixed(network, at, step)]
    picked, left = [], count
    rest: list[Segment] = []
    for segment in at:
        here = left if segment.count is None else min(left, segment.count)
        if here:
            picked.append(replace(segment, count=here, admits=step.what or segment.admits))
            left -= here
        remain = None if segment.count is None else segment.count - here
        if remain != 0:
            rest.append(replace(segment, count=remain))
    if left:
        raise EngineFault(f"step {step.id}: {step.source} has fewer than {count} pieces")
    network.places[step.source] = rest
    return picked


def _pull_named(network: Network, step: Step, at: list[Segment]) -> list[Segment]:
    assert step.what is not None
    copies = step.count if isinstance(step.count, int) else 1
    wanted = {f"{step.what.kind}:{ident}": copies for ident in step.what.ids}
    ordered = network.steps.places[step.source].ordered
    for piece in wanted:
        spots = [segment for segment in at if segment.group.has(piece)]
        if len(spots) > 1 and (ordered or not all(_known(segment) for segment in spots)):
            raise EngineFault(f"step {step.id}: {piece} may lie in several parts of {step.source}")
    picked, rest = [], []
    for segment in at:
        group = segment.group
        if group.supply is None or not _known(segment):
            rest.append(segment)  # chance decides what lies here, so nothing is taken by name
            continue
        here = {piece: n for piece, n in wanted.items() if group.supply.sure.get(piece, 0) >= n}
        if not here:
            rest.append(segment)
            continue
        for piece in here:
            del wanted[piece]
        named = Group(step, Supply(dict(here)), parent=group)
        others = Group(step, group.supply.without(here), parent=group)
        network.groups += [named, others]
        picked.append(replace(segment, group=named, count=named.size))
        if others.size != 0:
            rest.append(replace(segment, group=others, count=others.size))
    if wanted:
        names = ", ".join(piece.partition(":")[2] for piece in wanted)
        raise EngineFault(f"step {step.id}: {names} cannot be picked out of {step.source}")
    network.places[step.source] = rest
    if len(picked) > 1:  # picked out by name, they may be laid down in any order
        return [_mixed(network, picked, step)]
    return picked


def _known(segment: Segment) -> bool:
    """Whether all pieces of the segment are known: a source group that lies here whole."""
    return segment.group.supply is not None and segment.count == segment.group.size


def _arrange(network: Network, step: Step) -> None:
    for place, count in step.into:
        deal = replace(step, do="deal", count=count, random=True, target=place, into=())
        _move(network, deal)
        there = network.places[place]
        if len(there) > 1:
            network.places[place] = [_mixed(network, there, step)]
    network.restrictions += [
        rule
        for rule in step.restrictions
        if all(_fulfilled(network, condition) for condition in rule.conditions)
    ]

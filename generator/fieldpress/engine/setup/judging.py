"""A layout held against one way in which its procedure can have run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fieldpress.engine.setup.counting import wrong_counts
from fieldpress.engine.setup.layout import Layout, Lying, Seen
from fieldpress.engine.setup.matching import TooWide, crowded, possible
from fieldpress.engine.setup.missing import absent, without_room
from fieldpress.engine.setup.network import Group, Network, Segment
from fieldpress.engine.setup.procedure import Procedure, Step
from fieldpress.engine.setup.restrictions import Restriction, broken, mixed, parted
from fieldpress.engine.setup.supply import records, selects, why_not
from fieldpress.engine.setup.tracing import parting, runs
from fieldpress.engine.verdicts import Finding, Status, distinct

#: A spot of a place: the segments that may fill it (several where the number of pieces is wrong).
Spot = tuple[Seen, tuple[Segment, ...]]


@dataclass(slots=True)
class Judge:
    """One way in which the procedure can have run, held against a layout."""

    network: Network
    layout: Layout
    findings: list[Finding] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    spots: dict[str, list[Spot]] = field(default_factory=dict)
    short: set[str] = field(default_factory=set)

    def rank(self) -> tuple[int, int]:
        raised = sum(finding.status == "raised" for finding in self.findings)
        return raised, len(self.findings) - raised

    @property
    def steps(self) -> Procedure:
        return self.network.steps

    def judge(self) -> None:
        judged = {
            name: lying
            for name, lying in self.layout.places.items()
            if not self.steps.places[name].free
        }
        expected = {name: self.network.expected(name) for name in self.steps.places}
        seen = {name: Counter(s.piece for s in lying.pieces) for name, lying in judged.items()}
        wrong = wrong_counts(self.network, expected, seen)
        for name, lying in judged.items():
            self.spots[name] = list(self._spots(name, lying))
        for one in wrong:
            if not one.expected and None not in seen[one.place]:
                continue  # nothing belongs there: each piece is told of by itself
            self.findings.append(
                Finding(
                    "wrong-number",
                    {"place": one.place, "expected": one.expected, "seen": one.seen},
                    f"place:{one.place}",
                    one.clauses or self._not_used(one.place, None),
                )
            )
        self.short = {one.place for one in wrong if one.seen < one.expected}
        for name in judged:
            self._judge_place(name)
        self._judge_numbers()
        self._judge_restrictions()
        self._judge_absent()
        if not any(finding.status == "raised" for finding in self.findings):
            self._judge_together()

    # -- spots -------------------------------------------------------------------------------------

    def _spots(self, name: str, lying: Lying) -> Iterator[Spot]:
        """Each piece of a place with the segments that its spot may belong to."""
        segments = self.network.places.get(name, [])
        number, expected = len(lying.pieces), self.network.expected(name)
        if not lying.in_order or len(segments) <= 1:
            for piece in lying.pieces:
                yield piece, tuple(segments)
            return
        found = runs(segments, number if expected is None else expected)
        slack = 0 if expected is None else expected - number
        for at, piece in enumerate(lying.pieces):
            low, high = sorted((at, at + slack))
            fit = tuple(s for start, end, s in found if start <= high and low < end)
            yield piece, fit or tuple(segments)

    # -- single pieces -----------------------------------------------------------------------------

    def _judge_place(self, name: str) -> None:
        copies: Counter[tuple[str, int]] = Counter()
        for at, (seen, segments) in enumerate(self.spots[name], 1):
            if seen.piece is None:
                continue
            where: dict[str, Any] = {"piece": seen.piece, "place": name}
            if self.layout.places[name].in_order:
                where |= {"at": at, "of": len(self.spots[name])}
            if seen.copy:
                copies[seen.piece, seen.copy] += 1
            fit = [s for s in segments if s.picked(self.steps.game).has(seen.piece)]
            if fit:
                self._judge_maybe(seen, fit, where)
                self._judge_picked(seen.piece, fit, where)
                self._judge_face(seen, fit, where)
            else:
                self._misplaced(seen.piece, name, segments, where)
        for (piece, copy), count in copies.items():
            if count > 1:
                roots = [r for r in self._roots() if r.supply and r.supply.has(piece)]
                clauses = distinct(c for root in roots for c in root.step.clauses)
                self._say("same-piece-twice", {"piece": piece, "copy": copy}, piece, clauses)

    def _judge_maybe(self, seen: Seen, fit: list[Segment], where: dict[str, Any]) -> None:
        """A piece that may or may not be among those taken: open, by the facts that decide it."""
        piece = seen.piece or ""
        sources = [source for segment in fit for source in segment.group.sources()]
        supplies = [s.supply for s in sources if s.supply is not None and s.supply.has(piece)]
        if any(supply.certain(piece) for supply in supplies):
            return
        needs = distinct(n for supply in supplies for n in supply.maybe[piece][0])
        code = "maybe-taken" if any(supply.open for supply in supplies) else "maybe-unnamed"
        clauses = distinct(
            c
            for s in sources
            if s.supply and s.supply.has(piece)
            for c in s.line()[-1].step.clauses
        )
        self.findings.append(Finding(code, where, piece, clauses, "open", needs))

    def _judge_picked(self, piece: str, fit: list[Segment], where: dict[str, Any]) -> None:
        """A piece that a player may or may not have picked: open, by the facts that decide it."""
        ways = [segment.picked(self.steps.game).doubts(piece) for segment in fit]
        if any(not steps for steps, _ in ways):
            return
        clauses = distinct(c for steps, _ in ways for step in steps for c in step.clauses)
        needs = distinct(need for _, wanted in ways for need in wanted)
        self.findings.append(Finding("maybe-picked", where, piece, clauses, "open", needs))

    def _judge_face(self, seen: Seen, fit: list[Segment], where: dict[str, Any]) -> None:
        if not seen.face:
            return
        plain = ("up", "down")  # of a card with one front; other faces have names
        wanted = {s.face for s in fit if s.face and (s.face in plain) == (seen.face in plain)}
        if wanted and seen.face not in wanted:
            turned = [
                step
                for step in self.network.done
                if step.do == "flip" and step.source == where["place"] and step.face in wanted
            ]
            steps = turned or [step for s in fit for step in s.trail if step.face in wanted]
            clauses = distinct(c for step in steps for c in step.clauses)
            params = {**where, "face": seen.face, "expected": sorted(wanted)[0]}
            self._say("wrong-face", params, seen.piece or "", clauses)

    def _misplaced(
        self, piece: str, name: str, segments: tuple[Segment, ...], where: dict[str, Any]
    ) -> None:
        homes = [g for g in self._leaves() if g.supply and g.supply.has(piece)]
        if not homes:
            self._foreign(piece, name, segments, where)
            return
        allowed = list(self._may_lie(piece))
        leaves = [leaf for segment in segments for leaf in segment.group.sources()]
        clauses = distinct(c for step in parting(homes, leaves) for c in step.clauses)
        refused = [step for s in segments for step in s.picked(self.steps.game).refusing(piece)]
        if refused:  # it could be there, but not as what had to be picked
            clauses = distinct(c for step in refused for c in step.clauses)
        if not segments:
            reaching = list(self._reaching(piece))
            lacking = [(name, s) for name, s in reaching if name in self.short]
            ways = [step for _, s in lacking or reaching for step in s.ways(piece)]
            clauses = distinct(c for step in ways for c in step.clauses)
        self._say("misplaced", {**where, "may_lie": allowed}, piece, clauses)

    def _foreign(
        self, piece: str, name: str, segments: tuple[Segment, ...], where: dict[str, Any]
    ) -> None:
        """A piece that this setup does not use at all."""
        skipped = self._not_used(name, piece)
        takes = distinct(
            group.line()[-1].step for s in segments for group in s.group.sources()
        ) or tuple(s for s in self.network.done if s.do == "take" and s.target == name)
        reason: str = "not-used"
        for step in takes:
            if step.what is not None:
                reason, read = why_not(self.steps.game, step.what, piece)
                self.read += read
        clauses = skipped or distinct(c for step in takes for c in step.clauses)
        clauses = clauses or self._not_used(name, None)
        self._say("not-taken", {**where, "reason": reason}, piece, clauses)

    def _not_used(self, name: str, piece: str | None) -> tuple[str, ...]:
        """The clauses that leave out a step which would fill the place or take the piece."""
        found: list[str] = []
        for skipped in self.steps.skipped:
            step = skipped.step
            takes = (
                step.do == "take"
                and step.what is not None
                and piece is not None
                and why_not(self.steps.game, step.what, piece)[0] == "other-piece"
                and selects(self.steps.game, step.what, piece)
            )
            if takes or (piece is None and step.target == name):
                found += skipped.clauses
        if piece is not None and not found:
            found += [
                clause
                for what, clauses in self.steps.left_out
                if selects(self.steps.game, what, piece)
                for clause in clauses
            ]
        if piece is None and not found:
            found += [
                clause
                for step in self.steps.walk()
                for price in step.prices
                if price.target == name
                for clause in price.clauses
            ]
        if piece is None and not found:
            side = self.steps.places[name]
            for step in self.steps.walk():
                if step.do == "take" and step.what and step.what.kind == side.holds:
                    place = self.steps.places[step.target]
                    if not place.side or side.side in ("", place.side):
                        found += step.clauses
        return distinct(found)

    # -- all pieces --------------------------------------------------------------------------------

    def _judge_numbers(self) -> None:
        """More of a piece than were taken; wherever they lie."""
        seen: Counter[str] = Counter(
            spot.piece for spots in self.spots.values() for spot, _ in spots if spot.piece
        )
        for root in self._roots():
            supply = root.supply
            if supply is None:
                continue
            clauses = root.step.clauses
            for piece, count in supply.sure.items():
                others = sum(
                    r.supply.sure.get(piece, 0) for r in self._roots() if r is not root and r.supply
                )
                if seen[piece] > count + others and self._first(root, piece):
                    params = {"piece": piece, "seen": seen[piece], "most": count + others}
                    self._say("too-many", params, piece, clauses)
            if supply.open or not supply.blanks:
                continue
            elsewhere = [r.supply for r in self._roots() if r is not root and r.supply]
            unnamed = {
                p: n
                for p, n in seen.items()
                if p in supply.blanks
                or (p in supply.maybe and not any(other.has(p) for other in elsewhere))
            }
            most = sum(supply.blanks.values())
            if sum(unnamed.values()) > most:
                params = {"seen": sum(unnamed.values()), "most": most, "pieces": sorted(unnamed)}
                self._say("too-many-unnamed", params, next(iter(supply.blanks)), clauses)
            for piece, count in unnamed.items():
                bound = supply.maybe[piece][1] if piece in supply.maybe else None
                if bound is not None and count > bound:
                    params = {"piece": piece, "seen": count, "most": bound}
                    self._say("too-many", params, piece, clauses)

    def _first(self, root: Group, piece: str) -> bool:
        """Whether the root is the first that brings the piece, so that it is told once."""
        bringing = [r for r in self._roots() if r.supply and piece in r.supply.sure]
        return bringing[0] is root

    def _judge_restrictions(self) -> None:
        self._judge_placing([r for r in self.network.restrictions if r.placing])
        for restriction in self.network.restrictions:
            for name in restriction.places:
                spots = self.spots.get(name, [])
                together = restriction.together
                if (
                    restriction.placing
                    or not self.layout.places.get(name, Lying(name, (), False)).in_order
                ):
                    continue
                for start in range(0, len(spots), together):
                    run = [spot.piece for spot, _ in spots[start : start + together] if spot.piece]
                    for piece, count in Counter(run).items():
                        if count > 1:
                            self._alike(restriction, piece, name, start + 1)

    def _judge_placing(self, rules: list[Restriction]) -> None:
        """Rules on which pieces share a place or follow one another, and cannot be kept."""
        names = distinct(name for rule in rules for name in rule.places)
        seen = {n: Counter(s.piece for s, _ in self.spots.get(n, ()) if s.piece) for n in names}
        room: dict[str, int | None] = {}
        for name in names:
            expected = self.network.expected(name)
            if name in self.spots and expected is not None:  # what is lacking is told of elsewhere
                room[name] = max(expected, len(self.spots[name])) - seen[name].total()
        for rule in broken(rules, seen, room):
            params: dict[str, Any] = {
                "places": list(rule.places),
                "groups": [list(group) for group in rule.groups],
                "parted": [[list(one) for one in found] for found in parted(rule, seen)],
                "mixed": [[list(one) for one in found] for found in mixed(rule, seen)],
            }
            self._say(f"not-{rule.kind}", params, rule.groups[0][0], rule.clauses)

    def _alike(self, restriction: Restriction, piece: str, name: str, at: int) -> None:
        """Pieces of one class that are turned over together. Pieces known by number only may
        differ: whether they do is open where it decides anything."""
        kind, _, ident = piece.partition(":")
        named = ident in records(self.steps.game, kind)
        if not named and restriction.penalty:
            return
        status: Status = "lifted" if restriction.penalty else "raised" if named else "open"
        needs = () if named else (f"{ident}.alike",)
        params: dict[str, Any] = {"piece": piece, "place": name, "at": at}
        params |= {"penalty": True} if restriction.penalty else {}
        self.findings.append(
            Finding("alike-together", params, piece, restriction.clauses, status, needs)
        )

    def _judge_together(self) -> None:
        """Each piece may lie where it does; now all at once, and with room left for the others."""
        demand: dict[int, Counter[str]] = {}
        groups = list(self.network.groups)
        for name, spots in self.spots.items():
            segments = self.network.places.get(name, [])
            for seen, fit in spots:
                if seen.piece is None or not fit:
                    continue
                group = fit[0].group
                if len(fit) > 1:  # no order was given: any of them
                    group = self._any_of(name, segments, groups)
                demand.setdefault(id(group), Counter())[seen.piece] += 1
        try:
            fine = possible(groups, demand)
        except TooWide:
            self.findings.append(Finding("too-wide", {}, "", (), "open"))
            return
        if fine:
            return
        before = len(self.findings)
        for piece, count, step in without_room(self.network, self.spots):
            self._no_room(piece, count, step)
        if len(self.findings) == before:
            steps = list(crowded(groups, demand))
            steps = steps or [g.step for g in self.network.groups if g.supply is None]
            self._say("cannot-all", {}, "", distinct(c for step in steps for c in step.clauses))

    def _judge_absent(self) -> None:
        """Pieces that must lie somewhere, and every spot of theirs shows something else.

        A place that is told to be short of pieces already stands for those that it lacks.
        """
        for piece, count, step in absent(self.network, self.spots):
            if not any(entry["place"] in self.short for entry in self._may_lie(piece)):
                self._no_room(piece, count, step)

    def _no_room(self, piece: str, count: int, step: Step) -> None:
        params = {"piece": piece, "count": count, "may_lie": list(self._may_lie(piece))}
        self._say("no-room", params, piece, step.clauses)

    def _any_of(self, name: str, segments: list[Segment], groups: list[Group]) -> Group:
        """The group of a place whose order was not given, made once."""
        key = f"any:{name}"
        for group in groups:
            if group.step.key == key:
                return group
        step = Step(id=name, key=key, do="shuffle", clauses=segments[-1].trail[-1].clauses)
        inputs = tuple((segment.group, segment.count) for segment in segments)
        groups.append(Group(step, None, inputs))
        return groups[-1]

    # -- helpers -----------------------------------------------------------------------------------

    def _say(
        self, code: str, params: dict[str, Any], record: str, clauses: tuple[str, ...]
    ) -> None:
        self.findings.append(Finding(code, params, record, clauses))

    def _leaves(self) -> list[Group]:
        groups = self.network.groups
        parents = {id(group.parent) for group in groups}
        return [g for g in groups if g.supply is not None and id(g) not in parents]

    def _roots(self) -> list[Group]:
        return [g for g in self.network.groups if g.supply is not None and g.parent is None]

    def _reaching(self, piece: str) -> Iterator[tuple[str, Segment]]:
        for name, segments in self.network.places.items():
            for segment in segments:
                if segment.picked(self.steps.game).has(piece):
                    yield name, segment

    def _may_lie(self, piece: str) -> Iterator[dict[str, Any]]:
        """Where a piece may lie: place, and from which to which spot of a pile."""
        for name, segments in self.network.places.items():
            start = 1
            for segment in segments:
                end = None if segment.count is None else start + segment.count - 1
                if segment.picked(self.steps.game).has(piece):
                    entry: dict[str, Any] = {"place": name}
                    if len(segments) > 1:
                        entry |= {"from": start, "to": end}
                    yield entry
                start = start if end is None else end + 1

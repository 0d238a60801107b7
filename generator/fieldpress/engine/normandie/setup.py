"""Is this setup legal? Tiles, armies, cards, markers and where each unit stands, against the
scenario; every violation with its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fieldpress.engine.normandie.generated import landing
from fieldpress.engine.normandie.layout import Layout, read_layout
from fieldpress.engine.normandie.report import SetupReport
from fieldpress.engine.normandie.rulebook import Rulebook
from fieldpress.engine.normandie.standing import handed_out, places
from fieldpress.engine.tri import known, negate
from fieldpress.engine.verdicts import Finding
from fieldpress.model import Library


def check_setup(library: Library, raw: Mapping[str, Any]) -> SetupReport:
    """Judge a layout (schema/setup.normandie.json). EngineFault where it cannot be read."""
    k, lay = read_layout(library, raw)
    found: list[Finding] = []
    unseen: list[str] = []
    for check in (
        _tiles,
        _armies,
        _cards,
        _order,
        _objectives,
        _craft,
        places,
        handed_out,
        landing,
    ):
        for one in check(k, lay):
            if isinstance(one, str):
                unseen.append(one)
            else:
                found.append(one)
    rank = {"raised": 0, "open": 1, "lifted": 2}
    found.sort(key=lambda one: rank[one.status])
    return SetupReport(
        k.game, str(k.scenario.id if k.scenario else ""), tuple(found), tuple(unseen)
    )


def _scenario(k: Rulebook) -> Mapping[str, Any]:
    return k.scenario.raw if k.scenario else {}


def _wrong(code: str, clauses: Iterable[str], record: str = "", **params: Any) -> Finding:
    return Finding(code, params, record, tuple(clauses))


def _tiles(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Each tile of the scenario, on the face that it names, and no other."""
    wanted = {
        entry["tile"].rpartition("/")[2]: entry
        for entry in _scenario(k).get("tiles", ())
        if k.in_force(entry) and k.applies(entry.get("if")).value is not False
    }
    if lay.tiles is None:
        if wanted:
            yield "tiles"
        return
    laid = Counter(tile for tile, _ in lay.tiles)
    clauses: list[str] = next((entry["clauses"] for entry in wanted.values()), [])
    for tile, face in lay.tiles:
        if tile not in wanted:
            yield _wrong("tile-extra", clauses, f"tile:{tile}")
        elif wanted[tile]["face"] != face:
            entry = wanted[tile]
            yield _wrong(
                "tile-face", entry["clauses"], f"tile:{tile}", face=face, wanted=entry["face"]
            )
    for tile, count in laid.items():
        if count > 1:
            yield _wrong("tile-twice", clauses, f"tile:{tile}")
    for tile, entry in wanted.items():
        if tile not in laid:
            yield _wrong("tile-missing", entry["clauses"], f"tile:{tile}", face=entry["face"])


def _armies(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """What each side fields is what its list has, with the campaign's reinforcements."""
    for side, raw in _scenario(k).get("sides", {}).items():
        army = k.game.armies.get(raw.get("army", ""))
        if army is None:
            continue
        keys = list(army.raw.get("clauses", ()))
        listed: Counter[str] = Counter()
        perhaps: Counter[str] = Counter()
        total, priced = 0, True
        for formation in army.raw["formations"]:
            there = k.applies(formation.get("if"))
            if there.value is False:
                continue
            for entry in formation["entries"]:
                copies = entry.get("copies", 1)
                many = copies if isinstance(copies, int) else copies.get("value", 1)
                (listed if there.value else perhaps)[entry["option"]] += many
                points = entry["points"]
                if isinstance(points, Mapping) and "none" in points:
                    continue
                value = points.get("value") if isinstance(points, Mapping) else points
                if isinstance(value, int) and there.value:
                    total += value
                else:
                    priced = priced and not there.value
        if side not in lay.armies:
            yield f"the army of the {k.game.side_name(side)}"
        else:
            yield from _compare(k, side, Counter(lay.armies[side]), listed, perhaps, keys)
        if side in lay.points and priced and lay.points[side] != total:
            yield _wrong("points-differ", keys, f"side:{side}", told=lay.points[side], total=total)


def _compare(
    k: Rulebook,
    side: str,
    given: Counter[str],
    listed: Counter[str],
    perhaps: Counter[str],
    clauses: list[str],
) -> Iterator[Finding]:
    """Options fielded against the list: too many, or left out."""
    for option, count in given.items():
        over = count - listed[option]
        if over > 0 and over <= perhaps[option]:
            yield Finding(
                "reinforcement-open", {"side": side}, f"option:{option}", tuple(clauses), "open",
                ("given.effects",),
            )  # fmt: skip
        elif over > 0:
            yield _wrong("option-extra", clauses, f"option:{option}", side=side, count=over)
    for option, count in listed.items():
        if given[option] < count:
            missing = count - given[option]
            yield _wrong("option-missing", clauses, f"option:{option}", side=side, count=missing)


def _cards(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """The cards that leave each deck, and those put aside."""
    for side in k.game.sides:
        wanted = {
            str(entry.get("action") or entry["category"]): entry
            for entry in _scenario(k).get("removals", ())
            if side in entry["decks"] and k.in_force(entry)
        }
        if side not in lay.removed:
            if wanted:
                yield f"the cards taken out of the deck of the {k.game.side_name(side)}"
            continue
        for card in lay.removed[side]:
            if card not in wanted:
                clauses = next(iter(wanted.values()))["clauses"] if wanted else []
                yield _wrong("card-removed", clauses, f"action:{card}", side=side)
        for card, entry in wanted.items():
            if card not in lay.removed[side]:
                yield _wrong("card-left", entry["clauses"], f"action:{card}", side=side)
    aside = [e for e in _scenario(k).get("set_aside", ()) if k.in_force(e)]
    if lay.set_aside is not None:
        for entry in aside:
            if entry["action"] not in lay.set_aside:
                yield _wrong("not-set-aside", entry["clauses"], f"action:{entry['action']}")


def _order(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Who deploys first and has the initiative, the hands, the Bonus tactics."""
    for name, told in (("deploys-first", lay.first), ("initiative", lay.initiative)):
        wanted = k.figure(name)
        if wanted.value is None:
            continue
        side = k.by_role(wanted.value)
        if told is None:
            yield {"deploys-first": "who deployed first"}.get(name, "who has the initiative")
        elif told != side:
            yield _wrong(f"wrong-{name}", wanted.clauses, f"side:{told}", wanted=side)
    hand = k.figure("hand-size")
    for side, count in lay.hand.items():
        if hand.value is not None and count != hand.number:
            yield _wrong("wrong-hand", hand.clauses, f"side:{side}", count=count, wanted=hand.value)
    if not lay.hand and hand.value is not None:
        yield "the hands"
    start = [e for e in k.entries("bonus-tactics") if "turn" not in e and "from_turn" not in e]
    if lay.bonus_tactics is None:
        if start:
            yield "the Bonus tactics"
    elif start and start[0]["value"] != lay.bonus_tactics:
        yield _wrong(
            "wrong-bonus", start[0]["clauses"], count=lay.bonus_tactics, wanted=start[0]["value"]
        )


def _objectives(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """How many objectives lie on the battlefield."""
    raw = _scenario(k).get("objectives")
    if not raw:
        return
    if not lay.objectives:
        yield "the objectives"
    for kind, count in lay.objectives.items():
        told = raw.get(kind)
        wanted = told.get("value") if isinstance(told, Mapping) else told
        if isinstance(wanted, int) and wanted != count:
            yield _wrong("wrong-objectives", raw["clauses"], kind=kind, count=count, wanted=wanted)


def _craft(k: Rulebook, lay: Layout) -> Iterator[Finding | str]:
    """Landing craft as the scenario lists them; so many loaded, none over its capacity."""
    listed = [e for e in _scenario(k).get("landing_craft", ()) if k.in_force(e)]
    t = lay.table
    if not t.craft:
        if listed:
            yield "the landing craft"
        return
    clauses = listed[0]["clauses"] if listed else []
    if listed:
        wanted = Counter((e["size"], tuple(e["die"])) for e in listed)
        for name, one in t.craft.items():
            kind = (one.get("size"), tuple(one.get("die") or ()))
            if None in kind or not kind[1]:
                continue
            if not wanted[kind]:
                yield _wrong("craft-extra", clauses, f"craft:{name}", size=one.get("size"))
            wanted[kind] -= 1
        for (size, die), count in wanted.items():
            if count > 0:
                yield _wrong("craft-missing", clauses, size=size, die=list(die))
    loaded = [name for name, one in t.craft.items() if one.get("holds")]
    limit = k.figure("craft-loaded")
    if limit.value is not None and len(loaded) > limit.number:
        yield _wrong("craft-loaded", limit.clauses, count=len(loaded), wanted=limit.value)
    empty = k.figure("craft-empty")
    if empty.value is not None and len(t.craft) - len(loaded) < empty.number:
        yield _wrong("none-left-empty", empty.clauses, limit=empty.value)
    yield from _loads(k, lay, loaded)


def _loads(k: Rulebook, lay: Layout, loaded: list[str]) -> Iterator[Finding]:
    """What lies in each craft, in transport points; a vehicle fills it."""
    capacity, t = k.figure("craft-capacity"), lay.table
    if capacity.value is None:
        return
    for name in loaded:
        total, needs = 0, []
        for unit in t.craft[name]["holds"]:
            if unit not in t.units:
                needs.append(f"given.units.{unit}")
                continue
            if t.is_kind(unit, "light-vehicle", "heavy-vehicle").value:
                total += capacity.number
                continue
            points = t.told(unit, "transport")
            if points is None:
                needs.append(f"given.units.{unit}.transport")
            else:
                total += points
        over = known(total > capacity.number)
        params = {"load": total, "limit": capacity.value}
        if over.value:
            yield Finding("over-capacity", params, f"craft:{name}", capacity.clauses)
        elif needs and negate(over).value:
            yield Finding(
                "over-capacity", params, f"craft:{name}", capacity.clauses, "open", tuple(needs)
            )

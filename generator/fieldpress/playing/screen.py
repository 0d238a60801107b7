"""The table on the screen: what everybody sees, the Combat, a hand, the moves by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from fieldpress.engine.commando.combat import combat_value
from fieldpress.engine.commando.missions import telling
from fieldpress.engine.commando.missions.seen import seen
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.phrases import PHASES
from fieldpress.engine.commando.play.decisions import Decision
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.room import units_allowed, units_played
from fieldpress.engine.commando.saying import roles
from fieldpress.engine.commando.state import ATTACKER, DEFENDER
from fieldpress.engine.knowledge import HIDDEN, face_of
from fieldpress.playing import words

#: A side's colour on the screen, by its role.
COLOURS = {ATTACKER: "cyan", DEFENDER: "yellow"}
_KINDS = {"unit": "red", "event": "blue", "action": "yellow"}


def colour(game: Game, side: str) -> str:
    return COLOURS.get(game.k.role_of_side(side), "white")


def public(game: Game, seat: str) -> RenderableType:
    """What lies open, and of `seat` ("" for nobody) what it may see besides."""
    state, k = game.state, game.k
    scenario = k.scenario
    title = f"{k.game.title}: {scenario.title if scenario else ''}"
    phase = roles(k.game, PHASES.get(state.phase, state.phase)) if state.phase else ""
    head = f"Turn {state.turn}, {phase}" if state.turn else phase
    parts: list[RenderableType] = [_sides(game)]
    parts += [_field(game, seat)] if state.mission is not None else []
    parts += [_terrain(game, index) for index, place in enumerate(state.places) if place.terrain]
    if state.phase == "progression":
        up = Counter(state.revealed or ())
        parts += [_turned_up(game, one, number) for one, number in up.items()]
    parts += [_fights(game)] if state.fights else []
    parts += list(_against(game, seat))
    return Panel(Group(*parts), title=title, subtitle=head, title_align="left")


def _sides(game: Game) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    state = game.state
    for side in sorted(state.sides, key=game.k.role_of_side):
        held = state.sides[side]
        tokens = Counter(token.counter for token in held.tokens or ())
        shown = ", ".join(f"{n} {words.piece(game, c)}{_s(n)}" for c, n in tokens.items())
        facts = [
            f"{len(held.hand or ())} in hand", f"{held.draw_pile} to draw", shown or "no tokens",
        ]  # fmt: skip
        if held.strength is not None:
            facts.append(f"{'♥' * held.strength} {held.strength} Strength")
        if held.heroic:
            facts.append(f"{len(held.heroic)} heroic left")
        if held.taken:
            facts.append(f"won: {', '.join(words.piece(game, t) for t in held.taken)}")
        turn = " ◂ Turn token" if state.turn_token == side else ""
        name = Text(words.side(game, side), style=f"bold {colour(game, side)}")
        grid.add_row(name, Text(" · ".join(facts) + turn))
    grid.add_row(Text("Table", style="bold"), Text(" · ".join(_table(game))))
    return grid


def _field(game: Game, seat: str) -> RenderableType:
    """The battlefield of a mission, as far as `seat` may see it."""
    assert game.state.mission is not None
    found = list(telling.lines(game.k.game, seen(game.k, game.state.mission, seat)))
    return Text("\n".join(["", *found]))


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _table(game: Game) -> list[str]:
    state = game.state
    out = [f"Reserve {state.reserve}"]
    out += [f"{n} {words.piece(game, c)}{_s(n)} beside it" for c, n in state.supply.items() if n]
    cross = game.k.parameter("terrains-to-cross")
    if cross is not None and state.crossed is not None:
        out.append(f"{min(state.crossed, int(cross.value))} of {cross.value} Terrains crossed")
    if state.counter_pile:
        out.append(f"{len(state.counter_pile)} cards on the counter-attack pile")
    return out


def _terrain(game: Game, index: int) -> Text:
    state, k = game.state, game.k
    place = state.places[index]
    face = face_of(k.terrain(place.terrain), place.face)
    text = Text()
    text.append(f"\n{face.name}", style="bold green")
    if state.phase == "progression":
        return Text(f"\nThe last turn was played on {face.name}.", style="dim")
    size = units_allowed(k, state, index).amount
    sent = units_played(k, state, index).amount
    text.append(f"  size {size.to_json()}, {sent.to_json()} sent")
    draws = {side: fact.value for side, fact in (face.draws.value or {}).items()}
    if state.phase == "attacker" and draws:
        shown = ", ".join(f"{words.side(game, side)} {number}" for side, number in draws.items())
        text.append(f"; draws: {shown}")
    if place.ended:
        text.append(f"  won by {words.side(game, k.side_of_role(place.ended))}", style="bold")
    if face.text.known and face.text.value is not None:
        text.append(f"\n  {words.plain(game, face.text.value)}", style="italic")
    return text


def _turned_up(game: Game, terrain: str, number: int) -> Text:
    """A Terrain that may be chosen: what whoever chooses has to know of it."""
    record = game.k.terrain(terrain)
    face = face_of(record, "A" if getattr(record, "faces", ()) else "")
    text = Text()
    text.append(f"\n{f'{number}× ' if number > 1 else ''}{face.name}", style="bold green")
    facts = [f"size {face.size.value}"] if face.size.known else []
    draws = {side: fact.value for side, fact in (face.draws.value or {}).items()}
    if draws:
        shown = ", ".join(f"{words.side(game, side)} {number}" for side, number in draws.items())
        facts.append(f"draws: {shown}")
    text.append(f"  {'; '.join(facts)}")
    if face.text.known and face.text.value is not None:
        text.append(f"\n  {words.plain(game, face.text.value)}", style="italic")
    return text


def _fights(game: Game) -> Grid:
    grid = Grid(box=None, padding=(0, 2), show_header=False)
    state, k = game.state, game.k
    for index, fight in enumerate(state.fights):
        row = []
        for role in (ATTACKER, DEFENDER):
            play = getattr(fight, role)
            if play is None:
                row.append(Text("nobody yet" if not fight.result else "nobody", style="dim"))
                continue
            cards = [words.piece(game, state.plays[play].card)]
            cards += [
                words.piece(game, p.card)
                for p in state.plays
                if p.fight == index and p.role == "action" and p.side == k.side_of_role(role)
            ]
            side = k.side_of_role(role)
            tokens = [words.piece(game, t.counter) for t in fight.tokens.get(side, ())]
            value = combat_value(k, state, index, role).amount.to_json()
            style = "strike dim" if state.plays[play].destroyed else COLOURS[role]
            text = Text(" + ".join([*cards, *tokens]), style=style)
            row.append(text if fight.result else Text.assemble(text, (f"  = {value}", "bold")))
        result = {"": "", ATTACKER: "◂ won", DEFENDER: "won ▸", "unfaced": "unfaced"}[fight.result]
        grid.add_row(row[0], Text("against", style="dim"), row[1], Text(result, style="dim"))
    return grid


def _against(game: Game, seat: str) -> Iterator[RenderableType]:
    """What the Units say that `seat` fights against now."""
    for fight in game.state.fights:
        for index in (fight.attacker, fight.defender) if not fight.result else ():
            play = game.state.plays[index] if index is not None else None
            if play is None or play.side == seat or not seat or play.card == HIDDEN:
                continue
            card = game.k.card(play.card)
            if card.text.known and card.text.value is not None:
                text = words.plain(game, card.text.value)
                yield Padding(Text(f"{card.name}: {text}", style="italic"), (0, 0, 0, 2))


def hand(game: Game, side: str, *, texts: bool = True) -> RenderableType:
    """A side's hand, each card once, with what it says; without the texts in a line."""
    grid = Grid(box=None, padding=(0, 2), show_header=False)
    counted = Counter(game.state.sides[side].hand or ())
    named = []
    for ident in sorted(counted, key=lambda card: _order(game, card)):
        card, kind = game.k.card(ident), str(game.k.fact("card", ident, "kind").value)
        value = game.k.fact("card", ident, "combat_value")
        name = f"{counted[ident]}× {card.name}" if counted[ident] > 1 else str(card.name)
        if game.k.fact("card", ident, "heroic").value:
            name += " ★"
        words_ = (
            words.plain(game, card.text.value)
            if card.text.known and card.text.value is not None
            else ""
        )
        worth = str(value.value) if value.known and kind == "unit" else ""
        style = _KINDS.get(kind, "")
        grid.add_row(Text(name, style=style), Text(worth), Text(words_, style="dim"))
        named.append(Text(f"{name} {worth}".rstrip(), style=style))
    title = f"Hand of {words.side(game, side)}"
    shown = grid if texts else Text(" · ").join(named)
    return Panel(shown, title=title, title_align="left", border_style=colour(game, side))


def _order(game: Game, card: str) -> tuple[int, str]:
    kinds = ("unit", "action", "event")
    kind = str(game.k.fact("card", card, "kind").value)
    return kinds.index(kind) if kind in kinds else len(kinds), str(game.k.card(card).name)


def moves(game: Game, asked: Decision, found: list[Move]) -> RenderableType:
    """The legal moves by number."""
    from fieldpress.engine.commando.phrases import DECISIONS

    lines: list[RenderableType] = [
        Text.assemble(
            (words.side(game, asked.side), f"bold {colour(game, asked.side)}"),
            f" {DECISIONS.get(asked.kind, asked.kind)}:",
        )
    ]
    for number, move in enumerate(found, 1):
        lines.append(Text(f"  {number:>2}  {words.move(game, move, asked)}"))
        if move.verb == "take_heroic":  # it lay face down until now: nothing on the table tells
            card = game.k.card(str(move.what))
            if card.text.known and card.text.value is not None:
                told_ = Text(words.plain(game, card.text.value), style="dim")
                lines.append(Padding(told_, (0, 0, 0, 6)))
    return Group(*lines)


def told(console: Console, lines: Iterable[str]) -> None:
    """What happened since the last screen."""
    for line in lines:
        console.print(Text(f"  {line}", style="dim"))

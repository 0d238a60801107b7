"""One sitting at the keyboard: screens, questions, moves, until the game is over or left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from fieldpress.engine.commando.checks import grounds
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.decisions import Decision
from fieldpress.engine.commando.play.game import Game
from fieldpress.engine.commando.play.history import History
from fieldpress.engine.commando.play.players import Player
from fieldpress.errors import FieldpressError
from fieldpress.model.addresses import address
from fieldpress.playing import asking, saving, screen, words
from fieldpress.playing.marking import MARK

#: Decisions at which most often nothing is to be done: the hand is shown only when asked for.
_BRIEF = frozenset({"answer", "window"})
#: Moves that nobody is asked about where there is no other: to pass, and the one way that is open.
_NO_CHOICE = ("decline", "done", "go")
HELP = """\
  NUMBER        make that move           why NUMBER | why MOVE   the rules for or against it
  undo, redo    as far as nothing was    card NAME    what a card says
                turned up or tossed      table, hand, discards   show them again
  save FILE     keep the game            quit         leave it
Moves can be written: play NAME, send NAME, toss NAME, cross NAME, pass, retreat, why NAME."""


class Session:
    """A game at the terminal. `bots`: the sides that no person plays. `banner`: said with every
    screen, where the game rests on stand-ins."""

    def __init__(
        self,
        game: Game,
        console: Console,
        ask: Callable[[str], str],
        *,
        bots: Mapping[str, Player] | None = None,
        banner: str = "",
        save_to: Path | None = None,
        options: Mapping[str, Any] | None = None,
        kept: bool = False,
    ) -> None:
        self.game, self.console, self.ask = game, console, ask
        self.bots, self.banner = dict(bots or {}), banner
        self.mark = MARK if banner else ""
        self.save_to, self.options = save_to, dict(options or {})
        self.history = History(game)
        self.kept = kept
        self.seat = ""
        self.unseen: dict[str, list[str]] = {side: [] for side in ("", *game.state.sides)}
        #: The cards whose texts a side has seen since it took the keyboard.
        self.known: dict[str, set[str]] = {side: set() for side in game.state.sides}
        self.saved = True
        assert game.state.table is not None
        game.state.table.log = []

    # -- the loop --------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play until the game is over (True) or left (False). An interrupt keeps the game where it
        was to be kept, and goes on."""
        try:
            return self._play()
        except KeyboardInterrupt:
            if self.save_to is not None and not self.saved:
                saving.save(self.game, self.save_to, self.options)
            raise

    def _play(self) -> bool:
        while (asked := self.game.to_move) is not None:
            moves = self.game.legal_moves()
            if asked.side in self.bots:
                self._make(self.bots[asked.side](self.game, moves))
            elif not self._turn(asked, moves):
                return False
        self._end()
        return True

    def _turn(self, asked: Decision, moves: list[Move]) -> bool:
        """One decision of a person; False where the game is left."""
        moves = words.in_order(self.game, moves)
        two = not self.bots
        kept = asked.kind == "hand" and len(moves) == 1
        if kept or (self._nothing_else(asked, moves) and not two):
            self._make(next(m for m in moves if m.verb in _NO_CHOICE))
            return True
        brief = two and asked.kind in _BRIEF and asked.side != self.seat
        if two and asked.side != self.seat and not brief:
            self._hand_over(asked)
        self._show(asked, moves, brief=brief)
        while True:
            prompt = f"{self.mark}{words.side(self.game, asked.side)}> "
            typed = asking.read(self.ask(prompt))
            if typed.command == "quit":
                return not self._leave()
            if typed.command == "nothing" and brief:
                self._make(next(m for m in moves if m.verb in ("decline", "done")))
                return True
            if typed.command == "hand" and brief:
                self.seat, brief = asked.side, False
                self.known[asked.side].clear()
                self._show(asked, moves)
            elif self._command(asked, moves, typed):
                return True

    def _nothing_else(self, asked: Decision, moves: list[Move]) -> bool:
        """Whether there is but one thing to do (breaking off apart, while others may act)."""
        if len(moves) == 1 and moves[0].verb in _NO_CHOICE:
            return True
        return asked.kind in _BRIEF and all(m.verb in ("decline", "done", "retreat") for m in moves)

    def _command(self, asked: Decision, moves: list[Move], typed: asking.Typed) -> bool:
        """Do what was typed; True where a move was made or taken back."""
        if typed.command == "move":
            return self._move(asked, moves, typed.rest)
        if typed.command == "why":
            self._why(asked, moves, typed.rest)
        elif typed.command in ("undo", "redo"):
            return self._undo(asked.side) if typed.command == "undo" else self._redo()
        elif typed.command == "save":
            self._save(Path(typed.rest) if typed.rest else self.save_to)
        elif typed.command == "card":
            self._card(typed.rest)
        elif typed.command == "discard-pile":
            self._discards(asked.side)
        elif typed.command in ("table", "hand"):
            if typed.command == "hand":
                self.known[asked.side].clear()
            self._show(asked, moves)
        else:
            self._say(HELP)
        return False

    # -- moves -----------------------------------------------------------------------------------

    def _move(self, asked: Decision, moves: list[Move], text: str) -> bool:
        if text.isdigit():
            if not 1 <= int(text) <= len(moves):
                self._say(f"  There are moves 1 to {len(moves)}; help tells what else there is.")
                return False
            self._make(moves[int(text) - 1])
            return True
        found = asking.named(self.game, asked, text)
        if isinstance(found, str):
            self._say(f"  {found[:1].upper()}{found[1:]}; help tells what can be typed.")
            return False
        if found not in moves:
            self._against(found)
            return False
        self._make(found)
        return True

    def _make(self, move: Move) -> None:
        table = self.game.state.table
        assert table is not None
        table.log = []
        try:
            self.history.push(move)
        except Exception as error:
            raise self._crashed(move, error) from error
        self._tell()
        self.saved = False

    def _tell(self) -> None:
        """Keep what happened for each seat until it sees it."""
        table = self.game.state.table
        assert table is not None
        for code, params in table.log or ():
            for seat, lines in self.unseen.items():
                line = words.event(self.game, code, params, seat)
                if line is not None:
                    lines.append(line)
        table.log = []

    def _crashed(self, move: Move, error: Exception) -> FieldpressError:
        """Leave seed, moves (with the one that went wrong) and the state before it behind, and say
        how they are played again."""
        path = Path(f"fieldpress-crash-{self.game.seed}.json")
        self.game.moves.append(move)
        saving.save(self.game, path, {**self.options, "error": f"{type(error).__name__}: {error}"})
        return FieldpressError(
            f"this move went wrong: {type(error).__name__}: {error}\n"
            f"The game is in {path}; to see it happen again: fieldpress play --replay {path}"
        )

    def _undo(self, side: str) -> bool:
        undone = 0
        while self.history.may_undo(side):
            move = self.history.undo()
            undone += 1
            if move.side not in self.bots:
                break
        table = self.game.state.table
        assert table is not None
        table.log = []
        if not undone:
            self._say("  Nothing can be taken back: chance had its say, or a card was shown.")
        else:
            self._say("  Taken back.")
        return bool(undone)

    def _redo(self) -> bool:
        if self.history.redo() is None:
            self._say("  Nothing was taken back.")
            return False
        self._tell()
        return True

    # -- questions -------------------------------------------------------------------------------

    def _why(self, asked: Decision, moves: list[Move], text: str) -> None:
        if text.isdigit() and 1 <= int(text) <= len(moves):
            self._for(moves[int(text) - 1], asked)
            return
        found = asking.named(self.game, asked, text) if text else "why what? A number or a move"
        if isinstance(found, str):
            self._say(f"  {found}.")
        elif found in moves:
            self._for(found, asked)
        else:
            self._against(found)

    def _for(self, move: Move, asked: Decision) -> None:
        said = words.move(self.game, move, asked)
        self._say(f"  Legal: {said}.")
        self._clauses(grounds(self.game.k, self.game.state, move))

    def _against(self, move: Move) -> None:
        try:
            found = self.game.why_not(move)
        except Exception as error:
            self._say(f"  {error}.")
            return
        self._say("  Not legal:")
        for finding in found:
            self._say(f"  - {words.objection(self.game, finding)}")
            self._clauses(finding.clauses)

    def _clauses(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            clause = self.game.k.game.clauses.get(key)
            if clause is not None:
                where = address(self.game.k.game.id, "rule", key)
                line = Text(f"      {key}  {clause.title}  ({where})", style="dim")
                self.console.print(line, soft_wrap=True)

    def _card(self, name: str) -> None:
        for kind, ident in self.game.k.game.find(name):
            if kind in ("cards", "terrains"):
                record = getattr(self.game.k.game, kind)[ident]
                for face in getattr(record, "faces", (record,)):
                    told = "nothing but its figures"
                    if face.text.known:
                        told = words.plain(self.game, face.text.value)
                    self._say(f"  {face.name}: {told}")
                return
        self._say(f"  No card is called “{name}”.")

    def _discards(self, side: str) -> None:
        own = self.game.state.sides[side].discard or []
        table = self.game.state.table
        assert table is not None
        lands = [piece.partition(":")[2] for piece, _, _ in table.piles.get("terrain-discard", ())]
        for title, cards in (("Your discard pile", own), ("Terrains left behind", lands)):
            names = ", ".join(words.piece(self.game, card) for card in cards) or "empty"
            self._say(f"  {title}: {names}")

    # -- screens ---------------------------------------------------------------------------------

    def _hand_over(self, asked: Decision) -> None:
        """A screen between turns, so that hands stay hidden."""
        self.seat = asked.side
        self.known[asked.side].clear()
        self.console.clear()
        name = words.side(self.game, asked.side)
        self.ask(f"{self.mark}The keyboard goes to {name}. Press Enter when only {name} can see. ")
        self.console.clear()

    def _show(self, asked: Decision, moves: list[Move], *, brief: bool = False) -> None:
        seat = "" if brief else asked.side
        if brief:
            self.console.clear()
        else:
            self.seat = asked.side
        self._say_banner()
        screen.told(self.console, self.unseen[seat])
        for lines in (self.unseen[seat], *((self.unseen[""],) if not brief else ())):
            lines.clear()
        self.console.print(screen.public(self.game, seat))
        if brief:
            name = words.side(self.game, asked.side)
            self._say(f"{name}: press Enter to let it pass, or type hand to look at your cards.")
            return
        held = set(self.game.state.sides[asked.side].hand or ())
        texts = not held <= self.known[asked.side]  # a card that is new: all of them once more
        self.known[asked.side] |= held
        self.console.print(screen.hand(self.game, asked.side, texts=texts))
        self.console.print(screen.moves(self.game, asked, moves))

    def _end(self) -> None:
        self._say_banner()
        screen.told(self.console, self.unseen[self.seat])
        self.console.print(screen.public(self.game, ""))
        result = self.game.result()
        assert result is not None
        winner = words.side(self.game, str(result["winner"]))
        self.console.print(Text(f"The game is over. Won by: {winner}", style="bold"))
        self._clauses(tuple(result["clauses"]))

    def _say_banner(self) -> None:
        if self.banner:
            self.console.print(Text(self.banner, style="bold magenta"))

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            self.console.print(Text(line), soft_wrap=True)

    # -- leaving ---------------------------------------------------------------------------------

    def _save(self, path: Path | None) -> None:
        if path is None:
            self._say("  save FILE: where to?")
            return
        saving.save(self.game, path, self.options)
        self.saved = True
        self._say(f"  Saved in {path}; go on with: fieldpress play --resume {path}")

    def _leave(self) -> bool:
        """Whether the game is to be left; what is not saved is asked about once."""
        if not self.saved and self.save_to is not None:
            self._save(self.save_to)
        elif not self.saved and not self.kept:
            question = "Leave without saving? (y/n, or a file to save in) "
            answer = self.ask(f"{self.mark}{question}").strip()
            if answer.lower() in ("n", "no", ""):
                return False
            if answer.lower() not in ("y", "yes", "q", "quit"):
                self._save(Path(answer))
        return True

"""`fieldpress play` as a player meets it: screens, why and why not, undo, saving, refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from fieldpress.cli import run
from fieldpress.engine.commando.play import game as games
from fieldpress.errors import AT_FAULT, FINE, UNDETERMINED, USAGE, FieldpressError
from fieldpress.playing import asking, saving, starting
from fieldpress.playing.session import Session
from tests.play.helpers import library, start


class Typist:
    """Types the given lines, then leaves the game; keeps the prompts."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.prompts = list(lines), list[str]()

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.lines:
            return self.lines.pop(0)
        return "y" if "Leave" in prompt else "quit"


@pytest.fixture
def console() -> Console:
    return Console(width=100, record=True, force_terminal=False, highlight=False)


def sitting(console: Console, seed: int, *lines: str, opponent: str = "random") -> Session:
    game = start(("sandpiper", "ebb"), seed)
    found = starting.session(game, Typist(*lines), opponent=opponent)
    found.console = console
    return found


def test_a_screen_shows_table_hand_and_numbered_moves(console: Console) -> None:
    sitting(console, 4).play()
    text = console.export_text()
    for wanted in ("Sandpiper: Before the Ebb", "5 Strength", "Hand of Havens", "1  Exchange the"):
        assert wanted in text
    assert "Hand of Wardens" not in text


def test_a_move_is_made_by_number_or_in_words(console: Console) -> None:
    found = sitting(console, 4, "2", "cross long causeway", "cross merrow mudflats")
    found.play()
    made = [move.verb for move in found.game.moves if move.side == "havens"]
    assert made[0] == "done"
    assert "go" in made


def test_why_tells_the_rules_for_and_against(console: Console) -> None:
    sitting(console, 4, "why 1", "why lock guard", "why nonsense", "why").play()
    text = console.export_text()
    assert "setup.redraw" in text
    assert "Lock Guard is a card of the Wardens" in text
    assert "sandpiper/rules/setup.html#r-setup-redraw" in text
    assert "nothing here is called" in text


def test_an_illegal_move_is_refused_with_its_reasons(console: Console) -> None:
    found = sitting(console, 4, "play grapnels", "99", "dance")
    found.play()
    text = console.export_text()
    assert found.game.moves == []
    assert "Not legal:" in text
    assert "There are moves 1 to 2" in text
    assert "Nothing here is called “dance”" in text


def test_undo_takes_back_what_brought_nothing_to_light(console: Console) -> None:
    found = sitting(console, 4, "2", "undo", "2", opponent="none")
    found.ask = Typist("", "2", "", "undo", "quit", "y")  # a screen before each side's turn
    found.play()
    assert "Taken back." in console.export_text()


def test_undo_stops_at_chance(console: Console) -> None:
    found = sitting(console, 4, "1", "undo")
    found.play()
    assert "Nothing can be taken back" in console.export_text()
    assert found.game.moves[0].verb == "redraw"


def test_two_people_do_not_see_each_others_hands(console: Console) -> None:
    found = sitting(console, 4, "", "2", "", "2", "", opponent="none")
    typist = found.ask
    assert isinstance(typist, Typist)
    found.play()
    handed = [prompt for prompt in typist.prompts if "keyboard goes to" in prompt]
    assert [re.findall(r"goes to (\w+)", prompt)[0] for prompt in handed][:2] == [
        "Havens",
        "Wardens",
    ]


def test_a_saved_game_goes_on_where_it_stood(tmp_path: Path, console: Console) -> None:
    path = tmp_path / "night.json"
    found = sitting(console, 4, "2", f"save {path}")
    found.play()
    data = saving.load(path)
    again = saving.again(library("sandpiper", "ebb"), data, path)
    assert again.state == found.game.state
    assert again.moves == found.game.moves


def test_an_interrupt_keeps_the_game(tmp_path: Path, console: Console) -> None:
    path = tmp_path / "cut.json"
    found = sitting(console, 4)
    found.save_to = path

    def ask(prompt: str) -> str:
        if found.game.moves:
            raise KeyboardInterrupt
        return "2"

    found.ask = ask
    with pytest.raises(KeyboardInterrupt):
        found.play()
    assert saving.load(path)["moves"][0] == {"side": "havens", "done": True}


def test_a_saved_game_whose_moves_have_become_illegal_says_which(tmp_path: Path) -> None:
    game = start(("sandpiper", "ebb"), 4)
    game.push(game.legal_moves()[1])
    path = tmp_path / "old.json"
    saving.save(game, path, {})
    data = json.loads(path.read_text())
    data["moves"].append({"side": "havens", "play": "grapnels", "as": "action"})
    with pytest.raises(FieldpressError, match=r"move 2 .* is not legal any more: not-now"):
        saving.again(library("sandpiper", "ebb"), data, path)
    data["moves"].pop()
    data["state"]["reserve"] = 1
    with pytest.raises(FieldpressError, match="lead to another table"):
        saving.again(library("sandpiper", "ebb"), data, path)


@pytest.mark.skipif(
    not games.turns.__file__.endswith(".py"), reason="compiled functions call each other directly"
)
def test_a_crash_leaves_a_file_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, console: Console
) -> None:
    monkeypatch.chdir(tmp_path)
    found = sitting(console, 4, "2")

    def broken(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(games.turns, "act", broken)
    with pytest.raises(FieldpressError, match=r"fieldpress play --replay fieldpress-crash-4\.json"):
        found.play()
    data = json.loads((tmp_path / "fieldpress-crash-4.json").read_text())
    assert data["options"]["error"] == "RuntimeError: a wheel came off"
    assert data["moves"] == [{"side": "havens", "done": True}]
    assert data["state"] == start(("sandpiper", "ebb"), 4).state.to_json()
    path, again = Path("fieldpress-crash-4.json"), library("sandpiper", "ebb")
    with pytest.raises(FieldpressError, match=r"move 1 .* goes wrong: RuntimeError: a wheel"):
        list(starting.replayed(again, data, path))
    monkeypatch.undo()
    told = list(starting.replayed(again, data, path))
    assert "0 moves, the same table" in told[0]
    assert "a wheel came off came up, goes through now" in told[1]
    assert saving.again(again, data, path).moves == []


def test_what_is_typed() -> None:
    assert asking.read("3") == asking.Typed("move", "3")
    assert asking.read("why 3") == asking.Typed("why", "3")
    assert asking.read("  ") == asking.Typed("nothing")
    assert asking.read("Q") == asking.Typed("quit")
    assert asking.read("play lock guard") == asking.Typed("move", "play lock guard")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return iter([lines]).__next__()  # type: ignore[return-value]


def test_without_facts_it_refuses_and_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "pegasus-bridge", "1a"]) == UNDETERMINED
    told = capsys.readouterr()
    assert told.out == ""
    assert "the Combat value: Éclaireur" in told.err
    assert "--stand-ins" in told.err
    assert len(told.err.splitlines()) < 20


def test_a_reading_settles_a_point_that_the_book_leaves_open(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["play", "pegasus-bridge", "1a"]
    assert run(asked) == UNDETERMINED
    assert "Tactical retreat on the bridges" in capsys.readouterr().err
    assert run([*asked, "--reading", "retreat-on-bridges=replaced"]) == UNDETERMINED
    assert "Tactical retreat on the bridges" not in capsys.readouterr().err
    assert run([*asked, "--reading", "retreat-on-bridges=perhaps"]) == USAGE
    assert "it has" not in capsys.readouterr().out


def test_every_line_of_a_game_with_stand_ins_says_so(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["2", "1", "why 1", "help"]
    assert run(["play", "pegasus-bridge", "1a", "--stand-ins", "--seed", "1",
                "--opponent", "random"]) == FINE  # fmt: skip
    lines = [line for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert len(lines) > 30
    assert [line for line in lines if not line.startswith("[stand-ins] ")] == []


def test_resume_and_replay_on_the_command_line(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.json"
    typed += ["2"]
    asked = ["play", "sandpiper", "ebb", "--seed", "4", "--opponent", "random"]
    assert run([*asked, "--save", str(path)]) == FINE
    assert path.exists()
    capsys.readouterr()
    assert run(["play", "--replay", str(path)]) == FINE
    assert "the same table" in capsys.readouterr().out
    assert run(["play", "--resume", str(path), "--opponent", "random"]) == FINE
    assert "Turn 1" in capsys.readouterr().out
    assert run(["play", "sandpiper", "ebb", "--resume", str(path)]) == USAGE
    path.write_text("{}")
    assert run(["play", "--replay", str(path)]) == USAGE


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        (["play"], USAGE, "takes a GAME and a SCENARIO"),
        (["play", "sandpiper", "flood"], USAGE, "it has ebb"),
        (["play", "overlord", "x"], USAGE, "not played"),
        (["play", "nothing", "x"], AT_FAULT, "nothing"),
    ],
)
def test_what_cannot_be_played_is_said_plainly(
    asked: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(asked) in (code, USAGE)
    assert says in capsys.readouterr().err


def test_a_campaign_is_kept_in_its_file(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tonga.json"
    asked = ["play", "pegasus-bridge", "--campaign", str(path), "--opponent", "random"]
    assert run(asked) == UNDETERMINED
    assert not path.exists()
    capsys.readouterr()
    typed += ["2"]
    assert run([*asked, "--stand-ins", "--seed", "3"]) == FINE
    told = capsys.readouterr().out
    assert "0 of 3 scenarios" in told
    data = json.loads(path.read_text())
    assert data["current"]["scenario"] == "1b"
    assert data["current"]["carried"] == {"tokens": 2, "held": 0}
    assert run(asked) == FINE  # the file knows that it was begun with stand-ins
    assert json.loads(path.read_text())["current"]["moves"] == data["current"]["moves"]
    path.write_text("[]")
    assert run(asked) == USAGE
    assert run(["play", "sandpiper", "--campaign", str(tmp_path / "none.json")]) == USAGE

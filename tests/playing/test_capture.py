"""The captured game in the docs is what the terminal prints today."""

from __future__ import annotations

from pathlib import Path

from tests.playing import capture

DOCS = Path(__file__).parents[2] / "docs" / "play.md"


def test_the_captured_game_is_what_the_terminal_prints() -> None:
    lines = capture.typed(capture.TYPED.read_text(encoding="utf-8"))
    text, over = capture.captured(lines)
    assert over, "the typed lines no longer end the game: python -m tests.playing.capture --print"
    assert text == capture.SHOWN.read_text(encoding="utf-8"), "python -m tests.playing.capture"


def test_it_is_a_whole_game_that_asks_why_and_takes_back() -> None:
    text = capture.SHOWN.read_text(encoding="utf-8")
    for wanted in (
        "The game is over.",
        "Turn 6, the Assault",
        "Taken back.",
        "Legal:",
        "Not legal:",
    ):
        assert wanted in text, wanted
    assert f"games/{capture.SHOWN.name}" in DOCS.read_text(encoding="utf-8")


def test_the_screen_in_the_docs_is_one_of_that_game() -> None:
    page = DOCS.read_text(encoding="utf-8")
    block = page[page.index("╭─ Sandpiper") :]
    shown = capture.SHOWN.read_text(encoding="utf-8").splitlines()
    for line in block[: block.index("```")].splitlines():
        if line != "…":
            assert line in shown, "the screen in docs/play.md is out of the captured game"
            shown = shown[shown.index(line) + 1 :]


def test_lines_that_run_out_are_no_whole_game() -> None:
    lines = capture.typed(capture.TYPED.read_text(encoding="utf-8"))
    _, over = capture.captured(lines[:5])
    assert not over

"""Record one whole game for each way in which each scenario can end: `tests/play/fixtures/`.

    python -m tests.play.record [--seeds N] [--again] [--table] [SCENARIO ...]

Games are played by chance, with leanings; of those that end in a way, the one with the most kinds of
moves is kept, and among equals the shortest. Ways that have a game already are left as they are, unless it no longer plays as it did or
--again is given. --table prints the table of endings for docs/play.md. Run it after a change of content
or rules that alters the course of a game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldpress.engine.commando.campaign import until
from fieldpress.engine.commando.moves import Move
from fieldpress.engine.commando.play.endings import Way, ways
from fieldpress.engine.commando.play.game import Game, move_of
from fieldpress.engine.commando.play.knowing import GameKnowledge
from fieldpress.engine.commando.play.players import Player, fighter, passive, random_player
from fieldpress.engine.commando.saying import name
from fieldpress.engine.verdicts import EngineFault
from tests.play.helpers import MISSIONS, SCENARIOS, library, players, shipped, start

FIXTURES = Path(__file__).parent / "fixtures"
#: A game longer than this is not kept.
LONGEST = 400
#: How many games are played for each way that is looked for.
SEEDS = 60
#: What ends an Assault early, best first.
_YIELDS = ("retreat", "stop", "no_unit", "decline", "done")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--again", action="store_true", help="record every game anew")
    parser.add_argument("--table", action="store_true", help="print the table and record nothing")
    parser.add_argument("scenarios", nargs="*")
    asked = parser.parse_args(argv)
    if asked.table:
        print("\n".join(table()))
        return
    for case in cases():
        if not asked.scenarios or case.which[1] in asked.scenarios:
            record(case, asked.seeds, again=asked.again)


def cases() -> Iterator[Case]:
    """Every scenario, and once more those that a campaign plays on further."""
    for which in [*SCENARIOS, *MISSIONS]:
        yield Case(which)
        if until(Case(which, campaign=True).start(0).k) is not None:
            yield Case(which, campaign=True)


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario, by itself or as part of its campaign."""

    which: tuple[str, str]
    campaign: bool = False

    def __str__(self) -> str:
        return f"{' '.join(self.which)}{', in the campaign' if self.campaign else ''}"

    def start(self, seed: int) -> Game:
        return start(self.which, seed, carried={"tokens": 2, "held": 0} if self.campaign else None)

    def ways(self) -> list[Way]:
        return list(ways(self.start(0).k))

    def file(self, way: str) -> Path:
        """Where the game that ends so is kept."""
        return FIXTURES / f"{'-'.join(self.which)}{'-campaign' if self.campaign else ''}-{way}.json"


def record(case: Case, seeds: int, *, again: bool = False) -> None:
    """Look for a game for each way that has none, and write it."""
    wanted = {way.id for way in case.ways() if again or not stands(case, case.file(way.id))}
    found: dict[str, Game] = {}
    for game in games(case, seeds) if wanted else ():
        way = str((game.result() or {}).get("way"))
        if way in wanted and (way not in found or _worth(game) > _worth(found[way])):
            found[way] = game
    for way, game in sorted(found.items()):
        write(case, way, game)
    lacking = (
        f"; no game found for {', '.join(sorted(wanted - set(found)))}"
        if wanted - set(found)
        else ""
    )
    print(f"{case}: {len(found)} of {len(wanted)} recorded{lacking}")


def _worth(game: Game) -> tuple[int, int]:
    """How much a game is worth keeping: by its kinds of moves, then by its shortness."""
    return len({(move.verb, move.role) for move in game.moves}), -len(game.moves)


def games(case: Case, seeds: int) -> Iterator[Game]:
    """Games played to their end in several leanings; those that grow too long are left out."""
    for seed in range(seeds):
        for player in (players, late):
            game = case.start(seed)
            choose = player(game, seed)
            while not game.over and len(game.moves) < LONGEST:
                game.push_legal(choose(game, game.legal_moves()))
            if game.over:
                yield game


def late(game: Game, seed: int) -> Player:
    """An attacker who gets through to what the victory is about and gives it up there, the first
    time or (every other seed) the second."""
    attacker, defender = fighter(seed, "attacker"), fighter(seed, "defender")
    idle, chance = passive(seed, "defender"), random_player(seed, "late")
    side, named = game.k.side_of_role("attacker"), objectives(game)

    def choose(now: Game, moves: list[Move]) -> Move:
        asked = now.to_move
        assert asked is not None
        here = {(place.terrain, place.face) for place in now.state.places} & named
        first = {(t, f) for t, f in here if f != "B"}
        there = bool(here - first if seed % 2 else here)
        if asked.side != side:
            return (defender if there else idle)(now, moves)
        if there:
            for verb in _YIELDS:
                for move in moves:
                    if move.verb == verb:
                        return move
            return chance(now, moves)
        return attacker(now, moves)

    return choose


def objectives(game: Game) -> set[tuple[str, str]]:
    """The Terrains that a victory condition names, with every face."""
    named: set[str] = set()

    def look(raw: Any) -> None:
        if isinstance(raw, Mapping):
            for key, value in raw.items():
                if key == "terrain":
                    named.add(str(value))
                elif key == "worth":
                    named.update(value)
                look(value)
        elif isinstance(raw, list):
            for one in raw:
                look(one)

    look([dict(way.when) for way in ways(game.k)])
    return {(one, face) for one in named for face in ("", "A", "B")}


# -- files ------------------------------------------------------------------------------------------


def write(case: Case, way: str, game: Game) -> None:
    """Keep a game as one that was saved, a move a line."""
    stand_ins = library(*case.which) is not shipped(case.which[0])
    data = {**game.to_json(), "options": {"stand_ins": stand_ins}}
    moves = ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in data.pop("moves"))
    state = json.dumps(data.pop("state"), ensure_ascii=False)
    head = json.dumps(data, ensure_ascii=False)[:-1]
    FIXTURES.mkdir(exist_ok=True)
    case.file(way).write_text(
        f'{head},\n "moves": [\n  {moves}\n ],\n "state": {state}}}\n', encoding="utf-8"
    )


def read(path: Path) -> dict[str, Any]:
    """What a file of a recorded game holds."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def replayed(case: Case, data: Mapping[str, Any]) -> Game:
    """A recorded game played again, each move judged. IllegalMove where one is no longer legal."""
    moves = [move_of(raw) for raw in data["moves"]]
    return Game.replay(
        library(*case.which), *case.which, data["seed"], moves,
        readings=data["readings"], carried=data["carried"],
    )  # fmt: skip


def stands(case: Case, path: Path) -> bool:
    """Whether there is such a game and it still plays as it did."""
    if not path.exists():
        return False
    data = read(path)
    try:
        return replayed(case, data).state.to_json() == data["state"]
    except EngineFault:
        return False


def table() -> Iterator[str]:
    """Ending and game, as a table in Markdown."""
    yield "| game | way | wins | ends when | recorded game |"
    yield "|---|---|---|---|---|"
    for case in cases():
        k = case.start(0).k
        for way in ways(k):
            path = case.file(way.id)
            if not path.exists():
                continue
            data = read(path)
            result = data["state"]["table"]["result"]
            game = f"seed {data['seed']}, {len(data['moves'])} moves, turn {result['turn']}"
            goes_on = until(k)
            said = _said(k, way) if goes_on is None else str(goes_on["text"]).rstrip(".")
            yield f"| {case} | `{way.id}` | {result['winner']} | {said} | {game} |"


def _said(k: GameKnowledge, way: Way) -> str:
    """What has come about, in a few words: a part of a condition by itself, else its own text."""
    number, _, part = way.id.rpartition("-")[2].partition(".")
    assert k.scenario is not None
    text = str(k.scenario.raw["victory"][int(number) - 1]["text"]).rstrip(".")
    if not part:
        return text
    ((verb, args),) = way.when.items()
    if verb == "assault":
        face = f" (side {args['face']})" if args.get("face") else ""
        return f"The {args['won_by']} wins the Assault on {name(k.game, 'terrain:' + args['terrain'])}{face}"
    if verb == "strength":
        return f"The {args['side']} has no Strength Point left"
    return f"{text} ({part})"


if __name__ == "__main__":
    main()

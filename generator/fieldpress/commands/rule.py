"""`fieldpress rule FILE|GAME ...`: answer a rules question, with every reason and its clause."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fieldpress.commands.options import as_of_option, content_option, overlay_option
from fieldpress.errors import AT_FAULT, FINE, UNDETERMINED, UsageFault

if TYPE_CHECKING:
    from fieldpress.engine.answer import Answer, Options
    from fieldpress.engine.rulesets import Ruleset
    from fieldpress.model import Library

FORMAT = "fieldpress-rule/1"
_CODES = {"allowed": FINE, "value": FINE, "forbidden": AT_FAULT, "undetermined": UNDETERMINED}
_TOKEN = re.compile(r"(?P<counter>[^:@]+)(?::(?P<origin>[^@]+))?(?:@(?P<face>.+))?\Z")


@click.command(
    "rule",
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
In one line, with the game's own sides:
  --SIDE CARD                  its Unit in the fight
  --SIDE-action CARD           a Combat Action that lies beside it
  --SIDE-token TOKEN[:CARD]    may it use this token (obtained through CARD)?
  --SIDE-plays CARD[:ROLE]     may it play this card (as unit, event or action)?
  --SIDE-answers CARD          may it answer with this card?
Of several such acts the last is the question and those before it happen first; a token
that is tossed first needs its face: normal@failure. Cards by id, number or any spelling.
""",
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE|GAME [--SIDE CARD]...")
@click.option("--scenario", metavar="ID", help="With GAME: the scenario played.")
@click.option("--terrain", metavar="NAME", help="With GAME: the Terrain.")
@click.option("--size", type=int, help="With GAME: how many Units the Terrain takes.")
@click.option(
    "--assume", multiple=True, metavar="[GAME/]ID.FIELD=VALUE",
    help="Take a fact for granted; also given.PATH=VALUE. "
    "ID.effects=none: no more is printed than is stated.",
)  # fmt: skip
@click.option("--reading", multiple=True, metavar="D=R", help="Follow reading R of discrepancy D.")
@click.option(
    "--find", multiple=True, metavar="CARD", help="With GAME: list the rulings on these cards."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema/output/rule.json).")
@content_option
@overlay_option
@as_of_option
def command(
    words: tuple[str, ...],
    scenario: str | None,
    terrain: str | None,
    size: int | None,
    assume: tuple[str, ...],
    reading: tuple[str, ...],
    find: tuple[str, ...],
    as_json: bool,
    content: Path | None,
    overlay: tuple[Path, ...],
    as_of: str | None,
) -> int:
    """Answer the questions of a situation FILE (YAML or JSON; - for standard input), or a common
    one put in one line: `fieldpress rule GAME --SIDE CARD --SIDE CARD --SIDE-token TOKEN`.

    The short answer comes first, then every reason with its clause. Exit code 0: allowed, or a
    value; 1: forbidden; 3: undetermined; 2: the input cannot be used; of several answers 1 goes
    before 3, and 3 before 0.
    """
    from fieldpress.database import open_library
    from fieldpress.database.asked import judge_asked, placed, read_asked
    from fieldpress.engine.answer import Refused
    from fieldpress.engine.rulesets import ruleset_of
    from fieldpress.engine.verdicts import EngineFault

    subject, sided = _split(words)
    document = read_asked(subject) if _is_file(subject) else None
    game = document.data["game"] if document else subject
    library = open_library(content, (game,), overlay, as_of)
    try:
        rules = ruleset_of(library, game)
    except EngineFault as fault:
        raise UsageFault(f"{game}: {fault.message}") from None
    if find:
        return _found(library, game, find, as_json)
    if document is not None:
        judge_asked(document, rules.situation)
        own = {"scenario": scenario, "terrain": terrain, "size": size}
        for name in [key for key, _ in sided] + [n for n, v in own.items() if v is not None]:
            raise UsageFault(f"--{name} goes with a game, not with a situation file")
        raw: dict[str, Any] = dict(document.data)
    elif not rules.one_line:
        raise UsageFault(
            f"questions about {game} are put in a file (schema/{rules.situation}); "
            f"of published ones, --find lists those on a piece"
        )
    else:
        raw = _one_line(library, game, sided, scenario, terrain, size)
    try:
        options, raw = _options(rules, library, raw, assume, reading)
        answers = rules.rule_on(library, raw, options)
    except Refused as refused:
        return _refused(library, game, refused, as_json)
    except EngineFault as fault:
        told = placed(document, fault) if document is not None else fault.message
        raise UsageFault(told) from None
    code = _worst(a.verdict.outcome for a in answers)
    if as_json:
        click.echo(json.dumps(_report(library, game, answers, code), ensure_ascii=False, indent=2))
    else:
        from fieldpress.commands.rule_text import show

        show(library, game, answers)
    return code


def _worst(outcomes: Any) -> int:
    codes = {_CODES[o] for o in outcomes}
    return next((code for code in (AT_FAULT, UNDETERMINED) if code in codes), FINE)


# -- what is asked ------------------------------------------------------------------------------


def _split(words: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    """The file or game, and the `--SIDE… VALUE` options in their order."""
    subject, sided, rest = "", [], list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            if subject:
                raise UsageFault(f"one file or game at a time: {subject}, {word}")
            subject = word
            continue
        key, equals, value = word[2:].partition("=")
        if not equals:
            if not rest:
                raise UsageFault(f"--{key} needs a value")
            value = rest.pop(0)
        sided.append((key, value))
    if not subject:
        raise UsageFault("name a situation file or a game; see fieldpress rule --help")
    return subject, sided


def _is_file(subject: str) -> bool:
    path = Path(subject)
    return subject == "-" or path.suffix in (".yml", ".yaml", ".json") or path.is_file()


def _one_line(
    library: Library,
    game: str,
    sided: list[tuple[str, str]],
    scenario: str | None,
    terrain: str | None,
    size: int | None,
) -> dict[str, Any]:
    """The situation that the `--SIDE…` options put together."""
    sides = tuple(library[game].sides)
    rolls = "die-successes" in library[game].raw.get("parameters", {})
    given: dict[str, Any] = {}
    fight: dict[str, dict[str, Any]] = {}
    acts: list[dict[str, Any]] = []
    for key, value in sided:
        side = next((s for s in sides if key == s or key.startswith(f"{s}-")), None)
        what = key[len(side) + 1 :] if side else ""
        if side is None or what not in ("", "action", "token", "plays", "answers"):
            known = " or ".join(f"--{s}" for s in sides)
            raise UsageFault(
                f"no option --{key}; there are {known}, "
                "each also with -action, -token, -plays, -answers"
            )
        if what == "":
            fight.setdefault(side, {})["unit"] = value
        elif what == "action":
            fight.setdefault(side, {}).setdefault("actions", []).append(value)
        elif what == "token":
            acts.append(_token(side, value, rolls))
        elif what == "plays":
            card, _, role = value.partition(":")
            acts.append({"side": side, "play": card, **({"as": role} if role else {})})
        else:
            acts.append({"side": side, "answer": value})
    if fight:
        given["assault"] = [fight]
    if terrain is not None:
        given["terrain"] = terrain
    if size is not None:
        given["size"] = size
    ask: list[dict[str, Any]]
    if acts:
        ask = [{"may": {k: v for k, v in acts[-1].items() if k != "lands"}}]
    elif len(fight) == 2:
        ask = [{"who": "leads"}]
    else:
        raise UsageFault(
            "say what is asked: both Units, or an act such as --SIDE-token or --SIDE-plays"
        )
    raw: dict[str, Any] = {"game": game, "given": given, "then": acts[:-1], "ask": ask}
    if scenario is not None:
        raw["scenario"] = scenario
    return raw


def _token(side: str, value: str, rolls: bool) -> dict[str, Any]:
    match = _TOKEN.match(value)
    if match is None:
        raise UsageFault(f"a token is TOKEN[:CARD][@FACE], not {value!r}")
    out = {"side": side, "roll" if rolls else "toss": match["counter"]}
    if match["origin"]:
        out["origin"] = match["origin"]
    if match["face"]:
        out["lands"] = match["face"]
    return out


def _options(
    rules: Ruleset,
    library: Library,
    raw: dict[str, Any],
    assume: tuple[str, ...],
    reading: tuple[str, ...],
) -> tuple[Options, dict[str, Any]]:
    """Assumptions and readings of the command line; `given.…` goes into the situation."""
    from fieldpress.engine.answer import Options

    taken = []
    for text in assume:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageFault(f"--assume {text}: write ID.FIELD=VALUE or given.PATH=VALUE")
        owner, _, key = key.rpartition("/")
        if owner and owner != raw["game"]:
            raise UsageFault(f"--assume {text}: this question is about {raw['game']}")
        if key.startswith("given."):
            raw = {**raw, "given": _put(raw.get("given") or {}, key.split(".")[1:], _plain(value))}
        else:
            taken.append(rules.assumption(library, raw["game"], key, _plain(value), ("assume",)))
    readings = {}
    for text in reading:
        name, equals, chosen = text.partition("=")
        if not equals:
            raise UsageFault(f"--reading {text}: write DISCREPANCY=READING")
        readings[name] = chosen
    return Options(tuple(taken), readings), raw


def _put(data: Any, path: list[str], value: Any) -> Any:
    """A copy of `data` with `value` at `path`; a number in the path is a place in a list."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, list):
        if not head.isdigit() or int(head) >= len(data):
            raise UsageFault(f"given has no item {head} here")
        return [_put(x, rest, value) if i == int(head) else x for i, x in enumerate(data)]
    return {**(data or {}), head: _put((data or {}).get(head), rest, value)}


def _plain(text: str) -> Any:
    """A value of the command line: a whole number, true, false, or a word."""
    if re.fullmatch(r"-?[0-9]{1,6}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


# -- what is told ---------------------------------------------------------------------------------


def _report(library: Library, game: str, answers: list[Answer], code: int) -> dict[str, Any]:
    from fieldpress.engine.rulesets import ruleset_of

    short = ruleset_of(library, game).wording.answer
    return {
        "format": FORMAT,
        "game": game,
        "overlays": list(library[game].overlays),
        "answers": [
            {"answer": short(library[game], a.ask, a.verdict), **a.to_json()} for a in answers
        ],
        "exit_code": code,
    }


def _refused(library: Library, game: str, refused: Any, as_json: bool) -> int:
    """A move of `then` is against the rules: say which, and why."""
    if as_json:
        report = {
            "format": FORMAT, "game": game, "overlays": list(library[game].overlays),
            "answers": [],
            "refused": {
                "move": refused.index, "act": refused.move.to_json(),
                "verdict": refused.verdict.to_json(),
            },
            "exit_code": AT_FAULT,
        }  # fmt: skip
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        from fieldpress.commands.rule_text import show_refused

        show_refused(library, game, refused)
    return AT_FAULT


def _found(library: Library, game: str, cards: tuple[str, ...], as_json: bool) -> int:
    """The rulings that concern all these cards."""
    record = library[game]
    wanted = []
    for name in cards:
        ids = [ident for kind, ident in record.find(name) if kind != "scenarios"]
        if not ids:
            raise UsageFault(f"no piece of {game} is called {name!r}")
        wanted.append(ids[0])
    rulings = [r for r in record.rulings.values() if set(wanted) <= mentioned(r)]
    if as_json:
        listed = [
            {
                "id": r["id"],
                "question": r["question"],
                "answer": r["answer"],
                "authority": r["authority"],
            }
            for r in rulings
        ]
        report = {
            "format": FORMAT,
            "game": game,
            "find": wanted,
            "rulings": listed,
            "exit_code": FINE,
        }
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        from fieldpress.commands.rule_text import show_rulings

        show_rulings(library, game, wanted, rulings)
    return FINE


def mentioned(ruling: Mapping[str, Any]) -> set[str]:
    """Every word of a ruling's situation: its cards, Terrains and counters are among them."""
    words: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, Mapping):
            for one in value.values():
                walk(one)
        elif isinstance(value, (list, tuple)):
            for one in value:
                walk(one)
        elif isinstance(value, str):
            words.add(value)

    for key in ("given", "then", "ask"):
        walk(ruling.get(key))
    return words

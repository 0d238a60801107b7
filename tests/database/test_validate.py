"""`fieldpress validate`: every kind of fault, at its place, in words that help, with exit code 1."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from fieldpress.database import ContentFaults, open_library
from tests.database.helpers import Content, faults, position


@dataclass(frozen=True)
class Case:
    """Replace `old` by `new` in `file`; the one fault stands at `mark` (its nth place)."""

    name: str
    file: str
    old: str
    new: str
    mark: str
    says: tuple[str, ...]
    nth: int = 0
    more: int = 0  # further faults of other causes that the change brings with it


OTTERS, HERONS, RULES = "cards/otters.yml", "cards/herons.yml", "rules/hand.yml"
WHOLE = "a whole number from 0 to 500"

# fmt: off
CASES = [
    # the effect vocabulary
    Case("misspelt effect key", OTTERS, "of: own, add: 1", "of: own, ammount: 1", "ammount", ("card eclaireur, effects[0].do[0].modify.ammount", 'unknown key "ammount"', "add, set, at_least or at_most is missing", "the keys here are what, of")),
    Case("misspelt verb", OTTERS, "modify: {", "modfy: {", "modfy", ('unknown key "modfy"', 'did you mean "modify"?')),
    Case("misspelt word of an effect", OTTERS, "what: combat-value", "what: combat-valeu", "combat-valeu", ('did you mean "combat-value"?',)),
    Case("verb without its number", OTTERS, "of: own, add: 1", "of: own", "{what", ("give one of add, set, at_least or at_most",)),
    Case("two numbers", OTTERS, "add: 1}", "add: 1, set: 2}", "{what", ("add and set together",)),
    Case("key of another verb", HERONS, "cancel: {side: enemy}", "draw: {who: own, count: 1, act: take}", "act: take", ('unknown key "act"',)),
    Case("effects as a bare word", OTTERS, "effects: {unknown: the leaflet does not say}", "effects: unknown", "unknown\n  source", ("write {unknown: why}",)),
    # keys and types
    Case("unknown key", OTTERS, "unit_type: swimmer\n  text: Adds", "unit_typ: swimmer\n  text: Adds", "unit_typ: ", ('unknown key "unit_typ"', 'did you mean "unit_type"?', "unit_type is missing")),
    Case("missing key", HERONS, "  heroic: false\n", "", "id: coup-de-bec", ('the key "heroic" is missing',)),
    Case("copies true", OTTERS, "copies: {reeds: 3}", "copies: true", "true", ("true stands here", "a mapping", WHOLE, "{p: 2}")),
    Case("a copy true", OTTERS, "copies: {reeds: 3}", "copies: {reeds: true}", "true", ("true stands here", WHOLE)),
    Case("a copy in quotes", OTTERS, "copies: {reeds: 3}", 'copies: {reeds: "3"}', '"3"', (WHOLE, "write 3, without quotes")),
    Case("leading zero", OTTERS, "combat_value: 2", "combat_value: 010", "010", (WHOLE, "write 10")),
    Case("exponent", OTTERS, "combat_value: 2", "combat_value: 1e3", "1e3", (WHOLE, "write 1000")),
    Case("hexadecimal", OTTERS, "combat_value: 2", "combat_value: 0x1F", "0x1F", (WHOLE, "write 31")),
    Case("time of day", OTTERS, "combat_value: 2", "combat_value: 12:30", "12:30", (WHOLE,)),
    Case("decimals", OTTERS, "combat_value: 2", "combat_value: 2.0", "2.0", (WHOLE, "write 2")),
    Case("out of range", OTTERS, "combat_value: 2", "combat_value: -1", "-1", ("-1 is out of range", "from 0 to 500")),
    Case("far out of range", OTTERS, "combat_value: 2", "combat_value: 501", "501", ("501 is out of range",)),
    Case("NO for false", HERONS, "heroic: false", "heroic: NO", "NO", ('"NO" stands here', "true or false", "write false")),
    Case("on for true", HERONS, "heroic: false", "heroic: on", "on\n  copies", ("write true",)),
    Case("a number where a text is wanted", OTTERS, 'number: "11"', "number: 11", "11\n", ("11 stands here", 'put it in quotes to make it a text: "11"')),
    Case("a decimal where a text is wanted", "game.yml", "ruleset: commando", "version: 1.10\nruleset: commando", "1.10", ("put it in quotes",)),
    Case("nothing where a value is wanted", OTTERS, "combat_value: 2", "combat_value: null", "null", ("nothing stands here", WHOLE)),
    Case("a list where a text is wanted", OTTERS, "name: Vieille loutre", "name: [Vieille, loutre]", "[Vieille", ("a list stands here", "wanted: a text")),
    Case("a text where a list is wanted", HERONS, "also_named: [Bec]", "also_named: Bec", "Bec\n", ("wanted: a list", "[Bec]")),
    Case("an empty text", HERONS, "name: Coup de bec", 'name: ""', '""', ("an empty text",)),
    Case("a word that is none", HERONS, "kind: action", "kind: acton", "acton", ('did you mean "action"?', "unit, event, action")),
    Case("a field that does not apply", HERONS, "heroic: false", "heroic: false\n  combat_value: 3", "combat_value", ("combat_value does not apply where kind is event or action",)),
    Case("an id in capitals", HERONS, "id: coup-de-bec", "id: Coup-de-Bec", "Coup-de-Bec", ("small letters, digits, hyphens",), more=2),
    Case("twice in a list", RULES, "overrides: [hand.size]", "overrides: [hand.size, hand.size]", "hand.size]", ("the same as item 0",)),
    # facts
    Case("read without a reason", HERONS, ", why: it follows from the picture", "", "{value", ('the key "why" is missing where basis is derived or read',)),
    Case("a value without a basis", HERONS, "basis: read, ", "", "{value", ('the key "basis" is missing',)),
    Case("known and unknown", OTTERS, "combat_value: {unknown: the leaflet does not say}", "combat_value: {value: 2, basis: printed, unknown: the leaflet does not say}", "{value", ("unknown cannot stand where value is given",)),
    Case("a record without a source", OTTERS, "  source: leaflet#fight\n", "", "id: eclaireur", ('the key "source" is missing', "Where a document states it")),
    Case("a number that is unknown without a reason", OTTERS, 'number: "11"', "number: unknown", "unknown\n  name", ("the bare word 'unknown' is not enough",)),
    # references
    Case("a section off by one letter", OTTERS, "source: leaflet#fight", "source: leaflet#fihgt", "leaflet#fihgt", ("no section 'fihgt'", 'did you mean "leaflet#fight"?')),
    Case("a document that is none", HERONS, "source: leaflet#fight", "source: leafle#fight", "leafle#", ("no source 'leafle'", 'did you mean "leaflet"?')),
    Case("a source without a section", HERONS, "source: leaflet#fight", "source: leaflet", "leaflet", ("DOCUMENT#SECTION",)),
    Case("a fact's own source", HERONS, "basis: read, why", "basis: read, source: leaflet#hnad, why", "leaflet#hnad", ('did you mean "leaflet#hand"?',)),
    Case("a card in an effect", HERONS, "cards: [eclaireur]", "cards: [eclaireru]", "eclaireru", ("no card 'eclaireru'", 'did you mean "eclaireur"?')),
    Case("a card by its number", HERONS, "cards: [eclaireur]", "cards: [\"11\"]", '"11"', ('did you mean "eclaireur"? Records are named by id',)),
    Case("a card by its name", "counters.yml", "given_by: [coup-de-bec]", "given_by: [bec]", "bec]", ('did you mean "coup-de-bec"?',)),
    Case("a terrain where a card is wanted", HERONS, "cards: [eclaireur]", "cards: [roseliere]", "roseliere", ("no card 'roseliere'", "there is a terrain of this id")),
    Case("a clause in an effect", OTTERS, "clauses: [fight.ties]", "clauses: [fight.tie]", "fight.tie]", ("no clause 'fight.tie'", 'did you mean "fight.ties"?')),
    Case("a clause that is lifted", HERONS, "lifts: [hand.size]", "lifts: [hand.sise]", "hand.sise", ('did you mean "hand.size"?',)),
    Case("a clause that is overridden", RULES, "overrides: [hand.size]", "overrides: [hand.sizes]", "hand.sizes", ('did you mean "hand.size"?',)),
    Case("a clause of game.yml", "game.yml", "clauses: [hand.size]", "clauses: [hands.size]", "hands.size", ('did you mean "hand.size"?',)),
    Case("a scenario", RULES, "scenarios: [pond]", "scenarios: [pnod]", "pnod", ('did you mean "pond"?',)),
    Case("a discrepancy", RULES, "discrepancies: [beak-or-bill]", "discrepancies: [bill-or-beak]", "bill-or-beak", ("no discrepancy 'bill-or-beak'",)),
    Case("a reading", "discrepancies.yml", "adopted: beak", "adopted: beek", "beek", ("no 'beek' among the readings", 'did you mean "beak"?')),
    Case("a card that a discrepancy concerns", "discrepancies.yml", "cards: [coup-de-bec]", "cards: [coup-de-bek]", "coup-de-bek", ('did you mean "coup-de-bec"?',)),
    Case("a set under copies", HERONS, "copies: {reeds: 2}", "copies: {reed: 2}", "reed:", ("no set 'reed'", 'did you mean "reeds"?')),
    Case("a side", HERONS, "side: herons", "side: heron", "heron\n", ("no side 'heron'", 'did you mean "herons"?')),
    Case("a side under draws", "terrains.yml", "draws: {otters: 1", "draws: {oters: 1", "oters", ('did you mean "otters"?',)),
    Case("a side of a counter's face", "counters.yml", "side: otters", "side: otter", "otter}", ('did you mean "otters"?',)),
    Case("a unit type", OTTERS, "unit_type: swimmer\n  text: Adds", "unit_type: swimer\n  text: Adds", "swimer\n", ("no unit type 'swimer'", 'did you mean "swimmer"?')),
    Case("a unit type in an effect", HERONS, "type: swimmer", "type: diver", "diver", ("no unit type 'diver'", "there are: swimmer")),
    Case("a document of game.yml", "game.yml", "held: [leaflet]", "held: [leaflets]", "leaflets", ('did you mean "leaflet"?',)),
    # links
    Case("a dead link", OTTERS, "[[card:vieille-loutre|old otter]]", "[[card:vieille-loutr|old otter]]", "[[card:vieille-loutr", ('did you mean "vieille-loutre"?',)),
    Case("a dead link on its line of a text", OTTERS, "[[term:splash]]", "[[term:splash-y]]", "[[term:splash-y]]", ("card vieille-loutre, text.en", 'did you mean "splash"?')),
    Case("a dead link to a rule", OTTERS, "[[rule:fight.ties]]", "[[rule:fight.ties.all]]", "[[rule:fight.ties.all", ("no rule 'fight.ties.all'",)),
    Case("a link of no kind", RULES, "[[terrain:roseliere]]", "[[terain:roseliere]]", "[[terain", ("no link kind 'terain'",)),
    Case("a link without kind", RULES, "[[terrain:roseliere]]", "[[roseliere]]", "[[roseliere", ("[[card:ID]]",)),
    Case("a link that is not closed", RULES, "[[terrain:roseliere]]", "[[terrain:roseliere", "[[terrain", ("not closed",)),
    Case("a link with nothing to show", RULES, "splash|splashes]]", "splash|]]", "[[term:splash|]]", ("not empty",)),
    Case("a link to a game that is not used", RULES, "[[terrain:roseliere]]", "[[next/rule:hand.size]]", "[[next", ("add next to uses",)),
    # chains, ids and sums
    Case("a scenario that extends itself", "scenarios.yml", "abstract: true", "abstract: true\n  extends: pond", "pond\n  source", ("extends goes round in a circle: tiny/pond -> tiny/pond",)),
    Case("a clause that is the same as itself", RULES, "see: [fight.ties]", "same_as: tiny/hand.size", "tiny/hand.size", ("same_as goes round in a circle: tiny/hand.size -> tiny/hand.size",)),
    Case("two sections alike", "sources.yml", "{id: hand,", "{id: box,", "box, title: The hand", ("the id 'box' a second time",), more=3),
    Case("a blank named like a terrain", "sets.yml", "id: reeds-unnamed", "id: roseliere", "roseliere", ("the id 'roseliere' a second time",)),
    Case("the game's id", "game.yml", "id: tiny", "id: tinny", "tinny", ("not the name of its folder, tiny",)),
    Case("a set that exceeds its total", "terrains.yml", "copies: {reeds: 1}", "copies: {reeds: 2}", "", ("the set has 3 terrain pieces, but its copies and blanks make 4", "roseliere 2, reeds-unnamed 2"), more=-1),
    Case("a set whose heroic cards exceed their part", "sets.yml", "  source: leaflet#box\n", "  parts: [{kind: card, side: otters, heroic: false, count: 2, source: leaflet#box}]\n  source: leaflet#box\n", "", ("the set has 2 otters cards that are not heroic, but its copies and blanks make 3", "eclaireur 3"), more=-1),
    Case("more counters than the box", "counters.yml", "count: 5", "count: 7", "", ("the box has 7 counter pieces, but the records make 8 to 10",), more=-1),
]
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_is_shown_at_its_place(case: Case, content: Content, run_cli) -> None:
    text = content.change(case.file, case.old, case.new)
    result = run_cli("validate", "tiny", "--content", content.root)
    assert result.code == 1, result.stdout + result.stderr
    assert result.stderr == ""
    found = faults(result.stdout)
    if case.more < 0:  # a sum: the fault stands at the total, in another file
        ((_, _, _, said),) = found
    else:
        assert len(found) == 1 + case.more, result.stdout
        line, column = position(text, case.mark, case.nth)
        here = [
            said
            for file, at, col, said in found
            if (file, at, col) == (Path(case.file).name, line, column)
        ]
        assert here, f"no fault at {case.file}:{line}:{column}\n{result.stdout}"
        said = here[0]
    for words in case.says:
        assert words in said
    assert "Traceback" not in result.stdout


def test_two_ids_alike_name_both_places(content: Content, run_cli) -> None:
    content.change(
        "terrains.yml",
        "- id: roseliere",
        "- id: roseliere\n"
        + content.text("terrains.yml").split("- id: roseliere\n")[1]
        + "\n- id: roseliere",
    )
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    line, column = position(content.text("terrains.yml"), "roseliere", 1)
    assert [fault[:3] for fault in found if "a second time" in fault[3]] == [
        ("terrains.yml", line, column)
    ]
    assert any("first at" in said and "terrains.yml:2:7" in said for *_, said in found)


def test_a_circle_through_two_clauses(content: Content, run_cli) -> None:
    content.change(RULES, "  see: [fight.ties]", "  same_as: fight.ties")
    content.change(RULES, "  scenarios: [pond]", "  same_as: hand.size")
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    assert ["circle" in said for *_, said in found] == [True, True]


def test_the_fixture_is_without_fault(content: Content, run_cli) -> None:
    result = run_cli("validate", "--content", content.root)
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout == "no faults: 18 records in 14 files of next, tiny\n"


def test_every_fault_of_every_file_is_shown_in_order(content: Content, run_cli) -> None:
    content.change(OTTERS, "combat_value: 2", "combat_value: two")
    content.change(OTTERS, "of: own, add: 1", "of: own, ad: 1")
    content.change(RULES, "see: [fight.ties]", "see: [fight.tie]")
    content.change("terrains.yml", "size: 2", "size: [2]")
    content.add("glossary.yml", "- id: [\n")
    result = run_cli("validate", "tiny", "--content", content.root)
    assert result.code == 1
    found = faults(result.stdout)
    assert [file for file, *_ in found] == [
        "otters.yml",
        "otters.yml",
        "glossary.yml",
        "hand.yml",
        "terrains.yml",
    ]
    assert found == sorted(
        found,
        key=lambda fault: (
            "cards"
            if fault[0] == "otters.yml"
            else fault[0]
            if fault[0] != "hand.yml"
            else "rules",
            *fault[1:],
        ),
    )
    assert result.stdout.splitlines()[-1].startswith("5 faults in 4 files")


def test_a_file_that_cannot_be_read_hides_no_other_fault_and_brings_no_false_one(
    content: Content, run_cli
) -> None:
    content.add("glossary.yml", "- id: splash\n  name: [\n")
    content.change(OTTERS, "[[card:eclaireur]]", "[[card:eclaireru]]")
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    assert [file for file, *_ in found] == ["otters.yml", "glossary.yml"], (
        "links to terms are not judged"
    )


def test_json_output_meets_its_schema(content: Content, run_cli, repo_root: Path) -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads((repo_root / "schema/output/validate.json").read_text())
    content.change(OTTERS, "combat_value: 2", "combat_value: two")
    for games, code in (((), 1), (("next",), 1)):
        result = run_cli("validate", *games, "--content", content.root, "--json")
        assert result.code == code
        Draft202012Validator(schema).validate(result.json())
    report = result.json()
    assert report["ok"] is False
    assert set(report["games"]) == {"next", "tiny"}, "a game is checked with those that it uses"
    assert report["faults"][0]["at"] == "card eclaireur, combat_value"
    content.change(OTTERS, "combat_value: two", "combat_value: 2")
    result = run_cli("validate", "--content", content.root, "--json")
    Draft202012Validator(schema).validate(result.json())
    assert (result.code, result.json()["ok"]) == (0, True)


def test_the_library_does_not_open_on_faulty_content(content: Content) -> None:
    content.change(OTTERS, "combat_value: 2", "combat_value: two")
    content.change(HERONS, "kind: action", "kind: acton")
    with pytest.raises(ContentFaults) as caught:
        open_library(content.root, ["next"])
    assert caught.value.exit_code == 1
    assert len(caught.value.faults) == 2
    assert "the content has 2 faults\n" in str(caught.value)
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)


def test_a_game_loads_with_those_that_it_uses(content: Content) -> None:
    library = open_library(content.root, ["next"])
    assert set(library.games) == {"next", "tiny"}
    clause = library["next"].clauses["hand.size"]
    assert str(library.clause_text(clause)) == "Six cards, as [[rule:fight.ties]] has it."
    assert set(open_library(content.root, ["tiny"]).games) == {"tiny"}


def test_thousands_of_dead_links_are_all_shown(content: Content, run_cli) -> None:
    card = (
        content.text(OTTERS).partition("\n")[2].partition("\n\n")[0].replace("reeds: 3", "reeds: 0")
    )
    many = [
        card.replace("id: eclaireur", f"id: scout-{i}").replace("vieille-loutre", f"scuot-{i}")
        for i in range(800)
    ]
    content.add("cards/many.yml", "\n".join(many) + "\n")
    result = run_cli("validate", "tiny", "--content", content.root)
    found = faults(result.stdout)
    assert len(found) == 800
    assert all("no card 'scuot-" in said for *_, said in found)
    assert any('did you mean "scout-' in said for *_, said in found)


# --- usage -----------------------------------------------------------------------------------


def test_an_unknown_game_is_wrong_usage(content: Content, run_cli) -> None:
    result = run_cli("validate", "tinny", "--content", content.root)
    assert result.code == 2
    assert "no game 'tinny'; did you mean \"tiny\"?" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("name", ["../tiny", "/etc", ".", "tiny/cards", ""])
def test_a_game_is_no_path(name: str, content: Content, run_cli) -> None:
    assert run_cli("validate", name, "--content", content.root).code == 2


def test_a_content_folder_that_is_none(tmp_path: Path, run_cli) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        result = run_cli("validate", "--content", path)
        assert result.code == 2
        assert "Traceback" not in result.stderr
        assert str(path) in result.stderr


def test_uses_of_a_game_that_is_not_there(content: Content, run_cli) -> None:
    path = content.root / "next" / "game.yml"
    path.write_text(path.read_text().replace("uses: [tiny]", "uses: [tinny]"))
    found = faults(run_cli("validate", "next", "--content", content.root).stdout)
    assert any(
        said.startswith("game next, uses[0]: no game 'tinny'; did you mean \"tiny\"?")
        for *_, said in found
    )


# --- files that do not belong ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("card/x.yml", 'the folder card belongs to no record kind; did you mean "cards"?'),
        ("tokens.yml", "the file tokens.yml belongs to no record kind"),
        ("cards/x.yaml", "rename it to x.yml"),
        ("cards/x.json", "content files end in .yml"),
        ("cards/notes.txt", "content files end in .yml"),
        ("game/x.yml", "belongs to no record kind"),
        ("cards/README.md", "content files end in .yml"),
    ],
)
def test_a_stray_file_is_a_fault(name: str, says: str, content: Content, run_cli) -> None:
    content.add(name, "[]\n")
    result = run_cli("validate", "tiny", "--content", content.root)
    ((_, line, column, said),) = faults(result.stdout)
    assert (result.code, line, column) == (1, 1, 1)
    assert says in said


@pytest.mark.parametrize(
    "name",
    [
        ".gitkeep",
        "cards/.hidden.yml",
        "cards/otters.yml~",
        "#cards.yml#",
        "README.md",
        "LICENSE",
        ".git/config",
    ],
)
def test_what_is_passed_over(name: str, content: Content, run_cli) -> None:
    content.add(name, "{{{")
    assert run_cli("validate", "tiny", "--content", content.root).code == 0


def test_file_names_that_cannot_be_printed(content: Content, run_cli) -> None:
    for name in (b"\xff.yml", b"a\nb.yml", b"\x1b[31m.txt"):
        Path(os.fsdecode(os.fsencode(content.path("cards")) + b"/" + name)).write_text("- {")
    result = run_cli("validate", "tiny", "--content", content.root)
    assert (result.code, result.stderr) == (1, "")
    assert [file for file, *_ in faults(result.stdout)] == [
        "\\udcff.yml",
        "\\x1b[31m.txt",
        "a\\nb.yml",
    ]


def test_symbolic_links_are_refused(content: Content, run_cli, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yml"
    outside.write_text("[]\n")
    content.path("cards/link.yml").symlink_to(outside)
    content.path("rulings").symlink_to(tmp_path)
    (content.root / "third").symlink_to(content.root / "tiny")
    result = run_cli("validate", "--content", content.root)
    assert result.code == 1
    assert [Path(file).name for file, *_ in faults(result.stdout)] == [
        "third",
        "link.yml",
        "rulings",
    ]
    assert result.stdout.count("a symbolic link") == 3


def test_what_is_no_regular_file_is_not_opened(content: Content, run_cli) -> None:
    os.mkfifo(content.path("cards/pipe.yml"))
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    assert [said for *_, said in found] == ["neither a file nor a folder; remove it"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read(content: Content, run_cli) -> None:
    content.path(OTTERS).chmod(0)
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    assert "cannot be read" in found[0][3]


def test_a_game_without_game_yml(content: Content, run_cli) -> None:
    content.path("game.yml").unlink()
    found = faults(run_cli("validate", "tiny", "--content", content.root).stdout)
    assert [said.split(";")[0] for *_, said in found] == ["the file is missing"]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "cards/otters.yml",
            "id: x\n",
            "the file holds a mapping; a list: each card begins with '- id: '",
        ),
        ("cards/otters.yml", "hello\n", "the file holds a single value"),
        ("game.yml", "- id: tiny\n", "the file holds a list; one game as a mapping"),
        ("game.yml", "", "the file holds no record"),
        ("glossary.yml", "- hello\n", "a single value in the list; each term is a mapping"),
    ],
)
def test_the_wrong_shape_of_a_file(
    name: str, text: str, says: str, content: Content, run_cli
) -> None:
    content.add(name, text)
    result = run_cli("validate", "tiny", "--content", content.root)
    assert result.code == 1
    assert says in result.stdout


# --- bad bytes, through the command -----------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "place", "says"),
    [
        (b"\xef\xbb\xbf- id: x\n", (1, 1), "byte order mark"),
        (b"- id: x\n  id: y\n", (2, 3), "the key 'id' a second time"),
        (b"- id: x\n  name: \xe9\n", (2, 9), "is not UTF-8"),
        (b"- &a {id: *a}\n", (1, 3), "anchor"),
        (b"- id: x\n\tname: y\n", (2, 1), "a tab"),
        ("- id: x\n  name: E\u0301\n".encode(), (2, 9), "NFC"),
        ("- id: x\n  name: VÃ©hicule\n".encode(), (2, 9), "'Véhicule'"),
        (b"- id: x\n  name: a: b\n", (2, 10), "quotes"),
        (b"[" * 500, (1, 41), "nested"),
        (b"# " + b"x" * 6_000_000, (1, 1), "bytes"),
    ],
)
def test_bad_files_end_in_one_fault_and_exit_code_1(
    raw: bytes, place: tuple[int, int], says: str, content: Content, run_cli
) -> None:
    content.add("rulings.yml", raw)
    result = run_cli("validate", "tiny", "--content", content.root)
    assert result.code == 1
    here = [
        said
        for file, line, column, said in faults(result.stdout)
        if (file, (line, column)) == ("rulings.yml", place)
    ]
    assert here, result.stdout
    assert says in here[0]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "same_as: tiny/hand.size",
            "same_as: tiny/hand.sise",
            "no clause 'hand.sise' in tiny; did you mean \"hand.size\"?",
        ),
        (
            "differs_from: tiny/fight.ties",
            "differs_from: tyni/fight.ties",
            "the game 'tyni' is not among those that next uses; did you mean \"tiny\"?",
        ),
        (
            "source: tiny/leaflet#hand",
            "source: tiny/leaflet#hnad",
            "no section 'hnad' in the source 'leaflet'; did you mean \"tiny/leaflet#hand\"?",
        ),
        (
            "[[tiny/card:eclaireur|the scout]]",
            "[[tiny/card:eclaireuse|the scout]]",
            "no card 'eclaireuse' in tiny; did you mean \"eclaireur\"?",
        ),
        (
            "[[tiny/rule:fight.ties]]",
            "[[rule:fight.tie]]",
            "no rule 'fight.tie'; did you mean \"fight.ties\"?",
        ),
    ],
)
def test_references_into_another_game(
    old: str, new: str, says: str, content: Content, run_cli
) -> None:
    path = content.root / "next" / "rules.yml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    result = run_cli("validate", "next", "--content", content.root)
    ((file, line, _, said),) = faults(result.stdout)
    assert (result.code, file) == (1, "rules.yml")
    assert line == position(path.read_text(), new)[0]
    assert says in said

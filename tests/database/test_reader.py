"""What the YAML reader takes, what it refuses, and where it says that it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldpress.database.reader import MAX_BYTES, MAX_DEPTH, Document, parse, read


def refused(raw: str | bytes) -> list[tuple[int, int, str, str]]:
    found: list = []
    parse(raw.encode() if isinstance(raw, str) else raw, "f.yml", found)
    return [(f.line, f.column, f.code, f"{f.problem}; {f.remedy}") for f in found]


def data(raw: str):
    found: list = []
    document = parse(raw.encode(), "f.yml", found)
    assert isinstance(document, Document), found
    assert not found
    return document.data


@pytest.mark.parametrize(
    "word",
    [
        "NO",
        "no",
        "on",
        "off",
        "yes",
        "y",
        "True",
        "FALSE",
        "12:30",
        "2024-01-02",
        "010",
        "0x1F",
        "0o17",
        "1e3",
        "1_000",
        "+3",
        ".5",
        "1.",
        ".inf",
        ".nan",
        "-0x1",
        "=",
        "Null",
    ],
)
def test_yaml_1_1_words_stay_text(word: str) -> None:
    assert data(f"a: {word}\n") == {"a": word}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-7", -7),
        ("12", 12),
        ("1.5", 1.5),
        ("'3'", "3"),
        ('"true"', "true"),
        ("''", ""),
    ],
)
def test_core_values(text: str, value: object) -> None:
    found = data(f"a: {text}\n")["a"]
    assert found == value
    assert type(found) is type(value)


def test_an_integer_too_long_to_be_one_stays_text() -> None:
    assert data("a: " + "9" * 5000) == {"a": "9" * 5000}


def test_positions_of_keys_and_values() -> None:
    document = parse(b"- id: x\n  list:\n    - {a: 1, b: [2, 3]}\n", "f.yml", [])
    assert document is not None
    spot = document.spot
    assert spot.value((0,)) == (1, 3)
    assert spot.key((0, "list")) == (2, 3)
    assert spot.value((0, "list", 0, "b", 1)) == (3, 21)
    assert spot.key((0, "list", 0, "b")) == (3, 14)
    assert spot.value((0, "list", 0, "nothing", "here")) == (3, 7), "the nearest value around it"


def test_a_duplicate_key_names_both_places() -> None:
    assert refused("- id: a\n  name: x\n  id: b\n") == [
        (
            3,
            3,
            "duplicate-key",
            "the key 'id' a second time; it stands already at 1:3; keep one of the two",
        )
    ]


def test_every_duplicate_key_is_found() -> None:
    assert [(line, col) for line, col, *_ in refused("{a: 1, a: 2, a: 3, b: {c: 1, c: 2}}")] == [
        (1, 8),
        (1, 14),
        (1, 30),
    ]


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(20)
    )
    found = refused(bomb)
    assert [(line, col, code) for line, col, code, _ in found] == [(1, 4, "anchor")]


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("a: *x\n", (1, 4), "anchor"),
        ("<<: {a: 1}\n", (1, 1), "anchor"),
        ("a: !!str 1\n", (1, 4), "tag"),
        ("a: !!python/object/apply:os.system [ls]\n", (1, 4), "tag"),
        ("- a\n- !thing {b: 1}\n", (2, 3), "tag"),
        ("a: 1\n---\nb: 1\n", (2, 1), "yaml"),
        ("? [a]\n: b\n", (1, 3), "yaml"),
    ],
)
def test_what_content_does_not_use(text: str, place: tuple[int, int], code: str) -> None:
    ((line, column, found, _),) = refused(text)
    assert (line, column, found) == (*place, code)


def test_a_byte_order_mark_is_refused() -> None:
    for raw in (b"\xef\xbb\xbfa: 1\n", "a: 1\n".encode("utf-16")):
        ((line, column, code, said),) = refused(raw)
        assert (line, column, code) == (1, 1, "bom")
        assert "without BOM" in said


def test_bytes_that_are_not_utf_8_are_named_with_their_offset() -> None:
    ((line, column, code, said),) = refused(b"a: 1\nb: caf" + b"\xe9\n")
    assert (line, column, code) == (2, 7, "encoding")
    assert "0xe9 at offset 11" in said
    assert "'é'" in said


def test_decomposed_accents_are_shown_composed() -> None:
    ((line, column, code, said),) = refused("- name: E\u0301claireur\n")
    assert (line, column, code) == (1, 9, "nfc")
    assert "write 'Éclaireur'" in said
    assert [one[:3] for one in refused("cafe\u0301: 1\n")] == [(1, 1, "nfc")], "keys too"
    assert [one[2] for one in refused('a: "e\\u0301"\n')] == ["nfc"], "and what an escape composes"


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("VÃ©hicule", "Véhicule"),
        ("lâ€™assaut", "l’assaut"),
        ("BÃ©nouville Â»", "Bénouville »"),
        ("Å’uvre", "Œuvre"),
        ("MÃ¶rser", "Mörser"),
        ("GrÃ¶ÃŸe", "Größe"),
    ],
)
def test_mojibake_is_recognised_and_repaired(broken: str, right: str) -> None:
    ((line, column, code, said),) = refused(f"a: {broken}\n")
    assert (line, column, code) == (1, 4, "mojibake")
    assert f"write '{right}'" in said


@pytest.mark.parametrize(
    "text",
    [
        "«\u202fété\u202f»",
        "Hœ̀".strip("̀"),
        "À l’assaut…",
        "Âge",
        "Größe ß",
        "naïve – “quoted” ‘so’",
        "Ångström",
        "œuvre à Caen",
        "6\u00a0juin",
        "€5 • ½",
    ],
)
def test_right_texts_are_not_taken_for_mojibake(text: str) -> None:
    assert data(f"a: {text}\n") == {"a": text}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a:\tb\n", (1, 3)),
        ("a:\n\tb: 1\n", (2, 1)),
        ("a: x\u200by\n", (1, 5)),
        ("a: \u202eb\n", (1, 4)),
        ("a: b\x07\n", (1, 5)),
        ("a: b\ra: c\n", (1, 5)),
        ('a: "\\u0007"\n', (1, 4)),
        ('a: "x\\ty"\n', (1, 4)),
        ("\x00", (1, 1)),
    ],
)
def test_tabs_and_characters_nobody_sees(text: str, place: tuple[int, int]) -> None:
    found = refused(text)
    assert found
    assert found[0][:2] == place
    assert found[0][2] in ("tab", "character")


def test_windows_line_ends_are_fine() -> None:
    assert data("a: 1\r\nb: 2\r\n") == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: b: c\n", (1, 5)),
        ('a: "x\nb: 1\n', (1, 4)),
        ("- a\nb: c\n", (2, 1)),
        ("a: [1, 2\n", (1, 4)),
        ("a: {b: 1\n", (1, 4)),
        ("a: @x\n", (1, 4)),
        ("a: `x\n", (1, 4)),
        ("a: x\nb\n", (2, 1)),
        ('a: "\\q"\n', (1, 5)),
        ("a: %x\n", (1, 4)),
        ("- a\n - b\n- c: d: e\n", (3, 7)),
    ],
)
def test_broken_yaml_is_one_clear_fault(text: str, place: tuple[int, int]) -> None:
    ((line, column, code, said),) = refused(text)
    assert (line, column, code) == (*place, "yaml")
    assert said.split("; ")[-1], "what would be right"
    assert "yaml." not in said


@pytest.mark.parametrize("deep", ["[" * 900, "{a: " * 200, "- " * 900 + "x", "[" * 200_000])
def test_deep_nesting_is_refused(deep: str) -> None:
    ((line, _, code, said),) = refused(deep)
    assert line == 1
    assert code in ("depth", "yaml")
    assert "nested" in said


def test_nesting_up_to_the_limit_is_fine() -> None:
    assert data("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert refused("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_a_huge_file_is_refused_unread(tmp_path) -> None:
    path = tmp_path / "f.yml"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    found: list = []
    assert read(path, "f.yml", found) is None
    ((fault),) = found
    assert fault.code == "size"
    assert "100,000,000 bytes" in fault.problem
    assert f"{MAX_BYTES // 1_000_000} MB" in fault.remedy


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    found: list = []
    document = parse(raw, "f.yml", found)
    assert document is not None or found
    assert all(fault.line >= 1 and fault.column >= 1 for fault in found)


@given(st.text(alphabet=st.sampled_from(list("ab:-[]{}'\"#&*!|>%@` \n,?0é\\")), max_size=80))
def test_any_text_of_yaml_signs_is_read_or_refused(text: str) -> None:
    found: list = []
    document = parse(text.encode(), "f.yml", found)
    assert document is not None or found

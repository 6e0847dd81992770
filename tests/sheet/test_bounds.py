"""Texts that would keep the parser or the checks busy are refused before either has begun."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path

import pytest

from pitboss import text as texts
from pitboss.sheet import SheetRefused, check_file, check_text, houses
from pitboss.sheet.faults import DEEPEST, LARGEST, LONGEST_KEY, MOST_ELEMENTS, MOST_KEYS, MOST_PARTS, beyond
from pitboss.sheet.files import STANDARD, house_text, load_sheet
from pitboss.sheet.section import MOST_NOTED, MOST_SEARCHES

EXAMPLE = Path("examples/two-up.toml")

TOO_MUCH = {
    "a key of dots": ("a" + ".a" * 32_000 + " = 1", 1, "parts"),
    "a header of dots": ("x = 1\n[" + "a." * 32_000 + "a]", 2, "parts"),
    "dots with spaces": ("a" + " . a" * 9_000 + " = 1", 1, "parts"),
    "quoted parts": ("'a'" + ".'a'" * 9_000 + " = 1", 1, "parts"),
    "dots in an inline table": ("x = 1\n\ny = { a" + ".a" * 9_000 + " = 1 }", 3, "parts"),
    "brackets": ("x = " + "[" * 60_000, 1, "nested"),
    "braces": ("x = " + "{a=" * 20_000, 1, "nested"),
    "keys": ("\n".join(f"k{number} = 1" for number in range(9_000)), MOST_KEYS + 1, "keys"),
    "headers": ("\n".join(f"[k{number}]" for number in range(9_000)), MOST_KEYS + 1, "keys"),
    "inline keys": ("x = {" + "a=1," * 9_000 + "}", 1, "keys"),
    "elements": ("x = [" + "1," * 30_000 + "]", 1, "commas"),
    "a long key": (f"x = 1\n{'k' * 60_000} = 1", 2, "key is too long"),
    "a long quoted key": (f'"{"k" * 60_000}" = 1', 1, "key is too long"),
    "size": ("#" * (LARGEST + 1), 1, "too large"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_no_sheet_has_never_reaches_the_parser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, line, word = TOO_MUCH[name]
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was parsed"))
    (fault,) = check_text(text).faults
    assert (fault.line, word in fault.message) == (line, True), fault
    assert fault.allowed


@pytest.mark.parametrize("name", [*houses(), STANDARD, "two-up"])
def test_sheets_are_far_from_every_bound(name: str) -> None:
    text = EXAMPLE.read_text(encoding="utf-8") if name == "two-up" else house_text(name)
    assert beyond(text) is None
    assert len(text) * 10 < LARGEST
    assert text.count("=") * 5 < MOST_KEYS
    assert text.count(",") * 10 < MOST_ELEMENTS


@pytest.mark.parametrize(
    "text",
    [
        '"a.b.c.d.e.f.g.h.i.j" = 1',
        "x = '[[[[[[[[[[[[[[[[[[[['",
        "# " + "." * 500 + "[" * 500,
        'x = """\n' + "a.b.c.d.e.f.g.h.i.j = [[[[[[[[[[[[[\n" * 3_000 + '"""',
        "x = '''" + "=" * 9_000 + "'''",
        f'x = "{"k" * 9_000}"',
        r'x = """ \""" . . . . . . . . . . """',
        "a" + ".b" * (MOST_PARTS - 1) + " = 1",
        "x = " + "[" * DEEPEST + "]" * DEEPEST,
        "k" * LONGEST_KEY + " = 1",
        "x = [\n" + "1.5,\n" * 3_000 + "]",
    ],
)
def test_strings_comments_and_what_is_just_allowed_are_left_to_the_parser(text: str) -> None:
    assert beyond(text) is None
    tomllib.loads(text)


@pytest.mark.parametrize("text", ["x = 'a", 'x = "a', "x = '''" + "[" * 99, 'x = """' + "[" * 99, "= ] } ."])
def test_a_text_that_is_no_toml_is_the_parsers_to_refuse(text: str) -> None:
    assert beyond(text) is None
    (fault,) = check_text(text).faults
    assert fault.message.startswith("is not valid TOML")


def test_of_many_faults_the_first_are_told_and_few_words_are_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = 0

    def counted(word: str, words: list[str], n: int, cutoff: float) -> list[str]:
        nonlocal searches
        searches += 1
        return get_close_matches(word, words, n, cutoff)

    monkeypatch.setattr(texts, "get_close_matches", counted)
    unknown = "".join(f"wagr{number} = 1\n" for number in range(600))
    checked = check_text(unknown + house_text("rivers"))
    assert checked.sheet is None
    assert searches <= MOST_SEARCHES
    assert [fault.suggestion for fault in checked.faults] == ["wager", None]  # the searched and the others
    assert checked.more == 600 - MOST_NOTED


def test_a_sheet_that_cites_hundreds_of_unknown_clauses() -> None:
    text = house_text("rivers")
    cited = "".join(f'[[notice]]\ntext = "x"\nclause = "RIVV-{number}"\n' for number in range(1, 501))
    at = text.index("[clauses")
    checked = check_text(text[:at] + cited + text[at:])
    (fault,) = checked.faults
    assert fault.sentence.startswith("clauses: RIVV-1, RIVV-2, ")
    assert ", RIVV-20 and 480 more are cited" in fault.sentence


def test_a_refused_sheet_counts_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("".join(f"k{n} = 1\n" for n in range(300)) + house_text("rivers"), encoding="utf-8")
    with pytest.raises(
        SheetRefused, match=r"k19 and 180 more are not keys .*\(and 100 more: run pitboss check\)"
    ):
        load_sheet(file)


def test_a_file_is_not_read_beyond_what_a_sheet_may_have(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    with file.open("wb") as out:
        out.truncate(2**34)  # sparse: it would not fit into memory
    (fault,) = check_file(file).faults
    assert fault.sentence == f"is too large; allowed: up to {LARGEST // 1024} KB"

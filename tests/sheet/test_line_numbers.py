"""Where keys stand: the scanner against the standard parser, on every sheet and on made-up TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.sheet import houses
from pitboss.sheet.faults import DEEPEST_KEY as DEEPEST
from pitboss.sheet.faults import KeyPath, key_lines, line_of
from pitboss.sheet.files import STANDARD, house_text

from .texts import BASE

TWO_UP = (Path(__file__).parents[2] / "examples" / "two-up.toml").read_text(encoding="utf-8")


def paths(value: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key path that the parser yields, elements of arrays by their number."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, str(number)))


def assert_each_key_is_on_its_line(text: str) -> None:
    found = key_lines(text)
    lines = text.split("\n")
    assert set(found) == set(paths(tomllib.loads(text)))
    for path, number in found.items():
        name = next(key for key in reversed(path) if not key.isdigit())
        if path[-1] == name:
            assert name in lines[number - 1], path


@pytest.mark.parametrize("name", [*houses(), STANDARD])
def test_every_key_of_a_house_is_on_its_line(name: str) -> None:
    assert_each_key_is_on_its_line(house_text(name))


@pytest.mark.parametrize("text", [BASE, TWO_UP], ids=["base", "two-up"])
def test_every_key_of_an_example_is_on_its_line(text: str) -> None:
    assert_each_key_is_on_its_line(text)


# ---------------------------------------------------------------- by hand


def test_the_same_key_in_two_tables() -> None:
    assert key_lines("[a]\nx = 1\n\n[b]\nx = 2\n") == {("a",): 1, ("a", "x"): 2, ("b",): 4, ("b", "x"): 5}


def test_dotted_and_quoted_keys() -> None:
    found = key_lines("a . 'b.c' . \"d\\u0065\" = 1\n[\"x]\".y]\n'z # no comment' = 2")
    assert found[("a", "b.c", "de")] == 1
    assert found[("x]", "y", "z # no comment")] == 3


def test_elements_of_an_array_of_tables_and_tables_inside_them() -> None:
    text = "[[a]]\nx = 1\n[a.b]\ny = 2\n[[a.c]]\n[[a.c]]\nz = 3\n[[a]]\n[[a.c]]\nz = 4\n"
    found = key_lines(text)
    assert found[("a", "0", "x")] == 2
    assert found[("a", "0", "b", "y")] == 4
    assert found[("a", "0", "c", "1", "z")] == 7
    assert found[("a", "1")] == 8
    assert found[("a", "1", "c", "0", "z")] == 10


def test_elements_of_an_array_over_several_lines() -> None:
    found = key_lines(
        'a = [\n  { x = 1 },\n  # a comment, with [ and ,\n  { x = "}" },\n  [[2], [3]],\n]\nb = 1\n'
    )
    assert found[("a", "0", "x")] == 2
    assert found[("a", "1", "x")] == 4
    assert found[("a", "2", "1", "0")] == 5
    assert found[("b",)] == 7


@pytest.mark.parametrize(
    "string",
    [
        '"""\n[no.table]\nno = key\n"""',
        '"""ends with a quote\n""""',
        '"""ends with two\n"""""',
        "'''\n# no comment '' \\\n'''",
        "'''ends with two\n'''''",
        '"""escaped \\""" quotes\n"""',
        '""\n',
        '"#"\n',
        "'\\'\n",
        '"\\\\"\n',
    ],
)
def test_what_stands_in_a_string_is_no_key(string: str) -> None:
    text = f"before = {string}\nafter = 1"
    assert set(key_lines(text)) == {("before",), ("after",)}
    assert key_lines(text)[("after",)] == text.count("\n") + 1


def test_lines_that_end_as_on_windows() -> None:
    assert key_lines("a = 1\r\n\r\n[b]\r\nc = '''x\r\ny'''\r\nd = 2\r\n")[("b", "d")] == 6


def test_a_missing_key_has_the_line_of_the_table_around_it() -> None:
    found = key_lines("x = 1\n[a]\n[a.b]\n")
    assert line_of(found, ("a", "b", "c", "d")) == 3
    assert line_of(found, ("z",)) is None


def test_very_deep_keys_have_the_line_of_a_table_around_them() -> None:
    deep = ("a",) * 5_000
    found = key_lines("x = 1\n" + ".".join(deep) + " = 2\n")
    assert max(len(path) for path in found) == DEEPEST
    assert line_of(found, deep) == 2


# ---------------------------------------------------------------- made-up TOML

# Texts that would mislead a scanner that did not know strings and comments.
MISLEADING = st.sampled_from(["", "# x", "a = 1", "[t]", "[[t]]", "{ a = 1 }", "x, y", "'' y", "] ] }"])
BLANKS = st.sampled_from(["", " ", "\t", "  "])


class Writer:
    """Draws a TOML document in which every key has a name that occurs nowhere else."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"k{self.names}z"

    def written(self, name: str) -> str:
        return self.draw(st.sampled_from([name, f'"{name}"', f"'{name}'"]))

    def dotted(self, *names: str) -> str:
        return self.draw(st.sampled_from([".", " . "])).join(self.written(name) for name in names)

    def string(self) -> str:
        inside = self.draw(MISLEADING)
        lines = f"\n{inside}\n{self.draw(MISLEADING)}"
        return self.draw(
            st.sampled_from(
                [
                    f'"{inside}"',
                    f'"\\"{inside}\\\\"',
                    f'"""{lines}"""',
                    f'"""{lines}\\""""',
                    f'"""{lines}"""""',
                    f"'''{lines}'''",
                    f"'''{lines}'''''",
                ]
            )
        )

    def value(self, depth: int) -> str:
        kinds = ["scalar", "string", *(["array", "table"] if depth else [])]
        match self.draw(st.sampled_from(kinds)):
            case "string":
                return self.string()
            case "array":
                return self.array(depth - 1)
            case "table":
                pairs = [self.pair(depth - 1) for _ in range(self.draw(st.integers(0, 2)))]
                return "{" + self.draw(BLANKS) + ", ".join(pairs) + "}"
            case _:
                return self.draw(
                    st.sampled_from(["1", "-2.5", "true", "inf", "07:32:00", "1979-05-27 07:32:00"])
                )

    def array(self, depth: int) -> str:
        gaps = st.sampled_from(["", " ", "\n", " # ], [ and '''\n"])
        elements = [self.value(depth) for _ in range(self.draw(st.integers(0, 3)))]
        text = "".join(f"{self.draw(gaps)}{element}{self.draw(gaps)}," for element in elements)
        comma_last = self.draw(st.booleans())
        if not comma_last:
            text = text.removesuffix(",")
        return f"[{text}{self.draw(gaps)}]"

    def pair(self, depth: int) -> str:
        names = [self.name() for _ in range(self.draw(st.integers(1, 2)))]
        return f"{self.dotted(*names)}{self.draw(BLANKS)}={self.draw(BLANKS)}{self.value(depth)}"

    def body(self) -> str:
        endings = st.sampled_from(["\n", " # = [\n", "\n\n# '''\n"])
        return "".join(self.pair(2) + self.draw(endings) for _ in range(self.draw(st.integers(0, 3))))

    def document(self) -> str:
        text = self.body()
        for _ in range(self.draw(st.integers(0, 3))):
            names = [self.name() for _ in range(self.draw(st.integers(1, 2)))]
            if self.draw(st.booleans()):
                text += f"[{self.dotted(*names)}]\n{self.body()}"
                text += f"[{self.dotted(*names, self.name())}]\n{self.body()}"
            else:
                inner = self.name()
                for _ in range(self.draw(st.integers(1, 2))):
                    text += f"[[{self.dotted(*names)}]] # ]]\n{self.body()}"
                    text += f"[{self.dotted(*names, self.name())}]\n{self.body()}"
                    text += f"[[{self.dotted(*names, inner)}]]\n{self.body()}" * self.draw(st.integers(0, 1))
        return text.removesuffix("\n") if self.draw(st.booleans()) else text


@given(st.data())
@settings(deadline=None, max_examples=40)
def test_every_key_of_made_up_toml_is_on_its_line(data: st.DataObject) -> None:
    assert_each_key_is_on_its_line(Writer(data).document())

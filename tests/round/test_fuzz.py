"""Whatever comes in, one answer of the right shape goes out, and no money is made or lost."""

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.round.adjudicate import rule
from tests.naive.rounds import random_round
from tests.naive.settlement import settle

from .lawful import lawful
from .rounds import HOUSES, Json, a_round, as_line, refused

NUMBER = 41  # of the line
HANDS = {"high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"}
RESULTS = {"win", "lose", "push", "returned", "void"}


def answer_to(line: bytes) -> Json | None:
    """The settlement, or None after an error; fails unless the answer has the shape of the law."""
    answer, accepted = rule(line, NUMBER)
    text = json.dumps(answer)
    assert "\n" not in text
    assert json.loads(text.encode("ascii")) == answer  # plain JSON, lone surrogates and all
    if accepted:
        check_settlement(answer)
        return answer
    assert answer.keys() == {"line", "error"}
    assert answer["line"] == NUMBER
    error = answer["error"]
    assert error.keys() == {"path", "clause", "message"}
    assert isinstance(error["path"], str)
    assert error["clause"] is None or isinstance(error["clause"], str)
    assert isinstance(error["message"], str)
    assert 0 < len(error["message"]) < 500
    assert "\n" not in error["message"]
    return None


def check_settlement(answer: Json) -> None:
    """All keys are there, and every sum of the law holds."""
    assert answer.keys() == {"house", "void", "dealer", "seats", "bank", "meter"}
    dealer = answer["dealer"]
    assert dealer.keys() == {"hand", "plays", "qualifies"}
    assert dealer["hand"] in HANDS
    assert len(set(dealer["plays"])) == 3
    numbers = [entry["seat"] for entry in answer["seats"]]
    assert numbers == sorted(set(numbers)) != []
    profits: list[int] = []
    for entry in answer["seats"]:
        assert entry.keys() == {"seat", "hand", "net", "lines"}
        assert entry["hand"] in HANDS
        assert entry["net"] == sum(line["profit"] for line in entry["lines"])
        for line in entry["lines"]:
            check_line(line, answer["void"])
            profits.append(line["profit"])
    bank = answer["bank"]
    assert (bank is not None) == (answer["house"] == "napa-valley")
    if bank is not None:  # what the seats win the bank loses, and never more than it staked
        assert bank.keys() == {"stake", "net", "cover_left"}
        assert sum(entry["net"] for entry in answer["seats"]) + bank["net"] == 0
        assert bank["cover_left"] == bank["stake"] - sum(map(abs, profits)) >= 0
        assert abs(bank["net"]) <= bank["stake"]
    assert (answer["meter"] is not None) == (answer["house"] == "rivers")
    if answer["meter"] is not None:
        assert answer["meter"].keys() == {"before", "after"}
        assert answer["meter"]["after"] in (answer["meter"]["before"], 100_000)


def check_line(line: Json, void: str | None) -> None:
    assert line.keys() == {"id", "stake", "result", "profit", "returned", "pays", "clause"}
    stake, result, profit, returned = (line[key] for key in ("stake", "result", "profit", "returned"))
    assert result in RESULTS
    assert (result == "void") == (void is not None)
    assert (line["pays"] is not None) == (result == "win") == (profit > 0)
    assert 0 <= returned <= stake
    match result:
        case "lose":
            assert profit == -(stake - returned) < 0
        case "returned" | "void":
            assert (profit, returned) == (0, stake)
        case _:
            assert returned == 0


# ---------------------------------------------------------------- anything at all


@settings(max_examples=250, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\xef\xbb\xbf{}")
@example(b"\x00")
@example(b"{}\n{}")
def test_arbitrary_bytes(line: bytes) -> None:
    assert answer_to(line) is None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_arbitrary_text(text: str) -> None:
    assert answer_to(text.encode("utf-8", "surrogatepass")) is None


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["ante", "play", "fold", "draw", "As", "9h", "shine", "rivers", "a" * 100, "\ud800"])
)
keys = st.sampled_from(["seat", "wagers", "ante", "cards", "stake", "min", "pair", "bank"]) | st.text(
    max_size=3
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=250, deadline=None)
@given(values)
def test_arbitrary_json(value: object) -> None:
    assert answer_to(json.dumps(value).encode()) is None


@settings(max_examples=250, deadline=None)
@given(
    st.fixed_dictionaries(
        {"house": st.sampled_from(HOUSES), "seats": values | st.lists(values, max_size=3), "dealer": values},
        optional={
            "sheet": values,
            "limits": values,
            "pays": values,
            "meter": values,
            "bank": values,
            "exposed": values,
            "malfunction": values,
        },
    )
)
def test_arbitrary_fields(data: Json) -> None:
    answer_to(json.dumps(data).encode())


# ---------------------------------------------------------------- valid rounds with mutations

Path = tuple[str | int, ...]
REPLACEMENTS: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 8, 100, 500, 501, 1000, 99_999, 100_000, 10**30, 0.5, 1e300),
    *("", "As", "Ks", "Qs", "2c", "as", "fold", "play", "draw", "a", "b", "\ud800", "napa-valley", "shine"),
    *([], {}, ["As", "Ks", "Qs"], ["2c", "2d", "4h"], {"ante": 500}, {"stake": 1}, {"min": 100}),
)
EXTRA_KEYS = (
    *(
        "ante",
        "pair_plus",
        "double_shot",
        "progressive",
        "play",
        "seat",
        "player",
        "action",
        "discard",
        "drawn",
    ),
    *(
        "meter",
        "bank",
        "exposed",
        "malfunction",
        "limits",
        "pays",
        "house",
        "sheet",
        "min",
        "max",
        "x",
        "",
        "\ud800",
    ),
)


BITS = ("", " ", "0", "1", ".0", "e3", "-", '"', ",", "}", "\\", "\x00", "é")


def nodes(value: object, path: Path = ()) -> list[Path]:
    """The path of every node below the top."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [found for key, each in inner for found in ((*path, key), *nodes(each, (*path, key)))]


def at(data: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        data = data[key]
    return data


def change(rng: random.Random, data: Json, paths: list[Path], parent: Any, key: Any) -> None:
    kind = rng.randrange(7)
    if kind == 0:
        del parent[key]
    elif kind == 1:
        parent[key] = deepcopy(rng.choice(REPLACEMENTS))
    elif kind == 2:
        parent[key] = deepcopy(at(data, rng.choice(paths)))
    elif kind in (3, 4) and type(parent[key]) is int:
        parent[key] += rng.choice([-500, -100, -1, 1, 100, 500])
    elif kind in (3, 4) and isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), deepcopy(parent[key]))
    elif isinstance(parent, list):
        rng.shuffle(parent)
    else:
        parent[rng.choice(EXTRA_KEYS)] = deepcopy(rng.choice([parent[key], *REPLACEMENTS]))


def mutate(rng: random.Random, data: Json) -> bytes:
    """The round after a few random deletions, copies, swaps and replacements, some of them in the text."""
    data = deepcopy(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        paths = nodes(data)
        if not paths:
            break
        path = rng.choice(paths)
        parent, key = at(data, path[:-1]), path[-1]
        change(rng, data, paths, parent, key)
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5 or "\\ud800" in json.dumps(data))
    if rng.random() < 0.1:  # a key twice
        at_key = text.find('"', rng.randrange(len(text)))
        text = text[:at_key] + '"seat": 1, ' + text[at_key:]
    if rng.random() < 0.1:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(BITS) + text[cut:]
    return text.encode()


def judged(line: bytes) -> bool:
    """Whether a line was accepted: exactly where it is lawful, and settled as the naive engine does it."""
    answer = answer_to(line)
    assert (answer is not None) == lawful(line), line
    if answer is not None:
        assert answer == settle(json.loads(line)), line
    return answer is not None


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(HOUSES), st.integers(0, 2**32))
def test_mutated_rounds_drawn_by_hypothesis(house: str, seed: int) -> None:
    rng = random.Random(seed)
    judged(mutate(rng, random_round(rng, house)))


@pytest.mark.parametrize("house", HOUSES)
def test_mutated_rounds(house: str) -> None:
    """Thousands more, few rounds with many mutations each; enough of both kinds of answer come back."""
    rng = random.Random(f"mutants of {house}")
    accepted = 0
    for _ in range(100):
        data = random_round(rng, house)
        accepted += sum(judged(mutate(rng, data)) for _ in range(30))
    assert 100 < accepted < 2000


@pytest.mark.parametrize("house", HOUSES)
def test_every_node_deleted_doubled_and_replaced(house: str) -> None:
    data = random_round(random.Random(f"nodes of {house}"), house)
    for path in nodes(data):
        *above, key = path
        for replacement in REPLACEMENTS:
            changed = deepcopy(data)
            at(changed, above)[key] = replacement
            judged(json.dumps(changed).encode())
        shorter, longer = deepcopy(data), deepcopy(data)
        del at(shorter, above)[key]
        judged(json.dumps(shorter).encode())
        if isinstance(key, int):
            at(longer, above).insert(key, at(data, path))
            assert not judged(json.dumps(longer).encode())


# ---------------------------------------------------------------- the loopholes of JSON


def put(where: str, text: str) -> bytes:
    """A good line with this text in place of a value or key."""
    line = as_line(a_round("rivers", meter=123_456)).decode()
    assert line.count(where) == 1
    return line.replace(where, text).encode()


VALUES = ['"rivers"', '"9s"', '"play"', "1000", "123456", '"Kh"']


@pytest.mark.parametrize("where", VALUES)
@pytest.mark.parametrize("depth", [10, 900, 990, 5000, 100_000])
@pytest.mark.parametrize("nest", ["[]", "{}"])
def test_deep_nesting(where: str, depth: int, nest: str) -> None:
    text = "[" * depth + "]" * depth if nest == "[]" else '{"a":' * depth + "1" + "}" * depth
    assert answer_to(put(where, text)) is None


@pytest.mark.parametrize("where", VALUES)
@pytest.mark.parametrize(
    "text",
    [
        *("NaN", "Infinity", "-Infinity", "-0", "1e400", "-1e400", "1E-400", "0.1", "2e0"),
        pytest.param("1" + "0" * 400, id="400 digits"),
        pytest.param("9" * 4300, id="4300 digits"),
        pytest.param("9" * 5000, id="5000 digits"),
        pytest.param("-" + "9" * 5000, id="minus 5000 digits"),
        pytest.param("9" * 200_000, id="200000 digits"),
        pytest.param("0." + "9" * 200_000, id="200000 places"),
        *('"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '""', '"\\ud83c\\udca1"', '"🂡"'),
        pytest.param('"' + "x" * 1_000_000 + '"', id="a text of a megabyte"),
        pytest.param("[" + "1," * 200_000 + "1]", id="a list of 200001"),
        pytest.param("{" + ",".join(f'"{n}": 1' for n in range(50_000)) + "}", id="an object of 50000"),
    ],
)
def test_huge_and_odd_values(where: str, text: str) -> None:
    answer = answer_to(put(where, text))
    if where == "123456" and text.isdecimal() and len(text) == 401:
        assert answer is not None  # amounts have no upper bound
        assert answer["meter"] == {"before": 10**400, "after": 10**400}
    else:
        assert answer is None


@pytest.mark.parametrize(
    "key", ["\\ud800", "\\u0000", "", " ", "\\n", "seats[0]", "a.b", "x" * 1_000_000, "Seat", "🂡"]
)
@pytest.mark.parametrize("where", ['"house":', '"seat":', '"ante":'])
def test_odd_keys(where: str, key: str) -> None:
    name = json.loads(f'"{key}"')
    fault = refused(put(where, f'"{key}": 1, {where}'))
    before = {'"house":': "", '"seat":': "seats[0].", '"ante":': "seats[0].wagers."}[where]
    assert fault.path == before + name
    assert len(fault.message) < 250


@pytest.mark.parametrize("where", ['"9s"', '"ante":'])
def test_very_long_line(where: str) -> None:
    assert answer_to(put(where, " " * 2_000_000 + where)) is not None


def test_many_seats() -> None:
    data = a_round("rivers")
    assert refused({**data, "seats": data["seats"] * 10_000})[:2] == ("seats[1].seat", "STD-9")

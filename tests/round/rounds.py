"""Small legal rounds of each house, and what the adjudicator says of a line."""

import json
from typing import Any, NamedTuple

from pitboss.round.adjudicate import rule

Json = dict[str, Any]

HOUSES = ("pechanga", "atlantic-city", "napa-valley", "shine", "rivers")
OFFERED = {
    "pechanga": ("ante", "double_shot"),
    "atlantic-city": ("ante", "pair_plus", "six_card_bonus"),
    "napa-valley": ("ante", "pair_plus"),
    "shine": ("ante", "pair_xxx", "super_6_bonus"),
    "rivers": ("ante", "pair_plus", "six_card_bonus", "progressive"),
}
WAGERS = tuple(sorted({wager for offered in OFFERED.values() for wager in offered}))
ALL_BET: dict[str, dict[str, int]] = {
    house: {wager: 100 if wager == "progressive" else 1000 for wager in offered}
    for house, offered in OFFERED.items()
}
# Values that are no JSON integer, as written and as a message shows them.
NOT_WHOLE = [
    ("null", "null"),
    ("true", "true"),
    ("false", "false"),
    ('"1000"', '"1000"'),
    ('""', '""'),
    ("1000.0", "1000.0"),
    ("1000.5", "1000.5"),
    ("1e3", "1e3"),
    ("1E3", "1E3"),
    ("1e-400", "1e-400"),
    ("0.0", "0.0"),
    ("NaN", "NaN"),
    ("-Infinity", "-Infinity"),
    ("[1000]", "a list"),
    ('{"cents": 1000}', "an object"),
    ('"' + "9" * 100 + '"', '"' + "9" * 36 + "..."),
    ("0." + "3" * 1000, "0." + "3" * 35 + "..."),
]
LINE = 7  # the number that every line here is given


class Fault(NamedTuple):
    """The error of a refused line."""

    path: str
    clause: str | None
    message: str


def seat(number: int = 1, cards: str = "9s 8d 2h", action: str | None = "play", **fields: Any) -> Json:
    """A seat with an Ante of $10 unless it has other wagers."""
    entry: Json = {"seat": number, "wagers": {"ante": 1000}, "cards": cards.split()}
    if action is not None:
        entry["action"] = action
    return {**entry, **fields}


def a_round(house: str, *seats: Json, dealer: str = "Kh Kd 4c", **fields: Any) -> Json:
    """A round of that house; the dealer holds a pair, to which nobody draws."""
    bank = {"bank": {"stake": 50_000}} if house == "napa-valley" else {}
    return {"house": house, "dealer": dealer.split(), "seats": list(seats) or [seat()], **bank, **fields}


def without(data: Json, *fields: str) -> Json:
    return {key: value for key, value in data.items() if key not in fields}


def at_top(house: str, field: str, value: str) -> str:
    """A line with this field as written."""
    return json.dumps({**a_round(house), field: "VALUE"}).replace('"VALUE"', value)


def as_line(data: object) -> bytes:
    """Bytes and text as they are, anything else as JSON."""
    if isinstance(data, bytes):
        return data
    return (data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)).encode()


def settled(data: object) -> Json:
    """The settlement of a line that must be accepted."""
    answer, accepted = rule(as_line(data), LINE)
    assert accepted, answer
    assert list(answer) == ["house", "void", "dealer", "seats", "bank", "meter"]
    return answer


def refused(data: object) -> Fault:
    """The one error of a line that must be refused, in the shape of the law."""
    answer, accepted = rule(as_line(data), LINE)
    assert not accepted, answer
    assert list(answer) == ["line", "error"]
    assert answer["line"] == LINE
    assert list(answer["error"]) == ["path", "clause", "message"]
    fault = Fault(**answer["error"])
    assert isinstance(fault.path, str)
    assert fault.message == fault.message.strip() != ""
    assert "\n" not in fault.message
    return fault


def lines_of(answer: Json, place: int = 0) -> list[tuple[str, int, str, int, int, str | None, str]]:
    """The lines of a seat as rows: id, stake, result, profit, returned, pays, clause."""
    found = []
    for line in answer["seats"][place]["lines"]:
        assert list(line) == ["id", "stake", "result", "profit", "returned", "pays", "clause"]
        found.append(tuple(line.values()))
    return found

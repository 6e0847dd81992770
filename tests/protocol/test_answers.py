"""What commands print with --json at the five houses is what the committed schema and the one rule say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.sheet import houses
from tests.frozen.commands import BETS, DEALS, UP
from tests.protocol.answers import ANSWERS
from tests.protocol.schemas import FOLDER

SMALL = ("--rounds", "2000", "--seed", "7", "--workers", "1")
ASKED = {
    "houses": ("houses",),
    "rules": ("rules", "{house}"),
    "check": ("check", "examples/two-up.toml"),
    "odds": ("odds", "{house}"),
    "odds --bets": ("odds", "{house}", "--bets", "{bets}", "--how"),
    "odds --compare": ("odds", "--compare", "{house}", "shine"),
    "advise": ("advise", "{house}", "--cards", "Qs 6h 4d", "{up}"),
    "strategy": ("strategy", "{house}"),
    "session": ("session", "{house}", "--stop-win", "10000"),
    "bankroll": ("bankroll", "{house}", "--bankroll", "50000", "--rounds", "50", "--rebate", "10"),
    "risk": ("risk", "{house}", "--players", "2"),
    "bank": ("bank", "{house}", "--seat", "{bets}", "--stake", "5000"),
    "knowledge": ("knowledge", "{house}", "--hole", "1"),
    "knowledge --seats": ("knowledge", "{house}", "--seats", "2", "--deals", "100"),
    "knowledge --first": ("knowledge", "{house}", "--first", "--edges", "QKA"),
    "simulate": ("simulate", "{house}", *SMALL, "--bankroll", "20000", "--session", "20"),
    "simulate --confirm": ("simulate", "{house}", "--bets", "{bets}", "--seats", "2", "--confirm", *SMALL),
    "par": ("par", "{house}"),
    "par --confirm": ("par", "{house}", "--confirm", "1e4", "--seed", "9"),
}
SLOW = ("knowledge", "knowledge --seats")  # where players draw: some 20 seconds each
CASES = [
    (house, form)
    for house in houses()
    for form in ASKED
    if (form not in ("bank", "houses", "check") or house == "napa-valley")
    and (house != "pechanga" or form not in SLOW)
]


@cache
def committed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "answers.schema.json").read_text(encoding="utf-8"))
    return found


def printed(house: str, form: str) -> Any:
    up = UP.get(house, ())
    words = [each.format(house=house, bets=BETS[house], up="") for each in ASKED[form]]
    done = CliRunner().invoke(app, [*filter(None, words), *(up if form == "advise" else ()), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def command_of(form: str) -> str:
    return form if form in ANSWERS else form.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize(("house", "form"), CASES)
def test_what_is_printed_is_what_the_schema_says(house: str, form: str) -> None:
    told = printed(house, form)
    told = told[:1000] if form == "strategy" else told
    schema = {"$ref": f"#/$defs/{command_of(form)}", "$defs": committed()["$defs"]}
    faults = [each.message[:200] for each in Draft202012Validator(schema).iter_errors(told)]
    assert faults == []
    pairs = list(exact_pairs(told))
    assert pairs or command_of(form) in (
        "session",
        "simulate",
        "houses",
        "rules",
    )  # which have only rounded numbers
    for name, text, number in pairs:
        assert number == (None if number is None else float(Fraction(text))), name
        assert str(Fraction(text)) == text, name


def test_settled_rounds_are_what_the_schema_says() -> None:
    done = CliRunner().invoke(app, ["settle"], input=DEALS.read_text(encoding="utf-8"))
    schema = Draft202012Validator({"$ref": "#/$defs/settle", "$defs": committed()["$defs"]})
    told = [json.loads(line) for line in done.stdout.splitlines()]
    settled = [each for each in told if "error" not in each]
    assert {each["house"] for each in settled} == set(houses())
    assert [fault.message for each in settled for fault in schema.iter_errors(each)] == []


def exact_pairs(told: Any, name: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every exact number in text with the float beside it."""
    if isinstance(told, list):
        for each in told:
            yield from exact_pairs(each, name)
    if not isinstance(told, dict):
        return
    for key, value in told.items():
        for ending, text in (("_value", False), ("_exact", True)):
            if not key.endswith(ending):
                continue
            other = told[key.removesuffix(ending)]
            texts, numbers = (value, other) if text else (other, value)
            yield from zip_leaves(key, texts, numbers)
        yield from exact_pairs(value, key)


def zip_leaves(name: str, texts: Any, numbers: Any) -> Iterator[tuple[str, Any, Any]]:
    """The numbers of two like lists or maps; what is not exact has no text."""
    if isinstance(numbers, dict):
        assert list(texts) == list(numbers)
        texts, numbers = list(texts.values()), list(numbers.values())
    if isinstance(numbers, list):
        for text, number in zip(texts, numbers, strict=True):
            yield from zip_leaves(name, text, number)
    elif texts is not None:
        yield name, texts, numbers


def test_no_fraction_is_printed_without_its_float() -> None:
    """Text that is a fraction occurs only under a name that has a float beside it."""

    def alone(told: Any) -> Iterator[str]:
        for each in told if isinstance(told, list) else []:
            yield from alone(each)
        for key, value in told.items() if isinstance(told, dict) else []:
            text = (
                isinstance(value, str) and value.replace("-", "").replace("/", "").isdigit() and "/" in value
            )
            if text and f"{key}_value" not in told and not key.endswith("_exact"):
                yield key
            if key not in ("how", "clauses"):
                yield from alone(value)

    for form in ("odds --bets", "bankroll", "risk", "knowledge", "par"):
        assert list(alone(printed("rivers", form))) == [], form

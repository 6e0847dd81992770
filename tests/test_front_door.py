"""What `import pitboss` gives: little is read, every name has an example and is in docs/api.md."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pitboss

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pitboss"
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
ROOMS = ("fair", "lab", "messages", "odds", "proof", "report", "round", "sheet", "sim", "table")
HEAVY = {"fastapi", "jinja2", "numpy", "pydantic", "rich", "sqlalchemy", "typer"}


def loaded(code: str) -> set[str]:
    """What a new interpreter has loaded after some code, beyond what it starts with."""
    script = (
        "import contextlib, io, json, sys; before = set(sys.modules)\n"
        f"with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n    {code}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    told: list[str] = json.loads(subprocess.check_output([sys.executable, "-c", script], text=True))
    return set(told)


def tops(modules: set[str]) -> set[str]:
    return {each.partition(".")[0] for each in modules}


def command(*words: str) -> str:
    return f"sys.argv = {['pitboss', *words]}; from pitboss.cli import main; main()"


def test_importing_pitboss_reads_one_small_module_and_the_standard_library() -> None:
    found = loaded("import pitboss")
    assert {each for each in found if each.startswith("pitboss")} == {
        "pitboss",
        "pitboss.package",
    }
    assert tops(found) - {"pitboss"} <= sys.stdlib_module_names


def test_cards_sheets_and_a_settled_round_need_no_numpy_and_no_database() -> None:
    found = loaded(
        "import pitboss; pitboss.settle, pitboss.load('rivers'), pitboss.open_table, pitboss.value3"
    )
    assert not tops(found) & HEAVY


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_the_command_itself_reads_nothing_but_its_own_library(word: str) -> None:
    found = loaded(command(word))
    assert not tops(found) & (HEAVY - {"typer"})
    assert not any(each.startswith(("pitboss.sheet", "pitboss.round", "pitboss.odds")) for each in found)


def test_a_price_reads_no_database_no_simulation_and_no_template() -> None:
    found = loaded(command("odds", "rivers"))
    assert "pitboss.odds.game" in found
    assert not tops(found) & {"fastapi", "jinja2", "sqlalchemy", "websockets"}
    assert not any(each.startswith(("pitboss.ledger", "pitboss.sim.", "pitboss.table")) for each in found)


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_public_name_has_an_example_that_names_it(name: str) -> None:
    """The examples of src are run as doctests; a value's is in the docstring of the module that has it."""
    found = getattr(pitboss, name)
    told = found if inspect.isclass(found) or callable(found) else None
    if told is None or told.__module__ == "builtins":
        if name == "__version__":
            return
        told = import_module("pitboss.cards")
    lines = re.findall(r"^\s*>>> (.*)", inspect.getdoc(told) or "", flags=re.MULTILINE)
    assert any(re.search(rf"\b{name}\b", line) for line in lines)


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_public_name_is_on_the_page(name: str) -> None:
    assert re.search(rf"\b{name}\b", PAGE)


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_hands_on_is_on_the_page(room: str) -> None:
    missing = [name for name in import_module(f"pitboss.{room}").__all__ if not re.search(rf"`{name}`", PAGE)]
    assert missing == []


@pytest.mark.parametrize("room", ["pitboss", *(f"pitboss.{room}" for room in ROOMS if room != "fair")])
def test_what_is_listed_is_what_is_offered_and_nothing_else(room: str) -> None:
    there = import_module(room)
    assert {name for name in dir(there) if not name.startswith("__")} == {*there.__all__} - {"__version__"}
    assert all(hasattr(there, name) for name in dir(there))


@pytest.mark.parametrize("name", ["Chooser", "Deal", "compare", "play_out", "exact_value"])
def test_no_second_thing_has_the_name_of_a_public_one(name: str) -> None:
    defined = rf"^(?:(?:async )?def|class) {name}\b|^{name}(?:: \w+)? = "
    found = [
        path for path in SOURCE.rglob("*.py") if re.search(defined, path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(found) <= 1, found


def test_a_name_means_the_same_from_the_top_and_from_its_room() -> None:
    for room in set(ROOMS) - {"table"}:  # its commands are those of a table with money
        there = import_module(f"pitboss.{room}")
        for name in set(pitboss.__all__) & set(there.__all__):
            assert getattr(pitboss, name) is getattr(there, name), (room, name)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: pitboss.price("rivers", bets={"ante": "10"}), "wagers.ante"),  # type: ignore[dict-item]
    (lambda: pitboss.price("rivers", bets={"ante": 10.0}), "wagers.ante"),  # type: ignore[dict-item]
    (lambda: pitboss.exact_value("rivers", "optimal", 1000), "wagers"),  # type: ignore[arg-type]
    (lambda: pitboss.price("rivers", "bold"), "strategy"),
    (lambda: pitboss.price("river"), "house"),
    (lambda: pitboss.open_round(None), "house"),  # type: ignore[arg-type]
    (lambda: pitboss.load("rivers", ["dealer.shows"]), "overrides"),
    (lambda: pitboss.advise("rivers", None), "cards"),  # type: ignore[arg-type]
    (lambda: pitboss.advise("rivers", "Qs 6h"), "cards"),
    (lambda: pitboss.advise("napa-valley", "Qs 6h 4d"), "up"),
    (lambda: pitboss.plan_for("napa-valley").choice("Qs 6h 4d"), "cards"),
    (lambda: pitboss.session("rivers", rounds=10, bankroll=100), "bankroll"),
    (lambda: pitboss.session("rivers", rounds=0, bankroll=10_000), "rounds"),
    (lambda: pitboss.session("rivers", rounds=10, bankroll="500$"), "bankroll"),  # type: ignore[arg-type]
    (lambda: pitboss.simulate("rivers", 100, "x"), "seed"),  # type: ignore[arg-type]
    (lambda: pitboss.Game("rivers", players="2"), "players"),  # type: ignore[arg-type]
    (lambda: pitboss.Game("rivers").price("luck"), "wager"),
    (lambda: pitboss.play_out("rivers", "As", {1: {"ante": 1000}}), "deck"),
    (lambda: pitboss.play_out("rivers", pitboss.FULL_DECK, {9: {"ante": 1000}}), "seat"),
    (lambda: pitboss.play_out("rivers", pitboss.FULL_DECK, {1: {"ante": 1}}), "wagers.ante"),
    (lambda: pitboss.legal_bets("rivers", "10"), "funds"),  # type: ignore[arg-type]
    (lambda: pitboss.open_table("rivers", "10"), "limits.min"),  # type: ignore[arg-type]
    (lambda: pitboss.value3("Qs 6h"), "cards"),
    (lambda: pitboss.category6("Qs 6h 4d"), "cards"),
    (lambda: pitboss.describe(["Qs", "6h", "Qs"]), "cards"),
]


@pytest.mark.parametrize(("asked", "path"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_one_kind_of_refusal_in_python_words(asked: Callable[[], object], path: str) -> None:
    with pytest.raises(pitboss.Refusal) as refused:
        asked()
    assert refused.value.path == path
    assert "--" not in str(refused.value)


@pytest.mark.parametrize("house", ["rivers", pitboss.load("rivers"), pitboss.open_table("rivers")], ids=str)
def test_a_house_may_be_named_in_any_way(house: Any) -> None:
    bets = {"ante": 1000}
    assert pitboss.open_round(house).table == pitboss.open_table("rivers")
    assert pitboss.exact_value(house, "always", bets) == pitboss.exact_value("rivers", "always", bets)
    assert pitboss.session(house, rounds=5, bankroll=10_000, bets=bets).need == 2000
    assert pitboss.legal_bets(house, 500).smallest() == {"pair_plus": 500}
    assert pitboss.plan_for(house, "always").digest == pitboss.plan_for("rivers", "always").digest

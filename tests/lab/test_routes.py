"""The Lab over HTTP: the numbers of the command, refusals in sentences, and a changed sheet as a table."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.sheet import houses
from pitboss.sim import engine, simulated
from tests.web.edge import Edge, code

SETS = ["dealer.qualifier.hand=king high", "pays.pair_plus.lines.flush=4 to 1"]


def asked(edge: Edge, path: str, **query: Any) -> Any:
    answer = edge.ask("GET", f"/api/lab/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def command(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.mark.parametrize(
    ("house", "query", "words", "left_out"),
    [
        (
            "rivers",
            {"set": SETS, "players": 3, "meter": 1_500_000},
            ["--players", "3", "--meter", "1500000"],
            {"progressive"},
        ),
        ("pechanga", {"set": ["pays.play_bonus.drawn.straight=2 to 1"]}, [], set()),
        ("napa-valley", {"set": SETS, "strategy": "mimic"}, ["--strategy", "mimic"], set()),
    ],
)
def test_the_api_and_the_command_say_the_same(
    edge: Edge,
    monkeypatch: pytest.MonkeyPatch,
    house: str,
    query: dict[str, Any],
    words: list[str],
    left_out: set[str],
) -> None:
    """Where others' envy is in a wager, its distribution is left out here; the command simulates it."""
    monkeypatch.setattr(simulated, "ROUNDS", 1 << 14)
    monkeypatch.setattr(engine, "best_engine", lambda: "numpy")  # nothing has to be compiled for so few
    sets = [word for each in query["set"] for word in ("--set", each)]
    told = command("odds", house, *sets, *words)["wagers"]
    found = asked(edge, house, **query)
    assert found["changed"]
    assert found["sets"] == query["set"]
    assert [wager["id"] for wager in found["wagers"]] == list(told)
    for wager in found["wagers"]:
        same = told[wager["id"]]
        for name in ("ev", "house_edge", "element_of_risk", "stdev", "break_even_meter", "by_up_card"):
            assert wager[name] == same.get(name)
        assert wager["outcomes"] == str(same["outcomes"])
        shares = [wager[f"{name}_frequency"] for name in ("win", "push", "lose")]
        if wager["id"] in left_out:
            assert shares == [None] * 3
            assert same["win_frequency"] is None
            assert same["win_frequency_value"] == same["simulated"]["win_frequency"]["value"]
        else:
            assert "simulated" not in same
            assert shares[0] == same["win_frequency"]
            assert sum(map(Fraction, shares)) == 1


def test_a_hand_is_that_of_the_command(edge: Edge) -> None:
    told = command(
        "advise", "napa-valley", "--cards", "Kd 9c 2s", "--up", "Kh", "--bets", "ante=1000,pair_plus=500"
    )
    found = asked(edge, "napa-valley/hand", cards="Kd 9c 2s", up="Kh", bets="ante=1000,pair_plus=500")
    best = {name: each["ev"] for name, each in told["actions"].items()}
    assert {each["id"]: each["ev"] for each in found["actions"]} == best
    assert "|".join(found["best"]) == told["best"]


def test_every_question_has_an_answer_at_every_house(edge: Edge) -> None:
    for house in houses():
        whole = asked(edge, house)
        up = {"up": "Q"} if whole["shows"] else {}
        cells = asked(edge, f"{house}/chart", **up)["grid"]
        hands = asked(edge, f"{house}/hands", cell=cells[0]["cell"], **up)
        assert hands["deals"] == cells[0]["deals"]
        assert edge.ask("GET", f"/api/lab/{house}.csv").headers["content-type"].startswith("text/csv")
    course = asked(edge, "rivers/session", bets="ante=1000", bankroll=50_000, rounds=100)["result"]["course"]
    assert [course[0]["rounds"], course[-1]["rounds"]] == [0, 100]


@pytest.mark.parametrize(
    ("path", "query", "refused"),
    [
        ("moon", {}, (404, "no_house")),
        ("compare", {}, (404, "no_house")),
        ("rivers", {"set": "dealer.shows=4"}, (422, "sheet")),
        ("rivers", {"set": "dealer.shows"}, (422, "set")),
        ("rivers", {"set": ["dealer.shows=1"] * 41}, (422, "set")),
        ("rivers", {"strategy": "bold"}, (422, "strategy")),
        ("rivers", {"meter": 1}, (422, "meter")),
        ("rivers/hand", {"cards": "Qs 6h"}, (422, "cards")),
        ("rivers/hand", {"cards": "Qs 6h 4x"}, (422, "card")),
        ("rivers/hand", {"cards": "Qs 6h 4d", "bets": "ante"}, (422, "bets")),
        ("rivers/hands", {"cell": "ZZ"}, (422, "cell")),
        ("rivers/chart", {"up": "K"}, (422, "up")),
        ("rivers/session", {"bets": "ante=1000", "bankroll": 100, "rounds": 5}, (422, "bankroll")),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    edge: Edge, path: str, query: dict[str, Any], refused: tuple[int, str]
) -> None:
    answer = edge.ask("GET", f"/api/lab/{path}", params=query)
    assert code(answer) == refused
    assert answer.json()["text"]


def test_a_changed_sheet_opens_as_a_table(edge: Edge) -> None:
    """The table pays by the changed line, and says that its sheet is none of the printed ones."""
    sets = {"set": ["pays.pair_plus.lines.pair=3 to 1", "dealer.shows=1"]}
    text = edge.ask("GET", "/api/lab/rivers/sheet.toml", params=sets).text
    host = edge.guest()
    answer = host.tries_to_open(sheet=text, title="Mine", clock=False)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    (listed,) = edge.ask("GET", "/api/tables").json()
    assert (listed["house"], listed["name"]) == ("rivers-changed", "Rivers, changed")
    view = edge.ask("GET", f"/api/tables/{table}").json()["table"]
    assert any("a sheet of its own" in notice for notice in view["notices"])
    assert (view["own"], view["purse"], listed["own"], listed["purse"]) == (True, "chips", True, "chips")
    rows = next(each["rows"] for each in view["tables"] if each["id"] == "pair_plus")
    assert ["Pair", "3 to 1"] in rows
    pays = edge.ask("GET", f"/api/tables/{table}/pays").json()
    priced = asked(edge, "rivers", **sets)
    assert {each["id"]: each["ev"] for each in pays["wagers"]} == {
        each["id"]: each["ev"] for each in priced["wagers"]
    }
    with host.join(table) as socket:
        socket.sits(1).deals(1, ante=1000, pair_plus=500)
        state = edge.ask("GET", f"/api/tables/{table}").json()["state"]
        assert sum(card != "??" for card in state["dealer"]["cards"]) == 1
    edge.books_balance()


def test_a_printed_table_has_no_such_notice(edge: Edge) -> None:
    view = edge.ask("GET", f"/api/tables/{edge.guest().open('napa-valley')}").json()
    assert view["table"]["notices"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"house": "rivers", "sheet": "format = 1"},
        {"sheet": "format = 2"},
        {"sheet": "="},
        {"sheet": "\x00"},
    ],
)
def test_a_table_needs_one_sound_sheet(edge: Edge, body: dict[str, str]) -> None:
    answer = edge.guest().tries_to_open(**body)
    assert code(answer) == (422, "sheet")

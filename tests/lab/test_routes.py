"""The Lab over HTTP: the numbers of the command, refusals in sentences, and a changed sheet as a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.sheet import houses
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
    ("house", "query", "words"),
    [
        ("rivers", {"set": SETS, "players": 3, "meter": 1_500_000}, ["--players", "3", "--meter", "1500000"]),
        ("pechanga", {"set": ["pays.play_bonus.drawn.straight=2 to 1"]}, []),
        ("napa-valley", {"set": SETS, "strategy": "mimic"}, ["--strategy", "mimic"]),
    ],
)
def test_the_api_and_the_command_say_the_same(
    edge: Edge, house: str, query: dict[str, Any], words: list[str]
) -> None:
    sets = [word for each in query["set"] for word in ("--set", each)]
    told = command("odds", house, *sets, *words)["wagers"]
    found = asked(edge, house, distribution=True, **query)
    assert found["changed"]
    assert found["sets"] == query["set"]
    assert [wager["id"] for wager in found["wagers"]] == list(told)
    for wager in found["wagers"]:
        same = told[wager["id"]]
        for name in ("ev", "house_edge", "element_of_risk", "stdev", "win_frequency"):
            # What an exact mean leaves out is null here, and simulated by the command.
            assert wager[name] == same[name] or (wager[name] is None and "simulated" in same)
        assert wager["outcomes"] == str(same["outcomes"])
        counts = {each["net"]: int(each["count"]) for each in wager["distribution"]}
        assert counts == same["distribution"] or (not counts and "simulated" in same)
        assert wager["break_even_meter"] == same.get("break_even_meter")
        assert wager["by_up_card"] == same.get("by_up_card")


def test_a_hand_is_that_of_the_command(edge: Edge) -> None:
    told = command(
        "advise", "napa-valley", "--cards", "Kd 9c 2s", "--up", "Kh", "--bets", "ante=1000,pair_plus=500"
    )
    found = asked(edge, "napa-valley/hand", cards="Kd 9c 2s", up="Kh", bets="ante=1000,pair_plus=500")
    assert {each["id"]: {"ev": each["ev"]} for each in found["actions"]} == told["actions"]
    assert "|".join(found["best"]) == told["best"]


def test_every_question_has_an_answer_at_every_house(edge: Edge) -> None:
    for house in houses():
        whole = asked(edge, house)
        assert all(wager["distribution"] is None for wager in whole["wagers"])
        up = {"up": "Q"} if whole["shows"] else {}
        cells = asked(edge, f"{house}/chart", **up)["grid"]["cells"]
        hands = asked(edge, f"{house}/hands", cell=cells[0]["cell"], **up)
        assert hands["deals"] == cells[0]["deals"]
        assert edge.ask("GET", f"/api/lab/{house}.csv").headers["content-type"].startswith("text/csv")
    both = asked(edge, "compare", house=["rivers", "napa-valley"], meter=2_000_000)
    assert [each["house"] for each in both["houses"]] == ["rivers", "napa-valley"]
    course = asked(edge, "rivers/session", bets="ante=1000", bankroll=50_000, rounds=100)["course"]
    assert [course[0]["rounds"], course[-1]["rounds"]] == [0, 100]


@pytest.mark.parametrize(
    ("path", "query", "refused"),
    [
        ("moon", {}, (404, "no_house")),
        ("compare", {"house": ["rivers", "moon"]}, (404, "no_house")),
        ("compare", {}, (422, "message")),
        ("rivers", {"set": "dealer.shows=4"}, (422, "sheet")),
        ("rivers", {"set": "dealer.shows"}, (422, "set")),
        ("rivers", {"set": ["dealer.shows=1"] * 41}, (422, "set")),
        ("rivers", {"strategy": "bold"}, (422, "strategy")),
        ("rivers", {"meter": 1}, (422, "not_priced")),
        ("rivers/hand", {"cards": "Qs 6h"}, (422, "not_priced")),
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

"""Progress: what was given up at tables and in drills, kept for people with a name and theirs to delete."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import progress as past
from pitboss.house.progress import told
from pitboss.ledger import history, open_store
from pitboss.ledger.backup import back_up
from pitboss.ledger.people import add_guest
from pitboss.proof.house_audit import audit
from pitboss.table.messages import TableCommand, Tick, Void
from tests.ledger.decisions import MADE, rows_of
from tests.table.rig import HOUSES
from tests.web.edge import PASSWORD, Edge, Joined, Visitor, named

Found = dict[str, Any]
HOUR = 3_600  # seconds
SIDE = {
    "pechanga": "double_shot",
    "atlantic-city": "pair_plus",
    "napa-valley": "pair_plus",
    "shine": "pair_xxx",
    "rivers": "pair_plus",
}


def ask(who: Visitor) -> Found:
    answer = who.ask("GET", "/api/progress")
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def play(seat: Joined, action: str, **wagers: int) -> None:
    """A round with one decision, whatever the cards are."""
    seat.deals(1, **wagers)
    if action == "draw":
        seat.done("draw", seat=1, discard=seat.seat(1)["cards"][0])
    else:
        seat.done(action, seat=1)
    assert seat.view["phase"] == "settled"
    seat.done("next")


def costs(edge: Edge, who: Visitor) -> list[Fraction]:
    """What each decision of a person gave up in cents, from the receipts and the advice on each hand."""
    found = []
    for each in reversed(who.ask("GET", "/api/rounds?most=200").json()["rounds"]):
        if each["ended"] != "settled":
            continue
        receipt = who.ask("GET", f"/api/rounds/{each['round']}/receipt").json()
        bets, cards, up, deeds = {}, {}, "", []
        for event in receipt["events"]:
            if event["k"] == "bets" and event["player"] == who.id:
                bets[event["seat"]] = event["wagers"]
            if event["k"] == "deal":
                seats = event["seats"]
                size = len(seats) + 1
                for place, number in enumerate(seats):
                    cards[number] = [event["deck"][j * size + place] for j in range(3)]
                up = event["deck"][2 * size + len(seats)] if each["house"] == "napa-valley" else ""
            if event["k"] == "decide" and event["seat"] in bets and event["by"] == "player":
                name = event["action"] + (f":{event['discard']}" if event["discard"] else "")
                deeds.append((event["seat"], name))
        for number, name in deeds:
            wagers = ",".join(f"{wager}={cents}" for wager, cents in bets[number].items())
            asked = {"cards": " ".join(cards[number]), "up": up, "bets": wagers}
            answer = edge.ask("GET", f"/api/houses/{each['house']}/advice", params=asked).json()
            worths = {action: Fraction(worth["ev"]) for action, worth in answer["actions"].items()}
            found.append((max(worths.values()) - worths[name]) * bets[number]["ante"])
    return found


@pytest.mark.parametrize("house", HOUSES)
def test_table_decisions_cost_what_the_odds_say(edge: Edge, house: str) -> None:
    ann = named(edge, "Ann")
    table = ann.open(house)
    actions = ["fold", "play", "play", *(["draw", "draw"] if house == "pechanga" else ["fold"])]
    with ann.join(table) as seat:
        seat.sits(1)
        for number, action in enumerate(actions):
            wagers = {"ante": 1000 + 500 * number}
            play(seat, action, **wagers, **({SIDE[house]: wagers["ante"]} if number % 2 else {}))
    wanted = costs(edge, ann)
    found = ask(ann)
    assert len(wanted) == len(actions)
    assert found["table"]["decisions"] == len(actions)
    assert found["table"]["given_up"] == sum(round(cost * 1_000_000) for cost in wanted)
    assert found["table"]["best"] == sum(not cost for cost in wanted)
    assert found["table"]["antes"] == sum(1000 + 500 * number for number in range(len(actions)))
    assert [each["cost"] for each in found["worst"]] == sorted(
        (round(cost * 1_000_000) for cost in wanted if cost), reverse=True
    )
    assert sum(each["table"] for each in found["mistakes"]) == len(found["worst"])
    assert ask(ann) == found, "asked twice, counted once"
    assert ask(edge.guest()) == ask(named(edge, "Bob")) | {"kept": False}
    edge.books_balance()
    assert audit(edge.store).clean


def test_open_void_and_platform_rounds_do_not_count(edge: Edge) -> None:
    ann = named(edge, "Ann")
    table = ann.open("rivers", clock=True)

    def at_table(command: TableCommand) -> None:
        edge.call(edge.room(table).do, command)

    with ann.join(table) as seat:
        seat.sits(1)
        seat.deals(1)
        assert ask(ann)["table"]["decisions"] == 0, "the round is open"
        edge.time += 25  # the time is over: the platform decides
        at_table(Tick())
        seat.catch_up()
        assert seat.view["phase"] == "settled"
        assert ask(ann)["table"]["decisions"] == 0
        seat.done("next")
        seat.deals(1)
        at_table(Void("op", "void it", "malfunction"))
        assert ask(ann)["table"]["decisions"] == 0
        seat.catch_up()
        play(seat, "fold")
        assert ask(ann)["table"]["decisions"] == 1


def test_an_open_round_does_not_keep_later_ones_from_being_looked_at(edge: Edge) -> None:
    ann = named(edge, "Ann")
    first, second = ann.open("rivers"), ann.open("shine")
    with ann.join(first) as waits, ann.join(second) as plays:
        waits.sits(1)
        waits.deals(1)
        plays.sits(1)
        play(plays, "fold")
        assert ask(ann)["table"]["decisions"] == 1
        assert ask(ann)["table"]["decisions"] == 1
        waits.done("fold", seat=1)
        assert ask(ann)["table"]["decisions"] == 2
        assert ask(ann)["table"]["decisions"] == 2


def test_many_rounds_are_looked_at_some_at_a_time(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "AT_ONCE", 2)
    ann = named(edge, "Ann")
    with ann.join(ann.open("shine")) as seat:
        seat.sits(1)
        for _ in range(5):
            play(seat, "fold")
    counted = []
    while (found := ask(ann))["more"]:
        counted.append(found["table"]["decisions"])
    assert [*counted, found["table"]["decisions"]] == [2, 4, 5]


def test_sittings_end_after_an_hour(edge: Edge) -> None:
    ann = named(edge, "Ann")
    with ann.join(ann.open("shine")) as seat:
        seat.sits(1)
        for pause in (0, HOUR - 1, HOUR, 60):
            edge.time += pause
            play(seat, "fold")
    found = ask(ann)["sittings"]
    assert [each["decisions"] for each in found] == [2, 2]
    assert found[0]["ended"] - found[0]["began"] == (HOUR - 1) * 1000
    assert sum(each["given_up"] for each in found) == ask(ann)["table"]["given_up"]


def answer(who: Visitor, cards: str, action: str) -> None:
    asked = {"question": {"cards": cards.split(), "up": []}, "action": action, "ms": 900}
    assert who.ask("POST", "/api/drill/rivers/answers", json=asked).status_code == 200


def test_progress_is_a_file_to_take_along(edge: Edge) -> None:
    ann = named(edge, "Ann")
    with ann.join(ann.open("rivers")) as seat:
        seat.sits(1)
        play(seat, "fold")
    edge.time += 1
    answer(ann, "Qs 5h 4d", "play")
    file = ann.ask("GET", "/api/progress.csv")
    assert file.headers["content-disposition"] == 'attachment; filename="progress.csv"'
    rows = list(csv.DictReader(StringIO(file.text)))
    found = ask(ann)
    assert [(row["kind"], row["house"]) for row in rows] == [("table", "rivers"), ("drill", "rivers")]
    assert int(rows[0]["cost_micro_cents"]) == found["table"]["given_up"]
    assert int(rows[1]["cost_micro_cents"]) == found["drill"]["given_up"]
    assert (rows[1]["cards"], rows[1]["action"], rows[1]["best"]) == ("Qs 5h 4d", "play", "fold")
    assert (rows[1]["ms"], rows[1]["ante_cents"], rows[1]["grade"]) == ("900", "1000", "mistake")
    assert rows[0]["round"] == ann.ask("GET", "/api/rounds").json()["rounds"][0]["round"]


def test_deleted_progress_stays_deleted_and_new_rounds_count_again(edge: Edge) -> None:
    ann, bob = named(edge, "Ann"), named(edge, "Bob")
    answer(bob, "Qs 5h 4d", "play")
    with ann.join(ann.open("rivers")) as seat:
        seat.sits(1)
        play(seat, "fold")
        answer(ann, "Qs 5h 4d", "play")
        assert ask(ann)["table"]["decisions"] == 1
        assert ann.ask("DELETE", "/api/progress").status_code == 204
        assert (ask(ann)["table"]["decisions"], ask(ann)["drill"]["decisions"]) == (0, 0)
        play(seat, "fold")
        assert ask(ann)["table"]["decisions"] == 1
    assert ask(bob)["drill"]["decisions"] == 1, "another's is not touched"
    assert len(ann.ask("GET", "/api/rounds").json()["rounds"]) == 2, "rounds stay"


def test_with_the_account_its_progress_goes(edge: Edge) -> None:
    ann = named(edge, "Ann")
    answer(ann, "Qs 5h 4d", "play")
    assert ann.ask("DELETE", "/api/me", json={"password": PASSWORD}).status_code == 204
    assert rows_of(edge.store) == 0
    assert ann.ask("GET", "/api/progress").status_code == 401
    for path in ("/api/progress", "/api/progress.csv"):
        assert edge.ask("GET", path).status_code == 401
    assert edge.ask("DELETE", "/api/progress").status_code == 401


def test_kinds_of_mistakes_are_told_in_words() -> None:
    draws = MADE._replace(action="draw:Qs", best="draw:4d|draw:5h", cost=7)
    found = told([MADE, MADE._replace(cost=0, action="fold"), draws, MADE._replace(kind="table", round="r")])
    assert [(each.words, each.table, each.drill) for each in found.mistakes] == [
        ("Played a hand to fold", 1, 1),
        ("Drew with the wrong discard", 0, 1),
    ]
    assert [each.grade for each in found.worst] == ["close", "close", "close"]  # a cent of $10 is 0.1 %
    assert found.drill.accuracy == pytest.approx(1 / 3)


def test_a_backup_holds_it(tmp_path: Path) -> None:
    source, copy = tmp_path / "a.db", tmp_path / "b.db"
    store = open_store(source)
    store.write(lambda connection: add_guest(connection, "ann", 0))
    store.write(lambda connection: history.keep_decision(connection, "ann", MADE))
    back_up(source, copy)
    store.close()
    again = open_store(copy)
    assert again.read(lambda connection: history.decisions_of(connection, "ann", most=9)) == [MADE]
    again.close()

"""The terminal at a table of a server: company, clocks, lost connections, and doors that stay shut."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosedOK

from pitboss.cards import signs
from pitboss.cli import app, main
from pitboss.round import Refusal
from pitboss.terminal.input import Ears, Leave
from pitboss.terminal.remote import Address, JoinedTable, address_of, sign_in
from pitboss.terminal.remote import Server as Client
from tests.cli.terminals import House, Terminal

PASSWORD = "correct horse 9"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for these tests; it has had no fault when it ends."""
    with House(tmp_path_factory.mktemp("house")) as served:
        served.start()
        yield served
        assert served.stop() == 0
        assert {json.loads(line)["level"] for line in served.said().splitlines()} <= {"info", "warning"}


@pytest.fixture(scope="module")
def ann(house: House) -> str:
    """The token of somebody who has an account there."""
    return house.person("Ann", PASSWORD)


@pytest.fixture(autouse=True)
def _guests_may_come(house: House) -> None:
    """Each test has guests of its own, and all come from this machine."""
    house.forget_tries()


def play(monkeypatch: pytest.MonkeyPatch, said: str, *options: str, **environment: str) -> str:
    """What the terminal answers to these lines, in this process."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["play", *options], input=said)
    assert result.exit_code == 0, result.output + str(result.exception)
    return result.output


def paid(said: str) -> list[str]:
    """The sentences of what was paid."""
    return re.findall(r"^Seat \d(?:: .*\(.*\)| net: .*)\.$", said, re.MULTILINE)


@pytest.mark.clause("STD-13")
def test_an_evening_of_two_at_one_table_std_13(house: House, ann: str, tmp_path: Path) -> None:
    table, _ = house.table(ann, private=True)
    saved = tmp_path / "evening.jsonl"
    with (
        Terminal("--join", table, "--save", str(saved), PITBOSS_TOKEN=ann) as one,
        Terminal("--join", table, "--seat", "4") as two,
    ):
        one.until("You are Ann, at seat 1 of The back room.")
        name = re.search(r"You are (Guest \w+), at seat 4", two.until("seat 4 of The back room."))
        assert name is not None
        one.until("Bets for seat 1, in dollars (for example: 10)? ")
        two.until("Bets for seat 4, in dollars (for example: 10)? ")
        one.types("ante 10 six 5")
        two.until("Seat 1 (Ann) bets Ante $10 and 6 Card Bonus $5.")
        one.until("Waiting for ")
        two.types("20")
        one.until(f"Seat 4 ({name[1]}) bets Ante $20.")
        for each, seat in ((one, 1), (two, 4)):
            seen = each.until(f"Seat {seat}: fold or play? ")
            assert "Cards are dealt to seats 1 and 4 and the dealer." in seen
            assert re.findall(r"Seat (\d) holds", seen) == [str(seat)]  # and nobody else's cards
        two.types("fold")
        one.until("Seat 4 folds.")
        one.types("play")
        told = tuple(each.until(" in hand.") for each in (one, two))
        assert paid(told[0]) == paid(told[1])
        net = dict(re.findall(r"^Seat (\d) net: (.*)\.$", told[1], re.MULTILINE))
        assert f"You: {net['1']} this round" in told[0]
        assert f"You: {net['4']} this round" in told[1]
        one.until("Round 2. You have ")
        for each in (one, two):
            each.until("Enter for ")
            each.types("")
        for each in (one, two):
            each.until("fold or play? ")
        one.presses_ctrl_c()
        assert "the platform's decision, STD-13" in one.ends().split("You leave with cards on the table.")[1]
        two.until("(the platform's decision, STD-13).")
        two.types("fold")
        two.until("Ann gets up from seat 1.")  # who is not waited for
        two.until("Round 3. You have ")
        two.types("who")
        two.until("Free: seats 1, 2, 3, 5, 6 and 7.")
        two.types("quit")
        assert "2 rounds played. You leave with $960: −$40." in two.ends()
    (line,) = saved.read_text().splitlines()
    seeds = json.loads(line)["proof"]["seat_seeds"]
    assert [len(bytes.fromhex(seeds[seat])) for seat in ("1", "4")] == [16, 16]
    assert CliRunner().invoke(app, ["verify", str(saved)]).exit_code == 0


def test_a_server_that_is_killed_in_the_middle_of_a_round_changes_nothing(house: House, ann: str) -> None:
    table, _ = house.table(ann, "pechanga", private=True)
    with Terminal("--join", table, PITBOSS_TOKEN=ann) as one:
        have = one.until("(for example: 10)? ").split("You have ")[1].split(".")[0]
        one.types("10")
        cards = re.search(r"Seat 1 holds (.*)\.", one.until("Seat 1: fold, play or draw "))
        house.kill()
        house.killed()
        one.until("The connection is lost; trying to come back.")
        house.start()
        one.until("The connection is back.")
        one.until("Seat 1: fold, play or draw ")
        one.types("fold")
        one.until("You: −$10 this round, ")
        one.types("quit")
        assert "1 round played. You leave with " in one.ends()
    assert cards is not None
    left = house.ask("GET", "/api/me", secret=ann)["funds"]
    assert f"${left // 100 + 10:,}" == have
    past = house.ask("GET", "/api/rounds?most=1", secret=ann)["rounds"][0]
    receipt = house.ask("GET", f"/api/rounds/{past['round']}/receipt", secret=ann)
    dealt = next(event for event in receipt["events"] if event["k"] == "deal")
    assert cards[1].startswith(signs(dealt["deck"][place] for place in (0, 2, 4)))


def test_what_had_no_answer_is_sent_again_and_done_once(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every first answer is lost together with the connection."""
    monkeypatch.setenv("PITBOSS_TOKEN", ann)
    url = address_of(house.table(ann, "shine")[0])
    server = Client(url.server)
    sign_in(server, None, Ears())
    before = server.ask("GET", "/api/me")["funds"]
    place = JoinedTable(server, url.table, url.invite, "Ann", Ears())
    place.say("sit", seat=1)
    take, lost = place._take, list[str]()

    def lose(text: str | bytes) -> dict[str, Any] | None:
        answer = take(text)
        if answer is not None and answer["id"] not in lost:
            lost.append(answer["id"])
            place._socket.close()
            raise ConnectionClosedOK(None, None)
        return answer

    monkeypatch.setattr(place, "_take", lose)
    place.say("bets", seat=1, wagers={"ante": 1000}, seed="ab" * 16)
    place.say("ready") if place.view.state.phase == "bets" else None
    place.say("fold", seat=1)
    place.close()
    assert len(lost) >= 2
    assert capsys.readouterr().out.count("The connection is back.") == len(lost)
    assert server.ask("GET", "/api/me")["funds"] == before - 1000
    document = json.loads(place.document(f"{url.table}:1"))
    assert [event["k"] for event in document["events"]].count("bets") == 1


def test_a_guest_is_called_and_pictured_as_they_like_and_makes_gestures(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = house.table(ann)
    said = "name The Dealer\nname Mary Ann\navatar cat\navatar dragon\nsay cheers\nwho\nquit\n"
    told = play(monkeypatch, said, "--join", table)
    assert "is the house's own" in told
    assert "You are called Mary Ann now." in told
    assert "Refused: body.avatar" in told or "Refused: avatar" in told
    assert "You: Cheers!" in told
    assert "you (cat)" in told


def test_who_is_signed_out_is_not_taken_back_and_who_leaves_is_not_kept(
    house: House, ann: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = address_of(house.table(ann)[0])
    server, ears = Client(address.server, ann), Ears()
    place = JoinedTable(server, address.table, "", "Ann", ears)
    before = place.purse()
    server.secret = "of a session that is over"
    place._socket.close()
    with pytest.raises(Refusal, match="Sign in, or begin as a guest"):
        place.hear()
    server.secret, ears.interrupted = ann, True  # Ctrl-C, while the connection is lost
    with pytest.raises(Leave):
        place.hear()
    place.leave()
    assert place.purse() == before
    place.close()
    assert capsys.readouterr().out == 2 * "The connection is lost; trying to come back.\n"


def test_a_clock_is_told_and_made_longer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, "10\nmore\nmore\nmore\nfold\nquit\n", "rivers", "--join", house.address)
    assert re.search(r"Others join with: pitboss play --join http://127\.0\.0\.1:\d+/tables/\w+", said)
    assert re.search(r"^\d+ s to decide \(more: longer\)\.$", said, re.MULTILINE)
    assert said.count("Refused: ") == 1
    assert "Refused: More time is given 2 times a round." in said
    assert "1 round played. You leave with $990: −$10." in said


def test_the_lobby_is_listed_and_a_table_chosen(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.table(ann, "shine", title="A quiet corner", bots=["timid"], low=1000)
    asked = play(monkeypatch, "x\nquit\n", "--join", house.address)
    assert "'x' is not one of them." in asked
    shown = r"^(\d+)\. A quiet corner: 3 Card Shine, \$10 to \$500, without a clock, 6 of 7 seats free\.$"
    listed = re.search(shown, asked, re.MULTILINE)
    assert listed is not None
    said = play(monkeypatch, f"{listed[1]}\nbots add always\nskip\nbots remove 1\nquit\n",
                "--join", house.address)  # fmt: skip
    assert "at seat 2 of A quiet corner." in said
    assert "Always bot sits down at seat 3." in said
    assert "Seat 1 (timid bot) bets Ante $10." in said  # a hand that one sits out
    assert "Timid bot gets up from seat 1." in said
    assert "0 rounds played. You leave with $1,000: $0." in said


def test_the_host_closes_a_table_from_the_terminal(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = house.table(ann, title="Not hers")
    said = play(monkeypatch, "close\nquit\n", "--join", table)
    assert "Only the host of this table may close it; say quit to leave." in said
    said = play(monkeypatch, "10\nclose\nno\nclose\nyes\nfold\n", "shine", "--join", house.address)
    assert said.count("Close it for everybody (yes or no)? ") == 2
    assert "The table stays open." in said
    assert "The host closes the table after this round." in said
    assert said.index("fold") < said.index("The host has closed the table.")
    assert "1 round played. You leave with $990: −$10." in said


def test_somebody_with_a_name_signs_in(house: House, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = house.table(ann, private=True)
    said = play(monkeypatch, "quit\n", "--join", table, "--name", "ann", PITBOSS_PASSWORD=PASSWORD)
    assert "You are Ann, at seat 1 of The back room." in said


def test_a_name_with_an_apostrophe_signs_in(house: House, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = house.table(ann, private=True)
    house.person("O'Brien", PASSWORD)
    said = play(monkeypatch, "quit\n", "--join", table, "--name", "o\u2019brien", PITBOSS_PASSWORD=PASSWORD)
    assert "You are O'Brien, at seat " in said


def test_standing_up_and_sitting_down(house: House, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = house.table(ann)
    said = play(monkeypatch, "stand\nsit 9\nsit 3\n10\nstand\nfold\nquit\n", "--join", table)
    assert "You get up from seat 1.\nYou have no seat (sit 1, who or quit)? " in said
    assert "Refused: Seats are numbered 1 to 7 (STD-9)." in said
    assert "Seat 3: fold or play? stand\nYou get up after this hand.\nSeat 3: fold or play? " in said
    assert said.count("You have no seat") == 3
    assert "1 round played. You leave with $990: −$10." in said


@pytest.mark.clause("NAPA-16")
def test_napa_16_a_bank_that_is_somebody_elses_is_waited_for(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = house.table(ann, "napa-valley")[0]
    address = address_of(url)
    place = JoinedTable(Client(address.server, ann), address.table, "", "Ann", Ears())
    place.say("sit", seat=5)
    place.say("want_bank", want=True)
    assert place.view.you.bank is not None
    assert place.view.you.bank.offered
    said = play(monkeypatch, "bank\nquit\n", "--join", url)
    assert "Another player has the bank now; you are asked when it is your turn." in said
    assert "Seat 5: Ann" in play(monkeypatch, "who\nquit\n", "--join", url)
    place.leave()
    place.close()


def test_an_evening_tells_its_pause_and_its_result(house: House, ann: str) -> None:
    """A hand is folded for $10, a round missed for $5; only the seats of the evening are named."""
    host = house.ask("POST", "/api/guests")["secret"]
    asked = {"name": "Friday", "house": "rivers", "kind": "rounds", "rounds": 2, "bots": 1, "seats": 3}
    level, clock = {"low": 500, "high": 5000}, {"bets": 300, "decision": 300, "result": 2}
    asked |= {"levels": [level], "clock": clock, "prizes": ["The cup"]}
    evening = house.ask("POST", "/api/evenings", {"id": "announce", **asked}, host)["id"]
    acts = f"/api/evenings/{evening}"
    entered = house.ask("POST", f"{acts}/enter", {"id": "enter"}, ann)
    assert entered["you"]["entered"]
    house.ask("POST", f"{acts}/start", {"id": "start"}, host)
    table = ""
    while not table:
        time.sleep(0.2)  # a person may ask only so often
        shown = house.ask("GET", acts, secret=ann)
        table = next((each["id"] for each in shown["tables"] if each["open"]), "")
    with Terminal("--join", f"{house.address}/tables/{table}", PITBOSS_TOKEN=ann) as one:
        one.until("Round 1. You have $1,000 ")
        one.until("(for example: 10)? ")
        one.types("who")
        assert "Free:" not in one.until("(for example: 10)? ")
        one.types("10")
        one.until("fold or play? ")
        house.ask("POST", f"{acts}/pause", {"id": "pause"}, host)
        one.until("The host has paused the evening")
        one.types("fold")
        one.until("$990 in hand.")
        house.ask("POST", f"{acts}/resume", {"id": "resume"}, host)
        one.until("The evening goes on.")
        one.until("Round 2. You have $990 ")
        one.until("? ")
        one.types("skip")
        said = one.ends()
    place = r"You are (tied for )?place [12] of 2 with \$985"
    assert re.search(rf"Friday is over\. {place}\. You (win|share) The cup\. ", said)
    assert f"All places: {house.address}/evening/{evening}" in said
    assert "1 round played. You leave with $985: −$15." in said


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What the command says when it cannot do something: one sentence, and status 1."""
    monkeypatch.setattr(sys, "argv", ["pitboss", "play", *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.startswith("pitboss: ")
    return sentence.removeprefix("pitboss: ")


def test_doors_that_stay_shut_are_named_in_one_sentence(
    house: House, ann: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody is there to be asked
    table, plain = house.table(ann, private=True)

    def says(*options: str) -> str:
        return refused(monkeypatch, capsys, *options)

    assert says("--join", "http://127.0.0.1:9") == "http://127.0.0.1:9 does not answer: connection refused"
    assert says("--join", "ftp://127.0.0.1").startswith("--join 'ftp://127.0.0.1': write the address of ")
    assert says("--join", plain) == "This table is private: come with its invitation"
    assert says("--join", f"{house.address}/tables/nowhere") == "There is no such table"
    assert says("--join", table, "--name", "Ann").endswith("set PITBOSS_PASSWORD")
    monkeypatch.setenv("PITBOSS_PASSWORD", "wrong horse 9")
    assert says("--join", table, "--name", "Ann") == "The name and the password do not go together"
    monkeypatch.setenv("PITBOSS_TOKEN", "no such token")
    assert says("--join", table) == "Sign in, or begin as a guest"
    monkeypatch.setenv("PITBOSS_TOKEN", ann)
    assert says("--join", table, "--seat", "8") == "Seats are numbered 1 to 7 (STD-9)"
    assert says("nowhere", "--join", house.address).startswith("There is no house 'nowhere'; allowed: ")
    assert says("rivers", "--join", table).startswith("--join names a table: ")
    assert says("--join", table, "--seed", "oak").startswith("--seed is for a table of your own")
    assert says("--join", table, "--seats", "9") == "Every seat of this table is taken (STD-9)"
    assert says("--join", table, "--hands", "0") == "--hands must be at least 1"
    look = house.ask("GET", table.removeprefix(house.address).replace("/tables", "/api/tables"), secret=ann)
    assert [seat["n"] for seat in look["seats"] if seat["name"]] == []  # no seat is held by who did not come
    assert says("rivers", "--seat", "0").startswith("--seat is for a table of a server")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:8888", Address("http://127.0.0.1:8888")),
        ("127.0.0.1:8888/", Address("http://127.0.0.1:8888")),
        ("https://cards.example/tables/5f/", Address("https://cards.example", "5f")),
        ("https://[::1]:80/tables/a:b?x=1&invite=9b", Address("https://[::1]:80", "a:b", "9b")),
    ],
)
def test_addresses(url: str, address: Address) -> None:
    assert address_of(url) == address


@pytest.mark.parametrize("url", ["", "http://", "http:///tables/5", "http://a/rooms/5", "a/tables/a b"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(Refusal, match="write the address of a server"):
        address_of(url)

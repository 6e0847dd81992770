"""What the terminal table keeps: your money, the meter, rounds that were torn off, receipts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.ledger import open_store
from pitboss.ledger.accounts import Account, balance
from pitboss.money import MICRO


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "house" / "pitboss.db")


def play(said: str, *options: str) -> str:
    result = CliRunner().invoke(app, ["play", *options], input=said)
    assert result.exit_code == 0, result.output
    return result.output


def funds(db: str, who: str = "you") -> int:
    store = open_store(db)
    try:
        return store.read(lambda connection: balance(connection, Account("person", who))) // MICRO
    finally:
        store.close()


def left_with(said: str) -> str:
    return said.split("You leave with ")[1].split(":", maxsplit=1)[0]


def test_money_and_meter_are_kept_from_one_evening_to_the_next(db: str) -> None:
    first = play("10 prog\nplay\nquit\n", "rivers", "--db", db)
    again = play("quit\n", "rivers", "--db", db)
    assert f"You have {left_with(first)}. Say help" in again
    assert "The meter is at $1,000.25." in again


def test_a_guest_has_a_purse_of_its_own(db: str) -> None:
    play("10\nfold\nquit\n", "rivers", "--db", db)
    said = play("10\nfold\nquit\n", "rivers", "--db", db, "--bankroll", "$50")
    assert "You leave with $40: −$10." in said
    assert funds(db) == 99_000


def test_practice_leaves_nothing_behind(db: str) -> None:
    play("10\nplay\nquit\n", "rivers", "--db", db, "--seed", "felt")
    assert not Path(db).exists()


def test_bets_that_were_not_dealt_go_back_when_you_leave(db: str) -> None:
    said = play("10\nquit\n", "shine", "--seats", "2", "--db", db)
    assert "0 rounds played. You leave with $1,000: $0." in said
    assert funds(db) == 100_000


def torn_off(db: str, house: str, said: str, until: str, *options: str) -> None:
    """Plays in a process of its own and kills it when it has said something."""
    words = [sys.executable, "-u", "-m", "pitboss", "play", house, "--db", db, *options]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdin is not None
        assert table.stdout is not None
        table.stdin.write(said)
        table.stdin.flush()
        assert any(until in line for line in table.stdout)
        table.send_signal(signal.SIGKILL)


def test_a_round_that_was_torn_off_goes_on_with_the_same_cards(db: str) -> None:
    torn_off(db, "pechanga", "10\n", "Adds $10 on Play/Draw. The discard")
    assert funds(db) == 100_000 - 2_000  # the Ante and the reserve for Play
    reminded = play("quit\n", "rivers", "--db", db)
    assert "$10 is still in an unfinished round: pitboss play --resume continues it." in reminded
    said = play("fold\nquit\n", "--resume", "--db", db)
    assert "Round 1. You have $1,000 ($0). It goes on where it was left." in said
    assert "Seat 1 holds " in said
    assert "You leave with $990: −$10." in said
    assert funds(db) == 99_000


def test_a_sheet_that_was_changed_and_its_company_are_there_again(db: str) -> None:
    """The rules of the round are in the database, and so is who sat at the table."""
    options = ("--set", "dealer.shows=1", "--seats", "3", "--bots", "--min", "1000")
    torn_off(db, "rivers", "10\n", "play: Adds $10 on Play.", *options)
    said = play("play\n\nfold\nquit\n", "--resume", "--db", db)
    first, second = said.split("Round 2.")
    assert "Table limits $10 to $500." in first
    assert "The dealer shows " in first
    assert "Seat 3 (optimal bot) bets Ante $10." in first
    assert first.count("Seat 1 holds ") == 1
    assert "2 rounds played." in second
    assert "Seat 3 (optimal bot) bets Ante $10." in second


def test_nothing_to_go_on_with_is_said_in_one_sentence(db: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", "--resume", "--db", db],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr == "pitboss: No round was left open; start one with: pitboss play HOUSE\n"


def test_a_saved_round_is_a_receipt_that_opens_the_seal(db: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    said = play("fair\n10\nplay\nquit\n", "rivers", "--db", db, "--save", str(file))
    proof = json.loads(file.read_text())["proof"]
    assert f"sealed before any bet: {proof['commitment']}." in said
    assert len(bytes.fromhex(proof["seat_seeds"]["1"])) == 16
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0


def test_a_practice_round_has_no_receipt(tmp_path: Path) -> None:
    file = tmp_path / "practice.jsonl"
    said = play("fair\n10\nplay\nquit\n", "rivers", "--seed", "felt", "--save", str(file))
    assert "there is no receipt" in said
    assert "proof" not in json.loads(file.read_text())

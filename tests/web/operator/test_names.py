"""`pitboss grant` and `pitboss accounts` know people by the names they registered."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from pitboss.cli import app, main
from pitboss.house.accounts import open_accounts
from pitboss.house.people import FIRST
from pitboss.ledger import open_store
from pitboss.table import Pit


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A database with the registered Ann, and an account that is only called bob."""
    path = str(tmp_path / "pitboss.db")
    monkeypatch.setenv("PITBOSS_DB", path)
    store = open_store(path, "OFF")
    entropy = Random("names").randbytes
    pit = Pit(store, entropy, lambda: 0)
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    accounts = open_accounts(store, pit, entropy, lambda: 0, cheap)
    ann, _ = accounts.people.guest()
    accounts.people.register(ann.id, "Ann", "correct horse 9")
    pit.grant("bob", 700, "op", "bob")
    store.close()
    return {"ann": ann.id}


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return str(done.stdout)


def balance(name: str) -> int:
    return int(json.loads(run("accounts", name, "--json"))["balance"]) // 10**6


def test_a_registered_name_leads_to_its_account(house: dict[str, str]) -> None:
    assert run("grant", "aNN", "$5") == "$5 given. Ann has $1,005 in hand.\n"
    assert balance("ann") == balance("ANN") == balance(house["ann"]) == FIRST + 500
    told = json.loads(run("accounts", "Ann", "--json"))
    assert told["person"] == house["ann"]
    assert run("accounts", "ann").startswith("Ann has $1,005 in hand.\n")


def test_an_id_and_an_unregistered_name_are_taken_as_they_are(house: dict[str, str]) -> None:
    assert run("grant", house["ann"], "$1") == f"$1 given. {house['ann']} has $1,001 in hand.\n"
    assert run("grant", "bob", "$3") == "$3 given. bob has $10 in hand.\n"
    assert (
        run("grant", "Bob", "$3", "--new") == "$3 given. Bob has $3 in hand.\n"
    )  # another account: case counts here
    assert (balance("bob"), balance("Bob")) == (1000, 300)


def test_the_same_id_gives_once_by_name_and_by_id(house: dict[str, str]) -> None:
    run("grant", "Ann", "$5", "--id", "welcome")
    for name in ("Ann", "ann", house["ann"]):
        assert "nothing is given again" in run("grant", name, "$5", "--id", "welcome")
    assert balance("ann") == FIRST + 500


def test_nobody_of_that_name(
    house: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["pitboss", "accounts", "cyd"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    assert capsys.readouterr().err == "pitboss: There is no account of a person 'cyd'\n"

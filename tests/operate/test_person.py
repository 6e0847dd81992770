"""`pitboss person`: the operator's acts on people from the command line, in the same journal."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import time

import pytest

from pitboss.house.accounts import open_accounts
from pitboss.house.operator_journal import page_of_acts
from pitboss.ledger import open_store
from pitboss.ledger.operators import ActQuery
from pitboss.proof.house_audit import audit
from pitboss.table import Pit
from tests.house.rig import NOON, PASSWORD, CountingHasher
from tests.operate.conftest import Refused, Run

OTHER = "horse correct 77"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house where ann is registered and somebody is a guest."""
    path = tmp_path / "house.db"
    monkeypatch.setenv("PITBOSS_DB", str(path))
    store = open_store(path)
    entropy = Random("person").randbytes
    people = open_accounts(
        store, Pit(store, entropy, lambda: NOON), entropy, lambda: NOON, CountingHasher()
    ).people
    people.register(people.guest()[0].id, "Ann", PASSWORD)
    people.guest()
    store.close()
    return path


def test_people_are_listed_and_shown(house: Path, run: Run, refused: Refused) -> None:
    told = run("person", "list")
    assert "Ann" in told
    assert "2 listed." in told
    assert max(map(len, told.splitlines())) <= 80
    assert [each["name"] for each in json.loads(run("person", "list", "an", "--json"))["people"]] == ["Ann"]
    assert run("person", "list", "zed") == "No such person.\n"
    shown = run("person", "show", "ann")
    assert shown.startswith("Ann, a player, id ")
    assert "In hand $1,000, on tables $0." in shown
    assert json.loads(run("person", "show", "ann", "--json"))["funds"] == 100_000
    assert "Nobody is registered as 'bob'" in refused("person", "show", "bob")


def test_a_link_for_another_password_is_printed_once_and_works(
    house: Path, run: Run, refused: Refused
) -> None:
    words = [
        "person",
        "reset",
        "ann",
        "--why",
        "forgot it",
        "--id",
        "r",
        "--address",
        "https://cards.example/",
    ]
    link = run(*words).splitlines()[-1]
    assert link.startswith("https://cards.example/reset/")
    assert "not shown again" in refused(*words)
    store = open_store(house)
    entropy = Random("reset").randbytes
    people = open_accounts(
        store, Pit(store, entropy, lambda: NOON), entropy, lambda: int(time() * 1000), CountingHasher()
    ).people
    assert people.reset_password(link.rpartition("/")[2], OTHER)
    assert audit(store).faults == ()
    store.close()


def test_acts_are_in_the_journal_with_their_reason(house: Path, run: Run, refused: Refused) -> None:
    assert "is excluded from play until" in run("person", "exclude", "ann", "--days", "30", "--why", "asked")
    assert "cannot be shortened" in refused("person", "exclude", "ann", "--days", "1", "--why", "asked")
    assert (
        run("person", "sign-out", "ann", "--why", "lost the phone") == "Ann is signed in nowhere any more.\n"
    )
    assert run("person", "delete", "ann", "--why", "asked").startswith("Ann is deleted.")
    assert "Nobody is registered as 'ann'" in refused("person", "delete", "ann", "--why", "asked")
    assert "give the reason" in refused("person", "sign-out", "ann", "--why", " ")
    store = open_store(house)
    acts = page_of_acts(store, ActQuery(), 9).acts
    assert [(each.what, each.actor, each.after["why"]) for each in acts] == [
        ("delete", "console", "asked"),
        ("sign out", "console", "lost the phone"),
        ("exclude", "console", "asked"),
    ]
    assert audit(store).faults == ()
    store.close()


def test_a_grant_to_nobody_is_refused_unless_they_are_new(house: Path, run: Run, refused: Refused) -> None:
    assert "add --new" in refused("grant", "nobody", "$5")
    assert "In hand $1,000" in run("person", "show", "ann")
    assert run("grant", "ann", "$5") == "$5 given. Ann has $1,005 in hand.\n"
    assert run("grant", "eve", "$5", "--new") == "$5 given. eve has $5 in hand.\n"
    assert run("grant", "eve", "$5") == "$5 given. eve has $10 in hand.\n"

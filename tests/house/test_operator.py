"""`pitboss operator`: the role is given to registered people, and every change of it is written down."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from pitboss.cli import app, main
from pitboss.ledger.operators import ActQuery, find_acts
from tests.house.rig import PASSWORD, House


def say(place: str, *words: str) -> str:
    done = CliRunner().invoke(app, ["operator", *words, "--db", place], env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return str(done.stdout)


def test_the_role_is_given_taken_and_written_down(house: House, place: str) -> None:
    ann = house.named("Ann")
    secret = house.accounts.sessions.sign_in("ann", PASSWORD)
    assert say(place, "list") == "0 operators.\n"
    assert say(place, "add", "aNN") == "Ann is an operator now.\n"
    person = house.accounts.sessions.who(secret)
    assert person is not None
    assert person.role == "operator"
    assert say(place, "add", "Ann") == "Ann is an operator already: nothing was changed.\n"
    assert say(place, "list").splitlines() == [
        f"{'Ann':<24}  last seen 2026-11-15 12:00:00 UTC",
        "1 operator.",
    ]
    listed = json.loads(say(place, "list", "--json"))
    assert listed == {"operators": [{"name": "Ann", "id": ann, "last_seen": "2026-11-15T12:00:00.000Z"}]}
    assert say(place, "remove", "ann") == "Ann is a player now.\n"
    assert say(place, "remove", "ann") == "Ann is a player already: nothing was changed.\n"
    person = house.accounts.sessions.who(secret)
    assert person is not None
    assert person.role == "player"
    removed, added = house.store.read(lambda connection: find_acts(connection, ActQuery(), 9))
    assert (added.actor, added.what, removed.what) == ("console", "operator add", "operator remove")
    assert json.loads(added.before) == json.loads(removed.after) == {"person": ann, "role": "player"}
    assert json.loads(added.after) == json.loads(removed.before) == {"person": ann, "role": "operator"}


def test_a_name_with_an_apostrophe_or_a_blank_is_found(house: House, place: str) -> None:
    for name, typed in (("O'Brien", "o\u2019brien"), ("José María", "JOSÉ  MARÍA"), ("李", "李")):
        house.named(name)
        assert say(place, "add", typed) == f"{name} is an operator now.\n"


def test_a_deleted_operator_is_none(house: House, place: str) -> None:
    ann = house.named("ann")
    say(place, "add", "ann")
    house.accounts.people.delete(ann, PASSWORD)
    assert say(place, "list") == "0 operators.\n"


def test_only_registered_people_become_operators(
    house: House, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guest, _ = house.accounts.people.guest()
    for name in (guest.id, guest.shown, "nobody_here", "", "\x00", "x" * 10_000):
        monkeypatch.setattr("sys.argv", ["pitboss", "operator", "add", name, "--db", place])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        assert (left.value.code, shown.out) == (1, "")
        assert shown.err.startswith("pitboss: Nobody is registered as ")
        assert shown.err.count("\n") == 1
    assert house.store.read(lambda connection: find_acts(connection, ActQuery(), 9)) == []

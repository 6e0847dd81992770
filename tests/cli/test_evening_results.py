"""`pitboss evening`: the standings of an evening that bots have played, as text, CSV and JSON."""

from __future__ import annotations

import csv
import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.evening.model import load_event
from pitboss.ledger import open_store
from tests.evening.night import play_bots
from tests.refusals import refused_command


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The path of a database, and the evening in it."""
    path = tmp_path_factory.mktemp("evening") / "house.db"
    store = open_store(Path(path), "OFF")
    evening = play_bots(store, "told", "shine", "rounds", 3, rounds=2, prizes=["a cup"])
    store.close()
    return str(path), evening.id


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    monkeypatch.setattr(sys, "argv", ["pitboss", "evening", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    return capsys.readouterr().out


def test_results_are_the_same_in_every_form(
    played: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, evening = played
    here = ("--db", path)
    assert evening in said(capsys, monkeypatch, "list", *here)
    rows = json.loads(said(capsys, monkeypatch, "standings", evening, "--json", *here))["standings"]
    told = list(csv.DictReader(StringIO(said(capsys, monkeypatch, "standings", evening, "--csv", *here))))
    assert [(each["name"], int(each["chips"])) for each in told] == [
        (one["name"], one["chips"]) for one in rows
    ]
    text = said(capsys, monkeypatch, "show", evening, *here)
    assert "fixed number of rounds, over." in text
    assert "Prize 1: a cup" in text
    assert all(each["name"] in text for each in rows)
    events = [json.loads(line) for line in said(capsys, monkeypatch, "events", evening, *here).splitlines()]
    kinds = [type(load_event(json.dumps(each["event"]))).__name__ for each in events]
    assert kinds == ["Announce", "Enter", "Enter", "Start", "Leave", "Count", "Count"]
    assert said(capsys, monkeypatch, "league", *here) == "No league was begun.\n"


def test_an_evening_that_is_not_there_is_refused(
    played: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = played
    words = refused_command(capsys, monkeypatch, "evening", "show", "nowhere", "--db", path)
    assert "There is no such evening" in words

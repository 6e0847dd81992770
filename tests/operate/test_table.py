"""`pitboss table`: what the console does, from the command line, with and without a running server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.house import operator_journal
from pitboss.house.operator_journal import ActShown, page_of_acts
from pitboss.house.operator_people import CONSOLE
from pitboss.ledger import open_store
from pitboss.ledger.database import serve_database
from pitboss.ledger.journal import all_lobbies
from pitboss.ledger.operators import ActQuery
from pitboss.proof.house_audit import audit
from tests.operate.conftest import Refused, Run
from tests.web.edge import Edge


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty house."""
    path = tmp_path / "house.db"
    monkeypatch.setenv("PITBOSS_DB", str(path))
    open_store(path).close()
    return path


@contextmanager
def served(path: Path) -> Iterator[Edge]:
    """A server that runs on the database, and has it to itself."""
    store = open_store(path)
    serving = serve_database(store)
    edge = Edge(store=store)
    try:
        with edge.client:
            yield edge
    finally:
        serving.close()
        store.close()


def acts(path: Path) -> list[ActShown]:
    store = open_store(path)
    try:
        assert audit(store).faults == ()
        return page_of_acts(store, ActQuery(), 50).acts
    finally:
        store.close()


def table_of(run: Run) -> str:
    [row] = json.loads(run("table", "list", "--json"))["tables"]
    return str(row["table"])


def test_without_a_server_every_act_is_done_here(house: Path, run: Run, refused: Refused) -> None:
    assert run("table", "list") == "No table is open.\n"
    words = ("table", "open", "rivers", "--title", "Friday", "--bot", "timid", "--why", "club", "--id", "o")
    assert "is open.\nNumber 1 in the journal." in run(*words)
    assert "It was done before under this id." in run(*words)
    table = table_of(run)
    told = run("table", "list")
    assert "Friday" in told
    assert max(map(len, told.splitlines())) <= 80
    shown = run("table", "show", table[:6])
    assert "Rivers, $5 to $500, with a clock, with the coach. Round 1." in shown
    assert "Seat 1: timid bot, the bot timid." in shown
    assert "No server has it at this moment." in shown
    assert "is frozen" in run("table", "freeze", table[:6], "--why", "a quarrel")
    assert "stopped already" in refused("table", "freeze", table, "--why", "a quarrel")
    assert json.loads(run("table", "show", table, "--json"))["state"] == "frozen"
    assert "goes on" in run("table", "thaw", table, "--why", "settled")
    changed = run("table", "change", table, "--low", "25$", "--high", "200$", "--no-clock", "--why", "richer")
    assert "from $25 to $200, without a clock, with the coach" in changed
    voided = json.loads(
        run("table", "void", table, "--cause", "cannot go on", "--why", "a card fell", "--json")
    )
    assert (voided["what"], voided["after"]["asked"]["cause"]) == ("void", "cannot go on")
    close = ("table", "close", table, "--why", "late", "--id", "c")
    assert "is closed." in run(*close)
    assert "It was done before under this id." in run(*close)
    assert run("table", "list") == "No table is open.\n"
    found = acts(house)
    assert [each.what for each in found] == ["close", "void", "change", "thaw", "freeze", "open"]
    assert {each.actor for each in found} == {CONSOLE}
    reasons = [each.after["why"] for each in found]
    assert reasons == ["late", "a card fell", "richer", "settled", "a quarrel", "club"]


def test_without_a_server_the_settings_file_holds_too(
    house: Path, run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = house.with_name("pitboss.toml")
    file.write_text('houses = ["shine"]\nclock_bets = 77\n', encoding="utf-8")
    monkeypatch.setenv("PITBOSS_CONFIG", str(file))
    assert "Rivers" in refused("table", "open", "rivers", "--why", "club")
    run("table", "open", "shine", "--why", "club")
    store = open_store(house)
    [lobby] = store.read(all_lobbies)
    store.close()
    assert json.loads(lobby.settings)["clock"]["bets"] == 77


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("open", "nowhere", "--why", "x"), "is no house"),
        (("open", "rivers", "--why", " "), "--why: give the reason"),
        (("open", "rivers", "--why", "x", "--id", ""), "--id: give 1 to 64"),
        (("open", "rivers", "--why", "x", "--bot", "genius"), "--bot: at most 6 of"),
        (("open", "rivers", "--why", "x", "--title", ""), "--title: give 1 to 60"),
        (("freeze", "x", "--why", "x"), "There is no such table"),
        (("change", "x", "--why", "x"), "Say what shall change"),
        (("show", "x"), "No open table has an id like 'x'"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    house: Path, refused: Refused, words: tuple[str, ...], hint: str
) -> None:
    assert hint in refused("table", *words)
    assert acts(house) == []


def test_a_running_server_does_it_at_its_own_table(house: Path, run: Run, refused: Refused) -> None:
    with served(house) as edge:
        opened = json.loads(run("table", "open", "rivers", "--no-clock", "--why", "club", "--json"))
        table = opened["table"]
        player = edge.guest()
        before = edge.funds(player)
        with player.join(table) as ann:
            ann.sits().done("bets", seat=1, wagers={"ante": 1000})
            frozen = run("table", "freeze", table, "--why", "a quarrel", "--id", "f")
            assert "is frozen" in frozen
            assert "done before" not in frozen
            assert edge.room(table).live.frozen
            assert ann.refused("ready") == "frozen"
            assert "stopped already" in refused("table", "freeze", table, "--why", "a quarrel")
            assert "done before" in run("table", "freeze", table, "--why", "a quarrel", "--id", "f")
            assert "used before" in refused("table", "thaw", table, "--why", "x", "--id", "f")
            run("table", "thaw", table, "--why", "settled")
            ann.done("ready")
            stale = ("table", "void", table, "--why", "x", "--round", f"{table}:9")
            assert "The round on the table is" in refused(*stale)
            assert edge.funds(player) < before
            assert "is void" in run("table", "void", table, "--why", "a card fell")
            assert ann.catch_up()["phase"] == "void"
            assert edge.funds(player) == before
            run("table", "change", table, "--low", "25$", "--why", "richer")
            assert ann.catch_up()["limits"]["low"] == 2500
            run("table", "close", table, "--why", "late")
        assert edge.ask("GET", "/api/tables").json() == []
    assert [each.what for each in acts(house)] == ["close", "change", "void", "thaw", "freeze", "open"]


def test_what_nobody_answers_is_taken_back_and_never_done(
    house: Path, run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("table", "open", "rivers", "--why", "club")
    table = table_of(run)
    monkeypatch.setattr(operator_journal, "PATIENCE", 0.1)
    monkeypatch.setattr(operator_journal, "LOOKS", 0.01)
    store = open_store(house)
    serving = serve_database(store)  # a server that has stopped to answer
    assert "nothing was done" in refused("table", "freeze", table, "--why", "a quarrel")
    serving.close()
    assert operator_journal.Errands(store).waiting() == []
    store.close()
    with served(house) as edge:
        assert not edge.room(table).live.frozen
    assert [each.what for each in acts(house)] == ["open"]


def test_a_grant_is_in_the_journal_too(house: Path, run: Run) -> None:
    run("grant", "eve", "$5", "--new", "--why", "welcome", "--id", "g")
    run("grant", "eve", "$5", "--why", "welcome", "--id", "g")
    [act] = acts(house)
    assert (act.actor, act.what, act.after["granted"], act.after["why"]) == (CONSOLE, "grant", 500, "welcome")

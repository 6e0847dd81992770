"""Heads and audits on demand: one at a time, watched from any server, stopped, lost, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, text

from pitboss.house.audits import SILENT, AuditDesk, AuditRunner, last_verdict, page_of_audits, show_audit
from pitboss.house.operator_journal import page_of_acts
from pitboss.ledger import Store, open_store
from pitboss.ledger.operators import ActQuery
from pitboss.proof import make_head
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from tests.operate.evenings import evening_at
from tests.proof.forging import close_up, open_up
from tests.web.edge import NOON, Edge
from tests.web.operator.desk import Desk, named
from tests.web.operator.test_disputes import play

T = TypeVar("T")
NOW = int(NOON * 1000)


async def in_thread(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)


def runner(store: Store, place: str) -> AuditRunner:
    return AuditRunner(store, place, lambda: NOW, in_thread)


def watched(store: Store, place: str, after: Callable[[AuditRunner], Awaitable[Any]]) -> int:
    """Begins an audit and does something until it has ended; its number."""
    act = AuditDesk("olga", store, lambda: NOW).begin(f"a{NOW}", "the first of the month")

    async def run() -> None:
        auditing = runner(store, place)
        auditing.run(act.after["audit"], "olga")
        await after(auditing)
        await auditing.close()

    asyncio.run(run())
    return int(act.after["audit"])


def test_an_audit_in_a_process_of_its_own_is_kept_with_its_figures(store: Store, place: str) -> None:
    evening_at(store, 3, 4)
    number = watched(store, place, lambda auditing: auditing.wait())
    there = open_store(place)  # as another server of the house reads it
    found = show_audit(there, number, NOW)
    assert (found.state, found.faults, found.said) == ("clean", 0, [])
    assert (found.done, found.total) == (int(found.figures["rounds"]), int(found.figures["rounds"]))
    naive = audit(store)
    same = {name: str(value) for name, value in naive.figures.items() if name.startswith(("rounds", "micro"))}
    assert same.items() <= found.figures.items()
    assert last_verdict(there, NOW) == found
    acts = page_of_acts(there, ActQuery(), 10).acts
    assert [(each.what, each.after["audit"]) for each in acts] == [
        ("audit result", number),
        ("audit", number),
    ]
    assert acts[0].after["state"] == "clean"
    there.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_what_somebody_changed_is_found_told_and_stays_the_last_word(store: Store, place: str) -> None:
    evening_at(store, 3, 4)
    open_up(store)

    def steal(connection: Connection) -> None:
        connection.execute(text("UPDATE accounts SET balance = balance + 1000000 WHERE key = 'ann'"))

    store.write(steal)
    number = watched(store, place, lambda auditing: auditing.wait())
    found = show_audit(store, number, NOW)
    assert (found.state, found.faults) == ("faulty", len(found.said))
    assert any("person:ann" in sentence for sentence in found.said)
    desk = AuditDesk("olga", store, lambda: NOW + 1)
    second = desk.begin("b", "again").after["audit"]
    desk.stop("s", second, "not now")
    assert last_verdict(store, NOW) == found
    close_up(store)


def test_one_at_a_time_and_stopped_or_lost_wherever_it_runs(store: Store, place: str) -> None:
    here, there = (AuditDesk(name, store, lambda: NOW) for name in ("olga", "otto"))
    begun = here.begin("a", "monthly")
    number = begun.after["audit"]
    assert here.begin("a", "monthly") == begun.model_copy(update={"repeated": True})
    with pytest.raises(Refusal, match="An audit runs at this moment") as refused:
        there.begin("b", "me, too")
    assert (refused.value.code, refused.value.values) == ("audit_runs", {"audit": number})
    there.stop("s", number, "tables are slow")
    with pytest.raises(Refusal, match="does not run any more"):
        here.stop("t", number, "again")
    with pytest.raises(Refusal, match="There is no audit 99"):
        here.stop("u", 99, "what")
    assert here.end(number, "clean") is None  # its server hears of it too late: it stays stopped
    assert show_audit(store, number, NOW).state == "stopped"
    lost = there.begin("c", "monthly").after["audit"]
    assert show_audit(store, lost, NOW + SILENT).state == "running"
    assert show_audit(store, lost, NOW + SILENT + 1).state == "lost"  # its server is gone
    later = AuditDesk("olga", store, lambda: NOW + SILENT + 1)
    after = later.begin("d", "then I do it")
    assert after.before == {"lost": lost}
    states = [each.state for each in page_of_audits(store, None, 5, NOW + SILENT + 1).audits]
    assert states == ["running", "lost", "stopped"]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_an_audit_that_is_stopped_elsewhere_ends_here_and_one_whose_house_closes_is_lost(
    store: Store, place: str
) -> None:
    evening_at(store, 3, 1)

    async def stop(auditing: AuditRunner) -> None:
        auditing.beat = 0.01
        AuditDesk("otto", store, lambda: NOW).stop("s", 1, "not now")
        await auditing.wait()

    assert show_audit(store, watched(store, place, stop), NOW).state == "stopped"
    act = AuditDesk("olga", store, lambda: NOW).begin("second", "again")

    async def close_at_once() -> None:
        auditing = runner(store, place)
        auditing.run(act.after["audit"], "olga")
        await asyncio.sleep(0)
        await auditing.close()

    asyncio.run(close_at_once())
    assert show_audit(store, act.after["audit"], NOW).state == "lost"


def test_the_operator_sees_heads_and_runs_an_audit(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    play(edge, ann, table, rounds=2)
    made = make_head(edge.store, lambda: edge.house.milliseconds)
    found = desk.sees("proof")
    assert (found["last"]["number"], found["last"]["head"]) == (made.number, made.head)
    assert (found["last"]["tables"], found["last"]["rounds"]) == (1, 2)
    [chains] = found["tables"]
    assert (chains["table"], chains["title"], chains["house"]) == (table, "Main floor", "rivers")
    assert (chains["rounds"], chains["closed"]) == (2, False)
    receipt = desk.ask("GET", f"rounds/{table}:2").json()["receipt"]
    assert chains["head"] in receipt
    assert found["records"] > 0
    seeds = edge.store.read(lambda each: each.execute(text("SELECT seed FROM rounds")).scalars().all())
    whole = desk.ask("GET", "proof").text + desk.ask("GET", "audits").text
    assert not [seed for seed in seeds if seed in whole]
    act = desk.does("audits", why="the first of the month")
    edge.call(edge.house.audits.wait)
    [first] = desk.sees("audits")["audits"]
    assert (first["number"], first["state"], first["name"]) == (act["after"]["audit"], "clean", "Olga")
    assert desk.sees(f"audits/{first['number']}") == first
    assert desk.acts()[0]["what"] == "audit result"
    assert desk.refused("audits/1/stop", why="x") == (409, "not_running")
    assert desk.ask("GET", "audits/9").status_code == 404
    assert desk.refused("audits", why="") == (422, "message")


def test_no_hidden_card_and_no_unopened_seed_is_in_what_operators_read(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    play(edge, ann, table)
    with ann.join(table) as seat:
        seat.sits()
        seat.deals(ante=1000)
        live = edge.room(table).live
        assert live.state is not None
        seed = edge.store.read(
            lambda each: each.execute(text("SELECT seed FROM rounds WHERE ended IS NULL")).scalar_one()
        )
        for path in (
            "people", "people/ann", "books", "books/person", "books/escrow", "proof", "audits", "acts",
            f"books/person/account?key={ann.id}", f"books/escrow/account?key={live.state.id}",
            "hold", "meters", "jackpots", "disputes",
            "rounds", f"rounds?table={table}",
        ):  # fmt: skip
            said = desk.ask("GET", path)
            assert said.status_code == 200, path
            assert seed not in said.text, path
            assert '"cards"' not in said.text, path
        assert desk.ask("GET", f"rounds/{live.state.id}").json()["code"] == "round_open"
        assert desk.refused(f"rounds/{live.state.id}/dispute", why="too early") == (409, "round_open")
        seat.done("play", seat=1)

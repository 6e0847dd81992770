"""The audit that goes on from a head: it finds what came behind it, and does not look before it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import Connection

from pitboss.ledger import Store, open_store
from pitboss.proof.heads import Head, make_head
from pitboss.proof.house_audit import audit
from pitboss.table import Pit, PitTable
from tests.databases import KINDS, Databases
from tests.proof.evenings import Evening, all_tables, play_evening, run_house
from tests.proof.forging import Forgery, ask, audited, close_up, open_up, rewrite, run, shift
from tests.proof.test_audit import PLANTED
from tests.proof.tournament import tournament
from tests.table.pit_evening import PEOPLE, next_commands

TABLES = ("pechanga", "rivers", "napa-valley", "rivers-2", "shine", "two-up")
STILL = "two-up"  # nobody plays there after the head


def _more(pit: Pit, evening: Evening, rounds: int) -> None:
    """Goes on at every table but one, from the middle of whatever round is open."""
    chance, number = Random(4), 0
    for name in evening.tables:
        table = pit.take(name)
        last = table.standing.stored_table.rounds + rounds
        while not table.standing.stored_table.closed and name != STILL and _plays(table, last):
            for actor, command in next_commands(table, chance):
                table.do(actor, f"later {number}", command)
                number += 1


def _plays(table: PitTable, last: int) -> bool:
    return table.standing.stored_table.rounds < last or table.state is not None


@pytest.fixture(scope="module", params=KINDS)
def grown(request: pytest.FixtureRequest, databases: Databases) -> Iterator[tuple[Store, Head]]:
    """An evening, a head in the middle of open rounds, and an evening after it, unguarded."""
    with databases.fresh(request.param) as place:
        store = open_store(place, synchronous="OFF")
        tables = all_tables()
        evening = play_evening(store, rounds=3, seed=5, opened={name: tables[name] for name in TABLES})
        head = run_house(store, evening)
        pit = Pit(store, Random(6).randbytes, lambda: 2_000_000)
        _more(pit, evening, 2)
        pit.grant(PEOPLE[0], 77, "cashier", "after the head", "found a coin")
        store.write(tournament)
        make_head(store, lambda: 3_000_000)
        open_up(store)
        yield store, head
        close_up(store)
        store.close()


def test_what_is_good_is_clean_since_the_head_and_counted(grown: tuple[Store, Head]) -> None:
    store, head = grown
    whole, seen = audit(store), list[tuple[int, int]]()
    found = audit(store, lambda done, total: seen.append((done, total)), since=head.head)
    assert (whole.faults, found.faults) == ((), ())
    assert (whole.since, found.since) == (None, head)
    assert whole.last == found.last
    assert found.last is not None
    assert found.last.number == head.number + 1
    told = sum(found.figures.get(f"rounds {how}", 0) for how in ("settled", "void", "unused", "open"))
    assert seen[-1] == (told, told)
    assert told + found.figures["rounds before"] == whole.figures["rounds"]
    assert 0 < told < whole.figures["rounds"]
    money = {name for name in whole.figures if name.startswith("micro-cents")}
    assert {name: found.figures[name] for name in money} == {name: whole.figures[name] for name in money}


FIRST, LAST = "'pechanga:1'", "(SELECT id FROM rounds WHERE felt = 'pechanga' ORDER BY number DESC LIMIT 1)"


def _first_digit(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


def _in(round_: str) -> dict[str, Forgery]:
    """Ways to change what a round says."""
    return {
        "seed": rewrite("rounds", "seed", f"id = {round_}", _first_digit),
        "receipt": rewrite("receipts", "text", f"round = {round_}", lambda text: f"{text} "),
        "settlement": run(
            f"UPDATE events SET body = replace(body, '\"stake\":', '\"stake\":1') WHERE round = {round_}"
            " AND body LIKE '%\"stake\":%'"
        ),
        "event": run(
            f"UPDATE events SET link = '{'ab' * 32}' WHERE round = {round_} AND body LIKE '%\"open\"%'"
        ),
        "result": run(f"UPDATE results SET net = net + 1 WHERE round = {round_}"),
        "end": run(f"UPDATE rounds SET at = at + 1 WHERE id = {round_}"),
    }


@pytest.mark.parametrize("name", _in(FIRST))
def test_a_round_that_is_changed_before_the_head_is_found_by_the_whole_audit_alone(
    grown: tuple[Store, Head], name: str
) -> None:
    store, head = grown
    assert not audited(store, _in(FIRST)[name]).clean
    assert audited(store, _in(FIRST)[name], since=head.head).clean


@pytest.mark.parametrize("name", _in(LAST))
def test_a_round_that_is_changed_after_the_head_is_found_by_both(
    grown: tuple[Store, Head], name: str
) -> None:
    store, head = grown
    whole, found = (audited(store, _in(LAST)[name], since=since) for since in (None, head.head))
    assert not whole.clean
    assert found.faults == whole.faults


def _give_oneself(connection: Connection) -> None:
    """Money under a deed that is there, in books that balance."""
    ((deed,),) = ask(connection, "SELECT id FROM deeds WHERE command = 'after the head'")
    shift(connection, "mint:", "person:bob", 1_000_000_000, deed, "grant")


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(_give_oneself, id="a grant"),
        pytest.param(
            run("UPDATE deeds SET actor = 'other' WHERE command = 'after the head'"), id="its author"
        ),
        pytest.param(
            run("DELETE FROM records WHERE number = (SELECT max(number) FROM records)"), id="a record"
        ),
        pytest.param(run("UPDATE evenings SET state = replace(state, '1', '2')"), id="a tournament"),
        pytest.param(
            run("UPDATE heads SET at = at + 1 WHERE number = (SELECT max(number) FROM heads)"), id="a head"
        ),
        pytest.param(PLANTED["head of a table"][0], id="the end of a chain"),
        pytest.param(PLANTED["number of rounds"][0], id="the number of rounds"),
        pytest.param(PLANTED["meter in balanced books"][0], id="a meter"),
        pytest.param(PLANTED["balance"][0], id="a balance, whenever it was changed"),
        pytest.param(
            run(f"UPDATE felts SET head = '{'ab' * 32}' WHERE id = '{STILL}'"), id="a table that was still"
        ),
    ],
)
def test_what_was_done_since_the_head_is_judged_outside_of_rounds_too(
    grown: tuple[Store, Head], forge: Forgery
) -> None:
    store, head = grown
    assert not audited(store, forge).clean
    assert not audited(store, forge, since=head.head).clean


def test_a_head_that_is_gone_is_a_fault_and_everything_is_judged(grown: tuple[Store, Head]) -> None:
    store, head = grown
    forge = run(f"UPDATE heads SET head = '{'ab' * 32}' WHERE number = {head.number}")
    found = audited(store, forge, since=head.head)
    assert found.faults[0] == f"The head {head.head[:12]}… is in no chain: what was clean up to there is gone"
    assert found.since is None
    assert not audited(store, _in(FIRST)["result"], since="cd" * 32).clean

"""The audit: a good evening is clean, and every planted fault is found and told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import Connection

from pitboss.errors import CageFault
from pitboss.ledger import Store, open_store
from pitboss.ledger.store import StoreFault
from pitboss.proof import receipt
from pitboss.proof.audit_rows import between_rounds
from pitboss.proof.house_audit import audit
from pitboss.proof.stored_receipts import receipts
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from tests.databases import KINDS, Databases
from tests.proof.evenings import all_tables, play_evening
from tests.proof.forging import (
    Forgery,
    ask,
    audited,
    close_up,
    cut_off_last_round,
    open_up,
    rewrite,
    run,
    shift,
)
from tests.table.pit_evening import PEOPLE, next_commands

TABLES = ("pechanga", "atlantic-city", "rivers", "napa-valley", "rivers-2", "shine")
OPEN_ESCROW = (  # of a round with bets that has not ended
    "(SELECT max(a.key) FROM accounts a JOIN rounds r ON r.id = a.key"
    " WHERE a.kind = 'escrow' AND a.balance > 0 AND r.ended IS NULL)"
)
LAST_SETTLED = "(SELECT max(id) FROM rounds WHERE ended = 'settled' AND felt = 'rivers')"
A_SETTLEMENT = f"round = {LAST_SETTLED} AND body LIKE '%\"settle\"%'"
LAST_BET = "(SELECT max(deed) FROM events WHERE body LIKE '%\"bets\"%')"
A_PAYMENT = "(SELECT max(id) FROM transfers WHERE what = 'stakes')"


@pytest.fixture(scope="module", params=KINDS)
def forged(request: pytest.FixtureRequest, databases: Databases) -> Iterator[Store]:
    """A small evening in a database that anybody can write; each forgery is taken back."""
    with databases.fresh(request.param) as place:
        store = open_store(place, synchronous="OFF")
        tables = {name: table for name, table in all_tables().items() if name in TABLES}
        play_evening(store, rounds=3, seed=5, opened={name: tables[name] for name in TABLES})
        open_up(store)
        yield store
        close_up(store)
        store.close()


def test_a_good_evening_is_clean_and_counted(store: Store) -> None:
    evening = play_evening(store, rounds=3, seed=6)
    seen: list[tuple[int, int]] = []
    found = audit(store, lambda done, total: seen.append((done, total)))
    assert found.faults == ()
    assert found.clean
    rounds = sum(table.standing.stored_table.rounds for table in evening.tables.values())
    assert found.figures["rounds"] == rounds
    assert found.figures["rounds open"] == sum(table.state is not None for table in evening.tables.values())
    assert found.figures["rounds unused"] == 1
    assert found.figures["events"] == sum(
        table.standing.stored_table.sequence for table in evening.tables.values()
    )
    assert found.figures["heads"] == len(evening.heads)
    assert found.figures["meters"] == 2
    money = {key: value for key, value in found.figures.items() if key.startswith("micro-cents")}
    assert sum(money.values()) == 0
    assert found.figures["micro-cents person"] < 0 - found.figures["micro-cents mint"]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (rounds, rounds)


def test_what_happens_between_rounds_is_found_by_the_index_of_rounds(store: Store) -> None:
    """Without a look at every event: where limits were changed is asked of all tables."""

    def plan(connection: Connection) -> str:
        asked = between_rounds.compile(connection.engine, compile_kwargs={"literal_binds": True})
        if connection.dialect.name == "sqlite":
            return str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").all())
        connection.exec_driver_sql("SET LOCAL enable_seqscan TO off")  # a small table is read whole
        return str(connection.exec_driver_sql(f"EXPLAIN {asked}").all())

    assert "events_of_round" in store.read(plan)


def test_an_empty_database_is_clean(store: Store) -> None:
    found = audit(store)
    assert found.clean
    assert not any(found.figures.values())


def test_the_forged_evening_was_clean_before(forged: Store) -> None:
    assert audited(forged, lambda connection: None).faults == ()
    found = audited(forged, lambda connection: None)
    assert found.figures["micro-cents escrow"] > 0


def _swap_sheets(connection: Connection) -> None:
    (one, text), (two, other) = ask(connection, "SELECT hash, content FROM sheets ORDER BY hash")[:2]
    for hash_, content in ((one, other), (two, text)):
        ask(
            connection, "UPDATE sheets SET content = :content WHERE hash = :hash", content=content, hash=hash_
        )


def _feed_meter(connection: Connection) -> None:
    """One micro-cent from the house to the meter, in books that still balance."""
    deed = ask(connection, f"SELECT deed FROM events WHERE {A_SETTLEMENT}")[0][0]
    meter = load_house("rivers").hash
    shift(connection, "house:rivers", f"meter:{meter}", 1, deed, "contribution")


def _take_reserve(connection: Connection) -> None:
    """A dollar of an open bet back to its person, in books that still balance."""
    (key,) = ask(connection, f"SELECT {OPEN_ESCROW}")[0]
    deed = ask(connection, f"SELECT max(deed) FROM events WHERE round = {OPEN_ESCROW}")[0][0]
    shift(connection, f"escrow:{key}", "person:ann", 100_000_000, deed, "bets")


def _pay_oneself(connection: Connection) -> None:
    """Ten dollars from the mint under the deed of an old grant."""
    deed = ask(connection, "SELECT max(deed) FROM transfers WHERE what = 'grant'")[0][0]
    shift(connection, "mint:", "person:bob", 1_000_000_000, deed, "grant")


def _swap_events(connection: Connection) -> None:
    rows = ask(connection, "SELECT sequence, body FROM events WHERE felt = 'pechanga' AND sequence IN (2, 3)")
    (one, body), (two, other) = sorted(rows)
    for number, new in ((one, other), (two, body)):
        ask(
            connection,
            "UPDATE events SET body = :new WHERE felt = 'pechanga' AND sequence = :n",
            new=new,
            n=number,
        )


def _swap_rounds(connection: Connection) -> None:
    """Two ended rounds of a table change their seeds and commitments, so that both still open."""
    names = ("rivers:1", "rivers:2")
    rows = {name: ask(connection, "SELECT seed FROM rounds WHERE id = :id", id=name)[0][0] for name in names}
    for name, other in (names, names[::-1]):
        ask(connection, "UPDATE rounds SET seed = :seed WHERE id = :id", seed=rows[other], id=name)


def _first_digit(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


def _one_cent_more(body: str) -> str:
    data = json.loads(body)
    data["seats"][0]["lines"][0]["profit"] += 1
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _one_digit_of_a_seed(body: str) -> str:
    data = json.loads(body)
    data["seed"] = _first_digit(data["seed"]) if data["seed"] else "ab" * 16
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


PLANTED: dict[str, tuple[Forgery, str]] = {
    "balance": (
        run("UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'person' AND key = 'ann'"),
        r"Account person:ann holds \d+ micro-cents, and its transfers give \d+",
    ),
    "sum of all": (
        run("UPDATE accounts SET balance = balance + 1000000 WHERE kind = 'person' AND key = 'ann'"),
        r"All accounts together hold 1000000 micro-cents instead of nothing",
    ),
    "transfer": (
        run(f"UPDATE transfers SET amount = amount + 1000000 WHERE id = {A_PAYMENT}"),
        r"Event \d+ moves .*\(stakes\).*, and .* was moved",
    ),
    "taker of a transfer": (
        run(
            "UPDATE transfers SET taker = (SELECT id FROM accounts WHERE kind = 'person' AND key = 'dan')"
            " WHERE id = (SELECT max(t.id) FROM transfers t JOIN accounts a ON a.id = t.taker"
            " WHERE what = 'stakes' AND a.key = 'ann')"
        ),
        r"Event \d+ moves .*, and .* to person:dan \(stakes\).* was moved",
    ),
    "deleted transfer": (
        run(f"DELETE FROM transfers WHERE id = {A_PAYMENT}"),
        r"Event \d+ moves .*\(stakes\).* was moved",
    ),
    "balanced grant": (_pay_oneself, r"Deed \d+: 10000000 cents were granted, and something else was moved"),
    "event body": (rewrite("events", "body", A_SETTLEMENT, _one_cent_more), r"not what the rules give"),
    "seat's seed": (
        rewrite("events", "body", f"round = {LAST_SETTLED} AND body LIKE '%\"bets\"%'", _one_digit_of_a_seed),
        r"Event \d+: .*(rules|receipt)|another head than its receipt gives|asked for something else",
    ),
    "order of events": (_swap_events, r"Table pechanga: Event 2: "),
    "deleted event": (
        run("DELETE FROM events WHERE felt = 'pechanga' AND sequence = 4"),
        r"Table pechanga: After event 3 comes event 5",
    ),
    "seed": (
        rewrite("rounds", "seed", "ended IS NOT NULL", _first_digit),
        r"the commitment of round .* does not open with its seed",
    ),
    "swapped seeds": (_swap_rounds, r"the commitment of round rivers:1 does not open with its seed"),
    "seed of an open round": (
        rewrite("rounds", "seed", "ended IS NULL", _first_digit),
        r"the commitment of round .* does not open with its seed",
    ),
    "commitment": (
        rewrite("rounds", "commitment", "ended IS NOT NULL", _first_digit),
        r"was opened with another id, number or commitment than is stored",
    ),
    "head of a round": (
        rewrite("rounds", "head", "id = 'rivers:2'", _first_digit),
        r"Round rivers:2 has another head than its receipt gives",
    ),
    "receipt": (
        rewrite("receipts", "text", "round = 'rivers:2'", lambda text: f"{text} "),
        r"Round rivers:2 has another receipt than its events give",
    ),
    "receipt of another round": (
        run(
            "UPDATE receipts SET text = (SELECT text FROM receipts WHERE round = 'rivers:1')"
            " WHERE round = 'rivers:2'"
        ),
        r"Round rivers:2 has another receipt than its events give",
    ),
    "deleted receipt": (
        run("DELETE FROM receipts WHERE round = 'rivers:2'"),
        r"Round rivers:2 has another receipt than its events give",
    ),
    "receipt of an open round": (
        run(f"INSERT INTO receipts (round, text) VALUES ({OPEN_ESCROW}, '{{}}')"),
        r"There is a receipt of round \d+, which has not ended",
    ),
    "previous": (
        rewrite("rounds", "previous", "id = 'rivers:2'", _first_digit),
        r"Round rivers:2 does not follow the head of the round before it",
    ),
    "head of a table": (
        rewrite("felts", "head", "id = 'rivers'", _first_digit),
        r"Table rivers: Its head is stored as \w+, and its events give \w+",
    ),
    "number of rounds": (
        run("UPDATE felts SET rounds = rounds + 1 WHERE id = 'rivers'"),
        r"Table rivers: Its number of rounds is stored as \d+, and its events give \d+",
    ),
    "last event": (
        run("UPDATE felts SET sequence = sequence - 1 WHERE id = 'rivers'"),
        r"Table rivers: Its last event is stored as \d+, and its events give \d+",
    ),
    "closed": (
        run("UPDATE felts SET closed = NOT closed WHERE id = 'shine'"),
        r"Table shine: Its end is stored as False, and its events give True",
    ),
    "end of a round": (
        run(f"UPDATE rounds SET ended = 'void' WHERE id = {LAST_SETTLED}"),
        r"Round rivers:\d+ ended settled, and is stored as void",
    ),
    "reopened round": (
        run(f"UPDATE rounds SET ended = NULL, previous = NULL, head = NULL WHERE id = {LAST_SETTLED}"),
        r"Round rivers:\d+ ended settled, and is stored as open",
    ),
    "swapped sheets": (_swap_sheets, r"The sheet \w{12} has another content: its hash is \w{12}"),
    "rules of a round": (
        run("UPDATE rounds SET low = low + 500 WHERE id = 'rivers:2'"),
        r"round rivers:2 has other rules or limits than its table",
    ),
    "rules of a table": (
        run("UPDATE felts SET high = high + 500 WHERE id = 'rivers'"),
        r"Deed \d+ asked for something else than what was done",
    ),
    "meter": (
        run(
            "UPDATE accounts SET balance = balance + 1 WHERE kind = 'meter'",
            "UPDATE accounts SET balance = balance - 1 WHERE kind = 'house' AND key = 'rivers'",
        ),
        r"The meter of rivers holds \d+ micro-cents where \d+ had been left",
    ),
    "meter in balanced books": (
        _feed_meter,
        r"The meter of rivers holds \d+ micro-cents where \d+ had been left",
    ),
    "reservation": (
        run(f"UPDATE accounts SET balance = balance - 1000000 WHERE kind = 'escrow' AND key = {OPEN_ESCROW}"),
        r"Account escrow:.* holds \d+, must hold \d+: the round is open",
    ),
    "reservation in balanced books": (
        _take_reserve,
        r"Account escrow:.* holds \d+, must hold \d+: the round is open",
    ),
    "left in escrow": (
        run("UPDATE accounts SET balance = 1000000 WHERE kind = 'escrow' AND key = 'pechanga:1'"),
        r"Account escrow:pechanga:1 holds 1000000, must hold 0: the round has ended",
    ),
    "rights of an account": (
        run("UPDATE accounts SET may_owe = NOT may_owe WHERE kind = 'person' AND key = 'ann'"),
        r"Account person:ann has another kind than its rights say",
    ),
    "answer of a deed": (
        run("UPDATE deeds SET answer = '{\"first\":1,\"last\":2}' WHERE id = (SELECT max(deed) FROM events)"),
        r"Deed \d+ was answered with .*, and its events are \d+ to \d+",
    ),
    "content of a deed": (
        rewrite("deeds", "content", "id = (SELECT max(deed) FROM events)", _first_digit),
        r"Deed \d+ asked for something else than what happened at event \d+",
    ),
    "who asked": (
        run(f"UPDATE deeds SET actor = 'dan' WHERE id = {LAST_BET}"),
        r"Event \d+: dan acted for \w+",
    ),
    "granted": (
        run("UPDATE deeds SET answer = '{\"granted\":1}' WHERE id = (SELECT min(id) FROM deeds)"),
        r"Deed \d+: 1 cents were granted, and something else was moved",
    ),
    "table without a deed": (
        run("UPDATE deeds SET answer = '{\"table\":\"rivers\"}' WHERE answer = '{\"table\":\"shine\"}'"),
        r"Table shine: it was opened 0 times",
    ),
    "chains of a head": (
        rewrite("heads", "chains", "number = 2", lambda text: text.replace("[", "[1", 1)),
        r"Head 2 over all chains: It does not follow from its chains and the head before it",
    ),
    "deleted head": (run("DELETE FROM heads WHERE number = 1"), r"Head 2 over all .*: After head 0 comes"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(forged: Store, name: str) -> None:
    forge, told = PLANTED[name]
    found = audited(forged, forge)
    assert not found.clean
    assert any(re.search(told, fault) for fault in found.faults), found.faults


def test_a_fault_in_one_round_is_told_once_and_the_others_are_still_judged(forged: Store) -> None:
    found = audited(forged, rewrite("events", "body", A_SETTLEMENT, _one_cent_more))
    ended = sum(found.figures[f"rounds {how}"] for how in ("settled", "void", "unused", "open"))
    assert ended == found.figures["rounds"]
    assert len([fault for fault in found.faults if fault.startswith("Table rivers:")]) == 1


def test_an_end_that_was_cut_off_without_a_trace_is_found_by_heads_alone(forged: Store) -> None:
    """Rows, books and counters fit after this forgery; a head in the database or in a drawer does not."""
    kept = forged.read(
        lambda connection: ask(connection, "SELECT head FROM felts WHERE id = 'pechanga'")[0][0]
    )
    number = forged.read(
        lambda connection: ask(connection, "SELECT rounds FROM felts WHERE id = 'pechanga'")[0][0]
    )

    def cut(connection: Connection) -> None:
        cut_off_last_round(connection, "pechanga")

    def cut_with_heads(connection: Connection) -> None:
        cut(connection)
        ask(connection, "DELETE FROM heads")

    (fault,) = audited(forged, cut).faults
    assert re.search(f"It knows round pechanga:{number} with the head {kept[:12]}, which is gone", fault)
    assert audited(forged, cut_with_heads).clean
    (fault,) = audited(forged, cut_with_heads, [kept]).faults
    assert fault == f"The kept head {kept[:12]}… is in no chain: what led to it is gone"
    assert audited(forged, lambda connection: None, [kept]).clean


def test_the_audit_of_a_table_in_play_sees_one_picture(store: Store) -> None:
    chance = Random(9)
    evening = play_evening(store, 1, 9, {name: all_tables()[name] for name in ("rivers", "rivers-2")})
    ids = iter(range(10**6))

    def go_on() -> None:
        for _ in range(80):
            for table in evening.tables.values():
                for actor, command in next_commands(table, chance):
                    table.do(actor, f"later {next(ids)}", command)

    with ThreadPoolExecutor(1) as players:
        playing = players.submit(go_on)
        found = [audit(store)]
        while not playing.done():
            found.append(audit(store))
        playing.result()
    found.append(audit(store))
    assert [each.faults for each in found if not each.clean] == []
    assert found[0].figures["events"] < found[-1].figures["events"]


def test_values_of_another_kind_are_told_and_not_stumbled_over(forged: Store) -> None:
    for statement, table in (
        ("UPDATE deeds SET at = 'noon' WHERE id = 1", "deeds"),
        ("UPDATE heads SET chains = CAST('x' AS BLOB) WHERE number = 1", "heads"),
    ):
        if forged.engine.dialect.name == "postgresql":
            with pytest.raises(StoreFault):
                audited(forged, run(statement))
        else:
            told = f"1 of the {table} hold a text for a number, or a number for a text"
            assert audited(forged, run(statement)).faults == (told,)


def test_a_receipt_stays_what_was_hashed_whatever_is_done_to_the_journal(store: Store) -> None:
    play_evening(store, 2, 3, {"rivers": all_tables()["rivers"]})
    before = list(receipts(store))
    open_up(store)
    try:
        store.write(run('UPDATE events SET body = \'{"k":"bets"}\' WHERE body LIKE \'%"bets"%\''))
        store.write(run("UPDATE sheets SET content = '{}'"))
        assert list(receipts(store)) == before
        assert receipt(store, "rivers:1") == before[0]
        store.write(run("DELETE FROM receipts WHERE round = 'rivers:1'"))
        with pytest.raises(CageFault, match="The round rivers:1 has no receipt"):
            receipt(store, "rivers:1")
    finally:
        close_up(store)


def test_many_faults_are_counted(forged: Store) -> None:
    count = "SELECT count(*) FROM accounts WHERE kind = 'escrow'"
    ((escrows,),) = forged.read(lambda connection: ask(connection, count))
    found = audited(forged, run("UPDATE accounts SET may_owe = NOT may_owe WHERE kind = 'escrow'"))
    assert found.number == len(found.faults) == escrows


def test_tables_in_the_middle_of_a_round_hold_what_their_bets_reserve(store: Store) -> None:
    """Stopped at every step of a round, the reservations are those of the state, not of the transfers."""
    chance = Random(8)
    pit = Pit(store, chance.randbytes, lambda: 0)
    for person in PEOPLE:
        pit.grant(person, 10_000_000, "cashier", person)
    tables = [
        pit.open(house, open_table(load_house(house)), "x", house) for house in ("napa-valley", "pechanga")
    ]
    number = 0
    for _ in range(12):
        for table in tables:
            for actor, command in next_commands(table, chance, voids=0):
                number += 1
                table.do(actor, str(number), command)
        assert audit(store).faults == ()

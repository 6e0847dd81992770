"""A shared meter is kept in parts: who feeds it waits for nobody, and who wins it gets all of it (RIV-12)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection

from pitboss.ledger import Store
from pitboss.ledger.accounts import PARTS, is_part, part_of, parts_of, read_parts, whole_of
from pitboss.ledger.journal import stored_tables
from pitboss.money import MICRO
from pitboss.proof.audit_rows import Findings
from pitboss.proof.money_audit import audit_meters
from pitboss.sheet import load_house
from pitboss.table import Settle
from tests.clauses.tables import QUEEN_HIGH
from tests.ledger.books import balances, run, whole
from tests.ledger.waiting import beside, until_waiting
from tests.table.sitting import Opens, Sitting
from tests.table.test_meter import RESET, only_progressive, sit

SMALL = ('meter.percent="7/1000000"',)


def test_tables_feed_parts_of_one_meter_and_few_the_same() -> None:
    keys = {part_of("aa", f"table {number}") for number in range(1000)}
    assert keys == {part.key for part in parts_of("aa")}
    assert len(keys) == PARTS == 32
    assert {whole_of(key) for key in keys} == {"aa"}
    assert all(is_part(key, {"aa"}) for key in keys)
    assert not any(is_part(key, {"aa"}) for key in ("aa#00", "aa#32", "aa#1", "bb", "bb#01"))


def ready(sitting: Sitting, cards: str) -> None:
    """A round that waits for nothing but its settlement."""
    sitting.play({1: only_progressive(cards)}, QUEEN_HIGH, upto="reveal")


def held(store: Store) -> int:
    """The meter in micro-cents, by all its parts."""
    return sum(amount for name, amount in balances(store).items() if name.startswith("meter:"))


class Parked:
    """A settlement that stands before its commit for as long as the block runs."""

    def __init__(self, store: Store, sitting: Sitting) -> None:
        self.store = store
        self.sitting = sitting

    def __enter__(self) -> None:
        self.connection = self.store.engine.connect()
        self.transaction = self.connection.begin()
        self.store._inside(self.connection, lambda: self.sitting.do(Settle()))

    def __exit__(self, *fault: object) -> None:
        self.transaction.commit()
        self.connection.close()


@pytest.mark.clause("RIV-12")
@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_riv_12_two_tables_that_settle_at_once_do_not_wait_for_each_other(
    store: Store, table_of: Opens
) -> None:
    one, two = sit(table_of), sit(table_of, name="u")
    assert one.table.till.meter_part != two.table.till.meter_part
    for sitting in (one, two):
        ready(sitting, "Ts 8h 3d")
    with Parked(store, one):
        with beside(lambda: two.do(Settle())) as second:
            assert not second.result(timeout=10).repeated
        assert held(store) == (RESET + 25) * MICRO
    assert held(store) == (RESET + 50) * MICRO
    assert faults(store) == []


@pytest.mark.clause("RIV-12")
@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_riv_12_a_win_waits_for_who_feeds_and_takes_all_of_it(store: Store, table_of: Opens) -> None:
    """Also for a part that nobody has fed before."""
    one, two, last = (sit(table_of, name=name) for name in ("t", "u", "v"))
    one.play({1: only_progressive("Ts 8h 3d")}, QUEEN_HIGH)
    for sitting, cards in ((one, "Ts 8h 3d"), (last, "Ts 8h 3d"), (two, "As Ks Qs")):
        ready(sitting, cards)
    with ThreadPoolExecutor(1) as pool:
        with Parked(store, last):
            one.do(Settle())
            winner = pool.submit(two.do, Settle())
            until_waiting(store, winner)
        winner.result(timeout=10)
    assert "meter → ann $1,001 jackpot" in two.moved()  # four bets have fed it, with the winner's own
    assert whole(balances(store))[f"meter:{one.table.table.sheet.hash}"] == RESET * MICRO
    assert store.read(lambda connection: _in_parts(connection, one)) == [RESET * MICRO]
    assert faults(store) == []


def faults(store: Store) -> list[str]:
    """What the audit says of the meters; the cards of these rounds were chosen, which it would tell."""
    sheets = {sheet.hash: sheet for sheet in (load_house("rivers"), load_house("rivers", SMALL))}
    findings = Findings()

    def work(connection: Connection) -> None:
        places = {stored.id: stored for stored in stored_tables(connection)}
        audit_meters(connection, places, sheets, findings)

    store.read(work)
    return findings.faults


def _in_parts(connection: Connection, sitting: Sitting) -> list[int]:
    """What is in those parts that hold something."""
    parts = read_parts(connection, sitting.table.table.sheet.hash)
    return [amount for amount in parts.values() if amount]


@pytest.mark.clause("RIV-12")
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_riv_12_micro_cents_of_all_parts_stay_in_the_meter_that_was_won(
    store: Store, table_of: Opens
) -> None:
    """Each dollar feeds 7 micro-cents; a jackpot is whole cents."""
    sittings = [sit(table_of, *SMALL, name=name) for name in ("t", "u", "v")]
    for sitting in sittings:
        sitting.play({1: only_progressive("Ts 8h 3d")}, QUEEN_HIGH)
    sittings[0].play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH)
    assert "meter → ann $1,000 jackpot" in sittings[0].moved()
    assert held(store) == RESET * MICRO + 4 * 7
    assert faults(store) == []


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        ("UPDATE transfers SET amount = amount + 1 WHERE what = 'gathered'", "in its first part"),
        ("UPDATE transfers SET amount = amount + 1 WHERE what = 'contribution' AND id < 12", "had been left"),
        (
            """UPDATE events SET body = REPLACE(body, '"before":"100025', '"before":"100026')""",
            "had been left",
        ),
        (
            """UPDATE events SET body = REPLACE(REPLACE(body, '"before":"1000', '"before":"1009'),
            '"after":"1000', '"after":"1009') WHERE felt = 't'""",
            "that never held them",
        ),
    ],
    ids=["gathered", "fed", "won", "seen"],
)
def test_the_audit_tells_of_a_win_that_is_not_all_of_the_meter(
    store: Store, table_of: Opens, tamper: str, told: str
) -> None:
    one, two = sit(table_of), sit(table_of, name="u")
    one.play({1: only_progressive("Ts 8h 3d")}, QUEEN_HIGH)
    two.play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH)
    assert faults(store) == []
    for trigger in ("transfers_unchanged", "events_unchanged"):
        run(store, f"DROP TRIGGER {trigger}")
    run(store, tamper)
    assert any(told in each for each in faults(store)), faults(store)

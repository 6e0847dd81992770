"""The books, the meters and the jackpots as an operator reads them, beside what rules and rows say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.house.accounting import (
    MOST_ROUNDS,
    chance_of,
    show_account,
    show_accounts,
    show_books,
    show_jackpots,
    show_meters,
)
from pitboss.ledger import Store
from pitboss.ledger.accounts import Account
from pitboss.ledger.balances import PER_ROUND
from pitboss.proof.hold_report import Span, Theory, TooManyRounds, count_bets, hold
from pitboss.round import Refusal
from pitboss.sheet import load_house
from tests.clauses.tables import FULL_BET, QUEEN_HIGH, seat
from tests.ledger.books import CENT, balances, whole
from tests.operate.evenings import GRANT, evening_at
from tests.table.pit_evening import PEOPLE
from tests.table.sitting import Sitting
from tests.web.edge import Edge
from tests.web.operator.desk import Desk, named
from tests.web.operator.test_disputes import play


def test_the_books_add_up_on_every_kind_of_database(store: Store) -> None:
    evening_at(store, 3, 4)
    held = balances(store)
    found = show_books(store)
    assert found.trial == "0"
    assert sum(int(each.total) for each in found.kinds) == 0
    for each in found.kinds:
        mine = [amount for name, amount in held.items() if name.partition(":")[0] == each.kind]
        holding = sum(amount != 0 for amount in mine)
        listed = holding if each.kind in PER_ROUND else len(mine)
        assert (each.accounts, each.used) == (listed, holding)
        assert int(each.total) == sum(mine)
    people = show_accounts(store, "person", "", None, 200, used=False).accounts
    assert [(each.key, int(each.held)) for each in people] == [
        (person, held[f"person:{person}"]) for person in sorted(PEOPLE)
    ]
    first = show_accounts(store, "escrow", "", None, 3, used=False).accounts
    rest = show_accounts(store, "escrow", "", first[-1].key, 200, used=False).accounts
    assert len({each.key for each in first + rest}) == len(first) + len(rest) > 3
    used = show_accounts(store, "escrow", "rivers:", None, 200, used=True).accounts
    assert [int(each.held) != 0 for each in used] == [True]  # the round that is open
    book = show_account(store, Account("person", PEOPLE[0]), 200)
    assert sum(int(each.amount) for each in book.moved) == int(book.held)
    assert (book.moved[-1].what, book.moved[-1].amount) == ("grant", str(GRANT * CENT))
    assert book.moved[-1].other.kind == "mint"
    assert all(each.round for each in book.moved[:-1])
    with pytest.raises(Refusal, match="no such account"):
        show_account(store, Account("person", "nobody"), 5)


def test_a_meter_is_told_with_its_contributions_reseeds_and_jackpots(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RIV-12: each dollar feeds 25 cents, a won meter begins again at $1,000; RIV-10: spades win it all."""
    sitting = Sitting(store, monkeypatch, "rivers", name="t", money=10_000_000)
    sitting.play({1: seat("Ts 8h 3d", None, pair_plus=500, progressive=100)}, QUEEN_HIGH)
    sitting.play({1: seat("As Ks Qs", "play", FULL_BET["rivers"])}, QUEEN_HIGH)
    sheet = load_house("rivers")
    [meter] = show_meters(store).meters
    assert (meter.key, meter.house, meter.table) == (sheet.hash, "rivers", None)
    money = (meter.started, meter.contributed, meter.reseeded, meter.paid, meter.swept, meter.held)
    assert money == tuple(str(cents * CENT) for cents in (100_000, 50, 100_000, 100_050, 0, 100_000))
    assert int(meter.held) == whole(balances(store))[f"meter:{sheet.hash}"]
    page = show_jackpots(store, None, 10).jackpots
    [jackpot] = page
    assert (jackpot.player, jackpot.house, jackpot.meter) == ("ann", "rivers", sheet.hash)
    assert jackpot.amount == str(100_050 * CENT)
    assert [(each.wager, each.clause, each.paid) for each in jackpot.shares] == [
        ("progressive", "RIV-10", 100_050)
    ]
    assert show_jackpots(store, jackpot.place, 10).jackpots == []


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_too_many_rounds_are_refused_before_they_are_read(store: Store) -> None:
    evening_at(store, 3, 4)
    whole_evening = count_bets(store, Span(), limit=MOST_ROUNDS)
    rows = hold(store, Span())
    assert sum(each.bets for each in whole_evening.sums.values()) == sum(row.bets for row in rows)
    with pytest.raises(TooManyRounds):
        count_bets(store, Span(), limit=3)
    assert count_bets(store, Span(table="nowhere"), limit=0).sums == {}


def test_how_far_a_hold_is_from_chance_is_told_by_two_intervals() -> None:
    """Two-sided normal intervals: 1.959964 and 3.290527 standard errors (any table of the distribution)."""
    theory = Theory(True, Fraction(1, 10), 0.01, 0.1 - 0.01959964, 0.1 + 0.01959964)
    for away, said in (
        (0, "within"),
        (1.959, "within"),
        (1.961, "rare"),
        (3.290, "rare"),
        (3.291, "very rare"),
    ):
        for side in (1, -1):
            actual = Fraction(1, 10) + side * Fraction(str(away)) / 100
            assert chance_of(actual, theory) == said
    assert chance_of(Fraction(1), None) is None


def test_the_operator_reads_books_meters_and_hold(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    play(edge, ann, table, rounds=2)
    found = desk.sees("books")
    assert found["trial"] == "0"
    assert {each["kind"] for each in found["kinds"]} >= {"mint", "person", "house", "meter"}
    for search in ("ann", ann.id):
        [mine] = desk.sees("books/person", search=search)["accounts"]
        assert (mine["key"], mine["name"], int(mine["held"])) == (ann.id, "Ann", edge.funds(ann) * CENT)
    book = desk.sees("books/person/account", key=ann.id, most=2)
    assert len(book["moved"]) == 2
    assert book["moved"][0]["round"] == f"{table}:2"
    assert desk.sees("books/house")["accounts"][0]["name"] == "Main floor"
    assert desk.ask("GET", "books/gold").status_code == 422
    assert desk.ask("GET", "books/person/account", params={"key": "x"}).json()["code"] == "no_account"
    [meter] = desk.sees("meters")["meters"]
    assert int(meter["contributed"]) == 2 * 25 * CENT
    assert desk.sees("jackpots")["jackpots"] == []
    for row in desk.sees("hold")["wagers"]:
        theory = row["theory"]
        assert theory["very_low"] < theory["low"] < theory["hold"] < theory["high"] < theory["very_high"]
        assert Fraction(theory["won"]) == Fraction(theory["exact"]) * row["staked"]
        assert row["chance"] == ("within" if row["inside"] else row["chance"])

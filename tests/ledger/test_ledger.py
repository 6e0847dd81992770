"""Money moves whole, between two accounts, and never out of an empty one: the database itself sees to it."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.ledger import Store
from pitboss.ledger.accounts import MINT, Account, Kind, NotWholeCents, Overdrawn, TooMuch, Transfer, balance
from pitboss.ledger.posting import move
from pitboss.ledger.store import Conflict, StoreFault
from tests.ledger.at_once import at_once
from tests.ledger.books import (
    CENT,
    KINDS,
    MOST,
    MUST_HAVE,
    added_up,
    balances,
    deed,
    fund,
    insert_transfer,
    moves,
    rows_of,
)

ANN, BOB, HOUSE, METER = (
    Account("person", "ann"),
    Account("person", "bob"),
    Account("house", "t"),
    Account("meter", "sheet"),
)


def own(kind: Kind) -> Account:
    return MINT if kind == "mint" else Account(kind, "x")


def test_a_transfer_takes_the_amount_from_one_account_and_gives_it_to_the_other(store: Store) -> None:
    fund(store, ANN, 700 * CENT)
    fund(store, BOB, 5 * CENT)
    moves(store, Transfer(ANN, BOB, 300 * CENT, "debt"))
    assert balances(store) == {"mint": -705 * CENT, "person:ann": 400 * CENT, "person:bob": 305 * CENT}


def test_a_bare_insert_moves_the_balances_too(store: Store) -> None:
    fund(store, ANN, 700 * CENT)
    insert_transfer(store, ANN, BOB, 700 * CENT)
    assert balances(store) == {"mint": -700 * CENT, "person:ann": 0, "person:bob": 700 * CENT}


def test_an_account_that_was_never_used_holds_nothing(store: Store) -> None:
    assert store.read(lambda connection: balance(connection, ANN)) == 0


@pytest.mark.parametrize("kind", MUST_HAVE)
def test_no_account_of_a_person_a_round_or_a_meter_falls_below_zero(store: Store, kind: Kind) -> None:
    fund(store, own(kind), 10 * CENT)
    before = rows_of(store)
    with pytest.raises(Overdrawn, match=f"{kind}:x"):
        moves(store, Transfer(own(kind), BOB, 11 * CENT, "too much"))
    with pytest.raises(Conflict, match="no_overdraft"):
        insert_transfer(store, own(kind), BOB, 11 * CENT)
    assert rows_of(store) == before
    moves(store, Transfer(own(kind), BOB, 10 * CENT, "all of it"))
    assert balances(store) == {"mint": -10 * CENT, f"{kind}:x": 0, "person:bob": 10 * CENT}


def test_the_mint_and_the_house_may_owe(store: Store) -> None:
    moves(store, Transfer(MINT, ANN, CENT, "grant"), Transfer(HOUSE, ANN, 2 * CENT, "won"))
    assert balances(store) == {"mint": -CENT, "house:t": -2 * CENT, "person:ann": 3 * CENT}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("house", "meter")])
def test_only_meters_and_the_house_hold_fractions_of_a_cent(store: Store, kind: Kind) -> None:
    fund(store, own(kind) if kind != "mint" else ANN, 10 * CENT)
    before = rows_of(store)
    for amount in (1, CENT - 1, CENT + 1):
        for giver, taker in ((HOUSE, own(kind)), (own(kind), HOUSE)):
            with pytest.raises(NotWholeCents):
                moves(store, Transfer(giver, taker, amount, "crumbs"))
            with pytest.raises(Conflict, match="whole_cents"):
                insert_transfer(store, giver, taker, amount)
    assert rows_of(store) == before


@pytest.mark.clause("RIV-12")
def test_riv_12_a_meter_is_fed_to_the_micro_cent_by_the_house(store: Store) -> None:
    moves(store, Transfer(HOUSE, METER, 1, "crumb"), Transfer(HOUSE, METER, 25 * CENT + 3, "contribution"))
    assert balances(store) == {"house:t": -25 * CENT - 4, "meter:sheet": 25 * CENT + 4}


def test_nobody_gives_to_themselves(store: Store) -> None:
    fund(store, ANN, CENT)
    before = rows_of(store)
    for account in (ANN, MINT):
        with pytest.raises(Conflict, match="two_accounts"):
            moves(store, Transfer(account, account, CENT, "round and round"))
        with pytest.raises(Conflict, match="two_accounts"):
            insert_transfer(store, account, account, CENT)
    assert rows_of(store) == before


@pytest.mark.parametrize("amount", [0, -1, -CENT, MOST + 1, 2**63 - 1, -(2**63), 2**63, 10**30])
def test_a_transfer_moves_something_and_no_more_than_is_counted(store: Store, amount: int) -> None:
    fund(store, ANN, CENT)
    before = rows_of(store)
    too_much = pytest.raises(TooMuch, match=r"\$40,000,000,000")
    with too_much if amount > 0 else pytest.raises(ValueError, match="at least one micro-cent"):
        moves(store, Transfer(HOUSE, METER, amount, "odd"))
    with pytest.raises(StoreFault):
        insert_transfer(store, HOUSE, METER, amount)
    assert rows_of(store) == before


@pytest.mark.parametrize("amount", ["1.5", f"{CENT}.5", "'1.5'", "1e-3", "'much'", "NULL", "2.5e18"])
def test_no_balance_ever_is_a_fraction_of_a_micro_cent(store: Store, amount: str) -> None:
    """PostgreSQL rounds what SQLite would keep as it is: either way both accounts hold the same integer."""
    moves(store, Transfer(HOUSE, METER, CENT, "fed"))
    try:
        insert_transfer(store, HOUSE, METER, amount)
    except StoreFault:
        assert balances(store) == {"house:t": -CENT, "meter:sheet": CENT}
    else:
        held = balances(store)
        assert all(isinstance(each, int) for each in held.values())
        assert held["house:t"] == -held["meter:sheet"]
        assert held == added_up(store)


def test_an_account_holds_and_owes_as_much_as_is_counted_and_not_a_cent_more(store: Store) -> None:
    fund(store, ANN, MOST)
    assert balances(store) == {"mint": -MOST, "person:ann": MOST}
    for giver, taker in ((HOUSE, ANN), (MINT, BOB)):
        before = rows_of(store)
        with pytest.raises(TooMuch, match=r"\$40,000,000,000"):
            moves(store, Transfer(giver, taker, CENT, "one more"))
        with pytest.raises(Conflict, match="countable"):
            insert_transfer(store, giver, taker, CENT)
        with pytest.raises(Conflict, match="countable"):
            insert_transfer(store, giver, taker, MOST)  # 64 bits would hold the sum, we do not count so far
        assert rows_of(store) == before


def test_of_several_transfers_all_are_made_or_none(store: Store) -> None:
    fund(store, ANN, 10 * CENT)
    before = rows_of(store)
    with pytest.raises(Overdrawn):
        moves(
            store,
            Transfer(ANN, BOB, 6 * CENT, "first"),
            Transfer(BOB, METER, 6 * CENT, "second"),
            Transfer(ANN, BOB, 5 * CENT, "too much"),
        )
    assert rows_of(store) == before
    moves(store, Transfer(ANN, BOB, 10 * CENT, "there"), Transfer(BOB, ANN, 10 * CENT, "and back"))
    assert balances(store) == {"mint": -10 * CENT, "person:ann": 10 * CENT, "person:bob": 0}


def test_any_transfers_leave_what_a_child_would_work_out(store: Store) -> None:
    """Random transfers in groups, many of them refused, against a dictionary."""
    chance = Random(20)
    named = [own(kind) for kind in KINDS] + [ANN, BOB]
    held = dict.fromkeys(named, 30 * CENT) | {MINT: -30 * CENT * (len(named) - 1)}
    for account in named[1:]:
        fund(store, account, 30 * CENT)
    refused = 0
    for number in range(120):
        group = []
        for _ in range(chance.randint(1, 3)):
            giver, taker = chance.sample(named, 2)
            amount = chance.choice([chance.randint(1, 20) * CENT] * 5 + [chance.randint(1, 9 * CENT)])
            group.append(Transfer(giver, taker, amount, f"{number}"))
        after = dict(held)
        allowed = True
        for giver, taker, amount, _ in group:
            after[giver] -= amount
            allowed = allowed and _may_hold(giver.kind, after[giver])
            after[taker] += amount
            allowed = allowed and _may_hold(taker.kind, after[taker])
        try:
            moves(store, *group)
        except (Overdrawn, NotWholeCents):
            refused += 1
            assert not allowed
        else:
            assert allowed
            held = after
    assert 20 < refused < 100, "both ways were gone often"
    assert {name: sum_ for name, sum_ in balances(store).items() if sum_} == {
        str(account): sum_ for account, sum_ in held.items() if sum_
    }
    assert balances(store) == added_up(store)
    assert sum(balances(store).values()) == 0


def _may_hold(kind: Kind, amount: int) -> bool:
    return (amount >= 0 or kind in ("mint", "house")) and (amount % CENT == 0 or kind in ("house", "meter"))


def test_of_many_who_take_the_same_money_at_once_one_gets_it(store: Store) -> None:
    fund(store, ANN, 10 * CENT)

    def take(number: int) -> None:
        moved = [Transfer(ANN, Account("escrow", f"r{number}"), 6 * CENT, "bets")]
        store.write(lambda connection: move(connection, deed(connection, f"d{number}"), moved))

    told = at_once(6, take)
    assert sorted(type(each).__name__ for each in told) == ["NoneType"] + ["Overdrawn"] * 5
    assert balances(store)["person:ann"] == 4 * CENT
    assert sum(balances(store).values()) == 0

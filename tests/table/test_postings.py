"""The transfers of any whole round of any house, as a pure function of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.ledger.accounts import Account, Transfer
from pitboss.round import Round, RoundSettled, RoundVoided
from pitboss.table import Till, postings
from tests.ledger.books import CENT
from tests.properties.strategies import HOUSES, Played, play, scripts

TRIED = settings(
    max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


PURSES = {"house": ("person", "house"), "chips": ("chips", "tray")}  # whose money moves, and who pays it


def till_for(played: Played, purse: str) -> Till:
    return Till("t", purse == "chips", "t" if purse == "chips" else played.script.table.sheet.hash)


def steps(played: Played, purse: str) -> Iterator[tuple[tuple[Transfer, ...], Round]]:
    """The transfers of each event, and the state after it."""
    till = till_for(played, purse)
    for (before, after), event in zip(pairwise(played.states), played.events, strict=True):
        yield postings(till, before, event), after


def reserved(state: Round) -> int:
    """What must wait in escrow, in cents: every stake, and a Play bet (it equals the Ante) unless folded."""
    if state.ended is not None:
        return 0
    return sum(
        sum(seat.wagers.values()) + (0 if seat.action == "fold" else seat.wagers.get("ante", 0))
        for seat in state.seats
    )


@pytest.mark.parametrize("purse", PURSES)
@pytest.mark.parametrize("house", HOUSES)
@TRIED
@given(data=st.data())
def test_a_round_moves_money_as_its_lines_say_and_leaves_nothing_waiting(
    house: str, purse: str, data: st.DataObject
) -> None:
    played = play(data.draw(scripts(house)))
    till, person = till_for(played, purse), PURSES[purse][0]
    meter = till.meter_account
    held: Counter[Account] = Counter({meter: played.script.meter or 0})
    for moved, after in steps(played, purse):
        for giver, taker, amount, what in moved:
            assert amount > 0
            assert giver != taker
            assert what
            held[giver] -= amount
            held[taker] += amount
            owing = {account for account, sum_ in held.items() if sum_ < 0} - {till.house}
            assert all(account.kind == person for account in owing), "even in the midst of it"
        assert held[Account("escrow", after.id)] == reserved(after) * CENT
        bank = after.bank.stake if after.bank and after.ended is None else 0
        assert held[Account("bank", after.id)] == bank * CENT
    _ended(played, held, till)


def _ended(played: Played, held: Counter[Account], till: Till) -> None:
    final, meter = played.final, till.meter_account
    kind = "chips" if till.chips else "person"
    net: Counter[Account] = Counter()
    if isinstance(final.ended, RoundSettled):
        for seat in final.seats:
            paid = final.paid(seat.number)
            assert paid is not None
            net[till.purse(seat.player)] += paid.net * CENT
        if final.ended.bank:
            assert final.bank is not None
            net[till.purse(final.bank.player)] += final.ended.bank.net * CENT
        if final.ended.meter:
            assert held[meter] == final.ended.meter.after
    else:
        assert isinstance(final.ended, RoundVoided)
        assert held[meter] == (played.script.meter or 0), "no contribution"
        assert not held[till.house]
    people = {account: sum_ for account, sum_ in held.items() if account.kind == kind and sum_}
    assert people == {account: sum_ for account, sum_ in net.items() if sum_}
    assert sum(held.values()) == (played.script.meter or 0), "nothing was made or lost"
    if played.script.house == "napa-valley":
        assert not held[till.house], "NAPA-10: the house neither pays nor collects"
    kinds = {account.kind for account, sum_ in held.items() if sum_}
    assert kinds <= {kind, till.house.kind, "meter"}


@pytest.mark.parametrize("purse", PURSES)
@pytest.mark.parametrize("house", HOUSES)
@TRIED
@given(data=st.data())
def test_only_bets_banks_folds_and_the_end_move_money(house: str, purse: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    told = dict(zip(PURSES[purse], ("person", "house"), strict=True))  # in the words of the house's purse
    for event, (moved, _) in zip(played.events, steps(played, purse), strict=True):
        kinds = {
            (
                told.get(each.giver.kind, each.giver.kind),
                told.get(each.taker.kind, each.taker.kind),
                each.what,
            )
            for each in moved
        }
        allowed = {
            "bets": {("person", "escrow", "bets"), ("escrow", "person", "bets")},
            "bank": {("person", "bank", "bank"), ("bank", "person", "bank")},
            "decide": {("escrow", "person", "fold")},
            "void": {("escrow", "person", "void"), ("bank", "person", "bank")},
            "settle": {
                ("escrow", "person", "stakes"),
                ("meter", "person", "jackpot"),
                ("house", "meter", "contribution"),
                ("house", "meter", "reset"),
                *({("escrow", "bank", "lost"), ("bank", "person", "won")} if house == "napa-valley" else ()),
                *(
                    {("escrow", "house", "lost"), ("house", "person", "won")}
                    if house != "napa-valley"
                    else ()
                ),
                *({("bank", "person", "bank")} if house == "napa-valley" else ()),
            },
        }.get(event.k, set())
        assert kinds <= allowed
        if event.k in ("bets", "bank", "decide"):
            assert len(moved) <= 1

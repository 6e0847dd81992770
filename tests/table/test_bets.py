"""Bets: on one's own seat, until all are ready or the clock of the first bet has run out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pitboss.ledger import Store
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.schema import MOST
from pitboss.money import MICRO
from pitboss.round import Refusal, TakeBank, open_table
from pitboss.round.bank import largest_payout
from pitboss.sheet import houses, load_house, with_posted
from pitboss.table import PROPOSITION, Bet, CloseTable, OpenRound, Pit, till
from pitboss.table.till import LARGEST_ROUND
from tests.clauses.tables import FULL_BET, Plan
from tests.ledger.books import rows_of
from tests.table.rig import ANTE, CLOCK, HOUSES, PURSE, STEP, Floor
from tests.table.sitting import Sitting


@pytest.mark.parametrize("house", HOUSES)
def test_a_bet_stands_on_ones_own_seat_only(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    for seat in (1, 3):
        assert floor.refused(floor.bet, "bob", seat=seat).code == "not_yours"
    floor.bet("bob")
    assert [seat.player for seat in floor.state.seats] == ["bob"]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("ended", [False, True])
def test_a_bet_that_the_rules_refuse_changes_nothing(house: str, ended: bool) -> None:
    """Also while the paid round still lies on the felt: it must not be swept away by a refused bet."""
    floor = Floor(house)
    floor.sit("ann")
    if ended:
        floor.deal("ann")
        floor.play("ann")
        assert floor.phase == "settled"
    for wagers in ({"ante": 1}, {"ante": 50_100}, {"nothing": 500}, {"ante": -1000}):
        floor.refused(floor.bet, "ann", wagers)
    assert floor.refused(floor.bet, "ann", {}).code == "no_bet"
    refusal = floor.refused(floor.live.bet, "ann", "c", 1, {"ante": 1000}, "no seed", floor.now)
    assert refusal.code == "seed"


@pytest.mark.parametrize("ended", [False, True])
def test_a_bet_beyond_ones_money_changes_nothing(ended: bool) -> None:
    floor = Floor()
    floor.pit.grant("hal", 2500, "op", "hal")
    floor.come("hal")
    floor.live.sit("hal", 1, 0.0)
    if ended:
        floor.bet("hal", {"ante": 500})
        floor.ready("hal")
        floor.void()
    refusal = floor.refused(floor.bet, "hal", {"ante": 1500})
    assert refusal.code == "funds"
    assert "$30" in refusal.text  # as much again is kept for Play
    floor.bet("hal", {"ante": 1000})


@pytest.mark.parametrize("house", HOUSES)
def test_the_cards_are_dealt_as_soon_as_everybody_is_ready(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob", "cat")
    floor.bet("ann", FULL_BET[house])
    floor.ready("ann")
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "bets"
    floor.ready("cat")  # without a bet: cat sits this one out
    assert floor.phase == "decisions"
    assert [seat.number for seat in floor.state.seats] == [1, 2]


def test_a_new_bet_is_not_ready() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    floor.bet("ann", {"ante": 2000})
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "bets"
    floor.ready("ann")
    assert floor.phase == "decisions"


def test_who_is_ready_twice_is_told_of_once() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    floor.unchanged(floor.ready, "ann")


@pytest.mark.parametrize("house", HOUSES)
def test_the_clock_runs_from_the_first_bet(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    floor.wait(1000)
    assert floor.phase == "bets"
    assert floor.live.deadline is None  # nobody is hurried before there is a bet
    floor.bet("ann")
    assert floor.live.deadline == floor.now + CLOCK.bets
    floor.wait(15)
    floor.bet("bob")
    floor.bet("ann", {"ante": 2000})
    assert floor.live.deadline == floor.now + 5
    floor.wait(5 - STEP)
    assert floor.phase == "bets"
    floor.wait(STEP)
    assert floor.phase == "decisions"


def test_a_cleared_bet_stops_the_clock() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.wait(12)
    floor.bet("ann", {})
    assert floor.live.deadline is None
    floor.wait(100)
    floor.bet("bob")
    assert floor.phase == "bets"
    assert floor.live.deadline == floor.now + CLOCK.bets
    assert floor.in_hand("ann") == PURSE


@pytest.mark.clause("NAPA-14")
def test_napa_14_a_bet_in_the_middle_is_not_cleared() -> None:
    """Otherwise the deal would be refused, and the table stand still for ever."""
    floor = Floor("napa-valley")
    floor.sit("ann", first=2)
    for seat in (3, 4):
        floor.live.sit("ann", seat, 0.0)
    for seat in (2, 3, 4):
        floor.bet("ann", seat=seat)
    assert floor.refused(floor.bet, "ann", {}, seat=3).clause == "NAPA-14"
    floor.bet("ann", {}, seat=4)
    floor.bet("ann", {}, seat=3)
    floor.wait(CLOCK.bets)
    assert [seat.number for seat in floor.state.seats] == [2]


@pytest.mark.parametrize("gone", ["ann", "bob"])
def test_who_has_bet_and_is_gone_is_left_the_time_to_come_back(gone: str) -> None:
    """The clock decides, not the loss of the connection."""
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.bet("bob")
    floor.ready("bob")
    floor.gone(gone)
    if gone == "ann":
        assert floor.phase == "bets"
        floor.come("ann")
        floor.bet("ann", {"ante": 500})
        floor.wait(CLOCK.bets)
    else:
        floor.ready("ann")  # bob was ready before
    assert floor.phase == "decisions"


def test_who_is_gone_without_a_bet_holds_nobody_up() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.ready("ann")
    assert floor.phase == "bets"
    floor.gone("bob")
    assert floor.phase == "decisions"


def test_ready_is_for_people_with_a_seat_before_the_deal() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    assert floor.refused(floor.ready, "bob").code == "no_seat"
    floor.deal("ann")
    assert floor.refused(floor.ready, "ann").code == "phase"


@pytest.mark.parametrize("house", HOUSES)
def test_after_the_deal_bets_are_locked(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    floor.come("cat")
    floor.live.sit("cat", 3, floor.now)
    for person, wagers in (("ann", {"ante": 2000}), ("bob", {}), ("cat", ANTE)):
        assert floor.refused(floor.bet, person, wagers).code == "phase"


@pytest.mark.parametrize("house", HOUSES)
def test_a_repeated_bet_is_one_bet(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann", "bob")
    floor.bet("ann", command="once")
    floor.ready("ann")
    floor.unchanged(floor.bet, "ann", command="once")  # and ann is still ready
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "decisions"
    floor.unchanged(floor.bet, "ann", command="once")
    floor.play("ann")
    floor.play("bob")
    floor.unchanged(floor.bet, "ann", command="once")  # the paid round stays
    floor.wait(CLOCK.result)
    floor.unchanged(floor.bet, "ann", command="once")
    assert floor.state.seats == ()


def test_a_command_id_is_not_used_for_another_bet() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.bet("ann", command="once")
    before = floor.picture()
    with pytest.raises(OtherContent):
        floor.bet("ann", {"ante": 2000}, command="once")
    assert floor.picture() == before


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_the_paid_round_stays_on_the_felt(clock: object) -> None:
    floor = Floor(clock=CLOCK if clock else None)
    floor.dealt("ann")
    floor.play("ann")
    paid = floor.state
    assert paid.phase == "settled"
    floor.wait(CLOCK.result - STEP)
    assert floor.state == paid
    floor.wait(STEP)
    if clock:
        assert floor.phase == "bets"
        assert floor.state.id != paid.id
    else:
        floor.wait(1e6)
        assert floor.state == paid
        floor.bet("ann")
        assert floor.state.id != paid.id


def test_a_draft_is_looked_at_and_not_stored() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    before = floor.picture()
    spots = {spot.id: spot for spot in floor.live.draft("ann", 1, {"progressive": 100})}
    assert spots["progressive"].why_clause == "RIV-2"
    assert spots["ante"].enabled
    assert floor.picture() == before
    assert floor.refused(floor.live.draft, "ann", 2, ANTE).code == "not_yours"


def test_a_draft_is_open_while_the_paid_round_lies_there() -> None:
    floor = Floor()
    floor.dealt("ann")
    assert not any(spot.enabled for spot in floor.live.draft("ann", 1, ANTE))
    floor.play("ann")
    assert floor.phase == "settled"
    assert floor.live.draft("ann", 1, ANTE)[0].enabled


@pytest.mark.parametrize("house", HOUSES)
def test_one_persons_own_table_waits_for_ever(house: str) -> None:
    floor = Floor(house, clock=None, terminal=True)
    floor.sit("ann", "bob")
    seen = []
    steps: list[Callable[[], object]] = [
        lambda: floor.bet("ann"),
        lambda: floor.bet("bob"),
        lambda: floor.ready("ann"),
        lambda: floor.gone("bob"),
        lambda: floor.come("bob"),
        lambda: floor.ready("bob"),
        lambda: floor.play("ann", "fold"),
        lambda: floor.gone("bob"),
        lambda: floor.come("bob"),
        lambda: floor.play("bob", "fold"),
    ]
    for step in steps:
        step()
        seen.append(floor.phase)
        assert floor.live.deadline is None
        before = floor.picture()
        for _ in range(3):
            floor.now += 1e7
            floor.live.tick(floor.now)
        assert floor.picture() == before
    assert seen == ["bets"] * 5 + ["decisions"] * 4 + ["settled"]


# No table can pay what the books cannot count: not in one round, and not in many
def test_what_a_round_may_pay_is_a_small_part_of_what_is_counted() -> None:
    assert LARGEST_ROUND * MICRO * 400 == MOST


@pytest.mark.parametrize("house", houses())
def test_every_house_as_it_is_printed_may_open(house: str) -> None:
    most = largest_payout(open_table(load_house(house)))
    assert most is not None
    assert most < LARGEST_ROUND


@pytest.mark.parametrize(
    ("poison", "named"),
    [
        # 7 seats × $500 × 1,000,000,000
        ("posted", r"\$3,500,000,000,000 of it for Pair XXX; .* up to \$100,000,000 in one round"),
        ("limits", r"of it for 6 Card Bonus; .* the table maximum \(\$10,000,000\)"),
        ("set", r"for Pair Plus"),
        ("meter", r"for Progressive"),
        ("bank", r"for Pair Plus"),
        ("unbounded", r"Double Shot Bonus has no maximum"),
    ],
)
def test_a_table_that_could_break_the_books_is_refused_when_it_opens(
    store: Store, poison: str, named: str
) -> None:
    table = {
        "posted": lambda: open_table(
            with_posted(load_house("shine"), {"pair_xxx": {"high_card_or_better": 999_999_999}})
        ),
        "limits": lambda: open_table(load_house("rivers"), high=10**9),
        "set": lambda: open_table(load_house("atlantic-city", ['pays.pair_plus.lines.pair="99999 to 1"'])),
        "meter": lambda: open_table(load_house("rivers", ["meter.reset=99999999900"])),
        "bank": lambda: open_table(load_house("napa-valley"), high=10**9),
        "unbounded": lambda: open_table(load_house("pechanga", ["wager.ante.required=false"])),
    }[poison]()
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    before = rows_of(store)
    with pytest.raises(Refusal, match=named) as refused:
        pit.open("t", table, "op", "open")
    assert refused.value.code == "exposure"
    assert refused.value.clause == "STD-10"
    assert rows_of(store) == before


def test_a_table_whose_account_is_full_plays_no_further_round(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(store, monkeypatch, "shine")
    # The dealer does not qualify: the Ante wins $10 (SHINE-4), which the house now owes.
    sitting.play({1: Plan("Ah 9c 4d", "play", {"ante": 1000})}, "Jh 8c 3d")
    monkeypatch.setattr(till, "FULL", 900 * MICRO)
    assert sitting.change()["house"] == -1000
    before = rows_of(store)
    with pytest.raises(Refusal, match="The books of this table are full") as refused:
        sitting.do(OpenRound())
    assert refused.value.code == "worn_out"
    assert rows_of(store) == before
    sitting.do(CloseTable())


def test_a_full_purse_bets_no_more_but_may_take_a_bet_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(store, monkeypatch, "napa-valley", money=10_000)
    sitting.do(OpenRound())
    sitting.do(Bet(1, "ann", {"ante": 500}))
    monkeypatch.setattr(till, "FULL", 8_000 * MICRO)
    with pytest.raises(Refusal, match="all that the books bear") as refused:
        sitting.do(Bet(1, "ann", {"ante": 1000}))
    assert refused.value.code == "full_books"
    with pytest.raises(Refusal, match="all that the books bear"):
        sitting.do(TakeBank("bob", 5000))
    sitting.do(Bet(1, "ann", {}))
    sitting.do(TakeBank(PROPOSITION, 5000), actor="table:t")


def test_the_mint_gives_no_more_than_the_books_bear(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    monkeypatch.setattr(till, "MINTED", 1000 * MICRO)
    pit.grant("ann", 1000, "op", "1")
    before = rows_of(store)
    with pytest.raises(Refusal, match=r"The mint has given out \$10, all that the books bear"):
        pit.grant("bob", 1, "op", "2")
    assert rows_of(store) == before
    with pytest.raises(Refusal, match=r"Nobody is granted more than they may hold: \$5,000,000,000 in all"):
        pit.grant("bob", 5 * 10**11 + 1, "op", "3")


def test_with_all_accounts_at_their_fullest_a_round_is_still_paid() -> None:
    """A person at 350 tables at once, each of them paying all that one may to this person alone."""
    assert till.FULL + 350 * LARGEST_ROUND * MICRO <= MOST
    assert till.MINTED + LARGEST_ROUND * MICRO <= MOST

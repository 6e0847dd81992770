"""No cent is lost, made or paid twice, in any round of any house.

The tests keep their own accounts in micro-cents and move the money as the sheets say; the product's sums and
the meter's and the bank's own figures are only compared with them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.round import RoundVoided
from pitboss.round.settlement import Line, pay_text
from tests.naive.hands import category3

from . import law
from .strategies import BANKED, BOTTOMLESS, HOUSES, Played, Script, play, scripts

every_house = pytest.mark.parametrize("house", HOUSES)
SPADES = {"As", "Ks", "Qs"}
ODDS = re.compile(r"(\d+) (to|for) (\d+)")


def stakes(played: Played, seat: int) -> dict[str, int]:
    """What a seat has on the table: its wagers, and Play as large as the Ante once it stays in."""
    staked = dict(played.script.bets_at_end[seat].wagers)
    if any(each.seat == seat and each.action != "fold" for each in played.script.decisions_made):
        staked["play"] = staked["ante"]
    return staked


def lines(played: Played) -> Iterator[tuple[int, Line]]:
    """Every line of a round that has ended, with its seat, in the order in which they stand."""
    ended = played.final.ended
    assert ended is not None
    for seat in ended.seats:
        for line in seat.lines:
            yield seat.seat, line


def jackpots(script: Script) -> set[int]:
    """The seats that win the meter: the Progressive bet and A-K-Q of spades held (RIV-10)."""
    return {
        number
        for number, bet in script.bets.items()
        if "progressive" in bet.wagers and set(script.cards(number)) == SPADES
    }


def flow(played: Played) -> Counter[str]:
    """What the round did to each account, in micro-cents."""
    moved: Counter[str] = Counter()

    def move(cents: int, source: str, target: str) -> None:
        moved[source] -= cents * law.MICRO
        moved[target] += cents * law.MICRO

    script = played.script
    other_side = "bank" if script.house == BANKED else "house"
    for number in script.bets:
        for cents in stakes(played, number).values():
            move(cents, f"seat {number}", "escrow")
    for number, line in lines(played):
        seat = f"seat {number}"
        keeps_stake = line.id == "progressive"  # RIV-10: "for 1", the $1 is never returned
        move(line.returned, "escrow", seat)
        if line.result in ("win", "push") and not keeps_stake:
            move(line.stake - line.returned, "escrow", seat)
            move(line.profit, other_side, seat)
        elif line.result == "win":
            move(line.stake, "escrow", other_side)
            payer = "meter" if number in jackpots(script) else other_side
            move(line.profit + line.stake, payer, seat)
        else:
            move(line.stake - line.returned, "escrow", other_side)
    if script.house == "rivers":
        bets = sum("progressive" in bet.wagers for bet in script.bets.values())
        moved["house"] -= bets * law.FED_BY_A_BET
        moved["meter"] += bets * law.FED_BY_A_BET
        for _ in jackpots(script):
            move(law.METER_RESET // law.MICRO, "house", "meter")
    return moved


@every_house
@given(st.data())
def test_money_is_conserved(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house, voids=False)))
    paid, moved = played.settled, flow(played)
    assert moved["escrow"] == 0  # every stake went somewhere, once
    for seat in paid.seats:
        assert moved[f"seat {seat.seat}"] == seat.net * law.MICRO
    # The house is the one account that the product does not report: it has what the others do not.
    nets = sum(seat.net for seat in paid.seats) * law.MICRO
    meter = paid.meter.after - paid.meter.before if paid.meter else 0
    bank = paid.bank.net * law.MICRO if paid.bank else 0
    assert moved["house"] + nets + meter + bank == 0
    assert moved["meter"] == meter
    assert moved["bank"] == bank


@every_house
@given(st.data())
def test_every_stake_has_one_line_and_every_line_adds_up(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    ended = played.final.ended
    assert ended is not None
    assert [seat.seat for seat in ended.seats] == list(played.script.bets_at_end)  # STD-9
    for seat in ended.seats:
        assert {line.id: line.stake for line in seat.lines if line.stake} == stakes(played, seat.seat)
        assert len({line.id for line in seat.lines}) == len(seat.lines)
        assert seat.net == sum(line.profit for line in seat.lines)
    for _, line in lines(played):
        assert 0 <= line.returned <= line.stake
        assert bool(line.by) == (line.profit > 0)
        if line.stake == 0:
            assert line.id in ("ante_bonus", "play_bonus", "envy")
            assert line.result == "win"
        match line.result:
            case "lose":
                assert line.profit == -(line.stake - line.returned) < 0
            case "win":
                assert line.profit > 0
                assert line.returned == 0
            case "push":
                assert (line.profit, line.returned) == (0, 0)
            case "returned" | "void":
                assert (line.profit, line.returned) == (0, line.stake)


@every_house
@given(st.data())
@pytest.mark.clause("STD-5")
def test_std_5_a_win_pays_the_odds_it_names(house: str, data: st.DataObject) -> None:
    """ "To 1" leaves the stake, "for 1" takes it; bonus odds are on the Ante, which Play equals."""
    played = play(data.draw(scripts(house, voids=False)))
    for number, line in lines(played):
        pays = pay_text(played.final.table.sheet, line.by)
        odds = ODDS.fullmatch(pays or "")
        if odds is None:
            assert pays is None or line.id == "envy" or number in jackpots(played.script)
            continue
        on = line.stake or played.script.bets[number].wagers["ante"]
        due = on * int(odds[1]) // int(odds[3]) - (line.stake if odds[2] == "for" else 0)
        assert line.profit == due or (house == BANKED and line.clause == "NAPA-11" and line.profit < due)
        assert (odds[2] == "for") == (line.id == "progressive")  # RIV-10


@every_house
@given(st.data())
def test_a_fold_loses_what_the_sheet_says_and_no_more(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house, voids=False)))
    folded = {each.seat for each in played.script.decisions if each.action == "fold"}
    for number, line in lines(played):
        if number not in folded:
            continue
        assert line.id not in ("play", "ante_bonus", "play_bonus")
        if line.id in law.FORFEITED[house]:
            # A bank that is used up cannot collect (NAPA-11).
            assert line.result == "lose" or (house == BANKED and line.result == "returned")
        elif line.id in law.OFFERED[house]:
            assert line.result in ("win", "lose")


@every_house
@given(st.data())
@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_returns_every_wager(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house, voids=True)))
    ended = played.final.ended
    assert isinstance(ended, RoundVoided)
    own = {"exposed": "NAPA-12", "malfunction": "NAPA-13"} if house == BANKED else {}
    assert ended.clause == own.get(ended.cause, "STD-12")
    for seat in ended.seats:
        assert seat.net == 0
        assert {line.id: line.returned for line in seat.lines} == stakes(played, seat.seat)
    for _, line in lines(played):
        assert (line.result, line.profit, line.returned, line.by) == ("void", 0, line.stake, ())
        assert line.clause == ended.clause
    bank = played.final.bank
    if bank is None:
        assert ended.bank is None
    else:
        assert ended.bank is not None
        assert (ended.bank.stake, ended.bank.net, ended.bank.cover_left) == (bank.stake, 0, bank.stake)


@given(scripts("rivers", voids=False))
@pytest.mark.clause("RIV-12")
def test_riv_12_the_meter_is_fed_won_and_reset_to_the_micro_cent(script: Script) -> None:
    played = play(script)
    meter = played.settled.meter
    assert meter is not None
    assert meter.before == script.meter
    assert meter.fed == law.FED_BY_A_BET * sum("progressive" in bet.wagers for bet in script.bets.values())
    hits = jackpots(script)
    full = meter.before + meter.fed
    if not hits:
        assert meter.after == full
        return
    (seat,) = hits  # there is one A-K-Q of spades
    (line,) = (line for number, line in lines(played) if number == seat and line.id == "progressive")
    won = line.profit + line.stake
    assert won == full // law.MICRO
    assert meter.after == full - won * law.MICRO + law.METER_RESET
    assert 0 <= meter.after - law.METER_RESET < law.MICRO  # only a fraction of a cent carries over


@given(scripts("rivers", voids=False))
@pytest.mark.clause("RIV-11", "RIV-13")
def test_riv_11_riv_13_envy_is_for_the_royals_of_others_and_from_the_house(script: Script) -> None:
    played = play(script)
    royals = {
        number: 10_000 if set(script.cards(number)) == SPADES else 2_500
        for number in script.bets
        if category3(list(script.cards(number))) == "mini_royal"
    }
    paid = {number: line.profit for number, line in lines(played) if line.id == "envy"}
    due = {
        number: sum(cents for holder, cents in royals.items() if script.bets[holder].player != bet.player)
        for number, bet in script.bets.items()
        if "progressive" in bet.wagers
    }
    assert paid == {number: cents for number, cents in due.items() if cents}  # RIV-11
    if not jackpots(script):
        meter = played.settled.meter
        assert meter is not None
        assert meter.after == meter.before + meter.fed


# Napa Valley: the bank


@given(scripts(BANKED, voids=False))
@pytest.mark.clause("NAPA-10")
def test_napa_10_the_house_is_untouched_and_the_bank_is_never_exceeded(script: Script) -> None:
    played = play(script)
    paid = played.settled
    assert flow(played)["house"] == 0
    assert paid.meter is None
    assert script.bank is not None
    assert paid.bank is not None
    assert paid.bank.stake == script.bank.stake
    assert paid.bank.net == -sum(seat.net for seat in paid.seats)
    assert abs(paid.bank.net) <= paid.bank.stake
    assert paid.bank.cover_left >= 0
    used = sum(abs(line.profit) for _, line in lines(played))
    assert paid.bank.cover_left + used == paid.bank.stake


@given(scripts(BANKED, voids=False))
@pytest.mark.clause("NAPA-11")
def test_napa_11_bets_get_action_in_order_as_far_as_the_bank_covers(script: Script) -> None:
    """What a bottomless bank would do, cut off cent by cent where this one is used up."""
    assert script.bank is not None
    raised = tuple(
        replace(each, stake=BOTTOMLESS) if each is script.bank else each for each in script.opening
    )
    full = dict(_ordered(play(replace(script, opening=raised))))
    cover = script.bank.stake
    for place, line in _ordered(play(script)):
        if cover == 0:
            assert (line.result, line.profit, line.returned) == ("returned", 0, line.stake)
            assert (line.clause, line.by) == ("NAPA-11", ())
            continue
        whole = full[place]
        if abs(whole.profit) <= cover:
            assert line == whole
        else:
            assert abs(line.profit) == cover
            assert (line.profit > 0) == (whole.profit > 0)
            assert line.result == whole.result
            assert line.returned == (line.stake - cover if line.result == "lose" else 0)
            assert line.clause == "NAPA-11"
        cover -= abs(line.profit)
    left = play(script).settled.bank
    assert left is not None
    assert left.cover_left == cover


def _ordered(played: Played) -> list[tuple[tuple[int, int], Line]]:
    """The lines by seat, then Ante, Play, Pair Plus."""
    placed = [((number, law.COVER_ORDER.index(line.id)), line) for number, line in lines(played)]
    return sorted(placed, key=lambda entry: entry[0])


@given(scripts(BANKED, voids=False), st.integers(1, 10**6))
@pytest.mark.clause("NAPA-11")
def test_napa_11_a_larger_bank_never_gives_a_line_less_action(script: Script, more: int) -> None:
    assert script.bank is not None
    larger = replace(script.bank, stake=script.bank.stake + more)
    opening = tuple(larger if each is script.bank else each for each in script.opening)
    small = [line for _, line in _ordered(play(script))]
    large = [line for _, line in _ordered(play(replace(script, opening=opening)))]
    for before, after in zip(small, large, strict=True):
        assert abs(before.profit) <= abs(after.profit)
        assert before.profit * after.profit >= 0
        assert before.returned >= after.returned

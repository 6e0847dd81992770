"""The powers of a host: what each does, who may use it, and that it is written down once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.ledger.accounts import operator_actor
from pitboss.ledger.schema import deeds, events
from pitboss.proof.house_audit import audit
from pitboss.proof.stored_receipts import receipt
from pitboss.round import Refusal
from pitboss.table import messages as said
from pitboss.table.live_state import EndNote
from pitboss.table.messages import Govern
from pitboss.table.settings import NUDGE_GAP
from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, PURSE, STEP, Floor

POWERS: dict[str, dict[str, object]] = {
    "deal_now": {},
    "sit_out": {"seat": 2},
    "remove": {"seat": 2},
    "change": {"low": 2000},
    "hand_over": {"seat": 2},
}


def _table(house: str = "rivers", *, private: bool = True, clock: bool = False) -> Floor:
    """A table of Ann's, at which she and Bob sit."""
    floor = Floor(house, CLOCK if clock else None, private=private, host="ann")
    floor.sit("ann", "bob")
    return floor


def _journal(floor: Floor) -> list[tuple[str, str, dict[str, Any]]]:
    """What was done with people and terms: by whom, under which id, and what."""
    query = (
        select(deeds.c.actor, deeds.c.command, events.c.body)
        .join(deeds, deeds.c.id == events.c.deed)
        .where(events.c.round.is_(None))
        .order_by(events.c.sequence)
    )
    rows = floor.store.read(lambda connection: connection.execute(query).all())
    return [(actor, command, json.loads(body)) for actor, command, body in rows]


def _powers(floor: Floor, person: str | None) -> dict[str, tuple[tuple[int, ...], str | None]]:
    powers = table_view(floor.live.live, person).you.powers
    return {each.do: (each.seats, each.why) for each in powers}


def _audited(floor: Floor) -> None:
    assert audit(floor.store).faults == ()


@pytest.mark.parametrize("do", POWERS)
def test_only_the_host_may_and_at_a_public_table_nobody_decides_for_others(do: str) -> None:
    floor = _table()
    floor.bet("bob")
    assert floor.refused(floor.power, "cat", do, **POWERS[do]).code == "not_host"
    if do != "hand_over":
        public = _table(private=False)
        public.bet("bob")
        refused = public.refused(public.power, "ann", do, **POWERS[do])
        assert refused.code == "public_table"
    stopped = _table()
    stopped.live.freeze(True, stopped.now)
    assert stopped.refused(stopped.power, "ann", do, **POWERS[do]).code == "frozen"


@pytest.mark.parametrize("house", HOUSES)
def test_deal_now_deals_the_bets_that_lie(house: str) -> None:
    floor = _table(house)
    floor.live.come("cat", "Cat", floor.now)
    floor.live.sit("cat", 3, floor.now)
    assert floor.refused(floor.power, "ann", "deal_now").code == "no_bets"
    assert _powers(floor, "ann")["deal_now"] == ((), "no_bets")
    floor.bet("bob")
    assert _powers(floor, "ann")["deal_now"] == ((), None)
    floor.power("ann", "deal_now", command="now")
    assert floor.phase == "decisions"
    assert [each.player for each in floor.state.seats] == ["bob"]
    assert floor.refused(floor.power, "ann", "deal_now").code == "phase"
    [(actor, command, body)] = _journal(floor)
    assert (actor, command) == ("ann", "now")
    assert body == {"k": "act", "act": "deal_now", "seat": None, "person": None}
    _audited(floor)


def test_the_answer_to_an_offer_of_the_bank_comes_before_the_deal() -> None:
    floor = _table("napa-valley")
    floor.live.want_bank("ann", True, floor.now)
    floor.bet("bob")
    assert floor.refused(floor.power, "ann", "deal_now").code == "bank_offered"
    floor.live.pass_bank("ann", floor.now)
    floor.power("ann", "deal_now")
    assert floor.phase == "decisions"


def test_a_power_is_used_once_however_often_it_is_said() -> None:
    floor = _table()
    floor.bet("bob")
    said_ = floor.live.orders.say("ann", "remove", "out", seat=2)
    floor.live.do(said_, floor.now)
    assert floor.seats() == {1: "ann"}
    assert floor.in_hand("bob") == PURSE
    floor.sit("cat", first=2)
    floor.live.do(said_, floor.now)  # its answer was lost: seat 2 is somebody else's by now
    assert floor.seats() == {1: "ann", 2: "cat"}
    assert [body["person"] for _, _, body in _journal(floor)] == ["bob"]
    _audited(floor)


def test_somebody_is_sat_out_before_the_deal_at_any_time_and_their_bets_go_back() -> None:
    floor = _table()
    floor.bet("ann")
    floor.bet("bob")
    floor.ready("ann")
    floor.power("ann", "sit_out", seat=2)
    assert floor.phase == "decisions"
    assert floor.in_hand("bob") == PURSE
    assert table_view(floor.live.live, "cat").seats[1].out == "host"
    assert floor.refused(floor.power, "ann", "sit_out", seat=2).code == "out"
    assert floor.refused(floor.power, "ann", "sit_out", seat=1).code == "own_seat"
    assert floor.refused(floor.power, "ann", "sit_out", seat=3).code == "nobody"
    _audited(floor)


@pytest.mark.clause("STD-13")
def test_std_13_a_dealt_hand_is_its_persons_own_until_a_nudge_has_had_no_answer() -> None:
    floor = _table()
    floor.deal("ann", "bob")
    assert _powers(floor, "ann")["sit_out"] == ((), "nobody")
    assert floor.refused(floor.power, "ann", "sit_out", seat=2).code == "not_idle"
    floor.power("ann", "nudge", seat=2)
    assert _powers(floor, "ann")["sit_out"] == ((2,), None)
    floor.wait(NUDGE_GAP - STEP)
    assert floor.refused(floor.power, "ann", "sit_out", seat=2).code == "not_idle"
    floor.wait(STEP)
    floor.power("ann", "sit_out", seat=2)
    assert floor.decided(2)[1] == "away rule"
    missed = table_view(floor.live.live, "bob").seats[1].missed
    assert missed is not None
    assert missed.why == "host"
    _audited(floor)


def test_who_is_removed_in_the_middle_of_a_hand_plays_it_first_unless_they_are_idle() -> None:
    floor = _table()
    floor.deal("ann", "bob")
    floor.power("ann", "remove", seat=2)
    assert floor.decided(2) == (None, None)
    assert table_view(floor.live.live, "bob").seats[1].leaving
    floor.play("bob")
    floor.play("ann")
    assert floor.seats() == {1: "ann"}

    floor = _table()
    floor.deal("ann", "bob")
    floor.gone("bob")
    floor.power("ann", "remove", seat=2)
    assert floor.decided(2)[1] == "away rule"
    floor.play("ann")
    assert floor.seats() == {1: "ann"}
    _audited(floor)


def test_the_role_of_the_host_is_handed_over() -> None:
    floor = _table(private=False)
    floor.power("ann", "hand_over", seat=2)
    assert floor.live.settings.host == "bob"
    assert table_view(floor.live.live, "cat").state.host_seat == 2
    assert floor.refused(floor.power, "ann", "hand_over", seat=2).code == "not_host"
    assert table_view(floor.live.live, "bob").you.host
    assert not table_view(floor.live.live, "ann").you.host
    floor.gone("ann")
    assert floor.refused(floor.power, "bob", "hand_over", seat=1).code == "away"


@pytest.mark.parametrize("house", HOUSES)
def test_terms_change_between_rounds_and_each_receipt_names_the_limits_of_its_round(house: str) -> None:
    floor = _table(house)
    low, high = floor.live.table.min, floor.live.table.max
    floor.deal("ann", "bob")
    assert floor.refused(floor.power, "ann", "change", low=2 * low).code == "bets_placed"
    assert _powers(floor, "ann")["change"] == ((), "bets_placed")
    floor.play("ann", "fold")
    floor.play("bob", "fold")
    before = table_view(floor.live.live, "ann")
    floor.power("ann", "change", low=2 * low, high=2 * high, coach=False, command="terms")
    view = table_view(floor.live.live, "bob")
    assert (view.table.limits.low, view.table.limits.high, view.table.coach) == (2 * low, 2 * high, False)
    assert view.state.phase == before.state.phase  # the paid round still lies there
    with pytest.raises(Refusal, match="changed since"):
        floor.live.live.check_fresh(before.rev)  # of who has not seen them yet
    least = {"ante": max(1000, 2 * low)}
    floor.deal("ann", "bob", wagers=least)
    floor.restart()
    assert (floor.live.table.min, floor.live.table.max) == (2 * low, 2 * high)
    floor.play("ann", "fold")
    floor.play("bob", "fold")
    for number, limits in ((1, (low, high)), (2, (2 * low, 2 * high))):
        document = json.loads(receipt(floor.store, f"t:{number}"))
        assert (document["limits"]["min"], document["limits"]["max"]) == limits
    _audited(floor)


def test_limits_change_before_anybody_has_bet_and_the_round_that_was_sealed_ends_unused() -> None:
    floor = _table()
    floor.wait(0)
    sealed = table_view(floor.live.live, None).state.fair.commitment
    floor.power("ann", "change", high=40_000)
    view = table_view(floor.live.live, None)
    assert (view.state.round, view.state.phase, view.table.limits.high) == (2, "bets", 40_000)
    assert view.state.fair.commitment not in (None, sealed)
    assert audit(floor.store).figures["rounds unused"] == 1
    floor.power("ann", "change", clock=True)
    assert table_view(floor.live.live, None).state.round == 2  # the same round: its limits stay
    assert floor.live.clock == CLOCK
    _audited(floor)


def test_limits_are_bounded_as_when_a_table_is_opened() -> None:
    floor = _table()
    floor.wait(0)
    for fields, code in (
        ({"low": 150}, "limits"),
        ({"low": 60_000}, "limits"),
        ({"high": 10**11}, "exposure"),
    ):
        assert floor.refused(floor.power, "ann", "change", **fields).code == code


def test_a_clock_that_comes_on_leaves_the_paid_round_its_time() -> None:
    floor = _table()
    floor.deal("ann", "bob")
    floor.play("ann", "fold")
    floor.play("bob", "fold")
    floor.power("ann", "change", clock=True)
    assert floor.phase == "settled"
    floor.wait(CLOCK.result - STEP)
    assert floor.phase == "settled"
    floor.wait(STEP)
    assert floor.phase == "bets"
    floor.power("ann", "change", clock=False)
    floor.bet("ann")
    assert floor.live.until is None


def test_the_terms_of_a_public_table_change_while_its_host_is_alone() -> None:
    floor = Floor("rivers", None, host="ann")
    floor.sit("ann")
    assert "change" in _powers(floor, "ann")
    floor.power("ann", "change", low=1000)
    floor.sit("bob", first=2)
    assert "change" not in _powers(floor, "ann")
    assert set(_powers(floor, "ann")) == {"nudge", "hand_over", "close"}
    assert set(_powers(floor, "bob")) == {"nudge"}
    assert _powers(floor, None) == {}


def test_an_operator_may_do_all_of_it_at_any_table() -> None:
    floor = _table(private=False)
    floor.deal("ann", "bob")
    actor = operator_actor("ivy")
    command = said.ToPerson.model_construct(t="cmd", id="op 1", rev=0, do="sit_out", seat=2)
    floor.live.do(Govern(actor, command), floor.now)
    assert floor.decided(2)[1] == "away rule"
    assert table_view(floor.live.live, "bob").seats[1].out == "operator"
    assert [(by, body["act"]) for by, _, body in _journal(floor)] == [(actor, "sit_out")]
    _audited(floor)


def test_everybody_hears_who_closes_the_table() -> None:
    floor = _table()
    floor.deal("ann", "bob")
    floor.changes()
    floor.power("ann", "close")
    assert [each.note for each in floor.changes() if each.note] == [EndNote("closing", "host")]
    assert table_view(floor.live.live, "bob").state.closes_by == "host"
    floor.play("ann", "fold")
    floor.play("bob", "fold")
    assert floor.live.stored_table.closed
    assert table_view(floor.live.live, "bob").state.phase == "settled"  # the result stays to be read

"""The bank of a player-banked table: offered clockwise, held for two rounds, never forced (NAPA-16)."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import PROPOSITION
from pitboss.table.seating import BankTurn, Seating, candidates
from pitboss.table.settings import OFFER_WAIT, PUBLIC_WAIT
from pitboss.table.views import table_view
from tests.table.rig import ANTE, CLOCK, HOUSES, PEOPLE, PURSE, STEP, Floor

MAX = 50_000  # the table's
FOUR = PEOPLE[:4]


def _table(*wanting: str, people: tuple[str, ...] = FOUR) -> Floor:
    floor = Floor("napa-valley")
    floor.sit(*people)
    for person in wanting:
        floor.live.want_bank(person, True, floor.now)
    return floor


def _bank(floor: Floor) -> str:
    assert floor.state.bank is not None
    return floor.state.bank.player


def _finish(floor: Floor, *bettors: str) -> None:
    """Bets, the deal, decisions by the clock, and the pause."""
    for person in bettors:
        floor.bet(person)
    floor.wait(CLOCK.bets)
    floor.wait(CLOCK.decision)
    assert floor.phase == "settled"
    floor.wait(CLOCK.result)


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_bank_is_offered_clockwise_from_the_left_of_the_last() -> None:
    floor = _table(*FOUR)
    live = floor.live
    assert live.turn.offered == "ann"
    live.pass_bank("ann", floor.now)
    assert live.turn.offered == "bob"
    live.pass_bank("bob", floor.now)
    floor.take_bank("cat")
    assert _bank(floor) == "cat"
    _finish(floor, "ann")
    live.pass_bank("cat", floor.now)  # who may keep it for another round
    order = []
    while live.turn.offered:
        order.append(live.turn.offered)
        live.pass_bank(live.turn.offered, floor.now)
    assert order == ["dan", "ann", "bob"]


@pytest.mark.clause("NAPA-16")
def test_napa_16_at_most_two_rounds_in_a_row() -> None:
    floor = _table("ann", "bob")
    held = []
    for _ in range(6):
        offered = floor.live.turn.offered
        assert offered is not None
        floor.take_bank(offered)
        held.append(offered)
        _finish(floor, "cat")
    assert held == ["ann", "ann", "bob", "bob", "ann", "ann"]


@pytest.mark.clause("NAPA-16")
def test_napa_16_who_has_had_two_rounds_is_asked_last_after_the_house_banked() -> None:
    floor = _table("ann")
    for _ in range(2):
        floor.take_bank("ann")
        _finish(floor, "bob")
    assert floor.live.turn.offered is None
    _finish(floor, "bob")  # the house's own player banks
    floor.live.pass_bank("ann", floor.now)
    floor.live.want_bank("bob", True, floor.now)
    floor.live.pass_bank("bob", floor.now)
    _finish(floor, "bob")
    assert floor.live.turn.offered == "bob"  # left of ann, who banked last


@pytest.mark.clause("NAPA-16")
def test_napa_16_two_rounds_in_a_row_and_nobody_else_then_the_house() -> None:
    floor = _table("ann")
    banks = []
    for _ in range(6):
        if floor.live.turn.offered:
            floor.take_bank(floor.live.turn.offered)
        floor.bet("cat")
        banks.append(_bank(floor))
        floor.wait(CLOCK.bets + CLOCK.decision + CLOCK.result)
    assert banks == ["ann", "ann", PROPOSITION, "ann", "ann", PROPOSITION]


def test_an_offer_lapses() -> None:
    floor = _table("ann", "bob")
    assert floor.live.deadline == CLOCK.bank_offer
    floor.wait(CLOCK.bank_offer - STEP)
    assert floor.live.turn.offered == "ann"
    floor.wait(STEP)
    assert floor.live.turn.offered == "bob"
    assert floor.refused(floor.take_bank, "ann").code == "not_offered"
    assert floor.live.deadline == 2 * CLOCK.bank_offer
    floor.wait(CLOCK.bank_offer)
    assert floor.live.turn.offered is None
    assert floor.live.deadline is None
    assert floor.state.bank is None  # the house's own player waits for a bet
    floor.bet("cat")
    assert _bank(floor) == PROPOSITION


def test_nobody_is_asked_twice_in_a_round() -> None:
    floor = _table("ann")
    floor.live.pass_bank("ann", floor.now)
    floor.live.want_bank("ann", True, floor.now)
    assert floor.live.turn.offered is None


@pytest.mark.parametrize("how", ["pass", "want", "gone", "stand"])
def test_the_bank_goes_on_to_the_next(how: str) -> None:
    floor = _table("ann", "bob")
    match how:
        case "pass":
            floor.live.pass_bank("ann", floor.now)
        case "want":
            floor.live.want_bank("ann", False, floor.now)
        case "gone":
            floor.gone("ann")
        case "stand":
            floor.stand("ann")
    assert floor.live.turn.offered == "bob"


def test_who_leaves_after_this_hand_is_not_asked() -> None:
    floor = _table("ann", "bob", "cat")
    floor.bet("bob")
    floor.stand("bob")
    floor.live.pass_bank("ann", floor.now)
    assert floor.live.turn.offered == "cat"


def test_only_the_one_who_was_asked_passes() -> None:
    floor = _table("ann", "bob")
    floor.unchanged(floor.live.pass_bank, "bob", floor.now)
    floor.unchanged(floor.live.pass_bank, "nobody", floor.now)


def test_an_offer_is_longer_than_the_bets_and_the_deal_waits() -> None:
    """Three offers lapse after ten seconds each; the clock for bets ends after twenty."""
    floor = _table("ann", "bob", "cat")
    floor.bet("dan")
    floor.ready(*FOUR)
    floor.wait(3 * CLOCK.bank_offer - STEP)
    assert floor.phase == "bets"
    floor.wait(STEP)
    assert floor.phase == "decisions"
    assert _bank(floor) == PROPOSITION


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_stake_is_at_least_the_table_maximum() -> None:
    floor = _table("ann")
    for stake in (0, -1, 100, MAX - 1):
        refusal = floor.refused(floor.take_bank, "ann", stake)
        assert (refusal.code, refusal.clause) == ("too_low", "NAPA-16")
    assert floor.refused(floor.take_bank, "ann", PURSE + 100).code == "funds"
    floor.take_bank("ann", MAX)
    assert floor.in_hand("ann") == PURSE - MAX


def test_who_cannot_pay_for_the_bank_is_not_asked() -> None:
    floor = Floor("napa-valley")
    floor.pit.grant("hal", MAX - 100, "op", "hal")
    floor.sit("hal", "ann")
    floor.live.want_bank("hal", True, 0.0)
    floor.live.want_bank("ann", True, 0.0)
    assert floor.live.turn.offered == "ann"


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_bank_bets_on_no_seat() -> None:
    floor = _table("ann")
    floor.take_bank("ann")
    refusal = floor.refused(floor.bet, "ann")
    assert (refusal.code, refusal.clause) == ("bank_bets", "NAPA-16")


@pytest.mark.clause("NAPA-16")
def test_napa_16_who_has_bet_clears_the_bet_before_taking_the_bank() -> None:
    floor = _table()
    floor.bet("ann")
    floor.wait(CLOCK.bets + CLOCK.decision + CLOCK.result)
    floor.live.want_bank("ann", True, floor.now)
    floor.bet("ann")
    refusal = floor.refused(floor.take_bank, "ann")
    assert (refusal.code, refusal.clause) == ("bank_bets", "NAPA-16")
    floor.bet("ann", {})
    floor.take_bank("ann")
    assert _bank(floor) == "ann"


def test_the_bank_is_not_taken_by_who_was_not_asked() -> None:
    floor = _table("ann", "bob")
    for person in ("bob", "cat"):
        assert floor.refused(floor.take_bank, person).code == "not_offered"
    assert floor.refused(floor.take_bank, "hal").code == "not_here"
    floor.take_bank("ann")
    assert floor.refused(floor.take_bank, "bob").code == "not_offered"


def test_a_repeated_bank_is_one_bank() -> None:
    floor = _table("ann")
    floor.take_bank("ann", command="once")
    floor.unchanged(floor.take_bank, "ann", command="once")
    _finish(floor, "bob")
    floor.unchanged(floor.take_bank, "ann", command="once")
    assert floor.state.bank is None


@pytest.mark.parametrize("how", ["gone", "stand"])
@pytest.mark.parametrize("when", ["bets", "decisions"])
def test_a_bank_that_walks_away_does_not_change_the_round(how: str, when: str) -> None:
    def play(*, leaves: bool) -> tuple[object, dict[str, int]]:
        floor = _table("ann")
        floor.take_bank("ann")
        floor.bet("bob")
        if leaves and when == "bets":
            getattr(floor, how)("ann")
        floor.bet("cat")
        floor.wait(CLOCK.bets)
        if leaves and when == "decisions":
            getattr(floor, how)("ann")
        floor.play("bob")
        floor.play("cat", "fold")
        assert floor.phase == "settled"
        assert _bank(floor) == "ann"
        if leaves:
            assert ("ann" in floor.seats().values()) is (how == "gone")
        return floor.state.ended, floor.books()

    assert play(leaves=True) == play(leaves=False)


def test_the_house_takes_a_bank_that_nobody_wants() -> None:
    floor = _table()
    assert floor.state.bank is None
    floor.bet("ann")
    assert floor.state.bank is not None
    assert (floor.state.bank.player, floor.state.bank.stake) == (PROPOSITION, 100 * MAX)


def test_the_house_waits_while_somebody_is_asked() -> None:
    floor = _table("dan")
    floor.bet("ann")
    floor.ready(*FOUR)
    assert floor.state.bank is None
    assert floor.phase == "bets"
    floor.take_bank("dan")
    assert floor.phase == "decisions"


@pytest.mark.parametrize("private", [False, True])
def test_without_a_clock_an_offer_lapses_too(private: bool) -> None:
    floor = Floor("napa-valley", clock=None, private=private)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, 0.0)
    floor.bet("bob")
    bank = table_view(floor.live.live, "ann").state.bank
    assert bank is not None
    assert bank.offer_until == "1970-01-01T00:00:30.000Z"
    floor.wait(OFFER_WAIT - STEP)
    assert floor.live.turn.offered == "ann"
    floor.wait(STEP)
    assert _bank(floor) == PROPOSITION
    floor.ready("ann", "bob")
    assert floor.phase == "decisions"


def test_one_persons_own_table_offers_the_bank_for_ever() -> None:
    floor = Floor("napa-valley", clock=None, terminal=True)
    floor.sit("ann")
    floor.live.want_bank("ann", True, 0.0)
    floor.wait(1e9)
    assert floor.live.turn.offered == "ann"


def _rounds_without_an_answer(floor: Floor, rounds: int) -> list[str | None]:
    """Whom the bank was offered to in each round; nobody answers."""
    asked = []
    for _ in range(rounds):
        asked.append(floor.live.turn.offered)
        floor.bet("cat")
        floor.wait(CLOCK.bets + CLOCK.decision + CLOCK.result)  # the offer lapses before the bets
    return asked


def test_the_wish_for_the_bank_stands_until_two_offers_in_a_row_had_no_answer() -> None:
    floor = _table("ann")
    assert _rounds_without_an_answer(floor, 2) == ["ann", "ann"]
    assert floor.live.turn.offered is None
    me = table_view(floor.live.live, "ann").you.me
    assert me is not None
    assert not me.wants_bank
    floor.live.want_bank("ann", True, floor.now)  # and so it begins anew
    assert floor.live.turn.offered == "ann"


@pytest.mark.parametrize("answer", ["take", "pass", "want"])
def test_an_answer_keeps_the_wish(answer: str) -> None:
    floor = _table("ann")
    assert _rounds_without_an_answer(floor, 1) == ["ann"]
    match answer:
        case "take":
            floor.take_bank("ann")
        case "pass":
            floor.live.pass_bank("ann", floor.now)
        case "want":
            floor.live.want_bank("ann", True, floor.now)
            floor.live.pass_bank("ann", floor.now)
    floor.bet("cat")
    floor.wait(CLOCK.bets + CLOCK.decision + CLOCK.result)
    assert floor.live.seating.people["ann"].wants_bank  # it is a standing wish
    assert _rounds_without_an_answer(floor, 1) == ["ann"]
    assert floor.live.seating.people["ann"].wants_bank


@pytest.mark.parametrize("how", ["stand", "leave"])
@pytest.mark.parametrize("clock", [CLOCK, None])
def test_a_bank_that_nobody_has_bet_against_goes_back_when_its_person_gets_up(
    how: str, clock: object
) -> None:
    floor = Floor("napa-valley", CLOCK if clock else None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    floor.bet("bob")
    getattr(floor.live, how)("ann", *([None] if how == "stand" else []), floor.now)
    assert _bank(floor) == "ann"  # bob's bet lies against it
    floor.bet("bob", {})
    assert floor.state.bank is None
    assert floor.seats() == {2: "bob"}
    floor.money_is_back()


def test_a_bank_is_taken_once_in_a_round_however_often_one_gets_up() -> None:
    floor = _table("ann", people=("ann", "bob"))
    floor.take_bank("ann")
    floor.stand("ann")
    floor.live.sit("ann", 1, floor.now)
    floor.live.want_bank("ann", True, floor.now)
    assert floor.live.turn.offered is None
    assert floor.refused(floor.take_bank, "ann").code == "not_offered"


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_a_bank_that_nobody_bets_against_is_free_after_the_longest_wait(clock: object) -> None:
    floor = Floor("napa-valley", CLOCK if clock else None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    floor.gone("ann")
    floor.wait(PUBLIC_WAIT - STEP)
    assert _bank(floor) == "ann"
    floor.wait(STEP)
    assert floor.state.bank is None
    floor.money_is_back()


def test_the_bank_is_for_people_with_a_seat() -> None:
    floor = _table()
    floor.come("eve")
    assert floor.refused(floor.live.want_bank, "eve", True, 0.0).code == "no_seat"


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "napa-valley"])
def test_other_houses_have_no_bank(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann")
    assert floor.refused(floor.live.want_bank, "ann", True, 0.0).code == "no_bank"
    assert floor.refused(floor.take_bank, "ann").code == "not_offered"


@pytest.mark.clause("NAPA-14")
def test_napa_14_the_seat_of_the_bank_is_the_first_of_its_person() -> None:
    floor = _table("ann", people=("ann",))
    floor.live.sit("ann", 2, 0.0)
    floor.sit("bob", first=3)
    floor.take_bank("ann")
    assert floor.state.bank is not None
    assert floor.state.bank.seat == 1
    for seat in (1, 2):
        floor.refused(floor.bet, "ann", ANTE, seat=seat)


def test_candidates_are_those_that_going_round_the_table_finds() -> None:
    """A naive walk: seat by seat from the left of the last bank, all the way round."""
    chance = Random("candidates")
    table = open_table(load_house("napa-valley"))
    for _ in range(300):
        seating = Seating()
        funds = {}
        for person, seat in zip(PEOPLE, chance.sample(range(1, 8), 7), strict=True):
            seating = seating.come(person, person).sit(table, person, seat)
            seating = seating.change(person, wants_bank=chance.random() < 0.7, here=chance.random() < 0.9)
            funds[person] = chance.choice([MAX - 1, MAX])
        last = chance.choice(PEOPLE)
        turn = BankTurn(
            last,
            seating.people[last].seats[0],
            chance.choice([0, 1, 2]),
            tuple(chance.sample(PEOPLE, chance.choice([0, 0, 2]))),
        )
        order = [(turn.last_seat - 1 + step) % 7 + 1 for step in range(1, 8)]
        if turn.streak == 1:
            order = [turn.last_seat, *order[:-1]]  # one more round
        if turn.streak == 2:
            order = order[:-1]
        found = [seating.at(seat) for seat in order]
        wanted = [
            each.id
            for each in found
            if each and each.wants_bank and each.here and each.id not in turn.asked and funds[each.id] >= MAX
        ]
        assert [each.id for each in candidates(table, seating, turn, funds)] == wanted

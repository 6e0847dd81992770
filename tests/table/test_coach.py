"""The coach at the table: exact, for the seat's own person alone, and silent where the table wants it so."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pitboss.cards import cards_text
from pitboss.odds.coach import coached, grade_of
from pitboss.round import Decide, Refusal, RevealDealer, Round, SettleRound, open_table, step
from pitboss.round.settlement import pay_deal
from pitboss.round.state import finished_deal
from pitboss.sheet import load_house
from tests.odds.counting import cards, six_card_evs
from tests.odds.dealer_bets import with_dealer_bets
from tests.table.rig import HOUSES, Floor, stack
from tests.table.weighing import coach_frame, dealt_by_chance, told, weigh

DEALS = {"pechanga": 12}  # of three hands each; the others are counted faster
MANY = 334


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_what_arrives_in_frames_is_what_counting_gives(house: str) -> None:
    """`python -m torture coach` weighs a thousand decisions at the draw game, too."""
    floor, chance = Floor(house), Random(f"coach {house}")
    grades = [grade for _ in range(DEALS.get(house, MANY)) for grade in weigh(floor.live.live, chance)]
    assert set(grades) == {"best", "close", "mistake", "blunder"} or house in DEALS
    assert len(grades) >= 2 * 3 * DEALS.get(house, MANY)


@pytest.mark.parametrize(
    ("house", "bets"),
    [
        ("rivers", {"ante": 700, "six_card_bonus": 500}),
        ("shine", {"ante": 600, "super_6_bonus": 700}),
    ],
)
def test_bets_on_six_cards_are_in_the_worth(house: str, bets: dict[str, int]) -> None:
    floor = Floor(house)
    floor.dealt("ann", wagers=bets)
    hand = floor.state.seats[0].cards
    frame = told(floor.live.live, "ann", 1)
    counted = six_card_evs(floor.live.table.sheet, cards(cards_text(hand)), bets)
    assert {each["name"]: Fraction(each["ev"]) for each in frame["actions"]} == counted


def test_grades_at_their_thresholds() -> None:
    little = Fraction(1, 10**9)
    at = {0: "best", 2: "close", 15: "mistake"}
    for percent, grade in at.items():
        assert grade_of(Fraction(percent)) == grade
    assert grade_of(little) == "close"
    assert grade_of(2 + little) == "mistake"
    assert grade_of(15 + little) == "blunder"


@pytest.mark.clause("RIV-12")
def test_riv_12_the_meter_counts_as_the_round_would_pay_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With A-K-Q of spades in hand the jackpot is won whatever is done: meter and this round's cents."""
    stack(monkeypatch, ["As Ks Qs"], "2c 4d 9h")
    floor = Floor("rivers")
    floor.sit("ann")
    floor.bet("ann", {"ante": 1000, "progressive": 100})
    floor.ready("ann")
    before = {each["name"]: Fraction(each["cents"]) for each in told(floor.live.live, "ann", 1)["actions"]}
    floor.play("ann")
    after = told(floor.live.live, "ann", 1)
    assert {each["name"]: Fraction(each["cents"]) for each in after["actions"]} == before
    paid = floor.state.paid(1)
    assert paid is not None
    won = sum(line.profit for line in paid.lines if line.id == "progressive")
    assert before["fold"] == won - 1000  # the Ante goes, the jackpot stays: no card is left to chance


# The shadow


@pytest.mark.parametrize("house", HOUSES)
def test_the_shadow_is_the_round_settled_with_the_best_decision(house: str) -> None:
    chance = Random(f"shadow {house}")
    table = open_table(load_house(house))
    differs = 0
    for _ in range(25):
        dealt = dealt_by_chance(table, chance)
        choices = {seat.number: _by_chance(dealt, seat.number, chance) for seat in dealt.seats}
        paid = _paid(dealt, choices)
        for number, taken in choices.items():
            found = coached(paid, number)
            assert found.shadow is not None
            assert found.chosen is not None
            assert (found.chosen.action.id, found.chosen.action.discard) == (taken.action, taken.discard)
            best = next(each for each in found.actions if each.action == found.shadow.action)
            assert not best.cost
            perfect = best.action.command(taken.player)
            assert found.shadow.net == _net(dealt, choices | {number: perfect}, number)
            own = paid.paid(number)
            assert own is not None
            if not found.chosen.cost:
                assert found.shadow.net == own.net
            differs += found.shadow.net != own.net
    assert differs


def _by_chance(state: Round, number: int, chance: Random) -> Decide:
    weighed = coached(state, number).actions
    return chance.choice(weighed).action.command(f"{state.seats[number - 1].player}")


def _decided(state: Round, choices: dict[int, Decide]) -> Round:
    for choice in choices.values():
        state = step(state, choice)
    return state


def _paid(state: Round, choices: dict[int, Decide]) -> Round:
    meter = state.table.sheet.meter
    done = step(_decided(state, choices), RevealDealer())
    return step(done, SettleRound(meter.reset if meter else None))


def _net(state: Round, choices: dict[int, Decide], number: int) -> int:
    """The settlement itself, without the steps of a round."""
    meter = state.table.sheet.meter
    deal = finished_deal(_decided(state, choices), meter.reset * 10**6 if meter else None)
    return next(seat.net for seat in pay_deal(state.table, deal).seats if seat.seat == number)


# Who may ask, and when


def test_only_the_seats_own_person_may_ask() -> None:
    floor = Floor("rivers")
    floor.dealt("ann", "bob")
    assert told(floor.live.live, "ann", 1)["actions"]
    for person, seat in (("bob", 1), ("zoe", 1), ("ann", 2), ("ann", 5)):
        assert floor.refused(coach_frame, floor.live.live, person, seat).code == "not_yours"


def test_asking_changes_nothing() -> None:
    floor = Floor("pechanga")
    floor.dealt("ann", "bob")
    floor.unchanged(coach_frame, floor.live.live, "ann", 1)


def test_before_the_deal_there_is_nothing_to_say() -> None:
    floor = Floor("rivers")
    floor.sit("ann")
    assert floor.refused(coach_frame, floor.live.live, "ann", 1).code == "not_yours"
    floor.bet("ann")
    assert floor.refused(coach_frame, floor.live.live, "ann", 1).code == "phase"


def test_without_an_ante_there_is_nothing_to_decide() -> None:
    floor = Floor("rivers")
    floor.sit("ann", "bob")
    floor.bet("ann", {"pair_plus": 1000})
    floor.bet("bob")
    floor.ready("ann", "bob")
    assert floor.refused(coach_frame, floor.live.live, "ann", 1).code == "nothing_to_decide"


def test_a_table_may_have_no_coach() -> None:
    floor = Floor("rivers")
    floor.live.put(settings=replace(floor.live.settings, coach=False))
    floor.dealt("ann")
    refusal = floor.refused(coach_frame, floor.live.live, "ann", 1)
    assert (refusal.code, refusal.path) == ("no_coach", "coach")


def test_a_void_round_is_not_weighed() -> None:
    floor = Floor("rivers")
    floor.dealt("ann")
    floor.void()
    with pytest.raises(Refusal) as caught:
        coach_frame(floor.live.live, "ann", 1)
    assert caught.value.code == "phase"


def test_a_bet_on_the_dealers_hand_leaves_the_advice_of_a_draw_as_it_is() -> None:
    """It stays whatever is done, so no decision goes by it, and what actions are worth is told without it."""
    limit = 'wager.dealer_plus.max=[{table = true, clause = "STD-10"}]'
    sheet = with_dealer_bets("player.draws=true", limit, names=["dealer_plus"])
    frames = []
    for wagers in ({"ante": 1000}, {"ante": 1000, "dealer_plus": 500}):
        floor = Floor("rivers", table=open_table(sheet))
        floor.dealt("ann", wagers=wagers)
        frames.append(told(floor.live.live, "ann", 1))
    assert frames[0]["actions"] == frames[1]["actions"] != []
    left_out = {"wager": "dealer_plus", "label": sheet.label("dealer_plus")}
    assert [each["left_out"] for each in frames] == [[], [left_out]]


@pytest.mark.clause("PEC-4")
def test_pec_4_after_a_draw_the_first_three_are_weighed() -> None:
    floor = Floor("pechanga")
    floor.dealt("ann", "bob")
    before = told(floor.live.live, "ann", 1)
    discard = before["actions"][2]["discard"]
    floor.play("ann", f"draw {discard}")
    after = told(floor.live.live, "ann", 1)
    assert after == before | {"chosen": f"draw:{discard}"}
    floor.play("bob", "fold")
    paid = told(floor.live.live, "ann", 1)
    assert paid == after | {"shadow": paid["shadow"]}
    assert paid["shadow"]["name"] in paid["best"]

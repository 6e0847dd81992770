"""Which hands are drawn, held against the whole strategy hand by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from random import Random

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.odds import Game, NotPriced, strategy
from pitboss.odds.borderline import NEAR, Practice, PracticeDeal, as_dealt, practice
from pitboss.odds.coach import coached
from pitboss.round import legal_actions, open_table
from pitboss.sheet import load_house
from tests.table.rig import HOUSES

Weights = dict[tuple[Card, ...], Fraction]


@lru_cache(maxsize=8)
def game(house: str) -> Game:
    return Game(open_table(load_house(house)))


@lru_cache(maxsize=8)
def drawn_from(house: str) -> Practice:
    return practice(game(house))


def expected(house: str) -> dict[str, Weights]:
    """Cost of the nearest mistake times number of deals, of each hand within reach, by what is best."""
    found: dict[str, Weights] = {}
    for entry in strategy(game(house)):
        top = max(entry.worth.values())
        wrong = [worth for worth in entry.worth.values() if worth < top]
        if not wrong or top - max(wrong) > NEAR:
            continue
        name = "play" if "play" in entry.best else entry.best[0].split("_")[0]
        of_hand = found.setdefault(name, {})
        of_hand[entry.hand] = of_hand.get(entry.hand, Fraction()) + (top - max(wrong)) * entry.multiplicity
    return found


@pytest.mark.parametrize("house", HOUSES)
def test_borderline_hands_weigh_their_cost_times_their_deals(house: str) -> None:
    deals, wanted = drawn_from(house), expected(house)
    lots = []
    for lot in deals.near:
        steps = [after - before for before, after in zip((0, *lot.sums), lot.sums, strict=False)]
        share: Weights = {}
        for place, step in zip(lot.places, steps, strict=True):
            hand = deals.hands[place]
            share[hand] = share.get(hand, Fraction()) + Fraction(step, lot.sums[-1])
        lots.append(share)
    shares = [
        {hand: weight / sum(each.values()) for hand, weight in each.items()} for each in wanted.values()
    ]
    assert len(lots) == len(shares)
    assert all(share in lots for share in shares)


@pytest.mark.parametrize("house", HOUSES)
def test_every_deal_counts_once_where_hands_come_as_they_are_dealt(house: str) -> None:
    deals = drawn_from(house)
    assert sum(deals.weights) == deals.every.sums[-1] == 22_100 * (49 if house == "napa-valley" else 1)


def test_one_number_draws_one_place() -> None:
    lot = drawn_from("rivers").near[0]
    for at, place in enumerate(lot.places):
        assert lot.draw(lambda number, at=at: lot.sums[at] - 1) == place  # type: ignore[misc]
        if at:
            assert lot.draw(lambda number, at=at: lot.sums[at - 1]) == place  # type: ignore[misc]


@pytest.mark.parametrize("house", ["rivers", "napa-valley"])
def test_suits_and_order_are_all_alike_likely(house: str) -> None:
    """All 24 ways to name the suits and all 6 orders of the cards, for some hands."""
    deals = drawn_from(house)
    for place in (deals.near[0].places[0], deals.near[-1].places[-1]):
        seen: Counter[PracticeDeal] = Counter()
        for suits in range(24):
            for order in range(6):
                luck = iter((suits, order))
                seen[deals._dealt(place, lambda number, luck=luck: next(luck))] += 1  # type: ignore[misc]
        assert len(set(seen.values())) == 1
        suits_used = {card & 3 for card in (*deals.hands[place], *deals.ups[place])}
        assert len(seen) == 6 * (12 if len(suits_used) == 2 else 24)


@pytest.mark.parametrize("house", HOUSES)
def test_drawn_hands_are_near_and_different_and_the_same_luck_draws_them_again(house: str) -> None:
    deals = drawn_from(house)
    found = deals.draw("borderline", 20, Random("hands").randrange)
    assert found == deals.draw("borderline", 20, Random("hands").randrange)
    assert found != deals.draw("borderline", 20, Random("others").randrange)
    assert len(set(found)) == len(found) == 20
    best = set()
    for deal in found:
        weighed = coached(as_dealt(game(house).table, deal), 1)
        nearest = min(each.percent for each in weighed.actions if each.cost)
        assert 0 < nearest <= NEAR * 100
        best |= {each.action.id for each in weighed.best}
    assert len(best) > 1, "no answer is right for all"


@pytest.mark.parametrize("house", HOUSES)
def test_mixed_hands_are_also_such_as_everybody_knows(house: str) -> None:
    found = drawn_from(house).draw("mixed", 40, Random("mixed").randrange)
    costs = [
        min(each.percent for each in coached(as_dealt(game(house).table, deal), 1).actions if each.cost)
        for deal in found
    ]
    assert min(costs) <= NEAR * 100 < 15 < max(costs)


def test_a_question_is_a_seat_that_decides() -> None:
    table = game("napa-valley").table
    state = as_dealt(table, PracticeDeal(parse_cards("Kd 9c 2s"), parse_cards("Kh")))
    assert sorted(state.deck) == list(range(52))
    assert state.up_cards == parse_cards("Kh")
    assert state.seats[0].cards == parse_cards("Kd 9c 2s")
    assert [each.id for each in legal_actions(state, 1)] == ["fold", "play"]


@pytest.mark.parametrize(
    ("cards", "up"),
    [("Kd 9c 2s", ""), ("Kd 9c 2s", "Kh Kc"), ("Kd 9c", "Kh"), ("Kd 9c 9c", "Kh"), ("Kd 9c 2s", "Kd")],
)
def test_cards_that_nobody_is_dealt_are_no_question(cards: str, up: str) -> None:
    with pytest.raises(NotPriced, match="three different cards and the 1 of the dealer"):
        as_dealt(game("napa-valley").table, PracticeDeal(parse_cards(cards), parse_cards(up)))


def test_several_up_cards_are_too_many_to_draw_from() -> None:
    with pytest.raises(NotPriced, match="several cards up"):
        practice(Game(open_table(load_house("rivers", ["dealer.shows=2"]))))

"""Every single deal of some hands, one after the other through settlement and through the whole round."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.odds import Game, advise
from pitboss.round import open_table
from pitboss.round.settlement import ActionId
from pitboss.sheet import load_house
from tests.odds.counting import cards, dealers_beside, settled
from tests.odds.whole_rounds import dealt, deck_of, ended, net

ACTIONS: tuple[ActionId, ...] = ("fold", "play")
BETS = {
    "atlantic-city": {"ante": 1000, "pair_plus": 1500, "six_card_bonus": 500},
    "shine": {"ante": 600, "pair_xxx": 500, "super_6_bonus": 900},
    "rivers": {"ante": 700, "pair_plus": 1100, "six_card_bonus": 2500, "progressive": 100},
    "napa-valley": {"ante": 1000, "pair_plus": 600},
}
# Of each house a hand at a border, a made hand, and one whose own cards matter to six.
DEALS = [
    ("atlantic-city", "Qs 6h 4d"),
    ("atlantic-city", "9c 9d 2h"),
    ("atlantic-city", "Kd Qd Jd"),
    ("shine", "Qs 6h 3d"),
    ("shine", "Jd Td 4d"),
    ("shine", "Ad 2c 3h"),
    ("rivers", "As Ks Qs"),
    ("rivers", "2c 2d 3h"),
    ("rivers", "Qd 6d 4c"),
]


def how_it_ended(profit: int, qualifies: bool) -> str:
    """The end of a played Ante in the words of `advise`."""
    if not qualifies:
        return "not_qualified"
    return "win" if profit > 0 else "lose" if profit else "tie"


@pytest.mark.parametrize(("house", "text"), DEALS)
def test_all_18424_dealer_hands(house: str, text: str) -> None:
    """Each is settled folded and played, with every wager of the house on the felt."""
    table, hand, bets = open_table(load_house(house)), cards(text), BETS[house]
    totals, ends = Counter[str](), Counter[str]()
    for dealer in dealers_beside(hand):
        totals["fold"] += settled(table, bets, hand, "fold", dealer).seats[0].net
        played = settled(table, bets, hand, "play", dealer)
        totals["play"] += played.seats[0].net
        ante = next(line for line in played.seats[0].lines if line.id == "ante")
        ends[how_it_ended(ante.profit, played.dealer.qualifies)] += 1
    found = advise(Game(table), hand, bets=bets)
    assert found.actions == {name: Fraction(total, 18_424 * bets["ante"]) for name, total in totals.items()}
    assert {name: number for name, number in found.ends.items() if number} == ends


@pytest.mark.parametrize("text", ["Kh 9c 2d", "Ts 8s 3s", "4c 4d Ah"])
def test_all_dealer_hands_at_napa_valley_with_each_of_their_cards_up(text: str) -> None:
    """Settlement does not ask which card showed, so that a dealer hand counts for each of its three."""
    table, hand, bets = open_table(load_house("napa-valley")), cards(text), BETS["napa-valley"]
    totals: dict[int, Counter[str]] = defaultdict(Counter)
    for dealer in dealers_beside(hand):
        for action in ACTIONS:
            paid = settled(table, bets, hand, action, dealer).seats[0].net
            for up in dealer:
                totals[up][action] += paid
    assert len(totals) == 49
    for up, sums in totals.items():
        expected = {name: Fraction(total, 1128 * bets["ante"]) for name, total in sums.items()}
        assert advise(Game(table), hand, [up], bets).actions == expected


def test_all_18424_dealer_hands_in_whole_rounds() -> None:
    """Bets, deal, decision, reveal and settlement, once folded and once played from the same deal."""
    table, hand, bets = open_table(load_house("rivers")), cards("Qs 6h 3d"), BETS["rivers"]
    totals = Counter[str]()
    for dealer in dealers_beside(hand):
        state = dealt(table, bets, deck_of(hand, dealer))
        for action in ACTIONS:
            totals[action] += net(ended(state, action))
    found = advise(Game(table), hand, bets=bets).actions
    assert found == {name: Fraction(total, 18_424 * bets["ante"]) for name, total in totals.items()}


@pytest.mark.parametrize("up", [0, 17, 34, 39, 41, 42, 45, 46, 51])
def test_all_1128_hidden_pairs_at_napa_valley_in_whole_rounds(up: int) -> None:
    """The card that shows is the third one dealt to the player/dealer (NAPA-3)."""
    table, hand, bets = open_table(load_house("napa-valley")), cards("Qs 9h 2d"), BETS["napa-valley"]
    totals = Counter[str]()
    hidden = [card for card in range(52) if card not in (*hand, up)]
    for first, second in combinations(hidden, 2):
        state = dealt(table, bets, deck_of(hand, (first, second, up)))
        assert state.up_cards == (up,)
        for action in ACTIONS:
            totals[action] += net(ended(state, action))
    found = advise(Game(table), hand, [up], bets).actions
    assert found == {name: Fraction(total, 1128 * bets["ante"]) for name, total in totals.items()}

"""A bet on which of two hands wins: settled, priced and simulated; where the hands are equal it can push."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game, advise, price_sheet
from pitboss.odds.risk.table_swings import table_risk
from pitboss.round import open_table
from pitboss.round.settlement import Deal, Hand, Line, judge_dealer, settle
from pitboss.sheet import Sheet, SheetRefused, load_house
from pitboss.sheet.rule_card import printed_tables
from tests.naive.hands import DECK, rank3
from tests.odds.counting import NEVER, QUEEN_HIGH, Rules, cards, dealer_outcomes, strength, up_to_suits
from tests.odds.dealer_bets import dealer_bet_sets

BETS = {
    "player": '{clause="RIV-7",player_wins="19 to 20",tie="push"}',
    "dealer": '{clause="RIV-7",dealer_wins="19 to 20",tie="push"}',
    "level": '{clause="RIV-7",tie="800 to 1"}',
}
STAKE = 2000


def winners(*more: str, fold: str = "stays") -> Sheet:
    """Rivers' main game with a bet on either hand, and on neither."""
    sets = dealer_bet_sets([])
    for name, lines in BETS.items():
        sets.append(f'wager.{name}={{label="{name}", clause="RIV-2", fold={{does="{fold}"}}}}')
        sets.append(f'pays.{name}={{judged="winner", lines={lines}}}')
    return load_house("rivers", [*sets, *more])


def lines_of(sheet: Sheet, mine: str, dealer: str) -> dict[str, Line]:
    hand = Hand(1, "a", {"ante": 1000, **dict.fromkeys(BETS, STAKE)}, cards(mine), "play")
    paid = settle(open_table(sheet), Deal(parse_cards(dealer), [hand])).seats[0].lines
    return {line.id: line for line in paid}


def expected(mine: list[str], plays: list[str]) -> dict[str, int]:
    """What each bet of $20 comes to, by a second evaluator."""
    own, other = rank3(mine), rank3(plays)
    won, even = STAKE * 19 // 20, own == other
    return {
        "player": 0 if even else won if own > other else -STAKE,
        "dealer": 0 if even else won if own < other else -STAKE,
        "level": 800 * STAKE if even else -STAKE,
    }


@pytest.mark.parametrize("draw", [(), ('dealer.draw={when="always",clause="RIV-5"}',)], ids=["three", "four"])
def test_settlement_is_that_of_a_plain_reading(draw: tuple[str, ...]) -> None:
    sheet, chance, seen = winners(*draw), random.Random(f"{draw}"), Counter[int]()
    few = [card for card in DECK if card[0] in "AK2"]
    for count in range(600):
        seven = chance.sample(DECK if count % 2 else few, 7)
        dealer = " ".join(seven[3 : 7 if draw else 6])
        plays = judge_dealer(open_table(sheet), parse_cards(dealer)).plays
        texts = [DECK[card] for card in plays]
        found = lines_of(sheet, " ".join(seven[:3]), dealer)
        for name, profit in expected(seven[:3], texts).items():
            assert found[name].profit == profit
            assert found[name].result == ("push" if not profit else "win" if profit > 0 else "lose")
            seen[profit] += 1
    assert len(seen) == 4


def test_the_price_is_that_of_every_deal() -> None:
    rules, found = Rules(QUEEN_HIGH, NEVER), Counter[str]()
    for hand, weight in up_to_suits():
        dealers, mine = dealer_outcomes(hand, (), rules).by_strength(3), int(strength(*hand))
        found["player"] += weight * int(dealers[:mine].sum())
        found["tie"] += weight * int(dealers[mine])
    every = 22_100 * 18_424
    assert 2 * found["player"] + found["tie"] == every
    prices = price_sheet(winners()).wagers
    for name in ("player", "dealer"):
        assert prices[name].ev == Fraction(-found["player"], 20 * every)
        assert prices[name].win_frequency == Fraction(found["player"], every)
        assert prices[name].distribution[Fraction(0)] * every == found["tie"] * prices[name].outcomes
    assert prices["level"].ev == Fraction(801 * found["tie"], every) - 1


@pytest.mark.parametrize("sets", [(), ("dealer.shows=1",)], ids=["down", "up"])
def test_a_hand_knows_how_often_it_wins(sets: tuple[str, ...]) -> None:
    """What the bet adds to playing on: the hands that it beats less those that beat it, pairs too."""
    game, hand, up = Game(open_table(winners(*sets, fold="lose"))), "9h 9c 4d", "Kd" if sets else ""
    both = advise(game, cards(hand), parse_cards(up), {"ante": 500, "player": 500}).actions
    bare = advise(game, cards(hand), parse_cards(up), {"ante": 500}).actions
    shown = tuple(parse_cards(up))
    dealers = dealer_outcomes(cards(hand), shown, Rules(QUEEN_HIGH, NEVER)).by_strength(3)
    mine, every = int(strength(*cards(hand))), int(dealers.sum())
    below, above = int(dealers[:mine].sum()), int(dealers[mine + 1 :].sum())
    assert both["play"] - bare["play"] == Fraction(19 * below - 20 * above, 20 * every)
    assert both["fold"] - bare["fold"] == -1


def test_two_seats_share_the_dealers_hand() -> None:
    """A bet on the dealer at two seats hangs together; its variance is that of its price."""
    game = Game(open_table(winners()))
    risk = table_risk(game, {"dealer": STAKE})
    assert risk.own[0][0] == game.price("dealer").variance * STAKE**2


def test_the_felt_prints_who_wins() -> None:
    table = next(each for each in printed_tables(winners()) if each.id == "player")
    assert table.heads == ("Winner", "Pays")
    assert table.rows == (("Player wins", "19 to 20"), ("Tie", "push"))


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        ("pays.player.lines.tie=pusch", "'pusch' is not a pay"),
        ("pays.player.lines.pair=1 to 1", "is not a hand that a pay line can name"),
        ("player.draws=true", "hands as dealt decide it, and players draw at this house"),
        ('pays.player.lines={clause="RIV-7",tie="push"}', "has no pay line"),
    ],
)
def test_what_such_a_table_cannot_say(sets: str, says: str) -> None:
    with pytest.raises(SheetRefused, match=says):
        winners(sets)


def test_no_other_table_pushes() -> None:
    with pytest.raises(SheetRefused, match="'push' is not a pay"):
        load_house("rivers", ["pays.pair_plus.lines.pair=push"])

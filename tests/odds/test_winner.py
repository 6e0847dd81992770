"""Bets on who wins, and three aces as a hand of their own."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import parse_cards
from pitboss.money import Cents
from pitboss.odds import Game, advise, price_sheet
from pitboss.odds.risk.table_swings import exposure, table_risk
from pitboss.round import open_table
from pitboss.round.bank import BankedSeat, bank_range
from pitboss.round.settlement import Deal, Hand, Line, judge_dealer, pay_deal, pay_text
from pitboss.round.showdown import least_paid
from pitboss.sheet import Sheet, SheetRefused, load_house
from pitboss.sheet.rule_card import printed_tables
from tests.naive.hands import DECK, category3, rank3
from tests.odds.counting import NEVER, QUEEN_HIGH, Rules, cards, dealer_outcomes, strength, up_to_suits
from tests.odds.dealer_bets import dealer_bet_sets, kind3

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
    paid = pay_deal(open_table(sheet), Deal(parse_cards(dealer), [hand])).seats[0].lines
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


ACES = "pays.pair_plus.lines.three_aces=90 to 1"


def pair_plus(sheet: Sheet, mine: str) -> Line:
    table = open_table(sheet)
    hand = Hand(1, "a", {"ante": 1000, "pair_plus": 500}, cards(mine), "play")
    lines = pay_deal(table, Deal(parse_cards("Kh 9d 4c"), [hand])).seats[0].lines
    return next(line for line in lines if line.id == "pair_plus")


def test_the_line_is_paid_and_the_hand_is_a_three_of_a_kind_still() -> None:
    aces = pair_plus(load_house("rivers", [ACES]), "As Ah Ac")
    assert (aces.profit, aces.by[0].line, aces.by[0].hand) == (45_000, "three_aces", "three_of_a_kind")
    assert pay_text(load_house("rivers", [ACES]), aces.by) == "90 to 1"
    kings = pair_plus(load_house("rivers", [ACES]), "Ks Kd Kc")
    assert (kings.profit, kings.by[0].line) == (15_000, "three_of_a_kind")
    plain = pair_plus(load_house("rivers"), "As Ah Ac")
    assert (plain.profit, plain.by[0].line) == (15_000, "three_of_a_kind")


def test_the_price_is_that_of_all_hands() -> None:
    lines = {
        "straight_flush": 40,
        "three_aces": 90,
        "three_of_a_kind": 30,
        "straight": 6,
        "flush": 3,
        "pair": 1,
    }
    kinds = Counter(kind3(three) for three in combinations(DECK, 3))
    kinds["straight_flush"] += kinds.pop("mini_royal")
    assert kinds["three_aces"] == 4
    price = price_sheet(load_house("rivers", [ACES])).wagers["pair_plus"]
    assert price.ev == Fraction(sum(n * lines.get(kind, -1) for kind, n in kinds.items()), 22_100)
    assert price.distribution[Fraction(90)] == 4


@pytest.mark.parametrize("mine", ["Ad As 9h", "Ah Kh 5c", "9s 9h 4d"])
def test_a_draw_to_three_aces(mine: str) -> None:
    """What the Double Shot adds to each discard is the mean over the 49 cards drawn."""
    sets = ["pays.double_shot.drawn.three_aces=500 to 1", "pays.double_shot.carry.three_aces=700 to 1"]
    game, hand = Game(open_table(load_house("pechanga", sets))), mine.split()
    both = advise(game, cards(mine), bets={"ante": 500, "double_shot": 500}).actions
    bare = advise(game, cards(mine), bets={"ante": 500}).actions
    for discard in hand:
        won = 0
        for drawn in (card for card in DECK if card not in hand):
            final = [card for card in hand if card != discard] + [drawn]
            drawn_pays = {"mini_royal": 20, "straight_flush": 6, "three_aces": 500, "three_of_a_kind": 4}
            carried = 1 if category3(hand) == "pair" else -1  # PEC-14
            won += max(drawn_pays.get(kind3(final), -1), carried)
        assert both[f"draw:{discard}"] - bare[f"draw:{discard}"] == Fraction(won, 49)


@pytest.mark.parametrize("players", [2, 5])
def test_envy_of_three_aces(players: int) -> None:
    """By linearity: each other player holds three aces in 4 of 22,100 hands."""
    sheet, plain = load_house("rivers", ["envy.lines.three_aces=$50"]), load_house("rivers")
    more = price_sheet(sheet, players=players).wagers["progressive"]
    less = price_sheet(plain, players=players).wagers["progressive"]
    assert more.ev - less.ev == (players - 1) * Fraction(4 * 50, 22_100)


def test_one_seat_alone_can_have_three_aces() -> None:
    """A bank loses them once, and with them no more than one A-K-Q; a house's largest loss is counted so."""
    table = open_table(load_house("napa-valley", ["pays.pair_plus.lines.three_aces=1000 to 1"]))

    def worst(seats: int) -> Cents:
        bets = (("ante", 500), ("pair_plus", 500))
        return bank_range(table, 10**9, (BankedSeat(bets, "play"),) * seats).worst

    aces, royal, straight_flush = 1000 * 500 + 1000, 200 * 500 + 1000, 40 * 500 + 1000
    assert [worst(1), worst(2)] == [-aces, -(aces + royal)]
    assert worst(3) == -(aces + royal + straight_flush)
    gone = [f"{part}.{name}=" for part in ("wager", "pays") for name in ("progressive", "six_card_bonus")]
    rivers = load_house("rivers", [ACES, "table.seats=2", "envy=", "meter=", "felt=", *gone])
    found = exposure(Game(open_table(rivers)))
    assert found.seat == (90 + 4 + 2) * 50_000  # Pair Plus, Ante Bonus, Ante and Play
    assert found.table == found.seat + (40 + 5 + 2) * 50_000


def test_a_bet_that_needs_three_aces_says_so() -> None:
    lines = {"clause": "RIV-7", "three_aces": "90 to 1", "straight_flush": "40 to 1"}
    table = ", ".join(f'{key}="{value}"' for key, value in lines.items())
    sheet = load_house("rivers", [f"pays.pair_plus.lines={{{table}}}"])
    assert least_paid(open_table(sheet), "pair_plus") == "three_aces"


def test_a_line_that_takes_them_in_already_is_a_fault() -> None:
    table = 'clause="RIV-7",three_of_a_kind_or_better="9 to 1",three_aces="90 to 1"'
    with pytest.raises(SheetRefused, match="three_aces: overlaps three_of_a_kind_or_better"):
        load_house("rivers", [f"pays.pair_plus.lines={{{table}}}"])

"""Three aces apart from other threes, in pay tables of every kind: settled, priced, drawn to and envied."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import parse_cards
from pitboss.money import Cents
from pitboss.odds import Game, advise, price_sheet
from pitboss.odds.risk.table_swings import exposure
from pitboss.round import open_table
from pitboss.round.bank import BankedSeat, bank_range
from pitboss.round.settlement import Deal, Hand, Line, pay_text, settle
from pitboss.round.showdown import least_paid
from pitboss.sheet import Sheet, SheetRefused, load_house
from tests.naive.hands import DECK, category3
from tests.odds.counting import cards
from tests.odds.dealer_bets import kind3

ACES = "pays.pair_plus.lines.three_aces=90 to 1"


def pair_plus(sheet: Sheet, mine: str) -> Line:
    table = open_table(sheet)
    hand = Hand(1, "a", {"ante": 1000, "pair_plus": 500}, cards(mine), "play")
    lines = settle(table, Deal(parse_cards("Kh 9d 4c"), [hand])).seats[0].lines
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

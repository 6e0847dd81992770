"""Play paid by the hand: a line table for Play, against a plain reading of it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game, advise
from pitboss.round import Deal, Hand, open_table
from pitboss.round.settlement import pay_deal
from pitboss.round.showdown import explain
from pitboss.sheet import SheetRefused, load_house
from pitboss.sheet.rule_card import printed_tables, showdown_rows
from tests.naive.hands import DECK, category3, rank3

ODDS = {"straight_flush": (5, 1), "straight": (2, 1), "flush": (3, 2), "pair": (1, 1), "high_card": (1, 2)}
LINES = ", ".join(f'{line}="{a} to {b}"' for line, (a, b) in ODDS.items())
BY_HAND = (
    'showdown.better.play="by hand"',
    f'pays.play={{judged="winning hand", lines={{clause="RIV-5", {LINES}}}}}',
)
HIGH = [card for card in DECK if card[0] in "AKQJT9"]
UNQUALIFIED = 'showdown.not_qualified.play="by hand"'


def naive(stake: int, hand: list[str], dealer: list[str], *, unqualified: bool) -> tuple[str, int]:
    """What Play comes to at Rivers, where trips have no line: they push."""
    mine, theirs = rank3(hand), rank3(dealer)
    plays = theirs >= (0, 12, 3, 2)
    if not plays and not unqualified:
        return "push", 0
    if plays and mine <= theirs:
        return ("push", 0) if mine == theirs else ("lose", -stake)
    a, b = ODDS.get(category3(hand).replace("mini_royal", "straight_flush"), (0, 1))
    return ("win", stake * a // b) if a else ("push", 0)


@pytest.mark.parametrize("unqualified", [False, True])
def test_a_better_hand_pays_play_by_its_line_and_pushes_without_one(unqualified: bool) -> None:
    table, luck = open_table(load_house("rivers", [*BY_HAND, *[UNQUALIFIED] * unqualified])), random.Random(3)
    met = set()
    for _ in range(3000):
        cards = luck.sample(luck.choice((HIGH, DECK)), 6)
        a, b, c, *dealer = parse_cards(" ".join(cards))
        hand = Hand(1, 1, {"ante": 1000}, (a, b, c), "play")
        paid = pay_deal(table, Deal(tuple(dealer), [hand])).seats[0].lines
        (play,) = [line for line in paid if line.id == "play"]
        assert (play.result, play.profit) == naive(1000, cards[:3], cards[3:], unqualified=unqualified), cards
        if play.result == "win":
            (by,) = play.by
            assert (by.table, by.column, by.hand) == ("play", "lines", category3(cards[:3]))
            assert play.clause == "RIV-5"
        met.add((play.result, category3(cards[:3])))
        assert all(side.id != "play" for side in explain(table, hand, tuple(dealer), paid).sides)
    assert {("win", line) for line in ODDS} | {("push", "three_of_a_kind"), ("lose", "high_card")} <= met


def test_one_line_for_every_hand_is_the_price_of_even_money() -> None:
    even = 'pays.play={judged="winning hand", lines={clause="RIV-5", high_card_or_better="1 to 1"}}'
    plain, by_line = (Game(open_table(load_house("rivers", sets))) for sets in ((), (BY_HAND[0], even)))
    assert by_line.price("ante") == plain.price("ante")
    even = even.replace("RIV-5", "PEC-9")
    plain, by_line = (Game(open_table(load_house("pechanga", sets))) for sets in ((), (BY_HAND[0], even)))
    assert by_line.price("ante") == plain.price("ante")


@pytest.mark.parametrize("cards", ["9s 9h 4d", "Qs 6h 4d", "7c 6c 5d", "Ah Kh Qh"])
def test_the_worth_of_a_hand_is_that_of_all_18424_dealers(cards: str) -> None:
    table = open_table(load_house("rivers", BY_HAND))
    game, own = Game(table), cards.split()
    total = 0
    for dealer in combinations([card for card in DECK if card not in own], 3):
        plays = rank3(list(dealer)) >= (0, 12, 3, 2)
        mine, theirs = rank3(own), rank3(list(dealer))
        ante = ((mine > theirs) - (mine < theirs)) if plays else 1
        bonus = {"mini_royal": 5, "straight_flush": 5, "three_of_a_kind": 4, "straight": 1}.get(
            category3(own), 0
        )
        total += 1000 * (ante + bonus) + naive(1000, own, list(dealer), unqualified=False)[1]
    assert advise(game, cards).actions["play"] == Fraction(total, 18_424 * 1000)


def test_the_table_is_printed_and_the_result_names_it() -> None:
    sheet = load_house("rivers", BY_HAND)
    printed = next(each for each in printed_tables(sheet) if each.id == "play")
    assert (printed.title, printed.heads) == ("Play", ("Winning hand", "Pays"))
    assert printed.rows[0] == ("Straight flush", "5 to 1")
    better = next(row for row in showdown_rows(sheet) if row.key == "better")
    assert better.values["play"] == "by hand"


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        (BY_HAND[:1], "pays.play"),
        (BY_HAND[1:], "no wager or bonus has this id"),
        (
            (BY_HAND[0], BY_HAND[1].replace("winning hand", "three cards")),
            "by the hand that wins",
        ),
        ((BY_HAND[0], BY_HAND[1].replace("2 to 1", "2 for 1")), "Play is paid in odds to 1"),
        ((*BY_HAND, 'showdown.better.ante="by hand"'), "by hand"),
        ((*BY_HAND, 'showdown.equal.play="by hand"'), "by hand"),
    ],
)
def test_what_a_sheet_may_not_say_of_it(sets: tuple[str, ...], says: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        load_house("rivers", sets)
    assert says in str(refused.value)

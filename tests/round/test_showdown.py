"""What decided a hand, against a second look at the same cards that knows nothing of the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from pitboss.cards import card_text, parse_cards
from pitboss.hands import SixCategory, cards_that_make, category6, counting_groups
from pitboss.round import Hand, open_table
from pitboss.round.settlement import Deal, pay_deal
from pitboss.round.showdown import JudgedHand, Showdown, SideResult, compare_hands, explain, least_paid
from pitboss.sheet import load_house
from tests.naive.hands import NAMES5, VALUES, category3, queen_high, rank3, rank5
from tests.naive.hands import category6 as naive_six
from tests.naive.rounds import HOUSES
from tests.naive.settlement import settle as naive_settle

from .deals import OTHERS, Dealt, rounds

NUMBER = 900
PLACES = ("first", "second", "third")
RESULTS = {"better": "win", "equal": "push", "worse": "lose"}


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def naive_difference(hand: list[str], dealer: list[str]) -> tuple[str, str]:
    """The better hand and the first difference, by sorting and counting."""
    mine, theirs = rank3(hand), rank3(dealer)
    result = "equal" if mine == theirs else "better" if mine > theirs else "worse"
    if category3(hand) != category3(dealer):
        return result, "category"
    places = [place for place, one, other in zip(PLACES, mine[1:], theirs[1:], strict=False) if one != other]
    return result, places[0] if places else "tie"


def check_hand(judged: JudgedHand, cards: list[str], by: str | None) -> None:
    """The cards named are in the hand, in the order in which they count, and those that decide do."""
    key = rank3(cards)
    assert sorted(judged.cards) == sorted(cards)
    assert judged.category == category3(cards)
    counted = list(dict.fromkeys(VALUES[card[0]] for card in judged.cards))
    assert counted[: len(key) - 1] == list(key[1:])
    ranks = {VALUES[card[0]] for card in judged.decide}
    if by in PLACES:
        assert ranks == {key[1 + PLACES.index(by)]}
        assert len(judged.decide) == [VALUES[card[0]] for card in cards].count(ranks.pop())
    elif by == "tie" or key[0] > 1:
        assert sorted(judged.decide) == sorted(cards)
    else:
        assert ranks == {key[1]}


def check_side(side: SideResult, hand: Hand, dealer: list[str], lines: Mapping[str, str]) -> None:
    """A bet that goes by cards says what settlement says, and its cards make the hand that was paid."""
    assert side.result == lines[side.id]
    if side.result != "win" or not side.by:
        return
    [by] = side.by
    cards = list(side.cards)
    if side.judged == "six cards":
        assert naive_six([*texts(hand.cards), *dealer[:3]]) == by.hand
        assert set(cards) <= {*texts(hand.cards), *dealer[:3]}
        made = _category_of(cards)
        assert made == by.hand
    else:
        first, final = texts(hand.cards), texts(hand.final)
        judged = first if by.column == "carry" else final
        assert set(cards) <= set(judged)
        assert by.hand == category3(judged)
        assert len({card[0] for card in cards}) == 1 or len(cards) == 3


def _category_of(cards: list[str]) -> str:
    """What some cards make by themselves."""
    if len(cards) < 5:
        assert len({card[0] for card in cards}) == 1
        return {3: "three_of_a_kind", 4: "four_of_a_kind"}[len(cards)]
    key = rank5(cards)
    return "royal_flush" if key == (8, 14) else NAMES5[key[0]]


def check_round(dealt: Dealt) -> list[Showdown]:
    """Every seat of a round: the first difference is the first, and the result is that of the settlement."""
    table, deal, paid, data = dealt
    dealer = texts(deal.dealer)
    best = max((list(three) for three in combinations(dealer, 3)), key=rank3)
    found = []
    for hand, seat in zip(deal.hands, paid.seats, strict=True):
        told = explain(table, hand, deal.dealer, seat.lines)
        results = {line.id: line.result for line in seat.lines}
        main = "ante" in hand.wagers
        assert (told.how == "no_main") == (not main)
        assert (told.how == "folded") == (main and hand.action == "fold")
        check_hand(told.hand, texts(hand.final), told.by)
        check_hand(told.dealer, best, told.by)
        if told.versus is not None:
            assert (told.versus, told.by) == naive_difference(texts(hand.final), best)
        for side in told.sides:
            check_side(side, hand, dealer, results)
        assert {side.id for side in told.sides} == results.keys() - {"ante", "play", "envy"}
        if data is not None and main:
            check_main(told, data, hand, best, results)
        found.append(told)
    return found


def check_main(
    told: Showdown, data: dict[str, object], hand: Hand, best: list[str], results: Mapping[str, str]
) -> None:
    """The main game of a house: why it ended, and that it was paid so as far as a bank covers it."""
    plays = data["house"] == "pechanga" or queen_high(best)
    if hand.action != "fold":
        assert told.how == ("compared" if plays else "not_qualified")
    if told.cover in (None, "full") and hand.action != "fold":
        assert results["ante"] == (RESULTS[told.versus] if told.versus else "win")
    if told.cover is not None:
        rich = naive_settle({**data, "bank": {"stake": 10**12}})
        [whole] = [seat["lines"] for seat in rich["seats"] if seat["seat"] == hand.seat]
        [given] = [seat["lines"] for seat in naive_settle(data)["seats"] if seat["seat"] == hand.seat]
        main = [
            [{**line, "clause": ""} for line in lines if line["id"] in ("ante", "play")]
            for lines in (whole, given)
        ]
        assert (told.cover == "full") == (main[0] == main[1])
        assert (told.cover == "none") == (
            main[0] != main[1] and all(line["result"] == "returned" for line in main[1])
        )


@pytest.mark.parametrize("name", [*HOUSES, *OTHERS])
def test_the_first_difference_decides_and_the_settlement_agrees(name: str) -> None:
    met = [told for dealt in rounds(name, NUMBER) for told in check_round(dealt)]
    ways = {told.by for told in met if told.versus is not None}
    if name in HOUSES:
        assert ways == {"category", "first", "second", "third", "tie"}  # everything there is to see was seen
    assert {told.how for told in met} >= {"compared", "folded"}


def test_a_dealer_who_does_not_qualify_may_still_be_compared() -> None:
    """Ante by the hands, Play pushed: the showdown says both."""
    hows = {"compares ante": "not_qualified", "compares both": "compared"}
    for name, how in hows.items():
        for dealt in rounds(name, 300):
            for told, hand in zip(check_round(dealt), dealt.deal.hands, strict=True):
                if hand.action != "fold" and not dealt.paid.dealer.qualifies:
                    assert (told.how, told.versus is None) == (how, False)


@pytest.mark.clause("STD-4")
def test_std_4_the_sentence_of_the_rule_book() -> None:
    found = compare_hands(parse_cards("5h Kd Qc"), parse_cards("Ks 9d 2c"))
    assert (found.result, found.by) == ("better", "second")
    assert (found.hand.cards, found.hand.decide) == (("Kd", "Qc", "5h"), ("Qc",))
    assert (found.dealer.cards, found.dealer.decide) == (("Ks", "9d", "2c"), ("9d",))


@pytest.mark.clause("STD-3")
def test_std_3_the_ace_of_the_lowest_straight_counts_last() -> None:
    assert [texts(group) for group in counting_groups(parse_cards("Ah 3d 2c"))] == [["3d"], ["2c"], ["Ah"]]
    found = compare_hands(parse_cards("Ah 3d 2c"), parse_cards("4s 3s 2d"))
    assert (found.result, found.by, found.dealer.decide) == ("worse", "first", ("4s",))


@pytest.mark.clause("PEC-6")
def test_pec_6_only_the_best_three_of_four_are_named() -> None:
    table = open_table(load_house("pechanga"))
    hand = Hand(1, "a", {"ante": 500}, parse_cards("Qs Jd 2h"), "play")
    dealer = parse_cards("Qd Jc 4s Qh")
    lines = pay_deal(table, Deal(dealer, [hand])).seats[0].lines
    told = explain(table, hand, dealer, lines)
    assert (told.how, told.versus, told.by) == ("compared", "worse", "category")
    assert (told.dealer.cards, told.dealer.decide) == (("Qd", "Qh", "Jc"), ("Qd", "Qh"))


@pytest.mark.clause("PEC-14")
def test_pec_14_a_pair_that_was_carried_is_named_where_it_was() -> None:
    table = open_table(load_house("pechanga"))
    nine, other, king, ace = parse_cards("9s 9h Kd Ah")
    hand = Hand(1, "a", {"ante": 500, "double_shot": 500}, (nine, other, king), "draw", other, ace)
    lines = pay_deal(table, Deal(parse_cards("Jd Jc 4s"), [hand])).seats[0].lines
    told = explain(table, hand, parse_cards("Jd Jc 4s"), lines)
    assert [(side.id, side.cards, side.by[0].column) for side in told.sides] == [
        ("double_shot", ("9s", "9h"), "carry")
    ]
    assert told.hand.category == "high_card"


@pytest.mark.clause("STD-7")
def test_std_7_the_cards_of_six_that_make_each_category() -> None:
    for text, made in (
        ("9s 9h 9d 2c 3c 7h", "9s 9h 9d"),
        ("9s 9h 9d 9c 3c 7h", "9s 9h 9d 9c"),
        ("9s 9h 9d 2c 2d 2h", "9s 9h 9d 2c 2d"),
        ("As 2h 3d 4c 5c Kh", "As 2h 3d 4c 5c"),
        ("As 2s 3s 9s 5s Ks", "As 3s 9s 5s Ks"),
        ("As Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
        ("9s 9h 2d 2c Kc 7h", ""),
    ):
        cards = parse_cards(text)
        assert texts(cards_that_make(category6(cards), cards)) == made.split()
    assert cards_that_make(SixCategory.PAIR, parse_cards("9s 9h 3d 2c Kc 7h")) == ()


def test_the_least_hand_that_is_paid() -> None:
    rivers, pechanga = open_table(load_house("rivers")), open_table(load_house("pechanga"))
    assert [least_paid(rivers, name) for name in ("pair_plus", "progressive", "six_card_bonus")] == [
        "pair",
        "straight",
        "three_of_a_kind",
    ]
    assert least_paid(pechanga, "double_shot") is None  # it goes by the decision

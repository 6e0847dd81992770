"""What decided a hand, in the words of the terminal; the cards of each case decide it by the rule book."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.messages.rounds import showdown_words, sure_words
from pitboss.round import Deal, Hand, open_table
from pitboss.round.bank import BankLimit
from pitboss.round.settlement import ActionId, pay_deal
from pitboss.round.showdown import explain, sure_bets
from pitboss.round.state import Seat
from pitboss.sheet import load_house
from tests.round.deals import sheet_of


def three(text: str) -> tuple[Card, Card, Card]:
    a, b, c = parse_cards(text)
    return a, b, c


def decided(
    house: str, cards: str, dealer: str, *wagers: str, action: ActionId | None = "play", bank: int = 0
) -> str:
    """The sentence of one seat of a round."""
    table = open_table(sheet_of(house))
    hand = Hand(1, "a", dict.fromkeys(wagers or ("ante",), 1_000), three(cards), action)
    deal = Deal(parse_cards(dealer), [hand], bank or None)
    lines = pay_deal(table, deal).seats[0].lines
    return showdown_words(table.sheet, "Seat 1", explain(table, hand, deal.dealer, lines))


@pytest.mark.parametrize(
    ("cards", "dealer", "sentence"),
    [
        ("5h Kd Qc", "Ks 9d 2c", "Seat 1's K-Q-5 beats K-9-2: the queen decides (RIV-5)"),
        ("9h 9d 2c", "Ts Td 2s", "Seat 1's 9-9-2 loses to 10-10-2: the tens decide (RIV-5)"),
        ("Ah 6d 6c", "6s 6h 4d", "Seat 1's 6-6-A beats 6-6-4: the ace decides (RIV-5)"),
        ("Kh 9h 2h", "Qs Js 2s", "Seat 1's flush K-9-2 beats Q-J-2: the king decides (RIV-5)"),
        ("Ah 3d 2c", "4s 3s 2d", "Seat 1's straight 3-2-A loses to 4-3-2: the four decides (RIV-5)"),
        ("6h 6d Ac", "As Kd 4d", "Seat 1's pair of sixes beats ace high (RIV-5)"),
        ("6h 6d 6c", "As Kd Qd", "Seat 1's three sixes beat a straight (RIV-5)"),
        ("As Ks Qs", "Ah Kh Jh", "Seat 1's A-K-Q suited beats a flush (RIV-5)"),
        ("9s 9d 9h", "Ah Kh Qh", "Seat 1's three nines lose to A-K-Q suited (RIV-5)"),
        ("Kh 9d 2c", "Ks 9h 2d", "Seat 1's K-9-2 ties K-9-2: the hands are equal (RIV-5)"),
        ("Kh 9d 2c", "Js 9h 2d", "Seat 1: the dealer does not qualify, jack high (RIV-5)"),
    ],
)
def test_one_sentence_decides(cards: str, dealer: str, sentence: str) -> None:
    assert decided("rivers", cards, dealer) == sentence


def test_folds_side_bets_and_a_bank_that_does_not_reach() -> None:
    assert decided("rivers", "9h 7d 2c", "Ks Qd 5h", action="fold") == (
        "Seat 1 folded 9-7-2; the dealer held K-Q-5 (RIV-4)"
    )
    assert decided("shine", "9h 7h 2h", "9s 9d 5h", "pair_xxx", "super_6_bonus", action=None) == (
        "Seat 1: Pair XXX pays 3 to 1 whatever the dealer has;"
        " Super 6 Bonus pays 5 to 1 for three of a kind of six cards"
    )
    assert decided("shine", "9h 7h 2d", "Ks Jd 5h", "pair_xxx", "super_6_bonus", action=None) == (
        "Seat 1: Pair XXX loses: it needs a pair or better;"
        " Super 6 Bonus loses: it needs three of a kind or better"
    )
    assert decided("napa-valley", "9h 9d 2c", "Ks Qd 5h", bank=500) == (
        "Seat 1's pair of nines beats king high; the bank covers a part of it (NAPA-7)"
    )
    assert decided("compares ante", "Kh 9d 2c", "Js 9h 2d") == (
        "Seat 1: the dealer does not qualify, jack high; the K-9-2 beats J-9-2: the king decides (AC-5)"
    )


def test_what_is_won_or_lost_already() -> None:
    napa = open_table(load_house("napa-valley"))

    def sure(cards: str, stake: int) -> list[str]:
        seat = Seat(1, "a", (("ante", 1_000), ("pair_plus", 1_000)), parse_cards(cards))
        return [sure_words(napa.sheet, "Seat 1", bet) for bet in sure_bets(napa, seat, BankLimit(stake, ()))]

    assert sure("9h 4h 2h", 50_000) == ["Seat 1 has a flush: Pair Plus pays 3 to 1 if you play"]
    assert sure("9h 4h 2h", 3_000) == [
        "Seat 1 has a flush: Pair Plus pays 3 to 1 if you play, as far as the bank covers it"
    ]
    assert sure("9h 4h 2d", 50_000) == ["Seat 1: Pair Plus is lost: it needs a pair or better"]
    rivers = open_table(load_house("rivers"))
    trips = Seat(1, "a", (("pair_plus", 500), ("six_card_bonus", 500)), parse_cards("9h 9d 9s"))
    assert [sure_words(rivers.sheet, "Seat 1", bet) for bet in sure_bets(rivers, trips)][-1] == (
        "Seat 1 has three of a kind: 6 Card Bonus pays at least 5 to 1 whatever the dealer has"
    )

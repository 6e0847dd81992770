"""What is said to be won or lost already, against every way in which the round can go on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pitboss.cards import FULL_DECK, Card, parse_cards
from pitboss.round import Deal, Hand, Table, open_table
from pitboss.round.bank import BankLimit
from pitboss.round.choices import fold_consequence
from pitboss.round.settlement import ActionId, Line, dealer_draws, pay_deal
from pitboss.round.showdown import SureBet, sure_bets
from pitboss.round.state import Seat
from pitboss.sheet import load_house
from tests.naive.rounds import HOUSES

from .deals import rounds

NUMBER = 120
DEALERS = 4  # for each decision


def seat_of(hand: Hand, *, decided: bool) -> Seat:
    seat = Seat(hand.seat, str(hand.player), tuple(hand.wagers.items()), hand.cards)
    if decided:
        return Seat(seat.number, seat.player, seat.bet, seat.cards, hand.action, hand.discard, hand.drawn)
    return seat


def continuations(table: Table, hand: Hand, *, decided: bool) -> Iterator[Hand]:
    """Everything that a seat may decide, with every card that it may draw."""
    if decided or "ante" not in hand.wagers:
        yield hand
        return
    plain: tuple[ActionId, ...] = ("fold", "play")
    for action in plain:
        yield hand._replace(action=action, discard=None, drawn=None)
    for discard in hand.cards if table.sheet.player.draws else ():
        for drawn in FULL_DECK:
            if drawn not in hand.cards:
                yield hand._replace(action="draw", discard=discard, drawn=drawn)


def dealt_again(table: Table, deal: Deal, hand: Hand, chance: Random) -> Deal:
    """The same round with other cards wherever the seat has not looked."""
    seen: set[Card] = {*hand.cards, *([hand.drawn] if hand.drawn is not None else [])}
    deck = [card for card in FULL_DECK if card not in seen]
    chance.shuffle(deck)
    dealer = deck.pop(), deck.pop(), deck.pop()
    hands = []
    for each in deal.hands:
        if each.seat == hand.seat:
            hands.append(hand)
        else:
            cards = deck.pop(), deck.pop(), deck.pop()
            action: ActionId | None = chance.choice(("fold", "play")) if "ante" in each.wagers else None
            hands.append(each._replace(cards=cards, action=action, discard=None, drawn=None))
    whole = (*dealer, deck.pop()) if dealer_draws(table, dealer) else dealer
    return deal._replace(dealer=whole, hands=hands)


def holds(bet: SureBet, line: Line | None, stake: int) -> bool:
    """Whether a bet has ended as it was said that it would."""
    if bet.cover in ("partial", "none") and line is not None and line.clause == "NAPA-11":
        return True
    if bet.state == "lost":
        return line is not None and line.result == "lose" and line.profit == -stake
    return line is not None and line.result == "win" and (bet.least or line.by == bet.by)


@pytest.mark.parametrize("house", [*HOUSES, "two-up"])
def test_what_is_sure_holds_however_the_round_goes_on(house: str) -> None:
    chance, said = Random(f"sure {house}"), 0
    for table, deal, _, _ in rounds(house, NUMBER):
        hand = chance.choice(list(deal.hands))
        decided = chance.random() < 0.3
        earlier = tuple(tuple(each.wagers.items()) for each in deal.hands if each.seat < hand.seat)
        bank = BankLimit(deal.bank, earlier) if deal.bank is not None else None
        bets = sure_bets(table, seat_of(hand, decided=decided), bank)
        said += len(bets)
        dealers = 1 if table.sheet.player.draws else DEALERS
        for next_hand in continuations(table, hand, decided=decided):
            claims = [bet for bet in bets if bet.always or next_hand.action in bet.actions]
            for _ in range(dealers):
                paid = pay_deal(table, dealt_again(table, deal, next_hand, chance))
                [lines] = [
                    {line.id: line for line in each.lines} for each in paid.seats if each.seat == hand.seat
                ]
                for bet in claims:
                    assert holds(bet, lines.get(bet.id), hand.wagers.get(bet.id, 0)), (bet, next_hand, lines)
    assert said > NUMBER // 3


@pytest.mark.parametrize("house", HOUSES)
def test_nothing_that_is_sure_goes_unsaid(house: str) -> None:
    """A bet on one's own three cards is won or lost as soon as they are kept; each is told, bonuses too."""
    for table, deal, _, _ in rounds(house, NUMBER):
        for hand in deal.hands:
            bets = sure_bets(table, seat_of(hand, decided=False))
            kept_hand = hand._replace(
                action="play" if "ante" in hand.wagers else None, discard=None, drawn=None
            )
            paid = pay_deal(table, deal._replace(hands=[kept_hand], bank=None))
            for line in paid.seats[0].lines:
                if line.id in table.book.awards and line.id not in table.book.six:
                    told = [
                        bet for bet in bets if bet.id == line.id and (bet.always or "play" in bet.actions)
                    ]
                    assert [(bet.state, bet.by) for bet in told] == [
                        ("won" if line.result == "win" else "lost", line.by)
                    ]


def told(house: str, cards: str, *wagers: str, action: ActionId | None = None) -> list[tuple[object, ...]]:
    bet = tuple((name, 500) for name in wagers)
    seat = Seat(1, "a", bet, parse_cards(cards), action)
    return [
        (
            each.id,
            each.state,
            each.actions,
            each.always,
            each.by[0].line if each.by else each.needs,
            each.least,
        )
        for each in sure_bets(open_table(load_house(house)), seat)
    ]


@pytest.mark.clause("RIV-7", "RIV-9")
def test_riv_7_riv_9_a_flush_is_paid_whatever_is_decided() -> None:
    assert told("rivers", "9h 4h 2h", "ante", "pair_plus") == [
        ("pair_plus", "won", ("fold", "play"), True, "flush", False)
    ]
    assert told("rivers", "9h 4d 2h", "pair_plus") == [("pair_plus", "lost", (), True, "pair", False)]


@pytest.mark.clause("RIV-6")
def test_riv_6_the_ante_bonus_asks_for_play() -> None:
    assert told("rivers", "9h 8d 7h", "ante") == [("ante_bonus", "won", ("play",), False, "straight", False)]
    assert told("rivers", "9h 8d 7h", "ante", action="play")[0][2:4] == (("play",), True)
    assert told("rivers", "9h 8d 7h", "ante", action="fold") == []


@pytest.mark.clause("RIV-8")
def test_riv_8_three_of_a_kind_make_the_six_cards_pay() -> None:
    assert ("six_card_bonus", "won", (), True, "three_of_a_kind", True) in told(
        "rivers", "9h 9d 9s", "pair_plus", "six_card_bonus"
    )
    assert not [
        each for each in told("rivers", "9h 8h 7h", "ante", "six_card_bonus") if each[0] == "six_card_bonus"
    ]


@pytest.mark.clause("NAPA-5")
def test_napa_5_a_fold_gives_pair_plus_away() -> None:
    assert told("napa-valley", "9h 9d 2h", "ante", "pair_plus") == [
        ("pair_plus", "won", ("play",), False, "pair", False)
    ]
    assert told("napa-valley", "9h 8d 2h", "ante", "pair_plus") == [
        ("pair_plus", "lost", ("fold", "play"), True, "pair", False)
    ]
    assert told("napa-valley", "9h 9d 2h", "ante", "pair_plus", action="fold") == []  # the fold has told it


@pytest.mark.clause("PEC-14")
def test_pec_14_a_pair_pays_at_least_its_own_pay_after_a_draw() -> None:
    assert told("pechanga", "9h 9d 2h", "ante", "double_shot") == [
        ("double_shot", "won", ("play",), False, "pair", False),
        ("double_shot", "won", ("draw",), False, "pair", True),
    ]


@pytest.mark.clause("PEC-12", "PEC-13")
def test_pec_12_pec_13_a_flush_is_won_only_if_it_is_kept() -> None:
    assert told("pechanga", "9h 4h 2h", "ante", "double_shot") == [
        ("double_shot", "won", ("play",), False, "flush", False)
    ]


@pytest.mark.parametrize(
    ("house", "cards", "wagers", "consequence"),
    [
        # No draw makes a straight flush or three of a kind of these, and a drawn pair pays nothing.
        (
            "pechanga",
            "Ks 9h 4d",
            ("ante", "double_shot"),
            "Lose Ante $10. Double Shot Bonus is lost already.",
        ),
        ("pechanga", "Ks 9s 8s", ("ante", "double_shot"), "Lose Ante $10 and Double Shot Bonus $5."),
        ("napa-valley", "Ks 9h 4d", ("ante", "pair_plus"), "Lose Ante $10. Pair Plus is lost already."),
        ("napa-valley", "Ks Kh 4d", ("ante", "pair_plus"), "Lose Ante $10 and Pair Plus $5."),
        (
            "rivers",
            "Ks 9h 4d",
            ("ante", "pair_plus", "six_card_bonus", "progressive"),
            "Lose Ante $10. 6 Card Bonus stays live. Pair Plus and Progressive are lost already.",
        ),
    ],
)
def test_a_fold_does_not_offer_what_is_lost_already(
    house: str, cards: str, wagers: tuple[str, ...], consequence: str
) -> None:
    stakes = {"ante": 1000, "progressive": 100}
    bet = tuple((name, stakes.get(name, 500)) for name in wagers)
    assert (
        fold_consequence(open_table(load_house(house)), Seat(1, "p", bet, parse_cards(cards))) == consequence
    )


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_bet_that_the_bank_may_not_reach_says_so() -> None:
    table = open_table(load_house("napa-valley"))
    seat = Seat(2, "a", (("ante", 1_000), ("pair_plus", 1_000)), parse_cards("9h 4h 2h"))
    before = ((("ante", 1_000),),)
    covers = [
        (stake, sure_bets(table, seat, BankLimit(stake, before))[0].cover)
        for stake in (4_000, 4_001, 6_999, 7_000)
    ]
    # before it: Ante and Play of seat 1 and of its own, $10 each; the flush itself pays $30
    assert covers == [(4_000, "none"), (4_001, "partial"), (6_999, "partial"), (7_000, "full")]

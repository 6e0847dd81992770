"""The most that a round can cost, against what settlement pays for deals that reach it and for any others."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import parse_cards
from pitboss.money import MICRO
from pitboss.odds import Game
from pitboss.odds.risk.table_swings import exposure
from pitboss.round import open_table
from pitboss.round.settlement import Deal, Hand, settle
from pitboss.sheet import load_house
from tests.odds.dealer_bets import with_dealer_bets

# Rivers without its wager on six cards, where players draw and a fold loses the envy.
DRAWS = (
    *("wager.six_card_bonus=", "pays.six_card_bonus=", "felt=", "player.draws=true"),
    'wager.progressive.fold={does="lose",clause="RIV-9"}',
)
METER = 100_000 * MICRO  # as it is reset
BY_SUIT = 'pays.ante_bonus.lines.mini_royal_spades="500 to 1"'
# Four suited A-K-Qs and three straight flushes, each dealt or drawn to; the dealer qualifies with a pair.
SEATS = ("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc", "9s Ts Js", "9h Th Jh", "9d Td Jd")
DEALER, OTHERS = "2c 2d 5h", "2s 3s 4s 2h 3h 4h 3d"


@pytest.mark.parametrize("sets", [(), (BY_SUIT,)], ids=["", "by suit"])
@pytest.mark.parametrize("players", [1, 3])
def test_a_full_table_reaches_what_it_can_cost_however_the_hands_were_come_by(
    sets: tuple[str, ...], players: int
) -> None:
    game = Game(open_table(load_house("rivers", [*DRAWS, *sets])), players)
    found = exposure(game)
    for drawn in (False, True):
        hands = []
        for seat, (text, other) in enumerate(zip(SEATS, parse_cards(OTHERS), strict=True), 1):
            first, second, third = parse_cards(text)
            dealt = Hand(seat, seat, found.bets, (first, second, third), "play")
            draw = Hand(seat, seat, found.bets, (first, second, other), "draw", other, third)
            hands.append(draw if drawn else dealt)
        result = settle(game.table, Deal(parse_cards(DEALER), hands, meter=METER))
        assert sum(seat.net for seat in result.seats) == found.table
        alone = settle(game.table, Deal(parse_cards(DEALER), hands[:1], meter=METER)).seats[0]
        assert alone.net == found.seat


def test_no_deal_costs_more_whatever_players_do() -> None:
    game = Game(open_table(load_house("rivers", [*DRAWS, BY_SUIT])), 2)
    found, random = exposure(game), Random(5)
    for _ in range(2_000):
        deck = random.sample(range(52), 10)
        mine, dealer = (deck[0], deck[1], deck[2]), tuple(deck[3:6])
        hand = random.choice(
            [Hand(1, 1, found.bets, mine, "play"), Hand(1, 1, found.bets, mine, "draw", mine[0], deck[6])]
        )
        assert settle(game.table, Deal(dealer, [hand], meter=METER)).seats[0].net <= found.seat


def test_a_draw_that_nobody_should_make_can_cost_most() -> None:
    """K-Q-J suited keeps its 40 to 1 and is drawn to an A-K-Q, which pays ten times as much as one dealt."""
    sets = ['pays.double_shot.carry.straight_flush="40 to 1"', 'pays.play_bonus.drawn.mini_royal="200 to 1"']
    game = Game(open_table(load_house("pechanga", sets)))
    king, queen, jack, ace = parse_cards("Ks Qs Js As")
    found = exposure(game)
    hand = Hand(1, 1, found.bets, (king, queen, jack), "draw", jack, ace)
    assert settle(game.table, Deal(parse_cards("Qh 3d 2c"), [hand])).seats[0].net == found.seat


def test_bets_that_are_not_counted_together_with_a_draw_add_up() -> None:
    """$500 on each: a drawn A-K-Q brings Ante, Play and 5 to 1, six of one colour 4 to 1."""
    found = exposure(Game(open_table(with_dealer_bets("player.draws=true", names=("prime",)))))
    assert found.by_wager == {"ante": (1 + 1 + 5) * 50_000, "prime": 4 * 50_000}
    assert found.seat == (1 + 1 + 5 + 4) * 50_000

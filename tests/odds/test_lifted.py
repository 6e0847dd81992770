"""Draws and six cards beside up cards, and envy in a whole bet: as plain counting has them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm, sqrt

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.hands import kind6
from pitboss.odds import Game, Price, advise, from_value
from pitboss.round import open_table
from pitboss.round.settlement import ActionId, Deal, Hand, pay_deal
from pitboss.sheet import load_house
from pitboss.sheet.model import Sheet
from tests.odds.counting import (
    ALWAYS,
    PAIR,
    QUEEN_HIGH,
    Rules,
    Three,
    all_threes,
    bits,
    cards,
    place_of,
    strength,
    triples,
)

ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'
DRAWS_BELOW_PAIR = 'dealer.draw={when="below",below="pair",clause="RIV-5",stands_clause="RIV-5"}'
SIX_FOLDS = 'wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'


def game_of(house: str, sets: Sequence[str] = (), players: int = 1) -> Game:
    return Game(open_table(load_house(house, sets)), players)


def dealt(number: int, shows: int, seed: str) -> list[tuple[Three, list[int]]]:
    """Some hands with up cards."""
    chance = random.Random(seed)
    found = []
    for _ in range(number):
        a, b, c, *up = chance.sample(range(52), 3 + shows)
        found.append(((a, b, c), up))
    return found


SPECIAL = (
    ("Ah Kh 4h", "Qh Jh Th"),  # up cards that a royal of five lacks
    ("9d 8d 2d", "7d 6d 9c"),
    ("9c 9d 2h", "9s 2c As"),
    ("Qs Jd Tc", "Jc Ts 2c"),
)


def special(game: Game) -> list[tuple[Three, Sequence[int]]]:
    return [(cards(hand), cards(up)[: game.dealing.shows]) for hand, up in SPECIAL]


# Six cards beside up cards and a dealer who draws


def six_card_evs(
    sheet: Sheet, rules: Rules, hand: Three, up: Sequence[int], bets: Mapping[str, int]
) -> dict[str, Fraction]:
    """Fold and play over every outcome: three cards with the up cards among them, then each fourth card."""
    table, free = open_table(sheet), np.array([card for card in range(52) if card not in (*hand, *up)])
    mine, qualifies, draws = int(strength(*hand)), place_of(rules.qualifier), place_of(rules.draws_below)
    ends: Counter[tuple[int, int]] = Counter()
    example: dict[tuple[int, int], tuple[int, ...]] = {}
    for hidden in combinations(free.tolist(), 3 - len(up)):
        first = (*up, *hidden)
        six = int(kind6((*hand, *first)))
        best, fourths = np.full(1, strength(*first)), np.full(1, -1)
        if best[0] < draws:
            fourths = free[~np.isin(free, hidden)]
            with_it = [strength(a, b, fourths) for a, b in combinations(first, 2)]
            best = np.maximum(best, np.max(with_it, axis=0))
        results = 3 * (best >= qualifies) + 1 + np.sign(mine - best)
        for result, number in enumerate(np.bincount(results).tolist()):
            if number:
                ends[result, six] += (
                    46 if draws and fourths[0] < 0 else number
                )  # standing, with any fourth card
                fourth = int(fourths[np.argmax(results == result)])
                example[result, six] = first if fourth < 0 else (*first, fourth)
    actions: tuple[ActionId, ...] = ("fold", "play")
    found: dict[str, Fraction] = {}
    for action in actions:
        total = 0
        for end, number in ends.items():
            deal = Deal(example[end], [Hand(1, 1, bets, hand, action)], meter=10**5)
            total += number * pay_deal(table, deal).seats[0].net
        found[action] = Fraction(total, sum(ends.values()) * bets["ante"])
    return found


SIXES = [
    (["dealer.shows=1"], Rules(QUEEN_HIGH), 5),
    (["dealer.shows=1", SIX_FOLDS], Rules(QUEEN_HIGH), 5),
    (["dealer.shows=2", SIX_FOLDS], Rules(QUEEN_HIGH), 5),
    (["dealer.shows=3", SIX_FOLDS], Rules(QUEEN_HIGH), 5),
    ([ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS), 1),
    ([DRAWS_BELOW_PAIR, SIX_FOLDS, 'dealer.qualifier.hand="king high"'], Rules((0, 13, 0, 0), PAIR), 1),
    (["dealer.shows=1", DRAWS_BELOW_PAIR, SIX_FOLDS], Rules(QUEEN_HIGH, PAIR), 3),
    (["dealer.shows=2", ALWAYS_DRAWS, SIX_FOLDS], Rules(QUEEN_HIGH, ALWAYS), 5),
    (["dealer.shows=3", DRAWS_BELOW_PAIR], Rules(QUEEN_HIGH, PAIR), 5),
]


@pytest.mark.parametrize(("sets", "rules", "number"), SIXES, ids=str)
def test_six_cards_beside_up_cards_and_draws(sets: list[str], rules: Rules, number: int) -> None:
    sheet = load_house("rivers", sets)
    game, bets = Game(open_table(sheet)), {"ante": 500, "pair_plus": 700, "six_card_bonus": 2000}
    hands = [*special(game)[: 4 * game.dealing.shows], *dealt(number, game.dealing.shows, str(sets))]
    for hand, up in hands:
        found = advise(game, hand, up, bets).actions
        assert found == six_card_evs(sheet, rules, hand, up, bets), (cards_text(hand), cards_text(up))


def parts(game: Game, bets: Mapping[str, int]) -> Fraction:
    """What the wagers of a bet are worth, each by itself."""
    return sum((amount * game.price(name).ev for name, amount in bets.items()), Fraction(0))


@pytest.mark.parametrize("sets", [[DRAWS_BELOW_PAIR], ["dealer.shows=1"]], ids=str)
def test_a_bet_with_six_cards_is_worth_its_parts(sets: list[str]) -> None:
    game = game_of("rivers", sets)
    bets = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700, "progressive": 100}
    assert game.price_bets(bets).ev == parts(game, bets)


def test_six_cards_beside_an_up_card_over_all_deals() -> None:
    """A player who does not look at the up card: the whole distribution is that where nothing shows."""
    bets = {"ante": 500, "six_card_bonus": 700}
    nets = []
    for sets in ([], ["dealer.shows=1"]):
        game = game_of("rivers", sets)
        pays = game.payoffs_of(bets)
        nets.append(game.tally_of(bets, pays, from_value(300)).nets(pays))
    assert nets[1] == {net: 3 * number for net, number in nets[0].items()}


def assert_sampled(price: Price, nets: Sequence[int]) -> None:
    """The mean and how often a bet wins, where that is known, within four standard errors of the sampled."""
    error = price.stdev / sqrt(len(nets))
    assert abs(float(price.ev) - sum(nets) / len(nets)) < 4 * error
    if price.known_win_frequency is None:
        return
    wins = float(price.win_frequency)
    seen = sum(net > 0 for net in nets) / len(nets)
    assert abs(wins - seen) < 4 * sqrt(wins * (1 - wins) / len(nets))


def test_a_dealer_who_draws_to_cards_that_all_show() -> None:
    """What shows changes nothing for a player who plays from a hand up, whatever shows."""
    blind, seeing = (
        game_of("rivers", [DRAWS_BELOW_PAIR]),
        game_of("rivers", [DRAWS_BELOW_PAIR, "dealer.shows=3"]),
    )
    assert (
        seeing.price("ante", from_value(200)).distribution
        == blind.price("ante", from_value(200)).distribution
    )


# Envy in a whole bet

ROYALS = [frozenset(40 + suit + 4 * rank for rank in range(3)) for suit in range(4)]
ENVY = dict(zip(ROYALS, (2500, 2500, 2500, 10000), strict=True))


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_in_a_whole_bet_deal_by_deal() -> None:
    """The whole distribution for two players: every deal in which the other one holds a suited A-K-Q."""
    bets = {"ante": 1000, "pair_plus": 500, "progressive": 100}
    table, cut_off = open_table(load_house("rivers")), int(strength(*cards("Qs 6h 4d")))
    alone, both = Game(table).price_bets(bets), Game(table, 2).price_bets(bets)
    expected: Counter[Fraction] = Counter({net: n * comb(46, 3) for net, n in alone.distribution.items()})
    sets, strong = all_threes().sets, all_threes().strong
    qualified = 3 * (np.arange(741) >= place_of(QUEEN_HIGH))
    paid: dict[tuple[int, ...], int] = {}

    def deal(hand: Three, other: frozenset[int], envied: Sequence[frozenset[int]]) -> None:
        """Every dealer hand beside the two; they stand for as many deals beside each of the envied hands."""
        mine, action = int(strength(*hand)), "play" if strength(*hand) >= cut_off else "fold"
        apart = sets & (bits(hand) | bits([*other])) == 0
        ends = qualified + 1 + np.sign(mine - np.arange(741))
        ways = np.bincount(ends, np.bincount(strong[apart], minlength=741), 6)
        for end in np.flatnonzero(ways).tolist():
            key = (mine, hand[0] & 3 if mine == 740 else -1, end)
            if key not in paid:
                dealer = triples()[np.flatnonzero(apart & (ends[strong] == end))[0]].tolist()
                seat = Hand(1, 1, bets, hand, action)  # type: ignore[arg-type]
                paid[key] = pay_deal(table, Deal(tuple(dealer), [seat], meter=10**5)).seats[0].net
            for each in envied:
                expected[Fraction(paid[key])] -= int(ways[end])
                expected[Fraction(paid[key] + ENVY[each])] += int(ways[end])

    spades = ROYALS[3]
    for a, b, c in triples()[sets & bits([*spades]) == 0].tolist():
        if frozenset((a, b, c)) not in ENVY:
            deal((a, b, c), spades, ROYALS)  # suits are only names to such a hand
    for own, other in permutations(ROYALS, 2):
        a, b, c = own
        deal((a, b, c), other, [other])
    assert both.outcomes == 22_100 * 18_424 * 15_180
    assert both.distribution == {net: n for net, n in sorted(expected.items()) if n}


BETS = [
    {"ante": 1000, "progressive": 100},
    {"pair_plus": 500, "progressive": 100},
    {"pair_plus": 500, "six_card_bonus": 700, "progressive": 100},
    {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700, "progressive": 100},
]


@pytest.mark.parametrize("players", [2, 7])
@pytest.mark.parametrize("bets", BETS, ids="+".join)
@pytest.mark.clause("RIV-11")
def test_riv_11_envy_adds_its_mean(bets: dict[str, int], players: int) -> None:
    """Each other player holds each envied hand once in 22,100 deals, whatever else is on the felt."""
    alone, together = game_of("rivers").price_bets(bets), game_of("rivers", (), players).price_bets(bets)
    assert together.ev - alone.ev == (players - 1) * Fraction(sum(ENVY.values()), 22_100)
    own = 18_424 if {"ante", "six_card_bonus"} & {*bets} else 1
    left = 46 if own > 1 else 49
    others = perm(left, 3 * (players - 1)) // 6 ** (players - 1)
    assert together.outcomes == 22_100 * own * others


def test_envy_beside_an_up_card() -> None:
    bets = {"ante": 1000, "progressive": 100}
    game = game_of("rivers", ["dealer.shows=1"], 3)
    assert game.price_bets(bets).ev == parts(game, bets)


@pytest.mark.clause("RIV-11")
def test_riv_11_whole_rounds_of_four_players_settled() -> None:
    bets = {"ante": 1000, "six_card_bonus": 700, "progressive": 100}
    table, cut_off = open_table(load_house("rivers")), int(strength(*cards("Qs 6h 4d")))
    chance, nets = random.Random("envy"), []
    for _ in range(10_000):
        deck = chance.sample(range(52), 15)
        seats = []
        for seat in range(1, 5):
            a, b, c = deck[3 * seat : 3 * seat + 3]
            seats.append(
                Hand(seat, seat, bets, (a, b, c), "play" if strength(a, b, c) >= cut_off else "fold")
            )
        result = pay_deal(table, Deal(tuple(deck[:3]), seats, meter=10**5))
        nets.append(result.seats[0].net)
    assert_sampled(Game(table, 4).price_bets(bets), nets)


@pytest.mark.parametrize("shows", [0, 3])
def test_a_meter_beyond_64_bits_stays_exact(shows: int) -> None:
    """A meter of ten trillion dollars times the outcomes of a hand is more than 64 bits hold."""
    meter, bets = 10**15, {"ante": 1000, "progressive": 100}
    table = open_table(load_house("rivers", [f"dealer.shows={shows}"]))
    game = Game(table, 1, meter)
    assert game.price_bets(bets).ev == parts(game, bets)
    with_it, without = (
        advise(game, cards("As Ks Qs"), [0, 1, 2][:shows], each).actions for each in (bets, None)
    )
    assert {name: ev + Fraction(meter - 100, 1000) for name, ev in without.items()} == with_it

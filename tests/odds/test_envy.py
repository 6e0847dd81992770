"""Envy on any wager and of any hands: against plain counting of other players' hands, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
import pytest

from pitboss.odds import Game, NotPriced, Price, advise, from_value, how, strategy
from pitboss.odds.geometry import all_hands, rows
from pitboss.odds.not_priced import OutOfReach
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.sheet.pays import ROYAL
from tests.odds.counting import Array, all_threes, bits, cards, keys, ladder, strength, triples
from tests.odds.prices import check

MANY = (
    'envy.lines={pair="$1",flush="$2",straight="$3",three_of_a_kind="$20",'
    'straight_flush="$25",mini_royal="$50",mini_royal_spades="$100"}'
)
HUNDRED = 'envy.lines={three_of_a_kind="$5",straight_flush="$10"}'  # 52 + 48 hands
PAIRS = 'envy.lines={pair_or_better="$5"}'
ON_ANTE = 'envy.wager="ante"'
LOST = 'wager.progressive.fold={does="lose",clause="RIV-9"}'
UNFOLDED = "envy.folded_holder_counts=false"
DRAWS = 'dealer.draw={when="below",below="pair",clause="RIV-5",stands_clause="RIV-5"}'
PECHANGA = (
    'envy={wager="double_shot",holder_must_bet=false,folded_holder_counts=false,own="person",clause="PEC-15",'
    'lines={three_of_a_kind="$10",straight="$2"}}'
)
BY_RANK = {0: 0, 1: 100, 2: 200, 3: 300, 4: 2000, 5: 2500}  # cents of `MANY` by the naive category


def game_of(sets: Sequence[str], players: int, house: str = "rivers") -> Game:
    return Game(open_table(load_house(house, list(sets))), players)


def naive_cents(hand: Sequence[int], key: tuple[int, ...]) -> int:
    """What `MANY` pays for a hand, by the naive evaluator."""
    if key == (5, 14):
        return 10000 if hand[0] & 3 == 3 else 5000
    return BY_RANK[key[0]]


@pytest.fixture(scope="module")
def many() -> Array:
    """The cents of `MANY` by hand."""
    return np.array([naive_cents(hand, key) for hand, key in zip(triples().tolist(), keys(), strict=True)])


# A wager that no decision touches


@pytest.mark.parametrize("players", [2, 3, 7])
def test_envy_of_many_hands_has_its_mean_and_its_deviation(players: int, many: Array) -> None:
    """The mean by linearity; the variance by one's own hand, one other's, and two others'."""
    game, others = game_of([MANY], players), players - 1
    price = game.price("progressive")
    own = np.array(game.payoffs_of({"progressive": 100}).pat[:, 0, 0])[all_hands().hand_class]
    mean, envy = Fraction(int(own.sum()), 22_100), Fraction(int(many.sum()), 22_100)
    assert price.ev == (mean + others * envy) / 100
    sets = all_threes().sets
    beside = Counter[tuple[int, int]]()
    for net, cents in ((own, many), (many, many)):
        for place in np.flatnonzero(net + 100).tolist() if net is own else np.flatnonzero(net).tolist():
            beside[id(net) == id(own), 0] += int(net[place]) * int(cents[sets & sets[place] == 0].sum())
    # Nets of −$1 are all others: what any two hands give, less what the rest does.
    rest = -100 * (
        int(many.sum()) * comb(49, 3)
        - sum(int(many[sets & sets[place] == 0].sum()) for place in np.flatnonzero(own + 100).tolist())
    )
    both = Fraction(beside[True, 0] + rest, 22_100 * comb(49, 3))
    two = Fraction(beside[False, 0], 22_100 * comb(49, 3))
    square = Fraction(int((own.astype(object) ** 2).sum()), 22_100) + 2 * others * both
    square += others * Fraction(int((many.astype(object) ** 2).sum()), 22_100) + others * (others - 1) * two
    assert price.variance == square / 10_000 - price.ev**2
    assert (price.moments is None) == (players == 2)
    if players == 2:
        check(price)


@pytest.mark.parametrize("players", [2, 7])
def test_a_hundred_envied_hands(players: int) -> None:
    """52 trips at $5 and 48 straight flushes at $10, for each other player."""
    price, alone = (game_of([HUNDRED], n).price("progressive") for n in (players, 1))
    assert price.ev - alone.ev == (players - 1) * Fraction(52 * 5 + 48 * 10, 22_100)


# The Ante, and wagers that a fold loses


HANDS = ("Qs 6h 4d", "Qs 6h 3d", "As Ks Qs", "9c 9d 2h", "7c 5d 2h")


@pytest.mark.parametrize(("shows", "up"), [(0, ""), (1, "Kh"), (2, "Kh Jd")], ids=str)
def test_playing_keeps_the_envy_that_a_fold_loses(shows: int, up: str, many: Array) -> None:
    """Suited A-K-Qs pay their mean where hands are decided up to suits."""
    even = many.astype(object)
    royal = all_hands().hand_class >= ROYAL
    even[royal] = Fraction(sum(many[royal].tolist()), 4)
    shown = [card for text in up.split() for card in cards(f"{text} 2c 3c")[:1]]
    for players in (2, 7):
        game, alone = (game_of([ON_ANTE, MANY, f"dealer.shows={shows}"], n) for n in (players, 1))
        for text in HANDS[: 5 if shows < 2 else 2]:
            hand = cards(text)
            bets = {"ante": 500}
            with_envy, without = (advise(each, hand, shown, bets).actions for each in (game, alone))
            apart = all_threes().sets & bits([*hand, *shown]) == 0
            more = Fraction(sum(even[apart].tolist()), int(apart.sum()) * 500)
            assert with_envy["fold"] == without["fold"] == -1
            assert with_envy["play"] == without["play"] + (players - 1) * more, text


@pytest.mark.parametrize(
    ("lines", "players"), [([], 7), ([PAIRS], 2), ([HUNDRED], 4)], ids=["royals", "pairs", "hundred"]
)
def test_the_ante_earns_envy(lines: list[str], players: int) -> None:
    """What every hand is worth by linearity adds up to the price, which looks at each of the dealer's."""
    game = game_of([ON_ANTE, *lines], players)
    price = game.price("ante")
    worth = sum(
        (each.multiplicity * max(each.worth.values()) for each in strategy(game, {"ante": 500})), Fraction(0)
    )
    assert price.ev == worth / 22_100
    assert "smallest_bet" in price.notes
    assert (price.moments is not None) == (players > 2)
    if price.moments:
        told_in_every_form(game, price)
    else:
        check(price)
    assert price.ev > game_of([ON_ANTE, *lines], 1).price("ante").ev


def told_in_every_form(game: Game, price: Price) -> None:
    """What is left out of a price is nowhere told."""
    told = price.as_json()
    assert (told["distribution"], told["win_frequency"], told["stdev"]) == (None, None, None)
    names = [each.name for each in how(game, price).formulas]
    assert names == ["EV", "House edge", "Element of risk"]
    assert "–" in price._repr_html_()
    with pytest.raises(NotPriced, match="left out"):
        assert price.win_frequency


@pytest.mark.parametrize("players", [3, 7])
def test_the_deviation_of_a_full_table_follows_from_two_players(players: int) -> None:
    """Each other adds as much as the first, and every two of them what they have in common."""
    bets, others = {"ante": 500, "progressive": 100}, players - 1
    none, one, many = (game_of([], n).price_bets(bets).variance for n in (1, 2, players))
    cents = (2500, 2500, 2500, 10_000)
    both = Fraction(sum(cents) ** 2 - sum(each**2 for each in cents), 22_100 * comb(49, 3))
    common = both - Fraction(sum(cents), 22_100) ** 2
    assert many == none + others * (one - none) + others * (others - 1) * common


def test_the_deviation_of_a_full_table_is_left_out_where_a_fold_loses_the_envy() -> None:
    price = game_of([LOST], 3).price("progressive")
    assert price.moments is not None
    assert price.known_variance is None


def test_a_wager_that_a_fold_loses_earns_envy_only_when_played() -> None:
    """Beside the smallest Ante the 7,200 hands below Q-6-4 are folded: for this envy no more are played."""
    alone, both = (game_of([LOST], n).price("progressive") for n in (1, 2))
    cut_off = int(strength(*cards("Qs 6h 4d")))
    royals = [
        set(triples()[place].tolist()) for place in np.flatnonzero(all_hands().hand_class >= ROYAL).tolist()
    ]
    pays = [Fraction(25)] * 3 + [Fraction(100)]
    order = sorted(range(4), key=lambda suit: min(royals[suit]) & 3)
    total = Fraction(0)
    for place, hand in enumerate(triples().tolist()):
        if all_threes().strong[place] >= cut_off:
            total += sum(pay for pay, suit in zip(pays, order, strict=True) if not royals[suit] & set(hand))
    assert both.ev - alone.ev == total / (22_100 * comb(49, 3))


# What others do


def test_a_folded_hand_is_not_envied() -> None:
    """The 7,200 hands below Q-6-4 are folded, all of them high cards; the other 9,240 of these pay."""
    price, alone = (
        game_of([UNFOLDED, 'envy.lines={high_card="$1"}'], n).price("progressive") for n in (4, 1)
    )
    assert price.ev - alone.ev == 3 * Fraction(16_440 - 7_200, 22_100)
    assert price.notes == ("others_play",)


def test_what_others_fold_goes_by_the_card_that_shows() -> None:
    sets = [UNFOLDED, 'envy.lines={high_card="$1"}', "dealer.shows=1"]
    game, alone = game_of(sets, 2), game_of(sets, 1)
    played = sum(
        entry.multiplicity
        for entry in strategy(alone)
        if entry.best != ("fold",)
        and max(entry.worth.values()) == entry.worth["play"]
        and strength(*entry.hand) < int(strength(*cards("2c 2d 3h")))
    )
    assert game.price("progressive").ev - alone.price("progressive").ev == Fraction(played, 22_100 * 49)


@pytest.mark.parametrize(
    "sets",
    [
        ["player.draws=true", 'envy.lines={three_of_a_kind="$5"}'],
        [UNFOLDED, 'envy.lines={high_card="$1",pair="$2"}', "dealer.shows=1"],
    ],
    ids=["draw", "fold"],
)
def test_what_others_do_is_out_of_reach_where_a_fold_loses_the_envy(sets: list[str]) -> None:
    """Else how often an Ante ends with each hand is all that matters."""
    with pytest.raises(OutOfReach) as refused:
        game_of([*sets, ON_ANTE], 2).price("ante")
    assert refused.value.reason == "others_play"


def test_others_draw_by_the_suit_of_a_royal() -> None:
    """Each hand of their strategy with every card that it draws."""
    game = game_of(["player.draws=true", 'pays.ante_bonus.lines.mini_royal_spades="500 to 1"'], 3)
    total = 0
    for each in strategy(Game(game.table)):
        finals = [each.hand] * 49
        if each.best[0].startswith("draw"):
            gone = int(each.best[0][-1]) - 1
            kept = [card for place, card in enumerate(each.hand) if place != gone]
            finals = [(*kept, card) for card in range(52) if card not in each.hand]
        suited = [hand for hand in finals if min(hand) >= 40 and len({card & 3 for card in hand}) == 1]
        total += each.multiplicity * sum(10_000 if hand[0] & 3 == 3 else 2_500 for hand in suited)
    assert game.envied.mean == Fraction(total, 22_100 * 49)


@lru_cache(maxsize=1)
def drawn_pays() -> Array:
    """What `PECHANGA` pays for a hand, by its strength."""
    return np.array([{4: 1000, 3: 200}.get(key[0], 0) for key in ladder()])


def drawn_cents(hand: Sequence[int], action: str) -> int:
    """What one other's hand pays over every card that it can draw; a folded one pays nothing."""
    if action == "fold":
        return 0
    free = np.array(sorted({*range(52)} - {*hand}))
    if action == "play":
        return len(free) * int(drawn_pays()[strength(*hand)])
    first, second = (card for place, card in enumerate(hand) if place != int(action[-1]) - 1)
    return int(drawn_pays()[strength(first, second, free)].sum())


def test_others_are_envied_for_what_they_draw() -> None:
    """Every hand of the full strategy with every card that it draws."""
    table = open_table(load_house("pechanga", [PECHANGA]))
    plan = strategy(Game(table))
    total = sum(each.multiplicity * drawn_cents(each.hand, each.best[0]) for each in plan)
    assert Game(table, 3).envied.mean == Fraction(total, 22_100 * 49)


# Six cards, a dealer who draws, whole bets


def test_a_six_card_wager_earns_envy() -> None:
    alone, both = (
        game_of(['envy.wager="six_card_bonus"', HUNDRED], n).price("six_card_bonus") for n in (1, 2)
    )
    check(both)
    assert both.ev - alone.ev == Fraction(52 * 500 + 48 * 1000, 22_100 * 500)
    assert both.outcomes == 22_100 * 18_424 * 15_180


@pytest.mark.parametrize("sets", [[DRAWS], [DRAWS, LOST], [DRAWS, MANY]], ids=["kept", "lost", "many"])
def test_envy_beside_a_dealer_who_draws(sets: list[str]) -> None:
    """Its mean is added, and where a fold loses it the play goes by it; the rest is left out and said so."""
    bets = {"ante": 500, "pair_plus": 500, "progressive": 100}
    game, alone = game_of(sets, 3), game_of(sets, 1)
    whole = game.price_bets(bets)
    assert whole.moments is not None
    if LOST in sets:
        (worth,) = game.worths(bets)
        best = worth.sums.max(axis=-1)[:, 0]
        assert whole.ev == Fraction(int((best * rows().weight).sum()), 22_100 * worth.outcomes)
    else:
        cents = int(np.array(game.table.book.envy)[all_hands().hand_class].sum())
        assert whole.ev == alone.price_bets(bets).ev + 2 * Fraction(cents, 22_100)


def test_a_strategy_that_plays_everything_earns_all_envy() -> None:
    """Whoever never folds is paid as a wager that stays: linearity alone."""
    for players in (2, 5):
        game, alone = game_of([ON_ANTE], players), game_of([ON_ANTE], 1)
        envy = (players - 1) * Fraction(175 * 100, 22_100)
        assert game.price("ante", from_value(0)).ev == alone.price("ante", from_value(0)).ev + envy / 500

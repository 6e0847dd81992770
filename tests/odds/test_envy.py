"""Envy and shared meters: means, deviations and distributions, by settlement and by plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, NotPriced, Price, advise, from_value, how, optimal, strategy
from pitboss.odds.geometry import all_hands, rows
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.plan import plan_of
from pitboss.round import open_table
from pitboss.round.settlement import Deal, Hand, pay_deal
from pitboss.sheet import load_house
from pitboss.sheet.pays import ROYAL
from pitboss.sim import Question, SimSeat, figures, run_rounds, setup
from tests.naive.hands import rank3
from tests.odds.counting import Array, all_threes, bits, cards, keys, ladder, strength, triples
from tests.odds.prices import check
from tests.odds.test_raises import sheet
from tests.round.test_raises import TIMES

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


ENVY = (
    'envy={{wager="blind",holder_must_bet=false,folded_holder_counts={folded},own="person",clause="ULT-1",'
    "lines={{{lines}}}}}"
)
RUNS = 'straight_flush="$10",mini_royal="$25",mini_royal_spades="$99"'
ALIKE = 'straight_flush="$10",mini_royal="$25"'
RAISED_PAIRS = 'pair_or_better="$5"'
TWICE = 'pair="$1",three_of_a_kind="$20",straight_flush="$30",mini_royal="$50"'
BETS = {"ante": 500, "blind": 500}
RAISED_HANDS = ("9s 9d 3h", "As Ks 7s", "Kc 8d 2h", "5s 4s 3s")


@cache
def envious(players: int, lines: str, folded: str = "true", shows: int = 0) -> Game:
    changes = ENVY.format(folded=folded, lines=lines), f"dealer.shows={shows}"
    return Game(open_table(sheet(*changes)), players)


def cents_of_runs(hand: tuple[int, ...]) -> int:
    """What `ALIKE` pays for a hand, by the naive evaluator."""
    key = rank3(cards_text(hand).split())
    return 0 if key[0] < 5 else 2500 if key == (5, 14) else 1000


def test_every_raise_keeps_the_envy_that_a_fold_loses() -> None:
    """Suited A-K-Qs pay their mean where hands are decided up to suits."""
    paid = [cents_of_runs(tuple(hand)) for hand in triples().tolist()]
    spades = [hand[0] % 4 == 3 for hand in triples().tolist()]
    # The suited A-K-Q of spades pays $99 in `RUNS`.
    royals = [9900 if spade else 2500 for cents, spade in zip(paid, spades, strict=True) if cents == 2500]
    mean = Fraction(sum(royals), 4)
    even = np.array([mean if cents == 2500 else Fraction(cents) for cents in paid], object)
    for shows, up in ((0, ""), (1, "6h")):
        known = [card for text in up.split() for card in cards(f"{text} 2c 3c")[:1]]
        for text in RAISED_HANDS:
            hand, raises = cards(text), rank3(text.split())[0] > 0
            with_envy, without = (
                advise(envious(n, RUNS, shows=shows), hand, known, BETS).actions for n in (5, 1)
            )
            apart = all_threes().sets & bits([*hand, *known]) == 0
            more = 4 * Fraction(sum(even[apart].tolist()), int(apart.sum()) * 500)
            assert set(with_envy) == {"fold", "play"} | ({"play_2x", "play_3x"} if raises else set())
            assert with_envy == {name: ev + (more if name != "fold" else 0) for name, ev in without.items()}


@pytest.mark.parametrize(
    ("lines", "players", "shows"),
    [('mini_royal="$25"', 7, 0), (RAISED_PAIRS, 2, 0), (TWICE, 4, 0), ('mini_royal="$25"', 3, 1)],
    ids=["royals", "pairs", "many", "an up card"],
)
def test_worths_of_all_hands_add_up_to_the_price(lines: str, players: int, shows: int) -> None:
    """Hand by hand by linearity, and beside every hand of the dealer's: the main game has the Blind in it."""
    game = envious(players, lines, shows=shows)
    bets = game.stakes_of("ante")
    price, worth, risked, deals = game.price("ante"), Fraction(0), Fraction(0), 0
    for entry in strategy(game, bets):
        deals += entry.multiplicity
        worth += entry.multiplicity * max(entry.worth.values())
        risked += entry.multiplicity * (2 + TIMES.get(entry.action, 0))
    assert price.ev == worth / deals
    assert price.risked == risked / deals
    assert (price.moments is None) == (players == 2)
    if price.moments is None:
        check(price)
    assert price.ev > envious(1, lines, shows=shows).price("ante").ev
    assert game.price_bets(bets).ev == bets["ante"] * price.ev


def test_a_hand_that_others_raise_is_envied_and_one_that_they_fold_is_not() -> None:
    """What others stay with, hand by hand, whether they raise or not."""
    for shows in (0, 1):
        game, alone = (envious(n, 'pair="$1",high_card="$3"', folded="false", shows=shows) for n in (3, 1))
        cents = deals = 0
        for entry in strategy(alone, BETS):
            deals += entry.multiplicity
            stays = "play" in entry.best or any(name.startswith("play_") for name in entry.best)
            cents += (
                stays * entry.multiplicity * {0: 300, 1: 100}.get(rank3(cards_text(entry.hand).split())[0], 0)
            )
        assert Fraction(*game.envied.total) == Fraction(cents, deals)


def test_envy_that_no_fold_loses_adds_its_mean() -> None:
    """At Rivers the Progressive stays: a raise on the Ante changes nothing of its envy."""
    raised = 'play.raises={times=[3], from="pair", clause="RIV-5"}'
    bets = {"ante": 500, "progressive": 100}
    for lines in ('mini_royal="$25"', TWICE):
        many, one = (game_of([raised, f"envy.lines={{{lines}}}"], n) for n in (4, 1))
        held = sum(many.table.book.envy[hand] for hand in all_hands().hand_class.tolist())
        assert many.price_bets(bets).ev == one.price_bets(bets).ev + 3 * Fraction(held, 22_100)
        assert many.price("ante").ev == one.price("ante").ev


@pytest.mark.parametrize(("lines", "players", "shows"), [(RAISED_PAIRS, 2, 0), ('mini_royal="$25"', 3, 1)])
def test_rounds_with_envy_and_raises_are_as_the_price_says(lines: str, players: int, shows: int) -> None:
    game = envious(players, lines, shows=shows)
    price, seat = game.price_bets(BETS), SimSeat(BETS, plan_of(game, optimal, BETS), "optimal")
    made = setup(Question(game.table, (seat,) * players))
    simulated = figures(made, run_rounds(made, 11, 400_000), 0.999).seats
    for each in simulated:
        assert each.whole.mean.low < price.ev < each.whole.mean.high
        if price.moments is None or price.moments.variance is not None:
            assert each.whole.stdev.low < price.stdev < each.whole.stdev.high


METER = 5_000_000  # cents
TENTH = 'pays.progressive.lines.mini_royal="10 % of the meter"'
HALF = 'pays.progressive.lines.straight_flush="50 % of the meter"'
NO_ENVY = 'envy.lines={mini_royal_spades="$0.01"}'


def metered(sets: Sequence[str], players: int, seat: int | None = None) -> Game:
    return Game(open_table(load_house("rivers", list(sets))), players, METER, seat)


def paid(sets: Sequence[str], hands: Sequence[tuple[int, ...]], dealer: str = "2c 3d 7h") -> int:
    """What settlement pays the last of these seats on the Progressive; the others were paid before."""
    table = open_table(load_house("rivers", list(sets)))
    seats = [
        Hand(place, place, {"pair_plus": 500, "progressive": 100}, (hand[0], hand[1], hand[2]))
        for place, hand in enumerate(hands, 1)
    ]
    result = pay_deal(table, Deal(tuple(cards(dealer)), seats, meter=METER))
    return next(line.profit for line in result.seats[-1].lines if line.id == "progressive")


def test_one_hand_alone_is_never_paid_twice() -> None:
    """At Rivers no two seats can take from the meter, so no seat is better than another."""
    prices = [metered([], 7, seat).price("progressive") for seat in (None, 1, 7)]
    assert prices[0].moments == prices[1].moments == prices[2].moments
    assert prices[0].notes == ()


@pytest.mark.parametrize("seat", [1, 2])
def test_the_second_seat_finds_what_the_first_has_left(seat: int) -> None:
    """Two seats: the other hand is any of 18,424, and every one of the four royals is looked at."""
    royals = triples()[all_hands().hand_class >= ROYAL].tolist()
    sets = [TENTH, NO_ENVY]
    total = Fraction(0)
    for own in royals:
        others = [other for other in royals if not {*own} & {*other}]
        before = [paid(sets, [other, own]) if seat == 2 else paid(sets, [own]) for other in others]
        total += Fraction(sum(before) + (comb(49, 3) - len(others)) * paid(sets, [own]), comb(49, 3))
    alone = metered(sets, 1)
    fixed = sum(net * n for net, n in alone.own_nets("progressive")) - sum(
        paid(sets, [own]) for own in royals
    )
    envy = Fraction(1, 22_100)  # a cent for the royal of spades
    price = metered(sets, 2, seat).price("progressive")
    check(price)
    assert price.ev * 100 == (fixed + total) / 22_100 + envy


def test_without_a_seat_the_price_is_the_mean_of_both() -> None:
    """A straight flush takes half, the royal of spades all."""
    first, second, both = (metered([HALF, NO_ENVY], 2, seat).price("progressive") for seat in (1, 2, None))
    assert first.ev > second.ev
    assert both.ev == (first.ev + second.ev) / 2
    assert both.notes == ("others_bet", "average_seat")
    check(both)


@pytest.mark.parametrize("seat", [None, 2, 3])
def test_two_seats_that_are_paid_before_are_out_of_reach(seat: int | None) -> None:
    with pytest.raises(OutOfReach) as refused:
        metered([HALF], 3, seat).price("progressive")
    assert refused.value.reason == "shared_meter"
    first, alone = metered([HALF, NO_ENVY], 3, 1), metered([HALF, NO_ENVY], 1)
    envy = Fraction(2, 22_100)  # a cent for the royal of spades
    assert first.price("progressive").ev * 100 == alone.price("progressive").ev * 100 + envy


def test_a_share_that_pairs_take() -> None:
    """A pair takes 1 %: the first seat meets a whole meter, the second what that one has left."""
    sets = ['pays.progressive.lines.pair="1 % of the meter"', NO_ENVY]
    prices = [metered(sets, 2, seat).price("progressive") for seat in (1, 2)]
    for price in prices:
        check(price)
    share, envy = METER // 100, Fraction(1, 22_100)
    rest = METER + 3 * 50_000 + 44 * 7_000 + 52 * 6_000 + 720 * 600
    first = Fraction(3744 * share + rest, 22_100) - 100 + envy
    assert prices[0].ev * 100 == first
    # The second seat's pair beside a pair, or its royal beside a pair: the one before it has taken 1 %.
    hands, sets_of_cards = all_hands().hand_class, all_threes().sets
    paired = sets_of_cards[hands == 1]
    pairs = sum(int((paired & each == 0).sum()) for each in paired.tolist())
    (royal,) = sets_of_cards[hands == ROYAL + 3].tolist()
    beside_royal = int((paired & royal == 0).sum())
    lost = pairs * (share - (METER - share) // 100) + beside_royal * share  # of a pair's share, of the meter
    lost += beside_royal * (share - 100_000 // 100)  # a pair after the royal: 1 % of the reset
    assert prices[1].ev * 100 == first - Fraction(lost, 22_100 * comb(49, 3))
    game = metered(sets, 2)
    assert game.price("progressive").ev * 100 == game.mean_cents("progressive")
    with pytest.raises(NotPriced, match="seat"):
        metered([], 2, 3)

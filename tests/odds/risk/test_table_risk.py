"""Seats that share a dealer, by settlement and pair by pair; and the largest loss of a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, pi, sqrt
from random import Random
from statistics import NormalDist

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.hands import best_three, value3
from pitboss.odds import Game
from pitboss.odds.bank import BankPrice, bank_price
from pitboss.odds.counts import colours_beside, six_categories
from pitboss.odds.decisions import optimal
from pitboss.odds.geometry import SUIT_ORDERS, Cards, Doubles, Ints, all_hands
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.risk.covariance import _by_kind, _ends, _Seat, dealer_ends, seat_parts
from pitboss.odds.risk.disjoint_hands import dot, four_card_sets, sums_of, three_card_pairs_with
from pitboss.odds.risk.long_runs import meter_risk
from pitboss.odds.risk.table_swings import TableRisk, exposure, table_risk
from pitboss.odds.strategies import advise
from pitboss.round import open_table
from pitboss.round.settlement import ActionId, Deal, Hand, dealer_draws, pay_deal
from pitboss.sheet import load_house
from pitboss.sheet.pays import hand_class
from tests.odds.dealer_bets import with_dealer_bets
from tests.odds.prices import game_of

Three = tuple[int, int, int]
RIVERS = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}


@pytest.fixture(scope="module")
def classic() -> TableRisk:
    return table_risk(game_of("rivers"), {"ante": 1000})


def test_two_seats_of_the_classic_game_go_together(classic: TableRisk) -> None:
    """The figure that analysts give: correlation 0.193, and seven seats deviate 6.37 antes, not 4.34."""
    assert classic.correlation("ante", "ante", seats=2) == pytest.approx(0.193, abs=5e-4)
    assert classic.stdev(7) / 1000 == pytest.approx(6.37, abs=5e-3)
    assert classic.apart(7) / 1000 == pytest.approx(4.34, abs=5e-3)
    assert classic.own[0][0] == game_of("rivers").price("ante").variance * 10**6
    assert classic.mean(7) == Fraction(7 * 686_689 * 1000, 20_358_520)


def test_a_day_is_its_rounds(classic: TableRisk) -> None:
    day, band = classic.days(7, 1000), classic.bands(7)[0]
    assert band.rounds == 1000
    assert (band.low + band.high) / 2 == pytest.approx(day.mean)
    assert (band.high - day.mean) / day.stdev == pytest.approx(2.575829, abs=1e-6)
    # Half of all years have no day below the usual worst one.
    below = NormalDist(day.mean, day.stdev).cdf(day.worst_usual)
    assert (1 - below) ** 365 == pytest.approx(0.5)
    assert day.worst_rare < day.worst_usual < day.mean
    assert day.loses == pytest.approx(NormalDist(day.mean, day.stdev).cdf(0))
    # A year that loses lies far out: never 0, but between Mills' bounds of a normal tail.
    z = day.mean * sqrt(365) / day.stdev
    high = exp(-z * z / 2) / z / sqrt(2 * pi)
    assert high * (1 - 1 / z**2) < day.year_loses < high


def nets_of(game: Game, dealer: Three, hand: Three, action: ActionId) -> list[int]:
    """What settlement pays each part of a lone seat."""
    bets = RIVERS
    done = pay_deal(game.table, Deal(dealer, [Hand(1, "a", bets, hand, action)], meter=100_000))
    lines = done.seats[0].lines
    sides = {name: sum(line.profit for line in lines if line.id == name) for name in bets if name != "ante"}
    return [done.seats[0].net - sum(sides.values()), *sides.values()]


def test_every_hand_brings_what_settlement_pays() -> None:
    game, luck = game_of("rivers"), Random(7)
    parts = seat_parts(game, RIVERS, optimal)
    assert parts.names == ("ante", "pair_plus", "six_card_bonus", "progressive", "envy")
    seat = _Seat(parts)
    every = list(combinations(range(52), 3))
    for _ in range(12):
        first, second, third = luck.sample(range(52), 3)
        dealer = (first, second, third)
        shared = seat.shared(value3(*dealer), six_categories(np.array(dealer)))
        cell, free = seat.cells(value3(*dealer), list(dealer), shared)
        flat = seat.nets.reshape(len(seat.nets), 2, -1)
        plays = seat.actions(())
        for number in luck.sample(range(len(every)), 40):
            if not free[number]:
                assert set(every[number]) & set(dealer)
                continue
            found = flat[:, int(plays[number]), cell[number]].tolist()
            action: ActionId = "play" if plays[number] else "fold"
            assert found[:-1] == nets_of(game, dealer, every[number], action)
            assert found[-1] == game.table.book.envy[hand_class(*every[number])]


DEALER_BETS = {"ante": 1000, "dealer_plus": 500, "double_plus": 500, "bad_beat": 500, "prime": 500}


def test_bets_on_the_dealers_hand_bring_what_settlement_pays() -> None:
    """Against some dealers, in the suits that they have: clubs go with spades."""
    game, luck = Game(open_table(with_dealer_bets(names=list(DEALER_BETS)[1:]))), Random(8)
    seat = _Seat(seat_parts(game, DEALER_BETS, optimal))
    flat = seat.nets.reshape(len(seat.nets), 2, -1)
    for _ in range(12):
        dealer = tuple(luck.sample(range(52), 3))
        value, none = value3(*dealer), np.zeros(22_100, np.int64)
        shared = seat.shared(value, none, colours_beside(np.array(dealer), partner=3))
        cell, free = seat.cells(value, list(dealer), shared)
        for number in luck.sample(np.flatnonzero(free).tolist(), 40):
            hand, plays = tuple(all_hands().cards[number].tolist()), bool(seat.actions(())[number])
            done = pay_deal(
                game.table, Deal(dealer, [Hand(1, "a", DEALER_BETS, hand, "play" if plays else "fold")])
            )
            lines = done.seats[0].lines
            for part, name in enumerate(DEALER_BETS):
                if name != "ante":
                    paid = sum(line.profit for line in lines if line.id == name)
                    assert flat[part, int(plays), cell[number]] == paid
            assert flat[:, int(plays), cell[number]].sum() == done.seats[0].net


def test_two_seats_that_bet_on_the_dealers_hand_win_and_lose_together() -> None:
    risk = table_risk(Game(open_table(with_dealer_bets(names=["dealer_plus"]))), {"dealer_plus": 500})
    assert risk.across == risk.own


def test_colours_of_two_seats_by_counting_red_cards() -> None:
    """All that matters is how many red cards the dealer and both seats hold."""
    risk = table_risk(Game(open_table(with_dealer_bets(names=["prime"]))), {"prime": 500})

    def net(mine: int, theirs: int) -> int:
        return -500 if mine in (1, 2) else 2000 if mine == theirs else 1500

    total, deals = 0, comb(52, 3) * comb(49, 3) * comb(46, 3)
    for dealer, first, second in product(range(4), repeat=3):
        ways = 1
        red, black = 26, 26
        for held in (dealer, first, second):
            ways *= comb(red, held) * comb(black, 3 - held)
            red, black = red - held, black - 3 + held
        total += ways * net(first, dealer) * net(second, dealer)
    assert risk.across[0][0] == Fraction(total, deals) - risk.means[0] ** 2


def test_two_seats_are_as_the_bank_counts_them(napa_bank: BankPrice, napa_risk: TableRisk) -> None:
    """The bank's own count of two seats goes end by end; its variance is that of the table, exactly."""
    assert napa_bank.net is not None
    assert napa_bank.net.variance == napa_risk.variance(2)
    assert napa_bank.ev == napa_risk.mean(2)


@pytest.fixture(scope="module")
def napa_bank() -> BankPrice:
    return bank_price(game_of("napa-valley"), [{"ante": 1000}, {"ante": 1000}])


@pytest.fixture(scope="module")
def napa_risk() -> TableRisk:
    return table_risk(game_of("napa-valley"), {"ante": 1000})


def test_seats_that_draw_end_as_settlement_says() -> None:
    game, luck, sets = game_of("pechanga"), Random(11), four_card_sets()
    bets = {"ante": 1000, "double_shot": 1000}
    parts = seat_parts(game, bets, optimal)
    ends, nets = _ends(parts), np.stack([_by_kind(pays) for pays in parts.pays])
    quads = sets.quads[sets.first]
    for _ in range(60):
        number, last = luck.randrange(len(quads)), luck.randrange(4)
        quad = quads[number].tolist()
        hand = tuple(card for place, card in enumerate(quad) if place != last)
        rest = [card for card in range(52) if card not in quad]
        dealer = tuple(luck.sample(rest, 3))
        if dealer_draws(game.table, dealer):
            dealer = (*dealer, luck.choice([card for card in rest if card not in dealer]))
        best = advise(game, hand, (), bets).best
        if len(best) > 1:
            continue  # equal discards bring the same on average, not in each deal
        name, _, discard = best[0].partition(":")
        action: ActionId = "fold" if name == "fold" else "draw" if discard else "play"
        thrown = parse_cards(discard)[0] if discard else None
        drawn = quad[last] if discard else None
        done = pay_deal(game.table, Deal(dealer, [Hand(1, "a", bets, hand, action, thrown, drawn)]))
        value = value3(*(best_three(dealer) if len(dealer) == 4 else dealer))
        mine = int(ends.value[number, last])
        versus = 3 + (mine > value) + (mine >= value)
        assert nets[:, ends.kind[number, last], versus].sum() == done.seats[0].net


@pytest.mark.parametrize(
    ("house", "sets", "side", "reason"),
    [
        ("rivers", ["dealer.shows=2"], (), "up_cards"),
        ("pechanga", ["dealer.shows=1"], (), "seats_that_draw"),
        ("rivers", ["player.draws=true"], ("six_card_bonus",), "seats_by_six"),
        ("rivers", ["player.draws=true"], ("progressive",), "seats_by_suit"),
    ],
)
def test_what_is_out_of_reach_says_why_before_anything_is_counted(
    house: str, sets: list[str], side: tuple[str, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(house, sets)
    monkeypatch.setattr(Game, "tally_of", None)
    with pytest.raises(OutOfReach) as refused:
        table_risk(game, {"ante": 1000, **{name: RIVERS[name] for name in side}})
    assert (refused.value.code, refused.value.reason) == ("out_of_reach", reason)


def test_the_dealers_of_a_draw_are_all_there() -> None:
    ends = dealer_ends(game_of("pechanga").dealing)
    assert sum(end.ways * comb(52 - len(end.out), 8) for end in ends) == comb(52, 3) * 49 * comb(48, 8)


def test_the_meter_is_hit_as_often_as_a_seat_holds_the_hand() -> None:
    game = game_of("rivers")
    one, seven = meter_risk(game, 1), meter_risk(game, 7)
    assert one is not None
    assert seven is not None
    assert one.per_bet == one.per_round == Fraction(1, 22_100)
    assert seven.per_round == Fraction(7, 22_100)  # only one seat can hold the A-K-Q of spades
    assert one.mean_at_hit == 100_000 + 25 * 22_100
    assert one.funding == Fraction(100_000, 22_100 * 100)
    for row in one.rows():
        chance = 1 - (1 - Fraction(1, 22_100)) ** row["rounds"]
        assert float(chance) >= row["percent"] / 100 - 1e-12
        assert row["meter"] == 100_000 + 25 * row["rounds"]


def test_several_seats_can_hit_together() -> None:
    """Four suited A-K-Qs take the meter: two seats, counted pair by pair."""
    game = game_of("rivers", ["pays.progressive.lines.mini_royal=100 % of the meter"])
    found = meter_risk(game, 2)
    assert found is not None
    hits = 4 * comb(49, 3) * 2 - 4 * 3  # one seat or the other, less both
    assert found.per_round == Fraction(hits, comb(52, 3) * comb(49, 3))
    assert meter_risk(game_of("atlantic-city")) is None


def test_exposure_is_what_the_largest_bets_win() -> None:
    found = exposure(game_of("napa-valley"))
    # $500 on Ante, Play and Pair Plus: an A-K-Q suited pays Pair Plus 200 to 1, and the dealer loses both.
    assert found.by_wager == {"ante": 100_000, "pair_plus": 10_000_000}
    assert found.seat == 10_100_000
    # Four suited A-K-Qs, then straight flushes.
    straight_flush = 40 * 50_000 + 100_000
    assert found.table == 4 * 10_100_000 + 3 * straight_flush


def brute_force(cards: Cards, values: Doubles) -> Ints:
    """Every pair of these sets, kept where they share no card."""
    held = np.bitwise_or.reduce(np.int64(1) << cards, axis=1)
    apart = (held[:, None] & held[None, :]) == 0
    found: Doubles = values @ apart @ values.T
    return found.astype(np.int64)


def test_pairs_of_three_cards() -> None:
    luck = Random(16)
    deck = luck.sample(range(52), 15)
    among = np.isin(all_hands().cards, deck).all(axis=1)
    nets = np.zeros((2, len(all_hands().cards)))
    nets[:, among] = [[luck.randrange(-9, 60) for _ in range(among.sum())] for _ in range(2)]
    exact = brute_force(all_hands().cards[among], nets[:, among])
    three = [sorted(deck[start : start + 3]) for start in (0, 3, 6)]
    some = np.array([int(np.flatnonzero((all_hands().cards == each).all(axis=1))[0]) for each in three])
    other = np.array([[500.0, -3.0, 8.0], [1.0, 2.0, 0.0]])
    as_is, found = three_card_pairs_with(nets, some, [nets[:, some], other])
    assert (as_is == exact).all()
    nets[:, some] = other
    assert (found == brute_force(all_hands().cards[among], nets[:, among])).all()


def test_pairs_of_four_cards_beside_a_dealer() -> None:
    """A few classes of four cards bring something: every pair of them beside the dealer's is looked at."""
    luck, sets = Random(4), four_card_sets()
    by_class = np.zeros((2, len(sets.first)))
    chosen = luck.sample(range(len(sets.first)), 60)
    by_class[:, chosen] = [[luck.randrange(-4, 30) for _ in chosen] for _ in range(2)]
    sums = sums_of(by_class)
    a, b, c, d = sets.quads.T
    four = sums.sums.four[:, sets.class_with[d, sets.triple_with[c, sets.pair_with[a, b]]]]
    for size in (3, 4, 4):
        out = tuple(sorted(luck.sample(range(52), size)))
        free = ~np.isin(sets.quads, out).any(axis=1) & (four != 0).any(axis=0)
        assert free.sum() > 500
        exact = brute_force(sets.quads[free], four[:, free])
        assert (sums.disjoint(out) == exact).all()


def test_four_cards_fall_into_16432_classes() -> None:
    sets = four_card_sets()
    assert len(sets.first) == 16_432
    assert sets.size.sum() == 270_725
    for cards in ((3, 17, 30, 51), (0, 1, 2, 3), (8, 12, 16, 50)):
        alike = {
            tuple(sorted(4 * (card >> 2) + suits[card & 3] for card in cards))
            for suits in SUIT_ORDERS.tolist()
        }
        for a, b, c, d in alike:  # one class, in whatever suits
            number = sets.class_with[d, sets.triple(a, b, c)]
            assert tuple(sets.quads[sets.first[number]].tolist()) in alike
        assert len(alike) == sets.size[number]


def test_large_numbers_are_multiplied_exactly() -> None:
    values = np.array([[2.0**45 + 1, 3.0, -(2.0**44)], [7.0, -(2.0**50), 2.0**45 - 3]])
    exact = [[sum(int(a) * int(b) for a, b in zip(x, y, strict=True)) for y in values] for x in values]
    assert dot(values).tolist() == exact


# Rivers without its wager on six cards, where players draw and a fold loses the envy.
DRAWS = (
    *("wager.six_card_bonus=", "pays.six_card_bonus=", "felt=", "player.draws=true"),
    'wager.progressive.fold={does="lose",clause="RIV-9"}',
)
METER = 100_000  # as it is reset
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
        result = pay_deal(game.table, Deal(parse_cards(DEALER), hands, meter=METER))
        assert sum(seat.net for seat in result.seats) == found.table
        alone = pay_deal(game.table, Deal(parse_cards(DEALER), hands[:1], meter=METER)).seats[0]
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
        assert pay_deal(game.table, Deal(dealer, [hand], meter=METER)).seats[0].net <= found.seat


def test_a_draw_that_nobody_should_make_can_cost_most() -> None:
    """K-Q-J suited keeps its 40 to 1 and is drawn to an A-K-Q, which pays ten times as much as one dealt."""
    sets = ['pays.double_shot.carry.straight_flush="40 to 1"', 'pays.play_bonus.drawn.mini_royal="200 to 1"']
    game = Game(open_table(load_house("pechanga", sets)))
    king, queen, jack, ace = parse_cards("Ks Qs Js As")
    found = exposure(game)
    hand = Hand(1, 1, found.bets, (king, queen, jack), "draw", jack, ace)
    assert pay_deal(game.table, Deal(parse_cards("Qh 3d 2c"), [hand])).seats[0].net == found.seat


def test_bets_that_are_not_counted_together_with_a_draw_add_up() -> None:
    """$500 on each: a drawn A-K-Q brings Ante, Play and 5 to 1, six of one colour 4 to 1."""
    found = exposure(Game(open_table(with_dealer_bets("player.draws=true", names=("prime",)))))
    assert found.by_wager == {"ante": (1 + 1 + 5) * 50_000, "prime": 4 * 50_000}
    assert found.seat == (1 + 1 + 5 + 4) * 50_000

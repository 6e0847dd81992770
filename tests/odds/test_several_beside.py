"""Several others beside the dealer's hand: pairs and sets of hands counted plainly beside some six cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, perm

import numpy as np
import pytest

from pitboss.hands import Kind
from pitboss.odds import Game
from pitboss.odds.decisions import FOLD, PLAY
from pitboss.odds.geometry import all_hands, rows
from pitboss.odds.other_hands import deals
from pitboss.odds.several_beside import nets_beside, others_beside
from pitboss.odds.suited_runs import SuitedRuns
from pitboss.odds.two_others import SECOND, TwoOthers, two_beside_dealers
from pitboss.odds.weighed_hands import Weighed, pairs_apart
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.sheet.pays import ROYAL
from tests.odds.counting import Array, triples

ROWS = (0, 700, 1500, len(rows()) - 1)  # a royal among them


def cents_of(by_class: list[int]) -> Array:
    return np.array(by_class)[all_hands().hand_class]


@pytest.mark.parametrize("row", ROWS)
def test_two_others_beside_each_hand_of_the_dealer(row: int) -> None:
    """Pairs of trips, of straight flushes, and of both: by the formula beside all six cards at once."""
    hands = all_hands()
    weighed = [Weighed.of(some.astype(np.int64)) for some in (hands.hand_class == 4, hands.hand_class >= 6)]
    dealers = hands.apart(rows().cards[row])
    found = two_beside_dealers(weighed, row, dealers)
    some = np.random.default_rng(row).integers(0, len(dealers), 60)
    own = np.tile(rows().cards[row], (len(some), 1))
    known = np.concatenate([own, hands.cards[dealers[some]]], axis=1)
    pairs = pairs_apart(weighed, known)
    assert found[1, 1][some].tolist() == pairs[:, 0, 0].tolist()
    assert found[2, 2][some].tolist() == pairs[:, 1, 1].tolist()
    assert found[1, 2][some].tolist() == (2 * pairs[:, 0, 1]).tolist()
    alone = weighed[0].apart(list(known.T))
    assert (found[0, 1] + 2 * found[1, 1] + found[1, 2])[some].tolist() == (2 * SECOND * alone).tolist()
    total = np.add.reduce(list(found.values()))
    assert (total == comb(46, 3) * comb(43, 3)).all()


def test_straight_flushes_left_beside_six_cards() -> None:
    """Every set of up to three that share no card, nor one of the six, one by one."""
    hands = all_hands()
    runs = np.flatnonzero(hands.hand_class >= Kind.STRAIGHT_FLUSH)
    counted = SuitedRuns(1000, [0, 0, 0, 0], 3)
    for row in ROWS:
        dealers = hands.apart(rows().cards[row])[[5, 9_000, 18_000]]
        ends = np.arange(3)[None]
        found = counted.sums(row, dealers, ends, 3)
        for place, dealer in enumerate(dealers.tolist()):
            out = {*rows().cards[row].tolist(), *triples()[dealer].tolist()}
            left = [
                (set(triples()[run].tolist()), int(hands.hand_class[run] >= ROYAL))
                for run in runs.tolist()
                if not out & set(triples()[run].tolist())
            ]
            wanted: Counter[tuple[int, int]] = Counter({(0, 0): 1})
            for size in (1, 2, 3):
                for some in combinations(left, size):
                    if len(set().union(*(cards for cards, _ in some))) == 3 * size:
                        royals = sum(royal for _, royal in some)
                        wanted[size - royals, royals] += 1
            assert found[place].tolist() == [wanted[key] for key in counted.keys]


def test_what_is_left_becomes_what_others_are_paid() -> None:
    """Some sets of straight flushes, and two others: who holds at least one of them, less who holds two."""
    counted = SuitedRuns(500, [101, 203, 307, 411], 2)
    left = {(0, 0): 1, (1, 0): 3, (0, 1): 4, (2, 0): 2, (1, 1): 8, (0, 2): 6}
    paid = counted.paid(0, [left[key] for key in counted.keys])
    assert sum(paid.values()) == deals(3, 6)
    one, both = comb(43, 3), perm(2, 2)
    assert paid[1000] == 2 * both
    assert paid[500] == 2 * 3 * one - 2 * 2 * both - 8 * both
    assert paid[601] == paid[703] == 2 * both  # one of them, and the royal of one suit
    assert paid[304] == paid[718] == both
    assert paid[307] == 2 * one - 2 * both - 3 * both
    left = {(0, 0): 1, (1, 0): 3, (0, 1): 3, (2, 0): 2, (1, 1): 6, (0, 2): 3}
    mine = counted.paid(ROYAL, [left[key] for key in counted.keys])  # the first royal is one's own
    assert (601 in mine, mine[703]) == (False, 2 * both)


def test_how_many_others_are_within_reach() -> None:
    trips = [0] * 4 + [500] * 7
    assert isinstance(others_beside(cents_of([0] * 6 + [500] * 5), 6), SuitedRuns)
    assert isinstance(others_beside(cents_of(trips), 2), TwoOthers)
    assert isinstance(others_beside(cents_of([0] * 4 + [500, 500, 0, 100, 100, 100, 200]), 2), TwoOthers)
    assert others_beside(cents_of(trips), 3) is None
    assert others_beside(cents_of([0, 1, 2, 3, 4, 4, 5, 6, 6, 6, 6]), 2) is None


@pytest.mark.parametrize(
    ("lines", "players", "lost"),
    [('straight_flush="$10",mini_royal_spades="$99"', 5, False), ('three_of_a_kind="$7"', 3, True)],
    ids=["five players", "three players, and a fold loses it"],
)
def test_nets_of_some_hands_have_the_mean_of_linearity(lines: str, players: int, lost: bool) -> None:
    """The nets fill the space of these hands; their mean is one's own and what each other pays on average."""
    game = Game(open_table(load_house("rivers", ['envy.wager="ante"', f"envy.lines={{{lines}}}"])), players)
    cents, pays, others = game.envied.cents, game.payoffs_of({"ante": 500}), players - 1
    assert cents is not None
    company = others_beside(cents, others)
    assert company is not None
    hands = np.array([3, 400, 1200, 1600])
    plays = rows().value[:, None] >= rows().value[1200]
    steps: list[tuple[int, int]] = []
    nets = nets_beside(
        game.dealing,
        np.where(plays, PLAY, FOLD),
        pays,
        lost,
        others,
        company,
        hands,
        lambda *step: steps.append(step),
    )
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    weights = [int(rows().weight[row]) for row in hands.tolist()]
    assert sum(nets.values()) == sum(weights) * comb(49, 3) * deals(players, 6)
    total = Fraction(0)
    for row, weight in zip(hands.tolist(), weights, strict=True):
        own, hand = 0, int(rows().hand_class[row])
        value = all_hands().value[all_hands().apart(rows().cards[row])]
        for result, number in Counter(results(game, int(rows().value[row]), value)).items():
            own += number * int(pays.pat[hand, result, 0] if plays[row, 0] else pays.fold[hand, 0])
        total += weight * Fraction(own, comb(49, 3))
        if plays[row, 0] or not lost:
            # Suited A-K-Qs count at their mean: a row stands for its hand in every suit.
            even = cents.astype(object)
            royal = all_hands().hand_class >= ROYAL
            even[royal] = Fraction(sum(cents[royal].tolist()), 4)
            apart = all_hands().apart(rows().cards[row])
            total += weight * others * Fraction(sum(even[apart].tolist()), comb(49, 3))
    mean = Fraction(sum(net * number for net, number in nets.items()), sum(nets.values()))
    assert mean == total / sum(weights)


def test_a_count_beside_the_dealer_tells_how_far_it_is_from_its_first_hand_on() -> None:
    """Hand by hand, with one other and then with both; prices before it and after it have their parts."""
    sets = ['wager.progressive.fold={does="lose",clause="RIV-9"}', 'envy.lines={straight_flush="$5"}']
    game, bets = Game(open_table(load_house("rivers", sets)), 3), {"ante": 500, "progressive": 100}

    class Stop(Exception): ...

    def stop(done: int, every: int) -> None:
        raise Stop(Fraction(done, every))

    with pytest.raises(Stop) as first:
        game.price_all(bets=bets, progress=stop)
    assert first.value.args == (Fraction(1, 3) + Fraction(1, 3 * 2 * len(rows())),)
    with pytest.raises(Stop) as first:
        game.price_bets(bets, stop)
    assert first.value.args == (Fraction(1, 2 * len(rows())),)


def results(game: Game, mine: int, theirs: Array) -> list[int]:
    """The showdown results, as in the paybook: not qualified first, and lost, tied, won."""
    return [
        3 * (value >= game.dealing.qualifies_from) + 1 + (mine > value) - (mine < value)
        for value in theirs.tolist()
    ]

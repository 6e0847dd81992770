"""Bets with envy beside the dealer's hand: one's own end together with what other players' hands pay.

Three ways, each exact. With one other player, the hands that one can hold are counted for every hand of the
dealer's. With several, that gives the mean and the variance, and where none but suited A-K-Qs is envied the
distribution: what the six cards as dealt leave of them is all that matters. Where somebody draws, or what
others do depends on what shows, the mean goes by linearity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import Category
from pitboss.money import Cents
from pitboss.odds.class_payoffs import SUITS, Payoffs
from pitboss.odds.counts import Counts, Dealing, deals_of, every_row
from pitboss.odds.decisions import FOLD, Chooser, Worth, tally, worths
from pitboss.odds.envy import Envied
from pitboss.odds.geometry import Cards, Doubles, Ints, rows
from pitboss.odds.hand_table import PAIRS, all_hands
from pitboss.odds.other_hands import deals
from pitboss.odds.results import VERSUS
from pitboss.odds.showdowns import CHUNK, MOST, SUIT_SETS, Told, cells_of, counts_of
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.suit_orders import up_sets
from pitboss.odds.suited_royals import envy_by_suits, evened
from pitboss.odds.weighed_hands import Weighed

OUT: Final = 6  # one's own cards and the dealer's
MOST_PAIRS: Final = 1_000_000  # cells by pairs of cards that are worked on together
MOST_PAIRED: Final = 30_000  # hands with up cards beside which pairs of others' hands are counted


@dataclass(frozen=True, slots=True)
class Bet:
    """What is asked about: a bet whose decisions go by `pays`, of which the lines in `own` are looked at."""

    dealing: Dealing
    players: int
    pays: Payoffs
    own: Payoffs
    lost: bool  # whether a fold loses the envy
    choose: Chooser

    @property
    def others(self) -> int:
        return self.players - 1


@dataclass(frozen=True, slots=True)
class WithEnvy:
    """How a bet comes out: its nets where they are known, and always the mean; all in cents."""

    nets: Mapping[Cents, int] | None
    mean: Fraction
    variance: Fraction | None
    envy: Fraction  # what of the mean is envy
    staying: Fraction  # how often Play is bet


def beside_the_dealer(bet: Bet, envied: Envied) -> WithEnvy | None:
    """A bet where nobody draws and the hands alone decide what is envied; None where that is not so."""
    sixes = bet.pays.fold.shape[-1]
    draws = bet.dealing.dealer_draws or bet.dealing.player_draws
    if draws or envied.cents is None:
        return None
    if not envied.cents[all_hands().hand_class < Category.MINI_ROYAL].any():
        return _royals(bet, envied) if _fits(bet.dealing, SUIT_SETS * sixes) else None
    other = one_other(envied.cents)
    if not _fits(bet.dealing, len(other.cents) * sixes):
        return None
    return _one_other(bet, envied, other)


def _fits(dealing: Dealing, width: int) -> bool:
    return len(rows()) * comb(52, dealing.shows) * VERSUS * width <= MOST


# One other player, told by what the hand pays


@dataclass(frozen=True, slots=True)
class OneOther:
    """The different sums that another hand pays, the first of them nothing, and the hands that pay each."""

    cents: tuple[Cents, ...]
    label: Ints  # of each hand, its place among the sums
    weighed: tuple[Weighed, ...]  # of all but the first
    royals: tuple[int, ...]  # places of suited A-K-Qs, where they are told apart


def one_other(cents: Ints) -> OneOther:
    """The sums by hand; suited A-K-Qs are told apart by suit where they do not pay the same."""
    kind = cents.copy()
    royal = all_hands().hand_class >= Category.MINI_ROYAL
    if len(set(cents[royal].tolist())) > 1:
        kind[royal] = -1 - all_hands().hand_class[royal].astype(np.int64)
    kinds = [each for each in np.unique(kind).tolist() if each]
    paid = [int(cents[np.argmax(kind == each)]) for each in kinds]
    weighed = tuple(Weighed.of((kind == each).astype(np.int64)) for each in kinds)
    label = np.searchsorted(sorted(kinds), kind) + 1
    label[kind == 0] = 0
    return OneOther((0, *paid), label, weighed, tuple(1 + kinds.index(each) for each in kinds if each < 0))


def _counts_beside(dealing: Dealing, told: Told, other: OneOther) -> Iterator[Counts]:
    """The ends of all rows, each as often as another player can hold what pays each sum."""
    ups, width = up_sets(dealing.shows), told.width * len(other.cents)
    step = max(1, CHUNK // (len(ups) * VERSUS * width))
    for start in range(0, len(rows()), step):
        some = every_row()[start : start + step]
        found = np.empty((VERSUS, len(some), len(ups), width))
        for place, row in enumerate(some.tolist()):
            cells = cells_of(dealing, told, row)
            ends = _beside_row(other, row, *cells, VERSUS * len(ups) * told.width)
            found[:, place] = ends.reshape(VERSUS, len(ups), width)
        yield Counts(ups, deals_of(some, ups), np.moveaxis(found, 0, 2), None, some)


def _beside_row(other: OneOther, row: int, dealers: Ints, cells: Ints, size: int) -> Doubles:
    """In how many ways each cell of one row goes with each sum of another hand: (cells, sums).

    Hands that avoid three cards are all, less those that hold one, plus two, less three. So only how often a
    pair of cards is the dealer's in each cell must be known, whatever the sums.
    """
    found = np.zeros((size, len(other.cents)))
    left = [each.without(rows().cards[row]) for each in other.weighed]
    all_ways = np.bincount(cells.ravel(), minlength=size)
    if size * PAIRS <= MOST_PAIRS:
        numbers = cells[:, None] * PAIRS + all_hands().pairs[:, dealers]  # (ways, 3 pairs, hands)
        pairs = np.bincount(numbers.ravel(), minlength=size * PAIRS).reshape(size, PAIRS)
        by_pair = np.stack([_of_pairs(each) for each in left], axis=1)  # twice, since each card is in two
        found[:, 1:] = pairs.astype(np.float64) @ by_pair / 2
        found[:, 1:] += all_ways[:, None] * np.array([each.every for each in left])
        same = cells * len(other.cents) + other.label[dealers]
        found -= np.bincount(same.ravel(), minlength=found.size).reshape(found.shape)
    else:
        for place, each in enumerate(left, 1):
            ways = np.tile(each.beside_each_hand()[dealers], len(cells))
            found[:, place] = np.bincount(cells.ravel(), ways, size)
    found[:, 0] = comb(52 - OUT, 3) * all_ways - found[:, 1:].sum(axis=1)
    return found


def _of_pairs(weighed: Weighed) -> Ints:
    """For each pair of cards, twice what holds both, less what holds either."""
    first, second = np.triu_indices(52, 1)
    return 2 * weighed.two[first, second] - weighed.one[first] - weighed.one[second]


def _one_other(bet: Bet, envied: Envied, other: OneOther) -> WithEnvy:
    """One other's envy beside every end: the whole distribution for two players, moments for more."""
    kinds, told = len(other.cents), Told(six=bet.pays.fold.shape[-1] > 1)
    paid = np.tile(np.array(other.cents, np.int64), SIXES if told.six else 1)
    even = paid.copy()
    if other.royals:  # a row stands for hands in every suit
        even = SUITS * paid
        royals = sum(other.cents[place] for place in other.royals)
        for place in other.royals:
            even[place::kinds] = royals
    scale = SUITS if other.royals else 1

    def wide(pays: Payoffs) -> Payoffs:
        fold, pat = (np.repeat(part, kinds, axis=-1) * scale for part in (pays.fold, pays.pat))
        return Payoffs(fold if bet.lost else fold + bet.others * even, pat + bet.others * even, None)

    seen = _Choices(bet.choose)
    counts, times = _counts_beside(bet.dealing, told, other), comb(52 - OUT, 3)
    ends = tally(
        bet.dealing, worths(bet.dealing, counts, wide(bet.pays), times=times), seen.choose, len(paid)
    )
    cells = [
        (_told_apart(ends.fold, other), bet.own.fold, np.zeros_like(paid) if bet.lost else paid),
        (_told_apart(ends.pat, other), bet.own.pat, paid),
    ]
    joint: Counter[tuple[Cents, Cents]] = Counter()
    for numbers, own, envy in cells:
        nets = np.repeat(own, kinds, axis=-1)
        hit = np.nonzero(numbers)
        for number, net, cents in zip(
            numbers[hit].tolist(), nets[hit].tolist(), envy[hit[-1]].tolist(), strict=True
        ):
            joint[net, cents] += number
    space = bet.dealing.sample_space * times
    staying = Fraction(ends.staying, space)
    if bet.players == 2:
        found: Counter[Cents] = Counter()
        for (net, cents), number in joint.items():
            found[net + cents] += number
        return with_nets(found, _mean(joint, space, 0, 1), staying)
    return _several(bet, envied, joint, space, staying, seen)


def _told_apart(counts: Ints, other: OneOther) -> Ints:
    """Counts of all hands, not of one hand for each row: each suited A-K-Q is held by others alike often."""
    if not other.royals:
        return counts
    found = counts.reshape(*counts.shape[:-1], -1, len(other.cents)).copy()
    rest = found[: Category.MINI_ROYAL]
    places = list(other.royals)
    share, over = np.divmod(rest[..., places].sum(axis=-1, keepdims=True), len(places))
    if over.any():
        raise AssertionError("the suits of a row are not alike")
    rest[..., places] = share
    return found.reshape(counts.shape)


def _mean(joint: Mapping[tuple[Cents, Cents], int], space: int, own: int, envy: int) -> Fraction:
    """The mean of a power of one's own net times a power of one other's envy."""
    return Fraction(sum(net**own * cents**envy * number for (net, cents), number in joint.items()), space)


def _several(
    bet: Bet,
    envied: Envied,
    joint: Mapping[tuple[Cents, Cents], int],
    space: int,
    staying: Fraction,
    seen: _Choices,
) -> WithEnvy:
    """Mean and variance with several others: envies add up, and any two of them are a pair of hands."""
    others, one = bet.others, _mean(joint, space, 0, 1)
    mean = _mean(joint, space, 1, 0) + others * one
    pairs = seen.mean_of_two(bet, envied)
    square: Fraction | None = None
    if pairs is not None:
        square = _mean(joint, space, 2, 0) + 2 * others * _mean(joint, space, 1, 1)
        square += others * _mean(joint, space, 0, 2) + others * (others - 1) * pairs
    return WithEnvy(None, mean, None if square is None else square - mean**2, others * one, staying)


@dataclass(slots=True)
class _Choices:
    """A strategy that remembers against which hands and up cards it folds, and against which it does not."""

    base: Chooser
    folds: list[Cards] = field(default_factory=list)
    stays: list[Cards] = field(default_factory=list)
    fold_weights: list[Ints] = field(default_factory=list)
    stay_weights: list[Ints] = field(default_factory=list)

    def choose(self, worth: Worth) -> Ints:
        chosen = self.base(worth)
        for folded, known, weights in (
            (True, self.folds, self.fold_weights),
            (False, self.stays, self.stay_weights),
        ):
            row, up = np.nonzero(worth.counts.seen & ((chosen == FOLD) == folded))
            mine = worth.counts.rows[row]
            known.append(np.concatenate([rows().cards[mine], worth.counts.ups[up]], axis=1))
            weights.append(worth.counts.times[row, up])
        return chosen

    def mean_of_two(self, bet: Bet, envied: Envied) -> Fraction | None:
        """The mean product of two others' envies, where they are earned; None: out of reach."""
        if envied.of_two is None:
            return None
        every = Fraction(*envied.of_two)
        if not bet.lost:
            return every
        folds, stays = np.concatenate(self.folds), np.concatenate(self.stays)
        few, weights = min(
            ((folds, self.fold_weights), (stays, self.stay_weights)), key=lambda each: len(each[0])
        )
        if len(few) > MOST_PAIRED:
            return None
        products = envied.of_two_beside(few)
        if products is None:
            return None
        shows = bet.dealing.shows
        space = comb(52, 3) * comb(49, shows) * comb(49 - shows, 3) * comb(46 - shows, 3)
        weight = np.concatenate(weights).tolist()
        part = sum((w * product for w, product in zip(weight, products, strict=True)), Fraction(0)) / space
        return every - part if few is folds else part


# Suited A-K-Qs alone, for any number of players


def _royals(bet: Bet, envied: Envied) -> WithEnvy:
    """What others can hold depends on the six cards only by the suits in which these leave an A-K-Q."""
    if envied.cents is None:
        raise AssertionError("what others do decides")
    royal = all_hands().hand_class >= Category.MINI_ROYAL
    cents = envied.cents[royal].tolist()  # by suit
    left = np.array(
        [(SUITS - suits.bit_count()) * sum(cents) for suits in range(SUIT_SETS)], np.int64
    )  # four times the mean over suits
    told = Told(six=bet.pays.fold.shape[-1] > 1, royals=True)
    times = SUITS * comb(52 - OUT, 3)
    more = bet.others * np.tile(left, told.width // SUIT_SETS)

    def wide(pays: Payoffs, scale: int) -> tuple[Ints, Ints]:
        fold, pat = (np.repeat(part, SUIT_SETS, axis=-1) * scale for part in (pays.fold, pays.pat))
        return fold, pat

    fold, pat = wide(bet.pays, times)
    ends = tally(
        bet.dealing,
        worths(
            bet.dealing,
            counts_of(bet.dealing, told),
            Payoffs(fold if bet.lost else fold + more, pat + more, None),
        ),
        bet.choose,
        told.width,
    )
    envy = envy_by_suits(cents, bet.players)
    nothing = {0: deals(bet.players, OUT)}
    nets: Counter[Cents] = Counter()
    total = 0
    for counts, own, lost in zip(
        (evened(ends.fold), evened(ends.pat)), wide(bet.own, 1), (bet.lost, False), strict=True
    ):
        hit = np.nonzero(counts)
        for number, net, last in zip(counts[hit].tolist(), own[hit].tolist(), hit[-1].tolist(), strict=True):
            for paid, ways in (nothing if lost else envy[last % SUIT_SETS]).items():
                nets[net + paid] += number * ways
                total += number * ways * paid
    space = bet.dealing.sample_space
    return with_nets(nets, Fraction(total, space * deals(bet.players, OUT)), Fraction(ends.staying, space))


def with_nets(nets: Mapping[Cents, int], envy: Fraction, staying: Fraction) -> WithEnvy:
    """A bet whose distribution is known."""
    space = sum(nets.values())
    mean = Fraction(sum(net * number for net, number in nets.items()), space)
    square = Fraction(sum(net * net * number for net, number in nets.items()), space)
    return WithEnvy(dict(sorted(nets.items())), mean, square - mean**2, envy, staying)

"""Bets with envy beside the dealer's hand: one's own end together with what other players' hands pay.

All of it exact. With one other player, the hands that one can hold are counted for every hand of the
dealer's. With several that gives the mean and the variance; the distribution where none but suited A-K-Qs is
envied goes by what the six cards leave of them, and in some other cases by `several_beside`. Where somebody
draws, or what others do depends on what shows, the mean goes by linearity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import (
    CHUNK,
    MOST,
    SUIT_SETS,
    Counts,
    Dealing,
    Looks,
    cells_of,
    counts_of,
    deals_of,
    every_row,
)
from pitboss.odds.decisions import Chooser, worths
from pitboss.odds.envy import Envied
from pitboss.odds.geometry import PAIRS, SUITS, Doubles, Ints, all_hands, rows, up_sets
from pitboss.odds.hand_choices import Choices
from pitboss.odds.inclusion import VERSUS
from pitboss.odds.other_hands import deals
from pitboss.odds.outcomes import tally
from pitboss.odds.risk.payoff_sums import combined
from pitboss.odds.several_beside import OthersBeside, nets_beside, others_beside
from pitboss.odds.suited_royals import envy_by_suits, evened
from pitboss.odds.suited_runs import OUT
from pitboss.odds.weighed_hands import Weighed
from pitboss.odds.work import Progress, part
from pitboss.sheet.pays import ROYAL, SIX_CLASSES

MOST_PAIRS: Final = 1_000_000  # cells by pairs of cards that are worked on together


@dataclass(frozen=True, slots=True)
class Bet:
    """What is asked about: a bet whose decisions go by `pays`, of which the lines in `own` are looked at."""

    dealing: Dealing
    players: int
    pays: Payoffs
    own: Payoffs
    lost: bool  # whether a fold loses the envy
    choose: Chooser
    progress: Progress | None = None
    times: Fraction = Fraction(1)  # the Play that is not raised, in Antes

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
    plays: Fraction  # how many Antes are bet on Play, on average


def beside_the_dealer(bet: Bet, envied: Envied) -> WithEnvy | None:
    """A bet where nobody draws and the hands alone decide what is envied; None where that is not so."""
    sixes = bet.pays.fold.shape[-1]
    draws = bet.dealing.dealer_draws or bet.dealing.player_draws
    if draws or envied.cents is None:
        return None
    if not envied.cents[all_hands().hand_class < ROYAL].any():
        return _royals(bet, envied) if _fits(bet.dealing, SUIT_SETS * sixes) else None
    other = one_other(envied.cents)
    if not _fits(bet.dealing, len(other.cents) * sixes):
        return None
    company = others_beside(envied.cents, bet.others) if bet.others > 1 else None
    return _one_other(bet, envied, other, company)


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
    royal = all_hands().hand_class >= ROYAL
    if len(set(cents[royal].tolist())) > 1:
        kind[royal] = -1 - all_hands().hand_class[royal].astype(np.int64)
    kinds = [each for each in np.unique(kind).tolist() if each]
    paid = [int(cents[np.argmax(kind == each)]) for each in kinds]
    weighed = tuple(Weighed.of((kind == each).astype(np.int64)) for each in kinds)
    label = np.searchsorted(sorted(kinds), kind) + 1
    label[kind == 0] = 0
    return OneOther((0, *paid), label, weighed, tuple(1 + kinds.index(each) for each in kinds if each < 0))


def _counts_beside(
    dealing: Dealing, told: Looks, other: OneOther, progress: Progress | None
) -> Iterator[Counts]:
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
            if progress is not None:
                progress(start + place + 1, len(rows()))
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


def _one_other(bet: Bet, envied: Envied, other: OneOther, company: OthersBeside | None = None) -> WithEnvy:
    """One other's envy beside every end: for more of them moments, and with `company` the distribution."""
    kinds, told = len(other.cents), Looks(six=bet.pays.fold.shape[-1] > 1)
    paid = np.tile(np.array(other.cents, np.int64), SIX_CLASSES if told.six else 1)
    even = paid.copy()
    if other.royals:  # a row stands for hands in every suit
        even = SUITS * paid
        royals = sum(other.cents[place] for place in other.royals)
        for place in other.royals:
            even[place::kinds] = royals
    scale = SUITS if other.royals else 1

    seen = Choices(bet.choose)
    parts = 1 if company is None else 2
    counts = _counts_beside(bet.dealing, told, other, part(bet.progress, 0, parts))
    times = comb(52 - OUT, 3)
    ends = tally(
        bet.dealing,
        worths(bet.dealing, counts, _wide(bet, kinds, scale, bet.others * even), times=times),
        seen.choose,
        len(paid),
    )
    joint: Counter[tuple[Cents, Cents]] = Counter()
    for place, (counted, nets) in enumerate(ends.beside(_repeated(bet.own, kinds))):
        numbers, envy = _told_apart(counted, other), paid if place or not bet.lost else np.zeros_like(paid)
        hit = np.nonzero(numbers)
        for number, net, cents in zip(
            numbers[hit].tolist(), nets[hit].tolist(), envy[hit[-1]].tolist(), strict=True
        ):
            joint[net, cents] += number
    space = bet.dealing.sample_space * times
    plays = ends.plays(bet.times) / space
    if bet.players == 2:
        found: Counter[Cents] = Counter()
        for (net, cents), number in joint.items():
            found[net + cents] += number
        return with_nets(found, _mean(joint, space, 0, 1), plays)
    if company is not None:
        whole = nets_beside(
            bet.dealing,
            seen.done(bet.dealing),
            bet.own,
            bet.lost,
            bet.others,
            company,
            progress=part(bet.progress, 1, parts),
        )
        return with_nets(whole, bet.others * _mean(joint, space, 0, 1), plays)
    return _several(bet, envied, joint, space, plays, seen)


def _repeated(pays: Payoffs, times: int, scale: int = 1) -> Payoffs:
    """Payoffs on a scale, each shared class standing there so many times."""
    return combined(lambda nets: np.repeat(nets, times, axis=-1) * scale, pays)


def _wide(bet: Bet, times: int, scale: int, envy: Ints) -> Payoffs:
    """The same with others' envy, unless a fold loses it."""
    without = _repeated(bet.pays, times, scale)
    found = combined(lambda nets: nets + envy, without)
    return replace(found, fold=without.fold) if bet.lost else found


def _told_apart(counts: Ints, other: OneOther) -> Ints:
    """Counts of all hands, not of one hand for each row: each suited A-K-Q is held by others alike often."""
    if not other.royals:
        return counts
    found = counts.reshape(*counts.shape[:-1], -1, len(other.cents)).copy()
    rest = found[:ROYAL]
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
    plays: Fraction,
    seen: Choices,
) -> WithEnvy:
    """Mean and variance with several others: envies add up, and any two of them are a pair of hands."""
    others, one = bet.others, _mean(joint, space, 0, 1)
    mean = _mean(joint, space, 1, 0) + others * one
    pairs = seen.mean_of_two(bet.dealing, envied, lost=bet.lost)
    square: Fraction | None = None
    if pairs is not None:
        square = _mean(joint, space, 2, 0) + 2 * others * _mean(joint, space, 1, 1)
        square += others * _mean(joint, space, 0, 2) + others * (others - 1) * pairs
    return WithEnvy(None, mean, None if square is None else square - mean**2, others * one, plays)


# Suited A-K-Qs alone, for any number of players


def _royals(bet: Bet, envied: Envied) -> WithEnvy:
    """What others can hold depends on the six cards only by the suits in which these leave an A-K-Q."""
    if envied.cents is None:
        raise AssertionError("what others do decides")
    royal = all_hands().hand_class >= ROYAL
    cents = envied.cents[royal].tolist()  # by suit
    left = np.array(
        [(SUITS - suits.bit_count()) * sum(cents) for suits in range(SUIT_SETS)], np.int64
    )  # four times the mean over suits
    told = Looks(six=bet.pays.fold.shape[-1] > 1, royals=True)
    times = SUITS * comb(52 - OUT, 3)
    more = bet.others * np.tile(left, told.width // SUIT_SETS)

    ends = tally(
        bet.dealing,
        worths(bet.dealing, counts_of(bet.dealing, told), _wide(bet, SUIT_SETS, times, more)),
        bet.choose,
        told.width,
    )
    envy = envy_by_suits(cents, bet.players)
    nothing = {0: deals(bet.players, OUT)}
    nets: Counter[Cents] = Counter()
    total = 0
    for place, (counted, own) in enumerate(ends.beside(_repeated(bet.own, SUIT_SETS))):
        counts, lost = evened(counted), bet.lost and not place
        hit = np.nonzero(counts)
        for number, net, last in zip(counts[hit].tolist(), own[hit].tolist(), hit[-1].tolist(), strict=True):
            for paid, ways in (nothing if lost else envy[last % SUIT_SETS]).items():
                nets[net + paid] += number * ways
                total += number * ways * paid
    space = bet.dealing.sample_space
    return with_nets(nets, Fraction(total, space * deals(bet.players, OUT)), ends.plays(bet.times) / space)


def with_nets(nets: Mapping[Cents, int], envy: Fraction, plays: Fraction) -> WithEnvy:
    """A bet whose distribution is known."""
    space = sum(nets.values())
    mean = Fraction(sum(net * number for net, number in nets.items()), space)
    square = Fraction(sum(net * net * number for net, number in nets.items()), space)
    return WithEnvy(dict(sorted(nets.items())), mean, square - mean**2, envy, plays)

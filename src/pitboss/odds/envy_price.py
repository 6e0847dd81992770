"""The price of what other players' hands pay, or take from a shared meter first: wagers and whole bets.

The mean is linear in the others, so it is exact for any table. For two players your own net is counted with
what the other hand pays, which gives the whole distribution; for more the same count gives the deviation. See
"Envy" and "A shared meter" in docs/method.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from pitboss.errors import NotPriced
from pitboss.money import MICRO, Cents
from pitboss.odds.class_payoffs import Payoffs, combined, payoffs
from pitboss.odds.counts import CHUNK, MOST, UNDECIDED, Counts, Dealing, Looks, cells_of, deals_of, every_row
from pitboss.odds.decisions import Choose, Chooser, from_value, worths
from pitboss.odds.envy import KeptEnvy, Weighed
from pitboss.odds.geometry import SUITS, Doubles, Ints, all_hands, disjoint_pairs, rows, up_sets
from pitboss.odds.inclusion import VERSUS
from pitboss.odds.not_priced import meter_reach
from pitboss.odds.outcomes import OutcomeClass, tally
from pitboss.odds.prices import Moments, Note, Price, Space, in_units
from pitboss.odds.work import Progress
from pitboss.round.settlement import Meter, looks_at
from pitboss.round.table import Table
from pitboss.sheet.pays import HAND_CLASSES, ROYAL, SIX_CLASSES, MeterShare

if TYPE_CHECKING:
    from pitboss.odds.game import Game

LEFT: Final = 46  # cards beside your own and the dealer's


@dataclass(frozen=True, slots=True)
class WithEnvy:
    """How a bet comes out: its mean always, its variance and nets where they are known; all in cents."""

    mean: Fraction
    envy: Fraction  # what of the mean is envy
    variance: Fraction | None = None
    nets: Mapping[Cents, int] | None = None
    plays: Fraction = Fraction(0)  # how many Antes are bet on Play, on average


class BesideOne(Counter[tuple[Cents, Cents]]):
    """How many deals bring each of your own nets, without envy, with each sum of one other's envy."""

    def mean(self, own: int, envy: int) -> Fraction:
        """The mean of a power of your own net times a power of the other's envy."""
        total = sum(net**own * cents**envy * number for (net, cents), number in self.items())
        return Fraction(total, self.total())

    def for_two(self, plays: Fraction = Fraction(0)) -> WithEnvy:
        """The whole distribution, where there is no other player beside that one."""
        nets: Counter[Cents] = Counter()
        for (net, cents), number in self.items():
            nets[net + cents] += number
        space = nets.total()
        mean = Fraction(sum(net * number for net, number in nets.items()), space)
        square = Fraction(sum(net * net * number for net, number in nets.items()), space)
        found = {net: number for net, number in sorted(nets.items()) if number}
        return WithEnvy(mean, self.mean(0, 1), square - mean**2, found, plays)

    def for_many(self, others: int, of_two: Fraction | None, plays: Fraction = Fraction(0)) -> WithEnvy:
        """Mean and variance with so many others: envies add up, and any two of them are a pair of hands."""
        envy = others * self.mean(0, 1)
        mean = self.mean(1, 0) + envy
        if of_two is None:
            return WithEnvy(mean, envy, plays=plays)
        square = self.mean(2, 0) + 2 * others * self.mean(1, 1)
        square += others * self.mean(0, 2) + others * (others - 1) * of_two
        return WithEnvy(mean, envy, square - mean**2, plays=plays)


# Bets with an Ante


def decided_price(
    game: Game,
    name: str,
    wagers: Mapping[str, Cents],
    stake: Cents,
    strategy: Chooser,
    only: frozenset[str] | None = None,
    progress: Progress | None = None,
) -> Price:
    """A bet with an Ante, its strategy going by all of it; with `only`, what these lines bring with envy."""
    if strategy.split is not None:
        raise NotPriced("Other players' hands are not counted for a strategy that goes by suits", "strategy")
    dealing, pays, own = game.dealing, game.payoffs_of(wagers), game.payoffs_of(wagers, only)
    found = None
    if not (dealing.dealer_draws or dealing.player_draws or game.tells_more_than_six(wagers)):
        found = _beside_the_dealer(game, dealing, pays, own, strategy, progress)
    found = found or _by_linearity(game, wagers, pays, own, strategy)
    price = _priced(game, name, found, stake, Space("deals", dealing, game.players - 1))
    if game.envy_is_lost and len({*game.table.book.envy[ROYAL:]}) > 1:  # hands are decided without suits
        price = replace(price, notes=(*price.notes, "up_to_suits"))
    if name != "ante":
        return price
    return replace(price, risked=Fraction(sum(wagers.values()), stake) + found.plays)


def _by_linearity(
    game: Game, wagers: Mapping[str, Cents], pays: Payoffs, own: Payoffs, strategy: Choose
) -> WithEnvy:
    """Your own mean and that of the others' envy, where they are not counted together."""
    kept = KeptEnvy(strategy, game.envied)
    ends = game.tally_of(wagers, pays, kept.choose if game.envy_is_lost else strategy)
    nets, space = ends.nets(own), game.dealing.sample_space
    envy = (game.players - 1) * (kept.mean() if game.envy_is_lost else game.envied.mean)
    mean = Fraction(sum(net * number for net, number in nets.items()), sum(nets.values()))
    return WithEnvy(mean + envy, envy, plays=ends.plays(game.sheet.play.times) / space)


def mean_envy(game: Game, wagers: Mapping[str, Cents], strategy: Choose) -> Fraction:
    """What the envy of a bet with an Ante brings on average, in cents."""
    pays = game.payoffs_of(wagers)
    return _by_linearity(game, wagers, pays, pays, strategy).envy


# One other player beside every hand of the dealer's


@dataclass(frozen=True, slots=True)
class OneOther:
    """The different sums that another hand pays, the first of them nothing, and the hands that pay each."""

    cents: tuple[Cents, ...]
    weighed: Weighed  # of all but the first
    royals: tuple[int, ...]  # places of suited A-K-Qs, where they are told apart

    @classmethod
    def of(cls, cents: Ints) -> OneOther:
        """The sums by hand; suited A-K-Qs are told apart by suit where they do not pay the same."""
        kind, hand_class = cents.copy(), all_hands().hand_class.astype(np.int64)
        royal = hand_class >= ROYAL
        if len(set(cents[royal].tolist())) > 1:
            kind[royal] = -1 - hand_class[royal]
        kinds = [each for each in np.unique(kind).tolist() if each]
        paid = [int(cents[np.argmax(kind == each)]) for each in kinds]
        weighed = Weighed.of((kind[:, None] == kinds).astype(np.int64))
        return cls((0, *paid), weighed, tuple(1 + kinds.index(each) for each in kinds if each < 0))

    def counts(self, dealing: Dealing, told: Looks, progress: Progress | None) -> Iterator[Counts]:
        """The ends of all rows, each as often as another player can hold what pays each sum."""
        ups, width = up_sets(dealing.shows), told.width * len(self.cents)
        step = max(1, CHUNK // (len(ups) * VERSUS * width))
        for start in range(0, len(rows()), step):
            some = every_row()[start : start + step]
            found = np.empty((VERSUS, len(some), len(ups), width))
            for place, row in enumerate(some.tolist()):
                dealers, cells = cells_of(dealing, told, row)
                ends = self._beside_row(row, dealers, cells, VERSUS * len(ups) * told.width)
                found[:, place] = ends.reshape(VERSUS, len(ups), width)
                if progress is not None:
                    progress(start + place + 1, len(rows()))
            yield Counts(ups, deals_of(some, ups), np.moveaxis(found, 0, 2), None, some)

    def _beside_row(self, row: int, dealers: Ints, cells: Ints, size: int) -> Doubles:
        """In how many ways each cell of one row goes with each sum of another hand: (cells, sums)."""
        found = np.zeros((size, len(self.cents)))
        ways = self.weighed.without(rows().cards[row]).apart(list(all_hands().cards[dealers].T))
        for place, each in enumerate(ways.T, 1):
            found[:, place] = np.bincount(cells.ravel(), np.tile(each, len(cells)), size)
        every = comb(LEFT, 3) * np.bincount(cells.ravel(), minlength=size)
        found[:, 0] = every - found[:, 1:].sum(axis=1)
        return found

    def of_all_hands(self, counts: Ints) -> Ints:
        """Counts of all hands, not of one for each row: each suited A-K-Q is held by others alike often."""
        if not self.royals:
            return counts
        found = counts.reshape(*counts.shape[:-1], -1, len(self.cents)).copy()
        rest, places = found[:ROYAL], list(self.royals)
        share, over = np.divmod(rest[..., places].sum(axis=-1, keepdims=True), len(places))
        if over.any():
            raise AssertionError("the suits of a row are not alike")
        rest[..., places] = share
        return found.reshape(counts.shape)


def _beside_the_dealer(
    game: Game, dealing: Dealing, pays: Payoffs, own: Payoffs, strategy: Chooser, progress: Progress | None
) -> WithEnvy | None:
    """A bet where nobody draws, with one other's hand; None where that is too much or not known by hand.

    Decisions go by `pays`, of which the lines in `own` are looked at.
    """
    if game.envied.cents is None:
        return None
    other, told = OneOther.of(game.envied.cents), Looks(six=pays.fold.shape[-1] > 1)
    kinds, sixes, others = len(other.cents), SIX_CLASSES if told.six else 1, game.players - 1
    if len(rows()) * comb(52, dealing.shows) * VERSUS * kinds * sixes > MOST:
        return None
    lost = game.envy_is_lost
    paid = np.tile(np.array(other.cents, np.int64), sixes)
    even, scale = paid.copy(), 1
    if other.royals:  # a row stands for hands in every suit: four times the cents, A-K-Qs at their mean
        even, scale = SUITS * paid, SUITS
        for place in other.royals:
            even[place::kinds] = sum(other.cents[each] for each in other.royals)

    def repeated(each: Payoffs, scale: int = 1) -> Payoffs:
        return combined(lambda nets: np.repeat(nets, kinds, axis=-1) * scale, each)

    without = repeated(pays, scale)
    wide = combined(lambda nets: nets + others * even, without)
    wide = replace(wide, fold=without.fold) if lost else wide
    counts = other.counts(dealing, told, progress)
    times = comb(LEFT, 3)
    ends = tally(dealing, worths(dealing, counts, wide, times=times), strategy, len(paid))
    joint = BesideOne()
    for place, (counted, nets) in enumerate(ends.beside(repeated(own))):
        numbers, envy = other.of_all_hands(counted), np.zeros_like(paid) if lost and not place else paid
        hit = np.nonzero(numbers)
        for number, net, cents in zip(
            numbers[hit].tolist(), nets[hit].tolist(), envy[hit[-1]].tolist(), strict=True
        ):
            joint[net, cents] += number
    plays = ends.plays(game.sheet.play.times) / (dealing.sample_space * times)
    if others == 1:
        return joint.for_two(plays)
    known = not (lost and ends.fold.any())  # else two others' envy depends on what is folded
    return joint.for_many(others, game.envied.of_two if known else None, plays)


# Bets without an Ante


def undecided_price(
    game: Game, name: str, wagers: Mapping[str, Cents], stake: Cents, progress: Progress | None = None
) -> Price:
    """A wager or a bet that no decision touches, paid by your own cards and by other players' hands."""
    others, more = game.players - 1, game.tells_more_than_six(wagers)
    if looks_at(game.table, wagers) or more:
        found = None
        if not more:
            pays = game.payoffs_of(wagers)
            found = _beside_the_dealer(game, UNDECIDED, pays, pays, from_value(0), progress)
        envy = others * game.envied.mean
        found = found or WithEnvy(game.price_undecided(wagers).ev + envy, envy)
        return _priced(game, name, found, stake, Space("deals", UNDECIDED, others))
    shares = shares_with_others(game, wagers)
    joint = beside_one(game, wagers, shares)
    seats = len(_seats(game)) if shares else 1
    if not game.envies_any(wagers):
        found = joint.for_two()
    elif game.envied.cents is None:
        envy = others * game.envied.mean
        found = WithEnvy(joint.mean(1, 0) + envy, envy)
    else:
        found = joint.for_two() if others == 1 else joint.for_many(others, game.envied.of_two)
    return _priced(game, name, found, stake, Space("hands", others=others, seats=seats))


def beside_one(game: Game, wagers: Mapping[str, Cents], shares: str | None) -> BesideOne:
    """Your own three cards with one other player's, who may take a share of the meter before you (RIV-12)."""

    @cache
    def nets(meter: Cents) -> list[Cents]:
        found: list[Cents] = payoffs(game.table, wagers, meter).pat[:, 0, 0].tolist()
        return found

    joint = BesideOne()
    for (own, other, cents), number in _hands_of_two(game, wagers).items():
        for seat in _seats(game) if shares else (1,):
            meter = game.stands_at if shares is None or seat == 1 else _left(game, shares, other)
            joint[nets(meter)[own], cents] += number
    return joint


def _hands_of_two(game: Game, wagers: Mapping[str, Cents]) -> dict[tuple[int, int, Cents], int]:
    """The deals by your own hand class, the other's, and what the other's hand pays as envy."""
    hand_class = all_hands().hand_class.astype(np.int64)
    cents = game.envied.cents if game.envies_any(wagers) else None
    paid = np.zeros_like(hand_class) if cents is None else cents
    kinds, labels = np.unique(np.stack([hand_class, paid], axis=1), axis=0, return_inverse=True)
    pairs = disjoint_pairs(hand_class, labels.ravel(), HAND_CLASSES, len(kinds)).tolist()
    return {
        (own, *kind): number
        for own, row in enumerate(pairs)
        for kind, number in zip(map(tuple, kinds.tolist()), row, strict=True)
        if number
    }


def outcomes_with_envy(game: Game, wager: str) -> tuple[OutcomeClass, ...] | None:
    """The outcome classes of a wager with the other player's envy, where that is counted hand by hand."""
    told = game.players == 2 and game.envies(wager) and game.envied.cents is not None
    if not told or wager in game.table.book.shared or shares_with_others(game, (wager,)):
        return None
    found: Counter[tuple[int, Cents]] = Counter()
    for (own, _, cents), number in _hands_of_two(game, {wager: 1}).items():
        found[own, cents] += number
    return tuple(OutcomeClass(None, 0, hand, 0, n, cents) for (hand, cents), n in found.items())


# A meter that several seats can be paid from in one round: a seat paid later finds less in it (RIV-12)


def shares_of(table: Table, wager: str) -> dict[int, MeterShare]:
    """The hand classes that take a share of the meter on a wager judged by three cards."""
    if wager in table.book.shared or wager not in table.book.awards:
        return {}
    pays = {hand: table.book.awards[wager][hand].pay for hand in range(HAND_CLASSES)}
    return {hand: pay for hand, pay in pays.items() if isinstance(pay, MeterShare)}


def is_shared(table: Table, wager: str) -> bool:
    """Whether two seats can take from the meter in one round: more than one hand wins a share."""
    return int(np.isin(all_hands().hand_class, list(shares_of(table, wager))).sum()) > 1


def shares_with_others(game: Game, wagers: Mapping[str, Cents] | tuple[str, ...]) -> str | None:
    """The wager on which another seat can be paid from the meter before this one.

    Seats are paid in the order of their numbers (STD-9), and every player is taken to have made the wager.
    Raises `OutOfReach` where two others or more can be paid before.
    """
    if game.players == 1 or game.seat == 1:
        return None
    shared = next((wager for wager in wagers if is_shared(game.table, wager)), None)
    if shared is not None and game.players > 2:
        raise meter_reach(game.players)
    return shared


def _seats(game: Game) -> tuple[int, ...]:
    """The seat that is asked about, or all of them."""
    return (game.seat,) if game.seat else tuple(range(1, game.players + 1))


def _left(game: Game, wager: str, taken_by: int) -> Cents:
    """What is on the meter once a hand class has taken its share."""
    reset = game.sheet.meter.reset if game.sheet.meter else 0
    meter, share = Meter(reset * MICRO, game.stands_at * MICRO), shares_of(game.table, wager).get(taken_by)
    if share is not None:
        meter.take(share)
    return meter.now // MICRO


def _priced(game: Game, name: str, found: WithEnvy, stake: Cents, space: Space) -> Price:
    moments = None if found.nets is not None else Moments(found.mean, found.variance).per(stake)
    return Price(
        name,
        space.size,
        {} if found.nets is None else in_units(found.nets, stake),
        space=space,
        moments=moments,
        notes=_notes(game, name, space),
    )


def _notes(game: Game, name: str, space: Space) -> tuple[Note, ...]:
    found: list[Note] = []
    envy = game.sheet.envy
    if game.envies(name) and not game.sheet.wagers[name].fixed:
        found.append("smallest_bet")
    if envy is not None and (not envy.folded_holder_counts or game.sheet.player.draws):
        found.append("others_play")
    if (envy is not None and envy.holder_must_bet) or space.seats > 1:
        found.append("others_bet")
    if space.seats > 1:
        found.append("average_seat")
    return tuple(found)

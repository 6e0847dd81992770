"""What comes of a strategy: in how many outcomes a bet ends in each class, and what is done in each deal.

See "From counts to a price" and "Sample spaces" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.batch import by_ranks, kinds6
from pitboss.errors import NotPriced
from pitboss.hands import SIX_KEYS, VALUES, Kind, SixKind
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import SHOWDOWN, UNDECIDED, Dealing, Looks, counts_of, fourths
from pitboss.odds.decisions import (
    ACTIONS,
    DRAW,
    FOLD,
    PLAY,
    RAISE,
    RAISE_NUMBER,
    Choose,
    Chooser,
    Worth,
    from_value,
    worths,
)
from pitboss.odds.geometry import KIND, SUITS, Ints, rows
from pitboss.odds.inclusion import FINALS, VERSUS
from pitboss.odds.prices import Space
from pitboss.round.settlement import ActionId
from pitboss.round.table import RAISES, RaiseId
from pitboss.sheet.pays import (
    HAND_CLASSES,
    ROYAL,
    SIX_CLASSES,
    SIX_ROYAL,
    Judged,
    pay_class,
    shared_class,
    shared_classes,
)


@dataclass(slots=True)
class Tally:
    """How often a strategy ends in each outcome class; everything together is the sample space."""

    fold: Ints  # (hand classes, sixes)
    pat: Ints  # (hand classes, 6 showdown results, sixes)
    drawn: Ints  # (first three, hand classes, 6, sixes)
    raised: dict[RaiseId, Ints] = field(default_factory=dict)  # each like `pat`

    def add(self, dealing: Dealing, worth: Worth, chosen: Ints) -> None:
        """Adds what some hands do against some up cards, or how many of their deals take each action."""
        counts = worth.counts
        hand = rows().hand_class[counts.rows]
        member = (hand[None, :] == np.arange(HAND_CLASSES)[:, None]).astype(np.float64)
        times = counts.times.astype(np.float64)

        def deals(action: int) -> Ints:
            """How many of the deals take an action."""
            if chosen.ndim > times.ndim:
                return chosen[..., action].astype(np.float64)
            return np.where(chosen == action, times, 0)

        folds = deals(FOLD)
        pat = np.moveaxis(counts.pat, 2, 0).astype(np.float64, copy=False)
        if pat.shape[-1] == 1:
            folded = np.einsum("ru,ru->r", folds, pat[..., 0].sum(axis=0))[:, None]
        else:
            folded = np.einsum("ru,rus->rs", folds, pat.sum(axis=0))

        def ends(action: int) -> Ints:
            plays = deals(action)
            if pat.shape[-1] == 1:
                played = np.einsum("ru,vru->rv", plays, pat[..., 0])[..., None]
            else:
                played = np.einsum("ru,vrus->rvs", plays, pat)
            # No count is above 2^53, since no sample space is: the doubles are whole numbers.
            return np.tensordot(member, played, axes=1).astype(np.int64) * dealing.draw_cards

        self.fold += (member @ folded).astype(np.int64) * dealing.draw_cards
        self.pat += ends(PLAY)
        for name in worth.raised:
            self.raised[name] = self.raised.get(name, 0) + ends(RAISE_NUMBER[name])
        if counts.drawn is not None:
            draws = np.stack([deals(DRAW + place) for place in range(3)], axis=-1)
            drawn = np.einsum("rud,rudfvs->rfvs", draws, counts.drawn.astype(np.float64, copy=False))
            by_final = np.tensordot(member, drawn, axes=1).astype(np.int64)
            self.drawn[:, : FINALS - 1] += by_final[:, :-1]
            royals = self.drawn[:, FINALS - 1 :]
            if worth.suit is None:  # each suit alike often; one by suits leaves a rest, paid alike
                share, rest = np.divmod(by_final[:, -1], SUITS)
                royals += share[:, None]
                royals[:, 0] += rest
            else:
                royals[:, worth.suit] += by_final[:, -1]

    def shared_out(self, ways: int) -> Tally:
        """The same where every outcome was counted so many times."""
        parts = (self.fold, self.pat, self.drawn, *self.raised.values())
        if any((part % ways).any() for part in parts):
            raise AssertionError("the colours of a row are not alike")
        fold, pat, drawn, *raised = (part // ways for part in parts)
        return Tally(fold, pat, drawn, dict(zip(self.raised, raised, strict=True)))

    def of_every_suit(self) -> Tally:
        """The same for hands in every suit, where six cards are the end of the last axis.

        A row stands for hands in every suit, but its royal flushes are of one: that of two of its cards. A
        mini royal is a row of its own in each suit.
        """

        def spread(part: Ints) -> Ints:
            found = part.reshape(HAND_CLASSES, -1, SIX_CLASSES).copy()
            royals = found[:ROYAL, :, SIX_ROYAL:].reshape(ROYAL, found.shape[1], -1, SUITS)
            share, over = np.divmod(royals.sum(axis=-1), SUITS)
            if over.any():
                raise AssertionError("the suits of a row are not alike")
            found[:ROYAL, :, SIX_ROYAL:] = np.repeat(share, SUITS, axis=-1)
            return found.reshape(part.shape)

        raised = {name: spread(part) for name, part in self.raised.items()}
        return Tally(spread(self.fold), spread(self.pat), self.drawn, raised)

    def nets(self, pays: Payoffs) -> Mapping[int, int]:
        """How many outcomes have each net, in cents."""
        found: dict[int, int] = {}
        for counts, nets in self.beside(pays):
            hit = np.nonzero(counts)
            for number, net in zip(counts[hit].tolist(), nets[hit].tolist(), strict=True):
                found[net] = found.get(net, 0) + number
        return dict(sorted(found.items()))

    def beside(self, pays: Payoffs) -> list[tuple[Ints, Ints]]:
        """The numbers of outcomes beside what these are worth, folds first."""
        cells = [(self.fold, pays.fold), (self.pat, pays.pat)]
        if pays.drawn is not None:
            cells.append((self.drawn, pays.drawn_by_class))
        return cells + [(counts, pays.raised[name]) for name, counts in self.raised.items()]

    def total(self, pays: Payoffs) -> int:
        """The sum of a payoff over all outcomes."""
        return sum(net * number for net, number in self.nets(pays).items())

    @property
    def outcomes(self) -> int:
        """How many outcomes there are."""
        return sum(int(part.sum()) for part in (self.fold, self.pat, self.drawn, *self.raised.values()))

    def plays(self, times: Fraction) -> Fraction:
        """How many Antes were bet on Play in all outcomes together; one that is not raised is so many."""
        raised = sum(RAISES[name] * int(counts.sum()) for name, counts in self.raised.items())
        return times * (int(self.pat.sum()) + int(self.drawn.sum())) + raised


def tally(
    dealing: Dealing, worth: Iterable[Worth], choose: Choose, width: int = 1, looks: Looks = SHOWDOWN
) -> Tally:
    """What comes of a strategy, over all hands and up cards; the last axis of counts is so wide.

    One that goes by suits is counted for what is paid alike in all of them.
    """
    by_suits = choose.split if isinstance(choose, Chooser) else None
    if by_suits is not None and looks.times > 1:
        raise NotPriced("A bet on colours is not counted for a strategy that goes by suits", "strategy")
    found = Tally(
        np.zeros((HAND_CLASSES, width), np.int64),
        np.zeros((HAND_CLASSES, VERSUS, width), np.int64),
        np.zeros((HAND_CLASSES, HAND_CLASSES, VERSUS, width), np.int64),
    )
    for chunk in worth:
        found.add(dealing, chunk, (by_suits or choose)(chunk))
    found = found.of_every_suit() if looks.six and not by_suits else found
    return found.shared_out(looks.times) if looks.times > 1 else found


# --- What a strategy does, deal by deal.

SEVERAL: Final = 13  # stands for no up card, or several, among the ranks of one


@dataclass(frozen=True, slots=True)
class RaisedValues:
    """In how many deals each row raises Play to one multiple, and which values do, or may and do not.

    The values are those against each rank of up card.
    """

    counts: Ints = field(default_factory=lambda: np.zeros(len(rows()), np.int64))
    lowest: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, VALUES))
    highest: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))
    highest_left: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))


@dataclass(frozen=True, slots=True)
class DealsDone:
    """In how many deals each row takes each action, and which values play against each rank of up card.

    A deal is a hand with the up cards that show. Of the deals that play, some raise.
    """

    counts: Ints = field(default_factory=lambda: np.zeros((len(rows()), len(ACTIONS)), np.int64))
    lowest_played: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, VALUES))
    highest_folded: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))
    by_rank: Ints = field(
        default_factory=lambda: np.zeros((SEVERAL + 1, 2), np.int64)
    )  # that fold, that play
    raised: dict[RaiseId, RaisedValues] = field(default_factory=dict)

    def add(self, worth: Worth, chosen: Ints) -> None:
        """Adds what some hands do against some up cards."""
        counts, ups, deals = worth.counts, worth.counts.ups, worth.counts.times
        value = rows().value[counts.rows, None]
        rank = ups[:, 0] >> 2 if ups.shape[1] == 1 else np.full(len(ups), SEVERAL)
        self._add_raises(worth, chosen, deals, value, rank)
        chosen = np.where(chosen >= RAISE, PLAY, chosen)  # a raise plays too
        for action in range(len(ACTIONS)):
            self.counts[counts.rows, action] += np.where(chosen == action, deals, 0).sum(axis=1)
        played = np.where(counts.seen & (chosen == PLAY), value, VALUES).min(axis=0)
        folded = np.where(counts.seen & (chosen == FOLD), value, -1).max(axis=0)
        np.minimum.at(self.lowest_played, rank, played)
        np.maximum.at(self.highest_folded, rank, folded)
        for action in (FOLD, PLAY):
            np.add.at(self.by_rank[:, action], rank, np.where(chosen == action, deals, 0).sum(axis=0))

    def _add_raises(self, worth: Worth, chosen: Ints, deals: Ints, value: Ints, rank: Ints) -> None:
        """Adds which of the hands that may raise do so."""
        if worth.may_raise is None:
            return
        may = worth.counts.seen & worth.may_raise[:, None]
        for name in worth.raised:
            known = self.raised.setdefault(name, RaisedValues())
            takes = chosen == RAISE_NUMBER[name]
            known.counts[worth.counts.rows] += np.where(takes, deals, 0).sum(axis=1)
            np.minimum.at(known.lowest, rank, np.where(may & takes, value, VALUES).min(axis=0))
            np.maximum.at(known.highest, rank, np.where(may & takes, value, -1).max(axis=0))
            np.maximum.at(known.highest_left, rank, np.where(may & ~takes, value, -1).max(axis=0))


# --- Outcome classes: the outcomes of a bet that are settled alike, and how many of them there are.


class OutcomeClass(NamedTuple):
    """Outcomes that are settled alike, and how many they are."""

    action: ActionId | None
    versus: int  # the showdown result, as in the paybook
    paid_as: int  # the pay class
    six: int  # the shared class: the class of the six cards as dealt, and what else a bet looks at
    number: int
    envy: Cents = 0


class Outcomes(NamedTuple):
    """The outcome classes behind a wager's price, and the wagers that are on the felt in them."""

    wagers: Mapping[str, Cents]
    classes: tuple[OutcomeClass, ...]
    others: Fraction = Fraction(0)  # what others' hands add to the mean in cents, where no class tells it

    @property
    def number(self) -> int:
        """How many outcomes the classes have together."""
        return sum(each.number for each in self.classes)


def classes_of(ends: Tally, shared: Sequence[int]) -> Iterator[OutcomeClass]:
    """The outcome classes of a tally that have outcomes; its last axis goes by these shared classes."""
    for (hand, place), number in np.ndenumerate(ends.fold):
        if number:
            yield OutcomeClass("fold", 0, hand, shared[place], int(number))
    for (hand, versus, place), number in np.ndenumerate(ends.pat):
        if number:
            yield OutcomeClass("play", versus, hand, shared[place], int(number))
    for name, raised in ends.raised.items():
        for (hand, versus, place), number in np.ndenumerate(raised):
            if number:
                yield OutcomeClass(name, versus, hand, shared[place], int(number))
    for (first, final, versus, place), number in np.ndenumerate(ends.drawn):
        if number:
            yield OutcomeClass("draw", versus, pay_class(final, first), shared[place], int(number))


def hand_counts() -> list[int]:
    """How many of the 22,100 hands are in each hand class."""
    hands = rows()
    counts = np.bincount(hands.hand_class, weights=hands.weight, minlength=HAND_CLASSES)
    return [int(number) for number in counts]


# --- Tables that no decision touches, by themselves.


def alone(judged: Judged, dealing: Dealing) -> tuple[Space, tuple[OutcomeClass, ...]]:
    """The sample space of a table that no decision touches, and its outcome classes."""
    match judged:
        case "three cards":
            return Space("hands"), _classes((hand, 0, number) for hand, number in enumerate(hand_counts()))
        case "six cards":
            return Space("six"), _classes((0, six, number) for six, number in enumerate(six_counts()))
        case "dealer's hand":
            space = Space("drawing dealer" if dealing.dealer_draws else "hands")
            counts = enumerate(_dealer_kinds(dealing.draws_below))
            return space, _classes((0, shared_class(dealer=each), number) for each, number in counts)
        case "colours":
            space = Space("deals", UNDECIDED)
            return space, _classes((0, shared_class(colours=each), n) for each, n in enumerate(_by_colours()))
    dealt = UNDECIDED._replace(draws_below=dealing.draws_below)
    places, ends = shared_classes({judged}), _both_hands(dealt)
    met = ((hand, places[place], int(ends[hand, place])) for hand, place in np.argwhere(ends).tolist())
    return Space("deals", dealt), _classes(met)


def _classes(outcomes: Iterable[tuple[int, int, int]]) -> tuple[OutcomeClass, ...]:
    """Pay class, shared class and number of outcomes as outcome classes."""
    return tuple(OutcomeClass(None, 0, *each) for each in outcomes)


def _by_colours() -> tuple[int, ...]:
    """How many deals have mixed colours, one in the player's three cards, and one in all six."""
    mine, every = 2 * comb(26, 3), comb(49, 3)
    both = mine * comb(23, 3)
    return (comb(52, 3) - mine) * every, mine * every - both, both


@lru_cache(maxsize=2)
def _both_hands(dealing: Dealing) -> Ints:
    """How many deals have each hand class and each class of the dealer's."""
    looks = Looks(dealer=True)
    fold = np.zeros((HAND_CLASSES, looks.width), np.int64)
    nothing = Payoffs(fold, np.repeat(fold[:, None], VERSUS, axis=1), None)
    found = worths(dealing, counts_of(dealing, looks), nothing)
    return tally(dealing, found, from_value(0), looks.width).pat.sum(axis=1)


def _dealer_kinds(draws_below: int) -> list[int]:
    """How many dealer hands are of each kind; of one that draws, with each of 49 fourth cards."""
    if not draws_below:
        counts = hand_counts()
        return [*counts[:ROYAL], sum(counts[ROYAL:])]
    table = fourths(draws_below)
    return [int(n) for n in np.bincount(KIND[table.best[table.lacks]], minlength=len(Kind))]


# --- Six cards as dealt: how often each best-five category comes.

_KEYS: Final = np.array(SIX_KEYS, dtype=np.int64)


@lru_cache(maxsize=1)
def six_counts() -> tuple[int, ...]:
    """How many of the 20,358,520 six-card hands are in each class, by rank patterns and then by suits."""
    patterns = _rows(combinations_with_replacement(range(13), 6), 6)
    counters = (np.int64(1) << (3 * patterns)).sum(axis=1)
    each = (counters[:, None] >> (3 * np.arange(13))) & 7
    legal = each.max(axis=1) <= 4
    ways = np.array([comb(4, n) for n in range(5)], dtype=np.int64)[each[legal]].prod(axis=1)
    found = np.bincount(by_ranks(counters[legal].astype(np.uint64)), weights=ways, minlength=len(SixKind))
    found = found.astype(np.int64)
    # Where five or six cards share a suit, the hand is a flush of some kind instead.
    for suited, number in _suited_hands():
        found -= number * np.bincount(_rank_category(suited), minlength=len(SixKind))
        found += number * np.bincount(kinds6(suited), minlength=len(SixKind))
    return (*found[:SIX_ROYAL].tolist(), *np.repeat(found[SIX_ROYAL:] // SUITS, SUITS).tolist())


def _rows(tuples: Iterable[tuple[int, ...]], width: int) -> Ints:
    """Tuples of one length as the rows of an array."""
    return np.fromiter(chain.from_iterable(tuples), np.int64).reshape(-1, width)


def _suited_hands() -> list[tuple[npt.NDArray[np.uint8], int]]:
    """Hands with six, and with five, cards of one suit, and how many hands each stands for."""
    six, five = (4 * _rows(combinations(range(13), size), size) for size in (6, 5))
    odd = np.tile(4 * np.arange(13) + 1, len(five))[:, None]
    mixed = np.concatenate([np.repeat(five, 13, axis=0), odd], axis=1)
    return [(six.astype(np.uint8), 4), (mixed.astype(np.uint8), 4 * 3)]


def _rank_category(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The category by ranks alone, suits left aside."""
    return by_ranks((_KEYS[hands].sum(axis=1) >> 12).astype(np.uint64))

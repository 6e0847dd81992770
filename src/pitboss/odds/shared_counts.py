"""Bets on the dealer's hand, on both hands and on colours: deals counted by what such tables look at.

A row stands for hands in every suit, and colours are pairs of suits: over the hands of a row each way to pair
the suits comes alike often. So deals are counted under all three ways, and the sums are divided by three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import KIND_OF_VALUE, VALUES, Kind
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Counts, Dealing, deals_of, every_row
from pitboss.odds.dealer import Below, drawn_outcomes, four_cards, standing, three_card_outcomes
from pitboss.odds.dealer_hands import fourths_below, sixes, up_places, with_a_fourth
from pitboss.odds.decisions import Chooser, Worth, from_value, worths
from pitboss.odds.geometry import KIND, Cards, Doubles, Ints, all_hands, draws, rows, up_sets
from pitboss.odds.not_priced import drawn_reach, outcomes_reach
from pitboss.odds.outcome_classes import OutcomeClass, hand_counts
from pitboss.odds.player_draws import below_drawn
from pitboss.odds.results import FINALS, VERSUS, BelowValue
from pitboss.odds.showdowns import where_all_is_seen
from pitboss.odds.six_card_counts import six_counts
from pitboss.odds.space import Space
from pitboss.odds.tallies import Tally, Watcher, tally
from pitboss.sheet.pays import (
    BEATEN,
    BY_DEALER,
    COLOUR_CLASSES,
    DEALER_CLASSES,
    HAND_CLASSES,
    ROYAL,
    SIX_CLASSES,
    TIED,
    Judged,
    shared_class,
    shared_classes,
)

CHUNK: Final = 2_000_000  # counts that are worked on together
MOST_SHARED: Final = 20_000_000_000  # counts that are made for one price, a few rows at a time: two minutes
FOURTHS: Final = 46  # cards that a dealer can draw beside six
_PARTNERS: Final = (1, 2, 3)  # the suit that has the colour of the first one, in each way to pair suits
_LOWS: Final = tuple(KIND_OF_VALUE.index(kind) for kind in Kind)


@dataclass(frozen=True, slots=True)
class Looks:
    """What the tables of a bet look at, beside the player's own three cards."""

    six: bool
    dealer: bool
    colours: bool

    @classmethod
    def of(cls, judged: frozenset[Judged]) -> Looks:
        return cls("six cards" in judged, bool(judged & BY_DEALER), "colours" in judged)

    @property
    def beyond_six(self) -> bool:
        """Whether the category of six cards does not tell enough."""
        return self.dealer or self.colours

    @property
    def width(self) -> int:
        six, dealer = SIX_CLASSES if self.six else 1, DEALER_CLASSES if self.dealer else 1
        return six * dealer * (COLOUR_CLASSES if self.colours else 1)


Worths = Iterator[Worth]


def tally_shared(
    dealing: Dealing,
    looks: Looks,
    pays: Payoffs,
    choose: Chooser,
    alike: bool = False,
    weigh: Callable[[Worths], Worths] = iter,
    watch: Watcher | None = None,
) -> Tally:
    """What comes of a strategy, told by the shared class; the sums are those of all deals.

    With `alike`, up cards that leave nothing open are one where the showdown ends alike. `weigh` adds what
    actions are worth beside these pays.
    """
    ways = len(_PARTNERS) if looks.colours else 1
    counts: Iterable[Counts]
    if alike and dealing.shows == 3 and not dealing.dealer_draws:
        counts = map(where_all_is_seen, count_shared(dealing._replace(shows=0), looks, rows_at_once=16))
    else:
        counts = count_shared(dealing, looks)
    found = tally(dealing, weigh(worths(dealing, counts, pays, times=ways)), choose, looks.width, watch)
    if (found.fold % ways).any() or (found.pat % ways).any():
        raise AssertionError("the colours of a row are not alike")
    raised = {name: counts // ways for name, counts in found.raised.items()}
    return Tally(found.fold // ways, found.pat // ways, found.drawn, raised)


def count_shared(dealing: Dealing, looks: Looks, rows_at_once: int | None = None) -> Iterator[Counts]:
    """The counts of all rows against every set of up cards, a chunk of rows at a time."""
    cells = len(rows()) * comb(52, dealing.shows) * VERSUS * looks.width
    if dealing.shows == 0 and not (looks.six or looks.colours):
        yield _by_dealer(dealing)
        return
    if dealing.player_draws:
        raise drawn_reach()
    if cells > MOST_SHARED:
        raise outcomes_reach("the dealer's cards", dealing.shows)
    ups = up_sets(dealing.shows)
    step = rows_at_once or max(1, CHUNK // (len(ups) * VERSUS * looks.width))
    for start in range(0, len(rows()), step):
        some = every_row()[start : start + step]
        found = np.empty((VERSUS, len(some), len(ups), looks.width))
        for place, row in enumerate(some.tolist()):
            found[:, place] = _one_row(dealing, looks, row)
        yield Counts(ups, deals_of(some, ups), np.moveaxis(found, 0, 2), None, some)


def count_one_shared(dealing: Dealing, looks: Looks, row: int, up: tuple[int, ...]) -> Counts:
    """The counts of one row against one set of up cards; colours, which no decision goes by, are left out."""
    if dealing.player_draws:
        raise drawn_reach()
    ups, hands = up_sets(dealing.shows), np.array([row])
    place = np.flatnonzero((ups == np.array(up, np.int64)).all(axis=1))
    pat = np.moveaxis(_one_row(dealing, looks, row)[:, place], 0, 1)
    return Counts(ups[place], deals_of(hands, ups[place]), pat[None], None, hands)


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
            space = Space("deals", Dealing(0, 0, 0, False))
            return space, _classes((0, shared_class(colours=each), n) for each, n in enumerate(_by_colours()))
    dealt = Dealing(0, 0, dealing.draws_below, False)
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
    looks = Looks(six=False, dealer=True, colours=False)
    width = looks.width
    fold = np.zeros((HAND_CLASSES, width), np.int64)
    nothing = Payoffs(fold, np.repeat(fold[:, None], VERSUS, axis=1), None)
    return tally_shared(dealing, looks, nothing, from_value(0)).pat.sum(axis=1)


def _dealer_kinds(draws_below: int) -> list[int]:
    """How many dealer hands are of each kind; of one that draws, with each of 49 fourth cards."""
    if not draws_below:
        counts = hand_counts()
        return [*counts[:ROYAL], sum(counts[ROYAL:])]
    found = np.zeros(len(Kind), np.int64)
    every, best = all_hands(), with_a_fourth()
    for fourth in range(52):
        free = every.held >> fourth & 1 == 0
        plays = np.where(every.value >= draws_below, every.value, best[fourth])[free]
        found += np.bincount(KIND[plays], minlength=len(Kind))
    return [int(number) for number in found]


def _one_row(dealing: Dealing, looks: Looks, row: int) -> Doubles:
    """One row: how many outcomes have each end beside each set of up cards: (6, ups, shared classes)."""
    every, hand = all_hands(), rows().cards[row]
    apart = every.apart(hand)
    six = sixes(hand)[apart] if looks.six else np.zeros(len(apart), np.int64)
    ups, width = comb(52, dealing.shows), looks.width
    places = up_places(dealing.shows)[:, apart] * width
    cells: list[Ints] = []
    weights: list[Ints | Doubles] = []
    of_dealer, of_six = DEALER_CLASSES if looks.dealer else 1, SIX_CLASSES if looks.six else 1
    for versus, theirs, number in _ends(dealing, int(rows().value[row]), hand, apart):
        cell = places + (versus * (ups * width) + (theirs if looks.dealer else 0) * of_six + six)
        for colour in _colours(hand, apart) if looks.colours else (0,):
            cells.append(cell + colour * (of_dealer * of_six))
            weights.append(np.broadcast_to(1 if number is None else number, cell.shape))
    # Added up in one go: what a row has room for is much more than what comes in it.
    found = np.bincount(np.ravel(cells), np.ravel(weights), VERSUS * ups * width)
    return found.reshape(VERSUS, ups, width).astype(np.float64, copy=False)


def _ends(dealing: Dealing, mine: int, hand: Cards, apart: Ints) -> Iterator[tuple[Ints, Ints, Ints | None]]:
    """Result and dealer's class of all outcomes of these dealer hands, and how many of each have them.

    Without a number it is one of each.
    """
    if not dealing.dealer_draws:
        yield *_met(dealing, mine, all_hands().value[apart]), None
        return
    cuts = sorted({*_LOWS, mine, mine + 1, dealing.qualifies_from, VALUES})
    under = _under(dealing, hand, apart)
    before = under(0)
    for low, high in pairwise(cuts):
        after = under(high)
        yield *_met(dealing, mine, np.array(low)), after - before
        before = after


def _met(dealing: Dealing, mine: int, theirs: Ints) -> tuple[Ints, Ints]:
    versus = 3 * (theirs >= dealing.qualifies_from) + 1 + (mine > theirs) - (mine < theirs)
    return versus, dealer_classes(mine, theirs)


def dealer_classes(own: Ints | int, theirs: Ints | int) -> Ints:
    """The dealer's classes by the values of hands and the dealer's: `pays.dealer_class` of arrays."""
    beaten = (np.asarray(own) > theirs) & (KIND[theirs] == KIND[own])
    return np.where(own == theirs, TIED, np.where(beaten, BEATEN, KIND[theirs]))


def _under(dealing: Dealing, hand: Cards, apart: Ints) -> Callable[[int], Ints]:
    """How many of a dealer hand's 46 fourth cards leave it below a value; one that stands draws none."""
    every, best, below = all_hands(), with_a_fourth(), fourths_below()
    theirs, kind = every.value[apart], every.row[apart]
    stands = theirs >= dealing.draws_below
    held = [best[card][apart] for card in hand.tolist()]  # with fourth cards that the player holds

    def under(value: int) -> Ints:
        drawn = below[value][kind].astype(np.int64)
        for each in held:
            drawn -= each < value
        return np.where(stands, FOURTHS * (theirs < value), drawn)

    return under


@lru_cache(maxsize=1)
def _dark() -> Ints:
    """How many cards of each dealer hand are of the first suit's colour, in each way to pair the suits."""
    suits = all_hands().cards & 3
    return np.stack([((suits == 0) | (suits == partner)).sum(axis=1) for partner in _PARTNERS])


def colours_beside(dealer: Cards, partner: int) -> Ints:
    """The class of the colours of all hands with one of the dealer's, in one way to pair the suits."""
    theirs, dark = int(np.isin(dealer & 3, (0, partner)).sum()), _dark()[_PARTNERS.index(partner)]
    return np.where((dark == 0) | (dark == 3), 1 + (dark == theirs), 0)


def shared_places(looks: Looks, value: int, own: Ints, six: Ints | int, colours: Ints | int) -> Ints:
    """Where hands of these values stand in the last axis of payoffs, against a dealer of this value."""
    found: Ints = np.broadcast_to(colours if looks.colours else 0, own.shape)
    if looks.dealer:
        found = found * DEALER_CLASSES + dealer_classes(own, value)
    return found * SIX_CLASSES + six if looks.six else found


def _colours(hand: Cards, apart: Ints) -> Iterator[Ints]:
    """The class of the colours of one hand with each dealer hand, in each way to pair the suits."""
    for partner, theirs in zip(_PARTNERS, _dark(), strict=True):
        mine = int(np.isin(hand & 3, (0, partner)).sum())
        yield 1 + (theirs[apart] == mine) if mine in (0, 3) else np.zeros(len(apart), np.int64)


def _by_dealer(dealing: Dealing) -> Counts:
    """All rows where nothing shows and only the dealer's hand is told: from counts below some values."""
    below = _below(dealing)
    mine = rows().value
    pat = np.zeros((len(mine), VERSUS, DEALER_CLASSES), np.int64)
    for versus, place, number in _met_by_kind(dealing, below, _Cuts.of(dealing, below, mine), mine):
        pat[:, versus, place] += number
    nothing = np.zeros((1, 0), np.int64)
    drawn = _drawn_by_dealer(dealing) if dealing.player_draws else None
    return Counts(nothing, deals_of(every_row(), nothing), pat[:, None], drawn)


def _drawn_by_dealer(dealing: Dealing) -> Ints:
    """The same after each discard, summed over the card drawn: (rows, 1, 3 discards, 8, 6, classes)."""
    each, cells = draws(), len(rows()) * FINALS
    four = four_cards(dealing.draws_below) if dealing.dealer_draws else None
    below = below_drawn(_outcomes(dealing), four)
    cuts = _Cuts.of(dealing, below, each.values[0])
    found = np.zeros((len(each.values), VERSUS, DEALER_CLASSES, cells), np.int64)
    for discard, (mine, final) in enumerate(zip(each.values, each.finals, strict=True)):
        for versus, place, number in _met_by_kind(dealing, below, cuts, mine):
            sums = np.bincount(final.ravel(), number.ravel(), cells)[:cells]
            found[discard, versus, place] += sums.astype(np.int64)
    by_row = found.reshape(3, VERSUS, DEALER_CLASSES, len(rows()), 1, FINALS)
    return np.transpose(by_row, (3, 4, 0, 5, 1, 2))


@dataclass(frozen=True, slots=True)
class _Cuts:
    """How many dealer outcomes lie below each kind, below the qualifier, and in all."""

    lows: tuple[Ints, ...]
    qualified: Ints
    total: Ints

    @classmethod
    def of(cls, dealing: Dealing, below: BelowValue, like: Ints) -> _Cuts:
        """For arrays like this one."""
        lows = tuple(below(np.full_like(like, low)) for low in _LOWS)
        ends = (below(np.full_like(like, value)) for value in (dealing.qualifies_from, VALUES))
        return cls(lows, *ends)


def _met_by_kind(
    dealing: Dealing, below: BelowValue, cuts: _Cuts, mine: Ints
) -> Iterator[tuple[int, int, Ints]]:
    """How often hands of these values end in each result against each class of the dealer's.

    Counts below a value are cumulative, so the larger of two values has the larger count, and each end is a
    difference.
    """
    worse, equal, none = below(mine), below(mine + 1), np.zeros_like(cuts.total)
    spans = ((equal, cuts.total), (worse, equal), (none, worse))  # the hand is worse, equal, better
    for kind, (low, high) in enumerate(pairwise([*cuts.lows, cuts.total])):
        for comparison, (begins, ends) in enumerate(spans):
            place, same = TIED if comparison == 1 else kind, KIND[mine] == kind
            for plays, (least, most) in enumerate(((none, cuts.qualified), (cuts.qualified, cuts.total))):
                number = np.minimum.reduce([high, ends, most]) - np.maximum.reduce([low, begins, least])
                number = np.maximum(number, 0)
                if comparison == 2:
                    yield 3 * plays + 2, BEATEN, np.where(same, number, 0)
                    number = np.where(same, 0, number)
                yield 3 * plays + comparison, place, number


def _below(dealing: Dealing) -> BelowValue:
    """How many dealer outcomes that avoid each row's cards are below a value."""
    drawn = _outcomes(dealing)
    if not dealing.dealer_draws:
        return drawn.avoiding_hands
    stands = standing(three_card_outcomes(), dealing.draws_below)
    return lambda value: drawn.avoiding_hands(value) + stands.avoiding_hands(value)


def _outcomes(dealing: Dealing) -> Below:
    """The dealer's outcomes; of a dealer who draws, standing hands with all fourth cards but one."""
    three = three_card_outcomes()
    if not dealing.dealer_draws:
        return three
    stands = standing(three, dealing.draws_below)
    return drawn_outcomes(four_cards(dealing.draws_below), stands, FOURTHS - 1)

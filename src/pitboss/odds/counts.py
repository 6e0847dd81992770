"""Outcome counts: for every hand, all cards of the dealer that can show, and every action, how showdowns end.

They depend on the dealing rules of a sheet (what shows, qualifies and draws) and on what the tables of a bet
look at, not on what is paid: they are made once and any pay table is priced from them. `method_of` says which
of the two methods counts what; `docs/method.md` has it as a table, under "Which count answers which sheet".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final, Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from pitboss.batch import by_ranks, kinds6
from pitboss.hands import KIND_OF_VALUE, VALUES, Kind, lowest_value, value3
from pitboss.odds.geometry import (
    KIND,
    WIDTH,
    Cards,
    Doubles,
    Flags,
    Ints,
    all_hands,
    known_by,
    rows,
    up_number,
    up_sets,
    values_of,
)
from pitboss.odds.inclusion import FINALS, VERSUS, Tables, split, tables_of, where_one_is_drawn
from pitboss.odds.not_priced import drawn_reach, outcomes_reach
from pitboss.round.judge import showdown
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import (
    BEATEN,
    BY_DEALER,
    COLOUR_CLASSES,
    DEALER_CLASSES,
    SIX_CLASSES,
    TIED,
    Judged,
    six_class,
)

Numbers = npt.NDArray[np.number[Any]]
CHUNK: Final = 2_000_000  # counts that are worked on together
UPS_CHUNK: Final = 100_000  # hands beside up cards that are worked on together
MOST_KEPT: Final = 10_000_000  # counts that are kept for the next pay table
MOST: Final = 250_000_000  # counts that are made for one price
_LOWS: Final = tuple(KIND_OF_VALUE.index(kind) for kind in Kind)


class Dealing(NamedTuple):
    """All of a sheet that decides how a showdown can end."""

    shows: int
    qualifies_from: int
    draws_below: int  # the dealer draws to less than this value: 0 never, 741 always
    player_draws: bool

    @property
    def dealer_draws(self) -> bool:
        return self.draws_below > 0

    @property
    def fourth_cards(self) -> int:
        """Fourth cards that can come to the dealer beside six cards."""
        return 46 if self.dealer_draws else 1

    @property
    def dealer_outcomes(self) -> int:
        """Dealer outcomes against three known cards, up cards told apart from hidden ones."""
        return comb(49, 3) * comb(3, self.shows) * self.fourth_cards

    @property
    def draw_cards(self) -> int:
        """Cards a player's draw can bring once the dealer's are dealt."""
        return (45 if self.dealer_draws else 46) if self.player_draws else 1

    @property
    def outcomes_per_hand(self) -> int:
        """Outcomes of one hand against one set of up cards."""
        return self.dealer_outcomes * self.draw_cards // comb(49, self.shows)

    @property
    def sample_space(self) -> int:
        """All deals: hands, dealer outcomes, drawn cards."""
        return comb(52, 3) * self.dealer_outcomes * self.draw_cards


UNDECIDED: Final = Dealing(0, 0, 0, False)  # of a bet without an Ante: no dealing rule matters


def dealing_of(sheet: Sheet) -> Dealing:
    """The dealing rules of a sheet."""
    draw = sheet.dealer.draw
    below = {"never": 0, "below": lowest_value(draw.below), "always": VALUES}[draw.when]
    return Dealing(sheet.dealer.shows, sheet.dealer.qualifier.value, below, sheet.player.draws)


@dataclass(frozen=True, slots=True)
class Looks:
    """What the tables of a bet look at beside the player's own three cards: the last axis of counts.

    Its place is `(colours * dealer + dealer) * six + six`, of each what there is.
    """

    six: bool = False  # the class of the six cards as dealt
    dealer: bool = False  # the dealer's hand, alone or beside the player's
    colours: bool = False

    @classmethod
    def of(cls, judged: frozenset[Judged]) -> Looks:
        """By which cards the tables of a bet are settled."""
        return cls("six cards" in judged, bool(judged & BY_DEALER), "colours" in judged)

    @property
    def step_of_dealer(self) -> int:
        return SIX_CLASSES if self.six else 1

    @property
    def step_of_colours(self) -> int:
        return self.step_of_dealer * (DEALER_CLASSES if self.dealer else 1)

    @property
    def width(self) -> int:
        return self.step_of_colours * (COLOUR_CLASSES if self.colours else 1)

    def place(self, value: int, own: Ints, six: Ints | int, colours: Ints | int) -> Ints:
        """Where hands of these values stand on the last axis, against a dealer of this value."""
        found: Ints = np.broadcast_to(colours * self.step_of_colours if self.colours else 0, own.shape)
        if self.dealer:
            found = found + dealer_classes(own, value) * self.step_of_dealer
        return found + six if self.six else found

    @property
    def times(self) -> int:
        """How often every deal is counted: with colours once for each way to pair the suits."""
        return COLOUR_WAYS if self.colours else 1


SHOWDOWN: Final = Looks()  # nothing but how the showdown ends


# --- Which count answers which sheet.

Method = Literal["inclusion and exclusion", "every dealer hand"]


def method_of(dealing: Dealing, looks: Looks) -> Method:
    """How the outcomes of a sheet are counted for a bet; raises `OutOfReach` where they are simulated."""
    if looks == SHOWDOWN and (dealing.shows == 0 or (dealing.shows < 3 and not dealing.player_draws)):
        return "inclusion and exclusion"
    if dealing.player_draws:
        raise drawn_reach()
    if len(rows()) * comb(52, dealing.shows) * VERSUS * looks.width > MOST:
        raise outcomes_reach(dealing.shows)
    return "every dealer hand"


def counts_of(dealing: Dealing, looks: Looks = SHOWDOWN) -> Iterable[Counts]:
    """All counts of some dealing rules, some rows against every set of up cards at a time.

    Those that are few are kept for the next pay table, in one chunk.
    """
    if method_of(dealing, looks) == "inclusion and exclusion":
        return counted(dealing) if dealing.shows < 2 else count(dealing)
    if len(rows()) * comb(52, dealing.shows) * VERSUS * looks.width <= MOST_KEPT:
        return counted_every_hand(dealing, looks)
    return count_every_hand(dealing, looks)


def counts_of_one(dealing: Dealing, looks: Looks, row: int, up: Sequence[int]) -> Counts:
    """The counts of one row against one set of up cards, exactly at any sheet.

    Colours, which no decision goes by, are left out.
    """
    ups, hands = np.array([up], np.int64), np.array([row])
    if looks == SHOWDOWN and dealing.shows == 0:
        (whole,) = counted(dealing)
        return whole.some(hands)
    if looks == SHOWDOWN and dealing.shows < 3 and not dealing.player_draws:
        return _beside(dealing, tables_of(dealing.shows, dealing.draws_below), ups, hands)
    place = int(np.flatnonzero((up_sets(dealing.shows) == ups).all(axis=1))[0])
    pat = np.moveaxis(against_every_hand(dealing, looks, row)[:, [place]], 0, 1)
    drawn = draws_of_one(dealing, looks, row, place)[None, None] if dealing.player_draws else None
    return Counts(ups, deals_of(hands, ups), pat[None], drawn, hands)


@lru_cache(maxsize=1)
def every_row() -> Ints:
    """The numbers of all rows."""
    return np.arange(len(rows()))


@dataclass(frozen=True)
class Counts:
    """Counts for some hands and up cards: for each row against each set, how many outcomes end in each way.

    `pat` is (rows, ups, 6, looks); the last axis is one wide where a bet looks at nothing else. `drawn` is
    (rows, ups, 3 discards, 7 final categories, 6, looks). `times` is how many hands and up cards each stands
    for: none where a row holds an up card. All are whole numbers, whatever they are stored as.
    """

    ups: Cards  # (ups, shows)
    times: Ints  # (rows, ups)
    pat: Numbers
    drawn: Numbers | None
    rows: Ints = field(default_factory=every_row)  # which of the rows of `geometry`

    def some(self, keep: Flags | Ints, share: int = 1) -> Counts:
        """The counts of some rows, each for a share of the deals it stands for."""
        drawn = None if self.drawn is None else self.drawn[keep]
        return Counts(self.ups, self.times[keep] // share, self.pat[keep], drawn, self.rows[keep])

    @cached_property
    def seen(self) -> Flags:
        """Where a row holds none of the up cards."""
        seen: Flags = self.times > 0
        return seen


def deals_of(hands: Ints, ups: Cards) -> Ints:
    """How many deals rows stand for beside up cards, (rows, ups): none where a row holds one."""
    mine, theirs = (
        np.bitwise_or.reduce(np.int64(1) << cards, axis=1) for cards in (rows().cards[hands], ups)
    )
    return np.where(mine[:, None] & theirs == 0, rows().weight[hands, None], 0)


# --- Inclusion and exclusion: outcomes that avoid the player's cards, from tables of those that hold some.


@lru_cache(maxsize=4)
def counted(dealing: Dealing) -> tuple[Counts, ...]:
    """The counts of some dealing rules, kept for the next pay table."""
    return tuple(count(dealing))


def count(dealing: Dealing) -> Iterator[Counts]:
    """The counts of some dealing rules, a chunk at a time."""
    tables, ups = tables_of(dealing.shows, dealing.draws_below), up_sets(dealing.shows)
    step = max(1, UPS_CHUNK // len(ups))
    for start in range(0, len(rows()), step):
        found = _beside(dealing, tables, ups, every_row()[start : start + step])
        if dealing.player_draws:  # nothing shows, and all rows are one chunk
            found = replace(found, drawn=where_one_is_drawn(tables, dealing.qualifies_from)[..., None])
        yield found


def _beside(dealing: Dealing, tables: Tables, ups: Cards, hands: Ints) -> Counts:
    """How hands that are kept end beside some up cards."""
    value, cards = rows().value[hands, None], rows().cards[hands]
    mine = [cards[:, place, None] for place in range(3)]
    theirs = [ups[None, :, place] for place in range(dealing.shows)]
    outcomes = tables.avoiding(theirs, mine, dealing.fourth_cards)
    unqualified = outcomes.below(np.full((1, 1), dealing.qualifies_from))
    total = comb(49 - dealing.shows, 3 - dealing.shows) * dealing.fourth_cards
    pat = split(*outcomes.around(value), unqualified, total)
    return Counts(ups, deals_of(hands, ups), pat[..., None], None, hands)


# --- Every row against every dealer hand: any number of up cards, and anything a bet looks at.


def count_every_hand(dealing: Dealing, looks: Looks, chunk: int = CHUNK) -> Iterator[Counts]:
    """The counts of all rows against every set of up cards, a chunk of rows at a time."""
    ups = up_sets(dealing.shows)
    step = max(1, chunk // (len(ups) * VERSUS * looks.width))
    for start in range(0, len(rows()), step):
        some = every_row()[start : start + step]
        found = np.empty((VERSUS, len(some), len(ups), looks.width))
        for place, row in enumerate(some.tolist()):
            found[:, place] = against_every_hand(dealing, looks, row)
        yield Counts(ups, deals_of(some, ups), np.moveaxis(found, 0, 2), None, some)


@lru_cache(maxsize=2)
def counted_every_hand(dealing: Dealing, looks: Looks) -> tuple[Counts, ...]:
    """The same in one chunk, kept for the next pay table."""
    return tuple(count_every_hand(dealing, looks, MOST_KEPT))


def cells_of(dealing: Dealing, looks: Looks, row: int) -> tuple[Ints, Ints]:
    """The places of dealer hands apart from a row, none drawing, and their cells for each way to show cards.

    A cell is `(showdown result * up cards + which show) * width + what is looked at`; colours are left out.
    """
    apart, places = _places(dealing, looks, row)
    ((versus, theirs, _),) = _ends(dealing._replace(draws_below=0), looks, row, apart)
    step = looks.step_of_dealer if looks.dealer else 0
    return apart, places + versus * (comb(52, dealing.shows) * looks.width) + theirs * step


def against_every_hand(dealing: Dealing, looks: Looks, row: int) -> Doubles:
    """One row: how many outcomes have each end beside each set of up cards: (6, ups, looks)."""
    apart, places = _places(dealing, looks, row)
    ups, width = comb(52, dealing.shows), looks.width
    cells: list[Ints] = []
    weights: list[Ints] = []
    for versus, theirs, number in _ends(dealing, looks, row, apart):
        cell = places + versus * (ups * width) + (theirs * looks.step_of_dealer if looks.dealer else 0)
        colours = colours_beside_each(rows().cards[row], apart) if looks.colours else (0,)
        for colour in colours:
            cells.append(cell + colour * looks.step_of_colours)
            weights.append(np.broadcast_to(number, cell.shape))
    # Added up in one go: what a row has room for is much more than what comes in it.
    weighed = np.ravel(weights) if dealing.dealer_draws else None
    found = np.bincount(np.ravel(cells), weighed, VERSUS * ups * width)
    return found.reshape(VERSUS, ups, width).astype(np.float64, copy=False)


def _places(dealing: Dealing, looks: Looks, row: int) -> tuple[Ints, Ints]:
    """The dealer hands apart from a row, and their places by up cards and cards dealt: (ways, hands)."""
    hand = rows().cards[row]
    apart = all_hands().apart(hand)
    places = up_places(dealing.shows)[:, apart] * looks.width
    if looks.six:
        places = places + sixes(hand)[apart]
    return apart, places


_Ends = Iterator[tuple[Ints, Ints, Ints]]  # results, the dealer's classes, how many outcomes


def _ends(dealing: Dealing, looks: Looks, row: int, apart: Ints) -> _Ends:
    """Result and dealer's class of all outcomes of these dealer hands, and how many of each have them."""
    mine = int(rows().value[row])
    if not dealing.dealer_draws:
        yield *_met(dealing, mine, all_hands().value[apart]), np.ones(len(apart), np.int64)
        return
    cuts = sorted({mine, mine + 1, dealing.qualifies_from, VALUES} | set(_LOWS if looks.dealer else ()) - {0})
    low, before = 0, cast(Ints, np.zeros(len(apart), np.int64))
    under = _Under(dealing, rows().cards[row].tolist(), apart)
    for high in cuts:
        after = under.of(high)
        yield *_met(dealing, mine, np.array(low)), after - before
        low, before = high, after


def _met(dealing: Dealing, mine: int, theirs: Ints) -> tuple[Ints, Ints]:
    return showdown(mine, theirs, dealing.qualifies_from), dealer_classes(mine, theirs)


class _Under:
    """How many fourth cards leave each of some dealer hands below a value, none of them a card that is held.

    A hand on which the dealer stands goes with as many fourth cards.
    """

    def __init__(self, dealing: Dealing, held: Sequence[int], apart: Ints) -> None:
        self.dealing, self.apart, self.value = dealing, apart, all_hands().value[apart]
        self.best = [fourths(dealing.draws_below).best[card][apart] for card in held if dealing.dealer_draws]

    def of(self, value: int) -> Ints:
        if not self.dealing.dealer_draws:
            return (self.value < value).astype(np.int64)
        found = fourths(self.dealing.draws_below).below[value][self.apart].astype(np.int64)
        for best in self.best:
            found -= best < value
        return found


def draws_of_one(dealing: Dealing, looks: Looks, row: int, up: int) -> Doubles:
    """One row against one set of up cards: the ends after each discard: (3, 7 final categories, 6, looks)."""
    apart, places = _places(dealing, looks, row)
    way, hand = np.nonzero(places // looks.width == up)
    dealers, label = apart[hand], places[way, hand] % looks.width
    held = rows().cards[row].tolist()
    found = np.zeros((3, FINALS, VERSUS, looks.width))
    for drawn in sorted(set(range(52)) - set(held)):
        free = ~all_hands().holds[drawn, dealers]
        under = _Under(dealing, [*held, drawn], dealers[free])

        def below(value: int, under: _Under = under, told: Ints = label[free]) -> Ints:
            return np.bincount(told, under.of(value), looks.width).astype(np.int64)

        unqualified, every = below(dealing.qualifies_from), below(VALUES)
        for place in range(3):
            value = value3(*(drawn if other == place else card for other, card in enumerate(held)))
            ends = split(below(value), below(value + 1), unqualified, every)
            found[place, KIND[value]] += np.moveaxis(ends, -1, 0)
    return found


# --- What is read off each of the dealer's 22,100 hands: six cards with another, a fourth card, colours.

QUEENS: Final = 40  # queens, kings and aces are the cards from here on
COLOUR_WAYS: Final = 3  # ways to pair the suits in two colours
_PARTNERS: Final = (1, 2, 3)  # the suit that has the colour of the first one, in each of them


@lru_cache(maxsize=1)
def _ranks_and_suits() -> tuple[Ints, Ints]:
    """Of every hand the number of its ranks, as in `_patterns`, and its cards of each suit: (4, hands)."""
    cards = all_hands().cards
    return _patterns()[1][*(cards >> 2).T], np.stack([(cards & 3 == suit).sum(axis=1) for suit in range(4)])


@lru_cache(maxsize=1)
def _patterns() -> tuple[Ints, Ints]:
    """The 455 sets of three ranks, lowest first, and the number of each in a cube of ranks."""
    found = np.array(list(combinations_with_replacement(range(13), 3)), np.int64)
    numbers = np.zeros((13, 13, 13), np.int64)
    numbers[*found.T] = np.arange(len(found))
    return found, numbers


@lru_cache(maxsize=1)
def _six_by_ranks() -> Ints:
    """The six-card category by the ranks of both hands, suits left aside: (455, 455)."""
    counters = (np.uint64(1) << (3 * _patterns()[0]).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    both = counters[:, None] + counters[None, :]
    return by_ranks(both.ravel()).reshape(both.shape).astype(np.int64)


def sixes(hand: Cards) -> Ints:
    """The class of six cards with each dealer hand that is apart from this one, cards high to low."""
    ranks, in_suit = _ranks_and_suits()
    found = _six_by_ranks()[_patterns()[1][*(hand[::-1] >> 2)]][ranks]
    for suit, mine in enumerate(np.bincount(hand & 3, minlength=4).tolist()):
        if mine >= 2:  # with fewer no suit has five cards
            flush = np.flatnonzero(in_suit[suit] + mine >= 5)
            six = np.concatenate([np.broadcast_to(hand, (len(flush), 3)), all_hands().cards[flush]], axis=1)
            found[flush] = six_class(kinds6(six).astype(np.int64), suit)
    return found


def six_categories(dealer: Cards) -> Ints:
    """The class of six cards that each hand of three makes with a dealer's, where they share no card."""
    return sixes(np.sort(dealer)[::-1])


HELD: Final = 10_000  # in the place of a value, above all values: a card that is not there to be drawn


@dataclass(frozen=True, slots=True)
class Fourths:
    """What a dealer's fourth card makes of each hand, where the dealer draws to less than a value."""

    best: Ints  # (52, 22100) the best three of four, the hand itself if it stands, HELD if it holds the card
    below: Ints  # (742, 22100) how many of the 49 other cards leave the hand below each value
    lacks: Flags  # (52, 22100) where the hand is without the card


@lru_cache(maxsize=2)
def fourths(draws_below: int) -> Fourths:
    """The table, kept: 20 MB."""
    hands, number = all_hands(), np.arange(len(all_hands().cards))
    stands, lacks = hands.value >= draws_below, ~hands.holds
    best, below = np.empty((52, len(number)), np.int16), np.zeros((WIDTH, len(number)), np.int8)
    for card in range(52):
        drawn = [values_of(*two, np.array(card)) for two in combinations(hands.cards.T, 2)]
        best[card] = np.where(stands, hands.value, np.maximum.reduce([hands.value, *drawn]))
        below[best[card] + 1, number] += lacks[card]
        best[card, ~lacks[card]] = HELD
    return Fourths(best, np.cumsum(below, axis=0, dtype=np.int8), lacks)


@lru_cache(maxsize=4)
def up_places(shows: int) -> Ints:
    """The numbers, as in `up_sets`, of the up cards that each dealer hand can show: (ways, hands)."""
    cards = all_hands().cards
    if shows == 0:
        return np.zeros((1, len(cards)), np.int64)
    return np.stack(
        [up_number(shows)[known_by(cards[:, list(ups)])] for ups in combinations(range(3), shows)]
    )


def dealer_classes(own: Ints | int, theirs: Ints | int) -> Ints:
    """The dealer's classes by the values of hands and the dealer's: `pays.dealer_class` of arrays."""
    beaten = (np.asarray(own) > theirs) & (KIND[theirs] == KIND[own])
    return np.where(own == theirs, TIED, np.where(beaten, BEATEN, KIND[theirs]))


# A row stands for hands in every suit, and colours are pairs of suits: over the hands of a row each way to
# pair the suits comes alike often. So deals are counted under all three, and sums are divided by three.


@lru_cache(maxsize=1)
def _dark() -> Ints:
    """How many cards of each dealer hand are of the first suit's colour, in each way to pair the suits."""
    suits = all_hands().cards & 3
    return np.stack([((suits == 0) | (suits == partner)).sum(axis=1) for partner in _PARTNERS])


def colours_beside(dealer: Cards, partner: int) -> Ints:
    """The class of the colours of all hands with one of the dealer's, in one way to pair the suits."""
    theirs, dark = int(np.isin(dealer & 3, (0, partner)).sum()), _dark()[_PARTNERS.index(partner)]
    return np.where((dark == 0) | (dark == 3), 1 + (dark == theirs), 0)


def colours_beside_each(hand: Cards, apart: Ints) -> Iterator[Ints]:
    """The class of the colours of one hand with each of some dealer hands, in each way to pair the suits."""
    for partner, theirs in zip(_PARTNERS, _dark(), strict=True):
        mine = int(np.isin(hand & 3, (0, partner)).sum())
        yield 1 + (theirs[apart] == mine) if mine in (0, 3) else np.zeros(len(apart), np.int64)

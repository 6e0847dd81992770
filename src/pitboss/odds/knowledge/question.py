"""What a player may know beyond the rules: cards of the dealer, sorted backs, the hands of other seats.

See "Knowledge" in docs/method.md; `counted` and `worth` answer these questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any, Final, NamedTuple, NotRequired, TypedDict, cast

import numpy as np

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.dataframes import Rows, Tabular, exact, in_json
from pitboss.errors import Refusal
from pitboss.hands import CATEGORY_OF_VALUE, VALUES, Category, parse_hand
from pitboss.odds.decisions import FOLD, PLAY
from pitboss.odds.geometry import Doubles, Ints, all_hands, families, orbits, renamed, rows
from pitboss.odds.row_kinds import KnowledgeRow
from pitboss.sheet.model import Sheet

Edges = tuple[str, ...]  # classes of ranks that can be told apart, each like "QKA"; together all thirteen
MOST_TEXT: Final = 60  # of a partition that is read
QUEEN: Final = RANKS.index("Q")
_RANGE: Final = re.compile(rf"([{RANKS}])-([{RANKS}])")


class NotKnowable(Refusal):
    """A question about knowledge that cannot be had at a table; the message says why."""

    def __init__(self, text: str, clause: str | None = None) -> None:
        super().__init__("knowledge", text, clause)


@dataclass(frozen=True, slots=True)
class Known:
    """What a player knows when deciding, beyond the own hand and what the sheet shows to everybody.

    The dealer's cards are those of the first three, before any draw. Which of them are seen does not matter:
    all hidden cards are alike before they are seen.
    """

    hole: int = 0  # hidden cards of the dealer that are seen
    edges: Edges = ()  # how ranks are sorted by their backs
    backs: int = 0  # further hidden cards of the dealer of which the class is known
    seats: int = 0  # other seats of which the three cards are seen
    next_card: bool = False  # whether the class of the card that a player's draw would bring is known


def edges_of(text: str) -> Edges:
    """A partition as people write it: classes of ranks with blanks between; what is left is one more.

    >>> edges_of("QKA"), edges_of("2-6 TJQKA")
    (('QKA', '23456789TJ'), ('23456', 'TJQKA', '789'))
    """
    if len(text) > MOST_TEXT:
        raise NotKnowable(f"A partition has at most {MOST_TEXT} characters, like 'QKA' or '2-6 7-T'")
    classes = [_class_of(word) for word in text.upper().replace("10", "T").replace(",", " ").split()]
    named = "".join(classes)
    if len(set(named)) < len(named):
        raise NotKnowable(f"{text!r}: each rank belongs to one class, like in 'QKA' or '2-6 7-T'")
    rest = "".join(rank for rank in RANKS if rank not in named)
    found = tuple(each for each in (*classes, rest) if each)
    if len(found) < 2:
        raise NotKnowable(f"{text!r}: a partition has two classes or more, like 'QKA' or '2-6 7-T'")
    return found


def _class_of(word: str) -> str:
    """One class, from its ranks or from the first and the last of them."""
    span = _RANGE.fullmatch(word)
    if span:
        low, high = sorted(map(RANKS.index, span.groups()))
        return RANKS[low : high + 1]
    if any(rank not in RANKS for rank in word):
        raise NotKnowable(f"{word[:20]!r}: write ranks from 2 to 9, T, J, Q, K and A, like QKA or 2-6")
    return "".join(sorted(word, key=RANKS.index))


def class_by_rank(edges: Edges) -> list[int]:
    """The number of the class of each rank; one class for all where nothing is sorted."""
    found = [0] * len(RANKS)
    for number, ranks in enumerate(edges):
        for rank in ranks:
            found[RANKS.index(rank)] = number
    return found


def check_known(sheet: Sheet, known: Known) -> None:
    """Refuses what cannot be known at this sheet, before any work."""
    hidden = 3 - sheet.dealer.shows
    clause = sheet.dealer.clause
    if known.edges and sorted("".join(known.edges)) != sorted(RANKS):
        raise NotKnowable("The classes of a partition have each rank once and all thirteen together")
    if not (known.hole >= 0 and known.backs >= 0 and known.hole + known.backs <= hidden):
        raise NotKnowable(f"The dealer has {_cards(hidden)} that nobody sees: no more can be known", clause)
    if not 0 <= known.seats < sheet.seats:
        most = sheet.seats - 1
        raise NotKnowable(f"Beside one's own there are {most} seats: see 0 to {most}", sheet.seats_clause)
    if known.next_card and not sheet.player.draws:
        raise NotKnowable("No player draws here: there is no next card to know", sheet.play.clause)
    if (known.backs or known.next_card) and not known.edges:
        raise NotKnowable("Cards are told by their backs only if ranks are sorted: give a partition")
    if known.edges and not (known.backs or known.next_card):
        raise NotKnowable("Sorted ranks tell nothing unless the back of a card is seen")
    if not (known.hole or known.edges or known.seats):
        raise NotKnowable("Say what is known: cards of the dealer, sorted backs or other seats")


def usual_questions(sheet: Sheet) -> tuple[Known, ...]:
    """What game protection asks first at any sheet: hole cards, backs sorted by the qualifier, seats."""
    hidden = 3 - sheet.dealer.shows
    high = edges_of("".join(high_ranks(sheet)))
    found: list[Known] = [Known(hole=number) for number in range(1, hidden + 1)]
    found += [Known(edges=high, backs=number) for number in range(1, hidden + 1)]
    if sheet.player.draws:
        found.append(Known(edges=high, next_card=True))
    return (*found, *_seats(sheet))


def _seats(sheet: Sheet) -> Iterable[Known]:
    most = sheet.seats - 1
    return (Known(seats=number) for number in sorted({min(1, most), most}) if number)


def high_ranks(sheet: Sheet) -> str:
    """The ranks with which the dealer always qualifies; queens and up where there are none."""
    value = sheet.dealer.qualifier.value
    led = [parse_hand(f"{name} high") for name in RANK_NAMES]
    return RANKS[led.index(value) if value and value in led else QUEEN :]


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


class Sign(NamedTuple):
    """What a rule goes by: the dealer's cards, the next card, high cards at other seats."""

    ranks: str = ""  # of the dealer's cards that are known; of two the higher, or the pair
    backs: tuple[str, ...] = ()  # the classes of the dealer's cards whose backs are known
    next_card: str = ""  # the class of the next card
    high: int | None = None  # high cards among those of other seats
    qualifies: bool | None = None  # where all three are known and nothing is drawn
    result: str = ""  # then: how the dealer's hand compares


@dataclass(frozen=True, slots=True)
class Information:
    """The sets that can be told apart. A dealer's hand is in one set for each way its cards can be known."""

    sets: Ints  # (ways, hands)
    ups: Ints  # (ways, hands) the set that everybody can tell: the cards that show
    size: int  # how many sets there are
    publics: int  # how many of the public ones
    keys: Ints  # (sets,) the number of the sign of each set
    signs: tuple[Sign, ...]
    whole: bool  # whether the dealer's three cards are known
    first: Ints  # (sets,) the number of a hand in each


def information_of(shows: int, known: Known, family: int | None = None) -> Information:
    """The sets of a question about the dealer's cards; other seats and the next card are left aside.

    To a family of rows, hands and sets that an order of suits turns into each other are one.
    """
    hands = np.arange(len(all_hands().cards)) if family is None else orbits(3, family).first
    orders = (0,) if family is None else families()[family].orders
    cards = all_hands().cards[hands]
    classes = np.array(class_by_rank(known.edges))[cards >> 2]
    seen, sets, ups, signs = shows + known.hole, [], [], []
    for up, more, backs in _ways(shows, known):
        held = cards[:, sorted((*up, *more))]
        told = np.sort(classes[:, backs], axis=1)
        sets.append(_up_to_suits(held, orders) * 14 ** len(backs) + _number(told, 14))
        ups.append(_up_to_suits(cards[:, up], orders))
        signs.append(_number(_rank_sign(held >> 2), 27) * 14 ** len(backs) + _number(told, 14))
    _, first, numbers = np.unique(np.stack(sets), return_index=True, return_inverse=True)
    public, which = np.unique(np.stack(ups), return_inverse=True)
    told_by, keys = np.unique(np.stack(signs).ravel()[first], return_inverse=True)
    whole = seen == 3
    return Information(
        sets=numbers.reshape(len(sets), -1),
        ups=which.reshape(len(sets), -1),
        size=len(first),
        publics=len(public),
        keys=keys,
        signs=() if whole else tuple(_sign(int(each), seen, known) for each in told_by),
        whole=whole,
        first=hands[first % len(hands)],
    )


def _up_to_suits(cards: Ints, orders: Sequence[int]) -> Ints:
    """A number for each set of cards, the same for those that one of the orders of suits turns into it."""
    return np.min([_number(np.sort(renamed(cards, order), axis=1), 53) for order in orders], axis=0)


def _ways(shows: int, known: Known) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Which of the three cards show, which are seen, and of which the back is known."""
    for up in combinations(range(3), shows):
        hidden = [place for place in range(3) if place not in up]
        for more in combinations(hidden, known.hole):
            left = [place for place in hidden if place not in more]
            for backs in combinations(left, known.backs):
                yield list(up), list(more), list(backs)


def _number(columns: Ints, base: int) -> Ints:
    """Columns of small numbers as one number, none of them 0."""
    found = np.zeros(len(columns), np.int64)
    for column in columns.T:
        found = found * base + column + 1
    return found


def _rank_sign(ranks: Ints) -> Ints:
    """What a rule goes by of the ranks that are known: of two the higher, or 13 and the rank of a pair."""
    if ranks.shape[1] != 2:
        return ranks
    pair = ranks[:, 0] == ranks[:, 1]
    return (ranks.max(axis=1) + 13 * pair)[:, None]


def _sign(number: int, seen: int, known: Known) -> Sign:
    backs = []
    for _ in range(known.backs):
        number, told = divmod(number, 14)
        backs.append(known.edges[told - 1])
    ranks = ""
    if seen:
        rank = number - 1
        ranks = 2 * RANKS[rank - 13] if rank >= 13 else RANKS[rank]
    return Sign(ranks, tuple(reversed(backs)))


def whole_signs() -> tuple[Sign, ...]:
    """The signs where the whole hand of the dealer is known, in the order of showdown results."""
    return tuple(
        Sign(qualifies=qualifies, result=result)
        for qualifies in (False, True)
        for result in ("higher", "equal", "lower")
    )


@dataclass(frozen=True, slots=True)
class RuleShape:
    """What a rule goes through as hands get better: fold, play; a draw between them, or a raise above."""

    draws: bool = False  # with the discard that is best without the knowledge
    raises: bool = False  # to the most that the house takes
    raised_from: int = 0  # the least value of a hand that may

    def actions(self, draw: int, last: int) -> tuple[int, ...]:
        """The numbers of its actions; the largest raise is the last of all."""
        return (FOLD, *([draw] if self.draws else []), PLAY, *([last] if self.raises else []))


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line: hands from a value on are played, those below it drawn to from another, the rest folded.

    Where Play may be raised it is raised from a third one on.

    Values are those of `hands`: 0 is every hand, 741 none.
    """

    sign: Sign
    plays_from: int
    draws_from: int  # no less than `plays_from` where nobody draws
    raises_from: int | None = None  # None where nobody raises

    def as_json(self) -> dict[str, Any]:
        """The line with its hands by rank."""
        found: dict[str, Any] = {
            key: value for key, value in self.sign._asdict().items() if value not in _EMPTY
        }
        found["plays_from"] = hand_from(self.plays_from)
        if self.draws_from < self.plays_from:
            found["draws_from"] = hand_from(self.draws_from)
        if self.raises_from is not None:
            found["raises_from"] = hand_from(self.raises_from)
        return found

    @property
    def cuts(self) -> tuple[int, int]:
        """Where the second action begins, and the last one."""
        if self.raises_from is not None:
            return min(self.plays_from, self.raises_from), self.raises_from
        return min(self.draws_from, self.plays_from), self.plays_from


_EMPTY: Final = ("", (), None)
_SUITED: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.MINI_ROYAL)


@dataclass(frozen=True, slots=True)
class Rule:
    """The best rule of this shape, what it wins per Ante and what it gives up against perfect use."""

    lines: tuple[RuleLine, ...]
    ev: Fraction | float
    cost: Fraction | float


def hand_from(value: int) -> str | None:
    """The hand of a value by its ranks, `any` for every hand, None for no hand.

    >>> hand_from(0), hand_from(120), hand_from(500), hand_from(741)
    ('any', 'Q-6-4', 'T-8-7 suited', None)
    """
    if value in (0, VALUES):
        return None if value else "any"
    place = int(np.argmax(rows().value == value))
    suited = " suited" if CATEGORY_OF_VALUE[value] in _SUITED else ""
    return "-".join(RANKS[card >> 2] for card in rows().cards[place].tolist()) + suited


class RuleSums:
    """What each action of a rule brings for each sign and each value of the hand."""

    def __init__(self, signs: Sequence[Sign], shape: RuleShape) -> None:
        self.signs = tuple(signs)
        self.shape = shape
        self.sums = np.zeros((len(shape.actions(0, 0)), len(signs), VALUES))

    def add(self, row: int, weight: int, keys: Ints, worths: Doubles, draw: int) -> None:
        """Adds a row: `worths` has the sums of each action by set, `keys` the sign of each set.

        A rule draws as is best without the knowledge: by one action, `draw`.
        """
        value = int(rows().value[row])
        for act, action in enumerate(self.shape.actions(draw, len(worths) - 1)):
            self.sums[act, :, value] += weight * np.bincount(keys, worths[action], len(self.signs))

    def add_deals(self, hands: Ints, keys: Ints, means: Doubles, draw: Ints) -> None:
        """Adds single deals: the row and the sign of each, what each action is worth, and how it draws."""
        place = keys * VALUES + rows().value[hands]
        for act, action in enumerate(self.shape.actions(-1, len(means) - 1)):
            mine = means[draw, np.arange(len(hands))] if action < 0 else means[action]
            self.sums[act] += np.bincount(place, mine, self.sums[act].size).reshape(self.sums[act].shape)

    def lines(self) -> tuple[RuleLine, ...]:
        """The best line for each sign that occurs."""
        found = []
        for number, sign in enumerate(self.signs):
            if self.sums[:, number].any():
                found.append(self._line(sign, self.sums[:, number]))
        return tuple(found)

    def _line(self, sign: Sign, sums: Doubles) -> RuleLine:
        low, high = _best_cuts(sums)
        if self.shape.raises:  # below the least hand that may raise it is the same to play
            high = _named(sums, max(high, self.shape.raised_from)) if high < VALUES else high
            return RuleLine(sign, low, low, high)
        return RuleLine(sign, high, low)

    def total(self, lines: Sequence[RuleLine]) -> Fraction:
        """What these lines bring in all, which may be more than a double holds exactly."""
        number = {sign: place for place, sign in enumerate(self.signs)}
        parts: list[float] = []
        for line in lines:
            mine = self.sums[:, number[line.sign]]
            low, high = line.cuts
            parts += [*mine[0, :low], *mine[-1, high:]]
            if len(mine) > 2:
                parts += mine[1, low:high].tolist()
        return sum(map(Fraction, parts), Fraction(0))


def _best_cuts(sums: Doubles) -> tuple[int, int]:
    """From which value on the second action is taken, and the last one: the lowest of equally good ones."""
    before = np.concatenate([np.zeros((len(sums), 1)), np.cumsum(sums, axis=1)], axis=1)  # below each value
    last = before[-1, -1] - before[-1]
    if len(sums) == 2:
        cut = _named(sums, int(np.argmax(before[0] + last)))
        return cut, cut
    # The second from b to below a: fold below b, and of all b up to a the best one.
    gain = before[0] - before[1]
    best = np.maximum.accumulate(gain)
    high = int(np.argmax(best + before[1] + last))
    low = int(np.argmax(gain[: high + 1]))
    return _named(sums, low), _named(sums, high)


def _named(sums: Doubles, cut: int) -> int:
    """The same cut by the lowest hand above it that occurs: every hand, or none, where there is no other."""
    occurs = np.flatnonzero(sums.any(axis=0))
    above = occurs[occurs >= cut]
    if not above.size:
        return VALUES
    return 0 if above[0] == occurs[0] else int(above[0])


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated figure: with 95 % confidence the true one is within the margin of the value."""

    value: float
    margin: float

    def __float__(self) -> float:
        return self.value

    def __add__(self, more: Fraction) -> Estimate:
        return Estimate(self.value + float(more), self.margin)

    @property
    def low(self) -> float:
        return self.value - self.margin

    @property
    def high(self) -> float:
        return self.value + self.margin


Figure = Fraction | Estimate


def _columns(name: str, figure: Figure) -> dict[str, Any]:
    """A figure with the ends of its interval, which are itself where it is exact."""
    if not isinstance(figure, Estimate):
        return exact(name, figure) | {f"{name}_low": float(figure), f"{name}_high": float(figure)}
    return exact(name, None) | {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


class KnownEntry(TypedDict):
    """What is known, in `pitboss knowledge --json`."""

    hole: int
    edges: list[str]
    backs: int
    seats: int
    next_card: bool


class RuleEntry(TypedDict):
    """A rule: its mean, what it gives up, and its lines, each a sign with the hands to act on."""

    ev: Fraction
    cost: Fraction
    lines: list[Mapping[str, Any]]


class IntervalEntry(TypedDict):
    """A simulated figure and both ends of its 95 % interval."""

    value: float
    low: float
    high: float


class DealsEntry(TypedDict):
    """The deals by chance, and what they came to."""

    deals: int
    seed: int
    ev: IntervalEntry
    gain: IntervalEntry
    changes: IntervalEntry


class KnowledgeEntry(TypedDict):
    """An answer of `pitboss knowledge --json`, per Ante."""

    known: KnownEntry
    exact: bool
    honest_ev: Fraction
    ev: Fraction
    gain: Fraction
    changes: Fraction
    outcomes: int | None
    stdev: float | None
    win_frequency: Fraction | None
    rule: RuleEntry | None
    simulated: NotRequired[DealsEntry]


class KnowledgeAnswer(TypedDict):
    """What `pitboss knowledge --json` prints."""

    house: str
    answers: list[KnowledgeEntry]


@dataclass(frozen=True, slots=True)
class Knowledge(Tabular[KnowledgeRow]):
    """The worth of one piece of knowledge, per Ante, with perfect use of it.

    Where the figures are counted they are fractions over `outcomes`; where deals are simulated they are
    estimates, but for the honest mean, which is always exact.
    """

    house: str
    known: Known
    honest: Fraction  # the mean of best play without the knowledge
    ev: Figure
    gain: Figure
    changes: Figure  # how often another decision than the honest one is better
    rule: Rule | None
    outcomes: int | None = None
    deals: int | None = None  # simulated
    variance: Fraction | None = None
    win_frequency: Fraction | None = None

    @property
    def exact(self) -> bool:
        """Whether everything is counted and nothing simulated."""
        return self.deals is None

    @property
    def stdev(self) -> float | None:
        """The standard deviation of one round with the knowledge, where it is counted."""
        return None if self.variance is None else sqrt(self.variance)

    def with_more(self, mean: Fraction) -> Knowledge:
        """The same beside wagers with this mean that no decision touches; how all varies is not told then."""
        rule = None if self.rule is None else replace(self.rule, ev=self.rule.ev + mean)
        return replace(
            self,
            honest=self.honest + mean,
            ev=self.ev + mean,
            rule=rule,
            variance=None,
            win_frequency=None,
        )

    def rows(self) -> Rows[KnowledgeRow]:
        """One row: what is known and what it is worth."""
        known = asdict(self.known) | {"edges": " ".join(self.known.edges)}
        figures = [_columns(name, getattr(self, name)) for name in ("ev", "gain", "changes")]
        made: dict[str, Any] = {"house": self.house, **known, **exact("honest", self.honest)}
        for each in figures:
            made |= each
        made |= {"outcomes": self.outcomes, "deals": self.deals}
        return Rows(KnowledgeRow, [cast(KnowledgeRow, made)])

    def as_json(self, seed: int) -> dict[str, Any]:
        """The entry of `pitboss knowledge --json`, with the seed of what was simulated."""
        told = {name: getattr(self, name, None) for name in KnowledgeEntry.__annotations__}
        told["honest_ev"] = self.honest
        if self.rule is not None:
            lines = [line.as_json() for line in self.rule.lines]
            told["rule"] = {"ev": self.rule.ev, "cost": self.rule.cost, "lines": lines}
        if not self.exact:
            figures = {name: told[name] for name in ("ev", "gain", "changes")}
            told["simulated"] = {"deals": self.deals, "seed": seed, **figures}
        entry: dict[str, Any] = in_json(KnowledgeEntry, told)
        return entry

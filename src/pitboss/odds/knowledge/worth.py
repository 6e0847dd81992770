"""The worth of knowledge: counted where it can be, else from simulated deals with intervals.

Deals are simulated where other seats' cards are seen. Of each deal the player's hand, the hands seen and the
signs are drawn by luck that the caller passes in. What each action is worth is then summed over every hand
that the dealer can have, so only the gain over the honest decision varies from deal to deal; the honest mean
itself is exact. See "Knowledge" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod, sqrt
from typing import Any, Final, TypedDict, cast

import numpy as np

from pitboss.batch import kinds6
from pitboss.cards import RANKS
from pitboss.dataframes import Rows, Tabular, exact, in_json
from pitboss.money import Cents
from pitboss.odds.counts import Dealing, fourths
from pitboss.odds.decisions import DRAW, RAISE_NUMBER
from pitboss.odds.decisions import exact as exact_numbers
from pitboss.odds.game import Game
from pitboss.odds.geometry import (
    SUITS,
    WIDTH,
    Cards,
    Doubles,
    Flags,
    Ints,
    known_by,
    others_of_three,
    rows,
    up_number,
    values_of,
)
from pitboss.odds.house_prices import game_of
from pitboss.odds.knowledge.counted import NET, Measures, count_knowledge, measures_of
from pitboss.odds.knowledge.question import (
    Edges,
    Estimate,
    Knowledge,
    Known,
    NotKnowable,
    Rule,
    RuleShape,
    RuleSums,
    Sign,
    check_known,
    class_by_rank,
    high_ranks,
)
from pitboss.odds.row_kinds import ClassRow
from pitboss.odds.strategies import decided_wagers
from pitboss.odds.work import Progress
from pitboss.round.judge import showdown
from pitboss.round.table import House

CELLS: Final = 1 << 20  # dealer's hands of all deals that are worked on together
BINS: Final = WIDTH + 1  # values, and one place for a card that the dealer holds


@dataclass(frozen=True, slots=True)
class Deals:
    """Some deals: the player's row, other seats' cards, and the rest in an order by chance."""

    rows: Ints  # (deals,)
    seats: Cards  # (deals, 3 a seat)
    rest: Cards  # (deals, cards): the dealer's three first, those that show before those that do not
    up: Cards  # (deals, shows)
    suits: Ints | None = None  # (deals,) of a mini royal that is drawn, where it is paid by its suit


@dataclass(frozen=True, slots=True)
class DealWorths:
    """Whole numbers, as doubles: sums by action, and over how many outcomes."""

    sums: Doubles  # (actions, deals)
    outcomes: Doubles  # (deals,)


def batch_size(known: Known) -> int:
    """How many deals are worked on together, so that memory stays flat."""
    return max(1, CELLS // comb(49 - 3 * known.seats, 3))


def deal_cards(
    dealing: Dealing, known: Known, deals: int, luck: np.random.Generator, *, by_suit: bool = False
) -> Deals:
    """Deals by chance, each as likely as any other: hands up to suits, the other cards shuffled.

    With `by_suit`, the suit that stands for the one of a mini royal which may be drawn is by chance too.
    """
    ends = np.cumsum(rows().weight)
    hands = np.searchsorted(ends, luck.integers(int(ends[-1]), size=deals), side="right")
    cards = luck.permuted(others_of_three()[hands], axis=1)
    seats, rest = cards[:, : 3 * known.seats], cards[:, 3 * known.seats :]
    suits = luck.integers(SUITS, size=deals) if by_suit else None
    return Deals(hands, seats, rest, rest[:, : dealing.shows], suits)


def deal_worths(dealing: Dealing, measures: Measures, known: Known, deals: Deals) -> DealWorths:
    """What each action is worth in each deal to a player who knows what is asked."""
    theirs, ways = _possible(dealing.shows + known.hole, known, deals)
    if dealing.player_draws or dealing.dealer_draws:
        found = [
            _with_draws(dealing, measures, known, deals, each, theirs, ways) for each in range(len(ways))
        ]
        return DealWorths(
            np.stack([sums for sums, _ in found], axis=1), np.array([each for _, each in found])
        )
    hand = rows().hand_class[deals.rows][:, None]
    value = values_of(*np.moveaxis(theirs, -1, 0))
    mine = rows().value[deals.rows][:, None]
    versus = showdown(mine, value, dealing.qualifies_from)
    six = measures.place(mine, value, _six(deals, theirs) if measures.six else 0)
    play = (ways * measures.pat[NET, hand, versus, six]).sum(axis=1)
    fold = (ways * measures.fold[NET, hand, six]).sum(axis=1)
    may = mine[:, 0] >= measures.raised_from
    raised = [
        np.where(may, (ways * each[NET, hand, versus, six]).sum(axis=1), play) for each in measures.raised
    ]
    sums = np.stack([fold, play, *raised]).astype(np.float64)
    return DealWorths(sums, ways.sum(axis=1).astype(np.float64))


def _possible(seen: int, known: Known, deals: Deals) -> tuple[Cards, Ints]:
    """The hands that the dealer can have: (deals, hands, 3), those seen first; and in how many ways each."""
    open_cards = deals.rest[:, seen:]
    chosen = _choices(open_cards.shape[1], 3 - seen)
    free = open_cards[:, chosen]
    held = np.broadcast_to(deals.rest[:, None, :seen], (*free.shape[:2], seen))
    return np.concatenate([held, free], axis=2), _ways(known, deals.rest[:, seen : seen + known.backs], free)


def _ways(known: Known, backs: Cards, free: Cards) -> Ints:
    """In how many ways the hidden cards of each hand can show the backs that are seen."""
    if not known.backs:
        return np.ones(free.shape[:2], np.int64)
    classes = np.array(class_by_rank(known.edges))
    told, theirs = np.sort(classes[backs >> 2], axis=1), classes[free >> 2]
    found = np.zeros(free.shape[:2], np.int64)
    for places in combinations(range(free.shape[2]), known.backs):
        found += (np.sort(theirs[:, :, places], axis=2) == told[:, None]).all(axis=2)
    return found


@lru_cache(maxsize=8)
def _choices(cards: int, size: int) -> Ints:
    """Every choice of so many places: (choices, size)."""
    return np.array(list(combinations(range(cards), size)), np.int64).reshape(comb(cards, size), size)


def _six(deals: Deals, theirs: Cards) -> Ints:
    """The category of six cards in each deal, with each hand that the dealer can have."""
    mine = np.broadcast_to(rows().cards[deals.rows][:, None], theirs.shape)
    return kinds6(np.concatenate([mine, theirs], axis=2)).astype(np.int64)


def _with_draws(
    dealing: Dealing, measures: Measures, known: Known, deals: Deals, number: int, theirs: Cards, ways: Ints
) -> tuple[Doubles, float]:
    """One deal with cards still to be drawn: the dealer's fourth and the player's."""
    seen, row = dealing.shows + known.hole, int(deals.rows[number])
    live = deals.rest[number, seen:]  # what may come, if it is not the dealer's
    six = np.zeros(theirs.shape[1], np.int64)
    if measures.six:
        six = _six(Deals(deals.rows[[number]], *[deals.rest[:0]] * 3), theirs[[number]])[0]
    kinds, kind = np.unique(six, return_inverse=True)
    below = _below(dealing, live, theirs[number], ways[number], 3 - seen, kind)
    mine = np.arange(len(live))
    if known.next_card:  # the card after the dealer's three is the next one; its class is told
        classes = np.array(class_by_rank(known.edges))[live >> 2]
        mine = np.flatnonzero(classes == classes[3 - seen])
    value = int(rows().value[row])

    def worth(cards: Ints, value: int, nets: Ints) -> float:
        """A hand of this value, beside each of these cards, against all that the dealer can have."""
        under = below[:, cards].sum(axis=1)
        steps = measures.steps(dealing, value, nets)
        return float(sum(adds[NET, kinds] @ under[:, cut] for cut, adds in steps))

    sums = [worth(mine, value, nets) for nets in measures.plays(row)]
    if dealing.player_draws and measures.drawn is not None:
        suit = 0 if deals.suits is None else int(deals.suits[number])
        for discard in range(3):
            first, second = np.delete(rows().cards[row], discard)
            values = values_of(first, second, live[mine])
            each = np.unique(values).tolist()
            some = [(mine[values == end], end, measures.drawn_to(row, end, suit)) for end in each]
            sums.append(sum(worth(*end) for end in some))
    return np.array(sums), float(below[:, mine, -1].sum())


def _below(dealing: Dealing, live: Cards, theirs: Cards, ways: Ints, free: int, kind: Ints) -> Doubles:
    """For each card that a player may draw, how many outcomes of the dealer are below each value.

    They are told by the kind of each hand: (kinds, cards, values). Neither the dealer's hand nor the fourth
    card is the card drawn; a hand that stands goes with any fourth.
    """
    found = fourths(dealing.draws_below).best[live][:, up_number(3)[known_by(theirs)]]
    best = np.minimum(found, BINS - 1).astype(np.int64) + kind * (len(live) * BINS)
    shape = (int(kind.max()) + 1, len(live), BINS)
    weights = np.broadcast_to(ways, best.shape).ravel()

    def counted(place: Ints) -> Doubles:
        found = np.bincount((place * BINS + best).ravel(), weights, prod(shape))
        return found.reshape(shape).astype(np.float64)

    fourth = counted(np.arange(len(live))[:, None])
    left = fourth.sum(axis=1, keepdims=True) - fourth
    where = np.full(52, -1)
    where[live] = np.arange(len(live))
    for card in theirs[:, 3 - free :].T:
        left = left - counted(where[card])
    left = left[..., : WIDTH - 1]
    return np.concatenate([np.zeros((*shape[:2], 1)), np.cumsum(left, axis=2)], axis=2)


@dataclass(frozen=True, slots=True)
class Honest:
    """The honest player: the exact mean per Ante, and the action of each row against each set of up cards."""

    ev: Fraction
    action: Ints  # (suits of a mini royal that is drawn, rows, sets of up cards)
    draw: Ints  # (rows,) the best of the actions that draw

    def actions(self, deals: Deals) -> Ints:
        """What is done in each deal."""
        suits = np.zeros(len(deals.rows), np.int64) if deals.suits is None else deals.suits
        shows = deals.up.shape[1]
        ups = up_number(shows)[known_by(deals.up)] if shows else np.zeros_like(suits)
        found: Ints = self.action[suits, deals.rows, ups]
        return found


def honest_play(
    game: Game, wagers: Mapping[str, Cents], measures: Measures, progress: Progress | None = None
) -> Honest:
    """Best play without any knowledge, from the exact price of the sheet."""
    shows = game.dealing.shows
    action = np.zeros((SUITS if measures.by_suit else 1, len(rows()), comb(52, shows)), np.int8)
    drawing, mean = np.zeros((len(rows()), 3)), Fraction(0)
    deals = comb(52, 3) * comb(49, shows)
    for chunk in game.worths(wagers):
        some, times, best = chunk.counts.rows, chunk.counts.times, chunk.best()
        total = np.einsum("ru,ru->", times, exact_numbers(chunk.taken(best), deals))
        mean += Fraction(int(total), chunk.outcomes * deals)
        if measures.drawn is not None:
            drawing[some] += (times[..., None] * chunk.sums[..., DRAW:]).sum(axis=1)
        for place, name in enumerate(chunk.raised):
            best[best == RAISE_NUMBER[name]] = DRAW + place
        action[slice(None) if chunk.suit is None else chunk.suit, some] = best
        if progress is not None:
            progress(int(some[-1]) + 1, len(rows()))
    return Honest(mean / wagers["ante"], action, DRAW + drawing.argmax(axis=1))


CONFIDENCE: Final = 1.959963984540054  # deviations to either side of a mean: 95 %
RARE: Final = 0.03  # high cards that are seen less often than this are taken with their neighbours


@dataclass(slots=True)
class _Sample:
    """What is added up over the deals."""

    count: int = 0
    gain: float = 0.0
    square: float = 0.0
    changes: int = 0

    def add(self, gains: Doubles) -> None:
        """Adds the gains of some deals."""
        self.count += len(gains)
        self.gain += float(gains.sum())
        self.square += float((gains**2).sum())
        self.changes += int((gains > 0).sum())

    def gain_estimate(self, units: float) -> Estimate:
        """The mean gain with its interval."""
        mean = self.gain / self.count
        deviation = sqrt(max(0.0, self.square / self.count - mean**2))
        return Estimate(mean * units, CONFIDENCE * deviation / sqrt(self.count) * units)

    def changes_estimate(self) -> Estimate:
        """How often the decision changed, with its interval."""
        share = self.changes / self.count
        return Estimate(share, CONFIDENCE * sqrt(share * (1 - share) / self.count))


@dataclass(frozen=True, slots=True)
class _HighCards:
    """High cards at other seats, told from the fewest to the most that are usual among so many cards."""

    least: int
    most: int
    high: Flags  # whether a rank is high

    @classmethod
    def of(cls, seats: int, high_ranks: str) -> _HighCards:
        """The usual numbers are those that are not rare."""
        cards, high = 3 * seats, 4 * len(high_ranks)
        ways = [comb(high, number) * comb(52 - high, cards - number) for number in range(cards + 1)]
        usual = [number for number, each in enumerate(ways) if each >= RARE * comb(52, cards)]
        return cls(min(usual), max(usual), np.array([rank in high_ranks for rank in RANKS]))

    def signs(self) -> list[Sign]:
        """What a rule goes by."""
        return [Sign(high=number) for number in range(self.least, self.most + 1)]

    def keys(self, seats: Cards) -> Ints:
        """The number of the sign of each deal."""
        return np.clip(self.high[seats >> 2].sum(axis=1), self.least, self.most) - self.least


@dataclass(slots=True)
class _Trial:
    """A rule by high cards: fitted to the first half of the deals and tried on the second."""

    high: _HighCards
    fitted: RuleSums
    tried: RuleSums
    honest: float = 0.0  # what the honest action brings where the rule is tried
    best: float = 0.0  # and the best one
    deals: int = 0

    @classmethod
    def of(cls, dealing: Dealing, known: Known, high_ranks: str, shape: RuleShape) -> _Trial | None:
        """Nothing yet; None where there is more to go by than other seats."""
        if dealing.shows or known.hole or known.edges:
            return None
        high = _HighCards.of(known.seats, high_ranks)
        fitted, tried = (RuleSums(high.signs(), shape) for _ in range(2))
        return cls(high, fitted, tried)

    def add(self, batch: Deals, means: Doubles, mine: Doubles, draw: Ints, fits: bool) -> None:
        """Adds deals to one of the halves."""
        keys = self.high.keys(batch.seats)
        (self.fitted if fits else self.tried).add_deals(batch.rows, keys, means, draw)
        if not fits:
            self.honest += float(mine.sum())
            self.best += float(means.max(axis=0).sum())
            self.deals += len(batch.rows)

    def rule(self, honest: Fraction, units: float) -> Rule | None:
        """The rule with what it wins and gives up on the deals that it was not fitted to, if it wins any."""
        lines = self.fitted.lines()
        each, total = units / self.deals, float(self.tried.total(lines))
        if total <= self.honest:
            return None
        return Rule(lines, float(honest) + (total - self.honest) * each, (self.best - total) * each)


def sample_knowledge(
    game: Game,
    wagers: Mapping[str, Cents],
    measures: Measures,
    known: Known,
    high_ranks: str,
    deals: int,
    luck: np.random.Generator,
    progress: Progress | None = None,
) -> Knowledge:
    """The answer to any question, from so many deals."""
    honest = honest_play(game, wagers, measures, progress)
    sample, units = _Sample(), Fraction(measures.unit, wagers["ante"])
    trial = _Trial.of(game.dealing, known, high_ranks, measures.rule_shape)
    step, done = min(batch_size(known), deals // 2), 0  # a rule is tried on the second half
    while done < deals:
        batch = deal_cards(game.dealing, known, min(step, deals - done), luck, by_suit=measures.by_suit)
        worths = deal_worths(game.dealing, measures, known, batch)
        means = worths.sums / worths.outcomes
        mine = means[honest.actions(batch), np.arange(len(batch.rows))]
        sample.add(means.max(axis=0) - mine)
        if trial is not None:
            trial.add(batch, means, mine, honest.draw[batch.rows], fits=done < deals // 2)
        done += len(batch.rows)
        if progress is not None:
            progress(done, deals)
    gain = sample.gain_estimate(float(units))
    return Knowledge(
        house=game.sheet.id,
        known=known,
        honest=honest.ev,
        ev=Estimate(float(honest.ev) + gain.value, gain.margin),
        gain=gain,
        changes=sample.changes_estimate(),
        rule=None if trial is None else trial.rule(honest.ev, float(units)),
        deals=deals,
    )


# --- What is asked: each question is counted or simulated.


def mean_beside(game: Game, wagers: Mapping[str, Cents]) -> Fraction:
    """What those wagers of a bet bring on average, in cents, that are not weighed with its decisions."""
    whole, weighed = Fraction(0), game.weighed(wagers)
    for name, stake in wagers.items():
        if name not in weighed:
            nets = game.own_nets(name, stake)
            whole += Fraction(sum(net * number for net, number in nets), sum(number for _, number in nets))
    return whole


DEALS: Final = 200_000  # that are simulated where nobody draws
DEALS_WITH_DRAWS: Final = 10_000  # and where a card is drawn: each takes longer
OF_SEVERAL: Final = 10  # times fewer for each of several questions: a list is read for the order of its lines
LEAST_DEALS, MOST_DEALS = 100, 10**9


def _goes_by_dealer(dealing: Dealing, known: Known) -> bool:
    """Whether other seats tell nothing more: none is seen, or the dealer's hand is known and nobody draws."""
    draws = dealing.player_draws or dealing.dealer_draws
    return not known.seats or (dealing.shows + known.hole == 3 and not draws)


def worth_of_knowledge(
    house: House | Game,
    known: Known,
    bets: Mapping[str, Cents] | None = None,
    luck: np.random.Generator | None = None,
    deals: int | None = None,
    progress: Progress | None = None,
) -> Knowledge:
    """What one piece of knowledge is worth, per Ante, with perfect use; `luck` for what is simulated.

    >>> luck = np.random.Generator(np.random.Philox(1))
    >>> seven = worth_of_knowledge("rivers", Known(seats=6), luck=luck, deals=1000)
    >>> seven.exact, seven.honest, 0 < seven.gain.value < 0.03
    (False, Fraction(-686689, 20358520), True)
    """
    game = game_of(house)
    return worths_of_knowledge(game, [known], bets, luck, deals, progress)[0]


def worths_of_knowledge(
    game: Game,
    questions: Sequence[Known],
    bets: Mapping[str, Cents] | None = None,
    luck: np.random.Generator | None = None,
    deals: int | None = None,
    progress: Progress | None = None,
) -> list[Knowledge]:
    """The same for several questions, in their order; those about the dealer's cards are counted together."""
    for known in questions:
        check_known(game.sheet, known)
    whole = decided_wagers(game, bets)
    wagers = game.weighed(whole)
    draws = game.dealing.player_draws or game.dealing.dealer_draws
    usual = (DEALS_WITH_DRAWS if draws else DEALS) // (OF_SEVERAL if len(questions) > 1 else 1)
    number = usual if deals is None else deals
    if not LEAST_DEALS <= number <= MOST_DEALS:
        raise NotKnowable(f"Simulate from {LEAST_DEALS:,} to {MOST_DEALS:,} deals")
    measures = measures_of(game.dealing, game.payoffs_of(wagers), by_dealer=game.looks(wagers).dealer)
    for known in questions:
        if luck is None and not _goes_by_dealer(game.dealing, known):
            raise NotKnowable("What other seats' cards tell is simulated: pass the luck for it")
    house, ante, high = game.sheet.id, wagers["ante"], high_ranks(game.sheet)
    together = [replace(known, seats=0) for known in questions if _goes_by_dealer(game.dealing, known)]
    counted = iter(count_knowledge(house, game.dealing, measures, ante, together, progress))
    found = []
    for known in questions:
        if _goes_by_dealer(game.dealing, known):
            found.append(replace(next(counted), known=known))
        elif luck is not None:
            found.append(sample_knowledge(game, wagers, measures, known, high, number, luck, progress))
    if wagers.keys() == whole.keys():
        return found
    more = mean_beside(game, whole) / ante
    return [each.with_more(more) for each in found]


@dataclass(frozen=True, slots=True)
class ClassMean:
    """A class of ranks: how often the first card is of it, and the mean of a bet that is then made."""

    ranks: str
    chance: Fraction
    ev: Fraction


class ClassEntry(TypedDict):
    """A class of ranks, how often it comes first, and the mean then."""

    ranks: str
    chance: Fraction
    ev: Fraction


class FirstCardAnswer(TypedDict):
    """What `pitboss knowledge --first --json` prints, per Ante."""

    house: str
    honest_ev: Fraction
    ev: Fraction
    classes: list[ClassEntry]


@dataclass(frozen=True, slots=True)
class FirstCard(Tabular[ClassRow]):
    """What it is worth, per Ante, to know the class of one's first card before the bet."""

    house: str
    honest: Fraction
    classes: tuple[ClassMean, ...]

    @property
    def ev(self) -> Fraction:
        """The mean of a deal for a player who bets only where that is favourable, and else sits out."""
        return sum((each.chance * max(each.ev, Fraction(0)) for each in self.classes), Fraction(0))

    def rows(self) -> Rows[ClassRow]:
        """One row for each class of ranks."""
        return Rows(
            ClassRow,
            (
                cast(
                    ClassRow,
                    {"house": self.house, "ranks": each.ranks}
                    | exact("chance", each.chance)
                    | exact("ev", each.ev),
                )
                for each in self.classes
            ),
        )

    def as_json(self) -> dict[str, Any]:
        """What `pitboss knowledge --first --json` prints."""
        answer: dict[str, Any] = in_json(
            FirstCardAnswer,
            {"house": self.house, "honest_ev": self.honest, "ev": self.ev, "classes": self.classes},
        )
        return answer


def worth_of_first_card(
    house: House | Game, edges: Edges, bets: Mapping[str, Cents] | None = None
) -> FirstCard:
    """The mean of a bet by the class of the first card, with best play.

    >>> found = worth_of_first_card("rivers", ("A", "23456789TJQK"))
    >>> [(each.ranks, each.ev > 0) for each in found.classes], found.ev > 0
    ([('A', True), ('23456789TJQK', False)], True)
    """
    game = game_of(house)
    wagers = decided_wagers(game, bets)
    classes = np.array(class_by_rank(edges))[rows().cards >> 2]
    held = [
        (classes == number).sum(axis=1).tolist() for number in range(len(edges))
    ]  # of a row's three cards
    sums, outcomes = [0] * len(edges), [0] * len(edges)
    deals = comb(52, 3) * comb(49, game.dealing.shows)
    for chunk in game.worths(wagers):
        times = chunk.counts.times
        worth = np.einsum("ru,ru->r", times, exact_numbers(chunk.taken(chunk.best()), deals))
        for row, total, number in zip(
            chunk.counts.rows.tolist(), worth.tolist(), times.sum(axis=1).tolist(), strict=True
        ):
            for place, each in enumerate(held):
                sums[place] += each[row] * total
                outcomes[place] += each[row] * number * chunk.outcomes
    whole, ante = sum(outcomes), wagers["ante"]
    more = mean_beside(game, wagers) / ante
    return FirstCard(
        house=game.sheet.id,
        honest=Fraction(sum(sums), whole * ante) + more,
        classes=tuple(
            ClassMean(ranks, Fraction(number, whole), Fraction(total, number * ante) + more)
            for ranks, total, number in zip(edges, sums, outcomes, strict=True)
        ),
    )

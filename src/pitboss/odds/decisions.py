"""The decisions of a hand: what each action is worth, which is best, and what comes of a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Final, Literal

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import Cents
from pitboss.odds.counts import Counts, Dealing, NotPriced
from pitboss.odds.geometry import Doubles, Flags, Ints, rows
from pitboss.odds.payoffs import SUITS, Payoffs
from pitboss.odds.results import FINALS, VERSUS
from pitboss.sheet.payclass import HAND_CLASSES

ActionName = Literal["fold", "play", "draw_1", "draw_2", "draw_3"]
ACTIONS: Final[Sequence[ActionName]] = ("fold", "play", "draw_1", "draw_2", "draw_3")
FOLD, PLAY, DRAW = 0, 1, 2
# Of actions that are equally good the first of these is taken: playing before drawing before folding, and of
# draws the one that gives up the higher card. The mean is the same whichever is taken, the distribution not.
PREFERRED: Final = (PLAY, DRAW, DRAW + 1, DRAW + 2, FOLD)
EXACT: Final = 2**53  # whole numbers up to here are exact as doubles


def preferred(actions: Iterable[str]) -> str:
    """Of equally good actions, named as `advise` names them and draws high cards first, the one taken.

    >>> preferred(["fold", "draw:9h", "draw:4d", "play"]), preferred(["fold", "draw:9h", "draw:4d"])
    ('play', 'draw:9h')
    """
    order = {ACTIONS[number].partition("_")[0]: -place for place, number in enumerate(PREFERRED)}
    return max(actions, key=lambda action: order[action.partition(":")[0]])


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of every action for some up cards: net cents summed over all outcomes, (rows, ups, actions).

    Every action has the same number of outcomes, so sums compare as expectations do.
    """

    counts: Counts
    sums: Ints
    outcomes: int

    def best(self) -> Ints:
        """The best action of each row; of equal ones the first that is `PREFERRED`."""
        first, *others = (action for action in PREFERRED if action < self.sums.shape[-1])
        best, top = np.full(self.sums.shape[:-1], first), self.sums[..., first]
        for action in others:
            better = self.sums[..., action] > top
            best[better] = action
            top = np.maximum(top, self.sums[..., action])
        return best

    def equal_best(self) -> Flags:
        """All actions that are as good as the best."""
        flags: Flags = self.sums == self.sums.max(axis=-1, keepdims=True)
        return flags


# Which action each row takes against each of some up cards: (rows, ups) of numbers into ACTIONS.
Chooser = Callable[[Worth], Ints]


def optimal(worth: Worth) -> Ints:
    """The strategy that no other beats."""
    return worth.best()


def from_value(lowest: int) -> Chooser:
    """Play every hand of at least a value and fold the rest."""

    def choose(worth: Worth) -> Ints:
        plays = np.where(rows().value[worth.counts.rows] >= lowest, PLAY, FOLD)
        return np.broadcast_to(plays[:, None], worth.sums.shape[:2])

    return choose


def worths(dealing: Dealing, counts: Iterable[Counts], pays: Payoffs, times: int = 1) -> Iterator[Worth]:
    """What each action is worth, a chunk of hands and up cards at a time.

    Every outcome of the dealing rules is in the counts so many `times`.
    """
    outcomes = dealing.outcomes_per_hand * times
    if pays.drawn is not None and (pays.drawn[:, -1] != pays.drawn[:, -1, :1]).any():
        raise NotPriced("A bet that pays a drawn A-K-Q by its suit is not priced: hands are told up to suits")
    most = dealing.dealer_outcomes * dealing.draw_cards * SUITS * times  # of one hand, whatever shows
    fits = most * _largest(pays) < EXACT
    for chunk in counts:
        columns = _in_doubles(dealing, chunk, pays) if fits else _in_integers(dealing, chunk, pays)
        scale = SUITS if len(columns) > DRAW else 1
        yield Worth(chunk, np.moveaxis(np.stack(columns), 0, -1), outcomes * scale)


def _largest(pays: Payoffs) -> int:
    """The largest amount that any outcome wins or loses."""
    parts = [pays.fold, pays.pat] if pays.drawn is None else [pays.fold, pays.pat, pays.drawn]
    return max(int(np.abs(part).max()) for part in parts)


def _in_doubles(dealing: Dealing, chunk: Counts, pays: Payoffs) -> list[Ints]:
    """The worth of each action where no sum is above 2^53: doubles are exact then."""
    hand = rows().hand_class[chunk.rows]
    pat = chunk.pat_doubles
    fold_nets, pat_nets = pays.fold.astype(np.float64)[hand], pays.pat.astype(np.float64)[hand]
    if pat.shape[-1] == 1:
        play = np.einsum("vru,rv->ru", pat[..., 0], pat_nets[..., 0])
        fold = pat[..., 0].sum(axis=0) * fold_nets
    else:
        play = np.einsum("vrus,rvs->ru", pat, pat_nets)
        fold = np.einsum("rus,rs->ru", pat.sum(axis=0), fold_nets)
    found = [fold * dealing.draw_cards, play * dealing.draw_cards]
    if chunk.drawn_doubles is not None and pays.drawn is not None:
        # A mini royal that was drawn is of each suit alike often: the mean over suits, times four.
        nets = pays.drawn[..., 0].sum(axis=2).astype(np.float64)[hand]
        drawn = np.einsum("rudfv,rfv->rud", chunk.drawn_doubles, nets)
        found = [fold * dealing.draw_cards * SUITS, play * dealing.draw_cards * SUITS]
        found += [drawn[..., discard] for discard in range(3)]
    return [part.astype(np.int64) for part in found]


def _in_integers(dealing: Dealing, chunk: Counts, pays: Payoffs) -> list[Ints]:
    """The same with Python's own integers, which have no largest."""
    hand = rows().hand_class[chunk.rows]
    fold_nets, pat_nets = pays.fold.astype(object)[hand], pays.pat.astype(object)[hand]
    play = np.einsum("ruvs,rvs->ru", chunk.pat.astype(np.int64).astype(object), pat_nets) * dealing.draw_cards
    every = chunk.pat.sum(axis=2).astype(np.int64).astype(object)
    fold = np.einsum("rus,rs->ru", every, fold_nets) * dealing.draw_cards
    if chunk.drawn is None or pays.drawn is None:
        return [fold, play]
    nets = pays.drawn[..., 0].astype(object).sum(axis=2)[hand]
    drawn = np.einsum("rudfv,rfv->rud", chunk.drawn.astype(np.int64).astype(object), nets)
    return [fold * SUITS, play * SUITS, *(drawn[..., discard] for discard in range(3))]


def exact(numbers: Ints, times: int) -> Ints:
    """The same numbers; as Python's own where so many of them together would not fit in 64 bits."""
    largest = max(int(numbers.max()), -int(numbers.min()))
    return numbers if largest * times < 2**63 else numbers.astype(object)


@dataclass(slots=True)
class Tally:
    """How often a strategy ends in each outcome class; everything together is the sample space."""

    fold: Ints  # (10 hand classes, sixes)
    pat: Ints  # (10, 6 showdown results, sixes)
    drawn: Ints  # (10 first three, 7 final categories, 6)

    @classmethod
    def empty(cls, sixes: int) -> Tally:
        """Nothing yet."""
        return cls(
            np.zeros((HAND_CLASSES, sixes), np.int64),
            np.zeros((HAND_CLASSES, VERSUS, sixes), np.int64),
            np.zeros((HAND_CLASSES, FINALS, VERSUS), np.int64),
        )

    def add(self, dealing: Dealing, counts: Counts, chosen: Ints) -> None:
        """Adds what some hands do against some up cards."""
        hand, hands = rows().hand_class[counts.rows], rows().weight[counts.rows]
        member = ((hand[None, :] == np.arange(HAND_CLASSES)[:, None]) * hands).astype(np.float64)
        folds, plays = counts.seen & (chosen == FOLD), counts.seen & (chosen == PLAY)
        pat = counts.pat_doubles
        if pat.shape[-1] == 1:
            played = np.einsum("ru,vru->rv", plays.astype(np.float64), pat[..., 0])[..., None]
            folded = np.einsum("ru,ru->r", folds.astype(np.float64), pat[..., 0].sum(axis=0))[:, None]
        else:
            played = np.einsum("ru,vrus->rvs", plays.astype(np.float64), pat)
            folded = np.einsum("ru,rus->rs", folds.astype(np.float64), pat.sum(axis=0))
        self.fold += _whole(member @ folded) * dealing.draw_cards
        self.pat += _whole(np.tensordot(member, played, axes=1)) * dealing.draw_cards
        if counts.drawn_doubles is not None:
            draws = counts.seen[..., None] & (chosen[..., None] == np.arange(DRAW, DRAW + 3))
            drawn = np.einsum("rud,rudfv->rfv", draws.astype(np.float64), counts.drawn_doubles)
            self.drawn += _whole(np.tensordot(member, drawn, axes=1))

    def nets(self, pays: Payoffs) -> Mapping[int, int]:
        """How many outcomes have each net, in cents."""
        found: dict[int, int] = {}
        cells = [(self.fold, pays.fold), (self.pat, pays.pat)]
        if pays.drawn is not None:
            by_suit = np.zeros((*self.drawn.shape[:2], SUITS, VERSUS, 1), np.int64)
            by_suit[:, :-1, 0, :, 0] = self.drawn[:, :-1]
            by_suit[:, -1, :, :, 0] = self.drawn[:, -1, None] // SUITS  # drawn mini royals: each suit alike
            cells.append((by_suit, pays.drawn))
        for counts, nets in cells:
            hit = np.nonzero(counts)
            for number, net in zip(counts[hit].tolist(), nets[hit].tolist(), strict=True):
                found[net] = found.get(net, 0) + number
        return dict(sorted(found.items()))

    @property
    def staying(self) -> int:
        """In how many outcomes Play was bet."""
        return int(self.pat.sum()) + int(self.drawn.sum())


def _whole(sums: Doubles) -> Ints:
    """Sums of counts as integers; none is above 2^53, since no sample space is."""
    return sums.astype(np.int64)


def tally(dealing: Dealing, worth: Iterable[Worth], choose: Chooser, sixes: int = 1) -> Tally:
    """What comes of a strategy, over all hands and up cards."""
    found = Tally.empty(sixes)
    for chunk in worth:
        found.add(dealing, chunk.counts, choose(chunk))
    return found


def by_up_card(worth: Iterable[Worth], strategy: Chooser, stake: Cents) -> dict[str, Any]:
    """The mean net against each up card, by rank."""
    sums = [Fraction(0)] * 13
    outcomes = 0
    for chunk in worth:
        chosen = strategy(chunk)
        weight = np.where(chunk.counts.seen, rows().weight[chunk.counts.rows, None], 0)
        worth_of = exact(chunk.sums, comb(52, 3))
        mine = np.take_along_axis(worth_of, chosen[..., None], axis=-1)[..., 0]
        by_up = np.einsum("ru,ru->u", weight, mine)
        outcomes = chunk.outcomes
        for up, total in zip(chunk.counts.ups[:, 0].tolist(), by_up.tolist(), strict=True):
            sums[up >> 2] += total
    per_rank = comb(51, 3) * 4 * outcomes * stake
    return {"by_up_card": {RANKS[rank]: str(total / per_rank) for rank, total in enumerate(sums)}}

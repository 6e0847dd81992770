"""The decisions of a hand: what each action is worth, which is best, and what comes of a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from pitboss.odds.counts import Counts, Dealing, NotPriced
from pitboss.odds.geometry import Flags, Ints, rows
from pitboss.odds.payoffs import SUITS, Payoffs
from pitboss.odds.results import FINALS, VERSUS
from pitboss.sheet.payclass import HAND_CLASSES

ActionName = Literal["fold", "play", "draw_1", "draw_2", "draw_3"]
ACTIONS: Final[Sequence[ActionName]] = ("fold", "play", "draw_1", "draw_2", "draw_3")
FOLD, PLAY, DRAW = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of every action for some up cards: net cents summed over all outcomes, (rows, ups, actions).

    Every action has the same number of outcomes, so sums compare as expectations do.
    """

    counts: Counts
    sums: Ints
    outcomes: int

    def best(self) -> Ints:
        """The best action of each row; of equal ones, playing before drawing before folding."""
        order = np.array([*range(PLAY, self.sums.shape[-1]), FOLD])
        return order[np.argmax(self.sums[..., order], axis=-1)]

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


def worths(dealing: Dealing, counts: Iterable[Counts], pays: Payoffs) -> Iterator[Worth]:
    """What each action is worth, a chunk of hands and up cards at a time."""
    outcomes = dealing.outcomes_per_hand
    if pays.drawn is not None and (pays.drawn[:, -1] != pays.drawn[:, -1, :1]).any():
        raise NotPriced("A bet that pays a drawn A-K-Q by its suit is not priced: hands are told up to suits")
    for chunk in counts:
        hand = rows().hand_class[chunk.rows]
        by_six = chunk.pat.sum(axis=2)
        fold = np.einsum("rus,rs->ru", by_six, pays.fold[hand]) * dealing.draw_cards
        play = np.einsum("ruvs,rvs->ru", chunk.pat, pays.pat[hand]) * dealing.draw_cards
        columns = [fold, play]
        scale = 1
        if chunk.drawn is not None and pays.drawn is not None:
            # A mini royal that was drawn is of each suit alike often: the mean over suits, times four.
            scale = SUITS
            drawn = np.einsum("rudfv,rfv->rud", chunk.drawn, pays.drawn[..., 0].sum(axis=2)[hand])
            columns = [fold * scale, play * scale, *(drawn[..., i] for i in range(3))]
        yield Worth(chunk, np.stack(columns, axis=-1), outcomes * scale)


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
        member = (hand[None, :] == np.arange(HAND_CLASSES)[:, None]) * hands
        weight = counts.seen.astype(np.int64)
        folds, plays = weight * (chosen == FOLD), weight * (chosen == PLAY)
        self.fold += member @ np.einsum("ru,ruvs->rs", folds, counts.pat) * dealing.draw_cards
        played = np.einsum("ru,ruvs->rvs", plays, counts.pat) * dealing.draw_cards
        self.pat += np.tensordot(member, played, axes=1)
        if counts.drawn is not None:
            draws = weight[..., None] * (chosen[..., None] == np.arange(DRAW, DRAW + 3))
            self.drawn += np.tensordot(member, np.einsum("rud,rudfv->rfv", draws, counts.drawn), axes=1)

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


def tally(dealing: Dealing, worth: Iterator[Worth], choose: Chooser, sixes: int = 1) -> Tally:
    """What comes of a strategy, over all hands and up cards."""
    found = Tally.empty(sixes)
    for chunk in worth:
        found.add(dealing, chunk.counts, choose(chunk))
    return found

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
from pitboss.odds.class_payoffs import SUITS, Payoffs
from pitboss.odds.counts import Counts, Dealing
from pitboss.odds.geometry import Doubles, Flags, Ints, rows, royal_suits
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
    suit: int | None = None  # of an A-K-Q that these hands can draw, where it is paid by its suit

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


def worths(
    dealing: Dealing, counts: Iterable[Counts], pays: Payoffs, suit: int | None = None, times: int = 1
) -> Iterator[Worth]:
    """What each action is worth, a chunk of hands and up cards at a time.

    Every outcome of the dealing rules is in the counts so many `times`.

    Where a drawn A-K-Q is paid by its suit, hands that can draw one come once for each suit, unless those of
    one suit are asked for.
    """
    outcomes = dealing.outcomes_per_hand * times
    most = dealing.dealer_outcomes * dealing.draw_cards * SUITS * times  # of one hand, whatever shows
    fits = most * _largest(pays) < EXACT
    reckon = _in_doubles if fits else _in_integers
    for chunk in counts:
        parts = [(chunk, suit)] if suit is not None or not pays.by_suit else _by_suit(chunk)
        for part, royal in parts:
            columns = reckon(dealing, part, pays, royal)
            scale = SUITS if len(columns) > DRAW else 1
            yield Worth(part, np.moveaxis(np.stack(columns), 0, -1), outcomes * scale, royal)


def _by_suit(chunk: Counts) -> Iterator[tuple[Counts, int | None]]:
    """The hands that can draw no A-K-Q, and for each suit a share of those that can: suits are alike often.

    Of a part that can draw one, the rows as they are written can all draw it in one suit.
    """
    own = royal_suits()[chunk.rows]
    for written in np.unique(own).tolist():
        if written < 0:
            yield chunk.some(own < 0), None
            continue
        share = chunk.some(own == written, SUITS)
        for suit in range(SUITS):
            yield share, suit


def _drawn_nets(pays: Payoffs, hand: Ints, suit: int | None) -> Ints:
    """What each end after a draw is worth to some hands, times four: (hands, finals, 6, sixes).

    A mini royal that was drawn is of each suit alike often, unless its suit is known.
    """
    if pays.drawn is None:
        raise AssertionError("nothing is drawn")
    nets: Ints = pays.drawn.astype(object).sum(axis=2)
    if suit is not None:
        nets[:, -1] = SUITS * pays.drawn[:, -1, suit].astype(object)
    return nets[hand]


def _largest(pays: Payoffs) -> int:
    """The largest amount that any outcome wins or loses."""
    parts = [pays.fold, pays.pat] if pays.drawn is None else [pays.fold, pays.pat, pays.drawn]
    return max(int(np.abs(part).max()) for part in parts)


def _in_doubles(dealing: Dealing, chunk: Counts, pays: Payoffs, suit: int | None) -> list[Ints]:
    """The worth of each action where no sum is above 2^53: doubles are exact then."""
    hand = rows().hand_class[chunk.rows]
    pat = chunk.pat_doubles
    fold_nets, pat_nets = pays.fold.astype(np.float64)[hand], pays.pat.astype(np.float64)[hand]
    if chunk.six is not None:
        nets = np.take_along_axis(np.moveaxis(pat_nets, 1, 0), chunk.six[None], axis=2)
        play = np.einsum("vru,vru->ru", pat[..., 0], nets)
        fold = pat[..., 0].sum(axis=0) * np.take_along_axis(fold_nets, chunk.six, axis=1)
    elif pat.shape[-1] == 1:
        play = np.einsum("vru,rv->ru", pat[..., 0], pat_nets[..., 0])
        fold = pat[..., 0].sum(axis=0) * fold_nets
    else:
        play = np.einsum("vrus,rvs->ru", pat, pat_nets)
        fold = np.einsum("rus,rs->ru", pat.sum(axis=0), fold_nets)
    found = [fold * dealing.draw_cards, play * dealing.draw_cards]
    if chunk.drawn_doubles is not None and pays.drawn is not None:
        drawn = _by_discard(chunk, chunk.drawn_doubles, _drawn_nets(pays, hand, suit).astype(np.float64))
        found = [fold * dealing.draw_cards * SUITS, play * dealing.draw_cards * SUITS]
        found += [drawn[..., discard] for discard in range(3)]
    return [part.astype(np.int64) for part in found]


def _in_integers(dealing: Dealing, chunk: Counts, pays: Payoffs, suit: int | None) -> list[Ints]:
    """The same with Python's own integers, which have no largest."""
    hand = rows().hand_class[chunk.rows]
    fold_nets, pat_nets = pays.fold.astype(object)[hand], pays.pat.astype(object)[hand]
    pat = chunk.pat
    if chunk.six is not None:
        pat = pat * (chunk.six[..., None, None] == np.arange(fold_nets.shape[-1]))
    play = np.einsum("ruvs,rvs->ru", pat.astype(np.int64).astype(object), pat_nets) * dealing.draw_cards
    every = pat.sum(axis=2).astype(np.int64).astype(object)
    fold = np.einsum("rus,rs->ru", every, fold_nets) * dealing.draw_cards
    if chunk.drawn is None or pays.drawn is None:
        return [fold, play]
    counts = chunk.drawn.astype(np.int64).astype(object)
    drawn = _by_discard(chunk, counts, _drawn_nets(pays, hand, suit))
    return [fold * SUITS, play * SUITS, *(drawn[..., discard] for discard in range(3))]


def _by_discard(chunk: Counts, drawn: Any, nets: Any) -> Any:
    """The worth of each discard, (rows, ups, 3), of counts after it and of what each end is worth."""
    if chunk.six is None:
        return np.einsum("rudfvs,rfvs->rud", drawn, nets)
    found = np.zeros(drawn.shape[:3], drawn.dtype)
    for six, some in _by_six(chunk.six):
        told = (chunk.six[:, some] == six)[..., None]
        found[:, some] += told * np.einsum("rudfv,rfv->rud", drawn[..., 0][:, some], nets[..., six])
    return found


def _by_six(six: Ints) -> Iterator[tuple[int, Ints]]:
    """Each category of six cards, and the up cards against which some hand has it."""
    for each in np.unique(six).tolist():
        yield each, np.flatnonzero((six == each).any(axis=0))


def exact(numbers: Ints, times: int) -> Ints:
    """The same numbers; as Python's own where so many of them together would not fit in 64 bits."""
    largest = max(int(numbers.max()), -int(numbers.min()))
    return numbers if largest * times < 2**63 else numbers.astype(object)


@dataclass(slots=True)
class Tally:
    """How often a strategy ends in each outcome class; everything together is the sample space."""

    fold: Ints  # (10 hand classes, sixes)
    pat: Ints  # (10, 6 showdown results, sixes)
    drawn: Ints  # (10 first three, 10 hand classes, 6, sixes)

    @classmethod
    def empty(cls, sixes: int) -> Tally:
        """Nothing yet."""
        return cls(
            np.zeros((HAND_CLASSES, sixes), np.int64),
            np.zeros((HAND_CLASSES, VERSUS, sixes), np.int64),
            np.zeros((HAND_CLASSES, HAND_CLASSES, VERSUS, sixes), np.int64),
        )

    def add(self, dealing: Dealing, worth: Worth, chosen: Ints) -> None:
        """Adds what some hands do against some up cards."""
        counts = worth.counts
        hand = rows().hand_class[counts.rows]
        member = (hand[None, :] == np.arange(HAND_CLASSES)[:, None]).astype(np.float64)
        times = counts.times.astype(np.float64)
        folds, plays = np.where(chosen == FOLD, times, 0), np.where(chosen == PLAY, times, 0)
        pat = counts.pat_doubles
        if counts.six is not None:
            told = (counts.six[..., None] == np.arange(self.fold.shape[-1])).astype(np.float64)
            played = np.einsum("ru,rus,vru->rvs", plays, told, pat[..., 0])
            folded = np.einsum("ru,rus,ru->rs", folds, told, pat[..., 0].sum(axis=0))
        elif pat.shape[-1] == 1:
            played = np.einsum("ru,vru->rv", plays, pat[..., 0])[..., None]
            folded = np.einsum("ru,ru->r", folds, pat[..., 0].sum(axis=0))[:, None]
        else:
            played = np.einsum("ru,vrus->rvs", plays, pat)
            folded = np.einsum("ru,rus->rs", folds, pat.sum(axis=0))
        self.fold += _whole(member @ folded) * dealing.draw_cards
        self.pat += _whole(np.tensordot(member, played, axes=1)) * dealing.draw_cards
        if counts.drawn_doubles is not None:
            draws = np.where(chosen[..., None] == np.arange(DRAW, DRAW + 3), times[..., None], 0)
            drawn = _drawn(counts, draws, counts.drawn_doubles, self.drawn.shape[-1])
            by_final = _whole(np.tensordot(member, drawn, axes=1))
            self.drawn[:, : FINALS - 1] += by_final[:, :-1]
            royals = self.drawn[:, FINALS - 1 :]
            if worth.suit is None:  # each suit alike often
                royals += by_final[:, -1:] // SUITS
            else:
                royals[:, worth.suit] += by_final[:, -1]

    def nets(self, pays: Payoffs) -> Mapping[int, int]:
        """How many outcomes have each net, in cents."""
        found: dict[int, int] = {}
        cells = [(self.fold, pays.fold), (self.pat, pays.pat)]
        if pays.drawn is not None:
            cells.append((self.drawn, pays.drawn_by_class))
        for counts, nets in cells:
            hit = np.nonzero(counts)
            for number, net in zip(counts[hit].tolist(), nets[hit].tolist(), strict=True):
                found[net] = found.get(net, 0) + number
        return dict(sorted(found.items()))

    @property
    def staying(self) -> int:
        """In how many outcomes Play was bet."""
        return int(self.pat.sum()) + int(self.drawn.sum())


def _drawn(counts: Counts, draws: Doubles, drawn: Doubles, sixes: int) -> Doubles:
    """Ends after the draws that are chosen: (rows, 7 final categories, 6, sixes)."""
    if counts.six is None:
        found: Doubles = np.einsum("rud,rudfvs->rfvs", draws, drawn)
        return found
    found = np.zeros((len(counts.rows), FINALS, VERSUS, sixes))
    for six, some in _by_six(counts.six):
        told = np.where((counts.six[:, some] == six)[..., None], draws[:, some], 0)
        found[..., six] = np.einsum("rud,rudfv->rfv", told, drawn[..., 0][:, some])
    return found


def _whole(sums: Doubles) -> Ints:
    """Sums of counts as integers; none is above 2^53, since no sample space is."""
    return sums.astype(np.int64)


# Told of everything that is decided: what actions are worth, and which are taken.
Watcher = Callable[[Worth, Ints], None]


def tally(
    dealing: Dealing, worth: Iterable[Worth], choose: Chooser, sixes: int = 1, watch: Watcher | None = None
) -> Tally:
    """What comes of a strategy, over all hands and up cards."""
    found = Tally.empty(sixes)
    for chunk in worth:
        chosen = choose(chunk)
        found.add(dealing, chunk, chosen)
        if watch is not None:
            watch(chunk, chosen)
    return found


def by_up_card(worth: Iterable[Worth], strategy: Chooser, stake: Cents) -> dict[str, Any]:
    """The mean net against each up card, by rank."""
    sums = [Fraction(0)] * 13
    outcomes = 0
    for chunk in worth:
        chosen = strategy(chunk)
        worth_of = exact(chunk.sums, comb(52, 3))
        mine = np.take_along_axis(worth_of, chosen[..., None], axis=-1)[..., 0]
        by_up = np.einsum("ru,ru->u", chunk.counts.times, mine)
        outcomes = chunk.outcomes
        for up, total in zip(chunk.counts.ups[:, 0].tolist(), by_up.tolist(), strict=True):
            sums[up >> 2] += total
    per_rank = comb(51, 3) * 4 * outcomes * stake
    return {"by_up_card": {RANKS[rank]: str(total / per_rank) for rank, total in enumerate(sums)}}

"""What comes of a strategy: in how many outcomes it ends in each class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW, FOLD, PLAY, RAISE_NUMBER, Chooser, Worth, by_six, in_blocks
from pitboss.odds.geometry import SUITS, Doubles, Ints, rows
from pitboss.odds.results import FINALS, VERSUS
from pitboss.round.table import RAISES, RaiseId
from pitboss.sheet.pays import HAND_CLASSES

# Told of everything that is decided: what actions are worth, and which are taken.
Watcher = Callable[[Worth, Ints], None]


@dataclass(slots=True)
class Tally:
    """How often a strategy ends in each outcome class; everything together is the sample space."""

    fold: Ints  # (hand classes, sixes)
    pat: Ints  # (hand classes, 6 showdown results, sixes)
    drawn: Ints  # (first three, hand classes, 6, sixes)
    raised: dict[RaiseId, Ints] = field(default_factory=dict)  # each like `pat`

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
        folds = np.where(chosen == FOLD, times, 0)
        pat = counts.pat_doubles
        if counts.six is not None:
            told = (counts.six[..., None] == np.arange(self.fold.shape[-1])).astype(np.float64)
            folded = np.einsum("ru,rus,ru->rs", folds, told, pat[..., 0].sum(axis=0))
        elif pat.shape[-1] == 1:
            folded = np.einsum("ru,ru->r", folds, pat[..., 0].sum(axis=0))[:, None]
        else:
            folded = np.einsum("ru,rus->rs", folds, pat.sum(axis=0))

        def ends(action: int) -> Ints:
            plays = np.where(chosen == action, times, 0)
            if counts.six is not None:
                played = np.einsum("ru,rus,vru->rvs", plays, told, pat[..., 0])
            elif pat.shape[-1] == 1:
                played = np.einsum("ru,vru->rv", plays, pat[..., 0])[..., None]
            else:
                played = np.einsum("ru,vrus->rvs", plays, pat)
            return _whole(np.tensordot(member, played, axes=1)) * dealing.draw_cards

        self.fold += _whole(member @ folded) * dealing.draw_cards
        self.pat += ends(PLAY)
        for name in worth.raised:
            self.raised[name] = self.raised.get(name, 0) + ends(RAISE_NUMBER[name])
        if counts.drawn is not None:
            draws = np.where(chosen[..., None] == np.arange(DRAW, DRAW + 3), times[..., None], 0)
            sixes = self.drawn.shape[-1]
            blocks = in_blocks(counts.six, counts.drawn)
            drawn = np.concatenate([_drawn(six, draws[some], ends, sixes) for some, six, ends in blocks])
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

    @property
    def staying(self) -> int:
        """In how many outcomes Play was bet."""
        return int(self.pat.sum()) + int(self.drawn.sum()) + sum(int(n.sum()) for n in self.raised.values())

    def plays(self, times: Fraction) -> Fraction:
        """How many Antes were bet on Play in all outcomes together; one that is not raised is so many."""
        more = sum((RAISES[name] - times) * int(counts.sum()) for name, counts in self.raised.items())
        return times * self.staying + more


def _drawn(six: Ints | None, draws: Doubles, drawn: Doubles, sixes: int) -> Doubles:
    """Ends after the draws that are chosen: (rows, 7 final categories, 6, sixes)."""
    if six is None:
        found: Doubles = np.einsum("rud,rudfvs->rfvs", draws, drawn)
        return found
    found = np.zeros((len(six), FINALS, VERSUS, sixes))
    for each, some in by_six(six):
        told = np.where((six[:, some] == each)[..., None], draws[:, some], 0)
        found[..., each] = np.einsum("rud,rudfv->rfv", told, drawn[..., 0][:, some])
    return found


def _whole(sums: Doubles) -> Ints:
    """Sums of counts as integers; none is above 2^53, since no sample space is."""
    return sums.astype(np.int64)


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

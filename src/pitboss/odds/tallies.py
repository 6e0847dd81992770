"""What comes of a strategy: in how many outcomes it ends in each class, and what it does in each deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing, Looks, counts_of
from pitboss.odds.decisions import ACTIONS, DRAW, FOLD, PLAY, RAISE, RAISE_NUMBER, Chooser, Worth, worths
from pitboss.odds.geometry import SUITS, Doubles, Ints, rows
from pitboss.odds.results import FINALS, VERSUS
from pitboss.round.table import RAISES, RaiseId
from pitboss.sheet.pays import HAND_CLASSES

# Sees everything that is decided: what actions are worth, and which are taken.
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
        if pat.shape[-1] == 1:
            folded = np.einsum("ru,ru->r", folds, pat[..., 0].sum(axis=0))[:, None]
        else:
            folded = np.einsum("ru,rus->rs", folds, pat.sum(axis=0))

        def ends(action: int) -> Ints:
            plays = np.where(chosen == action, times, 0)
            if pat.shape[-1] == 1:
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
            drawn = np.einsum("rud,rudfvs->rfvs", draws, counts.drawn.astype(np.float64, copy=False))
            by_final = _whole(np.tensordot(member, drawn, axes=1))
            self.drawn[:, : FINALS - 1] += by_final[:, :-1]
            royals = self.drawn[:, FINALS - 1 :]
            if worth.suit is None:  # each suit alike often
                royals += by_final[:, -1:] // SUITS
            else:
                royals[:, worth.suit] += by_final[:, -1]

    def shared_out(self, ways: int) -> Tally:
        """The same where every outcome was counted so many times."""
        parts = (self.fold, self.pat, self.drawn, *self.raised.values())
        if any((part % ways).any() for part in parts):
            raise AssertionError("the colours of a row are not alike")
        fold, pat, drawn, *raised = (part // ways for part in parts)
        return Tally(fold, pat, drawn, dict(zip(self.raised, raised, strict=True)))

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


def tally_of_counts(
    dealing: Dealing,
    looks: Looks,
    pays: Payoffs,
    choose: Chooser,
    weigh: Callable[[Iterator[Worth]], Iterator[Worth]] = iter,
    watch: Watcher | None = None,
) -> Tally:
    """The same over all counts of some dealing rules; `weigh` adds what actions are worth besides."""
    found = worths(dealing, counts_of(dealing, looks), pays, times=looks.times)
    ends = tally(dealing, weigh(found), choose, looks.width, watch)
    return ends.shared_out(looks.times) if looks.times > 1 else ends


# --- What a strategy does, deal by deal, gathered while it is priced.

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

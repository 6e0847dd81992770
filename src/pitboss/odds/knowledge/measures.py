"""What is summed up of every outcome: its net, the square of it, and whether it is a win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import comb, gcd
from typing import Final

import numpy as np

from pitboss.hands import KIND_OF_VALUE, VALUES, Kind
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import EXACT
from pitboss.odds.geometry import KIND, Ints, rows
from pitboss.odds.knowledge.rules import RuleShape
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.shared_counts import dealer_classes
from pitboss.sheet.payclass import DEALER_CLASSES, SIX_CLASSES

MEASURES: Final = 3  # of a net: itself, its square, and whether it is a win
NET, SQUARE, WIN = range(MEASURES)
# Outcomes that are summed up for one hand: a dealer's hand beside that of another seat, in each way that a
# card shows. Where both draw, in each way to know two cards, there are fewer.
MOST_SUMMED: Final = 3 * comb(49, 3) ** 2
_LOWS: Final = tuple(KIND_OF_VALUE.index(kind) for kind in Kind)


@dataclass(frozen=True, slots=True)
class Measures:
    """Net, square and win of every outcome class, in units that divide every net.

    Where squares are too large to be summed exactly, squares and wins are nothing.
    """

    unit: int  # cents
    fold: Ints  # (3, 11 hand classes, sixes)
    pat: Ints  # (3, 11, 6 showdown results, sixes)
    drawn: Ints | None  # (3, 11 first three, 8 final kinds, 4 suits of a mini royal, 6, sixes)
    dealer: bool = False  # whether sixes are told apart by the dealer's hand too
    raised: tuple[Ints, ...] = ()  # for each raise, the least first, like `pat`
    raised_from: int = 0  # the least value of a hand that may raise

    @property
    def sixes(self) -> int:
        """How many categories of six cards are told apart."""
        return self.fold.shape[-1] // (DEALER_CLASSES if self.dealer else 1)

    @property
    def six(self) -> bool:
        """Whether the category of six cards matters."""
        return self.sixes > 1

    @property
    def by_suit(self) -> bool:
        """Whether a mini royal that was drawn is paid by its suit."""
        return self.drawn is not None and bool((self.drawn[:, :, -1] != self.drawn[:, :, -1, :1]).any())

    @property
    def rule_shape(self) -> RuleShape:
        """What a rule for such a bet has to say."""
        return RuleShape(self.drawn is not None, bool(self.raised), self.raised_from)

    def place(self, value: Ints | int, theirs: Ints, six: Ints | int) -> Ints | int:
        """Where a hand of this value and the dealer's stand among sixes."""
        if not self.dealer:
            return six
        return six + dealer_classes(value, theirs) * (SIX_CLASSES if self.six else 1)

    def plays(self, row: int) -> list[Ints]:
        """What folding, playing and each raise bring with a row: (3, 6 showdown results, sixes) each.

        A raise that the row may not make brings what playing does, and is so never better.
        """
        hand, value = int(rows().hand_class[row]), int(rows().value[row])
        pat = self.pat[:, hand]
        fold = np.broadcast_to(self.fold[:, hand, None], pat.shape)
        return [fold, pat, *(each[:, hand] if value >= self.raised_from else pat for each in self.raised)]

    def drawn_to(self, row: int, value: int, suit: int) -> Ints:
        """What a row brings that has drawn to a hand of this value; a mini royal is of this suit."""
        if self.drawn is None:
            raise AssertionError("a sheet with draws pays them")
        return self.drawn[:, int(rows().hand_class[row]), int(KIND[value]), suit]

    def steps(self, dealing: Dealing, value: int, nets: Ints) -> Iterator[tuple[int, Ints]]:
        """What a hand of this value brings, by the value that the dealer ends with, in steps.

        For each value, what more a dealer's hand below it brings than one from it on: (3, six categories).
        All hands are below the last.
        """
        lows = _LOWS if self.dealer else ()
        cuts = sorted({0, value, value + 1, dealing.qualifies_from, *lows, VALUES})
        told = nets.reshape(*nets.shape[:2], -1, self.sixes)
        columns = []
        for low, _ in pairwise(cuts):
            result = 3 * (low >= dealing.qualifies_from) + 1 + (low < value) - (low > value)
            columns.append(told[:, result, int(dealer_classes(value, low)) if self.dealer else 0])
        for cut, here, above in zip(cuts[1:], columns, [*columns[1:], 0 * columns[-1]], strict=True):
            yield cut, here - above


def measures_of(dealing: Dealing, pays: Payoffs, *, by_dealer: bool = False) -> Measures:
    """What is summed up; a bet that needs more than whole doubles hold is refused.

    With `by_dealer` it is paid by the dealer's hand too.
    """
    parts = [pays.fold, pays.pat, *pays.raised.values()]
    if pays.drawn is not None:
        parts.append(pays.drawn)
    unit = max(1, gcd(*(int(net) for part in parts for net in np.unique(part))))
    most = max(int(np.abs(part).max()) for part in parts) // unit
    if most * MOST_SUMMED >= EXACT:
        raise NotPriced("What knowledge is worth is priced for bets with smaller pays than this one has")
    squares = most**2 * dealing.dealer_outcomes * dealing.draw_cards * 6 < EXACT
    fold, pat, *rest = (_measured(part // unit, squares=squares) for part in parts)
    drawn = rest.pop() if pays.drawn is not None else None
    return Measures(unit, fold, pat, drawn, by_dealer, tuple(rest), pays.raised_from)


def _measured(nets: Ints, *, squares: bool) -> Ints:
    return np.stack([nets, nets**2, nets > 0] if squares else [nets, 0 * nets, 0 * nets])


def versus_of(value: Ints | int, theirs: Ints, qualifies_from: int) -> Ints:
    """The result of a showdown, as in the paybook."""
    won = (theirs < value).astype(np.int64) - (theirs > value)
    return 3 * (theirs >= qualifies_from) + 1 + won

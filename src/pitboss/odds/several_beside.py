"""Several others beside one's own hand and every hand of the dealer's: a bet with their envy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any, Final, Protocol

import numpy as np

from pitboss.hands import Kind
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing, Looks, cells_of, every_row
from pitboss.odds.decisions import places_of
from pitboss.odds.geometry import Doubles, Ints, all_hands, rows
from pitboss.odds.inclusion import VERSUS
from pitboss.odds.other_hands import deals
from pitboss.odds.suited_runs import OUT, SuitedRuns
from pitboss.odds.two_others import TwoOthers
from pitboss.odds.work import Progress
from pitboss.sheet.pays import HAND_CLASSES, ROYAL

Objects = np.ndarray[Any, np.dtype[np.object_]]
MOST_LABELS: Final = 2  # sums that two others are told apart by: a minute


class OthersBeside(Protocol):
    """Numbers of what others hold beside one's own hand and the dealer's, which add up over deals."""

    def sums(self, row: int, dealers: Ints, ends: Ints, size: int) -> Doubles:
        """The numbers beside a row, over dealer's hands by their ends, (ways, hands): (ends, numbers)."""

    def paid(self, own: int, numbers: Sequence[int]) -> dict[Cents, int]:
        """Their sums beside hands of a class, as deals to the others by what they pay."""


def others_beside(cents: Ints, others: int) -> OthersBeside | None:
    """What is counted of so many others, when their hands pay so much; None: out of reach."""
    hands = all_hands().hand_class
    if not cents[hands < Kind.STRAIGHT_FLUSH].any():
        runs = set(cents[hands == Kind.STRAIGHT_FLUSH].tolist())
        if len(runs) == 1:
            return SuitedRuns(runs.pop(), cents[hands >= ROYAL].tolist(), others)
    if others == 2:
        two = TwoOthers(cents)
        return two if len(two.labels) <= MOST_LABELS else None
    return None


def nets_beside(
    dealing: Dealing,
    done: Ints,
    own: Payoffs,
    lost: bool,
    others: int,
    company: OthersBeside,
    hands: Ints | None = None,
    progress: Progress | None = None,
) -> Mapping[Cents, int]:
    """How many deals bring each net with envy, when rows do this against up cards: (rows, ups) of numbers.

    With `lost`, who folds is paid no envy. Of all rows, or of some `hands`.
    """
    does, pats = places_of(own.raised)[done], [own.pat, *own.raised.values()]
    told = Looks(six=own.fold.shape[-1] > 1)
    ups, width = comb(52, dealing.shows), told.width
    size = (len(pats) * VERSUS + 1) * width  # folds first, then every result of Play, then of each raise
    sums: list[Objects | None] = [None] * HAND_CLASSES
    alone = np.zeros((HAND_CLASSES, size), object)
    wanted = (every_row() if hands is None else hands).tolist()
    for number, row in enumerate(wanted, 1):
        dealers, cells = cells_of(dealing, told, row)
        action = does[row][cells // width % ups]
        result = (action - 1) * VERSUS + cells // (ups * width) + 1
        ends = np.where(action, result, 0) * width + cells % width
        weight, hand = int(rows().weight[row]), int(rows().hand_class[row])
        alone[hand] += weight * np.bincount(ends.ravel(), minlength=size).astype(object)
        more = weight * company.sums(row, dealers, ends, size).astype(np.int64).astype(object)
        before = sums[hand]
        sums[hand] = more if before is None else before + more
        if progress is not None:
            progress(number, len(wanted))
    nets: Counter[Cents] = Counter()
    for hand, end in np.ndindex(HAND_CLASSES, size):
        numbers = sums[hand]
        if numbers is None or not alone[hand, end]:
            continue
        played, six = divmod(end, width)
        action, versus = divmod(played - 1, VERSUS)
        net = int(pats[action][hand, versus, six] if played else own.fold[hand, six])
        if lost and not played:
            nets[net] += int(alone[hand, end]) * deals(others + 1, OUT)
            continue
        for cents, ways in company.paid(hand, numbers[end].tolist()).items():
            nets[net + cents] += ways
    return {net: number for net, number in nets.items() if number}

"""What a seat may bet, as numbered choices: one bet for good, a list of bets, or any amount spot by spot.

A menu is asked about many seats at once. `stakes` are rows of cents, a column for each wager in the order of
the sheet; `place` says which of the menu's steps is being taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.errors import Refusal
from pitboss.money import Cents, dollars
from pitboss.round.choices import LegalBets, check_wagers, legal_bets
from pitboss.round.table import Table

Stakes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]
Bets = Mapping[str, Cents]
MOST: Final = 4096  # choices of one step
_NO_LIMIT: Final[Cents] = 10**12


class BetMenu(Protocol):
    """How a seat comes to its bet."""

    @property
    def names(self) -> tuple[str, ...]: ...  # of the wagers: the columns of stakes

    @property
    def places(self) -> int: ...  # how many steps a bet takes

    @property
    def size(self) -> int: ...  # choices of a step

    @property
    def largest(self) -> Stakes: ...  # what a wager can be at most

    def first(self, seats: int) -> Stakes:
        """The stakes before the first step."""

    def masks(self, place: int, stakes: Stakes) -> Mask:
        """Which choices are legal: (seats, size)."""

    def take(self, place: int, stakes: Stakes, chosen: Stakes) -> Stakes:
        """The stakes after legal choices."""


@dataclass(frozen=True, eq=False)
class BetList:
    """A whole bet from a list, in one step; or the same bet in every round, with nothing to choose."""

    names: tuple[str, ...]
    bets: Stakes  # a row for each
    places: int  # 1, or 0 where the only bet is made already

    @property
    def size(self) -> int:
        return len(self.bets) if self.places else 0

    @property
    def largest(self) -> Stakes:
        return self.bets.max(axis=0)

    def first(self, seats: int) -> Stakes:
        return np.tile(self.bets[0] * (1 - self.places), (seats, 1))

    def masks(self, place: int, stakes: Stakes) -> Mask:
        return np.ones((len(stakes), self.size), np.int8)

    def take(self, place: int, stakes: Stakes, chosen: Stakes) -> Stakes:
        return self.bets[chosen]


@dataclass(frozen=True, eq=False)
class SpotBySpot:
    """Any legal amount, one spot after the other; choice k puts k steps of the wager there, 0 nothing.

    A wager comes after those that it needs or that bound it: what is legal now depends on the past alone.
    """

    table: Table
    legal: LegalBets
    order: tuple[int, ...]  # columns, in the order in which they are asked
    steps: Stakes  # cents of a step
    largest: Stakes
    rows: dict[tuple[int, ...], Mask] = field(default_factory=dict)  # of what is legal, by what it depends on

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.table.sheet.wagers)

    @property
    def places(self) -> int:
        return len(self.order)

    @property
    def size(self) -> int:
        return int((self.largest // self.steps).max()) + 1

    def first(self, seats: int) -> Stakes:
        return np.zeros((seats, len(self.names)), np.int64)

    def masks(self, place: int, stakes: Stakes) -> Mask:
        keys, of = np.unique(self._told(place, stakes), axis=0, return_inverse=True)
        return np.stack([self._legal(place, key) for key in keys.tolist()])[of.reshape(-1)]

    def take(self, place: int, stakes: Stakes, chosen: Stakes) -> Stakes:
        taken, column = stakes.copy(), self.order[place]
        taken[:, column] = chosen * self.steps[column]
        return taken

    def _told(self, place: int, stakes: Stakes) -> Stakes:
        """As much of the stakes as the choices depend on: bases of bounds, else whether there is a bet."""
        bases = _bases(self.table, self.names[self.order[place]])
        exact = np.array([name in bases for name in self.names])
        return np.where(exact, stakes, np.minimum(stakes, 1))

    def _legal(self, place: int, key: list[int]) -> Mask:
        known = (place, *key)
        if known not in self.rows:
            self.rows[known] = self._find(place, {n: c for n, c in zip(self.names, key, strict=True) if c})
        return self.rows[known]

    def _find(self, place: int, placed: Bets) -> Mask:
        column, found = self.order[place], np.zeros(self.size, np.int8)
        name, step = self.names[column], int(self.steps[column])
        for cents in self.legal.amounts(name, placed):
            found[cents // step] = self._can_end(place + 1, {**placed, name: cents})
        found[0] = not self.table.sheet.wagers[name].required and self._can_end(place + 1, placed)
        return found

    def _can_end(self, place: int, placed: Bets) -> bool:
        """Whether the spots from here on can be filled, or left empty, so that a bet comes of it."""
        later = [self.names[column] for column in self.order[place:]]
        required = [self.table.sheet.wagers[name].required for name in later]
        if not any(required) and (placed or not later):
            return bool(placed)
        if self.legal.amounts(later[0], placed) and self._can_end(
            place + 1, {**placed, later[0]: self.legal.amounts(later[0], placed)[0]}
        ):
            return True
        return not required[0] and self._can_end(place + 1, placed)


def fixed_bet(table: Table, bets: Bets | None = None) -> BetList:
    """The menu of one bet; $10 on the Ante, or as near as the table takes, unless one is given.

    It includes the wagers that must be bet with an Ante.
    """
    if bets is None:
        amounts = legal_bets(table, _NO_LIMIT).amounts("ante", {})
        ante = min(amounts, key=lambda cents: abs(cents - 1000))
        bets = {"ante": ante, **table.sheet.stakes_beside(ante)}
    check_wagers(table, bets)
    return BetList(tuple(table.sheet.wagers), _row(table, bets)[None], places=0)


def bet_list(table: Table, bets: Iterable[Bets] | None, chips: Sequence[Cents] | None) -> BetList:
    """The menu of these bets, or of every legal combination of some amounts."""
    if bets is None:
        amounts = chips or [table.min, 2 * table.min, 5 * table.min]
        bets = list(islice(legal_bets(table, _NO_LIMIT).combinations(amounts), MOST + 1))
    found = list(bets)
    for each in found:
        check_wagers(table, each)
    if not 1 <= len(found) <= MOST:
        raise Refusal("bets", f"A list of bets has 1 to {MOST:,} of them: give fewer chips, or more")
    return BetList(tuple(table.sheet.wagers), np.stack([_row(table, each) for each in found]), places=1)


def spot_by_spot(table: Table) -> SpotBySpot:
    """The menu of every legal amount."""
    wagers, legal = table.sheet.wagers, legal_bets(table, _NO_LIMIT)
    names, order = tuple(wagers), _by_dependence(table)
    steps = [each.fixed.cents if each.fixed else each.step.cents for each in wagers.values()]
    most: dict[str, Cents] = {}
    for column in order:
        name = names[column]
        spans = [legal.amounts(name, beside) for beside in _subsets(table, most)]
        most[name] = max((span[-1] for span in spans if span), default=0)
        if most[name] // steps[column] >= MOST:
            text = (
                f"{wagers[name].label} may be any of more than {MOST:,} amounts up to {dollars(most[name])}"
            )
            raise Refusal("bets", f"{text}: give the table a lower maximum")
    largest = np.array([most[name] for name in names], np.int64)
    return SpotBySpot(table, legal, order, np.array(steps, np.int64), largest)


def _subsets(table: Table, bets: Bets) -> Iterator[Bets]:
    """The parts of a bet that have what is required."""
    required = {name for name in bets if table.sheet.wagers[name].required}
    for size in range(len(bets) + 1):
        for names in combinations(bets, size):
            if required <= set(names):
                yield {name: bets[name] for name in names}


def _row(table: Table, bets: Bets) -> Stakes:
    return np.array([bets.get(name, 0) for name in table.sheet.wagers], np.int64)


def _bases(table: Table, name: str) -> set[str]:
    wager = table.sheet.wagers[name]
    return {bound.of for bound in (*wager.min, *wager.max) if bound.of}


def _by_dependence(table: Table) -> tuple[int, ...]:
    """The columns of the wagers, each after those that it needs or that bound it."""
    wagers, found = table.sheet.wagers, list[str]()
    while len(found) < len(wagers):
        ready = [
            name
            for name, wager in wagers.items()
            if name not in found
            and _bases(table, name) | set(wager.needs.wagers if wager.needs else ()) <= set(found)
        ]
        if not ready:
            raise Refusal("bets", "Some wagers depend on each other: they cannot be bet one after the other")
        found += ready
    return tuple(list(wagers).index(name) for name in found)


NONE = -1


def whole_number(action: Any) -> int:
    """An action as a number.

    >>> whole_number(3), whole_number([2.0]), whole_number("play"), whole_number(float("nan"))
    (3, 2, -1, -1)
    """
    try:
        number = float(np.asarray(action).reshape(()))
    except (TypeError, ValueError, OverflowError):
        return NONE
    return int(number) if number.is_integer() and abs(number) < 2**31 else NONE


def whole_numbers(actions: Any, size: int) -> npt.NDArray[np.int64]:
    """One action for each of so many tables."""
    given = np.asarray(actions)
    if given.shape != (size,):
        raise ValueError(f"There is one action for each of {size} tables, not {given.shape}")
    if np.issubdtype(given.dtype, np.integer):
        return given.astype(np.int64)
    return np.array([whole_number(each) for each in given.tolist()], np.int64)

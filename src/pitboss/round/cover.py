"""How far a player bank's stake goes: what bets can use of it at most, and where it ended (NAPA-11).

What an outcome pays comes from the settlement; here outcomes are only looked through for the largest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from pitboss.money import Cents
from pitboss.round.events import PaidSeat
from pitboss.round.profit import Meter
from pitboss.round.raises import actions_of_house
from pitboss.round.settlement import ActionId, Line, cover_used, looks_at, outcome_lines
from pitboss.round.table import Table
from pitboss.sheet.model import Bank
from pitboss.sheet.payclass import HAND_CLASSES, PAY_CLASSES, SHOWDOWNS, shared_classes

Cover = Literal["full", "partial", "none"]
Bets = Mapping[str, Cents]


def most_used(table: Table, seats: Sequence[Bets]) -> Cents:
    """What the bets of some seats use of a bank's cover in the worst case."""
    return sum(seat_use(table, bets) for bets in seats)


def seat_use(table: Table, bets: Bets, action: ActionId | None = None) -> Cents:
    """What one seat can use of a bank's cover at most; a seat that has decided can use less."""
    return sum(_worst(table, tuple(bets.items()), action).values())


def reach_of(stake: Cents, before: Cents, need: Cents) -> Cover:
    """How far a stake covers what may need so much, after others have used some of it."""
    left = max(0, stake - before)
    return "none" if left == 0 else "full" if left >= need else "partial"


def worst_cover(table: Table, stake: Cents, earlier: Sequence[Bets], bets: Bets) -> dict[str, Cover]:
    """How far a stake covers each wager of a seat when every earlier wager wins or loses its maximum.

    The Play bet stands with its Ante: it goes where the Ante goes.
    """
    bank = table.sheet.bank
    if bank is None:
        return {}
    used = most_used(table, earlier)
    worst = _worst(table, tuple(bets.items()))
    found: dict[str, Cover] = {}
    for name in bank.order:
        need = worst.get(name)
        if need is None:
            continue
        covered = reach_of(stake, used, need)
        used += need
        if name == "play":
            both = {found.get("ante", covered), covered}
            found["ante"] = covered if len(both) == 1 else "partial"
        else:
            found[name] = covered
    return found


@dataclass(frozen=True, slots=True)
class BankLimit:
    """A player bank's stake, and the bets that it covers before a seat's own."""

    stake: Cents
    earlier: tuple[tuple[tuple[str, Cents], ...], ...]


def cover_of(
    table: Table, bank: BankLimit, bet: tuple[tuple[str, Cents], ...], name: str, need: Cents
) -> Cover:
    """How far a bank covers what one wager may need when everything before it uses its maximum."""
    order = table.sheet.bank.order if table.sheet.bank else ()
    worst = _worst(table, bet)
    before = sum(worst.get(each, 0) for each in order[: order.index(name)]) if name in order else 0
    return reach_of(bank.stake, most_used(table, [dict(each) for each in bank.earlier]) + before, need)


def exhausted_at(bank: Bank | None, stake: Cents, paid: Sequence[PaidSeat]) -> int | None:
    """The seat at which the last cent of the cover went; None when some was left."""
    if bank is None:
        return None
    left = stake
    for seat in paid:
        left -= sum(cover_used(bank, line) for line in seat.lines if line.id in bank.order)
        if left <= 0:
            return seat.seat
    return None


@lru_cache(maxsize=1024)
def _worst(
    table: Table, bets: tuple[tuple[str, Cents], ...], action: ActionId | None = None
) -> dict[str, Cents]:
    """The most that each wager of a bet can use of the cover."""
    bank = table.sheet.bank
    found: dict[str, Cents] = {}
    if bank is not None:
        for line in _outcomes(table, dict(bets), action):
            if line.id in bank.order:
                found[line.id] = max(found.get(line.id, 0), cover_used(bank, line))
    return found


def actions_left(table: Table, bets: Bets, action: ActionId | None) -> tuple[ActionId | None, ...]:
    """What a seat may do or has done; nothing where its bet asks for no decision."""
    if action is not None or "ante" not in bets:
        return (action,)
    return actions_of_house(table.sheet)


def _outcomes(table: Table, bets: Bets, decided: ActionId | None) -> Iterator[Line]:
    """Every line that a bet can end with: each goes by the showdown, the pay class or the six cards alone."""
    actions = actions_left(table, bets, decided)
    for action in actions:
        classes = range(HAND_CLASSES, PAY_CLASSES) if action == "draw" else range(HAND_CLASSES)
        for versus in range(SHOWDOWNS):
            yield from outcome_lines(table, bets, action, versus, classes[0], 0, Meter(0, 0))
        for paid_as, versus in product(classes, (0, SHOWDOWNS - 1)):  # a winning hand is paid by both
            yield from outcome_lines(table, bets, action, versus, paid_as, 0, Meter(0, 0))
        # Of two hands the lower counts: with the player's best one, every hand of the dealer's can be it.
        for shared in shared_classes(looks_at(table, bets)):
            yield from outcome_lines(table, bets, action, 0, classes[-1], shared, Meter(0, 0))

"""A player bank's account of a round: seat by seat in the order of cover, as everybody may know it (NAPA-11).

Before the end it has what each seat can bring or cost; afterwards what was paid and collected, wager by
wager, and what was left of the cover.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.money import Cents
from pitboss.round.bank_bounds import BankedSeat, BankRange, bank_range
from pitboss.round.cover import Cover, reach_of, seat_use
from pitboss.round.events import PaidLine, PaidSeat, RoundSettled
from pitboss.round.play import finished_deal
from pitboss.round.raises import play_stake
from pitboss.round.settlement import cover_used, settle_uncapped
from pitboss.round.state import Round, Seat
from pitboss.sheet.model import Bank
from pitboss.sheet.paybooks import Result

ENDLESS: Final[Cents] = 10**15  # a stake that covers everything


@dataclass(frozen=True, slots=True)
class WagerEnd:
    """What became of a wager, and of the cover."""

    result: Result
    profit: Cents  # the seat's
    returned: Cents  # of the stake, without action
    uncovered: Cents  # not paid, or below zero not collected, because the cover ended
    left: Cents  # of the cover, after it


@dataclass(frozen=True, slots=True)
class CoveredWager:
    """A wager that the bank pays or collects; what became of it is there once the round has ended."""

    id: str
    label: str
    stake: Cents
    end: WagerEnd | None = None


@dataclass(frozen=True, slots=True)
class CoveredSeat:
    """A seat as the bank sees it: its wagers, what they can come to, how far the stake covers them."""

    n: int
    wagers: tuple[CoveredWager, ...]
    can_win: Cents | None  # from the bank, at most; nothing more once the round has ended
    can_lose: Cents | None
    enough: Cents  # a stake of this much covers it and every seat before it, whatever is dealt
    cover: Cover | None  # by the stake there is, in the worst case
    net: Cents | None  # the bank's
    left: Cents | None  # of the cover, after it


def cover_account(state: Round) -> tuple[CoveredSeat, ...]:
    """The seats of a round in the order in which the bank covers them."""
    bank, ended = state.table.sheet.bank, state.ended
    if bank is None:
        return ()
    left = state.bank.stake if state.bank else 0
    due = _due(state)
    found: list[CoveredSeat] = []
    enough = 0
    for seat in state.seats:
        use = seat_use(state.table, seat.wagers, seat.action)
        cover = reach_of(state.bank.stake, enough, use) if state.bank else None
        enough += use
        paid = state.paid(seat.number)
        if ended is None or paid is None:
            span = seat_range(state, seat)
            placed = _placed(state, seat)
            row = CoveredSeat(
                seat.number, placed, max(0, -span.worst), max(0, span.best), enough, cover, None, None
            )
        else:
            wagers = _settled(state, bank, paid, due.get(seat.number, {}), left)
            left = wagers[-1].end.left if wagers and wagers[-1].end else left
            row = CoveredSeat(seat.number, wagers, None, None, enough, cover, -paid.net, left)
        found.append(row)
    return tuple(found)


def round_range(state: Round) -> BankRange | None:
    """What the bank of a round can win at worst and at best, by what shows; None from the reveal on."""
    if state.bank is None or state.phase not in ("bets", "deal", "decisions"):
        return None
    seats = tuple(BankedSeat(seat.bet, seat.action) for seat in state.seats)
    return bank_range(state.table, state.bank.stake, seats, _shown(state))


def seat_range(state: Round, seat: Seat) -> BankRange:
    """What one seat can cost a bank and bring it, by what shows."""
    stake = state.bank.stake if state.bank else ENDLESS
    return bank_range(state.table, stake, (BankedSeat(seat.bet, seat.action),), _shown(state))


def _shown(state: Round) -> tuple[int, ...]:
    """The cards of the dealer that everybody sees; none before the decisions (NAPA-3)."""
    return tuple(sorted(state.up_cards)) if state.phase == "decisions" else ()


def _placed(state: Round, seat: Seat) -> tuple[CoveredWager, ...]:
    """What lies at a seat, in the order in which the bank covers it."""
    bank, sheet, stakes = state.table.sheet.bank, state.table.sheet, dict(seat.wagers)
    if seat.action not in (None, "fold"):
        stakes["play"] = play_stake(state.table, stakes["ante"], seat.action)
    order = bank.order if bank else ()
    return tuple(CoveredWager(name, sheet.label(name), stakes[name]) for name in order if name in stakes)


def _settled(
    state: Round, bank: Bank, paid: PaidSeat, due: Mapping[str, Cents], left: Cents
) -> tuple[CoveredWager, ...]:
    """What became of a seat's wagers, one after another, and of the cover."""
    found: list[CoveredWager] = []
    for line in paid.lines:
        left -= cover_used(bank, line) if line.id in bank.order else 0
        short = due.get(line.id, line.profit) - line.profit
        found.append(_line(state, line, short, left))
    return tuple(found)


def _line(state: Round, line: PaidLine, short: Cents, left: Cents) -> CoveredWager:
    label = state.table.sheet.label(line.id)
    end = WagerEnd(line.result, line.profit, line.returned, short, left)
    return CoveredWager(line.id, label, line.stake, end)


def _due(state: Round) -> dict[int, dict[str, Cents]]:
    """What every wager of a settled round had come to with cover for everything."""
    if not isinstance(state.ended, RoundSettled) or state.bank is None:
        return {}
    whole = settle_uncapped(state.table, finished_deal(state))
    return {seat.seat: {line.id: line.profit for line in seat.lines} for seat in whole.seats}

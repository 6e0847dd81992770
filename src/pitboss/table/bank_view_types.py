"""The shapes of what is sent of a player bank: for everybody, and for who holds it or is offered it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.round.bank import CoveredSeat


@dataclass(frozen=True, slots=True)
class BankFrame:
    """The player bank and its offer."""

    label: str
    name: str | None
    seat: int | None
    stake: Cents | None
    net: Cents | None
    covered: Cents | None  # used of the stake; before the settlement what the bets can use at most
    cover_left: Cents | None
    exhausted_at: int | None  # a seat
    seats: tuple[CoveredSeat, ...]  # those that bet, in the order of cover
    held: int  # for how many rounds in a row, this one among them; 0: nobody holds it
    rounds: int  # for how many it may be held
    offered_to: int | None  # a seat
    offer_until: str | None
    least: Cents


@dataclass(frozen=True, slots=True)
class OwnBank:
    """The bank as it concerns the viewer: whether it is theirs, or offered to them."""

    yours: bool
    offered: bool
    worst: Cents | None  # what the holder can win in this round, at worst and at best, by what shows
    best: Cents | None
    enough: Cents | None  # a stake of this much covers every bet of others: for who has or is offered it
    keeps: bool  # whether the holder may hold it in the next round, too

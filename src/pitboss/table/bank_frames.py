"""What is sent of a player bank: who holds it, how far it goes seat by seat, what its holder needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.money import Cents
from pitboss.pit import PROPOSITION
from pitboss.round import Round
from pitboss.round.bank import CoveredSeat, cover_account, exhausted_at, round_range, seat_use
from pitboss.round.table import Table
from pitboss.sheet.model import Bank
from pitboss.table.bank_view_types import BankFrame, OwnBank
from pitboss.table.banking import BankTurn, least_stake
from pitboss.table.live_state import LiveState
from pitboss.table.sitters import LEFT, Sitter

HOUSE_PLAYER: Final = "the house's proposition player"


def bank_frame(live: LiveState, until: str | None) -> BankFrame | None:
    """The bank and its offer, which stands until then; None where the house banks."""
    bank, offered = live.table.sheet.bank, _offered(live)
    if bank is None:
        return None

    def name(player: str) -> str:
        known = live.seating.people.get(player)
        return known.name if known else HOUSE_PLAYER if player == PROPOSITION else LEFT

    to = offered.seats[0] if offered and offered.seats else None
    return bank_of(live.table, bank, live.state, name, _held(live.turn, live.state), to, until)


def bank_of(
    table: Table,
    bank: Bank,
    state: Round | None,
    name: Callable[[str], str],
    held_rounds: int,
    offered_to: int | None = None,
    offer_until: str | None = None,
) -> BankFrame:
    """The bank of a round, live or told again."""
    held = state.bank if state else None
    ended = state.ended if state else None
    paid = ended.bank if ended else None
    seats = cover_account(state) if state else ()
    return BankFrame(
        label=bank.label,
        name=name(held.player) if held else None,
        seat=held.seat if held else None,
        stake=held.stake if held else None,
        net=paid.net if paid else None,
        covered=_covered(seats, held.stake, paid.cover_left if paid else None) if held else None,
        cover_left=paid.cover_left if paid else None,
        exhausted_at=exhausted_at(bank, paid.stake, ended.seats) if paid and ended else None,
        seats=seats,
        held=held_rounds,
        rounds=bank.rounds,
        offered_to=offered_to,
        offer_until=offer_until,
        least=least_stake(table),
    )


def own_bank(live: LiveState, person: str | None) -> OwnBank:
    """The bank as it concerns one viewer; what it can win or lose is its holder's to know."""
    state, bank, offered = live.state, live.table.sheet.bank, _offered(live)
    held = state.bank if state else None
    yours = held is not None and held.player == person
    span = round_range(state) if state and yours else None
    asked = offered is not None and offered.id == person
    others = [seat for seat in state.seats if seat.player != person] if state else []
    uses = (seat_use(live.table, seat.wagers, seat.action) for seat in others)
    funds, most = live.stacks.get(person or "", 0), bank.rounds if bank else 0
    ended = state is not None and state.ended is not None
    return OwnBank(
        yours=yours,
        offered=asked,
        worst=span.worst if span else None,
        best=span.best if span else None,
        enough=sum(uses) if yours or asked else None,
        keeps=yours and ended and funds >= least_stake(live.table) and _held(live.turn, state) < most,
    )


def _held(turn: BankTurn, state: Round | None) -> int:
    """For how many rounds in a row the bank's holder has it, with the one on the felt (NAPA-16)."""
    if state is None or state.bank is None or state.bank.player == PROPOSITION:
        return 0
    again = turn.streak if turn.last == state.bank.player else 0
    return again if state.ended else again + 1


def _offered(live: LiveState) -> Sitter | None:
    """Whom the bank is offered to (NAPA-16)."""
    return live.seating.people.get(live.turn.offered) if live.turn.offered else None


def _covered(seats: tuple[CoveredSeat, ...], stake: Cents, left: Cents | None) -> Cents:
    """What the round has used of a bank's stake, or can use of it at most while it goes on."""
    if left is not None:
        return stake - left
    return min(stake, seats[-1].enough) if seats else 0

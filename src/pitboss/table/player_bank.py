"""The player bank at a live table (NAPA-16): offered, taken, passed on, given back, and how it is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitboss.money import Cents, dollars
from pitboss.round import Refusal, Round, TakeBank
from pitboss.round.bank import CoveredSeat, cover_account, exhausted_at, round_range, seat_use
from pitboss.table.live_state import LiveState, SeatNote, TableNote, Turn
from pitboss.table.people import get_up, is_late
from pitboss.table.seating import LEFT, BankTurn, Sitter, candidates, least_stake
from pitboss.table.settings import LAPSES
from pitboss.table.till import PROPOSITION, PROPOSITION_STAKES
from pitboss.table.view_types import BankFrame, OwnBank

# Its turn


def want_bank(turn: Turn, person: str, want: bool) -> None:
    """Whether a person wants to be offered the bank."""
    sheet = turn.live.table.sheet
    if sheet.bank is None:
        raise Refusal("no_bank", f"{sheet.name} has no player bank", None, "bank")
    if not turn.known(person).seats:
        raise Refusal("no_seat", "The bank is offered to people with a seat", None, "seat")
    turn.set_sitter(person, wants_bank=want, lapses=0)
    if not want:
        pass_bank(turn, person)


def take_bank(turn: Turn, person: str, wanted: TakeBank) -> None:
    """Takes the bank that was offered (NAPA-16)."""
    turn.check_not_frozen()
    live = turn.live
    bank = live.table.sheet.bank
    if bank is None or live.turn.offered != person:
        raise _not_offered(live, person)
    if wanted.stake < least_stake(live.table):
        text = f"The bank must be at least the table maximum ({dollars(live.table.max)})"
        raise Refusal("too_low", text, bank.rotation_clause, "stake")
    state = live.open_round
    if state is not None and any(each.player == person for each in state.seats):
        raise Refusal("bank_bets", "Clear your bets first: the bank bets on no seat", bank.rotation_clause)
    turn.do(wanted)
    turn.set_sitter(person, lapses=0)
    end_offer(turn)


def pass_bank(turn: Turn, person: str) -> None:
    """Lets the bank go by."""
    if turn.live.turn.offered == person:
        turn.set_sitter(person, lapses=0)
        _end_unanswered(turn)


def bank_step(turn: Turn, state: Round) -> bool:
    """Offers the bank, lets an offer lapse, or lets the house's own player take it."""
    live = turn.live
    if live.table.sheet.bank is None:
        return False
    if state.bank is not None:
        return free_bank(turn, state, late=is_late(turn))
    if live.turn.offered is not None:
        return _offer_step(turn, live.turn.offered)
    funds = {each.id: turn.funds(each.id) for each in live.seating.seated() if each.wants_bank}
    wanting = candidates(live.table, live.seating, live.turn, funds)
    if wanting:
        _offer(turn, wanting[0])
        return True
    if not state.seats:
        return False  # the house's own player waits until there is something to bank
    turn.dealer(TakeBank(PROPOSITION, PROPOSITION_STAKES * live.table.max))
    return True


def free_bank(turn: Turn, state: Round, *, late: bool) -> bool:
    """Gives a bank back that nobody has bet against, once its person gets up or has waited too long."""
    bank = state.bank
    if bank is None or bank.player == PROPOSITION or state.seats:
        return False
    sitter = turn.live.seating.people.get(bank.player)
    stays = sitter is not None and sitter.out is None and set(sitter.seats) - set(sitter.leaves)
    if not late and stays:
        return False
    turn.act(bank.player, TakeBank(bank.player, 0))
    before = turn.live.turn
    turn.set(turn=replace(before, asked=(*before.asked, bank.player), offered=None))  # once in a round
    if sitter is not None and sitter.leaves:
        get_up(turn, sitter.id, sitter.leaves)
    return True


def end_offer(turn: Turn) -> None:
    """Withdraws the offer of the bank."""
    turn.set(turn=replace(turn.live.turn, offered=None))
    turn.set_clocks(offer_until=None)


def _offer(turn: Turn, sitter: Sitter) -> None:
    turn.set(turn=replace(turn.live.turn, offered=sitter.id))
    lasts = turn.live.settings.offer_lasts
    turn.set_clocks(offer_until=None if lasts is None else turn.now + lasts)
    turn.note(SeatNote("bank_offer", sitter.seats[0], sitter.name))


def _offer_step(turn: Turn, person: str) -> bool:
    """An offer ends when its time is over, or when nobody is there to answer it."""
    offered, lasts = turn.live.seating.people.get(person), turn.live.settings.offer_lasts
    if turn.live.clocks.offer_until is None and lasts is not None:
        turn.set_clocks(offer_until=turn.now + lasts)  # the table was taken over in between
    until = turn.live.clocks.offer_until
    if offered is None or not offered.here or not offered.seats or offered.out is not None:
        _end_unanswered(turn)
        return True
    if until is None or turn.now < until:
        return False
    lapses = offered.lapses + 1
    wants = lapses < LAPSES  # a player who does not answer is not asked forever
    turn.set_sitter(person, lapses=0 if not wants else lapses, wants_bank=wants)
    _end_unanswered(turn)
    return True


def _end_unanswered(turn: Turn) -> None:
    """Ends an offer without an answer: its player is not asked again in this round."""
    before = turn.live.turn
    asked = (*before.asked, before.offered) if before.offered else before.asked
    turn.set(turn=replace(before, asked=asked, offered=None))
    turn.set_clocks(offer_until=None)
    turn.note(TableNote("bank_passed"))


def _not_offered(live: LiveState, person: str) -> Refusal:
    """Why a person cannot take the bank now (NAPA-16)."""
    bank, text = live.table.sheet.bank, "The bank is not offered to you now"
    if bank is not None and live.turn.last == person and live.turn.streak >= bank.rounds:
        text = f"The bank is held for at most {bank.rounds} rounds in a row"
    return Refusal("not_offered", text, bank.rotation_clause if bank else None, "bank")


HOUSE_PLAYER: Final = "the house's proposition player"


def bank_frame(live: LiveState, until: str | None) -> BankFrame | None:
    """The bank, and its offer, which is open until then; None where the house is the bank."""
    bank, state, offered = live.table.sheet.bank, live.state, _offered(live)
    if bank is None:
        return None
    held, ended = (state.bank, state.ended) if state else (None, None)
    paid = ended.bank if ended else None
    holder = live.seating.people.get(held.player) if held else None
    house = HOUSE_PLAYER if held and held.player == PROPOSITION else LEFT
    seats = cover_account(state) if state else ()
    return BankFrame(
        label=bank.label,
        name=(holder.name if holder else house) if held else None,
        seat=held.seat if held else None,
        stake=held.stake if held else None,
        net=paid.net if paid else None,
        covered=_covered(seats, held.stake, paid.cover_left if paid else None) if held else None,
        cover_left=paid.cover_left if paid else None,
        exhausted_at=exhausted_at(bank, paid.stake, ended.seats) if paid and ended else None,
        seats=seats,
        held=_held(live.turn, state),
        rounds=bank.rounds,
        offered_to=offered.seats[0] if offered and offered.seats else None,
        offer_until=until,
        least=least_stake(live.table),
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
    """The player who is offered the bank (NAPA-16)."""
    return live.seating.people.get(live.turn.offered) if live.turn.offered else None


def _covered(seats: tuple[CoveredSeat, ...], stake: Cents, left: Cents | None) -> Cents:
    """What the round has used of a bank's stake, or can use of it at most while it goes on."""
    if left is not None:
        return stake - left
    return min(stake, seats[-1].enough) if seats else 0

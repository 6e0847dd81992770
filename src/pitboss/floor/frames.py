"""What a viewer is sent: the table as one view, and what has just happened as events.

Built from nothing for each viewer, from the round's own views: a card that is hidden from the viewer is not
in it. The view alone is enough to show the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from pitboss.floor.banking import least_stake
from pitboss.floor.bots import BOTS
from pitboss.floor.field_values import field_values
from pitboss.floor.live_state import Change, LiveState, Note
from pitboss.floor.rules_origin import is_own
from pitboss.floor.seat_frames import name_of, seat_frame
from pitboss.floor.settings import Clock, Seconds
from pitboss.floor.sitters import Sitter
from pitboss.floor.view_types import (
    BankFrame,
    BotFrame,
    ClockFrame,
    EventsFrame,
    FairFrame,
    FeltFrame,
    LimitsFrame,
    MeFrame,
    MeterFrame,
    OwnPart,
    TableView,
)
from pitboss.floor.waiting_for import waiting_for
from pitboss.money import MICRO, Cents
from pitboss.pit import PROPOSITION
from pitboss.round import Round, Viewer, tell
from pitboss.round.cover import exhausted_at, most_used
from pitboss.round.facts import Fact, facts_of
from pitboss.round.table import Table
from pitboss.round.view import DealerView, dealer_view, own_actions
from pitboss.sheet.load import felt_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.printed import PrintedTable, printed_tables

OWN_SHEET: Final = "This table plays a sheet of its own, not one of the printed ones: read its pay tables."

CHIPS_HERE: Final = (
    "Chips are played with here: the table gives them to who sits down and takes them back from who gets up."
    " They are never part of your money, your limits or your results."
)
OWN_METER: Final = "The meter is this table's own: no other table feeds it, and it ends with the table."


def told_to(changes: list[Change], person: str | None) -> list[Fact | Note]:
    """Some changes as one viewer may hear them: facts are made of what that viewer is told, and no more."""
    found: list[Fact | Note] = []
    for change in changes:
        if change.event is not None and change.state is not None:
            state = change.state
            own = [seat.number for seat in state.seats if seat.player == person]
            found += facts_of(state.table.sheet, tell(state, change.event, Viewer(person)), own)
        elif change.note is not None:
            found.append(change.note)
    return found


def events_frame(changes: list[Change], person: str | None) -> EventsFrame:
    """Some changes as the frame of one viewer."""
    told = told_to(changes, person)
    kinds = tuple(dict(each) if isinstance(each, Mapping) else asdict(each) for each in told)
    return EventsFrame(changes[-1].rev if changes else 0, kinds)


def table_view(live: LiveState, person: str | None, *, seats: bool = True) -> TableView:
    """A table as one viewer may see it now; or all of it but the seats."""
    sheet, state, stored = live.table.sheet, live.state, live.stored_table
    return TableView(
        rev=live.rev,
        house=sheet.id,
        name=sheet.name,
        table=live.id,
        title=live.settings.name,
        round=stored.rounds,
        phase=live.phase,
        deadline=_time(live.until),
        waits_until=_time(live.waits_until),
        paused=live.frozen,
        closing=live.closing,
        limits=LimitsFrame(live.table.min, live.table.max),
        clock=_clock(live.clock),
        private=live.settings.private,
        spectators=live.settings.spectators,
        coach=live.settings.coach,
        own=is_own(sheet),
        purse=stored.purse,
        watching=live.watching,
        dealer=dealer_view(state) if state else DealerView(sheet.dealer.label, (), "", None, None, (), None),
        seats=tuple(seat_frame(live, number, person) for number in range(1, sheet.seats + 1) if seats),
        **field_values(own_part(live, person)),
        meter=_meter(live),
        waiting_for=waiting_for(live),
        fair=_fair(live),
        felt=felt_frame(sheet),
        tables=tables_of(sheet),
        notices=notices_at(live),
    )


def felt_frame(sheet: Sheet) -> FeltFrame:
    """How a table of a sheet looks."""
    felt = felt_of(sheet)
    return FeltFrame(felt.colours, felt.spots, felt.short)


@lru_cache(maxsize=64)
def tables_of(sheet: Sheet) -> tuple[PrintedTable, ...]:
    """The pay tables as text, made once for a sheet."""
    return printed_tables(sheet)


def notices_of(sheet: Sheet) -> tuple[str, ...]:
    """The notices of a sheet; that it is none of the printed ones comes first."""
    own = (OWN_SHEET,) if is_own(sheet) else ()
    return (*own, *(notice.text for notice in sheet.notices))


def notices_at(live: LiveState) -> tuple[str, ...]:
    """The notices of a table: what is played with here and whose the meter is, then those of its sheet."""
    till = live.till
    chips = (CHIPS_HERE,) if till.chips else ()
    meter = (OWN_METER,) if till.own_meter else ()
    return (*chips, *meter, *notices_of(live.table.sheet))


def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def own_part(live: LiveState, person: str | None) -> OwnPart:
    """What a viewer gets for themselves: decisions, their side of the bank, what the host may do."""
    state, settings = live.state, live.settings
    sitter = live.seating.people.get(person) if person is not None else None
    seated = sitter is not None and bool(sitter.seats)
    host = person is not None and person == settings.host
    return OwnPart(
        actions=own_actions(state, Viewer(person)) if state and person is not None else (),
        bank=bank_frame(live, person),
        host=host,
        invite=settings.invite or None if host or seated else None,
        bots=_BOTS if may_seat_bots(live, person) else (),
        me=_me(live, sitter) if sitter and seated else None,
    )


def may_seat_bots(live: LiveState, person: str | None) -> bool:
    """Whether somebody may add and remove bots: who has opened the table, or sits there."""
    sitter = live.seating.people.get(person) if person is not None else None
    return person is not None and (person == live.settings.host or bool(sitter and sitter.seats))


_BOTS: Final = tuple(BotFrame(name, bot.label) for name, bot in BOTS.items())


def _me(live: LiveState, sitter: Sitter) -> MeFrame:
    left = live.clock.extensions - sitter.more_time if live.clock else 0
    ready = sitter.ready and live.phase == "bets"
    return MeFrame(ready, max(0, left), sitter.wants_bank, sitter.instruction)


def _clock(clock: Clock | None) -> ClockFrame | None:
    if clock is None:
        return None
    return ClockFrame(clock.bets, clock.decision, clock.extension, clock.extensions)


def bank_frame(live: LiveState, person: str | None) -> BankFrame | None:
    """The bank as one viewer sees it; None where the house banks."""
    bank, state = live.table.sheet.bank, live.state
    if bank is None:
        return None
    held = state.bank if state else None
    ended = state.ended if state else None
    paid = ended.bank if ended else None
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    house = "the house's proposition player"
    name = None if held is None else (house if held.player == PROPOSITION else name_of(live, held.player))
    return BankFrame(
        label=bank.label,
        name=name,
        seat=held.seat if held else None,
        you=held is not None and held.player == person,
        stake=held.stake if held else None,
        net=paid.net if paid else None,
        covered=cover_so_far(live.table, state, held.stake) if state and held else None,
        cover_left=paid.cover_left if paid else None,
        exhausted_at=exhausted_at(bank, paid.stake, ended.seats) if paid and ended else None,
        offered_to=offered.seats[0] if offered and offered.seats else None,
        offered_to_you=offered is not None and offered.id == person,
        offer_until=_time(live.offer_until),
        least=least_stake(live.table),
    )


def cover_so_far(table: Table, state: Round, stake: Cents) -> Cents:
    """What the round has used of a bank's stake, or can use of it at most while it goes on."""
    if state.ended is not None:
        return stake - state.ended.bank.cover_left if state.ended.bank else 0
    return min(stake, most_used(table, [each.wagers for each in state.seats]))


def _meter(live: LiveState) -> MeterFrame | None:
    sheet = live.table.sheet
    if sheet.meter is None:
        return None
    envy = tuple(dict.fromkeys(cents for cents in live.table.book.envy if cents)) if sheet.envy else ()
    taken = sum(len(each.seats) for each in live.seating.seated())
    fair = live.break_evens[max(1, taken) - 1] if live.break_evens else None
    return MeterFrame(
        value=live.meter // MICRO,
        reset=sheet.meter.reset,
        break_even=fair,
        envy=tuple(sorted(envy, reverse=True)),
        own=live.till.own_meter,
    )


def _fair(live: LiveState) -> FairFrame:
    stored = live.standing.stored
    return FairFrame(stored.commitment if stored else None, live.stored_table.head)

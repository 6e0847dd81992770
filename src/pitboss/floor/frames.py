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
from pitboss.floor.held import Change, Note
from pitboss.floor.live import LiveTable
from pitboss.floor.rules_origin import is_own
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
    LineFrame,
    MeFrame,
    MeterFrame,
    OwnPart,
    PlayFrame,
    SeatFrame,
    Shape,
    SpotFrame,
    TableView,
)
from pitboss.floor.waiting_for import waiting_for
from pitboss.money import MICRO, Cents
from pitboss.pit import PROPOSITION
from pitboss.round import Round, Spot, Viewer, spots, tell
from pitboss.round.cover import Cover, exhausted_at, most_used, worst_cover
from pitboss.round.events import PaidLine
from pitboss.round.facts import Fact, facts_of, pay_text
from pitboss.round.state import Seat
from pitboss.round.table import Table
from pitboss.round.view import DealerView, dealer_view, own_actions, seat_view
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


def table_view(live: LiveTable, person: str | None, *, seats: bool = True) -> TableView:
    """A table as one viewer may see it now; or all of it but the seats."""
    sheet, state, stored = live.table.sheet, live.state, live.pit_table.standing.stored_table
    own = own_part(live, person)
    return TableView(
        rev=live.rev,
        house=sheet.id,
        name=sheet.name,
        table=live.pit_table.id,
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
        actions=own.actions,
        bank=own.bank,
        host=own.host,
        invite=own.invite,
        bots=own.bots,
        me=own.me,
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


def notices_at(live: LiveTable) -> tuple[str, ...]:
    """The notices of a table: what is played with here and whose the meter is, then those of its sheet."""
    till = live.pit_table.till
    chips = (CHIPS_HERE,) if till.chips else ()
    meter = (OWN_METER,) if till.own_meter else ()
    return (*chips, *meter, *notices_of(live.table.sheet))


def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seat_facts(live: LiveTable, number: int, person: str | None) -> tuple[object, ...]:
    """All that `seat_frame` is made of: where this is the same, so is the frame."""
    state, people = live.state, live.seating.people
    bettor = state.seat(number) if state else None
    sitter = live.seating.at(number)
    earlier = person is not None and state is not None and state.bank is not None
    stakes = [each.bet for each in state.seats if each.number < number] if state and earlier else None
    return (
        person,
        live.pit_table.state is None,
        *((state.phase, state.bank, state.ended) if state else ()),
        stakes,
        bettor,
        sitter,
        people.get(bettor.player) if bettor else None,
        live.stacks.get(bettor.player) if bettor else None,
        live.stacks.get(sitter.id) if sitter else None,
    )


def seat_frame(live: LiveTable, number: int, person: str | None) -> SeatFrame:
    """One seat as one viewer may see it."""
    state = live.state
    bettor = state.seat(number) if state else None
    sitter = live.seating.at(number)
    if state and state.ended and bettor and sitter and sitter.id != bettor.player:
        bettor = None  # somebody new sits there already
    seen = seat_view(state, bettor, Viewer(person)) if state and bettor else None
    mine = person is not None and sitter is not None and sitter.id == person
    bets_open = live.pit_table.state is None or live.pit_table.state.phase == "bets"
    found: tuple[Spot, ...] = seen.spots if seen else ()
    if seen is None and mine:
        found = spots(live.table, {}, open_=bets_open, accepted=False)
    covers = _covers(live, number, found) if mine else {}
    lines = tuple(line_frame(live.table.sheet, each) for each in seen.lines) if seen else ()
    player = seen.player if seen else (sitter.id if sitter else None)
    owner = live.seating.people.get(player) if player else None
    return SeatFrame(
        n=number,
        you=seen.you if seen else mine,
        name=_name(live, player),
        bot=bool(owner and owner.bot),
        here=bool(owner and owner.here),
        leaving=bool(owner and number in owner.leaves),
        ready=bool(owner and owner.ready) and live.phase == "bets",
        stack=live.stacks.get(player) if player else None,
        status=seen.status if seen else _status(live, sitter),
        cards=seen.cards if seen else (),
        hand=seen.hand if seen else None,
        label=seen.label if seen else None,
        words=seen.words if seen else None,
        first_three=seen.first_three if seen else None,
        first_label=seen.first_label if seen else None,
        discard=seen.discard if seen else None,
        by=seen.by if seen else None,
        by_clause=seen.by_clause if seen else None,
        folded=seen.folded if seen else False,
        made=seen.made if seen else (),
        spots=tuple(spot_frame(each, lines, covers.get(each.id)) for each in found),
        play=play_frame(live.table, bettor, lines) if found else None,
        net=seen.net if seen else None,
        lines=lines,
    )


def line_frame(sheet: Sheet, line: PaidLine) -> LineFrame:
    """A settled line with the house's word for it, and its pay as printed."""
    return LineFrame(
        id=line.id,
        label=sheet.label(line.id),
        stake=line.stake,
        result=line.result,
        profit=line.profit,
        returned=line.returned,
        pays=pay_text(sheet, line.by),
        clause=line.clause,
        by=line.by,
    )


def play_frame(table: Table, bettor: Seat | None, lines: tuple[LineFrame, ...]) -> PlayFrame:
    """The Play bet as it lies on the felt: with the Ante, once somebody plays or draws."""
    made = bettor is not None and bettor.action in ("play", "draw")
    amount = table.play_stake(bettor.wagers["ante"]) if bettor and made else 0
    line = next((each for each in lines if each.id == "play"), None)
    return PlayFrame(table.sheet.play.label, amount, line)


def _covers(live: LiveTable, number: int, found: tuple[Spot, ...]) -> dict[str, Cover]:
    """How far the bank covers one's own spots, an empty one with its least bet, while bets are at stake."""
    state = live.pit_table.state
    if state is None or state.bank is None or state.ended is not None:
        return {}
    earlier = [each.wagers for each in state.seats if each.number < number]
    bets = {each.id: each.amount or each.min for each in found}
    return worst_cover(live.table, state.bank.stake, earlier, bets)


def spot_frame(spot: Spot, lines: tuple[LineFrame, ...], cover: Cover | None) -> SpotFrame:
    """A spot with what became of it."""
    line = next((each for each in lines if each.id == spot.id), None)
    shape: Shape = "ring" if spot.lit is None else "sensor"
    return SpotFrame(
        id=spot.id,
        label=spot.label,
        shape=shape,
        amount=spot.amount,
        min=spot.min,
        max=spot.max,
        step=spot.step,
        enabled=spot.enabled,
        why=spot.why,
        why_code=spot.why_code,
        why_values=spot.why_values,
        why_clause=spot.why_clause,
        lit=spot.lit,
        cover=cover,
        line=line,
    )


def _status(live: LiveTable, sitter: Sitter | None) -> str:
    if sitter is None:
        return "empty"
    state = live.state
    if state is not None and state.bank is not None and state.bank.player == sitter.id:
        return "bank"
    return "sitting" if sitter.here else "away"


def _name(live: LiveTable, player: str | None) -> str | None:
    if player is None:
        return None
    sitter = live.seating.people.get(player)
    return sitter.name if sitter else "a player who has left"


def own_part(live: LiveTable, person: str | None) -> OwnPart:
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


def may_seat_bots(live: LiveTable, person: str | None) -> bool:
    """Whether somebody may add and remove bots: who has opened the table, or sits there."""
    sitter = live.seating.people.get(person) if person is not None else None
    return person is not None and (person == live.settings.host or bool(sitter and sitter.seats))


_BOTS: Final = tuple(BotFrame(name, bot.label) for name, bot in BOTS.items())


def _me(live: LiveTable, sitter: Sitter) -> MeFrame:
    left = live.clock.extensions - sitter.more_time if live.clock else 0
    ready = sitter.ready and live.phase == "bets"
    return MeFrame(ready, max(0, left), sitter.wants_bank, sitter.instruction)


def _clock(clock: Clock | None) -> ClockFrame | None:
    if clock is None:
        return None
    return ClockFrame(clock.bets, clock.decision, clock.extension, clock.extensions)


def bank_frame(live: LiveTable, person: str | None) -> BankFrame | None:
    """The bank as one viewer sees it; None where the house banks."""
    bank, state = live.table.sheet.bank, live.state
    if bank is None:
        return None
    held = state.bank if state else None
    ended = state.ended if state else None
    paid = ended.bank if ended else None
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    house = "the house's proposition player"
    name = None if held is None else (house if held.player == PROPOSITION else _name(live, held.player))
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


def _meter(live: LiveTable) -> MeterFrame | None:
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
        own=live.pit_table.till.own_meter,
    )


def _fair(live: LiveTable) -> FairFrame:
    stored = live.pit_table.standing.stored
    return FairFrame(stored.commitment if stored else None, live.pit_table.standing.stored_table.head)

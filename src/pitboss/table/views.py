"""What a viewer is sent of a table: what lasts, how it stands, its seats, and what is theirs alone.

Built from nothing for each viewer, from the round's own views: a card that is hidden from the viewer is not
in it. `audience` sends what has changed of it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from pitboss.evening.model import Clock
from pitboss.money import MICRO, Cents
from pitboss.round import Round, spots
from pitboss.round.bank import worst_cover
from pitboss.round.settlement import Line, pay_text
from pitboss.round.showdown import envy_pays, jackpots
from pitboss.round.state import Seat
from pitboss.round.table import Table, play_stake
from pitboss.round.views import (
    BesideHand,
    DealerView,
    Viewer,
    beside_hand,
    dealer_view,
    hand_view,
    own_actions,
    seat_status,
)
from pitboss.sheet.files import felt_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.rule_card import PrintedTable, printed_tables
from pitboss.table.bots import BOTS
from pitboss.table.host_powers import powers_of
from pitboss.table.live_state import LiveState, closed_by
from pitboss.table.people import awaited_seats, waiting_for
from pitboss.table.player_bank import bank_frame, own_bank
from pitboss.table.seating import LEFT, Sitter
from pitboss.table.settings import Seconds, is_own
from pitboss.table.till import Till
from pitboss.table.view_types import (
    BotFrame,
    FairFrame,
    FeltFrame,
    LimitsFrame,
    LineFrame,
    MeFrame,
    MeterFrame,
    PatienceFrame,
    PlayFrame,
    SeatFrame,
    SpotFrame,
    StateFrame,
    TableFrame,
    TableView,
    YouFrame,
    field_values,
)

OWN_SHEET: Final = "This table plays a sheet of its own, not one of the printed ones: read its pay tables."

CHIPS_HERE: Final = (
    "You play with chips here: you get some when you sit down, and they go back when you get up."
    " They are never part of your money, your limits or your results."
)
EVENING_CHIPS: Final = (
    "You play with the chips of an evening: everyone gets the same, and they are not money."
    " They are never part of your money, your limits or your results."
)
OWN_METER: Final = "The meter is this table's own: no other table feeds it, and it ends with the table."


def table_view(live: LiveState, person: str | None) -> TableView:
    """A table as one viewer may see it now."""
    numbers = range(1, live.table.sheet.seats + 1)
    return TableView(
        rev=live.rev,
        table=table_frame(live),
        state=state_frame(live),
        seats=tuple(seat_frame(live, number) for number in numbers),
        you=you_frame(live, person),
    )


def table_frame(live: LiveState) -> TableFrame:
    """What hardly ever changes at a table."""
    table, settings, stored = live.table, live.settings, live.stored_table
    sheet, felt = table.sheet, felt_of(table.sheet)
    return TableFrame(
        house=sheet.id,
        name=sheet.name,
        table=live.id,
        title=settings.name,
        limits=LimitsFrame(table.min, table.max),
        clock=settings.clock,
        private=settings.private,
        spectators=settings.spectators,
        coach=settings.coach,
        own=is_own(sheet),
        purse=stored.purse,
        epoch=stored.epoch,
        evening=stored.evening,
        felt=FeltFrame(felt.colours, felt.spots, felt.short),
        tables=_tables(sheet),
        notices=_notices(live.till, sheet),
    )


def state_frame(live: LiveState) -> StateFrame:
    """A table beside its seats, as everyone sees it."""
    sheet, state, evening = live.table.sheet, live.state, live.evening
    nothing = DealerView(sheet.dealer.label, (), "", None, None, (), None)
    stored = live.standing.stored
    return StateFrame(
        round=live.stored_table.rounds,
        phase=live.phase,
        deadline=_time(live.until),
        waits_until=_time(live.clocks.waits_until),
        paused=live.frozen,
        evening_paused=evening is not None and evening.paused,
        closing=live.closing,
        closes_by=closed_by(live),
        watching=live.watching,
        dealer=dealer_view(state) if state else nothing,
        bank=bank_frame(live, _time(live.clocks.offer_until)),
        meter=_meter(live),
        waiting_for=waiting_for(live),
        patience=_patience(live),
        host_seat=_host_seat(live),
        jackpots=jackpots(state) if state else (),
        envy=envy_pays(state) if state else (),
        receipt=state.id if state and state.ended else None,
        fair=FairFrame(stored.commitment if stored else None, live.stored_table.head),
    )


@lru_cache(maxsize=64)
def _tables(sheet: Sheet) -> tuple[PrintedTable, ...]:
    """The pay tables as text, made once for a sheet."""
    return printed_tables(sheet)


def _notices(till: Till, sheet: Sheet) -> tuple[str, ...]:
    """What is played with here and whose the meter is; that the sheet is its opener's own; its notices."""
    chips = (CHIPS_HERE if till.gives_chips else EVENING_CHIPS,) if till.chips else ()
    meter = (OWN_METER,) if till.own_meter else ()
    own = (OWN_SHEET,) if is_own(sheet) else ()
    return (*chips, *meter, *own, *(notice.text for notice in sheet.notices))


@lru_cache(maxsize=256)
def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def you_frame(live: LiveState, person: str | None) -> YouFrame:
    """What a viewer gets for themselves: decisions, their side of the bank, a host's powers, their seats."""
    table, settings = live.table, live.settings
    sitter = live.seating.people.get(person) if person is not None else None
    seated = sitter is not None and bool(sitter.seats)
    host = person is not None and person == settings.host
    return YouFrame(
        actions=own_actions(live.state, Viewer(person)) if live.state else (),
        bank=own_bank(live, person) if table.sheet.bank else None,
        host=host,
        invite=settings.invite or None if host or seated else None,
        bots=_BOTS if may_seat_bots(live, person) else (),
        me=_me(settings.clock, sitter, live.phase) if sitter and seated else None,
        powers=powers_of(live, person),
        seats=own_seats(live, person),
    )


def may_seat_bots(live: LiveState, person: str | None) -> bool:
    """Whether a person may add and remove bots: the one who opened the table, or anyone with a seat."""
    if person is None:
        return False
    sitter = live.seating.people.get(person)
    return person == live.settings.host or bool(sitter and sitter.seats)


_BOTS: Final = tuple(BotFrame(name, bot.label) for name, bot in BOTS.items())


def _me(clock: Clock | None, sitter: Sitter, phase: str) -> MeFrame:
    left = clock.extensions - sitter.more_time if clock else 0
    ready = sitter.ready and phase == "bets"
    return MeFrame(ready, max(0, left), sitter.wants_bank, sitter.instruction)


def _meter(live: LiveState) -> MeterFrame | None:
    sheet = live.table.sheet
    if sheet.meter is None:
        return None
    taken = sum(len(each.seats) for each in live.seating.people.values())
    seated = max(1, taken)
    fair = live.break_evens[seated - 1] if seated <= len(live.break_evens) else None
    return MeterFrame(
        value=live.meter // MICRO,
        reset=sheet.meter.reset,
        break_even=fair,
        envy=_envy(live.table),
        own=live.till.own_meter,
    )


@lru_cache(maxsize=64)
def _envy(table: Table) -> tuple[Cents, ...]:
    """What envy pays, each amount once and the highest first."""
    pays = {cents for cents in table.book.envy if cents} if table.sheet.envy else ()
    return tuple(sorted(pays, reverse=True))


def _patience(live: LiveState) -> tuple[PatienceFrame, ...]:
    """Until when the table waits for whom; the nearest end first."""
    found = []
    for person, until in sorted(live.patience.items(), key=lambda each: each[1]):
        sitter, end = live.seating.people.get(person), _time(until)
        if sitter is not None and end is not None:
            seats = awaited_seats(live, sitter)
            found.append(PatienceFrame(seats, "nudged" if sitter.here else "away", end))
    return tuple(found)


def _host_seat(live: LiveState) -> int | None:
    """Where the host sits, if they have a seat."""
    host = live.seating.people.get(live.settings.host) if live.settings.host else None
    return host.seats[0] if host is not None and host.seats else None


def own_seats(live: LiveState, person: str | None) -> tuple[SeatFrame, ...]:
    """The seats of a person as they may see them themselves: where they have bet, else where they sit.

    A player who gets up after a hand has it before them until it is swept away: what it came to is theirs.
    """
    sitter = live.seating.people.get(person) if person is not None else None
    numbers = set(sitter.seats if sitter else ())
    numbers |= {each.number for each in live.state.seats if each.player == person} if live.state else set()
    own = (n for n in sorted(numbers) if _owner(_bettor(live, n), live.seating.at(n)) == person)
    return tuple(seat_frame(live, number, own=True) for number in own)


def _owner(bettor: Seat | None, sitter: Sitter | None) -> str | None:
    """Whose a seat is: the player who has bet there, else the one who sits there."""
    return bettor.player if bettor else sitter.id if sitter else None


def _bettor(live: LiveState, number: int) -> Seat | None:
    """The bet and the cards at a seat; those of a paid round are gone once another player sits there."""
    state, sitter = live.state, live.seating.at(number)
    bettor = state.seat(number) if state else None
    if state and state.ended and bettor and sitter and sitter.id != bettor.player:
        return None
    return bettor


def seat_frame(live: LiveState, number: int, *, own: bool = False) -> SeatFrame:
    """One seat as everyone sees it, or as its own person does: with cards, free spots and the cover."""
    table, state, sitter, bettor = live.table, live.state, live.seating.at(number), _bettor(live, number)
    owner = _owner(bettor, sitter) or ""
    player = live.seating.people.get(owner)
    paid = state.paid(number) if state and bettor else None
    lines = tuple(_line_frame(table.sheet, each) for each in paid.lines) if paid else ()
    found = _spots(live, number, bettor, lines, own=own)
    beside = beside_hand(state, number) if state else BesideHand()
    return SeatFrame(
        n=number,
        name=player.name if player else LEFT if bettor else None,
        person=player.id if player and not player.bot else None,
        avatar=player.avatar if player else None,
        bot=bool(player and player.bot),
        here=bool(player and player.here),
        leaving=bool(player and number in player.leaves),
        ready=bool(player and player.ready and player.out is None) and live.phase == "bets",
        out=player.out if player else None,
        missed=next((each for each in sitter.missed if each.seat == number), None) if sitter else None,
        stack=live.stacks.get(owner),
        status=_status(state, bettor, sitter),
        hand=hand_view(table, state.phase, bettor, paid, beside, own=own) if state and bettor else None,
        spots=found,
        play=_play_frame(live, bettor, lines) if found else None,
        lines=lines,
    )


Wagers = tuple[tuple[str, Cents], ...]


def _spots(
    live: LiveState, number: int, bettor: Seat | None, lines: tuple[LineFrame, ...], *, own: bool
) -> tuple[SpotFrame, ...]:
    """The spots of a seat that bet, and one's own; a bank's cover is one's own to know."""
    table, state = live.table, live.state
    if bettor is None and not own:
        return ()
    is_open = live.phase == "bets" or (bettor is None and live.open_round is None)
    found = _plain_spots(table, bettor.bet if bettor else (), is_open, bettor is not None)
    if own and state and state.bank and state.ended is None:
        bets = {each.id: each.amount or each.min for each in found}
        earlier = [dict(each.bet) for each in state.seats if each.number < number]
        covers = worst_cover(table, state.bank.stake, earlier, bets)
        found = tuple(replace(each, cover=covers.get(each.id)) for each in found)
    if lines:
        by_id = {each.id: each for each in lines}
        found = tuple(replace(each, line=by_id[each.id]) if each.id in by_id else each for each in found)
    return found


@lru_cache(maxsize=1024)
def _plain_spots(table: Table, bets: Wagers, is_open: bool, accepted: bool) -> tuple[SpotFrame, ...]:
    """Spots before anything has become of them: the same bets lie at many seats."""
    found = spots(table, dict(bets), open_=is_open, accepted=accepted)
    return tuple(
        SpotFrame(**field_values(spot), shape="ring" if spot.lit is None else "sensor", cover=None, line=None)
        for spot in found
    )


def _line_frame(sheet: Sheet, line: Line) -> LineFrame:
    """A settled line with the house's word for it, and its pay as printed."""
    return LineFrame(**field_values(line), label=sheet.label(line.id), pays=pay_text(sheet, line.by))


def _play_frame(live: LiveState, bettor: Seat | None, lines: tuple[LineFrame, ...]) -> PlayFrame:
    """The Play bet on the felt: with the Ante, once the player plays or draws."""
    table = live.table
    made = bettor is not None and bettor.action not in (None, "fold")
    amount = play_stake(table, bettor.wagers["ante"], bettor.action) if bettor and made else 0
    waits = bettor is not None and bettor.action is None and live.phase in ("bets", "decisions")
    reserve = table.play_reserve(bettor.wagers) if bettor and waits else 0
    line = next((each for each in lines if each.id == "play"), None)
    return PlayFrame(table.sheet.play.label, amount, reserve, line)


def _status(state: Round | None, bettor: Seat | None, sitter: Sitter | None) -> str:
    """What a player does at a seat, with a bet or without."""
    if state is not None and bettor is not None:
        return seat_status(state.phase, bettor)
    if sitter is None:
        return "empty"
    if state is not None and state.bank is not None and state.bank.player == sitter.id:
        return "bank"
    return "sitting" if sitter.here else "away"

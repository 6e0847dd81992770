"""What a viewer is sent of a table: what lasts, how it stands, its seats, and what is theirs alone.

Built from nothing for each viewer, from the round's own views: a card that is hidden from the viewer is not
in it. Each part is a function of a few facts, so that it is made anew only where one of them has changed.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from pitboss.cards import Card
from pitboss.money import MICRO, Cents
from pitboss.round import spots
from pitboss.round.bank import BankLimit, worst_cover
from pitboss.round.settlement import Line, PaidSeat, pay_text
from pitboss.round.showdown import envy_pays, jackpots
from pitboss.round.state import BankStake, Phase, Seat
from pitboss.round.table import Table, play_stake
from pitboss.round.views import (
    BesideHand,
    DealerView,
    HandView,
    Viewer,
    dealer_view,
    hand_view,
    may_see,
    open_dealer,
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
from pitboss.table.seating import LEFT, MissedDecision, Sitter
from pitboss.table.settings import Clock, Seconds, is_own
from pitboss.table.till import Till
from pitboss.table.view_types import (
    BotFrame,
    ClockFrame,
    FairFrame,
    FeltFrame,
    LimitsFrame,
    LineFrame,
    MeFrame,
    MeterFrame,
    OwnPart,
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
    "Chips are played with here: the table gives them to who sits down and takes them back from who gets up."
    " They are never part of your money, your limits or your results."
)
EVENING_CHIPS: Final = (
    "The chips of an evening are played with here: it gives everybody the same, and they are no money."
    " They are never part of your money, your limits or your results."
)
OWN_METER: Final = "The meter is this table's own: no other table feeds it, and it ends with the table."


def table_view(live: LiveState, person: str | None) -> TableView:
    """A table as one viewer may see it now."""
    seats = seat_facts(live)
    own = own_facts(seats).get(person or "", ())
    return TableView(
        rev=live.rev,
        table=table_frame(live),
        state=StateFrame(**state_values(live)),
        seats=tuple(seat_frame(facts) for facts in seats),
        you=YouFrame(
            **field_values(own_part(live, person)),
            powers=powers_of(live, [person])[person],
            seats=tuple(seat_frame(facts) for facts in own),
        ),
    )


def table_frame(live: LiveState) -> TableFrame:
    """What hardly ever changes at a table."""
    table, settings, stored = live.table, live.settings, live.stored_table
    sheet = table.sheet
    return TableFrame(
        house=sheet.id,
        name=sheet.name,
        table=live.id,
        title=settings.name,
        limits=LimitsFrame(table.min, table.max),
        clock=_clock(settings.clock),
        private=settings.private,
        spectators=settings.spectators,
        coach=settings.coach,
        own=is_own(sheet),
        purse=stored.purse,
        epoch=stored.epoch,
        evening=settings.evening.id if settings.evening is not None else None,
        felt=felt_frame(sheet),
        tables=tables_of(sheet),
        notices=_notices(live.till, sheet),
    )


def state_values(live: LiveState) -> dict[str, Any]:
    """How a table stands beside its seats, for everybody: field by field, as each is compared alone."""
    sheet, state = live.table.sheet, live.state
    return {
        "round": live.stored_table.rounds,
        "phase": live.phase,
        "deadline": _time(live.until),
        "waits_until": _time(live.clocks.waits_until),
        "paused": live.frozen,
        "evening_paused": live.settings.evening is not None and live.settings.evening.paused,
        "closing": live.closing,
        "closes_by": closed_by(live),
        "watching": live.watching,
        "dealer": dealer_view(state)
        if state
        else DealerView(sheet.dealer.label, (), "", None, None, (), None),
        "bank": bank_frame(live, _time(live.clocks.offer_until)),
        "meter": _meter(live),
        "waiting_for": waiting_for(live),
        "patience": _patience(live),
        "host_seat": _host_seat(live),
        "jackpots": jackpots(state) if state else (),
        "envy": envy_pays(state) if state else (),
        "receipt": state.id if state and state.ended else None,
        "fair": _fair(live),
    }


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


def _notices(till: Till, sheet: Sheet) -> tuple[str, ...]:
    """The notices of a table: what is played with here and whose the meter is, then those of its sheet."""
    chips = (CHIPS_HERE if till.gives_chips else EVENING_CHIPS,) if till.chips else ()
    meter = (OWN_METER,) if till.own_meter else ()
    return (*chips, *meter, *notices_of(sheet))


@lru_cache(maxsize=256)
def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def own_part(live: LiveState, person: str | None) -> OwnPart:
    """What a viewer gets for themselves: decisions, their side of the bank, what is the host's."""
    table, settings = live.table, live.settings
    sitter = live.seating.people.get(person) if person is not None else None
    seated = sitter is not None and bool(sitter.seats)
    host = person is not None and person == settings.host
    return OwnPart(
        actions=own_actions(live.state, Viewer(person)) if live.state else (),
        bank=own_bank(live, person) if table.sheet.bank else None,
        host=host,
        invite=settings.invite or None if host or seated else None,
        bots=_BOTS if may_seat_bots(live, person) else (),
        me=_me(settings.clock, sitter, live.phase) if sitter and seated else None,
    )


def may_seat_bots(live: LiveState, person: str | None) -> bool:
    """Whether somebody may add and remove bots: who has opened the table, or sits there."""
    if person is None:
        return False
    sitter = live.seating.people.get(person)
    return person == live.settings.host or bool(sitter and sitter.seats)


_BOTS: Final = tuple(BotFrame(name, bot.label) for name, bot in BOTS.items())


def _me(clock: Clock | None, sitter: Sitter, phase: str) -> MeFrame:
    left = clock.extensions - sitter.more_time if clock else 0
    ready = sitter.ready and phase == "bets"
    return MeFrame(ready, max(0, left), sitter.wants_bank, sitter.instruction)


def _clock(clock: Clock | None) -> ClockFrame | None:
    if clock is None:
        return None
    return ClockFrame(clock.bets, clock.decision, clock.extension, clock.extensions)


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


def _fair(live: LiveState) -> FairFrame:
    stored = live.standing.stored
    return FairFrame(stored.commitment if stored else None, live.stored_table.head)


Wagers = tuple[tuple[str, Cents], ...]


class RoundFacts(NamedTuple):
    """What every seat's frame knows of the round on the felt."""

    phase: Phase | Literal["closed"]
    bets_open: bool
    bank: BankStake | None
    at_stake: bool  # it is not over
    dealer: tuple[Card, ...] = ()  # every card of the dealer's, once they are open


class SeatFacts(NamedTuple):
    """All that a seat's frame is made of: where this is the same, so is the frame."""

    table: Table
    number: int
    round: RoundFacts
    own: bool  # as its own person sees it
    bettor: Seat | None  # its bet and its cards
    paid: PaidSeat | None
    sitter: Sitter | None
    player: Sitter | None  # who has bet there, if they are still known; else who sits there
    stack: Cents | None
    earlier: tuple[Wagers, ...] = ()  # at one's own seat: what a bank must cover before it


def seat_facts(live: LiveState) -> tuple[SeatFacts, ...]:
    """What everybody may know of each seat."""
    state, running, people = live.state, live.open_round, live.seating.people
    bets_open = running is None or running.phase == "bets"
    at_stake = running is not None and running.ended is None
    round_ = RoundFacts(
        state.phase if state else "closed",
        bets_open,
        state.bank if state else None,
        at_stake,
        open_dealer(state) if state else (),
    )
    ended = state.ended if state else None
    bettors = {each.number: each for each in state.seats} if state else {}
    sitters = {number: each for each in people.values() for number in each.seats}
    paid = {each.seat: each for each in ended.seats} if ended else {}
    found = []
    for number in range(1, live.table.sheet.seats + 1):
        bettor, sitter = bettors.get(number), sitters.get(number)
        if ended and bettor and sitter and sitter.id != bettor.player:
            bettor = None  # somebody new sits there already
        name = bettor.player if bettor else sitter.id if sitter else ""
        player, stack = people.get(name), live.stacks.get(name)
        part = paid.get(number) if bettor else None
        found.append(SeatFacts(live.table, number, round_, False, bettor, part, sitter, player, stack))
    return tuple(found)


def own_facts(seats: tuple[SeatFacts, ...]) -> dict[str, tuple[SeatFacts, ...]]:
    """The seats of each person as they may see them themselves: where they have bet, else where they sit.

    Who gets up after a hand has it before them until it is swept away: what it came to is theirs to read.
    """
    found: dict[str, tuple[SeatFacts, ...]] = {}
    for facts in seats:
        owner = facts.bettor.player if facts.bettor else facts.sitter.id if facts.sitter else None
        if owner is not None:
            seen = _as_own(facts, _earlier(seats, facts)) if _is_private(facts) else facts
            found[owner] = (*found[owner], seen) if owner in found else (seen,)
    return found


def _as_own(facts: SeatFacts, earlier: tuple[Wagers, ...]) -> SeatFacts:
    """The same as its own person sees it."""
    table, number, round_, _, bettor, paid, sitter, player, stack, _ = facts
    return SeatFacts(table, number, round_, True, bettor, paid, sitter, player, stack, earlier)


def _is_private(facts: SeatFacts) -> bool:
    """Whether somebody sees more of their own seat than others do: cards, a bank's cover, free spots."""
    round_, bettor = facts.round, facts.bettor
    if bettor is None or round_.phase == "closed" or (round_.bank is not None and round_.at_stake):
        return True
    return bool(bettor.cards) and not may_see(facts.table, round_.phase, own=False)


def _earlier(seats: tuple[SeatFacts, ...], own: SeatFacts) -> tuple[Wagers, ...]:
    """The bets that a bank pays before one's own."""
    if own.round.bank is None:
        return ()
    return tuple(each.bettor.bet for each in seats if each.number < own.number and each.bettor)


def seat_frame(facts: SeatFacts) -> SeatFrame:
    """One seat as it is sent."""
    table, bettor, paid, player = facts.table, facts.bettor, facts.paid, facts.player
    lines = tuple(line_frame(table.sheet, each) for each in paid.lines) if paid else ()
    found = _spots(facts, lines)
    return SeatFrame(
        n=facts.number,
        name=player.name if player else LEFT if bettor else None,
        person=player.id if player and not player.bot else None,
        avatar=player.avatar if player else None,
        bot=bool(player and player.bot),
        here=bool(player and player.here),
        leaving=bool(player and facts.number in player.leaves),
        ready=bool(player and player.ready and player.out is None) and facts.round.phase == "bets",
        out=player.out if player else None,
        missed=_missed(facts),
        stack=facts.stack,
        status=_status(facts),
        hand=_hand(facts),
        spots=found,
        play=_play_frame(facts, lines) if found else None,
        lines=lines,
    )


def _missed(facts: SeatFacts) -> MissedDecision | None:
    """What the platform has last decided at a seat, if its person has done nothing since."""
    missed = facts.sitter.missed if facts.sitter else ()
    return next((each for each in missed if each.seat == facts.number), None)


def _spots(facts: SeatFacts, lines: tuple[LineFrame, ...]) -> tuple[SpotFrame, ...]:
    """The spots of a seat that bet, and one's own; a bank's cover is one's own to know."""
    bettor, round_ = facts.bettor, facts.round
    if bettor is None and not facts.own:
        return ()
    is_open = round_.phase == "bets" if bettor else round_.bets_open
    found = _plain_spots(facts.table, bettor.bet if bettor else (), is_open, bettor is not None)
    if facts.own and round_.at_stake and round_.bank is not None:
        bets = {each.id: each.amount or each.min for each in found}
        covers = worst_cover(facts.table, round_.bank.stake, [dict(each) for each in facts.earlier], bets)
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


def line_frame(sheet: Sheet, line: Line) -> LineFrame:
    """A settled line with the house's word for it, and its pay as printed."""
    return LineFrame(**field_values(line), label=sheet.label(line.id), pays=pay_text(sheet, line.by))


def _play_frame(facts: SeatFacts, lines: tuple[LineFrame, ...]) -> PlayFrame:
    """The Play bet as it lies on the felt: with the Ante, once somebody plays or draws."""
    bettor, table = facts.bettor, facts.table
    made = bettor is not None and bettor.action not in (None, "fold")
    amount = play_stake(table, bettor.wagers["ante"], bettor.action) if bettor and made else 0
    waits = bettor is not None and bettor.action is None and facts.round.phase in ("bets", "decisions")
    reserve = table.play_reserve(bettor.wagers) if bettor and waits else 0
    line = next((each for each in lines if each.id == "play"), None)
    return PlayFrame(table.sheet.play.label, amount, reserve, line)


def _hand(facts: SeatFacts) -> HandView | None:
    bettor, phase = facts.bettor, facts.round.phase
    if bettor is None or phase == "closed":
        return None
    bank = BankLimit(facts.round.bank.stake, facts.earlier) if facts.round.bank else None
    return hand_view(
        facts.table, phase, bettor, facts.paid, BesideHand(facts.round.dealer, bank), own=facts.own
    )


def _status(facts: SeatFacts) -> str:
    """What somebody does there, with a bet or without."""
    sitter, bettor, phase, bank = facts.sitter, facts.bettor, facts.round.phase, facts.round.bank
    if bettor is not None and phase != "closed":
        return seat_status(phase, bettor)
    if sitter is None:
        return "empty"
    if bank is not None and bank.player == sitter.id:
        return "bank"
    return "sitting" if sitter.here else "away"

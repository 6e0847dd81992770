"""A seat as one viewer may see it: its cards, its spots, and what became of each bet."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.field_values import field_values
from pitboss.floor.live_state import LiveState
from pitboss.floor.sitters import Sitter
from pitboss.floor.view_types import (
    LineFrame,
    PlayFrame,
    SeatFrame,
    Shape,
    SpotFrame,
)
from pitboss.money import Cents
from pitboss.round import Spot, Viewer, spots
from pitboss.round.cover import Cover, worst_cover
from pitboss.round.events import PaidLine
from pitboss.round.facts import pay_text
from pitboss.round.state import Seat
from pitboss.round.table import Table
from pitboss.round.view import SeatView, seat_view
from pitboss.sheet.model import Sheet


class Occupant(NamedTuple):
    """Who is at a seat, and what they are doing there."""

    you: bool = False
    name: str | None = None
    bot: bool = False
    here: bool = False
    leaving: bool = False
    ready: bool = False
    stack: Cents | None = None
    status: str = "empty"


def seat_facts(live: LiveState, number: int, person: str | None) -> tuple[object, ...]:
    """All that `seat_frame` is made of: where this is the same, so is the frame."""
    state, people = live.state, live.seating.people
    bettor = state.seat(number) if state else None
    sitter = live.seating.at(number)
    earlier = person is not None and state is not None and state.bank is not None
    stakes = [each.bet for each in state.seats if each.number < number] if state and earlier else None
    return (
        person,
        live.open_round is None,
        *((state.phase, state.bank, state.ended) if state else ()),
        stakes,
        bettor,
        sitter,
        people.get(bettor.player) if bettor else None,
        live.stacks.get(bettor.player) if bettor else None,
        live.stacks.get(sitter.id) if sitter else None,
    )


def seat_frame(live: LiveState, number: int, person: str | None) -> SeatFrame:
    """One seat as one viewer may see it."""
    state = live.state
    bettor = state.seat(number) if state else None
    sitter = live.seating.at(number)
    if state and state.ended and bettor and sitter and sitter.id != bettor.player:
        bettor = None  # somebody new sits there already
    seen = seat_view(state, bettor, Viewer(person)) if state and bettor else None
    mine = person is not None and sitter is not None and sitter.id == person
    bets_open = live.open_round is None or live.open_round.phase == "bets"
    found: tuple[Spot, ...] = seen.spots if seen else ()
    if seen is None and mine:
        found = spots(live.table, {}, open_=bets_open, accepted=False)
    covers = _covers(live, number, found) if mine else {}
    lines = tuple(line_frame(live.table.sheet, each) for each in seen.lines) if seen else ()
    player = seen.player if seen else (sitter.id if sitter else None)
    owner = live.seating.people.get(player) if player else None
    who = Occupant(
        you=seen.you if seen else mine,
        name=name_of(live, player),
        bot=bool(owner and owner.bot),
        here=bool(owner and owner.here),
        leaving=bool(owner and number in owner.leaves),
        ready=bool(owner and owner.ready) and live.phase == "bets",
        stack=live.stacks.get(player) if player else None,
        status=seen.status if seen else _status(live, sitter),
    )
    shown = tuple(spot_frame(each, lines, covers.get(each.id)) for each in found)
    return frame_of(number, who, seen, shown, play_frame(live.table, bettor, lines) if found else None, lines)


def frame_of(
    number: int,
    who: Occupant,
    seen: SeatView | None,
    shown: tuple[SpotFrame, ...],
    play: PlayFrame | None,
    lines: tuple[LineFrame, ...],
) -> SeatFrame:
    """A seat with who is there, and with the hand where the viewer sees one."""
    return SeatFrame(
        number,
        *who,
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
        spots=shown,
        play=play,
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


def _covers(live: LiveState, number: int, found: tuple[Spot, ...]) -> dict[str, Cover]:
    """How far the bank covers one's own spots, an empty one with its least bet, while bets are at stake."""
    state = live.open_round
    if state is None or state.bank is None or state.ended is not None:
        return {}
    earlier = [each.wagers for each in state.seats if each.number < number]
    bets = {each.id: each.amount or each.min for each in found}
    return worst_cover(live.table, state.bank.stake, earlier, bets)


def spot_frame(spot: Spot, lines: tuple[LineFrame, ...], cover: Cover | None) -> SpotFrame:
    """A spot with what became of it."""
    line = next((each for each in lines if each.id == spot.id), None)
    shape: Shape = "ring" if spot.lit is None else "sensor"
    return SpotFrame(**field_values(spot), shape=shape, cover=cover, line=line)


def _status(live: LiveState, sitter: Sitter | None) -> str:
    if sitter is None:
        return "empty"
    state = live.state
    if state is not None and state.bank is not None and state.bank.player == sitter.id:
        return "bank"
    return "sitting" if sitter.here else "away"


def name_of(live: LiveState, player: str | None) -> str | None:
    """What a player at the table is called."""
    if player is None:
        return None
    sitter = live.seating.people.get(player)
    return sitter.name if sitter else "a player who has left"

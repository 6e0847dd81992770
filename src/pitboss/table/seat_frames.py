"""A seat as one viewer may see it: its cards, its spots, and what became of each bet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.round import spots
from pitboss.round.bank import BankLimit, worst_cover
from pitboss.round.events import PaidLine, PaidSeat
from pitboss.round.facts import pay_text
from pitboss.round.state import BankStake, Phase, Seat
from pitboss.round.table import Table, play_stake
from pitboss.round.views import BesideHand, HandView, hand_view, may_see, open_dealer, seat_status
from pitboss.sheet.model import Sheet
from pitboss.table.live_state import LiveState
from pitboss.table.seating import LEFT, MissedDecision, Sitter
from pitboss.table.view_types import LineFrame, PlayFrame, SeatFrame, SpotFrame, field_values

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

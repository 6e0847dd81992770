"""Whom an open round waits for: people who are not done with their bets, or have not decided."""

from __future__ import annotations

from pitboss.round import Round
from pitboss.table.live_state import LiveState, people_in
from pitboss.table.sitters import Sitter


def late_bettors(live: LiveState, state: Round) -> list[Sitter]:
    """Who is not done with the bets: who has bet, connected or not, and who may still bet."""
    betting = {each.player for each in state.seats}
    return [
        each
        for each in live.seating.seated()
        if not each.ready and each.out is None and (each.here or each.id in betting)
    ]


def deciding(live: LiveState, state: Round) -> list[Sitter]:
    """The people whose decisions are awaited, each once."""
    players = {seat.player for seat in state.seats if seat.number in state.waiting}
    known = live.seating.people.values()
    return [each for each in known if each.id in players and each.bot is None and each.out is None]


def awaited_people(live: LiveState) -> dict[str, Sitter]:
    """Who holds up those whose money is in the round; nobody while there is no such money."""
    state = live.open_round
    if state is None or not people_in(state):
        return {}
    if state.phase == "bets":
        found = late_bettors(live, state)
    else:
        found = deciding(live, state) if state.phase == "decisions" else []
    return {each.id: each for each in found if each.bot is None}


def awaited_seats(live: LiveState, sitter: Sitter) -> tuple[int, ...]:
    """The seats of somebody who is awaited: those that wait for a decision, or all."""
    state = live.open_round
    if state is None or state.phase != "decisions":
        return sitter.seats
    return tuple(
        each.number for each in state.seats if each.player == sitter.id and each.number in state.waiting
    )

"""What a host may do at a table: written down with who, what and when, and never more than the table allows.

At a private table, where everyone has come by an invitation, the host has all powers. At a public one
nobody decides about another's money or hand: the host hands over and closes, and changes the terms while no
other person sits there. Anyone with a seat may nudge. An operator may do all of it. None of them sees a
card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pitboss.round import Refusal
from pitboss.table.commands import ChangeTerms, PitCommand, WriteDown
from pitboss.table.live_state import Clocks, DealtNow, LiveState, Removed, SeatNote, Terms, Turn, people_in
from pitboss.table.people import awaited_people, is_idle, leave, nudge, sit_out, stand
from pitboss.table.seating import Sitter
from pitboss.table.settings import NUDGE_GAP
from pitboss.table.view_types import Power, PowerFrame


class Doer(NamedTuple):
    """The user of a power: a person at the table, or an operator, whose name is not told."""

    id: str
    name: str | None = None
    operator: bool = False


def doer(live: LiveState, person: str) -> Doer:
    """A person at a table as its people know them."""
    sitter = live.seating.people.get(person)
    return Doer(person, sitter.name if sitter is not None else None)


def check_host(live: LiveState, person: str, what: str = "do this") -> None:
    """Refuses what no other player than the host may do."""
    if not live.settings.host or person != live.settings.host:
        raise Refusal("not_host", f"Only the host of this table may {what}", None)


def use_power(turn: Turn, by: Doer, wanted: PitCommand | None) -> None:
    """Does what a host asks for, or refuses it; the pit writes it down."""
    turn.check_not_frozen()
    match wanted:
        case ChangeTerms():
            _check_power(turn.live, by, "change")
            _change(turn, by, wanted)
        case WriteDown("deal_now"):
            _check_power(turn.live, by, "deal_now")
            _deal_now(turn, by, wanted)
        case WriteDown(act, int(seat)):
            _check_power(turn.live, by, act)
            sitter = _person_at(turn.live, seat)
            if sitter.id == by.id:
                raise Refusal("own_seat", "This is for others at the table, not for yourself", None, "seat")
            turn.do(replace(wanted, person=sitter.id))
            match act:
                case "nudge":
                    nudge(turn, sitter.id, by.name)
                case "sit_out":
                    _sit_out(turn, by, sitter)
                case "remove":
                    _remove(turn, by, sitter)
                case "hand_over":
                    _hand_over(turn, by, sitter)
        case _:
            raise AssertionError(f"{wanted} is no power of a host's")


def _check_power(live: LiveState, by: Doer, do: str) -> None:
    if by.operator:
        return
    if do == "nudge":
        sitter = live.seating.people.get(by.id)
        if by.id != live.settings.host and not (sitter and sitter.seats):
            raise Refusal("no_seat", "Sit down first", None, "seat")
        return
    check_host(live, by.id)
    if live.settings.private or do == "hand_over":
        return
    if do != "change":
        text = "At a public table nobody decides for others: time does"
        raise Refusal("public_table", text, None)
    if _others(live, by.id):
        text = "At a public table the terms stay as they are while others sit there"
        raise Refusal("public_table", text, None)


def powers_of(live: LiveState, person: str | None) -> tuple[PowerFrame, ...]:
    """What a person may do as the host, or as a player: at which seats, and why not now."""
    if person is None or live.stored_table.closed:
        return ()
    sitter, hosts = live.seating.people.get(person), person == live.settings.host
    if not (hosts or (sitter and sitter.seats)):
        return ()
    late = awaited_people(live).values()
    nudge = [each for each in late if each.seats and each.here and each.id not in live.clocks.nudged]
    nudges = _at_seats("nudge", [each for each in nudge if each.id != person])
    return (nudges, *_host_powers(live, person)) if hosts else (nudges,)


def _host_powers(live: LiveState, person: str) -> list[PowerFrame]:
    """What only the host may do."""
    others, private = _others(live, person), live.settings.private
    found: list[PowerFrame] = []
    if private:
        refusal = _why_no_deal(live)
        waits = [each for each in others if each.out is None and _may_sit_out(live, each)]
        found += [PowerFrame("deal_now", (), refusal.code if refusal else None)]
        found += [_at_seats("sit_out", waits), _at_seats("remove", [one for one in others if not one.leaves])]
    if private or not others:
        found += [PowerFrame("change", (), "bets_placed" if _bets_lie(live) else None)]
    here = [each for each in others if each.here]
    return [
        *found,
        _at_seats("hand_over", here),
        PowerFrame("close", (), "closing" if live.closing else None),
    ]


def _at_seats(do: Power, people: list[Sitter]) -> PowerFrame:
    seats = tuple(sorted(each.seats[0] for each in people))
    return PowerFrame(do, seats, None if seats else "nobody")


def _may_sit_out(live: LiveState, sitter: Sitter) -> bool:
    """Whether a player has no cards to decide, or is away, or was nudged."""
    return not _has_cards(live, sitter) or not sitter.here or sitter.id in live.clocks.nudged


def _bets_lie(live: LiveState) -> bool:
    state = live.open_round
    return state is not None and bool(state.seats or state.bank)


def _others(live: LiveState, person: str) -> list[Sitter]:
    """The other people with a seat."""
    return [each for each in live.seating.seated() if each.bot is None and each.id != person]


def _person_at(live: LiveState, seat: int) -> Sitter:
    sitter = live.seating.at(seat)
    if sitter is None or sitter.bot is not None:
        raise Refusal("nobody", f"No person sits at seat {seat}", None, "seat")
    return sitter


def _deal_now(turn: Turn, by: Doer, wanted: WriteDown) -> None:
    """Has the cards dealt without waiting for anyone who is not done; the bank's offer is answered first."""
    turn.check_open()
    why = _why_no_deal(turn.live)
    if why is not None:
        raise why
    turn.do(wanted)
    turn.set_clocks(called=True)
    turn.note(DealtNow(by.name))


def _why_no_deal(live: LiveState) -> Refusal | None:
    state = live.open_round
    if state is None or state.phase != "bets":
        return Refusal("phase", "There are no bets to be dealt now", live.table.sheet.closes_clause)
    if not (state.seats and people_in(state)):
        return Refusal("no_bets", "Nobody has bet yet", None)
    if live.turn.offered is not None:
        bank = live.table.sheet.bank
        clause = bank.rotation_clause if bank else None
        return Refusal("bank_offered", "The bank is offered: the answer comes first", clause)
    return None


def _sit_out(turn: Turn, by: Doer, sitter: Sitter) -> None:
    """Bets go back; a hand that was dealt is its person's own as long as they are not idle."""
    if sitter.out is not None:
        raise Refusal("out", f"{sitter.name} sits out already", None, "seat")
    if not by.operator and _has_cards(turn.live, sitter) and not is_idle(turn.live, sitter, turn.now):
        text = f"{sitter.name} has cards: nudge first, and wait {NUDGE_GAP:.0f} seconds for an answer"
        raise Refusal("not_idle", text, None, "seat", {"seconds": int(NUDGE_GAP)})
    sit_out(turn, sitter.id, "operator" if by.operator else "host", by.name)


def _remove(turn: Turn, by: Doer, sitter: Sitter) -> None:
    """Removes a player from the table; one who is in a hand and not idle plays it first."""
    turn.note(Removed(sitter.name, sitter.seats, by.name))
    if _has_cards(turn.live, sitter) and not (by.operator or is_idle(turn.live, sitter, turn.now)):
        stand(turn, sitter.id, None)
        return
    turn.set_sitter(sitter.id, out="operator" if by.operator else "host")
    leave(turn, sitter.id)


def _has_cards(live: LiveState, sitter: Sitter) -> bool:
    """Whether a player still has a hand to decide."""
    state = live.open_round
    return state is not None and state.phase == "decisions" and sitter.id in awaited_people(live)


def _change(turn: Turn, by: Doer, wanted: ChangeTerms) -> None:
    """Other limits, a clock or none, the coach or none: from the next round on, and everyone is told."""
    turn.check_open()
    settings = turn.live.settings
    turn.do(wanted)
    clock = settings.clock
    if wanted.clock is not None and wanted.clock != (clock is not None):
        clock = settings.house_clock if wanted.clock else None
    coach = settings.coach if wanted.coach is None else wanted.coach
    turn.set(settings=replace(settings, clock=clock, coach=coach))
    if clock is not settings.clock:
        stays = clock is not None and turn.live.last is not None and turn.live.open_round is None
        turn.set(clocks=Clocks(until=turn.now + clock.result if clock is not None and stays else None))
    table = turn.live.table
    turn.note(Terms(table.min, table.max, clock=clock is not None, coach=coach, by=by.name))


def _hand_over(turn: Turn, by: Doer, sitter: Sitter) -> None:
    if not sitter.here:
        raise Refusal("away", f"{sitter.name} is away", None, "seat")
    if sitter.id == turn.live.settings.host:
        raise Refusal("host", f"{sitter.name} is the host already", None, "seat")
    turn.set(settings=replace(turn.live.settings, host=sitter.id))
    turn.note(SeatNote("host", sitter.seats[0], sitter.name))

"""Bots at a live table: they come and go, bet and decide, through the same commands as people."""

from __future__ import annotations

from pitboss.ledger.ids import table_actor
from pitboss.pit import Bet
from pitboss.round import Decide, Refusal, Round, Viewer, away_decision, view
from pitboss.round.events import DecidedBy
from pitboss.round.table import is_raise
from pitboss.table.announcements import SeatNote
from pitboss.table.bots import BOTS, Bot, advised, affordable, hand_seen
from pitboss.table.clocks import start_clocks
from pitboss.table.live_state import LiveState, people_in
from pitboss.table.places import stand
from pitboss.table.purses import fill_bot_purse
from pitboss.table.turn import Turn


def add_bot(turn: Turn, kind: str) -> None:
    """A bot takes the first free seat."""
    turn.check_open()
    table, seating = turn.live.table, turn.live.seating
    if kind not in BOTS:
        text = f"{kind!r} is no bot; allowed: {', '.join(BOTS)}"
        raise Refusal("bot", text, None, "bot")
    free = [number for number in range(1, table.sheet.seats + 1) if seating.at(number) is None]
    if not free:
        raise Refusal("full", "Every seat is taken", table.sheet.seats_clause, "seat")
    bot = f"bot:{turn.live.id}:{turn.supply.new_id()}"
    turn.seat(seating.come(bot, f"{kind} bot", kind).sit(table, bot, free[0]))
    turn.set_sitter(bot, ready=True)
    turn.note(SeatNote("sit", free[0], f"{kind} bot"), free[0])


def have_bots(turn: Turn, wanted: int) -> None:
    """As many bots that play by the odds as are wanted, as far as there are seats; others stay."""
    seated = turn.live.seating.seated()
    free = turn.live.table.sheet.seats - sum(len(each.seats) for each in seated)
    missing = wanted - sum(each.bot is not None for each in seated)
    for _ in range(min(missing, free)):
        add_bot(turn, "optimal")


def remove_bot(turn: Turn, seat: int) -> None:
    """A bot gets up, after this hand if it is in one."""
    sitter = turn.live.seating.at(seat)
    if sitter is None or sitter.bot is None:
        raise Refusal("bot", f"No bot sits at seat {seat}", None, "seat")
    stand(turn, sitter.id, None)


def is_played(live: LiveState, state: Round) -> bool:
    """Whether there is a hand: a person takes part, or, without a clock, all of them sit this one out.

    At a table of an evening there always is: bots play for themselves there.
    """
    if live.settings.evening is not None:
        return True
    people = [each for each in live.seating.seated() if each.bot is None and each.here]
    out = live.clock is None and bool(people) and all(each.ready or each.out for each in people)
    return out or people_in(state)


def bot_bets(turn: Turn, state: Round) -> bool:
    """Bots bet once the hand is played: a table of bots alone stands still."""
    if not is_played(turn.live, state):
        return False
    for each in turn.live.seating.seated():
        if each.bot and not each.leaving and state.seat(each.seats[0]) is None:
            wagers = BOTS[each.bot].bets(turn.live.table)
            fill_bot_purse(turn, each.id, turn.live.table.need(wagers))
            if turn.funds(each.id) < turn.live.table.need(wagers):
                continue
            bet = Bet(each.seats[0], each.id, wagers)
            turn.do(each.id, turn.supply.new_id(), bet, each.seats[0])
            start_clocks(turn)
            return True
    return False


def bot_decides(turn: Turn, state: Round, number: int, bot: Bot, by: DecidedBy) -> bool:
    """A bot sees what a person in its seat would see, and nothing else. False while it is reckoned."""
    seat = state.seat(number)
    if seat is None:
        raise AssertionError("a seat that waits has bet")
    live = turn.live
    seen = view(state, Viewer(seat.player))
    if bot.decides is not None:
        action = bot.decides(live.table, seen, number)
    else:
        hand = hand_seen(live.table, seen, number)
        if hand not in live.advised and turn.advise is None:
            if hand not in live.asked:
                turn.set(asked=(*live.asked, hand))
            return False
        best = live.advised[hand] if hand in live.advised or turn.advise is None else turn.advise(hand)
        if best is None:  # nobody could say in time
            turn.dealer(away_decision(state, number), number)
            return True
        action = advised(seen, number, best)
    if is_raise(action.id):
        funds = turn.funds(seat.player) + live.table.play_reserve(seat.wagers)
        action = affordable(action, seen.actions, funds)
    actor = seat.player if by == "player" else table_actor(live.id)
    command = Decide(number, seat.player, action.id, action.discard, by)
    turn.do(actor, turn.supply.new_id(), command, number)
    return True

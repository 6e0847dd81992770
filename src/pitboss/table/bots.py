"""Bots: each sees what a person in its seat would see, and bets and decides through the same commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pitboss.cards import parse_cards
from pitboss.hands import value3
from pitboss.ledger.accounts import table_actor
from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.round import Action, Decide, Refusal, Round, View, Viewer, away_decision, view
from pitboss.round.choices import least, wager_range
from pitboss.round.events import DecidedBy
from pitboss.round.table import Table, is_raise, parse_action
from pitboss.round.views import HIDDEN
from pitboss.table.commands import Bet
from pitboss.table.live_state import LiveState, SeatNote, Turn, people_in
from pitboss.table.people import fill_bot_purse, stand, start_clocks

Decision = Callable[[Table, View, int], Action]


def least_ante(table: Table) -> dict[str, Cents]:
    """The smallest legal Ante, with what must be bet beside it."""
    ante = table.sheet.wagers["ante"]
    cents = ante.fixed.cents if ante.fixed else least(wager_range(table, ante, {}))
    return {"ante": cents, **table.sheet.stakes_beside(cents)}


@dataclass(frozen=True, slots=True)
class Bot:
    """A strategy with a name, and in a few words what it does."""

    label: str
    decides: Decision | None  # None: by the exact odds, which are worked out for the table
    bets: Callable[[Table], dict[str, Cents]] = least_ante


def hand_seen(table: Table, seen: View, seat: int) -> Hand:
    """What there is to reckon for a seat, for the bet on the table, from what it sees."""
    mine = next(each for each in seen.seats if each.n == seat)
    bets = tuple((spot.id, spot.amount) for spot in mine.spots if spot.amount)
    shown = [text for text in seen.dealer.cards if text != HIDDEN]
    return Hand(table, None, parse_cards(" ".join(mine.hand.cards)), parse_cards(" ".join(shown)), bets)


def advised(seen: View, seat: int, best: str) -> Action:
    """The action that the odds name."""
    return _choose(seen, seat, *parse_action(best))


def _from(lowest: Callable[[Table], int]) -> Decision:
    """Plays hands of at least a value and folds the rest."""

    def decides(table: Table, seen: View, seat: int) -> Action:
        cards = parse_cards(" ".join(next(each.hand.cards for each in seen.seats if each.n == seat)))
        plays = value3(cards[0], cards[1], cards[2]) >= lowest(table)
        return _choose(seen, seat, "play" if plays else "fold")

    return decides


def _random(table: Table, seen: View, seat: int) -> Action:
    """Anything that is legal; which, its own cards decide, so that a round can be told again."""
    mine = next(each for each in seen.seats if each.n == seat)
    actions = [each for each in seen.actions if each.seat == seat]
    return Random(f"{seen.round} {seat} {mine.hand.cards}").choice(actions)


def affordable(action: Action, others: Sequence[Action], funds: Cents) -> Action:
    """A raise, or where it costs more than there is, the largest Play that does not."""
    if action.cost <= funds:
        return action
    plays = [each for each in others if each.seat == action.seat and each.id != "fold"]
    return max((each for each in plays if each.cost <= funds), key=lambda each: each.cost)


def _choose(seen: View, seat: int, action: str, discard: str | None = None) -> Action:
    return next(
        each
        for each in seen.actions
        if each.seat == seat and each.id == action and (discard is None or each.discard == discard)
    )


MOST_BOTS: Final = 6  # that a table is opened with: people must find a seat
BOTS: Final[Mapping[str, Bot]] = {
    "optimal": Bot("Plays by the exact odds", None),
    "mimic": Bot("Plays when the dealer would", _from(lambda table: table.sheet.dealer.qualifier.value)),
    "always": Bot("Plays every hand", _from(lambda table: 0)),
    "timid": Bot("Plays by the rule for absent players", _from(lambda table: table.sheet.away.value)),
    "random": Bot("Plays by chance", _random),
}


# At a table


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
    if live.evening is not None:
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
            turn.act(each.id, bet, each.seats[0])
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
        if hand not in live.advised:
            if hand not in live.asked:
                turn.set(asked=(*live.asked, hand))
            return False
        best = live.advised[hand]
        if best is None:  # nobody could say in time
            turn.dealer(away_decision(state, number), number)
            return True
        action = advised(seen, number, best)
    if is_raise(action.id):
        funds = turn.funds(seat.player) + live.table.play_reserve(seat.wagers)
        action = affordable(action, seen.actions, funds)
    actor = seat.player if by == "player" else table_actor(live.id)
    command = Decide(number, seat.player, action.id, action.discard, by)
    turn.act(actor, command, number)
    return True

"""What a seat may do now, at what cost and with what consequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.cards import card_sign, card_text
from pitboss.hands import value3
from pitboss.money import Cents, dollars
from pitboss.phrases import all_of
from pitboss.round.decision_texts import action_text
from pitboss.round.events import Decide
from pitboss.round.raises import play_stake, raise_of
from pitboss.round.settlement import ActionId
from pitboss.round.state import Phase, Round, Seat
from pitboss.round.sure_wagers import sure_bets
from pitboss.round.table import Table


@dataclass(frozen=True, slots=True)
class Action:
    """One legal decision of a seat."""

    seat: int
    id: ActionId
    label: str
    cost: Cents
    key: str
    consequence: str
    clause: str
    discard: str | None = None

    @property
    def text(self) -> str:
        """The decision in one word: `play`, `draw:4d`."""
        return action_text(self.id, self.discard)

    def command(self, player: str) -> Decide:
        """The command that takes this action."""
        return Decide(self.seat, player, self.id, self.discard)


def legal_actions(state: Round, number: int) -> tuple[Action, ...]:
    """The decisions open to a seat; empty when it has nothing to decide now.

    >>> from pitboss import FULL_DECK, DealCards, EndDeal, PlaceBets, card_text
    >>> from pitboss import legal_actions, open_round, open_table, step
    >>> state = step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = step(step(state, DealCards(tuple(card_text(card) for card in FULL_DECK))), EndDeal())
    >>> [action.text for action in legal_actions(state, 1)]
    ['fold', 'play']
    """
    seat = state.seat(number)
    return actions_of(state.table, state.phase, seat) if seat is not None else ()


def actions_of(table: Table, phase: Phase, seat: Seat) -> tuple[Action, ...]:
    """The decisions open to a seat that bet, of which nothing else is known."""
    if phase != "decisions" or not seat.waits:
        return ()
    sheet, number = table.sheet, seat.number
    clause = sheet.play.clause
    cost = table.play_stake(seat.wagers["ante"])
    adds = f"Adds {dollars(cost)} on {sheet.play.label}"
    fold = Action(number, "fold", "Fold", 0, "f", fold_consequence(table, seat), clause)
    play = Action(number, "play", "Play", cost, "p", f"{adds}.", clause)
    if not sheet.player.draws:
        return (fold, play, *_raises(table, seat))
    draws = tuple(
        Action(
            number,
            "draw",
            f"Draw: discard {card_sign(card)}",
            cost,
            "d",
            f"{adds}. The discard is out of play.",
            sheet.player.draw_clause,
            card_text(card),
        )
        for card in seat.cards
    )
    return (fold, play, *draws)


def _raises(table: Table, seat: Seat) -> Iterator[Action]:
    """The larger Plays that are open to a seat's hand; each has the digit of its multiple as its key."""
    play = table.sheet.play
    if play.raises is None or len(seat.cards) != 3:
        return
    a, b, c = seat.cards
    for times in play.raises_with(value3(a, b, c)):
        action = raise_of(times)
        cost = play_stake(table, seat.wagers["ante"], action)
        consequence = f"Adds {dollars(cost)} on {play.label}."
        label = f"{play.label} {times}×"
        yield Action(seat.number, action, label, cost, str(times % 10), consequence, play.raises.clause)


def fold_consequence(table: Table, seat: Seat) -> str:
    """What a fold would do to each wager of a seat: `Lose Ante $15. 6 Card Bonus stays live.`"""
    wagers = table.sheet.wagers
    gone = {bet.id for bet in sure_bets(table, seat) if bet.state == "lost" and bet.always}
    forfeits = {name for name, _ in seat.bet if wagers[name].fold.does == "lose"}
    lost = [f"{wagers[name].label} {dollars(cents)}" for name, cents in seat.bet if name in forfeits - gone]
    kept = [wagers[name].label for name, _ in seat.bet if name not in forfeits | gone]
    before = [wagers[name].label for name, _ in seat.bet if name in gone]
    text = f"Lose {all_of(lost)}."
    if kept:
        text += f" {all_of(kept)} {'stays' if len(kept) == 1 else 'stay'} live."
    if before:
        text += f" {all_of(before)} {'is' if len(before) == 1 else 'are'} lost already."
    return text

"""Company at the table: bots that bet the Ante at the table minimum and play a sensible fixed strategy.

A bot sees what a person in its seat would see: its own view, nothing else.
"""

from __future__ import annotations

from pitboss.cards import parse_card, rank_of
from pitboss.hands import Category, category3, value3
from pitboss.money import Cents
from pitboss.round import Action, Table, View
from pitboss.round.bets import wager_range
from pitboss.round.view import HIDDEN


def bot_bets(table: Table) -> dict[str, Cents]:
    """The smallest legal Ante."""
    ante = table.sheet.wagers["ante"]
    if ante.fixed:
        return {"ante": ante.fixed.cents}
    span = wager_range(table, ante, {})
    return {"ante": -(-span.low // span.step) * span.step}


def bot_decision(table: Table, view: View, seat: int) -> Action:
    """Draw to less than a flush where one may; else play as the away rule does, and against low up cards."""
    actions = [action for action in view.actions if action.seat == seat]
    cards = next(each.cards for each in view.seats if each.n == seat)
    a, b, c = (parse_card(text) for text in cards)
    discard = _discard(cards) if category3(a, b, c) < Category.FLUSH else None
    for action in actions:
        if action.id == "draw" and action.discard == discard:
            return action
    strong = value3(a, b, c) >= table.sheet.away.value
    wanted = "play" if strong or _shows_low(view) else "fold"
    return next(action for action in actions if action.id == wanted)


def _discard(cards: tuple[str, ...]) -> str:
    """The card to trade: the odd one of a pair, else the lowest."""
    ranks = [text[0] for text in cards]
    odd = [text for text in cards if ranks.count(text[0]) == 1]
    return min(odd or cards, key=lambda text: rank_of(parse_card(text)))


def _shows_low(view: View) -> bool:
    """Whether the dealer shows cards and none of them is a queen or better."""
    shown = [text for text in view.dealer.cards if text != HIDDEN]
    return bool(shown) and all(text[0] not in "QKA" for text in shown)

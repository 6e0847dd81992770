"""A whole round at once: bets, deal, decisions, reveal and pay, by the same commands as at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from pitboss.cards import card_text
from pitboss.money import MICRO
from pitboss.phrases import one_of, shown
from pitboss.round.actions import legal_actions
from pitboss.round.cover import most_used
from pitboss.round.events import DealCards, Decide, EndDeal, PlaceBets, RevealDealer, SettleRound, TakeBank
from pitboss.round.play import step
from pitboss.round.refusal import Refusal
from pitboss.round.state import Round, open_round
from pitboss.round.views import View, Viewer, view

if TYPE_CHECKING:
    from pitboss.cards import Card
    from pitboss.money import Cents
    from pitboss.round.table import Table

Chooser = Callable[[View, int], str]  # what a seat sees, and its number → `play`, `fold`, `draw:8s` …
BANK = "bank"


def play_out(
    table: Table,
    deck: Iterable[Card],
    bets: Mapping[int, Mapping[str, Cents]],
    chooser: Chooser | Mapping[int, Chooser],
    *,
    bank: Cents | None = None,
    meter: Cents | None = None,
) -> Round:
    """Plays a round to its end and gives the settled round; each seat decides by what it may see.

    A bank's stake that is left out covers every seat in full. A meter that is left out stands at its reset.

    >>> from pitboss.cards import FULL_DECK
    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> table = open_table(load_house("napa-valley"))
    >>> end = play_out(table, FULL_DECK, {1: {"ante": 1000}}, lambda seen, seat: "play")
    >>> end.phase, end.paid(1).net
    ('settled', 0)
    """
    state = open_round(table)
    for number, wagers in sorted(bets.items()):
        state = step(state, PlaceBets(number, _person(number), dict(wagers)))
    if table.sheet.bank is not None:
        cover = most_used(table, tuple(bets.values())) if bank is None else bank
        state = step(state, TakeBank(BANK, cover))
    state = step(step(state, DealCards(tuple(card_text(card) for card in deck))), EndDeal())
    while state.waiting:
        number = state.waiting[0]
        chooses = chooser[number] if isinstance(chooser, Mapping) else chooser
        chosen = chooses(view(state, Viewer(_person(number))), number)
        state = step(state, _decision(state, number, chosen))
    posted = table.sheet.meter
    held = None if posted is None else (posted.reset if meter is None else meter) * MICRO
    return step(step(state, RevealDealer()), SettleRound(held))


def _decision(state: Round, number: int, chosen: str) -> Decide:
    """The decision in words that the seat may take."""
    for action in legal_actions(state, number):
        if action.text == chosen:
            return action.command(_person(number))
    allowed = one_of([action.text for action in legal_actions(state, number)])
    raise Refusal("no_action", f"Seat {number} cannot {shown(chosen)}; it may {allowed}", None, "action")


def _person(number: int) -> str:
    return f"seat {number}"

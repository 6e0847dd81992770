"""One round of three-card poker: commands in, events out, nothing changes in place.

>>> from pitboss.cards import FULL_DECK
>>> from pitboss.round import *
>>> state = step(open_round("rivers"), PlaceBets(1, "ann", {"ante": 1000}))
>>> state = step(state, DealCards(FULL_DECK))
>>> state = step(state, EndDeal())
>>> [action.label for action in legal_actions(state, 1)]
['Fold', 'Play']
>>> state = step(state, Decide(1, "ann", "play"))
>>> state = step(step(state, RevealDealer()), SettleRound(meter=100_000))
>>> state.phase, state.paid(1).net  # unshuffled, both hold 2-2-3: a push
('settled', 0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.errors import Refusal
    from pitboss.round.adjudicate import settle
    from pitboss.round.choices import Action, LegalBets, Spot, legal_actions, legal_bets, spots
    from pitboss.round.document import NotADocument, RoundDocument, dump_round, load_round, parse_round
    from pitboss.round.events import (
        BankTaken,
        BetsPlaced,
        CardsDealt,
        Command,
        DealCards,
        DealEnded,
        DealerRevealed,
        Decide,
        Decided,
        EndDeal,
        Event,
        PlaceBets,
        RevealDealer,
        RoundSettled,
        RoundVoided,
        SettleRound,
        TakeBank,
        VoidRound,
    )
    from pitboss.round.facts import tell
    from pitboss.round.play import apply, away_decision, contributions, step, why_not
    from pitboss.round.settlement import Deal, Hand, Line, Settlement
    from pitboss.round.state import Round, evolve, open_round, replay
    from pitboss.round.table import Table, open_table
    from pitboss.round.views import NOBODY, View, Viewer, view

__all__ = [
    "NOBODY",
    "Action",
    "BankTaken",
    "BetsPlaced",
    "CardsDealt",
    "Command",
    "Deal",
    "DealCards",
    "DealEnded",
    "DealerRevealed",
    "Decide",
    "Decided",
    "EndDeal",
    "Event",
    "Hand",
    "LegalBets",
    "Line",
    "NotADocument",
    "PlaceBets",
    "Refusal",
    "RevealDealer",
    "Round",
    "RoundDocument",
    "RoundSettled",
    "RoundVoided",
    "SettleRound",
    "Settlement",
    "Spot",
    "Table",
    "TakeBank",
    "View",
    "Viewer",
    "VoidRound",
    "apply",
    "away_decision",
    "contributions",
    "dump_round",
    "evolve",
    "legal_actions",
    "legal_bets",
    "load_round",
    "open_round",
    "open_table",
    "parse_round",
    "replay",
    "settle",
    "spots",
    "step",
    "tell",
    "view",
    "why_not",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

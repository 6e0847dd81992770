"""Pitboss: the open three-card-poker house. A rule sheet is data; everything else reads it.

>>> import pitboss
>>> pitboss.houses()
('pechanga', 'atlantic-city', 'napa-valley', 'shine', 'rivers')
>>> f"{float(pitboss.price('rivers').wagers['ante'].house_edge):.2%}"
'3.37%'
>>> pitboss.advise("napa-valley", "Qs 6h 4d", up="9c").best
('play',)

What is here is looked up when it is asked for, in the rooms that have it: `pitboss.sheet`, `pitboss.round`,
`pitboss.odds`, `pitboss.sim`, `pitboss.proof` and others have more. docs/api.md shows how they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import __version__, lazy_names

if TYPE_CHECKING:
    from pitboss.cards import FULL_DECK, Card, Deck, NotACard, card_text, cards_text, parse_card, parse_cards
    from pitboss.errors import NotPriced, Refusal
    from pitboss.hands import Category, SixCategory, category3, category6, describe, value3
    from pitboss.messages.rounds import Teller
    from pitboss.odds.game import Game
    from pitboss.odds.house_prices import compare, exact_value, plan_for, play_out, price
    from pitboss.odds.plan import Plan
    from pitboss.odds.policies import Turn
    from pitboss.odds.prices import Price
    from pitboss.odds.sessions import session
    from pitboss.odds.strategies import advise, strategy
    from pitboss.proof.receipt_check import verify
    from pitboss.round.adjudicate import rule_round, settle
    from pitboss.round.choices import legal_actions, legal_bets
    from pitboss.round.document import dump_round, load_round, parse_round
    from pitboss.round.events import (
        DealCards,
        Decide,
        EndDeal,
        PlaceBets,
        RevealDealer,
        SettleRound,
        TakeBank,
    )
    from pitboss.round.play import apply, step, why_not
    from pitboss.round.settlement import Deal, Hand, Settlement
    from pitboss.round.state import Round, evolve, open_round
    from pitboss.round.table import Table, open_table
    from pitboss.round.views import Viewer, view
    from pitboss.sheet.faults import SheetRefused
    from pitboss.sheet.files import NoSuchHouse, houses, load
    from pitboss.sheet.model import Sheet
    from pitboss.sim.run import simulate

__all__ = [
    "FULL_DECK",
    "Card",
    "Category",
    "Deal",
    "DealCards",
    "Decide",
    "Deck",
    "EndDeal",
    "Game",
    "Hand",
    "NoSuchHouse",
    "NotACard",
    "NotPriced",
    "PlaceBets",
    "Plan",
    "Price",
    "Refusal",
    "RevealDealer",
    "Round",
    "SettleRound",
    "Settlement",
    "Sheet",
    "SheetRefused",
    "SixCategory",
    "Table",
    "TakeBank",
    "Teller",
    "Turn",
    "Viewer",
    "__version__",
    "advise",
    "apply",
    "card_text",
    "cards_text",
    "category3",
    "category6",
    "compare",
    "describe",
    "dump_round",
    "evolve",
    "exact_value",
    "houses",
    "legal_actions",
    "legal_bets",
    "load",
    "load_round",
    "open_round",
    "open_table",
    "parse_card",
    "parse_cards",
    "parse_round",
    "plan_for",
    "play_out",
    "price",
    "rule_round",
    "session",
    "settle",
    "simulate",
    "step",
    "strategy",
    "value3",
    "verify",
    "view",
    "why_not",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

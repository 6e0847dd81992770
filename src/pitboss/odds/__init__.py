"""The exact price of any sheet: edge, distribution, strategy, advice.

>>> from pitboss.odds import price_sheet
>>> from pitboss.sheet import load_house
>>> price_sheet(load_house("atlantic-city")).wagers["ante"].ev
Fraction(-686689, 20358520)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.errors import NotPriced
    from pitboss.odds.bank import BankPrice, bank_price
    from pitboss.odds.decisions import Chooser, from_value, optimal
    from pitboss.odds.explain import How, how
    from pitboss.odds.game import Game
    from pitboss.odds.house_prices import (
        Comparison,
        compare,
        exact_value,
        game_of,
        plan_for,
        play_out,
        price,
        price_sheet,
    )
    from pitboss.odds.plan import Plan, plan_from_value, plan_of, plan_of_cards
    from pitboss.odds.policies import Policy, Turn
    from pitboss.odds.prices import Moments, Price, SheetPrice
    from pitboss.odds.sessions import session
    from pitboss.odds.strategies import Advice, Entry, NotAStrategy, Strategy, advise, read_strategy, strategy

__all__ = [
    "Advice",
    "BankPrice",
    "Chooser",
    "Comparison",
    "Entry",
    "Game",
    "How",
    "Moments",
    "NotAStrategy",
    "NotPriced",
    "Plan",
    "Policy",
    "Price",
    "SheetPrice",
    "Strategy",
    "Turn",
    "advise",
    "bank_price",
    "compare",
    "exact_value",
    "from_value",
    "game_of",
    "how",
    "optimal",
    "plan_for",
    "plan_from_value",
    "plan_of",
    "plan_of_cards",
    "play_out",
    "price",
    "price_sheet",
    "read_strategy",
    "session",
    "strategy",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

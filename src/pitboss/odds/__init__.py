"""The exact price of any sheet: edge, distribution, strategy, advice.

>>> from pitboss.odds import price_sheet
>>> from pitboss.sheet import load
>>> price_sheet(load("atlantic-city")).wagers["ante"].ev
Fraction(-686689, 20358520)
"""

from pitboss.odds.counts import NotPriced
from pitboss.odds.main_game import Chooser, from_value, optimal
from pitboss.odds.price import Price
from pitboss.odds.sheet_price import Game, SheetPrice, price_sheet
from pitboss.odds.strategy import Advice, Entry, advise, strategy

__all__ = [
    "Advice",
    "Chooser",
    "Entry",
    "Game",
    "NotPriced",
    "Price",
    "SheetPrice",
    "advise",
    "from_value",
    "optimal",
    "price_sheet",
    "strategy",
]

"""Published figures beside the exact ones: is each what the rules give, to the last digit printed?

>>> from pitboss.sheet import load_sheet
>>> first = reproduce_all(load_sheet("examples/catalogue/full-pay.toml"))[0]
>>> first.published.says, first.exact, first.agrees
('3.37 %', Fraction(686689, 20358520), True)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import NotPriced
from pitboss.odds.game import Game
from pitboss.odds.parse_bets import strategy_called
from pitboss.odds.prices import Price
from pitboss.round.table import open_table
from pitboss.sheet.model import Published, Sheet


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A published figure and what the rules give for it."""

    published: Published
    exact: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the exact figure, rounded as the published one was, is the published one."""
        printed = self.published.printed
        return printed.rounded(self.exact) == printed.value

    @property
    def shown(self) -> str:
        """The exact figure with the digits of the published one."""
        return self.published.printed.text(self.exact)

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss odds --json`."""
        published = self.published
        return {
            "wager": published.wager,
            "figure": published.figure,
            "strategy": published.strategy,
            "players": published.players,
            "meter": published.meter,
            "says": published.says,
            "exact": str(self.exact),
            "agrees": self.agrees,
            "errs": published.errs,
            "source": published.source,
            "url": published.url,
            "recalled": published.recalled,
        }


def reproduce_all(sheet: Sheet) -> tuple[Reproduced, ...]:
    """Every figure that was published about a sheet, beside the exact one."""
    table = open_table(sheet)
    games: dict[tuple[int, int | None], Game] = {}
    prices: dict[tuple[int, int | None, str, str], Price] = {}
    found: list[Reproduced] = []
    for each in sheet.published:
        place = each.players, each.meter
        game = games.setdefault(place, Game(table, *place))
        key = (*place, each.wager, each.strategy)
        if key not in prices:
            strategy = strategy_called(sheet, each.strategy)
            if strategy is None:
                raise NotPriced(f"{each.strategy} is no strategy")
            prices[key] = game.price(each.wager, strategy)
        found.append(Reproduced(each, _figure(prices[key], each)))
    return tuple(found)


def _figure(price: Price, published: Published) -> Fraction:
    """The exact figure of one name."""
    match published.figure:
        case "house edge":
            return price.house_edge
        case "player's edge":
            return price.ev
        case "element of risk":
            return price.element_of_risk
        case "return":
            return 1 + price.ev
        case "wins":
            return price.win_frequency
        case "deviation":
            return Fraction(price.stdev)
        case "break-even meter":
            cents = price.extras.get("break_even_meter")
            if cents is None:
                raise NotPriced(f"{published.wager} wins no meter")
            return Fraction(int(cents), 100)

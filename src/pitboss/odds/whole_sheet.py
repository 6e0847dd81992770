"""Every wager of a sheet priced, and a whole bet beside them; how far that has come is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.bets_together import tally_ahead
from pitboss.odds.decisions import Chooser, optimal
from pitboss.odds.prices import Price, SheetPrice
from pitboss.odds.whole_bets import decided_bets
from pitboss.odds.work import Progress, part

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def price_sheet(
    game: Game, strategy: Chooser, bets: Mapping[str, Cents] | None, progress: Progress | None
) -> SheetPrice:
    """As `Game.price_each` has it."""
    apart = _counted_apart(game, bets or {})
    parts = 1 + len(apart)
    of = {name: part(progress, place, parts) for place, name in enumerate(apart, 1)}
    tally_ahead(game, decided_bets(game, bets, main=strategy is optimal), part(progress, 0, parts))
    prices = {name: game.price_or_why(name, strategy, of.get(name)) for name in game.sheet.wagers}
    refused = {name: each.text for name, each in prices.items() if isinstance(each, NotPriced)}
    combined: Price | None = None
    if bets:
        try:
            combined = game.price_bets(bets, of.get("combined"))
        except NotPriced as why:
            refused["combined"] = why.text
    wagers = {name: each for name, each in prices.items() if isinstance(each, Price)}
    return SheetPrice(game.sheet.id, wagers, combined, refused)


def _counted_apart(game: Game, bets: Mapping[str, Cents]) -> list[str]:
    """The prices, `combined` being that of a bet, that may count others' hands beside the dealer's."""
    if game.dealing.dealer_draws or game.dealing.player_draws:
        return []
    return [*filter(game.envies, game.sheet.wagers), *(["combined"] if game.envies_any(bets) else [])]

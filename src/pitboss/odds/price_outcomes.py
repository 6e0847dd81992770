"""The outcomes behind a price: their classes, for whoever shows a price line by line."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.decisions import Chooser, optimal
from pitboss.odds.envy_price import mean_envy
from pitboss.odds.other_hands import company
from pitboss.odds.outcome_classes import Outcomes, with_company
from pitboss.odds.shared_meter import is_shared

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def outcomes_of(game: Game, wager: str, strategy: Chooser = optimal) -> Outcomes:
    """The outcome classes of one wager as it is priced: all of them together fill its sample space."""
    if wager != "ante" and not game.depends_on_decisions(wager):
        return _undecided(game, wager)
    wagers = game.stakes_of(wager)
    chosen = strategy if wager == "ante" else optimal
    more = mean_envy(game, wagers, chosen) if game.envies(wager) else Fraction(0)
    return Outcomes(wagers, game.classes_of(wagers, chosen), more)


def _undecided(game: Game, wager: str) -> Outcomes:
    """The classes of a wager that no decision touches; envy is in them where it is counted hand by hand."""
    wagers, beyond = {wager: game.stakes_of(wager)[wager]}, wager in game.table.book.shared
    shared = game.players > 1 and is_shared(game.table, wager)
    if game.envies(wager) and not shared and not beyond and game.envied.cents is not None:
        joint = company(game.envied.cents, game.players - 1)
        if joint is not None:
            return Outcomes(wagers, with_company(joint))
    alone = game.own_nets(wager)
    more = game.mean_cents(wager) - Fraction(sum(net * n for net, n in alone), sum(n for _, n in alone))
    return Outcomes(wagers, game.alone(wager)[1], more)

"""Wagers that no decision touches, and so no knowledge: their mean stands beside all that is decided."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.money import Cents
from pitboss.odds.bet_worths import weighed_wagers
from pitboss.odds.sheet_price import Game


def mean_beside(game: Game, wagers: Mapping[str, Cents]) -> Fraction:
    """What those wagers of a bet bring on average, in cents, that are not weighed with its decisions."""
    whole, weighed = Fraction(0), weighed_wagers(game, wagers)
    for name, stake in wagers.items():
        if name not in weighed:
            nets = game.own_nets(name, stake)
            whole += Fraction(sum(net * number for net, number in nets), sum(number for _, number in nets))
    return whole

"""The mean of a wager that no decision touches, and the meter at which it is fair."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.envy_price import shared_meter
from pitboss.odds.shared_meter import is_shared

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def break_even_meter(game: Game, wager: str) -> int:
    """The smallest meter, in whole cents, at which the wager's mean net is not below zero."""
    sheet_meter = game.sheet.meter
    if sheet_meter is None:
        raise NotPriced(f"{game.sheet.name} has no meter")

    def mean(meter: Cents) -> Fraction:
        return type(game)(game.table, game.players, meter, game.seat).mean_cents(wager)

    low, high = sheet_meter.reset, sheet_meter.reset + 10**9
    meter = low - floor(mean(low) * (high - low) / (mean(high) - mean(low)))
    while low < meter and mean(meter - 1) >= 0:  # shares are paid in whole cents, so the line has steps
        meter -= 1
    while low <= meter and mean(meter) < 0:
        meter += 1
    return meter


def mean_cents(game: Game, wager: str) -> Fraction:
    """The mean net of a wager that no decision touches, envy included."""
    wagers = {wager: game.stakes_of(wager)[wager]}
    others = (game.players - 1) * Fraction(*game.envied.total) if game.envies(wager) else Fraction(0)
    if game.players > 1 and is_shared(game.table, wager):
        return shared_meter(game, wager, wagers).own_mean(game.stands_at) + others
    nets = game.own_nets(wager)
    return Fraction(sum(net * n for net, n in nets), sum(n for _, n in nets)) + others

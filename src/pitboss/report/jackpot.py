"""Progressives on a PAR sheet: what feeds the meter, what it returns, and at which meter the bet is fair."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.money import Cents
from pitboss.odds import Game, Price
from pitboss.odds.not_priced import OutOfReach
from pitboss.sheet.pays import MeterShare


@dataclass(frozen=True, slots=True)
class AtPlayers:
    """The bet with so many players at the table: what envy adds, and from which meter on it is fair."""

    players: int
    envy: Fraction  # per unit of the wager
    return_at_reset: Fraction  # all that comes back of a unit, envy included
    break_even_meter: Cents


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A wager that can win the meter."""

    wager: str
    label: str
    clause: str
    stake: Cents
    reset: Cents
    contribution: Fraction  # share of each bet that goes to the meter
    own_return: Fraction  # of a unit, at the reset meter, without envy
    long_run: Fraction | None  # with what the bets put into the meter; None where a line takes part of it
    rows: tuple[AtPlayers, ...]  # as far as they are counted


def jackpot_of(game: Game, price: Price) -> Jackpot | None:
    """The progressive side of a wager, or None where it cannot win a meter."""
    meter, wager = game.sheet.meter, price.wager
    if meter is None or "break_even_meter" not in price.extras:
        return None
    stake = game.stakes_of(wager)[wager]
    contribution = meter.share_of(wager)

    def at(players: int) -> Game:
        return Game(game.table, players, meter.reset)

    def back(players: int) -> Fraction:
        """What comes back of a unit at so many players."""
        return 1 + at(players).mean_cents(wager) / at(players).stakes_of(wager)[wager]

    own = back(1)
    rows = []
    for players in range(1, game.sheet.seats + 1):
        try:
            all_back, fair = back(players), at(players).break_even_meter(wager)
        except OutOfReach:  # with more players even more so
            break
        rows.append(AtPlayers(players, all_back - own, all_back, fair))
    shares = [pay for pay in game.sheet.pays_of(wager) if isinstance(pay, MeterShare)]
    return Jackpot(
        wager=wager,
        label=game.sheet.label(wager),
        clause=meter.clause,
        stake=stake,
        reset=meter.reset,
        contribution=contribution,
        own_return=own,
        long_run=own + contribution if all(share.percent == 100 for share in shares) else None,
        rows=tuple(rows),
    )

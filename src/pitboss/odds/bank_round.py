"""What one round is worth to the bank of a table, as far as its seats can be counted together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from pitboss.money import Cents
from pitboss.round.table import Table

if TYPE_CHECKING:
    from pitboss.odds.bank import BankPrice

CoverKind = Literal["full", "limited"]


@dataclass(frozen=True, slots=True)
class BankRound:
    """What a round's price depends on for its bank: the stake, and the bets in the order of cover."""

    table: Table
    stake: Cents
    seats: tuple[tuple[tuple[str, Cents], ...], ...]


@dataclass(frozen=True, slots=True)
class BankWorth:
    """Means in cents. Where more seats than can be counted together may use up the stake, `ev` is None."""

    cover: CoverKind  # whether the stake covers every wager in every deal
    full: Fraction  # the mean with cover for everything
    ev: Fraction | None  # with this stake
    short: Fraction | None = None  # how often a cent stays uncovered
    win_frequency: Fraction | None = None
    stdev: float | None = None


def bank_worth(asked: BankRound) -> BankWorth:
    """Reckons a round; with two seats and a stake that can run out this takes seconds.

    Every seat plays its own bet in the best way there is, as if everything were covered.
    """
    from pitboss.odds.bank import seated
    from pitboss.odds.house_prices import kept_game
    from pitboss.odds.not_priced import joint_reach

    game, bets = kept_game(asked.table), [dict(each) for each in asked.seats]
    alone = [seated(game, [each]) for each in bets]
    full = sum((each.price().ev for each in alone), Fraction(0))
    covers = asked.stake >= sum(each.enough for each in alone)
    if len(bets) == 1:
        return _counted("full" if covers else "limited", full, alone[0].price(asked.stake))
    if covers:
        return BankWorth("full", full, full, Fraction(0))
    if joint_reach(game.dealing, bets) is not None:
        return BankWorth("limited", full, None)
    return _counted("limited", full, seated(game, bets).price(asked.stake))


def _counted(cover: CoverKind, full: Fraction, price: BankPrice) -> BankWorth:
    short = price.cover.short if price.cover else None
    win, spread = (price.net.win_frequency, price.net.stdev) if price.net else (None, None)
    return BankWorth(cover, full, price.ev, short, win, spread)

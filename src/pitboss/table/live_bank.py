"""What the round on the felt is worth to its bank: asked by who holds it, from nothing that is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.bank_round import BankRound, BankWorth, CoverKind
from pitboss.round import Refusal
from pitboss.table.live_state import LiveState


@dataclass(frozen=True, slots=True)
class BankPriceFrame:
    """The exact price of a round for its bank, before any card is known. Fractions are texts, in cents.

    Every seat plays its own bet in the best way there is, as if everything were covered. Where more seats
    than can be counted together may use up the stake, `ev` is null, and `full` has the mean with cover for
    everything; a bet without an exact price has a sentence instead.
    """

    round: int
    stake: Cents
    cover: CoverKind | None = None  # whether the stake covers every wager in every deal
    ev: str | None = None
    full: str | None = None
    short: str | None = None  # how often a cent stays uncovered
    win_frequency: str | None = None
    stdev: float | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class BankAsked:
    """A round that its bank has priced, as the table knows it; nothing is reckoned yet."""

    rounds: int
    round: BankRound


def price_asked(live: LiveState, person: str) -> BankAsked:
    """The round on the felt, for who holds its bank."""
    state = live.state
    bank = state.bank if state else None
    if state is None or bank is None or bank.player != person:
        raise Refusal("not_yours", "You do not hold the bank of this round", None, "bank")
    if not state.seats:
        raise Refusal("no_bets", "Nobody has bet against the bank yet", None, "bank")
    bets = tuple(seat.bet for seat in state.seats)
    return BankAsked(live.stored_table.rounds, BankRound(live.table, bank.stake, bets))


def price_told(asked: BankAsked, worth: BankWorth | NotPriced) -> BankPriceFrame:
    """The price once it is reckoned."""
    if isinstance(worth, NotPriced):
        return BankPriceFrame(asked.rounds, asked.round.stake, why=f"{worth}.")
    return BankPriceFrame(
        asked.rounds,
        asked.round.stake,
        worth.cover,
        ev=None if worth.ev is None else str(worth.ev),
        full=str(worth.full),
        short=None if worth.short is None else str(worth.short),
        win_frequency=None if worth.win_frequency is None else str(worth.win_frequency),
        stdev=worth.stdev,
    )

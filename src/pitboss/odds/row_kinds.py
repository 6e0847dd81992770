"""The columns of every result: what `rows()` gives and a data frame has.

An exact number stands in three of them, a float with its numerator and denominator. Money is in cents.
"""

from __future__ import annotations

from typing import TypedDict


class PriceRow(TypedDict):
    """A wager of a house, or the whole bet."""

    house: str
    wager: str  # `combined` is the whole bet
    unit: str  # what its net is counted in: the wager, or cents
    ev: float | None
    ev_numerator: int | None
    ev_denominator: int | None
    house_edge: float | None
    element_of_risk: float | None
    element_of_risk_numerator: int | None
    element_of_risk_denominator: int | None
    variance: float | None
    variance_numerator: int | None
    variance_denominator: int | None
    stdev: float | None
    win_frequency: float | None
    win_frequency_numerator: int | None
    win_frequency_denominator: int | None
    outcomes: int | None
    refused: str | None  # why it has no price


class NetRow(TypedDict):
    """A net that a wager can come to."""

    wager: str
    net: float
    net_numerator: int
    net_denominator: int
    count: int
    outcomes: int
    probability: float


class StrategyRow(TypedDict):
    """A hand up to suits, with the up cards where any show: the worth of each action, per Ante."""

    hand: str
    multiplicity: int
    up: str | None
    action: str
    ev_fold: float | None
    ev_fold_numerator: int | None
    ev_fold_denominator: int | None
    ev_play: float | None
    ev_play_numerator: int | None
    ev_play_denominator: int | None
    ev_draw_1: float | None
    ev_draw_1_numerator: int | None
    ev_draw_1_denominator: int | None
    ev_draw_2: float | None
    ev_draw_2_numerator: int | None
    ev_draw_2_denominator: int | None
    ev_draw_3: float | None
    ev_draw_3_numerator: int | None
    ev_draw_3_denominator: int | None


class AdviceRow(TypedDict):
    """An action for one hand."""

    action: str
    ev: float
    ev_numerator: int
    ev_denominator: int
    best: bool


class SessionRow(TypedDict):
    """Where a session stands after some rounds; `q5` is the bankroll that 5 % are at or below."""

    rounds: int
    ruin: float
    stop_win: float
    stop_loss: float
    playing: float
    mean: float
    q1: int
    q5: int
    q25: int
    q50: int
    q75: int
    q95: int
    q99: int
    error: float


class LeftRow(TypedDict):
    """A bankroll that a session can end with; of many, the least of a band that is so wide."""

    bankroll: int
    band: int
    probability: float


class SeatRow(TypedDict):
    """A seat against a player bank, in cents a round."""

    seat: int
    bets: str
    ev: float
    ev_numerator: int
    ev_denominator: int
    ev_full: float
    ev_full_numerator: int
    ev_full_denominator: int
    ev_lost: float
    ev_lost_numerator: int
    ev_lost_denominator: int
    unpaid: float
    unpaid_numerator: int
    unpaid_denominator: int
    uncollected: float
    uncollected_numerator: int
    uncollected_denominator: int


class EnoughRow(TypedDict):
    """A bankroll that is ruined no likelier than this within some rounds; None: some day."""

    rounds: int | None
    ruin: float
    bankroll: int


class QuittingRow(TypedDict):
    """When to get up with a rebate: ahead or behind by so much; None: never so."""

    rounds: int
    win: int | None
    loss: int | None


class PlayersRow(TypedDict):
    """A table with so many seats in play, in cents a round."""

    players: int
    mean: float
    mean_numerator: int
    mean_denominator: int
    variance: float
    variance_numerator: int
    variance_denominator: int
    stdev: float
    stdev_apart: float


class HitRow(TypedDict):
    """With this chance, in per cent, a meter is hit within so many rounds, and shows at most so much."""

    percent: int
    rounds: int
    meter: int | None


class KnowledgeRow(TypedDict):
    """What a piece of knowledge is worth, per Ante; a simulated figure has ends and no numerator."""

    house: str
    hole: int
    edges: str
    backs: int
    seats: int
    next_card: bool
    honest: float
    honest_numerator: int
    honest_denominator: int
    ev: float
    ev_numerator: int | None
    ev_denominator: int | None
    ev_low: float
    ev_high: float
    gain: float
    gain_numerator: int | None
    gain_denominator: int | None
    gain_low: float
    gain_high: float
    changes: float
    changes_numerator: int | None
    changes_denominator: int | None
    changes_low: float
    changes_high: float
    outcomes: int | None
    deals: int | None


class ClassRow(TypedDict):
    """A class of ranks of one's first card."""

    house: str
    ranks: str
    chance: float
    chance_numerator: int
    chance_denominator: int
    ev: float
    ev_numerator: int
    ev_denominator: int

"""A meter over time: how long it takes to be hit, where it stands then, and what starting it again costs.

Each round hits it with the same exact chance, so the rounds to a hit are geometric, and the meter at the
hit is the reset and what those rounds have put into it. That is the whole distribution where every line
that pays from the meter takes all of it; where one takes a part, only the time to each is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, log1p, perm
from typing import Any, Final

from pitboss.dataframes import Rows, Tabular
from pitboss.money import Cents
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.other_hands import deals
from pitboss.odds.outcome_classes import hand_counts
from pitboss.odds.row_kinds import HitRow
from pitboss.odds.sheet_price import Game
from pitboss.odds.six_card_counts import six_counts
from pitboss.round.refusal import Refusal
from pitboss.sheet.payclass import hand_class
from pitboss.sheet.pays import MeterShare

QUANTILES: Final = (5, 25, 50, 75, 95, 99)  # per cent
MOST_HANDS: Final = 12  # that can hit together, where several seats are counted exactly


@dataclass(frozen=True, slots=True)
class MeterRisk(Tabular[HitRow]):
    """The meter of a wager with so many players who all make it; money in cents."""

    wager: str
    players: int
    stake: Cents
    reset: Cents
    contribution: Fraction  # of a bet, to the meter
    per_bet: Fraction  # the chance that one bet takes the whole meter
    per_round: Fraction  # that a round does
    exact_round: bool  # False: `per_round` is the sum over the seats, which is slightly too much
    parts: Mapping[Fraction, Fraction]  # share of the meter below all of it -> chance of one bet

    @property
    def fed(self) -> Fraction:
        """Cents that a round puts into the meter."""
        return self.players * self.stake * self.contribution

    @property
    def mean_rounds(self) -> Fraction:
        """Rounds from one hit to the next, on average."""
        return 1 / self.per_round

    @property
    def mean_at_hit(self) -> Fraction | None:
        """What the meter shows when it is hit, on average; None where lines take parts of it."""
        return None if self.parts else self.reset + self.fed * self.mean_rounds

    @property
    def reseed_cost(self) -> Fraction:
        """What the house puts up to start the meter again, in cents a round."""
        return self.reset * self.per_round

    @property
    def funding(self) -> Fraction:
        """The share of each bet that pays for starting again."""
        return self.reseed_cost / (self.players * self.stake)

    def rounds_by(self, chance: float) -> int:
        """The fewest rounds within which the meter is hit with at least this chance."""
        return max(1, ceil(log1p(-chance) / log1p(-float(self.per_round)) - 1e-9))

    def at_hit(self, chance: float) -> Cents | None:
        """The least amount of which the meter at the hit is at most that with this chance."""
        return None if self.parts else self.reset + int(self.fed * self.rounds_by(chance))

    def rows(self) -> Rows[HitRow]:
        """One row for each quantile: rounds to the hit, and the meter then."""
        return Rows(
            HitRow,
            (
                HitRow(percent=each, rounds=self.rounds_by(each / 100), meter=self.at_hit(each / 100))
                for each in QUANTILES
            ),
        )

    def as_json(self) -> dict[str, Any]:
        """An entry of `meters` in `pitboss risk --json`."""
        mean = self.mean_at_hit
        return {
            "players": self.players,
            "stake": self.stake,
            "reset": self.reset,
            "contribution": str(self.contribution),
            "chance_per_bet": str(self.per_bet),
            "chance_per_round": str(self.per_round),
            "exact": self.exact_round,
            "mean_rounds": str(self.mean_rounds),
            "mean_at_hit": None if mean is None else str(mean),
            "reseed_cost_per_round": str(self.reseed_cost),
            "funding": str(self.funding),
            "parts": {str(share): str(chance) for share, chance in self.parts.items()},
            "quantiles": self.rows(),
        }


def meter_risk(game: Game, players: int = 1) -> MeterRisk | None:
    """The meter of a sheet, where a wager can win all of it; None where there is none."""
    meter = game.sheet.meter
    wager = next((name for name in game.sheet.wagers if game.sheet.wins_meter(name)), None)
    if meter is None or wager is None:
        return None
    if not 1 <= players <= game.sheet.seats:
        raise Refusal("players", f"A table has 1 to {game.sheet.seats} seats, not {players}")
    six = wager in game.table.book.six
    if not six and wager in game.table.book.shared:
        return None  # a meter that the dealer's cards win
    counts = six_counts() if six else hand_counts()
    awards = game.table.book.awards[wager][: len(counts)]
    shares: dict[Fraction, list[int]] = {}
    for place, award in enumerate(awards):
        if isinstance(award.pay, MeterShare):
            shares.setdefault(Fraction(award.pay.percent, 100), []).append(place)
    whole = shares.pop(Fraction(1), [])
    if not whole:
        return None
    space = sum(counts)
    per_bet = Fraction(sum(counts[place] for place in whole), space)
    exact = players == 1
    per_round = per_bet * players
    if not six and not exact:
        hands = [cards for cards in combinations(range(52), 3) if hand_class(*cards) in whole]
        if len(hands) <= MOST_HANDS:
            per_round, exact = _any_seat(hands, players), True
    return MeterRisk(
        wager=wager,
        players=players,
        stake=exact_stake(game.table, wager),
        reset=meter.reset,
        contribution=meter.percent / 100 if meter.feeds == wager else Fraction(0),
        per_bet=per_bet,
        per_round=per_round,
        exact_round=exact,
        parts={
            share: Fraction(sum(counts[place] for place in places), space) for share, places in shares.items()
        },
    )


def _any_seat(hands: Sequence[tuple[int, ...]], players: int) -> Fraction:
    """The chance that one of the seats holds one of these hands, by inclusion and exclusion."""
    found = Fraction(0)
    every = deals(players + 1, 0)
    for size in range(1, min(len(hands), players) + 1):
        sets = sum(
            1
            for some in combinations(hands, size)
            if len({card for hand in some for card in hand}) == 3 * size
        )
        held = sets * perm(players, size) * deals(players - size + 1, 3 * size)
        found += (-1) ** (size + 1) * Fraction(held, every)
    return found

"""What was simulated because it is out of exact reach, in sentences: how, between what ends, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.money import minus
from pitboss.sim.stand_in import CONFIDENCE, SEED

if TYPE_CHECKING:
    from pitboss.sim.stand_in import LeftOut, StandIn


def stand_in_words(label: str, made: StandIn, players: int) -> str:
    """A wager, or a whole bet in cents, that has no exact price."""
    unit = " cents" if made.wager == "combined" else ""
    ends = f"{made.mean.low:+.5f} to {made.mean.high:+.5f}{unit}, {made.mean.width:.5f} wide"
    decided = " Hands are decided as is best without envy." if made.without_envy else ""
    return f"{label} is simulated: {_run(made, players)} {minus(ends)}. {made.why}.{decided}"


def win_frequency_words(label: str, made: LeftOut, players: int) -> str:
    """What an exact price leaves out: how often it wins, and its deviation where it has none."""
    also = " (and its deviation)" if made.stdev is not None else ""
    wins = made.found.wins
    ends = f"{wins.low:.3%} to {wins.high:.3%}"
    return f"How often {label} wins{also} is simulated: {_run(made, players)} {ends}."


def _run(made: StandIn | LeftOut, players: int) -> str:
    return (
        f"{_seats(made, players)}{made.found.sample.size:,} rounds, seed {SEED}, interval of {CONFIDENCE:.0%}"
    )


def _seats(made: StandIn | LeftOut, players: int) -> str:
    """Whose rounds they are, where there are others."""
    if players == 1:
        return ""
    if len(made.seats) > 1:
        return f"the mean over all {players} seats, "
    return f"seat {made.seats[0]} of {players}, "

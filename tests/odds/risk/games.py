"""Small bets that can be followed by hand."""

from __future__ import annotations

from fractions import Fraction

from pitboss.odds.prices import Price


def bet(**counts: int) -> Price:
    """A bet in cents: `bet(m200=3, p300=2)` loses $2 in three outcomes and wins $3 in two."""
    signs = {"m": -1, "p": 1}
    nets = {Fraction(signs[name[0]] * int(name[1:])): count for name, count in counts.items()}
    return Price("small", sum(nets.values()), dict(sorted(nets.items())))


GOOD_COIN = bet(m100=2, p100=3)
BAD_COIN = bet(m100=3, p100=2)
LUMPY = bet(m200=3, m100=3, p0=1, p100=2, p400=3)

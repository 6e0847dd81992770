"""Sums of payoffs over all outcomes of a bet, and payoffs that are made of others."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.geometry import Ints
from pitboss.odds.outcomes import Tally


def combined(change: Callable[..., Ints], *pays: Payoffs) -> Payoffs:
    """Payoffs made of others, cell by cell."""
    drawn = [each.drawn for each in pays]
    return Payoffs(
        change(*(each.fold for each in pays)),
        change(*(each.pat for each in pays)),
        None if drawn[0] is None else change(*drawn),
        {name: change(*(each.raised[name] for each in pays)) for name in pays[0].raised},
        pays[0].raised_from,
    )


def total(ends: Tally, pays: Payoffs) -> int:
    """The sum of a payoff over all outcomes."""
    return sum(net * number for net, number in ends.nets(pays).items())


def outcomes_of(ends: Tally) -> int:
    """How many outcomes there are."""
    return int(ends.fold.sum()) + ends.staying

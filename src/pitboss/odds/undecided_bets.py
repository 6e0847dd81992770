"""Bets without an Ante: nothing is decided, and the dealer matters only to tables that look at more cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import from_value, worths
from pitboss.odds.outcome_classes import hand_counts
from pitboss.odds.prices import Price
from pitboss.odds.shared_counts import Looks, tally_shared
from pitboss.odds.showdowns import Told, counts_of
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.space import Space
from pitboss.odds.tallies import tally
from pitboss.round.settlement import needs_six

if TYPE_CHECKING:
    from pitboss.odds.game import Game


UNDECIDED: Final = Dealing(0, 0, 0, False)  # without an Ante no dealing rule matters


def dealt_undecided(game: Game, looks: Looks) -> Dealing:
    """The dealing rules that matter without an Ante: a dealer's draw, where the dealer's hand is bet on."""
    return Dealing(0, 0, game.dealing.draws_below if looks.dealer else 0, False)


def undecided_bet(game: Game, bets: Mapping[str, Cents]) -> Price:
    """Everything on the felt together, in cents; other players' hands are left aside."""
    pays = game.payoffs_of(bets)
    nets: dict[Fraction, int] = {}
    looks = game.looks(bets)
    if looks.beyond_six:
        dealt = dealt_undecided(game, looks)
        ends = tally_shared(dealt, looks, pays, from_value(0))
        cells = zip(pays.pat[:, 0].ravel().tolist(), ends.pat.sum(axis=1).ravel().tolist(), strict=True)
        space = Space("deals", dealt)
    elif needs_six(game.table, bets):
        counts = counts_of(UNDECIDED, Told(six=True))
        ends = tally(UNDECIDED, worths(UNDECIDED, counts, pays), from_value(0), SIXES)
        cells = zip(pays.pat[:, 0].ravel().tolist(), ends.pat.sum(axis=1).ravel().tolist(), strict=True)
        space = Space("deals", UNDECIDED)
    else:
        cells = zip(pays.pat[:, 0, 0].tolist(), hand_counts(), strict=True)
        space = Space("hands")
    for net, number in cells:
        if number:
            nets[Fraction(net)] = nets.get(Fraction(net), 0) + number
    return Price("combined", space.size, dict(sorted(nets.items())), space=space)

"""Envy of several others beside the dealer's hand: whole distributions, held to what pairs of hands give."""

from __future__ import annotations

from pitboss.odds import Game, optimal
from pitboss.odds.beside_envy import Bet, _one_other, one_other
from pitboss.odds.several_beside import others_beside
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.test_raised_envy import PAIRS, add_up_worths, compare_three_ways
from torture.progress import shown

RUNS = 'straight_flush="$10",mini_royal="$25",mini_royal_spades="$100"'
# What is envied on the Ante, players, cards that show
TABLES = (
    (RUNS, 7, 0),
    (RUNS, 4, 1),
    (PAIRS, 3, 0),
    ('three_of_a_kind="$5",mini_royal="$5",mini_royal_spades="$50"', 3, 0),
)


def run(quick: bool) -> str:
    """Two ways that share no count: every deal of all others, and one's own hand with one and two of them."""
    tables = TABLES[:2] if quick else TABLES
    tell = shown("envy", len(tables), "tables")
    outcomes = 0
    for done, (lines, players, shows) in enumerate(tables, 1):
        sets = ["envy.wager=ante", f"envy.lines={{{lines}}}", f"dealer.shows={shows}"]
        game = Game(open_table(load_house("rivers", sets)), players)
        pays, envied = game.payoffs_of({"ante": 500}), game.envied
        if envied.cents is None:
            raise AssertionError(f"{lines}: what others do decides")
        bet = Bet(game.dealing, players, pays, pays, game.envy_is_lost, optimal)
        other, company = one_other(envied.cents), others_beside(envied.cents, players - 1)
        pairs, whole = _one_other(bet, envied, other), _one_other(bet, envied, other, company)
        if whole.nets is None or (whole.mean, whole.variance) != (pairs.mean, pairs.variance):
            raise AssertionError(f"{lines}, {players} players: not the mean and variance of pairs of hands")
        outcomes += sum(whole.nets.values())
        tell(done)
    if not quick:
        add_up_worths(PAIRS, players=2, shows=1)
        compare_three_ways('mini_royal="$25"', players=3, lost=False)
    return (
        f"{len(tables)} tables, {outcomes:,} deals: each has the mean and variance that pairs of hands give"
        + ("" if quick else "; so have two tables whose players raise")
    )

"""Every bet of a sheet in one pass: the same tallies as one after the other, and a true share of the work."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.odds import Game, optimal
from pitboss.odds.bets_together import tally_ahead
from pitboss.odds.decisions import worths
from pitboss.odds.drawn_hands import count_drawn_row
from pitboss.odds.geometry import rows
from pitboss.round import open_table
from pitboss.sheet import load_house

SIX_FOLDS = 'wager.six_card_bonus.fold.does="lose"'
WHOLE = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700}
TWO = {"ante": 1000, "pair_plus": 500}
SHEETS = {
    "two up": ["dealer.shows=2", 'wager.pair_plus.fold.does="lose"'],
    "three up": ["dealer.shows=3", SIX_FOLDS, 'wager.pair_plus.fold.does="lose"'],
    "three up, players draw": ["dealer.shows=3", "player.draws=true", SIX_FOLDS],
    "nothing up, players draw": ["player.draws=true", SIX_FOLDS],
}
FEW = (1, 700, 1750)  # rows: where players draw each takes its time


@pytest.mark.parametrize("sets", SHEETS.values(), ids=SHEETS)
def test_in_one_pass_every_bet_ends_as_often_as_in_its_own(
    sets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.odds.drawn_hands.every_row", lambda: np.array(FEW))
    table = open_table(load_house("rivers", sets))
    one, other = Game(table), Game(table)
    told: list[tuple[int, int]] = []
    whole = WHOLE if "dealer.shows=2" not in sets else TWO
    tally_ahead(one, whole, lambda done, every: told.append((done, every)))
    bets = [whole, *(one.stakes_of(name) for name in ("ante", "pair_plus", "six_card_bonus"))]
    kept = 0
    for wagers in (bet for bet in bets if "ante" in bet):
        pays = other.payoffs_of(wagers)
        alone = other.tally_of(wagers, pays, optimal).nets(pays)
        ahead = one.tally_of(wagers, one.payoffs_of(wagers), optimal)
        assert ahead.nets(pays) == alone
        kept += frozenset(wagers.items()) in one._tallies
    assert kept >= 3
    assert (one.deals_done().counts == other.deals_done().counts).all()
    shares = [done / every for done, every in told]
    assert shares == sorted(shares)
    if not table.sheet.player.draws:
        assert shares[-1] == 1


def test_six_cards_and_a_draw_are_weighed_alike_against_all_up_cards_and_against_one() -> None:
    """Against single hands of the dealer's it is held to settlement, card by card, elsewhere."""
    table = open_table(load_house("rivers", ["player.draws=true", "dealer.shows=3", SIX_FOLDS]))
    game = Game(table)
    row = int(np.flatnonzero(rows().value == 300)[0])
    (every,) = worths(game.dealing, [count_drawn_row(game.dealing, True, row)], game.payoffs_of(WHOLE))
    for place in range(0, len(every.counts.ups), 1500):
        up = tuple(every.counts.ups[place].tolist())
        if every.counts.times[0, place]:
            assert (game.worth_of(WHOLE, row, up).sums[0, 0] == every.sums[0, place]).all()

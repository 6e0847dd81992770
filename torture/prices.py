"""Whole prices of sheets with draws, six cards and up cards, held to what the same sheets are unseen."""

from __future__ import annotations

import numpy as np

from pitboss.odds import Chooser, Game, from_value
from pitboss.odds.decisions import DRAW, Worth
from pitboss.odds.geometry import Ints
from pitboss.round import open_table
from pitboss.sheet import load_house
from torture.progress import shown

SIX = {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 1000}
DRAWS = "player.draws=true"
DEALER_DRAWS = 'dealer.draw={when="below",below="pair",clause="AC-5",stands_clause="AC-5"}'
# House, overrides beside `dealer.shows`, and the bet: each is priced with nothing up and with up cards.
SHEETS = (
    ("shine", (DRAWS,), {"ante": 1000}),
    ("pechanga", (), {"ante": 1000, "double_shot": 1000}),
    ("atlantic-city", (DRAWS,), SIX),
    ("atlantic-city", (DEALER_DRAWS,), SIX),
    ("atlantic-city", (DRAWS, DEALER_DRAWS), SIX),
)


def run(quick: bool) -> str:
    """A player who does not look wins as often, whatever shows; one who looks is never worse off."""
    shows = (1, 2) if quick else (1, 2, 3)
    tell = shown("prices", len(SHEETS) * len(shows), "sheets")
    prices = outcomes = 0
    for house, sets, bets in SHEETS:
        blind = _game(house, sets, 0)
        best = blind.price_bets(bets).ev
        for each in shows:
            seeing = _game(house, sets, each)
            ways = seeing.dealing.sample_space // blind.dealing.sample_space
            for choose in _choosers(blind):
                pays = blind.payoffs_of(bets)
                before = blind.tally_of(bets, pays, choose).nets(pays)
                after = seeing.tally_of(bets, pays, choose).nets(pays)
                if after != {net: ways * number for net, number in before.items()}:
                    raise AssertionError(f"{house} {sets}: {each} up cards change what a blind player wins")
                outcomes += sum(after.values())
            price = seeing.price_bets(bets)
            if price.ev < best:
                raise AssertionError(f"{house} {sets}: who sees {each} cards is worse off")
            best = price.ev
            prices += 1
            tell(prices)
    return (
        f"{prices} sheets with up cards, draws and six cards: over {outcomes:,} outcomes nothing changes for "
        "who does not look, and who sees more wins no less"
    )


def _game(house: str, sets: tuple[str, ...], shows: int) -> Game:
    return Game(open_table(load_house(house, [*sets, f"dealer.shows={shows}"])))


def _choosers(game: Game) -> list[Chooser]:
    """Every hand is played, or every hand draws for its last card."""

    def draw(worth: Worth) -> Ints:
        return np.full(worth.sums.shape[:2], DRAW + 2)

    return [from_value(0), Chooser(draw)] if game.dealing.player_draws else [from_value(0)]

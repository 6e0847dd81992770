"""Folk strategies: what people do at the tables, priced beside the best play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.hands import hand_words, parse_hand
from pitboss.odds.decisions import FOLD, PLAY, from_value
from pitboss.odds.game import Game
from pitboss.odds.geometry import rows
from pitboss.round import open_table
from pitboss.sheet import Sheet, sheet_from_content
from pitboss.sheet.model import in_order

KING_HIGH: Final = "king high"


@dataclass(frozen=True, slots=True)
class Folk:
    """A way to play, its mean, and what it gives up against the best play, per Ante."""

    strategy: str  # as `strategy=` takes it
    label: str
    ev: str
    house_edge: float
    cost: str
    cost_value: float


def folk_strategies(game: Game, best: Fraction) -> tuple[Folk, ...]:
    """The best play, whose mean is given, first. All others go by the hand alone: priced with no card up."""
    unseen = Game(open_table(with_nothing_up(game.sheet)), game.players, game.meter)
    found = [Folk("optimal", "Best play", str(best), float(-best), "0", 0.0)]
    met: set[int] = set()
    low = ", never raised" if game.sheet.play.raises else ""
    for strategy, label, value in _known(game.sheet, unseen):
        if value in met:
            continue
        met.add(value)
        ev = unseen.price("ante", from_value(value)).ev
        found.append(Folk(strategy, f"{label}{low}", str(ev), float(-ev), str(best - ev), float(best - ev)))
    return tuple(found)


def _known(sheet: Sheet, unseen: Game) -> Iterator[tuple[str, str, int]]:
    """The name, the words and the lowest hand played of each strategy."""
    stays = "play pat" if sheet.player.draws else "play"
    yield "always", f"Always {stays}", 0
    qualifier = sheet.dealer.qualifier
    if not qualifier.always:
        yield "mimic", f"Mimic the dealer: {stays} {hand_words(qualifier.hand)}", qualifier.value
    king = parse_hand(KING_HIGH)
    if king is not None:
        yield KING_HIGH, f"{stays.capitalize()} {hand_words(KING_HIGH)}", king
    away = hand_words(sheet.away.plays_from)
    yield (
        sheet.away.plays_from,
        f"As the platform for who is away: {away} ({sheet.away.clause})",
        sheet.away.value,
    )
    if not sheet.player.draws:
        yield from _best_cut_off(sheet, unseen)


def _best_cut_off(sheet: Sheet, unseen: Game) -> Iterator[tuple[str, str, int]]:
    """The best play with no card up, where it is a cut-off."""
    (whole,) = unseen.worths(unseen.stakes_of("ante"))
    best, value = whole.best()[:, 0], rows().value
    played, folded = value[best == PLAY], value[best == FOLD]
    if not played.size or not folded.size or played.min() <= folded.max():
        return
    lowest = int(played.min())
    cards = rows().cards[int(np.argmax(value == lowest))].tolist()
    hand = "-".join(RANKS[card >> 2] for card in cards)
    label = f"Ignore the up card: play {hand} or better" if sheet.dealer.shows else f"Play {hand} or better"
    yield hand, label, lowest


def with_nothing_up(sheet: Sheet) -> Sheet:
    """The same sheet with no dealer card up: who does not look at one plays this."""
    if sheet.dealer.shows == 0:
        return sheet
    content = in_order(sheet.content)
    content["dealer"]["shows"] = 0
    return sheet_from_content(content)

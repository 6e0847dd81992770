"""The best play in a few sentences: what `pitboss strategy` says first.

Where a hand's rank alone decides, that is the lowest hand to play, against each up card, with what the
hands beside it cost and what a simpler rule would. Where players draw it is the short rule, with its cost.

>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> print(*rule_sentences(Game(open_table(load_house("rivers")))), sep="\\n")
Play Q-6-4 or better, fold the rest. Suits never matter.
Folding Q-6-4 costs 0.0066 Antes, playing Q-6-3 costs 0.0026.
The simple rule "play any queen high" costs 0.0761 % of the Ante.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

import numpy as np

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.hands import VALUES, Category, parse_hand
from pitboss.messages.rules import keep_words
from pitboss.money import Cents
from pitboss.odds import Game
from pitboss.odds.decisions import FOLD, PLAY, from_value
from pitboss.odds.geometry import rows
from pitboss.odds.outcomes import SEVERAL, DealsDone
from pitboss.odds.short_rules import Handling, short_rule
from pitboss.report.strategy_summary import value_text
from pitboss.sheet.model import Sheet
from pitboss.text import all_of

_SIMPLE: Final = (*(f"{name} high" for name in RANK_NAMES[3:]), "pair")
_HANDLED: Final[Mapping[Handling, str]] = {
    "play": "Stand on {}.",
    "odd card": "With {} trade the odd card.",
    "lowest card": "With {} trade the lowest card.",
    "fold": "Fold {}.",
}


def rule_sentences(game: Game, bets: Mapping[str, Cents] | None = None) -> Iterator[str]:
    """The best play of a bet, as far as it fits into a few sentences; none where it does not."""
    if game.dealing.player_draws:
        if not game.dealing.shows:
            yield from _drawing(game, bets)
        return
    done = game.deals_done(bets)
    if game.dealing.shows > 1 or (done.lowest_played <= done.highest_folded).any():
        return
    if game.dealing.shows:
        yield from _by_up_card(game.sheet, done)
    else:
        yield from _by_hand(game, bets, int(done.lowest_played[SEVERAL]))


def _by_hand(game: Game, bets: Mapping[str, Cents] | None, lowest: int) -> Iterator[str]:
    """Where nothing shows: one hand, what the hands beside it cost, and the best rule that is simpler."""
    if lowest in (0, VALUES):
        yield "Play every hand." if lowest == 0 else "Fold every hand."
        return
    sheet = game.sheet
    yield f"Play {value_text(sheet, lowest)} or better, fold the rest. Suits never matter."
    folding, playing = (_cost(game, bets, value) for value in (lowest, lowest - 1))
    yield (
        f"Folding {value_text(sheet, lowest)} costs {folding:.4f} Antes, "
        f"playing {value_text(sheet, lowest - 1)} costs {playing:.4f}."
    )
    if bets or lowest in {parse_hand(text) for text in _SIMPLE}:
        return
    best = game.price("ante").ev
    costs = {text: best - game.price("ante", from_value(parse_hand(text) or 0)).ev for text in _SIMPLE}
    simple = min(costs, key=lambda text: costs[text])
    yield f'The simple rule "play any {simple}" costs {float(costs[simple]):.4%} of the Ante.'.replace(
        "%", " %"
    )


def _cost(game: Game, bets: Mapping[str, Cents] | None, value: int) -> float:
    """What the worse of folding and playing gives up with a hand of a value, in Antes; of suits the usual."""
    wagers = bets or game.stakes_of("ante")
    (worth,) = game.worths(wagers)
    of = np.flatnonzero(rows().value == value)
    row = of[rows().weight[of].argmax()]
    played, folded = (int(worth.sums[row, 0, action]) for action in (PLAY, FOLD))
    return float(abs(Fraction(played - folded, worth.outcomes * wagers["ante"])))


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}".replace("%", " %")


def _by_up_card(sheet: Sheet, done: DealsDone) -> Iterator[str]:
    """The lowest hand to play against each rank; ranks in a row that are played alike share a sentence."""
    words = [_against(sheet, int(done.lowest_played[rank])) for rank in range(len(RANKS))]
    for said, alike in groupby(range(len(RANKS)), key=lambda rank: words[rank]):
        ranks = list(alike)
        shown = RANKS[ranks[0]] if len(ranks) == 1 else f"{RANKS[ranks[0]]} to {RANKS[ranks[-1]]}"
        yield f"{sheet.dealer.label} shows {shown.replace('T', '10')}: {said}."


def _against(sheet: Sheet, lowest: int) -> str:
    if lowest in (0, VALUES):
        return "play any hand" if lowest == 0 else "fold every hand"
    return f"play {value_text(sheet, lowest)} or better"


def _drawing(game: Game, bets: Mapping[str, Cents] | None) -> Iterator[str]:
    """The short rule of a drawing game."""
    rule = short_rule(game, bets)
    for handled, text in _HANDLED.items():
        if named := [name for name, each in rule.categories.items() if each == handled]:
            yield text.format(_hands(game.sheet, named))
    yield "With less, keep the first of these that you have, and trade the third card:"
    for number, keep in enumerate(rule.keeps, 1):
        yield f"  {number}. {keep_words(*keep)}"
    yield "With none of them, fold. An ace is also low, beside a deuce and a three."
    yield f"This costs {_percent(rule.cost)} of the Ante against perfect play."


def _hands(sheet: Sheet, categories: Sequence[str]) -> str:
    """Categories in the house's words: `a pair`; those from one up to the best as `a flush or better`."""
    order = [each.text for each in Category]
    places = sorted(order.index(name) for name in categories)
    if len(places) > 1 and places == list(range(places[0], len(order))):
        return f"{_one(sheet, order[places[0]])} or better"
    return all_of([_one(sheet, order[place]) for place in places])


def _one(sheet: Sheet, category: str) -> str:
    article = "a " if category in ("pair", "flush", "straight", "straight_flush") else ""
    return article + sheet.hand_label(category).lower()

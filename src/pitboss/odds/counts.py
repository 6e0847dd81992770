"""Outcome counts: for every hand, whatever shows of the dealer, and every action, how the showdown can end.

They depend on the dealing rules of a sheet alone (what shows, qualifies and draws), not on what is paid, so
they are made once and any pay table is priced from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitboss.hands import VALUES, lowest_value
from pitboss.odds.dealer import Below, FourCards, drawn_outcomes, four_cards, standing, three_card_outcomes
from pitboss.odds.geometry import VALUE, WIDTH, Cards, Flags, Ints, draws, rows
from pitboss.odds.upcards import against_up_cards
from pitboss.round.refusal import Refusal
from pitboss.sheet.model import Sheet

VERSUS: Final = 6  # showdown results, as in the paybook: 3 * qualified + (0 worse, 1 equal, 2 better)
FINALS: Final = 7  # categories of a hand after a draw


class NotPriced(Refusal):
    """A sheet or a bet that is not priced; the message says why."""

    def __init__(self, text: str) -> None:
        super().__init__("not_priced", text)


class Dealing(NamedTuple):
    """All of a sheet that decides how a showdown can end."""

    shows: int
    qualifies_from: int
    draws_below: int  # the dealer draws to less than this value: 0 never, 741 always
    player_draws: bool

    @property
    def dealer_draws(self) -> bool:
        return self.draws_below > 0

    @property
    def dealer_outcomes(self) -> int:
        """Dealer outcomes against three known cards, up cards told apart from hidden ones."""
        return comb(49, 3) * comb(3, self.shows) * (46 if self.dealer_draws else 1)

    @property
    def draw_cards(self) -> int:
        """Cards a player's draw can bring once the dealer's are dealt."""
        return (45 if self.dealer_draws else 46) if self.player_draws else 1

    @property
    def outcomes_per_hand(self) -> int:
        """Outcomes of one hand against one set of up cards."""
        return self.dealer_outcomes * self.draw_cards // comb(49, self.shows)

    @property
    def sample_space(self) -> int:
        """All deals: hands, dealer outcomes, drawn cards."""
        return comb(52, 3) * self.dealer_outcomes * self.draw_cards


def dealing_of(sheet: Sheet) -> Dealing:
    """The dealing rules of a sheet."""
    draw = sheet.dealer.draw
    below = {"never": 0, "below": lowest_value(draw.below), "always": VALUES}[draw.when]
    return Dealing(sheet.dealer.shows, sheet.dealer.qualifier.value, below, sheet.player.draws)


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts for some up cards: against each, for each row, how many outcomes end in each way.

    `pat` is (rows, ups, 6, sixes); the last axis is one wide unless six cards matter. `drawn` is (rows, ups,
    3 discards, 7 final categories, 6). Where `seen` is false a row holds an up card and counts nothing.
    """

    ups: Cards  # (ups, shows)
    seen: Flags  # (rows, ups)
    pat: Ints
    drawn: Ints | None


@lru_cache(maxsize=8)
def counted(dealing: Dealing) -> tuple[Counts, ...]:
    """All counts of some dealing rules, kept for the next pay table."""
    return tuple(count(dealing))


def count(dealing: Dealing) -> Iterator[Counts]:
    """The counts of some dealing rules, a chunk of up cards at a time."""
    if dealing.shows == 0:
        yield _nothing_shows(dealing)
    elif dealing.player_draws:
        raise NotPriced(
            "A player's draw beside up cards is not priced: its outcomes are too many to enumerate"
        )
    else:
        yield from _cards_show(dealing)


def split(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> Ints:
    """The six ways a showdown ends, from the outcomes below the hand, up to it, and below the qualifier.

    All three are cumulative counts of the same outcomes, so the smaller value has the smaller count.
    """
    return ends(
        np.minimum(under, unqualified),
        np.minimum(up_to, unqualified),
        unqualified,
        np.maximum(under, unqualified),
        np.maximum(up_to, unqualified),
        total,
    )


def ends(low: Ints, mid: Ints, unqualified: Ints, high: Ints, top: Ints, total: int | Ints) -> Ints:
    """The six results as differences of six cumulative counts."""
    parts = [unqualified - mid, mid - low, low, total - top, top - high, high - unqualified]
    return np.stack(np.broadcast_arrays(*parts), axis=-1).astype(np.int64)


def _cards_show(dealing: Dealing) -> Iterator[Counts]:
    hands = rows()
    value = hands.value[:, None]
    for chunk in against_up_cards(dealing.shows, dealing.draws_below):
        unqualified = chunk.below(np.full((1, 1), dealing.qualifies_from))
        pat = split(chunk.below(value), chunk.below(value + 1), unqualified, chunk.total)
        held = hands.cards[:, :, None, None] == chunk.ups[None, None]
        yield Counts(chunk.ups, ~held.any(axis=(1, 3)), pat[..., None], None)


def _nothing_shows(dealing: Dealing) -> Counts:
    outcomes = three_card_outcomes()
    four: FourCards | None = None
    stands: Below | None = None
    if dealing.dealer_draws:
        stands = standing(outcomes, dealing.draws_below)
        four = four_cards(dealing.draws_below)
        outcomes = drawn_outcomes(four, stands, 45)

    def below(value: Ints) -> Ints:
        """Outcomes against a pat hand: without a drawn card, one more can be the dealer's fourth."""
        found = outcomes.avoiding_hands(value)
        return found if stands is None else found + stands.avoiding_hands(value)

    value = rows().value
    everything = np.full_like(value, WIDTH - 1)
    unqualified = below(np.full_like(value, dealing.qualifies_from))
    pat = split(below(value), below(value + 1), unqualified, below(everything))
    drawn = _player_draws(outcomes, four, dealing.qualifies_from) if dealing.player_draws else None
    ups, seen = np.zeros((1, 0), np.int64), np.ones((len(value), 1), bool)
    return Counts(ups, seen, pat[:, None, :, None], drawn)


def _player_draws(outcomes: Below, four: FourCards | None, qualifies_from: int) -> Ints:
    """Counts after each discard and each card drawn, summed over the card by final category."""
    each = draws()
    avoiding = outcomes.avoiding_hands(np.arange(WIDTH)).astype(np.int32)
    number = np.arange(len(avoiding))[:, None] * WIDTH
    one, two, hands = outcomes.one.ravel(), outcomes.two.ravel(), avoiding.ravel()
    three = None if outcomes.three is None else outcomes.three.ravel()

    def below(value: Ints) -> Ints:
        """Outcomes that avoid the hand and the drawn card and lie below a value: inclusion and exclusion."""
        found = hands[number + value] - one[each.one + value]
        for place in each.two:
            found += two[place + value]
        if three is None or four is None:
            for triple in each.triples:
                found -= VALUE[triple] < value
            return found
        for place in each.three:
            found -= three[place + value]
        return found + (four.best < value) * four.ways

    full = below(np.full_like(each.drawn, WIDTH - 1))
    unqualified = below(np.full_like(each.drawn, qualifies_from)) if qualifies_from else np.zeros_like(full)
    cells = len(avoiding) * FINALS
    found = []
    for value, final in zip(each.values, each.finals, strict=True):
        under, up_to = below(value), below(value + 1)
        parts = [np.minimum(under, unqualified), np.minimum(up_to, unqualified), unqualified]
        parts += [np.maximum(under, unqualified), np.maximum(up_to, unqualified), full]
        sums = [np.bincount(final.ravel(), part.ravel(), cells).astype(np.int64) for part in parts]
        found.append(ends(*sums).reshape(-1, 1, FINALS, VERSUS))
    return np.stack(found, axis=2)

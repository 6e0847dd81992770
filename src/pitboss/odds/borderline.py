"""Hands to practise on: near the cut-off, drawn by what the mistake costs and how often the hand is dealt.

The caller passes the luck as a function that gives a number below another one; the same numbers give the same
hands. All weights are whole numbers, so every hand has exactly its share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations
from typing import Final, Literal, NamedTuple

import numpy as np

from pitboss.cards import FULL_DECK, Card
from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.decisions import BARRED, DRAW, EVERY_ACTION, RAISE, Worth
from pitboss.odds.game import Game
from pitboss.odds.geometry import SUIT_ORDERS, Ints, rows
from pitboss.round.state import Round, Seat
from pitboss.round.table import Table

Below = Callable[[int], int]  # a number from 0 to one less than this
Kind = Literal["borderline", "mixed", "speed"]

NEAR: Final = Fraction(6, 100)  # of the Ante: what the nearest mistake costs at most in a borderline hand
ANTE: Final[Cents] = 1_000  # hands are practised with this bet
TRIES: Final = 20  # for each hand that is wanted: the rarest of a short list are not waited for
_ORDERS: Final = tuple(permutations(range(3)))


class PracticeDeal(NamedTuple):
    """A hand as it is dealt, and the dealer's cards that show."""

    cards: tuple[Card, ...]
    up: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Lot:
    """Places of deals with a running sum of their weights, so that one is drawn by one number."""

    places: Sequence[int]
    sums: Sequence[int]

    def draw(self, below: Below) -> int:
        """A place, as often as its weight says."""
        return self.places[bisect_right(self.sums, below(self.sums[-1]))]


@dataclass(frozen=True, slots=True)
class Practice:
    """All deals of a game up to suits that have something to decide, ready to be drawn from."""

    hands: Sequence[tuple[Card, ...]]  # high to low
    ups: Sequence[tuple[Card, ...]]
    weights: Sequence[int]  # how many deals each stands for
    costs: Sequence[Fraction]  # of the nearest mistake, per Ante
    near: Sequence[Lot]  # borderline deals by what is best, each as often as cost times weight says
    every: Lot  # as they are dealt

    def draw(self, kind: Kind, number: int, below: Below) -> list[PracticeDeal]:
        """Different deals, so many or nearly.

        Borderline ones come from every best action alike often, so that no one answer is right on the whole;
        mixed ones, which speed takes too, are borderline half of the time and else as they are dealt.
        """
        found: dict[int, PracticeDeal] = {}
        for _ in range(TRIES * number):
            lot = self.every
            if kind == "borderline" or below(2) == 0:
                lot = self.near[below(len(self.near))]
            place = lot.draw(below)
            if place not in found:
                found[place] = self._dealt(place, below)
            if len(found) == number:
                break
        return list(found.values())

    def _dealt(self, place: int, below: Below) -> PracticeDeal:
        """One of the deals that this one stands for, in some order."""
        suits, order = SUIT_ORDERS[below(len(SUIT_ORDERS))].tolist(), _ORDERS[below(len(_ORDERS))]
        hand, up = (
            tuple(4 * (card >> 2) + suits[card & 3] for card in part)
            for part in (self.hands[place], self.ups[place])
        )
        return PracticeDeal(tuple(hand[each] for each in order), up)


def practice(game: Game) -> Practice:
    """What there is to practise at a table, with the Ante and what must be bet beside it.

    >>> from pitboss.cards import RANKS
    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> game = Game(open_table(load_house("rivers")))
    >>> deals = practice(game).draw("borderline", 9, lambda number: number // 2)
    >>> {RANKS[max(deal.cards) >> 2] for deal in deals}
    {'Q'}
    """
    if game.dealing.shows > 1:
        raise NotPriced("With several cards up there are too many hands to draw from")
    wagers = game.stakes_of("ante")
    hands: list[tuple[Card, ...]] = []
    ups: list[tuple[Card, ...]] = []
    weights: list[int] = []
    losses: list[int] = []
    best: list[int] = []
    per = 1
    for chunk in game.worths(wagers):
        per = chunk.outcomes * wagers["ante"]
        loss = nearest_loss(chunk)
        found, shown = np.nonzero(chunk.counts.seen & (loss > 0))
        mine = chunk.counts.rows[found]
        hands += [tuple(cards) for cards in rows().cards[mine].tolist()]
        ups += [tuple(cards) for cards in chunk.counts.ups[shown].tolist()]
        weights += rows().weight[mine].tolist()
        losses += loss[found, shown].tolist()
        chosen = chunk.best()[found, shown]
        draws = (chosen >= DRAW) & (chosen < RAISE)
        best += np.where(draws, DRAW, chosen).tolist()  # one way to draw is as good as another
    near = [place for place, loss in enumerate(losses) if loss <= NEAR * per]
    lots = [[place for place in near if best[place] == action] for action in range(len(EVERY_ACTION))]
    if not near:
        raise NotPriced(f"At {game.sheet.name} no decision is near: there is nothing to practise")
    return Practice(
        hands=hands,
        ups=ups,
        weights=weights,
        costs=[Fraction(loss, per) for loss in losses],
        near=[
            Lot(lot, list(accumulate(losses[place] * weights[place] for place in lot))) for lot in lots if lot
        ],
        every=Lot(range(len(hands)), list(accumulate(weights))),
    )


def nearest_loss(chunk: Worth) -> Ints:
    """What the best of the wrong actions gives up, in cents over all outcomes; nothing where all are best."""
    every = chunk.every()
    top = every.max(axis=-1, keepdims=True)
    every = np.where(every == BARRED, top, every)  # what a hand may not do is no mistake
    lowest = every.min(axis=-1, keepdims=True)
    second = np.where(every == top, lowest, every).max(axis=-1)
    loss: Ints = top[..., 0] - second
    return loss


def practised_bets(table: Table) -> dict[str, Cents]:
    """The bets with which hands are practised."""
    return {"ante": ANTE, **table.sheet.stakes_beside(ANTE)}


def as_dealt(table: Table, deal: PracticeDeal) -> Round:
    """A round in which one seat decides about a deal, so that the coach weighs it as at a table."""
    shows = table.sheet.dealer.shows
    if len({*deal.cards, *deal.up}) != 3 + shows or len(deal.cards) != 3 or len(deal.up) != shows:
        up = f" and the {shows} of the dealer that show" if shows else ""
        raise NotPriced(f"A question has three different cards{up} ({table.sheet.dealer.clause})")
    rest = [card for card in FULL_DECK if card not in {*deal.cards, *deal.up}]
    dealer = (*rest[: 3 - shows], *deal.up)
    dealt = [card for both in zip(deal.cards, dealer, strict=True) for card in both]
    seat = Seat(1, "", tuple(practised_bets(table).items()), deal.cards)
    return Round(table, phase="decisions", seats=(seat,), deck=(*dealt, *rest[3 - shows :]))

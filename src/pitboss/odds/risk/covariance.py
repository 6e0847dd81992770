"""How the parts of a bet move together, at one seat and at two seats that share the dealer's hand.

The parts are the main game, each side wager, and envy. Envy that other seats are paid for a hand is counted
at the seat that holds it: with n seats that all make the envy wager, the table as a whole pays the sum over
its seats of their own nets and of n - 1 times the envy of their hands.

Against a dealer's hand two seats are independent but for the cards that they cannot both hold, so their
products are summed over pairs of hands without a common card (`disjoint_hands`). Seats that draw hold four
cards each, the drawn one with them. See "Seats that share a dealer" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby
from math import comb, gcd
from typing import Final, NamedTuple

import numpy as np

from pitboss.errors import NotPriced
from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs, combined
from pitboss.odds.counts import Dealing, Looks, colours_beside, six_categories
from pitboss.odds.decisions import DRAW, FOLD, PLAY, Chooser, from_value, places_of
from pitboss.odds.game import Game
from pitboss.odds.geometry import (
    KIND,
    SUIT_ORDERS,
    Cards,
    Doubles,
    Flags,
    Ints,
    all_hands,
    renamed_each,
    rows,
    up_beside_rows,
    up_sets,
    values_of,
    without,
)
from pitboss.odds.inclusion import FINALS, VERSUS
from pitboss.odds.not_priced import fine_pays
from pitboss.odds.outcomes import Tally
from pitboss.odds.plan import Bytes, plan_of
from pitboss.odds.risk.disjoint_hands import (
    EXACT,
    QUADS,
    FourCardSums,
    Whole,
    four_card_sets,
    sums_of,
    three_card_pairs_with,
)
from pitboss.odds.work import Progress
from pitboss.round.judge import showdown
from pitboss.sheet.pays import BLACK, HAND_CLASSES, ROYAL, SIX_CLASSES, SIX_ROYAL

ENVY: Final = "envy"
Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatParts:
    """The parts of a bet: payoffs of each, and how often each outcome class comes."""

    game: Game
    bets: Mapping[str, Cents]
    names: tuple[str, ...]
    pays: tuple[Payoffs, ...]
    whole: Payoffs  # all wagers together, without envy
    ends: Tally
    strategy: Chooser

    @property
    def decided(self) -> bool:
        """Whether there is something to decide."""
        return "ante" in self.bets

    def means(self) -> tuple[Fraction, ...]:
        """The mean of each part, in cents."""
        return tuple(Fraction(self.ends.total(pays), self.ends.outcomes) for pays in self.pays)

    def covariance(self) -> Matrix:
        """The covariance of the parts at one seat, in squared cents."""
        outcomes, means = self.ends.outcomes, self.means()
        exact = [combined(lambda nets: nets.astype(object), pays) for pays in self.pays]
        return tuple(
            tuple(
                Fraction(self.ends.total(combined(np.multiply, mine, theirs)), outcomes) - mean * other
                for theirs, other in zip(exact, means, strict=True)
            )
            for mine, mean in zip(exact, means, strict=True)
        )


def seat_parts(game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> SeatParts:
    """The parts of a bet that is played by a strategy."""
    whole = game.payoffs_of(bets)
    sides = [name for name in bets if name != "ante"]
    names, pays = [], []
    if "ante" in bets:
        beside = game.payoffs_of(bets, only=frozenset(sides))
        names.append("ante")
        pays.append(combined(np.subtract, whole, beside))
    for name in sides:
        names.append(name)
        pays.append(game.payoffs_of(bets, only=frozenset({name})))
    envy = game.sheet.envy
    if envy is not None and envy.wager in bets:
        names.append(ENVY)
        pays.append(_envy(game, whole, folded=envy.folded_holder_counts))
    played = strategy if "ante" in bets else from_value(0)
    ends = game.tally_of(bets, whole, played)
    return SeatParts(game, dict(bets), tuple(names), tuple(pays), whole, ends, strategy)


def _envy(game: Game, like: Payoffs, *, folded: bool) -> Payoffs:
    """What a hand pays each other seat as envy, by outcome class."""
    envy = np.array(game.table.book.envy, np.int64)
    fold = np.broadcast_to(envy[:, None] * folded, like.fold.shape)
    pat = np.broadcast_to(envy[:, None, None], like.pat.shape)
    drawn = None
    if like.drawn is not None:
        finals = np.broadcast_to(envy[: ROYAL + 1, None], (ROYAL + 1, 4)).copy()
        finals[-1] = envy[ROYAL:HAND_CLASSES]
        drawn = np.broadcast_to(finals[None, :, :, None, None], like.drawn.shape)
    raised = {name: pat.copy() for name in like.raised}
    return Payoffs(fold.copy(), pat.copy(), drawn, raised, like.raised_from)


class DealerEnd(NamedTuple):
    """Deals in which the dealer holds these cards and plays this value."""

    out: tuple[int, ...]  # three cards; four where one was drawn
    value: int
    ways: int


@lru_cache(maxsize=4)
def dealer_ends(dealing: Dealing) -> tuple[DealerEnd, ...]:
    """Every end of a dealer beside two seats that draw, those of one value together.

    A dealer who stands leaves the fourth card in the deck: it is any of those that the seats leave too. Of
    four cards any can be the last, if the other three draw.
    """
    hands, sets = rows(), four_card_sets()
    fourths = 52 - 3 - 8 if dealing.dealer_draws else 1
    held = zip(hands.cards.tolist(), hands.value.tolist(), hands.weight.tolist(), strict=True)
    found = [
        DealerEnd(tuple(cards), value, n * fourths)
        for cards, value, n in held
        if value >= dealing.draws_below
    ]
    for quad, size in zip(sets.quads[sets.first].tolist(), sets.size.tolist(), strict=True):
        values = [value3(*three) for three in combinations(quad, 3)]
        ways = sum(value < dealing.draws_below for value in values)
        if ways:
            found.append(DealerEnd(tuple(quad), max(values), size * ways))
    return tuple(sorted(found, key=lambda end: end.value))


DRAWN: Final = 2 * HAND_CLASSES  # kinds of outcome: folded, pat, then drawn by first three and final category
KINDS: Final = DRAWN + HAND_CLASSES * FINALS


def drawn_products(parts: SeatParts, progress: Callable[[int, int], None] | None) -> tuple[Whole, int]:
    """The sum of the products of two seats' parts over all deals, and how many deals there are."""
    dealing = parts.game.dealing
    nets, units = _in_units([_by_kind(pays) for pays in parts.pays])
    ends = _ends(parts)
    found: Whole = np.zeros((len(nets), len(nets)), object)
    dealers, done = dealer_ends(dealing), 0
    for value, some in groupby(dealers, key=lambda end: end.value):
        sums = _sums(nets, ends, value, dealing.qualifies_from)
        for end in some:
            found = found + end.ways * sums.disjoint(end.out)
            done += 1
        if progress is not None:
            progress(done, len(dealers))
    found = found * np.outer(units, units)
    fourths = 41 if dealing.dealer_draws else 1
    return found, 4**2 * comb(52, 3) * comb(49, 4) * comb(45, 4) * fourths


def _in_units(tables: Sequence[Doubles]) -> tuple[Doubles, Whole]:
    """Nets as whole multiples of the largest amount that each part's nets share, so that sums stay exact."""
    units = [gcd(*map(int, np.unique(table).tolist())) or 1 for table in tables]
    found = np.stack([table / unit for table, unit in zip(tables, units, strict=True)])
    if (4 * float(np.abs(found).max())) ** 2 * QUADS >= EXACT:
        raise fine_pays()
    return found, np.array(units, object)


def _by_kind(pays: Payoffs) -> Doubles:
    """Nets by kind of outcome and showdown result: (kinds, 6)."""
    if pays.drawn is None:
        raise AssertionError("nothing is drawn")
    fold = np.broadcast_to(pays.fold, (HAND_CLASSES, VERSUS))
    drawn = pays.drawn[:, :, 0, :, 0].reshape(-1, VERSUS)
    return np.concatenate([fold, pays.pat[..., 0], drawn]).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Ends:
    """How each class of four cards ends, for each card that can be the one to draw: (classes, 4)."""

    kind: Ints
    value: Ints  # of the final hand; -1 for one that was folded


def _ends(parts: SeatParts) -> _Ends:
    sets = four_card_sets()
    (chunk,) = parts.game.worths(parts.bets, parts.whole)
    chosen = parts.strategy(chunk)[:, 0]
    kinds, values = [], []
    quads = sets.quads[sets.first]
    for last in range(4):
        hand = quads[:, [place for place in range(4) if place != last]]
        number = sets.triple_with[hand[:, 2], sets.pair_with[hand[:, 0], hand[:, 1]]]
        row = sets.triple_row[number]
        action, first = chosen[row], rows().hand_class[row]
        # The row's cards are the hand's with their suits renamed.
        renamed = renamed_each(hand, all_hands().renaming[number])
        discard = rows().cards[row, np.maximum(action - DRAW, 0)]
        final = np.where(
            (renamed == discard[:, None]) & (action >= DRAW)[:, None], quads[:, last : last + 1], hand
        )
        value = values_of(*final.T).astype(np.int64)
        drawn = DRAWN + first * FINALS + KIND[value]
        kinds.append(np.select([action == FOLD, action >= DRAW], [first, drawn], HAND_CLASSES + first))
        values.append(np.where(action == FOLD, -1, value))
    return _Ends(np.stack(kinds, axis=1), np.stack(values, axis=1))


def _sums(nets: Doubles, ends: _Ends, value: int, qualifies_from: int) -> FourCardSums:
    """The sums for a dealer who ends with a value."""
    versus = showdown(ends.value, value, qualifies_from)
    return sums_of(nets[:, ends.kind, versus].sum(axis=-1))


def seat_covariance(parts: SeatParts, progress: Progress | None = None) -> Matrix:
    """The covariance of each part of one seat with each part of another, in squared cents."""
    if parts.decided and parts.game.dealing.player_draws:
        total, deals = drawn_products(parts, progress)
    else:
        total, deals = _products(parts, progress)
    means = parts.means()
    return tuple(
        tuple(Fraction(int(total[i, j]), deals) - mine * other for j, other in enumerate(means))
        for i, mine in enumerate(means)
    )


@lru_cache(maxsize=1)
def _royals() -> Ints:
    """The numbers of the four suited A-K-Qs, clubs to spades."""
    return np.array([int(np.flatnonzero(all_hands().hand_class == ROYAL + suit)[0]) for suit in range(4)])


def _products(parts: SeatParts, progress: Progress | None) -> tuple[Whole, int]:
    """The sum of the products of two seats' parts over all deals, and how many deals there are."""
    seat = _Seat(parts)
    found: Whole = np.zeros((len(parts.names), len(parts.names)), object)
    for done, of, dealt in seat.by_hand():
        found = found + dealt
        if progress is not None:
            progress(done, of)
    dealing = seat.dealing
    fourths, left = (49, 48) if dealing.dealer_draws else (1, 49)
    shown = comb(3, dealing.shows)
    deals = comb(52, 3) * fourths * shown * comb(left, 3) * comb(left - 3, 3) * len(SUIT_ORDERS)
    return found, deals


Turns = list[tuple[tuple[int, ...], int]]  # orders of suits, and how many do the same


class _Seat:
    """What every hand brings each part, against one dealer's hand after another."""

    def __init__(self, parts: SeatParts) -> None:
        self.looks = parts.game.looks(parts.bets)
        self.dealing = parts.game.dealing_for(parts.bets)
        self.width = parts.whole.fold.shape[-1]
        fold = np.stack([np.broadcast_to(p.fold[None], (VERSUS, *p.fold.shape)) for p in parts.pays])
        pat = np.stack([np.moveaxis(p.pat, 1, 0) for p in parts.pays])
        raised = [
            np.stack([np.moveaxis(p.raised[name], 1, 0) for p in parts.pays]) for name in parts.whole.raised
        ]
        # (parts, fold and play and each raise, 6 showdown results, hand classes, shared classes)
        self.nets = np.stack([fold, pat, *raised], axis=1).astype(np.float64)
        self.actions, self.royal = _actions(parts)
        self.turns = _turns(self.nets, self.looks)

    def by_hand(self) -> Iterator[tuple[int, int, Whole]]:
        """The products against each dealer's hand up to suits: how many are done, of how many, and a sum."""
        hands = rows()
        for row, weight in enumerate(hands.weight.tolist()):
            for dealt in self.deals(hands.cards[row]):
                yield row + 1, len(hands), weight * dealt

    def deals(self, dealer: Cards) -> Iterator[Whole]:
        """The products of one dealer's hand, for each up card and fourth card, times the orders of suits."""
        own = int(values_of(*dealer))
        six = six_categories(dealer) if self.looks.six else np.zeros(len(all_hands().row), np.int64)
        ups = list(combinations(dealer.tolist(), self.dealing.shows))
        for fourth in without(dealer[None])[0].tolist() if self.dealing.dealer_draws else (None,):
            value, out = own, dealer.tolist()
            if fourth is not None:
                out = [*out, fourth]
                if own < self.dealing.draws_below:
                    values = [int(values_of(*np.array(three))) for three in combinations(out, 3)]
                    value = max(values)
            alike: dict[bytes, tuple[int, Bytes]] = {}
            for up in ups:
                acting = self.actions(up)
                times = alike.get(acting.tobytes(), (0, acting))[0]
                alike[acting.tobytes()] = times + 1, acting
            for (partner, order), turns in self.turns.items():
                colours = colours_beside(dealer, partner) if partner else None
                shared = self.shared(value, _turned_royals(order)[six], colours)
                cell, free = self.cells(value, out, shared)
                for times, acting in alike.values():
                    yield times * self.pairs(cell, free, acting, shared, turns)

    def shared(self, value: int, six: Ints, colours: Ints | None = None) -> Ints:
        """What the tables look at beside the own cards of each hand, as the last axis of payoffs has it."""
        return self.looks.place(value, all_hands().value, six, 0 if colours is None else colours)

    def cells(self, value: int, out: Iterable[int], shared: Ints) -> tuple[Ints, Flags]:
        """The outcome class of each hand, without its action; and which hands these cards leave."""
        hands = all_hands()
        versus = showdown(hands.value, value, self.dealing.qualifies_from)
        bits = sum(1 << card for card in out)
        return (versus * HAND_CLASSES + hands.hand_class) * self.width + shared, hands.held & bits == 0

    def pairs(self, cell: Ints, free: Flags, acting: Bytes, shared: Ints, turns: Turns) -> Whole:
        """The products over all pairs of hands, summed over these orders of suits."""
        flat = self.nets.reshape(*self.nets.shape[:2], -1)
        nets: Doubles = flat[:, acting, cell]
        nets = np.where(free, nets, 0.0)
        royals = _royals()
        values = self.turned(cell[royals] // self.width // HAND_CLASSES, free[royals], shared, turns)
        return _summed(turns, three_card_pairs_with(nets, royals, values))

    def turned(self, versus: Ints, free: Flags, shared: Ints, turns: Turns) -> Iterator[Doubles]:
        """The same showdown and dealer's cards, the A-K-Qs paid as those of other suits: (parts, royals)."""
        flat = self.nets.reshape(*self.nets.shape[:2], -1)
        for order, _ in turns:
            moved = (versus * HAND_CLASSES + ROYAL + np.array(order)) * self.width + shared[_royals()]
            yield np.where(free, flat[:, self.royal, :][:, moved], 0.0)


def _summed(turns: Turns, products: Iterator[Whole]) -> Whole:
    """The products of some orders of suits, each as often as there are orders that do the same."""
    found = [times * product for (_, times), product in zip(turns, products, strict=True)]
    return sum(found[1:], start=found[0])


def _turned_royals(order: Sequence[int]) -> Ints:
    """For each class of six cards the one that it becomes where suits are turned so."""
    found = np.arange(SIX_CLASSES)
    found[SIX_ROYAL:] = found[SIX_ROYAL:].reshape(-1, 4)[:, list(order)].ravel()
    return found


def _turns(nets: Doubles, looks: Looks) -> dict[tuple[int, tuple[int, ...]], Turns]:
    """The orders of suits that turn pays differently, by what they do to the dealer's part in it.

    That is which suit has the colour of the first one (0 where no colour matters), and an order for the royal
    flushes of six cards. Turns of one key differ in how they turn the pays of the suited A-K-Qs.
    """
    met: dict[tuple[int, bytes, bytes], tuple[tuple[int, ...], int]] = {}
    six = nets.reshape(*nets.shape[:-1], -1, SIX_CLASSES) if looks.six else None
    for order in SUIT_ORDERS.tolist():
        black = [order[suit] in BLACK for suit in range(4)]
        partner = black.index(black[0], 1) if looks.colours else 0
        royals = b"" if six is None else six[..., _turned_royals(order)].tobytes()
        turned = partner, royals, nets[..., [ROYAL + suit for suit in order], :].tobytes()
        first, times = met.get(turned, (tuple(order), 0))
        met[turned] = first, times + 1
    found: dict[tuple[int, bytes], Turns] = {}
    for (partner, royals, _), turn in met.items():
        found.setdefault((partner, royals), []).append(turn)
    return {(partner, turns[0][0]): turns for (partner, _), turns in found.items()}


def _actions(parts: SeatParts) -> tuple[Callable[[tuple[int, ...]], Bytes], int]:
    """For each hand its action by the up card, as `_Seat.nets` has them; and that of every suited A-K-Q."""
    hands = all_hands()
    if not parts.decided:
        return lambda up: np.ones(len(hands.row), np.uint8), PLAY
    plan = plan_of(parts.game, parts.strategy, parts.bets)
    chosen = places_of(parts.whole.raised)[plan.table].astype(np.uint8)
    royals = np.flatnonzero(rows().hand_class >= ROYAL)
    seen = ~(up_sets(plan.shows)[None, :, :, None] == rows().cards[royals][:, None, None]).any(axis=(2, 3))
    doing = np.unique(chosen[royals][seen]).tolist()
    if len(doing) > 1 or doing == [FOLD]:
        raise NotPriced("Two seats are counted together for strategies that play every suited A-K-Q alike")

    @lru_cache(maxsize=52)
    def acting(up: tuple[int, ...]) -> Bytes:
        column = up_beside_rows(up) if chosen.shape[1] > 1 else np.zeros(len(hands.row), np.int64)
        found: Bytes = chosen[hands.row, column]
        return found

    return acting, int(doing[0])

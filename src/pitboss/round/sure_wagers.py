"""Bets that are won or lost before the dealer's cards are seen: by a seat's own cards, if it decides so.

Settlement is asked for every way in which the round can go on; what is the same in all of them is sure.

>>> from pitboss.cards import parse_cards
>>> from pitboss.round import open_table
>>> from pitboss.round.state import Seat
>>> from pitboss.sheet import load_house
>>> napa = open_table(load_house("napa-valley"))
>>> seat = Seat(1, "ann", (("ante", 1000), ("pair_plus", 500)), parse_cards("9h 4h 2h"))
>>> [(bet.id, bet.state, bet.actions, bet.by[0].line) for bet in sure_bets(napa, seat)]
[('pair_plus', 'won', ('play',), 'flush')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from pitboss.cards import Card
from pitboss.hands import Category, SixKind, category3
from pitboss.money import MICRO, Cents
from pitboss.round.cover import BankLimit, Cover, actions_left, cover_of
from pitboss.round.profit import Meter
from pitboss.round.settlement import ActionId, Line, after_draw, outcome_lines
from pitboss.round.showdown import least_paid
from pitboss.round.state import Seat
from pitboss.round.table import Table
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.payclass import DEALER_CLASSES, Judged, colour_class, hand_class, pay_class, shared_class

_ANY_SHOWDOWN: Final = 0  # side bets and bonuses do not go by it
# The least that six cards can make of three: more cards never make less.
_LEAST_SIX: Final = {
    Category.PAIR: SixKind.PAIR,
    Category.THREE_OF_A_KIND: SixKind.THREE_OF_A_KIND,
}


@dataclass(frozen=True, slots=True)
class SureBet:
    """A side bet or bonus that a seat's own cards have won or lost, whatever the dealer has.

    It is so if the seat decides one of `actions`, or has; `always` where nothing else is left to decide.
    """

    id: str
    judged: Judged
    state: Literal["won", "lost"]
    actions: tuple[ActionId, ...]
    always: bool
    by: tuple[PaidBy, ...]  # the pays that are won
    least: bool  # a better pay may still come of it
    needs: str | None  # lost: the least hand that is paid
    clause: str
    cover: Cover | None  # how far a player bank covers it in the worst case


# The ways in which one bet may end, by decision; a bonus that is not paid has no line.
_Ends = Mapping[ActionId | None, Sequence[Line | None]]


def sure_bets(table: Table, seat: Seat, bank: BankLimit | None = None) -> tuple[SureBet, ...]:
    """The bets of a dealt seat that are won or lost already, in the order of the sheet's pay tables."""
    found = _sure(table, seat.cards, seat.bet, _Decided(seat.action, seat.discard, seat.drawn))
    if bank is None or table.sheet.bank is None:
        return tuple(bet for bet, _ in found)
    return tuple(replace(bet, cover=cover_of(table, bank, seat.bet, bet.id, most)) for bet, most in found)


class _Decided(NamedTuple):
    """What a seat has done with its cards, if anything."""

    action: ActionId | None
    discard: Card | None
    drawn: Card | None


# For each decision that is left: what the cards may be paid as after it.
_Classes = tuple[tuple[ActionId | None, tuple[int, ...]], ...]


@lru_cache(maxsize=1024)
def _sure(
    table: Table, cards: tuple[Card, ...], bet: tuple[tuple[str, Cents], ...], done: _Decided
) -> tuple[tuple[SureBet, Cents], ...]:
    """The sure bets before any cover, each with the most that it wins or loses."""
    three = _three(cards)
    actions = actions_left(table, dict(bet), done.action)
    classes = tuple((action, _pay_classes(three, action, done)) for action in actions)
    return _sure_of_classes(table, bet, tuple(_shared_classes(table, three)), classes)


@lru_cache(maxsize=4096)
def _sure_of_classes(
    table: Table, bet: tuple[tuple[str, Cents], ...], shared: tuple[int, ...], classes: _Classes
) -> tuple[tuple[SureBet, Cents], ...]:
    """The same by what the cards may be paid as: many cards are alike in that."""
    wagers = dict(bet)
    outcomes = {
        action: list(_outcomes(table, wagers, action, shared, paid_as)) for action, paid_as in classes
    }
    found: list[tuple[SureBet, Cents]] = []
    for name in table.sheet.pays:
        if table.sheet.pays[name].judged == "winning hand":
            continue  # the dealer's hand has a part in it, whatever one's own is
        ends = {action: [lines.get(name) for lines in each] for action, each in outcomes.items()}
        found += _won(name, table.sheet.pays[name].judged, ends)
        if name in wagers:
            found += _lost(table, name, wagers[name], ends)
    return tuple(found)


def _outcomes(
    table: Table,
    wagers: Mapping[str, Cents],
    action: ActionId | None,
    shared: Sequence[int],
    classes: Sequence[int],
) -> Iterator[dict[str, Line]]:
    """The lines of every end of a decision: a bet goes by the pay class or by a part of the shared class."""
    first, *others = shared
    ends = [(paid_as, first) for paid_as in classes] + [(classes[0], each) for each in others]
    reset = table.sheet.meter.reset * MICRO if table.sheet.meter else 0
    for paid_as, each in ends:
        meter = Meter(reset, reset)
        lines = outcome_lines(table, wagers, action, _ANY_SHOWDOWN, paid_as, each, meter)
        yield {line.id: line for line in lines}


def _shared_classes(table: Table, cards: tuple[Card, Card, Card]) -> Iterator[int]:
    """What the dealer's cards may make of a seat's own, one part of it changed at a time."""
    least = _LEAST_SIX.get(category3(*cards), SixKind.HIGH_CARD)
    colours = min(colour_class(cards), 1)  # of three cards alone, so that six of one colour are open
    yield shared_class(least, 0, colours)
    if table.book.shared:
        yield from (shared_class(six, 0, colours) for six in SixKind if six > least)
        yield from (shared_class(least, dealer, colours) for dealer in range(1, DEALER_CLASSES))
        if colours:
            yield shared_class(least, 0, 2)


def _pay_classes(cards: tuple[Card, Card, Card], action: ActionId | None, done: _Decided) -> tuple[int, ...]:
    """What the cards may be paid as: if a draw is still to come, with any card that is not one's own."""
    first = hand_class(*cards)
    if action != "draw":
        return (first,)
    if done.action == "draw":
        return (pay_class(hand_class(*_three(after_draw(cards, done.discard, done.drawn))), first),)
    a, b, c = cards
    others = [card for card in range(52) if card not in cards]
    hands = {hand_class(*three) for x in others for three in ((x, b, c), (a, x, c), (a, b, x))}
    return tuple(sorted(pay_class(hand, first) for hand in hands))


def _three(cards: tuple[Card, ...]) -> tuple[Card, Card, Card]:
    a, b, c = cards
    return a, b, c


def _won(name: str, judged: Judged, ends: _Ends) -> Iterator[tuple[SureBet, Cents]]:
    """The decisions after which a bet is won for sure, those with the same pay together."""
    pays: dict[tuple[tuple[PaidBy, ...], bool, str], list[ActionId | None]] = {}
    most: dict[tuple[PaidBy, ...], Cents] = {}
    for action, lines in ends.items():
        wins = [line for line in lines if line is not None and line.result == "win"]
        if len(wins) < len(lines):
            continue
        low = min(wins, key=lambda line: line.profit)
        several = len({line.by for line in wins}) > 1
        if several and any(each.payer == "meter" for each in low.by):
            continue  # what the meter pays by then is not known to be the least
        pays.setdefault((low.by, several, low.clause), []).append(action)
        most[low.by] = max(line.profit for line in wins)
    for (by, several, clause), actions in pays.items():
        always = len(actions) == len(ends)
        won = SureBet(name, judged, "won", _decided(actions), always, by, several, None, clause, None)
        yield won, most[by]


def _lost(table: Table, name: str, stake: Cents, ends: _Ends) -> Iterator[tuple[SureBet, Cents]]:
    """The decisions after which a bet is lost for sure; what only a fold loses is the fold's to tell."""
    lost = [action for action, lines in ends.items() if all(line and line.result == "lose" for line in lines)]
    forfeits = table.sheet.wagers[name].fold.does == "lose"
    by_cards = [action for action in lost if not (forfeits and action == "fold")]
    if by_cards:
        clause = next(line.clause for line in ends[by_cards[0]] if line is not None)
        always, needs = len(lost) == len(ends), least_paid(table, name)
        judged = table.sheet.pays[name].judged
        loss = SureBet(name, judged, "lost", _decided(lost), always, (), False, needs, clause, None)
        yield loss, stake


def _decided(actions: Iterable[ActionId | None]) -> tuple[ActionId, ...]:
    return tuple(action for action in actions if action is not None)

"""What a round can bring a player bank at worst and at best, as far as everybody can know (NAPA-10, NAPA-11).

What an outcome pays comes from the settlement, and so does how far the stake covers it; here outcomes are
only looked through. For a bank, a seat's line is worse than another where it pays the seat more: whatever it
uses of the cover, the seats after it cannot bring back. So only those ends of a seat count that no other end
beats in every line. Hands exclude each other in two ways that matter with so few seats: there is one suited
A-K-Q of each suit, and four aces leave one seat three of them, and one more seat an A-K-Q.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from pitboss.cards import FULL_DECK, Card
from pitboss.hands import KIND_OF_VALUE, VALUE3, Kind
from pitboss.money import Cents
from pitboss.round.cover import actions_left
from pitboss.round.profit import Meter
from pitboss.round.settlement import ActionId, Line, cover_lines, looks_at, outcome_lines
from pitboss.round.table import Table
from pitboss.sheet.payclass import (
    BY_DEALER,
    HAND_CLASSES,
    PAY_CLASSES,
    ROYAL,
    SHOWDOWNS,
    can_meet,
    shared_classes,
)

_QUEEN, _ACE = 10, 12  # the lowest and the highest rank of a mini royal
_SUITS: Final = range(HAND_CLASSES - ROYAL)
_ACES: Final = (int(Kind.THREE_ACES),)

Bets = tuple[tuple[str, Cents], ...]
Worth = tuple[Cents, ...]  # what an end brings the seat, line by line in the order of the cover
Ends = dict[Worth, list[Line]]
SeatEnds = tuple[tuple[Ends, ...], ...]  # by showdown result and hand class
Results = tuple[tuple[int, ...], ...]  # by hand class: the showdown results against a dealer's hand


class BankedSeat(NamedTuple):
    """A seat that a bank pays: its bets, and what it has decided, if it has."""

    bets: Bets
    action: ActionId | None = None


class BankRange(NamedTuple):
    """The least and the most that a bank can win; what it loses is below zero."""

    worst: Cents
    best: Cents


@lru_cache(maxsize=1024)
def bank_range(
    table: Table, stake: Cents, seats: tuple[BankedSeat, ...], up: tuple[Card, ...] = ()
) -> BankRange:
    """What a bank can win with a stake against these seats, in the order of cover, with these cards up."""
    if table.sheet.bank is None:
        return BankRange(0, 0)
    ends = [_ends(table, seat) for seat in seats]
    scarce = _scarce(ends, up)
    drawn = table.sheet.dealer.draw.when != "never"  # then a dealer's hand is not what the up cards say
    against = _results(table.sheet.dealer.qualifier.value, () if drawn else up)

    def extreme(sign: int) -> Cents:
        found = {tuple(_options(table, seat, dealer, scarce, sign) for seat in seats) for dealer in against}
        return sign * min(
            sign * net for options in found for net in _nets(table, stake, options, scarce, sign)
        )

    return BankRange(extreme(1), extreme(-1))


class _Option(NamedTuple):
    """An end of a seat, and of which group the scarce hands are that alone make it."""

    worth: Worth
    lines: tuple[Line, ...]
    scarce: int | None = None


@lru_cache(maxsize=8192)  # a bet changes one seat of seven
def _options(
    table: Table, seat: BankedSeat, dealer: Results, scarce: tuple[tuple[int, ...], ...], sign: int
) -> tuple[_Option, ...]:
    """The ends that no other beats; the sign is 1 where seats win as much as they can, -1 where they lose."""
    ends = _ends(table, seat)
    often = [hand for hand in range(ROYAL) if hand not in _ACES]
    plain = {worth: lines for hand in often for worth, lines in _against(ends, dealer, hand).items()}
    best = [each for each in plain if not any(_beats(other, each, sign) for other in plain)]
    found = [_Option(each, tuple(plain[each])) for each in best]
    for group, hands in enumerate(scarce):
        for worth, lines in _against(ends, dealer, hands[0]).items():
            if worth not in best and not any(_beats(other, worth, sign) for other in best):
                found.append(_Option(worth, tuple(lines), group))
    return tuple(found)


def _against(ends: SeatEnds, dealer: Results, hand: int) -> Ends:
    return {worth: lines for versus in dealer[hand] for worth, lines in ends[versus][hand].items()}


def _beats(one: Worth, other: Worth, sign: int) -> bool:
    """Whether an end is nowhere less, and somewhere more, to one side than another."""
    return one != other and all(sign * a >= sign * b for a, b in zip(one, other, strict=True))


def _nets(
    table: Table,
    stake: Cents,
    seats: Sequence[Sequence[_Option]],
    scarce: Sequence[tuple[int, ...]],
    sign: int,
) -> Iterable[Cents]:
    """The bank's nets, seat after seat; of those that leave the same behind, only the extreme goes on."""
    so_far = {(stake, (0,) * len(scarce)): 0}
    for options in seats:
        after: dict[tuple[Cents, tuple[int, ...]], Cents] = {}
        for (cover, used), net in so_far.items():
            for option in options:
                number = used
                if option.scarce is not None:
                    number = tuple(n + (group == option.scarce) for group, n in enumerate(used))
                    if not _fit(number, scarce):
                        continue
                lines = list(option.lines)
                left = cover_lines(table, [lines], cover)
                came = net - sum(line.profit for line in lines)
                before = after.get((left, number), came)
                after[left, number] = sign * min(sign * came, sign * before)
        so_far = after
    return so_far.values()


def _fit(number: Sequence[int], scarce: Sequence[tuple[int, ...]]) -> bool:
    """Whether so many hands of each group can be dealt together."""
    aces = any(n for n, hands in zip(number, scarce, strict=True) if hands == _ACES)
    enough = all(n <= len(hands) for n, hands in zip(number, scarce, strict=True))
    return enough and (not aces or sum(number) <= 2)


def _scarce(ends: Sequence[SeatEnds], up: tuple[Card, ...]) -> tuple[tuple[int, ...], ...]:
    """The hands that few seats can have: three aces, and mini royals that every seat is paid alike for."""
    groups: dict[tuple[frozenset[Worth], ...], tuple[int, ...]] = {}
    for suit in _SUITS:
        if any(card & 3 == suit and card >> 2 >= _QUEEN for card in up):
            continue
        paid = tuple(frozenset(each[versus][ROYAL + suit]) for each in ends for versus in range(SHOWDOWNS))
        groups[paid] = (*groups.get(paid, ()), ROYAL + suit)
    aces = sum(card >> 2 == _ACE for card in up) < 2
    return (*groups.values(), *((_ACES,) if aces else ()))


@lru_cache(maxsize=1024)
def _ends(table: Table, seat: BankedSeat) -> SeatEnds:
    """All that a seat can come to before any cover, by its showdown and the hand it was dealt."""
    bank, bets = table.sheet.bank, dict(seat.bets)
    order = bank.order if bank else ()
    actions = actions_left(table, bets, seat.action)
    looks = looks_at(table, bets)
    shared, by_dealer = shared_classes(looks), bool(looks & BY_DEALER)

    def ends(versus: int, hand: int) -> Ends:
        found: Ends = {}
        for action in actions:
            for paid_as in range(HAND_CLASSES, PAY_CLASSES) if action == "draw" else (hand,):
                for each in shared:
                    if by_dealer and not can_meet(versus, paid_as, each):
                        continue
                    lines = outcome_lines(table, bets, action, versus, paid_as, each, Meter(0, 0))
                    profits = {line.id: line.profit for line in lines}
                    found.setdefault(tuple(profits.get(name, 0) for name in order), lines)
        return found

    return tuple(tuple(ends(versus, hand) for hand in range(HAND_CLASSES)) for versus in range(SHOWDOWNS))


@lru_cache(maxsize=256)
def _results(qualifies_from: int, up: tuple[Card, ...]) -> tuple[Results, ...]:
    """For each kind of dealer's hand with these cards: which showdown results each class can have."""
    rest = [card for card in FULL_DECK if card not in up]
    values = {
        VALUE3[2704 * a + 52 * b + c]
        for a, b, c in ((*up, *more) for more in combinations(rest, 3 - len(up)))
    }
    return tuple(dict.fromkeys(_against_value(value, value >= qualifies_from) for value in sorted(values)))


def _against_value(value: int, qualifies: bool) -> Results:
    found = []
    for low, high in _SPANS:
        can = (low < value, low <= value <= high, high > value)
        found.append(tuple(3 * qualifies + place for place in range(3) if can[place]))
    return (*found, *(found[-1] for _ in _SUITS[1:]))


_SPANS: Final = tuple(
    (KIND_OF_VALUE.index(each), len(KIND_OF_VALUE) - 1 - KIND_OF_VALUE[::-1].index(each)) for each in Kind
)  # the lowest and the highest value of each kind

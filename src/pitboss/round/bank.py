"""A player bank (NAPA-10, NAPA-11): how far its stake goes, what a round can bring it, and its account.

What an outcome pays comes from the settlement, and so does how far a stake covers it; here outcomes are
only looked through. `largest_payout` is the same question for a house: the most that one round can pay at
all.

For a bank, a seat's line is worse than another where it pays the seat more: whatever it uses of the cover,
the seats after it cannot bring back. So only those ends of a seat count that no other end beats in every
line. Hands exclude each other in two ways that matter with so few seats: there is one suited A-K-Q of each
suit, and four aces leave one seat three of them, and one more seat an A-K-Q.

>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> napa = open_table(load_house("napa-valley"), low=100, high=100)
>>> largest_payout(napa)  # 7 seats, each 2 + 2 + 201 dollars
143500
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import ceil
from typing import Final, Literal, NamedTuple

from pitboss.cards import FULL_DECK, Card
from pitboss.hands import KIND_OF_VALUE, VALUE3, Kind
from pitboss.money import Cents
from pitboss.round.events import RoundSettled
from pitboss.round.settlement import (
    ActionId,
    Line,
    Meter,
    PaidSeat,
    cover_lines,
    cover_used,
    looks_at,
    outcome_lines,
    pay_deal,
)
from pitboss.round.state import Round, Seat, finished_deal
from pitboss.round.table import Table, actions_of_house, most_play, play_stake
from pitboss.sheet.model import Bank, Wager
from pitboss.sheet.paybooks import Result
from pitboss.sheet.pays import (
    BY_DEALER,
    HAND_CLASSES,
    PAY_CLASSES,
    ROYAL,
    SHOWDOWNS,
    Cash,
    MeterShare,
    Pay,
    can_meet,
    shared_classes,
)

Cover = Literal["full", "partial", "none"]
Bets = Mapping[str, Cents]


def most_used(table: Table, seats: Sequence[Bets]) -> Cents:
    """What the bets of some seats use of a bank's cover in the worst case."""
    return sum(seat_use(table, bets) for bets in seats)


def seat_use(table: Table, bets: Bets, action: ActionId | None = None) -> Cents:
    """What one seat can use of a bank's cover at most; a seat that has decided can use less."""
    return sum(_worst(table, tuple(bets.items()), action).values())


def reach_of(stake: Cents, before: Cents, need: Cents) -> Cover:
    """How far a stake covers what may need so much, after others have used some of it."""
    left = max(0, stake - before)
    return "none" if left == 0 else "full" if left >= need else "partial"


def worst_cover(table: Table, stake: Cents, earlier: Sequence[Bets], bets: Bets) -> dict[str, Cover]:
    """How far a stake covers each wager of a seat when every earlier wager wins or loses its maximum.

    The Play bet stands with its Ante: it goes where the Ante goes.
    """
    bank = table.sheet.bank
    if bank is None:
        return {}
    used = most_used(table, earlier)
    worst = _worst(table, tuple(bets.items()))
    found: dict[str, Cover] = {}
    for name in bank.order:
        need = worst.get(name)
        if need is None:
            continue
        covered = reach_of(stake, used, need)
        used += need
        if name == "play":
            both = {found.get("ante", covered), covered}
            found["ante"] = covered if len(both) == 1 else "partial"
        else:
            found[name] = covered
    return found


@dataclass(frozen=True, slots=True)
class BankLimit:
    """A player bank's stake, and the bets that it covers before a seat's own."""

    stake: Cents
    earlier: tuple[tuple[tuple[str, Cents], ...], ...]


def cover_of(
    table: Table, bank: BankLimit, bet: tuple[tuple[str, Cents], ...], name: str, need: Cents
) -> Cover:
    """How far a bank covers what one wager may need when everything before it uses its maximum."""
    order = table.sheet.bank.order if table.sheet.bank else ()
    worst = _worst(table, bet)
    before = sum(worst.get(each, 0) for each in order[: order.index(name)]) if name in order else 0
    return reach_of(bank.stake, most_used(table, [dict(each) for each in bank.earlier]) + before, need)


def exhausted_at(bank: Bank | None, stake: Cents, paid: Sequence[PaidSeat]) -> int | None:
    """The seat at which the last cent of the cover went; None when some was left."""
    if bank is None:
        return None
    left = stake
    for seat in paid:
        left -= sum(cover_used(bank, line) for line in seat.lines if line.id in bank.order)
        if left <= 0:
            return seat.seat
    return None


@lru_cache(maxsize=1024)
def _worst(
    table: Table, bets: tuple[tuple[str, Cents], ...], action: ActionId | None = None
) -> dict[str, Cents]:
    """The most that each wager of a bet can use of the cover."""
    bank = table.sheet.bank
    found: dict[str, Cents] = {}
    if bank is not None:
        for line in _outcomes(table, dict(bets), action):
            if line.id in bank.order:
                found[line.id] = max(found.get(line.id, 0), cover_used(bank, line))
    return found


def actions_left(table: Table, bets: Bets, action: ActionId | None) -> tuple[ActionId | None, ...]:
    """What a seat may do or has done; nothing where its bet asks for no decision."""
    if action is not None or "ante" not in bets:
        return (action,)
    return actions_of_house(table.sheet)


def _outcomes(table: Table, bets: Bets, decided: ActionId | None) -> Iterator[Line]:
    """Every line that a bet can end with: each goes by the showdown, the pay class or the six cards alone."""
    actions = actions_left(table, bets, decided)
    for action in actions:
        classes = range(HAND_CLASSES, PAY_CLASSES) if action == "draw" else range(HAND_CLASSES)
        for versus in range(SHOWDOWNS):
            yield from outcome_lines(table, bets, action, versus, classes[0], 0, Meter(0, 0))
        for paid_as, versus in product(classes, (0, SHOWDOWNS - 1)):  # a winning hand is paid by both
            yield from outcome_lines(table, bets, action, versus, paid_as, 0, Meter(0, 0))
        # Of two hands the lower counts: with the player's best one, every hand of the dealer's can be it.
        for shared in shared_classes(looks_at(table, bets)):
            yield from outcome_lines(table, bets, action, 0, classes[-1], shared, Meter(0, 0))


_QUEEN, _ACE = 10, 12  # the lowest and the highest rank of a mini royal
_SUITS: Final = range(HAND_CLASSES - ROYAL)
_ACES: Final = (int(Kind.THREE_ACES),)
SeatBets = tuple[tuple[str, Cents], ...]
Worth = tuple[Cents, ...]  # what an end brings the seat, line by line in the order of the cover
Ends = dict[Worth, list[Line]]
SeatEnds = tuple[tuple[Ends, ...], ...]  # by showdown result and hand class
Results = tuple[tuple[int, ...], ...]  # by hand class: the showdown results against a dealer's hand


class BankedSeat(NamedTuple):
    """A seat that a bank pays: its bets, and what it has decided, if it has."""

    bets: SeatBets
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
    ends = [_seat_ends(table, seat) for seat in seats]
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
    ends = _seat_ends(table, seat)
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
def _seat_ends(table: Table, seat: BankedSeat) -> SeatEnds:
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


ENDLESS: Final[Cents] = 10**15  # a stake that covers everything


@dataclass(frozen=True, slots=True)
class WagerEnd:
    """What became of a wager, and of the cover."""

    result: Result
    profit: Cents  # the seat's
    returned: Cents  # of the stake, without action
    uncovered: Cents  # not paid, or below zero not collected, because the cover ended
    left: Cents  # of the cover, after it


@dataclass(frozen=True, slots=True)
class CoveredWager:
    """A wager that the bank pays or collects; what became of it is there once the round has ended."""

    id: str
    label: str
    stake: Cents
    end: WagerEnd | None = None


@dataclass(frozen=True, slots=True)
class CoveredSeat:
    """A seat as the bank sees it: its wagers, what they can come to, how far the stake covers them."""

    n: int
    wagers: tuple[CoveredWager, ...]
    can_win: Cents | None  # from the bank, at most; nothing more once the round has ended
    can_lose: Cents | None
    enough: Cents  # a stake of this much covers it and every seat before it, whatever is dealt
    cover: Cover | None  # by the stake there is, in the worst case
    net: Cents | None  # the bank's
    left: Cents | None  # of the cover, after it


def cover_account(state: Round) -> tuple[CoveredSeat, ...]:
    """The seats of a round in the order in which the bank covers them."""
    bank, ended = state.table.sheet.bank, state.ended
    if bank is None:
        return ()
    left = state.bank.stake if state.bank else 0
    due = _due(state)
    found: list[CoveredSeat] = []
    enough = 0
    for seat in state.seats:
        use = seat_use(state.table, seat.wagers, seat.action)
        cover = reach_of(state.bank.stake, enough, use) if state.bank else None
        enough += use
        paid = state.paid(seat.number)
        if ended is None or paid is None:
            span = seat_range(state, seat)
            placed = _placed(state, seat)
            row = CoveredSeat(
                seat.number, placed, max(0, -span.worst), max(0, span.best), enough, cover, None, None
            )
        else:
            wagers = _settled_wagers(state, bank, paid, due.get(seat.number, {}), left)
            left = wagers[-1].end.left if wagers and wagers[-1].end else left
            row = CoveredSeat(seat.number, wagers, None, None, enough, cover, -paid.net, left)
        found.append(row)
    return tuple(found)


def round_range(state: Round) -> BankRange | None:
    """What the bank of a round can win at worst and at best, by what shows; None from the reveal on."""
    if state.bank is None or state.phase not in ("bets", "deal", "decisions"):
        return None
    seats = tuple(BankedSeat(seat.bet, seat.action) for seat in state.seats)
    return bank_range(state.table, state.bank.stake, seats, _shown(state))


def seat_range(state: Round, seat: Seat) -> BankRange:
    """What one seat can cost a bank and bring it, by what shows."""
    stake = state.bank.stake if state.bank else ENDLESS
    return bank_range(state.table, stake, (BankedSeat(seat.bet, seat.action),), _shown(state))


def _shown(state: Round) -> tuple[int, ...]:
    """The cards of the dealer that everybody sees; none before the decisions (NAPA-3)."""
    return tuple(sorted(state.up_cards)) if state.phase == "decisions" else ()


def _placed(state: Round, seat: Seat) -> tuple[CoveredWager, ...]:
    """What lies at a seat, in the order in which the bank covers it."""
    bank, sheet, stakes = state.table.sheet.bank, state.table.sheet, dict(seat.wagers)
    if seat.action not in (None, "fold"):
        stakes["play"] = play_stake(state.table, stakes["ante"], seat.action)
    order = bank.order if bank else ()
    return tuple(CoveredWager(name, sheet.label(name), stakes[name]) for name in order if name in stakes)


def _settled_wagers(
    state: Round, bank: Bank, paid: PaidSeat, due: Mapping[str, Cents], left: Cents
) -> tuple[CoveredWager, ...]:
    """What became of a seat's wagers, one after another, and of the cover."""
    found: list[CoveredWager] = []
    for line in paid.lines:
        left -= cover_used(bank, line) if line.id in bank.order else 0
        short = due.get(line.id, line.profit) - line.profit
        end = WagerEnd(line.result, line.profit, line.returned, short, left)
        found.append(CoveredWager(line.id, state.table.sheet.label(line.id), line.stake, end))
    return tuple(found)


def _due(state: Round) -> dict[int, dict[str, Cents]]:
    """What every wager of a settled round had come to with cover for everything."""
    if not isinstance(state.ended, RoundSettled) or state.bank is None:
        return {}
    whole = pay_deal(state.table, finished_deal(state)._replace(bank=None))
    return {seat.seat: {line.id: line.profit for line in seat.lines} for seat in whole.seats}


class Part(NamedTuple):
    """What one wager, bonus or envy can bring all seats together, stakes and all; None: there is no bound."""

    line: str
    cents: Cents | None


def largest_payout(table: Table) -> Cents | None:
    """What all seats together can be given back and paid in one round; None when a wager has no maximum.

    A share of the meter counts with the reset: what the meter holds beyond it was put aside before.
    """
    total = 0
    for part in payouts(table):
        if part.cents is None:
            return None
        total += part.cents
    return total


def payouts(table: Table) -> Iterator[Part]:
    """The parts of the largest payout, in the order of the sheet."""
    sheet, book = table.sheet, table.book
    ante = most_bet(table, "ante") if "ante" in sheet.wagers else 0
    play = None if ante is None else most_play(table, ante)
    if "ante" in sheet.wagers:
        yield _part(table, "ante", ante, (verdict.award.pay for verdict in book.ante))
        yield _part(table, "play", play, (verdict.award.pay for verdict in book.play))
    for name, bonus in sheet.bonuses.items():
        on = play if bonus.on == "play" else ante
        yield _part(table, name, on, (award.pay for award in book.awards[name]), bonus=True)
    for side in table.sides:
        yield _part(table, side.id, most_bet(table, side.id), (award.pay for award in side.awards))
    if sheet.envy:
        yield Part("envy", sheet.seats * (sheet.seats - 1) * max(book.envy))


def most_bet(table: Table, wager: str) -> Cents | None:
    """The largest amount of a wager at a table, whatever is bet beside it; None when nothing bounds it."""
    return _most(table, wager, frozenset())


def _most(table: Table, name: str, above: frozenset[str]) -> Cents | None:
    wager = table.sheet.wagers[name]
    if wager.fixed is not None:
        return wager.fixed.cents
    found: list[Cents] = []
    for bound in wager.max:
        if bound.kind == "table":
            found.append(table.max)
        elif bound.kind == "cents":
            found.append(bound.cents)
        elif _is_beside(table, wager, bound.of) and bound.of not in above:
            base = _most(table, bound.of, above | {name})
            if base is not None:
                found.append(ceil(base * bound.times))
    return min(found, default=None)


def _is_beside(table: Table, wager: Wager, other: str) -> bool:
    """Whether another wager is always there beside this one: a multiple of it binds only then (AC-3)."""
    required = other in table.sheet.wagers and table.sheet.wagers[other].required
    needs = wager.needs
    needed = needs is not None and other in needs.wagers and (needs.mode == "all" or len(needs.wagers) == 1)
    return required or needed


def _part(
    table: Table, line: str, stake: Cents | None, pays: Iterable[Pay | None], *, bonus: bool = False
) -> Part:
    """The stake comes back and the best pay is added, at every seat; a bonus has no stake of its own."""
    if stake is None:
        return Part(line, None)
    best = max((_paid(table, pay, stake) for pay in pays if pay is not None), default=0)
    return Part(line, table.sheet.seats * ((0 if bonus else stake) + best))


def _paid(table: Table, pay: Pay, stake: Cents) -> Cents:
    match pay:
        case Cash(cents):
            return cents
        case MeterShare():
            return table.sheet.meter.reset if table.sheet.meter else 0
        case _:
            return ceil(stake * pay.odds)

"""The price of a wager at every meter: what the theoretical hold of many bets is reckoned with."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, literal, select, tuple_

from pitboss.ledger.schema import events, felts, rounds, sheets
from pitboss.ledger.store import Store
from pitboss.money import MICRO, Cents
from pitboss.odds import Game, NotPriced, Price
from pitboss.round.table import Table
from pitboss.table.table_state import stored_sheet, stored_table

# What a wager costs at every meter


class Law(NamedTuple):
    """A wager's price as a function of the meter: `a + b·m` for the edge, `a + b·m + c·m²` for the variance.

    That is exact but for the cents to which a share of the meter is rounded down.
    """

    optimal: bool
    edge: tuple[Fraction, Fraction]
    variance: tuple[Fraction, Fraction, Fraction]


@lru_cache(maxsize=256)
def law_of(table: Table, wager: str, players: int) -> Law:
    """The price of a wager at every meter, from its exact price at one, or at three where it wins a share."""
    sheet = table.sheet
    game = Game(table, players)
    optimal = wager == "ante" or "ante" in game.outcomes(wager).wagers
    if not sheet.wins_meter(wager) or sheet.meter is None:
        price = game.price_apart(wager) if wager == "ante" else game.price(wager)
        return Law(optimal, (price.house_edge, Fraction(0)), (price.variance, Fraction(0), Fraction(0)))
    step = -(-sheet.meter.reset // 10_000) * 10_000  # of which any whole percent is whole cents
    meters = [step, 2 * step, 3 * step]
    prices = [Game(table, players, meter).price(wager) for meter in meters]
    _, slope, base = _through(step, prices, lambda price: price.house_edge)
    square, linear, free = _through(step, prices, lambda price: price.variance)
    return Law(optimal, (base, slope), (free, linear, square))


def _through(
    step: Cents, prices: list[Price], read: Callable[[Price], Fraction]
) -> tuple[Fraction, Fraction, Fraction]:
    """The parabola through a figure at one, two and three steps: its coefficients by micro-cents."""
    one, two, three = map(read, prices)
    square = (one - 2 * two + three) / 2  # by steps
    slope = two - one - 3 * square
    unit = step * MICRO
    return square / unit**2, slope / unit, one - slope - square


# What the house has kept


BATCH: Final = 500  # rounds read at a time
SURE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + SURE) / 2)


@dataclass(frozen=True, slots=True)
class Span:
    """Which rounds count: those of a house, of a table, settled from a time on and before another."""

    house: str | None = None
    table: str | None = None
    since: int | None = None  # milliseconds since 1970
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Theory:
    """What the house should have kept."""

    optimal: bool  # the price depends on decisions: it is that of the best play
    hold: Fraction
    error: float  # the standard error of the actual hold, for that many bets of that size
    low: float  # the 95 % interval
    high: float


@dataclass(frozen=True, slots=True)
class WagerHold:
    """One wager of one house. The main game counts as `ante`: Play and bonuses are part of its result."""

    house: str
    wager: str
    label: str
    bets: int
    staked: Cents
    won: Cents  # by the house, or by the banks where players bank
    theory: Theory | None
    unpriced: str | None = None  # why there is no theory

    @property
    def actual(self) -> Fraction:
        return Fraction(self.won, self.staked)

    @property
    def inside(self) -> bool | None:
        """Whether the actual hold lies in the interval."""
        if self.theory is None:
            return None
        return self.theory.low <= float(self.actual) <= self.theory.high


class TooManyRounds(Exception):
    """A span has more rounds than are counted at once."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class _Settled(NamedTuple):
    """A settled round as it is read."""

    at: int
    id: str
    sheet: str
    low: Cents
    high: Cents
    body: str


class BetKind(NamedTuple):
    """Bets with the same price but for the meter."""

    sheet: str
    low: Cents
    high: Cents
    wager: str
    players: int  # who envy each other; 1 where nobody does


@dataclass(slots=True)
class _Sums:
    """All that is kept of many bets: powers of the stake, and of the meter at which each was settled."""

    bets: int = 0
    won: Cents = 0
    stakes: Cents = 0
    stakes_meter: int = 0
    squares: int = 0
    squares_meter: int = 0
    squares_meter2: int = 0

    def add(self, stake: Cents, profit: Cents, meter: int) -> None:
        self.bets += 1
        self.won -= profit
        self.stakes += stake
        self.stakes_meter += stake * meter
        self.squares += stake * stake
        self.squares_meter += stake * stake * meter
        self.squares_meter2 += stake * stake * meter * meter


@dataclass(frozen=True, slots=True)
class Counted:
    """All bets of a span: those with the same price together, and the tables they were made at."""

    tables: dict[tuple[str, Cents, Cents], Table]
    sums: Mapping[BetKind, _Sums]

    def wanted(self) -> Iterator[tuple[BetKind, Table]]:
        """The bets whose price is needed, each with its table."""
        for kind in self.sums:
            yield kind, self.tables[kind[:3]]

    def rows(self, law: Callable[[BetKind, Table], Law]) -> list[WagerHold]:
        """Actual and theoretical hold of every wager that was bet, by house and in the order of its sheet."""
        rows: defaultdict[tuple[str, str], list[BetKind]] = defaultdict(list)
        for kind, table in self.wanted():
            rows[table.sheet.id, kind.wager].append(kind)
        found = [
            _row(house, wager, [(self.tables[kind[:3]], kind, self.sums[kind]) for kind in kinds], law)
            for (house, wager), kinds in rows.items()
        ]
        order = {table.sheet.id: list(table.sheet.wagers) for table in self.tables.values()}
        return sorted(found, key=lambda row: (row.house, order[row.house].index(row.wager)))


def hold(store: Store, span: Span, *, most: int = BATCH) -> list[WagerHold]:
    """Actual and theoretical hold of every wager that was bet; all prices are worked out here."""
    counted = count_bets(store, span, most=most)
    return counted.rows(lambda kind, table: law_of(table, kind.wager, kind.players))


def count_bets(store: Store, span: Span, *, most: int = BATCH, limit: int | None = None) -> Counted:
    """All bets of a span. More rounds than the limit are refused before any work."""
    tables: dict[tuple[str, Cents, Cents], Table] = {}
    sums: defaultdict[BetKind, _Sums] = defaultdict(_Sums)
    contents = store.read(_contents)
    query = _query(span, contents)
    if limit is not None and store.read(partial(_number, query=query, most=limit + 1)) > limit:
        raise TooManyRounds(limit)
    for each in _settled(store, span, query, most):
        key = (each.sheet, each.low, each.high)
        if key not in tables:
            tables[key] = stored_table(each.sheet, contents[each.sheet], each.low, each.high)
        _count(tables[key], key, json.loads(each.body), sums)
    return Counted(tables, sums)


# What was bet

_told = events.alias()
_settlement = (  # the last event of a settled round
    select(func.max(_told.c.sequence)).where(_told.c.round == rounds.c.id).correlate(rounds).scalar_subquery()
)
_rows = (
    select(rounds.c.at, rounds.c.id, rounds.c.sheet, rounds.c.low, rounds.c.high, events.c.body)
    .select_from(rounds)
    .join(events, (events.c.felt == rounds.c.felt) & (events.c.sequence == _settlement))
    .join(felts, felts.c.id == rounds.c.felt)
    .where(felts.c.purse == "house")  # chips are no money: nothing of them is held
    .where(rounds.c.ended == "settled", events.c.body.contains('"k":"settle"'))
    .order_by(rounds.c.at, rounds.c.id)
)


def _contents(connection: Connection) -> dict[str, str]:
    """Every stored sheet; there are few."""
    return {row.hash: row.content for row in connection.execute(select(sheets.c.hash, sheets.c.content))}


def _query(span: Span, contents: dict[str, str]) -> Select[Any]:
    """The settled rounds of a span."""
    query = _rows.where(rounds.c.at >= (span.since or 0))
    if span.table is not None:
        query = query.where(rounds.c.felt == span.table)
    if span.house is not None:
        mine = [hash_ for hash_, text in contents.items() if stored_sheet(hash_, text).id == span.house]
        query = query.where(rounds.c.sheet.in_(mine))
    if span.until is not None:
        query = query.where(rounds.c.at < span.until)
    return query


def _settled(store: Store, span: Span, query: Select[Any], most: int) -> Iterator[_Settled]:
    """Settled rounds, some at a time: what has ended never changes, so no long transaction is needed."""
    query, after = query.limit(most), query.limit(most)
    while True:
        batch = store.read(partial(_batch, query=after))
        yield from batch
        if len(batch) < most:
            return
        last = tuple_(literal(batch[-1].at), literal(batch[-1].id))
        after = query.where(tuple_(rounds.c.at, rounds.c.id) > last)


def _batch(connection: Connection, query: Select[Any]) -> list[_Settled]:
    return [_Settled(*row) for row in connection.execute(query)]


def _number(connection: Connection, query: Select[Any], most: int) -> int:
    """How many rounds there are, counted no further than to a number."""
    some = query.with_only_columns(rounds.c.id).limit(most).subquery()
    return int(connection.execute(select(func.count()).select_from(some)).scalar_one())


def _count(
    table: Table, key: tuple[str, Cents, Cents], event: dict[str, Any], sums: defaultdict[BetKind, _Sums]
) -> None:
    """Adds the bets of one settled round."""
    sheet = table.sheet
    meter = int(event["meter"]["before"]) + int(event["meter"]["fed"]) if event["meter"] else 0
    envied = sheet.envy.wager if sheet.envy else None
    stakes, profits = defaultdict[tuple[int, str], int](int), defaultdict[tuple[int, str], int](int)
    for seat in event["seats"]:
        for line in seat["lines"]:
            wager = _wager_of(table, line["id"])
            profits[seat["seat"], wager] += line["profit"]
            if line["id"] == wager:
                stakes[seat["seat"], wager] += line["stake"]
    many = sum(wager == envied for _, wager in stakes)
    for (number, wager), stake in stakes.items():
        kind = BetKind(*key, wager, many if wager == envied else 1)
        sums[kind].add(stake, profits[number, wager], meter)


def _wager_of(table: Table, line: str) -> str:
    """Whose result a line of a settlement is part of."""
    if line in table.sheet.wagers:
        return line
    return table.sheet.envy.wager if line == "envy" and table.sheet.envy else "ante"


# What it should have brought


def _row(
    house: str,
    wager: str,
    kinds: Iterable[tuple[Table, BetKind, _Sums]],
    law_at: Callable[[BetKind, Table], Law],
) -> WagerHold:
    """One wager: all its bets together, each at its own price."""
    parts = list(kinds)
    bets, staked = sum(sums.bets for *_, sums in parts), sum(sums.stakes for *_, sums in parts)
    won = sum(sums.won for *_, sums in parts)
    label = parts[-1][0].sheet.label(wager)
    try:
        laws = [(law_at(kind, table), sums) for table, kind, sums in parts]
    except NotPriced as why:
        return WagerHold(house, wager, label, bets, staked, won, None, str(why))
    expected = sum(
        (law.edge[0] * sums.stakes + law.edge[1] * sums.stakes_meter for law, sums in laws), Fraction(0)
    )
    variance = sum((_variance(law, sums) for law, sums in laws), Fraction(0))
    edge, error = expected / staked, sqrt(variance) / staked
    theory = Theory(
        optimal=any(law.optimal for law, _ in laws),
        hold=edge,
        error=error,
        low=float(edge) - Z * error,
        high=float(edge) + Z * error,
    )
    return WagerHold(house, wager, label, bets, staked, won, theory)


def _variance(law: Law, sums: _Sums) -> Fraction:
    a, b, c = law.variance
    return a * sums.squares + b * sums.squares_meter + c * sums.squares_meter2

"""What the ledger holds: balances by kind, the trial balance, one account's movements, meters.

Only reading: money is moved by `posting`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final, NamedTuple, get_args

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    case,
    cast,
    func,
    literal_column,
    or_,
    select,
    union_all,
)

from pitboss.ledger.accounts import (
    GIVER,
    TAKER,
    WHAT_MOVED,
    Account,
    Kind,
    MicroCents,
    Transfer,
    chips_behind,
    is_account,
    transfer_of,
    whole_of,
    with_ends,
)
from pitboss.ledger.people import waiting
from pitboss.ledger.schema import GRANTED, OF_METERS, accounts, deeds, events, felts, rounds, transfers

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_IN_USE: Final[ColumnElement[bool]] = literal_column("balance <> 0")  # as the index has it
PER_ROUND: Final[frozenset[Kind]] = frozenset(
    {"escrow", "bank"}
)  # one for each round, empty when it has ended


class KindTotal(NamedTuple):
    """All accounts of a kind: how many there are, how many hold anything, and the sum."""

    kind: Kind
    accounts: int
    used: int
    total: MicroCents


class Held(NamedTuple):
    """An account and what is in it."""

    account: Account
    balance: MicroCents


class Movement(NamedTuple):
    """One transfer as the owner of an account sees it: what came is above zero, what went below."""

    at: int  # milliseconds since 1970, UTC
    what: str
    other: Account
    amount: MicroCents
    felt: str | None  # the table and the round of the deed, where it has any
    round: str | None


class Position(NamedTuple):
    """A person's money: in hand, on the tables in open rounds, and what of it was given and not won."""

    balance: MicroCents
    waiting: tuple[tuple[str, MicroCents], ...]  # open round, amount
    granted: MicroCents


class Figures(NamedTuple):
    """How much a database holds, to compare one with another."""

    accounts: int
    deeds: int
    transfers: int
    tables: int
    events: int
    ended: int  # rounds
    open: int
    last: int | None  # time of the last deed


def by_kind(connection: Connection) -> list[KindTotal]:
    """The accounts of every kind that has any, in the order of the kinds; of those that each round has, the
    ones that hold anything."""
    held = select(accounts.c.kind, func.count(), func.sum(accounts.c.balance)).where(_IN_USE)
    found = {row[0]: (int(row[1]), int(row[2])) for row in connection.execute(held.group_by(accounts.c.kind))}
    totals = []
    for kind in KINDS:
        used, total = found.get(kind, (0, 0))
        all_ = select(func.count()).select_from(accounts).where(accounts.c.kind == kind)
        number = used if kind in PER_ROUND else int(connection.execute(all_).scalar_one())
        if number:
            totals.append(KindTotal(kind, number, used, total))
    return totals


def of_kind(
    connection: Connection,
    kind: Kind,
    *,
    search: str = "",
    after: str | None = None,
    most: int | None = None,
    used: bool | None = None,
) -> list[Held]:
    """The accounts of a kind by key, whose key begins so and comes after another one.

    `used` are those that hold anything, as of those that each round has, unless it says otherwise.
    """
    query = select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == kind)
    if used or (used is None and kind in PER_ROUND):
        query = query.where(_IN_USE)
    if search:
        query = query.where(accounts.c.key.startswith(search, autoescape=True))
    if after is not None:
        query = query.where(accounts.c.key > after)
    rows = connection.execute(query.order_by(accounts.c.key).limit(most))
    return [Held(Account(kind, key), int(balance)) for key, balance in rows]


def trial_balance(connection: Connection) -> MicroCents:
    """The sum over all accounts: zero, or money was made or lost."""
    return int(connection.execute(select(func.sum(accounts.c.balance)).where(_IN_USE)).scalar() or 0)


def unlike_transfers(connection: Connection) -> list[Account]:
    """The accounts whose balance is not what their transfers add up to: none, or a balance was changed."""
    moved = union_all(
        select(transfers.c.taker.label("account"), transfers.c.amount.label("amount")),
        select(transfers.c.giver, -transfers.c.amount),
    ).subquery()
    sums = (
        select(moved.c.account, func.sum(moved.c.amount).label("total")).group_by(moved.c.account).subquery()
    )
    query = (
        select(accounts.c.kind, accounts.c.key)
        .outerjoin(sums, sums.c.account == accounts.c.id)
        .where(accounts.c.balance != func.coalesce(sums.c.total, 0))
        .order_by(accounts.c.id)
    )
    return [Account(kind, key) for kind, key in connection.execute(query)]


def left_in_ended(connection: Connection) -> list[Account]:
    """Escrows and banks of ended rounds that still hold money: none, or a settlement was not whole."""
    query = (
        select(accounts.c.kind, accounts.c.key)
        .join(rounds, rounds.c.id == accounts.c.key)
        .where(accounts.c.kind.in_(PER_ROUND), accounts.c.balance != 0, rounds.c.ended.is_not(None))
        .order_by(accounts.c.id)
    )
    return [Account(kind, key) for kind, key in connection.execute(query)]


class Waiting(NamedTuple):
    """Money in an open round, and when the last thing happened there."""

    round: str
    amount: MicroCents
    at: int


def waiting_rounds(connection: Connection) -> list[Waiting]:
    """The open rounds that hold money, by name."""
    held = (
        select(accounts.c.key, func.sum(accounts.c.balance))
        .join(rounds, rounds.c.id == accounts.c.key)
        .where(accounts.c.kind.in_(PER_ROUND), _IN_USE, rounds.c.ended.is_(None))
        .group_by(accounts.c.key)
        .order_by(accounts.c.key)
    )
    at = select(func.max(deeds.c.at)).join(events, events.c.deed == deeds.c.id)
    return [
        Waiting(key, int(amount), int(connection.execute(at.where(events.c.round == key)).scalar_one()))
        for key, amount in connection.execute(held).all()
    ]


def position(connection: Connection, account: Account) -> Position | None:
    """A person's money, or None when nothing was ever moved to or from that name."""
    own = connection.execute(select(accounts.c.id, accounts.c.balance).where(is_account(account))).first()
    if own is None:
        return None
    mint = select(accounts.c.id).where(accounts.c.kind == "mint").scalar_subquery()
    given, back = (
        select(func.coalesce(func.sum(transfers.c.amount), 0)).where(GRANTED, taker == to, giver == by)
        for taker, to, giver, by in (
            (transfers.c.taker, own.id, transfers.c.giver, mint),
            (transfers.c.taker, mint, transfers.c.giver, own.id),
        )
    )
    granted = int(connection.execute(given).scalar_one()) - int(connection.execute(back).scalar_one())
    return Position(int(own.balance), tuple(sorted(waiting(connection, account.key).items())), granted)


def movements(connection: Connection, account: Account, last: int) -> list[Movement]:
    """The last transfers of an account, the latest first."""
    own = account_number(connection, account)
    if own is None:
        return []
    other, to_own = accounts.alias(), transfers.c.taker == own
    came = case((to_own, transfers.c.amount), else_=-transfers.c.amount)  # below zero: it went
    ends = [  # each read from its end
        select(transfers.c.id).where(side == own).order_by(transfers.c.id.desc()).limit(last).subquery()
        for side in (transfers.c.giver, transfers.c.taker)
    ]
    query = (
        select(transfers.c.deed, deeds.c.at, transfers.c.what, other.c.kind, other.c.key, came)
        .select_from(transfers)
        .join(deeds, deeds.c.id == transfers.c.deed)
        .join(other, other.c.id == case((to_own, transfers.c.giver), else_=transfers.c.taker))
        .where(transfers.c.id.in_(union_all(*(select(end.c.id) for end in ends))))
        .order_by(transfers.c.id.desc())
        .limit(last)
    )
    rows = connection.execute(query).all()
    places = select(events.c.deed, events.c.felt, events.c.round).where(
        events.c.deed.in_({row.deed for row in rows})
    )
    where = {deed: (table_id, round_) for deed, table_id, round_ in connection.execute(places)}
    return [
        Movement(int(at), what, Account(kind, key), int(amount), *where.get(deed, (None, None)))
        for deed, at, what, kind, key, amount in rows
    ]


def figures(connection: Connection) -> Figures:
    """The counts of a database."""

    def count(query: Select[Any]) -> int:
        return int(connection.execute(query).scalar_one())

    return Figures(
        accounts=count(select(func.count()).select_from(accounts)),
        deeds=count(select(func.count()).select_from(deeds)),
        transfers=count(select(func.count()).select_from(transfers)),
        tables=count(select(func.count()).select_from(felts)),
        events=count(select(func.count()).select_from(events)),
        ended=count(select(func.count(rounds.c.ended))),
        open=count(select(func.count()).select_from(rounds).where(rounds.c.ended.is_(None))),
        last=connection.execute(select(func.max(deeds.c.at))).scalar(),
    )


# One account

MOST_ACCOUNTS: Final = 200  # on a page


def account_number(connection: Connection, account: Account) -> int | None:
    """The number of an account; None where it was never opened."""
    return connection.execute(select(accounts.c.id).where(is_account(account))).scalar()


# A round's money


def transfers_of_round(connection: Connection, round_: str) -> tuple[Transfer, ...]:
    """The transfers of a round's deeds, but for what the house's own banker is given."""
    query = with_ends(select(*WHAT_MOVED).select_from(transfers)).where(
        transfers.c.deed.in_(select(events.c.deed).where(events.c.round == round_)),
        transfers.c.what != "proposition",
    )
    return tuple(transfer_of(*row) for row in connection.execute(query))


def stakes_of_round(connection: Connection, round_: str) -> list[tuple[Account, Account, MicroCents]]:
    """What each purse has put into a round and not had back: where it lies, whose it is, how much."""
    mine, other = accounts.alias("mine"), accounts.alias("other")
    came = transfers.c.taker == mine.c.id
    query = (
        select(
            mine.c.kind,
            mine.c.key,
            other.c.kind,
            other.c.key,
            func.sum(case((came, transfers.c.amount), else_=-transfers.c.amount)),
        )
        .select_from(transfers)
        .join(mine, or_(came, transfers.c.giver == mine.c.id))
        .join(other, other.c.id == case((came, transfers.c.giver), else_=transfers.c.taker))
        .where(mine.c.key == round_, mine.c.kind.in_(("escrow", "bank")))
        .group_by(mine.c.kind, mine.c.key, other.c.kind, other.c.key)
        .order_by(mine.c.kind, other.c.kind, other.c.key)
    )
    return [
        (Account(kind, key), Account(whose, who), int(amount))
        for kind, key, whose, who, amount in connection.execute(query)
        if amount
    ]


def chips_of_person(connection: Connection, person: str) -> list[Held]:
    """A person's chips at every table where they have any, by account."""
    query = select(accounts.c.key, accounts.c.balance).where(
        accounts.c.kind == "chips",
        accounts.c.key.endswith(chips_behind(person), autoescape=True),
        _IN_USE,
    )
    found = connection.execute(query.order_by(accounts.c.key)).all()
    return [Held(Account("chips", key), int(held)) for key, held in found]


# What went into each meter and out of it


class StoredMeter(NamedTuple):
    """A meter, of a rule sheet or of one table: what it holds, and what moved there by what for."""

    key: str
    sheet: str
    felt: str | None  # whose own it is
    held: MicroCents
    moved: dict[str, MicroCents]  # what came is above zero, what went below


class PaidJackpot(NamedTuple):
    """A share of a meter that somebody won; the body is that of the settlement."""

    number: int  # of the transfer
    at: int
    meter: str
    amount: MicroCents
    taker_kind: str
    taker: str
    felt: str
    sheet: str
    round: str
    body: str


def all_meters(connection: Connection) -> list[StoredMeter]:
    """Every meter that was ever started."""
    own = {row.id: row.sheet for row in connection.execute(_tables) if row.meter == row.id}
    held, moved = (
        defaultdict[str, int](int),
        defaultdict[str, defaultdict[str, int]](lambda: defaultdict(int)),
    )
    for key, balance in connection.execute(
        select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == "meter")
    ):
        held[key if key in own else whole_of(key)] += int(balance)
    for key, what, amount in connection.execute(_sums):
        moved[key if key in own else whole_of(key)][what] += int(amount)
    for key, here in held.items():  # the bets, which are nearly all of its transfers, are what is left
        moved[key]["contribution"] = here - sum(moved[key].values())
    return [
        StoredMeter(key, own.get(key, key), key if key in own else None, held[key], dict(moved[key]))
        for key in sorted(held)
    ]


def paid_jackpots(connection: Connection, before: int | None, most: int) -> list[PaidJackpot]:
    """Jackpots, the latest first, before the number of one of them."""
    columns = transfers.c.id, deeds.c.at, GIVER.c.key, transfers.c.amount, TAKER.c.kind, TAKER.c.key
    settled = events.c.felt, rounds.c.sheet, events.c.round, events.c.body
    query: Select[Any] = (
        with_ends(select(*columns, *settled).select_from(transfers))
        .join(deeds, deeds.c.id == transfers.c.deed)
        .join(events, events.c.deed == transfers.c.deed)
        .join(rounds, rounds.c.id == events.c.round)
        .where(OF_METERS, transfers.c.what == "jackpot", events.c.body.contains('"k":"settle"'))
        .order_by(transfers.c.id.desc())
        .limit(most)
    )
    if before is not None:
        query = query.where(transfers.c.id < before)
    return [PaidJackpot(*row) for row in connection.execute(query)]


_tables = select(felts.c.id, felts.c.sheet, felts.c.meter).where(felts.c.meter.is_not(None))
_mine = accounts.alias("mine")
_rare = (
    select(transfers.c.giver, transfers.c.taker, transfers.c.what, transfers.c.amount)
    .where(OF_METERS)
    .subquery()
)
_came = case((_rare.c.taker == _mine.c.id, _rare.c.amount), else_=-_rare.c.amount)
_sums = (
    select(_mine.c.key, _rare.c.what, cast(func.sum(_came), BigInteger))
    .select_from(_rare)
    .join(_mine, _mine.c.id.in_((_rare.c.giver, _rare.c.taker)))
    .where(_mine.c.kind == "meter")
    .group_by(_mine.c.key, _rare.c.what)
)

"""People, what they sign in with, and how they limit their play. Inside a transaction.

A person is an opaque id. Names and password hashes can be erased; the id stays, because rounds hold it. Of
what a session of play has cost: what the mint gives or takes is never won or lost, and money in an open round
is still the person's.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, union_all, update
from sqlalchemy.exc import IntegrityError

from pitboss.errors import CageFault
from pitboss.ledger.accounts import MINT, MicroCents
from pitboss.ledger.deeds import record_person
from pitboss.ledger.schema import (
    accounts,
    decisions,
    deeds,
    felts,
    people,
    rounds,
    spent_names,
    tokens,
    transfers,
)
from pitboss.ledger.store import Prepared, read_one, upsert

Role = Literal["player", "operator"]
TokenKind = Literal["session", "bearer", "ticket", "device", "reset"]


class NameTaken(CageFault):
    """Another person has this name, or one that looks like it; the database refused it."""


class Person(NamedTuple):
    """A person as others may know them; guests have no name of their own, but may be called something."""

    id: str
    name: str | None
    role: Role
    created: int  # milliseconds since 1970, UTC
    last_seen: int
    alias: str | None = None  # what a guest is called
    avatar: str | None = None  # the key of the picture they have chosen

    @property
    def guest(self) -> bool:
        return self.name is None

    @property
    def shown(self) -> str:
        """What stands at the seat."""
        return self.name or self.alias or f"Guest {self.id[:5]}"


class Name(NamedTuple):
    """A name as it is shown, as it is looked up, and as it looks beside others."""

    name: str
    folded: str
    skeleton: str


class Token(NamedTuple):
    """What a secret is good for; the secret itself is kept nowhere."""

    digest: str
    person: str
    kind: TokenKind
    made: int
    expires: int | None  # None: when it is revoked
    last_used: int | None
    label: str
    extra: str


def digest_of(secret: str) -> str:
    """What is kept of a secret. It has 256 random bits, so nothing slower is needed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


# People

_known = tuple(people.c[field] for field in Person._fields)


def add_guest(connection: Connection, person: str, now: int) -> Person:
    """A new person without a name."""
    row = {"id": person, "role": "player", "created": now, "last_seen": now, "deleted": False}
    connection.execute(insert(people), row)
    record_person(connection, person, "new", person, now)
    return Person(person, None, "player", now, now)


def read_person(connection: Connection, person: str, *, lock: bool = False) -> Person | None:
    """A person by id, unless deleted. `lock` keeps them as they are until the commit."""
    query = select(*_known).where(people.c.id == person, people.c.deleted.is_(False))
    return read_one(connection, query.with_for_update() if lock else query, Person)


def person_called(connection: Connection, folded: str) -> Person | None:
    """A person by their folded name."""
    return read_one(connection, select(*_known).where(people.c.folded == folded), Person)


def password_of(connection: Connection, person: str) -> str | None:
    """The hash of a person's password."""
    return connection.execute(select(people.c.password).where(people.c.id == person)).scalar()


def name_person(connection: Connection, person: str, name: Name, password: str) -> None:
    """A guest gets a name; one that is taken, or looks like one that is, is refused by the database."""
    try:
        _change(connection, person, **name._asdict(), password=password)
    except IntegrityError:
        raise NameTaken(f"The name {name.name!r} is taken") from None


def has_look(connection: Connection, skeleton: str) -> bool:
    """Whether a person with a password has a name that looks like this."""
    return connection.execute(select(people.c.id).where(people.c.skeleton == skeleton)).first() is not None


def introduce(connection: Connection, person: str, alias: str | None, avatar: str | None) -> None:
    """What a guest is called, and which picture a person has chosen."""
    _change(connection, person, alias=alias, avatar=avatar)


def set_password(connection: Connection, person: str, before: str, after: str) -> bool:
    """Puts a hash in the place of another; False when that was not the hash any more."""
    statement = (
        update(people).where(people.c.id == person, people.c.password == before).values(password=after)
    )
    return connection.execute(statement).rowcount == 1


def renew_password(connection: Connection, person: str, after: str) -> None:
    """Puts a hash in the place of the old one, if there was one."""
    _change(connection, person, password=after)


def set_role(connection: Connection, person: str, role: Role, by: str, now: int) -> None:
    """Makes a person an operator, or a player again."""
    _change(connection, person, role=role)
    record_person(connection, person, "role", by, now)


def operators(connection: Connection) -> list[Person]:
    """All operators, by name."""
    query = select(*_known).where(people.c.role == "operator").order_by(people.c.folded)
    return [Person(*row) for row in connection.execute(query)]


def find_people(
    connection: Connection, folded: str, text: str, after: tuple[int, str] | None, most: int
) -> list[Person]:
    """People whose folded name, guest's name or id begins so, who was here last first; of those who were
    here at one moment by id. `after` is the last that was listed: when they were here, and their id."""
    begins = (
        people.c.folded.startswith(folded, autoescape=True),
        func.lower(people.c.alias).startswith(folded, autoescape=True),
        people.c.id.startswith(text, autoescape=True),
    )
    query = select(*_known).where(people.c.deleted.is_(False))
    query = query.where(or_(*begins)) if text else query
    if after is not None:
        seen, id_ = after
        later = and_(people.c.last_seen == seen, people.c.id > id_)
        query = query.where(or_(people.c.last_seen < seen, later))
    query = query.order_by(people.c.last_seen.desc(), people.c.id).limit(most)
    return [Person(*row) for row in connection.execute(query)]


def saw(connection: Connection, person: str, now: int) -> None:
    """A person was here."""
    _change(connection, person, last_seen=now)


def erase(connection: Connection, person: str, now: int) -> None:
    """Takes everything from a person but the id and when it was made."""
    kept = {"id", "created", "last_seen", "role", "deleted"}
    empty = {column.name: None for column in people.columns if column.name not in kept}
    for table in (tokens, decisions):
        connection.execute(delete(table).where(table.c.person == person))
    _change(connection, person, **empty, role="player", deleted=True)
    record_person(connection, person, "erased", person, now)


def _change(connection: Connection, person: str, **values: Any) -> None:
    connection.execute(update(people).where(people.c.id == person).values(**values))


# Names of deleted people


def spend_name(connection: Connection, skeleton: str, until: int) -> None:
    """Nobody takes a name of this look until then. Only its hash is kept, nothing that leads to a person."""
    new = upsert(spent_names).values(digest=digest_of(skeleton), until=until)
    connection.execute(new.on_conflict_do_update(index_elements=["digest"], set_={"until": until}))


def is_spent(connection: Connection, skeleton: str, now: int) -> bool:
    """Whether a name of this look was a deleted person's until lately."""
    query = select(spent_names.c.until).where(spent_names.c.digest == digest_of(skeleton))
    until = connection.execute(query).scalar()
    return until is not None and int(until) > now


def forget_spent(connection: Connection, now: int) -> int:
    """Forgets names that are free again; gives how many."""
    return connection.execute(delete(spent_names).where(spent_names.c.until <= now)).rowcount


# Tokens


def keep_token(connection: Connection, token: Token) -> None:
    """Stores what a new secret is good for."""
    connection.execute(insert(tokens), token._asdict())


def holder(connection: Connection, digest: str) -> tuple[Token, Person] | None:
    """A token and whose it is, whether it has expired or not."""
    query = select(tokens, *_known).join(people, people.c.id == tokens.c.person)
    query = query.where(tokens.c.digest == digest, people.c.deleted.is_(False))
    found = connection.execute(query).first()
    if found is None:
        return None
    size = len(Token._fields)
    return Token(*found[:size]), Person(*found[size:])


def use_token(connection: Connection, digest: str, now: int, expires: int | None) -> None:
    """A token was used, and lives until then."""
    statement = update(tokens).where(tokens.c.digest == digest).values(last_used=now, expires=expires)
    connection.execute(statement)


def take_token(connection: Connection, digest: str, kind: TokenKind) -> Token | None:
    """Takes a token away and tells what it was: of two who ask at the same time, one gets it."""
    statement = delete(tokens).where(tokens.c.digest == digest, tokens.c.kind == kind).returning(tokens)
    return read_one(connection, statement, Token)


def tokens_of(connection: Connection, person: str, kind: TokenKind) -> list[Token]:
    """A person's tokens of a kind, the oldest first."""
    query = (
        select(tokens)
        .where(tokens.c.person == person, tokens.c.kind == kind)
        .order_by(tokens.c.made, tokens.c.digest)
    )
    return [Token(*row) for row in connection.execute(query)]


def drop_tokens(connection: Connection, person: str, *kinds: TokenKind) -> None:
    """Takes all of a person's tokens of these kinds away."""
    connection.execute(delete(tokens).where(tokens.c.person == person, tokens.c.kind.in_(kinds)))


def drop_expired(connection: Connection, now: int, person: str | None = None) -> int:
    """Forgets tokens whose time is over, one person's or everybody's; gives how many."""
    old = delete(tokens).where(tokens.c.expires <= now)
    return connection.execute(old if person is None else old.where(tokens.c.person == person)).rowcount


class Excluded(NamedTuple):
    """A person who does not play until a time."""

    person: str
    until: int


def excluded_people(connection: Connection, now: int, most: int) -> list[Excluded]:
    """People who are excluded from play now; who comes back first stands first."""
    query = (
        select(people.c.id, people.c.excluded_until)
        .where(people.c.excluded_until > now, people.c.deleted.is_(False))
        .order_by(people.c.excluded_until, people.c.id)
        .limit(most)
    )
    return [Excluded(*row) for row in connection.execute(query)]


class StoredLimits(NamedTuple):
    """What a person allows themselves. A `next` value holds from its time on; None is no limit."""

    loss: int | None = None  # cents in one session
    loss_next: int | None = None
    loss_from: int | None = None  # milliseconds since 1970, UTC; None: no change waits
    minutes: int | None = None
    minutes_next: int | None = None
    minutes_from: int | None = None
    excluded_until: int | None = None


class Session(NamedTuple):
    """A session of play: when it began, after which transfer, and what waited on tables then."""

    began: int
    after: int
    carried: MicroCents


_limits = select(*(getattr(people.c, name) for name in StoredLimits._fields)).where(
    people.c.id == bindparam("person"), people.c.deleted.is_(False)
)
_read_limits = Prepared(_limits)
_lock_limits = Prepared(_limits.with_for_update())  # SQLite has one writer and needs no lock
_session = Prepared(
    select(people.c.playing_from, people.c.playing_after, people.c.playing_carried).where(
        people.c.id == bindparam("person"), people.c.playing_from.is_not(None)
    )
)


def read_limits(connection: Connection, person: str, *, lock: bool = False) -> StoredLimits | None:
    """A person's limits; None when there is no such person."""
    found = (_lock_limits if lock else _read_limits).first(connection, {"person": person})
    return None if found is None else StoredLimits(*found)


def write_limits(connection: Connection, person: str, limits: StoredLimits, by: str, now: int) -> None:
    """Puts limits in the place of a person's."""
    connection.execute(update(people).where(people.c.id == person).values(limits._asdict()))
    record_person(connection, person, "limits", by, now)


def read_session(connection: Connection, person: str) -> Session | None:
    """The session that was begun last, whether it is over or not."""
    found = _session.first(connection, {"person": person})
    return None if found is None else Session(*found)


def begin_session(connection: Connection, person: str, now: int) -> Session:
    """A session begins now; the caller has locked the person's row.

    The last transfer and what waits are of one moment, so that each transfer is before or after it: a
    person's transfers have their numbers in the order in which they are stored.
    """
    after, carried = connection.execute(_beginning, {"person": person}).one()
    new = Session(now, int(after), int(carried))
    values = {"playing_from": new.began, "playing_after": new.after, "playing_carried": new.carried}
    connection.execute(update(people).where(people.c.id == person).values(values))
    return new


# What the ledger tells

_own = (
    select(accounts.c.id)
    .where(accounts.c.kind == "person", accounts.c.key == bindparam("person"))
    .scalar_subquery()
)
_mint = (
    select(accounts.c.id).where(accounts.c.kind == MINT.kind, accounts.c.key == MINT.key).scalar_subquery()
)
_none = func.coalesce(func.sum(transfers.c.amount), 0)
_since = transfers.c.id > bindparam("after")
_came = Prepared(select(_none).where(transfers.c.taker == _own, _since, transfers.c.giver != _mint))
_went = Prepared(select(_none).where(transfers.c.giver == _own, _since, transfers.c.taker != _mint))
_last_bet = Prepared(
    select(deeds.c.at)
    .join(transfers, transfers.c.deed == deeds.c.id)
    .where(transfers.c.giver == _own, transfers.c.taker != _mint)
    .order_by(transfers.c.id.desc())
    .limit(1)
)


def gained(connection: Connection, person: str, after: int) -> MicroCents:
    """What came to a person's hand less what went from it after a transfer, but for the mint's."""
    values = {"person": person, "after": after}
    [(came,)], [(went,)] = _came.all(connection, values), _went.all(connection, values)
    return int(came) - int(went)


def last_bet(connection: Connection, person: str) -> int | None:
    """When a person last put money on a table or into a bank."""
    found = _last_bet.first(connection, {"person": person})
    return None if found is None else int(found[0])


_open_rounds = (  # the last round of a table is the only one that can be open, so no old round is looked at
    select(rounds.c.id)
    .join(felts, (felts.c.id == rounds.c.felt) & (felts.c.rounds == rounds.c.number))
    .where(felts.c.closed.is_(False), rounds.c.ended.is_(None))
)
_open = (
    select(accounts.c.id, accounts.c.key)
    .where(accounts.c.kind.in_(("escrow", "bank")), accounts.c.key.in_(_open_rounds), accounts.c.balance != 0)
    .cte("open")
)
# `+ 0`: they are found by the few transfers of a round, never by all that a person ever made
_waiting = union_all(
    select(_open.c.key, transfers.c.amount)
    .join(transfers, transfers.c.taker == _open.c.id)
    .where(transfers.c.giver + 0 == _own),
    select(_open.c.key, -transfers.c.amount)
    .join(transfers, transfers.c.giver == _open.c.id)
    .where(transfers.c.taker + 0 == _own),
)


_last_transfers = union_all(
    select(func.max(transfers.c.id).label("id")).where(transfers.c.giver == _own),
    select(func.max(transfers.c.id)).where(transfers.c.taker == _own),
).subquery()
_waiting_sum = _waiting.subquery()
_beginning = select(
    select(func.coalesce(func.max(_last_transfers.c.id), 0)).scalar_subquery(),
    select(func.coalesce(func.sum(_waiting_sum.c.amount), 0)).scalar_subquery(),
)


def waiting(connection: Connection, person: str) -> dict[str, MicroCents]:
    """A person's money in open rounds, by round."""
    held: dict[str, MicroCents] = {}
    for round_, amount in connection.execute(_waiting, {"person": person}):
        held[round_] = held.get(round_, 0) + int(amount)
    return {round_: amount for round_, amount in held.items() if amount}

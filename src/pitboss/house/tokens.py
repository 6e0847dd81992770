"""Tokens for programs, and tickets for sockets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitboss.house.account_log import AccountLog
from pitboss.house.durations import SECOND
from pitboss.house.person_lookup import person_by_id
from pitboss.house.secrets import find_holder, is_over, signed_out
from pitboss.ledger import people
from pitboss.ledger.people import Person, Token, digest_of
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

TICKET: Final = 30 * SECOND
MOST_TOKENS: Final = 20  # for one person's programs
MOST_LETTERS: Final = 60  # of a token's label


@dataclass(frozen=True, slots=True)
class ProgramToken:
    """A token for a program as its owner sees it."""

    id: str
    label: str
    made: int
    last_used: int | None


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of people's programs: each is good until it is revoked."""

    _store: Store
    _new_secret: Callable[[], str]
    _now: Callable[[], int]
    _log: AccountLog

    def make(self, person: str, label: str, by: str | None = None) -> str:
        """The secret of a new token. `by` is the secret of who asks for it."""
        if not 0 < len(label) <= MOST_LETTERS or not label.isprintable() or not label.strip():
            text = f"A label has 1 to {MOST_LETTERS} printable characters"
            raise Refusal("label", text, None, "label")
        secret, now = self._new_secret(), self._now()

        def work(connection: Connection) -> None:
            person_by_id(connection, person, lock=True)
            if by is not None and people.holder(connection, digest_of(by)) is None:
                raise signed_out()  # at this moment, by another password
            if len(people.tokens_of(connection, person, "bearer")) >= MOST_TOKENS:
                text = f"You have {MOST_TOKENS} tokens: revoke one that you do not use"
                raise Refusal("tokens", text, None)
            token = Token(digest_of(secret), person, "bearer", now, None, None, label.strip(), "")
            people.keep_token(connection, token)

        self._store.write(work)
        self._log.tell("token made", person)
        return secret

    def of(self, person: str) -> tuple[ProgramToken, ...]:
        """A person's tokens, the oldest first; their secrets cannot be shown again."""
        found = self._store.read(lambda connection: people.tokens_of(connection, person, "bearer"))
        return tuple(ProgramToken(each.digest, each.label, each.made, each.last_used) for each in found)

    def revoke(self, person: str, token: str) -> None:
        """Ends a token of this person, by the id of the list."""

        def work(connection: Connection) -> None:
            if token not in {each.digest for each in people.tokens_of(connection, person, "bearer")}:
                raise Refusal("token", "You have no such token", None, "token")
            people.take_token(connection, token, "bearer")

        self._store.write(work)


@dataclass(frozen=True, slots=True)
class Tickets:
    """Tickets: each opens one socket to one table."""

    _store: Store
    _new_secret: Callable[[], str]
    _now: Callable[[], int]

    def give(self, secret: str, table: str) -> str:
        """A ticket that is good for half a minute, for whoever is signed in with this secret."""
        now = self._now()
        found = find_holder(self._store, secret, now)
        if found is None:
            raise signed_out()
        if not table.isprintable():
            raise Refusal("table", "There is no such table", None, "table")
        ticket = self._new_secret()
        kept = Token(digest_of(ticket), found[1].id, "ticket", now, now + TICKET, None, "", table)

        def work(connection: Connection) -> None:
            people.read_person(connection, kept.person, lock=True)
            if people.holder(connection, found[0].digest) is None:
                raise signed_out()  # at this moment, by another password
            people.drop_expired(connection, now, kept.person)
            people.keep_token(connection, kept)

        self._store.write(work)
        return ticket

    def use(self, secret: str, table: str) -> Person | None:
        """Whose ticket this is. It is used up, even by who comes to another table with it."""
        now = self._now()

        def work(connection: Connection) -> Person | None:
            used = people.take_token(connection, digest_of(secret), "ticket")
            if used is None or is_over(used, now) or used.extra != table:
                return None
            return people.read_person(connection, used.person)

        return self._store.write(work)

"""The accounts of a house: sessions, known browsers, tokens for programs and tickets for sockets.

`open_accounts` puts them together with the people. A browser that has signed in before keeps a secret in a
cookie: it opens nothing and says nothing of who used it, but tries by strangers do not count against it.
Every secret is shown once, when it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from argon2 import PasswordHasher

from pitboss.house import DAY, HOUR, MINUTE, SECOND
from pitboss.house.attention import KEPT, MOST_KEPT
from pitboss.house.credentials import (
    SESSION,
    Passwords,
    argon2id,
    find_holder,
    is_over,
    looked_up,
    make_secret,
    session_token,
    signed_out,
    typed,
    unlike,
)
from pitboss.house.people import AccountLog, Newcomers, People, open_account_log, person_by_id
from pitboss.house.rates import MOST_KEYS, Tries, for_device, for_stranger
from pitboss.ledger import operators, people, servers
from pitboss.ledger.people import Person, Token, digest_of
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal
from pitboss.table import Pit

DEVICE: Final = 365 * DAY  # a browser is known for so long after it signed in
MOST_DEVICES: Final = 20  # of one person; the one that did not sign in for longest is forgotten
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)  # as we write one


def _digest(secret: str, person: str) -> str:
    """What is kept of a browser's secret for one person: several people may use one browser."""
    return digest_of(f"{secret} {person}")


TICKET: Final = 30 * SECOND
MOST_TOKENS: Final = 20  # for one person's programs
MOST_LETTERS: Final = 60  # of a token's label


SEEN_EVERY: Final = MINUTE  # how exactly the last use of a session or a token is known


@dataclass(frozen=True, slots=True)
class TokenListed:
    """A program's token without its secret."""

    id: str
    label: str
    made: int
    last_used: int | None


@dataclass(frozen=True, slots=True)
class Sessions:
    """What the people of a house are signed in with; a program's token is good until it is revoked."""

    _store: Store
    _passwords: Passwords
    _tries: Tries
    _new_secret: Callable[[], str]
    _now: Callable[[], int]
    _log: AccountLog

    def sign_in(self, name: str, password: str, address: str | None = None, device: str | None = None) -> str:
        """The secret of a new session. The work is the same whether there is such a name or not.

        `device` is the secret of the browser: one that this person has used before has tries of its own.
        """
        folded = looked_up(name)

        def find(connection: Connection) -> tuple[Person | None, str | None, str | None]:
            found = people.person_called(connection, folded)
            id_ = found.id if found else ""
            known = self._known_browser(connection, id_, device)
            return found, people.password_of(connection, id_), known

        found, kept, known = self._store.read(find)
        allowed = for_stranger(folded, address) if known is None else for_device(known)
        self._tries.count("attempts to sign in", allowed)
        given = typed(password)
        if not self._passwords.fits(kept, given) or found is None or kept is None or given is None:
            self._log.warn("sign-in failed", found.id if found else None, address)
            raise unlike()
        better = self._passwords.hashed(given) if self._passwords.is_old(kept) else None
        secret, now, id_ = self._new_secret(), self._now(), found.id

        def work(connection: Connection) -> None:
            person_by_id(connection, id_, lock=True)
            if people.password_of(connection, id_) != kept:  # it was changed at this moment
                raise unlike()
            if better is not None:
                people.set_password(connection, id_, kept, better)
            people.saw(connection, id_, now)
            people.keep_token(connection, session_token(secret, id_, now))

        self._store.write(work)
        self._log.tell("signed in", id_, address)
        return secret

    def sign_out(self, secret: str) -> None:
        """Ends a session, and its person's tickets; one that is over already is no fault."""

        def work(connection: Connection) -> str | None:
            ended = people.take_token(connection, digest_of(secret), "session")
            if ended is not None:
                people.drop_tokens(connection, ended.person, "ticket")
            return ended.person if ended else None

        person = self._store.write(work)
        if person is not None:
            self._log.tell("signed out", person)

    def who(self, secret: str) -> Person | None:
        """Whose session or program token this is. A session lives on for thirty days from now."""
        now = self._now()
        found = find_holder(self._store, secret, now)
        if found is None:
            return None
        token, person = found
        if token.last_used is None or now - token.last_used >= SEEN_EVERY:
            expires = now + SESSION if token.kind == "session" else None

            def work(connection: Connection) -> None:
                people.saw(connection, person.id, now)  # a person before their tokens, here and everywhere
                people.use_token(connection, token.digest, now, expires)

            self._store.write(work)
            return person._replace(last_seen=now)
        return person

    def renew(self, secret: str) -> str:
        """A new secret in the place of a session's: the old one opens nothing any more."""
        new, now = self._new_secret(), self._now()

        def work(connection: Connection) -> None:
            old = people.take_token(connection, digest_of(secret), "session")
            if old is None or is_over(old, now):
                raise signed_out()
            people.keep_token(connection, session_token(new, old.person, now))

        self._store.write(work)
        return new

    # Browsers that are known

    def remember_browser(self, person: str, device: str | None = None) -> str:
        """The secret by which a browser that has just signed in is known again; one that it has stays."""
        secret = device if device is not None and _SECRET.fullmatch(device) else self._new_secret()
        now, digest = self._now(), _digest(secret, person)
        token = Token(digest, person, "device", now, now + DEVICE, now, "", "")

        def work(connection: Connection) -> None:
            person_by_id(connection, person, lock=True)
            people.take_token(connection, digest, "device")
            before = people.tokens_of(connection, person, "device")
            by_use = sorted(before, key=lambda each: (each.last_used, each.digest))
            for each in by_use[: max(0, len(before) - MOST_DEVICES + 1)]:
                people.take_token(connection, each.digest, "device")
            people.keep_token(connection, token)

        self._store.write(work)
        return secret

    def _known_browser(self, connection: Connection, person: str, device: str | None) -> str | None:
        """What is kept of a browser, if this person has signed in with it. The work is always the same."""
        digest = _digest(device or "", person)
        found = people.holder(connection, digest)
        if found is None or found[0].kind != "device" or is_over(found[0], self._now()):
            return None
        return digest

    # Programs

    def make_token(self, person: str, label: str, by: str | None = None) -> str:
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

    def tokens_of(self, person: str) -> list[TokenListed]:
        """A person's tokens, the oldest first; their secrets cannot be shown again."""
        found = self._store.read(lambda connection: people.tokens_of(connection, person, "bearer"))
        return [TokenListed(each.digest, each.label, each.made, each.last_used) for each in found]

    def revoke(self, person: str, token: str) -> None:
        """Ends a token of this person, by the id of the list."""

        def work(connection: Connection) -> None:
            if token not in {each.digest for each in people.tokens_of(connection, person, "bearer")}:
                raise Refusal("token", "You have no such token", None, "token")
            people.take_token(connection, token, "bearer")

        self._store.write(work)

    # Tickets: each opens one socket to one table

    def give_ticket(self, secret: str, table: str) -> str:
        """A ticket that is good for half a minute, for the person who is signed in with this secret."""
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

    def use_ticket(self, secret: str, table: str) -> Person | None:
        """Whose ticket this is. It is used up, even by who comes to another table with it."""
        now = self._now()

        def work(connection: Connection) -> Person | None:
            used = people.take_token(connection, digest_of(secret), "ticket")
            if used is None or is_over(used, now) or used.extra != table:
                return None
            return people.read_person(connection, used.person)

        return self._store.write(work)


@dataclass(frozen=True, slots=True)
class Accounts:
    """The people of a house and their sessions. A secret is given once, and never again."""

    people: People
    sessions: Sessions


def open_accounts(
    store: Store,
    pit: Pit,
    entropy: Callable[[int], bytes],
    now: Callable[[], int],
    hasher: PasswordHasher | None = None,
    newcomers: Newcomers | None = None,
) -> Accounts:
    """The accounts on a database."""
    new_secret = partial(make_secret, entropy)
    passwords, tries = Passwords(hasher or argon2id(), entropy), Tries(store, now)
    log = open_account_log(store)
    return Accounts(
        People(store, pit, passwords, tries, entropy, now, log, newcomers or Newcomers()),
        Sessions(store, passwords, tries, new_secret, now, log),
    )


def forget_expired(store: Store, now: int) -> int:
    """Forgets tokens, spent names, tries, departures and the like whose time is over; gives how many."""

    def work(connection: Connection) -> int:
        gone = people.drop_expired(connection, now) + people.forget_spent(connection, now)
        gone += servers.forget_departures(connection, now - HOUR)
        gone += servers.forget_errands(connection, now - HOUR)
        gone += operators.forget_incidents(connection, now - KEPT, MOST_KEPT)
        return gone + servers.forget_tries(connection, now, MOST_KEYS)

    return store.write(work)

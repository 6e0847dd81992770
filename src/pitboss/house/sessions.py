"""Sessions: signing in and out, and whose session or program a secret is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitboss.house.account_log import AccountLog
from pitboss.house.credentials import Passwords, typed, unlike
from pitboss.house.devices import Devices
from pitboss.house.durations import MINUTE
from pitboss.house.names import looked_up
from pitboss.house.person_lookup import person_by_id
from pitboss.house.rate_limit import Tries
from pitboss.house.secrets import SESSION, find_holder, is_over, session_token, signed_out
from pitboss.house.sign_in_rates import for_device, for_stranger
from pitboss.ledger import people
from pitboss.ledger.people import Person, digest_of
from pitboss.ledger.store import Connection, Store

SEEN_EVERY: Final = MINUTE  # how exactly the last use of a session or a token is known


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of a house's people."""

    _store: Store
    _passwords: Passwords
    _devices: Devices
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
            known = self._devices.known(connection, id_, device)
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
        """A new secret in the place of a session's: whoever knew the old one is out."""
        new, now = self._new_secret(), self._now()

        def work(connection: Connection) -> None:
            old = people.take_token(connection, digest_of(secret), "session")
            if old is None or is_over(old, now):
                raise signed_out()
            people.keep_token(connection, session_token(new, old.person, now))

        self._store.write(work)
        return new

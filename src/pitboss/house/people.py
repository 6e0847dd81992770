"""Who somebody is: guests, names and passwords, sessions, tokens for programs, tickets for sockets.

A secret is shown once and kept nowhere: the database holds its SHA-256. Times are milliseconds since 1970.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn, TypeVar
from uuid import UUID

from argon2 import PasswordHasher
from sqlalchemy import Connection, func, select

from pitboss.cage import people
from pitboss.cage.deed_chain import do_deed
from pitboss.cage.errors import Conflict
from pitboss.cage.journal import Asked, canonical
from pitboss.cage.ledger import MINT, Account, Transfer, account_id, balance
from pitboss.cage.people import Name, Person, Token, TokenKind, digest_of
from pitboss.cage.playing import waiting
from pitboss.cage.schema import deeds
from pitboss.cage.store import Store
from pitboss.house.credentials import Passwords, argon2id, password_text, typed
from pitboss.house.devices import Devices
from pitboss.house.names import fold, looked_up, name_of
from pitboss.house.rate_limit import HOUR, MINUTE, Attempts, Rate, network_of
from pitboss.house.sign_in_rates import BY_NAME, for_device, for_owner, for_stranger
from pitboss.lookalikes import skeleton
from pitboss.money import MICRO, Cents, dollars
from pitboss.pit import Pit
from pitboss.pit.chips import sweep_everywhere
from pitboss.round import Refusal

T = TypeVar("T")

DAY: Final = 24 * HOUR
SECRET_BYTES: Final = 32
SESSION: Final = 30 * DAY  # after the last use
TICKET: Final = 30_000
SEEN_EVERY: Final = MINUTE  # how exactly the last use of a session or a token is known
SPENT: Final = 30 * DAY  # a deleted person's name is nobody's for so long
FIRST: Final[Cents] = 100_000  # play money of a new guest, and of a top-up
BROKE: Final[Cents] = 5_000  # who has less may be topped up
MOST_TOKENS: Final = 20  # for one person's programs
MOST_LETTERS: Final = 60  # of a token's label

GUESTS: Final = Rate(10, 60)  # from one address
_TOP_UP: Final = "top-up "  # and a number: the id of such a grant


@dataclass(frozen=True, slots=True)
class ProgramToken:
    """A token for a program as its owner sees it."""

    id: str
    label: str
    made: int
    last_used: int | None


class Accounts:
    """People of one house. Every method that gives a secret gives it for the first and last time."""

    def __init__(
        self,
        store: Store,
        pit: Pit,
        entropy: Callable[[int], bytes],
        now: Callable[[], int],
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._store = store
        self._pit = pit
        self._entropy = entropy
        self._now = now
        self._passwords = Passwords(hasher or argon2id(), entropy)
        self._attempts = Attempts()
        self.devices = Devices(store, self._secret, now)

    # People

    def guest(self, address: str | None = None) -> tuple[Person, str]:
        """A new person with play money, and the secret of their session."""
        if address is not None:
            self._knock("new guests from here", {f"guests {network_of(address)}": GUESTS})
        now, secret = self._now(), self._secret()
        id_ = UUID(bytes=self._entropy(16), version=4).hex

        def work(connection: Connection) -> Person:
            new = people.add_guest(connection, id_, now)
            people.keep_token(connection, _session(secret, id_, now))
            return new

        new = self._store.write(work)
        self._pit.grant(new.id, FIRST, _cashier(new.id), "welcome", "a guest's first")
        return new, secret

    def person(self, person: str) -> Person | None:
        """A person by id; None for one who is deleted."""
        return self._store.read(lambda connection: people.read_person(connection, person))

    def register(self, person: str, name: str, password: str) -> Person:
        """A guest gets a name and a password, and keeps account and money."""
        name = name_of(name)
        self._knock("names tried", {f"register {person}": BY_NAME})  # before the work that a password is
        hashed = self._passwords.hashed(password_text(password, name))
        called = Name(name, fold(name), skeleton(name))
        taken = Refusal(
            "name_taken", f"The name {name!r} is not free, or looks like one that is not", None, "name"
        )

        def work(connection: Connection) -> Person:
            before = people.read_person(connection, person, lock=True) or _gone()
            if not before.guest:
                raise Refusal("registered", f"You have the name {before.name!r} already", None, "name")
            if people.is_spent(connection, called.skeleton, self._now()):
                raise taken
            people.name_person(connection, person, called, hashed)
            return before._replace(name=name)

        try:
            return self._store.write(work)
        except Conflict:
            raise taken from None

    def change_password(self, person: str, old: str, new: str, address: str | None = None) -> str:
        """Another password. Every session and every token ends, and the secret of a new session is given."""
        known, kept = self._verified(person, old, address)
        if kept is None:
            raise Refusal("credentials", "A guest has no password: choose a name and one first", None)
        hashed = self._passwords.hashed(password_text(new, known.name or ""))
        secret, now = self._secret(), self._now()

        def work(connection: Connection) -> None:
            if not people.set_password(connection, person, kept, hashed):
                raise _unlike()
            people.drop_tokens(connection, person, "session", "ticket", "bearer", "device")
            people.keep_token(connection, _session(secret, person, now))

        self._store.write(work)
        return secret

    def delete(self, person: str, password: str = "", address: str | None = None) -> None:
        """Erases name, password, limits, tokens and progress; money left goes back to the mint.

        Chips go back to their tables. The id stays in rounds. The name is nobody's for thirty days. A guest
        needs no password.
        """
        _, kept = self._verified(person, password, address)
        now, mine = self._now(), Account("person", person)

        def work(connection: Connection) -> None:
            known = people.read_person(connection, person, lock=True) or _gone()
            if people.password_of(connection, person) != kept:  # it was changed at this moment
                raise _unlike()
            account_id(connection, mine)  # nobody bets from it until the commit
            if held := waiting(connection, person):
                amount = dollars(sum(held.values()) // MICRO)
                raise Refusal(
                    "in_play", f"You have {amount} in a round that is not over: finish it first", None
                )
            if left := balance(connection, mine):
                cents = left // MICRO
                what = canonical({"k": "Return", "person": person, "cents": cents})
                asked, back = Asked(_cashier(person), "delete", what), Transfer(mine, MINT, left, "returned")
                do_deed(connection, asked, canonical({"returned": cents}), now, [back])
            sweep_everywhere(connection, person, _cashier(person), now)
            if known.name is not None:
                people.spend_name(connection, skeleton(known.name), now + SPENT)
            people.erase(connection, person, now)

        self._store.write(work)

    def top_up(self, person: str, below: Cents = BROKE) -> Cents:
        """Play money for a person who has next to none in hand and none on a table; gives what is in hand.

        Once in an hour. Top-ups are numbered, so that one asked for twice at the same time is given once.
        """
        now = self._now()

        def check(connection: Connection) -> int:
            people.read_person(connection, person) or _gone()
            if waiting(connection, person):
                raise Refusal("top_up", "There is money of yours on a table: finish the round first", None)
            held = balance(connection, Account("person", person)) // MICRO
            if held >= below:
                text = f"A top-up is for who has less than {dollars(below)} in hand; you have {dollars(held)}"
                raise Refusal("top_up", text, None, values={"below": below, "held": held})
            query = select(func.count(), func.max(deeds.c.at)).where(
                deeds.c.actor == _cashier(person), deeds.c.command.startswith(_TOP_UP)
            )
            number, last = connection.execute(query).one()
            if number and last + HOUR > now:
                text = (
                    f"You had a top-up less than an hour ago: the next is possible {_in(last + HOUR - now)}"
                )
                raise Refusal("rate", text, None, values={"again": last + HOUR})
            return int(number)

        number = self._store.read(check)
        self._pit.grant(person, FIRST, _cashier(person), f"{_TOP_UP}{number + 1}", "top-up")
        return self._pit.funds(person)

    # Sessions

    def sign_in(self, name: str, password: str, address: str | None = None, device: str | None = None) -> str:
        """The secret of a new session. The work is the same whether there is such a name or not.

        `device` is the secret of the browser: one that this person has used before has tries of its own.
        """
        folded = looked_up(name)

        def find(connection: Connection) -> tuple[Person | None, str | None, str | None]:
            found = people.person_called(connection, folded)
            id_ = found.id if found else ""
            known = self.devices.known(connection, id_, device)
            return found, people.password_of(connection, id_), known

        found, kept, known = self._store.read(find)
        allowed = for_stranger(folded, _network(address)) if known is None else for_device(known)
        self._knock("attempts to sign in", allowed)
        given = typed(password)
        if not self._passwords.fits(kept, given) or found is None or kept is None or given is None:
            raise _unlike()
        better = self._passwords.hashed(given) if self._passwords.is_old(kept) else None
        secret, now, id_ = self._secret(), self._now(), found.id

        def work(connection: Connection) -> None:
            people.read_person(connection, id_, lock=True) or _gone()
            if people.password_of(connection, id_) != kept:  # it was changed at this moment
                raise _unlike()
            if better is not None:
                people.set_password(connection, id_, kept, better)
            people.saw(connection, id_, now)
            people.keep_token(connection, _session(secret, id_, now))

        self._store.write(work)
        return secret

    def sign_out(self, secret: str) -> None:
        """Ends a session, and its person's tickets; one that is over already is no fault."""

        def work(connection: Connection) -> None:
            ended = people.take_token(connection, digest_of(secret), "session")
            if ended is not None:
                people.drop_tokens(connection, ended.person, "ticket")

        self._store.write(work)

    def who(self, secret: str) -> Person | None:
        """Whose session or program token this is. A session lives on for thirty days from now."""
        found = self._holder(secret, ("session", "bearer"))
        if found is None:
            return None
        token, person = found
        now = self._now()
        if token.last_used is None or now - token.last_used >= SEEN_EVERY:
            expires = now + SESSION if token.kind == "session" else None

            def work(connection: Connection) -> None:
                people.saw(connection, person.id, now)  # a person before their tokens, here and everywhere
                people.use_token(connection, token.digest, now, expires)

            self._store.write(work)
            person = person._replace(last_seen=now)
        return person

    def renew(self, secret: str) -> str:
        """A new secret in the place of a session's: whoever knew the old one is out."""
        new, now = self._secret(), self._now()

        def work(connection: Connection) -> None:
            old = people.take_token(connection, digest_of(secret), "session")
            if old is None or _is_over(old, now):
                raise _signed_out()
            people.keep_token(connection, _session(new, old.person, now))

        self._store.write(work)
        return new

    # Programs and sockets

    def new_token(self, person: str, label: str, by: str | None = None) -> str:
        """A secret for a program, good until it is revoked. `by` is the secret of who asks for it."""
        if not 0 < len(label) <= MOST_LETTERS or not label.isprintable() or not label.strip():
            text = f"A label has 1 to {MOST_LETTERS} printable characters"
            raise Refusal("label", text, None, "label")
        secret, now = self._secret(), self._now()

        def work(connection: Connection) -> None:
            people.read_person(connection, person, lock=True) or _gone()
            if by is not None and people.holder(connection, digest_of(by)) is None:
                raise _signed_out()  # at this moment, by another password
            if len(people.tokens_of(connection, person, "bearer")) >= MOST_TOKENS:
                text = f"You have {MOST_TOKENS} tokens: revoke one that is not used"
                raise Refusal("tokens", text, None)
            token = Token(digest_of(secret), person, "bearer", now, None, None, label.strip(), "")
            people.keep_token(connection, token)

        self._store.write(work)
        return secret

    def tokens(self, person: str) -> tuple[ProgramToken, ...]:
        """A person's tokens for programs, the oldest first; their secrets cannot be shown again."""
        found = self._store.read(lambda connection: people.tokens_of(connection, person, "bearer"))
        return tuple(ProgramToken(each.digest, each.label, each.made, each.last_used) for each in found)

    def revoke(self, person: str, token: str) -> None:
        """Ends a token of this person, by the id of the list."""

        def work(connection: Connection) -> None:
            if token not in {each.digest for each in people.tokens_of(connection, person, "bearer")}:
                raise Refusal("token", "There is no such token of yours", None, "token")
            people.take_token(connection, token, "bearer")

        self._store.write(work)

    def ticket(self, secret: str, table: str) -> str:
        """A secret that opens one socket to one table within half a minute, for whoever is signed in."""
        found = self._holder(secret, ("session", "bearer"))
        if found is None:
            raise _signed_out()
        if not table.isprintable():
            raise Refusal("table", "There is no such table", None, "table")
        ticket, now = self._secret(), self._now()
        kept = Token(digest_of(ticket), found[1].id, "ticket", now, now + TICKET, None, "", table)

        def work(connection: Connection) -> None:
            people.read_person(connection, kept.person, lock=True)
            if people.holder(connection, found[0].digest) is None:
                raise _signed_out()  # at this moment, by another password
            people.drop_expired(connection, now, kept.person)
            people.keep_token(connection, kept)

        self._store.write(work)
        return ticket

    def use_ticket(self, secret: str, table: str) -> Person | None:
        """Whose ticket this is. It is used up, even by who comes to another table with it."""
        now = self._now()

        def work(connection: Connection) -> Person | None:
            used = people.take_token(connection, digest_of(secret), "ticket")
            if used is None or _is_over(used, now) or used.extra != table:
                return None
            return people.read_person(connection, used.person)

        return self._store.write(work)

    def sweep(self) -> int:
        """Forgets what has expired; gives how much. It is over without this: call it now and then."""
        now = self._now()

        def work(connection: Connection) -> int:
            return people.drop_expired(connection, now) + people.forget_spent(connection, now)

        return self._store.write(work)

    # Inside

    def _secret(self) -> str:
        return urlsafe_b64encode(self._entropy(SECRET_BYTES)).rstrip(b"=").decode()

    def _holder(self, secret: str, kinds: tuple[TokenKind, ...]) -> tuple[Token, Person] | None:
        digest = digest_of(secret)
        found = self._store.read(lambda connection: people.holder(connection, digest))
        if found is None or found[0].kind not in kinds or _is_over(found[0], self._now()):
            return None
        return found

    def _verified(self, person: str, password: str, address: str | None) -> tuple[Person, str | None]:
        """A signed-in person who has proven to know their password, and its hash; guests have none."""

        def find(connection: Connection) -> tuple[Person, str | None]:
            known = people.read_person(connection, person) or _gone()
            return known, people.password_of(connection, person)

        known, kept = self._store.read(find)
        if kept is not None:
            self._knock("attempts with the password", for_owner(person, _network(address)))
            if not self._passwords.fits(kept, typed(password)):
                raise _unlike()
        return known, kept

    def _knock(self, tries: str, allowed: dict[str, Rate]) -> None:
        now = self._now()
        again = self._attempts.knock(now, allowed)
        if again is not None:
            text = f"Too many {tries}: try again {_in(again - now)}"
            raise Refusal("rate", text, None, values={"again": again})


def _cashier(person: str) -> str:
    """Who gives and takes back play money; no command that a person sends has an id of the cashier's."""
    return f"cashier:{person}"


def _network(address: str | None) -> str:
    return "" if address is None else network_of(address)


def _session(secret: str, person: str, now: int) -> Token:
    return Token(digest_of(secret), person, "session", now, now + SESSION, now, "", "")


def _is_over(token: Token, now: int) -> bool:
    return token.expires is not None and token.expires <= now


def _in(milliseconds: int) -> str:
    """How long one has to wait, rounded up."""
    seconds = -(-milliseconds // 1000)
    if seconds <= 90:
        return f"in {seconds} second{'' if seconds == 1 else 's'}"
    return f"in {-(-seconds // 60)} minutes"


def _gone() -> NoReturn:
    raise Refusal("no_person", "This account is gone", None)


def _unlike() -> Refusal:
    return Refusal("credentials", "The name and the password do not go together", None)


def _signed_out() -> Refusal:
    return Refusal("session", "You are not signed in any more", None)

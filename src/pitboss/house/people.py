"""The people of a house: guests, people with a name and a password, and accounts that are deleted.

Here are also who may come in (`Newcomers`), the free play money of people who are broke (`top_up`), and what
the log says about people: it names a person by id and an address by a keyed digest of its network.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Final, Literal, NoReturn
from uuid import UUID

from pitboss.house import DAY, HOUR, in_words
from pitboss.house.credentials import (
    Passwords,
    fold,
    is_over,
    looks_of,
    make_secret,
    name_of,
    password_text,
    session_token,
    typed,
    unlike,
)
from pitboss.house.rates import (
    Digest,
    Tries,
    for_guests,
    for_invitations,
    for_names,
    for_owner,
    keyed_digest,
    network_of,
)
from pitboss.ledger import people
from pitboss.ledger.accounts import Account, balance
from pitboss.ledger.people import Name, NameTaken, Person, read_person, waiting
from pitboss.ledger.store import Connection, Store
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import Refusal
from pitboss.table import Pit
from pitboss.table.pit import give_top_up, take_back, top_ups, welcome
from pitboss.table.seating import Avatar
from pitboss.text import skeleton

Registration = Literal["open", "invitation", "closed"]
FIRST: Final[Cents] = 100_000  # play money of a newcomer, and of a top-up, unless the house says otherwise


@dataclass(frozen=True, slots=True)
class Newcomers:
    """How a house takes new people."""

    registration: Registration = "open"
    invitation: str = ""  # what who comes by invitation knows
    money: Cents = FIRST

    def is_invited(self, invitation: str) -> bool:
        """Whether this is the house's invitation. How long the answer takes tells nothing of it.

        >>> Newcomers("invitation", "felt-and-brass").is_invited("felt-and-glass")
        False
        """
        given, own = (each.encode("utf-8", "replace") for each in (invitation, self.invitation))
        return bool(self.invitation) and compare_digest(given, own)

    def check_entry(self, invitation: str = "", *, vouched: bool = False) -> None:
        """Refuses a new person whom the house does not take. A person here may vouch for them, by a table's
        invitation; nobody can where the house is closed.
        """
        if self.registration == "closed":
            raise Refusal("no_newcomers", "This house takes no new people: sign in, if it knows you", None)
        if self.registration == "invitation" and not (vouched or self.is_invited(invitation)):
            text = "This house takes new people by invitation: open the link that you were sent, or sign in"
            raise Refusal("uninvited", text, None)

    def check_registration(self) -> None:
        """Refuses a name for a guest where nobody gets one any more."""
        if self.registration == "closed":
            raise Refusal("no_newcomers", "This house gives no new names and passwords", None)


LOG: Final = logging.getLogger("pitboss")
LETTERS: Final = 12  # of a digest: enough to tell visitors apart


@dataclass(frozen=True, slots=True)
class AccountLog:
    """The lines about the people of one house."""

    _digest: Digest

    def tell(self, what: str, person: str | None = None, address: str | None = None) -> None:
        """Something that a person has done."""
        if LOG.isEnabledFor(logging.INFO):
            LOG.info(what, extra={"fields": {"person": person, "network": self._network(address)}})

    def warn(self, what: str, person: str | None = None, address: str | None = None) -> None:
        """An attempt that has failed; `person` is whom it was about, if there is such a person."""
        fields = {"person": person, "network": self._network(address)}
        LOG.warning(what, extra={"fields": fields})

    def _network(self, address: str | None) -> str | None:
        return None if address is None else self._digest(network_of(address))[:LETTERS]


def open_account_log(store: Store) -> AccountLog:
    """The log of a house. Its key is read now: later no line asks anything of the database."""
    return AccountLog(store.write(lambda connection: keyed_digest(connection, "log")))


def person_by_id(connection: Connection, person: str, *, lock: bool = False) -> Person:
    """A person, or the refusal of one who is deleted. `lock` keeps them as they are until the commit."""
    return read_person(connection, person, lock=lock) or refuse_gone()


def names_of(connection: Connection, ids: Iterable[str]) -> dict[str, str]:
    """What people are called today, by id; a person who was deleted is not among them."""
    known = {each: read_person(connection, each) for each in sorted(set(ids))}
    return {id_: person.shown for id_, person in known.items() if person is not None}


def name_by_id(connection: Connection, person: str) -> str | None:
    """What one person is called today."""
    return names_of(connection, [person]).get(person)


def refuse_gone() -> NoReturn:
    """Nobody has this id any more."""
    raise Refusal("no_person", "This account is gone", None)


SPENT: Final = 30 * DAY  # a deleted person's name is nobody's for so long


@dataclass(frozen=True, slots=True)
class People:
    """The people of one house."""

    _store: Store
    _pit: Pit
    _passwords: Passwords
    _tries: Tries
    _entropy: Callable[[int], bytes]
    _now: Callable[[], int]
    _log: AccountLog
    newcomers: Newcomers = field(default_factory=Newcomers)

    def guest(
        self, address: str | None = None, invitation: str = "", *, vouched: bool = False
    ) -> tuple[Person, str]:
        """A new person with play money, and the secret of their session, if the house takes them."""
        if invitation and address is not None:
            self._tries.count("invitations tried from here", for_invitations(address))
        self.newcomers.check_entry(invitation, vouched=vouched)
        now, secret = self._now(), make_secret(self._entropy)
        id_ = UUID(bytes=self._entropy(16), version=4).hex

        def work(connection: Connection) -> Person:
            if address is not None:
                self._tries.count_in(connection, "new guests from here", for_guests(address))
            new = people.add_guest(connection, id_, now)
            people.keep_token(connection, session_token(secret, id_, now))
            return new

        new = self._store.write(work)
        welcome(self._pit, new.id, self.newcomers.money)
        self._log.tell("new guest", new.id, address)
        return new, secret

    def person(self, person: str) -> Person | None:
        """A person by id; None for one who is deleted."""
        return self._store.read(lambda connection: people.read_person(connection, person))

    def register(self, person: str, name: str, password: str) -> Person:
        """A guest gets a name and a password, and keeps account and money."""
        self.newcomers.check_registration()
        name = name_of(name)
        self._tries.count("names tried", for_names(person))  # before the work that a password is
        hashed = self._passwords.hashed(password_text(password, name))
        called = Name(name, fold(name), skeleton(name))

        def work(connection: Connection) -> Person:
            before = person_by_id(connection, person, lock=True)
            if not before.guest:
                raise _registered(before)
            if people.is_spent(connection, called.skeleton, self._now()):
                raise _taken(name)
            people.name_person(connection, person, called, hashed)
            return before._replace(name=name)

        try:
            named = self._store.write(work)
        except NameTaken:
            raise _taken(name) from None
        self._log.tell("registered", person)
        return named

    def introduce(self, person: str, name: str | None = None, avatar: Avatar | None = None) -> Person:
        """What a guest is called from now on, and which picture stands for a person; None leaves it.

        An empty name is none. Several guests may be called the same, but none like a person with a password.
        """
        alias = name_of(name) if name else None
        if name is not None:
            self._tries.count("names tried", for_names(person))

        def work(connection: Connection) -> Person:
            before = person_by_id(connection, person, lock=True)
            if name is not None and not before.guest:
                raise _registered(before)
            if alias is not None:
                _check_is_nobodys(connection, alias)
            after = before._replace(
                alias=before.alias if name is None else alias, avatar=avatar or before.avatar
            )
            people.introduce(connection, person, after.alias, after.avatar)
            return after

        return self._store.write(work)

    def change_password(self, person: str, old: str, new: str, address: str | None = None) -> str:
        """Another password. Every session and every token ends, and the secret of a new session is given."""
        known, kept = self._verified(person, old, address)
        if kept is None:
            raise Refusal("credentials", "A guest has no password: choose a name and one first", None)
        hashed = self._passwords.hashed(password_text(new, known.name or ""))
        secret, now = make_secret(self._entropy), self._now()

        def work(connection: Connection) -> None:
            if not people.set_password(connection, person, kept, hashed):
                raise unlike()
            self._begin_anew(connection, person, secret, now)

        self._store.write(work)
        self._log.tell("password changed", person, address)
        return secret

    def reset_password(self, link: str, new: str) -> tuple[Person, str]:
        """Another password by the link that an operator has handed over, which is good once.

        Every session and every token ends, and the secret of a new session is given.
        """
        digest, secret, now = people.digest_of(link), make_secret(self._entropy), self._now()
        found = self._store.read(lambda connection: people.holder(connection, digest))
        if found is None or found[0].kind != "reset" or is_over(found[0], now):
            raise _link_is_over()
        known = found[1]
        hashed = self._passwords.hashed(password_text(new, known.name or ""))

        def work(connection: Connection) -> None:
            if people.take_token(connection, digest, "reset") is None:  # it was used at this moment
                raise _link_is_over()
            people.renew_password(connection, known.id, hashed)
            self._begin_anew(connection, known.id, secret, now)

        self._store.write(work)
        self._log.tell("password reset", known.id)
        return known, secret

    @staticmethod
    def _begin_anew(connection: Connection, person: str, secret: str, now: int) -> None:
        """After another password: every other session, token and ticket ends."""
        people.drop_tokens(connection, person, "session", "ticket", "bearer", "device", "reset")
        people.keep_token(connection, session_token(secret, person, now))

    def delete(self, person: str, password: str = "", address: str | None = None) -> None:
        """Erases name, password, limits, tokens and progress; money left goes back to the mint.

        Chips go back to their tables. The id stays in rounds. The name is nobody's for thirty days. A guest
        needs no password.
        """
        _, kept = self._verified(person, password, address)
        now = self._now()

        def work(connection: Connection) -> None:
            person_by_id(connection, person, lock=True)
            if people.password_of(connection, person) != kept:  # it was changed at this moment
                raise unlike()
            erase_person(connection, person, now)

        self._store.write(work)
        self._log.tell("deleted", person, address)

    def _verified(self, person: str, password: str, address: str | None) -> tuple[Person, str | None]:
        """A signed-in person who has proven to know their password, and its hash; guests have none."""

        def find(connection: Connection) -> tuple[Person, str | None]:
            return person_by_id(connection, person), people.password_of(connection, person)

        known, kept = self._store.read(find)
        if kept is not None:
            self._tries.count("attempts with the password", for_owner(person, address))
            if not self._passwords.fits(kept, typed(password)):
                self._log.warn("password failed", person, address)
                raise unlike()
        return known, kept


def erase_person(connection: Connection, person: str, now: int) -> None:
    """Erases a person who has nothing in an open round; money and chips go back to where they came from."""
    known = person_by_id(connection, person, lock=True)
    take_back(connection, person, now)
    if known.name is not None:
        people.spend_name(connection, skeleton(known.name), now + SPENT)
    people.erase(connection, person, now)


def _link_is_over() -> Refusal:
    text = "This link is no longer good: ask for another one"
    return Refusal("token", text, None, "link")


def _check_is_nobodys(connection: Connection, alias: str) -> None:
    """Refuses a guest's name that looks like a person's, or like an operator's with something around it."""
    looks = looks_of(alias)
    operators = {skeleton(each.name) for each in people.operators(connection) if each.name is not None}
    if looks & operators or people.has_look(connection, skeleton(alias)):
        raise _taken(alias)


def _registered(person: Person) -> Refusal:
    return Refusal("registered", f"You already have the name {person.name!r}", None, "name")


def _taken(name: str) -> Refusal:
    text = f"The name {name!r} is taken, or looks too much like one that is"
    return Refusal("name_taken", text, None, "name")


BROKE: Final[Cents] = 5_000  # who has less may be topped up


def top_up(pit: Pit, person: str, below: Cents = BROKE, money: Cents = FIRST) -> Cents:
    """Play money for a person who has next to none in hand and none on a table; gives what is in hand.

    Once in an hour. Top-ups are numbered, so that one asked for twice at the same time is given once.
    """
    now = pit.now()

    def check(connection: Connection) -> int:
        person_by_id(connection, person)
        if waiting(connection, person):
            raise Refusal("top_up", "You have money on a table: finish the round first", None)
        held = balance(connection, Account("person", person)) // MICRO
        if held >= below:
            text = (
                f"You can top up when you have less than {dollars(below)} in hand; you have {dollars(held)}"
            )
            raise Refusal("top_up", text, None, values={"below": below, "held": held})
        number, last = top_ups(connection, person)
        if last is not None and last + HOUR > now:
            wait = in_words(last + HOUR - now)
            text = f"You had a top-up less than an hour ago: you can have the next one {wait}"
            raise Refusal("rate", text, None, values={"again": last + HOUR})
        return number

    give_top_up(pit, person, pit.store.read(check) + 1, money)
    return pit.funds(person)

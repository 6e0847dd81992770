"""What operators do with people and their money. Each act is done once, for a reason, and written down.

The same acts serve the browser and the command line; who must go from the tables is written down with the
act, and every server shows them out. People stand in what is written by id: a deleted person's name is
nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pitboss.cage import people, play_limits
from pitboss.cage.departures import write_departure
from pitboss.cage.ids import operator_actor
from pitboss.cage.people import Person, Token, digest_of
from pitboss.cage.store import Connection, Store
from pitboss.house.durations import DAY
from pitboss.house.operator_journal import ActShown, Change, Command, do_once, somebody
from pitboss.house.people import erase_person
from pitboss.house.play_limits import exclusion
from pitboss.money import Cents
from pitboss.pit import Pit
from pitboss.round import Refusal

CONSOLE: Final = "console"  # whoever has the command line has the database
RESET: Final = DAY  # how long the link for another password is good


class ResetMade(NamedTuple):
    """The act, and the secret of the link: it is shown once, so a repeated command has none."""

    act: ActShown
    secret: str | None


@dataclass(frozen=True, slots=True)
class PeopleDesk:
    """One operator, or whoever has the command line, at work with people."""

    operator: str  # a person's id, or the console
    store: Store
    pit: Pit
    milliseconds: Callable[[], int]
    new_secret: Callable[[], str]

    def find(self, name: str) -> Person:
        """A person by name, or else by id."""
        return self.store.read(lambda connection: somebody(connection, name))

    def grant(self, id_: str, person: str, cents: Cents, why: str) -> ActShown:
        """Gives play money to the account of a person, out of the mint."""

        def give() -> Change:
            before = self.pit.funds(person)
            self.pit.grant(person, cents, operator_actor(self.operator), id_, why)
            after = {"person": person, "funds": before + cents, "granted": cents, "why": why}
            return Change({"person": person, "funds": before}, after)

        asked = {"person": person, "cents": cents, "why": why}
        return do_once(self.store, self._command(id_, "grant", asked), self.milliseconds(), give)

    def exclude(self, id_: str, name: str, until: int, why: str) -> ActShown:
        """Keeps a person from playing, and has them go from the tables."""
        known, now = self.find(name), self.milliseconds()

        def write(connection: Connection) -> Change:
            limits = play_limits.read_limits(connection, known.id, lock=True)
            if limits is None:
                raise _gone()
            changed = exclusion(until, now, _is_longer)(limits)
            play_limits.write_limits(connection, known.id, changed, operator_actor(self.operator), now)
            write_departure(connection, known.id, "excluded", now)
            before = {"person": known.id, "excluded_until": limits.excluded_until}
            return Change(before, {"person": known.id, "excluded_until": until, "why": why})

        return self._act(id_, "exclude", {"person": known.id, "until": until, "why": why}, write)

    def reset_password(self, id_: str, name: str, why: str) -> ResetMade:
        """A link with which a person sets another password, for the operator to hand over.

        The old password is good until then, and an older link no more.
        """
        known, now, secret = self.find(name), self.milliseconds(), self.new_secret()
        if known.guest:
            text = f"{known.shown} is a guest and has no password to set again"
            raise Refusal("credentials", text, None, "person")

        def write(connection: Connection) -> Change:
            people.drop_tokens(connection, known.id, "reset")
            people.keep_token(
                connection, Token(digest_of(secret), known.id, "reset", now, now + RESET, None, "", "")
            )
            return Change({}, {"person": known.id, "until": now + RESET, "why": why})

        act = self._act(id_, "reset password", {"person": known.id, "why": why}, write)
        return ResetMade(act, None if act.repeated else secret)

    def sign_out(self, id_: str, name: str, why: str) -> ActShown:
        """Ends all sessions of a person and of their programs, and has them go from the tables."""
        known, now = self.find(name), self.milliseconds()

        def write(connection: Connection) -> Change:
            ended = {
                kind: len(people.tokens_of(connection, known.id, kind)) for kind in ("session", "bearer")
            }
            people.drop_tokens(connection, known.id, "session", "ticket", "bearer", "device")
            write_departure(connection, known.id, "signed_out", now)
            return Change({"person": known.id, **ended}, {"person": known.id, "why": why})

        return self._act(id_, "sign out", {"person": known.id, "why": why}, write)

    def delete(self, id_: str, name: str, why: str) -> ActShown:
        """Erases a person: name, password, limits, sessions, progress. Money left goes back to the mint."""
        known, now = self.find(name), self.milliseconds()
        if known.role == "operator":
            text = f"{known.shown} is an operator: take the role away first (pitboss operator remove)"
            raise Refusal("operator", text, None, "person")

        def write(connection: Connection) -> Change:
            erase_person(connection, known.id, now)
            write_departure(connection, known.id, "signed_out", now)
            return Change({"person": known.id}, {"person": known.id, "deleted": True, "why": why})

        return self._act(id_, "delete", {"person": known.id, "why": why}, write)

    def _command(self, id_: str, what: str, asked: dict[str, Any]) -> Command:
        return Command(self.operator, id_, what, asked)

    def _act(
        self, id_: str, what: str, asked: dict[str, Any], write: Callable[[Connection], Change]
    ) -> ActShown:
        command = self._command(id_, what, asked)
        return do_once(self.store, command, self.milliseconds(), lambda: self.store.write(write))


def _gone() -> Refusal:
    return Refusal("no_person", "This account is gone", None)


def _is_longer(excluded: int) -> Refusal:
    text = "This person is excluded for longer already, and that cannot be shortened"
    return Refusal("excluded_longer", text, None, "until", {"until": excluded})

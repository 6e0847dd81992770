"""The journal of what operators did: each act once, with the values before and after it.

An act is a deed like every other command: the same id gives the first answer, whichever server is asked, and
the same id with other content is refused. A running server has its tables in its memory, so the command line,
or a server that is asked about another's table, writes an errand (`Errands`); the server that has the table
does it within a second.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from pitboss.house.credentials import looked_up
from pitboss.house.people import name_by_id, names_of
from pitboss.ledger import journal, operators, servers
from pitboss.ledger.deeds import Act, OtherContent, Request, any_answer, canonical, first_answer
from pitboss.ledger.operators import ActQuery
from pitboss.ledger.people import Person, person_called, read_person
from pitboss.ledger.servers import Errand
from pitboss.ledger.store import Conflict, Connection, Store, reads, surely
from pitboss.round import Refusal

LOG: Final = logging.getLogger("pitboss")
Values = Mapping[str, Any]


class Command(NamedTuple):
    """What an operator asks for: who, under which id, and what of whom."""

    operator: str
    id: str
    what: str
    asked: Values

    @property
    def deed(self) -> Request:
        """The command as the journal of deeds knows it."""
        return operators.act_asked(self.operator, self.id, self.what, self.asked)


class Change(NamedTuple):
    """What came of a command: the values before and after it, the table and the round it was about."""

    before: Values
    after: Values
    table: str | None = None
    round: str | None = None


class ActShown(BaseModel):
    """An act as the journal shows it. People stand in the values by id; `name` is the operator's of today."""

    number: int
    at: int  # milliseconds since 1970
    actor: str
    name: str | None
    what: str
    before: dict[str, Any]
    after: dict[str, Any]
    table: str | None
    round: str | None
    repeated: bool = False  # it had been done before under this id, and nothing was done again


class ActPage(BaseModel):
    """A page of the journal, the latest first; `next` is the `before` of the next page."""

    acts: list[ActShown]
    next: int | None  # none: there are no more
    people: dict[str, str]  # the names of today of those who stand in the values, by id
    tables: dict[str, str]  # what the tables are called, by id
    kinds: list[str]  # that the journal has


def first_act(connection: Connection, command: Command) -> ActShown | None:
    """The act that a command has led to; the same id for something else is refused."""
    try:
        answer = first_answer(connection, command.deed)
    except OtherContent:
        text = "This command id was used before for something else: take a new one for each command"
        raise Refusal("id_used", text, None, "id") from None
    if answer is None:
        return None
    return _shown(connection, operators.read_act(connection, json.loads(answer)["act"]), repeated=True)


known_act: Final = reads(first_act)


@reads
def act_about_nobody(connection: Connection, command: Command) -> ActShown | None:
    """The act of a command about a person whom nobody finds any more; the rest of what is asked is given."""
    answer = any_answer(connection, command.deed.actor, command.deed.command)
    if answer is None:
        return None
    act = operators.read_act(connection, json.loads(answer)["act"])
    asked = {key: value for key, value in json.loads(act.after)["asked"].items() if key != "person"}
    same = (act.what, asked) == (command.what, command.asked)
    return _shown(connection, act, repeated=True) if same else None


def do_once(
    store: Store,
    command: Command,
    now: int,
    work: Callable[[], Change],
    then: Callable[[ActShown], None] | None = None,
) -> ActShown:
    """Does a command and writes it down in one transaction, unless it was done before.

    What is to point to the act is done `then`, in the same transaction.
    """

    def whole() -> ActShown:
        found = known_act(store, command)
        if found is not None:
            return found
        act = write_down(store, command, now, work())
        if then is not None:
            then(act)
        return act

    try:
        return log_act(surely(lambda: store.together(whole)))
    except Conflict:
        return done_elsewhere(store, command)


@dataclass(frozen=True, slots=True)
class ActingOperator:
    """One operator, or the console, at work."""

    operator: str  # a person's id, or the console
    store: Store
    milliseconds: Callable[[], int]

    def command(self, id_: str, what: str, asked: Values) -> Command:
        """What this operator asks for."""
        return Command(self.operator, id_, what, asked)

    def act(
        self,
        id_: str,
        what: str,
        asked: Values,
        write: Callable[[Connection], Change],
        then: Callable[[ActShown], None] | None = None,
    ) -> ActShown:
        """Does what is written in one transaction, once, and writes it down."""
        command, now = self.command(id_, what, asked), self.milliseconds()
        return do_once(self.store, command, now, lambda: self.store.write(write), then)


def log_act(act: ActShown) -> ActShown:
    """The log hears of an act that was stored just now: who, what, and at which table; not its values."""
    if not act.repeated:
        fields = {"act": act.what, "number": act.number, "operator": act.actor}
        LOG.info("operator", extra={"fields": fields | {"table": act.table, "round": act.round}})
    return act


def done_elsewhere(store: Store, command: Command) -> ActShown:
    """What was done under the same id at the same moment, by another server or beside something else."""
    found = known_act(store, command)
    if found is None:
        raise Conflict(f"nothing was written down under the id {command.id!r}")
    return found


def write_down(store: Store, command: Command, now: int, change: Change) -> ActShown:
    """Writes an act into the journal; a conflict when another server has done so at this moment."""
    before = canonical(change.before)
    after = canonical({**change.after, "command": command.id, "asked": command.asked})

    def work(connection: Connection) -> ActShown:
        act = operators.do_act(
            connection,
            command.deed,
            Act(now, command.operator, command.what, before, after, change.table, change.round),
        )
        return _shown(connection, act)

    return store.write(work)


@reads
def page_of_acts(connection: Connection, asked: ActQuery, most: int) -> ActPage:
    """A page of the journal, the latest first."""
    found = operators.find_acts(connection, asked, most + 1)
    shown = [_shown(connection, each) for each in found[:most]]
    return ActPage(
        acts=shown,
        next=shown[-1].number if len(found) > most else None,
        people=_names(connection, shown),
        tables=_titles(connection, shown),
        kinds=operators.kinds_of_acts(connection),
    )


def _titles(connection: Connection, shown: Sequence[ActShown]) -> dict[str, str]:
    """What the tables of acts are called, or were until they closed."""
    tables = sorted({act.table for act in shown if act.table is not None})
    kept = {table: journal.settings_of_table(connection, table) for table in tables}
    return {table: str(json.loads(text)["name"]) for table, text in kept.items() if text}


def _names(connection: Connection, shown: Sequence[ActShown]) -> dict[str, str]:
    """Whom acts were about, and whose money they moved."""
    about = [act.after.get("person") for act in shown]
    about += [each for act in shown if isinstance(funds := act.after.get("funds"), dict) for each in funds]
    return names_of(connection, (each for each in about if isinstance(each, str)))


def _shown(connection: Connection, act: Act, *, repeated: bool = False) -> ActShown:
    values = {"before": json.loads(act.before), "after": json.loads(act.after)}
    name = name_by_id(connection, act.actor)
    return ActShown(**act._asdict() | values, name=name, table=act.felt, repeated=repeated)


def person_named(connection: Connection, name: str) -> Person:
    """A person by name, or else by id."""
    found = person_called(connection, looked_up(name))
    if found is None and name.isprintable():
        found = read_person(connection, name)
    if found is None:
        text = f"Nobody is registered as {name[:40]!r}, and nobody has it as an id"
        raise Refusal("no_person", text, None, "person")
    return found


LASTS: Final = 20_000  # milliseconds in which an errand may be begun
PATIENCE: Final = 12.0  # seconds that its sender waits
LOOKS: Final = 0.2  # seconds between two looks at what has come of it
BEFORE: Final = "before"  # the answer of an errand that found its act done
LATE: Final = frozenset({"withdrawn", "unavailable"})  # refusals that leave an errand to others, or to nobody


@dataclass(frozen=True, slots=True)
class Errands:
    """The errands of one house."""

    store: Store

    def send(self, command: Command) -> int:
        """Writes a command down for the server of its table; gives the number of the errand."""
        table, asked = command.asked.get("table"), canonical(command.asked)
        errand = Errand(0, command.operator, command.id, command.what, table, asked)
        return self.store.write(lambda connection: servers.send_errand(connection, errand, LASTS))

    def waiting(self) -> list[tuple[int, Command]]:
        """What still waits for the server of its table, the oldest first."""
        found = self.store.read(servers.waiting_errands)
        return [
            (each.number, Command(each.operator, each.command, each.what, json.loads(each.asked)))
            for each in found
        ]

    def claim(self, number: int) -> None:
        """In the transaction of the act: it is done now, unless it was withdrawn."""
        if not self.store.write(lambda connection: servers.end_errand(connection, number, "done")):
            raise Refusal("withdrawn", "This was withdrawn before it was begun", None)

    def finish(self, number: int) -> None:
        """What it asked for had been done before."""
        self.store.write(lambda connection: servers.end_errand(connection, number, "done", BEFORE))

    def refuse(self, number: int, refusal: Refusal) -> None:
        """It cannot be done; nothing has changed."""
        told = canonical(refusal.as_json())
        self.store.write(lambda connection: servers.end_errand(connection, number, "refused", told))

    def look(self, number: int, command: Command) -> ActShown | None:
        """The act that has come of an errand; None while it waits; what was refused is raised."""
        state, answer = self.store.read(lambda connection: servers.outcome_of(connection, number))
        if state == "refused":
            told = json.loads(answer)
            code = told.pop("code")
            raise Refusal(code, **told)
        if state != "done":
            return None
        return done_elsewhere(self.store, command).model_copy(update={"repeated": answer == BEFORE})

    def withdraw(self, number: int, command: Command) -> ActShown:
        """The sender waits no longer: it is not done from now on, unless a server was faster."""
        if self.store.write(lambda connection: servers.end_errand(connection, number, "withdrawn")):
            text = "The server that has this table does not answer, and nothing was done"
            raise Refusal("unavailable", text, None, "table")
        found = self.look(number, command)
        if found is None:
            raise Refusal("unavailable", "Nothing was done in time", None, "table")
        return found

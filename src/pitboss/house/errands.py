"""Acts at tables that another process has: written down, and waited for.

A running server has its tables in its memory, so whoever else wants something done there (the command line,
or a server that is asked for another's table) writes it down; whoever has the table does it within a second.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from pitboss.house.operator_journal import ActShown, Command, done_elsewhere
from pitboss.ledger import errands
from pitboss.ledger.deeds import canonical
from pitboss.ledger.errands import Errand
from pitboss.ledger.store import Store
from pitboss.round import Refusal

LASTS: Final = 20_000  # milliseconds in which an errand may be begun
PATIENCE: Final = 12.0  # seconds that whoever has sent it waits
LOOKS: Final = 0.2  # seconds between two looks at what has come of it
BEFORE: Final = "before"  # the answer of an errand that found its act done
LATE: Final = frozenset({"withdrawn", "unavailable"})  # refusals that leave an errand to others, or to nobody


@dataclass(frozen=True, slots=True)
class Errands:
    """The errands of one house."""

    store: Store

    def send(self, command: Command) -> int:
        """Writes a command down for whoever has its table; gives the number of the errand."""
        table, asked = command.asked.get("table"), canonical(command.asked)
        errand = Errand(0, command.operator, command.id, command.what, table, asked)
        return self.store.write(lambda connection: errands.send_errand(connection, errand, LASTS))

    def waiting(self) -> list[tuple[int, Command]]:
        """What waits for whoever has the table, the oldest first."""
        found = self.store.read(errands.waiting_errands)
        return [
            (each.number, Command(each.operator, each.command, each.what, json.loads(each.asked)))
            for each in found
        ]

    def claim(self, number: int) -> None:
        """In the transaction of the act: it is done now, unless it was withdrawn."""
        if not self.store.write(lambda connection: errands.end_errand(connection, number, "done")):
            raise Refusal("withdrawn", "Whoever has asked for this waits no longer", None)

    def finish(self, number: int) -> None:
        """What it asked for had been done before."""
        self.store.write(lambda connection: errands.end_errand(connection, number, "done", BEFORE))

    def refuse(self, number: int, refusal: Refusal) -> None:
        """It cannot be done; nothing has changed."""
        told = canonical(
            {
                "code": refusal.code,
                "text": refusal.text,
                "clause": refusal.clause,
                "path": refusal.path,
                "values": dict(refusal.values),
            }
        )
        self.store.write(lambda connection: errands.end_errand(connection, number, "refused", told))

    def look(self, number: int, command: Command) -> ActShown | None:
        """The act that has come of an errand; None while it waits; what was refused is raised."""
        state, answer = self.store.read(lambda connection: errands.outcome_of(connection, number))
        if state == "refused":
            told = json.loads(answer)
            code = told["code"]
            raise Refusal(code, told["text"], told["clause"], told["path"], told["values"])
        if state != "done":
            return None
        return done_elsewhere(self.store, command).model_copy(update={"repeated": answer == BEFORE})

    def withdraw(self, number: int, command: Command) -> ActShown:
        """Nobody waits any more: it is not done from now on, unless somebody was faster."""
        if self.store.write(lambda connection: errands.end_errand(connection, number, "withdrawn")):
            text = "The server that has this table does not answer, and nothing was done"
            raise Refusal("unavailable", text, None, "table")
        found = self.look(number, command)
        if found is None:
            raise Refusal("unavailable", "Nothing was done in time", None, "table")
        return found

"""Tables that could not even be taken up: nobody comes there, and they wait for who closes them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pitboss.ledger import operator_rows
from pitboss.ledger.ids import table_actor
from pitboss.ledger.journal import read_table
from pitboss.pit import CloseTable, Pit
from pitboss.pit.abandonment import give_up
from pitboss.round import VoidRound
from pitboss.table.table_faults import passes
from pitboss.table.table_log import log_table_fault


@dataclass
class UnusableTables:
    """Those of one server, each with the kind of fault."""

    pit: Pit
    new_id: Callable[[], str]
    owner: Callable[[], str | None]  # under which tables are taken
    faults: dict[str, str] = field(default_factory=dict)

    def add(self, table: str, fault: Exception) -> None:
        """A table cannot be taken up: its round is void where that is possible."""
        self.faults[table] = type(fault).__name__
        log_table_fault("set aside", table, fault)
        with suppress(Exception):  # it is told as it is, and given up when it is closed
            self._void(table)

    def close(self, table: str, actor: str, command: str) -> None:
        """Closes one of them, by its rules or else by what the ledger says; in a transaction."""
        try:
            self._void(table)
            self.pit.take(table, owner=self.owner()).do(actor, command, CloseTable())
        except Exception as fault:
            if passes(fault):
                raise
            give_up(self.pit, table, actor, command)
        self.pit.store.write(
            lambda connection: operator_rows.forget_lobby(
                connection, table, read_table(connection, table).epoch
            )
        )

    def _void(self, table: str) -> None:
        pit_table = self.pit.take(table, owner=self.owner())
        if pit_table.state is not None:
            pit_table.do(table_actor(table), self.new_id(), VoidRound("cannot go on"))

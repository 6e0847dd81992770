"""One table without clock or socket: a command is planned and written in one transaction in the cage."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pitboss.errors import OutcomeUnknown
from pitboss.ledger import journal
from pitboss.ledger.crash_points import reach
from pitboss.ledger.deeds import Request, first_answer
from pitboss.ledger.errors import Conflict
from pitboss.ledger.journal import LeaseLost
from pitboss.ledger.ledger import Overdrawn, balance
from pitboss.ledger.store import Connection, Unreachable
from pitboss.money import MICRO, Cents
from pitboss.pit.books import Books, fit
from pitboss.pit.checks import too_little
from pitboss.pit.chips import plan_feed, plan_sweep
from pitboss.pit.commands import PitCommand, command_text
from pitboss.pit.event_postings import Till, till_of
from pitboss.pit.jackpots import meter_at
from pitboss.pit.planning import Planned, plan, table_after
from pitboss.pit.supply import Supply
from pitboss.pit.table_state import Done, Standing, standing_of
from pitboss.pit.writing import write_plans
from pitboss.round import Refusal, Round
from pitboss.round.table import Table

if TYPE_CHECKING:
    from pitboss.pit.pit import Pit


class PitTable:
    """A leased table. Commands are done one at a time; each is stored whole before it is answered."""

    def __init__(self, pit: Pit, table: Table, standing: Standing) -> None:
        self.pit = pit
        self.table = table
        self.standing = standing
        self._turn = RLock()
        self._unsure = False  # the answer to a commit was lost: the standing may be behind the database

    @property
    def id(self) -> str:
        return self.standing.stored_table.id

    @property
    def state(self) -> Round | None:
        """The open round."""
        return self.standing.state

    @property
    def till(self) -> Till:
        """Its side of the books."""
        return till_of(self.standing.stored_table)

    def funds(self, who: str) -> Cents:
        """The cents that a person can bet here, in money or in chips."""
        mine = self.till.purse(who)
        return self.pit.store.read(lambda connection: balance(connection, mine)) // MICRO

    def meter(self) -> int:
        """The meter that is won here, in micro-cents; 0 where there is none."""
        till = self.till
        return self.pit.store.read(lambda connection: meter_at(connection, till)) or 0

    def feed(self, who: str, cents: Cents, command: str) -> None:
        """Gives a person at this table something to bet with: chips, or play money from the mint."""
        self._beside(lambda books: plan_feed(self.standing, books, who, cents, command))

    def sweep(self, who: str, command: str) -> None:
        """Takes the chips of somebody who gets up back to the tray; there is nothing to take of money."""
        self._beside(lambda books: plan_sweep(self.standing, books, who, command))

    def _beside(self, planner: Callable[[Books], Planned | None]) -> None:
        """Money that moves beside the table's rounds; the same command again moves nothing."""

        def work(connection: Connection) -> None:
            journal.check_held(connection, self.standing.stored_table)
            planned = fit(connection, self.till, planner)
            if planned is not None and first_answer(connection, planned.writing.asked) is None:
                write_plans(
                    connection, self.standing, self.standing.stored_table, [planned.writing], self.pit.now()
                )

        self.pit.store.write(work)

    def do(self, actor: str, command_id: str, command: PitCommand) -> Done:
        """Does a command once, whoever repeats it, or raises its refusal; nothing is half done."""
        asked = Request(actor, command_id, command_text(self.id, command))
        name = type(command).__name__
        with self._turn:
            if self._unsure:
                self._read_again()
            reach(f"{name}:asked")
            made: list[Done] = []

            def work(connection: Connection) -> tuple[Done, Standing]:
                done, after = self._do(connection, asked, command)
                made[:] = [done]
                return done, after

            try:
                done, after = self.pit.store.write(work)
            except OutcomeUnknown:
                self._look_up(asked)
                done, after = made[0], self.standing
            except Overdrawn:
                raise Refusal("funds", *too_little(self.standing, command)) from None
            except Conflict:  # the same command came by another way at the same time
                done, after = self._done_elsewhere(asked)
            reach(f"{name}:stored")
            self.standing = after
            self.table = table_after(self.table, after)
            return done

    def _look_up(self, asked: Request) -> None:
        """Raises Unreachable when a command whose commit was not answered is not stored."""
        self._unsure = True
        self._read_again()
        if self.pit.store.read(lambda connection: first_answer(connection, asked)) is None:
            raise Unreachable("The database was away for a moment, and nothing was stored: try again")

    def _read_again(self) -> None:
        """Takes the standing from the database, if the table is still this process's."""
        held = self.standing.stored_table

        def work(connection: Connection) -> Standing:
            journal.settle_lease(connection, held.id, held.epoch)
            return standing_of(connection, held.id)

        try:
            self.standing = self.pit.store.write(work)
        except Unreachable as fault:
            raise OutcomeUnknown(f"Whether the last command was stored is not known: {fault}") from None
        self._unsure = False

    def _done_elsewhere(self, asked: Request) -> tuple[Done, Standing]:
        answer = self.pit.store.read(lambda connection: first_answer(connection, asked))
        if answer is None:
            raise LeaseLost(self.id)
        return _answered(answer), self.standing

    def _do(self, connection: Connection, asked: Request, command: PitCommand) -> tuple[Done, Standing]:
        answer = first_answer(connection, asked)
        if answer is not None:
            return _answered(answer), self.standing
        before, supply = self.standing, Supply(self.pit.entropy)

        def planner(books: Books) -> Planned:
            supply.rewind()
            return plan(self.table, before, books, asked, command, supply)

        journal.check_held(connection, before.stored_table)  # the table's row before any account
        planned = fit(connection, self.till, planner)
        after = planned.after
        link = write_plans(connection, before, after.stored_table, [planned.writing], self.pit.now())
        return planned.done, replace(after, link=link)


def _answered(answer: str) -> Done:
    found: dict[str, Any] = json.loads(answer)
    return Done(found["first"], found["last"], repeated=True)

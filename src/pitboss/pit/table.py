"""One table without clock or socket: a command becomes events, transfers and one transaction in the cage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.cage import journal
from pitboss.cage.crash_points import reach
from pitboss.cage.deeds import Deed, Request, canonical, first_answer, write_once
from pitboss.cage.errors import Conflict
from pitboss.cage.ids import round_id, table_actor
from pitboss.cage.journal import LeaseLost, StoredEvent, StoredRound
from pitboss.cage.ledger import Overdrawn, Transfer, balance
from pitboss.cage.posting import move
from pitboss.cage.receipts import write_receipt
from pitboss.cage.store import Connection, Unreachable
from pitboss.fair import commitment, new_seed
from pitboss.faults import OutcomeUnknown
from pitboss.money import MICRO, Cents
from pitboss.pit.checks import check_actor, check_person, check_seed, check_whole, too_little
from pitboss.pit.chips import give_chips, left_at, take_chips
from pitboss.pit.commands import (
    Bet,
    CloseTable,
    Deal,
    OpenRound,
    PitCommand,
    Settle,
    command_text,
)
from pitboss.pit.entries import body_of, seeds_after, shuffled
from pitboss.pit.headroom import check_purse, worn_out
from pitboss.pit.jackpots import gather, meter_at
from pitboss.pit.postings import (
    PROPOSITION,
    Till,
    postings,
    proposition_feed,
    till_of,
)
from pitboss.pit.round_bounds import check_changes
from pitboss.pit.table_state import Done, Standing, receipt_of, standing_of
from pitboss.round import (
    DealCards,
    Decide,
    Event,
    PlaceBets,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
    SettleRound,
    TakeBank,
    apply,
    evolve,
)
from pitboss.round import open_round as new_round
from pitboss.round.events import Command
from pitboss.round.table import Table

if TYPE_CHECKING:
    from pitboss.pit.pit import Pit

CLOSED = canonical({"k": "closed"})  # the table's own event, of no round


class _Step(NamedTuple):
    """What a command does: the standing after it, and what must be written for that."""

    after: Standing
    bodies: Sequence[str]
    round: str | None
    moved: Sequence[Transfer] = ()
    ended: str | None = None
    receipt: str = ""  # of a round that has ended
    events: tuple[Event, ...] = ()
    state: Round | None = None


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
        if self.till.chips:
            give_chips(self, who, cents, command)
        else:
            self.pit.grant(who, cents, table_actor(self.id), command)

    def sweep(self, who: str, command: str) -> None:
        """Takes the chips of somebody who gets up back to the tray; there is nothing to take of money."""
        if self.till.chips:
            take_chips(self, who, command)

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
            raise LeaseLost(f"Another process holds the table {self.id!r} now")
        return _answered(answer), self.standing

    def _do(self, connection: Connection, asked: Request, command: PitCommand) -> tuple[Done, Standing]:
        before = self.standing
        try:
            step = self._step(connection, asked.actor, command)
        except Refusal:  # which is right only if it is new, and the table still where this process left it
            answer = first_answer(connection, asked)
            if answer is not None:
                return _answered(answer), before
            journal.check_held(connection, before.stored_table)
            raise
        name = type(command).__name__
        stored = step.after.stored_table._replace(sequence=before.stored_table.sequence + len(step.bodies))
        after = replace(step.after, stored_table=stored)
        done, at = Done(before.stored_table.sequence + 1, stored.sequence), self.pit.now()
        deed = write_once(connection, asked, canonical({"first": done.first, "last": done.last}), at)
        if isinstance(deed, str):
            return _answered(deed), before
        reach(f"{name}:deed")
        journal.advance(connection, before.stored_table, stored)
        if isinstance(command, OpenRound) and after.stored is not None:
            journal.open_round(connection, after.stored)
        written = [
            StoredEvent(number, None if body == CLOSED else step.round, body)
            for number, body in enumerate(step.bodies, done.first)
        ]
        cause = Deed(deed, asked.actor, asked.command, asked.digest, at)
        last = journal.write_events(connection, stored.id, cause, written, before.link)
        reach(f"{name}:events")
        move(connection, deed, step.moved)
        reach(f"{name}:moved")
        if step.ended and step.round:
            journal.end_round(connection, step.round, step.ended, before.stored_table.head, stored.head)
            write_receipt(connection, step.round, step.receipt)
        reach(f"{name}:written")
        return done._replace(events=step.events, state=step.state), replace(after, link=last)

    # What each command does

    def _step(self, connection: Connection, actor: str, command: PitCommand) -> _Step:
        if self.standing.stored_table.closed:
            raise Refusal("closed", "This table is closed", None)
        match command:
            case OpenRound():
                return self._open_round(connection)
            case CloseTable():
                return self._close(connection)
            case Bet(seat, player, wagers, seed):
                check_whole(seat, *wagers.values())
                check_actor(actor, player)
                check_person(player)
                check_seed(seed)
                if wagers:
                    check_purse(connection, self.till.purse(player))
                check_changes(self.standing.events, command)
                return self._in_round(connection, PlaceBets(seat, player, wagers), seed)
            case TakeBank():
                check_whole(command.stake, command.seat or 0)
                # The proposition player is the table's own, fed from the mint: nobody else may call it.
                own = command.player == PROPOSITION
                check_actor(actor, table_actor(self.id) if own else command.player)
                if command.stake and not own:
                    check_purse(connection, self.till.purse(command.player))
                return self._in_round(connection, command)
            case Decide():
                check_whole(command.seat)
                if command.by == "player":
                    check_actor(actor, command.player)
                return self._in_round(connection, command)
            case Deal():
                stored, _ = self._round()
                return self._in_round(connection, DealCards(shuffled(stored, self.standing.seeds)))
            case Settle():
                return self._settle(connection)
            case _:
                return self._in_round(connection, command)

    def _round(self) -> tuple[StoredRound, Round]:
        if self.standing.stored is None or self.standing.state is None:
            raise Refusal("no_round", "No round is open at this table", None)
        return self.standing.stored, self.standing.state

    def _open_round(self, connection: Connection) -> _Step:
        before = self.standing
        if before.stored is not None:
            raise Refusal("round_open", "A round is open at this table already", None)
        why = worn_out(connection, self.till, self.table)
        if why is not None:
            raise Refusal("worn_out", why, None)
        table = before.stored_table._replace(rounds=before.stored_table.rounds + 1)
        name = round_id(table.id, table.rounds)
        seed = new_seed(self.pit.entropy)
        promise = commitment(name, table.sheet, seed)
        rules = (table.sheet, table.low, table.high)
        stored = StoredRound(name, table.id, table.rounds, *rules, promise, seed.hex(), None, None, None)
        body = canonical({"k": "open", "round": name, "number": table.rounds, "commitment": promise})
        state = new_round(self.table, name)
        return _Step(Standing(table, stored, state), [body], name, state=state)

    def _close(self, connection: Connection) -> _Step:
        before = self.standing
        stored = before.stored_table._replace(closed=True)
        if before.stored is None or before.state is None:
            return _Step(Standing(stored), [CLOSED], None, left_at(connection, self.till))
        if before.state.seats or before.state.bank:
            raise Refusal("bets_placed", "There are bets on the table: finish the round or void it", "STD-12")
        made = receipt_of(before.stored, before.state, before.events, before.seeds, before.stored_table.head)
        after = Standing(stored._replace(head=made.head))
        bodies = [canonical({"k": "unused"}), CLOSED]
        return _Step(after, bodies, before.stored.id, left_at(connection, self.till), "unused", made.text)

    def _in_round(self, connection: Connection, command: Command, seed: str = "") -> _Step:
        """A command of the round's own."""
        before = self.standing
        stored, state = self._round()
        moved: list[Transfer] = []
        if isinstance(command, TakeBank):
            moved += self._fed(connection, command)
        events = apply(state, command)
        seeds = before.seeds
        for event in events:
            moved += postings(self.till, state, event)
            state = evolve(state, event)
        if isinstance(command, PlaceBets):
            seeds = seeds_after(seeds, command.seat, seed, placed=bool(command.wagers))
        bodies = [body_of(event, seed) for event in events]
        told = (*before.events, *events)
        if state.ended is None:
            after = Standing(before.stored_table, stored, state, told, seeds)
            return _Step(after, bodies, stored.id, moved, events=events, state=state)
        made = receipt_of(stored, state, told, seeds, before.stored_table.head)
        after = Standing(before.stored_table._replace(head=made.head))
        return _Step(after, bodies, stored.id, moved, _how(state.ended), made.text, events, state)

    def _settle(self, connection: Connection) -> _Step:
        """Pays the round. Only a meter that is won is locked for it; what it holds then is paid (RIV-12)."""
        step = self._in_round(connection, SettleRound(meter_at(connection, self.till)))
        if not any(isinstance(event, RoundSettled) and event.wins_meter for event in step.events):
            return step
        journal.hold_table(connection, self.standing.stored_table)  # the table before any account
        gathered = gather(connection, self.till)
        step = self._in_round(connection, SettleRound(meter_at(connection, self.till)))
        return step._replace(moved=[*gathered, *step.moved])

    def _fed(self, connection: Connection, command: TakeBank) -> list[Transfer]:
        """The proposition player is fed when it has less than it puts up."""
        if command.player != PROPOSITION:
            return []
        held = balance(connection, self.till.purse(PROPOSITION))
        return proposition_feed(self.till, self.table, command.stake, held)


def _answered(answer: str) -> Done:
    found: dict[str, Any] = json.loads(answer)
    return Done(found["first"], found["last"], repeated=True)


def _how(ended: RoundSettled | RoundVoided) -> str:
    return "settled" if isinstance(ended, RoundSettled) else "void"

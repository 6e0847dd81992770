"""One table without clock or socket: a command becomes events, transfers and one transaction in the cage."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from pitboss.cage import journal
from pitboss.cage.deed_chain import HOUSE, SELF, do_deed
from pitboss.cage.journal import Asked, Deed, Felt, LeaseLost, Purse, StoredEvent, StoredRound, canonical
from pitboss.cage.ledger import MINT, Account, Overdrawn, Transfer, account_id, balance, move
from pitboss.cage.points import reach
from pitboss.cage.store import Store, Unreachable
from pitboss.cage.transactions import Work
from pitboss.fair import SEAT_SEED_BYTES, commitment, new_seed
from pitboss.fair.chain import START, link
from pitboss.faults import OutcomeUnknown
from pitboss.money import MICRO, Cents, dollars
from pitboss.pit.bounds import check_changes
from pitboss.pit.chips import give_chips, left_at, take_chips
from pitboss.pit.commands import (
    Bet,
    CloseTable,
    Deal,
    OpenRound,
    PitCommand,
    Settle,
    command_text,
    opening,
)
from pitboss.pit.entries import body_of, retell, seeds_after, shuffled
from pitboss.pit.headroom import check_exposure, check_mint, check_purse, worn_out
from pitboss.pit.postings import (
    PROPOSITION,
    Till,
    first_meter,
    postings,
    proposition_feed,
    till_of,
)
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
from pitboss.round.document import Proof, dump_round
from pitboss.round.events import Command
from pitboss.round.settle import play_stake
from pitboss.round.table import Table, open_table
from pitboss.sheet import sheet_from_content
from pitboss.sheet.content import with_order
from pitboss.sheet.model import Sheet

CLOSED = canonical({"k": "closed"})  # the table's own event, of no round

T = TypeVar("T")
Entropy = Callable[[int], bytes]
Now = Callable[[], int]


class Done(NamedTuple):
    """The answer to an accepted command: the places of its events at the table.

    A command that had been done before is answered with the same places and `repeated`; nothing happens
    again. The first time, the round's own events and its state after them go with it.
    """

    first: int
    last: int
    repeated: bool = False
    events: tuple[Event, ...] = ()
    state: Round | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """All that a table remembers between two commands; it is replaced only when a command is stored."""

    felt: Felt
    stored: StoredRound | None = None  # the open round
    state: Round | None = None
    events: tuple[Event, ...] = ()
    seeds: dict[int, str] = field(default_factory=dict)
    link: str = START  # of its last event


class _Step(NamedTuple):
    """What a command does: the standing after it, and what must be written for that."""

    after: Standing
    bodies: Sequence[str]
    round: str | None
    moved: Sequence[Transfer] = ()
    ended: str | None = None
    events: tuple[Event, ...] = ()
    state: Round | None = None


class Pit:
    """Opens and takes over tables in one cage."""

    def __init__(self, store: Store, entropy: Entropy, now: Now) -> None:
        self.store = store
        self.entropy = entropy
        self.now = now

    def open(
        self,
        felt: str,
        table: Table,
        actor: str,
        command: str,
        purse: Purse = "house",
        *,
        own_meter: bool = False,
    ) -> PitTable:
        """A new table. Opening it again with the same command id finds it as it is.

        Where people play with chips, the meter is always the table's own. A table of which one round could
        pay more than the books bear is refused, whoever opens it.
        """
        if felt in (HOUSE, SELF):  # a head over all chains means others by these
            raise Refusal("table", f"No table is called {felt!r}", None, "table")
        check_exposure(table)
        sheet = table.sheet
        meter = None if sheet.meter is None else felt if own_meter or purse == "chips" else sheet.hash
        new = Felt(felt, sheet.hash, table.min, table.max, 0, 0, 0, START, False, purse, meter)
        till = till_of(new)
        asked = Asked(actor, command, canonical(opening(new)))

        def work(connection: Connection) -> None:
            if journal.first_answer(connection, asked) is not None:
                return
            journal.keep_sheet(connection, sheet.hash, canonical(with_order(sheet.content)))
            journal.open_felt(connection, new)
            starts = sheet.meter is not None and not _funded(connection, till.meter_account)
            moved = first_meter(till, sheet) if starts else ()
            do_deed(connection, asked, canonical({"table": felt}), self.now(), moved)

        try:
            self._surely(work)
        except IntegrityError:  # unless the same command came by another way at the same time
            if self.store.read(lambda connection: journal.first_answer(connection, asked)) is None:
                raise Refusal("table", f"There is a table {felt!r} already", None, "table") from None
        return self.take(felt)

    def take(self, felt: str) -> PitTable:
        """A table as it was left, with its open round; whoever held it before can no longer write."""

        def work(connection: Connection) -> Standing:
            journal.take_lease(connection, felt)
            return standing_of(connection, felt)

        standing = self._surely(work)
        table = self.store.read(lambda connection: table_of(connection, standing.felt))
        return PitTable(self, table, standing)

    def grant(self, who: str, cents: int, actor: str, command: str, why: str = "") -> Done:
        """Play money from the mint; the same command id gives once. `why` is kept with the deed."""
        _check_whole(cents)
        if cents <= 0:
            raise Refusal("amount", "A grant is above zero", None, "cents")
        _check_person(who)
        reason = {"why": why} if why else {}
        asked = Asked(actor, command, canonical({"k": "Grant", "person": who, "cents": cents, **reason}))

        def work(connection: Connection) -> Done:
            if journal.first_answer(connection, asked) is not None:
                return Done(0, 0, repeated=True)
            mine = Account("person", who)
            check_mint(connection, cents * MICRO, mine)
            given = [Transfer(MINT, mine, cents * MICRO, "grant")]
            do_deed(connection, asked, canonical({"granted": cents, **reason}), self.now(), given)
            return Done(0, 0)

        try:
            return self._surely(work)
        except IntegrityError:  # the same command came by another way at the same time
            return self._surely(work)

    def _surely(self, work: Work[T]) -> T:
        """Work that may be done twice without harm: it is, once, when the answer to its commit is lost."""
        try:
            return self.store.write(work)
        except OutcomeUnknown:
            return self.store.write(work)

    def meter(self, sheet: Sheet) -> int:
        """The meter that the house's tables of a sheet share, in micro-cents; 0 where there is none."""
        if sheet.meter is None:
            return 0
        return self.store.read(lambda connection: balance(connection, Account("meter", sheet.hash)))

    def funds(self, who: str) -> int:
        """The cents a person has in hand, not counting what waits in escrow, nor chips at tables."""
        mine = Account("person", who)
        return self.store.read(lambda connection: balance(connection, mine)) // MICRO


def _funded(connection: Connection, account: Account) -> bool:
    """Whether an account was ever fed; it is locked, so that two openings do not both feed it."""
    account_id(connection, account)
    return balance(connection, account, lock=True) > 0


def table_of(connection: Connection, felt: Felt) -> Table:
    """The rules of a stored table."""
    return _rules(journal.sheet_content(connection, felt.sheet), felt.low, felt.high)


@lru_cache(maxsize=256)
def _rules(content: str, low: Cents, high: Cents) -> Table:
    """A table of a stored sheet; tables of one house share it, and taking one over is quick."""
    return open_table(sheet_from_content(json.loads(content)), low, high)


def standing_of(connection: Connection, felt_id: str) -> Standing:
    """A table rebuilt from what is stored."""
    felt = journal.read_felt(connection, felt_id)
    stored = journal.last_round(connection, felt_id)
    link = journal.last_link(connection, felt)
    if stored is None or stored.ended is not None:
        return Standing(felt, link=link)
    entries = journal.events_of_round(connection, stored.id)
    told = retell(table_of(connection, felt), stored, entries)
    return Standing(felt, stored, told.state, told.events, told.seeds, link)


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
        return self.standing.felt.id

    @property
    def state(self) -> Round | None:
        """The open round."""
        return self.standing.state

    @property
    def till(self) -> Till:
        """Its side of the books."""
        return till_of(self.standing.felt)

    def funds(self, who: str) -> Cents:
        """The cents that a person can bet here, in money or in chips."""
        mine = self.till.purse(who)
        return self.pit.store.read(lambda connection: balance(connection, mine)) // MICRO

    def meter(self) -> int:
        """The meter that is won here, in micro-cents; 0 where there is none."""
        till = self.till
        if till.meter is None:
            return 0
        return self.pit.store.read(lambda connection: balance(connection, till.meter_account))

    def feed(self, who: str, cents: Cents, command: str) -> None:
        """Gives a person at this table something to bet with: chips, or play money from the mint."""
        if self.till.chips:
            give_chips(self, who, cents, command)
        else:
            self.pit.grant(who, cents, f"table:{self.id}", command)

    def sweep(self, who: str, command: str) -> None:
        """Takes the chips of somebody who gets up back to the tray; there is nothing to take of money."""
        if self.till.chips:
            take_chips(self, who, command)

    def do(self, actor: str, command_id: str, command: PitCommand) -> Done:
        """Does a command once, whoever repeats it, or raises its refusal; nothing is half done."""
        asked = Asked(actor, command_id, command_text(self.id, command))
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
                raise Refusal("funds", *_too_little(self.standing, command)) from None
            except IntegrityError:  # the same command came by another way at the same time
                done, after = self._done_elsewhere(asked)
            reach(f"{name}:stored")
            self.standing = after
            return done

    def _look_up(self, asked: Asked) -> None:
        """Raises Unreachable when a command whose commit was not answered is not stored."""
        self._unsure = True
        self._read_again()
        if self.pit.store.read(lambda connection: journal.first_answer(connection, asked)) is None:
            raise Unreachable("The database was away for a moment, and nothing was stored: try again")

    def _read_again(self) -> None:
        """Takes the standing from the database, if the table is still this process's."""
        held = self.standing.felt

        def work(connection: Connection) -> Standing:
            journal.settle_lease(connection, held.id, held.epoch)
            return standing_of(connection, held.id)

        try:
            self.standing = self.pit.store.write(work)
        except Unreachable as fault:
            raise OutcomeUnknown(f"Whether the last command was stored is not known: {fault}") from None
        self._unsure = False

    def _done_elsewhere(self, asked: Asked) -> tuple[Done, Standing]:
        answer = self.pit.store.read(lambda connection: journal.first_answer(connection, asked))
        if answer is None:
            raise LeaseLost(f"Another process holds the table {self.id!r} now")
        return _answered(answer), self.standing

    def _do(self, connection: Connection, asked: Asked, command: PitCommand) -> tuple[Done, Standing]:
        before = self.standing
        try:
            step = self._step(connection, asked.actor, command)
        except Refusal:  # which is right only if it is new, and the table still where this process left it
            answer = journal.first_answer(connection, asked)
            if answer is not None:
                return _answered(answer), before
            journal.check_held(connection, before.felt)
            raise
        name = type(command).__name__
        felt = step.after.felt._replace(sequence=before.felt.sequence + len(step.bodies))
        after = _with_felt(step.after, felt)
        done, at = Done(before.felt.sequence + 1, felt.sequence), self.pit.now()
        deed = journal.write_once(connection, asked, canonical({"first": done.first, "last": done.last}), at)
        if isinstance(deed, str):
            return _answered(deed), before
        reach(f"{name}:deed")
        journal.advance(connection, before.felt, felt)
        if isinstance(command, OpenRound) and after.stored is not None:
            journal.open_round(connection, after.stored)
        written = [
            StoredEvent(number, None if body == CLOSED else step.round, body)
            for number, body in enumerate(step.bodies, done.first)
        ]
        cause = Deed(deed, asked.actor, asked.command, asked.digest, at)
        last = journal.write_events(connection, felt.id, cause, written, before.link)
        reach(f"{name}:events")
        move(connection, deed, step.moved)
        reach(f"{name}:moved")
        if step.ended and step.round:
            journal.end_round(connection, step.round, step.ended, before.felt.head, felt.head)
        reach(f"{name}:written")
        return done._replace(events=step.events, state=step.state), replace(after, link=last)

    # What each command does

    def _step(self, connection: Connection, actor: str, command: PitCommand) -> _Step:
        if self.standing.felt.closed:
            raise Refusal("closed", "This table is closed", None)
        match command:
            case OpenRound():
                return self._open_round(connection)
            case CloseTable():
                return self._close(connection)
            case Bet(seat, player, wagers, seed):
                _check_whole(seat, *wagers.values())
                _check_actor(actor, player)
                _check_person(player)
                _check_seed(seed)
                if wagers:
                    check_purse(connection, self.till.purse(player))
                check_changes(self.standing.events, command)
                return self._in_round(connection, PlaceBets(seat, player, wagers), seed)
            case TakeBank():
                _check_whole(command.stake, command.seat or 0)
                # The proposition player is the table's own, fed from the mint: nobody else may call it.
                own = command.player == PROPOSITION
                _check_actor(actor, f"table:{self.id}" if own else command.player)
                if command.stake and not own:
                    check_purse(connection, self.till.purse(command.player))
                return self._in_round(connection, command)
            case Decide():
                _check_whole(command.seat)
                if command.by == "player":
                    _check_actor(actor, command.player)
                return self._in_round(connection, command)
            case Deal():
                stored, _ = self._round()
                return self._in_round(connection, DealCards(shuffled(stored, self.standing.seeds)))
            case Settle():
                return self._in_round(connection, SettleRound(self._meter(connection)))
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
        felt = before.felt._replace(rounds=before.felt.rounds + 1)
        name = f"{felt.id}:{felt.rounds}"
        seed = new_seed(self.pit.entropy)
        promise = commitment(name, felt.sheet, seed)
        stored = StoredRound(
            name, felt.id, felt.rounds, felt.sheet, felt.low, felt.high, promise, seed.hex(), None, None, None
        )
        body = canonical({"k": "open", "round": name, "number": felt.rounds, "commitment": promise})
        state = new_round(self.table, name)
        return _Step(Standing(felt, stored, state), [body], name, state=state)

    def _close(self, connection: Connection) -> _Step:
        before = self.standing
        felt = before.felt._replace(closed=True)
        if before.stored is None or before.state is None:
            return _Step(Standing(felt), [CLOSED], None, left_at(connection, self.till))
        if before.state.seats or before.state.bank:
            raise Refusal("bets_placed", "There are bets on the table: finish the round or void it", "STD-12")
        head = self._head(before.state, before.events)
        ended = Standing(felt._replace(head=head))
        bodies = [canonical({"k": "unused"}), CLOSED]
        return _Step(ended, bodies, before.stored.id, left_at(connection, self.till), ended="unused")

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
            after = Standing(before.felt, stored, state, told, seeds)
            return _Step(after, bodies, stored.id, moved, None, events, state)
        after = Standing(before.felt._replace(head=self._head(state, told)))
        return _Step(after, bodies, stored.id, moved, _how(state.ended), events, state)

    def _head(self, state: Round, events: tuple[Event, ...]) -> str:
        """The chain's head after a round has ended."""
        stored, _ = self._round()
        previous = self.standing.felt.head
        proof = proof_of(stored, self.standing.seeds, previous, "")
        return link(previous, dump_round(state, events, proof).encode())

    def _meter(self, connection: Connection) -> int | None:
        """The meter at this moment; it stands still for everyone else until the commit."""
        till = self.till
        return None if till.meter is None else balance(connection, till.meter_account, lock=True)

    def _fed(self, connection: Connection, command: TakeBank) -> list[Transfer]:
        """The proposition player is fed when it has less than it puts up."""
        if command.player != PROPOSITION:
            return []
        held = balance(connection, self.till.purse(PROPOSITION))
        return proposition_feed(self.till, self.table, command.stake, held)


def proof_of(stored: StoredRound, seeds: dict[int, str], previous: str, head: str) -> Proof:
    """The proof part of a round's document; the head is that of the document without it."""
    return Proof(
        table=stored.felt,
        number=stored.number,
        commitment=stored.commitment,
        server_seed=stored.seed,
        seat_seeds={str(seat): seeds[seat] for seat in sorted(seeds)},
        previous=previous,
        head=head,
    )


def _answered(answer: str) -> Done:
    found: dict[str, Any] = json.loads(answer)
    return Done(found["first"], found["last"], repeated=True)


def _with_felt(standing: Standing, felt: Felt) -> Standing:
    return Standing(felt, standing.stored, standing.state, standing.events, standing.seeds)


def _how(ended: RoundSettled | RoundVoided) -> str:
    return "settled" if isinstance(ended, RoundSettled) else "void"


def _check_actor(actor: str, player: str) -> None:
    if actor != player:
        raise Refusal("not_yours", "Only the person at a seat bets and decides for it", None, "player")


def _check_whole(*numbers: object) -> None:
    """Other numbers would be stored, and never be read back from the journal."""
    if any(type(each) is not int for each in numbers):
        raise Refusal("whole", "Seats are whole numbers and money is whole cents", "STD-8")


def _check_person(player: str) -> None:
    """The house's own player has no purse and no seat: its money is the table's, for the bank (NAPA-16)."""
    if player == PROPOSITION:
        raise Refusal("proposition", f"No person is called {PROPOSITION!r}", None, "player")


def _check_seed(seed: str) -> None:
    text = f"A seat's seed is {SEAT_SEED_BYTES} bytes in hexadecimal, or nothing"
    try:
        size = len(bytes.fromhex(seed))
    except ValueError:
        raise Refusal("seed", text, None, "seed") from None
    if size not in (0, SEAT_SEED_BYTES) or seed != bytes.fromhex(seed).hex():
        raise Refusal("seed", text, None, "seed")


def _too_little(standing: Standing, command: PitCommand) -> tuple[str, str | None, str]:
    """What is said when a person has too little money: text, clause, path."""
    if standing.state is not None and isinstance(command, Bet):
        table = standing.state.table
        play = play_stake(table, command.wagers.get("ante", 0))
        need = sum(command.wagers.values()) + play
        kept = f", {dollars(play)} of it kept for {table.sheet.play.label}" if play else ""
        return f"This bet needs {dollars(need)}{kept}; there is less in hand", None, "wagers"
    return "There is not enough money in hand", None, ""

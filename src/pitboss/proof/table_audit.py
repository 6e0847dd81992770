"""One table re-told from its journal: every event, deed, transfer and link of the chain judged again.

What is stored is read with suspicion: what cannot be the table's is told as `Wrong`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection

from pitboss.canonical import START, link
from pitboss.fair import check_commitment
from pitboss.ledger.accounts import Account, Transfer, balance, round_id
from pitboss.ledger.deeds import Deed, canonical
from pitboss.ledger.journal import StoredRound, StoredTable, event_text, stored_tables
from pitboss.ledger.schema import MOST
from pitboss.money import MICRO
from pitboss.proof.audit_rows import (
    AuditStreams,
    Entry,
    Findings,
    Moved,
    Stream,
    Wrong,
    accounts_of_round,
    event_data,
    is_hash,
)
from pitboss.proof.heads import TableStart
from pitboss.proof.stored_receipts import retold_receipt
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    Command,
    DealCards,
    Decide,
    Event,
    PlaceBets,
    Refusal,
    Round,
    RoundSettled,
    SettleRound,
    TakeBank,
    apply,
    evolve,
    open_round,
)
from pitboss.round.document import parse_event
from pitboss.round.play import command_of
from pitboss.round.table import Table, open_table
from pitboss.table.commands import (
    Bet,
    ChangeTerms,
    CloseTable,
    OpenRound,
    PitCommand,
    Settle,
    StartDeal,
    WriteDown,
    command_text,
)
from pitboss.table.planning import CLOSED, terms_body
from pitboss.table.table_state import RetoldRound, results_of, seeds_after, shuffled, standing_of, table_of
from pitboss.table.till import (
    PROPOSITION,
    is_gathered,
    is_swept,
    meter_at,
    postings,
    proposition_feed,
    till_of,
)

# Events as they are stored, read with suspicion


def event_of(stored: StoredRound, data: dict[str, Any], seeds: dict[int, str]) -> tuple[Event, str]:
    """A stored event with the deck that the seeds give, and the seed that came with a bet."""
    seed = data.pop("seed", None) if data.get("k") == "bets" else ""
    if data.get("k") == "deal":
        if "deck" in data:
            raise Wrong("a deck is stored, where only the seeds may give it")
        data["deck"] = shuffled(stored, seeds)
    try:
        event = parse_event(data)
    except ValueError:
        raise Wrong("it is no event of a round") from None
    if not isinstance(seed, str) or not _is_seed(seed):
        raise Wrong("a seat's seed is 16 bytes in hexadecimal, or nothing")
    return event, seed


def terms_of(data: dict[str, Any]) -> ChangeTerms:
    """What was asked for where the terms of a table were changed."""
    match data:
        case {"low": low, "high": high, "clock": clock, "coach": coach}:
            if _whole(low, high) and all(each in (None, True, False) for each in (clock, coach)):
                return ChangeTerms(low, high, clock, coach)
    raise Wrong("the terms of the table were changed to something that cannot be")


def act_of(round_: str | None, data: dict[str, Any]) -> WriteDown:
    """What was done with people at a table: it says whom and where, and belongs to no round."""
    match data:
        case {"k": _, "act": str(act), "seat": seat, "person": str() | None as person, **rest}:
            if not rest and round_ is None and _whole(seat):
                return WriteDown(act, seat, person=person)
    raise Wrong("what was done with people is not written as the journal writes")


def _whole(*numbers: object) -> bool:
    """Whether these are whole numbers, or nothing is said of them."""
    return all(each is None or type(each) is int for each in numbers)


def opens(stored: StoredRound) -> bool:
    """Whether the commitment of a round opens with its seed."""
    try:
        seed = bytes.fromhex(stored.seed)
        return seed.hex() == stored.seed and check_commitment(
            stored.commitment, stored.id, stored.sheet, seed
        )
    except ValueError:
        return False


def _is_seed(text: str) -> bool:
    return len(text) in (0, 32) and set(text) <= set("0123456789abcdef")


# From an event back to the command behind it


class Cause(NamedTuple):
    """What was asked of the pit, and what the pit asked of the round for it."""

    asked: PitCommand
    command: Command
    person: str | None = None  # who alone may ask for it; None: the table


def cause_of(state: Round, event: Event, seed: str) -> Cause:
    """The command behind an event that happens in a state."""
    command = command_of(state, event)
    match command:
        case PlaceBets(seat, player, wagers):
            return Cause(Bet(seat, player, wagers, seed), command, player)
        case TakeBank(player):
            return Cause(command, command, None if player == PROPOSITION else player)
        case DealCards():
            return Cause(StartDeal(), command)
        case Decide():
            return Cause(command, command, command.player if command.by == "player" else None)
        case SettleRound():
            return Cause(Settle(), command)
        case _:
            return Cause(command, command)


# Open tables that cannot go on


def stuck_tables(connection: Connection) -> Iterator[tuple[str, str]]:
    """The open tables that cannot go on, each with a sentence's worth of why."""
    for stored in stored_tables(connection, open_only=True):
        try:
            table_of(connection, stored)
            state = standing_of(connection, stored.id).state
            why = unpayable(connection, stored, state) if state is not None else None
        except Exception as fault:  # noqa: BLE001 - what is stored may be anything
            yield stored.id, f"what is stored of it cannot be read ({type(fault).__name__})"
        else:
            if why is not None:
                yield stored.id, why


def unpayable(connection: Connection, stored: StoredTable, state: Round) -> str | None:
    """Why an open round that waits for nothing but its settlement cannot be paid, or None."""
    if state.phase != "reveal":
        return None
    till = till_of(stored)
    moved: Counter[Account] = Counter()
    for event in apply(state, SettleRound.at(meter_at(connection, till))):
        for giver, taker, amount, _ in postings(till, state, event):
            moved[giver] -= amount
            moved[taker] += amount
    for account, amount in sorted(moved.items()):
        if abs(balance(connection, account) + amount) > MOST:
            return f"its open round cannot be paid: {account} would hold or owe more than is counted"
    return None


# A table, deed by deed


class TableAudit:
    """Goes through a table's events in order. A fault in a round is told once; the next one starts afresh."""

    def __init__(
        self,
        stored_table: StoredTable,
        table: Table,
        start: TableStart,
        findings: Findings,
        ended: Callable[[], None],
    ) -> None:
        self.stored_table = stored_table
        self.till = till_of(stored_table)
        self.table = table
        self.findings = findings
        self.ended = ended  # called for each round that is through
        self.sequence, self.rounds = start.part.sequence, start.part.rounds
        self.head, self.link = start.head, start.link  # of the chains of rounds and of events
        self.at = 0  # of the deed that is told
        self.closed = False
        self.own = start.own  # what the table's proposition player has
        self.stored: StoredRound | None = None  # the round that is being told
        self.state: Round | None = None
        self.won = False  # the meter, by what is judged now
        self.spoiled = False  # something was wrong in this round: it cannot be told on
        self.events: list[Event] = []
        self.seeds: dict[int, str] = {}

    def run(self, told: AuditStreams) -> None:
        """Takes all that belongs to this table from the streams."""
        self.receipts, self.results = told.receipts, told.results
        for deed, group in groupby(told.events.take(), key=lambda each: each.deed):
            entries = list(group)
            self._deed(deed, entries, self._transfers(told.transfers, entries[0].sequence), told.rounds)
        self._transfers(told.transfers, MOST)
        for round_ in told.rounds.take():
            self._fault(f"Round {round_.id} is stored, and no event opened it")
        for receipt in told.receipts.take():
            self._fault(f"There is a receipt of round {receipt.number}, which has not ended")
        for result in told.results.take():
            self._fault(f"There is a result of round {result.number}, which has not ended")
        self._at_the_end()

    def _transfers(self, moved: Stream[Moved], first: int) -> list[Transfer]:
        """The transfers of the deed whose first event has this place; there are none of places before it."""
        for each in moved.take(lambda each: each.first < first):
            self._fault(f"Money moved ({each.transfer.what}) in a deed whose events are elsewhere")
        return [each.transfer for each in moved.take(lambda each: each.first == first)]

    def reservations(self) -> dict[Account, int | None]:
        """What the open round's accounts must hold, in micro-cents; None where the round cannot be told."""
        if self.stored is None:
            return {}
        escrow, bank = accounts_of_round(self.stored)
        if self.state is None:
            return {escrow: None, bank: None}
        kept = sum(seat.reserved(self.table) for seat in self.state.seats)
        return {escrow: kept * MICRO, bank: self.state.bank.stake * MICRO if self.state.bank else 0}

    def _fault(self, sentence: str) -> None:
        self.findings.fault(f"Table {self.stored_table.id}: {sentence}")

    # A deed

    def _deed(
        self, deed: int, entries: list[Entry], transfers: list[Transfer], stored: Stream[StoredRound]
    ) -> None:
        first, last = entries[0], entries[-1]
        self.at = first.at
        for entry in entries:
            self.sequence += 1
            if entry.sequence != self.sequence:
                self._fault(f"After event {self.sequence - 1} comes event {entry.sequence}")
                self.sequence = entry.sequence
        if first.answer != canonical({"first": first.sequence, "last": last.sequence}):
            self._fault(
                f"Deed {deed} was answered with {first.answer[:60]}, and its events are"
                f" {first.sequence} to {last.sequence}"
            )
        linked = self._linked(entries)
        self.won = False
        try:
            asked, expected = self._judge(entries, stored)
            if isinstance(asked, CloseTable):  # that nothing is left is seen in the accounts
                expected = [each for each in transfers if is_swept(self.till, each)]
            elif self.won:  # that all of the meter is gathered is seen in the meters
                expected = [*expected, *(each for each in transfers if is_gathered(self.till, each))]
        except Wrong as wrong:
            if not self.spoiled:
                self._fault(f"Event {first.sequence}: {wrong}")
            self.spoiled, self.state = True, None
            return
        finally:
            mine = self.till.purse(PROPOSITION)
            self.own += sum(each.amount * ((each.taker == mine) - (each.giver == mine)) for each in transfers)
        if sha256(command_text(self.stored_table.id, asked).encode()).hexdigest() != first.content:
            self._fault(f"Deed {deed} asked for something else than what happened at event {first.sequence}")
        elif not linked:
            self._fault(f"Event {first.sequence} was done by another, at another time or under another id")
        if sorted(transfers) != sorted(expected):  # in any order
            self._fault(f"Event {first.sequence} moves {_money(expected)}, and {_money(transfers)} was moved")

    def _linked(self, entries: list[Entry]) -> bool:
        """Whether a deed's events follow in the chain of events, each with its author, time and id."""
        fits = True
        for each in entries:
            deed = Deed(each.deed, each.actor, each.command, each.content, each.at)
            told = event_text(self.stored_table.id, deed, each.sequence, each.round, each.body)
            fits &= link(self.link, told.encode()) == each.link
            self.link = each.link if is_hash(each.link) else START
        return fits

    def _judge(
        self, entries: list[Entry], stored: Stream[StoredRound]
    ) -> tuple[PitCommand, Sequence[Transfer]]:
        """The command behind some events and the transfers it makes; raises Wrong."""
        data = [event_data(entry.body) for entry in entries]
        kinds = [each.get("k") for each in data]
        if self.closed:
            raise Wrong("something happened after the table was closed")
        if kinds == ["open"]:
            self._open(entries[0], stored)
            return OpenRound(), ()
        if kinds == ["given_up", "closed"]:
            self.closed = True
            raise Wrong(
                "a round was given up that could be told"
            )  # unless it could not: that was told before
        if kinds in (["closed"], ["unused", "closed"]):
            self.closed = True
            self._between_rounds(entries, CLOSED)
            return CloseTable(), ()
        if kinds in (["terms"], ["unused", "terms"]):
            return self._change(entries, data[-1]), ()
        if kinds == ["act"]:
            return act_of(entries[0].round, data[0]), ()
        if len(entries) != 1:
            raise Wrong("one command caused more than it can")
        return self._in_round(entries[0], data[0])

    def _open(self, entry: Entry, stored: Stream[StoredRound]) -> None:
        if self.stored is not None:
            if not self.spoiled:
                self._fault(f"Round {self.stored.id} has no end, and another one was opened")
            self._through(self.stored)
        self.rounds += 1
        self.stored, self.state, self.spoiled = None, None, False
        self.events, self.seeds = [], {}
        found = next(stored.take(lambda each: each.number <= self.rounds), None)
        if found is None or found.number != self.rounds:
            raise Wrong(f"round {self.rounds} was opened, and is not stored")
        self.stored = found
        self.state = open_round(self.table, found.id)
        said = {"k": "open", "round": found.id, "number": found.number, "commitment": found.commitment}
        if entry.body != canonical(said) or entry.round != found.id:
            raise Wrong(
                f"round {self.rounds} was opened with another id, number or commitment than is stored"
            )
        if found.id != round_id(self.stored_table.id, self.rounds):
            raise Wrong(f"round {self.rounds} is called {found.id}")
        rules = (found.sheet, found.low, found.high)
        if rules != (self.stored_table.sheet, self.table.min, self.table.max):
            raise Wrong(f"round {found.id} has other rules or limits than its table")
        if not opens(found):
            raise Wrong(f"the commitment of round {found.id} does not open with its seed")

    def _between_rounds(self, entries: list[Entry], body: str) -> None:
        """The end of the table, or other limits: a round that is open ends unused."""
        within = self.stored.id if self.stored else None
        wanted = [(within, canonical({"k": "unused"}))] if within else []
        if [(entry.round, entry.body) for entry in entries] != [*wanted, (None, body)]:
            raise Wrong("the table was closed or changed in other words, or in another round")
        self._check_no_bets()
        if self.stored is not None and self.state is not None:
            self._end(self.stored, self.state, self.events, "unused")

    def _check_no_bets(self) -> None:
        if self.state is not None and (self.state.seats or self.state.bank):
            raise Wrong("the table was closed or changed while there were bets on it")

    def _change(self, entries: list[Entry], data: dict[str, Any]) -> ChangeTerms:
        """Other terms: limits hold from the next round on."""
        asked, was = terms_of(data), (self.table.min, self.table.max)
        low, high = asked.limits(*was)
        body = terms_body(asked, was)
        try:
            changed = open_table(self.table.sheet, low, high)
        except Refusal:
            raise Wrong("the limits of the table were changed to what cannot be") from None
        if (low, high) != was:
            self._between_rounds(entries, body)
        elif [(entry.round, entry.body) for entry in entries] != [(None, body)]:
            raise Wrong("the terms of the table were changed in other words")
        self._check_no_bets()
        self.table = changed
        return asked

    def _in_round(self, entry: Entry, data: dict[str, Any]) -> tuple[PitCommand, Sequence[Transfer]]:
        if self.stored is None or self.state is None:
            raise Wrong("no round was open")
        stored, state = self.stored, self.state
        if entry.round != stored.id:
            raise Wrong(f"it belongs to {entry.round}, and {stored.id} was open")
        event, seed = event_of(stored, data, self.seeds)
        cause = cause_of(state, event, seed)
        try:
            wanted = apply(state, cause.command)
        except Refusal as refusal:
            raise Wrong(f"against the rules in round {stored.id}: {refusal}") from None
        if wanted != (event,):
            raise Wrong(f"not what the rules give in round {stored.id} ({event.k})")
        if cause.person is not None and cause.person != entry.actor:
            self._fault(f"Event {entry.sequence}: {entry.actor} acted for {cause.person}")
        moved = [*self._feed(event), *postings(self.till, state, event)]
        self.won = isinstance(event, RoundSettled) and event.wins_meter
        if isinstance(event, BetsPlaced):
            self.seeds = seeds_after(self.seeds, event.seat, seed, placed=bool(event.wagers))
        self.state = evolve(state, event)
        self.events.append(event)
        if self.state.ended is not None:
            self._end(stored, self.state, self.events, self.state.phase)
        return cause.asked, moved

    def _feed(self, event: Event) -> list[Transfer]:
        """What the proposition player must have been given before it took the bank (NAPA-16)."""
        if not isinstance(event, BankTaken) or event.player != PROPOSITION:
            return []
        return proposition_feed(self.till, self.table, event.stake, self.own)

    # The end of a round, and of the table

    def _end(self, stored: StoredRound, state: Round, events: Sequence[Event], how: str) -> None:
        if stored.ended != how:
            self._fault(f"Round {stored.id} ended {how}, and is stored as {stored.ended or 'open'}")
        if stored.previous != self.head:
            self._fault(f"Round {stored.id} does not follow the head of the round before it")
        made = retold_receipt(stored, RetoldRound(state, tuple(events), self.seeds), self.head)
        if stored.head != made.head:
            self._fault(f"Round {stored.id} has another head than its receipt gives")
        elif self._receipt(stored) != made.text:
            self._fault(f"Round {stored.id} has another receipt than its events give")
        if stored.at != self.at:
            self._fault(f"Round {stored.id} ended at {self.at}, and is stored with {stored.at}")
        brought = Counter((stored.at, *each) for each in results_of(events))
        if Counter(self._results(stored)) != brought:
            self._fault(f"Round {stored.id} brought something else than its stored results say")
        self._through(stored)
        self.stored = self.state = None
        self.events, self.seeds = [], {}

    def _receipt(self, stored: StoredRound) -> str | None:
        """The stored receipt of a round; those before it that nobody asked for are of no sound round."""
        found = None
        for each in self.receipts.take(lambda each: each.number <= stored.number):
            found = each
        return found.text if found is not None and found.number == stored.number else None

    def _results(self, stored: StoredRound) -> list[tuple[Any, ...]]:
        """The stored results of a round, with their time; those before it are of no sound round."""
        found = self.results.take(lambda each: each.number <= stored.number)
        return [(each.at, *each.result) for each in found if each.number == stored.number]

    def _through(self, stored: StoredRound) -> None:
        if stored.ended is not None:
            self._receipt(stored)  # of a round that could not be told to its end
            self._results(stored)
        self.head = stored.head if stored.head and is_hash(stored.head) else self.head
        self.findings.figures[f"rounds {stored.ended or 'open'}"] += 1
        self.ended()

    def _at_the_end(self) -> None:
        stored = self.stored_table
        if self.stored is not None:
            if self.stored.ended is not None and self.state is not None:
                self._fault(f"Round {self.stored.id} is stored as {self.stored.ended}, and has no such event")
            elif self.stored.ended is None and (self.stored.previous or self.stored.head) is not None:
                self._fault(f"Round {self.stored.id} is open, and has a place in the chain")
            self._through(self.stored)
        told = (self.sequence, self.rounds, self.head, self.closed, self.table.min, self.table.max)
        for name, is_, was in zip(
            ("last event", "number of rounds", "head", "end", "minimum", "maximum"),
            told,
            (stored.sequence, stored.rounds, stored.head, bool(stored.closed), stored.low, stored.high),
            strict=True,
        ):
            if is_ != was:
                self._fault(f"Its {name} is stored as {was}, and its events give {is_}")


def _money(transfers: Sequence[Transfer]) -> str:
    """Transfers in words, the first of them."""
    if not transfers:
        return "nothing"
    words = [f"{each.amount} from {each.giver} to {each.taker} ({each.what})" for each in transfers[:3]]
    return ", ".join(words) + (f" and {len(transfers) - 3} more" if len(transfers) > 3 else "")

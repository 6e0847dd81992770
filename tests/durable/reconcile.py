"""Reconciles a whole cage from outside: plain SQL, the journal told again, and what its events moved.

Nothing here asks the cage what it believes: balances are added up from the transfers, transfers are worked
out from the events, events are judged again by the rules, heads are linked again from the documents.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from pitboss.canonical import START
from pitboss.fair import check_commitment
from pitboss.ledger import Store
from pitboss.ledger.journal import StoredEvent, StoredRound
from pitboss.money import MICRO
from pitboss.round import BankTaken, Round, RoundSettled, Table, evolve, open_round, open_table
from pitboss.round.document import load_round, to_document
from pitboss.sheet import Sheet, sheet_from_content
from pitboss.table import PROPOSITION, postings, till_of
from pitboss.table.table_state import RetoldRound as Story
from pitboss.table.table_state import receipt_of, retell
from pitboss.table.till import PROPOSITION_STAKES


class Moved(NamedTuple):
    """A transfer with its accounts by name."""

    giver: str
    taker: str
    amount: int
    what: str


@dataclass(frozen=True)
class Books:
    """Everything that is stored, as plain values."""

    balances: dict[str, int]
    deeds: dict[int, tuple[str, str, dict[str, Any]]]  # number -> actor, command id, answer
    moved: dict[int, list[Moved]]  # by deed, in the order written
    order: list[tuple[int, Moved]]  # the same: deed and transfer
    sheets: dict[str, Sheet]
    felts: dict[str, Any]
    rounds: dict[str, list[StoredRound]]  # by felt, in order
    events: dict[str, list[tuple[int, StoredEvent]]]  # by felt: deed and event, in order


class Settled(NamedTuple):
    """A settlement: its deed, its table's rules, the state it met and what it said."""

    deed: int
    table: Table
    state: Round
    event: RoundSettled


@dataclass
class RetoldRound:
    """What the journals of all tables say, gathered table by table."""

    moved: dict[int, list[Moved]] = field(default_factory=lambda: defaultdict(list))  # by deed
    settled: list[Settled] = field(default_factory=list)
    open: dict[str, Round] = field(default_factory=dict)  # the open round of a table


class Found(NamedTuple):
    """What was reconciled: all that is stored, and the open round of each table that has one."""

    books: Books
    open: dict[str, Round]


def reconcile(store: Store) -> Found:
    """Asserts that nothing is lost, doubled or unbalanced in the whole database."""
    books = store.read(read_books)
    _accounts(books)
    told = RetoldRound()
    for row in books.felts.values():
        _sequence(books, row.id)
        _check_table(books, row, told)
    _deeds_without_events(books, told.moved)
    _meters(books, told)
    assert {deed: moved for deed, moved in told.moved.items() if moved} == books.moved
    kept = {name: held for name, held in books.balances.items() if name.startswith(("escrow:", "bank:"))}
    assert {name: held for name, held in kept.items() if held} == _reserved(told.open.values())
    return Found(books, told.open)


def read_books(connection: Connection) -> Books:
    """All rows of the cage, with names in the place of numbers."""

    def rows(query: str) -> Iterable[Any]:
        return connection.execute(text(query))

    names: dict[int, str] = {}
    balances: dict[str, int] = {}
    for row in rows("SELECT id, kind, key, may_owe, fractions, balance FROM accounts"):
        name = f"{row.kind}:{row.key}"
        assert name not in balances, f"two accounts {name}"
        names[row.id], balances[name] = name, row.balance
    moved: dict[int, list[Moved]] = defaultdict(list)
    order = [
        (row.deed, Moved(names[row.giver], names[row.taker], row.amount, row.what))
        for row in rows("SELECT * FROM transfers ORDER BY id")
    ]
    for deed, each in order:
        moved[deed].append(each)
    felts = {row.id: row for row in rows("SELECT * FROM felts ORDER BY id")}
    rounds: dict[str, list[StoredRound]] = {table_id: [] for table_id in felts}
    for row in rows("SELECT * FROM rounds ORDER BY felt, number"):
        rounds[row.felt].append(StoredRound(*row))
    events: dict[str, list[tuple[int, StoredEvent]]] = {table_id: [] for table_id in felts}
    for row in rows("SELECT felt, deed, sequence, round, body FROM events ORDER BY felt, sequence"):
        events[row.felt].append((row.deed, StoredEvent(row.sequence, row.round, row.body)))
    return Books(
        balances=balances,
        deeds={
            row.id: (row.actor, row.command, json.loads(row.answer)) for row in rows("SELECT * FROM deeds")
        },
        moved=dict(moved),
        order=order,
        sheets={row.hash: _sheet(row.content) for row in rows("SELECT * FROM sheets")},
        felts=felts,
        rounds=rounds,
        events=events,
    )


@cache
def _sheet(content: str) -> Sheet:
    return sheet_from_content(json.loads(content))


def trial_balance(connection: Connection) -> None:
    """The quick look: all accounts together hold nothing, and no transfer is missing from them."""
    assert connection.execute(text("SELECT COALESCE(SUM(balance), 0) FROM accounts")).scalar_one() == 0
    wrong = connection.execute(
        text(
            "SELECT id FROM accounts a WHERE balance <>"
            " (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE taker = a.id)"
            " - (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE giver = a.id)"
        )
    ).all()
    assert not wrong


def _accounts(books: Books) -> None:
    """Balances are what the transfers say, sum to zero, and are of the kind each account may hold."""
    assert sum(books.balances.values()) == 0
    added = dict.fromkeys(books.balances, 0)
    for moved in books.moved.values():
        for each in moved:
            added[each.giver] -= each.amount
            added[each.taker] += each.amount
    assert added == books.balances
    for name, held in books.balances.items():
        kind = name.partition(":")[0]
        assert held >= 0 or kind in ("mint", "house"), name
        assert held % MICRO == 0 or kind in ("meter", "house"), name


def _sequence(books: Books, table_id: str) -> None:
    """A table's events are numbered without a gap, and each deed wrote the events it answered with."""
    told = books.events[table_id]
    assert [event.sequence for _, event in told] == list(range(1, books.felts[table_id].sequence + 1))
    by_deed: dict[int, list[int]] = defaultdict(list)
    for deed, event in told:
        by_deed[deed].append(event.sequence)
    for deed, numbers in by_deed.items():
        answer = books.deeds[deed][2]
        assert numbers == list(range(answer["first"], answer["last"] + 1))


def _check_table(books: Books, row: Any, told: RetoldRound) -> None:
    """One table: its rounds, their chain, and what each of its deeds must have moved."""
    table = open_table(books.sheets[row.sheet], row.low, row.high)
    rounds = books.rounds[row.id]
    assert [each.number for each in rounds] == list(range(1, row.rounds + 1))
    assert all(each.ended for each in rounds[:-1])
    journal: dict[str, list[tuple[int, StoredEvent]]] = defaultdict(list)
    for deed, event in books.events[row.id]:
        if event.round is not None:
            journal[event.round].append((deed, event))
        else:
            assert row.closed
            assert json.loads(event.body) == {"k": "closed"}
    head, purse = START, 0
    for stored in rounds:
        assert (stored.sheet, stored.low, stored.high) == (row.sheet, row.low, row.high)
        assert check_commitment(stored.commitment, stored.id, stored.sheet, bytes.fromhex(stored.seed))
        entries = journal.pop(stored.id)
        story = retell(table, stored, [event for _, event in entries])
        for deed, state, event in _steps(table, stored, entries, story):
            moves = [
                Moved(_name(giver), _name(taker), amount, what)
                for giver, taker, amount, what in postings(till_of(row), state, event)
            ]
            if isinstance(event, BankTaken) and event.player == PROPOSITION and purse < event.stake * MICRO:
                fed = max(PROPOSITION_STAKES * row.high, event.stake) * MICRO
                moves.insert(0, Moved("mint:", f"proposition:{row.id}", fed, "proposition"))
            purse += sum(_gain(each, f"proposition:{row.id}") for each in moves)
            told.moved[deed] += moves
            if isinstance(event, RoundSettled):
                told.settled.append(Settled(deed, table, state, event))
        if stored.ended is None:
            told.open[row.id] = story.state
            assert (stored.previous, stored.head) == (None, None)
            continue
        assert stored.ended == _ending(story, entries)
        load_round(to_document(story.state, story.events))  # each event is what the rules give
        assert stored.previous == head
        kept = () if stored.ended == "unused" else story.events  # bets that were taken back are no part of it
        head = receipt_of(stored, story.state, kept, story.seeds, head).head
        assert stored.head == head
    assert row.head == head
    assert not journal


def _steps(
    table: Table, stored: StoredRound, entries: list[tuple[int, StoredEvent]], story: Story
) -> Iterator[tuple[int, Round, Any]]:
    """The round's own events, each with its deed and the state it met."""
    deeds = [deed for deed, entry in entries if json.loads(entry.body)["k"] not in ("open", "unused")]
    state = open_round(table, stored.id)
    for deed, event in zip(deeds, story.events, strict=True):
        yield deed, state, event
        state = evolve(state, event)
    assert state == story.state


def _ending(story: Story, entries: list[tuple[int, StoredEvent]]) -> str:
    kinds = [json.loads(entry.body)["k"] for _, entry in entries]
    if "unused" in kinds:
        assert not story.state.seats
        assert story.state.bank is None
        return "unused"
    return {"settle": "settled", "void": "void"}[story.events[-1].k]


def _reserved(rounds: Iterable[Round]) -> dict[str, int]:
    """What open rounds hold: stakes, Play money of all who have not folded, the bank's stake."""
    held: dict[str, int] = defaultdict(int)
    for state in rounds:
        times = state.table.sheet.play.times
        for seat in state.seats:
            play = seat.wagers.get("ante", 0) * times.numerator // times.denominator
            stakes = sum(seat.wagers.values()) + (0 if seat.action == "fold" else play)
            held[f"escrow:{state.id}"] += stakes * MICRO
        if state.bank:
            held[f"bank:{state.id}"] = state.bank.stake * MICRO
    return held


def _deeds_without_events(books: Books, expected: dict[int, list[Moved]]) -> None:
    """Grants and openings: the rest of the deeds, each with what it says, each meter begun once."""
    begun: list[str] = []
    for deed, (_, _, answer) in books.deeds.items():
        if "first" in answer:
            continue
        moved = books.moved.get(deed, [])
        if "granted" in answer:
            (one,) = moved
            assert (one.giver, one.amount, one.what) == ("mint:", answer["granted"] * MICRO, "grant")
            assert one.taker.startswith("person:")
        else:
            sheet = books.sheets[books.felts[answer["table"]].sheet]
            if moved:
                assert sheet.meter is not None
                assert moved == [
                    Moved("mint:", f"meter:{sheet.hash}", sheet.meter.reset * MICRO, "meter"),
                ]
                begun.append(sheet.hash)
        expected[deed] = list(moved)
    used = {books.sheets[row.sheet].hash for row in books.felts.values() if books.sheets[row.sheet].meter}
    assert sorted(begun) == sorted(used)


def _meters(books: Books, told: RetoldRound) -> None:
    """A meter is fed exactly what was bet into it, and a win finds all that was there before it (RIV-12).

    The transfers of an account are numbered in the order in which they were stored. All parts of a meter that
    is won are gathered in its first one, which is added to what the win must have moved.
    """
    for hash_, sheet in books.sheets.items():
        assert sheet.hash == hash_
    _contributions(told.settled)
    wins = {each.deed: each for each in told.settled if each.event.wins_meter}
    held: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))  # by meter and part
    most: dict[str, int] = defaultdict(int)
    for deed, each in books.order:
        if (win := wins.pop(deed, None)) is not None:
            whole = f"meter:{win.table.sheet.hash}"
            parts = sorted((part, sum_) for part, sum_ in held[whole].items() if sum_ and part != whole)
            told.moved[deed][:0] = [Moved(part, whole, sum_, "gathered") for part, sum_ in parts]
            assert win.event.meter is not None
            assert win.event.meter.before == sum(held[whole].values())
        for name, more in ((each.giver, -each.amount), (each.taker, each.amount)):
            if name.startswith("meter:"):
                whole = name.partition("#")[0]
                held[whole][name] += more
                most[whole] = max(most[whole], sum(held[whole].values()))
    assert not wins
    for _, table, _, event in told.settled:
        if event.meter is not None:
            assert event.meter.before <= most[f"meter:{table.sheet.hash}"]


def _contributions(settled: list[Settled]) -> None:
    for _, table, state, event in settled:
        meter, paid = table.sheet.meter, event.meter
        assert (meter is None) == (paid is None)
        if meter is None or paid is None:
            continue
        bets = sum(seat.wagers.get(meter.feeds, 0) for seat in state.seats)
        assert paid.fed * meter.percent.denominator * 100 == bets * MICRO * meter.percent.numerator
        assert event.wins_meter or paid.after == paid.before + paid.fed
        assert paid.before >= meter.reset * MICRO


def _gain(moved: Moved, account: str) -> int:
    return moved.amount * ((moved.taker == account) - (moved.giver == account))


def _name(account: Any) -> str:
    return f"{account.kind}:{account.key}"

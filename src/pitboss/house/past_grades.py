"""Progress of past rounds: what a person decided at tables, weighed once the rounds have ended.

Nothing is written while people play. Whoever asks for their progress has the rounds looked at that were not
before; a fault leaves them for the next time, and no table hears of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, NamedTuple

from pitboss.cards import cards_text
from pitboss.desk.hand_values import worths_question, worths_told
from pitboss.desk.question import Question
from pitboss.house.drills import micro, name_of
from pitboss.ledger import journal, progress
from pitboss.ledger.journal import StoredEvent, StoredRound
from pitboss.ledger.progress import BetOn, Decision
from pitboss.ledger.store import Connection, Store
from pitboss.odds.coach import Hand, Worth, hand_of, weigh
from pitboss.pit.entries import retell
from pitboss.proof.stored_rules import Unusable, stored_table
from pitboss.round import Refusal, Round
from pitboss.round.state import Seat

AT_ONCE: Final = 200  # bets that are looked at in one go
LONGEST: Final = 20.0  # seconds for them

Ask = Callable[[Question], Awaitable[bytes]]  # of the desk


class Found(NamedTuple):
    """Rounds that were not looked at before: from where to where, and what was decided in them."""

    mark: int
    upto: int
    decided: list[Decided]
    more: bool


class Decided(NamedTuple):
    """A decision that is to be weighed."""

    state: Round
    seat: Seat
    hand: Hand
    at: int


async def look_back(store: Store, person: str, ask: Ask) -> bool:
    """Keeps what a person decided in rounds that have ended since the last time; True when there are more."""
    found = await asyncio.to_thread(_find, store, person)
    if found is None or (found.upto == found.mark and not found.decided):
        return False
    decisions: list[Decision] = []
    if found.decided:
        asked = worths_question([each.hand for each in found.decided], seconds=LONGEST)
        worths = worths_told(await ask(asked))
        for each, worth in zip(found.decided, worths, strict=True):
            if isinstance(worth, Worth):  # what has no exact price is left out
                decisions += decision_of(each, worth)

    def keep(connection: Connection) -> bool:
        return progress.keep_found(connection, person, found.mark, found.upto, decisions)

    return await asyncio.to_thread(store.write, keep) and found.more


def _find(store: Store, person: str) -> Found | None:
    """The rounds of a person that have ended since the last time, told again from the journal."""

    def find(connection: Connection) -> Found | None:
        mark = progress.mark_of(connection, person)
        if mark is None:
            return None
        bets = progress.bets_after(connection, person, mark, AT_ONCE)
        done = progress.known_rounds(connection, person, [bet.round for bet in bets])
        last = {bet.round: bet for bet in bets if bet.ended is not None and bet.round not in done}
        found = [each for bet in last.values() for each in _decided(connection, person, bet)]
        upto = next(
            (bet.transfer - 1 for bet in bets if bet.ended is None), bets[-1].transfer if bets else mark
        )
        return Found(mark, upto, found, len(bets) == AT_ONCE and upto > mark)

    return store.read(find)


def _decided(connection: Connection, person: str, bet: BetOn) -> Iterator[Decided]:
    state = settled_round(connection, bet.round)
    if state is not None:
        yield from decided_in(state, person, bet.at)


def settled_round(connection: Connection, round_: str) -> Round | None:
    """A round that was settled, as it ended; None for any other."""
    stored = journal.read_round(connection, round_)
    if stored is None or stored.ended != "settled":
        return None
    content = journal.sheet_content(connection, stored.sheet)
    return _rebuilt(stored, content, journal.events_of_round(connection, round_))


def _rebuilt(stored: StoredRound, content: str, entries: list[StoredEvent]) -> Round | None:
    """The round as it ended; None for one whose journal was changed, which `pitboss audit` tells."""
    try:
        return retell(stored_table(stored.sheet, content, stored.low, stored.high), stored, entries).state
    except (Unusable, ValueError, LookupError, TypeError, AttributeError):
        return None


def decided_in(state: Round, person: str, at: int) -> Iterator[Decided]:
    """What a person decided themselves in a round that was settled."""
    for seat in state.seats:
        if seat.player != person or seat.by != "player":
            continue
        try:
            yield Decided(state, seat, hand_of(state, seat.number), at)
        except Refusal:
            continue


def decision_of(decided: Decided, worth: Worth) -> Iterator[Decision]:
    """A decision as it is kept."""
    state, seat = decided.state, decided.seat
    found = weigh(state, seat.number, worth)
    if found.chosen is None:
        return
    yield Decision(
        at=decided.at,
        kind="table",
        house=state.table.sheet.id,
        sheet=state.table.sheet.hash,
        cards=cards_text(sorted(seat.cards, reverse=True)),
        up=cards_text(state.up_cards),
        action=name_of(found.chosen),
        best="|".join(name_of(each) for each in found.best),
        cost=micro(found.chosen),
        ante=seat.wagers["ante"],
        round=state.id,
        seat=seat.number,
    )

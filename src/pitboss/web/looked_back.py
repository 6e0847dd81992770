"""Progress of past rounds: what a person decided at tables, weighed once the rounds have ended.

Nothing is written while people play. Whoever asks for their progress has the rounds looked at that were not
before; a fault leaves them for the next time, and no table hears of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection

from pitboss.cage import journal, progress
from pitboss.cage.journal import StoredEvent, StoredRound
from pitboss.cage.progress import BetOn, Decision
from pitboss.cage.store import Store
from pitboss.cards import cards_text
from pitboss.odds.coach import coached
from pitboss.pit.entries import retell
from pitboss.proof.rules_of_day import Unusable, stored_table
from pitboss.round import Refusal, Round
from pitboss.web.drill import micro, name_of

AT_ONCE: Final = 200  # bets that are looked at in one go


def look_back(store: Store, person: str) -> bool:
    """Keeps what a person decided in rounds that have ended since the last time; True when there are more."""

    def find(connection: Connection) -> tuple[int, int, list[Decision], bool] | None:
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
        return mark, upto, found, len(bets) == AT_ONCE and upto > mark

    found = store.read(find)
    if found is None:
        return False
    mark, upto, decisions, more = found
    if upto == mark and not decisions:
        return False
    return (
        store.write(lambda connection: progress.keep_found(connection, person, mark, upto, decisions))
        and more
    )


def _decided(connection: Connection, person: str, bet: BetOn) -> Iterator[Decision]:
    stored = journal.read_round(connection, bet.round)
    if stored is None or stored.ended != "settled":
        return
    content = journal.sheet_content(connection, stored.sheet)
    state = _rebuilt(stored, content, journal.events_of_round(connection, bet.round))
    if state is not None:
        yield from weighed_of(state, person, bet.at)


def _rebuilt(stored: StoredRound, content: str, entries: list[StoredEvent]) -> Round | None:
    """The round as it ended; None for one whose journal was changed, which `pitboss audit` tells."""
    try:
        return retell(stored_table(stored.sheet, content, stored.low, stored.high), stored, entries).state
    except (Unusable, ValueError, LookupError, TypeError, AttributeError):
        return None


def weighed_of(state: Round, person: str, at: int) -> Iterator[Decision]:
    """What a person decided in a round that was settled; what has no exact price is left out."""
    for seat in state.seats:
        if seat.player != person or seat.by != "player":
            continue
        try:
            found = coached(state, seat.number)
        except Refusal:
            continue
        if found.chosen is None:
            continue
        yield Decision(
            at=at,
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

"""What the house remembers of a person's drills: the hands they missed, and every answer they gave."""

from __future__ import annotations

from pitboss.house.drills import missed
from pitboss.ledger import progress
from pitboss.ledger.progress import Decision
from pitboss.ledger.store import Connection, Store
from pitboss.odds.borderline import Deal
from pitboss.round import Refusal
from pitboss.sheet import Sheet


def missed_hands(store: Store, person: str, sheet: Sheet) -> tuple[int, dict[Deal, tuple[int, int]]]:
    """The number of a person's next drill at a house, and the hands they missed by its rules of today."""

    def work(connection: Connection) -> tuple[int, dict[Deal, tuple[int, int]]]:
        answers = progress.unlearned(connection, person, sheet.id, sheet.hash)
        return progress.last_drill(connection, person, sheet.id) + 1, missed(answers)

    return store.read(work)


def keep_answer(store: Store, person: str, made: Decision) -> None:
    """Keeps an answer of a person who is still there."""

    def work(connection: Connection) -> None:
        if progress.mark_of(connection, person) is None:  # deleted at this moment
            raise Refusal("signed_out", "Sign in, or begin as a guest", None)
        progress.keep_decision(connection, person, made)

    store.write(work)

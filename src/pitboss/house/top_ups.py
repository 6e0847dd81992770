"""Free play money for whoever has next to none left."""

from __future__ import annotations

from typing import Final

from pitboss.house.durations import HOUR, in_words
from pitboss.house.newcomers import FIRST
from pitboss.house.person_lookup import person_by_id
from pitboss.ledger.ledger import Account, balance
from pitboss.ledger.play_limits import waiting
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents, dollars
from pitboss.pit import Pit
from pitboss.pit.grants import give_top_up, top_ups
from pitboss.round import Refusal

BROKE: Final[Cents] = 5_000  # who has less may be topped up


def top_up(pit: Pit, person: str, below: Cents = BROKE, money: Cents = FIRST) -> Cents:
    """Play money for a person who has next to none in hand and none on a table; gives what is in hand.

    Once in an hour. Top-ups are numbered, so that one asked for twice at the same time is given once.
    """
    now = pit.now()

    def check(connection: Connection) -> int:
        person_by_id(connection, person)
        if waiting(connection, person):
            raise Refusal("top_up", "You have money on a table: finish the round first", None)
        held = balance(connection, Account("person", person)) // MICRO
        if held >= below:
            text = (
                f"You can top up when you have less than {dollars(below)} in hand; you have {dollars(held)}"
            )
            raise Refusal("top_up", text, None, values={"below": below, "held": held})
        number, last = top_ups(connection, person)
        if last is not None and last + HOUR > now:
            wait = in_words(last + HOUR - now)
            text = f"You had a top-up less than an hour ago: you can have the next one {wait}"
            raise Refusal("rate", text, None, values={"again": last + HOUR})
        return number

    give_top_up(pit, person, pit.store.read(check) + 1, money)
    return pit.funds(person)

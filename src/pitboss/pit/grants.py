"""Play money that the mint gives to people, and takes back when they leave.

Only the cashier does it: no command that a person sends has an id of the cashier's.
"""

from __future__ import annotations

from typing import Final

from pitboss.ledger import grants
from pitboss.ledger.deeds import Request, canonical
from pitboss.ledger.grants import Granted
from pitboss.ledger.ledger import MINT, Account, Transfer, account_id, balance
from pitboss.ledger.play_limits import waiting
from pitboss.ledger.posting import do_deed
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents, dollars
from pitboss.pit.chips import sweep_everywhere
from pitboss.pit.pit import Pit
from pitboss.round import Refusal

_TOP_UP: Final = "top-up "  # and a number: the id of such a grant


def welcome(pit: Pit, person: str, money: Cents) -> None:
    """Gives a new guest their first play money."""
    pit.grant(person, money, _cashier(person), "welcome", "a guest's first")


def give_top_up(pit: Pit, person: str, number: int, money: Cents) -> None:
    """Gives a person their so-manieth top-up; the same number again gives nothing."""
    pit.grant(person, money, _cashier(person), f"{_TOP_UP}{number}", "top-up")


def top_ups(connection: Connection, person: str) -> Granted:
    """How many top-ups a person has had, and when the last was."""
    return grants.granted(connection, _cashier(person), _TOP_UP)


def take_back(connection: Connection, person: str, now: int) -> None:
    """Takes all that a person has back: money to the mint, chips to their tables.

    Refused while some of it is in an open round; nobody bets from the account until the commit.
    """
    mine, cashier = Account("person", person), _cashier(person)
    account_id(connection, mine)
    if held := waiting(connection, person):
        amount = dollars(sum(held.values()) // MICRO)
        raise Refusal("in_play", f"You have {amount} in a round that is not over: finish it first", None)
    if left := balance(connection, mine):
        cents = left // MICRO
        what = canonical({"k": "Return", "person": person, "cents": cents})
        back = Transfer(mine, MINT, left, "returned")
        do_deed(connection, Request(cashier, "delete", what), canonical({"returned": cents}), now, [back])
    sweep_everywhere(connection, person, cashier, now)


def _cashier(person: str) -> str:
    return f"cashier:{person}"

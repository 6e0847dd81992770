"""What a table can be held to afterwards: receipts, the chain they form, and the audit of a whole cage.

A receipt is judged by nothing but its own text. This one is a practice round, and says so itself:

>>> from pitboss.round import VoidRound, dump_round, evolve, open_round, open_table, apply
>>> from pitboss.sheet import load_house
>>> state = open_round(open_table(load_house("shine")), "practice")
>>> events = apply(state, VoidRound("cannot go on"))
>>> verify(dump_round(evolve(state, events[0]), events)).fault
'This round has no proof: its one event follows from the rules, but nothing shows where its cards came from'

What reads a database is imported when it is asked for, so that checking a receipt needs none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pitboss.proof.receipt_check import Verified, verify, verify_bytes
from pitboss.proof.receipt_file import Run, VerifiedFile, verify_file

if TYPE_CHECKING:
    from pitboss.proof.findings import Audit
    from pitboss.proof.heads import Head, make_head
    from pitboss.proof.stored_receipts import receipt

__all__ = [
    "Audit",
    "Head",
    "Run",
    "Verified",
    "VerifiedFile",
    "make_head",
    "receipt",
    "verify",
    "verify_bytes",
    "verify_file",
]

_LATER: Final = {"Audit": "findings", "Head": "heads", "make_head": "heads", "receipt": "stored_receipts"}


def __getattr__(name: str) -> Any:
    """Names of the rooms that need a database library."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)

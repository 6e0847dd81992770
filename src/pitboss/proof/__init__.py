"""What a table can be held to afterwards: receipts, the chain they form, and the audit of a whole ledger.

A receipt is judged by nothing but its own text. This one is a practice round, and says so itself:

>>> from pitboss.proof import verify
>>> from pitboss.round import VoidRound, dump_round, evolve, open_round, open_table, apply
>>> from pitboss.sheet import load_house
>>> state = open_round(open_table(load_house("shine")), "practice")
>>> events = apply(state, VoidRound("cannot go on"))
>>> verify(dump_round(evolve(state, events[0]), events)).fault
'This round has no proof: its one event follows from the rules, but nothing shows where its cards came from'

What reads a database is imported when it is asked for, so that checking a receipt needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.proof.audit_rows import Audit
    from pitboss.proof.heads import Head, make_head
    from pitboss.proof.receipt_check import Run, Verified, VerifiedFile, verify, verify_bytes, verify_file
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

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

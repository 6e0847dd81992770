"""A receipt's head, and a receipt written with it: the bytes that are stored, given away and verified."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.fair.chain import link
from pitboss.round.document import Proof, RoundDocument, dump_document


class Receipt(NamedTuple):
    """A receipt as its canonical text, and its head in the chain of its table."""

    text: str
    head: str


def seal(document: RoundDocument, previous: str) -> Receipt:
    """The receipt of a document whose proof has no head yet."""
    unsealed = dump_document(document)
    head = link(previous, unsealed.encode())
    return Receipt(_with_head(unsealed, "", head), head)


def head_of(text: str, proof: Proof) -> str:
    """The head that the chain has after a receipt of this canonical text, whatever head it carries."""
    return link(proof.previous, _with_head(text, proof.head, "").encode())


def _with_head(text: str, before: str, after: str) -> str:
    """The text with another head in its proof.

    The proof's is the first key "head" of a canonical document: what sorts before it, events and limits, has
    none but wagers and their cents, and a quotation mark within a text is written as an escape.
    """
    return text.replace(f'"head":"{before}"', f'"head":"{after}"', 1)

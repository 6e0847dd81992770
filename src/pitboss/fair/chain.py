"""A chain of documents: each head stands for its document and for all before it."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

START: Final = "0" * 64  # what the first document of a chain follows


def link(previous: str, document: bytes) -> str:
    """The head after a document: SHA-256 of the head before it and the document, each behind its length.

    >>> first = link(START, b"one")
    >>> link(first, b"two") != link(START, b"two")
    True
    """
    before = bytes.fromhex(previous)
    return sha256(
        len(before).to_bytes(4, "big") + before + len(document).to_bytes(4, "big") + document
    ).hexdigest()

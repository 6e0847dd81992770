"""What is hashed is the same text, whichever writer writes it."""

from __future__ import annotations

import json
from typing import Any

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pitboss.canonical import canonical_text, plain_text
from pitboss.ledger.deeds import canonical

LARGEST = 2**53 - 1
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXTS
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_the_fast_writer_writes_what_the_standard_says(value: dict[str, Any]) -> None:
    written = plain_text(value)
    if written is not None:
        assert written == rfc8785.dumps(value)
        assert canonical_text(value).encode() == written
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"))


def test_what_writers_write_differently_is_left_to_the_standard() -> None:
    assert plain_text({"a": LARGEST}) == b'{"a":9007199254740991}'
    for value in ({"a": LARGEST + 1}, {"a": 0.5}, {"é": 1}, {1: 1}):
        assert plain_text(value) is None

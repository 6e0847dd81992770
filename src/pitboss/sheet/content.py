"""The content of a sheet file: its hash, and a form that may be stored where keys get sorted.

The order of the format's own keys means nothing. The order of what a sheet names itself (its wagers,
bonuses, pay tables, pay lines and clauses) is the order in which it is shown and settled, so it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Any, Final

from pitboss.canonical import canonical_text

ORDER: Final = "order"
NO_RULES: Final = frozenset({"felt", "published"})  # the look, and what others say


def content_hash(content: Mapping[str, Any]) -> str:
    """SHA-256 of a sound sheet's rules as canonical JSON, and of the order that counts; not of its look.

    >>> content_hash({"id": "x", "format": 1}) == content_hash({"format": 1, "id": "x"})
    True
    >>> content_hash({"wager": {"a": {}, "b": {}}}) == content_hash({"wager": {"b": {}, "a": {}}})
    False
    >>> content_hash({"id": "x"}) == content_hash({"id": "x", "felt": {"order": 1}})
    True
    """
    whole = {"content": rules_of(content), ORDER: _order(content)}
    return sha256(canonical_text(whole).encode()).hexdigest()


def rules_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without the look of the house and what others have published about it."""
    return {key: value for key, value in content.items() if key not in NO_RULES}


def with_order(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with its order written out, so that it can be stored as JSON of any kind."""
    return {**content, ORDER: _order(content)}


def in_order(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored content back in its written order; without one it is taken as it stands."""
    content = deepcopy({key: value for key, value in stored.items() if key != ORDER})
    written = stored.get(ORDER)
    if isinstance(written, dict):
        for name, table in _named(content):
            order = written.get(name)
            for key in order if isinstance(order, list) else ():
                if isinstance(key, str) and key in table:
                    table[key] = table.pop(key)
    return content


def _order(content: Mapping[str, Any]) -> dict[str, list[str]]:
    return {name: list(table) for name, table in _named(content)}


def _named(content: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables whose keys are names of the sheet's own, each with its place."""
    pays = content.get("pays")
    tables = {f"pays.{name}": table for name, table in pays.items()} if isinstance(pays, dict) else {}
    for name in ("wager", "bonus", "pays", "clauses"):
        if isinstance(content.get(name), dict):
            yield name, content[name]
    for name, table in {**tables, "envy": content.get("envy")}.items():
        for column, lines in table.items() if isinstance(table, dict) else ():
            if isinstance(lines, dict):
                yield f"{name}.{column}", lines

"""The rules a stored round was played by: a sheet from its stored text, a table from sheet and limits."""

from __future__ import annotations

import json
from functools import lru_cache

from pitboss.errors import CageFault, Refusal
from pitboss.ledger.deeds import canonical
from pitboss.round.table import Table, open_table
from pitboss.sheet import Sheet, SheetRefused, sheet_from_content
from pitboss.sheet.model import with_order


class Unusable(CageFault):
    """Something stored is not what was stored there; the message says what."""


@lru_cache(maxsize=256)
def stored_sheet(hash_: str, content: str) -> Sheet:
    """The sheet of a stored text, which must give the hash it is stored under."""
    try:
        sheet = sheet_from_content(json.loads(content))
        written = canonical(with_order(sheet.content))
    except (SheetRefused, ValueError, TypeError, AttributeError, RecursionError):
        raise Unusable(f"The sheet {hash_[:12]} cannot be read: it was changed after it was stored") from None
    if sheet.hash != hash_ or written != content:
        raise Unusable(f"The sheet {hash_[:12]} has another content: its hash is {sheet.hash[:12]}")
    return sheet


@lru_cache(maxsize=256)
def stored_table(hash_: str, content: str, low: int, high: int) -> Table:
    """The table of a stored sheet with its limits."""
    try:
        return open_table(stored_sheet(hash_, content), low, high)
    except Refusal as fault:
        raise Unusable(f"A table has limits that no table can have: {fault}") from None

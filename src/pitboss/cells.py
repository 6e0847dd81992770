"""Cells of a CSV file that a spreadsheet shows and does not run."""

from __future__ import annotations

from typing import Final

DANGEROUS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def safe_cell(value: object) -> object:
    """A value as it may stand in a cell: text that a spreadsheet would take for a formula is marked as text.

    >>> safe_cell("ann"), safe_cell("=1+1"), safe_cell(-500), safe_cell(None)
    ('ann', "'=1+1", -500, '')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.lstrip(" ").startswith(DANGEROUS):
        return f"'{value}"
    return value

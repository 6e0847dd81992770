"""Rule sheets: load one, check one, compile it to a paybook.

>>> from pitboss.hands import Kind
>>> from pitboss.sheet import load_house, paybook
>>> sheet = load_house("rivers")
>>> sheet.wagers["progressive"].fixed.cents
100
>>> paybook(sheet).award("pair_plus", Kind.STRAIGHT_FLUSH).pay.text
'40 to 1'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.sheet.faults import Fault, SheetRefused
    from pitboss.sheet.files import (
        BadOverride,
        Checked,
        NoSuchHouse,
        NoSuchSheet,
        check_file,
        check_text,
        felt_of,
        find_clause,
        first_house,
        houses,
        load,
        load_house,
        load_sheet,
        sheet_from_content,
        standard_clauses,
        with_posted,
    )
    from pitboss.sheet.model import Sheet
    from pitboss.sheet.paybooks import Paybook, paybook

__all__ = [
    "BadOverride",
    "Checked",
    "Fault",
    "NoSuchHouse",
    "NoSuchSheet",
    "Paybook",
    "Sheet",
    "SheetRefused",
    "check_file",
    "check_text",
    "felt_of",
    "find_clause",
    "first_house",
    "houses",
    "load",
    "load_house",
    "load_sheet",
    "paybook",
    "sheet_from_content",
    "standard_clauses",
    "with_posted",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)

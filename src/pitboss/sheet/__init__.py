"""Rule sheets: load one, check one, compile it to a paybook.

>>> from pitboss.sheet import load, paybook
>>> sheet = load("rivers")
>>> sheet.wagers["progressive"].fixed.cents
100
>>> paybook(sheet).award("pair_plus", 5).text  # a straight flush
'40 to 1'
"""

from pitboss.sheet.faults import Fault, SheetRefused
from pitboss.sheet.load import (
    BadOverride,
    Checked,
    NoSuchHouse,
    check_file,
    check_text,
    find_clause,
    houses,
    load,
    sheet_from_content,
    standard_clauses,
    with_posted,
)
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybook import Paybook, paybook

__all__ = [
    "BadOverride",
    "Checked",
    "Fault",
    "NoSuchHouse",
    "Paybook",
    "Sheet",
    "SheetRefused",
    "check_file",
    "check_text",
    "find_clause",
    "houses",
    "load",
    "paybook",
    "sheet_from_content",
    "standard_clauses",
    "with_posted",
]

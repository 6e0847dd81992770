"""Which table a finished round names: a house or a sheet file, the pays it posts, the limits it sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

from pitboss.phrases import one_of, shown
from pitboss.round.strict_json import fields, no_object, refuse, whole, written
from pitboss.round.table import Table, open_table
from pitboss.sheet.faults import SheetRefused, nearest
from pitboss.sheet.model import Sheet
from pitboss.sheet.payclass import LINES
from pitboss.sheet.sheet_files import BadOverride, NoSuchSheet, houses, load_house, with_posted

MOST_ODDS: Final = 999_999_999  # as in sheet files

Loader = Callable[[str], Sheet]


def read_table(top: Mapping[str, Any], sheet_file: Loader) -> Table:
    """The table of a document; most documents have only a house, whose table is made once."""
    if "sheet" in top:
        if "house" in top:
            refuse("sheet", "Give either house or sheet, not both")
        sheet = _from_file(top["sheet"], sheet_file)
    else:
        name = top.get("house")
        if type(name) is not str or name not in houses():
            _no_house(top)
        sheet = load_house(name)
    if "pays" in top:
        sheet = _posted(sheet, top["pays"])
    low = high = None
    if "limits" in top:
        clause = sheet.limits.clause
        limits = fields(top["limits"], "limits", frozenset(("min", "max")), clause)
        low, high = (
            whole(limits[key], f"limits.{key}", f"The table {key}imum (in cents)", clause)
            if key in limits
            else None
            for key in ("min", "max")
        )
    return _open(sheet, low, high)


def _limit(limits: Mapping[str, Any], end: str, clause: str) -> int | None:
    if end not in limits:
        return None
    return whole(limits[end], f"limits.{end}", f"The table {end}imum (in cents)", clause)


def _no_house(top: Mapping[str, Any]) -> NoReturn:
    if "house" not in top:
        refuse("house", f"house is missing: give {one_of(houses())}, or the path of a sheet file as sheet")
    name = top["house"]
    near = nearest(name, houses()) if type(name) is str else None
    hint = f"; did you mean {near}?" if near else ""
    refuse("house", f"house must be {one_of(houses())}, not {written(name)}{hint}")


@lru_cache(maxsize=256)
def _open(sheet: Sheet, low: int | None, high: int | None) -> Table:
    return open_table(sheet, low, high)


def _from_file(name: Any, sheet_file: Loader) -> Sheet:
    if type(name) is not str or not name:
        refuse("sheet", f"sheet must be the path of a sheet file as text, not {written(name)}")
    if name in houses():
        refuse("sheet", f"{name} is a house and not the path of a sheet file: give it as house")
    try:
        return sheet_file(name)
    except NoSuchSheet:
        refuse("sheet", f"There is no sheet file {written(name)}; give the path of one, or a house as house")
    except (SheetRefused, BadOverride) as fault:
        refuse("sheet", f"The sheet cannot be used: {fault}")
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else fault
        refuse("sheet", f"The sheet file {written(name)} cannot be read: {why}")


def _posted(sheet: Sheet, pays: Any) -> Sheet:
    """The sheet with the tables that this document posts (SHINE-9)."""
    posted = {name: table for name, table in sheet.pays.items() if table.posted}
    if not posted:
        refuse("pays", f"{sheet.name} prints its pay tables, so it has no use for pays")
    clause = next(table.posted for table in posted.values())
    if type(pays) is not dict:
        no_object(pays, "pays", f"of posted tables, {one_of(posted)}", clause)
    for name, lines in pays.items():
        path = f"pays.{name}"
        if name not in posted:
            refuse(path, f"{shown(name)} is not a posted table; allowed: {one_of(posted)}", clause)
        if type(lines) is not dict:
            no_object(lines, path, "of hands and odds to 1", clause)
        if not lines:
            refuse(path, f"{path} must have at least one hand with its odds to 1", clause)
        hands = LINES[posted[name].judged]
        for hand, odds in lines.items():
            if hand not in hands:
                near = nearest(hand, hands)
                hint = f"did you mean {near}?" if near else f"allowed: {one_of(hands)}"
                refuse(f"{path}.{hand}", f"{shown(hand)} is not a hand of {path}; {hint}", clause)
            whole(odds, f"{path}.{hand}", "Odds to 1", clause, MOST_ODDS)
    try:
        return _with_posted(sheet, json.dumps(pays)) if pays else sheet
    except SheetRefused as refused:  # a line that overlaps another, or that can never hit
        fault = next(fault for fault in refused.faults if fault.severity == "error")
        path = fault.key.replace(".lines.", ".")
        refuse(path, f"{path} {fault.message}; allowed: {fault.allowed}", clause)


@lru_cache(maxsize=256)
def _with_posted(sheet: Sheet, pays: str) -> Sheet:
    return with_posted(sheet, json.loads(pays))

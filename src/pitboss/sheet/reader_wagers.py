"""The wagers of a sheet file: stakes, bounds, what each needs and what a fold does to it."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pitboss.sheet.model import Amount, Bound, Fold, FoldDoes, Needs, Wager
from pitboss.sheet.reader_pays import MOST_CENTS, check_id
from pitboss.sheet.section import MISSING, Section, nothing

_MODES: Final[tuple[Literal["any", "all"], ...]] = ("any", "all")


def read_wagers(top: Section) -> dict[str, Wager]:
    """The wagers of a sheet, in the order of settlement; an Ante is among them."""
    found = {name: _wager(name, part) for name, part in top.sections("wager").items()}
    if "ante" not in found and not top.doubts("wager"):
        near = top.notes.nearest("ante", found)
        top.notes.fault(("wager", "ante"), MISSING, "every sheet has an Ante", near)
        if near is not None:
            top.notes.meant.add(("pays", near))
    return found


def _wager(name: str, part: Section) -> Wager:
    check_id(name, part, "wager")
    clause = part.clause()
    fixed = _amount(part, "fixed")
    if fixed:
        for key in ("min", "max", "step"):
            if key in part.data:
                part.fault(key, "contradicts the fixed amount", f"fixed alone, or {key} without fixed")
    fold = part.section("fold") or nothing("fold")
    sensor = part.section("sensor", required=False)
    wager = Wager(
        id=name,
        label=part.text("label"),
        clause=clause,
        required=part.flag("required", default=False),
        needs=_needs(part.section("needs", required=False)),
        min=tuple(_bound(each) for each in part.listed("min")),
        max=tuple(_bound(each) for each in part.listed("max")),
        step=_amount(part, "step") or fixed or Amount(100, "STD-10"),
        fixed=fixed,
        fold=Fold(fold.choice("does", get_args(FoldDoes)), fold.clause()),
        sensor=sensor.clause() if sensor else None,
    )
    for each in (fold, sensor, part):
        if each:
            each.close()
    return wager


def _amount(part: Section, key: str) -> Amount | None:
    inner = part.section(key, required=False)
    if inner is None:
        return None
    amount = Amount(inner.whole("cents", 1, MOST_CENTS), inner.clause())
    inner.close()
    return amount


def _needs(part: Section | None) -> Needs | None:
    if part is None:
        return None
    modes = [mode for mode in _MODES if part.has(mode)]
    clause = part.clause()
    misspelt = part.close()
    if len(modes) == 1:
        return Needs(modes[0], part.texts(modes[0]), clause)
    if modes or not misspelt:
        part.fault("", "needs either any or all", 'like { any = ["ante"] } or { all = ["ante"] }')
    return None


def _bound(part: Section) -> Bound:
    clause = part.clause()
    kinds = [key for key in ("table", "times", "cents") if part.has(key)]
    if not kinds and "of" in part.data:
        kinds = ["times"]
    bound = Bound("table", clause)
    if kinds == ["times"]:
        bound = Bound("times", clause, times=part.fraction("times"), of=part.text("of"))
    elif kinds == ["cents"]:
        bound = Bound("cents", clause, cents=part.whole("cents", 1, MOST_CENTS))
    elif kinds == ["table"] and not part.flag("table", default=True):
        part.fault("table", "false is not allowed", "true, or leave the bound out")
    misspelt = part.close()
    if len(kinds) > 1 or not (kinds or misspelt):
        allowed = '{ table = true }, { times = 2, of = "ante" } or { cents = 500 }'
        part.fault("", "is not one bound", allowed)
    return bound

"""What a sheet file may not say although each key alone is fine: contradictions, dead lines, loose ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitboss.money import MICRO, dollars
from pitboss.sheet.faults import nearest
from pitboss.sheet.lines import KeyPath
from pitboss.sheet.model import Bound, Column, PayColumn, PayTable, Sheet, Wager
from pitboss.sheet.payclass import covered
from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne
from pitboss.sheet.section import Notes, one_of


def check_sheet(sheet: Sheet, known_clauses: Iterable[str], notes: Notes) -> None:
    """Notes every contradiction of a sheet that has been read."""
    _clauses(sheet, known_clauses, notes)
    for wager in sheet.wagers.values():
        _wager(sheet, wager, notes)
    _needs_circles(sheet, notes)
    _opposed_minimums(sheet, notes)
    _pay_tables(sheet, notes)
    _showdown(sheet, notes)
    _meter(sheet, notes)
    _envy(sheet, notes)
    _bank(sheet, notes)
    _rounding(sheet, notes)


def _refers(sheet: Sheet, path: KeyPath, name: str, notes: Notes, known: Iterable[str] = ()) -> bool:
    """Whether a name is one of the sheet's wagers; an empty name has been noted before."""
    names = list(known) or list(sheet.wagers)
    if name and name not in names:
        notes.fault(path, f"{name!r} is not a wager of this sheet", one_of(names), nearest(name, names))
    return name in names


def _clauses(sheet: Sheet, known_clauses: Iterable[str], notes: Notes) -> None:
    known = [*sheet.clauses, *known_clauses]
    for path, clause in notes.cited:
        if clause not in known:
            allowed = "an id of the clause list at the end of the file, or of STD"
            notes.fault(path, f"{clause!r} is not a clause of this sheet", allowed, nearest(clause, known))


def _wager(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    path: KeyPath = ("wager", wager.id)
    if wager.needs:
        for name in wager.needs.wagers:
            place = (*path, "needs", wager.needs.mode)
            if name == wager.id:
                notes.fault(place, "the wager needs itself", "other wagers")
            else:
                _refers(sheet, place, name, notes)
    for side in ("min", "max"):
        bounds: tuple[Bound, ...] = getattr(wager, side)
        for number, bound in enumerate(bounds):
            place = (*path, side, str(number), "of")
            if bound.kind == "times" and bound.of == wager.id:
                notes.fault(place, "the wager is a multiple of itself", "another wager")
            elif bound.kind == "times":
                _refers(sheet, place, bound.of, notes)
    if wager.id == "ante" and wager.fold.does != "lose":
        notes.fault((*path, "fold", "does"), "a fold that keeps the Ante would be free", "lose")
    _min_above_max(sheet, wager, notes)


def _min_above_max(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    """A wager must have a legal amount: bounds of the same kind in order, and a step between them."""
    path = ("wager", wager.id)
    for number, low in enumerate(wager.min):
        for high in wager.max:
            same = low.kind == high.kind == "cents" or (low.kind == high.kind == "times" and low.of == high.of)
            if same and (low.cents, low.times) > (high.cents, high.times):
                notes.fault(
                    (*path, "min", str(number)),
                    f"the minimum, {_bound_text(low)}, is above the maximum, {_bound_text(high)}",
                    "a minimum at most the maximum",
                )
    low_cents = max((_fixed_bound(sheet, each, "min") for each in wager.min), default=0)
    high_cents = min((_fixed_bound(sheet, each, "max") for each in wager.max if each.kind != "times"), default=0)
    if high_cents and wager.fixed is None and not any(each.kind == "cents" for each in wager.min + wager.max):
        first = -(-max(low_cents, 1) // wager.step.cents) * wager.step.cents
        if first > high_cents:
            notes.fault(
                (*path, "step"),
                f"no multiple of {dollars(wager.step.cents)} lies within the table limits",
                f"a step that fits between {dollars(low_cents)} and {dollars(high_cents)}",
            )


def _fixed_bound(sheet: Sheet, bound: Bound, side: str) -> int:
    if bound.kind == "table":
        return sheet.limits.min if side == "min" else sheet.limits.max
    return bound.cents


def _bound_text(bound: Bound) -> str:
    return dollars(bound.cents) if bound.kind == "cents" else f"{bound.times} times {bound.of}"


def _needs_circles(sheet: Sheet, notes: Notes) -> None:
    """A needs B and B needs A: neither can be the first to be bet."""
    for name, wager in sheet.wagers.items():
        if wager.needs is None:
            continue
        for other in wager.needs.wagers:
            back = sheet.wagers[other].needs if other in sheet.wagers and other != name else None
            if back and wager.needs.wagers == (other,) and back.wagers == (name,):
                notes.fault(("wager", name, "needs"), f"{name} and {other} need each other", "one of the two")


def _opposed_minimums(sheet: Sheet, notes: Notes) -> None:
    """A at least m times B and B at least n times A with m x n above 1: both can never be bet."""
    at_least = {
        (name, bound.of): bound.times
        for name, wager in sheet.wagers.items()
        for bound in wager.min
        if bound.kind == "times"
    }
    for (name, other), times in at_least.items():
        if name < other and times * at_least.get((other, name), Fraction(0)) > 1:
            message = f"is at least {times} times {other}, which is at least {at_least[other, name]} times {name}"
            notes.fault(("wager", name, "min"), message, "bounds that both wagers can meet")


def _pay_tables(sheet: Sheet, notes: Notes) -> None:
    for name in sheet.wagers:
        if name != "ante" and name not in sheet.pays:
            notes.fault(("pays", name), "is missing", f"a pay table for the wager {name}")
    for name in sheet.bonuses:
        if name not in sheet.pays:
            notes.fault(("pays", name), "is missing", f"a pay table for the bonus {name}")
    payable = [name for name in (*sheet.wagers, *sheet.bonuses) if name != "ante"]
    for name, table in sheet.pays.items():
        if name == "ante":
            notes.fault(("pays", name), "the Ante is paid by the showdown", "a bonus of its own")
        elif name not in payable:
            notes.fault(
                ("pays", name), "no wager or bonus has this id", one_of(payable), nearest(name, payable)
            )
        for column, part in table.columns.items():
            _pay_column(sheet, table, column, part, notes)
        if name in sheet.bonuses and not sheet.bonuses[name].needs_play and sheet.bonuses[name].on == "play":
            notes.fault(("bonus", name, "needs_play"), "odds on Play need Play", "true")


def _pay_column(sheet: Sheet, table: PayTable, column: Column, part: PayColumn, notes: Notes) -> None:
    path = ("pays", table.id, column)
    if column in ("drawn", "carry") and not sheet.player.draws:
        notes.fault(path, "can never hit: players do not draw at this house", "player.draws = true, or lines")
    if column != "lines" and table.judged == "six cards":
        notes.fault(path, "six cards are judged as dealt, whether drawn or not", "lines")
    if not part.lines:
        notes.fault(path, "has no pay line", "at least one")
    _lines(path, part.lines, table.judged == "six cards", notes)
    for key, pay in part.lines.items():
        place = (*path, key)
        if isinstance(pay, MeterShare) and sheet.meter is None:
            notes.fault(place, "the sheet has no meter", "a [meter] table, or another pay")
        if table.id in sheet.bonuses and not (isinstance(pay, ToOne) or _is_plain_cash(pay)):
            notes.fault(place, "a bonus has no stake of its own", 'odds "to 1" or cash like "$50"')
        if table.id in sheet.wagers and _is_plain_cash(pay):
            allowed = f'"{pay.text} plus the stake" or "{pay.text} for the stake"'
            notes.fault(place, "does not say what happens to the stake", allowed)
        if "carry" in table.columns and not isinstance(pay, ToOne):
            notes.fault(place, "a table with a carry-over pays the higher of two odds", 'odds "to 1"')
        if table.posted and not isinstance(pay, ToOne):
            notes.fault(place, "posted tables are in odds to 1", 'odds "to 1"')


def _is_plain_cash(pay: Pay) -> bool:
    return isinstance(pay, Cash) and pay.stake == "none"


def _lines(path: KeyPath, lines: Mapping[str, Pay], six: bool, notes: Notes) -> None:
    """Each line must be able to hit, and no hand may stand in two lines."""
    cover = covered(lines, six)
    keys = list(cover)
    for number, key in enumerate(keys):
        if not cover[key]:
            notes.fault((*path, key), "can never hit: other lines take every such hand", "leave it out")
        for earlier in keys[:number]:
            if cover[key] & cover[earlier]:
                notes.fault((*path, key), f"overlaps {earlier}: a hand would stand in both", "one line per hand")


def _showdown(sheet: Sheet, notes: Notes) -> None:
    if not sheet.dealer.qualifier.always and sheet.not_qualified is None:
        allowed = "what happens to ante and play when the dealer does not qualify"
        notes.fault(("showdown", "not_qualified"), "is missing", allowed)


def _meter(sheet: Sheet, notes: Notes) -> None:
    meter = sheet.meter
    if meter is None:
        return
    shares = [
        pay
        for table in sheet.pays.values()
        for part in table.columns.values()
        for pay in part.lines.values()
        if isinstance(pay, MeterShare)
    ]
    if not shares:
        notes.fault(("meter",), "nobody can win it", 'a pay line like "100 % of the meter"')
    if meter.percent > 100:
        notes.fault(("meter", "percent"), "feeds more than the wager", "at most 100")
    if _refers(sheet, ("meter", "feeds"), meter.feeds, notes):
        wager = sheet.wagers[meter.feeds]
        if (wager.step.cents * MICRO * meter.percent / 100).denominator != 1:
            allowed = "a share that is a whole number of micro-cents of the wager's step"
            notes.fault(("meter", "percent"), "cannot be kept exactly", allowed)


def _envy(sheet: Sheet, notes: Notes) -> None:
    if sheet.envy is None:
        return
    _refers(sheet, ("envy", "wager"), sheet.envy.wager, notes)
    _lines(("envy", "lines"), sheet.envy.column.lines, False, notes)
    for key, pay in sheet.envy.column.lines.items():
        if not _is_plain_cash(pay):
            notes.fault(("envy", "lines", key), "envy has no stake", 'cash like "$25"')


def _bank(sheet: Sheet, notes: Notes) -> None:
    if sheet.bank is None:
        return
    if sheet.meter or sheet.envy:
        notes.fault(("bank",), "a bank that pays everything leaves no meter or envy to the house", "one of them")
    wanted = {*sheet.wagers, *sheet.bonuses, "play"}
    for name in sheet.bank.order:
        _refers(sheet, ("bank", "cover", "order"), name, notes, sorted(wanted))
    missing = sorted(wanted - set(sheet.bank.order))
    if (sheet.bank.order and missing) or len(set(sheet.bank.order)) != len(sheet.bank.order):
        what = f"leaves out {one_of(missing)}" if missing else "names a wager twice"
        notes.fault(("bank", "cover", "order"), what, "each wager once, play and bonuses included")


def _rounding(sheet: Sheet, notes: Notes) -> None:
    """Warns where a legal bet could be paid a fraction of a cent, which is rounded down."""
    play_step = sheet.wagers["ante"].step.cents * sheet.play.times if "ante" in sheet.wagers else Fraction(100)
    if play_step.denominator != 1:
        notes.warn(("play", "times"), "a legal Ante can make Play a fraction of a cent; it is rounded down")
    for path, pay, step in _odds(sheet, play_step):
        if (pay.odds * step).denominator != 1:
            message = f"{pay.text} on a legal bet can be a fraction of a cent; it is rounded down"
            notes.warn(path, message)


def _odds(sheet: Sheet, play_step: Fraction) -> Iterator[tuple[KeyPath, ToOne | ForOne, Fraction]]:
    """Every odds of the sheet with its place and the step of the wager it is paid on."""
    steps = {name: Fraction(wager.step.cents) for name, wager in sheet.wagers.items()}
    steps["play"] = play_step
    for name, bonus in sheet.bonuses.items():
        steps[name] = steps.get(bonus.on, Fraction(100))
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            for key, pay in part.lines.items():
                if isinstance(pay, (ToOne, ForOne)) and name in steps:
                    yield ("pays", name, column, key), pay, steps[name]
    outcomes = {"better": sheet.better, "equal": sheet.equal, "worse": sheet.worse}
    if sheet.not_qualified:
        outcomes["not_qualified"] = sheet.not_qualified
    for name, outcome in outcomes.items():
        for wager in ("ante", "play"):
            pay_or_word = getattr(outcome, wager)
            if isinstance(pay_or_word, ToOne) and wager in steps:
                yield ("showdown", name, wager), pay_or_word, steps[wager]

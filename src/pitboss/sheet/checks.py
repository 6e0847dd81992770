"""What a sheet file may not say although each key alone is fine: contradictions, dead rules, loose ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.money import MICRO
from pitboss.phrases import one_of
from pitboss.sheet.checks_bets import check_bets, refers
from pitboss.sheet.checks_pays import check_lines, check_pays, is_plain_cash
from pitboss.sheet.line_numbers import KeyPath
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import ForOne, ToOne
from pitboss.sheet.section import MISSING, Notes


def check_sheet(sheet: Sheet, known_clauses: Iterable[str], notes: Notes) -> None:
    """Notes every contradiction of a sheet that has been read.

    What follows from a key that has a fault of its own is left out: it would send the reader astray.
    """
    _clauses(sheet, known_clauses, notes)
    _showdown(sheet, notes)
    _voids(sheet, notes)
    if sheet.wagers:  # else that has been noted, and every name of a wager would be unknown
        check_bets(sheet, notes)
        check_pays(sheet, notes)
        _meter(sheet, notes)
        _envy(sheet, notes)
        _bank(sheet, notes)
        _raises(sheet, notes)
        _rounding(sheet, notes)
        _published(sheet, notes)


def _published(sheet: Sheet, notes: Notes) -> None:
    """A figure that speaks of a meter needs one, and a break-even one is that of a wager that wins it."""
    for number, each in enumerate(sheet.published):
        path = ("published", str(number))
        if each.meter is not None and not notes.doubts(*path):
            if sheet.meter is None:
                notes.fault((*path, "meter"), "the sheet has no meter", "a [meter] table, or no meter")
            elif each.meter < sheet.meter.reset:
                allowed = f"from {sheet.meter.reset:,}, where it starts"
                notes.fault((*path, "meter"), "is below the meter's reset", allowed)
        wins = each.wager in sheet.pays and sheet.wins_meter(each.wager)
        if each.figure == "break-even meter" and not (wins or notes.doubts(*path) or notes.doubts("pays")):
            notes.fault((*path, "figure"), "the wager wins no meter", "another figure")


def _clauses(sheet: Sheet, known_clauses: Iterable[str], notes: Notes) -> None:
    standard = list(known_clauses)
    own = [*sheet.clauses, *(name.upper() for name in sheet.clauses)]  # riv-9 is noted where it stands
    unknown = [(path, clause) for path, clause in notes.cited if clause not in own and clause not in standard]
    if unknown and not sheet.clauses:
        if not notes.doubts("clauses"):
            notes.fault(("clauses",), MISSING, f"a list of the clauses cited, {unknown[0][1]} among them")
        return
    for path, clause in unknown:
        allowed = "an id of the clause list at the end of the file, or of STD"
        near = notes.nearest(clause, [*sheet.clauses, *standard])
        notes.fault(path, f"{clause!r} is not a clause of this sheet", allowed, near)


def _showdown(sheet: Sheet, notes: Notes) -> None:
    if notes.doubts("dealer", "qualifier", "hand"):
        return
    always = sheet.dealer.qualifier.always
    if not always and sheet.not_qualified is None and not notes.doubts("showdown", "not_qualified"):
        allowed = "what happens to ante and play when the dealer does not qualify"
        notes.fault(("showdown", "not_qualified"), MISSING, allowed)
    if always and sheet.not_qualified is not None:
        notes.warn(("showdown", "not_qualified"), "has no meaning: the dealer always qualifies")


def _voids(sheet: Sheet, notes: Notes) -> None:
    if "exposed" in sheet.voids and sheet.dealer.shows == 3:
        notes.warn(("void", "exposed"), "has no meaning: all three cards of the dealer show anyway")


def _raises(sheet: Sheet, notes: Notes) -> None:
    """A raise is one of several Plays with the cards as dealt, and the house answers for it."""
    path = ("play", "raises")
    if sheet.play.raises is None or notes.doubts(*path):
        return
    if sheet.player.draws and not notes.doubts("player", "draws"):
        notes.fault(path, "players draw at this house, and no draw is raised", "draws or raises")
    if sheet.bank is not None:
        notes.fault(path, "a bank covers one Play for each Ante", "a bank or raises")


def _meter(sheet: Sheet, notes: Notes) -> None:
    meter = sheet.meter
    if meter is None:
        return
    if sheet.pays and not _names_meter(sheet.content["pays"]):
        notes.fault(("meter",), "nobody can win it", 'a pay line like "100 % of the meter"')
    if meter.percent > 100:
        notes.fault(("meter", "percent"), "feeds more than the wager", "at most 100")
    if refers(sheet, ("meter", "feeds"), meter.feeds, notes):
        step = sheet.wagers[meter.feeds].step.cents
        doubtful = notes.doubts("meter", "percent") or _doubtful_step(meter.feeds, notes)
        if not doubtful and (step * MICRO * meter.percent / 100).denominator != 1:
            allowed = "a share that is a whole number of micro-cents of the wager's step"
            notes.fault(("meter", "percent"), "cannot be kept exactly", allowed)


def _names_meter(value: object, depth: int = 3) -> bool:
    """Whether a pay line speaks of the meter, or may: also one that could not be read."""
    if isinstance(value, dict) and depth:
        return any(_names_meter(inner, depth - 1) for inner in value.values())
    return not isinstance(value, str) or "meter" in value


def _doubtful_step(wager: str, notes: Notes) -> bool:
    return notes.doubts("wager", wager, "step") or notes.doubts("wager", wager, "fixed")


def _envy(sheet: Sheet, notes: Notes) -> None:
    if sheet.envy is None:
        return
    path = ("envy", "lines")
    lines = sheet.envy.column.lines
    refers(sheet, ("envy", "wager"), sheet.envy.wager, notes)
    if not lines and not notes.doubts(*path):
        notes.fault(path, "has no pay line", "at least one")
    check_lines(path, lines, "three cards", notes)
    for key, pay in lines.items():
        if not is_plain_cash(pay):
            notes.fault((*path, key), "envy has no stake", 'cash like "$25"')


def _bank(sheet: Sheet, notes: Notes) -> None:
    bank = sheet.bank
    if bank is None:
        return
    if sheet.meter or sheet.envy:
        allowed = "a bank, or a meter and envy"
        notes.fault(("bank",), "a bank that pays everything leaves no meter or envy to the house", allowed)
    path = ("bank", "cover", "order")
    wanted = sorted({*sheet.wagers, *sheet.bonuses, "play"})
    known = [
        name if refers(sheet, path, name, notes, wanted) else notes.nearest(name, wanted)
        for name in bank.order
    ]
    missing = [name for name in wanted if name not in known]
    if bank.order and len(missing) > known.count(None):
        notes.fault(path, f"leaves out {one_of(missing)}", "each wager once, play and bonuses included")
    if len(set(bank.order)) != len(bank.order):
        notes.fault(path, "names a wager twice", "each wager once, play and bonuses included")


def _rounding(sheet: Sheet, notes: Notes) -> None:
    """Warns where a legal bet could be paid a fraction of a cent, which is rounded down."""
    steps = {
        name: Fraction(wager.step.cents)
        for name, wager in sheet.wagers.items()
        if not _doubtful_step(name, notes)
    }
    if "ante" in steps and not notes.doubts("play", "times"):
        steps["play"] = steps["ante"] * sheet.play.times
        if steps["play"].denominator != 1:
            message = "a legal Ante can make Play a fraction of a cent; it is rounded down"
            notes.warn(("play", "times"), message)
            steps["play"] = Fraction(1)
    for name, bonus in sheet.bonuses.items():
        if bonus.on in steps and name not in sheet.wagers:
            steps[name] = steps[bonus.on]
    for path, wager, pay in _odds(sheet):
        if wager in steps and (pay.odds * steps[wager]).denominator != 1:
            message = f"{pay.text} on a legal bet can be a fraction of a cent; it is rounded down"
            notes.warn(path, message)


def _odds(sheet: Sheet) -> Iterator[tuple[KeyPath, str, ToOne | ForOne]]:
    """Every odds of the sheet with its place and the wager or bonus that it pays."""
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            for key, pay in part.lines.items():
                if isinstance(pay, (ToOne, ForOne)):
                    yield ("pays", name, column, key), name, pay
    for result in ("better", "equal", "worse", "not_qualified"):
        for wager in ("ante", "play"):
            does = getattr(getattr(sheet, result), wager, None)
            if isinstance(does, ToOne):
                yield ("showdown", result, wager), wager, does

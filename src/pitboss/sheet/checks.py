"""What a sheet file may not say although each key alone is fine: contradictions, dead rules, loose ends.

First the sheet as a whole, then its wagers (names, circles of needs, bounds that leave no amount), then its
pay tables (no owner, dead or overlapping lines, pays that do not fit).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal, NamedTuple

from pitboss.money import MICRO, SMALLEST_CHIP, both_readings, dollars, may_be_dollars
from pitboss.sheet.faults import KeyPath, listed
from pitboss.sheet.model import Bound, Column, PayColumn, PayTable, Sheet, Wager
from pitboss.sheet.pays import (
    HAND_CLASSES,
    SIX_ROYALS,
    Cash,
    ForOne,
    Judged,
    MeterShare,
    Pay,
    ToOne,
    covered,
    lines_covered,
)
from pitboss.sheet.section import MISSING, Notes
from pitboss.text import one_of

Side = Literal["min", "max"]


def check_bets(sheet: Sheet, notes: Notes) -> None:
    """Notes every contradiction between the wagers of a sheet."""
    for wager in sheet.wagers.values():
        _names(sheet, wager, notes)
        if wager.id == "ante" and wager.fold.does != "lose":
            path = ("wager", "ante", "fold", "does")
            notes.fault(path, "a fold that keeps the Ante would be free", "lose")
    _circles(sheet, notes)
    for wager in sheet.wagers.values():
        _span_fault(sheet, wager, notes)
        for number, bound in enumerate((*wager.min, *wager.max)):
            side = ("min", str(number)) if number < len(wager.min) else ("max", str(number - len(wager.min)))
            _doubt_amount(("wager", wager.id, *side), bound.cents, SMALLEST_CHIP, notes)
        if wager.fixed:
            _doubt_amount(("wager", wager.id, "fixed"), wager.fixed.cents, SMALLEST_CHIP, notes)
    _ratios(sheet, notes)


def refers(sheet: Sheet, path: KeyPath, name: str, notes: Notes, known: Sequence[str] = ()) -> bool:
    """Whether a name is one of the sheet's wagers; an empty name or a missing Ante has been noted before."""
    names = known or list(sheet.wagers)
    if name not in ("", "ante", *names):
        notes.fault(path, f"{name!r} is not a wager of this sheet", one_of(names), notes.nearest(name, names))
    return name in names


def _names(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    path: KeyPath = ("wager", wager.id)
    if wager.needs:
        place = (*path, "needs", wager.needs.mode)
        for name in wager.needs.wagers:
            if name == wager.id:
                notes.fault(place, "the wager needs itself", "other wagers")
            else:
                refers(sheet, place, name, notes)
    for place, _, bound in _multiples(wager):
        if bound.of == wager.id:
            notes.fault((*place, "of"), "the wager is a multiple of itself", "another wager")
        else:
            refers(sheet, (*place, "of"), bound.of, notes)


def _doubt_amount(path: KeyPath, cents: int, least: int, notes: Notes) -> None:
    """Warns of an amount that is so small that dollars may be meant."""
    if may_be_dollars(cents, least) and not notes.doubts(*path):
        notes.warn(path, both_readings(cents, signs=False))


def _circles(sheet: Sheet, notes: Notes) -> None:
    """A needs B and B needs A: neither can be the first to be bet."""
    needs = {
        name: wager.needs
        for name, wager in sheet.wagers.items()
        if wager.needs and not notes.doubts("wager", name, "needs")
    }
    free = {"ante", *sheet.wagers} - set(needs)
    while True:
        more = {
            name
            for name, each in needs.items()
            if (any if each.mode == "any" else all)(other in free for other in each.wagers)
        }
        if more <= free:
            break
        free |= more
    stuck = [name for name in needs if name not in free]
    if stuck:
        message = f"{' and '.join(stuck)} wait for one another: none can be bet first"
        notes.fault(("wager", stuck[0], "needs"), message, "needs that lead to a wager without any")


def _multiples(wager: Wager) -> Iterator[tuple[KeyPath, Side, Bound]]:
    """The bounds of a wager that are multiples of another, with their places."""
    sides: tuple[tuple[Side, tuple[Bound, ...]], ...] = (("min", wager.min), ("max", wager.max))
    for side, bounds in sides:
        for number, bound in enumerate(bounds):
            if bound.kind == "times":
                yield ("wager", wager.id, side, str(number)), side, bound


def _span(sheet: Sheet, wager: Wager) -> tuple[int, int | None]:
    """The least and the most cents of a wager at the sheet's own limits, whatever else is bet."""
    if wager.fixed:
        return wager.fixed.cents, wager.fixed.cents
    lows = [_cents(sheet.limits.min, bound) for bound in wager.min if bound.kind != "times"]
    highs = [_cents(sheet.limits.max, bound) for bound in wager.max if bound.kind != "times"]
    return max(lows, default=1), min(highs, default=None)


def _cents(limit: int, bound: Bound) -> int:
    return limit if bound.kind == "table" else bound.cents


def _sound(wager: Wager, notes: Notes) -> bool:
    """Whether the amounts of a wager and the table's limits were read without a fault."""
    amounts = [("wager", wager.id, key) for key in ("min", "max", "step", "fixed")]
    return not any(notes.doubts(*path) for path in (("table", "limits"), *amounts))


def _span_fault(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    """A wager must have a legal amount: bounds in order, and a step between them."""
    low, high = _span(sheet, wager)
    if high is None or not _sound(wager, notes):
        return
    if low > high:
        lows = [_cents(sheet.limits.min, bound) for bound in wager.min]
        message = f"the minimum, {dollars(low)}, is above the maximum, {dollars(high)}"
        place = ("wager", wager.id, "min", str(lows.index(low)))
        notes.fault(place, message, "a minimum at most the maximum")
    elif -(-low // wager.step.cents) * wager.step.cents > high:
        between = f"{dollars(low)} and {dollars(high)}"
        message = f"no multiple of {dollars(wager.step.cents)} lies between {between}"
        notes.fault(("wager", wager.id, "step"), message, "a step that fits between minimum and maximum")


class _Ratio(NamedTuple):
    """One wager is at least so many times another, as a minimum or a maximum says."""

    path: KeyPath
    text: str
    more: str
    times: Fraction
    less: str


def _ratios(sheet: Sheet, notes: Notes) -> None:
    """Bounds that are multiples, two by two and against the amounts: the wagers must fit together."""
    ratios = [
        _ratio(wager.id, path, side, bound)
        for wager in sheet.wagers.values()
        for path, side, bound in _multiples(wager)
        if bound.of in sheet.wagers and _sound(wager, notes) and _sound(sheet.wagers[bound.of], notes)
    ]
    for one, two in combinations(ratios, 2):
        if (one.more, one.less) == (two.less, two.more) and one.times * two.times > 1:
            message = f"{one.text}, but {two.text} ({'.'.join(two.path)})"
            notes.fault(one.path, message, "bounds that both wagers can meet")
    for path, text, more, times, less in ratios:
        high = _span(sheet, sheet.wagers[more])[1]
        low = _span(sheet, sheet.wagers[less])[0]
        if high is not None and times * low > high and not notes.at(*path):
            message = f"{text}, but {more} is at most {dollars(high)} and {less} at least {dollars(low)}"
            notes.fault(path, message, "bounds that both wagers can meet")


def _ratio(name: str, path: KeyPath, side: Side, bound: Bound) -> _Ratio:
    text = f"{name} is at {'least' if side == 'min' else 'most'} {bound.times} times {bound.of}"
    if side == "min":
        return _Ratio(path, text, name, bound.times, bound.of)
    return _Ratio(path, text, bound.of, 1 / bound.times, name)


def check_pays(sheet: Sheet, notes: Notes) -> None:
    """Notes every contradiction in the bonuses and pay tables of a sheet."""
    for name, bonus in sheet.bonuses.items():
        if name in sheet.wagers:
            notes.fault(("bonus", name), "is the id of a wager too", "an id of its own")
        if bonus.on == "play" and not bonus.needs_play:
            notes.fault(("bonus", name, "needs_play"), "odds on Play need Play", "true")
    _owners(sheet, notes)
    for table in sheet.pays.values():
        _judged(sheet, table, notes)
        for column, part in table.columns.items():
            _pay_column(sheet, table, column, part, notes)
        if table.posted and "pat" in table.columns:
            notes.fault(("pays", table.id, "posted"), "a posted table has one column", "lines")


def _owners(sheet: Sheet, notes: Notes) -> None:
    """Every wager but the Ante and every bonus has a pay table, and no other table exists."""
    owners = dict.fromkeys(sheet.wagers, "wager") | dict.fromkeys(sheet.bonuses, "bonus")
    owners.pop("ante", None)
    if sheet.play_by_hand:
        owners["play"] = "bet"
    unread = not sheet.bonuses and notes.doubts("bonus")
    for name in sheet.pays:
        if name == "ante":
            notes.fault(("pays", name), "the Ante is paid by the showdown", "a bonus of its own")
        elif name not in owners and not unread:
            near = notes.nearest(name, list(owners))
            notes.fault(("pays", name), "no wager or bonus has this id", one_of(list(owners)), near)
            if near is not None and near not in sheet.pays:
                notes.meant.add(("pays", near))
    if sheet.pays or not notes.doubts("pays"):
        for name, what in owners.items():
            if name not in sheet.pays and not notes.at(what, name):
                notes.fault(("pays", name), MISSING, f"a pay table for the {what} {name}")


def _judged(sheet: Sheet, table: PayTable, notes: Notes) -> None:
    """A table that looks at the dealer's cards or at colours, where a decision would have to know them.

    Colours are told by suits, and so is a royal flush that is paid by its own: no best play goes by suits. A
    draw changes the player's hand and not the cards that were dealt.
    """
    path, fold = ("pays", table.id, "judged"), ("wager", table.id, "fold", "does")
    if notes.doubts(*path):
        return
    if table.id == "play" and sheet.play_by_hand and table.judged != "winning hand":
        notes.fault(path, "Play is paid by the hand that wins", "winning hand")
    if table.id == "play" or table.judged == "three cards":
        return
    wager = sheet.wagers.get(table.id)
    if table.judged == "six cards":
        _royals(table, wager, notes)
        return
    if table.judged == "winning hand":
        _winning(sheet, table.id, notes)
        return
    forfeits = wager is not None and wager.fold.does == "lose" and not notes.doubts(*fold)
    if table.judged == "colours":
        if table.id in sheet.bonuses:
            notes.fault(path, "a bonus is paid for a hand", one_of([*_BY_HANDS, "dealer's hand"]))
        elif forfeits:
            notes.fault(fold, "colours are seen before the decision, and no fold loses them", "stays")
    elif sheet.player.draws and not notes.doubts("player", "draws"):
        if table.judged != "dealer's hand" or table.id in sheet.bonuses:
            notes.fault(path, "hands as dealt decide it, and players draw at this house", one_of(_BY_HANDS))
        elif forfeits:
            notes.fault(fold, "players draw at this house, and no fold loses a bet on the dealer", "stays")


def _royals(table: PayTable, wager: Wager | None, notes: Notes) -> None:
    """A royal flush of six cards that is paid by its suit: no decision may go by it."""
    fold = ("wager", table.id, "fold", "does")
    named = [line for part in table.columns.values() for line in part.lines if line in SIX_ROYALS]
    if named and wager is None:
        message = f"a bonus is paid for hands of any suit, not for {named[0]}"
        notes.fault(("pays", table.id), message, "a wager of its own")
    elif named and wager and wager.fold.does == "lose" and not notes.doubts(*fold):
        message = f"{named[0]} goes by a suit that is seen before the decision, and no fold loses it"
        notes.fault(fold, message, "stays")


def _winning(sheet: Sheet, name: str, notes: Notes) -> None:
    """A wager that only a better hand wins is of a seat that plays: beside an Ante, and lost by a fold."""
    wager = sheet.wagers.get(name)
    if wager is None:
        notes.fault(("pays", name, "judged"), "a bonus has no stake to push or to lose", one_of(_BY_HANDS))
        return
    fold = ("wager", name, "fold", "does")
    if wager.fold.does != "lose" and not notes.doubts(*fold):
        notes.fault(fold, "a folded hand does not win, and is not beaten either", "lose")
    needs = wager.needs
    beside = needs is not None and "ante" in needs.wagers and (needs.mode == "all" or len(needs.wagers) == 1)
    if not beside and not notes.doubts("wager", name, "needs"):
        allowed = '{ all = ["ante"] }, and others if there are'
        notes.fault(("wager", name, "needs"), "without an Ante no hand wins", allowed)
    amounts = any(notes.doubts("wager", name, key) for key in ("min", "max", "required"))
    if wager.required and wager.only_times("ante") is None and not amounts:
        allowed = "min and max that are the same multiple of ante, or not required"
        notes.fault(("wager", name, "required"), "a part of the main game has one amount", allowed)


_BY_HANDS: Final[tuple[Judged, ...]] = ("three cards", "six cards")


def _pay_column(sheet: Sheet, table: PayTable, column: Column, part: PayColumn, notes: Notes) -> None:
    path = ("pays", table.id, column)
    if column in ("drawn", "carry") and not sheet.player.draws and not notes.doubts("player", "draws"):
        notes.fault(path, "can never hit: players do not draw at this house", "player.draws = true, or lines")
    if column != "lines" and table.judged != "three cards":
        notes.fault(path, f"{table.judged} are judged as dealt, whether drawn or not", "lines")
    if not part.lines and not notes.doubts(*path):
        notes.fault(path, "has no pay line", "at least one")
    if not notes.doubts("pays", table.id, "judged"):
        check_lines(path, [*part.lines, *part.pushes], table.judged, notes)
    for key, pay in part.lines.items():
        place = (*path, key)
        if table.id in sheet.bonuses and not (isinstance(pay, ToOne) or is_plain_cash(pay)):
            notes.fault(place, "a bonus has no stake of its own", 'odds "to 1" or cash like "$50"')
        elif table.id in sheet.wagers and is_plain_cash(pay):
            allowed = f'"{pay.text} plus the stake" or "{pay.text} for the stake"'
            notes.fault(place, "does not say what happens to the stake", allowed)
        elif "carry" in table.columns and not isinstance(pay, ToOne):
            notes.fault(place, "a table with a carry-over pays the higher of two odds", 'odds "to 1"')
        elif (table.posted or table.id == "play") and not isinstance(pay, ToOne):
            what = "posted tables are" if table.posted else "Play is paid"
            notes.fault(place, f"{what} in odds to 1", 'odds "to 1"')
        elif isinstance(pay, MeterShare) and sheet.meter is None and not notes.doubts("meter"):
            notes.fault(place, "the sheet has no meter", "a [meter] table, or another pay")
    if column == "carry" and not notes.doubts("pays", table.id):
        _carry(table, part, notes)


def is_plain_cash(pay: Pay) -> bool:
    return isinstance(pay, Cash) and pay.stake == "none"


def check_lines(path: KeyPath, lines: Iterable[str], judged: Judged, notes: Notes) -> None:
    """Each line must be able to hit, and no hand may stand in two lines."""
    cover = lines_covered(lines, judged)
    keys = list(cover)
    for number, key in enumerate(keys):
        if not cover[key]:
            notes.fault((*path, key), "can never hit: other lines take every such hand", "leave it out")
        for earlier in keys[:number]:
            if cover[key] & cover[earlier]:
                message = f"overlaps {earlier}: a hand would stand in both"
                notes.fault((*path, key), message, "one line per hand")


def _carry(table: PayTable, carry: PayColumn, notes: Notes) -> None:
    """A carried pay hits only where some final hand pays less."""
    drawn = table.columns["drawn"].lines
    if len(frozenset().union(*covered(drawn, six=False).values())) < HAND_CLASSES:
        return
    least = min(pay.odds for pay in drawn.values() if isinstance(pay, ToOne))
    for key, pay in carry.lines.items():
        if isinstance(pay, ToOne) and pay.odds <= least:
            place = ("pays", table.id, "carry", key)
            notes.fault(place, "can never hit: every final hand pays as much", "leave it out")


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
                start = sheet.meter.reset
                both = (
                    f": {both_readings(each.meter, signs=False)}" if may_be_dollars(each.meter, start) else ""
                )
                allowed = f"from {start:,}, where it starts"
                notes.fault((*path, "meter"), f"is below the meter's reset{both}", allowed)
        wins = each.wager in sheet.pays and sheet.wins_meter(each.wager)
        if each.figure == "break-even meter" and not (wins or notes.doubts(*path) or notes.doubts("pays")):
            notes.fault((*path, "figure"), "the wager wins no meter", "another figure")


def _clauses(sheet: Sheet, known_clauses: Iterable[str], notes: Notes) -> None:
    standard = list(known_clauses)
    own = [*sheet.clauses, *(name.upper() for name in sheet.clauses)]  # riv-9 is noted where it stands
    unknown: dict[str, KeyPath] = {}
    for path, clause in notes.cited:
        if clause not in own and clause not in standard:
            unknown.setdefault(clause, path)
    unknown = {clause: unknown[clause] for clause in sorted(unknown, key=lambda each: (len(each), each))}
    if unknown and not sheet.clauses:
        if not notes.doubts("clauses"):
            notes.fault(("clauses",), MISSING, f"a list of the clauses cited: {listed(unknown)}")
    elif len(unknown) > 1:
        text = f"{listed(unknown)} are cited and not in this list"
        notes.fault(("clauses",), text, "an entry like [clauses.RIV-9] for each, or ids of STD")
    for clause, path in unknown.items() if sheet.clauses and len(unknown) == 1 else ():
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
        if not doubtful:  # a meter that starts below what the next hands are paid, or a hundred times the bet
            pays = sheet.pays_of(meter.feeds) if meter.feeds in sheet.pays else ()
            most = max([Fraction(100), *(pay.odds for pay in pays if isinstance(pay, (ToOne, ForOne)))])
            _doubt_amount(("meter", "reset"), meter.reset, int(step * most), notes)


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

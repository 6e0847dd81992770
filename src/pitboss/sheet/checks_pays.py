"""Pay tables that contradict themselves: no owner, dead or overlapping lines, pays that do not fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.phrases import one_of
from pitboss.sheet.line_numbers import KeyPath
from pitboss.sheet.model import Column, PayColumn, PayTable, Sheet
from pitboss.sheet.payclass import HAND_CLASSES, Judged, covered, lines_covered
from pitboss.sheet.pays import Cash, MeterShare, Pay, ToOne
from pitboss.sheet.section import MISSING, Notes


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

    Colours are told by suits, which no best play goes by; a draw changes the player's hand and not the cards
    that were dealt.
    """
    path, fold = ("pays", table.id, "judged"), ("wager", table.id, "fold", "does")
    if notes.doubts(*path) or table.judged in ("three cards", "six cards"):
        return
    wager = sheet.wagers.get(table.id)
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
        elif table.posted and not isinstance(pay, ToOne):
            notes.fault(place, "posted tables are in odds to 1", 'odds "to 1"')
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

"""What somebody announces becomes the plan of an evening, if the house can play it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.evening.model import LONGEST, Clock, Level, Plan
from pitboss.house.evening_requests import EveningAsked, LevelAsked
from pitboss.house.request_shapes import check_printable
from pitboss.pit.headroom import check_exposure
from pitboss.round import Refusal
from pitboss.round.table import open_table
from pitboss.sheet.model import Sheet
from pitboss.table.bots import least_ante
from pitboss.table.purses import least_bet


def plan_of(asked: EveningAsked, sheet: Sheet) -> Plan:
    """The plan of an evening; refuses what cannot be played."""
    check_printable(asked.name, "name", "A name has printable characters")
    for prize in asked.prizes:
        check_printable(prize, "prizes", "A prize is told in printable characters")
    seats = asked.seats or sheet.seats
    if seats > sheet.seats:
        text = f"A table of {sheet.name} has at most {sheet.seats} seats"
        raise Refusal("no_seat", text, sheet.seats_clause, "seats")
    if asked.kind == "rounds" and asked.rounds is None:
        raise Refusal("levels", "Say after how many rounds the evening ends", None, "rounds")
    if asked.late_until >= (asked.rounds or LONGEST):
        raise Refusal("levels", "Late entry ends before the last round", None, "late_until")
    levels = levels_of(asked.levels, sheet)
    if asked.chips < levels[0].least:
        text = "The stake does not cover the lowest bet of the first level, with what Play may take"
        raise Refusal("chips", text, sheet.limits.clause, "chips", {"min": levels[0].least})
    return Plan(
        asked.name.strip(),
        sheet.id,
        asked.kind,
        asked.chips,
        levels,
        seats,
        Clock(asked.clock.bets, asked.clock.decision, asked.clock.result),
        asked.rounds,
        asked.late_until,
        tuple(each.strip() for each in asked.prizes),
        asked.private,
    )


def levels_of(asked: Sequence[LevelAsked], sheet: Sheet) -> tuple[Level, ...]:
    """The schedule with what the lowest bets are; limits never fall, and all but the last level end."""
    found: list[Level] = []
    for number, each in enumerate(asked):
        path, last = f"levels.{number}", number == len(asked) - 1
        if (each.rounds is None) == (each.minutes is None) and not (last and each.rounds is None):
            raise Refusal("levels", "A level lasts either so many rounds or so many minutes", None, path)
        if found and (each.low < found[-1].low or each.high < found[-1].high):
            raise Refusal("levels", "The limits of an evening never fall", None, path)
        table = open_table(sheet, each.low, each.high)
        check_exposure(table)
        least, ante = least_bet(table), least_ante(table)["ante"]
        found.append(Level(each.low, each.high, least, ante, each.rounds, each.minutes))
    return tuple(found)

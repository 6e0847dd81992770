"""The spots of a seat: what may be bet on each, and if not, why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pitboss.money import Cents
from pitboss.round.bets import least, most, needs_fault, room_fault, wager_fault, wager_range
from pitboss.round.refusal import Refusal
from pitboss.round.table import Table


@dataclass(frozen=True, slots=True)
class Spot:
    """One betting spot. `lit` is there where the felt has a sensor: on once the bet is accepted (RIV-15)."""

    id: str
    label: str
    amount: Cents
    min: Cents
    max: Cents | None
    step: Cents
    enabled: bool
    why: str | None
    why_code: str | None
    why_values: Mapping[str, int | str]  # what the reason is about, for who words it otherwise
    why_clause: str | None
    lit: bool | None


def spots(table: Table, wagers: Mapping[str, Cents], *, open_: bool, accepted: bool) -> tuple[Spot, ...]:
    """The spots of a seat with these wagers: a draft while bets are open, or what was accepted."""
    return _spots(table, tuple(wagers.items()), open_, accepted)


@lru_cache(maxsize=1024)
def _spots(
    table: Table, bets: tuple[tuple[str, Cents], ...], open_: bool, accepted: bool
) -> tuple[Spot, ...]:
    """They are asked for again and again, for every viewer of every seat."""
    wagers, found = dict(bets), list[Spot]()
    for name, wager in table.sheet.wagers.items():
        span = wager_range(table, wager, wagers)
        fixed = wager.fixed.cents if wager.fixed else None
        refusal: Refusal | None
        if not open_:
            refusal = Refusal("phase", "Bets are locked", table.sheet.closes_clause)
        elif name in wagers:
            refusal = wager_fault(table, wager, wagers)
        else:
            refusal = needs_fault(table, wager, wagers) or room_fault(table, wager, wagers)
        found.append(
            Spot(
                id=name,
                label=wager.label,
                amount=wagers.get(name, 0),
                min=fixed or least(span),
                max=fixed or (most(span.high, span) if span.high else span.high),
                step=fixed or span.step,
                enabled=open_ and (refusal is None or name in wagers),
                why=refusal.text if refusal else None,
                why_code=refusal.code if refusal else None,
                why_values=refusal.values if refusal else {},
                why_clause=refusal.clause if refusal else None,
                lit=(accepted and name in wagers) if wager.sensor else None,
            )
        )
    return tuple(found)

"""The figures of a run as plain data."""

from __future__ import annotations

from typing import Any

from pitboss.sim.intervals import Estimate, share
from pitboss.sim.run_figures import BankFigures, Figures, MeterFigures, SeatFigures
from pitboss.sim.totals import Totals


def as_json(totals: Totals, figures: Figures) -> dict[str, Any]:
    """What `pitboss simulate --json` prints: cents, and means of wagers per unit of their stake."""
    return {
        "question": dict(totals.question),
        "parts": [part.as_json() for part in totals.parts],
        "rounds": totals.rounds,
        "confidence": figures.confidence,
        "seats": [_seat(seat, figures) for seat in figures.seats],
        "table": figures.table and figures.table.as_json(),
        "bank": figures.bank and _bank(figures.bank),
        "meter": figures.meter and _meter(figures.meter),
    }


def _told(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_json()


def _all(estimates: dict[int, Estimate]) -> dict[str, Any]:
    return {str(at): each.as_json() for at, each in estimates.items()}


def _seat(seat: SeatFigures, figures: Figures) -> dict[str, Any]:
    lines = [
        {
            **key._asdict(),
            "count": count,
            "frequency": share(count, figures.rounds, figures.confidence).as_json(),
        }
        for key, count in seat.lines.items()
    ]
    return {
        "whole": seat.whole.as_json(),
        "quantiles": _all(dict(seat.quantiles)),
        "wagers": {name: wager.as_json() for name, wager in seat.wagers.items()},
        "lines": lines,
        "envy": seat.envy and seat.envy.as_json(),
        "session": seat.session and seat.session.as_json(),
        "unpaid": _told(seat.unpaid),
        "uncollected": _told(seat.uncollected),
    }


def _bank(bank: BankFigures) -> dict[str, Any]:
    sharpened = bank.controlled
    return {
        "mean": bank.net.mean.as_json(),
        "stdev": bank.net.stdev.as_json(),
        "win_frequency": bank.net.wins.as_json(),
        "controlled": sharpened and {**sharpened.mean.as_json(), "variance_left": sharpened.share_left},
        "exhausted": bank.exhausted.as_json(),
        "short": bank.short.as_json(),
        "left": bank.left.as_json(),
        "distribution": {str(net): number for net, number in sorted(bank.net.sample.counts.items())},
    }


def _meter(meter: MeterFigures) -> dict[str, Any]:
    return {
        "hits": meter.hits,
        "rounds": meter.rounds.as_json(),
        "round_quantiles": _all(dict(meter.round_quantiles)),
        "at_hit": _told(meter.at_hit),
        "at_hit_quantiles": _all(dict(meter.at_hit_quantiles)),
    }

"""The figures of a run, each with its interval: by wager, line, seat, session, bank and meter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, NotRequired, TypedDict, cast

import numpy as np
from msgspec import to_builtins

from pitboss.dataframes import Rows, Tabular
from pitboss.money import Cents
from pitboss.round.judge import cells, end_of
from pitboss.sim.intervals import Controlled, Estimate, Sample, combined, controlled, share, waiting
from pitboss.sim.line_tables import RESULTS
from pitboss.sim.run_setup import (
    ENVY,
    FIRST_LINE,
    FULL,
    GAME,
    LEFT,
    NET,
    SESSION_LEFT,
    SESSION_ROUNDS,
    SHORT,
    TABLE,
    UNCOLLECTED,
    UNPAID,
    WITH_ENVY,
    Setup,
)
from pitboss.sim.totals import Part, Totals, net_name, wager_name

QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)  # percent


class LineKey(NamedTuple):
    """What happened to a line: the pay of the sheet that it won, or how it ended without one."""

    line: str
    result: str
    table: str = ""
    column: str = ""
    pay: str = ""


@dataclass(frozen=True, slots=True)
class WagerFigures:
    """A wager, or a whole bet, a round."""

    stake: Cents
    sample: Sample  # nets in cents
    mean: Estimate  # in cents
    stdev: Estimate
    wins: Estimate  # how often the net is above zero

    @classmethod
    def of(cls, stake: Cents, sample: Sample, confidence: float) -> WagerFigures:
        """The figures of counted nets."""
        return cls(
            stake,
            sample,
            sample.estimate_mean(confidence),
            sample.estimate_stdev(confidence),
            sample.share_above(0, confidence),
        )

    def as_row(self) -> dict[str, Any]:
        """The figures with the ends of their intervals, per unit of the stake."""
        unit = 1 / self.stake
        figures = {
            "mean": self.mean.scaled(unit),
            "stdev": self.stdev.scaled(unit),
            "win_frequency": self.wins,
        }
        ends = {"value": "", "low": "_low", "high": "_high"}
        told = {name: each.as_json() for name, each in figures.items()}
        columns = {f"{name}{end}": each[key] for name, each in told.items() for key, end in ends.items()}
        return {"stake": self.stake, **columns}

    def as_json(self) -> dict[str, Any]:
        """Means and deviations per unit of the stake."""
        unit = 1 / self.stake
        return {
            "stake": self.stake,
            "mean": self.mean.scaled(unit).as_json(),
            "stdev": self.stdev.scaled(unit).as_json(),
            "win_frequency": self.wins.as_json(),
            "distribution": {str(net): number for net, number in sorted(self.sample.counts.items())},
        }


@dataclass(frozen=True, slots=True)
class SessionFigures:
    """Sittings from a bankroll: how often one is ruined, what is left, when the ruin came."""

    sessions: int
    ruin: Estimate
    left: Estimate
    left_quantiles: Mapping[int, Estimate]
    rounds_to_ruin: Estimate | None


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat."""

    whole: WagerFigures  # of the whole bet
    quantiles: Mapping[int, Estimate]  # of its net, in cents
    wagers: Mapping[str, WagerFigures]
    lines: Mapping[LineKey, int]
    envy: WagerFigures | None
    session: SessionFigures | None
    unpaid: Estimate | None  # what a bank did not pay of what was won, in cents a round
    uncollected: Estimate | None


@dataclass(frozen=True, slots=True)
class BankFigures:
    """A player bank with a limited stake, in cents a round."""

    net: WagerFigures
    controlled: Controlled | None  # sharpened by the exact mean under full cover
    exhausted: Estimate
    short: Estimate
    left: Estimate


@dataclass(frozen=True, slots=True)
class MeterFigures:
    """The meter over time."""

    hits: int
    rounds: Estimate  # from one hit to the next
    round_quantiles: Mapping[int, Estimate]
    at_hit: Estimate | None  # cents
    at_hit_quantiles: Mapping[int, Estimate]


class WagerRow(TypedDict):
    """A wager of a seat, per unit of its stake, each figure with its interval; `whole` is the whole bet."""

    seat: int
    wager: str
    stake: int
    mean: float
    mean_low: float | None
    mean_high: float | None
    stdev: float
    stdev_low: float | None
    stdev_high: float | None
    win_frequency: float
    win_frequency_low: float | None
    win_frequency_high: float | None
    rounds: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Figures(Tabular[WagerRow]):
    """All figures of a run."""

    rounds: int
    confidence: float
    seats: tuple[SeatFigures, ...]
    table: WagerFigures | None  # all seats together
    bank: BankFigures | None
    meter: MeterFigures | None

    def rows(self) -> Rows[WagerRow]:
        """One row for each wager of each seat, and one for its whole bet."""
        return Rows(
            WagerRow,
            (
                cast(WagerRow, {"seat": number, "wager": name, **wager.as_row(), **self._ran()})
                for number, seat in enumerate(self.seats, 1)
                for name, wager in {**seat.wagers, "whole": seat.whole}.items()
            ),
        )

    def _ran(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "confidence": self.confidence}

    @property
    def target(self) -> Estimate:
        """The mean that an asked-for width is about: the bank's, or the first seat's whole bet, in cents."""
        if self.bank is not None:
            return self.bank.controlled.mean if self.bank.controlled else self.bank.net.mean
        return self.seats[0].whole.mean


def figures(
    made: Setup, totals: Totals, confidence: float = 0.95, control: Fraction | None = None
) -> Figures:
    """The figures of a run; `control` is the exact mean of all seats together under full cover."""
    seats = tuple(_seat(made, totals, seat, confidence) for seat in range(len(made.seats)))
    table = None
    if TABLE in totals.values:
        nets = combined(totals.values[TABLE], totals.meter.right.get("table", {}))
        stake = sum(sum(seat.wagers.values()) for seat in made.question.seats)
        table = WagerFigures.of(stake, Sample(nets, reach(made)), confidence)
    bank = _bank(made, totals, confidence, control) if made.question.stake is not None else None
    meter = _meter(totals, confidence) if made.question.meter_mode == "moves" else None
    return Figures(totals.rounds, confidence, seats, table, bank, meter)


def target_width(made: Setup, totals: Totals, confidence: float, control: Fraction | None = None) -> float:
    """How wide the interval of the mean that counts is, in cents; no other figure is made."""
    if made.question.stake is not None:
        bank = _bank(made, totals, confidence, control)
        return (bank.controlled.mean if bank.controlled else bank.net.mean).width
    return Sample(seat_nets(made, totals, 0), reach(made, 0)).estimate_mean(confidence).width


def reach(made: Setup, seat: int | None = None, wager: str | None = None) -> tuple[Cents, Cents]:
    """How far one rare hand can take the net of a wager, of a seat's whole bet, or of all seats together."""
    if seat is None:
        lows, highs = zip(*(reach(made, each) for each in range(len(made.seats))), strict=True)
        return min(lows), max(highs)
    low, high = made.seats[seat].reach(None if wager is None else made.lines_of(wager))
    if made.envy_wager in made.question.seats[seat].wagers and wager in (None, made.envy_wager):
        high += int(made.paying.envy_cents.max())
    stake = made.question.stake
    return (low, high) if stake is None else (max(low, -stake), min(high, stake))


def seat_nets(made: Setup, totals: Totals, seat: int) -> Counter[int]:
    """The nets of a seat's whole bet, in cents."""
    if made.kind(seat, NET) in made.paying.counted:
        nets = totals.values.get(made.kind(seat, NET), Counter())
    else:
        nets = _by_class(made, totals, seat, None)
    return combined(nets, totals.meter.right.get(net_name(seat), {}))


def wager_nets(made: Setup, totals: Totals, seat: int, wager: str) -> Counter[int]:
    """The nets of one wager of a seat, in cents: with its envy, and as far as a bank covered it."""
    if made.question.stake is not None:
        place = [line.id for line in made.covered[seat]].index(wager)
        kind = GAME if wager == "ante" else FIRST_LINE + place
        return totals.values[made.kind(seat, kind)]
    if wager == made.envy_wager:
        nets = totals.values[made.kind(seat, WITH_ENVY)]
    else:
        nets = _by_class(made, totals, seat, made.lines_of(wager))
    return combined(nets, totals.meter.right.get(wager_name(seat, wager), {}))


def _by_class(made: Setup, totals: Totals, seat: int, ids: frozenset[str] | None) -> Counter[int]:
    found: Counter[int] = Counter()
    classes = totals.classes[seat]
    nets = made.seats[seat].net(np.array([*classes], np.int64), ids)
    for net, count in zip(nets.tolist(), classes.values(), strict=True):
        found[net] += count
    return found


def line_counts(made: Setup, totals: Totals, seat: int) -> dict[LineKey, int]:
    """How often each line of a seat ended in each way, before any cover, in the order of settlement."""
    found: Counter[LineKey] = Counter()
    at = cells(end_of(np.array([*totals.classes[seat]], np.int64)))
    for line in made.seats[seat].lines:
        for cell, count in zip(at[line.axis].tolist(), totals.classes[seat].values(), strict=True):
            by, result = line.paid_by.get(cell), RESULTS[line.result[cell]]
            if result == "absent":
                continue
            pay = (by.table, by.column, by.line) if by else ("", "", "")
            found[LineKey(line.id, result, *pay)] += count
    order = [line.id for line in made.seats[seat].lines]
    keys = sorted(found, key=lambda key: (order.index(key.line), key.result != "win", found[key], key))
    return {key: found[key] for key in keys}


def _seat(made: Setup, totals: Totals, seat: int, confidence: float) -> SeatFigures:
    wagers = made.question.seats[seat].wagers
    nets = seat_nets(made, totals, seat)
    whole = WagerFigures.of(sum(wagers.values()), Sample(nets, reach(made, seat)), confidence)

    def mean_of(which: int) -> Estimate | None:
        counts = totals.values.get(made.kind(seat, which))
        return None if counts is None else Sample(counts).estimate_mean(confidence)

    envy = totals.values.get(made.kind(seat, ENVY))
    return SeatFigures(
        whole,
        _quantiles(whole.sample, confidence),
        {
            name: WagerFigures.of(
                cents, Sample(wager_nets(made, totals, seat, name), reach(made, seat, name)), confidence
            )
            for name, cents in wagers.items()
        },
        line_counts(made, totals, seat),
        _envy(made, wagers[made.envy_wager], envy, confidence) if envy and made.envy_wager else None,
        _session(made, totals, seat, confidence) if made.question.session else None,
        mean_of(UNPAID),
        mean_of(UNCOLLECTED),
    )


def _envy(made: Setup, stake: Cents, envy: Counter[int], confidence: float) -> WagerFigures:
    """Envy alone: at least what one other hand can bring."""
    return WagerFigures.of(stake, Sample(envy, (0, int(made.paying.envy_cents.max()))), confidence)


def _quantiles(sample: Sample, confidence: float) -> dict[int, Estimate]:
    return {at: sample.estimate_quantile(Fraction(at, 100), confidence) for at in QUANTILES}


def _session(made: Setup, totals: Totals, seat: int, confidence: float) -> SessionFigures:
    left = Sample(totals.values[made.kind(seat, SESSION_LEFT)])
    ended = totals.values[made.kind(seat, SESSION_ROUNDS)]
    ruins = Sample({rounds: number for rounds, number in ended.items() if rounds})
    return SessionFigures(
        left.size,
        share(ruins.size, left.size, confidence),
        left.estimate_mean(confidence),
        _quantiles(left, confidence),
        ruins.estimate_mean(confidence) if ruins.size else None,
    )


def _bank(made: Setup, totals: Totals, confidence: float, control: Fraction | None) -> BankFigures:
    """The bank's net is what the seats lose together."""
    nets = {-net: number for net, number in totals.values[TABLE].items()}
    low, high = reach(made)
    net = WagerFigures.of(made.question.stake or 1, Sample(nets, (-high, -low)), confidence)
    full = Sample({-each: number for each, number in totals.values[FULL].items()})
    left = totals.values[LEFT]
    sharpened = None
    if control is not None and totals.rounds > 1:
        sharpened = controlled(net.sample, full, totals.product, -control, confidence)
    return BankFigures(
        net,
        sharpened,
        share(left[0], totals.rounds, confidence),
        share(totals.values[SHORT][1], totals.rounds, confidence),
        Sample(left).estimate_mean(confidence),
    )


def _meter(totals: Totals, confidence: float) -> MeterFigures:
    gaps, at_hit = Sample(totals.meter.gaps), Sample(totals.meter.at_hit)
    some = totals.meter.hits > 0
    return MeterFigures(
        totals.meter.hits,
        waiting(totals.meter.hits, totals.rounds, confidence),
        _quantiles(gaps, confidence) if some else {},
        at_hit.estimate_mean(confidence) if some else None,
        _quantiles(at_hit, confidence) if some else {},
    )


class EstimateEntry(TypedDict):
    """A figure and the ends of its interval; an end that is not known is null."""

    value: float | None
    low: float | None
    high: float | None


class WagerEntry(TypedDict):
    """A wager, or a whole bet: mean and deviation per unit of the stake; net in cents -> rounds."""

    stake: Cents
    mean: EstimateEntry
    stdev: EstimateEntry
    win_frequency: EstimateEntry
    distribution: Mapping[str, int]


class LineEntry(TypedDict):
    """A line of the sheet: how often it came."""

    line: str
    result: str
    table: str
    column: str
    pay: str
    count: int
    frequency: EstimateEntry


class SessionsEntry(TypedDict):
    """Sessions from a bankroll, in cents."""

    sessions: int
    ruin: EstimateEntry
    left: EstimateEntry
    left_quantiles: Mapping[int, EstimateEntry]
    rounds_to_ruin: EstimateEntry | None


class RunSeat(TypedDict):
    """A seat; quantiles of its net in cents."""

    whole: WagerEntry
    quantiles: Mapping[int, EstimateEntry]
    wagers: Mapping[str, WagerEntry]
    lines: list[LineEntry]
    envy: WagerEntry | None
    session: SessionsEntry | None
    unpaid: EstimateEntry | None
    uncollected: EstimateEntry | None


class ControlledEntry(EstimateEntry):
    """The bank's mean by the exact one under full cover, and the share of the variance that is left."""

    variance_left: float


class RunBank(TypedDict):
    """The bank's net in cents a round, and how its stake fared."""

    mean: EstimateEntry
    stdev: EstimateEntry
    win_frequency: EstimateEntry
    controlled: ControlledEntry | None
    exhausted: EstimateEntry
    short: EstimateEntry
    left: EstimateEntry
    distribution: Mapping[str, int]


class RunMeter(TypedDict):
    """The meter over time."""

    hits: int
    rounds: EstimateEntry
    round_quantiles: Mapping[int, EstimateEntry]
    at_hit: EstimateEntry | None
    at_hit_quantiles: Mapping[int, EstimateEntry]


class RunAnswer(TypedDict):
    """What `pitboss simulate --json` prints."""

    question: Mapping[str, Any]
    parts: list[Part]
    rounds: int
    confidence: float
    seats: list[RunSeat]
    table: WagerEntry | None
    bank: RunBank | None
    meter: RunMeter | None
    confirm: NotRequired[ConfirmEntry]


class ComparisonEntry(TypedDict):
    """A figure as it is expected and as it came, and the chance that luck alone takes them this far apart."""

    seat: int
    kind: str
    wager: str
    line: Mapping[str, str] | None
    expected: float
    simulated: float
    z: float | None
    p: float
    cells: int
    impossible: list[int]


class ConfirmEntry(TypedDict):
    """All comparisons of a run, and the verdict over them."""

    agrees: bool
    level: float
    comparisons: int
    least_likely: float
    rows: list[ComparisonEntry]
    missing: Mapping[str, str]


def as_json(totals: Totals, figures: Figures) -> dict[str, Any]:
    """What `pitboss simulate --json` prints: cents, and means of wagers per unit of their stake."""
    return {
        "question": totals.question,
        "parts": to_builtins(totals.parts),
        "rounds": totals.rounds,
        "confidence": figures.confidence,
        "seats": [{**_plain(seat), "lines": _lines_json(seat, figures)} for seat in figures.seats],
        "table": _plain(figures.table),
        "bank": figures.bank and _bank_json(figures.bank),
        "meter": _plain(figures.meter),
    }


def _plain(value: Any) -> Any:
    """A figure, or a record of figures, as JSON has it."""
    if isinstance(value, (Estimate, WagerFigures)):
        return value.as_json()
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return value


def _lines_json(seat: SeatFigures, figures: Figures) -> list[dict[str, Any]]:
    shares = {key: share(count, figures.rounds, figures.confidence) for key, count in seat.lines.items()}
    return [
        {**key._asdict(), "count": seat.lines[key], "frequency": often.as_json()}
        for key, often in shares.items()
    ]


def _bank_json(bank: BankFigures) -> dict[str, Any]:
    """The bank's net in cents, and how its stake fared."""
    net, sharpened = replace(bank.net, stake=1).as_json(), bank.controlled
    return {
        **{name: net[name] for name in ("mean", "stdev", "win_frequency")},
        "controlled": sharpened and {**sharpened.mean.as_json(), "variance_left": sharpened.share_left},
        "exhausted": bank.exhausted.as_json(),
        "short": bank.short.as_json(),
        "left": bank.left.as_json(),
        "distribution": net["distribution"],
    }

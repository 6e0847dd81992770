"""What is simulated: a table, the bets and plans of its seats, the bank's stake, the meter, sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pitboss.errors import Refusal
from pitboss.money import Cents, dollars
from pitboss.odds.decisions import RAISE, RAISE_NAMES
from pitboss.odds.game import MOST_METER
from pitboss.odds.geometry import all_hands, rows
from pitboss.odds.plan import Plan
from pitboss.round.choices import check_wagers
from pitboss.round.table import Table, check_raise, most_need
from pitboss.sheet.model import Sheet

MeterMode = Literal["stands", "moves"]
MOST_STAKE: Cents = 10**12
MOST_SESSION = 1 << 20  # rounds


@dataclass(frozen=True, slots=True)
class SimSeat:
    """One seat: its bet, the plan by which it decides, and what the plan is called."""

    wagers: Mapping[str, Cents]
    plan: Plan
    strategy: str


@dataclass(frozen=True, slots=True)
class Session:
    """A sitting that is played again and again: what each seat starts with, and how many rounds at most."""

    bankroll: Cents
    rounds: int


@dataclass(frozen=True, slots=True)
class Question:
    """Everything but the luck. Seats are those of different people."""

    table: Table
    seats: tuple[SimSeat, ...]
    stake: Cents | None = None  # of a player bank; None: full cover
    meter: Cents | None = None  # None: the reset value
    meter_mode: MeterMode = "stands"
    session: Session | None = None

    def __post_init__(self) -> None:
        _check(self)

    def as_json(self) -> dict[str, Any]:
        """What must be the same for two runs to be one."""
        sheet = self.table.sheet
        return {
            "house": sheet.id,
            "hash": sheet.hash,
            "seats": [
                {"bets": dict(seat.wagers), "strategy": seat.strategy, "plan": seat.plan.digest}
                for seat in self.seats
            ],
            "stake": self.stake,
            "meter": self.starting_meter,
            "meter_mode": None if sheet.meter is None else self.meter_mode,
            "session": self.session and {"bankroll": self.session.bankroll, "rounds": self.session.rounds},
        }

    @property
    def starting_meter(self) -> Cents | None:
        """The meter's amount in the first round, or in every round."""
        sheet_meter = self.table.sheet.meter
        if sheet_meter is None:
            return None
        return sheet_meter.reset if self.meter is None else self.meter

    @property
    def unit(self) -> tuple[str, Cents]:
        """The wager that means are given in: the Ante of the first seat, or its first wager."""
        wagers = self.seats[0].wagers
        name = "ante" if "ante" in wagers else next(iter(wagers))
        return name, wagers[name]


def _check(question: Question) -> None:
    sheet = question.table.sheet
    if not 1 <= len(question.seats) <= sheet.seats:
        text = f"A round has 1 to {sheet.seats} seats, not {len(question.seats)}"
        raise Refusal("seats", text, sheet.seats_clause)
    for seat in question.seats:
        check_wagers(question.table, seat.wagers)
        _check_raises(sheet, seat.plan)
    _check_bank(question)
    _check_meter(question)
    if question.session is not None:
        _check_session(question, question.session)


def _check_raises(sheet: Sheet, plan: Plan) -> None:
    """Refuses a plan that raises where the house does not let it, or with a hand too low for it."""
    if plan.table.max() < RAISE:
        return
    for number, name in enumerate(RAISE_NAMES, RAISE):
        hands = (plan.table == number).reshape(-1, *plan.table.shape[-2:]).any(axis=(0, 2))
        if hands.any():
            value = (all_hands() if plan.by_hand else rows()).value
            check_raise(sheet, name, int(value[hands].min()), "strategy")


def _check_bank(question: Question) -> None:
    sheet, stake = question.table.sheet, question.stake
    if stake is None:
        return
    if sheet.bank is None:
        text = f"{sheet.name} is not player-banked: no stake can run out"
        raise Refusal("no_bank", text, sheet.dealer.clause)
    if not 0 < stake <= MOST_STAKE:
        text = f"The bank's stake must be above zero and at most {dollars(MOST_STAKE)}"
        raise Refusal("stake", text, sheet.bank.clause)


def _check_meter(question: Question) -> None:
    sheet, meter = question.table.sheet, question.meter
    if sheet.meter is None:
        if meter is not None or question.meter_mode == "moves":
            raise Refusal("meter", f"{sheet.name} has no meter")
        return
    if meter is not None and not sheet.meter.reset <= meter <= MOST_METER:
        low, high = dollars(sheet.meter.reset), dollars(MOST_METER)
        text = f"The meter must be from {low}, its reset, to {high}"
        raise Refusal("meter", text, sheet.meter.clause, "meter", {"min": sheet.meter.reset})


def _check_session(question: Question, session: Session) -> None:
    if question.meter_mode == "moves":
        raise Refusal("session", "A session is simulated with a meter that stands: leave one of the two out")
    if not 1 <= session.rounds <= MOST_SESSION:
        raise Refusal("session", f"A session has 1 to {MOST_SESSION:,} rounds, not {session.rounds:,}")
    need = max(most_need(question.table, seat.wagers) for seat in question.seats)
    if not need <= session.bankroll <= MOST_STAKE:
        text = f"A bankroll of {dollars(session.bankroll)}: a round needs {dollars(need)} of it"
        raise Refusal("bankroll", text, None, "bankroll", {"min": need})


def one_seat(table: Table, wagers: Mapping[str, Cents], plan: Plan, strategy: str = "plan") -> Question:
    """The simplest question: one seat, one bet."""
    return Question(table, (SimSeat(dict(wagers), plan, strategy),))

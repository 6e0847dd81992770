"""Meters are exact to the micro-cent, and of two who win one at the same moment one gets it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pitboss.ledger.accounts import Account, Transfer
from pitboss.round import PlaceBets, Round, open_round, open_table, step
from pitboss.round.events import PaidMeter, RoundSettled
from pitboss.round.play import contributions
from pitboss.sheet import load_house
from pitboss.table import Till, postings
from tests.databases import Databases
from tests.durable.apart import run_apart
from tests.durable.meters import CONTRIBUTION, PERCENT, RESET

RACES = 26  # on each kind of database; the torture has a thousand


@pytest.mark.clause("RIV-12")
def test_riv_12_a_million_contributions_are_exact_to_the_micro_cent() -> None:
    sheet = load_house("rivers", [f'meter.percent="{PERCENT}"'])
    assert sheet.meter
    table = open_table(sheet)
    rounds: list[Round] = [open_round(table, "one")]
    for seat in range(1, 8):
        rounds.append(step(rounds[-1], PlaceBets(seat, "ann", {"pair_plus": 500, "progressive": 100})))
    chance = Random(12)
    house, meter = Account("house", "table"), Account("meter", sheet.hash)
    now, bets = RESET, 0
    while bets < 1_000_000:
        seats = min(chance.choice((1, 4, 7, 7, 7)), 1_000_000 - bets)
        fed = contributions(rounds[seats])
        event = RoundSettled((), None, PaidMeter(now, fed, now + fed))
        (moved,) = postings(Till("table", meter=sheet.hash), rounds[seats], event)
        assert moved == Transfer(house, meter, seats * CONTRIBUTION, "contribution")
        now += moved.amount
        bets += seats
    assert now - RESET == 23_456_789_000_000  # a million times $0.23456789


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.clause("RIV-12")
def test_riv_12_of_two_who_win_the_meter_at_once_one_gets_it(kind: str, databases: Databases) -> None:
    address = databases.server if kind == "postgresql" else kind
    told: list[dict[str, Any]] = run_apart("tests.durable.meters", address, RACES)
    assert sum(each["races"] for each in told) == RACES + 2
    assert sum(each["contributions"] for each in told) >= 200
    assert {each["how"] for each in told} == {"processes", "threads"}

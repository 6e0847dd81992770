"""The enumerator of legal bets against the refusals of the table: neither too many nor too few."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from pitboss.round import Refusal, Table, open_table
from pitboss.round.choices import check_wagers, legal_bets
from pitboss.sheet import houses, load_house, load_sheet

CHIPS = (100, 250, 500, 1000, 1500, 2000)
HALF = ["wager.pair_plus.max=[{ times = '1/2', of = 'ante', clause = 'NAPA-8' }]"]


SHEETS = (*(load_house(name) for name in houses()), load_sheet("examples/two-up.toml"))
TABLES = tuple(open_table(sheet, low=500, high=2000) for sheet in SHEETS)


def is_legal(table: Table, bets: dict[str, int], funds: int) -> bool:
    try:
        check_wagers(table, bets)
    except Refusal:
        return False
    return table.need(bets) <= funds


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.sheet.id)
@pytest.mark.parametrize("funds", [0, 900, 1000, 3000, 100_000])
def test_combinations_are_exactly_what_the_table_takes(table: Table, funds: int) -> None:
    """Every way to put nothing or one of the chips on each spot is tried at the table itself."""
    found = [tuple(bets.items()) for bets in legal_bets(table, funds).combinations(CHIPS)]
    names = list(table.sheet.wagers)
    tried = (
        {name: cents for name, cents in zip(names, amounts, strict=True) if cents}
        for amounts in product((0, *CHIPS), repeat=len(names))
    )
    legal = {tuple(bets.items()) for bets in tried if bets and is_legal(table, bets, funds)}
    assert len(found) == len(set(found))
    assert set(found) == legal


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.sheet.id)
def test_the_smallest_needs_no_more_than_any_other(table: Table) -> None:
    bets = legal_bets(table, 100_000)
    smallest = bets.smallest()
    assert smallest is not None
    assert is_legal(table, smallest, 100_000)
    least = min(table.need(each) for each in bets.combinations(range(100, 2001, 100)))
    assert table.need(smallest) == least
    assert legal_bets(table, least - 1).smallest() is None
    assert legal_bets(table, least).smallest() == smallest


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.sheet.id)
def test_amounts_of_a_spot_are_those_the_table_takes_beside_the_others(table: Table) -> None:
    bets, beside = legal_bets(table, 100_000), {"ante": 1000}
    for name in table.sheet.wagers:
        others = {other: cents for other, cents in beside.items() if other != name}
        taken = [cents for cents in range(50, 3001, 50) if is_legal(table, {**others, name: cents}, 100_000)]
        allowed = [cents for cents in bets.amounts(name, beside) if cents <= 3000]
        assert taken == allowed, name


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.sheet.id)
def test_a_bet_by_chance_is_legal_and_each_set_of_wagers_comes(table: Table) -> None:
    chance = Random(16)
    bets = legal_bets(table, 5000)
    drawn = [bets.draw(chance.randrange) for _ in range(300)]
    assert all(each is not None and is_legal(table, each, 5000) for each in drawn)
    sets = {tuple(each) for each in bets.combinations(range(100, 2001, 100))}
    assert {tuple(each) for each in drawn if each is not None} == sets
    assert legal_bets(table, 0).draw(chance.randrange) is None


def test_a_spot_that_only_a_larger_ante_opens() -> None:
    """Where Pair Plus is at most half of the Ante, the smallest bet on both has twice the least Ante."""
    table = open_table(load_house("napa-valley", HALF), low=500, high=2000)
    bets = legal_bets(table, 100_000)
    both = min((each for each in bets.combinations() if len(each) == 2), key=table.need)
    assert both == {"ante": 1000, "pair_plus": 500}
    chance = Random(3)
    drawn = [bets.draw(chance.randrange) for _ in range(50)]
    assert all(each is not None and is_legal(table, each, 100_000) for each in drawn)

"""Actual against theoretical hold, beside a naive recount: one receipt, one line, one price at a time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from pitboss.house.disputes import dispute
from pitboss.house.history import find_rounds
from pitboss.ledger import Store
from pitboss.ledger.history import RoundQuery
from pitboss.odds import Game, price_sheet
from pitboss.proof.hold_report import Span, WagerHold, hold, law_of
from pitboss.proof.stored_receipts import receipts
from pitboss.round import open_table
from pitboss.sheet import houses, load_house, with_posted
from pitboss.table import Pit
from tests.operate.evenings import GRANT, MINUTE, NOON, evening_at, play_rounds, ticking
from tests.table.pit_evening import PEOPLE
from tests.table.rig import new_store
from tests.web.edge import Edge
from tests.web.operator.desk import Desk
from tests.web.operator.test_disputes import play

ROUNDS = 12


@pytest.fixture(scope="module")
def played() -> Iterator[Store]:
    """A random evening at every house."""
    store = new_store()
    evening_at(store, 11, ROUNDS)
    yield store
    store.close()


class Bet(NamedTuple):
    """One bet of the naive recount."""

    stake: int
    lost: int
    meter: int | None  # cents
    players: int


def recount(store: Store) -> dict[tuple[str, str], list[Bet]]:
    """Every bet of every settled round, from the receipts."""
    found: dict[tuple[str, str], list[Bet]] = defaultdict(list)
    for receipt in map(json.loads, receipts(store)):
        end = receipt["events"][-1] if receipt["events"] else {"k": "unused"}
        if end["k"] == "settle":
            for key, bet in _bets(receipt["sheet"]["id"], end):
                found[key].append(bet)
    return found


def _bets(house: str, end: dict[str, Any]) -> Iterator[tuple[tuple[str, str], Bet]]:
    sides = [name for name in load_house(house).wagers if name != "ante"]
    meter = (int(end["meter"]["before"]) + int(end["meter"]["fed"])) // 10**6 if end["meter"] else None
    others = sum(line["id"] == "progressive" for seat in end["seats"] for line in seat["lines"])
    for seat in end["seats"]:
        lines = {line["id"]: line for line in seat["lines"]}
        envy = lines.pop("envy", {"profit": 0})["profit"]
        for side in sides:
            if side in lines:
                line = lines.pop(side)
                won = line["profit"] + (envy if side == "progressive" else 0)
                yield (house, side), Bet(line["stake"], -won, meter, others if side == "progressive" else 1)
        if "ante" in lines:  # what is left is the main game
            won = sum(line["profit"] for line in lines.values())
            yield (house, "ante"), Bet(lines["ante"]["stake"], -won, meter, 1)


def by_key(rows: list[WagerHold]) -> dict[tuple[str, str], WagerHold]:
    found = {(row.house, row.wager): row for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_what_was_bet_and_kept_is_what_the_receipts_say(played: Store, batch: int) -> None:
    naive = recount(played)
    found = by_key(hold(played, Span(), most=batch))
    assert found.keys() == naive.keys()
    assert len({house for house, _ in found}) == len(houses())
    for key, bets in naive.items():
        row = found[key]
        assert (row.bets, row.staked, row.won) == (
            len(bets),
            sum(bet.stake for bet in bets),
            sum(bet.lost for bet in bets),
        )
        assert row.actual == Fraction(row.won, row.staked)


def test_the_theory_is_that_of_each_bet_at_its_own_price(played: Store) -> None:
    found = by_key(hold(played, Span()))
    for (house, wager), bets in recount(played).items():
        expected, variance = Fraction(0), Fraction(0)
        for bet in bets:
            meter = bet.meter if wager == "progressive" else None
            price = Game(open_table(load_house(house)), bet.players, meter).price(wager)
            expected += bet.stake * price.house_edge
            variance += bet.stake**2 * price.variance
        theory = found[house, wager].theory
        assert theory is not None
        staked = sum(bet.stake for bet in bets)
        error = sqrt(variance) / staked
        if wager == "progressive":  # the naive one rounds the meter to cents
            assert float(theory.hold) == pytest.approx(float(expected / staked), abs=1e-5)
            assert theory.error == pytest.approx(error, rel=1e-4)
        else:
            assert theory.hold == expected / staked == price.house_edge
            assert theory.error == pytest.approx(error, rel=1e-12)
        assert (theory.low + theory.high) / 2 == pytest.approx(float(theory.hold))
        assert theory.high - theory.low == pytest.approx(2 * 1.959964 * theory.error, rel=1e-6)
        row = found[house, wager]
        assert row.inside == (theory.low <= row.won / row.staked <= theory.high)
    ante, pair = found["atlantic-city", "ante"].theory, found["rivers", "pair_plus"].theory
    assert ante is not None
    assert pair is not None
    assert (ante.hold, ante.optimal) == (Fraction(686689, 20358520), True)  # the exact figures of the houses
    assert (pair.hold, pair.optimal) == (Fraction(402, 5525), False)


def test_house_table_and_time_choose_the_rounds(played: Store) -> None:
    whole = by_key(hold(played, Span()))
    for house in houses():
        mine = {key: row for key, row in whole.items() if key[0] == house}
        assert by_key(hold(played, Span(house=house))) == mine == by_key(hold(played, Span(table=house)))
    middle = NOON + 300 * MINUTE
    before, after = hold(played, Span(until=middle)), hold(played, Span(since=middle))
    assert before
    assert after
    for key, row in whole.items():
        parts = [each[key] for each in (by_key(before), by_key(after)) if key in each]
        assert sum(each.bets for each in parts) == row.bets
        assert sum(each.won for each in parts) == row.won
    assert hold(played, Span(since=NOON * 2)) == []


def test_each_round_has_the_price_of_its_own_rules() -> None:
    """Two tables of one house with other pays: the hold to expect lies between, by the money bet."""
    store, chance = new_store(), Random(5)
    pit = Pit(store, chance.randbytes, ticking())
    for person in PEOPLE:
        pit.grant(person, GRANT, "operator", f"grant {person}")
    usual = load_house("shine")
    other = with_posted(usual, {"pair_xxx": {"mini_royal": 100, "flush": 4, "pair": 1}})
    for name, sheet in (("usual", usual), ("other", other)):
        play_rounds(pit.open(name, open_table(sheet), "op", f"open {name}"), chance, 10)
    [mixed] = [row for row in hold(store, Span()) if row.wager == "pair_xxx"]
    parts = []
    for name, sheet in (("usual", usual), ("other", other)):
        [row] = [row for row in hold(store, Span(table=name)) if row.wager == "pair_xxx"]
        edge = price_sheet(sheet).wagers["pair_xxx"].house_edge
        assert row.theory is not None
        assert row.theory.hold == edge
        parts.append((row.staked, edge))
    assert parts[0][1] != parts[1][1]
    assert mixed.theory is not None
    assert mixed.theory.hold == sum(staked * edge for staked, edge in parts) / mixed.staked
    store.close()


@pytest.mark.parametrize("players", [1, 3])
def test_the_law_of_a_meter_is_its_price_at_every_meter(players: int) -> None:
    table, chance = open_table(load_house("rivers")), Random(players)
    law = law_of(table, "progressive", players)
    for meter in (100_000, 100_001, chance.randrange(100_000, 10**6), chance.randrange(10**6, 10**8)):
        price, micro = Game(table, players, meter).price("progressive"), meter * 10**6
        edge = law.edge[0] + law.edge[1] * micro
        variance = law.variance[0] + law.variance[1] * micro + law.variance[2] * micro**2
        if meter % 10 == 0:  # a tenth of it is whole cents
            assert (edge, variance) == (price.house_edge, price.variance)
        assert float(edge) == pytest.approx(float(price.house_edge), abs=1e-5)
        assert float(variance) == pytest.approx(float(price.variance), rel=1e-4)


def test_on_every_kind_of_database(store: Store, played: Store) -> None:
    evening_at(store, 11, ROUNDS)
    assert hold(store, Span(), most=7) == hold(played, Span())
    span = Span(house="rivers", table="rivers", since=NOON, until=NOON + 10_000 * MINUTE)
    assert hold(store, span) == hold(played, Span(house="rivers"))
    for asked in (
        RoundQuery(),
        RoundQuery(person="ann", most=9),
        RoundQuery(table="pechanga", since=NOON, before=90),
    ):
        assert find_rounds(store, asked) == find_rounds(played, asked) != []
    judged = [dispute(store, each.round) for each in find_rounds(store, RoundQuery(most=20)) if each.ended]
    assert [each.faults for each in judged] == [[]] * len(judged)
    assert len(judged) > 10


def test_a_hold_far_from_chance_lies_outside(played: Store) -> None:
    [row] = [row for row in hold(played, Span(house="shine")) if row.wager == "ante"]
    assert row.theory is not None
    assert replace(row, won=round(row.theory.hold * row.staked)).inside
    assert replace(row, won=10 * row.staked).inside is False
    assert replace(row, won=-10 * row.staked).inside is False
    assert replace(row, theory=None).inside is None


def test_the_operator_sees_it(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), edge.guest()
    before = edge.funds(ann)
    play(edge, ann, table, rounds=3)
    found = desk.sees("hold", house="rivers", table=table)
    rows = {row["wager"]: row for row in found["wagers"]}
    assert list(rows) == ["ante", "pair_plus", "progressive"]  # in the order of the sheet
    assert sum(row["won"] for row in rows.values()) == before - edge.funds(ann)
    assert {name: row["bets"] for name, row in rows.items()} == dict.fromkeys(rows, 3)
    assert rows["ante"]["staked"] == 3000
    assert rows["ante"]["theory"]["play"] == "optimal"
    assert rows["pair_plus"]["theory"]["play"] == "any"
    assert rows["pair_plus"]["theory"]["exact"] == "402/5525"
    assert found["confidence"] == 0.95
    assert desk.sees("hold", table="nowhere")["wagers"] == []
    assert desk.ask("GET", "hold", params={"house": "nowhere"}).status_code == 404

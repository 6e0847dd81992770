"""Pay tables with their chances: against counts by hand and against the price of the wager."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.hands import category3
from pitboss.sheet import load_house
from tests.table.rig import HOUSES
from tests.web.edge import Edge, code


def _pays(edge: Edge, house: str) -> dict[str, Any]:
    answer = edge.ask("GET", f"/api/houses/{house}/pays")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _table(pays: dict[str, Any], id_: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in pays["tables"] if each["id"] == id_)
    return found


@pytest.mark.clause("AC-8")
def test_ac_8_pair_plus_is_counted_over_all_hands(edge: Edge) -> None:
    hands = Counter(category3(*cards).text for cards in combinations(range(52), 3))
    table = _table(_pays(edge, "atlantic-city"), "pair_plus")
    sheet = load_house("atlantic-city")
    for key, pay in sheet.pays["pair_plus"].columns["lines"].lines.items():
        row = next(each for each in table["rows"] if each["label"] == sheet.hand_label(key))
        cell = row["cells"][0]
        chance = cell["chance"]
        assert (cell["pays"], chance["count"], chance["outcomes"]) == (pay.text, hands[key], 22_100)
        assert Fraction(chance["fraction"]) == Fraction(hands[key], 22_100)
        assert chance["frequency"] == hands[key] / 22_100


@pytest.mark.parametrize("house", HOUSES)
def test_the_chances_of_a_side_wager_add_up_to_its_price(edge: Edge, house: str) -> None:
    """Each line's chance times what it pays, less what is lost otherwise, is the mean net of the wager."""
    pays = _pays(edge, house)
    prices = {each["id"]: each for each in pays["wagers"]}
    seen = 0
    for table in pays["tables"]:
        cells = [cell for row in table["rows"] for cell in row["cells"] if cell]
        if table["id"] not in prices or not all(each["pays"].endswith(" to 1") for each in cells):
            continue
        seen += 1
        wins = [(int(each["pays"].split()[0]), Fraction(each["chance"]["fraction"])) for each in cells]
        hit = sum((chance for _, chance in wins), Fraction(0))
        mean = sum((odds * chance for odds, chance in wins), Fraction(0)) - (1 - hit)
        price = prices[table["id"]]
        assert Fraction(price["ev"]) == mean
        assert Fraction(price["hit"]) == hit
        assert price["house_edge"] == pytest.approx(-float(mean))
    assert seen == {"pechanga": 1, "napa-valley": 1}.get(house, 2)


def test_every_line_of_every_house_has_a_chance_but_envy(edge: Edge) -> None:
    for house in HOUSES:
        pays = _pays(edge, house)
        assert {each["id"] for each in pays["wagers"]} == set(load_house(house).wagers)
        for table in pays["tables"]:
            cells = [cell for row in table["rows"] for cell in row["cells"] if cell]
            known = [cell["chance"] is not None for cell in cells]
            assert known == [table["id"] != "envy"] * len(cells)
            assert all(len(row["cells"]) == len(table["heads"]) - 1 for row in table["rows"])


@pytest.mark.clause("PEC-14")
def test_pec_14_a_dealt_pair_is_paid_after_the_draw_and_has_its_own_column(edge: Edge) -> None:
    table = _table(_pays(edge, "pechanga"), "double_shot")
    pat, drawn, carried = next(each["cells"] for each in table["rows"] if each["label"] == "Pair")
    assert drawn is None
    assert pat["chance"]["count"] == 0  # who plays best never keeps a pair as it is
    assert 0 < Fraction(carried["chance"]["fraction"]) < Fraction(3744, 22_100)


def test_a_table_has_its_own_posted_pays(edge: Edge) -> None:
    ann = edge.guest()
    posted = {"pair_xxx": {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}}
    opened = ann.opened("shine", private=True, pays=posted)
    path = f"/api/tables/{opened['table']}/pays"
    assert code(edge.ask("GET", path)) == (403, "private")
    found = ann.ask("GET", path).json()
    assert found == edge.ask("GET", f"{path}?invite={opened['invite']}").json()
    price = next(each for each in found["wagers"] if each["id"] == "pair_xxx")
    assert round(price["house_edge"], 4) == 0.0232  # spec/figures.md: 40-30-6-4-1
    assert _table(found, "pair_xxx")["source"] == "posted"
    assert code(edge.ask("GET", "/api/houses/the-moon/pays")) == (404, "no_house")

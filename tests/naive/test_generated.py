"""The generated rounds are legal by a check of their own and reach every line between them.

The adjudicator settles each of them as the naive settlement does, to the last key.
"""

import random
from typing import Any

import pytest

from .agreement import settled_alike
from .hands import DECK, category3
from .rounds import HOUSES, random_round

Json = dict[str, Any]

ROUNDS = 8_000  # at each house; `torture rounds` plays many more


def to_1(*odds: int) -> set[str]:
    return {f"{number} to 1" for number in odds}


CATEGORIES = {"high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"}
RESULTS = {
    "pechanga": {"win", "lose", "push"},
    "atlantic-city": {"win", "lose", "push"},
    "napa-valley": {"win", "lose", "push", "returned", "void"},
    "shine": {"win", "lose", "push"},
    "rivers": {"win", "lose", "push"},
}
CLAUSES = {
    "pechanga": {f"PEC-{n}" for n in (3, 9, 10, 11, 12, 13, 14)},
    "atlantic-city": {f"AC-{n}" for n in (4, 5, 6, 7, 8, 10)},
    "napa-valley": {f"NAPA-{n}" for n in (5, 6, 7, 9, 11, 12, 13)},
    "shine": {f"SHINE-{n}" for n in (3, 4, 5, 6, 7, 8)},
    "rivers": {f"RIV-{n}" for n in (4, 5, 6, 7, 8, 10, 11)},
}
PAYS: dict[str, dict[str, set[str]]] = {
    "pechanga": {
        "PEC-9": to_1(1),
        "PEC-11": to_1(20, 10, 5, 4, 3, 2, 1),
        "PEC-12": to_1(60, 40, 30, 5, 3, 1),
        "PEC-13": to_1(20, 6, 4),
        "PEC-14": to_1(1),
    },
    "atlantic-city": {
        "AC-5": to_1(1),
        "AC-6": to_1(1),
        "AC-7": to_1(5, 4, 1),
        "AC-8": to_1(50, 40, 30, 6, 3, 1),
        "AC-10": to_1(1000, 200, 50, 25, 15, 10, 5),
    },
    "napa-valley": {
        "NAPA-6": to_1(1),
        "NAPA-7": to_1(1),
        "NAPA-9": to_1(200, 40, 30, 6, 3, 1),
        "NAPA-11": to_1(200, 40, 30, 6, 3, 1),
    },
    "shine": {
        "SHINE-4": to_1(1),
        "SHINE-5": to_1(1),
        "SHINE-6": to_1(5, 4, 1),
        "SHINE-7": to_1(40, 30, 6, 3, 1),
        "SHINE-8": to_1(1000, 200, 50, 25, 15, 10, 5),
    },
    "rivers": {
        "RIV-5": to_1(1),
        "RIV-6": to_1(5, 4, 1),
        "RIV-7": to_1(40, 30, 6, 3, 1),
        "RIV-8": to_1(1000, 200, 50, 25, 20, 10, 5),
        "RIV-10": {"100 % of the meter", "500 for 1", "70 for 1", "60 for 1", "6 for 1"},
        "RIV-11": {"$25", "$50", "$75", "$100", "$125", "$150", "$175"},
    },
}
OFFERED = {
    "pechanga": {"ante", "double_shot"},
    "atlantic-city": {"ante", "pair_plus", "six_card_bonus"},
    "napa-valley": {"ante", "pair_plus"},
    "shine": {"ante", "pair_xxx", "super_6_bonus"},
    "rivers": {"ante", "pair_plus", "six_card_bonus", "progressive"},
}


def check_legal(data: Json) -> None:
    """The clauses of wagering and dealing, once more and apart from the generator."""
    house = data["house"]
    limits = data.get("limits", {})
    low, high = limits.get("min", 500), limits.get("max", 50_000)
    assert 0 < low <= high
    assert (low % 100, high % 100) == (0, 0)
    cards = list(data["dealer"])
    draws = house == "pechanga" and category3(data["dealer"][:3]) == "high_card"  # PEC-5, PEC-6
    assert len(cards) == (4 if draws else 3)
    numbers = [seat["seat"] for seat in data["seats"]]
    assert 1 <= len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(1, 8))  # STD-9
    void = data.get("exposed", 1) > 1 or data.get("malfunction", False)
    for seat in data["seats"]:
        wagers = seat["wagers"]
        assert set() < set(wagers) <= OFFERED[house]
        for wager, cents in wagers.items():
            assert cents > 0
            assert cents % 100 == 0
            if wager == "progressive":
                assert cents == 100  # RIV-2
            elif wager == "double_shot":
                assert cents <= 2 * wagers["ante"]  # PEC-2
            else:
                assert low <= cents <= high  # STD-10
            if house == "atlantic-city" and wager != "six_card_bonus":
                assert cents % 500 == 0  # AC-2
        if house in ("pechanga", "napa-valley"):
            assert "ante" in wagers  # PEC-1, NAPA-2
        if house == "napa-valley":
            assert wagers.get("pair_plus", 0) <= wagers["ante"]  # NAPA-8
        if house == "atlantic-city":
            assert "ante" not in wagers or wagers.get("pair_plus", high) >= wagers["ante"]  # AC-3
            assert "six_card_bonus" not in wagers or len(wagers) == 3  # AC-9
        if house == "rivers":
            assert "ante" in wagers or "pair_plus" in wagers  # RIV-2
        if not void:
            assert ("action" in seat) == ("ante" in wagers)
        assert seat.get("action", "fold") in ("fold", "play", "draw")
        assert len(seat["cards"]) == 3
        cards += seat["cards"]
        assert ("drawn" in seat) == ("discard" in seat) == (seat.get("action") == "draw")
        if seat.get("action") == "draw":
            assert house == "pechanga"
            assert seat["discard"] in seat["cards"]  # PEC-3
            cards.append(seat["drawn"])
    assert len(set(cards)) == len(cards)  # STD-1
    assert set(cards) <= set(DECK)
    if house == "napa-valley":
        assert data["bank"]["stake"] > 0  # NAPA-10
        for name in {seat["player"] for seat in data["seats"] if "player" in seat}:
            held = sorted(seat["seat"] for seat in data["seats"] if seat.get("player") == name)
            assert held == list(range(held[0], held[0] + len(held)))  # NAPA-14
    if house == "rivers":
        assert data.get("meter", 100_000) >= 100_000  # RIV-12


def check_sums(data: Json, result: Json) -> None:
    """What interfaces.md says of every output."""
    assert [seat["seat"] for seat in result["seats"]] == sorted(seat["seat"] for seat in data["seats"])
    lines = [line for seat in result["seats"] for line in seat["lines"]]
    for seat in result["seats"]:
        assert seat["net"] == sum(line["profit"] for line in seat["lines"])
    for line in lines:
        assert (line["pays"] is not None) == (line["profit"] > 0)
        if line["result"] == "lose":
            assert line["profit"] == -(line["stake"] - line["returned"]) < 0
        elif line["result"] in ("returned", "void"):
            assert (line["profit"], line["returned"]) == (0, line["stake"])
        else:
            assert line["returned"] == 0
            assert (line["profit"] > 0) == (line["result"] == "win")
    if result["bank"] is not None:
        used = sum(abs(line["profit"]) for line in lines)
        assert result["bank"]["net"] == -sum(seat["net"] for seat in result["seats"])
        assert result["bank"]["cover_left"] == result["bank"]["stake"] - used >= 0


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_generated_rounds_reach_every_line_and_are_settled_alike(house: str) -> None:
    rng = random.Random(f"naive {house}")
    results: set[str] = set()
    clauses: set[str] = set()
    pays: dict[str, set[str]] = {}
    ties: set[str] = set()  # the hands that tied with the dealer's
    dealers: set[tuple[int, str]] = set()  # how many cards the dealer had, and the hand they made
    draws: set[tuple[str, str]] = set()  # pechanga: the first three, the final three
    ended: set[tuple[str, str, str]] = set()  # napa-valley: where the cover ended
    for number in range(1, ROUNDS + 1):
        data = random_round(rng, house)
        check_legal(data)
        result = settled_alike(data, number)
        check_sums(data, result)
        cover = data["bank"]["stake"] if house == "napa-valley" and result["void"] is None else 0
        dealers.add((len(data["dealer"]), result["dealer"]["hand"]))
        finals = {seat["seat"]: seat["hand"] for seat in result["seats"]}
        for seat in data["seats"]:
            if seat.get("action") == "draw":
                draws.add((category3(seat["cards"]), finals[seat["seat"]]))
        for seat in result["seats"]:
            if seat["lines"][0]["result"] == "push":
                ties.add(seat["hand"])
            for line in seat["lines"]:
                results.add(line["result"])
                clauses.add(line["clause"])
                if line["pays"] is not None and "pays" not in data:
                    pays.setdefault(line["clause"], set()).add(line["pays"])
                if cover > 0:
                    cover -= abs(line["profit"])
                    if cover == 0:
                        ended.add((line["id"], line["result"], line["clause"]))
    assert results == RESULTS[house]
    assert clauses == CLAUSES[house]
    assert pays == PAYS[house]
    assert ties == CATEGORIES - {"three_of_a_kind"}  # two equal trips need six of a rank
    if house == "pechanga":
        # Below a pair the ranks differ, so a fourth card never makes trips.
        standing = {(3, name) for name in CATEGORIES - {"high_card"}}
        assert dealers == standing | {(4, name) for name in CATEGORIES - {"three_of_a_kind"}}
        # Two of trips are a pair, which makes trips or a pair again; a mini royal has only one card of each.
        trips = "three_of_a_kind"
        rest = CATEGORIES - {trips}
        reached = {(a, b) for a in rest for b in rest} - {("mini_royal", "mini_royal")}
        reached |= {(trips, trips), (trips, "pair"), ("pair", trips)}
        assert draws == reached
    else:
        assert dealers == {(3, name) for name in CATEGORIES}
    if house == "napa-valley":
        # The cover ends exactly with a line (its own clause) and within one (NAPA-11), at every kind of line.
        assert ended == {
            ("ante", "lose", "NAPA-5"),
            ("pair_plus", "lose", "NAPA-5"),
            ("ante", "win", "NAPA-6"),
            ("ante", "win", "NAPA-7"),
            ("ante", "lose", "NAPA-7"),
            ("play", "win", "NAPA-7"),
            ("play", "lose", "NAPA-7"),
            ("pair_plus", "win", "NAPA-9"),
            ("pair_plus", "lose", "NAPA-9"),
            ("ante", "win", "NAPA-11"),
            ("ante", "lose", "NAPA-11"),
            ("play", "win", "NAPA-11"),
            ("play", "lose", "NAPA-11"),
            ("pair_plus", "win", "NAPA-11"),
            ("pair_plus", "lose", "NAPA-11"),
        }


def test_generated_rounds_repeat_with_the_seed() -> None:
    for house in HOUSES:
        assert random_round(random.Random(7), house) == random_round(random.Random(7), house)

"""A second, naive reader of lines: lawful or not, straight from interfaces.md, for the five houses."""

import json
from typing import Any

from tests.naive.hands import DECK, category3

from .legality import JUDGES

Json = dict[str, Any]

EXTRAS = {"napa-valley": {"bank", "exposed", "malfunction"}, "rivers": {"meter"}, "shine": {"pays"}}
SEAT = {"seat", "player", "wagers", "cards", "action", "discard", "drawn"}
THREE = {"high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"}
SIX = {
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
}


class Unlawful(Exception):
    """What the law does not allow."""


def must(condition: bool) -> None:
    if not condition:
        raise Unlawful


def lawful(line: bytes) -> bool:
    try:
        check(read(line))
    except Unlawful:
        return False
    return True


def read(line: bytes) -> Any:
    """The document; numbers with a point or an exponent become None, as neither is allowed anywhere."""
    try:
        return json.loads(
            line.decode(), object_pairs_hook=once, parse_float=lambda _: None, parse_constant=lambda _: None
        )
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise Unlawful from None


def once(pairs: list[tuple[str, Any]]) -> Json:
    must(len({key for key, _ in pairs}) == len(pairs))
    return dict(pairs)


def whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def positive(value: Any) -> bool:
    return whole(value) and value > 0


def check(data: Any) -> None:
    must(isinstance(data, dict))
    must(not any("\ud800" <= letter <= "\udfff" for letter in json.dumps(data, ensure_ascii=False)))
    house = data.get("house")
    must(isinstance(house, str) and house in JUDGES)
    must(set(data) <= {"house", "limits", "dealer", "seats"} | EXTRAS.get(house, set()))
    low, high = check_limits(data.get("limits", {}))
    if house == "shine":
        check_pays(data.get("pays", {}))
    if house == "rivers":
        must(whole(data.get("meter", 100_000)) and data.get("meter", 100_000) >= 100_000)
    void = False
    if house == "napa-valley":
        bank = data.get("bank")
        must(isinstance(bank, dict) and set(bank) == {"stake"} and positive(bank["stake"]))
        must(whole(data.get("exposed", 1)) and data.get("exposed", 1) in (0, 1, 2, 3))
        must(isinstance(data.get("malfunction", False), bool))
        void = data.get("exposed", 1) > 1 or data.get("malfunction", False)

    seats = data.get("seats")
    must(isinstance(seats, list) and len(seats) > 0)
    for seat in seats:
        check_seat(seat, house, low, high, void)
    numbers = [seat["seat"] for seat in seats]
    must(len(set(numbers)) == len(numbers))
    if house == "napa-valley":  # NAPA-14
        for player in {seat["player"] for seat in seats if "player" in seat}:
            held = sorted(seat["seat"] for seat in seats if seat.get("player") == player)
            must(held == list(range(held[0], held[0] + len(held))))

    dealer = data.get("dealer")
    must(isinstance(dealer, list) and all(is_card(card) for card in dealer))
    cards = dealer + [card for seat in seats for card in seat["cards"]]
    cards += [seat["drawn"] for seat in seats if "drawn" in seat]
    must(len(set(cards)) == len(cards))  # STD-1
    must(len(dealer) >= 3)
    draws = house == "pechanga" and category3(dealer[:3]) == "high_card"  # PEC-5, PEC-6
    must(len(dealer) == (4 if draws else 3))


def is_card(value: object) -> bool:
    return isinstance(value, str) and value in DECK


def check_limits(limits: Any) -> tuple[int, int]:
    must(isinstance(limits, dict) and set(limits) <= {"min", "max"})
    low, high = limits.get("min", 500), limits.get("max", 50_000)
    must(positive(low) and positive(high) and low % 100 == 0 and high % 100 == 0 and low <= high)
    return low, high


def check_pays(pays: Any) -> None:
    must(isinstance(pays, dict) and set(pays) <= {"ante_bonus", "pair_xxx", "super_6_bonus"})
    for name, table in pays.items():
        must(isinstance(table, dict) and len(table) > 0)
        must(set(table) <= (SIX if name == "super_6_bonus" else THREE))
        must(all(positive(odds) and odds < 10**9 for odds in table.values()))


def check_seat(seat: Any, house: str, low: int, high: int, void: bool) -> None:
    must(isinstance(seat, dict) and set(seat) <= SEAT)
    must(whole(seat.get("seat")) and 1 <= seat["seat"] <= 7)
    must("player" not in seat or (isinstance(seat["player"], str) and seat["player"] != ""))
    wagers = seat.get("wagers")
    must(isinstance(wagers, dict) and all(positive(cents) for cents in wagers.values()))
    must(not JUDGES[house](wagers, low, high))
    cards = seat.get("cards")
    must(isinstance(cards, list) and len(cards) == 3 and all(is_card(card) for card in cards))
    actions = ["fold", "play", "draw"] if house == "pechanga" else ["fold", "play"]
    if "action" in seat:
        must("ante" in wagers and seat["action"] in actions)
    else:
        must("ante" not in wagers or void)
    if seat.get("action") == "draw":  # PEC-3
        must(is_card(seat.get("discard")) and seat["discard"] in cards and is_card(seat.get("drawn")))
    else:
        must("discard" not in seat and "drawn" not in seat)

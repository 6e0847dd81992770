"""Finished one-seat rounds of all five houses as lines of JSON, from a seed and without end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.naive.hands import DECK, category3
from tests.naive.rounds import HOUSES, random_action, random_limits, random_pays, random_wagers


def one_seat_rounds(seed: int, *, limits: bool = False, pays: float = 0.0) -> Iterator[bytes]:
    """House after house. `limits`: half have limits of their own; `pays`: how often Shine posts its own."""
    rng = random.Random(seed)
    while True:
        for house in HOUSES:
            yield json.dumps(_round(rng, house, limits, pays)).encode()


def _round(rng: random.Random, house: str, own_limits: bool, own_pays: float) -> dict[str, Any]:
    deck = rng.sample(DECK, 8)
    dealer, cards = deck[:3], deck[3:6]
    if house == "pechanga" and category3(dealer) == "high_card":
        dealer.append(deck[6])  # PEC-6
    limits = random_limits(rng) if own_limits else None
    low, high = (limits or {}).get("min", 500), (limits or {}).get("max", 50_000)  # STD-10
    seat: dict[str, Any] = {"seat": rng.randint(1, 7), "wagers": random_wagers(rng, house, low, high)}
    seat["cards"] = cards
    if "ante" in seat["wagers"]:
        seat["action"] = random_action(rng, house)
        if seat["action"] == "draw":
            seat.update(discard=rng.choice(cards), drawn=deck[7])  # PEC-3
    data: dict[str, Any] = {"house": house, "dealer": dealer, "seats": [seat]}
    if limits is not None:
        data["limits"] = limits
    if house == "rivers":
        data["meter"] = rng.randint(100_000, 5_000_000)  # RIV-12
    if house == "napa-valley":
        data["bank"] = {"stake": rng.choice([1_000, 10_000, 1_000_000])}  # NAPA-10
    if house == "shine" and rng.random() < own_pays:
        data["pays"] = random_pays(rng)  # SHINE-9
    return data

"""100,000 random rounds: the adjudicator and the naive settlement give the same output, to the last key.

A failure shows the round as a line for `pitboss settle`.
"""

import json
import random

import pytest

from pitboss.round.adjudicate import rule
from tests.naive.rounds import HOUSES, random_round
from tests.naive.settlement import settle

ROUNDS = 20_000


@pytest.mark.parametrize("house", HOUSES)
def test_settles_as_the_naive_settlement(house: str) -> None:
    rng = random.Random(f"settle {house}")
    for number in range(1, ROUNDS + 1):
        data = random_round(rng, house)
        line = json.dumps(data, ensure_ascii=False)
        answer, accepted = rule(line.encode(), number)
        assert accepted, (line, answer)
        assert answer == settle(data), line

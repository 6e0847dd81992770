"""The coach in the terminal: asked by its word, unasked as --coach says."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pitboss.sheet import load_house
from tests.cli.test_play import play
from tests.odds.counting import all_evs, cards
from tests.table.weighing import rules_of

READ = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "10": "T"}
BEST = "compared with the best play"


def holds(said: str) -> str:
    """The cards of the first hand, as files have them."""
    found = re.search(r"Seat 1 holds (\S+ \S+ \S+),", said)
    assert found
    return written(found[1])


def written(cards: str) -> str:
    """Cards that were read, as files have them."""
    for sign, text in READ.items():
        cards = cards.replace(sign, text)
    return cards


def evs(house: str, hand: str, ante: int = 1000) -> dict[str, Fraction]:
    """What each action is worth in cents, counted; named as one says it."""
    found = all_evs(load_house(house), rules_of(house), cards(hand), wagers={"ante": ante})
    return {name.replace("draw:", "discard "): ev * ante for name, ev in found.items()}


def told(cents: Fraction) -> str:
    return f"{'−' if cents < 0 else '+'}${abs(float(cents / 100)):,.2f}"


@pytest.mark.parametrize("house", ["pechanga", "shine"])
def test_the_word_coach_tells_the_worth_of_every_action(house: str) -> None:
    said = play("10\ncoach\nplay\nquit\n", house, "--seed", "oak")
    lines = dict(re.findall(r"^  (fold|play|discard \S+) +([+−]\$[\d,.]+)  ", said, re.M))
    assert {written(name): worth for name, worth in lines.items()} == {
        name: told(cents) for name, cents in evs(house, holds(said)).items()
    }
    assert said.index("Coach, seat 1, on average for this bet:") < said.index("Dealer holds")
    assert "was" not in said.split("Dealer holds")[1].split("Round 2")[0]  # unasked it says nothing


def test_before_every_decision() -> None:
    said = play("10\nplay\nquit\n", "shine", "--seed", "oak", "--coach", "before")
    assert said.index("Coach, seat 1") < said.index("Seat 1: fold or play?")


def test_after_the_round_what_was_given_up_and_what_perfect_play_had_made() -> None:
    said = play("10\nfold\nquit\n", "pechanga", "--seed", "oak", "--coach", "after")
    worth = evs("pechanga", holds(said))
    cost = max(worth.values()) - worth["fold"]
    assert cost > 150  # more than 15 % of the Ante
    assert f"Coach, seat 1: fold was a blunder and gave up ${float(cost / 100):.2f} {BEST}." in said
    best = max(worth, key=lambda name: worth[name])
    assert f"Perfect play: {best}, " in written(said)
    assert f"Given up by the coach's count: ${float(cost / 100):.2f} in 1 decision." in said


def test_a_mistake_is_asked_about_and_a_good_decision_is_not() -> None:
    said = play("10\nfold\nno\nfold\nyes\nquit\n", "pechanga", "--seed", "oak", "--coach", "ask")
    worth = evs("pechanga", holds(said))
    cost = max(worth.values()) - worth["fold"]
    assert said.count(f"Fold gives up ${float(cost / 100):.2f} on average, {BEST}: sure (yes or no)?") == 2
    assert said.count("Seat 1 folds.") == 1
    best = max(worth, key=lambda name: worth[name])
    good = play(f"10\n{best}\nquit\n", "pechanga", "--seed", "oak", "--coach", "ask")
    assert "sure" not in good
    assert "was the best." in good


def test_without_a_hand_there_is_nothing_to_weigh() -> None:
    assert "The coach speaks of a hand that you hold." in play("coach\nquit\n", "rivers", "--seed", "oak")


def test_a_bet_that_no_decision_touches_is_said_to_be_left_out() -> None:
    said = play("10 prime 5\ncoach\nplay\nquit\n", "examples/catalogue/prime.toml", "--seed", "oak")
    assert "Without Prime: no decision touches what that is worth." in said
    alone = play("10\ncoach\nplay\nquit\n", "examples/catalogue/prime.toml", "--seed", "oak")
    assert "Without" not in alone
    lines = [re.findall(r"^  (fold|play) +([+−]\$[\d,.]+)  ", each, re.M) for each in (said, alone)]
    assert lines[0] == lines[1]

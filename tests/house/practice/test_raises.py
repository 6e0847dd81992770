"""Raised Plays in the Drill: hands of Ultimate Three Card Poker, each multiple an answer of its own.

Costs are held against the naive settlement of every hand that the dealer can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, strategy
from pitboss.odds.borderline import NEAR, Practice, as_dealt, practice
from pitboss.odds.coach import coached
from pitboss.round import open_table
from pitboss.sheet import load_sheet
from tests.further_houses import ULTIMATE, further_house
from tests.naive.hands import rank3
from tests.odds.test_raises import plain
from tests.web.edge import Edge, code, named

Found = dict[str, Any]
ANY = "play.raises.from=any"
ORDER = ("play", "play_2x", "play_3x", "fold")  # of equally good actions the first is taken


@pytest.fixture
def ultimate(tmp_path: Path) -> Iterator[str]:
    with further_house(ULTIMATE, tmp_path) as name:
        yield name


@cache
def game(*changes: str) -> Game:
    return Game(open_table(load_sheet(ULTIMATE, changes)))


@cache
def drawn_from(*changes: str) -> Practice:
    return practice(game(*changes))


@pytest.mark.parametrize("changes", [(), (ANY,), (ANY, "dealer.shows=0")])
def test_borderline_hands_weigh_their_cost_times_their_deals(changes: tuple[str, ...]) -> None:
    """By what is best: folding, playing, each raise that is anywhere close; as the strategy lists them."""
    wanted: dict[str, dict[tuple[int, ...], Fraction]] = {}
    for entry in strategy(game(*changes)):
        top = max(entry.worth.values())
        nearest = min((top - worth for worth in entry.worth.values() if worth < top), default=top)
        if not any(worth < top for worth in entry.worth.values()) or nearest > NEAR:
            continue
        best = next(name for name in ORDER if name in entry.best)
        of_hand = wanted.setdefault(best, {})
        of_hand[entry.hand] = of_hand.get(entry.hand, Fraction()) + nearest * entry.multiplicity
    deals, lots = drawn_from(*changes), []
    for lot in deals.near:
        steps = [after - before for before, after in zip((0, *lot.sums), lot.sums, strict=False)]
        share: dict[tuple[int, ...], Fraction] = {}
        for place, weight in zip(lot.places, steps, strict=True):
            hand = deals.hands[place]
            share[hand] = share.get(hand, Fraction()) + Fraction(weight, lot.sums[-1])
        lots.append(share)
    assert set(wanted) == ({"fold", "play", "play_3x"} if ANY in changes else {"fold", "play"})
    assert len(lots) == len(wanted)
    for each in wanted.values():
        assert {hand: weight / sum(each.values()) for hand, weight in each.items()} in lots


def test_near_hands_are_between_fold_and_play_and_between_play_and_a_raise() -> None:
    table, pairs = game(ANY).table, set()
    for deal in drawn_from(ANY).draw("borderline", 40, Random("near").randrange):
        first, second = sorted(coached(as_dealt(table, deal), 1).actions, key=lambda each: each.cost)[:2]
        assert second.percent <= NEAR * 100
        pairs.add(frozenset((first.action.id, second.action.id)))
    assert {frozenset(("fold", "play")), frozenset(("play", "play_2x"))} <= pairs


def test_a_hand_is_asked_with_every_bet_that_must_be_made() -> None:
    (deal,) = drawn_from().draw("mixed", 1, Random("one").randrange)
    state = as_dealt(game().table, deal)
    assert dict(state.seats[0].wagers) == {"ante": 1000, "blind": 1000}
    worth = plain(cards_text(deal.cards).split(), cards_text(deal.up).split())
    assert {each.action.id: each.ev for each in coached(state, 1).actions} == worth


def test_each_raise_is_an_answer_with_its_exact_cost(edge: Edge, ultimate: str) -> None:
    found = edge.ask("GET", f"/api/drill/{ultimate}?kind=mixed&n=14&seed=c").json()
    assert (found["ante"], found["bet"]) == (1000, "Ante $10 and Blind $10")
    met: set[str] = set()
    for question in found["questions"]:
        worth = plain(question["cards"], question["up"])
        top = max(worth.values())
        raises = (
            [("play_2x", "Play 2×", "2"), ("play_3x", "Play 3×", "3")] if rank3(question["cards"])[0] else []
        )
        offered = [(each["id"], each["label"], each["key"]) for each in question["choices"]]
        assert offered == [("play", "Play", "p"), *raises, ("fold", "Fold", "f")]
        for action in worth if len(met) < len(ORDER) else [question["choices"][0]["id"]]:
            answer = answered(edge, ultimate, question, action)
            met.add(action)
            assert answer["cost"] == round((top - worth[action]) * 1000 * 1_000_000)
            assert answer["right"] == (worth[action] == top)
            assert {each["id"]: Fraction(each["ev"]) for each in answer["choices"]} == worth
    assert met == set(ORDER)


def answered(edge: Edge, house: str, question: Found, action: str) -> Found:
    asked = {"question": {"cards": question["cards"], "up": question["up"]}, "action": action}
    answer = edge.ask("POST", f"/api/drill/{house}/answers", json=asked)
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def test_a_mistake_is_told_with_the_rule_and_kept(edge: Edge, ultimate: str) -> None:
    ann = named(edge, "Ann")
    hand = {"cards": ["9s", "9d", "3h"], "up": ["Ac"]}
    asked = {"question": hand, "action": "play_2x"}
    found = ann.ask("POST", f"/api/drill/{ultimate}/answers", json=asked).json()
    worth = plain(hand["cards"], hand["up"])
    assert found["cost"] == round((worth["play_3x"] - worth["play_2x"]) * 1000 * 1_000_000)
    assert found["text"] == "Best was: Play 3×."
    assert found["cut_off"] == "Dealer shows A: play A-8-5 or better; raise 3× with pair or better."
    again = ann.ask("GET", f"/api/drill/{ultimate}?kind=misses").json()
    assert [question["cards"] for question in again["questions"]] == [["9s", "9d", "3h"]]
    page = ann.ask("GET", "/progress").text
    assert "Play 2×" in page
    assert "Play 3×" in page


def test_a_raise_that_the_hand_may_not_make_is_no_answer(edge: Edge, ultimate: str) -> None:
    question = {"cards": ["9s", "8d", "3h"], "up": ["Ac"]}
    refused = edge.ask(
        "POST", f"/api/drill/{ultimate}/answers", json={"question": question, "action": "play_2x"}
    )
    assert refused.status_code == 422
    assert code(refused)[1] == "message"

"""Drills over HTTP: questions without answers, answers weighed exactly, missed hands that come back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import text

from tests.table.rig import HOUSES
from tests.web.edge import Edge, Visitor, code, named

Found = dict[str, Any]


def drill(edge: Edge | Visitor, house: str, query: str = "seed=a") -> Found:
    answer = edge.ask("GET", f"/api/drill/{house}?{query}")
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def send(edge: Edge | Visitor, house: str, question: Found, action: str, **more: Any) -> Found:
    name, _, discard = action.partition(":")
    asked = {"question": {"cards": question["cards"], "up": question["up"]}, "action": name, **more}
    if discard:
        asked["discard"] = discard
    answer = edge.ask("POST", f"/api/drill/{house}/answers", json=asked)
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def advice(edge: Edge, house: str, question: Found) -> dict[str, Fraction]:
    """What `pitboss advise` says of the hand, with the Ante alone."""
    cards, up = " ".join(question["cards"]), " ".join(question["up"])
    answer = edge.ask("GET", f"/api/houses/{house}/advice", params={"cards": cards, "up": up})
    return {name: Fraction(each["ev"]) for name, each in answer.json()["actions"].items()}


def kept(edge: Edge) -> int:
    query = "SELECT count(*) FROM decisions"
    return int(edge.store.read(lambda connection: connection.execute(text(query)).scalar_one()))


@pytest.mark.parametrize("house", HOUSES)
def test_a_question_has_no_answer_in_it(edge: Edge, house: str) -> None:
    found = drill(edge, house, "n=5&seed=a")
    assert found == drill(edge, house, "n=5&seed=a")
    assert found["questions"] != drill(edge, house, "n=5&seed=b")["questions"]
    assert len(found["questions"]) == 5
    for question in found["questions"]:
        assert set(question) == {"cards", "up", "hand", "choices", "step"}
        for choice in question["choices"]:
            assert set(choice) == {"id", "discard", "label", "key", "consequence"}
        names = {(each["id"], each["discard"]) for each in question["choices"]}
        drawn = {("draw", card) for card in question["cards"]} if house == "pechanga" else set()
        assert names == {("play", None), ("fold", None)} | drawn


@pytest.mark.parametrize("house", HOUSES)
def test_answers_are_weighed_exactly(edge: Edge, house: str) -> None:
    for question in drill(edge, house, "kind=mixed&n=8&seed=w")["questions"]:
        worths = advice(edge, house, question)
        top = max(worths.values())
        for action, ev in worths.items():
            found = send(edge, house, question, action)
            cost = top - ev
            assert found["right"] == (cost == 0)
            assert found["cost"] == round(cost * 10 * 100 * 1_000_000)  # a $10 Ante, in micro-cents
            limits = {"best": Fraction(0), "close": Fraction(2, 100), "mistake": Fraction(15, 100)}
            assert found["grade"] == next((name for name, most in limits.items() if cost <= most), "blunder")
            told = {
                each["id"] + (f":{each['discard']}" if each["discard"] else ""): each
                for each in found["choices"]
            }
            assert {name: Fraction(each["ev"]) for name, each in told.items()} == worths
            assert {name for name, each in told.items() if each["best"]} == {
                name for name, each in worths.items() if each == top
            }
            assert found["choices"][0]["best"]


@pytest.mark.parametrize(
    ("house", "cards", "up", "words"),
    [
        ("rivers", "Qs 6h 4d", "", "Play Q-6-4 or better, fold the rest. Suits never matter."),  # figures.md
        ("napa-valley", "Kd 9c 2s", "Kh", "Player/dealer shows K: play K-9-2 or better."),
        ("napa-valley", "4d 3c 2s", "Jh", "Player/dealer shows J: play any hand."),
    ],
)
def test_the_cut_off_is_told(edge: Edge, house: str, cards: str, up: str, words: str) -> None:
    found = send(edge, house, {"cards": cards.split(), "up": up.split()}, "play")
    assert (found["cut_off"], found["right"]) == (words, True)


QS = {"cards": ["Qs", "6h", "4d"], "up": []}


@pytest.mark.parametrize(
    ("house", "asked", "why"),
    [
        ("rivers", {"question": QS, "action": "play", "cost": 0}, "message"),
        ("rivers", {"question": QS | {"cost": 0}, "action": "play"}, "message"),
        ("rivers", {"question": {"cards": ["Qs", "Qs", "4d"]}, "action": "play"}, "not_priced"),
        ("rivers", {"question": QS | {"up": ["Kh"]}, "action": "play"}, "not_priced"),
        ("napa-valley", {"question": QS, "action": "play"}, "not_priced"),
        ("rivers", {"question": {"cards": ["Qs", "6h", "1x"]}, "action": "play"}, "card"),
        ("rivers", {"question": QS, "action": "draw", "discard": "4d"}, "message"),
        ("pechanga", {"question": QS, "action": "draw"}, "message"),
        ("pechanga", {"question": QS, "action": "draw", "discard": "5d"}, "message"),
        ("elsewhere", {"question": QS, "action": "play"}, "no_house"),
    ],
)
def test_what_is_no_answer_is_refused(edge: Edge, house: str, asked: Found, why: str) -> None:
    answer = edge.ask("POST", f"/api/drill/{house}/answers", json=asked)
    assert answer.status_code in (404, 422)
    assert code(answer)[1] == why
    assert kept(edge) == 0


def test_with_retry_first_a_wrong_answer_tells_nothing_else(edge: Edge) -> None:
    ann = named(edge, "Ann")
    hand = {"cards": ["Qs", "5h", "4d"], "up": []}
    first = send(ann, "rivers", hand, "play", retry=True)
    assert first == {
        "right": False,
        "finished": False,
        "text": "Not the best: try again.",
        "grade": None,
        "cost": None,
        "choices": [],
        "cut_off": None,
        "ends": {},
        "again_in": 1,
        "step": 0,
    }
    second = send(ann, "rivers", hand, "fold", retry=True, again=True)
    assert (second["right"], second["finished"], second["again_in"]) == (True, True, 1)
    told = ann.ask("GET", "/api/progress").json()["drill"]
    assert (told["decisions"], told["best"]) == (1, 0), "the first answer counts, and only that"
    assert send(ann, "rivers", QS, "play", retry=True)["finished"]


def test_a_missed_hand_comes_back_after_1_3_7_and_21_drills(edge: Edge) -> None:
    ann, hand = named(edge, "Ann"), {"cards": ["4d", "Qs", "5h"], "up": []}

    def due(drills: int) -> bool:
        """Whether the hand comes in the drill of a number, the one before being over."""
        send(ann, "rivers", QS, "play", drill=drills - 1)
        found = drill(ann, "rivers", "n=3")
        assert found["number"] == drills
        first = found["questions"][0]
        return sorted(first["cards"]) == sorted(hand["cards"]) and first["step"] is not None

    assert send(ann, "rivers", hand, "play", drill=1)["again_in"] == 1
    assert due(2)
    assert send(ann, "rivers", hand, "fold", drill=2)["again_in"] == 3
    assert not due(4)
    assert due(5)
    assert send(ann, "rivers", hand, "fold", drill=5)["again_in"] == 7
    assert not due(11)
    assert due(12)
    assert send(ann, "rivers", hand, "fold", drill=12)["again_in"] == 21
    assert not due(32)
    assert due(33)
    assert send(ann, "rivers", hand, "fold", drill=33)["again_in"] is None
    assert not due(40)
    assert drill(ann, "rivers", "kind=misses")["missed"] == 0


def test_a_review_asks_for_all_missed_hands_and_a_new_miss_begins_anew(edge: Edge) -> None:
    ann, hand = named(edge, "Ann"), {"cards": ["Qs", "5h", "4d"], "up": []}
    send(ann, "rivers", hand, "play", drill=1)
    send(ann, "rivers", hand, "fold", drill=2)
    found = drill(ann, "rivers", "kind=misses")
    assert [each["step"] for each in found["questions"]] == [1]
    assert send(ann, "rivers", hand, "play", drill=3)["again_in"] == 1
    assert drill(ann, "shine", "kind=misses")["questions"] == [], "each house has its own"
    assert drill(edge.guest(), "rivers", "kind=misses")["questions"] == [], "and each person"


def test_a_guest_keeps_missed_hands_in_the_browser(edge: Edge) -> None:
    guest = edge.guest()
    found = drill(guest, "napa-valley", "kind=misses&hand=Kd8c2s-Kh")
    assert [(each["cards"], each["up"]) for each in found["questions"]] == [(["Kd", "8c", "2s"], ["Kh"])]
    assert found["kept"] is False
    question = found["questions"][0]
    assert send(guest, "napa-valley", question, "play", step=2)["again_in"] == 1
    right = send(guest, "napa-valley", question, "fold", step=2)
    assert (right["again_in"], right["step"]) == (21, 3)
    assert send(edge, "napa-valley", question, "fold", step=3)["again_in"] is None
    assert kept(edge) == 0
    for wrong in ("Kd8c2", "Kd8c2s-K", "Kd8c2s2h", "", "zzzzzz"):
        answer = edge.ask("GET", "/api/drill/napa-valley", params={"hand": wrong})
        assert code(answer) == (422, "card")

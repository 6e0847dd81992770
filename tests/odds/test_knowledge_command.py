"""`pitboss knowledge`: its shapes, its words, its faults in one sentence."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.cli.knowledge import class_words, known_words, rule_rows
from pitboss.hands import parse_hand
from pitboss.odds import strategy
from pitboss.odds.knowledge import Known, RuleLine, edges_of
from pitboss.odds.knowledge.question import Sign
from tests.odds.prices import game_of
from tests.refusals import refused_command

HIGH = edges_of("QKA")
SEATS = ("knowledge", "atlantic-city", "--seats", "6", "--deals", "400", "--seed", "5")
DRAWN = ("knowledge", "pechanga", "--hole", "2", "--seats", "5", "--deals", "100")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_an_answer_in_words_keeps_to_eighty_columns() -> None:
    text = run(*SEATS)
    assert max(map(len, text.splitlines())) <= 80
    assert "Mean without it                              −3.3730 %" in text
    assert "400 deals by chance, seed 5" in text
    assert "high at other seats" in text


def test_an_answer_as_json() -> None:
    text = run(*SEATS, "--json")
    assert run(*SEATS, "--json") == text
    assert list(json.loads(text)) == ["house", "answers"]
    [found] = json.loads(text)["answers"]
    assert found["known"] == {"hole": 0, "edges": [], "backs": 0, "seats": 6, "next_card": False}
    made = found["simulated"]
    assert (found["exact"], made["deals"], made["seed"]) == (False, 400, 5)
    assert found["honest_ev"] == "-686689/20358520"
    for name in ("ev", "gain", "changes"):
        assert found[name] is None
        assert made[name]["low"] <= made[name]["value"] == found[f"{name}_value"] <= made[name]["high"]
    assert {"ev", "ev_value", "cost", "cost_value", "lines"} == set(found["rule"])


def test_draws_with_the_dealer_and_other_seats_known_together() -> None:
    [found] = json.loads(run(*DRAWN, "--json"))["answers"]
    assert found["honest_ev"] == "143428213/17559223500"
    assert found["gain_value"] > 0
    assert found["rule"] is None
    assert "No short rule" in run(*DRAWN)


def test_the_first_card_seen_before_the_bet() -> None:
    """By hand from the strategy: each hand has the class as its first card as often as it holds it."""
    found = json.loads(run("knowledge", "napa-valley", "--edges", "A K", "--first", "--json"))
    assert [each["ranks"] for each in found["classes"]] == ["A", "K", "23456789TJQ"]
    assert [each["chance"] for each in found["classes"]] == ["1/13", "1/13", "11/13"]
    game = game_of("napa-valley")
    sums, number = Fraction(0), 0
    for entry in strategy(game):
        aces = sum(card >= 48 for card in entry.hand)
        sums += aces * entry.multiplicity * max(entry.worth.values())
        number += aces * entry.multiplicity
    ace, king, rest = (Fraction(each["ev"]) for each in found["classes"])
    assert ace == sums / number
    assert (ace + king + 11 * rest) / 13 == Fraction(found["honest_ev"]) == game.price("ante").ev
    assert Fraction(found["ev"]) == sum(max(each, Fraction(0)) for each in (ace, king)) / 13
    text = run("knowledge", "rivers", "--edges", "A", "--first")
    assert "A deal, bet only where favourable" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (Known(hole=1), "one card of the dealer"),
        (
            Known(hole=1, edges=edges_of("QKA"), backs=1),
            "one card of the dealer and the class of one more card",
        ),
        (
            Known(edges=edges_of("QKA"), next_card=True, seats=2),
            "the class of the next card and two other seats",
        ),
    ],
)
def test_what_is_known_in_words(known: Known, words: str) -> None:
    assert known_words(known).startswith(words)


def test_classes_in_words() -> None:
    assert [class_words(each) for each in edges_of("QKA 2-6 T")] == ["Q–A", "2–6", "10", "7–9, J"]


def test_a_rule_in_words_joins_what_is_alike() -> None:
    queen, king = (parse_hand(text) or 0 for text in ("Q-9-2", "K-9-2"))
    lines = [RuleLine(Sign(rank), 0, 0) for rank in "23456789TJ"]
    lines += [RuleLine(Sign("Q"), queen, queen), RuleLine(Sign("K"), king, king)]
    assert rule_rows(lines, 1) == [
        ("2–J", "play any hand"),
        ("Q", "play Q-9-2 or better"),
        ("K", "play K-9-2 or better"),
    ]
    seats = [RuleLine(Sign(high=number), cut, cut) for number, cut in ((2, king), (3, queen), (4, 0), (5, 0))]
    assert [sign for sign, _ in rule_rows(seats, 0)] == [
        "2 or fewer high at other seats",
        "3 high at other seats",
        "4 or more high at other seats",
    ]
    whole = [RuleLine(Sign(qualifies=True, result="higher"), 741, 741)]
    whole += [RuleLine(Sign(qualifies=True, result=result), 0, 0) for result in ("equal", "lower")]
    assert rule_rows(whole, 3) == [
        ("dealer qualifies, higher", "fold"),
        ("dealer qualifies, equal or lower", "play any hand"),
    ]


def test_a_rule_with_raises_in_words() -> None:
    """Hands that are played, raised from a pair on; all that is played raised; nothing played."""
    ten, pair = (parse_hand(text) or 0 for text in ("10-8-4", "pair"))
    lines = [RuleLine(Sign("2"), 0, 0, pair), RuleLine(Sign("T"), ten, ten, pair)]
    lines += [RuleLine(Sign("K"), pair, pair, pair), RuleLine(Sign("A"), 741, 741, 741)]
    assert [deed for _, deed in rule_rows(lines, 1)] == [
        "play any hand, raise from 3-2-2",
        "play from 10-8-4, raise from 3-2-2",
        "raise from 3-2-2",
        "fold",
    ]
    assert lines[1].as_json() == {"ranks": "T", "plays_from": "T-8-4", "raises_from": "3-2-2"}


BAD = [
    (("rivers", "--hole", "4"), "3 cards that nobody sees"),
    (("napa-valley", "--hole", "3"), "2 cards that nobody sees"),
    (("rivers", "--edges", "QQ"), "each rank belongs to one class"),
    (("rivers", "--edges", "XY"), "write ranks"),
    (("rivers", "--backs", "1"), "give a partition"),
    (("rivers", "--seats", "7"), "STD-9"),
    (("rivers", "--seats", "6", "--deals", "5"), "from 100"),
    (("rivers", "--seats", "6", "--seed", "-1"), "--seed"),
    (("rivers", "--edges", "QKA", "--next"), "no next card"),
    (("rivers", "--first", "--hole", "1"), "--first"),
    (("rivers", "--hole", "1", "--bets", "pair_plus=500"), "nothing to decide"),
]


@pytest.mark.parametrize(("words", "hint"), BAD, ids=lambda each: each if isinstance(each, str) else None)
def test_a_fault_is_one_sentence(
    words: tuple[str, ...], hint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hint in refused_command(capsys, monkeypatch, "knowledge", *words)

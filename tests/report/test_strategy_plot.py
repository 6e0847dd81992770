"""The picture of `pitboss strategy`: its parts are the shares, gains and costs that they say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from pitboss.cards import RANKS, parse_cards
from pitboss.hands import Category, category3, value3
from pitboss.messages.rules import keep_words
from pitboss.odds import Entry
from pitboss.odds.short_rules import short_rule
from pitboss.report.strategy_plot import strategy_figure
from pitboss.report.up_card_plot import FOLD, PLAY, hand_words, kind, kind_words, tallied
from tests.report.pictures import by_gid, entries, game, texts


def entry(hand: str, up: str, fold: str, play: str, multiplicity: int = 1) -> Entry:
    """A made-up entry; the better action is the best."""
    worth = {"fold": Fraction(fold), "play": Fraction(play)}
    top = max(worth.values())
    best = tuple(name for name, each in worth.items() if each == top)
    return Entry(parse_cards(hand), parse_cards(up), multiplicity, worth, best)  # type: ignore[arg-type]


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_the_parts_of_a_bar_are_the_shares_of_each_action(house: str) -> None:
    figure = strategy_figure(game(house), entries(house))
    bars = {bar.get_gid(): bar.get_width() for bar in figure.findobj(Rectangle) if bar.get_gid()}
    queens = [each for each in entries(house) if category3(*each.hand) == Category.HIGH_CARD]
    queens = [each for each in queens if max(each.hand) >> 2 == RANKS.index("Q")]
    total = sum(each.multiplicity for each in queens)
    for action in {each.best[0] for each in queens}:
        number = sum(each.multiplicity for each in queens if each.best[0] == action)
        assert bars[f"Q high {action}"] == pytest.approx(number / total)
        assert f"{number / total:.0%}" in texts(figure)
    assert {f"{total:,}", "100%"} <= set(texts(figure))


def test_the_page_says_the_known_cut_off_and_what_the_hands_beside_it_gain() -> None:
    figure = strategy_figure(game("rivers"), entries("rivers"))
    said = texts(figure)
    assert "Rivers: play Q-6-4 or better, fold the rest" in said
    by_hand = {each.hand: each for each in entries("rivers")}
    for hand in ("Qc 7d 2h", "Qc 6d 4h", "Qc 6d 3h", "Qc 4d 3h"):
        worth = by_hand[parse_cards(hand)].worth
        gain = float(worth["play"] - worth["fold"])
        assert f"{gain:+.4f}".replace("-", "−") in said
        bars = [bar.get_width() for bar in figure.findobj(Rectangle) if bar.get_gid() == "close call"]
        assert any(width == pytest.approx(gain) for width in bars)


def test_the_page_of_a_draw_game_is_its_rule_and_what_the_exceptions_cost() -> None:
    rule = short_rule(game("pechanga"))
    figure = strategy_figure(game("pechanga"), entries("pechanga"))
    said = texts(figure)
    assert f"Pechanga: a rule of 6 lines that costs {float(rule.cost):.2%} of the Ante" in said
    (axes,) = [each for each in figure.axes if "exceptions" in each.get_title(loc="left")]
    assert sum(bar.get_width() for bar in axes.containers[0]) == pytest.approx(float(rule.cost))
    hands = [text for text in said if text.endswith(" hands")]
    assert sum(int(text.split()[1].replace(",", "")) for text in hands) == rule.exceptions
    for line, keep in enumerate(rule.keeps, 1):
        assert str(line) in said
        assert keep_words(*keep).split(",")[0] in " ".join(said)


def test_the_up_card_rows_say_the_known_cut_offs() -> None:
    by_up = tallied(entries("napa-valley"))
    figure = strategy_figure(game("napa-valley"), entries("napa-valley"))
    said = texts(figure)
    for rank, cut in (("A", "A-9-2"), ("K", "K-9-2"), ("Q", "Q-9-2")):
        assert any(text.startswith(f"play {cut} or better\n") for text in said), rank
    assert sum(text.startswith("play any hand\n") for text in said) == 10
    # The mean over the up cards is the price of the main game, -229314/12724075.
    assert sum(hands.worth for hands in by_up.values()) / 13 == Fraction(-229314, 12724075)
    # Rows are drawn best up card first, and their folding area is the folding share.
    for row, up in enumerate(range(12, -1, -1)):
        parts = by_gid(figure, f"row-{row}", PolyCollection)
        red = 0.0
        for path, colour in zip(parts.get_paths(), np.asarray(parts.get_facecolor()), strict=True):
            (left, top), (right, bottom) = np.asarray(path.vertices).min(0), np.asarray(path.vertices).max(0)
            red += (right - left) * (bottom - top) / 0.88 if colour[0] > colour[2] else 0
        # Columns are as wide as their hands are frequent over all up cards, so near it and not on it.
        assert red == pytest.approx(float(by_up[up,].share(FOLD)), abs=0.03)


def test_hands_that_suits_decide_are_said_to_be_so() -> None:
    hands = tallied(
        [
            entry("Qc 6d 4h", "Kc", "-1", "-1/2", 6),
            entry("Qc 6d 4c", "Kc", "-1", "-2", 2),
            entry("Qc 7d 4h", "Kc", "-1", "0", 12),
            entry("Jc 7d 4h", "Kc", "-1", "-2", 20),
        ]
    )[11,]
    assert hands.number == 40
    assert hands.share(PLAY) == Fraction(18, 40)
    assert hands.sure == value3(*parse_cards("Qc 7d 4h"))
    assert not hands.clean
    assert hands.cut_off is None
    assert hands.worth == Fraction(6 * Fraction(-1, 2) - 2 - 20, 40)


def test_draws_beside_up_cards_have_their_own_part() -> None:
    one = game("pechanga", "dealer.shows=1")
    draws = {"fold": Fraction(-1), "play": Fraction(-2), "draw_2": Fraction(0), "draw_3": Fraction(0)}
    drawn = Entry(parse_cards("Jc 4d 4h"), parse_cards("Kc"), 5, draws, ("draw_2", "draw_3"))  # type: ignore[arg-type]
    made = [entry("Qc Qd 4h", "Kc", "-1", "1/2", 3), drawn, entry("Jc 7d 4h", "Kc", "-1", "-2", 12)]
    figure = strategy_figure(one, made)
    assert "play Q-Q-4 or better\ndraw 25.0%, fold 60.0%, worth −0.5250" in texts(figure)
    colours = {to_hex(each) for each in np.asarray(by_gid(figure, "row-0", PolyCollection).get_facecolor())}
    assert len(colours) == 3
    two = game("pechanga", "dealer.shows=2")
    said = texts(strategy_figure(two, [replace(each, up=parse_cards("Kc 9d")) for each in made]))
    assert {"Q-Q-4", "15%, draws 25%", "draw 25.000%"} <= set(said)


def test_a_raised_play_is_a_play_and_no_draw() -> None:
    worth = {"fold": Fraction(-1), "play": Fraction(1), "play_3x": Fraction(2)}
    raised = Entry(parse_cards("Qc Qd 4h"), parse_cards("Kc"), 3, worth, ("play_3x",))  # type: ignore[arg-type]
    made = [raised, entry("Jc 7d 4h", "Kc", "-1", "0", 4), entry("9c 7d 4h", "Kc", "-1", "-2", 5)]
    hands = tallied(made)[11,]
    assert hands.plays == Fraction(7, 12)
    assert hands.sure == value3(*parse_cards("Jc 7d 4h"))
    said = texts(strategy_figure(game("napa-valley"), made))
    assert "play J-7-4 or better\nraise 25.0%, fold 41.7%, worth +0.0833" in said


def test_two_up_cards_have_a_cell_for_each_pair_of_them() -> None:
    two = game("rivers", "dealer.shows=2")
    made = [
        entry("Qc 6d 4h", "Kc As", "-1", "-2", 3),
        entry("Qc 7d 4h", "Kc As", "-1", "1/2", 5),
        entry("Qc 7d 4h", "Kc Ac", "-1", "1/2", 5),
        entry("Qc 7d 4h", "9c 9d", "-1", "-2", 5),
    ]
    figure = strategy_figure(two, iter(made))
    plain, suited, pair = (by_gid(figure, f"up-{name}", Rectangle) for name in ("AK", "AKs", "99"))
    assert (int(plain.get_x()), int(plain.get_y())) == (0, 1)
    assert (int(suited.get_x()), int(suited.get_y())) == (1, 0)
    assert int(pair.get_x()) == int(pair.get_y()) == 5
    said = texts(figure)
    assert {"Q-7-4", "any hand", "none", "plays 62.5%", "plays 100.0%", "plays 0.0%"} <= set(said)


def test_three_up_cards_are_told_apart_by_what_they_make() -> None:
    assert kind_words(kind(parse_cards("Kc 9d 2h"))) == "king high"
    assert kind_words(kind(parse_cards("Kc Kd 2h"))) == "pair"
    three = game("rivers", "dealer.shows=3")
    made = [entry("Qc 7d 4h", "Kc 9d 2h", "-1", "-2", 5), entry("Qc 7d 4h", "5c 9d 2h", "-1", "1", 5)]
    said = texts(strategy_figure(three, made))
    assert any(text.startswith("never surely play") for text in said)
    assert any(text.startswith("play any hand") for text in said)


def test_every_value_has_words_of_its_own() -> None:
    assert hand_words(value3(*parse_cards("Qc 6d 4h"))) == "Q-6-4"
    assert hand_words(value3(*parse_cards("Qc 6c 4c"))) == "Q-6-4 suited"
    seen = {value3(*hand) for hand in combinations(range(52), 3)}
    assert len({hand_words(value) for value in seen}) == 741

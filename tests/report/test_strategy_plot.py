"""The picture of `pitboss strategy`: each hand has its place and colour, and borders and ties show."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from pitboss.cards import parse_cards
from pitboss.hands import value3
from pitboss.odds import Entry
from pitboss.report.canvas import tint
from pitboss.report.strategy_plot import HEIGHT, WIDTH, cell, short, strategy_figure
from pitboss.report.up_card_plot import (
    ACTION_LOOK,
    FOLD,
    PLAY,
    depth,
    gain,
    hand_words,
    kind,
    kind_words,
    tallied,
)
from tests.report.pictures import by_gid, entries, game, texts


def entry(hand: str, up: str, fold: str, play: str, multiplicity: int = 1) -> Entry:
    """A made-up entry; the better action is the best."""
    worth = {"fold": Fraction(fold), "play": Fraction(play)}
    top = max(worth.values())
    best = tuple(name for name, each in worth.items() if each == top)
    return Entry(parse_cards(hand), parse_cards(up), multiplicity, worth, best)  # type: ignore[arg-type]


def test_no_two_hands_share_a_place_and_all_are_on_the_page() -> None:
    taken: set[tuple[float, float]] = set()
    for each in entries("rivers"):
        place = cell(each.hand)
        assert place.x >= 0
        assert place.x + place.wide <= WIDTH
        assert place.y >= 0
        assert place.y + place.high <= HEIGHT
        quarters = {
            (place.x + right, place.y + down)
            for right in np.arange(0, place.wide, 0.5)
            for down in np.arange(0, place.high, 0.5)
        }
        assert not taken & quarters
        taken |= quarters


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_each_hand_has_the_colour_of_its_best_action_and_the_depth_of_its_gain(house: str) -> None:
    figure = strategy_figure(game(house), entries(house))
    drawn: dict[tuple[float, float], str] = {}
    for action in {each.best[0] for each in entries(house)}:
        parts = by_gid(figure, action, PolyCollection)
        for path, colour in zip(parts.get_paths(), np.asarray(parts.get_facecolor()), strict=True):
            x, y = np.asarray(path.vertices).min(axis=0)
            drawn[float(x), float(y)] = to_hex(colour)
    assert len(drawn) == len(entries(house)) == 1755
    for each in entries(house):
        place = cell(each.hand)
        worths = sorted(each.worth.values(), reverse=True)
        wanted = tint(ACTION_LOOK[each.best[0]].colour, depth(float(worths[0] - worths[1])))
        assert drawn[place.x, place.y] == to_hex(wanted)


def test_the_page_says_the_known_cut_off_and_how_many_fold() -> None:
    said = texts(strategy_figure(game("rivers"), entries("rivers")))
    assert "Play Q-6-4 and better, fold the rest: suits never matter." in said
    assert "fold: 7,200 of 22,100 hands" in said
    assert "No two actions are equally good." in said


def test_the_page_of_a_draw_game_counts_every_action() -> None:
    said = texts(strategy_figure(game("pechanga"), entries("pechanga")))
    assert "play: 1,916 of 22,100 hands" in said
    assert "fold: 1,488 of 22,100 hands" in said
    draws = [text for text in said if text.startswith("discard the ")]
    assert sum(int(text.split(": ")[1].split()[0].replace(",", "")) for text in draws) == 18_696
    assert not any(text.startswith("Play ") for text in said)


def test_borders_run_where_neighbours_differ_and_nowhere_else() -> None:
    lines = by_gid(strategy_figure(game("rivers"), entries("rivers")), "borders", LineCollection)
    drawn = {tuple(map(tuple, segment.tolist())) for segment in lines.get_segments()}
    low, high = (
        cell(parse_cards("Qc 6d 3h")),
        cell(parse_cards("Qc 6d 4h")),
    )  # folded, played: one above the other
    assert (low.x, low.y) == (high.x, high.y + 1)
    edge = high.y + 0.5
    assert ((high.x, edge), (high.x + 0.5, edge)) in drawn
    inside = cell(parse_cards("Ac 6d 4h"))
    assert not any(
        x0 > inside.x - 3 and x0 < inside.x + 3 and abs(y0 - inside.y) < 3 for (x0, y0), _ in drawn
    )


def test_ties_are_dots_and_cost_nothing() -> None:
    made = list(entries("rivers"))
    hand = parse_cards("Qc 6d 4h")
    place = next(number for number, each in enumerate(made) if each.hand == hand)
    worth = {"fold": Fraction(-1), "play": Fraction(-1)}
    made[place] = replace(made[place], worth=worth, best=("fold", "play"))  # type: ignore[arg-type]
    figure = strategy_figure(game("rivers"), made)
    ((x, y),) = np.asarray(by_gid(figure, "ties", PathCollection).get_offsets())
    middle = cell(hand)
    assert (x, y) == (middle.x + middle.wide / 2, middle.y + middle.high / 2)
    assert gain(made[place]) == 0
    assert f"Dots mark equal actions: {made[place].multiplicity:,} hands." in texts(figure)


def test_the_up_card_rows_say_the_known_cut_offs() -> None:
    by_up = tallied(entries("napa-valley"))
    figure = strategy_figure(game("napa-valley"), entries("napa-valley"))
    said = texts(figure)
    for rank, cut in (("A", "A-9-2"), ("K", "K-9-2"), ("Q", "Q-9-2")):
        assert any(text.startswith(f"play {cut} or better\n") for text in said), rank
    assert sum(text.startswith("always play\n") for text in said) == 10
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
    assert any(text.startswith("always play") for text in said)


def test_every_value_has_words_of_its_own() -> None:
    assert hand_words(value3(*parse_cards("Qc 6d 4h"))) == "Q-6-4"
    assert hand_words(value3(*parse_cards("Qc 6c 4c"))) == "Q-6-4 suited"
    seen = {value3(*hand) for hand in combinations(range(52), 3)}
    assert len({hand_words(value) for value in seen}) == 741


@pytest.mark.parametrize(
    ("worth", "text"), [("-37/100", "−.37"), ("1/4", ".25"), ("41/4", "10.25"), ("-1", "−1.00")]
)
def test_worths_are_short(worth: str, text: str) -> None:
    assert short(Fraction(worth)) == text

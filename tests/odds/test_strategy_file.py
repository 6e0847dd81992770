"""Strategies of your own, as a file or as a function: what they give, and what they are refused for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss import plan_for, price
from pitboss.cards import cards_text, parse_cards
from pitboss.hands import value3
from pitboss.odds import Game, NotAStrategy, from_value, read_strategy, strategy
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.odds.prices import csv_text

Row = dict[str, str]


def game_of(house: str) -> Game:
    return Game(open_table(load_house(house)))


def rows_of(game: Game) -> list[Row]:
    return list(csv.DictReader(io.StringIO(csv_text(strategy(game)))))


def as_text(rows: list[Row], columns: tuple[str, ...] = ("hand", "up", "action")) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def shuffled(row: Row, chance: Random) -> Row:
    """The same decision with the suits renamed and the hand's cards in another order."""
    suits = chance.sample(range(4), 4)

    def renamed(text: str) -> list[int]:
        return [4 * (card >> 2) + suits[card & 3] for card in parse_cards(text)]

    hand, order = renamed(row["hand"]), chance.sample(range(3), 3)
    action = row["action"].split("|")[0]
    if action.startswith("draw_"):
        action = f"draw_{order.index(int(action[-1]) - 1) + 1}"
    return {
        "hand": cards_text([hand[place] for place in order]),
        "up": cards_text(renamed(row["up"])),
        "action": action,
    }


@pytest.mark.parametrize("house", houses())
def test_the_optimal_strategy_read_back_is_worth_as_much(house: str) -> None:
    game, chance = game_of(house), Random(house)
    rows = [shuffled(row, chance) for row in rows_of(game)]
    chance.shuffle(rows)
    assert game.price("ante", read_strategy(game, as_text(rows))) == game.price("ante")


@pytest.mark.parametrize("house", ["rivers", "napa-valley", "pechanga"])
def test_one_changed_row_costs_what_the_row_says(house: str) -> None:
    game = game_of(house)
    rows = rows_of(game)
    deals = sum(int(row["multiplicity"]) for row in rows)
    chance = Random(f"change {house}")
    for row in chance.sample(rows, 3 if house == "napa-valley" else 8):
        known = {name: Fraction(row[f"ev_{name}"]) for name in COLUMNS_OF_ACTIONS if row[f"ev_{name}"]}
        other = chance.choice(sorted(known))
        changed = [row | {"action": other} if each is row else each for each in rows]
        cost = (max(known.values()) - known[other]) * int(row["multiplicity"]) / deals
        price = game.price("ante", read_strategy(game, as_text(changed)))
        assert price.ev == game.price("ante").ev - cost, row


COLUMNS_OF_ACTIONS = ("fold", "play", "draw_1", "draw_2", "draw_3")


def test_a_cut_off_written_down_is_the_cut_off() -> None:
    game = game_of("shine")
    lowest = value3(*parse_cards("Kd 3h 2s"))
    rows = [
        row | {"action": "play" if value3(*parse_cards(row["hand"])) >= lowest else "fold"}
        for row in rows_of(game)
    ]
    told = as_text(rows, ("action", "hand"))  # no up card shows, so the column may be left out
    assert game.price("ante", read_strategy(game, told)) == game.price("ante", from_value(lowest))


@pytest.mark.parametrize(
    ("house", "change", "sentence"),
    [
        ("rivers", lambda rows: rows[:-1], "no row for"),
        ("rivers", lambda rows: [*rows, rows[5]], "twice"),
        ("rivers", lambda rows: [], "no rows"),
        ("rivers", lambda rows: [rows[0] | {"action": "draw_1"}, *rows[1:]], "line 2: action 'draw_1'"),
        ("rivers", lambda rows: [rows[0] | {"hand": "As As Kd"}, *rows[1:]], "all different"),
        ("rivers", lambda rows: [rows[0], rows[1] | {"hand": "As Kd 1x"}], "line 3: '1x' is not a card"),
        ("napa-valley", lambda rows: [rows[0] | {"up": ""}, *rows[1:]], "1 up card"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    house: str, change: Callable[[list[Row]], list[Row]], sentence: str
) -> None:
    game = game_of(house)
    with pytest.raises(NotAStrategy, match=sentence):
        game.price("ante", read_strategy(game, as_text(change(rows_of(game)))))


def test_a_missing_column_is_named() -> None:
    with pytest.raises(NotAStrategy, match="up is missing"):
        read_strategy(game_of("napa-valley"), "hand,action\nAs Ks Qs,play\n")


BEST = Fraction(-686689, 20358520)  # -3.3730 % of the Ante, as it is published


def the_better(worth: Any) -> Any:
    return (worth.sums[..., 1] >= worth.sums[..., 0]).astype(int)


def test_a_function_that_takes_what_is_worth_more_is_the_best_strategy() -> None:
    assert price("rivers", the_better).wagers["ante"].ev == BEST
    assert plan_for("rivers", the_better).digest == plan_for("rivers").digest


def gives(given: object) -> Any:
    return lambda worth: given


def test_one_action_for_all_hands_may_be_a_number() -> None:
    always = price("rivers", "always").wagers["ante"].ev
    assert price("rivers", gives(1)).wagers["ante"].ev == always
    assert price("rivers", gives(0)).wagers["ante"].ev == -1


@pytest.mark.parametrize(
    "given",
    ["play", None, 1.0, True, 2, -1, [1, 1], [["play"]]],
    ids=["word", "nothing", "float", "truth", "no draw here", "negative", "other shape", "words"],
)
def test_anything_else_is_told_what_is_taken_and_given(given: object) -> None:
    with pytest.raises(
        TypeError, match=r"takes a Worth .* hands by sets of up cards.* 0 \(fold\) and 1 \(play\)"
    ):
        price("rivers", gives(given))

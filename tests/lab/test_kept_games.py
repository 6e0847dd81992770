"""One memory for games: whoever asks about the same table, players and meter gets the same mathematics."""

from __future__ import annotations

from pitboss.lab.rule_changes import game_of, what_if
from pitboss.odds.house_prices import kept_game
from pitboss.round import open_table
from pitboss.sheet import load_house


def test_the_lab_and_the_desk_ask_the_same_game() -> None:
    table = open_table(load_house("rivers"))
    assert game_of(what_if("rivers")) is kept_game(table) is kept_game(table, meter=None)
    assert kept_game(table, 2) is not kept_game(table, 3)


def test_a_changed_rule_is_another_game_and_a_new_paint_is_not() -> None:
    plain = game_of(what_if("rivers"))
    assert game_of(what_if("rivers", ["dealer.shows=1"])) is not plain
    assert game_of(what_if("rivers", ["felt.colours.cloth=#101010"])) is plain

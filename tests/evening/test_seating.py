"""Tables never differ by more than one person, there are as few as hold everybody, and few people move."""

from __future__ import annotations

from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from pitboss.evening.rounds import arrange, draw_order

SEATS = st.integers(1, 7)


@st.composite
def rooms(draw: st.DrawFn) -> tuple[dict[str, dict[int, str]], list[str], int]:
    """Tables as they may stand after some have gone, and people who come."""
    seats = draw(SEATS)
    tables, number = {}, 0
    for table in range(draw(st.integers(0, 5))):
        taken = draw(st.sets(st.integers(1, seats), max_size=seats))
        tables[f"t{table}"] = {seat: f"p{number + place}" for place, seat in enumerate(sorted(taken))}
        number += len(taken)
    return tables, [f"new{each}" for each in range(draw(st.integers(0, 9)))], seats


@given(rooms())
def test_everybody_has_one_seat_and_tables_are_level(
    room: tuple[dict[str, dict[int, str]], list[str], int],
) -> None:
    tables, coming, seats = room
    before = [person for each in tables.values() for person in each.values()]
    people = sorted([*before, *coming])
    made = arrange(tables, coming, [f"n{each}" for each in range(20)], seats, {})
    after = [person for each in made.tables.values() for person in each.values()]
    sizes = [len(each) for each in made.tables.values()]
    assert sorted(after) == people
    assert len(sizes) == ceil(len(people) / seats)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    assert all(1 <= seat <= seats for each in made.tables.values() for seat in each)
    assert set(made.closed) == set(tables) - set(made.tables)


@given(rooms())
def test_who_need_not_move_stays(room: tuple[dict[str, dict[int, str]], list[str], int]) -> None:
    """Where the tables are level already and nobody comes, nobody is moved."""
    tables, coming, seats = room
    level = arrange(tables, coming, [f"n{each}" for each in range(20)], seats, {}).tables
    again = arrange(level, [], [], seats, {})
    assert again.tables == level
    assert again.closed == ()


def test_who_was_moved_least_often_moves_and_of_these_the_highest_seat() -> None:
    tables = {"a": {1: "ann", 2: "bob", 3: "cid"}, "b": {1: "dot"}}
    made = arrange(tables, [], [], 3, {"cid": 1})
    assert made.tables == {"a": {1: "ann", 3: "cid"}, "b": {1: "dot", 2: "bob"}}


def test_the_table_with_the_fewest_people_is_broken() -> None:
    tables = {"a": {1: "ann", 2: "bob"}, "b": {4: "cid"}, "c": {1: "dot", 2: "eve"}}
    made = arrange(tables, [], [], 4, {})
    assert made.closed == ("b",)
    assert {name: sorted(each.values()) for name, each in made.tables.items()} == {
        "a": ["ann", "bob", "cid"],
        "c": ["dot", "eve"],
    }


def test_the_draw_depends_on_the_lot_and_on_nothing_else() -> None:
    people = [f"p{each}" for each in range(9)]
    first = draw_order(people, "lot")
    assert sorted(first) == people
    assert draw_order(people[::-1], "lot") == first
    assert draw_order(people, "another") != first

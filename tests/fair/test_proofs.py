"""The draw, the shuffle and the stream: proven over their whole input space, with planted defects refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from pitboss.fair import below

from .checks import ANN, BOB, SERVER, SHEET, Shuffle, check_draws, check_orders, check_stream
from .defects import BAD_STREAMS, UNFAIR_DRAWS, UNFAIR_ORDERS, sound


def name_of(value: Any) -> str | None:
    return getattr(value, "__name__", None)


def test_every_draw_is_fair_over_every_input() -> None:
    check_draws(Shuffle())


def test_every_order_of_up_to_six_cards_has_the_same_chance() -> None:
    check_orders(Shuffle())


def test_the_stream_goes_on_and_depends_on_every_field() -> None:
    check_stream(Shuffle())


def test_a_hand_made_stream_without_a_defect_is_the_stream() -> None:
    """So each planted stream differs from the sound one by its defect alone."""
    seats = {5: ANN, 1: BOB, 3: b""}
    assert Shuffle(stream=sound).first(500, "round", seats) == Shuffle().first(500, "round", seats)


@pytest.mark.parametrize(("defect", "reason"), UNFAIR_DRAWS.items(), ids=name_of)
def test_an_unfair_draw_is_refused(defect: Callable[[int, Iterator[int]], int], reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        check_draws(Shuffle(below=defect))


@pytest.mark.parametrize(("defect", "reason"), UNFAIR_ORDERS.items(), ids=name_of)
def test_an_unfair_shuffle_is_refused(defect: Any, reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        check_orders(Shuffle(shuffled=defect))


@pytest.mark.parametrize("name", BAD_STREAMS)
def test_a_bad_stream_is_refused(name: str) -> None:
    stream, reason = BAD_STREAMS[name]
    with pytest.raises(AssertionError, match=reason):
        check_stream(Shuffle(stream=stream))


@pytest.mark.parametrize("m", [-1, 0, 257])
def test_a_byte_cannot_choose_among_none_or_more_than_256(m: int) -> None:
    with pytest.raises(ValueError, match=f"among 1 to 256 numbers, not among {m}"):
        below(m, iter(b"\0"))


def test_the_stream_has_no_end_in_sight() -> None:
    flow = Shuffle().stream("round", SHEET, SERVER, {})
    assert len(bytes(islice(flow, 100_000))) == 100_000

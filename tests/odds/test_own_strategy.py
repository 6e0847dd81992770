"""Strategies that are functions: what they take and give, and what they are told otherwise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss import plan_for, price

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

"""What-ifs: overrides are those of `--set`, and a bad one is refused with the sentence of `check`."""

import pytest

from pitboss.lab import overview, what_if
from pitboss.lab.rule_changes import MOST_SETS
from pitboss.round import Refusal
from pitboss.sheet import NoSuchHouse, check_text, load_house
from pitboss.sheet.files import house_text


@pytest.mark.parametrize(
    ("override", "clause", "allowed"),
    [
        ("dealer.shows=4", "STD-11", "a whole number from 0 to 3"),
        ("pays.pair_plus.lines.straight=six", "RIV-7", '"40 to 1"'),
        ("dealer.qualifier.hand=nothing", "RIV-5", "a high card"),
        ("meter.reset=0", "RIV-12", "whole cents from 1"),
        ("wager.ante.fold.does=lost", "RIV-4", "lose or stays"),
    ],
)
def test_a_bad_override_is_refused_as_check_refuses_it(override: str, clause: str, allowed: str) -> None:
    with pytest.raises(Refusal) as caught:
        what_if("rivers", [override])
    refusal = caught.value
    assert (refusal.code, refusal.path, refusal.clause) == ("sheet", override.partition("=")[0], clause)
    assert allowed in refusal.text
    assert refusal.text in [fault.sentence for fault in check_text(house_text("rivers"), [override]).faults]


@pytest.mark.parametrize(
    "sets",
    [["dealer.shows"], ["=1"], ["format.x=1"], ["dealer.shows=1"] * (MOST_SETS + 1), ["a=" + "b" * 199]],
)
def test_what_is_no_override_is_refused(sets: list[str]) -> None:
    with pytest.raises(Refusal) as caught:
        what_if("rivers", sets)
    assert (caught.value.code, caught.value.path) == ("set", "set")


def test_a_path_is_no_house() -> None:
    with pytest.raises(NoSuchHouse):
        what_if("README.md")


def test_what_would_take_long_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refusal, match="here"):
        what_if("rivers", ["pays.progressive.lines.mini_royal_spades=0.000001 % of the meter"])


def test_a_strategy_by_the_hand_alone_is_refused_where_several_cards_show() -> None:
    with pytest.raises(Refusal, match="several cards up"):
        what_if("rivers", ["dealer.shows=2"], strategy="mimic")
    with pytest.raises(Refusal, match="optimal, always, mimic"):
        what_if("rivers", strategy="bold")


def test_players_and_meter_are_bounded_by_the_sheet() -> None:
    for asked in (
        what_if("rivers", players=8),
        what_if("napa-valley", meter=1),
        what_if("rivers", meter=99_999),
    ):
        with pytest.raises(Refusal):
            overview(asked)


def test_an_override_that_changes_nothing_is_the_printed_sheet() -> None:
    asked = what_if("rivers", ["dealer.shows=0"])
    assert asked == what_if("rivers")
    assert asked.sheet == load_house("rivers")
    assert not asked.changed
    assert what_if("rivers", ["dealer.shows=1"]).name == "Rivers, changed"

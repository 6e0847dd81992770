"""The look of a house: defaults, faults with what is allowed, and that no rule and no hash depends on it."""

from __future__ import annotations

import json
from typing import Final

import pytest

from pitboss.sheet import check_text, felt_of, houses, load_house, load_sheet, sheet_from_content
from pitboss.sheet.felt import PLACES, PRINT, READABLE, contrast, deeper
from pitboss.sheet.files import first_house, house_text

from .texts import BASE

# What the houses' rules have been known by since before their looks stood in their files.
HASHES: Final = {
    "pechanga": "c50c0ef28b403921448089b60c8e12a90404827a0656c425bac5c03ed38635fc",
    "atlantic-city": "3243f378cfa3b40ec7a403f8c1026bbd9dd4b16e96fe29752862e3213f280063",
    "napa-valley": "acba82dabc9a1fdcb45385ae947927585ff3666e0b7317c3aa9e8fe4b2c51ced",
    "shine": "4986b36bc262a3f3abafcd4cfe50d487cb34735bfdfabca0ed302efc507f1e97",
    "rivers": "bb7f9e95b8267710fc208ba9954e76ab4a7372e51e0ea761422ce98342345cf2",
}


def test_the_lobby_goes_by_the_stated_order_and_the_rules_keep_their_hashes() -> None:
    assert {house: load_house(house).hash for house in houses()} == HASHES
    assert houses() == tuple(HASHES)
    assert houses() == tuple(sorted(HASHES, key=lambda house: load_house(house).felt.order))


def test_who_is_offered_first() -> None:
    assert (first_house("lab"), first_house("drill"), first_house("play")) == (
        *("rivers", "atlantic-city", "rivers"),
    )


@pytest.mark.parametrize("house", HASHES)
def test_a_house_painted_anew_is_the_same_house(house: str) -> None:
    painted = load_house(house, ["felt.colours.cloth=#101010", "felt.order=77", "felt.spots.ante=top left"])
    assert painted.felt.spots["ante"] == "top left"
    assert (painted, painted.hash, painted.rules) == (
        *(load_house(house), HASHES[house], load_house(house).rules),
    )
    assert "felt" not in painted.rules
    assert felt_of(painted) == load_house(house).felt  # at a table a house looks as its file says


def test_a_look_survives_being_stored() -> None:
    own = load_sheet("examples/two-up.toml")
    stored = json.loads(json.dumps(dict(own.content), sort_keys=True))
    assert (sheet_from_content(stored).felt, sheet_from_content(stored).hash) == (own.felt, own.hash)
    assert felt_of(own).colours.cloth == "#4a2f16"
    assert sheet_from_content(own.rules).hash == own.hash


def test_without_a_felt_there_are_defaults() -> None:
    text = house_text("rivers")
    start = text.index("[felt]")
    sheet = check_text(text[:start] + text[text.index("[clauses.", start) :]).sheet
    assert sheet is not None
    assert (sheet.felt.order, sheet.felt.first_in, sheet.felt.poster) == (999, (), ("??", "??", "??"))
    assert sheet.felt.spots == {
        "ante": "bottom middle",
        "play": "bottom right",
        "pair_plus": "top middle",
        "six_card_bonus": "top right",
        "progressive": "top left",
    }


def test_a_spot_may_be_printed_shorter_than_its_label() -> None:
    text = house_text("shine").replace("short = {", 'short = { play = "Go",')
    sheet = check_text(text).sheet
    assert sheet is not None
    assert sheet.felt.short == {"play": "Go", "super_6_bonus": "Super 6"}
    assert load_house("napa-valley").felt.short == {}


def test_every_house_can_be_read() -> None:
    for house in houses():
        colours = load_house(house).felt.colours
        for under in (colours.cloth, colours.deep):
            assert min(contrast(ink, under) for ink in (*PRINT.values(), colours.faded)) >= READABLE


def test_contrast_is_that_of_the_standard() -> None:
    # Grey #767676 on white is the well-known lightest grey that passes, at 4.54 to 1; #777777 does not.
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
    assert contrast("#777777", "#ffffff") < READABLE
    assert deeper("#646464") == "#525252"


@pytest.mark.parametrize(
    ("stated", "key", "message", "allowed"),
    [
        ('colours = { cloth = "red" }', "felt.colours.cloth", "'red' is not allowed", "like #12463a"),
        ('colours = { cloth = "#c0c0c0" }', "felt.colours.cloth", "print, #", "at least 4.5 to 1"),
        ('colours = { cloth = "#101010", deep = "#a0a0a0" }', "felt.colours.deep", "on #a0a0a0",
         "at least 4.5 to 1"),
        ('colours = { faded = "#40505a" }', "felt.colours.faded", "the faded print, #40505a,",
         "at least 4.5 to 1"),
        ('colours = { clot = "#101010" }', "felt.colours.clot", "is not a key of this table", "cloth"),
        ('poster = ["As", "As", "Ks"]', "felt.poster", "is not allowed", "three different cards"),
        ('poster = ["As", "Ks"]', "felt.poster", "is not allowed", "three different cards"),
        ('poster = ["As", "Ks", "1s"]', "felt.poster", "is not allowed", '"??" is one that lies face down'),
        ("order = 0", "felt.order", "0 is not allowed", "a whole number from 1 to 999"),
        ('first_in = ["lobby"]', "felt.first_in", "'lobby' is not allowed", "play"),
        ('spots = { ante = "bottom" }', "felt.spots.ante", "'bottom' is not allowed", PLACES[0]),
        ('spots = { anti = "top left" }', "felt.spots.anti", "is not a key of this table", "ante"),
        ('spots = { ante = "top left", play = "top left" }', "felt.spots.play",
         "top left is held by ante already", "a place of its own"),
        ("spots = 3", "felt.spots", "3 is not allowed", "a table"),
        ('short = { anti = "A" }', "felt.short.anti", "is not a key of this table", "ante"),
        ("short = { ante = 3 }", "felt.short.ante", "3 is not allowed", "text"),
        ("color = 1", "felt.color", "is not a key of this table", "colours"),
    ],
)  # fmt: skip
def test_a_fault_of_a_felt_names_its_place_and_what_is_allowed(
    stated: str, key: str, message: str, allowed: str
) -> None:
    at = BASE.index("[clauses.")
    text = f"{BASE[:at]}[felt]\n{stated}\n\n{BASE[at:]}"
    (fault,) = check_text(text).faults
    assert (fault.key, fault.severity) == (key, "error")
    assert message in fault.message
    assert allowed in (fault.allowed or "")
    assert fault.line == text[: text.index(stated)].count("\n") + 1

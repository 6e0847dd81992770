"""The full screen and the page: one keyboard, one tray, the same suits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.terminal.drawing import CHIPS, SPOT_KEYS, SUITS
from pitboss.terminal.entries import Deck
from pitboss.terminal.screen import KEYS

PAGE = Path(__file__).parents[2] / "page" / "src"
BINDING = re.compile(r'\{ id: "(\w+)", key: "(.)", when: "(\w+)"(.*) \},')
ONLY_THERE = {"previous", "next", "mute", "read"}  # hands come in their order here, and lines are text


def bindings() -> dict[str, tuple[str, str, str]]:
    found = BINDING.findall((PAGE / "table" / "keys.ts").read_text("utf-8"))
    return {id_: (key, when, more) for id_, key, when, more in found}


def test_the_keys_are_those_of_the_page() -> None:
    theirs = bindings()
    assert len(theirs) > 25
    spots = {
        key: tuple(re.findall(r'"([a-z ]+)"', more)) for key, _, more in theirs.values() if "places" in more
    }
    assert spots == SPOT_KEYS
    listed = {key for line in KEYS.splitlines() if line[:2] == "  " for key in line[2:15].split()}
    for id_ in theirs.keys() - ONLY_THERE:
        key = theirs[id_][0]
        assert (key.upper() if key != " " else "Space") in listed | {"4", "5"}, id_


def test_the_chips_are_those_of_the_page() -> None:
    tray = (PAGE / "table" / "tray.ts").read_text("utf-8")
    row = re.search(r"CHIPS = \[(.*?)\]", tray)
    assert row is not None
    assert tuple(int(each.replace("_", "")) for each in row[1].split(", ")) == CHIPS


@pytest.mark.parametrize("deck", Deck)
def test_the_suits_have_the_colours_of_the_page(deck: Deck) -> None:
    styles = (PAGE / "style" / "tokens.css").read_text("utf-8")
    start = ":root {" if deck is Deck.DISTINCT else f':root[data-deck="{deck}"] {{'
    block = styles.partition(start)[2].partition("}")[0]
    assert dict(re.findall(r"--suit-([shdc]): (#\w+)", block)) == SUITS[deck]

"""A client that does what the page says, and no more, never waits for ever: for no bank, and for nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.table.settings import LAPSES, OFFER_WAIT, PUBLIC_WAIT
from tests.protocol.evening import Evening, Place, evening

ANTE = {"ante": 1000}


@pytest.fixture
def night() -> Iterator[Evening]:
    with evening("waiting") as made:
        yield made


def _two(night: Evening, house: str) -> tuple[str, Place, Place]:
    """A public table without a clock, with two people at it."""
    ann, bob = night.guest(), night.guest()
    table = night.table(ann, house)
    places = night.come(table, ann), night.come(table, bob)
    for seat, place in enumerate(places, 1):
        assert place.say("sit", seat=seat)["t"] == "done"
        place.catch_up()
    return table, *places


def _later(night: Evening, table: str, seconds: float, *places: Place) -> None:
    night.later(table, seconds)
    for place in places:
        place.catch_up()


def _waits(place: Place) -> list[tuple[str, list[int]]]:
    place.catch_up()
    return [(each["what"], each["seats"]) for each in place.view["waiting_for"]]


def test_a_bank_that_is_not_answered_keeps_nobody_from_the_cards(night: Evening) -> None:
    table, ann, bob = _two(night, "napa-valley")
    ann.say("want_bank", want=True)
    bob.say("bets", seat=2, wagers=ANTE)
    bob.say("ready")
    ann.catch_up()
    assert ann.view["bank"]["offered_to_you"]
    assert ann.view["bank"]["offer_until"] == "2026-11-15T12:00:30.000Z"
    assert ("bank", [1]) in _waits(bob)
    ann.say("ready")
    assert bob.view["phase"] == "bets"
    _later(night, table, OFFER_WAIT, ann, bob)
    assert bob.view["phase"] == "decisions"


def test_the_wish_for_the_bank_stands_after_it_was_taken_and_ends_without_answers(night: Evening) -> None:
    table, ann, bob = _two(night, "napa-valley")
    ann.say("want_bank", want=True)
    ann.catch_up()
    assert ann.say("take_bank", stake=ann.view["bank"]["least"])["t"] == "done"
    offers = 0
    for _ in range(4):
        for place in (ann, bob):
            place.catch_up()
        bob.say("bets", seat=2, wagers=ANTE)
        ann.catch_up()
        offers += ann.view["bank"]["offered_to_you"]
        _later(night, table, OFFER_WAIT, ann, bob)
        for place in (ann, bob):
            place.catch_up()
            place.say("ready")
        bob.catch_up()
        assert bob.view["phase"] == "decisions"
        bob.say("fold", seat=2)
        ann.catch_up()
    assert offers == LAPSES
    assert not ann.view["me"]["wants_bank"]


def test_ready_without_a_bet_says_what_the_table_waits_for(night: Evening) -> None:
    _, ann, bob = _two(night, "rivers")
    for place in (ann, bob):
        assert place.say("ready")["t"] == "done"
    assert _waits(ann) == _waits(bob) == [("bets", [1, 2])]
    bob.say("bets", seat=2, wagers=ANTE)
    assert _waits(ann) == [("ready", [2])]
    bob.say("ready")
    assert _waits(ann) == [("decision", [2])]
    bob.say("fold", seat=2)
    assert _waits(ann) == [("bets", [1, 2])]  # the paid felt stays until somebody goes on


def test_who_has_vanished_is_waited_for_as_long_as_the_view_says(night: Evening) -> None:
    table, ann, bob = _two(night, "rivers")
    bob.say("bets", seat=2, wagers=ANTE)
    ann.catch_up()
    ann.say("bets", seat=1, wagers=ANTE)
    ann.say("ready")
    assert (ann.view["deadline"], ann.view["waits_until"]) == (None, "2026-11-15T12:05:00.000Z")
    assert _waits(ann) == [("ready", [2])]
    _later(night, table, PUBLIC_WAIT, ann, bob)
    assert (ann.view["phase"], ann.view["waits_until"]) == ("decisions", "2026-11-15T12:10:00.000Z")
    ann.say("fold", seat=1)
    assert _waits(ann) == [("decision", [2])]
    _later(night, table, PUBLIC_WAIT, ann, bob)
    assert ann.view["phase"] == "settled"
    assert ann.view["seats"][1]["by"] == "away rule"
    assert ann.view["waits_until"] is None

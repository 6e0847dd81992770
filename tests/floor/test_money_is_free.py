"""Whatever people do: once all have left and the longest wait is over, everybody's money is in hand."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from pitboss.floor.held import people_in
from pitboss.floor.settings import PRIVATE_WAIT, PUBLIC_WAIT
from pitboss.round import Refusal
from tests.floor.rig import CLOCK, HOUSES, Floor

FOUR = ("ann", "bob", "cat", "dan")


def _acts(floor: Floor, chance: Random) -> None:
    """One person does something, sensible or not; a refusal changes nothing."""
    live, now, person = floor.live, floor.now, chance.choice(FOUR)
    sitter = live.seating.people.get(person)
    seat = chance.choice(sitter.seats) if sitter and sitter.seats else chance.randint(1, 7)
    acts = (
        lambda: live.come(person, person, now),
        lambda: live.sit(person, chance.randint(1, 7), now),
        lambda: live.sit(person, chance.randint(1, 7), now),
        lambda: floor.bet(person, {"ante": chance.choice([500, 1000])}, seat=seat),
        lambda: floor.bet(person, {"ante": 1000}, seat=seat),
        lambda: floor.bet(person, {}, seat=seat),
        lambda: floor.ready(person),
        lambda: floor.ready(person),
        lambda: floor.play(person, chance.choice(["play", "fold"]), seat=seat),
        lambda: live.want_bank(person, True, now),
        lambda: floor.take_bank(live.turn.offered or person),
        lambda: live.pass_bank(person, now),
        lambda: live.stand(person, None, now),
        lambda: live.gone(person, now),
        lambda: live.leave(person, now),
        lambda: live.add_bot("always", now),
        lambda: live.remove_bot(seat, now),
        lambda: live.freeze(chance.random() < 0.3, now),
        lambda: floor.wait(chance.choice([0.0, 5.0, 60.0])),
        floor.restart,
    )
    with suppress(Refusal):
        chance.choice(acts)()


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(("clock", "private"), [(None, False), (None, True), (CLOCK, False)])
@pytest.mark.parametrize("night", range(3))
def test_who_leaves_has_their_money_free_in_the_end(
    house: str, clock: object, private: bool, night: int
) -> None:
    chance = Random(f"{house} {clock} {private} {night}")
    floor = Floor(house, CLOCK if clock else None, private=private)
    floor.sit(*FOUR)
    for _ in range(60):
        _acts(floor, chance)
    for person in chance.sample(FOUR, 4):
        floor.come(person)
        floor.live.leave(person, floor.now)  # refused to nobody, at no time
        state = floor.live.felt.state
        dealt = state is not None and state.phase != "bets"
        bets = {each.player for each in state.seats} if state and not dealt else set()
        assert person not in bets
    floor.live.freeze(False, floor.now)
    floor.wait(PRIVATE_WAIT if private else PUBLIC_WAIT)
    state = floor.live.felt.state
    assert state is None or not people_in(state)  # what bots have bet is nobody's
    floor.close()
    books = floor.books()
    held = {name: cents for name, cents in books.items() if name.startswith(("escrow", "bank")) and cents}
    assert held == {}
    assert not any(each.bot is None for each in floor.live.seating.seated())
    assert sum(books.values()) == 0

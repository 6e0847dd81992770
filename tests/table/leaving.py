"""A night at a table by chance: people come, bet and vanish as they like; at last all of them leave."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from pitboss.evening.model import Clock
from pitboss.ledger import Store
from pitboss.round import Refusal
from pitboss.table.live_state import people_in
from pitboss.table.settings import PRIVATE_WAIT, PUBLIC_WAIT
from tests.table.rig import CLOCK, Floor

FOUR = ("ann", "bob", "cat", "dan")
KINDS: tuple[tuple[Clock | None, bool], ...] = ((None, False), (None, True), (CLOCK, False))  # and private


def night(
    house: str, kind: tuple[Clock | None, bool], number: int, *, acts: int = 60, store: Store | None = None
) -> None:
    """After whatever they did all leave; then everybody's money is in hand once the longest wait is over."""
    clock, private = kind
    chance = Random(f"{house} {clock is None} {private} {number}")
    floor = Floor(house, clock, private=private, store=store)
    floor.sit(*FOUR)
    for _ in range(acts):
        act(floor, chance)
    for person in chance.sample(FOUR, len(FOUR)):
        floor.come(person)
        floor.live.leave(person, floor.now)  # refused to nobody, at no time
        assert not _has_bet(floor, person)
    floor.live.freeze(False, floor.now)
    floor.wait(PRIVATE_WAIT if private else PUBLIC_WAIT)
    state = floor.live.open_round
    assert state is None or not people_in(state)  # what bots have bet is nobody's
    assert not any(each.bot is None for each in floor.live.seating.seated())
    floor.close()
    books = floor.books()
    assert {each for each in books if each.startswith(("escrow", "bank")) and books[each]} == set()
    assert sum(books.values()) == 0


def _has_bet(floor: Floor, person: str) -> bool:
    """Whether a bet of somebody lies there that was not dealt."""
    state = floor.live.open_round
    return state is not None and state.phase == "bets" and any(each.player == person for each in state.seats)


def act(floor: Floor, chance: Random) -> None:
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

"""Random evenings at a pit table: legal bets, decisions, voids, the bank; a chance alone decides.

Commands are made one after the other from what the table shows, so an evening that was torn off goes on from
wherever the table stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.money import Cents
from pitboss.round import (
    Decide,
    EndDeal,
    Refusal,
    RevealDealer,
    Round,
    Table,
    TakeBank,
    VoidRound,
    legal_actions,
    spots,
)
from pitboss.round.choices import check_wagers
from pitboss.table import PROPOSITION, Bet, CloseTable, OpenRound, PitCommand, PitTable, Settle, StartDeal

PEOPLE = ("ann", "bob", "cyd", "dan")


def random_wagers(table: Table, chance: Random) -> dict[str, Cents]:
    """A legal bet of one seat, small, with side wagers now and then."""
    for _ in range(50):
        wagers: dict[str, Cents] = {}
        for name in table.sheet.wagers:
            if name != "ante" and chance.random() < 0.5:
                continue
            spot = next(each for each in spots(table, wagers, open_=True, accepted=False) if each.id == name)
            if not spot.enabled:
                continue
            most = min(spot.max if spot.max is not None else spot.min, spot.min + 5 * spot.step)
            wagers[name] = chance.randrange(spot.min, most + 1, spot.step or 1)
        try:
            check_wagers(table, wagers)
        except Refusal:
            continue
        return wagers
    raise AssertionError("no legal bet was found")


def next_commands(
    table: PitTable, chance: Random, *, voids: float = 0.05
) -> Iterator[tuple[str, PitCommand]]:
    """What may come next at a table: who asks, and for what; one command, or those of a betting round."""
    state = table.state
    dealer = f"table:{table.id}"
    if state is None:
        yield dealer, OpenRound()
    elif state.phase != "bets" and chance.random() < voids:
        yield dealer, VoidRound("malfunction")
    elif state.phase == "bets":
        yield from _bets(table, state, chance)
    elif state.phase == "deal":
        yield dealer, EndDeal()
    elif state.phase == "decisions" and state.waiting:
        seat = state.seat(state.waiting[0])
        assert seat is not None
        action = chance.choice(legal_actions(state, seat.number))
        discard = action.discard if action.id == "draw" else None
        yield seat.player, Decide(seat.number, seat.player, action.id, discard)
    elif state.phase == "decisions":
        yield dealer, RevealDealer()
    else:
        yield dealer, Settle()


def _bets(table: PitTable, state: Round, chance: Random) -> Iterator[tuple[str, PitCommand]]:
    """Some seats bet, some change their mind, somebody holds the bank; then the cards are dealt."""
    dealer, sheet = f"table:{table.id}", table.table.sheet
    free = [number for number in range(1, sheet.seats + 1) if state.seat(number) is None]
    wanted = chance.randint(1, 3)
    if len(state.seats) < wanted and free:
        person = PEOPLE[len(state.seats)]
        yield (
            person,
            Bet(
                free[0],
                person,
                random_wagers(table.table, chance),
                chance.choice(["", chance.randbytes(16).hex()]),
            ),
        )
        return
    if sheet.bank and state.bank is None:
        if chance.random() < 0.5:
            yield dealer, TakeBank(PROPOSITION, 100 * table.table.max)
        else:
            yield PEOPLE[3], TakeBank(PEOPLE[3], chance.randint(1, 20) * 1000)
        return
    if chance.random() < 0.2:
        seat = chance.choice(state.seats)
        yield seat.player, Bet(seat.number, seat.player, random_wagers(table.table, chance))
        return
    yield dealer, StartDeal()


def close(table: PitTable) -> tuple[str, PitCommand]:
    """The end of the evening."""
    return f"table:{table.id}", CloseTable()


def evening(table: PitTable, chance: Random, rounds: int) -> Iterator[tuple[str, PitCommand]]:
    """The commands of so many whole rounds, each to be done before the next is asked for."""
    last = table.standing.stored_table.rounds + rounds
    while table.state is not None or table.standing.stored_table.rounds < last:
        yield from next_commands(table, chance)

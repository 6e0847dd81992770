"""Bots: they act after a person has, from what a person in their seat would see, and never run dry."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import CARD_TEXTS, card_text
from pitboss.odds import Game, advise
from pitboss.round import Decided, Round, away_decision, open_round, open_table, replay
from pitboss.sheet import load_house
from pitboss.table.bots import BOTS
from tests.table.rig import CLOCK, HOUSES, Floor, lay, stack

KINDS = tuple(BOTS)


def _bots(floor: Floor) -> dict[int, str]:
    return {seat: who for seat, who in floor.seats().items() if who.startswith("bot:")}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_plays_a_round_with_a_person(house: str, kind: str) -> None:
    floor = Floor(house)
    floor.sit("ann")
    floor.live.add_bot(kind, floor.now)
    [(number, bot)] = _bots(floor).items()
    assert number == 2
    floor.bet("ann")
    floor.ready("ann")
    assert floor.phase == "decisions"
    assert floor.state.waiting == (1,)  # the bot has decided at once
    floor.play("ann", "fold")
    seat = floor.state.seat(number)
    assert seat is not None
    assert (seat.player, seat.by) == (bot, "player")


@pytest.mark.parametrize("house", HOUSES)
def test_bots_alone_stand_still(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann")
    for kind in KINDS:
        floor.live.add_bot(kind, floor.now)
    for _ in range(10):
        floor.wait(100)
    assert floor.phase == "bets"
    assert floor.state.seats == ()
    floor.ready("ann")  # without a bet
    assert floor.state.seats == ()
    floor.bet("ann")
    assert len(floor.state.seats) == 1 + len(KINDS)


def test_bots_whose_person_has_cleared_the_bet_are_not_dealt_to() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    floor.bet("ann")
    floor.bet("ann", {})
    floor.wait(1000)
    floor.stand("ann")
    floor.wait(1000)
    assert floor.phase == "bets"
    floor.sit("bob", first=3)
    floor.bet("bob")
    assert floor.live.deadline == floor.now + CLOCK.bets
    floor.ready("bob")
    assert [seat.number for seat in floor.state.seats] == [2, 3]


@pytest.mark.parametrize("house", HOUSES)
def test_each_kind_keeps_to_its_strategy(house: str) -> None:
    floor = Floor(house)
    floor.sit("ann")
    for kind in KINDS:
        floor.live.add_bot(kind, floor.now)
    game = Game(floor.live.table)
    seats = dict(zip(KINDS, range(2, 7), strict=True))
    for _ in range(8):
        floor.bet("ann")
        floor.ready("ann")
        floor.changes()
        state = floor.state
        undecided = _undecided(floor)
        actions = {kind: undecided.seat(number) for kind, number in seats.items()}
        rule = {kind: away_decision(undecided, number).action for kind, number in seats.items()}
        taken = {kind: floor.decided(number)[0] for kind, number in seats.items()}
        assert taken["always"] == "play"
        assert taken["timid"] == rule["timid"]
        # The away rule of these houses is the dealer's own line; at Pechanga the dealer always plays.
        assert taken["mimic"] == ("play" if house == "pechanga" else rule["mimic"])
        best = actions["optimal"]
        assert best is not None
        drawn = state.seat(seats["optimal"])
        assert drawn is not None
        name = f"draw:{card_text(drawn.discard)}" if drawn.discard is not None else str(drawn.action)
        worth = advise(game, best.cards, state.up_cards, dict(best.wagers)).actions
        assert worth[name] == max(worth.values())
        floor.play("ann", "fold")
        floor.wait(CLOCK.result)


def _undecided(floor: Floor) -> Round:
    """The open round as it was before anybody had decided."""
    events = [each for each in floor.live.standing.events if not isinstance(each, Decided)]
    return replay(open_round(floor.live.table), events)


def test_the_random_bot_does_everything_that_is_legal() -> None:
    floor = Floor("pechanga")
    floor.sit("ann")
    floor.live.add_bot("random", floor.now)
    seen = set()
    for _ in range(40):
        floor.bet("ann")
        floor.ready("ann")
        seen.add(floor.decided(2)[0])
        floor.play("ann", "fold")
        floor.wait(CLOCK.result)
    assert seen == {"fold", "play", "draw"}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_decides_from_its_own_cards_alone(
    house: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the other cards are, the same hand against the same up card is played the same way."""
    chance = Random(f"{house} {kind}")
    for turn in range(4):
        deck = chance.sample(CARD_TEXTS, 52)
        seen = [1, 4, 7] + ([8] if house == "napa-valley" else [])  # two seats: the second one's, the up card
        decided = set()
        for _ in range(4):
            floor = Floor(house, name=f"{turn}")
            floor.sit("ann")
            floor.live.add_bot(kind, floor.now)
            lay(monkeypatch, tuple(deck))
            floor.bet("ann")
            floor.ready("ann")
            bot = floor.state.seat(2)
            assert bot is not None
            assert [card_text(card) for card in bot.cards] == [deck[place] for place in (1, 4, 7)]
            decided.add((bot.action, bot.discard))
            deck = _permuted(deck, seen, chance)
        assert len(decided) == 1


def _permuted(deck: list[str], fixed: list[int], chance: Random) -> list[str]:
    rest = [card for place, card in enumerate(deck) if place not in fixed]
    chance.shuffle(rest)
    return [card if place in fixed else rest.pop() for place, card in enumerate(deck)]


@pytest.mark.parametrize("house", HOUSES)
def test_a_bot_never_runs_out_of_money(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.table.people.BOT_PURSE", 1000)  # one Ante of $5 with its Play
    stack(monkeypatch, ["4s 6h 8d", "5s 7h 9d"], "Ac Kc Qc")
    floor = Floor(house)
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    [bot] = _bots(floor).values()
    for _ in range(5):
        floor.bet("ann")
        floor.ready("ann")
        assert floor.state.seat(2) is not None
        floor.play("ann", "fold")
        floor.wait(CLOCK.result)
        assert floor.in_hand(bot) == 0
    assert list(_bots(floor).values()) == [bot]


@pytest.mark.parametrize("house", HOUSES)
def test_a_bot_can_pay_at_a_table_with_high_limits(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.table.people.BOT_PURSE", 100_000)
    floor = Floor(house, table=open_table(load_house(house), 300_000, 500_000))
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    floor.bet("ann", {"ante": 300_000})
    assert [sum(seat.wagers.values()) for seat in floor.state.seats] == [300_000, 300_000]


def test_a_bot_can_pay_where_play_costs_more_than_the_ante(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.table.people.BOT_PURSE", 3500)
    stack(monkeypatch, ["4s 6h 8d", "5s 7h 9d"], "Ac Kc Qc")
    floor = Floor("rivers", table=open_table(load_house("rivers", ("play.times=3",))))
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    for _ in range(3):  # each of them costs the bot $20
        floor.bet("ann")
        floor.ready("ann")
        assert floor.state.seat(2) is not None
        floor.play("ann", "fold")
        floor.wait(CLOCK.result)


def test_a_bot_is_of_a_known_kind() -> None:
    floor = Floor()
    refusal = floor.refused(floor.live.add_bot, "clever", 0.0)
    assert refusal.code == "bot"
    assert "optimal" in refusal.text


def test_a_bot_is_removed_at_once_or_after_its_hand() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    floor.live.remove_bot(2, floor.now)
    assert floor.seats() == {1: "ann"}
    assert set(floor.live.seating.people) == {"ann"}
    floor.live.add_bot("timid", floor.now)
    floor.bet("ann")
    floor.live.remove_bot(2, floor.now)
    assert len(_bots(floor)) == 1
    floor.ready("ann")
    floor.play("ann")
    assert floor.phase == "settled"
    assert floor.seats() == {1: "ann"}


def test_only_a_bot_is_removed_as_one() -> None:
    floor = Floor()
    floor.sit("ann")
    for seat in (1, 2, 9):
        assert floor.refused(floor.live.remove_bot, seat, 0.0).code == "bot"


def test_bots_play_against_a_bank_that_is_a_person() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", "bob")  # bob looks on
    for _ in range(2):
        floor.live.add_bot("always", floor.now)
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    assert [seat.number for seat in floor.state.seats] == [3, 4]
    floor.wait(CLOCK.bets)
    assert floor.phase == "settled"
    assert floor.state.bank is not None
    assert floor.state.bank.player == "ann"

"""A whole table: every round comes to what the rules' own round comes to; envy, meter and bank are shared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitboss.cards import card_text, parse_cards
from pitboss.envs import ParallelTableEnv, TableEnv
from pitboss.envs.observation import TableEyes
from pitboss.envs.seat_game import open_game
from pitboss.envs.table_play import BANK, SeatPlay, TablePlay, table_game
from pitboss.money import MICRO
from pitboss.odds import play_out
from pitboss.odds.decisions import DRAW
from pitboss.round import Refusal, Round
from tests.envs.houses import HOUSES, ULTIMATE, name_of

ROUNDS = 12


def engine_deck(play: TablePlay, seats: int) -> list[int]:
    """The cards of a round at the places that the rules have for them (see `Round.fourth_card`)."""
    draws, deck = play.game.seat.dealing.player_draws, list(play.cards[: 3 * seats + 3])
    rest = [card for card in range(52) if card not in play.cards]
    deck += play.cards[3 * seats + 3 : 4 * seats + 3] if draws else [rest.pop() for _ in range(seats)]
    deck += play.cards[len(deck) if draws else 3 * seats + 3 :]
    return deck + rest


def by_the_rules(play: TablePlay, meter: int) -> Round:
    """The round that was just paid, played again by the rules' own state machine."""
    playing = {number: seat for number, seat in enumerate(play.seats, start=1) if not seat.sits_out}

    def chosen(seat: SeatPlay) -> str:
        drawn = seat.action == "draw" and seat.discard is not None
        return f"draw:{card_text(seat.discard)}" if drawn and seat.discard is not None else str(seat.action)

    table = play.game.seat.table
    return play_out(
        table,
        engine_deck(play, len(playing)),
        {number: play._wagers(seat) for number, seat in playing.items()},
        lambda turn: chosen(playing[turn.seat]),
        bank=play.bank,
        meter=meter // MICRO if table.sheet.meter else None,
    )


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_rounds_come_to_what_the_rules_say(house: str) -> None:
    chance, source = np.random.default_rng(21), np.random.default_rng(22)
    game = table_game(open_game(house, betting="discrete"), None, ROUNDS, None)
    play = TablePlay.begin(game)
    sat_out = 0
    for _ in range(ROUNDS):
        before, nets = play.meter, None
        while nets is None:
            for agent in play.asked[:1]:
                legal = np.flatnonzero(play.mask(agent))
                play.act(agent, -1 if chance.random() < 0.05 else int(chance.choice(legal)))
            nets = play.go_on(source)
        sat_out += sum(seat.sits_out for seat in play.seats)
        end = by_the_rules(play, before)
        for number, seat in enumerate(play.seats, start=1):
            paid = end.paid(number)
            assert nets[f"seat_{number}"] == (paid.net if paid else 0)
            assert (paid is None) == seat.sits_out
        assert end.ended is not None
        if game.bank_stakes:
            assert nets[BANK] == -sum(net for agent, net in nets.items() if agent != BANK)
        if game.seat.table.sheet.meter:
            assert play.meter == end.ended.meter.after  # type: ignore[union-attr]  # a settled round has one
        if not play.over:
            play.next_round(source)
    assert play.over
    assert sat_out


def test_envy_and_the_meter_are_shared() -> None:
    """RIV-10 to RIV-12: the meter goes to A-K-Q of spades, and the others with a Progressive are envious."""
    bet = {"ante": 1000, "progressive": 100}
    game = table_game(open_game("rivers", bets=bet, meter=500_000), 3, 2, None)
    play, source = TablePlay.begin(game), np.random.default_rng(1)
    play.go_on(source)
    hands = [parse_cards(text) for text in ("As Ks Qs", "9h 7d 2c", "Jh 8d 3c", "Ac Kd 4h")]
    play.cards = tuple(hand[card] for card in range(3) for hand in hands)
    for seat, hand in zip(play.seats, hands, strict=False):
        seat.hand = seat.first = hand
    for agent in ("seat_1", "seat_2", "seat_3"):
        play.act(agent, 0)
    nets = play.go_on(source)
    assert nets is not None
    won = 500_000 + 3 * 25  # the round's own feed is in it
    assert nets == {"seat_1": -1000 + won - 100, "seat_2": 8_900, "seat_3": 8_900}
    assert play.meter == 100_000 * MICRO


def test_a_small_bank_covers_the_first_seats_alone() -> None:
    """NAPA-11: what it has put up is used up seat by seat."""
    env = TableEnv("napa-valley", low=100, high=100, bets={"ante": 100}, bank_stakes=[100, 400])
    env.reset(seed=4)
    assert env.agent_selection == BANK
    env.step(0)
    while not any(env.terminations.values()):
        env.step(1)
    nets = {agent: info["net"] for agent, info in env.infos.items()}
    assert sum(nets.values()) == 0
    assert abs(nets[BANK]) <= 100
    assert [agent for agent, net in nets.items() if net and agent != BANK] == ["seat_1"]


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_nobody_sees_a_card_that_is_not_for_them(house: str) -> None:
    """What each agent sees stays the same to the byte while every card changes that is hidden from it."""
    game = table_game(open_game(house), 4, 1, None)
    eyes, source, chance = TableEyes.of(game, "dict"), np.random.default_rng(2), np.random.default_rng(3)
    play = TablePlay.begin(game)
    if game.bank_stakes:
        play.act(BANK, 0)
    play.go_on(source)
    before = {agent: eyes.look(play, agent) for agent in game.agents}
    shows = game.seat.dealing.shows
    for agent in game.agents:
        place = None if agent == BANK else game.agents.index(agent)
        known = {5 * card + 4 for card in range(3 - shows, 3)}
        known |= set() if place is None else {5 * card + place for card in range(3)}
        hidden = [number for number in range(len(play.cards)) if number not in known]
        kept = {play.cards[number] for number in known}
        others = chance.permutation([card for card in range(52) if card not in kept])
        cards = list(play.cards)
        for number, card in zip(hidden, others.tolist(), strict=False):
            cards[number] = card
        other = TablePlay(game, play.meter, list(play.seats), play.bank, tuple(cards))
        for number in range(4):
            if number != place:
                hand = tuple(cards[5 * card + number] for card in range(3))
                other.seats[number] = SeatPlay(play.seats[number].stakes, 0, hand=hand, first=hand)
        seen = eyes.look(other, agent)
        assert all(before[agent][key].tobytes() == part.tobytes() for key, part in seen.items())
        assert (place is None) == (seen["hand"] == -1).all()


def play_through(env: Any, seed: int) -> bytes:
    """Everything that anybody was given in an episode."""
    env.reset(seed=seed)
    chance, told = np.random.default_rng(seed), b""
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        told += (
            agent.encode()
            + np.float64(reward).tobytes()
            + b"".join(seen[key].tobytes() for key in sorted(seen))
        )
        told += info["action_mask"].tobytes() + str(info.get("net")).encode()
        env.step(None if over else chance.choice(np.flatnonzero(info["action_mask"])))
    return told


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_seeds_reproduce_byte_for_byte(house: str) -> None:
    env, other = (TableEnv(house, betting="discrete", rounds=3) for _ in range(2))
    first = play_through(env, 7)
    assert first == play_through(other, 7) == play_through(env, 7)
    assert first != play_through(env, 8)


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_all_at_once_comes_to_the_same_as_one_after_the_other(house: str) -> None:
    turns, at_once = TableEnv(house, rounds=4), ParallelTableEnv(house, rounds=4)
    turns.reset(seed=5)
    at_once.reset(seed=5)
    mine, theirs = dict.fromkeys(turns.possible_agents, 0.0), dict.fromkeys(turns.possible_agents, 0.0)
    for agent in turns.agent_iter():
        mine[agent] += turns.last()[1]
        turns.step(None if turns.terminations[agent] else 1)
    while at_once.agents:
        for agent, reward in at_once.step(dict.fromkeys(at_once.agents, 1))[1].items():
            theirs[agent] += reward
    assert mine == theirs
    assert any(mine.values())


def test_an_illegal_action_harms_its_own_agent_alone() -> None:
    env = ParallelTableEnv("napa-valley", seats=2, betting="discrete", unit=500, penalty=2)
    env.reset(seed=1)
    decisions = len(env.game.seat.decisions)
    _, rewards, _, _, infos = env.step({"seat_1": 0, "seat_2": decisions, BANK: 99})
    assert rewards == {"seat_1": -2, "seat_2": 0, BANK: -2}
    assert infos["seat_1"]["illegal"]
    assert env.play.bank == 50_000  # a bank that names no stake puts up the least
    seen, rewards, over, _, infos = env.step({"seat_1": 1, "seat_2": "fold"})
    assert over["seat_1"]
    assert rewards == {"seat_1": 0, "seat_2": -2 - 1, BANK: 1}
    assert (seen["seat_1"]["hand"] == -1).all()  # it sat out
    assert (seen["seat_2"]["dealer"][:3] >= 0).all()


@pytest.mark.parametrize(
    ("house", "more", "text"),
    [
        ("rivers", {"seats": 8}, "A table has 1 to 7 seats, not 8"),
        ("rivers", {"rounds": 0}, "at least one round"),
        ("rivers", {"bank_stakes": [50_000]}, "is not player-banked"),
        ("napa-valley", {"bank_stakes": [400]}, "A bank puts up at least \\$500"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(house: str, more: dict[str, Any], text: str) -> None:
    with pytest.raises(Refusal, match=text):
        TableEnv(house, **more)


def test_all_see_how_high_a_seat_has_raised() -> None:
    game = table_game(open_game(ULTIMATE), 2, 1, None)
    eyes, play = TableEyes.of(game, "array"), TablePlay.begin(game)
    play.go_on(np.random.default_rng(1))
    play.seats[0].hand = play.seats[0].first = parse_cards("9s 9d 3h")
    assert play.mask("seat_1").all()
    assert play.act("seat_1", game.seat.decisions.index("play_3x"))
    seen = eyes.look(play, "seat_2")[eyes.layout.actions]
    assert [game.shown[place] for place in np.flatnonzero(seen)] == ["play_3x"]
    play.seats[1].hand = play.seats[1].first = parse_cards("9h 8d 3c")
    assert play.mask("seat_2").tolist() == [1, 1, 0, 0]
    assert not play.act("seat_2", game.seat.decisions.index("play_2x"))
    assert play.seats[1].action == "fold"


def test_a_table_is_rendered_for_a_bystander() -> None:
    silent = TableEnv("rivers", seats=2, render_mode="human")
    with pytest.warns(UserWarning, match="Nothing is rendered"):
        assert silent.render() is None
    env = TableEnv("rivers", seats=2, render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    assert env.render() == "Dealer: ?? ?? ??\nseat_1: fold\nseat_2: …"
    assert len(env.game.seat.decisions) == DRAW

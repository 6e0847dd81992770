"""One seat, alone and as arrays: the same rounds by settlement and by look-up; no hidden card in sight."""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.envs import SeatEnv, SeatVectorEnv, TableEnv
from pitboss.envs.bet_menus import SpotBySpot
from pitboss.envs.seat_game import House
from pitboss.round import Refusal, open_table
from pitboss.round.choices import check_wagers, every_wager
from pitboss.sheet import load_house
from pitboss.sim.deals import DealLayout
from tests.envs.houses import FARTHER, HOUSES, ULTIMATE, name_of
from tests.sim.sheets import made_up

TABLES, STEPS = 40, 9
BETTINGS: dict[str, dict[str, Any]] = {
    "fixed": {"regret": True},
    "discrete": {"betting": "discrete"},
    "free": {"betting": "free", "high": 3000},
}


def same(mine: Any, theirs: Any) -> bool:
    """Whether two observations are alike to the byte."""
    if isinstance(mine, dict):
        return mine.keys() == theirs.keys() and all(same(mine[key], theirs[key]) for key in mine)
    return bool(
        mine.dtype == theirs.dtype and mine.shape == theirs.shape and mine.tobytes() == theirs.tobytes()
    )


def row(observations: Any, number: int) -> Any:
    """What one table has of the observations of all."""
    if isinstance(observations, dict):
        return {key: part[number] for key, part in observations.items()}
    return observations[number]


@pytest.mark.parametrize("form", ["array", "dict"])
@pytest.mark.parametrize("betting", BETTINGS)
@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_arrays_play_the_rounds_that_settlement_pays(house: str, betting: str, form: str) -> None:
    """Table by table the vector environment does what the single one does with the same cards and actions."""
    play_side_by_side(house, {**BETTINGS[betting], "observation": form})


def play_side_by_side(house: House, more: dict[str, Any]) -> None:
    """Rounds at some tables, all at once and one by one."""
    envs = SeatVectorEnv(TABLES, house, **more)
    alone = [SeatEnv(house, **more) for _ in range(TABLES)]
    chance = np.random.default_rng(11)
    seen, info = envs.reset(seed=5)
    for number, env in enumerate(alone):
        first, _ = env.reset(options={"deck": envs._cards[:, number]})
        assert same(first, row(seen, number))
    for _ in range(STEPS):
        masks = info["action_mask"]
        # Mostly what is legal, and now and then anything, also numbers that are no action.
        legal = np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])
        wild = chance.integers(-1, envs.game.actions + 1, TABLES)
        actions = np.where(chance.random(TABLES) < 0.9, legal, wild)
        seen, rewards, over, cut, info = envs.step(actions)
        assert not cut.any()
        for number, env in enumerate(alone):
            mine, reward, ended, _, told = env.step(int(actions[number]))
            assert (reward, ended) == (rewards[number], over[number])
            if ended:
                final = info["final_info"]
                assert same(mine, info["final_obs"][number])
                assert all(
                    told[each] == final[each][number] for each in ("net", "illegal", "regret") if each in told
                )
                mine, told = env.reset(options={"deck": envs._cards[:, number]})
            assert same(mine, row(seen, number))
            assert same(told["action_mask"], info["action_mask"][number])


@pytest.mark.parametrize("house", FARTHER)
def test_bets_on_colours_and_on_the_dealers_hand_are_settled_in_arrays_too(house: str) -> None:
    play_side_by_side(house, BETTINGS["free"])


def test_made_up_sheets_are_settled_in_arrays_too() -> None:
    """Bets of every kind, and raises of any multiples from some hand on."""
    luck, met = Random("environments"), Counter[str]()
    while met["raises"] < 6 or met["winning hand"] < 3:
        table = made_up(luck)
        judged = {pays.judged for pays in table.sheet.pays.values()}
        if table.sheet.play.raises is None and "winning hand" not in judged:
            continue
        met.update({"raises": table.sheet.play.raises is not None, "winning hand": "winning hand" in judged})
        play_side_by_side(table.sheet, {"bets": every_wager(table)})


def test_a_raise_is_open_to_hands_that_are_high_enough() -> None:
    """ULT-4: with a pair or better; what else tries it folds and pays the penalty."""
    env = SeatEnv(ULTIMATE)
    assert env.game.decisions == ("fold", "play", "play_2x", "play_3x")
    rewards = {}
    for hand, mine in (("pair", "9s Jh 9d 7c 3h 2d"), ("high", "Ks Jh 9d 7c 3h 2d")):
        for action in range(4):
            _, info = env.reset(options={"deck": mine})
            assert info["action_mask"].tolist() == [1, 1, hand == "pair", hand == "pair"]
            _, rewards[hand, action], _, _, told = env.step(action)
            assert told["illegal"] == (hand == "high" and action > 1)
    # Jack high does not qualify: the Ante pushes, and so does the Blind of a pair; Play is paid.
    assert [rewards["pair", action] for action in range(4)] == [-2, 1, 2, 3]
    assert [rewards["high", action] for action in range(4)] == [-2, 1, -3, -3]


@pytest.mark.parametrize("betting", BETTINGS)
@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_no_hidden_card_is_in_an_observation_or_in_info(house: str, betting: str) -> None:
    """Before the end nothing changes when every card changes that the seat may not see."""
    for form in ("array", "dict"):
        env = SeatEnv(house, observation=form, **BETTINGS[betting])
        chance, shows, steps = np.random.default_rng(3), env.game.dealing.shows, 0
        for number in range(20):
            deck = chance.permutation(52)
            known = [0, 2, 4, *([1, 3, 5][3 - shows :])]
            other, hidden = deck.copy(), [place for place in range(52) if place not in known]
            other[hidden] = chance.permutation(deck[hidden])
            paths = []
            for cards in (deck, other):
                actions = np.random.default_rng(number)
                told = [env.reset(seed=1, options={"deck": cards})]
                while told[-1][1]["action_mask"][: len(env.game.decisions)].sum() == 0:
                    mask = told[-1][1]["action_mask"]
                    seen, _, over, _, info = env.step(actions.choice(np.flatnonzero(mask)))
                    if over:
                        break
                    told.append((seen, info))
                paths.append(told)
            for (mine, info), (theirs, other_info) in zip(*paths, strict=True):
                steps += 1
                assert same(mine, theirs)
                assert info.keys() == other_info.keys() <= {"action_mask", "illegal"}
                assert same(info["action_mask"], other_info["action_mask"])
        assert steps >= 20


def test_nobody_sees_a_card_before_the_bet_is_made() -> None:
    env = SeatEnv("napa-valley", observation="dict", betting="free")
    seen, info = env.reset(seed=1)
    while not info["action_mask"][:2].any():
        assert (seen["hand"].tolist(), seen["dealer"].tolist()) == ([-1] * 3, [-1] * 4)
        assert not seen["observation"][:104].any()
        seen, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    assert (seen["hand"] >= 0).all()
    assert (seen["dealer"] >= 0).tolist() == [False, False, True, False]


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_masks_of_free_betting_are_exact(house: str) -> None:
    """Whoever follows them ends in a bet that the table takes, and what they leave out it does not take."""
    env = SeatEnv(house, betting="free", high=2000)
    menu, table, chance = env.game.menu, env.game.table, np.random.default_rng(8)
    assert isinstance(menu, SpotBySpot)
    for _ in range(60):
        stakes = menu.first(1)
        for place in range(menu.places):
            [mask] = menu.masks(place, stakes)
            number = int(chance.integers(menu.size))
            if not mask[number] and place == menu.places - 1:  # the last spot decides alone
                tried = menu.take(place, stakes, np.array([number]))[0].tolist()
                wagers = {name: cents for name, cents in zip(menu.names, tried, strict=True) if cents}
                if max(tried[menu.order[place]], 1) <= menu.largest[menu.order[place]]:
                    with pytest.raises(Refusal):
                        check_wagers(table, wagers)
            stakes = menu.take(place, stakes, np.array([chance.choice(np.flatnonzero(mask))]))
        bet = {name: cents for name, cents in zip(menu.names, stakes[0].tolist(), strict=True) if cents}
        check_wagers(table, bet)


@pytest.mark.parametrize("action", [700, -1, 2.5, None, "play", float("nan"), [1, 0], 10**30])
def test_an_illegal_action_costs_the_penalty_and_never_raises(action: Any) -> None:
    env = SeatEnv("rivers", penalty=3)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info["illegal"], info["net"]) == (-1 - 3, True, True, -1000)  # the seat folds
    env = SeatEnv("rivers", penalty=3, betting="discrete")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(action)  # there is no such bet: the seat sits out
    assert (reward, over, info["illegal"], info["net"]) == (-3, True, True, 0)
    assert env.step(0)[1:3] == (0, True)  # whoever plays on after the end changes nothing


def test_vectors_take_illegal_actions_too() -> None:
    envs = SeatVectorEnv(4, "rivers")
    envs.reset(seed=1)
    _, rewards, over, _, info = envs.step(np.array([0.0, 1.5, np.nan, 9.0]))
    assert rewards.tolist() == [-1, -2, -2, -2]
    assert over.all()
    assert info["final_info"]["illegal"].tolist() == [False, True, True, True]


def test_the_next_step_deals_anew_where_that_is_wished() -> None:
    envs = SeatVectorEnv(3, "shine", autoreset_mode="NextStep")
    first, _ = envs.reset(seed=2)
    last, rewards, over, _, info = envs.step(np.zeros(3, np.int64))
    assert over.all()
    assert rewards.tolist() == [-1, -1, -1]
    assert info["net"].tolist() == [-1000] * 3
    assert np.array_equal(last[:, :52], first[:, :52])
    assert (last[:, 52:104].sum(axis=1) == 3).all()  # the dealer's cards show at the end
    assert not info["action_mask"].any()
    fresh, rewards, over, _, info = envs.step(np.ones(3, np.int64))
    assert not over.any()
    assert rewards.tolist() == [0, 0, 0]
    assert (fresh[:, :52].sum(axis=1) == 3).all()
    assert info["action_mask"].all()


@pytest.mark.parametrize("house", HOUSES, ids=name_of)
def test_a_seed_gives_the_same_bytes_again(house: str) -> None:
    runs = []
    for _ in range(2):
        envs, told = SeatVectorEnv(16, house, betting="discrete"), b""
        seen, info = envs.reset(seed=99)
        for _ in range(6):
            seen, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
            told += seen.tobytes() + rewards.tobytes() + over.tobytes()
        runs.append(told)
    assert runs[0] == runs[1]
    envs.reset(seed=100)
    assert not np.array_equal(envs.reset(seed=99)[0], envs.reset(seed=100)[0]) or envs.game.menu.places


def test_one_shoe_deals_the_same_cards_to_one_and_to_many() -> None:
    for layout in (DealLayout(1, False, False), DealLayout(1, True, True), DealLayout(7, True, True)):
        words = np.random.PCG64(6).random_raw(300 * len(layout.words)).reshape(300, -1)
        words[0], words[1] = 0, 2**64 - 1
        cards, sound = layout.deal_many(words)
        for number, some in enumerate(words):
            one = layout.deal_one(some.tolist())
            assert (one is not None) == sound[number]
            assert one is None or one == tuple(cards[:, number].tolist())
            assert len(set(cards[:, number].tolist())) == layout.cards
        assert not sound[0]  # no remainder at all: dealt anew
        assert sound[1]


def test_draws_count_from_the_highest_card() -> None:
    env = SeatEnv("pechanga", observation="dict")
    deck = "4d Ks 9s Qd 9h 2c As"  # 9s 9h 4d against K-Q-2; the replacement is an ace
    seen, _ = env.reset(options={"deck": deck})
    assert seen["hand"].tolist() == list(parse_cards("9s 9h 4d"))
    last, *_ = env.step(4)
    assert last["hand"].tolist() == list(parse_cards("As 9s 9h"))


def test_side_bets_alone_leave_nothing_to_decide() -> None:
    env = SeatEnv("rivers", betting="discrete", bets=[{"pair_plus": 500}, {"ante": 500}], unit=500)
    env.reset(options={"deck": "9s Ks 9h Qd 4d 2c"})
    _, reward, over, _, info = env.step(len(env.game.decisions))
    assert (reward, over, info["net"]) == (1, True, 500)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"bets": {"pair_plus": 500}}, "A fixed bet has an Ante"),
        ({"bets": {"ante": 1}}, "Ante must be at least the table minimum"),
        ({"betting": "kelly"}, "Betting is fixed, discrete or free"),
        ({"betting": "free", "chips": [500]}, "These bets do not fit free betting"),
        ({"betting": "discrete", "bets": []}, "A list of bets has 1 to 4,096"),
        ({"betting": "discrete", "chips": range(500, 50_000, 100)}, "A list of bets has 1 to 4,096"),
        ({"betting": "free", "high": 1_000_000}, "give the table a lower maximum"),
        ({"meter": 1}, "The meter is never below its reset value"),
        ({"unit": 0}, "The unit of reward"),
        ({"penalty": -1}, "The penalty"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(more: dict[str, Any], text: str) -> None:
    with pytest.raises(Refusal, match=text):
        SeatEnv("rivers", **more)


def test_an_argument_that_is_none_is_not_overlooked() -> None:
    for make in (SeatEnv, SeatVectorEnv, TableEnv):
        with pytest.raises(TypeError, match="no argument 'bet'"):
            make(house="rivers", bet={"ante": 500})  # type: ignore[call-arg]


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pitboss.envs")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '\.\[envs\]'"):
        import_module("pitboss.envs")


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_render_mode_that_there_is_not_is_warned_of_as_gymnasium_does(make: Any) -> None:
    """One warning, Gymnasium's own; the environment plays, and says at `render()` that there is nothing."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        env = make("pitboss/Rivers-v0", render_mode="rgb_array")
        env.reset(seed=1)
        assert env.render_mode is None
    assert len(told) <= 1
    assert all("not in the possible render_modes" in str(each.message) for each in told)
    if make is gymnasium.make:
        assert told
        with pytest.warns(UserWarning, match="Nothing is rendered"):
            assert env.render() is None
        assert make("pitboss/Rivers-v0", render_mode="ansi").render_mode == "ansi"


def test_a_table_is_rendered_as_its_seat_sees_it() -> None:
    env = SeatEnv("napa-valley", render_mode="ansi")
    env.reset(options={"deck": "Qs Kd 6h 2c 4d Kh"})
    assert env.render() == "Player/dealer: ?? ?? K♥\nYou: Q♠ 6♥ 4♦\nBets: Ante $10"
    env.step(0)
    assert env.render() == "Player/dealer: K♦ 2♣ K♥\nYou: Q♠ 6♥ 4♦\nBets: Ante $10\nNet: −$10"


def test_the_smallest_legal_ante_stands_in_where_ten_dollars_are_too_few() -> None:
    assert SeatEnv("rivers", low=2500).game.unit == 2500
    assert open_table(load_house("rivers")).min == SeatEnv("rivers", betting="free").game.unit == 500

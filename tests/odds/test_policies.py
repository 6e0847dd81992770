"""A function that plays, priced exactly: every hand asked of it again here, one deal after the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, count
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss import FULL_DECK, NotPriced, Refusal, advise, exact_value, plan_for, play_out, price, simulate
from pitboss.cards import card_text
from pitboss.odds import Game, Plan, Turn, game_of
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.further_houses import ULTIMATE
from tests.naive import hands as naive

BEST = Fraction(-686689, 20358520)  # Rivers, per Ante: shared/spec/figures.md
Ask = Callable[[Turn], str]


def timid(turn: Turn) -> str:
    return "play" if turn.category != "high_card" else "fold"


def black(turn: Turn) -> str:
    """Goes by suits: plays a hand whose highest card is black."""
    return "play" if max(turn.cards) % 4 in (0, 3) else "fold"


def same_suit(turn: Turn) -> str:
    """Goes by suits beside the up card: plays against hearts, and with a card of the up card's suit."""
    suited = any(card % 4 == turn.up[0] % 4 for card in turn.cards)
    return "play" if suited or turn.up[0] % 4 == 2 else "fold"


def odd_draws(turn: Turn) -> str:
    """Draws for the card of the highest suit, low suit by low suit, when it holds none of hearts."""
    suits = [card % 4 for card in turn.cards]
    if 2 in suits:
        return "play" if turn.value > 300 else "fold"
    return f"draw:{card_text(turn.cards[suits.index(max(suits))])}"


HANDS: npt.NDArray[np.int64] = np.array([*combinations(range(52), 3)])
HELD = np.bitwise_or.reduce(np.int64(1) << HANDS, axis=1)
TEXTS = [[naive.DECK[card] for card in hand] for hand in HANDS.tolist()]
ORDER = {rank: place for place, rank in enumerate(sorted({naive.rank3(hand) for hand in TEXTS}))}
RANKS = np.array([ORDER[naive.rank3(hand)] for hand in TEXTS])
QUALIFIES = np.array([naive.queen_high(hand) for hand in TEXTS])


def enumerated(house: str, ask: Ask, bonus: dict[str, int]) -> Fraction:
    """The mean per Ante by every hand against every dealer's hand and each of its cards that may be up."""
    table, shows = game_of(house).table, load_house(house).dealer.shows
    total = 0
    for number, hand in enumerate(map(tuple, HANDS.tolist())):
        ups = [(up,) for up in range(52) if up not in hand] if shows else [()]
        said = {up: ask(Turn(table, 1, {"ante": 500}, hand, up, ("fold", "play"))) for up in ups}
        apart = HELD & HELD[number] == 0
        won = np.sign(RANKS[number] - RANKS[apart])
        more = bonus.get(naive.category3(TEXTS[number]), 0)
        nets = np.where(QUALIFIES[apart], 2 * won, 1) + more
        plays = np.array([said.get((card,), "fold") == "play" for card in range(52)])
        playing = plays[HANDS[apart]] if shows else np.full((len(won), 3), said[()] == "play")
        total += int(np.where(playing, nets[:, None], -1).sum())
    return Fraction(total, 3 * comb(52, 3) * comb(49, 3))


RIVERS_BONUS = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5, "mini_royal": 5}  # RIV-6


@pytest.mark.parametrize(
    ("house", "ask", "bonus", "suits"),
    [
        ("rivers", timid, RIVERS_BONUS, False),
        ("rivers", black, RIVERS_BONUS, True),
        ("napa-valley", same_suit, {}, True),  # NAPA-17
    ],
)
def test_a_function_is_worth_what_every_deal_of_it_comes_to(
    house: str, ask: Ask, bonus: dict[str, int], suits: bool
) -> None:
    assert plan_for(house, ask).by_hand is suits
    priced = price(house, ask).wagers["ante"]
    assert priced.ev == enumerated(house, ask, bonus)
    if "by_up_card" in priced.extras:
        assert sum(map(Fraction, priced.extras["by_up_card"].values())) / 13 == priced.ev


@pytest.mark.parametrize("ask", [odd_draws, black])
def test_where_players_draw_it_is_worth_what_advice_says_of_every_hand(ask: Ask) -> None:
    """Suits change places for whole hands, so one piece of advice is asked for each kind of hand."""
    game, kept = game_of("pechanga"), dict[Any, dict[str, Fraction]]()
    total = Fraction(0)
    for hand in map(tuple, HANDS.tolist()):
        draws = [f"draw:{card_text(card)}" for card in hand]
        said = ask(Turn(game.table, 1, {"ante": 500}, hand, (), ("fold", "play", *draws)))
        suits = [card % 4 for card in hand]
        kind = tuple((card >> 2, suits.index(suit)) for card, suit in zip(hand, suits, strict=True))
        if kind not in kept:
            kept[kind] = by_place(advise(game, hand).actions, draws)
        total += kept[kind][str(draws.index(said)) if said in draws else said]
    assert price(game, ask).wagers["ante"].ev == total / len(HANDS)


def by_place(actions: Mapping[str, Fraction], draws: list[str]) -> dict[str, Fraction]:
    """Draws by the place of their card among three."""
    return {str(draws.index(name)) if name in draws else name: worth for name, worth in actions.items()}


def test_what_is_alike_when_suits_are_renamed_is_worth_the_same() -> None:
    def renamed(turn: Turn) -> str:
        moved = [4 * (card >> 2) + (card + 1) % 4 for card in (*turn.cards, *turn.up)]
        return same_suit(turn._replace(cards=tuple(moved[:3]), up=tuple(moved[3:])))

    first, second = (price("napa-valley", ask).wagers["ante"] for ask in (same_suit, renamed))
    assert first.distribution == second.distribution


@pytest.mark.parametrize("house", houses())
@pytest.mark.parametrize("name", ["optimal", "mimic", "always", "Q-6-4"])
def test_a_named_strategy_plays_as_its_plan_does_and_both_are_worth_the_same(house: str, name: str) -> None:
    plan = plan_for(house, name)
    ev = price(house, name).wagers["ante"].ev
    assert price(house, plan).wagers["ante"].ev == ev

    def by_plan(turn: Turn) -> str:
        return plan.choice(turn.cards, turn.up).text

    deck = random.Random(house + name).sample(FULL_DECK, 52)
    bets = {seat: {"ante": 1000} for seat in (1, 2, 5)}
    ends = [play_out(house, deck, bets, each) for each in (name, plan, by_plan, dict.fromkeys(bets, name))]
    assert len({str(end.ended) for end in ends}) == 1
    if not load_house(house).dealer.shows:
        assert price(house, by_plan).wagers["ante"].ev == ev


def test_without_suits_a_function_is_asked_once_for_each_kind_of_hand() -> None:
    asked: list[Turn] = []

    def ask(turn: Turn) -> str:
        asked.append(turn)
        return "play" if turn.value >= 300 + (turn.up[0] >> 2) else "fold"

    plan = plan_for("napa-valley", ask, suits=False)
    kinds = len(asked)
    assert plan.digest == plan_for("napa-valley", ask).digest
    assert kinds < 200_000 < comb(52, 3) * 49 < len(asked)


def test_a_function_raises_where_the_house_lets_it() -> None:
    game = Game(open_table(ULTIMATE))
    best, met = plan_for(game), set[str]()

    def ask(turn: Turn) -> str:
        met.update(turn.actions)
        return best.choice(turn.cards, turn.up).text

    plan = plan_for(game, ask, suits=False)
    assert price(game, plan).wagers["ante"].ev == price(game).wagers["ante"].ev
    assert {"fold", "play", "play_3x"} <= met
    with pytest.raises(Refusal, match="it may say fold or play"):
        plan_for(game, lambda turn: "play_3x", suits=False)


def test_the_whole_bet_is_priced_by_the_function_too() -> None:
    bets = {"ante": 1000, "pair_plus": 500}
    found = price("rivers", "always", bets)
    assert found.combined is not None
    alone = price("rivers", "always")
    assert found.combined.ev == 1000 * alone.wagers["ante"].ev + 500 * alone.wagers["pair_plus"].ev
    assert (
        exact_value("rivers", "always", bets)
        == found.combined.ev
        == exact_value("rivers", lambda _: "play", bets)
    )
    assert exact_value("rivers") == 500 * BEST


def test_it_plays_in_a_simulation_by_suits_as_well() -> None:
    mean = simulate("rivers", 200_000, 1, bets={"ante": 1000}, strategy=black).target
    assert mean.low < exact_value("rivers", black, {"ante": 1000}) < mean.high
    with pytest.raises(NotPriced, match="not simulated"):
        simulate("napa-valley", 1000, 1, strategy=same_suit)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "said", ["call", "draw:2c", "draw:Qs", "Play", None, 1, 0.5, ["play"], np.array(["play"])]
)
def test_an_answer_that_is_no_action_is_refused_with_the_hand_and_what_is_allowed(said: Any) -> None:
    with pytest.raises(
        Refusal, match=r"The strategy says .* with 2c 2d 2h; it may say fold or play"
    ) as refused:
        price("rivers", lambda turn: said)
    assert (refused.value.path, refused.value.clause) == ("strategy", "RIV-4")


def test_it_may_answer_with_a_plans_choice_and_cards_in_any_form() -> None:
    plan = plan_for("pechanga")
    assert price("pechanga", lambda turn: plan.choice(turn.cards)) == price("pechanga", plan)

    def tens(turn: Turn) -> str:
        ten = next((card for card in turn.cards if card >> 2 == 8), None)
        return "play" if ten is None else f"draw:10{card_text(ten)[1]}"

    assert price("pechanga", tens).wagers["ante"].ev < price("pechanga", plan).wagers["ante"].ev


@pytest.mark.parametrize("name", ["dealer", "deck", "others"])
def test_what_no_player_sees_is_not_there(name: str) -> None:
    with pytest.raises(Refusal, match=f"A policy sees .*, not {name}") as refused:
        price("rivers", lambda turn: getattr(turn, name))
    assert refused.value.clause == "STD-11"
    assert any("2c 2d 2h, at Rivers" in note for note in refused.value.__notes__)


def test_a_fault_of_the_function_says_with_which_hand_it_came() -> None:
    with pytest.raises(IndexError) as fault:
        price("rivers", lambda turn: "play" if turn.up[0] else "fold")
    assert fault.value.__notes__ == ["This was asked of a policy: 2c 2d 2h, at Rivers"]


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_a_function_that_changes_its_mind_has_no_price(house: str) -> None:
    chance, number = random.Random(1), count()
    for ask in (
        lambda turn: chance.choice(["play", "fold"]),
        lambda turn: ("play", "fold")[next(number) > 9000],
    ):
        with pytest.raises(NotPriced, match=r"said (play|fold) and then (play|fold) with"):
            price(house, ask)


def test_more_hands_than_can_be_asked_about_are_refused_before_any_is() -> None:
    game = Game(open_table(load_house("rivers", ["dealer.shows=2"])))
    with pytest.raises(NotPriced, match=r"at most 2,000,000 .*; with suits=False it is asked "):
        plan_for(game, lambda turn: pytest.fail("it was asked"))


@pytest.mark.parametrize("given", ["bold", "", None, 5, 1.5])
def test_what_is_no_strategy_is_told_what_one_is(given: Any) -> None:
    with pytest.raises(NotPriced, match=r"A strategy is optimal, always, .* a Plan or a function, not "):
        price("rivers", given)


@pytest.mark.parametrize(
    ("cards", "up"),
    [("Qs 6h", "Kh"), ("Qs Qs 4d", "Kh"), ("Qs 6h 4d", ""), ("Qs 6h 4d", "Qs"), ("Qs 6h 4x", "Kh")],
)
def test_a_plan_takes_cards_in_any_form_and_refuses_others(cards: str, up: str) -> None:
    plan, napa = plan_for("rivers"), plan_for("napa-valley")
    assert {plan.choice(each).text for each in ("Qs 6h 4d", "4dQs6h", ("6h", 43, "4d"))} == {"play"}
    assert napa.choice("Qs 6h 4d", up="Kh").text == napa.choice("Qs6h4d", 46).text == "fold"
    with pytest.raises(Refusal) as refused:
        napa.choice(cards, up)
    assert refused.value.clause == "STD-1"


def test_every_hand_has_its_place_in_a_plan_by_hand() -> None:
    chance = np.random.default_rng(5)
    plan = Plan(0, chance.integers(0, 5, (len(HANDS), 1)).astype(np.uint8))
    for number, hand in enumerate(map(tuple, HANDS.tolist())):
        if number % 97:
            continue
        given = chance.permutation(hand)
        choice, action = plan.choice(given.tolist()), int(plan.table[number, 0])
        assert choice.discard == (hand[action - 2] if action > 1 else None)
        assert choice.action == ("fold", "play", "draw")[min(action, 2)]

"""Plans, and strategies of your own as a file or as a function."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pitboss.cards import card_text, cards_text, parse_cards
from pitboss.hands import value3
from pitboss.odds import (
    Game,
    NotAStrategy,
    NotPriced,
    advise,
    from_value,
    optimal,
    plan_from_value,
    plan_of,
    plan_of_cards,
    read_strategy,
    strategy,
)
from pitboss.sheet import houses
from pitboss.sim import exact_seat
from tests.odds.prices import csv_text, game_of

HANDS = 60
SPADES_PAY = ['pays.double_shot.drawn.mini_royal_spades="500 to 1"']


def dealt(game: Game, seed: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    rng = random.Random(seed)
    decks = [rng.sample(range(52), 3 + game.dealing.shows) for _ in range(HANDS)]
    return [(tuple(deck[:3]), tuple(deck[3:])) for deck in decks]


@pytest.mark.parametrize(
    ("house", "bets", "sets"),
    [
        ("pechanga", {"ante": 1000, "double_shot": 2000}, []),
        ("napa-valley", {"ante": 1000}, []),
        ("shine", {"ante": 500}, []),
        ("rivers", {"ante": 1000}, ["dealer.shows=2"]),
        ("rivers", {"ante": 1000}, ["dealer.shows=3"]),
        ("shine", {"ante": 1000}, ["dealer.shows=3", 'dealer.draw.when="always"']),
    ],
)
def test_the_best_plan_does_what_advice_says(house: str, bets: dict[str, int], sets: list[str]) -> None:
    game = game_of(house, sets)
    plan = plan_of(game, optimal, bets)
    deals = dealt(game, house)
    numbers = plan.numbers(
        np.array([hand for hand, _ in deals]), np.array([up for _, up in deals]).reshape(HANDS, -1)
    )
    for (hand, up), number in zip(deals, numbers.tolist(), strict=True):
        choice = plan.choice(hand, up)
        said = f"draw:{card_text(choice.discard)}" if choice.discard is not None else choice.action
        assert said in advise(game, hand, up, bets).best
        assert number == (2 + hand.index(choice.discard) if choice.discard is not None else said == "play")


def test_where_a_drawn_royal_pays_by_its_suit_a_plan_goes_by_the_suit() -> None:
    game, bets = game_of("pechanga", SPADES_PAY), {"ante": 1000, "double_shot": 2000}
    plan = plan_of(game, optimal, bets)
    assert plan.by_suit
    done = set()
    for suit in "cdhs":
        for text in (
            f"A{suit} K{suit} Jd",
            f"Jc A{suit} Q{suit}",
            f"9h Q{suit} K{suit}",
            f"K{suit} Kc Q{suit}",
        ):
            hand = parse_cards(text)
            if len(set(hand)) == 3:
                choice = plan.choice(hand)
                said = f"draw:{card_text(choice.discard)}" if choice.discard is not None else choice.action
                assert said in advise(game, hand, (), bets).best, text
                done.add((suit == "s", said.partition(":")[0]))
    assert {(True, "draw"), (False, "play")} <= done
    assert exact_seat(game, bets, plan.choose).whole_mean == game.price_bets(bets).ev
    with pytest.raises(NotPriced, match="goes by the suit"):
        game.price("ante", plan)


def test_a_plan_prices_as_the_strategy_that_it_was_made_of() -> None:
    for house, chooser in (
        ("pechanga", optimal),
        ("napa-valley", optimal),
        ("napa-valley", from_value(380)),
    ):
        game = game_of(house)
        plan = plan_of(game, chooser, {"ante": 1000})
        assert game.price("ante", plan).ev == game.price("ante", chooser).ev


def test_a_plan_from_a_file_is_the_plan_that_was_written() -> None:
    game = game_of("pechanga")
    plan = plan_of_cards(game, read_strategy(game, csv_text(strategy(game))))
    best = plan_of(game, optimal, {"ante": 1000})
    assert plan.digest == best.digest
    assert plan.digest != plan_from_value(0).digest


def test_a_cut_off_looks_at_no_up_card() -> None:
    plan = plan_of_cards(game_of("napa-valley"), from_value(300))
    assert plan.shows == 0
    rng = random.Random("cut-off")
    for _ in range(HANDS):
        a, b, c = rng.sample(range(52), 3)
        action = plan.choice((a, b, c)).action
        assert (action == "play") == (value3(a, b, c) >= 300), cards_text((a, b, c))


Row = dict[str, str]


def rows_of(game: Game) -> list[Row]:
    return list(csv.DictReader(io.StringIO(csv_text(strategy(game)))))


def as_text(rows: list[Row], columns: tuple[str, ...] = ("hand", "up", "action")) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def shuffled(row: Row, chance: Random) -> Row:
    """The same decision with the suits renamed and the hand's cards in another order."""
    suits = chance.sample(range(4), 4)

    def renamed(text: str) -> list[int]:
        return [4 * (card >> 2) + suits[card & 3] for card in parse_cards(text)]

    hand, order = renamed(row["hand"]), chance.sample(range(3), 3)
    action = row["action"].split("|")[0]
    if action.startswith("draw_"):
        action = f"draw_{order.index(int(action[-1]) - 1) + 1}"
    return {
        "hand": cards_text([hand[place] for place in order]),
        "up": cards_text(renamed(row["up"])),
        "action": action,
    }


@pytest.mark.parametrize("house", houses())
def test_the_optimal_strategy_read_back_is_worth_as_much(house: str) -> None:
    game, chance = game_of(house), Random(house)
    rows = [shuffled(row, chance) for row in rows_of(game)]
    chance.shuffle(rows)
    assert game.price("ante", read_strategy(game, as_text(rows))) == game.price("ante")


@pytest.mark.parametrize("house", ["rivers", "napa-valley", "pechanga"])
def test_one_changed_row_costs_what_the_row_says(house: str) -> None:
    game = game_of(house)
    rows = rows_of(game)
    deals = sum(int(row["multiplicity"]) for row in rows)
    chance = Random(f"change {house}")
    for row in chance.sample(rows, 3 if house == "napa-valley" else 8):
        known = {name: Fraction(row[f"ev_{name}"]) for name in COLUMNS_OF_ACTIONS if row[f"ev_{name}"]}
        other = chance.choice(sorted(known))
        changed = [row | {"action": other} if each is row else each for each in rows]
        cost = (max(known.values()) - known[other]) * int(row["multiplicity"]) / deals
        price = game.price("ante", read_strategy(game, as_text(changed)))
        assert price.ev == game.price("ante").ev - cost, row


COLUMNS_OF_ACTIONS = ("fold", "play", "draw_1", "draw_2", "draw_3")


def test_a_cut_off_written_down_is_the_cut_off() -> None:
    game = game_of("shine")
    lowest = value3(*parse_cards("Kd 3h 2s"))
    rows = [
        row | {"action": "play" if value3(*parse_cards(row["hand"])) >= lowest else "fold"}
        for row in rows_of(game)
    ]
    told = as_text(rows, ("action", "hand"))  # no up card shows, so the column may be left out
    assert game.price("ante", read_strategy(game, told)) == game.price("ante", from_value(lowest))


@pytest.mark.parametrize(
    ("house", "change", "sentence"),
    [
        ("rivers", lambda rows: rows[:-1], "no row for"),
        ("rivers", lambda rows: [*rows, rows[5]], "twice"),
        ("rivers", lambda rows: [], "no rows"),
        ("rivers", lambda rows: [rows[0] | {"action": "draw_1"}, *rows[1:]], "line 2: action 'draw_1'"),
        ("rivers", lambda rows: [rows[0] | {"hand": "As As Kd"}, *rows[1:]], "all different"),
        ("rivers", lambda rows: [rows[0], rows[1] | {"hand": "As Kd 1x"}], "line 3: '1x' is not a card"),
        ("napa-valley", lambda rows: [rows[0] | {"up": ""}, *rows[1:]], "1 up card"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    house: str, change: Callable[[list[Row]], list[Row]], sentence: str
) -> None:
    game = game_of(house)
    with pytest.raises(NotAStrategy, match=sentence):
        game.price("ante", read_strategy(game, as_text(change(rows_of(game)))))


def test_a_missing_column_is_named() -> None:
    with pytest.raises(NotAStrategy, match="up is missing"):
        read_strategy(game_of("napa-valley"), "hand,action\nAs Ks Qs,play\n")

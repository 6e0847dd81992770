"""Every figure of the specification, as an exact fraction or to the digits that were published."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from typer.testing import CliRunner

from pitboss.cards import cards_text
from pitboss.cli import app
from pitboss.hands import parse_hand
from pitboss.odds import Entry, Game, from_value, price_sheet, strategy
from pitboss.odds.outcomes import six_counts
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.sheet.pays import SIX_ROYAL
from tests.naive.hands import DECK, category3, queen_high, rank3
from tests.odds.counting import keys, naive_key, triples

CLASSIC = ("atlantic-city", "rivers", "shine")
CLASSIC_EV = Fraction(-686689, 20358520)


def game_of(house: str, *overrides: str) -> Game:
    return Game(open_table(load_house(house, overrides)))


def ev(house: str, wager: str, *overrides: str) -> Fraction:
    return game_of(house, *overrides).price(wager).ev


def entries(house: str) -> list[Entry]:
    return list(strategy(game_of(house)))


def command(*words: str) -> dict[str, dict[str, dict[str, object]]]:
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, dict[str, dict[str, object]]] = json.loads(done.stdout)
    return found


EVS = [
    *((house, "ante", CLASSIC_EV) for house in CLASSIC),
    ("atlantic-city", "pair_plus", Fraction(-392, 5525)),
    ("napa-valley", "pair_plus", Fraction(-242, 5525)),
    ("rivers", "pair_plus", Fraction(-402, 5525)),
    ("shine", "pair_xxx", Fraction(-402, 5525)),  # the same pays as rivers
    ("atlantic-city", "six_card_bonus", Fraction(-55546, 363545)),
    ("shine", "super_6_bonus", Fraction(-55546, 363545)),  # the same pays as atlantic-city
    ("rivers", "six_card_bonus", Fraction(-15306, 149695)),
    ("napa-valley", "ante", Fraction(-229314, 12724075)),
    ("pechanga", "ante", Fraction(143428213, 17559223500)),
]
DECIMALS = [
    ("atlantic-city", "ante", "-0.0337298094"),
    ("atlantic-city", "pair_plus", "-0.0709502"),
    ("napa-valley", "pair_plus", "-0.0438009"),
    ("rivers", "pair_plus", "-0.0727602"),
    ("atlantic-city", "six_card_bonus", "-0.1527899"),
    ("rivers", "six_card_bonus", "-0.1022479"),
    ("napa-valley", "ante", "-0.0180220566"),
    ("pechanga", "ante", "0.0081682549"),
]
PUBLISHED = [
    ("rivers", "ante", "3.37"),
    ("atlantic-city", "pair_plus", "7.10"),
    ("rivers", "pair_plus", "7.28"),
    ("napa-valley", "ante", "1.8"),
]


def rounded(number: Fraction | float, like: str) -> str:
    return f"{float(number):.{len(like.partition('.')[2])}f}"


@pytest.mark.parametrize(("house", "wager", "exact"), EVS)
def test_exact_mean(house: str, wager: str, exact: Fraction) -> None:
    assert ev(house, wager) == exact
    assert price_sheet(load_house(house)).wagers[wager].ev == exact


@pytest.mark.parametrize(("house", "wager", "exact"), EVS)
def test_exact_mean_from_the_command(house: str, wager: str, exact: Fraction) -> None:
    entry = command("odds", house)["wagers"][wager]
    assert entry["ev"] == str(exact)
    assert entry["house_edge"] == pytest.approx(float(-exact), rel=1e-14)


@pytest.mark.parametrize(("house", "wager", "decimal"), DECIMALS)
def test_decimals(house: str, wager: str, decimal: str) -> None:
    assert rounded(ev(house, wager), decimal) == decimal


@pytest.mark.parametrize(("house", "wager", "percent"), PUBLISHED)
def test_published_edges(house: str, wager: str, percent: str) -> None:
    assert rounded(-100 * ev(house, wager), percent) == percent


def test_three_card_hands() -> None:
    counts = Counter(category3([DECK[card] for card in hand]) for hand in triples().tolist())
    assert counts == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }
    assert len(set(keys())) == 741
    assert sum(queen_high([DECK[card] for card in hand]) for hand in triples().tolist()) == 15_380
    priced = game_of("napa-valley").price("pair_plus")
    scale = 49 * comb(48, 2)
    per_line = [(-1, 16440), (1, 3744), (3, 1096), (6, 720), (30, 52), (40, 44), (200, 4)]
    assert priced.distribution == {Fraction(line): scale * number for line, number in per_line}
    assert len(entries("rivers")) == 1755


def test_six_card_hands() -> None:
    made = [732160, 361620, 205792, 165984, 14664, 1656, 188]
    *most, straight_flush, six_in_a_row = six_counts()[3:SIX_ROYAL]
    assert [*most, straight_flush + six_in_a_row, sum(six_counts()[SIX_ROYAL:])] == made
    assert sum(six_counts()) == 20_358_520
    distribution = game_of("rivers").price("six_card_bonus").distribution
    assert [distribution[Fraction(line)] for line in (5, 10, 20, 25, 50, 200, 1000)] == made


@pytest.mark.parametrize(
    ("house", "space"),
    [
        *((house, 407_170_400) for house in CLASSIC),
        ("napa-valley", 22_100 * 49 * 1128),
        ("pechanga", 842_842_728_000),
    ],
)
def test_sample_spaces(house: str, space: int) -> None:
    assert game_of(house).price("ante").outcomes == space
    assert command("odds", house)["wagers"]["ante"]["outcomes"] == space


@pytest.mark.parametrize("house", CLASSIC)
def test_ante_play_beside_the_mean(house: str) -> None:
    price = game_of(house).price("ante")
    assert rounded(price.element_of_risk, "0.0201467") == "0.0201467"
    assert rounded(price.stdev, "1.6392528") == "1.6392528"
    assert rounded(price.win_frequency, "0.4491266") == "0.4491266"
    entry = command("odds", house)["wagers"]["ante"]
    assert entry["element_of_risk"] == pytest.approx(0.0201467, abs=5e-8)
    assert entry["stdev"] == pytest.approx(1.6392528, abs=5e-8)
    assert float(Fraction(str(entry["win_frequency"]))) == pytest.approx(0.4491266, abs=5e-8)


@pytest.mark.parametrize("house", CLASSIC)
def test_mimicking_and_always_playing(house: str) -> None:
    for name, cost in (("mimic", "0.0344912"), ("always", "0.0765379")):
        found = command("odds", house, "--strategy", name)["wagers"]["ante"]["ev"]
        assert rounded(-Fraction(str(found)), cost) == cost


@pytest.mark.parametrize("house", CLASSIC)
def test_queen_six_four_is_exactly_optimal(house: str) -> None:
    folded = 0
    for entry in entries(house):
        plays = naive_key(entry.hand) >= (0, 12, 6, 4)
        assert entry.best == (("play",) if plays else ("fold",)), cards_text(entry.hand)
        folded += 0 if plays else entry.multiplicity
    assert folded == 7200
    cutoff = parse_hand("Q-6-4")
    assert cutoff is not None
    assert game_of(house).price("ante", from_value(cutoff)).distribution == (
        game_of(house).price("ante").distribution
    )
    assert command("odds", house, "--strategy", "Q-6-4")["wagers"]["ante"]["ev"] == str(CLASSIC_EV)
    for other in (cutoff - 1, cutoff + 1):
        assert game_of(house).price("ante", from_value(other)).ev < CLASSIC_EV


def test_suits_never_matter_to_the_decision() -> None:
    by_ranks: dict[tuple[int, ...], set[str]] = {}
    for entry in entries("rivers"):
        by_ranks.setdefault(naive_key(entry.hand), set()).add(entry.action)
    assert all(len(actions) == 1 for actions in by_ranks.values())


def test_napa_valley_cut_offs() -> None:
    need = {"Q": (0, 12, 9, 2), "K": (0, 13, 9, 2), "A": (0, 14, 9, 2)}
    seen = Counter[str]()
    for entry in entries("napa-valley"):
        rank = cards_text(entry.up)[0]
        plays = naive_key(entry.hand) >= need.get(rank, (0,))
        assert entry.best == (("play",) if plays else ("fold",)), (cards_text(entry.hand), rank)
        seen[rank] += entry.multiplicity
    assert seen == dict.fromkeys("23456789TJQKA", 22_100 * 49 // 13)


def test_pechanga_strategy() -> None:
    counts = Counter[str]()
    for entry in entries("pechanga"):
        (action,) = {name.partition("_")[0] for name in entry.best}
        counts[action] += entry.multiplicity
        assert (action == "play") == (rank3([DECK[card] for card in entry.hand])[0] >= 2)
    assert counts == {"play": 1916, "fold": 1488, "draw": 18_696}


@pytest.mark.parametrize("amount", [500, 1000, 1300])
def test_pechanga_with_an_equal_double_shot(amount: int) -> None:
    joint = Fraction(-248015281, 5853074500)
    game = game_of("pechanga")
    whole = game.price_bets({"ante": amount, "double_shot": amount})
    assert whole.ev / amount == joint
    assert rounded(joint, "-0.0423735049") == "-0.0423735049"
    assert whole.outcomes == 842_842_728_000
    # The Double Shot's own share is what its entry says; the main game then earns less than alone.
    assert joint - game.price("double_shot").ev < game.price("ante").ev


def test_pechanga_double_shot_from_the_command() -> None:
    found = command("odds", "pechanga", "--bets", "ante=1000,double_shot=1000")["combined"]
    assert Fraction(str(found["ev"])) / 1000 == Fraction(-248015281, 5853074500)


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("dollars", [1000, 10080, 12345])
def test_rivers_progressive(players: int, dollars: int) -> None:
    game = Game(open_table(load_house("rivers")), players, 100 * dollars)
    price = game.price("progressive")
    assert 1 + price.ev == Fraction(dollars + 12020 + 175 * (players - 1), 22100)
    assert price.extras["break_even_meter"] == 100 * (10080 - 175 * (players - 1))


@pytest.mark.parametrize("players", [1, 4, 7])
def test_the_progressive_is_fair_at_its_break_even_and_not_a_cent_below(players: int) -> None:
    meter = 100 * (10080 - 175 * (players - 1))
    fair = Game(open_table(load_house("rivers")), players, meter)
    assert fair.price("progressive").ev == 0
    assert Game(open_table(load_house("rivers")), players, meter - 1).price("progressive").ev < 0


def test_rivers_progressive_from_the_command() -> None:
    found = command("odds", "rivers", "--players", "5", "--meter", "1500000")["wagers"]["progressive"]
    assert found["ev"] == str(Fraction(15000 + 12020 + 700, 22100) - 1)
    assert found["break_even_meter"] == 938_000


@pytest.mark.parametrize(
    ("straight", "flush", "percent"), [("5 to 1", "4 to 1", "5.57"), ("6 to 1", "4 to 1", "2.32")]
)
def test_pair_plus_by_other_pays(straight: str, flush: str, percent: str) -> None:
    lines = {"straight": straight, "flush": flush}
    sets = [f'pays.pair_plus.lines.{name}="{pay}"' for name, pay in lines.items()]
    assert rounded(-100 * ev("rivers", "pair_plus", *sets), percent) == percent
    words = [word for each in sets for word in ("--set", each)]
    found = command("odds", "rivers", *words)["wagers"]["pair_plus"]["ev"]
    assert rounded(-100 * Fraction(str(found)), percent) == percent


def test_one_dealer_card_seen_with_a_bonus() -> None:
    price = game_of("rivers", "dealer.shows=1").price("ante")
    assert rounded(100 * price.ev, "3.4829") == "3.4829"
    assert rounded(100 * price.win_frequency, "54.2203") == "54.2203"

"""Raises of Play: best play, files, plans, two seats, sheets by settlement and by plain counting."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pitboss.cards import cards_text, parse_cards
from pitboss.cli import app
from pitboss.hands import value3
from pitboss.odds import Game, NotAStrategy, advise, optimal, plan_for, read_strategy, strategy
from pitboss.odds import bank as room
from pitboss.odds.coach import coached
from pitboss.odds.decisions import FOLD, PLAY, RAISE_NUMBER, ActionName, Chooser, Worth
from pitboss.odds.geometry import Ints, all_hands, disjoint_pairs, rows
from pitboss.odds.plan import plan_of
from pitboss.odds.risk.covariance import _Seat, seat_parts
from pitboss.odds.risk.table_swings import table_risk
from pitboss.proof.hold_report import law_of
from pitboss.report import par_sheet
from pitboss.report.laboratory import _table as main_game_at_every_seat
from pitboss.round import DealCards, EndDeal, PlaceBets, open_round, open_table, step
from pitboss.sheet import Sheet, load_sheet
from pitboss.sim import Question, SimSeat, figures, run_rounds, setup
from tests.naive.hands import DECK, rank3
from tests.odds.prices import csv_text
from tests.round.test_raises import TIMES, naive

FILE = Path(__file__).parents[2] / "examples" / "catalogue" / "ultimate.toml"
BETS = {"ante": 1000, "blind": 1000}
ACTIONS_HERE: tuple[ActionName, ...] = ("fold", "play", "play_2x", "play_3x")


@cache
def sheet(*changes: str) -> Sheet:
    return load_sheet(FILE, changes)


def plain(hand: list[str], up: list[str]) -> dict[str, Fraction]:
    """What each action is worth, per Ante, by the naive settlement of every hand that the dealer can have."""
    rest = [card for card in DECK if card not in (*hand, *up)]
    dealers = [[*more, *up] for more in combinations(rest, 3 - len(up))]
    actions = ["fold", *(name for name in TIMES if name == "play" or rank3(hand)[0])]
    return {
        action: Fraction(sum(line[3] for dealer in dealers for line in naive(2, hand, action, dealer)), 2)
        / len(dealers)
        for action in actions
    }


def test_each_multiple_is_worth_what_a_plain_count_says() -> None:
    luck = random.Random(3)
    deals = [luck.sample(DECK, 4) for _ in range(25)]
    deals += [
        ["As", "Ks", "Qs", "2d"],
        ["9s", "9d", "3h", "Kd"],
        ["2s", "2d", "3h", "Ac"],
        ["Qs", "8d", "4h", "Qc"],
    ]
    for *hand, up in deals:
        assert dict(advise(Game(open_table(sheet())), " ".join(hand), up, BETS).actions) == plain(hand, [up])


def test_the_main_game_is_the_sum_over_every_decision_with_the_blind_in_it() -> None:
    price = Game(open_table(sheet())).price_all(bets=BETS)
    deals = worth = risked = Fraction(0)
    for entry in strategy(sheet()):
        deals += entry.multiplicity
        worth += entry.multiplicity * max(entry.worth.values())
        action = "play" if entry.action == "fold|play" else entry.action  # of equal ones Play is taken
        risked += entry.multiplicity * (2 + TIMES.get(action, 0))
    main = price.wagers["ante"]
    assert deals == 22100 * 49
    assert main.ev == worth / deals
    assert price.combined is not None
    assert price.combined.ev == 1000 * main.ev
    assert main.risked == risked / deals
    assert f"{float(main.house_edge):.4%}" == "3.8807%"
    assert sum(main.distribution.values()) == main.outcomes


def test_a_raise_with_any_hand_is_never_the_one_in_the_middle() -> None:
    free = Game(open_table(sheet("play.raises.from=")))
    best = {entry.action for entry in strategy(free)}
    assert "play_3x" in best
    assert not {"play_2x"} & best  # worths are linear: only an end is best, or all are alike
    limited = Game(open_table(sheet())).price("ante").ev
    assert free.price("ante").ev > limited
    hand = advise(free, "Ks Qd 4h", "2c").actions
    assert hand["play_3x"] - hand["play_2x"] == hand["play_2x"] - hand["play"]


@pytest.mark.parametrize("shows", [0, 2, 3])
def test_other_up_cards_are_priced_by_the_same_decisions(shows: int) -> None:
    changed = sheet(f"dealer.shows={shows}", "play.raises.from=flush")
    game = Game(open_table(changed))
    luck = random.Random(shows)
    for _ in range(4):
        cards = luck.sample(DECK, 3 + shows)
        hand, up = cards[:3], cards[3:]
        worth = plain(hand, up)
        if rank3(hand)[0] < 2:
            worth = {name: ev for name, ev in worth.items() if name in ("fold", "play")}
        assert dict(advise(game, " ".join(hand), " ".join(up)).actions) == worth
    if shows < 2:
        deals = sum(entry.multiplicity for entry in strategy(game))
        sums = sum(entry.multiplicity * max(entry.worth.values()) for entry in strategy(game))
        assert game.price("ante").ev == sums / deals


def test_a_plan_raises_and_the_file_has_a_column_for_each_multiple() -> None:
    plan = plan_for(sheet())
    assert plan.choice(parse_cards("9s 3h 9d"), parse_cards("Kc")).text == "play_3x"
    assert plan.choice(parse_cards("9s 3h 2d"), parse_cards("Kc")).text == "fold"
    table = csv.DictReader(io.StringIO(CliRunner().invoke(app, ["strategy", str(FILE), "--csv"]).stdout))
    assert list(table.fieldnames or ())[-3:] == ["ev_draw_3", "ev_play_2x", "ev_play_3x"]
    rows = [row for _, row in zip(range(3000), table, strict=False)]
    assert all(bool(row["ev_play_3x"]) == (rank3(row["hand"].split())[0] > 0) for row in rows)


def test_a_strategy_has_the_raises_in_every_form() -> None:
    found = strategy(sheet("dealer.shows=0"))
    entries = list(found)
    first = next(csv.DictReader(io.StringIO(csv_text(found))))
    assert first["ev_play_3x"] == str(entries[0].worth["play_3x"])
    rows = found.rows()
    words = ["strategy", str(FILE), "--set", "dealer.shows=0", "--json"]
    printed = json.loads(CliRunner().invoke(app, words).stdout)
    assert [row["ev_play_3x_value"] for row in printed] == [{**row}["ev_play_3x"] for row in rows]
    assert [row["ev_play_3x"] or "" for row in printed] == [
        row["ev_play_3x"] for row in csv.DictReader(io.StringIO(csv_text(found)))
    ]
    for entry, row in zip(entries, rows, strict=True):
        cells: dict[str, Any] = {**row}
        for name in ACTIONS_HERE:
            parts = cells[f"ev_{name}_numerator"], cells[f"ev_{name}_denominator"]
            assert (None if parts[0] is None else Fraction(*parts)) == entry.worth.get(name)
        assert (row["action"], row["ev_draw_1"]) == (entry.action, None)
    polars, pandas = found.to_polars(), found.to_pandas()
    assert polars.to_dicts() == rows
    assert list(pandas.columns) == polars.columns == list(rows[0])
    may = [entry for entry in entries if "play_3x" in entry.worth]
    assert (pandas["ev_play_3x"].count(), pandas["ev_play_3x"].dtype) == (len(may), "float64")
    assert pandas["ev_play_3x_numerator"].dtype == "Int64"


def test_a_plan_from_a_file_raises_as_far_as_the_house_lets_it() -> None:
    game = Game(open_table(sheet()))
    found = CliRunner().invoke(app, ["strategy", str(FILE), "--csv"]).stdout
    assert game.price("ante", read_strategy(game, found)).ev == game.price("ante").ev
    rows = {row["action"]: row for row in csv.DictReader(io.StringIO(found))}
    paired, low = rows["play_3x"], rows["fold"]
    for row, action, says in (
        (low, "play_2x", "line 2: Play is raised only with pair or better (ULT-4)"),
        (paired, "play_4x", "action 'play_4x'; allowed: fold, play, play_2x or play_3x"),
        (paired, "draw_1", "action 'draw_1'; allowed: fold, play, play_2x or play_3x"),
    ):
        with pytest.raises(NotAStrategy, match=re.escape(says)):
            read_strategy(game, f"hand,up,action\n{row['hand']},{row['up']},{action}\n")


def test_the_coach_weighs_each_multiple() -> None:
    deck = ["9s", "Jh", "9d", "7c", "3h", "2d"]
    state = step(open_round(open_table(sheet())), PlaceBets(1, "ann", BETS))
    state = step(step(state, DealCards((*deck, *(card for card in DECK if card not in deck)))), EndDeal())
    worth = plain(["9s", "9d", "3h"], ["2d"])
    weighed = {each.action.id: each.cost for each in coached(state, 1).actions}
    assert weighed == {name: (worth["play_3x"] - ev) * 1000 for name, ev in worth.items()}


def test_two_seats_of_a_table_raise_each_for_itself() -> None:
    """Each hand brings what the naive settlement pays, and two seats deviate as simulated rounds do."""
    luck = random.Random(5)
    seat = _Seat(seat_parts(Game(open_table(sheet())), BETS, optimal))
    flat = seat.nets.reshape(*seat.nets.shape[:2], -1)
    met: set[str] = set()
    for _ in range(40):
        cards = luck.sample(range(52), 6)
        hand, dealer = tuple(sorted(cards[:3])), cards[3:]
        number = int(np.flatnonzero((all_hands().cards == hand).all(axis=1))[0])
        cell, _ = seat.cells(value3(*dealer), dealer, np.zeros(len(all_hands().cards), np.int64))
        place = int(seat.actions(tuple(dealer[:1]))[number])
        action = ACTIONS_HERE[place]
        met.add(action)
        lines = naive(1000, cards_text(hand).split(), action, cards_text(dealer).split())
        blind = sum(profit for name, _, _, profit in lines if name == "blind")
        main = sum(profit for name, _, _, profit in lines if name != "blind")
        assert flat[:, place, cell[number]].tolist() == [main, blind], (hand, dealer)
    assert met == {"fold", "play", "play_3x"}


def test_the_deviation_of_two_seats_that_raise_is_that_of_many_rounds() -> None:
    game = Game(open_table(sheet("dealer.shows=0")))
    risk, bets = main_game_at_every_seat(game, None), {"ante": 500, "blind": 500}  # as a PAR sheet has it
    combined = game.price_all(bets=bets).combined
    assert combined is not None
    assert risk is not None
    assert risk.bets == bets
    assert (risk.variance(1), risk.mean(1)) == (combined.variance, -combined.ev)
    one = SimSeat(bets, plan_of(game, optimal, bets), "optimal")
    made = setup(Question(game.table, (one, one)))
    table = figures(made, run_rounds(made, 1, 400_000), 0.999).table
    assert table is not None
    assert table.stdev.low < risk.stdev(2) < table.stdev.high
    assert not table.stdev.low < risk.apart(2) < table.stdev.high


def test_a_par_sheet_tells_each_multiple_and_the_largest_play() -> None:
    made = par_sheet(Game(open_table(sheet())))
    main = made.wagers[0]
    assert main.label == "Ante, Blind and Play"
    events = {line.event.partition(":")[0] for line in main.tables[0].lines}
    assert events == {"Fold", "Play", "Play 3×"}
    exposed = made.laboratory.exposure
    # At $500: 1 to 1 on the Ante and three times on Play, 100 to 1 on the Blind; four suited A-K-Qs, and
    # three straight flushes at 8 to 1.
    assert exposed.seat == 50_000 + 150_000 + 5_000_000
    assert exposed.table == 4 * exposed.seat + 3 * (50_000 + 150_000 + 400_000)


def test_the_hold_of_ante_and_blind_is_told_apart() -> None:
    ante, blind = (law_of(open_table(sheet()), wager, 1).edge[0] for wager in ("ante", "blind"))
    assert ante + blind == Game(open_table(sheet())).price("ante").house_edge


def test_a_round_of_a_session_needs_the_largest_play() -> None:
    bets = ["--bets", "ante=1000,blind=1000", "--rounds", "10"]
    found = CliRunner().invoke(app, ["session", str(FILE), *bets, "--bankroll", "4999"])
    assert "a round needs $50, $30 of it kept for Play" in str(found.exception)


SMALL, LARGE = BETS, {"ante": 2500, "blind": 2500}
HANDS = list(combinations(range(52), 3))
NUMBER: dict[str, int] = dict([("fold", FOLD), ("play", PLAY), *RAISE_NUMBER.items()])
WORTHS: dict[tuple[int, ...], tuple[int, ...]] = {hand: rank3(cards_text(hand).split()) for hand in HANDS}


def ruled(hand: Sequence[int], ups: Sequence[int]) -> str:
    """A rule that knows every action: better hands are raised higher, and high up cards make it wary."""
    category, high, *_ = WORTHS[tuple(sorted(hand))]
    if category:
        return "play" if category == 1 and ups and high <= ups[0] // 4 + 2 else f"play_{2 + (category > 1)}x"
    return "play" if high >= max([12, *(up // 4 + 2 for up in ups)]) else "fold"


def by_rule(worth: Worth) -> Ints:
    """The same for many hands and up cards."""
    return np.array(
        [
            [NUMBER[ruled(hand, ups)] for ups in worth.counts.ups.tolist()]
            for hand in rows().cards[worth.counts.rows].tolist()
        ]
    )


@cache
def game_of(shows: int) -> Game:
    return Game(open_table(sheet(f"dealer.shows={shows}")))


def net(lines: Sequence[tuple[str, int, str, int]]) -> int:
    return sum(profit for _, _, _, profit in lines)


@pytest.mark.parametrize(
    ("dealer", "deck", "shows"),
    [
        ("Qh 8c 3d", "Qs Qd Kc 9h 9s 2d 2h 3c Jc As", 1),
        ("Kc Qc 4h", "Ks Kd 9h 2d Qh 9s 2s Ac 4c 4d", 1),
        ("Ac Kc Qc", "Ad Kd Qd Ah Kh Qh 3c 3d 3h 8s", 1),
        ("7c 7d 2h", "Qs 6h 4d Qd 6c 3s As Ks 7h 7s", 0),
        ("Jc 9c 4h", "Jd 9d 4d 4s 5d 6d Qd Kd Ad 2c", 0),
    ],
)
def test_ult_3_to_7_against_one_dealers_hand_every_deal_of_a_few_cards_is_settled(
    dealer: str, deck: str, shows: int
) -> None:
    game, hers, cards = game_of(shows), parse_cards(dealer), sorted(parse_cards(deck))
    seats = [room._Seat.of(game, bets, Chooser(by_rule)) for bets in (SMALL, LARGE)]
    few = np.array([{*hand} <= {*cards} for hand in HANDS])
    found: Counter[tuple[int, int]] = Counter()
    for labels, ways in room._labels(game, hers, seats).items():
        mine, theirs = (
            np.where(few, np.frombuffer(label, np.uint32), len(seat.ends))
            for label, seat in zip(labels, seats, strict=True)
        )
        pairs = disjoint_pairs(mine, theirs, len(seats[0].ends), len(seats[1].ends))
        for a, b in np.argwhere(pairs).tolist():
            nets = [
                sum(line.profit for line in seat.ends[end]) for seat, end in zip(seats, (a, b), strict=True)
            ]
            found[nets[0], nets[1]] += ways * int(pairs[a, b])
    expected: Counter[tuple[int, int]] = Counter()
    shown = cards_text(hers).split()
    for ups in combinations(hers, shows):
        paid = {
            hand: [
                net(naive(bets["ante"], cards_text(hand).split(), ruled(hand, ups), shown))
                for bets in (SMALL, LARGE)
            ]
            for hand in combinations(cards, 3)
        }
        for one, (small, _) in paid.items():
            for other, (_, large) in paid.items():
                expected[small, large] += not {*one} & {*other}
    assert found == +expected


def test_two_seats_that_raise_have_the_covariance_of_their_sums_and_end_each_as_alone() -> None:
    count_two_that_raise(shows=0)


def count_two_that_raise(shows: int) -> int:
    """Ends counted together, products summed by hands, and rounds that were dealt."""
    game = game_of(shows)
    together = room.two_seats(game, [BETS, BETS], optimal)
    for seat in (0, 1):
        marginal: Counter[object] = Counter()
        for ends, number in together.items():
            marginal[ends[seat],] += number
        deals = 15180  # of the other seat's hand
        assert marginal == {end: deals * n for end, n in room.one_seat(game, BETS, optimal).items()}
    nets = Counter[tuple[int, ...]]()
    for ends, number in together.items():
        nets[tuple(sum(line.profit for line in end) for end in ends)] += number
    space = sum(nets.values())
    mean = Fraction(sum(mine * number for (mine, _), number in nets.items()), space)
    product = Fraction(sum(mine * theirs * number for (mine, theirs), number in nets.items()), space)
    assert mean == game.price_bets(BETS).ev
    assert product - mean**2 == sum(map(sum, table_risk(game, BETS).across), Fraction(0))
    one = SimSeat(BETS, plan_of(game, optimal, BETS), "optimal")
    made = setup(Question(game.table, (one, one)))
    table = figures(made, run_rounds(made, 3, 400_000), 0.999).table
    assert table is not None
    squares = sum((mine + theirs) ** 2 * number for (mine, theirs), number in nets.items())
    assert table.stdev.low < float(Fraction(squares, space) - (2 * mean) ** 2) ** 0.5 < table.stdev.high
    return space

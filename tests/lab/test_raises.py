"""Raised Plays in the Lab, at Ultimate Three Card Poker: as the naive settlement of every hand has them."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.lab import (
    WhatIf,
    chart,
    explore,
    hands_of_cell,
    overview,
    sitting,
    what_if,
    written_csv,
    written_sheet,
)
from pitboss.lab.bankroll_panels import bankroll_panel, table_panel
from pitboss.odds import Game, strategy
from pitboss.odds.strategies import deals_by_action
from pitboss.round import open_table
from pitboss.sheet import check_text
from tests.further_houses import ULTIMATE, further_house
from tests.naive.hands import DECK, category3, rank3
from tests.odds.test_raises import plain
from tests.web.edge import Edge

RANKS = "23456789TJQKA"
BETS = {"ante": 1000, "blind": 1000}
ANY = "play.raises.from=any"
RAISES = ("play_2x", "play_3x")


@pytest.fixture(autouse=True)
def ultimate(tmp_path: Path) -> Iterator[str]:
    with further_house(ULTIMATE, tmp_path) as name:
        yield name


def asked(*sets: str) -> WhatIf:
    return what_if("ultimate", sets)


def cell(hand: list[str]) -> str:
    """Where the chart has a hand, by the naive ranking."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    return category3(hand) if rank3(hand)[0] else RANKS[ranks[0]] + RANKS[ranks[1]]


@pytest.mark.parametrize(
    ("cards", "up"),
    [("9s 9d 3h", "2d"), ("2c 2d 3h", "As"), ("As Ks Qs", "Kd"), ("Js 8d 3h", "Jc"), ("Ah 8s 4d", "Ac")],
)
def test_one_hand_has_the_worth_and_the_cost_of_each_raise(cards: str, up: str) -> None:
    found = explore(asked(), parse_cards(cards), parse_cards(up))
    worth = plain(cards.split(), [up])
    top = max(worth.values())
    assert {each.id: Fraction(each.ev) for each in found.actions} == worth
    assert {each.id: Fraction(each.cost) for each in found.actions} == {
        name: top - ev for name, ev in worth.items()
    }
    assert found.best == tuple(name for name, ev in worth.items() if ev == top)
    labels = {"fold": "Fold", "play": "Play", "play_2x": "Play 2×", "play_3x": "Play 3×"}
    assert [each.label for each in found.actions] == [labels[name] for name in worth]
    assert {"ULT-4", "ULT-7"} <= found.how.clauses.keys()


def test_the_sum_behind_a_raise_is_the_naive_one() -> None:
    """Against an ace the dealer always plays: a pair wins Ante and three on Play, or loses five."""
    found = explore(asked(), parse_cards("7s 7h 2d"), parse_cards("Ac"))
    ends = found.ends
    (made,) = [each.made for each in found.how.formulas if each.name == "play 3x"]
    assert made == f"({ends['win']:,} x 4 + {ends['lose']:,} x -5) / {found.outcomes:,}"
    worth = Fraction(4 * ends["win"] - 5 * ends["lose"], found.outcomes)
    assert worth == plain(["7s", "7h", "2d"], ["Ac"])["play_3x"]


@pytest.mark.parametrize(
    ("sets", "up"), [((), "A"), ((), "7"), ((), ""), ((ANY,), "Q"), (("dealer.shows=0", ANY), "")]
)
def test_the_chart_is_the_whole_strategy_cell_by_cell(sets: tuple[str, ...], up: str) -> None:
    """Deals, means and gains of every cell, gathered from the strategy hand by hand."""
    wanted = asked(*sets)
    found = chart(wanted, up)
    deals: Counter[str] = Counter()
    best: dict[str, Counter[str]] = {}
    sums: dict[str, Counter[str]] = {}
    gains: Counter[str] = Counter()
    for entry in strategy(Game(open_table(wanted.sheet))):
        if up and RANKS[entry.up[0] >> 2] != up:
            continue
        texts = [RANKS[card >> 2] + "cdhs"[card & 3] for card in entry.hand]
        place, times = cell(texts), entry.multiplicity
        names = [name for name in ("play", *RAISES, "fold") if name in entry.best]
        deals[place] += times
        best.setdefault(place, Counter())[names[0]] += times
        for name, worth in entry.worth.items():
            sums.setdefault(place, Counter())[name] += worth * times  # type: ignore[assignment]
        plays = max(worth for name, worth in entry.worth.items() if name != "fold")
        gains[place] += (plays - entry.worth["fold"]) * times  # type: ignore[assignment]
    cells = [*(found.grid or ()), *found.categories]
    assert len(cells) == (len(deals) if found.grid else 6)
    for each in cells:
        mine, size = best[each.cell], deals[each.cell]
        assert int(each.deals) == size
        assert {name: int(n) for name, n in each.mix.items()} == {
            name: mine[name] for name in ("fold", "play", *RAISES)
        }
        assert each.best == (next(iter(mine)) if len(mine) == 1 else "mixed")
        means = {name: sums[each.cell][name] / Fraction(size) for name in sums[each.cell]}
        assert {name: Fraction(ev) for name, ev in each.ev.items()} == means
        assert each.gain
        assert Fraction(each.gain) == gains[each.cell] / Fraction(size)
    whole = sum(best.values(), Counter[str]())
    assert found.raises == RAISES
    assert {name: int(number) for name, number in found.totals.items()} == {
        name: whole[name] for name in ("fold", "play", *RAISES)
    }


def test_the_chart_says_with_which_hands_play_is_raised() -> None:
    against = {each.up: each for each in chart(asked()).cut_offs}
    assert {each.raised for each in against.values()} == {"3× with pair or better"}
    found = chart(asked(), "A")
    assert found.words == ("Dealer shows A: play A-8-5 or better; raise 3× with pair or better.",)
    # With any hand and no card up there is a cut-off of its own: Play alone is worth more with more on it.
    unseen = asked("dealer.shows=0", ANY)
    raised = [
        [RANKS[card >> 2] + "cdhs"[card & 3] for card in entry.hand]
        for entry in strategy(Game(open_table(unseen.sheet)))
        if entry.best == ("play_3x",)
    ]
    ranks = "-".join(card[0] for card in min(raised, key=rank3))
    (words,) = chart(unseen).words
    assert f"raise 3× with {ranks} or better" in words


def test_the_hands_of_a_cell_have_the_raises_that_are_open_to_them() -> None:
    luck = random.Random(3)
    for name, up in (("pair", "K"), ("J8", "J"), ("straight", "2")):
        hands = hands_of_cell(asked(), name, up).hands
        for each in luck.sample(hands, 4):
            worth = plain(each.hand.split(), [each.up])
            top = max(worth.values())
            assert {action: Fraction(ev) for action, ev in each.ev.items()} == worth
            assert each.action == "|".join(action for action, ev in worth.items() if ev == top)


def test_two_cards_up_are_counted_by_category() -> None:
    two = asked("dealer.shows=2")
    found = chart(two)
    hands = Counter(category3(list(hand)) for hand in combinations(DECK, 3))
    assert {each.cell: int(each.deals) for each in found.categories} == {
        name: number * 49 * 48 // 2 for name, number in hands.items()
    }
    game = Game(open_table(two.sheet))
    listed: Counter[str] = Counter()
    for best, deals in deals_by_action(game, game.stakes_of("ante")).items():
        listed[next(name for name in ("play", *RAISES, "fold") if name in best.split("|"))] += deals
    assert {name: int(number) for name, number in found.totals.items()} == {
        name: listed[name] for name in ("fold", "play", *RAISES)
    }
    (high,) = [each for each in found.categories if each.cell == "high_card"]
    assert [high.mix[name] for name in RAISES] == ["0", "0"]


def test_the_overview_of_the_whole_game() -> None:
    found = overview(asked())
    ante, blind = found.wagers
    assert (ante.label, blind.label) == ("Ante, Blind and Play", "Blind")
    assert f"{ante.house_edge:.4%}" == "3.8807%"  # as it was published
    assert found.bets == BETS
    assert {"ULT-4", "ULT-7"} <= ante.how.clauses.keys()
    assert all(each.label.endswith(", never raised") for each in found.folk[1:])
    knobs = {knob.key: knob for knob in found.knobs}
    assert (knobs["play.raises.times"].value, knobs["play.raises.from"].value) == ("[2, 3]", "pair")
    for knob in (knobs["play.raises.times"], knobs["play.raises.from"]):
        assert knob.value in knob.allowed
        for value in knob.allowed:
            assert what_if("ultimate", [f"{knob.key}={value}"]).changed == (value != knob.value)


@pytest.mark.parametrize("pay", ["pays.blind.lines.flush=5 to 2", "pays.blind.lines.mini_royal=7 to 1"])
def test_a_moved_pay_of_the_blind_moves_the_main_game_too(pay: str) -> None:
    """The linear forms of both, at other odds, are what the changed sheet is priced at."""
    key, _, odds = pay.partition("=")
    value = Fraction(odds.removesuffix(" to 1").removesuffix(" to 2")) / (2 if odds.endswith("to 2") else 1)
    before, after = overview(asked()).wagers, overview(asked(pay)).wagers
    for was, now in zip(before, after, strict=True):
        assert was.linear.linear
        total = Fraction(was.linear.constant)
        for line in was.linear.lines:
            total += Fraction(line.count) * (value if line.key == key else Fraction(line.odds))
        assert total / int(was.linear.outcomes) == Fraction(now.ev) != Fraction(was.ev)


def test_a_bonus_on_a_play_that_is_raised() -> None:
    """The form is right for its pays, and says that other pays change how high Play is made."""
    bonus = [
        'bonus.play_bonus={label="Play Bonus", on="play", needs_play=true, clause="ULT-7"}',
        'pays.play_bonus={judged="three cards", clause="ULT-7", lines={straight="1 to 1"}}',
    ]
    (ante, _) = overview(asked(*bonus)).wagers
    total = Fraction(ante.linear.constant)
    total += sum(Fraction(line.count) * Fraction(line.odds) for line in ante.linear.lines)
    assert total / int(ante.linear.outcomes) == Fraction(ante.ev)
    (line,) = [each for each in ante.linear.lines if each.table == "play_bonus"]
    straights = sum(category3(list(hand)) == "straight" for hand in combinations(DECK, 3))
    per_hand = Fraction(line.count) / Fraction(ante.linear.outcomes) * 22_100
    assert per_hand == 3 * straights  # every straight is raised to three Antes
    assert not ante.linear.linear


def test_a_sitting_keeps_the_largest_play_in_hand() -> None:
    found = sitting(asked(), BETS, 100_000, 10)  # nobody can be ruined
    ev = Fraction(overview(asked()).wagers[0].ev)
    assert (found.result.need, Fraction(found.ev)) == (5000, 1000 * ev)
    assert found.result.mean == pytest.approx(100_000 + 10 * 1000 * float(ev), rel=1e-9)
    panel = bankroll_panel(asked(), BETS, 100_000, 60)
    assert (panel.need, panel.ev) == (found.result.need, found.ev)
    assert panel.hour_mean == pytest.approx(60_000 * float(ev))


def test_a_table_whose_seats_all_raise() -> None:
    panel = table_panel(asked(), BETS, 40, 20)
    (ante, _) = overview(asked()).wagers
    assert panel.seats[0].mean == pytest.approx(-1000 * float(Fraction(ante.ev)))
    assert ante.stdev is not None
    assert panel.seats[0].stdev == pytest.approx(1000 * ante.stdev)


def test_beside_another_house_and_taken_away() -> None:
    both = overview(asked()), overview(what_if("rivers"))
    facts = [{fact.key: fact.value for fact in house.facts} for house in both]
    assert [each["raises"] for each in facts] == ["to 2 or 3 times the Ante, with pair or better", "no"]
    rows = list(csv.DictReader(io.StringIO(written_csv(asked()))))
    assert [row["wager"] for row in rows] == ["ante", "blind"]
    assert rows[0]["ev"] == overview(asked()).wagers[0].ev
    sheet = check_text(written_sheet(asked("play.raises.times=[2, 3, 4]"))).sheet
    assert sheet is not None
    assert sheet.play.raises is not None
    assert sheet.play.raises.times == (2, 3, 4)


def test_a_house_without_raises_is_given_some() -> None:
    """At Rivers with any hand: a higher Play is never worse than the best of its multiples."""
    changed = what_if("rivers", ["play.raises.times=[2, 3]"])
    before, after = (Fraction(overview(each).wagers[0].ev) for each in (what_if("rivers"), changed))
    assert after > before
    assert chart(changed).raises == RAISES


def test_the_routes_answer_in_their_shapes(ultimate: str) -> None:
    with Edge() as edge:

        def got(path: str, **query: str) -> dict[str, Any]:
            answer = edge.ask("GET", f"/api/lab/{ultimate}{path}", params=query)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found

        found = got("/chart", up="K")
        assert found["raises"] == list(RAISES)
        (pairs,) = [each for each in found["categories"] if each["cell"] == "pair"]
        assert set(pairs["ev"]) == set(pairs["mix"]) == {"fold", "play", *RAISES}
        assert found["cut_offs"][0]["raised"] == "3× with pair or better"
        assert got("")["bets"] == BETS
        assert [each["id"] for each in got("/hand", cards="9s 9d 3h", up="2d")["actions"]][-1] == "play_3x"
        page = edge.client.get(f"/lab/{ultimate}").text
        assert '<th scope="col">Play 3×</th>' in page
        assert page.count('<h2 id="pays-') == 1  # the pays of the Blind stand once

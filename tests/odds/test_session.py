"""Sessions against all paths in exact fractions, closed forms, and the laws that hold for any bet."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
import typer
from typer.testing import CliRunner

from pitboss.cli import bankroll
from pitboss.errors import NotPriced
from pitboss.odds import Game
from pitboss.odds import sessions as room
from pitboss.odds.prices import Moments, Price
from pitboss.odds.sessions import QUANTILES, session
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house

COIN = Price("coin", 2, {Fraction(-100): 1, Fraction(100): 1})
UNFAIR = Price("unfair", 5, {Fraction(-100): 3, Fraction(100): 2})
LUMPY = Price(
    "lumpy", 10, {Fraction(-300): 3, Fraction(-100): 3, Fraction(0): 1, Fraction(200): 2, Fraction(900): 1}
)
RARE = Price("rare", 1000, {Fraction(-100): 700, Fraction(100): 299, Fraction(1_000_000): 1})
UP = Price("up", 3, {Fraction(100): 2, Fraction(300): 1})
STILL = Price("still", 1, {Fraction(0): 1})
RIVERS = Game(open_table(load_house("rivers"))).price_bets({"ante": 1000})


def enumerated(
    price: Price, rounds: int, bankroll: int, need: int, stop_win: int | None, stop_loss: int | None
) -> tuple[dict[str, Fraction], dict[int, Fraction], Fraction]:
    """All paths: the chance of each end, of each last bankroll, and the rounds played, as fractions."""
    ends = dict.fromkeys(("ruin", "stop_win", "stop_loss", "playing"), Fraction(0))
    last: dict[int, Fraction] = {}
    played = Fraction(0)
    paths = [(bankroll, Fraction(1), 0)]
    while paths:
        money, chance, done = paths.pop()
        if money < need:
            end = "ruin"
        elif stop_win is not None and money >= bankroll + stop_win:
            end = "stop_win"
        elif stop_loss is not None and money <= bankroll - stop_loss:
            end = "stop_loss"
        elif done == rounds:
            end = "playing"
        else:
            paths += [
                (money + int(net), chance * Fraction(count, price.outcomes), done + 1)
                for net, count in price.distribution.items()
            ]
            continue
        ends[end] += chance
        last[money] = last.get(money, Fraction(0)) + chance
        played += chance * done
    return ends, last, played


CASES = [
    (COIN, 8, 300, 100, None, None),
    (COIN, 8, 300, 100, 200, 200),
    (UNFAIR, 9, 450, 150, 250, None),
    (LUMPY, 5, 700, 300, None, None),
    (LUMPY, 5, 1000, 300, 850, 350),
    (LUMPY, 5, 1000, 350, 901, 1000),
    (LUMPY, 5, 1050, 333, 1, 1),
    (LUMPY, 5, 10_000, 300, None, 299),
    (RARE, 6, 300, 100, None, None),
    (UP, 5, 0, 0, 700, None),
    (STILL, 4, 100, 100, None, None),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].wager}-{case[1:]}")
def test_few_rounds_are_what_all_paths_say(
    case: tuple[Price, int, int, int, int | None, int | None],
) -> None:
    ends, last, played = enumerated(*case)
    got = session(*case)
    bankroll = case[2]
    found = {
        "ruin": got.ruin,
        "stop_win": got.stopped_ahead,
        "stop_loss": got.stopped_behind,
        "playing": got.playing,
    }
    assert found == pytest.approx({end: float(chance) for end, chance in ends.items()}, abs=got.error)
    assert dict(got.distribution) == pytest.approx({cents: float(p) for cents, p in last.items()}, rel=1e-12)
    assert list(got.distribution) == sorted(last)
    mean = sum((cents * chance for cents, chance in last.items()), Fraction(0))
    square = sum(((cents - mean) ** 2 * chance for cents, chance in last.items()), Fraction(0))
    assert got.mean == pytest.approx(float(mean), rel=1e-12, abs=1e-9)
    assert got.stdev == pytest.approx(sqrt(square), rel=1e-9, abs=1e-6)
    assert got.expected_rounds == pytest.approx(float(played), rel=1e-12)
    for percent in QUANTILES:
        heap = Fraction(0)
        for cents in sorted(last):
            heap += last[cents]
            if heap >= Fraction(percent, 100):
                break
        assert got.quantiles[percent] == cents
    sides = [
        sum(p for cents, p in last.items() if (cents > bankroll) - (cents < bankroll) == s)
        for s in (1, 0, -1)
    ]
    assert [got.ahead, got.even, got.behind] == pytest.approx([float(p) for p in sides], abs=got.error)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].wager}-{case[1:]}")
def test_a_course_is_after_each_round_what_all_paths_say(
    case: tuple[Price, int, int, int, int | None, int | None],
) -> None:
    price, rounds, bankroll, need, stop_win, stop_loss = case
    course = session(*case, checkpoints=60).course
    assert [point.rounds for point in course] == list(range(rounds + 1))
    for point in course:
        ends, last, _ = enumerated(price, point.rounds, bankroll, need, stop_win, stop_loss)
        found = (point.ruin, point.stopped_ahead, point.stopped_behind, point.playing)
        exact = [float(ends[end]) for end in ("ruin", "stop_win", "stop_loss", "playing")]
        assert list(found) == pytest.approx(exact, abs=point.error)
        mean = sum((cents * chance for cents, chance in last.items()), Fraction(0))
        assert point.mean == pytest.approx(float(mean), rel=1e-12)
        for percent, cents in point.quantiles.items():
            assert sum(p for money, p in last.items() if money <= cents) >= Fraction(percent, 100)
            assert sum(p for money, p in last.items() if money < cents) < Fraction(percent, 100)


def test_a_course_ends_where_the_session_does_and_changes_nothing() -> None:
    asked = (RIVERS, 1000, 50_000, 2000, 40_000, 45_000)
    plain, with_course = session(*asked), session(*asked, checkpoints=60)
    assert plain.course == ()
    assert replace(with_course, course=()) == plain
    course = with_course.course
    assert len(course) == 61
    end = course[-1]
    assert (end.rounds, end.ruin, end.playing) == (1000, plain.ruin, plain.playing)
    assert (end.stopped_ahead, end.stopped_behind) == (plain.stopped_ahead, plain.stopped_behind)
    assert (end.mean, end.quantiles, end.error) == (plain.mean, plain.quantiles, plain.error)
    steps = [later.rounds - earlier.rounds for earlier, later in pairwise(course)]
    assert set(steps) == {16, 17}


def test_a_moment_of_a_course_is_a_shorter_session() -> None:
    course = session(RIVERS, 300, 30_000, 2000, 40_000, checkpoints=10).course
    for point in course[1:]:
        shorter = session(RIVERS, point.rounds, 30_000, 2000, 40_000)
        assert (point.ruin, point.stopped_ahead, point.quantiles) == (
            shorter.ruin,
            shorter.stopped_ahead,
            shorter.quantiles,
        )


def test_along_a_course_ends_only_gather() -> None:
    course = session(RIVERS, 2000, 30_000, 2000, 40_000, 25_000, checkpoints=60).course
    for name in ("ruin", "stopped_ahead", "stopped_behind"):
        chances = [getattr(point, name) for point in course]
        assert chances == sorted(chances)
        assert chances[0] == 0
    playing = [point.playing for point in course]
    assert playing == sorted(playing, reverse=True)
    assert playing[0] == 1


@pytest.mark.parametrize("rounds", [1, 100, 10_000])
def test_without_an_end_the_moments_are_those_of_one_round_times_the_rounds(rounds: int) -> None:
    got = session(RIVERS, rounds, bankroll=100_000_000, need=2000)
    assert got.ruin == 0
    assert got.mean - got.bankroll == pytest.approx(float(rounds * RIVERS.ev), rel=1e-9)
    assert got.stdev == pytest.approx(sqrt(rounds * RIVERS.variance), rel=1e-9)
    assert got.expected_rounds == pytest.approx(rounds, rel=1e-12)


@pytest.mark.parametrize("price", [COIN, UNFAIR])
def test_a_coin_between_two_walls_is_the_gamblers_ruin(price: Price) -> None:
    start, goal = 10, 25  # in coins
    got = session(price, 20_000, bankroll=start * 100, need=100, stop_win=(goal - start) * 100)
    win = Fraction(price.distribution[Fraction(100)], price.outcomes)
    odds = (1 - win) / win
    survives = Fraction(start, goal) if odds == 1 else (1 - odds**start) / (1 - odds**goal)
    length = start * (goal - start) if odds == 1 else (start - goal * survives) / (1 - 2 * win)
    assert got.stopped_ahead == pytest.approx(float(survives), abs=got.error)
    assert got.ruin == pytest.approx(float(1 - survives), abs=got.error)
    assert got.expected_rounds == pytest.approx(float(length), rel=1e-9)


@pytest.mark.parametrize("price", [COIN, LUMPY, RIVERS])
def test_more_rounds_never_ruin_less(price: Price) -> None:
    need = -int(min(price.distribution))
    ruins = [session(price, rounds, need * 5, need).ruin for rounds in range(1, 200, 9)]
    assert ruins == sorted(ruins)
    assert ruins[0] < ruins[-1]


def test_more_money_is_never_ruined_more() -> None:
    ruins = [session(RIVERS, 300, bankroll, 2000).ruin for bankroll in range(2000, 60_000, 7000)]
    assert ruins == sorted(ruins, reverse=True)


def test_all_chances_together_are_one_within_the_error() -> None:
    got = session(RIVERS, 3000, 60_000, 2000, 90_000, 55_000)
    for parts in (
        (got.ruin, got.stopped_ahead, got.stopped_behind, got.playing),
        (got.ahead, got.even, got.behind),
        tuple(got.distribution.values()),
    ):
        assert sum(parts) == pytest.approx(1, abs=got.error)
    assert got.error < 1e-10


def test_a_session_is_the_same_twice() -> None:
    first, second = (session(RIVERS, 2000, 50_000, 2000, 80_000) for _ in range(2))
    assert first == second


def test_parts_of_a_cent_are_refused() -> None:
    with pytest.raises(NotPriced, match="whole cents"):
        session(Price("half", 2, {Fraction(-1, 2): 1, Fraction(1): 1}), 3, 100, 1)


@pytest.mark.parametrize(
    ("rounds", "bankroll", "need", "stop_win", "stop_loss", "text"),
    [
        (0, 500, 100, None, None, "A session has at least one round, not 0"),
        (5, 99, 100, None, None, r"A round needs \$1, and the bankroll is \$0.99"),
        (5, 500, 99, None, None, r"A round can lose \$1, so"),
        (5, 500, 100, 0, None, r"A stop-win is an amount to win above \$0"),
        (5, 500, 100, None, 501, r"at most the bankroll \(\$5\), not \$5.01"),
        (5, 500, 100, None, -1, r"above \$0"),
    ],
)
def test_a_session_that_cannot_be_played_is_refused_in_a_sentence(
    rounds: int, bankroll: int, need: int, stop_win: int | None, stop_loss: int | None, text: str
) -> None:
    with pytest.raises(Refusal, match=text):
        session(COIN, rounds, bankroll, need, stop_win, stop_loss)


APP = typer.Typer()
APP.command()(bankroll.session_command)
ASKED = ("rivers", "--bets", "ante=1000", "--rounds", "100", "--bankroll", "50000")


def test_the_command_prints_the_result_in_eighty_columns() -> None:
    ran = CliRunner().invoke(APP, [*ASKED, "--stop-win", "30000", "--stop-loss", "20000"])
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    got = session(RIVERS, 100, 50_000, 2000, 30_000, 20_000)
    assert any("Stop-win: $800 or more" in line and f"{got.stopped_ahead:.4%}" in line for line in lines)
    assert any("Stop-loss: $300 or less" in line and f"{got.stopped_behind:.4%}" in line for line in lines)


def test_the_command_prints_json() -> None:
    ran = CliRunner().invoke(APP, [*ASKED, "--json"])
    got = session(RIVERS, 100, 50_000, 2000)
    assert json.loads(ran.stdout) == got.as_json("rivers", {"ante": 1000})


def test_a_bankroll_that_cannot_fund_play_is_refused() -> None:
    ran = CliRunner().invoke(APP, [*ASKED[:-1], "1999"])
    assert isinstance(ran.exception, Refusal)
    assert str(ran.exception) == ("--bankroll $19.99: a round needs $20, $10 of it kept for Play")


def test_a_ruin_too_rare_to_count_is_not_called_impossible() -> None:
    """Seventy-five rounds lost in a row could ruin it: the chance is cut, and so it is said."""
    ran = CliRunner().invoke(APP, [*ASKED[:-1], "150000"])
    ruin = next(line for line in ran.stdout.splitlines() if line.lstrip().startswith("Ruin"))
    assert "under 1e-" in ruin


def test_many_last_bankrolls_are_listed_in_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = session(RIVERS, 60, 100_000, 2000)
    monkeypatch.setattr(room, "MOST_LISTED", 20)
    bands = session(RIVERS, 60, 100_000, 2000)
    assert plain.band == 1000
    assert len(bands.distribution) <= 20
    for low, chance in bands.distribution.items():
        inside = sum(each for cents, each in plain.distribution.items() if low <= cents < low + bands.band)
        assert chance == pytest.approx(inside, abs=1e-12)
    assert sum(bands.distribution.values()) == pytest.approx(sum(plain.distribution.values()), abs=1e-12)


def test_a_refused_session_is_refused_before_a_round_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(walk: object, rounds: int, after: int) -> None:
        raise AssertionError("a round was counted")

    monkeypatch.setattr(room._Walk, "play", counted)
    with pytest.raises(NotPriced, match="too large to count"):
        session(RIVERS, 10_000, 10**9, 2000, most_work=1_000_000)


def test_a_bet_whose_distribution_is_left_out_has_no_session() -> None:
    known = Price("envied", 2, {}, moments=Moments(Fraction(-1), None))
    with pytest.raises(NotPriced, match="left out"):
        session(known, 3, 1000, 100)

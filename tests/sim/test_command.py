"""`pitboss simulate` and `pitboss par --confirm`: what they print, store, merge and refuse."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.cli.options import parse_plan
from pitboss.odds import Game
from pitboss.odds.decisions import RAISE_NUMBER
from pitboss.odds.geometry import rows
from pitboss.odds.plan import Plan
from pitboss.report.notes import stand_in_words
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.sim import one_seat, run_rounds, setup
from pitboss.sim.run_figures import wager_nets
from pitboss.sim.simulated import Company, Effort, PlanWithin, left_out, stand_in
from pitboss.sim.totals import Totals
from tests.refusals import refused_command
from tests.sim.rounds import table_of

ULTIMATE = str(Path(__file__).parents[2] / "examples" / "catalogue" / "ultimate.toml")
FAST = ("--rounds", "2e4", "--seed", "7")


def run(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    return done


def answer(*words: str) -> Any:
    return json.loads(run("simulate", *words, "--json").stdout)


def test_the_report_fits_a_terminal_and_tells_seed_and_verdict() -> None:
    text = run("simulate", "rivers", "--confirm", "--lines", *FAST).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "Seed 7" in text
    assert "Confirmed: " in text
    assert "Pair Plus: Straight flush" in text
    banked = run("simulate", "napa-valley", "--seats", "4", "--stake", "9000", *FAST).stdout
    assert "by exact full cover" in banked
    assert "Ruin" in run("simulate", "napa-valley", "--bankroll", "9000", "--session", "50", *FAST).stdout


def test_json_has_every_figure_with_its_interval_and_is_repeated_by_the_seed() -> None:
    words = ("rivers", "--bets", "ante=1000,progressive=100", "--seats", "2", "--meter-moves", *FAST)
    found = answer(*words)
    assert found == answer(*words)
    assert found["question"]["hash"] == load_house("rivers").hash
    assert found["rounds"] == 20_000
    for seat in found["seats"]:
        for wager in seat["wagers"].values():
            assert wager["mean"]["low"] < wager["mean"]["value"] < wager["mean"]["high"]
            assert sum(wager["distribution"].values()) == 20_000
        assert {line["line"] for line in seat["lines"]} == {"ante", "play", "ante_bonus", "progressive"}
        assert seat["envy"]["mean"]["value"] >= 0
    assert set(found["meter"]) == {"hits", "rounds", "round_quantiles", "at_hit", "at_hit_quantiles"}


def test_every_seat_has_its_own_bet_and_strategy() -> None:
    words = ("--bets", "ante=500", "--bets", "ante=2000", "--strategy", "always", "--strategy", "A-K-Q")
    seats = answer("shine", *words, *FAST)["seats"]
    assert [seat["wagers"]["ante"]["stake"] for seat in seats] == [500, 2000]
    lines = [{line["line"] for line in seat["lines"]} for seat in seats]
    assert "play" in lines[0]
    folded = [
        line["count"] for line in seats[1]["lines"] if (line["line"], line["result"]) == ("ante", "lose")
    ]
    assert folded[0] > 14_000  # two of three hands are high cards below A-K-Q


def test_stored_runs_merge(tmp_path: Path) -> None:
    one, two, both = (str(tmp_path / f"{name}.json") for name in ("one", "two", "both"))
    bank = ("napa-valley", "--seats", "3", "--stake", "5000", "--rounds", "1000")
    for seed, path in (("1", one), ("2", two)):
        assert (
            f"Stored the run of 1,000 rounds in {path}."
            in run("simulate", *bank, "--seed", seed, "-o", path).stderr
        )
    merged = json.loads(run("simulate", "--merge", one, two, "-o", both, "--json").stdout)
    assert merged["rounds"] == 2_000
    assert [part["seed"] for part in merged["parts"]] == ["1", "2"]
    nets = [json.loads(Path(path).read_text())["run"]["values"]["0"] for path in (one, two, both)]
    assert nets[2] == {
        net: nets[0].get(net, 0) + nets[1].get(net, 0) for net in sorted({*nets[0], *nets[1]}, key=int)
    }


def test_a_run_stops_at_a_width() -> None:
    found = answer("napa-valley", "--bets", "ante=1000", "--width", "0.02", "--seed", "4", "--workers", "1")
    mean = found["seats"][0]["wagers"]["ante"]["mean"]
    assert mean["high"] - mean["low"] <= 0.02


def test_refusals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    for words, hint in (
        (("rivers", "--stake", "5000"), "not player-banked"),
        (("shine", "--meter-moves"), "has no meter"),
        (("shine", "--seats", "8"), "1 to 7 seats"),
        (("shine", "--rounds", "many"), "like 250000 or 1e8"),
        (("shine", "--width", "0"), "above zero"),
        (("shine", "--confidence", "95"), "like 0.95"),
        (("shine", "--bankroll", "100"), "a round needs"),
        (("rivers", "--bankroll", "90000", "--meter-moves"), "a meter that stands"),
        (("rivers", "--bets", "ante=1"), "at least"),
        (("shine", "--bets", "ante=500", "--bets", "ante=500", "--seats", "3"), "--bets for each seat"),
        (("shine", "--strategy", "bold"), "write optimal"),
        (("shine", "--workers", "0"), "at least one"),
        (("shine", "-o", "run.txt"), ".json"),
        (("--merge", str(broken)), "no run of"),
        (("shine", "--seed", "-1"), "A seed is"),
        (("napa-valley", "--stake", "5000", "--confirm"), "full cover"),
        (("rivers", "--meter-moves", "--confirm"), "a meter that stands"),
    ):
        monkeypatch.setattr("pitboss.cli.options.parse_plan", _not_planned)
        assert hint in refused_command(capsys, monkeypatch, "simulate", *words), words


def _not_planned(game: object, name: str, bets: object, progress: object = None) -> object:
    """Planning is work: of what is refused only an unknown strategy is found while it is read."""
    if name == "bold":
        return parse_plan(game, name, bets)  # type: ignore[arg-type]
    raise AssertionError("planned before it was refused")


def test_the_par_sheet_is_confirmed_with_seed_versions_and_hash(tmp_path: Path) -> None:
    page = tmp_path / "par.html"
    words = ("par", "rivers", "--confirm", "1e5", "--seed", "9", "--json", "-o", str(page))
    par = json.loads(run(*words).stdout)
    told, found = par["confirmed"], par["confirmed"]["found"]
    assert (told["rounds"], told["seed"], par["hash"]) == (100_000, "9", load_house("rivers").hash)
    assert {"python", "pitboss", "numpy", "numba"} == set(told["versions"])
    assert found["agrees"]
    assert len(found["rows"]) == found["comparisons"] > 30
    text = page.read_text(encoding="utf-8")
    assert "Confirmation by simulation" in text
    assert "Confirmed: the least likely of" in text


def test_raises_by_choice_and_the_winning_hand_are_simulated_and_confirmed(tmp_path: Path) -> None:
    best = tmp_path / "best.csv"
    best.write_text(run("strategy", ULTIMATE, "--csv").stdout, encoding="utf-8")
    words = ("--strategy", "optimal", "--strategy", str(best), "--strategy", "always")
    bets = ("--bets", "ante=1000,blind=1000") * 3
    found = answer(ULTIMATE, *bets, *words, "--confirm", "--rounds", "3e5", "--seed", "5")
    assert found["confirm"]["agrees"]
    assert found["confirm"]["missing"] == {}
    seats = found["seats"]
    means = [row["expected"] for row in found["confirm"]["rows"] if row["kind"] == "mean"]  # Ante and Blind
    assert f"{sum(means[:2]):.4%} {sum(means[2:4]):.4%}" == "-3.8807% -3.8807%"  # as published
    # With three times the Ante on Play a pair or better wins four times the Ante, or three if the dealer does
    # not play; it loses only to a dealer who plays.
    nets = [set(seat["wagers"]["ante"]["distribution"]) for seat in seats]
    assert nets[0] == nets[1] == {"-4000", "-2000", "-1000", "0", "1000", "2000", "3000", "4000"}
    assert nets[2] == {"-2000", "-1000", "0", "1000", "2000"}
    par = json.loads(run("par", ULTIMATE, "--confirm", "1e5", "--seed", "9", "--json").stdout)
    par = par["confirmed"]["found"]
    assert par["agrees"]
    assert {row["wager"] for row in par["rows"]} == {"ante", "blind"}


def test_a_session_keeps_what_the_largest_play_asks_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("simulate", ULTIMATE, "--bankroll", "4999", "--session", "10")
    assert "a round needs $50 of it" in refused_command(capsys, monkeypatch, *words)


def test_a_plan_raises_only_where_the_house_lets_it() -> None:
    bets = {"ante": 1000, "blind": 1000}
    bold = Plan(0, np.full((len(rows()), 1), RAISE_NUMBER["play_3x"], np.uint8))
    with pytest.raises(Refusal, match="Play is raised only with pair or better"):
        one_seat(table_of(ULTIMATE), bets, bold)
    with pytest.raises(Refusal, match="Play is not 3 times the Ante"):
        one_seat(table_of("shine"), {"ante": 1000}, bold)
    free = setup(one_seat(table_of(ULTIMATE, "play.raises.from="), bets, bold))
    nets = wager_nets(free, run_rounds(free, 1, 100), 0, "ante")
    assert set(nets) <= {-4000, -3000, 0, 3000, 4000}


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.sim.simulated.ROUNDS", 200_000)


# Envy that a fold loses, where others draw to an A-K-Q by its suit; nobody folds.
SETS = (
    "player.draws=true",
    'pays.ante_bonus.lines.mini_royal_spades="500 to 1"',
    'wager.progressive.fold={does="lose",clause="RIV-9"}',
)
OUT_OF_REACH = (
    *("odds", "rivers", "--strategy", "always", "--players", "7"),
    *(word for each in SETS for word in ("--set", each)),
)


@pytest.mark.usefixtures("few_rounds")
def test_what_is_out_of_exact_reach_is_simulated_in_the_same_table_and_marked() -> None:
    """Seven seats that always play: every one is any hand, so the mean is known."""
    told = run(*OUT_OF_REACH).stdout
    assert "−15306/149695" in told
    assert "simulated: " in told
    assert "200,000 rounds, seed 1" in told
    found = json.loads(run(*OUT_OF_REACH, "--json").stdout)["wagers"]
    assert found["six_card_bonus"]["ev"] == "-15306/149695"
    mean = found["progressive"]["simulated"]["mean"]
    # By linearity: its own pays, and six times $25 and $100 on an A-K-Q (RIV-11)
    exact = -454 / 1105 + 6 * (3 * 25 + 100) / 22_100
    assert mean["low"] < exact < mean["high"]
    assert found["progressive"]["simulated"]["width"] == pytest.approx(mean["high"] - mean["low"])


def test_every_form_of_the_answer_has_what_was_simulated_marked_with_seed_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.sim.simulated.ROUNDS", 20_000)
    wanted = json.loads(run(*OUT_OF_REACH, "--json").stdout)["wagers"]["progressive"]["simulated"]
    low, high = wanted["mean"]["low"], wanted["mean"]["high"]
    rows = {row["wager"]: row for row in csv.DictReader(run(*OUT_OF_REACH, "--csv").stdout.splitlines())}
    row = rows["progressive"]
    assert (row["ev"], row["refused"], row["simulated"]) == ("", "", wanted["why"])
    assert (float(row["mean_low"]), float(row["mean_high"])) == (low, high)
    assert (row["seed"], row["rounds"]) == ("1", "20000")
    assert (rows["six_card_bonus"]["ev"], rows["six_card_bonus"]["simulated"]) == ("-15306/149695", "")
    told = run(*OUT_OF_REACH, "--how", "--plot", str(tmp_path / "edges.svg")).stdout
    assert "Progressive is simulated: seat 1 of 7, 20,000 rounds, seed 1" in " ".join(told.split())
    drawn = (tmp_path / "edges.svg").read_text(encoding="utf-8")
    assert f"~{-wanted['mean']['value']:.1%}" in drawn
    sheet = tmp_path / "drawn.toml"
    text = (Path(__file__).parents[2] / "src/pitboss/sheets/rivers.toml").read_text(encoding="utf-8")
    for head, line in (
        ("[player]", "draws = true"),
        ("[pays.ante_bonus.lines]", 'mini_royal_spades = "500 to 1"'),
    ):
        text = text.replace(f"{head}\n", f"{head}\n{line}\n")
    stays = 'fold = { does = "stays", clause = "RIV-9" }\nsensor'
    sheet.write_text(text.replace(stays, stays.replace("stays", "lose")), encoding="utf-8")
    beside = ("odds", "--compare", str(sheet), "shine", *OUT_OF_REACH[2:6])
    houses = json.loads(run(*beside, "--json").stdout)["houses"]
    assert houses[0]["wagers"]["progressive"]["simulated"] == wanted
    assert "simulated" not in houses[1]["wagers"]["ante"]
    for words in (beside, (*beside, *["shine"] * 5)):  # side by side, and as a list
        told = " ".join(run(*words).stdout.split())
        assert "; ~ simulated." in told
        assert f"~{-wanted['mean']['value']:.3%}" in told
        assert "Rivers: Progressive is simulated: seat 1 of 7, 20,000 rounds, seed 1" in told


ENVIED_ANTE = (
    *("odds", "rivers", "--players", "4", "--set", "envy.wager=ante"),
    *("--set", 'envy.lines={pair_or_better="$5"}'),
    *("--set", 'dealer.draw={when="below",below="pair",clause="RIV-5",stands_clause="RIV-5"}'),
)


@pytest.mark.usefixtures("few_rounds")
def test_how_often_a_price_without_a_distribution_wins_is_simulated_beside_its_exact_mean() -> None:
    exact = json.loads(run(*ENVIED_ANTE, "--exact-only", "--json").stdout)["wagers"]["ante"]
    assert (exact["win_frequency"], exact["distribution"], exact["stdev"]) == (None, None, None)
    found = json.loads(run(*ENVIED_ANTE, "--json").stdout)["wagers"]["ante"]
    run_of = found["simulated"]
    assert (found["ev"], found["distribution"]) == (exact["ev"], None)
    assert run_of["stdev"]["low"] < found["stdev"] < run_of["stdev"]["high"]
    assert (run_of["seed"], run_of["rounds"], run_of["bets"]) == ("1", 200_000, {"ante": 500})
    wins = found["win_frequency_value"]
    assert found["win_frequency"] is None
    assert run_of["win_frequency"]["low"] < wins < run_of["win_frequency"]["high"]
    rounds = {float(Fraction(net)): number for net, number in run_of["distribution"].items()}
    assert sum(rounds.values()) == 200_000
    assert sum(number for net, number in rounds.items() if net > 0) == wins * 200_000
    mean = sum(net * number for net, number in rounds.items()) / 200_000
    assert abs(mean - Fraction(exact["ev"])) < 5 * found["stdev"] / 200_000**0.5
    told = " ".join(run(*ENVIED_ANTE).stdout.split())
    assert f"~{wins:.2%}" in told
    assert "How often Ante wins (and its deviation) is simulated: seat 1 of 4, 200,000 rounds, seed 1" in told
    row = next(csv.DictReader(run(*ENVIED_ANTE, "--csv").stdout.splitlines()))
    assert (row["ev"], row["win_frequency"], row["seed"]) == (exact["ev"], str(wins), "1")


# Every Pair takes half of a meter that two seats are paid from.
MANY_HITS = 'pays.progressive.lines.pair="50 % of the meter"'


@pytest.mark.usefixtures("few_rounds")
def test_without_a_seat_a_shared_meter_is_simulated_for_all_seats_as_it_is_priced() -> None:
    table = open_table(load_house("rivers", [MANY_HITS]))
    games = {seat: Game(table, 2, 5_000_000, seat) for seat in (None, 1, 2)}
    prices = {seat: game.price("progressive") for seat, game in games.items()}
    assert prices[None].ev == (prices[1].ev + prices[2].ev) / 2
    plan, told = partial(parse_plan, games[1], "always"), list[Totals]()
    whole, last = (
        stand_in(games[seat], "progressive", "", PlanWithin(plan), Effort(told.append)) for seat in (None, 2)
    )
    part = left_out(games[None], prices[None], "", Company(plan), told.append)
    assert [list(each.seats) for each in (whole, last, part)] == [[1, 2], [2], [1, 2]]
    for made, seat in ((whole, None), (last, 2), (part, None)):
        mean = made.found.mean.scaled(1 / made.unit)
        assert [at for at, price in prices.items() if mean.low < price.ev < mean.high] == [seat]
    assert [each.rounds for each in told] == [100_000, 200_000, 200_000, 100_000, 200_000]
    assert "is simulated: the mean over all 2 seats, 200,000 rounds" in stand_in_words("It", whole, 2)
    assert "is simulated: seat 2 of 2, 200,000 rounds" in stand_in_words("It", last, 2)


@pytest.mark.usefixtures("few_rounds")
def test_a_bank_with_many_seats_and_a_small_stake_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.simulate.ROUNDS", 200_000)
    words = ("bank", "napa-valley", *("--seat", "ante=1000") * 5, "--stake", "3000")
    found = json.loads(run(*words, "--json").stdout)["simulated"]
    assert len(found["seats"]) == 5
    assert found["bank"]["controlled"]["variance_left"] < 1
    assert "So it is simulated; --exact-only refuses instead." in run(*words).stdout
    draws = (*("--set", "dealer.shows=0"), *("--set", "player.draws=true"))
    for simulated in (
        words[:8] + words[-2:],
        words[:6] + words[-2:] + draws,
    ):  # three seats, or two that draw
        assert "--exact-only refuses instead." in " ".join(run(*simulated).stdout.split())


def test_exact_only_refuses_as_ever(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Progressive is not priced" in " ".join(run(*OUT_OF_REACH, "--exact-only").stdout.split())
    words = ("bank", "napa-valley", *("--seat", "ante=1000") * 5, "--stake", "3000", "--exact-only")
    assert "only 2 are counted together" in refused_command(capsys, monkeypatch, *words)


def test_without_numba_the_answer_is_the_same_and_slower_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("simulate", "napa-valley", "--rounds", "3000", "--seed", "1", "--json")
    compiled = run(*words)
    assert compiled.stderr == ""
    for place in ("pitboss.cli.simulate.best_engine", "pitboss.sim.engine.best_engine"):
        monkeypatch.setattr(place, lambda: "numpy")
    plain = run(*words)
    assert "Numba is not installed" in plain.stderr
    assert plain.stdout == compiled.stdout

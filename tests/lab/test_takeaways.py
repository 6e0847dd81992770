"""What one takes away from the Lab: the changed sheet, the figures, the course of a sitting."""

import csv
import io
import json
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.desk.question import encoded
from pitboss.lab import own_sheet, what_if, written_csv, written_sheet
from pitboss.lab.bankroll_panels import sitting
from pitboss.lab.rule_changes import LARGEST_SHEET
from pitboss.round import Refusal
from pitboss.sheet import SheetRefused, check_text, houses, load_house
from tests.odds.dealer_bets import dealer_bet_sets

SETS = ["dealer.shows=1", "pays.pair_plus.lines.straight=7 to 1"]


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("house", houses())
def test_an_unchanged_sheet_is_written_as_it_is(house: str) -> None:
    assert check_text(written_sheet(what_if(house))).sheet == load_house(house)


def test_a_changed_sheet_is_a_file_that_check_accepts_and_odds_prices(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written_sheet(what_if("rivers", SETS)), encoding="utf-8")
    run("check", str(file))
    mine = json.loads(run("odds", str(file), "--json"))
    same = json.loads(run("odds", "rivers", "--set", SETS[0], "--set", SETS[1], "--json"))
    assert mine["house"] == "rivers-changed"
    assert mine["wagers"] == same["wagers"]


def test_the_figures_as_a_spreadsheet_are_those_of_the_command() -> None:
    words = [word for each in SETS for word in ("--set", each)]
    assert written_csv(what_if("rivers", SETS)) == run("odds", "rivers", *words, "--csv")
    label = written_csv(what_if("rivers", ['wager.pair_plus.label="=1+1"']))
    assert [row[2] for row in csv.reader(io.StringIO(label))][2] == "'=1+1"


def test_a_sitting_is_that_of_the_command() -> None:
    words = [
        "--bets",
        "ante=1000,pair_plus=500",
        "--rounds",
        "200",
        "--bankroll",
        "20000",
        "--stop-win",
        "10000",
    ]
    told = json.loads(run("session", "napa-valley", *words, "--json"))
    found = sitting(what_if("napa-valley"), {"ante": 1000, "pair_plus": 500}, 20_000, 200, stop_win=10_000)
    same = json.loads(encoded(found.result))
    names = (
        "rounds",
        "bankroll",
        "need",
        "stop_win",
        "mean",
        "stdev",
        "quantiles",
        "ahead",
        "expected_rounds",
    )
    assert {name: told[name] for name in names} == {name: same[name] for name in names}
    assert [*told["ends"].values()] == [
        same[name] for name in ("ruin", "stopped_ahead", "stopped_behind", "playing")
    ]
    spread = {int(cents): chance for cents, chance in told["distribution"].items()}
    bands, band = found.result.distribution, found.result.band
    assert bands == pytest.approx(
        {low: sum(chance for cents, chance in spread.items() if low <= cents < low + band) for low in bands}
    )
    assert sum(bands.values()) == pytest.approx(1)
    assert len(bands) <= 60
    assert band % told["band"] == 0
    first, *_, last = found.result.course
    assert first.quantiles == dict.fromkeys(last.quantiles, 20_000)
    assert last.quantiles == found.result.quantiles


@pytest.mark.parametrize(
    ("bets", "bankroll", "rounds", "says"),
    [
        ({"ante": 1000}, 1_999, 10, r"needs \$20, \$10 of it kept for Play"),
        ({"ante": 1000}, 50_000, 100_001, "at most 100,000 rounds"),
        ({"ante": 1000, "progressive": 100}, 50_000, 10, "too far from the stakes"),
        ({"ante": 1001}, 50_000, 10, "steps"),
    ],
)
def test_a_sitting_that_cannot_be_counted_is_refused(
    bets: dict[str, int], bankroll: int, rounds: int, says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        sitting(what_if("rivers", meter=10**12 + 1), bets, bankroll, rounds)


def test_a_sitting_of_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("pitboss.lab.bankroll_panels"), "MOST_WORK", 1_000_000)
    with pytest.raises(Refusal, match="too large to count"):
        sitting(what_if("rivers"), {"ante": 1000}, 10**7, 5_000)


MINE = written_sheet(what_if("rivers", SETS))


def test_a_sheet_of_ones_own_is_checked_and_named() -> None:
    assert own_sheet(MINE) == check_text(MINE).sheet
    assert own_sheet(written_sheet(what_if("rivers"))) == load_house("rivers")


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ('id = "rivers-changed"', 'id = "rivers"', "id"),
        ('"Rivers, changed"', '" rivers"', "name"),
        ('"Rivers, changed"', f'"{"x" * 61}"', "name"),
        ('"Rivers, changed"', '"R\u0456vers"', "name"),  # a Cyrillic letter
        ('"Rivers, changed"', '"R1vers"', "name"),
        ('"Rivers, changed"', '"R-I-V-E-R-S."', "name"),
        ('"Rivers, changed"', '"Atlantic C\u00edty"', "name"),
        ('"Rivers, changed"', '"3 Card Shine Poker"', "name"),  # a game of another house
        ('"Rivers, changed"', '"Rivers: 3 Card Poker with Progressive"', "name"),
        ('id = "rivers-changed"', 'id = "r-1-vers"', "id"),
        ('game = "3 Card Poker with Progressive"', 'game = "Pechanga"', "game"),
        ("1-800-GAMBLER", "1-800\\u202eGAMBLER", "notice.0.text"),
        ("times = 1\n", "times = 11\n", "play.times"),
        ('"500 for 1"', '"10001 for 1"', "pays.progressive.lines.mini_royal"),
        ('"$25"', '"$20,000,000"', "envy.lines.mini_royal"),
        ('"100 % of the meter"', '"0.5 % of the meter"', "pays.progressive.lines.mini_royal_spades"),
    ],
)
def test_a_sheet_that_no_table_should_play_is_refused(old: str, new: str, at: str) -> None:
    assert old in MINE
    with pytest.raises(Refusal) as caught:
        own_sheet(MINE.replace(old, new, 1))
    assert (caught.value.code, caught.value.path) == ("sheet", at)


def test_a_bet_on_the_dealers_hand_can_be_played_beside_a_draw() -> None:
    """A table plays for who is away by the odds, and they advise whatever is on the felt."""
    sets = [*dealer_bet_sets(["dealer_plus"]), "player.draws=true"]
    assert "dealer_plus" in own_sheet(written_sheet(what_if("rivers", sets))).wagers


def test_a_faulty_or_large_sheet_is_refused() -> None:
    with pytest.raises(SheetRefused, match="shows"):
        own_sheet(MINE.replace("shows = 1", "shows = 7"))
    with pytest.raises(Refusal, match="64 KB"):
        own_sheet("#" * LARGEST_SHEET + MINE)

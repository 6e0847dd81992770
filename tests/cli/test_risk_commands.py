"""`pitboss bankroll` and `pitboss risk`: what they print, refuse and write, and their page in docs."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.round import Refusal

PAGE = (Path(__file__).parents[2] / "docs" / "risk.md").read_text(encoding="utf-8")


def ran(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


# The exact mean of an Ante and its deviation, as they are published (figures.md).
EDGE, STRAY, BANKED = 686689 / 20358520, 1.6392528, 229314 / 12724075


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("bankroll", "rivers"),
            f"at Ante $10 you lose about ${600 * EDGE:.0f} an hour, give or take ${10 * STRAY * 60**0.5:.0f}",
        ),
        (("risk", "rivers"), f"bring the house about ${7 * 800 * 10 * EDGE:,.0f} a day"),
        (("risk", "pechanga", "--players", "1"), "1 seat with Ante $10 cost the house about"),
        (
            ("bank", "napa-valley"),
            f"wins ${10 * BANKED:.2f} a round on average, {100 * BANKED:.2f} % of the Ante",
        ),
        (("knowledge", "rivers", "--hole", "1"), f"worth {3.4829 + 100 * EDGE:.2f} % of the Ante"),
        (("knowledge", "napa-valley", "--hole", "1"), f"instead of −{100 * BANKED:.2f} %"),
        (
            ("simulate", "rivers", "--rounds", "1e4", "--seed", "7"),
            f"(exact: {100 * EDGE:.2f} %, inside the 95 %",
        ),
        (("par", "rivers"), f"returns {100 * (1 - EDGE):.2f} % of Ante"),
        (("par", "rivers"), f"{100 * (1 - 402 / 5525):.2f} % of Pair Plus"),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each),
)
def test_the_first_sentence_has_the_number_that_matters(words: tuple[str, ...], says: str) -> None:
    """Nothing but the house is asked for, and the answer is there before any table."""
    printed = ran(*words)
    assert max(map(len, printed.splitlines())) <= 80
    assert says in " ".join(printed.partition("\n\n")[0].replace("\n", " ").split())


def test_a_session_begins_with_how_it_ends_and_what_is_left() -> None:
    asked = ("session", "rivers", "--stop-win", "10000")
    found = json.loads(ran(*asked, "--json"))
    assert (found["bets"], found["rounds"], found["bankroll"]) == ({"ante": 1000}, 100, 20_000)
    head = " ".join(ran(*asked).partition("\n\n")[0].replace("\n", " ").split())
    ends = sorted((int(cents), chance) for cents, chance in found["distribution"].items())
    ahead = sum(chance for cents, chance in ends if cents > 20_000)
    broke = sum(chance for cents, chance in ends if cents < 2_000)
    assert f"{100 * ahead:.0f} % of sessions end ahead" in head
    assert f"{100 * broke:.0f} % go broke" in head
    assert "That is a usual session" in head


def test_json_has_offers_as_fractions_and_points_to_quit() -> None:
    asked = ("--bets", "ante=1000", "--rounds", "10", "--coupon", "first_loss=500", "--rebate", "12.5")
    found = json.loads(ran("bankroll", "rivers", *asked, "--rebate-rounds", "20", "--json"))
    assert found["coupons"][0]["amount"] == 500
    assert Fraction(found["coupons"][0]["worth"]) > 0
    assert found["rebate"]["terms"]["share"] == "1/8"
    assert [row["rounds"] for row in found["rebate"]["points"]] == list(range(1, 20))
    assert found["endless"] is None
    assert found["kelly_bankroll"] is None
    assert Fraction(found["hour_mean"]) == 60 * Fraction(found["ev"])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("bankroll", "rivers", "--bets", "ante=1000", "--bankroll", "1999"), "A round needs $20"),
        (("bankroll", "rivers", "--bets", "ante=1000", "--coupon", "gift"), "write match_play"),
        (("bankroll", "rivers", "--bets", "ante=1000", "--rebate", "x"), "write per cent"),
        (("bankroll", "rivers", "--bets", "ante=1000", "--rebate", "120"), "at most 100 %"),
        (("bankroll", "rivers", "--bets", "ante=1000", "--pace", "0"), "1 to 1,000 rounds"),
        (("risk", "rivers", "--bets", "ante=1000", "--players", "8"), "1 to 7 seats"),
        (("risk", "rivers", "--bets", "ante=1000", "--hours", "25"), "1 to 24 hours"),
        (("risk", "rivers", "--bets", "ante=1000", "--set", "dealer.shows=2"), "at most one card"),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each[-2:]),
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(words: tuple[str, ...], text: str) -> None:
    done = CliRunner().invoke(app, list(words))
    assert isinstance(done.exception, Refusal)
    assert text in str(done.exception)


def test_risk_prints_a_table_in_eighty_columns_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "risk.svg"
    asked = ("risk", "rivers", "--bets", "ante=1000", "--plot", str(picture))
    printed = ran(*asked)
    assert max(map(len, printed.splitlines())) <= 80
    assert re.search(r"^ +7 +\$2\.36 +\$63\.72 +\$43\.37 +6\.3719$", printed, flags=re.MULTILINE)
    drawn = picture.read_text(encoding="utf-8")
    assert 'id="together"' in drawn
    assert 'id="hold"' in drawn
    curves = tmp_path / "ruin.svg"
    ran(
        "bankroll", "rivers", "--bets", "ante=1000", "--rounds", "50", "--rebate", "20", "--plot", str(curves)
    )
    assert 'id="ruin-50"' in curves.read_text(encoding="utf-8")
    assert 'id="quit-win"' in curves.read_text(encoding="utf-8")

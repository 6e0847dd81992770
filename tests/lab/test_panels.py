"""The panels of bankroll and table: what the library says, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.lab import what_if
from pitboss.lab.bankroll_panels import table_panel
from pitboss.odds.sessions import session
from tests.odds.prices import game_of
from tests.web.edge import Edge


def asked(edge: Edge, path: str, **query: Any) -> Any:
    return edge.client.get(f"/api/lab/{path}", params=query)


def test_a_bankroll_over_http(edge: Edge) -> None:
    found = asked(edge, "rivers/bankroll", bets="ante=1000", bankroll=50_000, rebate=20).json()
    price = game_of("rivers").price_bets({"ante": 1000})
    assert found["certain_ruin"]
    assert found["kelly"] is None
    for horizon in found["horizons"][:2]:
        ends = session(price, horizon["rounds"], 50_000, 2000)
        assert horizon["ruin"] == pytest.approx(ends.ruin, abs=1e-9)
        chances = [chance for _, chance in horizon["curve"]]
        assert chances == sorted(chances, reverse=True)
    assert {each["kind"] for each in found["coupons"]} == {"match_play", "free_bet", "first_loss"}
    assert found["rebate"]["terms"]["share"] == "1/5"
    assert found["rebate"]["worth"] > 0 > found["rebate"]["to_the_end"]


@pytest.mark.parametrize(
    ("path", "query", "code"),
    [
        ("rivers/bankroll", {"bets": "ante=1000", "bankroll": 100}, "bankroll"),
        ("rivers/bankroll", {"bets": "ante=1000", "bankroll": 9000, "set": "dealer.shows=9"}, "sheet"),
        ("pechanga/risk", {"bets": "ante=1000"}, "not_priced"),
    ],
)
def test_a_panel_that_cannot_be_shown_says_why(
    edge: Edge, path: str, query: dict[str, Any], code: str
) -> None:
    answer = asked(edge, path, **query)
    assert answer.status_code == 422
    assert answer.json()["code"] == code


def test_the_table_has_its_seats_bands_and_meter() -> None:
    found = table_panel(what_if("rivers"), {"ante": 1000}, 40, 20)
    assert found.seats[6].stdev / 1000 == pytest.approx(6.37, abs=0.005)
    assert found.of_two_seats[0][0] == pytest.approx(0.193, abs=5e-4)
    assert found.days.rounds == 800
    assert found.meter is None  # nobody bets on it

"""Limits that a person has set end their bets at the table, and nobody else's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.ledger.deeds import chain_end
from tests.seen import answer_in
from tests.web.edge import NOON, Edge, Frame, Joined, Visitor

EXCLUDED = int(NOON * 1000) + 86_400_000  # a day from now


def _limit(who: Visitor, **limits: Any) -> None:
    answer = who.ask("PUT", "/api/limits", json=limits)
    assert answer.status_code == 200, answer.text


def test_a_loss_limit_stops_the_bet_that_could_go_past_it(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    _limit(ann, loss=3000)
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        assert a.refused("bets", seat=1, wagers={"ante": 1600}) == "limit"  # with Play it is $32
        a.deals(1)
        a.done("fold", seat=1)  # $10 is lost
        assert a.refused("bets", seat=1, wagers={"ante": 1100}) == "limit"
        a.done("bets", seat=1, wagers={"ante": 1000})
        assert a.refused("bets", seat=1, wagers={"ante": 1000, "pair_plus": 500}) == "limit"
        a.done("bets", seat=1, wagers={"ante": 500})  # less is always allowed
        a.done("bets", seat=1, wagers={})
        b.sits(2).done("bets", seat=2, wagers={"ante": 5000})


@pytest.mark.parametrize(
    "refused",
    [
        {"loss": 5_000, "minutes": 0},  # no such limit
        {"loss": 5_000, "minutes": 30, "excluded_until": 1},  # that time is over
        {"loss": 5_000, "minutes": 30, "excluded_until": EXCLUDED - 1},  # shorter than it is
    ],
)
def test_limits_that_are_refused_in_part_change_nothing(edge: Edge, refused: dict[str, int]) -> None:
    ann = edge.guest()
    _limit(ann, loss=9_000, minutes=60, excluded_until=EXCLUDED)
    before, records = ann.ask("GET", "/api/me").json()["limits"], edge.store.read(chain_end)
    answer = ann.ask("PUT", "/api/limits", json=refused)
    assert answer.status_code in (403, 422)
    assert ann.ask("GET", "/api/me").json()["limits"] == before
    assert edge.store.read(chain_end) == records, "nothing is recorded either"


def test_limits_that_are_set_together_are_one_change(edge: Edge) -> None:
    ann = edge.guest()
    before = edge.store.read(chain_end).number
    _limit(ann, loss=9_000, minutes=60, excluded_until=EXCLUDED)
    assert edge.store.read(chain_end).number == before + 1
    limits = ann.ask("GET", "/api/me").json()["limits"]
    assert (limits["loss"], limits["minutes"], limits["excluded_until"]) == (9_000, 60, EXCLUDED)


def test_who_is_excluded_finishes_the_hand_and_bets_no_more(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        a.sits(1).deals(1)
        until = int(edge.time * 1000) + 3_600_000
        _limit(ann, excluded_until=until)
        a.done("play", seat=1)
        assert a.refused("bets", seat=1, wagers={"ante": 1000}) == "excluded"
        sooner = ann.ask("PUT", "/api/limits", json={"excluded_until": until - 1000})
        assert (sooner.status_code, sooner.json()["code"]) == (403, "excluded")
        edge.time += 3600
        a.done("bets", seat=1, wagers={"ante": 1000})


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_bank_is_a_bet_too(edge: Edge) -> None:
    ann = edge.guest()
    _limit(ann, loss=50_000)
    table = ann.open("napa-valley", low=500, high=50_000)
    with ann.join(table) as a:
        a.sits(1).done("want_bank", want=True)
        assert a.refused("take_bank", stake=60_000) == "limit"
        a.done("take_bank", stake=50_000)


def test_limits_are_ones_own_and_sane(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    for wrong in (
        {"loss": -1},
        {"loss": 5},
        {"minutes": 0},
        {"loss": "3000"},
        {"loss": 1.5},
        {"person": bob.id},
    ):
        assert ann.ask("PUT", "/api/limits", json=wrong).status_code == 422
    _limit(ann, loss=3000)
    assert bob.ask("GET", "/api/me").json()["limits"]["loss"] is None


def test_bets_at_two_tables_at_once_do_not_go_past_the_loss_limit(edge: Edge) -> None:
    """A bet is checked in the transaction in which it is made."""
    ann = edge.guest()
    _limit(ann, loss=3000)
    tables = [ann.open("shine"), ann.open("atlantic-city")]
    with ann.join(tables[0]) as a, ann.join(tables[1]) as b:
        a.sits(1)
        b.sits(1)
        bets = [
            {"t": "cmd", "id": f"bet-{number}", "rev": each.catch_up()["rev"], "do": "bets", "seat": 1}
            | {"wagers": {"ante": 1000}}  # and as much is kept for Play
            for number, each in enumerate((a, b))
        ]
        for each, bet in zip((a, b), bets, strict=True):
            each.socket.send_text(json.dumps(bet))
        answers = [_answer(each) for each in (a, b)]
    assert sorted(each["t"] for each in answers) == ["done", "refused"]
    assert {each["code"] for each in answers if each["t"] == "refused"} == {"limit"}
    assert edge.funds(ann) == 100_000 - 2000


def _answer(at: Joined) -> Frame:
    while (answer := answer_in(at.read())) is None:
        pass
    return answer

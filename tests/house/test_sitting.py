"""A sitting told: its course, what was expected of its bets, what decisions gave up, and luck as the rest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.house import history as sitting
from pitboss.sheet import load_house
from pitboss.table.messages import TableCommand, Tick, Void
from tests.naive.hands import DECK, rank3
from tests.odds.counting import Rules, all_evs, cards
from tests.web.conftest import edge
from tests.web.edge import Edge, Joined, Visitor, code, named

__all__ = ["edge"]

MICRO = 1_000_000
ANTE = Fraction(-686_689, 20_358_520)  # the printed figures of Rivers
PAIR_PLUS = Fraction(-402, 5525)
HOUR = 3_600  # seconds
Found = dict[str, Any]


def ask(who: Visitor, table: str, query: str = "") -> Found:
    answer = who.ask("GET", f"/api/tables/{table}/sitting{query}")
    assert answer.status_code == 200, answer.text
    found: Found = answer.json()
    return found


def play(seat: Joined, action: str, **wagers: int) -> tuple[int, Fraction, list[str]]:
    """A round: its net, what the decision gave up by plain counting, and the cards."""
    seat.deals(1, **wagers)
    own = seat.seat(1)["cards"]
    worths = all_evs(load_house("rivers"), Rules(), cards(" ".join(own)), wagers=wagers)
    seat.done(action, seat=1)
    net = seat.seat(1)["net"]
    seat.done("next")
    return net, (max(worths.values()) - worths[action]) * wagers["ante"], own


@pytest.mark.parametrize("actions", [("fold",) * 4, ("play",) * 4, ("fold", "play", "fold", "play")])
def test_luck_is_what_neither_the_bets_nor_the_decisions_explain(
    edge: Edge, actions: tuple[str, ...]
) -> None:
    ann = named(edge, "Ann")
    table = ann.open("rivers")
    expected, nets, costs, dealt = Fraction(0), [], [], []
    with ann.join(table) as seat:
        seat.sits(1)
        for number, action in enumerate(actions):
            side = {"pair_plus": 500} if number % 2 else {}
            net, cost, own = play(seat, action, ante=1000 + 500 * number, **side)
            expected += (1000 + 500 * number) * ANTE + side.get("pair_plus", 0) * PAIR_PLUS
            nets.append(net)
            costs.append(cost)
            dealt.append(own)
    told = ask(ann, table)
    assert [each["net"] for each in told["rounds"]] == nets
    assert [each["number"] for each in told["rounds"]] == [1, 2, 3, 4]
    assert [each["given_up"] for each in told["rounds"]] == [round(cost * MICRO) for cost in costs]
    assert (told["net"], told["decisions"], told["more"]) == (sum(nets), 4, False)
    assert told["best_decisions"] == sum(not cost for cost in costs)
    sums = told["reckoning"]
    assert (sums["rounds"], sums["net"], sums["given_up_away"]) == (4, sum(nets), 0)
    assert abs(sums["expected"] - expected * MICRO) <= len(nets), "each round is rounded to a micro-cent"
    assert sums["given_up"] == sum(round(cost * MICRO) for cost in costs)
    assert sums["luck"] == sums["net"] * MICRO - sums["expected"] + sums["given_up"]
    best = max(dealt, key=lambda each: rank3([DECK[card] for card in cards(" ".join(each))]))
    assert sorted(told["best_hand"]["cards"]) == sorted(best)
    if any(costs):
        assert told["dearest"]["cost"] == round(max(costs) * MICRO)
        assert told["dearest"]["number"] == 1 + costs.index(max(costs))
    ann.ask("GET", "/api/progress")  # its costs are kept now, and used again
    assert ask(ann, table) == told


def test_a_sitting_is_ones_own_and_ends_with_an_hour_away(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = edge.guest(), edge.guest()
    table, other = ann.open("rivers"), ann.open("shine")
    nothing = ask(ann, table)
    assert (nothing["rounds"], nothing["best_hand"], nothing["reckoning"]["luck"]) == ([], None, 0)
    with ann.join(table) as seat, ann.join(other) as beside:
        seat.sits(1)
        beside.sits(1).deals(1).done("fold", seat=1)
        for _ in range(2):
            play(seat, "fold", ante=1000)
        edge.time += HOUR
        play(seat, "fold", ante=2000)
    assert [each["net"] for each in ask(ann, table)["rounds"]] == [-2000]
    assert ask(bob, table)["rounds"] == []
    assert code(edge.ask("GET", f"/api/tables/{table}/sitting"))[0] == 401
    past = ann.ask("GET", "/api/rounds").json()["rounds"]
    first = [each for each in past if each["table"] == table][1]
    earlier = ask(ann, table, f"?before={first['place'] + 1}")
    assert [each["number"] for each in earlier["rounds"]] == [1, 2]
    monkeypatch.setattr(sitting, "MOST", 1)
    shorter = ask(ann, table, f"?before={first['place'] + 1}")
    assert ([each["number"] for each in shorter["rounds"]], shorter["more"]) == ([2], True)


def test_void_and_platform_rounds_are_told_plainly(edge: Edge) -> None:
    ann = named(edge, "Ann")
    table = ann.open("rivers", clock=True)

    def at_table(command: TableCommand) -> None:
        edge.call(edge.room(table).do, command)

    with ann.join(table) as seat:
        seat.sits(1).deals(1)
        worths = all_evs(load_house("rivers"), Rules(), cards(" ".join(seat.seat(1)["cards"])))
        edge.time += 25  # the time is over: the platform decides
        at_table(Tick())
        action = "fold" if seat.seat(1)["folded"] else "play"
        seat.done("next")
        seat.deals(1)
        at_table(Void("op", "void it", "malfunction"))
        seat.catch_up()
    told = ask(ann, table)
    assert [each["counts"] for each in told["rounds"]] == ["priced", "void"]
    assert (told["rounds"][1]["net"], told["rounds"][1]["expected"]) == (0, None)
    assert (told["decisions"], told["reckoning"]["rounds"], told["reckoning"]["given_up"]) == (0, 1, 0)
    lost = round((max(worths.values()) - worths[action]) * 1000 * MICRO)
    assert told["reckoning"]["given_up_away"] == lost
    assert told["reckoning"]["expected"] == round(1000 * ANTE * MICRO)


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_round_as_the_bank_is_in_the_net_and_not_reckoned(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("napa-valley")
    with ann.join(table) as bank, bob.join(table) as player:
        bank.sits(5).done("want_bank", want=True)
        player.sits(2).done("bets", seat=2, wagers={"ante": 1000}, seed="")
        bank.done("take_bank", stake=50_000)
        bank.done("ready")
        player.done("ready")
        player.done("fold", seat=2)
    told = ask(ann, table)
    assert [(each["counts"], each["net"]) for each in told["rounds"]] == [("bank", 1000)]
    assert (told["net"], told["reckoning"]["rounds"], told["reckoning"]["luck"]) == (1000, 0, 0)
    assert told["best_hand"] is None
    theirs = ask(bob, table)
    assert (theirs["rounds"][0]["counts"], theirs["net"]) == ("priced", -1000)
    printed = Fraction(-229_314, 12_724_075)  # of an Ante that is covered in full
    assert theirs["reckoning"]["expected"] == round(1000 * printed * MICRO)


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_round_that_the_bank_may_not_cover_is_no_luck(edge: Edge) -> None:
    """$10 and $10 for Play against a bank of $15: what is short of $20 is neither luck nor expected."""
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("napa-valley", low=500, high=1000)
    with ann.join(table) as bank, bob.join(table) as player:
        bank.sits(5).done("want_bank", want=True)
        player.sits(2).done("bets", seat=2, wagers={"ante": 1000}, seed="")
        bank.done("take_bank", stake=1500)
        bank.done("ready")
        player.done("ready")
        player.done("fold", seat=2)
    told = ask(bob, table)
    assert [(each["counts"], each["net"]) for each in told["rounds"]] == [("uncovered", -1000)]
    assert (told["net"], told["reckoning"]["rounds"], told["reckoning"]["luck"]) == (-1000, 0, 0)


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_of_others_hands_is_expected(edge: Edge) -> None:
    """One more hand: $100 in 1 of 22,100, $25 in 3; and the meter has grown by 25 cents meanwhile."""
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("rivers", private=False)
    with ann.join(table) as one, bob.join(table) as other:
        one.sits(1).deals(1, ante=1000, progressive=100).done("fold", seat=1)
        one.done("next")
        other.sits(2).done("bets", seat=2, wagers={"ante": 1000}, seed="")
        one.done("bets", seat=1, wagers={"ante": 1000, "progressive": 100}, seed="")
        one.done("ready")
        other.done("ready")
        one.done("fold", seat=1)
        other.done("fold", seat=2)
    alone, together = [each["expected"] for each in ask(ann, table)["rounds"]]
    more = Fraction(10_000 + 3 * 2_500 + 25, 22_100)
    assert abs((together - alone) - more * MICRO) <= 1


def test_the_hands_are_called_as_the_house_calls_them(edge: Edge) -> None:
    table = edge.guest().open("rivers")
    told = edge.ask("GET", f"/api/tables/{table}/hands").json()
    ranks = [rank3([DECK[card] for card in cards(" ".join(each["cards"]))]) for each in told]
    assert ranks == sorted(ranks, reverse=True)
    assert [each["category"] for each in told][:2] == ["straight_flush", "three_of_a_kind"]
    assert all(each["label"] for each in told)

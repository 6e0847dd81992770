"""What the desk answers over the socket: the coach, and the bank that knows worst, best and price."""

from __future__ import annotations

import asyncio
import json
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.odds.bank import BankRound, BankWorth
from tests.odds.counting import Rules, all_evs, cards
from tests.web.edge import Edge, Joined

EDGE = Fraction(229314, 12724075)  # the printed edge on an Ante


def whole(end: Joined) -> dict[str, Any]:
    """The table as it is now, in the parts that were sent."""
    end.catch_up()
    return end.heard.whole


@pytest.mark.clause("NAPA-10", "NAPA-11", "NAPA-16")
def test_napa_10_napa_11_napa_16_the_bank_knows_worst_best_and_price(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("napa-valley", clock=False)
    with ann.join(table) as bank, bob.join(table) as player, edge.watch(table) as spectator:
        assert bank.sits(5).refused("bank_price") == "not_yours"
        bank.done("want_bank", want=True)
        player.sits(2).done("bets", seat=2, wagers={"ante": 1000, "pair_plus": 500}, seed="")
        own = {"offered": False, "worst": None, "best": None, "enough": 102_000, "keeps": False}
        assert whole(bank)["you"]["bank"] == own | {"yours": False, "offered": True}
        bank.done("take_bank", stake=50_000)
        assert whole(bank)["you"]["bank"] == own | {"yours": True, "worst": -50_000, "best": 2500}
        assert whole(player)["you"]["bank"] == own | {"yours": False, "enough": None}
        for end in (bank, player, spectator):
            shown = whole(end)["state"]["bank"]
            assert (shown["covered"], shown["held"], shown["rounds"]) == (50_000, 1, 2)
            (row,) = shown["seats"]
            assert (row["n"], row["can_win"], row["can_lose"], row["cover"]) == (2, 50_000, 2500, "partial")
            assert [(each["id"], each["stake"]) for each in row["wagers"]] == [
                ("ante", 1000),
                ("pair_plus", 500),
            ]
        price = bank.say("bank_price")["bank"]
        assert (price["cover"], price["stake"], price["round"]) == ("limited", 50_000, 1)
        assert Fraction(price["ev"]) > Fraction(price["full"])  # what a royal flush is not paid
        assert player.refused("bank_price") == "not_yours"
        assert spectator.refused("bank_price") == "spectator"
        player.done("bets", seat=2, wagers={"ante": 1000}, seed="")
        assert Fraction(bank.say("bank_price")["bank"]["ev"]) == 1000 * EDGE
        bank.done("ready")
        player.done("ready")
        player.done("fold", seat=2)
        paid = whole(bank)
        assert paid["you"]["bank"] == own | {"yours": True, "enough": 1000, "keeps": True}
        (row,) = paid["state"]["bank"]["seats"]
        assert (row["net"], row["left"], row["can_win"]) == (1000, 49_000, None)
        (wager,) = row["wagers"]
        end = {"result": "lose", "profit": -1000, "returned": 0, "uncovered": 0, "left": 49_000}
        assert wager == {"id": "ante", "label": "Ante", "stake": 1000, "end": end}


def test_what_is_said_after_the_question_does_not_wait_for_its_answer(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("napa-valley", clock=False)
    with ann.join(table) as bank, bob.join(table) as player:
        bank.sits(5).done("want_bank", want=True)
        bank.done("take_bank", stake=50_000)
        player.sits(2).done("bets", seat=2, wagers={"ante": 1000}, seed="")
        room, go = edge.room(table), asyncio.Event()
        reckoner = room.reckoner

        async def slowly(asked: BankRound, asker: str, address: str) -> BankWorth:
            await go.wait()
            return await reckoner.bank(asked, asker)

        room.reckoner = SimpleNamespace(bank=slowly)
        ask = {"t": "cmd", "id": "slow", "rev": bank.catch_up()["rev"], "do": "bank_price"}
        bank.socket.send_text(json.dumps(ask))
        assert bank.done("ready")["me"]["ready"]
        room.reckoner = reckoner
        bank.socket.portal.call(go.set)
        while (answer := bank.read())["t"] != "done":
            pass
        assert (answer["id"], Fraction(answer["bank"]["ev"])) == ("slow", 1000 * EDGE)


def test_the_answer_is_for_the_seats_own_person(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open(clock=False)
    with ann.join(table) as at, bob.join(table) as beside, edge.watch(table) as spectator:
        assert at.sits().deals(ante=1500).catch_up()["coach"] is True
        told = at.say("coach", seat=1)["coach"]
        hand = cards(" ".join(at.seat(1)["cards"]))
        counted = all_evs(edge.room(table).live.table.sheet, Rules(), hand, wagers={"ante": 1500})
        assert {each["name"]: Fraction(each["ev"]) for each in told["actions"]} == counted
        assert beside.refused("coach", seat=1) == "not_yours"
        assert spectator.refused("coach", seat=1) == "spectator"
        rev = at.catch_up()["rev"]
        at.done("fold", seat=1)
        paid = at.say("coach", seat=1)["coach"]
        assert (paid["chosen"], paid["round"]) == ("fold", 1)
        assert paid["shadow"]["name"] in paid["best"]
        assert at.catch_up()["rev"] > rev

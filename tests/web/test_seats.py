"""Nobody plays in another's name, from an old view, twice or past their limits; what no client may say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.ledger.deeds import chain_end
from tests.seen import answer_in
from tests.web.edge import NOON, Edge, Frame, Joined, Visitor

COMMANDS: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1},
    {"do": "stand", "seat": 1},
    {"do": "draft", "seat": 1, "wagers": {"ante": 1000}},
    {"do": "bets", "seat": 1, "wagers": {"ante": 1000}},
    {"do": "ready"},
    {"do": "fold", "seat": 1},
    {"do": "play", "seat": 1},
    {"do": "draw", "seat": 1, "discard": "4d"},
    {"do": "more_time"},
    {"do": "want_bank", "want": True},
    {"do": "take_bank", "stake": 100_000},
    {"do": "pass_bank"},
    {"do": "instruct", "instruction": "away fold"},
    {"do": "gesture", "gesture": "thanks"},
    {"do": "introduce"},
    {"do": "add_bot", "bot": "timid"},
    {"do": "remove_bot", "seat": 1},
]
FORGED: list[dict[str, Any]] = [
    {"player": "somebody"}, {"person": "somebody"}, {"by": "away optimal"}, {"actor": "table:id1"},
    {"cards": ["As", "Ks", "Qs"]}, {"deck": ["As"]}, {"stack": 10**9}, {"funds": 10**9}, {"net": 5},
    {"profit": 5}, {"pays": {"pair_plus": {"flush": 100}}},
]  # fmt: skip


def _two(edge: Edge) -> tuple[Visitor, Visitor, str]:
    ann, bob = edge.guest(), edge.guest()
    return ann, bob, ann.open()


def test_nobody_draws_for_anothers_seat(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("pechanga")
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).deals(1)
        card = a.seat(1)["cards"][0]
        assert b.seat(1)["cards"] == ["??"] * 3
        assert b.refused("draw", seat=1, discard=card) in ("not_yours", "not_here")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each["do"]))
def test_a_spectator_sees_and_says_nothing(edge: Edge, command: dict[str, Any]) -> None:
    table = edge.guest().open()
    with edge.watch(table) as nobody:
        assert nobody.refused(**command) == "spectator"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each["do"]))
def test_money_cards_and_names_come_from_no_client(edge: Edge, command: dict[str, Any]) -> None:
    ann = edge.guest()
    table = ann.open("napa-valley")
    with ann.join(table) as a:
        for forged in FORGED:
            assert a.refused(**{**command, **forged}) == "message"


def test_a_refusal_says_which_field_is_wrong(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        answer = a.say("bets", id_="mine", seat=1, wagers={"ante": 1000}, stack=5)
        assert answer["id"] == "mine"
        assert "stack" in answer["text"]
        answer = a.say("bets", seat=1, wagers={"ante": "1000"})  # a number is a number
        assert "ante" in answer["text"]
        for wrong in (-1000, 0, 10.5, 10**13, None, True, [1000]):
            assert a.refused("bets", seat=1, wagers={"ante": wrong}) == "message"


def test_what_is_no_message_is_refused_and_the_connection_stays(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        for text in (
            "",
            "nonsense",
            "[]",
            "{}",
            "null",
            "7",
            '{"id":"\\ud800"}',
            '{"t":"cmd","do":"win"}',
            "[" * 3000,
        ):
            answer = a.send(text)
            assert (answer["t"], answer["code"], answer["id"]) == ("refused", "message", None)
        a.sits(1)


# The bank


@pytest.mark.clause("NAPA-16")
def test_napa_16_a_bank_that_walks_away_pays_all_the_same(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("napa-valley", low=500, high=50_000)
    with bob.join(table) as b:
        with ann.join(table) as a:
            a.sits(1).done("want_bank", want=True)
            a.done("take_bank", stake=60_000)
            a.done("ready")
            b.sits(2).deals(2)
            assert b.catch_up()["phase"] == "decisions"
        assert edge.funds(ann) == 40_000  # the stake stays on the table
        b.done("play", seat=2)
        view = b.catch_up()
        assert view["phase"] == "settled"
        assert view["bank"]["net"] == -b.seat(2)["net"]
        assert edge.funds(ann) == 100_000 + view["bank"]["net"]
    edge.books_balance()


def test_a_person_is_known_by_who_is_signed_in_and_not_by_what_is_said(edge: Edge) -> None:
    """The same message from two people means two seats."""
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        message = {"t": "cmd", "id": "same", "rev": b.catch_up()["rev"], "do": "bets", "seat": 2}
        text = json.dumps({**message, "wagers": {"ante": 700}})
        assert a.send(text)["code"] == "not_yours"
        assert b.send(text)["t"] == "done"
        assert (edge.funds(ann), edge.funds(bob)) == (100_000, 100_000 - 1400)


def test_old_views_and_used_ids_have_their_codes(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        old = a.sits(1).view["rev"]
        b.sits(2)
        a.done("bets", seat=1, wagers={"ante": 1000}, id_="one")  # perhaps on another page of one's own
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, id_="one") == "id_used"
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, id_="one", rev=old) == "id_used"
        assert a.say("bets", seat=1, wagers={"ante": 5000}, rev=old)["values"] == {"rev": a.view["rev"]}
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, rev=old) == "stale"
        b.done("bets", seat=2, wagers={"ante": 700}, id_="one")  # an id is its person's
        for future in (1, 10**30):
            assert a.refused("ready", rev=a.catch_up()["rev"] + future) == "stale"
        assert a.refused("ready", rev=-1) == "message"


def test_a_repeated_command_is_answered_as_done_and_done_once(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2).deals(2)
        bet = {"id_": "bet", "rev": a.catch_up()["rev"], "seat": 1, "wagers": {"ante": 1000}}
        a.done("bets", **bet)
        held, rounds = edge.funds(ann), edge.room(table).live.rev
        for _ in range(3):
            assert a.say("bets", **bet)["t"] == "done"
        assert (edge.funds(ann), edge.room(table).live.rev) == (held, rounds)
        a.done("ready")
        assert a.say("bets", **bet)["t"] == "done"  # and after the deal
        play = {"id_": "play", "rev": a.catch_up()["rev"], "seat": 1}
        a.done("play", **play)
        b.done("play", seat=2)
        held = edge.funds(ann)
        assert a.catch_up()["phase"] == "settled"
        assert a.say("play", **play)["t"] == "done"  # and after the round
        assert edge.funds(ann) == held
    with ann.join(table) as a:  # its answer was lost with the connection
        assert a.say("play", **play)["t"] == "done"
        assert edge.funds(ann) == held
    edge.books_balance()


def test_two_people_open_the_next_round_at_one_moment_and_both_go_on(edge: Edge) -> None:
    """What the second asks for is so already; once cards are dealt it was another round."""
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        for round_ in (1, 2):
            a.done("bets", seat=1, wagers={"ante": 1000})
            b.done("bets", seat=2, wagers={"ante": 1000})
            a.done("ready")
            b.done("ready")
            a.done("play", seat=1)
            b.done("play", seat=2)
            paid = a.catch_up()["rev"]
            a.done("next", rev=paid)
            if round_ == 1:
                assert a.refused("next", rev=paid + 100) == "stale"  # nobody has seen that yet
                b.done("next", rev=paid)
                assert b.view["round"] == 2
        a.done("bets", seat=1, wagers={"ante": 1000})
        b.done("bets", seat=2, wagers={"ante": 1000})
        a.done("ready")
        b.done("ready")
        assert b.refused("next", rev=paid) == "stale"


@pytest.mark.clause("NAPA-16")
def test_napa_16_taking_the_bank_twice_is_answered_as_done_under_a_loss_limit(edge: Edge) -> None:
    ann = edge.guest()
    ann.ask("PUT", "/api/limits", json={"loss": 70_000})
    table = ann.open("napa-valley", low=500, high=50_000)
    with ann.join(table) as a:
        a.sits(1).done("want_bank", want=True)
        take = {"id_": "take", "rev": a.view["rev"], "stake": 60_000}
        a.done("take_bank", **take)
        assert edge.funds(ann) == 40_000
        assert a.say("take_bank", **take)["t"] == "done"
        assert edge.funds(ann) == 40_000


EXCLUDED = int(NOON * 1000) + 86_400_000  # a day from now


def _limit(who: Visitor, **limits: Any) -> None:
    answer = who.ask("PUT", "/api/limits", json=limits)
    assert answer.status_code == 200, answer.text


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


def test_limits_that_are_set_together_are_one_change(edge: Edge) -> None:
    ann = edge.guest()
    before = edge.store.read(chain_end).number
    _limit(ann, loss=9_000, minutes=60, excluded_until=EXCLUDED)
    assert edge.store.read(chain_end).number == before + 1
    limits = ann.ask("GET", "/api/me").json()["limits"]
    assert (limits["loss"], limits["minutes"], limits["excluded_until"]) == (9_000, 60, EXCLUDED)


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

"""A command made from an old view is refused where it matters, and a repeated one has one effect."""

from __future__ import annotations

import pytest

from tests.web.edge import Edge


def test_a_command_from_before_the_deal_is_stale_after_it(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        old = a.sits(1).view["rev"]
        a.deals(1)
        assert a.refused("play", seat=1, rev=old) == "stale"
        assert a.refused("fold", seat=1, rev=old) == "stale"
        a.done("play", seat=1)


def test_a_command_from_before_ones_own_seat_changed_is_stale(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        old = a.catch_up()["rev"]
        a.done("bets", seat=1, wagers={"ante": 1000})  # on another page of one's own
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, rev=old) == "stale"
        assert a.say("bets", seat=1, wagers={"ante": 5000}, rev=old)["values"] == {"rev": a.view["rev"]}


def test_what_changes_at_another_seat_makes_nothing_stale(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        old = a.catch_up()["rev"]
        b.done("bets", seat=2, wagers={"ante": 500})
        b.done("bets", seat=2, wagers={"ante": 700})
        assert a.catch_up()["rev"] > old
        a.done("bets", seat=1, wagers={"ante": 1000}, rev=old)
        a.done("ready")
        b.done("ready")
        old = b.catch_up()["rev"]
        a.done("play", seat=1)
        b.done("play", seat=2, rev=old)  # they decided at the same time


def test_a_view_of_the_future_is_refused(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        now = a.view["rev"]
        assert a.refused("sit", seat=1, rev=now + 1) == "stale"
        assert a.refused("sit", seat=1, rev=10**30) == "stale"
        assert a.refused("sit", seat=1, rev=-1) == "message"


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


def test_an_id_that_was_used_for_something_else_does_nothing(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        a.sits(1)
        a.done("bets", seat=1, wagers={"ante": 1000}, id_="one")
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, id_="one") == "id_used"


def test_an_old_id_with_an_old_view_is_compared_too(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        old = a.sits(1).view["rev"]
        a.done("bets", seat=1, wagers={"ante": 1000}, id_="one", rev=old)
        a.done("ready")
        assert a.refused("bets", seat=1, wagers={"ante": 5000}, id_="one", rev=old) == "id_used"
        assert a.say("bets", seat=1, wagers={"ante": 1000}, id_="one", rev=old)["t"] == "done"
        rev = a.catch_up()["rev"]
        a.done("play", seat=1, id_="two", rev=rev)
        assert a.refused("fold", seat=1, id_="two", rev=rev) == "id_used"
        assert a.say("play", seat=1, id_="two", rev=rev)["t"] == "done"
        assert a.refused("sit", seat=2, id_="three", rev=rev) == "stale"


def test_what_moves_no_money_is_done_once_too(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open(clock=True)
    room = edge.room(table)

    with ann.join(table) as a, bob.join(table) as b:

        def twice(do: str, **fields: object) -> None:
            """A command whose answer was lost: it is done, and again, and nothing has changed in between."""
            command = {"id_": f"{do}-once", "rev": a.catch_up()["rev"], **fields}
            a.done(do, **command)
            before = (room.live.rev, room.live.seating, room.live.until)
            assert a.say(do, **command)["t"] == "done"
            assert (room.live.rev, room.live.seating, room.live.until) == before
            other = command | {"seat": 7} if "seat" in fields else command
            if other != command:
                assert a.refused(do, **other) == "id_used"

        twice("sit", seat=1)
        twice("add_bot", bot="timid")
        assert [seat["bot"] for seat in a.view["seats"][:3]] == [False, True, False]
        twice("remove_bot", seat=2)
        b.sits(3)
        a.done("bets", seat=1, wagers={"ante": 1000})
        b.done("bets", seat=3, wagers={"ante": 1000})
        twice("ready")
        b.done("ready")
        twice("more_time")
        assert a.catch_up()["me"]["more_time_left"] == 1
        a.done("play", seat=1)
        b.done("play", seat=3)
        twice("next")
        assert a.view["round"] == 2
        twice("stand", seat=1)
        assert a.refused("leave", id_="sit-once") == "id_used"


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


def test_anothers_command_id_is_no_repetition_of_ones_own(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).done("bets", seat=1, wagers={"ante": 1000}, id_="one")
        b.sits(2)
        old = b.catch_up()["rev"]
        b.done("bets", seat=2, wagers={"ante": 700}, id_="one")
        assert edge.funds(bob) == 100_000 - 1400
        assert b.refused("bets", seat=2, wagers={"ante": 800}, id_="two", rev=old) == "stale"


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

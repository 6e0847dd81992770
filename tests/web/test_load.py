"""Past its capacity the server refuses: newcomers first, who sits next, who has cards in a hand last."""

from __future__ import annotations

from contextlib import ExitStack, suppress

import pytest

from pitboss.round import Refusal
from pitboss.web.limits import LOOKS, Load, Rank
from pitboss.web.server_state import THREADS
from tests.web.edge import Edge, code


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def served(load: Load) -> set[Rank]:
    """Who is let in at this moment."""
    found = set()
    for rank in Rank:
        with suppress(Refusal):
            load.check(rank, 0)
            found.add(rank)
    return found


def worked(load: Load, clock: Clock, seconds: float, times: int) -> None:
    """Commands that come one after the other."""
    for _ in range(times):
        with load.working():
            clock.now += seconds


def test_the_wait_is_the_number_of_commands_times_the_time_between_answers() -> None:
    clock = Clock()
    load = Load(1.0, 1_000, clock)
    worked(load, clock, 0.01, 400)
    clock.now += 3_600  # in which nobody asks for anything: that is no pace
    worked(load, clock, 0.01, 1)
    assert load.wait == 0
    with ExitStack() as waiting:
        for number in range(1, 300):
            waiting.enter_context(load.working())
            assert load.wait == pytest.approx(number * 0.01)
            allowed = {rank for rank in Rank if number * 0.01 <= rank.value}
            assert served(load) - allowed == set()
        assert (load.commands, served(load)) == (299, set())
        clock.now += 0.001  # many at once are answered together
    assert (load.commands, load.wait, served(load)) == (0, 0, set(Rank))


@pytest.mark.parametrize(
    ("wait", "who"),
    [(0.5, {*Rank}), (0.51, {Rank.SITTER, Rank.IN_HAND}), (1.01, {Rank.IN_HAND}), (2.01, set())],
)
def test_newcomers_are_refused_first_and_a_hand_that_was_dealt_is_played(wait: float, who: set[Rank]) -> None:
    load = Load(1.0, 8, Clock())
    for _ in range(LOOKS):
        assert served(load) == {*Rank}, "a peak is no crowd"
        load.was_late(wait)
    assert served(load) == who
    load.was_late(0.0)
    assert served(load) == {*Rank}


def test_a_house_is_stuck_when_all_its_threads_are(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, load = Clock(), edge.house.load
    monkeypatch.setattr(load, "_clock", clock)
    with ExitStack() as stuck:
        for _ in range(THREADS - 1):
            stuck.enter_context(load.working())
        clock.now += 60
        assert load.wait == 0
        stuck.enter_context(load.working())
        assert load.wait == 60


def test_a_pool_in_which_nothing_moves_lets_nobody_wait_for_it() -> None:
    clock = Clock()
    load = Load(1.0, 3, clock)
    worked(load, clock, 0.001, 100)
    with ExitStack() as stuck:
        for _ in range(2):
            stuck.enter_context(load.working())
        clock.now += 60
        assert served(load) == {*Rank}, "one thread is free"
        stuck.enter_context(load.working())
        assert served(load) == set()
        with pytest.raises(Refusal) as caught:
            load.check(Rank.SITTER, 5_000)
        assert caught.value.code == "busy"
        assert caught.value.values["again"] == 65_000


def test_a_command_that_was_done_is_answered_again_by_a_busy_house(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = edge.guest()
    table = ann.open("shine")
    edge.house.load.limit, wait = 1.0, [0.0]
    monkeypatch.setattr(Load, "wait", property(lambda _: wait[0]))
    with ann.join(table) as a:
        a.sits(1)
        rev = a.catch_up()["rev"]
        bet = {"do": "bets", "seat": 1, "wagers": {"ante": 1000}, "rev": rev}
        a.done(id_="mine", **bet)
        after = a.catch_up()["rev"]
        wait[0] = 60.0
        assert a.refused("ready") == "busy"
        again = a.say(id_="mine", **bet)
        assert (again["t"], again["id"]) == ("done", "mine")
        other = a.say(id_="mine", **bet | {"wagers": {"ante": 2000}})
        assert (other["t"], other["code"]) == ("refused", "id_used"), "that, too, was never to be done"
        assert a.refused(id_="new", **bet) == "busy"
        assert a.catch_up()["rev"] == after
    assert edge.funds(ann) == 100_000 - 2000, "the Ante and what is kept for Play, once"


def test_a_busy_house_says_so_and_nothing_has_changed(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("shine")
    edge.house.load.limit, wait = 1.0, [0.0]
    monkeypatch.setattr(Load, "wait", property(lambda _: wait[0]))
    with ann.join(table) as a:
        a.sits(1)
        wait[0] = 0.9
        refused = bob.ask("POST", f"/api/tables/{table}/ticket", json={})
        assert code(refused) == (429, "busy")
        assert refused.headers["Retry-After"] == "1"
        assert edge.closed(f"/api/tables/{table}/socket") == (429, "busy")
        assert code(bob.tries_to_open(house="shine")) == (429, "busy")
        assert bob.ask("GET", "/api/me").status_code == 200
        assert code(edge.ask("POST", "/api/guests")) == (429, "busy"), "who is nobody yet comes later"
        assert bob.ask("GET", "/healthz").status_code == 200
        assert ann.ticket(table), "who sits is served"
        wait[0] = 1.2
        before = a.catch_up()["rev"]
        assert a.refused("bets", seat=1, wagers={"ante": 1000}) == "busy"
        assert code(bob.ask("GET", "/api/me")) == (429, "busy")
        wait[0] = 0.0
        assert a.catch_up()["rev"] == before
        a.done("bets", seat=1, wagers={"ante": 1000})
        wait[0] = 1.9
        a.done("ready")
        assert ann.ticket(table), "who has cards comes back, too"
        a.done("fold", seat=1)
    assert edge.funds(ann) == 100_000 - 1000

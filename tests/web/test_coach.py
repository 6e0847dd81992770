"""The coach over the socket: whoever opens a table decides whether it may be asked."""

from __future__ import annotations

from fractions import Fraction

from tests.odds.counting import Rules, all_evs, cards
from tests.web.edge import Edge


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


def test_an_old_view_may_ask(edge: Edge) -> None:
    """A question changes nothing, so it matters little what was seen when it was asked."""
    ann = edge.guest()
    with ann.join(ann.open(clock=False)) as at:
        at.sits().deals(ante=1000)
        assert at.say("coach", seat=1, rev=0)["t"] == "done"


def test_a_table_without_a_coach(edge: Edge) -> None:
    ann = edge.guest()
    with ann.join(ann.open(clock=False, coach=False)) as at:
        assert at.sits().deals(ante=1000).catch_up()["coach"] is False
        assert at.refused("coach", seat=1) == "no_coach"


def test_the_setting_is_kept_over_a_restart(edge: Edge) -> None:
    from pitboss.table.settings import left_open

    ann = edge.guest()
    ann.open(coach=False)
    ann.open()
    kept = edge.store.read(left_open)
    assert sorted(was.settings.coach for _, was in kept) == [False, True]

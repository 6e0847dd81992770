"""An evening as a value: whatever happens, chips are conserved, places are fair, nobody moves in a round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.evening.model import (
    Announce,
    CallOff,
    Clock,
    Count,
    Enter,
    Entrant,
    Evening,
    Event,
    Leave,
    Level,
    Outcome,
    Pause,
    Plan,
    Resume,
    Start,
    add_up,
    dump,
    dump_event,
    load,
    load_event,
    prizes_of,
    standings,
)
from pitboss.evening.rounds import MINUTE, announce, step
from pitboss.round import Refusal
from tests.evening.torment import check_places

LEVELS = (
    Level(100, 1000, least=200, ante=100, rounds=2),
    Level(200, 2000, least=400, ante=200, minutes=5),
    Level(400, 4000, least=800, ante=400),
)
PLAN = Plan("Friday", "rivers", "freeze_out", 1000, LEVELS, 3, Clock(20.0, 25.0, 6.0), late_until=3)
PEOPLE = ("ann", "bob", "cid", "dot", "eve", "fay", "gus")


def begun(people: tuple[str, ...] = PEOPLE, plan: Plan = PLAN) -> Evening:
    """An evening in its first round."""
    listed = announce("e", Announce("host", plan), 0)
    entered = step(listed, Enter(people), 0).evening
    return step(entered, Start("lot"), 0).evening


def counted(
    evening: Evening, stacks: dict[str, int] | None = None, absent: tuple[str, ...] = (), now: int = 0
) -> Outcome:
    """The round is over: who is not named has what they had, and all but the absent have bet."""
    held = {each.id: (stacks or {}).get(each.id, each.chips) for each in evening.playing}
    seated = [each.id for each in evening.playing if each.table]
    return step(evening, Count(held, tuple(each for each in seated if each not in absent)), now)


def entrant(evening: Evening, person: str) -> Entrant:
    found = evening.entrant(person)
    assert found is not None
    return found


def places(evening: Evening) -> dict[str, tuple[int, bool]]:
    return {each.entrant.id: (each.place, each.tied) for each in standings(evening)}


def test_everybody_starts_with_the_same_stake_at_tables_that_are_level() -> None:
    listed = step(announce("e", Announce("host", PLAN), 0), Enter(PEOPLE), 0).evening
    started = step(listed, Start("lot"), 5)
    assert sorted(started.moved) == [(each, 1000, "stake") for each in PEOPLE]
    evening = started.evening
    assert sorted(len(evening.seated(table)) for table in evening.tables) == [2, 2, 3]
    assert evening.round == 1
    assert load(dump(evening)) == evening


def test_who_misses_a_round_loses_the_lowest_ante_of_its_level() -> None:
    evening = replace(begun(), level=1, level_rounds=1, level_since=0)
    done = counted(evening, absent=("ann",), now=1)
    assert done.moved == (("ann", -200, "missed"),)
    ann = entrant(done.evening, "ann")
    assert (ann.chips, ann.missed, ann.absent) == (800, 1, True)
    assert [each.what for each in done.evening.news if each.what == "missed"] == ["missed"]


def test_who_cannot_cover_the_lowest_bet_of_the_next_round_is_out_and_gives_the_rest_back() -> None:
    evening = counted(begun()).evening  # the second round is the last of its level
    done = counted(evening, {"ann": 399, "bob": 400})
    assert done.evening.level == 1
    assert done.moved == (("ann", -399, "out"),)
    assert entrant(done.evening, "ann").out_round == 2
    assert not entrant(done.evening, "bob").is_out


def test_out_in_the_same_round_who_had_more_before_it_comes_first_and_the_same_shares_a_place() -> None:
    evening = counted(begun(), {"ann": 500, "bob": 600, "cid": 500}).evening
    done = counted(evening, {"ann": 0, "bob": 0, "cid": 10}).evening
    assert {each: places(done)[each] for each in ("bob", "ann", "cid")} == {
        "bob": (5, False),
        "ann": (6, True),
        "cid": (6, True),
    }
    assert places(done)["dot"] == (1, True)


def test_it_ends_when_one_is_left_and_everybody_s_chips_go_back() -> None:
    evening = begun(("ann", "bob"))
    done = counted(evening, {"ann": 1900, "bob": 100})
    assert done.evening.phase == "ended"
    assert sorted(done.moved) == [("ann", -1900, "end"), ("bob", -100, "out")]
    assert places(done.evening) == {"ann": (1, False), "bob": (2, False)}
    assert done.evening.news[-1].values == {"person": "ann"}


def test_a_fixed_number_of_rounds_is_ranked_by_chips() -> None:
    evening = begun(plan=replace(PLAN, kind="rounds", rounds=2))
    first = counted(evening, {"ann": 3000})
    done = counted(first.evening, {"ann": 2000, "bob": 2000, "cid": 500})
    assert done.evening.phase == "ended"
    assert [places(done.evening)[each][0] for each in ("ann", "bob", "dot", "cid")] == [1, 1, 3, 7]


def test_levels_by_minutes_stand_still_in_a_pause() -> None:
    evening = counted(counted(begun(), now=10).evening, now=20).evening
    assert (evening.level, evening.level_since) == (1, 20)
    paused = step(evening, Pause(), 30).evening
    rests = counted(paused, now=40).evening
    assert rests.between
    going = step(rests, Resume(), 30 + 9 * MINUTE).evening
    assert (going.round, going.level_since) == (rests.round + 1, 20 + 9 * MINUTE)
    assert counted(going, now=14 * MINUTE + 19).evening.level == 1
    assert counted(going, now=14 * MINUTE + 20).evening.level == 2


def test_late_entry_is_open_until_a_round() -> None:
    evening = begun()
    for _ in range(2):
        evening = counted(evening).evening
    late = step(evening, Enter(("zoe",)), 0)
    assert late.moved == (("zoe", 1000, "stake"),)
    assert entrant(late.evening, "zoe").table is None
    after = counted(late.evening)
    assert after.moved == ()  # who has no seat yet misses nothing
    assert entrant(after.evening, "zoe").table is not None
    with pytest.raises(Refusal, match="until round 3"):
        step(after.evening, Enter(("yan",)), 0)


def test_who_leaves_is_out_after_the_round_and_calling_off_gives_everything_back() -> None:
    evening = step(begun(), Leave("ann"), 0).evening
    off = step(evening, CallOff(), 0).evening
    done = counted(off, {"bob": 3000})
    assert done.evening.phase == "called_off"
    assert sum(each.cents for each in done.moved) == -(3000 + 6 * 1000)


def test_who_leaves_in_a_pause_after_the_round_is_out_at_once() -> None:
    rests = counted(step(begun(("ann", "bob", "cid")), Pause(), 0).evening, {"ann": 700}).evening
    gone = step(rests, Leave("ann", removed=True), 0)
    assert gone.moved == (("ann", -700, "out"),)
    assert (entrant(gone.evening, "ann").out_round, places(gone.evening)["ann"]) == (1, (3, False))
    assert [each.what for each in gone.evening.news[-2:]] == ["removed", "out"]
    going = step(gone.evening, Resume(), 0).evening
    assert [each.id for each in going.playing if each.table] == ["bob", "cid"]
    last = step(gone.evening, Leave("cid"), 0)  # one is left: nobody else can come before them
    assert last.evening.phase == "ended"
    assert last.moved == (("cid", -1000, "out"), ("bob", -1000, "end"))
    assert places(last.evening) == {"bob": (1, False), "cid": (2, False), "ann": (3, False)}


def test_people_of_a_table_that_was_closed_sit_elsewhere_and_pay_nothing() -> None:
    evening = begun()
    lost = evening.tables[0]
    held = {each.id: each.chips for each in evening.playing}
    played = tuple(each.id for each in evening.playing if each.table != lost)
    done = step(evening, Count(held, played, (lost,)), 0)
    assert done.moved == ()
    assert lost not in done.evening.tables
    assert all(each.table in done.evening.tables for each in done.evening.playing)


@pytest.mark.parametrize(
    ("evening", "event", "code"),
    [
        (begun(), Start("x"), "evening_phase"),
        (begun(), Enter(("ann",)), "entered"),
        (begun(), Leave("nobody"), "not_entered"),
        (begun(), Resume(), "evening_phase"),
        (announce("e", Announce("host", PLAN), 0), Start("x"), "few"),
        (announce("e", Announce("host", PLAN), 0), Pause(), "evening_phase"),
        (announce("e", Announce("host", PLAN), 0), Count({}, ()), "evening_phase"),
        (begun(), Announce("host", PLAN), "evening_phase"),
    ],
)
def test_what_cannot_be_is_refused(evening: Evening, event: Event, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        step(evening, event, 0)
    assert refused.value.code == code


@settings(max_examples=40)
@given(st.data())
def test_whatever_happens_chips_are_conserved_and_places_are_fair(data: st.DataObject) -> None:
    plan = replace(PLAN, rounds=data.draw(st.sampled_from([None, 4, 9])), seats=data.draw(st.integers(2, 4)))
    people = PEOPLE[: data.draw(st.integers(2, 7))]
    evening, held, now = begun(people, plan), dict.fromkeys(people, 1000), 0
    extra = iter(("ida", "jim", "kim"))
    for _ in range(300):
        if evening.phase != "running":
            break
        now += data.draw(st.sampled_from([1, MINUTE, 6 * MINUTE]))
        event = _event(data, evening, held, extra)
        seats = {each.id: (each.table, each.seat) for each in evening.playing if each.table}
        assert load_event(dump_event(event)) == event
        try:
            done = step(evening, event, now)
        except Refusal:
            continue
        for person, cents, _ in done.moved:
            held[person] = held.get(person, 0) + cents
            assert held[person] >= 0
        if not isinstance(event, Count) and not evening.between:  # nobody moves in a round
            after = {each.id: (each.table, each.seat) for each in done.evening.playing}
            assert all(after[person] == place for person, place in seats.items())
        evening = done.evening
        sizes = [len(evening.seated(table)) for table in evening.tables]
        if evening.phase == "running" and not evening.between:
            assert max(sizes) - min(sizes) <= 1
        assert {each.id: each.chips for each in evening.playing} == {
            person: cents for person, cents in held.items() if cents
        } or evening.phase != "running"
    else:
        raise AssertionError("it does not end")
    assert not any(held.values())
    check_places(evening)


def _event(data: st.DataObject, evening: Evening, held: dict[str, int], extra: object) -> Event:
    kind = data.draw(st.sampled_from(["count"] * 12 + ["pause", "resume", "leave", "enter", "off"]))
    if kind == "pause":
        return Pause()
    if kind == "resume":
        return Resume()
    if kind == "leave":
        return Leave(data.draw(st.sampled_from(PEOPLE)))
    if kind == "enter":
        return Enter((next(extra, "ann"),))  # type: ignore[call-overload]  # an iterator
    if kind == "off":
        return CallOff() if data.draw(st.integers(0, 9)) == 0 else Resume()
    if evening.between:
        return Resume()
    for each in evening.playing:  # the round has moved chips between people and the tray
        if each.table:
            held[each.id] = max(0, held[each.id] + data.draw(st.integers(-8, 6)) * 100)
    seated = [each.id for each in evening.playing if each.table]
    played = data.draw(st.lists(st.sampled_from(seated), unique=True)) if seated else []
    stacks = {each.id: held[each.id] for each in evening.playing}
    return Count(stacks, tuple(played))


def test_a_league_adds_points_up_and_shares_places() -> None:
    first = counted(begun(("ann", "bob", "cid"), replace(PLAN, rounds=1)), {"ann": 3000, "bob": 2000})
    second = counted(begun(("bob", "ann"), replace(PLAN, rounds=1)), {"ann": 1500, "bob": 2000})
    third = counted(begun(("cid", "dot"), replace(PLAN, rounds=1)))
    table = {each.person: each for each in add_up([each.evening for each in (first, second, third)])}
    assert {name: (row.points, row.wins, row.evenings) for name, row in table.items()} == {
        "ann": (4, 1, 2),
        "bob": (4, 1, 2),
        "cid": (3, 1, 2),
        "dot": (2, 1, 1),
    }
    assert [(table[name].place, table[name].tied) for name in ("ann", "bob", "cid", "dot")] == [
        (1, True),
        (1, True),
        (3, False),
        (4, False),
    ]
    assert table["bob"].by_evening == (2, 2, None)


@pytest.mark.parametrize(
    ("chips", "won"),
    [
        # The bots come first and third: the best person has the cup, and two share what is left.
        (
            {"b1": 2000, "ann": 1500, "b2": 1200, "bob": 1000, "cid": 1000},
            {"ann": (("cup",), False), "bob": (("wine", "cards"), True), "cid": (("wine", "cards"), True)},
        ),
        # Who shares a place with a bot shares no prize with it.
        (
            {"b1": 1500, "ann": 1500, "bob": 1200, "cid": 1000, "b2": 900},
            {"ann": (("cup",), False), "bob": (("wine",), False), "cid": (("cards",), False)},
        ),
    ],
)
def test_prizes_go_to_people_and_never_to_bots(
    chips: dict[str, int], won: dict[str, tuple[tuple[str, ...], bool]]
) -> None:
    plan = replace(PLAN, kind="rounds", rounds=1, late_until=0, prizes=("cup", "wine", "cards"))
    listed = step(announce("e", Announce("host", plan), 0), Enter(("ann", "bob", "cid")), 0).evening
    listed = step(listed, Enter(("b1", "b2"), ("timid", "timid")), 0).evening
    ended = counted(step(listed, Start("lot"), 0).evening, chips).evening
    assert ended.phase == "ended"
    assert next(each.place for each in standings(ended) if each.entrant.id == "b1") == 1  # bots have places
    assert prizes_of(ended) == won

"""What viewers are sent: in the shape that is promised, each with what is theirs, and the rounds on file."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from pitboss.table import StartDeal
from pitboss.table.audience import Audience, Done, Watcher, encode, encode_events, told_to
from pitboss.table.view_types import TableView
from pitboss.table.views import table_view
from tests.seen import SeenTable
from tests.table.golden import scenes
from tests.table.rig import CLOCK, HOUSES, PURSE, Floor
from tests.table.test_operator import STAGES, at_stage

GOLDEN = Path(scenes.__file__).parent
VIEW = TypeAdapter(TableView).json_schema(mode="serialization")
VIEWERS = ("ann", "bob", "cat", "zoe", None)  # players, the bank or an idle sitter, an onlooker, a spectator


def _strict(schema: Any) -> Any:
    """The same schema, with nothing allowed that it does not name."""
    if isinstance(schema, dict):
        closed = {name: _strict(each) for name, each in schema.items()}
        return closed | {"additionalProperties": False} if "properties" in schema else closed
    return [_strict(each) for each in schema] if isinstance(schema, list) else schema


VIEW_SHAPE = Draft202012Validator(_strict(VIEW))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", [*STAGES, "settled", "void", "frozen", "closed", "new"])
def test_every_view_in_every_phase_has_the_promised_shape(house: str, stage: str) -> None:
    floor = Floor(house) if stage == "new" else at_stage(house, stage if stage in STAGES else "decided")
    match stage:
        case "settled":
            floor.wait(CLOCK.decision)
        case "void":
            floor.void()
        case "frozen":
            floor.live.freeze(True, floor.now)
        case "closed":
            floor.close()
            floor.wait(CLOCK.decision)
    changes = floor.changes()
    for viewer in VIEWERS:
        whole = Audience().whole(floor.live.live, Watcher(viewer, lambda frame: None))
        view = json.loads(whole)
        VIEW_SHAPE.validate(view)
        assert view == json.loads(encode(table_view(floor.live.live, viewer)))
        assert [seat["n"] for seat in view["seats"]] == [1, 2, 3, 4, 5, 6, 7]
        told = json.loads(encode_events(changes, VIEWERS)[viewer])
        assert told == json.loads(encode(told_to(changes, viewer)))
        for event in told:
            assert isinstance(event["k"], str)


def test_the_shape_is_strict() -> None:
    """The check would not pass whatever is sent."""
    view = json.loads(encode(table_view(Floor().live.live, None)))
    VIEW_SHAPE.validate(view)
    for wrong in (
        view | {"deck": []},
        {name: value for name, value in view.items() if name != "you"},
        view | {"state": {name: value for name, value in view["state"].items() if name != "fair"}},
        view | {"seats": [view["seats"][0] | {"player": "ann"}]},
        view | {"t": "events"},
    ):
        assert not VIEW_SHAPE.is_valid(wrong)


@pytest.mark.parametrize(("house", "phase"), scenes.ALL)
def test_a_scripted_round_is_sent_as_it_is_on_file(house: str, phase: str) -> None:
    """`python -m tests.table.golden` writes the files anew; read them against the sheets."""
    assert scenes.tales(house)[phase] == (GOLDEN / f"{house}-{phase}.json").read_text(encoding="utf-8")


def _you(floor: Floor, person: str | None) -> list[int]:
    return [seat["n"] for seat in floor.view(person)["seats"] if seat["you"]]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("action", ["fold", "play"])
def test_a_seat_shows_the_ledgers_money_and_where_the_rest_is_in_every_phase(house: str, action: str) -> None:
    floor = Floor(house)

    def check(phase: str, decided: bool = False) -> None:
        assert floor.phase == phase
        for number, person in ((1, "ann"), (2, "bob")):
            seat = floor.view("ann")["seats"][number - 1]
            assert seat["stack"] == floor.in_hand(person)
            play = seat["play"] or {"amount": 0, "reserve": 0}
            lies = sum(spot["amount"] for spot in seat["spots"]) + play["amount"] + play["reserve"]
            if phase == "settled":
                assert seat["stack"] == PURSE + seat["net"]
            else:
                assert seat["stack"] + lies == PURSE
            if decided and number == 1:
                assert (play["amount"], play["reserve"]) == ((1000, 0) if action == "play" else (0, 0))

    floor.sit("ann", "bob")
    check("bets")
    floor.bet("ann")
    floor.bet("bob")
    check("bets")
    floor.ready("ann", "bob")
    check("decisions")
    floor.play("ann", action)
    check("decisions", decided=True)
    floor.play("bob")
    check("settled")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", ["empty", "bets", "decisions", "decided"])
def test_you_are_at_your_own_seats_and_nowhere_else(house: str, stage: str) -> None:
    floor = at_stage(house, stage)
    assert [_you(floor, person) for person in VIEWERS] == [[1], [2], [3], [], []]


def test_you_are_at_all_your_seats() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=2)
    floor.live.sit("ann", 3, 0.0)
    assert _you(floor, "ann") == [2, 3]
    floor.deal("ann")
    view = floor.view("ann")
    assert [action["seat"] for action in view["actions"]] == [2, 2, 3, 3]
    assert all("??" not in view["seats"][number - 1]["cards"] for number in (2, 3))


@pytest.mark.parametrize("house", HOUSES)
def test_only_who_decides_has_actions(house: str) -> None:
    floor = at_stage(house, "decided")
    assert {person: bool(floor.view(person)["actions"]) for person in VIEWERS} == {
        "ann": False,
        "bob": True,
        "cat": False,
        "zoe": False,
        None: False,
    }


@pytest.mark.parametrize("house", HOUSES)
def test_the_same_is_sent_to_everybody_without_a_seat(house: str) -> None:
    for stage in STAGES:
        floor = at_stage(house, stage)
        assert floor.view("zoe") == floor.view(None)
        changes = floor.changes()
        events = encode_events(changes, ["zoe", None])
        assert events["zoe"] == events[None]


def test_an_empty_seat_and_one_that_is_only_held() -> None:
    floor = Floor("rivers")
    floor.sit("ann", "bob")
    floor.gone("bob")
    mine, theirs, empty = floor.view("ann")["seats"][:3]
    assert (mine["status"], mine["here"], mine["name"], mine["stack"]) == ("sitting", True, "Ann", 10_000_000)
    assert [spot["id"] for spot in mine["spots"]] == ["ante", "pair_plus", "six_card_bonus", "progressive"]
    assert [spot["enabled"] for spot in mine["spots"]] == [True, True, False, False]  # RIV-2
    assert (theirs["status"], theirs["here"], theirs["spots"]) == ("away", False, [])
    assert (empty["status"], empty["name"], empty["stack"], empty["spots"]) == ("empty", None, None, [])


@pytest.mark.clause("RIV-15")
def test_riv_15_the_sensor_lights_when_the_bet_is_accepted() -> None:
    floor = Floor("rivers")
    floor.sit("ann")

    def sensor() -> dict[str, Any]:
        spot: dict[str, Any] = floor.view("ann")["seats"][0]["spots"][3]
        return spot

    assert (sensor()["shape"], sensor()["lit"]) == ("sensor", False)
    floor.bet("ann", {"ante": 1000, "progressive": 100})
    assert sensor()["lit"] is True
    floor.bet("ann", {"ante": 1000})
    assert sensor()["lit"] is False


def test_who_sits_down_where_a_paid_hand_lies_sees_their_own_seat() -> None:
    floor = Floor()
    floor.dealt("ann", "bob")
    floor.stand("ann")
    floor.play("ann")
    floor.play("bob")
    floor.come("cat")
    floor.gone("ann")
    left = floor.view("cat")["seats"][0]
    assert (left["status"], left["name"], left["here"]) == ("settled", "a player who has left", False)
    floor.live.sit("cat", 1, floor.now)
    seat = floor.view("cat")["seats"][0]
    assert (seat["you"], seat["name"], seat["here"], seat["cards"]) == (True, "Cat", True, [])
    assert seat["spots"][0]["enabled"]
    assert floor.view("bob")["seats"][0]["name"] == "Cat"


def test_who_gets_up_after_a_hand_has_it_before_them_until_it_is_swept_away() -> None:
    floor = Floor()
    floor.dealt("ann", "bob")
    floor.play("ann")
    floor.play("bob")
    assert _you(floor, "ann") == [1]
    floor.stand("ann")
    assert floor.phase == "settled"
    assert (_you(floor, "ann"), _you(floor, "bob")) == ([1], [2])
    seen = floor.view("ann")["seats"][0]
    assert (seen["status"], seen["name"], len(seen["cards"])) == ("settled", "Ann", 3)


def test_a_hand_that_is_played_stays_in_sight_whoever_sits_there() -> None:
    """After a restart that has forgotten who sat where."""
    floor = at_stage("rivers", "decisions")
    floor.live = floor.table_of(floor.pit.take("t"))
    floor.come("eve")
    floor.live.sit("eve", 1, floor.now)
    seat = floor.view("eve")["seats"][0]
    assert (seat["you"], seat["status"], seat["cards"]) == (False, "deciding", ["??"] * 3)
    assert "??" not in floor.view("ann")["seats"][0]["cards"]
    assert [action["seat"] for action in floor.view("ann")["actions"]] == [1, 1]


def test_leaving_is_marked_at_the_seat_that_is_given_up() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.live.sit("ann", 2, 0.0)
    floor.deal("ann")
    floor.stand("ann", 2)
    assert [seat["leaving"] for seat in floor.view(None)["seats"][:3]] == [False, True, False]


@pytest.mark.parametrize("now", [0.0, 0.0004, 1_789_999_999.9996, 1_800_000_000.123])
def test_a_deadline_is_a_time_in_utc_to_the_millisecond(now: float) -> None:
    floor = Floor()
    floor.now = now
    floor.sit("ann")
    assert floor.view(None)["deadline"] is None
    floor.bet("ann")
    told = floor.view(None)["deadline"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told)
    wanted = datetime.fromtimestamp(now, UTC) + timedelta(seconds=CLOCK.bets)
    assert abs(datetime.fromisoformat(told) - wanted) <= timedelta(milliseconds=1)


def test_a_table_without_a_clock_tells_no_deadline() -> None:
    floor = Floor(clock=None)
    floor.dealt("ann")
    assert floor.view("ann")["deadline"] is None


def test_a_stopped_table_says_so() -> None:
    floor = Floor()
    floor.dealt("ann")
    assert floor.view(None)["paused"] is False
    floor.live.freeze(True, floor.now)
    assert floor.view(None)["paused"] is True
    floor.close()
    assert floor.view(None)["closing"] is True


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_offer_is_told_to_all_and_marked_for_one() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", "bob")
    floor.live.want_bank("bob", True, floor.now)
    for person in ("ann", "bob", None):
        bank = floor.view(person)["bank"]
        assert (bank["offered_to"], bank["offered_to_you"]) == (2, person == "bob")
        assert (bank["offer_until"], bank["least"]) == ("1970-01-01T00:00:10.000Z", 50_000)
    floor.take_bank("bob")
    for person in ("ann", "bob", None):
        bank = floor.view(person)["bank"]
        assert (bank["name"], bank["seat"], bank["stake"], bank["you"]) == ("Bob", 2, 50_000, person == "bob")
        assert bank["offer_until"] is None
        assert floor.view(person)["seats"][1]["status"] == "bank"


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_houses_own_bank_has_a_name_and_no_seat() -> None:
    floor = Floor("napa-valley")
    floor.dealt("ann")
    bank = floor.view("ann")["bank"]
    assert (bank["name"], bank["seat"], bank["you"]) == ("the house's proposition player", None, False)


def test_a_bank_that_has_left_still_sees_that_the_bank_was_theirs() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", "bob")
    floor.live.want_bank("bob", True, floor.now)
    floor.take_bank("bob")
    floor.bet("ann")
    floor.stand("bob")
    floor.wait(CLOCK.bets)
    floor.play("ann")
    assert floor.seats() == {1: "ann"}
    assert table_view(floor.live.live, "bob").banks


@pytest.mark.parametrize("house", HOUSES)
def test_pay_tables_and_notices_are_in_every_view(house: str) -> None:
    floor = Floor(house)
    sheet = floor.live.table.sheet
    for stage in ("new", "decisions"):
        view = (floor if stage == "new" else at_stage(house, stage)).view(None)
        assert {table["id"] for table in view["tables"]} >= set(sheet.pays)
        assert view["notices"] == [notice.text for notice in sheet.notices]
    if house == "rivers":  # RIV-14
        assert "1-800-GAMBLER" in " ".join(view["notices"])


@pytest.mark.clause("NAPA-4")
def test_napa_4_no_hand_shows_before_the_up_card() -> None:
    """Also when a process ended in the middle of the deal, and the table stands there."""
    floor = at_stage("napa-valley", "bets")
    floor.live.pit_table.do("table:t", "deal", StartDeal())
    for person in VIEWERS:
        view = floor.view(person)
        assert view["phase"] == "deal"
        assert view["dealer"]["cards"] == ["??", "??", "??"]
        assert [seat["cards"] for seat in view["seats"][:2]] == [["??", "??", "??"]] * 2
    floor.live.tick(floor.now)
    view = floor.view("ann")
    assert view["dealer"]["cards"][:2] == ["??", "??"]
    assert view["dealer"]["cards"][2] != "??"
    assert "??" not in view["seats"][0]["cards"]
    assert view["seats"][1]["cards"] == ["??", "??", "??"]


# Who watches a table is sent what they do not know yet, once, and their answer with it
Frame = dict[str, Any]


class Watched:
    """A table with an audience."""

    def __init__(self, *people: str | None) -> None:
        self.floor, self.audience = Floor("rivers"), Audience()
        self.floor.sit("ann", "bob")
        self.floor.changes()
        self.tables: dict[Watcher, SeenTable] = {}
        self.watchers = [self.comes(person) for person in people]

    def comes(self, person: str | None) -> Watcher:
        watcher, table = Watcher(person, lambda frame: None), SeenTable()
        table.take(json.loads(self.audience.whole(self.floor.live.live, watcher)))
        self.tables[watcher] = table
        return watcher

    def sent(self, done: Done | None = None) -> dict[Watcher, Frame]:
        """What everybody is sent now."""
        frames = self.audience.updates(self.floor.live.live, self.floor.changes(), list(self.tables), done)
        found = {watcher: json.loads(frame) for watcher, frame in frames}
        for watcher, frame in found.items():
            self.tables[watcher].take(frame)
        return found


def test_the_answer_is_in_the_update_of_who_has_sent_the_command() -> None:
    table = Watched("ann", "ann", "bob", None)
    first, *others = table.watchers
    table.floor.bet("ann")
    sent = table.sent(Done(first, "c-1"))
    assert sent[first]["done"] == "c-1"
    assert [sent[each]["t"] for each in table.watchers] == ["update"] * 4
    assert all("done" not in sent[each] for each in others)


def test_an_answer_comes_alone_where_nothing_has_changed() -> None:
    table = Watched("ann", "bob")
    ann, _ = table.watchers
    rev = table.floor.live.rev
    assert table.sent(Done(ann, "c-1")) == {
        ann: {"t": "done", "id": "c-1", "rev": rev, "spots": None, "coach": None, "bank": None}
    }
    assert table.sent() == {}


def test_only_what_has_changed_is_sent_and_only_to_whom_it_concerns() -> None:
    table = Watched("ann", "bob", None)
    ann, bob, nobody = table.watchers
    table.floor.live.instruct("ann", "away fold")  # which nobody else may know
    (told,) = table.sent(Done(ann, "c-1")).values()
    assert set(told) == {"t", "rev", "events", "you", "done"}
    assert set(told["you"]) == {"me"}
    table.floor.ready("bob")
    sent = table.sent()
    assert [each["n"] for each in sent[nobody]["seats"]] == [2]
    assert "you" not in sent[ann]
    assert "you" not in sent[nobody]
    assert set(sent[bob]["you"]) == {"me", "seats"}
    assert "table" not in sent[bob]


def test_who_comes_later_and_who_was_there_know_the_same_after_the_next_update() -> None:
    """The number of watchers changes without a word: it goes along with whatever comes next."""
    table = Watched("ann", None)
    table.floor.live.put(watching=5)
    table.comes(None)
    table.floor.live.put(watching=0)  # as those have it who were there before
    table.floor.bet("ann")
    table.sent()
    assert {each.view["watching"] for each in table.tables.values()} == {0}
    first, *rest = (each.whole for each in table.tables.values() if not each.whole["you"]["seats"])
    assert all(each == first for each in rest)

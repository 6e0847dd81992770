"""Every frame of rounds at all houses is what the committed schema says, and every kind of frame occurs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from pitboss.sheet import houses
from pitboss.table import till
from pitboss.table.live_state import Noted
from pitboss.table.messages import CloseUp, Freeze, Resume, Void
from tests.protocol.evening import Evening, Place, Said, evening
from tests.protocol.schemas import FOLDER, SCHEMAS, text_of
from tests.seen import answer_in
from tests.table.rig import stack

BETS: dict[str, dict[str, int]] = {
    "pechanga": {"ante": 1000, "double_shot": 500},
    "atlantic-city": {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 500},
    "napa-valley": {"ante": 1000, "pair_plus": 1000},
    "shine": {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 500},
    "rivers": {"ante": 1000, "pair_plus": 500, "progressive": 100},
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_committed_schema_is_the_products(name: str) -> None:
    """To renew it: `python -m tests.protocol.schemas`."""
    assert (FOLDER / name).read_text(encoding="utf-8") == text_of(SCHEMAS[name]())


def committed() -> Said:
    found: Said = json.loads((FOLDER / "table.schema.json").read_text(encoding="utf-8"))
    return found


@cache
def closed(definition: str) -> Draft202012Validator:
    """One definition of the schema, with no room for fields that it does not name."""
    schema = committed()
    for each in schema["$defs"].values():
        if "properties" in each:
            each["additionalProperties"] = False
    del schema["oneOf"]
    return Draft202012Validator(schema | {"$ref": f"#/$defs/{definition}"})


def check(log: list[Said]) -> None:
    """Refuses an evening in which anything was said that the schema does not have."""
    for each in log:
        if "t" in each:
            closed("ClientMessage" if each["t"] == "cmd" else "ServerFrame").validate(each)


def kinds(log: list[Said]) -> set[str]:
    return {event["k"] for each in log if each.get("t") == "update" for event in each["events"]}


def test_the_schema_is_a_schema_and_refuses() -> None:
    Draft202012Validator.check_schema(committed())
    good = {"t": "cmd", "id": "1", "rev": 0, "do": "fold", "seat": 1}
    said, sent = closed("ClientMessage"), closed("ServerFrame")
    assert said.is_valid(good)
    for spoilt in (good | {"do": "cheat"}, good | {"cards": ["As"]}, good | {"seat": "1"}, good | {"id": ""}):
        assert not said.is_valid(spoilt)
    assert sent.is_valid({"t": "update", "rev": 1, "events": [{"k": "closed", "by": "host"}]})
    assert sent.is_valid({"t": "update", "rev": 1, "events": [], "state": {"deadline": None}, "done": "1"})
    wrong: Said
    for wrong in (
        {"state": {"deadline": 1}},
        {"state": {"you": None}},
        {"you": {"phase": "bets"}},
        {"seats": [{}]},
    ):
        assert not sent.is_valid({"t": "update", "rev": 1, "events": [], **wrong})
    for event in (
        {"k": "sit", "seat": 1},
        {"k": "sit", "seat": 1, "name": "a", "card": "As"},
        {"k": "other"},
    ):
        assert not sent.is_valid({"t": "update", "rev": 1, "events": [event]})


@pytest.mark.parametrize("house", houses())
def test_rounds_at_every_house(house: str) -> None:
    with evening(house) as night:
        ann, bob = night.guest(), night.guest()
        table = night.table(ann, house, bots=["optimal", "random"])
        at, beside, watcher = night.come(table, ann), night.come(table, bob), night.come(table)
        at.say("sit", seat=3)
        beside.say("sit", seat=4)
        for number in range(3):
            beside.catch_up()
            assert beside.say("bets", seat=4, wagers={"ante": 1000}, seed="cd" * 16)["t"] == "done"
            beside.say("ready")
            at.catch_up()
            assert at.say("bets", seat=3, wagers=BETS[house], seed=f"{number:032x}")["t"] == "done"
            at.say("ready")
            assert at.view["phase"] == "decisions"
            while at.view["actions"]:
                action = at.view["actions"][-1]
                more = {"discard": action["discard"]} if action["discard"] else {}
                assert at.say(action["id"], seat=3, **more)["t"] == "done"
            beside.catch_up()
            assert beside.say("fold", seat=4)["t"] == "done"
            assert beside.view["phase"] == "settled"
        for place in (at, watcher):
            place.catch_up()
            assert place.view["phase"] == "settled"
        lines = {line["id"] for frame in at.frames if frame["t"] == "update" for line in _lines(frame)}
        assert lines >= {*BETS[house]}
        assert kinds(watcher.frames) >= {"bets", "deal", "decision", "hand", "dealer", "line", "net"}
        check(night.log)


def _lines(frame: Said) -> list[Said]:
    return [line for seat in frame.get("seats", []) for line in seat["lines"]]


def coming_and_going(night: Evening, ann: str, bob: str) -> None:
    """Away and back, leaving after the hand, bots, instructions, drafts, clocks."""
    table = night.table(ann, "shine", clock=True)
    at, beside = night.come(table, ann), night.come(table, bob)
    at.say("sit", seat=1)
    beside.say("sit", seat=2)
    at.say("add_bot", bot="timid")
    at.say("remove_bot", seat=3)
    assert at.say("draft", seat=1, wagers={"ante": 1000})["spots"]
    at.say("instruct", instruction="away fold")
    at.say("bets", seat=1, wagers={"ante": 1000})
    beside.catch_up()
    beside.say("bets", seat=2, wagers={"ante": 1000})
    beside.say("bets", seat=2, wagers={})
    beside.say("bets", seat=2, wagers={"ante": 1000})
    night.later(table, 20)
    at.catch_up()
    assert at.view["phase"] == "decisions"
    assert at.view["deadline"]
    night.do(table, Resume())
    at.catch_up()
    at.say("more_time")
    at.say("stand")
    at.socket.close()
    beside.catch_up()
    back = night.come(table, ann)
    night.later(table, 60)
    back.catch_up()
    assert back.view["phase"] == "settled"
    night.later(table, 60)
    back.catch_up()
    assert back.say("sit", seat=99)["code"] == "no_seat"
    assert back.say("stand", seat=2)["code"] == "not_yours"
    beside.catch_up()


def the_bank(night: Evening, ann: str, bob: str) -> None:
    """Napa: the bank is offered, passed, taken, bet against, and has no more than it was put up with."""
    table = night.table(ann, "napa-valley")
    at, beside = night.come(table, ann), night.come(table, bob)
    at.say("sit", seat=1)
    beside.say("sit", seat=2)
    at.say("want_bank", want=True)
    assert at.view["bank"]["offered_to_you"]
    at.say("pass_bank")
    beside.say("want_bank", want=True)
    assert beside.say("take_bank", stake=beside.view["bank"]["least"])["t"] == "done"
    beside.say("ready")
    at.catch_up()
    at.round(1, {"ante": 40_000, "pair_plus": 10_000})
    assert at.view["bank"]["net"] is not None
    assert at.view["bank"]["exhausted_at"] == 1
    assert beside.say("bank_price")["bank"]["cover"] == "limited"


def the_end(night: Evening, ann: str, bob: str) -> None:
    """A table is stopped, goes on, is void, and closes."""
    table = night.table(ann, "rivers")
    at = night.come(table, ann)
    at.say("sit", seat=1)
    at.say("bets", seat=1, wagers={"ante": 1000})
    at.say("ready")
    night.do(table, Freeze(True))
    assert at.say("fold", seat=1)["code"] == "frozen"
    assert at.view["paused"]
    night.do(table, Freeze(False))
    night.do(table, Void("op", "void", "malfunction"))
    at.catch_up()
    assert at.view["phase"] == "void"
    night.do(table, CloseUp("op", "close"))
    at.catch_up()
    assert at.view["closing"]


def the_host(night: Evening, ann: str, bob: str) -> None:
    """A private table of others: its host uses every power, and hands over."""
    ann, bob = night.guest(), night.guest()
    opened = night.ask(
        "POST", "/api/tables", {"id": "o", "house": "rivers", "title": "Hers", "private": True}, ann
    )
    at, beside = (night.come(opened["table"], who, opened["invite"]) for who in (ann, bob))
    at.say("sit", seat=1)
    beside.say("sit", seat=2)
    assert beside.say("change", clock=False)["code"] == "not_host"
    at.catch_up()
    assert at.say("change", clock=False)["t"] == "done"
    beside.catch_up()
    beside.say("bets", seat=2, wagers={"ante": 1000})
    at.catch_up()
    assert [each["do"] for each in at.view["powers"] if each["why"] is None and each["seats"] == [2]]
    assert at.say("nudge", seat=2)["t"] == "done"
    assert at.view["patience"][0]["seats"] == [2]
    assert at.say("deal_now")["t"] == "done"
    assert at.view["phase"] == "decisions"
    beside.catch_up()
    beside.say("fold", seat=2)
    at.catch_up()
    assert at.say("hand_over", seat=2)["t"] == "done"
    assert not at.view["host"]
    beside.catch_up()
    assert beside.view["host"]
    assert beside.say("sit_out", seat=1)["t"] == "done"
    assert beside.view["seats"][0]["out"] == "host"
    assert beside.say("remove", seat=1)["t"] == "done"
    assert beside.view["seats"][0]["name"] is None


def worn_out(night: Evening, ann: str, bob: str) -> None:
    """The accounts of a table are full: it closes after the round, and says why."""
    at = night.come(night.table(ann, "shine"), ann)
    at.say("sit", seat=1)
    at.round(1, {"ante": 1000})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(till, "FULL", -1)
        at.say("next")
    at.catch_up()
    assert at.view["closing"]


def the_meter(night: Evening, ann: str, bob: str) -> None:
    """Rivers: a round feeds the meter, a hand takes it, and another bet is paid for that hand (RIV-11)."""
    table = night.table(ann, "rivers")
    at, beside = night.come(table, ann), night.come(table, bob)
    at.say("sit", seat=1)
    beside.say("sit", seat=2)
    with pytest.MonkeyPatch.context() as patch:
        stack(patch, ["As Ks Qs", "9h 9d 2c"], "Jc 8h 4d")
        beside.say("bets", seat=2, wagers={"pair_plus": 1000, "progressive": 100})
        beside.say("ready")
        at.catch_up()
        at.round(1, {"ante": 1000, "progressive": 100})
    beside.catch_up()
    view = beside.view
    what = {"hand": "mini_royal", "line": "mini_royal_spades", "receipt": view["receipt"]}
    money = {"cents": 100_050, "before": 100_050, "after": 100_000}  # two quarters were fed (RIV-12)
    place = {"id": "progressive", "table": "progressive", "column": "lines"}
    assert view["jackpots"] == [{"seat": 1, **what, **money, **place, "clause": "RIV-10"}]
    assert view["envy"] == [{"seat": 2, "holder": 1, **what, "cents": 10_000, "clause": "RIV-11"}]
    assert night.ask("GET", f"/api/rounds/{view['receipt']}/receipt", None, bob)["round"] == view["receipt"]


def names_and_gestures(night: Evening, table: str, eve: str) -> None:
    place = night.come(table, eve)
    place.say("sit", seat=2)
    assert place.say("gesture", gesture="cheers")["t"] == "done"
    night.ask("PUT", "/api/me", {"name": "Mary Ann", "avatar": "cat"}, eve)
    assert place.say("introduce")["t"] == "done"
    assert (place.view["seats"][1]["name"], place.view["seats"][1]["avatar"]) == ("Mary Ann", "cat")
    place.say("leave")


def a_pause(night: Evening, ann: str, bob: str) -> None:
    """The host of an evening pauses it, and goes on: its table says so."""
    wanted = {"name": "Friday", "house": "rivers", "levels": [{"low": 500, "high": 5000}], "bots": 1}
    made = night.ask("POST", "/api/evenings", {"id": "announce", **wanted}, ann)["id"]
    night.ask("POST", f"/api/evenings/{made}/enter", {"id": "enter"}, bob)
    night.ask("POST", f"/api/evenings/{made}/start", {"id": "start"}, ann)
    while not (open_ := [each for each in _evening(night, made)["tables"] if each["open"]]):
        pass
    place = night.come(open_[0]["id"], bob)
    for act, paused in (("pause", True), ("resume", False)):
        night.ask("POST", f"/api/evenings/{made}/{act}", {"id": act}, ann)
        while place.view["evening_paused"] is not paused:
            place.hear()


def _evening(night: Evening, evening: str) -> Said:
    found: Said = night.ask("GET", f"/api/evenings/{evening}")
    return found


def test_every_kind_of_event_and_of_command_occurs() -> None:
    with evening("all kinds") as night:
        ann, bob = night.guest(), night.guest()
        scenes: tuple[Callable[[Evening, str, str], None], ...] = (
            coming_and_going,
            the_bank,
            the_end,
            the_host,
            worn_out,
            the_meter,
        )
        for scene in scenes:
            scene(night, ann, bob)
        house = night.come(night.table(ann, "pechanga"), ann)
        house.say("sit", seat=1)
        house.round(1, {"ante": 1000}, draw=True)
        sealed = house.view["fair"]["commitment"]
        assert house.say("next")["t"] == "done"
        assert (house.view["phase"], house.view["round"]) == ("bets", 2)
        assert house.view["fair"]["commitment"] != sealed
        house.round(1, {"ante": 1000})
        weighed = house.say("coach", seat=1)
        assert weighed["coach"]["chosen"]
        assert weighed["coach"]["shadow"]
        names_and_gestures(night, house.view["table"], night.guest())
        house.say("bets", seat=1, wagers={"ante": 1000})
        house.say("ready")
        assert house.say("close")["t"] == "done"  # in the middle of a hand, which is its last
        house.say("leave")
        a_pause(night, ann, bob)  # last: an evening of bots takes cards of its own
        check(night.log)
        assert kinds(night.log) == named("TableEvent", "k")
        assert {each["do"] for each in night.log if each.get("t") == "cmd"} == named("ClientMessage", "do")
        assert {each["t"] for each in night.log if "t" in each} == {
            "view",
            "update",
            "done",
            "refused",
            "cmd",
        }


def named(union: str, field: str) -> set[str]:
    """The words of a union's discriminator in the committed schema."""
    definitions: dict[str, Any] = committed()["$defs"]
    parts = [each["$ref"].rpartition("/")[2] for each in definitions[union]["oneOf"]]
    return {word for part in parts for word in allowed(definitions[part]["properties"][field])}


def allowed(schema: dict[str, Any]) -> list[str]:
    """The words that a field may have."""
    found: list[str] = schema["enum"] if "enum" in schema else [schema["const"]]
    return found


def test_every_note_of_the_floor_is_in_the_schema() -> None:
    """Whatever the floor can note down, by the types of its notes, is told by a frame."""
    found = {word for note in get_args(Noted) for word in get_args(get_type_hints(note)["k"])}
    assert len(found) >= 12
    assert found <= named("TableEvent", "k")


def test_a_frame_that_leaves_something_out_is_found() -> None:
    """The check is a check: every field of a real view is missed when it is not there."""
    with evening("spoilt") as night:
        place: Place = night.come(night.table(night.guest(), "rivers"))
        whole = place.heard.whole
        assert closed("ServerFrame").is_valid(whole)
        for name in whole:
            assert not closed("ServerFrame").is_valid(_without(whole, name)), name
        for part in ("table", "state", "you"):
            for name in whole[part]:
                spoilt = whole | {part: _without(whole[part], name)}
                assert not closed("ServerFrame").is_valid(spoilt), name


def _without(fields: Said, name: str) -> Said:
    return {key: value for key, value in fields.items() if key != name}


def test_what_is_sent_again_is_done_once_and_an_id_is_for_one_command() -> None:
    with evening("again") as night:
        place = night.come(night.table(me := night.guest(), "rivers"), me)
        place.say("sit", seat=1)
        bet = {
            "t": "cmd",
            "id": "one",
            "rev": place.view["rev"],
            "do": "bets",
            "seat": 1,
            "wagers": {"ante": 1000},
        }
        answers = [place.send(bet), place.send(bet), place.send(bet | {"rev": place.view["rev"]})]
        assert [each["t"] for each in answers] == ["done"] * 3
        updates = [frame for frame in place.frames if frame["t"] == "update"]
        assert sum(event["k"] == "bets" for frame in updates for event in frame["events"]) == 1
        assert [frame["t"] for frame in place.frames if answer_in(frame)][-3:] == ["update", "done", "done"]
        assert (
            place.view["seats"][0]["stack"] == 100_000 - 1000 - 1000
        )  # the stake, and what is kept for Play
        other = place.send(bet | {"rev": place.view["rev"], "wagers": {"ante": 2000}})
        assert (other["code"], other["path"]) == ("id_used", "id")
        assert place.view["seats"][0]["spots"][0]["amount"] == 1000
        check(night.log)

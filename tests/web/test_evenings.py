"""Evenings over HTTP: announced, entered, played over the sockets of tables, looked at, added up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.proof.cage_audit import audit
from tests.evening.night import announced
from tests.web.edge import Edge, Visitor, code

Shown = dict[str, Any]


def post(who: Visitor, path: str, **body: Any) -> Shown:
    answer = who.ask("POST", f"/api{path}", json={"id": who.edge.new_id(), **body})
    assert answer.status_code in (200, 201), answer.text
    found: Shown = answer.json()
    return found


def until(who: Visitor, evening: str, holds: Callable[[Shown], object]) -> Shown:
    """The evening as soon as something holds; every look lets the server go on."""
    for _ in range(20_000):
        found: Shown = who.ask("GET", f"/api/evenings/{evening}").json()
        if holds(found):
            return found
    raise AssertionError(f"it never holds: {found}")


def open_at(edge: Edge, table: str, round_: int) -> bool:
    rooms = edge.house.floor.rooms
    stage = rooms[table].live.settings.evening if table in rooms else None
    return stage is not None and stage.round == round_


def test_an_evening_from_its_announcement_to_the_league(edge: Edge) -> None:
    host, ann = edge.guest(), edge.guest()
    league = post(host, "/leagues", name="Fridays")
    asked = {**announced("rounds", "shine"), "rounds": 2, "prizes": ["a cup"], "league": league["id"]}
    made = post(host, "/evenings", **asked, bots=1)
    evening = made["id"]
    assert (made["phase"], made["entered"], made["you"]["host"]) == ("listed", 1, True)
    assert made["levels"][0]["least"] > made["levels"][0]["ante"]
    assert code(ann.ask("POST", "/api/evenings", json={"id": "x", **asked})) == (403, "not_evening_host")
    assert post(ann, f"/evenings/{evening}/enter")["you"]["entered"]
    refused = ann.ask("POST", f"/api/evenings/{evening}/start", json={"id": "s"})
    assert code(refused) == (403, "not_evening_host")
    assert post(host, f"/evenings/{evening}/start")["round"] == 1
    for number in (1, 2):
        mine = until(ann, evening, lambda shown: shown["round"] == number)["you"]  # noqa: B023
        until(ann, evening, lambda _: open_at(edge, mine["table"], number))  # noqa: B023
        with ann.join(mine["table"]) as seat:
            view = seat.catch_up()
            assert view["evening"] == evening
            assert view["seats"][mine["seat"] - 1]["stack"] == 60_000 - 1000 * (number - 1)
            assert seat.refused("leave") == "evening"
            seat.done("bets", seat=mine["seat"], wagers={"ante": 1000})
            seat.done("ready")
            seat.done("fold", seat=mine["seat"])
    done = until(ann, evening, lambda shown: shown["phase"] == "ended")
    me = next(each for each in done["standings"] if each["you"])
    assert (me["chips"], me["rounds"], me["state"]) == (58_000, 2, "playing")
    assert done["prizes"] == ["a cup"]
    assert done["news"][0]["what"] == "ended"
    told = ann.ask("GET", f"/api/leagues/{league['id']}").json()
    assert sorted(each["points"] for each in told["standings"]) in ([1, 2], [2, 2])
    assert [each["id"] for each in told["evenings_list"]] == [evening]
    assert edge.house.pit.funds(ann.id) == 100_000  # no house money
    until(ann, evening, lambda _: not edge.house.floor.listing.entries(fresh=True))
    assert audit(edge.store).clean


def test_who_looks_again_is_told_that_nothing_has_changed(edge: Edge) -> None:
    host, ann = edge.guest(), edge.guest()
    evening = post(host, "/evenings", **announced())["id"]
    first = edge.ask("GET", f"/api/evenings/{evening}")
    tag = first.headers["etag"]
    again = edge.ask("GET", f"/api/evenings/{evening}", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    post(ann, f"/evenings/{evening}/enter")
    changed = edge.ask("GET", f"/api/evenings/{evening}", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.json()["entered"] == 1
    assert code(edge.ask("GET", "/api/evenings/none")) == (404, "no_evening")
    assert code(edge.ask("GET", "/api/leagues/none")) == (404, "no_league")


def test_a_private_evening_is_for_who_is_invited(edge: Edge) -> None:
    host, ann = edge.guest(), edge.guest()
    made = post(host, "/evenings", **announced(), private=True)
    evening, invite = made["id"], made["invite"]
    assert code(ann.ask("GET", f"/api/evenings/{evening}")) == (403, "private")
    assert ann.ask("GET", "/api/evenings").json() == []
    refused = ann.ask("POST", f"/api/evenings/{evening}/enter", json={"id": "e"})
    assert code(refused) == (403, "private")
    assert ann.ask("GET", f"/api/evenings/{evening}?invite={invite}").json()["invite"] is None
    assert post(ann, f"/evenings/{evening}/enter", invite=invite)["you"]["entered"]
    assert [each["id"] for each in ann.ask("GET", "/api/evenings").json()] == [evening]


def test_a_bot_that_was_removed_can_be_followed_by_another(edge: Edge) -> None:
    host = edge.guest()
    made = post(host, "/evenings", **announced(), bots=3)
    evening = made["id"]
    first, *others = [each["person"] for each in made["standings"]]
    post(host, f"/evenings/{evening}/remove", person=first)
    more = post(host, f"/evenings/{evening}/bots", bots=2)
    people = [each["person"] for each in more["standings"]]
    assert people[:2] == others
    assert len(set(people)) == 4
    off = post(host, f"/evenings/{evening}/call_off")
    assert {(each["state"], each["leaves"], each["place"]) for each in off["standings"]} == {
        ("listed", False, None)
    }


def test_who_goes_and_what_ends_after_the_round_is_seen_before(edge: Edge) -> None:
    host = edge.guest()
    made = post(host, "/evenings", **announced(), bots=3)
    evening = made["id"]
    post(host, f"/evenings/{evening}/start")
    person = made["standings"][0]["person"]
    gone = post(host, f"/evenings/{evening}/remove", person=person)
    assert [each["person"] for each in gone["standings"] if each["leaves"]] == [person]
    assert not gone["calling_off"]
    off = post(host, f"/evenings/{evening}/call_off")
    assert (off["phase"], off["calling_off"]) == ("running", True)
    done = until(host, evening, lambda shown: shown["phase"] == "called_off")
    assert not done["calling_off"]
    (out,) = [each for each in done["standings"] if each["state"] == "out"]
    assert (out["person"], out["leaves"]) == (person, False)
    until(host, evening, lambda _: not edge.house.floor.listing.entries(fresh=True))
    assert audit(edge.store).clean


def test_a_refused_evening_leaves_no_league_behind(edge: Edge) -> None:
    host = edge.guest()
    asked = {"id": "friday", **announced(), "new_league": "Fridays"}
    assert code(host.ask("POST", "/api/evenings", json={**asked, "late_until": 60})) == (422, "levels")
    assert host.ask("GET", "/api/leagues").json() == []
    blank = host.ask("POST", "/api/evenings", json={**asked, "new_league": "\u0007"})
    assert (code(blank), blank.json()["path"]) == ((422, "title"), "new_league")
    for _ in range(2):  # sent twice, begun once
        made = host.ask("POST", "/api/evenings", json=asked).json()
    [league] = host.ask("GET", "/api/leagues").json()
    assert (league["id"], league["name"], league["evenings"]) == (made["league"], "Fridays", 1)
    for _ in range(4):
        post(host, "/evenings", **announced())
    full = host.ask("POST", "/api/evenings", json={**asked, "id": "more", "new_league": "Sundays"})
    assert code(full) == (429, "rate")
    assert len(host.ask("GET", "/api/leagues").json()) == 1


def test_what_cannot_be_played_is_refused_when_it_is_announced(edge: Edge) -> None:
    host = edge.guest()

    def refusal(**more: Any) -> tuple[int, str]:
        body = {"id": edge.new_id(), **announced(), **more}
        return code(host.ask("POST", "/api/evenings", json=body))

    level = {"low": 1000, "high": 10_000}
    assert refusal(house="nowhere") == (404, "no_house")
    assert refusal(chips=1000) == (422, "chips")
    assert refusal(levels=[level, level]) == (422, "levels")  # the first has no end
    falling = [{"low": 2000, "high": 10_000, "rounds": 2}, level]
    assert refusal(levels=falling) == (422, "levels")
    assert refusal(kind="rounds", rounds=None) == (422, "levels")
    assert refusal(late_until=60) == (422, "levels")
    assert refusal(seats=99) == (422, "no_seat")
    assert refusal(name="\u0007") == (422, "title")
    for _ in range(5):
        post(host, "/evenings", **announced())
    assert refusal() == (429, "rate")

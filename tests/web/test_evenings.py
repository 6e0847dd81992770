"""Evenings over HTTP: announced, entered, played, looked at, added up; and their pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.evening.commands import EveningAsked, LeagueAsked
from pitboss.evening.model import ABSENT_RULE, LEAGUE_TIE_RULE, POINTS_RULE, TIE_RULE
from pitboss.house.limits import exclusion
from pitboss.ledger import Store
from pitboss.ledger.people import set_role
from pitboss.messages.tables import rule_text
from pitboss.proof.house_audit import audit
from pitboss.table.messages import Tick
from pitboss.web.pages import drawn
from pitboss.web.settings import ServeSettings
from tests.databases import databases, place, store
from tests.evening.night import announced
from tests.web.edge import HOME, MANY, PASSWORD, Edge, Visitor, code
from tests.web.test_pages import HTML, parts

__all__ = ["databases", "place", "store"]

Shown = dict[str, Any]


def post(who: Visitor, path: str, **body: Any) -> Shown:
    answer = who.ask("POST", f"/api{path}", json={"id": who.edge.new_id(), **body})
    assert answer.status_code in (200, 201), answer.text
    found: Shown = answer.json()
    return found


def later(edge: Edge, seconds: float) -> None:
    """Time passes at all tables."""
    edge.time += seconds
    for room in list(edge.house.floor.rooms.values()):
        edge.call(room.do, Tick())


def until(who: Visitor, evening: str, holds: Callable[[Shown], object], *, passes: float = 0) -> Shown:
    """The evening as soon as something holds; every look lets the server go on, and seconds may pass."""
    for _ in range(20_000):
        found: Shown = who.ask("GET", f"/api/evenings/{evening}").json()
        if holds(found):
            return found
        if passes:
            later(who.edge, passes)
    raise AssertionError(f"it never holds: {found}")


def open_at(edge: Edge, table: str, round_: int) -> bool:
    rooms = edge.house.floor.rooms
    stage = rooms[table].live.evening if table in rooms else None
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
            later(edge, 2)
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


def test_who_goes_and_what_ends_after_the_round_is_seen_before(edge: Edge) -> None:
    host = edge.guest()
    made = post(host, "/evenings", **announced(), bots=3)
    evening = made["id"]
    post(host, f"/evenings/{evening}/enter")
    post(host, f"/evenings/{evening}/start")
    person = made["standings"][0]["person"]
    gone = post(host, f"/evenings/{evening}/remove", person=person)
    assert [each["person"] for each in gone["standings"] if each["leaves"]] == [person]
    assert not gone["calling_off"]
    off = post(host, f"/evenings/{evening}/call_off")
    assert (off["phase"], off["calling_off"]) == ("running", True)
    done = until(host, evening, lambda shown: shown["phase"] == "called_off", passes=2)
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


def ids(who: Visitor | Edge, path: str) -> list[str]:
    return [each["id"] for each in who.ask("GET", f"/api{path}").json()]


def ask_for(who: Visitor, path: str, **body: Any) -> tuple[int, str]:
    """What is refused."""
    return code(who.ask("POST", f"/api{path}", json={"id": who.edge.new_id(), **body}))


def test_forty_hosts_of_private_evenings_and_leagues_hide_nothing() -> None:
    with Edge() as edge:
        host, crowd = edge.guest(), [edge.guest() for _ in range(40)]
        league = post(host, "/leagues", name="Zebra")["id"]
        mine = post(host, "/evenings", **announced(), league=league)["id"]
        for number, each in enumerate(crowd):
            edge.time += 1
            asked = EveningAsked.model_validate({"id": "a", **announced(), "private": True})
            person = edge.house.accounts.people.person(each.id)
            assert person is not None
            for command in range(5):
                edge.house.evenings.announce(asked.model_copy(update={"id": f"a{command}"}), person)
                begun = LeagueAsked(id=f"l{command}", name=f"AAA {number} {command}")
                edge.house.evenings.begin_league(begun, person)
        stranger = edge.guest()
        for who in (host, stranger, edge):
            assert ids(who, "/evenings") == [mine]
            assert ids(who, "/leagues") == [league]


def test_lists_come_in_pages_of_one_order_with_ones_own_first(store: Store) -> None:
    with Edge(store=store) as edge:
        _lists_come_in_pages(edge)


def _lists_come_in_pages(edge: Edge) -> None:
    host, ann, bob = edge.guest(), edge.guest(), edge.guest()
    made = []
    for who in (ann, host, bob, ann):
        edge.time += 1
        made.append(post(who, "/evenings", **announced())["id"])
    off = post(host, "/evenings", **announced(), private=True)["id"]
    post(host, f"/evenings/{off}/call_off")
    post(host, f"/evenings/{made[2]}/enter")
    own = [made[2], made[1], made[3], made[0], off]  # entered, hosted; others, the latest first; what is over
    assert ids(host, "/evenings") == own
    assert ids(edge, "/evenings") == [made[3], made[2], made[1], made[0]]
    pages, after = list[str](), ""
    while page := ids(host, f"/evenings?most=2{after}"):
        pages += page
        after = f"&after={page[-1]}"
    assert pages == own
    assert code(edge.ask("GET", f"/api/evenings?after={off}")) == (404, "no_evening")  # a private one is none
    assert code(edge.ask("GET", "/api/evenings?most=1000"))[0] == 422
    leagues = [post(who, "/leagues", name="L")["id"] for who in (host, ann, host)]
    for league in leagues:
        post(host if league != leagues[1] else ann, "/evenings", **announced(), league=league)
    first = ids(host, "/leagues?most=2")
    assert sorted(first) == sorted([leagues[0], leagues[2]])
    assert ids(host, f"/leagues?after={first[-1]}") == [leagues[1]]
    assert code(edge.ask("GET", "/api/leagues?after=none")) == (404, "no_league")


def test_a_league_shows_of_private_evenings_nothing_to_who_may_not_see_them(edge: Edge) -> None:
    host, ann, bob, olga = edge.guest(), edge.guest(), edge.guest(), edge.guest()
    edge.store.write(lambda connection: set_role(connection, olga.id, "operator", "test", 0))
    league = post(host, "/leagues", name="Fridays")["id"]
    asked = {**announced("rounds"), "rounds": 1, "league": league, "bots": 1}
    edge.house.accounts.people.register(bob.id, "Bobby", PASSWORD)

    def played(player: Visitor, **more: Any) -> str:
        made = post(host, "/evenings", **asked | more)
        post(player, f"/evenings/{made['id']}/enter", invite=made["invite"] or "")
        post(host, f"/evenings/{made['id']}/start")
        until(player, made["id"], lambda shown: shown["phase"] == "ended", passes=2)
        return str(made["id"])

    private = played(bob, private=True, name="Secret")
    for who in (edge, ann):
        assert ids(who, "/leagues") == []
        told = who.ask("GET", f"/api/leagues/{league}")
        assert (told.json()["evenings"], told.json()["ended"]) == (0, 0)
        assert told.json()["evenings_list"] == told.json()["standings"] == []
        for secret in (private, "Secret", "Bobby"):
            assert secret not in told.text
            assert secret not in who.ask("GET", f"/league/{league}", headers={"Accept": "text/html"}).text
    public = played(ann)
    for who in (edge, ann):
        assert ids(who, "/leagues") == [league]
        told = who.ask("GET", f"/api/leagues/{league}")
        assert [each["id"] for each in told.json()["evenings_list"]] == [public]
        assert "Bobby" not in told.text
        assert all(len(each["by_evening"]) == 1 for each in told.json()["standings"])
    for who in (host, bob, olga):  # who hosts it, has played it, or is an operator
        told = who.ask("GET", f"/api/leagues/{league}")
        assert [each["id"] for each in told.json()["evenings_list"]] == [private, public]
        assert "Bobby" in told.text


def test_what_was_done_is_answered_again_whatever_is_allowed_by_now(edge: Edge) -> None:
    host, ann = edge.guest(), edge.guest()
    made = post(host, "/evenings", **announced(), private=True)
    evening, asked = made["id"], {"id": "e1", "invite": made["invite"]}

    def enters() -> Shown:
        answer = ann.ask("POST", f"/api/evenings/{evening}/enter", json=asked)
        assert answer.status_code == 200, answer.text
        found: Shown = answer.json()
        return found

    first = enters()
    now = int(edge.time * 1000)
    edge.house.limits.change(ann.id, now, [exclusion(now + 10 * 86_400_000, now)])
    assert enters()["revision"] == first["revision"]
    post(host, f"/evenings/{evening}/remove", person=ann.id)
    assert not enters()["you"]["entered"]  # done once
    refused = ann.ask("POST", f"/api/evenings/{evening}/enter", json=asked | {"id": "e2"})
    assert code(refused) == (403, "excluded")
    assert code(ann.ask("POST", f"/api/evenings/{evening}/leave", json={"id": "e1"})) == (422, "id_used")


def test_a_command_is_known_before_the_house_is_looked_for_that_is_not_offered_any_more(edge: Edge) -> None:
    host = edge.guest()
    asked = {"id": "a", **announced("freeze_out", "shine")}
    first = host.ask("POST", "/api/evenings", json=asked).json()
    edge.house.evenings.offered = ("rivers",)
    assert host.ask("POST", "/api/evenings", json=asked).json()["id"] == first["id"]
    assert ask_for(host, "/evenings", **announced("freeze_out", "shine")) == (404, "no_house")


def test_one_address_announces_so_many_evenings_and_begins_so_many_leagues(edge: Edge) -> None:
    people = [edge.guest() for _ in range(6)]
    for number in range(20):
        edge.time += 60
        post(people[number // 5], "/evenings", **announced())
        post(people[number // 5], "/leagues", name="L")
    assert ask_for(people[5], "/evenings", **announced()) == (429, "rate")
    assert ask_for(people[5], "/leagues", name="L") == (429, "rate")
    evening = ids(people[0], "/evenings")[0]
    post(people[0], f"/evenings/{evening}/call_off")
    post(people[5], "/evenings", **announced())
    edge.time += 3600
    post(people[5], "/leagues", name="L")


def test_the_tables_of_an_evening_are_its_hosts_and_its_addresses(store: Store) -> None:
    limits = ServeSettings(most_tables_each=3, requests_address=MANY)
    with Edge(limits, store=store) as edge:
        host, ann = edge.guest(), edge.guest()
        evening = post(host, "/evenings", **{**announced(), "seats": 2}, bots=4)["id"]
        post(ann, f"/evenings/{evening}/enter")
        post(host, f"/evenings/{evening}/start")  # two and two and one: three tables
        assert code(host.tries_to_open(house="shine")) == (429, "rate")
        tables = [ann.open("shine") for _ in range(3)]
        assert code(edge.guest().tries_to_open(house="shine")) == (429, "rate")
        for table in tables:
            ann.ask("DELETE", f"/api/tables/{table}")
        until(host, evening, lambda shown: all(each["open"] for each in shown["tables"]))
        post(host, f"/evenings/{evening}/call_off")
        until(host, evening, lambda shown: shown["phase"] == "called_off", passes=2)
        until(host, evening, lambda _: not edge.house.floor.listing.entries(fresh=True))
        host.open("shine")
        assert audit(edge.store).clean


WORDS = Path(__file__).parents[2] / "page" / "src" / "words"


def test_every_page_is_sound_and_its_qr_code_leads_to_the_evening(edge: Edge) -> None:
    ann = edge.guest()
    league = post(ann, "/leagues", name="Winter")
    evening = post(ann, "/evenings", **announced(), league=league["id"])["id"]
    form = parts(ann.ask("GET", "/evenings", headers=HTML))
    assert league["id"] in [found.get("value") for _, found in form.elements]
    assert "Winter" not in parts(edge.ask("GET", "/evenings", headers=HTML)).said()  # none of a stranger's
    page = parts(edge.ask("GET", f"/evening/{evening}", headers=HTML))
    assert "Friday" in page.said()
    assert "Friday" in parts(edge.ask("GET", f"/evening/{evening}/wall", headers=HTML)).said()
    picture = edge.ask("GET", f"/evening/{evening}/enter.svg")
    assert picture.content == drawn(f"{HOME}/evening/{evening}")
    empty = parts(edge.ask("GET", f"/league/{league['id']}", headers=HTML))
    assert "No evening of this league has ended yet" in empty.said()
    for path in ("/evening/none", "/evening/none/wall", "/league/none"):
        parts(edge.ask("GET", path, headers=HTML), 404)


def test_a_page_knows_that_no_phone_reaches_an_address_of_this_machine_alone(edge: Edge) -> None:
    assert " data-here-only" in edge.ask("GET", "/evenings", headers=HTML).text  # 127.0.0.1
    with Edge(ServeSettings(addresses=("http://192.168.7.7:8888",))) as there:
        assert " data-here-only" not in there.ask("GET", "/evenings", headers=HTML).text


def test_a_private_evening_shows_itself_to_who_has_its_link(edge: Edge) -> None:
    host = edge.guest()
    made = post(host, "/evenings", **announced(), private=True)
    address, invite = f"/evening/{made['id']}", made["invite"]
    for path in (address, f"{address}/wall"):
        assert "Friday" not in parts(edge.ask("GET", path, headers=HTML), 403).said()
        assert "Friday" in parts(edge.ask("GET", f"{path}?invite={invite}", headers=HTML)).said()
    assert edge.ask("GET", f"{address}/enter.svg").status_code == 403
    own = host.ask("GET", f"{address}/enter.svg")  # the host's link has the key in it
    assert own.content == edge.ask("GET", f"{address}/enter.svg?invite={invite}").content


def test_a_league_is_a_table_that_leads_to_its_evenings(edge: Edge) -> None:
    host = edge.guest()
    league = post(host, "/leagues", name="Winter")
    asked = {**announced("rounds"), "rounds": 1, "bots": 3, "league": league["id"]}
    evening = post(host, "/evenings", **asked)["id"]
    post(host, f"/evenings/{evening}/enter")
    post(host, f"/evenings/{evening}/start")
    ended = until(host, evening, lambda shown: shown["phase"] == "ended", passes=2)
    page = parts(edge.ask("GET", f"/league/{league['id']}", headers=HTML))
    assert f"/evening/{evening}" in page.links()
    first = ended["standings"][0]["name"]
    assert re.search(rf"1 +{first} +4 ", page.said())  # four have entered: four points for the first place
    assert rule_text(POINTS_RULE) in page.said()


def test_every_rule_has_its_words() -> None:
    assert rule_text(POINTS_RULE)
    assert rule_text(LEAGUE_TIE_RULE)
    page = (WORDS / "evening-page.ts").read_text("utf-8")
    for key in (TIE_RULE, ABSENT_RULE):
        assert f"{key}:" in page

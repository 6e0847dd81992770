"""The pages of evenings and leagues as the server makes them: sound, and private where they should be."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.evening.model import ABSENT_RULE, LEAGUE_TIE_RULE, POINTS_RULE, TIE_RULE
from pitboss.messages.tables import rule_text
from pitboss.web.pages import drawn
from pitboss.web.settings import ServeSettings
from tests.evening.night import announced
from tests.web.edge import HOME, Edge
from tests.web.test_evenings import post, until
from tests.web.test_pages import HTML, parts

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

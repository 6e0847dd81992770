"""Who may become somebody at a house, what they get, and what the house is called and offers."""

from __future__ import annotations

import pytest

from pitboss.round import Refusal
from pitboss.web.lobby import invitation_address
from pitboss.web.settings import ServeSettings, read_settings
from tests.web.edge import HOME, PASSWORD, Edge, Visitor, code

CODE = "felt-and-brass"
INVITING = ServeSettings(registration="invitation", invitation=CODE)


def test_a_house_by_invitation_takes_who_has_its_link() -> None:
    with Edge(INVITING) as edge:
        uninvited = edge.ask("POST", "/api/guests")
        assert (uninvited.status_code, uninvited.json()["code"]) == (403, "uninvited")
        wrong = edge.ask("POST", "/api/guests", json={"invitation": "felt-and-glass"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "uninvited")
        assert edge.ask("POST", "/api/guests", json={"invitation": CODE}).status_code == 201
        link = invitation_address(INVITING)
        assert link == f"{HOME}/welcome/{CODE}"
        assert 'value="felt-and-brass"' in edge.client.get(f"/welcome/{CODE}").text
        headers = {"Origin": HOME}
        come = edge.client.post(
            "/welcome", data={"invitation": CODE}, headers=headers, follow_redirects=False
        )
        assert (come.status_code, come.headers["location"]) == (303, "/")
        assert "pitboss_session" in come.cookies
        edge.client.cookies.clear()
        stay = edge.client.post("/welcome", data={"invitation": "wrong-one"}, headers=headers)
        assert stay.status_code == 403
        assert "by invitation" in stay.text


def test_invitations_are_not_guessed_by_the_thousand() -> None:
    with Edge(INVITING) as edge:
        codes = [
            edge.ask("POST", "/api/guests", json={"invitation": f"guess-{n:06d}"}).json()["code"]
            for n in range(25)
        ]
        assert codes[:20] == ["uninvited"] * 20
        assert codes[20:] == ["rate"] * 5


def test_the_link_of_a_private_table_vouches_for_who_has_it_and_that_of_a_public_one_does_not() -> None:
    with Edge(INVITING) as edge:
        secret = edge.ask("POST", "/api/guests", json={"invitation": CODE}).cookies["pitboss_session"]
        edge.client.cookies.clear()
        made = [
            Visitor(edge, "", secret).tries_to_open(house="rivers", private=each) for each in (True, False)
        ]
        (private, invite), (public, _) = ((each.json()["table"], each.json()["invite"]) for each in made)
        headers = {"Origin": HOME}

        def come(table: str, key: str) -> int:
            edge.client.cookies.clear()
            address, form = f"/tables/{table}/invite", {"invite": key}
            told = edge.client.post(address, data=form, headers=headers, follow_redirects=False)
            return int(told.status_code)

        assert come(private, invite) == 303
        assert come(public, "") == 403


def test_a_closed_house_knows_whom_it_knows() -> None:
    with Edge(ServeSettings()) as edge:
        ann = edge.guest()
        assert ann.ask("POST", "/api/register", json={"name": "ann", "password": PASSWORD}).status_code == 200
        bob = edge.guest()
        with Edge(ServeSettings(registration="closed"), store=edge.store) as closed:
            assert closed.ask("POST", "/api/guests").json()["code"] == "no_newcomers"
            body = {"name": "ann", "password": PASSWORD}
            assert closed.ask("POST", "/api/sign-in", json=body).status_code == 200
            named = closed.ask(
                "POST", "/api/register", bob.secret, json={"name": "bob", "password": PASSWORD}
            )
            assert named.json()["code"] == "no_newcomers"


def test_newcomers_get_the_money_of_the_house_and_so_do_top_ups() -> None:
    with Edge(ServeSettings(starting_money="$20")) as edge:
        ann = edge.guest()
        assert ann.ask("GET", "/api/me").json()["funds"] == 2_000
        assert ann.ask("POST", "/api/top-up").json()["funds"] == 4_000
        assert "$20 of play money" in edge.client.get("/account").text


def test_a_house_offers_some_tables_and_has_a_name_and_a_clock() -> None:
    settings = ServeSettings(
        houses=("rivers", "napa-valley"), name="The Oak Club", clock_bets=40, clock_decision=60
    )
    with Edge(settings) as edge:
        assert [each["id"] for each in edge.client.get("/api/houses").json()] == ["napa-valley", "rivers"]
        lobby = edge.client.get("/").text
        assert 'data-house="rivers"' in lobby
        assert 'data-house="pechanga"' not in lobby
        assert "The Oak Club" in lobby
        assert ">Pit<b>boss" not in lobby
        assert edge.client.get("/manifest.webmanifest").json()["short_name"] == "The Oak Club"
        ann = edge.guest()
        other = ann.tries_to_open(house="pechanga")
        assert (other.status_code, other.json()["code"]) == (404, "no_house")
        table = ann.open(house="rivers", clock=True)
        clock = edge.house.floor.rooms[table].live.settings.clock
        assert clock is not None
        assert (clock.bets, clock.decision) == (40.0, 60.0)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"houses": ["rivers", "monte"]}, "houses: 'monte' is no house; allowed: "),
        ({"name": " Oak"}, "is no name: 1 to 40"),
        ({"registration": "shut"}, "registration: 'shut' is none of 'open', 'invitation' or 'closed'"),
        ({"registration": "invitation"}, "give both"),
        ({"invitation": CODE}, "give both"),
        ({"registration": "invitation", "invitation": "oak"}, "invitation: 'oak' is none: 8 to 64"),
        ({"starting_money": 0}, "starting_money: $0 is not from $1 to $1,000,000"),
        ({"starting_money": 500}, "starting_money: 500 is in cents, so $5; for $500 write '$500' or 500$"),
        ({"starting_money": "much"}, "starting_money: 'much' is not an amount of money: write cents,"),
        ({"clock_bets": 4}, "clock_bets: 4 is less than 5"),
    ],
)
def test_settings_that_cannot_be_are_told(options: dict[str, object], text: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_settings(None, options)
    assert text in caught.value.text


def test_guests_from_one_address_are_not_without_number(edge: Edge) -> None:
    answers = [edge.ask("POST", "/api/guests").status_code for _ in range(11)]
    assert answers == [201] * 10 + [429]
    edge.time += 60
    assert edge.ask("POST", "/api/guests").status_code == 201


@pytest.mark.parametrize("name", ["O'Brien", "Zoë", "José María", "Anne-Marie", "李"])
def test_a_name_of_any_people_is_one_for_guests_and_to_sign_in_with(edge: Edge, name: str) -> None:
    """As phones write it, too: with a curved apostrophe."""
    who, typed = edge.guest(), name.replace("'", "\u2019")
    assert who.ask("PUT", "/api/me", json={"name": typed}).json()["name"] == name
    answer = who.ask("POST", "/api/register", json={"name": typed, "password": PASSWORD})
    assert (answer.status_code, answer.json()["name"]) == (200, name)
    for again in (name, typed.upper(), f" {name.lower()} "):
        signed_in = edge.ask("POST", "/api/sign-in", json={"name": again, "password": PASSWORD})
        assert (signed_in.status_code, signed_in.json()["name"]) == (200, name), again
    like = edge.guest().ask("PUT", "/api/me", json={"name": name.replace("'", "").replace(" ", "-")})
    assert code(like) == (409, "name_taken")

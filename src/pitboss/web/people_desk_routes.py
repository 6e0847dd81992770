"""What an operator does with people, over HTTP: finds, shows, excludes, helps to a password, deletes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pitboss.house.operator_journal import ActShown
from pitboss.house.operator_people import MOST, PeopleFound, PersonPage, find_people, seats_of, show_person
from pitboss.ledger.servers import Departure, Reason
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.operator_requests import Reasoned, Time, Wanted, people_desk_of
from pitboss.web.qr_codes import coded
from pitboss.web.server_state import House

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class PeopleWanted(Wanted):
    """Whose name or id begins so, or everybody."""

    search: Annotated[str, Field(max_length=100)] = ""
    after: Annotated[str, Field(max_length=120, pattern=r"^[!-~]*$")] = ""
    most: Annotated[int, Field(ge=1, le=MOST)] = 50


class Excluded(Reasoned):
    """Until when a person does not play."""

    until: Time


class LinkMade(BaseModel):
    """The link for another password, to be handed over, and as a QR code in SVG; it is shown once."""

    act: ActShown
    link: str | None
    picture: str | None


@routes.get("/people")
async def people(wanted: Annotated[PeopleWanted, Query()], who: Operator, house: TheHouse) -> PeopleFound:
    """The people of the house, who was here last first."""
    return await house.in_pool(lambda: find_people(house.store, wanted.search, wanted.after, wanted.most))


@routes.get("/people/{name}")
async def person(name: str, who: Operator, house: TheHouse) -> PersonPage:
    """One person with money, limits, sessions, and the seats they have."""
    known = await house.in_pool(lambda: show_person(house.store, name, house.milliseconds))
    seats = await house.in_pool(lambda: seats_of(house.floor.listing, known.id))
    return PersonPage(**known.model_dump(), seats=seats)


@routes.post("/people/{name}/exclude")
async def exclude(name: str, body: Excluded, who: Operator, house: TheHouse) -> ActShown:
    """Keeps a person, by name or id, from playing: hands that were dealt are played to their end."""
    desk = people_desk_of(house, who)
    return await _sent_away(house, "excluded", lambda: desk.exclude(body.id, name, body.until, body.why))


@routes.post("/people/{name}/reset", status_code=201)
async def reset(name: str, body: Reasoned, who: Operator, house: TheHouse) -> LinkMade:
    """A link with which a person sets another password within a day."""
    desk = people_desk_of(house, who)
    made = await house.in_pool(lambda: desk.reset_password(body.id, name, body.why))
    if made.secret is None:
        return LinkMade(act=made.act, link=None, picture=None)
    link = f"{house.settings.public_address}/reset/{made.secret}"
    picture = await house.in_pool(lambda: coded(link))
    return LinkMade(act=made.act, link=link, picture=picture.decode())


@routes.post("/people/{name}/sign-out")
async def sign_out(name: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Ends all sessions of a person, of their programs, and their sockets."""
    desk = people_desk_of(house, who)
    return await _sent_away(house, "signed_out", lambda: desk.sign_out(body.id, name, body.why))


@routes.post("/people/{name}/delete")
async def delete(name: str, body: Reasoned, who: Operator, house: TheHouse) -> ActShown:
    """Erases a person who has nothing in an open round."""
    desk = people_desk_of(house, who)
    return await _sent_away(house, "signed_out", lambda: desk.delete(body.id, name, body.why))


async def _sent_away(house: House, reason: Reason, act: Callable[[], ActShown]) -> ActShown:
    """Does what has a person go; from the tables that are here at once."""
    done = await house.in_pool(act)
    if not done.repeated:
        await house.departures.show_out(Departure(0, done.after["person"], reason, done.at))
    return done

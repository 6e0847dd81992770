"""What an operator asks: the shapes that all calls share."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pitboss.house.credentials import make_secret
from pitboss.house.operator_people import PeopleDesk
from pitboss.house.operator_tables import OperatorDesk
from pitboss.house.request_shapes import Asked
from pitboss.ledger.people import Person
from pitboss.table.messages import Id
from pitboss.web.server_state import House

Name = Annotated[str, Field(min_length=1, max_length=100)]
Time = Annotated[int, Field(ge=0, le=10**14)]  # milliseconds since 1970
Number = Annotated[int, Field(ge=0, le=2**63 - 1)]


class Commanded(Asked):
    """What an operator asks for; `id` makes repeating it safe."""

    id: Id


class Reasoned(Commanded):
    """Something that is done for a reason."""

    why: Annotated[str, Field(min_length=1, max_length=400, pattern=r"\S")]


class Wanted(BaseModel):
    """What a list is to show: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


def people_desk_of(house: House, who: Person) -> PeopleDesk:
    """An operator at work with people."""
    new_secret = partial(make_secret, house.entropy)
    return PeopleDesk(who.id, house.store, house.pit, lambda: house.milliseconds, new_secret)


def desk_of(house: House, who: Person) -> OperatorDesk:
    """An operator in this house."""
    return OperatorDesk(who.id, house.store, house.pit, house.floor, lambda: house.milliseconds)

"""What an operator asks: the shapes that all calls share, and each command done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from pitboss.cage.people import Person
from pitboss.floor.messages import Id
from pitboss.house.operator_journal import ActShown, Values, done_before
from pitboss.web.house import House
from pitboss.web.people_routes import Asked

Name = Annotated[str, Field(min_length=1, max_length=100)]
Why = Annotated[str, Field(max_length=400)]
Time = Annotated[int, Field(ge=0, le=10**14)]  # milliseconds since 1970
Number = Annotated[int, Field(ge=0, le=2**63 - 1)]
Key = Annotated[str, Field(max_length=100, pattern=r"^[!-~]+$")]  # of a table or a round


class Commanded(Asked):
    """What an operator asks for; `id` makes repeating it safe."""

    id: Id


class Wanted(BaseModel):
    """What a list is to show: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


async def once(
    request: Request,
    house: House,
    who: Person,
    command: str,
    what: str,
    asked: Values,
    work: Callable[[], Awaitable[ActShown]],
) -> ActShown:
    """Does a command, unless it was done before; operators wait for each other."""
    if not hasattr(request.app.state, "operators"):
        request.app.state.operators = asyncio.Lock()
    async with request.app.state.operators:
        found = await house.in_pool(
            lambda: house.store.read(lambda connection: done_before(connection, who.id, command, what, asked))
        )
        return found or await work()

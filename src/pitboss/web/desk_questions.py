"""Questions to the desk over HTTP: who asks, how often they may, and that they are still there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request

from pitboss.desk.question import Question
from pitboss.house.house_cards import ask_own
from pitboss.house.rates import Rate, network_of
from pitboss.round import Refusal
from pitboss.web.guard import MaybePerson, address_of, house_of
from pitboss.web.server_state import House

QUESTIONS: Final = Rate(per_minute=300, per_hour=6_000)  # of one address, and of one person
SHEETS: Final = Rate(per_minute=20, per_hour=200)  # that somebody brings or posts pays on

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a person, or somebody who has not signed in; and the address they come from."""

    request: Request
    person: str | None

    async def ask(self, asked: Question, *, sheet: bool = False) -> bytes:
        """The desk's answer, unless this one asks too often or goes away before it is there."""
        house = house_of(self.request)
        kind, rate = ("sheet", SHEETS) if sheet else ("ask", QUESTIONS)
        network = network_of(address_of(self.request))
        keys = {f"{kind} {network}": rate}
        if self.person is not None:
            keys[f"{kind} {self.person}"] = rate
        again = house.attempts.knock(house.milliseconds, keys)
        if again is not None:
            text = "Too many questions: try again in a minute"
            raise Refusal("rate", text, None, values={"again": again})
        line = f"address {network}" if self.person is None else f"person {self.person}"
        return await _while_there(self.request, house.desk.ask(line, asked, address=network))


def asker(request: Request, who: MaybePerson) -> Asker:
    """Who asks the desk."""
    return Asker(request, who.id if who is not None else None)


TheAsker = Annotated[Asker, Depends(asker)]


async def _while_there(request: Request, asking: Coroutine[Any, Any, bytes]) -> bytes:
    """The answer; a question whose asker has gone is given up."""
    answer = asyncio.ensure_future(asking)
    gone = asyncio.ensure_future(_gone(request))
    try:
        either: set[asyncio.Future[Any]] = {answer, gone}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise Refusal("unavailable", "Nobody waits for this any more", None)
        return answer.result()
    finally:
        answer.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Ends when the client does; its body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def shown(house: House, asked: Question, kind: type[T]) -> T:
    """What a page of the house's own shows, as a value: one of few questions, asked once and then known."""
    return await ask_own(house.desk, asked, kind)

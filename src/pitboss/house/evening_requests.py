"""What is asked for an evening: the shapes of requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pitboss.house.request_shapes import Asked, Key, Title, Why
from pitboss.table.messages import Id
from pitboss.table.settings import Clock

Amount = Annotated[int, Field(gt=0, le=10**9)]
Count = Annotated[int, Field(ge=1, le=1000)]
Prize = Annotated[str, Field(max_length=100)]
_USUAL = Clock()


class EveningCommand(Asked):
    """What is asked of an evening; `id` makes repeating it safe."""

    id: Id


class LevelAsked(Asked):
    """A level of the schedule: either so many rounds or so many minutes."""

    low: Amount
    high: Amount
    rounds: Count | None = None
    minutes: Annotated[int, Field(ge=1, le=600)] | None = None


class ClockAsked(Asked):
    """How long each table waits, in seconds; as at other tables unless it is said. Bots take no time, so the
    result stays for a while."""

    bets: Annotated[float, Field(ge=5, le=600)] = _USUAL.bets
    decision: Annotated[float, Field(ge=5, le=600)] = _USUAL.decision
    result: Annotated[float, Field(ge=2, le=60)] = _USUAL.result


class EveningAsked(EveningCommand):
    """An evening to announce; who does is its host."""

    name: Title
    house: Annotated[str, Field(max_length=40)]
    kind: Literal["freeze_out", "rounds"] = "freeze_out"
    chips: Amount = 100_000
    rounds: Count | None = None  # after which it ends; a freeze-out may end before
    levels: Annotated[list[LevelAsked], Field(min_length=1, max_length=30)]
    late_until: Annotated[int, Field(ge=0, le=1000)] = 0
    seats: Annotated[int, Field(ge=1, le=100)] | None = None  # at each table; empty: as many as it has
    clock: ClockAsked = ClockAsked()
    prizes: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)] = Field(
        default_factory=list
    )
    league: Key | None = None
    new_league: Title | None = None  # one to begin with this evening, in place of `league`
    private: bool = False
    bots: Annotated[int, Field(ge=0, le=60)] = 0


class Entering(EveningCommand):
    """Somebody enters; for a private evening its invitation."""

    invite: Annotated[str, Field(max_length=100)] = ""


HostAct = Literal["start", "pause", "resume", "call_off"]


class Hosting(EveningCommand):
    """What its host does, or an operator, who says why."""

    why: Why = ""


class Removing(Hosting):
    """Whom the host has go."""

    person: Key


class BotsAsked(Hosting):
    """How many bots more."""

    bots: Annotated[int, Field(ge=1, le=60)]


class LeagueAsked(EveningCommand):
    """A league to begin; who does is its host, and puts evenings into it."""

    name: Title

"""What is asked for an evening: the shapes of requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.messages import Id

Amount = Annotated[int, Field(gt=0, le=10**9)]
Count = Annotated[int, Field(ge=1, le=1000)]
Title = Annotated[str, Field(min_length=1, max_length=60)]
Key = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[!-~]+$")]
Why = Annotated[str, Field(max_length=400)]


class Asked(BaseModel):
    """Unknown fields are refused; `id` makes repeating it safe."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Id


class LevelAsked(BaseModel):
    """A level of the schedule: either so many rounds or so many minutes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    low: Amount
    high: Amount
    rounds: Count | None = None
    minutes: Annotated[int, Field(ge=1, le=600)] | None = None


class ClockAsked(BaseModel):
    """How long each table waits, in seconds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    bets: Annotated[float, Field(ge=0, le=600)] = 20.0
    decision: Annotated[float, Field(ge=0, le=600)] = 25.0
    result: Annotated[float, Field(ge=0, le=60)] = 6.0


class EveningAsked(Asked):
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
    prizes: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)] = []
    league: Key | None = None
    private: bool = False
    bots: Annotated[int, Field(ge=0, le=60)] = 0


class Entering(Asked):
    """Somebody enters; for a private evening its invitation."""

    invite: Annotated[str, Field(max_length=100)] = ""


HostAct = Literal["start", "pause", "resume", "call_off"]


class Hosting(Asked):
    """What its host does, or an operator, who says why."""

    why: Why = ""


class Removing(Hosting):
    """Whom the host has go."""

    person: Key


class BotsAsked(Hosting):
    """How many bots more."""

    bots: Annotated[int, Field(ge=1, le=60)]


class LeagueAsked(Asked):
    """A league to begin; who does is its host, and puts evenings into it."""

    name: Title

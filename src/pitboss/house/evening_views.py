"""An evening and a league as whoever looks may see them: keys and values, no sentences."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from pitboss.money import Cents

Kind = Literal["freeze_out", "rounds"]
Phase = Literal["listed", "running", "ended", "called_off"]
EntrantState = Literal["listed", "waiting", "playing", "absent", "out"]


class LimitsShown(BaseModel):
    """What may be bet, in tournament chips."""

    low: Cents
    high: Cents


class LevelShown(LimitsShown):
    """A level of the schedule: it lasts some rounds, or some minutes; the last one lasts to the end."""

    number: int  # from 1
    rounds: int | None
    minutes: int | None
    least: Cents  # the lowest bet on the main game, with what Play may take: who cannot cover it is out
    ante: Cents  # the lowest Ante: who misses a round loses it


class RunningLevel(LevelShown):
    """The level that is played: when it ends, and what comes then."""

    ends_at: int | None  # milliseconds since 1970, of a level by minutes; empty while the evening is paused
    rounds_left: int | None  # of a level by rounds, the one that is played included
    next: LevelShown | None


class StandingShown(BaseModel):
    """Somebody in the standings; `place` is shared where `tied`."""

    place: int | None  # by what was counted after the last round; empty before the first
    tied: bool
    person: str  # the id by which a host removes them
    name: str
    avatar: str | None
    bot: bool
    you: bool
    chips: Cents  # in hand now, bets taken off; when it is over, at its end; once out, before the last round
    table: str | None
    seat: int | None
    state: EntrantState
    leaves: bool  # is out when the running round has ended
    out_round: int | None
    rounds: int  # rounds that they have bet in
    missed: int  # rounds that they have not
    prizes: list[str]  # that they have won; empty before the end, and for bots
    shares: bool  # whether these prizes are won together with others


class EveningTable(BaseModel):
    """A table of an evening. All tables play the same round: the next begins when all have ended it."""

    id: str
    number: int  # by which people call it
    open: bool  # a server has it: one can go there
    name: str
    round: int
    done: bool  # it has ended this round, and waits for the others
    people: int


class EveningYou(BaseModel):
    """What an evening is to who looks."""

    entered: bool
    host: bool
    operator: bool
    may_enter: bool
    may_leave: bool
    table: str | None
    seat: int | None


class NewsShown(BaseModel):
    """Something that has happened, the latest first: a key, and what it is about."""

    at: int  # milliseconds since 1970
    what: str
    values: dict[str, int | str | None]


class EveningListed(BaseModel):
    """An evening in the list."""

    id: str
    name: str
    house: str
    house_name: str
    kind: Kind
    phase: Phase
    paused: bool
    calling_off: bool  # ends without a ranking when the running round has
    host: str  # the name
    private: bool
    league: str | None
    entered: int
    playing: int
    most: int  # that may enter
    round: int  # 0 before the first
    made: int  # milliseconds since 1970
    ended: int | None
    you: EveningYou | None


class ClockShown(BaseModel):
    """How long each table of an evening waits, in seconds."""

    bets: float
    decision: float
    result: float


class EveningShown(EveningListed):
    """A whole evening. `revision` grows with each change but what its tables do."""

    revision: int
    chips: Cents  # the stake of everybody who enters
    rounds: int | None  # after which it ends at the latest
    level: RunningLevel | None  # empty before the start and after the end
    levels: list[LevelShown]
    late_until: int  # the last round in which somebody may still enter; 0: nobody after the start
    seats: int  # at each table, at most
    clock: ClockShown
    standings: list[StandingShown]
    tables: list[EveningTable]
    prizes: list[str]  # by place; text, nothing of it moves money
    tie_rule: str  # a key
    absent_rule: str  # a key
    league_name: str | None
    now: int  # by the server's clock: what `ends_at` is to be counted from
    news: list[NewsShown]
    invite: str | None = None  # for the host of a private evening


class LeagueListed(BaseModel):
    """A league in the list."""

    id: str
    name: str
    host: str
    evenings: int
    ended: int
    you_host: bool


class LeagueEvening(BaseModel):
    """An evening of a league."""

    id: str
    name: str
    phase: Phase
    entered: int
    ended: int | None


class LeaguePlace(BaseModel):
    """Somebody in the table of a league, over the evenings that have ended."""

    place: int
    tied: bool
    name: str
    avatar: str | None
    bot: bool
    you: bool
    points: int
    evenings: int
    wins: int
    best: int  # the best place
    by_evening: list[int | None]  # points of each evening that has ended, in the order of `evenings`


class LeagueShown(LeagueListed):
    """A league: its evenings in their order, and what they add up to."""

    evenings_list: list[LeagueEvening]
    standings: list[LeaguePlace]
    points_rule: str  # a key
    tie_rule: str  # a key

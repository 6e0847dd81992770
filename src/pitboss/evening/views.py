"""An evening or a league as a viewer may see it: keys and values, no sentences; names are those of today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from msgspec.structs import asdict
from pydantic import BaseModel, Field

from pitboss.evening.model import (
    ABSENT_RULE,
    LEAGUE_TIE_RULE,
    MOST_ENTRANTS,
    POINTS_RULE,
    TIE_RULE,
    Clock,
    Entrant,
    Evening,
    Kind,
    Level,
    Phase,
    Standing,
    Won,
    add_up,
    prizes_of,
    standings,
)
from pitboss.evening.rounds import level_end
from pitboss.evening.rows import CountedLeague, EveningFelt, StoredEvening, StoredLeague
from pitboss.house import Asked
from pitboss.ledger.people import Person, read_person
from pitboss.ledger.store import Connection
from pitboss.money import Cents
from pitboss.sheet import load_house
from pitboss.table.seating import Avatar, avatar_of

EntrantState = Literal["listed", "waiting", "playing", "absent", "out"]
_USUAL: Final = Clock()


class ClockAsked(Asked):
    """How long each table waits, in seconds; as at other tables unless it is said. Bots take no time, so the
    result stays for a while."""

    bets: Annotated[float, Field(ge=5, le=600)] = _USUAL.bets
    decision: Annotated[float, Field(ge=5, le=600)] = _USUAL.decision
    result: Annotated[float, Field(ge=2, le=60)] = _USUAL.result


class LevelShown(BaseModel):
    """A level of the schedule: it lasts some rounds, or some minutes; the last one lasts to the end."""

    low: Cents  # what may be bet, in tournament chips
    high: Cents
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


class EveningShown(EveningListed):
    """A whole evening. `revision` grows with each change but what its tables do."""

    revision: int
    chips: Cents  # the stake of everybody who enters
    rounds: int | None  # after which it ends at the latest
    level: RunningLevel | None  # empty before the start and after the end
    levels: list[LevelShown]
    late_until: int  # the last round in which somebody may still enter; 0: nobody after the start
    seats: int  # at each table, at most
    clock: Clock
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


GONE = "a deleted player"  # what a deleted person is called


@dataclass
class Names:
    """What people are called today, each looked up once."""

    connection: Connection
    _known: dict[str, tuple[str, Avatar | None]] = field(default_factory=dict)

    def of(self, person: str) -> tuple[str, Avatar | None]:
        """Somebody's name and picture; bots are called by their number."""
        if person not in self._known:
            self._known[person] = self._look_up(person)
        return self._known[person]

    def _look_up(self, person: str) -> tuple[str, Avatar | None]:
        if person.startswith("bot:"):
            return f"Bot {person.rpartition(':')[2]}", None
        found = read_person(self.connection, person)
        return (GONE, None) if found is None else (found.shown, avatar_of(found.id, found.avatar))


def listed(stored: StoredEvening, evening: Evening, who: Person | None, names: Names) -> EveningListed:
    """An evening in the list."""
    plan = evening.plan
    return EveningListed(
        id=evening.id,
        name=plan.name,
        house=plan.house,
        house_name=load_house(plan.house).name,
        kind=plan.kind,
        phase=evening.phase,
        paused=evening.paused is not None,
        calling_off=evening.phase == "running" and evening.calling_off,
        host=names.of(evening.host)[0],
        private=plan.private,
        league=stored.league,
        entered=len(evening.entrants),
        playing=len(evening.playing),
        most=MOST_ENTRANTS,
        round=evening.round,
        made=evening.made,
        ended=evening.ended,
        you=None if who is None else _you(evening, who),
    )


def shown(
    stored: StoredEvening,
    evening: Evening,
    names: Names,
    felts: Mapping[str, EveningFelt],
    league: str | None,
) -> EveningShown:
    """The whole of an evening as everybody sees it; `shown_to` says what it is to somebody."""
    plan, won = evening.plan, prizes_of(evening) if evening.phase == "ended" else {}
    news = [
        NewsShown(at=each.at, what=each.what, values=_named(each.values, names))
        for each in reversed(evening.news)
    ]
    return EveningShown(
        **listed(stored, evening, None, names).model_dump(),
        revision=stored.version,
        chips=plan.chips,
        rounds=plan.rounds,
        level=_running_level(evening),
        levels=[_level(number, each) for number, each in enumerate(plan.levels, 1)],
        late_until=plan.late_until,
        seats=plan.seats,
        clock=plan.clock,
        standings=[_standing(evening, each, won.get(each.entrant.id), names) for each in standings(evening)],
        tables=[_table(evening, each, felts.get(each)) for each in evening.tables],
        prizes=list(plan.prizes),
        tie_rule=TIE_RULE,
        absent_rule=ABSENT_RULE,
        league_name=league,
        now=0,
        news=news,
    )


def shown_to(
    base: EveningShown,
    stored: StoredEvening,
    evening: Evening,
    who: Person | None,
    now: int,
    stacks: Mapping[str, Cents],
) -> EveningShown:
    """An evening as one person sees it, at a time in milliseconds; `stacks` is what people have in hand."""
    me = who.id if who is not None else None
    standings = [
        each.model_copy(update={"you": each.person == me, "chips": stacks.get(each.person, each.chips)})
        for each in base.standings
    ]
    update: dict[str, object] = {"now": now, "standings": standings}
    if who is not None:
        hosts = who.id == evening.host or who.role == "operator"
        update["you"] = _you(evening, who)
        update["invite"] = stored.invite if hosts and evening.plan.private else None
    return base.model_copy(update=update)


def _you(evening: Evening, who: Person) -> EveningYou:
    mine = evening.entrant(who.id)
    late = evening.phase == "running" and not evening.calling_off and evening.round <= evening.plan.late_until
    free = len(evening.entrants) < MOST_ENTRANTS
    plays = mine is not None and not mine.is_out and not mine.leaves
    return EveningYou(
        entered=mine is not None,
        host=who.id == evening.host,
        operator=who.role == "operator",
        may_enter=mine is None and free and (evening.phase == "listed" or late),
        may_leave=plays and evening.phase in ("listed", "running"),
        table=mine.table if mine else None,
        seat=mine.seat if mine else None,
    )


def _named(values: Mapping[str, int | str], names: Names) -> dict[str, int | str | None]:
    person = values.get("person")
    name = {"name": names.of(person)[0]} if isinstance(person, str) else {}
    return {**values, **name}


def _level(number: int, level: Level) -> LevelShown:
    return LevelShown(number=number, **asdict(level))


def _running_level(evening: Evening) -> RunningLevel | None:
    if evening.phase != "running":
        return None
    levels, limits, last = evening.plan.levels, evening.limits, evening.level == len(evening.plan.levels) - 1
    by_minutes = limits.minutes is not None and evening.paused is None and not last
    by_rounds = limits.rounds is not None and not last
    return RunningLevel(
        **_level(evening.level + 1, limits).model_dump(),
        ends_at=level_end(evening) if by_minutes else None,
        rounds_left=(limits.rounds or 0) - evening.level_rounds if by_rounds else None,
        next=None if last else _level(evening.level + 2, levels[evening.level + 1]),
    )


def state_of(evening: Evening, entrant: Entrant) -> EntrantState:
    """How somebody is in the evening, as a key."""
    if entrant.is_out:
        return "out"
    if evening.round == 0:  # also where it was called off before it began
        return "listed"
    if entrant.table is None:
        return "waiting"
    return "absent" if entrant.absent else "playing"


def _standing(evening: Evening, each: Standing, won: Won | None, names: Names) -> StandingShown:
    entrant = each.entrant
    name, avatar = names.of(entrant.id)
    own = {"bot": entrant.bot is not None, "leaves": entrant.leaves and not entrant.is_out}
    return StandingShown(
        **asdict(entrant) | own,
        place=each.place if evening.round else None,
        tied=each.tied and bool(evening.round),
        person=entrant.id,
        name=name,
        avatar=avatar,
        you=False,
        state=state_of(evening, entrant),
        prizes=list(won.prizes) if won else [],
        shares=won is not None and won.shared,
    )


def _table(evening: Evening, table: str, felt: EveningFelt | None) -> EveningTable:
    stage = felt.round if felt is not None else None
    return EveningTable(
        id=table,
        number=table_number(table),
        open=felt is not None and not felt.closed,
        name=table_title(evening, table),
        round=evening.round,
        done=stage is not None and stage.round == evening.round and stage.stage == "done",
        people=len(evening.seated(table)),
    )


def table_title(evening: Evening, table: str) -> str:
    """What a table of an evening is called."""
    return f"{evening.plan.name} {table_number(table)}"


def table_number(table: str) -> int:
    """The number of a table in its evening."""
    return int(table.rpartition(".")[2])


# Leagues
def league_listed(counted: CountedLeague, who: Person | None, names: Names) -> LeagueListed:
    """A league in the list."""
    league = counted.league
    return LeagueListed(
        id=league.id,
        name=league.name,
        host=names.of(league.host)[0],
        evenings=counted.evenings,
        ended=counted.ended,
        you_host=who is not None and who.id == league.host,
    )


def league_shown(
    league: StoredLeague, evenings: list[Evening], who: Person | None, names: Names
) -> LeagueShown:
    """A league over those of some evenings that have ended: what somebody may not see is not among them."""
    ended = [evening for evening in evenings if evening.phase == "ended"]
    counted = CountedLeague(league, len(evenings), len(ended))
    rows = []
    for each in add_up(ended):
        name, avatar = names.of(each.person)
        rows.append(
            LeaguePlace(
                **each._asdict(),
                name=name,
                avatar=avatar,
                bot=each.person.startswith("bot:"),
                you=who is not None and who.id == each.person,
            )
        )
    told = [
        LeagueEvening(
            id=each.id, name=each.plan.name, phase=each.phase, entered=len(each.entrants), ended=each.ended
        )
        for each in evenings
    ]
    return LeagueShown(
        **league_listed(counted, who, names).model_dump(),
        evenings_list=told,
        standings=rows,
        points_rule=POINTS_RULE,
        tie_rule=LEAGUE_TIE_RULE,
    )

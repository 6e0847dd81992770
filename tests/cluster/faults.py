"""What befalls servers and their database, and how long the tables concerned stand still."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.cluster.evening import LONGEST, Evening
from tests.cluster.fleet import Member
from tests.cluster.patron import COME_BACK, ELSEWHERE, Patron

BEYOND = 3.5  # seconds, more than a lease lasts
HOUR = 3600
Fault = Callable[[Evening], Awaitable[None]]


async def kill_in_bets(evening: Evening) -> None:
    """kill -9 of an owner while somebody's bet lies on one of its tables."""
    await _kill_in(evening, "bets")


async def kill_in_decisions(evening: Evening) -> None:
    """kill -9 of an owner while cards are out."""
    await _kill_in(evening, "decisions")


async def kill_in_settled(evening: Evening) -> None:
    """kill -9 of an owner just after a round was paid."""
    await _kill_in(evening, "settled")


async def _kill_in(evening: Evening, phase: str) -> None:
    patron = await _somebody_in(evening, phase)
    member = evening.fleet.at(patron.at)
    tables, since = evening.at(member), time.monotonic()
    await asyncio.to_thread(member.kill)
    await _taken_over(evening, f"kill -9 in {phase}", member, tables, since)
    await _back(evening, member)


async def freeze(evening: Evening) -> None:
    """SIGSTOP beyond the lease, and SIGCONT: who wakes up says no more of tables that are others' now."""
    member = await _some_owner(evening)
    tables, since = evening.at(member), time.monotonic()
    onlookers = [await _look_on(member, table) for table in list(tables)[:3]]
    member.freeze()
    name = "stopped for longer than its lease"
    if len(evening.fleet.members) == 1:
        await asyncio.sleep(BEYOND)
        since = time.monotonic()
        member.thaw()
        evening.count(name, await evening.frames_at(tables, since, anew=False))
    else:
        evening.count(name, await evening.frames_at(tables, since, anew=True))
        await evening.goes_on(tables, since)
        await asyncio.sleep(max(0.0, since + BEYOND - time.monotonic()))
        for each in onlookers:
            await _drain(each)
        member.thaw()
        for each in onlookers:
            await _is_sent_away(each)
    for each in onlookers:
        each.transport.abort()
    await evening.settle(set(evening.tables), time.monotonic())


async def silence(evening: Evening) -> None:
    """A server and the database do not hear each other any more; what was said comes late, or never."""
    member = await _some_owner(evening)
    tables, since = evening.at(member), time.monotonic()
    member.proxy.fall_silent()
    late = evening.chance.random() < 0.5
    name = f"silent network, {'late' if late else 'lost'} words"
    if len(evening.fleet.members) == 1:
        await asyncio.sleep(BEYOND)
        since = time.monotonic()
        member.proxy.mend(forget=not late)
        evening.count(name, await evening.frames_at(tables, since, anew=False))
    else:
        evening.count(name, await evening.frames_at(tables, since, anew=True))
        await evening.goes_on(tables, since)
        member.proxy.mend(forget=not late)
    await evening.settle(set(evening.tables), time.monotonic())


async def lose_answers(evening: Evening) -> None:
    """The answers to some commits do not come, and their sessions end."""
    member = await _some_owner(evening)
    tables, since = evening.at(member), time.monotonic()
    member.proxy.lose_commits(3)
    await asyncio.sleep(0.5)
    member.proxy.mend()
    evening.count("answers to commits lost", await evening.frames_at(tables, since, anew=False))
    await evening.settle(set(evening.tables), since)


async def cut(evening: Evening) -> None:
    """A server's connections to the database end, and none is made for a moment shorter than a lease."""
    member = await _some_owner(evening)
    tables = evening.at(member)
    member.proxy.cut()
    await asyncio.sleep(1)
    since = time.monotonic()
    member.proxy.mend()
    evening.count("network cut for a second", await evening.frames_at(tables, since, anew=False))
    await evening.settle(set(evening.tables), since)


async def end_sessions_of_one(evening: Evening) -> None:
    """pg_terminate_backend of all sessions of one server."""
    member = await _some_owner(evening)
    tables, since = evening.at(member), time.monotonic()
    await asyncio.to_thread(evening.fleet.end_sessions, member.name)
    evening.count("sessions of one server ended", await evening.frames_at(tables, since, anew=False))
    await evening.settle(set(evening.tables), since)


async def end_all_sessions(evening: Evening) -> None:
    """pg_terminate_backend of everybody."""
    since = time.monotonic()
    await asyncio.to_thread(evening.fleet.end_sessions)
    tables = set(evening.tables)
    evening.count("sessions of all servers ended", await evening.frames_at(tables, since, anew=False))
    await evening.settle(set(evening.tables), since)


async def restart_database(evening: Evening) -> None:
    """The postmaster dies as if its machine had, and starts again."""
    await asyncio.to_thread(evening.fleet.cluster.stop, signal.SIGQUIT)
    await asyncio.sleep(1)
    await asyncio.to_thread(evening.fleet.cluster.start)
    since = time.monotonic()
    tables = set(evening.tables)
    evening.count("database restarted", await evening.frames_at(tables, since, anew=False))
    await evening.settle(set(evening.tables), since)


async def hand_over(evening: Evening) -> None:
    """SIGTERM: the tables have no owner at once."""
    member = await _some_owner(evening)
    tables, since = evening.at(member), time.monotonic()
    ended = asyncio.create_task(asyncio.to_thread(member.server.stop))
    if len(evening.fleet.members) == 1:
        assert await ended == 0, member.server.said()[-3000:]
        since = time.monotonic()
        await asyncio.to_thread(member.start)
    evening.count("stopped with SIGTERM", await evening.frames_at(tables, since, anew=True))
    assert await ended == 0, member.server.said()[-3000:]
    await _back(evening, member)


async def shift_clock(evening: Evening) -> None:
    """A server comes back with a clock that is an hour wrong, and another dies, so that it takes tables."""
    member = await _some_owner(evening)
    await asyncio.to_thread(member.kill)
    member.skew = evening.chance.choice((-HOUR, HOUR))
    since = time.monotonic()
    await asyncio.to_thread(member.start)
    if len(evening.fleet.members) > 1:
        other = await _some_owner(evening, but=member)
        tables, since = evening.at(other), time.monotonic()
        await asyncio.to_thread(other.kill)
        await _taken_over(evening, "clock an hour wrong", other, tables, since)
        await _back(evening, other)
    else:
        tables = set(evening.tables)
        evening.count("clock an hour wrong", await evening.frames_at(tables, since, anew=True))
    await evening.settle(set(evening.tables), time.monotonic())
    member.skew = 0  # from its next start on


async def restart_all(evening: Evening) -> None:
    """Every server dies, and all start at once, each of them after the same tables."""
    killed = time.monotonic()
    for member in evening.fleet.members:
        if member.server.process is not None:
            await asyncio.to_thread(member.kill)
    await asyncio.to_thread(evening.fleet.start)
    since = time.monotonic()  # when all of them answer; the leases of the dead may still live
    tables = set(evening.tables)
    await evening.frames_at(tables, killed, anew=True)
    evening.count("all killed, all started at once", time.monotonic() - since)
    await evening.settle(tables, since)


FAULTS: dict[str, Fault] = {
    "bets": kill_in_bets,
    "decisions": kill_in_decisions,
    "settled": kill_in_settled,
    "freeze": freeze,
    "silence": silence,
    "cut": cut,
    "answers": lose_answers,
    "one": end_sessions_of_one,
    "all": end_all_sessions,
    "database": restart_database,
    "hand over": hand_over,
    "clock": shift_clock,
    "restart": restart_all,
}


async def _somebody_in(evening: Evening, phase: str) -> Patron:
    """Somebody whose table is in a phase at this very moment, with money of theirs in it."""
    found: list[Patron] = []

    def is_there() -> bool:
        found[:] = [
            each
            for each in evening.patrons
            if each.at and each.shown.phase == phase and (phase != "bets" or each.has_bet)
        ]
        return bool(found)

    await evening.until(is_there, f"nobody is in {phase}")
    return evening.chance.choice(found)


async def _some_owner(evening: Evening, but: Member | None = None) -> Member:
    """A server that runs and has tables."""
    found: list[Member] = []

    def is_there() -> bool:
        found[:] = [
            each for each in evening.fleet.members if each.runs and each is not but and evening.at(each)
        ]
        return bool(found)

    await evening.until(is_there, "no server has tables")
    return evening.chance.choice(found)


async def _taken_over(evening: Evening, name: str, member: Member, tables: set[str], since: float) -> None:
    """Another server takes the tables; where there is none, this one starts again."""
    if len(evening.fleet.members) == 1:
        since = time.monotonic()
        await asyncio.to_thread(member.start)
    evening.count(name, await evening.frames_at(tables, since, anew=True))
    await evening.goes_on(tables, since)


async def _back(evening: Evening, member: Member) -> None:
    """A server that has ended starts again; its tables stay where they are."""
    if member.server.process is None:
        await asyncio.to_thread(member.start)
    await evening.settle(set(evening.tables), time.monotonic())


async def _look_on(member: Member, table: str) -> ClientConnection:
    """Somebody who only looks, and never asks whether anybody is still there."""
    socket = await connect(
        member.server.socket_of(table), compression=None, max_size=None, ping_interval=None
    )
    await socket.recv()
    return socket


async def _drain(socket: ClientConnection) -> None:
    """Hears what was sent until now."""
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(socket.recv(), 0.05)


async def _is_sent_away(socket: ClientConnection) -> None:
    """Who has looked on at a server that lost the table is sent away, and shown nothing more of it."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(LONGEST):
            frame = await socket.recv()
            raise AssertionError(f"a server that lost the table has sent {frame[:300]!r}")
    assert socket.close_code in (ELSEWHERE, COME_BACK), f"closed with {socket.close_code}"

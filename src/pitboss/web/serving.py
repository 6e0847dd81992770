"""A house is opened, served and closed again: by this process, or by N of them (`pitboss serve --workers N`).

The servers know nothing of each other that servers on other machines would not know: they share a PostgreSQL
database, and a client that asks the wrong one is sent to the port of the one that has its table. The parent
starts a server again that has died, and ends all of them when it is told to. A worker reads its `Task` from
standard input and says `ready` on standard output. It ends when its input does, so that none is left over.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Thread
from typing import Final

import uvicorn
from pydantic import BaseModel

from pitboss.errors import CageFault
from pitboss.ledger import WrongShape
from pitboss.ledger.database import bare_store, is_postgres, open_to_serve, serve_database
from pitboss.round import Refusal
from pitboss.table.lease_keeper import leases_of
from pitboss.web.app import make_app
from pitboss.web.door import KEPT, Door, protocols
from pitboss.web.log import log, start_log
from pitboss.web.server import HouseServer, listen, place_of, raise_file_limit
from pitboss.web.server_state import THREADS, House
from pitboss.web.settings import ServeSettings


def serve(
    settings: ServeSettings,
    listening: socket.socket,
    *,
    opened: Callable[[], None] = lambda: None,
    take_over: bool = False,
) -> None:
    """Serves the database of the settings until it is told to end, or may not go on."""
    files = raise_file_limit()
    store, serving = open_to_serve(settings.db, THREADS, take_over=take_over)
    place = place_of(listening)
    leases = leases_of(store, settings.public_address, lambda server: house.floor.lose_leases(), place)
    house = House(settings, store, serving=serving, leases=leases)
    log("files", most=files)
    server = make_server(house, opened)
    try:
        server.run([listening])
    finally:
        serving.close()
        store.close()
    if house.floor.lost is not None:
        raise house.floor.lost


def make_server(house: House, opened: Callable[[], None]) -> HouseServer:
    """uvicorn, with our door before it and the house behind it."""
    settings = house.settings
    http, web_socket = protocols(Door(settings))
    config = uvicorn.Config(
        make_app(house),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=web_socket,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # updates are small, and what packs them weighs 30 KB a socket
        proxy_headers=False,  # the application has it, with the proxies of the settings
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.key or None,
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=5,
    )
    return HouseServer(config, house, opened)


PROGRAM: Final = ("-m", "pitboss.web.serving")
OUTDATED: Final = 3  # the exit status of a worker whose database was upgraded: another one would end, too
PAUSE: Final = 0.5  # seconds until one that has died is started again
HIGHEST_PORT: Final = 65_535


class Task(BaseModel):
    """What a worker is told when it starts."""

    number: int
    settings: ServeSettings


def check_workers(settings: ServeSettings) -> None:
    """Refuses several workers where they cannot be."""
    several = f"workers: {settings.workers} processes"
    if not is_postgres(settings.db):
        text = (
            "a SQLite file is written by one process alone; give them a PostgreSQL with --db postgresql://…"
        )
        raise Refusal("settings", f"{several} cannot serve this database: {text}")
    if not 0 < settings.port <= HIGHEST_PORT + 1 - settings.workers:
        text = f"give the first one with --port, at most {HIGHEST_PORT + 1 - settings.workers}"
        raise Refusal("settings", f"{several} need as many ports in a row: {text}")
    if sys.platform == "win32":
        text = "on Windows start `pitboss serve` once for each port"
        raise Refusal("settings", f"{several} are not started by one here: {text}")


def settings_of_workers(settings: ServeSettings) -> list[ServeSettings]:
    """What each worker is started with: its port and address, its share of the cores, where the others are.

    Behind a public name the workers are found under `/at/1`, `/at/2` and so on, as in deploy/haproxy.cfg.
    """
    desks = settings.desk_workers or max(1, ((os.cpu_count() or 2) - 1) // settings.workers)
    found = []
    for number in range(settings.workers):
        own: dict[str, object] = {"workers": 1, "port": settings.port + number, "desk_workers": desks}
        if settings.addresses:
            own["addresses"] = (f"{settings.addresses[0]}/at/{number + 1}",)
        found.append(settings.model_copy(update=own).with_network_address())
    all_ = (*(each.public_address for each in found), *settings.addresses[1:])
    ordered = [(each, sorted(all_, key=lambda there: there != each.public_address)) for each in found]
    return [each.model_copy(update={"addresses": tuple(own_first)}) for each, own_first in ordered]


class Parent:
    """Runs the workers until it is told to end."""

    def __init__(self, settings: ServeSettings, opened: Callable[[], None]) -> None:
        self.tasks = [
            Task(number=n, settings=each) for n, each in enumerate(settings_of_workers(settings), 1)
        ]
        self.opened = opened
        self.ready: set[int] = set()  # who has answered once
        self.processes: dict[int, asyncio.subprocess.Process] = {}
        self.failed = False
        self._stop = asyncio.Event()

    async def run(self) -> int:
        """Serves; gives the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)
        await asyncio.gather(*map(self._keep, self.tasks))
        log("closed", workers=len(self.tasks))
        return int(self.failed)

    def _end(self) -> None:
        """Ends all workers in order; asked a second time, they do not wait for connections any more."""
        how = signal.SIGINT if self._stop.is_set() else signal.SIGTERM
        self._stop.set()
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                process.send_signal(how)

    async def _keep(self, task: Task) -> None:
        """One worker, and those that follow it."""
        while not self._stop.is_set():
            status = await self._live(task)
            if self._stop.is_set():
                self.failed |= status not in (0, -signal.SIGTERM)
                return
            log("worker ended", worker=task.number, status=status)
            if len(self.ready) < len(self.tasks) or status == OUTDATED:  # it has said why
                self.failed = True
                self._end()
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), PAUSE)

    async def _live(self, task: Task) -> int:
        """One worker, from its start to its end; gives its exit status."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *PROGRAM,
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,  # Ctrl-C is said to the parent, and by the parent to them
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self.processes[task.number] = process
        log("worker", worker=task.number, process=process.pid, port=task.settings.port)
        process.stdin.write(task.model_dump_json().encode() + b"\n")
        if self._stop.is_set():
            process.terminate()
        if await process.stdout.readline() and task.number not in self.ready:
            self.ready.add(task.number)
            if len(self.ready) == len(self.tasks):
                self.opened()
        return await process.wait()


def run_workers(settings: ServeSettings, opened: Callable[[], None], *, take_over: bool = False) -> int:
    """Serves with several processes; gives the exit status."""
    check_workers(settings)
    with closing(bare_store(settings.db)) as store:  # it gets our shape once, and faults are told once
        serve_database(store, take_over=take_over).close()

    async def run() -> int:
        return await Parent(settings, opened).run()

    return asyncio.run(run())


def main() -> int:
    """A worker: serves until it is told to end, or its parent has gone."""
    task = Task.model_validate_json(sys.stdin.readline())
    settings = task.settings
    start_log(settings.log_level, settings.log_format, settings.log_file, task.number)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        with listen(settings) as listening:
            serve(settings, listening, opened=lambda: print("ready", flush=True))
    except (Refusal, CageFault) as fault:
        print(f"pitboss: worker {task.number}: {fault}", file=sys.stderr)
        return OUTDATED if isinstance(fault, WrongShape) else 1
    return 0


def _end_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())

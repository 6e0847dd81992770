"""`python -m tests.live.shared_house serve …`: several servers on one database, each with tables of its own.

A table belongs to the process that has opened it, for as long as that lives; a folder says who that is. It
stands for a lease where only the way to a table is tested, and fences nothing.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pitboss.cage import Store, operator_rows
from pitboss.cage.server_lock import Serving
from pitboss.cli import main
from pitboss.floor.elsewhere import Elsewhere
from pitboss.floor.live_floor import Floor
from pitboss.floor.saved_table import remembered
from pitboss.floor.table_runner import Room
from pitboss.round import Refusal
from pitboss.web import server_state, serving, worker, workers

VARIABLE = "PITBOSS_TEST_OWNERS"


class Unfenced:
    """Nobody is kept from serving."""

    def check(self) -> None:
        return None

    def close(self) -> None:
        return None


class SharedFloor(Floor):
    """The tables of this process, and the way to those of the others."""

    address = ""

    async def start(self) -> int:
        return 0  # robs nobody

    def _have(self, room: Room) -> None:
        card = {"process": os.getpid(), "address": self.address}
        self._card(room.live.id).write_text(json.dumps(card), encoding="utf-8")
        super()._have(room)

    async def seek(self, table: str) -> Room:
        self._sweep()
        if table in self.rooms:
            return self.rooms[table]
        try:
            owner = json.loads(self._card(table).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Refusal("no_table", "There is no such table", None, "table") from None
        with suppress(ProcessLookupError):
            os.kill(owner["process"], 0)
            raise Elsewhere(owner["address"])
        return await self.take(table)

    async def look(self, table: str) -> Any:
        try:
            return (await self.seek(table)).live
        except Elsewhere:
            kept = self.pit.store.read(lambda connection: operator_rows.read_lobby(connection, table))
            assert kept is not None
            was = remembered(kept.settings, kept.seating)
            return SimpleNamespace(settings=was.settings, seating=was.seating, open_round=None)

    @staticmethod
    def _card(table: str) -> Path:
        return Path(os.environ[VARIABLE]) / table


def _serve_beside(store: Store, *, take_over: bool = False) -> Serving:
    return Unfenced()


def _open_house(settings: Any, store: Any, **more: Any) -> server_state.House:
    SharedFloor.address = settings.public_address
    return open_house(settings, store, **more)


open_house = server_state.open_house


def share() -> None:
    """From now on this process is one of several."""
    server_state.Floor = SharedFloor  # type: ignore[attr-defined]
    serving.open_house = _open_house  # type: ignore[attr-defined]
    serving.serve_alone = _serve_beside  # type: ignore[attr-defined]
    workers.PROGRAM[:] = ["-m", "tests.live.shared_house"]


if __name__ == "__main__":
    share()
    if sys.argv[1].isdecimal():
        sys.exit(worker.main())
    main()

"""An act at a table from the command line: done by the server that has the table, or here where none runs."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from pitboss.cli.database import address_of, store_at

if TYPE_CHECKING:
    from pitboss.house.operator_journal import ActShown, Command
    from pitboss.ledger.server_lock import Serving
    from pitboss.ledger.store import Store


def do_at_table(db: str | None, command: Command) -> ActShown:
    """Has an act done once, wherever its table is; refused means that nothing has changed.

    A running server has its tables in its memory and carries the act out there. Where none runs, this
    process is the house's server for a moment: it takes the one table, as every server would.
    """
    from pitboss.house.operator_journal import known_act
    from pitboss.ledger.leases import servers_run
    from pitboss.ledger.server_lock import ServedAlready, serve_database
    from pitboss.ledger.store import is_postgres

    store = store_at(db, new=False)
    try:
        known = known_act(store, command)
        if known is not None:
            return known
        if is_postgres(address_of(db)) and store.read(servers_run):
            return _by_server(store, command)
        try:
            serving = serve_database(store)
        except ServedAlready:
            return _by_server(store, command)
        try:
            return asyncio.run(_here(db, store, serving, command))
        finally:
            serving.close()
    finally:
        store.close()


def _by_server(store: Store, command: Command) -> ActShown:
    """Waits for the server that has the table."""
    from pitboss.house.operator_journal import LOOKS, PATIENCE, Errands

    errands = Errands(store)
    number = errands.send(command)
    try:
        for _ in range(int(PATIENCE / LOOKS)):
            found = errands.look(number, command)
            if found is not None:
                return found
            time.sleep(LOOKS)
    except KeyboardInterrupt:
        pass  # whoever waits no longer takes it back
    return errands.withdraw(number, command)


async def _here(db: str | None, store: Store, serving: Serving, command: Command) -> ActShown:
    """Does it in this process, with the settings that a server would have."""
    from pitboss.table.lease_keeper import leases_of
    from pitboss.web.server_state import open_house
    from pitboss.web.settings import read_settings
    from pitboss.web.settings_file import file_in_use
    from pitboss.web.table_acts import act_here

    settings = read_settings(file_in_use(None)).model_copy(update={"db": address_of(db)})
    leases = leases_of(store, settings.public_address, lambda _: house.floor.lose_leases())
    house = open_house(settings, store, serving=serving, leases=leases, reckons_here=True)
    try:
        await asyncio.to_thread(leases.start)
        return await act_here(house, command)
    finally:
        await house.floor.stop()
        house.watch.close()
        house.pool.shutdown(wait=True)
        await house.desk.close()

"""A house with a past for the console: rounds at every house, people with names, an operator, a doubt."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from pitboss.house.credentials import fold, make_secret, session_token
from pitboss.house.disputes import doubt
from pitboss.ledger import open_store
from pitboss.ledger.people import Name, add_guest, keep_token, name_person, set_role
from pitboss.ledger.store import Connection
from pitboss.proof import make_head
from pitboss.text import skeleton
from pitboss.web.guard import COOKIE
from tests.browser.house import BrowserHouse
from tests.operate.evenings import NOON, evening_at
from tests.table.pit_evening import PEOPLE

DOUBT: Final = "My pair should have been paid"
# Each command wants an id of its own; the browsers of the other tests have one seed for all.
OWN_SEED: Final = "crypto.getRandomValues = (array) => array.map(() => Math.floor(Math.random() * 256));"


def now() -> int:
    """The time as the database keeps it."""
    return int(time.time() * 1000)


def operated_house(file: Path, rounds: int = 3) -> BrowserHouse:
    """Opens it: who played are registered, `olga` is an operator, and `ann` doubts her first round."""
    store = open_store(str(file), "OFF")
    evening_at(store, 11, rounds)
    make_head(store, lambda: NOON)

    def people(connection: Connection) -> None:
        for person in (*PEOPLE, "olga"):
            add_guest(connection, person, NOON)
            name = person.title()
            name_person(connection, person, Name(name, fold(name), skeleton(name)), "")
        set_role(connection, "olga", "operator", "test", NOON)

    store.write(people)
    doubt(store, "ann", "rivers:1", DOUBT, NOON)
    store.close()
    house = BrowserHouse(file)
    house.start()
    return house


def signed_in(page: Page, house: BrowserHouse, person: str = "olga") -> Page:
    """A browser of somebody who is signed in."""
    secret = make_secret(os.urandom)
    house.store.write(lambda connection: keep_token(connection, session_token(secret, person, now())))
    page.context.add_cookies([{"name": COOKIE, "value": secret, "url": house.address}])
    page.add_init_script(OWN_SEED)
    return page

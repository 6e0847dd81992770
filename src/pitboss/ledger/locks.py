"""The advisory locks of PostgreSQL that this program takes, by number: each has one meaning."""

from __future__ import annotations

from typing import Final

UPGRADE: Final = 7_035_190  # one process changes the shape of the database
HEAD: Final = 7_035_191  # one head over all chains is made at a time
RECORD: Final = 7_035_192  # one record of the house's chain is written at a time
PLACES: Final = 7_035_195  # one table is opened at a time, where it is counted

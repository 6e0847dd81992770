"""Faults of the database in the cage's own words: whoever works with the cage knows no library beneath it."""

from __future__ import annotations


class StoreFault(Exception):
    """The database could not do a piece of work, and nothing of it was stored; the message is its own."""


class Conflict(StoreFault):
    """What was written stands against what is there: a key twice, or a check that the tables have."""

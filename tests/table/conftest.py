"""Databases of both kinds, for the tables that are tried on both."""

from tests.databases import databases, place, store

__all__ = ["databases", "place", "store"]

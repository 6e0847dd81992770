"""Databases for the tests of the cage."""

from tests.databases import databases, place, store

__all__ = ["databases", "place", "store"]

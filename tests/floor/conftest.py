"""Databases for the tests of the floor."""

from tests.databases import databases, place, store

__all__ = ["databases", "place", "store"]

"""Databases for the tests of the pit."""

from tests.databases import databases, place, store

__all__ = ["databases", "place", "store"]

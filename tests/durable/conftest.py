"""Databases for the tests of what is durable."""

from tests.databases import databases, place, store

__all__ = ["databases", "place", "store"]

"""Fixtures of the tests of deploy."""

from tests.databases import databases

__all__ = ["databases"]

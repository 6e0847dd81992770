"""Fixtures of the live tests."""

from tests.databases import databases

__all__ = ["databases"]

"""Pitboss: the open three-card-poker house. A rule sheet is data; everything else reads it."""

__version__ = "0.1.0"

"""What the cage tells as one sentence. It stands here so that knowing its name costs no database library."""

from __future__ import annotations


class CageFault(Exception):
    """Money or memory cannot do what was asked; the message says why and what can be done."""

"""What the cage tells as one sentence. It stands here so that knowing its name costs no database library."""

from __future__ import annotations


class CageFault(Exception):
    """Money or memory cannot do what was asked; the message says why and what can be done."""

    looked_up = False  # whether a command that failed is known not to have been done when it was said before


class OutcomeUnknown(CageFault):
    """The answer to a commit was lost: what was asked is stored or it is not, and one must look."""


class HouseLost(CageFault):
    """This process may no longer write: its tables or its file are another's now, and it must end."""

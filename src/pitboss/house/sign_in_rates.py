"""How often a password may be tried, by whom and from where, so that nobody can lock another person out.

A stranger is counted by name and network together. A browser that has signed in with a name before, and a
person who is signed in, are counted by themselves: what strangers do is nothing to them. (OWASP calls the
first of these device cookies.)
"""

from __future__ import annotations

from typing import Final

from pitboss.house.rate_limit import Rate

BY_NAME: Final = Rate(5, 30)  # for one name from one network; for one browser; for who is signed in
BY_ADDRESS: Final = Rate(20, 120)  # more people than one may be behind an address
BY_STRANGERS: Final = Rate(50, 300)  # for one name from all networks together, which slows a thief with many

Allowed = dict[str, Rate]


def for_stranger(folded: str, network: str) -> Allowed:
    """A try to sign in from somewhere with a name, whether there is such a name or not."""
    return {
        f"name {folded} {network}": BY_NAME,
        f"address {network}": BY_ADDRESS,
        f"strangers {folded}": BY_STRANGERS,
    }


def for_device(device: str) -> Allowed:
    """A try of a browser that has signed in with this name before, by what is kept of it."""
    return {f"device {device}": BY_NAME}


def for_owner(person: str, network: str) -> Allowed:
    """A try of a person who is signed in and must say the password once more."""
    return {f"owner {person} {network}": BY_NAME}

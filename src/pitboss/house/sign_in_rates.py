"""How often a password or a name may be tried, by whom and from where; nobody can lock another person out.

A stranger is counted by name and network together. A browser that has signed in with a name before, and a
person who is signed in, are counted by themselves: what strangers do is nothing to them. (OWASP calls the
first of these device cookies.)
"""

from __future__ import annotations

from typing import Final

from pitboss.house.rate_limit import Rate, network_of

BY_NAME: Final = Rate(5, 30)  # for one name from one network; for one browser; for who is signed in
BY_ADDRESS: Final = Rate(20, 120)  # more people than one may be behind an address
BY_STRANGERS: Final = Rate(50, 300)  # for one name from all networks together, which slows a thief with many
GUESTS: Final = Rate(10, 60)  # from one network

Allowed = dict[str, Rate]


def for_stranger(folded: str, address: str | None) -> Allowed:
    """A try to sign in from somewhere with a name, whether there is such a name or not."""
    network = _network(address)
    return {
        f"name {folded} {network}": BY_NAME,
        f"address {network}": BY_ADDRESS,
        f"strangers {folded}": BY_STRANGERS,
    }


def for_device(device: str) -> Allowed:
    """A try of a browser that has signed in with this name before, by what is kept of it."""
    return {f"device {device}": BY_NAME}


def for_owner(person: str, address: str | None) -> Allowed:
    """A try of a person who is signed in and must say the password once more."""
    return {f"owner {person} {_network(address)}": BY_NAME}


def for_guests(address: str) -> Allowed:
    """One more new guest from somewhere."""
    return {f"guests {network_of(address)}": GUESTS}


def for_invitations(address: str) -> Allowed:
    """A try to come in with an invitation from somewhere, whether it is one or not."""
    return {f"invitations {network_of(address)}": BY_ADDRESS}


def for_names(person: str) -> Allowed:
    """A try of a guest to be called something; how long a password takes to weigh is spent only then."""
    return {f"register {person}": BY_NAME}


def _network(address: str | None) -> str:
    return "" if address is None else network_of(address)

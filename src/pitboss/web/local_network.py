"""The network around this machine: how others in it reach a server here, and which pages come from here."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import cache
from ipaddress import ip_address
from typing import Final

# Addresses that are nobody's (RFC 5737, RFC 3849). Nothing is sent there: the machine is asked from which of
# its own it would send.
NOBODY: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

LOCAL: Final = "localhost"


def machine_address() -> str | None:
    """The address by which others in the network reach this machine; None where there is no network."""
    for family, far in NOBODY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            if _is_reached(own := str(probe.getsockname()[0])):
                return own
    with suppress(OSError):  # a network without a way out has no such answer, but perhaps names its machines
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if _is_reached(own := str(place[0])):
                return own
    return None


def _is_reached(address: str) -> bool:
    read = ip_address(address)
    return not (read.is_loopback or read.is_unspecified or read.is_link_local)


@cache
def machine_names() -> frozenset[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({name, f"{name}.local"} if name else ())


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCAL


def leads_here(origin: str, scheme: str, host: str) -> bool:
    """Whether a page with this origin came from the very place that the request went to.

    Only addresses, this machine's own names and `localhost` are believed, which browsers let lead to nobody
    else. Another name would prove nothing: whoever has it can let it lead to any machine after their page has
    been loaded from theirs.

    >>> leads_here("http://192.168.1.20:8888", "http", "192.168.1.20:8888")
    True
    >>> leads_here("http://localhost:9000", "http", "localhost:9000")  # a port of a container
    True
    >>> leads_here("http://evil.example:8888", "http", "evil.example:8888")
    False
    >>> leads_here("http://192.168.1.66", "http", "192.168.1.20:8888")
    False
    """
    return origin == f"{scheme}://{host}" and is_this_machine(name_in(host))


def is_this_machine(name: str) -> bool:
    """Whether a name can lead to nobody else: an address, `localhost` or what this machine is called."""
    try:
        ip_address(name)
    except ValueError:
        return name in {LOCAL, *machine_names()}
    return True


def name_in(host: str) -> str:
    """The name or address in a Host header.

    >>> name_in("Cards.Example:8443"), name_in("[::1]:8888"), name_in("192.168.1.20")
    ('cards.example', '::1', '192.168.1.20')
    """
    name, _, port = host.rpartition(":")
    return (name if port.isdecimal() else host).strip("[]").removesuffix(".").lower()

"""Where a server listens: no two processes that live do at one place, and the next one there knows it."""

from __future__ import annotations

import socket
from errno import EADDRINUSE

import pytest

from pitboss.round import Refusal
from pitboss.web.server import listen, place_of
from pitboss.web.settings import ServeSettings


def test_a_place_is_the_same_for_who_comes_after_and_for_nobody_beside() -> None:
    with listen(ServeSettings(port=0)) as first, listen(ServeSettings(port=0)) as other:
        place, port = place_of(first), first.getsockname()[1]
        assert "" != place != place_of(other)
        with pytest.raises(Refusal, match="something listens there already"):
            listen(ServeSettings(port=port))
    with listen(ServeSettings(port=port)) as again:
        assert place_of(again) == place


def test_two_that_begin_at_the_same_moment_are_not_both_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have bound the port, and the kernel refuses each because of the other."""
    really, refusals = socket.socket.listen, [EADDRINUSE, EADDRINUSE]

    def listen_(found: socket.socket) -> None:
        if refusals:
            raise OSError(refusals.pop(), "Address already in use")
        really(found)

    monkeypatch.setattr(socket.socket, "listen", listen_)
    with listen(ServeSettings(port=0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refusal, match="something listens there already"):
            listen(ServeSettings(port=port))


def test_without_a_kernel_that_names_itself_no_place_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.server.KERNEL", "/nowhere/boot_id")
    with socket.socket() as found:
        assert place_of(found) == ""

"""Where a server listens: no two processes that live do at one place, and the next one there knows it."""

from __future__ import annotations

import socket

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


def test_without_a_kernel_that_names_itself_no_place_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.server.KERNEL", "/nowhere/boot_id")
    with socket.socket() as found:
        assert place_of(found) == ""

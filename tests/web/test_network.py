"""Where a server listens, and a house that is open to the network around it: who may come, and how."""

from __future__ import annotations

import socket
from errno import EADDRINUSE

import pytest

from pitboss.cli.serve import given
from pitboss.round import Refusal
from pitboss.web import settings
from pitboss.web.pages import lettered
from pitboss.web.server import listen, place_of
from pitboss.web.settings import ServeSettings, read_settings
from tests.web.edge import Edge

HERE = "http://192.168.1.20:8888"
OPEN = ServeSettings(host="lan", addresses=(HERE,))
ATTACKS = [
    "http://evil.example:8888",  # a name that was made to lead here after its page was loaded
    "http://192.168.1.66:8888",  # a page of somebody else in the network
    "http://192.168.1.20",
    "https://192.168.1.20:8888",
    "null",
]


@pytest.mark.parametrize("place", [HERE, "http://10.1.2.3:8888", "http://[fd00::7]:8888", "http://felt:8888"])
def test_a_page_may_act_at_the_very_place_it_came_from(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any of the machine's addresses, and by its name; the socket too."""
    monkeypatch.setattr(settings, "machine_names", lambda: frozenset({"felt", "felt.local"}))
    with Edge(OPEN, base=place) as edge:
        assert edge.ask("POST", "/api/guests", headers={"Origin": place}).status_code == 201
        ann = edge.guest()
        table = ann.open()
        socket_ = f"/api/tables/{table}/socket?ticket={ann.ticket(table)}"
        with edge.connected(socket_, Origin=place, Host=place.removeprefix("http://")) as a:
            a.sits(1)


@pytest.mark.parametrize("origin", ATTACKS)
def test_no_other_page_may(origin: str) -> None:
    with Edge(OPEN, base=HERE) as edge:
        for host, why in (
            ("192.168.1.20:8888", (403, "origin")),
            ("evil.example:8888", (421, "misdirected")),
        ):
            answer = edge.ask("POST", "/api/guests", headers={"Origin": origin, "Host": host})
            assert (answer.status_code, answer.json()["code"]) == why


def test_a_house_of_this_machine_alone_knows_its_own_addresses_only() -> None:
    with Edge(ServeSettings(), base=HERE) as edge:
        assert edge.ask("POST", "/api/guests", headers={"Origin": HERE}).status_code == 403
        assert edge.client.get("/lobby/qr.svg").status_code == 404
        assert "Play with others here" not in edge.client.get("/").text


def test_the_lobby_shows_the_address_and_its_code() -> None:
    with Edge(OPEN, base="http://127.0.0.1:8888") as edge:
        page, picture = edge.client.get("/").text, edge.client.get("/lobby/qr.svg")
    assert 'href="http://192.168.1.20:8888"' in page
    assert 'src="/lobby/qr.svg"' in page
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert picture.text.startswith("<svg")


def test_lan_listens_everywhere_and_tells_the_machines_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "machine_address", lambda: "192.168.1.20")
    read = read_settings(None, {"host": "lan", "port": 9000})
    assert read.listens_at == "0.0.0.0"
    assert read.with_network_address().public_address == "http://192.168.1.20:9000"
    named = read_settings(None, {"host": "fd00::7"})
    assert named.with_network_address().public_address == "http://[fd00::7]:8888"
    told = read_settings(None, {"host": "lan", "addresses": ("http://cards.example",)})
    assert told.with_network_address().public_address == "http://cards.example"
    assert read_settings(None).with_network_address().addresses == ()


def test_what_cannot_be_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal, match="leave out --host"):
        given(lan=True, host="127.0.0.1")
    monkeypatch.setattr(settings, "machine_address", lambda: None)
    with pytest.raises(Refusal, match="in no network"):
        read_settings(None, {"host": "lan"}).with_network_address()


def test_the_machines_own_address_is_one_of_its_own() -> None:
    """It can be bound to, which nothing else can; a machine without a network has none."""
    found = settings.machine_address()
    if found is not None:
        family = socket.AF_INET6 if ":" in found else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((found, 0))


def test_a_terminal_gets_the_code_in_letters_that_say_the_address() -> None:
    """Read back module by module: the letters are the code that the library makes."""
    import segno

    rows = [list(line) for line in lettered(HERE).splitlines()]
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
    read = [[halves[letter][half] for letter in row] for row in rows for half in (0, 1)]
    code = [list(row) for row in segno.make_qr(HERE, error="m").matrix_iter(border=2)]
    assert read[: len(code)] == code
    assert max(map(len, rows)) <= 80


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

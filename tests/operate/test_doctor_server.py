"""`pitboss doctor` before a server runs: settings, port, network, files, pages, certificate, backups."""

from __future__ import annotations

import io
import os
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import doctor_server
from pitboss.ledger.backup import back_up, backup_name
from pitboss.web.settings import ServeSettings
from tests.operate.conftest import Run
from tests.operate.test_doctor import faults, found

NAMES = {"settings", "port", "network", "files", "page", "docs"}


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting but the database in the environment, and a port that is free."""
    for name in [each for each in os.environ if each.startswith("PITBOSS_") and each != "PITBOSS_DB"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PITBOSS_PORT", "0")


def _checked(check: str, **settings: Any) -> Any:
    told = {each.check: each for each in doctor_server._network(ServeSettings(**settings))}
    return told[check]


def test_every_check_of_a_server_is_one_line_with_what_to_do(db: Path, answer: Any) -> None:
    told = found(answer)
    assert set(told) >= NAMES | {"backup", "extras"}
    assert all(told[name]["state"] in ("ok", "note") for name in NAMES)
    assert all(each["remedy"] for each in told.values() if each["state"] == "note")


def test_settings_that_cannot_be_are_a_fault(
    db: Path, tmp_path: Path, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_text("workers = -4\n", encoding="utf-8")
    told = found(answer, "--config", str(file))["settings"]
    assert (told["state"], told["text"]) == ("fault", "workers: -4 is less than 1.")
    file.write_text("not TOML", encoding="utf-8")
    monkeypatch.setenv("PITBOSS_CONFIG", str(file))
    assert "not a TOML file" in found(answer)["settings"]["text"]
    monkeypatch.delenv("PITBOSS_CONFIG")
    monkeypatch.setenv("PITBOSS_PROT", "9000")
    told = found(answer)["settings"]
    assert told["state"] == "note"
    assert "Did you mean PITBOSS_PORT?" in told["remedy"]


def test_the_database_is_the_one_of_the_settings(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PITBOSS_DB", raising=False)
    file = tmp_path / "pitboss.toml"
    file.write_text(f'db = "{tmp_path / "oak.db"}"\n', encoding="utf-8")
    assert run("doctor", "--config", str(file)).startswith(f"Database: {tmp_path / 'oak.db'}")


def test_a_port_that_is_taken_is_told(db: Path, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        taken.settimeout(0.1)
        monkeypatch.setenv("PITBOSS_PORT", str(taken.getsockname()[1]))
        monkeypatch.setattr(doctor_server, "PATIENCE", 0.1)
        told = found(answer)["port"]
        assert told["state"] == "note"
        assert "something listens there already" in told["text"]
        alive = io.BytesIO(b'{"alive":true}')
        monkeypatch.setattr("pitboss.cli.doctor_server.urllib.request.urlopen", lambda *_, **__: alive)
        told = found(answer)["port"]
    assert (told["state"], "A server answers" in told["text"]) == ("ok", True)


def test_whether_others_can_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Only this machine" in _checked("network").text
    monkeypatch.setattr(doctor_server, "machine_address", lambda: "192.168.1.20")
    assert "192.168.1.20, port 8888" in _checked("network", host="lan").text
    monkeypatch.setattr(doctor_server, "machine_address", lambda: None)
    assert _checked("network", host="lan").state == "fault"

    def lookup(host: str, _: object) -> list[object]:
        if host != "cards.example":
            raise socket.gaierror(-2, "Name or service not known")
        return []

    monkeypatch.setattr("pitboss.cli.doctor_server.socket.getaddrinfo", lookup)
    assert _checked("network", addresses=("https://cards.example",)).state == "ok"
    told = _checked("network", addresses=("https://crads.example",))
    assert (told.state, "crads.example" in told.text, "DNS" in told.remedy) == ("fault", True, True)


def test_files_and_certificates_and_what_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_server, "most_files", lambda: 1_024)
    told = doctor_server._files(ServeSettings())
    assert (told.state, "LimitNOFILE" in told.remedy) == ("note", True)
    assert doctor_server._files(ServeSettings(most_connections=500)).state == "ok"
    bad = tmp_path / "key.pem"
    bad.write_text("no key", encoding="ascii")
    [told] = doctor_server._certificate(ServeSettings(certificate=str(bad), key=str(bad)))
    assert told.state == "fault"
    monkeypatch.setattr(doctor_server, "built", lambda: False)
    monkeypatch.setattr(doctor_server, "docs_built", lambda: False)
    assert ("make page" in doctor_server._page().remedy, "make docs" in doctor_server._docs().remedy) == (
        True,
        True,
    )


def test_how_old_the_last_backup_is(db: Path, tmp_path: Path, answer: Any) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    told = found(answer, "--backups", str(folder))["backup"]
    assert told["state"] == "note"
    assert "pitboss backup" in told["remedy"]
    now = datetime.now(UTC)
    for days, state in ((9, "note"), (1, "ok")):
        back_up(db, folder / backup_name(db, now - timedelta(days=days)))
        told = found(answer, "--backups", str(folder))["backup"]
        assert told["state"] == state
        assert f"is {days} days and 0 hours old" in told["text"]
    assert faults(answer, "--backups", str(folder)) == set()

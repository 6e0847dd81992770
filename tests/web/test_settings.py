"""The settings of the server: a file, the environment over it, and one sentence for what cannot be."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from pitboss.round import Refusal
from pitboss.web.settings import ServeSettings, read_settings


def _file(folder: Path, text: str) -> Path:
    file = folder / "serve.toml"
    file.write_text(text, encoding="utf-8")
    return file


def _read(file: Path | None, environment: dict[str, str]) -> ServeSettings:
    with patch.dict(os.environ, environment, clear=True):
        return read_settings(file)


def _refused(file: Path | None, environment: dict[str, str]) -> str:
    with pytest.raises(Refusal) as caught:
        _read(file, environment)
    assert caught.value.code == "settings"
    assert "\n" not in caught.value.text
    return caught.value.text


def test_without_any_the_server_is_for_this_machine_alone() -> None:
    settings = _read(None, {})
    assert settings == ServeSettings()
    assert settings.host == "127.0.0.1"
    assert settings.proxies == settings.addresses == ()
    assert settings.allowed_origins == {"http://127.0.0.1:8888", "http://localhost:8888"}


def test_a_file_is_read_and_the_environment_goes_over_it(tmp_path: Path) -> None:
    text = (
        'host = "0.0.0.0"\nport = 9000\naddresses = ["https://a.example", "https://b.example"]\nworkers = 2\n'
    )
    file = _file(tmp_path, text)
    settings = _read(file, {})
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9000, 2)
    assert settings.addresses == ("https://a.example", "https://b.example")
    environment = {
        "PITBOSS_PORT": "9001",
        "PITBOSS_ADDRESSES": "https://c.example, https://d.example",
        "PITBOSS_PROXIES": "10.0.0.1",
        "PORT": "1",
        "pitboss_port": "2",
        "PITBOSS_OTHER": "3",
    }
    settings = _read(file, environment)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9001, 2)
    assert settings.addresses == ("https://c.example", "https://d.example")
    assert settings.proxies == ("10.0.0.1",)


def test_tls_changes_the_pages_that_may_come() -> None:
    settings = _read(None, {"PITBOSS_CERTIFICATE": "c.pem", "PITBOSS_KEY": "k.pem"})
    assert settings.secure
    assert settings.allowed_origins == {"https://127.0.0.1:8888", "https://localhost:8888"}


def test_a_house_of_several_servers_lets_in_the_pages_of_each() -> None:
    """A page of one opens its socket at another."""
    other = "http://10.0.0.6:8888"
    own = "http://10.0.0.5:8888"
    settings = _read(None, {"PITBOSS_HOST": "10.0.0.5", "PITBOSS_ADDRESSES": f"{own}, {other}"})
    assert settings.public_address == own
    assert settings.allowed_origins == {own, other}
    assert settings.socket_origins == ("ws://10.0.0.5:8888", "ws://10.0.0.6:8888")
    one, two = "https://cards.example/at/1", "https://cards.example/at/2"
    settings = _read(None, {"PITBOSS_ADDRESSES": f"{one},{two}"})
    assert settings.public_address == one
    assert settings.allowed_origins >= {"https://cards.example"}
    assert settings.socket_origins == ("wss://cards.example",)


def test_an_unknown_setting_is_refused_with_those_that_are_known(tmp_path: Path) -> None:
    text = _refused(_file(tmp_path, "prot = 9000\n"), {})
    assert "'prot'" in text
    for name in ("addresses", "certificate", "db", "host", "port", "proxies", "workers"):
        assert name in text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('port = "web"', ("port", "'web'", "whole number")),
        ("port = 65536", ("port", "65536", "65535")),
        ("port = -1", ("port", "-1")),
        ("port = 80.5", ("port", "80.5")),
        ("port = true", ("port", "whole number")),
        ("port = [80]", ("port",)),
        ("workers = 0", ("workers", "0")),
        ("workers = 65", ("workers", "64")),
        ("most_tables = -1", ("most_tables",)),
        ("most_sockets = 0", ("most_sockets",)),
        ("host = 5", ("host", "5")),
        ("host = ['a']", ("host",)),
        ("db = true", ("db",)),
        ("addresses = 5", ("addresses",)),
        ("addresses = [1]", ("addresses",)),
        ("proxies = {a = 1}", ("proxies",)),
        ("addresses = ['*']", ("addresses", "'*'")),
        ("addresses = ['casino.example']", ("addresses", "casino.example")),
        ("addresses = 'https://casino.example/'", ("addresses", "https://casino.example/", "without a /")),
        ("addresses = 'https://cards.example/at/2?a=1'", ("addresses", "at/2?a=1")),
        (f"addresses = 'https://cards.example/{'a' * 100}'", ("addresses", "120 characters")),
        ("addresses = ['https://cards.example', 'x']", ("addresses", "'x'")),
        ("proxies = ['everybody']", ("proxies", "everybody")),
        ("certificate = 'c.pem'", ("certificate", "key")),
        ("key = 'k.pem'", ("certificate", "key")),
    ],
)
def test_a_value_that_cannot_be_is_refused(tmp_path: Path, line: str, words: tuple[str, ...]) -> None:
    text = _refused(_file(tmp_path, line + "\n"), {})
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "web"),
        ("PORT", ""),
        ("WORKERS", "0"),
        ("ADDRESSES", "*"),
        ("PROXIES", "here,there"),
        ("KEY", "k"),
    ],
)
def test_the_environment_is_held_to_the_same(name: str, value: str) -> None:
    assert name.lower() in _refused(None, {f"PITBOSS_{name}": value})


def test_the_log_is_set_in_any_letters_and_nothing_else() -> None:
    settings = _read(None, {"PITBOSS_LOG_LEVEL": "DEBUG", "PITBOSS_LOG_FORMAT": "Text"})
    assert (settings.log_level, settings.log_format) == ("debug", "text")
    assert "'debug', 'info', 'warning' or 'error'" in _refused(None, {"PITBOSS_LOG_LEVEL": "loud"})


def test_what_is_no_toml_is_refused(tmp_path: Path) -> None:
    assert "TOML" in _refused(_file(tmp_path, "port 9000"), {})
    file = tmp_path / "latin.toml"
    file.write_bytes(b'host = "\xff"')
    assert "TOML" in _refused(file, {})


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "none.toml" in _refused(tmp_path / "none.toml", {})
    assert tmp_path.name in _refused(tmp_path, {})

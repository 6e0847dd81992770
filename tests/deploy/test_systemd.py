"""deploy/systemd: units that systemd accepts, with real commands; the server says when it is ready."""

from __future__ import annotations

import resource
import shlex
import shutil
import socket
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.web.server import VARIABLE, raise_file_limit, tell_service_manager
from tests.deploy.files import DEPLOY, is_setting, understood
from tests.operate.evenings import make_evening

UNITS = sorted((DEPLOY / "systemd").iterdir())
HARDENED = {
    "NoNewPrivileges": "true",
    "ProtectSystem": "strict",
    "ProtectHome": "true",
    "PrivateTmp": "true",
    "CapabilityBoundingSet": "",
    "UMask": "0077",
    "StateDirectoryMode": "0700",
    "User": "pitboss",
}

Unit = dict[str, dict[str, list[str]]]


def read(path: Path) -> Unit:
    """A unit as systemd reads it: sections, keys, and every value that a key was given."""
    found: Unit = defaultdict(lambda: defaultdict(list))
    section = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, is_, value = line.partition("=")
            assert is_, line
            found[section][key].append(value)
    return found


def test_the_files_are_those_that_are_named() -> None:
    assert [each.name for each in UNITS] == [
        "pitboss-backup.service",
        "pitboss-backup.timer",
        "pitboss.service",
    ]
    for each in UNITS:
        assert each.read_text("utf-8").startswith(f"# /etc/systemd/system/{each.name}")


@pytest.mark.parametrize("name", ["pitboss.service", "pitboss-backup.service"])
def test_a_service_runs_a_real_command_with_real_settings_and_can_do_little(name: str) -> None:
    service = read(DEPLOY / "systemd" / name)["Service"]
    [line] = service["ExecStart"]
    assert understood(line) == {"pitboss.service": "serve", "pitboss-backup.service": "backup"}[name]
    for variable in service["Environment"]:
        assert is_setting(variable.partition("=")[0])
    assert {key: service[key][-1] for key in HARDENED} == HARDENED
    folders = {f"/var/lib/{each}" for each in service["StateDirectory"][0].split()}
    [database] = [each.partition("=")[2] for each in service["Environment"] if "PITBOSS_DB" in each]
    assert str(Path(database).parent) in folders
    if name == "pitboss-backup.service":
        assert line.split()[2] in folders


def test_the_server_gets_what_it_needs() -> None:
    service = read(DEPLOY / "systemd" / "pitboss.service")["Service"]
    assert service["Type"] == ["notify"]
    assert int(service["LimitNOFILE"][0]) >= 65_536
    assert int(service["TimeoutStopSec"][0]) > 10
    assert "KillSignal" not in service  # SIGTERM


def test_the_timer_starts_the_backup_every_night() -> None:
    timer = read(DEPLOY / "systemd" / "pitboss-backup.timer")
    assert timer["Timer"]["Persistent"] == ["true"]
    assert "Unit" not in timer["Timer"]  # that of its own name
    assert timer["Install"]["WantedBy"] == ["timers.target"]


def test_the_backup_of_the_unit_is_made_and_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own line, in folders of the test's; then the way back as docs/internet.md has it."""
    unit = read(DEPLOY / "systemd" / "pitboss-backup.service")["Service"]
    state = tmp_path / "lib"
    database = state / "pitboss" / "house.db"
    make_evening(_in_folder(database))
    monkeypatch.setenv("PITBOSS_DB", str(database))
    line = unit["ExecStart"][0].replace("/var/lib", str(state))
    _done(line)
    [first] = (state / "pitboss-backups").glob("house-*.db")
    older = first.with_name("house-20261101-043000.db")
    first.rename(older)
    _done(line)
    *others, newest = sorted((state / "pitboss-backups").glob("house-*.db"))
    assert others == [older]  # one is kept of each day
    _done(f"pitboss restore --force {newest}")
    _done("pitboss audit")


def _in_folder(file: Path) -> Path:
    file.parent.mkdir(parents=True)
    return file


def _done(line: str) -> None:
    """Runs a line of the command."""
    answer = CliRunner().invoke(app, shlex.split(line)[1:])
    assert answer.exit_code == 0, answer.output


def test_systemd_accepts_them(tmp_path: Path) -> None:
    program, verify = shutil.which("true"), shutil.which("systemd-analyze")
    assert verify, "The tests need systemd: apt-get install systemd"
    for each in UNITS:
        text = each.read_text("utf-8").replace("/opt/pitboss/bin/pitboss", str(program))
        (tmp_path / each.name).write_text(text, "utf-8")
    files = [str(tmp_path / each.name) for each in UNITS]
    done = subprocess.run(
        [verify, "verify", "--man=no", "--recursive-errors=no", *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "pitboss" in line]
    assert (done.returncode, ours) == (0, [])
    for file in files:
        if file.endswith(".service"):  # at most 2 of 10, which is little that others could do with it
            asked = [verify, "security", "--offline=yes", "--threshold=20", "--no-pager", file]
            weighed = subprocess.run(asked, capture_output=True, text=True, check=False)
            assert weighed.returncode == 0, weighed.stdout.splitlines()[-1]


@pytest.mark.parametrize("abstract", [False, True])
def test_the_server_says_that_it_is_ready(
    abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"@pitboss {tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(place.replace("@", "\0") if abstract else place)
        manager.settimeout(60)
        monkeypatch.setenv(VARIABLE, place)
        tell_service_manager("READY=1")
        assert manager.recv(100) == b"READY=1"
    tell_service_manager("READY=1")  # nobody listens any more
    monkeypatch.delenv(VARIABLE)
    tell_service_manager("READY=1")


def test_the_server_raises_the_number_of_files_it_may_open() -> None:
    soft, hard = before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

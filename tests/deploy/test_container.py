"""deploy/Containerfile, read by a parser: every file, command and setting in it is there; nobody is root."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import PurePosixPath

import pytest
from packaging.requirements import Requirement

from tests.deploy.containerfile import BUILD, RUN, copied_by, values_of
from tests.deploy.files import DEPLOY, ROOT, is_committed, is_plain_image, is_setting, understood


def test_images_have_versions_and_no_address() -> None:
    for stage in (BUILD, RUN):
        [image] = values_of("FROM", stage)
        assert is_plain_image(image.split()[0]), image
    assert BUILD[0].value.split()[1:] == ["AS", "build"]
    for line in values_of("COPY", RUN):
        if "--from" in line:
            assert line.startswith("--from=build ")


def test_every_file_that_is_copied_is_committed_and_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert ignored[1] == "*"
    let_in = [PurePosixPath(line[1:]) for line in ignored if line.startswith("!")]
    copied = [*copied_by(BUILD), *copied_by(RUN)]
    for name in copied:
        assert is_committed(name), name
        assert any(PurePosixPath(name).is_relative_to(each) for each in let_in), name
    for each in let_in:
        assert any(
            each.is_relative_to(name) or PurePosixPath(name).is_relative_to(each) for name in copied
        ), each
    assert {"deploy/.env", "deploy/backups", "deploy/certificates"} <= {*ignored}  # the host's secrets
    assert {"page/node_modules", "src/pitboss/web/built", "src/pitboss/web/docs"} <= {*ignored}


def test_what_make_is_asked_for_is_a_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(VENV)", ".venv")
    asked = [word for line in values_of("RUN", BUILD) for word in re.findall(r"\bmake ([^&\n]+)", line)]
    targets = [each for line in asked for each in line.split() if not each.startswith("&")]
    assert targets[-1] == "packages"
    for each in targets:
        if each != "rm":
            assert re.search(rf"^{re.escape(each)}:", makefile, re.MULTILINE), each


def test_packages_are_pinned_and_leave_nothing_behind() -> None:
    lines = values_of("RUN", RUN)
    for line in [*lines, *values_of("RUN", BUILD)]:
        assert "curl" not in line
        if "apt-get" in line:
            assert "--no-install-recommends" in line
            assert "rm -rf /var/lib/apt/lists/*" in line
        for install in re.findall(r"pip install [^&]*", line):
            assert "--no-cache-dir" in install
            assert "--require-hashes" in install or "--no-deps" in install
    assert not [each for each in (*BUILD, *RUN) if each.what == "ADD"]


def test_what_runs_is_what_the_server_needs_and_no_more() -> None:
    locked = re.findall(
        r"^([a-z0-9.-]+)(?:\[[a-z,]+\])?==", (ROOT / "requirements" / "container.txt").read_text(), re.M
    )
    run = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    assert {"fastapi", "psycopg", "prometheus-client", "sqlalchemy"} <= {*locked}
    assert not {"matplotlib", "hatchling", "numba", "pandas"} & {*locked}
    for name in locked:
        assert re.search(rf"^{re.escape(name)}(\[.*\])?==", run, re.MULTILINE), name
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extra in ("serve", "postgres"):
        [listed] = re.findall(
            rf"^{extra} = \[(.*?)\]$", project.replace("[binary]", ""), re.MULTILINE | re.DOTALL
        )
        for each in re.findall(r'"([^"]+)"', listed):
            assert Requirement(each).name in locked, each


def test_it_runs_as_nobody_with_its_data_in_a_volume() -> None:
    names = [each.what for each in RUN]
    [user] = values_of("USER", RUN)
    assert user == "pitboss"
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert re.search(r"useradd [^&]*\bpitboss\b", values_of("RUN", RUN)[0])
    assert values_of("VOLUME", RUN) == ["/data"]
    settings = dict(each.split("=", 1) for line in values_of("ENV", RUN) for each in shlex.split(line))
    assert settings["PITBOSS_DB"].startswith("/data/")
    assert values_of("EXPOSE", RUN) == [settings["PITBOSS_PORT"]]
    for name in settings:
        assert is_setting(name) or name in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"), name


def test_its_command_is_the_servers_and_ends_in_order() -> None:
    [entry], [command] = values_of("ENTRYPOINT", RUN), values_of("CMD", RUN)
    assert understood([*json.loads(entry), *json.loads(command)]) == "serve"
    assert values_of("STOPSIGNAL", RUN) == ["SIGTERM"]


def test_its_health_is_asked_by_a_file_that_is_there() -> None:
    [check] = values_of("HEALTHCHECK", RUN)
    [command] = re.findall(r"CMD (\[.*\])", check)
    program, file = json.loads(command)
    assert program == "python"
    assert [line.split()[1] for line in values_of("COPY", RUN) if "healthcheck" in line] == [file]
    [limit] = re.findall(r"--timeout=(\d+)s", check)
    [asked] = re.findall(r"^SECONDS = ([\d.]+)", (DEPLOY / "healthcheck.py").read_text("utf-8"), re.MULTILINE)
    assert float(limit) > float(asked) > 3


@pytest.mark.parametrize("name", ["python", "host.example/python:3.13", "python:latest", "python@sha256:1"])
def test_an_image_without_a_version_or_with_an_address_is_seen(name: str) -> None:
    assert not is_plain_image(name)

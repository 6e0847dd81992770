"""deploy/compose.yaml by the schema of its format; what it names is there, and its parts fit together."""

from __future__ import annotations

import json
import re
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from jsonschema import Draft7Validator

from pitboss.web.settings import read_settings
from tests.deploy.files import DEPLOY, ROOT, is_committed, is_plain_image, is_setting

SCHEMA = Path(sys.prefix, "checkers", "check_jsonschema", "builtin_schemas", "vendor", "compose-spec.json")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = {name: each for name, each in SERVICES.items() if each["image"] == "pitboss"}
GIVEN = dict(re.findall(r"^([A-Z_]+)=(.*)$", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE))
VARIABLE = re.compile(r"(?<!\$)\$\{([A-Z_]+)(?::[-?]([^}]*))?\}")


def filled(text: str, **values: str) -> str:
    """A value with its variables as `.env` would have them."""
    return VARIABLE.sub(lambda found: values.get(found[1]) or GIVEN[found[1]] or "secret", text)


def test_it_is_a_compose_file() -> None:
    faults = list(Draft7Validator(json.loads(SCHEMA.read_text("utf-8"))).iter_errors(COMPOSE))
    assert not [(fault.json_path, fault.message) for fault in faults]


def test_images_have_versions_and_no_address() -> None:
    for name, service in SERVICES.items():
        assert service["image"] == "pitboss" or is_plain_image(service["image"]), name


def test_it_is_built_from_this_repository() -> None:
    assert len(SERVERS) == 2
    for service in SERVERS.values():
        assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
        assert is_committed(service["build"]["dockerfile"])


def test_every_file_that_is_mounted_is_committed_or_the_hosts_own() -> None:
    own = {"./certificates", "./backups"}  # the host's: git ignores them
    for name, service in SERVICES.items():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            if not source.startswith("./"):
                assert source in COMPOSE["volumes"], (name, source)
            elif source not in own:
                assert is_committed(f"deploy/{source[2:]}"), (name, source)
                assert mount.endswith(":ro"), (name, mount)
    ignored = (ROOT / ".gitignore").read_text("utf-8")
    assert all(f"/deploy/{each[2:]}/" in ignored for each in own)
    assert "/deploy/.env" in ignored


def test_variables_are_those_of_the_example_and_secrets_have_no_default() -> None:
    used = VARIABLE.findall((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert {name for name, _ in used} == set(GIVEN)
    assert {name for name, value in GIVEN.items() if not value} == {"DATABASE_PASSWORD", "GRAFANA_PASSWORD"}
    for name, told in used:
        assert GIVEN[name] or told == "write it into .env"


def test_servers_read_their_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, service in enumerate(SERVERS.values(), 1):
        with monkeypatch.context() as patch:
            for name, value in service["environment"].items():
                assert is_setting(name), name
                patch.setenv(name, filled(value))
            settings = read_settings(None)
        assert settings.public_address == f"https://cards.example/at/{number}"
        assert settings.db == "postgresql://pitboss:secret@database/pitboss"
        assert settings.name == "The Oak Club"
        [proxy] = settings.proxies
        assert SERVICES["proxy"]["networks"]["house"]["ipv4_address"] == proxy
        [pool] = COMPOSE["networks"]["house"]["ipam"]["config"]
        assert ip_address(proxy) in ip_network(pool["subnet"])
    assert "/at/1/" in (DEPLOY / "haproxy.cfg").read_text("utf-8")


def test_servers_can_do_little_and_are_given_time_to_hand_their_tables_over() -> None:
    for service in SERVERS.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert int(service["stop_grace_period"].removesuffix("s")) > 10  # 5 for calls, 5 for connections
        assert service["networks"] == ["house"]
    assert COMPOSE["networks"]["house"]["internal"] is True


def test_only_the_proxy_is_open_to_the_world() -> None:
    for name, service in SERVICES.items():
        for port in service.get("ports", ()):
            assert name == "proxy" or port.startswith("127.0.0.1:"), (name, port)
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443"]


def test_prometheus_asks_both_servers_and_reads_the_alerts() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    [job] = config["scrape_configs"]
    assert (job["job_name"], job["metrics_path"]) == ("pitboss", "/metrics")
    [group] = job["static_configs"]
    assert sorted(group["targets"]) == sorted(f"{name}:8888" for name in SERVERS)
    mounted = {mount.split(":")[1] for mount in SERVICES["prometheus"]["volumes"]}
    assert {*config["rule_files"]} <= mounted
    [asked] = [each for each in SERVICES["prometheus"]["command"] if each.startswith("--config.file=")]
    assert asked.removeprefix("--config.file=") in mounted


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    [source] = yaml.safe_load((DEPLOY / "grafana" / "datasources.yaml").read_text("utf-8"))["datasources"]
    assert source["url"] == "http://prometheus:9090"
    [provider] = yaml.safe_load((DEPLOY / "grafana" / "dashboards.yaml").read_text("utf-8"))["providers"]
    mounts = dict(mount.split(":")[:2] for mount in SERVICES["grafana"]["volumes"])
    assert mounts["./grafana/pitboss.json"].startswith(f"{provider['options']['path']}/")
    home = SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == mounts["./grafana/pitboss.json"]
    dashboard = json.loads((DEPLOY / "grafana" / "pitboss.json").read_text("utf-8"))
    for panel in dashboard["panels"]:
        assert panel.get("datasource", {"uid": source["uid"]})["uid"] == source["uid"]

"""What is asked for beside the pages: manifest, icons, the service worker, robots.txt, the documentation."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest

from pitboss.web import files
from pitboss.web.guard import HEADERS
from pitboss.web.settings import ServeSettings
from tests.web.edge import MANY, Edge
from tests.web.test_pages import HTML, Parts, parts

LOCAL = ("/static/", "/felts.css")


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height as the head of the picture says them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def kept(edge: Edge) -> dict[str, Any]:
    """What the service worker keeps, as it says itself."""
    first, _, rest = edge.ask("GET", "/sw.js").text.partition(";\n")
    assert "addEventListener" in rest
    found: dict[str, Any] = json.loads(first.removeprefix("globalThis.kept = "))
    return found


def test_the_app_can_be_installed(edge: Edge) -> None:
    answer = edge.ask("GET", "/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert edge.ask("GET", manifest["start_url"]).status_code == 200
    wanted = {(192, "any"), (512, "any"), (192, "maskable"), (512, "maskable")}
    for icon in manifest["icons"]:
        found = edge.ask("GET", icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*size_of(found.content))
            wanted.remove((size_of(found.content)[0], icon["purpose"]))
    assert wanted == set()
    for shortcut in manifest["shortcuts"]:
        assert edge.ask("GET", shortcut["url"], headers=HTML).status_code == 200


def test_every_page_names_manifest_icons_and_preview(edge: Edge) -> None:
    found = parts(edge.ask("GET", "/", headers=HTML))
    links = {str(each.get("rel")): str(each["href"]) for tag, each in found.elements if tag == "link"}
    assert links["manifest"] == "/manifest.webmanifest"
    assert size_of(edge.ask("GET", links["apple-touch-icon"]).content) == (180, 180)
    icons = [str(each["href"]) for tag, each in found.elements if tag == "link" and each["rel"] == "icon"]
    kinds = {edge.ask("GET", each).headers["content-type"] for each in icons}
    assert kinds == {"image/svg+xml", "image/vnd.microsoft.icon"}


@pytest.mark.parametrize("address", ["https://cards.example", "https://cards.example/at/2"])
def test_a_shared_link_has_a_preview_at_the_house_s_own_address(address: str) -> None:
    """Whatever a proxy calls the host: the picture is fetched later, from outside."""
    with Edge(ServeSettings(addresses=(address,), proxies=("192.0.2.9",), requests_address=MANY)) as edge:
        found = parts(edge.ask("GET", "/rules/rivers?x=1", headers={**HTML, "Host": "evil.example"}))
        said = {
            str(each.get("property")): str(each.get("content"))
            for tag, each in found.elements
            if tag == "meta"
        }
        assert said["og:url"] == "https://cards.example/rules/rivers"
        assert said["og:title"].startswith("Rivers: rules and pay tables")
        assert said["og:image"].startswith("https://cards.example/static/")
        image = edge.ask("GET", said["og:image"].removeprefix("https://cards.example"))
        assert size_of(image.content) == (1200, 630)


def test_crawlers_find_what_is_read_and_nothing_of_anybody(edge: Edge) -> None:
    robots = RobotFileParser()
    robots.parse(edge.ask("GET", "/robots.txt").text.splitlines())
    for path in ("/", "/rules", "/rules/rivers", "/lab/rivers", "/drill", "/verify"):
        assert robots.can_fetch("Anybot", path), path
    for path in ("/tables/t", "/api/houses", "/account", "/history", "/rounds/t:1", "/progress", "/metrics"):
        assert not robots.can_fetch("Anybot", path), path


def test_the_service_worker_keeps_built_files_and_one_page(edge: Edge) -> None:
    answer = edge.ask("GET", "/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["service-worker-allowed"] == "/"
    assert answer.headers["content-type"].startswith("text/javascript")
    policy = answer.headers["content-security-policy"]
    assert "worker-src 'self';" in policy
    assert "manifest-src 'self';" in policy
    found = kept(edge)
    assert len(found["files"]) == len(set(found["files"])) > 20
    for file in found["files"]:
        assert file.startswith(LOCAL)
        stored = edge.ask("GET", file)
        assert stored.status_code == 200
        assert "immutable" in stored.headers["cache-control"]
    for path in ("/", "/rules/rivers", found["offline"]):  # whatever the pages load is among it
        page = Parts(edge.ask("GET", path, headers=HTML).text)
        loads = [str(each["src"]) for tag, each in page.elements if tag == "script"]
        loads += [
            str(each["href"]) for tag, each in page.elements if tag == "link" and each["rel"] == "stylesheet"
        ]
        assert set(loads) <= set(found["files"]), path


def test_the_page_without_connection_is_nobody_s(edge: Edge) -> None:
    """It is the same for everybody, so its version is; and it changes with nothing that somebody does."""
    ann, before = edge.guest(), kept(edge)
    mine = ann.ask("GET", before["offline"], headers=HTML)
    assert "No connection" in parts(mine).said()
    assert mine.text == edge.ask("GET", before["offline"], headers=HTML).text
    assert ann.id[:5] not in mine.text
    assert kept(edge) == before


@pytest.fixture
def with_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edge]:
    """A house whose documentation is one page with a picture."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Pitboss</title>", "utf-8")
    (tmp_path / "felt.webp").write_bytes(b"RIFF")
    monkeypatch.setattr(files, "DOCS", tmp_path)
    with Edge() as made:
        yield made


def test_where_it_was_not_built_one_sentence_says_so(with_docs: Edge, tmp_path: Path) -> None:
    (tmp_path / "index.html").unlink()
    told = with_docs.ask("GET", "/docs/method.html")
    assert (told.status_code, told.json()["text"]) == (404, files.NOT_HERE)
    assert "/docs/" not in with_docs.ask("GET", "/", headers=HTML).text


def test_its_pages_are_served_with_their_kinds_under_the_policy_of_the_house(with_docs: Edge) -> None:
    answer = with_docs.ask("GET", "/docs/", headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert answer.headers["cache-control"] == "no-cache"
    again = with_docs.ask("GET", "/docs/", headers=HTML | {"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert with_docs.ask("GET", "/docs/felt.webp").headers["content-type"] == "image/webp"
    assert with_docs.ask("GET", "/docs", follow_redirects=False).headers["location"].endswith("/docs/")
    assert with_docs.ask("GET", "/docs/nothing.html", headers=HTML).status_code == 404
    assert with_docs.ask("GET", "/docs/../app.py").status_code == 404
    assert '<a href="/docs/">Documentation</a>' in with_docs.ask("GET", "/", headers=HTML).text

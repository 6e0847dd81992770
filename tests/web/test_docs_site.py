"""The documentation under `/docs`: its pages where they were built, one sentence where they were not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.web import files
from pitboss.web.guard import HEADERS
from tests.web.edge import Edge
from tests.web.test_pages import HTML


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

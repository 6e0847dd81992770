"""What a site needs beyond the Markdown of `docs/`: followed links, contents, a page without inline parts."""

from __future__ import annotations

from pathlib import Path

from docsite.links import faults_of, read_page
from docsite.outline import toctrees
from docsite.page_finish import finish_pages
from docsite.stage import Stage


def staged(root: Path, **files: str) -> Stage:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_md", ".md").replace("_toml", ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    made = Stage(root, root / "staged")
    made.take_pages()
    return made


PROJECT = {"CONTRIBUTING_md": "# C\n", "CHANGELOG_md": "# L\n", "THIRD_PARTY_md": "# T\n"}


def test_links_that_lead_out_of_docs_are_followed(tmp_path: Path) -> None:
    page = "[a](../CONTRIBUTING.md#rooms) [b](../examples/two.toml) [c](../README.md) [d](e.md)\n"
    made = staged(tmp_path, docs__p_md=page, examples__two_toml="x = 1\n", **PROJECT)
    wanted = "[a](project/contributing.md#rooms) [b](files/examples/two.toml) [c](index.md) [d](e.md)\n"
    assert made.text("p.md") == wanted
    made.finish()
    assert (tmp_path / "staged/files/examples/two.toml").read_text("utf-8") == "x = 1\n"


def test_a_page_of_the_project_finds_the_pages_of_docs(tmp_path: Path) -> None:
    project = PROJECT | {"CONTRIBUTING_md": "[m](docs/method.md#envy)\n"}
    made = staged(tmp_path, docs__method_md="# M\n", **project)
    assert made.text("project/contributing.md") == "[m](../method.md#envy)\n"


def test_code_is_no_link(tmp_path: Path) -> None:
    page = "`[x](../README.md)`\n\n```text\n[x](../README.md)\n```\n"
    assert staged(tmp_path, docs__p_md=page, **PROJECT).text("p.md") == page


def test_what_is_no_longer_there_leaves_the_stage(tmp_path: Path) -> None:
    staged(tmp_path, docs__old_md="# Old\n", **PROJECT).finish()
    (tmp_path / "docs/old.md").unlink()
    staged(tmp_path, docs__new_md="# New\n", **PROJECT).finish()
    assert {path.name for path in (tmp_path / "staged").glob("*.md")} == {"new.md"}


def test_the_lists_of_the_first_page_are_the_contents() -> None:
    lists = "## Learn\n\n- [One](a/one.md): first\n- [Two](two.md)\n\n## Words\n\nNone.\n"
    index = f"# P\n\n[not](this.md)\n\n{lists}"
    assert toctrees(index) == "\n```{toctree}\n:hidden:\n:caption: Learn\n\na/one\ntwo\n```\n"


def test_inline_parts_become_files(tmp_path: Path) -> None:
    page = tmp_path / "deep" / "page.html"
    page.parent.mkdir()
    page.write_text(
        '<head><style>b{}</style></head><body><script>go()</script><p id="x" style="margin: 0">.</p>'
    )
    finish_pages(tmp_path)
    found = read_page(page)
    assert not found.inline
    assert sorted(Path(each).suffix for each in found.loads) == [".css", ".css", ".js"]
    assert all((page.parent / each).is_file() for each in found.loads)
    assert "go()" in next((page.parent / each).read_text() for each in found.loads if each.endswith(".js"))


def test_broken_links_strangers_and_inline_parts_are_faults(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">1</a><a href="b.html#gone">2</a><a href="c.html">3</a>'
        '<a href="https://example.org">4</a><img src="https://example.org/x.png"><i onclick="x()">5</i>'
    )
    (tmp_path / "b.html").write_text('<p id="here">.</p>')
    faults = faults_of(tmp_path)
    assert len(faults) == 4
    for part in ("b.html#gone", "c.html", "https://example.org/x.png", "onclick"):
        assert any(part in fault for fault in faults), part

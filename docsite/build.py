"""From the sources to the site: stage, Sphinx, then no inline script; every warning and broken link fails."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from docsite.links import faults_of
from docsite.outline import toctrees
from docsite.page_finish import finish_pages
from docsite.reference import reference_pages
from docsite.schemas import schema_pages
from docsite.stage import Stage

ROOT: Final = Path(__file__).parents[1]
WORK: Final = ROOT / "build" / "docs"
SITE: Final = ROOT / "src" / "pitboss" / "web" / "docs"


def build(site: Path = SITE, work: Path = WORK) -> int:
    """Builds the site; a previous build's parts are used again where nothing
    has changed. Gives an exit code."""
    stage(work / "source")
    html = work / "html"
    options = ["-q", "-n", "-W", "--keep-going", "-b", "html", "-c", str(ROOT / "docsite")]
    folders = ["-d", str(work / "doctrees"), str(work / "source"), str(html)]
    ended = subprocess.run([sys.executable, "-m", "sphinx", *options, *folders], check=False)
    if ended.returncode:
        return ended.returncode
    fresh = work / "site"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(html, fresh, ignore=shutil.ignore_patterns(".*", "*.map"))
    finish_pages(fresh)
    faults = faults_of(fresh)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(fresh, site)
    pages = len(list(site.rglob("*.html")))
    print(f"The documentation is built: {pages} pages, {site / 'index.html'}")
    return 0


def stage(into: Path) -> None:
    """Everything that Sphinx reads: our pages, and what is made from docstrings, commands and schemas."""
    made = Stage(ROOT, into)
    made.take_pages()
    lists = {"index.md": toctrees(made.text("index.md"))}
    for name, text in (reference_pages() | schema_pages(ROOT / "docs" / "schema") | lists).items():
        made.add(name, text)
    made.finish()

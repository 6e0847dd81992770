"""Picture files: both formats, the same bytes every time, text as text, and refusals in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest

from pitboss.odds.sessions import session
from pitboss.report import NoPlot, check_plot, odds_figure, save_figure, session_figure, strategy_figure
from pitboss.report.canvas import SIZE
from pitboss.sheet import load_house
from tests.report.pictures import entries, game, priced

BETS = {"ante": 1000, "pair_plus": 500}


def odds(path: Path) -> None:
    save_figure(odds_figure([priced("rivers")], "optimal play, meter $1,000 and $2"), path)


def strategy(path: Path) -> None:
    save_figure(strategy_figure(game("rivers"), entries("rivers")), path)


def course(path: Path) -> None:
    result = session(game("rivers").price_bets(BETS), 40, 30_000, 2500, 10_000, checkpoints=10)
    save_figure(session_figure(load_house("rivers"), BETS, result), path)


PICTURES = [odds, strategy, course]


@pytest.mark.parametrize("draw", PICTURES)
def test_svg_is_valid_says_its_sheet_as_text_and_is_the_same_twice(
    draw: Callable[[Path], None], tmp_path: Path
) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.SVG"
    draw(first)
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": True}):
        draw(second)  # the user's own settings change nothing
    assert first.read_bytes() == second.read_bytes()
    root = ElementTree.parse(first).getroot()
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text and f"rivers {load_house('rivers').hash[:12]}" in text for text in said)
    assert b"<dc:date>" not in first.read_bytes()
    width, height = (float(root.attrib[side].removesuffix("pt")) / 72 for side in ("width", "height"))
    assert (width, height) == pytest.approx(SIZE)
    assert width <= 11  # letter, landscape
    assert height <= 8.27  # A4, landscape


def test_dollars_are_text_and_no_formula(tmp_path: Path) -> None:
    odds(tmp_path / "a.svg")
    assert "optimal play, meter $1,000 and $2" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("draw", [odds, course])
def test_png_is_a_picture_and_the_same_twice(draw: Callable[[Path], None], tmp_path: Path) -> None:
    from matplotlib.image import imread

    first, second = tmp_path / "a.png", tmp_path / "b.png"
    draw(first)
    draw(second)
    assert first.read_bytes() == second.read_bytes()
    pixels = imread(first)
    assert pixels.shape[:2] == (1500, 2100)
    assert pixels[..., :3].min() < 0.2
    assert pixels[..., :3].max() == 1


def test_pdf_is_one_page_of_text_without_a_time_and_the_same_twice(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pdf", tmp_path / "b.PDF"
    odds(first)
    odds(second)
    made = first.read_bytes()
    assert made == second.read_bytes()
    assert made.startswith(b"%PDF-")
    assert b"/Creator (Pitboss)" in made
    assert b"Date" not in made
    assert b"/FontFile2" in made  # TrueType: its text can be searched


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, r"a plot is a \.png, \.svg or \.pdf file") for name in ("a.gif", "a", "png", "a.png.txt")),
        ("nowhere/a.png", r"there is no folder .*nowhere"),
        ("file/a.png", "there is no folder"),
        ("folder.png", "this is a folder"),
    ],
)
def test_what_is_no_file_for_a_picture_is_refused(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(NoPlot, match=why):
        check_plot(tmp_path / name)


def test_what_cannot_be_written_is_refused_before_and_after_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may be allowed everything
        with pytest.raises(NoPlot, match="it cannot be written"):
            check_plot(path)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NoPlot, match=r"it cannot be written \(No space left on device\)"):
        odds(path)


def test_without_matplotlib_the_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in PICTURES:
        with pytest.raises(NoPlot) as refused:
            draw(tmp_path / "a.png")
        assert str(refused.value) == "Plots need Matplotlib: pip install '.[plot]' in Pitboss's clone"
    assert not list(tmp_path.iterdir())


def test_matplotlib_is_loaded_only_for_a_picture() -> None:
    code = "import sys, pitboss.cli, pitboss.report; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

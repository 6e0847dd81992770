"""What all plots share: a figure without a window, colours, title, footer, the same bytes every time."""

from __future__ import annotations

import io
import os
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import Refusal
from pitboss.money import dollars
from pitboss.package import __version__, install_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.sheet import Sheet

ENDINGS: Final = (".png", ".svg", ".pdf")
SIZE: Final = (10.5, 7.5)  # inches: both A4 and letter, landscape, leave a margin around it
DPI: Final = 200

# Colours that stay apart for colour-blind eyes (Okabe and Ito).
INK, GREY, FAINT, PAPER = "#222222", "#767676", "#dddddd", "#ffffff"
BLUE, VERMILION, GREEN, PURPLE, ORANGE = "#0072b2", "#d55e00", "#009e73", "#b0568a", "#e69f00"
PLAYER, HOUSE = BLUE, VERMILION  # in whose favour

_STYLE: Final[dict[Any, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "font.family": "DejaVu Sans",  # comes with Matplotlib
    "font.size": 8,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.5,
    "pdf.fonttype": 42,  # text that can be searched and copied
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "pitboss",
    "text.color": INK,
    "text.parse_math": False,  # a dollar is a dollar
    "xtick.color": INK,
    "xtick.labelsize": 7,
    "ytick.color": INK,
    "ytick.labelsize": 7,
}


_METADATA: Final[dict[str, dict[str, Any]]] = {  # none of them a time: the same picture is the same file
    "png": {"Software": "Pitboss"},
    "svg": {"Creator": "Pitboss", "Date": None},
    "pdf": {"Creator": "Pitboss", "Producer": None, "CreationDate": None},
}


class NoPlot(Refusal):
    """A picture that cannot be drawn; the sentence says why."""

    def __init__(self, text: str) -> None:
        super().__init__("plot", text, None, "plot")


def check_plot(path: Path) -> None:
    """Refuses a picture that could not be drawn or stored, before anything is counted for it."""
    if path.suffix.lower() not in ENDINGS:
        raise NoPlot(f"{path}: a plot is a .png, .svg or .pdf file")
    if not path.parent.is_dir():
        raise NoPlot(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise NoPlot(f"{path}: this is a folder, and a plot is a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise NoPlot(f"{path}: it cannot be written")
    _matplotlib()


def _matplotlib() -> Any:
    try:
        return import_module("matplotlib")
    except ImportError:
        raise NoPlot(f"Plots need Matplotlib: {install_line('plot')}") from None


@contextmanager
def style() -> Iterator[None]:
    """Our look and nothing of the user's own settings, for as long as a figure is made or stored."""
    matplotlib = _matplotlib()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def open_figure(title: str, subtitle: str, sheets: Sequence[Sheet]) -> Figure:
    """An empty figure with title, subtitle, and the sheets it was made from in the footer."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, dpi=DPI, facecolor=PAPER)
    size = 13 * min(1, 84 / len(title))
    figure.text(0.035, 0.965, title, fontsize=size, fontweight="bold", va="center")
    figure.text(0.035, 0.932, subtitle, fontsize=8.5, color=GREY, va="center")
    made = ", ".join(f"{sheet.id} {sheet.hash[:12]}" for sheet in sheets)
    foot = f"Sheet{'s' if len(sheets) > 1 else ''} {made} · Pitboss {__version__}"
    figure.text(0.035, 0.012, textwrap.fill(foot, 170), fontsize=6.5, color=GREY, va="bottom")
    return figure


def save_figure(figure: Figure, path: Path) -> None:
    """Stores a figure; nothing is left of one that cannot be drawn to its end."""
    check_plot(path)
    kind = path.suffix.lower().removeprefix(".")
    made = io.BytesIO()
    with style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # a box stands for it
        figure.savefig(made, format=kind, metadata=_METADATA[kind])
    try:
        path.write_bytes(made.getvalue())
    except OSError as fault:
        raise NoPlot(f"{path}: it cannot be written ({fault.strerror or fault})") from None


def write(axes: Axes, x: float, y: float, words: str, size: float, **look: Any) -> None:
    """Words with their middle at a place."""
    axes.text(x, y, words, fontsize=size, ha="center", va="center", **look)


def outline(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    """The corners of a box."""
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def bare(axes: Axes) -> None:
    """Without a frame and marks, where the numbers are written beside the bars."""
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def in_dollars(amount: float, _: float) -> str:
    """A tick of an axis of dollars."""
    return dollars(round(100 * amount))


def legend_right(axes: Axes) -> None:
    """What the lines are, beside the axes."""
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=7)


def tint(colour: str, depth: float) -> tuple[float, float, float]:
    """A colour mixed with paper: 0 is paper, 1 the colour itself."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (1 - depth * (1 - part) for part in parts)
    return (red, green, blue)


def dark(colour: str) -> tuple[float, float, float]:
    """A colour deep enough for small text on paper."""
    red, green, blue = (0.72 * int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return (red, green, blue)


def ink_on(colour: tuple[float, float, float]) -> str:
    """Dark or light text, whichever reads better on a colour."""
    red, green, blue = colour
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else PAPER

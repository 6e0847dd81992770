"""The picture of `pitboss session`: the fan and the curves are the session's own numbers."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from pitboss.odds.sessions import SessionResult, session
from pitboss.report import NoPlot
from pitboss.report.money_plots import session_figure
from tests.report.pictures import by_gid, game, priced, texts

BETS = {"ante": 1000}


def counted(
    stop_win: int | None = None, stop_loss: int | None = None, bankroll: int = 20_000
) -> SessionResult:
    price = game("rivers").price_bets(BETS)
    return session(price, 90, bankroll, 2000, stop_win, stop_loss, checkpoints=30)


def test_curves_and_bands_are_the_course() -> None:
    result = counted(stop_win=15_000, stop_loss=12_000)
    rounds = [float(point.rounds) for point in result.course]
    assert rounds[0] == 0
    assert rounds[-1] == 90
    figure = session_figure(priced("rivers")[0], BETS, result)
    for gid, chances in (
        ("ruin", [point.ruin for point in result.course]),
        ("stop_win", [point.stopped_ahead for point in result.course]),
        ("stop_loss", [point.stopped_behind for point in result.course]),
        ("playing", [point.playing for point in result.course]),
        ("median", [point.quantiles[50] / 100 for point in result.course]),
        ("mean", [point.mean / 100 for point in result.course]),
    ):
        found = by_gid(figure, gid, Line2D)
        assert list(np.asarray(found.get_xdata())) == rounds
        assert list(np.asarray(found.get_ydata())) == chances
    outline = by_gid(figure, "band-5-95", PolyCollection).get_paths()[0].vertices
    reached = {(float(x), float(y)) for x, y in np.asarray(outline)}
    for point in result.course:
        assert {(point.rounds, point.quantiles[each] / 100) for each in (5, 95)} <= reached
    said = texts(figure)
    assert {"stop-win $350", "stop-loss $80", "ruin below $20", "start"} <= set(said)
    assert f"stop-win {result.stopped_ahead:.2%}" in said


def test_stops_that_are_not_set_are_not_drawn() -> None:
    figure = session_figure(priced("rivers")[0], BETS, counted())
    assert not {"stop_win", "stop_loss"} & {each.get_gid() for each in figure.findobj(Line2D)}


def test_a_ruin_that_cannot_happen_and_one_too_rare_to_count_differ() -> None:
    never = session_figure(priced("rivers")[0], BETS, counted(bankroll=1_000_000))
    assert any(text.startswith("ruined under 1e-") for text in texts(never))
    once = session(game("rivers").price_bets(BETS), 1, 20_000, 2000, checkpoints=1)
    assert "ruined 0%" in texts(session_figure(priced("rivers")[0], BETS, once))


def test_words_at_the_right_never_touch() -> None:
    figure = session_figure(priced("rivers")[0], BETS, counted(stop_loss=1000, stop_win=100))
    for axes in figure.axes:
        low, high = axes.get_ylim()
        points = axes.get_position().height * figure.get_figheight() * 72
        places = sorted(float(text.xy[1]) for text in axes.texts if hasattr(text, "xy"))
        gaps = np.diff(places) * points / (high - low)
        assert (gaps > 6.5).all()


def test_a_session_without_a_course_is_refused() -> None:
    result = session(game("rivers").price_bets(BETS), 5, 20_000, 2000)
    with pytest.raises(NoPlot, match="without any"):
        session_figure(priced("rivers")[0], BETS, result)

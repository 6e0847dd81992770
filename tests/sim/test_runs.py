"""Runs: one seed, one answer, wherever it is played; runs add up exactly; they stop when asked to."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from pitboss.errors import Refusal
from pitboss.sim import NotARun, Question, Session, Totals, figures, in_process, run_rounds, setup
from pitboss.sim.engine import ChunkCounts, Job, run_job
from pitboss.sim.run import CHUNK, Cluster, Processes, play
from pitboss.sim.run_figures import target_width
from tests.sim.rounds import BETS, seat_of, table_of

SEED = 20261116
ROOT = Path(__file__).parents[2]


def small_chunks(monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    """Runs of many chunks that take no time."""
    monkeypatch.setattr("pitboss.sim.run.CHUNK", rounds)


def question_with_all() -> Question:
    """Two seats, envy, and a meter that goes from chunk to chunk."""
    table = table_of("rivers")
    seat = seat_of(table, BETS["rivers"])
    return Question(table, (seat, seat), meter_mode="moves")


def written(totals: Totals) -> str:
    return json.dumps(totals.as_json())


def killing(chunks: Iterator[ChunkCounts], kill: list[int]) -> Iterator[ChunkCounts]:
    """Kills a worker after some chunks; the run knows nothing of it."""
    for number, chunk in enumerate(chunks):
        if number == 2:
            os.kill(kill.pop(), signal.SIGKILL)
        yield chunk


def test_the_peak_memory_of_a_bench_is_its_own() -> None:
    """`ru_maxrss` of a process begins with what the one that starts it has held."""
    large = np.ones(600 * 2**20, np.uint8)  # as if this process were the one that starts the bench
    words = [sys.executable, "-c", "from bench.sim import peak; print(peak())"]
    done = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    assert float(done.stdout) < large.nbytes / 2**20


def test_the_answer_is_the_same_in_this_process_in_another_and_when_a_worker_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small_chunks(monkeypatch, 20_000)
    question = question_with_all()
    question = replace(question, seats=question.seats[:1] * 7)
    made = setup(question)
    alone = run_rounds(made, SEED, 150_000)
    assert alone.parts[0].end == 8
    killed: list[int] = []

    def with_a_death(jobs: Iterable[Job]) -> Iterator[ChunkCounts]:
        with Processes(question, 1) as workers:
            killed.append(workers.pool.submit(os.getpid).result())
            yield from killing(play(workers, jobs), killed)

    assert written(run_rounds(made, SEED, 150_000, pool=with_a_death)) == written(alone)
    assert killed == []
    assert not active_children()


def test_a_worker_says_why_a_chunk_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    made = setup(question_with_all())
    for room in ("FIRST_ROOM", "MOST_ROOM"):
        monkeypatch.setattr(f"pitboss.sim.compiling.{room}", 256)
    with pytest.raises(Refusal, match="give rounder amounts") as refused:
        run_job(made, Job(SEED, 0, 200_000), "numba")
    assert vars(pickle.loads(pickle.dumps(refused.value))) == vars(refused.value)


def test_a_dask_cluster_whose_workers_are_killed_gives_the_same_answer_byte_for_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small_chunks(monkeypatch, 20_000)
    question = question_with_all()
    made = setup(question)
    alone = written(run_rounds(made, SEED, 200_000))
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, protocol="tcp://") as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        pids = list(client.run(os.getpid).values())
        found = run_rounds(
            made, SEED, 200_000, pool=lambda jobs: killing(play(Cluster(client, question), jobs), pids)
        )
        assert pids == []
    assert written(found) == alone


def test_numpy_gives_the_answer_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch, 5_000)
    made = setup(question_with_all())
    mine, theirs = (
        run_rounds(made, SEED, 12_345, pool=in_process(made, engine)) for engine in ("numba", "numpy")
    )
    assert written(mine) == written(theirs)


def test_two_runs_of_a_seed_merge_into_the_run_of_all_their_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch, 4_000)
    table = table_of("napa-valley")
    seat = seat_of(table, BETS["napa-valley"])
    made = setup(Question(table, (seat, seat, seat), stake=4_000))
    whole = run_rounds(made, SEED, 20_000)
    first, second = run_rounds(made, SEED, 8_000), run_rounds(made, SEED, 12_000, first=2)
    stored = Totals.from_json(json.loads(written(second)))
    stored.merge(Totals.from_json(json.loads(written(first))))
    assert stored.as_json() | {"parts": None} == whole.as_json() | {"parts": None}
    assert [(part.first, part.rounds) for part in stored.parts] == [(0, 8_000), (2, 12_000)]
    assert figures(made, stored).bank == figures(made, whole).bank


def test_runs_that_share_rounds_or_ask_otherwise_do_not_merge() -> None:
    table = table_of("napa-valley")
    made = setup(Question(table, (seat_of(table, BETS["napa-valley"]),)))
    other = setup(Question(table, (seat_of(table, {"ante": 500}),)))
    run = run_rounds(made, SEED, 500)
    with pytest.raises(NotARun, match="share rounds"):
        run.merge(run_rounds(made, SEED, 1_000))
    with pytest.raises(NotARun, match="different questions: seats"):
        run.merge(run_rounds(other, SEED + 1, 500))
    broken: Any
    for broken in ({}, [], {"format": 1}, run.as_json() | {"rounds": 7}, run.as_json() | {"format": 2}):
        with pytest.raises(NotARun):
            Totals.from_json(broken)


def test_a_run_stops_at_the_first_chunk_that_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch, 2_000)
    table = table_of("napa-valley")
    made = setup(Question(table, (seat_of(table, {"ante": 1000}),)))
    widths: list[float] = []

    def enough(totals: Totals) -> bool:
        widths.append(target_width(made, totals, 0.95))
        return widths[-1] <= 40

    totals = run_rounds(made, SEED, enough=enough)
    assert widths[-1] <= 40 < min(widths[:-1])
    assert totals.rounds == 2_000 * len(widths)
    assert figures(made, totals).target.width == widths[-1]


def test_sessions_are_played_whole() -> None:
    table = table_of("napa-valley")
    question = Question(table, (seat_of(table, {"ante": 1000}),), session=Session(20_000, 300))
    made = setup(question)
    totals = run_rounds(made, SEED, 1_000)
    assert totals.rounds == 1_200
    session = figures(made, totals).seats[0].session
    assert session is not None
    assert session.sessions == 4
    assert CHUNK == 1 << 20

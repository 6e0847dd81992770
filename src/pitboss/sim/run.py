"""A run: chunk after chunk in order, until there are enough rounds or the interval is narrow enough."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import count
from typing import Final

from pitboss.errors import Refusal
from pitboss.money import Cents
from pitboss.odds.decisions import Chooser
from pitboss.odds.house_prices import House, game_of, plan_for
from pitboss.sim.deals import check_seed
from pitboss.sim.engine import ChunkCounts, EngineName, Job, run_job
from pitboss.sim.question import Question, one_seat
from pitboss.sim.run_figures import Figures, figures
from pitboss.sim.run_setup import Setup, setup
from pitboss.sim.totals import Adding, Part, Totals

CHUNK: Final = 1 << 20  # rounds
MOST_ROUNDS: Final = 10**13
LAST_CHUNK: Final = 1 << 60
# Plays jobs, and gives their counts in the order of the jobs; it may work ahead.
Pool = Callable[[Iterable[Job]], Iterator[ChunkCounts]]
Enough = Callable[[Totals], bool]
Progress = Callable[[Totals], None]


def chunk_rounds(question: Question) -> int:
    """The rounds of a whole chunk: as many as there are in whole sessions."""
    session = question.session
    return CHUNK if session is None else -(-CHUNK // session.rounds) * session.rounds


def in_process(made: Setup, engine: EngineName | None = None) -> Pool:
    """Plays here, one chunk at a time."""
    return lambda jobs: map(partial(run_job, made, engine=engine), jobs)


def run_rounds(
    made: Setup,
    seed: int,
    rounds: int | None = None,
    *,
    first: int = 0,
    enough: Enough | None = None,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> Totals:
    """Plays so many rounds, or until it is enough, whichever comes first; the pool changes no count.

    `first` is the number of the first chunk: runs of one seed that begin elsewhere can be put together.
    """
    check_seed(seed)
    size = chunk_rounds(made.question)
    wanted = _wanted(made.question, rounds)
    if not 0 <= first < LAST_CHUNK:
        raise Refusal("first", "The number of the first chunk is from 0 to 2^60")
    added = Adding(made)
    with closing(_closable((pool or in_process(made))(_jobs(seed, first, size, wanted)))) as chunks:
        for chunk in chunks:
            added.add(chunk)
            added.totals.parts = [Part(str(seed), first, size, added.totals.rounds)]
            if progress is not None:
                progress(added.totals)
            if enough is not None and enough(added.totals):
                break
    return added.totals


def _wanted(question: Question, rounds: int | None) -> int:
    """The rounds in all, in whole sessions."""
    wanted = MOST_ROUNDS if rounds is None else rounds
    if not 1 <= wanted <= MOST_ROUNDS:
        raise Refusal("rounds", f"A run has 1 to {MOST_ROUNDS:,} rounds, not {wanted:,}")
    session = question.session
    return wanted if session is None else -(-wanted // session.rounds) * session.rounds


def _jobs(seed: int, first: int, size: int, wanted: int) -> Iterator[Job]:
    for number in count():
        left = wanted - number * size
        if left <= 0:
            return
        yield Job(seed, first + number, min(size, left))


def _closable(chunks: Iterator[ChunkCounts]) -> Generator[ChunkCounts, None, None]:
    """A generator over any iterator: closing it stops a pool that works ahead."""
    try:
        yield from chunks
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()


def simulate(
    house: House | Question,
    rounds: int,
    seed: int,
    *,
    bets: Mapping[str, Cents] | None = None,
    strategy: str | Chooser = "optimal",
    confidence: float = 0.95,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Plays so many rounds by chance, one seat alone or a whole `Question`, and tells what they come to.

    The bet is the smallest Ante unless it is given; the strategy is named as `price` does. The same seed
    gives the same rounds, on any machine.

    >>> from pitboss import price, simulate
    >>> mean = simulate("rivers", rounds=20_000, seed=1, bets={"ante": 1000}).target  # in cents
    >>> mean.low < 1000 * price("rivers").wagers["ante"].ev < mean.high
    True
    """
    made = setup(house if isinstance(house, Question) else _alone(house, bets, strategy))
    return figures(made, run_rounds(made, seed, rounds, pool=pool, progress=progress), confidence)


def _alone(house: House, bets: Mapping[str, Cents] | None, strategy: str | Chooser) -> Question:
    game = game_of(house)
    wagers = {"ante": game.table.min} if bets is None else bets
    plan = plan_for(game, strategy if "ante" in wagers else "always", wagers)
    return one_seat(game.table, wagers, plan, strategy if isinstance(strategy, str) else "plan")

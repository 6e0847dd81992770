"""Eight, and two hundred, who ask for as much as they can: everybody else is answered all the same."""

from __future__ import annotations

import asyncio
import selectors
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

import pytest

from pitboss.desk.desk import Desk, LaneName, Worker, WorkerGone
from pitboss.desk.question import Question, Reply, question
from pitboss.round import Refusal

LASTS = 75.0  # seconds of a crowd
EVERY = 7.0  # seconds between two questions of a fair asker
PATIENCE = 3.0  # seconds after which a greedy asker tries again
LAB = 10.0  # seconds that a greedy question takes, which is all that it may,
COACH = 4.0  # and one for the coach
TAKES: Mapping[str, float] = {"odds": 0.05, "worths": 0.05, "slow": 9.0, "lab": LAB, "own sheet": COACH}

FAIR_ASK: tuple[tuple[str, str, LaneName], ...] = (("coach", "worths", "tables"), ("odds", "odds", "public"))


class Skipping(selectors.SelectSelector):
    """Waits for nothing: the clock goes on instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            assert timeout is not None, "nothing is left that could happen"
            self.now += timeout
        return found


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose hours take no time, and go the same way each time."""

    def __init__(self) -> None:
        self.clock = Skipping()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


class Timed:
    """A worker that takes as long as the job of a question says."""

    def __init__(self) -> None:
        self.killed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def answer(self, asked: Question) -> Reply:
        await asyncio.wait({self.killed}, timeout=TAKES[asked.job])
        if self.killed.done():
            raise WorkerGone
        return Reply("answer", b"answer")

    async def end(self) -> None:
        if not self.killed.done():
            self.killed.set_result(None)


async def start() -> Worker:
    await asyncio.sleep(1.0)
    return Timed()


@dataclass
class Crowd:
    """A desk with one worker for everybody, greedy askers and fair ones."""

    desk: Desk
    numbers: count[int] = field(default_factory=count)
    refused: Counter[str] = field(default_factory=Counter)
    greedy_done: int = 0
    waits: dict[str, list[float]] = field(default_factory=lambda: {"odds": [], "coach": []})

    async def ask(self, person: str, address: str, job: str, lane: LaneName = "public") -> None:
        asked = question(job, number=next(self.numbers), kept=False)
        await self.desk.ask(person, asked, address=address, lane=lane)

    async def be_greedy(self, person: str, address: str, lane: LaneName) -> None:
        """One of a greedy asker's open questions: the next follows at once, or soon after a refusal."""
        while True:
            try:
                await self.ask(person, address, "lab" if lane == "public" else "own sheet", lane)
                self.greedy_done += 1
            except Refusal as refusal:
                self.refused[refusal.code] += 1
                await asyncio.sleep(PATIENCE)

    async def be_fair(self, person: str, address: str, begins: float) -> None:
        """A simple question and one for the coach, again and again."""
        await asyncio.sleep(begins)
        while self.now < LASTS - 30:
            for kind, job, lane in FAIR_ASK:
                asked_at = self.now
                await self.ask(person, address, job, lane)
                self.waits[kind].append(self.now - asked_at)
            await asyncio.sleep(EVERY)

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()


def crowded(greedy: list[tuple[str, str]], fair: list[tuple[str, str]], lane: LaneName = "public") -> Crowd:
    """What came of a crowd: (person, address) of each; raises what a fair one was refused."""

    async def scene() -> Crowd:
        loop = asyncio.get_running_loop()
        crowd = Crowd(Desk(1, start=start, now=loop.time, clock=loop.time))
        await crowd.ask("house", "house", "odds", "house")  # as after every start
        mobs = [
            loop.create_task(crowd.be_greedy(person, address, lane))
            for person, address in greedy
            for _ in range(16 if len(greedy) < 100 else 2)
        ]
        await asyncio.gather(
            *(crowd.be_fair(person, address, 1 + 0.1 * place) for place, (person, address) in enumerate(fair))
        )
        for each in mobs:
            each.cancel()
        await asyncio.gather(*mobs, return_exceptions=True)
        await crowd.desk.close()
        return crowd

    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(scene())


GREEDY = [
    pytest.param(8, 1, id="eight at one address"),
    pytest.param(8, 8, id="eight at eight"),
    pytest.param(200, 1, id="two hundred at one address"),
    pytest.param(200, 20, id="two hundred at twenty"),
    pytest.param(200, 200, id="two hundred at as many"),
]
FAIR = [(f"fair {number}", f"192.0.2.{number // 2}") for number in range(10)]


@pytest.mark.parametrize(("number", "addresses"), GREEDY)
def test_nobody_else_notices_the_greedy(number: int, addresses: int) -> None:
    greedy = [(f"greedy {each}", f"198.51.100.{each % addresses}") for each in range(number)]
    crowd = crowded(greedy, [*FAIR, ("neighbour", greedy[0][1])])
    assert len(crowd.waits["odds"]) == len(crowd.waits["coach"]) > 40
    assert max(crowd.waits["coach"]) < 2  # a worker of its own, which had to start first
    assert max(crowd.waits["odds"]) < LAB + 2  # no longer than the one question that is being worked on
    assert crowd.refused["rate"] > 50


def test_who_floods_the_coach_keeps_neither_the_coach_nor_the_desk_from_others() -> None:
    crowd = crowded([(f"greedy {each}", "198.51.100.1") for each in range(8)], FAIR, lane="tables")
    assert len(crowd.waits["odds"]) == len(crowd.waits["coach"]) > 40
    assert max(*crowd.waits["coach"], *crowd.waits["odds"]) < COACH + 2


def test_an_asker_has_sixty_seconds_and_is_told_when_there_are_more() -> None:
    """What they asked for beyond that is refused at once; another at the address goes on."""

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        crowd = Crowd(Desk(1, start=start, now=loop.time, clock=loop.time))

        async def ask(person: str, job: str) -> None:
            await crowd.ask(person, "192.0.2.1", job)

        told = await asyncio.gather(*(ask("ann", "slow") for _ in range(16)), return_exceptions=True)
        refused = [each for each in told if isinstance(each, Refusal)]
        # Each takes 9 s, and a third of that comes back during the next: after nine of them
        # 9 * 9 - 8 * 3 = 57 s are used, after ten 10 * 9 - 9 * 3 = 63.
        assert [each.code for each in refused] == ["rate"] * 6
        again = int(refused[0].values["again"]) / 1000
        assert {each.values["again"] for each in refused} == {refused[0].values["again"]}
        await ask("bob", "odds")
        with pytest.raises(Refusal):
            await ask("ann", "odds")
        await asyncio.sleep(again - loop.time())
        await ask("ann", "odds")
        await crowd.desk.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(scene())

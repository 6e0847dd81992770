"""Real workers: what they answer, what they refuse, how they end."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable

import pytest

from pitboss.cards import parse_cards
from pitboss.desk.desk import Desk, ProcessWorker, start_process
from pitboss.desk.jobs import answer
from pitboss.desk.question import Question, frame, question
from pitboss.desk.table_questions import DeskReckoner
from pitboss.odds.coach import Hand, worth_of
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house

THREE_UP = ["dealer.shows=3", f'play.raises={{times={list(range(2, 11))}, clause="RIV-4"}}']
SLOW = question("odds", house="rivers", players=7, meter=10**9, strategy="optimal", bets=None, seconds=0.05)


def with_a_process(play: Callable[[Desk], Awaitable[None]]) -> None:
    async def scene() -> None:
        desk = Desk(1)
        try:
            await play(desk)
        finally:
            await desk.close()

    asyncio.run(scene())


def pid_of(desk: Desk) -> int:
    worker = desk.hands[0].worker
    assert isinstance(worker, ProcessWorker)
    return worker.process.pid


def test_a_process_answers_refuses_and_is_replaced_when_it_takes_too_long() -> None:
    async def play(desk: Desk) -> None:
        edge = question("edge", house="shine", seconds=120)
        assert json.loads(await desk.ask("ann", edge)) == json.loads(answer(edge).text)
        bomb = question("sheet", b"a" + b".a" * 30_000 + b" = 1", house=None, pays=None, seconds=120)
        with pytest.raises(Refusal) as refused:
            await desk.ask("ann", bomb)
        assert (refused.value.code, refused.value.path) == ("sheet", "sheet")
        first = pid_of(desk)
        with pytest.raises(Refusal) as late:
            await desk.ask("ann", SLOW)
        assert late.value.code == "too_long"
        again = question("edge", house="atlantic-city", seconds=120)
        assert json.loads(await desk.ask("ann", again)) == json.loads(answer(again).text)
        assert pid_of(desk) != first

    with_a_process(play)


def test_real_workers_answer_everybody_else_while_some_ask_for_all_they_can() -> None:
    """Four accounts at one address ask for what takes all its time; the coach and a simple question go on."""

    async def play(desk: Desk) -> None:
        dear = [
            question("lab_csv", house="rivers", sets=THREE_UP, players=1, meter=meter, strategy="optimal")
            for meter in range(10**6, 10**6 + 12)
        ]
        greedy = [
            asyncio.create_task(desk.ask(f"greedy {place % 4}", asked, address="198.51.100.7"))
            for place, asked in enumerate(dear)
        ]
        await asyncio.sleep(0)
        table = open_table(load_house("rivers"))
        hand = Hand(table, None, parse_cards("Qs 6h 4d"), (), (("ante", 1000),))
        coach = DeskReckoner(desk)
        worth = await coach.worth(hand, "person ann", "192.0.2.1")
        assert worth.best == worth_of(hand).best
        edge = question("edge", house="shine", seconds=120)
        assert json.loads(await desk.ask("person ann", edge, address="192.0.2.1")) > 0
        assert not all(each.done() for each in greedy)
        for each in greedy:
            each.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)

    with_a_process(play)


def test_a_worker_ends_when_the_house_does_even_while_it_reckons() -> None:
    async def scene() -> int:
        worker = await start_process()
        assert isinstance(worker, ProcessWorker)
        assert worker.process.stdin is not None
        worker.process.stdin.write(frame(Question(SLOW.values, seconds=120)))
        worker.process.stdin.close()
        return await worker.process.wait()

    assert asyncio.run(scene()) == 0


def test_a_worker_gets_no_more_memory_than_it_may_have() -> None:
    program = (
        "from pitboss.desk import jobs, worker\n"
        "from pitboss.desk.question import question\n"
        "worker.limit_process()\n"
        "jobs.JOBS['greedy'] = lambda: bytes(worker.MOST_MEMORY)\n"
        "print(jobs.answer(question('greedy')).text.decode())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["code"] == "too_long"


def test_a_fault_of_a_job_is_told_by_its_kind_alone() -> None:
    told = answer(question("no such job"))
    assert (told.kind, told.text) == ("fault", b"KeyError")


def test_text_that_cannot_be_written_comes_back_as_a_refusal() -> None:
    """A lone surrogate in a document is no fault of ours."""
    told = answer(question("settle", rb'{"house": "\ud800", "seats": []}'))
    assert told.kind == "refusal"
    assert json.loads(told.text)["code"] == "input"

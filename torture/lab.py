"""Questions of the Lab with rules moved far, asked of a real worker: each is counted or simulated in time."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from pitboss.desk.desk import Desk
from pitboss.desk.question import Question, question
from pitboss.sheet import load_house
from torture.progress import shown

DRAWS = 'dealer.draw.when="always"'
RAISED = f'play.raises={{times={list(range(2, 11))}, clause="RIV-4"}}'
SECONDS = 30
BET: dict[str, Any] = {"bets": "ante=1000", "bankroll": 50_000}


def asked(job: str, house: str, *sets: str, players: int = 1, **more: Any) -> Question:
    """A question of the Lab about a house with these changes."""
    values: dict[str, Any] = {
        "house": house,
        "sets": sets,
        "players": players,
        "meter": None,
        "strategy": "optimal",
    }
    return question(job, seconds=SECONDS, **values, **more)


QUESTIONS = (
    asked("lab", "pechanga", "dealer.shows=3"),
    asked("lab_csv", "rivers", "dealer.shows=3", RAISED),
    asked("lab", "napa-valley", "dealer.shows=3"),
    asked("lab", "shine", DRAWS, "dealer.shows=2"),
    asked("lab", "rivers", "dealer.shows=3", players=7),
    asked("lab_chart", "pechanga", "dealer.shows=3", up=""),
    asked("lab_session", "pechanga", "dealer.shows=3", **BET, rounds=500, stop_win=None, stop_loss=None),
    asked("lab_bankroll", "pechanga", "dealer.shows=3", **BET, pace=60, rebate=None),
)


def run(quick: bool) -> str:
    """The figures as a sentence; a question without an answer is a refusal."""
    answered = asyncio.run(_answered(QUESTIONS[:2] if quick else QUESTIONS))
    return f"{len(answered)} questions answered, the slowest in {max(answered):.1f} s."


async def _answered(questions: tuple[Question, ...]) -> list[float]:
    desk, took, tell = Desk(1), list[float](), shown("lab", len(questions), "questions")
    try:
        for number, each in enumerate(questions, 1):
            began = time.monotonic()
            check_answer(each, await desk.ask(f"asker {number}", each))
            took.append(time.monotonic() - began)
            tell(number)
    finally:
        await desk.close()
    return took


def check_answer(asked: Question, answer: bytes) -> None:
    """Each wager of an overview has a figure, exact or simulated."""
    if asked.job == "lab":
        found = json.loads(answer)
        known = {each["id"] for each in found["wagers"] + found["simulated"]}
        assert known == set(load_house(found["house"]).wagers), known

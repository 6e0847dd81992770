"""A hidden card never leaves the server early: whole rounds through routes and sockets, logs and metrics too.

Two houses differ in the server's seed and in the cards that a viewer may not know. All that this viewer, an
onlooker and a spectator are sent until the last decision, which brings the reveal, must be the same bytes but
for the seal of the deck and the head of the chain.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.odds import NotPriced
from pitboss.odds.coach import Worth
from pitboss.odds.not_priced import COUNTED_TOGETHER
from pitboss.round import Round
from pitboss.round.views import DealerView, dealer_view
from pitboss.table import answers, views
from pitboss.table.advice import CoachFrame, coach_frame
from pitboss.table.live_state import LiveState, Turn
from pitboss.table.round_play import go_on
from pitboss.web.log import log
from tests.table.leaking import (
    BANKER,
    ONLOOKER,
    PLAYERS,
    Deck,
    Leak,
    Script,
    known_places,
    make_script,
    permuted,
)
from tests.table.rig import HOUSES, Floor
from tests.web.edge import Edge, Joined

PAIRS = 6  # at each of five houses; `torture leaks` tries many more
SPECTATOR = ""
_SEALS = re.compile(r'"(commitment|chain_head)":"[0-9a-f]{64}"')


class Source:
    """Entropy that is the same for all people, and another for each deck."""

    def __init__(self) -> None:
        self.chance = Random("people")

    def __call__(self, size: int) -> bytes:
        return self.chance.randbytes(size)


class Lines(logging.Handler):
    """Everything that any library logs, with what hangs on it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("pitboss") and record.msg != "slow":  # that is the machine's
            self.lines.append(f"{record.getMessage()} {getattr(record, 'fields', '')} {record.exc_info}")


def _told(script: Script, deck: Deck, side: str, viewer: str) -> dict[str, list[str]]:
    """What those who may know the same were sent before the reveal, and what the house told of itself."""
    source, lines = Source(), Lines()
    logger = logging.getLogger("pitboss")  # whatever a test before has made of the log above it
    level = logging.getLogger("pitboss").level
    logger.addHandler(lines)
    logging.getLogger("pitboss").setLevel(logging.DEBUG)
    edge = Edge(entropy=source)
    try:
        with edge.client, ExitStack() as open_, patch("pitboss.table.planning.shuffled", lambda *_: deck):
            people = {name: edge.guest() for name in (*PLAYERS, BANKER, ONLOOKER)}
            for each in people.values():
                edge.house.pit.grant(each.id, 10_000_000, "op", f"grant {each.id}")
            source.chance = Random(side)  # the seed of the deck comes from here
            table = people[ONLOOKER].open(script.house, clock=True)
            here = {*script.players, ONLOOKER, BANKER}
            ends: dict[str, Joined] = {
                name: open_.enter_context(each.join(table)) for name, each in people.items() if name in here
            }
            ends[SPECTATOR] = open_.enter_context(edge.watch(table))
            _to_the_last_decision(script, ends)
            assert edge.room(table).live.phase in ("bets", "decisions")
            watching = [
                name for name in (viewer, ONLOOKER, BANKER, SPECTATOR) if name not in script.seats.values()
            ]
            told = {}
            for name in dict.fromkeys((viewer, *watching)):
                ends[name].catch_up()
                told[name] = ends[name].frames
            own = ("/api/tables", "/api/me", "/api/rounds", f"/api/tables/{table}")
            told["viewer asks"] = [people[viewer].ask("GET", path).text for path in own]
            told["asks"] = [
                edge.ask("GET", f"/api/tables/{table}").text,
                _counts(edge.ask("GET", "/metrics").text),
            ]
            told["log"] = list(lines.lines)
            edge.books_balance()
    finally:
        logger.removeHandler(lines)
        logging.getLogger("pitboss").setLevel(level)
        edge.store.close()
    return {name: [_SEALS.sub(r'"\1":"-"', text) for text in texts] for name, texts in told.items()}


def _counts(metrics: str) -> str:
    """All metrics but for how long things took or waited, how many commits there were, and the process's."""
    timed = [f"pitboss_{name}" for name in ("commit_seconds", "loop_delay", "clock_offset", "database_conn")]
    timed += ["_seconds_bucket", "_seconds_sum", "_queue", "process_"]
    return "\n".join(line for line in metrics.splitlines() if not any(each in line for each in timed))


def _to_the_last_decision(script: Script, ends: dict[str, Joined]) -> None:
    """People sit down and bet; the cards are dealt; all decide but the last."""
    for number, person in script.seats.items():
        ends[person].sits(number)
    if script.house == "napa-valley" and script.bank:
        ends[BANKER].sits(7).done("want_bank", want=True)
        ends[BANKER].done("take_bank", stake=50_000)
        ends[BANKER].done("ready")
    for number, person in script.seats.items():
        seed, wagers = script.seeds[number], script.wagers[number]
        ends[person].done("bets", seat=number, wagers=wagers, seed=seed)
    for person in script.players[1:]:
        ends[person].done("ready")
    if not script.choices:
        return  # nobody decides: the deal brings the reveal
    ends[script.players[0]].done("ready")
    for choice in script.choices[:-1]:
        end = ends[script.seats[choice.seat]]
        fields = {}
        if choice.action == "draw":
            fields["discard"] = end.seat(choice.seat)["cards"][choice.place]
        end.done(choice.action, seat=choice.seat, **fields)
    for end in ends.values():  # everybody asks the coach about every hand
        for number in script.seats:
            end.say("coach", seat=number)
    if script.bank and len(script.seats) != COUNTED_TOGETHER:  # those take seconds
        ends[BANKER].say("bank_price")


def _search(house: str, pairs: int) -> int:
    """Looks for leaks at a house; gives how many frames were the same."""
    floor = Floor(house)
    chance = Random(f"{house} edge")
    same = 0
    for number in range(pairs):
        script = replace(make_script(floor, chance), away=frozenset())
        viewer = script.players[number % len(script.players)]
        first = tuple(chance.sample(CARD_TEXTS, 52))
        drawn = frozenset(choice.seat for choice in script.choices[:-1] if choice.action == "draw")
        second = permuted(first, known_places(script, viewer, "decisions", drawn), chance)
        one = _told(script, first, f"{number} a", viewer)
        two = _told(script, second, f"{number} b", viewer)
        for name, texts in one.items():
            for before, after in zip(texts, two[name], strict=True):
                if before != after:
                    raise Leak(f"{script}, {name}:\n{before}\n{after}")
                same += 1
    floor.store.close()
    return same


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-11")
def test_std_11_nothing_that_leaves_the_house_hangs_on_a_hidden_card(house: str) -> None:
    assert _search(house, PAIRS) > 50 * PAIRS


# The search finds what is planted


def _caption_longer(plant: pytest.MonkeyPatch) -> None:
    def leaks(state: Round) -> DealerView:
        seen = dealer_view(state)
        hidden = state.dealer_cards[0] if state.dealer_cards else 0
        return replace(seen, caption=seen.caption + " " * (hidden % 2))

    plant.setattr(views, "dealer_view", leaks)


def _coach_knows(plant: pytest.MonkeyPatch) -> None:
    def leaks(live: LiveState, number: int, worth: Worth | NotPriced) -> CoachFrame:
        told = coach_frame(live, number, worth)
        hidden = live.state.dealer_cards[0] if live.state else 0
        return replace(told, best=told.best[::-1] if hidden % 2 else (*told.best, ""))

    plant.setattr(answers, "coach_frame", leaks)


def _card_in_the_log(plant: pytest.MonkeyPatch) -> None:
    def leaks(turn: Turn) -> None:
        go_on(turn)
        state = turn.live.open_round
        log("dealt", dealer=state.dealer_cards[0] if state and state.dealer_cards else None)

    plant.setattr("pitboss.table.steps.go_on", leaks)


@pytest.mark.parametrize("plant", [_caption_longer, _coach_knows, _card_in_the_log])
def test_the_search_finds_a_card_that_leaks(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        _search("rivers", 6)

"""Both engines against the settlement: line by line, count by count, whatever the sheet, bets and seats."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.round import Table
from pitboss.round.choices import every_wager
from pitboss.sheet import houses
from pitboss.sim import Question, Session, SimSeat, setup
from pitboss.sim.engine import EngineName, Job, run_job
from pitboss.sim.run_figures import line_counts
from pitboss.sim.run_setup import SESSION_LEFT, SESSION_ROUNDS
from pitboss.sim.totals import Adding
from tests.odds.dealer_bets import PAYS, added_bets, dealer_bet_sets
from tests.round.test_play_by_hand import BY_HAND, UNQUALIFIED
from tests.round.test_royals_by_suit import BY_SUIT
from tests.sim.rounds import (
    BETS,
    check_counts,
    check_lines,
    play_chunk,
    rich_decks,
    seat_of,
    settled,
    table_of,
    words_for,
)
from tests.sim.sheets import random_question

CATALOGUE = Path(__file__).parents[2] / "examples" / "catalogue"
ROUNDS = 120
FEW = 30  # rounds of each generated sheet
GENERATED = 20
ENGINES: tuple[EngineName, ...] = ("numba", "numpy")

# A sheet, how many seats, and what else is asked: between them every part of the engines.
DRAWN = 'dealer.draw={when="always",clause="RIV-5"}'
PAIRS_ENVIED = 'envy.lines.pair="$3"'
SPADES_PAY = 'pays.double_shot.drawn.mini_royal_spades="500 to 1"'
TENTH = 'pays.progressive.lines.flush="10 % of the meter"'
FARTHER = tuple(dealer_bet_sets([*PAYS]))
FOLDS_LOSE = tuple(dealer_bet_sets(["dealer_plus", "bad_beat"], fold="lose"))
DEALERS_BONUS = (
    'bonus.lucky={label="Lucky", clause="RIV-7", on="ante", needs_play=false}',
    'pays.lucky={judged="dealer\'s hand", lines={clause="RIV-7", straight_or_better="$2", pair="1 to 3"}}',
)
BANKED = (
    *added_bets(["dealer_plus", "double_plus", "bad_beat", "prime"], clauses=("NAPA-2", "NAPA-9")),
    'bank.cover.order=["prime", "ante", "bad_beat", "play", "pair_plus", "double_plus", "dealer_plus"]',
)
RAISED = (
    'play.raises={times=[3, 10], from="Q-6-4", clause="RIV-5"}',
    'bonus.lucky={label="Lucky", clause="RIV-7", on="play"}',
    'pays.lucky={judged="dealer\'s hand", lines={clause="RIV-7", straight="2 to 1", pair="1 to 3"}}',
    'bonus.mine={label="Mine", clause="RIV-7", on="play"}',
    'pays.mine={judged="three cards", lines={clause="RIV-7", flush="5 to 1", pair="1 to 1"}}',
)
CASES: dict[str, tuple[str, tuple[str, ...], int, dict[str, Any]]] = {
    "pechanga": ("pechanga", (), 3, {}),
    "pechanga, a drawn royal pays by its suit": ("pechanga", (SPADES_PAY,), 1, {}),
    "atlantic-city": ("atlantic-city", (), 2, {}),
    "napa-valley": ("napa-valley", (), 1, {}),
    "napa-valley, a stake": ("napa-valley", (), 7, {"stake": 6_100}),
    "shine": ("shine", ("play.times=2",), 1, {}),
    "rivers": ("rivers", (), 7, {"meter": 1_234_567}),
    "rivers, the meter moves": ("rivers", (TENTH,), 3, {"meter_mode": "moves"}),
    "rivers, several win the meter": ("rivers", (TENTH,), 7, {"meter": 300_001}),
    "rivers, much envy": ("rivers", (PAIRS_ENVIED, "envy.folded_holder_counts=false"), 4, {}),
    "rivers, a lost envy": (
        "rivers",
        ("wager.progressive.fold.does=lose", "envy.holder_must_bet=true"),
        3,
        {},
    ),
    "rivers, one shows and the dealer draws": ("rivers", ("dealer.shows=1", DRAWN), 2, {}),
    "the dealer's hand, both, the beaten, colours": ("rivers", (*FARTHER, *DEALERS_BONUS), 3, {}),
    "the same, the dealer draws": ("rivers", (*FARTHER, DRAWN), 1, {}),
    "two of the same, a fold loses": ("rivers", FOLDS_LOSE, 2, {}),
    "the same, a bank covers": ("napa-valley", BANKED, 3, {"stake": 9_000}),
    "colours, where players draw": (
        "pechanga",
        tuple(added_bets(["dealer_plus", "prime"], clauses=("PEC-1", "PEC-6"))),
        2,
        {},
    ),
    "colours win the meter and earn envy": (
        "rivers",
        (
            *added_bets(["prime"]),
            'pays.prime.lines.six_of_one_colour="20 % of the meter"',
            'envy={wager="prime", clause="RIV-11", lines={pair="$3"}}',
        ),
        3,
        {"meter_mode": "moves"},
    ),
    **{sheet: (f"{CATALOGUE / sheet}.toml", (), 2, {}) for sheet in ("prime", "teen-patti-pro", "ultimate")},
    "raises, paid on Play and won by many": ("rivers", RAISED, 3, {}),
    "raises, paid by the hand": ("rivers", (*RAISED[:1], *BY_HAND, UNQUALIFIED), 3, {}),
    "royals by suit": ("rivers", (BY_SUIT,), 2, {}),
    "the winning hand, where players draw": (
        "pechanga",
        (
            'wager.blind={label="Blind", clause="PEC-1", needs={all=["ante"]}, fold={does="lose"}}',
            'pays.blind={judged="winning hand", lines={clause="PEC-6", straight="9 to 1", pair="1 to 2"}}',
        ),
        2,
        {},
    ),
}


def question_of(case: str) -> Question:
    house, sets, seats, more = CASES[case]
    table = table_of(house, *sets)
    return Question(table, _seats(table, BETS.get(house, {}), seats), **more)


def _seats(table: Table, amounts: Mapping[str, int], number: int) -> tuple[SimSeat, ...]:
    """Every seat bets otherwise: the second without an Ante where it may, the third without side bets."""
    bets = {name: amounts.get(name, cents) for name, cents in every_wager(table).items()}
    alone = {name: cents for name, cents in bets.items() if name not in ("ante", "six_card_bonus")}
    others = [bets, bets if table.sheet.wagers["ante"].required else alone, {"ante": 2000}]
    return tuple(seat_of(table, others[seat % 3]) for seat in range(number))


@pytest.mark.parametrize("case", CASES)
def test_the_engine_settles_as_settlement_does_line_by_line(case: str) -> None:
    check_lines(setup(question_of(case)), ROUNDS, f"lines {case}")


@pytest.mark.parametrize("case", CASES)
def test_both_engines_count_what_settlement_pays(case: str) -> None:
    check_counts(setup(question_of(case)), ROUNDS, f"counts {case}")


@pytest.mark.parametrize("number", range(GENERATED))
def test_generated_sheets_are_settled_and_counted_as_by_settlement(number: int) -> None:
    made = setup(random_question(random.Random(f"sheet {number}")))
    check_lines(made, FEW, f"sheet {number}")
    check_counts(made, FEW, f"sheet {number}")


@pytest.mark.parametrize("case", CASES)
def test_both_engines_count_alike_from_the_same_seed(case: str) -> None:
    made = setup(question_of(case))
    mine, theirs = (run_job(made, Job(2**100 + 7, 3, 4_000), engine) for engine in ENGINES)
    assert np.array_equal(mine.classes, theirs.classes)
    assert mine.values == theirs.values
    assert mine.product == theirs.product
    assert np.array_equal(mine.events, theirs.events)


@pytest.mark.parametrize("house", houses())
def test_every_line_is_counted_by_its_pay(house: str) -> None:
    made = setup(Question(table_of(house), (seat_of(table_of(house), BETS[house]),)))
    decks = rich_decks(made.layout, random.Random(f"pays {house}"), ROUNDS)
    added = Adding(made)
    added.add(play_chunk(made, "numba", words_for(made.layout, decks)))
    plain: dict[tuple[str, str, str], int] = {}
    for each in settled(made.question, made.layout, decks):
        for line in each.seats[0].lines:
            key = (line.id, line.result, line.by[0].line if line.by else "")
            plain[key] = plain.get(key, 0) + 1
    counts = line_counts(made, added.totals, 0)
    found: dict[tuple[str, str, str], int] = {}
    for line_key, number in counts.items():
        short = (line_key.line, line_key.result, line_key.pay)
        found[short] = found.get(short, 0) + number
    assert found == plain


@pytest.mark.parametrize("engine", ENGINES)
def test_sessions_end_when_a_round_is_no_longer_funded(engine: EngineName) -> None:
    table = table_of("napa-valley")
    session = Session(bankroll=6_000, rounds=25)
    made = setup(Question(table, (seat_of(table, BETS["napa-valley"]),), session=session))
    decks = rich_decks(made.layout, random.Random("sessions"), 500)
    nets = [each.seats[0].net for each in settled(made.question, made.layout, decks)]
    left, ends = [], []
    for start in range(0, 500, 25):
        purse, ruined = session.bankroll, 0
        for number, net in enumerate(nets[start : start + 25], start=1):
            purse += net
            if purse < 2 * 1000 + 700:  # Ante, Play and Pair Plus
                ruined = number
                break
        left.append(purse)
        ends.append(ruined)
    found = play_chunk(made, engine, words_for(made.layout, decks)).values
    assert sorted(found[made.kind(0, SESSION_LEFT)].elements()) == sorted(left)
    assert sorted(found[made.kind(0, SESSION_ROUNDS)].elements()) == sorted(ends)
    assert 0 < sum(map(bool, ends)) < len(ends)

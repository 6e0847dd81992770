"""Every figure of the page on knowledge counted again, and hands by chance against plain counting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import numpy as np

from pitboss.odds import Game
from pitboss.odds.geometry import rows
from pitboss.odds.knowledge import Known, edges_of, worths_of_knowledge
from pitboss.odds.knowledge.counted import count_knowledge
from pitboss.odds.knowledge.question import Estimate
from pitboss.round import open_table
from pitboss.sheet import houses, load
from tests.odds.knowledge_page import figures_in_section
from tests.odds.naive_knowledge import Question, naive_answer
from tests.odds.prices import game_of
from tests.odds.test_knowledge import measured, rules_of, three
from torture.progress import shown

HANDS, QUICK = 2_000, 60
ULTIMATE = "examples/catalogue/ultimate.toml"  # where Play may be raised


def run(quick: bool) -> str:
    """The figures as a sentence; a number that differs is an AssertionError."""
    hands = plain_counting(QUICK if quick else HANDS)
    figures, simulated = page(("napa-valley",) if quick else (*houses(), ULTIMATE))
    return (
        f"{hands:,} hands counted plainly with knowledge by chance; {figures} figures of the page counted"
        f" again and {simulated} simulated with another seed, all the same."
    )


def plain_counting(hands: int) -> int:
    """Hands, houses and partitions by chance: honest mean, mean and changes are those of plain counting."""
    chance, tell = Random("torture knowledge"), shown("knowledge", hands, "hands")
    for number in range(hands):
        house = chance.choice([each for each in houses() if each != "pechanga"])
        game = game_of(house)
        stake, measures = measured(game)
        hidden = 3 - game.dealing.shows
        hole = chance.randrange(hidden + 1)
        backs = chance.randrange(hidden - hole + 1)
        if not hole + backs:
            hole = 1
        edges = edges_of("".join(chance.sample("23456789TJQKA", chance.randrange(1, 12)))) if backs else ()
        row = chance.randrange(len(rows()))
        [found] = count_knowledge(
            house, game.dealing, measures, stake, [Known(hole, edges, backs)], hands=[row]
        )
        naive = naive_answer(
            game.sheet, rules_of(house), three(rows().cards[row]), Question(hole, edges, backs)
        )
        assert (found.honest, found.ev, found.changes) == tuple(naive), (house, row, hole, edges, backs)
        tell(number + 1)
    return hands


def page(asked: Sequence[str]) -> tuple[int, int]:
    """The tables of the page: exact means to the last digit, simulated ones within both intervals."""
    counted = simulated = 0
    for house in asked:
        sheet = load(house)
        figures = figures_in_section(sheet.name)
        luck = np.random.Generator(np.random.Philox(2))
        for found in worths_of_knowledge(Game(open_table(sheet)), list(figures), luck=luck):
            said = figures[found.known]
            if isinstance(found.gain, Estimate):
                mean, margin = map(float, re.findall(r"[\d.]+", said.gain))
                assert abs(100 * found.gain.value - mean) < 1.5 * (margin + 100 * found.gain.margin), found
                simulated += 1
            else:
                assert Fraction(said.exact) == found.ev, found
                assert said.gain == f"+{100 * float(found.gain):.4f} %", found
                assert said.changes == f"{100 * float(found.changes):.4f} %", found
                counted += 1
        print(f"knowledge: the page on {sheet.name} holds", flush=True)
    return counted, simulated

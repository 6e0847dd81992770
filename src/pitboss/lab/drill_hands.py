"""What a drill asks for: hands to decide about, and the rule of the best play that a hand falls under."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Literal

from pitboss.cards import RANKS
from pitboss.hands import CATEGORY_OF_VALUE, value3
from pitboss.lab.rule_changes import game_of, what_if
from pitboss.odds import Game
from pitboss.odds.borderline import Deal, Practice, practice
from pitboss.report.strategy_summary import StrategySummary, summary_of
from pitboss.text import all_of

Drawn = Literal["borderline", "mixed", "speed"]


def drawn(house: str, kind: Drawn, number: int, seed: str) -> list[Deal]:
    """New questions; the same seed draws the same."""
    return _practice(house).draw(kind, number, Random(seed).randrange)


def cut_off(house: str, deal: Deal) -> str:
    """The rule of the best strategy that this hand falls under, in words."""
    sheet, plan = _game(house).sheet, _plan(house)
    if not sheet.player.draws:
        rank = RANKS[deal.up[0] >> 2] if deal.up else ""
        cut = next(each for each in plan.cut_offs if each.up == rank)
        whole = {"always": "always play", "never": "never play"}
        told = whole.get(cut.kind) or f"play {cut.plays}"
        told = f"{told}; raise {cut.raised}" if cut.raised else told
        return f"{sheet.dealer.label} shows {rank}: {told}." if rank else f"{told[0].upper()}{told[1:]}."
    category = CATEGORY_OF_VALUE[value3(*deal.cards)].text
    label = sheet.hand_label(category)
    counts = next(each.counts for each in plan.categories if each.category == category)
    best = {total.action.lower(): count for total, count in zip(plan.totals, counts, strict=True) if count}
    told = all_of([f"{action} {count:,}" for action, count in best.items()])
    return f"{label}: {told} of {sum(counts):,} hands."


def _game(house: str) -> Game:
    """The mathematics of a house as it is printed."""
    return game_of(what_if(house))


@lru_cache(maxsize=8)
def _practice(house: str) -> Practice:
    return practice(_game(house))


@lru_cache(maxsize=8)
def _plan(house: str) -> StrategySummary:
    return summary_of(_game(house))

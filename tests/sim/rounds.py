"""Rounds that are settled one by one, to hold the engines against."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

import numpy as np

from pitboss.cards import CARD_OF_TEXT
from pitboss.cli.options import find_sheet
from pitboss.money import MICRO
from pitboss.odds import Game, optimal
from pitboss.odds.plan import Plan, plan_of
from pitboss.round import Table, open_table
from pitboss.round.judge import cells, end_of
from pitboss.round.settlement import ActionId, Deal, Hand, Settlement, dealer_draws, pay_deal
from pitboss.sheet.pays import MeterShare
from pitboss.sim import Question, Setup, SimSeat
from pitboss.sim.deals import WORD, DealLayout, Words
from pitboss.sim.engine import ChunkCounts, EngineName, pay_round, play_block, run_chunk
from pitboss.sim.intervals import combined
from pitboss.sim.line_tables import RESULTS
from pitboss.sim.run_figures import LineKey, seat_nets, wager_nets
from pitboss.sim.run_setup import ENVY, FIRST_LINE, LEFT, NET, TABLE
from pitboss.sim.totals import Adding
from tests.naive.rounds import DEALER_KINDS, PLAYER_KINDS, Shoe

ENGINES: tuple[EngineName, ...] = ("numba", "numpy")

BETS: Mapping[str, Mapping[str, int]] = {
    "pechanga": {"ante": 1000, "double_shot": 700},
    "atlantic-city": {"ante": 1000, "pair_plus": 1500, "six_card_bonus": 700},
    "napa-valley": {"ante": 1000, "pair_plus": 700},
    "shine": {"ante": 1000, "pair_xxx": 700, "super_6_bonus": 1300},
    "rivers": {"ante": 1000, "pair_plus": 700, "six_card_bonus": 500, "progressive": 100},
}


@lru_cache(maxsize=64)
def table_of(house: str, *sets: str) -> Table:
    """A house, or a sheet file, with some overrides."""
    return open_table(find_sheet(house, sets))


@lru_cache(maxsize=64)
def best_plan(table: Table, bets: tuple[tuple[str, int], ...]) -> Plan:
    return plan_of(Game(table), optimal, dict(bets))


def seat_of(table: Table, bets: Mapping[str, int]) -> SimSeat:
    """A seat that plays best for its bet."""
    return SimSeat(dict(bets), best_plan(table, tuple(bets.items())), "optimal")


class ForcedStream:
    """Hands out words that were made beforehand, and only those."""

    def __init__(self, words: Words) -> None:
        self.left = words

    def words(self, rounds: int, per_round: int) -> Words:
        found, self.left = self.left[:rounds], self.left[rounds:]
        assert found.shape == (rounds, per_round)
        return found


def words_for(layout: DealLayout, decks: Sequence[Sequence[int]]) -> Words:
    """Words from which a deal draws these cards: the draws as digits of a fraction of 2^64, rounded up."""
    found = []
    for wanted in decks:
        deck, row = list(range(52)), []
        for places in layout.words:
            number = 0
            for place in places:
                other = deck.index(wanted[place])
                deck[place], deck[other] = deck[other], deck[place]
                number = number * (52 - place) + other - place
            ways = prod(52 - place for place in places)
            row.append(-(-(number * WORD + 2 * ways) // ways))
        found.append(row)
    return np.array(found, np.uint64)


def rich_decks(layout: DealLayout, rng: random.Random, rounds: int) -> list[list[int]]:
    """Deals in which rare hands come often."""
    step = layout.seats + 1
    found = []
    for _ in range(rounds):
        shoe = Shoe(rng)
        deck = [-1] * layout.cards
        dealer = shoe.hand(rng.choice(DEALER_KINDS), [])
        hands = [*(shoe.hand(rng.choice(PLAYER_KINDS), dealer) for _ in range(layout.seats)), dealer]
        for seat, hand in enumerate(hands):
            for card in range(3):
                deck[card * step + seat] = CARD_OF_TEXT[hand[card]]
        rest = shoe.some(layout.cards - 3 * step)
        deck[3 * step :] = [CARD_OF_TEXT[card] for card in rest]
        found.append(deck)
    return found


def play_chunk(made: Setup, engine: EngineName, words: Words) -> ChunkCounts:
    """Plays exactly these words."""
    return run_chunk(made, ForcedStream(words), len(words), engine)  # type: ignore[arg-type]


def deal_of(question: Question, layout: DealLayout, deck: Sequence[int], meter: int | None) -> Deal:
    """The round as settlement takes it, decided by the plans."""
    table, step = question.table, layout.seats + 1
    dealer = tuple(deck[card * step + layout.seats] for card in range(3))
    up = dealer[3 - table.sheet.dealer.shows :] if table.sheet.dealer.shows else ()
    hands = []
    for number, seat in enumerate(question.seats):
        cards = (deck[number], deck[step + number], deck[2 * step + number])
        action: ActionId | None = None
        discard = drawn = None
        if "ante" in seat.wagers:
            choice = seat.plan.choice(cards, up if seat.plan.shows else ())
            action, discard = choice.action, choice.discard
            drawn = deck[layout.replacements + number] if discard is not None else None
        hands.append(Hand(number + 1, number + 1, seat.wagers, cards, action, discard, drawn))
    if layout.dealer_draws and dealer_draws(table, dealer):
        dealer = (*dealer, deck[layout.fourth])
    cents, micro = (None, 0) if meter is None else divmod(meter, MICRO)
    return Deal(dealer, hands, bank=question.stake, meter=cents, micro=micro)


def settled(question: Question, layout: DealLayout, decks: Sequence[Sequence[int]]) -> Iterator[Settlement]:
    """Every round by the settlement; a meter that moves is fed and goes from one to the next."""
    sheet_meter = question.table.sheet.meter
    start = question.starting_meter
    meter = None if start is None else start * MICRO
    fed = 0
    if sheet_meter is not None and question.meter_mode == "moves":
        bets = sum(seat.wagers.get(sheet_meter.feeds, 0) for seat in question.seats)
        fed = int(bets * MICRO * sheet_meter.percent / 100)
    for deck in decks:
        before = None if meter is None else meter + fed
        found = pay_deal(question.table, deal_of(question, layout, deck, before))
        yield found
        if question.meter_mode == "moves" and found.meter is not None:
            meter = found.meter.after * MICRO + found.meter.micro


@dataclass
class Plain:
    """What settlements come to, counted one by one."""

    nets: list[Counter[int]] = field(default_factory=list)
    wagers: list[dict[str, Counter[int]]] = field(default_factory=list)
    lines: list[Counter[LineKey]] = field(default_factory=list)
    table: Counter[int] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)


def count_plainly(made: Setup, rounds: Sequence[Settlement]) -> Plain:
    """Nets of seats, wagers and the table."""
    seats = made.question.seats
    found = Plain(
        [Counter() for _ in seats],
        [{name: Counter() for name in seat.wagers} for seat in seats],
        [Counter() for _ in seats],
    )
    envy = made.question.table.sheet.envy
    for each in rounds:
        for number, seat in enumerate(each.seats):
            found.nets[number][seat.net] += 1
            sums = dict.fromkeys(seats[number].wagers, 0)
            for line in seat.lines:
                wager = envy.wager if envy and line.id == "envy" else line.id
                sums[wager if wager in sums else "ante"] += line.profit
            for name, net in sums.items():
                found.wagers[number][name][net] += 1
        found.table[sum(seat.net for seat in each.seats)] += 1
        if each.bank is not None:
            found.left[each.bank.cover_left] += 1
    return found


def check_lines(made: Setup, rounds: int, seed: str) -> None:
    """The engine against `settle`, line by line: results and profits, envy, nets, what a bank covers."""
    question, layout = made.question, made.layout
    decks = rich_decks(layout, random.Random(seed), rounds)
    ends = play_block(
        made.playing, words_for(layout, decks), np.zeros((len(made.seats), made.classes), np.int64)
    )
    values = np.zeros((made.paying.kinds, rounds), np.int64)
    pay_round(made.paying, ends, values)
    sure = 0 if question.meter_mode == "moves" else 1  # winners whose end says what the meter pays
    for number, paid in enumerate(settled(question, layout, decks)):
        winners = 0
        for seat, result in enumerate(paid.seats):
            told = f"{question.table.sheet.id}, {seed}, round {number}, seat {seat + 1}: {decks[number]}"
            said = {line.id: (line.result, line.profit) for line in result.lines if line.id != "envy"}
            envy = sum(line.profit for line in result.lines if line.id == "envy")
            assert values[made.kind(seat, ENVY), number] == envy, told
            at = cells(end_of(ends[seat, number]))
            here = [(line, int(at[line.axis])) for line in made.seats[seat].lines]
            mine = {
                line.id: (RESULTS[line.result[cell]], int(line.profit[cell]))
                for line, cell in here
                if line.result[cell]
            }
            if question.stake is not None:
                covered = {
                    line.id: values[made.kind(seat, FIRST_LINE + place), number]
                    for place, line in enumerate(made.covered[seat])
                }
                assert {name: covered[name] for name in mine if covered[name]} == {
                    name: profit for name, (_, profit) in said.items() if profit
                }, told
            else:
                takes = {line.id for line in result.lines for by in line.by if by.payer == "meter"}
                winners += len(takes)
                if winners > sure:  # they meet another meter: `MeterHistory` puts that right
                    mine = {name: part for name, part in mine.items() if name not in takes}
                    said = {name: part for name, part in said.items() if name not in takes}
                assert mine == said, told
            if winners <= sure:
                assert values[made.kind(seat, NET), number] == result.net, told


def check_counts(made: Setup, rounds: int, seed: str) -> None:
    """Both engines against `settle`, count by count: nets of seats, wagers and table, cover, the meter."""
    decks = rich_decks(made.layout, random.Random(seed), rounds)
    paid = list(settled(made.question, made.layout, decks))
    plain, words = count_plainly(made, paid), words_for(made.layout, decks)
    for engine in ENGINES:
        added = Adding(made)
        for part in (slice(0, rounds // 2), slice(rounds // 2, None)):
            added.add(play_chunk(made, engine, words[part]))
        totals = added.totals
        for seat, one in enumerate(made.question.seats):
            assert seat_nets(made, totals, seat) == plain.nets[seat], seed
            for name in one.wagers:
                assert wager_nets(made, totals, seat, name) == plain.wagers[seat][name], seed
        if made.question.stake is not None:
            assert totals.values[LEFT] == plain.left, seed
        if TABLE in totals.values:
            assert combined(totals.values[TABLE], totals.meter.right.get("table", {})) == plain.table, seed
        if made.question.meter_mode == "moves":
            assert totals.meter.hits == totals.meter.gaps.total() == _jackpots(made, paid), seed


def _jackpots(made: Setup, paid: Sequence[Settlement]) -> int:
    """Rounds in which the largest share of the meter was won."""
    sheet = made.question.table.sheet
    largest = max(
        (share.percent for seat in made.seats for line in seat.lines for share in line.shares.values()),
        default=None,
    )
    won = 0
    for each in paid:
        pays = [
            sheet.pay_at(by.table, by.column, by.line)
            for seat in each.seats
            for line in seat.lines
            for by in line.by
        ]
        won += any(isinstance(pay, MeterShare) and pay.percent == largest for pay in pays)
    return won

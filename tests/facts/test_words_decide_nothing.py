"""Words decide nothing: with every label turned into nonsense, every number stays what it is."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pitboss.lab.overviews import linear_form
from pitboss.lab.rule_changes import WhatIf
from pitboss.lab.strategy_chart import chart
from pitboss.messages import rounds
from pitboss.odds import Game
from pitboss.proof.audit_rows import Audit
from pitboss.proof.house_audit import audit
from pitboss.report.lines import wager_tables
from pitboss.report.pay_frequencies import pays_of
from pitboss.report.strategy_summary import summary_of
from pitboss.round import (
    Decide,
    EndDeal,
    Event,
    PlaceBets,
    RevealDealer,
    Round,
    SettleRound,
    Table,
    TakeBank,
    Viewer,
    apply,
    evolve,
    open_round,
    open_table,
    tell,
    view,
)
from pitboss.round.adjudicate import read_round
from pitboss.round.events import DealCards
from pitboss.round.facts import Fact
from pitboss.round.settlement import pay_deal
from pitboss.sheet import Sheet, houses, load_house, sheet_from_content
from pitboss.sheet.rule_card import RuleRow, amount_rows, hand_rows, showdown_rows
from pitboss.table.till import Till, postings
from tests.facts.wordless import SAME, forget, take_words
from tests.ledger.books import balances
from tests.naive.rounds import random_round
from tests.proof.evenings import play_evening
from tests.table.rig import new_store

HOUSES = houses()
ROUNDS = 300
OTHER = "Sound"
TILL = Till("t", meter="its own")


def nonsense(sheet: Sheet, word: str = SAME) -> Sheet:
    """The same rules, every label the same word: wagers, bonuses, Play, dealer, bank and hands."""
    content: dict[str, Any] = copy.deepcopy(dict(sheet.content))
    for group in (*content["wager"].values(), *content.get("bonus", {}).values()):
        group["label"] = word
    for part in ("play", "dealer", "bank"):
        if "label" in content.get(part, {}):
            content[part]["label"] = word
    content["labels"] = dict.fromkeys(_hand_keys(sheet), word)
    return sheet_from_content(content)


def _hand_keys(sheet: Sheet) -> Iterator[str]:
    columns = [column for table in sheet.pays.values() for column in table.columns.values()]
    columns += [sheet.envy.column] if sheet.envy else []
    yield from dict.fromkeys(key for column in columns for key in column.lines)


@cache
def both(house: str) -> tuple[Table, Table]:
    """A house, and the same without a word that means something."""
    plain = load_house(house)
    return open_table(plain), open_table(nonsense(plain))


@pytest.mark.parametrize("house", HOUSES)
def test_labels_are_gone(house: str) -> None:
    plain, mute = both(house)
    assert plain.sheet.hash != mute.sheet.hash
    assert {mute.sheet.label(name) for name in (*mute.sheet.wagers, *mute.sheet.bonuses)} == {SAME}
    assert {mute.sheet.hand_label(key) for key in _hand_keys(mute.sheet)} == {SAME}


@pytest.mark.parametrize("house", HOUSES)
def test_settlement_is_the_same(house: str) -> None:
    plain, mute = both(house)
    chance = random.Random(f"facts {house}")
    for _ in range(ROUNDS):
        table, deal = read_round(random_round(chance, house))
        other = open_table(mute.sheet, table.min, table.max)
        if table.sheet.hash == plain.sheet.hash:  # not with pays of its own
            assert pay_deal(other, deal) == pay_deal(table, deal)


def played(table: Table, chance: random.Random) -> list[tuple[Round, Event]]:
    """A round with every wager on the felt, at three seats, each event with the state before it."""
    state, told = open_round(table, "t:1"), list[tuple[Round, Event]]()
    deck = list(DECK)
    chance.shuffle(deck)
    wagers = {name: each.fixed.cents if each.fixed else 1000 for name, each in table.sheet.wagers.items()}
    commands: list[Any] = [PlaceBets(seat, f"p{seat}", wagers) for seat in (1, 2, 3)]
    if table.sheet.bank:
        commands.append(TakeBank("b", 50_000))
    commands += [DealCards(tuple(deck)), EndDeal()]
    actions = ("play", "draw" if table.sheet.player.draws else "play", "fold")
    for command in commands:
        state = _step(state, command, told)
    for seat, action in enumerate(actions, 1):
        discard = view(state, Viewer(f"p{seat}")).seats[seat - 1].hand.cards[0] if action == "draw" else None
        state = _step(state, Decide(seat, f"p{seat}", action, discard), told)  # type: ignore[arg-type]
    state = _step(state, RevealDealer(), told)
    meter = table.sheet.meter.reset * 10**6 if table.sheet.meter else None
    _step(state, SettleRound.at(meter), told)
    return told


def _step(state: Round, command: Any, told: list[tuple[Round, Event]]) -> Round:
    for event in apply(state, command):
        told.append((state, event))
        state = evolve(state, event)
    return state


DECK = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs")


@pytest.mark.parametrize("house", HOUSES)
def test_money_moves_the_same_way(house: str) -> None:
    plain, mute = both(house)
    for seed in range(ROUNDS // 10):
        stories = [played(table, random.Random(f"{house} {seed}")) for table in (plain, mute)]
        assert moves(stories[0]) == moves(stories[1])
        assert lit(stories[0]) == lit(stories[1])


def moves(story: list[tuple[Round, Event]]) -> list[object]:
    """The postings of every event."""
    return [postings(TILL, state, event) for state, event in story]


def lit(story: list[tuple[Round, Event]]) -> list[list[object]]:
    """The pay lines that the first player sees lit, at every seat, after every event."""
    views = [view(evolve(state, event), Viewer("p1")) for state, event in story]
    return [[seat.hand.made for seat in seen.seats] for seen in views]


def test_the_meter_pays_the_jackpot_and_the_house_the_rest() -> None:
    """Who pays is a fact of the award: two lines with one odds text are told apart by their key alone."""
    content: dict[str, Any] = copy.deepcopy(dict(load_house("rivers").content))
    content["pays"]["pair_plus"]["lines"]["straight_flush"] = "500 for 1"  # as the Progressive's royal
    table = open_table(sheet_from_content(content))
    progressive, pair_plus = table.book.awards["progressive"], table.book.awards["pair_plus"]
    payers = {by.line: by.payer for award in progressive for by in award.by}
    assert payers.pop("mini_royal_spades") == "meter"
    assert set(payers.values()) == {"house"}
    royal = {(award.by[0].table, award.by[0].line) for award in pair_plus[6:10]}
    assert royal == {("pair_plus", "straight_flush")}


def figures(table: Table) -> dict[str, Any]:
    """All numbers of the odds, the Lab, the PAR sheet and the rules page, by keys."""
    game = Game(table)
    found: dict[str, Any] = {}
    for wager in table.sheet.wagers:
        price = game.price(wager)
        outcomes = game.outcomes(wager)
        form = linear_form(game, wager, outcomes=outcomes)
        found[wager] = {
            "price": (price.ev, price.variance, price.outcomes, price.distribution, price.space),
            "linear": (form.constant, form.outcomes, form.linear, [(x.key, x.count) for x in form.lines]),
            "par": [
                [(line.facts, line.net, line.count, line.outcomes) for line in each.lines]
                for each in wager_tables(game, wager, outcomes)
            ],
        }
    plan = summary_of(game)
    found["plan"] = (
        [(each.category, each.counts) for each in plan.categories],
        [(each.up, each.kind, each.count, each.deals) for each in plan.cut_offs],
    )
    best = chart(WhatIf(table.sheet.id, table.sheet))
    cells = (*best.categories, *(best.grid or ()))
    found["chart"] = (
        best.deals,
        best.totals,
        [(x.cell, x.deals, x.mix, x.best, x.ev, x.gain, x.discard) for x in cells],
    )
    pays = pays_of(table)
    found["rules page"] = [
        (
            each.id,
            each.columns,
            [(row.line, [cell and cell.chance for cell in row.cells]) for row in each.rows],
        )
        for each in pays.tables
    ]
    return found


@pytest.mark.parametrize("house", HOUSES)
def test_odds_lab_par_and_rules_page_are_the_same(house: str) -> None:
    plain, mute = both(house)
    assert figures(mute) == figures(plain)


def facts_told(table: Table, story: list[tuple[Round, Event]]) -> list[Fact]:
    """What a player who sees the own cards is told of a round."""
    return [fact for state, event in story for fact in tell(evolve(state, event), event, Viewer("p1"))]


@pytest.mark.parametrize("house", HOUSES)
def test_what_is_told_of_a_round_is_the_same(house: str) -> None:
    """All facts, to their last value: no word is in them."""
    found = [facts_told(table, played(table, random.Random(f"told {house}"))) for table in both(house)]
    assert found[0] == found[1]
    assert {fact.k for fact in found[0]} >= {"bets", "deal", "hand", "decision", "line", "net"}


@pytest.mark.parametrize("house", HOUSES)
def test_rule_rows_are_the_same(house: str) -> None:
    """Which rules a card has, with which numbers and by which clauses."""
    plain, mute = (table.sheet for table in both(house))
    for rows in (hand_rows, showdown_rows):
        assert list(map(unlabelled, rows(mute))) == list(map(unlabelled, rows(plain)))
    for name, wager in plain.wagers.items():
        expected = [unlabelled(row) for row in amount_rows(plain, wager)]
        assert [unlabelled(row) for row in amount_rows(mute, mute.wagers[name])] == expected


def unlabelled(row: RuleRow) -> tuple[str, str, dict[str, object]]:
    """A rule without the house's words."""
    words = ("label", "labels", "dealer", "bank", "play") if row.key not in SHOWDOWN else ("dealer",)
    return row.key, row.clause, {name: value for name, value in row.values.items() if name not in words}


SHOWDOWN = ("not_qualified", "better", "equal", "worse")


@pytest.fixture
def wordless() -> Iterator[Callable[[], None]]:
    """Takes every word away when it is called; they are back after the test."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda: take_words(patch)
    forget()


def without_words(house: str) -> Table:
    """A house whose labels are one word that no cache knows."""
    return open_table(nonsense(load_house(house), OTHER), 600, 60_000)


@pytest.mark.parametrize("house", HOUSES)
def test_without_words_odds_lab_par_and_rules_page_are_the_same(
    house: str, wordless: Callable[[], None]
) -> None:
    expected = figures(both(house)[0])
    wordless()
    assert figures(without_words(house)) == expected


@pytest.mark.parametrize("house", HOUSES)
def test_without_words_rounds_settle_post_light_and_tell_the_same(
    house: str, wordless: Callable[[], None]
) -> None:
    plain, rules = both(house)[0], random.Random(f"facts {house}")
    deals = [read_round(random_round(rules, house)) for _ in range(ROUNDS // 10)]
    deals = [(table, deal) for table, deal in deals if table.sheet.hash == plain.sheet.hash]
    expected = [pay_deal(table, deal) for table, deal in deals]
    story = played(plain, random.Random(house))
    moved, shone, told = moves(story), lit(story), facts_told(plain, story)
    wordless()
    sheet = nonsense(load_house(house), OTHER)
    tables = [open_table(sheet, table.min, table.max) for table, _ in deals]
    found = [pay_deal(table, deal) for table, (_, deal) in zip(tables, deals, strict=True)]
    assert found == expected
    again = played(open_table(sheet), random.Random(house))
    assert (moves(again), lit(again)) == (moved, shone)
    assert facts_told(open_table(sheet), again) == told
    assert {sentence for fact in told for sentence in [rounds.fact_words(sheet, fact)]} == {SAME}


def test_without_words_an_evening_leaves_the_same_books_and_the_audit_finds_no_fault(
    wordless: Callable[[], None],
) -> None:
    """At all houses, with a meter that is often hit; the cards are the same, as the rules hash alike."""
    before = evening_and_audit()
    assert before[1].clean
    wordless()
    assert evening_and_audit() == before


def evening_and_audit() -> tuple[dict[str, int], Audit]:
    """The balances of all accounts after an evening, and what the audit says of it."""
    store = new_store()
    play_evening(store, 3, 13)
    found = balances(store), audit(store)
    store.close()
    return found

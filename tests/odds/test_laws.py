"""Laws that every price obeys, and what one change does to it: a raised pay, a card shown, another choice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitboss.cards import card_text
from pitboss.cli.options import find_sheet
from pitboss.odds import Chooser, Entry, Game, advise, from_value, price_sheet, strategy
from pitboss.odds.decisions import Worth
from pitboss.odds.geometry import rows
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import ToOne
from tests.naive.hands import NAMES3
from tests.odds.counting import MINI_ROYAL, Array, ladder, strength, triples
from tests.odds.prices import check, game_of

TWO_UP = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'


SIX = {
    "royal_flush": (1000, 188),
    "straight_flush": (200, 1656),
    "four_of_a_kind": (50, 14664),
    "full_house": (25, 165984),
    "flush": (20, 205792),
    "straight": (10, 361620),
    "three_of_a_kind": (5, 732160),
}


@pytest.mark.parametrize("line", SIX)
def test_a_line_of_six_cards_that_pays_one_more_adds_its_probability(line: str) -> None:
    odds, number = SIX[line]
    before = game_of("rivers").price("six_card_bonus")
    after = game_of("rivers", [f'pays.six_card_bonus.lines.{line}="{odds + 1} to 1"']).price("six_card_bonus")
    assert after.ev - before.ev == Fraction(number, 20_358_520)
    assert after.outcomes == before.outcomes


@pytest.mark.parametrize(("line", "number"), [("mini_royal", 3), ("straight_flush", 44), ("straight", 720)])
def test_a_progressive_line_that_pays_one_more(line: str, number: int) -> None:
    odds = {"mini_royal": 500, "straight_flush": 70, "straight": 6}[line]
    raised = [f'pays.progressive.lines.{line}="{odds + 1} for 1"']
    difference = game_of("rivers", raised).price("progressive").ev - game_of("rivers").price("progressive").ev
    assert difference == Fraction(number, 22100)


@pytest.mark.parametrize("house", [*houses(), TWO_UP], ids=lambda house: Path(house).stem)
def test_distributions_fill_their_space(house: str) -> None:
    for price in price_sheet(find_sheet(house)).wagers.values():
        check(price)
    for lowest in (0, 100, 740) if house != TWO_UP else ():
        check(game_of(house).price("ante", from_value(lowest)))


def test_the_distribution_with_envy_fills_its_space() -> None:
    check(Game(open_table(load_house("rivers")), players=2).price("progressive"))


BETS = [
    ("atlantic-city", {"ante": 1000, "pair_plus": 1500}),
    ("rivers", {"ante": 1000, "pair_plus": 500, "progressive": 100}),
    ("rivers", {"pair_plus": 500, "progressive": 100}),
    ("rivers", {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700, "progressive": 100}),
    ("rivers", {"pair_plus": 500, "six_card_bonus": 700}),
    ("napa-valley", {"ante": 1000, "pair_plus": 1000}),
    ("pechanga", {"ante": 1000, "double_shot": 2000}),
]


@pytest.mark.parametrize(("house", "bets"), BETS)
def test_whole_bets(house: str, bets: dict[str, int]) -> None:
    """A bet is worth the sum of its parts, unless one decision serves both and they want different ones."""
    game = game_of(house)
    whole = game.price_bets(bets)
    check(whole)
    alone = sum((amount * game.price(name).ev for name, amount in bets.items()), Fraction(0))
    assert whole.ev == alone if house != "pechanga" else whole.ev > alone


def test_seeing_more_of_a_dealer_who_draws_is_never_worse() -> None:
    """Up to two cards; that three are better still is told where they are counted out."""
    none, one, two = (
        game_of("rivers", [ALWAYS_DRAWS, f"dealer.shows={n}"]).price("ante").ev for n in range(3)
    )
    assert none <= one < two


@pytest.mark.parametrize(
    ("house", "sets"),
    [
        ("atlantic-city", []),
        ("rivers", [ALWAYS_DRAWS]),
        ("rivers", ["player.draws=true"]),
        ("shine", ["play.times=2"]),
        ("napa-valley", []),
        ("pechanga", []),
    ],
)
def test_the_strategy_adds_up_to_the_price(house: str, sets: list[str]) -> None:
    game = game_of(house, sets)
    price = game.price("ante")
    deals = 0
    total = Fraction(0)
    seen = set()
    for entry in strategy(game):
        best = max(entry.worth.values())
        assert {name for name, ev in entry.worth.items() if ev == best} == {*entry.best}
        assert list(entry.hand) == sorted(entry.hand, key=lambda card: -(card >> 2))
        deals += entry.multiplicity
        total += entry.multiplicity * best
        seen.add((frozenset(entry.hand), entry.up))
    assert deals == len(triples()) * 49**game.dealing.shows
    assert total / deals == price.ev
    assert len(seen) == (63_193 if game.dealing.shows else 1755)


def test_the_strategy_for_a_bet_adds_up_to_the_bets_price() -> None:
    game, bets = game_of("pechanga"), {"ante": 1000, "double_shot": 1000}
    total = sum((each.multiplicity * max(each.worth.values()) for each in strategy(game, bets)), Fraction(0))
    assert total / 22100 == game.price_bets(bets).ev / 1000


def test_advice_is_the_entry_of_the_strategy() -> None:
    game = game_of("pechanga")
    chance = random.Random("entries")
    for entry in chance.sample(list(strategy(game)), 30):
        advice = advise(game, entry.hand)
        names = ["fold", "play", *(f"draw:{card_text(card)}" for card in entry.hand)]
        assert [advice.actions[name] for name in names] == list(entry.worth.values())


SLOW = [HealthCheck.too_slow]


as_printed = lru_cache(game_of)


def examples(number: int) -> settings:
    """The same examples every time."""
    return settings(
        max_examples=number, derandomize=True, deadline=None, database=None, suppress_health_check=SLOW
    )


# --- sheets and pays ---------------------------------------------------------------

RESULTS = ("push", "lose", "1 to 1", "3 to 2")
QUALIFIERS = ("jack high", "queen high", "king high", "ace high", "pair", "flush", "Q-6-4", "K-7-2", "9-5-4")
TIMES = ("1", "2", "3", '"1/2"')


@st.composite
def made_up(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A house and overrides that make another game of it."""
    house = draw(st.sampled_from(["atlantic-city", "rivers", "shine"]))
    sets = [
        f'dealer.qualifier.hand="{draw(st.sampled_from(QUALIFIERS))}"',
        f"play.times={draw(st.sampled_from(TIMES))}",
        f'showdown.equal.ante="{draw(st.sampled_from(RESULTS))}"',
        f'showdown.equal.play="{draw(st.sampled_from(RESULTS))}"',
        f'showdown.not_qualified.play="{draw(st.sampled_from(RESULTS))}"',
        f'pays.ante_bonus.lines.straight="{draw(st.integers(1, 20))} to 1"',
    ]
    return house, sets


class PayLine(NamedTuple):
    """One line of a pay table: where it stands, what it pays, and the other lines beside it."""

    house: str
    pays: str
    column: str
    line: str
    odds: Fraction
    beside: tuple[str, ...]

    def raised(self, by: Fraction) -> Game:
        path = f"pays.{self.pays}.{self.column}.{self.line}"
        odds = self.odds + by
        return game_of(self.house, [f'{path}="{odds.numerator} to {odds.denominator}"'])

    def covers(self, strong: Array) -> Array:
        """Which hands of some strengths are paid by this line."""
        found: Array = paid_by(self.line, "mini_royal" in self.beside)[strong]
        return found


@lru_cache
def paid_by(line: str, royals_apart: bool) -> Array:
    """Which strengths a line pays: without one of its own a mini royal is a straight flush."""
    return np.array(
        [("mini_royal" if royals_apart and key == MINI_ROYAL else NAMES3[key[0]]) == line for key in ladder()]
    )


def lines_of(sheet: Sheet, names: Iterable[str]) -> Iterator[PayLine]:
    """The lines of some pay tables, as far as they are judged by three cards and paid to 1."""
    for name in names:
        for column, part in sheet.pays[name].columns.items():
            for line, pay in part.lines.items():
                if sheet.pays[name].judged == "three cards" and isinstance(pay, ToOne):
                    yield PayLine(sheet.id, name, column, line, pay.odds, tuple(part.lines))


SHEETS = [load_house(house) for house in houses()]
BONUS_LINES = [line for sheet in SHEETS for line in lines_of(sheet, sheet.bonuses)]
SIDE_LINES = [
    line
    for sheet in SHEETS
    for line in lines_of(sheet, [name for name in sheet.wagers if name != "ante"])
    if not sheet.player.draws
]
RAISES = st.fractions(Fraction(1, 4), 40, max_denominator=4)


def hits(entries: Sequence[Entry], line: PayLine) -> Fraction:
    """How often a strategy is paid by a line of the main game, by counting hands and cards drawn."""
    number = Fraction(0)
    for entry in entries:
        name = next((name for name in entry.best if name != "fold"), "fold")  # of equal actions, fold is last
        if name == "play" and line.column != "drawn":
            number += entry.multiplicity * int(line.covers(strength(*entry.hand)))
        elif name.startswith("draw") and line.column != "pat":
            a, b = (card for place, card in enumerate(entry.hand) if place != int(name[-1]) - 1)
            drawn = [card for card in range(52) if card not in entry.hand]
            number += Fraction(entry.multiplicity * int(line.covers(strength(a, b, drawn)).sum()), 49)
    return number / 22_100


def held_fixed(game: Game) -> Chooser:
    """The optimal strategy of a game, whatever it is then used on."""
    (only,) = (chunk.best() for chunk in game.worths({"ante": 1000}))
    return Chooser(lambda worth: only)


# --- pays --------------------------------------------------------------------------


@examples(40)
@given(st.sampled_from(SIDE_LINES), RAISES)
def test_a_side_wager_gains_a_raise_times_its_probability(line: PayLine, by: Fraction) -> None:
    """At Napa Valley too, where a fold loses Pair Plus: nobody folds a pair."""
    before, after = as_printed(line.house).price(line.pays), line.raised(by).price(line.pays)
    number = int(line.covers(strength(*triples().T)).sum())
    assert number > 0
    assert after.ev - before.ev == by * Fraction(number, 22_100)
    check(after)


@examples(40)
@given(st.sampled_from(BONUS_LINES), RAISES)
@example(
    PayLine("pechanga", "play_bonus", "drawn", "straight_flush", Fraction(4), ("mini_royal",)), Fraction(5000)
)
def test_a_bonus_raised_under_the_same_strategy(line: PayLine, by: Fraction) -> None:
    """Exactly its probability more; the best strategy may gain more than that, if it chases the bonus.

    With 5,000 for a drawn straight flush it even breaks a mini royal.
    """
    game, richer = as_printed(line.house), line.raised(by)
    before, fixed, best = game.price("ante"), richer.price("ante", held_fixed(game)), richer.price("ante")
    assert fixed.ev - before.ev == by * hits(list(strategy(game)), line)
    assert fixed.ev <= best.ev <= before.ev + by * hits(list(strategy(richer)), line)
    check(fixed)
    check(best)


@examples(30)
@given(st.sampled_from([line for line in BONUS_LINES if line.column != "drawn"]), RAISES, st.integers(0, 740))
def test_a_bonus_raised_beside_a_cut_off(line: PayLine, by: Fraction, lowest: int) -> None:
    """Whoever folds more is paid less often."""
    before, after = (
        game.price("ante", from_value(lowest)) for game in (as_printed(line.house), line.raised(by))
    )
    strong = strength(*triples().T)
    number = int(line.covers(strong[strong >= lowest]).sum())
    assert after.ev - before.ev == by * Fraction(number, 22_100)
    check(after)


@examples(20)
@given(st.integers(1, 50), st.sampled_from(["atlantic-city", "napa-valley", "pechanga"]))
def test_a_bet_so_many_times_as_large_is_worth_so_many_times_as_much(times: int, house: str) -> None:
    side = "double_shot" if house == "pechanga" else "pair_plus"
    game = as_printed(house)
    one, many = (game.price_bets({"ante": n * 1000, side: n * 1000}) for n in (1, times))
    assert many.distribution == {times * net: number for net, number in one.distribution.items()}


# --- suits -------------------------------------------------------------------------

SUITLESS = [
    ("atlantic-city", {"ante": 1000, "pair_plus": 1500}),
    ("shine", {"ante": 1000, "pair_xxx": 500}),
    ("rivers", {"ante": 1000, "pair_plus": 500}),
    ("napa-valley", {"ante": 1000, "pair_plus": 1000}),
    ("pechanga", {"ante": 1000, "double_shot": 1700}),
]


@examples(200)
@given(st.sampled_from(SUITLESS), st.permutations(range(52)), st.permutations(range(4)), st.randoms())
def test_suits_are_only_names(
    bet: tuple[str, dict[str, int]], deck: list[int], suits: list[int], chance: Any
) -> None:
    house, bets = bet
    game = as_printed(house)
    hand, up = deck[:3], deck[3 : 3 + game.dealing.shows]
    moved = {card: 4 * (card >> 2) + suits[card & 3] for card in deck}
    named = {f"draw:{card_text(card)}": f"draw:{card_text(moved[card])}" for card in hand}
    turned = [moved[card] for card in hand]
    chance.shuffle(turned)
    before, after = advise(game, hand, up, bets), advise(game, turned, [moved[card] for card in up], bets)
    assert {named.get(name, name): ev for name, ev in before.actions.items()} == after.actions
    assert {named.get(name, name) for name in before.best} == {*after.best}
    assert before.ends == after.ends


def test_where_a_suit_pays_it_is_more_than_a_name() -> None:
    """The Progressive pays A-K-Q of spades the meter, $1,000, and the other suits 500 for 1 (RIV-10)."""
    game, bets = game_of("rivers"), {"ante": 1000, "progressive": 100}
    clubs, diamonds, hearts, spades = (
        advise(game, [4 * rank + suit for rank in (12, 11, 10)], bets=bets).actions for suit in range(4)
    )
    assert clubs == diamonds == hearts
    assert {name: spades[name] - clubs[name] for name in clubs} == {"fold": 50, "play": 50}


# --- cards that show ---------------------------------------------------------------


def means_over_up_cards(game: Game) -> tuple[Array, int]:
    """By hand and action: net cents summed over every set of up cards, and the outcomes they stand for."""
    total = np.zeros((len(rows()), 2), np.int64)
    outcomes = np.zeros(len(rows()), np.int64)
    for chunk in game.worths({"ante": 1000}):
        mine = chunk.counts.rows
        sets = chunk.counts.times // rows().weight[mine, None]
        total[mine] += (chunk.sums * sets[..., None]).sum(axis=1)
        outcomes[mine] += chunk.outcomes * sets.sum(axis=1)
    assert len({*outcomes.tolist()}) == 1
    return total, int(outcomes[0])


@examples(8)
@given(made_up())
def test_a_card_that_shows_changes_decisions_and_not_hands(sheet: tuple[str, list[str]]) -> None:
    """Averaged over the up cards an action is worth what it is worth unseen; who sees more is never worse."""
    house, sets = sheet
    games = [game_of(house, [*sets, f"dealer.shows={shows}"]) for shows in range(3)]
    unseen, outcomes = means_over_up_cards(games[0])
    for game in games[1:]:
        seen, among = means_over_up_cards(game)
        assert (seen * outcomes == unseen * among).all()
    prices = [game.price("ante") for game in games]
    for price in prices:
        check(price)
    assert prices[0].ev <= prices[1].ev <= prices[2].ev


# --- choices -----------------------------------------------------------------------


@examples(12)
@given(made_up(), st.sampled_from([None, "pair", "flush"]))
def test_a_player_who_may_draw_is_never_worse_off(
    sheet: tuple[str, list[str]], dealer_draws_below: str | None
) -> None:
    """A fold and a hand kept are worth what they were, and nobody has to draw."""
    house, sets = sheet
    if dealer_draws_below:
        clause = load_house(house).dealer.qualifier.clause
        draw = f'when="below",below="{dealer_draws_below}",clause="{clause}",stands_clause="{clause}"'
        sets = [*sets, f"dealer.draw={{{draw}}}"]
    fewer, more = game_of(house, sets), game_of(house, [*sets, "player.draws=true"])
    assert fewer.price("ante").ev <= more.price("ante").ev
    for before, after in zip(strategy(fewer), strategy(more), strict=True):
        assert before.hand == after.hand
        assert {*after.worth} == {*before.worth, "draw_1", "draw_2", "draw_3"}
        assert all(after.worth[name] == ev for name, ev in before.worth.items())


def best_among(actions: frozenset[int]) -> Chooser:
    """The best strategy that knows some actions only."""
    order = sorted(actions)

    def choose(worth: Worth) -> Array:
        found: Array = np.array(order)[np.argmax(worth.sums[..., order], axis=-1)]
        return found

    return Chooser(choose)


@examples(30)
@given(st.frozensets(st.integers(0, 4), min_size=1), st.integers(0, 4))
def test_one_more_action_is_never_worse(actions: frozenset[int], another: int) -> None:
    game = as_printed("pechanga")
    fewer, more = (game.price("ante", best_among(some)) for some in (actions, actions | {another}))
    assert fewer.ev <= more.ev <= game.price("ante").ev
    check(fewer)


@examples(20)
@given(st.sampled_from(houses()), st.integers(0, 2**32 - 1))
def test_no_strategy_beats_the_optimum(house: str, seed: int) -> None:
    """Even one without sense has a price: the mean of what it chose."""
    game = as_printed(house)

    def senseless(worth: Worth) -> Array:
        chance = np.random.default_rng([seed, *worth.counts.ups[0]])
        return chance.integers(0, worth.sums.shape[-1], worth.sums.shape[:2])

    price = game.price("ante", Chooser(senseless))
    check(price)
    total = deals = 0
    for worth in game.worths({"ante": 1000}):
        chosen = np.take_along_axis(worth.sums, senseless(worth)[..., None], axis=-1)[..., 0]
        weight = worth.counts.seen * rows().weight[worth.counts.rows, None]
        total += int((chosen * weight).sum())
        deals += int(weight.sum()) * worth.outcomes
    assert price.ev == Fraction(total, deals * 1000) < game.price("ante").ev

"""Linear forms: the sum over pay lines is the exact mean, for any odds where it says so and only there."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.lab.overviews import Linear, linear_form
from pitboss.odds import Game, from_value, optimal
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.naive.hands import category3
from tests.naive.rounds import HANDS

ODDS = st.one_of(
    st.integers(1, 2_000).map(Fraction),
    st.builds(Fraction, st.integers(1, 60), st.sampled_from((2, 4, 5))),
)


def game(house: str, sets: Iterable[str] = (), players: int = 1) -> Game:
    return Game(open_table(load_house(house, list(sets))), players)


def summed(form: Linear, odds: Mapping[str, Fraction]) -> Fraction:
    """The page's sum: constant and counts alone, no rule."""
    total = Fraction(form.constant)
    for line in form.lines:
        total += int(line.count) * (odds.get(line.key, Fraction(line.odds)) - (line.kind == "for"))
    return total / int(form.outcomes)


def moved(form: Linear, odds: Mapping[str, Fraction]) -> list[str]:
    """The same odds as overrides of the sheet."""
    kinds = {line.key: line.kind for line in form.lines}
    return [
        f"{key}={each.numerator} {kinds[key]} {each.denominator}"
        for key, each in odds.items()
        if key in kinds
    ]


Changed = tuple[str, tuple[str, ...], int]  # house, overrides, players
CASES: list[Changed] = [
    *((house, (), 1) for house in houses()),
    ("rivers", (), 4),
    ("rivers", ("dealer.shows=1", "dealer.draw.when=always"), 1),
    ("shine", ("play.times=2", "dealer.qualifier.hand=pair"), 1),
]
FORMS = {
    (house, sets, players): {
        wager: linear_form(game(house, sets, players), wager) for wager in load_house(house).wagers
    }
    for house, sets, players in CASES
}


@pytest.mark.parametrize(("house", "sets", "players"), CASES)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_for_random_pay_tables_the_sum_is_the_exact_mean(
    house: str, sets: tuple[str, ...], players: int, data: st.DataObject
) -> None:
    forms = {wager: form for wager, form in FORMS[house, sets, players].items() if form.linear}
    odds = {line.key: data.draw(ODDS, label=line.key) for form in forms.values() for line in form.lines}
    for form in forms.values():
        for line in form.lines if form.exact_on is not None else ():  # a $1 bet pays whole cents
            cents = max(1, odds[line.key] * (form.exact_on or 1) // 1)
            odds[line.key] = Fraction(cents, form.exact_on)
    more = [each for form in forms.values() for each in moved(form, odds)]
    changed = game(house, [*sets, *more], players)
    for wager, form in forms.items():
        assert summed(form, odds) == changed.price(wager).ev, wager


@pytest.mark.parametrize(("house", "sets", "players"), CASES)
def test_for_the_present_pays_the_sum_is_the_mean_of_every_wager(
    house: str, sets: tuple[str, ...], players: int
) -> None:
    for wager, form in FORMS[house, sets, players].items():
        assert summed(form, {}) == game(house, sets, players).price(wager).ev


def test_which_wagers_can_be_moved_without_a_server() -> None:
    assert {
        house: [wager for wager, form in FORMS[house, (), 1].items() if not form.linear] for house in houses()
    } == {
        "pechanga": ["ante", "double_shot"],
        "atlantic-city": [],
        "napa-valley": [],
        "shine": [],
        "rivers": [],
    }


def test_counts_are_those_of_all_hands_counted_one_by_one() -> None:
    """RIV-7: no line for a mini royal, so it counts as a straight flush."""
    counts = {name: len(HANDS[name]) for name in ("three_of_a_kind", "straight", "flush", "pair")}
    counts["straight_flush"] = sum(
        category3(hand) in ("straight_flush", "mini_royal") for hands in _by_category() for hand in hands
    )
    form = FORMS["rivers", (), 1]["pair_plus"]
    assert {line.key.rpartition(".")[2]: int(line.count) for line in form.lines} == counts
    assert int(form.outcomes) == 22_100
    assert int(form.constant) == -(22_100 - sum(counts.values()))


def _by_category() -> list[list[list[str]]]:
    names = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal")
    return [HANDS[name] for name in names]


@pytest.mark.parametrize(
    ("pays", "edge"), [((40, 30, 5, 4, 1), "5.57"), ((40, 30, 6, 4, 1), "2.32"), ((40, 30, 6, 3, 1), "7.28")]
)
def test_published_pair_plus_tables(pays: tuple[int, ...], edge: str) -> None:
    form = FORMS["rivers", (), 1]["pair_plus"]
    odds = {line.key: Fraction(pay) for line, pay in zip(form.lines, pays, strict=True)}
    assert f"{-100 * float(summed(form, odds)):.2f}" == edge


def test_a_pay_for_one_keeps_the_stake() -> None:
    """RIV-10, STD-5: 6 for 1 on a straight wins 5; the meter's line is in the constant."""
    form = FORMS["rivers", (), 1]["progressive"]
    straight = next(line for line in form.lines if line.key.endswith(".straight"))
    assert (straight.kind, straight.odds, straight.count) == ("for", "6", "720")
    assert [(line.pay, line.count) for line in form.fixed] == [("100 % of the meter", "1")]
    assert form.exact_on == 100
    one_more = summed(form, {straight.key: Fraction(7)}) - summed(form, {})
    assert one_more == Fraction(720, 22_100)


def test_where_players_draw_other_odds_change_the_play() -> None:
    """PEC-11: the sum for drawn mini royals at 5,000 to 1 is below what the best play then makes."""
    form = FORMS["pechanga", (), 1]["ante"]
    odds = {"pays.play_bonus.drawn.mini_royal": Fraction(5_000)}
    assert summed(form, odds) < game("pechanga", moved(form, odds)).price("ante").ev


def test_a_bonus_that_keeps_hands_in_the_game_is_not_linear() -> None:
    """With all three cards up a straight is folded to a better hand, unless the bonus pays the Play bet."""
    shown = game("rivers", ["dealer.shows=3"])
    form = linear_form(shown, "ante")
    odds = {line.key: Fraction(1, 2) for line in form.lines}
    assert not form.linear
    assert summed(form, {}) == shown.price("ante").ev
    assert summed(form, odds) < game("rivers", ["dealer.shows=3", *moved(form, odds)]).price("ante").ev


def test_a_fold_that_would_lose_a_paid_hand_is_not_linear() -> None:
    """NAPA-5 with a line for high cards: weak hands are played for it."""
    high = "pays.pair_plus.lines.high_card=1 for 10"
    form = linear_form(game("napa-valley", [high]), "pair_plus")
    odds = {"pays.pair_plus.lines.high_card": Fraction(3)}
    assert not form.linear
    assert summed(form, odds) != game("napa-valley", [high, *moved(form, odds)]).price("pair_plus").ev


def test_a_fixed_strategy_is_linear_and_so_is_a_bonus_on_play_of_half_the_ante() -> None:
    """SHINE-6: odds on Play; counts stay whole where Play is half the Ante."""
    half = ['play.times="1/2"']
    for strategy in (from_value(0), optimal):
        form = linear_form(game("shine", half), "ante", strategy)
        odds = {line.key: Fraction(9, 2) for line in form.lines}
        assert form.linear
        assert summed(form, odds) == game("shine", [*half, *moved(form, odds)]).price("ante", strategy).ev

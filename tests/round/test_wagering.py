"""Which bets are legal: each wagering clause at its borders, and a naive judge who agrees on all the rest."""

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.errors import Refusal
from pitboss.round.choices import check_wagers, spots
from pitboss.round.table import Table, open_table
from pitboss.sheet import load_house

from .legality import JUDGES
from .rounds import HOUSES, OFFERED, WAGERS

Ruling = tuple[str, str | None, str] | None  # path, clause and message of a refusal; None is accepted
MIN, MAX = 500, 50_000  # STD-10


@cache
def table(house: str, low: int | None, high: int | None) -> Table:
    return open_table(load_house(house), low, high)


def bet(house: str, wagers: Mapping[str, int], low: int | None = None, high: int | None = None) -> Ruling:
    try:
        check_wagers(table(house, low, high), wagers)
    except Refusal as refusal:
        return refusal.path, refusal.clause, refusal.text
    return None


def no(wager: str, clause: str, message: str) -> Ruling:
    return f"wagers.{wager}", clause, message


# ---------------------------------------------------------------- Pechanga


@pytest.mark.clause("PEC-1")
def test_pec_1_an_ante_is_required() -> None:
    assert bet("pechanga", {"ante": 500}) is None
    assert bet("pechanga", {"double_shot": 500}) == no("ante", "PEC-1", "An Ante is required")
    assert bet("pechanga", {}) == ("wagers", "PEC-1", "A seat needs at least one wager: An Ante is required")


@pytest.mark.parametrize("ante", [500, 1000, 50_000])
@pytest.mark.clause("PEC-2")
def test_pec_2_double_shot_is_above_zero_up_to_twice_the_ante(ante: int) -> None:
    def shot(cents: int) -> Ruling:
        return bet("pechanga", {"ante": ante, "double_shot": cents})

    above = no("double_shot", "PEC-2", f"Double Shot Bonus must be at most 2 x Ante (${2 * ante // 100:,})")
    below = no("double_shot", "PEC-2", "Double Shot Bonus must be at least $1")
    steps = no("double_shot", "PEC-2", "Double Shot Bonus must be in steps of $1")
    assert [shot(cents) for cents in (1, 99)] == [below, below]
    assert [shot(cents) for cents in (100, 200, 2 * ante - 100, 2 * ante)] == [None] * 4
    assert [shot(cents) for cents in (2 * ante + 1, 2 * ante + 100)] == [above, above]
    assert [shot(cents) for cents in (101, 2 * ante - 1)] == [steps, steps]


@pytest.mark.clause("PEC-2")
def test_pec_2_neither_table_limit_applies_to_the_double_shot() -> None:
    assert bet("pechanga", {"ante": 5000, "double_shot": 100}, low=5000, high=5000) is None
    assert bet("pechanga", {"ante": 5000, "double_shot": 10_000}, low=5000, high=5000) is None
    assert bet("pechanga", {"ante": 50_000, "double_shot": 100_000}) is None


# ---------------------------------------------------------------- Atlantic City


@pytest.mark.parametrize(
    "wagers",
    [("ante",), ("pair_plus",), ("ante", "pair_plus"), ("ante", "pair_plus", "six_card_bonus")],
)
@pytest.mark.clause("AC-1")
def test_ac_1_the_wagers_that_go_together(wagers: tuple[str, ...]) -> None:
    assert bet("atlantic-city", dict.fromkeys(wagers, 500)) is None


@pytest.mark.parametrize(("wager", "label"), [("ante", "Ante"), ("pair_plus", "Pair Plus")])
@pytest.mark.clause("AC-2")
def test_ac_2_ante_and_pair_plus_come_in_5_dollar_steps(wager: str, label: str) -> None:
    steps = no(wager, "AC-2", f"{label} must be in steps of $5")
    for cents in (500, 1000, 49_500, 50_000):
        assert bet("atlantic-city", {wager: cents}) is None
    for cents in (501, 600, 999, 1001, 1100, 49_900):
        assert bet("atlantic-city", {wager: cents}) == steps


@pytest.mark.clause("AC-2")
def test_ac_2_a_table_minimum_below_the_step() -> None:
    assert bet("atlantic-city", {"ante": 500}, low=100) is None
    least = no("ante", "AC-2", "Ante must be at least $5")
    assert bet("atlantic-city", {"ante": 400}, low=100) == least


@pytest.mark.clause("AC-2")
def test_ac_2_six_card_comes_in_whole_dollars() -> None:
    steps = no("six_card_bonus", "AC-2", "Six Card Bonus must be in steps of $1")
    for cents, ruling in ((500, None), (501, steps), (550, steps), (599, steps), (600, None), (700, None)):
        assert bet("atlantic-city", {"ante": 500, "pair_plus": 500, "six_card_bonus": cents}) == ruling


@pytest.mark.clause("AC-3")
def test_ac_3_pair_plus_is_at_least_the_ante_when_both_are_bet() -> None:
    too_low = no("pair_plus", "AC-3", "Pair Plus must be at least the Ante ($20)")
    for cents, ruling in ((500, too_low), (1500, too_low), (1999, too_low), (2000, None), (2500, None)):
        assert bet("atlantic-city", {"ante": 2000, "pair_plus": cents}) == ruling
    assert bet("atlantic-city", {"pair_plus": 500}) is None


@pytest.mark.clause("AC-3")
def test_ac_3_a_spot_on_which_no_amount_would_stand_is_shut_and_says_why() -> None:
    ante = MAX * 2  # a draft that is over the limit itself
    drafted = spots(table("atlantic-city", None, None), {"ante": ante}, open_=True, accepted=False)
    found = next(each for each in drafted if each.id == "pair_plus")
    assert (found.enabled, found.why_code, found.why_values) == (False, "no_room", {"min": ante, "max": MAX})
    assert found.why == (
        "Pair Plus would have to be at least the Ante ($1,000) and at most the table maximum ($500)"
    )
    stands = spots(table("atlantic-city", None, None), {"ante": MAX}, open_=True, accepted=False)
    assert all(each.max is None or each.min <= each.max for each in stands)


@pytest.mark.clause("AC-9")
def test_ac_9_six_card_only_with_both_ante_and_pair_plus() -> None:
    needs = no("six_card_bonus", "AC-9", "Six Card Bonus needs Ante and Pair Plus")
    assert bet("atlantic-city", {"six_card_bonus": 500}) == needs
    assert bet("atlantic-city", {"six_card_bonus": 500, "ante": 500}) == needs
    assert bet("atlantic-city", {"six_card_bonus": 500, "pair_plus": 500}) == needs
    assert bet("atlantic-city", {"six_card_bonus": 500, "pair_plus": 500, "ante": 500}) is None


# ---------------------------------------------------------------- Napa Valley


@pytest.mark.clause("NAPA-2")
def test_napa_2_an_ante_within_the_table_limits() -> None:
    low = no("ante", "NAPA-2", "Ante must be at least the table minimum ($5)")
    high = no("ante", "NAPA-2", "Ante must be at most the table maximum ($500)")
    for cents, ruling in (
        (1, low),
        (499, low),
        (500, None),
        (600, None),
        (50_000, None),
        (50_001, high),
        (50_100, high),
    ):
        assert bet("napa-valley", {"ante": cents}) == ruling
    assert bet("napa-valley", {"pair_plus": 500}) == no("ante", "NAPA-2", "An Ante is required")


@pytest.mark.clause("NAPA-8")
def test_napa_8_pair_plus_is_at_most_the_ante() -> None:
    high = no("pair_plus", "NAPA-8", "Pair Plus must be at most the Ante ($20)")
    for cents, ruling in ((500, None), (1900, None), (2000, None), (2001, high), (2100, high)):
        assert bet("napa-valley", {"ante": 2000, "pair_plus": cents}) == ruling


@pytest.mark.clause("NAPA-8")
def test_napa_8_pair_plus_is_within_the_table_limits() -> None:
    low = no("pair_plus", "NAPA-8", "Pair Plus must be at least the table minimum ($7)")
    for cents, ruling in ((600, low), (699, low), (700, None), (800, None)):
        assert bet("napa-valley", {"ante": 2000, "pair_plus": cents}, low=700) == ruling
    high = no("pair_plus", "NAPA-8", "Pair Plus must be at most the Ante ($500)")
    assert bet("napa-valley", {"ante": MAX, "pair_plus": MAX}) is None
    assert bet("napa-valley", {"ante": MAX, "pair_plus": MAX + 100}) == high


# ---------------------------------------------------------------- Shine


@pytest.mark.parametrize(
    "wagers",
    [
        ("ante",),
        ("pair_xxx",),
        ("super_6_bonus",),
        ("ante", "pair_xxx"),
        ("ante", "super_6_bonus"),
        ("pair_xxx", "super_6_bonus"),
        ("ante", "pair_xxx", "super_6_bonus"),
    ],
)
@pytest.mark.clause("SHINE-1")
def test_shine_1_each_alone_and_every_combination(wagers: tuple[str, ...]) -> None:
    amounts = {wager: 500 + 4100 * number for number, wager in enumerate(wagers)}  # no one bounds another
    assert bet("shine", amounts) is None
    assert bet("shine", dict(zip(amounts, reversed(amounts.values()), strict=True))) is None


# ---------------------------------------------------------------- Rivers


@pytest.mark.clause("RIV-1")
def test_riv_1_either_or_both_in_different_amounts() -> None:
    for wagers in ({"ante": 500}, {"pair_plus": 500}, {"ante": 500, "pair_plus": 50_000}):
        assert bet("rivers", wagers) is None
    assert bet("rivers", {"ante": 50_000, "pair_plus": 500}) is None


@pytest.mark.parametrize(("wager", "label"), [("ante", "Ante"), ("pair_plus", "Pair Plus")])
@pytest.mark.clause("RIV-1")
def test_riv_1_each_is_at_least_the_table_minimum(wager: str, label: str) -> None:
    low = no(wager, "RIV-1", f"{label} must be at least the table minimum ($5)")
    for cents, ruling in ((1, low), (400, low), (499, low), (500, None), (600, None)):
        assert bet("rivers", {wager: cents}) == ruling


@pytest.mark.clause("RIV-2")
def test_riv_2_six_card_is_at_least_the_table_minimum() -> None:
    low = no("six_card_bonus", "RIV-2", "6 Card Bonus must be at least the table minimum ($5)")
    for cents, ruling in ((400, low), (499, low), (500, None), (600, None)):
        assert bet("rivers", {"ante": 500, "six_card_bonus": cents}) == ruling


@pytest.mark.clause("RIV-2")
def test_riv_2_progressive_is_exactly_one_dollar() -> None:
    exactly = no("progressive", "RIV-2", "Progressive must be exactly $1")
    for cents, ruling in ((1, exactly), (99, exactly), (100, None), (101, exactly), (200, exactly)):
        assert bet("rivers", {"ante": 500, "progressive": cents}) == ruling
        assert bet("rivers", {"ante": 5000, "progressive": cents}, low=5000) == ruling


@pytest.mark.parametrize(
    ("wager", "label", "cents"),
    [("six_card_bonus", "6 Card Bonus", 500), ("progressive", "Progressive", 100)],
)
@pytest.mark.clause("RIV-2")
def test_riv_2_six_card_and_progressive_need_a_regular_wager(wager: str, label: str, cents: int) -> None:
    assert bet("rivers", {wager: cents, "ante": 500}) is None
    assert bet("rivers", {wager: cents, "pair_plus": 500}) is None
    assert bet("rivers", {wager: cents}) == no(wager, "RIV-2", f"{label} needs Ante or Pair Plus")


# ---------------------------------------------------------------- common to all


# Wagers that the table's limits bind, what must stand beside them, and the clauses of minimum and maximum.
BOUND = [
    ("pechanga", "ante", "Ante", {}, "STD-10", "STD-10"),
    ("atlantic-city", "ante", "Ante", {}, "STD-10", "STD-10"),
    ("atlantic-city", "pair_plus", "Pair Plus", {}, "STD-10", "STD-10"),
    (
        "atlantic-city",
        "six_card_bonus",
        "Six Card Bonus",
        {"ante": 1500, "pair_plus": 1500},
        "STD-10",
        "STD-10",
    ),
    ("napa-valley", "ante", "Ante", {}, "NAPA-2", "NAPA-2"),
    ("shine", "ante", "Ante", {}, "STD-10", "STD-10"),
    ("shine", "pair_xxx", "Pair XXX", {}, "STD-10", "STD-10"),
    ("shine", "super_6_bonus", "Super 6 Bonus", {}, "STD-10", "STD-10"),
    ("rivers", "ante", "Ante", {}, "RIV-1", "STD-10"),
    ("rivers", "pair_plus", "Pair Plus", {}, "RIV-1", "STD-10"),
    ("rivers", "six_card_bonus", "6 Card Bonus", {"ante": 1500}, "RIV-2", "STD-10"),
]


@pytest.mark.parametrize(("low", "high"), [(None, None), (1500, 2500)])
@pytest.mark.parametrize(("house", "wager", "label", "beside", "low_clause", "high_clause"), BOUND)
@pytest.mark.clause("STD-10")
def test_std_10_table_minimum_and_maximum_by_default_5_and_500_dollars(
    house: str,
    wager: str,
    label: str,
    beside: dict[str, int],
    low_clause: str,
    high_clause: str,
    low: int | None,
    high: int | None,
) -> None:
    bottom, top = low or MIN, high or MAX
    less = no(wager, low_clause, f"{label} must be at least the table minimum (${bottom // 100})")
    more = no(wager, high_clause, f"{label} must be at most the table maximum (${top // 100})")
    amounts = (bottom - 100, bottom - 1, bottom, top, top + 1, top + 100, 2 * top)
    rulings = [bet(house, {**beside, wager: cents}, low, high) for cents in amounts]
    assert rulings == [less, less, None, None, more, more, more]


@pytest.mark.parametrize(
    ("house", "wager", "label", "beside"),
    [case[:4] for case in BOUND if case[0] != "atlantic-city"]  # AC-2 has steps of its own
    + [("napa-valley", "pair_plus", "Pair Plus", {"ante": 50_000})],
)
@pytest.mark.clause("STD-10")
def test_std_10_whole_dollars(house: str, wager: str, label: str, beside: dict[str, int]) -> None:
    steps = no(wager, "STD-10", f"{label} must be in steps of $1")
    for cents, ruling in ((599, steps), (600, None), (601, steps), (650, steps), (49_999, steps)):
        assert bet(house, {**beside, wager: cents}) == ruling


# ---------------------------------------------------------------- sheets with bounds that no house has


def test_a_bound_that_is_part_of_another_wager_is_rounded_so_that_it_holds() -> None:
    sheet = load_house("atlantic-city", ['wager.pair_plus.min=[{times="1/3", of="ante", clause="AC-3"}]'])
    with pytest.raises(Refusal) as fault:
        check_wagers(open_table(sheet), {"ante": 50_000, "pair_plus": 16_500})
    assert fault.value.text == "Pair Plus must be at least 1/3 x Ante ($166.67)"  # $166.66 is too little
    check_wagers(open_table(sheet), {"ante": 50_000, "pair_plus": 17_000})


def test_a_bound_that_is_an_amount() -> None:
    sheet = load_house("rivers", ['wager.pair_plus.max=[{cents=2000, clause="STD-10"}]'])
    with pytest.raises(Refusal) as fault:
        check_wagers(open_table(sheet), {"pair_plus": 2100})
    assert fault.value.text == "Pair Plus must be at most $20"
    check_wagers(open_table(sheet), {"pair_plus": 2000})


# ---------------------------------------------------------------- the naive judge


def agrees(house: str, wagers: Mapping[str, int], low: int, high: int) -> bool:
    """Whether the bet was accepted; fails where the naive judge sees it otherwise."""
    faults = JUDGES[house](wagers, low, high)
    ruling = bet(house, wagers, low, high)
    if ruling is None:
        assert faults == set(), (house, wagers, low, high)
        return True
    path, clause, _ = ruling
    fault = (path.removeprefix("wagers").removeprefix("."), clause)
    assert fault in faults, (house, wagers, low, high)
    return False


AMOUNTS = (None, 99, 100, 101, 400, 499, 500, 501, 900, 1000, 1001, 1100, 1500, 2000, 2001, 2100, 3000)


@pytest.mark.parametrize(("low", "high"), [(500, 2000), (100, 1000), (900, 1100)])
@pytest.mark.parametrize("house", HOUSES)
def test_the_naive_judge_agrees_at_every_corner(house: str, low: int, high: int) -> None:
    choices = [(None, 99, 100, 101) if wager == "progressive" else AMOUNTS for wager in OFFERED[house]]
    accepted = 0
    for amounts in product(*choices):
        named = zip(OFFERED[house], amounts, strict=True)
        accepted += agrees(house, {wager: cents for wager, cents in named if cents is not None}, low, high)
    assert accepted > 3


@st.composite
def bets(draw: st.DrawFn) -> tuple[str, dict[str, int], int, int]:
    """A house, some wagers and limits: amounts lie around every border there is."""
    house = draw(st.sampled_from(HOUSES))
    low = 100 * draw(st.sampled_from([5, 1, 7, 15]) | st.integers(1, 60))
    high = max(low, draw(st.sampled_from([MAX, low, low + 100]) | st.integers(1, 700).map(lambda n: 100 * n)))
    wagers: dict[str, int] = {}
    names = st.sampled_from(OFFERED[house] * 8 + WAGERS + ("play", "PAIR_PLUS"))
    for wager in draw(st.lists(names, unique=True, max_size=4)):
        borders = [low, high, 0, 100, 500, *wagers.values(), *(2 * cents for cents in wagers.values())]
        border = draw(st.sampled_from(borders) | st.integers(-10, 1000).map(lambda n: 100 * n))
        wagers[wager] = border + draw(st.sampled_from([0, 0, 0, -1, 1, -100, 100, -500, 500]))
    return house, wagers, low, high


@settings(max_examples=1000, deadline=None)
@given(bets())
@example(("pechanga", {"ante": 500, "double_shot": 1001}, 500, 500))
@example(("atlantic-city", {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 600}, 600, 1000))
@example(("napa-valley", {"ante": 1000, "pair_plus": 1000}, 1000, 1000))
@example(("rivers", {"pair_plus": 500, "progressive": 100}, 500, 500))
@example(("shine", {}, 500, 500))
def test_the_naive_judge_agrees(case: tuple[str, dict[str, int], int, int]) -> None:
    agrees(*case)

"""The overview against the figures that are known, and against plain counting."""

from collections import defaultdict
from fractions import Fraction
from math import comb

import pytest

from pitboss.lab import overview, what_if
from pitboss.lab.overviews import LabWager
from pitboss.sheet import houses
from tests.known import known

EVS = {  # figures.md
    ("atlantic-city", "ante"): "-686689/20358520",
    ("rivers", "ante"): "-686689/20358520",
    ("shine", "ante"): "-686689/20358520",
    ("napa-valley", "ante"): "-229314/12724075",
    ("pechanga", "ante"): "143428213/17559223500",
    ("atlantic-city", "pair_plus"): "-392/5525",
    ("napa-valley", "pair_plus"): "-242/5525",
    ("rivers", "pair_plus"): "-402/5525",
    ("atlantic-city", "six_card_bonus"): "-55546/363545",
    ("rivers", "six_card_bonus"): "-15306/149695",
}


def wager(house: str, name: str, *sets: str, players: int = 1, meter: int | None = None) -> LabWager:
    found = overview(what_if(house, sets, players, meter))
    return next(each for each in found.wagers if each.id == name)


@pytest.mark.parametrize(("house", "name"), EVS)
def test_the_known_figures(house: str, name: str) -> None:
    found = wager(house, name)
    assert found.ev == found.printed_ev == EVS[house, name]
    shares = (found.win_frequency, found.push_frequency, found.lose_frequency)
    assert sum(Fraction(known(share)) for share in shares) == 1


def test_the_main_game_in_all_its_figures() -> None:
    found = wager("rivers", "ante")
    assert f"{found.element_of_risk:.7f}" == "0.0201467"
    assert f"{found.stdev:.7f}" == "1.6392528"
    assert f"{float(Fraction(known(found.win_frequency))):.7f}" == "0.4491266"
    assert found.how.space == "C(52,3) hands x C(49,3) dealer hands = 407,170,400"
    assert {"RIV-4", "RIV-5", "RIV-6"} <= found.how.clauses.keys()


def test_folk_strategies_and_what_they_give_up() -> None:
    """figures.md: mimicking the dealer costs 0.0344912 in all, always playing 0.0765379."""
    folk = {each.strategy: each for each in overview(what_if("rivers")).folk}
    assert f"{folk['mimic'].house_edge:.7f}" == "0.0344912"
    assert f"{folk['always'].house_edge:.7f}" == "0.0765379"
    assert folk["Q-6-4"].cost == folk["optimal"].cost == "0"
    for each in folk.values():
        assert Fraction(folk["optimal"].ev) - Fraction(each.ev) == Fraction(each.cost) >= 0


def test_who_ignores_the_up_card_plays_as_where_none_shows() -> None:
    """NAPA-17: it is the known main game without its 5-4-1 bonus, which no such hand folds."""
    folk = {each.strategy: each for each in overview(what_if("napa-valley")).folk}
    bonus = Fraction(48 * 5 + 52 * 4 + 720 * 1, comb(52, 3))
    assert folk["Q-6-4"].label.startswith("Ignore the up card")
    assert Fraction(folk["Q-6-4"].ev) == Fraction(EVS["rivers", "ante"]) - bonus


@pytest.mark.parametrize("players", [1, 4])
def test_the_meter_at_which_the_progressive_is_fair(players: int) -> None:
    """figures.md: $10,080 less $175 for each other player."""
    found = wager("rivers", "progressive", players=players, meter=2_000_000)
    assert found.break_even_meter == 100 * (10_080 - 175 * (players - 1))
    returned = Fraction(20_000 + 12_020 + 175 * (players - 1), comb(52, 3))
    assert Fraction(found.ev) == returned - 1


def test_the_worst_of_a_hundred_sittings_by_plain_convolution() -> None:
    """RIV-7 over a hundred rounds, one round after the other."""
    one = {-1: 16_440, 1: 3_744, 3: 1_096, 6: 720, 30: 52, 40: 48}
    sums: dict[int, float] = {0: 1.0}
    for _ in range(100):
        after: defaultdict[int, float] = defaultdict(float)
        for total, chance in sums.items():
            for net, count in one.items():
                after[total + net] += chance * count / 22_100
        sums = after
    heap, worst = 0.0, 0
    for worst in sorted(sums):
        heap += sums[worst]
        if heap >= 0.01:
            break
    found = known(wager("rivers", "pair_plus").worst)
    assert (found.one, found.hundred) == ("-1", str(worst))


def test_a_changed_sheet_keeps_the_printed_means_beside_its_own() -> None:
    found = wager("rivers", "pair_plus", "pays.pair_plus.lines.straight=7 to 1")
    assert Fraction(found.ev) - Fraction(found.printed_ev or 0) == Fraction(720, 22_100)
    new = wager(
        "rivers",
        "lucky",
        'wager.lucky={label="Lucky", clause="RIV-1", fold={does="stays", clause="RIV-9"}}',
        'pays.lucky={judged="three cards", lines={clause="RIV-7", flush="9 to 1"}}',
    )
    assert new.printed_ev is None
    assert Fraction(new.ev) == Fraction(10 * 1_096, 22_100) - 1


def test_one_dealer_card_seen_with_the_bonus_favours_the_player() -> None:
    """figures.md: +3.4829 % for the player, net wins 54.2203 %."""
    found = wager("rivers", "ante", "dealer.shows=1")
    assert f"{-100 * found.house_edge:.4f}" == "3.4829"
    assert f"{100 * float(Fraction(known(found.win_frequency))):.4f}" == "54.2203"
    assert found.by_up_card is not None
    assert len(found.by_up_card) == 13


@pytest.mark.parametrize("house", houses())
def test_every_knob_can_be_turned_to_every_value_it_allows(house: str) -> None:
    """Each value, with what it needs beside it, makes a sheet that checks."""
    for knob in overview(what_if(house)).knobs:
        if knob.kind == "query":
            continue
        assert knob.clause
        for value in knob.allowed or (knob.value,):
            changed = what_if(house, [f"{knob.key}={value}", *knob.also.get(str(value), ())])
            assert changed.changed or value == knob.value


def test_houses_side_by_side() -> None:
    found = [overview(what_if(house)) for house in houses()]
    assert (
        EVS.items() <= {(house.house, each.id): each.ev for house in found for each in house.wagers}.items()
    )
    facts = {house.house: {fact.label: fact.value for fact in house.facts} for house in found}
    assert facts["napa-valley"]["Dealer's cards up"] == "1"
    assert facts["pechanga"]["Dealer draws"] == "below pair"

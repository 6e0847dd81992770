"""What a PAR sheet says: lines that fill their sample space, and figures that are known from elsewhere."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from pitboss.cards import CARD_TEXTS, RANKS
from pitboss.cli.options import find_sheet
from pitboss.hands import CATEGORY_OF_VALUE, parse_hand, value3
from pitboss.odds import Game, price_sheet, strategy
from pitboss.odds.decisions import FOLD
from pitboss.odds.geometry import rows
from pitboss.report import WagerPar
from pitboss.report.sheet_figures import jackpot_of
from pitboss.report.sheet_rows import fixed
from pitboss.report.strategy_summary import summary_of
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.known import known
from tests.naive.hands import category3, queen_high, rank3

from .houses import NAMES, SHEETS, ULTIMATE, par_of, wager_of


def counts(wager: WagerPar, table: int = 0) -> dict[tuple[str, str], int]:
    """The lines of a table by what happened and the hand."""
    found: Counter[tuple[str, str]] = Counter()
    for line in wager.tables[table].lines:
        found[line.event, line.hand] += line.count
    return dict(found)


def test_a_wager_that_a_fold_loses_names_the_ante_beside_it() -> None:
    lost = par_of("rivers", 'wager.progressive.fold={does="lose",clause="RIV-9"}')
    best = "with the best play for the whole bet"
    assert wager_of(lost, "progressive").priced.startswith(f"At $1 beside Ante $5, {best};")
    assert wager_of(par_of("pechanga"), "double_shot").priced == f"Beside an equal Ante, {best}."


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_lines_fill_the_sample_space_and_add_up_to_the_price(house: str) -> None:
    par = par_of(house)
    prices = price_sheet(find_sheet(house)).wagers
    assert [wager.id for wager in par.wagers] == list(prices)
    for wager in par.wagers:
        price = prices[wager.id]
        assert wager.ev == price.ev
        assert wager.outcomes == price.outcomes
        assert all(sum(line.count for line in table.lines) == price.outcomes for table in wager.tables)
        for covers in {table.covers for table in wager.tables}:
            lines = [line for table in wager.tables if table.covers == covers for line in table.lines]
            assert sum(line.net * line.count for line in lines) / price.outcomes == price.ev
        nets: Counter[Fraction] = Counter()
        for line in wager.tables[0].lines:
            nets[line.net] += line.count
        assert nets == price.distribution


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_is_a_part_of_its_own() -> None:
    wager = wager_of(par_of("rivers", players=2), "progressive")
    own, envy = wager.tables
    assert (own.covers, envy.covers) == ("part", "part")
    assert own.count == envy.count == wager.outcomes
    assert (
        own.returns + envy.returns
        == wager.ev
        == price_sheet(load_house("rivers"), players=2).wagers["progressive"].ev
    )
    assert envy.returns == Fraction(175, 22100)


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_of_several_others_is_told_by_its_mean() -> None:
    wager = wager_of(par_of("rivers", players=5), "progressive")
    assert wager.others == Fraction(175 * 4, 22100)
    assert sum(table.returns for table in wager.tables) + wager.others == wager.ev


@pytest.mark.clause("RIV-11")
def test_riv_11_with_one_other_player_each_envied_hand_leaves_any_hand_of_the_other_cards() -> None:
    wager = wager_of(par_of("rivers", players=2), "progressive")
    assert {line.pays: line.count for line in wager.tables[1].lines} == {
        "$100": comb(49, 3),
        "$25": 3 * comb(49, 3),
        "nothing": comb(52, 3) * comb(49, 3) - 4 * comb(49, 3),
    }


# Figures that are known from elsewhere


def test_three_card_side_wagers_have_the_known_counts() -> None:
    wager = wager_of(par_of("atlantic-city"), "pair_plus")
    lines = wager.tables[0].lines
    assert [line.count for line in lines] == [4, 44, 52, 720, 1096, 3744, 16440]
    assert [line.net for line in lines] == [50, 40, 30, 6, 3, 1, -1]
    assert wager.ev == Fraction(-392, 5525)
    rivers = wager_of(par_of("rivers"), "pair_plus")
    assert [line.count for line in rivers.tables[0].lines] == [48, 52, 720, 1096, 3744, 16440]
    assert rivers.house_edge == Fraction(402, 5525)
    assert wager_of(par_of("napa-valley"), "pair_plus").ev == Fraction(-242, 5525)


def test_six_card_side_wagers_have_the_known_counts() -> None:
    known = [188, 1656, 14664, 165984, 205792, 361620, 732160]
    for house, name, ev in (
        ("rivers", "six_card_bonus", Fraction(-15306, 149695)),
        ("atlantic-city", "six_card_bonus", Fraction(-55546, 363545)),
        ("shine", "super_6_bonus", Fraction(-55546, 363545)),
    ):
        wager = wager_of(par_of(house), name)
        assert [line.count for line in wager.tables[0].lines if line.net > 0] == known
        assert wager.outcomes == 20_358_520
        assert wager.ev == ev


def test_the_main_game_has_its_known_figures() -> None:
    ante = wager_of(par_of("atlantic-city"), "ante")
    assert ante.ev == Fraction(-686689, 20358520)
    assert ante.outcomes == 407_170_400
    assert fixed(ante.element_of_risk, 7) == "0.0201467"
    assert fixed(known(ante.stdev), 7) == "1.6392528"
    assert fixed(known(ante.hit_frequency), 7) == "0.4491266"
    assert counts(ante)["Fold", ""] == 7200 * 18424
    bonus = next(table for table in ante.tables if table.title == "Ante Bonus")
    assert [int(line.net) for line in bonus.lines] == [5, 4, 1, 0]
    assert [line.count for line in bonus.lines[:3]] == [48 * 18424, 52 * 18424, 720 * 18424]
    assert wager_of(par_of("napa-valley"), "ante").ev == Fraction(-229314, 12724075)
    pechanga = par_of("pechanga")
    assert wager_of(pechanga, "ante").ev == Fraction(143428213, 17559223500)
    assert wager_of(pechanga, "ante").outcomes == 842_842_728_000


def test_one_card_seen_with_a_bonus_has_its_published_figures() -> None:
    ante = wager_of(par_of("rivers", "dealer.shows=1"), "ante")
    assert fixed(ante.ev, 6) == "0.034829"
    assert fixed(known(ante.hit_frequency), 6) == "0.542203"
    assert len(ante.by_up_card) == 13
    assert sum(ante.by_up_card.values()) / 13 == ante.ev


@pytest.mark.clause("PEC-14")
def test_pec_14_a_pair_in_the_first_three_has_one_line() -> None:
    wager = wager_of(par_of("pechanga"), "double_shot")
    (line,) = (line for line in wager.tables[0].lines if line.hand == "Pair in the first three")
    assert (line.event, line.pays) == ("After a draw", "1 to 1")
    # Two of 49 cards turn a kept pair into trips, which pay by themselves; a broken pair seldom improves.
    assert Fraction(3744, 22100) * Fraction(47, 49) <= line.probability < Fraction(3744, 22100)


def test_the_main_game_line_by_line_as_counted_naively() -> None:
    """Every hand up to suits against every dealer hand beside it, ranked by the naive evaluator."""
    hands = list(combinations(range(52), 3))
    texts = [[CARD_TEXTS[card] for card in hand] for hand in hands]
    ranks = [rank3(text) for text in texts]
    place = {rank: number for number, rank in enumerate(sorted(set(ranks)))}
    strength = np.array([place[rank] for rank in ranks])
    cards = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
    qualified = np.array([queen_high(text) for text in texts])
    lowest = rank3(["Qs", "6h", "4d"])
    alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for number, hand in enumerate(hands):
        suits: dict[int, int] = {}
        shape = tuple((card >> 2, suits.setdefault(card & 3, len(suits))) for card in hand)
        alike.setdefault(shape, []).append(number)
    labels = {"straight": "Straight", "three_of_a_kind": "3-of-a-Kind"}
    labels |= dict.fromkeys(("straight_flush", "mini_royal"), "Straight flush")
    found: Counter[tuple[str, str]] = Counter()
    for numbers in alike.values():
        one, times = numbers[0], len(numbers)
        if ranks[one] < lowest:
            found["Fold", ""] += times * comb(49, 3)
            continue
        apart = (cards & cards[one]) == 0
        plays = strength[apart & qualified]
        name = labels.get(category3(texts[one]), "")
        found["Dealer does not qualify", name] += times * int((apart & ~qualified).sum())
        found["The player's hand is better", name] += times * int((plays < strength[one]).sum())
        found["The hands are equal", name] += times * int((plays == strength[one]).sum())
        found["Dealer's hand is better", name] += times * int((plays > strength[one]).sum())
    assert counts(wager_of(par_of("rivers"), "ante")) == {key: n for key, n in found.items() if n}


def test_a_dealer_who_does_not_qualify_is_told_apart_by_comparison_where_that_decides() -> None:
    par = par_of("atlantic-city", 'showdown.not_qualified.ante="compare"')
    events = {line.event for line in wager_of(par, "ante").tables[0].lines}
    # A hand that plays beats every unqualified dealer only if it qualifies itself.
    assert "Dealer does not qualify, the player's hand is better" in events
    assert "Dealer does not qualify" not in events


# Volatility


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_bands_of_very_many_rounds_are_nearly_normal(house: str) -> None:
    for wager in par_of(house).wagers:
        edge = -float(wager.ev)
        squares = sum(float(line.net) ** 2 * line.count for line in wager.tables[0].lines) / wager.outcomes
        deviation = sqrt(squares - edge**2)
        assert float(known(wager.stdev)) == pytest.approx(deviation)
        z = NormalDist().inv_cdf(0.95)
        assert float(known(wager.volatility_index)) == pytest.approx(z * deviation, rel=1e-6)
        assert {band.rounds for band in wager.bands} == {1000, 10_000, 100_000, 1_000_000, 10_000_000}
        for band in wager.bands:
            assert band.low < wager.house_edge < band.high <= 1 + float(wager.bet - 1)
            if band.rounds < 10**7:
                continue
            holds = NormalDist(edge, deviation / sqrt(band.rounds))
            rest = (1 - band.confidence / 100) / 2
            near = 0.05 * deviation / sqrt(band.rounds) + float(band.off)
            assert float(band.low) == pytest.approx(holds.inv_cdf(rest), abs=near)
            assert float(band.high) == pytest.approx(holds.inv_cdf(1 - rest), abs=near)


# Strategy


def test_cut_offs_are_the_known_ones() -> None:
    assert [(each.up, each.plays, each.count) for each in known(par_of("rivers").plan).cut_offs] == [
        ("", "Q-6-4 or better", 14900)
    ]
    napa = {each.up: each.plays for each in known(par_of("napa-valley").plan).cut_offs}
    high = {"Q": "Q-9-2 or better", "K": "K-9-2 or better", "A": "A-9-2 or better"}
    assert napa == {rank: high.get(rank, "always") for rank in RANKS}


def test_napas_cut_offs_decide_every_hand_of_the_full_list() -> None:
    cut = {
        each.up: each.plays.removesuffix(" or better") for each in known(par_of("napa-valley").plan).cut_offs
    }
    for entry in strategy(Game(open_table(load_house("napa-valley")))):
        hand = cut[RANKS[entry.up[0] >> 2]]
        lowest = 0 if hand == "always" else parse_hand(hand)
        assert lowest is not None
        assert entry.action == ("play" if value3(*entry.hand) >= lowest else "fold")


def test_pechangas_actions_by_hand_are_those_of_the_full_list() -> None:
    plan = known(par_of("pechanga").plan)
    assert {total.action: total.count for total in plan.totals} == {"Fold": 1488, "Play": 1916, "Draw": 18696}
    sheet = load_house("pechanga")
    full: Counter[tuple[str, str]] = Counter()
    for entry in strategy(Game(open_table(sheet))):
        hand = sheet.hand_label(CATEGORY_OF_VALUE[value3(*entry.hand)].text)
        full[hand, entry.action.partition("_")[0].capitalize()] += entry.multiplicity
    shown = {
        (row.hand, total.action): count
        for row in plan.categories
        for total, count in zip(plan.totals, row.counts, strict=True)
    }
    assert {key: count for key, count in shown.items() if count} == full
    assert plan.rules[0] == "Every Mini-Royal, Straight flush, Trips, Straight and Flush: play (1,916)."


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_the_strategy_counts_every_deal(house: str) -> None:
    plan = known(par_of(house).plan)
    assert plan.deals == comb(52, 3) * comb(49, find_sheet(house).dealer.shows)
    for place, total in enumerate(plan.totals):
        assert sum(row.counts[place] for row in plan.categories) == total.count


# Progressives


@pytest.mark.clause("RIV-12")
def test_riv_12_the_progressive_is_the_known_function_of_meter_and_players() -> None:
    (jackpot,) = par_of("rivers").jackpots
    assert (jackpot.stake, jackpot.reset, jackpot.contribution) == (100, 100_000, Fraction(1, 4))
    assert jackpot.own_return == Fraction(1000 + 12020, 22100)
    assert jackpot.long_run == Fraction(1000 + 12020, 22100) + Fraction(1, 4)
    assert [row.players for row in jackpot.rows] == [1, 2, 3, 4, 5, 6, 7]
    for row in jackpot.rows:
        others = row.players - 1
        assert row.envy == Fraction(175 * others, 22100)
        assert row.return_at_reset == Fraction(1000 + 12020 + 175 * others, 22100)
        assert row.break_even_meter == 100 * (10080 - 175 * others)


def test_a_meter_of_many_hands_has_a_row_as_far_as_it_is_counted() -> None:
    """Flushes take a share each: what comes back is counted for two players, and simulated for more."""
    sheet = load_house("rivers", ["pays.progressive.lines.flush=5 % of the meter"])
    game = Game(open_table(sheet))
    jackpot = jackpot_of(game, game.price("progressive"))
    assert jackpot is not None
    assert jackpot.own_return == Fraction(1000 + 12020 + 1096 * 50, 22100)
    assert [row.players for row in jackpot.rows] == [1, 2]
    # What is taken of a meter at its reset is filled up before the next seat is paid.
    assert jackpot.rows[1].return_at_reset == jackpot.own_return + Fraction(175, 22100)


def test_a_meter_on_six_cards_is_fair_where_the_known_counts_say_so() -> None:
    par = par_of("rivers", "pays.six_card_bonus.lines.royal_flush=100 % of the meter")
    jackpot = next(each for each in par.jackpots if each.wager == "six_card_bonus")
    paid = {1656: 200, 14664: 50, 165984: 25, 205792: 20, 361620: 10, 732160: 5}
    lost = 20_358_520 - 188 - sum(paid)
    stake = 500  # the least bet
    without = sum(count * odds for count, odds in paid.items()) * stake - lost * stake
    fair = stake - Fraction(without, 188)  # 188 x (meter - stake) makes up for the rest
    assert jackpot.rows[0].break_even_meter - 1 < fair <= jackpot.rows[0].break_even_meter


def test_envy_on_a_six_card_wager_changes_nothing_for_one_player() -> None:
    par = par_of("rivers", "envy.wager=six_card_bonus")
    assert wager_of(par, "six_card_bonus").ev == Fraction(-15306, 149695)
    assert par.players == 1


def test_no_meter_no_progressive_and_no_long_run_where_a_line_takes_a_part() -> None:
    assert par_of("shine").jackpots == ()
    par = par_of("rivers", "pays.progressive.lines.mini_royal=10 % of the meter")
    assert par.jackpots[0].long_run is None


@pytest.mark.parametrize("sets", [[], ["dealer.shows=1"], ["dealer.shows=2"], ["player.draws=true"]], ids=str)
def test_the_summary_has_every_deal_once(sets: list[str]) -> None:
    game = Game(open_table(load_house("rivers", sets)))
    done = game.deals_done()
    assert summary_of(game).deals == done.counts.sum() == comb(52, 3) * comb(49, game.dealing.shows)


@pytest.mark.parametrize("least", ["pair", "any"])
def test_raised_plays_have_totals_of_their_own(least: str) -> None:
    """As the full list has them, hand by hand; ties play as little as they can."""
    raises = f'play.raises={{times=[2, 3], from="{least}", clause="ULT-4"}}'
    game = Game(open_table(find_sheet(ULTIMATE, [raises])))
    listed: Counter[str] = Counter()
    for entry in strategy(game, {"ante": 500, "blind": 500}):
        order = ("play", "play_2x", "play_3x", "fold")
        listed[next(name for name in order if name in entry.best)] += entry.multiplicity
    found = summary_of(game)
    assert {each.id: each.count for each in found.totals if each.count} == listed
    assert [each.action for each in found.totals] == ["Fold", "Play", "Play 2×", "Play 3×"]
    for row in found.categories:
        assert row.counts[0] + row.counts[1] == 0 or row.category == "high_card"
    if least == "pair":
        better = sum(category3(hand) != "high_card" for hand in combinations(CARD_TEXTS, 3))
        assert listed["play_3x"] == 49 * better
        assert {each.raised for each in found.cut_offs} == {"3× with pair or better"}


def test_all_three_cards_up_are_told_apart_though_ends_alone_decide() -> None:
    done = Game(open_table(load_house("rivers", ["dealer.shows=3"]))).deals_done()
    assert done.counts.sum() == comb(52, 3) * comb(49, 3)
    folds = 0
    for row in (0, 400, 900, 1757):  # plays what wins or ties, or where the dealer does not qualify
        mine = rows().cards[row].tolist()
        worse = Counter(
            rank3([CARD_TEXTS[c] for c in dealer]) > rank3([CARD_TEXTS[c] for c in mine])
            and queen_high([CARD_TEXTS[c] for c in dealer])
            for dealer in combinations([card for card in range(52) if card not in mine], 3)
        )
        folds += worse[True]
        assert done.counts[row, FOLD] in (0, worse[True] * rows().weight[row])
    assert folds > 10_000

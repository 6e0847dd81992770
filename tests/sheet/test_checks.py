"""Sheets that contradict themselves although each key alone is fine; rules that can never come to pass.

The cases of one changed place stand in `contradictions.txt`; here are those that take more.
"""

from __future__ import annotations

import re

import pytest

from pitboss.sheet import Fault, check_text

from .cases import Case, cases
from .texts import BASE, NAPA, changed, faults_of, line_at, the_fault, without


@pytest.mark.parametrize("case", cases("contradictions.txt"), ids=lambda case: case.name)
def test_one_contradiction_is_one_fault(case: Case) -> None:
    case.assert_told()
    checked = check_text(case.text)
    assert (checked.sheet is None) == bool(checked.errors) == (case.severity == "error")


# ---------------------------------------------------------------- clauses


def test_without_any_clause_list_that_is_said_once() -> None:
    assert the_fault(without("clauses")).sentence == (
        "clauses: is missing; allowed: a list of the clauses cited: B-1, B-2, B-3, B-4, B-5 and B-6"
    )


def test_clauses_that_are_cited_and_not_listed_are_one_fault() -> None:
    text = BASE.replace("[clauses.B-", "[clauses.C-")
    assert the_fault(text) == Fault(
        "clauses",
        "B-1, B-2, B-3, B-4, B-5 and B-6 are cited and not in this list",
        "an entry like [clauses.RIV-9] for each, or ids of STD",
        line=line_at(BASE, "[clauses.B-1]"),
    )


def test_clause_ids_that_are_missing_in_many_tables_are_one_fault() -> None:
    text = re.sub(r', clause = "B-\d"|, clause = "STD-1\d"', "", BASE)
    text = re.sub(r'(?m)^clause = "B-\d"\n', "", text)
    fault = the_fault(text)
    assert (fault.key, fault.line) == ("clause", line_at(text, "limits ="))
    assert fault.message.startswith("is missing in ")
    assert "wager.ante.clause, wager.shot.clause, wager.six.clause" in fault.message


# ---------------------------------------------------------------- wagers that need one another


def test_two_wagers_cannot_need_each_other() -> None:
    text = changed('needs = { any = ["ante", "six"] }', 'needs = { all = ["six"] }')
    text = changed('needs = { all = ["ante"] }', 'needs = { any = ["jackpot"] }', text)
    fault = the_fault(text)
    assert fault.sentence == (
        "wager.six.needs: six and jackpot wait for one another: none can be bet first; "
        "allowed: needs that lead to a wager without any"
    )
    assert fault.line == line_at(text, 'needs = { any = ["jackpot"] }')


def test_three_wagers_cannot_need_one_another_in_a_circle() -> None:
    text = changed('needs = { any = ["ante", "six"] }', 'needs = { any = ["six"] }')
    text = changed('label = "Shot"', 'label = "Shot"\nneeds = { all = ["ante", "jackpot"] }', text)
    text = changed('needs = { all = ["ante"] }', 'needs = { any = ["shot"] }', text)
    assert "shot and six and jackpot wait for one another" in the_fault(text).sentence


def test_a_circle_with_a_way_out_is_fine() -> None:
    assert faults_of(changed('needs = { all = ["ante"] }', 'needs = { any = ["jackpot", "ante"] }')) == ()


def test_a_chain_of_needs_is_fine() -> None:
    assert faults_of(changed('needs = { any = ["ante", "six"] }', 'needs = { all = ["six"] }')) == ()


# ---------------------------------------------------------------- bonuses and pay tables


def test_every_side_wager_and_every_bonus_has_a_pay_table() -> None:
    assert the_fault(without("pays.shot")).sentence == (
        "pays.shot: is missing; allowed: a pay table for the wager shot"
    )
    assert the_fault(without("pays.extra")).sentence == (
        "pays.extra: is missing; allowed: a pay table for the bonus extra"
    )


def test_a_pay_table_belongs_to_a_wager_or_bonus() -> None:
    text = BASE.replace("[pays.shot", "[pays.shto")
    fault = the_fault(text)
    assert fault.sentence == (
        "pays.shto: no wager or bonus has this id; allowed: shot, six, jackpot or extra; did you mean 'shot'?"
    )
    assert fault.line == line_at(text, "[pays.shto]")


def test_a_pay_table_that_nothing_here_could_own() -> None:
    text = changed('order = ["ante", "play", "pair_plus"]', 'order = ["ante", "play"]', NAPA)
    fault = the_fault(without("wager.pair_plus", text))
    assert fault.sentence == "pays.pair_plus: no wager or bonus has this id; allowed: nothing"


def test_a_bonus_has_an_id_of_its_own() -> None:
    text = without("pays.extra", BASE.replace("[bonus.extra]", "[bonus.six]"))
    assert the_fault(text).sentence == "bonus.six: is the id of a wager too; allowed: an id of its own"


def test_a_bonus_without_play_is_fine_on_the_ante() -> None:
    assert faults_of(changed("needs_play = true", "needs_play = false")) == ()


def test_a_drawn_column_needs_players_who_draw() -> None:
    text = changed("draws = true", "draws = false")
    carry = line_at(text, "[pays.shot.carry]")
    assert the_fault(text).sentence == (
        f"pays.shot.drawn: can never hit: players do not draw at this house (likewise on line {carry}); "
        "allowed: player.draws = true, or lines"
    )


def test_six_cards_are_judged_in_one_column() -> None:
    text = changed("[pays.six.lines]", '[pays.six.drawn]\nflush = "1 to 1"\n\n[pays.six.pat]')
    text = changed('posted = { clause = "B-5" }\n', "", text)
    pat = line_at(text, "[pays.six.pat]")
    assert the_fault(text).sentence == (
        "pays.six.drawn: six cards are judged as dealt, whether drawn or not "
        f"(likewise on line {pat}); allowed: lines"
    )


def test_a_share_of_the_meter_needs_a_meter() -> None:
    text = without("meter")
    fault = the_fault(text)
    assert fault.key == "pays.jackpot.lines.mini_royal_spades"
    assert (fault.message, fault.allowed) == ("the sheet has no meter", "a [meter] table, or another pay")
    assert fault.line == line_at(text, "mini_royal_spades")


def test_a_carry_over_that_never_pays_more_can_never_hit() -> None:
    # Every final hand pays at least 2 to 1, so a carried 2 to 1 is never the higher one; 5 to 2 is.
    lines = ("three_of_a_kind", "straight", "flush", "pair", "high_card")
    twos = "".join(f'{line} = "2 to 1"\n' for line in lines)
    text = changed('straight_flush = "6 to 1"\n', f'straight_flush = "6 to 1"\n{twos}')
    fault = the_fault(text)
    assert fault.sentence == (
        "pays.shot.carry.flush: can never hit: every final hand pays as much; allowed: leave it out"
    )
    assert fault.line == line_at(text, "[pays.shot.carry]") + 2
    carry = '[pays.shot.carry]\nclause = "B-4"\nflush = '
    assert faults_of(changed(f'{carry}"2 to 1"', f'{carry}"5 to 2"', text)) == ()


# ---------------------------------------------------------------- meter and bank


def test_a_meter_may_be_fed_any_share_that_comes_out_even() -> None:
    assert faults_of(changed('percent = "12.5"', 'percent = "12/3"')) == ()


def test_a_bank_leaves_no_meter_or_envy() -> None:
    bank = NAPA[NAPA.index("[bank]") : NAPA.index("[void.exposed]")]
    bank = bank.replace("NAPA-10", "B-1").replace("NAPA-11", "B-1").replace("NAPA-16", "B-1")
    bank = bank.replace('"pair_plus"', '"extra", "shot", "six", "jackpot"')
    fault = the_fault(changed("[void.exposed]", f"{bank}[void.exposed]"))
    assert fault.sentence == (
        "bank: a bank that pays everything leaves no meter or envy to the house; "
        "allowed: a bank, or a meter and envy"
    )


NO_WAGER = "is not a wager of this sheet; allowed: ante, pair_plus or play"
EACH_ONCE = "allowed: each wager once, play and bonuses included"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ('["ante", "pair_plus"]', f"leaves out play; {EACH_ONCE}"),
        ('["ante", "play", "pair_plus", "ante"]', f"names a wager twice; {EACH_ONCE}"),
        ('["ante", "play", "x"]', f"'x' {NO_WAGER}"),
        ('["ante", "play", "pair_plsu"]', f"'pair_plsu' {NO_WAGER}; did you mean 'pair_plus'?"),
    ],
)
def test_the_order_of_cover_names_each_wager_once(order: str, sentence: str) -> None:
    text = changed('order = ["ante", "play", "pair_plus"]', f"order = {order}", NAPA)
    fault = the_fault(text)
    assert fault.sentence == f"bank.cover.order: {sentence}"
    assert fault.line == line_at(text, "order = ")


# ---------------------------------------------------------------- fractions of a cent


def test_a_play_bet_can_split_a_cent() -> None:
    # A third of $1. Even money on it is a whole number of the cents that were bet, but 3 to 2 need not be.
    text = changed('label = "Play"\ntimes = 1', 'label = "Play"\ntimes = "1/3"')
    assert [fault.sentence for fault in faults_of(text)] == [
        "play.times: a legal Ante can make Play a fraction of a cent; it is rounded down",
        "showdown.better.play: 3 to 2 on a legal bet can be a fraction of a cent; it is rounded down",
    ]
    assert check_text(text).sheet is not None

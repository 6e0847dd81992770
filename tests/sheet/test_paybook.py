"""The paybook against the pay tables of the five sheets, written out here once more by hand."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.sheet import check_text, load_house, paybook
from pitboss.sheet.pays import PAY_CLASSES, hand_class, pay_class

from .texts import BASE, NAPA, changed, printed

Row = list[str | None]

# Hand classes from the lowest: high card, pair, flush, straight, three of a kind, three aces, straight flush,
# and the mini royals of clubs, diamonds, hearts and spades.
METER = "100 % of the meter"
HIGH, PAIR, FLUSH, STRAIGHT, TRIPS, ACES, STRAIGHT_FLUSH, ROYAL = range(8)


def row(*odds: int, kind: str = "to") -> Row:
    """Seven odds, from high card to mini royal, as the eleven texts of the hand classes; 0 pays nothing."""
    texts = [f"{each} {kind} 1" if each else None for each in odds]
    assert len(texts) == 7
    return [*texts[:5], *texts[4:], *texts[6:] * 3]  # three aces are a three of a kind


def texts(house: str, table: str) -> Row:
    return [printed(award) for award in paybook(load_house(house)).awards[table]]


# ---------------------------------------------------------------- three cards

# Where a sheet has no line for the mini royal, it is paid as the straight flush it is (STD-2).
THREE_CARDS: list[tuple[str, str, str, Row]] = [
    #                                         high pair flush straight trips s.flush royal
    ("atlantic-city", "ante_bonus", "AC-7", row(0, 0, 0, 1, 4, 5, 5)),
    ("atlantic-city", "pair_plus", "AC-8", row(0, 1, 3, 6, 30, 40, 50)),
    ("napa-valley", "pair_plus", "NAPA-9", row(0, 1, 3, 6, 30, 40, 200)),
    ("shine", "ante_bonus", "SHINE-6", row(0, 0, 0, 1, 4, 5, 5)),
    ("shine", "pair_xxx", "SHINE-7", row(0, 1, 3, 6, 30, 40, 40)),
    ("rivers", "ante_bonus", "RIV-6", row(0, 0, 0, 1, 4, 5, 5)),
    ("rivers", "pair_plus", "RIV-7", row(0, 1, 3, 6, 30, 40, 40)),
    ("rivers", "progressive", "RIV-10", [*row(0, 0, 0, 6, 60, 70, 500, kind="for")[:10], METER]),
]  # fmt: skip


@pytest.mark.parametrize(("house", "table", "clause", "pays"), THREE_CARDS)
def test_three_card_tables(house: str, table: str, clause: str, pays: Row) -> None:
    # One column for every hand: it pays the same whether a hand is pat or drawn from whatever it was.
    assert texts(house, table) == pays * 12
    assert {award.clause for award in paybook(load_house(house)).awards[table]} == {clause}


@pytest.mark.parametrize(
    ("cards", "pay"),
    [
        ("As Ks Qs", "100 % of the meter"),
        ("Ah Kh Qh", "500 for 1"),
        ("Qd Ad Kd", "500 for 1"),
        ("Ac Kc Qc", "500 for 1"),
        ("Ks Qs Js", "70 for 1"),
        ("3s 2s As", "70 for 1"),
        ("As Ks Qh", "6 for 1"),
        ("9s 9h 9c", "60 for 1"),
        ("As Ks Js", None),
    ],
)
@pytest.mark.clause("RIV-10")
def test_riv_10_by_cards(cards: str, pay: str | None) -> None:
    a, b, c = parse_cards(cards)
    assert printed(paybook(load_house("rivers")).award("progressive", hand_class(a, b, c))) == pay


def test_a_hand_class_is_its_category_and_a_mini_royal_also_its_suit() -> None:
    classes = [hand_class(*parse_cards(f"A{suit} K{suit} Q{suit}")) for suit in "cdhs"]
    assert classes == [7, 8, 9, 10]
    assert [hand_class(*parse_cards(three)) for three in ("Kc Kd Ks", "Ac Ad As", "3h 2h Ah")] == [4, 5, 6]


# ---------------------------------------------------------------- six cards


@pytest.mark.parametrize(
    ("house", "table", "flush"),
    [
        ("atlantic-city", "six_card_bonus", 15),
        ("shine", "super_6_bonus", 15),
        ("rivers", "six_card_bonus", 20),
    ],
)
def test_six_card_tables(house: str, table: str, flush: int) -> None:
    # High card, pair and two pair pay nothing; then from three of a kind up to the royal flush.
    odds = (5, 10, flush, 25, 50, 200, 200, *[1000] * 8)  # and six in a row of one suit as what five make
    assert texts(house, table) == [None, None, None, *(f"{each} to 1" for each in odds)]
    assert paybook(load_house(house)).six == {table}


def test_a_royal_flush_without_a_line_is_a_straight_flush() -> None:
    sheet = check_text(changed('royal_flush = "1,000 to 1"\n', "")).sheet
    assert sheet is not None
    assert [printed(award) for award in paybook(sheet).awards["six"]] == [*[None] * 8, *["200 to 1"] * 10]


# ---------------------------------------------------------------- Pechanga: pat and drawn

PAT = row(0, 1, 3, 5, 30, 40, 60)  # PEC-12
DRAWN = row(0, 0, 0, 0, 4, 6, 20)  # PEC-13
DRAWN_FROM_A_PAIR = row(1, 1, 1, 1, 4, 6, 20)  # PEC-14: a first-three pair pays where PEC-13 does not


@pytest.mark.clause("PEC-12", "PEC-13", "PEC-14")
def test_pec_12_pec_13_pec_14_all_132_pay_classes_of_the_double_shot() -> None:
    expected = [*PAT, *DRAWN, *DRAWN_FROM_A_PAIR, *DRAWN * 9]
    assert len(expected) == PAY_CLASSES == 132
    assert texts("pechanga", "double_shot") == expected


@pytest.mark.clause("PEC-14")
def test_pec_14_the_clause_of_each_of_the_132_pay_classes() -> None:
    carried = ["PEC-14"] * 4 + ["PEC-13"] * 7  # below three of a kind it is the pair that pays
    expected = [*["PEC-12"] * 11, *["PEC-13"] * 11, *carried, *["PEC-13"] * 99]
    assert [award.clause for award in paybook(load_house("pechanga")).awards["double_shot"]] == expected


@pytest.mark.parametrize(
    ("first", "final", "pay"),
    [
        ("9s 9h 4d", "9s 9h Kd", "1 to 1"),  # the pair kept
        ("9s 9h 4d", "9s Kd 4d", "1 to 1"),  # the pair broken by the discard
        ("9s 9h 4d", "9s 9h 9d", "4 to 1"),  # improved: one payment, the higher
        ("9s 8s 4s", "9s 8s Kd", None),  # a first-three flush drawn to is given up
        ("9s 9h 9d", "9s 9h Kd", None),  # trips are no pair
        ("9s 8h 4d", "9s 9d 8h", None),  # a pair made by drawing
        ("As Ks 4d", "As Ks Qs", "20 to 1"),
    ],
)
@pytest.mark.clause("PEC-14")
def test_pec_14_by_cards(first: str, final: str, pay: str | None) -> None:
    drawn = pay_class(hand_class(*parse_cards(final)), hand_class(*parse_cards(first)))
    assert printed(paybook(load_house("pechanga")).award("double_shot", drawn)) == pay


@pytest.mark.clause("PEC-11")
def test_pec_11_play_bonus_pat_and_drawn() -> None:
    pat, drawn = row(0, 0, 0, 2, 4, 5, 20), row(0, 0, 0, 1, 3, 4, 10)
    assert texts("pechanga", "play_bonus") == [*pat, *drawn * 11]


# ---------------------------------------------------------------- residual rules (STD-2)


def column(lines: str) -> Row:
    """The Jackpot's awards by hand class, with these lines instead of its own."""
    old = BASE[BASE.index("[pays.jackpot.lines]") : BASE.index("[meter]")]
    text = changed(old, f"[pays.jackpot.lines]\n{lines}\n")
    text = text.replace(text[text.index("[meter]") : text.index("[envy]")], "")
    sheet = check_text(text).sheet
    assert sheet is not None, check_text(text).faults
    return [printed(award) for award in paybook(sheet).awards["jackpot"][:11]]


@pytest.mark.clause("STD-2")
def test_std_2_a_mini_royal_without_a_line_is_a_straight_flush() -> None:
    assert column('straight_flush = "9 to 1"') == [*[None] * 6, *["9 to 1"] * 5]


@pytest.mark.clause("STD-2")
def test_std_2_a_mini_royal_with_a_line_is_not() -> None:
    assert column('straight_flush = "9 to 1"\nmini_royal = "20 to 1"') == [
        *[None] * 6,
        "9 to 1",
        *["20 to 1"] * 4,
    ]


@pytest.mark.clause("STD-2")
def test_std_2_the_line_of_a_suit_comes_before_the_line_of_all() -> None:
    lines = 'mini_royal = "20 to 1"\nmini_royal_hearts = "50 to 1"'
    assert column(lines) == [*[None] * 7, "20 to 1", "20 to 1", "50 to 1", "20 to 1"]


@pytest.mark.clause("STD-2")
def test_std_2_suits_without_a_line_fall_to_the_straight_flush() -> None:
    lines = 'mini_royal_black = "50 to 1"\nstraight_flush = "9 to 1"'
    assert column(lines) == [*[None] * 6, "9 to 1", "50 to 1", "9 to 1", "9 to 1", "50 to 1"]


@pytest.mark.clause("STD-2")
def test_std_2_a_line_of_a_suit_alone_leaves_the_others_unpaid() -> None:
    assert column('mini_royal_red = "50 to 1"') == [*[None] * 8, "50 to 1", "50 to 1", None]


def test_or_better_takes_in_everything_above() -> None:
    assert column('straight_or_better = "2 to 1"\nflush = "1 to 1"') == [
        None,
        None,
        "1 to 1",
        *["2 to 1"] * 8,
    ]
    assert column('high_card_or_better = "1 to 1"') == ["1 to 1"] * 11


def test_three_aces_with_a_line_are_paid_by_it() -> None:
    assert column('three_of_a_kind = "3 to 1"\nthree_aces = "9 to 1"')[4:7] == ["3 to 1", "9 to 1", None]
    assert column('three_aces = "9 to 1"') == [*[None] * 5, "9 to 1", *[None] * 5]


def test_three_aces_or_better_leave_the_other_threes_to_their_line() -> None:
    lines = 'three_of_a_kind = "3 to 1"\nthree_aces_or_better = "9 to 1"'
    assert column(lines) == [*[None] * 4, "3 to 1", *["9 to 1"] * 6]


def test_six_cards_or_better() -> None:
    lines = 'royal_flush = "1,000 to 1"\nstraight_flush = "200 to 1"'
    sheet = check_text(changed(lines, 'full_house_or_better = "7 to 1"\ntwo_pair = "1 to 1"')).sheet
    assert sheet is not None
    assert [printed(award) for award in paybook(sheet).awards["six"]] == [
        *(None, None, "1 to 1", None, None, None),
        *["7 to 1"] * 12,
    ]


def test_six_cards_in_a_row_of_one_suit() -> None:
    lines = 'royal_flush = "1,000 to 1"\nstraight_flush = "200 to 1"'

    def top(more: str) -> Row:
        sheet = check_text(changed(lines, f"{lines}\n{more}")).sheet
        assert sheet is not None
        return [printed(award) for award in paybook(sheet).awards["six"]][8:]

    straight, royal = 'six_card_straight_flush = "5,000 to 1"', 'six_card_royal_flush = "9,000 to 1"'
    every, half = ["1000 to 1"] * 4, ["500 to 1", "1000 to 1", "1000 to 1", "500 to 1"]
    assert top(straight) == ["200 to 1", "5000 to 1", *every, *["5000 to 1"] * 4]
    assert top(royal) == ["200 to 1", "200 to 1", *every, *["9000 to 1"] * 4]
    assert top(f"{straight}\n{royal}") == ["200 to 1", "5000 to 1", *every, *["9000 to 1"] * 4]
    assert top('royal_flush_black = "500 to 1"') == ["200 to 1", "200 to 1", *half, *half]


# ---------------------------------------------------------------- carry-over, showdown, envy


def test_a_carried_flush_pays_where_it_is_the_higher() -> None:
    # Base: drawn mini royals pay 20, straight flushes 6; a first-three flush still pays 2.
    sheet = check_text(BASE).sheet
    assert sheet is not None
    awards = paybook(sheet).awards["shot"]
    drawn = [printed(award) for award in awards[pay_class(HIGH, FLUSH) : pay_class(HIGH, STRAIGHT)]]
    assert drawn == row(2, 2, 2, 2, 2, 6, 20)
    assert [printed(award) for award in awards[pay_class(HIGH, PAIR) : pay_class(HIGH, FLUSH)]] == row(
        0, 0, 0, 0, 0, 6, 20
    )


# By showdown result: not qualified (worse, equal, better), then qualified (worse, equal, better).
WIN, PUSH, LOSE, RETURNED = ("win", "1 to 1"), ("push", None), ("lose", None), ("returned", None)
QUALIFIED = [LOSE, PUSH, WIN]
SHOWDOWNS = [
    ("atlantic-city", [WIN] * 3, [PUSH] * 3),  # AC-5
    ("napa-valley", [WIN] * 3, [RETURNED] * 3),  # NAPA-6: "no action"
    ("shine", [WIN] * 3, [PUSH] * 3),  # SHINE-4
    ("rivers", [WIN] * 3, [PUSH] * 3),  # RIV-5
    ("pechanga", QUALIFIED, QUALIFIED),  # PEC-7: always qualifies
]


@pytest.mark.parametrize(("house", "ante", "play"), SHOWDOWNS)
def test_showdowns(
    house: str, ante: list[tuple[str, str | None]], play: list[tuple[str, str | None]]
) -> None:
    book = paybook(load_house(house))
    assert [(verdict.result, printed(verdict.award)) for verdict in book.ante] == ante + QUALIFIED
    assert [(verdict.result, printed(verdict.award)) for verdict in book.play] == play + QUALIFIED


def test_a_dealer_who_does_not_qualify_may_do_anything_to_either_wager() -> None:
    text = changed(
        'not_qualified = { ante = "1 to 1", play = "returned"',
        'not_qualified = { ante = "compare", play = "lose"',
        NAPA,
    )
    sheet = check_text(text).sheet
    assert sheet is not None
    book = paybook(sheet)
    assert [(verdict.result, verdict.award.clause) for verdict in book.ante[:3]] == [
        ("lose", "NAPA-7"),
        ("push", "NAPA-7"),
        ("win", "NAPA-7"),
    ]
    assert [(verdict.result, verdict.award.clause) for verdict in book.play[:3]] == [("lose", "NAPA-6")] * 3


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_by_the_holders_hand() -> None:
    assert paybook(load_house("rivers")).envy == (0, 0, 0, 0, 0, 0, 0, 2_500, 2_500, 2_500, 10_000)
    assert paybook(load_house("shine")).envy == (0,) * 11


def test_equal_sheets_have_one_paybook() -> None:
    assert paybook(load_house("rivers", ["dealer.shows=0"])) is paybook(load_house("rivers"))

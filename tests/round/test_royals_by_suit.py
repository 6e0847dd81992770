"""Royal flushes of six cards that are paid by their suit."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game
from pitboss.odds.decisions import optimal
from pitboss.odds.risk.table_swings import table_risk
from pitboss.round import Deal, Hand, open_table
from pitboss.round.settlement import pay_deal
from pitboss.sheet import SheetRefused, load_house
from pitboss.sheet.pays import class_of_six, six_kind

LINES = {
    "six_card_royal_flush_diamonds": "1000000 to 1",
    "six_card_royal_flush": "5000 to 1",
    "royal_flush_red": "2000 to 1",
    "royal_flush_spades": "1500 to 1",
    "royal_flush": "1000 to 1",
    "straight_flush": "200 to 1",
}
TABLE = ", ".join(f'{line}="{pay}"' for line, pay in LINES.items())
BY_SUIT = f'pays.six_card_bonus.lines={{clause="RIV-8", {TABLE}}}'
ONE = 'pays.six_card_bonus.lines={clause="RIV-8", royal_flush_spades="100 to 1"}'
ROYALS = 'pays.progressive.lines={clause="RIV-10", mini_royal_spades="100 % of the meter"}'
SETS = comb(52, 6)


@pytest.mark.parametrize(
    ("own", "dealer", "line"),
    [
        ("Ad Kd Qd", "Jd Td 9d", "six_card_royal_flush_diamonds"),
        ("As Ks Qs", "Js Ts 9s", "six_card_royal_flush"),
        ("Ad Kd 2c", "Qd Jd Td", "royal_flush_red"),
        ("Ah Kh Qh", "Jh Th 9c", "royal_flush_red"),
        ("As Ks 2c", "Qs Js Ts", "royal_flush_spades"),
        ("Ac Kc 2s", "Qc Jc Tc", "royal_flush"),
        ("9d Kd Qd", "Jd Td 8d", "straight_flush"),
        ("Ad Kd Qd", "Jd 2d 9d", None),
    ],
)
@pytest.mark.parametrize("action", ["play", "fold"])
def test_a_royal_is_paid_by_the_line_of_its_suit(
    own: str, dealer: str, line: str | None, action: str
) -> None:
    table = open_table(load_house("rivers", [BY_SUIT]))
    a, b, c = parse_cards(own)
    hand = Hand(
        1, 1, {"ante": 1000, "six_card_bonus": 500}, (a, b, c), "play" if action == "play" else "fold"
    )
    paid = pay_deal(table, Deal(parse_cards(dealer), [hand], meter=10**6)).seats[0].lines
    (bonus,) = [each for each in paid if each.id == "six_card_bonus"]
    assert [each.line for each in bonus.by] == ([line] if line else [])
    assert bonus.profit == (500 * int(LINES[line].split()[0]) if line else -500)


def test_every_class_of_six_cards_is_of_a_kind_and_royals_of_a_suit() -> None:
    for suit, sign in enumerate("cdhs"):
        five = " ".join(f"{rank}{sign}" for rank in "AKQJT")
        other = "cdhs"[suit - 1]
        assert class_of_six(parse_cards(f"{five} 2{other}")) == 10 + suit
        assert class_of_six(parse_cards(f"{five} 9{sign}")) == 14 + suit
        assert six_kind(10 + suit).text == "royal_flush"
        assert six_kind(14 + suit).text == "six_card_royal_flush"


def test_by_itself_each_royal_comes_as_often_as_it_can_be_dealt() -> None:
    """Of a suit one set of six in a row, and 46 with five of them and any card but the nine."""
    price = Game(open_table(load_house("rivers", [BY_SUIT]))).price("six_card_bonus")
    pays = {odds: number for odds, number in price.distribution.items() if odds > 200}
    assert pays == {1_000_000: 1, 5000: 3, 2000: 2 * 46, 1500: 46, 1000: 46}
    assert sum(price.distribution.values()) == SETS


def test_beside_ones_own_cards_a_royal_is_of_their_suit() -> None:
    """All deals of the whole bet: an A-K-Q of spades makes no royal flush of another suit."""
    game = Game(open_table(load_house("rivers", [ONE, ROYALS])))
    bets = {"six_card_bonus": 1000, "progressive": 100, "ante": 1000}
    nets: dict[tuple[bool, bool], int] = {}
    for end in game.classes_of(bets):
        lines = {line.id: line.result == "win" for line in game.lines_of(bets, end)}
        won = lines["six_card_bonus"], lines["progressive"]
        nets[won] = nets.get(won, 0) + end.number
    spades = comb(6, 3) * 47
    assert nets[True, True] == 47  # the jack and the ten, with any of 47 cards
    assert nets[True, False] == spades - 47
    assert nets[False, True] == comb(49, 3) - 47
    assert sum(nets.values()) == SETS * comb(6, 3)
    both = game.price_bets(bets)
    alone = [game.price(name).ev * stake for name, stake in bets.items()]
    assert both.ev == sum(alone)


def test_two_seats_never_share_a_royal_of_one_suit() -> None:
    """Their covariance is that of two ends of which one rules the other out."""
    game = Game(open_table(load_house("rivers", [ONE, ROYALS])))
    risk = table_risk(game, {"pair_plus": 1000, "six_card_bonus": 1000, "progressive": 100})
    six, own = risk.names.index("six_card_bonus"), risk.names.index("progressive")
    royal, hand = Fraction(47, SETS), Fraction(1, 22_100)
    assert risk.across[six][six] == -((101 * 1000 * royal) ** 2)
    assert risk.across[six][own] == -(101 * 1000 * royal) * (100_000 * hand)  # the meter's cents


def test_no_decision_goes_by_it() -> None:
    plain, suited = (Game(open_table(load_house("rivers", sets))) for sets in ((), (BY_SUIT,)))
    bets = {"ante": 1000, "six_card_bonus": 1000}
    done = [
        [optimal(chunk).tolist() for chunk in game.worths(each)]
        for game, each in ((plain, {"ante": 1000}), (suited, bets))
    ]
    assert done[0] == done[1]


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        ([BY_SUIT, "wager.six_card_bonus.fold.does=lose"], "no fold loses it"),
        (
            [
                'bonus.lucky={label="Lucky", clause="RIV-6", on="ante"}',
                'pays.lucky={judged="six cards", lines={clause="RIV-6", royal_flush_spades="50 to 1"}}',
            ],
            "hands of any suit",
        ),
        ([f'{BY_SUIT.removesuffix("}")}, royal_flush_hearts="3 to 1"}}'], "overlaps"),
    ],
)
def test_what_a_sheet_may_not_say_of_it(sets: list[str], says: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        load_house("rivers", sets)
    assert says in str(refused.value)

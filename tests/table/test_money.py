"""What each happening at a table does to money: the table of the architecture row by row, worked by hand."""

from __future__ import annotations

import pytest

from pitboss.ledger import Store
from pitboss.round import Decide, Refusal, VoidRound
from pitboss.sheet import houses
from pitboss.table import Bet, CloseTable, OpenRound
from tests.clauses.tables import BEFORE_THE_END, FULL_BET, NOT_QUALIFIED, QUEEN_HIGH, Plan, Stage, seat
from tests.ledger.books import rows_of
from tests.table.sitting import RICH, Opens, Sitting

pytestmark = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
HOUSES = pytest.mark.parametrize("house", houses())

# Stakes of FULL_BET and the Play bet that its Ante of $10 may ask for.
RESERVED = {"pechanga": 2500, "atlantic-city": 3500, "napa-valley": 2500, "shine": 3000, "rivers": 3100}
WITHOUT_ANTE = {
    "atlantic-city": {"pair_plus": 1000},  # AC-1
    "shine": {"pair_xxx": 500, "super_6_bonus": 700},  # SHINE-1
    "rivers": {"pair_plus": 500, "progressive": 100},  # RIV-1, RIV-2
}
PLAY = {"pechanga": "Play/Draw"} | dict.fromkeys(("atlantic-city", "napa-valley", "shine", "rivers"), "Play")


def sit(table_of: Opens, house: str, **rest: int) -> Sitting:
    """A table with a round open."""
    sitting = table_of(house, money=rest.get("money", RICH))
    sitting.do(OpenRound())
    return sitting


def test_a_grant_moves_money_from_the_mint_to_the_person(table_of: Opens) -> None:
    sitting = table_of("shine", money=0)
    assert sitting.pit.grant("ann", 1234, "op", "g").repeated is False
    assert sitting.change() == {"ann": 1234, "mint": -1234}
    assert sitting.pit.grant("ann", 1234, "op", "g").repeated is True  # a repetition gives nothing
    assert sitting.change() == {"ann": 1234, "mint": -1234}
    assert sitting.pit.funds("ann") == 1234
    for cents in (0, -1):
        with pytest.raises(Refusal, match="above zero"):
            sitting.pit.grant("ann", cents, "op", "h")


# Bets


@HOUSES
def test_bets_accepted_set_aside_the_stakes_and_the_play_reserve(table_of: Opens, house: str) -> None:
    sitting = sit(table_of, house)
    sitting.do(Bet(1, "ann", dict(FULL_BET[house])))
    assert sitting.change() == {"ann": -RESERVED[house], "escrow": RESERVED[house]}
    sitting.do(Bet(2, "bob", {"ante": 1500}))
    assert sitting.change()["bob"] == -3000
    assert sitting.change()["escrow"] == RESERVED[house] + 3000


@pytest.mark.parametrize("house", WITHOUT_ANTE)
@pytest.mark.clause("RIV-4", "AC-1", "SHINE-1")
def test_riv_4_ac_1_shine_1_a_bet_without_an_ante_sets_no_play_aside(table_of: Opens, house: str) -> None:
    sitting = sit(table_of, house)
    sitting.do(Bet(1, "ann", WITHOUT_ANTE[house]))
    stakes = sum(WITHOUT_ANTE[house].values())
    assert sitting.change() == {"ann": -stakes, "escrow": stakes}


@HOUSES
def test_a_seat_that_cannot_fund_play_is_refused_the_ante(store: Store, table_of: Opens, house: str) -> None:
    sitting = sit(table_of, house, money=1999)
    before, standing = rows_of(store), sitting.table.standing
    with pytest.raises(Refusal) as refused:
        sitting.do(Bet(1, "ann", {"ante": 1000}))
    assert (
        str(refused.value) == f"This bet needs $20, $10 of it kept for {PLAY[house]}; there is less in hand"
    )
    assert (refused.value.code, refused.value.path) == ("funds", "wagers")
    assert rows_of(store) == before
    assert sitting.table.standing is standing
    sitting.pit.grant("ann", 1, "op", "one cent more")
    sitting.do(Bet(1, "ann", {"ante": 1000}))
    assert sitting.pit.funds("ann") == 0


def test_a_bet_without_an_ante_is_refused_for_its_stakes_alone(table_of: Opens) -> None:
    sitting = sit(table_of, "rivers", money=599)
    with pytest.raises(Refusal, match=r"^This bet needs \$6; there is less in hand$"):
        sitting.do(Bet(1, "ann", {"pair_plus": 500, "progressive": 100}))


@HOUSES
def test_a_changed_bet_moves_the_difference_and_a_cleared_one_goes_back(table_of: Opens, house: str) -> None:
    sitting = sit(table_of, house, money=3500)
    steps = [
        ({"ante": 1000}, ["ann → escrow $20 bets"], 2000),
        ({"ante": 1500}, ["ann → escrow $10 bets"], 3000),
        ({"ante": 500}, ["escrow → ann $20 bets"], 1000),
        ({"ante": 500}, [], 1000),  # the same bet again
        (dict(FULL_BET[house]), [f"ann → escrow ${RESERVED[house] // 100 - 10} bets"], RESERVED[house]),
        ({}, [f"escrow → ann ${RESERVED[house] // 100} bets"], 0),
    ]
    for wagers, moved, kept in steps:
        sitting.do(Bet(1, "ann", wagers))
        assert sitting.moved() == moved
        assert sitting.change() == ({"ann": -kept, "escrow": kept} if kept else {})


def test_a_change_that_cannot_be_paid_leaves_the_old_bet(table_of: Opens) -> None:
    sitting = sit(table_of, "shine", money=2500)
    sitting.do(Bet(1, "ann", {"ante": 1000}))
    with pytest.raises(Refusal, match=r"needs \$26, \$13 of it kept for Play"):
        sitting.do(Bet(1, "ann", {"ante": 1300}))
    assert sitting.change() == {"ann": -2000, "escrow": 2000}
    assert sitting.table.state is not None
    assert [each.wagers for each in sitting.table.state.seats] == [{"ante": 1000}]


# Fold


@HOUSES
def test_a_fold_gives_the_play_reserve_back_at_once(table_of: Opens, house: str) -> None:
    sitting = table_of(house)
    bank = {"ivy": -RICH, "bank": RICH} if house == "napa-valley" else {}
    plan = seat("Ts 8h 3d", "fold", FULL_BET[house])
    sitting.play({1: plan, 2: seat("9s 8d 3h", "play", ante=500)}, QUEEN_HIGH, upto="decisions")
    sitting.do(Decide(1, "ann", "fold"))
    assert sitting.moved() == ["escrow → ann $10 fold"]
    mine = RESERVED[house] - 1000
    assert sitting.change() == {"ann": -mine, "bob": -1000, "escrow": mine + 1000} | bank
    sitting.do(Decide(2, "bob", "play"))
    assert sitting.moved() == []  # the Play bet was in escrow already
    assert sitting.change()["bob"] == -1000


# Settlement: what the house pays and collects

OF_CLAUSE = {"pec": "pechanga", "ac": "atlantic-city", "shine": "shine", "riv": "rivers"}
PAID: dict[str, tuple[str, Plan, str, list[str]]] = {}


def paid(name: str, plan: Plan, dealer: str, *moved: str) -> None:
    """A round of one seat, and what its settlement moves."""
    PAID[name] = (OF_CLAUSE[name.partition("-")[0]], plan, dealer, list(moved))


def full(house: str, cards: str, action: str = "play", **draw: str) -> Plan:
    """A seat with every wager of the house."""
    return seat(cards, action, FULL_BET[house], **draw)  # type: ignore[arg-type]


LOW_DRAW, LOWER_DRAW = f"{QUEEN_HIGH} 2s", f"{QUEEN_HIGH} 3s"  # PEC-6: the fourth card does not help
paid(
    "pec-9-better-pec-12-nothing",
    full("pechanga", "As Kh Jd"),
    LOW_DRAW,
    *("escrow → house $5 lost", "escrow → ann $20 stakes", "house → ann $20 won"),
)
paid("pec-9-worse", full("pechanga", "Ts 8h 3d"), LOW_DRAW, "escrow → house $25 lost")
paid(
    "pec-10-equal",
    full("pechanga", "Qs 9h 4h"),
    LOW_DRAW,
    *("escrow → house $5 lost", "escrow → ann $20 stakes"),
)
paid(  # 10 + 10, PEC-11: 2 x 10, PEC-12: 5 x 5
    "pec-11-pec-12-straight",
    full("pechanga", "Ks Qh Jd"),
    LOW_DRAW,
    *("escrow → ann $25 stakes", "house → ann $65 won"),
)
paid(  # 10 + 10, PEC-11: 3 x 10, PEC-13: 4 x 5
    "pec-13-drawn-trips",
    full("pechanga", "2s 2h 9d", "draw", discard="9d", drawn="2c"),
    LOWER_DRAW,
    *("escrow → ann $25 stakes", "house → ann $70 won"),
)
paid("pec-3-fold", full("pechanga", "As Kh Jd", "fold"), LOW_DRAW, "escrow → house $15 lost")
paid(  # Ante 10, Play pushes, AC-8: 10
    "ac-5-not-qualified",
    full("atlantic-city", "2s 2h 3d"),
    NOT_QUALIFIED,
    *("escrow → house $5 lost", "escrow → ann $30 stakes", "house → ann $20 won"),
)
paid(  # 10 + 10, AC-7: 5 x 10, AC-8: 40 x 10; two queens in six cards win nothing (AC-10)
    "ac-6-ac-7-ac-8-straight-flush",
    full("atlantic-city", "Ks Qs Js"),
    QUEEN_HIGH,
    *("escrow → house $5 lost", "escrow → ann $30 stakes", "house → ann $470 won"),
)
paid(
    "ac-4-fold-leaves-pair-plus",
    full("atlantic-city", "2s 2h 3d", "fold"),
    QUEEN_HIGH,
    *("escrow → house $15 lost", "escrow → ann $10 stakes", "house → ann $10 won"),
)
paid(
    "ac-6-equal",
    full("atlantic-city", "Qs 9h 4h"),
    QUEEN_HIGH,
    *("escrow → house $15 lost", "escrow → ann $20 stakes"),
)
paid(
    "ac-1-pair-plus-alone",
    seat("2s 2h 3d", pair_plus=1000),
    QUEEN_HIGH,
    *("escrow → ann $10 stakes", "house → ann $10 won"),
)
paid(  # 10 + 10, SHINE-6: 4 x 10, SHINE-7: 30 x 5, SHINE-8: 5 x 5
    "shine-6-shine-7-shine-8-trips",
    full("shine", "As Ah Ad"),
    QUEEN_HIGH,
    *("escrow → ann $30 stakes", "house → ann $235 won"),
)
paid(
    "shine-4-not-qualified",
    full("shine", "5s 3h 2d"),
    NOT_QUALIFIED,
    *("escrow → house $10 lost", "escrow → ann $20 stakes", "house → ann $10 won"),
)
paid("shine-3-fold", full("shine", "5s 3h 2d", "fold"), QUEEN_HIGH, "escrow → house $20 lost")
paid(
    "riv-5-worse-riv-12-contribution",
    full("rivers", "Ts 8h 3d"),
    QUEEN_HIGH,
    *("house → meter $0.25 contribution", "escrow → house $31 lost"),
)
paid(  # 10 + 10, RIV-6: 40, RIV-7: 150, RIV-8: 25, RIV-10: 60 for 1, which is 59 and the dollar
    "riv-10-fixed-progressive-from-the-house",
    full("rivers", "2s 2h 2d"),
    QUEEN_HIGH,
    "house → meter $0.25 contribution",
    *("escrow → ann $31 stakes", "house → ann $294 won"),
)
paid(
    "riv-9-fold-leaves-the-side-bets",
    full("rivers", "2s 2h 3d", "fold"),
    QUEEN_HIGH,
    "house → meter $0.25 contribution",
    *("escrow → house $16 lost", "escrow → ann $5 stakes", "house → ann $5 won"),
)


@pytest.mark.parametrize("name", PAID)
def test_settlement(table_of: Opens, name: str) -> None:
    house, plan, dealer, moved = PAID[name]
    sitting = table_of(house)
    sitting.play({1: plan}, dealer)
    assert sitting.moved() == moved
    after = sitting.change()
    assert "escrow" not in after, "nothing waits after the end"
    assert sum(after.values()) == 0


# Void and unused rounds


@HOUSES
@pytest.mark.parametrize("stage", BEFORE_THE_END)
@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_gives_everything_back_and_feeds_no_meter(
    table_of: Opens, house: str, stage: Stage
) -> None:
    sitting = table_of(house)
    bet = FULL_BET[house]
    seats = {
        1: seat("Ts 8h 3d", "fold", bet),
        2: seat("9s 8d 3h", "play", bet),
        3: seat("As Ks Qs", "play", bet, player="bob" if house != "napa-valley" else "cat"),
    }
    if house in WITHOUT_ANTE:
        seats[5] = seat("2s 2h 7d", None, WITHOUT_ANTE[house])
    sitting.play(seats, f"{QUEEN_HIGH} 7c", upto=stage)
    assert sitting.change()["escrow"] > 0
    sitting.do(VoidRound("malfunction"))
    assert sitting.change() == {}
    assert sitting.table.state is None


@HOUSES
def test_a_round_may_be_void_before_anybody_bets(table_of: Opens, house: str) -> None:
    sitting = sit(table_of, house)
    sitting.do(VoidRound("cannot go on"))
    assert sitting.moved() == []
    assert sitting.change() == {}


@HOUSES
def test_closing_a_table_ends_an_unused_round_and_moves_nothing(
    store: Store, table_of: Opens, house: str
) -> None:
    sitting = sit(table_of, house)
    sitting.do(Bet(1, "ann", {"ante": 500}))
    with pytest.raises(Refusal, match="finish the round or void it"):
        sitting.do(CloseTable())
    sitting.do(Bet(1, "ann", {}))
    sitting.do(CloseTable())
    assert sitting.moved() == []
    assert sitting.change() == {}
    assert [row[8] for row in rows_of(store)["rounds"]] == ["unused"]

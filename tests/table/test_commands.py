"""What may be asked of a table and when, by whom, and that a refusal leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.errors import CageFault
from pitboss.ledger import Store
from pitboss.ledger.deeds import OtherContent, Request
from pitboss.ledger.journal import NoSuchTable
from pitboss.ledger.store import Connection
from pitboss.round import Decide, EndDeal, Refusal, RevealDealer, TakeBank, VoidRound, open_table
from pitboss.sheet import houses, load_house
from pitboss.table import PROPOSITION, Bet, CloseTable, OpenRound, PitCommand, Settle, StartDeal
from pitboss.table.table_state import Done, Standing
from tests.clauses.tables import FULL_BET, QUEEN_HIGH, Stage, seat
from tests.ledger.books import rows_of
from tests.table.sitting import Opens, Sitting

pytestmark = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
HOUSES = pytest.mark.parametrize("house", houses())

NAMED: dict[str, PitCommand] = {
    "open": OpenRound(),
    "bet": Bet(1, "ann", {"ante": 1500}),
    "clear": Bet(1, "ann", {}),
    "bank": TakeBank("ivy", 60_000),
    "deal": StartDeal(),
    "end deal": EndDeal(),
    "decide": Decide(1, "ann", "play"),
    "reveal": RevealDealer(),
    "settle": Settle(),
    "void": VoidRound("malfunction"),
    "close": CloseTable(),
}
# What is accepted when; ann has bet, and at Napa Valley ivy holds the bank.
ACCEPTED: dict[Stage | str, set[str]] = {
    "no round": {"open", "close"},
    "bets": {"bet", "clear", "bank", "deal", "void"},
    "deal": {"end deal", "void"},
    "decisions": {"decide", "void"},
    "decided": {"reveal", "void"},
    "reveal": {"settle", "void"},
    "closed": set(),
}


def come_to(sitting: Sitting, stage: str) -> None:
    if stage == "closed":
        sitting.do(CloseTable())
    elif stage != "no round":
        seats = {1: seat("As Kh Jd", "play", FULL_BET[sitting.table.table.sheet.id])}
        sitting.play(seats, f"{QUEEN_HIGH} 2s", upto=stage)  # type: ignore[arg-type]


class Undone(Exception):
    """Takes back what was tried."""


def try_out(sitting: Sitting, asked: Request, command: PitCommand) -> tuple[Done, Standing]:
    """What a command would do; it is undone, so that the next one is tried in the same place."""
    found: list[tuple[Done, Standing]] = []

    def work(connection: Connection) -> None:
        found.append(sitting.table._do(connection, asked, command))
        raise Undone

    with pytest.raises(Undone):
        sitting.table.pit.store.write(work)
    return found[0]


@HOUSES
@pytest.mark.parametrize("stage", ACCEPTED)
def test_each_command_is_accepted_in_its_phase_and_refused_in_others_without_a_trace(
    store: Store, table_of: Opens, house: str, stage: str
) -> None:
    sitting = table_of(house)
    come_to(sitting, stage)
    accepted = ACCEPTED[stage] - (set() if house == "napa-valley" else {"bank"})
    before, standing = rows_of(store), sitting.table.standing
    for name in set(NAMED) - accepted:
        with pytest.raises(Refusal) as refused:
            sitting.do(NAMED[name])
        assert str(refused.value)
    assert rows_of(store) == before
    assert sitting.table.standing is standing
    for name in accepted:
        tried = Request(getattr(NAMED[name], "player", "op"), "try", name)
        done, after = try_out(sitting, tried, NAMED[name])
        assert done.first == standing.stored_table.sequence + 1
        assert after.stored_table.sequence == done.last
    assert rows_of(store) == before


@HOUSES
def test_a_command_tells_its_events_and_the_state_after_them(table_of: Opens, house: str) -> None:
    sitting = table_of(house)
    opened = sitting.do(OpenRound())
    assert (opened.first, opened.last, opened.repeated, opened.events) == (1, 1, False, ())
    bet = sitting.do(Bet(1, "ann", {"ante": 500}))
    assert (bet.first, bet.last) == (2, 2)
    assert [event.k for event in bet.events] == ["bets"]
    assert bet.state is sitting.table.state is sitting.table.standing.state
    cleared = sitting.do(Bet(1, "ann", {}))
    assert (cleared.first, cleared.last) == (3, 3)
    closed = sitting.do(CloseTable())
    assert (closed.first, closed.last) == (4, 5)  # the round was unused, and the table is closed


# Who


@HOUSES
def test_nobody_bets_decides_or_banks_for_another(store: Store, table_of: Opens, house: str) -> None:
    sitting = table_of(house)
    sitting.do(OpenRound())
    before = rows_of(store)
    commands: list[PitCommand] = [Bet(1, "ann", {"ante": 500}), Bet(1, "ann", {})]
    if house == "napa-valley":
        commands.append(TakeBank("ivy", 60_000))
    for command in commands:
        with pytest.raises(Refusal, match="Only the person at a seat bets and decides for it"):
            sitting.do(command, actor="bob")
    assert rows_of(store) == before
    sitting.do(VoidRound("malfunction"))
    sitting.play({1: seat("As Kh Jd", "play", ante=500)}, f"{QUEEN_HIGH} 2s", upto="decisions")
    before = rows_of(store)
    for command, actor in (
        (Decide(1, "ann", "play"), "bob"),  # bob says it is ann
        (Decide(1, "bob", "play"), "bob"),  # bob says the seat is his
        (Decide(1, "bob", "play"), "ann"),
    ):
        with pytest.raises(Refusal) as refused:
            sitting.do(command, actor=actor)
        assert refused.value.code == "not_yours"
    assert rows_of(store) == before


def test_nobody_clears_or_changes_the_bet_of_another(store: Store, table_of: Opens) -> None:
    sitting = table_of("shine")
    sitting.do(OpenRound())
    sitting.do(Bet(1, "ann", {"ante": 500}))
    before = rows_of(store)
    wagers: list[dict[str, int]] = [{}, {"ante": 600}]
    for each in wagers:
        with pytest.raises(Refusal) as refused:
            sitting.do(Bet(1, "bob", each))
        assert refused.value.code == "not_yours"
    assert rows_of(store) == before


def test_nobody_bets_the_money_of_the_proposition_player(store: Store, table_of: Opens) -> None:
    """It holds the bank and bets on no seat: its money is the table's own (NAPA-16)."""
    sitting = table_of("napa-valley")
    sitting.do(OpenRound())
    sitting.do(TakeBank(PROPOSITION, 60_000), actor=f"table:{sitting.table.id}")
    sitting.do(TakeBank(PROPOSITION, 0), actor=f"table:{sitting.table.id}")
    before = rows_of(store)
    with pytest.raises(Refusal) as refused:
        sitting.do(Bet(1, PROPOSITION, {"ante": 500}))
    assert refused.value.path == "player"
    with pytest.raises(Refusal):
        sitting.pit.grant(PROPOSITION, 500, "op", "g")
    assert rows_of(store) == before


# Once


def test_a_repeated_command_is_answered_as_before_and_does_nothing(store: Store, table_of: Opens) -> None:
    sitting = table_of("rivers")
    table = sitting.table
    table.do("op", "1", OpenRound())
    first = table.do("ann", "1", Bet(1, "ann", {"ante": 500, "pair_plus": 600}))
    before, standing = rows_of(store), table.standing
    again = table.do("ann", "1", Bet(1, "ann", {"pair_plus": 600, "ante": 500}))  # as a client may write it
    assert again == (first.first, first.last, True, (), None)
    assert rows_of(store) == before
    assert table.standing is standing
    table.do("ann", "2", Bet(1, "ann", {}))
    before = rows_of(store)
    assert table.do("ann", "1", Bet(1, "ann", {"ante": 500, "pair_plus": 600})).repeated, (
        "late, and no bet again"
    )
    assert rows_of(store) == before


def test_a_command_that_was_refused_may_be_asked_again_under_its_id(table_of: Opens) -> None:
    sitting = table_of("shine")
    with pytest.raises(Refusal):
        sitting.table.do("ann", "1", Bet(1, "ann", {"ante": 500}))
    sitting.do(OpenRound())
    assert not sitting.table.do("ann", "1", Bet(1, "ann", {"ante": 500})).repeated


OTHERS: dict[str, tuple[PitCommand, PitCommand]] = {
    "wagers": (Bet(1, "ann", {"ante": 500}), Bet(1, "ann", {"ante": 501})),
    "seat": (Bet(1, "ann", {"ante": 500}), Bet(2, "ann", {"ante": 500})),
    "seed": (Bet(1, "ann", {"ante": 500}), Bet(1, "ann", {"ante": 500}, "00" * 16)),
    "kind": (Bet(1, "ann", {"ante": 500}), OpenRound()),
}


@pytest.mark.parametrize("what", OTHERS)
def test_the_id_of_a_command_for_something_else_is_refused(store: Store, table_of: Opens, what: str) -> None:
    sitting = table_of("shine")
    one, other = OTHERS[what]
    sitting.do(OpenRound())
    sitting.table.do("ann", "1", one)
    before, standing = rows_of(store), sitting.table.standing
    with pytest.raises(OtherContent):
        sitting.table.do("ann", "1", other)
    assert rows_of(store) == before
    assert sitting.table.standing is standing


def test_the_same_command_at_another_table_is_something_else(table_of: Opens) -> None:
    one, two = table_of("shine"), table_of("shine", name="u", money=0)
    one.table.do("op", "1", OpenRound())
    with pytest.raises(OtherContent):
        two.table.do("op", "1", OpenRound())
    with pytest.raises(OtherContent):
        one.pit.grant("ann", 5, "op", "1")


# Numbers

UNWHOLE: list[Any] = [
    Bet(1, "ann", {"ante": 500.0}),  # type: ignore[dict-item]
    Bet(1, "ann", {"ante": 500, "pair_plus": True}),
    Bet(1.0, "ann", {"ante": 500}),  # type: ignore[arg-type]
    Bet(True, "ann", {"ante": 500}),
    TakeBank("ivy", 60_000.0),  # type: ignore[arg-type]
    TakeBank("ivy", 60_000, 3.0),  # type: ignore[arg-type]
    Decide("1", "ann", "play"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("command", UNWHOLE, ids=str)
@pytest.mark.clause("STD-8")
def test_std_8_only_whole_numbers_are_taken(store: Store, table_of: Opens, command: PitCommand) -> None:
    """A float would be written into the journal, and the table could never be taken over again."""
    sitting = table_of("napa-valley")
    sitting.do(OpenRound())
    before = rows_of(store)
    with pytest.raises(Refusal, match="whole cents"):
        sitting.do(command)
    with pytest.raises(Refusal, match="whole cents"):
        sitting.pit.grant("ann", 5.0, "op", "g")  # type: ignore[arg-type]
    assert rows_of(store) == before


# Tables


def test_a_table_is_opened_once_and_found_again_by_its_command(store: Store, table_of: Opens) -> None:
    sitting = table_of("shine")
    sitting.do(OpenRound())
    rules = open_table(load_house("shine"))
    again = sitting.pit.open("t", rules, "op", "open t")
    assert again.state == sitting.table.state
    before = rows_of(store)
    asked: list[Callable[[], object]] = [
        lambda: sitting.pit.open("t", rules, "op", "another id"),
        lambda: sitting.pit.open("t", open_table(load_house("rivers")), "eve", "another sheet"),
    ]
    for each in asked:
        with pytest.raises(Refusal, match="There is a table 't' already"):
            each()
    with pytest.raises(OtherContent):
        sitting.pit.open("t", open_table(load_house("shine"), 1000), "op", "open t")
    with pytest.raises(NoSuchTable):
        sitting.pit.take("nowhere")
    assert rows_of(store) == before


def test_a_closed_table_stays_closed_when_it_is_taken(table_of: Opens) -> None:
    sitting = table_of("shine")
    sitting.do(CloseTable())
    with pytest.raises(Refusal, match="This table is closed"):
        sitting.pit.take("t").do("op", "1", OpenRound())


@pytest.mark.parametrize("cents", [4 * 10**12 + 1, 10**30])
def test_more_money_than_is_counted_is_refused_in_a_sentence(
    store: Store, table_of: Opens, cents: int
) -> None:
    sitting = table_of("napa-valley", money=0)
    sitting.do(OpenRound())
    before = rows_of(store)
    with pytest.raises(Refusal, match=r"\$5,000,000,000"):
        sitting.pit.grant("ann", cents, "op", "g")
    with pytest.raises(CageFault, match=r"\$40,000,000,000"):
        sitting.do(TakeBank(PROPOSITION, cents), actor=f"table:{sitting.table.id}")
    assert rows_of(store) == before

"""The deal of a stored table: a commitment before the bets, seeds in, the deck that anyone can work out."""

from __future__ import annotations

import json
from random import Random

import pytest

from pitboss.cards import card_text
from pitboss.fair import check_commitment, deck
from pitboss.ledger import Store
from pitboss.round import EndDeal, Refusal, TakeBank, VoidRound, open_table
from pitboss.sheet import houses, load_house
from pitboss.table import Bet, OpenRound, Pit, PitTable, StartDeal
from tests.ledger.books import rows_of
from tests.properties import law
from tests.table.pit_evening import PEOPLE, evening
from tests.table.sitting import Opens, Sitting

pytestmark = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
ONE, TWO, THREE = "01" * 16, "02" * 16, "03" * 16


def server_seed(table: PitTable) -> bytes:
    assert table.standing.stored is not None
    return bytes.fromhex(table.standing.stored.seed)


def dealt(table: PitTable) -> list[str]:
    assert table.state is not None
    return [card_text(card) for card in table.state.deck]


def worked_out(sitting: Sitting, seeds: dict[int, str]) -> list[str]:
    """The deck as anyone works it out from the opened seed."""
    table = sitting.table
    assert table.standing.stored is not None
    known = {seat: bytes.fromhex(seed) for seat, seed in seeds.items()}
    cards = deck(table.standing.stored.id, table.table.sheet.hash, server_seed(table), known)
    return [card_text(card) for card in cards]


def sit(table_of: Opens) -> Sitting:
    sitting = table_of("shine")
    sitting.do(OpenRound())
    return sitting


# The seeds of the seats


@pytest.mark.parametrize(
    "seed",
    [
        "00" * 15,
        "00" * 17,
        "0",
        "00" * 15 + "0",
        "zz" * 16,
        "AB" * 16,
        " " + "00" * 16,
        "00 " * 16,
        "é",
        "0x" + "0" * 30,
    ],
)
def test_a_seed_of_another_form_is_refused_and_leaves_no_trace(
    store: Store, table_of: Opens, seed: str
) -> None:
    sitting = sit(table_of)
    before = rows_of(store)
    for wagers in ({"ante": 500}, dict[str, int]()):
        with pytest.raises(Refusal, match="A seat's seed is 16 bytes in hexadecimal, or nothing") as refused:
            sitting.do(Bet(1, "ann", wagers, seed))
        assert refused.value.path == "seed"
    assert rows_of(store) == before


def test_every_seat_may_put_its_seed_into_the_shuffle_or_nothing(table_of: Opens) -> None:
    sitting = sit(table_of)
    sitting.do(Bet(5, "bob", {"ante": 500}, TWO))
    sitting.do(Bet(2, "ann", {"ante": 500}))
    sitting.do(StartDeal())
    assert dealt(sitting.table) == worked_out(sitting, {2: "", 5: TWO})
    assert dealt(sitting.table) != worked_out(sitting, {2: "", 5: ONE})
    assert dealt(sitting.table) != worked_out(sitting, {5: TWO})


def test_the_seed_of_the_last_bet_counts(table_of: Opens) -> None:
    sitting = sit(table_of)
    sitting.do(Bet(1, "ann", {"ante": 500}, ONE))
    sitting.do(Bet(2, "bob", {"ante": 500}, ONE))
    sitting.do(Bet(1, "ann", {"ante": 600}, TWO))
    sitting.do(Bet(2, "bob", {"ante": 500}))  # the second time without one
    sitting.do(StartDeal())
    assert dealt(sitting.table) == worked_out(sitting, {1: TWO, 2: ""})


def test_a_cleared_bet_takes_its_seed_with_it(table_of: Opens) -> None:
    sitting = sit(table_of)
    sitting.do(Bet(1, "ann", {"ante": 500}, ONE))
    sitting.do(Bet(2, "bob", {"ante": 500}, TWO))
    sitting.do(Bet(1, "ann", {}, THREE))
    assert sitting.table.standing.seeds == {2: TWO}
    sitting.do(StartDeal())
    assert dealt(sitting.table) == worked_out(sitting, {2: TWO})


def test_the_order_of_the_bets_does_not_move_a_card(table_of: Opens) -> None:
    sitting = sit(table_of)
    for seat in (6, 1, 3):
        sitting.do(Bet(seat, "ann", {"ante": 500}, f"{seat:02}" * 16))
    sitting.do(StartDeal())
    assert dealt(sitting.table) == worked_out(sitting, {1: "01" * 16, 3: "03" * 16, 6: "06" * 16})


# The deal


@pytest.mark.parametrize("house", houses())
def test_seats_and_dealer_get_the_places_of_the_deck_that_the_seeds_make(table_of: Opens, house: str) -> None:
    sitting = table_of(house)
    sitting.do(OpenRound())
    if house == "napa-valley":
        sitting.do(TakeBank("ivy", 100_000))
    sitting.do(Bet(2, "ann", {"ante": 500}, ONE))
    sitting.do(Bet(7, "bob", {"ante": 500}))
    cards = worked_out(sitting, {2: ONE, 7: ""})
    sitting.do(StartDeal())
    state = sitting.table.state
    assert state is not None
    for index, seat in enumerate(state.seats):
        assert tuple(card_text(card) for card in seat.cards) == law.seat_cards(cards, 2, index)
        assert card_text(state.replacement(seat.number)) == law.replacement(cards, 2, index)
    assert tuple(card_text(card) for card in state.dealer_cards) == law.dealer_cards(cards, 2)
    assert card_text(state.fourth_card) == law.fourth_card(cards, 2)


# The commitment


def test_the_server_draws_32_fresh_bytes_for_every_round(store: Store) -> None:
    asked: list[int] = []
    chance = Random(7)

    def entropy(count: int) -> bytes:
        asked.append(count)
        return chance.randbytes(count)

    pit = Pit(store, entropy, lambda: 0)
    table = pit.open("t", open_table(load_house("shine")), "op", "open")
    for number in range(3):
        table.do("op", f"o{number}", OpenRound())
        table.do("op", f"v{number}", VoidRound("malfunction"))
    assert asked == [32, 32, 32]
    seeds = [row[7] for row in rows_of(store)["rounds"]]
    assert len(set(seeds)) == 3
    assert seeds == sorted(seeds, key=[Random(7).randbytes(96)[i : i + 32].hex() for i in (0, 32, 64)].index)


@pytest.mark.parametrize("house", houses())
def test_what_is_promised_before_the_bets_opens_after_the_round(store: Store, house: str) -> None:
    """Settled, void and unused rounds alike; the promise is the first event of its round."""
    pit = Pit(store, Random(3).randbytes, lambda: 0)
    for person in PEOPLE:
        pit.grant(person, 100_000_000, "op", person)
    table = pit.open("t", open_table(load_house(house)), "op", "open")
    for number, (actor, command) in enumerate(evening(table, Random(house), 6)):
        table.do(actor, f"{number}", command)
    table.do("op", "last", OpenRound())
    rows = rows_of(store)
    told: dict[tuple[str, str], object] = {}
    for table_id, _, round_id, _, body, _ in sorted(rows["events"], key=lambda row: (row[0], row[1])):
        told.setdefault((table_id, round_id), json.loads(body))
    assert len(rows["rounds"]) == 7
    for round_id, table_id, number, sheet, _, _, promise, seed, *_ in rows["rounds"]:
        first = {"k": "open", "round": round_id, "number": number, "commitment": promise}
        assert told[table_id, round_id] == first
        assert check_commitment(promise, round_id, sheet, bytes.fromhex(seed))
        assert not check_commitment(promise, f"{round_id}0", sheet, bytes.fromhex(seed))


# What the journal does not know


@pytest.mark.parametrize("house", houses())
def test_the_journal_holds_no_deck_and_no_seed_of_the_server(store: Store, house: str) -> None:
    pit = Pit(store, Random(4).randbytes, lambda: 0)
    for person in PEOPLE:
        pit.grant(person, 100_000_000, "op", person)
    table = pit.open("t", open_table(load_house(house)), "op", "open")
    for number, (actor, command) in enumerate(evening(table, Random(house), 4)):
        table.do(actor, f"{number}", command)
    rows = rows_of(store)
    bodies = [row[4] for row in rows["events"]]
    answers = [row[4] for row in rows["deeds"]]
    kinds = {json.loads(body)["k"] for body in bodies}
    assert {"open", "bets", "deal", "up", "reveal", "settle"} <= kinds
    for seed in (row[7] for row in rows["rounds"]):
        assert len(seed) == 64
        assert not any(seed in text.lower() for text in (*bodies, *answers))
    for body in bodies:
        told = json.loads(body)
        assert "deck" not in told
        if told["k"] == "deal":
            assert set(told) == {"k", "seats"}


def test_an_open_round_tells_no_card_before_it_is_shown(store: Store, table_of: Opens) -> None:
    sitting = sit(table_of)
    sitting.do(Bet(1, "ann", {"ante": 500}, ONE))
    sitting.do(StartDeal())
    sitting.do(EndDeal())
    texts = [row[4] for row in rows_of(store)["events"]]
    assert not any(f'"{card}"' in body for card in dealt(sitting.table) for body in texts)

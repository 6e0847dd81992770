"""Who wins a jackpot at a table of an evening: told by the round, counted with it, told to everybody."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from pitboss.cards import card_text, parse_cards
from pitboss.evening.model import Count, load_event
from pitboss.evening.model import dump_event as dump
from pitboss.evening.rounds import step
from pitboss.evening.rows import EveningRound, round_of_table, write_round
from pitboss.ledger import open_store
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.messages.tables import news_words
from pitboss.odds import play_out
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.round_play import _jackpots
from tests.evening.test_step import begun

DEALT = "As 2c 7d Ks 4c 8h Qs 6h 9d"  # a card to each of two seats and the dealer, three times


@pytest.mark.clause("RIV-10")
def test_riv_10_the_spade_royal_of_a_round_is_a_jackpot_of_its_player() -> None:
    table = open_table(load_house("rivers"))
    first = parse_cards(DEALT)
    deck = [*first, *(card for card in range(52) if card not in first)]
    bets = {1: {"ante": 1000, "progressive": 100}, 2: {"ante": 1000, "progressive": 100}}
    ended = play_out(table, deck, bets, lambda *_: "play", meter=123_400)
    assert [card_text(card) for card in ended.seats[0].cards] == ["As", "Ks", "Qs"]
    [(person, cents)] = _jackpots(ended)
    assert person == ended.seats[0].player
    assert cents == 123_400 + 2 * 25 - 100  # with what both bets fed; the stake is its price (RIV-10, RIV-12)
    assert _jackpots(None) == ()


def test_a_jackpot_is_counted_with_the_round_and_told() -> None:
    evening = begun()
    stacks = {each.id: each.chips for each in evening.playing}
    event = Count(stacks, tuple(stacks), (), (("ann", 120_000),))
    assert load_event(dump(event)) == event
    told = [each for each in step(evening, event, 5).evening.news if each.what == "jackpot"]
    assert [each.values for each in told] == [{"person": "ann", "cents": 120_000}]
    assert news_words("jackpot", {"name": "Ann", "cents": 120_000}) == "Ann wins the jackpot: $1,200."


def test_the_jackpots_of_a_table_survive_a_restart() -> None:
    store = open_store(MEMORY)
    Pit(store, Random(1).randbytes, lambda: 0).open("t", open_table(load_house("rivers")), "op", "open")
    paid = EveningRound(3, "paid", paused=True, played=("ann",), jackpots=(("ann", 120_000),))
    for each in (EveningRound(), paid):
        store.write(partial(write_round, table="t", now=each))
        assert store.read(lambda connection: round_of_table(connection, "t")) == each

"""`settle` of the Python API: the document of `pitboss settle` asked in Python, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss import Deal, Hand, Refusal, load, open_table, play_out, settle
from pitboss.cards import FULL_DECK, parse_cards
from pitboss.sheet import houses
from tests.round.deals import rounds

ANN = Hand(1, "ann", {"ante": 1000}, "9s 9h 4d", "play")
DEALER: Any = "Jh 7c 2d"


@pytest.mark.parametrize("house", ["shine", load("shine"), open_table("shine")], ids=["id", "sheet", "table"])
@pytest.mark.parametrize(
    "cards", ["9s 9h 4d", "9s9h4d", ["9s", "9h", "4d"], parse_cards("9s 9h 4d")], ids=str
)
def test_a_house_and_cards_in_any_form_are_the_same_round(house: Any, cards: Any) -> None:
    paid = settle(house, Deal(DEALER, [Hand(1, "ann", {"ante": 1000}, cards, "play")]))
    assert paid.seats[0].net == 1000  # SHINE-4: not qualified, the Ante wins and Play pushes
    assert paid == settle("shine", Deal(parse_cards(DEALER), [ANN]))


def test_the_meter_is_in_cents_and_stands_at_its_reset_where_it_is_left_out() -> None:
    bets = {"ante": 1000, "progressive": 100}
    hand = Hand(1, "ann", bets, "As Ks Qs", "play")
    for meter, jackpot in ((None, 100_000), (2_500_000, 2_500_000)):
        paid = settle("rivers", Deal(DEALER, [hand], meter=meter))
        assert [line.profit for line in paid.seats[0].lines if line.id == "progressive"] == [jackpot - 100]
        assert paid.meter == (jackpot, 100_000, 0)  # RIV-12
    end = play_out("rivers", FULL_DECK, {1: bets}, "always", meter=150_000)
    assert end.ended is not None


@pytest.mark.parametrize("house", houses())
def test_a_checked_round_is_paid_as_the_one_of_a_document(house: str) -> None:
    for dealt in rounds(house, 200):
        assert settle(dealt.table, dealt.deal) == dealt.paid


@pytest.mark.parametrize(
    ("deal", "path", "clause"),
    [
        (Deal(DEALER, [ANN._replace(cards="9s 9h")]), "hands[0].cards", None),  # type: ignore[arg-type]
        (Deal(DEALER, [ANN._replace(cards="9s 9h 9x")]), "hands[0].cards", "STD-1"),  # type: ignore[arg-type]
        (Deal(DEALER, [ANN._replace(cards="9s 9h Jh")]), "hands[0].cards[2]", "STD-1"),  # type: ignore[arg-type]
        (Deal("Jh 7c", [ANN]), "dealer", None),
        (Deal(DEALER, []), "hands", "STD-9"),
        (Deal(DEALER, None), "hands", "STD-9"),  # type: ignore[arg-type]
        (Deal(DEALER, [ANN._replace(wagers=None)]), "hands[0].wagers", "SHINE-1"),  # type: ignore[arg-type]
        (Deal(DEALER, [ANN, ANN]), "hands[1].seat", "STD-9"),
        (Deal(DEALER, [ANN._replace(action=None)]), "hands[0].action", "SHINE-3"),
        (Deal(DEALER, [ANN._replace(action="draw")]), "hands[0].action", "SHINE-3"),
        (Deal(DEALER, [ANN._replace(wagers={"ante": 100})]), "hands[0].wagers.ante", "STD-10"),
        (Deal(DEALER, [ANN._replace(wagers={"luck": 500})]), "hands[0].wagers.luck", "SHINE-1"),
        (Deal(DEALER, [ANN._replace(wagers={"ante": 10.0})]), "hands[0].wagers.ante", "STD-8"),  # type: ignore[dict-item]
        (Deal(DEALER, [ANN._replace(seat=8)]), "hands[0].seat", "STD-9"),
        (Deal(DEALER, [ANN], meter=100_000), "meter", None),
        (Deal(DEALER, [ANN], bank=100_000), "bank", None),
    ],
)
def test_what_cannot_be_settled_is_refused_at_its_place(deal: Deal, path: str, clause: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        settle("shine", deal)
    assert (refused.value.path, refused.value.clause) == (path, clause)


@pytest.mark.parametrize("house", ["river", "", None, 5, "no/such.toml"])
def test_what_is_no_house_is_refused(house: Any) -> None:
    with pytest.raises(Refusal) as refused:
        settle(house, Deal(DEALER, [ANN]))
    assert refused.value.path == "house"

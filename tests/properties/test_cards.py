"""The deck is fixed before the deal and every card has its place: no decision moves another seat's cards."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.cards import card_text
from pitboss.round import Command, DealerRevealed, Decided, TakeBank
from pitboss.round.state import Round, Seat
from tests.naive.hands import DECK, rank3

from . import law
from .strategies import BANKED, HOUSES, Decision, Script, play, scripts

every_house = pytest.mark.parametrize("house", HOUSES)


def texts(cards: tuple[int, ...]) -> law.Cards:
    return tuple(card_text(card) for card in cards)


def dealt(state: Round) -> list[law.Cards]:
    """The three cards of every seat in seat order, then the dealer's."""
    return [*(texts(seat.cards) for seat in state.seats), texts(state.dealer_cards)]


def final(seat: Seat) -> list[str]:
    """The hand that is judged (PEC-3)."""
    return [card_text(card) for card in {*seat.cards, seat.drawn} - {seat.discard, None} if card is not None]


def bank(script: Script) -> tuple[TakeBank, ...]:
    return (script.bank,) if script.bank else ()


@every_house
@given(st.data())
@pytest.mark.clause("STD-1")
def test_std_1_the_deck_is_52_distinct_cards_and_stays_as_it_was_shuffled(
    house: str, data: st.DataObject
) -> None:
    script = data.draw(scripts(house))
    assert sorted(script.deck) == sorted(DECK)
    for state in play(script).states:
        assert texts(state.deck) in ((), script.deck)
        held = [card for cards in dealt(state) for card in cards]
        held += [card_text(seat.drawn) for seat in state.seats if seat.drawn is not None]
        assert len(set(held)) == len(held)


@every_house
@given(st.data())
def test_every_card_lies_at_its_place_from_the_deal_to_the_end(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    script, n = played.script, len(played.script.bets)
    places = [*(law.seat_cards(script.deck, n, i) for i in range(n)), law.dealer_cards(script.deck, n)]
    for state in played.states:
        if not state.deck:
            assert all(not seat.cards for seat in state.seats)
            continue
        assert [seat.number for seat in state.seats] == list(script.bets)
        assert dealt(state) == places
        assert texts(state.up_cards) == ((places[-1][2],) if house == BANKED else ())  # NAPA-3
    for event in played.events:
        if isinstance(event, Decided):
            i = script.index(event.seat)
            drew = event.action == "draw"
            assert event.drawn == (law.replacement(script.deck, n, i) if drew else None)  # PEC-4
            assert (event.discard in places[i]) if drew else event.discard is None
        if isinstance(event, DealerRevealed):
            draws = law.dealer_draws(house, places[-1])
            assert event.cards == places[-1] + ((law.fourth_card(script.deck, n),) if draws else ())  # PEC-6
            assert set(event.plays) <= set(event.cards)
            assert len(event.plays) == 3


@given(scripts("pechanga", voids=False))
@pytest.mark.clause("PEC-6")
def test_pec_6_the_dealer_plays_the_best_three(script: Script) -> None:
    (event,) = (event for event in play(script).events if isinstance(event, DealerRevealed))
    best = max(rank3(list(three)) for three in combinations(event.cards, 3))
    assert rank3(list(event.plays)) == best


@given(scripts("pechanga"))
@pytest.mark.clause("PEC-3")
def test_pec_3_a_discard_is_out_of_play(script: Script) -> None:
    state = play(script).final
    hands = [final(seat) for seat in state.seats if seat.cards]
    gone = {card_text(seat.discard) for seat in state.seats if seat.discard is not None}
    assert all(len(hand) == 3 for hand in hands)
    assert gone.isdisjoint(card for hand in hands for card in hand)


@every_house
@given(st.data())
@pytest.mark.clause("STD-9")
def test_std_9_settlement_does_not_depend_on_the_order_of_decisions(house: str, data: st.DataObject) -> None:
    script = data.draw(scripts(house, voids=False))
    assume(len(script.decisions) > 1)
    other = replace(script, decisions=tuple(data.draw(st.permutations(script.decisions))))
    first, second = play(script), play(other)
    assert first.settled == second.settled
    assert first.final == second.final
    by_seat = [
        sorted((e for e in p.events if isinstance(e, Decided)), key=lambda e: e.seat) for p in (first, second)
    ]
    assert by_seat[0] == by_seat[1]


@every_house
@given(st.data())
def test_the_order_in_which_bets_are_placed_does_not_matter(house: str, data: st.DataObject) -> None:
    """Nor do bets that were changed or cleared, or a bank that was given up, before the deal."""
    script = data.draw(scripts(house, voids=False))
    plain = replace(script, opening=(*script.bets.values(), *bank(script)))
    assert play(script).settled == play(plain).settled


@every_house
@given(st.data())
def test_no_decision_changes_another_seats_cards(house: str, data: st.DataObject) -> None:
    script = data.draw(scripts(house, voids=False))
    assume(script.decisions)
    turn = data.draw(st.integers(0, len(script.decisions) - 1))
    old = script.decisions[turn]
    new = data.draw(st.sampled_from(choices(house, old.seat)))
    changed = (*script.decisions[:turn], new, *script.decisions[turn + 1 :])
    first, second = play(script), play(replace(script, decisions=changed))
    assert dealt(first.final) == dealt(second.final)
    for one, two in zip(first.final.seats, second.final.seats, strict=True):
        assert one == two or one.number == old.seat
    reveals = [[e for e in p.events if isinstance(e, DealerRevealed)] for p in (first, second)]
    assert reveals[0] == reveals[1]
    for paid, again in zip(first.settled.seats, second.settled.seats, strict=True):
        # What another seat is paid cannot change either, except that at Napa Valley those who come later in
        # the order of action share one bank (NAPA-11). A folded royal still counts for envy (RIV-11).
        if paid.seat < old.seat or (paid.seat > old.seat and house != BANKED):
            assert paid == again


def choices(house: str, seat: int) -> list[Decision]:
    """All that a seat could decide."""
    draws = [Decision(seat, "draw", slot) for slot in range(3)] if house == "pechanga" else []
    return [Decision(seat, "fold"), Decision(seat, "play"), *draws]


@every_house
@given(st.data())
def test_only_the_order_of_seats_counts_not_their_numbers(house: str, data: st.DataObject) -> None:
    """Empty seats get no cards: the same seats moved together or apart are dealt and paid alike."""
    script = data.draw(scripts(house, voids=False, most_seats=5))
    old = list(script.bets)
    if house == BANKED:  # NAPA-14: consecutive seats of one person must stay so
        shift = data.draw(st.integers(1 - old[0], law.SEATS - old[-1]))
        new = [number + shift for number in old]
    else:
        every = st.integers(1, law.SEATS)
        new = sorted(data.draw(st.lists(every, min_size=len(old), max_size=len(old), unique=True)))
    renamed = dict(zip(old, new, strict=True))
    moved = replace(
        script,
        opening=(*(replace(bet, seat=renamed[bet.seat]) for bet in script.bets.values()), *bank(script)),
        decisions=tuple(replace(each, seat=renamed[each.seat]) for each in script.decisions),
    )
    first, second = play(script), play(moved)
    assert dealt(first.final) == dealt(second.final)
    for paid, again in zip(first.settled.seats, second.settled.seats, strict=True):
        assert (paid.net, paid.hand) == (again.net, again.hand)
        assert list(again.lines) == [
            replace(line, by=tuple(replace(each, seat=renamed.get(each.seat or 0)) for each in line.by))
            for line in paid.lines
        ]  # RIV-11: a seat that is envied has moved, too
    assert (first.settled.bank, first.settled.meter) == (second.settled.bank, second.settled.meter)


@every_house
@given(st.data())
def test_a_seat_that_leaves_moves_only_the_cards_the_layout_says(house: str, data: st.DataObject) -> None:
    """One at a time, dealer last: without the last seat everybody's first card is the same, and the dealer's
    first card is the one that seat would have got."""
    script = data.draw(scripts(house, voids=False))
    assume(len(script.bets) > 1)
    stay = list(script.bets)[:-1]
    opening: tuple[Command, ...] = (*(script.bets[number] for number in stay), *bank(script))
    smaller = play(replace(script, opening=opening, decisions=()), len(opening) + 1)
    with_seat, without = dealt(play(script).final), dealt(smaller.final)
    assert [cards[0] for cards in without] == [cards[0] for cards in with_seat[:-1]]
    every_card = [card for j in range(3) for card in (cards[j] for cards in without)]
    assert every_card == list(script.deck[: len(every_card)])

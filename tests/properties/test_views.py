"""A hidden card never leaves early: not in a view, not in a told event, not between their lines."""

import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import card_text
from pitboss.round import (
    Command,
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    RevealDealer,
    Round,
    SettleRound,
    TakeBank,
    Viewer,
    legal_actions,
    tell,
    view,
    why_not,
)
from pitboss.round.events import Decided
from pitboss.round.views import HIDDEN
from tests.naive.hands import DECK, category3

from . import law
from .strategies import HOUSES, Played, Script, play, scripts

every_house = pytest.mark.parametrize("house", HOUSES)
CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


def viewers(script: Script) -> list[str | None]:
    """Each seat's person, the bank's, a person without a seat, and nobody."""
    people = {*script.players, *([script.bank.player] if script.bank else [])}
    return [*sorted(people), "stranger", None]


def cards_in(shown: Any) -> set[str]:
    """All that looks like a card in any string anywhere in a view or a told event."""
    found: set[str] = set()
    left = [shown]
    while left:
        value = left.pop()
        if isinstance(value, str):
            found.update(CARD.findall(value))
        elif isinstance(value, (tuple, list)):
            left.extend(value)
        elif isinstance(value, dict):
            left.extend((*value.keys(), *value.values()))
        elif is_dataclass(value):
            left.extend(getattr(value, field.name) for field in fields(value))
        else:
            assert value is None or isinstance(value, int)  # nothing else could hide a card
    return found


def moments(played: Played) -> Iterator[tuple[int, Round]]:
    """The states worth a look, with the number of events before each: the first, and from the deal on."""
    bets = len(played.script.opening)
    return ((k, state) for k, state in enumerate(played.states) if k == 0 or k >= bets or state.ended)


def allowed(played: Played, k: int, viewer: str | None) -> set[str]:
    """What the law lets a viewer see after the first k events."""
    script, past = played.script, played.events[:k]
    drew = [script.index(e.seat) for e in past if isinstance(e, Decided) and e.action == "draw"]
    kinds = [event.k for event in past]
    return law.may_see(script.house, script.deck, script.players, drew, kinds, viewer)


@every_house
@given(st.data())
@pytest.mark.clause("STD-11")
def test_std_11_a_view_has_the_cards_its_viewer_may_see_and_no_other(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    printed = view(played.states[0]).tables
    for viewer in viewers(played.script):
        for k, state in moments(played):
            may = allowed(played, k, viewer)
            shown = view(state, Viewer(viewer))
            assert shown.tables == printed  # the same for all and at all times, so no place for a card
            seen = cards_in(replace(shown, tables=()))
            assert seen == may


@every_house
@given(st.data())
@pytest.mark.clause("STD-11")
def test_std_11_nothing_is_told_early(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    for viewer in viewers(played.script):
        told: set[str] = set()
        for k, event in enumerate(played.events, 1):
            told |= cards_in(tell(played.states[k], event, Viewer(viewer)))
            may = allowed(played, k, viewer)
            if event.k in ("bets", "bank", "deal", "up", "decide"):  # before the reveal: these, and no other
                assert told == may
                continue
            assert told <= may
            if event.k != "void":  # a void round has no telling of its own; its view shows the cards
                others = (seat for seat in played.states[k].seats if seat.player != viewer)
                thrown = {card_text(seat.discard) for seat in others if seat.discard is not None}
                assert may - thrown <= told  # a view shows what others threw away, a fact only if it paid


@every_house
@given(st.data())
def test_a_view_puts_every_card_where_it_lies(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    viewer = data.draw(st.sampled_from(viewers(played.script)))
    for k, state in moments(played):
        may, shown = allowed(played, k, viewer), view(state, Viewer(viewer))
        assert [seat.n for seat in shown.seats] == [seat.number for seat in state.seats]
        for seat in shown.seats:
            hand = seat.hand
            assert seat.you == (viewer is not None and seat.player == viewer)
            if not state.deck:
                assert (hand.cards, hand.category, hand.discard) == ((), None, None)
                continue
            dealt = played.script.cards(seat.n)
            if not may.issuperset(dealt):
                assert hand.cards == (HIDDEN,) * 3
                assert (hand.category, hand.label, hand.first_three, hand.discard) == (None,) * 4
                continue
            kept = [card for card in dealt if card != hand.discard]
            assert [card for card in hand.cards if card in dealt] == kept
            assert hand.category == category3(list(hand.cards))
            assert hand.first_three == (category3(list(dealt)) if hand.discard else None)
        dealer = shown.dealer
        hidden = [card for card in dealer.cards if card == HIDDEN]
        assert dealer.cards[: len(hidden)] == tuple(hidden)
        assert (dealer.hand is None) == (dealer.qualifies is None) == (not dealer.plays)
        if hidden or not state.deck:
            assert dealer.hand is None
        own = [a for seat in state.seats if seat.player == viewer for a in legal_actions(state, seat.number)]
        assert list(shown.actions) == own


def probes(script: Script, viewer: str) -> list[Command]:
    """What a curious person could try."""
    asked: list[Command] = [EndDeal(), RevealDealer(), SettleRound.at(script.meter), SettleRound(None)]
    asked += [DealCards(script.deck), TakeBank(viewer, 100), PlaceBets(1, viewer, {"ante": 500})]
    for number in range(1, law.SEATS + 1):
        asked += [Decide(number, viewer, "play"), Decide(number, viewer, "fold")]
        asked += [Decide(number, viewer, "draw", card) for card in DECK]
    return asked


def answers(state: Round, script: Script, viewer: str) -> list[object]:
    """How a state answers all of that: None, or the whole refusal."""
    refused = (why_not(state, command) for command in probes(script, viewer))
    return [r and (r.code, r.text, r.clause, r.path, r.values) for r in refused]


@every_house
@given(st.data())
def test_hidden_cards_do_not_interfere(house: str, data: st.DataObject) -> None:
    """Two rounds with the same commands, whose decks differ only in cards that a viewer may not see so far:
    this viewer cannot tell them apart, not even by asking for what is refused."""
    script = data.draw(scripts(house, voids=False))
    # What the platform decides for somebody who is away depends on that person's cards (STD-13).
    script = replace(script, decisions=tuple(replace(each, by="player") for each in script.decisions))
    before_reveal = len(script.commands) - 2
    k = data.draw(st.integers(len(script.opening), before_reveal))
    viewer = data.draw(st.sampled_from(viewers(script)))
    played = play(script, k)
    seen = allowed(played, k, viewer)
    hidden = [place for place, card in enumerate(script.deck) if card not in seen]
    deck = list(script.deck)
    mixed = random.Random(data.draw(st.integers(0, 2**32))).sample(hidden, len(hidden))
    for place, source in zip(hidden, mixed, strict=True):
        deck[place] = script.deck[source]
    other = play(
        replace(script, shuffled=" ".join(deck)), k
    )  # draws of others discard the card in the same slot
    eyes = Viewer(viewer)
    for one, two in zip(played.states, other.states, strict=True):
        assert repr(view(one, eyes)) == repr(view(two, eyes))
    for i, (event, event2) in enumerate(zip(played.events, other.events, strict=True), 1):
        assert repr(tell(played.states[i], event, eyes)) == repr(tell(other.states[i], event2, eyes))
    if viewer is not None:
        assert answers(played.final, script, viewer) == answers(other.final, script, viewer)


@every_house
@given(st.data())
def test_after_the_reveal_everybody_sees_the_same(house: str, data: st.DataObject) -> None:
    """All is public then: views differ only in who `you` are."""
    played = play(data.draw(scripts(house)))
    if played.final.phase == "void" and not played.final.deck:
        return
    public = view(played.final)
    for viewer in viewers(played.script):
        shown = view(played.final, Viewer(viewer))
        seats = tuple(replace(seat, you=False) for seat in shown.seats)
        bank = replace(shown.bank, you=False) if shown.bank else None
        assert replace(shown, seats=seats, bank=bank) == public

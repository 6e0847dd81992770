"""One seat through the whole round: bets, bank, deal, decision, reveal, settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import FULL_DECK, card_text
from pitboss.round import (
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    RevealDealer,
    Round,
    SettleRound,
    Table,
    TakeBank,
    open_round,
    step,
)
from pitboss.round.settlement import ActionId
from tests.odds.counting import FULL_COVER, Three

TEXTS = tuple(card_text(card) for card in FULL_DECK)

# Where the cards of a lone seat come from: one at a time, the dealer last; then the replacement, then the
# dealer's fourth.
HAND, DEALER, REPLACEMENT, FOURTH = [0, 2, 4], [1, 3, 5], 6, 7


def deck_of(hand: Three, dealer: Sequence[int]) -> list[int]:
    """A deck that deals these cards; the others follow in order."""
    first = [card for both in zip(hand, dealer, strict=True) for card in both]
    return [*first, *(card for card in FULL_DECK if card not in first)]


def dealt(table: Table, wagers: Mapping[str, int], deck: Sequence[int]) -> Round:
    """A round that waits for its one decision."""
    state = step(open_round(table), PlaceBets(1, "ann", dict(wagers)))
    if table.sheet.bank:
        state = step(state, TakeBank("bob", FULL_COVER))
    return step(step(state, DealCards(tuple(TEXTS[card] for card in deck))), EndDeal())


def ended(state: Round, action: ActionId, discard: int | None = None) -> Round:
    """The round after its decision, settled; a meter stood at its reset before the round's bets fed it."""
    meter = state.table.sheet.meter
    state = step(state, Decide(1, "ann", action, None if discard is None else TEXTS[discard]))
    return step(step(state, RevealDealer()), SettleRound(meter.reset * 10**6 if meter else None))


def net(state: Round) -> int:
    """What the seat won or lost."""
    paid = state.paid(1)
    assert paid is not None
    return paid.net

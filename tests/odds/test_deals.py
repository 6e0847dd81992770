"""Every single deal of some hands, and deals by chance, through settlement and through the whole round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import FULL_DECK, card_text
from pitboss.odds import Entry, Game, Price, advise, strategy
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
    open_table,
    step,
)
from pitboss.round.settlement import ActionId
from pitboss.sheet import houses, load_house
from tests.odds.counting import (
    ANY,
    FULL_COVER,
    MINI_ROYAL,
    PAIR,
    QUEEN_HIGH,
    SUIT_ORDERS,
    Array,
    Rules,
    Three,
    cards,
    dealers_beside,
    ladder,
    net,
    place_of,
    settled,
    strength,
    versus,
)

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
    return step(step(state, RevealDealer()), SettleRound(meter.reset if meter else None))


def net_of(state: Round) -> int:
    """What the seat won or lost."""
    paid = state.paid(1)
    assert paid is not None
    return paid.net


ACTIONS: tuple[ActionId, ...] = ("fold", "play")
BETS = {
    "atlantic-city": {"ante": 1000, "pair_plus": 1500, "six_card_bonus": 500},
    "shine": {"ante": 600, "pair_xxx": 500, "super_6_bonus": 900},
    "rivers": {"ante": 700, "pair_plus": 1100, "six_card_bonus": 2500, "progressive": 100},
    "napa-valley": {"ante": 1000, "pair_plus": 600},
}
# Of each house a hand at a border, a made hand, and one whose own cards matter to six.
DEALS = [
    ("atlantic-city", "Qs 6h 4d"),
    ("atlantic-city", "9c 9d 2h"),
    ("atlantic-city", "Kd Qd Jd"),
    ("shine", "Qs 6h 3d"),
    ("shine", "Jd Td 4d"),
    ("shine", "Ad 2c 3h"),
    ("rivers", "As Ks Qs"),
    ("rivers", "2c 2d 3h"),
    ("rivers", "Qd 6d 4c"),
]


def how_it_ended(profit: int, qualifies: bool) -> str:
    """The end of a played Ante in the words of `advise`."""
    if not qualifies:
        return "not_qualified"
    return "win" if profit > 0 else "lose" if profit else "tie"


@pytest.mark.parametrize(("house", "text"), DEALS)
def test_all_18424_dealer_hands(house: str, text: str) -> None:
    """Each is settled folded and played, with every wager of the house on the felt."""
    table, hand, bets = open_table(load_house(house)), cards(text), BETS[house]
    totals, ends = Counter[str](), Counter[str]()
    for dealer in dealers_beside(hand):
        totals["fold"] += settled(table, bets, hand, "fold", dealer).seats[0].net
        played = settled(table, bets, hand, "play", dealer)
        totals["play"] += played.seats[0].net
        ante = next(line for line in played.seats[0].lines if line.id == "ante")
        ends[how_it_ended(ante.profit, played.dealer.qualifies)] += 1
    found = advise(Game(table), hand, bets=bets)
    assert found.actions == {name: Fraction(total, 18_424 * bets["ante"]) for name, total in totals.items()}
    assert {name: number for name, number in found.ends.items() if number} == ends


@pytest.mark.parametrize("text", ["Kh 9c 2d", "Ts 8s 3s", "4c 4d Ah"])
def test_all_dealer_hands_at_napa_valley_with_each_of_their_cards_up(text: str) -> None:
    """Settlement does not ask which card showed, so that a dealer hand counts for each of its three."""
    table, hand, bets = open_table(load_house("napa-valley")), cards(text), BETS["napa-valley"]
    totals: dict[int, Counter[str]] = defaultdict(Counter)
    for dealer in dealers_beside(hand):
        for action in ACTIONS:
            paid = settled(table, bets, hand, action, dealer).seats[0].net
            for up in dealer:
                totals[up][action] += paid
    assert len(totals) == 49
    for up, sums in totals.items():
        expected = {name: Fraction(total, 1128 * bets["ante"]) for name, total in sums.items()}
        assert advise(Game(table), hand, [up], bets).actions == expected


def test_all_18424_dealer_hands_in_whole_rounds() -> None:
    """Bets, deal, decision, reveal and settlement, once folded and once played from the same deal."""
    table, hand, bets = open_table(load_house("rivers")), cards("Qs 6h 3d"), BETS["rivers"]
    totals = Counter[str]()
    for dealer in dealers_beside(hand):
        state = dealt(table, bets, deck_of(hand, dealer))
        for action in ACTIONS:
            totals[action] += net_of(ended(state, action))
    found = advise(Game(table), hand, bets=bets).actions
    assert found == {name: Fraction(total, 18_424 * bets["ante"]) for name, total in totals.items()}


@pytest.mark.parametrize("up", [0, 17, 34, 39, 41, 42, 45, 46, 51])
def test_all_1128_hidden_pairs_at_napa_valley_in_whole_rounds(up: int) -> None:
    """The card that shows is the third one dealt to the player/dealer (NAPA-3)."""
    table, hand, bets = open_table(load_house("napa-valley")), cards("Qs 9h 2d"), BETS["napa-valley"]
    totals = Counter[str]()
    hidden = [card for card in range(52) if card not in (*hand, up)]
    for first, second in combinations(hidden, 2):
        state = dealt(table, bets, deck_of(hand, (first, second, up)))
        assert state.up_cards == (up,)
        for action in ACTIONS:
            totals[action] += net_of(ended(state, action))
    found = advise(Game(table), hand, [up], bets).actions
    assert found == {name: Fraction(total, 1128 * bets["ante"]) for name, total in totals.items()}


WHOLE_ROUNDS = 8_000
FAST_ROUNDS = 80_000
ERRORS = 4  # standard errors
FOLD, PLAY = -1, -2  # a choice is one of these or the card thrown away
UNTOLD = 99

Nets = Counter[int]  # rounds by their net in cents


def rules_of(house: str) -> Rules:
    return Rules(ANY, PAIR, True) if house == "pechanga" else Rules(QUEEN_HIGH)


def choice(entry: Entry) -> int:
    """The best action as a choice; where several are equally good, the engine folds last."""
    name = next((name for name in entry.best if name != "fold"), "fold")
    return {"fold": FOLD, "play": PLAY}[name] if name in ("fold", "play") else entry.hand[int(name[-1]) - 1]


def decision(what: int) -> tuple[ActionId, int | None]:
    """A choice as an action and a discard."""
    if what >= 0:
        return "draw", what
    return ("fold" if what == FOLD else "play"), None


def choices(game: Game, bets: Mapping[str, int]) -> Array:
    """The choice by cards in rising order and up card: a strategy is told up to suits, here it is spread."""
    entries = list(strategy(game, bets))
    cards = np.array([[*entry.hand, *entry.up] for entry in entries])
    chosen = np.array([choice(entry) for entry in entries])
    found = np.full((52, 52, 52, 52 if game.dealing.shows else 1), UNTOLD, dtype=np.int8)
    for order in SUIT_ORDERS:
        suits = np.array(order)
        moved = 4 * (cards >> 2) + suits[cards & 3]
        a, b, c = np.sort(moved[:, :3], axis=1).T
        thrown = 4 * (chosen >> 2) + suits[chosen & 3]
        found[a, b, c, moved[:, 3] if game.dealing.shows else 0] = np.where(chosen < 0, chosen, thrown)
    return found


def chosen_for(chosen: Array, decks: Array) -> Array:
    """The choice of a lone seat in each deal."""
    a, b, c = np.sort(decks[:, HAND], axis=1).T
    found: Array = chosen[a, b, c, decks[:, DEALER[2]] if chosen.shape[3] > 1 else 0]
    assert (found != UNTOLD).all()
    return found


def shuffled(number: int, seed: list[int]) -> Array:
    """Decks, shuffled."""
    chance = np.random.default_rng(seed)
    return chance.permuted(np.tile(np.arange(52, dtype=np.int8), (number, 1)), axis=1).astype(np.int64)


def in_whole_rounds(game: Game, bets: Mapping[str, int], chosen: Array, decks: Array) -> Nets:
    """Each deck through bets, deal, decision, reveal and settlement."""
    found = Counter[int]()
    wanted = chosen_for(chosen, decks)
    for deck, what in zip(decks.tolist(), wanted.tolist(), strict=True):
        found[net_of(ended(dealt(game.table, bets, deck), *decision(what)))] += 1
    return found


def by_outcome_class(game: Game, rules: Rules, bets: Mapping[str, int], chosen: Array, decks: Array) -> Nets:
    """The same by outcome classes: the naive evaluator sorts the deals, settlement pays one of each class."""
    hands, dealers = decks[:, HAND], decks[:, DEALER]
    wanted = chosen_for(chosen, decks)
    drawn = decks[:, REPLACEMENT]
    draws = wanted >= 0
    finals = np.where((hands == wanted[:, None]) & draws[:, None], drawn[:, None], hands)
    theirs = strength(*dealers.T).astype(np.int64)
    fourth = theirs < place_of(rules.draws_below)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        better = strength(dealers[:, first], dealers[:, second], decks[:, FOURTH])
        theirs = np.where(fourth, np.maximum(theirs, better), theirs)
    mine = strength(*finals.T).astype(np.int64)
    action = np.where(draws, 0, wanted)
    result = np.where(action == FOLD, 0, versus(mine, theirs, rules))
    kind = np.stack([action, pay_class(hands), pay_class(finals), result])
    _, some, number = np.unique(kind, axis=1, return_index=True, return_counts=True)
    found = Counter[int]()
    for place, rounds in zip(some.tolist(), number.tolist(), strict=True):
        a, b, c = hands[place].tolist()
        dealer = [*dealers[place].tolist(), *decks[place, [FOURTH] if fourth[place] else []].tolist()]
        name, discard = decision(int(wanted[place]))
        swap = (None, None) if discard is None else (discard, int(drawn[place]))
        found[net(game.table, bets, (a, b, c), name, dealer, swap)] += rounds
    return found


def pay_class(hands: Array) -> Array:
    """What a pay table can ask of three cards: the category, and the suit of a mini royal."""
    category = np.array([6 if key == MINI_ROYAL else key[0] for key in ladder()])[strength(*hands.T)]
    found: Array = np.where(category == 6, 6 + (hands[:, 0] & 3), category)
    return found


def moment(price: Price, power: int) -> Fraction:
    """A central moment of the exact distribution."""
    total = sum(((value - price.ev) ** power * n for value, n in price.distribution.items()), Fraction(0))
    return total / price.outcomes


def check(price: Price, nets: Nets, unit: int) -> None:
    """Mean and variance of a sample lie within some standard errors of the exact ones."""
    n = sum(nets.values())
    mean = Fraction(sum(value * number for value, number in nets.items()), n * unit)
    squares = sum(
        ((Fraction(value, unit) - mean) ** 2 * number for value, number in nets.items()), Fraction(0)
    )
    variance = squares / (n - 1)
    assert price.variance == moment(price, 2)
    assert (mean - price.ev) ** 2 <= ERRORS**2 * price.variance / n
    of_variance = (moment(price, 4) - price.variance**2 * Fraction(n - 3, n - 1)) / n
    assert (variance - price.variance) ** 2 <= ERRORS**2 * of_variance
    assert {Fraction(value, unit) for value in nets} <= {*price.distribution}


@pytest.mark.parametrize("house", houses())
def test_the_main_game(house: str) -> None:
    game, rules, bets = Game(open_table(load_house(house))), rules_of(house), {"ante": 1000}
    price, chosen = game.price("ante"), choices(game, bets)
    decks = shuffled(WHOLE_ROUNDS, [1, *house.encode()])
    whole = in_whole_rounds(game, bets, chosen, decks)
    assert whole == by_outcome_class(game, rules, bets, chosen, decks)
    check(price, whole, bets["ante"])
    fast = by_outcome_class(game, rules, bets, chosen, shuffled(FAST_ROUNDS, [2, *house.encode()]))
    check(price, whole + fast, bets["ante"])


@pytest.mark.parametrize(
    ("house", "bets"),
    [
        ("atlantic-city", {"ante": 1000, "pair_plus": 2500}),
        ("rivers", {"ante": 1000, "pair_plus": 500, "progressive": 100}),
        ("napa-valley", {"ante": 1000, "pair_plus": 600}),
        ("pechanga", {"ante": 1000, "double_shot": 1000}),
        ("pechanga", {"ante": 500, "double_shot": 1000}),
    ],
)
def test_whole_bets(house: str, bets: dict[str, int]) -> None:
    """With side wagers, and at the draw game another strategy for each of them."""
    game = Game(open_table(load_house(house)))
    decks = shuffled(FAST_ROUNDS, [3, *house.encode()])
    nets = by_outcome_class(game, rules_of(house), bets, choices(game, bets), decks)
    check(game.price_bets(bets), nets, 1)

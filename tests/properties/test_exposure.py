"""The largest payout of a table is a bound: no round that can be played pays more, whatever the sheet."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import Card, parse_card
from pitboss.round import open_table
from pitboss.round.bank import largest_payout, most_bet, payouts
from pitboss.round.settlement import ActionId, Deal, Hand, dealer_draws, pay_deal
from pitboss.round.table import Table
from pitboss.sheet import houses, load_house
from pitboss.sheet.pays import ToOne

ROUNDS = 40
SHEETS = 4


def random_table(house: str, chance: Random) -> Table:
    """A house with some pays and the limits moved at random."""
    sheet = load_house(house)
    sets = [
        f'pays.{name}.{column}.{line}="{chance.choice([1, 7, 300, 10_000])} to 1"'
        for name, table in sheet.pays.items()
        for column, part in table.columns.items()
        for line, pay in part.lines.items()
        if isinstance(pay, ToOne) and chance.random() < 0.3
    ]
    low = chance.choice([500, 1000, 2500])
    return open_table(load_house(house, sets), low, low * chance.choice([1, 10, 200]))


def random_deal(table: Table, chance: Random) -> Deal:
    """All seats at the most they may bet; half of the hands are made of few ranks, so that much is paid."""
    sheet = table.sheet
    deck: list[Card] = list(range(52))
    chance.shuffle(deck)
    if chance.random() < 0.5:
        deck.sort(
            key=lambda card: (card // 4 < 10, chance.random()) if chance.random() < 0.8 else (True, 0.0)
        )
    hands = []
    for seat in range(1, sheet.seats + 1):
        wagers = {name: most for name in sheet.wagers if (most := most_bet(table, name)) is not None}
        actions: list[ActionId] = ["play", "play", "fold", *(["draw"] if sheet.player.draws else [])]  # type: ignore[list-item]
        action = chance.choice(actions)
        a, b, c = deck.pop(), deck.pop(), deck.pop()
        drawn = deck.pop() if action == "draw" else None
        hands.append(
            Hand(seat, f"p{seat}", wagers, (a, b, c), action, a if drawn is not None else None, drawn)
        )
    dealer = tuple(deck.pop() for _ in range(3))
    if dealer_draws(table, dealer):
        dealer = (*dealer, deck.pop())
    meter = sheet.meter.reset if sheet.meter else None
    bank = 10**12 if sheet.bank else None
    return Deal(dealer, hands, bank, meter)


@pytest.mark.parametrize("house", houses())
def test_no_round_pays_more_than_the_bound(house: str) -> None:
    chance = Random(f"exposure {house}")
    for _ in range(SHEETS):
        table = random_table(house, chance)
        bound = largest_payout(table)
        assert bound is not None
        parts = {part.line: part.cents or 0 for part in payouts(table)}
        assert sum(parts.values()) == bound
        for _ in range(ROUNDS):
            paid = pay_deal(table, random_deal(table, chance))
            given = dict.fromkeys(parts, 0)
            for seat in paid.seats:
                for line in seat.lines:
                    given[line.id] += line.stake + line.profit
            assert all(given[line] <= parts[line] for line in parts), (house, given, parts)


def test_at_one_seat_the_best_hand_is_paid_the_bound() -> None:
    """A royal flush over the dealer's straight: everything wins, at the best odds of the sheet."""
    table = open_table(load_house("atlantic-city", ["table.seats=1"]))
    a, b, c, *dealer = (parse_card(each) for each in ("As", "Ks", "Qs", "Js", "Ts", "Qd"))
    wagers = {name: most_bet(table, name) or 0 for name in table.sheet.wagers}
    deal = Deal(tuple(dealer), [Hand(1, 1, wagers, (a, b, c), "play")])
    paid = sum(line.stake + line.profit for line in pay_deal(table, deal).seats[0].lines)
    # AC-6 to AC-10: Ante and Play 1 to 1, the bonus 5 on the Ante, Pair Plus 50, the Six Card Bonus 1000
    assert paid == 50_000 * (2 + 2 + 5 + 51 + 1001) == largest_payout(table)


def test_a_wager_without_a_maximum_has_no_bound() -> None:
    """PEC-2: twice the Ante binds only because the Ante is always there."""
    table = open_table(load_house("pechanga"))
    assert most_bet(table, "double_shot") == 2 * table.max
    free = open_table(load_house("pechanga", ["wager.ante.required=false"]))
    assert most_bet(free, "double_shot") is None
    assert largest_payout(free) is None

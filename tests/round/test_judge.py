"""The judge of many hands against settlement, line by line: what it says is all that a line needs."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import CARD_OF_TEXT
from pitboss.hands import VALUES, SixKind
from pitboss.money import MICRO
from pitboss.odds.counts import dealing_of
from pitboss.round import Deal, Hand, Table, judge, open_table
from pitboss.round.choices import every_wager
from pitboss.round.settlement import (
    ActionId,
    Meter,
    dealer_draws,
    judge_dealer,
    looks_at,
    outcome_lines,
    pay_deal,
)
from pitboss.round.table import RAISES, raises_of
from pitboss.sheet import houses, load, load_house
from pitboss.sheet.pays import (
    BY_DEALER,
    HAND_CLASSES,
    class_of_six,
    dealer_class,
    hand_class,
    shared_class,
    six_kind,
)
from tests.naive.rounds import DEALER_KINDS, PLAYER_KINDS, SIX_KINDS, Shoe, six_cards
from tests.odds.dealer_bets import PAYS, dealer_bet_sets
from tests.round.test_play_by_hand import BY_HAND, UNQUALIFIED
from tests.round.test_royals_by_suit import BY_SUIT

CATALOGUE = Path(__file__).parents[2] / "examples" / "catalogue"
ROUNDS = 400
DRAWN = 'dealer.draw={when="always",clause="RIV-5"}'
WINNING = (
    'wager.blind={label="Blind", clause="PEC-1", needs={all=["ante"]}, fold={does="lose"}}',
    'pays.blind={judged="winning hand", lines={clause="PEC-6", straight="9 to 1", pair="1 to 2"}}',
)
RAISED = (
    'play.raises={times=[3, 10], from="Q-6-4", clause="RIV-5"}',
    'bonus.lucky={label="Lucky", clause="RIV-7", on="play"}',
    'pays.lucky={judged="dealer\'s hand", lines={clause="RIV-7", straight="2 to 1", pair="1 to 3"}}',
)
TABLES = {
    **{house: open_table(load_house(house)) for house in houses()},
    **{path.stem: open_table(load(path)) for path in sorted(CATALOGUE.glob("*.toml"))},
    "bets on the dealer's hand and on colours": open_table(
        load_house("rivers", [*dealer_bet_sets([*PAYS]), DRAWN])
    ),
    "a winning hand, where players draw": open_table(load_house("pechanga", WINNING)),
    "raises": open_table(load_house("rivers", RAISED)),
    "raises, paid by the hand": open_table(load_house("rivers", [*RAISED, *BY_HAND, UNQUALIFIED])),
    "a drawn hand pays Play": open_table(
        load_house("pechanga", [BY_HAND[0], BY_HAND[1].replace("RIV-5", "PEC-9")])
    ),
    "royals by suit": open_table(load_house("rivers", [BY_SUIT])),
}


def _rounds(table: Table, rng: random.Random) -> list[tuple[Deal, int, int]]:
    """Rounds of one seat with rare hands and every action, the action's number, and the drawn card or 0."""
    bets, found = every_wager(table), []
    alone = {name: cents for name, cents in bets.items() if name not in ("ante", "six_card_bonus")}
    choices: list[tuple[int, ActionId]] = [(judge.FOLD, "fold"), (judge.PLAY, "play")]
    choices += [(judge.DRAW + place, "draw") for place in range(3) if table.sheet.player.draws]
    choices += [(judge.RAISE + [*RAISES].index(name), name) for name in raises_of(table.sheet)]
    meter = table.sheet.meter.reset if table.sheet.meter else None
    for _ in range(ROUNDS):
        shoe = Shoe(rng)
        theirs = shoe.hand(rng.choice(DEALER_KINDS), [])
        a, b, c = (CARD_OF_TEXT[card] for card in shoe.hand(rng.choice(PLAYER_KINDS), theirs))
        fourth, more = (CARD_OF_TEXT[card] for card in shoe.some(2))
        dealer = tuple(CARD_OF_TEXT[card] for card in theirs)
        number, action = rng.choice(choices)
        if not table.sheet.wagers["ante"].required and alone and rng.random() < 0.2:
            hand = Hand(1, 1, alone, (a, b, c))
        elif action == "draw":
            hand = Hand(1, 1, bets, (a, b, c), action, (a, b, c)[number - judge.DRAW], more)
        else:
            hand = Hand(1, 1, bets, (a, b, c), action)
        cards = (*dealer, fourth)
        deal = Deal(cards if dealer_draws(table, dealer) else dealer, [hand], None, meter)
        found.append((deal, number, more))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_the_judge_says_what_settlement_pays_by_line_by_line(name: str) -> None:
    table = TABLES[name]
    rounds, known, dealing = (
        _rounds(table, random.Random(f"judge {name}")),
        judge.cards(),
        dealing_of(table.sheet),
    )
    dealt = [deal for deal, _, _ in rounds]
    dealers = np.array([(*deal.dealer, 0)[:4] for deal in dealt]).T
    theirs = judge.hand_of(known, dealers[:3])
    dealer = judge.judge_dealer(known, dealers[:3], theirs, dealers[3], dealing.draws_below)
    hands = np.array([deal.hands[0].cards for deal in dealt]).T
    looked = looks_at(table, every_wager(table))
    looks = judge.Looks("six cards" in looked, bool(looked & BY_DEALER), "colours" in looked)
    drawn, mine = np.array([card for _, _, card in rounds]), judge.hand_of(known, hands)
    actions = np.array([number for _, number, _ in rounds])
    decides = np.array(["ante" in deal.hands[0].wagers for deal in dealt])
    end = judge.judge_hand(known, dealing.qualifies_from, looks, dealer, hands, mine, drawn, actions, decides)
    again = judge.end_of(judge.number_of(end))
    assert all(np.array_equal(*parts) for parts in zip(end, again, strict=True))
    for number, deal in enumerate(dealt):
        [hand], main, pay = deal.hands, int(end.main[number]), int(end.pay[number])
        shared = shared_class(int(end.six[number]), int(end.dealer[number]), int(end.colours[number]))
        assert (main == judge.NO_SHOWDOWN) == (hand.action in (None, "fold"))
        assert judge.is_folded(end.pay)[number] == (hand.action == "fold")
        assert judge.final_class(end.pay)[number] == hand_class(*hand.final)
        paid_as = pay if pay < judge.FOLDED else pay % HAND_CLASSES
        versus = main if main < judge.NO_SHOWDOWN else 0
        meter = Meter(table.sheet.meter.reset * MICRO if table.sheet.meter else 0, (deal.meter or 0) * MICRO)
        said = outcome_lines(table, hand.wagers, hand.action, versus, paid_as, shared, meter)
        assert said == [line for line in pay_deal(table, deal).seats[0].lines if line.id != "envy"], deal
        assert bool(dealer.drew[number]) == (len(deal.dealer) == 4)
        assert (dealer.value[number] >= dealing.qualifies_from) == judge_dealer(table, deal.dealer).qualifies


def test_six_cards_are_what_settlement_says_they_are() -> None:
    rng, known = random.Random("six"), judge.cards()
    dealt = np.array(
        [[CARD_OF_TEXT[card] for card in six_cards(rng, kind)] for kind in SIX_KINDS for _ in range(300)]
    ).T
    mine, theirs = judge.hand_of(known, dealt[:3]), judge.hand_of(known, dealt[3:])
    dealer = judge.judge_dealer(known, dealt[3:], theirs, dealt[0], 0)
    looks, plays = judge.Looks(True, False, False), np.full(dealt.shape[1], judge.PLAY)
    end = judge.judge_hand(known, 0, looks, dealer, dealt[:3], mine, dealt[0], plays, True)
    assert end.six.tolist() == [class_of_six(six) for six in dealt.T.tolist()]
    assert {six_kind(each) for each in end.six.tolist()} == {*SixKind} - {SixKind.HIGH_CARD, SixKind.PAIR}


def test_every_pair_of_values_is_told_apart_as_the_pay_classes_tell_it() -> None:
    own, dealer = np.divmod(np.arange(VALUES * VALUES), VALUES)
    found = judge.dealer_class(judge.cards().kinds, own, dealer)
    step = 7  # of 741 values: every pair of kinds, and every way to be near
    for place in range(0, VALUES * VALUES, step):
        assert found[place] == dealer_class(place // VALUES, place % VALUES)

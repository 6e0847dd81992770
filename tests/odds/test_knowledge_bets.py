"""What knowledge is worth with every kind of bet: raises, six cards, suits, the dealer's hand and colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game, NotPriced
from pitboss.odds.decisions import FOLD, PLAY
from pitboss.odds.geometry import all_hands, row_of, rows, royal_suits, triple_index
from pitboss.odds.knowledge import Known, edges_of, worth_of_first_card, worths_of_knowledge
from pitboss.odds.knowledge.counted import NET, SQUARE, Measures, count_knowledge, hand_worths, measures_of
from pitboss.odds.knowledge.question import usual_questions
from pitboss.odds.knowledge.worth import Deals, deal_worths, honest_play
from pitboss.round import open_table
from pitboss.round.settlement import ActionId, Deal, Hand, pay_deal
from pitboss.sheet import Sheet, load_house, load_sheet
from tests.odds.counting import NEVER, QUEEN_HIGH, Key, Rules, Three
from tests.odds.dealer_bets import with_dealer_bets
from tests.odds.knowledge_page import figures_in_section, figures_of_page
from tests.odds.naive_knowledge import Question, naive_answer, naive_draws

ULTIMATE = Path(__file__).parents[2] / "examples" / "catalogue" / "ultimate.toml"
ACTIONS: tuple[ActionId, ...] = ("fold", "play", "play_2x", "play_3x")
FLUSH: Key = (2,)
BELOW_FLUSH = 'dealer.draw={when="below",below="flush",clause="RIV-5",stands_clause="RIV-5"}'
SIX_FOLDS = 'wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'
SIX_AND_SUITS = {"ante": 1000, "six_card_bonus": 700, "progressive": 100}
BY_DEALER = {"ante": 1000, "dealer_plus": 500, "double_plus": 500, "bad_beat": 500, "tie": 500}


class Case(NamedTuple):
    """A sheet with a bet, and what is summed up of it."""

    game: Game
    bets: Mapping[str, int]
    measures: Measures


def case(sheet: Sheet, bets: Mapping[str, int]) -> Case:
    game = Game(open_table(sheet))
    pays = game.payoffs_of(bets)
    return Case(game, bets, measures_of(game.dealing, pays, by_dealer=game.looks(bets).dealer))


def ultimate(*changes: str) -> Case:
    return case(load_sheet(ULTIMATE, changes), {"ante": 1000, "blind": 1000})


def drawing(*changes: str) -> Case:
    """Players draw, a drawn A-K-Q is paid by its suit, six cards by what they are."""
    return case(load_house("rivers", ["player.draws=true", SIX_FOLDS, *changes]), SIX_AND_SUITS)


def drawing_dealer(fold: str = "lose") -> Case:
    bets = BY_DEALER if fold == "lose" else {**BY_DEALER, "six_bonus": 500}
    return case(with_dealer_bets(BELOW_FLUSH, fold=fold), bets)


def row(text: str) -> int:
    return int(row_of()[triple_index(*map(np.array, parse_cards(text)))])


def three(text: str) -> Three:
    a, b, c = sorted(parse_cards(text))
    return a, b, c


def settled(found: Case, mine: Three, action: ActionId, dealer: tuple[int, ...]) -> int:
    return pay_deal(found.game.table, Deal(dealer, [Hand(1, "a", found.bets, mine, action)])).seats[0].net


def cards_of(number: int) -> Three:
    a, b, c = rows().cards[number].tolist()
    return a, b, c


PRICED: Mapping[str, tuple[Callable[[], Case], tuple[str, ...]]] = {
    "raises": (lambda: ultimate("dealer.shows=0"), ("9s 9d 4h", "Ts 8d 3h", "As Ks Qs")),
    "raises beside a dealer who draws": (
        lambda: ultimate("dealer.shows=0", BELOW_FLUSH.replace("RIV-5", "ULT-2")),
        ("9s 9d 4h", "Ts 8d 3h"),
    ),
    "six cards and suits": (drawing, ("As Ks 4d", "9s 9d 4h")),
    "six cards and suits beside a dealer who draws": (lambda: drawing(BELOW_FLUSH), ("As Ks 4d",)),
    "the hand of a dealer who draws": (drawing_dealer, ("As Ks 4d", "9s 9d 4h")),
    "the hand of a dealer who draws, and six": (lambda: drawing_dealer("stays"), ("As Ks 4d",)),
}


@pytest.mark.parametrize("name", PRICED)
def test_knowing_nothing_is_worth_the_exact_price(name: str) -> None:
    """What every action brings over all of the dealer's hands, as another engine has it."""
    make, hands = PRICED[name]
    found = make()
    for text in hands:
        number = row(text)
        for worths in hand_worths(found.game.dealing, found.measures, [0] * 13, [number], up_to_suits=True):
            worth = found.game.worth_of(found.bets, number, (), worths.suit)
            sums, outcomes = worths.sums[NET].sum(axis=(1, 2)), int(worths.outcomes.sum())
            mine = [Fraction(int(each) * found.measures.unit, outcomes) for each in sums]
            theirs = [Fraction(int(each), worth.outcomes) for each in worth.sums[0, 0]]
            if worth.may_raise is not None:
                raised = [Fraction(int(each[0, 0]), worth.outcomes) for each in worth.raised.values()]
                theirs += raised if worth.may_raise[0] else [theirs[1]] * len(raised)
            assert mine == theirs, text


def test_a_raise_counts_as_it_is_settled() -> None:
    """A pair may raise; less may not, and to raise is then to play."""
    found = ultimate()
    for text in ("9s 9d 4h", "Ts 8d 3h", "8s 7s 5s"):
        number = row(text)
        mine = cards_of(number)
        [worths] = hand_worths(found.game.dealing, found.measures, [0] * 13, [number])
        for place in range(0, len(worths.hands), 211):
            a, b, c = all_hands().cards[worths.hands[place]].tolist()
            for action, name in enumerate(ACTIONS):
                done: ActionId = name if text != "Ts 8d 3h" or action < 2 else "play"
                net = settled(found, mine, done, (a, b, c))
                assert worths.sums[NET, action, 0, place] * found.measures.unit == net, (text, name)


def test_plain_counting_with_raises_finds_the_same() -> None:
    """One card more than the one that shows; and a deal beside another seat."""
    found, number = ultimate(), row("9s 9d 4h")
    known, rules = Known(hole=1), Rules(QUEEN_HIGH)
    dealing, measures = found.game.dealing, found.measures
    [counted] = count_knowledge("", dealing, measures, 1000, [known], hands=[number])
    asked = (found.game.sheet, rules, cards_of(number))
    naive = naive_answer(*asked, Question(hole=1), bets=found.bets, actions=ACTIONS)
    assert (counted.honest, counted.ev, counted.changes) == tuple(naive)
    dead = three("Kc Kh 2c")
    beside = naive_answer(*asked, Question(), dead, bets=found.bets, actions=ACTIONS)
    left = [card for card in range(52) if card not in (*cards_of(number), *dead)]
    rest = np.array([[up, *(card for card in left if card != up)] for up in left])
    deals = Deals(np.full(len(rest), number), np.array([dead] * len(rest)), rest, rest[:, :1])
    dealt = deal_worths(dealing, measures, Known(seats=1), deals)
    best = Fraction(int(dealt.sums.max(axis=0).sum()) * measures.unit, 1000)
    assert best / int(dealt.outcomes.sum()) == beside.ev


def test_the_figures_of_the_page_with_raises_hang_together() -> None:
    """Each exact mean gives what stands beside it; a card that is seen is worth one more that shows."""
    page, honest = figures_in_section("Ultimate"), ultimate().game.price("ante").ev
    assert {*usual_questions(ultimate().game.sheet)} == {*page}
    for said in page.values():
        if said.exact:
            mean = Fraction(said.exact)
            assert said.mean == f"{100 * float(mean):+.4f} %"
            assert said.gain == f"{100 * float(mean - honest):+.4f} %"
    assert page[Known(hole=1)].exact == str(ultimate("dealer.shows=2").game.price("ante").ev)
    assert page[Known(hole=1)].mean.startswith("+8.95")  # published as 9 %


def test_a_rule_says_from_which_hand_to_raise() -> None:
    """One card of the dealer's two that are hidden: all pairs are raised against a low one."""
    found, some = ultimate("dealer.shows=0"), list(range(3, len(rows()), 61))
    [one] = count_knowledge("", found.game.dealing, found.measures, 1000, [Known(hole=1)], hands=some)
    assert one.rule is not None
    assert one.rule.ev + one.rule.cost == one.ev
    assert one.honest < one.rule.ev
    pair = min(int(rows().value[each]) for each in some if rows().value[each] >= found.measures.raised_from)
    lines = {line.sign.ranks: line for line in one.rule.lines}
    assert lines["2"].raises_from == pair
    assert all(line.raises_from is not None and line.raises_from >= pair for line in one.rule.lines)


@pytest.mark.parametrize("below", [NEVER, FLUSH], ids=["the dealer stands", "the dealer draws"])
@pytest.mark.parametrize(("text", "dealer"), [("As Ks 4d", "Qd Jd Th"), ("9s 9d 4h", "9h 8d 8c")])
def test_six_cards_and_a_drawn_royal_by_its_suit_are_counted_one_by_one(
    text: str, dealer: str, below: Key
) -> None:
    """Against three known cards of the dealer, alone and beside a seat; the royal in the suit of the row."""
    found = drawing(*([] if below == NEVER else [BELOW_FLUSH]))
    dealing, measures, number = found.game.dealing, found.measures, row(text)
    mine, suit = cards_of(number), int(royal_suits()[number])
    theirs = three(dealer)
    assert not {*mine} & {*theirs}
    rules = Rules(QUEEN_HIGH, below, True)
    each = list(hand_worths(dealing, measures, [0] * 13, [number]))
    assert [worths.suit for worths in each] == ([None] if suit < 0 else [0, 1, 2, 3])
    assert sum(worths.weight for worths in each) == rows().weight[number]
    worths = each[max(suit, 0)]
    place = np.flatnonzero((all_hands().cards[worths.hands] == theirs).all(axis=1))[0]
    naive = naive_draws(found.game.sheet, rules, mine, theirs, bets=found.bets)
    outcomes = int(worths.outcomes[0, place])
    sums = [int(each) * measures.unit for each in worths.sums[NET, :, 0, place]]
    assert [Fraction(each, outcomes * 1000) for each in sums] == naive
    seats = parse_cards("2s 2h 2c")
    left = [card for card in range(52) if card not in (*mine, *theirs, *seats)]
    rest = np.array([[*theirs, *left]])
    deals = Deals(np.array([number]), np.array([seats]), rest, rest[:, :0], np.array([max(suit, 0)]))
    dealt = deal_worths(dealing, measures, Known(hole=3, seats=1), deals)
    beside = naive_draws(found.game.sheet, rules, mine, theirs, seats, bets=found.bets)
    total = int(dealt.outcomes[0]) * 1000
    assert [Fraction(int(each) * measures.unit, total) for each in dealt.sums[:, 0]] == beside


@pytest.mark.parametrize("fold", ["lose", "stays"])
def test_the_hand_of_a_dealer_who_draws_counts_as_it_is_settled(fold: str) -> None:
    """Every fourth card of some dealer's hands; and all of them in a single deal."""
    found = drawing_dealer(fold)
    dealing, measures, number = found.game.dealing, found.measures, row("9s 9d 4h")
    mine = cards_of(number)
    [worths] = hand_worths(dealing, measures, [0] * 13, [number])
    for text in ("Kc 9h 4c", "9h 9s 3c", "8h 8c 8d", "Qh Jc 2c"):
        dealer = three(text)
        stands = text == "8h 8c 8d"
        place = np.flatnonzero((all_hands().cards[worths.hands] == dealer).all(axis=1))[0]
        live = [card for card in range(52) if card not in (*mine, *dealer)]
        rest = np.array([[*dealer, *live]])
        deals = Deals(np.array([number]), rest[:, :0], rest, rest[:, :0])
        dealt = deal_worths(dealing, measures, Known(hole=3), deals)
        for action, name in enumerate(ACTIONS[:2]):
            fourths = [dealer if stands else (*dealer, card) for card in live]
            total = sum(settled(found, mine, name, cards) for cards in fourths)
            assert worths.sums[NET, action, 0, place] * measures.unit == total, (text, name)
            mean = Fraction(int(dealt.sums[action, 0]), int(dealt.outcomes[0])) * measures.unit
            assert mean == Fraction(total, len(fourths)), (text, name)


def test_a_bet_on_colours_is_worth_the_same_whatever_is_known() -> None:
    """Its mean is added to that of the rest; so few deals are enough to fit a rule and to try it."""
    game = Game(open_table(with_dealer_bets()))
    asked, alone = [Known(seats=6)], {"ante": 1000}
    [without], [beside] = (
        worths_of_knowledge(game, asked, bets, np.random.Generator(np.random.Philox(1)), 100)
        for bets in (alone, {**alone, "prime": 500})
    )
    more = game.price("prime").ev / 2
    assert beside.honest == without.honest + more
    assert float(beside.ev) == pytest.approx(float(without.ev) + float(more))
    assert beside.gain == without.gain


def test_honest_play_where_two_cards_show_is_that_of_the_price() -> None:
    """Hand by hand: the page has the mean; whoever has queen high folds to a king and an ace that show."""
    found = case(load_house("rivers", ["dealer.shows=2"]), {"ante": 1000})
    honest = honest_play(found.game, found.bets, found.measures)
    assert str(honest.ev) == figures_of_page("rivers")[Known(hole=2)].exact
    up = np.array([parse_cards("Ks Ac"), parse_cards("2c 7s"), parse_cards("7s 2c")])
    deals = Deals(np.full(3, row("Qs 9d 4h")), up[:, :0], up, up)
    assert honest.actions(deals).tolist() == [FOLD, PLAY, PLAY]


def test_large_pays_leave_the_deviation_out_and_larger_ones_are_refused() -> None:
    """Of a meter of a million dollars squares are too large to be summed exactly; of ten even the sums."""
    bets = {"ante": 1000, "progressive": 100}
    games = {meter: Game(open_table(load_house("rivers")), meter=meter) for meter in (10**8, 10**9)}
    found = measures_of(games[10**8].dealing, games[10**8].payoffs_of(bets))
    assert found.pat[NET].any()
    assert not found.pat[SQUARE:].any()
    with pytest.raises(NotPriced, match="smaller pays"):
        worths_of_knowledge(games[10**9], [Known(hole=1)], bets)


@pytest.mark.parametrize("name", ["two cards show", "suits are paid", "colours are bet on"])
def test_the_first_card_is_weighed_as_often_as_it_comes(name: str) -> None:
    """Each rank comes first in one of thirteen deals, and all deals together are the price of the bet."""
    sheet, bets = {
        "two cards show": (load_house("rivers", ["dealer.shows=2"]), {"ante": 1000}),
        "suits are paid": (load_house("rivers", ["player.draws=true"]), {"ante": 1000, "progressive": 100}),
        "colours are bet on": (with_dealer_bets(), {"ante": 1000, "prime": 500}),
    }[name]
    game = Game(open_table(sheet))
    found = worth_of_first_card(game, edges_of("A"), bets)
    colours = "prime" in bets  # their mean is the same beside any decision
    price = game.price("ante").ev + game.price("prime").ev / 2 if colours else game.price_bets(bets).ev / 1000
    assert [each.chance for each in found.classes] == [Fraction(1, 13), Fraction(12, 13)]
    assert found.honest == sum(each.chance * each.ev for each in found.classes) == price

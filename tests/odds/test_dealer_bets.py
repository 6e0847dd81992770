"""Bets on the dealer's hand, both hands, the beaten hand, colours: as plain counting has them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text, parse_cards
from pitboss.hands import best_three
from pitboss.messages.rounds import side_words, sure_words
from pitboss.odds import Game, advise, price_sheet
from pitboss.odds.counts import Dealing, Looks, against_every_hand, counts_of, counts_of_one
from pitboss.odds.geometry import row_of, rows, triple_index
from pitboss.report.notes import price_notes
from pitboss.round import open_table
from pitboss.round.settlement import ActionId, Deal, Hand, Line, dealer_draws, pay_deal
from pitboss.round.showdown import explain, sure_bets
from pitboss.round.state import Seat
from pitboss.sheet import Sheet, SheetRefused, load_house
from pitboss.sheet.rule_card import printed_tables
from tests.naive.hands import DECK, rank3
from tests.odds.counting import (
    ALWAYS,
    NEVER,
    QUEEN_HIGH,
    Array,
    Rules,
    cards,
    dealer_outcomes,
    ladder,
    place_of,
    strength,
    triples,
    up_to_suits,
)
from tests.odds.dealer_bets import (
    ORDER,
    PAYS,
    STAKE,
    dealer_bet_sets,
    kind3,
    odds_of,
    profit,
    with_dealer_bets,
)
from tests.odds.prices import check

ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'
BELOW_FLUSH = 'dealer.draw={when="below",below="flush",clause="RIV-5",stands_clause="RIV-5"}'
ACTIONS: tuple[ActionId, ...] = ("fold", "play")
BETS = {"ante": 1000, **dict.fromkeys(PAYS, STAKE)}


def text(cards: object) -> list[str]:
    return str(cards).split()


def deals(sheet: Sheet, number: int, seed: str) -> list[tuple[list[str], list[str], list[str]]]:
    """Random deals, some of few ranks and suits: the hand, the dealer's three, all of the dealer's cards."""
    chance, table, found = random.Random(seed), open_table(sheet), []
    for count in range(number):
        deck = DECK if count % 2 else [card for card in DECK if card[0] in "AKQ2" and card[1] in "dhs"]
        seven = chance.sample(deck, 7)
        dealt = seven[3:6]
        draws = dealer_draws(table, parse_cards(" ".join(dealt)))
        found.append((seven[:3], dealt, seven[3:7] if draws else dealt))
    return found


@pytest.mark.parametrize(
    "sets", [(), (ALWAYS_DRAWS,), (BELOW_FLUSH,)], ids=["three", "four", "below a flush"]
)
@pytest.mark.parametrize("fold", ["stays", "lose"])
def test_settlement_is_that_of_a_plain_reading(sets: tuple[str, ...], fold: str) -> None:
    sheet = with_dealer_bets(*sets, fold=fold)
    table = open_table(sheet)
    seen: Counter[tuple[str, bool]] = Counter()
    for mine, dealt, dealer in deals(sheet, 400, f"{sets}{fold}"):
        a, b, c = cards(" ".join(mine))
        held = parse_cards(" ".join(dealer))
        plays = text(cards_text(held if len(held) == 3 else best_three(held)))
        for action in ACTIONS:
            hand = Hand(1, "a", BETS, (a, b, c), action)
            paid = pay_deal(table, Deal(held, [hand])).seats[0].lines
            for line in paid:
                if line.id in PAYS:
                    folded = action == "fold" and fold == "lose"
                    assert line.profit == profit(line.id, mine, plays, dealt, folded), (line, mine, dealer)
                    assert line.clause == ("RIV-2" if folded and line.id != "prime" else "RIV-7")
                    seen[line.id, line.profit > 0] += 1
            told = explain(table, hand, held, paid)
            for side in told.sides:
                words = side_words(sheet, side)
                assert words.startswith(side.id.replace("ante_bonus", "Ante Bonus"))
                assert set(side.cards) <= {*mine, *dealer}
    assert all(seen[name, won] for name in PAYS for won in (True, False))


def test_the_outcome_classes_of_a_bet_that_a_fold_loses_are_settled_to_its_price() -> None:
    """They name the dealer's hand itself, not its place among what the bet looks at: so PAR settles it."""
    game = Game(open_table(with_dealer_bets(fold="lose")))
    for wager in ("ante", *PAYS):
        if wager not in game.sheet.wagers:  # a bonus
            continue
        outcomes, price = game.outcomes(wager), game.price(wager)
        own = {"ante", "play", *game.sheet.bonuses} if wager == "ante" else {wager}
        total = sum(
            end.number * line.profit
            for end in outcomes.classes
            for line in game.lines_of(outcomes.wagers, end)
            if line.id in own
        )
        assert Fraction(total, outcomes.number * outcomes.wagers[wager]) == price.ev, wager


def test_a_tie_beats_no_hand_and_the_dealer_has_it_too() -> None:
    table = open_table(with_dealer_bets())
    hand = Hand(1, "a", BETS, cards("9h 9c 4d"), "play")
    lines = {line.id: line for line in pay_deal(table, Deal(parse_cards("9s 9d 4c"), [hand])).seats[0].lines}
    assert lines["bad_beat"].profit == -STAKE
    assert lines["double_plus"].profit == 8 * STAKE
    assert lines["dealer_plus"].profit == STAKE


def test_equal_hands_are_paid_by_what_both_have() -> None:
    table = open_table(with_dealer_bets())

    def line(mine: str, dealer: str) -> Line:
        hand = Hand(1, "a", BETS, cards(mine), "play")
        paid = pay_deal(table, Deal(parse_cards(dealer), [hand])).seats[0].lines
        return next(each for each in paid if each.id == "tie")

    assert line("9h 9c 4d", "9s 9d 4c").profit == 200 * STAKE
    assert line("Kh 9c 4d", "Ks 9d 4c").profit == 60 * STAKE
    assert line("Kh 9c 4d", "Ks 9d 3c").profit == -STAKE
    assert line("9h 9c 4d", "9s 9d 5c").profit == -STAKE


def test_a_bet_on_a_tie_wins_as_often_as_two_hands_are_equal() -> None:
    """Every hand against all that have its rank, none of them with a card of it: 450,528 deals."""
    ties = 0
    by_rank: dict[object, list[set[str]]] = {}
    for three in combinations(DECK, 3):
        by_rank.setdefault(rank3(three), []).append({*three})
    for alike in by_rank.values():
        ties += sum(not first & second for first, second in permutations(alike, 2))
    flat = 'pays.tie.lines={clause="RIV-7", high_card_or_better="800 to 1"}'
    price = price_sheet(with_dealer_bets(flat, names=["tie"])).wagers["tie"]
    check(price)
    assert price.outcomes == 22_100 * 18_424
    assert (ties, price.win_frequency) == (450_528, Fraction(450_528, price.outcomes))
    assert price.ev == Fraction(801 * ties, price.outcomes) - 1


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    """How many hands are of each kind, by a second evaluator."""
    return dict(Counter(kind3(three) for three in combinations(DECK, 3)))


def test_a_bet_on_the_dealer_costs_what_the_same_bet_on_ones_own_hand_does(counts: dict[str, int]) -> None:
    price = price_sheet(with_dealer_bets(names=["dealer_plus"])).wagers["dealer_plus"]
    check(price)
    lines = PAYS["dealer_plus"][1]
    assert price.ev == Fraction(sum(n * lines.get(hand, -1) for hand, n in counts.items()), 22_100)


def test_colours_by_counting_cards_of_a_colour() -> None:
    price = price_sheet(with_dealer_bets(names=["prime"])).wagers["prime"]
    check(price)
    three = Fraction(2 * comb(26, 3), comb(52, 3))
    six = Fraction(2 * comb(26, 6), comb(52, 6))  # any six cards of a colour are of one
    assert price.ev == 3 * (three - six) + 4 * six - (1 - three)
    assert price.outcomes == 22_100 * 18_424


@cache
def categories() -> list[str]:
    """The kind of each place of the ladder of naive keys."""
    named: dict[tuple[int, ...], str] = {(5, 14): "mini_royal", (4, 14): "three_aces"}
    plain = [kind for kind in ORDER if kind != "three_aces"]
    return [named.get(key, plain[key[0]]) for key in ladder()]


def lower_profits(name: str, mine: int, dealers: Array) -> int:
    """What one hand wins in all against so many dealer hands of each strength."""
    odds = [odds_of(PAYS[name][1], hand, ORDER) for hand in categories()]
    pays = np.array([-1 if each is None else each for each in odds], np.int64)
    if name != "dealer_plus":
        pays = pays[np.minimum(mine, np.arange(len(pays)))]
    if name == "bad_beat":
        pays[mine] = -1
    return int(pays @ dealers)


@pytest.mark.parametrize("sets", [(), (BELOW_FLUSH,)], ids=["three", "below a flush"])
def test_two_hands_by_every_deal(sets: tuple[str, ...]) -> None:
    """Every row against every dealer outcome, by strengths of the naive ladder."""
    rules = Rules(QUEEN_HIGH, (2,) if sets else NEVER)
    game = Game(open_table(with_dealer_bets(*sets, names=["double_plus", "bad_beat"])))
    some = up_to_suits() if not sets else up_to_suits()[:: len(up_to_suits()) // 8]
    sums: Counter[str] = Counter()
    for hand, weight in some:
        dealers = dealer_outcomes(hand, (), rules).by_strength(3)
        assert dealers.sum() == 18_424 * (46 if sets else 1)
        for name in ("double_plus", "bad_beat"):
            total = lower_profits(name, int(strength(*hand)), dealers)
            sums[name] += weight * total
            if sets:
                evs = advise(game, hand, bets={"ante": 500, name: 500}).actions
                bare = advise(game, hand, bets={"ante": 500}).actions
                assert evs["play"] - bare["play"] == Fraction(total, int(dealers.sum()))
    for name in ("double_plus", "bad_beat"):
        price = game.price(name)
        check(price)
        assert price.outcomes == 22_100 * 18_424 * (46 if sets else 1)
        if not sets:
            assert price.ev == Fraction(sums[name], price.outcomes)


@pytest.mark.parametrize(
    ("sets", "below"), [(ALWAYS_DRAWS, ALWAYS), (BELOW_FLUSH, (2,))], ids=["always", "below a flush"]
)
def test_a_dealer_who_draws(sets: str, below: tuple[int, ...]) -> None:
    price = price_sheet(with_dealer_bets(sets, names=["dealer_plus"])).wagers["dealer_plus"]
    check(price)
    assert price.outcomes == 22_100 * 49
    dealers = dealer_outcomes((), (), Rules(QUEEN_HIGH, below)).by_strength(0)
    assert price.ev == Fraction(lower_profits("dealer_plus", 0, dealers), price.outcomes)


@pytest.mark.parametrize("hand", ["Kd 7d 2d", "9h 9c 4c", "Qs Jh 8d", "As Kh Qh"])
def test_colours_and_showdown_together_over_the_hands_of_a_row(hand: str) -> None:
    """All hands that a row stands for against all dealer hands: each end with each class of both."""
    looks = Looks(six=False, dealer=True, colours=True)
    row = int(row_of()[triple_index(*(np.array(card) for card in sorted(cards(hand))))])
    pat = against_every_hand(Dealing(0, place_of(QUEEN_HIGH), 0, False), looks, row)[:, 0]
    given = tuple(sorted(rows().cards[row].tolist()))
    orbit = {tuple(sorted(4 * (c >> 2) + order[c & 3] for c in given)) for order in permutations(range(4))}
    assert len(orbit) == rows().weight[row]
    counted = np.zeros((6, 3, 10), np.int64)
    names = np.array([ORDER.index(each) for each in categories()])
    for mine in orbit:
        free = triples()[~np.isin(triples(), mine).any(axis=1)]
        own, theirs = int(strength(*mine)), strength(*free.T).astype(np.int64)
        versus = 3 * (theirs >= place_of(QUEEN_HIGH)) + 1 + (own > theirs) - (own < theirs)
        red, other = np.isin(np.array(mine) & 3, (1, 2)), np.isin(free & 3, (1, 2))
        six = (other == red[0]).all(axis=1) if red.all() or not red.any() else None
        colour = np.zeros(len(free), np.int64) if six is None else 1 + six
        beaten = (own > theirs) & (names[own] == names[theirs])
        dealer = np.where(theirs == own, 8, np.where(beaten, 9, names[theirs]))
        np.add.at(counted, (versus, colour, dealer), 1)
    found = pat.reshape(6, 3, 10) * len(orbit)
    assert (found == 3 * counted).all()


@pytest.mark.parametrize(
    ("sets", "fold"),
    [((), "lose"), (("dealer.shows=1",), "stays")],
    ids=["lose", "one card up"],
)
def test_one_hand_is_worth_what_all_deals_of_it_bring(sets: tuple[str, ...], fold: str) -> None:
    """Settled one by one: every dealer hand beside one player's hand, all bets together."""
    names = ["dealer_plus", "double_plus", "bad_beat", "six_bonus"]
    sheet, bets = (
        with_dealer_bets(*sets, names=names, fold=fold),
        {"ante": 1000, **dict.fromkeys(names, STAKE)},
    )
    table, game = open_table(sheet), Game(open_table(sheet))
    mine, up = cards("Qs 6h 6d"), parse_cards("Kh") if sets else ()
    left = [card for card in range(52) if card not in (*mine, *up)]
    sums: Counter[str] = Counter()
    dealt = [(*three, *up) for three in combinations(left, 3 - len(up))]
    for dealer in dealt:
        for action in ACTIONS:
            sums[action] += pay_deal(table, Deal(dealer, [Hand(1, "a", bets, mine, action)])).seats[0].net
    evs = advise(game, mine, up=up, bets=bets).actions
    assert evs == {action: Fraction(sums[action], len(dealt) * 1000) for action in ACTIONS}


def test_a_whole_bet_is_the_sum_of_its_parts() -> None:
    """No decision touches these bets, so means add up; and the distribution fills all deals."""
    names = ["dealer_plus", "double_plus", "bad_beat", "prime"]
    sheet, bets = with_dealer_bets(names=names), {"ante": 1000, **dict.fromkeys(names, STAKE)}
    found = price_sheet(sheet, bets=bets)
    assert found.combined is not None
    check(found.combined)
    assert found.combined.outcomes == 22_100 * 18_424
    parts = sum((stake * found.wagers[name].ev for name, stake in bets.items()), Fraction(0))
    assert found.combined.ev == parts
    two = {"dealer_plus": STAKE, "prime": STAKE}
    side = Game(open_table(sheet)).price_bets(two)
    check(side)
    assert side.ev == sum((STAKE * found.wagers[name].ev for name in two), Fraction(0))


def test_what_depends_on_a_fold_is_priced_beside_an_ante() -> None:
    sheet = with_dealer_bets(names=["dealer_plus", "double_plus"], fold="lose")
    found = price_sheet(sheet, bets={"ante": 1000, "dealer_plus": 1000})
    alone = price_sheet(with_dealer_bets(names=["dealer_plus", "double_plus"]))
    for name in ("dealer_plus", "double_plus"):
        check(found.wagers[name])
        assert found.wagers[name].ev <= alone.wagers[name].ev
    assert found.combined is not None
    main_alone = 1000 * found.wagers["ante"].ev - 1000
    assert found.combined.ev >= main_alone


def test_a_bonus_on_the_dealers_hand() -> None:
    bonus = 'bonus.insult={label="Insult", on="ante", clause="RIV-6"}'
    pays = 'pays.insult={judged="beaten hand", lines={clause="RIV-6", straight_or_better="20 to 1"}}'
    sheet = with_dealer_bets(bonus, pays, names=["prime"])
    plain = with_dealer_bets(names=["prime"])
    more, less = price_sheet(sheet).wagers["ante"], price_sheet(plain).wagers["ante"]
    check(more)
    assert more.ev > less.ev


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        (['wager.prime.fold.does="lose"'], "wager.prime.fold.does: colours are seen before the decision"),
        (["player.draws=true"], "hands as dealt decide it, and players draw at this house"),
        (['pays.prime.lines.pair="1 to 1"'], "pays.prime.lines.pair: is not a hand that a pay line can name"),
        (
            ['pays.dealer_plus.lines.mini_royal_spades="1 to 1"'],
            "pays.dealer_plus.lines.mini_royal_spades: is not a hand that a pay line can name",
        ),
        (['pays.bad_beat.judged="beaten"'], "did you mean 'beaten hand'?"),
        (
            ['bonus.shade={label="Shade", on="ante", clause="RIV-6"}',
             'pays.shade={judged="colours", lines={clause="RIV-6", six_of_one_colour="1 to 1"}}'],
            "pays.shade.judged: a bonus is paid for a hand",
        ),
        (
            ["player.draws=true", "wager.double_plus=", "pays.double_plus=", "wager.bad_beat=",
             "pays.bad_beat=", 'wager.dealer_plus.fold.does="lose"'],
            "no fold loses a bet on the dealer",
        ),
        (
            ["player.draws=true", "pays.dealer_plus.lines=",
             'pays.dealer_plus.pat={clause="RIV-7", pair="1 to 1"}',
             'pays.dealer_plus.drawn={clause="RIV-7", pair="1 to 1"}'],
            "are judged as dealt",
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_what_such_a_table_may_not_say(sets: list[str], says: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        with_dealer_bets(*sets)
    assert any(says in fault.sentence for fault in refused.value.faults), refused.value.faults


def test_where_players_draw_colours_and_the_dealer_are_bet_on_as_dealt() -> None:
    names = ["dealer_plus", "prime"]
    drawing = price_sheet(with_dealer_bets("player.draws=true", names=names))
    plain = price_sheet(with_dealer_bets(names=names))
    for name in names:
        assert drawing.wagers[name].ev == plain.wagers[name].ev


def test_no_decision_goes_by_a_bet_on_the_dealer_beside_a_draw() -> None:
    """So means add up, and the distribution is left out."""
    names = ["dealer_plus", "prime"]
    game = Game(open_table(with_dealer_bets("player.draws=true", names=names)))
    bets = {"ante": 1000, "dealer_plus": STAKE, "prime": STAKE}
    whole, main = game.price_bets(bets), game.price_bets({"ante": 1000})
    assert whole.ev == main.ev + sum(STAKE * game.price(name).ev for name in names)
    assert whole.moments is not None


@pytest.mark.parametrize("shows", [0, 1])
def test_advice_on_a_draw_leaves_out_bets_on_the_dealer(shows: int) -> None:
    sheet = with_dealer_bets("player.draws=true", f"dealer.shows={shows}", names=["dealer_plus", "prime"])
    game, up = Game(open_table(sheet)), parse_cards("Kh")[:shows]
    bare, whole = (
        advise(game, cards("Qs 6h 3d"), up, bets)
        for bets in ({"ante": 1000}, {"ante": 1000, "dealer_plus": STAKE, "prime": STAKE})
    )
    assert (whole.actions, whole.left_out) == (bare.actions, ("dealer_plus", "prime"))
    assert whole.as_json()["left_out"] == ["dealer_plus", "prime"]
    assert "left_out" not in bare.as_json()


def test_the_words_say_what_is_left_out() -> None:
    sheet = with_dealer_bets("player.draws=true", names=["dealer_plus"])
    game = Game(open_table(sheet))
    (said,) = price_notes(game, game.price_all(bets={"ante": 1000, "dealer_plus": STAKE}))
    assert said.startswith("The whole bet: the mean is exact; the distribution and the deviation")
    assert said.endswith(", with what is drawn, are left out.")


def test_envy_that_a_fold_loses_beside_a_bet_on_the_dealer() -> None:
    """The best play of each hand goes by both, and adds up to the price; colours add their mean."""
    sets = ['wager.progressive.fold={does="lose",clause="RIV-9"}', 'envy.lines={pair_or_better="$5"}']
    made = dealer_bet_sets(["bad_beat", "prime"], "lose")
    sheet = load_house("rivers", [*sets, *(each for each in made if "bad_beat" in each or "prime" in each)])
    game, bets = Game(open_table(sheet), 3), {"ante": 500, "progressive": 100, "bad_beat": 500}
    whole = game.price_bets(bets)
    best, outcomes = 0, 0
    for each in game.worths(bets):
        best += int((each.sums.max(axis=-1)[:, 0] * each.counts.times[:, 0]).sum())
        outcomes = each.outcomes
    assert whole.ev == Fraction(best, 22_100 * outcomes)
    colours = game.price("prime").ev * 500
    assert game.price_bets({**bets, "prime": 500}).ev == whole.ev + colours


def test_every_hand_beside_an_up_card_is_counted_as_one_is() -> None:
    game = Game(open_table(with_dealer_bets("dealer.shows=1")))
    looks = game.looks({"ante": 1000, "bad_beat": STAKE})
    some = next(iter(counts_of(game.dealing, looks)))
    for place in np.flatnonzero(some.seen[0])[::5].tolist():
        one = counts_of_one(game.dealing, looks, int(some.rows[0]), some.ups[place].tolist())
        assert np.array_equal(some.pat[0, place], one.pat[0, 0])


def test_what_is_sure_before_the_reveal() -> None:
    sheet = with_dealer_bets()
    table = open_table(sheet)
    wagers = tuple(BETS.items())

    def sure(hand: str) -> dict[str, str]:
        seat = Seat(1, "ann", wagers, cards(hand))
        return {bet.id: sure_words(sheet, "You", bet) for bet in sure_bets(table, seat) if bet.id in PAYS}

    assert sure("Kh 9d 2d") == {
        "double_plus": "You: double_plus is lost: it needs a pair or better in both hands",
        "bad_beat": "You: bad_beat is lost: it needs a pair or better that is beaten",
        "prime": "You has three of one colour: prime pays at least 3 to 1 whatever the dealer has",
    }
    assert sure("9s 9d 2d") == {"prime": "You: prime is lost: it needs three of one colour"}


def test_lines_are_labelled_and_ordered_in_the_printed_table() -> None:
    tables = {
        table.id: table
        for table in printed_tables(with_dealer_bets('labels.six_of_one_colour="All six alike"'))
    }
    assert tables["prime"].heads == ("Colours", "Pays")
    assert tables["prime"].rows == (("All six alike", "4 to 1"), ("Three of one colour (♣♠ or ♦♥)", "3 to 1"))
    assert tables["dealer_plus"].heads[0] == "Dealer's hand"
    assert tables["double_plus"].heads[0] == "Both hands"
    assert tables["bad_beat"].heads[0] == "Beaten hand"
    assert tables["tie"].heads[0] == "Equal hands"

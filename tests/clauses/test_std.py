"""STD: what is common to all five houses."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import pytest

from pitboss.cards import CARD_TEXTS, FULL_DECK, parse_cards
from pitboss.hands import Category, category3, category6, value3
from pitboss.round import (
    DealCards,
    Decide,
    EndDeal,
    NotADocument,
    PlaceBets,
    RevealDealer,
    RoundVoided,
    SettleRound,
    VoidRound,
    away_decision,
    dump_round,
    open_round,
    parse_round,
)
from pitboss.round.settlement import ActionId
from pitboss.sheet import SheetRefused, load_house
from pitboss.sheet.pays import ForOne, ToOne, parse_pay

from .tables import (
    BANKER,
    BEFORE_THE_END,
    FULL_BET,
    HOUSES,
    Stage,
    Story,
    cards_in,
    play_out,
    play_to,
    seat,
    table_of,
    voided,
    won,
)

QUEEN_HIGH_HOUSES = ("atlantic-city", "napa-valley", "shine", "rivers")


def showdown(cards: str, dealer: str) -> str:
    """What happens to the Play bet of a hand against a dealer who qualifies."""
    return play_out("shine", {1: seat(cards, "play", ante=1000)}, dealer).result("play")


# STD-1: one deck, shuffled for every round


@pytest.mark.clause("STD-1")
def test_std_1_a_round_is_dealt_from_the_52_cards_each_once() -> None:
    story = play_to("bets", "rivers", {1: seat("As Ks Qs", ante=1000)})
    short, twice, strange = CARD_TEXTS[:51], (*CARD_TEXTS[:51], "2c"), (*CARD_TEXTS[:51], "1s")
    for deck in (short, twice, (*CARD_TEXTS, "2c"), strange, ()):
        assert story.refusal(DealCards(deck)).clause == "STD-1"
    assert story.then(DealCards(CARD_TEXTS)).state.phase == "deal"


@pytest.mark.clause("STD-1")
def test_std_1_no_card_has_two_places_in_a_round() -> None:
    bets = {number: seat("", ante=1000) for number in range(1, 8)}
    state = play_to("bets", "pechanga", bets).then(DealCards(CARD_TEXTS)).state
    held = [card for each in state.seats for card in each.cards]
    replacements = [state.replacement(number) for number in range(1, 8)]
    cards = [*held, *state.dealer_cards, *replacements, state.fourth_card]
    assert len(set(cards)) == len(cards) == 7 * 3 + 3 + 7 + 1


@pytest.mark.clause("STD-1")
def test_std_1_every_round_asks_for_a_deck_of_its_own() -> None:
    table = table_of("shine")
    bet = PlaceBets(1, "ann", {"ante": 1000})
    first = Story(open_round(table)).then(bet, DealCards(CARD_TEXTS))
    second = Story(open_round(table)).then(bet)
    assert second.state.deck == ()
    second = second.then(DealCards(tuple(reversed(CARD_TEXTS))))
    assert first.state.deck == tuple(reversed(second.state.deck)) == FULL_DECK


# STD-2: the ranking

FALLING = (
    *("As Ks Qs", "Kh Qh Jh", "3c 2c Ac"),  # mini royal, best and worst other straight flush
    *("Ad Ah As", "2d 2h 2s"),  # three of a kind
    *("Ac Kd Qh", "3s 2c Ad"),  # straight
    *("Ah Kh Jh", "5d 3d 2d"),  # flush
    *("As Ac Kd", "2s 2h 3c"),  # pair
    *("Ad Kh Js", "Qc 3d 2s"),  # high card, down to the last that qualifies
)


@pytest.mark.parametrize(("better", "worse"), list(pairwise(FALLING)))
@pytest.mark.clause("STD-2")
def test_std_2_each_hand_beats_the_next(better: str, worse: str) -> None:
    assert showdown(better, worse) == "win"
    assert showdown(worse, better) == "lose"


@pytest.mark.clause("STD-2")
def test_std_2_the_categories_of_all_22_100_hands() -> None:
    values = {hand: value3(*hand) for hand in combinations(FULL_DECK, 3)}
    assert len(set(values.values())) == 741
    assert Counter(category3(*hand).text for hand in values) == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }
    for higher, lower in pairwise(reversed(Category)):
        least = min(value for hand, value in values.items() if category3(*hand) is higher)
        most = max(value for hand, value in values.items() if category3(*hand) is lower)
        assert least > most


@pytest.mark.parametrize(
    ("house", "wager", "royal", "next_best"),
    [
        ("pechanga", "double_shot", "60 to 1", "40 to 1"),
        ("atlantic-city", "pair_plus", "50 to 1", "40 to 1"),
        ("napa-valley", "pair_plus", "200 to 1", "40 to 1"),
        ("shine", "pair_xxx", "40 to 1", "40 to 1"),  # no line of its own: a plain straight flush
        ("rivers", "pair_plus", "40 to 1", "40 to 1"),
    ],
)
@pytest.mark.clause("STD-2")
def test_std_2_the_mini_royal_is_paid_by_its_own_line_where_it_has_one(
    house: str, wager: str, royal: str, next_best: str
) -> None:
    seats = {
        1: seat("As Ks Qs", "play", {"ante": 500, wager: 500}),
        2: seat("Kh Qh Jh", "play", {"ante": 500, wager: 500}),
    }
    story = play_out(house, seats, "9c 9d 2c")
    assert (story.line(wager, 1).pays, story.line(wager, 2).pays) == (royal, next_best)


# STD-3: the ace


@pytest.mark.parametrize(("low", "next_low"), [("3s 2h Ad", "4s 3h 2c"), ("3s 2s As", "4h 3h 2h")])
@pytest.mark.clause("STD-3")
def test_std_3_3_2_a_is_the_lowest_straight_and_straight_flush(low: str, next_low: str) -> None:
    assert showdown(low, next_low) == "lose"
    assert showdown(next_low, low) == "win"


@pytest.mark.parametrize(("top", "second"), [("As Kh Qd", "Ks Qh Jd"), ("Ah Kh Qh", "Ks Qs Js")])
@pytest.mark.clause("STD-3")
def test_std_3_a_k_q_is_the_highest(top: str, second: str) -> None:
    assert showdown(top, second) == "win"


@pytest.mark.parametrize("cards", ["2s Ah Kd", "2s As Ks"])
@pytest.mark.clause("STD-3")
def test_std_3_the_ace_does_not_go_round_the_corner(cards: str) -> None:
    assert category3(*parse_cards(cards)) in (Category.HIGH_CARD, Category.FLUSH)
    line = play_out("shine", {1: seat(cards, pair_xxx=500)}).line("pair_xxx")
    assert line.pays == ("3 to 1" if cards == "2s As Ks" else None)


@pytest.mark.clause("STD-3")
def test_std_3_the_ace_is_high_in_every_other_hand() -> None:
    assert showdown("As 4h 2s", "Ks Qh Td") == "win"
    assert showdown("As Ah 2s", "Ks Kh Qd") == "win"


# STD-4: within a category


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ks Kh 2d", "Qs Qh Ad"),  # the pair first: the loser holds the highest card
        ("5s 5h 4d", "2s 2h Kd"),
        ("Ks Kh 3d", "Kd Kc 2s"),  # then the kicker
        ("As 4h 2d", "Ks Qh Td"),  # the highest card
        ("Qs 9h 2d", "Qh 8s 7d"),  # the middle card
        ("Qs 9h 5d", "Qh 9s 4d"),  # the lowest card
        ("As 4s 2s", "Kh Qh Th"),  # and the same for flushes
        ("Qs 9s 2s", "Qh 8h 7h"),
        ("Qs 9s 5s", "Qh 9h 4h"),
        ("4s 3h 2d", "3s 2h Ad"),  # straights by their top card, A-2-3 by its three
        ("Qs Jh Td", "Jc Tc 9s"),
        ("4s 3s 2s", "3h 2h Ah"),
        ("3s 3h 3d", "2s 2h 2d"),
    ],
)
@pytest.mark.clause("STD-4")
def test_std_4_the_better_hand_of_the_same_category(better: str, worse: str) -> None:
    assert category3(*parse_cards(better)) is category3(*parse_cards(worse))
    assert showdown(better, worse) == "win"
    assert showdown(worse, better) == "lose"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Qs 9h 4d", "Qh 9s 4c"),
        ("Ks Qs 2s", "Kh Qh 2h"),
        ("Ks Kh 2d", "Kd Kc 2s"),
        ("3s 2h Ad", "3h 2s Ac"),
        ("Ks Qs Js", "Kc Qc Jc"),
        ("As Ks Qs", "Ac Kc Qc"),
    ],
)
@pytest.mark.clause("STD-4")
def test_std_4_suits_never_break_a_tie(one: str, other: str) -> None:
    assert showdown(one, other) == showdown(other, one) == "push"


# STD-5: "to 1" and "for 1"


@pytest.mark.clause("STD-5")
def test_std_5_the_same_number_to_1_and_for_1() -> None:
    straight = {1: seat("9s 8h 7d", pair_plus=500, progressive=100)}
    printed = play_out("rivers", straight).line("progressive")
    changed = play_out(table_of("rivers", 'pays.progressive.lines.straight="6 to 1"'), straight)
    assert printed == won("progressive", 100, 500, "6 for 1", "RIV-10")  # 600 paid, the 100 kept
    assert changed.line("progressive") == won("progressive", 100, 600, "6 to 1", "RIV-10")


@pytest.mark.clause("STD-5")
def test_std_5_they_are_different_types_and_do_not_mix() -> None:
    to, for_ = parse_pay("6 to 1"), parse_pay("6 for 1")
    assert (type(to), type(for_)) == (ToOne, ForOne)
    assert to != for_
    with pytest.raises(SheetRefused):
        load_house("rivers", ['showdown.better.ante="1 for 1"'])
    with pytest.raises(SheetRefused):
        load_house("rivers", ['pays.ante_bonus.lines.straight="1 for 1"'])


# STD-6: queen high or better


@pytest.mark.parametrize("house", QUEEN_HIGH_HOUSES)
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Qs 3h 2d", True),
        ("Js Th 8d", False),
        ("5s 3h 2d", False),
        ("2s 2h 3d", True),
        ("5s 3s 2s", True),
        ("3s 2h Ad", True),
        ("4s 3h 2d", True),
        ("As 4h 2d", True),
    ],
)
@pytest.mark.clause("STD-6")
def test_std_6_queen_high_or_better(house: str, dealer: str, qualifies: bool) -> None:
    story = play_out(house, {1: seat("9c 7c 5h", "play", ante=1000)}, dealer)
    assert story.dealer_seen_by(None).qualifies is qualifies
    assert story.result("ante") == ("lose" if qualifies else "win")


@pytest.mark.parametrize("house", QUEEN_HIGH_HOUSES)
@pytest.mark.clause("STD-6")
def test_std_6_the_dealer_qualifies_on_15_380_hands(house: str) -> None:
    line = load_house(house).dealer.qualifier.value
    assert sum(value3(*hand) >= line for hand in combinations(FULL_DECK, 3)) == 15_380


# STD-7: the best five of six

SIX = (
    ("royal_flush", "As Ks Qs", "Js Ts 9s"),
    ("royal_flush", "As Ts 2d", "Ks Qs Js"),
    ("straight_flush", "Ks Qs Js", "Ts 9s Ad"),
    ("straight_flush", "As 2s 3s", "4s 5s Kd"),
    ("four_of_a_kind", "9s 9h 2c", "9d 9c 2h"),
    ("full_house", "9s 9h 2c", "9d 2h Kc"),
    ("full_house", "9s 9h 9d", "8s 8h 8d"),  # two trips
    ("flush", "As 9s 4s", "Ks 2s 2d"),
    ("flush", "7s 5s 4s", "3s 2s 6d"),  # a straight too, but no straight flush
    ("straight", "As Kh Qd", "Jc Ts Th"),
    ("straight", "As 2h 3d", "4c 5s Kh"),
    ("three_of_a_kind", "9s 9h 2c", "9d Kh 4s"),
    ("three_of_a_kind", "Ks 4h 2d", "9s 9h 9d"),
    ("two_pair", "9s 9h 2c", "2d Kh Ks"),  # three pairs are not a full house
    ("high_card", "Ks As 2h", "3d 4c Qh"),  # no straight goes round the corner
)


@pytest.mark.parametrize(("category", "player", "dealer"), SIX)
@pytest.mark.clause("STD-7")
def test_std_7_the_best_five_of_the_players_and_the_dealers_three(
    category: str, player: str, dealer: str
) -> None:
    assert category6(parse_cards(f"{player} {dealer}")).text == category
    paid = {
        "royal_flush": "1000 to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "25 to 1",
        "straight": "10 to 1",
        "three_of_a_kind": "5 to 1",
    }
    bets: dict[str, tuple[str, dict[str, int]]] = {
        "atlantic-city": ("six_card_bonus", {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}),
        "shine": ("super_6_bonus", {"ante": 500, "super_6_bonus": 500}),
        "rivers": ("six_card_bonus", {"ante": 500, "six_card_bonus": 500}),
    }
    for house, (wager, bet) in bets.items():
        line = play_out(house, {1: seat(player, "fold", bet)}, dealer).line(wager)
        if category == "flush":
            assert line.pays == ("20 to 1" if house == "rivers" else "15 to 1")
        else:
            assert line.pays == paid.get(category)


# STD-8: whole cents


@pytest.mark.clause("STD-8")
def test_std_8_a_history_with_amounts_that_are_not_whole_cents_is_refused() -> None:
    story = play_out("shine", {1: seat("As Ks Qs", "play", ante=1000)})
    document = dump_round(story.state, story.events)
    with pytest.raises(NotADocument):
        parse_round(document.replace('"ante":1000', '"ante":1000.0'))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-8")
def test_std_8_every_pay_on_every_legal_bet_is_whole_cents(house: str) -> None:
    sheet = load_house(house)
    steps = {name: wager.step.cents for name, wager in sheet.wagers.items()}
    steps["play"] = int(steps["ante"] * sheet.play.times)
    for name, table in sheet.pays.items():
        step = steps[sheet.bonuses[name].on] if name in sheet.bonuses else steps[name]
        for column in table.columns.values():
            for pay in column.lines.values():
                if isinstance(pay, (ToOne, ForOne)):
                    assert Fraction(step * pay.odds).denominator == 1


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-8")
def test_std_8_profits_are_integers(house: str) -> None:
    story = play_out(house, {1: seat("As Ks Qs", "play", FULL_BET[house])})
    assert all(type(line.profit) is int and type(line.returned) is int for line in story.lines())


# STD-9: seats


@pytest.mark.clause("STD-9")
def test_std_9_the_deal_goes_round_in_seat_order_dealer_last() -> None:
    story = Story(open_round(table_of("rivers")))
    for number in (5, 7, 2):  # the order of betting does not matter
        story = story.then(PlaceBets(number, f"p{number}", {"ante": 1000}))
    state = story.then(DealCards(CARD_TEXTS)).state
    dealt = {each.number: each.cards for each in state.seats}
    assert dealt == {2: (0, 4, 8), 5: (1, 5, 9), 7: (2, 6, 10)}
    assert state.dealer_cards == (3, 7, 11)


@pytest.mark.clause("STD-9")
def test_std_9_the_settlement_follows_the_seats() -> None:
    seats = {
        6: seat("Ks Kh 2d", "play", ante=1000),
        1: seat("Js 9h 2h", "fold", ante=1000),
        3: seat("As Ah 2s", "play", ante=1000),
    }
    story = play_out("atlantic-city", seats, order=(6, 3, 1))
    assert story.state.ended is not None
    assert [each.seat for each in story.state.ended.seats] == [1, 3, 6]
    shown = [(each.n, each.hand.net, list(each.lines)) for each in story.seen_by(None).seats]
    assert shown == [(number, story.paid(number).net, list(story.paid(number).lines)) for number in (1, 3, 6)]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-9")
def test_std_9_decisions_come_in_any_order_with_the_same_result(house: str) -> None:
    last: ActionId = "draw" if house == "pechanga" else "fold"
    discard, drawn = ("2s", "Td") if last == "draw" else (None, None)
    seats = {
        2: seat("Ks Kh 2d", "play", FULL_BET[house]),
        3: seat("Js 9h 2h", "fold", FULL_BET[house]),
        5: seat("Ts Th 2s", last, FULL_BET[house], discard=discard, drawn=drawn),
    }
    endings = [play_out(house, seats, "Qc 9c 4d 5d", order=order) for order in permutations(seats)]
    assert len(endings) == 6
    assert all(story.state.ended == endings[0].state.ended for story in endings)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-9")
def test_std_9_up_to_seven_seats_each_once(house: str) -> None:
    story = play_to("bets", house, {number: seat("", ante=1000) for number in range(1, 8)})
    for number in (0, 8, -1):
        assert story.refusal(PlaceBets(number, "zoe", {"ante": 1000})).clause == "STD-9"
    assert story.refusal(PlaceBets(3, "zoe", {"ante": 1000})).code == "not_yours"


# STD-11: hidden dealer cards


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-11")
def test_std_11_the_dealers_hidden_cards_wait_for_the_last_decision(house: str) -> None:
    seats = {1: seat("Ks Kh 2d", "play", ante=1000), 4: seat("Js 9h 2h", "play", ante=1000)}
    hidden = {"Qc", "9c"} if house == "napa-valley" else {"Qc", "9c", "4d"}
    dealt = play_to("deal", house, seats, "Qc 9c 4d 5d")
    looking = dealt.then(EndDeal())
    half = looking.then(Decide(4, "dan", "play"))
    whole = half.then(Decide(1, "ann", "play"))
    for story in (dealt, looking, half, whole):
        for viewer in ("ann", "dan", BANKER, None):
            assert not cards_in(story.seen_by(viewer)) & {*hidden, "5d"}
    for story in (looking, half):
        refusal = story.refusal(RevealDealer())
        assert (refusal.code, refusal.clause) == ("waiting", "PEC-4" if house == "pechanga" else "STD-11")
    for viewer in ("ann", "dan", BANKER, None):
        assert cards_in(whole.then(RevealDealer()).dealer_seen_by(viewer)) >= hidden


@pytest.mark.clause("STD-11")
def test_std_11_a_seat_without_a_decision_is_not_waited_for() -> None:
    seats = {1: seat("Ks Kh 2d", pair_plus=500), 2: seat("Js 9h 2h", "fold", ante=1000)}
    looking = play_to("decisions", "rivers", seats)
    assert looking.state.waiting == (2,)
    assert looking.then(Decide(2, "bob", "fold"), RevealDealer()).state.phase == "reveal"


# STD-12: a round that cannot go on


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", BEFORE_THE_END)
@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_gives_everything_back_at_any_stage(house: str, stage: Stage) -> None:
    bet = FULL_BET[house]
    seats = {1: seat("As Ks Qs", "play", bet), 3: seat("Js 9h 2h", "fold", bet)}
    story = play_to(stage, house, seats, bank=70_000).then(VoidRound("cannot go on"))
    back = [voided(name, stake, "STD-12") for name, stake in bet.items()]
    played = [back[0], voided("play", 1000, "STD-12"), *back[1:]]
    assert story.lines(1) == (played if stage in ("decided", "reveal") else back)
    assert story.lines(3) == back
    assert (story.paid(1).net, story.paid(3).net) == (0, 0)
    ended = story.state.ended
    assert isinstance(ended, RoundVoided)
    if house == "napa-valley":
        assert ended.bank is not None
        assert (ended.bank.stake, ended.bank.net, ended.bank.cover_left) == (70_000, 0, 70_000)


@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_feeds_no_meter() -> None:
    seats = {1: seat("As Ks Qs", "play", ante=1000, progressive=100)}
    story = play_to("reveal", "rivers", seats).then(VoidRound("cannot go on"))
    meter = story.seen_by(None).meter
    assert meter is not None
    assert (meter.before, meter.after) == (None, None)
    assert "meter" not in dump_round(story.state, story.events[-1:])


@pytest.mark.clause("STD-12")
def test_std_12_a_draw_is_given_back_too() -> None:
    seats = {1: seat("9s 9h 2d", "draw", discard="2d", drawn="9d", ante=1000, double_shot=500)}
    story = play_to("decided", "pechanga", seats).then(VoidRound("cannot go on"))
    assert story.lines() == [
        voided("ante", 1000, "STD-12"),
        voided("play", 1000, "STD-12"),
        voided("double_shot", 500, "STD-12"),
    ]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-12")
def test_std_12_a_void_round_is_over_and_a_settled_one_cannot_be_voided(house: str) -> None:
    seats = {1: seat("As Ks Qs", "play", ante=1000)}
    void = play_to("reveal", house, seats).then(VoidRound("cannot go on"))
    for command in (SettleRound(), EndDeal(), VoidRound("cannot go on"), PlaceBets(1, "ann", {"ante": 1000})):
        assert void.refusal(command).code == "phase"
    assert play_out(house, seats).refusal(VoidRound("cannot go on")).clause == "STD-12"


# STD-13: a person who is away

AWAY: tuple[tuple[str, ActionId], ...] = (
    ("Qs 3h 2d", "play"),
    ("Js Th 8d", "fold"),
    ("5s 3h 2d", "fold"),
    ("2s 2h 3d", "play"),
    ("5s 3s 2s", "play"),
    ("As 4h 2d", "play"),
    ("As Ks Qs", "play"),
)
AWAY_AT_PECHANGA: tuple[tuple[str, ActionId], ...] = (
    ("As Kh Jd", "fold"),
    ("Qs Jh 9d", "fold"),
    ("9s 8s 2d", "fold"),
    ("2s 2h 3d", "play"),
    ("5s 3s 2s", "play"),
    ("3s 2h Ad", "play"),
    ("As Ks Qs", "play"),
)


@pytest.mark.parametrize(
    ("house", "cards", "action"),
    [(house, *case) for house in QUEEN_HIGH_HOUSES for case in AWAY]
    + [("pechanga", *case) for case in AWAY_AT_PECHANGA],
)
@pytest.mark.clause("STD-13")
def test_std_13_the_platform_decides_for_those_away(house: str, cards: str, action: ActionId) -> None:
    story = play_to("decisions", house, {2: seat(cards, ante=1000)})
    story = story.then(away_decision(story.state, 2))
    state = story.state.seat(2)
    assert state is not None
    assert (state.action, state.drawn) == (action, None)  # never a draw
    assert state.by == "away rule"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_round_marks_whose_decision_it_was(house: str) -> None:
    story = play_to("decisions", house, {1: seat("As Ks Qs", ante=1000), 2: seat("Ah Kh Qh", ante=1000)})
    away = story.then(away_decision(story.state, 1), Decide(2, "bob", "play"))
    for viewer in ("ann", "bob", None):
        marks = [away.seat_seen_by(viewer, number).hand.by for number in (1, 2)]
        assert marks == ["away rule", "player"]
    assert '"by":"away rule"' in dump_round(away.state, away.events)


@pytest.mark.clause("STD-13")
def test_std_13_the_instructions_a_person_may_leave_are_marked_too() -> None:
    story = play_to("decisions", "shine", {1: seat("As Ks Qs", ante=1000)})
    fold, optimal = Decide(1, "ann", "fold", by="away fold"), Decide(1, "ann", "play", by="away optimal")
    assert story.then(fold).seat_seen_by(None, 1).hand.by == "away fold"
    assert story.then(optimal).seat_seen_by(None, 1).hand.by == "away optimal"


@pytest.mark.clause("STD-13")
def test_std_13_a_decision_under_the_mark_of_the_away_rule_is_what_the_rule_says() -> None:
    jack_high = play_to("decisions", "shine", {1: seat("Js Th 8d", ante=1000)})
    assert jack_high.refusal(Decide(1, "ann", "play", by="away rule")).clause == "STD-13"
    draw = play_to("decisions", "pechanga", {1: seat("9s 9h 2d", ante=1000)})
    assert draw.refusal(Decide(1, "ann", "draw", "2d", by="away rule")).clause == "STD-13"


@pytest.mark.clause("STD-13")
def test_std_13_an_instruction_to_fold_every_hand_folds() -> None:
    story = play_to("decisions", "shine", {1: seat("As Ks Qs", ante=1000)})
    assert story.refusal(Decide(1, "ann", "play", by="away fold")).clause == "STD-13"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_rule_stands_on_the_sheet_before_anybody_sits_down(house: str) -> None:
    away = load_house(house).away
    assert (away.hand, away.clause) == ("pair" if house == "pechanga" else "queen high", "STD-13")

"""PEC: Pechanga, 3 Card Draw Poker."""

from itertools import permutations, product

import pytest

from pitboss.cards import card_text
from pitboss.round import Decide, PlaceBets, RevealDealer, Viewer, apply, evolve, legal_actions, tell
from pitboss.round.settlement import ActionId
from pitboss.sheet import load_house

from .tables import (
    BORDERS,
    UNBEATEN,
    Plan,
    Story,
    cards_in,
    clause_against,
    lost,
    play_out,
    play_to,
    pushed,
    seat,
    table_of,
    won,
)

HOUSE = "pechanga"
PAIR_OF_FIVES, PAIR_OF_ACES = "5c 5d 3c", "Ac Ad 3c"  # dealers who stand
NOTHING = "Jc 9c 4d 2c"  # a dealer who draws a deuce and keeps jack high


def pat(cards: str, dealer: str = PAIR_OF_FIVES, *, double_shot: int = 500) -> Story:
    """One seat with a $10 Ante that plays its three cards."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000, double_shot=double_shot)}, dealer)


def drew(cards: str, discard: str, drawn: str, dealer: str = PAIR_OF_FIVES) -> Story:
    """One seat with a $10 Ante that trades a card."""
    plan = seat(cards, "draw", ante=1000, double_shot=500, discard=discard, drawn=drawn)
    return play_out(HOUSE, {1: plan}, dealer)


# PEC-1: the Ante


@pytest.mark.clause("PEC-1")
def test_pec_1_it_buys_the_first_three_cards() -> None:
    story = play_to("decisions", HOUSE, {2: seat("9s 9h 2d", ante=1000)})
    assert story.seat_seen_by("bob", 2).hand.cards == ("9s", "9h", "2d")
    refusal = story.refusal(PlaceBets(3, "cat", {"ante": 1000}))
    assert (refusal.code, refusal.clause) == ("phase", "PEC-1")


# PEC-3: fold, play or draw


@pytest.mark.clause("PEC-3")
def test_pec_3_a_fold_loses_ante_and_double_shot() -> None:
    story = play_out(HOUSE, {1: seat("9s 9h 9d", "fold", ante=1000, double_shot=500)}, NOTHING)
    assert story.lines() == [lost("ante", 1000, "PEC-3"), lost("double_shot", 500, "PEC-3")]


@pytest.mark.clause("PEC-3")
def test_pec_3_play_adds_the_ante_once_more_and_keeps_the_cards() -> None:
    story = pat("Ks Kh 2d")
    assert (story.line("ante").stake, story.line("play").stake) == (1000, 1000)
    assert story.seat_seen_by(None, 1).hand.cards == ("Ks", "Kh", "2d")


@pytest.mark.clause("PEC-3")
def test_pec_3_a_draw_adds_the_same_and_trades_one_card() -> None:
    story = drew("Ks Kh 2d", "2d", "Kd")
    assert (story.line("play").stake, story.paid().hand) == (1000, "three_of_a_kind")
    seen = story.seat_seen_by(None, 1).hand
    assert (seen.cards, seen.discard, seen.first_three) == (("Ks", "Kh", "Kd"), "2d", "pair")


@pytest.mark.clause("PEC-3")
def test_pec_3_the_three_options_and_their_cost() -> None:
    story = play_to("decisions", HOUSE, {1: seat("Ks Kh 2d", ante=1500, double_shot=500)})
    options = [(action.id, action.discard, action.cost) for action in legal_actions(story.state, 1)]
    assert options == [
        ("fold", None, 0),
        ("play", None, 1500),
        ("draw", "Ks", 1500),
        ("draw", "Kh", 1500),
        ("draw", "2d", 1500),
    ]


@pytest.mark.clause("PEC-3")
def test_pec_3_a_draw_discards_exactly_one_of_the_seats_own_cards() -> None:
    story = play_to("decisions", HOUSE, {1: seat("Ks Kh 2d", ante=1000)})
    for discard in (None, "As", "Ks Kh", ""):
        assert story.refusal(Decide(1, "ann", "draw", discard)).clause == "PEC-3"
    assert story.refusal(Decide(1, "ann", "play", "2d")).clause == "PEC-3"
    assert (
        story.then(Decide(1, "ann", "draw", "2d")).refusal(Decide(1, "ann", "draw", "Ks")).clause == "PEC-3"
    )


@pytest.mark.clause("PEC-3")
def test_pec_3_the_discard_is_out_of_play() -> None:
    seats = {
        1: seat("Ks Kh 2d", "draw", discard="2d", drawn="9d", ante=1000),
        2: seat("Qs Qh 3d", "draw", discard="3d", drawn="8d", ante=1000),
    }
    story = play_out(HOUSE, seats, NOTHING)
    final = {card for number in (1, 2) for card in story.seat_seen_by(None, number).hand.cards}
    dealer = set(story.dealer_seen_by(None).cards)
    assert final | dealer == {"Ks", "Kh", "9d", "Qs", "Qh", "8d", *NOTHING.split()}


# PEC-4: the reveal, and whose replacement is which


@pytest.mark.clause("PEC-4")
def test_pec_4_the_dealer_reveals_after_every_player_has_decided() -> None:
    seats = {1: seat("Ks Kh 2d", ante=1000), 2: seat("Qs Qh 3d", ante=1000)}
    story = play_to("decisions", HOUSE, seats).then(Decide(2, "bob", "draw", "3d"))
    assert story.refusal(RevealDealer()).clause == "PEC-4"
    assert story.dealer_seen_by("bob").cards == ("??", "??", "??")
    assert story.then(Decide(1, "ann", "fold"), RevealDealer()).dealer_seen_by(None).cards[0] == "Qc"


@pytest.mark.clause("PEC-4")
def test_pec_4_replacements_come_in_seat_order_then_the_dealers_fourth() -> None:
    seats = {number: seat(cards, ante=1000) for number, cards in ((2, "Ks Kh 2d"), (5, "Qs Qh 3d"))}
    state = play_to("deal", HOUSE, seats, NOTHING).state
    # Two seats and the dealer hold the first nine cards.
    assert [state.replacement(2), state.replacement(5), state.fourth_card] == list(state.deck[9:12])
    assert card_text(state.fourth_card) == "2c"


@pytest.mark.clause("PEC-4")
def test_pec_4_a_replacement_depends_neither_on_the_order_nor_on_the_others() -> None:
    actions: tuple[ActionId, ...] = ("fold", "play", "draw")
    drawn: set[tuple[str, str]] = set()
    for first, third, order in product(actions, actions, permutations((1, 2, 3))):
        seats = {
            1: seat("Ks Kh 2d", first, discard="2d" if first == "draw" else None, drawn="8d", ante=1000),
            2: seat("Qs Qh 3d", "draw", discard="3d", drawn="7d", ante=1000),
            3: seat("Js Jh 4s", third, discard="4s" if third == "draw" else None, drawn="6d", ante=1000),
        }
        story = play_out(HOUSE, seats, NOTHING, order=order)
        drawn.add((story.seat_seen_by(None, 2).hand.cards[2], story.dealer_seen_by(None).cards[3]))
    assert drawn == {("7d", "2c")}


@pytest.mark.clause("PEC-4")
def test_pec_4_a_seat_sees_its_replacement_at_once_and_nobody_else_does() -> None:
    seats = {
        1: seat("Ks Kh 2d", ante=1000, drawn="8d"),
        2: seat("Qs Qh 3d", ante=1000, drawn="7d"),
    }
    before = play_to("decisions", HOUSE, seats, NOTHING)
    for viewer in ("ann", "bob", None):
        assert not cards_in(before.seen_by(viewer)) & {"8d", "7d"}
    command = Decide(2, "bob", "draw", "3d")
    story = before.then(command)
    assert story.seat_seen_by("bob", 2).hand.cards == ("Qs", "Qh", "7d")
    (event,) = apply(before.state, command)
    after = evolve(before.state, event)
    assert {"3d", "7d"} <= cards_in(tell(after, event, Viewer("bob"))) <= {"Qs", "Qh", "3d", "7d"}
    for viewer in ("ann", None):
        assert story.seat_seen_by(viewer, 2).hand.cards == ("??", "??", "??")
        assert not cards_in(story.seen_by(viewer)) & {"Qs", "Qh", "3d", "7d"}
        assert cards_in(tell(after, event, Viewer(viewer))) == set()


# PEC-5, PEC-6, PEC-7: the dealer


@pytest.mark.parametrize(
    "dealer", ["2c 2d 3c", "Ac Ad Kc", "5c 3c 2c", "Ac 3c 2d", "Ac Kc Qd", "2c 2d 2h", "Ac Kc Qc", "3c 2c Ac"]
)
@pytest.mark.clause("PEC-5")
def test_pec_5_a_dealer_with_a_pair_or_better_stands(dealer: str) -> None:
    story = play_out(HOUSE, {1: seat("Ks Kh 2s", "play", ante=1000)}, f"{dealer} As")
    assert story.dealer_seen_by(None).cards == tuple(dealer.split())


@pytest.mark.parametrize(
    ("dealer", "plays", "hand"),
    [
        ("Ac Kc Jd 2h", "Ac Kc Jd", "high_card"),  # the best hand that draws, not improved
        ("5c 3d 2h 8c", "5c 3d 8c", "high_card"),
        ("Kc 9c 4d 9d", "Kc 9c 9d", "pair"),
        ("Kc 9c 4d 2c", "Kc 9c 2c", "flush"),
        ("Kc Qc 4d Jd", "Kc Qc Jd", "straight"),
        ("Ac 2d 9c 3d", "Ac 2d 3d", "straight"),
        ("9c 8c 4d 7c", "9c 8c 7c", "straight_flush"),
        ("Ac Kc 4d Qc", "Ac Kc Qc", "mini_royal"),
    ],
)
@pytest.mark.clause("PEC-6")
def test_pec_6_a_dealer_with_less_draws_and_plays_the_best_three_of_four(
    dealer: str, plays: str, hand: str
) -> None:
    story = play_out(HOUSE, {1: seat("Js 9h 2s", "play", ante=1000)}, dealer)
    seen = story.dealer_seen_by(None)
    assert (seen.cards, seen.plays, seen.hand) == (tuple(dealer.split()), tuple(plays.split()), hand)


@pytest.mark.clause("PEC-7")
def test_pec_7_the_dealer_always_qualifies() -> None:
    seven_high = "5c 3d 2h 7c"  # 7-5-3
    winner, loser = (
        play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, seven_high) for cards in ("8s 5h 4s", "6s 5h 3s")
    )
    assert winner.dealer_seen_by(None).qualifies is True
    assert winner.lines() == [
        won("ante", 1000, 1000, "1 to 1", "PEC-9"),
        won("play", 1000, 1000, "1 to 1", "PEC-9"),
    ]
    assert loser.lines() == [lost("ante", 1000, "PEC-9"), lost("play", 1000, "PEC-9")]


# PEC-8, PEC-9, PEC-10: the showdown


@pytest.mark.parametrize(
    ("plan", "dealer", "result"),
    [
        (seat("Ks Kh 2d", "play", ante=1000), "Qc Qd Ac", "win"),  # K-K-2 beats Q-Q-A
        (seat("As 2h 3d", "play", ante=1000), "4c 3c 2s", "lose"),  # A-2-3 is the lowest straight
        (seat("5s 4s 2s", "play", ante=1000), "3c 2c Ad", "lose"),  # a straight beats a flush
        (seat("9s 9h 2d", "draw", discard="2d", drawn="9d", ante=1000), "Ac Kc Qd", "win"),
        (seat("9s 9h 9d", "draw", discard="9d", drawn="2d", ante=1000), "Tc Td 3c", "lose"),  # the final hand
        (seat("As Kh 2d", "play", ante=1000), "Ac Kc 2h 3d", "lose"),  # the dealer's final hand too
    ],
)
@pytest.mark.clause("PEC-8")
def test_pec_8_the_final_hands_are_compared_by_the_common_ranking(
    plan: Plan, dealer: str, result: str
) -> None:
    assert play_out(HOUSE, {1: plan}, dealer).result("ante") == result


@pytest.mark.clause("PEC-9")
def test_pec_9_the_better_hand_is_paid_1_to_1_on_both() -> None:
    paid = [won("ante", 1000, 1000, "1 to 1", "PEC-9"), won("play", 1000, 1000, "1 to 1", "PEC-9")]
    assert pat("Ks Kh 2d").lines()[:2] == paid
    assert drew("Ks Kh 2d", "2d", "4d").lines()[:2] == paid


@pytest.mark.clause("PEC-9")
def test_pec_9_against_a_better_dealer_both_lose() -> None:
    gone = [lost("ante", 1000, "PEC-9"), lost("play", 1000, "PEC-9")]
    assert pat("Ks Kh 2d", PAIR_OF_ACES).lines()[:2] == gone
    assert drew("Ks Kh 2d", "2d", "4d", PAIR_OF_ACES).lines()[:2] == gone


@pytest.mark.clause("PEC-10")
def test_pec_10_equal_hands_push_both() -> None:
    even = [pushed("ante", 1000, "PEC-10"), pushed("play", 1000, "PEC-10")]
    assert pat("Ks Kh 3d", "Kc Kd 3c").lines()[:2] == even
    assert drew("Ks Kh 2d", "2d", "3d", "Kc Kd 3c").lines()[:2] == even
    assert drew("Ks Qh 2d", "2d", "9d", "Kc Qc 4c 9h").lines()[:2] == [  # both drew, K-Q-9 against a flush
        lost("ante", 1000, "PEC-9"),
        lost("play", 1000, "PEC-9"),
    ]
    assert drew("Ks Qh 2d", "2d", "9d", "Kc Qc 4d 9h").lines()[:2] == even  # both drew to K-Q-9


# PEC-11: the Play/Draw bonus


@pytest.mark.parametrize("dealer", [PAIR_OF_FIVES, NOTHING, UNBEATEN])
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 20_000, "20 to 1"),
        ("Ks Qs Js", 5_000, "5 to 1"),
        ("3s 2s As", 5_000, "5 to 1"),
        ("As Ah Ad", 4_000, "4 to 1"),
        ("2s 2h 2d", 4_000, "4 to 1"),
        ("As Kh Qd", 2_000, "2 to 1"),
        ("3s 2h Ad", 2_000, "2 to 1"),
    ],
)
@pytest.mark.clause("PEC-11")
def test_pec_11_first_three_column_whoever_wins(cards: str, profit: int, pays: str, dealer: str) -> None:
    assert pat(cards, dealer).line("play_bonus") == won("play_bonus", 0, profit, pays, "PEC-11")


@pytest.mark.parametrize("dealer", [PAIR_OF_FIVES, NOTHING, UNBEATEN])
@pytest.mark.parametrize(
    ("cards", "drawn", "profit", "pays"),
    [
        ("As Ks 2d", "Qs", 10_000, "10 to 1"),
        ("Ks Qs 2d", "Js", 4_000, "4 to 1"),
        ("3s 2s 2d", "As", 4_000, "4 to 1"),
        ("As Ah 2d", "Ad", 3_000, "3 to 1"),
        ("As Kh 2d", "Qd", 1_000, "1 to 1"),
        ("3s 2h 2d", "Ad", 1_000, "1 to 1"),
    ],
)
@pytest.mark.clause("PEC-11")
def test_pec_11_draw_column_whoever_wins(cards: str, drawn: str, profit: int, pays: str, dealer: str) -> None:
    story = drew(cards, "2d", drawn, dealer)
    assert story.line("play_bonus") == won("play_bonus", 0, profit, pays, "PEC-11")


@pytest.mark.clause("PEC-11")
def test_pec_11_also_in_a_tie() -> None:
    story = pat("5s 4h 3d", "5c 4c 3s", double_shot=100)
    assert story.lines() == [
        pushed("ante", 1000, "PEC-10"),
        pushed("play", 1000, "PEC-10"),
        won("play_bonus", 0, 2000, "2 to 1", "PEC-11"),
        won("double_shot", 100, 500, "5 to 1", "PEC-12"),
    ]


@pytest.mark.parametrize("cards", [*BORDERS["flush"], *BORDERS["pair"], *BORDERS["high_card"]])
@pytest.mark.clause("PEC-11")
def test_pec_11_below_a_straight_there_is_none(cards: str) -> None:
    assert "play_bonus" not in pat(cards).ids()
    assert "play_bonus" not in drew("9s 8s 2d", "2d", "4s").ids()  # a drawn flush


@pytest.mark.clause("PEC-11")
def test_pec_11_the_final_hand_counts_and_a_straight_drawn_away_pays_nothing() -> None:
    assert "play_bonus" not in drew("9s 8h 7d", "7d", "2d").ids()


@pytest.mark.clause("PEC-11")
def test_pec_11_a_straight_flush_traded_for_another_is_paid_by_the_draw_column() -> None:
    assert drew("9s 8s 7s", "7s", "Ts").line("play_bonus").pays == "4 to 1"


@pytest.mark.clause("PEC-11")
def test_pec_11_a_folded_hand_gets_none() -> None:
    assert play_out(HOUSE, {1: seat("As Ks Qs", "fold", ante=1000)}, NOTHING).ids() == ["ante"]


@pytest.mark.clause("PEC-11")
def test_pec_11_it_is_paid_on_the_play_draw_wager() -> None:
    double = table_of(HOUSE, "play.times=2")  # to tell the two wagers apart
    story = play_out(double, {1: seat("9s 8h 7d", "play", ante=1000)}, PAIR_OF_FIVES)
    assert story.line("play_bonus").profit == 2 * 2000


# PEC-12, PEC-13, PEC-14: the Double Shot


@pytest.mark.parametrize("dealer", [PAIR_OF_FIVES, NOTHING, UNBEATEN])
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("As Ks Qs", 30_000, "60 to 1"),
        ("Ah Kh Qh", 30_000, "60 to 1"),
        ("Ks Qs Js", 20_000, "40 to 1"),
        ("3s 2s As", 20_000, "40 to 1"),
        ("As Ah Ad", 15_000, "30 to 1"),
        ("2s 2h 2d", 15_000, "30 to 1"),
        ("As Kh Qd", 2_500, "5 to 1"),
        ("3s 2h Ad", 2_500, "5 to 1"),
        ("As Ks Js", 1_500, "3 to 1"),
        ("5s 3s 2s", 1_500, "3 to 1"),
        ("As Ah Kd", 500, "1 to 1"),
        ("2s 2h 3d", 500, "1 to 1"),
    ],
)
@pytest.mark.clause("PEC-12")
def test_pec_12_double_shot_played_pat(cards: str, profit: int, pays: str, dealer: str) -> None:
    assert pat(cards, dealer).line("double_shot") == won("double_shot", 500, profit, pays, "PEC-12")


@pytest.mark.parametrize("cards", BORDERS["high_card"])
@pytest.mark.clause("PEC-12")
def test_pec_12_below_a_pair_it_loses(cards: str) -> None:
    assert pat(cards).line("double_shot") == lost("double_shot", 500, "PEC-12")


@pytest.mark.parametrize(
    ("drawn", "cards", "profit", "pays"),
    [
        ("Qs", "As Ks 2d", 10_000, "20 to 1"),
        ("Qh", "Ah Kh 2d", 10_000, "20 to 1"),
        ("Js", "Ks Qs 2d", 3_000, "6 to 1"),
        ("2s", "As 3s 9d", 3_000, "6 to 1"),
        ("Ad", "As Ah 2d", 2_000, "4 to 1"),
        ("2d", "2s 2h 9d", 2_000, "4 to 1"),
    ],
)
@pytest.mark.clause("PEC-13")
def test_pec_13_double_shot_after_a_draw(drawn: str, cards: str, profit: int, pays: str) -> None:
    story = drew(cards, cards[-2:], drawn)
    assert story.line("double_shot") == won("double_shot", 500, profit, pays, "PEC-13")


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [
        ("Ks Qh 2d", "Jd"),  # a straight
        ("As 9s 2d", "4s"),  # a flush
        ("As Kh 2d", "Ad"),  # a pair that was drawn
        ("As Kh 2d", "Jd"),  # nothing
    ],
)
@pytest.mark.clause("PEC-13")
def test_pec_13_a_drawn_straight_flush_or_pair_earns_nothing(cards: str, drawn: str) -> None:
    assert drew(cards, "2d", drawn).line("double_shot") == lost("double_shot", 500, "PEC-13")


@pytest.mark.parametrize(
    ("cards", "discard", "drawn"),
    [
        ("Ts Th 2d", "2d", "4d"),  # the pair kept, not improved
        ("Ts Th 9s", "Th", "2d"),  # the pair broken, and nothing made of it
        ("Ts Th 9s", "Th", "9d"),  # broken for another pair
        ("Ts Th 9s", "Th", "8d"),  # broken for a straight, which PEC-13 does not pay
        ("Ts Th 9s", "Th", "2s"),  # broken for a flush, which it does not pay either
    ],
)
@pytest.mark.clause("PEC-14")
def test_pec_14_a_pair_in_the_first_three_pays_1_to_1(cards: str, discard: str, drawn: str) -> None:
    story = drew(cards, discard, drawn)
    assert story.line("double_shot") == won("double_shot", 500, 500, "1 to 1", "PEC-14")


@pytest.mark.parametrize(
    ("cards", "discard", "drawn", "profit", "pays"),
    [
        ("Ts Th 9s", "9s", "Td", 2_000, "4 to 1"),  # trips
        ("Ts Th 9s", "Th", "8s", 3_000, "6 to 1"),  # a straight flush
        ("As Ah Ks", "Ah", "Qs", 10_000, "20 to 1"),  # a mini royal
    ],
)
@pytest.mark.clause("PEC-14")
def test_pec_14_only_one_payment_the_higher(
    cards: str, discard: str, drawn: str, profit: int, pays: str
) -> None:
    story = drew(cards, discard, drawn)
    assert story.ids().count("double_shot") == 1
    assert story.line("double_shot") == won("double_shot", 500, profit, pays, "PEC-13")


@pytest.mark.parametrize(
    ("cards", "discard", "drawn"),
    [
        ("9s 9h 9d", "9d", "2d"),  # trips are not the category pair, though two nines stay
        ("As 9s 4s", "4s", "2d"),  # a flush
        ("9s 8h 7d", "7d", "2d"),  # a straight
        ("9s 8s 7s", "7s", "2d"),  # a straight flush
        ("As Ks Qs", "Qs", "2d"),  # a mini royal
        ("As 9s 4s", "4s", "2s"),  # a flush again
    ],
)
@pytest.mark.clause("PEC-14")
def test_pec_14_first_three_of_a_flush_or_better_drawn_to_lose(cards: str, discard: str, drawn: str) -> None:
    assert drew(cards, discard, drawn).line("double_shot") == lost("double_shot", 500, "PEC-13")


# PEC-15: nothing else


@pytest.mark.parametrize("wager", ["pair_plus", "six_card_bonus", "progressive", "pair_xxx", "super_6_bonus"])
@pytest.mark.clause("PEC-15")
def test_pec_15_there_is_no_other_side_bet(wager: str) -> None:
    assert clause_against(HOUSE, {"ante": 1000, wager: 500}) == "PEC-15"
    assert clause_against(HOUSE, {"ante": 1000, "play": 1000}) == "PEC-15"


@pytest.mark.parametrize("cards", [hands[0] for hands in BORDERS.values()])
@pytest.mark.clause("PEC-15")
def test_pec_15_there_is_no_ante_bonus(cards: str) -> None:
    assert set(pat(cards).ids()) <= {"ante", "play", "play_bonus", "double_shot"}
    assert list(load_house(HOUSE).bonuses) == ["play_bonus"]


@pytest.mark.clause("PEC-15")
def test_pec_15_the_players_edge_is_disclosed_and_not_repaired() -> None:
    assert any("0.8168 %" in text for text in load_house(HOUSE).disclosures)

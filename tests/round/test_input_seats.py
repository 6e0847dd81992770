"""The seats of a round: wagers, numbers, cards, actions and people.

The comments are the sentences of the law.
"""

import json

import pytest

from .rounds import (
    ALL_BET,
    HOUSES,
    NOT_WHOLE,
    OFFERED,
    Json,
    a_round,
    lines_of,
    refused,
    seat,
    settled,
    without,
)

# --- Amounts are JSON integers above zero: 0, null, booleans, text, a point or an exponent are errors.

LABELS = {
    "ante": "Ante",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "Six Card Bonus",
    "progressive": "Progressive",
    "double_shot": "Double Shot Bonus",
    "pair_xxx": "Pair XXX",
    "super_6_bonus": "Super 6 Bonus",
}
EVERY_WAGER = [(house, wager) for house in HOUSES for wager in OFFERED[house]]


def with_amount(house: str, wager: str, amount: str) -> str:
    """A line with all wagers of the house, this one of them as written."""
    wagers: Json = {**ALL_BET[house], wager: "AMOUNT"}
    return json.dumps(a_round(house, seat(wagers=wagers))).replace('"AMOUNT"', amount)


@pytest.mark.parametrize(("house", "wager"), EVERY_WAGER)
@pytest.mark.clause("STD-8")
def test_std_8_amount_that_is_no_whole_number_of_cents(house: str, wager: str) -> None:
    assert settled(with_amount(house, wager, str(ALL_BET[house][wager])))
    label = "6 Card Bonus" if (house, wager) == ("rivers", "six_card_bonus") else LABELS[wager]
    for amount, shown in NOT_WHOLE:
        fault = refused(with_amount(house, wager, amount))
        message = f"{label} (in cents) must be a whole number above zero, not {shown}"
        assert fault == (f"seats[0].wagers.{wager}", "STD-8", message)


LEAST = {
    ("pechanga", "ante"): ("STD-10", "the table minimum ($5)"),
    ("pechanga", "double_shot"): ("PEC-2", "$1"),
    ("atlantic-city", "ante"): ("STD-10", "the table minimum ($5)"),
    ("atlantic-city", "pair_plus"): ("AC-3", "the Ante ($10)"),
    ("atlantic-city", "six_card_bonus"): ("STD-10", "the table minimum ($5)"),
    ("napa-valley", "ante"): ("NAPA-2", "the table minimum ($5)"),
    ("napa-valley", "pair_plus"): ("NAPA-8", "the table minimum ($5)"),
    ("shine", "ante"): ("STD-10", "the table minimum ($5)"),
    ("shine", "pair_xxx"): ("STD-10", "the table minimum ($5)"),
    ("shine", "super_6_bonus"): ("STD-10", "the table minimum ($5)"),
    ("rivers", "ante"): ("RIV-1", "the table minimum ($5)"),
    ("rivers", "pair_plus"): ("RIV-1", "the table minimum ($5)"),
    ("rivers", "six_card_bonus"): ("RIV-2", "the table minimum ($5)"),
}


@pytest.mark.parametrize("amount", ["0", "-0", "-1000", "-" + "9" * 4000])
@pytest.mark.parametrize(("house", "wager"), EVERY_WAGER)
def test_amount_of_zero_or_below(house: str, wager: str, amount: str) -> None:
    path = f"seats[0].wagers.{wager}"
    fault = refused(with_amount(house, wager, amount))
    if wager == "progressive":
        assert fault == (path, "RIV-2", "Progressive must be exactly $1")
        return
    clause, least = LEAST[house, wager]
    label = "6 Card Bonus" if (house, wager) == ("rivers", "six_card_bonus") else LABELS[wager]
    message = f"{label} must be at least {least}; a wager that is not placed is left out"
    assert fault == (path, clause, message)


def test_amount_of_thousands_of_digits() -> None:
    fault = refused(with_amount("shine", "ante", "9" * 5000))
    message = (
        f"Ante (in cents) must be a whole number above zero and of at most 1,000 digits, not {'9' * 37}..."
    )
    assert fault == ("seats[0].wagers.ante", "STD-8", message)
    assert refused(with_amount("shine", "ante", "9" * 4000)) == (
        "seats[0].wagers.ante",
        "STD-10",
        "Ante must be at most the table maximum ($500)",
    )


def test_amounts_have_no_upper_bound_but_the_table() -> None:
    dollars = 10**100
    data = a_round("shine", seat(cards="Ks Kc 5d", wagers={"ante": dollars}), limits={"max": dollars})
    assert settled(data)["seats"][0]["net"] == 2 * dollars
    data = a_round("napa-valley", seat(cards="Ks Kc 5d"), bank={"stake": 10**18})
    assert settled(data)["bank"] == {"stake": 10**18, "net": -2000, "cover_left": 10**18 - 2000}
    assert settled(a_round("rivers", meter=10**18))["meter"]["after"] == 10**18


# --- A wager not placed is absent.


def test_wager_not_placed_has_no_line() -> None:
    answer = settled(a_round("rivers", seat(wagers={"pair_plus": 500}, action=None)))
    assert [row[0] for row in lines_of(answer)] == ["pair_plus"]


# --- A seat needs at least one wager.

NO_WAGER = {
    "pechanga": ("PEC-1", "An Ante is required"),
    "atlantic-city": ("AC-1", "Ante, Pair Plus or Six Card Bonus"),
    "napa-valley": ("NAPA-2", "An Ante is required"),
    "shine": ("SHINE-1", "Ante, Pair XXX or Super 6 Bonus"),
    "rivers": ("RIV-1", "Ante, Pair Plus, 6 Card Bonus or Progressive"),
}


@pytest.mark.parametrize("house", HOUSES)
def test_seat_without_a_wager(house: str) -> None:
    clause, what = NO_WAGER[house]
    fault = ("seats[0].wagers", clause, f"A seat needs at least one wager: {what}")
    assert refused(a_round(house, seat(wagers={}, action=None))) == fault
    assert refused(a_round(house, without(seat(), "wagers"))) == fault


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("wagers", "shown"), [(None, "null"), ([], "a list"), ("ante", '"ante"'), (500, "500"), (False, "false")]
)
def test_wagers_that_are_no_object(house: str, wagers: object, shown: str) -> None:
    message = f"seats[0].wagers must be a JSON object of wagers and cents, not {shown}"
    assert refused(a_round(house, seat(wagers=wagers))) == ("seats[0].wagers", NO_WAGER[house][0], message)


# --- Seat numbers are required, 1 to the sheet's seats, distinct, in any order;
# --- settlement and output ascend.


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "0"), (8, "8"), (-1, "-1"), (None, "null"), (True, "true"), ("1", '"1"'), ([1], "a list")],
)
@pytest.mark.clause("STD-9")
def test_std_9_seat_number(house: str, number: object, shown: str) -> None:
    fault = refused(a_round(house, seat(), {**seat(2), "seat": number}))
    message = f"A seat needs its number, seat, a whole number from 1 to 7, not {shown}"
    assert fault == ("seats[1].seat", "STD-9", message)


@pytest.mark.parametrize("number", ["1.0", "1e0", "NaN", "9" * 5000])
@pytest.mark.clause("STD-9")
def test_std_9_seat_number_that_is_no_integer(number: str) -> None:
    line = json.dumps(a_round("shine")).replace('"seat": 1', f'"seat": {number}')
    fault = refused(line)
    assert (fault.path, fault.clause) == ("seats[0].seat", "STD-9")


@pytest.mark.clause("STD-9")
def test_std_9_seat_numbers_are_distinct() -> None:
    fault = refused(a_round("shine", seat(3), seat(1, "Ts 7d 3h"), seat(3, "Js 6d 5h")))
    assert fault == ("seats[2].seat", "STD-9", "Seat 3 is given twice; each seat has one entry")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-9")
def test_std_9_seats_in_any_order_settle_and_show_in_order(house: str) -> None:
    seats = [seat(7, "9s 8d 2h", "fold"), seat(1, "Ts 7d 3h", "fold"), seat(4, "Js 6d 5h", "fold")]
    answer = settled(a_round(house, *seats))
    assert [entry["seat"] for entry in answer["seats"]] == [1, 4, 7]
    assert answer == settled(a_round(house, *reversed(seats)))


@pytest.mark.clause("STD-9", "NAPA-11")
def test_std_9_napa_11_the_cover_goes_by_seat_number_and_not_by_place() -> None:
    seats = [seat(2, "Ts 7d 3h", "fold"), seat(1, "9s 8d 2h", "fold")]
    answer = settled(a_round("napa-valley", *seats, bank={"stake": 1000}))
    assert [lines_of(answer, place)[0][2] for place in (0, 1)] == ["lose", "returned"]


# --- At least one seat. Cards and dealer are always there.


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (without(a_round("shine"), "seats"), ("seats", "STD-9", "seats is missing: give at least one seat")),
        (
            a_round("shine", without(seat(), "seat")),
            ("seats[0].seat", "STD-9", "A seat needs its number, seat, a whole number from 1 to 7"),
        ),
        (
            a_round("shine", without(seat(), "cards")),
            ("seats[0].cards", None, "cards is missing: give the three cards dealt"),
        ),
        (without(a_round("shine"), "dealer"), ("dealer", None, "dealer is missing: give the dealer's cards")),
    ],
)
@pytest.mark.clause("STD-9")
def test_std_9_what_no_round_is_without(data: Json, fault: tuple[str, str | None, str]) -> None:
    assert refused(data) == fault


@pytest.mark.parametrize("seats", [[], None, {}, "1", 1, True])
@pytest.mark.clause("STD-9")
def test_std_9_at_least_one_seat(seats: object) -> None:
    data = {**a_round("shine"), "seats": seats}
    assert refused(data) == ("seats", "STD-9", "seats must be a list of at least one seat")


@pytest.mark.parametrize(("entry", "shown"), [(None, "null"), ([], "a list"), (1, "1"), ("a", '"a"')])
@pytest.mark.clause("STD-9")
def test_std_9_seat_that_is_no_object(entry: object, shown: str) -> None:
    fault = refused({**a_round("shine"), "seats": [seat(), entry]})
    fields = "action, cards, discard, drawn, player, seat or wagers"
    message = f"seats[1] must be a JSON object with {fields}, not {shown}"
    assert fault == ("seats[1]", "STD-9", message)


# --- Cards: rank upper case, suit lower case.

NO_CARDS: list[tuple[object, str]] = [
    *(
        (text, f'"{text}"')
        for text in ("qs", "QS", "qS", "10s", "1s", "Q", "", "Qx", "Qs ", " Qs", "Q♠", "sQ")
    ),
    (None, "null"),
    (12, "12"),
    (True, "true"),
    (["Qs"], "a list"),
    ({"card": "Qs"}, "an object"),
]


@pytest.mark.parametrize(("card", "shown"), NO_CARDS)
@pytest.mark.clause("STD-1")
def test_std_1_card_is_rank_upper_case_then_suit_lower_case(card: object, shown: str) -> None:
    shown = shown.replace("♠", "\\u2660")
    message = f"A card is rank then suit, like Qs, Td or 2c, not {shown}"
    data = a_round("pechanga", seat(action="draw", discard="2h", drawn="3h"))
    dealer = {**data, "dealer": ["Kh", "Kd", card]}
    assert refused(dealer) == ("dealer[2]", "STD-1", message)
    hand = {**data, "seats": [{**data["seats"][0], "cards": ["9s", card, "2h"]}]}
    assert refused(hand) == ("seats[0].cards[1]", "STD-1", message)
    for field in ("discard", "drawn"):
        drawing = {**data, "seats": [{**data["seats"][0], field: card}]}
        assert refused(drawing) == (f"seats[0].{field}", "STD-1", message)


def test_all_52_cards_are_read() -> None:
    for rank in "23456789TJQKA":
        for suit in "cdhs":
            other = "3" if rank == "2" else "2"
            data = a_round("shine", seat(cards=f"{rank}{suit} {other}c {other}d", action="fold"))
            dealer = [r + "h" for r in "456789" if r != rank][:3]
            assert settled({**data, "dealer": dealer})


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ([], "of 0"),
        (["9s"], "of 1"),
        (["9s", "8d"], "of 2"),
        (["9s", "8d", "2h", "3h"], "of 4"),
        ("9s8d2h", '"9s8d2h"'),
        (None, "null"),
        ({}, "an object"),
    ],
)
def test_a_seat_has_three_cards(house: str, cards: object, what: str) -> None:
    fault = refused(a_round(house, {**seat(), "cards": cards}))
    assert fault == ("seats[0].cards", None, f"seats[0].cards must be a list of 3 cards, not {what}")


# --- `dealer`: the three cards, and the fourth where the sheet makes the dealer draw.
# --- A fourth card too many, or missing, is an error.
# --- The dealer's cards are complete even if every seat folds.

FOLDED = seat(action="fold")


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("dealer", "what"),
    [
        ([], "of 0"),
        (["Kh", "Kd"], "of 2"),
        (["Kh", "7d", "4c", "3c", "2c"], "of 5"),
        (["Kh", "7d", "4c", None, None], "of 5"),
        ("Kh Kd 4c", '"Kh Kd 4c"'),
        (None, "null"),
    ],
)
def test_dealer_has_three_cards_and_a_fourth_where_one_is_drawn(
    house: str, dealer: object, what: str
) -> None:
    fault = refused({**a_round(house, FOLDED), "dealer": dealer})
    number, clause = ("3 or 4", "PEC-6" if what == "of 5" else None) if house == "pechanga" else ("3", None)
    assert fault == ("dealer", clause, f"dealer must be a list of {number} cards, not {what}")


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "pechanga"])
@pytest.mark.parametrize("fourth", ["3c", None])
def test_no_other_dealer_has_a_fourth_card(house: str, fourth: str | None) -> None:
    fault = refused({**a_round(house, FOLDED), "dealer": ["Kh", "7d", "4c", fourth]})
    assert fault == ("dealer", None, "dealer must be a list of 3 cards, not of 4")


STANDS = "The dealer stands on this hand: there is no fourth card"
DRAWS = "The dealer draws to this hand: give the fourth card too"


@pytest.mark.parametrize("action", ["fold", "play"])
@pytest.mark.parametrize(
    "dealer", ["2c 2d 3h", "Ah Kh 3h", "Ac 2d 3h", "Qs Kd Ah", "4c 4d 4h", "3c 2c Ac", "Ac Kc Qc"]
)
@pytest.mark.clause("PEC-5")
def test_pec_5_dealer_with_a_pair_or_better_stands(dealer: str, action: str) -> None:
    data = a_round("pechanga", seat(action=action), dealer=dealer)
    assert settled(data)["dealer"]["plays"] == dealer.split()
    assert refused({**data, "dealer": [*dealer.split(), "Jd"]}) == ("dealer", "PEC-5", STANDS)


@pytest.mark.parametrize("action", ["fold", "play"])
@pytest.mark.parametrize("dealer", ["Ac Kd Jh", "5c 3d 2c", "2c Ad Kh", "Kc Jc Td"])
@pytest.mark.clause("PEC-6")
def test_pec_6_dealer_with_less_draws_a_fourth_card(dealer: str, action: str) -> None:
    data = a_round("pechanga", seat(action=action), dealer=dealer)
    assert refused(data) == ("dealer", "PEC-6", DRAWS)
    assert settled({**data, "dealer": [*dealer.split(), "7d"]})


# --- `action`: `fold`, `play`, or `draw` [...]; absent where there is nothing to decide.

PLAY_CLAUSE = {
    "pechanga": "PEC-3",
    "atlantic-city": "AC-4",
    "napa-valley": "NAPA-5",
    "shine": "SHINE-3",
    "rivers": "RIV-4",
}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("action", "shown"),
    [("Play", '"Play"'), ("raise", '"raise"'), ("", '""'), (None, "null"), (1, "1"), (["play"], "a list")],
)
def test_action_is_one_of_the_houses(house: str, action: object, shown: str) -> None:
    allowed = "fold, play or draw" if house == "pechanga" else "fold or play"
    fault = refused(a_round(house, {**seat(), "action": action}))
    assert fault == ("seats[0].action", PLAY_CLAUSE[house], f"action must be {allowed}, not {shown}")


@pytest.mark.parametrize("house", HOUSES)
def test_action_is_required_with_an_ante_and_nobody_draws_but_at_pechanga(house: str) -> None:
    draws = house == "pechanga"
    place, allowed = (
        ("seats[0].action", PLAY_CLAUSE[house]),
        "fold, play or draw" if draws else "fold or play",
    )
    missing = f"With Ante bet the action must be given: {allowed}"
    assert refused(a_round(house, seat(action=None))) == (*place, missing)
    drawing = a_round(house, seat(action="draw", discard="2h", drawn="3h"))
    if draws:
        assert settled(drawing)
    else:
        assert refused(drawing) == (*place, f'action must be {allowed}, not "draw"')


# --- `discard`/`drawn` only with `draw`; `action` only with an Ante.


@pytest.mark.parametrize("house", ["atlantic-city", "shine", "rivers"])
@pytest.mark.parametrize("action", ["fold", "play", "draw", None])
def test_action_only_with_an_ante(house: str, action: str | None) -> None:
    wagers = {OFFERED[house][1]: 1000}
    assert settled(a_round(house, seat(wagers=wagers, action=None)))
    fault = refused(a_round(house, {**seat(wagers=wagers), "action": action}))
    message = "Without Ante there is nothing to decide"
    assert fault == ("seats[0].action", PLAY_CLAUSE[house], message)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("action", ["fold", "play"])
@pytest.mark.parametrize("field", ["discard", "drawn"])
@pytest.mark.parametrize("value", ["2h", "3h", None])
def test_discard_and_drawn_only_with_draw(house: str, action: str, field: str, value: str | None) -> None:
    fault = refused(a_round(house, {**seat(action=action), field: value}))
    message = f"{field} goes only with the action draw"
    assert fault == (f"seats[0].{field}", PLAY_CLAUSE[house], message)


@pytest.mark.parametrize("field", ["discard", "drawn"])
@pytest.mark.clause("PEC-3")
def test_pec_3_a_draw_names_the_discard_and_the_new_card(field: str) -> None:
    drawing = seat(action="draw", discard="2h", drawn="3h")
    assert settled(a_round("pechanga", drawing))
    fault = refused(a_round("pechanga", without(drawing, field)))
    message = f"{field} is missing: a draw names the discard and the new card"
    assert fault == (f"seats[0].{field}", "PEC-3", message)


@pytest.mark.clause("PEC-3")
def test_pec_3_the_discard_is_one_of_the_seats_own_cards() -> None:
    others = [seat(2, "Ts 7d 3c", "fold"), seat(1, action="draw", discard="Ts", drawn="3h")]
    fault = refused(a_round("pechanga", *others))
    message = "The discard must be one of the seat's own cards, 9s, 8d or 2h, not Ts"
    assert fault == ("seats[1].discard", "PEC-3", message)


# --- `player`: non-empty text.
# --- seats with the same player are one person. Default: every seat its own.


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("player", "shown"),
    [("", '""'), (None, "null"), (1, "1"), (7, "7"), (True, "true"), (["a"], "a list"), ({}, "an object")],
)
def test_player_is_text_that_is_not_empty(house: str, player: object, shown: str) -> None:
    fault = refused(a_round(house, seat(1, player=player)))
    assert fault == ("seats[0].player", None, f"player must be text that is not empty, not {shown}")


@pytest.mark.parametrize("player", ["1.0", "1e9", "Infinity"])
def test_player_that_is_a_number_with_a_point(player: str) -> None:
    line = json.dumps(a_round("shine", seat(player="PLAYER"))).replace('"PLAYER"', player)
    fault = refused(line)
    assert fault == ("seats[0].player", None, f"player must be text that is not empty, not {player}")


@pytest.mark.parametrize("player", ["a", " ", "Zoë", "玩家", "x" * 10_000])
def test_player_may_be_any_text(player: str) -> None:
    assert settled(a_round("shine", seat(player=player)))


def envies(*players: str | None) -> list[bool]:
    """Who of these people gets an envy when the first of them holds A-K-Q of hearts."""
    hands = ["Ah Kh Qh", "9s 8d 2h", "Ts 7d 3h"]
    seats = []
    for number, (player, cards) in enumerate(zip(players, hands, strict=True), 1):
        named = {} if player is None else {"player": player}
        seats.append(seat(number, cards, wagers={"ante": 1000, "progressive": 100}, **named))
    answer = settled(a_round("rivers", *seats, dealer="Js 6d 5h"))
    return ["envy" in [row[0] for row in lines_of(answer, place)] for place in range(3)]


@pytest.mark.clause("RIV-11")
def test_riv_11_seats_with_the_same_player_are_one_person() -> None:
    assert envies("ann", "ann", "bob") == [False, False, True]


@pytest.mark.clause("RIV-11")
def test_riv_11_every_seat_is_its_own_person_by_default() -> None:
    assert envies(None, None, None) == [False, True, True]
    assert envies("2", None, "1") == [False, True, True]  # a name like a seat's number is only a name


# --- NAPA-14: consecutive numbers; 7 and 1 are not; an empty seat between counts as skipped.


def ann_at(house: str, *numbers: int, bob: tuple[int, ...] = ()) -> Json:
    hands = iter(["9s 8d 2h", "Ts 7d 3h", "Js 6d 5h", "Qs 9d 4h", "9c 8h 3d", "Tc 7h 2d", "Jc 6h 5d"])
    seats = [seat(number, next(hands), "fold", player="ann") for number in numbers]
    seats += [seat(number, next(hands), "fold", player="bob") for number in bob]
    return a_round(house, *seats)


@pytest.mark.parametrize(
    "numbers", [(1,), (1, 2), (2, 1), (7, 6), (3, 5, 4), (7, 4, 6, 5), (1, 2, 3, 4, 5, 6, 7)]
)
@pytest.mark.clause("NAPA-14")
def test_napa_14_consecutive_seats(numbers: tuple[int, ...]) -> None:
    assert settled(ann_at("napa-valley", *numbers))


@pytest.mark.parametrize(
    ("numbers", "bob", "shown"),
    [
        ((1, 3), (), "1 and 3"),  # an empty seat between
        ((1, 3), (2,), "1 and 3"),  # another person between
        ((7, 1), (), "1 and 7"),
        ((6, 7, 1), (), "1, 6 and 7"),
        ((4, 2, 1), (3,), "1, 2 and 4"),
    ],
)
@pytest.mark.clause("NAPA-14")
def test_napa_14_seats_that_are_not_consecutive(
    numbers: tuple[int, ...], bob: tuple[int, ...], shown: str
) -> None:
    fault = refused(ann_at("napa-valley", *numbers, bob=bob))
    message = f"One person may play several hands only at consecutive seats, not at {shown}"
    assert fault == (f"seats[{len(numbers) - 1}].seat", "NAPA-14", message)


@pytest.mark.clause("NAPA-14")
def test_napa_14_two_people_may_interlock_with_none_between() -> None:
    assert settled(ann_at("napa-valley", 1, 2, bob=(3, 4)))


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "napa-valley"])
@pytest.mark.clause("NAPA-14")
def test_napa_14_holds_at_no_other_house(house: str) -> None:
    assert settled(ann_at(house, 1, 3, 7))

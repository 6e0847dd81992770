"""RIV: Rivers, with its Progressive and envy. What other houses say alike is in `test_alike.py`."""

import pytest

from pitboss.money import MICRO
from pitboss.round import (
    Decide,
    PlaceBets,
    RoundSettled,
    SettleRound,
    contributions,
    legal_actions,
    open_round,
    open_table,
    spots,
    why_not,
)
from pitboss.round.events import PaidMeter
from pitboss.sheet import load_house

from .tables import (
    BORDERS,
    DEALERS,
    FULL_BET,
    HOUSES,
    PEOPLE,
    RESET,
    Plan,
    Stage,
    Story,
    lost,
    play_out,
    play_to,
    seat,
    table_of,
    won,
)

HOUSE = "rivers"
AFTER_THE_BETS: tuple[Stage, ...] = ("deal", "decisions", "decided", "reveal", "settled")


def meter_of(story: Story) -> PaidMeter:
    assert isinstance(story.state.ended, RoundSettled)
    assert story.state.ended.meter is not None
    return story.state.ended.meter


# RIV-3: the wagers come before the deal


@pytest.mark.parametrize("wager", ["ante", "pair_plus", "six_card_bonus", "progressive"])
@pytest.mark.clause("RIV-3")
def test_riv_3_all_four_before_any_card_is_dealt(wager: str) -> None:
    full = dict(FULL_BET[HOUSE])
    without = {name: amount for name, amount in full.items() if name != wager}
    plan = seat("9s 9h 2d", "play" if "ante" in without else None, without)
    for stage in AFTER_THE_BETS:
        story = play_to(stage, HOUSE, {1: plan})
        refusal = story.refusal(PlaceBets(1, "ann", full))
        assert (refusal.code, refusal.clause) == ("phase", "RIV-3")
        assert story.refusal(PlaceBets(2, "bob", full)).clause == "RIV-3"


# RIV-4: fold or Play


@pytest.mark.clause("RIV-4")
def test_riv_4_a_fold_loses_the_ante() -> None:
    assert play_out(HOUSE, {1: seat("9s 9h 2d", "fold", ante=1000)}).lines() == [lost("ante", 1000, "RIV-4")]


@pytest.mark.clause("RIV-4")
def test_riv_4_without_an_ante_there_is_nothing_to_decide() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 2d", pair_plus=500, progressive=100)})
    assert (story.state.waiting, legal_actions(story.state, 1)) == ((), ())
    assert story.refusal(Decide(1, "ann", "play")).clause == "RIV-4"
    assert story.refusal(Decide(1, "ann", "fold")).clause == "RIV-4"


# RIV-9: what a fold leaves alive


@pytest.mark.clause("RIV-9")
def test_riv_9_a_fold_leaves_six_card_bonus_pair_plus_and_progressive_alive() -> None:
    story = play_out(HOUSE, {1: seat("9s 9h 9d", "fold", FULL_BET[HOUSE])}, "9c 8c 2d")
    assert story.lines() == [
        lost("ante", 1000, "RIV-4"),
        won("pair_plus", 500, 15_000, "30 to 1", "RIV-7"),
        won("six_card_bonus", 500, 25_000, "50 to 1", "RIV-8"),
        won("progressive", 100, 5_900, "60 for 1", "RIV-10"),
    ]


@pytest.mark.clause("RIV-9")
def test_riv_9_the_player_is_told_so_before_folding() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 9d", "fold", FULL_BET[HOUSE])})
    fold = legal_actions(story.state, 1)[0]
    gone, _, alive = fold.consequence.partition(".")
    assert "Ante" in gone
    assert all(label in alive for label in ("Pair Plus", "6 Card Bonus", "Progressive"))


# RIV-10: the Progressive


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "profit", "pays"),
    [
        ("Ah Kh Qh", 49_900, "500 for 1"),
        ("Ad Kd Qd", 49_900, "500 for 1"),
        ("Ks Qs Js", 6_900, "70 for 1"),
        ("3s 2s As", 6_900, "70 for 1"),
        ("As Ah Ad", 5_900, "60 for 1"),
        ("2s 2h 2d", 5_900, "60 for 1"),
        ("As Ks Qd", 500, "6 for 1"),
        ("3s 2h Ad", 500, "6 for 1"),
    ],
)
@pytest.mark.clause("RIV-10")
def test_riv_10_progressive_for_1_the_dollar_kept(cards: str, profit: int, pays: str, dealer: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_plus=500, progressive=100)}, dealer)
    assert story.line("progressive") == won("progressive", 100, profit, pays, "RIV-10")


@pytest.mark.clause("RIV-10")
def test_riv_10_a_k_q_of_clubs_is_500_too() -> None:
    story = play_out(HOUSE, {1: seat("Ac Kc Qc", pair_plus=500, progressive=100)}, "Js 9s 4d")
    assert story.line("progressive") == won("progressive", 100, 49_900, "500 for 1", "RIV-10")


@pytest.mark.parametrize("order", ["As Ks Qs", "Qs As Ks", "Ks Qs As"])
@pytest.mark.clause("RIV-10")
def test_riv_10_a_k_q_of_spades_takes_the_whole_meter(order: str) -> None:
    plan = seat(order, pair_plus=500, progressive=100)
    story = play_out(HOUSE, {1: plan}, meter=1_234_567 * MICRO)
    # $12,345.67 and this bet's 25 cents, less the dollar that is kept
    expected = won("progressive", 100, 1_234_567 + 25 - 100, "100 % of the meter", "RIV-10")
    assert story.line("progressive") == expected


@pytest.mark.parametrize("cards", [*BORDERS["flush"], *BORDERS["pair"], *BORDERS["high_card"]])
@pytest.mark.clause("RIV-10")
def test_riv_10_below_a_straight_it_loses(cards: str) -> None:
    story = play_out(HOUSE, {1: seat(cards, pair_plus=500, progressive=100)})
    assert story.line("progressive") == lost("progressive", 100, "RIV-10")


@pytest.mark.clause("RIV-10")
def test_riv_10_on_the_players_own_cards_and_only_when_bet() -> None:
    royal_dealer = play_out(HOUSE, {1: seat("9h 7d 2c", pair_plus=500, progressive=100)}, "As Ks Qs")
    assert royal_dealer.line("progressive") == lost("progressive", 100, "RIV-10")
    no_bet = play_out(HOUSE, {1: seat("As Ks Qs", pair_plus=500)})
    assert no_bet.ids() == ["pair_plus"]
    assert meter_of(no_bet).after == RESET * MICRO


# RIV-11: envy

SPADES, HEARTS, DIAMONDS = "As Ks Qs", "Ah Kh Qh", "Ad Kd Qd"


def bets(cards: str, player: str | None = None) -> Plan:
    """A seat with the Progressive and nothing to decide."""
    return seat(cards, player=player, pair_plus=500, progressive=100)


def envy(story: Story, number: int) -> int:
    """What a seat was paid for other people's hands."""
    return sum(line.profit for line in story.lines(number) if line.id == "envy")


@pytest.mark.parametrize(
    ("royal", "cents", "pays"),
    [(SPADES, 10_000, "$100"), (HEARTS, 2_500, "$25"), (DIAMONDS, 2_500, "$25"), ("Ac Kc Qc", 2_500, "$25")],
)
@pytest.mark.clause("RIV-11")
def test_riv_11_everyone_else_with_the_progressive_is_paid(royal: str, cents: int, pays: str) -> None:
    seats = {2: bets(royal), 3: bets("9h 7d 2c"), 5: bets("Th 8d 3c"), 6: seat("Jh 7c 4s", pair_plus=500)}
    story = play_out(HOUSE, seats, "Jd 9s 4h")
    assert story.line("envy", 3) == story.line("envy", 5) == won("envy", 0, cents, pays, "RIV-11")
    assert "envy" not in story.ids(2)  # never for one's own hand
    assert story.ids(6) == ["pair_plus"]  # nor without the bet


@pytest.mark.clause("RIV-11")
def test_riv_11_several_envies_add_up() -> None:
    seats = {1: bets(SPADES), 2: bets(HEARTS), 3: bets(DIAMONDS), 4: bets("9h 7d 2c")}
    story = play_out(HOUSE, seats, "Jc 9s 4h")
    assert [envy(story, number) for number in seats] == [5_000, 12_500, 12_500, 15_000]
    assert story.line("envy", 4) == won("envy", 0, 15_000, "$150", "RIV-11")
    assert story.ids(4).count("envy") == 1


@pytest.mark.clause("RIV-11")
def test_riv_11_never_for_the_dealers_hand() -> None:
    story = play_out(HOUSE, {1: bets("9h 7d 2c"), 2: bets("Th 8d 3c")}, SPADES)
    assert (envy(story, 1), envy(story, 2)) == (0, 0)


@pytest.mark.parametrize("cards", ["Ks Qs Js", "As Kh Qd", "As Ah Ad"])
@pytest.mark.clause("RIV-11")
def test_riv_11_no_other_hand_earns_it(cards: str) -> None:
    assert envy(play_out(HOUSE, {1: bets(cards), 2: bets("9h 7d 2c")}), 2) == 0


@pytest.mark.clause("RIV-11")
def test_riv_11_the_holder_need_not_have_bet_the_progressive() -> None:
    story = play_out(HOUSE, {1: seat(SPADES, pair_plus=500), 2: bets("9h 7d 2c")})
    assert envy(story, 2) == 10_000


@pytest.mark.clause("RIV-11")
def test_riv_11_the_holder_may_have_folded() -> None:
    story = play_out(HOUSE, {1: seat(SPADES, "fold", ante=1000), 2: bets("9h 7d 2c")})
    assert envy(story, 2) == 10_000


@pytest.mark.clause("RIV-11")
def test_riv_11_a_folded_players_progressive_is_still_paid() -> None:
    folded = seat("9h 7d 2c", "fold", ante=1000, progressive=100)
    story = play_out(HOUSE, {1: bets(HEARTS), 2: folded})
    assert story.lines(2) == [
        lost("ante", 1000, "RIV-4"),
        lost("progressive", 100, "RIV-10"),
        won("envy", 0, 2_500, "$25", "RIV-11"),
    ]


@pytest.mark.clause("RIV-11")
def test_riv_11_each_progressive_bet_is_paid_so_a_person_with_two_is_paid_twice() -> None:
    seats = {1: bets(SPADES), 2: bets("9h 7d 2c", "bob"), 4: bets("Th 8d 3c", "bob")}
    story = play_out(HOUSE, seats)
    assert (envy(story, 2), envy(story, 4)) == (10_000, 10_000)


@pytest.mark.clause("RIV-11")
def test_riv_11_a_second_spot_of_the_same_person_is_their_own_hand() -> None:
    seats = {1: bets(SPADES, "ann"), 2: bets("9h 7d 2c", "ann"), 3: bets("Th 8d 3c", "cat")}
    story = play_out(HOUSE, seats)
    assert [envy(story, number) for number in seats] == [0, 0, 10_000]


# RIV-12, RIV-13: the meter


@pytest.mark.clause("RIV-12")
def test_riv_12_it_starts_at_1000_dollars_and_is_never_below() -> None:
    meter = load_house(HOUSE).meter
    assert meter is not None
    assert (meter.reset, meter.feeds, int(meter.percent)) == (100_000, "progressive", 25)
    story = play_to("reveal", HOUSE, {1: bets("9h 7d 2c")})
    assert story.refusal(SettleRound.at(RESET * MICRO - 1)).clause == "RIV-12"
    assert story.refusal(SettleRound()).clause == "RIV-12"


@pytest.mark.clause("RIV-12")
def test_riv_12_a_quarter_of_each_progressive_bet_feeds_it() -> None:
    seats = {1: bets("9h 7d 2c"), 2: bets("Th 8d 3c"), 3: seat("Jh 7c 4s", pair_plus=500)}
    story = play_out(HOUSE, seats)
    assert contributions(story.state) == 50 * MICRO
    assert meter_of(story) == PaidMeter(RESET * MICRO, 50 * MICRO, RESET * MICRO + 50 * MICRO)


@pytest.mark.clause("RIV-12")
def test_riv_12_a_folded_bet_feeds_it_too() -> None:
    seats = {1: seat("9h 7d 2c", "fold", ante=1000, progressive=100)}
    assert meter_of(play_out(HOUSE, seats)).fed == 25 * MICRO


@pytest.mark.clause("RIV-12")
def test_riv_12_the_winner_gets_the_meter_after_the_rounds_own_contributions() -> None:
    seats = {1: bets(SPADES), 2: bets("9h 7d 2c"), 3: bets("Th 8d 3c")}  # the later seats' bets count too
    story = play_out(HOUSE, seats, meter=500_000 * MICRO)
    assert story.line("progressive", 1).profit == 500_000 + 75 - 100
    assert meter_of(story) == PaidMeter(500_000 * MICRO, 75 * MICRO, RESET * MICRO)


@pytest.mark.clause("RIV-12")
def test_riv_12_the_table_shows_what_the_round_did_to_the_meter() -> None:
    shown = play_out(HOUSE, {1: bets(SPADES)}, meter=500_000 * MICRO + 123_456).seen_by(None).meter
    assert shown is not None
    assert (shown.reset, shown.before, shown.after) == (100_000, 500_025, 100_000)


@pytest.mark.clause("RIV-12")
def test_riv_12_whole_cents_are_paid_and_the_fraction_carries_to_the_reset() -> None:
    before = 500_000 * MICRO + 123_456
    story = play_out(HOUSE, {1: bets(SPADES)}, meter=before)
    assert story.line("progressive").profit == 500_000 + 25 - 100
    assert meter_of(story) == PaidMeter(before, 25 * MICRO, RESET * MICRO + 123_456)


@pytest.mark.clause("RIV-12")
def test_riv_12_to_the_micro_cent_nothing_truncated() -> None:
    table = table_of(HOUSE, 'meter.percent="23.4567"')
    quiet = play_out(table, {1: bets("9h 7d 2c"), 2: bets("Th 8d 3c")})
    assert meter_of(quiet).fed == 2 * 23_456_700  # 46.9134 cents
    hit = play_out(table, {1: bets(SPADES), 2: bets("Th 8d 3c")})
    assert hit.line("progressive").profit == 100_046 - 100
    assert meter_of(hit).after == RESET * MICRO + 913_400  # 0.9134 of a cent is left
    meter = meter_of(hit)
    paid = 100_046 * MICRO
    assert meter.before + meter.fed - paid + RESET * MICRO == meter.after  # every micro-cent accounted for


@pytest.mark.clause("RIV-12")
def test_riv_12_a_meter_belongs_to_the_effective_sheet() -> None:
    sheet = load_house(HOUSE)
    assert open_table(sheet, 500).sheet.hash == open_table(sheet, 2500, 100_000).sheet.hash
    assert load_house(HOUSE, ["meter.percent=30"]).hash != sheet.hash
    assert load_house(HOUSE, ["dealer.shows=1"]).hash != sheet.hash


@pytest.mark.clause("RIV-12")
def test_riv_12_houses_without_a_meter_take_none() -> None:
    story = play_to("reveal", "shine", {1: seat("9h 7d 2c", "play", ante=1000)})
    assert story.refusal(SettleRound(RESET)).code == "meter"


@pytest.mark.clause("RIV-13")
def test_riv_13_envy_comes_from_the_house_not_from_the_meter() -> None:
    seats = {1: seat(SPADES, pair_plus=500), 2: bets("9h 7d 2c"), 3: bets("Th 8d 3c")}
    story = play_out(HOUSE, seats)
    assert (envy(story, 2), envy(story, 3)) == (10_000, 10_000)
    assert meter_of(story).after == RESET * MICRO + 50 * MICRO


@pytest.mark.clause("RIV-13")
def test_riv_13_nor_do_the_fixed_pays() -> None:
    story = play_out(HOUSE, {1: bets(HEARTS), 2: bets("9h 7d 2c")})
    assert meter_of(story).after == RESET * MICRO + 50 * MICRO


# RIV-14: the notices


@pytest.mark.clause("RIV-14")
def test_riv_14_the_notices_are_shown_with_the_rules_and_at_the_table() -> None:
    notices = load_house(HOUSE).notices
    assert all(notice.clause == "RIV-14" for notice in notices)
    rules = " ".join(notice.text for notice in notices)
    assert "1-800-GAMBLER" in rules
    assert "21 years or older" in rules
    seats = {1: seat("9h 7d 2c", "play", FULL_BET[HOUSE])}
    for stage in ("bets", *AFTER_THE_BETS):
        story = play_to(stage, HOUSE, seats)
        for viewer in (PEOPLE[0], "zoe", None):
            assert story.seen_by(viewer).notices == tuple(notice.text for notice in notices)


@pytest.mark.clause("RIV-14")
def test_riv_14_they_are_this_houses_own() -> None:
    assert [house for house in HOUSES if load_house(house).notices] == [HOUSE]


# RIV-15: the sensor


def lights(story: Story, number: int = 1) -> dict[str, bool | None]:
    return {spot.id: spot.lit for spot in story.seat_seen_by(None, number).spots}


@pytest.mark.clause("RIV-15")
def test_riv_15_dark_while_the_bet_is_only_a_draft() -> None:
    draft = {"ante": 1000, "progressive": 100}
    lit = {spot.id: spot.lit for spot in spots(table_of(HOUSE), draft, open_=True, accepted=False)}
    assert lit["progressive"] is False


@pytest.mark.clause("RIV-15")
def test_riv_15_lit_once_accepted_and_as_long_as_the_bet_stands() -> None:
    seats = {1: seat("9h 7d 2c", "play", FULL_BET[HOUSE])}
    for stage in ("bets", *AFTER_THE_BETS):
        story = play_to(stage, HOUSE, seats)
        assert lights(story) == {"ante": None, "pair_plus": None, "six_card_bonus": None, "progressive": True}


@pytest.mark.clause("RIV-15")
def test_riv_15_dark_without_the_bet_and_after_it_was_taken_back() -> None:
    story = play_to("bets", HOUSE, {1: seat("", ante=1000)})
    assert lights(story)["progressive"] is False
    lit = story.then(PlaceBets(1, "ann", {"ante": 1000, "progressive": 100}))
    assert lights(lit)["progressive"] is True
    assert lights(lit.then(PlaceBets(1, "ann", {"ante": 1000})))["progressive"] is False


@pytest.mark.clause("RIV-15")
def test_riv_15_a_refused_bet_lights_nothing() -> None:
    story = play_to("bets", HOUSE, {1: seat("", ante=1000)})
    refused = PlaceBets(1, "ann", {"ante": 1000, "progressive": 200})
    assert why_not(story.state, refused) is not None
    assert lights(story)["progressive"] is False
    assert Story(open_round(table_of(HOUSE))).seen_by("ann").seats == ()

"""NAPA: Napa Valley, where a player is the bank. What other houses say alike is in `test_alike.py`."""

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.round import (
    NOBODY,
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    RevealDealer,
    RoundSettled,
    RoundVoided,
    SettleRound,
    TakeBank,
    Viewer,
    VoidRound,
    apply,
    evolve,
    open_round,
    tell,
)
from pitboss.round.settlement import PaidBank
from pitboss.sheet import load_house

from .tables import (
    BANKER,
    BEFORE_THE_END,
    BORDERS,
    DEALERS,
    NOT_QUALIFIED,
    PLENTY,
    QUEEN_HIGH,
    UNBEATEN,
    Stage,
    Story,
    cards_in,
    lost,
    play_out,
    play_to,
    returned,
    seat,
    table_of,
    voided,
    won,
)

HOUSE = "napa-valley"


def ante_and_play(cards: str, dealer: str) -> Story:
    """One seat with $10 on the Ante that stays in, against a bank that covers everything."""
    return play_out(HOUSE, {1: seat(cards, "play", ante=1000)}, dealer)


def bank_of(story: Story) -> PaidBank:
    assert story.state.ended is not None
    assert story.state.ended.bank is not None
    return story.state.ended.bank


# NAPA-1: the ranking


@pytest.mark.clause("NAPA-1")
def test_napa_1_the_royal_flush_is_a_category_of_its_own() -> None:
    story = play_out(HOUSE, {1: seat("As Ks Qs", "play", ante=1000, pair_plus=500)}, "Kc Qc Jc")
    assert story.result("play") == "win"  # above every other straight flush
    assert story.seat_seen_by(None, 1).hand.label == "Royal Flush"
    second = play_out(HOUSE, {1: seat("Ks Qs Js", "play", ante=1000, pair_plus=500)}, "Ac Kc Qc")
    assert (second.result("play"), second.seat_seen_by(None, 1).hand.label) == ("lose", "Straight flush")
    assert (story.line("pair_plus").pays, second.line("pair_plus").pays) == ("200 to 1", "40 to 1")


# NAPA-8: Pair Plus. What may be bet at a house is in tests/round/test_wagering.py


@pytest.mark.clause("NAPA-8")
def test_napa_8_pair_plus_needs_an_ante() -> None:
    story = Story(open_round(table_of(HOUSE)))
    assert story.refusal(PlaceBets(1, "ann", {"pair_plus": 500})).clause in ("NAPA-2", "NAPA-8")
    needs = load_house(HOUSE).wagers["pair_plus"].needs
    assert needs is not None
    assert (needs.wagers, needs.clause) == (("ante",), "NAPA-8")


@pytest.mark.clause("NAPA-8")
def test_napa_8_pair_plus_is_placed_before_the_deal() -> None:
    story = play_to("deal", HOUSE, {1: seat("9s 9h 2d", ante=1000)})
    refusal = story.refusal(PlaceBets(1, "ann", {"ante": 1000, "pair_plus": 500}))
    assert (refusal.code, story.state.seats[0].wagers) == ("phase", {"ante": 1000})


# NAPA-3, NAPA-4: the deal and the up card


@pytest.mark.clause("NAPA-3")
def test_napa_3_the_deal_starts_left_of_the_dealer() -> None:
    story = Story(open_round(table_of(HOUSE))).then(TakeBank(BANKER, PLENTY))
    for number in (6, 3):
        story = story.then(PlaceBets(number, f"p{number}", {"ante": 1000}))
    state = story.then(DealCards(CARD_TEXTS)).state
    dealt = {each.number: each.cards for each in state.seats}
    assert dealt == {3: (0, 3, 6), 6: (1, 4, 7)}
    assert state.dealer_cards == (2, 5, 8)


@pytest.mark.parametrize("viewer", ["ann", "zoe", BANKER, None])
@pytest.mark.clause("NAPA-3")
def test_napa_3_two_cards_down_and_the_third_up(viewer: str | None) -> None:
    story = play_to("deal", HOUSE, {1: seat("9s 9h 2d", ante=1000)}, "Qc 9c 4d")
    assert story.dealer_seen_by(viewer).cards == ("??", "??", "??")
    assert story.then(EndDeal()).dealer_seen_by(viewer).cards == ("??", "??", "4d")


@pytest.mark.clause("NAPA-3")
def test_napa_3_the_up_card_is_told_to_everybody() -> None:
    before = play_to("deal", HOUSE, {1: seat("9s 9h 2d", ante=1000)}, "Qc 9c 4d")
    (event,) = apply(before.state, EndDeal())
    after = evolve(before.state, event)
    assert cards_in(tell(after, event, NOBODY)) == {"4d"}
    assert cards_in(tell(after, event, Viewer(BANKER))) == {"4d"}


@pytest.mark.clause("NAPA-4")
def test_napa_4_nobody_sees_own_cards_before_the_up_card_shows() -> None:
    seats = {1: seat("9s 9h 2d", ante=1000), 2: seat("As Kh Jd", ante=1000)}
    dealt = play_to("deal", HOUSE, seats)
    for viewer in ("ann", "bob", BANKER, None):
        assert cards_in(dealt.seen_by(viewer)) == set()
        assert dealt.seen_by(viewer).actions == ()
        assert cards_in(tell(dealt.state, dealt.events[-1], Viewer(viewer))) == set()
    assert dealt.refusal(Decide(1, "ann", "play")).code == "phase"
    looking = dealt.then(EndDeal())
    assert cards_in(looking.seen_by("ann")) == {"9s", "9h", "2d", "4d"}
    assert cards_in(tell(looking.state, looking.events[-1], Viewer("bob"))) == {"As", "Kh", "Jd", "4d"}


@pytest.mark.clause("NAPA-4")
def test_napa_4_at_the_other_houses_players_look_at_once() -> None:
    for house in ("pechanga", "atlantic-city", "shine", "rivers"):
        dealt = play_to("deal", house, {1: seat("9s 9h 2d", ante=1000)})
        assert dealt.seat_seen_by("ann", 1).hand.cards == ("9s", "9h", "2d")


# NAPA-5: fold or Play


@pytest.mark.clause("NAPA-5")
def test_napa_5_a_fold_loses_ante_and_pair_plus() -> None:
    story = play_out(HOUSE, {1: seat("9s 9h 9d", "fold", ante=1000, pair_plus=500)}, NOT_QUALIFIED)
    assert story.lines() == [lost("ante", 1000, "NAPA-5"), lost("pair_plus", 500, "NAPA-5")]
    assert bank_of(story).net == 1500


# NAPA-6: the showdown


@pytest.mark.parametrize("cards", ["Ks 8h 2d", "Js 9h 4s", "7s 4h 2d", "As Ks Qs"])
@pytest.mark.clause("NAPA-6")
def test_napa_6_not_qualified_returns_play_and_pays_every_ante_not_folded(cards: str) -> None:
    seats = {1: seat(cards, "play", ante=1000), 2: seat("Ts 7h 3d", "fold", ante=1000)}
    story = play_out(HOUSE, seats, NOT_QUALIFIED)
    assert story.lines(1) == [won("ante", 1000, 1000, "1 to 1", "NAPA-6"), returned("play", 1000, "NAPA-6")]
    assert story.lines(2) == [lost("ante", 1000, "NAPA-5")]


# NAPA-10, NAPA-11: the bank

WINS = seat("Ks Kd 2h", "play", ante=1000, pair_plus=500)  # +1000 +1000 +500
LOSES = seat("Js 8d 3h", "play", ante=1000, pair_plus=500)  # -1000 -1000 -500
FOLDS = seat("Ts 7d 3s", "fold", ante=1000, pair_plus=500)  # -1000 -500
PUSHES = seat("Qs 9d 4h", "play", ante=1000, pair_plus=500)  # 0 0 -500
BEFORE_AND_AFTER: tuple[Stage, ...] = ("decisions", "settled")
FOUR_SEATS = {1: WINS, 2: LOSES, 3: FOLDS, 4: PUSHES}  # 7000 in all change hands


@pytest.mark.clause("NAPA-10")
def test_napa_10_the_bank_pays_and_collects_everything() -> None:
    story = play_out(HOUSE, FOUR_SEATS, bank=50_000)
    assert [story.paid(number).net for number in (1, 2, 3, 4)] == [2500, -2500, -1500, -500]
    assert bank_of(story) == PaidBank(stake=50_000, net=2000, cover_left=43_000)
    ended = story.state.ended
    assert isinstance(ended, RoundSettled)
    assert ended.meter is None


@pytest.mark.clause("NAPA-10")
def test_napa_10_everybody_sees_the_bank_and_what_became_of_it() -> None:
    before, after = (play_to(stage, HOUSE, FOUR_SEATS, bank=50_000) for stage in BEFORE_AND_AFTER)
    for viewer, you in (("ann", False), (BANKER, True), (None, False)):
        seen, settled = before.seen_by(viewer).bank, after.seen_by(viewer).bank
        assert seen is not None
        assert settled is not None
        assert (seen.player, seen.you, seen.stake, seen.net, seen.cover_left) == (
            BANKER,
            you,
            50_000,
            None,
            None,
        )
        assert (settled.net, settled.cover_left) == (2000, 43_000)


@pytest.mark.clause("NAPA-10")
def test_napa_10_there_is_no_round_without_a_bank() -> None:
    story = Story(open_round(table_of(HOUSE))).then(PlaceBets(1, "ann", {"ante": 1000}))
    assert story.refusal(DealCards(CARD_TEXTS)).clause == "NAPA-10"
    for stake in (0, -500):
        assert story.refusal(TakeBank(BANKER, stake)).clause == "NAPA-10"
    given_up = story.then(TakeBank(BANKER, 1000), TakeBank(BANKER, 0))
    assert given_up.refusal(DealCards(CARD_TEXTS)).clause == "NAPA-10"
    dealt = story.then(TakeBank(BANKER, 1000), DealCards(CARD_TEXTS))
    assert dealt.refusal(TakeBank(BANKER, 2000)).clause == "NAPA-10"


@pytest.mark.clause("NAPA-10")
def test_napa_10_no_other_house_has_a_player_bank() -> None:
    for house in ("pechanga", "atlantic-city", "shine", "rivers"):
        assert Story(open_round(table_of(house))).refusal(TakeBank(BANKER, 50_000)).code == "no_bank"


FULL = "full"  # the wager has its full action
NONE = "none"  # the wager has no action and goes back
# For each bank: what becomes of Ante, Play and Pair Plus of seat 1, 2, 3 (folded, without Play) and 4.
COVER: list[tuple[int, list[int | str]]] = [
    (1, [1, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (600, [600, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (1000, [FULL, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (1500, [FULL, 500, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (2250, [FULL, FULL, 250, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (2500, [FULL, FULL, FULL, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (3000, [FULL, FULL, FULL, -500, NONE, NONE, NONE, NONE, NONE, NONE, NONE]),
    (4499, [FULL, FULL, FULL, FULL, -999, NONE, NONE, NONE, NONE, NONE, NONE]),
    (4700, [FULL, FULL, FULL, FULL, FULL, -200, NONE, NONE, NONE, NONE, NONE]),
    (5600, [FULL, FULL, FULL, FULL, FULL, FULL, -600, NONE, NONE, NONE, NONE]),
    (6250, [FULL, FULL, FULL, FULL, FULL, FULL, FULL, -250, NONE, NONE, NONE]),
    (6500, [FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, NONE, NONE, NONE]),  # the push goes back too
    (6700, [FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, -200]),  # a push uses no cover
    (7000, [FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL, FULL]),
]


@pytest.mark.parametrize(("stake", "action"), COVER, ids=[f"bank {stake}" for stake, _ in COVER])
@pytest.mark.clause("NAPA-11")
def test_napa_11_bets_get_action_as_far_as_the_bank_covers(stake: int, action: list[int | str]) -> None:
    covered = play_out(HOUSE, FOUR_SEATS, bank=PLENTY)
    story = play_out(HOUSE, FOUR_SEATS, bank=stake)
    lines = [line for number in FOUR_SEATS for line in story.lines(number)]
    full = [line for number in FOUR_SEATS for line in covered.lines(number)]
    for line, whole, expected in zip(lines, full, action, strict=True):
        if expected == FULL:
            assert line == whole
        elif expected == NONE:
            assert line == returned(whole.id, whole.stake, "NAPA-11")
        elif isinstance(expected, int) and expected > 0:
            assert line == won(whole.id, whole.stake, expected, str(whole.pays), "NAPA-11")
        elif isinstance(expected, int):
            assert line == lost(whole.id, whole.stake, "NAPA-11", back=whole.stake + expected)
    bank = bank_of(story)
    assert bank.cover_left == 0
    assert bank.net == -sum(line.profit for line in lines)


@pytest.mark.clause("NAPA-11")
def test_napa_11_what_is_collected_does_not_extend_the_cover() -> None:
    seats = {1: LOSES, 2: WINS}  # 2500 collected, and nothing left to pay with
    story = play_out(HOUSE, seats, bank=2500)
    assert (story.paid(1).net, story.paid(2).net) == (-2500, 0)
    assert story.ids(2) == ["ante", "play", "pair_plus"]
    assert {line.result for line in story.lines(2)} == {"returned"}


@pytest.mark.clause("NAPA-11")
def test_napa_11_seat_by_seat_clockwise_whoever_bet_or_decided_first() -> None:
    late, early = seat("As Ah 2c", "play", ante=1000), seat("Ks Kh 2d", "play", ante=1000)
    story = play_out(HOUSE, {7: late, 2: early}, bank=2500, order=(7, 2))
    assert [line.profit for line in (*story.lines(2), *story.lines(7))] == [1000, 1000, 500, 0]


@pytest.mark.parametrize("dealer", [NOT_QUALIFIED, QUEEN_HIGH, "2c 2d 3c", UNBEATEN])
@pytest.mark.clause("NAPA-11")
def test_napa_11_the_bank_never_moves_by_more_than_its_stake(dealer: str) -> None:
    hands = ("As Ks Qs", "9s 8s 7s", "Ah Jh 5h", "Th 9d 8d", "6s 6h 6d")
    seats = {
        number: seat(cards, "fold" if number == 4 else "play", ante=2500, pair_plus=2000)
        for number, cards in enumerate(hands, 1)
    }
    for stake in (1, 99, 2500, 5000, 12_345, 100_000, 405_000, 500_000, 700_000):
        story = play_out(HOUSE, seats, dealer, bank=stake)
        bank = bank_of(story)
        assert abs(bank.net) <= stake
        used = sum(abs(line.profit) for number in seats for line in story.lines(number))
        assert bank.cover_left == stake - used >= 0


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_wager_of_the_unqualified_round_goes_back_once_the_cover_is_gone() -> None:
    story = play_out(HOUSE, {1: seat("Ks 8h 2d", "play", ante=1000)}, NOT_QUALIFIED, bank=1000)
    assert story.lines() == [won("ante", 1000, 1000, "1 to 1", "NAPA-6"), returned("play", 1000, "NAPA-11")]


# NAPA-12, NAPA-13: void rounds


@pytest.mark.clause("NAPA-12")
def test_napa_12_exposed_cards_void_the_round_and_everything_goes_back() -> None:
    story = play_to("deal", HOUSE, FOUR_SEATS, bank=50_000).then(VoidRound("exposed"))
    for number in FOUR_SEATS:
        assert story.lines(number) == [voided("ante", 1000, "NAPA-12"), voided("pair_plus", 500, "NAPA-12")]
    assert bank_of(story) == PaidBank(stake=50_000, net=0, cover_left=50_000)
    ended = story.state.ended
    assert isinstance(ended, RoundVoided)
    assert ended.clause == "NAPA-12"


@pytest.mark.parametrize("stage", ["bets", "decisions", "decided", "reveal", "settled"])
@pytest.mark.clause("NAPA-12")
def test_napa_12_only_during_the_deal(stage: Stage) -> None:
    refusal = play_to(stage, HOUSE, FOUR_SEATS).refusal(VoidRound("exposed"))
    assert (refusal.code, refusal.clause) == ("phase", "NAPA-12")


@pytest.mark.clause("NAPA-12")
def test_napa_12_no_other_house_has_this_rule() -> None:
    for house in ("pechanga", "atlantic-city", "shine", "rivers"):
        story = play_to("deal", house, {1: seat("9s 9h 2d", ante=1000)})
        assert story.refusal(VoidRound("exposed")).code == "no_void"


@pytest.mark.parametrize("stage", BEFORE_THE_END)
@pytest.mark.clause("NAPA-13")
def test_napa_13_a_malfunction_voids_all_plays_and_pays(stage: Stage) -> None:
    story = play_to(stage, HOUSE, {1: WINS, 2: FOLDS}, bank=50_000).then(VoidRound("malfunction"))
    played = [voided("play", 1000, "NAPA-13")] if stage in ("decided", "reveal") else []
    ante, pair_plus = voided("ante", 1000, "NAPA-13"), voided("pair_plus", 500, "NAPA-13")
    assert story.lines(1) == [ante, *played, pair_plus]
    assert story.lines(2) == [ante, pair_plus]
    assert bank_of(story) == PaidBank(stake=50_000, net=0, cover_left=50_000)


@pytest.mark.clause("NAPA-13")
def test_napa_13_nothing_follows_a_malfunction() -> None:
    story = play_to("reveal", HOUSE, {1: WINS}).then(VoidRound("malfunction"))
    assert story.refusal(SettleRound()).code == "phase"
    assert play_out(HOUSE, {1: WINS}).refusal(VoidRound("malfunction")).clause == "NAPA-13"


# NAPA-14: several hands of one person


@pytest.mark.clause("NAPA-14")
def test_napa_14_only_at_consecutive_seats() -> None:
    story = Story(open_round(table_of(HOUSE))).then(PlaceBets(2, "ann", {"ante": 1000}))
    for number in (4, 5, 7):
        assert story.refusal(PlaceBets(number, "ann", {"ante": 1000})).clause == "NAPA-14"
    three = story.then(PlaceBets(3, "ann", {"ante": 1000}), PlaceBets(1, "ann", {"ante": 1000}))
    assert three.refusal(PlaceBets(5, "ann", {"ante": 1000})).clause == "NAPA-14"
    assert len(three.state.seats) == 3


@pytest.mark.clause("NAPA-14")
def test_napa_14_a_gap_left_by_a_cleared_bet_counts() -> None:
    story = Story(open_round(table_of(HOUSE))).then(TakeBank(BANKER, PLENTY))
    for number in (1, 2, 3):
        story = story.then(PlaceBets(number, "ann", {"ante": 1000}))
    gap = story.then(PlaceBets(2, "ann", {}))
    assert gap.refusal(DealCards(CARD_TEXTS)).clause == "NAPA-14"


@pytest.mark.clause("NAPA-14")
def test_napa_14_the_person_sees_all_and_decides_each() -> None:
    seats = {
        2: seat("9s 9h 2d", ante=1000, player="ann"),
        3: seat("As Kh Jd", ante=1000, player="ann"),
        4: seat("7s 5h 3d", ante=1000, player="bob"),
    }
    story = play_to("decisions", HOUSE, seats)
    assert [story.seat_seen_by("ann", number).hand.cards[0] for number in (2, 3, 4)] == ["9s", "As", "??"]
    assert {action.seat for action in story.seen_by("ann").actions} == {2, 3}
    story = story.then(Decide(3, "ann", "fold"))
    assert story.state.waiting == (2, 4)
    story = story.then(Decide(2, "ann", "play"), Decide(4, "bob", "play"), RevealDealer())
    assert [each.action for each in story.state.seats] == ["play", "fold", "play"]


@pytest.mark.clause("NAPA-14")
def test_napa_14_no_other_house_binds_a_persons_hands() -> None:
    for house in ("pechanga", "atlantic-city", "shine", "rivers"):
        story = Story(open_round(table_of(house))).then(PlaceBets(1, "ann", {"ante": 1000}))
        assert len(story.then(PlaceBets(4, "ann", {"ante": 1000})).state.seats) == 2
        assert load_house(house).player.hands.most == 7


@pytest.mark.clause("NAPA-14")
def test_napa_14_a_live_table_allows_three_hands() -> None:
    hands = load_house(HOUSE).player.hands
    assert (hands.where, hands.most, hands.clause) == ("consecutive", 3, "NAPA-14")


# NAPA-15, NAPA-16: who holds the bank


@pytest.mark.clause("NAPA-15")
def test_napa_15_the_bank_makes_no_decision() -> None:
    story = play_to("decisions", HOUSE, {1: seat("9s 9h 2d", ante=1000), 2: seat("As Kh Jd", ante=1000)})
    assert story.seen_by(BANKER).actions == ()
    for number in range(8):
        story.refusal(Decide(number, BANKER, "fold"))
        story.refusal(Decide(number, BANKER, "play"))
    assert story.state.waiting == (1, 2)  # nobody waits for the bank
    assert story.then(Decide(1, "ann", "play"), Decide(2, "bob", "play")).state.waiting == ()


@pytest.mark.clause("NAPA-15")
def test_napa_15_the_bank_sees_only_the_up_card() -> None:
    story = play_to("decided", HOUSE, {1: seat("9s 9h 2d", "play", ante=1000)}, "Qc 9c 4d")
    assert cards_in(story.seen_by(BANKER)) == {"4d"}


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_bank_bets_on_no_seat_that_round() -> None:
    banked = Story(open_round(table_of(HOUSE))).then(TakeBank(BANKER, 50_000))
    for number in range(1, 8):
        assert banked.refusal(PlaceBets(number, BANKER, {"ante": 1000})).clause == "NAPA-16"
    seated = Story(open_round(table_of(HOUSE))).then(PlaceBets(1, "ann", {"ante": 1000}))
    assert seated.refusal(TakeBank("ann", 50_000)).clause == "NAPA-16"
    cleared = seated.then(PlaceBets(1, "ann", {}), TakeBank("ann", 50_000))
    assert cleared.state.bank is not None


@pytest.mark.clause("NAPA-16")
def test_napa_16_one_person_holds_the_bank() -> None:
    banked = Story(open_round(table_of(HOUSE))).then(TakeBank(BANKER, 50_000))
    assert banked.refusal(TakeBank("ann", 60_000)).code == "not_yours"


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_sheet_says_two_rounds_and_at_least_the_table_maximum() -> None:
    bank = load_house(HOUSE).bank
    assert bank is not None
    assert (bank.rounds, bank.least_stake, bank.rotation_clause) == (2, "table max", "NAPA-16")


@pytest.mark.clause("NAPA-16")
def test_napa_16_there_is_no_collection_fee() -> None:
    story = play_out(HOUSE, FOUR_SEATS, bank=50_000)
    assert bank_of(story).net + sum(story.paid(number).net for number in FOUR_SEATS) == 0


# NAPA-17: no ante bonus


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("cards", [hands[0] for hands in BORDERS.values()])
@pytest.mark.clause("NAPA-17")
def test_napa_17_there_is_no_ante_bonus(cards: str, dealer: str) -> None:
    assert ante_and_play(cards, dealer).ids() == ["ante", "play"]
    assert not load_house(HOUSE).bonuses


@pytest.mark.clause("NAPA-16", "NAPA-14")
def test_napa_16_the_banks_own_seat_does_not_break_napa_14() -> None:
    table = table_of("napa-valley")
    story = Story(open_round(table)).then(TakeBank(BANKER, PLENTY, seat=3))
    story = story.then(PlaceBets(2, "ann", {"ante": 500}), PlaceBets(4, "ann", {"ante": 500}))
    assert [seat.number for seat in story.state.seats] == [2, 4]
    assert story.refusal(PlaceBets(6, "ann", {"ante": 500})).clause == "NAPA-14"
    assert story.refusal(PlaceBets(3, "bob", {"ante": 500})).code == "bank_seat"
    elsewhere = Story(open_round(table)).then(
        TakeBank(BANKER, PLENTY, seat=5), PlaceBets(2, "ann", {"ante": 500})
    )
    assert elsewhere.refusal(PlaceBets(4, "ann", {"ante": 500})).clause == "NAPA-14"
    assert elsewhere.refusal(TakeBank(BANKER, PLENTY, seat=2)).clause == "STD-9"

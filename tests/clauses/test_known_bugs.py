"""Bugs that other three-card programs are known for. None of them may come back here."""

import json

import pytest

from pitboss.round import (
    NOBODY,
    Decide,
    NotADocument,
    RevealDealer,
    SettleRound,
    Viewer,
    away_decision,
    dump_round,
    evolve,
    legal_actions,
    load_round,
    parse_round,
    tell,
    view,
)
from pitboss.sheet import load_house

from .tables import (
    BANKER,
    BEFORE_THE_END,
    FULL_BET,
    HOUSES,
    NOT_QUALIFIED,
    Stage,
    cards_in,
    play_out,
    play_to,
    seat,
    won,
)

QUEEN_HIGH_HOUSES = ("atlantic-city", "napa-valley", "shine", "rivers")


def ante_result(house: str, cards: str, dealer: str) -> str:
    """What becomes of an Ante that stays in."""
    return play_out(house, {1: seat(cards, "play", ante=1000)}, dealer).result("ante")


@pytest.mark.parametrize("house", HOUSES)
def test_a_2_3_is_not_ace_high(house: str) -> None:
    assert ante_result(house, "As 2h 3d", "4c 3c 2d") == "lose"
    assert ante_result(house, "As 2s 3s", "4c 3c 2c") == "lose"
    assert ante_result(house, "As 2h 3d", "Kc Qc Jd") == "lose"


@pytest.mark.parametrize("house", HOUSES)
def test_2_2_k_does_not_beat_5_5_4(house: str) -> None:
    assert ante_result(house, "2s 2h Kd", "5c 5d 4c") == "lose"
    assert ante_result(house, "5s 5h 4d", "2c 2d Kc") == "win"


@pytest.mark.parametrize("house", QUEEN_HIGH_HOUSES)
def test_more_than_the_top_card_is_compared(house: str) -> None:
    assert ante_result(house, "Ks 9h 2d", "Kc 8c 7d") == "win"
    assert ante_result(house, "Ks 9h 3d", "Kc 9c 4d") == "lose"
    assert ante_result(house, "Ks 9s 5s", "Kc 9c 4c") == "win"
    assert ante_result(house, "Ks Kh 3d", "Kc Kd 4c") == "lose"


@pytest.mark.parametrize("house", HOUSES)
def test_a_tie_is_no_win(house: str) -> None:
    story = play_out(house, {1: seat("Ks Kh 3d", "play", ante=1000)}, "Kc Kd 3c")
    assert [(line.id, line.result, line.profit) for line in story.lines()] == [
        ("ante", "push", 0),
        ("play", "push", 0),
    ]


@pytest.mark.parametrize("house", QUEEN_HIGH_HOUSES)
@pytest.mark.parametrize("cards", ["Ks 8h 2d", "7s 5h 2d"])
def test_the_ante_is_paid_and_not_pushed_when_the_dealer_does_not_qualify(house: str, cards: str) -> None:
    story = play_out(house, {1: seat(cards, "play", ante=1000)}, NOT_QUALIFIED)
    assert (story.line("ante").result, story.line("ante").profit) == ("win", 1000)
    assert story.line("play").profit == 0


def test_for_1_is_not_paid_as_to_1() -> None:
    story = play_out("rivers", {1: seat("9s 9h 9d", pair_plus=500, progressive=100)})
    assert story.line("progressive") == won("progressive", 100, 5_900, "60 for 1", "RIV-10")  # not 6,000
    jackpot = play_out("rivers", {1: seat("As Ks Qs", pair_plus=500, progressive=100)})
    assert jackpot.line("progressive").profit == 100_025 - 100  # nor is the dollar given back with the meter


@pytest.mark.parametrize("house", QUEEN_HIGH_HOUSES)
def test_q_10_4_is_not_the_cut_off(house: str) -> None:
    sheet = load_house(house)
    assert (sheet.dealer.qualifier.hand, sheet.away.hand) == ("queen high", "queen high")
    # The dealer qualifies with everything from Q-3-2 up, and the away rule plays it.
    for queen in ("Qc 3c 2d", "Qc 9c 4d", "Qc Tc 3d"):
        assert ante_result(house, "7s 5h 2s", queen) == "lose"
        looking = play_to("decisions", house, {1: seat(queen, ante=1000)}, "Ks 8h 2s")
        assert away_decision(looking.state, 1).action == "play"


@pytest.mark.parametrize("house", HOUSES)
def test_a_repeated_decision_does_not_pay_play_twice(house: str) -> None:
    once = play_to("decisions", house, {1: seat("Ks Kh 3d", ante=1000)}, "Qc Qd 3c")
    once = once.then(Decide(1, "ann", "play"))
    for again in (Decide(1, "ann", "play"), Decide(1, "ann", "fold")):
        assert once.refusal(again).code == "decided"
    assert legal_actions(once.state, 1) == ()
    settled = play_out(house, {1: seat("Ks Kh 3d", "play", ante=1000)}, "Qc Qd 3c")
    assert [(line.id, line.stake, line.profit) for line in settled.lines()] == [
        ("ante", 1000, 1000),
        ("play", 1000, 1000),
    ]
    for again_too in (RevealDealer(), SettleRound()):
        assert settled.refusal(again_too).code == "phase"


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", BEFORE_THE_END[:-1])
def test_no_hidden_card_is_in_a_view(house: str, stage: Stage) -> None:
    seats = {
        1: seat("Ks Kh 3d", "play", FULL_BET[house]),
        2: seat("Ts 8h 2d", "fold", FULL_BET[house], drawn="5h"),
    }
    state = play_to(stage, house, seats, "Qc 9c 4d 6c").state
    napa, looking = house == "napa-valley", stage in ("decisions", "decided")
    public = {"4d"} if napa and looking else set()
    own_cards_show = stage != "bets" and (looking or not napa)
    for player, own in (("ann", "Ks Kh 3d"), ("bob", "Ts 8h 2d"), (BANKER, ""), (None, "")):
        expected = public | (set(own.split()) if own_cards_show else set())
        assert cards_in(view(state, Viewer(player))) == expected


@pytest.mark.parametrize("house", HOUSES)
def test_no_hidden_card_is_told_and_never_the_deck(house: str) -> None:
    seats = {
        1: seat("Ks Kh 3d", "play", FULL_BET[house]),
        2: seat("Ts 8h 2d", "fold", FULL_BET[house], drawn="5h"),
    }
    bets = play_to("bets", house, seats, "Qc 9c 4d 6c")
    done = play_to("decided", house, seats, "Qc 9c 4d 6c")
    public = {"4d"} if house == "napa-valley" else set()
    for viewer, own in ((Viewer("ann"), "Ks Kh 3d"), (Viewer(BANKER), ""), (NOBODY, "")):
        state, told = bets.state, set()
        for event in done.events[len(bets.events) :]:
            state = evolve(state, event)
            told |= cards_in(tell(state, event, viewer))
        assert told == public | set(own.split())


def test_no_amount_is_taken_from_the_client() -> None:
    story = play_out("rivers", {1: seat("Ks Kh 3d", "play", ante=1000)}, "Qc Qd 3c")
    honest = dump_round(story.state, story.events)
    assert load_round(parse_round(honest))[0] == story.state
    document = json.loads(honest)
    paid = document["events"][-1]["seats"][0]
    paid["net"] = paid["lines"][0]["profit"] = 1_000_000
    with pytest.raises(NotADocument, match="not what the rules give"):
        load_round(parse_round(json.dumps(document)))

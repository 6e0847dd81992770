"""The random rounds reach what the properties are about: none of them holds for want of cases."""

from collections import Counter

import pytest
from hypothesis import given, seed, settings

from pitboss.round import RoundVoided

from . import law
from .strategies import BANKED, HOUSES, Script, play, scripts


def reached(script: Script, seen: Counter[str]) -> None:
    """Notes what is special about a round."""
    played = play(script)
    seats = len(script.bets)
    seen["seats: " + ("one" if seats == 1 else "all" if seats == law.SEATS else "some")] += 1
    if len(set(script.players)) < seats:
        seen["a person with several seats"] += 1
    if len(script.opening) > seats + (script.house == BANKED):
        seen["second thoughts"] += 1
    if [each.seat for each in script.decisions] != sorted(each.seat for each in script.decisions):
        seen["decisions out of order"] += 1
    ended = played.final.ended
    if isinstance(ended, RoundVoided):
        seen[f"void: {ended.cause}"] += 1
        seen["void " + ("after" if played.final.deck else "before") + " the deal"] += 1
        return
    paid = played.settled
    for decision in script.decisions:
        seen[decision.action] += 1
    for seat in paid.seats:
        seen[str(seat.hand)] += 1
        for line in seat.lines:
            seen[f"{line.id}: {line.result}"] += 1
            if line.wins_meter:
                seen["jackpot"] += 1
    folded = {each.seat for each in script.decisions if each.action == "fold"}
    if any(seat.seat in folded and seat.hand == "mini_royal" for seat in paid.seats):
        seen["a royal is folded"] += 1
    if paid.meter and paid.meter.after % law.MICRO:
        seen["a fraction of a cent in the meter"] += 1
    if paid.bank:
        used_up = paid.bank.cover_left == 0
        seen["bank used up" if used_up else "bank not used up"] += 1


COMMON = {
    *("seats: one", "seats: some", "seats: all", "a person with several seats", "second thoughts"),
    *("decisions out of order", "void: cannot go on", "void: malfunction", "void before the deal"),
    *(
        "void after the deal",
        "fold",
        "play",
        "ante: win",
        "ante: lose",
        "ante: push",
        "play: win",
        "play: lose",
    ),
    *("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"),
}
OWN = {
    "pechanga": {"draw", "play_bonus: win", "double_shot: win", "double_shot: lose"},
    "atlantic-city": {"ante_bonus: win", "pair_plus: win", "six_card_bonus: win", "six_card_bonus: lose"},
    "napa-valley": {
        *("void: exposed", "bank used up", "bank not used up", "pair_plus: win", "pair_plus: lose"),
        *("ante: returned", "play: returned", "pair_plus: returned"),
    },
    "shine": {"ante_bonus: win", "pair_xxx: win", "super_6_bonus: win", "super_6_bonus: lose"},
    "rivers": {
        *(
            "ante_bonus: win",
            "pair_plus: win",
            "six_card_bonus: win",
            "progressive: win",
            "progressive: lose",
        ),
        *("envy: win", "jackpot", "a royal is folded", "a fraction of a cent in the meter"),
    },
}


@pytest.mark.parametrize("house", HOUSES)
def test_random_rounds_reach_what_matters(house: str) -> None:
    """Some hundreds of rounds reach it all as a rule; which ones come depends on all that is loaded."""
    seen: Counter[str] = Counter()
    wanted = COMMON | OWN[house]
    for turn in range(5):

        @seed(turn)
        @settings(max_examples=300)
        @given(scripts(house))
        def look(script: Script) -> None:
            reached(script, seen)

        look()
        if not wanted - set(seen):
            break
    assert wanted - set(seen) == set()

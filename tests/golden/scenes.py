"""Whole rounds, chosen so that their tale can be read against the sheet, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.messages.rounds import tell_round
from pitboss.money import MICRO
from pitboss.round import RevealDealer, SettleRound, VoidRound, away_decision, dump_round
from pitboss.round.document import parse_round
from tests.clauses.tables import Story, play_out, play_to, seat


def pechanga() -> Story:
    """Pat straight and its bonus; a fold; the dealer stands on a pair."""
    return play_out(
        "pechanga",
        {
            1: seat("9s 8h 7d", "play", ante=1000, double_shot=1500),
            2: seat("Th 4c 2d", "fold", ante=500, double_shot=500),
            4: seat("Ks Kd 3h", "play", ante=500),
        },
        "Jc Js 5d",
    )


def pechanga_draw() -> Story:
    """A drawn trips, a carried pair, a broken straight; the dealer draws and improves."""
    return play_out(
        "pechanga",
        {
            1: seat("9s 9h 4d", "draw", discard="4d", drawn="9c", ante=1000, double_shot=1000),
            2: seat("Kh Ks 2c", "draw", discard="2c", drawn="7d", ante=1000, double_shot=2000),
            3: seat("6c 7h 8s", "draw", discard="6c", drawn="2h", ante=500, double_shot=500),
        },
        "Qd Jc 4s Qh",
    )


def atlantic_city() -> Story:
    """A folded seat whose side bets stay; a tie; an ante bonus beside a loss; Pair Plus alone."""
    return play_out(
        "atlantic-city",
        {
            1: seat("7s 7h 2d", "fold", ante=500, pair_plus=500, six_card_bonus=100 * 5),
            2: seat("Kc Qh Js", "play", ante=1000, pair_plus=1500, six_card_bonus=700),
            5: seat("5h 6d 7c", "play", ante=500),
            7: seat("Ah Kh Qd", pair_plus=500),
        },
        "Kd Qs Jd",
    )


def napa_valley() -> Story:
    """One person at two seats next to each other; the up card; everything is covered."""
    return play_out(
        "napa-valley",
        {
            2: seat("Qh Qd 4s", "play", player="ann", ante=2000, pair_plus=1500),
            3: seat("Jh 8d 2s", "fold", player="ann", ante=1000, pair_plus=1000),
            6: seat("Ac 9d 5s", "play", ante=500),
        },
        "Ks Th 9h",
        bank=50000,
    )


def napa_valley_exhausted() -> Story:
    """A bank of $40 that runs out in the middle of seat 2: the rest goes back."""
    return play_out(
        "napa-valley",
        {
            1: seat("Jh Jd 4s", "play", ante=1000, pair_plus=500),
            2: seat("Th 8d 2s", "play", ante=1000, pair_plus=1000),
            3: seat("Ac Ad 5s", "play", ante=500),
        },
        "Ks 7h 6h",
        bank=4000,
    )


def napa_valley_void() -> Story:
    """Two of the player/dealer's cards were exposed during the deal."""
    return play_to(
        "deal",
        "napa-valley",
        {1: seat("Jh Jd 4s", ante=1000, pair_plus=500), 2: seat("Th 8d 2s", ante=1000)},
        "Ks 7h 6h",
        bank=50000,
    ).then(VoidRound("exposed"))


def shine() -> Story:
    """The Ante Bonus on Play, the Super 6 alone, and a dealer who does not qualify."""
    return play_out(
        "shine",
        {
            1: seat("4s 4h 4d", "play", ante=1500, pair_xxx=1000, super_6_bonus=500),
            2: seat("9d 3h 2s", super_6_bonus=600),
            3: seat("Qd 6h 3s", "play", ante=500),
        },
        "4c Jh 9c",
    )


def rivers() -> Story:
    """All five ways to win; a person who is away is played by the platform's rule."""
    story = play_to(
        "decisions",
        "rivers",
        {
            1: seat("8h 7h 6h", ante=1000, pair_plus=500, six_card_bonus=500, progressive=100),
            3: seat("Jd 9s 4c", ante=500, six_card_bonus=500, progressive=100),
            4: seat("Ts Td 2c", pair_plus=1000, progressive=100),
        },
        "9h Th Qc",
    )
    story = story.then(away_decision(story.state, 3), seat("", "play").decides(1))
    return story.then(RevealDealer(), SettleRound.at(2_843_125 * MICRO + 250_000))


def rivers_jackpot() -> Story:
    """A-K-Q of spades takes the meter; two envies meet at the other Progressive bets."""
    return play_out(
        "rivers",
        {
            1: seat("As Ks Qs", "play", ante=1000, progressive=100),
            2: seat("Ah Kh Qh", "fold", ante=500),
            3: seat("7d 5c 2h", "fold", ante=500, progressive=100),
            4: seat("9s 9d 3h", player="ann", pair_plus=500, progressive=100),
        },
        "Jc 8h 4d",
        meter=2_843_125 * MICRO,
    )


SCENES: Mapping[str, Callable[[], Story]] = {
    scene.__name__: scene
    for scene in (
        pechanga,
        pechanga_draw,
        atlantic_city,
        napa_valley,
        napa_valley_exhausted,
        napa_valley_void,
        shine,
        rivers,
        rivers_jackpot,
    )
}


def tale(name: str) -> str:
    """The tale of a scene, told from its document, as `pitboss replay` would tell it."""
    scene = SCENES[name]
    story = scene()
    document = parse_round(dump_round(story.state, story.events))
    return f"# {scene.__doc__}\n\n" + "\n".join(tell_round(document)) + "\n"

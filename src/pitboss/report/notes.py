"""Prices in sentences: what a bet costs, what a price takes for granted, leaves out and had simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.money import Cents, about_dollars, dollars, minus
from pitboss.odds import Game
from pitboss.odds.class_payoffs import needs_amount
from pitboss.odds.explain import bet_words
from pitboss.odds.prices import PACE, Note, Price, SheetPrice
from pitboss.round.choices import every_wager
from pitboss.text import all_of

if TYPE_CHECKING:
    from pitboss.sim.simulated import Simulated


_NOTES: Final[Mapping[Note, str]] = {
    "up_to_suits": (
        "Envy differs by suit: the play is optimal up to suits; each suited A-K-Q counts as the mean of four."
    ),
    "smallest_bet": "Envy is cash: the wager that it is paid on is priced at the smallest bet of the table.",
    "others_play": "Other players are taken to do what is best for their Ante by itself.",
    "others_bet": "Every other player is taken to have one hand and to have made the same wager.",
    "average_seat": (
        "The first seat to be paid from the meter leaves less to the next: this is the mean over all seats; "
        "--seat prices one of them, 1 being paid first."
    ),
    "first_seat": "This seat is taken to be the first that is paid from the meter.",
}


def left_out_words(price: Price) -> str | None:
    """What of a price is out of reach; None where nothing is."""
    if price.moments is None:
        return None
    if price.space is not None and not price.space.others:
        return "the mean is exact; the distribution and the deviation, with what is drawn, are left out"
    if price.known_variance is None:
        return "the mean is exact; the distribution and the deviation, with others' hands, are left out"
    return "mean and deviation are exact; the distribution, with the hands of all others, is left out"


def notes_of(price: Price) -> tuple[str, ...]:
    """What is to be said beside one price: what is left out, and what is taken for granted."""
    left_out = left_out_words(price)
    told = () if left_out is None else (f"{left_out[0].upper()}{left_out[1:]}.",)
    return (*told, *(_NOTES[note] for note in price.notes))


def play_words(strategy: str) -> str:
    """How hands are decided, in the words of a sentence.

    >>> play_words("optimal"), play_words("Q-6-4"), play_words("mine.csv")
    ('with optimal play', 'playing Q-6-4 or better', 'playing by mine.csv')
    """
    known = {"optimal": "with optimal play", "always": "always playing", "mimic": "mimicking the dealer"}
    other = f"playing by {strategy}" if strategy.endswith(".csv") else f"playing {strategy} or better"
    return known.get(strategy, other)


def percent(cost: float) -> str:
    """The size of an edge in a sentence, with more places where it is small.

    >>> percent(0.0337298), percent(-0.000024)
    ('3.37 %', '0.0024 %')
    """
    return f"{100 * abs(cost):.{2 if abs(cost) >= 1e-3 or not cost else 4}f} %"


def usual_stakes(game: Game) -> dict[str, Cents]:
    """What a wager's cost is said in money for: $10, or what the table or the price wants instead."""
    usual = every_wager(game.table)
    return {name: game.stakes_of(name)[name] if stake_words(game, name) else usual[name] for name in usual}


def hour_words(game: Game, costs: Mapping[str, float]) -> str:
    """What an hour costs, each wager at its usual stake: `$10 on Ante costs about $20, on Pair Plus $44`."""
    parts: list[str] = []
    stake, verb, stakes = 0, "", usual_stakes(game)
    for name, cost in costs.items():
        bet, does = stakes[name], "costs" if cost >= 0 else "earns you"
        on = f"on {game.sheet.label(name)}{f' (and {game.sheet.play.label})' if name == 'ante' else ''}"
        said = [dollars(bet)] * (bet != stake) + [on] + [does] * (does != verb)
        parts.append(f"{' '.join(said)} {'' if parts else 'about '}{about_dollars(cost * bet * PACE)}")
        stake, verb = bet, does
    return f"In an hour ({PACE} rounds) {all_of(parts)}."


def favour_words(label: str, mean: Fraction | float) -> str:
    """That a bet favours the player, and by how much: exactly, or about where it was simulated.

    >>> favour_words("Ante", Fraction(143428213, 17559223500))
    'Ante favours the player by 0.8168 % of the wager, exactly 143428213/17559223500.'
    """
    if isinstance(mean, Fraction):
        return f"{label} favours the player by {100 * float(mean):.4f} % of the wager, exactly {mean}."
    return f"{label} favours the player by about {percent(mean)} of the wager."


def stake_words(game: Game, name: str) -> str | None:
    """The bet, the meter and the players of a price that others would change; None where none would."""
    sheet, stakes = game.sheet, game.stakes_of(name)
    if not (game.envies(name) or any(needs_amount(sheet, each) for each in stakes)):
        return None
    known = f"{sheet.label(name)} is priced at {dollars(stakes[name])}"
    if sheet.wins_meter(name):
        known += f", the meter at {dollars(game.stands_at)}"
    if game.players > 1 and (game.envies(name) or sheet.wins_meter(name)):
        known += f", {game.players} players"
    return known


def price_notes(game: Game, price: SheetPrice) -> Iterator[str]:
    """All that is to be said beside the figures of a sheet, each sentence once."""
    sheet = game.sheet
    entries = [(sheet.label(name), each) for name, each in price.wagers.items()]
    entries += [("The whole bet", price.combined)] if price.combined is not None else []
    if sheet.beside_ante and "ante" in price.wagers:
        ante, parts = sheet.label("ante"), all_of(sheet.label(name) for name in sheet.beside_ante)
        main = f"{all_of([*sheet.main_labels, 'bonuses'])} together, per unit of the {ante}"
        yield f"{ante} is the whole main game: {main}. {parts} is included, and listed again by itself."
    for label, each in entries:
        if each.wager not in ("ante", *sheet.beside_ante) and (bet := bet_words(sheet, each)):
            yield f"{label} is priced {bet}, with the best play for the whole bet."
        elif each.wager in sheet.wagers and (known := stake_words(game, each.wager)):
            even = each.extras.get("break_even_meter")
            yield f"{known}{f'; it is even at a meter of {dollars(even)}' if even is not None else ''}."
        if (left_out := left_out_words(each)) is not None:
            yield f"{label}: {left_out}."
    yield from dict.fromkeys(_NOTES[note] for _, each in entries for note in each.notes)
    for name, why in price.refused.items():
        label = sheet.label(name) if name in sheet.wagers else "The whole bet"
        yield f"{label} is not priced: {why}."


DECIDED: Final = {
    "best": "",
    "without_envy": " Hands are decided as is best without envy.",
    "near": " The play is close to the best, so the best may do a little better.",
}


def stand_in_words(label: str, made: Simulated, players: int) -> str:
    """A wager, or a whole bet in cents, that has no exact price."""
    unit = " cents" if made.wager == "combined" else ""
    ends = f"{made.mean.low:+.5f} to {made.mean.high:+.5f}{unit}, {made.mean.width:.5f} wide"
    return f"{label} is simulated: {_run(made, players)} {minus(ends)}. {made.why}.{DECIDED[made.decided]}"


def win_frequency_words(label: str, made: Simulated, players: int) -> str:
    """What an exact price leaves out: how often it wins, and its deviation where it has none."""
    also = " (and its deviation)" if "stdev" in made.figures() else ""
    wins = made.found.wins
    ends = f"{wins.low:.3%} to {wins.high:.3%}"
    return f"How often {label} wins{also} is simulated: {_run(made, players)} {ends}."


def _run(made: Simulated, players: int) -> str:
    from pitboss.sim.simulated import CONFIDENCE, SEED  # NumPy and more, for those who simulate

    return (
        f"{_seats(made, players)}{made.found.sample.size:,} rounds, seed {SEED}, interval of {CONFIDENCE:.0%}"
    )


def _seats(made: Simulated, players: int) -> str:
    """Whose rounds they are, where there are others."""
    if players == 1:
        return ""
    if len(made.seats) > 1:
        return f"the mean over all {players} seats, "
    return f"seat {made.seats[0]} of {players}, "

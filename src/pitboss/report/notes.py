"""What a price takes for granted, what it leaves out and how that was simulated, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pitboss.money import minus
from pitboss.odds.explain import bet_words
from pitboss.odds.prices import Note, Price, SheetPrice
from pitboss.sheet.model import Sheet
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


def price_notes(sheet: Sheet, price: SheetPrice) -> Iterator[str]:
    """All that is to be said beside the figures of a sheet, each sentence once."""
    entries = [(sheet.label(name), each) for name, each in price.wagers.items()]
    entries += [("The whole bet", price.combined)] if price.combined is not None else []
    if sheet.beside_ante and "ante" in price.wagers:
        ante, parts = sheet.label("ante"), all_of(sheet.label(name) for name in sheet.beside_ante)
        main = f"{all_of([*sheet.main_labels, 'bonuses'])} together, per unit of the {ante}"
        yield f"{ante} is the whole main game: {main}. {parts} is included, and listed again by itself."
    for label, each in entries:
        if each.wager not in ("ante", *sheet.beside_ante) and (bet := bet_words(sheet, each)):
            yield f"{label} is priced {bet}, with the best play for the whole bet."
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

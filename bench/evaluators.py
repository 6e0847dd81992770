"""Hands per second, one by one and in arrays, beside the evaluators of other people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.report import best_of, columns, heading, note, row
from pitboss import batch
from pitboss.cards import CARD_TEXTS
from pitboss.hands import SixCategory, category6, value3

Hand = tuple[int, ...]


@dataclass(frozen=True)
class Evaluator:
    """A way to evaluate: a hand in its own form, a loop over many, and what it says of one in our words."""

    name: str
    form: Callable[[Hand], Any]
    loop: Callable[[Sequence[Any]], None]
    says: Callable[[Any], object]


@dataclass(frozen=True)
class Subject:
    """What is evaluated: how many cards, by whom, what ours says, and the same over an array."""

    cards: int
    title: str
    ours: Evaluator
    peers: dict[str, Callable[[], Evaluator]]  # by the name on PyPI
    whole: Callable[[npt.NDArray[np.uint8]], object]
    whole_name: str
    remark: str


def run(quick: bool) -> None:
    """Both subjects, three cards and six."""
    for subject in (THREE, SIX):
        _compare(subject, *((2_000, 100_000, 3) if quick else (20_000, 1_000_000, 7)))


def random_hands(cards: int, count: int, seed: int = 1) -> npt.NDArray[np.uint8]:
    """Hands of different cards, all equally likely: throws with a card twice are thrown away."""
    rng = np.random.default_rng(seed)
    thrown = rng.integers(0, 52, (2 * count, cards), dtype=np.uint8)
    different = (np.diff(np.sort(thrown, axis=1), axis=1) != 0).all(axis=1)
    hands: npt.NDArray[np.uint8] = thrown[different][:count]
    assert len(hands) == count
    return hands


def _compare(subject: Subject, few: int, many: int, repeats: int) -> None:
    heading(f"{subject.title}: {few:,} random hands, best of {repeats}")
    array = random_hands(subject.cards, many)
    hands = [tuple(hand) for hand in array[:few].tolist()]
    ours = subject.ours
    present = {ours.name: ours}
    for package, make in subject.peers.items():
        try:
            peer = make()
        except ImportError:
            note(f"{package} is not installed, so it is left out: `make bench` installs it")
            continue
        present[f"{peer.name} {metadata.version(package)}"] = peer

    forms = {name: [each.form(hand) for hand in hands] for name, each in present.items()}
    expected = [ours.says(form) for form in forms[ours.name]]
    for name, each in present.items():
        differ = sum(each.says(form) != said for form, said in zip(forms[name], expected, strict=True))
        if differ:
            note(f"{name} DISAGREES with {ours.name} on {differ:,} of {few:,} hands")

    def loop_of(name: str) -> Callable[[], None]:
        return lambda: present[name].loop(forms[name])

    runs: dict[str, Callable[[], object]] = {name: loop_of(name) for name in present}
    runs[subject.whole_name] = lambda: subject.whole(array)
    times = best_of(repeats, runs, f"{subject.cards} cards")
    whole = times.pop(subject.whole_name) * few / many

    fastest = min((name for name in times if name != ours.name), key=times.__getitem__, default=ours.name)
    columns("one by one", "hands", f"speed, {fastest.split()[0]} = 1")
    for name in sorted(times, key=times.__getitem__):
        row(name, few, times[name], times[fastest] / times[name], "reference" if name == fastest else "")
    columns(f"in one array of {many:,}", "hands", "speed, own loop = 1")
    row(subject.whole_name, few, whole, times[ours.name] / whole)
    if fastest != ours.name:
        ratio = times[fastest] / whole
        note(f"No peer takes arrays: the array is {ratio:,.1f} × the fastest loop of a peer, {fastest}.")
    note(subject.remark)


# ---------------------------------------------------------------- three cards


def _loop_value3(hands: Sequence[Hand]) -> None:
    for a, b, c in hands:
        value3(a, b, c)


def _pokerkit_three() -> Evaluator:
    from pokerkit import Card, RhodeIslandHoldemHand

    def loop(hands: Sequence[Any]) -> None:
        for hand in hands:
            RhodeIslandHoldemHand(hand).entry  # noqa: B018

    return Evaluator(
        "PokerKit",
        lambda hand: tuple(Card.parse("".join(CARD_TEXTS[card] for card in hand))),
        loop,
        lambda hand: RhodeIslandHoldemHand(hand).entry.index,
    )


THREE = Subject(
    3,
    "Three cards, one of 741 values",
    Evaluator("Pitboss value3", lambda hand: hand, _loop_value3, lambda hand: value3(*hand)),
    {"pokerkit": _pokerkit_three},
    batch.values3,
    "Pitboss batch.values3",
    "PokerKit's Rhode Island hold'em ranks three cards as three-card poker does; the others need five.",
)


# ---------------------------------------------------------------- six cards

# The worst rank, 1 being a royal flush, that is still in the category: phevaluator and treys number alike.
_WORST_RANKS = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def _of_rank(rank: int) -> str:
    place = next(place for place, worst in enumerate(_WORST_RANKS) if rank <= worst)
    return _no_royal(SixCategory(9 - place).text)


def _no_royal(text: str) -> str:
    """Two of the peers do not tell a royal flush from another straight flush, so nobody is asked to."""
    return text.replace("royal", "straight")


def _of_label(label: str) -> str:
    words = {"trips": "three_of_a_kind", "quads": "four_of_a_kind", "one_pair": "pair"}
    text = label.lower().replace(" ", "_")
    return words.get(text, text)


def _loop_category6(hands: Sequence[Hand]) -> None:
    for hand in hands:
        category6(hand)


def _phevaluator() -> Evaluator:
    from phevaluator import evaluate_6cards

    def loop(hands: Sequence[Hand]) -> None:
        for a, b, c, d, e, f in hands:
            evaluate_6cards(a, b, c, d, e, f)

    # The card numbers are the same as ours.
    return Evaluator("phevaluator", lambda hand: hand, loop, lambda hand: _of_rank(evaluate_6cards(*hand)))


def _eval7() -> Evaluator:
    import eval7

    def loop(hands: Sequence[Any]) -> None:
        evaluate = eval7.evaluate
        for hand in hands:
            evaluate(hand)

    return Evaluator(
        "eval7",
        lambda hand: [eval7.Card(CARD_TEXTS[card]) for card in hand],
        loop,
        lambda hand: _of_label(eval7.handtype(eval7.evaluate(hand))),
    )


def _treys() -> Evaluator:
    from treys import Card
    from treys import Evaluator as Treys

    evaluate = Treys().evaluate

    def loop(hands: Sequence[Any]) -> None:
        for player, dealer in hands:
            evaluate(player, dealer)

    def form(hand: Hand) -> tuple[list[int], list[int]]:
        cards = [Card.new(CARD_TEXTS[card]) for card in hand]
        return cards[:3], cards[3:]

    return Evaluator("treys", form, loop, lambda hand: _of_rank(evaluate(*hand)))


def _pokerkit_six() -> Evaluator:
    from pokerkit import Card, StandardHighHand

    def loop(hands: Sequence[Any]) -> None:
        for hand in hands:
            StandardHighHand.from_game(hand).entry  # noqa: B018

    return Evaluator(
        "PokerKit",
        lambda hand: tuple(Card.parse("".join(CARD_TEXTS[card] for card in hand))),
        loop,
        lambda hand: _of_label(StandardHighHand.from_game(hand).entry.label.value),
    )


SIX = Subject(
    6,
    "Six cards, best five",
    Evaluator(
        "Pitboss category6", lambda hand: hand, _loop_category6, lambda hand: _no_royal(category6(hand).text)
    ),
    {"phevaluator": _phevaluator, "eval7": _eval7, "treys": _treys, "pokerkit": _pokerkit_six},
    batch.categories6,
    "Pitboss batch.categories6",
    "Pitboss gives the category, which is what the bonus pays on; the others give a full rank, from "
    "which the category is one step more (not timed).",
)

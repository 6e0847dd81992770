"""Knowledge by plain counting: every dealer's hand in every way it can be known, put into a dictionary.

Nothing of `pitboss.odds` is used here; settlement is asked what each outcome pays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from pitboss.round import open_table
from pitboss.round.settlement import ActionId
from pitboss.sheet.model import Sheet
from tests.odds.counting import NEVER, Rules, Three, net, place_of, strength, versus

ANTE = 1000
ALONE = {"ante": ANTE}
RANKS = "23456789TJQKA"

Swap = tuple[int | None, int | None]  # the card thrown away and the one drawn


class Question(NamedTuple):
    """What is known, as in `Known`."""

    hole: int = 0
    edges: tuple[str, ...] = ()
    backs: int = 0


class Answer(NamedTuple):
    """For one hand, per Ante: the honest mean, the mean with the knowledge, how often decisions change."""

    honest: Fraction
    ev: Fraction
    changes: Fraction


def class_of(card: int, edges: Sequence[str]) -> str:
    return next(each for each in edges if RANKS[card >> 2] in each)


def ways_to_know(dealer: Three, shows: int, question: Question) -> Iterator[tuple[frozenset[int], object]]:
    """For each way: the cards that show, and all that is known."""
    for up in combinations(dealer, shows):
        hidden = [card for card in dealer if card not in up]
        for seen in combinations(hidden, question.hole):
            rest = [card for card in hidden if card not in seen]
            for backs in combinations(rest, question.backs):
                told = sorted(class_of(card, question.edges) for card in backs)
                yield frozenset(up), (frozenset((*up, *seen)), tuple(told))


def pays(
    sheet: Sheet, rules: Rules, hand: Three, bets: Mapping[str, int]
) -> Callable[[ActionId, Sequence[int]], int]:
    """What an action pays against a dealer's hand: settlement is asked once for each showdown result."""
    table, kept = open_table(sheet), dict[tuple[ActionId, int], int]()

    def paid(action: ActionId, dealer: Sequence[int]) -> int:
        result = int(versus(int(strength(*hand)), int(strength(*dealer)), rules))
        if (action, result) not in kept:
            kept[action, result] = net(table, bets, hand, action, dealer)
        return kept[action, result]

    return paid


def naive_answer(
    sheet: Sheet,
    rules: Rules,
    hand: Three,
    question: Question,
    dead: Sequence[int] = (),
    bets: Mapping[str, int] = ALONE,
    actions: Sequence[ActionId] = ("fold", "play"),
) -> Answer:
    """One hand that is played, raised or folded; where another seat's hand is seen, beside that one alone."""
    paid = pays(sheet, rules, hand, bets)
    known: defaultdict[object, Counter[ActionId]] = defaultdict(Counter)
    public: defaultdict[object, Counter[ActionId]] = defaultdict(Counter)
    number: Counter[tuple[object, object]] = Counter()
    left = [card for card in range(52) if card not in (*hand, *dead)]
    for dealer in combinations(left, 3):
        nets: dict[ActionId, int] = {action: paid(action, dealer) for action in actions}
        for up, told in ways_to_know(dealer, sheet.dealer.shows, question):
            number[up, told] += 1
            public[up].update(nets)
            known[told].update(nets)
    total = sum(number.values())
    honest: dict[object, ActionId] = {
        up: max((*actions[1:], *actions[:1]), key=lambda each: worth[each]) for up, worth in public.items()
    }
    changed = sum(
        count for (up, told), count in number.items() if known[told][honest[up]] < max(known[told].values())
    )
    return Answer(
        Fraction(sum(max(worth.values()) for worth in public.values()), total * ANTE),
        Fraction(sum(max(worth.values()) for worth in known.values()), total * ANTE),
        Fraction(changed, total),
    )


def naive_draws(
    sheet: Sheet,
    rules: Rules,
    hand: Three,
    dealer: Three,
    seats: Sequence[int] = (),
    may_come: Callable[[int], bool] = lambda card: True,
    bets: Mapping[str, int] = ALONE,
) -> list[Fraction]:
    """Fold, play and each discard against three known cards of the dealer: every fourth card, every draw."""
    table = open_table(sheet)
    live = [card for card in range(52) if card not in (*hand, *dealer, *seats)]
    draws = rules.draws_below != NEVER and strength(*dealer) < place_of(rules.draws_below)
    sums, count = [0] * 5, 0
    paid: dict[tuple[object, ...], int] = {}

    def add(place: int, action: ActionId, mine: Three, fourth: int, swap: Swap = (None, None)) -> None:
        theirs = max(combinations((*dealer, fourth), 3), key=lambda three: int(strength(*three)))
        best = theirs if draws else dealer
        kind = (action, int(strength(*mine)), int(versus(int(strength(*mine)), int(strength(*best)), rules)))
        if kind not in paid:
            paid[kind] = net(table, bets, hand, action, (*dealer, fourth) if draws else dealer, swap)
        sums[place] += paid[kind]

    for drawn in filter(may_come, live):
        for fourth in live:
            if fourth == drawn:
                continue
            count += 1
            add(0, "fold", hand, fourth)
            add(1, "play", hand, fourth)
            for place, discard in enumerate(sorted(hand, reverse=True)):
                kept = [card for card in sorted(hand, reverse=True) if card != discard]
                add(2 + place, "draw", (kept[0], kept[1], drawn), fourth, (discard, drawn))
    return [Fraction(each, count * ANTE) for each in sums]

"""What somebody knows, and the rule to use it by, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pitboss.cards import RANKS
from pitboss.odds.knowledge import Known, RuleLine
from pitboss.odds.knowledge.question import Sign, hand_from
from pitboss.text import all_of

RESULTS = ("higher", "equal", "lower")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def known_words(known: Known) -> str:
    """`one card of the dealer and two other seats`."""
    parts = []
    if known.hole:
        parts.append(f"{_some(known.hole, 'card')} of the dealer")
    if known.backs:
        more = " more" if known.hole else ""
        parts.append(f"the class of {_some(known.backs, 'card', more)} of the dealer")
    if known.next_card:
        parts.append("the class of the next card")
    if known.seats:
        parts.append(_some(known.seats, "other seat"))
    return all_of(parts)


def edges_words(edges: Iterable[str]) -> str:
    """`Q–A | 2–J`: the classes with a bar between them."""
    return " | ".join(map(class_words, edges))


def class_words(ranks: str) -> str:
    """A class of ranks, in runs: `2–6, 10, Q–A`."""
    runs: list[list[int]] = []
    for rank in map(RANKS.index, ranks):
        if runs and rank == runs[-1][1] + 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    return ", ".join(_run(low, high) for low, high in runs)


def _run(low: int, high: int) -> str:
    first, last = (_rank(RANKS[rank]) for rank in (low, high))
    return first if low == high else f"{first}–{last}"


def _rank(rank: str) -> str:
    return rank.replace("T", "10")


def _some(number: int, what: str, more: str = "") -> str:
    words = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{words}{more} {what}{'' if number == 1 else 's'}"


def rule_rows(lines: Sequence[RuleLine], seen: int) -> list[tuple[str, str]]:
    """Each sign with what to do; signs that ask for the same and differ in a rank alone are one row.

    `seen` is how many of the dealer's cards are known.
    """
    found = []
    high = [line.sign.high for line in lines if line.sign.high is not None]
    ordered = sorted(lines, key=lambda line: (*line.sign[1:4], len(line.sign.ranks)) if seen == 1 else ())
    for (deed, _), group in groupby(ordered, key=lambda line: (deed_words(line), _beside_rank(line.sign))):
        signs = [line.sign for line in group]
        found.append((_sign_words(signs, seen, high), deed))
    return found


def _beside_rank(sign: Sign) -> tuple[object, ...]:
    """All of a sign but its rank; where there is none, but the number of high cards and the result."""
    return len(sign.ranks), *(sign if sign.ranks else sign._replace(high=None, result=""))[1:]


def deed_words(line: RuleLine) -> str:
    """`play Q-9-2 or better`; where players draw or raise, also from which hand on."""
    if line.raises_from is not None:
        low, high = line.cuts
        cuts = [("play", low)] if low < high else []
        parts = [_starting(verb, value) for verb, value in [*cuts, ("raise", high)] if hand_from(value)]
        return ", ".join(parts) or "fold"
    if line.draws_from >= line.plays_from:
        return _from("play", line.plays_from)
    below = "" if line.plays_from == 0 else f", draw to {_or_better(line.draws_from)}"
    stand = f"stand on {_or_better(line.plays_from)}" if hand_from(line.plays_from) else "never stand"
    return stand + below


def _starting(verb: str, value: int) -> str:
    """`raise from K-K-2`, which is short enough to stand beside another."""
    hand = hand_from(value)
    return f"{verb} any hand" if hand == "any" else f"{verb} from {_rank(str(hand))}"


def _from(verb: str, value: int) -> str:
    return "fold" if hand_from(value) is None else f"{verb} {_or_better(value)}"


def _or_better(value: int) -> str:
    hand = hand_from(value)
    return "any hand" if hand == "any" else f"{_rank(str(hand))} or better"


def _count_words(low: int, high: int, every: Sequence[int]) -> str:
    """So many of all the numbers that occur: `2 or fewer`, `3–4`, `6 or more`."""
    if high == max(every):
        return f"{low} or more" if low < high or high > 3 else str(low)
    if (low == min(every) and low < high) or low == min(every) > 0:
        return f"{high} or fewer"
    return str(low) if low == high else f"{low}–{high}"


def _sign_words(signs: Sequence[Sign], seen: int, high: Sequence[int]) -> str:
    sign = signs[0]
    parts = []
    if sign.ranks:
        run = class_words("".join(dict.fromkeys(each.ranks[0] for each in signs)))
        parts.append(f"pair of {run}" if len(sign.ranks) == 2 else f"{run} high" if seen == 2 else run)
    if sign.backs:
        parts.append(" + ".join(map(class_words, sign.backs)))
    if sign.next_card:
        parts.append(f"next {class_words(sign.next_card)}")
    if sign.high is not None:
        parts.append(f"{_count_words(sign.high, signs[-1].high or 0, high)} high at other seats")
    if sign.result:
        plays = "qualifies" if sign.qualifies else "does not qualify"
        results = " or ".join(each.result for each in signs)
        parts.append(f"dealer {plays}" + (f", {results}" if len(signs) < len(RESULTS) else ""))
    return ", ".join(parts) or "always"

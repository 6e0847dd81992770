"""`pitboss knowledge`: what it is worth to see or know cards that the game hides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated

from typer import Option

from pitboss.cards import RANKS
from pitboss.cli import options
from pitboss.cli.output import Lines, figures, grid, progress_bar, show
from pitboss.money import Cents, minus
from pitboss.odds import Game
from pitboss.odds.knowledge import (
    Estimate,
    FirstCard,
    Knowledge,
    Known,
    RuleLine,
    edges_of,
    usual_questions,
    worth_of_first_card,
    worths_of_knowledge,
)
from pitboss.odds.knowledge.question import Figure, Sign, hand_from
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet
from pitboss.text import all_of

WIDTH = 34  # of the names of figures
MOST_SEED = 2**64


def knowledge_command(
    house: options.House,
    hole: Annotated[int, Option(metavar="K", help="Hidden cards of the dealer that are seen.")] = 0,
    edges: Annotated[
        str | None, Option(metavar="RANKS", help="Ranks sorted by their backs: QKA, or '2-6 7-T J-A'.")
    ] = None,
    backs: Annotated[
        int | None,
        Option(metavar="K", help="Dealer's cards of which the back is seen; default all hidden ones."),
    ] = None,
    next_card: Annotated[
        bool, Option("--next", help="The back of the card that a draw would bring is seen.")
    ] = False,
    first: Annotated[
        bool, Option("--first", help="The back of one's own first card is seen before the bet.")
    ] = False,
    seats: Annotated[int, Option(metavar="K", help="Other seats whose cards are seen.")] = 0,
    bets: options.Bets = None,
    seed: Annotated[int, Option(metavar="N", help="The luck of what is simulated.")] = 1,
    deals: Annotated[
        int | None, Option(metavar="N", help="How many deals are simulated, where counting ends.")
    ] = None,
    as_json: options.Json = False,
    sets: options.Sets = None,
) -> None:
    """Say what it is worth to know the dealer's cards, their backs or other hands.

    Nothing asked for: what game protection asks first, by size. Counted where it
    can be, else simulated with 95 % intervals.

    \b
    Examples:
      pitboss knowledge rivers
      pitboss knowledge rivers --hole 1
      pitboss knowledge napa-valley --edges QKA --backs 1
      pitboss knowledge atlantic-city --seats 6 --seed 7
    """
    import numpy as np

    if not 0 <= seed < MOST_SEED:
        raise Refusal("seed", f"--seed {seed}: write a whole number from 0 to {MOST_SEED - 1}")
    sheet = options.find_sheet(house, sets)
    if first:
        if hole or backs or next_card or seats or edges is None:
            raise Refusal("knowledge", "--first goes with --edges alone: it is known before the bet")
        _first_card(Game(open_table(sheet)), edges, bets, as_json)
        return
    asked = _question(sheet, hole, edges, backs, next_card, seats)
    questions = usual_questions(sheet) if asked is None else (asked,)
    if not questions:
        raise Refusal("knowledge", f"At {sheet.name} every card is seen: nothing is left to know")
    luck = np.random.Generator(np.random.Philox(seed))
    game = Game(open_table(sheet))
    with progress_bar(f"Knowing more at {sheet.name}") as progress:
        found = worths_of_knowledge(game, questions, bets, luck, deals, progress)
    found.sort(key=lambda each: -float(each.gain))
    text = _list(sheet, found, seed) if asked is None else _one(sheet, found[0], seed)
    show(
        lambda: {"house": sheet.id, "answers": [each.as_json(seed) for each in found]},
        lambda: [*text, *([f"The bet: {sheet.bet_text(bets)}."] if bets else [])],
        as_json=as_json,
    )


def _question(
    sheet: Sheet, hole: int, edges: str | None, backs: int | None, next_card: bool, seats: int
) -> Known | None:
    """What the options ask for, or nothing."""
    sorted_by = () if edges is None else edges_of(edges)
    if backs is None:
        backs = max(0, 3 - sheet.dealer.shows - hole) if sorted_by and not next_card else 0
    asked = Known(hole, sorted_by, backs, seats, next_card)
    return None if asked == Known() else asked


def _first_card(game: Game, edges: str, bets: Mapping[str, Cents] | None, as_json: bool) -> None:
    """What is known before the bet: the mean by the class of the first card."""
    found = worth_of_first_card(game, edges_of(edges), bets)
    rows = [
        (f"{class_words(each.ranks)}, in {_percent(each.chance, sign='')} of deals", _percent(each.ev))
        for each in found.classes
    ]
    rows.append(("All deals", _percent(found.honest)))
    rows.append(("A deal, bet only where favourable", _percent(found.ev)))
    show(
        found.as_json,
        lambda: [
            _first_answer(game.sheet, found),
            figures(rows, WIDTH),
            "\nDecisions stay the same. Counted over every deal, not sampled.",
        ],
        as_json=as_json,
    )


def _first_answer(sheet: Sheet, found: FirstCard) -> str:
    """On which backs to bet, and what that is worth."""
    good = [class_words(each.ranks) for each in found.classes if each.ev > 0]
    if not good:
        return f"{sheet.name}: no back of your own first card makes the bet favourable.\n"
    return (
        f"{sheet.name}: to see the back of your own first card, and bet on {all_of(good)} alone, is worth "
        f"{_about(found.ev)} of the Ante a deal.\n"
    )


def _list(sheet: Sheet, found: list[Knowledge], seed: int) -> Lines:
    most, honest = found[0], found[0].honest
    yield (
        f"{sheet.name}: guard {_the(known_words(most.known))} first. To know them is worth "
        f"{_about(most.gain)} of the Ante, used perfectly."
    )
    turn = sum(float(each.ev) > 0 for each in found)
    if honest >= 0:
        yield f"Without any of it best play is worth {_percent(honest)} already."
    elif turn:
        which = "The first of these turns" if turn == 1 else f"Each of the first {turn} turns"
        yield f"{which} the house's {_about(honest)} into an edge for the player."
    else:
        yield f"None of these makes up for the house's {_about(honest)}."
    yield ""
    rows = (
        (known_words(each.known), _percent(each.gain), _percent(each.ev), _percent(each.changes, sign=""))
        for each in found
    )
    yield grid(("Known", "Gain", "Mean", "Changes"), rows, right=(1, 2, 3))
    edges = next((each.known.edges for each in found if each.known.edges), ())
    sorted_by = f"Backs are sorted {edges_words(edges)}. " if edges else ""
    yield f"\n{sorted_by}Changes: how often another decision is better."
    yield _method(found, seed)


def _method(found: list[Knowledge], seed: int) -> str:
    deals = min((each.deals for each in found if each.deals is not None), default=None)
    if deals is None:
        return "Counted over every deal, not sampled."
    return f"± is a 95 % interval: {deals:,} deals by chance, seed {seed}. All else is counted."


def _one(sheet: Sheet, found: Knowledge, seed: int) -> Lines:
    known = found.known
    edges = f" ({edges_words(known.edges)})" if known.edges else ""
    favour = "for the player" if float(found.ev) > 0 else "still against the player"
    yield (
        f"{sheet.name}: to know {known_words(known)}{edges} is worth {_about(found.gain)} of the Ante, "
        f"used perfectly: a mean of {_signed(found.ev)}, {favour}, instead of {_signed(found.honest)}.\n"
    )
    rows = [
        ("Mean without it", _percent(found.honest)),
        ("Mean with it", _percent(found.ev)),
        ("Gain", _percent(found.gain)),
        ("Another decision is better", _percent(found.changes, sign="")),
    ]
    if found.stdev is not None and found.win_frequency is not None:
        rows.append(("Standard deviation with it", f"{found.stdev:.4f}"))
        rows.append(("Net wins with it", _percent(found.win_frequency, sign="")))
    yield figures(rows, WIDTH)
    if found.rule is not None:
        cost = float(found.rule.cost)
        given_up = f"gives up {_percent(found.rule.cost, sign='')}" if cost > 5e-9 else "gives up nothing"
        yield f"\nA rule that {given_up}"
        yield figures(rule_rows(found.rule.lines, sheet.dealer.shows + known.hole), WIDTH)
        if sheet.player.draws:
            yield "Give the card that is best without the knowledge, as `advise` says; fold the rest."
        if sheet.play.raises is not None:
            most = max(sheet.play.raises.times)
            yield f"To raise is to bet {most} times the Ante on {sheet.play.label}."
    else:
        yield "\nNo short rule for it is known."
    yield ""
    if found.exact:
        yield f"The mean is exactly {minus(str(found.ev))}."
    yield _method([found], seed)


def _about(figure: Figure) -> str:
    """`6.86 %`: the size alone, rounded."""
    return f"{100 * abs(float(figure)):.2f} %"


def _signed(figure: Figure) -> str:
    return minus(f"{100 * float(figure):+.2f} %")


def _percent(figure: Figure | float, sign: str = "+") -> str:
    """`+3.4829 %`, or `+1.015 % ± 0.12` for what is simulated."""
    if isinstance(figure, Estimate):
        return minus(f"{100 * figure.value:{sign}.3f} % ± {100 * figure.margin:.3f}")
    return minus(f"{100 * float(figure):{sign}.4f} %")


# --- What is known, and the rule to use it by, in words.

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


def _the(words: str) -> str:
    """`the class of …`, `the three cards of the dealer`."""
    return words if words.startswith("the ") else f"the {words}"


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
    """`raise from K-K-2`, which is short enough to follow another."""
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

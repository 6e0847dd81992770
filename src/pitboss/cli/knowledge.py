"""`pitboss knowledge`: what it is worth to see or know cards that the game hides."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    BetsOption,
    HouseArgument,
    JsonOption,
    SetOption,
    console,
    figures,
    find_sheet,
    parse_bets,
)
from pitboss.cli.progress_bar import progress_bar
from pitboss.money import minus
from pitboss.round import Refusal, open_table

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds import Game
    from pitboss.odds.knowledge import Knowledge, Known
    from pitboss.odds.knowledge.question import Figure
    from pitboss.sheet import Sheet

WIDTH = 34  # of the names of figures
MOST_SEED = 2**64


def command(
    house: HouseArgument,
    hole: Annotated[int, typer.Option(metavar="K", help="Hidden cards of the dealer that are seen.")] = 0,
    edges: Annotated[
        str | None,
        typer.Option(metavar="RANKS", help="Ranks sorted by their backs: QKA, or '2-6 7-T J-A'."),
    ] = None,
    backs: Annotated[
        int | None,
        typer.Option(metavar="K", help="Dealer's cards of which the back is seen; default all hidden ones."),
    ] = None,
    next_card: Annotated[
        bool, typer.Option("--next", help="The back of the card that a draw would bring is seen.")
    ] = False,
    first: Annotated[
        bool, typer.Option("--first", help="The back of one's own first card is seen before the bet.")
    ] = False,
    seats: Annotated[int, typer.Option(metavar="K", help="Other seats whose cards are seen.")] = 0,
    bets: BetsOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The luck of what is simulated.")] = 1,
    deals: Annotated[
        int | None, typer.Option(metavar="N", help="How many deals are simulated, where counting ends.")
    ] = None,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Say what it is worth to know the dealer's cards, their backs or other hands.

    Nothing asked for: what game protection asks first, by size. Counted where it
    can be, else simulated with 95 % intervals.

    \b
    Examples:
      pitboss knowledge rivers --hole 1
      pitboss knowledge napa-valley --edges QKA --backs 1
      pitboss knowledge atlantic-city --seats 6 --seed 7
    """
    import numpy as np

    from pitboss.odds import Game
    from pitboss.odds.knowledge import usual_questions, worths_of_knowledge

    if not 0 <= seed < MOST_SEED:
        raise Refusal("seed", f"--seed {seed}: write a whole number from 0 to {MOST_SEED - 1}")
    sheet = find_sheet(house, sets or ())
    if first:
        if hole or backs or next_card or seats or edges is None:
            raise Refusal("knowledge", "--first stands alone beside --edges: it is known before the bet")
        _first_card(Game(open_table(sheet)), edges, bets, as_json)
        return
    bet = parse_bets(bets)
    asked = _question(sheet, hole, edges, backs, next_card, seats)
    questions = usual_questions(sheet) if asked is None else (asked,)
    if not questions:
        raise Refusal("knowledge", f"At {sheet.name} everybody sees every card: nothing is left to know")
    luck = np.random.Generator(np.random.Philox(seed))
    game = Game(open_table(sheet))
    with progress_bar(f"Knowing more at {sheet.name}") as progress:
        found = worths_of_knowledge(game, questions, bet, luck, deals, progress)
    found.sort(key=lambda each: -float(each.gain))
    if as_json:
        answers = [each.as_json() | ({} if each.exact else {"seed": seed}) for each in found]
        typer.echo(json.dumps({"house": sheet.id, "answers": answers}))
    elif asked is None:
        _print_list(sheet, found, seed)
    else:
        _print_one(sheet, found[0], seed)
    if bet and not as_json:
        typer.echo(f"The bet: {sheet.bet_text(bet)}.")


def _question(
    sheet: Sheet, hole: int, edges: str | None, backs: int | None, next_card: bool, seats: int
) -> Known | None:
    """What the options ask for, or nothing."""
    from pitboss.odds.knowledge import Known, edges_of

    sorted_by = () if edges is None else edges_of(edges)
    if backs is None:
        backs = max(0, 3 - sheet.dealer.shows - hole) if sorted_by and not next_card else 0
    asked = Known(hole, sorted_by, backs, seats, next_card)
    return None if asked == Known() else asked


def _first_card(game: Game, edges: str, bets: str | None, as_json: bool) -> None:
    """What is known before the bet: the mean by the class of the first card."""
    from pitboss.cli.knowledge_words import class_words
    from pitboss.odds.knowledge import edges_of, worth_of_first_card

    found = worth_of_first_card(game, edges_of(edges), parse_bets(bets))
    if as_json:
        typer.echo(json.dumps(found.as_json()))
        return
    out = console()
    out.print(f"{game.sheet.name}: the class of one's first card known before the bet; per Ante.\n")
    shown = [
        (f"{class_words(each.ranks)}, in {_percent(each.chance, sign='')} of deals", _percent(each.ev))
        for each in found.classes
    ]
    shown.append(("All deals", _percent(found.honest)))
    shown.append(("A deal, bet only where favourable", _percent(found.ev)))
    out.print(figures(shown, WIDTH))
    out.print("\nDecisions stay the same. Counted over every deal, not sampled.")


def _print_list(sheet: Sheet, found: list[Knowledge], seed: int) -> None:
    from rich.table import Table as Grid

    from pitboss.cli.knowledge_words import edges_words, known_words

    out = console()
    honest = _percent(found[0].honest)
    out.print(f"{sheet.name}: what knowledge is worth, per Ante, used perfectly.")
    out.print(f"Without it the best player's mean is {honest}.\n")
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 1))
    for head in ("Known", "Gain", "Mean", "Changes"):
        grid.add_column(head, justify="left" if head == "Known" else "right")
    for each in found:
        grid.add_row(
            known_words(each.known), _percent(each.gain), _percent(each.ev), _percent(each.changes, sign="")
        )
    out.print(grid)
    edges = next((each.known.edges for each in found if each.known.edges), ())
    sorted_by = f"Backs are sorted {edges_words(edges)}. " if edges else ""
    out.print(f"\n{sorted_by}Changes: how often another decision is better.")
    _print_method(out, found, seed)


def _print_method(out: Console, found: list[Knowledge], seed: int) -> None:
    simulated = sorted({each.deals for each in found if each.deals is not None})
    if simulated:
        out.print(
            f"± is a 95 % interval: {simulated[0]:,} deals by chance, seed {seed}. All else is counted."
        )
    else:
        out.print("Counted over every deal, not sampled.")


def _print_one(sheet: Sheet, found: Knowledge, seed: int) -> None:
    from pitboss.cli.knowledge_words import edges_words, known_words, rule_rows

    out, known = console(), found.known
    edges = f", sorted {edges_words(known.edges)}" if known.edges else ""
    out.print(f"{sheet.name}: {known_words(known)} known{edges}; per Ante, used perfectly.\n")
    shown = [
        ("Mean without it", _percent(found.honest)),
        ("Mean with it", _percent(found.ev)),
        ("Gain", _percent(found.gain)),
        ("Another decision is better", _percent(found.changes, sign="")),
    ]
    if found.stdev is not None and found.win_frequency is not None:
        shown.append(("Standard deviation with it", f"{found.stdev:.4f}"))
        shown.append(("Net wins with it", _percent(found.win_frequency, sign="")))
    out.print(figures(shown, WIDTH))
    if found.rule is not None:
        cost = float(found.rule.cost)
        given_up = f"gives up {_percent(found.rule.cost, sign='')}" if cost > 5e-9 else "gives up nothing"
        out.print(f"\nA rule that {given_up}")
        out.print(figures(rule_rows(found.rule.lines, sheet.dealer.shows + known.hole), WIDTH))
        if sheet.player.draws:
            out.print("Give the card that is best without the knowledge, as `advise` says; fold the rest.")
        if sheet.play.raises is not None:
            most = max(sheet.play.raises.times)
            out.print(f"To raise is to bet {most} times the Ante on {sheet.play.label}.")
    else:
        out.print("\nNo short rule for it is known.")
    out.print()
    if found.exact:
        out.print(f"The mean is exactly {minus(str(found.ev))}.")
    _print_method(out, [found], seed)


def _percent(figure: Figure | float, sign: str = "+") -> str:
    """`+3.4829 %`, or `+1.015 % ± 0.12` for what is simulated."""
    from pitboss.odds.knowledge import Estimate

    if isinstance(figure, Estimate):
        return minus(f"{100 * figure.mean:{sign}.3f} % ± {100 * figure.margin:.3f}")
    return minus(f"{100 * float(figure):{sign}.4f} %")

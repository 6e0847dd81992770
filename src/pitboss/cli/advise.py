"""`pitboss advise` and `pitboss strategy`: one decision, and all of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Annotated, Final

import typer
from typer import Option

from pitboss import report
from pitboss.cli import options
from pitboss.cli.output import Lines, draw, progress_bar, show
from pitboss.hands import describe
from pitboss.messages.rules import left_out_words
from pitboss.money import Cents, dollars, minus
from pitboss.odds import Advice, Game, advise, strategy
from pitboss.odds.strategies import deals_by_action
from pitboss.round.table import is_raise
from pitboss.terminal.entries import said_action
from pitboss.text import write_rows


def advise_command(
    house: options.House,
    cards: Annotated[str, Option(metavar="CARDS", help="Your three cards: 'Qs 6h 4d'.")],
    up: Annotated[str, Option(metavar="CARDS", help="The dealer's cards that show.")] = "",
    bets: options.Bets = None,
    explain: Annotated[bool, Option("--explain", help="Say how the dealer's hands end.")] = False,
    how: options.How = False,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    sets: options.Sets = None,
) -> None:
    """Say what to do with one hand, what a mistake costs, and what each action is worth.

    \b
    Example:
      pitboss advise napa-valley --cards "Kd 9c 2s" --up Kh
    """
    game = options.open_game(house, sets)
    advice = advise(game, cards, up, bets)
    ranked = advice.ranked()
    show(
        lambda: advice.as_json() | ({"explain": dict(advice.ends)} if explain or how else {}),
        lambda: [
            _headline(describe(cards), advice, (bets or {}).get("ante", 1000)),
            *_advice(game, advice, bets, explain or how),
            *(_how(game, advice) if how else ()),
        ],
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: [
            ("action", "ev", "best"),
            *((name, ev, int(name in advice.best)) for name, ev in ranked),
        ],
        wrap=False,
    )


_OTHERWISE: Final = {
    "play": ("fold", "Folding"),
    "fold": ("play", "Playing"),
    "draw": ("play", "Standing"),
    "raise": ("play", "Not raising"),
}


def _headline(hand: str, advice: Advice, ante: Cents) -> str:
    """What to do, and what the mistake nearest at hand costs: `Queen high: play (…). Folding costs …`."""
    best, top = advice.ranked()[0]
    other, mistake = _OTHERWISE["raise" if is_raise(best) else best[:4]]
    loss = top - advice.actions[other]
    said = f"{hand[0].upper()}{hand[1:]}: {said_action(best)} ({float(top):+.4f} Antes). {mistake}"
    if not loss:
        return minus(f"{said} is as good.")
    return minus(f"{said} costs {float(loss):.4f} Antes, {dollars(round(loss * ante))} at {dollars(ante)}.")


def _advice(game: Game, advice: Advice, bets: Mapping[str, Cents] | None, explain: bool) -> Lines:
    if bets:
        yield f"{game.sheet.name}: {game.sheet.bet_text(bets)}."
    if advice.left_out:
        yield left_out_words([game.sheet.label(name) for name in advice.left_out])
    for name, ev in advice.ranked():
        mark = "  best" if name in advice.best else ""
        worth = minus(f"{float(ev):+.6f} per Ante  ({ev})")
        yield f"{said_action(name):11} {worth}{mark}"
    if explain:
        ends = ", ".join(f"{number:,} {word}" for word, number in advice.ends.items())
        yield f"Of the dealer's outcomes {ends}."


def _how(game: Game, advice: Advice) -> Lines:
    """Each worth is a sum over the dealer's outcomes of what settlement pays, divided by their number."""
    sheet = game.sheet
    outcomes = sum(advice.ends.values())
    yield f"play = sum over {outcomes:,} dealer outcomes of what Ante, {sheet.play.label} and the"
    yield "  other wagers win or lose, divided by that number and by the Ante."
    if sheet.player.draws:
        yield "draw = the same with every card that can be drawn, each alike often."
    ends = (sheet.not_qualified, sheet.better, sheet.equal, sheet.worse)
    for clause in (sheet.wagers["ante"].fold.clause, *dict.fromkeys(end.clause for end in ends if end)):
        yield f"{clause}: {sheet.clauses[clause].says}"


def strategy_command(
    house: options.House,
    bets: options.Bets = None,
    plot: options.Plot = None,
    as_csv: Annotated[bool, Option("--csv", help="One row per hand up to suits.")] = False,
    as_json: options.Json = False,
    sets: options.Sets = None,
) -> None:
    """Print the best play in a few sentences and how many hands do what, or every hand with --csv.

    \b
    Examples:
      pitboss strategy pechanga
      pitboss strategy pechanga --csv > pechanga.csv
    """
    game = options.open_game(house, sets)
    best = strategy(game, bets)
    with progress_bar(f"Drawing {game.sheet.name}") if plot is not None else nullcontext():
        draw(plot, lambda: report.strategy_figure(game, best, bets))
    if as_csv:
        for some in best.csv():
            write_rows(sys.stdout, some)
        return
    if as_json:
        sys.stdout.writelines(best.json())
        return
    with progress_bar(f"Weighing every hand of {game.sheet.name}") as progress:
        totals = deals_by_action(game, best.wagers, progress)
        rule = list(report.rule_sentences(game, bets))
    everything = sum(totals.values())
    typer.echo(f"{game.sheet.name}, optimal play{f' of {game.sheet.bet_text(bets)}' if bets else ''}:")
    for sentence in rule:
        typer.echo(f"{'    ' if sentence[0].isdigit() else '  '}{sentence}")
    widest = max(map(len, map(said_action, totals)))
    for action, number in sorted(totals.items(), key=lambda each: -each[1]):
        share = f"{number:>12,} of {everything:,} deals ({number / everything:.3%})"
        typer.echo(f"  {said_action(action):{widest}} {share}")

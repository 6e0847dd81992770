"""`pitboss bankroll`: what a bet asks of a player's bankroll, and what offers of the house are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from typer import Option

from pitboss import report
from pitboss.cli import options
from pitboss.cli.output import (
    Lines,
    about_share,
    chance_words,
    draw,
    figures,
    grid,
    progress_bar,
    show,
)
from pitboss.messages.rules import coupon_label, quitting_words
from pitboss.money import Cents, about_dollars, dollars, minus
from pitboss.odds import Game, Price
from pitboss.odds.prices import PACE
from pitboss.odds.risk.bankroll import HORIZONS, Bankroll, bankroll_of
from pitboss.odds.risk.offers import KINDS, CouponKind, Quitting, Rebate
from pitboss.odds.sessions import SessionResult, session
from pitboss.report.money_plots import CHECKPOINTS
from pitboss.round import Refusal, open_table
from pitboss.round.choices import check_wagers
from pitboss.round.table import most_need
from pitboss.sheet import Sheet
from pitboss.text import all_of, plural

WIDTH = 46  # of the names of figures
RUIN = ("rounds", "ruin", "bankroll")  # columns
POINTS = 6  # rounds of which is said when to quit
SURE = 0.05  # chance of ruin that a player who wants to be sure accepts
USUAL = "That is a usual bet: --bets asks for yours."


def bankroll_command(
    house: options.House,
    bets: options.UsualBets = None,
    bankroll: Annotated[
        int | None, options.money_option("--bankroll", "What the player has; without it none is judged.")
    ] = None,
    pace: Annotated[int, Option(metavar="N", help="Rounds an hour.")] = PACE,
    rounds: Annotated[
        list[int] | None, Option(metavar="N", help="A horizon; repeatable. Default 100, 1,000 and 10,000.")
    ] = None,
    coupon: Annotated[
        list[str] | None,
        Option(
            metavar="KIND",
            help="match_play, free_bet or first_loss (with =CENTS|$: at most that). Repeatable.",
        ),
    ] = None,
    rebate: Annotated[
        str | None, Option(metavar="SHARE", help="Part of a loss given back, in per cent: 20 or 12.5.")
    ] = None,
    rebate_rounds: Annotated[int, Option(metavar="N", help="The most rounds that the rebate covers.")] = 100,
    rebate_after: Annotated[int, Option(metavar="N", help="Rounds to be played before it is earned.")] = 1,
    rebate_most: Annotated[
        int | None, options.money_option("--rebate-most", "The most that is given back; default no limit.")
    ] = None,
    how: options.How = False,
    plot: options.Plot = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    sets: options.Sets = None,
) -> None:
    """Say what a bet costs an hour, and what to bring so that the money lasts; what offers are worth.

    \b
    Examples:
      pitboss bankroll rivers
      pitboss bankroll pechanga --bets ante=1000 --bankroll 500000
      pitboss bankroll rivers --bets ante=1000 --rebate 20 --coupon match_play
    """
    offers = [_coupon(text) for text in coupon or ()]
    back = None if rebate is None else _rebate(rebate, rebate_rounds, rebate_after, rebate_most)
    game = options.open_game(house, sets)
    usual = bets is None
    bets = options.usual_bets(game.table) if bets is None else bets
    with progress_bar(f"Counting {game.sheet.name}") as progress:
        found = bankroll_of(game, bets, bankroll, pace, tuple(rounds or HORIZONS), offers, back, progress)
    draw(plot, lambda: report.bankroll_figure(game.sheet, found))
    show(
        found.as_json,
        lambda: [*_bankroll(game.sheet, found, usual=usual), *(_how(found) if how else ())],
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: [
            RUIN,
            *(
                ("endless" if row["rounds"] is None else row["rounds"], row["ruin"], row["bankroll"])
                for row in found.rows()
            ),
        ],
    )


def _coupon(text: str) -> tuple[CouponKind, Cents | None]:
    name, equals, amount = text.partition("=")
    for kind in KINDS:
        if name == kind and (not equals or kind == "first_loss"):
            return kind, options.read_money("--coupon first_loss", amount) if equals else None
    raise Refusal(
        "coupon", f"--coupon {text[:40]!r}: write match_play, free_bet, first_loss or first_loss=5000"
    )


def _rebate(share: str, rounds: int, after: int, most: Cents | None) -> Rebate:
    try:
        part = Fraction(share) / 100 if len(share) <= 12 else None
    except (ValueError, ZeroDivisionError):
        part = None
    if part is None:
        raise Refusal("rebate", f"--rebate {share[:20]!r}: write per cent, like 20 or 12.5")
    terms = Rebate(part, rounds, after, most)
    terms.check()
    return terms


def _bankroll(sheet: Sheet, found: Bankroll, *, usual: bool) -> Lines:
    yield from _answer(sheet, found)
    if usual:
        yield USUAL
    yield "\nA bankroll that is ruined no likelier than this"
    ends = [*found.horizons, *((found.endless,) if found.endless is not None else ())]
    chances = found.horizons[0].enough if found.horizons else ()
    heads = ["Ruin", *(f"{each.rounds:,} rounds" for each in found.horizons)]
    heads += ["some day"] if found.endless is not None else []
    enough = ((f"{chance:.1%}", *(dollars(each.enough[chance]) for each in ends)) for chance in chances)
    yield grid(heads, enough, right=range(len(heads)), gap=4)
    yield "\nAn hour"
    hour = [
        ("Mean", _money(float(found.hour_mean))),
        ("Standard deviation", dollars(round(found.hour_stdev))),
        ("A round needs", dollars(found.need)),
    ]
    if found.n0 is not None:
        hour.append(("N0: rounds until the mean is one deviation", f"{float(found.n0):,.0f}"))
    yield figures(hour, WIDTH)
    if found.kelly is not None or found.bankroll is not None:
        yield "\nThe bankroll"
        yield figures(_growth(found), WIDTH)
    if found.coupons:
        yield "\nCoupons, each under its own best play"
        coupons = (
            (
                f"{coupon_label(each.kind)}, {dollars(each.amount)}",
                f"{_money(float(each.worth), '')} ({float(each.share):.2%})",
            )
            for each in found.coupons
        )
        yield figures(coupons, WIDTH)
    if found.rebate is not None:
        yield from _rebate_lines(found.rebate)


def _answer(sheet: Sheet, found: Bankroll) -> Lines:
    """What the bet costs or wins an hour, and how long the money lasts."""
    mean, stray = float(found.hour_mean), about_dollars(found.hour_stdev)
    does = f"you {'win' if mean > 0 else 'lose'} about {about_dollars(mean)} an hour"
    if mean == 0:
        does = "you neither win nor lose on average"
    yield f"{sheet.name}: at {sheet.bet_text(found.bets)} {does}, give or take {stray}"
    yield f"({plural(found.pace, 'round')} an hour, best play)."
    if found.bankroll is None:
        needed = [
            f"{dollars(each.enough[SURE])} {'for' if number else 'to last'} {plural(each.rounds, 'round')}"
            for number, each in enumerate(found.horizons)
        ]
        if found.endless is not None:
            needed.append(f"{dollars(found.endless.enough[SURE])} never to run out")
        yield f"Bring {all_of(needed)}, with {100 - 100 * SURE:.0f} % certainty."
    else:
        ruin = [
            f"{about_share(sum(each.ruin) / 2)} in {plural(each.rounds, 'round')}"
            for each in found.horizons
            if each.ruin is not None
        ]
        if found.endless is not None and found.endless.ruin is not None:
            ruin.append(f"{about_share(sum(found.endless.ruin) / 2)} some day")
        yield f"With {dollars(found.bankroll)} the chance of ruin is {all_of(ruin)}."
    if found.endless is None:
        yield "Played forever, this bet empties any bankroll: on average it does not win."


def _growth(found: Bankroll) -> Iterator[tuple[str, str]]:
    if found.kelly is not None:
        yield "Kelly's bankroll for this bet", dollars(round(found.kelly.value))
        yield "Kelly's fraction: this bet of that bankroll", f"{found.kelly_fraction:.4%}"
    if found.score is not None:
        yield "SCORE: won in 100 rounds with $10,000", _money(float(found.score), "")
    if found.bankroll is not None:
        yield f"With {dollars(found.bankroll)}", ""
        if found.certain is not None:
            yield "  an hour is worth, for sure", _money(found.certain)
        for each in found.horizons:
            yield f"  ruin within {each.rounds:,} rounds", _chance(each.ruin)
        yield "  ruin some day", "100%" if found.endless is None else _chance(found.endless.ruin)


def _chance(between: tuple[float, float] | None) -> str:
    if between is None:
        return ""
    middle = sum(between) / 2
    return f"under {between[1]:.1e}" if middle < 1e-9 else chance_words(middle)


def _rebate_lines(rebate: Quitting) -> Lines:
    terms = rebate.terms
    most = "" if terms.most is None else f", at most {dollars(terms.most)}"
    share = f"{float(100 * terms.share):.4g} % of a loss comes back{most}"
    yield f"\n{share}, after {terms.least:,} to {terms.rounds:,} rounds"
    rows = (
        ("Value with optimal quitting", _money(rebate.worth)),
        ("Value when all rounds are played", _money(rebate.to_the_end)),
        ("Rounds played on average", f"{rebate.expected_rounds:,.1f}"),
        ("A rebate is paid", f"{rebate.paid:.4%}"),
    )
    yield figures(rows, WIDTH)
    for point in rebate.at(POINTS):
        yield f"  {quitting_words(point.rounds, point.win, point.loss)}"


def _how(found: Bankroll) -> Lines:
    price = found.price
    yield (
        f"\nOne round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes: mean "
        f"{minus(price.ev)} cents, variance {price.variance}."
    )
    if found.kelly is not None:
        yield (
            f"Kelly's bankroll lies between {found.kelly.low} and {found.kelly.high} cents: both signs of the"
        )
        yield "derivative of the mean logarithm were worked out in whole numbers."
    if found.endless is not None:
        root = found.endless.root
        yield (
            f"The mean of z^(net / {dollars(found.endless.step)}) is one at a z between {root.low} and "
            f"{root.high}."
        )
    yield "Ruin within rounds is counted round by round, for all bankrolls at once; nothing is sampled."


def _money(cents: float, sign: str = "+") -> str:
    """Dollars to the cent, signed."""
    return f"{sign if round(cents) >= 0 else ''}{dollars(round(cents))}"


# --- `pitboss session`: what many rounds of one bet leave of a bankroll.

SESSION_WIDTH = 44  # of the names of figures
BETS = 20  # that a player brings for a session


def session_command(
    house: options.House,
    bets: options.UsualBets = None,
    rounds: Annotated[int, Option(metavar="N", help="How many rounds are played at most.")] = 100,
    bankroll: Annotated[
        int | None, options.money_option("--bankroll", "What the player starts with; default 20 bets.")
    ] = None,
    stop_win: Annotated[
        int | None, options.money_option("--stop-win", "Leave when this much or more is won.")
    ] = None,
    stop_loss: Annotated[
        int | None, options.money_option("--stop-loss", "Leave when this much or more is lost.")
    ] = None,
    how: options.How = False,
    plot: options.Plot = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    sets: options.Sets = None,
) -> None:
    """Say how likely a session ends ahead, behind or in ruin, and what is left; counted, not sampled.

    \b
    Examples:
      pitboss session rivers
      pitboss session rivers --bets ante=1000 --rounds 500 --bankroll 50000
      pitboss session rivers --bets ante=10$ --rounds 500 --bankroll 500$
    """
    table = open_table(options.find_sheet(house, sets))
    usual = bets is None or bankroll is None
    bets = options.usual_bets(table) if bets is None else bets
    check_wagers(table, bets)
    need = most_need(table, bets)
    bankroll = BETS * sum(bets.values()) if bankroll is None else bankroll
    if bankroll < need:
        play = need - sum(bets.values())
        kept = f", {dollars(play)} of it kept for {table.sheet.play.label}" if play else ""
        text = f"--bankroll {dollars(bankroll)}: a round needs {dollars(need)}{kept}"
        raise Refusal("bankroll", text, None, "bankroll", {"min": need})
    with progress_bar(f"Pricing {table.sheet.name}") as progress:
        price = Game(table).price_bets(bets, progress)
    steps = CHECKPOINTS if plot is not None or as_csv else 0
    with progress_bar(f"Counting {rounds:,} rounds") as progress:
        result = session(
            price, rounds, bankroll, need, stop_win, stop_loss, checkpoints=steps, progress=progress
        )
    draw(plot, lambda: report.session_figure(table.sheet, bets, result))
    show(
        lambda: result.as_json(table.sheet.id, bets),
        lambda: [
            *_session(table.sheet, bets, result, usual=usual),
            *([_session_how(price, result)] if how else []),
        ],
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: _course(result),
    )


def _course(result: SessionResult) -> Iterator[Sequence[object]]:
    """One row per checkpoint, from the start to the last round."""
    percents = list(result.quantiles)
    heads = ("rounds", "ruin", "stop_win", "stop_loss", "playing", "mean")
    yield [*heads, *(f"q{each}" for each in percents)]
    for at in result.course:
        ends = (at.ruin, at.stopped_ahead, at.stopped_behind, at.playing, at.mean)
        yield [at.rounds, *ends, *(at.quantiles[each] for each in percents)]


def _session_how(price: Price, result: SessionResult) -> str:
    """The way from one round to many."""
    return (
        f"\nOne round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes; its"
        " exact counts are convolved round by round."
        f" A player with less than {dollars(result.need)}, or at a stop, plays no further round."
        f" Cut from the far ends of the distribution in all rounds together: {result.cut:.1e}."
    )


def _session(sheet: Sheet, wagers: dict[str, Cents], result: SessionResult, *, usual: bool) -> Lines:
    count, start = plural(result.rounds, "round"), dollars(result.bankroll)
    ends = f"{about_share(result.ahead)} of sessions end ahead, {about_share(result.behind)} behind"
    broke = f"; {about_share(result.ruin)} go broke" if result.ruin > 0 else ""
    yield f"{sheet.name}, {count} at {sheet.bet_text(wagers)} from {start}: {ends}{broke}."
    yield f"On average {dollars(round(result.mean))} is left, with optimal play."
    if usual:
        yield "That is a usual session: --bets, --rounds and --bankroll ask for yours."
    outcomes = [(f"Ruin: less than {dollars(result.need)} is left", _session_chance(result.ruin, result))]
    if result.stop_win is not None:
        reached = f"Stop-win: {dollars(result.bankroll + result.stop_win)} or more"
        outcomes.append((reached, _session_chance(result.stopped_ahead, result)))
    if result.stop_loss is not None:
        reached = f"Stop-loss: {dollars(result.bankroll - result.stop_loss)} or less"
        outcomes.append((reached, _session_chance(result.stopped_behind, result)))
    outcomes.append((f"Still playing after {count}", _session_chance(result.playing, result)))
    yield "\nHow it ends"
    yield figures(outcomes, SESSION_WIDTH)
    yield "\nWhat is left"
    left = (
        ("More than at the start", _session_chance(result.ahead, result)),
        ("As much", _session_chance(result.even, result)),
        ("Less", _session_chance(result.behind, result)),
        ("Mean", dollars(round(result.mean))),
        ("Standard deviation", dollars(round(result.stdev))),
        ("Rounds played on average", f"{result.expected_rounds:,.1f}"),
    )
    yield figures(left, SESSION_WIDTH)
    yield "\nThe bankroll at the end is, with this chance, at most"
    quantiles = result.quantiles
    yield grid([f"{each}%" for each in quantiles], [map(dollars, quantiles.values())], right=range(9))
    yield f"\nCounted, not sampled: every chance is within {result.error_text} of the exact one."
    if any(map(sheet.wins_meter, wagers)):
        yield "The meter is taken to stand at its reset value in every round."


def _session_chance(chance: float, result: SessionResult) -> str:
    """A percentage, or a power of ten when it is small; what is within the error of none says so."""
    none = result.next_to_none(chance)
    return chance_words(chance) if none is None else none

"""The content of a PAR sheet: every figure of a house, exact, before it is printed in any form.

`par_sheet` counts it; `with_simulated` puts what is out of exact reach in its place, and `confirm_par` lays a
simulation beside the exact figures, with all that is needed to repeat it.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version

from pitboss.dataframes import Rows, Tabular
from pitboss.messages.rules import figure_words, verdict_words
from pitboss.money import Cents, dollars
from pitboss.odds import Game, Price, SheetPrice, optimal, plan_of
from pitboss.odds.explain import bet_words, how
from pitboss.odds.house_prices import game_of
from pitboss.odds.not_priced import OutOfReach
from pitboss.odds.risk.long_runs import HoldBand, hold_bands
from pitboss.odds.work import Progress, part
from pitboss.report.laboratory import DECK, Laboratory, laboratory_of
from pitboss.report.lines import LineTable, wager_tables
from pitboss.report.notes import notes_of
from pitboss.report.sheet_rows import ParRow, par_rows, plain_row, root, volatility_index
from pitboss.report.strategy_summary import StrategySummary, summary_of
from pitboss.round.choices import every_wager
from pitboss.round.table import House
from pitboss.sheet import standard_clauses
from pitboss.sheet.model import Clause, Notice, Sheet
from pitboss.sheet.pays import Cash, MeterShare
from pitboss.sheet.rule_card import RuleRow, amount_rows, hand_rows
from pitboss.sim import Confirmation, Question, SimSeat, best_engine, confirm_run, run_rounds, setup
from pitboss.sim.confirmation import Comparison
from pitboss.sim.run import Progress as RunProgress
from pitboss.sim.simulated import Simulated
from pitboss.text import all_of


@dataclass(frozen=True, slots=True)
class ParConfirmation:
    """What was played, how, and what came of it."""

    sheet: Sheet
    rounds: int
    seed: str
    engine: str
    versions: Mapping[str, str]
    bets: Mapping[str, Cents]
    found: Confirmation

    def words(self, row: Comparison) -> str:
        """What a comparison is about."""
        return figure_words(self.sheet, row.kind, row.wager, row.line, row.cells)

    @property
    def verdict(self) -> str:
        """The verdict over all comparisons in a sentence."""
        return verdict_words(len(self.found.rows), self.found.adjusted, agrees=self.found.agrees)


def confirm_par(game: Game, rounds: int, seed: int, progress: RunProgress | None = None) -> ParConfirmation:
    """Plays one seat with every wager, best play, with the meter of the sheet standing."""
    bets = every_wager(game.table)
    seat = SimSeat(bets, plan_of(game, optimal, bets), "optimal")
    made = setup(Question(game.table, (seat,), meter=game.meter))
    totals = run_rounds(made, seed, rounds, progress=progress)
    found = confirm_run(made, totals)
    return ParConfirmation(game.sheet, totals.rounds, str(seed), best_engine(), _versions(), bets, found)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("pitboss", "numpy", "numba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@dataclass(frozen=True, slots=True)
class AtPlayers:
    """The bet with so many players at the table: what envy adds, and from which meter on it is fair."""

    players: int
    envy: Fraction  # per unit of the wager
    return_at_reset: Fraction  # all that comes back of a unit, envy included
    break_even_meter: Cents


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A wager that can win the meter."""

    wager: str
    label: str
    clause: str
    stake: Cents
    reset: Cents
    contribution: Fraction  # share of each bet that goes to the meter
    own_return: Fraction  # of a unit, at the reset meter, without envy
    long_run: Fraction | None  # with what the bets put into the meter; None where a line takes part of it
    rows: tuple[AtPlayers, ...]  # as far as they are counted


def jackpot_of(game: Game, price: Price) -> Jackpot | None:
    """The progressive side of a wager, or None where it cannot win a meter."""
    meter, wager = game.sheet.meter, price.wager
    if meter is None or "break_even_meter" not in price.extras:
        return None
    stake = game.stakes_of(wager)[wager]
    contribution = meter.share_of(wager)

    def at(players: int) -> Game:
        return Game(game.table, players, meter.reset)

    def back(players: int) -> Fraction:
        """What comes back of a unit at so many players."""
        return 1 + at(players).mean_cents(wager) / at(players).stakes_of(wager)[wager]

    own = back(1)
    rows = []
    for players in range(1, game.sheet.seats + 1):
        try:
            all_back, fair = back(players), at(players).break_even_meter(wager)
        except OutOfReach:  # with more players even more so
            break
        rows.append(AtPlayers(players, all_back - own, all_back, fair))
    shares = [pay for pay in game.sheet.pays_of(wager) if isinstance(pay, MeterShare)]
    return Jackpot(
        wager=wager,
        label=game.sheet.label(wager),
        clause=meter.clause,
        stake=stake,
        reset=meter.reset,
        contribution=contribution,
        own_return=own,
        long_run=own + contribution if all(share.percent == 100 for share in shares) else None,
        rows=tuple(rows),
    )


@dataclass(frozen=True, slots=True)
class WagerPar:
    """One wager: its lines over a stated sample space, and the figures made of them, per unit of it."""

    id: str
    label: str
    unit: str  # the bet of which every figure is a share: of Ante and Play the Ante
    clause: str
    amount: tuple[RuleRow, ...]  # what may be bet
    posted: tuple[str, ...]  # clauses by which the house posts, and may change, a pay table of it
    priced: str  # under which play, and on which bet
    space: str
    outcomes: int
    tables: tuple[LineTable, ...]
    ev: Fraction
    increment: Fraction  # of each bet, what is put into the meter: no part of the return
    bet: Fraction  # what is bet in all on average
    element_of_risk: Fraction
    hit_frequency: Fraction | None  # None, like the variance, where it is out of reach
    variance: Fraction | None
    by_up_card: Mapping[str, Fraction]
    others: Fraction  # what other players' hands add to the mean, where no line has it
    notes: tuple[str, ...]  # what is taken for granted, and what is left out
    bands: tuple[HoldBand, ...]  # of the actual hold after many rounds
    simulated: Simulated | None = None  # what is out of exact reach

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def returns(self) -> Fraction:
        """What comes back of a unit."""
        return 1 + self.ev

    @property
    def stdev(self) -> Decimal | None:
        return None if self.variance is None else root(self.variance)

    @property
    def volatility_index(self) -> Decimal | None:
        return None if self.variance is None else volatility_index(self.variance)


@dataclass(frozen=True, slots=True)
class RefusedPar:
    """A wager that has no figures, and why."""

    id: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class SimulatedPar:
    """A wager that has no exact price, as it came out of a simulation."""

    id: str
    label: str
    made: Simulated


@dataclass(frozen=True, slots=True)
class ParSheet(Tabular[ParRow]):
    """All that is handed in for one house."""

    house: str
    name: str
    game: str
    hash: str
    date: str | None
    table_min: Cents
    table_max: Cents
    seats: int
    players: int
    meter: Cents | None  # at which the meter's wagers are priced
    rules: tuple[RuleRow, ...]
    notes: tuple[str, ...]
    assumptions: tuple[str, ...]
    wagers: tuple[WagerPar, ...]
    price: SheetPrice  # that the figures are of
    refused: tuple[RefusedPar, ...]
    plan: StrategySummary | None  # None where the main game has no exact price
    jackpots: tuple[Jackpot, ...]
    clauses: tuple[Clause, ...]
    standard: tuple[Clause, ...]
    notices: tuple[Notice, ...]
    laboratory: Laboratory
    simulated: tuple[SimulatedPar, ...] = ()  # wagers that are out of exact reach
    confirmed: ParConfirmation | None = None  # a simulation beside the exact figures
    revision: str | None = None  # of the PAR sheet, as its author counts them
    author: str | None = None  # who answers for it; a line to sign on where none is named

    def rows(self) -> Rows[ParRow]:
        """Every line and figure, section by section."""
        return Rows(ParRow, map(plain_row, par_rows(self)))


def par_sheet(
    house: House | Game, date: str | None = None, table_risk: bool = False, progress: Progress | None = None
) -> ParSheet:
    """The PAR sheet of a game, with the covariance of its seats where `table_risk` asks for it.

    A wager without an exact price is among the refused; `with_simulated` puts figures in its place.

    >>> par_sheet("rivers").wagers[1].ev
    Fraction(-402, 5525)
    """
    game = game_of(house)
    sheet = game.sheet
    priced = game.price_all(progress=part(progress, 0, 2))
    prices = list(priced.wagers.values())
    reset = sheet.meter.reset if sheet.meter else None
    return ParSheet(
        house=sheet.id,
        name=sheet.name,
        game=sheet.game,
        hash=sheet.hash,
        date=date,
        table_min=game.table.min,
        table_max=game.table.max,
        seats=sheet.seats,
        players=game.players,
        meter=reset if game.meter is None else game.meter,
        rules=tuple(hand_rows(sheet)),
        notes=sheet.disclosures,
        assumptions=tuple(_assumptions(game)),
        wagers=tuple(_wagers(game, prices, progress)),
        price=priced,
        refused=tuple(RefusedPar(wager, sheet.label(wager), why) for wager, why in priced.refused.items()),
        plan=summary_of(game) if "ante" in priced.wagers else None,
        jackpots=tuple(found for price in prices if (found := jackpot_of(game, price))),
        clauses=tuple(sheet.clauses.values()),
        standard=tuple(standard_clauses().values()),
        notices=sheet.notices,
        laboratory=laboratory_of(game, prices, with_table=table_risk, progress=progress),
    )


def with_simulated(
    par: ParSheet, stand_ins: Mapping[str, Simulated], left_out: Mapping[str, Simulated]
) -> ParSheet:
    """The sheet with what was simulated of it: whole wagers, and what exact prices leave out."""
    return replace(
        par,
        wagers=tuple(replace(each, simulated=left_out.get(each.id)) for each in par.wagers),
        refused=tuple(each for each in par.refused if each.id not in stand_ins),
        simulated=tuple(
            SimulatedPar(each.id, each.label, stand_ins[each.id])
            for each in par.refused
            if each.id in stand_ins
        ),
    )


def _wagers(game: Game, prices: Sequence[Price], progress: Progress | None) -> Iterator[WagerPar]:
    for number, price in enumerate(prices, 1):
        yield wager_par(game, price)
        if progress is not None:
            parts = len(prices) + 1  # as much as a wager is what a laboratory asks
            progress(parts + number, 2 * parts)


def _assumptions(game: Game) -> Iterator[str]:
    """What the figures take for granted."""
    sheet = game.sheet
    yield from DECK
    yield (
        "Hands are decided for the highest mean, by one's own cards and the dealer's cards that show alone. "
        "Of equal actions, playing comes before drawing and drawing before folding."
    )
    yield "Odds are alike on every bet. Where the amount matters, as for cash or a meter, the wager names it."
    if sheet.bank:
        yield f"{sheet.bank.label} is taken to cover the whole of every bet ({sheet.bank.cover_clause})."
    if sheet.meter:
        meter = sheet.meter.reset if game.meter is None else game.meter
        yield f"The meter stands at {dollars(meter)}. What bets put into it is apart: no return has it."
    if sheet.envy:
        yield f"Priced for {_envy(game)}."
    if readings := [clause.id for clause in sheet.clauses.values() if clause.reading]:
        yield f"Where the sheet is silent or unclear, it is read as these clauses say: {', '.join(readings)}."


def wager_par(game: Game, price: Price, *, with_bands: bool = True) -> WagerPar:
    """One wager with its lines; its bands only where they are shown."""
    sheet, wager = game.sheet, price.wager
    outcomes = game.outcomes(wager)
    tables = wager_tables(game, wager, outcomes)
    others = outcomes.others / outcomes.wagers[wager]
    for table in tables:
        if table.count != outcomes.number or price.outcomes % table.count:
            raise AssertionError(f"{wager}: the lines of {table.title} do not fill the sample space")
    for covers in ("whole", "part"):
        sums = [table.returns for table in tables if table.covers == covers]
        if sums and sum(sums, others) != price.ev:
            raise AssertionError(f"{wager}: the returns of the lines do not add up to the mean")
    paying = list(sheet.bonuses) if wager == "ante" else [wager]
    return WagerPar(
        id=wager,
        label=all_of(sheet.main_labels) if wager == "ante" else sheet.label(wager),
        unit=sheet.label(wager),
        clause=sheet.wagers[wager].clause,
        amount=tuple(amount_rows(sheet, sheet.wagers[wager])),
        posted=tuple(dict.fromkeys(clause for name in paying if (clause := sheet.pays[name].posted))),
        priced=_priced(game, price, outcomes.wagers),
        space=how(game, price).space,
        outcomes=price.outcomes,
        tables=tables,
        ev=price.ev,
        increment=sheet.meter.share_of(wager) if sheet.meter else Fraction(0),
        bet=price.risked,
        element_of_risk=price.element_of_risk,
        hit_frequency=price.known_win_frequency,
        variance=price.known_variance,
        by_up_card=price.extras.get("by_up_card", {}),
        others=others,
        notes=notes_of(price),
        bands=hold_bands(price) if with_bands and price.distribution else (),
    )


def _priced(game: Game, price: Price, wagers: Mapping[str, Cents]) -> str:
    """Under which play a wager is priced, and on which bet where that matters."""
    sheet, wager = game.sheet, price.wager
    if wager == "ante":
        play = f"Optimal play, no side wager; {', '.join(sheet.main_labels)} and bonuses together"
    elif "ante" in wagers:
        bet = bet_words(sheet, price)
        play = f"{bet[0].upper()}{bet[1:]}, with the best play for the whole bet"
    else:
        play = "Whatever is done with the hand"
    envy = sheet.envy is not None and sheet.envy.wager == wager
    cash = any(isinstance(pay, Cash) for pay in sheet.pays_of(wager))
    fixed = sheet.wagers[wager].fixed or cash or (envy and game.players > 1)
    on = f"; on a bet of {dollars(wagers[wager])}" if fixed and not price.stakes else ""
    meter = sheet.meter.reset if sheet.meter and game.meter is None else game.meter
    at = f"; meter {dollars(meter)}" if meter is not None and sheet.wins_meter(wager) else ""
    return f"{play}{on}{at}{f'; {_envy(game)}' if envy else ''}."


def _envy(game: Game) -> str:
    """For how many players envy is priced."""
    if game.players == 1:
        return "1 player at the table, so no envy"
    return f"{game.players} players at the table, envy of {game.players - 1} other hands"

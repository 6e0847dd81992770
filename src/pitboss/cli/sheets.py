"""`pitboss houses`, `rules`, `check` and `new`: rule sheets listed, printed, checked and written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NotRequired, TypedDict

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, print_lines, progress_bar, show, show_records, whole_file
from pitboss.cli.output import check_file as check_output
from pitboss.dataframes import in_json
from pitboss.errors import Refusal
from pitboss.messages.rules import LimitsEntry, amount_text, card_data, hand_sentences, showdown_cells
from pitboss.money import minus
from pitboss.round import open_table
from pitboss.sheet import (
    Checked,
    Fault,
    Sheet,
    SheetRefused,
    check_file,
    check_text,
    houses,
    load_house,
    standard_clauses,
)
from pitboss.sheet.drafts import SCHEMA, BadAnswer, Question, collect, copied, draft, house_id, schema_text
from pitboss.sheet.faults import KeyPath, key_lines, line_of
from pitboss.sheet.files import house_text
from pitboss.sheet.model import Clause
from pitboss.sheet.rule_card import printed_tables
from pitboss.text import all_of, plural

if TYPE_CHECKING:
    from pitboss.odds import SheetPrice


def rules_command(house: options.House, as_json: options.Json = False, sets: options.Sets = None) -> None:
    """Print a house's rules as a player's card: wagers, decisions, pay tables, clauses, readings.

    \b
    Example:
      pitboss rules napa-valley
    """
    sheet = options.find_sheet(house, sets)
    show(lambda: card_data(sheet), lambda: rules_text(sheet), as_json=as_json)


def print_rules(sheet: Sheet) -> None:
    """Prints the player's card, as `help` does at a table."""
    print_lines(rules_text(sheet))


def rules_text(sheet: Sheet) -> Lines:
    """The player's card as text."""
    from pitboss.odds import Game, NotPriced
    from pitboss.report import rule_sentences

    yield Text(f"{sheet.name}: {sheet.game}", style="bold")
    yield sheet.about
    wagers = ((each.label, amount_text(sheet, each), each.clause) for each in sheet.wagers.values())
    yield from _part("Wagers", _table(("Wager", "What may be bet", "Clause"), wagers))
    yield from _part("The hand", *hand_sentences(sheet))
    with suppress(NotPriced):
        if rule := [*rule_sentences(Game(open_table(sheet)))]:
            yield from _part("How to play it", *rule)
    yield from _part("Showdown", _table(("When", "Ante", sheet.play.label, "Clause"), showdown_cells(sheet)))
    for table in printed_tables(sheet):
        posted = "  [posted by the house]" if table.source == "posted" else ""
        rows = _table(table.heads, [*table.rows, [f"({', '.join(table.clauses)})"]])
        yield from _part(f"{table.heading}{posted}", rows)
    if sheet.notices or sheet.disclosures:
        notices = (f"{each.text} ({each.clause})" for each in sheet.notices)
        yield from _part("Notices", *notices, *sheet.disclosures)
    yield from _part("Clauses of this sheet", *map(_clause, sheet.clauses.values()))
    yield from _part("Clauses common to all houses", *map(_clause, standard_clauses().values()))
    yield f"\nSheet {sheet.hash[:12]}. Play money; independent of the houses named."


def _part(head: str, *lines: RenderableType) -> Lines:
    yield ""
    yield Text(head, style="bold")
    for line in lines:
        yield Padding(line, (0, 0, 0, 2), expand=False)


def _table(heads: Sequence[str], rows: Iterable[Iterable[str]]) -> Grid:
    made = grid(heads, rows)
    made.columns[0].no_wrap = True
    return made


def _clause(clause: Clause) -> Grid:
    made = Grid.grid(padding=(0, 2, 0, 0))
    made.add_column(width=9, no_wrap=True)
    made.add_column()
    made.add_row(clause.id, clause.says)
    if clause.reading:
        made.add_row("", Text(f"Reading: {clause.reading}", style="italic"))
    return made


class HouseEntry(TypedDict):
    """A house in `pitboss houses --json`."""

    id: str
    name: str
    game: str
    about: str
    wagers: list[str]
    hash: str


def houses_command(as_json: options.Json = False) -> None:
    """List the houses that come with Pitboss.

    \b
    Example:
      pitboss houses
    """
    sheets = [load_house(house) for house in houses()]
    about = ("id", "name", "game", "about", "hash")

    def text() -> Lines:
        made = grid(
            ("House", "What is special"),
            ((sheet.id, f"{sheet.name}: {sheet.game}\n{sheet.about}") for sheet in sheets),
        )
        made.padding = (0, 2, 1, 0)
        made.columns[0].style = "bold"
        yield made
        yield "Read one: pitboss rules rivers    Play one: pitboss play rivers"

    show(
        lambda: [
            in_json(HouseEntry, {**{name: getattr(sheet, name) for name in about}, "wagers": [*sheet.wagers]})
            for sheet in sheets
        ],
        text,
        as_json=as_json,
    )


MOST_FAVOUR: Final = Fraction(1, 4)  # of a bet; what favours the player more has a wrong pay, most likely


def check_command(
    file: Annotated[Path, Argument(metavar="FILE", help="A sheet file (TOML).")],
    as_json: options.Json = False,
    sets: options.Sets = None,
) -> None:
    """Report all faults of a sheet file; without any, say what was understood, with the house edges.

    A fault has its line, its key and what is allowed. A bet that favours the player is a warning.

    \b
    Examples:
      pitboss check my-house.toml
      pitboss check my-house.toml --set "pays.pair_plus.lines.flush=4 to 1"
    """
    try:
        checked = check_file(file, sets or ())
    except SheetRefused as refused:
        checked = Checked(None, refused.faults, refused.more)
    sheet, found = checked.sheet, None
    if sheet is not None:
        found = _priced(sheet)
        lines = key_lines(file.read_text("utf-8"))
        checked = replace(checked, faults=(*checked.faults, *_favours(sheet, found, lines)))
    show_records(
        lambda: {
            "file": str(file),
            "usable": sheet is not None,
            "house": sheet.id if sheet else None,
            "hash": sheet.hash if sheet else None,
            "faults": checked.faults,
            "more": checked.more,
            "understood": _understood(sheet, found) if sheet and found else None,
        },
        lambda: _checked(file, checked, found),
        as_json=as_json,
    )
    if checked.sheet is None:
        raise typer.Exit(1)


def _priced(sheet: Sheet) -> SheetPrice:
    """Every wager of a good sheet; what takes more than a moment shows how far it is."""
    from pitboss.odds import Game

    with progress_bar(f"Pricing {sheet.name}") as progress:
        return Game(open_table(sheet)).price_all(progress=progress)


def _favours(sheet: Sheet, found: SheetPrice, lines: Mapping[KeyPath, int]) -> Iterator[Fault]:
    """A warning for each wager that favours the player."""
    from pitboss.report.notes import favour_words

    for name, price in found.wagers.items():
        if price.ev > 0:
            doubt = " Is a pay too high?" if price.ev > MOST_FAVOUR else ""
            says, line = favour_words(sheet.label(name), price.ev), line_of(lines, ("wager", name))
            yield Fault(f"wager.{name}", says + doubt, severity="warning", line=line)


class UnderstoodWager(TypedDict):
    """A wager of a sheet that was understood; null where it has no price, and why."""

    label: str
    amount: str
    ev: Fraction | None
    house_edge: Fraction | None
    refused: NotRequired[str]


class UnderstoodEntry(TypedDict):
    """What was understood of a sheet; `pay_tables` has the number of lines of each."""

    seats: int
    limits: LimitsEntry
    wagers: Mapping[str, UnderstoodWager]
    hand: list[str]
    pay_tables: Mapping[str, int]
    clauses: list[str]


class CheckAnswer(TypedDict):
    """What `pitboss check --json` prints of a sheet file."""

    file: str
    usable: bool
    house: str | None
    hash: str | None
    faults: list[Fault]
    more: int
    understood: UnderstoodEntry | None


def _understood(sheet: Sheet, found: SheetPrice) -> Any:
    """What a sheet says, with the exact mean and the edge of every wager that has a price."""
    wagers = {
        name: {
            "label": wager.label,
            "amount": amount_text(sheet, wager),
            "ev": price and price.ev,
            "house_edge": price and price.house_edge,
            "refused": found.refused.get(name),
        }
        for name, wager in sheet.wagers.items()
        for price in [found.wagers.get(name)]
    }
    tables = {table.id: len(table.rows) for table in printed_tables(sheet)}
    told = {
        "seats": sheet.seats,
        "limits": {"min": sheet.limits.min, "max": sheet.limits.max},
        "wagers": wagers,
        "hand": hand_sentences(sheet),
        "pay_tables": tables,
        "clauses": list(sheet.clauses),
    }
    return in_json(UnderstoodEntry, told)


def _checked(file: Path, checked: Checked, found: SheetPrice | None) -> Lines:
    for fault in checked.faults:
        word = "warning: " if fault.severity == "warning" else ""
        yield f"{file}:{fault.line or 1}: {word}{fault.sentence}"
    if checked.more:
        yield f"{file}: and {checked.more:,} more: mend these first."
    sheet = checked.sheet
    if sheet is None or found is None:
        yield f"{file}: {plural(len(checked.errors) + checked.more, 'fault')}."
        return
    yield f"{file}: no faults. {sheet.name}: {sheet.game}, hash {sheet.hash[:12]}.\n"
    edges = {name: minus(f"{float(each.house_edge):.4%}") for name, each in found.wagers.items()}
    rows = (
        (each.label, amount_text(sheet, each), edges.get(name, "not priced"))
        for name, each in sheet.wagers.items()
    )
    yield grid(("Wager", "What may be bet", "Edge"), rows, right=(2,))
    yield from (f"{sheet.label(name)} is not priced: {why}." for name, why in found.refused.items())
    ids, tables = [*sheet.clauses], printed_tables(sheet)
    pays = all_of(f"{table.heading} with {plural(len(table.rows), 'line')}" for table in tables)
    yield Text(f"\n{' '.join(hand_sentences(sheet))}")
    own = f"{plural(len(ids), 'clause')}: {ids[0]} to {ids[-1]}" if ids else "No clauses of its own"
    yield Text(f"Pays: {pays}. {own}.\n")
    yield f"Price it: pitboss odds {file}    Read it: pitboss rules {file}"


def new_command(
    name: Annotated[
        Path | None, Argument(metavar="NAME", help="The house: my-house is written into my-house.toml.")
    ] = None,
    like: Annotated[
        str | None,
        Option("--like", metavar="HOUSE", help="Copy this house or sheet file and ask nothing."),
    ] = None,
    yes: Annotated[bool, Option("--yes", help="Take the default of every question.")] = False,
    force: Annotated[bool, Option("--force", help="Write over a file that is there.")] = False,
    schema: Annotated[
        bool, Option("--schema", help="Print the JSON Schema of sheet files, for an editor.")
    ] = False,
) -> None:
    """Write a sheet of your own: from a dozen questions, or like a house.

    Enter takes the default of a question. Answers may come from a pipe, one on each line.

    \b
    Examples:
      pitboss new my-house
      pitboss new my-house --like rivers
    """
    if schema:
        print(schema_text(), end="")
        return
    if name is None:
        raise Refusal("out", "Name the house: pitboss new my-house")
    path, house = name.with_name(f"{name.name.removesuffix('.toml')}.toml"), house_id(name)
    check_output(path)
    if path.exists() and not force:
        raise Refusal("out", f"{path} is there already: --force writes over it")
    beside = (path.parent / SCHEMA).exists()
    if like is None:
        if sys.stdin.isatty() and not yes:
            print("Enter takes the answer in brackets.")
        text = draft(house, collect(house, _default if yes else _answer), schema=beside)
    else:
        copy = options.find_sheet(like)
        original = house_text(like) if like in houses() else Path(like).read_text("utf-8")
        text = copied(house, original, copy.clauses, schema=beside)
    checked = check_text(text)
    if checked.sheet is None or checked.sheet.id != house:
        raise Refusal("out", f"{like} cannot be copied so: copy the file and change its id by hand")
    with whole_file(path) as file:
        file.write(text)
    print(f"Written to {path}: {_parts(checked.sheet)}.")
    print(f"Next:  pitboss check {path}\n       pitboss odds {path}")


def _parts(sheet: Sheet) -> str:
    counted = {"wager": sheet.wagers, "pay table": sheet.pays, "clause": sheet.clauses}
    return f"{sheet.name}, {all_of(plural(len(each), what) for what, each in counted.items())}"


def _default(question: Question, fault: BadAnswer | None) -> str:
    """Enter, to every question."""
    if fault is not None:
        raise fault
    return ""


def _answer(question: Question, fault: BadAnswer | None) -> str:
    """What a person answers: asked again on a terminal, refused where it came from a pipe."""
    if sys.stdin.isatty():
        if fault is not None:
            print(fault)
        offers = f"\n  {question.offers}" if question.offers else ""
        return input(f"{question.text}{offers} [{question.default}] ")
    if fault is not None:
        raise BadAnswer(f"{question.text} {fault}")
    line = sys.stdin.readline()
    if not line:
        raise BadAnswer(f"No answer to {question.text!r}: an empty line takes the default, --yes all")
    return line

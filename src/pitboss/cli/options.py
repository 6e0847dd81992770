"""Arguments and options that several commands share, and what they are read as: sheets, money, databases."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from uuid import uuid4

from typer import Argument, Option

from pitboss.errors import Refusal
from pitboss.hands import HAND_FORMS
from pitboss.money import Cents, NotMoney, both_readings, may_be_dollars, parse_money
from pitboss.round import open_table
from pitboss.round.choices import check_wagers, every_wager
from pitboss.sheet import Sheet, houses, load

if TYPE_CHECKING:
    from pitboss.ledger import Store
    from pitboss.odds import Chooser, Game, Plan
    from pitboss.round import Table


# --- Values. Money: a plain number is cents, everywhere; one with the sign is dollars.

UNIT: Final = "CENTS|$"  # how the help names it: 1000, '$10' or 10$
BETS: Final = "BETS"
MOST_COUNT: Final = 10**15
MOST_SHEETS: Final = 200  # of one folder


def money_option(name: str, help_: str) -> Any:
    """An option that takes money; it is read as whole cents."""
    return Option(name, parser=partial(read_money, name), metavar=UNIT, help=help_)


def read_money(name: str, text: str) -> Cents:
    """The cents of what was written for an option or an argument; raises a refusal that names it."""
    try:
        cents = parse_money(text)
    except NotMoney as fault:
        raise Refusal("money", f"{name}: {fault}") from None
    if "$" not in text and may_be_dollars(cents):
        raise Refusal("money", f"{name}: {both_readings(cents)}")
    return cents


def with_both_readings(refusal: Refusal, params: Iterable[Any], args: Sequence[str]) -> Refusal:
    """A refusal of an amount, with both readings where it was a plain number and would do as dollars."""
    least, step = (int(refusal.values.get(key, 1)) for key in ("min", "step"))
    wanted = re.compile(rf"(?:^|,\s*){re.escape(refusal.path.rpartition('.')[2])}=([0-9]+)(?:,|$)")
    for given in _amounts_given(params, args):
        found = wanted.search(given)
        if found and may_be_dollars(int(found[1]), least, step):
            text = f"{refusal}. {both_readings(int(found[1]))}"
            return Refusal(refusal.code, text, None, refusal.path, refusal.values)
    return refusal


def _amounts_given(params: Iterable[Any], args: Sequence[str]) -> Iterator[str]:
    """What was given to options for money and for bets, all in the form of a bet: `meter=1500`."""
    forms = {name: each.metavar for each in params if each.metavar in (UNIT, BETS) for name in each.opts}
    for before, text in pairwise(["", *args]):
        option, value = (before, text) if before in forms else text.partition("=")[::2]
        if option in forms:
            yield value if forms[option] == BETS else f"{option[2:]}={value}"


def count_option(name: str, help_: str) -> Any:
    """An option that takes a whole number above zero as people write it: 250000, 1e8, 2.5e6."""
    return Option(name, parser=partial(_count, name), metavar="N", help=help_)


def _count(name: str, text: str) -> int:
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or number < 1 or number > MOST_COUNT or number != int(number):
        raise Refusal("count", f"{name} {text}: write a whole number, like 250000 or 1e8")
    return int(number)


def day_option(name: str, help_: str) -> Any:
    """An option that takes a day."""
    return Option(name, parser=partial(_day, name), metavar="DAY", help=help_)


def _day(name: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("date", f"{name} {text!r}: write year, month and day, like 2026-11-15") from None


def bets_option(help_: str) -> Any:
    """An option that takes a bet; it is read as wagers in cents."""
    return Option("--bets", parser=read_bets, metavar=BETS, help=help_)


def read_bets(text: str) -> dict[str, Cents]:
    """The wagers of --bets."""
    from pitboss.odds.house_prices import bets_of

    try:
        return bets_of(text)
    except Refusal as refusal:
        raise Refusal(refusal.code, f"--bets {refusal.text}") from None


def houses_starting(incomplete: str) -> list[str]:
    return [each for each in houses() if each.startswith(incomplete)]


House = Annotated[
    str,
    Argument(
        metavar="HOUSE",
        help="A house (see `pitboss houses`) or the path of a sheet file.",
        autocompletion=houses_starting,
    ),
]
Sets = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change the sheet for this call: --set dealer.shows=1; KEY= takes a key out. Repeatable.",
    ),
]
Json = Annotated[bool, Option("--json", help="Print JSON instead of text.")]
Csv = Annotated[bool, Option("--csv", help="Print comma-separated values instead of text.")]
How = Annotated[bool, Option("--how", help="Say how each number came: counts, formula, clauses.")]
ExactOnly = Annotated[
    bool, Option("--exact-only", help="Refuse what has no exact answer; else it is simulated.")
]
Bets = Annotated[dict[str, Cents] | None, bets_option("A whole bet in cents or $: ante=1000,pair_plus=5$.")]
UsualBets = Annotated[
    dict[str, Cents] | None,
    bets_option("The bet in cents or $: ante=1000,pair_plus=5$; default an Ante of $10."),
]
Meter = Annotated[int | None, money_option("--meter", "The meter; default its reset.")]


def _checked_plot(plot: Path | None) -> Path | None:
    """Refuses a picture that cannot be drawn before anything is counted for it."""
    if plot is not None:
        from pitboss.report import check_plot

        check_plot(plot)
    return plot


Plot = Annotated[
    Path | None,
    Option("--plot", metavar="FILE", help="Draw it into a .png, .svg or .pdf file.", callback=_checked_plot),
]
Seat = Annotated[
    int | None,
    Option(
        metavar="N", help="Seat position in the payout order of a shared meter (default: average over seats)."
    ),
]
Strategy = Annotated[
    str, Option(help="optimal, always, mimic, a cut-off hand like Q-6-4, or a file from `strategy --csv`.")
]


def find_sheet(name: str, sets: Sequence[str] | None = None) -> Sheet:
    """The sheet of HOUSE, with what --set changes; what has a / in it or ends in .toml is a path."""
    return load(name, sets or ())


def open_game(
    house: str,
    sets: Sequence[str] | None,
    players: int = 1,
    meter: Cents | None = None,
    seat: int | None = None,
) -> Game:
    """The mathematics of HOUSE at its usual limits."""
    from pitboss.odds import Game

    return Game(open_table(find_sheet(house, sets)), players, meter, seat)


def usual_bets(table: Table) -> dict[str, Cents]:
    """What is bet where nothing is asked for: an Ante of $10, or near it, with the wagers that must join it.

    >>> usual_bets(open_table(find_sheet("rivers")))
    {'ante': 1000}
    """
    wagers = table.sheet.wagers
    bets = {
        name: cents for name, cents in every_wager(table).items() if name == "ante" or wagers[name].required
    }
    check_wagers(table, bets)
    return bets


def sheets_named(name: str) -> list[str]:
    """The sheet files of a folder, by name; anything else is one sheet."""
    try:
        is_folder = Path(name).is_dir() and name not in houses()
    except (OSError, ValueError):  # a name too long to be one
        is_folder = False
    if not is_folder:
        return [name]
    files = sorted(str(file) for file in Path(name).glob("*.toml"))
    if not 1 <= len(files) <= MOST_SHEETS:
        what = "has no sheet file" if not files else f"has more than {MOST_SHEETS} sheet files"
        raise Refusal("house", f"The folder {name} {what}")
    return files


def parse_plan(
    game: Game, name: str, bets: Mapping[str, Cents], progress: Callable[[int, int], None] | None = None
) -> Plan:
    """What a strategy does with every hand, for a bet; only the best one must be counted."""
    from pitboss.odds.decisions import optimal
    from pitboss.odds.plan import plan_from_value, plan_of, plan_of_cards

    if "ante" not in bets:
        return plan_from_value(0)  # nothing is decided
    chosen = parse_strategy(game, name)
    return plan_of(game, chosen, bets, progress) if chosen is optimal else plan_of_cards(game, chosen)


def parse_strategy(game: Game, name: str) -> Chooser:
    """A strategy by its name: optimal, always, mimic, a cut-off hand or a file."""
    from pitboss.odds import read_strategy
    from pitboss.odds.policies import strategy_called

    known = strategy_called(game.sheet, name)
    if known is not None:
        return known
    if name.endswith(".csv"):
        try:
            return read_strategy(game, Path(name).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise Refusal("strategy", f"--strategy {name}: the file is not UTF-8 text") from None
    raise Refusal(
        "strategy", f"--strategy {name!r}: write optimal, always, mimic, a .csv file, or {HAND_FORMS}"
    )


VARIABLE: Final = "PITBOSS_DB"
Db = Annotated[
    str | None,
    Option(
        "--db",
        metavar="ADDRESS",
        help="The path of a SQLite file, or postgresql://…; default $PITBOSS_DB or the user's data folder.",
    ),
]


def address_of(db: str | None, config: Path | None = None) -> str:
    """Where the data is, as the person wants it; `config` is a settings file that an option names."""
    if db is not None:
        return db
    if found := os.environ.get(VARIABLE):
        return found
    file = config or os.environ.get("PITBOSS_CONFIG")
    if file and (named := _in_settings(Path(file))):
        return named
    from platformdirs import user_data_path

    return str(Path(user_data_path("pitboss", appauthor=False)) / "pitboss.db")


def _in_settings(file: Path) -> str:
    """The database that the server's settings file names; empty where it names none."""
    from pitboss.web.settings import read_file

    named = read_file(file).get("db", "")
    return named if isinstance(named, str) else ""


def store_at(db: str | None, *, new: bool = True) -> Store:
    """The database of an option, opened and in our shape. `new` is whether one may be made."""
    from pitboss.ledger import open_store

    address = address_of(db)
    if not new:
        check_there(address)
    return open_store(address)


@contextmanager
def opened(db: str | None, *, new: bool = False) -> Iterator[Store]:
    """The database, closed afterwards; unless `new` says so, none is made."""
    store = store_at(db, new=new)
    try:
        yield store
    finally:
        store.close()


def check_there(address: str) -> None:
    """Refuses a SQLite file that does not exist: a command that only reads makes none."""
    from pitboss.ledger.database import is_postgres
    from pitboss.ledger.sqlite_store import MEMORY
    from pitboss.ledger.store import Unreachable

    if address != MEMORY and not is_postgres(address) and not Path(address).exists():
        raise Unreachable(f"There is no database at {address}: name one with --db or ${VARIABLE}")


# --- What every act from the command line has: a reason, and an id under which it happens once.

Why = Annotated[str, Option("--why", metavar="TEXT", help="The reason, for the journal.")]
Id = Annotated[
    str | None,
    Option(
        "--id",
        metavar="ID",
        help="Idempotency key: repeating the command with the same id has no further effect.",
    ),
]


def check_reason(why: str) -> None:
    """Refuses a reason that says nothing, or too much."""
    from pitboss.house import LONGEST_REASON

    if not 0 < len(why.strip()) <= LONGEST_REASON or not why.isprintable():
        raise Refusal("why", f"--why: give the reason in 1 to {LONGEST_REASON} printable characters")


def act_id(given: str | None) -> str:
    """The id of an act; a new one unless it is given."""
    if given is not None and (not 0 < len(given) <= 64 or not given.isprintable()):
        raise Refusal("id", "--id: give 1 to 64 printable characters")
    return given or uuid4().hex


def now() -> int:
    """Milliseconds since 1970, as the ledger counts time."""
    return time.time_ns() // 10**6


def again(repeated: bool) -> str:
    """That nothing was done this time."""
    return " It was done before under this id." if repeated else ""

"""A table as it is drawn on a terminal: rows of coloured text, made from a view.

Nothing here knows a rule or keeps anything: what may be bet, what it costs and what was paid is in the view,
and its sentences are those of `pitboss.messages`. `screen` puts the pieces together and takes the keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.style import Style
from rich.text import Text

from pitboss.cards import signs
from pitboss.messages.rounds import envy_words, fact_words, jackpot_words, line_words, showdown_words, signed
from pitboss.money import Cents, dollars
from pitboss.round import Action, Line, Spot
from pitboss.round.facts import SureFact
from pitboss.round.views import HIDDEN
from pitboss.sheet.felt import Colours
from pitboss.sheet.model import Sheet
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal.client import HURRY
from pitboss.terminal.entries import Deck, one_of_each
from pitboss.terminal.place import OWN_TABLE, free_seats, name_at
from pitboss.text import one_of

Rows = list[Text]

# As in page/src/style/tokens.css.
CREAM: Final = "#f4efe3"
BRASS: Final = "#d9b45b"
MUTED: Final = "#a7adb0"
COACH: Final = "#8ec5ff"
FACE: Final = "#fcfbf7"
SPENT: Final = "#b9b6ae"  # the face of a card that does not count
EDGE: Final = "#c9c5b8"


SUITS: Final[Mapping[Deck, Mapping[str, str]]] = {
    Deck.DISTINCT: {"s": "#14181b", "h": "#c43a00", "d": "#1b4fd0", "c": "#007a78"},
    Deck.POKER: {"s": "#14181b", "h": "#c4122f", "d": "#0a5bc2", "c": "#0b7a3e"},
    Deck.CLASSIC: {"s": "#14181b", "h": "#c4122f", "d": "#c4122f", "c": "#14181b"},
}
# A result is told by its sign and its word; the colour only repeats it.
_RESULTS: Final = {
    "win": ("+", "#9be8b8"),
    "lose": ("−", "#ffb4a6"),
    "push": ("=", "#c9d6e8"),
    "returned": ("<", "#c9d6e8"),
    "void": ("x", MUTED),
}
_PHASES: Final = {
    "bets": "bets",
    "deal": "deal",
    "decisions": "decisions",
    "reveal": "reveal",
    "settled": "paid",
    "void": "void",
}
_STATUS: Final = {"empty": "", "sitting": "", "dealt": "", "no decision": "bets ride", "settled": ""}
CHIPS: Final[tuple[Cents, ...]] = (100, 500, 2_500, 10_000, 50_000, 100_000)
# The spots that a key is for, by where they lie on the felt.
SPOT_KEYS: Final = {
    "a": ("bottom middle",),
    "b": ("top middle", "bottom left"),
    "s": ("top right",),
    "g": ("top left",),
}
HAND: Final = 3 * 7 + 2 + 2  # columns of one's own cards, with the space beside them
BOX: Final = (11, 16)  # columns of a seat, at least and at most


@dataclass(frozen=True, slots=True)
class Look:
    """The room there is, and the colours: those of the house, and of the suits."""

    colours: Colours
    deck: Deck
    width: int
    tall: bool  # whether there is room for large cards, and for more than one line of bets


def pressable(text: str, key: str, style: str = "") -> Text:
    """Text that can be clicked; it does what the key does."""
    return Text.assemble((text, Style.parse(style) + Style(meta={"press": key})))


# --- Cards


def card_rows(
    card: str, look: Look, *, large: bool, spent: bool = False, key: str = "", marked: bool = False
) -> Rows:
    """One card, of 7 by 5 or 5 by 3; `key` marks it for the discard, and is printed below it."""
    inner = 5 if large else 3
    corners, side = ("┏━┓┗┛", "┃") if marked else ("╭─╮╰╯", "│")
    if card == HIDDEN:
        face, ink = look.colours.back, CREAM
        middle = ["▒" * inner] * (3 if large else 1)
    else:
        face, ink = SPENT if spent else FACE, SUITS[look.deck][card[1]]
        rank, suit = signs([card])[:-1], signs([card])[-1]
        middle = [f"{rank:<5}", f"  {suit}  ", f"{rank:>5}"] if large else [f"{rank}{suit}".ljust(3)]
    gold = f"bold #7a5a12 on {face}"
    edge = gold if marked else f"{EDGE} on {face}"
    label = f"×{key}" if marked else key
    gap = inner - len(label)
    below = (corners[1] * (gap // 2), edge), (label, gold), (corners[1] * (gap - gap // 2), edge)
    rows = [Text(corners[0] + corners[1] * inner + corners[2], edge)]
    rows += [Text.assemble((side, edge), (row, f"bold {ink} on {face}"), (side, edge)) for row in middle]
    return [*rows, Text.assemble((corners[3], edge), *below, (corners[4], edge))]


def _side_by_side(cards: Iterable[Rows]) -> Rows:
    return [Text(" ").join(rows) for rows in zip(*cards, strict=True)]


def _faces(cards: Iterable[str], look: Look) -> Text:
    """Cards in one line: `Q♠ 6♥ 4♦`."""
    suits = SUITS[look.deck]
    made = [
        Text("▒▒", f"{CREAM} on {look.colours.back}")
        if card == HIDDEN
        else Text(signs([card]), f"bold {suits[card[1]]} on {FACE}")
        for card in cards
    ]
    return Text("" if any(card[0] == "T" for card in cards) else " ").join(made)


# --- The felt


def head_row(view: TableView, width: int, seconds: float | None, funds: Cents, net: Cents) -> Text:
    """The house, the round, the clock, the money and what was won since the start."""
    phase = "paused" if view.state.paused else _PHASES.get(view.state.phase, view.state.phase)
    left = max(0, int(seconds or 0))
    clock = f"{left // 60}:{left % 60:02d} · " if left else ""
    right = Text.assemble(
        (f"round {view.state.round} · {phase} · ", MUTED),
        (clock, f"bold {_RESULTS['lose'][1]}" if left <= HURRY else MUTED),
        (dollars(funds), f"bold {CREAM}"),
        (f" {signed(net)} ", _money_style(net)),
    )
    title = view.table.name if view.table.title == OWN_TABLE else f"{view.table.name} · {view.table.title}"
    name = set_cell_size(f" Pitboss · {title}", width - right.cell_len)
    return Text.assemble((name, f"bold {BRASS}"), right)


def dealer_rows(view: TableView, look: Look) -> Rows:
    """The dealer's cards, and beside them what they are, the bank and the meter."""
    dealer, bank, meter = view.state.dealer, view.state.bank, view.state.meter
    cards = dealer.cards or (HIDDEN,) * 3
    unused = set(cards) - set(dealer.plays) if dealer.plays else set()
    drawn = _side_by_side(card_rows(card, look, large=look.tall, spent=card in unused) for card in cards)
    if not dealer.cards:
        drawn = [
            Text("" if number else "No cards yet".ljust(17), look.colours.faded)
            for number in range(len(drawn))
        ]
    beside = [Text(dealer.caption, look.colours.faded)]
    if dealer.words:
        qualifies = {True: ", qualifies", False: ", does not qualify", None: ""}[dealer.qualifies]
        beside = [Text(f"{dealer.label}: {dealer.words}{qualifies}", f"bold {CREAM}")]
    if bank is not None and bank.stake is not None:
        holder = "you" if view.banks else bank.name or "no one"
        left = f" · {dollars(bank.cover_left)} left" if bank.cover_left is not None else ""
        covered = f" · {dollars(bank.covered)} covered" if bank.covered is not None else ""
        beside.append(Text(f"Bank: {holder}", CREAM))
        beside.append(Text(f"{dollars(bank.stake)}{covered}{left}", BRASS))
    elif bank is not None:
        beside.append(Text(f"The bank takes {dollars(bank.least)} or more", look.colours.faded))
    if meter is not None:
        envy = f" · envy {' and '.join(map(dollars, meter.envy))}" if meter.envy else ""
        beside.append(Text(f"Meter {dollars(meter.value)}{envy}", BRASS))
    return beside_each(drawn, beside, max(row.cell_len for row in drawn) + 3, look.width)


def beside_each(left: Rows, right: Rows, at: int, width: int) -> Rows:
    """Rows at the left, and others that begin in column `at`; what is too long goes on below."""
    right = [part for row in right for part in wrapped(row, width - at)]
    made = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        row = Text(" ") + one
        row.pad_right(max(0, at - row.cell_len))
        made.append(row + other)
    return made


_MEASURE: Final = Console(width=80, color_system=None)


def wrapped(text: Text, width: int) -> Rows:
    """A text as rows of at most this width; further rows are indented."""
    if text.cell_len <= width:
        return [text]
    first, *rest = text.wrap(_MEASURE, width)
    if not rest:
        return [first]
    again = Text(" ").join(rest).wrap(_MEASURE, width - 2)
    for row in (first, *again):
        row.rstrip()
    return [first, *(Text("  ") + row for row in again)]


def seat_rows(view: TableView, look: Look, acting: int) -> Rows:
    """Every seat in its order, as far as they fit: else those that are taken, and one's own in any case."""
    seats = list(view.seen)
    fit = look.width // BOX[0]
    if len(seats) > fit:
        seats = [seat for seat in seats if seat.name is not None] or seats
    while len(seats) > fit:
        seats.remove(next((seat for seat in reversed(seats) if not view.owns(seat.n)), seats[-1]))
    inner = min(BOX[1], look.width // len(seats)) - 2
    boxes = [_seat_box(view, seat, look, inner, acting == seat.n) for seat in seats]
    return [Text("").join(rows) for rows in zip(*boxes, strict=True)]


def _seat_box(view: TableView, seat: SeatFrame, look: Look, inner: int, acts: bool) -> Rows:
    own = view.owns(seat.n)
    banks = view.state.bank is not None and view.state.bank.seat == seat.n
    line = f"bold {BRASS}" if acts else CREAM if own else look.colours.faded
    marks = "┏━┓┃┗┛" if acts else "┌─┐│└┘"
    name = "" if seat.name is None else name_at(view, seat.n)
    top = f"{seat.n} {name}" if name else str(seat.n)
    if cell_len(top) > inner:
        top = set_cell_size(top, inner - 1) + "…"
    rows = [Text(f"{marks[0]}{top}{marks[1] * (inner - cell_len(top))}{marks[2]}", line)]
    stakes, total = _stakes(seat)
    money = [stakes, ""] if look.tall else [stakes]
    if seat.net is not None:
        money[-1] = signed(seat.net)
    elif look.tall and seat.stack is not None and not seat.bot:
        money[-1] = dollars(seat.stack)
    net = seat.net
    for content in (_faces(seat.cards, look), *(Text(each) for each in money)):
        fits = content if content.cell_len <= inner else Text(dollars(total))
        style = _money_style(net) if net is not None and content.plain == signed(net) else line
        rows.append(Text.assemble((marks[3], line), _centred(fits, inner, style), (marks[3], line)))
    status = "BANK" if banks else _STATUS.get(seat.status, seat.status)
    if seat.status == "empty" and seat.n in free_seats(view):
        status = "free"
    if seat.name is not None and not seat.bot:
        ready = "ready" if seat.ready and view.state.phase == "bets" else status
        status = "away" if not seat.here else "sits out" if seat.out else ready
    below = set_cell_size(status, min(inner, cell_len(status)))
    gap = inner - cell_len(below)
    rows.append(
        Text(f"{marks[4]}{marks[1] * (gap // 2)}{below}{marks[1] * (gap - gap // 2)}{marks[5]}", line)
    )
    return rows


def _centred(content: Text, width: int, style: str) -> Text:
    gap = width - content.cell_len
    middle = content if content.spans else Text(content.plain, style)
    return Text.assemble((" " * (gap // 2), style), middle, (" " * (gap - gap // 2), style))


def _stakes(seat: SeatFrame) -> tuple[str, Cents]:
    """The Ante, and what lies beside it: `10 +25`."""
    ante = next((spot.amount for spot in seat.spots if spot.id == "ante"), 0)
    total = sum(spot.amount for spot in seat.spots) + (seat.play.amount if seat.play else 0)
    if not total:
        return "", 0
    rest = f" +{dollars(total - ante)[1:]}" if ante and total > ante else ""
    return f"{dollars(ante or total)}{rest}", total


def _money_style(net: Cents | None) -> str:
    kind = "win" if (net or 0) > 0 else "lose" if (net or 0) < 0 else "push"
    return f"bold {_RESULTS[kind][1]}"


# --- One's own hand


def hand_rows(
    view: TableView,
    look: Look,
    seat: SeatFrame,
    spots: Sequence[Spot],
    *,
    chips: Sequence[Cents] = (),
    chip: Cents = 0,
    marked: str | None = None,
) -> Rows:
    """The own cards, large, or before the deal the chips; beside them the spots with what lies there."""
    hand = seat.hand
    title = f" Seat {seat.n}, you"
    if hand is not None and hand.words is not None:
        first = f" · first three: {hand.first_label}" if hand.first_label and hand.discard else ""
        title += f": {hand.words}{first}"
    discards = [action.discard for action in view.you.actions if action.seat == seat.n and action.discard]
    if seat.cards:
        left = _side_by_side(
            card_rows(
                card,
                look,
                large=True,
                key=str(number) if card in discards else "",
                marked=card == marked,
            )
            for number, card in enumerate(seat.cards, 1)
        )
    else:
        left = _tray(chips, chip, look)
    rows = beside_each(left, _spot_rows(view, look, seat, spots, bool(chips)), HAND + 1, look.width)
    return [Text(title, f"bold {CREAM}"), *rows]


def _tray(chips: Sequence[Cents], chip: Cents, look: Look) -> Rows:
    if not chips:
        return [Text("") for _ in range(5)]
    made = []
    for number, cents in enumerate(CHIPS, 1):
        style = (
            f"bold #14181b on {BRASS}" if cents == chip else CREAM if cents in chips else look.colours.faded
        )
        made.append(pressable(f" {number} {dollars(cents)} ".ljust(11), str(number), style))
    pairs = [Text(" ").join(made[at : at + 2]) for at in range(0, len(made), 2)]
    return [Text("Chip in hand", look.colours.faded), *pairs, Text("")]


def _spot_rows(view: TableView, look: Look, seat: SeatFrame, spots: Sequence[Spot], betting: bool) -> Rows:
    """Spot by spot: its key, its name, what lies there, and what may."""
    rows, faded = [], look.colours.faded
    for spot in spots:
        key = key_of(view, spot.id) if betting else ""
        amount = dollars(spot.amount) if spot.amount else "no bet"
        style = CREAM if spot.amount or (spot.enabled and betting) else faded
        if spot.why and spot.amount and betting:
            style = _RESULTS["lose"][1]
        name = pressable(f"{key.upper():<2}", key, f"bold {BRASS}")
        note = _range(spot) if betting else _cover(seat, spot.id)
        rows.append(_spot_row(name, spot.label, amount, style, note, faded))
    if seat.play is not None:
        amount = dollars(seat.play.amount) if seat.play.amount else ""
        kept = f"{dollars(seat.play.reserve)} kept for it" if seat.play.reserve else ""
        style = CREAM if seat.play.amount else faded
        rows.append(_spot_row(Text("  "), seat.play.label, amount, style, kept, faded))
    return rows


def _spot_row(key: Text, label: str, amount: str, style: str, note: str, faded: str) -> Text:
    label = label if cell_len(label) <= 18 else set_cell_size(label, 17) + "…"
    return Text.assemble(key, (f"{label:<18} {amount:>8}  ", style), (note, faded))


def _range(spot: Spot) -> str:
    if spot.max is None:
        return f"from {dollars(spot.min)}"
    return dollars(spot.min) if spot.min == spot.max else f"{dollars(spot.min)}–{dollars(spot.max)}"


_COVERS: Final = {"full": "covered", "partial": "partly covered", "none": "not covered"}


def _cover(seat: SeatFrame, name: str) -> str:
    found = next((spot for spot in seat.spots if spot.id == name), None)
    return _COVERS[found.cover] if found and found.cover and found.line is None else ""


def key_of(view: TableView, spot: str) -> str:
    """The key of a spot, by where it lies; empty where none is for it."""
    place = view.table.felt.spots.get(spot)
    return next((key for key, places in SPOT_KEYS.items() if place in places), "")


def chips_taken(view: TableView, spots: Sequence[Spot]) -> list[Cents]:
    """The chips of which bets can be made here: none below every step, none above what the table takes."""
    steps = [spot.step for spot in spots if spot.lit is None]
    fits = [chip for chip in CHIPS if chip <= view.table.limits.high]
    return [chip for chip in fits if not steps or any(chip % step == 0 for step in steps)]


# --- What to do, what came of it


def reason_rows(spots: Sequence[Spot], width: int) -> Rows:
    """Why a spot takes no bet, or not this one; what lies wrong comes first."""
    faults = sorted((spot for spot in spots if spot.why), key=lambda spot: not spot.amount)
    texts = [
        Text(f" {spot.why} ({spot.why_clause}).", _RESULTS["lose"][1] if spot.amount else MUTED)
        for spot in faults
    ]
    return [row for text in texts for row in wrapped(text, width)]


def action_rows(actions: Sequence[Action], marked: str | None, width: int) -> Rows:
    """Each decision with its key, its cost and its consequence."""
    rows = Rows()
    draws = {action.discard: action for action in actions if action.discard is not None}
    for each in one_of_each(actions):
        label, consequence = each.label, each.consequence
        if each.discard is not None and marked in draws:
            label = draws[marked].label
        elif each.discard is not None:
            places = one_of(str(number) for number in range(1, len(draws) + 1))
            label, consequence = "Draw", f"Mark the card to discard: {places}."
        cost = f" {dollars(each.cost)}" if each.cost else ""
        key = pressable(f" {each.key.upper()} ", each.key, f"bold #14181b on {BRASS}")
        words = (f" {label}{cost}  ", f"bold {CREAM}"), (consequence, MUTED)
        rows += wrapped(Text.assemble(" ", key, *words), width)
    return rows


def result_rows(view: TableView, sheet: Sheet, width: int, height: int) -> Rows:
    """What became of one's own bets, line by line, each with its clause; and of the bank, the meter, envy.

    Where there is no room for the lines of several hands, each hand has the one that decided it.
    """
    state = view.state
    hands = [(_verdict(sheet, seat), seat.lines) for seat in view.you.seats if seat.net is not None]
    more: list[Text] = []
    if state.bank is not None and state.bank.net is not None and view.banks:
        more.append(Text(f"Your bank: {signed(state.bank.net)}", _money_style(state.bank.net)))
    prizes = [jackpot_words(sheet, each) for each in state.jackpots]
    prizes += [envy_words(sheet, each) for each in state.envy if view.owns(each.seat)]
    more += [Text(f"* {text}.", f"bold {BRASS}") for text in prizes]
    for brief in (False, True):
        texts = [each for head, lines in hands for each in (head, *(_line(sheet, line) for line in lines))]
        texts = [head for head, _ in hands] if brief else texts
        rows = [row for text in (*texts, *more) for row in wrapped(text, width)]
        if len(rows) <= height or len(hands) < 2:
            break
    return rows


def _verdict(sheet: Sheet, seat: SeatFrame) -> Text:
    """What decided a hand, and what it won or lost."""
    showdown = seat.hand.showdown if seat.hand else None
    why = f"Seat {seat.n}" if showdown is None else showdown_words(sheet, f"Seat {seat.n}", showdown)
    return Text.assemble((f"{why}: ", CREAM), (signed(seat.net or 0), _money_style(seat.net)))


def _line(sheet: Sheet, line: Line) -> Text:
    sign, colour = _RESULTS[line.result]
    return Text(f"{sign} {line_words(sheet, line)}", colour)


def sure_lines(view: TableView, sheet: Sheet, seat: SeatFrame) -> list[str]:
    """Bets that are won or lost already, whatever the dealer has; as the log has them."""
    bets = seat.hand.sure if seat.hand and view.state.phase == "decisions" else ()
    return [fact_words(sheet, SureFact(seat.n, bet)) for bet in bets]


def panel_rows(sections: Sequence[Rows], log: Sequence[str], width: int, height: int) -> Rows:
    """Sections one below the other, and in the room that is left the last lines of the log."""
    rows = [row for section in sections for row in section]
    if len(rows) > height:
        return [*rows[: height - 1], Text("… H shows the whole log", MUTED)]
    room = height - len(rows) - bool(rows)
    tail = Rows()
    for line in reversed(log):
        found = wrapped(Text(line, MUTED), width)
        if len(found) + len(tail) > room:
            break
        tail = found + tail
    return [*rows, *([Text("")] if rows and tail else []), *tail]


def key_row(keys: Sequence[tuple[str, str]], width: int) -> Text:
    """The keys that do something now, as far as they fit; help and quit always do."""
    must, made = keys[-2:], list(keys[:-2])
    while made and sum(cell_len(f" {key} {what} ") for key, what in (*made, *must)) > width:
        made.pop()
    row = Text()
    for key, what in (*made, *must):
        pressed = " " if key == "Space" else key.lower()
        row.append_text(pressable(f" {key}", pressed, f"bold {BRASS}"))
        row.append_text(pressable(f" {what} ", pressed, MUTED))
    return row

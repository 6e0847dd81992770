"""The table on a full screen: the same session as in plain lines, drawn, and played with single keys.

A key answers the session's question with the line that a person would have typed, and what the session says
is the log. So the screen has no rules and no sentences about the game of its own: it draws the view.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Thread
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitboss.money import Cents, dollars
from pitboss.round import Spot
from pitboss.round.table import is_raise
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal import drawing
from pitboss.terminal.client import help_text
from pitboss.terminal.drawing import CHIPS, SPOT_KEYS, Look, Rows
from pitboss.terminal.entries import Deck
from pitboss.terminal.game import waiting_words
from pitboss.terminal.input import LEAST, Leave
from pitboss.terminal.place import free_seats
from pitboss.terminal.screen_session import Mode, ScreenSession, Stage, Wagers

WIDE: Final = 118  # from here on the log is beside the felt
FELT: Final = 78  # columns of the felt then, at least
LONG: Final = 5  # lines of an answer that are read on a page of their own


class Draft:
    """A bet in preparation, chip by chip, with its steps."""

    def __init__(self, wagers: Wagers | None = None) -> None:
        self.wagers: Wagers = dict(wagers or {})
        self._past: list[Wagers] = []
        self._future: list[Wagers] = []

    def set(self, wagers: Wagers) -> None:
        self._past.append(self.wagers)
        self._future = []
        self.wagers = {name: cents for name, cents in wagers.items() if cents > 0}

    def undo(self) -> None:
        if self._past:
            self._future.append(self.wagers)
            self.wagers = self._past.pop()

    def redo(self) -> None:
        if self._future:
            self._past.append(self.wagers)
            self.wagers = self._future.pop()


class Page(ModalScreen[None]):
    """Something long to read: the log, the pays, the rules, the help."""

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page VerticalScroll { width: 78; max-width: 96%; height: auto; max-height: 92%; padding: 0 1; }
    Page VerticalScroll { background: #1d2327; border: round #d9b45b; }
    Page Static { width: 1fr; color: #e9e6de; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "app.pop_screen", show=False) for key in ("escape", "q", "space", "enter")
    ]

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._lines, self._at_end = title, lines, at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_title = self._title
            scroll.border_subtitle = "arrows scroll, Esc closes"
            yield Static(Text("\n".join(self._lines)))

    def on_mount(self) -> None:
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)


KEYS: Final = """\
Bets
  1 to 6       take a chip: $1, $5, $25, $100, $500, $1,000
  A B S G      put it on the spot with that key; with Shift, take it off
  R  Shift+R   the same bets again; with Shift, and deal
  D            double the bets
  U  Shift+U   undo, redo
  X            clear the bets
  Space        deal, or say that you are done
  Z            sit this hand out, in company
  K  N         take the bank, with an amount; let it go by
Decision
  P F D        play, fold, draw
  1 2 3        mark the card to discard
  T            more time
After the round
  Space  N     go on
  R            the same bets again, and deal
Always
  C            ask the coach
  O            the pays
  H            the whole log
  W            a gesture
  :            say anything else, in words (below)
  ?  Q         this help; leave
Words, after a colon
"""


class TableScreen(App[None]):
    """One table: felt, seats, the own hand, actions, panel, keys."""

    class Changed(Message):
        """Something was said or has happened at the table."""

    class Ended(Message):
        """The session is over."""

    CSS = """
    Screen { background: #14181b; color: #f4efe3; }
    Static { width: 1fr; height: auto; }
    #table { width: 1fr; }
    #below { height: 1fr; background: #1d2327; padding: 0 1; }
    #side { height: 1fr; background: #1d2327; padding: 0 1; display: none; }
    #words { height: 1; border: none; padding: 0 1; background: #11161a; display: none; }
    #head, #keys { background: #14181b; }
    Page { background: #000000 50%; }
    Page VerticalScroll { scrollbar-color: #d9b45b; scrollbar-background: #11161a; }
    #acts { background: #1a1f23; }
    """
    TITLE = "Pitboss"
    AUTO_FOCUS = ""
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "go_away", "Leave", show=False, priority=True),
    ]

    def __init__(self, session: ScreenSession, deck: Deck = Deck.DISTINCT) -> None:
        super().__init__()
        self.session, self.input, self.deck = session, session.ears, deck
        self.fault: BaseException | None = None  # what has ended the session, if it was no wish of the player
        self.thread = Thread(target=self._play, name="session", daemon=True)
        self._drafts: dict[int, Draft] = {}
        self._marked: dict[int, str] = {}
        self._chip: Cents | None = None
        self._round = 0
        self._leaves = False  # whether the player is asked about leaving
        self._read_in: Stage | None = None  # when something was asked whose answer may be long
        self._paged: set[str] = set()  # lines that were read on a page of their own
        self._hint = ""
        self.drawn: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal():
            with Vertical(id="table"):
                for name in ("dealer", "seats", "hand", "acts", "below"):
                    yield Static(id=name)
            yield Static(id="side")
        yield Input(id="words", placeholder="say it in words", select_on_focus=False)
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.input.changed = self.note_change
        self.thread.start()
        self.set_interval(0.5, self.draw)

    def note_change(self) -> None:
        """Something has happened; said by the session's thread."""
        self.post_message(self.Changed())

    def _play(self) -> None:
        try:
            self.session.run()
        except Leave:  # while a lost connection was being taken up again
            pass
        except BaseException as fault:  # noqa: BLE001
            self.fault = fault  # raised again where the screen was opened
        self.post_message(self.Ended())

    def on_table_screen_changed(self) -> None:
        self.draw()
        if self.input.long_answer:
            lines, self.input.long_answer = self.input.long_answer, []
            if (
                len(lines) > LONG and self._read_in == self.session.stage
            ):  # and no round has gone on meanwhile
                self._paged |= {*lines}
                self.push_screen(Page("Table", lines))

    def on_table_screen_ended(self) -> None:
        self.exit()

    def on_resize(self) -> None:
        self.draw()

    # What is asked now

    @property
    def view(self) -> TableView:
        return self.session.view

    def _read(self, line: str) -> None:
        """Says a line whose answer may be long."""
        self._read_in = self.session.stage
        self.input.type_at_any_time(line, read=True)

    @property
    def mode(self) -> Mode:
        if self._leaves:
            return "sure"
        if not self.input.asks:
            return "wait"
        return self.session.asked.mode if self.input.doubt is None else "sure"

    @property
    def seat(self) -> SeatFrame | None:
        """The hand that is asked about, or the one to be looked at."""
        own = self.view.you.seats
        asked = self.session.asked.seat
        found = next((seat for seat in own if seat.n == asked), None)
        return found or next((seat for seat in own if seat.cards), next(iter(own), None))

    def draft(self, seat: SeatFrame) -> Draft:
        if seat.n not in self._drafts:
            placed = {spot.id: spot.amount for spot in seat.spots if spot.amount}
            self._drafts[seat.n] = Draft(placed)
        return self._drafts[seat.n]

    def spots(self, seat: SeatFrame) -> tuple[Spot, ...]:
        """The spots with the bet in preparation on them, and the table's word about it."""
        spots: tuple[Spot, ...] = seat.spots
        if self.mode != "bets":
            return spots
        spots = self.session.drafted.get(seat.n, spots)
        wagers = self.draft(seat).wagers
        amounts = [wagers.get(spot.id, 0) for spot in spots]
        return tuple(
            spot if spot.amount == cents else replace(spot, amount=cents, why=None)
            for spot, cents in zip(spots, amounts, strict=True)
        )

    def chip(self, spots: Sequence[Spot]) -> Cents:
        """The chip in hand: the chosen one, else the largest that is no more than the least bet."""
        taken, low = drawing.chips_taken(self.view, spots), self.view.table.limits.low
        if self._chip in taken:
            return self._chip or low
        return max((chip for chip in taken if chip <= low), default=taken[0] if taken else low)

    # Drawing

    def draw(self) -> None:
        """Draws what has changed."""
        if not self.is_running:
            return
        view, (width, height) = self.view, self.size
        if view.state.round != self._round:
            self._round, self._drafts, self._marked = view.state.round, {}, {}
        if width < LEAST[0] or height < LEAST[1]:
            self._draw_too_small(width, height)
            return
        wide = width >= WIDE
        felt = max(FELT, min(98, width - 46)) if wide else width
        look = Look(view.table.felt.colours, self.deck, felt, tall=height >= 30)
        seat = self.seat
        acting = self.session.asked.seat if self.mode in ("bets", "decide") else 0
        spots = self.spots(seat) if seat else ()
        seconds = self.session.place.seconds_left()
        money = (self.session.bankroll, self.session.net)
        pieces: dict[str, Rows] = {
            "head": [drawing.head_row(view, width, seconds, *money)],
            "dealer": drawing.dealer_rows(view, look),
            "seats": drawing.seat_rows(view, look, acting),
            "hand": self._hand(look, seat, spots),
            "acts": self._acts(look, seat, spots),
        }
        room = max(1, height - sum(map(len, pieces.values())) - 1 - self.query_one("#words").display)
        below, log = self._sections(felt - 2, room), self._lines()
        side = drawing.panel_rows([], log, width - felt - 2, height - 2) if wide else []
        pieces["below"] = drawing.panel_rows(below, [] if wide else log, felt - 2, room)
        pieces |= {"side": side, "keys": [self._keys(width)]}
        self.query_one("#side").display = wide
        self.query_one("#side").styles.width = width - felt
        for name in ("dealer", "seats", "hand"):
            self.query_one(f"#{name}").styles.background = view.table.felt.colours.cloth
        self._put(pieces)

    def _draw_too_small(self, width: int, height: int) -> None:
        text = (
            f"The table needs {LEAST[0]} columns and {LEAST[1]} rows; this window has {width} and {height}."
        )
        self.query_one("#side").display = False
        blank = dict.fromkeys(self.drawn, Rows())
        self._put({**blank, "head": drawing.wrapped(Text(text), max(20, width))})

    def _put(self, pieces: Mapping[str, Rows]) -> None:
        for name, rows in pieces.items():
            text = Text("\n").join(rows)
            if self.drawn.get(name) != text:
                self.drawn[name] = text
                self.query_one(f"#{name}", Static).update(text)

    def _hand(self, look: Look, seat: SeatFrame | None, spots: Sequence[Spot]) -> Rows:
        if seat is None:
            free = ", ".join(map(str, free_seats(self.view)))
            return [Text(f" You have no seat. {f'Free: {free}.' if free else ''}"), *[Text("")] * 5]
        betting = self.mode == "bets"
        chips = drawing.chips_taken(self.view, spots) if betting else ()
        chip = self.chip(spots) if betting else 0
        return drawing.hand_rows(
            self.view, look, seat, spots, chips=chips, chip=chip, marked=self._marked.get(seat.n)
        )

    def _acts(self, look: Look, seat: SeatFrame | None, spots: Sequence[Spot]) -> Rows:
        """What can be done now, and why something cannot."""
        width, mode = look.width, self.mode
        if mode == "sure":
            question = self.input.doubt or "Leave with cards on the table? The away rule decides your hand."
            return drawing.wrapped(Text(f" {question}", f"bold {drawing.BRASS}"), width)
        rows = Rows()
        if self._hint:
            rows += drawing.wrapped(Text(f" {self._hint}", drawing.BRASS), width)
        if mode == "decide" and seat is not None:
            actions = [action for action in self.view.you.actions if action.seat == seat.n]
            rows += drawing.action_rows(actions, self._marked.get(seat.n), width)
        elif mode == "bets" and seat is not None:
            total = sum(self.draft(seat).wagers.values())
            last = self.session.last_bets.get(seat.n, {})
            text = " Take a chip and put it on a spot."
            if total:
                text = f" {dollars(total)} to bet at seat {seat.n}: Space deals."
            elif last:
                text += f" R: the same bets as before, {dollars(sum(last.values()))}."
            rows += [Text(text, drawing.CREAM), *drawing.reason_rows(spots, width)]
        if (mode == "bets" and self.session.is_offered) or mode == "offer":
            rows += [Text(" The bank is offered to you: K takes it, N lets it go by.", drawing.BRASS)]
        if mode == "go":
            rows += [Text(" Space goes on; R bets the same again and deals.", drawing.CREAM)]
        waiting = waiting_words(self.view) if mode == "wait" else None
        return rows or [Text(f" {waiting or ''}", drawing.MUTED)]

    def _sections(self, width: int, height: int) -> list[Rows]:
        """The result of the round, or what is won or lost already, and what the coach says."""
        view, sheet, seat = self.view, self.session.place.sheet, self.seat
        sections: list[Rows] = []
        if view.state.phase in ("settled", "void"):
            sections.append(drawing.result_rows(view, sheet, width, height))
        elif seat is not None and not self._advice:
            sure = [Text(line, drawing.BRASS) for line in drawing.sure_lines(view, sheet, seat)]
            sections.append([row for line in sure for row in drawing.wrapped(line, width)])
        said = [Text(line, drawing.COACH) for line in self._advice]
        return [*sections, [row for line in said for row in drawing.wrapped(line, width)]]

    @property
    def _advice(self) -> list[str]:
        """What the coach has said of the hand as it is now."""
        when, said = self.session.advice
        return said if when == self.session.stage else []

    def _lines(self) -> list[str]:
        """The log without what is shown apart from it."""
        seat, sheet = self.seat, self.session.place.sheet
        apart = self._paged.union(self._advice, drawing.sure_lines(self.view, sheet, seat) if seat else ())
        return [line for line in self.input.log[-99:] if line not in apart]

    def _keys(self, width: int) -> Text:
        always = [("O", "pays"), ("H", "log"), (":", "say"), ("W", "gesture"), ("?", "help"), ("Q", "quit")]
        now: Mapping[Mode, list[tuple[str, str]]] = {
            "bets": [("Space", "deal"), ("R", "rebet"), ("D", "double"), ("U", "undo"), ("X", "clear")],
            "decide": [("C", "coach"), *([("T", "more time")] if self._has_time else [])],
            "offer": [("K", "take the bank"), ("N", "pass")],
            "seat": [("1–7", "sit down there")],
            "go": [("Space", "go on"), ("R", "same bets, deal"), ("C", "coach")],
        }
        if self.mode == "sure":
            return drawing.key_row([("Y", "yes"), ("N", "no")], width)
        bank = [("K", "bank")] if self.mode == "bets" and self.view.state.bank is not None else []
        return drawing.key_row([*now.get(self.mode, []), *bank, *always], width)

    @property
    def _has_time(self) -> bool:
        me = self.view.you.me
        return me is not None and me.more_time_left > 0 and self.view.state.deadline is not None

    # Keys

    def on_key(self, event: events.Key) -> None:
        words = self.query_one("#words", Input)
        if len(self.screen_stack) > 1:
            return
        if event.key == "escape" and words.display:
            self._close_words()
        elif not words.has_focus and (event.character or event.key == "escape"):
            self.press(event.character if event.is_printable and event.character else event.key)

    def on_click(self, event: events.Click) -> None:
        key = event.style.meta.get("press")
        if key is not None and len(self.screen_stack) == 1:
            self.press(str(key))

    def press(self, key: str) -> None:
        """Does what a key means now."""
        self._hint = ""
        mode, low = self.mode, key.lower()
        if mode == "sure":
            self._answer(low)
        elif low == "q":
            self._quit()
        elif key in (":", "/"):
            self._open_words("")
        elif key == "?":
            self.push_screen(Page("Keys", (KEYS + help_text()).split("\n")))
        elif low == "h":
            self.push_screen(Page("Log", list(self.input.log) or ["Nothing yet."], at_end=True))
        elif low == "o":
            self._read("pays")
        elif low == "w":
            self._open_words("say ")
        elif low == "c":
            self._ask_coach()
        elif mode == "bets" and self.seat is not None:
            self._bet(self.seat, key)
        elif mode == "decide" and self.seat is not None:
            self._decide(self.seat, low)
        elif mode == "offer" and low in ("k", "n"):
            self._bank(low)
        elif mode == "seat" and low.isdecimal():
            self.input.type(f"sit {low}")
        elif mode == "go" and low in (" ", "enter", "n", "r"):
            self.session.rebets = {seat.n for seat in self.view.you.seats} if low == "r" else set()
            self.input.type("")
        self.draw()

    def _bet(self, seat: SeatFrame, key: str) -> None:
        """A key of the bets: chips on and off, the last bets, the deal."""
        draft, low, off = self.draft(seat), key.lower(), key.isupper()
        before, last = draft.wagers, self.session.last_bets.get(seat.n)
        spots = self.spots(seat)
        if low in SPOT_KEYS:
            self._put_chip(draft, spots, low, off)
        elif low.isdecimal() and 1 <= int(low) <= len(CHIPS):
            self._chip = CHIPS[int(low) - 1]
        elif low == "r" and last is None:
            self._hint = "There is no earlier bet to repeat."
        elif low == "r" and off:
            self.input.type("")
        elif low == "r":
            draft.set(dict(last or {}))
        elif low == "d":
            sensors = {spot.id for spot in spots if spot.lit is not None}
            draft.set({name: cents * (1 if name in sensors else 2) for name, cents in before.items()})
        elif low == "u":
            (draft.redo if off else draft.undo)()
        elif low == "x":
            draft.set({})
        elif low == "z":
            self.input.type("skip")
        elif low in ("k", "n"):
            self._bank(low)
        elif low == " " and before:
            self.input.type(", ".join(f"{name} {cents / 100:.2f}" for name, cents in before.items()))
        elif low == " ":
            self._hint = "Nothing is bet yet: A puts a chip on the Ante, Z sits this hand out."
        if draft.wagers != before:
            wagers = dict(draft.wagers)
            self.input.do(lambda: self.session.draft(seat.n, wagers))

    def _put_chip(self, draft: Draft, spots: Sequence[Spot], key: str, off: bool) -> None:
        """A chip on a spot or off it, on an empty one at least the minimum; a sensor is on or off."""
        spot = next((each for each in spots if drawing.key_of(self.view, each.id) == key), None)
        if spot is None:
            return
        chip = self.chip(spots)
        if spot.min == spot.max:
            amount = 0 if spot.amount else spot.min
        elif off:
            amount = spot.amount - chip if spot.amount - chip >= spot.min else 0
        else:
            amount = spot.amount + chip if spot.amount else max(chip, spot.min)
        draft.set({**draft.wagers, spot.id: amount})

    def _decide(self, seat: SeatFrame, key: str) -> None:
        """A key of a decision, as the table names it; a digit marks the card for the discard."""
        actions = [action for action in self.view.you.actions if action.seat == seat.n]
        found = [action for action in actions if action.key == key]
        discards = [action.discard for action in actions if action.discard is not None]
        if key == "t":
            self.input.type("more")
        elif found and found[0].discard is not None:
            card = self._marked.get(seat.n)
            if card in discards:
                self.input.type(f"{found[0].id} {card}")
            else:
                self._hint = "Mark the card to discard first, with its number."
        elif found:
            self.input.type(f"play {key}" if is_raise(found[0].id) else found[0].id)
        elif key.isdecimal() and 1 <= int(key) <= len(discards):
            card = discards[int(key) - 1]
            if self._marked.pop(seat.n, None) != card:
                self._marked[seat.n] = card

    def _ask_coach(self) -> None:
        """About the hand that is decided, or else about all that one holds."""
        self.session.advice = (None, [])
        if self.mode == "decide" and self.seat is not None:
            number = self.seat.n
            self.input.do(lambda: self.session.coach.tell(number))
        else:
            self.input.type_at_any_time("coach", read=False)

    def _bank(self, key: str) -> None:
        bank = self.view.state.bank
        if bank is not None and key == "k":
            self._open_words(f"bank {bank.least // 100}")
        elif bank is not None:
            self.input.type("pass")

    def _answer(self, key: str) -> None:
        """Yes or no."""
        if key not in ("y", "n", "escape"):
            return
        if not self._leaves:
            self.input.type("y" if key == "y" else "n")
        elif key == "y":
            self._go()
        self._leaves = False

    # Leaving, and what is said in words

    def _quit(self) -> None:
        in_hand = any(seat.cards and seat.net is None for seat in self.view.you.seats) or self.view.banks
        self._leaves = in_hand and self.view.state.phase in ("deal", "decisions", "reveal")
        if not self._leaves:
            self._go()

    def _go(self) -> None:
        self.input.leave()

    def action_go_away(self) -> None:
        """Ctrl-C leaves at once; pressed again, without waiting for the table."""
        if self.input.interrupted:
            self.exit()
        self._go()

    def _open_words(self, begun: str) -> None:
        words = self.query_one("#words", Input)
        words.display, words.value = True, begun
        words.cursor_position = len(begun)
        words.focus()

    def _close_words(self) -> None:
        words = self.query_one("#words", Input)
        words.display, words.value = False, ""
        self.set_focus(None)
        self.draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        self._close_words()
        if line:
            self._read(line)


def play_on_screen(session: ScreenSession, deck: Deck) -> None:
    """Opens the screen, plays, and leaves the terminal as it was, whatever ends it; then the last lines."""
    ears = session.ears
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: ears.leave()) for number in ends}
    screen = TableScreen(session, deck)
    try:
        screen.run()
    finally:
        ears.changed = None
        for number, handler in before.items():
            signal.signal(number, handler)
    if screen.fault is not None:
        raise screen.fault
    for line in ears.log[ears.left_at or -3 :]:
        print(line)

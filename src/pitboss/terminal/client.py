"""A person at a table in the terminal: what is printed and asked there, and how much is won."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Final

from pydantic import TypeAdapter

from pitboss.messages.rounds import account_words, ahead_words, price_words, signed
from pitboss.messages.rules import left_out_words
from pitboss.messages.tables import spoken
from pitboss.money import MINUS, Cents, NotMoney, dollars, parse_dollars
from pitboss.round import Action, Refusal
from pitboss.sheet.rule_card import printed_tables
from pitboss.table.advice import CoachedAction, CoachFrame
from pitboss.table.live_state import GESTURES
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal.entries import CoachLevel, said_action
from pitboss.terminal.input import Ears, Leave
from pitboss.terminal.place import Place, Telling, name_at, people


@cache
def _frames() -> TypeAdapter[CoachFrame]:
    return TypeAdapter(CoachFrame)


class Coach:
    """Asks the table's coach for one person, prints the answer, and adds up the cost of mistakes."""

    def __init__(self, place: Place, say: Callable[[str], None], level: CoachLevel = CoachLevel.OFF) -> None:
        self.place = place
        self.say = say
        self.level = level
        self.given_up = Fraction(0)  # cents
        self.weighed = 0

    def ask(self, seat: int) -> CoachFrame | Refusal:
        """What the coach says of a hand, or why it says nothing."""
        try:
            answer = self.place.say("coach", seat=seat)
        except Refusal as refusal:
            return refusal
        return _frames().validate_python(answer["coach"], extra="ignore")

    def answer(self, view: TableView) -> None:
        """The word `coach`: every hand that is open, else every hand that one holds."""
        seats = list(dict.fromkeys(action.seat for action in view.you.actions))
        seats = seats or [seat.n for seat in view.you.seats if seat.cards]
        for seat in seats:
            self.tell(seat)
        if not seats:
            self.say("The coach speaks of a hand that you hold.")

    def before(self, seat: int) -> None:
        """Before a decision, where that is wanted."""
        if self.level is CoachLevel.BEFORE:
            self.tell(seat)

    def tell(self, seat: int) -> None:
        """Every action with its worth, best first."""
        found = self.ask(seat)
        if isinstance(found, Refusal):
            self.say(f"The coach says nothing: {found}.")
        elif found.why is not None:
            self.say(f"Coach: {found.why}")
        else:
            self.say(f"Coach, seat {seat}, on average for this bet:")
            for line in worth_lines(found):
                self.say(line)
            if found.left_out:
                self.say(left_out_words([each.label for each in found.left_out]))

    def doubt(self, action: Action) -> str | None:
        """What to ask before a costly decision, where that is wanted; None when there is nothing to ask."""
        found = self.ask(action.seat) if self.level is CoachLevel.ASK else None
        if not isinstance(found, CoachFrame):
            return None
        wanted = (action.id, action.discard)
        taken = next((each for each in found.actions if (each.id, each.discard) == wanted), None)
        if taken is None or taken.grade not in ("mistake", "blunder"):
            return None
        cost = money(Fraction(taken.cost))
        return f"{_name(taken).capitalize()} gives up {cost} on average, compared with the best play: sure"

    def after(self, view: TableView) -> None:
        """How the decisions of a paid round are graded."""
        if self.level is CoachLevel.OFF or view.state.phase != "settled":
            return
        for seat in view.you.seats:
            found = self.ask(seat.n) if seat.net is not None else None
            taken = _taken(found.actions, found.chosen) if isinstance(found, CoachFrame) else None
            if isinstance(found, CoachFrame) and taken is not None and found.shadow is not None:
                cost = Fraction(taken.cost)
                self.weighed += 1
                self.given_up += cost
                text = "the best" if not cost else f"a {taken.grade}" if taken.grade != "close" else "close"
                self.say(f"Coach, seat {seat.n}: {_name(taken)} was {text}{_lost(cost)}.")
                if found.shadow.name != taken.name:
                    perfect = said_action(found.shadow.name)
                    self.say(f"  Perfect play: {perfect}, {signed(found.shadow.net)} on these cards.")

    def sum(self) -> None:
        """What was given up in all."""
        if self.weighed:
            many = f"{self.weighed} decision{'s' if self.weighed != 1 else ''}"
            self.say(f"Given up by the coach's count: {money(self.given_up)} in {many}.")


def worth_lines(frame: CoachFrame) -> Iterable[str]:
    """One line for each action, best first."""
    wide = max((len(_name(each)) for each in frame.actions), default=0)
    for each in sorted(frame.actions, key=lambda each: Fraction(each.cost)):
        cost = Fraction(each.cost)
        gives_up = f", gives up {money(cost)} compared with the best play" if cost else ""
        sign = MINUS if Fraction(each.cents) < 0 else "+"
        worth = f"{sign}{money(abs(Fraction(each.cents)))}"
        yield f"  {_name(each):<{wide}} {worth:>11}  {each.grade}{gives_up}"


def money(cents: Fraction) -> str:
    """`$2.10`; what rounds to nothing and is something says so."""
    return "less than a cent" if 0 < cents < Fraction(1, 2) else f"${float(cents / 100):,.2f}"


def _name(action: CoachedAction) -> str:
    return said_action(action.name)


def _taken(actions: Iterable[CoachedAction], name: str | None) -> CoachedAction | None:
    return next((each for each in actions if each.name == name), None)


def _lost(cost: Fraction) -> str:
    return f" and gave up {money(cost)} compared with the best play" if cost else ""


# --- The bank's side of a table in a terminal: what can come of its round, what it is worth, what came of it.


class BankTeller:
    """Tells the bank what its round can cost or bring, before the end, and the result after it."""

    def __init__(self, place: Place, say: Callable[[str], None]) -> None:
        self._place = place
        self._say = say
        self._told = 0  # the round that was told before its end

    def follow(self, view: TableView) -> None:
        """The cards are dealt: what can come of it."""
        if view.banks and view.state.phase == "decisions" and self._told != view.state.round:
            self._told = view.state.round
            self._ahead(view)

    def after(self, view: TableView) -> None:
        """The round is over: wager by wager."""
        if view.banks and view.state.bank is not None:
            for sentence in account_words(view.state.bank.seats, lambda seat: name_at(view, seat)):
                self._say(sentence)

    def answer(self, view: TableView) -> None:
        """What the bank can win or lose now, with the exact price of the round."""
        if not view.banks:
            self._say("You do not hold the bank.")
        elif view.state.phase in ("settled", "void"):
            self.after(view)
        else:
            self._ahead(view)
            try:
                told = self._place.say("bank_price")["bank"]
            except Refusal as refusal:
                self._say(f"{refusal}.")
                return
            means = {name: None if told[name] is None else Fraction(told[name]) for name in ("ev", "full")}
            seats = len(view.state.bank.seats) if view.state.bank else 0
            self._say(told["why"] or price_words(told["cover"], means["ev"], means["full"], seats))

    def _ahead(self, view: TableView) -> None:
        bank, own = view.state.bank, view.you.bank
        if bank is not None and own is not None:
            rows = ahead_words(bank.seats, lambda seat: name_at(view, seat), own.worst, own.best)
            for sentence in rows:
                self._say(sentence)


# --- What a host says at a terminal: a line is a command at the table, asked about where it takes something.

Say = Callable[[str], None]
TryTo = Callable[..., None]
_AT_SEATS: Final = {"nudge": "nudge", "out": "sit_out", "remove": "remove", "host": "hand_over"}
_ASKED: Final = {
    "sit_out": "Bets of theirs that were not dealt go back, a dealt hand is decided by the away rule.",
    "remove": "They get up; bets that were not dealt go back, a dealt hand is decided or played first.",
    "hand_over": "You are not the host any more, and cannot take it back.",
}


def host_command(words: list[str]) -> tuple[str, dict[str, object]] | None:
    """A line as a command at the table, with its fields; None where it is none of a host's."""
    match words:
        case [("nudge" | "out" | "remove" | "host") as word, number] if number.isdecimal():
            return _AT_SEATS[word], {"seat": int(number)}
        case ["deal"] | ["deal", "now"]:
            return "deal_now", {}
        case [("clock" | "coach") as word, ("on" | "off") as wanted]:
            return "change", {word: wanted == "on"}
        case ["limits", low, high]:
            try:
                return "change", {"low": parse_dollars(low), "high": parse_dollars(high)}
            except NotMoney:
                return None
    return None


def govern(view: TableView, words: list[str], say: Say, sure: Callable[[str], bool], try_to: TryTo) -> bool:
    """Does what a line of a host asks for; whether the line was such a thing."""
    found = host_command(words)
    if found is None:
        return False
    do, fields = found
    if do != "nudge" and not view.you.host:
        say("Only the host of this table may do this.")
        return True
    if do in _ASKED:
        say(_ASKED[do])
        if not sure("Are you sure"):
            say("Nothing was done.")
            return True
    try_to(do, **fields)
    return True


HELP: Final = """\
When asked for bets:
  10                    Ante $10
  ante 10 pair 5        several wagers by name, in dollars
  Enter                 the same bets again
  bank 500              take the bank for this round (player-banked houses)
  pass                  let the bank go by when it is offered to you
  skip                  sit this hand out (with others at the table)
When asked to decide:
  fold, play            or f, p
  draw 4d               discard that card for another, where the house lets you
                        (draw 3: the third card; draw lowest)
  more                  more time, where a clock runs
  coach                 what each action is worth on average
When you hold the bank:
  account               what each seat can win and lose, worst and best, the price
At any time:
  rules  pays  history  help  topup  quit
  fair                  the seal of this round's shuffle
  who                   who sits where
  bots add optimal      a bot takes a free seat (bots remove 4: it gets up)
  stand, sit 3          give up your seats after this hand; take one
  say thanks            a gesture: {gestures}
  mute Ann, mute all    hide one person's gestures, or all of them (unmute: show them again)
  name Ann, avatar cat  what a guest is called, and your picture, on a server
  nudge 3               remind the player there that others are waiting
As the host of a table on a server:
  deal                  deal the bets that lie on the table now
  out 3, remove 3       sit a player out, or remove them from the table
  host 3                make another player the host
  limits 10 500         other limits, in dollars; clock on, clock off, coach on, coach off: between two rounds
  close                 close the table for everybody after this round
"""


def help_text() -> str:
    """What can be said at a table."""
    return HELP.rstrip().format(gestures=", ".join(map(spoken, GESTURES)))


HURRY: Final = 10  # seconds before the end of a clock that are told once more


class Seated:
    """One person, with one hand or several, at one table."""

    def __init__(
        self,
        place: Place,
        ears: Ears,
        show_rules: Callable[[], None],
        record: Callable[[str], None] | None,
        coach: CoachLevel = CoachLevel.OFF,
    ) -> None:
        self.place = place
        self.ears = ears
        self.say = ears.say
        self.show_rules = show_rules
        self.record = record  # keeps each round that has ended
        self.telling = Telling(place)
        self.coach = Coach(place, ears.say, coach)
        self.bank = BankTeller(place, ears.say)
        self.bankroll: Cents = 0  # in hand and on tables
        self.started_with: Cents = 0
        self.past: list[tuple[int, Cents]] = []
        self.last_bets: dict[int, dict[str, Cents]] = {}
        self.skipped: set[int] = set()  # hands that sit this round out
        self.closed = False  # no further round is played here
        self.announced = 0  # the round that was announced last;
        self.known = (0, "")  # round and phase as they were last heard,
        self.ended = 0  # the round that ended last,
        self.paid_at = 0.0
        self.ready = 0  # whose bets are done,
        self.awaited = (0, "")  # and what was said to be waited for
        self.shown: set[tuple[int, int]] = set()  # rounds and seats whose choices were told
        self.hurried = ""  # the clock whose end was told

    @property
    def view(self) -> TableView:
        return self.place.view

    @property
    def net(self) -> Cents:
        return self.bankroll - self.started_with

    def count(self) -> None:
        """Looks up what is there: in hand, and on tables."""
        purse = self.place.purse()
        self.bankroll = purse.funds + purse.on_tables

    def hear(self, wait: float = 0.0) -> bool:
        """Tells what has come; whether anything has."""
        heard = self.place.hear(wait)
        for each in heard:
            state = each.view.state
            if any(event.k == "open_round" for event in each.events) and each.view.you.me:
                self.announce(each.view)
            if not each.fresh:
                self.tell_all(self.telling.sentences(each))
                self.closed |= any(event.k == "closed" for event in each.events)
            elif self.known[0] == state.round == self.announced and self.known[1] != state.phase:
                self.tell_all(self.telling.standing(each.view))
            self.known = (state.round, state.phase)
            self.bank.follow(each.view)
            if state.phase in ("settled", "void") and state.round == self.announced:
                self.end_round(each.view)
        return bool(heard)

    def tell_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.say(sentence)

    def announce(self, view: TableView) -> None:
        """Begins a round."""
        self.announced, self.skipped = view.state.round, set()
        self.count()
        meter = f" The meter is at {dollars(view.state.meter.value)}." if view.state.meter else ""
        mine = {seat.n: bets for seat in view.you.seats if (bets := _bets(seat))}
        self.last_bets |= mine
        under_way = "" if view.state.phase == "bets" else " It is under way."
        again = " It goes on where it was left." if mine else under_way
        self.say("")
        have = f"You have {dollars(self.bankroll)} ({signed(self.net)})"
        self.say(f"Round {view.state.round}. {have}.{meter}{again}")

    def end_round(self, view: TableView) -> None:
        """Counts the money of a round that was paid, or is void."""
        if self.ended == view.state.round:
            return
        self.ended, self.paid_at = view.state.round, time.monotonic()
        nets = [seat.net for seat in view.you.seats if seat.net is not None]
        bank = view.state.bank if view.banks else None
        nets += [bank.net] if bank and bank.net is not None else []
        self.count()
        self.bank.after(view)
        if nets:
            self.past.append((view.state.round, sum(nets)))
            self.say(f"You: {signed(sum(nets))} this round, {dollars(self.bankroll)} in hand.")
            self.coach.after(view)
        if nets and self.record is not None:
            self.record(self.place.document(f"{view.table.table}:{view.state.round}"))

    def refused(self, refusal: Refusal) -> None:
        """Says why something was not done."""
        self.say(f"Refused: {refusal}.")
        if refusal.code == "funds":
            self.say(f"You have {dollars(self.place.purse().funds)} in hand.")

    # What can be said at any time

    def listen(self, prompt: str, is_over: Callable[[], bool]) -> str | None:
        """Asks; answers the questions that can be asked at any time, and returns the first other line.

        What happens at the table meanwhile is told. None when the question is over.
        """
        self.tell_clock()
        while True:
            line = self.ears.ask(prompt, lambda: self.goes_by(is_over))
            if line is None:
                return None
            if not self.answered(line.strip()):
                return line.strip()
            self.hear()
            if is_over():
                return None

    def goes_by(self, is_over: Callable[[], bool]) -> bool:
        """Tells what happens while a question is open; whether the question is over."""
        self.hear()
        left = self.place.seconds_left()
        deadline = self.view.state.deadline or ""
        if left is not None and 0 < left <= HURRY and self.hurried != deadline:
            self.tell_clock()
        return is_over()

    def tell_clock(self) -> None:
        """How long there is."""
        left = self.place.seconds_left()
        if left is None or left <= 0:
            return
        if left <= HURRY:
            self.hurried = self.view.state.deadline or ""
        me = self.view.you.me
        more = " (more: longer)" if self.view.you.actions and me and me.more_time_left else ""
        self.say(f"{int(left)} s to {'decide' if self.view.you.actions else 'bet'}{more}.")

    def answered(self, line: str) -> bool:
        """Does what can be said at any time; whether the line was such a thing."""
        words = line.lower().split()
        if govern(self.view, words, self.say, self.ears.sure, self.try_to):
            return True
        match words:
            case ["quit" | "exit" | "q"]:
                raise Leave
            case ["help" | "?"]:
                self.say(help_text())
            case ["rules"]:
                self.show_rules()
                if self.view.table.tables != printed_tables(self.place.sheet):
                    self.say("This table posts pay tables of its own: say pays.")
            case ["pays"]:
                self.show_pays()
            case ["history"]:
                self.show_history()
            case ["topup"] | ["top", "up"]:
                self.top_up()
            case ["fair"]:
                self.show_seal()
            case ["coach"]:
                self.coach.answer(self.view)
            case ["account"]:
                self.bank.answer(self.view)
            case ["who"]:
                self.tell_all(people(self.view))
            case ["more"]:
                self.try_to("more_time")
            case ["stand"]:
                self.try_to("stand")
            case ["sit", number] if number.isdecimal():
                self.try_to("sit", seat=int(number))
            case ["bots", "add"] | ["bots", "add", _]:
                self.try_to("add_bot", bot=(*line.lower().split(), "optimal")[2])
            case ["say", *words]:
                self.make_gesture("_".join(words))
            case ["mute" | "unmute" as what, *_]:
                self.say(self.telling.mute(line.partition(" ")[2], mute=what == "mute"))
            case ["name" | "avatar" as what, *_]:
                self.introduce(what, line.partition(" ")[2].strip())
            case ["close"]:
                self.close_table()
            case ["bots", "remove", number] if number.isdecimal():
                self.try_to("remove_bot", seat=int(number))
            case _:
                return False
        return True

    def try_to(self, do: str, **fields: object) -> None:
        """A command that may be refused."""
        try:
            self.place.say(do, **fields)
        except Refusal as refusal:
            self.refused(refusal)

    def make_gesture(self, said: str) -> None:
        """One of the gestures, by the beginning of its words."""
        found = [each for each in GESTURES if said and each.startswith(said)]
        if len(found) == 1:
            self.try_to("gesture", gesture=found[0])
        else:
            self.say(f"Gestures are: {', '.join(map(spoken, GESTURES))}.")

    def introduce(self, what: str, value: str) -> None:
        """Another name for a guest, or another picture; the table shows it."""
        try:
            self.place.introduce(what, value)
        except Refusal as refusal:
            self.refused(refusal)

    def close_table(self) -> None:
        """The host of a table closes it, and is asked once more."""
        if not self.view.you.host:
            self.say("Only the host of this table may close it; say quit to leave.")
            return
        self.say("A hand that was dealt is played first, other bets go back, and the table stays closed.")
        if self.ears.sure("Close it for everybody"):
            self.try_to("close")
        else:
            self.say("The table stays open.")

    def show_pays(self) -> None:
        for table in self.view.table.tables:
            posted = " (posted by the house)" if table.source == "posted" else ""
            self.say(f"{table.heading}{posted}:")
            for row in table.rows:
                self.say("  " + ": ".join((row[0], "; ".join(row[1:]))))

    def show_history(self) -> None:
        if not self.past:
            self.say("No round has ended yet.")
        for number, net in self.past:
            self.say(f"Round {number}: {signed(net)}.")

    def top_up(self) -> None:
        """Free play money for those who can no longer bet; it does not count as won."""
        try:
            given = self.place.top_up()
        except Refusal as refusal:
            self.say(f"{refusal}.")
            return
        self.started_with += given
        self.count()
        text = f"The house gives you {dollars(given)} of play money. You have {dollars(self.bankroll)}."
        self.say(text)

    def show_seal(self) -> None:
        """The commitment to this round's shuffle, made before any bet."""
        self.say(f"The shuffle of this round was sealed before any bet: {self.view.state.fair.commitment}.")
        if self.place.practice:
            self.say("In practice the cards come from your seed, so there is no receipt.")
        else:
            self.say("--save keeps each round as a receipt, and pitboss verify checks it against the seal.")


def _bets(seat: SeatFrame) -> dict[str, Cents]:
    """The bets on a seat's spots."""
    return {spot.id: spot.amount for spot in seat.spots if spot.amount}

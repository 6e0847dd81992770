"""An evening at the terminal table: a loop of rounds in plain lines, for people, screen readers and pipes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.cli.bet_words import NotABet, parse_bets
from pitboss.cli.ears import Leave
from pitboss.cli.terminal_table import WELCOME, TerminalTable
from pitboss.money import MICRO, Cents, NotMoney, dollars, parse_dollars
from pitboss.pit import PROPOSITION, Deal, OpenRound, PitCommand, Settle
from pitboss.pit.postings import PROPOSITION_STAKES
from pitboss.round import (
    Action,
    EndDeal,
    Event,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    Table,
    TakeBank,
    Viewer,
    away_decision,
    tell,
    view,
    why_not,
)
from pitboss.round.settle import play_stake
from pitboss.round.tale import Teller, signed
from pitboss.sheet.printed import printed_tables
from pitboss.words import one_of

COMPANY: Final = "optimal"  # how the bots at the terminal play

HELP: Final = """\
When asked for bets:
  10                    Ante $10
  ante 10 pair 5        several wagers by name, in dollars
  Enter                 the same bets again
  bank 500              take the bank for this round (player-banked houses)
  skip                  sit this hand out (with bots at the table)
When asked to decide:
  fold, play            or f, p
  draw 4d               trade that card, where the house lets you
At any time:
  rules  pays  history  help  topup  quit
  fair                  the seal of this round's shuffle
"""


@dataclass
class Session:
    """One person, possibly with several hands, possibly with bots, at one table."""

    felt: TerminalTable
    hands: tuple[int, ...]
    bots: tuple[int, ...]
    ask: Callable[[str], str]
    say: Callable[[str], None]
    show_rules: Callable[[], None]
    record: Callable[[str], None] | None  # keeps each round that has ended
    bankroll: Cents = 0  # in hand and on the table
    started_with: Cents = 0
    rounds: int = 0
    bank_streak: int = 0
    last_bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    past: list[tuple[int, Cents]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    table: Table = field(init=False)
    state: Round = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.felt.table
        self.teller = Teller(self.table.sheet, self.name)
        self.bankroll = self.felt.funds(self.you)
        if self.felt.state is not None:  # a round that was left open
            self.state = self.felt.state
            self.events = list(self.felt.felt.standing.events)
            self.bankroll += self.on_the_table
        self.started_with = self.bankroll

    @property
    def you(self) -> str:
        return self.felt.you

    def name(self, player: str) -> str:
        """How a person is called at this table."""
        names = {self.you: "you", PROPOSITION: "the house's proposition player"}
        return names.get(player, player.rpartition("/")[2])

    def run(self) -> None:
        """Rounds until the person leaves; then the result so far."""
        sheet = self.table.sheet
        self.say(f"{sheet.name}: {sheet.game}. Play money.")
        for text in (*(notice.text for notice in sheet.notices), *sheet.disclosures):
            self.say(text)
        limits = f"{dollars(self.table.min)} to {dollars(self.table.max)}"
        self.say(f"Table limits {limits}. You have {dollars(self.bankroll)}. Say help for what you can say.")
        try:
            while True:
                self.round()
        except Leave:
            self.finish_unattended()
            self.felt.leave()
        count = f"{self.rounds} round{'s' if self.rounds != 1 else ''}"
        self.say(f"{count} played. You leave with {dollars(self.bankroll)}: {signed(self.net)}.")

    @property
    def net(self) -> Cents:
        return self.bankroll - self.started_with

    def round(self) -> None:
        """One round from bets to settlement; one that was left open goes on where it was."""
        goes_on = self.felt.state is not None and bool(self.felt.state.seats)
        if self.felt.state is None:
            self.events = []
            self.do(OpenRound())
        self.say("")
        held = self.felt.meter()
        meter = f" The meter is at {dollars(held // MICRO)}." if held else ""
        again = " It goes on where it was left." if goes_on else ""
        have = f"You have {dollars(self.bankroll)} ({signed(self.net)})"
        self.say(f"Round {self.rounds + 1}. {have}.{meter}{again}")
        if self.state.phase == "bets":
            if not self.take_bets():
                return
            self.do(Deal())
        elif goes_on:
            self.retell()
        if self.state.phase == "deal":
            self.do(EndDeal())
        for number in self.state.waiting:
            self.decide(number)
        self.end_round()

    def retell(self) -> None:
        """Says again what has happened in a round that goes on."""
        for event in self.events:
            self.tell(event)

    def end_round(self) -> None:
        """Reveals, settles and counts the money."""
        if self.state.phase == "decisions":
            self.do(RevealDealer())
        self.do(Settle())
        ended = self.state.ended
        if ended is None:
            raise AssertionError("a settled round has ended")
        net = sum(seat.net for seat in ended.seats if seat.seat in self.own_seats)
        if ended.bank and self.banking:
            net += ended.bank.net
        self.bankroll = self.felt.funds(self.you)
        self.rounds += 1
        self.past.append((self.rounds, net))
        self.bank_streak = self.bank_streak + 1 if self.banking else 0
        if self.record is not None:
            self.record(self.felt.document(self.state, self.events))
        self.say(f"You: {signed(net)} this round, {dollars(self.bankroll)} in hand.")

    @property
    def own_seats(self) -> set[int]:
        return {seat.number for seat in self.state.seats if seat.player == self.you}

    @property
    def banking(self) -> bool:
        return self.state.bank is not None and self.state.bank.player == self.you

    @property
    def on_the_table(self) -> Cents:
        """What of yours waits for the end of the round."""
        seats = [seat for seat in self.state.seats if seat.player == self.you]
        folded = [seat for seat in seats if seat.action == "fold"]
        bank = self.state.bank.stake if self.state.bank and self.banking else 0
        return (
            bank
            + sum(self.needed(seat.wagers) for seat in seats)
            - sum(play_stake(self.table, seat.wagers.get("ante", 0)) for seat in folded)
        )

    def do(self, command: PitCommand | PlaceBets) -> None:
        """Takes a step and tells it as you may hear it."""
        done = self.felt.do(command)
        if done.state is not None:
            self.state = done.state
        for event in done.events:
            self.events.append(event)
            self.tell(event)

    def tell(self, event: Event) -> None:
        """Says an event as you may hear it."""
        for sentence in self.teller.sentences(tell(self.state, event, Viewer(self.you)), self.own_seats):
            self.say(sentence)

    # Bets

    def take_bets(self) -> bool:
        """Asks for the bets of each of your hands; False when the round has nobody in it."""
        for number in self.hands:
            if self.banking:
                break
            if number not in self.own_seats:
                self.bet_hand(number)
        for number in self.bots:
            if self.state.seat(number) is None:
                self.bet_bot(number)
        if not self.state.seats:
            self.say("Nobody has bet; the round is not dealt.")
            return False
        if self.table.sheet.bank and self.state.bank is None:
            self.do(TakeBank(PROPOSITION, PROPOSITION_STAKES * self.table.max))
        return True

    def bet_bot(self, number: int) -> None:
        """A bot bets; it never runs out of play money."""
        from pitboss.floor.bots import BOTS

        bot, wagers = f"{self.felt.felt.id}/Bot {number}", BOTS[COMPANY].bets(self.table)
        if self.felt.funds(bot) < self.needed(wagers):
            self.felt.grant(bot, WELCOME + self.needed(wagers))
        self.do(PlaceBets(number, bot, wagers))

    def bet_hand(self, number: int) -> None:
        """Asks until the bet of one hand is accepted or given up."""
        last = self.last_bets.get(number)
        again = f", Enter for {self.bet_text(last)}" if last else ""
        while True:
            line = self.listen(f"Bets for seat {number} (for example: 10{again})? ")
            try:
                if self.bet_line(number, line, last):
                    return
            except (NotABet, NotMoney) as fault:
                self.say(str(fault))
            except Refusal as refusal:
                self.say(f"Refused: {refusal}.")

    def bet_line(self, number: int, line: str, last: dict[str, Cents] | None) -> bool:
        """Takes one typed line; True when the hand is done with its bets."""
        words = line.split()
        if words and words[0] == "skip":
            if not self.bots:
                raise NotABet("Nobody else is at the table; bet or quit.")
            return True
        if words and words[0] == "bank":
            self.take_bank(" ".join(words[1:]))
            return True
        if not words and last is None:
            raise NotABet("Nothing to repeat yet. Say an amount for the Ante, like 10.")
        wagers = dict(last) if not words and last else parse_bets(self.table.sheet, line)
        bets = PlaceBets(number, self.you, wagers)
        if refusal := why_not(self.state, bets):
            raise refusal
        self.can_afford(number, wagers)
        self.do(bets)
        self.last_bets[number] = wagers
        return True

    def can_afford(self, number: int, wagers: dict[str, Cents]) -> None:
        """A seat that could not fund Play is refused the Ante."""
        others = sum(
            self.needed(seat.wagers)
            for seat in self.state.seats
            if seat.player == self.you and seat.number != number
        )
        need = self.needed(wagers) + others
        if need > self.bankroll:
            play = play_stake(self.table, wagers.get("ante", 0))
            for_play = f", {dollars(play)} of it kept for {self.table.sheet.play.label}" if play else ""
            text = f"This needs {dollars(need)}{for_play}; you have {dollars(self.bankroll)}"
            raise Refusal("money", text)

    def needed(self, wagers: Mapping[str, Cents]) -> Cents:
        return sum(wagers.values()) + play_stake(self.table, wagers.get("ante", 0))

    def take_bank(self, amount: str) -> None:
        """Makes you the bank of this round (NAPA-16)."""
        bank = self.table.sheet.bank
        if bank is None:
            raise NotABet(f"{self.table.sheet.name} has no player bank.")
        if not self.bots:
            raise NotABet("There is nobody to bank for: start with --bots.")
        clause = bank.rotation_clause
        if self.bank_streak >= bank.rounds:
            raise Refusal("rotation", f"The bank is held for at most {bank.rounds} rounds in a row", clause)
        stake = parse_dollars(amount) if amount else self.table.max
        if bank.least_stake == "table max" and stake < self.table.max:
            text = f"The bank must be at least the table maximum ({dollars(self.table.max)})"
            raise Refusal("too_low", text, clause)
        if stake > self.bankroll:
            raise Refusal("money", f"The bank needs {dollars(stake)}; you have {dollars(self.bankroll)}")
        for seat in sorted(self.own_seats):
            self.do(PlaceBets(seat, self.you, {}))
        self.do(TakeBank(self.you, stake))

    def bet_text(self, wagers: dict[str, Cents]) -> str:
        return ", ".join(f"{self.table.sheet.label(name)} {dollars(cents)}" for name, cents in wagers.items())

    # Decisions

    def decide(self, number: int) -> None:
        """One seat's decision: a bot's at once, yours when you have said it."""
        seat = self.state.seat(number)
        if seat is None or seat.player != self.you:
            player = seat.player if seat else ""
            from pitboss.floor.bots import BOTS

            seen = view(self.state, Viewer(player))
            self.do(BOTS[COMPANY].decides(self.table, seen, number).command(player))
            return
        actions = [action for action in view(self.state, Viewer(self.you)).actions if action.seat == number]
        for action in _one_of_each(actions):
            self.say(f"  {action.label.split(':')[0].lower()}: {action.consequence}")
        while True:
            line = self.listen(f"Seat {number}: {_choices(actions)}? ").lower().replace("discard", "")
            chosen = _chosen(actions, line.split())
            if chosen is not None:
                self.do(chosen.command(self.you))
                return
            self.say(f"Say {_choices(actions)}.")

    # What can be said at any time

    def listen(self, prompt: str) -> str:
        """Asks; answers the questions that can be asked at any time, and returns the first other line."""
        while True:
            line = self.ask(prompt).strip()
            match line.lower():
                case "quit" | "exit" | "q":
                    raise Leave
                case "help" | "?":
                    self.say(HELP.rstrip())
                case "rules":
                    self.show_rules()
                case "pays":
                    self.show_pays()
                case "history":
                    self.show_history()
                case "topup" | "top up":
                    self.top_up()
                case "fair":
                    self.show_seal()
                case _:
                    return line

    def show_pays(self) -> None:
        for table in printed_tables(self.table.sheet):
            posted = " (posted by the house)" if table.source == "posted" else ""
            self.say(f"{table.title}{posted}:")
            for row in table.rows:
                self.say("  " + ": ".join((row[0], "; ".join(row[1:]))))

    def show_history(self) -> None:
        if not self.past:
            self.say("No round has ended yet.")
        for number, net in self.past:
            self.say(f"Round {number}: {signed(net)}.")

    def top_up(self) -> None:
        """Free play money for those who can no longer bet; it does not count as won."""
        if self.bankroll >= self.table.min * 2:
            self.say(f"You still have {dollars(self.bankroll)}.")
            return
        self.felt.grant(self.you, WELCOME)
        self.started_with += WELCOME
        self.bankroll += WELCOME
        self.say(f"The house gives you {dollars(WELCOME)} of play money. You have {dollars(self.bankroll)}.")

    def show_seal(self) -> None:
        """The commitment to this round's shuffle, made before any bet."""
        self.say(f"The shuffle of this round was sealed before any bet: {self.felt.seal()}.")
        if self.felt.practice:
            self.say("In practice the cards come from your seed, so there is no receipt.")
        else:
            self.say("--save keeps each round as a receipt, and pitboss verify checks it against the seal.")

    def finish_unattended(self) -> None:
        """Ends a round in which cards are out: the away rule decides what is left to decide (STD-13)."""
        if self.felt.state is None or self.state.phase in ("bets", "deal"):
            return
        self.say("You leave with cards on the table.")
        for number in self.state.waiting:
            seat = self.state.seat(number)
            if seat is not None and seat.player == self.you:
                self.do(away_decision(self.state, number))
            else:
                self.decide(number)
        self.end_round()


def _one_of_each(actions: Sequence[Action]) -> list[Action]:
    """Fold, play and one draw: the draws differ only in their card."""
    return list({action.id: action for action in reversed(actions)}.values())[::-1]


def _choices(actions: Sequence[Action]) -> str:
    words: list[str] = [action.id for action in actions if action.id != "draw"]
    discards = [str(action.discard) for action in actions if action.id == "draw"]
    if discards:
        words.append(f"draw {'/'.join(discards)}")
    return one_of(words)


def _chosen(actions: Sequence[Action], words: list[str]) -> Action | None:
    """The action a person means: a word or its first letter, and for a draw the card."""
    if not words:
        return None
    for action in actions:
        named = words[0] in (action.id, action.key)
        card = words[1] if len(words) == 2 else None
        wanted = action.discard.lower() if action.discard else None
        if named and card == wanted and len(words) <= 2:
            return action
    return None

"""An evening at a table in plain lines, for people, screen readers and pipes.

It is a client like any other: it goes by the phase, the spots and the actions of the views, and has no rules.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

from pitboss.messages.rounds import offer_words, signed
from pitboss.messages.tables import note_words
from pitboss.money import Cents, NotMoney, dollars, parse_dollars
from pitboss.round import Refusal
from pitboss.round.table import RAISES, is_raise
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal.client import Seated
from pitboss.terminal.entries import NotABet, choices, chosen, one_of_each, parse_bets
from pitboss.terminal.input import TURN, Leave
from pitboss.terminal.place import free_seats, name_at
from pitboss.text import all_of

STAYS: Final = 3.0  # seconds in which the others can look at a round that was paid


class Session(Seated):
    """An evening: rounds until the person leaves."""

    def run(self) -> None:
        """Rounds until the person leaves; then the result so far."""
        self.count()
        self.started_with = self.bankroll
        sheet, limits = self.place.sheet, self.view.table.limits
        self.say(f"{sheet.name}: {sheet.game}. Play money.")
        for text in (*self.view.table.notices, *sheet.disclosures):
            self.say(text)
        between = f"{dollars(limits.low)} to {dollars(limits.high)}"
        self.say(f"Table limits {between}. You have {dollars(self.bankroll)}. Say help for what you can say.")
        if self.view.state.evening_paused:
            self.say(str(note_words("evening_paused", {}, own=False)))
        try:
            self.place.hear()  # the first look is told with the round
            while not self.closed:
                self.turn()
        except Leave:
            self.leave()
        if self.closed and self.view.table.evening is not None:
            self.count()  # what the evening has counted since
            self.say(self.place.evening_end())
        played = f"{len(self.past)} round{'s' if len(self.past) != 1 else ''}"
        self.coach.sum()
        self.say(f"{played} played. You leave with {dollars(self.bankroll)}: {signed(self.net)}.")

    def turn(self) -> None:
        """Whatever is to be done now: betting, deciding, or waiting for the others."""
        self.hear()
        view = self.view
        if view.state.closing and view.state.phase in ("settled", "void"):
            self.idle()
        elif view.you.me is None:  # a player who has stood up may still see their paid hand
            self.without_a_seat()
        elif view.state.phase in ("settled", "void"):
            self.next_round()
        else:
            if self.announced != view.state.round:
                self.announce(view)
                self.tell_all(self.telling.standing(view))
            if view.state.phase == "bets" and self.ready != view.state.round:
                self.bets()
            elif view.state.phase == "bets" and self.is_offered:
                self.answer_offer()
            elif view.you.actions:
                self.decide(view.you.actions[0].seat)
            else:
                self.idle()

    # Rounds

    def next_round(self) -> None:
        """Clears the paid felt, so that the next seal is seen before a bet.

        In company the felt stays for a while, and where a clock runs the table does it by itself.
        """
        stays = self.view.state.deadline is not None or time.monotonic() < self.paid_at + STAYS
        if self.view.table.evening is not None or (stays and self.has_people()):
            self.idle()  # an evening begins its rounds by itself
            return
        self.go_on("next")

    def go_on(self, do: str) -> bool:
        """A step that nobody was asked for; whether it was taken. If not, the table is looked at again."""
        if self.view.state.paused:
            self.idle()
            return False
        try:
            self.place.say(do)
        except Refusal as refusal:
            if refusal.code not in ("phase", "stale"):
                self.refused(refusal)
                self.ears.wait(STAYS)
            return False
        return True

    def idle(self) -> None:
        """Waits for the others, or for the clock; what is typed meanwhile is answered."""
        view = self.view
        if self.awaited != (view.state.round, view.state.phase) and (words := waiting_words(view)):
            self.awaited = (view.state.round, view.state.phase)
            self.say(words)
        line = self.ears.unasked()
        if line is not None and not self.answered(line.strip()):
            self.say("It is not your turn now; say help for what you can say.")
        self.hear(TURN)

    def without_a_seat(self) -> None:
        """A person without a seat watches."""
        free = free_seats(self.view)
        words = f"sit {free[0]}, " if free else ""
        prompt = f"You have no seat ({words}who or quit)? "
        line = self.listen(prompt, lambda: self.closed or self.view.you.me is not None)
        if line:
            self.say("You cannot bet without a seat: say sit, with its number.")

    # Bets

    def bets(self) -> None:
        """Asks for the bets of the next of your hands; when all are done, you are ready."""
        for seat in self.view.you.seats:
            done = seat.status != "sitting" or seat.n in self.skipped
            if not done and not self.banking:
                self.bet_hand(seat)
                return
        if self.go_on("ready"):
            self.ready = self.announced

    @property
    def banking(self) -> bool:
        return self.view.banks

    @property
    def is_offered(self) -> bool:
        """Whether the bank waits for an answer of yours."""
        return self.view.you.bank is not None and self.view.you.bank.offered

    def answer_offer(self) -> None:
        """Asks whether you take a bank whose turn has come after your bets were done."""
        prompt = "The bank is offered to you (bank, with dollars like 500, or pass)? "
        line = self.listen(prompt, lambda: not self.is_offered)
        words = (line or "pass").split()
        try:
            if words[0] == "bank":
                self.take_bank(" ".join(words[1:]))
                self.ready = 0  # bets were taken back for it
            elif self.is_offered:
                self.pass_bank()
        except (NotABet, NotMoney) as fault:
            self.say(str(fault))
        except Refusal as refusal:
            self.refused(refusal)

    def bet_hand(self, seat: SeatFrame) -> None:
        """Asks once for the bet of one hand."""
        round_, bank, last = self.view.state.round, self.view.state.bank, self.last_bets.get(seat.n)
        if bank is not None and self.is_offered:
            self.say(f"The bank is offered to you: say bank {_plain(bank.least)}, or pass.")
            own = self.view.you.bank
            self.say(offer_words(bank.least, own.enough if own else None))
        again = f", Enter for {_bet_text(seat, last)}" if last else ""
        ante = next((spot.min for spot in seat.spots if spot.id == "ante"), 0)
        prompt = f"Bets for seat {seat.n}, in dollars (for example: {_plain(max(ante, 1000))}{again})? "

        def is_over() -> bool:
            mine = self.view.owns(seat.n)
            return not mine or (self.view.state.round, self.view.state.phase) != (round_, "bets")

        line = self.listen(prompt, is_over)
        if line is None:
            return
        try:
            self.bet_line(seat, line, last)
        except (NotABet, NotMoney) as fault:
            self.say(str(fault))
        except Refusal as refusal:
            self.refused(refusal)

    def bet_line(self, seat: SeatFrame, line: str, last: dict[str, Cents] | None) -> None:
        """Takes one typed line."""
        words = line.split()
        if words and words[0] == "skip":
            if not self.has_company():
                raise NotABet("Nobody else is at the table; bet or quit.")
            self.skipped.add(seat.n)
        elif words and words[0] == "bank":
            self.take_bank(" ".join(words[1:]))
        elif words == ["pass"]:
            self.pass_bank()
        elif not words and last is None:
            raise NotABet("Nothing to repeat yet. Say an amount for the Ante in dollars, like 10.")
        else:
            wagers = dict(last) if not words and last else parse_bets(seat.spots, line)
            if self.is_offered:
                self.pass_bank()
            # A seed is made after the seal was seen: neither side can choose the cards.
            seed = "" if self.place.practice else secrets.token_hex(16)
            self.place.say("bets", seat=seat.n, wagers=wagers, seed=seed)
            self.last_bets[seat.n] = wagers

    def has_company(self) -> bool:
        """Whether anyone else sits at the table."""
        return bool(self.view.others)

    def has_people(self) -> bool:
        """Whether another person sits at the table."""
        return any(not seat.bot for seat in self.view.others)

    def take_bank(self, amount: str) -> None:
        """Asks for the bank of this round, and takes it if it is offered (NAPA-16)."""
        bank = self.view.state.bank
        if bank is None:
            raise NotABet(f"{self.view.table.name} has no player bank.")
        if not self.has_company():
            raise NotABet("There is nobody to bank for: say bots add, or start with --bots.")
        stake = parse_dollars(amount) if amount else bank.least
        for seat in [each for each in self.view.you.seats if each.status == "bet"]:
            self.place.say("bets", seat=seat.n, wagers={})
        self.place.say("want_bank", want=True)
        now = self.view.state.bank
        taken = now is not None and (now.offered_to or now.name) is not None
        if taken and not self.is_offered:
            self.say("Another player has the bank now; you are asked when it is your turn.")
            return
        try:
            self.place.say("take_bank", stake=stake)
        except Refusal as refusal:
            if refusal.code == "not_offered":
                self.place.say("want_bank", want=False)
            raise
        self.place.say("want_bank", want=False)

    def pass_bank(self) -> None:
        """Lets the bank go by, now and until it is asked for again."""
        self.place.say("pass_bank")
        self.place.say("want_bank", want=False)

    # Decisions

    def decide(self, number: int) -> None:
        """Asks once for the decision of one seat."""
        round_ = self.view.state.round
        actions = [action for action in self.view.you.actions if action.seat == number]
        if (round_, number) not in self.shown:
            self.shown.add((round_, number))
            for each in one_of_each(actions):
                self.say(f"  {each.id}: {each.consequence}")
            self.coach.before(number)

        def is_over() -> bool:
            return self.view.state.round != round_ or all(
                each.seat != number for each in self.view.you.actions
            )

        line = self.listen(f"Seat {number}: {choices(actions)}? ", is_over)
        if line is None:
            return
        action = chosen(actions, re.sub(r"(draw )?discard", "draw", line.lower()).split())
        if action is None:
            self.say(f"Say {choices(actions)}.")
            return
        doubt = self.coach.doubt(action)
        if doubt is not None and not self.ears.sure(doubt, lambda: self.goes_by(is_over)):
            return
        try:
            if is_raise(action.id):
                self.place.say("play", seat=number, times=RAISES[action.id])
            elif action.discard:
                self.place.say(action.id, seat=number, discard=action.discard)
            else:
                self.place.say(action.id, seat=number)
        except Refusal as refusal:
            self.refused(refusal)

    # The end

    def leave(self) -> None:
        """Leaves for good: the platform decides what is left to decide (STD-13)."""
        view = self.view
        in_hand = any(seat.cards and seat.net is None for seat in view.you.seats) or self.banking
        cards_out = in_hand and view.state.phase in ("deal", "decisions", "reveal")
        if cards_out:
            self.say("You leave with cards on the table.")
        self.telling.leaves = True
        self.place.leave()
        if cards_out:
            self.hear()
            if self.ended != self.announced:
                self.say("The away rule decides your hand; the others play the round to its end.")
        self.count()


def waiting_words(view: TableView) -> str | None:
    """Whose turn it is, as far as it shows."""
    others = [seat for seat in view.others if not seat.bot]
    if view.state.phase == "bets":
        names = [name_at(view, seat.n) for seat in others if seat.here and not seat.ready]
    elif view.state.phase == "decisions":
        names = [name_at(view, seat.n) for seat in others if seat.status == "deciding"]
    else:
        names = []
    return f"Waiting for {all_of(names)}." if names else None


def _bet_text(seat: SeatFrame, wagers: dict[str, Cents]) -> str:
    labels = {spot.id: spot.label for spot in seat.spots}
    return ", ".join(f"{labels.get(name, name)} {dollars(cents)}" for name, cents in wagers.items())


def _plain(cents: Cents) -> str:
    """An amount as one types it."""
    return dollars(cents).replace("$", "").replace(",", "")

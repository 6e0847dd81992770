"""A live table: people, seats, clocks, bots and the bank's turn around one table of the pit.

It owns no clock and no socket. Whoever runs it calls it with the time, one call after the other, asks for
`deadline` and calls `tick` then. All money and every card go through the pit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.cage.ids import table_actor
from pitboss.floor.bots import BOTS
from pitboss.floor.desk_work import Advice
from pitboss.floor.settings import Seconds
from pitboss.floor.sitters import Instruction, check_side_by_side
from pitboss.floor.table_bank import TableWithBank
from pitboss.money import Cents, dollars
from pitboss.odds.coach import Hand
from pitboss.pit import PROPOSITION, Bet, CloseTable
from pitboss.round import (
    Decide,
    PlaceBets,
    Refusal,
    Spot,
    TakeBank,
    VoidRound,
    open_round,
    spots,
    why_not,
)
from pitboss.round.bets import check_seats_of_person
from pitboss.round.events import VoidCause
from pitboss.round.settle import ActionId


class LiveTable(TableWithBank):
    """One live table. Each call either happens whole or raises a refusal and changes nothing."""

    # People

    def come(self, person: str, name: str, now: Seconds) -> None:
        """A person comes to the table, or comes back."""
        before = self.seating.people.get(person)
        self.seating = self.seating.come(person, name)
        self._count([person])
        if before is not None and before.seats and not before.here:
            self._note({"k": "back", "name": name, "seats": list(before.seats)})
        self._go_on(now)

    def gone(self, person: str, now: Seconds) -> None:
        """A person's connection is lost: seats are kept, and the clock decides."""
        sitter = self.seating.people.get(person)
        if sitter is None:
            return
        if not sitter.seats:
            self.seating = self.seating.go(person)
            self._forget_stacks()
            return
        self.seating = self.seating.change(person, here=False)
        self._note({"k": "away", "name": sitter.name, "seats": list(sitter.seats)})
        self._go_on(now)

    def sit(self, person: str, seat: int, now: Seconds) -> None:
        """Takes a seat."""
        self._open_for_play()
        sitter = self._known(person)
        self.seating = self.seating.sit(self.table, person, seat)
        state = self.open_round
        if state is not None and state.phase != "bets" and not sitter.seats:
            self.seating = self.seating.change(person, idle=-1)  # nobody could bet on the round under way
        self._give_chips(person)
        self._note({"k": "sit", "seat": seat, "name": sitter.name}, seat)
        self._go_on(now)

    def stand(self, person: str, seat: int | None, now: Seconds) -> None:
        """Gives up a seat, or all; with cards or a bet on the table it happens after this hand."""
        sitter = self._known(person)
        wanted = sitter.seats if seat is None else (seat,)
        if any(each not in sitter.seats for each in wanted):
            raise Refusal("not_yours", f"Seat {seat} is not yours", None, "seat")
        leaves = tuple(sorted({*sitter.leaves, *wanted}))
        check_side_by_side(self.table, [each for each in sitter.seats if each not in leaves])
        if not self._in_play(person, wanted):
            self._stand(person, wanted)
        elif leaves != sitter.leaves:
            self.seating = self.seating.change(person, leaves=leaves)
            self._note({"k": "leaving", "name": sitter.name, "seats": list(leaves)})
        self._go_on(now)

    def leave(self, person: str, now: Seconds) -> None:
        """Goes for good: bets not yet dealt go back, and the platform decides what is open (STD-13).

        A bank stays until its round is over where others have bet against it. At a table that the operator
        has stopped, bets go back all the same, and a hand is decided as soon as the table goes on.
        """
        self._known(person)
        state = self.open_round
        if state is not None and state.phase == "bets":
            for seat in (each.number for each in state.seats if each.player == person):
                self._do(person, self.new_id(), Bet(seat, person, {}), seat)
        self.seating = self.seating.change(person, ready=True, wants_bank=False, quits=True)
        self.stand(person, None, now)
        if self.frozen and self.open_round is not None and self.open_round.phase == "bets":
            self._free_bank(self.open_round, late=False)  # of whoever has left before

    def instruct(self, person: str, instruction: Instruction) -> None:
        """What the platform does for a person who is away (STD-13)."""
        self._known(person)
        self.seating = self.seating.change(person, instruction=instruction)

    def add_bot(self, kind: str, now: Seconds) -> None:
        """A bot takes the first free seat; it acts through the same commands as people."""
        self._open_for_play()
        if kind not in BOTS:
            text = f"{kind!r} is no bot; allowed: {', '.join(BOTS)}"
            raise Refusal("bot", text, None, "bot")
        free = [n for n in range(1, self.table.sheet.seats + 1) if self.seating.at(n) is None]
        if not free:
            raise Refusal("full", "Every seat is taken", self.table.sheet.seats_clause, "seat")
        bot = f"bot:{self.id}:{self.new_id()}"
        self.seating = self.seating.come(bot, f"{kind} bot", kind).sit(self.table, bot, free[0])
        self.seating = self.seating.change(bot, ready=True)
        self._note({"k": "sit", "seat": free[0], "name": f"{kind} bot"}, free[0])
        self._go_on(now)

    def remove_bot(self, seat: int, now: Seconds) -> None:
        """A bot gets up, after this hand if it is in one."""
        sitter = self.seating.at(seat)
        if sitter is None or sitter.bot is None:
            raise Refusal("bot", f"No bot sits at seat {seat}", None, "seat")
        self.stand(sitter.id, None, now)

    # Bets

    def draft(self, person: str, seat: int, wagers: Mapping[str, Cents]) -> tuple[Spot, ...]:
        """The spots as they would be with these wagers; nothing is stored."""
        self._own(person, seat)
        state = self.open_round
        return spots(self.table, wagers, open_=state is None or state.phase == "bets", accepted=False)

    def bet(
        self, person: str, command: str, seat: int, wagers: dict[str, Cents], seed: str, now: Seconds
    ) -> None:
        """Replaces a seat's whole bet."""
        wanted = Bet(seat, person, wagers, seed)
        if self.done_before(person, command, wanted):
            return
        self._open_for_play()
        self._own(person, seat)
        if self.open_round is None:
            self._check_first_bet(command, wanted)
            self._next_round(now)
        if not wagers:
            self._check_cleared(person, seat)
        self._do(person, command, wanted, seat)
        self.seating = self.seating.change(person, ready=False, idle=0)
        self._start_clock(now)
        self._go_on(now)

    def next(self, person: str, now: Seconds) -> None:
        """Clears the paid felt, so that the next round's commitment is seen before a seed is made."""
        self._open_for_play()
        if not self._known(person).seats:
            raise Refusal("no_seat", "Sit down first", None, "seat")
        state = self.open_round
        if state is not None and state.phase != "bets":
            raise Refusal("phase", "This round is not over yet", self.table.sheet.closes_clause)
        self._next_round(now)
        self._go_on(now)

    def ready(self, person: str, now: Seconds) -> None:
        """Done with the bets: the cards are dealt as soon as everybody is."""
        self._open_for_play()
        sitter = self._known(person)
        if not sitter.seats:
            raise Refusal("no_seat", "Sit down first", None, "seat")
        self._next_round(now)
        state = self.open_round
        if state is None or state.phase != "bets":
            raise Refusal("phase", "The cards are dealt already", self.table.sheet.closes_clause)
        if sitter.ready and self.seating.people[person].ready:
            return
        self.seating = self.seating.change(person, ready=True)
        self._note({"k": "ready", "name": sitter.name})
        self._go_on(now)

    # Decisions

    def decide(
        self, person: str, command: str, seat: int, action: ActionId, discard: str | None, now: Seconds
    ) -> None:
        """Fold, play or draw."""
        self._not_frozen()
        self._do(person, command, Decide(seat, person, action, discard), seat)
        self._go_on(now)

    def more_time(self, person: str, now: Seconds) -> None:
        """More time to decide, so many times a round."""
        self._not_frozen()
        state, clock = self.open_round, self.clock
        sitter = self._known(person)
        waiting = state is not None and any(
            each.player == person for each in state.seats if each.number in state.waiting
        )
        if clock is None or self.until is None or not waiting:
            raise Refusal("no_clock", "No clock is running for you", None)
        if sitter.more_time >= clock.extensions:
            raise Refusal("no_more_time", f"More time is given {clock.extensions} times a round", None)
        self.seating = self.seating.change(person, more_time=sitter.more_time + 1)
        self.until += clock.extension
        self._note({"k": "more_time", "name": sitter.name})

    # The operator

    def void(self, actor: str, command: str, cause: VoidCause, now: Seconds) -> None:
        """Declares the round void: everything goes back."""
        if self._do(actor, command, VoidRound(cause)):
            self._ended(now)
            self._go_on(now)

    def freeze(self, frozen: bool, now: Seconds) -> None:
        """Stops the table as it is, or lets it go on with full clocks."""
        if frozen != self.frozen:
            self.settings = replace(self.settings, frozen=frozen, aside="")
            self._note({"k": "frozen" if frozen else "thawed"})
            if not frozen:
                self.start_clocks_again(now)
                self._go_on(now)

    def close_as_host(self, person: str, command: str, now: Seconds) -> None:
        """Who has opened a table may close it, and no other player."""
        if not self.settings.host or person != self.settings.host:
            raise Refusal("not_host", "Only who has opened this table may close it", None)
        self.close(person, command, now)

    def close(self, actor: str, command: str, now: Seconds) -> None:
        """No further round: a running one is finished first, bets that were not dealt go back."""
        if self.closed_before(actor, command):
            return
        if self.closing or self.stored_table.closed:
            raise Refusal("closing", "This table closes already", None)
        self.settings = replace(self.settings, closes_by=(actor, command))
        self._end_offer()
        if self.settings.aside:
            self._void_open()
        state = self.open_round
        if state is not None and state.phase == "bets":
            for seat in state.seats:
                self._do(seat.player, self.new_id(), Bet(seat.number, seat.player, {}), seat.number)
            if state.bank is not None:
                bank = state.bank.player
                own = table_actor(self.id) if bank == PROPOSITION else bank
                self._do(own, self.new_id(), TakeBank(bank, 0))
            state = None
        if state is None:
            self._shut()
        else:
            self._note({"k": "closing"})
            self._go_on(now)

    def closed_before(self, actor: str, command: str) -> bool:
        """Whether this very command has closed the table, or will when the round is over."""
        return self.settings.closes_by == (actor, command) or self.done_before(actor, command, CloseTable())

    def start_clocks_again(self, now: Seconds) -> None:
        """After a pause that was nobody's fault, people get their full time again."""
        self._start_clock(now, again=True)

    def resume(self, now: Seconds) -> None:
        """After a pause in which nobody could do anything: running clocks start full again."""
        if self.deadline is not None:
            self.start_clocks_again(now)
            self._note({"k": "resumed"})

    def tick(self, now: Seconds) -> None:
        """What happens because time has passed."""
        if not self.frozen:
            self._go_on(now)

    def hear_advice(self, hand: Hand, best: Advice, now: Seconds) -> None:
        """What is best for a hand that the table has asked about; None: nobody could say."""
        if hand in self.asked:  # else the round has ended without it
            del self.asked[hand]
            self.advised[hand] = best
            self._go_on(now)

    # Small parts

    def _own(self, person: str, seat: int) -> None:
        if seat not in self._known(person).seats:
            raise Refusal("not_yours", f"Seat {seat} is not yours: sit down there first", None, "seat")

    def _check_first_bet(self, command: str, bet: Bet) -> None:
        """Raises the refusal that a bet would meet in the next round, before the paid one is swept away."""
        try:
            self.pit_table.do(bet.player, command, bet)
        except Refusal as refusal:
            if refusal.code != "no_round":
                raise
        refused = why_not(open_round(self.table), PlaceBets(bet.seat, bet.player, bet.wagers))
        if refused is not None:
            raise refused
        need = self.table.need(bet.wagers)
        if self.pit_table.funds(bet.player) < need:
            text = f"This bet needs {dollars(need)}, with what is kept for {self.table.sheet.play.label}"
            raise Refusal("funds", f"{text}; there is less in hand", None, "wagers")

    def _check_cleared(self, person: str, seat: int) -> None:
        """What is left of a person's bets must be dealt: side by side where the sheet says so (NAPA-14)."""
        state = self.open_round
        if state is not None and state.phase == "bets":
            left = [each.number for each in state.seats if each.player == person and each.number != seat]
            check_seats_of_person(self.table, person, left, "seat", state.bank.seat if state.bank else None)

    def _in_play(self, person: str, wanted: tuple[int, ...]) -> bool:
        state = self.open_round
        if state is None:
            return False
        if state.bank is not None and state.bank.player == person:
            return True
        return any(each.player == person and each.number in wanted for each in state.seats)

    def _open_for_play(self) -> None:
        self._not_frozen()
        if self.closing or self.stored_table.closed:
            raise Refusal("closing", "This table closes: no further round is played", None)

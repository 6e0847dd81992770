"""A live table: people, seats, clocks, bots and the bank's turn around one table of the pit.

It owns no clock and no socket. Whoever runs it calls it with the time, one call after the other, asks for
`deadline` and calls `tick` then. All money and every card go through the pit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.cage.journal import Asked, first_answer, was_done
from pitboss.floor.banking import BankTurn, candidates, least_stake
from pitboss.floor.bots import BOTS, Bot
from pitboss.floor.people import Instruction, Seating, Sitter, check_side_by_side
from pitboss.floor.settings import HELD_ROUNDS, Clock, Seconds, Settings
from pitboss.money import Cents, dollars
from pitboss.pit import PROPOSITION, Bet, CloseTable, Deal, OpenRound, PitCommand, PitTable, Settle
from pitboss.pit.commands import command_text
from pitboss.pit.postings import PROPOSITION_STAKES
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    Decide,
    Decided,
    EndDeal,
    Event,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    RoundSettled,
    RoundVoided,
    Spot,
    TakeBank,
    Viewer,
    VoidRound,
    away_decision,
    open_round,
    spots,
    view,
    why_not,
)
from pitboss.round.bets import check_seats_of_person
from pitboss.round.events import VoidCause
from pitboss.round.settle import ActionId, play_stake
from pitboss.round.table import Table

BOT_PURSE: Cents = 1_000_000  # what a bot is given whenever it runs short
Note = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened at the table: an event of the round with the state after it, or a note."""

    rev: int
    event: Event | None
    state: Round | None
    note: Note | None = None


class LiveTable:
    """One live table. Each call either happens whole or raises a refusal and changes nothing."""

    def __init__(self, felt: PitTable, settings: Settings, new_id: Callable[[], str], now: Seconds) -> None:
        self.felt = felt
        self.settings = settings
        self.new_id = new_id
        self.seating = Seating()
        self.turn = BankTurn()
        self.meter = felt.pit.meter(felt.table.sheet)  # in micro-cents, as last seen
        self.stacks: dict[str, Cents] = {}  # what people have in hand, as last seen
        self.last: Round | None = None  # the ended round, while it stays on the felt
        self.rev = 0
        self.phase_rev = 0
        self.seat_rev: dict[int, int] = {}
        self.until: Seconds | None = None  # when the running clock ends
        self.offer_until: Seconds | None = None
        self._changes: list[Change] = []
        self._start_clock(now)

    # What others ask

    @property
    def table(self) -> Table:
        return self.felt.table

    @property
    def frozen(self) -> bool:
        """Whether an operator has stopped the table; it stays so when another process takes it over."""
        return self.settings.frozen

    @property
    def closing(self) -> bool:
        """Whether the running round is the last; that, too, outlives the process."""
        return self.settings.closes_by is not None

    @property
    def clock(self) -> Clock | None:
        return self.settings.clock

    @property
    def state(self) -> Round | None:
        """The round on the felt: the open one, or the one that has just been paid."""
        return self.felt.state or self.last

    @property
    def deadline(self) -> Seconds | None:
        """When `tick` should be called."""
        if self.frozen:
            return None
        return self.until if self.offer_until is None else self.offer_until  # no deal without a bank

    def take_changes(self) -> list[Change]:
        """What has happened since the last time, in order."""
        changes, self._changes = self._changes, []
        return changes

    def check_fresh(self, rev: int, seat: int | None = None) -> None:
        """Refuses a command that was made from an old view: another phase, or its own seat has changed."""
        changed = max(self.phase_rev, self.seat_rev.get(seat, 0) if seat is not None else 0)
        if rev < changed or rev > self.rev:
            raise Refusal("stale", "The table has changed since: look again", None, "rev", {"rev": self.rev})

    def was_done(self, person: str, command: str) -> bool:
        """Whether a command has been done, here or by a process before this one."""
        return self.felt.pit.store.read(lambda connection: was_done(connection, person, command))

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
            return
        self.seating = self.seating.change(person, here=False)
        self._note({"k": "away", "name": sitter.name, "seats": list(sitter.seats)})
        self._go_on(now)

    def sit(self, person: str, seat: int, now: Seconds) -> None:
        """Takes a seat."""
        self._open_for_play()
        sitter = self._known(person)
        self.seating = self.seating.sit(self.table, person, seat)
        state = self.felt.state
        if state is not None and state.phase != "bets" and not sitter.seats:
            self.seating = self.seating.change(person, idle=-1)  # nobody could bet on the round under way
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
        bot = f"bot:{self.felt.id}:{self.new_id()}"
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
        state = self.felt.state
        return spots(self.table, wagers, open_=state is None or state.phase == "bets", accepted=False)

    def bet(
        self, person: str, command: str, seat: int, wagers: dict[str, Cents], seed: str, now: Seconds
    ) -> None:
        """Replaces a seat's whole bet."""
        wanted = Bet(seat, person, wagers, seed)
        if self._done_before(person, command, wanted):
            return
        self._open_for_play()
        self._own(person, seat)
        if self.felt.state is None:
            self._check_first_bet(command, wanted)
            self._next_round(now)
        if not wagers:
            self._check_cleared(person, seat)
        self._do(person, command, wanted, seat)
        self.seating = self.seating.change(person, ready=False, idle=0)
        self._start_clock(now)
        self._go_on(now)

    def ready(self, person: str, now: Seconds) -> None:
        """Done with the bets: the cards are dealt as soon as everybody is."""
        self._open_for_play()
        sitter = self._known(person)
        if not sitter.seats:
            raise Refusal("no_seat", "Sit down first", None, "seat")
        self._next_round(now)
        state = self.felt.state
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
        state, clock = self.felt.state, self.clock
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

    # The bank

    def want_bank(self, person: str, want: bool, now: Seconds) -> None:
        """Whether a person wants to be offered the bank."""
        if self.table.sheet.bank is None:
            raise Refusal("no_bank", f"{self.table.sheet.name} has no player bank", None, "bank")
        if not self._known(person).seats:
            raise Refusal("no_seat", "The bank is offered to people with a seat", None, "seat")
        self.seating = self.seating.change(person, wants_bank=want)
        if not want and self.turn.offered == person:
            self.pass_bank(person, now)
        self._go_on(now)

    def take_bank(self, person: str, command: str, stake: Cents, now: Seconds) -> None:
        """Takes the bank that was offered (NAPA-16)."""
        self._not_frozen()
        bank = self.table.sheet.bank
        seats = self._known(person).seats
        wanted = TakeBank(person, stake, seats[0] if seats else None)
        if self._done_before(person, command, wanted):
            return
        if bank is None or self.turn.offered != person:
            clause = bank.rotation_clause if bank else None
            raise Refusal("not_offered", "The bank is not offered to you now", clause, "bank")
        if stake < least_stake(self.table):
            text = f"The bank must be at least the table maximum ({dollars(self.table.max)})"
            raise Refusal("too_low", text, bank.rotation_clause, "stake")
        state = self.felt.state
        if state is not None and any(each.player == person for each in state.seats):
            raise Refusal(
                "bank_bets", "Clear your bets first: the bank bets on no seat", bank.rotation_clause
            )
        self._do(person, command, wanted)
        self._end_offer()
        self._go_on(now)

    def pass_bank(self, person: str, now: Seconds) -> None:
        """Lets the bank go by."""
        if self.turn.offered == person:
            self._passed(now)
            self._go_on(now)

    # The operator

    def void(self, actor: str, command: str, cause: VoidCause, now: Seconds) -> None:
        """Declares the round void: everything goes back."""
        if self._do(actor, command, VoidRound(cause)):
            self._ended(now)
            self._go_on(now)

    def freeze(self, frozen: bool, now: Seconds) -> None:
        """Stops the table as it is, or lets it go on with full clocks."""
        if frozen != self.frozen:
            self.settings = replace(self.settings, frozen=frozen)
            self._note({"k": "frozen" if frozen else "thawed"})
            if not frozen:
                self._start_clock(now, again=True)
                self._go_on(now)

    def close(self, actor: str, command: str, now: Seconds) -> None:
        """No further round: a running one is finished first, bets that were not dealt go back."""
        if self._done_before(actor, command, CloseTable()) or self.settings.closes_by == (actor, command):
            return
        if self.closing or self.felt.standing.felt.closed:
            raise Refusal("closing", "This table closes already", None)
        self.settings = replace(self.settings, closes_by=(actor, command))
        self._end_offer()
        state = self.felt.state
        if state is not None and state.phase == "bets":
            for seat in state.seats:
                self._do(seat.player, self.new_id(), Bet(seat.number, seat.player, {}), seat.number)
            if state.bank is not None:
                bank = state.bank.player
                own = f"table:{self.felt.id}" if bank == PROPOSITION else bank
                self._do(own, self.new_id(), TakeBank(bank, 0))
            state = None
        if state is None:
            self._shut()
        else:
            self._go_on(now)

    def tick(self, now: Seconds) -> None:
        """What happens because time has passed."""
        if not self.frozen:
            self._go_on(now)

    # What drives a round

    def _go_on(self, now: Seconds) -> None:
        """Takes every step that waits for nobody."""
        while not self.frozen and not self.felt.standing.felt.closed and self._one_step(now):
            pass

    def _one_step(self, now: Seconds) -> bool:
        """One step, and whether there was one to take."""
        state = self.felt.state
        if state is None:
            return self._between_rounds(now)
        if state.phase == "bets":
            return self._bank_step(state, now) or self._bot_bets(state, now) or self._deal_step(state, now)
        if state.phase == "deal":
            self._dealer(EndDeal())
            self._start_clock(now, again=True)
            return True
        if state.phase == "decisions":
            return self._decision_step(state, now)
        self._dealer(Settle())
        self._ended(now)
        return True

    def _between_rounds(self, now: Seconds) -> bool:
        if self.closing:
            self._shut()
            return False
        if self.last is not None and self.clock is not None:
            if self.until is not None and now < self.until:
                return False
            self._next_round(now)
            return True
        if self.last is None:
            self._next_round(now)
            return True
        return False  # without a clock the paid round stays until somebody bets

    def _next_round(self, now: Seconds) -> None:
        """Clears the felt and takes bets on a new round."""
        if self.felt.state is not None:
            return
        self.last, self.until = None, None
        self._dealer(OpenRound())
        self.seating = self.seating.new_round()

    def _ended(self, now: Seconds) -> None:
        """A round was paid or is void: who wanted to leave leaves, seats that nobody uses become free."""
        self.meter = self.felt.pit.meter(self.table.sheet)
        ended = self.last
        if ended is None:
            return
        played = {each.player for each in ended.seats}
        bank = ended.bank.player if ended.bank else None
        seat = ended.bank.seat if ended.bank and ended.bank.seat else self.turn.last_seat
        if self.table.sheet.bank:
            self.turn = self.turn.next_round(None if bank == PROPOSITION else bank, seat)
        for each in self.seating.seated():
            idle = 0 if each.id in played or each.id == bank or each.bot else each.idle + 1
            self.seating = self.seating.change(each.id, idle=idle)
            held = self.clock is None or idle < HELD_ROUNDS
            leaves = each.leaves if held else each.seats
            if leaves:
                self._stand(each.id, leaves)
        self.until = now + self.clock.result if self.clock else None
        self.offer_until = None

    def _deal_step(self, state: Round, now: Seconds) -> bool:
        """Deals when everybody is ready, or when the clock for bets has run out."""
        if not (state.seats and _people_in(state)) or (self.table.sheet.bank and state.bank is None):
            return False
        late = self.until is not None and now >= self.until
        if not late and self._somebody_bets(state):
            return False
        self._dealer(Deal())
        self.until = None
        return True

    def _somebody_bets(self, state: Round) -> bool:
        """Whether somebody is not done: who has bet, connected or not, and who may still bet."""
        betting = {each.player for each in state.seats}
        known = self.seating.people
        return any(person not in known for person in betting) or any(
            not each.ready and (each.here or each.id in betting) for each in self.seating.seated()
        )

    def _decision_step(self, state: Round, now: Seconds) -> bool:
        if not state.waiting:
            self._dealer(RevealDealer())
            return True
        late = self.until is not None and now >= self.until
        for number in state.waiting:
            seat = state.seat(number)
            sitter = self.seating.people.get(seat.player) if seat else None
            if sitter is not None and sitter.bot is not None:
                self._bot_decides(state, number, BOTS[sitter.bot], "player")
                return True
            if late:
                self._away_decides(state, number, sitter)
                return True
        return False

    def _away_decides(self, state: Round, number: int, sitter: Sitter | None) -> None:
        """The platform decides for somebody who is away, as they asked (STD-13)."""
        instruction = sitter.instruction if sitter else "away rule"
        seat = state.seat(number)
        if seat is None:
            raise AssertionError("a seat that waits has bet")
        if instruction == "away optimal":
            self._bot_decides(state, number, BOTS["optimal"], "away optimal")
        elif instruction == "away fold":
            self._dealer(Decide(number, seat.player, "fold", by="away fold"), number)
        else:
            self._dealer(away_decision(state, number), number)

    def _bot_bets(self, state: Round, now: Seconds) -> bool:
        """Bots bet once a person has: a table of bots alone stands still."""
        if not _people_in(state):
            return False
        for each in self.seating.seated():
            if each.bot and not each.leaving and state.seat(each.seats[0]) is None:
                wagers = BOTS[each.bot].bets(self.table)
                need = self._need(wagers)
                if self.felt.pit.funds(each.id) < need:
                    purse = max(BOT_PURSE, need)
                    self.felt.pit.grant(each.id, purse, f"table:{self.felt.id}", self.new_id())
                self._do(each.id, self.new_id(), Bet(each.seats[0], each.id, wagers), each.seats[0])
                self._start_clock(now)
                return True
        return False

    def _bot_decides(self, state: Round, number: int, bot: Bot, by: str) -> None:
        """A bot sees what a person in its seat would see, and nothing else."""
        seat = state.seat(number)
        if seat is None:
            raise AssertionError("a seat that waits has bet")
        seen = view(state, Viewer(seat.player))
        action = bot.decides(self.table, seen, number)
        actor = seat.player if by == "player" else f"table:{self.felt.id}"
        command = Decide(number, seat.player, action.id, action.discard, by)  # type: ignore[arg-type]
        self._do(actor, self.new_id(), command, number)

    # The bank's turn

    def _bank_step(self, state: Round, now: Seconds) -> bool:
        """Offers the bank, lets an offer lapse, or lets the house's own player take it."""
        if self.table.sheet.bank is None or state.bank is not None:
            return False
        if self.turn.offered is not None:
            offered = self.seating.people.get(self.turn.offered)
            if self.offer_until is None and self.clock is not None:
                self.offer_until = now + self.clock.bank_offer  # the table was taken over in between
            lapsed = self.offer_until is not None and now >= self.offer_until
            if lapsed or offered is None or not offered.here or not offered.seats:
                self._passed(now)
                return True
            return False
        funds = {each.id: self.felt.pit.funds(each.id) for each in self.seating.seated() if each.wants_bank}
        asked = candidates(self.table, self.seating, self.turn, funds)
        if asked:
            self._offer(asked[0], now)
            return True
        if not state.seats:
            return False  # the house's own player waits until there is something to bank
        self._dealer(TakeBank(PROPOSITION, PROPOSITION_STAKES * self.table.max))
        return True

    def _offer(self, sitter: Sitter, now: Seconds) -> None:
        self.turn = BankTurn(
            self.turn.last, self.turn.last_seat, self.turn.streak, self.turn.asked, offered=sitter.id
        )
        self.offer_until = now + self.clock.bank_offer if self.clock else None
        self._note({"k": "bank_offer", "name": sitter.name, "seat": sitter.seats[0]})

    def _passed(self, now: Seconds) -> None:
        offered = self.turn.offered
        asked = (*self.turn.asked, offered) if offered else self.turn.asked
        self.turn = BankTurn(self.turn.last, self.turn.last_seat, self.turn.streak, asked)
        self.offer_until = None
        self._note({"k": "bank_passed"})

    def _end_offer(self) -> None:
        self.turn = BankTurn(self.turn.last, self.turn.last_seat, self.turn.streak, self.turn.asked)
        self.offer_until = None

    # Small parts

    def _start_clock(self, now: Seconds, *, again: bool = False) -> None:
        """Starts the clock of the phase where none runs, or starts it full again."""
        state, clock = self.felt.state, self.clock
        if clock is None:
            return
        if again and self.offer_until is not None:
            self.offer_until = now + clock.bank_offer
        if state is None:
            if again and self.last is not None:
                self.until = now + clock.result
        elif state.phase == "bets" and not (state.seats and _people_in(state)):
            self.until = None  # it runs from the first bet, and stops when the last one is cleared
        elif self.until is None or again:
            lasts = {"bets": clock.bets, "decisions": clock.decision}
            self.until = now + lasts.get(state.phase, 0.0)  # other phases wait for nobody

    def _dealer(self, command: PitCommand, seat: int | None = None) -> None:
        """What the table itself does."""
        self._do(f"table:{self.felt.id}", self.new_id(), command, seat)

    def _done_before(self, actor: str, command_id: str, command: PitCommand) -> bool:
        """Whether a command is a repetition: it is accepted, and nothing happens again."""
        asked = Asked(actor, command_id, command_text(self.felt.id, command))
        return self.felt.pit.store.read(lambda connection: first_answer(connection, asked)) is not None

    def _do(self, actor: str, command_id: str, command: PitCommand, seat: int | None = None) -> bool:
        """Does a command; whether it was new."""
        before = self.phase
        done = self.felt.do(actor, command_id, command)
        if done.repeated:
            return False
        if done.state is not None and done.state.ended is not None:
            self.last = done.state
        for event in done.events:
            self.rev += 1
            self._changes.append(Change(self.rev, event, done.state))
            self._count(_paid_people(event, done.state))
        if seat is not None:
            self.seat_rev[seat] = self.rev
        if not done.events:
            self._note({"k": type(command).__name__.lower()})
        if before != self.phase or not done.events:
            self.phase_rev = self.rev
        return True

    def _count(self, people: Iterable[str]) -> None:
        """Looks up what some people have in hand."""
        for person in people:
            self.stacks[person] = self.felt.pit.funds(person)

    @property
    def phase(self) -> str:
        return self.state.phase if self.state else "closed"

    def _note(self, note: Note, seat: int | None = None) -> None:
        self.rev += 1
        if seat is not None:
            self.seat_rev[seat] = self.rev
        self._changes.append(Change(self.rev, None, self.state, note))

    def _stand(self, person: str, seats: tuple[int, ...]) -> None:
        sitter = self.seating.people[person]
        for each in seats:
            self.seating = self.seating.stand(person, each)
            self._note({"k": "stand", "seat": each, "name": sitter.name}, each)
        if not self.seating.people[person].seats and (sitter.bot or not sitter.here):
            self.seating = self.seating.go(person)

    def _known(self, person: str) -> Sitter:
        sitter = self.seating.people.get(person)
        if sitter is None:
            raise Refusal("not_here", "Come to the table first", None, "player")
        return sitter

    def _own(self, person: str, seat: int) -> None:
        if seat not in self._known(person).seats:
            raise Refusal("not_yours", f"Seat {seat} is not yours: sit down there first", None, "seat")

    def _check_first_bet(self, command: str, bet: Bet) -> None:
        """Raises the refusal that a bet would meet in the next round, before the paid one is swept away."""
        try:
            self.felt.do(bet.player, command, bet)
        except Refusal as refusal:
            if refusal.code != "no_round":
                raise
        refused = why_not(open_round(self.table), PlaceBets(bet.seat, bet.player, bet.wagers))
        if refused is not None:
            raise refused
        need = self._need(bet.wagers)
        if self.felt.pit.funds(bet.player) < need:
            text = f"This bet needs {dollars(need)}, with what is kept for {self.table.sheet.play.label}"
            raise Refusal("funds", f"{text}; there is less in hand", None, "wagers")

    def _need(self, wagers: Mapping[str, Cents]) -> Cents:
        """What a bet asks for: its stakes, and the Play bet that is kept for it."""
        return sum(wagers.values()) + play_stake(self.table, wagers.get("ante", 0))

    def _check_cleared(self, person: str, seat: int) -> None:
        """What is left of a person's bets must be dealt: side by side where the sheet says so (NAPA-14)."""
        state = self.felt.state
        if state is not None and state.phase == "bets":
            left = [each.number for each in state.seats if each.player == person and each.number != seat]
            check_seats_of_person(self.table, person, left, "seat", state.bank.seat if state.bank else None)

    def _shut(self) -> None:
        """The table is closed, in the name of who asked for it."""
        if self.settings.closes_by is None:
            raise AssertionError("a table closes because somebody asked")
        self._do(*self.settings.closes_by, CloseTable())
        self._note({"k": "closed"})
        self.until = self.offer_until = None

    def _in_play(self, person: str, wanted: tuple[int, ...]) -> bool:
        state = self.felt.state
        if state is None:
            return False
        if state.bank is not None and state.bank.player == person:
            return True
        return any(each.player == person and each.number in wanted for each in state.seats)

    def _not_frozen(self) -> None:
        if self.frozen:
            raise Refusal("frozen", "The table is stopped for the moment", None)

    def _open_for_play(self) -> None:
        self._not_frozen()
        if self.closing or self.felt.standing.felt.closed:
            raise Refusal("closing", "This table closes: no further round is played", None)


def _people_in(state: Round) -> bool:
    """Whether a person takes part in a round, at a seat or as the bank."""
    players = [each.player for each in state.seats] + ([state.bank.player] if state.bank else [])
    return any(each != PROPOSITION and not each.startswith("bot:") for each in players)


def _paid_people(event: Event, state: Round | None) -> set[str]:
    """Whose money an event has moved."""
    match event:
        case BetsPlaced(_, player) | BankTaken(player):
            found = {player}
        case Decided(number, "fold"):
            seat = state.seat(number) if state else None
            found = {seat.player} if seat else set()
        case RoundSettled() | RoundVoided():
            found = {seat.player for seat in state.seats} if state else set()
            if state and state.bank:
                found.add(state.bank.player)
        case _:
            found = set()
    return found - {PROPOSITION}

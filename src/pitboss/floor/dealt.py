"""What drives a round: every step that waits for nobody, the clocks that run out, bots, the bank's turn."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pitboss.cage.ids import table_actor
from pitboss.floor.banking import BankTurn, candidates
from pitboss.floor.bots import BOTS, Bot, advised, hand_seen
from pitboss.floor.held import HeldTable, people_in
from pitboss.floor.settings import HELD_ROUNDS, LAPSES, Seconds
from pitboss.floor.sitters import Sitter
from pitboss.floor.table_faults import passes
from pitboss.money import Cents
from pitboss.pit import PROPOSITION, Bet, CloseTable, Deal, OpenRound, Settle
from pitboss.pit.postings import PROPOSITION_STAKES
from pitboss.round import (
    Decide,
    EndDeal,
    Refusal,
    RevealDealer,
    Round,
    TakeBank,
    Viewer,
    VoidRound,
    away_decision,
    view,
)
from pitboss.round.bets import wager_range
from pitboss.round.events import DecidedBy
from pitboss.round.table import Table

BOT_PURSE: Cents = 1_000_000  # what a bot is given whenever it runs short
CHIPS: Cents = 100_000  # what a person gets at least, where chips are played with


def chips_for(table: Table) -> Cents:
    """What a person gets who sits down where chips are played with: enough for this table."""
    return max(CHIPS, 2 * table.max)


class DealtTable(HeldTable):
    """A table that goes on by itself as far as it can."""

    def _go_on(self, now: Seconds) -> None:
        """Takes every step that waits for nobody; where that fails of itself, the table is set aside."""
        try:
            while not self.frozen and not self.stored_table.closed and self._one_step(now):
                pass
        except Exception as fault:
            if isinstance(fault, Refusal) or passes(fault):
                raise
            self.set_aside(type(fault).__name__)
        self._start_clock(now)

    def set_aside(self, fault: str) -> None:
        """The table cannot go on: its round is void where that is possible (STD-12), and it stands still.

        It waits for who closes it; an operator may also let it go on.
        """
        with suppress(Exception):  # it is told as it is, and voided when it is closed
            self._void_open()
        self._end_offer()
        self.settings = replace(self.settings, frozen=True, aside=fault)
        self._note({"k": "frozen"})

    def _void_open(self) -> None:
        if self.open_round is not None:
            self._dealer(VoidRound("cannot go on"))

    def _one_step(self, now: Seconds) -> bool:
        """One step, and whether there was one to take."""
        state = self.open_round
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
        if self.open_round is not None:
            return
        self.last, self.until = None, None
        try:
            self._dealer(OpenRound())
        except Refusal as refusal:
            if refusal.code != "worn_out":
                raise
            self.settings = replace(self.settings, closes_by=(table_actor(self.id), self.new_id()))
            self._note({"k": "worn_out", "text": refusal.text})
            self._shut()
            return
        self.seating = self.seating.new_round()
        self._forget_stacks()

    def _ended(self, now: Seconds) -> None:
        """A round was paid or is void: who wanted to leave leaves, seats that nobody uses become free."""
        self.meter = self.pit_table.meter()
        ended = self.last
        if ended is None:
            return
        self.asked, self.advised = {}, {}
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
        for each in self.seating.seated():
            self._give_chips(each.id)
        self.until = now + self.clock.result if self.clock else None
        self.offer_until = self.waits_until = None

    def _give_chips(self, person: str) -> None:
        """Where chips are played with: as many as a new person gets, for somebody who cannot bet any more."""
        if self.till.chips and self.pit_table.funds(person) < self._least():
            self.pit_table.feed(person, chips_for(self.table) - self.pit_table.funds(person), self.new_id())
            self._count([person])

    def _least(self) -> Cents:
        """What the smallest bet on the main game asks for."""
        ante = self.table.sheet.wagers.get("ante")
        low = wager_range(self.table, ante, {}).low if ante else self.table.min
        return self.table.need({"ante": low})

    def _deal_step(self, state: Round, now: Seconds) -> bool:
        """Deals when everybody is ready, or when the clock for bets has run out."""
        if not (state.seats and self._is_played(state)) or (self.table.sheet.bank and state.bank is None):
            return False
        if not self._is_late(now) and self._somebody_bets(state):
            return False
        self._dealer(Deal())
        self.until = self.waits_until = None
        return True

    def _is_played(self, state: Round) -> bool:
        """Whether there is a hand: a person takes part, or, without a clock, all of them sit this one out."""
        people = [each for each in self.seating.seated() if each.bot is None and each.here]
        out = self.clock is None and bool(people) and all(each.ready for each in people)
        return out or people_in(state)

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
        late = self._is_late(now)
        for number in state.waiting:
            seat = state.seat(number)
            sitter = self.seating.people.get(seat.player) if seat else None
            away = late or (sitter is not None and sitter.quits)
            if sitter is not None and sitter.bot is not None:
                if self._bot_decides(state, number, BOTS[sitter.bot], "player"):
                    return True
            elif away and self._away_decides(state, number, sitter):
                return True
        return False

    def _away_decides(self, state: Round, number: int, sitter: Sitter | None) -> bool:
        """The platform decides for somebody who is away, as they asked (STD-13); not while it is reckoned."""
        instruction = sitter.instruction if sitter else "away rule"
        seat = state.seat(number)
        if seat is None:
            raise AssertionError("a seat that waits has bet")
        if instruction == "away optimal":
            return self._bot_decides(state, number, BOTS["optimal"], "away optimal")
        if instruction == "away fold":
            self._dealer(Decide(number, seat.player, "fold", by="away fold"), number)
        else:
            self._dealer(away_decision(state, number), number)
        return True

    def _bot_bets(self, state: Round, now: Seconds) -> bool:
        """Bots bet once the hand is played: a table of bots alone stands still."""
        if not self._is_played(state):
            return False
        for each in self.seating.seated():
            if each.bot and not each.leaving and state.seat(each.seats[0]) is None:
                wagers = BOTS[each.bot].bets(self.table)
                need = self.table.need(wagers)
                if self.pit_table.funds(each.id) < need:
                    self.pit_table.feed(each.id, max(BOT_PURSE, need), self.new_id())
                self._do(each.id, self.new_id(), Bet(each.seats[0], each.id, wagers), each.seats[0])
                self._start_clock(now)
                return True
        return False

    def _bot_decides(self, state: Round, number: int, bot: Bot, by: DecidedBy) -> bool:
        """A bot sees what a person in its seat would see, and nothing else. False while it is reckoned."""
        seat = state.seat(number)
        if seat is None:
            raise AssertionError("a seat that waits has bet")
        seen = view(state, Viewer(seat.player))
        if bot.decides is not None:
            action = bot.decides(self.table, seen, number)
        else:
            hand = hand_seen(self.table, seen, number)
            if hand not in self.advised and self.advise is None:
                self.asked[hand] = None
                return False
            best = self.advised[hand] if hand in self.advised or self.advise is None else self.advise(hand)
            if best is None:  # nobody could say in time
                self._dealer(away_decision(state, number), number)
                return True
            action = advised(seen, number, best)
        actor = seat.player if by == "player" else table_actor(self.id)
        command = Decide(number, seat.player, action.id, action.discard, by)
        self._do(actor, self.new_id(), command, number)
        return True

    def _bank_step(self, state: Round, now: Seconds) -> bool:
        """Offers the bank, lets an offer lapse, or lets the house's own player take it."""
        if self.table.sheet.bank is None:
            return False
        if state.bank is not None:
            return self._free_bank(state, late=self._is_late(now))
        if self.turn.offered is not None:
            return self._offer_step(self.turn.offered, now)
        funds = {each.id: self.pit_table.funds(each.id) for each in self.seating.seated() if each.wants_bank}
        asked = candidates(self.table, self.seating, self.turn, funds)
        if asked:
            self._offer(asked[0], now)
            return True
        if not state.seats:
            return False  # the house's own player waits until there is something to bank
        self._dealer(TakeBank(PROPOSITION, PROPOSITION_STAKES * self.table.max))
        return True

    def _offer_step(self, person: str, now: Seconds) -> bool:
        """An offer ends when its time is over, or when nobody is there to answer it."""
        offered, lasts = self.seating.people.get(person), self.settings.offer_lasts
        if self.offer_until is None and lasts is not None:
            self.offer_until = now + lasts  # the table was taken over in between
        if offered is None or not offered.here or not offered.seats:
            self._passed(now)
            return True
        if self.offer_until is None or now < self.offer_until:
            return False
        lapses = offered.lapses + 1
        wants = lapses < LAPSES  # who does not answer is not asked for ever
        self.seating = self.seating.change(person, lapses=0 if not wants else lapses, wants_bank=wants)
        self._passed(now)
        return True

    def _free_bank(self, state: Round, *, late: bool) -> bool:
        """Gives a bank back that nobody has bet against, once its person gets up or has waited too long."""
        bank = state.bank
        if bank is None or bank.player == PROPOSITION or state.seats:
            return False
        sitter = self.seating.people.get(bank.player)
        if not late and sitter is not None and set(sitter.seats) - set(sitter.leaves):
            return False
        self._do(bank.player, self.new_id(), TakeBank(bank.player, 0))
        asked = (*self.turn.asked, bank.player)  # once in a round
        self.turn = BankTurn(self.turn.last, self.turn.last_seat, self.turn.streak, asked)
        if sitter is not None and sitter.leaves:
            self._stand(sitter.id, sitter.leaves)
        return True

    def _offer(self, sitter: Sitter, now: Seconds) -> None:
        self.turn = BankTurn(
            self.turn.last, self.turn.last_seat, self.turn.streak, self.turn.asked, offered=sitter.id
        )
        lasts = self.settings.offer_lasts
        self.offer_until = None if lasts is None else now + lasts
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

    def _shut(self) -> None:
        """The table is closed, in the name of who asked for it."""
        if self.settings.closes_by is None:
            raise AssertionError("a table closes because somebody asked")
        self._do(*self.settings.closes_by, CloseTable())
        self._note({"k": "closed"})
        self.until = self.offer_until = self.waits_until = None

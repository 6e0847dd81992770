"""Any commands in any order, legal or not, against a small model of the round.

The model knows phases, bets, the bank and decisions, and for every command the clauses that it would break;
the product must accept exactly what breaks none, and refuse the rest with one of those clauses and no effect.
"""

from collections.abc import Callable
from typing import ClassVar, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pitboss.round import (
    Command,
    DealCards,
    Decide,
    EndDeal,
    Event,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    SettleRound,
    TakeBank,
    VoidRound,
    apply,
    away_decision,
    evolve,
    legal_actions,
    open_round,
    replay,
    step,
    why_not,
)
from pitboss.round.events import DecidedBy, VoidCause
from pitboss.round.settlement import ActionId
from pitboss.sheet import find_clause
from tests.naive.hands import DECK

from . import law
from .strategies import BANKED, decks, table_of, wagers

LOW, HIGH = 500, 10_000
SEAT = st.integers(1, 3) | st.integers(0, law.SEATS + 1)
PERSON = st.sampled_from(["ann", "ann", "ann", "bob", "cyd"])
AMOUNT = st.sampled_from([500, 1_000, 5_000, 10_000, 100, 0, -500, 499, 600, 750, 10_100, 20_000])
ACTIONS: Final[tuple[ActionId, ...]] = ("fold", "play", "draw")
MAKERS: Final[tuple[DecidedBy, ...]] = ("player", "player", "away rule", "away fold", "away optimal")
CAUSES: Final[tuple[VoidCause, ...]] = ("exposed", "malfunction", "cannot go on")
NO_LAW = ""  # refused for a reason that no sheet speaks of: another person's seat, no such seat in the round


class RoundMachine(RuleBasedStateMachine):
    """One round after another at one table."""

    house: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.table = table_of(self.house, LOW, HIGH)
        self.number = 0
        self.open()

    def open(self) -> None:
        """A new round, in the product and in the model."""
        self.number += 1
        self.opened = self.state = open_round(self.table, f"round {self.number}")
        self.events: list[Event] = []
        self.phase = "bets"
        self.people: dict[int, str] = {}
        self.bets: dict[int, dict[str, int]] = {}
        self.bank: str | None = None
        self.cards: dict[int, law.Cards] = {}
        self.decided: set[int] = set()

    @property
    def waiting(self) -> set[int]:
        return {number for number, bet in self.bets.items() if "ante" in bet} - self.decided

    def seats_of(self, person: str) -> set[int]:
        return {number for number, each in self.people.items() if each == person}

    def fire(self, command: Command, broken: set[str]) -> bool:
        """Sends a command that breaks these clauses; True when it was, rightly, accepted."""
        before = self.state
        foreseen = why_not(before, command)
        if broken:
            with pytest.raises(Refusal) as caught:
                apply(before, command)
            refusal = caught.value
            assert (refusal.clause or NO_LAW) in broken
            assert refusal.clause is None or find_clause(self.table.sheet, refusal.clause)
            assert len(refusal.text.split()) > 2  # a sentence
            assert refusal.code
            assert foreseen is not None
            assert foreseen.__dict__ == refusal.__dict__
            assert self.state == replay(self.opened, self.events)  # nothing changed in place
            return False
        assert foreseen is None
        (event,) = apply(before, command)
        self.events.append(event)
        self.state = evolve(before, event)
        assert self.state == step(before, command)
        assert before == replay(self.opened, self.events[:-1])
        return True

    # Bets and bank

    def bet_faults(self, number: int, person: str, bet: dict[str, int]) -> set[str]:
        broken = set() if self.phase == "bets" else {law.LATE_BET[self.house]}
        if not 1 <= number <= law.SEATS:
            broken.add("STD-9")
        if not person:
            broken.add(NO_LAW)
        if self.people.get(number, person) != person:
            broken.add(NO_LAW)
        if not bet:
            return broken if number in self.people else {*broken, NO_LAW}
        if self.bank == person:
            broken.add("NAPA-16")
        if self.house == BANKED and not law.consecutive(self.seats_of(person) | {number}):
            broken.add("NAPA-14")
        return broken | law.bet_faults(self.house, LOW, HIGH, bet)

    def place(self, number: int, person: str, bet: dict[str, int]) -> None:
        if not self.fire(PlaceBets(number, person, bet), self.bet_faults(number, person, bet)):
            return
        if bet:
            self.people[number], self.bets[number] = person, dict(bet)
        else:
            del self.people[number], self.bets[number]

    def place_good_bets(self, data: st.DataObject) -> None:
        person = data.draw(PERSON)
        beside = {number + 1 for number in self.seats_of(person)}  # people like to sit together
        number = data.draw(SEAT if not beside else st.sampled_from(sorted(beside)) | SEAT)
        self.place(number, person, wagers(data.draw, self.table))

    def place_any_bets(self, data: st.DataObject) -> None:
        names = st.sampled_from((*law.OFFERED[self.house], "play", "envy", "ante", "pair_plus"))
        bet = data.draw(st.dictionaries(names, AMOUNT, max_size=3))
        self.place(data.draw(SEAT), data.draw(PERSON | st.just("")), bet)

    def clear_bets(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.people) or [1]))
        self.place(number, self.people.get(number, "ann"), {})

    def take_any_bank(self, data: st.DataObject) -> None:
        person = data.draw(st.sampled_from(["dot", "dot", "ann", "bob", ""]))
        self.take_bank(person, data.draw(st.sampled_from([5_000, 1, 0, -1])))

    def take_bank(self, person: str, stake: int) -> None:
        broken = set() if self.house == BANKED else {NO_LAW}
        if self.house == BANKED:
            if self.phase != "bets" or stake < 0 or (stake == 0 and self.bank is None):
                broken.add("NAPA-10")
            if not person or self.bank not in (None, person):
                broken.add("NAPA-10")
            if self.seats_of(person):
                broken.add("NAPA-16")
        if self.fire(TakeBank(person, stake), broken):
            self.bank = person if stake else None

    # The deal

    def deal_faults(self, deck: law.Cards) -> set[str]:
        broken = set() if self.phase == "bets" else {law.LATE_BET[self.house]}
        if not self.bets:
            broken.add(law.NOT_OFFERED[self.house])
        if sorted(deck) != sorted(DECK):
            broken.add("STD-1")
        if self.house == BANKED:
            if self.bank is None:
                broken.add("NAPA-10")
            if not all(law.consecutive(self.seats_of(person)) for person in self.people.values()):
                broken.add("NAPA-14")
        return broken

    def deal(self, deck: law.Cards) -> None:
        if self.fire(DealCards(deck), self.deal_faults(deck)):
            self.phase = "deal"
            n = len(self.bets)
            order = enumerate(sorted(self.bets))
            self.cards = {number: law.seat_cards(deck, n, i) for i, number in order}

    def deal_a_deck(self, data: st.DataObject) -> None:
        self.deal(decks(data.draw, self.house, max(1, len(self.bets)), {}))

    def deal_no_deck(self, data: st.DataObject) -> None:
        most = DECK[1:]
        self.deal(tuple(data.draw(st.sampled_from([most, [*most, most[0]], [*most, "1s"], []]))))

    def end_deal(self, _: st.DataObject) -> None:
        if self.fire(EndDeal(), set() if self.phase == "deal" else {NO_LAW}):
            self.phase = "decisions"

    # Decisions

    def decide_faults(self, command: Decide) -> set[str]:
        clause, number = law.WRONG_DECISION[self.house], command.seat
        broken = set() if self.phase == "decisions" else {clause}
        if number not in self.waiting:
            broken.add(clause)
        if self.people.get(number, command.player) != command.player:
            broken.add(NO_LAW)
        draws = command.action == "draw"
        if draws and (self.house != "pechanga" or command.discard not in self.cards.get(number, ())):
            broken.add(clause)
        if not draws and command.discard is not None:
            broken.add(clause)
        if command.by == "away fold" and command.action != "fold":
            broken.add("STD-13")
        cards = self.cards.get(number)
        if command.by == "away rule" and cards and command.action != law.away_action(self.house, cards):
            broken.add("STD-13")
        return broken

    def decide(self, command: Decide) -> None:
        if self.fire(command, self.decide_faults(command)):
            self.decided.add(command.seat)

    def decide_well(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.waiting)))
        action = data.draw(st.sampled_from(ACTIONS if self.house == "pechanga" else ACTIONS[:2]))
        discard = data.draw(st.sampled_from(self.cards[number])) if action == "draw" else None
        self.decide(Decide(number, self.people[number], action, discard))

    def decide_anything(self, data: st.DataObject) -> None:
        number = data.draw(SEAT)
        person = self.people.get(number, "ann") if data.draw(st.booleans()) else data.draw(PERSON)
        discard = data.draw(st.none() | st.sampled_from([*self.cards.get(number, ()), *DECK[::5]]))
        action, by = data.draw(st.sampled_from(ACTIONS)), data.draw(st.sampled_from(MAKERS))
        self.decide(Decide(number, person, action, discard, by))

    def decide_away(self, _: st.DataObject) -> None:
        """What the platform decides for a person is known exactly while the table waits for it (STD-13)."""
        for number in range(law.SEATS + 2):
            if self.phase != "decisions" or number not in self.waiting:
                with pytest.raises(Refusal):
                    away_decision(self.state, number)
                continue
            decision = away_decision(self.state, number)
            assert decision.action == law.away_action(self.house, self.cards[number])
            assert decision.by == "away rule"
            assert why_not(self.state, decision) is None

    # The end

    def reveal(self, _: st.DataObject) -> None:
        early = self.phase != "decisions" or bool(self.waiting)
        if self.fire(RevealDealer(), {law.EARLY_REVEAL[self.house]} if early else set()):
            self.phase = "reveal"

    def settle_anyhow(self, data: st.DataObject) -> None:
        reset = law.METER_RESET
        self.settle(data.draw(st.sampled_from([None, reset, reset + 1, reset - 1, 0])))

    def settle(self, meter: int | None) -> None:
        broken = set() if self.phase == "reveal" else {NO_LAW}
        if self.house == "rivers" and (meter is None or meter < law.METER_RESET):
            broken.add("RIV-12")
        if self.house != "rivers" and meter is not None:
            broken.add(NO_LAW)
        if self.fire(SettleRound.at(meter), broken):
            self.phase = "settled"

    def void_faults(self, cause: VoidCause) -> set[str]:
        if cause == "exposed":
            if self.house != BANKED:
                return {"STD-12"}
            return set() if self.phase == "deal" else {"NAPA-12"}
        clause = "NAPA-13" if cause == "malfunction" and self.house == BANKED else "STD-12"
        return {clause} if self.phase in ("settled", "void") else set()

    def void(self, data: st.DataObject) -> None:
        cause = data.draw(st.sampled_from(CAUSES))
        broken = self.void_faults(cause)
        rarely = self.phase != "bets" or data.draw(st.integers(0, 3)) == 3
        if (broken or rarely) and self.fire(VoidRound(cause), broken):
            self.phase = "void"

    # What is tried

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """What a table does next."""
        match self.phase:
            case "bets":
                if self.house == BANKED and self.bank is None and data.draw(st.booleans()):
                    self.take_bank(data.draw(st.sampled_from(["dot", "ann"])), 5_000)
                elif bool(self.bets) and data.draw(st.integers(0, 2)) == 0:
                    self.deal_a_deck(data)
                else:
                    self.place_good_bets(data)
            case "deal":
                self.end_deal(data)
            case "decisions" if self.waiting:
                self.decide_well(data)
            case "decisions":
                self.reveal(data)
            case "reveal":
                self.settle(law.METER_RESET if self.house == "rivers" else None)
            case _:
                self.open()

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        bets = (self.place_any_bets, self.place_good_bets, self.clear_bets, self.clear_bets)
        deal = (self.take_any_bank, self.deal_no_deck, self.deal_a_deck, self.end_deal)
        decisions = (self.decide_anything, self.decide_anything, self.decide_away)
        ends = (self.reveal, self.settle_anyhow, self.void, self.void)
        tried: list[Callable[[st.DataObject], None]] = [*bets, *deal, *decisions, *ends]
        data.draw(st.sampled_from(tried))(data)

    # What always holds

    @invariant()
    def the_round_is_as_the_model_says(self) -> None:
        state: Round = self.state
        assert state.phase == self.phase
        assert {seat.number: seat.player for seat in state.seats} == self.people
        assert {seat.number: seat.wagers for seat in state.seats} == self.bets
        assert (state.bank.player if state.bank else None) == self.bank
        assert {seat.number for seat in state.seats if seat.action} == self.decided
        assert set(state.waiting) == (self.waiting if self.phase == "decisions" else set())
        assert (state.ended is not None) == (self.phase in ("settled", "void"))

    @invariant()
    def legal_actions_are_the_decisions_that_are_accepted(self) -> None:
        for number in range(law.SEATS + 2):
            person = self.people.get(number, "ann")
            discards = [None, "As", "2c", "1s", *self.cards.get(number, ())]
            tried = [Decide(number, person, "fold"), Decide(number, person, "play")]
            tried += [Decide(number, person, "draw", discard) for discard in discards]
            accepted = {command for command in tried if why_not(self.state, command) is None}
            offered = legal_actions(self.state, number)
            assert len({action.command(person) for action in offered}) == len(offered)
            assert {action.command(person) for action in offered} == accepted
            assert accepted == {command for command in tried if not self.decide_faults(command)}
            for action in offered:
                assert action.cost == (0 if action.id == "fold" else self.bets[number]["ante"])
                assert find_clause(self.table.sheet, action.clause)


class Pechanga(RoundMachine):
    house = "pechanga"


class AtlanticCity(RoundMachine):
    house = "atlantic-city"


class NapaValley(RoundMachine):
    house = "napa-valley"


class Shine(RoundMachine):
    house = "shine"


class Rivers(RoundMachine):
    house = "rivers"


TestPechanga = Pechanga.TestCase
TestAtlanticCity = AtlanticCity.TestCase
TestNapaValley = NapaValley.TestCase
TestShine = Shine.TestCase
TestRivers = Rivers.TestCase

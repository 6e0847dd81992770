"""Any commands in any order, doubled, torn off and taken over, against a naive model of money and tables."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text

from pitboss.cards import card_text
from pitboss.fair import deck
from pitboss.ledger import open_store
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.journal import LeaseLost, Purse
from pitboss.round import Decide, EndDeal, Refusal, RevealDealer, TakeBank, VoidRound, open_table
from pitboss.round.settlement import ActionId
from pitboss.sheet import houses, load_house
from pitboss.table import (
    PROPOSITION,
    Bet,
    CloseTable,
    OpenRound,
    Pit,
    PitCommand,
    PitTable,
    Settle,
    StartDeal,
)
from tests.clauses.tables import FULL_BET
from tests.databases import Databases, Kind
from tests.ledger.books import balances, whole
from tests.ledger.reached import TornOff, torn_at
from tests.table.model import HIGH, LOW, RESET, Books, TableOf

PEOPLE = ("ann", "bob", "cyd")
SEAT = st.sampled_from([1, 2, 3, 3, 7, 8])
PERSON = st.sampled_from(PEOPLE)
SEED = st.sampled_from(["", "0a" * 16, "0b" * 16])
ANTES: list[dict[str, int]] = [{"ante": cents} for cents in (500, 1000, 10_000, 499, 20_000)]
SIDES: list[dict[str, int]] = [{"pair_plus": 1000}, {"pair_xxx": 500}, {"pair_plus": 500, "progressive": 100}]
STRANGE: list[dict[str, int]] = [{"nonsense": 500}, {"ante": 0}, {"ante": -500}, {"progressive": 100}]
ACTIONS: tuple[ActionId, ...] = ("play", "fold", "draw", "play")
PURSES: tuple[Purse, Purse] = ("house", "chips")
BEFORE_COMMIT = ("journal:deed", "journal:table", "journal:events", "store:before commit")
AFTER_COMMIT = ("store:after commit",)


class Cage(RuleBasedStateMachine):
    """Some tables in one database; the model says what must be accepted and what everybody has."""

    def __init__(self, databases: Databases, kind: Kind, *chosen: str) -> None:
        super().__init__()
        self.at_end = ExitStack()
        self.place = self.at_end.enter_context(databases.fresh(kind))
        self.chance = Random(0)
        self.books = Books()
        self.tables: dict[str, PitTable] = {}
        self.models: dict[str, TableOf] = {}
        self.stale: list[PitTable] = []
        self.done: list[tuple[str, str, str, PitCommand]] = []
        self.asked = 0
        self.tear: str | None = None
        self.open()
        for person in PEOPLE:
            self.give(person, 30_000)
        for house in chosen:
            self.open_table(house)

    def open(self) -> None:
        """A process starts: nothing is known but what is stored."""
        self.store = open_store(self.place, synchronous="OFF")
        self.pit = Pit(self.store, self.chance.randbytes, lambda: 0)
        self.stale.clear()
        self.tables = {name: self.pit.take(name) for name in self.models}

    def teardown(self) -> None:
        self.store.close()
        self.at_end.close()

    def new_id(self) -> str:
        self.asked += 1
        return f"c-{self.asked}"

    def give(self, person: str, cents: int) -> None:
        self.pit.grant(person, cents, "op", self.new_id())
        self.books.deeds += 1
        self.books.move("mint", f"person:{person}", cents)

    def attempt(self, name: str, actor: str, command: PitCommand) -> None:
        """Asks for a command, perhaps torn off: it is accepted exactly when the model says so."""
        model, id_ = self.models[name], self.new_id()
        refused = self.books.refuses(model, actor, command)
        cards = self.deck(name) if isinstance(command, StartDeal) and not refused else []
        point, self.tear = (None, self.tear) if refused else (self.tear, None)
        try:
            with torn_at(point) if point else nullcontext():
                done = self.tables[name].do(actor, id_, command)
        except Refusal as refusal:
            if not refused:
                raise AssertionError(f"{command} at {model}: {refusal}") from refusal
            return
        except TornOff:
            self.store.close()
            self.open()
            if point in AFTER_COMMIT:
                self.follow(name, actor, id_, command, cards)
                assert self.tables[name].do(actor, id_, command).repeated
            return
        assert not refused, f"{command} at {model} was accepted"
        assert done.first == model.events + 1
        self.follow(name, actor, id_, command, cards)
        assert done.last == model.events

    def follow(self, name: str, actor: str, id_: str, command: PitCommand, cards: list[str]) -> None:
        self.books.did(self.models[name], command, cards)
        self.done.append((name, actor, id_, command))

    def deck(self, name: str) -> list[str]:
        """The cards of the open round, worked out from the seeds as a player does."""
        model = self.models[name]
        row = self.rows("SELECT seed FROM rounds WHERE id = :id", id=f"{name}:{model.number}")[0]
        seeds = {number: bytes.fromhex(seat.seed) for number, seat in model.seats.items()}
        cards = deck(f"{name}:{model.number}", model.sheet, bytes.fromhex(row.seed), seeds)
        return [card_text(card) for card in cards]

    def rows(self, query: str, **values: Any) -> Any:
        return self.store.read(lambda connection: connection.execute(text(query), values).all())

    def some(self, data: st.DataObject, house: str = "") -> str:
        """A table, of that house where there is one."""
        fit = [name for name, model in self.models.items() if model.house == house]
        return data.draw(st.sampled_from(fit or sorted(self.models)))

    # Rules

    @rule(person=PERSON, cents=st.sampled_from([1, 500, 2500, 100_000]))
    def grant(self, person: str, cents: int) -> None:
        self.give(person, cents)

    @precondition(lambda self: len(self.models) < 5)
    @rule(house=st.sampled_from(houses()), chips=st.booleans(), alone=st.booleans())
    def open_table(self, house: str, chips: bool = False, alone: bool = False) -> None:
        name = f"t{len(self.models)}"
        sheet, purse = load_house(house), PURSES[chips]
        table = open_table(sheet, LOW, HIGH)
        self.tables[name] = self.pit.open(name, table, "op", self.new_id(), purse, own_meter=alone)
        model = TableOf(name, house, sheet.hash, chips=chips, alone=alone)
        if house == "rivers" and not self.books.held[model.meter]:
            self.books.move(model.teller if chips or alone else "mint", model.meter, RESET)
        self.models[name] = model
        self.books.deeds += 1

    @precondition(lambda self: any(model.chips and not model.closed for model in self.models.values()))
    @rule(data=st.data(), person=PERSON, cents=st.sampled_from([500, 30_000, 100_000]), back=st.booleans())
    def chips(self, data: st.DataObject, person: str, cents: int, back: bool) -> None:
        """Somebody sits down where chips are played with, or gets up."""
        name = data.draw(
            st.sampled_from([name for name, model in self.models.items() if model.chips and not model.closed])
        )
        model = self.models[name]
        purse = self.books.purse(model, person)
        if back:
            self.tables[name].sweep(person, self.new_id())
            cents = -self.books.held[purse]
        else:
            self.tables[name].feed(person, cents, self.new_id())
        self.books.deeds += cents != 0
        self.books.move(model.teller, purse, cents)

    @rule(data=st.data(), seat=SEAT, person=PERSON, seed=SEED)
    def bet(self, data: st.DataObject, seat: int, person: str, seed: str) -> None:
        name = self.some(data)
        if not self.models[name].phase:
            self.attempt(name, "op", OpenRound())
        full = [dict(FULL_BET[self.models[name].house])]
        wagers = data.draw(st.sampled_from(full * 4 + ANTES * 2 + SIDES + STRANGE + [{}]))
        self.attempt(name, person, Bet(seat, person, wagers, seed))

    @rule(data=st.data(), people=st.lists(PERSON, min_size=1, max_size=3), seed=SEED)
    def whole_round(self, data: st.DataObject, people: list[str], seed: str) -> None:
        """Everybody bets all that the house offers, and the round is played on, to its end as a rule."""
        name = self.some(data)
        house = self.models[name].house
        self.attempt(name, "op", OpenRound())
        for number, person in enumerate(sorted(people), 1):  # NAPA-14: one beside the other
            self.attempt(name, person, Bet(number, person, dict(FULL_BET[house]), seed))
        self.go_on(data, 20, name)

    @rule(data=st.data(), person=PERSON, stake=st.sampled_from([1, 700, 2500, 20_000, 10**7, 0, -1]))
    def put_up_a_bank(self, data: st.DataObject, person: str, stake: int) -> None:
        name = self.some(data, "napa-valley")
        player = data.draw(st.sampled_from([person, PROPOSITION]))
        actor = f"table:{name}" if player == PROPOSITION and data.draw(st.booleans()) else person
        self.attempt(name, actor, TakeBank(player, stake))

    @rule(data=st.data())
    def clear_a_bet(self, data: st.DataObject) -> None:
        name = self.some(data)
        for number, seat in list(self.models[name].seats.items())[:1]:
            self.attempt(name, seat.player, Bet(number, seat.player, {}))

    @rule(data=st.data(), actor=st.sampled_from(["op", *PEOPLE]), seat=SEAT, person=PERSON)
    def anything(self, data: st.DataObject, actor: str, seat: int, person: str) -> None:
        """A command out of turn, or somebody else's."""
        commands: list[PitCommand] = [
            OpenRound(),
            Bet(seat, person, {"ante": 500}),
            Bet(seat, PROPOSITION, {"ante": 500}),
            StartDeal(),
            EndDeal(),
            Decide(seat, person, "play"),
            Decide(seat, person, "draw", "As"),
            RevealDealer(),
            Settle(),
            CloseTable(),
        ]
        self.attempt(self.some(data), actor, data.draw(st.sampled_from(commands)))

    @rule(data=st.data(), cause=st.sampled_from(["malfunction", "cannot go on", "exposed"]))
    def void(self, data: st.DataObject, cause: Any) -> None:
        self.attempt(self.some(data), "op", VoidRound(cause))

    @rule(data=st.data(), steps=st.sampled_from([1, 1, 2, 4]))
    def some_steps(self, data: st.DataObject, steps: int) -> None:
        self.go_on(data, steps, self.some(data))

    def go_on(self, data: st.DataObject, steps: int, name: str) -> None:
        """The next steps of a round that has bets, as a dealer and good people take them."""
        model = self.models[name]
        for _ in range(steps):
            actor, command = self.next_step(model, data)
            if command is None:
                return
            self.attempt(name, actor, command)

    def next_step(self, model: TableOf, data: st.DataObject) -> tuple[str, PitCommand | None]:
        if model.phase == "bets" and model.seats and model.house == "napa-valley" and model.bank is None:
            stakes = st.sampled_from([700, 5_000, 100_000])
            return f"table:{model.id}", TakeBank(PROPOSITION, data.draw(stakes))
        if model.phase == "decisions" and model.waiting:
            number = data.draw(st.sampled_from(model.waiting))
            action = data.draw(st.sampled_from(ACTIONS))
            if action == "draw" and model.house != "pechanga":
                action = "play"
            discard = data.draw(st.sampled_from(model.hand(number))) if action == "draw" else None
            return model.seats[number].player, Decide(number, model.seats[number].player, action, discard)
        steps: dict[str, PitCommand] = {"deal": EndDeal(), "decisions": RevealDealer(), "reveal": Settle()}
        if model.seats:
            steps["bets"] = StartDeal()
        return "op", steps.get(model.phase)

    @precondition(lambda self: self.done)
    @rule(data=st.data(), other=st.booleans())
    def repeat(self, data: st.DataObject, other: bool) -> None:
        """A command comes again; or its id with other content."""
        name, actor, id_, command = data.draw(st.sampled_from(self.done[-6:]))
        if not other:
            assert self.tables[name].do(actor, id_, command).repeated
            return
        content: PitCommand = CloseTable() if command != CloseTable() else OpenRound()
        with pytest.raises(OtherContent):
            self.tables[name].do(actor, id_, content)

    @rule(data=st.data())
    def take_over(self, data: st.DataObject) -> None:
        name = self.some(data)
        self.stale.append(self.tables[name])
        self.tables[name] = self.pit.take(name)

    @precondition(lambda self: self.stale)
    @rule(
        data=st.data(),
        command=st.sampled_from([OpenRound(), StartDeal(), Bet(1, "ann", {"ante": 500}), Settle()]),
    )
    def old_holder(self, data: st.DataObject, command: PitCommand) -> None:
        table = data.draw(st.sampled_from(self.stale))
        standing = table.standing
        with pytest.raises(LeaseLost):
            table.do("ann", self.new_id(), command)
        assert table.standing is standing

    @rule(point=st.sampled_from(BEFORE_COMMIT + AFTER_COMMIT))
    def tear_the_next(self, point: str) -> None:
        """The process will die at this point of the next accepted command."""
        self.tear = point

    @rule()
    def crash(self) -> None:
        self.store.close()
        self.open()

    # Invariants

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        held = whole(balances(self.store))
        assert {name: sum_ for name, sum_ in held.items() if sum_} == self.books.nonzero()
        assert sum(held.values()) == 0

    @invariant()
    def escrow_is_what_the_bets_reserve(self) -> None:
        for name, model in self.models.items():
            reserved = sum(seat.reserve for seat in model.seats.values())
            assert self.books.held[f"escrow:{name}:{model.number}"] == reserved

    @invariant()
    def as_much_is_written_as_was_done(self) -> None:
        (row,) = self.rows("SELECT (SELECT count(*) FROM deeds) d, (SELECT count(*) FROM events) e")
        assert (row.d, row.e) == (self.books.deeds, sum(model.events for model in self.models.values()))

    @invariant()
    def each_table_is_where_the_model_is(self) -> None:
        for name, model in self.models.items():
            state = self.tables[name].state
            assert (state.phase if state else "") == model.phase
            assert self.tables[name].standing.stored_table.closed == model.closed


@pytest.mark.parametrize("chosen", [("napa-valley", "rivers"), ("pechanga", "atlantic-city", "shine")])
@pytest.mark.parametrize(("kind", "examples", "steps"), [("sqlite", 25, 30), ("postgresql", 8, 20)])
def test_whatever_happens_the_books_are_those_of_the_model(
    databases: Databases, kind: Kind, examples: int, steps: int, chosen: tuple[str, ...]
) -> None:
    run_state_machine_as_test(
        lambda: Cage(databases, kind, *chosen),  # type: ignore[arg-type]  # it is called, and need not be a class
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )

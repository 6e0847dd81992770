"""What a command does at a table, decided and not yet written: a pure function of what is known.

Nothing here reads the database: what the ledger holds comes in the books, seeds and ids in the supply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pitboss.fair import SEAT_SEED_BYTES, commitment, new_seed
from pitboss.ledger.accounts import MINT, Overdrawn, Transfer, person_account, round_id, table_actor
from pitboss.ledger.deeds import Request, canonical
from pitboss.ledger.history import Result
from pitboss.ledger.journal import StoredRound
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import (
    BetsPlaced,
    DealCards,
    Decide,
    Event,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
    SettleRound,
    TakeBank,
    apply,
    evolve,
)
from pitboss.round import open_round as new_round
from pitboss.round.events import Command
from pitboss.round.table import RAISES, Table, is_raise, open_table
from pitboss.table.commands import (
    Bet,
    ChangeTerms,
    CloseTable,
    OpenRound,
    PitCommand,
    Settle,
    StartDeal,
    WriteDown,
)
from pitboss.table.table_state import Done, Standing, body_of, receipt_of, results_of, seeds_after, shuffled
from pitboss.table.till import (
    PROPOSITION,
    SWEPT,
    Books,
    Till,
    Unread,
    check_exposure,
    check_mint,
    check_purse,
    left_over,
    postings,
    proposition_feed,
    till_of,
    worn_out,
)

# What it is given

Entropy = Callable[[int], bytes]
NO_IDS: Final = "a single command has its id"


def _no_ids() -> str:
    raise AssertionError(NO_IDS)


class Supply:
    """Seeds and ids for one call. After `rewind` it gives the same again: a call is planned until it fits."""

    def __init__(self, entropy: Entropy, new_id: Callable[[], str] = _no_ids) -> None:
        self._entropy = entropy
        self._new_id = new_id
        self._seeds: list[bytes] = []
        self._ids: list[str] = []
        self._given_seeds = self._given_ids = 0

    def rewind(self) -> None:
        """Begins anew."""
        self._given_seeds = self._given_ids = 0

    def seed(self) -> bytes:
        """The secret seed of a round."""
        if self._given_seeds == len(self._seeds):
            self._seeds.append(new_seed(self._entropy))
        self._given_seeds += 1
        return self._seeds[self._given_seeds - 1]

    def new_id(self) -> str:
        """The id of something that a table does by itself."""
        if self._given_ids == len(self._ids):
            self._ids.append(self._new_id())
        self._given_ids += 1
        return self._ids[self._given_ids - 1]


# Who may ask what


def check_actor(actor: str, player: str) -> None:
    """Nobody bets or decides for another."""
    if actor != player:
        raise Refusal("not_yours", "Only the person at a seat bets and decides for it", None, "player")


def check_whole(*numbers: object) -> None:
    """Other numbers would be stored, and never be read back from the journal."""
    if any(type(each) is not int for each in numbers):
        raise Refusal("whole", "Seats are whole numbers and money is whole cents", "STD-8")


def check_person(player: str) -> None:
    """The house's own player has no purse and no seat: its money is the table's, for the bank (NAPA-16)."""
    if player == PROPOSITION:
        raise Refusal("proposition", f"No person is called {PROPOSITION!r}", None, "player")


def check_seed(seed: str) -> None:
    """A seat's share in the shuffle, in one form."""
    text = f"A seat's seed is {SEAT_SEED_BYTES} bytes in hexadecimal, or nothing"
    try:
        size = len(bytes.fromhex(seed))
    except ValueError:
        raise Refusal("seed", text, None, "seed") from None
    if size not in (0, SEAT_SEED_BYTES) or seed != bytes.fromhex(seed).hex():
        raise Refusal("seed", text, None, "seed")


def too_little(standing: Standing, command: PitCommand) -> tuple[str, str | None, str]:
    """What is said when a person has too little money: text, clause, path."""
    if standing.state is not None and isinstance(command, Bet):
        table = standing.state.table
        play, need = table.play_reserve(command.wagers), table.need(command.wagers)
        kept = f", {dollars(play)} of it kept for {table.sheet.play.label}" if play else ""
        return f"This bet needs {dollars(need)}{kept}; there is less in hand", None, "wagers"
    if standing.state is not None and isinstance(command, Decide) and is_raise(command.action):
        bet = standing.state.table.sheet.play
        clause = bet.raises.clause if bet.raises else bet.clause
        text = f"{bet.label} {RAISES[command.action]} times the Ante needs more than there is in hand"
        return f"{text}: choose a smaller one", clause, "action"
    return "There is not enough money in hand", None, ""


MOST_CHANGES: Final = 40  # bets of one person at one seat in one round
MOST_BETS: Final = 400  # bets of all players in one round; after that each person's first at a seat is taken


def check_changes(events: Sequence[Event], bet: Bet) -> None:
    """Refuses a bet that was changed too often; clearing it is always possible, so leaving is too."""
    if not bet.wagers:
        return
    placed = [event for event in events if isinstance(event, BetsPlaced) and event.wagers]
    own = sum(event.seat == bet.seat and event.player == bet.player for event in placed)
    if own >= MOST_CHANGES or (own and len(placed) >= MOST_BETS):
        text = f"A bet may be placed {MOST_CHANGES} times a round: leave this one as it is, or clear it"
        raise Refusal("changes", text, None, "wagers", {"most": MOST_CHANGES})


# Planning

CLOSED = canonical({"k": "closed"})  # the table's own event, of no round


class RoundEnd(NamedTuple):
    """A round that ends: how, its place in the table's chain, and its receipt."""

    round: str
    how: str
    previous: str
    head: str
    receipt: str
    results: Sequence[Result]


class Writing(NamedTuple):
    """What is to be written for one deed."""

    name: str  # of the command
    asked: Request
    answer: str
    moved: Sequence[Transfer] = ()
    bodies: Sequence[tuple[str | None, str]] = ()  # events: the round, and the text
    opened: StoredRound | None = None
    ended: RoundEnd | None = None
    recorded: bool = False  # no table's own: the house's chain tells of it


class Planned(Struct, frozen=True):
    """A command that may be done: the table and the books after it, and what must be written for that."""

    after: Standing
    books: Books
    writing: Writing
    done: Done


class Planner(NamedTuple):
    """A table about to do something, with the books as they are."""

    table: Table
    standing: Standing
    books: Books
    asked: Request
    command: PitCommand
    supply: Supply

    @property
    def till(self) -> Till:
        return till_of(self.standing.stored_table)

    def plan(self) -> Planned:
        """What the command comes to, or its refusal. It asks for what the books lack."""
        actor, command = self.asked.actor, self.command
        if self.standing.stored_table.closed:
            raise Refusal("closed", "This table is closed", None)
        match command:
            case OpenRound():
                return self._open_round()
            case CloseTable():
                return self._close()
            case ChangeTerms():
                return self._change(command)
            case WriteDown(act, seat):
                body = canonical({"k": "act", "act": act, "seat": seat, "person": command.person})
                return self._planned(self.standing, [(None, body)])
            case Bet(seat, player, wagers, seed):
                check_whole(seat, *wagers.values())
                check_actor(actor, player)
                check_person(player)
                check_seed(seed)
                if wagers:
                    check_purse(self.books, self.till.purse(player))
                check_changes(self.standing.events, command)
                return self._in_round(command)
            case TakeBank():
                check_whole(command.stake, command.seat or 0)
                # The proposition player is the table's own, fed from the mint: nobody else may call it.
                own = command.player == PROPOSITION
                check_actor(actor, table_actor(self.till.table_id) if own else command.player)
                if command.stake and not own:
                    check_purse(self.books, self.till.purse(command.player))
                return self._in_round(command)
            case Decide():
                check_whole(command.seat)
                if command.by == "player":
                    check_actor(actor, command.player)
                return self._in_round(command)
            case StartDeal():
                stored, _ = self._round()
                return self._in_round(DealCards(shuffled(stored, self.standing.seeds)))
            case Settle():
                return self._in_round(SettleRound.at(self.books.meter_held() if self.till.meter else None))
            case _:
                return self._in_round(command)

    def _planned(
        self,
        after: Standing,
        bodies: Sequence[tuple[str | None, str]],
        moved: Sequence[Transfer] = (),
        opened: StoredRound | None = None,
        ended: RoundEnd | None = None,
        events: tuple[Event, ...] = (),
        state: Round | None = None,
    ) -> Planned:
        """What the command does, with the books after it and its places at the table."""
        try:
            books = self.books.after(moved)
        except Overdrawn:
            raise Refusal("funds", *too_little(self.standing, self.command)) from None
        before = self.standing.stored_table.sequence
        first, last = before + 1, before + len(bodies)
        answer = canonical({"first": first, "last": last})
        writing = Writing(type(self.command).__name__, self.asked, answer, moved, bodies, opened, ended)
        after = replace(after, stored_table=after.stored_table._replace(sequence=last))
        return Planned(after, books, writing, Done(first, last, events=events, state=state))

    def _round(self) -> tuple[StoredRound, Round]:
        if self.standing.stored is None or self.standing.state is None:
            raise Refusal("no_round", "No round is open at this table", None)
        return self.standing.stored, self.standing.state

    def _open_round(self) -> Planned:
        before = self.standing
        if before.stored is not None:
            raise Refusal("round_open", "A round is open at this table already", None)
        why = worn_out(self.books, self.till, self.table)
        if why is not None:
            raise Refusal("worn_out", why, None)
        table = before.stored_table._replace(rounds=before.stored_table.rounds + 1)
        name = round_id(table.id, table.rounds)
        seed = self.supply.seed()
        promise = commitment(name, table.sheet, seed)
        rules = (table.sheet, table.low, table.high)
        stored = StoredRound(name, table.id, table.rounds, *rules, promise, seed.hex(), None, None, None)
        body = canonical({"k": "open", "round": name, "number": table.rounds, "commitment": promise})
        state = new_round(self.table, name)
        return self._planned(Standing(table, stored, state), [(name, body)], opened=stored, state=state)

    def _close(self) -> Planned:
        self._check_no_bets("There are bets on the table: finish the round or void it", "STD-12")
        return self._between_rounds(CLOSED, left_at(self.till, self.books), closed=True)

    def _change(self, asked: ChangeTerms) -> Planned:
        """Other terms; a round on which nobody has bet is not played under them, and ends unused."""
        was = (self.standing.stored_table.low, self.standing.stored_table.high)
        low, high = asked.limits(*was)
        body = terms_body(asked, was)
        text = "The terms of a table change between two rounds, when no bet lies on it"
        if (low, high) != was:
            check_exposure(open_table(self.table.sheet, low, high))
        self._check_no_bets(text, None)
        if (low, high) == was:
            return self._planned(self.standing, [(None, body)])
        return self._between_rounds(body, low=low, high=high)

    def _check_no_bets(self, text: str, clause: str | None) -> None:
        state = self.standing.state
        if state is not None and (state.seats or state.bank):
            raise Refusal("bets_placed", text, clause)

    def _between_rounds(self, body: str, moved: Sequence[Transfer] = (), **changed: Any) -> Planned:
        """An event of the table's own that changes its row; an open round, which has no bets, ends unused."""
        before = self.standing
        table = before.stored_table._replace(**changed)
        if before.stored is None or before.state is None:
            return self._planned(Standing(table), [(None, body)], moved)
        made = receipt_of(before.stored, before.state, before.events, before.seeds, before.stored_table.head)
        bodies = [(before.stored.id, canonical({"k": "unused"})), (None, body)]
        place = (before.stored_table.head, made.head)
        ended = RoundEnd(before.stored.id, "unused", *place, made.text, results_of(before.events))
        return self._planned(Standing(table._replace(head=made.head)), bodies, moved, ended=ended)

    def _in_round(self, command: Command) -> Planned:
        """A command of the round's own."""
        before = self.standing
        stored, state = self._round()
        moved: list[Transfer] = []
        if isinstance(command, TakeBank) and command.player == PROPOSITION:
            held = self.books.balance(self.till.purse(PROPOSITION))
            moved += proposition_feed(self.till, self.table, command.stake, held)
        events = apply(state, command)
        seeds, seed = before.seeds, ""
        if isinstance(command, Bet):
            seed = command.seed
            seeds = seeds_after(seeds, command.seat, seed, placed=bool(command.wagers))
        if any(isinstance(event, RoundSettled) and event.wins_meter for event in events):
            # A meter that is won must stay as it is until the commit.
            if self.books.gathering is None:
                raise Unread(lock=True)
            moved += self.books.gathering
        for event in events:
            moved += postings(self.till, state, event)
            state = evolve(state, event)
        bodies = [(stored.id, body_of(event, seed)) for event in events]
        told = (*before.events, *events)
        if state.ended is None:
            after = Standing(before.stored_table, stored, state, told, seeds)
            return self._planned(after, bodies, moved, events=events, state=state)
        made = receipt_of(stored, state, told, seeds, before.stored_table.head)
        after = Standing(before.stored_table._replace(head=made.head))
        place = (before.stored_table.head, made.head)
        ended = RoundEnd(stored.id, _how(state.ended), *place, made.text, results_of(told))
        return self._planned(after, bodies, moved, None, ended, events, state)


def terms_body(asked: ChangeTerms, was: tuple[int, int]) -> str:
    """A change of terms as it is stored: what was asked for, and the limits that it was made from."""
    said = {"low": asked.low, "high": asked.high, "clock": asked.clock, "coach": asked.coach}
    return canonical({"k": "terms", **said, "was": list(was)})


def table_after(table: Table, standing: Standing) -> Table:
    """The rules of a table where it stands now: its limits may be others."""
    low, high = standing.stored_table.low, standing.stored_table.high
    return table if (table.min, table.max) == (low, high) else open_table(table.sheet, low, high)


def _how(ended: RoundSettled | RoundVoided) -> str:
    return "settled" if isinstance(ended, RoundSettled) else "void"


def left_at(till: Till, books: Books) -> list[Transfer]:
    """What is left of a table's own money when it closes: chips, what its own player has, its own meter."""
    if not till.chips and not till.own_meter:
        return []
    if books.left is None or (till.own_meter and not books.still):
        raise Unread(left=True, lock=till.own_meter)
    held = {account: books.balance(account) for account in books.left}
    if till.gives_chips:
        held |= {each: cents for each, cents in books.balances.items() if each.kind == "chips"}
    return left_over(till, held, books.meter_held() if till.own_meter else 0)


def plan_feed(standing: Standing, books: Books, who: str, cents: Cents, command: str) -> Planned:
    """Gives a person at a table something to bet with: chips, or play money from the mint."""
    till = till_of(standing.stored_table)
    if not till.chips:
        asked = grant_asked(who, cents, table_actor(till.table_id), command)
        writing = grant_writing(books, asked, who, cents)
        return Planned(standing, books.after(writing.moved), writing, Done(0, 0))
    _check_open(standing)
    moved = Transfer(till.house, till.purse(who), cents * MICRO, "chips")
    return _planned(standing, books, command, "Chips", who, cents, {"chips": cents}, moved)


def plan_sweep(standing: Standing, books: Books, who: str, command: str) -> Planned | None:
    """Takes the chips of a person who gets up back to the tray; people's own money stays theirs."""
    till = till_of(standing.stored_table)
    cents = books.balance(till.purse(who)) // MICRO if till.gives_chips else 0
    if not cents:
        return None
    _check_open(standing)
    moved = Transfer(till.purse(who), till.house, cents * MICRO, SWEPT)
    return _planned(standing, books, command, "Sweep", who, cents, {"swept": cents}, moved)


def grant_asked(who: str, cents: Cents, actor: str, command: str, why: str = "") -> Request:
    """A request for play money from the mint. `why` is kept with the deed."""
    check_whole(cents)
    if cents <= 0:
        raise Refusal("amount", "A grant is above zero", None, "cents")
    check_person(who)
    reason = {"why": why} if why else {}
    return Request(actor, command, canonical({"k": "Grant", "person": who, "cents": cents, **reason}))


def grant_writing(books: Books, asked: Request, who: str, cents: Cents, why: str = "") -> Writing:
    """Play money from the mint."""
    mine, reason = person_account(who), {"why": why} if why else {}
    check_mint(books, cents * MICRO, mine)
    given = [Transfer(MINT, mine, cents * MICRO, "grant")]
    return Writing("Grant", asked, canonical({"granted": cents, **reason}), given, recorded=True)


def _check_open(standing: Standing) -> None:
    if standing.stored_table.closed:
        raise Refusal("closed", "This table is closed", None)


def _planned(
    standing: Standing,
    books: Books,
    command: str,
    k: str,
    who: str,
    cents: Cents,
    answer: Mapping[str, Cents],
    moved: Transfer,
) -> Planned:
    table = standing.stored_table.id
    asked = Request(table_actor(table), command, chips_asked(k, table, who, cents))
    writing = Writing(k, asked, canonical(answer), [moved], recorded=True)
    return Planned(standing, books.after([moved]), writing, Done(0, 0))


def chips_asked(k: str, table: str, person: str, cents: Cents) -> str:
    return canonical({"k": k, "table": table, "person": person, "cents": cents})

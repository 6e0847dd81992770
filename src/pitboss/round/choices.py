"""What a seat may choose: its bets, with what may go on each spot and why not, and its decisions.

`check_wagers` refuses a bet, `spots` shows one seat's, `legal_bets` finds all of them, `legal_actions` has
the decisions with their cost and consequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import ceil, floor
from typing import Final

from pitboss.cards import card_sign, card_text
from pitboss.errors import Refusal, check_whole
from pitboss.hands import value3
from pitboss.money import Cents, dollars
from pitboss.round.events import Decide
from pitboss.round.settlement import ActionId
from pitboss.round.showdown import sure_bets
from pitboss.round.state import Phase, Round, Seat
from pitboss.round.table import House, Table, action_text, open_table, play_stake, raise_of
from pitboss.sheet.model import Bound, Wager
from pitboss.text import all_of, one_of, shown


@dataclass(frozen=True, slots=True)
class Range:
    """What a wager may be, given the other wagers of the seat, and the clauses that say so."""

    low: Cents
    low_clause: str
    low_text: str
    high: Cents | None
    high_clause: str
    high_text: str
    step: Cents
    step_clause: str


def check_wagers(table: Table, wagers: Mapping[str, Cents]) -> None:
    """Raises a refusal with its clause unless these are a legal bet for one seat."""
    given: object = wagers
    if not isinstance(given, Mapping):
        text = f"Wagers are names with their cents, like {{'ante': 1000}}, not {shown(given)}"
        raise Refusal("wagers", text, table.sheet.offers_clause, "wagers")
    if not wagers:
        raise no_wager(table)
    for name in wagers:
        if name not in table.sheet.wagers:
            raise _not_offered(table, name)
    for name, wager in table.sheet.wagers.items():
        if name in wagers:
            check_whole(wagers[name], f"{wager.label} (in cents)", f"wagers.{name}", "STD-8")
            refusal = wager_fault(table, wager, wagers)
            if refusal is not None:
                raise refusal
        elif wager.required:
            text = f"{_an(wager.label)} is required"
            raise Refusal("required", text, wager.clause, f"wagers.{name}", {"wager": name})


def wager_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """What is wrong with one wager beside the others of its seat, or None."""
    amount, label, path = wagers[wager.id], wager.label, f"wagers.{wager.id}"
    lacking = needs_fault(table, wager, wagers)
    if lacking is not None:
        return lacking
    if wager.fixed is not None:
        if amount == wager.fixed.cents:
            return None
        text = f"{label} must be exactly {dollars(wager.fixed.cents)}"
        return Refusal("fixed", text, wager.fixed.clause, path, {"amount": wager.fixed.cents})
    span = wager_range(table, wager, wagers)
    if amount < span.low:
        absent = "; a wager that is not placed is left out" if amount <= 0 else ""
        text = f"{label} must be at least {span.low_text}{absent}"
        return Refusal("too_low", text, span.low_clause, path, {"min": span.low})
    if span.high is not None and amount > span.high:
        text = f"{label} must be at most {span.high_text}"
        return Refusal("too_high", text, span.high_clause, path, {"max": span.high})
    if amount % span.step:
        text = f"{label} must be in steps of {dollars(span.step)}"
        return Refusal("step", text, span.step_clause, path, {"step": span.step})
    return None


def needs_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """Why a wager cannot stand beside the others of its seat: it needs some that are not there."""
    needs = wager.needs
    if needs is None:
        return None
    present = [name in wagers for name in needs.wagers]
    if any(present) if needs.mode == "any" else all(present):
        return None
    labels = [table.sheet.label(name) for name in needs.wagers]
    text = f"{wager.label} needs {one_of(labels) if needs.mode == 'any' else ' and '.join(labels)}"
    values = {"wager": wager.id, "needs": " ".join(needs.wagers), "mode": needs.mode}
    return Refusal("needs", text, needs.clause, f"wagers.{wager.id}", values)


def room_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """Why nothing at all can be put on a spot beside the other wagers: its least is above its most."""
    span = wager_range(table, wager, wagers)
    if wager.fixed is not None or span.high is None or least(span) <= most(span.high, span):
        return None
    text = f"{wager.label} would have to be at least {span.low_text} and at most {span.high_text}"
    values = {"min": span.low, "max": span.high}
    return Refusal("no_room", text, span.high_clause, f"wagers.{wager.id}", values)


def least(span: Range) -> Cents:
    """The smallest bet in whole steps."""
    return -(-span.low // span.step) * span.step


def most(high: Cents, span: Range) -> Cents:
    """The largest bet in whole steps."""
    return high // span.step * span.step


def bets_on_all(table: Table, amount: Callable[[Range], Cents]) -> dict[str, Cents]:
    """A bet on every wager, one after another as the sheet has them; a fixed one is what it is."""
    found: dict[str, Cents] = {}
    for name, wager in table.sheet.wagers.items():
        fixed = wager.fixed
        found[name] = fixed.cents if fixed else amount(wager_range(table, wager, found))
    return found


USUAL: Final[Cents] = 1000  # of a wager, where nobody has said how much


def every_wager(table: Table) -> dict[str, Cents]:
    """Every wager of a sheet, each of $10 or as near to it as the table takes.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> every_wager(open_table(load_house("rivers")))
    {'ante': 1000, 'pair_plus': 1000, 'six_card_bonus': 1000, 'progressive': 100}
    """

    def near(span: Range) -> Cents:
        wanted = max(USUAL, least(span))
        return most(wanted if span.high is None else min(wanted, span.high), span)

    found = bets_on_all(table, near)
    check_wagers(table, found)
    return found


def wager_range(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Range:
    """The bounds of a wager; a bound that is a multiple of a wager not bet does not bind (AC-3)."""
    low, low_clause, low_text = wager.step.cents, wager.step.clause, dollars(wager.step.cents)
    high: Cents | None = None
    high_clause = high_text = ""
    for bound in wager.min:
        cents = _bound_cents(bound, wagers, table.min, ceil)
        if cents is not None and cents >= low:
            low, low_clause, low_text = cents, bound.clause, _bound_text(table, bound, cents, "minimum")
    for bound in wager.max:
        cents = _bound_cents(bound, wagers, table.max, floor)
        if cents is not None and (high is None or cents < high):
            high, high_clause, high_text = cents, bound.clause, _bound_text(table, bound, cents, "maximum")
    return Range(low, low_clause, low_text, high, high_clause, high_text, wager.step.cents, wager.step.clause)


def check_seats_of_person(
    table: Table, player: str, seats: Iterable[int], path: str = "", bank_seat: int | None = None
) -> None:
    """Raises a refusal unless one person may hold these seats (NAPA-14); the bank's is no gap (NAPA-16)."""
    hands = table.sheet.player.hands
    held = sorted(seats)
    skipped = set(range(held[0], held[-1] + 1)) - {*held, bank_seat} if held else set()
    if hands.where == "consecutive" and skipped:
        text = f"One person may play several hands only at consecutive seats, not at {_seats(held)}"
        raise Refusal("consecutive", text, hands.clause, path, {"player": player})


def _bound_cents(
    bound: Bound, wagers: Mapping[str, Cents], limit: Cents, whole: Callable[[Fraction], int]
) -> Cents | None:
    """A bound in whole cents: a part of a cent goes up in a minimum and down in a maximum."""
    if bound.kind == "table":
        return limit
    if bound.kind == "cents":
        return bound.cents
    base = wagers.get(bound.of)
    return None if base is None else whole(base * bound.times)


def _bound_text(table: Table, bound: Bound, cents: Cents, word: str) -> str:
    if bound.kind == "table":
        return f"the table {word} ({dollars(cents)})"
    if bound.kind == "cents":
        return dollars(cents)
    base = table.sheet.label(bound.of)
    return (
        f"the {base} ({dollars(cents)})" if bound.times == 1 else f"{bound.times} x {base} ({dollars(cents)})"
    )


def no_wager(table: Table) -> Refusal:
    """The refusal of a seat that bets nothing."""
    wagers = table.sheet.wagers.values()
    required = next((wager for wager in wagers if wager.required), None)
    if required:
        what, clause = f"{_an(required.label)} is required", required.clause
    else:
        what, clause = one_of(wager.label for wager in wagers), table.sheet.offers_clause
    return Refusal("no_wager", f"A seat needs at least one wager: {what}", clause, "wagers")


def _not_offered(table: Table, name: str) -> Refusal:
    offered = one_of(list(table.sheet.wagers))
    text = f"{table.sheet.name} has no wager {shown(name)} before the deal; it has {offered}"
    return Refusal("not_offered", text, table.sheet.offers_clause, f"wagers.{name}", {"wager": name})


def _an(label: str) -> str:
    return f"{'An' if label[:1] in 'AEIOU' else 'A'} {label}"


def _seats(numbers: list[int]) -> str:
    *others, last = (str(number) for number in numbers)
    return f"{', '.join(others)} and {last}"


@dataclass(frozen=True, slots=True)
class Spot:
    """One betting spot. `lit` is there where the felt has a sensor: on once the bet is accepted (RIV-15)."""

    id: str
    label: str
    amount: Cents
    min: Cents
    max: Cents | None
    step: Cents
    enabled: bool
    why: str | None
    why_code: str | None
    why_values: Mapping[str, int | str]  # what the reason is about, for who words it otherwise
    why_clause: str | None
    lit: bool | None


def spots(table: Table, wagers: Mapping[str, Cents], *, open_: bool, accepted: bool) -> tuple[Spot, ...]:
    """The spots of a seat with these wagers: a draft while bets are open, or what was accepted."""
    return _spots(table, tuple(wagers.items()), open_, accepted)


@lru_cache(maxsize=1024)
def _spots(
    table: Table, bets: tuple[tuple[str, Cents], ...], open_: bool, accepted: bool
) -> tuple[Spot, ...]:
    """They are asked for again and again, for every viewer of every seat."""
    wagers, found = dict(bets), list[Spot]()
    for name, wager in table.sheet.wagers.items():
        span = wager_range(table, wager, wagers)
        fixed = wager.fixed.cents if wager.fixed else None
        refusal: Refusal | None
        if not open_:
            refusal = Refusal("phase", "Bets are locked", table.sheet.closes_clause)
        elif name in wagers:
            refusal = wager_fault(table, wager, wagers)
        else:
            refusal = needs_fault(table, wager, wagers) or room_fault(table, wager, wagers)
        found.append(
            Spot(
                id=name,
                label=wager.label,
                amount=wagers.get(name, 0),
                min=fixed or least(span),
                max=fixed or (most(span.high, span) if span.high else span.high),
                step=fixed or span.step,
                enabled=open_ and (refusal is None or name in wagers),
                why=refusal.text if refusal else None,
                why_code=refusal.code if refusal else None,
                why_values=refusal.values if refusal else {},
                why_clause=refusal.clause if refusal else None,
                lit=(accepted and name in wagers) if wager.sensor else None,
            )
        )
    return tuple(found)


Bets = dict[str, Cents]
TRIES: Final = 32  # draws before the amounts that fit are listed; each is as likely either way


def legal_bets(house: House, funds: Cents) -> LegalBets:
    """What a person with these funds may bet at one seat; the Play that an Ante may ask for is kept back.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> bets = legal_bets(open_table(load_house("rivers"), high=2000), funds=10_000)
    >>> bets.smallest()
    {'pair_plus': 500}
    >>> bets.amounts("pair_plus", {"ante": 1000})[:3]
    range(500, 800, 100)
    >>> sum(1 for _ in bets.combinations([500, 1000, 2000]))
    120
    """
    check_whole(funds, "What a person has (in cents)", "funds")
    return LegalBets(open_table(house), funds)


@dataclass(frozen=True)
class LegalBets:
    """The legal bets of one seat. Nothing is listed before it is asked for: there are often millions."""

    table: Table
    funds: Cents

    def smallest(self) -> Bets | None:
        """The bet that needs the least money, or None where the funds allow none."""
        sets = (self._least_of(names) for names in self._sets())
        return min((bets for bets in sets if bets), key=self.table.need, default=None)

    def amounts(self, name: str, beside: Mapping[str, Cents]) -> range:
        """What may lie on one spot beside the other bets of its seat, in steps; empty where nothing may."""
        wager = self.table.sheet.wagers[name]
        others = {other: cents for other, cents in beside.items() if other != name}
        if needs_fault(self.table, wager, {**others, name: 0}) is not None:
            return range(0)
        return self._range(wager, others)

    def combinations(self, chips: Sequence[Cents] | None = None) -> Iterator[Bets]:
        """Every legal bet, one after the other; with `chips`, those whose free amounts are among them."""
        for names in self._sets():
            yield from self._grow(names, {}, None if chips is None else sorted(set(chips)))

    def draw(self, below: Callable[[int], int]) -> Bets | None:
        """A bet by chance: a set of wagers, then an amount on each; `below(n)` is any from 0 to n - 1."""
        if not self._affordable:
            return None
        names, bets = self._affordable[below(len(self._affordable))], Bets()
        for place, name in enumerate(names):
            bets[name] = self._draw_amount(name, bets, names[place + 1 :], below)
        return self._in_order(bets)

    def _draw_amount(
        self, name: str, bets: Bets, later: tuple[str, ...], below: Callable[[int], int]
    ) -> Cents:
        """Any amount after which the later spots can still be filled, each as likely."""
        amounts = self._range(self.table.sheet.wagers[name], bets)
        for _ in range(TRIES):
            cents = amounts[below(len(amounts))]
            if self._can_end({**bets, name: cents}, later):
                return cents
        fitting = [each for each in amounts if self._can_end({**bets, name: each}, later)]
        return fitting[below(len(fitting))]

    @cached_property
    def _affordable(self) -> tuple[tuple[str, ...], ...]:
        """The sets of wagers on which the funds allow a bet."""
        return tuple(names for names in self._sets() if self._least_of(names))

    def _sets(self) -> Iterator[tuple[str, ...]]:
        """The sets of wagers that may stand together, each in the order in which the amounts depend."""
        wagers = self.table.sheet.wagers
        for size in range(1, len(wagers) + 1):
            for names in combinations(wagers, size):
                present = dict.fromkeys(names, 0)
                if any(wager.required and name not in present for name, wager in wagers.items()):
                    continue
                if all(needs_fault(self.table, wagers[name], present) is None for name in names):
                    yield self._by_dependence(names)

    def _by_dependence(self, names: Sequence[str]) -> tuple[str, ...]:
        """A wager comes after those its bounds are multiples of."""
        wagers, found, left = self.table.sheet.wagers, list[str](), list(names)
        while left:
            free = [name for name in left if not _bases(wagers[name]) & (set(left) - {name})]
            found += free or left
            left = [name for name in left if name not in found]
        return tuple(found)

    def _range(self, wager: Wager, others: Mapping[str, Cents]) -> range:
        if wager.fixed is not None:
            return range(wager.fixed.cents, wager.fixed.cents + 1)
        span = wager_range(self.table, wager, others)
        high = self.funds if span.high is None else span.high
        return range(least(span), most(high, span) + 1, span.step)

    def _least_of(self, names: tuple[str, ...]) -> Bets | None:
        """The smallest bet on exactly these spots: no bound falls when another bet grows."""
        return next(self._grow(names, {}, None), None)

    def _can_end(self, bets: Bets, later: tuple[str, ...]) -> bool:
        affordable = self.table.need(bets) <= self.funds
        return affordable and next(self._grow(later, bets, None), None) is not None

    def _grow(self, names: tuple[str, ...], bets: Bets, chips: Sequence[Cents] | None) -> Iterator[Bets]:
        if not names:
            yield self._in_order(bets)
            return
        name, *rest = names
        wager = self.table.sheet.wagers[name]
        amounts: Sequence[Cents] = self._range(wager, bets)
        if chips is not None and wager.fixed is None:
            amounts = [cents for cents in chips if cents in amounts]
        for cents in amounts:
            grown = {**bets, name: cents}
            if self.table.need(grown) > self.funds:
                break
            yield from self._grow(tuple(rest), grown, chips)

    def _in_order(self, bets: Bets) -> Bets:
        """In the order of the sheet."""
        return {name: bets[name] for name in self.table.sheet.wagers if name in bets}


def _bases(wager: Wager) -> set[str]:
    return {bound.of for bound in (*wager.min, *wager.max) if bound.of}


@dataclass(frozen=True, slots=True)
class Action:
    """One legal decision of a seat."""

    seat: int
    id: ActionId
    label: str
    cost: Cents
    key: str
    consequence: str
    clause: str
    discard: str | None = None

    @property
    def text(self) -> str:
        """The decision in one word: `play`, `draw:4d`."""
        return action_text(self.id, self.discard)

    def command(self, player: str) -> Decide:
        """The command that takes this action."""
        return Decide(self.seat, player, self.id, self.discard)


def legal_actions(state: Round, number: int) -> tuple[Action, ...]:
    """The decisions open to a seat; empty when it has nothing to decide now.

    >>> from pitboss import FULL_DECK, DealCards, EndDeal, PlaceBets, legal_actions, open_round, step
    >>> state = step(open_round("rivers"), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = step(step(state, DealCards(FULL_DECK)), EndDeal())
    >>> [action.text for action in legal_actions(state, 1)]
    ['fold', 'play']
    """
    seat = state.seat(number)
    return actions_of(state.table, state.phase, seat) if seat is not None else ()


def actions_of(table: Table, phase: Phase, seat: Seat) -> tuple[Action, ...]:
    """The decisions open to a seat that bet, of which nothing else is known."""
    if phase != "decisions" or not seat.waits:
        return ()
    sheet, number = table.sheet, seat.number
    clause = sheet.play.clause
    cost = table.play_stake(seat.wagers["ante"])
    adds = f"Adds {dollars(cost)} on {sheet.play.label}"
    fold = Action(number, "fold", "Fold", 0, "f", fold_consequence(table, seat), clause)
    play = Action(number, "play", "Play", cost, "p", f"{adds}.", clause)
    if not sheet.player.draws:
        return (fold, play, *_raises(table, seat))
    draws = tuple(
        Action(
            number,
            "draw",
            f"Draw: discard {card_sign(card)}",
            cost,
            "d",
            f"{adds}. The discard is out of play.",
            sheet.player.draw_clause,
            card_text(card),
        )
        for card in seat.cards
    )
    return (fold, play, *draws)


def _raises(table: Table, seat: Seat) -> Iterator[Action]:
    """The larger Plays that are open to a seat's hand; each has the digit of its multiple as its key."""
    play = table.sheet.play
    if play.raises is None or len(seat.cards) != 3:
        return
    a, b, c = seat.cards
    for times in play.raises_with(value3(a, b, c)):
        action = raise_of(times)
        cost = play_stake(table, seat.wagers["ante"], action)
        consequence = f"Adds {dollars(cost)} on {play.label}."
        label = f"{play.label} {times}×"
        yield Action(seat.number, action, label, cost, str(times % 10), consequence, play.raises.clause)


def fold_consequence(table: Table, seat: Seat) -> str:
    """What a fold would do to each wager of a seat: `Lose Ante $15. 6 Card Bonus stays live.`"""
    wagers = table.sheet.wagers
    gone = {bet.id for bet in sure_bets(table, seat) if bet.state == "lost" and bet.always}
    forfeits = {name for name, _ in seat.bet if wagers[name].fold.does == "lose"}
    lost = [f"{wagers[name].label} {dollars(cents)}" for name, cents in seat.bet if name in forfeits - gone]
    kept = [wagers[name].label for name, _ in seat.bet if name not in forfeits | gone]
    before = [wagers[name].label for name, _ in seat.bet if name in gone]
    text = f"Lose {all_of(lost)}."
    if kept:
        text += f" {all_of(kept)} {'stays' if len(kept) == 1 else 'stay'} live."
    if before:
        text += f" {all_of(before)} {'is' if len(before) == 1 else 'are'} lost already."
    return text

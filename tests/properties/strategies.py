"""Random rounds: tables, wagers, decks and whole scripts that are played through the state machine.

A `Script` is short, prints as text that can be pasted into a test, and can be changed with `replace` to play
the same round with other decisions, another order or another deck.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Final, Protocol, TypeVar

from hypothesis import strategies as st

from pitboss.round import (
    Command,
    DealCards,
    Decide,
    EndDeal,
    Event,
    PlaceBets,
    RevealDealer,
    Round,
    RoundSettled,
    SettleRound,
    Table,
    TakeBank,
    VoidRound,
    apply,
    evolve,
    open_round,
    open_table,
)
from pitboss.round.choices import check_wagers, needs_fault, wager_range
from pitboss.round.events import DecidedBy, VoidCause
from pitboss.round.settlement import ActionId
from pitboss.sheet import houses, load_house
from pitboss.sheet.model import Wager
from tests.naive.hands import DECK, rank3
from tests.naive.rounds import DEALER_KINDS, PLAYER_KINDS, SIX_CARD_HOUSES, SIX_KINDS, Shoe, six_cards
from tests.naive.rounds import dealer_cards as pechanga_dealer

from . import law

HOUSES: Final = houses()
BANKED: Final = "napa-valley"
NAMES: Final = ("ann", "bob", "cyd", "Zoë")
ROUND_IDS: Final = ("r-1", "", "Zoë's № 7")
ROYALS: Final = ["mini_royal"] * 5 + ["mini royal of spades"] * 2  # for envy and the meter (RIV-10, RIV-11)
BOTTOMLESS: Final = 10**9  # a bank that covers everything

# Strategies that are drawn from many thousand times are made once: a new one is checked again by every draw.
YES_OR_NO: Final = st.booleans()
ONE_IN_FIVE: Final = st.integers(0, 4)
PERSON: Final = st.sampled_from(NAMES)
ROUND_ID: Final = st.sampled_from(ROUND_IDS)
SEED: Final = st.integers(0, 2**32)
METER: Final = st.integers(0, law.MICRO) | st.integers(0, 10**13)

T = TypeVar("T")


class Draw(Protocol):
    """Draws from a strategy: of a composite one, or of `st.data()`."""

    def __call__(self, strategy: st.SearchStrategy[T], /) -> T: ...


# Bets that look at more than the player's own cards and six cards.
FARTHER: Final = tuple(
    line
    for name, judged, pays in (
        ("dealer_plus", "dealer's hand", 'flush_or_better="6 to 1", pair="1 to 1"'),
        ("double_plus", "both hands", 'pair_or_better="12 to 1"'),
        ("bad_beat", "beaten hand", 'straight_or_better="60 to 1", pair="9 to 2"'),
        ("tie", "equal hands", 'pair_or_better="200 to 1", high_card="50 to 1"'),
        ("prime", "colours", 'six_of_one_colour="4 to 1", three_of_one_colour="3 to 1"'),
    )
    for line in (
        f'wager.{name}={{label="{name}", clause="SHINE-1", fold={{does="stays"}}}}',
        f'pays.{name}={{judged="{judged}", lines={{clause="SHINE-7", {pays}}}}}',
    )
)

# SHINE-9: the house may post other tables; odds that leave fractions of a dollar, or of a cent, among them.
POSTED: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "shine": (
        ('pays.ante_bonus.lines.straight="3 to 2"', 'pays.super_6_bonus.lines.flush="99 to 1"'),
        ('pays.pair_xxx.lines.pair="1 to 3"',),
        FARTHER,
    )
}


@dataclass(frozen=True)
class Decision:
    """What a seat does; a draw discards the card in this slot of the three."""

    seat: int
    action: ActionId
    slot: int = 0
    by: DecidedBy = "player"


@dataclass(frozen=True)
class Script:
    """A round to be played: opening commands in order, deck, decisions in order, and where it is voided."""

    house: str
    low: int
    high: int
    opening: tuple[Command, ...]
    shuffled: str
    decisions: tuple[Decision, ...]
    meter: int | None = None
    void: tuple[int, VoidCause] | None = None  # after how many commands, and why
    posted: tuple[str, ...] = ()
    round_id: str = "r-1"

    @cached_property
    def table(self) -> Table:
        return table_of(self.house, self.low, self.high, self.posted)

    @cached_property
    def deck(self) -> law.Cards:
        return tuple(self.shuffled.split())

    @cached_property
    def bets(self) -> dict[int, PlaceBets]:
        """The bets that stand when the opening is over, in seat order."""
        return _standing(self.opening)

    @cached_property
    def bets_at_end(self) -> dict[int, PlaceBets]:
        """The bets that stand when the round ends: a void can come before the opening is over."""
        return _standing(self.opening[: self.void[0]] if self.void else self.opening)

    @cached_property
    def decisions_made(self) -> tuple[Decision, ...]:
        """The decisions that were made before the round ended."""
        if self.void is None:
            return self.decisions
        before = len(self.opening) + 2
        return self.decisions[: max(0, self.void[0] - before)]

    @cached_property
    def players(self) -> list[str]:
        """The persons of the seats that bet, in seat order."""
        return [bet.player for bet in self.bets.values()]

    @cached_property
    def bank(self) -> TakeBank | None:
        """The bank that stands when the opening is over."""
        banks = [command for command in self.opening if isinstance(command, TakeBank)]
        return banks[-1] if banks and banks[-1].stake else None

    def index(self, seat: int) -> int:
        return list(self.bets).index(seat)

    def cards(self, seat: int) -> law.Cards:
        """The three cards that the law gives a seat."""
        return law.seat_cards(self.deck, len(self.bets), self.index(seat))

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """All commands of the round, discards named by the cards that lie in their slots."""
        asked: list[Command] = [*self.opening, DealCards(self.deck), EndDeal()]
        for decision in self.decisions:
            number, action = decision.seat, decision.action
            discard = self.cards(number)[decision.slot] if action == "draw" else None
            asked.append(Decide(number, self.bets[number].player, action, discard, decision.by))
        asked += [RevealDealer(), SettleRound.at(self.meter)]
        if self.void is not None:
            after, cause = self.void
            asked[after:] = [VoidRound(cause)]
        return tuple(asked)


@dataclass(frozen=True)
class Played:
    """A script that was played: `states[k]` is the state after `events[:k]`."""

    script: Script
    events: tuple[Event, ...]
    states: tuple[Round, ...]

    @property
    def final(self) -> Round:
        return self.states[-1]

    @property
    def settled(self) -> RoundSettled:
        ended = self.final.ended
        assert isinstance(ended, RoundSettled)
        return ended


def _standing(opening: tuple[Command, ...]) -> dict[int, PlaceBets]:
    last = {command.seat: command for command in opening if isinstance(command, PlaceBets)}
    return {number: last[number] for number in sorted(last) if last[number].wagers}


@lru_cache(maxsize=4096)
def table_of(house: str, low: int, high: int, posted: tuple[str, ...] = ()) -> Table:
    return open_table(load_house(house, posted), low, high)


def play(script: Script, most: int | None = None) -> Played:
    """Plays a script, or its first commands only; every command must be accepted and cause one event."""
    states = [open_round(script.table, script.round_id)]
    events: list[Event] = []
    for command in script.commands[:most]:
        (event,) = apply(states[-1], command)
        events.append(event)
        states.append(evolve(states[-1], event))
    return Played(script, tuple(events), tuple(states))


# Choices


_sampled_from = cache(st.sampled_from)


def one_of(*these: T) -> st.SearchStrategy[T]:
    """One of these."""
    chosen: st.SearchStrategy[T] = _sampled_from(these)
    return chosen


@cache
def _places(number: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(number))


def in_any_order(draw: Draw, these: Sequence[T]) -> list[T]:
    """All of these in some order."""
    return [these[place] for place in draw(_places(len(these)))] if len(these) > 1 else list(these)


# Tables and wagers

# Limits in whole dollars with a multiple of $5 between: AC-2 has to leave something to bet.
ODD_LIMITS: Final = st.tuples(st.integers(1, 30), st.integers(4, 500)).map(
    lambda x: (100 * x[0], 100 * sum(x))
)
LIMITS: Final = st.just((500, 50_000)) | ODD_LIMITS | one_of((1_500, 1_500), (100, 500), (700, 1_000))


def wagers(draw: Draw, table: Table) -> dict[str, int]:
    """A legal bet for one seat, built wager by wager with the sheet's own rules."""
    order = list(table.sheet.wagers.values())
    bet: dict[str, int] = {}
    for wager in order:
        if wager.required or draw(YES_OR_NO):
            _add(draw, table, wager, bet)
    if not bet:
        free = [wager.id for wager in order if wager.needs is None]
        _add(draw, table, table.sheet.wagers[draw(one_of(*free))], bet)
    check_wagers(table, bet)
    return {name: bet[name] for name in in_any_order(draw, list(bet))}


def _add(draw: Draw, table: Table, wager: Wager, bet: dict[str, int]) -> None:
    """Puts a legal amount on a wager, unless it needs another that is missing or has no room."""
    if needs_fault(table, wager, bet):
        return
    if wager.fixed is not None:
        bet[wager.id] = wager.fixed.cents
        return
    span = wager_range(table, wager, bet)
    first = -(-span.low // span.step)
    last = (table.max if span.high is None else span.high) // span.step
    if first <= last:
        bet[wager.id] = span.step * draw(_amounts(first, last))


@lru_cache(maxsize=4096)
def _amounts(first: int, last: int) -> st.SearchStrategy[int]:
    """Small ones more often."""
    near = st.integers(first, min(first + 5, last))
    return near | near | st.integers(first, last) | st.just(last)


# Decks


def decks(
    draw: Draw, house: str, seats: int, draws: Mapping[int, int], *, plain: bool | None = None
) -> law.Cards:
    """A deck for so many seats, rare hands over-sampled; `draws` are the slots that seats will discard."""
    rng = random.Random(draw(SEED))
    if draw(ONE_IN_FIVE) == 4 if plain is None else plain:
        return tuple(rng.sample(DECK, 52))
    shoe = Shoe(rng)
    hands: dict[int, Sequence[str]] = {}
    if house in SIX_CARD_HOUSES and draw(YES_OR_NO):
        six = shoe.take(six_cards(rng, draw(one_of(*SIX_KINDS))))
        dealer = six[:3]
        hands[draw(st.integers(0, seats - 1))] = six[3:]
    elif house == "pechanga":
        dealer = pechanga_dealer(rng, house, shoe)
    else:
        dealer = shoe.hand(draw(one_of(*DEALER_KINDS)), [])
    best = max((list(three) for three in combinations(dealer, 3)), key=rank3)  # to tie with
    kinds = draw(_kinds(seats, house == "rivers"))
    for i in range(seats):
        if i not in hands:
            hands[i] = shoe.hand(kinds[i], best)
    places: dict[int, str] = {}
    for i, cards in hands.items():
        places.update({j * (seats + 1) + i: card for j, card in enumerate(cards)})
    for i, slot in draws.items():
        kept = [card for j, card in enumerate(hands[i]) if j != slot]
        card = shoe.beside(kept, None)
        assert card is not None
        places[3 * seats + 3 + i] = card
    places.update({j * (seats + 1) + seats: card for j, card in enumerate(dealer[:3])})
    if len(dealer) == 4:
        places[4 * seats + 3] = dealer[3]
    rest = iter(rng.sample(shoe.left, len(shoe.left)))
    return tuple(places[place] if place in places else next(rest) for place in range(52))


@cache
def _kinds(seats: int, royals: bool) -> st.SearchStrategy[list[str]]:
    """A kind of hand for every seat."""
    wanted = st.sampled_from(PLAYER_KINDS + ROYALS * royals)
    return st.lists(wanted, min_size=seats, max_size=seats)


# Whole rounds


@cache
def _seats(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(1, law.SEATS), min_size=1, max_size=most, unique=True)


@st.composite
def scripts(
    draw: st.DrawFn,
    house: str,
    *,
    voids: bool | None = None,
    most_seats: int = law.SEATS,
) -> Script:
    """A legal round; `voids` says whether it ends void (None: now and then)."""
    low, high = draw(LIMITS)
    chosen = draw(one_of((), *POSTED[house])) if house in POSTED else ()
    table = table_of(house, low, high, chosen)
    numbers = sorted(draw(_seats(most_seats)))
    people = _people(draw, house, numbers)
    bets = {number: PlaceBets(number, people[number], wagers(draw, table)) for number in numbers}
    decisions = _decisions(draw, house, bets)
    draws = {numbers.index(each.seat): each.slot for each in decisions if each.action == "draw"}
    deck = decks(draw, house, len(numbers), draws)
    hands = {number: law.seat_cards(deck, len(numbers), i) for i, number in enumerate(numbers)}
    decisions = tuple(_marked(draw, house, each, hands[each.seat]) for each in decisions)
    meter = None
    if house == "rivers":
        meter = law.METER_RESET + draw(METER)
    opening = (*_second_thoughts(draw, table, bets), *_arrivals(draw, house, bets))
    script = Script(
        *(house, low, high, opening, " ".join(deck), decisions, meter),
        posted=chosen,
        round_id=draw(ROUND_ID),
    )
    if house == BANKED:
        script = _with_bank(script, _stake(draw, script), draw(st.integers(0, len(opening))))
    if voids is None:
        voids = draw(ONE_IN_FIVE) == 4
    return _voided(draw, script) if voids else script


def _people(draw: Draw, house: str, numbers: list[int]) -> dict[int, str]:
    """A person for every seat; one may hold several, at Napa Valley only consecutive ones (NAPA-14)."""
    if house != BANKED:
        return {number: draw(PERSON) for number in numbers}
    people: dict[int, str] = {}
    for number in numbers:
        joins = number - 1 in people and draw(YES_OR_NO)
        people[number] = people[number - 1] if joins else f"p{number}"
    return people


def _decisions(draw: Draw, house: str, bets: Mapping[int, PlaceBets]) -> tuple[Decision, ...]:
    """A decision for every seat with an Ante, in any order (STD-9)."""
    actions: list[ActionId] = ["play", "fold", "draw"] if house == "pechanga" else ["play", "play", "fold"]
    made = []
    for number, bet in bets.items():
        if "ante" not in bet.wagers:
            continue
        action = draw(one_of(*actions))
        slot = draw(st.integers(0, 2)) if action == "draw" else 0
        made.append(Decision(number, action, slot))
    return tuple(in_any_order(draw, made))


def _marked(draw: Draw, house: str, decision: Decision, cards: law.Cards) -> Decision:
    """The decision, now and then made by the platform for somebody who is away (STD-13)."""
    makers: list[DecidedBy] = ["player", "player", "away optimal"]
    if decision.action == "fold":
        makers.append("away fold")
    if decision.action == law.away_action(house, cards):
        makers.append("away rule")
    return replace(decision, by=draw(one_of(*makers)))


def _arrivals(draw: Draw, house: str, bets: Mapping[int, PlaceBets]) -> list[PlaceBets]:
    """The bets in any order; where hands must be consecutive, a person fills up from the lowest seat."""
    order = in_any_order(draw, list(bets.values()))
    if house != BANKED:
        return order
    waiting = {
        bet.player: sorted(number for number, b in bets.items() if b.player == bet.player) for bet in order
    }
    return [bets[waiting[bet.player].pop(0)] for bet in order]


def _second_thoughts(draw: Draw, table: Table, bets: Mapping[int, PlaceBets]) -> list[Command]:
    """Bets that are changed or cleared and a bank that is given up before the deal."""
    made: list[Command] = []
    if draw(YES_OR_NO):
        return made
    free = sorted(set(range(1, law.SEATS + 1)) - set(bets))
    if bool(free) and draw(YES_OR_NO):
        number = draw(one_of(*free))
        made.append(PlaceBets(number, "passer-by", wagers(draw, table)))
        made.append(PlaceBets(number, "passer-by", {}))
    if table.sheet.bank and draw(YES_OR_NO):
        made += [TakeBank("passer-by", 777), TakeBank("passer-by", 0), TakeBank("banker", 1)]
    if draw(YES_OR_NO):
        person = draw(one_of(*sorted({bet.player for bet in bets.values()})))
        lowest = min(number for number, bet in bets.items() if bet.player == person)
        made.append(PlaceBets(lowest, person, wagers(draw, table)))
    return made


def _with_bank(script: Script, stake: int, place: int) -> Script:
    """The script with a bank put up among the bets, but not before others have given it up."""
    after = 1 + max((i for i, each in enumerate(script.opening) if isinstance(each, TakeBank)), default=-1)
    place = max(place, after)
    opening = (*script.opening[:place], TakeBank("banker", stake), *script.opening[place:])
    return replace(script, opening=opening)


def _stake(draw: Draw, script: Script) -> int:
    """A bank that is bottomless, tiny, or ends with, within or a cent off some wager (NAPA-11)."""
    kind = draw(one_of("ends", "ends", "ends", "tiny", "any", "bottomless"))
    if kind == "bottomless":
        return BOTTOMLESS
    if kind != "ends":
        return draw(st.integers(1, 1_000 if kind == "tiny" else 1_000_000))
    paid = play(_with_bank(script, BOTTOMLESS, 0)).settled
    uses = [abs(line.profit) for seat in paid.seats for line in seat.lines]
    upto = draw(st.integers(1, len(uses)))
    ends = sum(uses[:upto])
    match draw(one_of("with", "a cent off", "within")):
        case "with":
            return max(1, ends)
        case "a cent off":
            return max(1, ends + draw(one_of(-1, 1)))
    return max(1, draw(st.integers(ends - uses[upto - 1], ends)))


def _voided(draw: Draw, script: Script) -> Script:
    """The script, ended void after some of its commands."""
    causes: list[VoidCause] = ["cannot go on", "malfunction"]
    if script.house == BANKED:
        causes.append("exposed")
    cause = draw(one_of(*causes))
    dealt = len(script.opening) + 1
    if cause == "exposed":  # NAPA-12: only during the deal
        return replace(script, void=(dealt, cause))
    last = len(script.commands) - 1
    after = draw(st.integers(dealt if draw(YES_OR_NO) else 0, last))
    return replace(script, void=(after, cause))

"""A policy: what a seat does with its cards, as a function, a name or a plan.

The function that plays a round in `play_out` is the one that `price` counts exactly and `simulate` plays by.
It is asked here about every hand that can be dealt, beside every up card, and its answers become a `Plan`.
See "A strategy of your own" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pitboss.cards import Card, NotACard, card_text, cards_text, parse_card
from pitboss.errors import NotPriced, Refusal
from pitboss.hands import CATEGORY_OF_VALUE, HAND_FORMS, parse_hand, value3
from pitboss.money import Cents
from pitboss.odds.decisions import DRAW, FOLD, PLAY, RAISE_NUMBER, Chooser, from_value, optimal
from pitboss.odds.geometry import Ints, all_hands, family_of, orbits, rows, up_sets
from pitboss.odds.plan import Bytes, Choice, Plan, narrowed, plan_of, plan_of_cards
from pitboss.odds.work import Progress
from pitboss.round.state import Round
from pitboss.round.table import Table, action_text
from pitboss.sheet.model import Sheet
from pitboss.text import one_of, shown

if TYPE_CHECKING:
    from pitboss.odds.game import Game

MOST_ASKED: Final = 2_000_000  # hands beside up cards that a function is asked about: seconds
ASKED_TWICE: Final = 22_100  # of them, to see that the answers stay the same


class NotSeen(Refusal, AttributeError):
    """A policy has asked for what no player sees."""

    def __init__(self, name: str) -> None:
        text = f"A policy sees {', '.join(Turn._fields)}, value and category, not {name}"
        super().__init__("not_seen", text, "STD-11", "strategy")


class Turn(NamedTuple):
    """What a policy is given: a seat that decides, with its own cards and those of the dealer that show.

    `actions` are the answers it may give, like `fold`, `play`, `draw:4d` or `play_3x`.

    >>> from pitboss import FULL_DECK, Turn, play_out
    >>> def careful(turn: Turn) -> str:
    ...     return "play" if turn.category != "high_card" else "fold"
    >>> play_out("rivers", FULL_DECK, {1: {"ante": 1000}}, careful).paid(1).net
    0
    """

    table: Table
    seat: int
    wagers: Mapping[str, Cents]
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    actions: tuple[str, ...]

    @property
    def value(self) -> int:
        """The value of the hand, 0 to 740; more beats less."""
        a, b, c = self.cards
        return value3(a, b, c)

    @property
    def category(self) -> str:
        """What the hand is: `pair`, `high_card`, `mini_royal` …"""
        return CATEGORY_OF_VALUE[self.value].text

    def __str__(self) -> str:
        return cards_text(self.cards) + (f" against {cards_text(self.up)}" if self.up else "")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSeen(name)


Ask = Callable[[Turn], str | Choice]  # a policy that is a function; it may answer with a plan's choice
Policy = str | Plan | Chooser | Ask


def actions_with(table: Table, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Everything that a seat may do with three cards, in one word each."""
    sheet = table.sheet
    if sheet.player.draws:
        return ("fold", "play", *(action_text("draw", card_text(card)) for card in cards))
    a, b, c = cards
    raises = sheet.play.raises_with(value3(a, b, c)) if sheet.play.raises else ()
    return ("fold", "play", *(f"play_{times}x" for times in raises))


def turn_of(state: Round, number: int) -> Turn:
    """What the policy of a seat is given when it must decide."""
    seat = next(each for each in state.seats if each.number == number)
    actions = actions_with(state.table, seat.cards)
    return Turn(state.table, number, seat.wagers, seat.cards, state.up_cards, actions)


def answer_to(turn: Turn, ask: Ask) -> str:
    """What a policy does, one of the turn's actions; anything else it may say is refused."""
    try:
        given = ask(turn)
    except Exception as fault:
        fault.add_note(f"This was asked of a policy: {turn}, at {turn.table.sheet.name}")
        raise
    said = getattr(given, "text", given)
    if isinstance(said, str):
        if said in turn.actions:
            return said
        action, _, discard = said.partition(":")
        with suppress(NotACard):  # a card in another form, like 10s
            said = action_text(action, card_text(parse_card(discard)) if discard else None)
        if said in turn.actions:
            return said
    text = f"The strategy says {shown(given)} with {turn}; it may say {one_of(turn.actions)}"
    raise Refusal("no_action", text, turn.table.sheet.play.clause, "strategy")


def asks(game: Game, policy: Policy, bets: Mapping[str, Cents]) -> Ask:
    """A policy as a function, to play a round by."""
    if callable(policy) and not isinstance(policy, Chooser):
        return policy
    plan = plan_by(game, policy, bets)
    return lambda turn: plan.choice(turn.cards, turn.up)


def strategy_called(sheet: Sheet, name: str) -> Chooser | None:
    """A strategy by its name: optimal, always, mimic, or a cut-off hand; None for any other text."""
    if name == "optimal":
        return optimal
    if name == "always":
        return from_value(0)
    value = sheet.dealer.qualifier.value if name == "mimic" else parse_hand(name)
    return None if value is None else from_value(value)


def chooser_of(game: Game, policy: Policy, bets: Mapping[str, Cents] | None = None) -> Chooser:
    """A policy as the counts take it: arrays of hands by sets of up cards."""
    if isinstance(policy, Chooser):
        return policy
    if isinstance(policy, Plan):
        return policy.chooser
    if callable(policy):
        return plan_of_function(game, policy, bets).chooser
    given: object = policy
    known = strategy_called(game.sheet, given) if isinstance(given, str) else None
    if known is None:
        text = (
            f"A strategy is optimal, always, mimic, {HAND_FORMS}, a Plan or a function, not {shown(policy)}"
        )
        raise NotPriced(text, "strategy")
    return known


def plan_by(
    game: Game,
    policy: Policy,
    bets: Mapping[str, Cents] | None = None,
    *,
    suits: bool = True,
    progress: Progress | None = None,
) -> Plan:
    """What a policy does with every hand, for a bet (the Ante alone)."""
    if isinstance(policy, Plan):
        return policy
    if callable(policy) and not isinstance(policy, Chooser):
        return plan_of_function(game, policy, bets, suits=suits, progress=progress)
    chooser = chooser_of(game, policy)
    if isinstance(policy, str) and chooser is not optimal:
        return plan_of_cards(game, chooser)
    return plan_of(game, chooser, game.stakes_of("ante") if bets is None else bets, progress)


# --- A function, asked about every hand.


def plan_of_function(
    game: Game,
    ask: Ask,
    bets: Mapping[str, Cents] | None = None,
    *,
    suits: bool = True,
    progress: Progress | None = None,
) -> Plan:
    """The answers of a function to every hand beside every set of up cards that can show.

    Without `suits` it is asked about one hand of each kind up to suits: that must be right for it. What does
    not stay the same when it is asked again has no price, and is refused.
    """
    asked = _Asked(game, ask, bets)
    shows = game.dealing.shows
    many = _kinds(game) if not suits else comb(52, 3) * comb(49, shows)
    if many > MOST_ASKED:
        less = f"; with suits=False it is asked {_kinds(game):,} times" if suits else ""
        text = f"A function is asked about at most {MOST_ASKED:,} hands and up cards, not {many:,}{less}"
        raise NotPriced(text, "strategy")
    table = asked.by_kind(many, progress) if not suits else asked.by_hand(many, progress)
    return narrowed(Plan(shows, table))


def _kinds(game: Game) -> int:
    """How many hands and up cards there are up to suits."""
    return sum(len(ups) for _, ups, _ in _alike(game))


def _alike(game: Game) -> Iterator[tuple[int, Ints, Ints]]:
    """Each row with the up cards beside which it is asked about, and which of them stands for every set.

    Where players draw, all of them: a discard is a card of its own suit.
    """
    shows, families = game.dealing.shows, family_of()
    ups = up_sets(shows)
    all_ups: Ints = np.arange(len(ups))
    for row, cards in enumerate(rows().cards):
        if game.dealing.player_draws:
            first = of = all_ups
        else:
            alike = orbits(shows, int(families[row]))
            first, of = alike.first, alike.of
        free = ~np.isin(ups[first], cards).any(axis=1)
        yield row, first[free], np.where(free, np.cumsum(free) - 1, 0)[of]


class _Asked:
    """A function that is asked about hands, and its answers as numbers of actions."""

    def __init__(self, game: Game, ask: Ask, bets: Mapping[str, Cents] | None) -> None:
        self.game, self.ask = game, ask
        self.wagers = game.least_bet if bets is None else dict(bets)
        self.ups = [tuple(each) for each in up_sets(game.dealing.shows).tolist()]

    def by_hand(self, many: int, progress: Progress | None) -> Bytes:
        """The number of the answer for each of the 22,100 hands: (hands, ups)."""
        hands = all_hands().cards.tolist()
        found = np.zeros((len(hands), len(self.ups)), np.uint8)
        every = np.arange(len(self.ups))
        seen = up_sets(self.game.dealing.shows)
        for number, hand in enumerate(hands):
            there = every[~np.isin(seen, hand).any(axis=1)] if seen.shape[1] else every
            answers = self._answers(hand, there)
            found[number], found[number, there] = answers[0], answers
            if progress is not None:
                progress(number * many // len(hands), many)
        step = max(1, len(hands) * len(self.ups) // ASKED_TWICE)
        for place in range(len(hands) * len(self.ups) - 1, -1, -step):
            number, up = divmod(place, len(self.ups))
            if not {*hands[number]} & {*self.ups[up]}:
                self._again(hands[number], up, int(found[number, up]))
        return found

    def by_kind(self, many: int, progress: Progress | None) -> Bytes:
        """The same for one hand of each kind up to suits: (rows, ups)."""
        found, done = np.zeros((len(rows()), len(self.ups)), np.uint8), 0
        for row, ups, alike in _alike(self.game):
            hand = rows().cards[row].tolist()
            answers = np.array(self._answers(hand, ups), np.uint8)
            found[row] = answers[alike]
            done += len(ups)
            if progress is not None:
                progress(done, many)
        for row, ups, _ in [*_alike(self.game)][::-1]:
            up = int(ups[row % len(ups)])
            self._again(rows().cards[row].tolist(), up, int(found[row, up]))
        return found

    def _answers(self, hand: list[Card], ups: Ints) -> list[int]:
        cards = tuple(hand)
        actions = actions_with(self.game.table, cards)
        numbers = self._numbers(actions)
        found = []
        for up in ups.tolist():
            turn = Turn(self.game.table, 1, self.wagers, cards, self.ups[up], actions)
            found.append(numbers[answer_to(turn, self.ask)])
        return found

    def _again(self, hand: list[Card], up: int, before: int) -> None:
        """Refuses a function whose answer is another one now."""
        [now] = self._answers(hand, np.array([up]))
        if now != before:
            named = {number: action for action, number in self._numbers(self._turn(hand, up).actions).items()}
            said = f"{named[before]} and then {named[now]} with {self._turn(hand, up)}"
            raise NotPriced(f"The strategy said {said}: what is priced must not change", "strategy")

    def _turn(self, hand: list[Card], up: int) -> Turn:
        cards = tuple(hand)
        actions = actions_with(self.game.table, cards)
        return Turn(self.game.table, 1, self.wagers, cards, self.ups[up], actions)

    def _numbers(self, actions: tuple[str, ...]) -> dict[str, int]:
        """The number of each action of a hand, whose draws are in the order of its cards."""
        draws = iter(range(DRAW, DRAW + 3))
        known: dict[str, int] = {"fold": FOLD, "play": PLAY, **dict(RAISE_NUMBER.items())}
        return {action: known[action] if action in known else next(draws) for action in actions}

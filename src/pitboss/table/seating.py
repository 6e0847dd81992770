"""The people at a live table, bots among them: where they sit, their pictures, whose turn the bank is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.text import skeleton

# Pictures

Avatar = Literal[
    "cat",
    "dog",
    "bird",
    "fish",
    "rabbit",
    "squirrel",
    "turtle",
    "snail",
    "panda",
    "bug",
    "shell",
    "ghost",
    "rocket",
    "sailboat",
    "guitar",
    "clover",
]
AVATARS: Final[tuple[Avatar, ...]] = get_args(Avatar)


def avatar_of(person: str, chosen: str | None) -> Avatar:
    """The picture that a person has chosen, or else the one that their id gives.

    >>> avatar_of("00ff", "cat"), avatar_of("0001", None), avatar_of("0001", "gone from the set")
    ('cat', 'dog', 'dog')
    """
    for each in AVATARS:
        if each == chosen:
            return each
    return AVATARS[sum(person.encode()) % len(AVATARS)]


# People

Instruction = Literal["away rule", "away fold", "away optimal"]
Out = Literal["away", "idle", "host", "operator"]  # why a player sits out
Missed = Literal["clock", "wait", "away", "idle", "host", "operator", "left"]  # why the platform has decided
LEFT: Final = "a player who has left"  # the name of a player who has gone and whose hand is still there


@dataclass(frozen=True, slots=True)
class MissedDecision:
    """A decision that the platform has made for a player, kept until they act (STD-13)."""

    round: int
    seat: int
    action: str
    by: Instruction
    why: Missed


class Sitter(Struct, frozen=True):
    """One person with one or more seats."""

    id: str
    name: str
    seats: tuple[int, ...] = ()
    bot: str | None = None  # which strategy plays, where no person does
    here: bool = True  # connected
    instruction: Instruction = "away rule"  # what the platform does when the person is away (STD-13)
    wants_bank: bool = False  # a standing wish: asked in every round until it is taken back
    lapses: int = 0  # offers of the bank in a row that were not answered
    leaves: tuple[int, ...] = ()  # the seats that are given up after this hand
    quits: bool = False  # has left for good: the platform decides at once (STD-13)
    ready: bool = False  # done with the bets of this round
    idle: int = 0  # rounds in a row without a bet
    more_time: int = 0  # extensions used in this round
    out: Out | None = None  # sits out until they do something: nobody waits for them
    missed: tuple[MissedDecision, ...] = ()  # of the last round in which there was one
    avatar: Avatar | None = None  # the picture of a person

    @property
    def leaving(self) -> bool:
        """Whether a seat is given up after this hand."""
        return bool(self.leaves)


class Seating(Struct, frozen=True, dict=True):
    """Who sits where. Nothing in it changes; each step makes a new one."""

    people: Mapping[str, Sitter] = field(default_factory=dict)

    def at(self, seat: int) -> Sitter | None:
        """Who sits at a seat."""
        return next((each for each in self.people.values() if seat in each.seats), None)

    def seated(self) -> tuple[Sitter, ...]:
        """The people with a seat, by their first."""
        return self._seated

    @cached_property
    def _seated(self) -> tuple[Sitter, ...]:  # asked for several times in every step
        return tuple(sorted((each for each in self.people.values() if each.seats), key=lambda one: one.seats))

    @cached_property
    def all_here(self) -> bool:
        """Whether all are connected."""
        return all(each.here for each in self.people.values())

    def change(self, person: str, **fields: object) -> Seating:
        """The same with one person changed."""
        changed = replace(self.people[person], **fields)
        return self if changed == self.people[person] else Seating({**self.people, person: changed})

    def come(self, person: str, name: str, bot: str | None = None, avatar: Avatar | None = None) -> Seating:
        """A person comes to the table, or comes back; seats are kept."""
        if person in self.people:
            return self.introduce(person, name, avatar).change(person, here=True)
        name = self._told_apart(person, name) if bot is None else name
        return Seating({**self.people, person: Sitter(person, name, bot=bot, avatar=avatar)})

    def introduce(self, person: str, name: str, avatar: Avatar | None) -> Seating:
        """Gives a person at the table another name or picture."""
        avatar = avatar or self.people[person].avatar
        return self.change(person, name=self._told_apart(person, name), avatar=avatar)

    def _told_apart(self, person: str, name: str) -> str:
        """The name; with a number where another at the table has the same, or one that looks the same."""
        others = [each for each in self.people.values() if each.bot is None and each.id != person]
        looks = {skeleton(each.name) for each in others}
        numbered = (f"{name} ({number})" for number in range(2, len(others) + 3))
        return next((each for each in (name, *numbered) if skeleton(each) not in looks), name)

    def sit(self, table: Table, person: str, seat: int) -> Seating:
        """A person takes a seat; several where the sheet allows (STD-9, NAPA-14)."""
        sheet = table.sheet
        if not 1 <= seat <= sheet.seats:
            raise Refusal("no_seat", f"Seats are numbered 1 to {sheet.seats}", sheet.seats_clause, "seat")
        holder = self.at(seat)
        if holder is not None:
            whose = "yours already" if holder.id == person else f"{holder.name}'s"
            raise Refusal("taken", f"Seat {seat} is {whose}", None, "seat")
        mine = tuple(sorted((*self.people[person].seats, seat)))
        hands = sheet.player.hands
        if len(mine) > hands.most:
            text = f"One person may play at most {hands.most} hands at {sheet.name}"
            raise Refusal("hands", text, hands.clause, "seat")
        check_side_by_side(table, mine)
        return self.change(person, seats=mine, leaves=(), idle=0, quits=False, out=None, missed=())

    def stand(self, person: str, seat: int | None = None) -> Seating:
        """A person gives up a seat, or all of them."""
        mine = self.people[person].seats
        if seat is not None and seat not in mine:
            raise Refusal("not_yours", f"Seat {seat} is not yours", None, "seat")
        left = () if seat is None else tuple(each for each in mine if each != seat)
        leaves = tuple(each for each in self.people[person].leaves if each in left)
        quits = bool(left) and self.people[person].quits
        return self.change(person, seats=left, leaves=leaves, ready=False, quits=quits)

    def go(self, person: str) -> Seating:
        """A person without a seat leaves the table."""
        return Seating({key: each for key, each in self.people.items() if key != person})

    def new_round(self) -> Seating:
        """What begins anew with each round; bots are always ready."""
        return Seating(
            {key: replace(each, ready=bool(each.bot), more_time=0) for key, each in self.people.items()}
        )


def check_side_by_side(table: Table, seats: Sequence[int]) -> None:
    """Raises a refusal unless one person may hold these seats, which are in order (NAPA-14)."""
    hands = table.sheet.player.hands
    if hands.where == "consecutive" and seats and seats[-1] - seats[0] != len(seats) - 1:
        text = "Several hands of one person must be at seats side by side"
        raise Refusal("not_consecutive", text, hands.clause, "seat")


@dataclass(frozen=True, slots=True)
class BankTurn:
    """The last player with the bank, for how many rounds in a row, and the players asked this round."""

    last: str | None = None
    last_seat: int = 0
    streak: int = 0
    asked: tuple[str, ...] = ()
    offered: str | None = None  # whose answer is awaited

    def next_round(self, bank: str | None, seat: int) -> BankTurn:
        """After a round in which a person, or the house's own player, held the bank."""
        if bank is None:
            return BankTurn(self.last, self.last_seat)
        same = bank == self.last
        return BankTurn(bank, seat, self.streak + 1 if same else 1)


def least_stake(table: Table) -> Cents:
    """What a bank must put up at a live table."""
    bank = table.sheet.bank
    return table.max if bank is not None and bank.least_stake == "table max" else 1


def candidates(table: Table, seating: Seating, turn: BankTurn, funds: dict[str, Cents]) -> list[Sitter]:
    """Who is to be asked, in order: those who want the bank, can pay for it and have not just had it."""
    bank = table.sheet.bank
    if bank is None:
        return []
    wanting = [
        each
        for each in seating.seated()
        if each.wants_bank
        and each.here
        and not each.leaving
        and each.out is None
        and each.id not in turn.asked
        and not (each.id == turn.last and turn.streak >= bank.rounds)
        and funds.get(each.id, 0) >= least_stake(table)
    ]
    # Who held it in the last round keeps it until the rounds are over.
    holder = [each for each in wanting if each.id == turn.last and turn.streak]
    return holder + [each for each in clockwise(wanting, turn.last_seat) if each not in holder]


def clockwise(people: Iterable[Sitter], after: int) -> list[Sitter]:
    """People by their seats, starting left of a seat."""
    found = sorted(people, key=lambda each: each.seats[0])
    return [each for each in found if each.seats[0] > after] + [
        each for each in found if each.seats[0] <= after
    ]

"""What a forger does who gives a receipt a new head: a change for each row of the table in docs/receipts.md.

A change gives some receipts that differ from the one it gets, with everything worked out anew that follows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

from pitboss.round import Decide, PlaceBets, Refusal, TakeBank, VoidRound, apply, evolve, open_round
from pitboss.round.document import dump_event, load_round, parse_round
from pitboss.round.events import Command, DealCards, SettleRound, VoidCause
from pitboss.round.play import command_of
from tests.fair.independent import Question, Tap, commit, shuffle
from tests.proof.docs_verifier import Json, canonical

OTHER_SEED = "5a" * 32

Change = Callable[[Json], Iterator[Json]]


def retold(receipt: Json, commands: list[Command]) -> Json:
    """The receipt of other commands at the same table, with the same seeds."""
    state = open_round(load_round(parse_round(canonical(receipt)))[0].table, receipt["round"])
    happened = []
    for command in commands:
        for event in apply(state, command):
            happened.append(dump_event(event))
            state = evolve(state, event)
    return receipt | {"events": json.loads(json.dumps(happened))}


def commands_of(receipt: Json) -> list[Command]:
    document = parse_round(canonical(receipt))
    state = open_round(load_round(document)[0].table, document.round)
    found = []
    for event in document.events:
        found.append(command_of(state, event))
        state = evolve(state, event)
    return found


def with_proof(receipt: Json, **values: object) -> Json:
    return receipt | {"proof": receipt["proof"] | values}


def name(receipt: Json) -> Iterator[Json]:
    proof = receipt["proof"]
    yield with_proof(receipt, table="other") | {"round": f"other:{proof['number']}"}
    if proof["number"] > 1:
        number = proof["number"] + 1
        yield with_proof(receipt, number=number) | {"round": f"{proof['table']}:{number}"}


def rules(receipt: Json) -> Iterator[Json]:
    sheet = receipt["sheet"]
    yield receipt | {"sheet": sheet | {"hash": "ab" * 32}}
    if sheet["content"]:
        yield receipt | {"sheet": sheet | {"content": sheet["content"] | {"about": "Another house."}}}
        yield receipt | {"sheet": sheet | {"id": "other"}}


def server_seed(receipt: Json) -> Iterator[Json]:
    yield with_proof(receipt, server_seed=OTHER_SEED)
    yield with_proof(receipt, commitment=OTHER_SEED)


def is_dealt(receipt: Json) -> bool:
    return any(event["k"] == "deal" for event in receipt["events"])


def seat_seed(receipt: Json) -> Json:
    seeds = receipt["proof"]["seat_seeds"]
    return with_proof(receipt, seat_seeds=seeds | {min(seeds): "77" * 16})


def dealt_seeds(receipt: Json) -> Iterator[Json]:
    if is_dealt(receipt):
        yield seat_seed(receipt)


def undealt_seeds(receipt: Json) -> Iterator[Json]:
    if receipt["proof"]["seat_seeds"] and not is_dealt(receipt):
        yield seat_seed(receipt)


def with_event(receipt: Json, kind: str, change: Callable[[Json], Json]) -> Iterator[Json]:
    """The first event of a kind, changed and nothing beside it."""
    for at, event in enumerate(receipt["events"]):
        if event["k"] == kind:
            events = [*receipt["events"][:at], change(event), *receipt["events"][at + 1 :]]
            yield receipt | {"events": events}
            return


def deck(receipt: Json) -> Iterator[Json]:
    yield from with_event(receipt, "deal", lambda event: event | {"deck": event["deck"][::-1]})
    yield from with_event(receipt, "deal", lambda event: event | {"seats": event["seats"][1:]})


def cards(receipt: Json) -> Iterator[Json]:
    yield from with_event(receipt, "reveal", lambda event: event | {"cards": event["cards"][::-1]})
    yield from with_event(receipt, "reveal", lambda event: event | {"qualifies": not event["qualifies"]})
    yield from with_event(receipt, "reveal", lambda event: event | {"hand": "mini_royal"})


def payment(receipt: Json) -> Iterator[Json]:
    def more(event: Json) -> Json:
        seat, *others = event["seats"]
        line, *lines = seat["lines"]
        line = line | {"result": "win", "profit": 12_300, "returned": 0, "pays": "1 to 1"}
        net = sum(each["profit"] for each in (line, *lines))
        return event | {"seats": [seat | {"net": net, "lines": [line, *lines]}, *others]}

    yield from with_event(receipt, "settle", more)


def changed(receipt: Json, change: Callable[[Command], Command]) -> Iterator[Json]:
    """Some commands changed, and everything that follows from them."""
    before = commands_of(receipt)
    after = [change(command) for command in before]
    if after != before:
        try:
            yield retold(receipt, after)
        except Refusal:
            return  # not at this table


def player(receipt: Json) -> Iterator[Json]:
    def other(command: Command) -> Command:
        if isinstance(command, PlaceBets | TakeBank | Decide):
            return replace(command, player=f"x{command.player}")
        return command

    yield from changed(receipt, other)


def taken_back(receipt: Json) -> Iterator[Json]:
    commands = commands_of(receipt)
    first = next((each for each in commands if isinstance(each, PlaceBets)), None)
    if first is not None and first.wagers:
        yield retold(receipt, [first, replace(first, wagers={}), *commands])
    bank = next((each for each in commands if isinstance(each, TakeBank)), None)
    if bank is not None:
        yield retold(receipt, [TakeBank("zoe", 700_000), TakeBank("zoe", 0), *commands])


def another_order(receipt: Json) -> Iterator[Json]:
    commands = commands_of(receipt)
    for kind in (PlaceBets, Decide):
        places = [at for at, each in enumerate(commands) if isinstance(each, kind)]
        if len({commands[at].seat for at in places}) == len(places) >= 2:  # type: ignore[union-attr]  # a seat each
            moved = list(commands)
            for at, other in zip(places, reversed(places), strict=True):
                moved[at] = commands[other]
            yield retold(receipt, moved)


def wager(receipt: Json) -> Iterator[Json]:
    twice = 2 * receipt["limits"]["min"]

    def other(command: Command) -> Command:
        if isinstance(command, PlaceBets) and command.wagers:
            return replace(command, wagers={"ante": twice})
        return command

    yield from changed(receipt, other)


def decision(receipt: Json) -> Iterator[Json]:
    def other(command: Command) -> Command:
        if not isinstance(command, Decide) or command.by != "player":
            return command
        return replace(command, action="fold" if command.action != "fold" else "play", discard=None)

    yield from changed(receipt, other)


def decided_by(receipt: Json) -> Iterator[Json]:
    def other(command: Command) -> Command:
        if isinstance(command, Decide) and (command.action, command.by) == ("fold", "player"):
            return replace(command, by="away fold")
        return command

    yield from changed(receipt, other)


def bank(receipt: Json) -> Iterator[Json]:
    def other(command: Command) -> Command:
        if isinstance(command, TakeBank) and command.stake:
            return replace(command, stake=command.stake + 100)
        return command

    yield from changed(receipt, other)


def limits(receipt: Json) -> Iterator[Json]:
    yield receipt | {"limits": receipt["limits"] | {"max": receipt["limits"]["max"] + 100_000}}


def meter(receipt: Json) -> Iterator[Json]:
    def other(command: Command) -> Command:
        if isinstance(command, SettleRound) and command.meter is not None:
            return SettleRound(command.meter + 1000, command.micro)
        return command

    yield from changed(receipt, other)


def as_void(receipt: Json) -> Iterator[Json]:
    commands = commands_of(receipt)
    if commands and isinstance(commands[-1], SettleRound):
        yield retold(receipt, [*commands[:-1], VoidRound("cannot go on")])
    if commands and isinstance(commands[-1], VoidRound):
        other: VoidCause = "cannot go on" if commands[-1].cause != "cannot go on" else "malfunction"
        yield retold(receipt, [*commands[:-1], VoidRound(other)])


def previous(receipt: Json) -> Iterator[Json]:
    if receipt["proof"]["number"] > 1:
        yield with_proof(receipt, previous="cd" * 32)


def anew(receipt: Json) -> Iterator[Json]:
    """Everything that the house's half of the shuffle gives, made again with another half."""
    if not is_dealt(receipt) or receipt["events"][-1]["k"] != "settle":
        return
    seeds = receipt["proof"]["seat_seeds"].items()
    seats = [(int(seat), bytes.fromhex(seed)) for seat, seed in seeds]
    sheet, server = bytes.fromhex(receipt["sheet"]["hash"]), bytes.fromhex(OTHER_SEED)
    asked = Question("", receipt["round"], sheet, server, seats)
    cards = tuple(shuffle(Tap(asked))[0])
    commands: list[Command] = []
    for each in commands_of(receipt):
        if isinstance(each, Decide):
            commands.append(replace(each, action="play", discard=None, by="player"))
        else:
            commands.append(DealCards(cards) if isinstance(each, DealCards) else each)
    other = with_proof(receipt, server_seed=OTHER_SEED, commitment=commit(asked))
    yield retold(receipt, commands) | {"proof": other["proof"]}


ROWS: dict[str, Change] = {
    "`round` with `proof.table` and `proof.number`": name,
    "`sheet.hash`, `sheet.id` or `sheet.content`": rules,
    "`proof.server_seed` or `proof.commitment`": server_seed,
    "`proof.seat_seeds` of a round that was dealt": dealt_seeds,
    "the deck, or who was dealt in": deck,
    "a card, a hand, or what the dealer plays": cards,
    "a payment that does not follow from bets and decisions": payment,
    "`player` of a bet or of the bank": player,
    "a bet or a bank that was replaced or taken back before the deal": taken_back,
    "the order in which seats bet and decided": another_order,
    "a wager, with the settlement that follows from it": wager,
    "a decision, with the settlement that follows from it": decision,
    "`by` of a decision, where the instruction leads to the same": decided_by,
    "the stake or the seat of the bank, with the settlement that follows from it": bank,
    "`limits`, as long as the bets fit": limits,
    "`meter.before`, with the settlement that follows from it": meter,
    "that the round was settled: it is told as void, or void for another cause": as_void,
    "`proof.seat_seeds` of a round in which no card was dealt": undealt_seeds,
    "`proof.previous`": previous,
    "everything, with another server seed and another commitment": anew,
}
NEEDS_RULES = {cards, payment}  # the verifier of the page has none, and sees only some of these

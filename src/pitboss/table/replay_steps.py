"""A round that has ended, step by step: what was told, and the table as one person could see it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.messages.rounds import Teller
from pitboss.money import MICRO
from pitboss.round import Round, RoundSettled, Viewer, evolve, open_round, tell
from pitboss.round.bank import round_range
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.events import Event
from pitboss.round.showdown import envy_pays, jackpots
from pitboss.round.views import NOBODY, dealer_view, open_dealer
from pitboss.table.player_bank import HOUSE_PLAYER, bank_of
from pitboss.table.seating import Sitter
from pitboss.table.settings import is_own, is_printed
from pitboss.table.till import PROPOSITION
from pitboss.table.view_types import (
    BankFrame,
    FairFrame,
    LimitsFrame,
    MeterFrame,
    OwnBank,
    SeatFrame,
    StateFrame,
    TableFrame,
    TableView,
    YouFrame,
)
from pitboss.table.views import RoundFacts, SeatFacts, felt_frame, notices_of, seat_frame, tables_of


@dataclass(frozen=True, slots=True)
class Step:
    """One event: its kind, its sentences, and the table after it."""

    k: str
    sentences: tuple[str, ...]
    view: TableView


def replayed(document: RoundDocument, person: str | None, title: str) -> tuple[Step, ...]:
    """The steps of a recorded round, checked against the rules, as a person in it or a spectator saw them.

    Nobody can decide anything any more, so the views have no actions; and the names of others are not kept.
    """
    final, events = load_round(document)
    viewer, name = Viewer(person), _names(person)
    teller = Teller(final.table.sheet, name)
    state, steps = open_round(final.table, document.round), list[Step]()
    for event in events:
        state = evolve(state, event)
        sentences = tuple(teller.sentences(tell(state, event, viewer)))
        view = _view(document, state, events[-1], len(steps) + 1, viewer, name, title)
        steps.append(Step(event.k, sentences, view))
    return tuple(steps)


def _names(person: str | None) -> Callable[[str], str]:
    def name(player: str) -> str:
        if player == person:
            return "you"
        if player == PROPOSITION:
            return HOUSE_PLAYER
        return "a bot" if player.startswith("bot:") else "a player"

    return name


def _view(
    document: RoundDocument,
    state: Round,
    last: Event,
    rev: int,
    viewer: Viewer,
    name: Callable[[str], str],
    title: str,
) -> TableView:
    table, proof = state.table, document.proof
    sheet = table.sheet
    numbers = range(1, sheet.seats + 1)
    own = [
        number for number in numbers if viewer.player is not None and _player(state, number) == viewer.player
    ]
    return TableView(
        rev=rev,
        table=TableFrame(
            house=sheet.id,
            name=sheet.name,
            table=proof.table if proof else "",
            title=title,
            limits=LimitsFrame(table.min, table.max),
            clock=None,
            private=False,
            spectators=False,
            coach=False,
            own=is_own(sheet),
            purse="house" if is_printed(sheet) else "chips",
            evening=None,
            epoch=0,
            felt=felt_frame(sheet),
            tables=tables_of(sheet),
            notices=notices_of(sheet),
        ),
        state=StateFrame(
            round=proof.number if proof else 0,
            phase=state.phase,
            deadline=None,
            waits_until=None,
            paused=False,
            evening_paused=False,
            closing=False,
            closes_by=None,
            watching=0,
            dealer=dealer_view(state),
            bank=_bank(state, name),
            meter=_meter(state, last),
            waiting_for=(),
            patience=(),
            host_seat=None,
            jackpots=jackpots(state),
            envy=envy_pays(state),
            receipt=state.id if state.ended else None,
            fair=FairFrame(proof.commitment if proof else None, proof.previous if proof else ""),
        ),
        seats=tuple(_seat(state, number, NOBODY, name) for number in numbers),
        you=YouFrame(
            actions=(),
            bank=_own_bank(state, viewer),
            host=False,
            invite=None,
            bots=(),
            powers=(),
            me=None,
            seats=tuple(_seat(state, number, viewer, name) for number in own),
        ),
    )


def _player(state: Round, number: int) -> str | None:
    """Who has bet at a seat, or sits there as the bank."""
    if (bettor := state.seat(number)) is not None:
        return bettor.player
    return state.bank.player if state.bank and state.bank.seat == number else None


def _seat(state: Round, number: int, viewer: Viewer, name: Callable[[str], str]) -> SeatFrame:
    bettor, player = state.seat(number), _player(state, number)
    bot = "bot" if player and player.startswith("bot:") else None
    sitter = Sitter(player, name(player), (number,), bot) if player else None
    return seat_frame(
        SeatFacts(
            state.table,
            number,
            RoundFacts(state.phase, False, state.bank, False, open_dealer(state)),
            own=bettor is not None and bettor.player == viewer.player,
            bettor=bettor,
            paid=state.paid(number),
            sitter=sitter,
            player=sitter,
            stack=None,
        )
    )


def _bank(state: Round, name: Callable[[str], str]) -> BankFrame | None:
    bank, held = state.table.sheet.bank, state.bank
    if bank is None:
        return None
    return bank_of(state.table, bank, state, name, int(held is not None))


def _own_bank(state: Round, viewer: Viewer) -> OwnBank | None:
    if state.table.sheet.bank is None:
        return None
    yours = state.bank is not None and state.bank.player == viewer.player
    span = round_range(state) if yours else None
    return OwnBank(
        yours=yours,
        offered=False,
        worst=span.worst if span else None,
        best=span.best if span else None,
        enough=None,
        keeps=False,
    )


def _meter(state: Round, last: Event) -> MeterFrame | None:
    """The meter as the settlement says it stood; a void round does not say."""
    meter = state.table.sheet.meter
    paid = last.meter if isinstance(last, RoundSettled) else None
    if meter is None or paid is None:
        return None
    value = (paid.after if state.ended else paid.before) // MICRO
    return MeterFrame(value, meter.reset, None, (), own=False)  # whose it was, a document does not say

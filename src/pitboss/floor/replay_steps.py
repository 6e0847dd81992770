"""A round that has ended, step by step: what was told, and the table as one person could see it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.floor.banking import least_stake
from pitboss.floor.frames import cover_so_far, felt_frame, notices_of, tables_of
from pitboss.floor.rules_origin import is_own, is_printed
from pitboss.floor.seat_frames import Occupant, frame_of, line_frame, play_frame, spot_frame
from pitboss.floor.view_types import BankFrame, FairFrame, LimitsFrame, MeterFrame, SeatFrame, TableView
from pitboss.money import MICRO
from pitboss.pit import PROPOSITION
from pitboss.round import Round, RoundSettled, Viewer, evolve, open_round, tell
from pitboss.round.cover import exhausted_at
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.events import Event
from pitboss.round.view import dealer_view, seat_view
from pitboss.words.rounds import Teller


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
        own = [seat.number for seat in state.seats if seat.player == person]
        sentences = tuple(teller.sentences(tell(state, event, viewer), own))
        view = _view(document, state, events[-1], len(steps) + 1, viewer, name, title)
        steps.append(Step(event.k, sentences, view))
    return tuple(steps)


def _names(person: str | None) -> Callable[[str], str]:
    def name(player: str) -> str:
        if player == person:
            return "you"
        if player == PROPOSITION:
            return "the house's proposition player"
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
    return TableView(
        rev=rev,
        house=sheet.id,
        name=sheet.name,
        table=proof.table if proof else "",
        title=title,
        round=proof.number if proof else 0,
        phase=state.phase,
        deadline=None,
        waits_until=None,
        paused=False,
        closing=False,
        limits=LimitsFrame(table.min, table.max),
        clock=None,
        private=False,
        spectators=False,
        coach=False,
        own=is_own(sheet),
        purse="house" if is_printed(sheet) else "chips",
        watching=0,
        dealer=dealer_view(state),
        seats=tuple(_seat(state, number, viewer, name) for number in range(1, sheet.seats + 1)),
        actions=(),
        bank=_bank(state, viewer, name),
        host=False,
        invite=None,
        bots=(),
        me=None,
        meter=_meter(state, last),
        waiting_for=(),
        fair=FairFrame(proof.commitment if proof else None, proof.previous if proof else ""),
        felt=felt_frame(sheet),
        tables=tables_of(sheet),
        notices=notices_of(sheet),
    )


def _seat(state: Round, number: int, viewer: Viewer, name: Callable[[str], str]) -> SeatFrame:
    bettor = state.seat(number)
    bank = state.bank if state.bank and state.bank.seat == number else None
    player = bettor.player if bettor else bank.player if bank else None
    seen = seat_view(state, bettor, viewer) if bettor else None
    lines = tuple(line_frame(state.table.sheet, each) for each in seen.lines) if seen else ()
    who = Occupant(
        you=player is not None and player == viewer.player,
        name=name(player) if player else None,
        bot=bool(player and player.startswith("bot:")),
        here=player is not None,
        status=seen.status if seen else "bank" if bank else "empty",
    )
    shown = tuple(spot_frame(each, lines, None) for each in seen.spots) if seen else ()
    return frame_of(number, who, seen, shown, play_frame(state.table, bettor, lines) if seen else None, lines)


def _bank(state: Round, viewer: Viewer, name: Callable[[str], str]) -> BankFrame | None:
    bank, held = state.table.sheet.bank, state.bank
    if bank is None:
        return None
    paid = state.ended.bank if state.ended else None
    return BankFrame(
        label=bank.label,
        name=name(held.player) if held else None,
        seat=held.seat if held else None,
        you=held is not None and held.player == viewer.player,
        stake=held.stake if held else None,
        net=paid.net if paid else None,
        covered=cover_so_far(state.table, state, held.stake) if held else None,
        cover_left=paid.cover_left if paid else None,
        exhausted_at=exhausted_at(state.table.sheet.bank, paid.stake, state.ended.seats)
        if paid and state.ended
        else None,
        offered_to=None,
        offered_to_you=False,
        offer_until=None,
        least=least_stake(state.table),
    )


def _meter(state: Round, last: Event) -> MeterFrame | None:
    """The meter as the settlement says it stood; a void round does not say."""
    meter = state.table.sheet.meter
    paid = last.meter if isinstance(last, RoundSettled) else None
    if meter is None or paid is None:
        return None
    value = (paid.after if state.ended else paid.before) // MICRO
    return MeterFrame(value, meter.reset, None, (), own=False)  # whose it was, a document does not say

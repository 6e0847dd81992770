"""A round that has ended, step by step: what was told, and the table as one person could see it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec.structs import replace as altered

from pitboss.ledger.journal import StoredRound, StoredTable
from pitboss.messages.rounds import Teller
from pitboss.round import Round, RoundSettled, Viewer, evolve, open_round, tell
from pitboss.round.document import RoundDocument, load_round
from pitboss.table.live_state import LiveState, Revisions
from pitboss.table.player_bank import HOUSE_PLAYER
from pitboss.table.seating import BankTurn, Seating, Sitter
from pitboss.table.settings import Settings, is_printed
from pitboss.table.table_state import Standing
from pitboss.table.till import PROPOSITION
from pitboss.table.view_types import TableView
from pitboss.table.views import table_view


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
    before = _table(document, final, title)
    for event in events:
        state = evolve(state, event)
        sentences = tuple(teller.sentences(tell(state, event, viewer)))
        steps.append(Step(event.k, sentences, _view(before, state, len(steps) + 1, person, name)))
    return tuple(steps)


def _names(person: str | None) -> Callable[[str], str]:
    def name(player: str) -> str:
        if player == person:
            return "you"
        if player == PROPOSITION:
            return HOUSE_PLAYER
        return "a bot" if player.startswith("bot:") else "a player"

    return name


def _table(document: RoundDocument, final: Round, title: str) -> LiveState:
    """The table as far as the document tells of it: closed, so that nobody is waited for."""
    table, proof, ended = final.table, document.proof, final.ended
    sheet = table.sheet
    stored = StoredTable(
        id=proof.table if proof else "",
        sheet=sheet.hash,
        low=table.min,
        high=table.max,
        epoch=0,
        sequence=0,
        rounds=proof.number if proof else 0,
        head=proof.previous if proof else "",
        closed=True,
        purse="house" if is_printed(sheet) else "chips",
    )
    place = (final.id, stored.id, stored.rounds, sheet.hash, table.min, table.max)
    round_ = StoredRound(*place, proof.commitment, "", None, None, None) if proof else None
    meter = ended.meter if isinstance(ended, RoundSettled) else None
    settings = Settings(title, clock=None, spectators=False, coach=False)
    return LiveState(table, settings, Standing(stored, round_), meter=meter.before if meter else 0)


def _view(
    before: LiveState, state: Round, rev: int, person: str | None, name: Callable[[str], str]
) -> TableView:
    """The table after an event."""
    people: dict[str, Sitter] = {}
    at = {each.number: each.player for each in state.seats}
    bank = state.bank
    if bank is not None and bank.seat is not None:
        at.setdefault(bank.seat, bank.player)
    for number, player in sorted(at.items()):
        bot = "bot" if player.startswith("bot:") else None
        seats = (*people[player].seats, number) if player in people else (number,)
        people[player] = Sitter(player, name(player), seats, bot)
    settled = state.ended if isinstance(state.ended, RoundSettled) else None
    live = altered(
        before,
        standing=altered(before.standing, state=state),
        seating=Seating(people),
        turn=BankTurn(bank.player, 0, int(state.ended is not None)) if bank else BankTurn(),
        revisions=Revisions(rev),
        meter=settled.meter.after if settled and settled.meter else before.meter,
    )
    view = table_view(live, person)
    meter = view.state.meter if before.meter else None  # a void round does not say
    return replace(
        view,
        state=replace(view.state, meter=meter and replace(meter, break_even=None, envy=())),
        you=replace(view.you, actions=(), bots=(), me=None),
    )

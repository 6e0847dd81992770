"""What a call at a live table most likely asks of the ledger: read at once, before it is planned."""

from __future__ import annotations

from pitboss.ledger.ledger import Account
from pitboss.ledger.store import Connection
from pitboss.pit import PROPOSITION
from pitboss.pit.books import Books, Unread, read_more
from pitboss.table import messages as said
from pitboss.table.commands import Come, Say, TableCommand, TakeSeat, Tick, Void
from pitboss.table.live_state import LiveState


def first_books(connection: Connection, live: LiveState, command: TableCommand) -> Books:
    """The books with which a command is planned first; what else it asks for is read then."""
    wanted = _likely(live, command)
    return read_more(connection, live.till, Books(), wanted) if wanted is not None else Books()


def _likely(live: LiveState, command: TableCommand) -> Unread | None:
    purse = live.till.purse
    match command:
        case Come(person):
            return Unread([purse(person)])
        case TakeSeat(person) | Say(person, said.Sit() | said.Stand() | said.Leave()):
            return Unread([purse(person), live.till.house]) if live.till.chips else None
        case Say(person, said.Bets()):
            opening = _opening(live) if live.open_round is None else []
            return Unread([purse(person), *opening], meter=bool(opening))
        case Say(_, said.Next() | said.Ready()) if live.open_round is None:
            return Unread(_opening(live), meter=True)
        case Say(person, said.Fold(seat=seat) | said.Play(seat=seat) | said.Draw(seat=seat)):
            if _is_last(live, seat):
                return _settling(live)
            pays = isinstance(command.message, said.Play) and command.message.times is not None
            return Unread([purse(person)]) if pays or isinstance(command.message, said.Fold) else None
        case Say(person, said.TakeTheBank()):
            return Unread([purse(person)])
        case Void():
            return _settling(live)
        case Tick():
            return Unread(_opening(live), meter=True) if live.open_round is None else None
    return None


def _opening(live: LiveState) -> list[Account]:
    """What must not be full when a round is opened."""
    till = live.till
    bank = live.table.sheet.bank is not None
    return [till.house, till.purse(PROPOSITION), till.feeder] if bank else [till.house]


def _settling(live: LiveState) -> Unread:
    state = live.open_round
    people = state.people if state is not None else ()
    return Unread([live.till.house, *(live.till.purse(each) for each in people)], meter=True)


def _is_last(live: LiveState, seat: int) -> bool:
    """Whether everybody else has decided."""
    state = live.open_round
    return state is not None and tuple(state.waiting) == (seat,)

"""What a client's view shows of the journal: the one place here that knows how views look."""

from __future__ import annotations

from typing import Any

from tests.histories.history import Shown

_ACTIONS = {"folded": "fold", "played": "play", "drew": "draw"}


def shown_in(view: dict[str, Any]) -> Shown:
    """The round, its phase, and what was bet and decided at which seat; of an ended round what it brought."""
    round_, phase, seats = view["round"], view["phase"], view["seats"]
    if phase in ("settled", "void"):
        nets = frozenset((seat["n"], seat["net"]) for seat in seats if seat["net"] is not None)
        return Shown(round_, phase, nets=nets)
    if phase == "closed":
        return Shown(round_, phase)
    bets = frozenset(
        (seat["n"], spot["id"], spot["amount"]) for seat in seats for spot in seat["spots"] if spot["amount"]
    )
    moves = frozenset((seat["n"], _ACTIONS[seat["status"]]) for seat in seats if seat["status"] in _ACTIONS)
    return Shown(round_, phase, bets, moves)

"""The refusal of a price. Whoever only asks needs to know no more of the odds."""

from __future__ import annotations

from pitboss.round.refusal import Refusal


class NotPriced(Refusal):
    """A sheet or a bet that is not priced; the message says why.

    >>> from pitboss import Game, NotPriced, open_table
    >>> try:
    ...     Game(open_table("shine"), meter=1000)
    ... except NotPriced as why:
    ...     print(why)
    3 Card Shine has no meter
    """

    def __init__(self, text: str) -> None:
        super().__init__("not_priced", text)

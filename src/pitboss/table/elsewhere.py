"""Tables of one house at several servers: who must go elsewhere."""

from __future__ import annotations

from pitboss.round import Refusal


class Elsewhere(Refusal):
    """The table lives at another server of the house: no error, but the way there."""

    def __init__(self, address: str) -> None:
        text = "This table is at another server of the house: go on there"
        super().__init__("elsewhere", text, None, "table", {"address": address})
        self.address = address  # as that server's settings say it

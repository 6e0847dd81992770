"""The sample space of a price: what is dealt in it, and how many ways there are."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal

from pitboss.odds.counts import Dealing
from pitboss.odds.other_hands import deals


@dataclass(frozen=True, slots=True)
class Space:
    """Hands alone, sets of six cards, or whole deals; with the hands of so many other players beside."""

    kind: Literal["hands", "six", "deals", "drawing dealer"]
    dealing: Dealing | None = None  # how a whole deal goes
    others: int = 0
    seats: int = 1  # at each of so many seats

    @property
    def size(self) -> int:
        """How many outcomes it has."""
        out = 3 if self.kind == "hands" else 6
        own = comb(52, 6 if self.kind == "six" else 3) * (49 if self.kind == "drawing dealer" else 1)
        if self.dealing is not None:
            own = self.dealing.sample_space
            out += self.dealing.dealer_draws + self.dealing.player_draws
        # Others' hands come from the cards that are left.
        return own * deals(self.others + 1, out) * self.seats

    @property
    def words(self) -> str:
        """The space as a product, with its size: `C(52,3) hands = 22,100`."""
        known = {"hands": ["C(52,3) hands"], "six": ["C(52,6) sets of six cards"]}
        parts = known.get(self.kind, ["C(52,3) dealer hands", "49 fourth cards"])
        if self.dealing is not None:
            parts = _dealt(self.dealing)
        if self.others:
            parts.append(f"the hands of {self.others} other player{'' if self.others == 1 else 's'}")
        if self.seats > 1:
            parts.append(f"{self.seats} seats")
        return f"{' x '.join(parts)} = {self.size:,}"


def _dealt(dealing: Dealing) -> list[str]:
    found = ["C(52,3) hands", "C(49,3) dealer hands"]
    if dealing.shows:
        found.append(f"C(3,{dealing.shows}) up cards")
    if dealing.dealer_draws:
        found.append("46 fourth cards")
    if dealing.player_draws:
        found.append(f"{dealing.draw_cards} drawn cards")
    return found

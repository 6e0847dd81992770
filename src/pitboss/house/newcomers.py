"""Who may become somebody here, and what they get: everybody, whoever is invited, or nobody any more."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, Literal

from pitboss.money import Cents
from pitboss.round import Refusal

Registration = Literal["open", "invitation", "closed"]

FIRST: Final[Cents] = 100_000  # play money of a newcomer, and of a top-up, unless the house says otherwise


@dataclass(frozen=True, slots=True)
class Newcomers:
    """How a house takes new people."""

    registration: Registration = "open"
    invitation: str = ""  # what who comes by invitation knows
    money: Cents = FIRST

    def is_invited(self, invitation: str) -> bool:
        """Whether this is the house's invitation. How long the answer takes tells nothing of it.

        >>> Newcomers("invitation", "felt-and-brass").is_invited("felt-and-glass")
        False
        """
        given, own = (each.encode("utf-8", "replace") for each in (invitation, self.invitation))
        return bool(self.invitation) and compare_digest(given, own)

    def check_entry(self, invitation: str = "", *, vouched: bool = False) -> None:
        """Refuses a new person whom the house does not take. Somebody here may vouch for them, by a table's
        invitation; nobody can where the house is closed.
        """
        if self.registration == "closed":
            raise Refusal("no_newcomers", "This house takes no new people: sign in, if it knows you", None)
        if self.registration == "invitation" and not (vouched or self.is_invited(invitation)):
            text = "This house takes new people by invitation: open the link that you were sent, or sign in"
            raise Refusal("uninvited", text, None)

    def check_registration(self) -> None:
        """Refuses a name for a guest where nobody gets one any more."""
        if self.registration == "closed":
            raise Refusal("no_newcomers", "This house gives no new names and passwords", None)

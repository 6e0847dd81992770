"""The provably fair shuffle: a commitment before the bets, a deck that anyone can work out afterwards.

The caller brings the luck: in a game `entropy` is the system's own, here it is not.

>>> from pitboss.fair import check_commitment, commitment, deck, new_seed
>>> from pitboss.cards import cards_text
>>> rules = "11" * 32  # the hash of the rule sheet
>>> seed = new_seed(entropy=bytes)
>>> published = commitment("round 1", rules, seed)
>>> cards_text(deck("round 1", rules, seed, {2: b"seed of seat two", 5: b""})[:5])
'5h 5d 6s 2s 7c'
>>> check_commitment(published, "round 1", rules, seed), check_commitment(published, "round 2", rules, seed)
(True, False)
"""

from pitboss.fair.shuffle import (
    SCHEME,
    SEAT_SEED_BYTES,
    SERVER_SEED_BYTES,
    below,
    check_commitment,
    commitment,
    deck,
    new_seed,
    shuffled,
    stream,
)

__all__ = [
    "SCHEME",
    "SEAT_SEED_BYTES",
    "SERVER_SEED_BYTES",
    "below",
    "check_commitment",
    "commitment",
    "deck",
    "new_seed",
    "shuffled",
    "stream",
]

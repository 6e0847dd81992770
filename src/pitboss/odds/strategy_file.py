"""A strategy that somebody wrote down: the rows of `pitboss strategy --csv`, changed or not."""

from __future__ import annotations

import csv
import io
from typing import Final

import numpy as np

from pitboss.cards import NotACard, card_text, cards_text, parse_cards
from pitboss.hands import value3
from pitboss.odds.dealer_hands import QUEENS
from pitboss.odds.decisions import ACTIONS, DRAW, EVERY_ACTION, RAISE, Chooser, Worth
from pitboss.odds.geometry import SUIT_ORDERS, Cards, Ints, rows
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import renamed, renamed_each
from pitboss.phrases import one_of
from pitboss.round.raises import check_raise, raises_of
from pitboss.round.refusal import Refusal

_NEEDED: Final = ("hand", "action")
SUITED: Final = 5  # no suit of an A-K-Q, or one of four


class NotAStrategy(Refusal):
    """A strategy file that cannot be used; the message says where and why."""

    def __init__(self, text: str) -> None:
        super().__init__("strategy_file", text)


def read_strategy(game: Game, text: str) -> Chooser:
    """The strategy in a CSV text with the columns `hand` and `action`, and `up` where a card shows.

    Other columns are left aside. A hand stands for all that are the same up to suits, together with its up
    cards; where several actions are joined with `|`, the first is taken. Hands with two or three cards of a
    suited A-K-Q may have a row for each suit.
    """
    hands, discards, actions = _parsed(game, text)
    key, suits = _class_of(hands)
    key = SUITED * key + _royal_suit(hands[:, :3]) + 1
    moved = renamed_each(discards[:, None], suits)[:, 0]
    order = np.argsort(key, kind="stable")
    key, moved, actions, hands = key[order], moved[order], actions[order], hands[order]
    same = np.flatnonzero(key[1:] == key[:-1])
    if same.size:
        again = hands[same[0] + 1].tolist()
        raise NotAStrategy(f"{_told(again)} is in the strategy file twice, up to suits; one row per hand")

    def choose(worth: Worth) -> Ints:
        row, up = np.nonzero(worth.counts.seen)
        cards = np.concatenate([rows().cards[worth.counts.rows[row]], worth.counts.ups[up]], axis=1)
        wanted, renaming = _class_of(cards)
        suit = _royal_suit(cards[:, :3])
        if worth.suit is not None:
            suit = np.full_like(suit, worth.suit)
        place = np.minimum(np.searchsorted(key, SUITED * wanted + suit + 1), len(key) - 1)
        # A file that does not tell the suits of A-K-Qs apart has one row for all of them.
        first = np.minimum(np.searchsorted(key, SUITED * wanted), len(key) - 1)
        place = np.where(key[place] == SUITED * wanted + suit + 1, place, first)
        missing = np.flatnonzero(key[place] // SUITED != wanted)
        if missing.size:
            absent = _told(cards[missing[0]].tolist())
            raise NotAStrategy(f"The strategy file has no row for {absent}; every hand up to suits needs one")
        chosen = np.zeros(worth.counts.seen.shape, np.int64)
        discard = renamed_each(cards[:, :3], renaming) == moved[place][:, None]
        drawn = DRAW + np.argmax(discard, axis=1)
        chosen[row, up] = np.where(actions[place] == DRAW, drawn, actions[place])
        return chosen

    return choose


def _parsed(game: Game, text: str) -> tuple[Cards, Cards, Ints]:
    """Hand and up cards, the discard where one is drawn, and the action of every row of the file."""
    table = csv.DictReader(io.StringIO(text))
    shows = game.dealing.shows
    needed = (*_NEEDED, "up") if shows else _NEEDED
    absent = [name for name in needed if name not in (table.fieldnames or ())]
    if absent:
        raise NotAStrategy(f"A strategy file needs the columns {', '.join(needed)}; {absent[0]} is missing")
    plain = ACTIONS if game.sheet.player.draws else ACTIONS[:DRAW]
    allowed: tuple[str, ...] = (*plain, *raises_of(game.sheet))
    names: tuple[str, ...] = tuple(EVERY_ACTION)
    hands, discards, actions = [], [], []
    for row in table:
        where = f"Strategy file, line {table.line_num}"
        action = (row["action"] or "").split("|")[0].strip()
        if action not in allowed:
            raise NotAStrategy(f"{where}: action {action!r}; allowed: {one_of(allowed)}")
        try:
            hand, up = parse_cards(row["hand"] or ""), parse_cards(row.get("up") or "")
        except NotACard as fault:
            raise NotAStrategy(f"{where}: {fault}") from None
        if len(hand) != 3 or len(up) != shows or len({*hand, *up}) != 3 + shows:
            raise NotAStrategy(f"{where}: write three cards{_and_up(shows)}, all different")
        number = names.index(action)
        drawn = DRAW <= number < RAISE
        try:
            check_raise(game.sheet, action, value3(*hand), "")
        except Refusal as refusal:
            raise NotAStrategy(f"{where}: {refusal.text} ({refusal.clause})") from None
        hands.append([*hand, *up])
        discards.append(hand[number - DRAW if drawn else 0])
        actions.append(DRAW if drawn else number)
    if not hands:
        raise NotAStrategy("The strategy file has no rows; every hand up to suits needs one")
    return np.array(hands, np.int64), np.array(discards, np.int64), np.array(actions, np.int64)


def _and_up(shows: int) -> str:
    return f" and {shows} up card{'s' if shows > 1 else ''}" if shows else ""


def _class_of(cards: Cards) -> tuple[Ints, Ints]:
    """The class up to suits of hands with their up cards as a number, and the renaming of suits to it."""
    best = np.full(len(cards), np.iinfo(np.int64).max)
    renaming = np.zeros(len(cards), np.int64)
    for number in range(len(SUIT_ORDERS)):
        moved = renamed(cards, number)
        key = np.zeros(len(cards), np.int64)
        for part in (moved[:, :3], moved[:, 3:]):
            for column in np.sort(part, axis=1).T:
                key = key * 52 + column
        smaller = key < best
        best[smaller], renaming[smaller] = key[smaller], number
    return best, renaming


def _royal_suit(hands: Cards) -> Ints:
    """The suit of two or three cards of a suited A-K-Q, or -1."""
    found = np.full(len(hands), -1)
    for suit in range(4):
        found[((hands >= QUEENS) & (hands & 3 == suit)).sum(axis=1) > 1] = suit
    return found


def _told(cards: list[int]) -> str:
    hand, up = cards[:3], cards[3:]
    against = f" against {' '.join(map(card_text, up))}" if up else ""
    return f"{cards_text(sorted(hand, reverse=True))}{against}"

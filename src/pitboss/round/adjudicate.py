"""The adjudicator: a finished round as JSON goes in, its settlement or one clear fault comes out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final, NoReturn, TypedDict, cast

from pitboss.canonical import NotJson, fields, has_half_letters, no_object, parse, refuse, whole, written
from pitboss.cards import CARD_OF_TEXT, CARD_TEXTS, AnyCards, Card, NotACard, parse_cards, texts_of
from pitboss.errors import Refusal
from pitboss.hands import value3
from pitboss.money import Cents, dollars
from pitboss.round.choices import check_seats_of_person, check_wagers, no_wager
from pitboss.round.settlement import ActionId, Deal, Hand, Settlement, dealer_draws, pay_deal, pay_text
from pitboss.round.table import House, Table, actions_of_house, check_raise, open_table
from pitboss.sheet.faults import SheetRefused
from pitboss.sheet.files import BadOverride, NoSuchSheet, houses, load_house, load_sheet, with_posted
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import Result
from pitboss.sheet.pays import LINES, lines_text
from pitboss.text import nearest, one_of, shown

MOST_ODDS: Final = 999_999_999  # as in sheet files
Loader = Callable[[str], Sheet]


def read_table(top: Mapping[str, Any], sheet_file: Loader) -> Table:
    """The table of a document; most documents have only a house, whose table is made once."""
    if "sheet" in top:
        if "house" in top:
            refuse("sheet", "Give either house or sheet, not both")
        sheet = _from_file(top["sheet"], sheet_file)
    else:
        name = top.get("house")
        if type(name) is not str or name not in houses():
            _no_house(top)
        sheet = load_house(name)
    if "pays" in top:
        sheet = _posted(sheet, top["pays"])
    low = high = None
    if "limits" in top:
        clause = sheet.limits.clause
        limits = fields(top["limits"], "limits", frozenset(("min", "max")), clause)
        low, high = (
            whole(limits[key], f"limits.{key}", f"The table {key}imum (in cents)", clause)
            if key in limits
            else None
            for key in ("min", "max")
        )
    return _open(sheet, low, high)


def _no_house(top: Mapping[str, Any]) -> NoReturn:
    if "house" not in top:
        refuse("house", f"house is missing: give {one_of(houses())}, or the path of a sheet file as sheet")
    name = top["house"]
    near = nearest(name, houses()) if type(name) is str else None
    hint = f"; did you mean {near}?" if near else ""
    refuse("house", f"house must be {one_of(houses())}, not {written(name)}{hint}")


@lru_cache(maxsize=256)
def _open(sheet: Sheet, low: int | None, high: int | None) -> Table:
    return open_table(sheet, low, high)


def _from_file(name: Any, sheet_file: Loader) -> Sheet:
    if type(name) is not str or not name:
        refuse("sheet", f"sheet must be the path of a sheet file as text, not {written(name)}")
    if name in houses():
        refuse("sheet", f"{name} is a house and not the path of a sheet file: give it as house")
    try:
        return sheet_file(name)
    except NoSuchSheet:
        refuse("sheet", f"There is no sheet file {written(name)}; give the path of one, or a house as house")
    except (SheetRefused, BadOverride) as fault:
        refuse("sheet", f"The sheet cannot be used: {fault}")
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else fault
        refuse("sheet", f"The sheet file {written(name)} cannot be read: {why}")


def _posted(sheet: Sheet, pays: Any) -> Sheet:
    """The sheet with the tables that this document posts (SHINE-9)."""
    posted = {name: table for name, table in sheet.pays.items() if table.posted}
    if not posted:
        refuse("pays", f"{sheet.name} prints its pay tables, so it has no use for pays")
    clause = next(table.posted for table in posted.values())
    if type(pays) is not dict:
        no_object(pays, "pays", f"of posted tables, {one_of(posted)}", clause)
    for name, lines in pays.items():
        path = f"pays.{name}"
        if name not in posted:
            refuse(path, f"{shown(name)} is not a posted table; allowed: {one_of(posted)}", clause)
        if type(lines) is not dict:
            no_object(lines, path, "of hands and odds to 1", clause)
        if not lines:
            refuse(path, f"{path} must have at least one hand with its odds to 1", clause)
        hands = LINES[posted[name].judged]
        for hand, odds in lines.items():
            if hand not in hands:
                near = nearest(hand, hands)
                hint = f"did you mean {near}?" if near else f"allowed: {lines_text(hands)}"
                refuse(f"{path}.{hand}", f"{shown(hand)} is not a hand of {path}; {hint}", clause)
            whole(odds, f"{path}.{hand}", "Odds to 1", clause, MOST_ODDS)
    try:
        return _with_posted(sheet, json.dumps(pays)) if pays else sheet
    except SheetRefused as refused:  # a line that overlaps another, or that can never hit
        fault = next(fault for fault in refused.faults if fault.severity == "error")
        path = fault.key.replace(".lines.", ".")
        refuse(path, f"{path} {fault.message}; allowed: {fault.allowed}", clause)


@lru_cache(maxsize=256)
def _with_posted(sheet: Sheet, pays: str) -> Sheet:
    return with_posted(sheet, json.loads(pays))


_TOP: Final = frozenset(
    ("house", "sheet", "limits", "pays", "meter", "dealer", "seats", "bank", "exposed", "malfunction")
)
_SEAT: Final = frozenset(("seat", "player", "wagers", "cards", "action", "discard", "drawn"))


def rule(line: bytes, number: int, sheet_file: Loader = load_sheet) -> tuple[dict[str, Any], bool]:
    """The answer to one input line, and whether it was accepted. `sheet_file` loads the sheets of paths."""
    try:
        answer = rule_round(parse(line), sheet_file)
        if has_half_letters(line.decode()):
            raise NotJson("The line has half a letter in it (a surrogate without the other)")
        return answer, True
    except NotJson as fault:
        error: dict[str, Any] = {"path": "", "clause": None, "message": str(fault)}
    except Refusal as refusal:
        error = {"path": refusal.path, "clause": refusal.clause, "message": refusal.text}
    return {"line": number, "error": error}, False


def rule_round(document: Any, sheet_file: Loader = load_sheet) -> dict[str, Any]:
    """The settlement of one round, in the shape of the `settle` command; raises a refusal with its path.

    >>> from pitboss import rule_round
    >>> seat = {"seat": 1, "wagers": {"pair_plus": 500}, "cards": ["9s", "9d", "2h"]}
    >>> ruled = rule_round({"house": "rivers", "dealer": ["Qh", "7c", "2d"], "seats": [seat]})
    >>> ruled["seats"][0]["net"], ruled["seats"][0]["lines"][0]["clause"]
    (500, 'RIV-7')
    """
    table, deal = read_round(document, sheet_file)
    return as_json(table, pay_deal(table, deal))


def settle(house: House, deal: Deal) -> Settlement:
    """Pays a finished round; its cards, wagers and actions are checked first.

    A meter that is left out stands at its reset.

    >>> from pitboss import Deal, Hand, settle
    >>> ann = Hand(1, "ann", {"ante": 1000, "pair_xxx": 500}, "9s 9h 4d", "play")
    >>> paid = settle("shine", Deal("Qh 7c 2d", [ann]))
    >>> [(line.id, line.profit, line.clause) for line in paid.seats[0].lines]
    [('ante', 1000, 'SHINE-5'), ('play', 1000, 'SHINE-5'), ('pair_xxx', 500, 'SHINE-7')]
    """
    table = open_table(house)
    try:
        found = _deal_of(table, _document(deal), deal.void)
    except Refusal as refusal:
        refusal.path = refusal.path.replace("seats", "hands", 1)
        raise
    return pay_deal(table, found._replace(micro=deal.micro))


def _document(deal: Deal) -> dict[str, Any]:
    """A deal as an input document has it."""
    given = {"bank": None if deal.bank is None else {"stake": deal.bank}, "meter": deal.meter}
    hands: Any = deal.hands
    hands = hands if isinstance(hands, Iterable) else ()
    seats = [_entry(hand, f"seats[{place}]") for place, hand in enumerate(hands)]
    return {"dealer": _texts(deal.dealer, "dealer"), "seats": seats} | _present(given)


def _entry(hand: Hand, path: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": hand.seat, "player": str(hand.player), "action": hand.action}
    wagers: Any = hand.wagers
    entry["wagers"] = dict(wagers) if isinstance(wagers, Mapping) else str(wagers)
    for field in ("cards", "discard", "drawn"):
        cards = getattr(hand, field)
        texts = None if cards is None else _texts(cards, f"{path}.{field}")
        entry[field] = texts if field == "cards" or texts is None else texts[0]
    return _present(entry)


def _present(fields_: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields_.items() if value is not None}


def _texts(cards: AnyCards, path: str) -> list[str]:
    """Cards as a document has them."""
    try:
        return [*texts_of(parse_cards(cards))]
    except NotACard as fault:
        fault.path = path
        raise


class SettledDealer(TypedDict):
    """The dealer's hand, with the cards that play."""

    hand: str
    plays: list[str]
    qualifies: bool


class SettledLine(TypedDict):
    """What became of one wager, in cents, and by which clause."""

    id: str
    stake: Cents
    result: Result
    profit: Cents
    returned: Cents
    pays: str | None
    clause: str


class SettledSeat(TypedDict):
    """A seat: its hand, the sum of its profits, and its lines."""

    seat: int
    hand: str | None
    net: Cents
    lines: list[SettledLine]


class SettledBank(TypedDict):
    """A player's bank: what it put up, won or lost, and what is left of its cover."""

    stake: Cents
    net: Cents
    cover_left: Cents


class SettledMeter(TypedDict):
    """The meter before and after the round, in cents."""

    before: Cents
    after: Cents


class SettledAnswer(TypedDict):
    """What `pitboss settle` prints of a round; `void` is the clause by which it is void."""

    house: str
    void: str | None
    dealer: SettledDealer
    seats: list[SettledSeat]
    bank: SettledBank | None
    meter: SettledMeter | None


def as_json(table: Table, settlement: Settlement) -> dict[str, Any]:
    """A settlement in the shape of the `settle` command."""
    void, dealer, seats, bank, meter = settlement
    answer: SettledAnswer = {
        "house": table.sheet.id,
        "void": void,
        "dealer": {
            "hand": dealer.hand,
            "plays": [CARD_TEXTS[card] for card in dealer.plays],
            "qualifies": dealer.qualifies,
        },
        "seats": [
            {
                "seat": seat.seat,
                "hand": seat.hand,
                "net": seat.net,
                "lines": [
                    {
                        "id": line.id,
                        "stake": line.stake,
                        "result": line.result,
                        "profit": line.profit,
                        "returned": line.returned,
                        "pays": pay_text(table.sheet, line.by),
                        "clause": line.clause,
                    }
                    for line in seat.lines
                ],
            }
            for seat in seats
        ],
        "bank": cast(SettledBank | None, bank and asdict(bank)),
        "meter": meter and {"before": meter.before, "after": meter.after},
    }
    return cast(dict[str, Any], answer)


def read_round(document: Any, sheet_file: Loader = load_sheet) -> tuple[Table, Deal]:
    """The table and the deal of an input document, every field checked."""
    top = fields(document, "", _TOP)
    table = read_table(top, sheet_file)
    return table, _deal_of(table, top, _void(top, table.sheet))


def _deal_of(table: Table, top: Mapping[str, Any], void: str | None) -> Deal:
    """The deal of a document, every field checked."""
    sheet = table.sheet
    if "seats" not in top:
        refuse("seats", "seats is missing: give at least one seat", sheet.seats_clause)
    entries = top["seats"]
    if type(entries) is not list or not entries:
        refuse("seats", "seats must be a list of at least one seat", sheet.seats_clause)
    dealer = _dealer(top, sheet)
    hands = [_hand(entry, index, table, void is not None) for index, entry in enumerate(entries)]
    if len(hands) > 1:
        _check_seats(table, hands)
    held = [card for hand in hands for card in _cards_of(hand)]
    if len({*dealer, *held}) != len(dealer) + len(held):
        _same_card(top)
    _check_draws(table, dealer, hands)
    hands.sort()
    return Deal(tuple(dealer), hands, _bank(top, sheet), _meter(top, sheet), void)


def _cents(value: Any, path: str, what: str, clause: str | None) -> int:
    return whole(value, path, f"{what} (in cents)", clause)


def _void(top: Mapping[str, Any], sheet: Sheet) -> str | None:
    """The clause that voids the round, exposed cards before a malfunction."""
    clause = None
    if "malfunction" in top:
        void = sheet.voids.get("malfunction") or _no_use(sheet, "malfunction")
        if type(top["malfunction"]) is not bool:
            refuse(
                "malfunction", f"malfunction must be true or false, not {written(top['malfunction'])}", void
            )
        clause = void if top["malfunction"] else None
    if "exposed" in top:
        void = sheet.voids.get("exposed") or _no_use(sheet, "exposed")
        exposed = top["exposed"]
        if type(exposed) is not int or not 0 <= exposed <= 3:
            refuse("exposed", f"exposed must be a whole number from 0 to 3, not {written(exposed)}", void)
        clause = void if exposed > sheet.dealer.shows else clause
    return clause


def _no_use(sheet: Sheet, field: str) -> NoReturn:
    refuse(field, f"{sheet.name} has no use for {field}")


def _bank(top: Mapping[str, Any], sheet: Sheet) -> int | None:
    if sheet.bank is None:
        return _no_use(sheet, "bank") if "bank" in top else None
    clause = sheet.bank.clause
    if "bank" not in top:
        refuse("bank", 'The bank is missing: give {"stake": cents}', clause)
    bank = fields(top["bank"], "bank", frozenset(("stake",)), clause)
    if "stake" not in bank:
        refuse("bank.stake", "The bank's stake is missing: give it in cents", clause)
    return _cents(bank["stake"], "bank.stake", "The bank's stake", clause)


def _meter(top: Mapping[str, Any], sheet: Sheet) -> int | None:
    if sheet.meter is None:
        return _no_use(sheet, "meter") if "meter" in top else None
    if "meter" not in top:
        return sheet.meter.reset
    meter = _cents(top["meter"], "meter", "The meter", sheet.meter.clause)
    if meter < sheet.meter.reset:
        reset = dollars(sheet.meter.reset)
        refuse("meter", f"The meter is never below its reset value ({reset})", sheet.meter.clause)
    return meter


def _card(value: Any, path: str) -> Card:
    card = CARD_OF_TEXT.get(value) if type(value) is str else None
    if card is None:
        refuse(path, f"A card is rank then suit, like Qs, Td or 2c, not {written(value)}", "STD-1")
    return card


def _cards(value: Any, path: str, counts: tuple[int, ...], clause: str | None = None) -> list[Card]:
    if type(value) is not list:
        refuse(path, f"{path} must be a list of {_numbers(counts)} cards, not {written(value)}", clause)
    if len(value) not in counts:
        refuse(path, f"{path} must be a list of {_numbers(counts)} cards, not of {len(value)}", clause)
    try:
        return [CARD_OF_TEXT[text] for text in value]
    except (KeyError, TypeError):
        return [_card(each, f"{path}[{index}]") for index, each in enumerate(value)]


def _numbers(counts: tuple[int, ...]) -> str:
    return one_of(str(count) for count in counts)


def _dealer(top: Mapping[str, Any], sheet: Sheet) -> list[Card]:
    """Three cards, or four where the sheet lets the dealer draw; which of them, is asked later."""
    if "dealer" not in top:
        refuse("dealer", "dealer is missing: give the dealer's cards")
    cards, draw = top["dealer"], sheet.dealer.draw
    if draw.when == "never":
        return _cards(cards, "dealer", (3,))
    clause = draw.clause if type(cards) is list and len(cards) > 4 else None
    return _cards(cards, "dealer", (3, 4), clause)


def _check_draws(table: Table, dealer: list[Card], hands: list[Hand]) -> None:
    """The dealer's fourth card exactly where it is drawn (PEC-5, PEC-6); discards from own cards (PEC-3)."""
    draw = table.sheet.dealer.draw
    if draw.when != "never":
        if dealer_draws(table, dealer):
            if len(dealer) == 3:
                refuse("dealer", "The dealer draws to this hand: give the fourth card too", draw.clause)
        elif len(dealer) == 4:
            refuse("dealer", "The dealer stands on this hand: there is no fourth card", draw.stands_clause)
    for index, hand in enumerate(hands):
        if hand.discard is not None and hand.discard not in hand.cards:
            cards = one_of(CARD_TEXTS[card] for card in hand.cards)
            text = f"The discard must be one of the seat's own cards, {cards}, not {CARD_TEXTS[hand.discard]}"
            refuse(f"seats[{index}].discard", text, table.sheet.player.draw_clause)


def _hand(entry: Any, index: int, table: Table, void: bool) -> Hand:
    path = f"seats[{index}]"
    sheet = table.sheet
    seat = fields(entry, path, _SEAT, sheet.seats_clause)
    number = seat.get("seat")
    if type(number) is not int or not 1 <= number <= sheet.seats:
        given = f", not {written(number)}" if "seat" in seat else ""
        text = f"A seat needs its number, seat, a whole number from 1 to {sheet.seats}{given}"
        refuse(f"{path}.seat", text, sheet.seats_clause)
    player: str | int = number
    if "player" in seat:
        player = seat["player"]
        if type(player) is not str or not player:
            refuse(f"{path}.player", f"player must be text that is not empty, not {written(player)}")
    wagers = _wagers(seat, path, table)
    if "cards" not in seat:
        refuse(f"{path}.cards", "cards is missing: give the three cards dealt")
    a, b, c = _cards(seat["cards"], f"{path}.cards", (3,))
    action: ActionId | None = None
    if "action" in seat:
        action = _action(seat["action"], path, table, wagers, value3(a, b, c))
    elif "ante" in wagers and not void:
        text = f"With {sheet.label('ante')} bet the action must be given: {_allowed_actions(sheet)}"
        refuse(f"{path}.action", text, sheet.play.clause)
    if action == "draw":
        return Hand(number, player, wagers, (a, b, c), action, *_draw(seat, path, sheet))
    for field in ("discard", "drawn"):
        if field in seat:
            refuse(f"{path}.{field}", f"{field} goes only with the action draw", sheet.player.draw_clause)
    return Hand(number, player, wagers, (a, b, c), action)


def _wagers(seat: Mapping[str, Any], path: str, table: Table) -> dict[str, int]:
    wagers = seat.get("wagers", {})
    if type(wagers) is not dict:
        no_object(wagers, f"{path}.wagers", "of wagers and cents", no_wager(table).clause)
    for name, amount in wagers.items():
        if type(amount) is not int and name in table.sheet.wagers:
            _cents(amount, f"{path}.wagers.{name}", table.sheet.label(name), "STD-8")
    try:
        check_wagers(table, wagers)
    except Refusal as refusal:
        refusal.path = f"{path}.{refusal.path}"
        raise
    return wagers


def _action(value: Any, path: str, table: Table, wagers: Mapping[str, int], hand: int) -> ActionId:
    """The action of a seat whose three cards have this value."""
    sheet = table.sheet
    place = f"{path}.action"
    if "ante" not in wagers:
        refuse(place, f"Without {sheet.label('ante')} there is nothing to decide", sheet.play.clause)
    action = next((each for each in actions_of_house(sheet) if each == value), None)
    if action is None:
        refuse(place, f"action must be {_allowed_actions(sheet)}, not {written(value)}", sheet.play.clause)
    check_raise(sheet, action, hand, place)
    return action


def _allowed_actions(sheet: Sheet) -> str:
    return one_of(actions_of_house(sheet))


def _draw(seat: Mapping[str, Any], path: str, sheet: Sheet) -> tuple[Card, Card]:
    clause = sheet.player.draw_clause
    for field in ("discard", "drawn"):
        if field not in seat:
            refuse(
                f"{path}.{field}", f"{field} is missing: a draw names the discard and the new card", clause
            )
    return _card(seat["discard"], f"{path}.discard"), _card(seat["drawn"], f"{path}.drawn")


def _check_seats(table: Table, hands: list[Hand]) -> None:
    seen: set[int] = set()
    persons: dict[str | int, list[int]] = {}
    for index, hand in enumerate(hands):
        if hand.seat in seen:
            clause = table.sheet.seats_clause
            refuse(
                f"seats[{index}].seat", f"Seat {hand.seat} is given twice; each seat has one entry", clause
            )
        seen.add(hand.seat)
        persons.setdefault(hand.player, []).append(index)
    for player, places in persons.items():
        if len(places) > 1:
            numbers = [hands[index].seat for index in places]
            check_seats_of_person(table, str(player), numbers, f"seats[{places[-1]}].seat")


def _cards_of(hand: Hand) -> tuple[Card, ...]:
    return hand.cards if hand.drawn is None else (*hand.cards, hand.drawn)


def _same_card(top: Mapping[str, Any]) -> NoReturn:
    """Names the later place of a card that the document has twice (STD-1)."""
    places: list[tuple[str, str]] = []  # in the order of the document
    for field in top:
        if field == "dealer":
            places += [(f"dealer[{index}]", text) for index, text in enumerate(top["dealer"])]
        for place, seat in enumerate(top["seats"] if field == "seats" else ()):
            for key in seat:
                path = f"seats[{place}].{key}"
                if key == "cards":
                    places += [(f"{path}[{index}]", text) for index, text in enumerate(seat["cards"])]
                elif key == "drawn":
                    places.append((path, seat["drawn"]))
    seen: set[str] = set()
    for path, text in places:
        if text in seen:
            refuse(path, f"{text} is in the round twice; a deck has one of each", "STD-1")
        seen.add(text)
    raise AssertionError("a card stands twice, so one of its places was refused")

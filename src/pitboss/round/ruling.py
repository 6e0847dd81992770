"""The adjudicator: a finished round as JSON goes in, its settlement or one clear fault comes out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

from pitboss.cards import CARD_OF_TEXT, CARD_TEXTS, Card
from pitboss.money import MICRO, dollars
from pitboss.round.bets import check_seats_of_person, check_wagers
from pitboss.round.refusal import Refusal
from pitboss.round.settle import ActionId, Deal, Hand, Settlement, dealer_draws, settle
from pitboss.round.strict_json import NotJson, NotWhole, Twice, parse
from pitboss.round.table import Table, open_table
from pitboss.sheet.faults import SheetRefused, nearest
from pitboss.sheet.load import BadOverride, NoSuchHouse, houses, load, with_posted
from pitboss.sheet.model import Sheet
from pitboss.sheet.section import one_of

MOST: Final = 2**53 - 1  # the largest whole number every JSON reader keeps exactly

_TOP: Final = frozenset(
    ("house", "sheet", "limits", "pays", "meter", "dealer", "seats", "bank", "exposed", "malfunction")
)
_SEAT: Final = frozenset(("seat", "player", "wagers", "cards", "action", "discard", "drawn"))
_ACTIONS: Final[dict[str, ActionId]] = {"fold": "fold", "play": "play", "draw": "draw"}

Loader = Callable[[str], Sheet]


def rule(line: bytes, number: int, sheet_file: Loader = load) -> tuple[dict[str, Any], bool]:
    """The answer to one input line, and whether it was accepted. `sheet_file` loads the sheets of paths."""
    try:
        return rule_round(parse(line), sheet_file), True
    except NotJson as fault:
        error: dict[str, Any] = {"path": "", "clause": None, "message": str(fault)}
    except Refusal as refusal:
        error = {"path": refusal.path, "clause": refusal.clause, "message": refusal.text}
    return {"line": number, "error": error}, False


def rule_round(document: Any, sheet_file: Loader = load) -> dict[str, Any]:
    """The settlement of one round, in the shape of the `settle` command; raises a refusal with its path."""
    table, deal = read_round(document, sheet_file)
    return as_json(table, settle(table, deal))


def as_json(table: Table, settlement: Settlement) -> dict[str, Any]:
    """A settlement in the shape of the `settle` command."""
    void, dealer, seats, bank, meter = settlement
    return {
        "house": table.sheet.id,
        "void": void,
        "dealer": {
            "hand": dealer.hand,
            "plays": [CARD_TEXTS[card] for card in dealer.plays],
            "qualifies": dealer.qualifies,
        },
        "seats": [
            {
                "seat": seat,
                "hand": hand,
                "net": net,
                "lines": [
                    {
                        "id": name,
                        "stake": stake,
                        "result": result,
                        "profit": profit,
                        "returned": returned,
                        "pays": pays,
                        "clause": clause,
                    }
                    for name, stake, result, profit, returned, pays, clause in lines
                ],
            }
            for seat, hand, net, lines in seats
        ],
        "bank": bank and bank._asdict(),
        "meter": meter and {"before": meter.before // MICRO, "after": meter.after // MICRO},
    }


def read_round(document: Any, sheet_file: Loader = load) -> tuple[Table, Deal]:
    """The table and the deal of an input document, every field checked."""
    top = _object(document, "", _TOP)
    table = _table(top, sheet_file)
    sheet = table.sheet
    void = _void(top, sheet)
    if "seats" not in top:
        _refuse("seats", "seats is missing: give at least one seat", sheet.seats_clause)
    entries = top["seats"]
    if type(entries) is not list or not entries:
        _refuse("seats", "seats must be a list of at least one seat", sheet.seats_clause)
    dealer = _dealer(top, table)
    hands = [_hand(entry, index, table, void is not None) for index, entry in enumerate(entries)]
    if len(hands) > 1:
        _check_seats(table, hands)
    held = [card for hand in hands for card in _cards_of(hand)]
    if len({*dealer, *held}) != len(dealer) + len(held):
        _same_card(top)
    hands.sort()
    return table, Deal(tuple(dealer), hands, _bank(top, sheet), _meter(top, sheet), void)


def _refuse(path: str, message: str, clause: str | None = None) -> NoReturn:
    raise Refusal("input", message, clause, path)


def _object(value: Any, path: str, known: frozenset[str]) -> dict[str, Any]:
    """A JSON object with none but known keys, each once."""
    if type(value) is dict:
        if value.keys() <= known:
            return value
        unknown = next(key for key in value if key not in known)
        near = nearest(unknown, sorted(known))
        hint = f"; did you mean {near}?" if near else f"; allowed: {one_of(sorted(known))}"
        _refuse(_at(path, unknown), f"{unknown!r} is not a field here{hint}")
    _whole_object(value, path)


def _whole_object(value: Any, path: str) -> NoReturn:
    if isinstance(value, Twice):
        _refuse(_at(path, value.key), f"{value.key!r} is given twice")
    _refuse(path, f"{path or 'The line'} must be a JSON object")


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _whole(value: Any, path: str, what: str, clause: str | None) -> int:
    """A JSON integer above zero."""
    if type(value) is int and 0 < value <= MOST:
        return value
    shown = f", not {value}" if isinstance(value, NotWhole) else ""
    _refuse(path, f"{what} must be a whole number above zero{shown}", clause)


def _cents(value: Any, path: str, what: str, clause: str | None) -> int:
    return _whole(value, path, f"{what} (in cents)", clause)


def _table(top: Mapping[str, Any], sheet_file: Loader) -> Table:
    """The table of a document; most documents have only a house, whose table is made once."""
    if "house" in top and "sheet" in top:
        _refuse("sheet", "Give either house or sheet, not both")
    name = top.get("house")
    if name is None and "house" not in top:
        name = top.get("sheet")
        if not isinstance(name, str) or not name or isinstance(name, NotWhole):
            path = "sheet" if "sheet" in top else "house"
            _refuse(path, f"Give a house ({one_of(houses())}) or the path of a sheet file as text")
        sheet = _from_file(name, sheet_file)
    else:
        if not isinstance(name, str) or name not in houses():
            near = nearest(name, houses()) if isinstance(name, str) else None
            _refuse(
                "house", f"house must be {one_of(houses())}" + (f"; did you mean {near}?" if near else "")
            )
        sheet = load(name)
    if "pays" in top:
        sheet = _posted(sheet, top["pays"])
    low = high = None
    if "limits" in top:
        clause = sheet.limits.clause
        limits = _object(top["limits"], "limits", frozenset(("min", "max")))
        low, high = (
            _cents(limits[key], f"limits.{key}", f"The table {key}", clause) if key in limits else None
            for key in ("min", "max")
        )
    return _open(sheet, low, high)


@lru_cache(maxsize=256)
def _open(sheet: Sheet, low: int | None, high: int | None) -> Table:
    return open_table(sheet, low, high)


def _from_file(name: str, sheet_file: Loader) -> Sheet:
    try:
        return sheet_file(name)
    except (NoSuchHouse, SheetRefused, BadOverride) as fault:
        _refuse("sheet", str(fault))
    except (OSError, ValueError) as fault:
        _refuse("sheet", f"The sheet file cannot be read: {fault}")


def _posted(sheet: Sheet, pays: Any) -> Sheet:
    """The sheet with the tables that this document posts (SHINE-9)."""
    posted = {name: table for name, table in sheet.pays.items() if table.posted}
    if not posted:
        _refuse("pays", f"{sheet.name} prints its pay tables; none can be posted")
    clause = next(table.posted for table in posted.values())
    if type(pays) is not dict or not pays:
        if isinstance(pays, Twice):
            _whole_object(pays, "pays")
        _refuse("pays", f"pays must be an object of posted tables: {one_of(posted)}", clause)
    for name, lines in pays.items():
        path = f"pays.{name}"
        if name not in posted:
            _refuse(path, f"{name!r} is not a posted table; allowed: {one_of(posted)}", clause)
        if type(lines) is not dict or not lines:
            if isinstance(lines, Twice):
                _whole_object(lines, path)
            _refuse(path, f"{path} must be an object of hands and odds to 1", clause)
        for hand, odds in lines.items():
            _whole(odds, f"{path}.{hand}", "Odds to 1", clause)
    try:
        return _with_posted(sheet, json.dumps(pays))
    except SheetRefused as refused:
        fault = refused.faults[0]
        path = fault.key.replace(".lines.", ".")
        _refuse(path, fault.sentence.partition(": ")[2], clause)


@lru_cache(maxsize=256)
def _with_posted(sheet: Sheet, pays: str) -> Sheet:
    return with_posted(sheet, json.loads(pays))


def _void(top: Mapping[str, Any], sheet: Sheet) -> str | None:
    """The clause that voids the round, exposed cards before a malfunction."""
    clause = None
    if "malfunction" in top:
        void = sheet.voids.get("malfunction") or _no_use(sheet, "malfunction")
        if type(top["malfunction"]) is not bool:
            _refuse("malfunction", "malfunction must be true or false", void)
        clause = void if top["malfunction"] else None
    if "exposed" in top:
        void = sheet.voids.get("exposed") or _no_use(sheet, "exposed")
        exposed = top["exposed"]
        if type(exposed) is not int or not 0 <= exposed <= 3:
            _refuse("exposed", "exposed must be a whole number from 0 to 3", void)
        clause = void if exposed > sheet.dealer.shows else clause
    return clause


def _no_use(sheet: Sheet, field: str) -> NoReturn:
    _refuse(field, f"{sheet.name} has no use for {field}")


def _bank(top: Mapping[str, Any], sheet: Sheet) -> int | None:
    if sheet.bank is None:
        return _no_use(sheet, "bank") if "bank" in top else None
    clause = sheet.bank.clause
    if "bank" not in top:
        _refuse("bank", 'The bank is missing: give {"stake": cents}', clause)
    bank = _object(top["bank"], "bank", frozenset(("stake",)))
    if "stake" not in bank:
        _refuse("bank.stake", "The bank's stake is missing", clause)
    return _cents(bank["stake"], "bank.stake", "The bank's stake", clause)


def _meter(top: Mapping[str, Any], sheet: Sheet) -> int | None:
    if sheet.meter is None:
        return _no_use(sheet, "meter") if "meter" in top else None
    if "meter" not in top:
        return sheet.meter.reset * MICRO
    meter = _cents(top["meter"], "meter", "The meter", sheet.meter.clause)
    if meter < sheet.meter.reset:
        reset = dollars(sheet.meter.reset)
        _refuse("meter", f"The meter is never below its reset value ({reset})", sheet.meter.clause)
    return meter * MICRO


def _card(value: Any, path: str) -> Card:
    card = CARD_OF_TEXT.get(value) if isinstance(value, str) else None
    if card is None:
        _refuse(path, "A card is rank then suit, like Qs, Td or 2c", "STD-1")
    return card


def _cards(value: Any, path: str, counts: tuple[int, ...], clause: str | None) -> list[Card]:
    if type(value) is not list or len(value) not in counts:
        _refuse(path, f"{path} must be a list of {' or '.join(map(str, counts))} cards", clause)
    try:
        return [CARD_OF_TEXT[text] for text in value]
    except (KeyError, TypeError):
        return [_card(each, f"{path}[{index}]") for index, each in enumerate(value)]


def _dealer(top: Mapping[str, Any], table: Table) -> list[Card]:
    """Three cards, and the fourth exactly where the sheet makes the dealer draw (PEC-5, PEC-6)."""
    if "dealer" not in top:
        _refuse("dealer", "dealer is missing: give the dealer's cards")
    draw = table.sheet.dealer.draw
    counts = (3,) if draw.when == "never" else (3, 4)
    cards = _cards(top["dealer"], "dealer", counts, None)
    if draw.when != "never":
        if dealer_draws(table, cards):
            if len(cards) == 3:
                _refuse("dealer", "The dealer draws to this hand: give the fourth card too", draw.clause)
        elif len(cards) == 4:
            _refuse("dealer", "The dealer stands on this hand: there is no fourth card", draw.stands_clause)
    return cards


def _hand(entry: Any, index: int, table: Table, void: bool) -> Hand:
    path = f"seats[{index}]"
    sheet = table.sheet
    seat = _object(entry, path, _SEAT)
    number = seat.get("seat")
    if type(number) is not int or not 1 <= number <= sheet.seats:
        text = f"seat must be a whole number from 1 to {sheet.seats}"
        _refuse(f"{path}.seat", text, sheet.seats_clause)
    player = seat.get("player", number)
    if player is not number and (not isinstance(player, str) or not player or isinstance(player, NotWhole)):
        _refuse(f"{path}.player", "player must be text that is not empty")
    wagers = _wagers(seat, path, table)
    if "cards" not in seat:
        _refuse(f"{path}.cards", "cards is missing: give the three cards dealt")
    a, b, c = cards = _cards(seat["cards"], f"{path}.cards", (3,), None)
    action: ActionId | None = None
    if "action" in seat:
        action = _action(seat["action"], path, table, wagers)
    elif "ante" in wagers and not void:
        text = f"With {sheet.label('ante')} bet the action must be given: {_allowed_actions(sheet)}"
        _refuse(f"{path}.action", text, sheet.play.clause)
    if action == "draw":
        return Hand(number, player, wagers, (a, b, c), action, *_draw(seat, cards, path, sheet))
    for field in ("discard", "drawn"):
        if field in seat:
            _refuse(f"{path}.{field}", f"{field} goes only with the action draw", sheet.player.draw_clause)
    return Hand(number, player, wagers, (a, b, c), action)


def _wagers(seat: Mapping[str, Any], path: str, table: Table) -> dict[str, int]:
    place = f"{path}.wagers"
    wagers = seat.get("wagers")
    if type(wagers) is not dict:
        if wagers is None and "wagers" not in seat:
            _refuse(place, "wagers is missing: a seat needs at least one wager", table.sheet.offers_clause)
        _whole_object(wagers, place)
    for name, amount in wagers.items():
        if type(amount) is not int or not 0 < amount <= MOST:
            known = table.sheet.wagers.get(name)
            label, clause = (known.label, known.clause) if known else (name, table.sheet.offers_clause)
            _cents(amount, f"{place}.{name}", label, clause)
    try:
        check_wagers(table, wagers)
    except Refusal as refusal:
        refusal.path = f"{path}.{refusal.path}"
        raise
    return wagers


def _action(value: Any, path: str, table: Table, wagers: Mapping[str, int]) -> ActionId:
    sheet = table.sheet
    place = f"{path}.action"
    if "ante" not in wagers:
        _refuse(place, f"Without {sheet.label('ante')} there is nothing to decide", sheet.play.clause)
    action = _ACTIONS.get(value) if isinstance(value, str) else None
    if action is None or (action == "draw" and not sheet.player.draws):
        _refuse(place, f"action must be {_allowed_actions(sheet)}", sheet.play.clause)
    return action


def _allowed_actions(sheet: Sheet) -> str:
    return one_of(("fold", "play", "draw") if sheet.player.draws else ("fold", "play"))


def _draw(seat: Mapping[str, Any], cards: list[Card], path: str, sheet: Sheet) -> tuple[Card, Card]:
    clause = sheet.player.draw_clause
    for field in ("discard", "drawn"):
        if field not in seat:
            _refuse(
                f"{path}.{field}", f"{field} is missing: a draw names the discard and the new card", clause
            )
    discard, drawn = _card(seat["discard"], f"{path}.discard"), _card(seat["drawn"], f"{path}.drawn")
    if discard not in cards:
        _refuse(f"{path}.discard", f"{CARD_TEXTS[discard]} is not among the seat's cards", clause)
    return discard, drawn


def _check_seats(table: Table, hands: list[Hand]) -> None:
    seen: set[int] = set()
    persons: dict[str | int, list[int]] = {}
    for index, hand in enumerate(hands):
        if hand.seat in seen:
            clause = table.sheet.seats_clause
            _refuse(f"seats[{index}].seat", f"Seat {hand.seat} is given twice", clause)
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
    seen: set[str] = set()

    def look(text: str, path: str) -> None:
        if text in seen:
            _refuse(path, f"{text} is in the round twice", "STD-1")
        seen.add(text)

    for field in top:  # in the order of the document
        if field == "dealer":
            for index, text in enumerate(top["dealer"]):
                look(text, f"dealer[{index}]")
        elif field == "seats":
            for place, seat in enumerate(top["seats"]):
                for key in seat:
                    if key == "cards":
                        for index, text in enumerate(seat["cards"]):
                            look(text, f"seats[{place}].cards[{index}]")
                    elif key == "drawn":
                        look(seat["drawn"], f"seats[{place}].drawn")
    raise AssertionError("a card stands twice, so one of its places was refused")

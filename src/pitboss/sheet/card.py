"""A sheet as a player's card: what may be bet and how a hand goes, in words, and all of it as plain data."""

from __future__ import annotations

from typing import Any

from pitboss.money import dollars
from pitboss.phrases import all_of, one_of
from pitboss.sheet.handtext import hand_words
from pitboss.sheet.load import standard_clauses
from pitboss.sheet.model import Bound, OutcomeWord, Sheet, Wager
from pitboss.sheet.pays import Pay, percent_text
from pitboss.sheet.printed import printed_tables


def card_data(sheet: Sheet) -> dict[str, Any]:
    """The player's card as plain data."""
    clauses = [*sheet.clauses.values(), *standard_clauses().values()]
    return {
        "house": sheet.id,
        "name": sheet.name,
        "game": sheet.game,
        "about": sheet.about,
        "hash": sheet.hash,
        "limits": {"min": sheet.limits.min, "max": sheet.limits.max},
        "wagers": [
            {"id": name, "label": wager.label, "amount": amount_text(sheet, wager), "clause": wager.clause}
            for name, wager in sheet.wagers.items()
        ],
        "hand": list(hand_sentences(sheet)),
        "tables": [
            {
                "id": table.id,
                "title": table.heading,
                "heads": table.heads,
                "rows": table.rows,
                "source": table.source,
                "clauses": table.clauses,
            }
            for table in printed_tables(sheet)
        ],
        "notices": [notice.text for notice in sheet.notices],
        "disclosures": list(sheet.disclosures),
        "clauses": [
            {"id": each.id, "says": each.says, "reading": each.reading, "tested": each.tested}
            for each in clauses
        ],
    }


def amount_text(sheet: Sheet, wager: Wager) -> str:
    """What may be bet, in words: `table limits, at least Ante, steps of $5; needs Ante and Pair Plus`."""
    parts: list[str] = ["required"] if wager.required else []
    if wager.fixed:
        parts.append(f"exactly {dollars(wager.fixed.cents)}")
    else:
        parts.extend(f"at least {_bound(sheet, each, 'minimum')}" for each in wager.min)
        parts.extend(f"at most {_bound(sheet, each, 'maximum')}" for each in wager.max)
        parts.append(f"steps of {dollars(wager.step.cents)}")
    if wager.needs:
        labels = [sheet.label(name) for name in wager.needs.wagers]
        parts.append("needs " + (one_of(labels) if wager.needs.mode == "any" else all_of(labels)))
    return ", ".join(parts)


def hand_sentences(sheet: Sheet) -> list[str]:
    """How a hand goes, sentence by sentence, each with its clause."""
    dealer, player = sheet.dealer, sheet.player
    label = dealer.label
    limits = f"{dollars(sheet.limits.min)} to {dollars(sheet.limits.max)} ({sheet.limits.clause})"
    found = [f"Up to {sheet.seats} seats ({sheet.seats_clause}); default table limits {limits}."]
    if dealer.shows:
        cards = "one card" if dealer.shows == 1 else f"{dealer.shows} cards"
        found.append(f"{label} shows {cards} before you decide ({dealer.clause}).")
    if player.looks == "when the deal is done":
        found.append(f"You look at your cards only when the deal is done ({player.clause}).")
    times = "" if sheet.play.times == 1 else f"{sheet.play.times} x "
    draw = f", or draw: {sheet.play.label} too, and trade one card" if player.draws else ""
    found.append(
        f"With an Ante: fold, or play for {sheet.play.label} = {times}Ante{draw} ({sheet.play.clause})."
    )
    for wager in sheet.wagers.values():
        does = "is lost" if wager.fold.does == "lose" else "stays live"
        found.append(f"After a fold {wager.label} {does} ({wager.fold.clause}).")
    qualifier = dealer.qualifier
    plays = "always plays" if qualifier.always else f"plays with {hand_words(qualifier.hand)}"
    found.append(f"{label} {plays} ({qualifier.clause}).")
    if dealer.draw.when == "below":
        below = sheet.hand_label(dealer.draw.below.text).lower()
        found.append(f"{label} draws a fourth card with less than {below} ({dealer.draw.clause}).")
    elif dealer.draw.when == "always":
        found.append(f"{label} always draws a fourth card, best three play ({dealer.draw.clause}).")
    if sheet.bank:
        found.append(
            f"{sheet.bank.label} pays and collects everything ({sheet.bank.clause}), "
            f"as far as the bank covers ({sheet.bank.cover_clause})."
        )
    if sheet.meter:
        fed = f"{percent_text(sheet.meter.percent)} % of each {sheet.label(sheet.meter.feeds)}"
        found.append(
            f"The meter starts at {dollars(sheet.meter.reset)} and is fed {fed} ({sheet.meter.clause})."
        )
    where = "at consecutive seats only" if player.hands.where == "consecutive" else "anywhere"
    found.append(f"One person may play several hands, {where} ({player.hands.clause}).")
    away = hand_words(sheet.away.plays_from)
    found.append(f"If you are away, the platform plays {away} and folds the rest ({sheet.away.clause}).")
    return found


def showdown_rows(sheet: Sheet) -> list[tuple[str, str, str, str]]:
    """What each result of the showdown does to Ante and Play: when, Ante, Play, clause."""
    outcomes = (
        (f"{sheet.dealer.label} does not qualify", sheet.not_qualified),
        ("Your hand is better", sheet.better),
        ("The hands are equal", sheet.equal),
        ("Your hand is worse", sheet.worse),
    )
    return [
        (when, _does(outcome.ante), _does(outcome.play), outcome.clause)
        for when, outcome in outcomes
        if outcome is not None
    ]


def _does(result: Pay | OutcomeWord) -> str:
    return result if isinstance(result, str) else result.text


def _bound(sheet: Sheet, bound: Bound, word: str) -> str:
    if bound.kind == "table":
        return f"the table {word}"
    if bound.kind == "cents":
        return dollars(bound.cents)
    times = "the" if bound.times == 1 else f"{bound.times} x"
    return f"{times} {sheet.label(bound.of)}"

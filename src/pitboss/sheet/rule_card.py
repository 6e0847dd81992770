"""A sheet as the rows of a player's card: what may be bet, how a hand goes, what the showdown does.

A row is a fact: a key, the values that belong to it, and the clause. `pitboss.messages.rules` words it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.sheet.model import Bound, OutcomeWord, Sheet, Wager
from pitboss.sheet.pays import Pay, percent_text

RuleValue = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule: which it is, with which values, and the clause that it comes from."""

    key: str
    clause: str
    values: Mapping[str, RuleValue] = field(default_factory=dict)


def hand_rows(sheet: Sheet) -> tuple[RuleRow, ...]:
    """How a hand goes, rule by rule."""
    return tuple(_hand_rows(sheet))


def _hand_rows(sheet: Sheet) -> Iterator[RuleRow]:
    dealer, player = sheet.dealer, sheet.player
    yield RuleRow("seats", sheet.seats_clause, {"seats": sheet.seats})
    yield RuleRow("limits", sheet.limits.clause, {"min": sheet.limits.min, "max": sheet.limits.max})
    if dealer.shows:
        yield RuleRow("shows", dealer.clause, {"dealer": dealer.label, "cards": dealer.shows})
    if player.looks == "when the deal is done":
        yield RuleRow("looks_late", player.clause)
    decides = {"play": sheet.play.label, "times": str(sheet.play.times)}
    yield RuleRow("decides_with_draw" if player.draws else "decides", sheet.play.clause, decides)
    if sheet.play.raises:
        raises = sheet.play.raises
        times = tuple(map(str, raises.times))
        key = "raises" if raises.value else "raises_any"
        yield RuleRow(key, raises.clause, {"play": sheet.play.label, "times": times, "hand": raises.hand})
    for wager in sheet.wagers.values():
        key = "fold_loses" if wager.fold.does == "lose" else "fold_keeps"
        yield RuleRow(key, wager.fold.clause, {"wager": wager.id, "label": wager.label})
    yield from _dealer_rows(sheet)
    if sheet.bank:
        yield RuleRow("bank", sheet.bank.clause, {"bank": sheet.bank.label})
        yield RuleRow("cover", sheet.bank.cover_clause, {"bank": sheet.bank.label})
    if sheet.meter:
        feeds = {"wager": sheet.meter.feeds, "label": sheet.label(sheet.meter.feeds)}
        percent = percent_text(sheet.meter.percent)
        yield RuleRow("meter", sheet.meter.clause, {**feeds, "reset": sheet.meter.reset, "percent": percent})
    yield RuleRow(f"hands_{player.hands.where}", player.hands.clause, {"most": player.hands.most})
    yield RuleRow("away", sheet.away.clause, {"hand": sheet.away.plays_from})


def _dealer_rows(sheet: Sheet) -> Iterator[RuleRow]:
    """With which hands the dealer plays, and with which another card is drawn."""
    dealer, draw = sheet.dealer, sheet.dealer.draw
    qualifier = dealer.qualifier
    if qualifier.always:
        yield RuleRow("always_plays", qualifier.clause, {"dealer": dealer.label})
    else:
        yield RuleRow("plays_with", qualifier.clause, {"dealer": dealer.label, "hand": qualifier.hand})
    if draw.when == "below":
        below = {"below": draw.below.text, "label": sheet.hand_label(draw.below.text)}
        yield RuleRow("draws_below", draw.clause, {"dealer": dealer.label, **below})
    elif draw.when == "always":
        yield RuleRow("always_draws", draw.clause, {"dealer": dealer.label})


def amount_rows(sheet: Sheet, wager: Wager) -> tuple[RuleRow, ...]:
    """What may be bet on a wager, rule by rule."""
    return tuple(_amount_rows(sheet, wager))


def _amount_rows(sheet: Sheet, wager: Wager) -> Iterator[RuleRow]:
    if wager.required:
        yield RuleRow("required", wager.clause)
    if wager.fixed:
        yield RuleRow("exactly", wager.fixed.clause, {"cents": wager.fixed.cents})
    else:
        yield from (_bound_row(sheet, "least", each) for each in wager.min)
        yield from (_bound_row(sheet, "most", each) for each in wager.max)
        yield RuleRow("step", wager.step.clause, {"cents": wager.step.cents})
    if wager.needs:
        labels = tuple(sheet.label(name) for name in wager.needs.wagers)
        values = {"wagers": wager.needs.wagers, "labels": labels}
        yield RuleRow(f"needs_{wager.needs.mode}", wager.needs.clause, values)


def _bound_row(sheet: Sheet, end: str, bound: Bound) -> RuleRow:
    """`end` is least or most; the bound is the table's, an amount, or a multiple of another wager."""
    key = f"{end}_{bound.kind}"
    if bound.kind == "table":
        return RuleRow(key, bound.clause)
    if bound.kind == "cents":
        return RuleRow(key, bound.clause, {"cents": bound.cents})
    return RuleRow(
        key, bound.clause, {"times": str(bound.times), "wager": bound.of, "label": sheet.label(bound.of)}
    )


def showdown_rows(sheet: Sheet) -> tuple[RuleRow, ...]:
    """What each result of the showdown does to Ante and Play."""
    outcomes = {
        "not_qualified": sheet.not_qualified,
        "better": sheet.better,
        "equal": sheet.equal,
        "worse": sheet.worse,
    }
    return tuple(
        RuleRow(
            key,
            outcome.clause,
            {"dealer": sheet.dealer.label, "ante": _does(outcome.ante), "play": _does(outcome.play)},
        )
        for key, outcome in outcomes.items()
        if outcome is not None
    )


def _does(result: Pay | OutcomeWord) -> str:
    return result if isinstance(result, str) else result.text

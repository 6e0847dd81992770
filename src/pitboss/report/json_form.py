"""A PAR sheet as plain data: exact numbers as fractions in text, the others as numbers."""

from __future__ import annotations

from typing import Any

from pitboss.messages.rules import amount_words, rule_sentence
from pitboss.report.lines import LineTable
from pitboss.report.sheet_figures import Jackpot, ParSheet, WagerPar
from pitboss.report.strategy_summary import StrategySummary
from pitboss.sheet.model import Clause


def as_json(par: ParSheet) -> dict[str, Any]:
    """What `pitboss par --json` prints."""
    return {
        "house": par.house,
        "name": par.name,
        "game": par.game,
        "hash": par.hash,
        "date": par.date,
        "revision": par.revision,
        "limits": {"min": par.table_min, "max": par.table_max},
        "seats": par.seats,
        "players": par.players,
        "meter": par.meter,
        "rules": [rule_sentence(row) for row in par.rules],
        "notes": list(par.notes),
        "assumptions": list(par.assumptions),
        "notices": [notice.text for notice in par.notices],
        "wagers": {wager.id: _wager(wager) for wager in par.wagers},
        "simulated": {each.id: {"label": each.label, **each.made.as_json()} for each in par.simulated},
        "refused": {each.id: each.why for each in par.refused},
        "strategy": None if par.plan is None else _plan(par.plan),
        "progressives": {jackpot.wager: _jackpot(jackpot) for jackpot in par.jackpots},
        **({"confirm": par.confirmed.as_json()} if par.confirmed else {}),
        "laboratory": par.laboratory.as_json(),
        "clauses": [_clause(clause) for clause in (*par.clauses, *par.standard)],
    }


def _wager(wager: WagerPar) -> dict[str, Any]:
    return {
        "label": wager.label,
        "clause": wager.clause,
        "amount": amount_words(wager.amount),
        "posted": list(wager.posted),
        "priced": wager.priced,
        "space": wager.space,
        "outcomes": wager.outcomes,
        "ev": str(wager.ev),
        "house_edge": float(wager.house_edge),
        "return": float(wager.returns),
        "increment": str(wager.increment),
        "bet": str(wager.bet),
        "element_of_risk": float(wager.element_of_risk),
        "hit_frequency": None if wager.hit_frequency is None else str(wager.hit_frequency),
        "variance": None if wager.variance is None else str(wager.variance),
        "stdev": None if wager.stdev is None else float(wager.stdev),
        "volatility_index": None if wager.volatility_index is None else float(wager.volatility_index),
        **({} if wager.simulated is None else {"simulated": wager.simulated.as_json()["simulated"]}),
        "others": str(wager.others),
        "notes": list(wager.notes),
        "bands": [band.as_json() for band in wager.bands],
        "by_up_card": {rank: str(ev) for rank, ev in wager.by_up_card.items()},
        "tables": [_table(table) for table in wager.tables],
    }


def _table(table: LineTable) -> dict[str, Any]:
    lines = [
        {
            "event": line.event,
            "hand": line.hand,
            "pays": line.pays,
            "net": str(line.net),
            "count": line.count,
            "probability": str(line.probability),
            "return": str(line.returns),
        }
        for line in table.lines
    ]
    return {"title": table.title, "covers": table.covers, "return": str(table.returns), "lines": lines}


def _plan(plan: StrategySummary) -> dict[str, Any]:
    actions = [total.id for total in plan.totals]
    return {
        "deals": plan.deals,
        "actions": {
            total.id: {"count": total.count, "lowest": total.lowest, "highest": total.highest}
            for total in plan.totals
        },
        "categories": {
            row.category: {"label": row.hand, **dict(zip(actions, row.counts, strict=True))}
            for row in plan.categories
        },
        "cut_offs": [
            {"up": each.up or None, "plays": each.plays, "count": each.count, "deals": each.deals}
            | ({"raised": each.raised} if each.raised else {})
            for each in plan.cut_offs
        ],
        "rules": list(plan.rules),
        "hands": [
            {"group": each.group, "action": each.action, "count": each.count, "hands": list(each.hands)}
            for each in plan.hands
        ],
    }


def _jackpot(jackpot: Jackpot) -> dict[str, Any]:
    return {
        "stake": jackpot.stake,
        "reset": jackpot.reset,
        "contribution": str(jackpot.contribution),
        "own_return_at_reset": str(jackpot.own_return),
        "long_run_return": None if jackpot.long_run is None else str(jackpot.long_run),
        "players": {
            str(row.players): {
                "envy": str(row.envy),
                "return_at_reset": str(row.return_at_reset),
                "break_even_meter": row.break_even_meter,
            }
            for row in jackpot.rows
        },
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {"id": clause.id, "says": clause.says, "reading": clause.reading}

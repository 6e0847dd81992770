"""`pitboss strategy --plot`: how to play, on one page that can lie at the table.

Where nothing of the dealer shows: the rule in words, what the best play does with each kind of hand, and
where a mistake is near: the hands beside the cut-off, or where the short rule of a drawing game is not the
best play. Every hand is in `strategy --csv`. Where cards show, `up_card_plot` draws.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from pitboss.cards import RANKS, signs, texts_of
from pitboss.hands import CATEGORY_OF_VALUE, Category, value3
from pitboss.messages.rounds import decision_words
from pitboss.messages.rules import keep_words
from pitboss.money import Cents, minus
from pitboss.odds.decisions import ACTIONS, DRAW
from pitboss.odds.short_rules import ShortRule, gap_of, short_rule
from pitboss.report.canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    VERMILION,
    bare,
    open_figure,
    style,
    tint,
)
from pitboss.report.strategy_summary import rule_sentences, value_text
from pitboss.report.up_card_plot import Hands, draw_strips, draw_two_up, tallied

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pitboss.odds import Entry, Game
    from pitboss.odds.decisions import ActionName
    from pitboss.sheet import Sheet


class _Look(NamedTuple):
    """How a part of a bar looks; no two are alike in grey."""

    face: tuple[float, float, float]
    hatch: str
    ink: str


_LOOKS: Final[Mapping[str, _Look]] = {
    "play": _Look(tint(BLUE, 1), "", PAPER),
    "odd": _Look(tint(GREEN, 0.85), "", PAPER),  # of a pair
    "draw_3": _Look(tint(GREEN, 0.35), "", INK),
    "draw_2": _Look(tint(ORANGE, 0.7), "...", INK),
    "draw_1": _Look(tint(PURPLE, 0.7), "\\\\\\\\", INK),
    "fold": _Look(tint(VERMILION, 0.55), "////", INK),
}
_RAISED: Final = _Look(tint(INK, 0.9), "", PAPER)
_LOWEST: Final = 8  # the lowest highest card, a ten, that has a row of its own
_NEAR: Final = 6  # hands on either side of the cut-off
_MOST: Final = 5  # kinds of exceptions that are drawn


def strategy_figure(game: Game, entries: Iterable[Entry], bets: Mapping[str, Cents] | None = None) -> Figure:
    """The figure for a house by what shows of its dealer."""
    sheet, shows = game.sheet, game.dealing.shows
    bet = "no side bet" if bets is None else sheet.bet_text(bets)
    rule = list(rule_sentences(game, bets))
    short = short_rule(game, bets) if game.dealing.player_draws and not shows else None
    listed = () if shows else tuple(entries)  # beside up cards there are too many to keep
    by_up = tallied(entries if shows else listed)
    with style():
        subtitle = f"{sheet.game}; {bet}; counted over every deal, in {sheet.label('ante')}s"
        figure = open_figure(f"{sheet.name}: {_finding(rule, short, by_up.values())}", subtitle, [sheet])
        if shows == 2:
            draw_two_up(figure, sheet, by_up)
        elif shows:
            draw_strips(figure, sheet, by_up)
        else:
            _whole(figure, sheet, listed, rule, short)
    return figure


def _finding(rule: Sequence[str], short: ShortRule | None, by_up: Iterable[Hands]) -> str:
    """What the picture shows, in a line."""
    if short is not None:
        return f"a rule of {len(short.keeps)} lines that costs {float(short.cost):.2%} of the Ante"
    if rule and " shows " not in rule[0]:
        first = rule[0].partition(".")[0]
        return first[0].lower() + first[1:]
    against = [said.partition(" shows ")[2].partition(": play ") for said in rule]
    if against and len(against) < 6 and all(hand for _, _, hand in against):
        said = (
            f"{hand.removesuffix('.').removesuffix(' or better')} against {ups}" for ups, _, hand in against
        )
        return f"play {', '.join(said)}"
    hands = list(by_up)
    plays = sum(float(each.plays) * each.number for each in hands) / sum(each.number for each in hands)
    return f"play {plays:.0%} of hands, by what the dealer shows"


def _whole(
    figure: Figure, sheet: Sheet, entries: Sequence[Entry], rule: Sequence[str], short: ShortRule | None
) -> None:
    bottom = _words(figure, rule, _examples(short))
    _kinds(figure.add_axes((0.60, 0.08, 0.33, 0.74)), sheet, entries)
    room = (0.33 if short else 0.13, 0.08, 0.09 if short else 0.36, bottom - 0.15)
    if short is not None:
        _exceptions(figure.add_axes(room), entries, short)
    elif (cut := tallied(entries)[()]).cut_off and cut.sure is not None:
        _close_calls(figure.add_axes(room), sheet, entries, cut.sure)


def _examples(short: ShortRule | None) -> list[str]:
    """For each line of a short rule: a hand that it decides, and how many it does."""
    found = []
    for number in range(1, 1 + len(short.keeps) if short else 1):
        assert short is not None
        hands, count = short.decided(number)
        cards = hands[len(hands) // 2]
        does = decision_words(short.decide(cards)[0])
        found.append(f"{signs(texts_of(cards))}: {does[0].lower()}{does[1:]}  ({count:,} hands)")
    return found


def _words(figure: Figure, rule: Sequence[str], examples: Sequence[str]) -> float:
    """The rule, read from the top; gives back where it ends."""
    at, left = 0.86, 0.035
    for sentence in rule:
        number, _, rest = sentence.partition(". ")
        is_line = number.isdigit()
        if is_line:
            figure.text(left + 0.012, at, number, fontsize=11, fontweight="bold", va="top", color=BLUE)
        for line in textwrap.wrap(rest if is_line else sentence, 62 if is_line else 66):
            weight = "bold" if sentence == rule[0] and not examples else "normal"
            figure.text(left + (0.035 if is_line else 0), at, line, fontsize=9, va="top", fontweight=weight)
            at -= 0.024
        if is_line:
            figure.text(left + 0.035, at, examples[int(number) - 1], fontsize=7.5, va="top", color=GREY)
            at -= 0.023
        at -= 0.008
    return at


def _row_of(sheet: Sheet, entry: Entry) -> tuple[int, str]:
    """The row of a hand: its category, or its highest card; the better, the higher."""
    category = CATEGORY_OF_VALUE[value3(*entry.hand)]
    if category is not Category.HIGH_CARD:
        return 100 + category, sheet.hand_label(category.text)
    rank = max(entry.hand) >> 2
    if rank < _LOWEST:
        return _LOWEST - 1, "9 high or less"
    return rank, f"{RANKS[rank].replace('T', '10')} high"


def _kinds(axes: Axes, sheet: Sheet, entries: Sequence[Entry]) -> None:
    """What the best play does with each kind of hand, as parts of a bar."""
    from matplotlib.patches import Patch

    done: dict[tuple[int, str], Counter[str]] = {}
    for entry in entries:
        row, action = _row_of(sheet, entry), str(entry.best[0])
        ranks = sorted((card >> 2 for card in entry.hand), reverse=True)
        if row[0] == 100 + Category.PAIR and action == ("draw_3" if ranks[0] == ranks[1] else "draw_1"):
            action = "odd"
        done.setdefault(row, Counter())[action] += entry.multiplicity
    rows = sorted(done, reverse=True)
    used = {action for each in done.values() for action in each}
    order = [*sorted(used - {*_LOOKS}, reverse=True), *(action for action in _LOOKS if action in used)]
    for place, row in enumerate(rows):
        total, left = done[row].total(), 0.0
        for action in order:
            share = done[row][action] / total
            if not share:
                continue
            look = _LOOKS.get(action, _RAISED)
            axes.barh(
                place, share, left=left, height=0.74, facecolor=look.face, hatch=look.hatch, edgecolor=PAPER,
                linewidth=0.6, gid=f"{row[1]} {action}",
            )  # fmt: skip
            if share >= 0.09:
                box = {"facecolor": look.face, "linewidth": 0, "pad": 1.2}
                axes.text(
                    left + share / 2, place, f"{share:.0%}", fontsize=7.5, ha="center", va="center",
                    color=look.ink, bbox=box,
                )  # fmt: skip
            left += share
        axes.text(1.02, place, f"{total:,}", fontsize=7.5, va="center", color=GREY)
    axes.text(1.02, -1, "hands", fontsize=7.5, va="center", color=GREY)
    axes.set_yticks(range(len(rows)), [words for _, words in rows], fontsize=8.5)
    axes.set(xlim=(0, 1), ylim=(len(rows) - 0.4, -1.4), xticks=[])
    bare(axes)
    axes.set_title("What the best play does, by kind of hand", fontsize=10, pad=42)
    looks = [_LOOKS.get(action, _RAISED) for action in order]
    axes.legend(
        [Patch(facecolor=look.face, hatch=look.hatch, edgecolor=PAPER) for look in looks],
        ["Discard the odd card" if action == "odd" else decision_words(action) for action in order],
        loc="lower left", bbox_to_anchor=(-0.02, 0.965), ncols=2 if len(order) > 4 else len(order),
        frameon=False, fontsize=7.5,
        handlelength=1.8, columnspacing=1.2, borderpad=0,
    )  # fmt: skip


def _close_calls(axes: Axes, sheet: Sheet, entries: Sequence[Entry], cut: int) -> None:
    """What playing gains over folding with the hands beside the cut-off, in their most frequent suits."""
    usual: dict[int, Entry] = {}
    for entry in entries:
        value = value3(*entry.hand)
        known = usual.setdefault(value, entry)
        if entry.multiplicity > known.multiplicity:
            usual[value] = entry
    values = [value for value in sorted(usual, reverse=True) if -_NEAR <= value - cut < _NEAR]
    gains = [float(usual[each].worth["play"] - usual[each].worth["fold"]) for each in values]
    for place, gain in enumerate(gains):
        look = _LOOKS["play" if gain > 0 else "fold"]
        axes.barh(
            place, gain, height=0.7, facecolor=look.face, hatch=look.hatch, edgecolor=PAPER, gid="close call"
        )
        axes.annotate(
            minus(f"{gain:+.4f}"), (gain, place), (4 if gain > 0 else -4, 0), textcoords="offset points",
            fontsize=7.5, va="center", ha="left" if gain > 0 else "right",
        )  # fmt: skip
    reach = max(map(abs, gains))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.axhline(sum(gain > 0 for gain in gains) - 0.5, color=INK, linewidth=0.8, linestyle=":")
    axes.set_yticks(range(len(values)), [value_text(sheet, each) for each in values], fontsize=8)
    axes.set(xlim=(-1.4 * reach, 1.4 * reach), ylim=(len(values) - 0.4, -0.6), xticks=[])
    bare(axes)
    ante = sheet.label("ante")
    axes.set_title(f"Close calls: what playing gains over folding, in {ante}s", fontsize=10, x=-0.28)


def _exceptions(axes: Axes, entries: Sequence[Entry], short: ShortRule) -> None:
    """Where the short rule is not the best play, the costliest kinds first."""
    costs: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    everything = sum(entry.multiplicity for entry in entries)
    for entry in entries:
        cards = sorted(entry.hand, reverse=True)
        action, line = short.decide(cards)
        texts = texts_of(cards)
        does = f"draw_{texts.index(action[5:]) + 1}" if action.startswith("draw:") else action
        lost = max(entry.worth.values()) - entry.worth[cast("ActionName", does)]
        if lost:
            better = entry.best[0]
            words = "fold" if better == "fold" else "play"
            if better in ACTIONS[DRAW:]:
                high, low = (card for place, card in enumerate(cards, 1) if better != f"draw_{place}")
                near = gap_of(high >> 2, low >> 2)
                suited = True if high & 3 == low & 3 else None
                words = f"keep {keep_words(suited, near if near < 3 else 12, 0, exactly=True)}"
            key = f"{f'line {line}' if line else 'no line'}: {words}"
            costs[key] += float(lost) * entry.multiplicity / everything  # type: ignore[assignment]
            hands[key] += entry.multiplicity
    shown, wrong = costs.most_common(_MOST), hands.total()
    if len(costs) > _MOST:
        rest = sum(costs.values()) - sum(cost for _, cost in shown)
        hands["all others"] = wrong - sum(hands[key] for key, _ in shown)
        shown.append(("all others", rest))
    sizes = [cost for _, cost in shown]
    axes.barh(range(len(shown)), sizes, height=0.66, color=tint(BLUE, 0.8), gid="exceptions")
    for place, (key, cost) in enumerate(shown):
        axes.annotate(
            f"{cost:.3%}, {hands[key]:,} hands", (cost, place), (4, 0), textcoords="offset points",
            fontsize=7.5, va="center",
        )  # fmt: skip
    axes.set_yticks(range(len(shown)), [key for key, _ in shown], fontsize=7.5)
    axes.set(xlim=(0, max(sizes, default=1)), ylim=(len(shown) - 0.4, -0.6), xticks=[])
    bare(axes)
    title = f"The {wrong:,} exceptions: what it costs to miss them, of the Ante"
    axes.set_title(title, fontsize=10, x=-3.27)

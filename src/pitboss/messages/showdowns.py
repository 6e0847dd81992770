"""What decided a hand, and which bets are won or lost before the dealer's cards are seen: in sentences."""

from __future__ import annotations

from typing import Final

from pitboss.cards import RANK_NAMES, parse_card, rank_of
from pitboss.money import dollars
from pitboss.round.facts import pay_text
from pitboss.round.showdown import EnvyPay, Jackpot, JudgedHand, Showdown, SideResult, SureBet
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import Judged
from pitboss.text import one_of

_BEATS: Final = {"better": "beats", "equal": "ties", "worse": "loses to"}
_BEAT: Final = {"better": "beat", "equal": "tie", "worse": "lose to"}  # of three nines
_COVERED: Final = {"partial": "; the bank covers a part of it", "none": "; the bank does not cover it"}
# Categories that are counted one at a time; the others have no article.
_ARTICLES: Final = (
    *("pair", "flush", "straight", "full_house", "straight_flush", "mini_royal", "royal_flush"),
    *("six_card_straight_flush", "six_card_royal_flush"),
)


def showdown_words(sheet: Sheet, who: str, fact: Showdown) -> str:
    """What decided the round of somebody: `Seat 1's K-Q-5 beats K-9-2: the queen decides (RIV-5)`."""
    clause = f" ({fact.clause})" if fact.clause else ""
    dealer = sheet.dealer.label.lower()
    cover = _COVERED.get(fact.cover or "", "")
    match fact.how:
        case "folded":
            text = f"{who} folded {_ranks(fact.hand)}; the {dealer} held {_ranks(fact.dealer)}"
        case "no_main":
            text = f"{who}: {'; '.join(side_words(sheet, side) for side in fact.sides)}"
        case "not_qualified":
            text = f"{who}: the {dealer} does not qualify, {_called(sheet, fact.dealer)}"
            text += f"; {_compared(sheet, 'the', fact)}" if fact.versus else ""
        case "compared":
            text = _compared(sheet, f"{who}'s", fact)
    return f"{text}{cover}{clause}"


def _compared(sheet: Sheet, whose: str, fact: Showdown) -> str:
    versus = fact.versus or "equal"
    beats = _BEATS[versus]
    if fact.by == "category":
        beats = _BEAT[versus] if fact.hand.category == "three_of_a_kind" else beats
        return f"{whose} {_called(sheet, fact.hand)} {beats} {_one(sheet, fact.dealer)}"
    text = f"{whose} {_with_kind(sheet, fact.hand)} {beats} {_ranks(fact.dealer)}"
    if fact.by == "tie":
        return f"{text}: the hands are equal"
    return f"{text}: {_deciding(fact.hand if fact.versus == 'better' else fact.dealer)}"


def _deciding(better: JudgedHand) -> str:
    """`the queen decides`, `the nines decide`."""
    rank = _rank(better.decide[0])
    return f"the {rank} decides" if len(better.decide) == 1 else f"the {_many(rank)} decide"


def _ranks(hand: JudgedHand) -> str:
    """`K-10-5`."""
    return "-".join("10" if card[0] == "T" else card[0] for card in hand.cards)


def _with_kind(sheet: Sheet, hand: JudgedHand) -> str:
    """The ranks of a hand, after its category where they do not say it: `flush K-Q-5`."""
    plain = hand.category in ("high_card", "pair", "three_of_a_kind")
    return _ranks(hand) if plain else f"{_kind(sheet, hand.category)} {_ranks(hand)}"


def _one(sheet: Sheet, hand: JudgedHand) -> str:
    """`a pair of nines`, `king high`."""
    if hand.category in ("high_card", "three_of_a_kind"):
        return _called(sheet, hand)
    return f"a {_called(sheet, hand)}" if hand.category == "pair" else _a_kind(sheet, hand.category)


def _called(sheet: Sheet, hand: JudgedHand) -> str:
    """`pair of nines`, `king high`."""
    rank = _rank(hand.decide[0])
    match hand.category:
        case "high_card":
            return f"{rank} high"
        case "pair":
            return f"pair of {_many(rank)}"
        case "three_of_a_kind":
            return f"three {_many(rank)}"
        case category:
            return _kind(sheet, category)


def _a_kind(sheet: Sheet, category: str) -> str:
    """`a flush`, `three of a kind`, `A-K-Q suited`."""
    kind = _kind(sheet, category)
    return f"a {kind}" if category in _ARTICLES and kind.islower() else kind


def _kind(sheet: Sheet, category: str) -> str:
    """A category within a sentence; the highest in the house's word, of which capitals stay."""
    if category != "mini_royal":
        return category.replace("six_card", "six-card").replace("_", " ")
    words = sheet.hand_label(category).split()
    return " ".join(word if word.isupper() else word.lower() for word in words)


def _rank(card: str) -> str:
    return RANK_NAMES[rank_of(parse_card(card))]


def _many(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


def side_words(sheet: Sheet, side: SideResult) -> str:
    """What became of a bet that goes by cards alone: `Pair Plus pays 3 to 1 whatever the dealer has`."""
    label = sheet.label(side.id)
    if side.result == "win":
        reason = _reason(sheet, side.judged, side.by[0].hand or "")
        return f"{label} pays {pay_text(sheet, side.by)}{reason}"
    if side.result == "lose":
        needs = _needs(sheet, side.judged, side.needs)
        return f"{label} goes with the fold" if side.folded else f"{label} loses{needs}"
    if side.result == "push":
        return f"{label} pushes"
    return f"{label} is returned"


def _reason(sheet: Sheet, judged: Judged, hand: str) -> str:
    """Why a bet pays: the hand that it was judged by, where it is not the player's own."""
    made = _a_kind(sheet, hand)
    match judged:
        case "three cards":
            return _whatever(sheet)
        case "winning hand":
            return f" for {made} that wins"
        case "six cards":
            return f" for {made} of six cards"
        case "dealer's hand":
            return f" for the {sheet.dealer.label.lower()}'s {_kind(sheet, hand)}"
        case "both hands":
            return f" for {made} or better in both hands"
        case "beaten hand":
            return f" for {made} that was beaten"
        case "equal hands":
            return f" for two equal hands, each {made}"
        case "winner":
            return _winner(sheet, hand)
        case "colours":
            return f" for {made}"


def _winner(sheet: Sheet, key: str) -> str:
    """Who has won, where a bet is on that."""
    dealer = sheet.dealer.label.lower()
    return {"player_wins": " for the better hand", "dealer_wins": f" for the {dealer}'s better hand"}.get(
        key, " for two equal hands"
    )


def sure_words(sheet: Sheet, who: str, bet: SureBet) -> str:
    """A bet that is won or lost already: `Seat 1 has a flush: Pair Plus pays 3 to 1 if you play`."""
    label, when = sheet.label(bet.id), "" if bet.always else f" if you {one_of(bet.actions)}"
    cover = ", as far as the bank covers it" if bet.cover in ("partial", "none") else ""
    if bet.state == "lost":
        return f"{who}: {label} is lost{when}{_needs(sheet, bet.judged, bet.needs)}{cover}"
    least = "at least " if bet.least else ""
    hand = bet.by[0].hand or ""
    has = f"{who} has {_a_kind(sheet, hand)}"
    return f"{has}: {label} pays {least}{pay_text(sheet, bet.by)}{when or _whatever(sheet)}{cover}"


def _whatever(sheet: Sheet) -> str:
    return f" whatever the {sheet.dealer.label.lower()} has"


def _needs(sheet: Sheet, judged: Judged, needs: str | None) -> str:
    if needs is None:
        return ""
    made = _a_kind(sheet, needs)
    match judged:
        case "dealer's hand":
            return f": the {sheet.dealer.label.lower()} needs {made} or better"
        case "both hands":
            return f": it needs {made} or better in both hands"
        case "beaten hand":
            return f": it needs {made} or better that is beaten"
        case "equal hands":
            return f": it needs two equal hands, each {made} or better"
        case "colours":
            return f": it needs {made}"
    return f": it needs {made} or better"


def jackpot_words(sheet: Sheet, jackpot: Jackpot) -> str:
    """A share of the meter, by the names of the bet and of the hand."""
    hit = f"Seat {jackpot.seat} hits {sheet.label(jackpot.id)} with {sheet.hand_label(jackpot.line)}"
    meter = f"it stood at {dollars(jackpot.before)} and stands at {dollars(jackpot.after)}"
    return f"{hit}: {dollars(jackpot.cents)} from the meter; {meter} ({jackpot.clause})"


def envy_words(sheet: Sheet, envy: EnvyPay) -> str:
    """Whose hand a seat is paid for."""
    paid = f"Seat {envy.seat} is paid {dollars(envy.cents)}"
    return f"{paid} for {sheet.hand_label(envy.line)} at seat {envy.holder} ({envy.clause})"

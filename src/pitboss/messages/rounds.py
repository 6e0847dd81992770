"""A round in plain sentences, one thought per line: for the terminal, for logs, for screen readers.

What happened comes first (`fact_words`, `Teller`, `tell_round`), then what decided a hand and which bets are
won or lost before the dealer's cards are seen, then decisions, and the account of a player bank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import RANK_NAMES, parse_card, signs, texts_of
from pitboss.hands import describe
from pitboss.money import Cents, dollars
from pitboss.round.bank import CoveredSeat, CoveredWager
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.events import CardsDealt, Decided, Event
from pitboss.round.facts import (
    BankFact,
    BankNetFact,
    BankOutFact,
    BestFact,
    BetsFact,
    DealerFact,
    DealFact,
    DecisionFact,
    EnvyFact,
    Fact,
    HandFact,
    JackpotFact,
    LineFact,
    MeterFact,
    NetFact,
    QualifierFact,
    ShowdownFact,
    SureFact,
    UpFact,
    VoidFact,
    tell,
)
from pitboss.round.settlement import Line, pay_text
from pitboss.round.showdown import EnvyPay, Jackpot, JudgedHand, Showdown, SideResult, SureBet
from pitboss.round.state import Round, evolve, open_round
from pitboss.round.table import RAISES, is_raise, parse_action
from pitboss.round.views import Viewer
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.pays import Cash, Judged
from pitboss.text import all_of, one_of

Names = Callable[[str], str]
_RESULTS: Final = {
    "win": "wins",
    "lose": "loses",
    "push": "pushes",
    "returned": "is returned",
    "void": "is void",
}
_CAUSES: Final = {
    "exposed": "more cards were exposed than may show",
    "malfunction": "a malfunction",
    "cannot go on": "it cannot go on",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events as one viewer was told them. `name` gives the name of a person.

    >>> from pitboss import PlaceBets, Teller, Viewer, apply, open_round, open_table
    >>> from pitboss.round import tell
    >>> state = open_round(open_table("rivers"))
    >>> event = apply(state, PlaceBets(1, "ann", {"ante": 1000}))[0]
    >>> list(Teller(state.table.sheet).sentences(tell(state, event, Viewer("ann"))))
    ['Seat 1 (ann) bets Ante $10.']
    """

    sheet: Sheet
    name: Names = str

    def sentences(self, facts: Iterable[Fact]) -> Iterator[str]:
        """The sentences of an event, one for each fact."""
        return (fact_words(self.sheet, fact, self.name) for fact in facts)


def fact_words(sheet: Sheet, fact: Fact, name: Names = str) -> str:
    """One fact as a sentence in the words of a sheet, with its clause."""
    dealer = sheet.dealer.label
    match fact:
        case BetsFact(seat, player, stakes):
            bets = f"bets {all_of([_stake(sheet.label(each.id), each.cents) for each in stakes])}"
            return f"Seat {seat} ({name(player)}) {bets if stakes else 'takes the bet back'}."
        case BankFact(player, stake):
            what = f"A bank of {dollars(stake)} is put up" if stake else "The bank is given up"
            return f"{what} by {name(player)}."
        case DealFact(seats):
            return f"Cards are dealt to {_seats(seats)} and the {dealer.lower()}."
        case HandFact(seat, cards):
            return f"Seat {seat} holds {_hand_text(cards)}."
        case SureFact(seat, bet):
            return f"{sure_words(sheet, f'Seat {seat}', bet)} ({bet.clause})."
        case UpFact(cards, clause):
            return f"The {dealer.lower()} shows {signs(cards)} ({clause})."
        case DecisionFact():
            return _decision(sheet, fact)
        case DealerFact(cards, str(drawn), clause):
            return f"{dealer} holds {signs(cards)} and draws {signs([drawn])} ({clause})."
        case DealerFact(cards, _, clause):
            return f"{dealer} holds {_hand_text(cards)}{f', and stands ({clause})' if clause else ''}."
        case BestFact(cards):
            return f"{dealer} plays {_hand_text(cards)}."
        case QualifierFact(qualifies, clause):
            return f"{dealer} {'qualifies' if qualifies else 'does not qualify'} ({clause})."
        case ShowdownFact(seat, showdown):
            return f"{showdown_words(sheet, f'Seat {seat}', showdown)}."
        case LineFact(seat, line):
            return f"Seat {seat}: {line_words(sheet, line)}"
        case NetFact(seat, net):
            return f"Seat {seat} net: {signed(net)}."
        case BankOutFact(seat):
            return f"The bank is exhausted at seat {seat}: what it does not cover goes back."
        case BankNetFact(net, stake, left):
            return f"The bank's result: {signed(net)}; {dollars(left)} of {dollars(stake)} cover left."
        case JackpotFact(jackpot):
            return f"{jackpot_words(sheet, jackpot)}."
        case EnvyFact(envy):
            return f"{envy_words(sheet, envy)}."
        case MeterFact(cents, won):
            stands = "paid and starts again at" if won else "stands at"
            return f"The meter {stands} {dollars(cents)}."
        case VoidFact(cause, clause):
            return f"The round is void: {_CAUSES[cause]} ({clause}). Every wager is returned."


def _decision(sheet: Sheet, fact: DecisionFact) -> str:
    bet = f"{dollars(fact.cost)} on {sheet.play.label}"
    match fact.action:
        case "fold":
            text = f"Seat {fact.seat} folds"
        case "draw":
            text = f"Seat {fact.seat} draws: {bet}"
            if fact.cards and fact.discard and fact.drawn:
                text += f", discards {signs([fact.discard])}, gets {signs([fact.drawn])}"
                text += f" and holds {_hand_text(fact.cards)}"
        case _:
            text = f"Seat {fact.seat} plays: {bet}"
    if fact.clause:
        text += f" (the platform's decision, {fact.clause})"
    return f"{text}."


def line_words(sheet: Sheet, line: Line) -> str:
    """One line of a settlement: `Pair Plus $5 wins $200 (40 to 1, RIV-7).`"""
    label = sheet.label(line.id)
    what = _stake(label, line.stake) if line.stake else label
    result = _RESULTS[line.result] if line.stake else "pays"
    if line.result == "win":
        result += f" {dollars(line.profit)}"
    elif line.result == "lose" and line.returned:
        result += f" {dollars(-line.profit)}, {dollars(line.returned)} returned"
    pays = None if _is_cash(sheet, line.by) else pay_text(sheet, line.by)
    reason = f"{pays}, {line.clause}" if pays else line.clause
    return f"{what} {result} ({reason})."


def _is_cash(sheet: Sheet, by: Sequence[PaidBy]) -> bool:
    """Whether the amount says already what is paid."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    return all(isinstance(pay, Cash) and pay.stake == "none" for pay in pays)


def tell_round(document: RoundDocument) -> Iterator[str]:
    """The sentences of a recorded round, checked against the rules; it is over, so every card is open."""
    final, events = load_round(document)
    table = final.table
    teller = Teller(table.sheet)
    limits = f"table {dollars(table.min)} to {dollars(table.max)}"
    yield f"{table.sheet.name}, {table.sheet.game}, {limits}."
    if document.round:
        yield f"Round {document.round}."
    state = open_round(table, document.round)
    for event in events:
        state = evolve(state, event)
        yield from teller.sentences(_told_afterwards(state, event))


def _told_afterwards(state: Round, event: Event) -> Iterator[Fact]:
    """An event as it can be told when the round is over: each seat's cards as they were dealt."""
    match event:
        case CardsDealt(seats):
            yield DealFact(seats)
            yield from (HandFact(seat.number, texts_of(seat.cards)) for seat in state.seats)
        case Decided(number):
            owner = next(seat.player for seat in state.seats if seat.number == number)
            yield from (each for each in tell(state, event, Viewer(owner)) if not isinstance(each, SureFact))
        case _:
            yield from (each for each in tell(state, event) if not isinstance(each, HandFact))


def signed(cents: Cents) -> str:
    """Money won or lost: `+$5`, `−$5`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _stake(label: str, cents: Cents) -> str:
    return f"{label} {dollars(cents)}"


def _hand_text(cards: Sequence[str]) -> str:
    return f"{signs(cards)}, {describe([parse_card(card) for card in cards])}"


def _seats(numbers: Sequence[int]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {all_of([str(number) for number in numbers])}"


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
    return RANK_NAMES[parse_card(card) >> 2]


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


DISCARDS: Final = {"draw_1": "the highest card", "draw_2": "the middle card", "draw_3": "the lowest card"}


def decision_words(action: str, play: str = "Play") -> str:
    """What was done, or can be, with Play in the house's word.

    >>> decision_words("draw:4d"), decision_words("play_3x"), decision_words("fold")
    ('Discard 4♦', 'Play 3×', 'Fold')
    >>> decision_words("draw_3")
    'Discard the lowest card'
    """
    name, card = parse_action(action)
    if card or name in DISCARDS:
        return f"Discard {signs([card]) if card else DISCARDS[name]}"
    if is_raise(name):
        return f"{play} {RAISES[name]}×"
    return play if name == "play" else name.capitalize()


_COVERS: Final = {"full": "covered in full", "partial": "covered in part", "none": "not sure to be covered"}
_DONE: Final = {
    "win": "is paid",
    "lose": "brings",
    "push": "pushes",
    "returned": "goes back",
    "void": "is void",
}


def ahead_words(
    seats: tuple[CoveredSeat, ...], name: Callable[[int], str], worst: Cents | None, best: Cents | None
) -> Iterator[str]:
    """What can still come of a round, for who holds its bank."""
    if not seats:
        yield "Nobody has bet against your bank yet."
        return
    yield f"Your stake covers clockwise, seat {seats[0].n} first."
    for row in seats:
        bets = all_of([f"{each.label} {dollars(each.stake)}" for each in row.wagers])
        win, lose = dollars(row.can_lose or 0), dollars(row.can_win or 0)
        cover = _COVERS[row.cover or "none"]
        yield f"Seat {row.n} ({name(row.n)}): {bets}. You can win {win} and lose {lose}; {cover}."
    if worst is not None and best is not None:
        yield f"At worst the bank's round is {signed(worst)}, at best {signed(best)}."


def account_words(seats: tuple[CoveredSeat, ...], name: Callable[[int], str]) -> Iterator[str]:
    """What became of a round, wager by wager, with the cover left after each seat."""
    for row in seats:
        bets = all_of([_wager(each) for each in row.wagers])
        left = dollars(row.left or 0)
        yield f"Seat {row.n} ({name(row.n)}): {bets}. For the bank {signed(row.net or 0)}; cover left {left}."


def price_words(cover: str, ev: Fraction | None, full: Fraction | None, seats: int) -> str:
    """What a round is worth to its bank on average, and what that assumes."""
    if ev is None:
        with_full = f"; with full cover it is {_mean(full)}" if full is not None else ""
        return f"There is no exact price for {seats} seats when the stake can run out{with_full}."
    how = "with full cover" if cover == "full" else "with this stake"
    return f"On average the round is worth {_mean(ev)} to you, {how}, when every seat plays its best."


def _mean(cents: Fraction) -> str:
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    return f"{sign}${float(abs(cents)) / 100:,.4f}"


def offer_words(least: Cents, enough: Cents | None) -> str:
    """What a bank takes that is offered, and what the bets on the table can ask of it."""
    bets = f"the bets on the table can ask for {dollars(enough)}" if enough else "nobody has bet yet"
    return f"It takes {dollars(least)} or more; {bets}."


def _wager(wager: CoveredWager) -> str:
    what, end = f"{wager.label} {dollars(wager.stake)}", wager.end
    if end is None:
        return what
    money = f" {dollars(abs(end.profit))}" if end.profit else ""
    short = f", {dollars(abs(end.uncovered))} not covered" if end.uncovered else ""
    return f"{what} {_DONE[end.result]}{money}{short}"

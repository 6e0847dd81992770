"""Sheet texts to spoil: a small house that uses the whole format, and ways to change one place of it."""

from __future__ import annotations

from pitboss.sheet import Fault, check_text
from pitboss.sheet.files import house_text
from pitboss.sheet.paybooks import Award

# Everything but a player bank, which excludes meter and envy: for banks there is Napa Valley.
BASE = """\
format = 1
id = "base"
name = "Base"
game = "Base Poker"
about = "A house with everything."

[table]
seats = 7
seats_clause = "STD-9"
offers_clause = "B-1"
closes_clause = "B-1"
limits = { min = 500, max = 50000, clause = "STD-10" }

[dealer]
label = "Dealer"
shows = 1
clause = "B-2"
reveal_clause = "STD-11"
qualifier = { hand = "queen high", clause = "B-2" }
draw = { when = "below", below = "pair", clause = "B-2", stands_clause = "B-2" }

[player]
looks = "when dealt"
draws = true
clause = "B-3"
draw_clause = "B-3"
hands = { where = "anywhere", most = 5, clause = "STD-9" }

[wager.ante]
label = "Ante"
required = true
clause = "B-1"
min = [{ table = true }]
max = [{ table = true, clause = "STD-10" }]
step = { cents = 100, clause = "STD-10" }
fold = { does = "lose", clause = "B-3" }

[wager.shot]
label = "Shot"
clause = "B-4"
min = [{ times = "1/2", of = "ante" }]
max = [{ times = 2, of = "ante" }, { cents = 40000 }]
step = { cents = 200 }
fold = { does = "stays" }

[wager.six]
label = "Six"
clause = "B-5"
needs = { all = ["ante"] }
fold = { does = "stays" }

[wager.jackpot]
label = "Jackpot"
clause = "B-6"
needs = { any = ["ante", "six"] }
fixed = { cents = 100 }
fold = { does = "stays" }
sensor = { clause = "B-6" }

[play]
label = "Play"
times = 1
clause = "B-3"

[showdown]
not_qualified = { ante = "1 to 1", play = "push", clause = "B-2" }
better = { ante = "1 to 1", play = "3 to 2", clause = "B-2" }
equal = { ante = "push", play = "push", clause = "B-2" }
worse = { ante = "lose", play = "lose", clause = "B-2" }

[bonus.extra]
label = "Extra"
on = "ante"
needs_play = true
clause = "B-4"

[pays.extra]
judged = "three cards"
clause = "B-4"

[pays.extra.lines]
straight_or_better = "$50"

[pays.shot]
judged = "three cards"

[pays.shot.pat]
clause = "B-4"
straight_flush = "40 to 1"
pair = "1 to 1"

[pays.shot.drawn]
clause = "B-4"
mini_royal = "20 to 1"
straight_flush = "6 to 1"

[pays.shot.carry]
clause = "B-4"
flush = "2 to 1"

[pays.six]
judged = "six cards"
posted = { clause = "B-5" }
clause = "B-5"

[pays.six.lines]
royal_flush = "1,000 to 1"
straight_flush = "200 to 1"

[pays.jackpot]
judged = "three cards"
clause = "B-6"

[pays.jackpot.lines]
mini_royal_spades = "100 % of the meter"
mini_royal = "500 for 1"
straight = "$10 for the stake"

[meter]
reset = 100000
feeds = "jackpot"
percent = "12.5"
clause = "B-6"

[envy]
wager = "jackpot"
holder_must_bet = true
folded_holder_counts = false
own = "seat"
clause = "B-6"

[envy.lines]
mini_royal = "$25"

[void.exposed]
clause = "B-2"

[away]
plays_from = "Q-6-4"
clause = "STD-13"

[labels]
mini_royal = "Royal"

[[notice]]
text = "Notice."
clause = "B-1"

[[disclosure]]
text = "Disclosure."

[clauses.B-1]
says = "One."
tested = "yes"

[clauses.B-2]
says = "Two."
reading = "As two."
tested = "yes"

[clauses.B-3]
says = "Three."
tested = "yes"

[clauses.B-4]
says = "Four."
tested = "yes"

[clauses.B-5]
says = "Five."
tested = "yes"

[clauses.B-6]
says = "Six."
tested = "yes"
"""
NAPA = house_text("napa-valley")


def changed(old: str, new: str, text: str = BASE) -> str:
    """The text with its one `old` replaced."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the text"
    return text.replace(old, new)


def line_at(text: str, mark: str) -> int:
    """The line on which a mark stands for the first time."""
    return text[: text.index(mark)].count("\n") + 1


def faults_of(text: str) -> tuple[Fault, ...]:
    """Everything that is noted about a text."""
    return check_text(text).faults


def the_fault(text: str) -> Fault:
    """The only fault of a text; without it, or with a second one, the test fails."""
    faults = faults_of(text)
    assert len(faults) == 1, [f"{fault.line}: {fault.sentence}" for fault in faults]
    return faults[0]


def without(name: str, text: str = BASE) -> str:
    """The text without a table and the tables inside it."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            header = line.strip().strip("[]")
            inside = header == name or header.startswith(f"{name}.")
        if not inside:
            kept.append(line)
    assert len(kept) < len(text.splitlines()), f"no table {name}"
    return "".join(kept)


def printed(award: Award) -> str | None:
    """What an award pays, as printed."""
    return award.pay.text if award.pay is not None else None

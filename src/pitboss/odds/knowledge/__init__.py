"""What knowledge is worth at a table: seen cards, sorted backs, other seats' hands, and how to use it.

>>> from pitboss.odds import Game
>>> from pitboss.odds.knowledge import Known, worth_of_knowledge
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> table = open_table(load_house("rivers"))
>>> worth_of_knowledge(Game(table), Known(hole=4))
Traceback (most recent call last):
pitboss.odds.knowledge.question.NotKnowable: The dealer has 3 cards that nobody sees: no more can ... (STD-11)
"""

from pitboss.odds.knowledge.question import (
    Estimate,
    Knowledge,
    Known,
    NotKnowable,
    Rule,
    RuleLine,
    edges_of,
    usual_questions,
)
from pitboss.odds.knowledge.worth import (
    FirstCard,
    worth_of_first_card,
    worth_of_knowledge,
    worths_of_knowledge,
)

__all__ = [
    "Estimate",
    "FirstCard",
    "Knowledge",
    "Known",
    "NotKnowable",
    "Rule",
    "RuleLine",
    "edges_of",
    "usual_questions",
    "worth_of_first_card",
    "worth_of_knowledge",
    "worths_of_knowledge",
]

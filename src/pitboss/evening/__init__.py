"""An evening: a tournament over several tables, played round for round with chips that are no money.

The pure core owns no clock, no luck and no wire: `model` (an evening as a value, and what can happen to it),
`rounds` (an event as a function, seats and levels) and `standings` (places, prizes, leagues). Around it lie
`rows` (the only module with SQL), `deeds` (an event in the books), `conductor` (counts rounds and has tables
play), `views` (what is shown), `commands` (what hosts and players do) and `pages` (HTTP). At the tables
themselves `table/round_play` does what an evening says.
"""

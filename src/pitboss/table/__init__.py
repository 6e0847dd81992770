"""Live tables: people, seats, clocks, bots and the bank's turn around the tables of the pit."""

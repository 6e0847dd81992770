"""An evening: a tournament with chips that are no money. Pure: no clock, no luck, no database, no card."""

"""How fast it is, and how fast others are: `make bench`."""

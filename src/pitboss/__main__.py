"""`python -m pitboss` is the same as the command `pitboss`."""

from pitboss.cli import main

main()

"""The command `pitboss`."""


def main() -> None:
    """Runs the command."""

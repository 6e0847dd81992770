"""What every command prints, kept; a change that means no other answer leaves it as it is."""

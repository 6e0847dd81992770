"""What holds in every round of every house, tried on random rounds (Hypothesis)."""

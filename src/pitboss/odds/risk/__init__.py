"""What a bet means for a bankroll, and a table for its house: growth, ruin, offers, covariance, meters."""

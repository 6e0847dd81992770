"""A second, deliberately naive settlement of the five houses, to check the real engine."""

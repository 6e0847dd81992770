"""The exact price of any sheet."""

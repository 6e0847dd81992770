"""Tests of the rule sheets: where keys stand, what is read, what is refused, what is paid."""

"""Several servers on one PostgreSQL, people who follow their tables, and what befalls them all."""
